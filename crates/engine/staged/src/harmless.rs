//! Partial-order reduction: operations that may as well happen at once.
//!
//! An operation `o` is *harmless* in a state if (1) no rule can be broken because `o` comes early: every
//! ground formula that mentions `o` and is undecided becomes true now, or mentions `o` only as the earlier of
//! two operations; and (2) `o` commutes with every operation that can come before it. Then moving `o` to the
//! front of any execution that finishes gives one that satisfies the rules as well, and ends alike: so only
//! `o` need be explored. By induction over the length of an execution that finishes, each is found, so no
//! condition about cycles is needed; executions that never finish have no outcome.

use crate::bind::{Bound, Others, literal};
use crate::flow::{Place, place};
use crate::formula::{Flat, Literal, OpAt, Slots, Truth};
use crate::state::{Chosen, Copied, Instance};
use crate::system::Staged;
use stages::Kind;

/// Something that an operation may conflict with: the stage of an instance, fetched or not.
struct Rival<'a> {
    bound: Bound<'a>,
    slots: [Option<u8>; 2],
}

impl Staged<'_> {
    /// A harmless operation that the rules allow.
    pub(crate) fn harmless(&self, copied: &Copied, possible: &mut Vec<Chosen>) -> Option<Chosen> {
        possible.clear();
        for process in 0..copied.processes.len() {
            self.possible(copied, process, possible);
        }
        possible.iter().copied().find(|chosen| self.is_harmless(copied, *chosen))
    }

    fn is_harmless(&self, copied: &Copied, chosen: Chosen) -> bool {
        if chosen.slot == Slots::FETCH {
            // Rules about fetches are rare; then fetches are steps like others.
            return !self.ground.mentions_fetch;
        }
        let instance = &copied.processes[chosen.process].live[chosen.at];
        if self.is_visible(chosen.process, instance, chosen.slot)
            || self.has_conflict(copied, chosen, instance)
        {
            return false;
        }
        let after = self.after(copied, instance, chosen.slot);
        if self.decides_sight(instance, chosen.slot) {
            return false;
        }
        self.each_binding(copied, &after, Others::LiveAndFuture, &mut |_, formula, bound| {
            is_unharmed(formula, bound, &after, copied.clock)
        })
    }

    /// Whether a rule may ask what a load sees: then it matters when it happens.
    fn decides_sight(&self, instance: &Instance, slot: u8) -> bool {
        let Some((view, None)) = self.slots.parts(slot) else { return false };
        let is_load = matches!(self.kind(instance), Kind::Load { .. });
        self.slots.views > 1
            && is_load
            && self.ground.asks_sight[usize::from(instance.instruction)] >> view & 1 == 1
    }

    /// Whether it matters what a load finds in the order of an observer: to the process itself it does.
    pub(crate) fn matters_to(&self, view: u8, instruction: u16) -> bool {
        let process = usize::from(self.flow.process[usize::from(instruction)]);
        view == self.own_view(process) || self.ground.asks_sight[usize::from(instruction)] >> view & 1 == 1
    }

    /// Whether a claim about all states may notice the operation.
    fn is_visible(&self, process: usize, instance: &Instance, slot: u8) -> bool {
        let kind = self.kind(instance);
        match self.slots.parts(slot) {
            None => false,
            Some((_, None)) => {
                kind.sets().is_some_and(|register| self.watched_registers[process].contains(&register))
            }
            Some((_, Some(_))) => !self.watched_locations.is_empty(),
        }
    }

    /// Whether something that does not commute with the operation may come before it.
    fn has_conflict(&self, copied: &Copied, chosen: Chosen, instance: &Instance) -> bool {
        let Some((view, to)) = self.slots.parts(chosen.slot) else { return false };
        let (is_load, is_store) = match self.kind(instance) {
            Kind::Load { .. } => (true, false),
            Kind::Store { .. } => (false, true),
            Kind::Move { .. } | Kind::Jump { .. } | Kind::Nop { .. } => return false,
        };
        if is_load && !self.matters_to(view, instance.instruction) {
            return false;
        }
        let own = chosen.process;
        // An address that is still to be computed may be any.
        let at = match place(self.kind(instance)) {
            Place::At(at) => Some(at),
            _ => instance.location,
        };
        let me = (instance.instruction, instance.number);
        let conflicts = |rival: &Rival<'_>| !self.is_forced(instance, chosen.slot, rival);
        let execute = self.slots.execute(view);
        self.rivals(copied, me, at, &mut |process, kind, bound| {
            if matches!(kind, Kind::Load { .. }) && !self.matters_to(view, bound.instruction()) {
                return false;
            }
            let slots = match (kind, to) {
                // A load and a store that reaches the process, or is executed there.
                (Kind::Store { .. }, None) if is_load => {
                    let arrives = self.slots.reflect(view, own as u8);
                    [Some(arrives), (process == own).then_some(execute)]
                }
                // Stores of a process wait in the order of their execution, where its loads find them.
                (Kind::Load { .. } | Kind::Store { .. }, None) if is_store && process == own => {
                    [Some(execute), None]
                }
                // A store that reaches a process, and a load there.
                (Kind::Load { .. }, Some(to)) if process == usize::from(to) => [Some(execute), None],
                // Two stores that reach a process: the last one stays, if anyone looks.
                (Kind::Store { .. }, Some(to)) if self.is_looked_at(copied, usize::from(to), view, at) => {
                    [Some(self.slots.reflect(view, to)), None]
                }
                _ => return false,
            };
            conflicts(&Rival { bound, slots })
        })
    }

    /// Whether anyone may look at what the memory of a process holds, as observed.
    pub(crate) fn is_looked_at(&self, copied: &Copied, process: usize, view: u8, at: Option<u16>) -> bool {
        let is_own = view == self.own_view(process);
        if is_own && at.is_none_or(|at| self.shown_locations.contains(&at)) {
            return true;
        }
        let may_be = |kind: &Kind, location: Option<u16>| {
            matches!(kind, Kind::Load { .. })
                && match place(kind) {
                    Place::At(other) => Some(other) == at,
                    _ => location.is_none_or(|other| Some(other) == at),
                }
        };
        let waits =
            |it: &Instance| !it.is_done(self.slots.execute(view)) && self.matters_to(view, it.instruction);
        copied.processes[process].live.iter().any(|it| waits(it) && may_be(self.kind(it), it.location))
            || copied.future(process, &self.flow.from, &self.flow.after).is_some_and(|future| {
                let code = self.flow.first[process]..self.flow.first[process + 1];
                let mut code = code.map(usize::from).filter(|g| future.has(*g));
                code.any(|g| self.matters_to(view, g as u16) && may_be(&self.flow.code[g].kind, None))
            })
    }

    /// Whether `is` holds of some other load or store that may be about the location, fetched or not.
    fn rivals(
        &self,
        copied: &Copied,
        me: (u16, u32),
        at: Option<u16>,
        is: &mut dyn FnMut(usize, &Kind, Bound<'_>) -> bool,
    ) -> bool {
        let meets = |kind: &Kind, location: Option<u16>| match place(kind) {
            Place::At(other) => at.is_none_or(|at| at == other),
            _ => at.is_none() || location.is_none_or(|other| Some(other) == at),
        };
        for process in 0..copied.processes.len() {
            for other in &copied.processes[process].live {
                let kind = self.kind(other);
                if (other.instruction, other.number) != me
                    && meets(kind, other.location)
                    && is(process, kind, Bound::Live(other))
                {
                    return true;
                }
            }
            let Some(future) = copied.future(process, &self.flow.from, &self.flow.after) else { continue };
            for g in self.flow.first[process]..self.flow.first[process + 1] {
                let kind = &self.flow.code[usize::from(g)].kind;
                if future.has(usize::from(g)) && meets(kind, None) && is(process, kind, Bound::Future(g)) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether none of the rival's operations can come before the operation: they have happened, or a rule
    /// would be broken.
    fn is_forced(&self, instance: &Instance, slot: u8, rival: &Rival<'_>) -> bool {
        rival.slots.iter().flatten().all(|other| {
            let (view, to) = self.slots.parts(*other).unwrap_or((0, None));
            let happened = matches!(rival.bound, Bound::Live(it) if it.is_done(*other));
            // A store is executed before it is reflected.
            let earlier = to
                .map(|_| self.slots.execute(view))
                .filter(|it| !matches!(rival.bound, Bound::Live(rival) if rival.is_done(*it)));
            happened
                || self.must_precede(instance, slot, rival.bound, *other)
                || earlier.is_some_and(|other| self.must_precede(instance, slot, rival.bound, other))
        })
    }

    /// Whether a rule is broken if `other` of the rival comes before `slot` of the instance.
    fn must_precede(&self, instance: &Instance, slot: u8, rival: Bound<'_>, other: u8) -> bool {
        let mut forced = false;
        for rule in self.ground.rules.iter().filter(|rule| rule.candidates.len() == 2) {
            for var in 0..2u8 {
                let bound =
                    if var == 0 { [Bound::Live(instance), rival] } else { [rival, Bound::Live(instance)] };
                let tuple = [bound[0].instruction(), bound[1].instruction()];
                let (mine, its) = (OpAt { var, slot }, OpAt { var: 1 - var, slot: other });
                forced |= self.ground.sets[rule.set(&tuple) as usize].iter().any(|id| {
                    let formula: &Flat = &self.ground.formulae[*id as usize];
                    let value = formula.value(&mut |it| match it {
                        Literal::Before(a, b) if (a, b) == (its, mine) => Truth::True,
                        Literal::Before(a, b) if (a, b) == (mine, its) => Truth::False,
                        other => literal(&bound, other),
                    });
                    value == Truth::False
                });
            }
        }
        forced
    }
}

/// Whether a formula does not mind that an operation of `instance` happens now, after `clock`, as it has in
/// the binding.
fn is_unharmed(formula: &Flat, bound: &[Bound<'_>], instance: &Instance, clock: u32) -> bool {
    let value = crate::bind::value(formula, bound);
    if value == Truth::True {
        return true;
    }
    let is_it = |op: OpAt| {
        matches!(bound[usize::from(op.var)], Bound::Live(it)
            if std::ptr::eq(it, instance) && it.times[usize::from(op.slot)] > clock)
    };
    // False only now, but perhaps true later: something that has not happened might have come before.
    let waits = |op: OpAt| match bound[usize::from(op.var)] {
        Bound::Live(it) => !it.is_done(op.slot),
        Bound::Future(_) => true,
    };
    let harmed = formula.any(&mut |literal| match literal {
        Literal::Before(first, second) => is_it(second) && waits(first),
        _ => false,
    });
    // What is broken now is not allowed now.
    value == Truth::Unknown && !harmed
}
