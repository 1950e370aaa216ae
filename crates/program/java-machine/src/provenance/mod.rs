//! The provenance of objects: their role follows from their class, from who created them, and from whether
//! the program has ever had access to them.
//!
//! **Promises** that accesses to an object are actions unless the table of the policy names its class, or a
//! class so named created it for itself and the program has never had access to it. All other objects that
//! the class library creates are the program's responsibility from the start.
//!
//! An object that a class of the table *makes for itself* (the nodes of a queue, the lock inside a pool) has
//! the role of that class: it was created by the class's code or by an object that was itself made so, or it
//! was created by the class library and stored there before anyone else knew it. As soon as the program gets
//! it (as a result, an argument, an exception, or from a variable), it is an object like any other.

pub(crate) mod boot;

use crate::atomics::is_reflection;
use crate::marks::{
    IS_GIVEN, IS_LATE, IS_LIBRARY_MADE, IS_SETTLED, IS_SHARED, IS_THREADS_OWN, ROLE_BITS, role_of_word,
    word_of_role,
};
use crate::policy::{Policy, Role, is_concatenation, is_program, policy_of, standing};
use crate::watched::{Watched, exchange_mut, exchange_of};
use jvm::class::{ClassRef, FieldRef, Kind, Loader, MethodRef};
use jvm::heap::{Creator, Heap, Ref};
use jvm::layout;
use jvm::library::Library;
use jvm::state::{Init, Status};

/// Who creates an object.
enum Maker {
    Program,
    /// The class library, for whoever receives it.
    Library,
    /// A class of the table, for itself.
    For(Role),
}

/// The role of an object as a whole: that of the class that made it for itself, or else that of its own
/// class.
fn role_of(lib: &Library, heap: &Heap, object: Ref) -> Role {
    if object.is_null() {
        return Role::Checked;
    }
    let class = lib.class_of_id(heap.word(object, 0) as u32);
    let known = standing(class);
    let is_all = known.role_words >= class.words && !class.is_array();
    match role_of_word(heap.word(object, 1)) {
        _ if known.is_always_checked() => Role::Checked,
        Role::Checked if is_all => known.role,
        role => role,
    }
}

/// The role of a field or element. Fields inherited from a class of the table have that class's role. The
/// static fields of a class follow the fields of its mirror.
pub(crate) fn role_at(lib: &Library, heap: &Heap, object: Ref, offset: usize) -> Role {
    if object.is_null() {
        return Role::Checked;
    }
    let class = lib.class_of_id(heap.word(object, 0) as u32);
    let known = standing(class);
    let marked = role_of_word(heap.word(object, 1));
    if marked != Role::Checked && !known.is_always_checked() {
        return marked;
    }
    if offset / 8 < known.role_words && !class.is_array() {
        return known.role;
    }
    layout::mirrored(lib, heap, object, class).map_or(Role::Checked, |class| standing(class).statics)
}

/// Whether a data race on an object concerns its class only: it belongs to the class library, and no class
/// that the user vouches for can have made it for itself. Data of such a class that turns out to be unguarded
/// is treated as the program's, since nothing but the user's word says otherwise.
pub(crate) fn owns_its_races(lib: &Library, heap: &Heap, object: Ref) -> bool {
    let class = lib.class_of_id(heap.word(object, 0) as u32);
    let is_made_for_class = role_of_word(heap.word(object, 1)) != Role::Checked;
    class.loader == Loader::BOOT
        && !(is_made_for_class && policy_of(lib).is_some_and(Policy::vouches_for_program))
}

/// Whether a field or element may hold any object, as those of a collection: its value is no part of the
/// holder.
fn holds_anything(lib: &Library, heap: &Heap, object: Ref, word: usize) -> bool {
    let class = lib.class_of_id(heap.word(object, 0) as u32);
    if let Some((component, _)) = class.component() {
        return component.superclass.is_none() && &*component.name == "java/lang/Object";
    }
    let at = |field: &&FieldRef| !field.is_static() && field.word == word;
    let classes = std::iter::successors(Some(class), |class| class.superclass);
    let field = classes.flat_map(|class| class.fields()).find(at);
    field.is_some_and(|field| &**lib.text(field.descriptor) == "Ljava/lang/Object;")
}

impl Watched<'_, '_> {
    /// The marks of a new object.
    #[cold]
    pub(crate) fn marks_of_new(&self) -> u64 {
        if self.tells_result() {
            return word_of_role(Role::Internal);
        }
        let late = u64::from(self.has_others()) * IS_LATE;
        late | match self.maker() {
            Maker::Program => 0,
            Maker::Library => IS_LIBRARY_MADE,
            Maker::For(role) => IS_LIBRARY_MADE | word_of_role(role),
        }
    }

    /// Whether a test is reporting its result: objects created for that, after its actors have ended, never
    /// become known to another thread.
    fn tells_result(&self) -> bool {
        self.given.results.is_some() && !self.facts().starts_again && self.is_alone_again()
    }

    /// Whether all other threads have ended.
    pub(crate) fn is_alone_again(&self) -> bool {
        let others = self.vm.st.threads.iter().enumerate().filter(|(i, _)| *i != self.vm.me);
        self.has_others() && others.map(|(_, thread)| thread.status).all(|status| status == Status::Ended)
    }

    fn maker(&self) -> Maker {
        // Reflection and handles create an instance for their caller, also where the machine does an
        // accessor's work.
        let innermost = self.vm.th.frames.last().map(|frame| frame.method);
        let is_accessor = |method: MethodRef| {
            is_reflection(method.class) && &**self.vm.lib.text(method.name) == "newInstance"
        };
        let makes_for_caller = innermost.is_some_and(is_accessor)
            || self
                .vm
                .native
                .is_some_and(|m| matches!(&**self.vm.lib.text(m.name), "newInstance0" | "allocateInstance"));
        for frame in self.vm.th.frames.iter().rev() {
            let known = standing(frame.method.class);
            if makes_for_caller && (known.tool || is_reflection(frame.method.class)) {
                continue;
            }
            // String concatenation creates either strings or objects that never escape from it.
            if is_concatenation(frame.method.class) {
                return Maker::For(Role::Immutable);
            }
            if known.program {
                return Maker::Program;
            }
            // A lambda's captured values never change; the objects it creates may.
            if frame.method.class.host.is_some() {
                return Maker::Library;
            }
            let this = (!frame.method.is_static()).then(|| Ref(self.vm.th.stack[frame.base as usize]));
            let role = this.map_or(Role::Checked, |this| self.role_of(this));
            let is_part = this.is_some_and(|this| self.is_made_for_another(this));
            match (role, known.statics) {
                (role, _) if is_part => return Maker::For(role),
                (_, Role::Checked) if this.is_some() => return Maker::Library,
                (_, Role::Checked) => {}
                (_, role) => return Maker::For(role),
            }
        }
        Maker::Library
    }

    /// The role of an object as a whole: that of the class that made it for itself, or else that of its own
    /// class.
    pub(crate) fn role_of(&self, object: Ref) -> Role {
        role_of(self.vm.lib, &self.vm.st.heap, object)
    }

    /// The role of a field or element.
    pub(crate) fn role_at(&self, object: Ref, offset: usize) -> Role {
        role_at(self.vm.lib, &self.vm.st.heap, object, offset)
    }

    /// Whether this object is a part of another: a class of the table made it for itself, so that its role is
    /// marked in the object and does not follow from its own class.
    pub(crate) fn is_made_for_another(&self, object: Ref) -> bool {
        !object.is_null() && role_of_word(self.vm.st.heap.word(object, 1)) != Role::Checked
    }

    /// Whether these are static fields of a library class that this thread is initialising: all other threads
    /// wait (JLS 12.4.2).
    pub(crate) fn is_initialised_here(&self, object: Ref) -> bool {
        !object.is_moving()
            && self.class_of_mirror(object).is_some_and(|class| {
                !is_program(class) && self.vm.st.init(class) == Init::By(self.vm.me as u32)
            })
    }

    /// Whether an object was created by the initialiser of a library class that this thread is still running,
    /// and has not escaped: a thread that later reaches it through a static field does so after the
    /// initialisation (JLS 12.4.2).
    pub(crate) fn is_made_by_initialiser(&self, object: Ref) -> bool {
        self.vm.st.heap.word(object, 1) & IS_SHARED == 0 && self.is_of_initialiser(object)
    }

    /// Whether an object was created by the initialiser of a library class that this thread is still running.
    pub(crate) fn is_of_initialiser(&self, object: Ref) -> bool {
        object.creator().initialiser_number().is_some()
            && self.lib.class_of_creator(object.creator()).is_some_and(|class| {
                !is_program(class) && self.vm.st.init(class) == Init::By(self.vm.me as u32)
            })
    }

    /// A library class is initialised: the contents of its static fields may now be known to other threads.
    pub(crate) fn shows_statics(&mut self, class: ClassRef) {
        let Some(&mirror) = class.mirror.get() else { return };
        for &word in layout::static_words(class) {
            let value = Ref(self.vm.st.heap.word(mirror, word as usize));
            self.settles_for_class(value, class);
            self.share(value);
        }
    }

    /// Objects created by an initialiser belong to its class, whatever caused it to run: an internal call
    /// does not make them internal.
    fn settles_for_class(&mut self, value: Ref, class: ClassRef) {
        if standing(class).statics != Role::Checked {
            return;
        }
        let is_made_here = |vm: &Self, object: Ref| {
            let creator = object.creator();
            creator.initialiser_number().is_some()
                && vm.lib.class_of_creator(creator).is_some_and(|by| by.id == class.id)
        };
        let mut stack = vec![value];
        while let Some(next) = stack.pop() {
            if next.is_null() || !is_made_here(self, next) {
                continue;
            }
            let word = self.vm.st.heap.word(next, 1);
            if word & IS_SETTLED != 0 {
                continue;
            }
            // What a class of the table made for itself stays its own.
            if standing(self.class_of(next)).role_words > 0 {
                continue;
            }
            self.vm.st.heap.set_word(next, 1, word & !ROLE_BITS | IS_SETTLED);
            let heap = &self.vm.st.heap;
            layout::references(self.vm.lib, heap, next).for_each(|i| stack.push(Ref(heap.word(next, i))));
        }
    }

    /// A method is about to be entered with these arguments, across the boundary between the program and the
    /// class library.
    pub(crate) fn gives_arguments(&mut self, method: MethodRef, base: usize) {
        let mut at = base + usize::from(!method.is_static());
        for kind in &method.parameters {
            if *kind == Kind::Reference {
                self.give(Ref(self.vm.th.stack[at]));
            }
            at += kind.slots();
        }
    }

    /// The program has received an object, and with it what the class library created for that object.
    #[inline]
    pub(crate) fn give(&mut self, object: Ref) {
        if self.is_checked() && !object.is_null() && self.vm.st.heap.word(object, 1) & IS_LIBRARY_MADE != 0 {
            jvm::watch::aside(|| self.give_all(object));
        }
    }

    #[cold]
    fn give_all(&mut self, object: Ref) {
        if self.tells_result() {
            return;
        }
        let mut stack = vec![object];
        while let Some(next) = stack.pop() {
            if next.is_null() {
                continue;
            }
            let word = self.vm.st.heap.word(next, 1);
            // Parts of a class of the table keep their role as long as only that class has them.
            if word & IS_LIBRARY_MADE == 0 || (next != object && self.is_part(next)) {
                continue;
            }
            // If the table lists its class, accesses to it were never actions.
            let is_listed = standing(self.class_of(next)).role_words > 0;
            let is_filled = word & ROLE_BITS != 0 && word & IS_LATE != 0 && !is_listed;
            let filled = if is_filled { IS_GIVEN } else { 0 };
            // From now on accesses are actions, also those of others who know the object.
            if word & (ROLE_BITS | IS_SETTLED) != 0 && !is_listed && self.is_escaped(next) {
                self.depends_on_others();
            }
            self.vm.st.heap.set_word(
                next,
                1,
                word & !(ROLE_BITS | IS_LIBRARY_MADE | IS_THREADS_OWN) | filled,
            );
            if !is_listed {
                let heap = &self.vm.st.heap;
                layout::references(self.vm.lib, heap, next).for_each(|i| stack.push(Ref(heap.word(next, i))));
            }
        }
    }

    /// Marks an array of arrays as filled without actions. Its elements are written one after the other (JLS
    /// 15.10.2), so a thread that finds it by a race could see some of them missing, which is not explored.
    pub(crate) fn was_filled(&mut self, array: Ref) {
        if self.is_checked() {
            let word = self.vm.st.heap.word(array, 1);
            self.vm.st.heap.set_word(array, 1, word | IS_GIVEN);
        }
    }

    /// Whether an object's class is named by the table or nested in such a class, or the object is an array
    /// of such.
    fn is_part(&self, object: Ref) -> bool {
        let mut class = self.class_of(object);
        while let Some((component, _)) = class.component() {
            class = component;
        }
        policy_of(self.vm.lib).is_some_and(|policy| policy.table.has_part(class))
    }

    /// A reference is stored. An object created by the class library that is still private becomes a part of
    /// the table-listed object that it is stored in.
    pub(crate) fn keeps(&mut self, object: Ref, offset: usize, value: Ref) {
        jvm::watch::aside(|| self.keeps_all(object, offset, value));
    }

    /// Whether objects of this class are known to be handed to threads other than the one whose `ThreadLocal`
    /// holds them (as `Exchanger` does).
    fn is_handed_on(&self, object: Ref) -> bool {
        let class = self.class_of(object).id;
        exchange_of(&self.vm.trace).is_some_and(|exchange| exchange.refuted.handed_on.contains(&class))
    }

    /// An internal object is used. If it is internal because a `ThreadLocal` of another thread holds it, that
    /// was wrong: its class is to be added to [`crate::facts::Refuted::handed_on`].
    pub(crate) fn refutes_if_handed_on(&mut self, object: Ref) {
        let is_own = self.vm.st.heap.word(object, 1) & IS_THREADS_OWN != 0;
        if is_own && object.creator() != Creator::thread(self.vm.me) {
            let class = self.class_of(object).id;
            if let Some(exchange) = exchange_mut(&mut self.vm.trace) {
                exchange.newly_handed_on = Some(class);
            }
        }
    }

    fn keeps_all(&mut self, object: Ref, offset: usize, value: Ref) {
        let is_free = |vm: &Self, value: Ref| {
            let word = vm.st.heap.word(value, 1);
            let is_free = word & IS_LIBRARY_MADE != 0 && word & ROLE_BITS == 0 && !vm.is_escaped(value);
            is_free && !standing(vm.class_of(value)).is_always_checked()
        };
        if value.is_null() || !is_free(self, value) {
            return;
        }
        let role = self.role_at(object, offset);
        let is_threads_own = &*self.class_of(object).name == "java/lang/ThreadLocal$ThreadLocalMap$Entry";
        // What a lambda captures is no part of it either.
        if role == Role::Checked
            || self.class_of(object).host.is_some()
            || (role == Role::Guarded && holds_anything(self.vm.lib, &self.vm.st.heap, object, offset / 8))
            || (is_threads_own && self.is_handed_on(value))
        {
            return;
        }
        let mut stack = vec![value];
        while let Some(next) = stack.pop() {
            if !next.is_null() && is_free(self, next) {
                let word = self.vm.st.heap.word(next, 1);
                let own = u64::from(is_threads_own) * IS_THREADS_OWN;
                self.vm.st.heap.set_word(next, 1, word | word_of_role(role) | own);
                let heap = &self.vm.st.heap;
                layout::references(self.vm.lib, heap, next).for_each(|i| stack.push(Ref(heap.word(next, i))));
            }
        }
    }
}

#[cfg(test)]
mod tests;
