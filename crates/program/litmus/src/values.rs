//! Which values a program names, and whether it computes others.

use crate::ast::{BinaryOp, UnaryOp, UpdateOp};
use crate::condition::CompiledProp;
use crate::program::{Holds, Insn, Program, Reg, StaticLocation, Target, Update};
use event::Value;
use std::collections::BTreeSet;

impl Program {
    /// Every value that the test names: constants, initial values, those of the condition, and the results of
    /// comparisons.
    pub fn constants(&self) -> BTreeSet<Value> {
        let insns = self.threads.iter().flat_map(|code| &code.insns);
        let named = insns.filter_map(|insn| match insn {
            Insn::Const(_, n) => Some(Value(i64::from(*n))),
            _ => None,
        });
        let registers = self.threads.iter().flat_map(|code| &code.initial).map(|(_, n)| Value(i64::from(*n)));
        let variables = self.locations.iter().map(|location| location.info.initial);
        let mut values: BTreeSet<Value> =
            named.chain(registers).chain(variables).chain([Value(0), Value(1)]).collect();
        let asked = self.condition.iter().map(|c| &c.prop).chain(&self.filter);
        asked.for_each(|prop| collect(prop, &mut values));
        values
    }

    /// Whether some value is a reference to an object: one to an object that was never created has no meaning
    /// for the machine.
    pub fn uses_references(&self) -> bool {
        self.threads.iter().flat_map(|code| &code.insns).any(|insn| match insn {
            Insn::New { .. } | Insn::Length(..) | Insn::Freeze(_) => true,
            Insn::Read(_, place, _) | Insn::Write(_, place, _) | Insn::Rmw(_, place, ..) => {
                place.holds == Holds::Reference
                    || matches!(place.target, Target::Field { .. } | Target::Item { .. })
            }
            _ => false,
        })
    }

    /// Whether every thread performs the same actions on the same variables whatever it reads, apart from the
    /// values written: no branches, loops, failures, array elements or compare-and-sets. `false` is always
    /// correct.
    pub fn is_straight(&self) -> bool {
        self.threads.iter().flat_map(|code| &code.insns).all(|insn| match *insn {
            Insn::Read(_, place, _) | Insn::Write(_, place, _) => is_variable(&place),
            Insn::Rmw(_, place, _, update) => is_variable(&place) && matches!(update, Update::GetAnd(..)),
            Insn::Binary(op, ..) => !matches!(op, BinaryOp::Div | BinaryOp::Rem),
            Insn::Const(..)
            | Insn::Move(..)
            | Insn::Unary(..)
            | Insn::Fence(_)
            | Insn::Lock(_)
            | Insn::Unlock(_)
            | Insn::Start(_)
            | Insn::Join(_)
            | Insn::Print(..)
            // Reached only after a failure.
            | Insn::Throw
            | Insn::End => true,
            _ => false,
        })
    }

    /// Whether the program only copies values and compares them with constants for equality. Then values that
    /// it does not name are interchangeable: replacing one by another changes nothing it does. `false` is
    /// always correct.
    pub fn only_copies_values(&self) -> bool {
        self.threads.iter().all(|code| {
            let constant = |at: usize, reg: Reg| {
                let before = at.checked_sub(1).map(|b| code.insns[b]);
                matches!(before, Some(Insn::Const(filled, _)) if filled == reg)
            };
            code.insns.iter().enumerate().all(|(at, insn)| match *insn {
                Insn::Binary(BinaryOp::Eq | BinaryOp::Ne, _, a, b) => constant(at, a) || constant(at, b),
                Insn::Unary(op, ..) => op == UnaryOp::Not,
                Insn::Read(_, place, _) | Insn::Write(_, place, _) => is_variable(&place),
                Insn::Rmw(_, place, _, update) => {
                    is_variable(&place) && matches!(update, Update::GetAnd(UpdateOp::Set, _))
                }
                Insn::Const(..)
                | Insn::Move(..)
                | Insn::Jump(_)
                | Insn::JumpIfZero(..)
                | Insn::LoopEnter(_)
                | Insn::LoopBack(..)
                | Insn::Assert(_)
                | Insn::Fence(_)
                | Insn::Lock(_)
                | Insn::Unlock(_)
                | Insn::Start(_)
                | Insn::Join(_)
                | Insn::Print(..)
                | Insn::Throw
                | Insn::End => true,
                _ => false,
            })
        })
    }
}

/// Whether the place is a separate variable that holds an int.
fn is_variable(place: &StaticLocation) -> bool {
    matches!(place.target, Target::Variable(_)) && place.holds == Holds::Int
}

/// The values a proposition compares with.
fn collect(prop: &CompiledProp, values: &mut BTreeSet<Value>) {
    match prop {
        CompiledProp::Const(_) | CompiledProp::Same(..) => {}
        CompiledProp::Equals(_, n) => {
            values.insert(Value(*n));
        }
        CompiledProp::Not(p) => collect(p, values),
        CompiledProp::And(p, q) | CompiledProp::Or(p, q) => [p, q].iter().for_each(|p| collect(p, values)),
    }
}

#[cfg(test)]
mod tests {
    use crate::load;

    fn only_copies(body: &str) -> bool {
        load("t", &format!("Java t {{ x = 0; y = 7; }} Thread0 {{ {body} }}"))
            .expect(body)
            .only_copies_values()
    }

    #[test]
    fn copies_and_comparisons_with_constants_are_told_from_arithmetic() {
        assert!(only_copies("int r = x; if (r == 1) y = 2; x = r;"));
        assert!(only_copies("int r = x; if (r != 1 && x == 3) y = r;"));
        for body in
            ["int r = x; y = r + 1;", "int r = x; int s = y; if (r == s) x = 1;", "x++;", "if (x < 3) y = 1;"]
        {
            assert!(!only_copies(body), "{body}");
        }
    }

    #[test]
    fn branches_and_what_may_fail_are_not_straight() {
        let straight = |body: &str| {
            load("t", &format!("Java t {{ x = 0; monitor m; }} Thread0 {{ {body} }}"))
                .expect(body)
                .is_straight()
        };
        assert!(straight("int r = x.getAndAdd(1); x = r * 2; synchronized (m) { x++; }"));
        for body in [
            "if (x == 1) x = 2;",
            "int r = 1 / x;",
            "assert x == 0;",
            "x.compareAndSet(0, 1);",
            "while (x == 0) ;",
        ] {
            assert!(!straight(body), "{body}");
        }
    }

    #[test]
    fn constants_are_those_of_the_text_and_the_two_truth_values() {
        let program = load("t", "Java t { x = 5; } Thread0 { int r = x; if (r == 42) x = 6; } exists (x=9)")
            .expect("correct");
        let values: Vec<i64> = program.constants().iter().map(|v| v.0).collect();
        assert_eq!(values, [0, 1, 5, 6, 9, 42]);
    }
}
