//! Converts an instance to executions.

use crate::ask::Built;
use crate::run::Frame;
use axioms::cat::program::Program;
use event::{
    Certificate, CommitStep, EventId, Execution, ExecutionBuilder, Machine, Outcome, RuleSet, SyncObj, Value,
};
use relational::{Atom, Instance, TupleSet};
use std::collections::{BTreeMap, BTreeSet};

/// A speculative execution of a witness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Speculation {
    /// Its name in the model.
    pub name: String,
    /// The execution; possibly a prefix of a longer one.
    pub execution: Execution,
    /// Maps events of the main execution to those of this one, where both have them.
    pub label: BTreeMap<EventId, EventId>,
}

/// An execution with the requested outcome, and whatever else the model requires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The execution.
    pub execution: Execution,
    /// Its outcome.
    pub outcome: Outcome,
    /// The speculative executions, in the order of the model.
    pub speculations: Vec<Speculation>,
    /// The guessed sets, such as commit sets, by name, restricted to events of the execution.
    pub sets: BTreeMap<String, BTreeSet<EventId>>,
    /// The guessed orders, by name: pairs of events of the execution.
    pub orders: BTreeMap<String, BTreeSet<(EventId, EventId)>>,
    /// Whether a read sees an invented value, which stands for all values the program does not name.
    pub sees_invented: bool,
}

impl Witness {
    /// Converts it to a certificate of legality, if the model has commit sets `C[1]`, `C[2]`, … and as many
    /// speculative executions.
    pub fn certificate(&self, rules: RuleSet) -> Option<Certificate> {
        let steps = (1..).zip(&self.speculations).map(|(i, speculation)| {
            Some(CommitStep {
                committed: self.sets.get(&format!("C[{i}]"))?.clone(),
                speculative: speculation.execution.clone(),
                label: speculation.label.clone(),
            })
        });
        let steps: Option<Vec<CommitStep>> = steps.collect();
        Some(Certificate { rules, execution: self.execution.clone(), steps: steps? })
    }
}

/// Decodes an instance.
pub(crate) struct Decoder<'a> {
    pub frame: &'a Frame<'a>,
    pub built: &'a Built,
    pub program: &'a Program,
    pub instance: &'a Instance,
}

/// One execution, and the correspondence of events and actions.
struct Decoded {
    execution: Execution,
    steps: Vec<usize>,
    events: BTreeMap<Atom, EventId>,
}

impl Decoder<'_> {
    /// The executions; `None` if one uses an object that is never created in it (JLS §17.4.7 (3)), which no
    /// axiom excludes.
    pub fn witness<M: Machine>(&self, machine: &M) -> Option<Witness> {
        let mut decoded: Vec<Decoded> = (0..self.built.runs.len()).map(|i| self.decode(i)).collect();
        if decoded.iter().any(|decoded| machine.has_ghosts(&self.replayed(machine, decoded))) {
            return None;
        }
        let whole = decoded.remove(0);
        let speculations = (1..).zip(decoded).map(|(i, decoded)| {
            let twin = |(action, &event): (&Atom, &EventId)| Some((event, *decoded.events.get(action)?));
            Speculation {
                name: self.program.executions[i].clone(),
                label: whole.events.iter().filter_map(twin).collect(),
                execution: decoded.execution,
            }
        });
        let event = |atom: &Atom| whole.events.get(atom).copied();
        let set = |tuples: TupleSet| tuples.firsts().filter_map(|atom| event(&atom)).collect();
        let pairs = |tuples: TupleSet| {
            tuples.iter().filter_map(|pair| Some((event(&pair[0])?, event(&pair[1])?))).collect()
        };
        let trees = self.frame.trees;
        let sees_invented =
            |step: &usize| trees.steps[*step].read.is_some_and(|value| trees.invented.contains(&value));
        Some(Witness {
            outcome: self.outcome(machine, &whole),
            speculations: speculations.collect(),
            sets: self.evaluated(&self.built.guesses).map(|(name, tuples)| (name, set(tuples))).collect(),
            orders: self.evaluated(&self.built.chosen).map(|(name, tuples)| (name, pairs(tuples))).collect(),
            sees_invented: whole.steps.iter().any(sees_invented),
            execution: whole.execution,
        })
    }

    fn evaluated<'s>(
        &'s self,
        named: &'s BTreeMap<String, relational::Expr>,
    ) -> impl Iterator<Item = (String, TupleSet)> + 's {
        named.iter().map(|(name, expr)| (name.clone(), self.instance.evaluate(expr)))
    }

    fn decode(&self, run: usize) -> Decoded {
        let (layout, trees) = (self.frame.layout, self.frame.trees);
        let taken: BTreeSet<usize> = self
            .instance
            .evaluate(&self.built.runs[run].taken)
            .firsts()
            .map(|atom| layout.step_of(atom))
            .collect();
        // A parent has a smaller number than its children, so this is program order.
        let mut steps: Vec<usize> = taken.into_iter().collect();
        steps.sort_by_key(|&step| (trees.steps[step].thread, step));
        let label: BTreeMap<usize, Atom> = self
            .instance
            .evaluate(&self.built.runs[run].label)
            .iter()
            .map(|pair| (layout.step_of(pair[0]), pair[1]))
            .collect();
        let numbered = || (0..).map(EventId).zip(&steps);
        let events: BTreeMap<Atom, EventId> =
            numbered().filter_map(|(event, step)| Some((*label.get(step)?, event))).collect();
        let rf = self.instance.evaluate(&self.built.runs[run].rf);
        let source: BTreeMap<Atom, Atom> = rf.iter().map(|pair| (pair[1], pair[0])).collect();
        let build = |orders: BTreeMap<SyncObj, Vec<EventId>>| {
            let mut builder = ExecutionBuilder::new(trees.roots.len());
            for step in &steps {
                let found = &trees.steps[*step];
                let write =
                    label.get(step).and_then(|action| source.get(action)).and_then(|write| events.get(write));
                let written = found.written.or(found.output);
                builder.push(found.thread, found.kind, found.read, written, write.copied());
            }
            orders.into_iter().for_each(|(object, order)| builder.set_so(object, order));
            builder.build()
        };
        let mut orders = self.synchronisation(run, &steps, (&events, &source));
        let execution = build(orders.clone()).or_else(|_| {
            // A model that treats volatile accesses like others may order them in a way that admits no
            // happens-before.
            orders.retain(|object, _| !matches!(object, SyncObj::Volatile(_)));
            build(orders)
        });
        let execution = execution.expect("the model or the facts order monitors and threads");
        Decoded { execution, steps, events }
    }

    /// The orders of synchronisation objects: what the model guessed under the name `so`, or what the facts
    /// determined. Volatile variables that neither orders get the coherence order, with each read after the
    /// write it sees.
    fn synchronisation(
        &self,
        run: usize,
        steps: &[usize],
        (events, source): (&BTreeMap<Atom, EventId>, &BTreeMap<Atom, Atom>),
    ) -> BTreeMap<SyncObj, Vec<EventId>> {
        let trees = self.frame.trees;
        let name = &self.program.executions[run];
        let own = [format!("so[{name}]"), "so".to_owned()];
        let order = own.iter().find_map(|name| self.built.chosen.get(name));
        let order = self.instance.evaluate(order.unwrap_or(&self.built.orders[run].so));
        let both = |pair: &[Atom]| Some((*events.get(&pair[0])?, *events.get(&pair[1])?));
        let mut before: BTreeSet<(EventId, EventId)> = order.iter().filter_map(both).collect();
        let co = self.built.orders[run].co.as_ref().map(|co| self.instance.evaluate(co));
        let co: BTreeSet<(EventId, EventId)> = co.iter().flat_map(TupleSet::iter).filter_map(both).collect();
        let rf =
            source.iter().filter_map(|(read, write)| Some((*events.get(read)?, events.get(write).copied())));
        let rf: BTreeMap<EventId, Option<EventId>> = rf.collect();
        let mut objects: BTreeMap<SyncObj, Vec<EventId>> = BTreeMap::new();
        for (event, &step) in (0..).map(EventId).zip(steps) {
            let found = &trees.steps[step];
            if let Some(object) = found.kind.sync_obj(found.thread) {
                objects.entry(object).or_default().push(event);
            }
        }
        for (object, order) in &mut objects {
            let is_known =
                |a: &EventId, b: &EventId| before.contains(&(*a, *b)) || before.contains(&(*b, *a));
            let pairs =
                || order.iter().flat_map(|a| order.iter().filter(move |b| a < *b).map(move |b| (a, b)));
            if matches!(object, SyncObj::Volatile(_)) && pairs().any(|(a, b)| !is_known(a, b)) {
                let write = |event: &EventId| trees.steps[steps[event.index()]].written.is_some();
                // The write that an event performs or sees; `None` is the initial one.
                let at = |event: &EventId| {
                    if write(event) { Some(*event) } else { rf.get(event).copied().flatten() }
                };
                for (a, b) in
                    order.iter().flat_map(|a| order.iter().map(move |b| (a, b))).filter(|(a, b)| a != b)
                {
                    let (from, to) = (at(a), at(b));
                    let is_before = match (from, to) {
                        (from, to) if from == to => write(a) || (!write(b) && a < b),
                        (None, _) => true,
                        (Some(from), Some(to)) => co.contains(&(from, to)),
                        (Some(_), None) => false,
                    };
                    if is_before {
                        before.insert((*a, *b));
                    }
                }
            }
            let place =
                |event: &EventId| order.iter().filter(|other| before.contains(&(**other, *event))).count();
            let mut placed: Vec<(usize, EventId)> =
                order.iter().map(|event| (place(event), *event)).collect();
            placed.sort();
            *order = placed.into_iter().map(|(_, event)| event).collect();
        }
        objects
    }

    /// The final state of the threads of an execution.
    fn replayed<M: Machine>(&self, machine: &M, decoded: &Decoded) -> M::State {
        let trees = self.frame.trees;
        let mut state = machine.initial();
        for step in &decoded.steps {
            let found = &trees.steps[*step];
            let answer = match (found.read, found.written, found.is_failed_update) {
                (Some(old), Some(_), _) => event::Answer::Rmw { old, written: true },
                (Some(old), None, true) => event::Answer::Rmw { old, written: false },
                (Some(value), None, false) => event::Answer::Value(value),
                _ => event::Answer::Done,
            };
            machine.resume(&mut state, found.thread, answer);
        }
        state
    }

    fn outcome<M: Machine>(&self, machine: &M, whole: &Decoded) -> Outcome {
        let finals: Vec<Value> =
            machine.observed_locations().iter().map(|loc| self.last_value(*loc)).collect();
        machine.outcome(&self.replayed(machine, whole), &finals)
    }

    /// The final value of an observed location.
    fn last_value(&self, loc: event::Loc) -> Value {
        let last = self.built.finals.get(&loc).map(|last| self.instance.evaluate(last));
        let value = last.and_then(|last| last.firsts().next()).map(|atom| self.frame.layout.value_of(atom));
        value.unwrap_or(self.frame.trees.initial[&loc])
    }
}
