//! A turn of a thread: it runs from one action to the next, and what is discovered on the way is recorded.

use super::guards::GuardedAccess;
use super::learnt::{MOST_SPLIT, Uses};
use super::{JavaMachine, JavaState, LOCAL_STEPS, MOST_BYTES, SHORT, SLICE, Standing, is_alone};
use crate::ask::thread_id;
use crate::check::unguarded_key;
use crate::facts::{Exchange, Segment};
use crate::hooks::Checker;
use crate::location::place_of;
use crate::policy::Role;
use crate::provenance::role_at;
use crate::regions::Cell;
use crate::watched::{Watched, finish};
use event::{
    Action, Answer, Cut, Failure, Gap, InternalKind, Loc, LocKind, Machine, ReadMode, RmwMode, Value,
    WriteMode,
};
use jvm::notes::Printed;
use jvm::state::{Entered, State, Status};
use jvm::trace::View;
use jvm::vm::{Stop, Vm};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use triomphe::Arc;

impl JavaMachine {
    /// Runs a thread to its next action, or until it waits, ends or is cut.
    pub(super) fn run(&self, state: &mut JavaState, thread: usize, answer: Option<(Action, Answer)>) {
        let JavaState { vm: st, segments, .. } = state;
        let mut vm = Vm::new(self.lib, st, &self.options.vm, thread);
        let segment = segments.get(thread).map_or_else(Segment::new, |segment| segment.to_vec());
        let exchange = Exchange { others: segments.clone(), segment, ..self.exchange(answer) };
        vm.observe(&Checker, Box::new(exchange));
        vm.budget = SHORT;
        vm.room = vm.room.min(self.options.most_bytes.unwrap_or(MOST_BYTES).min(MOST_BYTES) / 8);
        let (mut left, mut is_stopped) = (LOCAL_STEPS, false);
        let stop = loop {
            match vm.run() {
                Stop::Yields => vm.yields = false,
                Stop::Budget if left > 0 && !Watched::new(&mut vm).takes_for_granted() => {
                    is_stopped = self.is_stopped();
                    if is_stopped {
                        break Stop::Budget;
                    }
                    vm.budget = SLICE.min(left);
                    left -= vm.budget;
                }
                stop => break stop,
            }
        };
        let Some(mut exchange) = finish(vm) else { return };
        let is_long = matches!(stop, Stop::Budget) && !is_stopped;
        // A thread that waits for an interrupt which is assumed not to occur would wait for ever.
        exchange.learnt.interrupts |= is_long && exchange.looks_for_interrupt > 0;
        let cut = self.record_standing(state, thread, (stop, is_stopped), &mut exchange);
        self.learn(state, thread, *exchange, (is_long, cut));
    }

    /// Wakes a thread spuriously or by timeout: the clock advances to the end of a timed wait.
    pub(super) fn wakes_by_itself(&self, state: &mut JavaState, me: usize) {
        let until = match state.vm.threads[me].status {
            Status::Waiting { until, .. } | Status::Parked { until } => until,
            Status::Sleeping { until } => Some(until),
            _ => None,
        };
        state.vm.clock = state.vm.clock.max(until.unwrap_or(state.vm.clock));
        state.vm.time_out(me);
        if until.is_some() && self.joins(&state.vm, me) {
            state.vm.thread_mut(me).notes.timed_out = true;
        }
    }

    /// Records where a thread has stopped. Returns why it was cut, if that must be reported.
    fn record_standing(
        &self,
        state: &mut JavaState,
        thread: usize,
        (stop, is_stopped): (Stop, bool),
        exchange: &mut Exchange,
    ) -> Option<Gap> {
        let JavaState { vm: st, standing, beyond, segments, .. } = state;
        standing.resize(st.threads.len(), Standing::Ended);
        segments.resize(st.threads.len(), Arc::default());
        segments[thread] = Arc::new(std::mem::take(&mut exchange.segment));
        // Every answer belongs to the action that was asked; one that is left over was never used.
        let left_over = exchange.answer.is_some();
        let mut cut = left_over.then(|| Gap::Defect("an action was answered and not performed".to_owned()));
        standing[thread] = match (stop, exchange.asked.take()) {
            (Stop::Pauses, Some(action)) => Standing::Before(action),
            (Stop::Waits, _) => Standing::Waits,
            (Stop::Ended | Stop::Returned, _) => Standing::Ended,
            (Stop::Exit(0), _) => {
                st.exit = Some(0);
                Standing::Ended
            }
            (Stop::Exit(status), _) => Standing::Before(Action::Fail(Failure::Exit(status))),
            (Stop::Unsupported(what), _) => {
                let text = what.to_string();
                cut = Some(match what.gap {
                    Gap::Defect(_) => Gap::Defect(text),
                    Gap::Unsupported(_) => Gap::Unsupported(text),
                });
                Standing::Cut(Cut::Unsupported)
            }
            (Stop::Collect, _) => {
                cut = Some(Gap::Unsupported("the heap is full".to_owned()));
                Standing::Cut(Cut::Unsupported)
            }
            _ if is_stopped => Standing::Cut(Cut::Stopped),
            _ => Standing::Cut(Cut::LocalSteps),
        };
        // No such execution exists, so where the thread stopped does not matter.
        if st.notes.is_discarded {
            standing[thread] = Standing::Ended;
            cut = None;
        }
        beyond.retain(|(t, _)| *t != thread);
        if let Standing::Before(Action::Join(_)) = &standing[thread]
            && let Some(there) = self.foresee(st, &standing[thread], thread)
        {
            beyond.push((thread, Arc::new(there)));
        }
        if let Standing::Before(Action::External(value)) = standing[thread]
            && let Some(clash) = self.note_output(value, st.threads[thread].notes.printed.as_deref())
        {
            cut = Some(clash);
            standing[thread] = Standing::Cut(Cut::Unsupported);
        }
        cut
    }

    /// Records what was discovered while a thread ran.
    fn learn(
        &self,
        state: &JavaState,
        thread: usize,
        exchange: Exchange,
        (is_long, cut): (bool, Option<Gap>),
    ) {
        let st = &state.vm;
        self.note_results(thread, &exchange.results, exchange.shared_results);
        self.note_cells(st, &exchange.cells, exchange.newly_split);
        // A thread before an access to a private object does not stay there: the access is performed at once.
        let is_private = match &state.standing[thread] {
            Standing::Before(action) => action.loc().is_some_and(|loc| !self.is_escaped(st, place_of(loc).0)),
            _ => false,
        };
        let mut quiet = st.monitors.iter().filter(|_| !is_private);
        let stopped_in = quiet.find(|(_, m)| m.owner == Some(thread) && m.entered == Entered::Quietly);
        let entered = exchange.newly_entered.or(stopped_in.map(|(object, _)| object.0));
        let granted = if is_long { self.waited_for(st, exchange.taken_for_granted) } else { BTreeMap::new() };
        exchange.inputs.add_to(&self.inputs);
        let is_guarded = self.is_guarded(state, thread, exchange.guarded);
        if exchange.depends_on_others
            || !is_guarded
            || !is_local(&state.standing[thread])
            || !st.notes.late_classes.is_empty()
        {
            self.is_unpredictable.store(true, Ordering::Relaxed);
        }
        if !st.notes.observed.is_empty() {
            self.has_observed.store(true, Ordering::Relaxed);
        }
        let new_use = match &state.standing[thread] {
            Standing::Before(action) => self.new_use(st, thread, action),
            _ => None,
        };
        let is_new = new_use.is_some()
            || exchange.newly_written.is_some()
            || exchange.newly_rewritten.is_some()
            || exchange.newly_disowned.is_some()
            || exchange.newly_unguarded.is_some()
            || entered.is_some_and(|monitor| !self.refuted.monitors.contains(&monitor))
            || !granted.is_empty()
            || !exchange.newly_acting.is_empty()
            || exchange.newly_handed_on.is_some()
            || exchange.learnt.join(self.facts) != self.facts;
        if is_new {
            self.is_stale.store(true, Ordering::Relaxed);
        }
        if cut.is_some() || is_new || exchange.doubts.is_some() {
            let mut all = self.learnt.lock().expect("no panic while facts are learnt");
            all.facts = all.facts.join(exchange.learnt);
            if let Some((key, uses)) = new_use {
                let known = all.uses.entry(key).or_default();
                *known = known.join(uses);
            }
            all.written.extend(exchange.newly_written);
            all.rewritten.extend(exchange.newly_rewritten);
            all.disowned.extend(exchange.newly_disowned);
            for loc in granted.into_keys() {
                let (object, offset) = place_of(Loc(loc));
                let key = unguarded_key(self.class_of(st, object), offset);
                all.written.insert(loc);
                all.rewritten.insert(key);
                all.disowned.insert(key);
            }
            all.unguarded.extend(exchange.newly_unguarded);
            all.monitors.extend(entered);
            all.acting.extend(exchange.newly_acting);
            all.handed_on.extend(exchange.newly_handed_on);
            all.gaps.extend(cut);
            all.gaps.extend(exchange.doubts.map(|why| Gap::Unsupported(why.to_owned())));
        }
    }

    /// Whether what the thread has just used without actions, and is about to use by one, is known to be
    /// guarded so that it does not depend on others.
    fn is_guarded(&self, state: &JavaState, thread: usize, accesses: Vec<GuardedAccess>) -> bool {
        let acts = match &state.standing[thread] {
            Standing::Before(action) if !self.heap_answers() => action.loc(),
            _ => None,
        };
        let acts = acts.filter(|loc| {
            let (object, offset) = place_of(*loc);
            matches!(role_at(self.lib, &state.vm.heap, object, offset), Role::Guarded | Role::Immutable)
        });
        if accesses.is_empty() && acts.is_none() {
            return true;
        }
        let mut guards = self.guards.lock().expect("no panic while guards are noted");
        let mut known = true;
        for access in accesses {
            known &= guards.accessed(thread, access);
        }
        known & acts.is_none_or(|loc| guards.acted(loc))
    }

    /// Which of the locations assumed constant a spinning thread may be waiting for: it would wait for ever.
    /// Final fields are not among them, unless there is nothing else; a write to one refutes the assumption
    /// anyway.
    fn waited_for(&self, st: &State, mut granted: BTreeMap<u64, u32>) -> BTreeMap<u64, u32> {
        let view = View { lib: self.lib, state: st };
        let is_final = |loc: &u64| {
            let (object, offset) = place_of(Loc(*loc));
            view.field_at(object, offset / 8).is_some_and(|field| field.is_final())
        };
        if !granted.keys().all(is_final) {
            granted.retain(|loc, _| !is_final(loc));
        }
        granted
    }

    /// Records the text that a value represents. Returns a defect if the value already represents another
    /// text.
    fn note_output(&self, value: Value, printed: Option<&Printed>) -> Option<Gap> {
        let pieces = &printed?.pieces;
        let mut learnt = self.learnt.lock().expect("no panic while facts are learnt");
        let known = learnt.printed.entry(value).or_insert_with(|| pieces.clone());
        (known != pieces).then(|| Gap::Defect("two texts that are printed have one hash".to_owned()))
    }

    /// Records the fields of results that a thread has used; those that are not its alone are contested.
    fn note_results(&self, thread: usize, used: &BTreeSet<u64>, mut contested: BTreeSet<u64>) {
        if used.is_empty() && contested.is_empty() {
            return;
        }
        let mut learnt = self.learnt.lock().expect("no panic while facts are learnt");
        contested.extend(used.iter().filter(|loc| *learnt.users.entry(**loc).or_insert(thread) != thread));
        if !contested.is_subset(&self.refuted.contested) {
            self.is_stale.store(true, Ordering::Relaxed);
            learnt.contested.extend(contested);
        }
    }

    /// Records the cells of regions that a thread has used; if two different ones overlap, the search must
    /// restart.
    fn note_cells(&self, state: &State, cells: &[Cell], mut split: BTreeSet<u64>) {
        if cells.is_empty() && split.is_empty() {
            return;
        }
        let mut learnt = self.learnt.lock().expect("no panic while facts are learnt");
        for cell in cells {
            if let Some(grain) = learnt.covered.entry(cell.word).or_default().add(*cell) {
                split.insert(grain.of(cell.word));
            }
        }
        if split.is_subset(&self.refuted.split) {
            return;
        }
        self.is_stale.store(true, Ordering::Relaxed);
        learnt.split.extend(&split);
        if learnt.split.len() > MOST_SPLIT {
            for word in split {
                let class = self.class_of(state, place_of(Loc(word)).0);
                learnt.facts.bytewise |= class.component().map_or(0, |(_, kind)| crate::regions::bit(kind));
            }
        }
    }

    /// The use that an action adds if it changes what its location is taken for.
    fn new_use(&self, state: &State, me: usize, action: &Action) -> Option<((u64, u32), Uses)> {
        let (loc, volatile, plain) = match action {
            Action::Read { loc, mode } => (loc, *mode == ReadMode::Volatile, *mode == ReadMode::Plain),
            Action::Write { loc, mode, .. } => (loc, *mode == WriteMode::Volatile, *mode == WriteMode::Plain),
            Action::Rmw { loc, mode, .. } => (loc, *mode == RmwMode::Volatile, false),
            _ => return None,
        };
        if self.heap_answers() {
            return None;
        }
        let place = self.place(state, *loc);
        let plain =
            plain && !self.uses_fences(thread_id(me)) && !self.is_trusted(state, place.object, place.offset);
        let uses = match (volatile, plain) {
            (true, _) => Uses { volatile: !place.is_volatile, ..Uses::default() },
            // Accesses by a thread that is alone are ordered with those of other threads before and after.
            (_, true) => {
                let mixes = self.loc_kind(&place) == LocKind::Volatile && !is_alone(state);
                Uses { plain: mixes, ..Uses::default() }
            }
            _ => Uses { weaker: true, ..Uses::default() },
        };
        let known = self.uses.get(&place.key).copied().unwrap_or_default();
        (known.join(uses) != known).then_some((place.key, uses))
    }
}

/// Whether the action that a thread stands before was reached, and is performed, without regard to what the
/// machine notes of other threads. Only kinds for which that is known are listed.
fn is_local(standing: &Standing) -> bool {
    match standing {
        Standing::Before(Action::Internal(internal)) => matches!(
            internal.what,
            InternalKind::Wait(_)
                | InternalKind::Notify { .. }
                | InternalKind::GoesOn
                | InternalKind::Park
                | InternalKind::Unpark(_)
                | InternalKind::Choose
                | InternalKind::Discard
        ),
        _ => true,
    }
}
