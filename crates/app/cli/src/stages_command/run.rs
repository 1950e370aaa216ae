//! Checks a program under rules: search, verdict, and what explains it.

use super::pair::{Pair, surprising_pair};
use crate::args::StagesArgs;
use crate::output;
use crate::watch::Watch;
use anyhow::{Result, anyhow, bail};
use event::Cut;
use explore::{
    Config, Effort, Finding, Incomplete, Order, Progress, Report, SearchLimits, Step, Target, decode_steps,
    search, simplified,
};
use ordering::Rules;
use staged::{Happened, Staged, Switches};
use stages::{ClaimKind, Program};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use verify::{Evidence, Reason, Role, Ruling, Verdict, conclude};

/// A checked program.
pub struct Checked<'a> {
    pub program: &'a Program,
    pub rules: &'a Rules,
    pub verdict: Verdict,
    pub report: Report,
    pub performed: u64,
    pub seconds: Duration,
    /// One counterexample for each claim that is violated.
    pub shown: Vec<Shown>,
    /// The names of the rules that are needed, if asked for, and whether no smaller set would do.
    pub needed: Option<(Vec<String>, bool)>,
}

/// A counterexample.
pub struct Shown {
    /// The index of the claim.
    pub claim: usize,
    pub steps: Vec<Step>,
    pub happened: Vec<Happened>,
    pub pair: Option<Pair>,
}

/// The switches of the command line.
pub fn switches(args: &StagesArgs) -> Switches {
    Switches { guards: !args.no_guards, ds: !args.no_ds, pi: !args.no_pi, rc: !args.no_rc, por: !args.no_por }
}

fn config(args: &StagesArgs) -> Config {
    Config {
        order: if args.bfs { Order::Bfs } else { Order::Dfs },
        exact: args.exact,
        workers: usize::from(args.workers),
        limits: SearchLimits { depth: args.depth, states: args.states, ..SearchLimits::default() },
        stop_at_first: args.first,
        ..Config::default()
    }
}

/// How many states a search for a simplest counterexample, or for needed rules, may have.
const EXPLAINED: u64 = 200_000;

/// The budget of states for simplest counterexamples.
const SIMPLEST: u64 = 1_200_000;

/// Checks a program.
pub fn check<'a>(
    program: &'a Program,
    rules: &'a Rules,
    args: &StagesArgs,
    watch: &Watch,
) -> Result<Checked<'a>> {
    let system = Staged::new(program, rules, switches(args), args.loop_bound)
        .map_err(|why| anyhow!("{}:1:1: error: {why}", program.file))?;
    let progress = watch.begin(&format!("{} {}", program.name, rules.name));
    let since = Instant::now();
    let report = search(&system, &config(args), &progress);
    let seconds = since.elapsed();
    let verdict = conclude(&evidence(program, &system, &report));
    let mut shown = Vec::new();
    for (finding, found) in &report.paths {
        let Finding::Failure { thread, .. } = finding else { continue };
        let steps = match args.first || report.stats.states > EXPLAINED {
            true => found.clone(),
            false => {
                let (target, mut effort) =
                    (Target::Finding(finding.clone()), Effort { steps: 0, states: SIMPLEST });
                simplified(&system, &target, Some(found), &mut effort, &progress)
                    .unwrap_or_else(|| found.clone())
            }
        };
        let Some((happened, _)) = system.tell(&steps) else {
            bail!("error: the counterexample cannot be repeated; this is a bug in thinair");
        };
        let claim = thread.index();
        let ask = report.stats.states <= EXPLAINED && !args.first;
        let pair = ask.then(|| surprising_pair(program, rules, claim, &happened, args, &progress)).flatten();
        shown.push(Shown { claim, steps, happened, pair });
    }
    let needed =
        (args.needed && *verdict.ruling() == Ruling::Holds).then(|| needed(program, rules, args, &progress));
    let performed = system.performed();
    Ok(Checked { program, rules, verdict, report, performed, seconds, shown, needed })
}

/// What a search proves.
fn evidence(program: &Program, system: &Staged<'_>, report: &Report) -> Evidence {
    let in_words = |why: &Incomplete| match (why, system.fault()) {
        (Incomplete::Cut(Cut::Unsupported), Some(at)) => Reason::unsupported(format!(
            "`{}` (line {}) reads or writes where no location is",
            at.text, at.line
        )),
        _ => Reason::from(why),
    };
    let mut incomplete: Vec<Reason> = report.incomplete.iter().map(in_words).collect();
    if report.stats.finished == 0 && incomplete.is_empty() {
        incomplete.push(Reason::undecided(
            "no execution finishes: rules contradict each other, the program runs for ever, or it waits for ever, as for a lock",
        ));
    }
    if system.is_window_full() {
        incomplete
            .push(Reason::limit(format!("a process had {} instructions in flight at once", system.window())));
    }
    if system.was_violated_midway() && report.findings.is_empty() {
        // Only executions that finish are known to satisfy all rules.
        incomplete.push(Reason::undecided(
            "a state violates a claim, but no execution through it is known to finish",
        ));
    }
    Evidence {
        violated: !report.findings.is_empty(),
        incomplete,
        claims: program.claims.iter().any(|claim| claim.kind != ClaimKind::Exists),
        observed: report.stats.finished > 0,
        ..Evidence::new(Role::Exact, "the rules")
    }
}

/// Whether the program holds under these rules, as far as a search of limited size can tell.
pub fn holds(program: &Program, rules: &Rules, args: &StagesArgs, progress: &Progress) -> Option<bool> {
    let system = Staged::new(program, rules, Switches::default(), args.loop_bound).ok()?;
    let limits = SearchLimits { states: Some(EXPLAINED), ..SearchLimits::default() };
    let config = Config { limits, stop_at_first: true, ..Config::default() };
    let report = search(&system, &config, progress);
    match conclude(&evidence(program, &system, &report)).ruling() {
        Ruling::Holds => Some(true),
        Ruling::Violated => Some(false),
        Ruling::Unknown(_) | Ruling::Internal(_) => None,
    }
}

/// A set of rules under which the program still holds, and none of which can be left out: each was tried.
fn needed(program: &Program, rules: &Rules, args: &StagesArgs, progress: &Progress) -> (Vec<String>, bool) {
    let mut dropped = BTreeSet::new();
    let mut is_minimal = true;
    for name in rules.names() {
        dropped.insert(name.to_owned());
        match holds(program, &rules.without(&dropped), args, progress) {
            Some(true) => {}
            known => {
                is_minimal &= known.is_some();
                dropped.remove(name);
            }
        }
    }
    let left = rules.names().into_iter().filter(|name| !dropped.contains(*name));
    (left.map(str::to_owned).collect(), is_minimal)
}

/// `--replay STEPS`: repeats one execution, without searching.
pub fn replay(program: &Program, rules: &Rules, steps: &str, args: &StagesArgs) -> Result<u8> {
    let (hash, steps) = steps.split_once(':').unwrap_or(("", steps));
    if hash != token_hash(program, rules) {
        bail!(
            "error: the program or the rules have changed since the steps were printed, so they mean nothing now"
        );
    }
    let steps = decode_steps(steps, PROCESSES).map_err(|error| anyhow!("error: {error}"))?;
    let system = Staged::new(program, rules, switches(args), args.loop_bound)
        .map_err(|why| anyhow!("{}:1:1: error: {why}", program.file))?;
    let Some((happened, state)) = system.tell(&steps) else {
        bail!("error: these steps cannot be taken: the program, the rules or the options have changed");
    };
    let mut text = super::text::timeline(program, &happened, args.verbose);
    if !system.is_final(&state) {
        text += "the execution does not finish in these steps\n";
        output::print(&text)?;
        return Ok(3);
    }
    let violated = system.violated(&state);
    for at in &violated {
        text += &format!("{}: violated\n", program.claims[*at].text);
    }
    if violated.is_empty() {
        text += "the execution violates no claim\n";
    }
    output::print(&text)?;
    Ok(u8::from(!violated.is_empty()))
}

/// More than there can be: steps of all of them are written alike.
pub const PROCESSES: u16 = 1024;

/// A hash of the program and the rules, so that changed ones are noticed: of what rules mean, since a `let`
/// may have changed.
pub fn token_hash(program: &Program, rules: &Rules) -> String {
    let text = rules.rules.iter().fold(String::new(), |text, rule| {
        text + &format!("{:?} {:?} {:?}; ", rule.variables, rule.processes, rule.formula)
    });
    format!("{:016x}", program.hash ^ xxhash_rust::xxh3::xxh3_64(text.as_bytes()))
}
