//! Results of the solver: executions with the sets and orders that a model guesses, and minimal cores.

use crate::columns::{self, Align};
use crate::execution::{Drawn, draw};
use crate::layout::layout;
use crate::style::Style;
use event::{EventId, EventKind, Execution};
use solver::{Constraint, GiveUp, Part, Relaxation, Witness};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use verify::{Core, Explainable};

/// Formats a witness: the execution in columns, its happens-before edges between threads, and the speculative
/// executions with what is committed in each.
pub(crate) fn solved(program: &impl Explainable, witness: &Witness, style: Style) -> String {
    let mut out = String::from("All axioms of the model accept this execution:\n\n");
    let drawn = draw(program, &witness.execution);
    out.push_str(&layout(program, &drawn.lines, style));
    happens_before(&mut out, &witness.execution, &drawn);
    let sets: BTreeMap<&str, &BTreeSet<EventId>> =
        witness.sets.iter().map(|(name, set)| (name.as_str(), set)).collect();
    let mut before: BTreeSet<EventId> = BTreeSet::new();
    for (i, speculation) in witness.speculations.iter().enumerate() {
        let _ = writeln!(out, "\nSpeculative execution {}:\n", speculation.name);
        out.push_str(&layout(program, &draw(program, &speculation.execution).lines, style));
        // Sets named with the number of the execution belong to it.
        let number = format!("[{}]", i + 1);
        for (name, set) in sets.iter().filter(|(name, _)| name.ends_with(&number)) {
            let shown = |e: &&EventId| witness.execution.event(**e).kind != EventKind::End;
            let new: Vec<String> = set.difference(&before).filter(shown).map(|e| drawn.what(*e)).collect();
            let new = if new.is_empty() { "nothing new".to_owned() } else { new.join(", ") };
            let _ = writeln!(out, "  new in {name}: {new}");
            before.extend(set.iter());
        }
    }
    out
}

/// The happens-before edges between threads that no other edges imply.
fn happens_before(out: &mut String, execution: &Execution, drawn: &Drawn) {
    let ids: Vec<EventId> = execution.ids().collect();
    let between = |a: EventId, b: EventId| ids.iter().any(|&c| execution.hb(a, c) && execution.hb(c, b));
    let shown = |e: EventId| execution.event(e).kind != EventKind::End;
    let mut edges = Vec::new();
    for &a in &ids {
        for &b in &ids {
            let other = execution.event(a).thread != execution.event(b).thread;
            if other && shown(a) && shown(b) && execution.hb(a, b) && !between(a, b) {
                edges.push(format!("  {} → {}", drawn.what(a), drawn.what(b)));
            }
        }
    }
    if !edges.is_empty() {
        let _ = writeln!(out, "\nHappens-before between threads:\n{}", edges.join("\n"));
    }
}

/// One row of a core: a constraint and its place.
pub(crate) struct Row {
    pub constraint: String,
    pub source: String,
}

/// The rows of a core: axioms first, with repetitions of an axiom in one row.
pub(crate) fn rows(program: &impl Explainable, constraints: &[Constraint]) -> Vec<Row> {
    let mut axioms: Vec<(String, String, Vec<String>)> = Vec::new();
    let mut others = Vec::new();
    for constraint in constraints {
        match constraint {
            Constraint::Axiom { name, axiom, place, is_order } => {
                let what = if *is_order { format!("order {axiom}") } else { axiom.clone() };
                let index = name.strip_prefix(axiom.as_str()).unwrap_or_default().to_owned();
                match axioms.iter_mut().find(|(known, at, _)| *known == what && at == place) {
                    Some((_, _, indices)) => indices.push(index),
                    None => axioms.push((what, place.clone(), vec![index])),
                }
            }
            Constraint::Statement { thread, site } => others.push(Row {
                constraint: format!("`{}` in {}", site.text, program.thread_name(*thread)),
                source: program.place(site),
            }),
            Constraint::Initial { loc, name, value } => others.push(Row {
                constraint: format!("{name} = {} initially", program.value_text(*loc, *value)),
                source: program.target(),
            }),
            Constraint::Asked(text) => {
                let source = program.place_asked(text).unwrap_or_else(|| "the outcome asked".to_owned());
                others.push(Row { constraint: text.clone(), source });
            }
        }
    }
    let axiom = |(what, place, indices): (String, String, Vec<String>)| {
        let indices: Vec<String> = indices.into_iter().filter(|index| !index.is_empty()).collect();
        let constraint = if indices.is_empty() { what } else { format!("{what} {}", indices.join(" ")) };
        // The column number of an axiom does not matter.
        let source = place.rsplit_once(':').map_or(place.clone(), |(line, _)| line.to_owned());
        Row { constraint, source }
    };
    axioms.into_iter().map(axiom).chain(others).collect()
}

/// Formats a core as a table, with explanations.
pub(crate) fn core_table(program: &impl Explainable, core: &Core) -> String {
    let mut out = table(program, &core.constraints);
    let names = |wanted: fn(&Constraint) -> Option<String>| {
        let mut all: Vec<String> = core.constraints.iter().filter_map(wanted).collect();
        let mut seen = BTreeSet::new();
        all.retain(|name| seen.insert(name.clone()));
        all
    };
    let axioms = names(|c| match c {
        Constraint::Axiom { axiom, .. } => Some(format!("`{axiom}`")),
        _ => None,
    });
    let lines = names(|c| match c {
        Constraint::Statement { site, .. } => Some(site.line.to_string()),
        _ => None,
    });
    let asked = names(|c| match c {
        Constraint::Asked(text) => Some(text.clone()),
        _ => None,
    });
    let mut reasons = Vec::new();
    if !axioms.is_empty() {
        reasons.push(format!("{} of the model", listed(&axioms)));
    }
    if !lines.is_empty() {
        let word = if lines.len() == 1 { "line" } else { "lines" };
        reasons.push(format!("what {word} {} of the test say", listed(&lines)));
    }
    if core.constraints.iter().any(|c| matches!(c, Constraint::Initial { .. })) {
        reasons.push("initial values".to_owned());
    }
    let because = if reasons.is_empty() { "no thread computes it".to_owned() } else { listed(&reasons) };
    let asked = if asked.is_empty() { "any outcome".to_owned() } else { listed(&asked) };
    let _ = match (core.executions, reasons.is_empty()) {
        (_, true) => write!(out, "\nNo execution has {asked}: {because}"),
        (Some(k), _) => {
            write!(
                out,
                "\nNo execution with {asked} can be justified by {k} speculative executions, because of\n{because}"
            )
        }
        (None, _) => write!(out, "\nNo execution has {asked}, because of\n{because}"),
    };
    out.push_str(match core.is_minimal {
        true => ".\nIf any one of these constraints were dropped, there would be one.\n",
        false => ".\nA limit ended the search for a smaller reason: some of these may not be needed.\n",
    });
    for (i, other) in core.others.iter().enumerate() {
        let _ = write!(out, "\nReason {}:\n{}", i + 2, table(program, other));
    }
    match (core.others.len(), core.are_all) {
        (_, None) => {}
        (0, Some(true)) => out.push_str("There is no other minimal reason.\n"),
        (_, Some(true)) => out.push_str("\nThere are no other minimal reasons.\n"),
        (_, Some(false)) => out.push_str("\nThere may be more minimal reasons.\n"),
    }
    let relaxations = core.relaxations.iter().map(|relaxation| relaxed(program, relaxation));
    let relaxations: Vec<String> = relaxations.collect();
    if !relaxations.is_empty() {
        let _ = writeln!(out, "\n{}", relaxations.join("\n"));
    }
    out
}

/// Formats constraints and their places.
fn table(program: &impl Explainable, constraints: &[Constraint]) -> String {
    let rows = rows(program, constraints);
    let mut lines = vec![vec!["constraint", "where it comes from"]];
    lines.extend(rows.iter().map(|row| vec![row.constraint.as_str(), row.source.as_str()]));
    format!("\n{}", columns::table(|_| Align::Left, &lines))
}

/// The part that a relaxation gives up constraints of.
pub(crate) fn part(relaxation: &Relaxation) -> &'static str {
    match relaxation.part {
        Part::Model => "model",
        Part::Program => "program",
    }
}

/// Describes a relaxation in a sentence.
fn relaxed(program: &impl Explainable, relaxation: &Relaxation) -> String {
    let part = part(relaxation);
    match &relaxation.what {
        GiveUp::These(constraints) => {
            let name = |row: Row| format!("{} ({})", row.constraint, row.source);
            let names: Vec<String> = rows(program, constraints).into_iter().map(name).collect();
            format!("Smallest relaxation of the {part}: it would be possible without {}.", listed(&names))
        }
        GiveUp::NotEnough => {
            format!("No relaxation of the {part} alone makes it possible.")
        }
        GiveUp::Unknown => format!("A limit ended the search for a relaxation of the {part}."),
    }
}

/// Joins words: `a, b and c`.
fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}
