//! The JSON of `thinair explain`, described in docs/JSON.md.

use crate::json::{SCHEMA, StepJson, trace_steps};
use event::{Certificate, EventId, EventKind, Execution, RuleSet, Site, SyncObj};
use serde::Serialize;
use solver::GiveUp;
use std::collections::{BTreeMap, BTreeSet};
use verify::{Answer, Explainable, Explanation, Forbidden, Picture, Refusal, sites};

/// One answer.
#[derive(Debug, Serialize)]
pub struct Explained {
    schema: u32,
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    target: String,
    test: String,
    model: String,
    question: String,
    answer: &'static str,
    /// Why the answer is `unknown`.
    reason: Option<String>,
    outcome: Option<String>,
    witness: Option<Witness>,
    core: Vec<Constraint>,
    /// Further minimal sets, with --cores.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    other_cores: Vec<Vec<Constraint>>,
    /// With --cores: whether these are all.
    #[serde(skip_serializing_if = "Option::is_none")]
    all_cores: Option<bool>,
    /// With --relax.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    relaxations: Vec<Relaxation>,
    notes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Witness {
    kind: &'static str,
    trace: Vec<StepJson>,
    replay: Option<String>,
    execution: Option<Drawn>,
    commit: Option<Commit>,
    /// The speculative executions of a model file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    speculations: Vec<Speculation>,
    /// The sets that a model file guesses, by name: events of the execution.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    sets: BTreeMap<String, Vec<u32>>,
}

#[derive(Debug, Serialize)]
struct Speculation {
    name: String,
    execution: Drawn,
    /// For events of the execution, the corresponding events of the speculative one.
    same: Vec<(u32, u32)>,
}

/// An execution as data, complete enough for a checker.
#[derive(Debug, Serialize)]
struct Drawn {
    events: Vec<Event>,
    synchronisation_order: Vec<Vec<u32>>,
}

#[derive(Debug, Serialize)]
struct Event {
    thread: String,
    action: &'static str,
    location: Option<String>,
    value: Option<i64>,
    sees: Option<i64>,
    /// The event that a read sees; `null` is the initial value.
    from: Option<u32>,
    line: Option<u32>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Commit {
    rules: &'static str,
    execution: Drawn,
    steps: Vec<CommitStep>,
}

#[derive(Debug, Serialize)]
struct CommitStep {
    /// The events of the execution that this step commits.
    commits: Vec<u32>,
    justified_by: Drawn,
    /// For every committed event, the corresponding event of the justifying execution.
    same: Vec<(u32, u32)>,
}

#[derive(Debug, Serialize)]
struct Constraint {
    constraint: String,
    source: Option<String>,
}

#[derive(Debug, Serialize)]
struct Relaxation {
    of: &'static str,
    answer: &'static str,
    /// The constraints to give up.
    give_up: Vec<Constraint>,
}

fn constraints(program: &impl Explainable, found: &[solver::Constraint]) -> Vec<Constraint> {
    let rows = crate::solved::rows(program, found).into_iter();
    rows.map(|row| Constraint { constraint: row.constraint, source: Some(row.source) }).collect()
}

fn relaxation(program: &impl Explainable, found: &solver::Relaxation) -> Relaxation {
    let of = crate::solved::part(found);
    let (answer, give_up) = match &found.what {
        GiveUp::These(these) => ("possible", constraints(program, these)),
        GiveUp::NotEnough => ("not_enough", Vec::new()),
        GiveUp::Unknown => ("unknown", Vec::new()),
    };
    Relaxation { of, answer, give_up }
}

/// An explanation as data.
pub fn explained(program: &impl Explainable, explanation: &Explanation) -> Explained {
    let (answer, reason, outcome, witness, core) = match &explanation.answer {
        Answer::Allowed { outcome, picture } => {
            ("allowed", None, Some(outcome.render()), Some(witness(program, picture)), Vec::new())
        }
        Answer::Forbidden(forbidden) => ("forbidden", None, None, None, core(program, forbidden)),
        Answer::Unknown(why) => ("unknown", Some(why.clone()), None, None, Vec::new()),
    };
    // The solver's core is minimal and has places, so it replaces the reasons of other layers.
    let core = match &explanation.core {
        Some(found) => constraints(program, &found.constraints),
        None => core,
    };
    let (others, relaxations) =
        explanation.core.as_ref().map_or((&[][..], &[][..]), |found| (&found.others, &found.relaxations));
    Explained {
        schema: SCHEMA,
        tool: "thinair",
        version: env!("CARGO_PKG_VERSION"),
        command: "explain",
        target: program.target(),
        test: program.title(),
        model: explanation.model.name().to_owned(),
        question: program.question(),
        answer,
        reason,
        outcome,
        witness,
        core,
        other_cores: others.iter().map(|other| constraints(program, other)).collect(),
        all_cores: explanation.core.as_ref().and_then(|found| found.are_all),
        relaxations: relaxations.iter().map(|found| relaxation(program, found)).collect(),
        notes: explanation.decided.clone(),
    }
}

fn witness(program: &impl Explainable, picture: &Picture) -> Witness {
    let empty = Witness {
        kind: "trace",
        trace: Vec::new(),
        replay: None,
        execution: None,
        commit: None,
        speculations: Vec::new(),
        sets: BTreeMap::new(),
    };
    match picture {
        Picture::Trace(trace, token) => {
            Witness { trace: trace_steps(program, trace), replay: Some(token.clone()), ..empty }
        }
        Picture::Justified(certificate) => {
            Witness { kind: "commit", commit: Some(commit(program, certificate)), ..empty }
        }
        Picture::Unshown => Witness { kind: "none", ..empty },
        Picture::Accepted(execution) => {
            Witness { kind: "accepted", execution: Some(drawn(program, execution)), ..empty }
        }
        Picture::Solved(found) => Witness {
            kind: "solved",
            execution: Some(drawn(program, &found.execution)),
            speculations: found.speculations.iter().map(|s| speculation(program, s)).collect(),
            sets: found.sets.iter().map(|(name, set)| (name.clone(), ids(set))).collect(),
            ..empty
        },
        Picture::Candidate(execution) => {
            Witness { kind: "candidate", execution: Some(drawn(program, execution)), ..empty }
        }
    }
}

fn speculation(program: &impl Explainable, found: &solver::Speculation) -> Speculation {
    Speculation {
        name: found.name.clone(),
        execution: drawn(program, &found.execution),
        same: found.label.iter().map(|(a, b)| (a.0, b.0)).collect(),
    }
}

fn ids(set: &BTreeSet<EventId>) -> Vec<u32> {
    set.iter().map(|e| e.0).collect()
}

fn drawn(program: &impl Explainable, execution: &Execution) -> Drawn {
    let sites = sites(program, execution);
    let state = program.initial();
    let event = |id: EventId| {
        let e = execution.event(id);
        let number = |value| e.kind.loc().map_or(value, |loc| program.number(loc, value)).0;
        Event {
            thread: program.thread_name(e.thread),
            action: action(e.kind),
            location: e.kind.loc().map(|loc| program.loc_name(&state, loc)),
            value: e.written.map(number),
            sees: e.read.map(number),
            from: e.rf.map(|w| w.0),
            line: sites.get(&id).map(|s| s.line).filter(|line| *line > 0),
        }
    };
    let orders = execution.so().iter().filter(|(obj, _)| !matches!(obj, SyncObj::Start(_)));
    Drawn {
        events: execution.ids().map(event).collect(),
        synchronisation_order: orders.map(|(_, order)| order.iter().map(|e| e.0).collect()).collect(),
    }
}

fn action(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Read(..) => "read",
        EventKind::Write(..) => "write",
        EventKind::Rmw(..) => "update",
        EventKind::Fence(_) => "fence",
        EventKind::Freeze(_) => "freeze",
        EventKind::Lock(_) => "lock",
        EventKind::Unlock(_) => "unlock",
        EventKind::Start(_) => "start",
        EventKind::Join(_) => "join",
        EventKind::External => "external",
        EventKind::Fail => "fail",
        EventKind::End => "end",
    }
}

pub(crate) fn commit(program: &impl Explainable, certificate: &Certificate) -> Commit {
    let mut before = BTreeSet::new();
    let steps = certificate.steps.iter().map(|step| {
        let commits = step.committed.difference(&before).map(|e| e.0).collect();
        before = step.committed.clone();
        CommitStep {
            commits,
            justified_by: drawn(program, &step.speculative),
            same: step.label.iter().map(|(a, b)| (a.0, b.0)).collect(),
        }
    });
    let rules = match certificate.rules {
        RuleSet::Original => "JLS 17.4.8",
        RuleSet::Revised => "revised",
    };
    Commit { execution: drawn(program, &certificate.execution), steps: steps.collect(), rules }
}

fn core(program: &impl Explainable, forbidden: &Forbidden) -> Vec<Constraint> {
    let plain = |constraint: String| Constraint { constraint, source: None };
    let at = |site: &Site| Some(program.place(site));
    match forbidden {
        Forbidden::Core => Vec::new(),
        Forbidden::RaceFree => vec![plain("data-race freedom: sequential consistency decides".to_owned())],
        Forbidden::NotReached { states } => vec![plain(format!("none of {states} states ends like this"))],
        Forbidden::Axioms { refused, .. } => refused
            .iter()
            .map(|(axiom, n)| plain(format!("{axiom} refuses {n} candidate executions")))
            .collect(),
        Forbidden::UpperBound { readable, .. } => readable
            .iter()
            .map(|r| {
                let values: Vec<String> = r.values.iter().map(ToString::to_string).collect();
                let constraint = format!("{} is {}", r.variable, values.join(" or "));
                Constraint { constraint, source: at(&r.site) }
            })
            .collect(),
        Forbidden::Exhausted(refusals) => {
            let constraint = |refusal: &Refusal| {
                let sites = sites(program, &refusal.execution);
                let left = refusal.racy.iter().filter(|r| !refusal.furthest.contains(r));
                let first = left.clone().next().and_then(|r| sites.get(r));
                Constraint {
                    constraint: format!(
                        "{} of {} racy reads cannot be committed",
                        left.count(),
                        refusal.racy.len()
                    ),
                    source: first.and_then(at),
                }
            };
            refusals.iter().map(constraint).collect()
        }
    }
}
