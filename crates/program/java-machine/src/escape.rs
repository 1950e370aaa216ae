//! Which objects other threads may know: those that a reference was stored to where another thread may find it.

use crate::marks::IS_SHARED;
use crate::watched::Watched;
use jvm::heap::Ref;
use jvm::layout;
use jvm::trap::Trap;
use jvm::watch;
use triomphe::Arc;

impl Watched<'_, '_> {
    pub(crate) fn is_escaped(&self, object: Ref) -> bool {
        match object.is_moving() {
            true => self.vm.st.heap.word(object, 1) & IS_SHARED != 0,
            false => !self.is_initialised_here(object),
        }
    }

    /// Others may find what is stored in a shared object. Memory models may show what a private one held before.
    pub(crate) fn stores(&mut self, object: Ref, offset: usize, value: Ref) {
        self.keeps(object, offset, value);
        if self.is_escaped(object) {
            self.share(value);
        } else if !self.heap_answers() && self.has_others() {
            let old = self.vm.st.heap.word(object, offset / 8);
            self.share(Ref(old));
        }
    }

    /// From now on other threads may know an object, and whatever it leads to.
    pub(crate) fn share(&mut self, object: Ref) {
        watch::aside(|| self.share_all(object));
    }

    fn share_all(&mut self, object: Ref) {
        let mut stack = vec![object];
        while let Some(object) = stack.pop() {
            // What the static fields hold of a class that is being initialised others know when it is (`shows_statics`).
            if object.is_null() || !object.is_moving() || self.is_escaped(object) {
                continue;
            }
            let word = self.vm.st.heap.word(object, 1);
            self.vm.st.heap.set_word(object, 1, word | IS_SHARED);
            let heap = &self.vm.st.heap;
            layout::references(self.vm.lib, heap, object).for_each(|i| stack.push(Ref(heap.word(object, i))));
        }
    }

    /// References were stored in an object by other means than one by one.
    pub(crate) fn holds_references(&mut self, object: Ref) {
        if self.is_checked() && self.is_escaped(object) {
            let mut found = Vec::new();
            let heap = &self.vm.st.heap;
            layout::references(self.vm.lib, heap, object).for_each(|i| found.push(Ref(heap.word(object, i))));
            found.into_iter().for_each(|o| self.share(o));
        }
    }

    /// An object was created. If somebody has used it before, it must be as it was taken for.
    #[inline]
    pub(crate) fn confirm(&mut self, object: Ref, words: usize) -> Result<(), Trap> {
        if self.vm.st.notes.ghosts.is_empty() { Ok(()) } else { self.must_confirm(object, words) }
    }

    #[cold]
    fn must_confirm(&mut self, object: Ref, words: usize) -> Result<(), Trap> {
        let header = self.vm.st.heap.word(object, 0);
        let end = Ref(object.0 + words as u64);
        let ghosts = Arc::make_mut(&mut self.vm.st.notes.ghosts);
        match ghosts.remove(&object) {
            Some(taken_for) => self.vm.st.notes.is_discarded |= taken_for != header,
            None => self.vm.st.notes.is_discarded |= ghosts.range(object..end).next().is_some(),
        }
        // What others have read of this place is not what is there: nothing may run on with it.
        if self.vm.st.notes.is_discarded { Err(Trap::Wait) } else { Ok(()) }
    }
}
