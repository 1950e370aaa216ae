//! A second engine: the ground rules as a problem about one total order of all operations, decided by a SAT
//! solver.
//!
//! For programs without jumps and with fixed locations, whose instructions are all executed once. It shares
//! the grounding of rules with the search, and nothing else: no states, no monitors, no reduction. What each
//! load reads and which store is last in each memory is chosen; the solver says whether some order fits.

use crate::flow::{Place, place};
use crate::formula::{Flat, Literal, OpAt, Slots};
use crate::system::Staged;
use event::{Outcome, Value};
use relational::{Answer, Atom, Batsat, Expr, Formula, GroupId, Problem, Session, SolvingLimits, TupleSet};
use stages::{Kind, Shown};
use std::collections::{BTreeMap, BTreeSet};

/// More choices are not tried.
const MOST_CHOICES: usize = 512;
/// Nor are larger orders: a total order has a clause for every three operations.
const MOST_OPERATIONS: usize = 40;

/// What is chosen before the solver is asked.
struct Choice {
    /// The load, or the process whose memory is looked at in the end, and the location.
    of: Seen,
    /// The stores it may see, `None` for the initial value, each with its constraint.
    sources: Vec<(Option<usize>, GroupId)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    Load(usize),
    Last(usize, u16),
}

impl Staged<'_> {
    /// The outcomes by the solver; `None` if the program is not one of those that it decides, or too large.
    pub fn outcomes_by_solver(&self) -> Option<BTreeSet<Outcome>> {
        let mut outcomes = BTreeSet::new();
        let is_shared = |it: &stages::Observed| matches!(it.what, Shown::Shared { .. });
        let memories =
            if self.program.observed.iter().any(is_shared) { self.program.processes.len() } else { 1 };
        for memory in 0..memories {
            outcomes.extend(self.outcomes_with_memory(memory)?);
        }
        Some(outcomes)
    }

    /// The outcomes, which show locations as in the memory of one process.
    fn outcomes_with_memory(&self, memory: usize) -> Option<BTreeSet<Outcome>> {
        let code = &self.flow.code;
        let is_simple = |kind: &Kind| !matches!(kind, Kind::Jump { .. }) && place(kind) != Place::Computed;
        if self.slots.views > 1 || !code.iter().all(|it| is_simple(&it.kind)) {
            return None;
        }
        let order = Order::new(self)?;
        let mut problem = Problem::new(order.atoms.len() as u32);
        let atoms: Vec<Atom> = (0..order.atoms.len() as u32).collect();
        let relation = problem.total_order("order", &atoms);
        let before = |a: (usize, u8), b: (usize, u8)| order.before(&relation, a, b);
        self.state_machine(&mut problem, &before);
        self.state_rules(&mut problem, &before)?;
        let choices = self.choices(&mut problem, &before, memory);
        let count = choices.iter().try_fold(1usize, |all, it| all.checked_mul(it.sources.len()))?;
        if count > MOST_CHOICES {
            return None;
        }
        let mut session =
            Session::new(problem, Box::new(Batsat::default()), SolvingLimits::default()).ok()?;
        let mut outcomes = BTreeSet::new();
        for at in 0..count {
            let (mut rest, mut groups, mut seen) = (at, Vec::new(), BTreeMap::new());
            for choice in &choices {
                let (source, group) = choice.sources[rest % choice.sources.len()];
                rest /= choice.sources.len();
                groups.push(group);
                seen.insert(choice.of, source);
            }
            match session.solve_groups(&groups) {
                Answer::Satisfiable(_) => {
                    outcomes.insert(self.outcome_of(&seen, memory)?);
                }
                Answer::Unsatisfiable(_) => {}
                Answer::Stopped => return None,
            }
        }
        Some(outcomes)
    }

    /// What the machine itself guarantees (section 2.1), and true dependencies.
    fn state_machine(&self, problem: &mut Problem, before: &dyn Fn((usize, u8), (usize, u8)) -> Formula) {
        let execute = self.slots.execute(0);
        for (g, it) in self.flow.code.iter().enumerate() {
            problem.fact(before((g, Slots::FETCH), (g, Slots::ISSUE)));
            problem.fact(before((g, Slots::ISSUE), (g, execute)));
            if matches!(it.kind, Kind::Store { .. }) {
                for to in 0..self.slots.processes {
                    problem.fact(before((g, execute), (g, self.slots.reflect(0, to))));
                }
            }
            if self.flow.after[g].has(g + 1) {
                problem.fact(before((g, Slots::FETCH), (g + 1, Slots::FETCH)));
            }
            for register in crate::flow::reads(&it.kind) {
                if let Some(producer) = self.producer(g, register) {
                    problem.fact(before((producer, execute), (g, execute)));
                }
            }
        }
    }

    /// The instruction that sets a register last before another one.
    fn producer(&self, g: usize, register: u16) -> Option<usize> {
        let first = usize::from(self.flow.first[usize::from(self.flow.process[g])]);
        (first..g).rev().find(|earlier| self.flow.code[*earlier].kind.sets() == Some(register))
    }

    fn state_rules(
        &self,
        problem: &mut Problem,
        before: &dyn Fn((usize, u8), (usize, u8)) -> Formula,
    ) -> Option<()> {
        for rule in &self.ground.rules {
            let count = rule.candidates.len();
            let tuples: usize = rule.candidates.iter().map(Vec::len).product();
            let mut tuple = vec![0; count];
            for at in 0..tuples {
                let mut rest = at;
                for (g, candidates) in tuple.iter_mut().zip(&rule.candidates) {
                    *g = candidates[rest % candidates.len()];
                    rest /= candidates.len();
                }
                // Different names stand for different instructions.
                if (1..count).any(|i| tuple[..i].contains(&tuple[i])) {
                    continue;
                }
                for id in &self.ground.sets[rule.set(&tuple) as usize] {
                    let formula = self.ground_formula(&self.ground.formulae[*id as usize], &tuple, before)?;
                    problem.fact(formula);
                }
            }
        }
        Some(())
    }

    fn ground_formula(
        &self,
        formula: &Flat,
        tuple: &[u16],
        before: &dyn Fn((usize, u8), (usize, u8)) -> Formula,
    ) -> Option<Formula> {
        let all = |parts: &[Flat]| -> Option<Vec<Formula>> {
            parts.iter().map(|part| self.ground_formula(part, tuple, before)).collect()
        };
        let op = |op: OpAt| (usize::from(tuple[usize::from(op.var)]), op.slot);
        Some(match formula {
            Flat::And(parts) => Formula::and(all(parts)?),
            Flat::Or(parts) => Formula::or(all(parts)?),
            Flat::Literal(Literal::Before(a, b)) => before(op(*a), op(*b)),
            Flat::Literal(Literal::Next(i, j, class, is)) => {
                let (a, b) = (usize::from(tuple[usize::from(*i)]), usize::from(tuple[usize::from(*j)]));
                let members = &self.ground.classes[usize::from(*class)];
                let nearest = (a + 1..self.flow.code.len()).find(|g| members.has(*g));
                if (nearest == Some(b)) == *is { Formula::truth() } else { Formula::falsity() }
            }
            Flat::Literal(_) => return None,
        })
    }

    /// What loads may read, and which stores may be last in the memories that are shown.
    fn choices(
        &self,
        problem: &mut Problem,
        before: &dyn Fn((usize, u8), (usize, u8)) -> Formula,
        memory: usize,
    ) -> Vec<Choice> {
        let code = &self.flow.code;
        let execute = self.slots.execute(0);
        let stores = |location: u16| -> Vec<usize> {
            let is = |g: &usize| {
                matches!(code[*g].kind, Kind::Store { .. }) && place(&code[*g].kind) == Place::At(location)
            };
            (0..code.len()).filter(is).collect()
        };
        let mut choices = Vec::new();
        for (load, it) in code.iter().enumerate().filter(|(_, it)| matches!(it.kind, Kind::Load { .. })) {
            let Place::At(location) = place(&it.kind) else { continue };
            let process = self.flow.process[load];
            let arrives = self.slots.reflect(0, process);
            let stores = stores(location);
            let is_own = |s: usize| self.flow.process[s] == process;
            // Executed, and on the way to its own memory.
            let waits = |s: usize| match is_own(s) {
                true => Formula::and(vec![
                    before((s, execute), (load, execute)),
                    before((load, execute), (s, arrives)),
                ]),
                false => Formula::falsity(),
            };
            let here = |s: usize| before((s, arrives), (load, execute));
            let none_waits = Formula::and(stores.iter().map(|s| waits(*s).negated()).collect());
            let newest = |s: usize, is_it: &dyn Fn(usize) -> Formula, slot: u8| {
                let others = stores.iter().filter(|other| **other != s);
                let older = others.map(|other| is_it(*other).implies(&before((*other, slot), (s, slot))));
                Formula::and(std::iter::once(is_it(s)).chain(older).collect())
            };
            let mut sources = Vec::new();
            for s in &stores {
                let by_memory = Formula::and(vec![none_waits.clone(), newest(*s, &here, arrives)]);
                let reads = Formula::or(vec![newest(*s, &waits, execute), by_memory]);
                sources.push((Some(*s), problem.group("reads", reads)));
            }
            let nothing = Formula::and(stores.iter().map(|s| here(*s).negated()).collect());
            sources.push((None, problem.group("reads", Formula::and(vec![none_waits, nothing]))));
            choices.push(Choice { of: Seen::Load(load), sources });
        }
        let mut shown: BTreeSet<(usize, u16)> = BTreeSet::new();
        for it in &self.program.observed {
            match it.what {
                Shown::Memory { process, location } => drop(shown.insert((usize::from(process), location))),
                Shown::Shared { location } => drop(shown.insert((memory, location))),
                Shown::Register { .. } => {}
            }
        }
        for (process, location) in shown {
            let arrives = self.slots.reflect(0, process as u8);
            let stores = stores(location);
            let mut sources = Vec::new();
            for s in &stores {
                let others = stores.iter().filter(|other| *other != s);
                let last = others.map(|other| before((*other, arrives), (*s, arrives))).collect();
                sources.push((Some(*s), problem.group("last", Formula::and(last))));
            }
            if stores.is_empty() {
                sources.push((None, problem.group("last", Formula::truth())));
            }
            choices.push(Choice { of: Seen::Last(process, location), sources });
        }
        choices
    }

    /// The outcome, given what every load reads, with the memory of a process.
    fn outcome_of(&self, seen: &BTreeMap<Seen, Option<usize>>, memory: usize) -> Option<Outcome> {
        let mut values = Vec::new();
        for it in &self.program.observed {
            values.push(Value(match it.what {
                Shown::Register { process, register } => {
                    let end = usize::from(self.flow.first[usize::from(process) + 1]);
                    let first = usize::from(self.flow.first[usize::from(process)]);
                    let last = (first..end).rev().find(|g| self.flow.code[*g].kind.sets() == Some(register));
                    last.map_or(Some(0), |g| self.computed(g, seen, 0))?
                }
                Shown::Memory { process, location } => {
                    self.stored(seen, Seen::Last(usize::from(process), location), location, 0)?
                }
                Shown::Shared { location } => self.stored(seen, Seen::Last(memory, location), location, 0)?,
            }));
        }
        Some(Outcome { values, ..Outcome::default() })
    }

    fn stored(
        &self,
        seen: &BTreeMap<Seen, Option<usize>>,
        of: Seen,
        location: u16,
        depth: usize,
    ) -> Option<i64> {
        match seen.get(&of)? {
            Some(store) => self.computed(*store, seen, depth + 1),
            None => Some(self.program.locations[usize::from(location)].initial),
        }
    }

    /// The value that an instruction reads, writes or computes.
    fn computed(&self, g: usize, seen: &BTreeMap<Seen, Option<usize>>, depth: usize) -> Option<i64> {
        // The order has no cycle, so a chain is no longer than the program.
        if depth > 2 * self.flow.code.len() {
            return None;
        }
        match &self.flow.code[g].kind {
            Kind::Move { term, .. } | Kind::Store { term, .. } => term.value(&mut |register| {
                self.producer(g, register)
                    .map_or(Some(0), |producer| self.computed(producer, seen, depth + 1))
            }),
            Kind::Load { .. } => match place(&self.flow.code[g].kind) {
                Place::At(location) => self.stored(seen, Seen::Load(g), location, depth),
                _ => None,
            },
            Kind::Jump { .. } | Kind::Nop { .. } => None,
        }
    }
}

/// The operations, numbered as atoms.
struct Order {
    atoms: Vec<(usize, u8)>,
}

impl Order {
    fn new(staged: &Staged<'_>) -> Option<Order> {
        let mut atoms = Vec::new();
        for (g, it) in staged.flow.code.iter().enumerate() {
            atoms.extend([(g, Slots::FETCH), (g, Slots::ISSUE), (g, staged.slots.execute(0))]);
            if matches!(it.kind, Kind::Store { .. }) {
                atoms.extend((0..staged.slots.processes).map(|to| (g, staged.slots.reflect(0, to))));
            }
        }
        (atoms.len() <= MOST_OPERATIONS).then_some(Order { atoms })
    }

    fn before(&self, relation: &Expr, a: (usize, u8), b: (usize, u8)) -> Formula {
        let atom = |op| self.atoms.iter().position(|it| *it == op).map(|at| at as Atom);
        match (atom(a), atom(b)) {
            (Some(a), Some(b)) => Expr::constant(TupleSet::of_pairs([(a, b)])).in_(relation),
            _ => Formula::falsity(),
        }
    }
}
