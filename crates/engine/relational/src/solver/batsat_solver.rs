//! batsat: MiniSat in Rust.

use super::{Lit, Outcome, Solver};
use crate::proof::{Proof, ProofStep};
use crate::stop::Stop;
use batsat::{Callbacks, SolverInterface, lbool};

/// The default solver.
pub struct Batsat {
    inner: batsat::Solver<Recorder>,
    core: Vec<Lit>,
    scratch: Vec<batsat::Lit>,
}

/// Counts conflicts, checks whether to stop, and records a proof if requested.
#[derive(Default)]
struct Recorder {
    proof: Option<Proof>,
    conflicts: u64,
    limit: Option<u64>,
    stop: Stop,
}

impl Callbacks for Recorder {
    fn on_new_clause(&mut self, clause: &[batsat::Lit], source: batsat::ClauseKind) {
        if source == batsat::ClauseKind::Learnt {
            self.conflicts += 1;
            if let Some(proof) = &mut self.proof {
                proof.push(ProofStep::Learn(clause.iter().map(|&lit| from_batsat(lit)).collect()));
            }
        }
    }

    fn on_delete_clause(&mut self, clause: &[batsat::Lit]) {
        if let Some(proof) = &mut self.proof {
            proof.push(ProofStep::Forget(clause.iter().map(|&lit| from_batsat(lit)).collect()));
        }
    }

    fn stop(&self) -> bool {
        self.limit.is_some_and(|limit| self.conflicts >= limit) || self.stop.is_set()
    }
}

fn from_batsat(lit: batsat::Lit) -> Lit {
    let number = lit.var().idx() as i32 + 1;
    // A batsat literal has the sign `true` if it is positive.
    Lit(if lit.sign() { number } else { -number })
}

fn to_batsat(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.index() as u32), !lit.is_negated())
}

impl Default for Batsat {
    fn default() -> Self {
        let inner = batsat::Solver::new(batsat::SolverOpts::default(), Recorder::default());
        Batsat { inner, core: Vec::new(), scratch: Vec::new() }
    }
}

impl Solver for Batsat {
    fn new_var(&mut self) -> Lit {
        Lit(self.inner.new_var_default().idx() as i32 + 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        if let Some(proof) = &mut self.inner.cb_mut().proof {
            proof.push(ProofStep::Given(clause.to_vec()));
        }
        self.scratch.clear();
        self.scratch.extend(clause.iter().map(|&lit| to_batsat(lit)));
        self.inner.add_clause_reuse(&mut self.scratch);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Outcome {
        self.core.clear();
        self.inner.cb_mut().conflicts = 0;
        let assumed: Vec<batsat::Lit> = assumptions.iter().map(|&lit| to_batsat(lit)).collect();
        let answer = self.inner.solve_limited(&assumed);
        if answer == lbool::TRUE {
            Outcome::Satisfiable
        } else if answer == lbool::FALSE {
            // It returns the clause derived from the assumptions: their negations.
            self.core = self.inner.unsat_core().iter().map(|&lit| !from_batsat(lit)).collect();
            if let Some(proof) = &mut self.inner.cb_mut().proof {
                proof.push(ProofStep::Learn(self.core.iter().map(|&lit| !lit).collect()));
            }
            Outcome::Unsatisfiable
        } else {
            Outcome::Stopped
        }
    }

    fn value(&self, lit: Lit) -> bool {
        self.inner.value_lit(to_batsat(lit)) == lbool::TRUE
    }

    fn core(&self) -> Vec<Lit> {
        self.core.clone()
    }

    fn limit_conflicts(&mut self, conflicts: Option<u64>) {
        self.inner.cb_mut().limit = conflicts;
    }

    fn stop_when(&mut self, stop: Stop) {
        self.inner.cb_mut().stop = stop;
    }

    fn record_proof(&mut self) -> bool {
        self.inner.cb_mut().proof = Some(Proof::default());
        true
    }

    fn proof(&self) -> Option<&Proof> {
        self.inner.cb().proof.as_ref()
    }
}
