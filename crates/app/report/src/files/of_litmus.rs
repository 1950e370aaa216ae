//! Cases of litmus tests: one per model.

use super::{Answer, Case, Found, Given, Row, Spot, Step};
use crate::java::Scope;
use crate::json::{Measured, PlaceJson, race, race_places};
use crate::style::Style;
use crate::table::{TestReport, table};
use crate::trace::{Told, told};
use event::{Machine, Outcome, ThreadId};
use verify::{ModelFinding, ModelResult, ReasonKind, Role, Token};

/// The cases of a test.
pub fn of_litmus(report: &TestReport<'_>, measured: &[Measured]) -> Vec<Case> {
    let text = table(report, false, Style { width: 100, ..Style::default() });
    let case = |(result, measured): (&ModelResult, &Measured)| Case {
        target: report.program.name().to_owned(),
        model: result.model.name().to_owned(),
        seconds: measured.seconds,
        text: text.clone(),
        answer: Answer::Given(Box::new(given(report, result))),
    };
    report.results.iter().zip(measured).map(case).collect()
}

fn given(report: &TestReport<'_>, result: &ModelResult) -> Given {
    let row = |outcome: &&Outcome| Row {
        values: outcome.render(),
        reach: match (result.outcomes.contains(*outcome), result.complete) {
            (true, _) => "reachable",
            (false, true) => "never",
            (false, false) => "not seen",
        },
        ..Row::default()
    };
    Given {
        word: result.verdict.word().to_owned(),
        line: result.verdict.word().to_owned(),
        reason: result.verdict.reason().map(str::to_owned),
        is_inapplicable: result.model.role() == Role::Comparison
            && result.verdict.word() == "unknown"
            && result.verdict.reasons().iter().all(|reason| reason.kind == ReasonKind::Unsupported),
        findings: result.findings.iter().map(|finding| found(report, finding)).collect(),
        outcomes: report.outcomes().iter().map(row).collect(),
        decided: result.decided.clone(),
        scope: Scope {
            bounds: result.bounds.iter().cloned().collect(),
            trusted: Vec::new(),
            assumed: report.program.assumption().map(str::to_owned).into_iter().collect(),
        },
        ..Given::default()
    }
}

fn found(report: &TestReport<'_>, finding: &ModelFinding) -> Found {
    let program = report.program;
    let spot = |line: u32, thread: String| Spot {
        file: program.file().to_owned(),
        path: program.file().to_owned(),
        line,
        thread,
        ..Spot::default()
    };
    let step = |(i, told): (usize, Told)| Step {
        number: (i + 1).to_string(),
        numbers: (i + 1, i + 1),
        column: told.thread.index(),
        action: told.action,
        text: told.text,
        note: told.missed.map(|(value, at)| format!("misses {value}, which was written in step {at}")),
        about: told.missed.map(|(_, at)| at),
        spot: Spot { code: told.code, ..spot(told.line, program.thread_name(told.thread)) },
        ..Step::default()
    };
    let steps: Vec<Step> = finding
        .trace()
        .map(|trace| told(program, trace).into_iter().enumerate().map(step).collect())
        .unwrap_or_default();
    let (at, second) = match finding.trace().and_then(|trace| Some((race(trace)?, trace))) {
        Some((race, trace)) => race_places(program, race, trace),
        None => (None, None),
    };
    let of = |place: PlaceJson| {
        let (line, thread) = place.line_and_thread();
        spot(line, thread)
    };
    let failed = || steps.iter().rev().find(|step| step.action == "fail").map(|step| step.spot.clone());
    Found {
        violation: finding.violation,
        kind: finding.kind,
        message: finding.message.clone(),
        causes: Vec::new(),
        at: at.map(of).or_else(failed),
        second: second.map(of),
        threads: (0..program.thread_count() as u16).map(|t| program.thread_name(ThreadId(t))).collect(),
        steps,
        printed: String::new(),
        replay: finding.schedule().map(|schedule| Token::of_test(program, schedule).to_string()),
        commitments: finding.certificate().map(|certificate| certificate.steps.len()),
    }
}
