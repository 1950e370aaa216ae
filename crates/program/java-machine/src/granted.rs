//! Locations whose accesses are no actions, on an assumption that a search may refute; it then restarts.
//!
//! - *Constants* existed before the second thread and are not known to be written afterwards.
//! - *Filled* locations were written by their creator before anyone else knew the object, and are not known
//!   to be written afterwards: fields of late objects, captured variables, arrays that are handed over.
//!   What is refuted is refuted for a field, or for the elements of all arrays of a class, since objects
//!   have other names in other executions. Only where reads see the latest write: under a weaker memory, a
//!   thread that finds the object by a race may see what was there before.
//! - A thread's *own* locations are fields of subclasses of `Thread` that only the thread itself uses, and
//!   whoever has joined it.

use crate::check::unguarded_key;
use crate::location::{is_cell, loc_of, place_of};
use crate::marks::{IS_GIVEN, IS_LATE, IS_LIBRARY_MADE, IS_SETTLED};
use crate::policy::Role;
use crate::regions::{cell_kind, granule, size_of_cell};
use crate::tearing::half;
use crate::watched::{Watched, exchange_mut, exchange_of};
use event::Loc;
use jvm::class::FieldRef;
use jvm::heap::Ref;
use jvm::state::Init;
use triomphe::Arc;

impl Watched<'_, '_> {
    /// Whether this is a static final field of an initialised class: it never changes again, and every thread
    /// that uses the class sees it (JLS 12.4.2). The three write-protected fields do change (JLS 17.5.4).
    pub(crate) fn is_constant(&self, object: Ref, offset: usize) -> bool {
        let Some(class) = self.class_of_mirror(object) else { return false };
        let word = offset / 8;
        let is_protected = |f: &FieldRef| {
            &*class.name == "java/lang/System" && matches!(&**self.vm.lib.text(f.name), "in" | "out" | "err")
        };
        self.vm.st.init(class) == Init::Done
            && class
                .fields()
                .iter()
                .any(|f| f.is_static() && f.word == word && f.is_final() && !is_protected(f))
    }

    /// Whether a location has existed since before the second thread and is not known to be written since.
    pub(crate) fn is_never_written(&self, object: Ref, loc: Loc) -> bool {
        let Some(exchange) = exchange_of(&self.vm.trace) else { return false };
        let constant = if self.is_early(object) { Some(loc) } else { self.whole_of_large(object) };
        constant.is_some_and(|loc| !exchange.refuted.written.contains(&loc.0))
    }

    /// The location that represents all elements of a large array created while several threads ran: most
    /// such arrays are filled by their creator and never written again. Only where reads see the last write.
    fn whole_of_large(&self, object: Ref) -> Option<Loc> {
        const LARGE: usize = 4096;
        if !self.skips_private() {
            return None;
        }
        let (_, kind) = self.class_of(object).component()?;
        (self.length(object) * kind.size() >= LARGE).then(|| loc_of(object, 0).ok()).flatten()
    }

    /// A location was taken for a constant. A thread that reads it again and again may be waiting for it to
    /// change.
    pub(crate) fn grants(&mut self, object: Ref, loc: Loc) {
        let whole = if self.is_early(object) { None } else { self.whole_of_large(object) };
        let often = if whole.is_some() { self.length(object).saturating_mul(8) } else { 0 };
        let Some(exchange) = exchange_mut(&mut self.vm.trace) else { return };
        match whole {
            None => *exchange.taken_for_granted.entry(loc.0).or_default() += 1,
            Some(whole) => {
                exchange.granted_elements += 1;
                if exchange.granted_elements > often {
                    *exchange.taken_for_granted.entry(whole.0).or_default() += 1;
                }
            }
        }
    }

    /// Whether a location is taken for a constant; if so, the read is recorded.
    pub(crate) fn grants_if_constant(&mut self, object: Ref, loc: Loc) -> bool {
        let granted = self.is_never_written(object, loc);
        if granted {
            self.grants(object, loc);
        }
        granted
    }

    /// The field, or the elements of an array class, to which a location of an object belongs that was
    /// created while several threads ran. `None` if it may have been written after it escaped without an
    /// action.
    fn filled(&self, object: Ref, offset: usize) -> Option<(u32, u32)> {
        const OTHERS_HAD_IT: u64 = IS_GIVEN | IS_SETTLED;
        if !self.skips_private()
            || self.is_early(object)
            || self.vm.st.heap.word(object, 1) & OTHERS_HAD_IT != 0
            || self.role_at(object, offset) != Role::Checked
            || self.is_region(object)
        {
            return None;
        }
        Some(unguarded_key(self.class_of(object), offset))
    }

    /// Whether a location is taken for one that nobody writes after its object has escaped; if so, the read
    /// is recorded. What its creator wrote before, nobody could see: until then accesses are no actions,
    /// and in a search for races the publication would race.
    pub(crate) fn grants_if_filled(&mut self, object: Ref, loc: Loc) -> bool {
        let key = self.filled(object, place_of(loc).1);
        let Some(exchange) = exchange_mut(&mut self.vm.trace) else { return false };
        let granted = key.is_some_and(|key| !exchange.refuted.rewritten.contains(&key));
        if granted {
            self.grants(object, loc);
        }
        granted
    }

    /// Whether a field of a subclass of `Thread` is used by the thread itself, or by one that has joined
    /// it; `None` if it is not assumed that only these use it. Their accesses are ordered by the start and
    /// the end of the thread, whatever others do. Any other access refutes the assumption for all
    /// instances. A search assumes this of fields that are written after the object has escaped: others are
    /// constant.
    pub(crate) fn is_own(&mut self, object: Ref, offset: usize, is_plain: bool) -> Option<bool> {
        let class = self.class_of(object);
        if !self.skips_private()
            || class.is_array()
            || !class.is_subtype(self.vm.lib.known().thread)
            || !self.is_escaped(object)
            || self.thread_field(object, offset).is_some()
            || self.role_at(object, offset) != Role::Checked
        {
            return None;
        }
        let (key, is_mine) = (unguarded_key(class, offset), object == self.vm.th.object);
        let is_joined = self.number_of(object).is_some_and(|n| self.vm.th.notes.joined >> n & 1 == 1);
        let foresees = self.given.foresees;
        let exchange = exchange_mut(&mut self.vm.trace)?;
        if !exchange.refuted.rewritten.contains(&key) || exchange.refuted.disowned.contains(&key) {
            return None;
        }
        if is_mine || is_joined {
            // While a thread looks ahead, the other has not ended.
            return Some(is_plain && (is_mine || !foresees));
        }
        exchange.newly_disowned = Some(key);
        Some(false)
    }

    /// Whether, since the last action, the thread has read a constant again and again, as if waiting for it
    /// to change, or has polled for an interrupt that is assumed not to occur.
    pub(crate) fn takes_for_granted(&self) -> bool {
        const OFTEN: u32 = 100;
        let is_often = |count: &u32| *count >= OFTEN;
        exchange_of(&self.vm.trace).is_some_and(|exchange| {
            is_often(&exchange.looks_for_interrupt) || exchange.taken_for_granted.values().any(is_often)
        })
    }

    /// Whether the initial contents of an object are known to every thread that may reach it.
    pub(crate) fn is_early(&self, object: Ref) -> bool {
        if !object.is_moving() {
            return true;
        }
        let word = self.vm.st.heap.word(object, 1);
        let settled = IS_SETTLED | IS_LIBRARY_MADE;
        word & IS_LATE == 0 || word & settled == settled
    }

    /// An object that has escaped is about to be written by an action.
    fn refutes_filled(&mut self, object: Ref, offset: usize) {
        let class = self.class_of(object);
        let is_thread = !class.is_array()
            && class.is_subtype(self.vm.lib.known().thread)
            && self.thread_field(object, offset).is_none();
        let early = (self.skips_private() && is_thread).then(|| unguarded_key(class, offset));
        let key = self.filled(object, offset).or(early);
        let Some(exchange) = exchange_mut(&mut self.vm.trace) else { return };
        let (rewritten, disowned) = (&exchange.refuted.rewritten, &exchange.refuted.disowned);
        match key {
            Some(key) if !rewritten.contains(&key) => exchange.newly_rewritten = Some(key),
            // If it were written by the thread itself and plainly, it would be no action.
            Some(key) if is_thread && !disowned.contains(&key) => exchange.newly_disowned = Some(key),
            _ => {}
        }
    }

    /// A location is about to be written by an action. If this is the first time, its current value is its
    /// default write.
    pub(crate) fn remember(&mut self, loc: Loc) {
        let object = place_of(loc).0;
        let constant = if self.is_early(object) { Some(granule(loc)) } else { self.whole_of_large(object) };
        if let Some(exchange) = exchange_mut(&mut self.vm.trace)
            && let Some(constant) = constant
            && !exchange.refuted.written.contains(&constant.0)
        {
            exchange.newly_written = Some(constant.0);
        }
        self.refutes_filled(object, place_of(loc).1);
        if self.heap_answers() || self.vm.st.notes.initials.contains_key(&loc.0) {
            return;
        }
        let (object, offset) = place_of(loc);
        let raw = match self.class_of(object).component() {
            Some((_, kind)) if is_cell(loc) => {
                let size = size_of_cell(loc, kind);
                cell_kind(kind, size).extend(self.vm.st.heap.read(object, offset, size))
            }
            _ if self.is_torn(object, offset) => half(loc, self.vm.st.heap.word(object, offset / 8)),
            Some((_, kind)) => kind.extend(self.vm.st.heap.read(object, offset, kind.size())),
            None => self.vm.st.heap.word(object, offset / 8),
        };
        Arc::make_mut(&mut self.vm.st.notes.initials).insert(loc.0, raw);
    }
}
