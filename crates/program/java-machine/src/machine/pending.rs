//! What a thread is about to do, as engines see it: determined by where it stands and by what others have
//! done since.

use super::{JavaMachine, JavaState, Standing};
use crate::ask::{internal, thread_id};
use crate::looks::{blocks, end_of};
use crate::releasing::finds;
use event::{Action, Internal, InternalKind, MonitorId, Pending, SyncObj};
use jvm::class::MethodRef;
use jvm::heap::Ref;
use jvm::state::{Entered, Init, Midway, State, Status};
use jvm::trace::View;

impl JavaMachine {
    /// Whether a thread owns a monitor that it entered without an action, so that the engine does not know of
    /// it.
    pub(super) fn is_in_the_way(state: &State, monitor: MonitorId, me: usize) -> bool {
        let monitor = state.monitors.get(&Ref(monitor.0));
        monitor.is_some_and(|m| m.entered != Entered::Asked && m.owner.is_some_and(|owner| owner != me))
    }

    /// Whether a thread reaches a monitor that is taken, and others may observe its state: then it becomes
    /// blocked by a step of its own, before which it counts as running.
    pub(super) fn is_about_to_block(&self, st: &State, monitor: MonitorId, me: usize) -> bool {
        let thread = &st.threads[me];
        let owner = st.monitors.get(&Ref(monitor.0)).and_then(|m| m.owner);
        self.facts.states_are_seen
            && !thread.contends
            && !matches!(thread.midway, Some(Midway::Returning { .. }))
            && owner.is_some_and(|owner| owner != me)
    }

    /// The number of the started thread that this object is, or is a part of.
    pub(super) fn thread_kept_by(&self, st: &State, object: Ref) -> Option<usize> {
        let view = View { lib: self.lib, state: st };
        let holder = |thread: Ref| view.reference(thread, "holder");
        st.threads.iter().position(|t| {
            t.object == object || (!t.object.is_null() && !object.is_null() && holder(t.object) == object)
        })
    }

    pub(super) fn lock_or_wait(state: &State, monitor: MonitorId, me: usize) -> Pending {
        if Self::is_in_the_way(state, monitor, me) {
            return Pending::Blocked(SyncObj::Monitor(monitor));
        }
        Pending::Action(Action::Lock(monitor))
    }

    pub(super) fn pending_of(&self, state: &JavaState, me: usize) -> Pending {
        let st = &state.vm;
        if st.exit.is_some() || st.notes.is_discarded {
            return Pending::Ended;
        }
        let Some(standing) = state.standing.get(me) else { return Pending::Ended };
        match standing {
            Standing::Ended => Pending::Ended,
            Standing::Cut(cut) => Pending::Cut(*cut),
            Standing::Before(Action::Lock(monitor)) if self.is_about_to_block(st, *monitor, me) => {
                Pending::Action(Action::Internal(blocks(*monitor)))
            }
            Standing::Before(Action::Lock(monitor)) => Self::lock_or_wait(st, *monitor, me),
            // A thread ends under its own monitor, so that no thread that has seen it alive begins to wait
            // after its end.
            Standing::Before(Action::End) => {
                let own = st.threads[me].object;
                let owner = st.monitors.get(&own).and_then(|m| m.owner);
                match owner.filter(|&owner| owner != me) {
                    Some(_) => Pending::Blocked(SyncObj::Monitor(MonitorId(own.0))),
                    None => Pending::Action(Action::End),
                }
            }
            // Another thread has begun to initialise the class first.
            Standing::Before(Action::Internal(Internal {
                what: InternalKind::Initialise(class), ..
            })) if st.init(self.lib.class_of_id(*class)) != Init::Linked => {
                match st.init(self.lib.class_of_id(*class)) {
                    Init::By(thread) if thread as usize != me => Pending::Blocked(SyncObj::Class(*class)),
                    _ => goes_on(me),
                }
            }
            Standing::Before(Action::Internal(action)) => {
                let mut action = action.clone();
                // What others have done since may have changed its meaning.
                match action.what {
                    // An ended thread's actions happen-before the action that detects its end.
                    InternalKind::LooksAtThread(object) => {
                        let ended = self
                            .thread_kept_by(st, Ref(object.0))
                            .filter(|&n| st.threads[n].status == Status::Ended);
                        action.acquires = ended.is_some();
                        action.touches[0] = ended.map(end_of);
                    }
                    InternalKind::Notify { monitor, all } => {
                        let waiting = st.monitors.get(&Ref(monitor.0)).map_or(0, |m| m.waiters.len());
                        action.choices = if all { 1 } else { waiting.max(1) as u16 };
                        action.ample = waiting == 0;
                    }
                    InternalKind::Interrupt(thread) => {
                        action.touches[1] = match st.threads[thread.index()].status {
                            Status::Waiting { object, .. } => Some(SyncObj::Waiters(MonitorId(object.0))),
                            _ => self.facts.clock_is_seen.then_some(SyncObj::Clock),
                        };
                    }
                    // A compare-and-set that fails writes nothing.
                    what @ InternalKind::UpdatesKept { .. } => action.releases &= finds(&st.heap, what),
                    _ => {}
                }
                Pending::Action(Action::Internal(action))
            }
            Standing::Before(action) => Pending::Action(action.clone()),
            Standing::Waits => self.waits(st, me),
        }
    }

    /// Whether a thread waits in `Thread.join`.
    pub(super) fn joins(&self, st: &State, me: usize) -> bool {
        let is_join = |method: MethodRef| {
            method.class.id == self.lib.known().thread.id && &**self.lib.text(method.name) == "join"
        };
        // Above its frame are one or two of `Object.wait`.
        st.threads[me].frames.iter().rev().take(3).any(|frame| is_join(frame.method))
    }

    pub(super) fn waits(&self, st: &State, me: usize) -> Pending {
        let thread = &st.threads[me];
        // Which comes first, an interrupt or another wake-up, makes a difference.
        let interrupt = match self.facts.clock_is_seen {
            // The time after the wake-up makes a difference as well.
            true => Some(SyncObj::Everything),
            false => Some(SyncObj::Interrupt(thread_id(me))),
        };
        let or_times_out = |until: Option<i64>, object: SyncObj| match until {
            // The choice not to wake up remains: a thread that only could wake spuriously is deadlocked.
            None if self.options.vm.spurious_wakeups && !thread.notes.stays_asleep => {
                let wakes = internal(InternalKind::WakesSpuriously, [Some(object), interrupt]);
                Pending::Action(Action::Internal(Internal { choices: 2, ..wakes }))
            }
            None => Pending::Blocked(object),
            Some(_) => {
                Pending::Action(Action::Internal(internal(InternalKind::TimesOut, [Some(object), interrupt])))
            }
        };
        match (thread.status, thread.woken) {
            (Status::Waiting { object, until, .. }, _) => {
                or_times_out(until, SyncObj::Waiters(MonitorId(object.0)))
            }
            (Status::Parked { until }, _) => or_times_out(until, SyncObj::Permit(thread_id(me))),
            (Status::Sleeping { until }, _) => or_times_out(Some(until), SyncObj::Permit(thread_id(me))),
            (Status::Blocked(object), _) => Pending::Blocked(SyncObj::Monitor(MonitorId(object.0))),
            (Status::Initialising(class), _) => Pending::Blocked(SyncObj::Class(class)),
            (Status::Ended, _) => Pending::Ended,
            (Status::Runnable, _) => goes_on(me),
        }
    }
}

/// The pending action of a thread that is no longer blocked.
fn goes_on(me: usize) -> Pending {
    let goes_on = internal(InternalKind::GoesOn, [Some(SyncObj::Permit(thread_id(me))), None]);
    Pending::Action(Action::Internal(Internal { ample: true, ..goes_on }))
}
