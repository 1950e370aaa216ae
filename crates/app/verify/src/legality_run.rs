//! Decides by exact legality which executions of the race-pair closure are legal under the Java memory model.
//!
//! - Without data races the JMM agrees with SC (JLS §17.4.5): all of them are legal.
//! - An execution in trace order is one of OpMM, and legal.
//! - Otherwise the executions with an outcome are tried one by one until one is justified.
//!
//! Every answer says which of these steps gave it. An outcome that the closure does not show is illegal. What
//! the closure is compared with, and what happens without it, is in `sandwich.rs`.

use crate::sandwich::overflow_text;
use event::{Certificate, EventId, EventKind, Execution, Failure, Machine, Outcome, RuleSet, ThreadId};
use legality::{Candidate, Closure, End, Identity, Justification, Known, LegalityLimits, Overflow, justify};
use std::collections::BTreeMap;

/// The stage of the sandwich that decided an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// The program is race free.
    RaceFree,
    /// OpMM shows it.
    LowerBound,
    /// Exact legality found a justification.
    Justified(Box<Certificate>),
    /// Exact legality exhausted all commit orders of all executions with the outcome.
    Refused(Vec<Refusal>),
    /// Undecided, for this reason.
    Open(String),
}

/// An execution that no commit sequence justifies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The execution.
    pub execution: Execution,
    /// The number of sets of committed reads that were visited.
    pub nodes: usize,
    /// The number of batches that were tried.
    pub batches: usize,
    /// The racy reads, that is, those that see a write which does not happen-before them.
    pub racy: Vec<EventId>,
    /// The racy reads committed when the search got furthest.
    pub furthest: Vec<EventId>,
}

impl Decision {
    /// Whether the outcome is legal; `None` if undecided.
    pub fn is_legal(&self) -> Option<bool> {
        match self {
            Decision::RaceFree | Decision::LowerBound | Decision::Justified(_) => Some(true),
            Decision::Refused(_) => Some(false),
            Decision::Open(_) => None,
        }
    }
}

/// What the closure and legality decide about a program.
#[derive(Debug, Clone)]
pub struct LegalityRun {
    /// The closure.
    pub closure: Closure,
    /// Every outcome of the closure, with the decision about it. All other outcomes are illegal.
    pub outcomes: BTreeMap<Outcome, Decision>,
    /// Every failure of a thread in the closure, with the decision about it.
    pub failures: BTreeMap<(ThreadId, Failure), Decision>,
    /// The decision about a deadlock, if some execution of the closure deadlocks.
    pub deadlock: Option<Decision>,
}

/// Decides every outcome of `program` under `rules`; [`Identity::Free`] is the literal JLS.
pub fn run_legality<M: Machine>(
    program: &M,
    closure: Closure,
    rules: (RuleSet, Identity),
    limits: &LegalityLimits,
) -> LegalityRun {
    run_legality_beyond(program, closure, &Known::default(), rules, limits)
}

/// The same for what is not known to be possible; what is known may be missing from the closure.
pub(crate) fn run_legality_beyond<M: Machine>(
    program: &M,
    closure: Closure,
    known: &Known,
    rules: (RuleSet, Identity),
    limits: &LegalityLimits,
) -> LegalityRun {
    let decide = |with: &[&Candidate]| decide(program, &closure, with, rules, limits);
    let mut by_outcome: BTreeMap<&Outcome, Vec<&Candidate>> = BTreeMap::new();
    let mut by_failure: BTreeMap<&(ThreadId, Failure), Vec<&Candidate>> = BTreeMap::new();
    for candidate in &closure.candidates {
        let outcomes = candidate.outcomes.iter().filter(|o| !known.outcomes.contains(o));
        outcomes.for_each(|o| by_outcome.entry(o).or_default().push(candidate));
        let failures = candidate.failures.iter().filter(|f| !known.failures.contains(f));
        failures.for_each(|f| by_failure.entry(f).or_default().push(candidate));
    }
    let outcomes = by_outcome.into_iter().map(|(o, with)| (o.clone(), decide(&with))).collect();
    let failures = by_failure.into_iter().map(|(f, with)| (f.clone(), decide(&with))).collect();
    let deadlocked: Vec<&Candidate> =
        closure.candidates.iter().filter(|c| c.end == End::Deadlocked && !known.deadlock).collect();
    let deadlock = (!deadlocked.is_empty()).then(|| decide(&deadlocked));
    LegalityRun { outcomes, failures, deadlock, closure }
}

/// Decides whether one of these executions is legal, cheapest methods first.
fn decide<M: Machine>(
    program: &M,
    closure: &Closure,
    with: &[&Candidate],
    (rules, identity): (RuleSet, Identity),
    limits: &LegalityLimits,
) -> Decision {
    if closure.race_free {
        return Decision::RaceFree;
    }
    let mut open = None;
    let mut refusals = Vec::new();
    for candidate in with.iter().filter(|c| c.in_trace_order) {
        // The enumeration is not trusted either: the literal checker must find the execution well-formed. The
        // two may differ only about chains of final fields that the enumeration could not tell apart.
        match jls::check_execution(program, &candidate.execution, jls::Completeness::Complete) {
            Ok(()) => return Decision::LowerBound,
            Err(why) if why.axiom == jls::TOO_MANY_CHAINS => {
                open = Some(overflow_text(&Overflow::Chains));
            }
            // The checker tried all chains: there is no such execution.
            Err(_) if candidate.ambiguous => {}
            // A machine with objects of its own may do more than the checker can follow.
            Err(why) if program.renames() => {
                open = Some(format!("the literal checker cannot follow: {}", why.axiom));
            }
            Err(why) => panic!("the literal checker refuses an execution: {why:?}"),
        }
    }
    for candidate in with {
        if candidate.ambiguous {
            match jls::check_execution(program, &candidate.execution, jls::Completeness::Prefix) {
                Ok(()) => {}
                Err(why) if why.axiom == jls::TOO_MANY_CHAINS => {
                    open = Some(overflow_text(&Overflow::Chains));
                    continue;
                }
                Err(_) => continue,
            }
        }
        match justify(program, &candidate.execution, rules, identity, &closure.objects, limits) {
            Justification::Legal(certificate) => {
                // The search is not trusted: if the literal checker disagrees, thinair has a defect.
                match jls::check_certificate(program, &certificate) {
                    Ok(()) => return Decision::Justified(certificate),
                    Err(_) if has_final_fields(&certificate) => open = Some(overflow_text(&Overflow::Chains)),
                    Err(why) if program.renames() => {
                        open = Some(format!("the literal checker cannot follow: {why}"));
                    }
                    Err(why) => panic!("the literal checker refuses a certificate: {why}"),
                }
            }
            Justification::None { nodes, batches, furthest, racy } => {
                let execution = candidate.execution.clone();
                refusals.push(Refusal { execution, nodes, batches, racy, furthest });
            }
            Justification::Unknown(overflow) => open = Some(overflow_text(&overflow)),
        }
    }
    open.map_or(Decision::Refused(refusals), Decision::Open)
}

/// Whether an execution leaves a choice of chains that the search does not exhaust.
fn has_final_fields(certificate: &Certificate) -> bool {
    certificate.execution.events().iter().any(|e| matches!(e.kind, EventKind::Freeze(_)))
}

/// Describes which stage decided how many outcomes.
pub(crate) fn story(outcomes: &BTreeMap<Outcome, Decision>, rounds: usize) -> String {
    let count = |wanted: fn(&Decision) -> bool| outcomes.values().filter(|d| wanted(d)).count();
    if !outcomes.is_empty() && outcomes.values().all(|d| *d == Decision::RaceFree) {
        return format!("race free: all {} outcomes are those of sc", outcomes.len());
    }
    let lower = count(|d| *d == Decision::LowerBound);
    let justified = count(|d| matches!(d, Decision::Justified(_)));
    let refused = count(|d| matches!(d, Decision::Refused(_)));
    let open = count(|d| matches!(d, Decision::Open(_)));
    let mut text = format!(
        "{lower} outcomes by the lower bound, {justified} justified, {refused} refused by exact legality"
    );
    if open > 0 {
        text += &format!(", {open} open");
    }
    text + &format!("; everything else excluded by the closure ({rounds} rounds)")
}

/// The most executions that [`disagreements`] tries, and the budget of each attempt.
const SECOND_LOOK: (usize, u64) = (40, 20_000);

/// Describes outcomes between the bounds on which the rule sets or the identities of actions disagree. Leaves
/// out what a small budget does not settle.
pub fn disagreements<M: Machine>(program: &M, decided: &LegalityRun, limits: &LegalityLimits) -> Vec<String> {
    let limits = LegalityLimits { partial: SECOND_LOOK.1, ..limits.clone() };
    let variants = [
        ("original", RuleSet::Original, Identity::Free),
        ("original with occurrence identity", RuleSet::Original, Identity::Occurrence),
        ("revised", RuleSet::Revised, Identity::Free),
    ];
    let between =
        decided.outcomes.iter().filter(|(_, d)| matches!(d, Decision::Justified(_) | Decision::Refused(_)));
    let mut notes = Vec::new();
    for (outcome, _) in between {
        let with: Vec<&Candidate> =
            decided.closure.candidates.iter().filter(|c| c.outcomes.contains(outcome)).collect();
        if with.len() > SECOND_LOOK.0 {
            continue;
        }
        let answers: Vec<(&str, Option<bool>)> = variants
            .iter()
            .map(|(name, rules, identity)| {
                (*name, any_legal(program, &decided.closure, &with, *rules, *identity, &limits))
            })
            .collect();
        let names = |wanted: bool| -> Vec<&str> {
            answers.iter().filter(|(_, a)| *a == Some(wanted)).map(|(n, _)| *n).collect()
        };
        let (yes, no) = (names(true), names(false));
        if !yes.is_empty() && !no.is_empty() {
            let (yes, no) = (yes.join(", "), no.join(", "));
            notes.push(format!("({}) is allowed by the rules {yes} and not by {no}", outcome.render()));
        }
    }
    notes
}

/// Whether one of these executions is legal; `None` if a limit leaves it undecided.
fn any_legal<M: Machine>(
    program: &M,
    closure: &Closure,
    with: &[&Candidate],
    rules: RuleSet,
    identity: Identity,
    limits: &LegalityLimits,
) -> Option<bool> {
    let mut open = false;
    for candidate in with {
        match justify(program, &candidate.execution, rules, identity, &closure.objects, limits) {
            Justification::Legal(_) => return Some(true),
            Justification::None { .. } => {}
            Justification::Unknown(_) => open = true,
        }
    }
    (!open).then_some(false)
}
