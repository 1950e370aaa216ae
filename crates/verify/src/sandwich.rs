//! The Java memory model by the sandwich OpMM ⊆ JMM ⊆ RPC.
//!
//! - No data race: the JMM agrees with SC (JLS §17.4.5), and SC is explored.
//! - An outcome that OpMM shows is legal.
//! - An outcome that the race-pair closure does not show is illegal.
//! - Between the two, exact legality decides each execution until one with the outcome is justified.
//!
//! Every answer says which step gave it.

use event::{Certificate, Outcome, RuleSet};
use legality::{Candidate, Closure, Identity, Justification, Limits, Overflow, closure, justify};
use litmus::Program;
use std::collections::{BTreeMap, BTreeSet};

/// Which step of the sandwich decided an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// The program is race free.
    RaceFree,
    /// OpMM shows it.
    LowerBound,
    /// Exact legality found a justification.
    Justified(Box<Certificate>),
    /// Exact legality exhausted all orders of committing for all its executions.
    Refused {
        /// Executions with this outcome.
        executions: usize,
    },
    /// A limit was hit before a justification was found or excluded.
    Open(Overflow),
}

impl Decision {
    /// Whether the outcome is legal; `None` when it is open.
    pub fn is_legal(&self) -> Option<bool> {
        match self {
            Decision::RaceFree | Decision::LowerBound | Decision::Justified(_) => Some(true),
            Decision::Refused { .. } => Some(false),
            Decision::Open(_) => None,
        }
    }
}

/// What the closure and legality say about a program.
#[derive(Debug, Clone)]
pub struct Sandwich {
    /// The closure.
    pub closure: Closure,
    /// Every outcome of the closure, with who decided it. Outcomes that are not here are illegal.
    pub outcomes: BTreeMap<Outcome, Decision>,
    /// Some legal execution leaves threads blocked for ever; `None` when that is open.
    pub blocks: Option<bool>,
}

/// Decides every outcome of `program` by `rules`, identities of actions free (the literal JLS).
pub fn sandwich(program: &Program, rules: RuleSet, limits: &Limits) -> Result<Sandwich, Overflow> {
    let closure = closure(program, limits)?;
    let all: BTreeSet<&Outcome> = closure.candidates.iter().flat_map(|c| &c.outcomes).collect();
    let one = |outcome: &Outcome| {
        let with: Vec<&Candidate> =
            closure.candidates.iter().filter(|c| c.outcomes.contains(outcome)).collect();
        decide(program, &closure, &with, rules, limits)
    };
    let outcomes = all.into_iter().map(|o| (o.clone(), one(o))).collect();
    let blocked: Vec<&Candidate> = closure.candidates.iter().filter(|c| c.outcomes.is_empty()).collect();
    let blocks = if blocked.is_empty() {
        Some(false)
    } else {
        decide(program, &closure, &blocked, rules, limits).is_legal()
    };
    Ok(Sandwich { outcomes, blocks, closure })
}

/// Decides whether one of these executions is legal, the cheap ways first.
fn decide(
    program: &Program,
    closure: &Closure,
    with: &[&Candidate],
    rules: RuleSet,
    limits: &Limits,
) -> Decision {
    if closure.race_free {
        return Decision::RaceFree;
    }
    if with.iter().any(|c| c.in_trace_order) {
        return Decision::LowerBound;
    }
    let mut open = None;
    for candidate in with {
        match justify(program, &candidate.execution, rules, Identity::Free, limits) {
            Justification::Legal(certificate) => {
                // The search is not trusted: the literal checker must agree, or thinair has a bug.
                jls::check_certificate(program, &certificate)
                    .expect("the literal checker accepts the certificate");
                return Decision::Justified(certificate);
            }
            Justification::None { .. } => {}
            Justification::Unknown(overflow) => open = Some(overflow),
        }
    }
    open.map_or(Decision::Refused { executions: with.len() }, Decision::Open)
}

/// Which step decided how many outcomes, in words.
pub fn story(sandwich: &Sandwich) -> String {
    let count = |wanted: fn(&Decision) -> bool| sandwich.outcomes.values().filter(|d| wanted(d)).count();
    if sandwich.closure.race_free {
        return format!("race free: all {} outcomes are those of sc", sandwich.outcomes.len());
    }
    let lower = count(|d| *d == Decision::LowerBound);
    let justified = count(|d| matches!(d, Decision::Justified(_)));
    let refused = count(|d| matches!(d, Decision::Refused { .. }));
    let open = count(|d| matches!(d, Decision::Open(_)));
    let rounds = sandwich.closure.rounds;
    let mut text = format!(
        "{lower} outcomes by the lower bound, {justified} justified, {refused} refused by exact legality"
    );
    if open > 0 {
        text += &format!(", {open} open");
    }
    text + &format!("; everything else excluded by the closure ({rounds} rounds)")
}

/// Outcomes between the bounds on which the rule sets or the identities of actions disagree, in words.
pub fn disagreements(program: &Program, sandwich: &Sandwich, limits: &Limits) -> Vec<String> {
    let variants = [
        ("original", RuleSet::Original, Identity::Free),
        ("original with occurrence identity", RuleSet::Original, Identity::Occurrence),
        ("revised", RuleSet::Revised, Identity::Free),
    ];
    let between = sandwich
        .outcomes
        .iter()
        .filter(|(_, d)| matches!(d, Decision::Justified(_) | Decision::Refused { .. }));
    let mut notes = Vec::new();
    for (outcome, _) in between {
        let with: Vec<&Candidate> =
            sandwich.closure.candidates.iter().filter(|c| c.outcomes.contains(outcome)).collect();
        let legal = |rules, identity| {
            with.iter().any(|c| {
                matches!(justify(program, &c.execution, rules, identity, limits), Justification::Legal(_))
            })
        };
        let (yes, no): (Vec<_>, Vec<_>) =
            variants.iter().partition(|(_, rules, identity)| legal(*rules, *identity));
        if !yes.is_empty() && !no.is_empty() {
            let names = |set: &[&(&str, RuleSet, Identity)]| {
                set.iter().map(|(n, ..)| *n).collect::<Vec<_>>().join(", ")
            };
            notes.push(format!(
                "({}) is allowed by the rules {} and not by {}",
                outcome.render(),
                names(&yes),
                names(&no)
            ));
        }
    }
    notes
}
