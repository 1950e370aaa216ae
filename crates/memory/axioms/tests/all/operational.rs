//! Random programs: the axioms compared with simple state machines written only for this test, and with the
//! enumeration without pruning.

use crate::support;

use axioms::Axioms::{OpMm, Pso, Sc, Tso};
use axioms::{Axioms, CandidateLimits, enumerate, enumerate_unpruned};
use event::{
    Action, Answer, Fence, Loc, LocKind, Machine, MonitorId, Outcome, Pending, ThreadId, Value, WriteMode,
};
use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};
use support::{Program, Shape, random_program};

#[derive(Debug, Clone)]
struct Buffered {
    loc: Loc,
    value: Value,
    release: bool,
    /// The number of earlier store fences.
    epoch: usize,
}

type Clock = Vec<usize>;

#[derive(Debug, Clone)]
struct Stored {
    value: Value,
    thread: usize,
    clock: Clock,
}

/// The memory of all four machines: values and buffers, or (OpMM) the writes with their clocks.
#[derive(Debug, Clone)]
struct Memory {
    started: Vec<bool>,
    owners: BTreeMap<MonitorId, (ThreadId, u32)>,
    values: BTreeMap<Loc, Value>,
    buffers: Vec<Vec<Buffered>>,
    epochs: Vec<usize>,
    clocks: Vec<Clock>,
    released: BTreeMap<String, Clock>,
    writes: BTreeMap<Loc, Vec<Stored>>,
}

struct Explorer<'p> {
    program: &'p Program,
    model: Axioms,
    seen: BTreeSet<String>,
    outcomes: BTreeSet<Outcome>,
}

fn join(clock: &mut Clock, other: &Clock) {
    clock.iter_mut().zip(other).for_each(|(a, b)| *a = (*a).max(*b));
}

impl Memory {
    fn acquire(&mut self, t: usize, object: String) {
        if let Some(view) = self.released.get(&object) {
            join(&mut self.clocks[t], view);
        }
    }

    fn release(&mut self, t: usize, object: String) {
        let clock = self.clocks[t].clone();
        join(self.released.entry(object).or_insert_with(|| vec![0; clock.len()]), &clock);
        self.clocks[t][t] += 1;
    }
}

impl Explorer<'_> {
    fn plain(&self, loc: Loc) -> bool {
        self.model == OpMm && self.program.kinds[loc.0 as usize].1 == LocKind::Plain
    }

    /// The values a thread may read now.
    fn visible(&self, memory: &Memory, t: usize, loc: Loc) -> Vec<Value> {
        if !self.plain(loc) {
            let own = memory.buffers[t].iter().rev().find(|b| b.loc == loc).map(|b| b.value);
            return vec![own.unwrap_or(memory.values.get(&loc).copied().unwrap_or_default())];
        }
        let writes = memory.writes.get(&loc).map_or(&[][..], Vec::as_slice);
        let known = |w: &Stored, clock: &Clock| clock[w.thread] >= w.clock[w.thread];
        let here = &memory.clocks[t];
        let hidden =
            |w: &Stored| writes.iter().any(|o| o.clock != w.clock && known(w, &o.clock) && known(o, here));
        let mut values: Vec<Value> = writes.iter().filter(|w| !hidden(w)).map(|w| w.value).collect();
        if !writes.iter().any(|w| known(w, here)) {
            values.push(Value(0));
        }
        values
    }

    fn store(&self, memory: &mut Memory, t: usize, loc: Loc, mode: WriteMode, value: Value) {
        if self.plain(loc) {
            memory.clocks[t][t] += 1;
            let clock = memory.clocks[t].clone();
            memory.writes.entry(loc).or_default().push(Stored { value, thread: t, clock });
        } else if matches!(self.model, Tso | Pso) && mode != WriteMode::Volatile {
            let release = mode == WriteMode::Release;
            let epoch = memory.epochs[t];
            memory.buffers[t].push(Buffered { loc, value, release, epoch });
        } else {
            memory.values.insert(loc, value);
            memory.release(t, format!("{loc:?}"));
        }
    }

    fn explore(&mut self, state: &[support::Thread], memory: &Memory) {
        if !self.seen.insert(format!("{state:?}{memory:?}")) {
            return;
        }
        if (0..state.len()).all(|t| state[t].ended || !memory.started[t]) {
            self.finish(state, memory);
        }
        for t in 0..state.len() {
            self.flush(state, memory, t);
            let thread = ThreadId(t as u16);
            if let Pending::Action(action) = self.program.pending(&state.to_vec(), thread)
                && memory.started[t]
            {
                self.act(state, memory, t, action);
            }
        }
    }

    fn flush(&mut self, state: &[support::Thread], memory: &Memory, t: usize) {
        for (i, entry) in memory.buffers[t].iter().enumerate() {
            let earlier = &memory.buffers[t][..i];
            let blocked = |e: &Buffered| {
                self.model == Tso || e.loc == entry.loc || entry.release || e.epoch < entry.epoch
            };
            if !earlier.iter().any(blocked) {
                let mut memory = memory.clone();
                memory.buffers[t].remove(i);
                memory.values.insert(entry.loc, entry.value);
                self.explore(state, &memory);
            }
        }
    }

    fn act(&mut self, state: &[support::Thread], memory: &Memory, t: usize, action: Action) {
        let mut memory = memory.clone();
        let waits = !memory.buffers[t].is_empty();
        let volatile = |loc: Loc| format!("{loc:?}");
        let mut answers = vec![Answer::Done];
        match action {
            Action::Read { loc, .. } => {
                answers = self.visible(&memory, t, loc).into_iter().map(Answer::Value).collect();
                memory.acquire(t, volatile(loc));
            }
            Action::Write { mode: WriteMode::Volatile, .. } if waits => return,
            Action::Write { loc, mode, value } => self.store(&mut memory, t, loc, mode, value),
            Action::Fence(Fence::Release | Fence::StoreStore) | Action::Freeze(_) => memory.epochs[t] += 1,
            Action::Fence(Fence::Acquire | Fence::LoadLoad) | Action::External(_) | Action::Fail(_) => {}
            Action::Internal(_) => panic!("no litmus program has one"),
            _ if waits => return,
            Action::Rmw { loc, op, .. } => {
                let old = self.visible(&memory, t, loc)[0];
                memory.acquire(t, volatile(loc));
                if let event::RmwOp::CompareAndSet { may_fail_spuriously: true, .. } = op {
                    self.go_on(state, &memory, t, Answer::Rmw { old, written: false });
                }
                let new = op.apply(old);
                if let Some(new) = new {
                    self.store(&mut memory, t, loc, WriteMode::Volatile, new);
                }
                answers = vec![Answer::Rmw { old, written: new.is_some() }];
            }
            Action::Lock(m) => {
                let owner = memory.owners.entry(m).or_insert((ThreadId(t as u16), 0));
                if owner.1 > 0 && owner.0.index() != t {
                    return;
                }
                *owner = (ThreadId(t as u16), owner.1 + 1);
                memory.acquire(t, format!("{m:?}"));
            }
            Action::Unlock(m) => {
                memory.owners.get_mut(&m).expect("locked before").1 -= 1;
                memory.release(t, format!("{m:?}"));
            }
            Action::Start(child) => {
                memory.started[child.index()] = true;
                memory.release(t, format!("{child:?}"));
                memory.acquire(child.index(), format!("{child:?}"));
            }
            Action::Join(child) if !state[child.index()].ended => return,
            Action::Join(child) => memory.acquire(t, format!("end {child:?}")),
            Action::End => memory.release(t, format!("end {:?}", ThreadId(t as u16))),
            Action::Fence(Fence::Full) => {}
        }
        answers.into_iter().for_each(|answer| self.go_on(state, &memory, t, answer));
    }

    fn go_on(&mut self, state: &[support::Thread], memory: &Memory, t: usize, answer: Answer) {
        let mut state = state.to_vec();
        self.program.resume(&mut state, ThreadId(t as u16), answer);
        self.explore(&state, memory);
    }

    fn finish(&mut self, state: &[support::Thread], memory: &Memory) {
        let mut finals = vec![vec![]];
        for &loc in &self.program.observed {
            let values = if self.plain(loc) {
                let writes = memory.writes.get(&loc).map_or(&[][..], Vec::as_slice);
                let later = |w: &&Stored| {
                    !writes.iter().any(|o| o.clock != w.clock && o.clock[w.thread] >= w.clock[w.thread])
                };
                let last: Vec<Value> = writes.iter().filter(later).map(|w| w.value).collect();
                if last.is_empty() { vec![Value(0)] } else { last }
            } else {
                vec![memory.values.get(&loc).copied().unwrap_or_default()]
            };
            let extend = |f: &Vec<Value>| {
                let f = f.clone();
                values.iter().map(move |&v| [f.clone(), vec![v]].concat()).collect::<Vec<_>>()
            };
            finals = finals.iter().flat_map(extend).collect();
        }
        let outcomes = finals.iter().map(|f| self.program.outcome(&state.to_vec(), f));
        self.outcomes.extend(outcomes);
    }
}

fn run_machine(program: &Program, model: Axioms) -> BTreeSet<Outcome> {
    let n = program.threads.len();
    let memory = Memory {
        started: (0..n).map(|t| program.starts_running(ThreadId(t as u16))).collect(),
        owners: BTreeMap::new(),
        values: BTreeMap::new(),
        buffers: vec![vec![]; n],
        epochs: vec![0; n],
        clocks: (0..n).map(|t| (0..n).map(|u| usize::from(u == t)).collect()).collect(),
        released: BTreeMap::new(),
        writes: BTreeMap::new(),
    };
    let mut explorer = Explorer { program, model, seen: BTreeSet::new(), outcomes: BTreeSet::new() };
    explorer.explore(&program.initial(), &memory);
    explorer.outcomes
}

/// The number of programs that a test tries; an environment variable can increase it.
fn rounds(usual: usize) -> usize {
    let factor = std::env::var("MODELS_TEST_FACTOR").ok().and_then(|f| f.parse().ok()).unwrap_or(1);
    usual * factor
}

fn compare_with_machine(seed: u64, shape: Shape, models: &[Axioms], programs: usize) {
    let mut random = Rng::with_seed(seed);
    for _ in 0..programs {
        let text = random_program(&mut random, shape);
        let program = Program::parse(&text);
        for &model in models {
            let axiomatic = enumerate(&program, model, &CandidateLimits::default()).expect(&text);
            let operational = run_machine(&program, model);
            assert_eq!(axiomatic.outcomes, operational, "{model:?}: {text}");
        }
    }
}

#[test]
fn store_buffer_machines_have_the_same_outcomes() {
    let shape = Shape { threads: 2, statements: 4, mixed: true, monitors: true };
    compare_with_machine(1, shape, &[Sc, Tso, Pso], rounds(300));
    compare_with_machine(2, Shape { threads: 3, statements: 3, ..shape }, &[Sc, Tso, Pso], rounds(100));
}

#[test]
fn a_machine_of_write_lists_has_the_same_outcomes_as_opmm() {
    let shape = Shape { threads: 2, statements: 5, mixed: false, monitors: true };
    compare_with_machine(3, shape, &[OpMm], rounds(300));
    compare_with_machine(4, Shape { threads: 3, statements: 3, ..shape }, &[OpMm], rounds(100));
}

fn compare_with_twin(seed: u64, shape: Shape, models: &[Axioms], programs: usize) {
    let mut random = Rng::with_seed(seed);
    for _ in 0..programs {
        let text = random_program(&mut random, shape);
        let program = Program::parse(&text);
        for &model in models {
            let limits = CandidateLimits { steps: 100_000, ..CandidateLimits::default() };
            let Ok(slow) = enumerate_unpruned(&program, model, &limits) else { continue };
            let fast = enumerate(&program, model, &limits).expect(&text);
            assert!(fast.candidates <= slow.candidates);
            assert_eq!(
                fast,
                axioms::Enumeration { candidates: fast.candidates, ..slow },
                "{model:?}: {text}"
            );
        }
    }
}

#[test]
fn pruning_changes_no_answer_and_no_count() {
    let shape = Shape { threads: 2, statements: 4, mixed: true, monitors: true };
    compare_with_twin(5, shape, &[Sc, Tso, Pso], rounds(100));
    compare_with_twin(6, Shape { threads: 3, statements: 3, ..shape }, &[Sc, Tso, Pso], rounds(100));
    compare_with_twin(7, Shape { mixed: false, ..shape }, &Axioms::ALL, rounds(100));
    let wide = Shape { threads: 3, statements: 3, mixed: false, monitors: true };
    compare_with_twin(8, wide, &[OpMm], rounds(200));
}

#[test]
fn stronger_models_have_fewer_outcomes() {
    let mut random = Rng::with_seed(9);
    let shape = Shape { threads: 3, statements: 4, mixed: false, monitors: true };
    for _ in 0..rounds(300) {
        let text = random_program(&mut random, shape);
        let program = Program::parse(&text);
        let run = |model| enumerate(&program, model, &CandidateLimits::default()).expect(&text);
        let [sc, tso, pso, opmm] = Axioms::ALL.map(run);
        assert!(sc.outcomes.is_subset(&tso.outcomes) && tso.outcomes.is_subset(&pso.outcomes), "{text}");
        assert!(sc.outcomes.is_subset(&opmm.outcomes), "{text}");
        assert!(sc.executions <= tso.executions && tso.executions <= pso.executions, "{text}");
    }
}
