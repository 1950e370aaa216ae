//! Final fields (JLS §17.5.1) in a complete execution.
//!
//! A read of a final field through a reference whose memory chain passed the field's freeze, and every read
//! that dereferences its result, sees memory at least as the freeze knew it. The JLS leaves open by which of
//! several reads a thread obtained an object. This choice has opposite effects: with fewer freezes behind it
//! fewer writes are hidden from a read, with more it sees writes that it need not race with. So both extremes
//! are kept, and each question is answered by the one that allows more. Where they differ
//! ([`Frozen::ambiguous`]) no single choice may satisfy all questions, and the literal checker, which tries
//! all choices, decides.

use crate::world::Set;
use event::{EventId, EventKind, Execution, Loc, LocInfo, ObjectId, ThreadId, Value};
use std::collections::BTreeMap;

/// The freezes that the reads of an execution look through.
pub(crate) struct Frozen<'a> {
    execution: &'a Execution,
    /// Per event the freezes whose knowledge it has besides happens-before, for every choice.
    least: Vec<Set>,
    /// Per event the freezes whose knowledge it has for some choice.
    most: Vec<Set>,
    /// Whether the choice of chains matters.
    pub ambiguous: bool,
}

impl<'a> Frozen<'a> {
    /// Follows all chains. `infos` has every location that is a field or holds references.
    pub(crate) fn new(execution: &'a Execution, infos: &BTreeMap<Loc, LocInfo>) -> Frozen<'a> {
        let n = execution.events().len();
        let through = |choice: Choice| -> Vec<Set> {
            let mut chains = Chains { execution, infos, done: vec![None; n], open: Set::EMPTY, choice };
            execution.ids().map(|e| chains.of(e).through).collect()
        };
        let (least, most) = (through(Choice::Fewest), through(Choice::Most));
        Frozen { execution, ambiguous: least != most, least, most }
    }

    /// Whether a write happens-before a read, or may count as such because of a freeze.
    pub(crate) fn hb(&self, write: EventId, read: EventId) -> bool {
        self.hb_through(write, read, self.most[read.index()])
    }

    fn hb_through(&self, write: EventId, read: EventId, freezes: Set) -> bool {
        let frozen = |f: usize| freezes.contains(f) && self.execution.hb(write, EventId(f as u32));
        self.execution.hb(write, read) || (0..self.most.len()).any(frozen)
    }

    /// Whether there is a write between the write that a read sees and the read.
    pub(crate) fn hides(&self, read: EventId) -> bool {
        let event = self.execution.event(read);
        let Some(loc) = event.kind.loc() else { return false };
        let between = |w: EventId| {
            Some(w) != event.rf
                && self.hb_through(w, read, self.least[read.index()])
                && event.rf.is_none_or(|seen| self.execution.hb(seen, w))
        };
        self.execution.writes_to(loc).any(between)
    }
}

/// The chains that lead to an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Chain {
    /// Freezes that happen-before an action of the memory chain.
    passed: Set,
    /// Freezes that the dereference chain looks through.
    through: Set,
}

/// Which of several reads of an address is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choice {
    /// The freezes that all of them have behind them.
    Fewest,
    /// The freezes that any of them has behind it.
    Most,
}

struct Chains<'a> {
    execution: &'a Execution,
    infos: &'a BTreeMap<Loc, LocInfo>,
    done: Vec<Option<Chain>>,
    /// Events that are currently being followed.
    open: Set,
    choice: Choice,
}

impl Chains<'_> {
    fn of(&mut self, id: EventId) -> Chain {
        if let Some(chain) = self.done[id.index()] {
            return chain;
        }
        if self.open.contains(id.index()) {
            // A reference that comes from itself: no freeze, or any.
            let all = if self.choice == Choice::Most { Set::ALL } else { Set::EMPTY };
            return Chain { passed: all, through: Set::EMPTY };
        }
        self.open.insert(id.index());
        let chain = self.follow(id);
        self.open.remove(id.index());
        self.done[id.index()] = Some(chain);
        chain
    }

    fn follow(&mut self, id: EventId) -> Chain {
        let event = self.execution.event(id);
        let Some(info) = event.kind.loc().and_then(|loc| self.infos.get(&loc)).copied() else {
            return Chain::default();
        };
        let mut chain = info.field.map_or(Chain::default(), |f| self.source(id, f.object));
        if event.kind.is_read() {
            if info.field.is_some_and(|f| f.is_final) {
                let frozen = event.kind.loc().map_or(Set::EMPTY, |loc| self.freezes(loc)) & chain.passed;
                chain.through |= frozen;
            }
            if info.holds_reference
                && let Some(w) = event.rf
            {
                chain.passed |= self.of(w).passed;
            }
        }
        if event.kind.is_write() && info.holds_reference {
            let value = event.written.unwrap_or_default();
            if let Some(object) = ObjectId::referred(value) {
                chain.passed |= self.source(id, object).passed;
            }
            chain.passed |= self.known(id);
        }
        chain
    }

    /// The chain by which the thread of an event may have obtained an object before it.
    fn source(&mut self, id: EventId, object: ObjectId) -> Chain {
        let (thread, index) = (self.execution.event(id).thread, self.execution.event(id).index);
        if object.creator == thread {
            return Chain::default();
        }
        let known = self.known(id);
        let reads = self.reads_of_reference(thread, index, object.reference());
        let chains: Vec<Chain> = reads
            .into_iter()
            .map(|r| {
                let chain = self.of(r);
                Chain { passed: chain.passed - known, through: chain.through - known }
            })
            .collect();
        let join = |a: Set, b: Set| if self.choice == Choice::Fewest { a & b } else { a | b };
        let joined = chains
            .into_iter()
            .reduce(|a, b| Chain { passed: join(a.passed, b.passed), through: join(a.through, b.through) });
        joined.unwrap_or_default()
    }

    fn reads_of_reference(&self, thread: ThreadId, before: u32, reference: Value) -> Vec<EventId> {
        let saw = |id: &&EventId| {
            let e = self.execution.event(**id);
            let holds = e.kind.loc().and_then(|loc| self.infos.get(&loc)).is_some_and(|i| i.holds_reference);
            e.index < before && e.kind.is_read() && holds && e.read == Some(reference)
        };
        self.execution.thread(thread).iter().filter(saw).copied().collect()
    }

    /// The freezes of a field.
    fn freezes(&self, loc: Loc) -> Set {
        let is_freeze = |e: &EventId| self.execution.event(*e).kind == EventKind::Freeze(loc);
        self.execution.ids().filter(is_freeze).map(EventId::index).collect()
    }

    /// The freezes that happen-before an event.
    fn known(&self, id: EventId) -> Set {
        let known = |e: &EventId| {
            matches!(self.execution.event(*e).kind, EventKind::Freeze(_)) && self.execution.hb(*e, id)
        };
        self.execution.ids().filter(known).map(EventId::index).collect()
    }
}
