//! The canonical form of a state: what its future depends on, and nothing else.
//!
//! Of the order in which operations have happened, only the bits that are still alive are kept (section 3.4
//! of the paper keeps the bits that rules mention): those in ground formulae that are not decided, whichever
//! instructions are fetched later. Registers and memory that nobody will look at are left out.

use crate::bind::{Bound, value};
use crate::formula::{Literal, Truth};
use crate::state::{Copied, Instance, Next, Operand};
use crate::system::Staged;
use event::put_number;
use stages::Kind;
use std::sync::Arc;

impl Staged<'_> {
    pub(crate) fn encode_copy(&self, copied: &Copied, out: &mut Vec<u8>) {
        if self.is_dead(copied) {
            out.push(1);
            return;
        }
        out.push(if copied.broken { 2 } else { 0 });
        put_number(out, copied.violated);
        for process in 0..copied.processes.len() {
            self.encode_process(copied, process, out);
        }
        self.encode_memory(copied, out);
        if copied.broken {
            return;
        }
        if self.switches.rc { self.encode_order(copied, out) } else { encode_times(copied, out) }
    }

    fn encode_process(&self, copied: &Copied, process: usize, out: &mut Vec<u8>) {
        let it = &copied.processes[process];
        let place =
            |number: u32| it.live.iter().position(|live| live.number == number).map_or(0, |at| at as u64 + 1);
        match it.next {
            Next::At(g) => put_number(out, 3 + u64::from(g)),
            Next::After(number) => {
                out.push(2);
                put_number(out, place(number));
            }
            Next::End => out.push(0),
            Next::Cut => out.push(1),
        }
        let operand = |operand: Operand, out: &mut Vec<u8>| match operand {
            Operand::Value(value) => {
                out.push(0);
                put_value(out, value);
            }
            Operand::From(number) => put_number(out, place(number)),
        };
        for (register, known) in it.registers.iter().enumerate() {
            if self.is_needed(copied, process, register) {
                operand(*known, out);
            } else {
                out.push(0xff);
            }
        }
        for (number, value) in it.watched.iter() {
            // Which of those to come are newer.
            put_number(out, it.live.partition_point(|live| live.number <= *number) as u64);
            put_value(out, *value);
        }
        if self.loop_bound.is_some() {
            it.taken.iter().for_each(|count| put_number(out, u64::from(*count)));
        }
        put_number(out, it.live.len() as u64);
        for instance in &it.live {
            put_number(out, u64::from(instance.instruction));
            instance.times.chunks(8).for_each(|some| {
                out.push(some.iter().fold(0, |byte, time| byte << 1 | u8::from(*time != 0)));
            });
            put_number(out, u64::from(instance.sees));
            instance.operands.iter().for_each(|it| operand(*it, out));
            put_number(out, instance.location.map_or(0, |at| u64::from(at) + 1));
            put_value(out, instance.value.unwrap_or(0));
            instance.nearest.iter().for_each(|number| {
                // One that was forgotten is as good as none that could come.
                let code = if *number == 0 { 0 } else { place(*number) + 1 };
                put_number(out, code);
            });
        }
        self.encode_waiting(copied, process, out);
    }

    /// Whether the value of a register may still be read, or is shown in the end.
    fn is_needed(&self, copied: &Copied, process: usize, register: usize) -> bool {
        let it = &copied.processes[process];
        match it.next {
            Next::At(g) => self.flow.needed[usize::from(g)].has(register),
            Next::After(number) => copied
                .instance(process, number)
                .is_none_or(|branch| self.flow.needed_after[usize::from(branch.instruction)].has(register)),
            Next::End | Next::Cut => self.shown_registers[process].contains(&(register as u16)),
        }
    }

    /// The order of stores to one location that wait for their own process's memory: its loads find the
    /// newest.
    fn encode_waiting(&self, copied: &Copied, process: usize, out: &mut Vec<u8>) {
        for view in 0..self.slots.views {
            let (execute, arrives) = (self.slots.execute(view), self.slots.reflect(view, process as u8));
            let live = copied.processes[process].live.iter().enumerate();
            let mut waiting: Vec<(u16, u32, usize)> = live
                .filter(|(_, it)| matches!(self.kind(it), Kind::Store { .. }))
                .filter(|(_, it)| it.is_done(execute) && !it.is_done(arrives))
                .map(|(at, it)| (it.location.unwrap_or(0), it.times[usize::from(execute)], at))
                .collect();
            waiting.sort_unstable();
            out.push(waiting.len() as u8);
            out.extend(waiting.iter().map(|(_, _, at)| *at as u8));
        }
    }

    fn encode_memory(&self, copied: &Copied, out: &mut Vec<u8>) {
        for process in 0..copied.processes.len() {
            for location in 0..self.program.locations.len() as u16 {
                for view in 0..self.slots.views {
                    if !self.is_looked_at(copied, process, view, Some(location)) {
                        out.push(0xff);
                        continue;
                    }
                    out.push(0);
                    put_value(out, copied.memory[self.memory_at(view, process, location)]);
                }
            }
        }
    }

    /// The bits of the order that are still alive.
    fn encode_order(&self, copied: &Copied, out: &mut Vec<u8>) {
        for (rule, keeps) in self.ground.rules.iter().zip(&self.keeps) {
            let mut bound: Vec<(Bound<'_>, u16)> = Vec::with_capacity(rule.candidates.len());
            self.encode_rule(copied, rule, keeps, &mut bound, out);
        }
    }

    fn encode_rule<'c>(
        &self,
        copied: &'c Copied,
        rule: &crate::ground::GroundRule,
        keeps: &[bool],
        bound: &mut Vec<(Bound<'c>, u16)>,
        out: &mut Vec<u8>,
    ) {
        let at = bound.len();
        if at == rule.candidates.len() {
            self.encode_tuple(rule, bound, out);
            return;
        }
        let mut place = 0;
        for process in &copied.processes {
            for instance in &process.live {
                place += 1;
                let instance: &'c Instance = instance;
                let is_taken = |(other, _): &(Bound<'_>, u16)| matches!(other, Bound::Live(it) if it.number == instance.number && it.instruction == instance.instruction);
                if rule.may_be(at, instance.instruction) && !bound.iter().any(is_taken) {
                    bound.push((Bound::Live(instance), place));
                    self.encode_rule(copied, rule, keeps, bound, out);
                    bound.pop();
                }
            }
        }
        // With this instruction to come, no two others have an order that matters.
        if !keeps[at] {
            return;
        }
        for process in 0..copied.processes.len() {
            let Some(future) = copied.future(process, &self.flow.from, &self.flow.after) else { continue };
            for g in &rule.candidates[at] {
                if usize::from(self.flow.process[usize::from(*g)]) == process && future.has(usize::from(*g)) {
                    bound.push((Bound::Future(*g), 0x8000 | g));
                    self.encode_rule(copied, rule, keeps, bound, out);
                    bound.pop();
                }
            }
        }
    }

    fn encode_tuple(&self, rule: &crate::ground::GroundRule, bound: &[(Bound<'_>, u16)], out: &mut Vec<u8>) {
        let mut tuple = [0; 4];
        let mut instances = [Bound::Future(0); 4];
        for (at, (it, _)) in bound.iter().enumerate() {
            (tuple[at], instances[at]) = (it.instruction(), *it);
        }
        let instances = &instances[..bound.len()];
        for id in &self.ground.sets[rule.set(&tuple[..bound.len()]) as usize] {
            let formula = &self.ground.formulae[*id as usize];
            let truth = value(formula, instances);
            if truth == Truth::True {
                continue;
            }
            let mut bits = Vec::new();
            formula.any(&mut |literal| {
                if let Literal::Before(a, b) = literal {
                    let time = |op: crate::formula::OpAt| match instances[usize::from(op.var)] {
                        Bound::Live(it) => it.times[usize::from(op.slot)],
                        Bound::Future(_) => 0,
                    };
                    if time(a) != 0 && time(b) != 0 {
                        bits.push(u8::from(time(a) < time(b)));
                    }
                }
                false
            });
            // What follows from which operations have happened is known already.
            if !bits.is_empty() {
                put_number(out, u64::from(*id) + 1);
                bound.iter().for_each(|(_, place)| put_number(out, u64::from(*place)));
                out.extend(bits);
            }
        }
    }

    /// Whether nothing can come of a copy any more.
    pub(crate) fn is_dead(&self, copied: &Copied) -> bool {
        copied.faulty
    }
}

/// The whole order, as the paper's global clock has it.
fn encode_times(copied: &Copied, out: &mut Vec<u8>) {
    let mut times: Vec<(u32, u16)> = Vec::new();
    let mut op = 0;
    let live = |it: &crate::state::ProcessState| it.live.clone();
    for instance in copied.processes.iter().flat_map(live) {
        let instance: Arc<Instance> = instance;
        for time in &instance.times {
            op += 1;
            if *time != 0 {
                times.push((*time, op));
            }
        }
    }
    times.sort_unstable();
    times.iter().for_each(|(_, op)| put_number(out, u64::from(*op)));
}

fn put_value(out: &mut Vec<u8>, value: i64) {
    put_number(out, ((value << 1) ^ (value >> 63)) as u64);
}
