//! The universe of a question: the meaning of each atom.

use crate::trees::Trees;
use event::{EventKind, Loc, ThreadId, Value};
use relational::{Atom, Expr, TupleSet};
use std::collections::{BTreeMap, BTreeSet};

/// What actions of different executions must share to be identified (JLS §17.4.2: thread, kind, variable or
/// monitor; for an external action also the output).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Class {
    pub thread: ThreadId,
    pub kind: EventKind,
    pub output: Option<Value>,
}

/// The meaning of an atom that may be in an execution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// An action of a class.
    Of(Class),
    /// The initial write of a location.
    Initial(Loc),
}

/// Atoms: actions, initial writes, copies of both, values, steps of trees; in this order.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    pub actions: Vec<Action>,
    pub locations: Vec<Loc>,
    pub values: Vec<Value>,
    copies: u32,
    steps: usize,
    /// The atoms of each class.
    pub classes: BTreeMap<Class, Vec<Atom>>,
    /// The atom of each step if the n-th action of a class is always identified with the n-th.
    pub nth: Vec<Atom>,
}

impl Layout {
    pub fn new(trees: &Trees, copies: u32) -> Layout {
        let class = |step: usize| {
            let step = &trees.steps[step];
            Class { thread: step.thread, kind: step.kind, output: step.output }
        };
        // An external action is the n-th of its thread regardless of the output of others, so some atoms of
        // its class may stay unused.
        let number = |step: usize| {
            let kind = trees.steps[step].kind;
            trees.ancestors(step).filter(|&before| trees.steps[before].kind == kind).count()
        };
        let mut most: BTreeMap<Class, usize> = BTreeMap::new();
        for step in 0..trees.steps.len() {
            let entry = most.entry(class(step)).or_default();
            *entry = (*entry).max(number(step) + 1);
        }
        let (mut actions, mut classes) = (Vec::new(), BTreeMap::new());
        for (class, count) in most {
            let first = actions.len() as Atom;
            actions.extend(std::iter::repeat_n(Action::Of(class), count));
            classes.insert(class, (first..actions.len() as Atom).collect::<Vec<_>>());
        }
        let locations: Vec<Loc> = trees.initial.keys().copied().collect();
        actions.extend(locations.iter().map(|&loc| Action::Initial(loc)));
        let nth = (0..trees.steps.len()).map(|step| classes[&class(step)][number(step)]).collect();
        let values = trees.values().into_iter().collect();
        Layout { actions, locations, values, copies, steps: trees.steps.len(), classes, nth }
    }

    pub fn universe(&self) -> u32 {
        self.step(self.steps)
    }

    pub fn step(&self, step: usize) -> Atom {
        self.first_value() + (self.values.len() + step) as Atom
    }

    /// The step of an atom.
    pub fn step_of(&self, atom: Atom) -> usize {
        (atom - self.step(0)) as usize
    }

    fn first_value(&self) -> Atom {
        self.actions.len() as Atom * (1 + self.copies)
    }

    /// The atom of a value, if the value occurs.
    pub fn value(&self, value: Value) -> Option<Atom> {
        self.values.binary_search(&value).ok().map(|i| self.first_value() + i as Atom)
    }

    /// The value of an atom.
    pub fn value_of(&self, atom: Atom) -> Value {
        self.values[(atom - self.first_value()) as usize]
    }

    /// The copy of an action.
    pub fn copy(&self, number: u32, action: Atom) -> Atom {
        self.actions.len() as Atom * (1 + number) + action
    }

    pub fn initial(&self, loc: Loc) -> Atom {
        let place = self.locations.binary_search(&loc).expect("the location was met");
        (self.actions.len() - self.locations.len() + place) as Atom
    }

    pub fn location(&self, action: Atom) -> Option<Loc> {
        match self.actions[action as usize] {
            Action::Of(class) => class.kind.loc(),
            Action::Initial(loc) => Some(loc),
        }
    }

    pub fn class(&self, action: Atom) -> Option<Class> {
        match self.actions[action as usize] {
            Action::Of(class) => Some(class),
            Action::Initial(_) => None,
        }
    }

    pub fn is_write(&self, action: Atom) -> bool {
        self.class(action).is_none_or(|class| class.kind.is_write())
    }

    pub fn is_read(&self, action: Atom) -> bool {
        self.class(action).is_some_and(|class| class.kind.is_read())
    }

    /// All actions that satisfy a predicate.
    pub fn actions_where(&self, holds: impl Fn(Atom) -> bool) -> Vec<Atom> {
        (0..self.actions.len() as Atom).filter(|&action| holds(action)).collect()
    }

    /// The set of actions that satisfy a predicate.
    pub fn set(&self, holds: impl Fn(Atom) -> bool) -> Expr {
        Expr::constant(TupleSet::of_atoms(self.actions_where(holds)))
    }

    /// The pairs of actions that satisfy a predicate.
    pub fn pairs(&self, holds: impl Fn(Atom, Atom) -> bool) -> Expr {
        Expr::constant(TupleSet::of_pairs(self.pairs_where(holds)))
    }

    pub fn pairs_where(&self, holds: impl Fn(Atom, Atom) -> bool) -> Vec<(Atom, Atom)> {
        let all = 0..self.actions.len() as Atom;
        let pairs = all.clone().flat_map(|a| all.clone().map(move |b| (a, b)));
        pairs.filter(|&(a, b)| holds(a, b)).collect()
    }

    /// The values that a location may hold.
    pub fn values_at(&self, trees: &Trees, loc: Loc) -> Vec<Atom> {
        let written = trees.steps.iter().filter(|step| step.kind.loc() == Some(loc));
        let written = written.flat_map(|step| step.read.into_iter().chain(step.written));
        let all: BTreeSet<Value> = written.chain([trees.initial[&loc]]).collect();
        all.into_iter().filter_map(|value| self.value(value)).collect()
    }
}
