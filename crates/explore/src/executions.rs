//! Counts executions: how many ways there are to read from writes and to order synchronisation.

use crate::product::{Product, Reduction};
use crate::system::{End, NoSink, System};
use crate::visited::{Visit, Visited};
use event::Machine;
use std::collections::BTreeSet;
use store::Memory;

/// The number of executions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Executions {
    /// Exactly this many.
    Exactly(u64),
    /// The limit was reached, or the program was cut.
    Unknown,
}

/// Counts finished executions that differ in reads-from or synchronisation order, with `with_co` also in the order
/// of writes to each location. Gives up after `most_states` states. A program with loops may have infinitely many.
pub fn count_executions<M: Machine, S: Memory>(
    machine: &M,
    memory: S,
    with_co: bool,
    most_states: u64,
) -> Executions {
    let system = Product::new(machine, memory, Reduction::Eager).with_history(with_co);
    let visited = Visited::new(false, 1);
    // Finished states may differ in what no execution shows, such as the last value of a location.
    let mut finished: BTreeSet<Vec<u8>> = BTreeSet::new();
    let (mut encoding, mut steps) = (Vec::new(), Vec::new());
    let mut stack = vec![system.initial(&mut NoSink)];
    let mut states = 0u64;
    while let Some(state) = stack.pop() {
        steps.clear();
        system.steps(&state, &mut steps);
        if steps.is_empty() {
            match system.end(&state) {
                End::Finished => {
                    let mut history = Vec::new();
                    state.history().expect("this product keeps histories").encode(&mut history);
                    finished.insert(history);
                }
                End::Stopped => return Executions::Unknown,
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
        if states > most_states {
            return Executions::Unknown;
        }
    }
    Executions::Exactly(finished.len() as u64)
}
