//! CaDiCaL, for independent answers.

use super::{Lit, Outcome, Solver};
use crate::stop::Stop;

/// The second solver; building it requires a C++ compiler.
pub struct Cadical {
    inner: cadical::Solver<Watch>,
    variables: i32,
    assumptions: Vec<Lit>,
    limit: Option<u64>,
}

/// The callback that CaDiCaL polls for termination.
struct Watch(Stop);

impl cadical::Callbacks for Watch {
    fn terminate(&mut self) -> bool {
        self.0.is_set()
    }
}

impl Default for Cadical {
    fn default() -> Self {
        Cadical { inner: cadical::Solver::new(), variables: 0, assumptions: Vec::new(), limit: None }
    }
}

impl Solver for Cadical {
    fn new_var(&mut self) -> Lit {
        self.variables += 1;
        Lit(self.variables)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.inner.add_clause(clause.iter().map(|lit| lit.0));
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Outcome {
        self.assumptions = assumptions.to_vec();
        let limit = self.limit.map_or(-1, |limit| i32::try_from(limit).unwrap_or(i32::MAX));
        self.inner.set_limit("conflicts", limit).expect("CaDiCaL knows this limit");
        match self.inner.solve_with(assumptions.iter().map(|lit| lit.0)) {
            Some(true) => Outcome::Satisfiable,
            Some(false) => Outcome::Unsatisfiable,
            None => Outcome::Stopped,
        }
    }

    fn value(&self, lit: Lit) -> bool {
        // Variables unknown to it are false.
        self.inner.value(lit.0).unwrap_or(lit.is_negated())
    }

    fn core(&self) -> Vec<Lit> {
        self.assumptions.iter().copied().filter(|lit| self.inner.failed(lit.0)).collect()
    }

    fn limit_conflicts(&mut self, conflicts: Option<u64>) {
        self.limit = conflicts;
    }

    fn stop_when(&mut self, stop: Stop) {
        self.inner.set_callbacks(Some(Watch(stop)));
    }
}
