//! A spin lock that is correct under TSO but not under PSO, and the execution that shows it: `cargo run -p
//! explore --example spin_lock`.
//!
//! Two threads perform `lock; c = c + 1; unlock`. The lock is acquired by a compare-and-set that is repeated
//! until it succeeds, and released by a store. Under PSO a plain store may reach memory before the store to
//! `c` does, so that the other thread enters and reads the old `c`; a release store may not.
//!
//! Spinning threads repeat their states, so the search ends although some executions do not.
#![allow(clippy::print_stdout, reason = "an example that prints outcomes and an execution")]

use event::{
    Action, Answer, Failure, Loc, LocInfo, LocKind, Machine, MonitorId, Outcome, Pending, ReadMode, RmwMode,
    RmwOp, Sharing, Site, ThreadId, Value, WriteMode,
};
use explore::{
    Config, Product, Progress, Reduction, Report, Target, Trace, TraceStep, replay, search, witness,
};
use operational::{Memory, SequentialConsistency, StoreBuffers};

const LOCK: Loc = Loc(0);
const COUNTER: Loc = Loc(1);

/// Two threads that increment a counter under a spin lock.
struct SpinLock {
    /// The mode of the store that releases the lock.
    unlock: WriteMode,
}

/// The next action of a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Lock,
    Read,
    Write { sum: Value },
    Unlock,
    End,
    Ended,
}

impl Machine for SpinLock {
    type State = [Next; 2];

    fn thread_count(&self) -> usize {
        2
    }
    fn starts_running(&self, _: ThreadId) -> bool {
        true
    }
    fn uses_fences(&self, _: ThreadId) -> bool {
        false
    }
    fn initial(&self) -> [Next; 2] {
        [Next::Lock; 2]
    }
    fn pending(&self, state: &[Next; 2], thread: ThreadId) -> Pending {
        let take = RmwOp::CompareAndSet { expected: Value(0), new: Value(1), may_fail_spuriously: false };
        Pending::Action(match state[thread.index()] {
            Next::Lock => Action::Rmw { loc: LOCK, mode: RmwMode::Volatile, op: take },
            Next::Read => Action::Read { loc: COUNTER, mode: ReadMode::Plain },
            Next::Write { sum } => Action::Write { loc: COUNTER, mode: WriteMode::Plain, value: sum },
            Next::Unlock => Action::Write { loc: LOCK, mode: self.unlock, value: Value(0) },
            Next::End => Action::End,
            Next::Ended => return Pending::Ended,
        })
    }
    fn resume(&self, state: &mut [Next; 2], thread: ThreadId, answer: Answer) {
        let next = &mut state[thread.index()];
        *next = match (*next, answer) {
            (Next::Lock, Answer::Rmw { written: false, .. }) => Next::Lock, // taken: try again
            (Next::Lock, _) => Next::Read,
            (Next::Read, Answer::Value(seen)) => Next::Write { sum: Value(seen.0 + 1) },
            (Next::Write { .. }, _) => Next::Unlock,
            (Next::Unlock, _) => Next::End,
            (Next::End, _) => Next::Ended,
            (next, answer) => panic!("{answer:?} is no answer to {next:?}"),
        };
    }
    fn location(&self, _: &[Next; 2], loc: Loc) -> LocInfo {
        let kind = if loc == LOCK { LocKind::Mixed } else { LocKind::Plain };
        LocInfo::variable(kind, Sharing::Shared, Value(0))
    }
    fn encode(&self, state: &[Next; 2], out: &mut Vec<u8>) {
        for next in state {
            let (step, sum) = match next {
                Next::Lock => (0, Value(0)),
                Next::Read => (1, Value(0)),
                Next::Write { sum } => (2, *sum),
                Next::Unlock => (3, Value(0)),
                Next::End => (4, Value(0)),
                Next::Ended => (5, Value(0)),
            };
            out.push(step);
            out.extend(sum.0.to_le_bytes());
        }
    }
    fn observed_locations(&self) -> &[Loc] {
        &[COUNTER]
    }
    fn outcome(&self, _: &[Next; 2], finals: &[Value]) -> Outcome {
        Outcome { values: finals.to_vec(), ..Outcome::default() }
    }
    fn failure(&self, _: &[Next; 2], _: ThreadId) -> Option<Failure> {
        None
    }
    fn site(&self, _: &[Next; 2], _: ThreadId) -> Site {
        Site::default()
    }
    fn thread_name(&self, thread: ThreadId) -> String {
        thread.to_string()
    }
    fn loc_name(&self, _: &[Next; 2], loc: Loc) -> String {
        if loc == LOCK { "lock" } else { "c" }.to_owned()
    }
    fn monitor_name(&self, _: &[Next; 2], monitor: MonitorId) -> String {
        format!("monitor {}", monitor.0)
    }
}

/// Searches all behaviours of the program under a memory model.
fn explored(program: &SpinLock, memory: impl Memory) -> Report {
    let system = Product::new(program, memory, Reduction::Ample);
    let report = search(&system, &Config::default(), &Progress::default());
    assert!(report.incomplete.is_empty(), "{:?}", report.incomplete);
    report
}

/// The final values of the counter.
fn finals(report: &Report) -> String {
    report.outcomes.iter().map(Outcome::render).collect::<Vec<_>>().join(" or ")
}

/// Returns a simplest execution with this outcome.
fn execution(program: &SpinLock, memory: impl Memory, outcome: Outcome) -> Trace {
    let system = Product::new(program, memory, Reduction::Ample);
    let steps = witness(&system, &Target::Outcome(outcome), &Progress::default());
    let (trace, _) = replay(&system, &steps.expect("the search has found it")).expect("a path of the system");
    trace
}

/// Formats one line of an execution.
fn line(program: &SpinLock, step: &TraceStep) -> String {
    let name = |loc: Loc| program.loc_name(&program.initial(), loc);
    match step {
        TraceStep::Action { thread, action, answer, .. } => match (action, answer) {
            (Action::Rmw { .. }, Answer::Rmw { written: true, .. }) => format!("{thread} takes the lock"),
            (Action::Rmw { .. }, _) => format!("{thread} finds the lock taken"),
            (Action::Read { loc, .. }, Answer::Value(seen)) => {
                format!("{thread} reads {} = {seen}", name(*loc))
            }
            (Action::Write { loc, value, .. }, _) => format!("{thread} stores {} = {value}", name(*loc)),
            _ => format!("{thread} ends"),
        },
        TraceStep::Flush { thread, loc, written } => {
            format!("{thread}'s store {} = {} reaches memory", name(*loc), written.value)
        }
        TraceStep::Finding(finding) => format!("{finding:?}"),
    }
}

fn main() {
    let plain = SpinLock { unlock: WriteMode::Plain };
    let release = SpinLock { unlock: WriteMode::Release };
    let pso = StoreBuffers::pso(8);
    println!("unlock by a plain store");
    println!("  sc:  c = {}", finals(&explored(&plain, SequentialConsistency)));
    println!("  tso: c = {}", finals(&explored(&plain, StoreBuffers::tso(8))));
    let broken = explored(&plain, pso);
    println!("  pso: c = {}", finals(&broken));
    println!("unlock by a release store");
    println!("  pso: c = {}", finals(&explored(&release, pso)));
    if let Some(lost) = broken.outcomes.first() {
        println!("how the plain one comes to c = {} under pso", lost.render());
        for step in &execution(&plain, pso, lost.clone()).steps {
            println!("  {}", line(&plain, step));
        }
    }
}

#[test]
fn only_an_unlock_that_may_overtake_loses_an_update() {
    let plain = SpinLock { unlock: WriteMode::Plain };
    let release = SpinLock { unlock: WriteMode::Release };
    assert_eq!(finals(&explored(&plain, SequentialConsistency)), "2");
    assert_eq!(finals(&explored(&plain, StoreBuffers::tso(8))), "2");
    assert_eq!(finals(&explored(&plain, StoreBuffers::pso(8))), "1 or 2");
    assert_eq!(finals(&explored(&release, StoreBuffers::pso(8))), "2");
    (0..100).for_each(|seed| event::check_machine_laws(&plain, seed, 30));
}
