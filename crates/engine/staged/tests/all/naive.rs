//! The machine and the rules by definition: every order of operations that the machine allows, judged by the
//! rules for instructions that are complete. It shares the two parsers with the engine and nothing else: no
//! grounding, no three-valued monitors, no reduction, no forgetting.

use ordering::{Formula, Op, Rule, Rules, Sort, Stage, Variable};
use stages::{Address, Instruction, Kind, Program, Shown, Term};
use std::collections::BTreeSet;

/// An instruction that was fetched.
#[derive(Clone)]
struct Fetched {
    process: usize,
    /// Its place in the code of its process.
    at: usize,
    /// Its number in its process.
    number: usize,
    /// For each register that it reads, the instruction in which its value is computed, if any.
    producers: Vec<Option<usize>>,
    location: Option<u16>,
    value: i64,
    /// The observers that find its value.
    sees: Vec<bool>,
    done: Vec<(Slot, usize)>,
}

/// An operation of an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    Fetch,
    Issue,
    Execute { view: usize },
    Reflect { view: usize, to: usize },
}

/// What a process fetches next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    At(usize),
    AfterBranch,
}

#[derive(Clone)]
struct State {
    fetched: Vec<Fetched>,
    next: Vec<Next>,
    /// The instruction that sets each register last, by process.
    registers: Vec<Vec<Option<usize>>>,
    /// By observer, process and location.
    memory: Vec<Vec<Vec<i64>>>,
    time: usize,
}

/// All outcomes.
pub struct Naive<'a> {
    program: &'a Program,
    rules: &'a Rules,
    views: usize,
    /// Whether some rule tells when instructions are fetched or issued; otherwise they are at once.
    is_slow: bool,
    /// How many more steps are tried.
    budget: usize,
    outcomes: BTreeSet<Vec<i64>>,
    /// An address was none.
    faulty: bool,
}

/// More instructions of a process are not followed.
const MOST_FETCHED: usize = 12;

/// The outcomes of the executions that satisfy all rules; `None` if there are too many steps.
pub fn outcomes(program: &Program, rules: &Rules, budget: usize) -> Option<BTreeSet<Vec<i64>>> {
    let processes = program.processes.len();
    let views = if rules.has_observers() && processes > 1 { processes } else { 1 };
    let mut is_slow = false;
    for rule in &rules.rules {
        rule.formula.each_op(&mut |op| is_slow |= matches!(op.stage, Stage::Fetch | Stage::Issue));
    }
    let mut naive =
        Naive { program, rules, views, is_slow, budget, outcomes: BTreeSet::new(), faulty: false };
    let memory: Vec<i64> = program.locations.iter().map(|it| it.initial).collect();
    let state = State {
        fetched: Vec::new(),
        next: vec![Next::At(0); processes],
        registers: program.processes.iter().map(|it| vec![None; it.registers.len()]).collect(),
        memory: vec![vec![memory; processes]; views],
        time: 0,
    };
    naive.explore(state)?;
    (!naive.faulty).then_some(naive.outcomes)
}

impl Naive<'_> {
    fn own(&self, process: usize) -> usize {
        if self.views > 1 { process } else { 0 }
    }

    fn code(&self, it: &Fetched) -> &Instruction {
        &self.program.processes[it.process].code[it.at]
    }

    fn explore(&mut self, mut state: State) -> Option<()> {
        while !self.is_slow && (self.fetch_and_issue(&mut state)? || self.compute(&mut state)?) {}
        self.budget = self.budget.checked_sub(1)?;
        let possible = self.possible(&state)?;
        if possible.is_empty() {
            self.judge(&state);
            return Some(());
        }
        for (index, slot) in possible {
            let mut after = state.clone();
            self.perform(&mut after, index, slot);
            // What a rule says of instructions all of whose operations have happened stays.
            let is_complete = after.fetched.get(index).is_some_and(|it| self.is_complete(it));
            if !self.faulty && (!is_complete || self.satisfies_rules(&after)) {
                self.explore(after)?;
            }
        }
        Some(())
    }

    /// Does one fetch or issue.
    fn fetch_and_issue(&self, state: &mut State) -> Option<bool> {
        let unissued = state.fetched.iter().position(|it| time(it, Slot::Issue).is_none());
        if let Some(index) = unissued {
            note(state, index, Slot::Issue);
            return Some(true);
        }
        for process in 0..self.program.processes.len() {
            if self.can_fetch(state, process)? {
                self.fetch(state, process);
                return Some(true);
            }
        }
        Some(false)
    }

    /// Executes one instruction that only computes, and about which there is no rule.
    fn compute(&mut self, state: &mut State) -> Option<bool> {
        let is_asked = |code: &Instruction| {
            self.rules.rules.iter().flat_map(|rule| &rule.variables).any(|variable| fits(variable, code))
        };
        let chosen = self.possible(state)?.into_iter().find(|(index, _)| {
            let code = self.code(&state.fetched[*index]);
            matches!(code.kind, Kind::Move { .. } | Kind::Jump { .. }) && !is_asked(code)
        });
        let Some((index, slot)) = chosen else { return Some(false) };
        self.perform(state, index, slot);
        Some(true)
    }

    fn can_fetch(&self, state: &State, process: usize) -> Option<bool> {
        let Next::At(at) = state.next[process] else { return Some(false) };
        if at >= self.program.processes[process].code.len() {
            return Some(false);
        }
        (state.fetched.iter().filter(|it| it.process == process).count() < MOST_FETCHED).then_some(true)
    }

    /// Instructions by index, one past the last for a fetch.
    fn possible(&self, state: &State) -> Option<Vec<(usize, Slot)>> {
        let processes = self.program.processes.len();
        let mut possible = Vec::new();
        for process in 0..processes {
            if self.can_fetch(state, process)? {
                possible.push((state.fetched.len() + process, Slot::Fetch));
            }
        }
        for (index, it) in state.fetched.iter().enumerate() {
            if time(it, Slot::Issue).is_none() {
                possible.push((index, Slot::Issue));
                continue;
            }
            let waits = |producer: &Option<usize>| {
                producer.is_some_and(|of| {
                    let of = &state.fetched[of];
                    time(of, Slot::Execute { view: self.own(of.process) }).is_none()
                })
            };
            if it.producers.iter().any(waits) {
                continue;
            }
            let own = self.own(it.process);
            let kind = &self.code(it).kind;
            for view in 0..self.views {
                let execute = Slot::Execute { view };
                if time(it, execute).is_none() {
                    let may = match kind {
                        Kind::Move { .. } | Kind::Jump { .. } => view == own,
                        Kind::Load { .. } => view == own || time(it, Slot::Execute { view: own }).is_some(),
                        Kind::Store { .. } | Kind::Nop { .. } => true,
                    };
                    if may {
                        possible.push((index, execute));
                    }
                } else if matches!(kind, Kind::Store { .. }) {
                    let slots = (0..processes).map(|to| Slot::Reflect { view, to });
                    possible.extend(slots.filter(|slot| time(it, *slot).is_none()).map(|slot| (index, slot)));
                }
            }
        }
        Some(possible)
    }

    fn perform(&mut self, state: &mut State, index: usize, slot: Slot) {
        match slot {
            Slot::Fetch => self.fetch(state, index - state.fetched.len()),
            Slot::Issue => note(state, index, slot),
            Slot::Execute { view } => {
                self.execute(state, index, view);
                note(state, index, slot);
                let kind = &self.code(&state.fetched[index]).kind;
                if matches!(kind, Kind::Move { .. } | Kind::Jump { .. }) {
                    for other in (0..self.views).filter(|other| *other != view) {
                        note(state, index, Slot::Execute { view: other });
                    }
                }
            }
            Slot::Reflect { view, to } => {
                let it = &state.fetched[index];
                if let Some(location) = it.location {
                    state.memory[view][to][usize::from(location)] = it.value;
                }
                note(state, index, slot);
            }
        }
    }

    fn fetch(&self, state: &mut State, process: usize) {
        let Next::At(at) = state.next[process] else { return };
        let kind = &self.program.processes[process].code[at].kind;
        let mut read = Vec::new();
        kind.terms().for_each(|term| term.variables(&mut read));
        let producers = read.iter().map(|r| state.registers[process][usize::from(*r)]).collect();
        let index = state.fetched.len();
        if let Some(register) = kind.sets() {
            state.registers[process][usize::from(register)] = Some(index);
        }
        let number = state.fetched.iter().filter(|it| it.process == process).count();
        let location = match kind {
            Kind::Load { at: Address::Fixed(at), .. } | Kind::Store { at: Address::Fixed(at), .. } => {
                Some(*at)
            }
            Kind::Nop { at } => *at,
            _ => None,
        };
        state.fetched.push(Fetched {
            process,
            at,
            number,
            producers,
            location,
            value: 0,
            sees: vec![false; self.views],
            done: Vec::new(),
        });
        note(state, index, Slot::Fetch);
        state.next[process] = match kind {
            Kind::Jump { condition: Term::Value(0), .. } => Next::At(at + 1),
            Kind::Jump { condition: Term::Value(_), to } if usize::from(*to) > at => {
                Next::At(usize::from(*to))
            }
            Kind::Jump { .. } => Next::AfterBranch,
            _ => Next::At(at + 1),
        };
    }

    fn execute(&mut self, state: &mut State, index: usize, view: usize) {
        let it = &state.fetched[index];
        let (process, at) = (it.process, it.at);
        let mut read: Vec<i64> =
            it.producers.iter().map(|of| of.map_or(0, |of| state.fetched[of].value)).collect();
        read.reverse();
        let mut compute =
            |term: &Term<u16>| term.value(&mut |_| read.pop()).expect("each register has a value");
        let code = &self.program.processes[process].code[at];
        let locations = self.program.locations.len();
        match &code.kind {
            Kind::Move { term, .. } => state.fetched[index].value = compute(term),
            Kind::Jump { condition, to } => {
                let is_taken = compute(condition) != 0;
                if state.next[process] == Next::AfterBranch {
                    state.next[process] = Next::At(if is_taken { usize::from(*to) } else { at + 1 });
                }
            }
            Kind::Nop { .. } => {}
            Kind::Load { at, .. } | Kind::Store { at, .. } => {
                let location = match at {
                    Address::Fixed(at) => Some(*at),
                    Address::Term(term) => {
                        stages::location_at(compute(term)).filter(|at| usize::from(*at) < locations)
                    }
                };
                let Some(location) = location else {
                    self.faulty = true;
                    return;
                };
                state.fetched[index].location = Some(location);
                if let Kind::Store { term, .. } = &code.kind {
                    state.fetched[index].value = compute(term);
                    return;
                }
                let found = self.read(state, process, view, location);
                if view == self.own(process) {
                    state.fetched[index].value = found;
                }
                state.fetched[index].sees[view] = state.fetched[index].value == found;
            }
        }
    }

    /// The newest store of the process that has not reached its memory, or its memory.
    fn read(&self, state: &State, process: usize, view: usize, location: u16) -> i64 {
        let mut newest = None;
        for it in state.fetched.iter().filter(|it| it.process == process && it.location == Some(location)) {
            let is_store = matches!(self.code(it).kind, Kind::Store { .. });
            let arrived = time(it, Slot::Reflect { view, to: process }).is_some();
            if let Some(when) = time(it, Slot::Execute { view })
                && is_store
                && !arrived
                && newest.is_none_or(|(other, _)| other < when)
            {
                newest = Some((when, it.value));
            }
        }
        newest.map_or(state.memory[view][process][usize::from(location)], |(_, value)| value)
    }

    /// An execution that is complete has outcomes if it satisfies the rules.
    fn judge(&mut self, state: &State) {
        let is_done =
            |p: usize| matches!(state.next[p], Next::At(at) if at >= self.program.processes[p].code.len());
        if !(0..self.program.processes.len()).all(is_done) || !self.satisfies_rules(state) {
            return;
        }
        for memory in 0..self.program.processes.len() {
            let look = |process: usize, location: u16| {
                state.memory[self.own(process)][process][usize::from(location)]
            };
            let value = |what: Shown| match what {
                Shown::Register { process, register } => state.registers[usize::from(process)]
                    [usize::from(register)]
                .map_or(0, |of| state.fetched[of].value),
                Shown::Memory { process, location } => look(usize::from(process), location),
                Shown::Shared { location } => look(memory, location),
            };
            self.outcomes.insert(self.program.observed.iter().map(|it| value(it.what)).collect());
        }
    }

    fn is_complete(&self, it: &Fetched) -> bool {
        let is_store = matches!(self.code(it).kind, Kind::Store { .. });
        let reflections = if is_store { self.program.processes.len() } else { 0 };
        it.done.len() == 2 + self.views * (1 + reflections)
    }

    /// Whether the rules are true of all instructions that are complete, all processes and all observers.
    fn satisfies_rules(&self, state: &State) -> bool {
        self.rules.rules.iter().all(|rule| self.all_instructions(state, rule, &mut Vec::new()))
    }

    fn all_instructions(&self, state: &State, rule: &Rule, chosen: &mut Vec<usize>) -> bool {
        let Some(variable) = rule.variables.get(chosen.len()) else {
            return self.all_processes(state, rule, chosen, &mut Vec::new());
        };
        for (index, it) in state.fetched.iter().enumerate() {
            if chosen.contains(&index) || !fits(variable, self.code(it)) || !self.is_complete(it) {
                continue;
            }
            chosen.push(index);
            let is_true = self.all_instructions(state, rule, chosen);
            chosen.pop();
            if !is_true {
                return false;
            }
        }
        true
    }

    fn all_processes(
        &self,
        state: &State,
        rule: &Rule,
        chosen: &[usize],
        processes: &mut Vec<usize>,
    ) -> bool {
        if processes.len() == rule.processes.len() {
            return (0..self.views)
                .all(|view| Case { naive: self, state, rule, chosen, processes, view }.is(&rule.formula));
        }
        for process in 0..self.program.processes.len() {
            processes.push(process);
            let is_true = self.all_processes(state, rule, chosen, processes);
            processes.pop();
            if !is_true {
                return false;
            }
        }
        true
    }
}

/// What the names of a rule stand for.
struct Case<'a> {
    naive: &'a Naive<'a>,
    state: &'a State,
    rule: &'a Rule,
    chosen: &'a [usize],
    processes: &'a [usize],
    /// The observer of what the rule says of every observer.
    view: usize,
}

impl Case<'_> {
    fn it(&self, variable: usize) -> &Fetched {
        &self.state.fetched[self.chosen[variable]]
    }

    fn is(&self, formula: &Formula) -> bool {
        match formula {
            Formula::Constant(is) => *is,
            Formula::Not(inner) => !self.is(inner),
            Formula::And(parts) => parts.iter().all(|part| self.is(part)),
            Formula::Or(parts) => parts.iter().any(|part| self.is(part)),
            Formula::Before { first, second, or_same } => {
                let (a, b) = (self.when(first), self.when(second));
                a < b || (*or_same && a == b)
            }
            Formula::ProgramOrder(i, j) => {
                let (i, j) = (self.it(*i), self.it(*j));
                i.process == j.process && i.number < j.number
            }
            Formula::Next(i, j) => {
                let (a, b) = (self.it(*i), self.it(*j));
                let variable = &self.rule.variables[*j];
                let is_such = |it: &&Fetched| {
                    it.process == a.process
                        && it.number > a.number
                        && fits(variable, self.naive.code(it))
                        && it.location == a.location
                };
                let first = self.state.fetched.iter().filter(is_such).min_by_key(|it| it.number);
                first.is_some_and(|first| (first.process, first.number) == (b.process, b.number))
            }
            Formula::SameLocation(i, j) => {
                let (a, b) = (self.it(*i), self.it(*j));
                let is_nop = |it: &Fetched| matches!(self.naive.code(it).kind, Kind::Nop { .. });
                match (a.location, b.location) {
                    (None, None) => is_nop(a) && is_nop(b),
                    (a, b) => a == b,
                }
            }
            Formula::SameProcess(i, j) => self.it(*i).process == self.it(*j).process,
            Formula::OfProcess(i, p) => self.it(*i).process == self.processes[*p],
            Formula::Equal(p, q) => self.processes[*p] == self.processes[*q],
            Formula::Has(i, any_of) => {
                self.naive.code(self.it(*i)).attributes.iter().any(|own| any_of.contains(own))
            }
            Formula::Is(i, sort) => is_of(*sort, &self.naive.code(self.it(*i)).kind),
            Formula::Sees(i, p) => {
                let (it, view) = (self.it(*i), self.processes[*p]);
                self.naive.views == 1 || view == self.naive.own(it.process) || it.sees[view]
            }
        }
    }

    fn when(&self, op: &Op) -> usize {
        let view = match op.observer {
            Some(p) if self.naive.views > 1 => self.processes[p],
            _ => self.view,
        };
        let slot = match (op.stage, op.target) {
            (Stage::Fetch, _) => Slot::Fetch,
            (Stage::Issue, _) => Slot::Issue,
            (Stage::Reflect, Some(p)) => Slot::Reflect { view, to: self.processes[p] },
            (Stage::Execute | Stage::Reflect, _) => Slot::Execute { view },
        };
        time(self.it(op.of), slot).expect("the execution is complete")
    }
}

fn time(it: &Fetched, slot: Slot) -> Option<usize> {
    it.done.iter().find(|(other, _)| *other == slot).map(|(_, time)| *time)
}

fn note(state: &mut State, index: usize, slot: Slot) {
    state.time += 1;
    let time = state.time;
    state.fetched[index].done.push((slot, time));
}

fn fits(variable: &Variable, instruction: &Instruction) -> bool {
    is_of(variable.sort, &instruction.kind)
        && variable.adjectives.iter().all(|adjective| {
            let has = instruction.attributes.iter().any(|own| adjective.any_of.contains(own));
            adjective.has == has
        })
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
