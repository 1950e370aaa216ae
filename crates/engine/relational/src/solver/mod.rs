//! The solver: one small trait, and what implements it.
//!
//! Laws, tested for every implementation in `tests/solvers.rs`: an answer under assumptions does not bind the next one;
//! after [`Outcome::Satisfiable`] the values satisfy every clause and assumption; after [`Outcome::Unsatisfiable`] the core is a
//! set of assumptions that together with the clauses is unsatisfiable.

mod batsat_solver;
#[cfg(feature = "cadical")]
mod cadical_solver;

pub use batsat_solver::Batsat;
#[cfg(feature = "cadical")]
pub use cadical_solver::Cadical;

use crate::proof::Proof;
use crate::stop::Stop;
use std::ops::Not;

/// A variable or its negation, as DIMACS writes them: never 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(pub i32);

impl Lit {
    /// The number of its variable, from 0.
    pub fn index(self) -> usize {
        self.0.unsigned_abs() as usize - 1
    }

    /// Whether it is a negation.
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

/// What a solver says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// There is a model.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// It was stopped before it knew.
    Stopped,
}

/// An incremental SAT solver.
pub trait Solver {
    /// A new variable, as its positive literal. Numbers are given from 1 without gaps.
    fn new_var(&mut self) -> Lit;
    /// Adds a clause; the empty one makes everything unsatisfiable.
    fn add_clause(&mut self, clause: &[Lit]);
    /// Looks for a model in which all assumptions hold.
    fn solve(&mut self, assumptions: &[Lit]) -> Outcome;
    /// The value of a literal in the model found last. A variable that occurs in no clause may have any.
    fn value(&self, lit: Lit) -> bool;
    /// The assumptions the last refutation used.
    fn core(&self) -> Vec<Lit>;
    /// Makes it stop after so many conflicts per call; `None` for never.
    fn limit_conflicts(&mut self, conflicts: Option<u64>);
    /// Makes it stop, now and in every later call, once this is set.
    fn stop_when(&mut self, stop: Stop);
    /// Makes it write down why; must be called before the first clause. False if it cannot.
    fn record_proof(&mut self) -> bool {
        false
    }
    /// What it wrote down so far.
    fn proof(&self) -> Option<&Proof> {
        None
    }
}
