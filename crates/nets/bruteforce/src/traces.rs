//! What one thread may do on its own, if each of its reads may be answered by any of some values (JLS §17.4.7
//! (3)).

use crate::universe::{Bounds, TooLarge};
use event::{
    Action, Answer, EventKind, Fence, Loc, LocKind, Machine, Pending, ReadMode, RmwMode, RmwOp, ThreadId,
    Value, WriteMode,
};
use std::collections::{BTreeMap, BTreeSet};

/// Per location the values that reads may see besides the initial one.
pub(crate) type Values = BTreeMap<Loc, BTreeSet<Value>>;

/// One action of a thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Deed {
    pub kind: EventKind,
    pub read: Option<Value>,
    pub written: Option<Value>,
    /// For reads: whether the value is the initial one, so that it may come from the default write.
    pub is_initial: bool,
}

/// The actions of one run of a thread: up to its end, or up to a lock or join at which it may wait forever,
/// or none if it may never be started. Whether it may really stop there is decided by the literal checker.
pub(crate) type Deeds = Vec<Deed>;

/// All traces of a thread.
pub(crate) fn traces<M: Machine>(
    machine: &M,
    thread: ThreadId,
    values: &Values,
    bounds: &Bounds,
) -> Result<Vec<Deeds>, TooLarge> {
    let mut walk = Walk { machine, thread, values, bounds, found: Vec::new() };
    if !machine.starts_running(thread) {
        walk.found.push(Vec::new());
    }
    walk.from(machine.initial(), &mut Vec::new())?;
    Ok(walk.found)
}

struct Walk<'a, M: Machine> {
    machine: &'a M,
    thread: ThreadId,
    values: &'a Values,
    bounds: &'a Bounds,
    found: Vec<Deeds>,
}

impl<M: Machine> Walk<'_, M> {
    fn from(&mut self, state: M::State, trace: &mut Deeds) -> Result<(), TooLarge> {
        if trace.len() > self.bounds.events || self.found.len() > self.bounds.traces {
            return Err(TooLarge::Program);
        }
        let action = match self.machine.pending(&state, self.thread) {
            Pending::Action(action) => action,
            Pending::Ended | Pending::Diverged => {
                self.found.push(trace.clone());
                return Ok(());
            }
            Pending::Blocked(_) => return Err(TooLarge::NotJls),
            Pending::Cut(_) => return Err(TooLarge::Program),
        };
        if matches!(action, Action::Lock(_) | Action::Join(_)) {
            self.found.push(trace.clone());
        }
        for (deed, answer) in self.deeds(&state, &action)? {
            let mut next = state.clone();
            self.machine.resume(&mut next, self.thread, answer);
            trace.push(deed);
            self.from(next, trace)?;
            trace.pop();
        }
        Ok(())
    }

    /// The ways to perform an action.
    fn deeds(&self, state: &M::State, action: &Action) -> Result<Vec<(Deed, Answer)>, TooLarge> {
        let plain =
            |kind, written| vec![(Deed { kind, read: None, written, is_initial: false }, Answer::Done)];
        Ok(match *action {
            Action::Read { loc, mode } => {
                let fits = match self.machine.location(state, loc).kind {
                    LocKind::Plain => mode == ReadMode::Plain,
                    LocKind::Volatile => mode == ReadMode::Volatile,
                    LocKind::Mixed => false,
                };
                let kind = EventKind::Read(loc, mode);
                let deed = |(v, is_initial)| {
                    (Deed { kind, read: Some(v), written: None, is_initial }, Answer::Value(v))
                };
                if fits { self.values(state, loc).map(deed).collect() } else { return Err(TooLarge::NotJls) }
            }
            Action::Write { loc, mode, value } => {
                let fits = match self.machine.location(state, loc).kind {
                    LocKind::Plain => mode == WriteMode::Plain,
                    LocKind::Volatile => mode == WriteMode::Volatile,
                    LocKind::Mixed => false,
                };
                if fits {
                    plain(EventKind::Write(loc, mode), Some(value))
                } else {
                    return Err(TooLarge::NotJls);
                }
            }
            Action::Rmw { loc, mode, op } => self.updates(state, loc, mode, op)?,
            Action::Lock(m) => plain(EventKind::Lock(m), None),
            Action::Unlock(m) => plain(EventKind::Unlock(m), None),
            Action::Start(t) => plain(EventKind::Start(t), None),
            Action::Join(t) => plain(EventKind::Join(t), None),
            Action::External(v) => plain(EventKind::External, Some(v)),
            Action::Fail(_) => plain(EventKind::Fail, None),
            Action::End => plain(EventKind::End, None),
            Action::Fence(
                Fence::Full | Fence::Acquire | Fence::Release | Fence::LoadLoad | Fence::StoreStore,
            )
            | Action::Freeze(_)
            | Action::Internal(_) => return Err(TooLarge::NotJls),
        })
    }

    fn updates(
        &self,
        state: &M::State,
        loc: Loc,
        mode: RmwMode,
        op: RmwOp,
    ) -> Result<Vec<(Deed, Answer)>, TooLarge> {
        let spurious = matches!(op, RmwOp::CompareAndSet { may_fail_spuriously: true, .. });
        let volatile = self.machine.location(state, loc).kind == LocKind::Volatile;
        if spurious || !volatile || mode != RmwMode::Volatile {
            return Err(TooLarge::NotJls);
        }
        let deed = |(old, is_initial)| {
            let written = op.apply(old);
            // A failed compare-and-set is only a read.
            let kind =
                if written.is_some() { EventKind::Rmw(loc, mode) } else { EventKind::Read(loc, mode.read()) };
            let answer = Answer::Rmw { old, written: written.is_some() };
            (Deed { kind, read: Some(old), written, is_initial }, answer)
        };
        Ok(self.values(state, loc).map(deed).collect())
    }

    /// The values a read of `loc` may see, and whether each is the initial one.
    fn values(&self, state: &M::State, loc: Loc) -> impl Iterator<Item = (Value, bool)> + use<'_, M> {
        let initial = self.machine.location(state, loc).initial;
        let others = self.values.get(&loc).into_iter().flatten().copied().filter(move |v| *v != initial);
        std::iter::once((initial, true)).chain(others.map(|v| (v, false)))
    }
}
