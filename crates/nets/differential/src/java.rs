//! The part of the differential tests about Java programs: a litmus test and its translation to Java
//! (`crates/program/litmus-java`) have the same outcomes on the litmus machine and on the virtual machine,
//! under every model.
//!
//! An outcome of the Java program is what it passed to `Thinair.observe`, by the names that the litmus test
//! has for the same values; threads are matched by their names. **Promises** that outcomes are compared both
//! ways, with failures of threads, and whether some execution deadlocks. **Does not** translate or compile,
//! which is up to the caller, as `crates/program/litmus-java/tests/all/machines.rs` shows. If a side gives up
//! (states, or what the model leaves open) nothing is compared, and the caller is told.

use axioms::cat::CatModel;
use axioms::{Question, Threads, Values, candidates};
use event::{Failure, Gap, Machine, Outcome, ThreadId, Value};
use explore::{Budget, Config, Product, Progress, Reduction, Report, Stubborn, search};
use java_machine::{JavaMachine, Visibility};
use legality::Closure;
use litmus::Program;
use operational::{Latest, Memory, SequentialConsistency};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use verify::FindingKind;
use verify::Model;
use verify::java::{JavaProgram, check_java, solved_outcomes};
use verify::{Engine, Options, Properties};
use verify::{Judged, STEPS, TRACES};
use verify::{ModelResult, Races, find_races, run};

/// The models that both machines support.
pub const MODELS: [Model; 8] =
    [Model::Sc, Model::Tso, Model::Pso, Model::Opmm, Model::Rpc, Model::Jmm, Model::Jpr, Model::Jam21];

/// The maximum numbers of partial executions and of executions for which closures are compared one by one.
const FEW: (u64, usize) = (20_000, 5_000);

/// The result of a comparison that found no difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Compared {
    /// This many outcomes, the same on both sides.
    Same(usize),
    /// A side gave up, for this reason.
    Skipped(String),
}

/// A disagreement between the two machines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// A description, including the outcomes.
    pub what: String,
    /// The same for all differences of one kind: shrinking preserves it.
    pub kind: String,
}

/// A test on both machines.
pub struct Sides<'a> {
    program: &'a Program,
    java: &'a JavaProgram,
    races: Races,
    options: Options,
}

impl<'a> Sides<'a> {
    /// `java` is the translation of `program`. A search that takes more than `states` states is given up.
    pub fn new(program: &'a Program, java: &'a JavaProgram, states: u64) -> Self {
        let options = Options {
            states: Some(states),
            // A violation would stop the search for further outcomes.
            properties: Properties {
                assertion: false,
                exception: false,
                deadlock: false,
                exit: false,
                race: false,
                hang: false,
            },
            ..Options::default()
        };
        let races = find_races(program, &options, &Progress::default());
        Sides { program, java, races, options }
    }

    fn java_options(&self) -> Options {
        Options { states: self.options.states, properties: self.options.properties, ..Options::default() }
    }

    /// Compares the two machines under a model.
    pub fn compare(&self, model: Model) -> Result<Compared, Difference> {
        if model == Model::Rpc {
            return self.compare_closures();
        }
        if let Some(cat) = model.cat() {
            return self.compare_candidates(cat);
        }
        let litmus = run(self.program, model, &self.races, &self.options, &Arc::default());
        if !litmus.complete {
            return Ok(Compared::Skipped(format!(
                "litmus gives up: {:?} {:?}",
                litmus.verdict, litmus.decided
            )));
        }
        let java =
            check_java(self.java, model, &self.java_options(), &|_: &str| Arc::new(Progress::default()));
        if let Some(first) = java.gaps.first() {
            let what = format!("unsupported: {first}");
            return Err(Difference { kind: "unsupported".to_owned(), what });
        }
        if !java.complete {
            return Ok(Compared::Skipped(format!("java gives up: {:?} {:?}", java.verdict, java.decided)));
        }
        let wanted: BTreeSet<Outcome> = litmus.outcomes.clone();
        self.same("outcomes", &wanted, &java.outcomes)?;
        same_deadlocks(&litmus, &java)?;
        Ok(Compared::Same(wanted.len()))
    }

    /// Compares the graph engine on the Java program with the states of the litmus test, under the models
    /// that it knows for Java.
    pub fn compare_graphs(&self, model: Model) -> Result<Compared, Difference> {
        let litmus = run(self.program, model, &self.races, &self.options, &Arc::default());
        if !litmus.complete {
            return Ok(Compared::Skipped(format!("litmus gives up: {:?}", litmus.verdict)));
        }
        let options = Options { engine: Engine::Graph, looks: false, ..self.java_options() };
        let java = check_java(self.java, model, &options, &|_: &str| Arc::new(Progress::default()));
        if !java.complete {
            let reasons: Vec<String> = java.incomplete.iter().map(ToString::to_string).collect();
            return Ok(Compared::Skipped(format!("graphs give up: {}", reasons.join("; "))));
        }
        let wanted: BTreeSet<Outcome> = litmus.outcomes.clone();
        self.same("outcomes by graphs", &wanted, &java.outcomes)?;
        same_deadlocks(&litmus, &java)?;
        Ok(Compared::Same(wanted.len()))
    }

    /// Compares the solver's results for the Java program with those of other engines for the litmus test.
    pub fn compare_solved(&self, model: Model) -> Result<Compared, Difference> {
        let litmus = run(self.program, model, &self.races, &self.options, &Arc::default());
        if !litmus.complete {
            return Ok(Compared::Skipped(format!("litmus gives up: {:?}", litmus.verdict)));
        }
        let (found, missing) = match solved_outcomes(self.java, model, &self.options) {
            Ok(found) => found,
            Err(why) => return Ok(Compared::Skipped(format!("the solver gives up: {why}"))),
        };
        let mut wanted: BTreeSet<Outcome> = litmus.outcomes.clone();
        if missing.is_empty() {
            self.same("solved", &wanted, &found)?;
            return Ok(Compared::Same(wanted.len()));
        }
        // What it found is possible nevertheless.
        let all = self.all_translated(&found)?;
        wanted.extend(all.iter().cloned());
        let before: BTreeSet<Outcome> = litmus.outcomes.clone();
        same_sets("solved in part", &before, &wanted)?;
        Ok(Compared::Skipped(format!("the solver leaves out: {}", missing.join("; "))))
    }

    /// Compares the closures, by states and by executions, each with its counterpart. On programs outside the
    /// JLS the one by states is larger, and what the observer of final values may see differs between the
    /// two, so only what threads observe is compared.
    fn compare_closures(&self) -> Result<Compared, Difference> {
        let budget = Budget { states: self.options.states, ..Budget::default() };
        let wanted = explore::close(self.program, &budget, &Progress::default());
        let mut machine = self.machine(Visibility::Future);
        let java = machine.until_stable(|machine| explore::close(machine, &budget, &Progress::default()));
        let mut compared = Compared::Skipped(format!("{:?}, {:?}", wanted.truncated, java.truncated));
        if wanted.truncated.is_none() && java.truncated.is_none() {
            self.same("closure by states", &wanted.outcomes, &java.outcomes)?;
            compared = Compared::Same(wanted.outcomes.len());
        }
        if self.program.has_loops() {
            return Ok(compared);
        }
        let limits = legality::LegalityLimits {
            partial: FEW.0,
            executions: FEW.1,
            ..legality::LegalityLimits::default()
        };
        let mut machine = self.machine(Visibility::Future);
        let java = machine.until_stable(|machine| legality::closure(machine, &limits));
        if let (Ok(wanted), Ok(java)) = (legality::closure(self.program, &limits), java)
            && !wanted.cut
            && !java.cut
        {
            let outcomes =
                |closure: &Closure| closure.candidates.iter().flat_map(|c| c.outcomes.clone()).collect();
            let (wanted, java): (BTreeSet<Outcome>, BTreeSet<Outcome>) = (outcomes(&wanted), outcomes(&java));
            self.same("closure by executions", &wanted, &java)?;
            compared = Compared::Same(wanted.len());
        }
        Ok(compared)
    }

    /// Compares what a model in cat accepts: for threads that run alone, for threads that run together, and
    /// for the Java program. None of them tries values that justify themselves.
    fn compare_candidates(&self, cat: &CatModel) -> Result<Compared, Difference> {
        let alone = match self.accepted(self.program, cat, Threads::Alone) {
            Ok(outcomes) => outcomes,
            Err(why) => return Ok(Compared::Skipped(format!("litmus gives up: {why}"))),
        };
        if let Ok(together) = self.accepted(self.program, cat, Threads::Together) {
            same_sets("threads that run together", &alone, &together)?;
        }
        let mut machine = self.machine(Visibility::Future);
        let java = match machine.until_stable(|machine| self.accepted(machine, cat, Threads::Together)) {
            Ok(outcomes) => outcomes,
            Err(why) => return Ok(Compared::Skipped(format!("java gives up: {why}"))),
        };
        let kept = |o: &Outcome| self.program.filter().is_none_or(|filter| filter.holds(o));
        let wanted: BTreeSet<Outcome> = alone.into_iter().filter(kept).collect();
        self.same("outcomes", &wanted, &java)?;
        Ok(Compared::Same(wanted.len()))
    }

    fn accepted<M: Machine>(
        &self,
        machine: &M,
        cat: &CatModel,
        threads: Threads,
    ) -> Result<BTreeSet<Outcome>, String> {
        let limits = axioms::CandidateLimits {
            steps: self.options.states.unwrap_or(STEPS),
            traces_per_thread: TRACES,
            ..axioms::CandidateLimits::default()
        };
        let question = Question {
            machine,
            decides: cat.decides(),
            threads,
            constants: None,
            values: Values::Fit,
            limits: &limits,
            hopeless: Some(&|graph| cat.is_hopeless(graph)),
            stop: None,
        };
        let mut judged = Judged::default();
        let coverage = candidates(&question, |candidate| judged.judge(cat, candidate));
        let coverage = coverage.map_err(|overflow| overflow.to_string())?;
        match judged.gave_up {
            Some(gave_up) => Err(gave_up.to_string()),
            None if coverage.cut || coverage.may_wait || coverage.diverges => Err(format!("{coverage:?}")),
            None => Ok(judged.found.outcomes),
        }
    }

    fn machine(&self, visibility: Visibility) -> JavaMachine {
        JavaMachine::new(self.java, visibility)
    }

    /// Compares the ways to search the Java program with each other: with and without reduction, and
    /// sequential consistency by the heap and by a memory.
    pub fn compare_searches(&self, model: Model) -> Result<Compared, Difference> {
        let fast =
            check_java(self.java, model, &self.java_options(), &|_: &str| Arc::new(Progress::default()));
        let slow = Options { reduction: Reduction::None, ..self.java_options() };
        let slow = check_java(self.java, model, &slow, &|_: &str| Arc::new(Progress::default()));
        if !fast.complete || !slow.complete {
            return Ok(Compared::Skipped("too many states".to_owned()));
        }
        same_sets("without reduction", &slow.outcomes, &fast.outcomes)?;
        if matches!(model, Model::Jmm | Model::JmmRevised) {
            let full = Options { every_execution: true, ..self.java_options() };
            let full = check_java(self.java, model, &full, &|_: &str| Arc::new(Progress::default()));
            if full.complete {
                same_sets("by all executions", &full.outcomes, &fast.outcomes)?;
            }
        }
        if model == Model::Sc {
            let (_, report) = explored(self.java, Visibility::Past, SequentialConsistency, &self.options);
            if report.incomplete.is_empty() {
                same_sets("by memory", &report.outcomes, &fast.outcomes)?;
            }
        }
        Ok(Compared::Same(fast.outcomes.len()))
    }

    /// Compares outcomes, in terms of the litmus test.
    fn same(
        &self,
        what: &str,
        wanted: &BTreeSet<Outcome>,
        java: &BTreeSet<Outcome>,
    ) -> Result<(), Difference> {
        let found = self.all_translated(java)?;
        if what != "outcomes" && what != "solved" && !self.program.uses_jls_actions_only() {
            return same_sets(what, &self.of_threads(wanted), &self.of_threads(&found));
        }
        same_sets(what, wanted, &found)
    }

    /// Outcomes of the Java program in terms of the litmus test.
    fn all_translated(&self, java: &BTreeSet<Outcome>) -> Result<BTreeSet<Outcome>, Difference> {
        let fails = java.iter().any(|outcome| !outcome.failures.is_empty());
        let threads = if fails { thread_numbers(self.java, &self.options) } else { BTreeMap::new() };
        let mut found = BTreeSet::new();
        for outcome in java {
            let translated = self.translated(outcome, &threads).map_err(|why| Difference {
                kind: "names".to_owned(),
                what: format!("({}): {why}", outcome.render()),
            })?;
            if self.program.filter().is_none_or(|filter| filter.holds(&translated)) {
                found.insert(translated);
            }
        }
        Ok(found)
    }

    /// The outcomes without the final values of shared variables.
    fn of_threads(&self, outcomes: &BTreeSet<Outcome>) -> BTreeSet<Outcome> {
        let names = self.program.observed();
        let of_threads = |outcome: &Outcome| {
            let values = outcome.values.iter().zip(names).filter(|(_, name)| name.name.contains(':'));
            Outcome { values: values.map(|(value, _)| *value).collect(), ..outcome.clone() }
        };
        outcomes.iter().map(of_threads).collect()
    }

    /// The outcome of the litmus machine that corresponds to one of the Java program.
    fn translated(
        &self,
        outcome: &Outcome,
        threads: &BTreeMap<ThreadId, ThreadId>,
    ) -> Result<Outcome, String> {
        let observed: BTreeMap<&str, &str> =
            outcome.observed.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let names = self.program.observed();
        if observed.len() != names.len() {
            return Err(format!("{} values were observed, not {}", observed.len(), names.len()));
        }
        let value = |name: &str| {
            let value = observed.get(name).ok_or_else(|| format!("{name} was not observed"))?;
            value.parse().map(Value).map_err(|e| format!("{name}={value}: {e}"))
        };
        let values = names.iter().map(|o| value(&o.name)).collect::<Result<Vec<Value>, String>>()?;
        let failure = |(thread, failure): &(ThreadId, Failure)| {
            let number = threads.get(thread).ok_or_else(|| format!("{thread} fails, who is none of ours"))?;
            Ok((*number, simple(failure)))
        };
        let mut failures = outcome.failures.iter().map(failure).collect::<Result<Vec<_>, String>>()?;
        failures.sort();
        Ok(Outcome { values, failures, observed: Vec::new() })
    }
}

/// The failure with the class name as litmus has it: without the package.
fn simple(failure: &Failure) -> Failure {
    match failure {
        Failure::Assertion(class) => Failure::Assertion(class.clone()),
        Failure::Exception(class) => {
            Failure::Exception(class.rsplit('.').next().unwrap_or_default().to_owned())
        }
        exit @ Failure::Exit(_) => exit.clone(),
    }
}

fn same_sets(what: &str, wanted: &BTreeSet<Outcome>, found: &BTreeSet<Outcome>) -> Result<(), Difference> {
    let only = |a: &BTreeSet<Outcome>, b: &BTreeSet<Outcome>| -> String {
        let texts: Vec<String> = a.difference(b).map(|o| format!("({})", o.render())).collect();
        texts.join(" ")
    };
    let (missing, extra) = (only(wanted, found), only(found, wanted));
    if missing.is_empty() && extra.is_empty() {
        return Ok(());
    }
    let kind = format!("{what} {} {}", missing.is_empty(), extra.is_empty());
    let all = only(wanted, &BTreeSet::new());
    Err(Difference {
        kind,
        what: format!("{what}: java lacks [{missing}], has besides [{extra}]; litmus: {all}"),
    })
}

fn same_deadlocks(litmus: &ModelResult, java: &ModelResult) -> Result<(), Difference> {
    let wanted = litmus.findings.iter().any(|f| f.kind == FindingKind::Deadlock);
    let found = java.findings.iter().any(|f| f.kind == FindingKind::Deadlock);
    if wanted == found {
        return Ok(());
    }
    let what = format!("deadlocks: litmus says {wanted}, java {found}");
    Err(Difference { kind: "deadlocks".to_owned(), what })
}

/// Explores a Java program under a memory.
fn explored<S: Memory + Copy>(
    java: &JavaProgram,
    visibility: Visibility,
    memory: S,
    options: &Options,
) -> (JavaMachine, Report) {
    let mut machine = JavaMachine::new(java, visibility);
    let limits =
        explore::SearchLimits { states: options.states, depth: None, ..explore::SearchLimits::default() };
    let config = Config { limits, ..Config::default() };
    let report = machine.until_stable(|machine| {
        search(&Product::new(machine, memory, Reduction::Ample), &config, &Progress::default())
    });
    (machine, report)
}

/// How a search of a Java program is reduced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reduced {
    /// As by default.
    AsUsual,
    /// By stubborn sets, however few states there are.
    Stubborn,
    /// Not at all.
    No,
}

/// Explores a Java program under sequential consistency, reduced in this way; returns what was found, and
/// what was unsupported. Executions are not reported.
pub fn explored_sc(
    java: &JavaProgram,
    reduced: Reduced,
    states: u64,
    progress: &Progress,
) -> (Report, Vec<Gap>) {
    let mut machine = JavaMachine::new(java, Visibility::Latest);
    let limits =
        explore::SearchLimits { states: Some(states), depth: None, ..explore::SearchLimits::default() };
    let usual = Config { limits, ..Config::default() };
    let (reduction, config) = match reduced {
        Reduced::AsUsual => (Reduction::Ample, usual),
        Reduced::Stubborn => (Reduction::Ample, Config { stubborn: Stubborn::Always, ..usual }),
        Reduced::No => (Reduction::None, Config { sleep_sets: false, symmetry: false, ..usual }),
    };
    let report =
        machine.until_stable(|machine| search(&Product::new(machine, Latest, reduction), &config, progress));
    (report, machine.gaps())
}

/// The numbers of threads in the litmus test, taken from their names.
fn thread_numbers(java: &JavaProgram, options: &Options) -> BTreeMap<ThreadId, ThreadId> {
    let (machine, _) = explored(java, Visibility::Latest, Latest, options);
    let threads = (0..machine.thread_count() as u16).map(ThreadId);
    let number = |name: &str| name.strip_prefix("Thread").and_then(|n| n.parse().ok()).map(ThreadId);
    threads.filter_map(|t| Some((t, number(&machine.thread_name(t))?))).collect()
}
