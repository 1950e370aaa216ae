//! A translated problem in a solver.

use crate::circuit::{Bit, Circuit, value_of};
use crate::cnf::Emitter;
use crate::core::{Core, Stopped};
use crate::logic::Expr;
use crate::matrix::{Keys, Matrix};
use crate::problem::{Declared, GroupId, Instance, Problem};
use crate::solver::{Lit, Outcome, Solver};
use crate::stop::Stop;
use crate::symmetry;
use crate::translate::Translator;
use crate::tuples::TupleSet;
use std::collections::BTreeMap;

/// Limits of a query.
#[derive(Debug, Clone, Default)]
pub struct SolvingLimits {
    /// The most conflicts per call of the solver.
    pub conflicts: Option<u64>,
    /// Stops translations and calls of the solver.
    pub stop: Stop,
}

/// The size of a translation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Size {
    /// The number of tuples that may or may not be in a relation.
    pub inputs: usize,
    /// The number of solver variables, including selectors.
    pub variables: usize,
    /// The number of clauses.
    pub clauses: usize,
}

/// The result of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Values of all relations that satisfy every fact and the requested groups.
    Satisfiable(Instance),
    /// Groups that are unsatisfiable together; not minimal.
    Unsatisfiable(Core),
    /// A limit was reached.
    Stopped,
}

/// A translated problem.
pub struct Session {
    problem: Problem,
    pub(crate) circuit: Circuit,
    matrices: Vec<Matrix>,
    emitter: Emitter,
    solver: Box<dyn Solver>,
    /// For each group its translation, and the literal that enables it.
    groups: Vec<(Bit, Lit)>,
    /// The translation of everything that always holds.
    pub(crate) hard: Bit,
    inputs: usize,
    variables: usize,
    calls: u64,
    stop: Stop,
}

impl Session {
    /// Translates a problem and gives it to a solver without clauses, unless it is stopped first.
    ///
    /// # Panics
    /// If atoms that were declared interchangeable are not.
    pub fn new(problem: Problem, solver: Box<dyn Solver>, limits: SolvingLimits) -> Result<Session, Stopped> {
        symmetry::check(&problem);
        let keys = Keys { universe: problem.universe() };
        let mut circuit = Circuit::until(limits.stop.clone());
        let mut hard = Vec::new();
        let matrices: Vec<Matrix> = problem.declared().iter().map(|d| cells(d, keys, &mut circuit)).collect();
        let inputs = circuit.gates().len() - 1;
        for (declared, matrix) in problem.declared().iter().zip(&matrices) {
            hard.extend(triangles(declared, matrix, keys, &mut circuit));
        }
        hard.extend(symmetry::breaking(&problem, &matrices, keys, &mut circuit));
        let mut translator = Translator::new(circuit, keys, &matrices);
        hard.extend(problem.facts().iter().map(|fact| translator.formula(fact)).collect::<Vec<_>>());
        let roots: Vec<Bit> =
            problem.groups().iter().map(|group| translator.formula(&group.formula)).collect();
        let mut circuit = translator.circuit;
        let hard = circuit.and_all(hard);
        let mut session = Session {
            problem,
            circuit,
            matrices,
            emitter: Emitter::default(),
            solver,
            groups: Vec::new(),
            hard,
            inputs,
            variables: 0,
            calls: 0,
            stop: limits.stop.clone(),
        };
        session.solver.limit_conflicts(limits.conflicts);
        session.solver.stop_when(limits.stop);
        session.emit(roots);
        if session.is_stopped() { Err(Stopped) } else { Ok(session) }
    }

    fn emit(&mut self, roots: Vec<Bit>) {
        let solver = self.solver.as_mut();
        self.emitter.require(None, self.hard, &self.circuit, solver);
        for root in roots {
            let selector = solver.new_var();
            self.emitter.require(Some(selector), root, &self.circuit, solver);
            self.groups.push((root, selector));
        }
        // The index of a new variable is the number of variables before it.
        self.variables = solver.new_var().index();
    }

    /// Whether it was asked to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// The problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The size of the translation.
    pub fn size(&self) -> Size {
        Size { inputs: self.inputs, variables: self.variables, clauses: self.emitter.clauses }
    }

    /// The number of calls of the solver.
    pub fn calls(&self) -> u64 {
        self.calls
    }

    /// The solver, for its proof.
    pub fn solver(&self) -> &dyn Solver {
        self.solver.as_ref()
    }

    /// The literal that enables a group.
    pub fn selector(&self, group: GroupId) -> Lit {
        self.groups[group.0 as usize].1
    }

    /// All groups.
    pub fn all_groups(&self) -> Vec<GroupId> {
        (0..self.groups.len() as u32).map(GroupId).collect()
    }

    /// Looks for an instance that satisfies all facts and groups.
    pub fn solve(&mut self) -> Answer {
        self.solve_groups(&self.all_groups())
    }

    /// Looks for an instance that satisfies all facts and these groups.
    pub fn solve_groups(&mut self, groups: &[GroupId]) -> Answer {
        let assumptions: Vec<Lit> = groups.iter().map(|&group| self.selector(group)).collect();
        self.calls += 1;
        match self.solver.solve(&assumptions) {
            Outcome::Satisfiable => Answer::Satisfiable(self.instance()),
            Outcome::Unsatisfiable => {
                let used = self.solver.core();
                let used = groups.iter().copied().filter(|&g| used.contains(&self.selector(g))).collect();
                Answer::Unsatisfiable(Core { groups: used, is_minimal: false })
            }
            Outcome::Stopped => Answer::Stopped,
        }
    }

    /// The values of the inputs in the last model. Inputs unknown to the solver do not matter and are false.
    fn inputs(&self) -> BTreeMap<usize, bool> {
        let value = |node| self.emitter.known(node).is_some_and(|lit| self.solver.value(lit));
        (1..=self.inputs).map(|node| (node, value(node))).collect()
    }

    fn instance(&self) -> Instance {
        let inputs = self.inputs();
        let keys = Keys { universe: self.problem.universe() };
        let values = |node: usize| if node == 0 { true } else { inputs[&node] };
        let relation = |matrix: &Matrix| {
            let mut tuples = TupleSet::empty(matrix.arity);
            for &(key, bit) in matrix.cells() {
                if values(bit.node()) != bit.is_negated() {
                    tuples.insert(keys.tuple(key, matrix.arity));
                }
            }
            tuples
        };
        Instance { universe: self.problem.universe(), values: self.matrices.iter().map(relation).collect() }
    }

    /// The values of all gates in the last model.
    pub(crate) fn values(&self) -> Vec<bool> {
        let inputs = self.inputs();
        self.circuit.simulate(|node| inputs[&node])
    }

    /// Which of these groups are false under these gate values; `None` if a fact is false.
    pub(crate) fn broken(&self, values: &[bool], groups: &[GroupId]) -> Option<Vec<GroupId>> {
        let is_false = |group: &GroupId| !value_of(values, self.groups[group.0 as usize].0);
        value_of(values, self.hard).then(|| groups.iter().copied().filter(is_false).collect())
    }

    /// The inputs that a group depends on.
    pub(crate) fn support(&self, group: GroupId) -> Vec<usize> {
        let mut seen = vec![false; self.circuit.gates().len()];
        let mut open = vec![self.groups[group.0 as usize].0.node()];
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut seen[node], true) {
                continue;
            }
            if let crate::circuit::Gate::And(parts) = &self.circuit.gates()[node] {
                open.extend(parts.iter().map(|part| part.node()));
            }
        }
        (1..=self.inputs).filter(|&node| seen[node]).collect()
    }
}

/// The cells of a relation: true in the lower bound, otherwise an input. The two pairs of a total order share
/// one.
fn cells(declared: &Declared, keys: Keys, circuit: &mut Circuit) -> Matrix {
    let arity = declared.upper.arity();
    keys.capacity(arity);
    let Some(atoms) = &declared.order_of else {
        let cell = |tuple: &[u32]| {
            let bit = if declared.lower.contains(tuple) { Bit::TRUE } else { circuit.input() };
            (keys.key(tuple), bit)
        };
        return Matrix::of(arity, declared.upper.iter().map(cell).collect::<Vec<_>>());
    };
    let mut cells = Vec::new();
    for (i, &a) in atoms.iter().enumerate() {
        for &b in &atoms[i + 1..] {
            let bit = circuit.input();
            cells.extend([(keys.key(&[a, b]), bit), (keys.key(&[b, a]), !bit)]);
        }
    }
    Matrix::of(2, cells)
}

/// The transitivity constraints of a total order.
fn triangles(declared: &Declared, matrix: &Matrix, keys: Keys, circuit: &mut Circuit) -> Vec<Bit> {
    let atoms = declared.order_of.as_deref().unwrap_or_default();
    let mut hard = Vec::new();
    for (i, &a) in atoms.iter().enumerate() {
        for (j, &b) in atoms.iter().enumerate().skip(i + 1) {
            for &c in &atoms[j + 1..] {
                // Neither a → b → c → a nor the reverse.
                let [ab, bc, ca] = [[a, b], [b, c], [c, a]].map(|pair| matrix.get(keys.key(&pair)));
                hard.push(!circuit.and_all(vec![ab, bc, ca]));
                hard.push(!circuit.and_all(vec![!ab, !bc, !ca]));
            }
        }
    }
    hard
}

/// The tuples that an expression without free variables may have, judging by the bounds of relations.
pub fn upper_bound(problem: &Problem, expr: &Expr, stop: &Stop) -> Result<TupleSet, Stopped> {
    let keys = Keys { universe: problem.universe() };
    let mut circuit = Circuit::until(stop.clone());
    let matrices: Vec<Matrix> = problem.declared().iter().map(|d| cells(d, keys, &mut circuit)).collect();
    let mut translator = Translator::new(circuit, keys, &matrices);
    let matrix = translator.expr(expr);
    if translator.circuit.is_stopped() {
        return Err(Stopped);
    }
    let mut tuples = TupleSet::empty(matrix.arity);
    matrix.cells().iter().for_each(|cell| tuples.insert(keys.tuple(cell.0, matrix.arity)));
    Ok(tuples)
}
