//! Java programs searched by execution graphs instead of states (decision 0029).
//!
//! A graph says of each read which write it sees, and of each monitor who enters it after whom; the machine
//! runs each thread as its own answers demand, after everything that it depends on. **Promises** an answer
//! only if that determines what threads do ([`JavaMachine::is_determined`]); whatever graphs have no
//! event for is refused by name. A finding counts only with a schedule, which is followed through the states
//! of the model's memory; it replays like any other. **Does not** know waiting, parking, interrupts, clocks,
//! daemons, exits, or classes that are initialised by a thread beside others.

use super::{Check, FEW_STATES, Scope};
use crate::driver::{Checked, Explored, names_gap, reasons};
use crate::graph_run::{self, Rules, explored, story};
use crate::model::Model;
use crate::options::Engine;
use crate::reason::Reason;
use axioms::Axioms;
use explore::{Finding, Incomplete, Progress, Target, follow};
use graphs::{Estimate, GraphLimits, Overflow, built_in, estimate};
use java_machine::{JavaMachine, Visibility};
use operational::{KnownMasked, Latest, Memory, SequentialConsistency, StoreBuffers};

/// The names of schedules of executions that come from graphs: library calls are not atomic there, and
/// actions that `sc` leaves out elsewhere are not left out.
pub(crate) const SCHEDULES: [&str; 3] = ["sc-graph", "tso-graph", "opmm-graph"];

impl Check<'_> {
    /// Searches by the engine that was asked for; `None` if that is the search of states.
    pub(super) fn by_engine(&mut self, memory: Model) -> Option<Result<Explored, Reason>> {
        match self.options.engine {
            Engine::Stateful => None,
            Engine::Graph => Some(self.by_graphs(memory, self.options.states)),
            Engine::Auto => self.by_either(memory).map(Ok),
        }
    }

    /// Searches a few states, and then by graphs if these seem to be fewer; `None` if states are to be
    /// searched.
    fn by_either(&mut self, memory: Model) -> Option<Explored> {
        if self.options.states.is_some_and(|most| most <= FEW_STATES) || memory.axioms().is_none() {
            return None;
        }
        let (name, buffer, scope) =
            (memory.name(), self.options.memory_limits.buffer, Scope::All(Some(FEW_STATES)));
        let few = match memory {
            Model::Sc => self.search_within(name, Visibility::Latest, Latest, scope),
            Model::Tso => self.search_within(name, Visibility::Past, StoreBuffers::tso(buffer), scope),
            Model::Opmm => self.search_within(name, Visibility::Past, KnownMasked, scope),
            _ => return None,
        };
        if !few.report.incomplete.contains(&Incomplete::States(FEW_STATES)) {
            return Some(few);
        }
        let estimate = self.estimate(memory)?;
        let work = estimate.executions * estimate.events;
        if estimate.is_cut || work > WORTH_TRYING * few.report.stats.transitions as f64 {
            return None;
        }
        // The estimate may be far too small, so its own budget ends the attempt.
        let most = (BUDGET * estimate.executions).max(FEW_STATES as f64) as u64;
        let gaps = self.gaps.clone();
        let found = self.by_graphs(memory, Some(self.options.states.map_or(most, |states| states.min(most))));
        match found {
            Ok(mut found) if found.incomplete.is_empty() || found.findings.iter().any(|f| f.violation) => {
                found.decided.push(format!(
                    "execution graphs were chosen: about {:.0} executions were expected, and there are more than {FEW_STATES} states",
                    estimate.executions
                ));
                Some(found)
            }
            // Nothing rests on this search.
            _ => {
                self.gaps = gaps;
                None
            }
        }
    }

    /// Estimates the number of executions; `None` if graphs cannot answer.
    fn estimate(&self, memory: Model) -> Option<Estimate> {
        let progress = self.host.begin("number of executions");
        let mut machine = self.machine_for(Visibility::Past, &progress).splitting_calls();
        let (model, limits) = (built_in(memory.axioms()?), limits(&progress, None));
        let found = machine.until_stable(|machine| estimate(machine, &model, &limits, WALKS, SEED));
        found.ok().filter(|_| machine.is_determined())
    }

    /// Searches all executions, up to this many graphs.
    ///
    /// # Errors
    /// If the program does something that graphs do not represent.
    fn by_graphs(&mut self, memory: Model, most: Option<u64>) -> Result<Explored, Reason> {
        if self.program.options.results.is_some() {
            return Err(refused("tests whose results are objects"));
        }
        let buffer = self.options.memory_limits.buffer;
        let [sc, tso, opmm] = SCHEDULES;
        match memory {
            Model::Sc => self.under((sc, Axioms::Sc), SequentialConsistency, most),
            Model::Tso => self.under((tso, Axioms::Tso), StoreBuffers::tso(buffer), most),
            Model::Opmm => self.under((opmm, Axioms::OpMm), KnownMasked, most),
            other => Err(refused(format!("{} for Java programs", other.name()))),
        }
    }

    fn under<S: Memory + Copy>(
        &mut self,
        (name, axioms): (&'static str, Axioms),
        memory: S,
        most: Option<u64>,
    ) -> Result<Explored, Reason> {
        let options = self.options;
        let progress = self.host.begin("execution graphs");
        let mut machine = self.machine_for(Visibility::Past, &progress).splitting_calls();
        let limits = limits(&progress, most);
        let ends = !options.all_findings && !options.all_outcomes;
        let (mut found, lost) = loop {
            let mut found = machine.until_stable(|machine| {
                let is_enough = |finding: &Finding| ends && options.kind(machine, finding).1;
                explored(machine, Rules::Axioms(axioms), &limits, |_| false, is_enough)
            });
            let lost = self.follows(&machine, memory, &mut found, &progress);
            // Following an execution may refute what the search assumed.
            if !machine.take_over_facts() {
                break (found, lost);
            }
        };
        self.record_gaps(&machine);
        let system = self.system(&machine, memory);
        let findings = self.findings(name, &system, &found.report);
        let is_violated = findings.iter().any(|finding| finding.violation);
        let mut incomplete: Vec<Reason> = match found.overflow.take() {
            None => Vec::new(),
            Some(Overflow::Stopped) => match progress.stop_reason() {
                Some(reason) => vec![Reason::from(&reason)],
                None => vec![Reason::from(&Incomplete::FirstFinding)],
            },
            Some(Overflow::Unsupported(what)) => vec![refused(what)],
            Some(Overflow::EventsPerThread(_)) => vec![Reason::limit(LONG)],
            Some(overflow) => vec![Reason::limit(overflow.to_string())],
        };
        if !machine.is_determined() {
            incomplete.push(refused(NOTICED));
        }
        if found.report.diverges {
            incomplete.push(refused("why a thread does not go on"));
        }
        if lost > 0 {
            incomplete.push(Reason::undecided(LOST));
        }
        names_gap(&self.gaps(), &mut incomplete);
        if let Some(reason) = incomplete.first().filter(|_| !is_violated) {
            return Err(reason.clone());
        }
        let witnesses = self.witnesses(name, &machine, &system, &found.report);
        let all = incomplete.is_empty().then_some(found.summary.executions + found.summary.blocked);
        let executions = match all {
            Some(1) => "the only execution".to_owned(),
            Some(n) => format!("all {n} executions"),
            None => "some executions".to_owned(),
        };
        let decided = vec![format!("execution graphs show {executions}: {}", story(&found.summary))];
        incomplete.extend(reasons(&found.report));
        Ok(Explored {
            report: found.report,
            findings,
            incomplete,
            decided,
            witnesses,
            executions: all,
            ..Explored::default()
        })
    }

    /// Finds a schedule for each finding, and drops findings without one. Returns how many are dropped.
    fn follows<S: Memory + Copy>(
        &self,
        machine: &JavaMachine,
        memory: S,
        found: &mut graph_run::Explored,
        progress: &Progress,
    ) -> usize {
        let system = self.system(machine, memory);
        let mut lost = 0;
        for finding in std::mem::take(&mut found.report.findings) {
            let target = Target::Finding(finding.clone());
            let guide = found.guides.get(&target);
            match guide.and_then(|guide| follow(&system, &target, guide, FOLLOWED, progress)) {
                Some(path) => {
                    found.report.paths.insert(finding.clone(), path);
                    found.report.findings.insert(finding);
                }
                None => lost += 1,
            }
        }
        lost
    }
}

fn limits(progress: &Progress, most: Option<u64>) -> GraphLimits {
    GraphLimits {
        events_per_thread: MOST_ACTIONS,
        graphs: most.unwrap_or(GraphLimits::default().graphs),
        stop_at_cut: true,
        stop: Some(progress.stop_flag()),
    }
}

fn refused(what: impl std::fmt::Display) -> Reason {
    Reason::unsupported(format!("the graph engine does not know {what}; --engine stateful does"))
}

/// The most actions of a thread: a loop without end would have no end of them.
const MOST_ACTIONS: usize = 2_000;

const LONG: &str = "a thread spins, or has executions of more than 2000 actions, which graphs do not follow";

const NOTICED: &str = "threads that notice each other other than by their actions";

const LOST: &str = "an execution graph shows a failure, but no schedule of it was found";

/// The most steps that are tried to follow an execution.
const FOLLOWED: u64 = 20_000;

/// How many executions the number of executions is estimated from, and the seed of their choices.
const WALKS: u32 = 64;
const SEED: u64 = 1;

/// Graphs are tried if they are expected to take at most so many times the work done so far: the search of
/// states has not ended yet, and nobody knows when it will.
const WORTH_TRYING: f64 = 20.0;

/// How many graphs are tried for each execution that was expected.
const BUDGET: f64 = 12.0;
