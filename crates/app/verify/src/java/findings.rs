//! Findings of a search of a Java program, and how they are described.

use super::recorder::Recorder;
use super::{Check, Story, story};
use crate::kind::FindingKind;
use crate::options::{Options, Properties};
use crate::result::{Cause, ModelFinding, Schedule, ShownExecution, Witness};
use event::{Failure, Machine, ThreadId};
use explore::{After, Effort, Finding, Product, Report, Step, Target};
use java_machine::{Decisive, JavaMachine};
use operational::Memory;
use std::collections::BTreeMap;

impl Check<'_> {
    /// Handles a finding as soon as a search makes it. Reports the first violation of each cause to the host;
    /// any violation is enough to end the search.
    pub(super) fn tells<S: Memory>(
        &self,
        name: &'static str,
        system: &Product<'_, JavaMachine, S>,
        finding: &Finding,
        path: &[Step],
    ) -> After {
        let (_, violation) = self.options.kind(system.machine(), finding);
        if !violation || self.options.all_outcomes {
            return After::GoOn;
        }
        let cause = Cause::of(finding);
        let mut reported = self.reported.lock().expect("nothing panics under the lock");
        if !self.looked.contains_key(&cause) && !reported.contains_key(&cause) {
            let shown = self.shown(name, system, finding, path);
            self.host.found(&shown);
            reported.insert(cause, shown);
        }
        After::Enough
    }

    /// The findings of a search, one per cause.
    pub(super) fn findings<S: Memory>(
        &self,
        name: &'static str,
        system: &Product<'_, JavaMachine, S>,
        report: &Report,
    ) -> Vec<ModelFinding> {
        let mut causes: BTreeMap<Cause, &Finding> = BTreeMap::new();
        // Whether an exception may escape depends on its thread, so prefer a violation among equal causes.
        let is_violation = |finding: &Finding| self.options.kind(system.machine(), finding).1;
        for finding in &report.findings {
            let first = causes.entry(Cause::of(finding)).or_insert(finding);
            if !is_violation(first) && is_violation(finding) {
                *first = finding;
            }
        }
        let tell = |(cause, finding)| match self.looked.get(&cause) {
            // Sequentially consistent executions are the easiest to understand.
            Some(looked) => looked.clone(),
            None => {
                let path = report.paths.get(finding).map_or(&[][..], Vec::as_slice);
                self.simplest(name, system, finding, path)
            }
        };
        let mut findings: Vec<ModelFinding> = causes.into_iter().map(tell).collect();
        findings.sort_by_key(|f| !f.violation);
        findings
    }

    /// Reports a finding by the simplest execution found in time.
    pub(super) fn simplest<S: Memory>(
        &self,
        name: &'static str,
        system: &Product<'_, JavaMachine, S>,
        finding: &Finding,
        path: &[Step],
    ) -> ModelFinding {
        // That a program is idle is in no need of an explanation, unless it was asked for.
        let is_idle = matches!(finding, Finding::Idle { .. }) && !self.options.properties.idle;
        let steps = match self.options.first || is_idle {
            true => None,
            false => self.simplified(system, finding, path),
        };
        let reported =
            || self.reported.lock().expect("nothing panics under the lock").get(&Cause::of(finding)).cloned();
        match steps {
            Some(steps) => self.shown(name, system, finding, &steps),
            None => reported().unwrap_or_else(|| self.shown(name, system, finding, path)),
        }
    }

    /// Returns the steps of a simplest execution that shows a finding, if one is found in time.
    fn simplified<S: Memory>(
        &self,
        system: &Product<'_, JavaMachine, S>,
        finding: &Finding,
        path: &[Step],
    ) -> Option<Vec<Step>> {
        let progress = self.host.simplify();
        system.machine().set_stop_flag(progress.stop_flag());
        let (target, mut effort) = (Target::Finding(finding.clone()), SIMPLER);
        let steps = explore::simplified(system, &target, Some(path), &mut effort, &progress);
        // The stop flag must not end the replay that produces the story.
        system.machine().set_stop_flag(Default::default());
        steps
    }

    /// Reports a finding by the execution with these steps.
    pub(super) fn shown<S: Memory>(
        &self,
        name: &'static str,
        system: &Product<'_, JavaMachine, S>,
        finding: &Finding,
        steps: &[Step],
    ) -> ModelFinding {
        let machine = system.machine();
        let story = story::tell(machine, system, steps, finding);
        let (kind, violation) = self.options.kind(machine, finding);
        let message = story.as_ref().map_or_else(|| kind.to_string(), |story| story.message.clone());
        let cause = Some(Cause::of(finding));
        ModelFinding {
            cause,
            ..with_execution(
                (name, self.options, machine),
                steps,
                story,
                ModelFinding::bare(violation, kind, message),
            )
        }
    }
}

/// The effort for a simpler execution of a finding, besides the time that the user grants: states of Java
/// programs take some kilobytes each.
const SIMPLER: Effort = Effort { steps: 400_000, states: 240_000 };

impl Options {
    /// The uncaught exceptions that decide the verdict, wherever they are thrown.
    pub fn decisive(&self) -> Decisive {
        let all = self.escapes.is_empty();
        let Properties { assertion, exception, .. } = self.properties;
        Decisive { assertions: assertion && all, exceptions: exception && all }
    }

    /// Returns the kind of a finding, and whether it decides the verdict.
    pub(super) fn kind(&self, machine: &JavaMachine, finding: &Finding) -> (FindingKind, bool) {
        let properties = self.properties;
        match finding {
            Finding::Failure { failure, thread, .. } => {
                let (kind, violation, _) = self.failure_of(machine, *thread, failure);
                (kind, violation)
            }
            Finding::Deadlock { .. } => (FindingKind::Deadlock, properties.deadlock),
            Finding::Idle { .. } => (FindingKind::Idle, properties.idle),
            Finding::Race { .. } => (FindingKind::Race, properties.race),
        }
    }

    /// Returns the kind of a failure, whether it decides the verdict, and its description.
    pub(super) fn failure_of(
        &self,
        machine: &JavaMachine,
        thread: ThreadId,
        failure: &Failure,
    ) -> (FindingKind, bool, String) {
        let properties = self.properties;
        let kind = FindingKind::of(failure);
        let counts = properties.decides(kind);
        let class = match failure {
            failure if *failure == Failure::assertion() => "java.lang.AssertionError",
            Failure::Assertion(class) | Failure::Exception(class) => class.as_str(),
            Failure::Exit(status) => {
                return (kind, counts, format!("the program ends itself with status {status}"));
            }
        };
        let name = machine.thread_name(thread);
        let may_escape = self.escapes.iter().any(|e| e.covers(class, &name));
        (kind, counts && !may_escape, format!("{} in {name}", failure.class()))
    }
}

/// Returns the threads of a set of processes.
pub(super) fn threads(machine: &JavaMachine, processes: u64) -> Vec<ThreadId> {
    (0..machine.thread_count() as u16).filter(|t| processes >> t & 1 == 1).map(ThreadId).collect()
}

/// Reports a hang by the steps to the cycle and once around it.
pub(super) fn hang<S: Memory>(
    (name, options): (&'static str, &Options),
    system: &Product<'_, JavaMachine, S>,
    hang: &explore::Hang,
) -> Option<ModelFinding> {
    let machine = system.machine();
    let steps: Vec<Step> = hang.prefix.iter().chain(&hang.cycle).copied().collect();
    let (recorder, state) = Recorder::run(system, &steps, None).ok()?;
    let mut story = story::of_record(machine, &recorder, state.machine(), None);
    let before = Recorder::run(system, &hang.prefix, None).ok()?.0.steps;
    story::goes_round(before, &mut story);
    story::hangs(machine, state.machine(), &threads(machine, hang.moving), Some(hang.is_final), &mut story);
    let finding = ModelFinding::bare(true, FindingKind::Hang, story.message.clone());
    Some(with_execution((name, options, machine), &steps, Some(story), finding))
}

/// Attaches the execution that shows a finding.
fn with_execution(
    (name, options, machine): (&'static str, &Options, &JavaMachine),
    steps: &[Step],
    story: Option<Story>,
    finding: ModelFinding,
) -> ModelFinding {
    let schedule = Schedule::new(name, options, steps, machine.thread_count());
    let execution = story.map(|story| ShownExecution::Story(Box::new(story)));
    ModelFinding { execution, witness: Some(Witness::Schedule(schedule)), ..finding }
}
