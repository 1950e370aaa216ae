//! Initialisation of classes (JVMS 5.5, JLS 12.4.2), step by step, and what others may notice of it.
//!
//! The instruction that needs a class begins with the class itself, then with its supertypes, the innermost last: `Thread::begun` has those whose
//! own initialiser has not been called yet. They are gone on with at every return to the frame of that instruction, so it does not matter what
//! other threads have done to the supertypes in between.
//!
//! **Promises** of checked programs: who comes to a class first is an action if anybody can notice it ([`Vm::is_noticed`]); what an initialisation
//! did happens before whatever comes of finding the class initialised, or erroneous (JLS 12.4.2: each of them holds the lock LC).

use crate::check::internal;
use crate::class::{ClassRef, Field, Kind};
use crate::heap::Ref;
use crate::policy::{Role, is_program};
use crate::state::{Init, Status, Then};
use crate::trace::{Trace, Traced};
use crate::trap::{NO_CLASS, Trap};
use crate::vm::Vm;
use event::{Internal, InternalKind, SyncObj};
use triomphe::Arc;

impl Vm<'_> {
    /// Makes sure that a class is initialised before it is used (JVMS 5.5).
    #[inline]
    pub(crate) fn initialise(&mut self, class: ClassRef) -> Result<(), Trap> {
        if self.may_use(class) { Ok(()) } else { self.begin_initialisation(class) }
    }

    /// Whether a class is initialised, and that happened before for all that this thread knows.
    #[inline]
    pub(crate) fn may_use(&self, class: ClassRef) -> bool {
        self.st.init(class) == Init::Done && (self.st.late_classes.is_empty() || self.knows_class(class))
    }

    #[cold]
    fn begin_initialisation(&mut self, class: ClassRef) -> Result<(), Trap> {
        self.go_on_initialising()?;
        if !self.may_use(class) {
            self.reach(class)?;
        }
        self.go_on_initialising()
    }

    /// Steps 1 to 6: the class can be used as it is, or somebody else is at it, or this thread begins.
    fn reach(&mut self, class: ClassRef) -> Result<(), Trap> {
        match self.st.init(class) {
            Init::Done => self.uses_class(class),
            // Step 3: a request from within the initialisation.
            Init::By(thread) if thread as usize == self.me => {
                self.notes_circle(class);
                Ok(())
            }
            // Step 2: another thread is at it.
            Init::By(_) => {
                self.th.status = Status::Initialising(class.id);
                Err(Trap::Wait)
            }
            // Step 5.
            Init::Failed => {
                self.uses_class(class)?;
                let text = Some(format!("Could not initialize class {}", class.external_name()));
                Err(match self.st.failures.get(&class.id) {
                    Some(&cause) => Trap::RaiseFrom(NO_CLASS, text, cause),
                    None => Trap::Raise(NO_CLASS, text),
                })
            }
            Init::Linked if class.is_array() || class.is_primitive() => {
                self.st.set_init(class, Init::Done);
                Ok(())
            }
            Init::Linked => {
                self.load_caught(class)?;
                self.asks_initialise(class)?;
                self.st.set_init(class, Init::By(self.me as u32));
                self.th.begun.push((class, self.th.frames.len() as u32));
                Ok(())
            }
        }
    }

    /// Goes on with the classes that the instruction of the current frame has begun to initialise, the innermost first.
    #[inline]
    pub(crate) fn go_on_initialising(&mut self) -> Result<(), Trap> {
        if self.th.begun.is_empty() { Ok(()) } else { self.initialise_begun() }
    }

    #[cold]
    fn initialise_begun(&mut self) -> Result<(), Trap> {
        while let Some(class) = self.begun_here().last().map(|(class, _)| *class) {
            self.initialise_further(class)?;
        }
        Ok(())
    }

    /// Classes that an instruction of the innermost frame waits for, outermost first.
    fn begun_here(&self) -> &[(ClassRef, u32)] {
        let depth = self.th.frames.len();
        let others = self.th.begun.iter().rposition(|(_, at)| *at as usize != depth).map_or(0, |i| i + 1);
        &self.th.begun[others..]
    }

    /// Steps 6 to 9 for the class that was begun last: it ends, or its initialiser is entered, or a supertype comes first.
    fn initialise_further(&mut self, class: ClassRef) -> Result<(), Trap> {
        let begun = self.th.begun.len();
        for supertype in supertypes(class) {
            if !self.may_use(supertype) {
                self.reach(supertype)?;
            }
            if self.th.begun.len() > begun {
                return Ok(());
            }
        }
        // Step 6: constants of type String; the others are set when the class is prepared.
        for field in class.fields().iter().filter(|f| f.is_static() && f.kind == Kind::Reference) {
            self.set_string_constant(class, field)?;
        }
        let Some(initialiser) = class.initialiser.get().copied().flatten() else {
            self.asks_initialised(class)?;
            self.th.begun.pop();
            self.end_initialisation(class, Init::Done);
            return Ok(());
        };
        let creator = self.th.creator;
        self.enter_with(initialiser, &[], Then::Initialised(class, creator))?;
        self.th.begun.pop();
        if !self.st.heap.is_booting() {
            self.th.creator = self.lib.creator(class);
        }
        Err(Trap::Again)
    }

    /// An exception is thrown where an instruction waits for classes: what they need cannot be initialised, so they cannot (step 7).
    #[cold]
    pub(crate) fn begun_fail(&mut self, exception: Ref) -> Result<(), Trap> {
        let begun: Vec<ClassRef> = self.begun_here().iter().rev().map(|(class, _)| *class).collect();
        begun.into_iter().try_for_each(|class| self.asks_initialised(class))?;
        while let Some(class) = self.begun_here().last().map(|(class, _)| *class) {
            self.th.begun.pop();
            self.initialisation_failed(class, exception)?;
        }
        Ok(())
    }

    /// Steps 10 and 11 for a class that is erroneous from now on.
    pub(crate) fn initialisation_failed(&mut self, class: ClassRef, exception: Ref) -> Result<(), Trap> {
        self.end_initialisation(class, Init::Failed);
        // Its text names the thread, and is told to others.
        self.names_are_seen();
        self.note_failure(class, exception)?;
        if let Some(&cause) = self.st.failures.get(&class.id)
            && self.is_checked()
        {
            self.share(cause);
        }
        Ok(())
    }

    fn set_string_constant(&mut self, class: ClassRef, field: &Field) -> Result<(), Trap> {
        let Some(file) = class.file() else { return Ok(()) };
        let Some(index) = file.fields[field.index].constant_value else { return Ok(()) };
        if let Some(classfile::Constant::String { utf8 }) = file.pool.get(index) {
            let text = file.pool.utf16(*utf8).unwrap_or_default();
            let string = self.literal(&text)?;
            self.st.heap.set_word(class.mirror(), field.word, string.0);
        }
        Ok(())
    }

    /// Steps 10 and 11: everybody who waited for the class goes on.
    pub(crate) fn end_initialisation(&mut self, class: ClassRef, init: Init) {
        self.st.set_init(class, init);
        if self.is_checked() && !is_program(class) {
            self.shows_statics(class);
        }
        if self.trace.is_some() && init == Init::Done {
            self.note(Traced::Initialised(class.external_name()));
        }
        for i in 0..self.st.threads.len() {
            if i != self.me && self.st.threads[i].status == Status::Initialising(class.id) {
                self.st.thread_mut(i).status = Status::Runnable;
            }
        }
    }

    /// Whether nothing is to be done before a class that is initialised is used.
    #[cold]
    pub(crate) fn knows_class(&self, class: ClassRef) -> bool {
        let is_late = self.st.late_classes.binary_search(&class.id).is_ok();
        !is_late
            || !self.is_checked()
            || self.heap_answers()
            || self.th.knows.binary_search(&class.id).is_ok()
    }

    /// The first use of a class that another thread initialised happens after its initialisation (JLS 12.4.2).
    fn uses_class(&mut self, class: ClassRef) -> Result<(), Trap> {
        let id = class.id;
        if self.knows_class(class) {
            return Ok(());
        }
        if let Err(place) = self.th.knows.binary_search(&id) {
            self.ask_internal(|| Internal {
                acquires: true,
                eager: true,
                ..internal(InternalKind::UsesClass(id), [Some(SyncObj::Class(id)), None])
            })?;
            self.th.knows.insert(place, id);
        }
        Ok(())
    }

    /// A static field is used, by whatever means: by reflection or a handle it is, too, only of a class that is initialised (JLS 12.4.1).
    pub(crate) fn uses_class_of(&mut self, object: Ref, offset: usize) -> Result<(), Trap> {
        if self.st.late_classes.is_empty() || object.is_null() || object.is_moving() {
            return Ok(());
        }
        match self.class_of_mirror(object) {
            Some(class)
                if self.st.init(class) == Init::Done && self.role_at(object, offset) == Role::Checked =>
            {
                self.uses_class(class)
            }
            _ => Ok(()),
        }
    }

    /// Before a class is initialised. Who comes first decides who does it.
    fn asks_initialise(&mut self, class: ClassRef) -> Result<(), Trap> {
        if !self.is_noticed(class) {
            return Ok(());
        }
        let id = class.id;
        self.ask_internal(|| internal(InternalKind::Initialise(id), [Some(SyncObj::Class(id)), None]))?;
        Ok(())
    }

    /// Whether others can notice who initialises a class: by what initialisers of the program do, or by actions of those of the class
    /// library. What these do to their own objects alone they do at once.
    fn is_noticed(&self, class: ClassRef) -> bool {
        self.is_checked() && self.has_others() && self.does_something(class)
    }

    fn does_something(&self, class: ClassRef) -> bool {
        let has_code = class.initialiser.get().copied().flatten().is_some();
        let acts = || matches!(&self.trace, Some(Trace::Check(check)) if check.acting.contains(&class.id));
        (has_code && (is_program(class) || acts()))
            || supertypes(class).into_iter().any(|s| self.does_something(s))
    }

    /// The thread stops before an action. Initialisers of the class library that come so far are no business of the library alone.
    pub(crate) fn notes_initialisers(&mut self) {
        let Some(Trace::Check(check)) = &mut self.trace else { return };
        for frame in &self.th.frames {
            if let Then::Initialised(class, _) = frame.then
                && !is_program(class)
                && !check.acting.contains(&class.id)
            {
                check.newly_acting.insert(class.id);
            }
        }
    }

    /// A class is used in the midst of its initialisation. If another one is inside of it, two threads that begin with either may wait for each
    /// other, also in the class library.
    fn notes_circle(&mut self, class: ClassRef) {
        if !self.has_others() {
            return;
        }
        let Some(Trace::Check(check)) = &mut self.trace else { return };
        // Both, what has begun and whose initialiser is running, outermost first.
        let running = self.th.frames.iter().enumerate().filter_map(|(i, frame)| match frame.then {
            Then::Initialised(class, _) => Some((i as u32, class)),
            _ => None,
        });
        let mut all: Vec<(u32, ClassRef)> =
            self.th.begun.iter().map(|&(class, depth)| (depth, class)).collect();
        all.extend(running);
        all.sort_by_key(|(depth, _)| *depth);
        if all.last().is_some_and(|(_, last)| last.id == class.id) {
            return;
        }
        let circle = all.iter().skip_while(|(_, c)| c.id != class.id).filter(|(_, c)| !is_program(c));
        let ids = circle.map(|(_, c)| c.id).filter(|id| !check.acting.contains(id));
        check.newly_acting.extend(ids);
    }

    /// Before the initialisation of a class ends.
    pub(crate) fn asks_initialised(&mut self, class: ClassRef) -> Result<(), Trap> {
        let id = class.id;
        // It ends once.
        if !self.is_noticed(class) || self.st.late_classes.binary_search(&id).is_ok() {
            return Ok(());
        }
        self.ask_internal(|| Internal {
            releases: true,
            eager: true,
            ..internal(InternalKind::Initialised(id), [Some(SyncObj::Class(id)), None])
        })?;
        if let Err(place) = self.th.knows.binary_search(&id) {
            self.th.knows.insert(place, id);
        }
        if let Err(place) = self.st.late_classes.binary_search(&id) {
            Arc::make_mut(&mut self.st.late_classes).insert(place, id);
        }
        Ok(())
    }
}

/// Step 7: what is initialised before a class: its superclass, and the superinterfaces that declare a method with code. Nothing before an interface.
fn supertypes(class: ClassRef) -> Vec<ClassRef> {
    let mut found = Vec::new();
    if !class.is_interface() {
        found.extend(class.superclass);
        superinterfaces(class, &mut found);
    }
    found
}

/// Each after its own superinterfaces.
fn superinterfaces(class: ClassRef, out: &mut Vec<ClassRef>) {
    for &interface in &class.interfaces {
        superinterfaces(interface, out);
        let has_code = interface.methods().iter().any(|m| !m.is_abstract() && !m.is_static());
        if has_code && !out.iter().any(|known| known.id == interface.id) {
            out.push(interface);
        }
    }
}
