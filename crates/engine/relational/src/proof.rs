//! Proofs of unsatisfiability, and their checker.
//!
//! A proof lists the clauses that a solver was given, learnt and forgot, in order. A clause may be learnt if
//! assuming its negation leads to a contradiction by unit propagation alone (reverse unit propagation, the R
//! of DRAT: Wetzler, Heule, Hunt 2014). The checker is deliberately simple and slow, and shares no code with
//! any solver.

use crate::solver::Lit;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// One step of a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProofStep {
    /// A clause of the problem.
    Given(Vec<Lit>),
    /// A clause that follows.
    Learn(Vec<Lit>),
    /// A clause that is no longer needed.
    Forget(Vec<Lit>),
}

/// The recorded steps of a solver.
#[derive(Debug, Clone, Default)]
pub struct Proof {
    steps: Vec<ProofStep>,
}

/// Why a proof is invalid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProofError {
    /// This clause does not follow by unit propagation.
    DoesNotFollow(Vec<Lit>),
    /// The clause to be proved was not learnt.
    NotProved(Vec<Lit>),
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofError::DoesNotFollow(clause) => write!(f, "{clause:?} does not follow by unit propagation"),
            ProofError::NotProved(clause) => write!(f, "{clause:?} was not proved"),
        }
    }
}

impl std::error::Error for ProofError {}

impl Proof {
    pub(crate) fn push(&mut self, step: ProofStep) {
        self.steps.push(step);
    }

    /// The steps, in order.
    pub fn steps(&self) -> &[ProofStep] {
        &self.steps
    }

    /// Checks every step, and that the clause "not all of `core`" was learnt.
    pub fn check(&self, core: &[Lit]) -> Result<(), ProofError> {
        let mut checker = Checker::default();
        let wanted: BTreeSet<Lit> = core.iter().map(|&lit| !lit).collect();
        let mut proved = false;
        for step in &self.steps {
            match step {
                ProofStep::Given(clause) => checker.add(clause),
                ProofStep::Learn(clause) => {
                    if !checker.follows(clause) {
                        return Err(ProofError::DoesNotFollow(clause.clone()));
                    }
                    proved |= clause.iter().all(|lit| wanted.contains(lit));
                    checker.add(clause);
                }
                ProofStep::Forget(clause) => checker.forget(clause),
            }
        }
        if proved { Ok(()) } else { Err(ProofError::NotProved(wanted.into_iter().collect())) }
    }
}

/// Clauses with an index of literal occurrences.
#[derive(Default)]
struct Checker {
    clauses: Vec<Option<Vec<Lit>>>,
    occurs: BTreeMap<Lit, Vec<usize>>,
    /// Clauses with at most one literal.
    short: BTreeSet<usize>,
}

impl Checker {
    fn add(&mut self, clause: &[Lit]) {
        let unique: BTreeSet<Lit> = clause.iter().copied().collect();
        let number = self.clauses.len();
        unique.iter().for_each(|&lit| self.occurs.entry(lit).or_default().push(number));
        if unique.len() < 2 {
            self.short.insert(number);
        }
        self.clauses.push(Some(unique.into_iter().collect()));
    }

    fn forget(&mut self, clause: &[Lit]) {
        let unique: Vec<Lit> = clause.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
        // Solvers keep consequences of unit clauses without the clauses, so as usual these are never
        // forgotten. A clause that was shortened meanwhile is not found, which is harmless: keeping a clause
        // is always sound.
        let Some(first) = unique.first().filter(|_| unique.len() > 1) else { return };
        let found = self.occurs.get(first).and_then(|places| {
            places.iter().copied().find(|&at| self.clauses[at].as_deref() == Some(unique.as_slice()))
        });
        if let Some(at) = found {
            self.clauses[at] = None;
        }
    }

    /// Whether unit propagation refutes the negation of the clause.
    fn follows(&self, clause: &[Lit]) -> bool {
        let mut truth: BTreeSet<Lit> = BTreeSet::new();
        let mut open: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
        for &at in &self.short {
            match self.clauses[at].as_deref() {
                Some([]) => return true,
                Some([only]) => open.push(*only),
                _ => {}
            }
        }
        while let Some(lit) = open.pop() {
            if truth.contains(&!lit) {
                return true;
            }
            if !truth.insert(lit) {
                continue;
            }
            for &at in self.occurs.get(&!lit).into_iter().flatten() {
                let Some(clause) = &self.clauses[at] else { continue };
                if clause.iter().any(|part| truth.contains(part)) {
                    continue;
                }
                let mut left = clause.iter().filter(|part| !truth.contains(&!**part));
                match (left.next(), left.next()) {
                    (None, _) => return true,
                    (Some(&only), None) => open.push(only),
                    _ => {}
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|&n| Lit(n)).collect()
    }

    #[test]
    fn a_clause_that_does_not_follow_is_refused() {
        let mut proof = Proof::default();
        proof.push(ProofStep::Given(lits(&[1, 2])));
        proof.push(ProofStep::Learn(lits(&[1])));
        assert_eq!(proof.check(&[]), Err(ProofError::DoesNotFollow(lits(&[1]))));
    }

    #[test]
    fn a_proof_of_something_else_is_refused() {
        let mut proof = Proof::default();
        proof.push(ProofStep::Given(lits(&[-1, 2])));
        proof.push(ProofStep::Given(lits(&[-1, -2])));
        proof.push(ProofStep::Learn(lits(&[-1])));
        assert_eq!(proof.check(&lits(&[1])), Ok(()));
        assert_eq!(proof.check(&lits(&[2])), Err(ProofError::NotProved(lits(&[-2]))));
    }

    #[test]
    fn what_was_forgotten_proves_nothing() {
        let mut proof = Proof::default();
        proof.push(ProofStep::Given(lits(&[-1, 2])));
        proof.push(ProofStep::Given(lits(&[-1, -2])));
        proof.push(ProofStep::Forget(lits(&[2, -1])));
        proof.push(ProofStep::Learn(lits(&[-1])));
        assert!(proof.check(&[]).is_err());
    }
}
