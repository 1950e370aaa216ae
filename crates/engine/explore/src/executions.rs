//! Counts executions: the distinct combinations of reads-from and synchronisation order.

use crate::product::{Product, ProductState, Reduction};
use crate::progress::Progress;
use crate::system::{End, NoSink, System};
use crate::visited::{Visit, Visited};
use event::{Machine, Outcome};
use operational::Memory;
use std::collections::{BTreeMap, BTreeSet};

/// The number of executions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Executions {
    /// Exactly this many.
    Exactly(u64),
    /// The limit was reached, or the program was cut.
    Unknown,
}

/// Counts finished executions that differ in reads-from or synchronisation order, with `with_co` also in the
/// order of writes to each location. Gives up after `most_states` states. A program with loops may have
/// infinitely many.
///
/// ```
/// use explore::{Executions, count_executions};
/// use operational::SequentialConsistency;
///
/// let text = "Java t { x = 0; } Thread0 { x = 1; } Thread1 { int r = x; }";
/// let program = litmus::load("t", text).expect("a correct test");
/// let all = count_executions(&program, SequentialConsistency, true, 1000);
/// assert_eq!(all, Executions::Exactly(2)); // the read sees 0 or 1
/// ```
pub fn count_executions<M: Machine, S: Memory>(
    machine: &M,
    memory: S,
    with_co: bool,
    most_states: u64,
) -> Executions {
    // Finished states may differ in ways that no execution shows, such as the last value of a location.
    let mut finished: BTreeSet<Vec<u8>> = BTreeSet::new();
    let system = Product::new(machine, memory, Reduction::Ample).with_history(with_co);
    let all = for_each_end(&system, most_states, || false, |_, history| finished.extend([history]));
    if all { Executions::Exactly(finished.len() as u64) } else { Executions::Unknown }
}

/// Counts executions by outcome, with the same equivalence. Returns `None` if there are too many, if the
/// program was cut, or after a stop.
pub fn executions_by_outcome<M: Machine, S: Memory>(
    machine: &M,
    memory: S,
    most_states: u64,
    progress: &Progress,
) -> Option<BTreeMap<Outcome, u64>> {
    let mut finished: BTreeMap<Outcome, BTreeSet<Vec<u8>>> = BTreeMap::new();
    let system = Product::new(machine, memory, Reduction::Ample).with_history(false);
    let stops = || progress.stop_reason().is_some();
    let mut outcomes = Vec::new();
    let all = for_each_end(&system, most_states, stops, |state, history| {
        system.outcomes(state, &mut outcomes);
        for outcome in outcomes.drain(..) {
            finished.entry(outcome).or_default().insert(history.clone());
        }
    });
    all.then(|| finished.into_iter().map(|(outcome, all)| (outcome, all.len() as u64)).collect())
}

/// Visits every finished state with its history. Returns whether it visited all of them.
fn for_each_end<M: Machine, S: Memory>(
    system: &Product<'_, M, S>,
    most_states: u64,
    stops: impl Fn() -> bool,
    mut meet: impl FnMut(&ProductState<M::State, S::State>, Vec<u8>),
) -> bool {
    let visited = Visited::new(false, 1);
    let (mut encoding, mut steps) = (Vec::new(), Vec::new());
    let mut stack = vec![system.initial(&mut NoSink)];
    let mut states = 0u64;
    while let Some(state) = stack.pop() {
        steps.clear();
        system.steps(&state, &mut steps);
        if steps.is_empty() {
            match system.end(&state) {
                End::Finished | End::Idle(_) => {
                    let mut history = Vec::new();
                    state.history().expect("this product keeps histories").encode(&mut history);
                    meet(&state, history);
                }
                End::Stopped => return false,
                End::Deadlocked(_) | End::Diverged => {}
            }
        }
        for &step in &steps {
            let mut next = state.clone();
            system.take(&mut next, step, &mut NoSink);
            encoding.clear();
            system.encode(&next, &mut encoding);
            if visited.visit(&encoding, 0) == Visit::New {
                states += 1;
                stack.push(next);
            }
        }
        if states > most_states || stops() {
            return false;
        }
    }
    true
}
