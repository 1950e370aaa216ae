//! Judges a certificate of legality that was found elsewhere by the axioms of a model file: every axiom is
//! evaluated on it by definition. Neither the translation to clauses nor a solver is involved.
//!
//! A certificate leaves open whatever the rules of the JMM do not refer to. Here it is chosen as `jls` argues
//! it can be: the total synchronisation order of the execution extends that of every step on the actions
//! committed there, and an action that no label names is the one with the same number, or else an unused one.

use crate::ask::{Prepared, Question};
use crate::chains::{Use, needs};
use crate::layout::Layout;
use crate::run::Frame;
use crate::trees::Trees;
use crate::{Identity, Overflow};
use event::{Certificate, CommitStep, EventId, Execution, Machine, RuleSet, ThreadId};
use relational::{Atom, TupleSet};
use std::collections::{BTreeMap, BTreeSet};

/// The most choices of chains of final fields that are tried.
const MOST_CHAINS: usize = 1_000;
/// Why a certificate was not judged in that case.
pub const TOO_MANY_CHAINS: &str = "too many possible chains of final fields";

/// The result of judging a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    /// All axioms hold.
    Accepted,
    /// Describes the first axiom that does not hold.
    Refused(String),
    /// One of its executions is not covered, for example because it stops in the middle.
    NotCovered(&'static str),
}

/// Judges a certificate by the axioms of the question's model, which must have the executions and commit sets
/// of the JMM: `E`, `J[1]`, …, `C[0]`, `C[1]`, …, and an order `so` in each. The condition of the question
/// does not matter.
pub fn judge<M: Machine>(
    question: &Question<'_, M>,
    certificate: &Certificate,
) -> Result<Judgement, Overflow> {
    let prepared = Prepared::new(question, [question.condition])?;
    let (program, layout) = prepared.shaped(certificate.steps.len() as u32)?;
    let frame = prepared.frame(&layout);
    let executions = || {
        let steps = certificate.steps.iter().map(|step| &step.speculative);
        std::iter::once(&certificate.execution).chain(steps)
    };
    if program.executions.len() != executions().count() {
        return Err(Overflow::Unsupported("a model without an execution for each step"));
    }
    let mut steps = Vec::new();
    for (i, execution) in executions().enumerate() {
        match steps_of(&frame, execution, i > 0) {
            Ok(found) => steps.push(found),
            Err(why) => return Ok(Judgement::NotCovered(why)),
        }
    }
    let numbered = |steps: &[usize]| -> Vec<Atom> { steps.iter().map(|&step| layout.nth[step]).collect() };
    let mut atoms = vec![numbered(&steps[0])];
    for (step, taken) in certificate.steps.iter().zip(&steps[1..]) {
        atoms.push(match question.identity {
            Identity::Free => labelled(&layout, certificate, step, &atoms[0], (&steps[0], taken)),
            Identity::Occurrence => numbered(taken),
        });
    }
    let Some(ranks) = synchronised(certificate) else {
        return Ok(Judgement::Refused("no total synchronisation order".to_owned()));
    };
    let (open, ways) = open_chains(&frame, &steps);
    if ways.is_none_or(|ways| ways > MOST_CHAINS) {
        return Ok(Judgement::NotCovered(TOO_MANY_CHAINS));
    }
    let chains = Vec::new();
    let mut given = Given { trees: frame.trees, layout: &layout, certificate, steps, atoms, ranks, chains };
    let built = prepared.build(&frame, &program, &[])?;
    let index: BTreeMap<&str, usize> = program.executions.iter().map(String::as_str).zip(0..).collect();
    let mut picks = vec![0; open.len()];
    loop {
        let pick = |(chain, pick): (&OpenChain, &usize)| (chain.execution, chain.how, chain.pairs[*pick]);
        given.chains = open.iter().zip(&picks).map(pick).collect();
        let mut unknown = None;
        let instance = built.problem.instance(|name, upper, is_order| {
            given.value(&index, name, upper, is_order).unwrap_or_else(|| {
                unknown = Some(Overflow::Unsupported("a guess that a certificate does not tell"));
                TupleSet::empty(upper.arity())
            })
        });
        if let Some(overflow) = unknown {
            return Err(overflow);
        }
        let Err(why) = built.problem.check(&instance, &[]) else { return Ok(Judgement::Accepted) };
        // A certificate does not say either which chains of final fields it means: one choice is enough.
        let Some(i) = (0..picks.len()).find(|&i| picks[i] + 1 < open[i].pairs.len()) else {
            return Ok(Judgement::Refused(why));
        };
        picks[i] += 1;
        picks[..i].fill(0);
    }
}

/// A use of an object that its thread may have got by several reads.
struct OpenChain {
    execution: usize,
    how: Use,
    /// From each of the reads to the use, as atoms of steps.
    pairs: Vec<(Atom, Atom)>,
}

/// The open chains of all executions, and the number of choices; `None` if it overflows.
fn open_chains(frame: &Frame<'_>, steps: &[Vec<usize>]) -> (Vec<OpenChain>, Option<usize>) {
    let mut open = Vec::new();
    for how in Use::ALL {
        for need in needs(frame.trees, how).iter().filter(|need| need.reads.len() > 1) {
            let atom = |step: usize| frame.layout.step(step);
            let pairs: Vec<(Atom, Atom)> =
                need.reads.iter().map(|&read| (atom(read), atom(need.step))).collect();
            let here = (0..steps.len()).filter(|&execution| steps[execution].contains(&need.step));
            open.extend(here.map(|execution| OpenChain { execution, how, pairs: pairs.clone() }));
        }
    }
    let ways = open.iter().try_fold(1usize, |ways, chain| ways.checked_mul(chain.pairs.len()));
    (open, ways)
}

/// The step of the trees that corresponds to each event.
fn steps_of(frame: &Frame<'_>, execution: &Execution, may_stop: bool) -> Result<Vec<usize>, &'static str> {
    let trees = frame.trees;
    let mut found = vec![0; execution.events().len()];
    for (thread, roots) in trees.roots.iter().enumerate() {
        let mut next = roots;
        let mut is_begun = false;
        for &id in execution.thread(ThreadId(thread as u16)) {
            let event = execution.event(id);
            let is_it = |&&step: &&usize| {
                let step = &trees.steps[step];
                // The output of an external action is not a value in memory, but some store it in the same
                // field.
                let written = step.written.or(step.output.filter(|_| event.written.is_some()));
                step.kind == event.kind && step.read == event.read && written == event.written
            };
            let step = *next.iter().find(is_it).ok_or("an action that is in no tree")?;
            found[id.index()] = step;
            (next, is_begun) = (&trees.steps[step].children, true);
        }
        let waits = may_stop && next.iter().any(|&step| frame.may_wait(step));
        let is_over = next.is_empty() || waits || (!is_begun && !frame.runs[thread]);
        if !is_over {
            return Err("an execution that stops in the middle");
        }
    }
    Ok(found)
}

/// The action that corresponds to each event of a step's execution.
fn labelled(
    layout: &Layout,
    certificate: &Certificate,
    step: &CommitStep,
    whole: &[Atom],
    (steps, taken): (&[usize], &[usize]),
) -> Vec<Atom> {
    let mut atoms: Vec<Option<Atom>> = vec![None; taken.len()];
    let mut used = BTreeSet::new();
    for (e, j) in &step.label {
        atoms[j.index()] = Some(whole[e.index()]);
        used.insert(whole[e.index()]);
    }
    for e in certificate.execution.ids().filter(|e| !step.label.contains_key(e)) {
        let event = certificate.execution.event(e);
        let number = layout.nth[steps[e.index()]];
        let same = |&j: &usize| atoms[j].is_none() && layout.nth[taken[j]] == number;
        if event.kind.sync_obj(event.thread).is_some()
            && let Some(j) = (0..taken.len()).find(same)
        {
            atoms[j] = Some(number);
            used.insert(number);
        }
    }
    let pick = |(j, atom): (usize, Option<Atom>)| {
        atom.unwrap_or_else(|| {
            let number = layout.nth[taken[j]];
            let class = layout.class(number).expect("a step is no initial write");
            // From the end, where the names that the execution does not need are.
            let others = layout.classes[&class].iter().rev().copied();
            let free = others.clone().filter(|atom| !whole.contains(atom)).chain(others);
            let atom = free.clone().find(|atom| !used.contains(atom)).expect("a class has enough actions");
            used.insert(atom);
            atom
        })
    };
    atoms.into_iter().enumerate().map(pick).collect()
}

/// For each execution, the positions of its events in a total synchronisation order; `None` if none agrees.
fn synchronised(certificate: &Certificate) -> Option<Vec<Vec<usize>>> {
    let mut union = fixed(&certificate.execution);
    let agree = certificate.rules == RuleSet::Original;
    let committed = |step: &CommitStep| -> Vec<(EventId, EventId)> {
        let of = |e: &EventId| step.label.get(e).map(|&j| (*e, j));
        step.committed.iter().filter_map(of).collect()
    };
    for step in certificate.steps.iter().filter(|_| agree) {
        let order = fixed(&step.speculative);
        let committed = committed(step);
        for (a, ja) in &committed {
            let after = committed.iter().filter(|(_, jb)| order.contains(&(*ja, *jb)));
            union.extend(after.map(|(b, _)| (*a, *b)));
        }
    }
    let whole = sorted(&certificate.execution, &union)?;
    let mut ranks = vec![whole];
    for step in &certificate.steps {
        let mut order = fixed(&step.speculative);
        let committed = committed(step);
        for (a, ja) in committed.iter().filter(|_| agree) {
            let is_sync = |e: EventId| {
                let event = certificate.execution.event(e);
                event.kind.sync_obj(event.thread).is_some()
            };
            let after = committed.iter().filter(|(b, _)| ranks[0][a.index()] < ranks[0][b.index()]);
            order.extend(after.filter(|(b, _)| is_sync(*a) && is_sync(*b)).map(|(_, jb)| (*ja, *jb)));
        }
        ranks.push(sorted(&step.speculative, &order)?);
    }
    Some(ranks)
}

/// The order of events implied by program order, starts and the orders per object.
fn fixed(execution: &Execution) -> BTreeSet<(EventId, EventId)> {
    let pairs = execution.ids().flat_map(|a| execution.ids().map(move |b| (a, b)));
    let mut order: BTreeSet<(EventId, EventId)> = pairs.filter(|&(a, b)| execution.hb(a, b)).collect();
    for events in execution.so().values() {
        for (i, &a) in events.iter().enumerate() {
            order.extend(events[i + 1..].iter().map(|&b| (a, b)));
        }
    }
    order
}

/// The position of each event in a linear extension of this order; `None` if it has a cycle.
fn sorted(execution: &Execution, order: &BTreeSet<(EventId, EventId)>) -> Option<Vec<usize>> {
    let mut left: BTreeSet<EventId> = execution.ids().collect();
    let mut ranks = vec![0; execution.events().len()];
    for rank in 0.. {
        let first = |b: &&EventId| !left.iter().any(|a| order.contains(&(*a, **b)));
        let Some(&next) = left.iter().find(first) else { break };
        left.remove(&next);
        ranks[next.index()] = rank;
    }
    left.is_empty().then_some(ranks)
}

/// A certificate over the universe of a problem. The lists have an entry per execution, the main one first.
struct Given<'a> {
    trees: &'a Trees,
    layout: &'a Layout,
    certificate: &'a Certificate,
    steps: Vec<Vec<usize>>,
    atoms: Vec<Vec<Atom>>,
    ranks: Vec<Vec<usize>>,
    /// The chosen read by which a step got an object, where there are several: the execution, and both as
    /// atoms of steps.
    chains: Vec<(usize, Use, (Atom, Atom))>,
}

impl Given<'_> {
    fn execution(&self, i: usize) -> &Execution {
        match i {
            0 => &self.certificate.execution,
            _ => &self.certificate.steps[i - 1].speculative,
        }
    }

    /// The value of a relation that the problem declares, by its name.
    fn value(
        &self,
        index: &BTreeMap<&str, usize>,
        name: &str,
        upper: &TupleSet,
        order_of: Option<&[Atom]>,
    ) -> Option<TupleSet> {
        let of = |prefix: &str| name.strip_prefix(prefix).and_then(|name| index.get(name)).copied();
        let within = |pairs: Vec<(Atom, Atom)>| {
            TupleSet::of_pairs(pairs.into_iter().filter(|&(a, b)| upper.contains(&[a, b])))
        };
        if let Some(order_of) = order_of {
            let guessed =
                name.strip_prefix("so[").and_then(|name| index.get(name.strip_suffix(']')?)).copied();
            let i = guessed.or_else(|| of("monitor order of ")).or_else(|| of("so of "))?;
            return Some(self.order(i, order_of));
        }
        if let Some(i) = of("steps of ") {
            let atoms = self.steps[i].iter().map(|&step| self.layout.step(step));
            return Some(TupleSet::of_atoms(atoms.filter(|&atom| upper.contains(&[atom]))));
        }
        if let Some(i) = of("labels of ") {
            let steps = self.steps[i].iter().map(|&step| self.layout.step(step));
            return Some(within(steps.zip(self.atoms[i].iter().copied()).collect()));
        }
        if let Some(i) = of("rf of ") {
            let execution = self.execution(i);
            let source = |id: EventId| {
                let event = execution.event(id);
                let loc = event.kind.loc().filter(|_| event.kind.is_read())?;
                let write = event.rf.map_or_else(|| self.layout.initial(loc), |w| self.atoms[i][w.index()]);
                Some((write, self.atoms[i][id.index()]))
            };
            return Some(TupleSet::of_pairs(execution.ids().filter_map(source)));
        }
        if let Some(i) = of("values of ") {
            let execution = self.execution(i);
            let written = |id: EventId| {
                let event = execution.event(id);
                let value = event.written.filter(|_| event.kind.is_write())?;
                Some((self.atoms[i][id.index()], self.layout.value(value)?))
            };
            let first = |(&loc, &value)| Some((self.layout.initial(loc), self.layout.value(value)?));
            let first = self.trees.initial.iter().filter_map(first);
            return Some(TupleSet::of_pairs(execution.ids().filter_map(written).chain(first)));
        }
        for how in Use::ALL {
            if let Some(i) = of(&how.named("")) {
                let chosen = self.chains.iter().filter(|chain| (chain.0, chain.1) == (i, how));
                return Some(TupleSet::of_pairs(chosen.map(|chain| chain.2)));
            }
        }
        if name == "last write of the end" {
            return Some(TupleSet::of_atoms([self.last(upper)?]));
        }
        let number: usize = name.strip_prefix("C[")?.strip_suffix(']')?.parse().ok()?;
        let committed = number.checked_sub(1).and_then(|i| self.certificate.steps.get(i));
        let committed = committed.into_iter().flat_map(|step| &step.committed);
        let initial = self.layout.locations.iter().map(|&loc| self.layout.initial(loc));
        Some(TupleSet::of_atoms(committed.map(|e| self.atoms[0][e.index()]).chain(initial)))
    }

    /// A total order of these actions: performed ones in synchronisation order, then the others.
    fn order(&self, i: usize, of: &[Atom]) -> TupleSet {
        let rank = |atom: &Atom| {
            let event = self.atoms[i].iter().position(|performed| performed == atom);
            (event.is_none(), event.map(|event| self.ranks[i][event]), *atom)
        };
        let mut atoms = of.to_vec();
        atoms.sort_by_key(rank);
        let pairs = (0..atoms.len()).flat_map(|a| (a + 1..atoms.len()).map(move |b| (a, b)));
        TupleSet::of_pairs(pairs.map(|(a, b)| (atoms[a], atoms[b])))
    }

    /// A write that may be the last to its location.
    fn last(&self, writes: &TupleSet) -> Option<Atom> {
        let execution = &self.certificate.execution;
        let event = |atom: Atom| self.atoms[0].iter().position(|&performed| performed == atom);
        let performed: Vec<(Atom, EventId)> =
            writes.firsts().filter_map(|atom| Some((atom, EventId(event(atom)? as u32)))).collect();
        let order = fixed(execution);
        let is_last = |(_, a): &&(Atom, EventId)| !performed.iter().any(|(_, b)| order.contains(&(*a, *b)));
        let initial = || writes.firsts().find(|&atom| self.layout.class(atom).is_none());
        performed.iter().find(is_last).map(|(atom, _)| *atom).or_else(initial)
    }
}
