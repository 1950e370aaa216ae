//! Joint traces of all threads, for machines whose threads share more than memory.
//!
//! Reads are answered by guesses, so the order in which threads act does not affect what each does (the
//! locality law of [`event::Machine`]), and one order is enough: the first thread that can act does. If all
//! threads are stuck in this order, there may be others in which they are not; then nothing is claimed
//! ([`super::Coverage::may_wait`]).

use super::Budget;
use super::domain::Explorer;
use crate::enumerate::ThreadTrace;
use crate::limits::{INTERNAL, Overflow};
use crate::relation::CAPACITY;
use event::{Action, Answer, EventKind, InternalKind, Machine, MonitorId, Pending, ThreadId};
use std::collections::BTreeMap;

/// One trace per thread, and the state they lead to.
#[derive(Clone)]
pub(super) struct Together<S> {
    pub traces: Vec<ThreadTrace>,
    pub state: S,
    started: Vec<bool>,
    owners: BTreeMap<MonitorId, (ThreadId, u32)>,
}

impl<M: Machine> Explorer<'_, '_, M> {
    pub(super) fn together(
        &mut self,
        budget: &mut Budget<'_, M>,
    ) -> Result<Vec<Together<M::State>>, Overflow> {
        let machine = self.question.machine;
        let threads = machine.thread_count();
        let started = (0..threads).map(|t| machine.starts_running(ThreadId(t as u16))).collect();
        let traces = vec![ThreadTrace::default(); threads];
        let first = Together { traces, state: machine.initial(), started, owners: BTreeMap::new() };
        let (mut open, mut found) = (vec![first], Vec::new());
        while let Some(here) = open.pop() {
            budget.spend()?;
            if let Some(ended) = self.advance(here, &mut open)? {
                found.push(ended);
                if found.len() > self.question.limits.traces_per_thread {
                    return Err(Overflow::Traces(ThreadId(0)));
                }
            }
        }
        Ok(found)
    }

    /// Performs the next action of the first thread that can act, in every way. Returns `here` if the
    /// execution is over.
    fn advance(
        &mut self,
        here: Together<M::State>,
        open: &mut Vec<Together<M::State>>,
    ) -> Result<Option<Together<M::State>>, Overflow> {
        let machine = self.question.machine;
        let (mut waits, mut discards) = (false, false);
        for t in (0..here.traces.len()).filter(|&t| here.started[t]) {
            let thread = ThreadId(t as u16);
            let action = match machine.pending(&here.state, thread) {
                Pending::Ended => continue,
                Pending::Action(action) => action,
                Pending::Blocked(_) => return Err(Overflow::Unsupported(INTERNAL)),
                Pending::Diverged => {
                    self.diverges = true;
                    return Ok(None);
                }
                Pending::Cut(_) => {
                    self.cut = true;
                    return Ok(None);
                }
            };
            // All other threads come first: what they do must be known as well.
            if matches!(&action, Action::Internal(internal) if internal.what == InternalKind::Discard) {
                discards = true;
                continue;
            }
            let blocked = match action {
                Action::Lock(m) => here.owners.get(&m).is_some_and(|(owner, _)| *owner != thread),
                Action::Join(other) => machine.pending(&here.state, other) != Pending::Ended,
                _ => false,
            };
            if blocked {
                waits |= !machine.is_daemon(&here.state, thread);
                continue;
            }
            if here.traces[t].events.len() >= self.question.limits.events_per_thread.min(CAPACITY) {
                self.cut = true;
                return Ok(None);
            }
            return self.perform(here, thread, action, open).map(|()| None);
        }
        if discards {
            return Ok(None);
        }
        self.stuck |= waits;
        // An execution that uses an object which is never created is invalid.
        Ok((!waits && !machine.has_ghosts(&here.state)).then_some(here))
    }

    fn perform(
        &mut self,
        here: Together<M::State>,
        thread: ThreadId,
        action: Action,
        open: &mut Vec<Together<M::State>>,
    ) -> Result<(), Overflow> {
        let machine = self.question.machine;
        if let Action::Internal(internal) = &action {
            // A choice of the program does not involve other threads; every other internal action depends on
            // what they have done.
            if internal.what != InternalKind::Choose {
                return Err(Overflow::Unsupported(INTERNAL));
            }
            for choice in 0..internal.choices {
                let mut next = here.clone();
                machine.resume(&mut next.state, thread, Answer::Choice(choice));
                open.push(next);
            }
            return Ok(());
        }
        for step in self.steps(&here.state, &here.traces[thread.index()], action)? {
            let mut next = here.clone();
            match step.kind {
                EventKind::Lock(m) => next.owners.entry(m).or_insert((thread, 0)).1 += 1,
                EventKind::Unlock(m) => {
                    if let Some(owner) = next.owners.get_mut(&m) {
                        owner.1 -= 1;
                        if owner.1 == 0 {
                            next.owners.remove(&m);
                        }
                    }
                }
                EventKind::Start(child) => next.started[child.index()] = true,
                _ => {}
            }
            machine.resume(&mut next.state, thread, step.answer);
            next.traces[thread.index()].push(thread, step);
            open.push(next);
        }
        Ok(())
    }
}
