//! Checks a machine of your own under SC and TSO: `cargo run -p explore --example store_buffering`.
//!
//! The machine runs programs without branches; some sixty lines of `impl Machine` are all it takes. The
//! program is store buffering, the core of Dekker's and Peterson's locks:
//!
//! ```text
//! thread 0     thread 1
//! x = 1        y = 1
//! r0 = y       r1 = x
//! ```
//!
//! Under SC one of the reads sees 1. Under TSO both stores may still be buffered when the threads read, so
//! both may read 0. A full fence between the two accesses waits until the buffer is empty.
#![allow(clippy::print_stdout, reason = "an example that prints a table")]

use event::{
    Action, Answer, Failure, Fence, Loc, LocInfo, LocKind, Machine, MonitorId, Outcome, Pending, ReadMode,
    Sharing, Site, ThreadId, Value, WriteMode,
};
use explore::{Config, Product, Progress, Reduction, search};
use operational::{Memory, SequentialConsistency, StoreBuffers};

/// A program without branches: the actions of each thread, in program order.
struct StraightLine(Vec<Vec<Action>>);

/// The state of a thread: the number of actions performed, and the values read.
#[derive(Clone, Default)]
struct Thread {
    done: usize,
    read: Vec<Value>,
}

impl Machine for StraightLine {
    type State = Vec<Thread>;

    fn thread_count(&self) -> usize {
        self.0.len()
    }
    fn starts_running(&self, _: ThreadId) -> bool {
        true // no thread starts another
    }
    fn uses_fences(&self, _: ThreadId) -> bool {
        true // "perhaps" is always right
    }
    fn initial(&self) -> Vec<Thread> {
        vec![Thread::default(); self.0.len()]
    }
    fn pending(&self, state: &Vec<Thread>, thread: ThreadId) -> Pending {
        let (actions, done) = (&self.0[thread.index()], state[thread.index()].done);
        match actions.get(done) {
            Some(action) => Pending::Action(action.clone()),
            None if done == actions.len() => Pending::Action(Action::End),
            None => Pending::Ended,
        }
    }
    fn resume(&self, state: &mut Vec<Thread>, thread: ThreadId, answer: Answer) {
        let thread = &mut state[thread.index()];
        thread.done += 1;
        if let Answer::Value(seen) = answer {
            thread.read.push(seen);
        }
    }
    fn location(&self, _: &Vec<Thread>, _: Loc) -> LocInfo {
        LocInfo::variable(LocKind::Plain, Sharing::Shared, Value(0))
    }
    fn encode(&self, state: &Vec<Thread>, out: &mut Vec<u8>) {
        for thread in state {
            out.extend((thread.done as u64).to_le_bytes());
            out.extend(thread.read.iter().flat_map(|value| value.0.to_le_bytes()));
        }
    }
    fn observed_locations(&self) -> &[Loc] {
        &[] // only registers are observed
    }
    fn outcome(&self, state: &Vec<Thread>, _finals: &[Value]) -> Outcome {
        let values = state.iter().flat_map(|thread| thread.read.clone()).collect();
        Outcome { values, ..Outcome::default() }
    }
    fn failure(&self, _: &Vec<Thread>, _: ThreadId) -> Option<Failure> {
        None // nothing is asserted
    }
    // The rest is only for reports.
    fn site(&self, _: &Vec<Thread>, _: ThreadId) -> Site {
        Site::default()
    }
    fn thread_name(&self, thread: ThreadId) -> String {
        thread.to_string()
    }
    fn loc_name(&self, _: &Vec<Thread>, loc: Loc) -> String {
        ["x", "y"][loc.0 as usize].to_owned()
    }
    fn monitor_name(&self, _: &Vec<Thread>, monitor: MonitorId) -> String {
        format!("monitor {}", monitor.0)
    }
}

/// Two threads that each store, perform `between`, and read the location that the other stores to.
fn store_buffering(between: Option<Fence>) -> StraightLine {
    let thread = |own: Loc, other: Loc| {
        let store = Action::Write { loc: own, mode: WriteMode::Plain, value: Value(1) };
        let load = Action::Read { loc: other, mode: ReadMode::Plain };
        [Some(store), between.map(Action::Fence), Some(load)].into_iter().flatten().collect()
    };
    let (x, y) = (Loc(0), Loc(1));
    StraightLine(vec![thread(x, y), thread(y, x)])
}

/// Every outcome `r0, r1` of the program under a memory model.
fn outcomes(program: &StraightLine, memory: impl Memory) -> Vec<String> {
    let system = Product::new(program, memory, Reduction::Ample);
    let report = search(&system, &Config::default(), &Progress::default());
    // Outcomes that a search does not find are impossible only if it is complete.
    assert!(report.incomplete.is_empty(), "{:?}", report.incomplete);
    report.outcomes.iter().map(Outcome::render).collect()
}

fn main() {
    // Each thread has a single store, so buffers of 8 suffice; otherwise the search would report it.
    let tso = StoreBuffers::tso(8);
    let (plain, fenced) = (store_buffering(None), store_buffering(Some(Fence::Full)));
    println!("sc:              {}", outcomes(&plain, SequentialConsistency).join(" | "));
    println!("tso:             {}", outcomes(&plain, tso).join(" | "));
    println!("tso with fences: {}", outcomes(&fenced, tso).join(" | "));
}

#[test]
fn both_threads_read_zero_under_tso_without_fences_only() {
    let (plain, fenced) = (store_buffering(None), store_buffering(Some(Fence::Full)));
    assert_eq!(outcomes(&plain, SequentialConsistency), ["0, 1", "1, 0", "1, 1"]);
    assert_eq!(outcomes(&plain, StoreBuffers::tso(8)), ["0, 0", "0, 1", "1, 0", "1, 1"]);
    assert_eq!(outcomes(&fenced, StoreBuffers::tso(8)), ["0, 1", "1, 0", "1, 1"]);
    (0..100).for_each(|seed| event::check_machine_laws(&fenced, seed, 20));
}
