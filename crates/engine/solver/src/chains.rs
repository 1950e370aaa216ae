//! Final fields (JLS §17.5.1): the reads by which a thread may have got the objects that it uses or passes
//! on.
//!
//! **Promises**: every read of the address before the step, in its thread, and no other. The JLS leaves open
//! which of them it was, so it is guessed; as in `jls`, its only meaning here is that it came before. **Does
//! not** know how a thread got an object whose address it never read (what it was started with): that adds
//! nothing to happens-before.

use crate::layout::Layout;
use crate::run::Frame;
use crate::trees::{TreeStep, Trees};
use event::{EventKind, ObjectId};
use relational::{Expr, Problem, TupleSet};

/// What a step does with an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    /// Accesses a field or an element.
    Dereference,
    /// Writes its address.
    Forward,
}

impl Use {
    pub const ALL: [Use; 2] = [Use::Dereference, Use::Forward];

    /// The name of the guess in an execution.
    pub fn named(self, execution: &str) -> String {
        match self {
            Use::Dereference => format!("dereferences of {execution}"),
            Use::Forward => format!("forwards of {execution}"),
        }
    }

    fn object(self, trees: &Trees, step: &TreeStep) -> Option<ObjectId> {
        let info = trees.infos.get(&step.kind.loc()?)?;
        match self {
            Use::Dereference => info.field.map(|field| field.object),
            Use::Forward => step.written.filter(|_| info.holds_reference).and_then(ObjectId::referred),
        }
    }
}

/// A step that uses an object its thread did not create, with the earlier reads that saw the address.
pub(crate) struct Need {
    pub step: usize,
    pub reads: Vec<usize>,
}

/// The steps that got an object by some read. Empty without freezes: chains then have no effect.
pub(crate) fn needs(trees: &Trees, how: Use) -> Vec<Need> {
    if !trees.have_freezes() {
        return Vec::new();
    }
    let holds_reference =
        |step: &TreeStep| step.kind.loc().is_some_and(|loc| trees.infos[&loc].holds_reference);
    let need = |(i, step): (usize, &TreeStep)| {
        let object = how.object(trees, step).filter(|object| object.creator != step.thread)?;
        let saw = |&before: &usize| {
            let before = &trees.steps[before];
            before.read == Some(object.reference()) && holds_reference(before)
        };
        let reads: Vec<usize> = trees.ancestors(i).filter(saw).collect();
        (!reads.is_empty()).then_some(Need { step: i, reads })
    };
    trees.steps.iter().enumerate().filter_map(need).collect()
}

impl Frame<'_> {
    /// For each such step, a guessed read by which it got its object; as a relation from reads to steps, over
    /// actions.
    pub fn declare_chain(
        &self,
        problem: &mut Problem,
        name: &str,
        (taken, label): (&Expr, &Expr),
        how: Use,
    ) -> Expr {
        let needs = needs(self.trees, how);
        let pairs = |needs: &[&Need]| {
            let pair = |need: &&Need| {
                let step = self.layout.step(need.step);
                need.reads.iter().map(|&read| (self.layout.step(read), step)).collect::<Vec<_>>()
            };
            TupleSet::of_pairs(needs.iter().flat_map(pair))
        };
        let (sure, open): (Vec<&Need>, Vec<&Need>) = needs.iter().partition(|need| need.reads.len() == 1);
        let mut chain = Expr::constant(pairs(&sure));
        if !open.is_empty() {
            let chosen = problem.relation(&how.named(name), TupleSet::empty(2), pairs(&open));
            for need in open {
                let step = Expr::constant(TupleSet::of_atoms([self.layout.step(need.step)]));
                let here = step.in_(taken);
                problem.fact(here.implies(&chosen.join(&step).one()));
                problem.fact(here.negated().implies(&chosen.join(&step).no()));
            }
            chain = chain.union(&chosen);
        }
        // Every ancestor of a taken step is taken.
        label.transpose().join(&chain).join(label)
    }
}

/// From freezes to the accesses of the fields that they freeze.
pub(crate) fn freezes(layout: &Layout) -> Expr {
    layout.pairs(|f, a| match layout.class(f).map(|class| class.kind) {
        Some(EventKind::Freeze(loc)) => layout.location(a) == Some(loc),
        _ => false,
    })
}
