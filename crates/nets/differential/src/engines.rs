//! Differential tests of the engines: on random programs, everything that claims to compute the same set must
//! do so.
//!
//! For each program: K/M store = Algorithm 1 = Algorithm 2 = the axiom acyclic(po ∪ so ∪ rf) by enumeration,
//! in outcomes and (K/M, axiom) in numbers of executions; SC, TSO, PSO = their axioms; stateful = enumeration
//! of all paths; with reduction and sleep sets = without; the graph engine = the stateful one, in outcomes,
//! deadlocks and numbers of executions, none twice; failures beside threads that spin = without reduction;
//! the shipped cat files = the predicates, execution by execution; SC ⊆ TSO ⊆ PSO ⊆ OpMM; no race ⇒ all
//! models = SC; renaming variables and permuting threads changes nothing; two workers = one; the bounds of
//! the JMM, see `closure.rs`. A mismatch is shrunk before it is reported.

use crate::closure::{check_closures, check_objects, check_stages};
use crate::graphs::{check_files, check_graphs};
use axioms::Axioms;
use event::Outcome;
use explore::{
    Config, Executions, Finding, Product, Progress, Reduction, Report, SearchLimits, Stubborn,
    count_executions, search,
};
use litmus::ast::Test;
use litmus::{Program, Rng, Shape, generate, permute_threads, rename, shrink};
use operational::{Memory, WellBehaved};
use std::collections::BTreeSet;
use verify::{MemoryLimits, Model, WithMemory};

/// Counters of the comparisons so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Programs checked.
    pub programs: u64,
    /// Of these with a data race.
    pub racy: u64,
    /// Comparisons skipped because an oracle gave up (too many candidates, too many paths).
    pub skipped: u64,
    /// Outcomes compared.
    pub outcomes: u64,
    /// Executions of the graph engine compared.
    pub graphs: u64,
    /// Candidate executions judged by cat files and predicates.
    pub candidates: u64,
    /// Closures compared.
    pub closures: u64,
    /// Programs about final fields.
    pub objects: u64,
}

impl Tally {
    /// Adds another tally.
    pub fn add(&mut self, other: Tally) {
        self.programs += other.programs;
        self.racy += other.racy;
        self.skipped += other.skipped;
        self.outcomes += other.outcomes;
        self.graphs += other.graphs;
        self.candidates += other.candidates;
        self.closures += other.closures;
        self.objects += other.objects;
    }
}

/// A disagreement between two results that should agree.
#[derive(Debug, Clone)]
pub struct Mismatch {
    /// The seed of the program.
    pub seed: u64,
    /// Which comparison failed and how.
    pub what: String,
    /// The smallest program found that still shows it.
    pub program: String,
}

/// The maximum number of states of one run before its comparison is skipped.
const BUDGET: u64 = 20_000;
/// The same for runs without reduction or visited set and for write lists, which are slow oracles.
const SLOW_BUDGET: u64 = 2_000;

/// Checks the program of one seed.
pub fn check_seed(seed: u64) -> Result<Tally, Box<Mismatch>> {
    let test = program_of(seed);
    check(&test, seed).map_err(|what| {
        // Shrinking must not lead to another mismatch, or to programs that do not compile.
        let kind = |what: &str| what.split([':', '=']).next().unwrap_or_default().to_owned();
        let same_failure =
            |t: &Test| !t.locations.is_empty() && check(t, seed).is_err_and(|w| kind(&w) == kind(&what));
        let small = shrink(&test, same_failure);
        let what = check(&small, seed).err().unwrap_or(what.clone());
        Box::new(Mismatch { seed, what, program: small.to_string() })
    })
}

/// The random program of a seed.
pub fn program_of(seed: u64) -> Test {
    let mut rng = Rng::with_seed(seed);
    let shape = match seed % 10 {
        0 | 1 => Shape::modes(),
        2 => Shape::loops(),
        3 => Shape { threads: (4, 4), statements: (1, 2), ..Shape::core() },
        4 => Shape { threads: (2, 2), statements: (2, 5), ..Shape::core() },
        _ => Shape::core(),
    };
    generate(&mut rng, &shape)
}

struct Run<'a> {
    program: &'a Program,
    reduction: Reduction,
    config: Config,
}

impl WithMemory for Run<'_> {
    type Output = Report;
    fn with<S: Memory>(self, memory: S) -> Report {
        search(&Product::new(self.program, memory, self.reduction), &self.config, &Progress::default())
    }
}

fn run(program: &Program, model: Model, reduction: Reduction, config: Config) -> Report {
    model.with(MemoryLimits::default(), Run { program, reduction, config })
}

fn default_config() -> Config {
    Config {
        limits: SearchLimits { states: Some(BUDGET), depth: None, ..SearchLimits::default() },
        ..Config::default()
    }
}

/// No sleep sets, and a smaller budget.
fn slow_config() -> Config {
    Config {
        limits: SearchLimits { states: Some(SLOW_BUDGET), depth: None, ..SearchLimits::default() },
        sleep_sets: false,
        ..Config::default()
    }
}

fn load(text: &str) -> Result<Program, String> {
    litmus::load("random.litmus", text).map_err(|e| format!("does not compile: {e}"))
}

fn show(set: &BTreeSet<Outcome>) -> String {
    set.iter().map(|o| format!("({})", o.render())).collect::<Vec<_>>().join(" ")
}

pub(crate) fn same(what: &str, a: &BTreeSet<Outcome>, b: &BTreeSet<Outcome>) -> Result<(), String> {
    if a == b { Ok(()) } else { Err(format!("{what}: {} against {}", show(a), show(b))) }
}

fn within(what: &str, a: &BTreeSet<Outcome>, b: &BTreeSet<Outcome>) -> Result<(), String> {
    if a.is_subset(b) { Ok(()) } else { Err(format!("{what}: {} is not within {}", show(a), show(b))) }
}

/// Checks one program; the error says which comparison failed.
fn check(test: &Test, seed: u64) -> Result<Tally, String> {
    let program = load(&test.to_string())?;
    let mut tally = Tally { programs: 1, ..Tally::default() };
    let reports: Vec<(Model, Report)> =
        Model::DEFAULT.iter().map(|&m| (m, run(&program, m, Reduction::Ample, default_config()))).collect();
    if reports.iter().any(|(_, r)| !r.incomplete.is_empty()) {
        tally.skipped += 1;
        return Ok(tally);
    }
    let of = |model: Model| &reports.iter().find(|(m, _)| *m == model).expect("a default model").1;
    tally.outcomes = reports.iter().map(|(_, r)| r.outcomes.len() as u64).sum();
    within("sc in tso", &of(Model::Sc).outcomes, &of(Model::Tso).outcomes)?;
    within("tso in pso", &of(Model::Tso).outcomes, &of(Model::Pso).outcomes)?;
    within("sc in opmm", &of(Model::Sc).outcomes, &of(Model::Opmm).outcomes)?;
    if program.uses_jls_actions_only() {
        // OpMM strengthens fences, weak modes and mixed accesses, PSO does not.
        within("pso in opmm", &of(Model::Pso).outcomes, &of(Model::Opmm).outcomes)?;
    }
    check_races(&program, &reports, &mut tally)?;
    check_stubborn(&program, &reports, &mut tally)?;
    // For each program one model is searched in all ways; the million programs cover all pairs. The slow
    // oracles (all paths, no reduction, write lists, symmetry) check every fourth program.
    check_axioms(&program, &reports, &mut tally)?;
    let (opmm, sc) = (&of(Model::Opmm).outcomes, &of(Model::Sc).outcomes);
    if check_closures(&program, opmm, Some(sc))? {
        tally.closures += 1;
        check_stages(&program)?;
    } else {
        tally.skipped += 1;
    }
    if seed.is_multiple_of(4) {
        check_objects(seed)?;
        tally.objects += 1;
    }
    check_failures(seed)?;
    if seed / 10 % 4 == 1 {
        check_files(&program, &reports, &mut tally)?;
    }
    if !(seed / 10).is_multiple_of(4) {
        return Ok(tally);
    }
    let (model, report) = &reports[(seed / 40 % 4) as usize];
    check_searches(&program, *model, report, seed, &mut tally)?;
    let lists = if seed.is_multiple_of(2) { Model::OpmmAlg1 } else { Model::OpmmAlg2 };
    check_lists(&program, of(Model::Opmm), lists, &mut tally)?;
    check_symmetry(test, &reports[(seed / 3 % 4) as usize])?;
    Ok(tally)
}

fn check_races(program: &Program, reports: &[(Model, Report)], tally: &mut Tally) -> Result<(), String> {
    let system = Product::new(program, WellBehaved, Reduction::Ample);
    let fast = search(&system, &default_config(), &Progress::default());
    let plain = Product::new(program, WellBehaved, Reduction::None);
    let slow = search(&plain, &slow_config(), &Progress::default());
    let races = |r: &Report| r.findings.iter().any(|f| matches!(f, Finding::Race { .. }));
    if !slow.incomplete.is_empty() || !fast.incomplete.is_empty() {
        tally.skipped += 1;
        return Ok(());
    }
    if races(&fast) != races(&slow) {
        return Err(format!(
            "race check: sync-only says {}, all interleavings {}",
            races(&fast),
            races(&slow)
        ));
    }
    if races(&fast) {
        tally.racy += 1;
        return Ok(());
    }
    let sc = &reports[0].1.outcomes;
    same("race free: well-behaved = sc", &fast.outcomes, sc)?;
    reports.iter().try_for_each(|(m, r)| same(&format!("race free: {} = sc", m.name()), &r.outcomes, sc))
}

/// Stubborn sets lose no outcome and no finding; of the race check, no verdict.
fn check_stubborn(program: &Program, reports: &[(Model, Report)], tally: &mut Tally) -> Result<(), String> {
    let config = Config { stubborn: Stubborn::Always, ..default_config() };
    for (model, report) in reports {
        let reduced = run(program, *model, Reduction::Ample, config);
        if !reduced.incomplete.is_empty() {
            tally.skipped += 1;
            continue;
        }
        same_answer(&format!("{}: stubborn sets", model.name()), report, &reduced)?;
    }
    let races = |stubborn| {
        let config = Config { stubborn, ..default_config() };
        let report =
            search(&Product::new(program, WellBehaved, Reduction::Ample), &config, &Progress::default());
        let races = report.findings.iter().any(|f| matches!(f, Finding::Race { .. }));
        (report.incomplete.is_empty(), races, if races { BTreeSet::new() } else { report.outcomes })
    };
    let (all, reduced) = (races(Stubborn::Never), races(Stubborn::Always));
    if all.0 && reduced.0 && all != reduced {
        return Err(format!("race check: stubborn sets: {all:?} against {reduced:?}"));
    }
    Ok(())
}

fn same_answer(what: &str, one: &Report, other: &Report) -> Result<(), String> {
    same(what, &one.outcomes, &other.outcomes)?;
    if (&one.findings, one.diverges) == (&other.findings, other.diverges) {
        return Ok(());
    }
    Err(format!("{what}: {:?} against {:?}", one.findings, other.findings))
}

/// An execution in which a thread spins for ever has no outcome: what a reduction leaves out of it shows in
/// failures only. So the threads of this program make assertions.
fn check_failures(seed: u64) -> Result<(), String> {
    let test = generate(&mut Rng::with_seed(seed), &Shape::spins_and_failures());
    let program = load(&test.to_string())?;
    let model = Model::DEFAULT[(seed % 4) as usize];
    let usual = run(&program, model, Reduction::Ample, default_config());
    let others = [
        ("stubborn sets", Reduction::Ample, Config { stubborn: Stubborn::Always, ..default_config() }),
        ("no reduction", Reduction::None, Config { sleep_sets: false, ..default_config() }),
    ];
    for (name, reduction, config) in others {
        let other = run(&program, model, reduction, config);
        if usual.incomplete.is_empty() && other.incomplete.is_empty() {
            same_answer(&format!("{}: {name} beside spins", model.name()), &usual, &other)
                .map_err(|what| format!("{what}\n{test}"))?;
        }
    }
    Ok(())
}

/// Computes the same set by every kind of search.
fn check_searches(
    program: &Program,
    model: Model,
    report: &Report,
    seed: u64,
    tally: &mut Tally,
) -> Result<(), String> {
    let config = default_config();
    let compare = |what: &str, reduction, config: Config, tally: &mut Tally| {
        let other = run(program, model, reduction, config);
        if !other.incomplete.is_empty() {
            tally.skipped += 1;
            return Ok(None);
        }
        same(&format!("{}: {what}", model.name()), &report.outcomes, &other.outcomes)?;
        if report.findings != other.findings {
            return Err(format!(
                "{}: {what}: {:?} against {:?}",
                model.name(),
                report.findings,
                other.findings
            ));
        }
        Ok(Some(other.stats.states))
    };
    let no_sleep = Config { sleep_sets: false, ..config };
    let states = compare("without sleep sets", Reduction::Ample, no_sleep, tally)?;
    if states.is_some_and(|n| n != report.stats.states) {
        return Err(format!(
            "{}: sleep sets lose states: {} of {states:?}",
            model.name(),
            report.stats.states
        ));
    }
    compare("without reduction", Reduction::None, slow_config(), tally)?;
    match seed % 7 {
        0 => compare("exact", Reduction::Ample, Config { exact: true, ..config }, tally)?,
        1 => compare(
            "breadth first",
            Reduction::Ample,
            Config { order: explore::Order::Bfs, ..config },
            tally,
        )?,
        2 => {
            compare("best first", Reduction::Ample, Config { order: explore::Order::Best, ..config }, tally)?
        }
        3 => compare("two workers", Reduction::Ample, Config { workers: 2, ..config }, tally)?,
        _ => None,
    };
    if !program.has_loops() {
        compare("all paths", Reduction::Ample, Config { stateful: false, ..slow_config() }, tally)?;
    }
    Ok(())
}

fn check_lists(program: &Program, opmm: &Report, lists: Model, tally: &mut Tally) -> Result<(), String> {
    let report = run(program, lists, Reduction::None, slow_config());
    if !report.incomplete.is_empty() {
        tally.skipped += 1;
        return Ok(());
    }
    same(&format!("opmm = {}", lists.name()), &opmm.outcomes, &report.outcomes)
}

struct Count<'a> {
    program: &'a Program,
    with_co: bool,
}

impl WithMemory for Count<'_> {
    type Output = Executions;
    fn with<S: Memory>(self, memory: S) -> Executions {
        count_executions(self.program, memory, self.with_co, BUDGET)
    }
}

fn check_axioms(program: &Program, reports: &[(Model, Report)], tally: &mut Tally) -> Result<(), String> {
    let limits = axioms::CandidateLimits { steps: 200_000, ..axioms::CandidateLimits::default() };
    for (axioms, (model, report)) in Axioms::ALL.iter().zip(reports) {
        let Ok(by_axiom) = axioms::enumerate(program, *axioms, &limits) else {
            tally.skipped += 1;
            continue;
        };
        same(&format!("{} = its axioms", model.name()), &report.outcomes, &by_axiom.outcomes)?;
        check_graphs(program, *axioms, report, &by_axiom, tally)?;
        if program.has_loops() {
            // A loop that no execution leaves may be treated by the axioms only where it is never entered.
            continue;
        }
        let count = |with_co| model.with(MemoryLimits::default(), Count { program, with_co });
        let mut expect = |what, counted, axiom| match counted {
            Executions::Unknown => {
                tally.skipped += 1;
                Ok(())
            }
            Executions::Exactly(n) if n == axiom => Ok(()),
            Executions::Exactly(n) => Err(format!("{}: {n} {what} against {axiom} by axioms", model.name())),
        };
        expect("executions", count(false), by_axiom.executions)?;
        if *model == Model::Sc {
            expect("executions with coherence", count(true), by_axiom.executions_with_co)?;
        }
    }
    Ok(())
}

/// Names of variables and numbers of threads must not matter.
fn check_symmetry(test: &Test, (model, report): &(Model, Report)) -> Result<(), String> {
    let order: Vec<u32> = (0..test.threads.len() as u32).rev().collect();
    let permuted = load(&permute_threads(test, &order).to_string())?;
    let renamed = load(&rename(test))?;
    let strip = |set: &BTreeSet<Outcome>| -> BTreeSet<Outcome> {
        // Failures name threads, but random programs have none, so it is enough to compare values.
        set.iter().map(|o| Outcome { values: o.values.clone(), ..Outcome::default() }).collect()
    };
    let wanted = strip(&report.outcomes);
    let other = run(&permuted, *model, Reduction::Ample, default_config());
    same(&format!("{}: threads permuted", model.name()), &wanted, &strip(&other.outcomes))?;
    let other = run(&renamed, *model, Reduction::Ample, default_config());
    same(&format!("{}: variables renamed", model.name()), &wanted, &strip(&other.outcomes))
}
