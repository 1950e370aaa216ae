//! A checked model: a list of steps over numbered slots, without names, types, functions, procedures, loops
//! or families.
//!
//! Functions and procedures are expanded where they are called (recursive ones are not supported), and blocks
//! are repeated for each number, thread, location and execution. A step therefore is only about sets and
//! relations, and evaluating or translating it cannot fail with a type error. Engines read this form: the
//! evaluator in `super::eval`, and the translation to relational logic.
//!
//! **Atoms.** All slots are sets of atoms or binary relations on them. Atoms are *labels* of events,
//! including initial writes, shared by all executions: an event of execution `J[1]` is the same action as one
//! of `E` if it has the same label. Further atoms are values (right-hand side of [`Builtin::Value`]) and
//! copies of events ([`Statement::Copy`]).

use super::builtin::Builtin;

pub use super::ast::{Nary, Role, Unary};

/// The index of a stored value.
pub type Slot = usize;

/// The number of an execution; 0 is the one whose outcome is asked about.
pub type Exec = usize;

/// A set or relation.
#[derive(Debug, Clone)]
pub enum Expr {
    /// The contents of a slot.
    Slot(Slot),
    /// The empty set or relation.
    Nothing,
    /// All events of an execution, without copies and values.
    Everything(Exec),
    /// Union, intersection, difference, composition.
    Nary(Nary, Vec<Expr>),
    /// The Cartesian product of two sets.
    Product(Box<Expr>, Box<Expr>),
    /// In a file without declared executions, complement and reflexive closures are relative to the events.
    /// In other files they do not occur, since the checker has replaced them by differences and unions.
    Unary(Unary, Box<Expr>),
    /// The domain of a relation.
    Domain(Box<Expr>),
    /// The range of a relation.
    Range(Box<Expr>),
}

/// A condition on sets and relations.
#[derive(Debug, Clone)]
pub enum Formula {
    /// No cycle.
    Acyclic(Expr),
    /// No element is related to itself.
    Irreflexive(Expr),
    /// The set or relation is empty.
    No(Expr),
    /// The set or relation is not empty.
    Some(Expr),
    /// It has exactly one element or pair.
    One(Expr),
    /// It has at most one element or pair.
    Lone(Expr),
    /// Inclusion.
    In(Expr, Expr),
    /// Equality.
    Equal(Expr, Expr),
    /// Negation.
    Not(Box<Formula>),
    /// All of them.
    And(Vec<Formula>),
    /// One of them.
    Or(Vec<Formula>),
    /// Implication.
    Implies(Box<Formula>, Box<Formula>),
    /// Equivalence.
    Iff(Box<Formula>, Box<Formula>),
    /// For every element of a set.
    Forall(Box<Quantified>),
    /// For some element of a set.
    Exists(Box<Quantified>),
}

/// A quantified variable and its body.
#[derive(Debug, Clone)]
pub struct Quantified {
    /// The slot of the variable, which holds a set of one element.
    pub slot: Slot,
    /// Its name, for explanations.
    pub name: String,
    /// What it ranges over.
    pub set: Expr,
    /// Definitions that may depend on the variable: `Let` and `Fix` only.
    pub steps: Vec<Statement>,
    /// The formula that is quantified.
    pub body: Formula,
}

/// An axiom or flag.
#[derive(Debug, Clone)]
pub struct Test {
    /// What it means if it fails.
    pub role: Role,
    /// What must hold.
    pub formula: Formula,
    /// The name after `as` or `axiom`, or a description and position, with the indices of the enclosing
    /// blocks: `c2[i=1]`.
    pub name: String,
    /// The name without indices.
    pub axiom: String,
    /// `file:line:column`.
    pub place: String,
}

/// A guessed strict total order.
#[derive(Debug, Clone)]
pub struct Choice {
    /// Its name, with the indices of the enclosing blocks.
    pub name: String,
    /// `file:line:column`.
    pub place: String,
    /// The slot that receives the order.
    pub slot: Slot,
    /// Whether elements of different locations stay unordered.
    pub per_location: bool,
    /// The set that is ordered.
    pub set: Expr,
    /// The relation that the order must extend, as far as its edges are between members of the set.
    pub relation: Expr,
    /// Whether anything depends on which order is chosen; if not, one is enough.
    pub matters: bool,
}

/// A guessed set.
#[derive(Debug, Clone)]
pub struct Guess {
    /// Its name: `C[1]`.
    pub name: String,
    /// `file:line:column`.
    pub place: String,
    /// The slot that receives the set.
    pub slot: Slot,
    /// The set of which it is a subset.
    pub within: Expr,
}

/// Something that an execution provides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// By name.
    Named(Builtin),
    /// The events of a thread; initial writes belong to none.
    Thread(u32),
    /// The accesses to a location, including its initial write; numbered in the order of locations.
    Location(u32),
}

/// A step of a model.
#[derive(Debug, Clone)]
pub enum Statement {
    /// Fills a slot with something that an execution provides.
    Load(Slot, Exec, Source),
    /// Fills a slot.
    Let(Slot, Expr),
    /// The least fixpoint of `slots` under the body, which contains only `Let` and `Fix`.
    Fix {
        /// The slots defined.
        slots: Vec<Slot>,
        /// The definitions.
        body: Vec<Statement>,
    },
    /// A fresh atom for every event of every execution; the slot relates each event to its copy.
    Copy(Slot),
    /// A guessed order.
    Choose(Choice),
    /// A guessed set.
    Guess(Guess),
    /// An axiom or flag.
    Test(Test),
}

/// A model ready to be evaluated, for one [`Shape`].
#[derive(Debug, Clone)]
pub struct Program {
    /// The number of slots.
    pub slots: usize,
    /// The steps, in an order in which every slot is computed before it is used. Steps that do not depend on
    /// a choice come before it.
    pub steps: Vec<Statement>,
    /// The built-in names it uses, of any execution.
    pub builtins: Vec<Builtin>,
    /// The names of the executions: `E`, `J[1]`, …; a single unnamed one if the file declares none.
    pub executions: Vec<String>,
}

/// How often blocks are repeated. Parts that a file does not use are 0, so that equal programs have equal
/// shapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Shape {
    /// The value of the parameter.
    pub k: u32,
    /// The number of threads.
    pub threads: u32,
    /// The number of accessed locations.
    pub locations: u32,
}

impl Expr {
    pub(crate) fn uses(&self, visit: &mut dyn FnMut(Slot)) {
        match self {
            Expr::Slot(slot) => visit(*slot),
            Expr::Nothing | Expr::Everything(_) => {}
            Expr::Nary(_, operands) => operands.iter().for_each(|e| e.uses(visit)),
            Expr::Product(a, b) => [a, b].into_iter().for_each(|e| e.uses(visit)),
            Expr::Unary(_, e) | Expr::Domain(e) | Expr::Range(e) => e.uses(visit),
        }
    }
}

impl Formula {
    /// The slots it reads, including its own variables.
    pub(crate) fn uses(&self, visit: &mut dyn FnMut(Slot)) {
        match self {
            Formula::Acyclic(e)
            | Formula::Irreflexive(e)
            | Formula::No(e)
            | Formula::Some(e)
            | Formula::One(e)
            | Formula::Lone(e) => e.uses(visit),
            Formula::In(a, b) | Formula::Equal(a, b) => [a, b].into_iter().for_each(|e| e.uses(visit)),
            Formula::Not(f) => f.uses(visit),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|f| f.uses(visit)),
            Formula::Implies(f, g) | Formula::Iff(f, g) => [f, g].into_iter().for_each(|f| f.uses(visit)),
            Formula::Forall(q) | Formula::Exists(q) => {
                q.set.uses(visit);
                q.steps.iter().for_each(|step| step.uses(visit));
                q.body.uses(visit);
            }
        }
    }

    /// The expression of a test that is antitone: the more it contains, the more the test forbids.
    fn forbidden(&self) -> Option<&Expr> {
        match self {
            Formula::Acyclic(e) | Formula::Irreflexive(e) | Formula::No(e) => Some(e),
            _ => None,
        }
    }
}

impl Statement {
    /// The slots it reads.
    fn uses(&self, visit: &mut dyn FnMut(Slot)) {
        match self {
            Statement::Load(..) | Statement::Copy(_) => {}
            Statement::Let(_, expr) | Statement::Guess(Guess { within: expr, .. }) => expr.uses(visit),
            Statement::Test(test) => test.formula.uses(visit),
            Statement::Fix { body, .. } => body.iter().for_each(|step| step.uses(visit)),
            Statement::Choose(choice) => {
                [&choice.set, &choice.relation].into_iter().for_each(|e| e.uses(visit))
            }
        }
    }

    /// The slots it fills.
    fn defines(&self, visit: &mut dyn FnMut(Slot)) {
        match self {
            Statement::Load(slot, ..) | Statement::Let(slot, _) | Statement::Copy(slot) => visit(*slot),
            Statement::Guess(guess) => visit(guess.slot),
            Statement::Fix { body, .. } => body.iter().for_each(|step| step.defines(visit)),
            Statement::Choose(choice) => visit(choice.slot),
            Statement::Test(_) => {}
        }
    }
}

impl Program {
    /// Drops steps that no test or choice needs, and moves steps that do not depend on a choice before it.
    pub(crate) fn new(slots: usize, steps: Vec<Statement>, executions: Vec<String>) -> Self {
        let mut steps = needed(slots, steps);
        // The number of choices that each slot depends on.
        let mut level = vec![0; slots];
        let mut choices = 0;
        let mut rank = |step: &Statement| {
            let mut own = 0;
            step.uses(&mut |slot| own = own.max(level[slot]));
            let chooses = matches!(step, Statement::Choose(_) | Statement::Guess(_));
            if chooses {
                choices += 1;
                own = choices;
            }
            step.defines(&mut |slot| level[slot] = own);
            (own, !chooses)
        };
        let mut ranked: Vec<_> = steps.drain(..).map(|step| (rank(&step), step)).collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        let steps: Vec<Statement> = ranked.into_iter().map(|(_, step)| step).collect();
        let loads = steps.iter().filter_map(|step| match step {
            Statement::Load(_, _, Source::Named(builtin)) => Some(*builtin),
            _ => None,
        });
        let builtins = loads.collect();
        Program { slots, steps, builtins, executions }
    }
}

impl Program {
    /// Whether a test requires `acyclic` of a union that contains `po`, `rf` and `start-join`: then nothing
    /// is its own cause. A coarse check: a model for which it returns false may still forbid such cycles.
    pub(crate) fn forbids_cycles_of_causes(&self) -> bool {
        self.steps.iter().any(|step| match step {
            Statement::Test(Test { role: Role::Check, formula: Formula::Acyclic(expr), .. }) => {
                let causes = [Builtin::ProgramOrder, Builtin::ReadsFrom, Builtin::StartJoin];
                causes.iter().all(|wanted| self.contains(expr, *wanted))
            }
            _ => false,
        })
    }

    /// The tests that can fail before coherence is complete: a larger coherence order only enlarges what they
    /// forbid.
    pub(crate) fn early_tests(&self) -> Program {
        let mut open = vec![false; self.slots];
        let mut kept = Vec::new();
        for step in &self.steps {
            match step {
                Statement::Load(slot, _, source) => {
                    open[*slot] = *source == Source::Named(Builtin::Coherence)
                }
                Statement::Copy(_) => {}
                Statement::Let(slot, expr) => match monotone(expr, &open) {
                    Some(depends) => open[*slot] = depends,
                    None => continue,
                },
                Statement::Fix { .. } | Statement::Choose(_) | Statement::Guess(_) => continue,
                Statement::Test(test) => {
                    let forbidden = test.formula.forbidden().filter(|_| test.role == Role::Check);
                    if forbidden.and_then(|expr| monotone(expr, &open)) != Some(true) {
                        continue;
                    }
                }
            }
            kept.push(step.clone());
        }
        // Steps that use a slot that was left out are left out as well.
        let mut filled = vec![false; self.slots];
        kept.retain(|step| {
            // The last writes change while coherence grows.
            let mut known = !matches!(step, Statement::Load(_, _, Source::Named(Builtin::FinalWrites)));
            step.uses(&mut |slot| known &= filled[slot]);
            if known {
                step.defines(&mut |slot| filled[slot] = true);
            }
            known
        });
        Program::new(self.slots, kept, self.executions.clone())
    }

    /// Whether the expression certainly contains the built-in relation.
    fn contains(&self, expr: &Expr, wanted: Builtin) -> bool {
        match expr {
            Expr::Slot(slot) => self.steps.iter().any(|step| match step {
                Statement::Load(filled, _, source) => filled == slot && *source == Source::Named(wanted),
                Statement::Let(filled, expr) => filled == slot && self.contains(expr, wanted),
                Statement::Fix { .. }
                | Statement::Choose(_)
                | Statement::Guess(_)
                | Statement::Copy(_)
                | Statement::Test(_) => false,
            }),
            Expr::Nary(Nary::Union, operands) => operands.iter().any(|e| self.contains(e, wanted)),
            Expr::Unary(Unary::Plus | Unary::Star | Unary::Opt, e) => self.contains(e, wanted),
            _ => false,
        }
    }
}

/// Whether the value depends on open slots, monotonically; `None` if it might shrink when they grow.
fn monotone(expr: &Expr, open: &[bool]) -> Option<bool> {
    let any =
        |parts: &[&Expr]| parts.iter().try_fold(false, |depends, part| Some(depends | monotone(part, open)?));
    match expr {
        Expr::Slot(slot) => Some(open[*slot]),
        Expr::Nothing | Expr::Everything(_) => Some(false),
        Expr::Nary(Nary::Diff, operands) => {
            let (first, others) = operands.split_first()?;
            let fixed = others.iter().all(|e| monotone(e, open) == Some(false));
            if fixed { monotone(first, open) } else { None }
        }
        Expr::Nary(_, operands) => any(&operands.iter().collect::<Vec<_>>()),
        Expr::Product(a, b) => any(&[a, b]),
        Expr::Unary(Unary::Complement, e) => monotone(e, open).filter(|depends| !depends),
        Expr::Unary(_, e) | Expr::Domain(e) | Expr::Range(e) => monotone(e, open),
    }
}

fn needed(slots: usize, steps: Vec<Statement>) -> Vec<Statement> {
    let mut wanted = vec![false; slots];
    let mut kept = Vec::with_capacity(steps.len());
    for mut step in steps.into_iter().rev() {
        let mut keep = matches!(step, Statement::Test(_) | Statement::Choose(_) | Statement::Guess(_));
        step.defines(&mut |slot| keep |= wanted[slot]);
        if let Statement::Choose(choice) = &mut step {
            choice.matters = wanted[choice.slot];
        }
        if keep {
            step.uses(&mut |slot| wanted[slot] = true);
            kept.push(step);
        }
    }
    kept.reverse();
    kept
}
