//! One execution of the program as relations: which steps are taken, which actions they are, what reads see.
//!
//! The facts here hold in every execution of every model: each thread follows its tree, and a read sees one
//! write to its location that is not later in its own thread. That values are those of the program is not a
//! fact but a constraint per statement, so that cores can name it.

use crate::Identity;
use crate::chains::Use;
use crate::layout::Layout;
use crate::trees::{Next, Trees};
use event::EventKind;
use relational::{Atom, Expr, Formula, Problem, TupleSet};

/// An execution.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    /// The steps taken.
    pub taken: Expr,
    /// The action of each of these steps.
    pub label: Expr,
    /// The actions performed, including initial writes.
    pub acts: Expr,
    /// Program order.
    pub po: Expr,
    /// Reads-from: from each write to the reads that see it.
    pub rf: Expr,
    /// The value each write writes.
    pub written: Expr,
    /// The value each read sees.
    pub read: Expr,
    /// From the read by which a thread got an object to an access of it.
    pub deref: Expr,
    /// From the read by which a thread got an object to a write of its address.
    pub forward: Expr,
}

/// How far threads run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// To their ends.
    Complete,
    /// A thread may stay where it may have to wait or a bound stops it: a prefix of a longer execution.
    Prefix,
}

/// What all executions of a question share.
pub(crate) struct Frame<'a> {
    pub trees: &'a Trees,
    pub layout: &'a Layout,
    /// Whether each thread runs from the beginning.
    pub runs: &'a [bool],
}

impl Frame<'_> {
    fn steps(&self, steps: impl IntoIterator<Item = usize>) -> Expr {
        Expr::constant(TupleSet::of_atoms(steps.into_iter().map(|step| self.layout.step(step))))
    }

    /// Whether a step is taken whenever its parent is, so that it needs no variable of its own.
    fn follows_surely(&self, step: usize) -> bool {
        let Some(parent) = self.trees.steps[step].parent else { return false };
        self.trees.steps[parent].children.len() == 1 && !self.may_wait(step)
    }

    /// Whether a thread may have to wait before a step.
    pub fn may_wait(&self, step: usize) -> bool {
        matches!(self.trees.steps[step].kind, EventKind::Lock(_) | EventKind::Join(_))
    }

    /// The nearest ancestor of this step, or itself, that has a variable.
    fn head(&self, step: usize) -> usize {
        let mut head = step;
        while self.follows_surely(head) {
            head = self.trees.steps[head].parent.expect("a step that follows has a parent");
        }
        head
    }

    /// The number of ways to label pairs of steps of one path, summed over all pairs.
    pub fn labelled_pairs(&self, identity: Identity) -> usize {
        let ways = |step: usize| match (identity, self.layout.class(self.layout.nth[step])) {
            (Identity::Free, Some(class)) => self.layout.classes[&class].len(),
            _ => 1,
        };
        let steps = 0..self.trees.steps.len();
        steps.map(|step| ways(step) * self.trees.ancestors(step).map(ways).sum::<usize>()).sum()
    }

    /// Declares an execution and the facts about it.
    pub fn declare(&self, problem: &mut Problem, name: &str, extent: Extent, identity: Identity) -> Run {
        let taken = self.declare_taken(problem, name, extent);
        let label = self.declare_label(problem, name, &taken, identity);
        let initial = self.layout.set(|action| self.layout.class(action).is_none());
        let acts = taken.join(&label).union(&initial);
        let ancestors = (0..self.trees.steps.len()).flat_map(|step| {
            let pair = move |before| (self.layout.step(before), self.layout.step(step));
            self.trees.ancestors(step).map(pair)
        });
        let ancestors = Expr::constant(TupleSet::of_pairs(ancestors));
        // Every ancestor of a taken step is taken.
        let po = label.transpose().join(&ancestors).join(&label);
        let rf = self.declare_rf(problem, name, &acts, &po);
        let written = self.declare_written(problem, name, &acts);
        let read =
            label.transpose().join(&taken.diagonal()).join(&self.values(|step| self.trees.steps[step].read));
        let [deref, forward] = Use::ALL.map(|how| self.declare_chain(problem, name, (&taken, &label), how));
        Run { taken, label, acts, po, rf, written, read, deref, forward }
    }

    /// From steps to values.
    fn values(&self, value: impl Fn(usize) -> Option<event::Value>) -> Expr {
        let pair = |step| Some((self.layout.step(step), self.layout.value(value(step)?)?));
        Expr::constant(TupleSet::of_pairs((0..self.trees.steps.len()).filter_map(pair)))
    }

    fn declare_taken(&self, problem: &mut Problem, name: &str, extent: Extent) -> Expr {
        let steps = &self.trees.steps;
        let heads = (0..steps.len()).filter(|&step| !self.follows_surely(step));
        // A thread that a bound stopped has no end, so a complete execution does not take these steps.
        let dead = |head: usize| extent == Extent::Complete && self.is_dead(head);
        let atoms: Vec<Atom> = heads.filter(|&head| !dead(head)).map(|head| self.layout.step(head)).collect();
        let chosen =
            problem.relation(&format!("steps of {name}"), TupleSet::empty(1), TupleSet::of_atoms(atoms));
        let belongs =
            (0..steps.len()).map(|step| (self.layout.step(self.head(step)), self.layout.step(step)));
        let taken = chosen.join(&Expr::constant(TupleSet::of_pairs(belongs)));
        for (thread, roots) in self.trees.roots.iter().enumerate() {
            let first = chosen.intersect(&self.steps(roots.iter().copied()));
            if self.runs[thread] {
                problem.fact(first.one());
            } else {
                let starts =
                    |&step: &usize| steps[step].kind == EventKind::Start(event::ThreadId(thread as u16));
                let starts = taken.intersect(&self.steps((0..steps.len()).filter(starts)));
                problem.fact(starts.one().iff(&first.one()));
                problem.fact(Formula::and(vec![starts.lone(), first.lone()]));
            }
        }
        for (step, children) in steps.iter().map(|step| &step.children).enumerate() {
            if children.is_empty() || children.iter().all(|&child| self.follows_surely(child)) {
                continue;
            }
            let here = self.steps([self.head(step)]).in_(&chosen);
            let next = chosen.intersect(&self.steps(children.iter().copied()));
            let may_stay = extent == Extent::Prefix && children.iter().any(|&child| self.may_wait(child));
            let go_on = if may_stay { next.lone() } else { next.one() };
            problem.fact(here.implies(&go_on));
            problem.fact(here.negated().implies(&next.no()));
        }
        taken
    }

    /// Whether the steps that surely follow end where a bound stopped the thread.
    fn is_dead(&self, step: usize) -> bool {
        let mut last = step;
        loop {
            let found = &self.trees.steps[last];
            match (&found.next, found.children.as_slice()) {
                (Next::Open, _) => return true,
                (_, [only]) if self.follows_surely(*only) => last = *only,
                _ => return false,
            }
        }
    }

    fn declare_label(&self, problem: &mut Problem, name: &str, taken: &Expr, identity: Identity) -> Expr {
        let class =
            |step: usize| self.layout.class(self.layout.nth[step]).expect("a step is no initial write");
        let is_free =
            |step: &usize| identity == Identity::Free && self.layout.classes[&class(*step)].len() > 1;
        let (free, fixed): (Vec<usize>, Vec<usize>) = (0..self.trees.steps.len()).partition(is_free);
        let fixed = fixed.into_iter().map(|step| (self.layout.step(step), self.layout.nth[step]));
        let fixed = taken.diagonal().join(&Expr::constant(TupleSet::of_pairs(fixed)));
        if free.is_empty() {
            return fixed;
        }
        let pairs = free.iter().flat_map(|&step| {
            let atoms = self.layout.classes[&class(step)].iter();
            atoms.map(move |&atom| (self.layout.step(step), atom))
        });
        let pairs = TupleSet::of_pairs(pairs);
        let actions: std::collections::BTreeSet<Atom> = pairs.iter().map(|pair| pair[1]).collect();
        let chosen = problem.relation(&format!("labels of {name}"), TupleSet::empty(2), pairs);
        for &step in &free {
            let (step, here) = (self.steps([step]), self.steps([step]).in_(taken));
            problem.fact(here.implies(&step.join(&chosen).one()));
            problem.fact(here.negated().implies(&step.join(&chosen).no()));
        }
        for action in actions {
            problem.fact(chosen.join(&Expr::constant(TupleSet::of_atoms([action]))).lone());
        }
        fixed.union(&chosen)
    }

    fn declare_rf(&self, problem: &mut Problem, name: &str, acts: &Expr, po: &Expr) -> Expr {
        let layout = self.layout;
        let fits = |w: Atom, r: Atom| {
            w != r && layout.is_write(w) && layout.is_read(r) && layout.location(w) == layout.location(r)
        };
        let upper = TupleSet::of_pairs(layout.pairs_where(fits));
        let rf = problem.relation(&format!("rf of {name}"), TupleSet::empty(2), upper);
        problem.fact(rf.domain().in_(acts));
        for read in layout.actions_where(|action| layout.is_read(action)) {
            let read = Expr::constant(TupleSet::of_atoms([read]));
            let here = read.in_(acts);
            problem.fact(here.implies(&rf.join(&read).one()));
            problem.fact(here.negated().implies(&rf.join(&read).no()));
        }
        // As in herd, a read does not see a later write of its own thread.
        problem.fact(rf.intersect(&po.transpose()).no());
        rf
    }

    fn declare_written(&self, problem: &mut Problem, name: &str, acts: &Expr) -> Expr {
        let layout = self.layout;
        let writes = layout.actions_where(|action| layout.is_write(action));
        let pairs = writes.iter().flat_map(|&write| {
            let loc = layout.location(write).expect("a write has a location");
            layout.values_at(self.trees, loc).into_iter().map(move |value| (write, value))
        });
        let written =
            problem.relation(&format!("values of {name}"), TupleSet::empty(2), TupleSet::of_pairs(pairs));
        for write in writes {
            let write = Expr::constant(TupleSet::of_atoms([write]));
            let here = write.in_(acts);
            problem.fact(here.implies(&write.join(&written).one()));
            problem.fact(here.negated().implies(&write.join(&written).no()));
        }
        written
    }

    /// The constraint that steps have the values of the program: their writes write what the program
    /// computes, their reads return what was written.
    pub fn obeys(&self, run: &Run, steps: &[usize]) -> Formula {
        let here = run.taken.intersect(&self.steps(steps.iter().copied())).diagonal();
        let label = run.label.transpose().join(&here);
        let mut parts = Vec::new();
        if steps.iter().any(|&step| self.trees.steps[step].written.is_some()) {
            let writes = label.join(&self.values(|step| self.trees.steps[step].written));
            parts.push(writes.in_(&run.written));
        }
        if steps.iter().any(|&step| self.trees.steps[step].read.is_some()) {
            let reads = label.join(&self.values(|step| self.trees.steps[step].read));
            parts.push(reads.in_(&run.rf.transpose().join(&run.written)));
        }
        Formula::and(parts)
    }

    /// The final value of an observed register, as a singleton set.
    pub fn observed(&self, run: &Run, index: usize) -> Expr {
        let unmoved = self.trees.unmoved[index];
        let (mut pairs, mut owner) = (Vec::new(), None);
        for (i, step) in self.trees.steps.iter().enumerate() {
            let Next::Ends { observed, .. } = &step.next else { continue };
            if observed[index] != unmoved {
                owner = Some(step.thread);
            }
            pairs.push((i, step.thread, observed[index]));
        }
        // A register that no thread changes keeps its value; otherwise the last step of its thread determines
        // it.
        let Some(owner) = owner else {
            return Expr::constant(TupleSet::of_atoms(self.layout.value(unmoved)));
        };
        let pairs = pairs.into_iter().filter(|(_, thread, _)| *thread == owner);
        let pairs = pairs.filter_map(|(i, _, value)| Some((self.layout.step(i), self.layout.value(value)?)));
        let last_written = run.taken.join(&Expr::constant(TupleSet::of_pairs(pairs)));
        if self.runs[owner.index()] {
            return last_written;
        }
        let ends = run.taken.intersect(&self.steps(self.trees.roots[owner.index()].iter().copied())).some();
        Expr::if_else(&ends, &last_written, &Expr::constant(TupleSet::of_atoms(self.layout.value(unmoved))))
    }
}
