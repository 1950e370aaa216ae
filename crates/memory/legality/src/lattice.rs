//! Exact legality: a search over sets of committed racy reads.
//!
//! Only racy reads and the writes they see ever need to be committed early; synchronisation, reads that see
//! writes which happen-before them, and all other actions can be committed last. So a justification is a path
//! ∅ = R₀ ⊂ R₁ ⊂ … ⊂ all racy reads with one speculative execution per edge. The search must backtrack,
//! because committing more is not always safe. Dead ends are remembered.

use crate::closure::Objects;
use crate::final_fields::Frozen;
use crate::speculate::{Speculated, Speculation, SyncEdge};
use crate::world::{Enumerated, Enumerator, LegalityLimits, Overflow};
use event::{
    Certificate, CommitStep, EventId, EventKind, Execution, Loc, Machine, ReadMode, RuleSet, ThreadId,
};
use std::collections::{BTreeMap, BTreeSet};

/// When two actions of different executions are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Identity {
    /// The n-th access of that kind by that thread to that location.
    Occurrence,
    /// Any access of that kind by that thread to that location: identifiers are arbitrary (the literal JLS).
    Free,
}

/// The result of looking for a justification.
#[derive(Debug, Clone)]
pub enum Justification {
    /// The execution is legal, and why.
    Legal(Box<Certificate>),
    /// Every order of committing was tried without success.
    None {
        /// The number of sets of committed reads explored.
        nodes: usize,
        /// The number of batches tried.
        batches: usize,
        /// The racy reads that were committed when the search got furthest.
        furthest: Vec<EventId>,
        /// All racy reads.
        racy: Vec<EventId>,
    },
    /// A limit was reached.
    Unknown(Overflow),
}

/// The maximum number of racy reads of an execution that is searched.
const MAX_RACY: usize = 30;

/// The maximum number of racy reads of an execution that is searched to the end; there are 2ⁿ sets.
const FEW_RACY: usize = 14;

/// The most batches tried for an execution with more racy reads. Large batches are tried first, and most
/// executions outside of OpMM need only a few of them.
const MOST_BATCHES: usize = 20_000;

/// The execution to justify.
pub(crate) struct Goal<'a> {
    pub execution: &'a Execution,
    pub rules: RuleSet,
    pub identity: Identity,
}

impl Goal<'_> {
    /// The plain reads of `loc` by `thread`, in program order.
    pub(crate) fn reads_of(&self, thread: ThreadId, loc: Loc) -> impl Iterator<Item = EventId> + '_ {
        let is_read =
            move |id: &&EventId| self.execution.event(**id).kind == EventKind::Read(loc, ReadMode::Plain);
        self.execution.thread(thread).iter().filter(is_read).copied()
    }

    /// How many events of the same kind, thread and object came before.
    pub(crate) fn ordinal(&self, id: EventId) -> u32 {
        let e = self.execution.event(id);
        let same = |o: &&EventId| {
            let o = self.execution.event(**o);
            o.index < e.index && o.kind == e.kind
        };
        self.execution.thread(e.thread).iter().filter(same).count() as u32
    }

    /// The reads that see a write which does not happen-before them: racy ones, which must be committed
    /// individually, and those that see through a final field, which may be.
    fn racy_reads(&self, objects: &Objects) -> (Vec<EventId>, Vec<EventId>) {
        let e = self.execution;
        let racy = |id: &EventId| {
            let event = e.event(*id);
            matches!(event.kind, EventKind::Read(_, ReadMode::Plain))
                && event.rf.is_some_and(|w| !e.hb(w, *id))
        };
        let reads = e.ids().filter(racy);
        if objects.infos.is_empty() {
            return (reads.collect(), Vec::new());
        }
        let frozen = Frozen::new(e, &objects.infos);
        reads.partition(|id| e.event(*id).rf.is_some_and(|w| !frozen.hb(w, *id)))
    }
}

/// Searches for a justification of `execution` by `rules`.
pub fn justify<M: Machine>(
    machine: &M,
    execution: &Execution,
    rules: RuleSet,
    identity: Identity,
    objects: &Objects,
    limits: &LegalityLimits,
) -> Justification {
    let goal = Goal { execution, rules, identity };
    let (racy, frozen) = goal.racy_reads(objects);
    if racy.len() + frozen.len() > MAX_RACY {
        return Justification::Unknown(Overflow::Partial);
    }
    // A read through a final field needs no commitment of its own, but committing it early may help.
    let mut left = if racy.len() + frozen.len() > FEW_RACY { MOST_BATCHES } else { usize::MAX };
    let subsets = (0..=frozen.len()).flat_map(|size| of_size(frozen.len(), size));
    let mut last = Justification::None { nodes: 0, batches: 0, furthest: Vec::new(), racy: racy.clone() };
    for subset in subsets {
        // What was not tried might have been a justification.
        if left == 0 {
            return Justification::Unknown(Overflow::Partial);
        }
        let early = (0..frozen.len()).filter(|i| subset >> i & 1 == 1).map(|i| frozen[i]);
        let racy: Vec<EventId> = racy.iter().copied().chain(early).collect();
        match (justify_with(machine, &goal, &racy, objects, limits, &mut left), &last) {
            (found @ Justification::Legal(_), _) => return found,
            (_, Justification::Unknown(_)) => {}
            // Report the search without early commitments.
            (Justification::None { .. }, _) if subset != 0 => {}
            (other, _) => last = other,
        }
    }
    last
}

fn justify_with<M: Machine>(
    machine: &M,
    goal: &Goal<'_>,
    racy: &[EventId],
    objects: &Objects,
    limits: &LegalityLimits,
    left: &mut usize,
) -> Justification {
    let sync = goal.execution.sw().into_iter().collect();
    let mut search = Search {
        machine,
        goal,
        racy,
        objects,
        sync,
        limits,
        dead: BTreeSet::new(),
        batches: 0,
        most: *left,
        overflow: None,
    };
    let path = search.from(0, &BTreeSet::new(), &BTreeSet::new());
    *left = left.saturating_sub(search.batches);
    match (path, search.overflow.take()) {
        (Some(path), _) => Justification::Legal(Box::new(certificate(goal, path))),
        (None, Some(overflow)) => Justification::Unknown(overflow),
        (None, None) => {
            let furthest = search.dead.iter().map(|(mask, ..)| *mask).max_by_key(|m| m.count_ones());
            Justification::None {
                nodes: search.dead.len(),
                batches: search.batches,
                furthest: search.set(furthest.unwrap_or(0)).into_iter().collect(),
                racy: racy.to_vec(),
            }
        }
    }
}

type Node = (u32, BTreeSet<EventId>, BTreeSet<SyncEdge>);

struct Search<'a, M: Machine> {
    machine: &'a M,
    goal: &'a Goal<'a>,
    racy: &'a [EventId],
    objects: &'a Objects,
    sync: BTreeSet<SyncEdge>,
    limits: &'a LegalityLimits,
    dead: BTreeSet<Node>,
    batches: usize,
    /// The most batches to try.
    most: usize,
    overflow: Option<Overflow>,
}

impl<M: Machine> Search<'_, M> {
    fn set(&self, mask: u32) -> BTreeSet<EventId> {
        (0..self.racy.len()).filter(|i| mask >> i & 1 == 1).map(|i| self.racy[i]).collect()
    }

    fn mask(&self, reads: &[EventId]) -> u32 {
        (0..self.racy.len()).filter(|i| reads.contains(&self.racy[*i])).fold(0, |mask, i| mask | 1 << i)
    }

    /// The rest of a justification once the reads in `mask` are committed; each element is a batch and how it
    /// was justified.
    fn from(
        &mut self,
        mask: u32,
        others: &BTreeSet<EventId>,
        frozen: &BTreeSet<SyncEdge>,
    ) -> Option<Vec<(BTreeSet<EventId>, Speculation)>> {
        let all = (1u32 << self.racy.len()) - 1;
        if mask == all {
            // Rule 8 with respect to E itself: only edges of E are ever frozen.
            debug_assert!(frozen.is_subset(&self.sync));
            return Some(Vec::new());
        }
        if !self.dead.insert((mask, others.clone(), frozen.clone())) {
            return None;
        }
        let pinned = self.set(mask);
        // The enumeration ends before the search continues and changes state, so it cannot borrow from the
        // search.
        let sync = self.sync.clone();
        let step = Speculated {
            goal: self.goal,
            pinned: &pinned,
            others,
            frozen,
            sync: &sync,
            objects: self.objects,
            worlds: Vec::new(),
        };
        let step = match Enumerator::new(self.machine, step, self.limits).run() {
            Ok(Enumerated { weak: true, .. }) => {
                self.overflow = Some(Overflow::Unsupported("a weaker access mode"));
                return None;
            }
            Ok(Enumerated { policy, cut, .. }) => {
                if cut {
                    self.overflow = Some(Overflow::Cut);
                }
                policy
            }
            Err(overflow) => {
                self.overflow = Some(overflow);
                return None;
            }
        };
        let left: Vec<EventId> =
            (0..self.racy.len()).filter(|i| mask >> i & 1 == 0).map(|i| self.racy[i]).collect();
        for world in &step.worlds {
            // Large batches first: executions outside OpMM usually need several reads committed together.
            for batch in subsets(&step.feasible(world, &left)) {
                self.batches += 1;
                if self.batches > self.most {
                    self.overflow = Some(Overflow::Partial);
                    return None;
                }
                if self.limits.is_stopped() {
                    self.overflow = Some(Overflow::Stopped);
                    return None;
                }
                let bits = self.mask(&batch);
                for speculation in step.commit(world, &batch) {
                    let rest = self.from(mask | bits, &speculation.others, &speculation.frozen);
                    if let Some(mut rest) = rest {
                        rest.insert(0, (batch.iter().copied().collect(), speculation));
                        return Some(rest);
                    }
                }
            }
        }
        None
    }
}

/// The non-empty subsets, larger ones first.
fn subsets(of: &[EventId]) -> impl Iterator<Item = Vec<EventId>> + '_ {
    let members = |mask: u32| (0..of.len()).filter(|i| mask >> i & 1 == 1).map(|i| of[i]).collect();
    (1..=of.len()).rev().flat_map(|size| of_size(of.len(), size)).map(members)
}

/// The subsets of this size of a set of `n` members, at most 31, as bits: ascending numbers.
fn of_size(n: usize, size: usize) -> impl Iterator<Item = u32> {
    // The next number with as many bits (Gosper): the lowest run of ones moves up by its highest bit, the
    // others go to the bottom.
    let next = move |&mask: &u64| {
        let lowest = mask & mask.wrapping_neg();
        let moved = mask + lowest;
        let mask = if mask == 0 { u64::MAX } else { (((mask ^ moved) / lowest) >> 2) | moved };
        (mask < 1 << n).then_some(mask)
    };
    std::iter::successors(Some((1u64 << size) - 1), next).map(|mask| mask as u32)
}

/// Writes a path in the form of the JLS: per macro-step one step that commits the writes and one that commits
/// the reads, both justified by the same execution; then everything else, justified by E itself.
fn certificate(goal: &Goal<'_>, path: Vec<(BTreeSet<EventId>, Speculation)>) -> Certificate {
    let e = goal.execution;
    let mut steps = Vec::new();
    let mut reads: BTreeSet<EventId> = BTreeSet::new();
    for (batch, speculation) in path {
        let mut push = |committed: BTreeSet<EventId>| {
            let label: BTreeMap<EventId, EventId> = speculation
                .label
                .iter()
                .filter(|(id, _)| committed.contains(id))
                .chain(&speculation.names)
                .map(|(a, b)| (*a, *b))
                .collect();
            steps.push(CommitStep { committed, speculative: speculation.execution.clone(), label });
        };
        let writes: BTreeSet<EventId> = reads.union(&speculation.others).copied().collect();
        push(writes.clone());
        reads.extend(batch);
        push(writes.union(&reads).copied().collect());
    }
    let committed: BTreeSet<EventId> =
        steps.last().map(|s: &CommitStep| s.committed.clone()).unwrap_or_default();
    let identity = |set: &BTreeSet<EventId>| set.iter().map(|id| (*id, *id)).collect();
    // Rule 9 requires external actions together with the writes they precede; rule 7' of the revised set
    // requires everything before an external action, so there they go last.
    let early = |id: &EventId| {
        let kind = e.event(*id).kind;
        let external = matches!(kind, EventKind::External | EventKind::Fail);
        !kind.is_read() && (goal.rules == RuleSet::Original || !external)
    };
    let first: BTreeSet<EventId> = committed.iter().copied().chain(e.ids().filter(early)).collect();
    steps.push(CommitStep { label: identity(&first), committed: first, speculative: e.clone() });
    // An atomic update reads and writes: each must be committed before any update that reads from it, so one
    // after the other.
    let updates = e.so().values().flatten().filter(|id| matches!(e.event(**id).kind, EventKind::Rmw(..)));
    for update in updates {
        let mut committed = steps.last().map(|s: &CommitStep| s.committed.clone()).unwrap_or_default();
        committed.insert(*update);
        steps.push(CommitStep { label: identity(&committed), committed, speculative: e.clone() });
    }
    let all: BTreeSet<EventId> = e.ids().collect();
    steps.push(CommitStep { label: identity(&all), committed: all, speculative: e.clone() });
    Certificate { rules: goal.rules, execution: e.clone(), steps }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subset_comes_once_and_larger_ones_first() {
        let of: Vec<EventId> = (0..6).map(EventId).collect();
        let all: Vec<Vec<EventId>> = subsets(&of).collect();
        assert_eq!(all.len(), 63);
        assert!(all.windows(2).all(|pair| pair[0].len() >= pair[1].len()));
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 63);
        assert_eq!(of_size(3, 0).collect::<Vec<_>>(), [0]);
        assert_eq!(of_size(0, 0).collect::<Vec<_>>(), [0]);
        assert_eq!(of_size(4, 3).collect::<Vec<_>>(), [0b111, 0b1011, 0b1101, 0b1110]);
        assert_eq!(of_size(31, 30).count(), 31);
    }
}
