//! The machine as engines drive it.

use super::{JavaMachine, JavaState, Standing, Visibility};
use crate::check_threads::MOST_THREADS;
use crate::location::{is_cell, place_of, value_of};
use crate::marks::IS_LATE;
use crate::provenance::owns_its_races;
use crate::tearing::HIGH;
use event::{
    Action, Answer, Cut, Failure, Field, Internal, InternalKind, Loc, LocInfo, Machine, MonitorId, Names,
    ObjectId, Outcome, Pending, Sharing, Site, ThreadId, ThreadSymmetry, Value,
};
use jvm::class::Kind;
use jvm::heap::Ref;
use jvm::state::Status;
use jvm::trace::View;
use jvm::vm::Vm;
use std::sync::atomic::Ordering;
use xxhash_rust::xxh3::Xxh3;

impl Machine for JavaMachine {
    type State = JavaState;

    fn thread_count(&self) -> usize {
        MOST_THREADS
    }

    fn starts_running(&self, thread: ThreadId) -> bool {
        thread.index() == 0
    }

    fn uses_fences(&self, thread: ThreadId) -> bool {
        self.facts.fences & 1 << thread.0 != 0
    }

    fn initial(&self) -> JavaState {
        self.initial.clone()
    }

    fn pending(&self, state: &JavaState, thread: ThreadId) -> Pending {
        match self.pending_of(state, thread.index()) {
            Pending::Action(action) => Pending::Action(self.in_its_mode(&state.vm, action)),
            other => other,
        }
    }

    fn resume(&self, state: &mut JavaState, thread: ThreadId, answer: Answer) {
        let me = thread.index();
        let what = self.pending_of(state, me);
        let answer = match &what {
            Pending::Action(Action::Internal(internal)) if internal.stays_asleep(answer) => {
                state.vm.thread_mut(me).notes.stays_asleep = true;
                return;
            }
            Pending::Action(Action::Internal(Internal {
                what: InternalKind::TimesOut | InternalKind::WakesSpuriously,
                ..
            })) => {
                self.wakes_by_itself(state, me);
                None
            }
            Pending::Action(Action::Internal(Internal { what: InternalKind::Blocks(_), .. })) => {
                state.vm.thread_mut(me).contends = true;
                return;
            }
            Pending::Action(Action::Internal(Internal { what: InternalKind::GoesOn, .. })) => None,
            Pending::Action(action) => {
                if let Action::Fail(failure) = action {
                    if let Failure::Exit(status) = failure {
                        state.vm.exit = Some(*status);
                    } else if let Some((said, _)) = self.exception(state, thread) {
                        let mut learnt = self.learnt.lock().expect("no panic while facts are learnt");
                        learnt.said.insert((thread, failure.clone()), said);
                    }
                    state.failures.push((thread, failure.clone()));
                    state.failures.sort();
                    if state.vm.exit.is_some() {
                        return;
                    }
                }
                Some((action.clone(), answer))
            }
            _ => return,
        };
        if self.visibility == Visibility::Future {
            if !self.note_shape(state, &what) {
                state.vm.notes.is_discarded = true;
                return;
            }
            if let Some((action, answer)) = &answer
                && !self.materialise(state, me, action, *answer)
            {
                state.standing[me] = Standing::Cut(Cut::Objects);
                return;
            }
            if state.vm.notes.is_discarded {
                return;
            }
        }
        if let Some((action, answer)) = &answer {
            self.note_unfilled(&state.vm, me, action, *answer);
        }
        let started = match &what {
            Pending::Action(Action::Start(child)) => Some(*child),
            _ => None,
        };
        if state.vm.threads[me].notes.stays_asleep {
            state.vm.thread_mut(me).notes.stays_asleep = false;
        }
        self.run(state, me, answer);
        // The new thread runs to its first action.
        if let Some(child) = started
            && state.vm.threads.get(child.index()).is_some_and(|thread| !thread.object.is_null())
        {
            let name = View { lib: self.lib, state: &state.vm }.thread(child.index());
            self.learnt
                .lock()
                .expect("no panic while facts are learnt")
                .names
                .entry(child.index())
                .or_insert(name);
            self.run(state, child.index(), None);
        }
    }

    fn location(&self, state: &JavaState, loc: Loc) -> LocInfo {
        let place = self.place(&state.vm, loc);
        let is_reference = place.kind == Kind::Reference;
        let kind = self.loc_kind(&place);
        // A search that lets reads see future writes must know all writes.
        let shared = self.visibility == Visibility::Future || self.is_escaped(&state.vm, place.object);
        // Objects that existed before the second thread are visible without a freeze.
        let late = place.object.is_moving() && state.vm.heap.word(place.object, 1) & IS_LATE != 0;
        let field = (late && !self.heap_answers()).then(|| {
            let object = ObjectId::referred(value_of(place.object.0, true));
            object.map(|object| Field { object, is_final: place.is_final })
        });
        LocInfo {
            kind,
            sharing: if shared { Sharing::Shared } else { Sharing::Private },
            initial: value_of(place.raw, is_reference),
            field: field.flatten(),
            holds_reference: is_reference && !self.heap_answers(),
        }
    }

    fn encode(&self, state: &JavaState, out: &mut Vec<u8>) {
        self.canonical(state, out);
    }

    fn is_predictable(&self) -> bool {
        // What was observed is part of a state, and no action touches it.
        self.is_determined() && !self.has_observed.load(Ordering::Relaxed)
    }

    fn position(&self, state: &JavaState, thread: ThreadId) -> u64 {
        state.vm.threads.get(thread.index()).map_or(0, |thread| position_of(thread))
    }

    fn encode_keeping_names(&self, state: &JavaState, held: &[(Loc, Value)], out: &mut Vec<u8>) {
        self.canonical_keeping(state, held, out);
    }

    fn renames(&self) -> bool {
        true
    }

    fn encode_naming<'a>(
        &'a self,
        state: &'a JavaState,
        held: &[(Loc, Value)],
        symmetry: ThreadSymmetry,
        out: &mut Vec<u8>,
    ) -> Option<Box<dyn Names + 'a>> {
        self.canonical_naming(state, held, symmetry, out)
    }

    fn site(&self, state: &JavaState, thread: ThreadId) -> Site {
        self.site_of(state, thread)
    }

    fn observed_locations(&self) -> &[Loc] {
        &[]
    }

    fn outcome(&self, state: &JavaState, _finals: &[Value]) -> Outcome {
        let observed =
            state.vm.notes.observed.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        Outcome { values: Vec::new(), failures: state.failures.clone(), observed }
    }

    fn has_ghosts(&self, state: &JavaState) -> bool {
        !state.vm.notes.ghosts.is_empty() || state.vm.notes.is_discarded
    }

    fn unasked(&self, state: &JavaState, thread: ThreadId) -> impl Iterator<Item = (Loc, bool)> {
        let segment = state.segments.get(thread.index()).into_iter();
        segment.flat_map(|segment| segment.iter().map(|access| (access.loc, access.writes)))
    }

    fn races_are_benign(&self, state: &JavaState, loc: Loc) -> bool {
        let (object, offset) = place_of(loc);
        self.is_unguarded(&state.vm, object, offset) && owns_its_races(self.lib, &state.vm.heap, object)
    }

    fn touches(&self, loc: Loc) -> Loc {
        crate::regions::granule(loc)
    }

    fn is_stale(&self) -> bool {
        self.is_stale.load(Ordering::Relaxed)
    }

    fn is_continuation(&self, state: &JavaState, thread: ThreadId) -> bool {
        state.vm.threads.get(thread.index()).is_some_and(|t| t.notes.inside > 0)
    }

    fn has_exited(&self, state: &JavaState) -> bool {
        state.vm.exit.is_some()
    }

    fn time_left(&self, state: &JavaState, thread: ThreadId) -> Option<u64> {
        let until = match state.vm.threads.get(thread.index())?.status {
            Status::Waiting { until, .. } | Status::Parked { until } => until?,
            // Not in a timed wait, or asleep, which waits for no other thread.
            _ => return None,
        };
        Some(until.saturating_sub(state.vm.clock).max(0) as u64)
    }

    fn is_discarded(&self, state: &JavaState) -> bool {
        state.vm.notes.is_discarded
    }

    fn is_daemon(&self, state: &JavaState, thread: ThreadId) -> bool {
        state.vm.threads.get(thread.index()).is_some_and(|t| t.is_daemon)
    }

    fn is_idle(&self, state: &JavaState, thread: ThreadId) -> bool {
        let mut copy = state.vm.clone();
        Vm::new(self.lib, &mut copy, &self.options.vm, thread.index()).awaits_work()
    }

    fn end_is_ample(&self) -> bool {
        !self.facts.threads_are_seen
    }

    fn fail_is_ample(&self) -> bool {
        !self.facts.ends_early()
    }

    fn unlock_is_ample(&self) -> bool {
        !self.facts.states_are_seen
    }

    fn start_is_ample(&self) -> bool {
        !self.facts.threads_are_seen
    }

    fn end_unlocks(&self, state: &JavaState, thread: ThreadId) -> Option<MonitorId> {
        let object = state.vm.threads.get(thread.index()).map(|t| t.object)?;
        self.facts.threads_are_seen.then_some(MonitorId(object.0))
    }

    fn end_notifies(&self, state: &JavaState, thread: ThreadId) -> Option<MonitorId> {
        state.vm.threads.get(thread.index()).map(|t| MonitorId(t.object.0))
    }

    fn monitor_sharing(&self, state: &JavaState, monitor: MonitorId) -> Sharing {
        if self.is_escaped(&state.vm, Ref(monitor.0)) { Sharing::Shared } else { Sharing::Private }
    }

    fn failure(&self, state: &JavaState, thread: ThreadId) -> Option<Failure> {
        state.failures.iter().find(|(t, _)| *t == thread).map(|(_, failure)| failure.clone())
    }

    fn instructions(&self, state: &JavaState) -> u64 {
        state.vm.bytecodes()
    }

    fn thread_name(&self, thread: ThreadId) -> String {
        let learnt = self.learnt.lock().expect("no panic while facts are learnt");
        let name = learnt.names.get(&thread.index()).cloned();
        name.unwrap_or_else(|| {
            if thread.index() == 0 { "main".to_owned() } else { format!("thread {}", thread.0) }
        })
    }

    fn loc_name(&self, state: &JavaState, loc: Loc) -> String {
        let (object, offset) = place_of(loc);
        let cell = View { lib: self.lib, state: &state.vm }.cell(object, offset);
        let (name, place) = (cell.name, self.place(&state.vm, loc));
        if is_cell(loc) {
            let size = place.kind.size();
            return if size == cell.kind.size() { name } else { format!("{name} ({size} bytes)") };
        }
        match self.is_torn(&place) {
            true if offset % 8 == HIGH => name + " (high half)",
            true => name + " (low half)",
            false => name,
        }
    }

    fn monitor_name(&self, state: &JavaState, monitor: MonitorId) -> String {
        View { lib: self.lib, state: &state.vm }.object(Ref(monitor.0))
    }
}

/// Where a thread is: its frames, without what they hold.
fn position_of(thread: &jvm::state::Thread) -> u64 {
    let mut hasher = Xxh3::new();
    for frame in &thread.frames {
        hasher.update(&frame.method.id.to_le_bytes());
        hasher.update(&frame.pc.to_le_bytes());
    }
    hasher.digest()
}
