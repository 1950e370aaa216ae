//! The code assembler: instructions with their effect on the stack, labels, `StackMapTable` frames (JVMS
//! §4.7.3, §4.7.4).
//!
//! Frames are kept simple by convention: at a label the locals are the parameters of the method, nothing
//! else, and the stack holds at most one value, which the emitter names in [`Frame`]. Branches reach 32 KiB;
//! a longer one is an error at the end, not a wrong class.

use super::pool::ConstantPool;
use super::{put_block, put_u16, put_u32};
use crate::SpinError;
use crate::descriptor::{MethodType, Primitive, Type, parse_field};

/// A position in the code, created by [`Code::label`] and placed by [`Code::bind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelId(usize);

/// The stack where control flow meets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// Nothing.
    Empty,
    /// One `int`.
    Int,
    /// One object of this class.
    Object(String),
}

/// Instructions without operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "named after the instructions of JVMS chapter 6")]
pub enum Op {
    AconstNull,
    Aastore,
    Pop,
    Pop2,
    Dup,
    Iadd,
    Imul,
    I2l,
    I2f,
    I2d,
    L2f,
    L2d,
    F2d,
    Lcmp,
    Athrow,
}

impl Op {
    /// Opcode and change of the stack's depth.
    fn row(self) -> (u8, i32) {
        match self {
            Op::AconstNull => (0x01, 1),
            Op::Aastore => (0x53, -3),
            Op::Pop => (0x57, -1),
            Op::Pop2 => (0x58, -2),
            Op::Dup => (0x59, 1),
            Op::Iadd => (0x60, -1),
            Op::Imul => (0x68, -1),
            Op::I2l => (0x85, 1),
            Op::I2f => (0x86, 0),
            Op::I2d => (0x87, 1),
            Op::L2f => (0x89, -1),
            Op::L2d => (0x8A, 0),
            Op::F2d => (0x8D, 1),
            Op::Lcmp => (0x94, -3),
            Op::Athrow => (0xBF, -1),
        }
    }
}

/// Conditional branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "named after the instructions of JVMS chapter 6")]
pub enum Condition {
    IfEq,
    IfNe,
    IfIcmpNe,
    IfAcmpNe,
    IfNonNull,
}

impl Condition {
    /// Opcode and number of values popped.
    fn row(self) -> (u8, i32) {
        match self {
            Condition::IfEq => (0x99, 1),
            Condition::IfNe => (0x9A, 1),
            Condition::IfIcmpNe => (0xA0, 2),
            Condition::IfAcmpNe => (0xA6, 2),
            Condition::IfNonNull => (0xC7, 1),
        }
    }
}

/// How a method is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "named after the instructions of JVMS chapter 6")]
pub enum Invoke {
    Virtual = 0xB6,
    Special = 0xB7,
    Static = 0xB8,
    Interface = 0xB9,
}

/// The code of one method under construction.
#[derive(Debug)]
pub struct Code<'pool> {
    pool: &'pool mut ConstantPool,
    bytes: Vec<u8>,
    depth: i32,
    max_depth: i32,
    max_locals: u16,
    /// Offset of each label, once bound.
    labels: Vec<Option<usize>>,
    /// Branch offsets to fill in.
    fixups: Vec<Fixup>,
    /// Frames in order of their offset, at most one per offset.
    frames: Vec<(usize, Frame)>,
    handlers: Vec<Handler>,
    failure: Option<SpinError>,
}

/// The operand at `at` is the distance from `from` to `label`.
#[derive(Debug)]
struct Fixup {
    at: usize,
    from: usize,
    label: LabelId,
    wide: bool,
}

#[derive(Debug)]
struct Handler {
    start: LabelId,
    end: LabelId,
    target: LabelId,
    class: u16,
}

impl<'pool> Code<'pool> {
    pub(super) fn new(pool: &'pool mut ConstantPool, parameter_slots: u16) -> Code<'pool> {
        Code {
            pool,
            bytes: Vec::new(),
            depth: 0,
            max_depth: 0,
            max_locals: parameter_slots,
            labels: Vec::new(),
            fixups: Vec::new(),
            frames: Vec::new(),
            handlers: Vec::new(),
            failure: None,
        }
    }

    /// An instruction without operands.
    pub fn op(&mut self, op: Op) {
        let (opcode, change) = op.row();
        self.bytes.push(opcode);
        self.adjust(change);
    }

    /// Loads a local variable.
    pub fn load(&mut self, kind: &Type, slot: u16) {
        let family: u8 = match kind {
            Type::Reference(_) => 4,
            Type::Primitive(Primitive::Long) => 1,
            Type::Primitive(Primitive::Float) => 2,
            Type::Primitive(Primitive::Double) => 3,
            Type::Primitive(_) => 0,
        };
        match u8::try_from(slot) {
            Ok(slot @ 0..=3) => self.bytes.push(0x1A + 4 * family + slot),
            Ok(slot) => self.bytes.extend([0x15 + family, slot]),
            Err(_) => {
                self.bytes.extend([0xC4, 0x15 + family]);
                put_u16(&mut self.bytes, slot);
            }
        }
        self.max_locals = self.max_locals.max(slot.saturating_add(kind.slots()));
        self.adjust(i32::from(kind.slots()));
    }

    /// Loads a reference from a local variable.
    pub fn aload(&mut self, slot: u16) {
        self.load(&Type::object(), slot);
    }

    /// Loads an `int` from a local variable.
    pub fn iload(&mut self, slot: u16) {
        self.load(&Type::Primitive(Primitive::Int), slot);
    }

    /// Returns a value of this type, or nothing.
    pub fn return_value(&mut self, kind: Option<&Type>) {
        self.bytes.push(match kind {
            None => 0xB1,
            Some(Type::Reference(_)) => 0xB0,
            Some(Type::Primitive(Primitive::Long)) => 0xAD,
            Some(Type::Primitive(Primitive::Float)) => 0xAE,
            Some(Type::Primitive(Primitive::Double)) => 0xAF,
            Some(Type::Primitive(_)) => 0xAC,
        });
    }

    /// Returns an `int` constant.
    pub fn return_int(&mut self, value: i32) {
        self.push_int(value);
        self.return_value(Some(&Type::Primitive(Primitive::Int)));
    }

    /// Pushes an `int` by the shortest instruction.
    pub fn push_int(&mut self, value: i32) {
        match (value, i8::try_from(value), i16::try_from(value)) {
            (-1..=5, Ok(small), _) => self.bytes.push((3 + small) as u8),
            (_, Ok(small), _) => self.bytes.extend([0x10, small as u8]),
            (_, _, Ok(small)) => {
                self.bytes.push(0x11);
                self.bytes.extend(small.to_be_bytes());
            }
            _ => {
                let index = self.pool.integer(value);
                return self.ldc(index);
            }
        }
        self.adjust(1);
    }

    /// Pushes a `long`.
    pub fn push_long(&mut self, value: i64) {
        let index = self.pool.long(value);
        self.ldc2(index);
    }

    /// Pushes a `float`, by its bits.
    pub fn push_float(&mut self, bits: u32) {
        let index = self.pool.float(bits);
        self.ldc(index);
    }

    /// Pushes a `double`, by its bits.
    pub fn push_double(&mut self, bits: u64) {
        let index = self.pool.double(bits);
        self.ldc2(index);
    }

    /// Pushes a string constant, which must fit one pool entry.
    pub fn push_string(&mut self, text: &[u16]) {
        let index = self.pool.string(text);
        self.ldc(index);
    }

    /// Pushes a string constant of ordinary text.
    pub fn push_text(&mut self, text: &str) {
        self.push_string(&text.encode_utf16().collect::<Vec<u16>>());
    }

    /// Pushes the `Class` object of a class or array.
    pub fn push_class(&mut self, name: &str) {
        let index = self.pool.class(name);
        self.ldc(index);
    }

    /// `new`.
    pub fn new_object(&mut self, class: &str) {
        self.class_operand(0xBB, class, 1);
    }

    /// `anewarray`, for elements of this class.
    pub fn new_array(&mut self, class: &str) {
        self.class_operand(0xBD, class, 0);
    }

    /// `checkcast`.
    pub fn check_cast(&mut self, class: &str) {
        self.class_operand(0xC0, class, 0);
    }

    /// `instanceof`.
    pub fn instance_of(&mut self, class: &str) {
        self.class_operand(0xC1, class, 0);
    }

    /// `getfield`.
    pub fn get_field(&mut self, owner: &str, name: &str, descriptor: &str) {
        self.field_access(0xB4, [owner, name, descriptor], |slots| slots - 1);
    }

    /// `putfield`.
    pub fn put_field(&mut self, owner: &str, name: &str, descriptor: &str) {
        self.field_access(0xB5, [owner, name, descriptor], |slots| -slots - 1);
    }

    /// `getstatic`.
    pub fn get_static(&mut self, owner: &str, name: &str, descriptor: &str) {
        self.field_access(0xB2, [owner, name, descriptor], |slots| slots);
    }

    /// `putstatic`.
    pub fn put_static(&mut self, owner: &str, name: &str, descriptor: &str) {
        self.field_access(0xB3, [owner, name, descriptor], |slots| -slots);
    }

    /// Calls a method of a class; for a method of an interface, see [`Code::invoke_member`].
    pub fn invoke(&mut self, how: Invoke, owner: &str, name: &str, descriptor: &str) {
        self.invoke_member(how, [owner, name, descriptor], how == Invoke::Interface);
    }

    /// Calls the method `[owner, name, descriptor]`; `is_interface` says that the owner is an interface.
    pub fn invoke_member(&mut self, how: Invoke, member: [&str; 3], is_interface: bool) {
        let [owner, name, descriptor] = member;
        let method = match MethodType::parse(descriptor) {
            Ok(method) => method,
            Err(error) => return self.fail(error),
        };
        let index = self.pool.method(owner, name, descriptor, is_interface);
        let arguments = method.parameter_slots() + u16::from(how != Invoke::Static);
        self.bytes.push(how as u8);
        put_u16(&mut self.bytes, index);
        if how == Invoke::Interface {
            match u8::try_from(arguments) {
                Ok(arguments) => self.bytes.extend([arguments, 0]),
                Err(_) => self.fail(SpinError::TooLarge("number of arguments")),
            }
        }
        self.adjust(-i32::from(arguments));
        self.adjust(method.result.map_or(0, |result| i32::from(result.slots())));
    }

    /// A label, not yet bound.
    pub fn label(&mut self) -> LabelId {
        self.labels.push(None);
        LabelId(self.labels.len() - 1)
    }

    /// Places a label that is a branch target here, where the stack is as `frame` says.
    pub fn bind(&mut self, label: LabelId, frame: Frame) {
        self.mark(label);
        self.depth = i32::from(frame != Frame::Empty);
        self.adjust(0);
        if self.frames.last().is_none_or(|(at, _)| *at != self.bytes.len()) {
            self.frames.push((self.bytes.len(), frame));
        }
    }

    /// Places a label that only delimits the range of an exception handler here.
    pub fn mark(&mut self, label: LabelId) {
        self.labels[label.0] = Some(self.bytes.len());
    }

    /// Branches if the condition holds.
    pub fn branch(&mut self, condition: Condition, target: LabelId) {
        let (opcode, popped) = condition.row();
        self.jump(opcode, target);
        self.adjust(-popped);
    }

    /// Branches unconditionally. What follows must be bound.
    pub fn goto(&mut self, target: LabelId) {
        self.jump(0xA7, target);
    }

    /// `tableswitch` from 0 on. What follows must be bound.
    pub fn table_switch(&mut self, targets: &[LabelId], default: LabelId) {
        let from = self.bytes.len();
        self.bytes.push(0xAA);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.offset(from, default, true);
        put_u32(&mut self.bytes, 0);
        put_u32(&mut self.bytes, u32::try_from(targets.len()).unwrap_or(u32::MAX).wrapping_sub(1));
        for target in targets {
            self.offset(from, *target, true);
        }
        self.adjust(-1);
    }

    /// Exceptions of `class` thrown between `start` and `end` go to `target`.
    pub fn handler(&mut self, start: LabelId, end: LabelId, target: LabelId, class: &str) {
        let class = self.pool.class(class);
        self.handlers.push(Handler { start, end, target, class });
    }

    /// The contents of the `Code` attribute.
    pub(super) fn finish(mut self) -> Result<Vec<u8>, SpinError> {
        self.resolve()?;
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let length = u16::try_from(self.bytes.len()).map_err(|_| SpinError::TooLarge("length of code"))?;
        let max_stack =
            u16::try_from(self.max_depth).map_err(|_| SpinError::TooLarge("depth of the stack"))?;
        let mut out = Vec::with_capacity(self.bytes.len() + 32);
        put_u16(&mut out, max_stack);
        put_u16(&mut out, self.max_locals);
        put_u32(&mut out, u32::from(length));
        out.extend_from_slice(&self.bytes);
        put_u16(&mut out, u16::try_from(self.handlers.len()).map_err(|_| SpinError::TooLarge("handlers"))?);
        for handler in &self.handlers {
            for label in [handler.start, handler.end, handler.target] {
                // Offsets of bound labels are at most the length of the code, which fits.
                put_u16(&mut out, u16::try_from(bound(&self.labels, label)).unwrap_or(length));
            }
            put_u16(&mut out, handler.class);
        }
        if self.frames.is_empty() {
            put_u16(&mut out, 0);
        } else {
            put_u16(&mut out, 1);
            put_u16(&mut out, self.pool.utf8_text("StackMapTable"));
            put_block(&mut out, &stack_map(self.pool, &self.frames));
        }
        Ok(out)
    }

    /// Fills in the branch offsets.
    fn resolve(&mut self) -> Result<(), SpinError> {
        for fixup in &self.fixups {
            let distance = bound(&self.labels, fixup.label).cast_signed() - fixup.from.cast_signed();
            let too_far = |_| SpinError::TooLarge("length of a branch");
            if fixup.wide {
                let distance = i32::try_from(distance).map_err(too_far)?;
                self.bytes[fixup.at..fixup.at + 4].copy_from_slice(&distance.to_be_bytes());
            } else {
                let distance = i16::try_from(distance).map_err(too_far)?;
                self.bytes[fixup.at..fixup.at + 2].copy_from_slice(&distance.to_be_bytes());
            }
        }
        Ok(())
    }

    fn jump(&mut self, opcode: u8, target: LabelId) {
        let from = self.bytes.len();
        self.bytes.push(opcode);
        self.offset(from, target, false);
    }

    fn offset(&mut self, from: usize, label: LabelId, wide: bool) {
        self.fixups.push(Fixup { at: self.bytes.len(), from, label, wide });
        self.bytes.resize(self.bytes.len() + if wide { 4 } else { 2 }, 0);
    }

    fn ldc(&mut self, index: u16) {
        match u8::try_from(index) {
            Ok(index) => self.bytes.extend([0x12, index]),
            Err(_) => {
                self.bytes.push(0x13);
                put_u16(&mut self.bytes, index);
            }
        }
        self.adjust(1);
    }

    fn ldc2(&mut self, index: u16) {
        self.bytes.push(0x14);
        put_u16(&mut self.bytes, index);
        self.adjust(2);
    }

    fn class_operand(&mut self, opcode: u8, class: &str, change: i32) {
        let index = self.pool.class(class);
        self.bytes.push(opcode);
        put_u16(&mut self.bytes, index);
        self.adjust(change);
    }

    fn field_access(&mut self, opcode: u8, field: [&str; 3], change: impl Fn(i32) -> i32) {
        let [owner, name, descriptor] = field;
        match parse_field(descriptor) {
            Ok(kind) => {
                let index = self.pool.field(owner, name, descriptor);
                self.bytes.push(opcode);
                put_u16(&mut self.bytes, index);
                self.adjust(change(i32::from(kind.slots())));
            }
            Err(error) => self.fail(error),
        }
    }

    fn adjust(&mut self, change: i32) {
        self.depth += change;
        debug_assert!(self.depth >= 0 || self.failure.is_some(), "an emitter popped more than it pushed");
        self.max_depth = self.max_depth.max(self.depth);
    }

    fn fail(&mut self, error: SpinError) {
        self.failure.get_or_insert(error);
    }
}

/// Offset of a label.
fn bound(labels: &[Option<usize>], label: LabelId) -> usize {
    labels[label.0].expect("every label that an emitter uses is bound by the same emitter")
}

/// The contents of a `StackMapTable`: each frame has the locals of the method's start.
fn stack_map(pool: &mut ConstantPool, frames: &[(usize, Frame)]) -> Vec<u8> {
    let mut out = Vec::new();
    put_u16(&mut out, frames.len() as u16);
    let mut expected = 0;
    for (at, frame) in frames {
        // Offsets are below 65536, because the length of the code was checked.
        let delta = (at - expected) as u16;
        expected = at + 1;
        out.push(if *frame == Frame::Empty { 251 } else { 247 });
        put_u16(&mut out, delta);
        match frame {
            Frame::Empty => {}
            Frame::Int => out.push(1),
            Frame::Object(class) => {
                out.push(7);
                put_u16(&mut out, pool.class(class));
            }
        }
    }
    out
}
