//! A hand-written machine, stepped by hand: `cargo run -p event --example by_hand`.
//!
//! Two threads perform `x = x + 1`. The machine says what each thread wants to do next; this program decides
//! which thread moves and what the reads see, which is otherwise the job of an engine and a memory model.
//! Here the memory is a single variable. One schedule loses an update.
#![allow(clippy::print_stdout, reason = "an example that prints what it does")]

use event::{
    Action, Answer, Failure, Loc, LocInfo, LocKind, Machine, MonitorId, Outcome, Pending, ReadMode, Sharing,
    Site, ThreadId, Value, WriteMode, check_machine_laws,
};

const X: Loc = Loc(0);

/// Two threads that increment `x`.
struct Increments;

/// The action that a thread is about to perform.
#[derive(Debug, Clone, Copy)]
enum Next {
    Read,
    Write { sum: Value },
    End,
    Ended,
}

impl Machine for Increments {
    type State = [Next; 2];

    fn thread_count(&self) -> usize {
        2
    }
    fn starts_running(&self, _: ThreadId) -> bool {
        true // both run from the beginning
    }
    fn uses_fences(&self, _: ThreadId) -> bool {
        false
    }
    fn initial(&self) -> [Next; 2] {
        [Next::Read; 2]
    }
    fn pending(&self, state: &[Next; 2], thread: ThreadId) -> Pending {
        Pending::Action(match state[thread.index()] {
            Next::Read => Action::Read { loc: X, mode: ReadMode::Plain },
            Next::Write { sum } => Action::Write { loc: X, mode: WriteMode::Plain, value: sum },
            Next::End => Action::End,
            Next::Ended => return Pending::Ended,
        })
    }
    fn resume(&self, state: &mut [Next; 2], thread: ThreadId, answer: Answer) {
        let next = &mut state[thread.index()];
        *next = match (*next, answer) {
            (Next::Read, Answer::Value(seen)) => Next::Write { sum: Value(seen.0 + 1) },
            (Next::Write { .. }, Answer::Done) => Next::End,
            (Next::End, Answer::Done) => Next::Ended,
            (next, answer) => panic!("{answer:?} is no answer to {next:?}"),
        };
    }
    fn location(&self, _: &[Next; 2], _: Loc) -> LocInfo {
        LocInfo::variable(LocKind::Plain, Sharing::Shared, Value(0))
    }
    fn encode(&self, state: &[Next; 2], out: &mut Vec<u8>) {
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
    fn outcome(&self, _: &[Next; 2], finals: &[Value]) -> Outcome {
        Outcome { values: finals.to_vec(), ..Outcome::default() }
    }
    fn failure(&self, _: &[Next; 2], _: ThreadId) -> Option<Failure> {
        None
    }
    // The rest is for reports.
    fn site(&self, _: &[Next; 2], _: ThreadId) -> Site {
        Site { text: "x = x + 1".to_owned(), ..Site::default() }
    }
    fn thread_name(&self, thread: ThreadId) -> String {
        thread.to_string()
    }
    fn loc_name(&self, _: &[Next; 2], _: Loc) -> String {
        "x".to_owned()
    }
    fn monitor_name(&self, _: &[Next; 2], monitor: MonitorId) -> String {
        format!("monitor {}", monitor.0)
    }
}

/// Runs the machine along a schedule; each entry performs one action of that thread.
fn run(schedule: &[u16]) -> Outcome {
    let machine = Increments;
    let mut state = machine.initial();
    let mut x = machine.location(&state, X).initial;
    for thread in schedule.iter().copied().map(ThreadId) {
        let Pending::Action(action) = machine.pending(&state, thread) else { continue };
        let answer = match action {
            Action::Read { .. } => Answer::Value(x),
            Action::Write { value, .. } => {
                x = value;
                Answer::Done
            }
            _ => Answer::Done,
        };
        match action {
            Action::Read { .. } => println!("  {thread} reads x = {x}"),
            Action::Write { value, .. } => println!("  {thread} writes x = {value}"),
            _ => println!("  {thread} ends"),
        }
        machine.resume(&mut state, thread, answer);
    }
    machine.outcome(&state, &[x])
}

fn main() {
    // Every machine should be tested against the laws; here along random schedules of 20 steps.
    (0..100).for_each(|seed| check_machine_laws(&Increments, seed, 20));

    println!("one thread after the other:");
    println!("  outcome x = {}", run(&[0, 0, 0, 1, 1, 1]).render());
    println!("both read before one writes:");
    println!("  outcome x = {}", run(&[0, 1, 0, 1, 0, 1]).render());
}

#[test]
fn the_second_schedule_loses_an_update() {
    assert_eq!(run(&[0, 0, 0, 1, 1, 1]).render(), "2");
    assert_eq!(run(&[0, 1, 0, 1, 0, 1]).render(), "1");
}
