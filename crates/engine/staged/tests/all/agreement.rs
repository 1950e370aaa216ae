//! Differential tests: on random programs, the rules for SC, TSO and PSO have the outcomes that the
//! operational models and the axioms have; and every optimisation of the abstract machine can be switched off
//! without a difference.

use axioms::Axioms;
use event::{Outcome, Value};
use explore::{Config, Product, Progress, Reduction, Report, SearchLimits, search};
use litmus::ast::Test;
use litmus::{Program, Rng, Shape, generate, shrink};
use operational::{Memory, SequentialConsistency, StoreBuffers};
use ordering::Rules;
use staged::{Staged, Switches};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// Counters of the comparisons so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StagesTally {
    /// Programs checked.
    pub programs: u64,
    /// Outcomes compared with the operational models.
    pub outcomes: u64,
    /// Comparisons with the axioms.
    pub axioms: u64,
    /// Comparisons with the solver.
    pub solved: u64,
    /// Comparisons of UPC, Itanium, PRAM and causal memory with their relational models.
    pub related: u64,
    /// Comparisons with an optimisation switched off.
    pub switched: u64,
    /// Comparisons skipped as too large.
    pub skipped: u64,
}

impl StagesTally {
    /// Adds another tally.
    pub fn add(&mut self, other: StagesTally) {
        self.programs += other.programs;
        self.outcomes += other.outcomes;
        self.axioms += other.axioms;
        self.solved += other.solved;
        self.related += other.related;
        self.switched += other.switched;
        self.skipped += other.skipped;
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

/// The most states of a search before its comparison is skipped.
pub const BUDGET: u64 = 3_000;
/// The same with an optimisation switched off.
const SLOW_BUDGET: u64 = 1_000;

/// Checks the program of one seed.
///
/// # Errors
/// A mismatch.
pub fn check_seed(seed: u64) -> Result<StagesTally, Box<Mismatch>> {
    let mut rng = Rng::with_seed(seed);
    let shape = match seed % 9 {
        0 => Shape { threads: (4, 4), statements: (1, 2), ..shape() },
        1 | 2 => Shape { threads: (2, 2), statements: (2, 4), ..shape() },
        3 => Shape { weak_modes: 40, ..shape() },
        4 => Shape { loops: 80, branches: 30, ..shape() },
        _ => shape(),
    };
    let test = generate(&mut rng, &shape);
    let mut tally = check(&test, seed).map_err(|what| {
        let kind = |what: &str| what.split(':').next().unwrap_or_default().to_owned();
        let is_same =
            |t: &Test| !t.locations.is_empty() && check(t, seed).is_err_and(|w| kind(&w) == kind(&what));
        let small = shrink(&test, is_same);
        let what = check(&small, seed).err().unwrap_or(what.clone());
        Box::new(Mismatch { seed, what, program: small.to_string() })
    })?;
    if seed % 8 == 1 {
        let one = crate::relational::check_relational_seed(seed / 8)?;
        tally.related += one.related;
        tally.skipped += one.skipped;
    }
    Ok(tally)
}

/// What both languages have.
fn shape() -> Shape {
    Shape { joins: 0, updates: 0, fences: 15, monitors: 1, plain: 3, volatiles: 1, ..Shape::core() }
}

/// The models, as rules and as axioms.
fn models() -> &'static [(Rules, Axioms)] {
    static MODELS: OnceLock<Vec<(Rules, Axioms)>> = OnceLock::new();
    MODELS.get_or_init(|| {
        let rules = |name| ordering::shipped(name).unwrap_or_else(|| panic!("{name} is shipped"));
        vec![(rules("sc"), Axioms::Sc), (rules("tso"), Axioms::Tso), (rules("pso"), Axioms::Pso)]
    })
}

/// The same model as a memory.
fn by_memory(program: &Program, model: Axioms) -> Report {
    fn run(program: &Program, memory: impl Memory) -> Report {
        search(&Product::new(program, memory, Reduction::Ample), &config(BUDGET), &Progress::default())
    }
    match model {
        Axioms::Tso => run(program, StoreBuffers::tso(32)),
        Axioms::Pso => run(program, StoreBuffers::pso(32)),
        _ => run(program, SequentialConsistency),
    }
}

fn config(states: u64) -> Config {
    Config { limits: SearchLimits { states: Some(states), ..SearchLimits::default() }, ..Config::default() }
}

/// A test as a program of both languages, and the place of each observed value in the second.
pub fn both(test: &Test) -> Result<(Program, stages::Program, Vec<usize>), String> {
    // Rules know full fences only.
    let weaker = ["acquireFence", "releaseFence", "loadLoadFence", "storeStoreFence"];
    let text = weaker.iter().fold(test.to_string(), |text, name| text.replace(name, "fullFence"));
    let program = litmus::load("random.litmus", &text).map_err(|e| format!("does not compile: {e}"))?;
    let test = litmus::parse("random.litmus", &text).map_err(|e| format!("does not parse: {e}"))?;
    // Everything that is generated can be translated.
    let translated =
        stages::from_litmus("random.litmus", &text, &test).map_err(|why| format!("{why}: {text}"))?;
    // By name: both list what is observed in an order of their own.
    let places: Vec<usize> = (program.observed().iter())
        .filter_map(|it| translated.observed.iter().position(|other| other.name == it.name))
        .collect();
    if places.len() != program.observed().len() {
        return Err("names: the translation does not show the same".to_owned());
    }
    Ok((program, translated, places))
}

fn check(test: &Test, seed: u64) -> Result<StagesTally, String> {
    let mut tally = StagesTally { programs: 1, ..StagesTally::default() };
    let (program, translated, places) = both(test)?;
    for (rules, axioms) in models() {
        let reference = by_memory(&program, *axioms);
        if !reference.incomplete.is_empty() {
            tally.skipped += 1;
            continue;
        }
        let finished: BTreeSet<Vec<Value>> = reference.outcomes.iter().map(|it| it.values.clone()).collect();
        let Some(ours) = outcomes(&translated, rules, Switches::default(), BUDGET, &places) else {
            tally.skipped += 1;
            continue;
        };
        tally.outcomes += finished.len() as u64;
        if ours != finished {
            return Err(format!("{}: rules {ours:?}, memory {finished:?}", rules.name));
        }
        let limits = axioms::CandidateLimits { steps: 100_000, ..axioms::CandidateLimits::default() };
        if !program.has_loops() {
            match axioms::enumerate(&program, *axioms, &limits) {
                Ok(by_axiom) => {
                    tally.axioms += 1;
                    let values: BTreeSet<Vec<Value>> =
                        by_axiom.outcomes.iter().map(|it: &Outcome| it.values.clone()).collect();
                    if values != ours {
                        return Err(format!("{} axioms: rules {ours:?}, axioms {values:?}", rules.name));
                    }
                }
                Err(_) => tally.skipped += 1,
            }
        }
        if seed.is_multiple_of(8) {
            compare_solver(&translated, rules, &places, &ours, &mut tally)?;
        }
        // Searches without an optimisation are what takes long.
        if seed.is_multiple_of(40) {
            compare_switches(&translated, rules, &places, &ours, &mut tally)?;
        }
    }
    if seed.is_multiple_of(64) {
        for name in ["itanium", "rmo", "upc", "pram", "causal", "cookbook"] {
            let Some(rules) = ordering::shipped(name) else { return Err(format!("{name} is not shipped")) };
            match outcomes(&translated, &rules, Switches::default(), SLOW_BUDGET, &places) {
                Some(ours) => {
                    compare_solver(&translated, &rules, &places, &ours, &mut tally)?;
                    compare_switches(&translated, &rules, &places, &ours, &mut tally)
                        .map_err(|what| format!("{name} {what}"))?;
                }
                None => tally.skipped += 1,
            }
        }
    }
    Ok(tally)
}

/// The same rules as a problem for the SAT solver.
fn compare_solver(
    program: &stages::Program,
    rules: &Rules,
    places: &[usize],
    ours: &BTreeSet<Vec<Value>>,
    tally: &mut StagesTally,
) -> Result<(), String> {
    let system =
        Staged::new(program, rules, Switches::default(), None).map_err(|why| format!("solver: {why}"))?;
    let Some(solved) = system.outcomes_by_solver() else {
        tally.skipped += 1;
        return Ok(());
    };
    tally.solved += 1;
    let solved: BTreeSet<Vec<Value>> =
        solved.iter().map(|it| places.iter().map(|at| it.values[*at]).collect()).collect();
    if solved == *ours { Ok(()) } else { Err(format!("{} solver: {solved:?}, search {ours:?}", rules.name)) }
}

/// Each optimisation alone off, and all but the guards.
fn compare_switches(
    program: &stages::Program,
    rules: &Rules,
    places: &[usize],
    ours: &BTreeSet<Vec<Value>>,
    tally: &mut StagesTally,
) -> Result<(), String> {
    let on = Switches::default();
    let cases = [
        ("por", Switches { por: false, ..on }),
        ("rc", Switches { rc: false, ..on }),
        ("pi", Switches { pi: false, ..on }),
        ("ds", Switches { ds: false, ..on }),
        ("guards", Switches { guards: false, ..on }),
        ("pi and por", Switches { pi: false, por: false, ..on }),
        ("guards, rc, pi and por", Switches { guards: false, ds: true, pi: false, rc: false, por: false }),
    ];
    for (name, switches) in cases {
        match outcomes(program, rules, switches, SLOW_BUDGET, places) {
            Some(other) if other != *ours => {
                return Err(format!("without {name}: {other:?}, with it {ours:?}"));
            }
            Some(_) => tally.switched += 1,
            None => tally.skipped += 1,
        }
    }
    Ok(())
}

/// The outcomes, in the order of `places`; `None` if there are too many states.
pub fn outcomes(
    program: &stages::Program,
    rules: &Rules,
    switches: Switches,
    budget: u64,
    places: &[usize],
) -> Option<BTreeSet<Vec<Value>>> {
    let system = Staged::new(program, rules, switches, None).ok()?;
    let report = search(&system, &config(budget), &Progress::default());
    if !report.incomplete.is_empty() || system.is_window_full() {
        return None;
    }
    Some(report.outcomes.iter().map(|it| places.iter().map(|at| it.values[*at]).collect()).collect())
}
