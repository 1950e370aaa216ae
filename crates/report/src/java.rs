//! Results of checking Java programs, as text and as JSON.

use crate::json::{Measured, SCHEMA};
use crate::printable::printable;
use event::ThreadId;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use verify::java::{JavaFinding, JavaResult, Line, Place, Story};

/// The source lines of the program, by file name.
pub type Sources = BTreeMap<String, Vec<String>>;

/// What the result is of.
pub struct JavaReport<'a> {
    /// The target as the user named it.
    pub target: &'a str,
    /// The source lines that are known.
    pub sources: &'a Sources,
    /// What the verdict rests on.
    pub scope: Scope,
    /// Makes the token of a schedule: model and steps.
    pub token: &'a dyn Fn(&str, &str) -> String,
}

/// What a verdict rests on besides the program.
#[derive(Debug, Default, Serialize)]
pub struct Scope {
    /// Bounds in force, by name.
    pub bounds: BTreeMap<&'static str, u64>,
    /// What is not checked.
    pub trusted: Vec<String>,
    /// What is taken for granted.
    pub assumed: Vec<String>,
}

impl Scope {
    /// What answers rest on, a line each.
    pub fn lines(&self) -> Vec<String> {
        let trusted = self.trusted.iter().map(|line| format!("trusted: {line}"));
        trusted.chain(self.assumed.iter().map(|line| format!("assumed: {line}"))).collect()
    }
}

/// A result as text.
pub fn text(report: &JavaReport<'_>, result: &JavaResult, verbose: bool) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{} under {}: {}", report.target, result.model.name(), result.verdict.word());
    if let Some(reason) = result.verdict.reason() {
        let _ = writeln!(out, "  because {reason}");
    }
    for finding in &result.findings {
        out += &finding_text(report, finding, finding.violation || verbose);
    }
    let observed = result.outcomes.iter().filter(|o| !o.observed.is_empty());
    let observed: Vec<String> = observed.map(event::Outcome::render).collect();
    if !observed.is_empty() {
        let _ = writeln!(out, "\nOutcomes");
        observed.iter().for_each(|outcome| {
            let _ = writeln!(out, "  {outcome}");
        });
    }
    let _ = writeln!(out);
    for line in &result.decided {
        let _ = writeln!(out, "  how: {line}");
    }
    for line in &report.scope.trusted {
        let _ = writeln!(out, "  trusted: {line}");
    }
    let bounds: Vec<String> =
        report.scope.bounds.iter().map(|(name, n)| format!("{name} up to {n}")).collect();
    let assumed = report.scope.assumed.iter().cloned().chain(bounds);
    let _ = writeln!(out, "  assumed: {}", assumed.collect::<Vec<_>>().join("; "));
    for what in &result.unsupported {
        let _ = writeln!(out, "  unsupported: {}", stack(what, verbose).join("\n  "));
    }
    let stats = result.stats;
    let _ = writeln!(
        out,
        "  {} states, {} steps, {} finished, depth {}",
        stats.states, stats.transitions, stats.finished, stats.max_depth
    );
    printable(&out)
}

/// A message and its stack: all of it, or the innermost calls and the program's own.
pub(crate) fn stack(what: &str, verbose: bool) -> Vec<&str> {
    let lines: Vec<&str> = what.lines().collect();
    let most = if verbose { 40 } else { 4 };
    let mut shown: Vec<&str> = lines.iter().copied().take(most).collect();
    let is_own = |line: &&&str| !line.contains("java.base/");
    if let Some(own) = lines.iter().skip(1).find(is_own).filter(|own| !shown.contains(own)) {
        shown.extend(["   …", own]);
    }
    shown
}

pub(crate) fn finding_text(report: &JavaReport<'_>, finding: &JavaFinding, with_story: bool) -> String {
    let mut out = String::new();
    let word = if finding.violation { finding.kind.to_owned() } else { format!("note: {}", finding.kind) };
    let _ = writeln!(out, "\n{word}: {}", finding.message);
    if let Some(story) = &finding.story {
        for (what, place) in [("at", &story.at), ("first", &story.second)] {
            if let Some(place) = place {
                let _ = writeln!(out, "  {what} {}", place_text(report, place));
            }
        }
        if with_story {
            out += &story_text(report, story);
        }
    }
    if let Some(certificate) = &finding.certificate {
        let _ = writeln!(
            out,
            "  no schedule shows it: it is legal by a sequence of {} commitments (JLS 17.4.8), checked literally",
            certificate.steps.len()
        );
    }
    if let Some((model, steps)) = &finding.replay {
        let _ = writeln!(out, "  replay: thinair replay {}", quoted(&(report.token)(model, steps)));
    }
    out
}

fn place_text(report: &JavaReport<'_>, place: &Place) -> String {
    let code = code_at(report.sources, place).map_or_else(String::new, |code| format!("   {code}"));
    format!("{}:{} {}.{} [{}]{code}", place.file, place.line, place.class, place.method, place.thread)
}

fn code_at<'a>(sources: &'a Sources, place: &Place) -> Option<&'a str> {
    let line = sources.get(&place.file)?.get((place.line as usize).checked_sub(1)?)?;
    Some(line.trim())
}

/// Text in quotes for a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// An execution: one column per thread, then the place in the program and its code.
pub fn story_text(report: &JavaReport<'_>, story: &Story) -> String {
    const WIDEST: usize = 46;
    let lines = gathered(&story.lines);
    let threads: Vec<ThreadId> = story.threads.keys().copied().collect();
    let width = |t: &ThreadId| {
        let texts = lines.iter().filter(|l| l.thread == *t).map(|l| l.text.chars().count().min(WIDEST));
        texts.chain([story.threads[t].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = threads.iter().map(width).collect();
    let numbers = lines.iter().map(|line| line.number.len()).max().unwrap_or(0).max(4);
    let mut out = String::from("\n");
    let row = |out: &mut String, number: &str, cell: &dyn Fn(&ThreadId) -> String, end: &str| {
        let mut line = format!("  {number:>numbers$}");
        for (thread, width) in threads.iter().zip(&widths) {
            let _ = write!(line, "  {:width$}", cell(thread));
        }
        let _ = writeln!(out, "{}", format!("{line}  {end}").trim_end());
    };
    row(&mut out, "", &|t| story.threads[t].clone(), "");
    for line in &lines {
        let place = if line.place.line == 0 {
            String::new()
        } else {
            let code = code_at(report.sources, &line.place).unwrap_or_default();
            format!("{}:{}  {code}", line.place.file, line.place.line)
        };
        let cell = |t: &ThreadId| if *t == line.thread { line.text.clone() } else { String::new() };
        row(&mut out, &line.number, &cell, &place);
        if let Some(note) = &line.note {
            let _ = writeln!(out, "  {:numbers$}  ^ {note}", "");
        }
    }
    let printed: Vec<u8> = story.output.iter().flat_map(|(_, bytes)| bytes.clone()).collect();
    if !printed.is_empty() {
        let _ = writeln!(out, "  printed:");
        for line in String::from_utf8_lossy(&printed).lines() {
            let _ = writeln!(out, "    | {line}");
        }
    }
    out
}

/// One row of an execution.
struct Row {
    number: String,
    thread: ThreadId,
    text: String,
    note: Option<String>,
    place: Place,
}

/// Puts together what one call of the class library does.
fn gathered(lines: &[Line]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let same = |a: &Line, b: &Line| {
        !a.via.is_empty() && a.thread == b.thread && a.via == b.via && a.place == b.place && b.note.is_none()
    };
    let mut number = 0;
    for group in lines.chunk_by(same) {
        let (first, last) = (&group[0], &group[group.len() - 1]);
        let from = number + 1;
        number += group.len();
        let text = match (first.via.is_empty(), group.len()) {
            (true, _) => first.text.clone(),
            (false, 1) => format!("{}: {}", call(&first.via), first.text),
            (false, n) => format!("{}: {n} actions", call(&first.via)),
        };
        let label = if group.len() == 1 { from.to_string() } else { format!("{from}-{number}") };
        rows.push(Row {
            number: label,
            thread: first.thread,
            text,
            note: last.note.clone(),
            place: first.place.clone(),
        });
    }
    rows
}

/// `java.util.concurrent.locks.ReentrantLock.lock` as `ReentrantLock.lock`.
fn call(via: &str) -> &str {
    let mut dots = via.rmatch_indices('.').map(|(i, _)| i);
    dots.nth(1).map_or(via, |i| &via[i + 1..])
}

#[derive(Debug, Serialize)]
struct JsonPlace<'a> {
    class: &'a str,
    method: &'a str,
    file: &'a str,
    line: Option<u32>,
    thread: &'a str,
}

impl<'a> JsonPlace<'a> {
    fn of(place: &'a Place) -> JsonPlace<'a> {
        JsonPlace {
            class: &place.class,
            method: &place.method,
            file: &place.file,
            line: Some(place.line).filter(|line| *line > 0),
            thread: &place.thread,
        }
    }
}

/// A result as JSON (docs/JSON.md).
pub fn json(report: &JavaReport<'_>, result: &JavaResult, measured: Measured) -> serde_json::Value {
    let reason = result.verdict.reason();
    let outcomes: Vec<serde_json::Value> = result
        .outcomes
        .iter()
        .map(|o| serde_json::json!({ "values": o.render(), "reachable": true, "expect": null, "witness": null }))
        .collect();
    serde_json::json!({
        "schema": SCHEMA,
        "tool": "thinair",
        "version": env!("CARGO_PKG_VERSION"),
        "command": "check",
        "target": report.target,
        "model": result.model.name(),
        "verdict": result.verdict.word(),
        "reason": reason,
        "scope": {
            "bounds": report.scope.bounds,
            "trusted": report.scope.trusted,
            "assumed": report.scope.assumed,
            "unsupported": result.unsupported,
        },
        "findings": result.findings.iter().map(|f| finding_json(report, f)).collect::<Vec<_>>(),
        "decided": result.decided,
        "outcomes": outcomes,
        "stats": {
            "executions": null,
            "states": result.stats.states,
            "transitions": result.stats.transitions,
            "instructions": 0,
            "max_depth": result.stats.max_depth,
            "seconds": measured.seconds,
            "peak_bytes": measured.peak_bytes,
        },
    })
}

pub(crate) fn finding_json(report: &JavaReport<'_>, finding: &JavaFinding) -> serde_json::Value {
    let story = finding.story.as_ref();
    let place = |place: &Option<Place>| place.as_ref().map(|p| serde_json::json!(JsonPlace::of(p)));
    let step = |line: &Line| {
        serde_json::json!({
            "thread": story.map_or("", |s| s.threads[&line.thread].as_str()),
            "action": line.action,
            "location": line.location,
            "value": line.value,
            "sees": line.sees,
            "note": line.note,
            "via": Some(&line.via).filter(|via| !via.is_empty()),
            "file": line.place.file,
            "line": Some(line.place.line).filter(|line| *line > 0),
        })
    };
    let kind = if finding.certificate.is_some() { "commit" } else { "trace" };
    serde_json::json!({
        "severity": if finding.violation { "violation" } else { "note" },
        "kind": finding.kind,
        "message": finding.message,
        "at": story.and_then(|s| place(&s.at)),
        "second": story.and_then(|s| place(&s.second)),
        "trace": story.map_or_else(Vec::new, |s| s.lines.iter().map(step).collect()),
        "certificate": { "kind": kind },
        "replay": finding.replay.as_ref().map(|(model, steps)| (report.token)(model, steps)),
        "repairs": [],
    })
}
