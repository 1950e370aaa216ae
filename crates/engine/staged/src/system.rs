//! The machine as a system that the common search explores.

use crate::bind::Others;
use crate::flow::Flow;
use crate::formula::{Flat, Literal, Slots, Truth};
use crate::ground::{GroundRule, GroundRules, ground};
use crate::perform::Listener;
use crate::show::Happened;
use crate::state::{Chosen, Copied, Instance, Next, Operand, ProcessState, is_complete};
use event::{Cut, Failure, Outcome, Site, ThreadId, Value};
use explore::{End, Finding, Footprint, Sink, Step, System};
use ordering::Rules;
use stages::{ClaimKind, Program, Shown, Term};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// Which of the paper's optimisations are used. None of them changes an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Switches {
    /// Enhanced guards (section 3.1): an operation that would break a rule does not happen. Otherwise rules
    /// are judged at the end.
    pub guards: bool,
    /// Disabling speculation (section 3.2): one copy of the machine, unless rules need observers.
    pub ds: bool,
    /// Prefetching (section 3.3): instructions are fetched as soon as they are known.
    pub pi: bool,
    /// Removing the clock (section 3.4): of the order of operations, only what rules may still ask is kept.
    pub rc: bool,
    /// Partial-order reduction: an operation that may as well happen at once does.
    pub por: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Switches { guards: true, ds: true, pi: true, rc: true, por: true }
    }
}

/// There are too many tuples of instructions for a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TooLarge;

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the program has too many instructions, processes or locations for these rules")
    }
}

impl std::error::Error for TooLarge {}

/// A program under rules.
#[derive(Debug)]
pub struct Staged<'a> {
    pub(crate) program: &'a Program,
    pub(crate) flow: Flow,
    pub(crate) ground: GroundRules,
    /// For each ground rule and variable, whether two other instructions have an order that may matter.
    pub(crate) keeps: Vec<Vec<bool>>,
    pub(crate) slots: Slots,
    pub(crate) switches: Switches,
    pub(crate) loop_bound: Option<u32>,
    /// The registers that claims and outcomes show.
    pub(crate) shown_registers: Vec<Vec<u16>>,
    /// The locations that they show.
    pub(crate) shown_locations: Vec<u16>,
    /// Those that claims about all states show.
    pub(crate) watched_registers: Vec<Vec<u16>>,
    pub(crate) watched_locations: Vec<u16>,
    copies: usize,
    /// The most instances of a process that are in flight at once.
    pub(crate) window: usize,
    pub(crate) performed: AtomicU64,
    pub(crate) window_full: AtomicBool,
    /// The number of an instruction whose address is none, plus 1.
    pub(crate) faulted: AtomicU32,
    violated_midway: AtomicBool,
}

/// Each instruction of a process without loops may be in flight; in loops, one pass or several. An encoded
/// state has a byte for the place of an instance.
const LEAST_WINDOW: usize = 64;
const MOST_WINDOW: usize = 250;

/// More operations are not part of one step.
const MOST_AT_ONCE: usize = 256;

/// A state: one copy of the machine, or several where speculation is not disabled.
#[derive(Debug, Clone)]
pub struct StagedState {
    pub(crate) copies: Vec<Copied>,
}

impl<'a> Staged<'a> {
    /// Joins a program and rules. Each backward jump is taken fewer than `loop_bound` times.
    ///
    /// # Errors
    /// If the program is too large.
    pub fn new(
        program: &'a Program,
        rules: &Rules,
        switches: Switches,
        loop_bound: Option<u32>,
    ) -> Result<Staged<'a>, TooLarge> {
        let processes = program.processes.len();
        let has_views = rules.has_observers() && processes > 1;
        let views = if has_views { processes } else { 1 };
        let instructions: usize = program.processes.iter().map(|it| it.code.len()).sum();
        if 2 + views * (1 + processes) > 255 || instructions >= 0x8000 || views > 16 {
            return Err(TooLarge);
        }
        let longest = program.processes.iter().map(|it| it.code.len()).max().unwrap_or(0);
        let slots = Slots { processes: processes as u8, views: views as u8 };
        let every = |claim: &&stages::Claim| claim.kind == ClaimKind::Always;
        let (watched_registers, watched_locations) =
            shown(program, program.claims.iter().filter(every).map(|claim| &claim.term));
        let observed: Vec<Term<Shown>> = program.observed.iter().map(|it| Term::Variable(it.what)).collect();
        let (shown_registers, shown_locations) =
            shown(program, program.claims.iter().map(|claim| &claim.term).chain(&observed));
        let flow = Flow::new(program, &shown_registers);
        let ground = ground(rules, &flow, slots).ok_or(TooLarge)?;
        let keeps = ground.rules.iter().map(|rule| keeps(&ground, rule)).collect();
        Ok(Staged {
            program,
            flow,
            ground,
            keeps,
            slots,
            switches,
            loop_bound,
            shown_registers,
            shown_locations,
            watched_registers,
            watched_locations,
            window: longest.clamp(LEAST_WINDOW, MOST_WINDOW),
            copies: if switches.ds || has_views { 1 } else { processes },
            performed: AtomicU64::new(0),
            window_full: AtomicBool::new(false),
            faulted: AtomicU32::new(0),
            violated_midway: AtomicBool::new(false),
        })
    }

    /// How many operations were performed, those included that are no steps of their own.
    pub fn performed(&self) -> u64 {
        self.performed.load(Ordering::Relaxed)
    }

    /// The most instances of a process that are in flight at once.
    pub fn window(&self) -> usize {
        self.window
    }

    /// Whether some process had so many instructions in flight that the next was not fetched.
    pub fn is_window_full(&self) -> bool {
        self.window_full.load(Ordering::Relaxed)
    }

    /// An instruction that was to read or write where no location is.
    pub fn fault(&self) -> Option<&stages::Instruction> {
        let at = self.faulted.load(Ordering::Relaxed).checked_sub(1)?;
        self.flow.code.get(at as usize)
    }

    /// Whether a claim about all states was violated in an execution that may never have finished.
    pub fn was_violated_midway(&self) -> bool {
        self.violated_midway.load(Ordering::Relaxed)
    }

    /// Whether processes observe differently under the rules.
    pub fn has_observers(&self) -> bool {
        self.slots.views > 1
    }

    /// The indices of the rules that say something about the program.
    pub fn relevant_rules(&self) -> impl Iterator<Item = usize> {
        self.ground.rules.iter().map(|rule| rule.index)
    }

    /// Performs steps and tells what happens, operation by operation. `None` if a step cannot be taken.
    pub fn tell(&self, steps: &[Step]) -> Option<(Vec<Happened>, StagedState)> {
        struct Told(Vec<Happened>);
        impl Listener for Told {
            fn happened(&mut self, what: Happened) {
                self.0.push(what);
            }
            fn cut(&mut self, _cut: Cut) {}
            fn listens(&self) -> bool {
                true
            }
        }
        let mut told = Told(Vec::new());
        let mut state = self.start(&mut told);
        let mut possible = Vec::new();
        for step in steps {
            possible.clear();
            self.steps(&state, &mut possible);
            if !possible.contains(step) {
                return None;
            }
            self.step(&mut state, *step, &mut told);
        }
        Some((told.0, state))
    }

    /// Whether every process of a state has done everything, by the rules.
    pub fn is_final(&self, state: &StagedState) -> bool {
        state.copies.iter().all(|copied| self.is_finished(copied))
    }

    /// The indices of the claims that a finished state violates.
    pub fn violated(&self, state: &StagedState) -> Vec<usize> {
        let is_violated = |(at, claim): (usize, &stages::Claim)| {
            let broken = state.copies.iter().any(|copied| match claim.kind {
                ClaimKind::Final => !self.is_true_of_all(copied, &claim.term),
                ClaimKind::Never => self.is_true_of_some(copied, &claim.term),
                ClaimKind::Always => copied.violated >> (at % 64) & 1 == 1,
                ClaimKind::Exists => false,
            });
            broken.then_some(at)
        };
        self.program.claims.iter().enumerate().filter_map(is_violated).collect()
    }

    /// Whether the term is true in a finished state, whichever process's memory is looked at.
    pub fn shows(&self, state: &StagedState, term: &Term<Shown>) -> bool {
        state.copies.iter().any(|copied| self.is_true_of_some(copied, term))
    }

    fn is_true_of_all(&self, copied: &Copied, term: &Term<Shown>) -> bool {
        (0..copied.processes.len()).all(|p| self.value(copied, p, term).unwrap_or(1) != 0)
    }

    fn is_true_of_some(&self, copied: &Copied, term: &Term<Shown>) -> bool {
        (0..copied.processes.len()).any(|p| self.value(copied, p, term).unwrap_or(0) != 0)
    }

    fn value(&self, copied: &Copied, memory: usize, term: &Term<Shown>) -> Option<i64> {
        term.value(&mut |what| self.shown(copied, memory, what))
    }

    /// What a variable of a claim is; shared locations are those of the memory of one process.
    fn shown(&self, copied: &Copied, memory: usize, what: Shown) -> Option<i64> {
        let in_memory = |process: usize, location: u16| {
            copied.memory[self.memory_at(self.own_view(process), process, location)]
        };
        match what {
            Shown::Register { process, register } => {
                let it = &copied.processes[usize::from(process)];
                let watched = &self.watched_registers[usize::from(process)];
                match watched.iter().position(|other| *other == register) {
                    Some(at) => Some(it.watched[at].1),
                    None => it.registers[usize::from(register)].value(),
                }
            }
            Shown::Memory { process, location } => Some(in_memory(usize::from(process), location)),
            Shown::Shared { location } => Some(in_memory(memory, location)),
        }
    }

    fn is_finished(&self, copied: &Copied) -> bool {
        let is_done = |it: &Arc<Instance>| {
            is_complete(it, self.slots, matches!(self.kind(it), stages::Kind::Store { .. }))
        };
        let ends = |it: &ProcessState| it.next == Next::End && it.live.iter().all(is_done);
        !copied.broken && !copied.faulty && copied.processes.iter().all(ends)
    }

    fn start(&self, listener: &mut impl Listener) -> StagedState {
        let processes = self.program.processes.len();
        let memory = self.program.locations.iter().map(|it| it.initial);
        let copied = Copied {
            processes: (self.program.processes.iter().enumerate())
                .map(|(p, it)| ProcessState {
                    next: self.at(p, 0),
                    registers: vec![Operand::Value(0); it.registers.len()].into(),
                    watched: vec![(0, 0); self.watched_registers[p].len()].into(),
                    live: Vec::new(),
                    fetched: 0,
                    taken: vec![0; it.code.len()].into(),
                })
                .collect(),
            memory: memory.collect::<Vec<_>>().repeat(processes * usize::from(self.slots.views)),
            clock: 0,
            broken: false,
            faulty: self.ground.is_contradiction,
            violated: 0,
        };
        let mut state = StagedState { copies: vec![copied; self.copies] };
        for copied in &mut state.copies {
            self.note_claims(copied);
            self.settle(copied, listener);
        }
        state
    }

    /// Does at once what may as well happen at once, up to a number of operations: a loop in which nothing
    /// matters would have no end. Then all that is possible are steps, and states repeat.
    fn settle(&self, copied: &mut Copied, listener: &mut impl Listener) {
        self.do_what_is_harmless(copied, listener);
        let is_full = |it: &ProcessState| matches!(it.next, Next::At(_)) && it.live.len() >= self.window;
        if !copied.broken && copied.processes.iter().any(is_full) {
            self.window_full.store(true, Ordering::Relaxed);
        }
    }

    fn do_what_is_harmless(&self, copied: &mut Copied, listener: &mut impl Listener) {
        let mut possible = Vec::new();
        for _ in 0..MOST_AT_ONCE {
            if self.switches.pi && !self.ground.mentions_fetch {
                self.prefetch(copied, listener);
            }
            self.retire(copied);
            if !self.switches.por || self.is_dead(copied) {
                return;
            }
            let Some(chosen) = self.harmless(copied, &mut possible) else { return };
            self.do_it(copied, chosen, listener);
        }
    }

    /// Fetches up to unresolved branches.
    fn prefetch(&self, copied: &mut Copied, listener: &mut impl Listener) {
        for process in 0..copied.processes.len() {
            while self.can_fetch(copied, process) && !self.is_dead(copied) {
                let chosen = Chosen { process, at: copied.processes[process].live.len(), slot: Slots::FETCH };
                self.do_it(copied, chosen, listener);
                self.retire_if_full(copied, process);
            }
        }
    }

    fn retire_if_full(&self, copied: &mut Copied, process: usize) {
        if copied.processes[process].live.len() >= self.window {
            self.retire(copied);
        }
    }

    /// Performs an operation, and notes what is wrong afterwards.
    fn do_it(&self, copied: &mut Copied, chosen: Chosen, listener: &mut impl Listener) {
        self.perform(copied, chosen, listener);
        // What an operation computes, a rule could not know before: then the execution is not one.
        if self.switches.guards {
            let instance = Arc::clone(&copied.processes[chosen.process].live[chosen.at]);
            if !self.keeps_rules(copied, &instance) {
                copied.faulty = true;
            }
        }
        self.note_claims(copied);
    }

    /// Notes which claims about all states are violated now.
    fn note_claims(&self, copied: &mut Copied) {
        for (at, claim) in
            self.program.claims.iter().enumerate().filter(|(_, it)| it.kind == ClaimKind::Always)
        {
            if copied.violated >> (at % 64) & 1 == 0 && !self.is_true_of_all(copied, &claim.term) {
                copied.violated |= 1 << (at % 64);
                // An execution that breaks a rule is none.
                if !copied.broken && !copied.faulty {
                    self.violated_midway.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    fn step(&self, state: &mut StagedState, step: Step, listener: &mut impl Listener) {
        let (copy, process) = self.parts(step);
        let slots = self.slots.count();
        let (at, slot) = (usize::from(step.choice) / slots, usize::from(step.choice) % slots);
        let copied = &mut state.copies[copy];
        self.do_it(copied, Chosen { process, at, slot: slot as u8 }, listener);
        self.settle(copied, listener);
    }

    /// The copy and the process that move.
    fn parts(&self, step: Step) -> (usize, usize) {
        let processes = self.program.processes.len();
        (usize::from(step.process) / processes, usize::from(step.process) % processes)
    }

    /// Whether the rules allow an operation now.
    fn is_allowed(&self, copied: &Copied, chosen: Chosen) -> bool {
        if !self.switches.guards || chosen.slot == Slots::FETCH {
            return true;
        }
        let after = self.after(copied, &copied.processes[chosen.process].live[chosen.at], chosen.slot);
        self.each_binding(copied, &after, Others::Live, &mut |_, formula, bound| {
            crate::bind::value(formula, bound) != Truth::False
        })
    }

    fn find(&self, state: &StagedState, sink: &mut impl Sink) {
        if !self.is_final(state) {
            return;
        }
        for at in self.violated(state) {
            let claim = &self.program.claims[at];
            let site = Site { line: claim.line, text: claim.text.clone(), ..Site::default() };
            let failure = Failure::Assertion(claim.text.clone());
            sink.finding(Finding::Failure { thread: ThreadId(at as u16), failure, site });
        }
    }
}

/// The registers, by process, and the locations that terms show.
fn shown<'t>(program: &Program, terms: impl Iterator<Item = &'t Term<Shown>>) -> (Vec<Vec<u16>>, Vec<u16>) {
    let mut all = Vec::new();
    terms.for_each(|term| term.variables(&mut all));
    let mut registers = vec![Vec::new(); program.processes.len()];
    let mut locations = Vec::new();
    for what in all {
        match what {
            Shown::Register { process, register } => registers[usize::from(process)].push(register),
            Shown::Memory { location, .. } | Shown::Shared { location } => locations.push(location),
        }
    }
    (registers, locations)
}

/// For each variable of a rule, whether a formula says something about the order of operations of others
/// only.
fn keeps(ground: &GroundRules, rule: &GroundRule) -> Vec<bool> {
    let formulae = || {
        rule.sets().flat_map(|set| ground.sets[set as usize].iter()).map(|id| &ground.formulae[*id as usize])
    };
    let is_without = |var: usize, formula: &Flat| {
        formula.any(&mut |literal| match literal {
            Literal::Before(a, b) => usize::from(a.var) != var && usize::from(b.var) != var,
            _ => false,
        })
    };
    (0..rule.candidates.len()).map(|var| formulae().any(|formula| is_without(var, formula))).collect()
}

/// Tells a sink of cuts.
struct Cuts<'s, S>(&'s mut S);

impl<S: Sink> Listener for Cuts<'_, S> {
    fn cut(&mut self, cut: Cut) {
        self.0.cut(cut);
    }
}

impl System for Staged<'_> {
    type State = StagedState;

    fn initial(&self, sink: &mut impl Sink) -> StagedState {
        let state = self.start(&mut Cuts(sink));
        self.find(&state, sink);
        state
    }

    fn steps(&self, state: &StagedState, out: &mut Vec<Step>) {
        let processes = self.program.processes.len();
        let slots = self.slots.count() as u16;
        let mut possible = Vec::new();
        if state.copies.iter().any(|copied| self.is_dead(copied)) {
            return;
        }
        for (copy, copied) in state.copies.iter().enumerate() {
            for process in 0..processes {
                possible.clear();
                self.possible(copied, process, &mut possible);
                for chosen in possible.iter().filter(|chosen| self.is_allowed(copied, **chosen)) {
                    let choice = chosen.at as u16 * slots + u16::from(chosen.slot);
                    out.push(Step { process: (copy * processes + process) as u16, choice });
                }
            }
        }
    }

    fn take(&self, state: &mut StagedState, step: Step, sink: &mut impl Sink) -> Footprint {
        self.step(state, step, &mut Cuts(sink));
        self.find(state, sink);
        Footprint::EVERYTHING
    }

    fn encode(&self, state: &StagedState, out: &mut Vec<u8>) {
        if state.copies.iter().any(|copied| self.is_dead(copied)) {
            out.push(0xfe);
            return;
        }
        state.copies.iter().for_each(|copied| self.encode_copy(copied, out));
    }

    fn end(&self, state: &StagedState) -> End {
        if self.is_final(state) { End::Finished } else { End::Stopped }
    }

    fn outcomes(&self, state: &StagedState, out: &mut Vec<Outcome>) {
        for copied in &state.copies {
            // A location is shown as in the memory of one process after the other.
            for process in 0..copied.processes.len() {
                let value = |it: &stages::Observed| Value(self.shown(copied, process, it.what).unwrap_or(0));
                let values = self.program.observed.iter().map(value).collect();
                let outcome = Outcome { values, ..Outcome::default() };
                if !out.contains(&outcome) {
                    out.push(outcome);
                }
            }
        }
    }

    fn has_footprints(&self) -> bool {
        false
    }

    fn processes(&self) -> usize {
        self.copies * self.program.processes.len()
    }
}
