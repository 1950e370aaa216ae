//! Results of checking Java programs, as text and as JSON.

use crate::columns::{cut, width};
use crate::json::{Measured, SCHEMA};
use crate::printable::{clean, printable, quoted};
pub use crate::rows::story_text;
use crate::style::{Paint, Style, counted, grouped};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use verify::java::{Line, Place};
use verify::{FindingKind, ModelFinding, ModelResult, Schedule};

/// Returns the source line at a place of the program, if known.
pub type Code<'a> = dyn Fn(&Place) -> Option<String> + Sync + 'a;

/// The context of a report.
pub struct JavaReport<'a> {
    /// The target as the user named it.
    pub target: &'a str,
    /// Looks up source lines.
    pub code: &'a Code<'a>,
    /// The width and colours.
    pub style: Style,
    /// What the verdict rests on.
    pub scope: Scope,
    /// Creates the token of a schedule.
    pub token: &'a (dyn Fn(&Schedule) -> String + Sync),
}

/// What a verdict rests on besides the program.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Scope {
    /// Bounds in force, by name.
    pub bounds: BTreeMap<&'static str, u64>,
    /// What is trusted, and so not checked.
    pub trusted: Vec<String>,
    /// What is assumed.
    pub assumed: Vec<String>,
}

impl Scope {
    /// The parts of the scope, one per line.
    pub fn lines(&self) -> Vec<String> {
        let trusted = self.trusted.iter().map(|line| format!("trusted: {line}"));
        trusted.chain(self.assumed.iter().map(|line| format!("assumed: {line}"))).collect()
    }
}

/// Formats a result as text.
pub fn text(report: &JavaReport<'_>, result: &ModelResult, verbose: bool) -> String {
    let style = report.style;
    let mut out = String::new();
    let paint = match result.verdict.word() {
        "holds" => Paint::Good,
        "violated" => Paint::Bad,
        _ => Paint::Doubt,
    };
    let word = style.paint(paint, &verdict_line(result));
    let _ = writeln!(out, "{} under {}: {word}", clean(report.target), result.model.name());
    if let Some(reason) = result.verdict.reason() {
        out += &style.sentence(2, &format!("because {}", clean(reason)));
        if result.verdict.word() == "unknown" {
            let _ = writeln!(out, "  {}", style.paint(Paint::Aside, "what to do: docs/findings/unknown.md"));
        }
    }
    let mut kinds: Vec<FindingKind> = Vec::new();
    for finding in &result.findings {
        let is_new = !kinds.contains(&finding.kind);
        kinds.push(finding.kind);
        let show = Show { story: finding.violation || verbose, help: is_new, verbose };
        out += &finding_text(report, finding, show);
    }
    let observed = result.outcomes.iter().filter(|o| !o.observed.is_empty());
    let observed: Vec<String> = observed.map(event::Outcome::render).collect();
    if !observed.is_empty() {
        let _ = writeln!(out, "\n{}", style.paint(Paint::Head, "Outcomes"));
        observed.iter().for_each(|outcome| {
            let _ = writeln!(out, "  {}", clean(outcome));
        });
    }
    let _ = writeln!(out);
    let reason = result.verdict.reason().map_or_else(String::new, |reason| format!(" ({reason})"));
    // If no search has decided anything, how far each got is only of interest to experts.
    let decided = if reason.is_empty() || verbose { &result.decided[..] } else { &[] };
    for line in decided {
        // The reason for `unknown` was printed above.
        let line = if reason.is_empty() { line.clone() } else { line.replace(&reason, "") };
        out += &style.sentence(2, &format!("how: {}", clean(&line)));
    }
    if let Some(why) = &result.hangs_missing {
        let _ = writeln!(out, "  hangs not checked: {}", clean(why));
    }
    out += &scope_text(report, verbose);
    for what in &result.gaps {
        let _ =
            writeln!(out, "  unsupported: {}", printable(&stack(&what.to_string(), verbose).join("\n  ")));
    }
    for counts in counts(result) {
        let _ = writeln!(out, "  {}", style.paint(Paint::Aside, &counts));
    }
    out
}

/// How fast the searches were, and how much memory a state took: the process had `before` bytes at most when
/// they began. For `-v`, since both differ from run to run.
pub fn rates(result: &ModelResult, measured: Measured, before: u64) -> String {
    let states = result.stats.states;
    if states == 0 || measured.seconds <= 0.0 {
        return String::new();
    }
    let grown = measured.peak_bytes.saturating_sub(before) / states;
    let rate = (states as f64 / measured.seconds) as u64;
    format!("  {} states a second, memory grew by {} bytes a state\n", grouped(rate), grouped(grown))
}

/// How much the first look covered, and how much was searched.
pub(crate) fn counts(result: &ModelResult) -> Vec<String> {
    let stats = result.stats;
    let look = |looked: explore::Looked| {
        let executions = counted(u64::from(looked.executions), "execution");
        format!("first look: {executions}, {}", counted(looked.steps, "step"))
    };
    let searched = result.first_look.is_none() || stats.states > 0;
    let search = searched.then(|| {
        let (states, steps) = (counted(stats.states, "state"), counted(stats.transitions, "step"));
        format!("{states}, {steps}, {} finished, depth {}", grouped(stats.finished), stats.max_depth)
    });
    result.first_look.map(look).into_iter().chain(search).collect()
}

/// What the verdict rests on: with `verbose` each part, otherwise how many there are and where to read them.
fn scope_text(report: &JavaReport<'_>, verbose: bool) -> String {
    let Scope { bounds, trusted, assumed } = &report.scope;
    let bounds: Vec<String> = bounds.iter().map(|(name, n)| format!("{name} up to {n}")).collect();
    let mut out = String::new();
    if verbose {
        for line in report.scope.lines().into_iter().chain(bounds.iter().map(|b| format!("bound: {b}"))) {
            out += &report.style.sentence(2, &clean(&line));
        }
        return out;
    }
    let count = |n: usize, one: &str, many: &str| match n {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {many}")),
    };
    let parts: Vec<String> = [
        count(trusted.len(), "trusted part", "trusted parts"),
        count(assumed.len(), "assumption", "assumptions"),
        Some(bounds.join(", ")).filter(|b| !b.is_empty()),
    ]
    .into_iter()
    .flatten()
    .collect();
    if !parts.is_empty() {
        let line = format!("rests on {} (-v, docs/CHECK.md)", parts.join(", "));
        let _ = writeln!(out, "  {}", report.style.paint(Paint::Aside, &line));
    }
    out
}

/// The verdict with its condition.
pub fn verdict_line(result: &ModelResult) -> String {
    let mut line = result.verdict.word().to_owned();
    if let Some(condition) = &result.condition {
        let notes = result.findings.iter().filter(|f| !f.violation && f.kind != FindingKind::Race).count();
        let notes = match notes {
            0 => String::new(),
            1 => " (1 note)".to_owned(),
            n => format!(" ({n} notes)"),
        };
        line += &format!(" if {condition}{notes}");
    }
    if result.hangs_missing.is_some() && result.verdict.word() == "holds" {
        line += "; hangs not checked";
    }
    line
}

/// Formats a violation that was just found; the final report may show a simpler execution.
pub fn found(report: &JavaReport<'_>, finding: &ModelFinding) -> String {
    let show = Show { story: true, help: false, verbose: false };
    finding_text(report, finding, show) + "  (the search goes on)\n"
}

/// Like [`found`], in one line.
pub fn found_line(finding: &ModelFinding) -> String {
    let at = finding.story().and_then(|story| story.at.as_ref());
    let place =
        at.filter(|at| at.line > 0).map_or_else(String::new, |at| format!(" at {}:{}", at.file, at.line));
    printable(&format!("{}: {}{place}", finding.kind, finding.message))
}

/// A message and its stack: all of it, or only the innermost calls and the program's own.
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

/// What is shown of a finding.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Show {
    /// The execution.
    pub story: bool,
    /// Where to read how to fix it.
    pub help: bool,
    /// All rows.
    pub verbose: bool,
}

/// The page that explains how to fix findings of a kind.
fn help(kind: FindingKind) -> Option<String> {
    let has_page = !matches!(kind, FindingKind::Outcome | FindingKind::Flag);
    has_page.then(|| format!("docs/findings/{kind}.md"))
}

pub(crate) fn finding_text(report: &JavaReport<'_>, finding: &ModelFinding, show: Show) -> String {
    let style = report.style;
    let mut out = String::new();
    let (paint, word) = match finding.violation {
        true => (Paint::Bad, finding.kind.to_string()),
        false => (Paint::Doubt, format!("note: {}", finding.kind)),
    };
    let message = style.sentence(0, &format!("{word}: {}", clean(&finding.message)));
    let _ = write!(out, "\n{}{}", style.paint(paint, &word), message.strip_prefix(&word).unwrap_or(&message));
    if let Some(story) = finding.story() {
        for cause in &story.causes {
            out += &style.sentence(2, &format!("caused by {}", clean(cause)));
        }
        // The accesses of a race, in the order in which they happened.
        let places = match &story.second {
            None => [("at", &story.at), ("", &None)],
            second => [("first", second), ("then ", &story.at)],
        };
        for (what, place) in places {
            if let Some(place) = place.as_ref().filter(|place| !place.class.is_empty()) {
                let _ = writeln!(out, "  {}", place_text(report, what, place));
            }
        }
        if show.story {
            out += &story_text(report, story, show.verbose);
        }
    }
    if let Some(certificate) = finding.certificate() {
        let text = format!(
            "no schedule shows it: it is legal by a sequence of {} commitments (JLS 17.4.8), checked literally",
            certificate.steps.len()
        );
        out += &style.sentence(2, &text);
    }
    if let Some(schedule) = finding.schedule() {
        let _ = writeln!(out, "  replay: thinair replay {}", quoted(&(report.token)(schedule)));
    }
    if let Some(page) = help(finding.kind).filter(|_| show.help) {
        let _ = writeln!(out, "  {}", style.paint(Paint::Aside, &format!("what to do: {page}")));
    }
    out
}

fn place_text(report: &JavaReport<'_>, what: &str, place: &Place) -> String {
    let Place { file, line, class, method, thread } = place;
    let at = if *line == 0 { String::new() } else { format!("{file}:{line} ") };
    let place_text = format!("{what} {at}{class}.{method} [{thread}]");
    let place_text = clean(&place_text);
    let room = report.style.width.saturating_sub(width(&place_text) + 5);
    match (report.code)(place).filter(|_| room > 8) {
        Some(code) => format!("{place_text}   {}", cut(&clean(code.trim()), room)),
        None => place_text,
    }
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
pub fn json(report: &JavaReport<'_>, result: &ModelResult, measured: Measured) -> serde_json::Value {
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
        "condition": result.condition,
        "hangs_not_looked_for": result.hangs_missing,
        "reason": reason,
        "scope": {
            "bounds": report.scope.bounds,
            "trusted": report.scope.trusted,
            "assumed": report.scope.assumed,
            "unsupported": result.gaps.iter().map(ToString::to_string).collect::<Vec<_>>(),
        },
        "findings": result.findings.iter().map(|f| finding_json(report, f)).collect::<Vec<_>>(),
        "decided": result.decided,
        "outcomes": outcomes,
        "stats": {
            "executions": null,
            "states": result.stats.states,
            "transitions": result.stats.transitions,
            "instructions": 0,
            "first_look": result.first_look.map(|looked| {
                serde_json::json!({ "executions": looked.executions, "steps": looked.steps })
            }),
            "max_depth": result.stats.max_depth,
            "seconds": measured.seconds,
            "peak_bytes": measured.peak_bytes,
        },
    })
}

pub(crate) fn finding_json(report: &JavaReport<'_>, finding: &ModelFinding) -> serde_json::Value {
    let story = finding.story();
    let place = |place: &Option<Place>| place.as_ref().map(|p| serde_json::json!(JsonPlace::of(p)));
    let step = |line: &Line| {
        serde_json::json!({
            "step": Some(line.number).filter(|number| *number > 0),
            "thread": story.map_or("", |s| s.threads[&line.thread].as_str()),
            "action": line.action,
            "location": line.location,
            "value": line.value,
            "sees": line.sees,
            "note": line.note,
            "via": Some(&line.via).filter(|via| !via.is_empty()),
            "file": line.place.file,
            "line": Some(line.place.line).filter(|line| *line > 0),
            "elided": Some(line.elided).filter(|elided| *elided > 0),
        })
    };
    let kind = if finding.certificate().is_some() { "commit" } else { "trace" };
    serde_json::json!({
        "severity": if finding.violation { "violation" } else { "note" },
        "kind": finding.kind.name(),
        "message": finding.message,
        "at": story.and_then(|s| place(&s.at)),
        "second": story.and_then(|s| place(&s.second)),
        "causes": story.map_or_else(Vec::new, |s| s.causes.clone()),
        "steps": story.map_or(0, |s| s.steps),
        "trace": story.map_or_else(Vec::new, |s| s.lines.iter().map(step).collect()),
        "certificate": { "kind": kind },
        "replay": finding.schedule().map(|schedule| (report.token)(schedule)),
        "repairs": [],
        "help": help(finding.kind),
    })
}
