//! The litmus machine: runs a compiled test one action at a time.

use crate::arithmetic::{Wide, binary, unary, wide_binary, wide_unary};
use crate::ast::UpdateOp;
use crate::program::{
    Holds, Insn, Object, ObservedSource, Program, Reg, Shape, StaticLocation, Target, Update,
};
use event::{
    Action, Answer, Cut, Failure, Loc, LocInfo, Machine, MonitorId, ObjectId, Outcome, Pending, RmwOp, Site,
    ThreadId, Value,
};

/// The state of all threads: per thread its program counter, how it failed, its registers and loop counters;
/// then one mark for each object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LitmusState(Box<[i32]>);

/// Program counters that are not positions.
const ENDED: i32 = -1;
const DIVERGED: i32 = -2;
const CUT_LOOP: i32 = -3;
const CUT_LOCAL: i32 = -4;
const CUT_OBJECTS: i32 = -5;

/// How a thread failed, as encoded in the state.
const FAILURES: [Option<&str>; 6] = [
    None,
    Some("AssertionError"),
    Some("ArithmeticException"),
    Some("ArrayIndexOutOfBoundsException"),
    Some("NullPointerException"),
    Some("RuntimeException"),
];
/// The failure is in the low bits, the position of the failing instruction above.
const FAILURE_BITS: u32 = 3;
const ASSERTION: i32 = 1;
const ARITHMETIC: i32 = 2;
const INDEX: i32 = 3;
const NULL: i32 = 4;
const RUNTIME: i32 = 5;

/// Marks of objects. An object whose mark is 0 has been neither created nor used. Once it is created, it no
/// longer matters whether it was used too early.
const CREATED: i32 = 1;
const GHOST: i32 = 2;

/// The number of objects that one `new` inside a loop can create.
pub(crate) const OBJECTS_IN_LOOP: u32 = 8;

/// The number of local steps that a thread may take without acting before it is cut.
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

    fn get_long(&self, r: Reg) -> i64 {
        join(self.get(r), self.get(r + 1))
    }

    fn set_long(&mut self, r: Reg, value: i64) {
        self.set(r, value as i32);
        self.set(r + 1, (value >> 32) as i32);
    }

    /// Sets a register to a value from a memory. The number of an object is the low half of a reference.
    fn set_value(&mut self, r: Reg, value: Value, holds: Holds) {
        match holds {
            Holds::Int | Holds::Reference => self.set(r, value.0 as i32),
            Holds::Long => self.set_long(r, value.0),
        }
    }

    /// Jumps to the unwinding sequence; records how and where it failed.
    fn fail(&mut self, failure: i32, unwind: u16) {
        self.0[1] = failure | self.0[0] << FAILURE_BITS;
        self.0[0] = i32::from(unwind);
    }
}

fn join(low: i32, high: i32) -> i64 {
    i64::from(high) << 32 | i64::from(low.cast_unsigned())
}

impl Program {
    fn part(&self, thread: ThreadId) -> std::ops::Range<usize> {
        let t = thread.index();
        self.offsets[t]..self.offsets.get(t + 1).copied().unwrap_or(self.marks)
    }

    fn frame<'a>(&self, state: &'a mut LitmusState, thread: ThreadId) -> Frame<'a> {
        Frame(&mut state.0[self.part(thread)])
    }

    fn insn(&self, state: &LitmusState, thread: ThreadId) -> Option<(usize, &Insn)> {
        let pc = usize::try_from(state.0[self.offsets[thread.index()]]).ok()?;
        Some((pc, &self.threads[thread.index()].insns[pc]))
    }

    /// Runs local instructions until the thread reaches an action, then clears dead registers.
    fn run(&self, state: &mut LitmusState, thread: ThreadId) {
        let code = &self.threads[thread.index()];
        let (threads, marks) = state.0.split_at_mut(self.marks);
        let mut frame = Frame(&mut threads[self.part(thread)]);
        let (mut steps, mut checkpoint) = (0u32, None::<(u32, Box<[i32]>)>);
        while let Some(backwards) = self.local_step(&mut frame, marks, thread) {
            if !backwards {
                continue;
            }
            // Brent's cycle detection on the local state: a thread that repeats itself without acting never
            // acts.
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

    /// Performs one local instruction and returns whether it jumped backwards; `None` at an action or a stop.
    fn local_step(&self, frame: &mut Frame<'_>, marks: &mut [i32], thread: ThreadId) -> Option<bool> {
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
                let failure = self.access_failure(frame, place)?;
                frame.fail(failure, code.unwind[pc]);
                return Some(false);
            }
            Insn::Widen(..)
            | Insn::WideUnary(..)
            | Insn::WideBinary(..)
            | Insn::New { .. }
            | Insn::Length(..)
            | Insn::Raise => match self.object_or_long_step(frame, marks, code.insns[pc]) {
                Ok(()) => {}
                Err(Stop::Fails(failure)) => {
                    frame.fail(failure, code.unwind[pc]);
                    return Some(false);
                }
                Err(Stop::NoObjectsLeft) => next = CUT_OBJECTS,
            },
            _ => return None,
        }
        frame.0[0] = next;
        Some(next >= 0 && next <= pc as i32)
    }

    /// The instructions that only programs with objects or longs have.
    fn object_or_long_step(&self, frame: &mut Frame<'_>, marks: &mut [i32], insn: Insn) -> Result<(), Stop> {
        match insn {
            Insn::Widen(d, a) => frame.set_long(d, i64::from(frame.get(a))),
            Insn::WideUnary(op, d, a) => frame.set_long(d, wide_unary(op, frame.get_long(a))),
            Insn::WideBinary(op, d, a, b) => {
                match wide_binary(op, frame.get_long(a), frame.get_long(b)).ok_or(Stop::Fails(ARITHMETIC))? {
                    Wide::Long(value) => frame.set_long(d, value),
                    Wide::Bool(value) => frame.set(d, i32::from(value)),
                }
            }
            Insn::New { result, first, counter } => {
                let made = counter.map_or(0, |r| frame.get(r));
                if made.cast_unsigned() >= OBJECTS_IN_LOOP {
                    return Err(Stop::NoObjectsLeft);
                }
                counter.iter().for_each(|&r| frame.set(r, made + 1));
                let number = first as i32 + made;
                marks[number as usize - 1] = CREATED;
                frame.set(result, number);
            }
            Insn::Length(d, a) => {
                let number = frame.get(a);
                let array = self.object(number, Shape::Array).ok_or(Stop::Fails(NULL))?;
                touch(marks, number);
                frame.set(d, array.length as i32);
            }
            _ => return Err(Stop::Fails(RUNTIME)),
        }
        Ok(())
    }

    /// The object with this number. An unknown number is treated like `null`: no memory returns one, since
    /// the program is typed, but a machine must accept any answer.
    fn object(&self, number: i32, shape: Shape) -> Option<&Object> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        self.objects.get(index).filter(|object| object.shape == shape)
    }

    /// How an access to this place would fail, if at all.
    fn access_failure(&self, frame: &Frame<'_>, place: StaticLocation) -> Option<i32> {
        let out_of_range = |index: Reg, length: u32| {
            let index = u32::try_from(frame.get(index));
            index.map_or(true, |i| i >= length).then_some(INDEX)
        };
        match place.target {
            Target::Variable(_) => None,
            Target::Element { index, length, .. } => out_of_range(index, length),
            Target::Field { object, class, .. } => {
                self.object(frame.get(object), Shape::Class(class)).is_none().then_some(NULL)
            }
            Target::Item { array, index, .. } => match self.object(frame.get(array), Shape::Array) {
                None => Some(NULL),
                Some(object) => out_of_range(index, object.length),
            },
        }
    }

    /// Records which object the pending access uses. The freeze at the end of a constructor does not count:
    /// it created the object.
    fn touch_accessed(&self, state: &mut LitmusState, thread: ThreadId, insn: Insn) {
        let (Insn::Read(_, place, _) | Insn::Write(_, place, _) | Insn::Rmw(_, place, ..)) = insn else {
            return;
        };
        if let Target::Field { object: r, .. } | Target::Item { array: r, .. } = place.target {
            let number = state.0[self.offsets[thread.index()] + 2 + usize::from(r)];
            touch(&mut state.0[self.marks..], number);
        }
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

    /// The location of a place that the thread is about to access.
    fn loc(&self, state: &LitmusState, thread: ThreadId, place: StaticLocation) -> Loc {
        let get = |r: Reg| state.0[self.offsets[thread.index()] + 2 + usize::from(r)];
        match place.target {
            Target::Variable(loc) => loc,
            Target::Element { base, index, .. } => Loc(base.0 + get(index) as u64),
            // The thread is here only because the object exists.
            Target::Field { object, offset, .. } => {
                Loc(self.objects[get(object) as usize - 1].base.0 + u64::from(offset))
            }
            Target::Item { array, index, .. } => {
                Loc(self.objects[get(array) as usize - 1].base.0 + get(index) as u64)
            }
        }
    }

    /// The value of a register as memories and outcomes see it.
    fn reg(&self, state: &LitmusState, thread: ThreadId, r: Reg, holds: Holds) -> Value {
        let at = self.offsets[thread.index()] + 2 + usize::from(r);
        match holds {
            Holds::Int => Value(i64::from(state.0[at])),
            Holds::Long => Value(join(state.0[at], state.0[at + 1])),
            Holds::Reference => self.reference(state.0[at]),
        }
    }

    fn reference(&self, number: i32) -> Value {
        let object = usize::try_from(number).ok().and_then(|n| self.objects.get(n.checked_sub(1)?));
        object.map_or(Value(i64::from(number)), |object| {
            ObjectId { creator: object.creator, number: number.cast_unsigned() }.reference()
        })
    }

    fn rmw_op(&self, state: &LitmusState, thread: ThreadId, update: Update, holds: Holds) -> RmwOp {
        let value = |r| self.reg(state, thread, r, holds);
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

/// Why a local instruction does not lead to the next one.
enum Stop {
    Fails(i32),
    NoObjectsLeft,
}

/// Records that an object is used, which makes it a ghost unless it has been created.
fn touch(marks: &mut [i32], number: i32) {
    let mark = &mut marks[number as usize - 1];
    if *mark != CREATED {
        *mark = GHOST;
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
                CUT_OBJECTS => Pending::Cut(Cut::Objects),
                _ => Pending::Cut(Cut::LocalSteps),
            };
        };
        Pending::Action(match *insn {
            Insn::Read(_, place, mode) => Action::Read { loc: self.loc(state, thread, place), mode },
            Insn::Write(a, place, mode) => {
                let value = self.reg(state, thread, a, place.holds);
                Action::Write { loc: self.loc(state, thread, place), mode, value }
            }
            Insn::Rmw(_, place, mode, update) => {
                let op = self.rmw_op(state, thread, update, place.holds);
                Action::Rmw { loc: self.loc(state, thread, place), mode, op }
            }
            Insn::Freeze(place) => Action::Freeze(self.loc(state, thread, place)),
            Insn::Fence(fence) => Action::Fence(fence),
            Insn::Lock(m) => Action::Lock(m),
            Insn::Unlock(m) => Action::Unlock(m),
            Insn::Start(t) => Action::Start(t),
            Insn::Join(t) => Action::Join(t),
            Insn::Print(a, holds) => Action::External(self.reg(state, thread, a, holds)),
            Insn::Throw => {
                Action::Fail(self.failure(state, thread).expect("unwinding starts with a failure"))
            }
            _ => Action::End,
        })
    }

    fn position(&self, state: &LitmusState, thread: ThreadId) -> u64 {
        state.0[self.offsets[thread.index()]] as u64
    }

    fn resume(&self, state: &mut LitmusState, thread: ThreadId, answer: Answer) {
        let Some((pc, &insn)) = self.insn(state, thread) else { return };
        if !self.objects.is_empty() {
            self.touch_accessed(state, thread, insn);
        }
        let mut frame = self.frame(state, thread);
        match (insn, answer) {
            (Insn::End, _) => return frame.0[0] = ENDED,
            (Insn::Read(d, place, _), Answer::Value(v)) => frame.set_value(d, v, place.holds),
            (Insn::Rmw(d, _, _, Update::CompareAndSet { .. }), Answer::Rmw { written, .. }) => {
                frame.set(d, i32::from(written));
            }
            (Insn::Rmw(d, place, ..), Answer::Rmw { old, .. }) => frame.set_value(d, old, place.holds),
            _ => {}
        }
        frame.0[0] = pc as i32 + 1;
        self.run(state, thread);
    }

    fn location(&self, _state: &LitmusState, loc: Loc) -> LocInfo {
        self.locations[loc.0 as usize].info
    }

    fn encode(&self, state: &LitmusState, out: &mut Vec<u8>) {
        put_numbers(&state.0, out);
    }

    fn encode_thread(&self, state: &LitmusState, thread: ThreadId, out: &mut Vec<u8>) -> bool {
        put_numbers(&state.0[self.part(thread)], out);
        true
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
            // Users know an object by its number.
            ObservedSource::Register(thread, r, Holds::Reference) => self.reg(state, thread, r, Holds::Int),
            ObservedSource::Register(thread, r, holds) => self.reg(state, thread, r, holds),
            ObservedSource::Final(i, Holds::Reference) => Value(i64::from(finals[i].0 as i32)),
            ObservedSource::Final(i, _) => finals[i],
            ObservedSource::FinalHalves(i) => Value(join(finals[i + 1].0 as i32, finals[i].0 as i32)),
        };
        let threads = (0..self.threads.len() as u16).map(ThreadId);
        Outcome {
            values: self.observed.iter().map(value).collect(),
            observed: Vec::new(),
            failures: threads.filter_map(|t| Some((t, self.failure(state, t)?))).collect(),
        }
    }

    fn has_ghosts(&self, state: &LitmusState) -> bool {
        state.0[self.marks..].contains(&GHOST)
    }

    fn failure(&self, state: &LitmusState, thread: ThreadId) -> Option<Failure> {
        let code = state.0[self.offsets[thread.index()] + 1] & ((1 << FAILURE_BITS) - 1);
        let class = FAILURES[code as usize]?;
        Some(if code == ASSERTION { Failure::assertion() } else { Failure::Exception(class.to_owned()) })
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

/// Four bytes per number, or one if all are small, as they mostly are; the first byte says which.
fn put_numbers(numbers: &[i32], out: &mut Vec<u8>) {
    let narrow = numbers.iter().fold(true, |all, &n| all & i8::try_from(n).is_ok());
    out.push(u8::from(narrow));
    if narrow {
        out.extend(numbers.iter().map(|&n| n as u8));
    } else {
        out.extend(numbers.iter().flat_map(|n| n.to_le_bytes()));
    }
}
