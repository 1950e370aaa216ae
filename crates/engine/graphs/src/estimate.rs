//! How many executions a program has, estimated from a few of them.
//!
//! Knuth, *Estimating the efficiency of backtrack programs*, Mathematics of Computation 29, 1975: a random
//! path through the tree of the search, weighted by the product of the numbers of branches along it, shows
//! the right number on average. **Promises** the same estimate for the same seed. **Does not** promise a
//! good one: few paths may carry most of the weight.

use crate::engine::{Engine, grow};
use crate::limits::GraphLimits;
use crate::model::GraphModel;
use crate::report::End;
use axioms::Overflow;
use event::Machine;
use std::ops::ControlFlow;

/// An estimate of the size of a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The number of executions, stuck ones too: the larger of the mean and four times the median, since the
    /// distribution has a long tail.
    pub executions: f64,
    /// The mean number of events of an execution.
    pub events: f64,
    /// Whether a bound cut off an execution.
    pub is_cut: bool,
}

/// Estimates the number of executions from so many random paths.
///
/// # Errors
/// If [`crate::explore`] would not find everything.
pub fn estimate<M: Machine, G: GraphModel>(
    machine: &M,
    model: &G,
    limits: &GraphLimits,
    walks: u32,
    seed: u64,
) -> Result<Estimate, Overflow> {
    let walks = Walks::new(walks, seed);
    let engine = Engine::new(machine, model, limits, Some(walks));
    let (_, walks, overflow) = grow(engine, &mut |_| ControlFlow::Continue(()));
    match (walks, overflow) {
        (Some(walks), None) => Ok(walks.estimate()),
        (_, overflow) => Err(overflow.unwrap_or(Overflow::Stopped)),
    }
}

/// Random paths through the tree of a search.
#[derive(Debug)]
pub(crate) struct Walks {
    random: fastrand::Rng,
    left: u32,
    /// The product of the numbers of branches of the current path, and the executions it has shown, weighted.
    weight: f64,
    shown: f64,
    /// What earlier paths have shown.
    seen: Vec<f64>,
    events: usize,
    executions: usize,
    is_cut: bool,
}

impl Walks {
    fn new(walks: u32, seed: u64) -> Walks {
        let random = fastrand::Rng::with_seed(seed);
        let left = walks.saturating_sub(1);
        Walks {
            random,
            left,
            weight: 1.0,
            shown: 0.0,
            seen: Vec::new(),
            events: 0,
            executions: 0,
            is_cut: false,
        }
    }

    /// An execution is shown.
    pub(crate) fn shows(&mut self, events: usize, end: End) {
        self.events += events;
        self.executions += 1;
        self.is_cut |= end == End::Cut;
    }

    /// Chooses a branch of the step that has shown so many executions; `None` if it has none.
    pub(crate) fn choose(&mut self, branches: usize, shown: u64) -> Option<usize> {
        self.shown += self.weight * shown as f64;
        if branches == 0 {
            return None;
        }
        self.weight *= branches as f64;
        Some(self.random.usize(..branches))
    }

    /// The path has ended; whether another one is wanted.
    pub(crate) fn starts_again(&mut self) -> bool {
        self.seen.push(self.shown);
        (self.weight, self.shown) = (1.0, 0.0);
        let again = self.left > 0;
        self.left = self.left.saturating_sub(1);
        again
    }

    fn estimate(mut self) -> Estimate {
        self.seen.sort_by(f64::total_cmp);
        let mean = self.seen.iter().sum::<f64>() / self.seen.len().max(1) as f64;
        let median = self.seen.get(self.seen.len() / 2).copied().unwrap_or_default();
        let events = self.events as f64 / self.executions.max(1) as f64;
        Estimate { executions: mean.max(4.0 * median), events, is_cut: self.is_cut }
    }
}
