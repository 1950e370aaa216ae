//! What operations do.

use crate::bind::{Others, value};
use crate::flow::{Place, place, reads};
use crate::formula::{Slots, Truth};
use crate::show::{Happened, What};
use crate::state::{Chosen, Copied, Instance, Next, Operand, is_complete};
use crate::system::Staged;
use event::Cut;
use stages::{Address, Kind, Term, location_at};
use std::sync::Arc;

/// Receives what happens.
pub(crate) trait Listener {
    /// An operation happened.
    fn happened(&mut self, _what: Happened) {}
    /// A bound was hit.
    fn cut(&mut self, cut: Cut);
    /// Whether it wants [`Listener::happened`].
    fn listens(&self) -> bool {
        false
    }
}

impl Staged<'_> {
    pub(crate) fn kind(&self, instance: &Instance) -> &Kind {
        &self.flow.code[usize::from(instance.instruction)].kind
    }

    /// The observer that a process is of itself.
    pub(crate) fn own_view(&self, process: usize) -> u8 {
        if self.slots.views > 1 { process as u8 } else { 0 }
    }

    pub(crate) fn memory_at(&self, view: u8, process: usize, location: u16) -> usize {
        let processes = usize::from(self.slots.processes);
        (usize::from(view) * processes + process) * self.program.locations.len() + usize::from(location)
    }

    /// Whether a process may fetch an instruction.
    pub(crate) fn can_fetch(&self, copied: &Copied, process: usize) -> bool {
        let it = &copied.processes[process];
        matches!(it.next, Next::At(_)) && it.live.len() < self.window
    }

    /// The operations that the machine itself allows (section 2.1), fetches last.
    pub(crate) fn possible(&self, copied: &Copied, process: usize, out: &mut Vec<Chosen>) {
        for (at, instance) in copied.processes[process].live.iter().enumerate() {
            let chosen = |slot| Chosen { process, at, slot };
            if !instance.is_done(Slots::ISSUE) {
                out.push(chosen(Slots::ISSUE));
                continue;
            }
            let kind = self.kind(instance);
            // Its operands are there: true dependencies.
            if instance.operands.iter().any(|operand| operand.value().is_none()) {
                continue;
            }
            let is_local = matches!(kind, Kind::Move { .. } | Kind::Jump { .. });
            let own = self.own_view(process);
            for view in 0..self.slots.views {
                let slot = self.slots.execute(view);
                if !instance.is_done(slot) {
                    // What computes only is executed once, for all observers. A load has its value first.
                    let is_later = is_local || matches!(kind, Kind::Load { .. });
                    if view == own || !is_later || (!is_local && instance.is_done(self.slots.execute(own))) {
                        out.push(chosen(slot));
                    }
                } else if matches!(kind, Kind::Store { .. }) {
                    let targets = (0..self.slots.processes).map(|to| self.slots.reflect(view, to));
                    out.extend(targets.filter(|slot| !instance.is_done(*slot)).map(chosen));
                }
            }
        }
        if self.can_fetch(copied, process) {
            out.push(Chosen { process, at: copied.processes[process].live.len(), slot: Slots::FETCH });
        }
    }

    /// Performs an operation.
    pub(crate) fn perform(&self, copied: &mut Copied, chosen: Chosen, listener: &mut impl Listener) {
        self.performed.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let Chosen { process, at, slot } = chosen;
        if slot == Slots::FETCH {
            self.fetch(copied, process, listener);
            return;
        }
        copied.clock += 1;
        let clock = copied.clock;
        let mut instance = Arc::unwrap_or_clone(Arc::clone(&copied.processes[process].live[at]));
        instance.times[usize::from(slot)] = clock;
        match self.slots.parts(slot) {
            None => {}
            Some((view, None)) => self.execute(copied, process, &mut instance, view, listener),
            Some((view, Some(to))) => {
                if let (Some(location), Some(value)) = (instance.location, instance.value) {
                    copied.memory[self.memory_at(view, usize::from(to), location)] = value;
                }
            }
        }
        if listener.listens() {
            listener.happened(self.happened(process, &instance, slot));
        }
        copied.processes[process].live[at] = Arc::new(instance);
        if !self.switches.guards && !copied.broken {
            let live = Arc::clone(&copied.processes[process].live[at]);
            copied.broken = !self.keeps_rules(copied, &live);
        }
    }

    fn execute(
        &self,
        copied: &mut Copied,
        process: usize,
        instance: &mut Instance,
        view: u8,
        listener: &mut impl Listener,
    ) {
        let own = self.own_view(process);
        let code = &self.flow.code[usize::from(instance.instruction)];
        let mut operands = instance.operands.iter();
        let mut compute = |term: &Term<u16>| {
            term.value(&mut |_| operands.next().and_then(|operand| operand.value())).unwrap_or(0)
        };
        match &code.kind {
            Kind::Move { term, .. } => {
                let value = compute(term);
                instance.value = Some(value);
                self.at_once(copied, instance, view);
                broadcast(copied, process, instance.number, value);
                self.watch(copied, process, instance, value);
            }
            Kind::Jump { condition, .. } => {
                let taken = compute(condition) != 0;
                self.at_once(copied, instance, view);
                self.branch(copied, process, instance, taken, listener);
            }
            Kind::Nop { .. } => {}
            Kind::Load { at, .. } => {
                let location = match at {
                    Address::Fixed(location) => Some(*location),
                    Address::Term(term) => self.location(compute(term)),
                };
                let Some(location) = location else { return self.fault_at(copied, instance, listener) };
                instance.location = Some(location);
                let found = self.read(copied, process, view, location);
                if view == own {
                    instance.value = Some(found);
                    broadcast(copied, process, instance.number, found);
                    self.watch(copied, process, instance, found);
                }
                if self.ground.asks_sight[usize::from(instance.instruction)] >> view & 1 == 1 {
                    let agrees = instance.value == Some(found);
                    instance.sees |= 1 << (16 + view) | u32::from(agrees) << view;
                }
            }
            Kind::Store { at, term } => {
                let location = match at {
                    Address::Fixed(location) => Some(*location),
                    Address::Term(term) => self.location(compute(term)),
                };
                let Some(location) = location else { return self.fault_at(copied, instance, listener) };
                instance.location = Some(location);
                instance.value = Some(compute(term));
            }
        }
    }

    /// The instance after an operation, as far as rules can tell beforehand: what it computes is not known
    /// yet.
    pub(crate) fn after(&self, copied: &Copied, instance: &Instance, slot: u8) -> Instance {
        let mut after = Instance::clone(instance);
        after.times[usize::from(slot)] = copied.clock + 1;
        let is_local = matches!(self.kind(instance), Kind::Move { .. } | Kind::Jump { .. });
        if is_local && matches!(self.slots.parts(slot), Some((_, None))) {
            // What only computes is executed for all observers at once.
            let others = (0..self.slots.views).map(|view| self.slots.execute(view)).filter(|it| *it != slot);
            others.zip(copied.clock + 2..).for_each(|(it, time)| after.times[usize::from(it)] = time);
        }
        after
    }

    fn location(&self, address: i64) -> Option<u16> {
        location_at(address).filter(|at| usize::from(*at) < self.program.locations.len())
    }

    /// The address is not one: the machine has no such execution to offer.
    fn fault_at(&self, copied: &mut Copied, instance: &Instance, listener: &mut impl Listener) {
        copied.faulty = true;
        let number = u32::from(instance.instruction) + 1;
        // The last one in the program, whichever worker is first.
        self.faulted.fetch_max(number, std::sync::atomic::Ordering::Relaxed);
        listener.cut(Cut::Unsupported);
    }

    /// A register that claims about all states show has a value.
    fn watch(&self, copied: &mut Copied, process: usize, instance: &Instance, value: i64) {
        let Some(register) = self.kind(instance).sets() else { return };
        let watched = self.watched_registers[process].iter();
        for (at, _) in watched.enumerate().filter(|(_, other)| **other == register) {
            let it = &mut Arc::make_mut(&mut copied.processes[process].watched)[at];
            if it.0 < instance.number {
                *it = (instance.number, value);
            }
        }
    }

    /// What only computes is executed for all observers at once.
    fn at_once(&self, copied: &mut Copied, instance: &mut Instance, view: u8) {
        for other in (0..self.slots.views).filter(|other| *other != view) {
            copied.clock += 1;
            instance.times[usize::from(self.slots.execute(other))] = copied.clock;
        }
    }

    /// What a load of a process finds: its newest store that has not reached its own memory, or its memory
    /// (section 2.1: the effect of Execute is seen by the process itself).
    fn read(&self, copied: &Copied, process: usize, view: u8, location: u16) -> i64 {
        let (execute, arrives) = (self.slots.execute(view), self.slots.reflect(view, process as u8));
        let waits = |it: &&Arc<Instance>| {
            let is_store = matches!(self.kind(it), Kind::Store { .. });
            is_store && it.location == Some(location) && it.is_done(execute) && !it.is_done(arrives)
        };
        let newest = copied.processes[process].live.iter().filter(waits);
        newest
            .max_by_key(|it| it.times[usize::from(execute)])
            .and_then(|it| it.value)
            .unwrap_or_else(|| copied.memory[self.memory_at(view, process, location)])
    }

    fn branch(
        &self,
        copied: &mut Copied,
        process: usize,
        instance: &Instance,
        taken: bool,
        listener: &mut impl Listener,
    ) {
        let it = &mut copied.processes[process];
        // A jump that is always taken, and leads forward, was followed when it was fetched.
        if it.next != Next::After(instance.number) {
            return;
        }
        let (to, next) = (self.target(instance.instruction), self.following(instance.instruction));
        it.next = if taken { to } else { next };
        let is_back = matches!(to, Next::At(to) if to <= instance.instruction);
        if let Some(bound) = self.loop_bound.filter(|_| taken && is_back) {
            let count = &mut Arc::make_mut(&mut it.taken)
                [usize::from(instance.instruction - self.flow.first[process])];
            *count = count.saturating_add(1);
            if u32::from(*count) >= bound {
                it.next = Next::Cut;
                listener.cut(Cut::LoopBound);
            }
        }
    }

    fn target(&self, g: u16) -> Next {
        match &self.flow.code[usize::from(g)].kind {
            Kind::Jump { to, .. } => self.at(usize::from(self.flow.process[usize::from(g)]), *to),
            _ => self.following(g),
        }
    }

    fn following(&self, g: u16) -> Next {
        let process = usize::from(self.flow.process[usize::from(g)]);
        self.at(process, g + 1 - self.flow.first[process])
    }

    pub(crate) fn at(&self, process: usize, local: u16) -> Next {
        let g = self.flow.first[process] + local;
        if g < self.flow.first[process + 1] { Next::At(g) } else { Next::End }
    }

    /// Fetches the next instruction of a process.
    pub(crate) fn fetch(&self, copied: &mut Copied, process: usize, listener: &mut impl Listener) {
        let Next::At(g) = copied.processes[process].next else { return };
        copied.clock += 1;
        let code = &self.flow.code[usize::from(g)];
        let it = &mut copied.processes[process];
        it.fetched += 1;
        let mut times = vec![0; self.slots.count()].into_boxed_slice();
        times[usize::from(Slots::FETCH)] = copied.clock;
        let number = it.fetched;
        let operands =
            reads(&code.kind).into_iter().map(|register| it.registers[usize::from(register)]).collect();
        let is_nop = matches!(code.kind, Kind::Nop { .. });
        let instance = Instance {
            instruction: g,
            number,
            times,
            operands,
            location: match place(&code.kind) {
                Place::At(at) => Some(at),
                _ => None,
            },
            value: None,
            sees: 0,
            nearest: vec![0; if is_nop { self.ground.classes.len() } else { 0 }].into(),
        };
        let classes = self.ground.classes.iter().enumerate().filter(|(_, set)| set.has(usize::from(g)));
        for (class, _) in classes {
            for earlier in &mut it.live {
                if earlier.nearest.get(class) == Some(&0) {
                    Arc::make_mut(earlier).nearest[class] = number;
                }
            }
        }
        if let Some(to) = code.kind.sets() {
            Arc::make_mut(&mut it.registers)[usize::from(to)] = Operand::From(number);
        }
        it.next = match &code.kind {
            // Known without executing it. A loop waits for its jump, so that it does not run away.
            Kind::Jump { condition: Term::Value(value), to } => {
                let to = self.at(process, *to);
                let is_forward = !matches!(to, Next::At(to) if to <= g);
                match (*value != 0, is_forward) {
                    (false, _) => self.following(g),
                    (true, true) => to,
                    (true, false) => Next::After(number),
                }
            }
            Kind::Jump { .. } => Next::After(number),
            _ => self.following(g),
        };
        if listener.listens() {
            listener.happened(self.happened(process, &instance, Slots::FETCH));
        }
        it.live.push(Arc::new(instance));
    }

    /// Whether no rule is broken by what has happened to an instance.
    pub(crate) fn keeps_rules(&self, copied: &Copied, instance: &Instance) -> bool {
        self.each_binding(copied, instance, Others::Live, &mut |_, formula, bound| {
            value(formula, bound) != Truth::False
        })
    }

    /// Forgets instances that have done everything, and about which no rule can say anything any more.
    pub(crate) fn retire(&self, copied: &mut Copied) {
        if !self.switches.rc {
            return;
        }
        for process in 0..copied.processes.len() {
            let mut at = 0;
            while at < copied.processes[process].live.len() {
                let instance = Arc::clone(&copied.processes[process].live[at]);
                let is_store = matches!(self.kind(&instance), Kind::Store { .. });
                let can_go = is_complete(&instance, self.slots, is_store)
                    && copied.processes[process].next != Next::After(instance.number)
                    && (copied.broken || self.is_settled(copied, &instance));
                if can_go {
                    copied.processes[process].live.remove(at);
                } else {
                    at += 1;
                }
            }
        }
    }

    /// Whether every rule about an instance is true, whatever happens.
    fn is_settled(&self, copied: &Copied, instance: &Instance) -> bool {
        self.each_binding(copied, instance, Others::LiveAndFuture, &mut |_, formula, bound| {
            value(formula, bound) == Truth::True
        })
    }

    fn happened(&self, process: usize, instance: &Instance, slot: u8) -> Happened {
        let what = match self.slots.parts(slot) {
            None if slot == Slots::FETCH => What::Fetch,
            None => What::Issue,
            Some((_, None)) => What::Execute,
            Some((_, Some(to))) => What::Reflect { to: usize::from(to) },
        };
        let observer =
            self.slots.parts(slot).map(|(view, _)| usize::from(view)).filter(|_| self.slots.views > 1);
        Happened {
            process,
            instruction: usize::from(instance.instruction - self.flow.first[process]),
            number: instance.number,
            what,
            observer,
            location: instance.location,
            value: instance.value,
        }
    }
}

/// An instruction has its value: whoever waits for it gets it.
fn broadcast(copied: &mut Copied, process: usize, number: u32, value: i64) {
    let it = &mut copied.processes[process];
    let waits = Operand::From(number);
    if it.registers.contains(&waits) {
        for register in Arc::make_mut(&mut it.registers) {
            if *register == waits {
                *register = Operand::Value(value);
            }
        }
    }
    for instance in &mut it.live {
        if instance.operands.contains(&waits) {
            for operand in &mut Arc::make_mut(instance).operands {
                if *operand == waits {
                    *operand = Operand::Value(value);
                }
            }
        }
    }
}
