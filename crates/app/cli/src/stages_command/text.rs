//! The report: verdict, timelines, counters.

use super::run::{Checked, PROCESSES, Shown, token_hash};
use crate::args::StagesArgs;
use explore::encode_steps;
use report::columns::{self, Align};
use staged::{Happened, What};
use stages::{ClaimKind, Kind, Program};

/// The report of a program.
pub fn report(checked: &Checked<'_>, target: &str, rules: &str, args: &StagesArgs) -> String {
    let verdict = &checked.verdict;
    let mut text = format!("{target} under {}: {}\n", checked.rules.name, verdict.word());
    if let Some(reason) = verdict.reason() {
        text += &format!("  because: {reason}\n");
    }
    if args.quiet {
        return text;
    }
    for shown in &checked.shown {
        text += &counterexample(checked, shown, target, rules, args);
    }
    text += &outcomes(checked, args.verbose);
    if let Some((names, is_minimal)) = &checked.needed {
        let what = if *is_minimal { "needed" } else { "enough" };
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        text += &format!("\n  rules that are {what}: {names}\n");
    }
    let stats = checked.report.stats;
    text += &format!(
        "\n  {} states, {} steps, {} operations, {} finished, depth {}\n",
        stats.states, stats.transitions, checked.performed, stats.finished, stats.max_depth
    );
    text
}

fn counterexample(
    checked: &Checked<'_>,
    shown: &Shown,
    target: &str,
    rules: &str,
    args: &StagesArgs,
) -> String {
    let program = checked.program;
    let claim = &program.claims[shown.claim];
    let mut text = format!("\n{} (line {}) is violated:\n\n", claim.text, claim.line);
    text += &timeline(program, &shown.happened, args.verbose);
    if let Some(pair) = &shown.pair {
        let first = &program.processes[pair.first.process].code[pair.first.instruction];
        let second = &program.processes[pair.second.process].code[pair.second.instruction];
        text += &format!(
            "\n  the surprise: {} `{}` (line {}) {} after `{}` (line {}) {}, although it comes first in the\n  program. {} Rules that might order them, and why they do not:\n",
            program.processes[pair.first.process].name,
            first.text,
            first.line,
            effect(program, &pair.first),
            second.text,
            second.line,
            effect(program, &pair.second) + &observed_by(program, &pair.second),
            if pair.decides {
                "With these two in order, the claim holds."
            } else {
                "Others are out of order as well."
            },
        );
        if pair.silent.is_empty() {
            text += "    none: no rule is about such operations of one process\n";
        }
        for (rule, why) in &pair.silent {
            text += &format!("    {rule}: {why}\n");
        }
    }
    let options = args.loop_bound.map_or(String::new(), |bound| format!("--loop-bound {bound} "));
    let steps = encode_steps(&shown.steps, PROCESSES);
    let token = format!("{}:{steps}", token_hash(program, checked.rules));
    text + &format!(
        "  replay: thinair stages --rules {rules} {options}{}--replay '{token}' {target}\n",
        switched_off(args)
    )
}

/// The switches that a replay needs: they decide which operations are steps.
fn switched_off(args: &StagesArgs) -> String {
    let flags = [
        (args.no_guards, "--no-guards "),
        (args.no_ds, "--no-ds "),
        (args.no_pi, "--no-pi "),
        (args.no_rc, "--no-rc "),
        (args.no_por, "--no-por "),
    ];
    flags.iter().filter(|(is, _)| *is).map(|(_, flag)| *flag).collect()
}

fn observed_by(program: &Program, it: &Happened) -> String {
    it.observer
        .map_or(String::new(), |observer| format!(" as {} observes it", program.processes[observer].name))
}

fn effect(program: &Program, it: &Happened) -> String {
    match it.what {
        What::Reflect { to } => format!("reaches {}", program.processes[to].name),
        _ => "is executed".to_owned(),
    }
}

/// What happened, one column per process: an operation stands in the column where it has its effect.
pub fn timeline(program: &Program, happened: &[Happened], verbose: bool) -> String {
    let mut rows = vec![vec![String::new(); program.processes.len() + 2]];
    for (column, process) in program.processes.iter().enumerate() {
        rows[0][column + 1] = process.name.clone();
    }
    "line".clone_into(&mut rows[0][program.processes.len() + 1]);
    let mut number = 0;
    for it in happened {
        let Some(what) = words(program, it, verbose) else { continue };
        number += 1;
        let mut row = vec![String::new(); program.processes.len() + 2];
        row[0] = number.to_string();
        let column = match (it.what, it.observer) {
            (_, Some(observer)) => observer,
            (What::Reflect { to }, None) => to,
            _ => it.process,
        };
        row[column + 1] = what;
        row[program.processes.len() + 1] =
            program.processes[it.process].code[it.instruction].line.to_string();
        rows.push(row);
    }
    let last = program.processes.len() + 1;
    let table = columns::table(|c| if c == 0 || c == last { Align::Right } else { Align::Left }, &rows);
    table.lines().map(|line| format!("  {line}\n")).collect()
}

/// An operation in words; `None` for those that only compute, unless asked for.
fn words(program: &Program, it: &Happened, verbose: bool) -> Option<String> {
    let process = &program.processes[it.process];
    let code = &process.code[it.instruction];
    let location =
        || it.location.map_or("?".to_owned(), |at| program.locations[usize::from(at)].name.clone());
    let value = || it.value.map_or("?".to_owned(), |value| shown_value(program, value));
    let seen = match it.observer {
        Some(observer) if observer != it.process => format!(" by {}", process.name),
        _ => String::new(),
    };
    match (it.what, &code.kind) {
        (What::Fetch | What::Issue, _) if !verbose => None,
        (What::Fetch, _) => Some(format!("fetch `{}`", code.text)),
        (What::Issue, _) => Some(format!("issue `{}`", code.text)),
        (What::Execute, Kind::Load { .. }) => Some(format!("read {} → {}{seen}", location(), value())),
        (What::Execute, Kind::Store { .. }) => Some(format!("{} = {}{seen}", location(), value())),
        (What::Execute, Kind::Nop { at }) => {
            let at = at.map_or(String::new(), |at| format!("({})", program.locations[usize::from(at)].name));
            Some(format!("{}{at}{seen}", code.attributes.join(" ")))
        }
        (What::Execute, Kind::Move { to, .. }) => {
            verbose.then(|| format!("{} = {}", process.registers[usize::from(*to)], value()))
        }
        (What::Execute, Kind::Jump { .. }) => verbose.then(|| format!("decide `{}`", code.text)),
        (What::Reflect { to }, _) if to == it.process => {
            Some(format!("{} = {} arrives{seen}", location(), value()))
        }
        (What::Reflect { to }, _) => {
            let to = if it.observer.is_some() {
                format!(" at {}", program.processes[to].name)
            } else {
                String::new()
            };
            Some(format!("{} = {} from {} arrives{to}", location(), value(), process.name))
        }
    }
}

/// A number, or the address of a location.
fn shown_value(program: &Program, value: i64) -> String {
    match stages::location_at(value).and_then(|at| program.locations.get(usize::from(at))) {
        Some(location) => format!("&{}", location.name),
        None => value.to_string(),
    }
}

/// The outcomes, if the program asks about some or they are asked for.
fn outcomes(checked: &Checked<'_>, verbose: bool) -> String {
    let program = checked.program;
    let mut text = String::new();
    let asks = program.claims.iter().any(|claim| claim.kind == ClaimKind::Exists);
    if !(asks || verbose || program.claims.is_empty()) || program.observed.is_empty() {
        return text;
    }
    let names: Vec<&str> = program.observed.iter().map(|it| it.name.as_str()).collect();
    text += &format!("\n  outcomes ({}):\n", names.join(", "));
    for outcome in &checked.report.outcomes {
        text += &format!("    {}\n", outcome.render());
    }
    for claim in program.claims.iter().filter(|claim| claim.kind == ClaimKind::Exists) {
        text += &format!("  {}: {}\n", claim.text, observation(checked, claim));
    }
    text
}

/// Whether what a claim asks for can be; not found is not impossible if the search is incomplete.
pub fn observation(checked: &Checked<'_>, claim: &stages::Claim) -> &'static str {
    let place = |what: stages::Shown| checked.program.observed.iter().position(|it| it.what == what);
    let is_shown = checked.report.outcomes.iter().any(|outcome| {
        let value = claim.term.value(&mut |what| Some(outcome.values.get(place(what)?)?.0));
        value.is_some_and(|value| value != 0)
    });
    match (is_shown, checked.report.incomplete.is_empty()) {
        (true, _) => "possible",
        (false, true) => "impossible",
        (false, false) => "not found",
    }
}
