//! From circuits to clauses (Tseitin's translation, with one direction per gate where that is enough:
//! Plaisted and Greenbaum).

use crate::circuit::{Bit, Circuit, Gate};
use crate::solver::{Lit, Solver};
use std::collections::BTreeSet;

/// Which clauses of a gate the solver already has.
#[derive(Debug, Clone, Copy, Default)]
struct Emitted {
    /// The gate implies its children.
    forward: bool,
    /// Its children imply the gate.
    backward: bool,
}

/// What the solver knows about a circuit.
#[derive(Debug, Default)]
pub(crate) struct Emitter {
    literals: Vec<Option<Lit>>,
    emitted: Vec<Emitted>,
    /// Bits whose defining clauses are still to be added, for the case that they are true.
    open: Vec<Bit>,
    pub clauses: usize,
}

impl Emitter {
    /// Makes room for new gates.
    fn grow(&mut self, circuit: &Circuit) {
        self.literals.resize(circuit.gates().len(), None);
        self.emitted.resize(circuit.gates().len(), Emitted::default());
    }

    /// The literal of an input, if the solver has one for it.
    pub fn known(&self, node: usize) -> Option<Lit> {
        self.literals.get(node).copied().flatten()
    }

    /// A literal that implies the bit. The bit must not be constant.
    fn literal(&mut self, bit: Bit, solver: &mut dyn Solver) -> Lit {
        let node = *self.literals[bit.node()].get_or_insert_with(|| solver.new_var());
        self.open.push(bit);
        if bit.is_negated() { !node } else { node }
    }

    fn add(&mut self, clause: &[Lit], solver: &mut dyn Solver) {
        self.clauses += 1;
        solver.add_clause(clause);
    }

    /// Requires that `root` holds if `condition` does.
    pub fn require(&mut self, condition: Option<Lit>, root: Bit, circuit: &Circuit, solver: &mut dyn Solver) {
        self.grow(circuit);
        let (mut todo, mut seen) = (vec![root], BTreeSet::new());
        while let Some(bit) = todo.pop() {
            if !seen.insert(bit) {
                continue;
            }
            let mut clause: Vec<Lit> = condition.iter().map(|&condition| !condition).collect();
            match (&circuit.gates()[bit.node()], bit.is_negated()) {
                (Gate::True, false) => continue,
                (Gate::True, true) => {}
                (Gate::Input, _) => clause.push(self.literal(bit, solver)),
                // A conjunction is required part by part, without a variable for the whole.
                (Gate::And(parts), false) => {
                    todo.extend(parts);
                    continue;
                }
                (Gate::And(parts), true) => {
                    clause.extend(parts.iter().map(|&part| self.literal(!part, solver)));
                }
            }
            self.add(&clause, solver);
        }
        self.finish(circuit, solver);
    }

    /// Adds the defining clauses of the literals.
    fn finish(&mut self, circuit: &Circuit, solver: &mut dyn Solver) {
        while let Some(bit) = self.open.pop().filter(|_| !circuit.should_stop()) {
            let Gate::And(parts) = &circuit.gates()[bit.node()] else { continue };
            let emitted = &mut self.emitted[bit.node()];
            let direction = if bit.is_negated() { &mut emitted.backward } else { &mut emitted.forward };
            if std::mem::replace(direction, true) {
                continue;
            }
            let gate = self.literals[bit.node()].expect("a bit is open because it got a literal");
            if bit.is_negated() {
                let mut clause: Vec<Lit> = vec![gate];
                for &part in parts {
                    clause.push(self.literal(!part, solver));
                }
                self.add(&clause, solver);
            } else {
                for &part in parts {
                    let part = self.literal(part, solver);
                    self.add(&[!gate, part], solver);
                }
            }
        }
    }
}
