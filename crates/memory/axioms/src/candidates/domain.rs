//! What each thread can do on its own, and which values can occur.
//!
//! A read may see any value that some thread writes, and what is written depends on what is read. If
//! causality has no cycles, the values are those that follow from the initial ones. Otherwise a value can
//! justify itself: `y = x` beside `x = y` allows any value. So unless the model is known to forbid such
//! cycles, every read may first see every constant of the program and one value that occurs nowhere
//! ([`Domain::invented`]), which stands for all others; then values that no thread writes are removed until
//! every remaining value is initial or written.
//!
//! **Promises** that every trace of an execution without causal cycles is listed (by the argument in
//! `enumerate/trace.rs`: more values only add traces), and every trace of *any* execution whose values are
//! constants of the program. For a program that only copies values and compares them with constants, an
//! execution with other values exists exactly if one exists in which all of them are the invented one: models
//! do not look at values. **Does not** solve equations: a value that justifies itself through arithmetic may
//! be missed.

use super::together::Together;
use super::{Budget, Question, Threads};
use crate::enumerate::{ThreadTrace, TraceStep, other_step, update_steps};
use crate::limits::Overflow;
use crate::relation::CAPACITY;
use event::{Action, Answer, EventKind, Loc, LocInfo, Machine, Pending, ThreadId, Value};
use std::collections::{BTreeMap, BTreeSet};

/// All traces of all threads over the values that can occur.
pub(super) struct Domain {
    pub traces: Vec<Vec<ThreadTrace>>,
    /// Every location that is accessed or observed.
    pub infos: BTreeMap<Loc, LocInfo>,
    /// A value that differs from all constants; `None` if values cannot justify themselves.
    pub invented: Option<Value>,
    pub cut: bool,
    pub diverges: bool,
    /// Whether threads were left waiting for each other. Known only for threads that run together.
    pub stuck: bool,
}

impl Domain {
    pub fn initial(&self, loc: Loc) -> Value {
        self.infos[&loc].initial
    }
}

/// The domain, and the joint traces of threads that run together.
pub(super) type Explored<S> = (Domain, Vec<Together<S>>);

/// The values of each location.
type Values = BTreeMap<Loc, BTreeSet<Value>>;

/// Runs every thread, alone or together, until the values are stable. Also returns the joint traces of
/// threads that run together.
pub(super) fn explore<M: Machine>(
    question: &Question<'_, M>,
    budget: &mut Budget<'_, M>,
) -> Result<Explored<M::State>, Overflow> {
    if question.machine.thread_count() > CAPACITY {
        return Err(Overflow::Unsupported("more than 64 threads"));
    }
    let fit = question.values == super::Values::Fit;
    let constants = question.constants.filter(|_| fit && !question.decides.causal);
    let invented = constants.map(unnamed);
    let seeds: BTreeSet<Value> = constants.into_iter().flatten().copied().chain(invented).collect();
    let mut explorer = Explorer {
        question,
        seeds,
        values: Values::new(),
        infos: BTreeMap::new(),
        cut: false,
        diverges: false,
        stuck: false,
        unfinished: Vec::new(),
        unfinished_values: Values::new(),
    };
    for round in 1.. {
        let (traces, _) = explorer.traces(budget)?;
        let most = |(found, unfinished): (&Vec<ThreadTrace>, &usize)| {
            found.iter().map(writes).max().unwrap_or(0).max(*unfinished)
        };
        let most_writes: usize = traces.iter().zip(&explorer.unfinished).map(most).sum();
        // A thread that does not end yet may have written a value that lets another thread write the value
        // that ends it.
        let mut news = written(&traces);
        for (loc, values) in std::mem::take(&mut explorer.unfinished_values) {
            news.entry(loc).or_default().extend(values);
        }
        let grown = explorer.learn(&news)?;
        if !fit || !grown || most_writes < round {
            break;
        }
    }
    loop {
        let (traces, together) = explorer.traces(budget)?;
        if explorer.forget(&written(&traces)) {
            continue;
        }
        let (machine, state) = (question.machine, question.machine.initial());
        let Explorer { cut, diverges, stuck, mut infos, .. } = explorer;
        for &loc in machine.observed_locations() {
            infos.entry(loc).or_insert_with(|| machine.location(&state, loc));
        }
        return Ok((Domain { traces, infos, invented, cut, diverges, stuck }, together));
    }
}

/// A value that differs from all constants. It is an `int`, since programs have no other numbers.
fn unnamed(constants: &[Value]) -> Value {
    let free = |value: &Value| !constants.contains(value);
    (1_000_003..).map(Value).find(free).expect("there are more values than constants")
}

fn writes(trace: &ThreadTrace) -> usize {
    trace.events.iter().filter(|e| e.kind.is_write()).count()
}

fn written(traces: &[Vec<ThreadTrace>]) -> Values {
    let mut values = Values::new();
    traces.iter().flatten().for_each(|trace| note_written(trace, &mut values));
    values
}

fn note_written(trace: &ThreadTrace, values: &mut Values) {
    for event in &trace.events {
        if let (Some(loc), Some(value)) = (event.kind.loc(), event.written) {
            values.entry(loc).or_default().insert(value);
        }
    }
}

pub(super) struct Explorer<'q, 'a, M: Machine> {
    pub(super) question: &'q Question<'a, M>,
    /// The values that every location may hold initially.
    seeds: BTreeSet<Value>,
    values: Values,
    infos: BTreeMap<Loc, LocInfo>,
    pub(super) cut: bool,
    pub(super) diverges: bool,
    pub(super) stuck: bool,
    /// Per thread that was stopped or does not end: the largest number of writes, and what was written.
    unfinished: Vec<usize>,
    unfinished_values: Values,
}

/// The traces of each thread, and the joint traces if threads run together.
type Traces<S> = (Vec<Vec<ThreadTrace>>, Vec<Together<S>>);

impl<M: Machine> Explorer<'_, '_, M> {
    fn traces(&mut self, budget: &mut Budget<'_, M>) -> Result<Traces<M::State>, Overflow> {
        let machine = self.question.machine;
        let mut all = Vec::with_capacity(machine.thread_count());
        (self.cut, self.diverges, self.stuck) = (false, false, false);
        self.unfinished = vec![0; machine.thread_count()];
        if self.question.threads == Threads::Together {
            let found = self.together(budget)?;
            let of = |t: usize| {
                found.iter().map(|f| f.traces[t].clone()).filter(|t| !t.events.is_empty()).collect()
            };
            return Ok(((0..machine.thread_count()).map(of).collect(), found));
        }
        for thread in (0..machine.thread_count()).map(|t| ThreadId(t as u16)) {
            let mut found = Vec::new();
            self.walk(thread, machine.initial(), ThreadTrace::default(), budget, &mut found)?;
            all.push(found);
        }
        Ok((all, Vec::new()))
    }

    /// Depth-first search over the answers. Traces that a bound stops, or that do not end, are left out and
    /// recorded.
    fn walk(
        &mut self,
        thread: ThreadId,
        state: M::State,
        trace: ThreadTrace,
        budget: &mut Budget<'_, M>,
        out: &mut Vec<ThreadTrace>,
    ) -> Result<(), Overflow> {
        budget.spend()?;
        let machine = self.question.machine;
        let limits = self.question.limits;
        let action = match machine.pending(&state, thread) {
            Pending::Action(action) => action,
            Pending::Ended if out.len() >= limits.traces_per_thread => return Err(Overflow::Traces(thread)),
            Pending::Ended => {
                out.push(trace);
                return Ok(());
            }
            Pending::Blocked(_) => return Err(Overflow::Unsupported(crate::limits::INTERNAL)),
            Pending::Diverged => {
                self.diverges = true;
                self.leave(thread, &trace);
                return Ok(());
            }
            Pending::Cut(_) => {
                self.cut = true;
                self.leave(thread, &trace);
                return Ok(());
            }
        };
        if trace.events.len() >= limits.events_per_thread.min(CAPACITY) {
            self.cut = true;
            self.leave(thread, &trace);
            return Ok(());
        }
        for step in self.steps(&state, &trace, action)? {
            let (mut state, mut trace) = (state.clone(), trace.clone());
            machine.resume(&mut state, thread, step.answer);
            trace.push(thread, step);
            self.walk(thread, state, trace, budget, out)?;
        }
        Ok(())
    }

    /// Records that a thread does not end on this path.
    fn leave(&mut self, thread: ThreadId, trace: &ThreadTrace) {
        let most = &mut self.unfinished[thread.index()];
        *most = writes(trace).max(*most);
        note_written(trace, &mut self.unfinished_values);
    }

    pub(super) fn steps(
        &mut self,
        state: &M::State,
        trace: &ThreadTrace,
        action: Action,
    ) -> Result<Vec<TraceStep>, Overflow> {
        Ok(match action {
            Action::Read { loc, mode } => {
                let kind = EventKind::Read(loc, mode);
                let step = |v| TraceStep { kind, read: Some(v), written: None, answer: Answer::Value(v) };
                self.readable(state, trace, loc).into_iter().map(step).collect()
            }
            Action::Write { loc, mode, value } => {
                self.meet(state, loc);
                let kind = EventKind::Write(loc, mode);
                vec![TraceStep { kind, read: None, written: Some(value), answer: Answer::Done }]
            }
            Action::Rmw { loc, mode, op } => {
                let values = self.readable(state, trace, loc);
                values.into_iter().flat_map(|old| update_steps(loc, mode, op, old)).collect()
            }
            Action::Freeze(_) => return Err(Overflow::Unsupported("final fields in a cat model")),
            other => vec![other_step(&other)?],
        })
    }

    fn meet(&mut self, state: &M::State, loc: Loc) -> &BTreeSet<Value> {
        let (machine, seeds) = (self.question.machine, &self.seeds);
        let initial = self.infos.entry(loc).or_insert_with(|| machine.location(state, loc)).initial;
        self.values.entry(loc).or_insert_with(|| seeds.iter().copied().chain([initial]).collect())
    }

    /// The values of the location, including what the thread itself has written there, which may be newer.
    fn readable(&mut self, state: &M::State, trace: &ThreadTrace, loc: Loc) -> BTreeSet<Value> {
        if self.question.values == super::Values::Ignored {
            self.meet(state, loc);
            return BTreeSet::from([self.infos[&loc].initial]);
        }
        let own = trace.events.iter().filter(|e| e.kind.is_write() && e.kind.loc() == Some(loc));
        let own: Vec<Value> = own.filter_map(|e| e.written).collect();
        self.meet(state, loc).iter().copied().chain(own).collect()
    }

    /// Adds written values; returns true if one was new.
    fn learn(&mut self, written: &Values) -> Result<bool, Overflow> {
        let mut grown = false;
        for (loc, news) in written {
            let values = self.values.get_mut(loc).expect("a written location was met");
            let before = values.len();
            values.extend(news);
            grown |= values.len() > before;
            if values.len() > self.question.limits.values_per_location {
                return Err(Overflow::Values(*loc));
            }
        }
        Ok(grown)
    }

    /// Removes values that are neither initial nor written; returns true if there were any.
    fn forget(&mut self, written: &Values) -> bool {
        let mut shrunk = false;
        for (loc, values) in &mut self.values {
            let (before, initial) = (values.len(), self.infos[loc].initial);
            values.retain(|v| *v == initial || written.get(loc).is_some_and(|known| known.contains(v)));
            shrunk |= values.len() < before;
        }
        shrunk
    }
}
