//! The surprising pair: two operations that happened in another order than the program's, without which the
//! counterexample would not be. Found by trying: with a rule that orders the two instructions, the claim
//! holds. Where processes observe different orders, it is in order for all of them then.

use super::run::holds;
use crate::args::StagesArgs;
use explore::Progress;
use ordering::{Adjective, Formula, Op, Rule, Rules, Sort, Stage, Variable};
use staged::{Happened, What};
use stages::{ClaimKind, Kind, Program};

/// Two operations of one process.
pub struct Pair {
    /// The one that comes first in the program.
    pub first: Happened,
    /// The one that happened first.
    pub second: Happened,
    /// Whether the claim holds with these two in order; otherwise other pairs are out of order as well.
    pub decides: bool,
    /// Rules about such operations that say nothing about these, and why.
    pub silent: Vec<(String, String)>,
}

/// More candidates are not tried.
const MOST: usize = 24;

/// A pair whose order decides the claim.
pub fn surprising_pair(
    program: &Program,
    rules: &Rules,
    claim: usize,
    happened: &[Happened],
    args: &StagesArgs,
    progress: &Progress,
) -> Option<Pair> {
    let mut only = program.clone();
    only.claims = vec![program.claims.get(claim)?.clone()];
    if only.claims[0].kind == ClaimKind::Exists {
        return None;
    }
    let is_effect = |it: &&Happened| {
        let kind = &program.processes[it.process].code[it.instruction].kind;
        let is_memory = matches!(kind, Kind::Load { .. } | Kind::Store { .. });
        // Where each process observes an order of its own, that is one of executions.
        let is_reflection = matches!(it.what, What::Reflect { .. }) && it.observer.is_none();
        is_memory && (is_reflection || it.what == What::Execute)
    };
    let effects: Vec<&Happened> = happened.iter().filter(is_effect).collect();
    let mut candidates = Vec::new();
    for (at, second) in effects.iter().enumerate() {
        for first in &effects[at + 1..] {
            let is_pair = first.process == second.process
                && first.observer == second.observer
                && first.number < second.number;
            // A store that reaches a memory late, or two operations of one sort.
            let is_alike = match (first.what, second.what) {
                (What::Reflect { to }, What::Reflect { to: other }) => to == other && to != first.process,
                (What::Reflect { to }, What::Execute) => to != first.process,
                (What::Execute, What::Execute) => true,
                _ => false,
            };
            let is_known = |(a, b): &(Happened, Happened)| {
                (a.process, a.number, b.number, a.what, b.what)
                    == (first.process, first.number, second.number, first.what, second.what)
            };
            if is_pair && is_alike && !candidates.iter().any(is_known) {
                candidates.push(((*first).clone(), (*second).clone()));
            }
        }
    }
    // Two operations of one sort are easier to understand than a store that arrives after a load.
    candidates.sort_by_key(|(first, second)| {
        std::mem::discriminant(&first.what) != std::mem::discriminant(&second.what)
    });
    for (first, second) in candidates.iter().take(MOST) {
        let (ordered, more) = with_order(&only, rules, first, second);
        if holds(&ordered, &more, args, progress) == Some(true) {
            let silent = silent(program, rules, first, second);
            return Some(Pair { first: first.clone(), second: second.clone(), decides: true, silent });
        }
    }
    let (first, second) = candidates.into_iter().next()?;
    let silent = silent(program, rules, &first, &second);
    Some(Pair { first, second, decides: false, silent })
}

/// The program and the rules, with the two instructions in order.
fn with_order(program: &Program, rules: &Rules, first: &Happened, second: &Happened) -> (Program, Rules) {
    let (mut program, mut rules) = (program.clone(), rules.clone());
    let mut mark = |it: &Happened, name: &str| {
        program.processes[it.process].code[it.instruction].attributes.push(name.to_owned());
    };
    mark(first, "first of the pair");
    mark(second, "second of the pair");
    let variable = |name: &str, it: &Happened| Variable {
        name: name.to_owned(),
        sort: if matches!(it.what, What::Reflect { .. }) { Sort::Store } else { Sort::Instruction },
        adjectives: vec![Adjective { has: true, any_of: vec![name.to_owned()] }],
    };
    let op = |it: &Happened, of| Op {
        stage: if matches!(it.what, What::Reflect { .. }) { Stage::Reflect } else { Stage::Execute },
        of,
        target: matches!(it.what, What::Reflect { .. }).then_some(0),
        observer: None,
    };
    rules.rules.push(Rule {
        name: "the pair".to_owned(),
        place: (String::new(), 0),
        text: String::new(),
        variables: vec![variable("first of the pair", first), variable("second of the pair", second)],
        processes: vec!["q".to_owned()],
        formula: Formula::Or(vec![
            Formula::Not(Box::new(Formula::ProgramOrder(0, 1))),
            Formula::Before { first: op(first, 0), second: op(second, 1), or_same: false },
        ]),
    });
    (program, rules)
}

/// The rules that order operations of these stages in program order, and what they miss here.
fn silent(program: &Program, rules: &Rules, first: &Happened, second: &Happened) -> Vec<(String, String)> {
    let stage =
        |it: &Happened| if matches!(it.what, What::Reflect { .. }) { Stage::Reflect } else { Stage::Execute };
    let code = |it: &Happened| &program.processes[it.process].code[it.instruction];
    let mut silent: Vec<(String, String)> = Vec::new();
    for rule in &rules.rules {
        let Some((i, j)) = orders(&rule.formula, stage(first), stage(second)) else { continue };
        let missing: Vec<String> = [(i, first), (j, second)]
            .into_iter()
            .flat_map(|(v, it)| {
                let variable = &rule.variables[v];
                let lacks = variable.adjectives.iter().filter(|adjective| {
                    adjective.has != code(it).attributes.iter().any(|own| adjective.any_of.contains(own))
                });
                let words = lacks.map(|adjective| {
                    let not = if adjective.has { "not " } else { "" };
                    format!("`{}` is {not}{}", code(it).text, adjective.any_of.join(" or "))
                });
                let fits = match variable.sort {
                    Sort::Load => matches!(code(it).kind, Kind::Load { .. }),
                    Sort::Store => matches!(code(it).kind, Kind::Store { .. }),
                    Sort::Memory => matches!(code(it).kind, Kind::Load { .. } | Kind::Store { .. }),
                    Sort::Instruction => true,
                    Sort::Jump | Sort::Move | Sort::Nop => false,
                };
                let sort = (!fits).then(|| format!("`{}` is no {}", code(it).text, variable.sort.name()));
                words.chain(sort).collect::<Vec<_>>()
            })
            .collect();
        let why = if missing.is_empty() {
            "its conditions, such as equal locations, are not met".to_owned()
        } else {
            missing.join(", ")
        };
        if silent.iter().all(|(name, _)| *name != rule.name) {
            silent.push((rule.name.clone(), why));
        }
    }
    silent
}

/// The variables of a conclusion that orders these stages of two instructions in program order.
fn orders(formula: &Formula, first: Stage, second: Stage) -> Option<(usize, usize)> {
    let Formula::Or(parts) = formula else { return None };
    let in_order: Vec<(usize, usize)> = parts
        .iter()
        .filter_map(|part| match part {
            Formula::Not(inner) => match **inner {
                Formula::ProgramOrder(i, j) => Some((i, j)),
                _ => None,
            },
            _ => None,
        })
        .collect();
    let conclusion = parts.last()?;
    let mut found = None;
    let mut look = |part: &Formula| {
        if let Formula::Before { first: a, second: b, .. } = part
            && (a.stage, b.stage) == (first, second)
            && in_order.contains(&(a.of, b.of))
        {
            found = Some((a.of, b.of));
        }
    };
    match conclusion {
        Formula::And(parts) => parts.iter().for_each(look),
        other => look(other),
    }
    found
}
