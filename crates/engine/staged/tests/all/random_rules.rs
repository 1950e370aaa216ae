//! Random rules on random programs: the engine, however it searches, has the outcomes that follow from the
//! definition ([`crate::naive`]).

use crate::naive;
use explore::{Config, Progress, SearchLimits, search};
use litmus::Rng;
use ordering::Rules;
use staged::{Staged, Switches};
use std::collections::BTreeSet;

/// Counters of the comparisons so far.
#[derive(Debug, Clone, Copy, Default)]
pub struct RulesTally {
    /// Pairs of a program and rules that were compared.
    pub compared: u64,
    /// Those of them whose rules leave some outcomes out, but not all.
    pub telling: u64,
    /// Those whose rules no execution satisfies.
    pub empty: u64,
    /// Those in which processes observe differently.
    pub observed: u64,
    /// Searches with an optimisation off.
    pub switched: u64,
    /// Comparisons with the solver.
    pub solved: u64,
    /// Those with too many executions.
    pub skipped: u64,
}

impl RulesTally {
    /// Adds another tally.
    pub fn add(&mut self, other: RulesTally) {
        self.compared += other.compared;
        self.telling += other.telling;
        self.empty += other.empty;
        self.observed += other.observed;
        self.switched += other.switched;
        self.solved += other.solved;
        self.skipped += other.skipped;
    }
}

/// More steps of all executions of a program are not taken.
const MOST_STEPS: usize = 60_000;
/// More states are not searched.
const MOST_STATES: u64 = 5_000;

/// Checks the rules and the program of one seed.
///
/// # Errors
/// What differs.
pub fn check_rules_seed(seed: u64) -> Result<RulesTally, String> {
    let mut rng = Rng::with_seed(seed);
    let kind = Kind {
        has_observers: seed.is_multiple_of(4),
        has_fetches: seed % 4 == 1,
        processes: if seed % 8 == 3 { 3 } else { 2 },
    };
    let (program, rules) = (program(&mut rng, &kind), rules(&mut rng, &kind));
    check(&program, &rules, seed).map_err(|what| {
        let (program, rules) = smaller(program, rules, seed);
        let what = check(&program, &rules, seed).err().unwrap_or(what);
        format!("seed {seed}: {what}\n{program}\n{rules}")
    })
}

fn check(program: &str, rules: &str, seed: u64) -> Result<RulesTally, String> {
    let mut tally = RulesTally::default();
    let program = stages::parse("p.stages", program).map_err(|error| format!("program: {error}"))?;
    let rules = Rules::load("m.rules", rules, &|_| Ok(None)).map_err(|error| format!("rules: {error}"))?;
    let Some(expected) = naive::outcomes(&program, &rules, MOST_STEPS) else {
        tally.skipped += 1;
        return Ok(tally);
    };
    tally.compared += 1;
    tally.empty += u64::from(expected.is_empty());
    tally.observed += u64::from(rules.has_observers());
    let on = Switches::default();
    let none = Rules::load("none.rules", "", &|_| Ok(None)).map_err(|error| format!("rules: {error}"))?;
    let all = by_engine(&program, &none, on)?.map(|(all, _)| all);
    tally.telling += u64::from(!expected.is_empty() && all.is_some_and(|all| all != expected));
    let cases = [
        ("no reduction", Switches { por: false, ..on }),
        ("no forgetting", Switches { rc: false, ..on }),
        ("no prefetching", Switches { pi: false, ..on }),
        ("no guards", Switches { guards: false, ..on }),
        ("no guards, no reduction", Switches { guards: false, por: false, ..on }),
        ("no prefetching, no reduction", Switches { pi: false, por: false, ..on }),
        ("nothing", Switches { guards: false, ds: true, pi: false, rc: false, por: false }),
    ];
    let other = cases[(seed % cases.len() as u64) as usize];
    for (name, switches) in [("every optimisation", on), other] {
        let Some((ours, solved)) = by_engine(&program, &rules, switches)? else {
            tally.skipped += 1;
            continue;
        };
        tally.switched += 1;
        if ours != expected {
            return Err(format!("{name}: {ours:?}, by definition {expected:?}"));
        }
        if let Some(solved) = solved {
            tally.solved += 1;
            if solved != expected {
                return Err(format!("solver: {solved:?}, by definition {expected:?}"));
            }
        }
    }
    Ok(tally)
}

type Outcomes = BTreeSet<Vec<i64>>;

/// The outcomes by the search and, with every optimisation, by the solver; `None` if there are too many
/// states.
fn by_engine(
    program: &stages::Program,
    rules: &Rules,
    switches: Switches,
) -> Result<Option<(Outcomes, Option<Outcomes>)>, String> {
    let system = Staged::new(program, rules, switches, None).map_err(|why| format!("engine: {why}"))?;
    let limits = SearchLimits { states: Some(MOST_STATES), ..SearchLimits::default() };
    let report = search(&system, &Config { limits, ..Config::default() }, &Progress::default());
    if !report.incomplete.is_empty() {
        return Ok(None);
    }
    let values = |it: &event::Outcome| it.values.iter().map(|value| value.0).collect::<Vec<i64>>();
    let solved = if switches == Switches::default() { system.outcomes_by_solver() } else { None };
    Ok(Some((
        report.outcomes.iter().map(values).collect(),
        solved.map(|all| all.iter().map(values).collect()),
    )))
}

/// Leaves out lines as long as the results differ.
fn smaller(mut program: String, mut rules: String, seed: u64) -> (String, String) {
    let differs = |program: &str, rules: &str| {
        check(program, rules, seed)
            .is_err_and(|what| !what.starts_with("program") && !what.starts_with("rules"))
    };
    let without = |text: &str, line: usize| {
        let lines = text.lines().enumerate().filter(|(at, _)| *at != line);
        lines.map(|(_, text)| format!("{text}\n")).collect::<String>()
    };
    let mut changes = true;
    while changes {
        changes = false;
        for line in (0..program.lines().count()).rev() {
            let less = without(&program, line);
            if differs(&less, &rules) {
                (program, changes) = (less, true);
            }
        }
        for line in (0..rules.lines().count()).rev() {
            let less = without(&rules, line);
            if differs(&program, &less) {
                (rules, changes) = (less, true);
            }
        }
    }
    (program, rules)
}

/// What is generated.
struct Kind {
    has_observers: bool,
    has_fetches: bool,
    processes: usize,
}

fn one<'a>(rng: &mut Rng, choices: &[&'a str]) -> &'a str {
    choices[rng.usize(..choices.len())]
}

/// Two processes on which orders show.
const SHAPES: [[&str; 2]; 8] = [
    ["x = 1;\nr = y;", "y = 1;\nr = x;"],
    ["x = 1;\ny = 1;", "r = y;\nq = x;"],
    ["r = x;\ny = 1;", "r = y;\nx = 1;"],
    ["x = 1;\ny = 2;", "y = 1;\nx = 2;"],
    ["x = 2;\ny = 1;", "r = y;\nx = 1;"],
    ["x = 1;", "r = x;\nNop;\nq = x;"],
    ["x = 1;\nx = 2;", "r = x;\nq = x;"],
    ["x = 1;\nr = x;\nq = y;", "y = 1;\nx = 2;"],
];

/// The same with so few operations that each process may observe them in an order of its own.
const OBSERVED: [[&str; 2]; 7] = [
    ["x = 1;", "r = x;"],
    ["x = 1;", "r = x;\nq = x;"],
    ["x = 1;\nr = y;", "q = x;"],
    ["r = x;\nx = 1;", "Nop;\nr = x;"],
    ["x = 1;\nNop;", "Nop;\nr = x;"],
    ["x = 1;", "r = 1;\nif (r) { q = x; }"],
    ["x = 1;", "y = 1;"],
];

/// A program, one statement in a line.
fn program(rng: &mut Rng, kind: &Kind) -> String {
    if kind.has_observers || rng.usize(..2) == 0 {
        let all = if kind.has_observers { &OBSERVED[..] } else { &SHAPES[..] };
        let shape = all[rng.usize(..all.len())];
        let mut text = "init x = 0, y = 0;\n".to_owned();
        for (process, body) in shape.iter().enumerate() {
            text += &format!("process P{process} {{\n");
            for line in body.lines() {
                text += if rng.usize(..2) == 0 { one(rng, &["@a ", "@b ", "@a @b "]) } else { "" };
                text += &format!("{line}\n");
            }
            text += "}\n";
        }
        let registers = [("P0", shape[0]), ("P1", shape[1])].map(|(name, body)| {
            let has = |register: &&&str| body.lines().any(|line| line.starts_with(**register));
            ["r", "q"].iter().filter(has).map(|register| format!("{name}:{register}, ")).collect::<String>()
        });
        return format!("{text}observe {}x, y;\n", registers.concat());
    }
    let mut text = "init x = 0, y = 0, p = &x;\n".to_owned();
    let mut observed = Vec::new();
    let most = match (kind.has_observers || kind.has_fetches, kind.processes) {
        (true, _) | (_, 3) => 2,
        (false, _) => 3,
    };
    for process in 0..kind.processes {
        let body: Vec<String> = (0..rng.usize(1..=most)).map(|_| statement(rng)).collect();
        text += &format!("process P{process} {{\n");
        for register in ["r", "q"] {
            let has = |text: &String| text.split(|c: char| !c.is_alphanumeric()).any(|word| word == register);
            if body.iter().any(has) {
                // A register is assigned before it is read.
                if !body.iter().find(|text| has(text)).is_some_and(|text| text.starts_with(register)) {
                    text += &format!("{register} = 0;\n");
                }
                observed.push(format!("P{process}:{register}"));
            }
        }
        text += &format!("{}\n}}\n", body.join("\n"));
    }
    let observed: String = observed.iter().map(|name| format!("{name}, ")).collect();
    text + &format!("observe {observed}x, y;\n")
}

fn statement(rng: &mut Rng) -> String {
    let attribute = if rng.usize(..3) == 0 { one(rng, &["@a ", "@b ", "@a @b "]) } else { "" };
    let register = one(rng, &["r", "q"]);
    let location = one(rng, &["x", "y"]);
    let value = rng.usize(1..3);
    let body = match rng.usize(..16) {
        0..=4 => format!("{location} = {value};"),
        5..=8 => format!("{register} = {location};"),
        9 => format!("Store [{location}] <- r + {value};"),
        10 => return format!("if (r) {{ {attribute}{location} = {value}; }}"),
        11 => format!("if (q) {{ r = {value}; }} else {{ {attribute}r = {location}; }}"),
        12 => "Nop;".to_owned(),
        13 => one(rng, &["Nop [x];", "Nop [y];"]).to_owned(),
        14 => one(rng, &["p = &y;", "q = p; [q] = 1;", "q = p; r = [q];"]).to_owned(),
        _ => format!("while ({location} == 0) {{ {attribute}{location} = 1; }}"),
    };
    format!("{attribute}{body}")
}

/// Some rules, one in a line.
fn rules(rng: &mut Rng, kind: &Kind) -> String {
    let mut text = "attribute a, b\nlet c = a or b\n".to_owned();
    let (known, others) = (rng.usize(..4), rng.usize(..3));
    for number in 0..known {
        let mut rule = USUAL[rng.usize(..USUAL.len())].to_owned();
        for sort in ["load ", "store ", "memory "] {
            if rng.usize(..5) == 0 {
                rule = rule.replacen(sort, &format!("{}{sort}", one(rng, &["a ", "!b ", "c "])), 1);
            }
        }
        if kind.has_observers && rng.usize(..2) == 0 {
            rule = rule.replace(" . ", ", observer v . ").replace(')', " @ v)");
            rule = rule.replace("loc(i @ v)", "loc(i)").replace("loc(j @ v)", "loc(j)");
            rule = rule.replace("proc(i @ v)", "proc(i)").replace("proc(k @ v)", "proc(k)");
            if let Some((before, after)) = rule.clone().split_once(" where ") {
                rule = format!("{before}, observer v where {}", after.replace(", observer v . ", " . "));
            }
        }
        text += &format!("rule u{number}: forall {rule}\n");
    }
    for number in 0..others.max(usize::from(known == 0)) {
        text += &rule(rng, kind, number);
        text.push('\n');
    }
    text
}

/// Rules that leave many executions out.
const USUAL: [&str; 14] = [
    "memory i < memory j . exec(i) < exec(j)",
    "memory i < memory j where loc(i) = loc(j) . exec(i) < exec(j)",
    "load i < memory j . exec(i) < exec(j)",
    "memory i < store j . exec(i) < exec(j)",
    "store i < load j . exec(i) < exec(j)",
    "store i < memory j, process q where proc(i) = q . refl(i -> q) < exec(j)",
    "store i < memory j, process q . refl(i -> q) < exec(j)",
    "store i < store j, process q . refl(i -> q) < refl(j -> q)",
    "store i < store j, process q r where loc(i) = loc(j) . refl(i -> q) < refl(j -> r)",
    "store i, load k, process q r . refl(i -> q) < exec(k) => refl(i -> r) < exec(k)",
    "store i, store k, process q r s . refl(i -> q) < refl(k -> s) => refl(i -> r) < refl(k -> s)",
    "store i, memory k, process q . exec(i) < exec(k) => refl(i -> q) < exec(k)",
    "store i, store k, process q r where proc(k) = q . refl(i -> q) < exec(k) => refl(i -> r) < refl(k -> r)",
    "store i, process p q where proc(i) = p, p != q . refl(i -> p) < refl(i -> q)",
];

/// The names that a rule binds: instructions with their sorts, and processes.
struct Names {
    instructions: Vec<(&'static str, &'static str)>,
    processes: Vec<&'static str>,
}

const SORTS: [&str; 8] = ["memory", "load", "store", "store", "instruction", "nop", "jump", "move"];

fn rule(rng: &mut Rng, kind: &Kind, number: usize) -> String {
    let mut names = Names { instructions: Vec::new(), processes: Vec::new() };
    let mut text = format!("rule r{number}: forall ");
    let count = [1, 2, 2, 2, 2, 3][rng.usize(..6)];
    for name in ["i", "j", "k"].into_iter().take(count) {
        let most = if rng.usize(..3) == 0 { SORTS.len() } else { 4 };
        let mut sort = SORTS[rng.usize(..most)];
        let adjective = if rng.usize(..4) == 0 { one(rng, &["a ", "!a ", "c ", "b !a "]) } else { "" };
        text += match (names.instructions.is_empty(), rng.usize(..3)) {
            (true, _) => "",
            (false, 0) => ", ",
            (false, _) => " < ",
        };
        // Without a sort any instruction is meant.
        let shown = if rng.usize(..12) == 0 {
            sort = "instruction";
            String::new()
        } else {
            format!("{sort} ")
        };
        text += &format!("{adjective}{shown}{name}");
        names.instructions.push((name, sort));
    }
    for name in ["p", "q"].into_iter().take(rng.usize(..3)) {
        text += &format!(", process {name}");
        names.processes.push(name);
    }
    let conditions: Vec<String> = (0..rng.usize(..3)).map(|_| condition(rng, &names, 1)).collect();
    if !conditions.is_empty() {
        text += &format!(" where {}", conditions.join(", "));
    }
    let text = format!("{text} . ");
    match rng.usize(..4) {
        // Most rules that people write are like these.
        0 | 1 => text + &order(rng, kind, &names),
        2 => format!("{text}{} => {}", order(rng, kind, &names), order(rng, kind, &names)),
        _ => text + &formula(rng, kind, &names, 2),
    }
}

/// One operation before another one, of another instruction if there is one.
fn order(rng: &mut Rng, kind: &Kind, names: &Names) -> String {
    let count = names.instructions.len();
    let first = rng.usize(..count);
    // Mostly the first in the order in which they are bound.
    let (mut a, mut b) = (first, (first + rng.usize(1..count.max(2))) % count);
    if a > b && rng.usize(..5) > 0 {
        (a, b) = (b, a);
    }
    let view = kind.has_observers && !names.processes.is_empty() && rng.usize(..4) > 0;
    let sign = one(rng, &["<", "<", "<", "<="]);
    format!("{} {sign} {}", op(rng, kind, names, a, view), op(rng, kind, names, b, view))
}

/// What does not say when something happens.
fn condition(rng: &mut Rng, names: &Names, depth: usize) -> String {
    let mut any = || names.instructions[rng.usize(..names.instructions.len())];
    let ((i, sort), (j, other)) = (any(), any());
    let sign = one(rng, &["=", "=", "!="]);
    match rng.usize(..12) {
        0..=2 => format!("loc({i}) {sign} loc({j})"),
        3 => format!("proc({i}) {sign} proc({j})"),
        4 | 5 if !names.processes.is_empty() => format!("proc({i}) {sign} {}", names.processes[0]),
        6 if names.processes.len() > 1 => format!("p {sign} q"),
        7 => format!("{}({i})", one(rng, &["a", "b", "c", "load", "store", "jump", "nop"])),
        8 => format!("{i} < {j}"),
        9 if sort == "nop" && other == "nop" => format!("next({i}, {j})"),
        10 if depth > 0 => format!("not ({})", condition(rng, names, depth - 1)),
        11 if depth > 0 => {
            let word = one(rng, &["and", "or"]);
            format!("({} {word} {})", condition(rng, names, depth - 1), condition(rng, names, depth - 1))
        }
        _ => format!("proc({i}) = proc({j})"),
    }
}

fn formula(rng: &mut Rng, kind: &Kind, names: &Names, depth: usize) -> String {
    let inner = |rng: &mut Rng| formula(rng, kind, names, depth - 1);
    match rng.usize(..12) {
        0 if depth > 0 => format!("({} and {})", inner(rng), inner(rng)),
        1 if depth > 0 => format!("({} or {})", inner(rng), inner(rng)),
        2 if depth > 0 => format!("not ({})", inner(rng)),
        3..=5 if depth > 0 => format!("({} => {})", inner(rng), inner(rng)),
        6 => condition(rng, names, 0),
        7 if kind.has_observers && !names.processes.is_empty() => {
            match names.instructions.iter().find(|(_, sort)| *sort == "load") {
                Some((load, _)) => format!("sees({load} @ p)"),
                None => "true".to_owned(),
            }
        }
        _ => order(rng, kind, names),
    }
}

fn op(rng: &mut Rng, kind: &Kind, names: &Names, of: usize, has_view: bool) -> String {
    let (name, sort) = names.instructions[of];
    let process = |rng: &mut Rng| names.processes[rng.usize(..names.processes.len())];
    let view = if has_view { format!(" @ {}", process(rng)) } else { String::new() };
    if kind.has_fetches && !has_view && rng.usize(..3) == 0 {
        return format!("{}({name})", one(rng, &["fetch", "issue"]));
    }
    if sort == "store" && !names.processes.is_empty() && rng.usize(..3) > 0 {
        return format!("refl({name} -> {}{view})", process(rng));
    }
    format!("exec({name}{view})")
}
