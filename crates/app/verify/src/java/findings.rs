//! What was found, and how it is told.

use super::recorder::Recorder;
use super::{Check, JavaOptions, Story, story};
use event::{Failure, Loc, Machine, ThreadId};
use explore::{After, Finding, Product, Report, Step, Target};
use java_machine::JavaMachine;
use operational::Memory;
use std::collections::BTreeMap;

/// Something found.
#[derive(Debug, Clone)]
pub struct JavaFinding {
    /// Whether it decides the verdict; otherwise it is a note.
    pub violation: bool,
    /// assertion, exception, deadlock, hang, exit, race.
    pub kind: &'static str,
    /// In words.
    pub message: String,
    /// How it comes about; nothing where no schedule shows it.
    pub story: Option<Story>,
    /// The schedule, and the model that it is of (`races` for the race check).
    pub replay: Option<(&'static str, String)>,
    /// What it has in common with other findings that are the same to whoever reads them; nothing for what no search of states shows.
    pub(crate) cause: Option<Cause>,
    /// For what only a sequence of commitments explains.
    pub certificate: Option<Box<event::Certificate>>,
}

/// What makes two findings the same to whoever reads them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cause {
    Failure(Failure, String, u32),
    Deadlock(Vec<ThreadId>),
    Race(Loc),
}

impl Cause {
    pub(super) fn of(finding: &Finding) -> Cause {
        match finding {
            Finding::Failure { failure, site, .. } => {
                Cause::Failure(failure.clone(), site.file.clone(), site.line)
            }
            Finding::Deadlock { waiting } => Cause::Deadlock(waiting.iter().map(|(t, _)| *t).collect()),
            Finding::Race { loc, .. } => Cause::Race(*loc),
        }
    }
}

impl Check<'_> {
    /// A search has just found something. A violation is told at once, the first of its cause, and needs no more searching.
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
        let mut told = self.told.lock().expect("nothing panics under the lock");
        if !self.looked.contains_key(&cause) && !told.contains_key(&cause) {
            let shown = self.shown(name, system, finding, path);
            self.host.found(&shown);
            told.insert(cause, shown);
        }
        After::Enough
    }

    /// The findings of a search, those with the same cause once.
    pub(super) fn findings<S: Memory>(
        &self,
        name: &'static str,
        system: &Product<'_, JavaMachine, S>,
        report: &Report,
    ) -> Vec<JavaFinding> {
        let mut causes: BTreeMap<Cause, &Finding> = BTreeMap::new();
        // Whether an exception may escape depends on its thread: of one cause a violation counts.
        let is_violation = |finding: &Finding| self.options.kind(system.machine(), finding).1;
        for finding in &report.findings {
            let first = causes.entry(Cause::of(finding)).or_insert(finding);
            if !is_violation(first) && is_violation(finding) {
                *first = finding;
            }
        }
        let tell = |(cause, finding)| match self.looked.get(&cause) {
            // What is sequentially consistent is simpler to understand than anything else.
            Some(looked) => looked.clone(),
            None => {
                let path = report.paths.get(finding).map_or(&[][..], Vec::as_slice);
                self.simplest(name, system, finding, path)
            }
        };
        let mut findings: Vec<JavaFinding> = causes.into_iter().map(tell).collect();
        findings.sort_by_key(|f| !f.violation);
        findings
    }

    /// Something that was found, by the simplest execution that can be found in time.
    pub(super) fn simplest<S: Memory>(
        &self,
        name: &'static str,
        system: &Product<'_, JavaMachine, S>,
        finding: &Finding,
        path: &[Step],
    ) -> JavaFinding {
        let steps = if self.options.first { None } else { self.simplified(system, finding) };
        let told =
            || self.told.lock().expect("nothing panics under the lock").get(&Cause::of(finding)).cloned();
        match steps {
            Some(steps) => self.shown(name, system, finding, &steps),
            None => told().unwrap_or_else(|| self.shown(name, system, finding, path)),
        }
    }

    /// The steps of the simplest execution that shows a finding, if it is found in time.
    fn simplified<S: Memory>(
        &self,
        system: &Product<'_, JavaMachine, S>,
        finding: &Finding,
    ) -> Option<Vec<Step>> {
        let progress = self.host.simplify();
        system.machine().watch(progress.stop_flag());
        let steps = explore::simplest(system, &Target::Finding(finding.clone()), &progress);
        // The story itself is told in any case.
        system.machine().watch(Default::default());
        steps
    }

    /// Something that was found, by the execution with these steps.
    pub(super) fn shown<S: Memory>(
        &self,
        name: &'static str,
        system: &Product<'_, JavaMachine, S>,
        finding: &Finding,
        steps: &[Step],
    ) -> JavaFinding {
        let machine = system.machine();
        let story = story::tell(machine, system, steps, finding);
        let (kind, violation) = self.options.kind(machine, finding);
        let message = story.as_ref().map_or_else(|| kind.to_owned(), |story| story.message.clone());
        let replay = Some((name, explore::encode_steps(steps, machine.thread_count() as u16)));
        let cause = Some(Cause::of(finding));
        JavaFinding { violation, kind, message, story, replay, cause, certificate: None }
    }
}

impl JavaOptions {
    /// What a finding is, and whether it decides the verdict.
    pub(super) fn kind(&self, machine: &JavaMachine, finding: &Finding) -> (&'static str, bool) {
        let properties = self.properties;
        match finding {
            Finding::Failure { failure, thread, .. } => {
                let (kind, violation, _) = self.failure_of(machine, *thread, failure);
                (kind, violation)
            }
            Finding::Deadlock { .. } => ("deadlock", properties.deadlock),
            Finding::Race { .. } => ("race", properties.race),
        }
    }

    /// What a failure is, whether it decides the verdict, and in words.
    pub(super) fn failure_of(
        &self,
        machine: &JavaMachine,
        thread: ThreadId,
        failure: &Failure,
    ) -> (&'static str, bool, String) {
        let properties = self.properties;
        let (kind, counts, class) = match failure {
            failure if *failure == Failure::assertion() => {
                ("assertion", properties.assertion, "java.lang.AssertionError")
            }
            Failure::Assertion(class) => ("assertion", properties.assertion, class.as_str()),
            Failure::Exception(class) => ("exception", properties.exception, class.as_str()),
            Failure::Exit(status) => {
                let message = format!("the program ends itself with status {status}");
                return ("exit", properties.exit, message);
            }
        };
        let name = machine.thread_name(thread);
        let may_escape = self.escapes.iter().any(|e| e.covers(class, &name));
        (kind, counts && !may_escape, format!("{} in {name}", failure.class()))
    }
}

/// The threads of a set of processes.
pub(super) fn threads(machine: &JavaMachine, processes: u64) -> Vec<ThreadId> {
    (0..machine.thread_count() as u16).filter(|t| processes >> t & 1 == 1).map(ThreadId).collect()
}

/// Executions that go on for ever, by the steps to where they do and once around.
pub(super) fn hang<S: Memory>(
    name: &'static str,
    system: &Product<'_, JavaMachine, S>,
    hang: &explore::Hang,
) -> Option<JavaFinding> {
    let machine = system.machine();
    let steps: Vec<Step> = hang.prefix.iter().chain(&hang.cycle).copied().collect();
    let (recorder, state) = Recorder::run(system, &steps, None).ok()?;
    let mut story = story::of_record(machine, &recorder, state.machine(), None);
    let before = Recorder::run(system, &hang.prefix, None).ok()?.0.steps;
    story::goes_round(before, &mut story);
    story::hangs(machine, state.machine(), &threads(machine, hang.moving), Some(hang.is_final), &mut story);
    let replay = Some((name, explore::encode_steps(&steps, machine.thread_count() as u16)));
    let message = story.message.clone();
    let story = Some(story);
    Some(JavaFinding {
        violation: true,
        kind: "hang",
        message,
        story,
        replay,
        cause: None,
        certificate: None,
    })
}
