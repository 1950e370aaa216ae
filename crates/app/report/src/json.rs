//! The JSON of `--json`: wire types, versioned by [`SCHEMA`], described in docs/JSON.md.

use crate::json_explain::{Commit, commit};
use crate::table::TestReport;
use event::{Action, Answer, Failure, Machine, ThreadId};
use explore::{Trace, TraceStep};
use litmus::Program;
use serde::Serialize;
use std::collections::BTreeMap;
use verify::{FindingKind, ModelFinding, ModelResult, Token, Witness};

/// The version of the wire format.
pub const SCHEMA: u32 = 1;

/// One run: a test under a model.
#[derive(Debug, Serialize)]
pub struct Run {
    schema: u32,
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    target: String,
    test: String,
    model: &'static str,
    verdict: &'static str,
    reason: Option<String>,
    scope: Scope,
    findings: Vec<Finding>,
    /// How the answer was found.
    decided: Vec<String>,
    outcomes: Vec<Row>,
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<Condition>,
    stats: Stats,
}

#[derive(Debug, Serialize)]
struct Scope {
    bounds: BTreeMap<&'static str, u64>,
    trusted: Vec<String>,
    /// What was assumed.
    assumed: Vec<String>,
    unsupported: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Finding {
    severity: &'static str,
    kind: &'static str,
    message: String,
    at: Option<PlaceJson>,
    /// The other access of a race.
    second: Option<PlaceJson>,
    trace: Vec<StepJson>,
    certificate: Option<Certificate>,
    replay: Option<String>,
    repairs: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(crate) struct PlaceJson {
    /// `null` for litmus tests, which have no classes and methods.
    class: Option<String>,
    method: Option<String>,
    file: String,
    /// From 1; `null` if unknown.
    line: Option<u32>,
    thread: String,
}

impl PlaceJson {
    /// The line, 0 if unknown, and the thread.
    pub(crate) fn line_and_thread(self) -> (u32, String) {
        (self.line.unwrap_or(0), self.thread)
    }
}

#[derive(Debug, Serialize)]
struct Certificate {
    kind: &'static str,
    /// The execution and its commit sequence, if no schedule shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<Commit>,
}

#[derive(Debug, Serialize)]
pub(crate) struct StepJson {
    thread: String,
    action: &'static str,
    location: Option<String>,
    value: Option<i64>,
    /// The value a read saw.
    sees: Option<i64>,
    file: String,
    /// From 1; `null` for actions without a line in the program.
    line: Option<u32>,
}

#[derive(Debug, Serialize)]
struct Row {
    values: String,
    /// `null` if the search was incomplete and did not find it.
    reachable: Option<bool>,
    expect: Option<String>,
    witness: Option<String>,
}

#[derive(Debug, Serialize)]
struct Condition {
    text: String,
    observation: &'static str,
    positive: usize,
    negative: usize,
}

/// Counters and measurements of a run.
#[derive(Debug, Serialize)]
struct Stats {
    executions: Option<u64>,
    states: u64,
    transitions: u64,
    instructions: u64,
    max_depth: u32,
    seconds: f64,
    peak_bytes: u64,
}

/// The measurements of one run.
#[derive(Debug, Clone, Copy, Default)]
pub struct Measured {
    /// Wall-clock time.
    pub seconds: f64,
    /// The largest resident set of the process so far.
    pub peak_bytes: u64,
}

/// The runs of one test.
pub fn runs(report: &TestReport<'_>, measured: &[Measured]) -> Vec<Run> {
    report.results.iter().zip(measured).map(|(result, measured)| run(report, result, *measured)).collect()
}

fn run(report: &TestReport<'_>, result: &ModelResult, measured: Measured) -> Run {
    let program = report.program;
    let row = |outcome: &&event::Outcome| {
        let found = result.outcomes.contains(*outcome);
        let schedule = result.witnesses.get(*outcome).and_then(Witness::schedule);
        Row {
            values: outcome.render(),
            reachable: if found { Some(true) } else { result.complete.then_some(false) },
            expect: None,
            witness: schedule.filter(|_| found).map(|schedule| Token::of_test(program, schedule).to_string()),
        }
    };
    let condition = program.condition().zip(result.observation(program)).map(
        |(condition, (word, positive, negative))| Condition {
            text: condition.text.clone(),
            observation: word.word(),
            positive,
            negative,
        },
    );
    Run {
        schema: SCHEMA,
        tool: "thinair",
        version: env!("CARGO_PKG_VERSION"),
        command: "litmus",
        target: program.file().to_owned(),
        test: program.name().to_owned(),
        model: result.model.name(),
        verdict: result.verdict.word(),
        reason: result.verdict.reason().map(str::to_owned),
        scope: Scope {
            bounds: result.bounds.iter().cloned().collect(),
            trusted: Vec::new(),
            assumed: program.assumption().map(str::to_owned).into_iter().collect(),
            unsupported: Vec::new(),
        },
        findings: result.findings.iter().map(|f| finding(program, f)).collect(),
        decided: result.decided.clone(),
        outcomes: report.outcomes().iter().map(row).collect(),
        condition,
        stats: Stats {
            executions: result.executions,
            states: result.stats.states,
            transitions: result.stats.transitions,
            instructions: 0,
            max_depth: result.stats.max_depth,
            seconds: measured.seconds,
            peak_bytes: measured.peak_bytes,
        },
    }
}

fn finding(program: &Program, finding: &ModelFinding) -> Finding {
    let trace = finding.trace().map(|t| trace_steps(program, t)).unwrap_or_default();
    let (at, second) = match finding.trace().and_then(|trace| Some((race(trace)?, trace))) {
        Some((race, trace)) if finding.kind == FindingKind::Race => race_places(program, race, trace),
        _ => (failure_place(program, finding.thread, &trace), None),
    };
    Finding {
        severity: if finding.violation { "violation" } else { "note" },
        kind: finding.kind.name(),
        message: finding.message.clone(),
        at,
        second,
        certificate: match (finding.trace(), finding.certificate()) {
            (Some(_), _) => Some(Certificate { kind: "trace", commit: None }),
            (None, Some(c)) => Some(Certificate { kind: "commit", commit: Some(commit(program, c)) }),
            (None, None) => None,
        },
        trace,
        replay: finding.schedule().map(|schedule| Token::of_test(program, schedule).to_string()),
        repairs: Vec::new(),
    }
}

fn place(program: &Program, thread: ThreadId, line: Option<u32>) -> PlaceJson {
    let (file, thread) = (program.file().to_owned(), program.thread_name(thread));
    PlaceJson { class: None, method: None, file, line, thread }
}

/// The place where a thread failed. Never the line of another action: no line is better than a wrong one.
fn failure_place(program: &Program, thread: Option<ThreadId>, trace: &[StepJson]) -> Option<PlaceJson> {
    let thread = thread?;
    let name = program.thread_name(thread);
    let failed =
        trace.iter().find(|s| s.thread == name && s.action == kind(&Action::Fail(Failure::assertion())));
    Some(place(program, thread, failed.and_then(|s| s.line)))
}

/// The race that ends a trace.
pub(crate) fn race(trace: &Trace) -> Option<&explore::Finding> {
    trace.steps.iter().rev().find_map(|step| match step {
        TraceStep::Finding(race @ explore::Finding::Race { .. }) => Some(race),
        _ => None,
    })
}

/// The two accesses of a race: the one that completes it, and the earlier one, which is in the trace.
pub(crate) fn race_places(
    program: &Program,
    race: &explore::Finding,
    trace: &Trace,
) -> (Option<PlaceJson>, Option<PlaceJson>) {
    let explore::Finding::Race { first, second, site, .. } = race else { return (None, None) };
    let earlier = trace.steps.iter().rev().find_map(|step| match step {
        TraceStep::Action { thread, action, answer, site, .. } => {
            race.is_first_access(*thread, action, *answer).then_some(site.line)
        }
        _ => None,
    });
    let line = |line: u32| Some(line).filter(|line| *line > 0);
    (Some(place(program, *second, line(site.line))), Some(place(program, *first, earlier.and_then(line))))
}

pub(crate) fn trace_steps(program: &impl verify::Explainable, trace: &Trace) -> Vec<StepJson> {
    let state = program.initial();
    let step = |step: &TraceStep| {
        let TraceStep::Action { thread, action, answer, site, .. } = step else {
            return match step {
                TraceStep::Flush { thread, loc, written } => Some(StepJson {
                    thread: program.thread_name(*thread),
                    action: "flush",
                    location: Some(program.loc_name(&state, *loc)),
                    value: Some(written.value.0),
                    sees: None,
                    file: program.target(),
                    line: None,
                }),
                _ => None,
            };
        };
        let loc = action.loc();
        let written = match (action, answer) {
            (Action::Write { value, .. } | Action::External(value), _) => Some(*value),
            (Action::Rmw { op, .. }, Answer::Rmw { old, written: true }) => op.apply(*old),
            _ => None,
        };
        let seen = match answer {
            Answer::Value(v) => Some(*v),
            Answer::Rmw { old, .. } => Some(*old),
            Answer::Done | Answer::Choice(_) => None,
        };
        Some(StepJson {
            thread: program.thread_name(*thread),
            action: kind(action),
            location: loc.map(|l| program.loc_name(&state, l)),
            value: written.map(|v| v.0),
            sees: seen.map(|v| v.0),
            file: program.target(),
            line: Some(site.line).filter(|line| *line > 0),
        })
    };
    trace.steps.iter().filter_map(step).collect()
}

pub(crate) fn kind(action: &Action) -> &'static str {
    match action {
        Action::Read { .. } => "read",
        Action::Write { .. } => "write",
        Action::Rmw { .. } => "update",
        Action::Fence(_) => "fence",
        Action::Freeze(_) => "freeze",
        Action::Lock(_) => "lock",
        Action::Unlock(_) => "unlock",
        Action::Start(_) => "start",
        Action::Join(_) => "join",
        Action::Internal(_) => "internal",
        Action::External(_) => "external",
        Action::Fail(_) => "fail",
        Action::End => "end",
    }
}
