//! Which objects are *tracked*: whose plain data is the program's business and not only that of the class library.
//!
//! **Promises** that what the program makes is tracked from the first, and what the class library makes for it from the moment the program
//! has it, if nobody else knows it by then.

use crate::class::{ClassRef, Kind, Loader, MethodRef};
use crate::heap::Ref;
use crate::layout;
use crate::objects::{IS_GIVEN, IS_LATE, IS_TRACKED};
use crate::state::Status;
use crate::trust::{is_own, standing};
use crate::vm::Vm;

impl Vm<'_> {
    /// How a new object with this header is marked.
    #[cold]
    pub(crate) fn marks_of_new(&self, header: u64) -> u64 {
        if self.tells_result() {
            return 0;
        }
        let tracked = self.tracks_new(self.lib.class_of_id(header as u32));
        (u64::from(tracked) * IS_TRACKED) | (u64::from(self.has_others()) * IS_LATE)
    }

    /// Whether a test tells its result: what it makes for that, after its actors, nobody else will ever know.
    fn tells_result(&self) -> bool {
        self.options.results.is_some() && !self.facts().starts_again && self.is_alone_again()
    }

    /// Whether all threads have ended but this one.
    pub(crate) fn is_alone_again(&self) -> bool {
        let others = self.st.threads.iter().enumerate().filter(|(i, _)| *i != self.me);
        self.has_others() && others.map(|(_, thread)| thread.status).all(|status| status == Status::Ended)
    }

    /// Whether plain data of a new object of this class is the program's business.
    fn tracks_new(&self, class: ClassRef) -> bool {
        if is_own(class) || standing(class).all {
            return true;
        }
        if class.loader == Loader::BOOT && !class.is_array() && !standing(class).thread_unsafe {
            return false;
        }
        let outside =
            self.th.frames.iter().rev().map(|f| f.method.class).find(|c| !standing(c).thread_unsafe);
        outside.is_some_and(is_own)
    }

    /// The running method returns an object; the class library may give it to the program.
    pub(crate) fn gives(&mut self, object: Ref) {
        let [.., caller, callee] = self.th.frames.as_slice() else { return };
        if !is_own(callee.method.class) && is_own(caller.method.class) {
            self.give(object);
        }
    }

    /// A method is about to be entered, with these arguments; the class library may call the program.
    pub(crate) fn gives_arguments(&mut self, method: MethodRef, base: usize) {
        let Some(caller) = self.th.frames.last() else { return };
        if !is_own(method.class) || is_own(caller.method.class) {
            return;
        }
        let mut at = base + usize::from(!method.is_static());
        for kind in &method.parameters {
            if *kind == Kind::Reference {
                self.give(Ref(self.th.stack[at]));
            }
            at += kind.slots();
        }
    }

    /// Arrays and collections that the class library has made (`String.toCharArray`, `Collectors.toList`) and nobody else knows are the
    /// program's business as soon as it has them.
    fn give(&mut self, object: Ref) {
        let is_given = |vm: &Self, object: Ref| {
            !object.is_null() && !vm.is_shared(object) && !vm.is_tracked(object) && {
                let class = vm.class_of(object);
                class.is_array() || standing(class).thread_unsafe
            }
        };
        if !self.is_checked() || !is_given(self, object) || self.tells_result() {
            return;
        }
        let mut stack = vec![object];
        while let Some(object) = stack.pop() {
            if is_given(self, object) {
                let word = self.st.heap.word(object, 1);
                self.st.heap.set_word(object, 1, word | IS_TRACKED | IS_GIVEN);
                let heap = &self.st.heap;
                layout::references(self.lib, heap, object)
                    .for_each(|i| stack.push(Ref(heap.word(object, i))));
            }
        }
    }

    pub(crate) fn is_tracked(&self, object: Ref) -> bool {
        if object.is_moving() {
            return self.st.heap.word(object, 1) & IS_TRACKED != 0;
        }
        standing(self.class_of(object)).all || self.class_of_mirror(object).is_some_and(is_own)
    }
}
