//! Initialisation of classes (JVMS 5.5, JLS 12.4.2), step by step.
//!
//! The instruction that needs a class begins with the class itself, then with its supertypes, the innermost
//! last: `Thread::begun` has those whose own initialiser has not been called yet. They are continued at every
//! return to the frame of that instruction, so it does not matter what other threads have done to the
//! supertypes in between.

use crate::class::{ClassRef, Field, Kind};
use crate::heap::Ref;
use crate::observer::Initialisation;
use crate::state::{Init, Status, Then};
use crate::trace::Traced;
use crate::trap::{NO_CLASS, Trap};
use crate::vm::Vm;

impl Vm<'_> {
    /// Makes sure that a class is initialised before it is used (JVMS 5.5).
    #[inline]
    pub(crate) fn initialise(&mut self, class: ClassRef) -> Result<(), Trap> {
        if self.may_use(class) { Ok(()) } else { self.begin_initialisation(class) }
    }

    /// Whether a class is initialised, and its initialisation is known to happen-before this point.
    #[inline]
    pub(crate) fn may_use(&self, class: ClassRef) -> bool {
        self.st.init(class) == Init::Done && (self.trace.is_none() || self.knows_class(class))
    }

    #[cold]
    fn begin_initialisation(&mut self, class: ClassRef) -> Result<(), Trap> {
        self.go_on_initialising()?;
        if !self.may_use(class) {
            self.reach(class)?;
        }
        self.go_on_initialising()
    }

    /// Steps 1 to 6: the class can be used as it is, or another thread is initialising it, or this thread
    /// begins.
    fn reach(&mut self, class: ClassRef) -> Result<(), Trap> {
        match self.st.init(class) {
            Init::Done => self.comes_to(class, Initialisation::Uses),
            // Step 3: a request from within the initialisation.
            Init::By(thread) if thread as usize == self.me => self.comes_to(class, Initialisation::Recurs),
            // Step 2: another thread is initialising it.
            Init::By(_) => {
                self.th.status = Status::Initialising(class.id);
                Err(Trap::Wait)
            }
            // Step 5.
            Init::Failed => {
                self.comes_to(class, Initialisation::Uses)?;
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
                self.comes_to(class, Initialisation::Begins)?;
                self.st.set_init(class, Init::By(self.me as u32));
                self.th.begun.push((class, self.th.frames.len() as u32));
                Ok(())
            }
        }
    }

    /// Continues with the classes that the instruction of the current frame has begun to initialise,
    /// innermost first.
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

    /// The classes that an instruction of the innermost frame waits for, outermost first.
    fn begun_here(&self) -> &[(ClassRef, u32)] {
        let depth = self.th.frames.len();
        let others = self.th.begun.iter().rposition(|(_, at)| *at as usize != depth).map_or(0, |i| i + 1);
        &self.th.begun[others..]
    }

    /// Steps 6 to 9 for the class begun last: it ends, or its initialiser is entered, or a supertype comes
    /// first.
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
            self.before_initialised(class)?;
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

    /// An exception is thrown while an instruction waits for classes: their supertypes cannot be initialised,
    /// so neither can they (step 7).
    #[cold]
    pub(crate) fn begun_fail(&mut self, exception: Ref) -> Result<(), Trap> {
        let begun: Vec<ClassRef> = self.begun_here().iter().rev().map(|(class, _)| *class).collect();
        begun.into_iter().try_for_each(|class| self.before_initialised(class))?;
        while let Some(class) = self.begun_here().last().map(|(class, _)| *class) {
            self.th.begun.pop();
            self.initialisation_failed(class, exception)?;
        }
        Ok(())
    }

    /// Steps 10 and 11 for a class that becomes erroneous.
    pub(crate) fn initialisation_failed(&mut self, class: ClassRef, exception: Ref) -> Result<(), Trap> {
        self.end_initialisation(class, Init::Failed);
        self.note_failure(class, exception)?;
        if let Some(&cause) = self.st.failures.get(&class.id) {
            self.publishes(cause);
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

    /// Steps 10 and 11: all threads that waited for the class continue.
    pub(crate) fn end_initialisation(&mut self, class: ClassRef, init: Init) {
        self.st.set_init(class, init);
        if let Some(observer) = self.observer() {
            observer.on_initialised(self, class, init);
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

    /// Whether an initialised class can be used without an action first.
    #[cold]
    fn knows_class(&self, class: ClassRef) -> bool {
        self.observer().is_none_or(|observer| observer.knows_class(self, class))
    }

    /// Tells the observer about a use of a class or the end of its initialisation.
    fn comes_to(&mut self, class: ClassRef, what: Initialisation) -> Result<(), Trap> {
        match self.observer() {
            Some(observer) => observer.initialisation(self, class, what),
            None => Ok(()),
        }
    }

    /// Before the initialisation of a class ends.
    pub(crate) fn before_initialised(&mut self, class: ClassRef) -> Result<(), Trap> {
        self.comes_to(class, Initialisation::Ends)
    }
}

/// Step 7: the supertypes that are initialised before a class: its superclass, and the superinterfaces that
/// declare a method with code. None for an interface.
pub fn supertypes(class: ClassRef) -> Vec<ClassRef> {
    let mut found = Vec::new();
    if !class.is_interface() {
        found.extend(class.superclass);
        superinterfaces(class, &mut found);
    }
    found
}

/// Collects superinterfaces, each after its own superinterfaces.
fn superinterfaces(class: ClassRef, out: &mut Vec<ClassRef>) {
    for &interface in &class.interfaces {
        superinterfaces(interface, out);
        let has_code = interface.methods().iter().any(|m| !m.is_abstract() && !m.is_static());
        if has_code && !out.iter().any(|known| known.id == interface.id) {
            out.push(interface);
        }
    }
}
