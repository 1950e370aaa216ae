//! Outcome tables: a row per outcome, a column per model.

use crate::columns::{self, Align};
use crate::printable::{printable, quoted};
use crate::style::{Paint, Style};
use crate::trace;
use event::Outcome;
use litmus::Program;
use std::collections::BTreeSet;
use std::fmt::Write;
use verify::FindingKind;
use verify::{ModelFinding, ModelResult, Races, Token, Verdict};

/// A test with its results under all models.
#[derive(Debug)]
pub struct TestReport<'a> {
    /// The test.
    pub program: &'a Program,
    /// Its data races.
    pub races: &'a Races,
    /// One result per model.
    pub results: &'a [ModelResult],
}

impl TestReport<'_> {
    /// Every outcome that some model shows.
    pub fn outcomes(&self) -> BTreeSet<&Outcome> {
        self.results.iter().flat_map(|r| &r.outcomes).collect()
    }
}

/// `x` reachable, `-` proved unreachable, `?` not found by an incomplete search.
fn cell(result: &ModelResult, outcome: &Outcome) -> &'static str {
    match (result.outcomes.contains(outcome), result.complete) {
        (true, _) => "x",
        (false, true) => "-",
        (false, false) => "?",
    }
}

/// The cells of a row: its name, and one per model.
fn row(name: impl Into<String>, of_models: impl Iterator<Item = String>) -> Vec<String> {
    std::iter::once(name.into()).chain(of_models).collect()
}

/// Outcomes and executions, a column per model.
fn rows(report: &TestReport<'_>) -> Vec<Vec<String>> {
    let names: Vec<&str> = report.program.observed().iter().map(|o| o.name.as_str()).collect();
    let models = report.results.iter().map(|r| r.model.name().to_owned());
    let mut rows = vec![row(format!("outcome ({})", names.join(", ")), models)];
    for outcome in report.outcomes() {
        rows.push(row(outcome.render(), report.results.iter().map(|r| cell(r, outcome).to_owned())));
    }
    let executions = |r: &ModelResult| r.executions.map_or_else(|| ".".to_owned(), |n| n.to_string());
    rows.push(row("executions", report.results.iter().map(executions)));
    rows
}

fn race_lines(races: &Races) -> Vec<String> {
    match races {
        Races::None => vec!["races: none; every model of Java agrees with sc (JLS 17.4.5)".to_owned()],
        Races::Some(found) => found.iter().map(|f| f.message.clone()).collect(),
        Races::Unknown(reasons) => vec![format!("races: unknown ({})", verify::joined(reasons))],
    }
}

/// The part of a table that must not change: outcomes, executions, observations, races. Compared with
/// `.table` files.
pub fn golden(report: &TestReport<'_>) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "# {}", report.program.name());
    let mut rows = rows(report);
    if report.program.condition().is_some() {
        let words = report
            .results
            .iter()
            .map(|r| r.observation(report.program).map_or(".", |(o, ..)| o.word()).to_owned());
        rows.push(row("observation", words));
    }
    let verdicts = report.results.iter().map(|r| r.verdict.word().to_owned());
    rows.push(row("verdict", verdicts));
    out += &columns::table(|_| Align::Left, &rows);
    let _ = writeln!(out, "racy: {}", matches!(report.races, Races::Some(_)));
    out
}

/// The table of a test for users. `verbose` adds counters and the traces of notes.
pub fn table(report: &TestReport<'_>, verbose: bool, style: Style) -> String {
    let mut out = String::new();
    let program = report.program;
    let _ = writeln!(out, "Test {} ({})", program.name(), program.file());
    if let Some(text) = program.description().filter(|_| verbose) {
        let _ = writeln!(out, "{text}");
    }
    let mut rows = rows(report);
    let stat = |name: &str, get: fn(&ModelResult) -> u64| {
        row(name, report.results.iter().map(|r| get(r).to_string()))
    };
    rows.push(stat("states", |r| r.stats.states));
    if verbose {
        rows.push(stat("transitions", |r| r.stats.transitions));
        rows.push(stat("longest path", |r| u64::from(r.stats.max_depth)));
    }
    out += &columns::table(|_| Align::Left, &rows);
    if let Some(condition) = program.condition() {
        let _ = writeln!(out, "Condition {}", condition.text);
        for result in report.results {
            if let Some((word, positive, negative)) = result.observation(program) {
                let (word, model) = (word.word(), result.model.name());
                let partial = if result.complete { "" } else { " so far" };
                let _ = writeln!(
                    out,
                    "Observation {} {word} {positive} {negative} ({model}{partial})",
                    program.name()
                );
            }
        }
    }
    verdicts(&mut out, report);
    if let Some(assumption) = program.assumption() {
        let _ = writeln!(out, "assumed: {assumption}");
    }
    for result in report.results {
        for line in &result.decided {
            let _ = writeln!(out, "note: {}: {line}", result.model.name());
        }
    }
    for result in report.results {
        for flag in result.findings.iter().filter(|f| f.kind == FindingKind::Flag) {
            let _ = writeln!(out, "note: {}: {}", result.model.name(), flag.message);
        }
    }
    race_lines(report.races).iter().for_each(|line| {
        let _ = writeln!(out, "note: {line}");
    });
    // Escape now: the rest contains colours.
    let mut out = printable(&out);
    findings(&mut out, report, verbose, style);
    out
}

/// One line per distinct verdict, with its models and the bounds in force.
fn verdicts(out: &mut String, report: &TestReport<'_>) {
    let mut groups: Vec<(&Verdict, Vec<&str>)> = Vec::new();
    for result in report.results {
        match groups.iter_mut().find(|(verdict, _)| *verdict == &result.verdict) {
            Some((_, models)) => models.push(result.model.name()),
            None => groups.push((&result.verdict, vec![result.model.name()])),
        }
    }
    for (verdict, models) in groups {
        let reason = verdict.reason().map_or_else(String::new, |reason| format!(": {reason}"));
        let _ = writeln!(out, "Verdict {} ({}){reason}", verdict.word(), models.join(", "));
    }
    let chosen = |(name, value): &(&str, u64)| format!("{name} {value}");
    let bounds = report.results.iter().flat_map(|r| &r.bounds).filter(|(name, _)| *name != "store buffer");
    let bounds: BTreeSet<String> = bounds.map(chosen).collect();
    if !bounds.is_empty() {
        let _ = writeln!(out, "Bounds {}", bounds.into_iter().collect::<Vec<_>>().join(", "));
    }
}

fn findings(out: &mut String, report: &TestReport<'_>, verbose: bool, style: Style) {
    for result in report.results {
        // Races and flags are reported separately as notes.
        let shown = |f: &&ModelFinding| {
            f.violation || (verbose && ![FindingKind::Race, FindingKind::Flag].contains(&f.kind))
        };
        for finding in result.findings.iter().filter(shown) {
            let severity = if finding.violation { "violation" } else { "note" };
            let message = printable(&finding.message);
            let severity = style.paint(if finding.violation { Paint::Bad } else { Paint::Doubt }, severity);
            let _ = writeln!(out, "\n{severity} under {}: {message}", result.model.name());
            if let Some(found) = finding.trace() {
                out.push_str(&trace::columns(report.program, found, style));
            }
            if let Some(schedule) = finding.schedule() {
                let token = Token::of_test(report.program, schedule).to_string();
                let _ = writeln!(out, "  replay: thinair replay {}", quoted(&token));
            }
            if let Some(certificate) = finding.certificate() {
                out.push('\n');
                crate::explain::justified(out, report.program, certificate, verbose, style);
            }
        }
    }
}
