//! What searches learn about a program, and what a thread is given of it.

use super::ghosts::Shape;
use super::{JavaMachine, Visibility};
use crate::facts::{Exchange, Facts, Given, Refuted};
use crate::regions::Covered;
use event::{Action, Answer, Failure, Gap, Loc, ThreadId, Value};
use jvm::heap::Ref;
use jvm::notes::Pieces;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use triomphe::Arc;

/// Which kinds of accesses occur on a field, or on the elements of arrays of a class.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Uses {
    /// Volatile accesses, although the field is not volatile.
    pub volatile: bool,
    /// Plain accesses while other threads run, where there are volatile ones as well.
    pub plain: bool,
    /// Opaque, acquire and release accesses, and plain accesses of threads that use fences.
    pub weaker: bool,
}

impl Uses {
    pub fn join(self, other: Uses) -> Uses {
        Uses {
            volatile: self.volatile | other.volatile,
            plain: self.plain | other.plain,
            weaker: self.weaker | other.weaker,
        }
    }
}

/// Stands in place of a field's word for the elements of arrays of a class.
pub(super) const ELEMENTS: u32 = u32::MAX;

/// Stands in place of a field's word for a cell of a region, identified by its location.
pub(super) const CELL: u32 = u32::MAX - 1;

/// How many words of regions are kept in parts before all arrays of their kind are kept byte by byte.
pub(super) const MOST_SPLIT: usize = 16;

/// What the current searches have found out.
#[derive(Default)]
pub(super) struct Learnt {
    pub facts: Facts,
    pub uses: BTreeMap<(u64, u32), Uses>,
    pub written: BTreeSet<u64>,
    pub rewritten: BTreeSet<(u32, u32)>,
    pub disowned: BTreeSet<(u32, u32)>,
    /// Fields of results that several threads use. `users` has the single users of the others.
    pub contested: BTreeSet<u64>,
    pub acting: BTreeSet<u32>,
    pub handed_on: BTreeSet<u32>,
    pub users: BTreeMap<u64, usize>,
    pub unguarded: BTreeSet<(u32, u32)>,
    pub monitors: BTreeSet<u64>,
    /// Words of regions that must be kept in parts. `covered` says how cells cover the others.
    pub split: BTreeSet<u64>,
    pub covered: BTreeMap<u64, Covered>,
    pub names: BTreeMap<usize, String>,
    pub gaps: BTreeSet<Gap>,
    /// The texts that the values of external actions stand for.
    pub printed: BTreeMap<Value, Pieces>,
    /// The messages of uncaught exceptions, from their last occurrence.
    pub said: BTreeMap<(ThreadId, Failure), String>,
    /// The headers and sizes in words of objects whose references were written. A name has several if what a
    /// thread creates depends on what it reads.
    pub shapes: BTreeMap<Ref, BTreeSet<Shape>>,
    /// The first words of the objects with these names that were written to a location.
    pub written_as: BTreeMap<(Loc, Ref), BTreeSet<u64>>,
}

impl JavaMachine {
    /// Repeats a search until it learns nothing new about the program, and returns the result of the last
    /// run. Earlier results rest on refuted assumptions and do not count.
    pub fn until_stable<T>(&mut self, mut search: impl FnMut(&JavaMachine) -> T) -> T {
        loop {
            let found = search(self);
            if !self.take_over_facts() {
                return found;
            }
        }
    }

    /// Takes over what the last search has learnt about the program. Returns true if something was new: the
    /// result of that search then does not count, and it must restart.
    pub fn take_over_facts(&mut self) -> bool {
        let learnt = self.learnt.get_mut().expect("no panic while facts are learnt");
        let (facts, known) = (self.facts.join(learnt.facts), self.facts);
        let mut uses = self.uses.clone();
        for (&key, &more) in &learnt.uses {
            let known = uses.entry(key).or_default();
            *known = known.join(more);
        }
        let refuted = Refuted {
            written: self.refuted.written.union(&learnt.written).copied().collect(),
            rewritten: learnt.rewritten.clone(),
            disowned: learnt.disowned.clone(),
            contested: learnt.contested.clone(),
            acting: learnt.acting.clone(),
            handed_on: learnt.handed_on.clone(),
            unguarded: learnt.unguarded.clone(),
            monitors: learnt.monitors.clone(),
            split: learnt.split.clone(),
        };
        let is_new = facts != self.facts
            || refuted != *self.refuted
            || (uses != self.uses && self.visibility != Visibility::Latest);
        let is_handed_on = refuted.handed_on != self.refuted.handed_on;
        (self.facts, self.uses, self.refuted) = (facts, uses, Arc::new(refuted));
        learnt.covered.clear();
        if is_new {
            learnt.gaps.clear();
        }
        self.is_stale.store(false, Ordering::Relaxed);
        // The path to the first action may differ.
        if is_handed_on || (facts.threads_are_seen && !known.threads_are_seen) {
            self.begin();
        }
        is_new
    }

    /// What a thread is given that resumes with this answer.
    pub(super) fn exchange(&self, answer: Option<(Action, Answer)>) -> Exchange {
        let given = Given {
            heap_answers: self.heap_answers(),
            skips_private: matches!(self.visibility, Visibility::Latest | Visibility::Ordered),
            facts: self.facts,
            shows_output: self.shows_output,
            decisive: self.options.decisive,
            notes_assertions: self.notes_assertions,
            tearing: self.options.tearing,
            results: self.options.results,
            splits_calls: self.splits_calls,
            foresees: false,
        };
        Exchange::new(given, self.refuted.clone(), self.options.threads.clone(), answer)
    }
}
