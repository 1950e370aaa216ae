//! What searches find out about a program, and what a thread is told of it.

use super::ghosts::Shape;
use super::{Answers, JavaMachine};
use crate::facts::{Check, Facts, Given, Refuted};
use crate::regions::Covered;
use event::{Action, Answer, Failure, Gap, Loc, ThreadId, Value};
use jvm::heap::Ref;
use jvm::notes::Pieces;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use triomphe::Arc;

/// Which accesses meet on fields of a name, or on elements of arrays of a class.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Uses {
    /// Volatile ones, although the field is not.
    pub volatile: bool,
    /// Plain ones, while others run, where there are volatile ones as well.
    pub plain: bool,
    /// Opaque, acquiring and releasing ones, and plain ones of threads that use fences.
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

/// In place of the word of a field: the elements of arrays of a class.
pub(super) const ELEMENTS: u32 = u32::MAX;

/// The same: a cell of a region, by its location.
pub(super) const CELL: u32 = u32::MAX - 1;

/// How many words of regions are kept in parts before all arrays of their kind are kept byte by byte.
pub(super) const MOST_SPLIT: usize = 16;

/// What turned out while searches ran.
#[derive(Default)]
pub(super) struct Learnt {
    pub facts: Facts,
    pub uses: BTreeMap<(u64, u32), Uses>,
    pub written: BTreeSet<u64>,
    /// Fields of results that several threads use, and who uses the others.
    pub contested: BTreeSet<u64>,
    pub acting: BTreeSet<u32>,
    pub handed_on: BTreeSet<u32>,
    pub users: BTreeMap<u64, usize>,
    pub unguarded: BTreeSet<(u32, u32)>,
    pub monitors: BTreeSet<u64>,
    /// Words of regions that must be kept in parts, and how the others are covered by cells.
    pub split: BTreeSet<u64>,
    pub covered: BTreeMap<u64, Covered>,
    pub names: BTreeMap<usize, String>,
    pub gaps: BTreeSet<Gap>,
    /// What values of external actions stand for.
    pub printed: BTreeMap<Value, Pieces>,
    /// What exceptions said that nobody caught, the last time.
    pub said: BTreeMap<(ThreadId, Failure), String>,
    /// Headers of objects that were written somewhere, and their sizes in words. One name has several if what a thread
    /// creates depends on what it reads.
    pub shapes: BTreeMap<Ref, BTreeSet<Shape>>,
    /// First words of the objects of these names that were written to a location.
    pub written_as: BTreeMap<(Loc, Ref), BTreeSet<u64>>,
}

impl JavaMachine {
    /// Searches until a search finds out nothing new about the program, and gives what that one found. What came before was found in a program of which
    /// less was known, and does not count.
    pub fn until_stable<T>(&mut self, mut search: impl FnMut(&JavaMachine) -> T) -> T {
        loop {
            let found = search(self);
            if !self.learns() {
                return found;
            }
        }
    }

    /// Takes over what the last search has found out about the program. True if there was something new: what the search
    /// found then does not count, and it must begin again.
    pub fn learns(&mut self) -> bool {
        let learnt = self.learnt.get_mut().expect("no panic while facts are learnt");
        let (facts, known) = (self.facts.join(learnt.facts), self.facts);
        let mut uses = self.uses.clone();
        for (&key, &more) in &learnt.uses {
            let known = uses.entry(key).or_default();
            *known = known.join(more);
        }
        let refuted = Refuted {
            written: self.refuted.written.union(&learnt.written).copied().collect(),
            contested: learnt.contested.clone(),
            acting: learnt.acting.clone(),
            handed_on: learnt.handed_on.clone(),
            unguarded: learnt.unguarded.clone(),
            monitors: learnt.monitors.clone(),
            split: learnt.split.clone(),
        };
        let is_new = facts != self.facts
            || refuted != *self.refuted
            || (uses != self.uses && self.answers != Answers::Latest);
        let is_handed_on = refuted.handed_on != self.refuted.handed_on;
        (self.facts, self.uses, self.refuted) = (facts, uses, Arc::new(refuted));
        learnt.covered.clear();
        if is_new {
            learnt.gaps.clear();
        }
        self.is_stale.store(false, Ordering::Relaxed);
        // The way to the first action may be another one.
        if is_handed_on || (facts.threads_are_seen && !known.threads_are_seen) {
            self.begin();
        }
        is_new
    }

    /// What a thread is told that goes on with this answer.
    pub(super) fn check(&self, answer: Option<(Action, Answer)>) -> Check {
        let given = Given {
            heap_answers: self.heap_answers(),
            skips_private: matches!(self.answers, Answers::Latest | Answers::Ordered),
            facts: self.facts,
            shows_output: self.shows_output,
            notes_assertions: self.notes_assertions,
            tearing: self.options.tearing,
            results: self.options.results,
            foresees: false,
        };
        Check::new(given, self.refuted.clone(), self.options.threads.clone(), answer)
    }
}
