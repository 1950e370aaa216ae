//! The solver trait and its implementations.
//!
//! Laws, tested for every implementation in `tests/solvers.rs`: assumptions of one call do not affect the
//! next; after [`Outcome::Satisfiable`] the values satisfy every clause and assumption; after
//! [`Outcome::Unsatisfiable`] the core is a set of assumptions that is unsatisfiable together with the
//! clauses.

mod batsat_solver;
#[cfg(feature = "cadical")]
mod cadical_solver;

pub use batsat_solver::Batsat;
#[cfg(feature = "cadical")]
pub use cadical_solver::Cadical;

use crate::proof::Proof;
use crate::stop::Stop;
use std::ops::Not;

/// A variable or its negation, as in DIMACS: never 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(pub i32);

impl Lit {
    /// The index of its variable, from 0.
    pub fn index(self) -> usize {
        self.0.unsigned_abs() as usize - 1
    }

    /// Whether it is negated.
    pub fn is_negated(self) -> bool {
        self.0 < 0
    }
}

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

/// The result of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// There is a model.
    Satisfiable,
    /// There is no model.
    Unsatisfiable,
    /// The call was stopped before the result was known.
    Stopped,
}

/// An incremental SAT solver.
pub trait Solver {
    /// Creates a variable and returns its positive literal. Numbers start at 1 and are consecutive.
    fn new_var(&mut self) -> Lit;
    /// Adds a clause; the empty one makes everything unsatisfiable.
    fn add_clause(&mut self, clause: &[Lit]);
    /// Looks for a model in which all assumptions hold.
    fn solve(&mut self, assumptions: &[Lit]) -> Outcome;
    /// The value of a literal in the last model. A variable that occurs in no clause may have any value.
    fn value(&self, lit: Lit) -> bool;
    /// The assumptions that the last refutation used.
    fn core(&self) -> Vec<Lit>;
    /// Limits the number of conflicts per call; `None` removes the limit.
    fn limit_conflicts(&mut self, conflicts: Option<u64>);
    /// Stops this and every later call once `stop` is set.
    fn stop_when(&mut self, stop: Stop);
    /// Starts recording a proof; must be called before the first clause is added. Returns `false` if
    /// unsupported.
    fn record_proof(&mut self) -> bool {
        false
    }
    /// The proof recorded so far.
    fn proof(&self) -> Option<&Proof> {
        None
    }
}
