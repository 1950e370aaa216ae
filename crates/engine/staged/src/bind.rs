//! What ground rules say in a state: bindings of their variables to instances, and the value of formulae.
//!
//! A variable may stand for an instance that was fetched, or for one that may be fetched later: nothing of it
//! has happened yet. What is true of the latter, whatever happens, need not be remembered.

use crate::formula::{Flat, Literal, OpAt, Truth};
use crate::ground::GroundRule;
use crate::state::{Copied, Instance};
use crate::system::Staged;

/// What a variable stands for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Bound<'a> {
    Live(&'a Instance),
    /// Some instance of this instruction, fetched later.
    Future(u16),
}

impl Bound<'_> {
    pub fn instruction(&self) -> u16 {
        match self {
            Bound::Live(instance) => instance.instruction,
            Bound::Future(g) => *g,
        }
    }

    fn time(&self, slot: u8) -> u32 {
        match self {
            Bound::Live(instance) => instance.times[usize::from(slot)],
            Bound::Future(_) => 0,
        }
    }
}

/// The value of a literal.
pub(crate) fn literal(bound: &[Bound<'_>], literal: Literal) -> Truth {
    let var = |v: u8| bound[usize::from(v)];
    match literal {
        Literal::Before(a, b) => before(bound, a, b),
        Literal::SameLocation(i, j, is) => {
            let place = |v: u8| match var(v) {
                Bound::Live(instance) => instance.location,
                Bound::Future(_) => None,
            };
            match (place(i), place(j)) {
                (Some(a), Some(b)) => Truth::from((a == b) == is),
                _ => Truth::Unknown,
            }
        }
        Literal::ProgramOrder(i, j, is) => match (var(i), var(j)) {
            (Bound::Live(a), Bound::Live(b)) => Truth::from((a.number < b.number) == is),
            (Bound::Live(_), Bound::Future(_)) => Truth::from(is),
            (Bound::Future(_), Bound::Live(_)) => Truth::from(!is),
            (Bound::Future(_), Bound::Future(_)) => Truth::Unknown,
        },
        Literal::Next(i, j, class, is) => match (var(i), var(j)) {
            (Bound::Live(a), other) => {
                let nearest = a.nearest.get(usize::from(class)).copied().unwrap_or(0);
                match (nearest, other) {
                    (0, Bound::Future(_)) => Truth::Unknown,
                    (0, Bound::Live(_)) | (_, Bound::Future(_)) => Truth::from(!is),
                    (number, Bound::Live(b)) => Truth::from((b.number == number) == is),
                }
            }
            (Bound::Future(_), Bound::Live(_)) => Truth::from(!is),
            (Bound::Future(_), Bound::Future(_)) => Truth::Unknown,
        },
        Literal::Sees(i, view, is) => match var(i) {
            // Decided when the load happens in what the process observes; until then nothing is known.
            Bound::Live(instance) if instance.sees >> (16 + view) & 1 == 1 => {
                Truth::from((instance.sees >> view & 1 == 1) == is)
            }
            _ => Truth::Unknown,
        },
    }
}

/// Whether one operation happens before another: known as soon as one of them has happened.
fn before(bound: &[Bound<'_>], a: OpAt, b: OpAt) -> Truth {
    let time = |op: OpAt| bound[usize::from(op.var)].time(op.slot);
    match (time(a), time(b)) {
        (0, 0) => Truth::Unknown,
        (_, 0) => Truth::True,
        (0, _) => Truth::False,
        (a, b) => Truth::from(a < b),
    }
}

/// The value of a formula.
pub(crate) fn value(formula: &Flat, bound: &[Bound<'_>]) -> Truth {
    formula.value(&mut |it| literal(bound, it))
}

/// Which instances other variables stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Others {
    /// Those that were fetched.
    Live,
    /// Also those that may be fetched later.
    LiveAndFuture,
}

impl Staged<'_> {
    /// Calls `visit` with every formula and binding in which some variable stands for `instance`, that
    /// variable first. Stops when it returns `false`, and then returns `false` as well.
    pub(crate) fn each_binding(
        &self,
        copied: &Copied,
        instance: &Instance,
        others: Others,
        visit: &mut dyn FnMut(usize, &Flat, &[Bound<'_>]) -> bool,
    ) -> bool {
        for rule in &self.ground.rules {
            for var in 0..rule.candidates.len() {
                if !rule.may_be(var, instance.instruction) {
                    continue;
                }
                let mut bound = [Bound::Live(instance); 4];
                if !self.bind(copied, rule, 0, (var, instance), others, &mut bound, visit) {
                    return false;
                }
            }
        }
        true
    }

    #[expect(clippy::too_many_arguments, reason = "the arguments of a recursion")]
    fn bind(
        &self,
        copied: &Copied,
        rule: &GroundRule,
        at: usize,
        fixed: (usize, &Instance),
        others: Others,
        bound: &mut [Bound<'_>; 4],
        visit: &mut dyn FnMut(usize, &Flat, &[Bound<'_>]) -> bool,
    ) -> bool {
        let count = rule.candidates.len();
        if at == count {
            return self.formulae_of(rule, &bound[..count], visit);
        }
        if at == fixed.0 {
            return self.bind(copied, rule, at + 1, fixed, others, bound, visit);
        }
        // The borrow of each instance ends with its binding.
        for process in &copied.processes {
            for instance in &process.live {
                let number = (instance.instruction, instance.number);
                if !rule.may_be(at, instance.instruction) || number == (fixed.1.instruction, fixed.1.number) {
                    continue;
                }
                let is_taken = bound[..at]
                    .iter()
                    .any(|other| matches!(other, Bound::Live(it) if (it.instruction, it.number) == number));
                if is_taken {
                    continue;
                }
                let mut wider = *bound;
                wider[at] = Bound::Live(instance);
                if !self.bind(copied, rule, at + 1, fixed, others, &mut wider, visit) {
                    return false;
                }
            }
        }
        if others == Others::Live {
            return true;
        }
        // Nothing distinguishes two instructions to come about which the rule says the same.
        let is_last = at + 1 == count || (at + 2 == count && fixed.0 + 1 == count);
        let mut tuple = [0; 4];
        for (g, it) in tuple.iter_mut().zip(bound.iter()) {
            *g = it.instruction();
        }
        let mut seen: Vec<u32> = Vec::new();
        for process in 0..copied.processes.len() {
            let Some(future) = copied.future(process, &self.flow.from, &self.flow.after) else { continue };
            for g in &rule.candidates[at] {
                if usize::from(self.flow.process[usize::from(*g)]) != process || !future.has(usize::from(*g))
                {
                    continue;
                }
                if is_last {
                    tuple[at] = *g;
                    let set = rule.set(&tuple[..count]);
                    if set == 0 || seen.contains(&set) {
                        continue;
                    }
                    seen.push(set);
                }
                bound[at] = Bound::Future(*g);
                if !self.bind(copied, rule, at + 1, fixed, others, bound, visit) {
                    return false;
                }
            }
        }
        true
    }

    fn formulae_of(
        &self,
        rule: &GroundRule,
        bound: &[Bound<'_>],
        visit: &mut dyn FnMut(usize, &Flat, &[Bound<'_>]) -> bool,
    ) -> bool {
        let mut tuple = [0; 4];
        for (g, it) in tuple.iter_mut().zip(bound) {
            *g = it.instruction();
        }
        let set = rule.set(&tuple[..bound.len()]);
        self.ground.sets[set as usize]
            .iter()
            .all(|id| visit(rule.index, &self.ground.formulae[*id as usize], bound))
    }
}
