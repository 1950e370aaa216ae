//! The result of checking a program under one model, the same for litmus tests and Java programs.

use crate::java::Story;
use crate::kind::FindingKind;
use crate::model::Model;
use crate::options::Options;
use crate::reason::Reason;
use crate::sandwich::Decision;
use crate::verdict::{Verdict, conclude_all};
use event::{Certificate, Failure, Gap, Loc, Outcome, ThreadId};
use explore::{Finding, Looked, Reduction, Stats, Step, Trace, encode_steps};
use legality::Closure;
use litmus::Program;
use std::collections::{BTreeMap, BTreeSet};

/// Something to tell the user about one model.
#[derive(Debug, Clone)]
pub struct ModelFinding {
    /// It decides the verdict; otherwise it is a note.
    pub violation: bool,
    /// What it is.
    pub kind: FindingKind,
    /// In words.
    pub message: String,
    /// The thread it happens in, if it is one's.
    pub thread: Option<ThreadId>,
    /// How it comes about, step by step; nothing where no schedule shows it.
    pub told: Option<Telling>,
    /// What shows it.
    pub witness: Option<Witness>,
    /// What it has in common with other findings that are the same to whoever reads them; nothing for what no search of
    /// states shows.
    pub(crate) cause: Option<Cause>,
}

impl ModelFinding {
    /// A finding that nothing shows but the engine's word.
    pub(crate) fn bare(violation: bool, kind: FindingKind, message: String) -> ModelFinding {
        let (thread, told, witness, cause) = (None, None, None, None);
        ModelFinding { violation, kind, message, thread, told, witness, cause }
    }

    /// The execution of a litmus test.
    pub fn trace(&self) -> Option<&Trace> {
        match &self.told {
            Some(Telling::Trace(trace)) => Some(trace),
            _ => None,
        }
    }

    /// The execution of a Java program.
    pub fn story(&self) -> Option<&Story> {
        match &self.told {
            Some(Telling::Story(story)) => Some(story),
            _ => None,
        }
    }

    /// The schedule that shows it.
    pub fn schedule(&self) -> Option<&Schedule> {
        self.witness.as_ref().and_then(Witness::schedule)
    }

    /// Why it is legal, where no execution in any order shows it.
    pub fn certificate(&self) -> Option<&Certificate> {
        match &self.witness {
            Some(Witness::Commitments(certificate)) => Some(certificate),
            _ => None,
        }
    }
}

/// An execution, told as its kind of program is told.
#[derive(Debug, Clone)]
pub enum Telling {
    /// Actions of a litmus test.
    Trace(Trace),
    /// Actions of a Java program in its words.
    Story(Box<Story>),
}

/// What shows something.
#[derive(Debug, Clone)]
pub enum Witness {
    /// A schedule.
    Schedule(Schedule),
    /// A sequence of commitments: no schedule shows it.
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

/// The name that schedules of the race check have in place of a memory.
pub const RACES: &str = "races";

/// A schedule, and the search that it is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    /// The name of the model whose memory runs, or [`RACES`].
    pub memory: &'static str,
    /// Whether actions are folded.
    pub reduction: Reduction,
    /// Longest store buffer.
    pub buffer: usize,
    /// The steps, see [`explore::decode_steps`].
    pub steps: String,
}

impl Schedule {
    /// Of a search with these options.
    pub(crate) fn new(memory: &'static str, options: &Options, steps: &[Step], threads: usize) -> Schedule {
        let (reduction, buffer) = (options.reduction, options.memories.buffer);
        Schedule { memory, reduction, buffer, steps: encode_steps(steps, threads as u16) }
    }
}

/// What makes two findings the same to whoever reads them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cause {
    Failure(Failure, String, u32),
    Deadlock(Vec<ThreadId>),
    Race(Loc),
}

impl Cause {
    pub(crate) fn of(finding: &Finding) -> Cause {
        match finding {
            Finding::Failure { failure, site, .. } => {
                Cause::Failure(failure.clone(), site.file.clone(), site.line)
            }
            Finding::Deadlock { waiting } => Cause::Deadlock(waiting.iter().map(|(t, _)| *t).collect()),
            Finding::Race { loc, .. } => Cause::Race(*loc),
        }
    }
}

/// A number of executions: those that differ in which write a read sees, or in the order of writes to a volatile variable or of a
/// monitor's locks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// So many were found.
    pub found: u64,
    /// There are no others.
    pub all: bool,
}

/// What was found of a program under a model.
#[derive(Debug, Clone)]
pub struct ModelResult {
    /// The model.
    pub model: Model,
    /// The answer.
    pub verdict: Verdict,
    /// What it is of, if not of all executions.
    pub condition: Option<String>,
    /// Why executions that never end were not looked for, where that was wanted if possible.
    pub hangs_missing: Option<String>,
    /// How it was found.
    pub decided: Vec<String>,
    /// What was found, violations first.
    pub findings: Vec<ModelFinding>,
    /// Outcomes of finished executions that pass the test's filter.
    pub outcomes: BTreeSet<Outcome>,
    /// Whether all outcomes are there.
    pub complete: bool,
    /// Outcomes that are neither shown nor excluded, and why; nothing where others than these and those shown may exist.
    pub open: Option<BTreeMap<Outcome, String>>,
    /// Why behaviours may be missing.
    pub incomplete: Vec<Reason>,
    /// How outcomes come about, if that was wanted.
    pub witnesses: BTreeMap<Outcome, Witness>,
    /// Number of executions, when counted.
    pub executions: Option<u64>,
    /// The same by outcome.
    pub counts: BTreeMap<Outcome, Count>,
    /// What was met that keeps the machine from following threads.
    pub gaps: Vec<Gap>,
    /// Counters, of all searches together.
    pub stats: Stats,
    /// What was looked at before any search, if that has shown a violation.
    pub first_look: Option<Looked>,
    /// Bounds that were in force, by name.
    pub bounds: Vec<(&'static str, u64)>,
    /// What the models of the sandwich know about racy programs.
    pub settled: Option<Box<Settled>>,
}

impl ModelResult {
    /// Nothing is known, for this reason.
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

    /// How often the proposition of a test's condition holds among the outcomes, with the numbers for and against.
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

/// How the sandwich came to its answers.
#[derive(Debug, Clone)]
pub struct Settled {
    /// Every outcome of the upper bound, with who decided it.
    pub decisions: BTreeMap<Outcome, Decision>,
    /// Rounds of the closure.
    pub rounds: usize,
    /// The executions of the closure, where they are kept one by one.
    pub closure: Option<Closure>,
}

/// How often the condition's proposition holds among the outcomes; herd's word.
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
    /// herd's word.
    pub fn word(self) -> &'static str {
        match self {
            Observation::Never => "Never",
            Observation::Sometimes => "Sometimes",
            Observation::Always => "Always",
        }
    }
}

/// Data races of a program.
#[derive(Debug, Clone)]
pub enum Races {
    /// None in any execution: all models agree with sequential consistency.
    None,
    /// These, each the first of some execution, with an execution that shows it.
    Some(Vec<ModelFinding>),
    /// The search was incomplete.
    Unknown(Vec<Reason>),
}
