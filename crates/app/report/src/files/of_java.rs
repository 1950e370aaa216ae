//! Cases of Java programs, from what the check returns.

use super::{Answer, Case, Found, Given, Row, Spot, Step};
use crate::java::{JavaReport, Scope, counts, verdict_line};
use crate::rows::{self, Columned};
use crate::style::Style;
use event::Outcome;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use verify::java::{Place, Story};
use verify::{ModelFinding, ModelResult, ReasonKind, Role};

/// A source.
#[derive(Debug, Clone)]
pub struct Source {
    /// Its file, unless it is in a jar.
    pub path: Option<PathBuf>,
    /// Its lines.
    pub lines: Arc<Vec<String>>,
}

/// Finds the source of a place.
pub type Look<'a> = dyn Fn(&Place) -> Option<Source> + 'a;

/// The width of reports as text.
const WIDTH: usize = 110;

/// How many source lines are shown before a place, and after it.
const AROUND: u32 = 4;

/// The case of a result.
pub fn of_java(report: &JavaReport<'_>, result: &ModelResult, seconds: f64, look: &Look<'_>) -> Case {
    let reasons = result.verdict.reasons();
    let given = Given {
        word: result.verdict.word().to_owned(),
        line: verdict_line(result),
        reason: result.verdict.reason().map(str::to_owned),
        is_inapplicable: result.model.role() == Role::Comparison
            && result.verdict.word() == "unknown"
            && reasons.iter().all(|reason| reason.kind == ReasonKind::Unsupported),
        findings: result.findings.iter().map(|finding| found(report, finding, look)).collect(),
        outcomes: result.outcomes.iter().filter(|o| !o.observed.is_empty()).map(row).collect(),
        hangs_missing: result.hangs_missing.clone(),
        decided: result.decided.clone(),
        scope: report.scope.clone(),
        unsupported: result.gaps.iter().map(ToString::to_string).collect(),
        counts: counts(result),
    };
    let style = Style { width: WIDTH, ..Style::default() };
    let plain = JavaReport {
        target: report.target,
        code: report.code,
        style,
        scope: Scope::default(),
        token: report.token,
    };
    let text = crate::java::text(&JavaReport { scope: report.scope.clone(), ..plain }, result, false);
    Case {
        target: report.target.to_owned(),
        model: result.model.name().to_owned(),
        seconds,
        text,
        answer: Answer::Given(Box::new(given)),
    }
}

fn row(outcome: &Outcome) -> Row {
    Row { values: outcome.render(), reach: "reachable", ..Row::default() }
}

/// A finding with its execution.
pub(super) fn found(report: &JavaReport<'_>, finding: &ModelFinding, look: &Look<'_>) -> Found {
    let story = finding.story();
    let place = |place: &Option<Place>| place.as_ref().map(|place| spot(report, place, look, true));
    let columned = story.map(rows::columned);
    let printed: Vec<u8> =
        story.into_iter().flat_map(|story| &story.output).flat_map(|(_, bytes)| bytes.clone()).collect();
    Found {
        violation: finding.violation,
        kind: finding.kind,
        message: finding.message.clone(),
        causes: story.map_or_else(Vec::new, |story| story.causes.clone()),
        at: story.and_then(|story| place(&story.at)),
        second: story.and_then(|story| place(&story.second)),
        threads: columned.as_ref().map_or_else(Vec::new, |columned| columned.threads.clone()),
        steps: story
            .zip(columned)
            .map_or_else(Vec::new, |(story, columned)| steps(report, story, columned, look)),
        printed: String::from_utf8_lossy(&printed).into_owned(),
        replay: finding.schedule().map(|schedule| (report.token)(schedule)),
        commitments: finding.certificate().map(|certificate| certificate.steps.len()),
    }
}

fn steps(report: &JavaReport<'_>, story: &Story, columned: Columned, look: &Look<'_>) -> Vec<Step> {
    let about = |number: (usize, usize)| {
        let lines = story.lines.iter().filter(|line| (number.0..=number.1).contains(&line.number));
        lines.filter_map(|line| line.about).next()
    };
    let step = |row: rows::Cell| Step {
        about: row.note.as_ref().and_then(|_| about(row.numbers)),
        spot: spot(report, &row.place, look, false),
        number: row.number,
        numbers: row.numbers,
        column: row.column,
        action: row.action,
        text: row.text,
        note: row.note,
        matters: row.matters,
        is_gap: row.is_gap,
    };
    columned.rows.into_iter().map(step).collect()
}

/// A place with its source.
fn spot(report: &JavaReport<'_>, place: &Place, look: &Look<'_>, with_source: bool) -> Spot {
    if place.class.is_empty() && place.line == 0 {
        return Spot { thread: place.thread.clone(), ..Spot::default() };
    }
    let source = look(place);
    let code = (report.code)(place).filter(|_| place.line > 0).unwrap_or_default();
    let guessed = || match place.class.rsplit_once('.') {
        Some((package, _)) => format!("{}/{}", package.replace('.', "/"), place.file),
        None => place.file.clone(),
    };
    let path = source.as_ref().and_then(|source| source.path.as_deref());
    Spot {
        class: place.class.clone(),
        method: place.method.clone(),
        file: place.file.clone(),
        path: path.map_or_else(guessed, from_here),
        line: place.line,
        thread: place.thread.clone(),
        code,
        around: source.filter(|_| with_source).map_or_else(Vec::new, |source| around(&source, place.line)),
    }
}

/// The lines around a line, without the blanks with which all of them begin.
fn around(source: &Source, line: u32) -> Vec<(u32, String)> {
    let lines = (1u32..).zip(source.lines.iter());
    let near = lines.filter(|(number, _)| line > 0 && number.abs_diff(line) <= AROUND);
    let near: Vec<(u32, String)> = near.map(|(number, text)| (number, text.replace('\t', "    "))).collect();
    let blanks = |text: &str| text.len() - text.trim_start().len();
    let indent = near.iter().filter(|(_, text)| !text.trim().is_empty()).map(|(_, text)| blanks(text)).min();
    let cut = |text: &str| text.get(indent.unwrap_or(0)..).unwrap_or_default().trim_end().to_owned();
    near.iter().map(|(number, text)| (*number, cut(text))).collect()
}

/// A path from the current folder if it is below it, and with `/` on every system.
fn from_here(file: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let file = file.strip_prefix(&here).unwrap_or(file);
    let parts = file.components().filter(|part| !matches!(part, Component::CurDir));
    let path: PathBuf = parts.collect();
    path.to_string_lossy().replace('\\', "/")
}
