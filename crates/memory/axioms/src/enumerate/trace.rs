//! Local traces: what a thread can do when its reads are answered by guesses.
//!
//! Guesses come from value sets: the least fixpoint of "a value that some trace writes can be read". The
//! fixpoint may be infinite (`x = x + 1` twice), so the iteration is stopped after as many rounds as an
//! execution can have writes. **Promises** that every trace of an execution with acyclic(po ∪ rf) is listed:
//! round `k` finds all traces whose reads-from chains have fewer than `k` links, a chain of `k` links passes
//! `k` different writes, and these writes lie in prefixes of traces found in round `k`; so when these have
//! fewer than `k` writes in total, no chain is longer.

use super::Pruning;
use crate::axioms::Axioms;
use crate::limits::{CandidateLimits, Overflow};
use crate::relation::CAPACITY;
use event::{
    Action, Answer, Event, EventKind, Loc, LocKind, Machine, Pending, ReadMode, RmwMode, RmwOp, ThreadId,
    Value, WriteMode,
};
use std::collections::BTreeMap;

/// A complete run of one thread, from its first action to `End`; empty for a thread that is never started.
#[derive(Debug, Clone, Default)]
pub(crate) struct ThreadTrace {
    /// The events in program order; `rf` is not set.
    pub events: Vec<Event>,
    /// The answers that the machine was given, one per event.
    pub answers: Vec<Answer>,
    /// Bit `i` is set if event `i` is a failed compare-and-set.
    pub failed_updates: u64,
}

impl ThreadTrace {
    /// The value of the latest write to `loc` among the first `n` events.
    pub(crate) fn own_latest(&self, n: usize, loc: Loc) -> Option<Value> {
        let mut writes = self.events[..n].iter().rev().filter(|e| e.kind.is_write());
        writes.find(|e| e.kind.loc() == Some(loc)).and_then(|e| e.written)
    }

    pub(crate) fn push(&mut self, thread: ThreadId, step: TraceStep) {
        let index = self.events.len() as u32;
        let TraceStep { kind, read, written, answer } = step;
        if matches!((kind, answer), (EventKind::Read(..), Answer::Rmw { .. })) {
            self.failed_updates |= 1 << index;
        }
        self.events.push(Event { thread, index, kind, read, written, rf: None });
        self.answers.push(answer);
    }
}

/// What is known about a location.
#[derive(Debug, Clone)]
pub(crate) struct LocFacts {
    pub kind: LocKind,
    pub initial: Value,
    /// Every value it may hold, with the set of threads that may write it.
    pub values: BTreeMap<Value, u64>,
}

impl LocFacts {
    pub(crate) fn new(kind: LocKind, initial: Value) -> Self {
        LocFacts { kind, initial, values: BTreeMap::from([(initial, 0)]) }
    }
}

/// All traces of all threads, and all locations they access.
pub(crate) struct Local {
    pub traces: Vec<Vec<ThreadTrace>>,
    pub facts: BTreeMap<Loc, LocFacts>,
}

/// One way to perform the pending action.
#[derive(Clone, Copy)]
pub(crate) struct TraceStep {
    pub kind: EventKind,
    pub read: Option<Value>,
    pub written: Option<Value>,
    pub answer: Answer,
}

/// Runs every thread alone until the value sets are stable.
pub(crate) fn local_traces<M: Machine>(
    machine: &M,
    model: Axioms,
    limits: &CandidateLimits,
    pruning: Pruning,
) -> Result<Local, Overflow> {
    if machine.thread_count() > CAPACITY {
        return Err(Overflow::Unsupported("more than 64 threads"));
    }
    let mut explorer = Explorer { machine, model, limits, pruning, facts: BTreeMap::new() };
    for round in 1.. {
        let mut traces = Vec::with_capacity(machine.thread_count());
        for t in (0..machine.thread_count()).map(|t| ThreadId(t as u16)) {
            let mut found = Vec::new();
            explorer.walk(t, machine.initial(), ThreadTrace::default(), &mut found)?;
            traces.push(found);
        }
        let most_writes: usize = traces.iter().map(|found| found.iter().map(writes).max().unwrap_or(0)).sum();
        let stable = !explorer.learn(&traces)?;
        if stable || most_writes < round {
            return Ok(Local { traces, facts: explorer.facts });
        }
    }
    unreachable!("the number of writes is bounded by the limit of events")
}

fn writes(trace: &ThreadTrace) -> usize {
    trace.events.iter().filter(|e| e.kind.is_write()).count()
}

struct Explorer<'m, M: Machine> {
    machine: &'m M,
    model: Axioms,
    limits: &'m CandidateLimits,
    pruning: Pruning,
    facts: BTreeMap<Loc, LocFacts>,
}

impl<M: Machine> Explorer<'_, M> {
    /// Depth-first search over the answers.
    fn walk(
        &mut self,
        thread: ThreadId,
        mut state: M::State,
        mut trace: ThreadTrace,
        out: &mut Vec<ThreadTrace>,
    ) -> Result<(), Overflow> {
        loop {
            let action = match self.machine.pending(&state, thread) {
                Pending::Action(action) => action,
                Pending::Ended if out.len() >= self.limits.traces_per_thread => {
                    return Err(Overflow::Traces(thread));
                }
                Pending::Ended => {
                    out.push(trace);
                    return Ok(());
                }
                Pending::Blocked(_) => return Err(Overflow::Unsupported(crate::limits::INTERNAL)),
                Pending::Diverged => return Err(Overflow::Diverged(thread)),
                Pending::Cut(cut) => return Err(Overflow::Cut(thread, cut)),
            };
            if trace.events.len() >= self.limits.events_per_thread.min(CAPACITY) {
                return Err(Overflow::EventsPerThread(thread));
            }
            let steps = self.steps(thread, &state, &trace, action)?;
            let Some((&last, others)) = steps.split_last() else { return Ok(()) };
            for &step in others {
                let (mut state, mut trace) = (state.clone(), trace.clone());
                self.machine.resume(&mut state, thread, step.answer);
                trace.push(thread, step);
                self.walk(thread, state, trace, out)?;
            }
            self.machine.resume(&mut state, thread, last.answer);
            trace.push(thread, last);
        }
    }

    /// Every way to perform an action.
    fn steps(
        &mut self,
        thread: ThreadId,
        state: &M::State,
        trace: &ThreadTrace,
        action: Action,
    ) -> Result<Vec<TraceStep>, Overflow> {
        Ok(match action {
            Action::Read { loc, mode } => {
                self.meet(state, loc, mode == ReadMode::Plain, mode == ReadMode::Volatile)?;
                let values = self.readable(thread, trace, loc);
                let kind = EventKind::Read(loc, mode);
                let step = |v| TraceStep { kind, read: Some(v), written: None, answer: Answer::Value(v) };
                values.into_iter().map(step).collect()
            }
            Action::Write { loc, mode, value } => {
                self.meet(state, loc, mode == WriteMode::Plain, mode == WriteMode::Volatile)?;
                let kind = EventKind::Write(loc, mode);
                vec![TraceStep { kind, read: None, written: Some(value), answer: Answer::Done }]
            }
            Action::Rmw { loc, mode, op } => {
                self.meet(state, loc, false, mode == RmwMode::Volatile)?;
                let values = self.readable(thread, trace, loc);
                values.into_iter().flat_map(|old| update_steps(loc, mode, op, old)).collect()
            }
            Action::Fence(_) if self.model == Axioms::OpMm => {
                return Err(Overflow::Unsupported("a fence under OpMM"));
            }
            Action::Freeze(_) if self.model == Axioms::OpMm => {
                return Err(Overflow::Unsupported("a final field under OpMM"));
            }
            other => vec![other_step(&other)?],
        })
    }

    /// Records facts about a location, and rejects accesses that the model does not define.
    fn meet(&mut self, state: &M::State, loc: Loc, plain: bool, volatile: bool) -> Result<(), Overflow> {
        let machine = self.machine;
        let facts = self.facts.entry(loc).or_insert_with(|| {
            let info = machine.location(state, loc);
            LocFacts::new(info.kind, info.initial)
        });
        let defined = match facts.kind {
            LocKind::Plain => plain,
            LocKind::Volatile => volatile,
            LocKind::Mixed => false,
        };
        if self.model == Axioms::OpMm && !defined {
            return Err(Overflow::Unsupported("a location of mixed modes under OpMM"));
        }
        Ok(())
    }

    /// The values that a read may guess: those that other threads may write, and the thread's own latest
    /// write or, if it has not written, the initial value.
    fn readable(&self, thread: ThreadId, trace: &ThreadTrace, loc: Loc) -> Vec<Value> {
        let facts = &self.facts[&loc];
        let own = trace.own_latest(trace.events.len(), loc).unwrap_or(facts.initial);
        let others = |writers: u64| writers & !(1 << thread.index()) != 0;
        let kept = facts
            .values
            .iter()
            .filter(|&(&value, &writers)| self.pruning == Pruning::Off || value == own || others(writers));
        let mut values: Vec<Value> = kept.map(|(&value, _)| value).collect();
        // Its own write may not be in the value set yet.
        if !values.contains(&own) {
            values.push(own);
        }
        values
    }

    /// Adds the values that the traces write to the value sets; returns true if one was new.
    fn learn(&mut self, traces: &[Vec<ThreadTrace>]) -> Result<bool, Overflow> {
        let mut news = false;
        for event in traces.iter().flatten().flat_map(|trace| &trace.events) {
            let (Some(loc), Some(value)) = (event.kind.loc(), event.written) else { continue };
            let facts = self.facts.get_mut(&loc).expect("walk met the location");
            let writers = facts.values.entry(value).or_default();
            news |= *writers >> event.thread.index() & 1 == 0;
            *writers |= 1 << event.thread.index();
            if facts.values.len() > self.limits.values_per_location {
                return Err(Overflow::Values(loc));
            }
        }
        Ok(news)
    }
}

/// Performs an action that is not a memory access.
pub(crate) fn other_step(action: &Action) -> Result<TraceStep, Overflow> {
    let kind = match *action {
        Action::Freeze(loc) => EventKind::Freeze(loc),
        Action::Fence(fence) => EventKind::Fence(fence),
        Action::Lock(monitor) => EventKind::Lock(monitor),
        Action::Unlock(monitor) => EventKind::Unlock(monitor),
        Action::Start(child) => EventKind::Start(child),
        Action::Join(child) => EventKind::Join(child),
        Action::External(_) => EventKind::External,
        Action::Fail(_) => EventKind::Fail,
        Action::End => EventKind::End,
        Action::Internal(_) => return Err(Overflow::Unsupported(crate::limits::INTERNAL)),
        Action::Read { .. } | Action::Write { .. } | Action::Rmw { .. } => {
            unreachable!("what accesses do depends on values")
        }
    };
    Ok(TraceStep { kind, read: None, written: None, answer: Answer::Done })
}

/// The ways to perform an update that sees `old`.
pub(crate) fn update_steps(
    loc: Loc,
    mode: RmwMode,
    op: RmwOp,
    old: Value,
) -> impl Iterator<Item = TraceStep> {
    let step = move |kind, written: Option<Value>| TraceStep {
        kind,
        read: Some(old),
        written,
        answer: Answer::Rmw { old, written: written.is_some() },
    };
    let new = op.apply(old);
    let spurious = matches!(op, RmwOp::CompareAndSet { may_fail_spuriously: true, .. });
    let wrote = new.map(|_| step(EventKind::Rmw(loc, mode), new));
    let failed = (new.is_none() || spurious).then(|| step(EventKind::Read(loc, mode.read()), None));
    wrote.into_iter().chain(failed)
}
