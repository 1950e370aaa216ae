//! Grounds rules over the instructions of a program: what each rule says about each tuple of instructions.

use crate::flow::{Flow, Global, Place, Set, place};
use crate::formula::{Flat, Ground, Literal, OpAt, Slots};
use ordering::{Formula, Op, Rule, Rules, Sort, Stage, Variable};
use stages::{Instruction, Kind};
use std::collections::BTreeMap;

/// The ground rules.
#[derive(Debug)]
pub(crate) struct GroundRules {
    /// Those that say something about the program.
    pub rules: Vec<GroundRule>,
    /// The formulae that they consist of.
    pub formulae: Vec<Flat>,
    /// Sets of formulae, all of which must be true; the first is empty.
    pub sets: Vec<Box<[u32]>>,
    /// The members of each class of `next`.
    pub classes: Vec<Set>,
    /// Whether some formula mentions the fetch of an instruction.
    pub mentions_fetch: bool,
    /// For each instruction, the observers (as bits) of whom some formula asks whether the load finds its
    /// value in what they observe. To the others it does not matter what they find.
    pub asks_sight: Vec<u32>,
    /// A rule is false whatever happens, as `rule none: false` is: there is no execution.
    pub is_contradiction: bool,
}

/// A rule for the instructions of a program.
#[derive(Debug)]
pub(crate) struct GroundRule {
    /// Its index in [`Rules::rules`].
    pub index: usize,
    /// The instructions that each variable may be, ascending.
    pub candidates: Vec<Vec<Global>>,
    /// The place of each instruction among the candidates of each variable.
    position: Vec<Vec<Option<u32>>>,
    /// For each tuple of candidates, the set of formulae.
    table: Vec<u32>,
}

impl GroundRule {
    /// The formulae for a tuple.
    pub fn set(&self, tuple: &[Global]) -> u32 {
        let mut at = 0;
        for (var, g) in tuple.iter().enumerate() {
            match self.position[var][usize::from(*g)] {
                Some(position) => at = at * self.candidates[var].len() + position as usize,
                None => return 0,
            }
        }
        self.table.get(at).copied().unwrap_or(0)
    }

    /// The sets of formulae that some tuple has, each once.
    pub fn sets(&self) -> impl Iterator<Item = u32> {
        self.table.iter().copied().collect::<std::collections::BTreeSet<u32>>().into_iter()
    }

    pub fn may_be(&self, var: usize, g: Global) -> bool {
        self.position[var][usize::from(g)].is_some()
    }
}

/// Tables larger than this are refused.
const MOST_TUPLES: usize = 4_000_000;
/// And so are rules with more tuples of instructions, processes and observers.
const MOST_CASES: usize = 100_000_000;

/// Builds the tables.
struct Grounding<'a> {
    flow: &'a Flow,
    slots: Slots,
    /// Whether processes observe differently.
    has_views: bool,
    formulae: Vec<Flat>,
    ids: BTreeMap<Ground, Option<u32>>,
    sets: BTreeMap<Vec<u32>, u32>,
    classes: Vec<Set>,
    mentions_fetch: bool,
}

/// What a rule's names stand for.
struct Case<'a> {
    rule: &'a Rule,
    tuple: &'a [Global],
    processes: &'a [u8],
    /// The observer of what the rule says about every process's observations.
    view: u8,
}

/// Grounds `rules`; `None` if there are too many tuples of instructions.
pub(crate) fn ground(rules: &Rules, flow: &Flow, slots: Slots) -> Option<GroundRules> {
    let mut grounding = Grounding {
        flow,
        slots,
        has_views: slots.views > 1,
        formulae: Vec::new(),
        ids: BTreeMap::new(),
        sets: BTreeMap::from([(Vec::new(), 0)]),
        classes: Vec::new(),
        mentions_fetch: false,
    };
    let mut ground_rules = Vec::new();
    let mut is_contradiction = false;
    for (index, rule) in rules.rules.iter().enumerate() {
        if let Some(ground) = grounding.rule(index, rule)? {
            // Without an instruction nothing is left to be decided.
            is_contradiction |= ground.candidates.is_empty();
            ground_rules.push(ground);
        }
    }
    let mut sets = vec![Box::default(); grounding.sets.len()];
    for (set, id) in grounding.sets {
        sets[id as usize] = set.into();
    }
    let Grounding { formulae, classes, mentions_fetch, .. } = grounding;
    let asks_sight = asks_sight(&ground_rules, &sets, &formulae, flow.code.len());
    Some(GroundRules {
        rules: ground_rules,
        formulae,
        sets,
        classes,
        mentions_fetch,
        asks_sight,
        is_contradiction,
    })
}

fn asks_sight(rules: &[GroundRule], sets: &[Box<[u32]>], formulae: &[Flat], instructions: usize) -> Vec<u32> {
    let mut asks = vec![0; instructions];
    for rule in rules {
        for set in rule.sets() {
            for id in &sets[set as usize] {
                formulae[*id as usize].any(&mut |literal| {
                    if let Literal::Sees(var, view, _) = literal {
                        // Of whichever instruction the variable may be.
                        rule.candidates[usize::from(var)]
                            .iter()
                            .for_each(|g| asks[usize::from(*g)] |= 1 << view);
                    }
                    false
                });
            }
        }
    }
    asks
}

impl Grounding<'_> {
    /// `Some(None)` if the rule says nothing about the program.
    fn rule(&mut self, index: usize, rule: &Rule) -> Option<Option<GroundRule>> {
        let n = self.flow.code.len();
        let fits = |variable: &Variable, g: usize| fits(variable, &self.flow.code[g]);
        let candidates: Vec<Vec<Global>> = (rule.variables.iter())
            .map(|variable| (0..n).filter(|g| fits(variable, *g)).map(|g| g as Global).collect())
            .collect();
        let tuples = candidates.iter().try_fold(1usize, |all, some| all.checked_mul(some.len()))?;
        let observed = usize::from(self.slots.processes).pow(rule.processes.len() as u32);
        let cases = tuples.checked_mul(observed)?.checked_mul(usize::from(self.slots.views))?;
        if tuples > MOST_TUPLES || cases > MOST_CASES {
            return None;
        }
        let mut table = Vec::with_capacity(tuples);
        let mut tuple = vec![0; candidates.len()];
        for at in 0..tuples {
            let mut rest = at;
            for var in (0..candidates.len()).rev() {
                tuple[var] = candidates[var][rest % candidates[var].len()];
                rest /= candidates[var].len();
            }
            table.push(self.tuple(rule, &tuple));
        }
        if table.iter().all(|set| *set == 0) {
            return Some(None);
        }
        let mut position = vec![vec![None; n]; candidates.len()];
        for (var, some) in candidates.iter().enumerate() {
            for (at, g) in some.iter().enumerate() {
                position[var][usize::from(*g)] = Some(at as u32);
            }
        }
        Some(Some(GroundRule { index, candidates, position, table }))
    }

    /// The set of formulae for some instructions: for all processes and observers.
    fn tuple(&mut self, rule: &Rule, tuple: &[Global]) -> u32 {
        let count = usize::from(self.slots.processes);
        let names = rule.processes.len();
        let mut set = Vec::new();
        let mut processes = vec![0u8; names];
        for at in 0..count.pow(names as u32) {
            let mut rest = at;
            for process in &mut processes {
                *process = (rest % count) as u8;
                rest /= count;
            }
            for view in 0..self.slots.views {
                let case = Case { rule, tuple, processes: &processes, view };
                let formula = self.formula(&case, &rule.formula, true);
                match formula {
                    Ground::And(parts) => parts.iter().for_each(|part| set.extend(self.id(part))),
                    other => set.extend(self.id(&other)),
                }
            }
        }
        set.sort_unstable();
        set.dedup();
        let next = self.sets.len() as u32;
        *self.sets.entry(set).or_insert(next)
    }

    fn id(&mut self, formula: &Ground) -> Option<u32> {
        if formula == &Ground::True {
            return None;
        }
        if let Some(known) = self.ids.get(formula) {
            return *known;
        }
        // What is false for instructions that are fetched can only be satisfied by not fetching them.
        let flat = Flat::of(formula).unwrap_or(Flat::Or(Box::default()));
        self.formulae.push(flat);
        let id = Some(self.formulae.len() as u32 - 1);
        self.ids.insert(formula.clone(), id);
        id
    }

    fn formula(&mut self, case: &Case<'_>, formula: &Formula, is: bool) -> Ground {
        let constant = |value: bool| if value == is { Ground::True } else { Ground::False };
        let at = |v: usize| usize::from(case.tuple[v]);
        let instruction = |v: usize| &self.flow.code[at(v)];
        let process = |v: usize| self.flow.process[at(v)];
        match formula {
            Formula::Constant(value) => constant(*value),
            Formula::Not(inner) => self.formula(case, inner, !is),
            Formula::And(parts) | Formula::Or(parts) => {
                let is_and = matches!(formula, Formula::And(_)) == is;
                let mut ground = Vec::with_capacity(parts.len());
                for part in parts {
                    let part = self.formula(case, part, is);
                    // Decided: the other parts do not matter.
                    if part == (if is_and { Ground::False } else { Ground::True }) {
                        return part;
                    }
                    ground.push(part);
                }
                if is_and { Ground::and(ground) } else { Ground::or(ground) }
            }
            Formula::Has(v, any_of) => {
                constant(instruction(*v).attributes.iter().any(|attribute| any_of.contains(attribute)))
            }
            Formula::Is(v, sort) => constant(is_of(*sort, &instruction(*v).kind)),
            Formula::SameProcess(i, j) => constant(process(*i) == process(*j)),
            Formula::OfProcess(i, p) => constant(process(*i) == case.processes[*p]),
            Formula::Equal(p, q) => constant(case.processes[*p] == case.processes[*q]),
            Formula::SameLocation(i, j) => match (place(&instruction(*i).kind), place(&instruction(*j).kind))
            {
                (Place::None, _) | (_, Place::None) => constant(false),
                (Place::Computed, Place::Anywhere) | (Place::Anywhere, Place::Computed) => constant(false),
                (Place::Computed, _) | (_, Place::Computed) => {
                    Ground::Literal(Literal::SameLocation(*i as u8, *j as u8, is))
                }
                (a, b) => constant(a == b),
            },
            Formula::ProgramOrder(i, j) => {
                let (a, b) = (at(*i), at(*j));
                let follows = |a: usize, b: usize| self.flow.after[a].has(b);
                match (process(*i) == process(*j), follows(a, b), follows(b, a)) {
                    (true, true, true) => Ground::Literal(Literal::ProgramOrder(*i as u8, *j as u8, is)),
                    (true, true, false) => constant(true),
                    _ => constant(false),
                }
            }
            Formula::Next(i, j) => self.next(case, *i, *j, is),
            Formula::Sees(i, p) => {
                let view = case.processes[*p];
                // A load of the process itself has the value that it finds.
                if !self.has_views || process(*i) == view {
                    return constant(true);
                }
                Ground::Literal(Literal::Sees(*i as u8, view, is))
            }
            Formula::Before { first, second, or_same } => {
                let (a, b) = (self.op(case, first), self.op(case, second));
                if a == b {
                    return constant(*or_same);
                }
                if a.var == b.var
                    && let Some(known) = self.known(a.slot, b.slot)
                {
                    return constant(known);
                }
                let literal = Literal::Before(a, b);
                Ground::Literal(if is { literal } else { literal.negated() })
            }
        }
    }

    fn next(&mut self, case: &Case<'_>, i: usize, j: usize, is: bool) -> Ground {
        let (a, b) = (usize::from(case.tuple[i]), usize::from(case.tuple[j]));
        let of = |g: usize| (self.flow.process[g], place(&self.flow.code[g].kind));
        if of(a) != of(b) || !self.flow.after[a].has(b) {
            return if is { Ground::False } else { Ground::True };
        }
        let n = self.flow.code.len();
        let mut class = Set::new(n);
        let variable = &case.rule.variables[j];
        (0..n)
            .filter(|g| of(*g) == of(b) && fits(variable, &self.flow.code[*g]))
            .for_each(|g| class.insert(g));
        let known = self.classes.iter().position(|other| *other == class).unwrap_or_else(|| {
            self.classes.push(class);
            self.classes.len() - 1
        });
        Ground::Literal(Literal::Next(i as u8, j as u8, known as u16, is))
    }

    fn op(&mut self, case: &Case<'_>, op: &Op) -> OpAt {
        let view = match op.observer {
            Some(p) if self.has_views => case.processes[p],
            _ => case.view,
        };
        let slot = match (op.stage, op.target) {
            (Stage::Fetch, _) => {
                self.mentions_fetch = true;
                Slots::FETCH
            }
            (Stage::Issue, _) => Slots::ISSUE,
            (Stage::Reflect, Some(p)) => self.slots.reflect(view, case.processes[p]),
            (Stage::Execute | Stage::Reflect, _) => self.slots.execute(view),
        };
        OpAt { var: op.of as u8, slot }
    }

    /// The order of two operations of one instruction, if the machine itself fixes it (section 2.1).
    fn known(&self, a: u8, b: u8) -> Option<bool> {
        let rank = |slot: u8| match self.slots.parts(slot) {
            None => (slot, None),
            Some((view, None)) => (2, Some(view)),
            Some((view, Some(_))) => (3, Some(view)),
        };
        let ((first, view), (second, other)) = (rank(a), rank(b));
        let comparable = first != second && (view.is_none() || other.is_none() || view == other);
        comparable.then_some(first < second)
    }
}

/// Whether a variable may stand for an instruction.
fn fits(variable: &Variable, instruction: &Instruction) -> bool {
    let agrees = |adjective: &ordering::Adjective| {
        adjective.has == instruction.attributes.iter().any(|attribute| adjective.any_of.contains(attribute))
    };
    is_of(variable.sort, &instruction.kind) && variable.adjectives.iter().all(agrees)
}

fn is_of(sort: Sort, kind: &Kind) -> bool {
    match sort {
        Sort::Instruction => true,
        Sort::Memory => matches!(kind, Kind::Load { .. } | Kind::Store { .. }),
        Sort::Load => matches!(kind, Kind::Load { .. }),
        Sort::Store => matches!(kind, Kind::Store { .. }),
        Sort::Jump => matches!(kind, Kind::Jump { .. }),
        Sort::Move => matches!(kind, Kind::Move { .. }),
        Sort::Nop => matches!(kind, Kind::Nop { .. }),
    }
}
