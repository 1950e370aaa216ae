//! Counts the executions of a small machine: `cargo run -p graphs --example increments`.
//!
//! Some threads perform `x = x + 1` on a plain variable. An execution is not a schedule: it consists of
//! reads-from and, under SC, the order of the writes. So n threads have n!² executions under SC. OpMM, a
//! lower bound of the Java memory model, does not order the writes to a plain variable, and a read may see
//! any of them unless that closes a cycle of reading and writing: n threads have (n + 1)ⁿ⁻¹ executions.
#![allow(clippy::print_stdout, reason = "an example that prints a table")]

use event::{
    Action, Answer, Failure, Loc, LocInfo, LocKind, Machine, MonitorId, Outcome, Pending, ReadMode, Sharing,
    Site, ThreadId, Value, WriteMode,
};
use graphs::{Enumeration, GraphLimits, GraphModel, OpMm, Ordered, enumerate};

const X: Loc = Loc(0);

/// This many threads that increment `x`.
struct Increments(usize);

/// The next action of a thread.
#[derive(Debug, Clone, Copy)]
enum Next {
    Read,
    Write { sum: Value },
    End,
    Ended,
}

impl Machine for Increments {
    type State = Vec<Next>;

    fn thread_count(&self) -> usize {
        self.0
    }
    fn starts_running(&self, _: ThreadId) -> bool {
        true
    }
    fn uses_fences(&self, _: ThreadId) -> bool {
        false
    }
    fn initial(&self) -> Vec<Next> {
        vec![Next::Read; self.0]
    }
    fn pending(&self, state: &Vec<Next>, thread: ThreadId) -> Pending {
        Pending::Action(match state[thread.index()] {
            Next::Read => Action::Read { loc: X, mode: ReadMode::Plain },
            Next::Write { sum } => Action::Write { loc: X, mode: WriteMode::Plain, value: sum },
            Next::End => Action::End,
            Next::Ended => return Pending::Ended,
        })
    }
    fn resume(&self, state: &mut Vec<Next>, thread: ThreadId, answer: Answer) {
        let next = &mut state[thread.index()];
        *next = match (*next, answer) {
            (Next::Read, Answer::Value(seen)) => Next::Write { sum: Value(seen.0 + 1) },
            (Next::Write { .. }, Answer::Done) => Next::End,
            (Next::End, Answer::Done) => Next::Ended,
            (next, answer) => panic!("{answer:?} is no answer to {next:?}"),
        };
    }
    fn location(&self, _: &Vec<Next>, _: Loc) -> LocInfo {
        LocInfo::variable(LocKind::Plain, Sharing::Shared, Value(0))
    }
    fn encode(&self, state: &Vec<Next>, out: &mut Vec<u8>) {
        for next in state {
            let (step, sum) = match next {
                Next::Read => (0, Value(0)),
                Next::Write { sum } => (1, *sum),
                Next::End => (2, Value(0)),
                Next::Ended => (3, Value(0)),
            };
            out.push(step);
            out.extend(sum.0.to_le_bytes());
        }
    }
    fn observed_locations(&self) -> &[Loc] {
        &[X]
    }
    fn outcome(&self, _: &Vec<Next>, finals: &[Value]) -> Outcome {
        Outcome { values: finals.to_vec(), ..Outcome::default() }
    }
    fn failure(&self, _: &Vec<Next>, _: ThreadId) -> Option<Failure> {
        None
    }
    fn site(&self, _: &Vec<Next>, _: ThreadId) -> Site {
        Site::default()
    }
    fn thread_name(&self, thread: ThreadId) -> String {
        thread.to_string()
    }
    fn loc_name(&self, _: &Vec<Next>, _: Loc) -> String {
        "x".to_owned()
    }
    fn monitor_name(&self, _: &Vec<Next>, monitor: MonitorId) -> String {
        format!("monitor {}", monitor.0)
    }
}

fn enumerated(threads: usize, model: &impl GraphModel) -> Enumeration {
    let found = enumerate(&Increments(threads), model, &GraphLimits::default()).expect("few events");
    assert!(!found.summary.is_incomplete(), "threads have three events");
    found
}

fn main() {
    println!("threads  sc: executions, final x     opmm: executions, final x");
    for threads in 1..=4 {
        let column = |model: &dyn GraphModel| {
            let found = enumerated(threads, &model);
            let finals: Vec<String> = found.outcomes.iter().map(Outcome::render).collect();
            format!("{:>5}  {}", found.summary.executions, finals.join(" "))
        };
        println!("{threads:>7}  {:<27} {}", column(&Ordered::Sc), column(&OpMm));
    }
}

#[test]
fn counts_are_those_of_the_formulas() {
    let executions = |threads, model: &dyn GraphModel| enumerated(threads, &model).summary.executions;
    assert_eq!([1, 2, 3, 4].map(|n| executions(n, &Ordered::Sc)), [1, 4, 36, 576]);
    assert_eq!([1, 2, 3, 4].map(|n| executions(n, &OpMm)), [1, 3, 16, 125]);
    (0..100).for_each(|seed| event::check_machine_laws(&Increments(3), seed, 20));
}
