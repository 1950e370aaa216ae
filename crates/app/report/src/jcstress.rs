//! Results of jcstress tests, as the table that its users know, and as JSON.

use crate::columns::{self, Align};
use crate::java::{JavaReport, Show, finding_json, finding_text, stack};
use crate::json::{Measured, SCHEMA};
use crate::printable::printable;
use jcstress::Test;
use std::fmt::Write;
use verify::FindingKind;
use verify::jcstress::{Judgement, Reach, Status, TestRun};
use verify::{Count, ModelFinding, Witness};
use verify::{Model, Verdict};

/// A test and its results.
pub struct TestReport<'a> {
    /// The test.
    pub test: &'a Test,
    /// Its grade.
    pub judgement: &'a Judgement,
    /// The result under each model.
    pub runs: &'a [TestRun],
    /// The findings under each model: errors and forbidden outcomes with their executions.
    pub findings: &'a [Vec<ModelFinding>],
    /// How to report findings.
    pub java: JavaReport<'a>,
}

/// The word in brackets, as in jcstress; the last two are ours.
pub fn label(status: &Status) -> &'static str {
    match status {
        Status::Passed => "OK",
        Status::Failed => "FAILED",
        Status::Error(_) => "ERROR",
        Status::Undecided(_) => "UNDECIDED",
        Status::Unsupported(_) => "UNSUPPORTED",
        Status::Internal(_) => "INTERNAL",
    }
}

/// Why the test has this status, if the label does not say it.
pub(crate) fn reason(status: &Status) -> Option<&str> {
    match status {
        Status::Error(why) | Status::Undecided(why) | Status::Unsupported(why) | Status::Internal(why) => {
            Some(why)
        }
        Status::Passed | Status::Failed => None,
    }
}

/// The worst status of a test under any model.
pub fn worst(judgement: &Judgement) -> &Status {
    let rank = |status: &Status| match status {
        Status::Passed => 0,
        Status::Undecided(_) => 1,
        Status::Unsupported(_) => 2,
        Status::Failed => 3,
        Status::Error(_) => 4,
        Status::Internal(_) => 5,
    };
    let ends = judgement.ends.iter().map(|(status, _)| status);
    // Among equals the first: models come in the order in which they were requested.
    ends.rev().max_by_key(|status| rank(status)).unwrap_or(&Status::Passed)
}

/// The heading of a test: its label, padded with dots as in jcstress, and its name.
pub fn head(status: &Status, name: &str) -> String {
    format!("{:.>15} {name}\n", format!("[{}]", label(status)))
}

/// Formats a test of which only the status is known.
pub fn bare(status: &Status, name: &str) -> String {
    let why = reason(status).map_or_else(String::new, |why| format!("\n  {why}\n"));
    printable(&(head(status, name) + &why + "\n"))
}

/// Formats the table of a test and its findings.
pub fn text(report: &TestReport<'_>, verbose: bool) -> String {
    let (test, judgement) = (report.test, report.judgement);
    let models: Vec<&str> = report.runs.iter().map(|run| run.result.model.name()).collect();
    let mut out = head(worst(judgement), &test.name);
    if verbose {
        if let Some(description) = &test.description {
            let _ = writeln!(out, "  {description}");
        }
        for place in &test.refs {
            let _ = writeln!(out, "  see {place}");
        }
    }
    out.push('\n');
    out += &table(report, &models);
    for (i, (status, _)) in judgement.ends.iter().enumerate() {
        let reason = match reason(status) {
            None if models.len() == 1 => continue,
            None => String::new(),
            Some(why) => format!(": {why}"),
        };
        let _ = writeln!(out, "  [{}] under {}{reason}", label(status), models[i]);
    }
    for (i, findings) in report.findings.iter().enumerate() {
        for finding in findings {
            if models.len() > 1 {
                let _ = write!(out, "\n  under {}:", models[i]);
            }
            out += &finding_text(&report.java, finding, Show { story: true, help: false, verbose });
        }
    }
    out += &notes(report, &models);
    if verbose {
        for run in report.runs {
            let (model, stats) = (run.result.model.name(), run.result.stats);
            for line in &run.result.decided {
                let _ = writeln!(out, "  how ({model}): {line}");
            }
            let _ = writeln!(out, "  {} states, {} steps under {model}", stats.states, stats.transitions);
        }
    }
    for run in report.runs {
        if let Some(condition) = &run.result.condition {
            let _ = writeln!(out, "  under {}: if {condition}", run.result.model.name());
        }
        for what in &run.result.gaps {
            let _ = writeln!(out, "  unsupported: {}", stack(&what.to_string(), verbose).join("\n  "));
        }
    }
    out.push('\n');
    printable(&out)
}

/// The heading of the column with numbers of executions.
const EXECUTIONS: &str = "EXECUTIONS";

/// Why a row is neither reachable nor unreachable.
const NOT_SEEN: &str =
    "not seen, but the search was not complete, did not decide the test, or is of some executions only";

/// The legend of the column.
const LEGEND: &str = "EXECUTIONS: those that differ in which writes reads see, or in the order of writes to a volatile variable or of locks; n+: at least n";

/// Formats a number of executions.
fn counted(count: Option<Count>) -> String {
    match count {
        Some(Count { found, all: true }) => found.to_string(),
        Some(Count { found, all: false }) => format!("{found}+"),
        None => "-".to_owned(),
    }
}

/// The table: result, number of executions under each model, whether it is reachable, and the expectation;
/// right-aligned as in jcstress.
fn table(report: &TestReport<'_>, models: &[&str]) -> String {
    let rows = &report.judgement.rows;
    if rows.is_empty() {
        return String::new();
    }
    let word = |reach: &Reach| match reach {
        Reach::Reachable => "reachable",
        Reach::Unreachable => "never",
        Reach::NotSeen => "not seen",
        Reach::Undecided(_) => "undecided",
    };
    let mut head = vec!["RESULT".to_owned()];
    head.extend(models.iter().flat_map(|model| [EXECUTIONS.to_owned(), (*model).to_owned()]));
    head.push("EXPECT".to_owned());
    head.push("DESCRIPTION".to_owned());
    let last = head.len() - 1;
    let mut lines = vec![head];
    for judged in rows {
        let mut cells = vec![judged.row.id.clone()];
        for (count, reach) in judged.counts.iter().zip(&judged.reach) {
            cells.extend([counted(*count), word(reach).to_owned()]);
        }
        cells.extend([judged.row.expect.word().to_owned(), judged.row.description.clone()]);
        lines.push(cells);
    }
    let aligned = |column| if column == last { Align::Left } else { Align::Right };
    let lines = columns::table(aligned, &lines);
    lines.lines().map(|line| format!("  {line}\n")).chain(["\n".to_owned()]).collect()
}

/// Remarks: acceptable outcomes that are unreachable, and why rows are undecided.
fn notes(report: &TestReport<'_>, models: &[&str]) -> String {
    let mut out = String::new();
    for (i, model) in models.iter().enumerate() {
        if report.judgement.rows.iter().any(|judged| judged.reach[i] == Reach::NotSeen) {
            let _ = writeln!(
                out,
                "  note: not seen under {model} is no proof: the search was not complete or did not decide the test"
            );
        }
    }
    for judged in &report.judgement.rows {
        let (id, allows) = (&judged.row.id, judged.row.expect.allows());
        if allows && judged.reach.iter().all(|reach| *reach == Reach::Unreachable) {
            let _ = writeln!(
                out,
                "  note: {id} is acceptable but proved unreachable under {}",
                models.join(", ")
            );
        }
        for (reach, model) in judged.reach.iter().zip(models) {
            if let Reach::Undecided(why) = reach {
                let _ = writeln!(out, "  note: {id} is undecided under {model}: {why}");
            }
        }
    }
    out
}

/// A test as JSON, one object per model (docs/JSON.md).
pub fn json(report: &TestReport<'_>, measured: &[Measured]) -> Vec<serde_json::Value> {
    let of_model = |i: usize| {
        let (run, (status, verdict)) = (&report.runs[i], &report.judgement.ends[i]);
        let result = &run.result;
        let reason = verdict.reason().or(reason(status));
        let findings: Vec<serde_json::Value> = report.findings[i]
            .iter()
            .chain(result.findings.iter().filter(|f| f.kind == FindingKind::Race))
            .map(|finding| finding_json(&report.java, finding))
            .collect();
        serde_json::json!({
            "schema": SCHEMA,
            "tool": "thinair",
            "version": env!("CARGO_PKG_VERSION"),
            "command": "litmus",
            "target": report.java.target,
            "test": report.test.name,
            "model": result.model.name(),
            "verdict": verdict.word(),
            "reason": reason,
            "status": label(status),
            "condition": result.condition,
            "description": report.test.description,
            "refs": report.test.refs,
            "scope": {
                "bounds": report.java.scope.bounds,
                "trusted": report.java.scope.trusted,
                "assumed": report.java.scope.assumed,
                "unsupported": result.gaps.iter().map(ToString::to_string).collect::<Vec<_>>(),
            },
            "findings": findings,
            "decided": result.decided,
            "outcomes": report.judgement.rows.iter().map(|judged| {
                let (reachable, why) = match &judged.reach[i] {
                    Reach::Reachable => (Some(true), None),
                    Reach::Unreachable => (Some(false), None),
                    Reach::NotSeen => (None, Some(NOT_SEEN)),
                    Reach::Undecided(why) => (None, Some(why.as_str())),
                };
                serde_json::json!({
                    "values": judged.row.id,
                    "is_outcome": judged.row.is_outcome,
                    "reachable": reachable,
                    "reason": why,
                    "expect": judged.row.expect.name(),
                    "desc": judged.row.description,
                    "executions": judged.counts[i].filter(|count| count.all).map(|count| count.found),
                    "executions_at_least": judged.counts[i].map_or(0, |count| count.found),
                    "witness": witness(report, run, &judged.row.id),
                })
            }).collect::<Vec<_>>(),
            "stats": {
                "executions": null,
                "states": result.stats.states,
                "transitions": result.stats.transitions,
                "instructions": 0,
                "max_depth": result.stats.max_depth,
                "seconds": measured[i].seconds,
                "peak_bytes": measured[i].peak_bytes,
            },
        })
    };
    (0..report.runs.len()).map(of_model).collect()
}

/// A test of which only the status is known, as JSON.
pub fn bare_json(status: &Status, target: &str, test: &str, model: Model) -> serde_json::Value {
    serde_json::json!({
        "schema": SCHEMA,
        "tool": "thinair",
        "version": env!("CARGO_PKG_VERSION"),
        "command": "litmus",
        "target": target,
        "test": test,
        "model": model.name(),
        "verdict": "internal",
        "reason": reason(status),
        "status": label(status),
        "description": null,
        "refs": [],
        "scope": { "bounds": {}, "trusted": [], "assumed": [], "unsupported": [] },
        "findings": [],
        "decided": [],
        "outcomes": [],
        "stats": {
            "executions": null, "states": 0, "transitions": 0, "instructions": 0, "max_depth": 0, "seconds": 0.0, "peak_bytes": 0,
        },
    })
}

/// The token of an execution that shows an outcome.
fn witness(report: &TestReport<'_>, run: &TestRun, id: &str) -> Option<String> {
    let reached = run.outcomes.get(id)?;
    let schedule = match (reached.finding, &reached.outcome) {
        (Some(i), _) => run.result.findings[i].schedule(),
        (None, Some(outcome)) => run.result.witnesses.get(outcome).and_then(Witness::schedule),
        _ => None,
    };
    schedule.map(|schedule| (report.java.token)(schedule))
}

/// Counts of the results of all tests.
#[derive(Debug, Default, Clone)]
pub struct Summary {
    /// The tests that did not pass, by name.
    pub not_passed: Vec<(String, Status)>,
    /// How many passed.
    pub passed: usize,
    /// Tests that could not be run at all.
    pub broken: usize,
    /// Tests that were not started because the run was interrupted.
    pub not_run: usize,
    /// Whether tables were printed, so that the legend is needed.
    pub tables: bool,
    /// What all answers rest on; printed once below the tables.
    pub scope: Vec<String>,
}

impl Summary {
    /// Counts a test.
    pub fn add(&mut self, name: &str, status: &Status) {
        match status {
            Status::Passed => self.passed += 1,
            other => self.not_passed.push((name.to_owned(), other.clone())),
        }
    }

    /// The summary below all tables.
    pub fn text(&self) -> String {
        let count = |word: &str| self.not_passed.iter().filter(|(_, status)| label(status) == word).count();
        let mut out = String::new();
        for (word, title) in [
            ("FAILED", "Failed tests"),
            ("ERROR", "Erroneous tests"),
            ("UNDECIDED", "Undecided tests"),
            ("UNSUPPORTED", "Unsupported tests"),
            ("INTERNAL", "Tests on which thinair itself failed"),
        ] {
            let of_this: Vec<_> =
                self.not_passed.iter().filter(|(_, status)| label(status) == word).collect();
            if of_this.is_empty() {
                continue;
            }
            let _ = writeln!(out, "{title}:");
            for (name, status) in of_this {
                let why = reason(status).map_or_else(String::new, |why| format!(": {why}"));
                let _ = writeln!(out, "  {name}{why}");
            }
        }
        let tests = self.passed + self.not_passed.len() + self.broken;
        if self.tables {
            let _ = writeln!(out, "{LEGEND}");
            for line in &self.scope {
                let _ = writeln!(out, "{line}");
            }
        }
        let _ = writeln!(
            out,
            "(Results: {tests} tests; {} passed, {} failed, {} undecided, {} unsupported, {} errors{})",
            self.passed,
            count("FAILED"),
            count("UNDECIDED"),
            count("UNSUPPORTED"),
            count("ERROR") + count("INTERNAL") + self.broken,
            if self.not_run > 0 { format!("; {} not run", self.not_run) } else { String::new() }
        );
        printable(&out)
    }
}

/// One line per model, for `--quiet`.
pub fn quiet(report: &TestReport<'_>) -> String {
    let line = |(i, (status, _)): (usize, &(Status, Verdict))| {
        let model: Model = report.runs[i].result.model;
        let why = reason(status).map_or_else(String::new, |why| format!(": {why}"));
        format!("[{}] {} {}{why}\n", label(status), report.test.name, model.name())
    };
    printable(&report.judgement.ends.iter().enumerate().map(line).collect::<String>())
}
