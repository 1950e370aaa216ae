//! The result of checking a program under one model, for litmus tests and Java programs alike.

use crate::java::Story;
use crate::kind::FindingKind;
use crate::legality_run::Decision;
use crate::model::Model;
use crate::options::Options;
use crate::reason::Reason;
use crate::verdict::{Ruling, Verdict, conclude_all};
use event::{Certificate, Failure, Gap, Loc, Outcome, ThreadId};
use explore::{Finding, Looked, Reduction, Stats, Step, Trace, encode_steps};
use legality::Closure;
use litmus::Program;
use std::collections::{BTreeMap, BTreeSet};

/// A finding under one model.
#[derive(Debug, Clone)]
pub struct ModelFinding {
    /// Whether it decides the verdict; otherwise it is a note.
    pub violation: bool,
    /// Its kind.
    pub kind: FindingKind,
    /// Its description.
    pub message: String,
    /// The thread in which it happens, if there is one.
    pub thread: Option<ThreadId>,
    /// The execution, step by step; `None` if no schedule shows the finding.
    pub execution: Option<ShownExecution>,
    /// The evidence for it.
    pub witness: Option<Witness>,
    /// The cause that it shares with findings which look the same to a reader; `None` if it does not come
    /// from a search of states.
    pub(crate) cause: Option<Cause>,
}

impl ModelFinding {
    /// A finding without any evidence besides the answer of the engine.
    pub(crate) fn bare(violation: bool, kind: FindingKind, message: String) -> ModelFinding {
        let (thread, execution, witness, cause) = (None, None, None, None);
        ModelFinding { violation, kind, message, thread, execution, witness, cause }
    }

    /// The threads that wait for ever in a deadlock; `None` if the engine does not tell.
    pub fn waiting(&self) -> Option<&[ThreadId]> {
        match &self.cause {
            Some(Cause::Deadlock(threads)) => Some(threads),
            _ => None,
        }
    }

    /// The execution of a litmus test.
    pub fn trace(&self) -> Option<&Trace> {
        match &self.execution {
            Some(ShownExecution::Trace(trace)) => Some(trace),
            _ => None,
        }
    }

    /// The execution of a Java program.
    pub fn story(&self) -> Option<&Story> {
        match &self.execution {
            Some(ShownExecution::Story(story)) => Some(story),
            _ => None,
        }
    }

    /// The schedule that shows it.
    pub fn schedule(&self) -> Option<&Schedule> {
        self.witness.as_ref().and_then(Witness::schedule)
    }

    /// The justification, if it is legal but no schedule shows it.
    pub fn certificate(&self) -> Option<&Certificate> {
        match &self.witness {
            Some(Witness::Commitments(certificate)) => Some(certificate),
            _ => None,
        }
    }
}

/// An execution, in the form that suits the kind of program.
#[derive(Debug, Clone)]
pub enum ShownExecution {
    /// The actions of a litmus test.
    Trace(Trace),
    /// The actions of a Java program.
    Story(Box<Story>),
}

/// The evidence for a finding or an outcome.
#[derive(Debug, Clone)]
pub enum Witness {
    /// A schedule.
    Schedule(Schedule),
    /// A commit sequence, where no schedule shows it.
    Commitments(Box<Certificate>),
}

impl Witness {
    /// The schedule, if it is one.
    pub fn schedule(&self) -> Option<&Schedule> {
        match self {
            Witness::Schedule(schedule) => Some(schedule),
            Witness::Commitments(_) => None,
        }
    }
}

/// The name that stands for the memory in schedules of the race check.
pub const RACES: &str = "races";

/// The same for the search of executions in which all races are between releases and acquires.
pub const ORDERED: &str = "ordered";

/// A schedule, with the options of its search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    /// The name of the model whose memory runs it, [`RACES`] or [`ORDERED`].
    pub memory: &'static str,
    /// Whether actions are folded.
    pub reduction: Reduction,
    /// The longest store buffer.
    pub buffer: usize,
    /// The steps, see [`explore::decode_steps`].
    pub steps: String,
}

impl Schedule {
    /// A schedule of a search with these options.
    pub(crate) fn new(memory: &'static str, options: &Options, steps: &[Step], threads: usize) -> Schedule {
        let (reduction, buffer) = (options.reduction, options.memory_limits.buffer);
        Schedule { memory, reduction, buffer, steps: encode_steps(steps, threads as u16) }
    }
}

/// The cause of a finding: findings with equal causes look the same to a reader.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cause {
    Failure(Failure, String, u32),
    Deadlock(Vec<ThreadId>),
    Idle,
    Race(Loc),
}

impl Cause {
    pub(crate) fn of(finding: &Finding) -> Cause {
        match finding {
            Finding::Failure { failure, site, .. } => {
                Cause::Failure(failure.clone(), site.file.clone(), site.line)
            }
            Finding::Deadlock { waiting } => Cause::Deadlock(waiting.iter().map(|(t, _)| *t).collect()),
            // However many workers a pool has by then.
            Finding::Idle { .. } => Cause::Idle,
            Finding::Race { loc, .. } => Cause::Race(*loc),
        }
    }
}

/// A number of executions. Executions differ if some read sees another write, or if writes to a volatile
/// variable or locks of a monitor are ordered differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// How many were found.
    pub found: u64,
    /// Whether these are all.
    pub all: bool,
}

/// The result of checking a program under a model.
#[derive(Debug, Clone)]
pub struct ModelResult {
    /// The model.
    pub model: Model,
    /// The answer.
    pub verdict: Verdict,
    /// The condition of the verdict, if it does not cover all executions.
    pub condition: Option<String>,
    /// Why hangs were not looked for, if they were to be looked for where possible.
    pub hangs_missing: Option<String>,
    /// How the answer was found.
    pub decided: Vec<String>,
    /// The findings, violations first.
    pub findings: Vec<ModelFinding>,
    /// Outcomes of finished executions that pass the test's filter.
    pub outcomes: BTreeSet<Outcome>,
    /// Whether all outcomes are known.
    pub complete: bool,
    /// Outcomes that are neither shown nor excluded, and why; `None` if there may be outcomes besides these
    /// and those shown.
    pub open: Option<BTreeMap<Outcome, String>>,
    /// Why behaviours may be missing.
    pub incomplete: Vec<Reason>,
    /// Evidence for outcomes, if requested.
    pub witnesses: BTreeMap<Outcome, Witness>,
    /// The number of executions, if counted.
    pub executions: Option<u64>,
    /// The number of executions of each outcome.
    pub counts: BTreeMap<Outcome, Count>,
    /// What the machine met and cannot execute.
    pub gaps: Vec<Gap>,
    /// Counters, summed over all searches.
    pub stats: Stats,
    /// The first look, if it found a violation.
    pub first_look: Option<Looked>,
    /// The bounds in force, by name.
    pub bounds: Vec<(&'static str, u64)>,
    /// What the sandwich decided about a racy program.
    pub settled: Option<Box<Settled>>,
}

impl ModelResult {
    /// Adds a condition to the verdict `holds`, as the end of "if …"; other verdicts need none.
    pub fn holds_only_if(&mut self, condition: &str) {
        if *self.verdict.ruling() == Ruling::Holds {
            let before = self.condition.take().map_or_else(String::new, |before| before + " and ");
            self.condition = Some(before + condition);
        }
    }

    /// A result in which nothing is known, for this reason.
    pub fn undecided(model: Model, reason: Reason) -> ModelResult {
        ModelResult {
            model,
            verdict: conclude_all([], Some(reason.clone())),
            condition: None,
            hangs_missing: None,
            decided: Vec::new(),
            findings: Vec::new(),
            outcomes: BTreeSet::new(),
            complete: false,
            open: None,
            incomplete: vec![reason],
            witnesses: BTreeMap::new(),
            executions: None,
            counts: BTreeMap::new(),
            gaps: Vec::new(),
            stats: Stats::default(),
            first_look: None,
            bounds: Vec::new(),
            settled: None,
        }
    }

    /// How often the proposition of the condition holds among the outcomes, with the numbers for and against.
    pub fn observation(&self, program: &Program) -> Option<(Observation, usize, usize)> {
        let condition = program.condition()?;
        let positive = self.outcomes.iter().filter(|outcome| condition.prop.holds(outcome)).count();
        let negative = self.outcomes.len() - positive;
        let word = match (positive, negative) {
            (0, _) => Observation::Never,
            (_, 0) => Observation::Always,
            _ => Observation::Sometimes,
        };
        Some((word, positive, negative))
    }
}

/// How the sandwich reached its answers.
#[derive(Debug, Clone)]
pub struct Settled {
    /// Every outcome of the upper bound, with the decision about it.
    pub decisions: BTreeMap<Outcome, Decision>,
    /// Rounds of the closure.
    pub rounds: usize,
    /// The executions of the closure, if they were enumerated: all of them, or, without
    /// [`Options::every_execution`](crate::Options), only those that show more than the lower bound.
    pub closure: Option<Closure>,
}

/// How often the proposition of the condition holds among the outcomes, in herd's terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Observation {
    /// In none.
    Never,
    /// In some.
    Sometimes,
    /// In all.
    Always,
}

impl Observation {
    /// herd's word for it.
    pub fn word(self) -> &'static str {
        match self {
            Observation::Never => "Never",
            Observation::Sometimes => "Sometimes",
            Observation::Always => "Always",
        }
    }
}

/// The data races of a program.
#[derive(Debug, Clone)]
pub enum Races {
    /// No execution has a race: all models agree with sequential consistency.
    None,
    /// These races, each the first race of some execution, with that execution.
    Some(Vec<ModelFinding>),
    /// The search was incomplete.
    Unknown(Vec<Reason>),
}
