//! The first look at a program: a few executions, most of them with few context switches.
//!
//! Loops of a hundred thousand iterations have more states than can be searched, yet most of their bugs show
//! after a few executions. Apart from hangs, everything reported here comes from sequentially consistent
//! executions, so it is real under every model of Java, and easier to understand. Hangs are also looked for
//! under OpMM, if that is a lower bound of the model.

use super::{Check, findings, is_race};
use crate::driver::Checked;
use crate::model::Model;
use crate::options::Options;
use crate::result::{Cause, ModelFinding, RACES};
use explore::{After, Finding, Look, Looked, Product, Progress, Step, Timeouts};
use java_machine::{JavaMachine, Visibility};
use operational::{KnownMasked, Latest, Memory, WellBehaved};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The most executions, and the most steps of all executions together.
const RUNS: u32 = 60;
const STEPS: u64 = 2_000_000;

/// With a limit on states, the most steps for each state it allows.
const STEPS_OF_STATE: u64 = 100;

/// The same under a weaker memory, where the only aim is to find threads that spin for ever because they
/// never see what others have written.
const STALE_RUNS: u32 = 8;
const STALE_STEPS: u64 = 100_000;

/// The same when looking for data races, each of which ends its execution.
const RACE_RUNS: u32 = 8;
const RACE_STEPS: u64 = 100_000;

impl Check<'_> {
    /// Runs some executions, and keeps the violations that they show.
    pub(super) fn first_look(&mut self) {
        if self.options.all_outcomes || !self.options.looks || !self.model.schedules_java() {
            return;
        }
        let most =
            self.options.states.map_or(STEPS, |states| STEPS.min(states.saturating_mul(STEPS_OF_STATE)));
        let budget = Look { runs: RUNS, steps: most, seed: 1, is_stubborn: false };
        let goes_round = self.look_under(Model::Sc.name(), Visibility::Latest, Latest, budget);
        // Some thread spins for a while. Does it spin for ever if it never sees the write that would stop it?
        if goes_round && self.is_weak() && self.looked.is_empty() && self.hang.is_none() {
            let budget = Look { runs: STALE_RUNS, steps: STALE_STEPS, seed: 1, is_stubborn: true };
            self.look_under(Model::Opmm.name(), Visibility::Past, KnownMasked, budget);
        }
    }

    /// Whether reads may miss a write for ever, as under OpMM.
    fn is_weak(&self) -> bool {
        matches!(self.model, Model::Opmm | Model::Jmm | Model::JmmRevised)
    }

    /// Runs executions under a memory. Returns whether threads were seen spinning.
    fn look_under<S: Memory + Copy>(
        &mut self,
        name: &'static str,
        visibility: Visibility,
        memory: S,
        budget: Look,
    ) -> bool {
        let progress = self.host.begin("first look");
        let mut machine =
            self.machine_for(visibility, &progress).telling_threads_apart().leaving_out_counters(true);
        let (mut all, mut run) = (Looked::default(), 0);
        let found: Mutex<BTreeMap<Cause, (Finding, Vec<Step>)>> = Mutex::default();
        let rounds = loop {
            let system = self.system(&machine, memory);
            let keep = |finding: &Finding, path: &[Step]| {
                // Violations that need a weaker memory are left to the search, which also simplifies them.
                if visibility != Visibility::Latest {
                    return After::GoOn;
                }
                let after = self.tells(name, &system, finding, path);
                if after == After::Enough {
                    let mut found = found.lock().expect("nothing panics under the lock");
                    found.entry(Cause::of(finding)).or_insert_with(|| (finding.clone(), path.to_vec()));
                }
                after
            };
            let budget = Look { steps: budget.steps - all.spent, ..budget };
            let (looked, rounds) = explore::look(&system, budget, &mut run, &progress, &keep);
            all = all.and(looked);
            if !machine.take_over_facts() {
                break Some(rounds);
            }
            // The steps belong to a program about which less was known, so they may not replay.
            found.lock().expect("nothing panics under the lock").clear();
            if budget.steps == looked.spent {
                break None;
            }
        };
        // From here on, executions are compared, so counters matter again.
        let machine = machine.leaving_out_counters(false);
        let system = self.system(&machine, memory);
        let found = found.into_inner().expect("nothing panics under the lock");
        // Look for races now: little time may be left after simplification.
        let is_found = self.is_weak() && !found.is_empty();
        if visibility == Visibility::Latest && (is_found || self.options.properties.race) {
            self.raced = self.look_for_races();
        }
        let simplest = found
            .iter()
            .map(|(cause, (finding, path))| (cause.clone(), self.simplest(name, &system, finding, path)));
        self.looked.extend(simplest.collect::<BTreeMap<_, _>>());
        let hang = rounds.as_ref().and_then(|rounds| rounds.hang.as_ref());
        // If timeouts were withheld, a spinning thread proves nothing: time passes, and the timeout fires.
        if self.options.properties.hang && self.looked.is_empty() && !self.withholds() {
            self.hang = hang.and_then(|hang| findings::hang((name, self.options), &system, hang));
            self.hang.iter().for_each(|hang| self.host.found(hang));
        }
        if self.is_violated() {
            self.first_look = Some(self.first_look.unwrap_or_default().and(all));
        }
        rounds.is_some_and(|rounds| rounds.seen)
    }

    /// Returns the data races that a few executions show, for programs whose race check does not get that
    /// far. Reports them by the executions in which they were met.
    pub(super) fn look_for_races(&self) -> Vec<ModelFinding> {
        if self.options.all_outcomes || !self.options.looks {
            return Vec::new();
        }
        let progress = self.host.begin("first look");
        let mut machine = self.machine_for(Visibility::Ordered, &progress).telling_threads_apart();
        let (mut steps, mut run) = (RACE_STEPS, 0);
        loop {
            let found: Mutex<BTreeMap<Cause, (Finding, Vec<Step>)>> = Mutex::default();
            let keep = |finding: &Finding, path: &[Step]| {
                if is_race(finding) {
                    let mut found = found.lock().expect("nothing panics under the lock");
                    found.entry(Cause::of(finding)).or_insert_with(|| (finding.clone(), path.to_vec()));
                }
                After::GoOn
            };
            let system = self.system(&machine, WellBehaved);
            let budget = Look { runs: RACE_RUNS, steps, seed: 1, is_stubborn: false };
            let (looked, _) = explore::look(&system, budget, &mut run, &progress, &keep);
            steps -= looked.spent;
            // Steps and races belong to a program about which less was known: a happens-before edge may be
            // missing.
            match (machine.take_over_facts(), steps) {
                (true, 0) => return Vec::new(),
                (true, _) => continue,
                (false, _) => {}
            }
            let system = self.system(&machine, WellBehaved);
            let found = found.into_inner().expect("nothing panics under the lock");
            return found.values().map(|(race, path)| self.shown(RACES, &system, race, path)).collect();
        }
    }
}

/// Returns a machine that knows the facts which a first look learns, up to the first violation.
pub(super) fn learn<S: Memory + Copy>(machine: JavaMachine, memory: S, options: &Options) -> JavaMachine {
    let mut machine = machine.telling_threads_apart().leaving_out_counters(true);
    let (mut budget, mut run) = (Look { runs: RUNS, steps: STEPS, seed: 1, is_stubborn: false }, 0);
    let withheld = Arc::default();
    loop {
        let system =
            Product::new(&machine, memory, options.reduction).with_timeouts(Timeouts::Last, &withheld);
        let found = |finding: &Finding, _: &[Step]| match options.kind(&machine, finding).1 {
            true => After::Enough,
            false => After::GoOn,
        };
        let (looked, _) = explore::look(&system, budget, &mut run, &Progress::default(), &found);
        budget.steps -= looked.spent;
        if !machine.take_over_facts() || budget.steps == 0 {
            return machine;
        }
    }
}
