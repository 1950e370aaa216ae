//! The documented order of simplicity (docs/CHECK.md): fewest reads that do not see the latest write, then
//! fewest context switches, then fewest steps. Compared with all executions, one by one.

use event::{Cut, Loc, Outcome, Value};
use explore::{
    Config, Effort, End, Finding, Product, Progress, Reduction, Sink, Step, System, Target, search,
    simplified, witness,
};
use litmus::{Rng, Shape, generate};
use operational::{KnownMasked, Memory, Overflow, SequentialConsistency};
use std::collections::{BTreeMap, BTreeSet};

const PROGRAMS: u64 = 400;

/// How hard an execution is to read: surprising reads, context switches, steps.
type Cost = (u32, u32, u32);

/// Counts reads that do not see the latest write.
#[derive(Default, Clone)]
struct Surprises {
    latest: BTreeMap<Loc, Value>,
    count: u32,
}

impl Sink for Surprises {
    fn read(&mut self, loc: Loc, value: Value) {
        self.count += u32::from(self.latest.get(&loc).is_some_and(|latest| *latest != value));
    }
    fn wrote(&mut self, loc: Loc, value: Value) {
        self.latest.insert(loc, value);
    }
    fn finding(&mut self, _finding: Finding) {}
    fn cut(&mut self, _cut: Cut) {}
    fn overflow(&mut self, _overflow: Overflow) {}
}

/// The cost of each outcome's cheapest execution; gives up if there are more than `left` executions.
struct Executions<'a, Y: System> {
    system: &'a Y,
    left: u32,
    cheapest: BTreeMap<Outcome, Cost>,
}

impl<Y: System> Executions<'_, Y> {
    fn follow(
        &mut self,
        state: &Y::State,
        seen: &Surprises,
        last: Option<u16>,
        (switches, length): (u32, u32),
    ) {
        let mut steps = Vec::new();
        self.system.steps(state, &mut steps);
        if steps.is_empty() {
            self.left = self.left.saturating_sub(1);
            let mut outcomes = Vec::new();
            if self.system.end(state) == End::Finished {
                self.system.outcomes(state, &mut outcomes);
            }
            for outcome in outcomes {
                let cost = (seen.count, switches, length);
                let known = self.cheapest.entry(outcome).or_insert(cost);
                *known = cost.min(*known);
            }
        }
        for step in steps {
            if self.left == 0 {
                return;
            }
            let (mut next, mut seen) = (state.clone(), seen.clone());
            self.system.take(&mut next, step, &mut seen);
            let switch = u32::from(last.is_some_and(|last| last != step.process));
            self.follow(&next, &seen, Some(step.process), (switches + switch, length + 1));
        }
    }
}

fn cost_of<Y: System>(system: &Y, steps: &[Step]) -> Cost {
    let mut seen = Surprises::default();
    let mut state = system.initial(&mut seen);
    for step in steps {
        system.take(&mut state, *step, &mut seen);
    }
    let switches = steps.windows(2).filter(|pair| pair[0].process != pair[1].process).count();
    (seen.count, switches as u32, steps.len() as u32)
}

#[derive(Debug, Default)]
struct Tally {
    /// The number of executions compared.
    compared: u32,
    /// How many of them cannot avoid a surprise.
    surprising: u32,
    /// The seeds of programs for which a witness was not simplest.
    dearer: BTreeSet<u64>,
}

fn compare_witnesses(memory: impl Memory + Clone) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..PROGRAMS {
        let text = generate(&mut Rng::with_seed(seed), &Shape::core()).to_string();
        let program = litmus::load("random", &text).unwrap_or_else(|e| panic!("{e}"));
        let system = Product::new(&program, memory.clone(), Reduction::Ample);
        let mut all = Executions { system: &system, left: 3_000, cheapest: BTreeMap::new() };
        let mut seen = Surprises::default();
        let initial = system.initial(&mut seen);
        all.follow(&initial, &seen, None, (0, 0));
        if all.left == 0 {
            continue;
        }
        for (outcome, cheapest) in all.cheapest {
            let steps = witness(&system, &Target::Outcome(outcome.clone()), &Progress::default());
            let steps =
                steps.unwrap_or_else(|| panic!("seed {seed}: no execution shows {outcome:?}\n{text}"));
            let cost = cost_of(&system, &steps);
            assert!(cost >= cheapest, "seed {seed}: {outcome:?}\n{text}");
            tally.compared += 1;
            tally.surprising += u32::from(cheapest.0 > 0);
            if cost > cheapest {
                tally.dearer.insert(seed);
            }
        }
    }
    tally
}

#[test]
fn a_sequentially_consistent_witness_has_the_fewest_switches_and_then_steps() {
    let tally = compare_witnesses(SequentialConsistency);
    assert!(tally.compared > 300, "{tally:?}");
    assert!(tally.surprising == 0 && tally.dearer.is_empty(), "{tally:?}");
}

#[test]
fn a_weak_witness_has_the_fewest_reads_of_old_values_first() {
    let tally = compare_witnesses(KnownMasked);
    assert!(tally.compared > 300 && tally.surprising > 20, "{tally:?}");
    // The search identifies states that differ only in the latest writes, and keeps the first path to them.
    // So it loses a cheaper one in about one of a hundred programs.
    assert!(tally.dearer.len() as u64 * 100 < PROGRAMS, "{tally:?}");
}

#[test]
fn a_known_path_becomes_no_worse_and_as_simple_as_any_if_there_is_time() {
    let (mut paths, mut shorter) = (0, 0);
    for seed in 0..PROGRAMS {
        let text = generate(&mut Rng::with_seed(seed), &Shape::core()).to_string();
        let program = litmus::load("random", &text).unwrap_or_else(|e| panic!("{e}"));
        let system = Product::new(&program, KnownMasked, Reduction::Ample);
        let config = Config { outcome_paths: true, ..Config::default() };
        let report = search(&system, &config, &Progress::default());
        assert_eq!(report.outcomes, report.outcome_paths.keys().cloned().collect(), "seed {seed}\n{text}");
        for (outcome, path) in &report.outcome_paths {
            let target = Target::Outcome(outcome.clone());
            let cost = |steps: u64, states: u64| {
                let mut effort = Effort { steps, states };
                let simple = simplified(&system, &target, Some(path), &mut effort, &Progress::default());
                assert!(effort.steps <= steps && effort.states <= states, "seed {seed}: {effort:?}");
                let simple = simple.unwrap_or_else(|| panic!("seed {seed}: {outcome:?} has a path\n{text}"));
                let (trace, _) = explore::replay(&system, &simple).expect("a path of the system");
                assert!(trace.outcomes.contains(outcome), "seed {seed}: {outcome:?}\n{text}");
                cost_of(&system, &simple)
            };
            let (untouched, moved, best) =
                (cost_of(&system, path), cost(100_000, 0), cost(100_000, 1_000_000));
            assert!(best <= moved && moved <= untouched, "seed {seed}: {outcome:?}\n{text}");
            let simplest = witness(&system, &target, &Progress::default()).expect("it is reachable");
            // It may be simpler: see the test before.
            assert!(best <= cost_of(&system, &simplest), "seed {seed}: {outcome:?}\n{text}");
            paths += 1;
            shorter += u32::from(moved < untouched);
        }
    }
    assert!(paths > 300 && shorter > 50, "{shorter} of {paths} paths");
}
