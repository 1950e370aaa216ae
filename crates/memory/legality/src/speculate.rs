//! Speculative executions: one macro-step of a justification.
//!
//! Given committed racy reads `pinned` (which see what they see in E), and writes and external actions
//! committed earlier, finds the executions E' in which these occur and every other read sees a write that
//! happens-before it. They do not depend on what is committed next, so they are enumerated once, and then
//! checked for which batches of racy reads they let commit.

use crate::closure::{Objects, is_acyclic};
use crate::final_fields::Frozen;
use crate::lattice::{Goal, Identity};
use crate::world::{Choice, End, Ev, Overflow, Policy, Sees, World};
use event::{EventId, EventKind, Execution, Loc, LocInfo, RuleSet, ThreadId};
use std::collections::{BTreeMap, BTreeSet};

/// A synchronizes-with edge of E. Edges of other executions are named by it: one that E does not have can
/// never be frozen, since it would have to hold in E as well.
pub(crate) type SyncEdge = (EventId, EventId);

/// Frozen edges, and the events of E' that correspond to their ends.
type Naming = (BTreeSet<SyncEdge>, BTreeMap<EventId, usize>);

/// An accepted speculative execution.
#[derive(Debug, Clone)]
pub(crate) struct Speculation {
    /// E'.
    pub execution: Execution,
    /// Maps committed events of E to E'.
    pub label: BTreeMap<EventId, EventId>,
    /// Maps the uncommitted synchronisation actions of E that rule 8 concerns to E'.
    pub names: BTreeMap<EventId, EventId>,
    /// Writes and external actions committed so far, including this step.
    pub others: BTreeSet<EventId>,
    /// Synchronisation frozen by rule 8, including this step.
    pub frozen: BTreeSet<SyncEdge>,
}

/// The policy of one macro-step.
pub(crate) struct Speculated<'a, S> {
    pub goal: &'a Goal<'a>,
    pub pinned: &'a BTreeSet<EventId>,
    pub others: &'a BTreeSet<EventId>,
    pub frozen: &'a BTreeSet<SyncEdge>,
    /// All synchronizes-with edges of E.
    pub sync: &'a BTreeSet<SyncEdge>,
    pub objects: &'a Objects,
    /// The executions E' in which all pinned reads occur.
    pub worlds: Vec<World<S>>,
}

impl<S: Clone> Speculated<'_, S> {
    /// The labels that the next read of `loc` by `thread` may have, `None` if it is none of the pinned reads.
    fn labels(&self, world: &World<S>, thread: ThreadId, loc: Loc) -> Vec<Option<EventId>> {
        match self.goal.identity {
            Identity::Occurrence => {
                let same = |e: &&Ev| e.thread == thread && e.is_plain_read() && e.loc() == Some(loc);
                let ordinal = world.events.iter().filter(same).count();
                vec![self.goal.reads_of(thread, loc).nth(ordinal).filter(|r| self.pinned.contains(r))]
            }
            Identity::Free => {
                let used = |r: &EventId| world.events.iter().any(|e| e.label == Some(*r));
                let free = self.goal.reads_of(thread, loc).filter(|r| self.pinned.contains(r) && !used(r));
                free.map(Some).chain(std::iter::once(None)).collect()
            }
        }
    }

    /// The events of E' that may correspond to a read of E which is not pinned.
    fn read_images(&self, world: &World<S>, of: EventId) -> Vec<usize> {
        let e = self.goal.execution.event(of);
        let ordinal = self.goal.ordinal(of);
        let fits = |v: &Ev| {
            v.label.is_none()
                && v.thread == e.thread
                && v.kind == e.kind
                && (self.goal.identity == Identity::Free || v.ordinal == ordinal)
        };
        (0..world.events.len()).filter(|&i| fits(&world.events[i])).collect()
    }

    /// The racy reads among these that E' may let commit: it has the read, and the write that the read is to
    /// see with the right value.
    pub(crate) fn feasible(&self, world: &World<S>, racy: &[EventId]) -> Vec<EventId> {
        let has = |r: &&EventId| {
            let write = self.goal.execution.event(**r).rf;
            !self.read_images(world, **r).is_empty()
                && write.is_some_and(|w| !self.images(world, w).is_empty())
        };
        racy.iter().filter(has).copied().collect()
    }

    /// Every way in which E' lets this batch commit.
    pub(crate) fn commit(&self, world: &World<S>, batch: &[EventId]) -> Vec<Speculation> {
        let mut found = Vec::new();
        let pinned = world.events.iter().enumerate().filter_map(|(i, e)| Some((e.label?, i))).collect();
        for reads in self.assignments(world, batch, &pinned) {
            for frozen_reads in self.frozen_reads(world) {
                self.commit_with(world, batch, &reads, &frozen_reads, &mut found);
            }
        }
        found
    }

    /// All injections of the batch into the reads of E'.
    fn assignments(
        &self,
        world: &World<S>,
        batch: &[EventId],
        label: &BTreeMap<EventId, usize>,
    ) -> Vec<BTreeMap<EventId, usize>> {
        let Some((&first, rest)) = batch.split_first() else { return vec![label.clone()] };
        let mut all = Vec::new();
        for image in self.read_images(world, first) {
            if label.values().all(|v| *v != image) {
                let mut longer = label.clone();
                longer.insert(first, image);
                all.extend(self.assignments(world, rest, &longer));
            }
        }
        all
    }

    /// The events of E' that may correspond to a committed write or external action of E.
    fn images(&self, world: &World<S>, of: EventId) -> Vec<usize> {
        let e = self.goal.execution.event(of);
        let ordinal = self.goal.ordinal(of);
        let same_kind = |v: &Ev| match e.kind {
            EventKind::External | EventKind::Fail => v.kind == e.kind,
            _ => v.is_plain_write() && v.loc() == e.kind.loc(),
        };
        let fits = |v: &Ev| {
            v.thread == e.thread
                && v.written == e.written
                && same_kind(v)
                && (self.goal.identity == Identity::Free || v.ordinal == ordinal)
        };
        (0..world.events.len()).filter(|&i| fits(&world.events[i])).collect()
    }

    /// The committed events of E that may correspond to an event of E'; for writes that a new read still sees
    /// and for external actions.
    fn origins(&self, event: &Ev) -> Vec<EventId> {
        let execution = self.goal.execution;
        let fits = |id: &EventId| {
            let e = execution.event(*id);
            e.kind == event.kind
                && e.thread == event.thread
                && e.written == event.written
                && (self.goal.identity == Identity::Free || self.goal.ordinal(*id) == event.ordinal)
        };
        execution.ids().filter(fits).collect()
    }

    /// Extends `label` (E → E') so that every image of `todo` has an origin, in all ways.
    fn extensions(
        &self,
        world: &World<S>,
        label: &BTreeMap<EventId, usize>,
        todo: &[usize],
    ) -> Vec<BTreeMap<EventId, usize>> {
        let Some((&first, rest)) = todo.split_first() else { return vec![label.clone()] };
        if label.values().any(|&v| v == first) {
            return self.extensions(world, label, rest);
        }
        let mut all = Vec::new();
        for origin in self.origins(&world.events[first]).into_iter().filter(|o| !label.contains_key(o)) {
            let mut longer = label.clone();
            longer.insert(origin, first);
            all.extend(self.extensions(world, &longer, rest));
        }
        all
    }

    /// All injections of `needed` into the events of E'.
    fn injections(
        &self,
        world: &World<S>,
        needed: &[EventId],
        label: &BTreeMap<EventId, usize>,
    ) -> Vec<BTreeMap<EventId, usize>> {
        let Some((&first, rest)) = needed.split_first() else { return vec![label.clone()] };
        let mut all = Vec::new();
        for image in self.images(world, first).into_iter().filter(|i| !label.values().any(|v| v == i)) {
            let mut longer = label.clone();
            longer.insert(first, image);
            all.extend(self.injections(world, rest, &longer));
        }
        all
    }

    /// Rule 2 (or 2') and what the pinned reads see.
    fn is_consistent(&self, world: &World<S>, batch: &[EventId], label: &BTreeMap<EventId, usize>) -> bool {
        let e = self.goal.execution;
        for r in self.pinned {
            let (Some(&read), Some(w)) = (label.get(r), e.event(*r).rf) else { return false };
            let Some(&write) = label.get(&w) else { return false };
            if world.hb(read, write)
                || world.is_hidden(write, read)
                || world.events[write].written != world.events[read].read
            {
                return false;
            }
        }
        match self.goal.rules {
            // Rule 2: hb_i restricted to C_i is hb restricted to C_i.
            RuleSet::Original => label
                .iter()
                .all(|(a, a2)| label.iter().all(|(b, b2)| a == b || e.hb(*a, *b) == world.hb(*a2, *b2))),
            // Rule 2': W(r) hb r iff W(r) hb_i r, and not r hb_i W(r).
            RuleSet::Revised => self.pinned.iter().chain(batch).all(|r| {
                let (Some(&read), Some(w)) = (label.get(r), e.event(*r).rf) else { return false };
                let Some(&write) = label.get(&w) else { return false };
                e.hb(w, *r) == world.hb(write, read) && !world.hb(read, write)
            }),
        }
    }

    /// External actions that happen-before a committed action must be committed as well (rule 9); `None` if
    /// they cannot be.
    fn with_externals(
        &self,
        world: &World<S>,
        label: &BTreeMap<EventId, usize>,
    ) -> Vec<BTreeMap<EventId, usize>> {
        if self.goal.rules == RuleSet::Revised {
            return vec![label.clone()];
        }
        // A failure is also observable from outside.
        let is_external = |x: &usize| matches!(world.events[*x].kind, EventKind::External | EventKind::Fail);
        let needed = |x: &usize| label.values().any(|&y| world.hb(*x, y));
        let todo: Vec<usize> = (0..world.events.len()).filter(is_external).filter(needed).collect();
        self.extensions(world, label, &todo)
    }

    /// The reads that see a write made known by a freeze, with every choice of writes.
    fn frozen_reads(&self, world: &World<S>) -> Vec<BTreeMap<usize, usize>> {
        let is_pinned = |e: &Ev| e.label.is_some_and(|r| self.pinned.contains(&r));
        let mut all = vec![BTreeMap::new()];
        for (read, event) in world.events.iter().enumerate() {
            let Some(loc) = event.loc().filter(|_| event.sees == Some(Sees::Later) && !is_pinned(event))
            else {
                continue;
            };
            let fits = |w: &usize| world.events[*w].written == event.read && !world.hb(read, *w);
            let writes: Vec<usize> = world.plain_writes(loc).filter(fits).collect();
            let extend = |map: &BTreeMap<usize, usize>| {
                let map = map.clone();
                writes.clone().into_iter().map(move |w| {
                    let mut longer = map.clone();
                    longer.insert(read, w);
                    longer
                })
            };
            all = all.iter().flat_map(extend).collect();
        }
        all
    }

    /// Rule 6 and consistency where final fields matter.
    fn respects_final_fields(&self, world: &World<S>, execution: &Execution) -> bool {
        if world.infos.is_empty() {
            return true;
        }
        let frozen = Frozen::new(execution, &world.infos);
        world.events.iter().enumerate().filter(|(_, e)| e.is_plain_read()).all(|(i, e)| {
            let id = EventId(i as u32);
            let pinned = e.label.is_some_and(|r| self.pinned.contains(&r));
            let sees = execution.event(id).rf;
            (pinned || sees.is_none_or(|w| frozen.hb(w, id))) && !frozen.hides(id)
        })
    }

    fn accept(
        &self,
        world: &World<S>,
        batch: &[EventId],
        label: &BTreeMap<EventId, usize>,
        frozen_reads: &BTreeMap<usize, usize>,
        found: &mut Vec<Speculation>,
    ) {
        if !self.is_consistent(world, batch, label) {
            return;
        }
        let others: BTreeSet<EventId> =
            label.keys().filter(|id| !self.pinned.contains(id) && !batch.contains(id)).copied().collect();
        let mut frozen = self.frozen_after(world, label);
        frozen.retain(|set, _| !found.iter().any(|s| s.others == others && s.frozen == *set));
        if frozen.is_empty() {
            return;
        }
        let rf = |e: usize| match world.events[e].sees {
            Some(Sees::Write(w)) => Some(w),
            Some(Sees::Later) => {
                if let Some(w) = frozen_reads.get(&e) {
                    return Some(*w);
                }
                let read = world.events[e].label?;
                label.get(&self.goal.execution.event(read).rf?).copied()
            }
            _ => None,
        };
        let Some(execution) = world.execution(rf) else { return };
        if !self.respects_final_fields(world, &execution) {
            return;
        }
        debug_assert!(is_acyclic(&execution) || !self.pinned.is_empty());
        let ids = |map: &BTreeMap<EventId, usize>| -> BTreeMap<EventId, EventId> {
            map.iter().map(|(a, b)| (*a, EventId(*b as u32))).collect()
        };
        found.extend(frozen.into_iter().map(|(frozen, names)| Speculation {
            execution: execution.clone(),
            label: ids(label),
            names: ids(&names),
            others: others.clone(),
            frozen,
        }));
    }

    /// Rule 8: ssw edges that happen-before a committed action hold in all later executions, and those frozen
    /// before hold here. Returns what is frozen afterwards, for all ways to identify synchronisation actions
    /// with those of E.
    fn frozen_after(
        &self,
        world: &World<S>,
        label: &BTreeMap<EventId, usize>,
    ) -> BTreeMap<BTreeSet<SyncEdge>, BTreeMap<EventId, usize>> {
        if self.goal.rules == RuleSet::Revised {
            return BTreeMap::from([(BTreeSet::new(), BTreeMap::new())]);
        }
        let committed = |b: usize| label.values().any(|&z| z == b || world.hb(b, z));
        let freezes = |&(a, b): &(usize, usize)| committed(b) && is_sufficient(world, a, b);
        let mut namings: Vec<Naming> = vec![(self.frozen.clone(), BTreeMap::new())];
        for edge in world.sw.iter().copied().filter(freezes) {
            namings = namings.iter().flat_map(|naming| self.named(world, naming, edge, self.sync)).collect();
        }
        for edge in self.frozen {
            let edge = BTreeSet::from([*edge]);
            let find = |naming: &Naming| -> Vec<Naming> {
                world.sw.iter().flat_map(|here| self.named(world, naming, *here, &edge)).collect()
            };
            namings = namings.iter().flat_map(find).collect();
        }
        namings.into_iter().collect()
    }

    /// All ways to extend a naming such that an edge of E' is one of `edges`, which is then frozen.
    fn named(
        &self,
        world: &World<S>,
        (frozen, names): &Naming,
        (a, b): (usize, usize),
        edges: &BTreeSet<SyncEdge>,
    ) -> Vec<Naming> {
        let fits = |id: EventId, event: usize| match names.get(&id) {
            Some(named) => *named == event,
            None => !names.values().any(|v| *v == event) && self.is_same_sync(id, &world.events[event]),
        };
        let mut all = Vec::new();
        for &(x, y) in edges.iter().filter(|(x, y)| fits(*x, a) && fits(*y, b)) {
            let (mut frozen, mut names) = (frozen.clone(), names.clone());
            frozen.insert((x, y));
            names.extend([(x, a), (y, b)]);
            all.push((frozen, names));
        }
        all
    }

    /// Whether a synchronisation action of E' may be this one of E. The value that an uncommitted write
    /// writes does not matter.
    fn is_same_sync(&self, id: EventId, event: &Ev) -> bool {
        let e = self.goal.execution.event(id);
        let is_same = e.kind == event.kind && e.thread == event.thread;
        is_same && (self.goal.identity == Identity::Free || self.goal.ordinal(id) == event.ordinal)
    }
}

/// Whether a synchronizes-with edge is in the transitive reduction of hb and not in po.
fn is_sufficient<S: Clone>(world: &World<S>, a: usize, b: usize) -> bool {
    let between = |c: usize| world.hb(a, c) && world.hb(c, b);
    world.events[a].thread != world.events[b].thread && !(0..world.events.len()).any(between)
}

impl<S: Clone> Policy<S> for Speculated<'_, S> {
    fn choices(&self, world: &World<S>, thread: ThreadId, loc: Loc, info: LocInfo, out: &mut Vec<Choice>) {
        let visible = world.visible(loc, world.knows(thread));
        for label in self.labels(world, thread, loc) {
            if let Some(r) = label.filter(|r| self.pinned.contains(r)) {
                let value = self.goal.execution.event(r).read.unwrap_or_default();
                out.push(Choice { value, sees: Sees::Later, label });
                continue;
            }
            // Rule 6: uncommitted reads see writes that happen-before them.
            let seen = |&w: &usize| {
                world.events[w].written.map(|value| Choice { value, sees: Sees::Write(w), label })
            };
            out.extend(visible.iter().filter_map(seen));
            if visible.is_empty() {
                out.push(Choice { value: info.initial, sees: Sees::Default, label });
            }
            // Or, through a final field, writes that a freeze has made known.
            out.extend(self.objects.values(loc).map(|value| Choice { value, sees: Sees::Later, label }));
        }
    }

    /// A thread that has ended performs no further labelled reads.
    fn is_hopeless(&self, world: &World<S>) -> bool {
        let missing = |r: &EventId| !world.events.iter().any(|e| e.label == Some(*r));
        let over = |r: &EventId| world.has_ended(self.goal.execution.event(*r).thread);
        self.pinned.iter().any(|r| over(r) && missing(r))
    }

    fn complete(&mut self, world: &World<S>, _end: End) -> Result<(), Overflow> {
        let labelled = |r: &EventId| world.events.iter().any(|e| e.label == Some(*r));
        if self.pinned.iter().all(labelled) {
            self.worlds.push(world.clone());
        }
        Ok(())
    }
}

impl<S: Clone> Speculated<'_, S> {
    fn commit_with(
        &self,
        world: &World<S>,
        batch: &[EventId],
        reads: &BTreeMap<EventId, usize>,
        frozen_reads: &BTreeMap<usize, usize>,
        found: &mut Vec<Speculation>,
    ) {
        let e = self.goal.execution;
        let seen = self.pinned.iter().chain(batch).filter_map(|r| e.event(*r).rf);
        let needed: BTreeSet<EventId> = seen.chain(self.others.iter().copied()).collect();
        let needed: Vec<EventId> = needed.into_iter().collect();
        // Rule 7 of the original: the write that a new read still sees must be committed, so it must be an
        // action of E.
        let still_seen: Vec<usize> = match self.goal.rules {
            RuleSet::Revised => Vec::new(),
            RuleSet::Original => {
                let sees = |r: &EventId| match world.events[reads[r]].sees {
                    Some(Sees::Write(w)) => Some(w),
                    _ => frozen_reads.get(&reads[r]).copied(),
                };
                batch.iter().filter_map(sees).collect()
            }
        };
        for label in self.injections(world, &needed, reads) {
            for label in self.extensions(world, &label, &still_seen) {
                for label in self.with_externals(world, &label) {
                    self.accept(world, batch, &label, frozen_reads, found);
                }
            }
        }
    }
}
