//! The canonical form of a state of the machine: that of the virtual machine ([`crate::encode`]), and what
//! that lacks.

use super::names::JavaNames;
use super::{JavaMachine, JavaState};
use crate::encode::{Form, Held, Naming, encode_numbering};
use crate::facts::Unasked;
use crate::location::{loc_of, place_of, value_of};
use crate::output::value_of_text;
use crate::symmetry::Symmetric;
use event::{Failure, Gap, Loc, Names, ThreadId, ThreadSymmetry, Value};
use jvm::class::Kind;
use jvm::heap::Ref;
use jvm::state::Status;

impl JavaMachine {
    /// The canonical form, with objects identified by name.
    pub(super) fn canonical(&self, state: &JavaState, out: &mut Vec<u8>) {
        // All discarded executions have the same future: none.
        if state.vm.notes.is_discarded {
            return out.extend_from_slice(b"discarded");
        }
        let form = Form { naming: Naming::Names, symmetry: None, counters: self.counters };
        self.encode_machine(state, &[], form, out);
        self.encode_rest(state, None, out);
        self.encode_segments(state, None, Some, out);
    }

    /// The same, where a memory holds parts of the state, which is encoded separately.
    pub(super) fn canonical_keeping(&self, state: &JavaState, held: &[(Loc, Value)], out: &mut Vec<u8>) {
        if state.vm.notes.is_discarded {
            return out.extend_from_slice(b"discarded");
        }
        let (cells, others) = self.held_by_memory(state, held);
        let form = Form { naming: Naming::Names, symmetry: None, counters: self.counters };
        self.encode_machine(state, &cells, form, out);
        self.encode_rest(state, None, out);
        self.encode_segments(state, None, Some, out);
        put_others(others.iter().map(|&(loc, raw, is_ref)| (loc, value_of(raw, is_ref))).collect(), out);
    }

    /// Encodes the state of the virtual machine. Returns the numbers of objects.
    fn encode_machine(
        &self,
        state: &JavaState,
        cells: &[Held],
        form: Form<'_>,
        out: &mut Vec<u8>,
    ) -> Vec<Vec<u32>> {
        encode_numbering(&state.vm, self.lib, self.base.as_ref(), cells, form, out).unwrap_or_else(
            |unmapped| {
                let mut learnt = self.learnt.lock().expect("no panic while facts are learnt");
                learnt.gaps.insert(Gap::Unsupported(unmapped.to_string()));
                Vec::new()
            },
        )
    }

    /// The cells whose values the heap does not have, since a memory holds them (`held`), or nothing was
    /// written to them that counts; the latter with their initial values, and whether these are references.
    fn held_by_memory(&self, state: &JavaState, held: &[(Loc, Value)]) -> (Vec<Held>, Vec<(Loc, u64, bool)>) {
        let mut cells: Vec<Held> = Vec::with_capacity(held.len());
        for &(loc, value) in held {
            let (object, offset) = place_of(loc);
            let place = self.place(&state.vm, loc);
            let is_reference = place.kind == Kind::Reference;
            let reference = is_reference.then(|| Ref(crate::location::raw_of(value, true)));
            cells.push(Held { object, offset, size: place.kind.size(), reference });
        }
        // The heap holds what was written last, which is not the value of a location that the memory does not
        // hold.
        let mut others: Vec<(Loc, u64, bool)> = Vec::new();
        let mut known: Vec<u64> = held.iter().map(|(loc, _)| loc.0).collect();
        known.sort_unstable();
        for (&loc, &raw) in state.vm.notes.initials.iter().filter(|_| !self.heap_answers()) {
            if known.binary_search(&loc).is_err() {
                let (object, offset) = place_of(Loc(loc));
                let kind = self.place(&state.vm, Loc(loc)).kind;
                let reference = (kind == Kind::Reference).then_some(Ref(raw));
                cells.push(Held { object, offset, size: kind.size(), reference });
                others.push((Loc(loc), raw, reference.is_some()));
            }
        }
        cells.sort_unstable_by_key(|cell| (cell.object, cell.offset));
        (cells, others)
    }

    /// The canonical form, with objects numbered; what a memory holds is encoded separately.
    pub(super) fn canonical_naming<'a>(
        &'a self,
        state: &'a JavaState,
        held: &[(Loc, Value)],
        symmetry: ThreadSymmetry,
        out: &mut Vec<u8>,
    ) -> Option<Box<dyn Names + 'a>> {
        if state.vm.notes.is_discarded {
            out.extend_from_slice(b"discarded");
            return None;
        }
        let alike = symmetry == ThreadSymmetry::Alike && self.are_alike();
        let symmetry = alike.then(|| Symmetric::of(self.lib, &state.vm, &state.beyond, self.base.as_ref()));
        let (cells, others) = self.held_by_memory(state, held);
        let form = Form { naming: Naming::Numbers, symmetry: symmetry.as_ref(), counters: self.counters };
        let numbers = self.encode_machine(state, &cells, form, out);
        self.encode_rest(state, symmetry.as_ref(), out);
        let places = symmetry.map(|symmetry| symmetry.places);
        let names = JavaNames { machine: self, state, numbers, places };
        let named = |&(loc, raw, is_reference): &(Loc, u64, bool)| {
            let value = value_of(raw, is_reference);
            Some((names.loc(loc)?, if is_reference { names.value(loc, value) } else { value }))
        };
        self.encode_segments(state, names.places.as_deref(), |loc| names.loc(loc), out);
        put_others(others.iter().filter_map(named).collect(), out);
        Some(Box::new(names))
    }

    /// Encodes the accesses to guarded data that were not actions: another thread that accesses the same data
    /// will find out that it is not guarded.
    fn encode_segments(
        &self,
        state: &JavaState,
        places: Option<&[u8]>,
        name: impl Fn(Loc) -> Option<Loc>,
        out: &mut Vec<u8>,
    ) {
        // Not under a released monitor, or under one that no thread can enter any more.
        const OPEN: Loc = Loc(u64::MAX);
        const UNNAMED: Loc = Loc(u64::MAX - 1);
        let mut open: Vec<(u8, Loc, bool, Loc)> = Vec::new();
        for (thread, segment) in state.segments.iter().enumerate() {
            let place = places.and_then(|places| places.get(thread).copied()).unwrap_or(thread as u8);
            let guarded = segment.iter().filter(|access| access.is_guarded);
            let monitor = |under: Ref| loc_of(under, 0).ok().and_then(&name).unwrap_or(UNNAMED);
            let under = |access: &Unasked| access.under.map_or(OPEN, monitor);
            let named = guarded.filter_map(|a| Some((place, name(a.loc)?, a.writes, under(a))));
            open.extend(named);
        }
        open.sort_unstable();
        open.dedup();
        out.extend((open.len() as u32).to_le_bytes());
        for (place, loc, writes, under) in open {
            out.extend([place, u8::from(writes)]);
            out.extend(loc.0.to_le_bytes());
            out.extend(under.0.to_le_bytes());
        }
    }

    /// Encodes what is not in the state of the virtual machine. A thread's standing follows from its frames,
    /// unless it has reached its instruction and must retry it.
    fn encode_rest(&self, state: &JavaState, symmetry: Option<&Symmetric<'_>>, out: &mut Vec<u8>) {
        let thread = |place: usize| symmetry.map_or(place, |symmetry| usize::from(symmetry.threads[place]));
        let printed = |place: usize| state.vm.threads.get(thread(place))?.notes.printed.as_ref();
        let standing =
            |place: usize| state.standing[thread(place)].number() | u8::from(printed(place).is_some()) << 7;
        out.extend((0..state.standing.len()).map(standing));
        for printed in (0..state.standing.len()).filter_map(printed) {
            out.extend(value_of_text(printed).0.to_le_bytes());
        }
        let place = |thread: usize| symmetry.map_or(thread, |symmetry| symmetry.place(thread));
        for at in 0..state.standing.len() {
            let joined = state.vm.threads.get(thread(at)).map_or(0, |thread| thread.notes.joined);
            let places = (0..u32::BITS as usize).filter(|number| joined >> number & 1 == 1).map(place);
            out.extend(places.fold(0_u32, |bits, place| bits | 1 << place).to_le_bytes());
            // The first use of a class that another thread initialised is preceded by an action.
            let knows = state.vm.threads.get(thread(at)).filter(|_| !self.heap_answers());
            let knows = knows.filter(|thread| thread.status != Status::Ended);
            let knows = knows.map_or(&[][..], |thread| &thread.notes.knows);
            out.extend((knows.len() as u32).to_le_bytes());
            knows.iter().for_each(|class| out.extend(class.to_le_bytes()));
        }
        for (object, contents) in &state.assumed {
            out.extend(object.0.to_le_bytes());
            contents.iter().for_each(|word| out.extend(word.to_le_bytes()));
        }
        out.push(state.failures.len() as u8);
        let failure =
            |(thread, failure): &'_ (ThreadId, Failure)| (place(thread.index()) as u8, failure.clone());
        let mut failures: Vec<(u8, Failure)> = state.failures.iter().map(failure).collect();
        failures.sort();
        for (place, failure) in &failures {
            out.push(*place);
            out.extend_from_slice(failure.class().as_bytes());
            out.push(0);
        }
    }
}

/// Appends locations and their values, in order.
fn put_others(mut others: Vec<(Loc, Value)>, out: &mut Vec<u8>) {
    others.sort_unstable();
    out.extend((others.len() as u32).to_le_bytes());
    for (loc, value) in others {
        out.extend(loc.0.to_le_bytes());
        out.extend(value.0.to_le_bytes());
    }
}
