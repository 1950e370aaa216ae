//! The rules for UPC, Itanium and PRAM against the models of the same memories as relations, decided by the
//! SAT engine: on random programs without computed values, whose registers must have the same outcomes.
//!
//! The two sides share the program and nothing else: the relational models know no machine, no stages and
//! no grounding. The rules for PRAM and causal memory are those of their implementations, which are a little
//! stronger than the definitions. In a machine a process reads what was written before, at one time for all,
//! so of PRAM's outcomes those are missing in which two processes read what the other writes afterwards; of
//! causal memory every outcome of the rules must be one of the relations.

use crate::agreement::{BUDGET, Mismatch, StagesTally, outcomes};
use axioms::cat::CatModel;
use event::Value;
use litmus::ast::{Observed, Test};
use litmus::{Program, Rng, Shape, generate, shrink};
use ordering::Rules;
use solver::{AskLimits, Condition, Guesses, Identity, Possibility, Question, possible};
use staged::Switches;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// A memory model in both forms.
struct Pair {
    rules: Rules,
    relations: CatModel,
    /// Which constructs both forms give the same meaning.
    shape: Shape,
    strength: Strength,
}

/// Which outcomes of the relations the rules may leave out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strength {
    /// None.
    Equal,
    /// Any, if two processes read something before they write something.
    WithoutCycles,
    /// Any.
    Stronger,
}

fn pairs() -> &'static [Pair] {
    static PAIRS: OnceLock<Vec<Pair>> = OnceLock::new();
    PAIRS.get_or_init(|| {
        let plain = Shape {
            threads: (2, 3),
            statements: (1, 3),
            plain: 2,
            volatiles: 0,
            monitors: 0,
            branches: 0,
            updates: 0,
            joins: 0,
            copies: 0,
            constants: 2,
            ..Shape::core()
        };
        let modes = Shape { volatiles: 1, weak_modes: 40, fences: 12, ..plain.clone() };
        let pair = |name: &str, shape: &Shape, strength| Pair {
            rules: ordering::shipped(name).unwrap_or_else(|| panic!("{name} is shipped")),
            relations: CatModel::shipped(&format!("{name}.jmm"))
                .unwrap_or_else(|| panic!("{name} is shipped")),
            shape: shape.clone(),
            strength,
        };
        vec![
            pair("itanium", &modes, Strength::Equal),
            pair("upc", &modes, Strength::Equal),
            pair("pram", &plain, Strength::WithoutCycles),
            pair("causal", &plain, Strength::Stronger),
        ]
    })
}

/// More outcomes are not asked about.
const MOST_OUTCOMES: usize = 81;

/// Checks one program of a seed, under one of the models.
///
/// # Errors
/// A mismatch.
pub fn check_relational_seed(seed: u64) -> Result<StagesTally, Box<Mismatch>> {
    let pair = &pairs()[(seed % 4) as usize];
    let mut test = generate(&mut Rng::with_seed(seed), &pair.shape);
    test.locations.retain(|it| matches!(it, Observed::Register { .. }));
    check(&test, pair).map_err(|what| {
        let kind = |what: &str| what.split(':').next().unwrap_or_default().to_owned();
        let is_same =
            |t: &Test| !t.locations.is_empty() && check(t, pair).is_err_and(|w| kind(&w) == kind(&what));
        let small = shrink(&test, is_same);
        let what = check(&small, pair).err().unwrap_or(what.clone());
        Box::new(Mismatch { seed, what, program: small.to_string() })
    })
}

fn check(test: &Test, pair: &Pair) -> Result<StagesTally, String> {
    let mut tally = StagesTally { programs: 1, ..StagesTally::default() };
    if test.locations.is_empty() {
        return Ok(tally);
    }
    let (program, translated, places) = crate::agreement::both(test)?;
    let constants: Vec<Value> = (0..=pair.shape.constants as i64).map(Value).collect();
    let names = places.len();
    let all = constants.len().pow(names as u32);
    let ours = outcomes(&translated, &pair.rules, Switches::default(), BUDGET, &places);
    let (Some(ours), true) = (ours, all <= MOST_OUTCOMES) else {
        tally.skipped += 1;
        return Ok(tally);
    };
    let values = |mut at: usize| -> Vec<Value> {
        let digit = |_| {
            let value = constants[at % constants.len()];
            at /= constants.len();
            value
        };
        (0..names).map(digit).collect()
    };
    let asked: Vec<Vec<Value>> = (0..all).map(values).collect();
    let Some(theirs) = by_relations(&program, pair, &constants, &asked)? else {
        tally.skipped += 1;
        return Ok(tally);
    };
    tally.related += 1;
    let may_be_less = match pair.strength {
        Strength::Equal => false,
        Strength::WithoutCycles => translated.processes.iter().filter(|it| reads_then_writes(it)).count() > 1,
        Strength::Stronger => true,
    };
    let agree = if may_be_less { ours.is_subset(&theirs) } else { ours == theirs };
    if agree { Ok(tally) } else { Err(format!("{}: rules {ours:?}, relations {theirs:?}", pair.rules.name)) }
}

fn reads_then_writes(process: &stages::Process) -> bool {
    let is_load = |it: &stages::Instruction| matches!(it.kind, stages::Kind::Load { .. });
    let is_store = |it: &stages::Instruction| matches!(it.kind, stages::Kind::Store { .. });
    process.code.iter().position(is_load).is_some_and(|at| process.code[at..].iter().any(is_store))
}

/// Those of the outcomes that the relational model allows; `None` if it is too large a question.
fn by_relations(
    program: &Program,
    pair: &Pair,
    constants: &[Value],
    asked: &[Vec<Value>],
) -> Result<Option<BTreeSet<Vec<Value>>>, String> {
    let question = Question {
        machine: program,
        model: &pair.relations,
        condition: &Condition::Const(true),
        names: &[],
        constants,
        guesses: Guesses::Any,
        identity: Identity::Free,
        limits: AskLimits::default(),
    };
    let conditions: Vec<Condition> = asked
        .iter()
        .map(|values| {
            let equal = |(at, value): (usize, &Value)| Condition::Equals(at, *value);
            Condition::And(values.iter().enumerate().map(equal).collect())
        })
        .collect();
    let Ok(answers) = possible(&question, &conditions, &[0]) else { return Ok(None) };
    let mut allowed = BTreeSet::new();
    for (values, answer) in asked.iter().zip(answers) {
        match answer {
            Possibility::Possible(_) => drop(allowed.insert(values.clone())),
            Possibility::Impossible => {}
            Possibility::Unknown => return Ok(None),
        }
    }
    Ok(Some(allowed))
}
