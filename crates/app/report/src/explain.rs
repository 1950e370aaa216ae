//! Explanations as text.

use crate::execution::{Drawn, draw};
use crate::layout::layout;
use crate::printable::quoted;
use crate::solved::{core_table, solved};
use crate::style::Style;
use crate::trace::columns;
use event::{Certificate, CommitStep, EventId, RuleSet};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use verify::{Answer, Broken, Explainable, Explanation, Forbidden, Picture, Refusal};

/// The most unjustified executions that are drawn.
const DRAWN: usize = 3;

/// Formats an explanation; with `verbose`, includes the executions that justify each step.
pub fn explanation(
    program: &impl Explainable,
    explanation: &Explanation,
    verbose: bool,
    style: Style,
) -> String {
    let model = explanation.model.name();
    let mut out = format!("Test {} ({})\n{}\n\n", program.title(), program.target(), program.question());
    match &explanation.answer {
        Answer::Allowed { outcome, picture } => {
            let _ = writeln!(out, "Allowed by {model}: {}", program.outcome_text(outcome));
            allowed(&mut out, program, picture, verbose, style);
        }
        Answer::Forbidden(forbidden) => {
            let _ = writeln!(out, "Forbidden by {model}.");
            forbid(&mut out, program, forbidden, model, style);
        }
        Answer::Unknown(why) => {
            let _ = writeln!(out, "Unknown under {model}: {why}");
        }
    }
    let is_unknown = matches!(explanation.answer, Answer::Unknown(_));
    // If threads are cut before they end, there may be nothing to exclude.
    if let Some(core) = explanation.core.as_ref().filter(|core| !is_unknown || !core.constraints.is_empty()) {
        out.push_str(&core_table(program, core));
    }
    if let Some(assumption) = program.taken_for_granted() {
        let _ = writeln!(out, "assumed: {assumption}");
    }
    for note in &explanation.decided {
        let _ = writeln!(out, "note: {note}");
    }
    out
}

fn allowed(out: &mut String, program: &impl Explainable, picture: &Picture, verbose: bool, style: Style) {
    match picture {
        Picture::Trace(trace, token) => {
            let _ = writeln!(out, "In this order every read sees a write that came before it:\n");
            out.push_str(&columns(program, trace, style));
            let _ = writeln!(out, "\nreplay: thinair replay {}", quoted(token));
        }
        Picture::Justified(certificate) => justified(out, program, certificate, verbose, style),
        Picture::Unshown => {
            let _ = writeln!(
                out,
                "The upper bound shows it, by states; it keeps no executions that could be drawn."
            );
        }
        Picture::Solved(witness) => out.push_str(&solved(program, witness, style)),
        Picture::Accepted(execution) => {
            let _ = writeln!(out, "All axioms of the model accept this execution:\n");
            out.push_str(&layout(program, &draw(program, execution).lines, style));
        }
        Picture::Candidate(execution) => {
            let _ =
                writeln!(out, "An execution of the upper bound; that it is here does not prove it legal:\n");
            out.push_str(&layout(program, &draw(program, execution).lines, style));
        }
    }
}

/// Formats an execution that only a commit sequence justifies, with that sequence.
pub(crate) fn justified(
    out: &mut String,
    program: &impl Explainable,
    certificate: &Certificate,
    verbose: bool,
    style: Style,
) {
    let _ = writeln!(
        out,
        "No order of the actions explains it, since some read sees a write that comes later in every order:\n"
    );
    out.push_str(&layout(program, &draw(program, &certificate.execution).lines, style));
    story(out, program, certificate, verbose, style);
}

/// Describes the commit sequence: which actions happen whatever the reads see, and so on.
fn story(
    out: &mut String,
    program: &impl Explainable,
    certificate: &Certificate,
    verbose: bool,
    style: Style,
) {
    let rules = match certificate.rules {
        RuleSet::Original => "JLS 17.4.8",
        RuleSet::Revised => "the revised rules of Sevcik and Aspinall",
    };
    let _ = writeln!(out, "\nWhy it is legal by {rules}, commitment by commitment:\n");
    let whole = draw(program, &certificate.execution);
    let mut committed: BTreeSet<EventId> = BTreeSet::new();
    let mut number = 0;
    let is_last = |step: &CommitStep| step.speculative == certificate.execution;
    let mut steps = certificate.steps.iter().peekable();
    while let Some(step) = steps.next_if(|step| !is_last(step)) {
        let mut group = vec![step];
        while let Some(next) = steps.next_if(|next| next.speculative == step.speculative) {
            group.push(next);
        }
        let last = group[group.len() - 1];
        number += 1;
        let new: Vec<EventId> = last.committed.difference(&committed).copied().collect();
        let others = still_open(program, &whole, certificate, last);
        let _ = writeln!(out, "{}", macro_step(number, &whole, certificate, last, &committed, &new, &others));
        if verbose {
            let _ = writeln!(out, "\n{}", layout(program, &draw(program, &step.speculative).lines, style));
        }
        committed = last.committed.clone();
    }
    let _ = writeln!(
        out,
        "{:>3}. Now the execution above can be had as it is: whatever is not committed yet sees a write that\n     \
         happens-before it. Commit the rest.",
        number + 1
    );
}

/// Describes racy reads that are uncommitted after this step and see another value in its execution.
fn still_open(
    program: &impl Explainable,
    whole: &Drawn,
    certificate: &Certificate,
    step: &CommitStep,
) -> Vec<String> {
    let (here, there) = (&step.speculative, &certificate.execution);
    let drawn = draw(program, here);
    let is_racy = |e: &EventId| {
        let event = there.event(*e);
        event.kind.is_read() && event.rf.is_some_and(|w| !there.hb(w, *e)) && !step.committed.contains(e)
    };
    let mut all = Vec::new();
    for read in there.ids().filter(is_racy) {
        let same = |e: &EventId| {
            !step.label.values().any(|l| l == e)
                && drawn.place(*e) == whole.place(read)
                && here.event(*e).kind.is_read()
        };
        let Some(event) = here.ids().find(same) else { continue };
        let value = here.event(event).read.unwrap_or_default();
        if Some(value) != there.event(read).read {
            all.push(format!("{} still sees {value}", whole.place(read)));
        }
    }
    all
}

/// Describes one justifying execution and the actions that it lets commit.
fn macro_step(
    number: usize,
    whole: &Drawn,
    certificate: &Certificate,
    last: &CommitStep,
    committed: &BTreeSet<EventId>,
    new: &[EventId],
    others_open: &[String],
) -> String {
    let execution = &certificate.execution;
    let (reads, others): (Vec<EventId>, Vec<EventId>) =
        new.iter().copied().partition(|e| execution.event(*e).kind.is_read());
    let in_step = |e: &EventId| last.label.get(e).map(|id| last.speculative.event(*id));
    let still = |e: &EventId| {
        let value = in_step(e).and_then(|event| event.read).unwrap_or_default();
        format!("{} still sees {value}", whole.place(*e))
    };
    let settled = |e: &EventId| {
        let value = execution.event(*e).read.unwrap_or_default();
        format!("{} sees {value}", whole.place(*e))
    };
    let earlier = committed.iter().filter(|e| execution.event(**e).kind.is_read());
    let premises: Vec<String> =
        earlier.map(settled).chain(reads.iter().map(still)).chain(others_open.iter().cloned()).collect();
    let happen: Vec<String> = others.iter().map(|e| whole.what(*e)).collect();
    let sees = |e: &EventId| match execution.event(*e).rf {
        Some(w) => format!("{} now sees {}", whole.place(*e), whole.what(w)),
        None => format!("{} sees the initial value", whole.place(*e)),
    };
    let mut text = format!("{number:>3}. While {}", join(&premises));
    if !happen.is_empty() {
        let verb = if happen.len() == 1 { "happens" } else { "happen" };
        text += &format!(", {} {verb} all the same. Commit {}", join(&happen), pronoun(happen.len()));
    } else {
        text += ", every read not committed sees a write that happens-before it";
    }
    text += &format!(".\n     Then commit the reads: {}.", join(&reads.iter().map(sees).collect::<Vec<_>>()));
    text
}

fn pronoun(n: usize) -> &'static str {
    if n == 1 { "it" } else { "them" }
}

fn join(parts: &[String]) -> String {
    match parts {
        [] => "nothing is committed".to_owned(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

fn forbid(out: &mut String, program: &impl Explainable, forbidden: &Forbidden, model: &str, style: Style) {
    match forbidden {
        Forbidden::RaceFree => {
            let _ = writeln!(
                out,
                "Layer: data-race freedom. No execution has a data race, so only sequentially consistent executions are\n\
                 allowed (JLS 17.4.5), and none of them ends like this."
            );
        }
        Forbidden::NotReached { states } => {
            let _ = writeln!(out, "All {states} states of {model} were visited; none ends like this.");
        }
        Forbidden::Core => {}
        Forbidden::Axioms { refused, example } => {
            axioms(out, program, refused, example.as_ref(), style);
        }
        Forbidden::UpperBound { rounds, readable } => {
            let _ = writeln!(
                out,
                "Layer: upper bound. A read sees a write that happens-before it or one it was seen to race with. After {rounds}\n\
                 rounds no new race appears, and no execution ends like this. What reads can see at all:\n"
            );
            for r in readable {
                let values: Vec<String> = r.values.iter().map(ToString::to_string).collect();
                let _ = writeln!(
                    out,
                    "  {}, line {}, `{}`: {} is {}",
                    program.thread_name(r.thread),
                    r.site.line,
                    r.site.text,
                    r.variable,
                    values.join(" or ")
                );
            }
        }
        Forbidden::Exhausted(refusals) => {
            let n = refusals.len();
            let _ = writeln!(
                out,
                "Layer: exact legality. {n} execution{} with this outcome would respect happens-before, but no sequence of\n\
                 commitments justifies {}.",
                if n == 1 { "" } else { "s" },
                pronoun(n)
            );
            for refusal in refusals.iter().take(DRAWN) {
                refused(out, program, refusal, style);
            }
            if n > DRAWN {
                let _ = writeln!(out, "\n… and {} more like these.", n - DRAWN);
            }
        }
    }
}

fn axioms(
    out: &mut String,
    program: &impl Explainable,
    refused: &BTreeMap<String, u64>,
    example: Option<&Broken>,
    style: Style,
) {
    let total: u64 = refused.values().sum();
    let Some(Broken { execution, axiom, events }) = example else {
        let _ = writeln!(out, "No candidate execution ends like this, whatever reads see.");
        return;
    };
    let all = if total == 1 { "The only candidate execution" } else { "Every candidate execution" };
    let by: Vec<String> = refused.iter().map(|(axiom, n)| format!("`{axiom}` refuses {n}")).collect();
    let _ = writeln!(out, "{all} with this outcome breaks an axiom: {}.", join(&by));
    let _ = writeln!(out, "One that breaks `{axiom}`:\n");
    let drawn = draw(program, execution);
    out.push_str(&layout(program, &drawn.lines, style));
    let steps: Vec<String> = events.iter().map(|e| drawn.what(*e)).collect();
    if !steps.is_empty() {
        let _ = writeln!(out, "\nThe events that show it, in order: {}.", steps.join(" → "));
    }
}

fn refused(out: &mut String, program: &impl Explainable, refusal: &Refusal, style: Style) {
    let drawn = draw(program, &refusal.execution);
    let _ = writeln!(out, "\n{}", layout(program, &drawn.lines, style));
    let places = |reads: &[EventId]| join(&reads.iter().map(|r| drawn.place(*r)).collect::<Vec<_>>());
    let left: Vec<EventId> = refusal.racy.iter().copied().filter(|r| !refusal.furthest.contains(r)).collect();
    let so_far = if refusal.furthest.is_empty() {
        "Nothing can be committed first".to_owned()
    } else {
        format!("After {} nothing more can be committed", places(&refusal.furthest))
    };
    let sees = |r: &EventId| match refusal.execution.event(*r).rf {
        Some(w) => format!("{} needs {}", drawn.place(*r), drawn.what(w)),
        None => drawn.place(*r),
    };
    let _ = writeln!(
        out,
        "{so_far}: {}, which does not come about with the right value and order while every read\nthat is not committed sees only writes that happen-before it. ({} sets of reads, {} ways to go on.)",
        join(&left.iter().map(sees).collect::<Vec<_>>()),
        refusal.nodes,
        refusal.batches
    );
}
