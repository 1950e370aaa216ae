//! The litmus machine: runs a compiled test one action at a time.

use crate::ast::{BinaryOp, UnaryOp, UpdateOp};
use crate::program::{Insn, ObservedSource, Place, Program, Reg, Update};
use event::{
    Action, Answer, Cut, Failure, Loc, LocInfo, Machine, MonitorId, Outcome, Pending, RmwOp, Site, ThreadId,
    Value,
};

/// The state of all threads: per thread its program counter, how it failed, its registers and loop counters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LitmusState(Box<[i32]>);

/// Program counters that are not positions.
const ENDED: i32 = -1;
const DIVERGED: i32 = -2;
const CUT_LOOP: i32 = -3;
const CUT_LOCAL: i32 = -4;

/// How a thread failed, as kept in the state.
const FAILURES: [Option<&str>; 4] =
    [None, Some("AssertionError"), Some("ArithmeticException"), Some("ArrayIndexOutOfBoundsException")];
/// The failure stands in the low bits, the position of the failing instruction above.
const FAILURE_BITS: u32 = 2;
const ASSERTION: i32 = 1;
const ARITHMETIC: i32 = 2;
const INDEX: i32 = 3;

/// Local steps a thread may take without acting before it is cut.
const LOCAL_STEPS: u32 = 1_000_000;

/// A thread's part of the state.
struct Frame<'a>(&'a mut [i32]);

impl Frame<'_> {
    fn get(&self, r: Reg) -> i32 {
        self.0[2 + usize::from(r)]
    }

    fn set(&mut self, r: Reg, value: i32) {
        self.0[2 + usize::from(r)] = value;
    }

    /// Goes to the unwinding sequence; how and where it failed is kept.
    fn fail(&mut self, failure: i32, unwind: u16) {
        self.0[1] = failure | self.0[0] << FAILURE_BITS;
        self.0[0] = i32::from(unwind);
    }
}

impl Program {
    fn part(&self, thread: ThreadId) -> std::ops::Range<usize> {
        let t = thread.index();
        self.offsets[t]..self.offsets.get(t + 1).copied().unwrap_or(self.state_len)
    }

    fn frame<'a>(&self, state: &'a mut LitmusState, thread: ThreadId) -> Frame<'a> {
        Frame(&mut state.0[self.part(thread)])
    }

    fn insn(&self, state: &LitmusState, thread: ThreadId) -> Option<(usize, &Insn)> {
        let pc = usize::try_from(state.0[self.offsets[thread.index()]]).ok()?;
        Some((pc, &self.threads[thread.index()].insns[pc]))
    }

    /// Runs local instructions until the thread stands at an action, then forgets dead registers.
    fn run(&self, state: &mut LitmusState, thread: ThreadId) {
        let code = &self.threads[thread.index()];
        let mut frame = self.frame(state, thread);
        let (mut steps, mut checkpoint) = (0u32, None::<(u32, Box<[i32]>)>);
        while let Some(backwards) = self.local_step(&mut frame, thread) {
            if !backwards {
                continue;
            }
            // Brent's cycle detection on the local state: a thread that repeats itself without acting never acts.
            steps += 1;
            match &checkpoint {
                Some((_, seen)) if **seen == *frame.0 => return frame.0[0] = DIVERGED,
                Some((at, _)) if steps < at * 2 => {}
                _ if steps > LOCAL_STEPS => return frame.0[0] = CUT_LOCAL,
                _ => checkpoint = Some((steps, frame.0.into())),
            }
        }
        if let Ok(pc) = usize::try_from(frame.0[0]) {
            code.dead[pc].iter().for_each(|&r| frame.set(r, 0));
        }
    }

    /// Performs one local instruction and says whether it jumped backwards; `None` at an action or a stop.
    fn local_step(&self, frame: &mut Frame<'_>, thread: ThreadId) -> Option<bool> {
        let pc = usize::try_from(frame.0[0]).ok()?;
        let code = &self.threads[thread.index()];
        let mut next = pc as i32 + 1;
        match code.insns[pc] {
            Insn::Const(d, n) => frame.set(d, n),
            Insn::Move(d, a) => frame.set(d, frame.get(a)),
            Insn::Unary(op, d, a) => frame.set(d, unary(op, frame.get(a))),
            Insn::Binary(op, d, a, b) => match binary(op, frame.get(a), frame.get(b)) {
                Some(value) => frame.set(d, value),
                None => {
                    frame.fail(ARITHMETIC, code.unwind[pc]);
                    return Some(false);
                }
            },
            Insn::Jump(to) => next = i32::from(to),
            Insn::JumpIfZero(a, to) if frame.get(a) == 0 => next = i32::from(to),
            Insn::JumpIfZero(..) => {}
            Insn::LoopEnter(l) => self.set_iterations(frame, thread, l, 0),
            Insn::LoopBack(l, to) => next = self.loop_back(frame, thread, l, to),
            Insn::Assert(a) if frame.get(a) == 0 => {
                frame.fail(ASSERTION, code.unwind[pc]);
                return Some(false);
            }
            Insn::Assert(_) => {}
            Insn::Read(_, place, _) | Insn::Write(_, place, _) | Insn::Rmw(_, place, _, _) => {
                let out_of_range =
                    |(r, len): (Reg, u32)| u32::try_from(frame.get(r)).map_or(true, |i| i >= len);
                if !place.index.is_some_and(out_of_range) {
                    return None;
                }
                frame.fail(INDEX, code.unwind[pc]);
                return Some(false);
            }
            _ => return None,
        }
        frame.0[0] = next;
        Some(next >= 0 && next <= pc as i32)
    }

    fn set_iterations(&self, frame: &mut Frame<'_>, thread: ThreadId, l: u16, count: i32) {
        if self.loop_bound.is_some() {
            frame.0[2 + usize::from(self.threads[thread.index()].registers + l)] = count;
        }
    }

    fn loop_back(&self, frame: &mut Frame<'_>, thread: ThreadId, l: u16, to: u16) -> i32 {
        let Some(bound) = self.loop_bound else { return i32::from(to) };
        let count = frame.0[2 + usize::from(self.threads[thread.index()].registers + l)] + 1;
        self.set_iterations(frame, thread, l, count);
        if count as u32 >= bound { CUT_LOOP } else { i32::from(to) }
    }

    fn loc(&self, state: &LitmusState, thread: ThreadId, place: Place) -> Loc {
        let index = place.index.map_or(0, |(r, _)| state.0[self.part(thread)][2 + usize::from(r)]);
        Loc(place.base.0 + index as u64)
    }

    fn reg(&self, state: &LitmusState, thread: ThreadId, r: Reg) -> Value {
        Value(i64::from(state.0[self.offsets[thread.index()] + 2 + usize::from(r)]))
    }

    fn rmw_op(&self, state: &LitmusState, thread: ThreadId, update: Update) -> RmwOp {
        let value = |r| self.reg(state, thread, r);
        match update {
            Update::GetAnd(UpdateOp::Set, r) => RmwOp::Set(value(r)),
            Update::GetAnd(UpdateOp::Add, r) => RmwOp::Add(value(r)),
            Update::GetAnd(UpdateOp::Or, r) => RmwOp::Or(value(r)),
            Update::GetAnd(UpdateOp::And, r) => RmwOp::And(value(r)),
            Update::GetAnd(UpdateOp::Xor, r) => RmwOp::Xor(value(r)),
            Update::CompareAndSet { expected, new, weak } => {
                RmwOp::CompareAndSet { expected: value(expected), new: value(new), may_fail_spuriously: weak }
            }
            Update::CompareAndExchange { expected, new } => RmwOp::CompareAndSet {
                expected: value(expected),
                new: value(new),
                may_fail_spuriously: false,
            },
        }
    }
}

impl Machine for Program {
    type State = LitmusState;

    fn thread_count(&self) -> usize {
        self.threads.len()
    }

    fn starts_running(&self, thread: ThreadId) -> bool {
        self.threads[thread.index()].starts_running
    }

    fn uses_fences(&self, thread: ThreadId) -> bool {
        self.threads[thread.index()].fences
    }

    fn initial(&self) -> LitmusState {
        let mut state = LitmusState(vec![0; self.state_len].into());
        for (t, code) in self.threads.iter().enumerate() {
            let thread = ThreadId(t as u16);
            let mut frame = self.frame(&mut state, thread);
            code.initial.iter().for_each(|&(r, value)| frame.set(r, value));
            self.run(&mut state, thread);
        }
        state
    }

    fn pending(&self, state: &LitmusState, thread: ThreadId) -> Pending {
        let Some((_, insn)) = self.insn(state, thread) else {
            return match state.0[self.offsets[thread.index()]] {
                ENDED => Pending::Ended,
                DIVERGED => Pending::Diverged,
                CUT_LOOP => Pending::Cut(Cut::LoopBound),
                _ => Pending::Cut(Cut::LocalSteps),
            };
        };
        Pending::Action(match *insn {
            Insn::Read(_, place, mode) => Action::Read { loc: self.loc(state, thread, place), mode },
            Insn::Write(a, place, mode) => {
                Action::Write { loc: self.loc(state, thread, place), mode, value: self.reg(state, thread, a) }
            }
            Insn::Rmw(_, place, mode, update) => {
                let op = self.rmw_op(state, thread, update);
                Action::Rmw { loc: self.loc(state, thread, place), mode, op }
            }
            Insn::Fence(fence) => Action::Fence(fence),
            Insn::Lock(m) => Action::Lock(m),
            Insn::Unlock(m) => Action::Unlock(m),
            Insn::Start(t) => Action::Start(t),
            Insn::Join(t) => Action::Join(t),
            Insn::Print(a) => Action::External(self.reg(state, thread, a)),
            Insn::Throw => {
                Action::Fail(self.failure(state, thread).expect("unwinding starts with a failure"))
            }
            _ => Action::End,
        })
    }

    fn resume(&self, state: &mut LitmusState, thread: ThreadId, answer: Answer) {
        let Some((pc, &insn)) = self.insn(state, thread) else { return };
        let mut frame = self.frame(state, thread);
        match (insn, answer) {
            (Insn::End, _) => return frame.0[0] = ENDED,
            (Insn::Read(d, ..), Answer::Value(v)) => frame.set(d, v.0 as i32),
            (Insn::Rmw(d, _, _, Update::CompareAndSet { .. }), Answer::Rmw { written, .. }) => {
                frame.set(d, i32::from(written));
            }
            (Insn::Rmw(d, ..), Answer::Rmw { old, .. }) => frame.set(d, old.0 as i32),
            _ => {}
        }
        frame.0[0] = pc as i32 + 1;
        self.run(state, thread);
    }

    fn location(&self, _state: &LitmusState, loc: Loc) -> LocInfo {
        self.locations[loc.0 as usize].info
    }

    fn encode(&self, state: &LitmusState, out: &mut Vec<u8>) {
        // Four bytes a number, or one where all are small, as they mostly are; the first byte tells which.
        let narrow = state.0.iter().fold(true, |all, &n| all & i8::try_from(n).is_ok());
        out.push(u8::from(narrow));
        if narrow {
            out.extend(state.0.iter().map(|&n| n as u8));
        } else {
            out.extend(state.0.iter().flat_map(|n| n.to_le_bytes()));
        }
    }

    fn site(&self, state: &LitmusState, thread: ThreadId) -> Site {
        let Some((pc, insn)) = self.insn(state, thread) else { return Site::default() };
        let failed = state.0[self.offsets[thread.index()] + 1] >> FAILURE_BITS;
        let pc = if *insn == Insn::Throw { failed as usize } else { pc };
        self.threads[thread.index()].sites[pc].clone()
    }

    fn observed_locations(&self) -> &[Loc] {
        &self.final_locations
    }

    fn outcome(&self, state: &LitmusState, finals: &[Value]) -> Outcome {
        let value = |name: &crate::ObservedName| match name.source {
            ObservedSource::Register(thread, r) => self.reg(state, thread, r),
            ObservedSource::Final(i) => finals[i],
        };
        let threads = (0..self.threads.len() as u16).map(ThreadId);
        Outcome {
            values: self.observed.iter().map(value).collect(),
            failures: threads.filter_map(|t| Some((t, self.failure(state, t)?))).collect(),
        }
    }

    fn failure(&self, state: &LitmusState, thread: ThreadId) -> Option<Failure> {
        let code = state.0[self.offsets[thread.index()] + 1] & ((1 << FAILURE_BITS) - 1);
        let class = FAILURES[code as usize]?;
        Some(if code == ASSERTION { Failure::Assertion } else { Failure::Exception(class.to_owned()) })
    }

    fn thread_name(&self, thread: ThreadId) -> String {
        format!("Thread{}", thread.0)
    }

    fn loc_name(&self, _state: &LitmusState, loc: Loc) -> String {
        self.locations[loc.0 as usize].name.clone()
    }

    fn monitor_name(&self, _state: &LitmusState, monitor: MonitorId) -> String {
        self.monitors[monitor.0 as usize].clone()
    }
}

fn unary(op: UnaryOp, a: i32) -> i32 {
    match op {
        UnaryOp::Neg => a.wrapping_neg(),
        UnaryOp::Not => i32::from(a == 0),
        UnaryOp::BitNot => !a,
    }
}

/// Java int arithmetic (JLS §15.17, §15.18); `None` for a division by zero.
fn binary(op: BinaryOp, a: i32, b: i32) -> Option<i32> {
    Some(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div if b == 0 => return None,
        BinaryOp::Rem if b == 0 => return None,
        BinaryOp::Div => a.wrapping_div(b),
        BinaryOp::Rem => a.wrapping_rem(b),
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        // The compiler turns the short-circuit operators into jumps.
        BinaryOp::And => i32::from(a != 0 && b != 0),
        BinaryOp::Or => i32::from(a != 0 || b != 0),
        BinaryOp::Eq => i32::from(a == b),
        BinaryOp::Ne => i32::from(a != b),
        BinaryOp::Lt => i32::from(a < b),
        BinaryOp::Le => i32::from(a <= b),
        BinaryOp::Gt => i32::from(a > b),
        BinaryOp::Ge => i32::from(a >= b),
    })
}
