//! Commit sequences: JLS §17.4.8 and AS08 Definition 8, up to the rules in which the two differ.

use crate::completeness::Completeness;
use crate::orders::sync_object;
use crate::replay::events_of;
use crate::wellformed::WellFormed;
use crate::{original, revised};
use event::{Certificate, CommitStep, Event, EventId, Execution, Machine, RuleSet};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// An event of one of the executions of a certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventIn {
    /// 0 for E, the execution to be justified; i for E_i.
    pub execution: usize,
    /// The event.
    pub event: EventId,
}

/// Why a certificate is rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CertificateRejection {
    /// The step, counted from 1; 0 if E itself is rejected.
    pub step: usize,
    /// The rule that fails, with its number.
    pub rule: &'static str,
    /// The events that show it, in the order in which the rule mentions them.
    pub witness: Vec<EventIn>,
}

impl fmt::Display for CertificateRejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: {}", self.step, self.rule)?;
        let place = |p: &EventIn| match p.execution {
            0 => format!("{} of E", p.event.0),
            i => format!("{} of E_{i}", p.event.0),
        };
        match self.witness.iter().map(place).collect::<Vec<_>>().join(", ").as_str() {
            "" => Ok(()),
            events => write!(f, " (events {events})"),
        }
    }
}

impl std::error::Error for CertificateRejection {}

/// Checks that the steps of the certificate justify its execution by its rules; returns the first rule that
/// fails.
pub fn check_certificate<M: Machine>(
    machine: &M,
    certificate: &Certificate,
) -> Result<(), CertificateRejection> {
    violations(machine, certificate).into_iter().next().map_or(Ok(()), Err)
}

/// All rules that a certificate violates, by step; each rule of a step once. If an execution is not
/// well-formed, or labels and commit sets are malformed, only this is reported, since the other rules are
/// meaningless then.
pub fn violations<M: Machine>(machine: &M, certificate: &Certificate) -> Vec<CertificateRejection> {
    let justification = match Justification::check(machine, certificate) {
        Ok(justification) => justification,
        Err(refusal) => return vec![refusal],
    };
    let rules: &[Rule] = match certificate.rules {
        RuleSet::Original => &original::RULES,
        RuleSet::Revised => &revised::RULES,
    };
    let refusal = |i: usize, rule: &Rule| rule(&justification, i).err();
    (1..=certificate.steps.len())
        .flat_map(|i| rules.iter().filter_map(move |rule| refusal(i, rule)))
        .collect()
}

/// One rule, checked at a step.
pub(crate) type Rule = fn(&Justification<'_>, usize) -> Result<(), CertificateRejection>;

/// A commit sequence of well-formed executions, with well-formed labels.
pub(crate) struct Justification<'c> {
    /// E.
    pub whole: WellFormed<'c>,
    steps: Vec<StepUnderCheck<'c>>,
}

/// C_i and E_i.
pub(crate) struct StepUnderCheck<'c> {
    /// C_i, as events of E.
    pub committed: &'c BTreeSet<EventId>,
    /// E_i.
    pub speculative: WellFormed<'c>,
    label: &'c BTreeMap<EventId, EventId>,
    /// The label, extended to synchronisation actions of E that it does not name: each of these corresponds
    /// to the one with the same number among the same actions of its thread. An injection, like the label.
    names: BTreeMap<EventId, EventId>,
}

impl<'c> Justification<'c> {
    fn check<M: Machine>(machine: &M, certificate: &'c Certificate) -> Result<Self, CertificateRejection> {
        let whole = well_formed(machine, 0, &certificate.execution)?;
        let mut steps = Vec::new();
        for (i, step) in (1..).zip(&certificate.steps) {
            let speculative = well_formed(machine, i, &step.speculative)?;
            label_injective(i, step)?;
            label_same_action(i, step, &whole, &speculative)?;
            committed_of_execution(i, step, &whole)?;
            rule_1(i, step, certificate.rules)?;
            let names = names(step, &certificate.execution);
            steps.push(StepUnderCheck { committed: &step.committed, speculative, label: &step.label, names });
        }
        commit_sets_grow(&certificate.steps)?;
        everything_is_committed(certificate)?;
        Ok(Justification { whole, steps })
    }

    /// The steps from `i` on, with their numbers.
    pub(crate) fn steps_from(&self, i: usize) -> impl Iterator<Item = (usize, &StepUnderCheck<'c>)> {
        (1..).zip(&self.steps).skip(i - 1)
    }

    /// Step `i`, counted from 1.
    pub(crate) fn step(&self, i: usize) -> &StepUnderCheck<'c> {
        &self.steps[i - 1]
    }

    /// Whether an event of E, `None` for a default write, is in C_{i-1}. C_0 contains exactly the default
    /// writes.
    pub(crate) fn was_committed(&self, i: usize, event: Option<EventId>) -> bool {
        event.is_none_or(|e| i > 1 && self.step(i - 1).committed.contains(&e))
    }

    /// The reads in C_{i-1}.
    pub(crate) fn old_reads(&self, i: usize) -> impl Iterator<Item = EventId> + '_ {
        self.reads(i).filter(move |&r| self.was_committed(i, Some(r)))
    }

    /// The reads in C_i that are not in C_{i-1}.
    pub(crate) fn new_reads(&self, i: usize) -> impl Iterator<Item = EventId> + '_ {
        self.reads(i).filter(move |&r| !self.was_committed(i, Some(r)))
    }

    /// The reads in C_i.
    pub(crate) fn reads(&self, i: usize) -> impl Iterator<Item = EventId> + '_ {
        self.step(i).committed.iter().copied().filter(|&e| self.whole.event(e).kind.is_read())
    }

    /// The reads in A_i that are not in C_{i-1}, as events of E_i.
    pub(crate) fn uncommitted_reads(&self, i: usize) -> impl Iterator<Item = EventId> + '_ {
        let step = self.step(i);
        let is_old = move |a| step.committed_as(a).is_some_and(|e| self.was_committed(i, Some(e)));
        let execution = step.speculative.execution;
        execution.ids().filter(move |&a| execution.event(a).kind.is_read() && !is_old(a))
    }
}

impl StepUnderCheck<'_> {
    /// A committed action of E as an event of E_i.
    pub(crate) fn at(&self, committed: EventId) -> EventId {
        self.label[&committed]
    }

    /// An action of E as an event of E_i, if it is labelled.
    pub(crate) fn at_if_labelled(&self, event: EventId) -> Option<EventId> {
        self.label.get(&event).copied()
    }

    /// The committed action of E that an event of E_i corresponds to.
    pub(crate) fn committed_as(&self, event: EventId) -> Option<EventId> {
        self.committed.iter().copied().find(|&e| self.at(e) == event)
    }

    /// The action of E that an event of E_i corresponds to, committed or not.
    pub(crate) fn name_of(&self, event: EventId) -> Option<EventId> {
        self.names.iter().find(|(_, a)| **a == event).map(|(e, _)| *e)
    }

    /// The event of E_i that an action of E corresponds to, committed or not.
    pub(crate) fn named(&self, name: EventId) -> Option<EventId> {
        self.names.get(&name).copied()
    }

    /// The write that a committed read sees in E_i, as a committed action of E: `Some(None)` for the default
    /// write, `None` if it is not a committed action.
    pub(crate) fn seen(&self, read: EventId) -> Option<Option<EventId>> {
        match self.speculative.event(self.at(read)).rf {
            None => Some(None),
            Some(write) => self.committed_as(write).map(Some),
        }
    }
}

/// A rejection at step `i`.
pub(crate) fn refuse(
    step: usize,
    rule: &'static str,
    witness: &[(usize, EventId)],
) -> Result<(), CertificateRejection> {
    let witness = witness.iter().map(|&(execution, event)| EventIn { execution, event }).collect();
    Err(CertificateRejection { step, rule, witness })
}

/// JLS §17.4.8, AS08 Definition 8: E and every E_i are well-formed executions of the program.
fn well_formed<'e, M: Machine>(
    machine: &M,
    i: usize,
    execution: &'e Execution,
) -> Result<WellFormed<'e>, CertificateRejection> {
    WellFormed::check(machine, execution, Completeness::Prefix).map_err(|refusal| {
        let witness = refusal.witness.into_iter().map(|event| EventIn { execution: i, event }).collect();
        CertificateRejection { step: i, rule: refusal.axiom, witness }
    })
}

/// Different actions of E are different actions of E_i.
fn label_injective(i: usize, step: &CommitStep) -> Result<(), CertificateRejection> {
    for (e, a) in &step.label {
        if let Some((other, _)) = step.label.iter().find(|(other, b)| *other != e && *b == a) {
            return refuse(i, "label: an injection", &[(0, *e), (0, *other), (i, *a)]);
        }
    }
    Ok(())
}

/// JLS §17.4.2: an action is its thread, its kind, its variable or monitor, and an identifier, which the
/// label represents. External actions must also have the same output.
fn label_same_action(
    i: usize,
    step: &CommitStep,
    whole: &WellFormed<'_>,
    speculative: &WellFormed<'_>,
) -> Result<(), CertificateRejection> {
    for (&e, &a) in &step.label {
        let exist = e.index() < whole.outputs.len() && a.index() < speculative.outputs.len();
        let same = || {
            let (x, y) = (whole.event(e), speculative.event(a));
            x.thread == y.thread
                && x.kind == y.kind
                && whole.outputs[e.index()] == speculative.outputs[a.index()]
        };
        if !(exist && same()) {
            return refuse(i, "label: the same action", &[(0, e), (i, a)]);
        }
    }
    Ok(())
}

/// JLS §17.4.8: A is the union of all C_i, so no C_i contains anything else.
fn committed_of_execution(
    i: usize,
    step: &CommitStep,
    whole: &WellFormed<'_>,
) -> Result<(), CertificateRejection> {
    match step.committed.iter().find(|e| e.index() >= whole.outputs.len()) {
        Some(&e) => refuse(i, "commit sets: actions of E only", &[(0, e)]),
        None => Ok(()),
    }
}

/// Rule 1 of both definitions: C_i is a subset of A_i; that is, the label maps each committed action to an
/// action of E_i.
fn rule_1(i: usize, step: &CommitStep, rules: RuleSet) -> Result<(), CertificateRejection> {
    let rule = match rules {
        RuleSet::Original => "original 1: C_i is a subset of A_i",
        RuleSet::Revised => "revised 1: C_i is a subset of A_i",
    };
    match step.committed.iter().find(|e| !step.label.contains_key(e)) {
        Some(&e) => refuse(i, rule, &[(0, e)]),
        None => Ok(()),
    }
}

/// JLS §17.4.8, AS08 Definition 8: C_{i-1} is a subset of C_i (see the crate's header on proper subsets).
fn commit_sets_grow(steps: &[CommitStep]) -> Result<(), CertificateRejection> {
    for (i, pair) in (2..).zip(steps.windows(2)) {
        if let Some(&lost) = pair[0].committed.difference(&pair[1].committed).next() {
            return refuse(i, "commit sets: C_{i-1} is a subset of C_i", &[(0, lost)]);
        }
    }
    Ok(())
}

/// JLS §17.4.8, AS08 Definition 8: the union of all C_i is A; here, the last one is.
fn everything_is_committed(certificate: &Certificate) -> Result<(), CertificateRejection> {
    let nothing = BTreeSet::new();
    let last = certificate.steps.last().map_or(&nothing, |step| &step.committed);
    match certificate.execution.ids().find(|e| !last.contains(e)) {
        Some(missing) => refuse(certificate.steps.len(), "commit sets: the last one is A", &[(0, missing)]),
        None => Ok(()),
    }
}

/// See [`StepUnderCheck::names`].
fn names(step: &CommitStep, whole: &Execution) -> BTreeMap<EventId, EventId> {
    let mut names = step.label.clone();
    for e in whole.ids().filter(|&e| sync_object(whole.event(e)).is_some()) {
        let earlier = like(whole, whole.event(e)).into_iter().take_while(|&other| other != e).count();
        let twin = like(&step.speculative, whole.event(e)).get(earlier).copied();
        if let Some(twin) = twin
            && !names.contains_key(&e)
            && !names.values().any(|&a| a == twin)
        {
            names.insert(e, twin);
        }
    }
    names
}

/// The events of `execution` that have the thread and the kind of `event`, in program order.
fn like(execution: &Execution, event: &Event) -> Vec<EventId> {
    let of_thread = events_of(execution, event.thread).into_iter();
    of_thread.filter(|&e| execution.event(e).kind == event.kind).collect()
}
