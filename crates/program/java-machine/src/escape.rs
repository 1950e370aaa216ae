//! Escape tracking: an object escapes when a reference to it is stored where another thread may find it.

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

    /// A reference is stored. If the target has escaped, so does the value. If not, a memory model may still
    /// show the value that it held before.
    pub(crate) fn stores(&mut self, object: Ref, offset: usize, value: Ref) {
        self.keeps(object, offset, value);
        if self.is_escaped(object) {
            self.share(value);
        } else if !self.heap_answers() && self.has_others() {
            let old = self.vm.st.heap.word(object, offset / 8);
            self.share(Ref(old));
        }
    }

    /// Marks an object, and everything reachable from it, as escaped.
    pub(crate) fn share(&mut self, object: Ref) {
        watch::aside(|| self.share_all(object));
    }

    fn share_all(&mut self, object: Ref) {
        let mut stack = vec![object];
        while let Some(object) = stack.pop() {
            // Objects in static fields of a class under initialisation escape when that ends
            // (`shows_statics`).
            if object.is_null() || !object.is_moving() || self.is_escaped(object) {
                continue;
            }
            let word = self.vm.st.heap.word(object, 1);
            self.vm.st.heap.set_word(object, 1, word | IS_SHARED);
            let heap = &self.vm.st.heap;
            layout::references(self.vm.lib, heap, object).for_each(|i| stack.push(Ref(heap.word(object, i))));
        }
    }

    /// References were stored in an object other than one by one.
    pub(crate) fn holds_references(&mut self, object: Ref) {
        if self.is_checked() && self.is_escaped(object) {
            let mut found = Vec::new();
            let heap = &self.vm.st.heap;
            layout::references(self.vm.lib, heap, object).for_each(|i| found.push(Ref(heap.word(object, i))));
            found.into_iter().for_each(|o| self.share(o));
        }
    }

    /// An object was created. If it was used as a ghost before, it must match the assumptions made then.
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
        // Other threads have read something else at this address: the execution must not continue.
        if self.vm.st.notes.is_discarded { Err(Trap::Wait) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use crate::location::place_of;
    use crate::machine::Visibility;
    use crate::machine::testing::Probe;
    use crate::marks::IS_SHARED;
    use event::Action;

    /// The locals of `Escapes.main` that have escaped, by their slots.
    fn shared(probe: &Probe, slots: &[usize]) -> Vec<usize> {
        let is_shared = |slot: &usize| probe.marks(probe.local(*slot)) & IS_SHARED != 0;
        slots.iter().copied().filter(is_shared).collect()
    }

    #[test]
    fn an_object_is_unshared_until_something_shared_leads_to_it() {
        let probe = Probe::start("Escapes", "", Visibility::Latest);
        assert!(matches!(probe.action(0), Some(Action::Start(_))), "{:?}", probe.action(0));
        // 1 is private; 2 is in a static field; 3 is in 4, which is private; 5 is in 6, which is in a static
        // field; 7 was copied to a shared array from 8, which is private; 9 is in the task of a thread that
        // has not been started.
        assert_eq!(shared(&probe, &[1, 2, 3, 4, 5, 6, 7, 8, 9]), [2, 5, 6, 7]);
    }

    #[test]
    fn a_thread_that_is_started_knows_what_it_was_given() {
        let mut probe = Probe::start("Escapes", "", Visibility::Latest);
        probe.step(0);
        assert_eq!(shared(&probe, &[1, 3, 4, 8, 9, 10]), [9, 10]);
    }

    #[test]
    fn a_store_into_a_shared_object_publishes_when_it_is_performed_and_not_before() {
        let mut probe = Probe::start("Escapes", "", Visibility::Latest);
        let kept = probe.local(2);
        probe.until(0, |action| matches!(action, Action::Write { loc, .. } if place_of(*loc).0 == kept));
        assert!(shared(&probe, &[11]).is_empty());
        probe.step(0);
        assert_eq!(shared(&probe, &[1, 11]), [11]);
    }

    /// Under a memory model, a read of a private object may have seen what it held before; not so if the heap
    /// answers.
    #[test]
    fn what_a_private_object_held_before_is_shared_only_where_old_values_may_be_seen() {
        for (visibility, expected) in [(Visibility::Latest, &[][..]), (Visibility::Past, &[3])] {
            let mut probe = Probe::start("Escapes", "", visibility);
            probe.until(
                0,
                |action| matches!(action, Action::Write { loc, .. } if !place_of(*loc).0.is_moving()),
            );
            assert!(probe.field(probe.local(4), "other").is_null(), "4 no longer leads to 3");
            assert_eq!(shared(&probe, &[3, 4]), expected, "{visibility:?}");
        }
    }
}
