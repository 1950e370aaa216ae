//! A checked model: a list of steps over numbered slots. Names, types, functions and procedures are gone.
//!
//! Functions and procedures are expanded where they are called (the language has no recursive ones here), so that a
//! step is only ever about sets and relations, and the evaluator cannot fail on types.

use super::ast::{Nary, Predicate, Role, Unary};
use super::builtin::Builtin;

/// Where a value is kept.
pub(crate) type Slot = usize;

#[derive(Debug, Clone)]
pub(crate) enum Expr {
    Slot(Slot),
    Nothing,
    Everything,
    Nary(Nary, Vec<Expr>),
    Product(Box<Expr>, Box<Expr>),
    Unary(Unary, Box<Expr>),
    Domain(Box<Expr>),
    Range(Box<Expr>),
}

#[derive(Debug, Clone)]
pub(crate) struct Test {
    pub role: Role,
    pub predicate: Predicate,
    pub negated: bool,
    pub expr: Expr,
    /// After `as`, or what and where it is.
    pub name: String,
}

/// Total orders to choose one of.
#[derive(Debug, Clone)]
pub(crate) struct Choice {
    pub name: String,
    pub place: String,
    pub slot: Slot,
    /// Whether elements of different locations stay unordered.
    pub per_location: bool,
    pub set: Expr,
    /// What the order must extend.
    pub relation: Expr,
    /// Whether anything depends on which order is chosen; if not, one will do.
    pub matters: bool,
}

#[derive(Debug, Clone)]
pub(crate) enum Step {
    Load(Slot, Builtin),
    Let(Slot, Expr),
    /// The least values of `slots` that the body gives back; the body contains only `Let` and `Fix`.
    Fix {
        slots: Vec<Slot>,
        body: Vec<Step>,
    },
    Choose(Choice),
    Test(Test),
}

/// A model ready to be evaluated.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    pub slots: usize,
    /// In an order in which everything is computed before it is used. What does not depend on a choice comes
    /// before it.
    pub steps: Vec<Step>,
    pub builtins: Vec<Builtin>,
}

impl Expr {
    pub(crate) fn uses(&self, visit: &mut impl FnMut(Slot)) {
        match self {
            Expr::Slot(slot) => visit(*slot),
            Expr::Nothing | Expr::Everything => {}
            Expr::Nary(_, operands) => operands.iter().for_each(|e| e.uses(visit)),
            Expr::Product(a, b) => [a, b].into_iter().for_each(|e| e.uses(visit)),
            Expr::Unary(_, e) | Expr::Domain(e) | Expr::Range(e) => e.uses(visit),
        }
    }
}

impl Step {
    /// The slots it reads.
    fn uses(&self, visit: &mut impl FnMut(Slot)) {
        match self {
            Step::Load(..) => {}
            Step::Let(_, expr) | Step::Test(Test { expr, .. }) => expr.uses(visit),
            Step::Fix { body, .. } => body.iter().for_each(|step| step.uses(visit)),
            Step::Choose(choice) => [&choice.set, &choice.relation].into_iter().for_each(|e| e.uses(visit)),
        }
    }

    /// The slots it fills.
    fn defines(&self, visit: &mut impl FnMut(Slot)) {
        match self {
            Step::Load(slot, _) | Step::Let(slot, _) => visit(*slot),
            Step::Fix { body, .. } => body.iter().for_each(|step| step.defines(visit)),
            Step::Choose(choice) => visit(choice.slot),
            Step::Test(_) => {}
        }
    }
}

impl Program {
    /// Drops what no test or choice needs, and moves what does not depend on a choice before it.
    pub(crate) fn new(slots: usize, steps: Vec<Step>) -> Self {
        let mut steps = needed(slots, steps);
        // The number of choices each slot waits for.
        let mut level = vec![0; slots];
        let mut choices = 0;
        let mut rank = |step: &Step| {
            let mut own = 0;
            step.uses(&mut |slot| own = own.max(level[slot]));
            if matches!(step, Step::Choose(_)) {
                choices += 1;
                own = choices;
            }
            step.defines(&mut |slot| level[slot] = own);
            (own, !matches!(step, Step::Choose(_)))
        };
        let mut ranked: Vec<_> = steps.drain(..).map(|step| (rank(&step), step)).collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        let steps: Vec<Step> = ranked.into_iter().map(|(_, step)| step).collect();
        let loads = steps.iter().filter_map(|step| match step {
            Step::Load(_, builtin) => Some(*builtin),
            _ => None,
        });
        let builtins = loads.collect();
        Program { slots, steps, builtins }
    }
}

impl Program {
    /// Whether a test says `acyclic` of a union that contains `po`, `rf` and `start-join`: then nothing is its own cause. A
    /// coarse check: a model for which it says no may still forbid such cycles.
    pub(crate) fn forbids_cycles_of_causes(&self) -> bool {
        self.steps.iter().any(|step| match step {
            Step::Test(Test {
                role: Role::Check,
                predicate: Predicate::Acyclic,
                negated: false,
                expr,
                ..
            }) => {
                let causes = [Builtin::ProgramOrder, Builtin::ReadsFrom, Builtin::StartJoin];
                causes.iter().all(|wanted| self.contains(expr, *wanted))
            }
            _ => false,
        })
    }

    /// The tests that can fail before coherence is complete: more coherence only makes more of what they forbid.
    pub(crate) fn early_tests(&self) -> Program {
        let mut open = vec![false; self.slots];
        let mut kept = Vec::new();
        for step in &self.steps {
            match step {
                Step::Load(slot, builtin) => open[*slot] = *builtin == Builtin::Coherence,
                Step::Let(slot, expr) => match monotone(expr, &open) {
                    Some(depends) => open[*slot] = depends,
                    None => continue,
                },
                Step::Fix { .. } | Step::Choose(_) => continue,
                Step::Test(test) => {
                    let check = test.role == Role::Check && !test.negated;
                    if !check || monotone(&test.expr, &open) != Some(true) {
                        continue;
                    }
                }
            }
            kept.push(step.clone());
        }
        // What uses a slot that was left out is left out as well.
        let mut filled = vec![false; self.slots];
        kept.retain(|step| {
            // The last writes change while coherence grows.
            let mut known = !matches!(step, Step::Load(_, Builtin::FinalWrites));
            step.uses(&mut |slot| known &= filled[slot]);
            if known {
                step.defines(&mut |slot| filled[slot] = true);
            }
            known
        });
        Program::new(self.slots, kept)
    }

    /// Whether the expression certainly contains the built-in relation.
    fn contains(&self, expr: &Expr, wanted: Builtin) -> bool {
        match expr {
            Expr::Slot(slot) => self.steps.iter().any(|step| match step {
                Step::Load(filled, builtin) => filled == slot && *builtin == wanted,
                Step::Let(filled, expr) => filled == slot && self.contains(expr, wanted),
                Step::Fix { .. } | Step::Choose(_) | Step::Test(_) => false,
            }),
            Expr::Nary(Nary::Union, operands) => operands.iter().any(|e| self.contains(e, wanted)),
            Expr::Unary(Unary::Plus | Unary::Star | Unary::Opt, e) => self.contains(e, wanted),
            _ => false,
        }
    }
}

/// Whether the value depends on open slots, with which it only grows; `None` if it might shrink.
fn monotone(expr: &Expr, open: &[bool]) -> Option<bool> {
    let any =
        |parts: &[&Expr]| parts.iter().try_fold(false, |depends, part| Some(depends | monotone(part, open)?));
    match expr {
        Expr::Slot(slot) => Some(open[*slot]),
        Expr::Nothing | Expr::Everything => Some(false),
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

fn needed(slots: usize, steps: Vec<Step>) -> Vec<Step> {
    let mut wanted = vec![false; slots];
    let mut kept = Vec::with_capacity(steps.len());
    for mut step in steps.into_iter().rev() {
        let mut keep = matches!(step, Step::Test(_) | Step::Choose(_));
        step.defines(&mut |slot| keep |= wanted[slot]);
        if let Step::Choose(choice) = &mut step {
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
