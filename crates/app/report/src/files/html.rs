//! One HTML page that needs nothing else: no server, no network, no other file. Light and dark as the
//! reader's system is; complete without scripts, which only fold, filter, copy and draw lines.

use super::{Answer, Case, Found, Given, Reported, Row, Spot, Step, escaped, meaning};
use crate::printable::quoted;
use crate::style::counted;
use std::fmt::Write;
use verify::FindingKind;

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// The words of verdicts, worst first, with what they mean to a reader.
const WORDS: [(&str, &str); 6] = [
    ("violated", "some execution that the memory model allows does what it must not"),
    ("internal", "thinair itself failed; the answer means nothing, and this is a bug in thinair"),
    ("error", "it could not be checked at all"),
    ("not checked", "the run ended before it was checked"),
    ("unknown", "neither: nothing bad was found that is real, but not everything is excluded"),
    ("holds", "every behaviour that the memory model allows was explored, and none does what it must not"),
];

/// The file.
pub(super) fn page(reported: &Reported) -> String {
    let cases = &reported.cases;
    let title = format!("thinair: {}", summary(cases));
    let mut out = String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    // Nothing is fetched, whatever a browser or a program's text may try.
    out += "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
            style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n";
    out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
    out += "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n";
    let _ = writeln!(out, "<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>", escaped(&title));
    let _ = writeln!(out, "<header>\n<h1>{}</h1>", escaped(&title));
    let _ = writeln!(out, "<p class=\"command\"><code>{}</code></p>", escaped(&reported.command));
    if !reported.is_done {
        out += "<p class=\"alert\">The run has not ended: this page shows what was known so far.</p>\n";
    }
    out += "</header>\n<main>\n";
    if cases.len() > 1 {
        out += &index(cases);
    }
    for i in worst_first(cases) {
        out += &section(i, &cases[i], cases.len() == 1);
    }
    let _ = writeln!(
        out,
        "</main>\n<footer>thinair {}</footer>\n<script>\n{SCRIPT}</script>\n</body>\n</html>",
        env!("CARGO_PKG_VERSION")
    );
    out
}

/// `3 verdicts: 1 violated, 2 holds`, or the only one.
fn summary(cases: &[Case]) -> String {
    if let [case] = cases {
        return format!("{} under {}: {}", case.target, case.model, case.word());
    }
    if cases.is_empty() {
        return "nothing was checked".to_owned();
    }
    let count = |word: &str| cases.iter().filter(|case| case.word() == word).count();
    let words = WORDS.iter().map(|(word, _)| (count(word), word)).filter(|(n, _)| *n > 0);
    let words: Vec<String> = words.map(|(n, word)| format!("{n} {word}")).collect();
    format!("{}: {}", counted(cases.len() as u64, "verdict"), words.join(", "))
}

/// The cases by verdict, otherwise in the order of the run.
fn worst_first(cases: &[Case]) -> Vec<usize> {
    let rank = |case: &Case| WORDS.iter().position(|(word, _)| *word == case.word()).unwrap_or(0);
    let mut order: Vec<usize> = (0..cases.len()).collect();
    order.sort_by_key(|i| rank(&cases[*i]));
    order
}

/// The class of a verdict in the style sheet.
fn class(word: &str) -> &'static str {
    match word {
        "holds" => "good",
        "violated" | "internal" | "error" => "bad",
        _ => "doubt",
    }
}

fn badge(word: &str) -> String {
    format!("<span class=\"badge {}\">{}</span>", class(word), escaped(word))
}

/// The table of all cases, with filters.
fn index(cases: &[Case]) -> String {
    let mut out = String::from("<nav>\n<div class=\"filters\" hidden>\n");
    let _ = writeln!(
        out,
        "<button type=\"button\" data-show=\"\" aria-pressed=\"true\">all {}</button>",
        cases.len()
    );
    for (word, _) in WORDS {
        let n = cases.iter().filter(|case| case.word() == word).count();
        if n > 0 {
            let _ = writeln!(
                out,
                "<button type=\"button\" data-show=\"{word}\" aria-pressed=\"false\">{word} {n}</button>"
            );
        }
    }
    let interesting = cases.iter().filter(|case| is_interesting(case)).count();
    if interesting > 0 {
        let _ = writeln!(
            out,
            "<button type=\"button\" data-show=\"interesting\" aria-pressed=\"false\">interesting {interesting}</button>"
        );
    }
    out += "<input type=\"search\" placeholder=\"name contains …\" aria-label=\"name contains\">\n</div>\n";
    out += "<table class=\"index\">\n<thead><tr><th>what</th><th>model</th><th>verdict</th><th>why</th><th>seconds</th></tr></thead>\n<tbody>\n";
    for i in worst_first(cases) {
        let case = &cases[i];
        let first = case.findings().iter().find(|found| found.violation);
        let why = first.map_or_else(
            || case.reason().unwrap_or_default().to_owned(),
            |found| format!("{}: {}", found.kind, found.message),
        );
        let _ = writeln!(
            out,
            "<tr data-case=\"{i}\"><td><a href=\"#case{i}\">{}</a></td><td>{}</td><td>{}</td><td class=\"why\">{}</td><td class=\"number\">{:.2}</td></tr>",
            escaped(&case.target),
            escaped(&case.model),
            badge(case.word()),
            escaped(&why),
            case.seconds
        );
    }
    out += "</tbody>\n</table>\n</nav>\n";
    out
}

fn is_interesting(case: &Case) -> bool {
    case.given().is_some_and(|given| given.outcomes.iter().any(|row| row.is_interesting))
}

fn section(i: usize, case: &Case, is_only: bool) -> String {
    let word = case.word();
    let is_open = is_only || class(word) == "bad";
    let mut out = format!(
        "<details class=\"case\" id=\"case{i}\" data-word=\"{}\" data-interesting=\"{}\"{}>\n",
        escaped(word),
        is_interesting(case),
        if is_open { " open" } else { "" }
    );
    let model = if case.model.is_empty() {
        String::new()
    } else {
        format!(" <span class=\"model\">under {}</span>", escaped(&case.model))
    };
    let _ = writeln!(
        out,
        "<summary><h2>{}{model}</h2> {}</summary>",
        escaped(&case.target),
        badge(case.given().map_or(word, |given| &given.line))
    );
    let means = WORDS.iter().find(|(known, _)| *known == word).map_or("", |(_, means)| means);
    let _ = writeln!(out, "<p class=\"means\"><b>{}</b>: {}.</p>", escaped(word), escaped(means));
    if let Some(reason) = case.reason() {
        let _ = writeln!(out, "<p class=\"alert\">because {}</p>", lines(reason));
    }
    if let Answer::Given(given) = &case.answer {
        out += &body(i, given);
    }
    out += "</details>\n";
    out
}

fn body(i: usize, given: &Given) -> String {
    let mut out = String::new();
    if let Some(why) = &given.hangs_missing {
        let _ = writeln!(out, "<p class=\"alert\">Hangs were not looked for: {}</p>", escaped(why));
    }
    if !given.outcomes.is_empty() {
        out += &outcomes(&given.outcomes);
    }
    let (violations, notes): (Vec<_>, Vec<_>) =
        given.findings.iter().enumerate().partition(|(_, found)| found.violation);
    for (number, found) in violations {
        out += &finding(&format!("f{i}-{number}"), found);
    }
    if !notes.is_empty() {
        let _ = writeln!(
            out,
            "<details class=\"notes\"><summary>{} that the verdict does not depend on</summary>",
            counted(notes.len() as u64, "note")
        );
        for (number, found) in notes {
            out += &finding(&format!("f{i}-{number}"), found);
        }
        out += "</details>\n";
    }
    out += &foundations(given);
    out
}

/// How the answer was found, and what it rests on.
fn foundations(given: &Given) -> String {
    let mut out = String::from("<details class=\"rests\"><summary>What this answer rests on</summary>\n");
    let scope = &given.scope;
    let bounds: Vec<String> =
        scope.bounds.iter().map(|(name, n)| format!("{name}: explored up to {n}")).collect();
    for (head, texts) in [
        ("How it was found", &given.decided),
        ("Trusted, and so not checked", &scope.trusted),
        ("Assumed", &scope.assumed),
        ("Bounds", &bounds),
        ("Reached, and not supported", &given.unsupported),
        ("Effort", &given.counts),
    ] {
        if !texts.is_empty() {
            let items: String = texts.iter().map(|text| format!("<li>{}</li>", lines(text))).collect();
            let _ = writeln!(out, "<h4>{head}</h4>\n<ul>{items}</ul>");
        }
    }
    out += "</details>\n";
    out
}

fn outcomes(rows: &[Row]) -> String {
    let has_expectations = rows.iter().any(|row| !row.expect.is_empty());
    let mut out = String::from(
        "<h3>Outcomes</h3>\n<table class=\"outcomes\">\n<thead><tr><th>outcome</th><th>can it happen?</th>",
    );
    out += if has_expectations { "<th>expected</th><th>description</th>" } else { "" };
    out += "</tr></thead>\n<tbody>\n";
    for row in rows {
        let class = match (row.is_bad, row.is_interesting) {
            (true, _) => "bad",
            (_, true) => "doubt",
            _ => "",
        };
        let _ = write!(
            out,
            "<tr class=\"{class}\"><td><code>{}</code></td><td>{}</td>",
            escaped(&row.values),
            row.reach
        );
        if has_expectations {
            let expect = row.expect.to_lowercase().replace('_', " ");
            let _ = write!(out, "<td>{}</td><td>{}</td>", escaped(&expect), escaped(&row.description));
        }
        out += "</tr>\n";
    }
    out += "</tbody>\n</table>\n";
    out
}

fn finding(id: &str, found: &Found) -> String {
    let class = if found.violation { "bad" } else { "doubt" };
    let mut out = format!("<section class=\"finding {class}\" id=\"{id}\">\n");
    let _ = writeln!(
        out,
        "<h3><span class=\"badge {class}\">{}</span> {}</h3>\n<p class=\"means\">{}</p>",
        found.kind,
        escaped(&found.message),
        escaped(meaning(found.kind))
    );
    for cause in &found.causes {
        let _ = writeln!(out, "<p>caused by {}</p>", escaped(cause));
    }
    out += "<div class=\"sides\">\n";
    match &found.second {
        Some(second) => {
            out += &source("first", second);
            out += &found.at.as_ref().map_or_else(String::new, |at| source("then", at));
        }
        None => out += &found.at.as_ref().map_or_else(String::new, |at| source("here", at)),
    }
    out += "</div>\n";
    if !found.steps.is_empty() {
        out += &timeline(id, found);
    }
    if let Some(n) = found.commitments {
        let _ = writeln!(
            out,
            "<p>No order of the steps shows it: it is legal by a sequence of {n} commitments (JLS 17.4.8), checked literally. \
             <code>thinair explain</code> draws it.</p>"
        );
    }
    if !found.printed.is_empty() {
        let _ = writeln!(out, "<h4>Printed along the way</h4>\n<pre>{}</pre>", escaped(&found.printed));
    }
    if let Some(token) = &found.replay {
        let command = format!("thinair replay {}", quoted(token));
        let _ = writeln!(
            out,
            "<p class=\"replay\">See it again: <code>{}</code> <button type=\"button\" class=\"copy\" hidden>copy</button></p>",
            escaped(&command)
        );
    }
    if found.kind == FindingKind::Race {
        out += "<p class=\"aside\">To repair it, make one of the accesses happen before the other: a volatile variable, a \
                lock held in both, or starting and joining the thread.</p>\n";
    }
    out += "</section>\n";
    out
}

/// The source around a place.
fn source(head: &str, spot: &Spot) -> String {
    let place = if spot.line > 0 { format!("{}:{}", spot.file, spot.line) } else { spot.file.clone() };
    let mut out = format!(
        "<figure class=\"source\"><figcaption><b>{head}</b> {} <span class=\"aside\">{} in thread <b>{}</b></span></figcaption>",
        escaped(&place),
        escaped(&spot.name()),
        escaped(&spot.thread)
    );
    if !spot.around.is_empty() {
        out += "<pre>";
        for (number, line) in &spot.around {
            let class = if *number == spot.line { " class=\"hit\"" } else { "" };
            let _ = write!(out, "<span{class}><i>{number:>4}</i> {}</span>", escaped(line));
        }
        out += "</pre>";
    }
    out += "</figure>\n";
    out
}

/// The execution: time runs downwards, a column per thread.
fn timeline(id: &str, found: &Found) -> String {
    let threads = found.threads.len().max(1);
    let mut out = String::from(
        "<div class=\"timeline\">\n<p class=\"aside\">One execution that shows it. Time runs downwards; each thread has a column.</p>\n<table>\n<thead><tr><th>step</th>",
    );
    for (column, thread) in found.threads.iter().enumerate() {
        let _ = write!(out, "<th class=\"t{}\">{}</th>", column % 6, escaped(thread));
    }
    // A file that all steps share is named once.
    let mut files = found.steps.iter().filter(|step| step.spot.line > 0).map(|step| &*step.spot.file);
    let first = files.next().unwrap_or_default();
    let file = files.all(|file| file == first).then_some(first);
    let _ =
        write!(out, "<th>{}</th><th>source</th></tr></thead>\n<tbody>\n", escaped(file.unwrap_or("line")));
    for step in &found.steps {
        out += &row(id, step, threads, file.is_some());
    }
    out += "</tbody>\n</table>\n</div>\n";
    out
}

fn row(id: &str, step: &Step, threads: usize, is_one_file: bool) -> String {
    if step.is_gap {
        return format!(
            "<tr class=\"gap\"><td colspan=\"{}\">{}</td></tr>\n",
            threads + 3,
            escaped(&step.text)
        );
    }
    let mut classes = vec![if step.number.is_empty() { "waits" } else { "step" }];
    if step.note.is_some() {
        classes.push("surprise");
    }
    if step.action == "fail" {
        classes.push("fails");
    }
    let anchor = match step.numbers {
        (0, _) => String::new(),
        (first, last) => format!(" data-from=\"{first}\" data-to=\"{last}\""),
    };
    let about = step.about.map_or_else(String::new, |about| format!(" data-about=\"{about}\""));
    let mut out = format!(
        "<tr class=\"{}\" data-finding=\"{id}\"{anchor}{about}><td class=\"number\">{}</td>",
        classes.join(" "),
        escaped(&step.number)
    );
    for column in 0..threads {
        match column == step.column {
            true => {
                let _ =
                    write!(out, "<td class=\"t{}\"><span>{}</span></td>", column % 6, escaped(&step.text));
            }
            false => out += "<td></td>",
        }
    }
    let line = match step.spot.line {
        0 => String::new(),
        line if is_one_file => line.to_string(),
        line => format!("{}:{line}", step.spot.file),
    };
    let _ = writeln!(
        out,
        "<td class=\"place\">{}</td><td class=\"code\"><code>{}</code></td></tr>",
        escaped(&line),
        escaped(&step.spot.code)
    );
    if let Some(note) = &step.note {
        let _ = writeln!(
            out,
            "<tr class=\"note\"><td></td><td colspan=\"{}\">↑ {}</td></tr>",
            threads + 2,
            escaped(note)
        );
    }
    out
}

/// A text of several lines.
fn lines(text: &str) -> String {
    escaped(text.trim_end()).replace('\n', "<br>")
}
