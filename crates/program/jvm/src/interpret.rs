//! The interpreter: one instruction after the other, in a tight loop (JVMS 6.5).
//!
//! An instruction either completes or leaves the stack as it was, so that it can be executed again after
//! other code has run or after a wait.

use crate::class::{Kind, MethodRef, Resolved, flag};
use crate::code::{Code, Switch, op};
use crate::heap::Ref;
use crate::state::Then;
use crate::trap::{CLASS_CAST, NULL_POINTER, Trap};
use crate::vm::{Stop, Vm};

/// Flags of a field in a quick instruction's `a`.
pub(crate) const FIELD_VOLATILE: u32 = 1;
pub(crate) const FIELD_FINAL: u32 = 2;
pub(crate) const FIELD_SHORT: u32 = 4;
pub(crate) const FIELD_BYTE: u32 = 8;
pub(crate) const FIELD_BOOLEAN: u32 = 16;
/// A flag of a field in a quick instruction's `a`: it holds references.
pub const FIELD_REFERENCE: u32 = 32;

impl Vm<'_> {
    /// A method reaches its return. Returns true if the observer wants to be called before it returns.
    #[cold]
    fn comes_to_return(&mut self, value: u64, kind: Kind) -> bool {
        let Some(observer) = self.observer() else { return false };
        observer.on_return(self, (kind == Kind::Reference).then_some(Ref(value)))
    }

    /// Runs the current frame and those it calls until something else must be done.
    #[expect(clippy::too_many_lines, clippy::cognitive_complexity, reason = "a flat table of instructions")]
    pub(crate) fn execute(&mut self) -> Result<Stop, Trap> {
        let Some(frame) = self.th.frames.last() else { return Ok(self.has_no_frames()) };
        let mut code: &'static Code = frame.code;
        let mut pc = frame.pc as usize;
        let mut sp = frame.sp as usize;
        let mut base = frame.base as usize;
        let mut budget = self.budget;

        macro_rules! save {
            () => {{
                let frame = self.th.frames.last_mut().expect("the running frame");
                frame.pc = pc as u32;
                frame.sp = sp as u32;
                self.st.bytecodes += self.budget - budget;
                self.budget = budget;
            }};
        }
        macro_rules! load {
            () => {{
                let Some(frame) = self.th.frames.last() else {
                    return Ok(self.has_no_frames());
                };
                code = frame.code;
                pc = frame.pc as usize;
                sp = frame.sp as usize;
                base = frame.base as usize;
            }};
        }
        // Leaves the loop with a trap; the instruction counts as not executed.
        macro_rules! trap {
            ($trap:expr) => {{
                save!();
                return Err($trap);
            }};
        }
        macro_rules! check {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(trap) => trap!(trap),
                }
            };
        }
        macro_rules! push {
            ($value:expr) => {{
                let value: u64 = $value;
                self.th.stack[sp] = value;
                sp += 1;
            }};
        }
        macro_rules! push2 {
            ($value:expr) => {{
                let value: u64 = $value;
                self.th.stack[sp] = value;
                self.th.stack[sp + 1] = 0;
                sp += 2;
            }};
        }
        macro_rules! top {
            ($n:expr) => {
                self.th.stack[sp - $n]
            };
        }
        macro_rules! int {
            ($n:expr) => {
                self.th.stack[sp - $n] as u32 as i32
            };
        }
        macro_rules! long {
            ($n:expr) => {
                self.th.stack[sp - $n] as i64
            };
        }
        macro_rules! f32_at {
            ($n:expr) => {
                f32::from_bits(self.th.stack[sp - $n] as u32)
            };
        }
        macro_rules! f64_at {
            ($n:expr) => {
                f64::from_bits(self.th.stack[sp - $n])
            };
        }
        macro_rules! int_op {
            ($f:expr) => {{
                let value: i32 = $f(int!(2), int!(1));
                sp -= 1;
                top!(1) = u64::from(value as u32);
            }};
        }
        macro_rules! long_op {
            ($f:expr) => {{
                let value: i64 = $f(long!(4), long!(2));
                sp -= 2;
                top!(2) = value as u64;
            }};
        }
        macro_rules! shift_long {
            ($f:expr) => {{
                let value: i64 = $f(long!(3), int!(1) as u32 & 63);
                sp -= 1;
                top!(2) = value as u64;
            }};
        }
        macro_rules! float_op {
            ($f:expr) => {{
                let value: f32 = $f(f32_at!(2), f32_at!(1));
                sp -= 1;
                top!(1) = u64::from(value.to_bits());
            }};
        }
        macro_rules! double_op {
            ($f:expr) => {{
                let value: f64 = $f(f64_at!(4), f64_at!(2));
                sp -= 2;
                top!(2) = value.to_bits();
            }};
        }
        macro_rules! branch {
            ($taken:expr, $n:expr, $target:expr) => {{
                let taken: bool = $taken;
                sp -= $n;
                if taken {
                    pc = $target as usize;
                    continue;
                }
            }};
        }
        // A reference that must not be null, `$n` slots below the top.
        macro_rules! object {
            ($n:expr) => {{
                let object = Ref(top!($n));
                if object.is_null() {
                    trap!(Trap::Raise(NULL_POINTER, None));
                }
                object
            }};
        }
        macro_rules! element {
            ($array_at:expr, $index_at:expr) => {{
                let array = object!($array_at);
                let index = int!($index_at);
                let length = self.length(array);
                if index as u32 as usize >= length {
                    trap!(out_of_bounds(index, length));
                }
                (array, index as usize)
            }};
        }
        macro_rules! array_load {
            ($size:expr, $kind:expr, $slots:expr) => {{
                let (array, index) = element!(2, 1);
                let value = check!(self.read_element(array, index, $kind));
                sp -= 2;
                if $slots == 2 {
                    push2!(value);
                } else {
                    push!(value);
                }
            }};
        }
        macro_rules! array_store {
            ($kind:expr, $slots:expr) => {{
                let (array, index) = element!(2 + $slots, 1 + $slots);
                let value = top!($slots);
                check!(self.write_element(array, index, $kind, value));
                sp -= 2 + $slots;
            }};
        }

        // Calls a method whose arguments are on the stack.
        macro_rules! invoke {
            ($method:expr) => {{
                let method: MethodRef = $method;
                save!();
                if let Some(native) = self.native_for(method) {
                    let at = sp - method.argument_slots;
                    let value = self.call_native(method, native, at)?;
                    sp = at;
                    match method.returns.slots() {
                        0 => {}
                        1 => push!(value),
                        _ => push2!(value),
                    }
                    pc += 1;
                    if self.yields {
                        save!();
                        return Err(Trap::Wait);
                    }
                    continue;
                }
                if method.access & (flag::NATIVE | flag::ABSTRACT) != 0 {
                    return Err(self.cannot_call(method));
                }
                self.enter(method, sp, Then::Return)?;
                let frame = self.th.frames.last().expect("the frame just entered");
                code = frame.code;
                pc = 0;
                sp = frame.sp as usize;
                base = frame.base as usize;
                continue;
            }};
        }

        loop {
            if budget == 0 {
                save!();
                return Ok(Stop::Budget);
            }
            budget -= 1;
            let word = code.at(pc);
            let a = (word >> 8) as u32 & 0xff_ffff;
            let b = (word >> 32) as u32;
            match word as u8 {
                op::NOP => {}
                op::CONST => push!(u64::from(b)),
                op::CONST_LONG => push2!(u64::from(b)),
                op::CONST_WIDE => push2!(code.wide[b as usize]),
                op::LOAD => push!(self.th.stack[base + a as usize]),
                op::LOAD2 => push2!(self.th.stack[base + a as usize]),
                op::STORE => {
                    sp -= 1;
                    self.th.stack[base + a as usize] = self.th.stack[sp];
                }
                op::STORE2 => {
                    sp -= 2;
                    self.th.stack[base + a as usize] = self.th.stack[sp];
                    self.th.stack[base + a as usize + 1] = 0;
                }
                op::IINC => {
                    let local = &mut self.th.stack[base + a as usize];
                    *local = u64::from((*local as u32).wrapping_add(b));
                }
                op::IALOAD => array_load!(4, Kind::Int, 1),
                op::LALOAD => array_load!(8, Kind::Long, 2),
                op::FALOAD => array_load!(4, Kind::Float, 1),
                op::DALOAD => array_load!(8, Kind::Double, 2),
                op::AALOAD => array_load!(8, Kind::Reference, 1),
                op::BALOAD => array_load!(1, Kind::Byte, 1),
                op::CALOAD => array_load!(2, Kind::Char, 1),
                op::SALOAD => array_load!(2, Kind::Short, 1),
                op::IASTORE => array_store!(Kind::Int, 1),
                op::LASTORE => array_store!(Kind::Long, 2),
                op::FASTORE => array_store!(Kind::Float, 1),
                op::DASTORE => array_store!(Kind::Double, 2),
                op::CASTORE => array_store!(Kind::Char, 1),
                op::SASTORE => array_store!(Kind::Short, 1),
                op::BASTORE => {
                    let (array, index) = element!(3, 2);
                    // JVMS bastore: a boolean array keeps the lowest bit only.
                    let is_boolean =
                        self.class_of(array).component().is_some_and(|(_, k)| k == Kind::Boolean);
                    let kind = if is_boolean { Kind::Boolean } else { Kind::Byte };
                    let value = top!(1);
                    check!(self.write_element(array, index, kind, value));
                    sp -= 3;
                }
                op::AASTORE => {
                    let (array, index) = element!(3, 2);
                    let value = Ref(top!(1));
                    if !value.is_null()
                        && let Some((component, _)) = self.class_of(array).component()
                        && !self.class_of(value).is_subtype(component)
                    {
                        let name = self.class_of(value).external_name();
                        trap!(Trap::Raise("java/lang/ArrayStoreException", Some(name)));
                    }
                    check!(self.write_element(array, index, Kind::Reference, value.0));
                    sp -= 3;
                }
                op::POP => sp -= 1,
                op::POP2 => sp -= 2,
                op::DUP => push!(top!(1)),
                op::DUP_X1 => {
                    let (x, y) = (top!(1), top!(2));
                    top!(2) = x;
                    top!(1) = y;
                    push!(x);
                }
                op::DUP_X2 => {
                    let (x, y, z) = (top!(1), top!(2), top!(3));
                    top!(3) = x;
                    top!(2) = z;
                    top!(1) = y;
                    push!(x);
                }
                op::DUP2 => {
                    let (x, y) = (top!(1), top!(2));
                    push!(y);
                    push!(x);
                }
                op::DUP2_X1 => {
                    let (x, y, z) = (top!(1), top!(2), top!(3));
                    top!(3) = y;
                    top!(2) = x;
                    top!(1) = z;
                    push!(y);
                    push!(x);
                }
                op::DUP2_X2 => {
                    let (x, y, z, w) = (top!(1), top!(2), top!(3), top!(4));
                    top!(4) = y;
                    top!(3) = x;
                    top!(2) = w;
                    top!(1) = z;
                    push!(y);
                    push!(x);
                }
                op::SWAP => {
                    let (x, y) = (top!(1), top!(2));
                    top!(1) = y;
                    top!(2) = x;
                }
                op::IADD => int_op!(i32::wrapping_add),
                op::ISUB => int_op!(i32::wrapping_sub),
                op::IMUL => int_op!(i32::wrapping_mul),
                op::IDIV | op::IREM => {
                    let divisor = int!(1);
                    if divisor == 0 {
                        trap!(Trap::Raise("java/lang/ArithmeticException", Some("/ by zero".into())));
                    }
                    if word as u8 == op::IDIV {
                        int_op!(i32::wrapping_div);
                    } else {
                        int_op!(i32::wrapping_rem);
                    }
                }
                op::IAND => int_op!(|x: i32, y: i32| x & y),
                op::IOR => int_op!(|x: i32, y: i32| x | y),
                op::IXOR => int_op!(|x: i32, y: i32| x ^ y),
                op::ISHL => int_op!(|x: i32, y: i32| x.wrapping_shl(y as u32)),
                op::ISHR => int_op!(|x: i32, y: i32| x.wrapping_shr(y as u32)),
                op::IUSHR => int_op!(|x: i32, y: i32| (x as u32).wrapping_shr(y as u32) as i32),
                op::INEG => top!(1) = u64::from(int!(1).wrapping_neg() as u32),
                op::LADD => long_op!(i64::wrapping_add),
                op::LSUB => long_op!(i64::wrapping_sub),
                op::LMUL => long_op!(i64::wrapping_mul),
                op::LDIV | op::LREM => {
                    if long!(2) == 0 {
                        trap!(Trap::Raise("java/lang/ArithmeticException", Some("/ by zero".into())));
                    }
                    if word as u8 == op::LDIV {
                        long_op!(i64::wrapping_div);
                    } else {
                        long_op!(i64::wrapping_rem);
                    }
                }
                op::LAND => long_op!(|x: i64, y: i64| x & y),
                op::LOR => long_op!(|x: i64, y: i64| x | y),
                op::LXOR => long_op!(|x: i64, y: i64| x ^ y),
                op::LSHL => shift_long!(|x: i64, by: u32| x.wrapping_shl(by)),
                op::LSHR => shift_long!(|x: i64, by: u32| x.wrapping_shr(by)),
                op::LUSHR => shift_long!(|x: i64, by: u32| (x as u64).wrapping_shr(by) as i64),
                op::LNEG => top!(2) = long!(2).wrapping_neg() as u64,
                op::FADD => float_op!(|x: f32, y: f32| x + y),
                op::FSUB => float_op!(|x: f32, y: f32| x - y),
                op::FMUL => float_op!(|x: f32, y: f32| x * y),
                op::FDIV => float_op!(|x: f32, y: f32| x / y),
                op::FREM => float_op!(|x: f32, y: f32| x % y),
                op::FNEG => top!(1) = u64::from((-f32_at!(1)).to_bits()),
                op::DADD => double_op!(|x: f64, y: f64| x + y),
                op::DSUB => double_op!(|x: f64, y: f64| x - y),
                op::DMUL => double_op!(|x: f64, y: f64| x * y),
                op::DDIV => double_op!(|x: f64, y: f64| x / y),
                op::DREM => double_op!(|x: f64, y: f64| x % y),
                op::DNEG => top!(2) = (-f64_at!(2)).to_bits(),
                op::I2L => {
                    let value = i64::from(int!(1));
                    sp -= 1;
                    push2!(value as u64);
                }
                op::I2F => top!(1) = u64::from((int!(1) as f32).to_bits()),
                op::I2D => {
                    let value = f64::from(int!(1));
                    sp -= 1;
                    push2!(value.to_bits());
                }
                op::L2I => {
                    sp -= 1;
                    top!(1) = u64::from(self.th.stack[sp - 1] as u32);
                }
                op::L2F => {
                    sp -= 1;
                    top!(1) = u64::from((self.th.stack[sp - 1] as i64 as f32).to_bits());
                }
                op::L2D => top!(2) = (long!(2) as f64).to_bits(),
                // Rust's casts saturate and turn NaN into 0, as JVMS f2i and its like demand.
                op::F2I => top!(1) = u64::from(f32_at!(1) as i32 as u32),
                op::F2L => {
                    let value = f32_at!(1) as i64;
                    sp -= 1;
                    push2!(value as u64);
                }
                op::F2D => {
                    let value = f64::from(f32_at!(1));
                    sp -= 1;
                    push2!(value.to_bits());
                }
                op::D2I => {
                    let value = f64_at!(2) as i32;
                    sp -= 1;
                    top!(1) = u64::from(value as u32);
                }
                op::D2L => top!(2) = (f64_at!(2) as i64) as u64,
                op::D2F => {
                    let value = f64_at!(2) as f32;
                    sp -= 1;
                    top!(1) = u64::from(value.to_bits());
                }
                op::I2B => top!(1) = u64::from(i32::from(int!(1) as i8) as u32),
                op::I2C => top!(1) &= 0xffff,
                op::I2S => top!(1) = u64::from(i32::from(int!(1) as i16) as u32),
                op::LCMP => {
                    let value = long!(4).cmp(&long!(2)) as i32;
                    sp -= 3;
                    top!(1) = u64::from(value as u32);
                }
                op::FCMPL | op::FCMPG => {
                    let unordered = if word as u8 == op::FCMPL { -1 } else { 1 };
                    let value = f32_at!(2).partial_cmp(&f32_at!(1)).map_or(unordered, |o| o as i32);
                    sp -= 1;
                    top!(1) = u64::from(value as u32);
                }
                op::DCMPL | op::DCMPG => {
                    let unordered = if word as u8 == op::DCMPL { -1 } else { 1 };
                    let value = f64_at!(4).partial_cmp(&f64_at!(2)).map_or(unordered, |o| o as i32);
                    sp -= 3;
                    top!(1) = u64::from(value as u32);
                }
                op::IFEQ => branch!(int!(1) == 0, 1, b),
                op::IFNE => branch!(int!(1) != 0, 1, b),
                op::IFLT => branch!(int!(1) < 0, 1, b),
                op::IFGE => branch!(int!(1) >= 0, 1, b),
                op::IFGT => branch!(int!(1) > 0, 1, b),
                op::IFLE => branch!(int!(1) <= 0, 1, b),
                op::IF_ICMPEQ => branch!(int!(2) == int!(1), 2, b),
                op::IF_ICMPNE => branch!(int!(2) != int!(1), 2, b),
                op::IF_ICMPLT => branch!(int!(2) < int!(1), 2, b),
                op::IF_ICMPGE => branch!(int!(2) >= int!(1), 2, b),
                op::IF_ICMPGT => branch!(int!(2) > int!(1), 2, b),
                op::IF_ICMPLE => branch!(int!(2) <= int!(1), 2, b),
                op::IF_ACMPEQ => branch!(top!(2) == top!(1), 2, b),
                op::IF_ACMPNE => branch!(top!(2) != top!(1), 2, b),
                op::IFNULL => branch!(top!(1) == 0, 1, b),
                op::IFNONNULL => branch!(top!(1) != 0, 1, b),
                op::GOTO => {
                    pc = b as usize;
                    continue;
                }
                op::TABLESWITCH | op::LOOKUPSWITCH => {
                    let key = int!(1);
                    sp -= 1;
                    pc = code.switches[b as usize].target(key);
                    continue;
                }
                op::RETURN1 | op::RETURN2 | op::RETURN => {
                    let (value, kind) = match word as u8 {
                        op::RETURN1 => (top!(1), code.method.returns),
                        op::RETURN2 => (top!(2), code.method.returns),
                        _ => (0, Kind::Void),
                    };
                    // JVMS ireturn: small types are cut to their size.
                    let value = if matches!(kind, Kind::Boolean | Kind::Byte | Kind::Char | Kind::Short) {
                        kind.extend(kind.cut(value))
                    } else {
                        value
                    };
                    let is_awaited = self.trace.is_some() && self.comes_to_return(value, kind);
                    let frame = self.th.frames.last().expect("the running frame");
                    let is_plain = frame.lock.is_null() && matches!(frame.then, Then::Return);
                    if is_plain && self.th.frames.len() > 1 && !is_awaited {
                        self.th.frames.pop();
                        self.th.notes.leaves(self.th.frames.len());
                        let frame = self.th.frames.last().expect("the caller");
                        code = frame.code;
                        pc = frame.pc as usize + 1;
                        sp = frame.sp as usize;
                        base = frame.base as usize;
                        match kind.slots() {
                            0 => {}
                            1 => push!(value),
                            _ => push2!(value),
                        }
                        continue;
                    }
                    save!();
                    self.leave(value, kind)?;
                    load!();
                    continue;
                }
                op::GETFIELD_1 => {
                    let object = object!(1);
                    top!(1) = check!(self.read_field(object, b as usize, a));
                }
                op::GETFIELD_2 => {
                    let object = object!(1);
                    let value = check!(self.read_field(object, b as usize, a));
                    sp -= 1;
                    push2!(value);
                }
                op::GETFIELD_SX => {
                    let object = object!(1);
                    let raw = check!(self.read_field(object, b as usize, a));
                    let kind = if a & FIELD_SHORT != 0 { Kind::Short } else { Kind::Byte };
                    top!(1) = kind.extend(raw);
                }
                op::PUTFIELD_1 => {
                    let object = object!(2);
                    let value = top!(1);
                    check!(self.write_field(object, b as usize, a, value));
                    sp -= 2;
                }
                op::PUTFIELD_2 => {
                    let object = object!(3);
                    let value = top!(2);
                    check!(self.write_field(object, b as usize, a, value));
                    sp -= 3;
                }
                op::PUTFIELD_CUT => {
                    let object = object!(2);
                    let value = cut_by(a, top!(1));
                    check!(self.write_field(object, b as usize, a, value));
                    sp -= 2;
                }
                op::GETSTATIC_Q => {
                    let Some(Resolved::Field(field)) = code.method.class.resolved[b as usize].get() else {
                        trap!(not_resolved())
                    };
                    if !self.may_use(field.class) {
                        save!();
                        self.initialise(field.class)?;
                    }
                    if let Some(observer) = self.observer() {
                        observer.on_static_read(self, field, code.method, code.offset(pc));
                    }
                    let flags = memory_flags(field);
                    let raw = check!(self.read_field(field.class.mirror(), field.word, flags));
                    let value = field.kind.extend(raw);
                    if field.kind.slots() == 2 {
                        push2!(value);
                    } else {
                        push!(value);
                    }
                }
                op::PUTSTATIC_Q => {
                    let Some(Resolved::Field(field)) = code.method.class.resolved[b as usize].get() else {
                        trap!(not_resolved())
                    };
                    if !self.may_use(field.class) {
                        save!();
                        self.initialise(field.class)?;
                    }
                    let slots = field.kind.slots();
                    let value = field.kind.cut(top!(slots));
                    let flags = memory_flags(field);
                    check!(self.write_field(field.class.mirror(), field.word, flags, value));
                    sp -= slots;
                }
                op::INVOKEVIRTUAL_Q => {
                    let receiver = object!(a as usize);
                    let class = self.class_of(receiver);
                    let vtable = class.vtable.get().map_or(&[][..], Vec::as_slice);
                    let Some(&method) = vtable.get(b as usize) else { trap!(not_resolved()) };
                    invoke!(method);
                }
                op::INVOKESTATIC_Q => {
                    let Some(Resolved::Method(method)) = code.method.class.resolved[b as usize].get() else {
                        trap!(not_resolved())
                    };
                    if !self.may_use(method.class) {
                        save!();
                        self.initialise(method.class)?;
                    }
                    invoke!(method);
                }
                op::INVOKEDIRECT_Q => {
                    let Some(Resolved::Method(method)) = code.method.class.resolved[b as usize].get() else {
                        trap!(not_resolved())
                    };
                    object!(method.argument_slots);
                    invoke!(method);
                }
                op::INVOKEINTERFACE_Q => {
                    let receiver = object!(a as usize);
                    let Some(Resolved::Method(declared)) = code.method.class.resolved[b as usize].get()
                    else {
                        trap!(not_resolved())
                    };
                    let method = check!(self.interface_method(receiver, declared));
                    invoke!(method);
                }
                op::INVOKESUPER_Q => {
                    let Some(method) = code.sites[a as usize].get() else { trap!(not_resolved()) };
                    object!(method.argument_slots);
                    invoke!(method);
                }
                op::INVOKEDYNAMIC_Q => {
                    let Some(method) = code.sites[a as usize].get() else { trap!(not_resolved()) };
                    if !self.may_use(method.class) {
                        save!();
                        self.initialise(method.class)?;
                    }
                    invoke!(method);
                }
                op::NEW_Q => {
                    let Some(Resolved::Class(class)) = code.method.class.resolved[b as usize].get() else {
                        trap!(not_resolved())
                    };
                    if !self.may_use(class) {
                        save!();
                        self.initialise(class)?;
                    }
                    let object = check!(self.new_object_checked(class));
                    push!(object.0);
                }
                op::NEWARRAY => {
                    let class = self.lib.primitive_array(newarray_kind(b));
                    let array = check!(self.new_array_checked(class, int!(1)));
                    top!(1) = array.0;
                }
                op::ANEWARRAY_Q => {
                    let Some(Resolved::Class(component)) = code.method.class.resolved[b as usize].get()
                    else {
                        trap!(not_resolved())
                    };
                    let class = self.lib.array_class(&mut self.st.heap, component);
                    let array = check!(self.new_array_checked(class, int!(1)));
                    top!(1) = array.0;
                }
                op::ARRAYLENGTH => {
                    let array = object!(1);
                    top!(1) = self.length(array) as u64;
                }
                op::ATHROW => {
                    let exception = object!(1);
                    trap!(Trap::Throw(exception));
                }
                op::CHECKCAST_Q => {
                    let object = Ref(top!(1));
                    if !object.is_null() {
                        let Some(Resolved::Class(class)) = code.method.class.resolved[b as usize].get()
                        else {
                            trap!(not_resolved())
                        };
                        let own = self.class_of(object);
                        if own.id != class.id && !own.is_subtype(class) {
                            let text = self.lib.cast_message(&self.st.heap, own, class);
                            trap!(Trap::Raise(CLASS_CAST, Some(text)));
                        }
                    }
                }
                op::INSTANCEOF_Q => {
                    let Some(Resolved::Class(class)) = code.method.class.resolved[b as usize].get() else {
                        trap!(not_resolved())
                    };
                    let object = Ref(top!(1));
                    top!(1) = u64::from(!object.is_null() && self.class_of(object).is_subtype(class));
                }
                op::MONITORENTER => {
                    let object = object!(1);
                    check!(self.lock(object, code.method));
                    sp -= 1;
                }
                op::MONITOREXIT => {
                    let object = object!(1);
                    check!(self.unlock(object));
                    sp -= 1;
                }
                op::LDC_STRING => {
                    let Some(Resolved::String(string)) = code.method.class.resolved[b as usize].get() else {
                        trap!(not_resolved())
                    };
                    let string =
                        if self.st.interned.is_empty() { *string } else { check!(self.literal_at(code, b)) };
                    push!(string.0);
                }
                op::LDC_CLASS => {
                    let Some(Resolved::Class(class)) = code.method.class.resolved[b as usize].get() else {
                        trap!(not_resolved())
                    };
                    push!(class.mirror().0);
                }
                op::INVOKEHANDLE => {
                    save!();
                    self.invoke_polymorphic(a)?;
                    load!();
                    continue;
                }
                // Everything that is not resolved yet, and rare instructions.
                _ => {
                    save!();
                    self.slow(code, pc, word)?;
                    load!();
                    continue;
                }
            }
            pc += 1;
        }
    }
}

impl Switch {
    fn target(&self, key: i32) -> usize {
        let target = match self {
            Switch::Table { low, targets, default } => {
                let index = i64::from(key) - i64::from(*low);
                *usize::try_from(index).ok().and_then(|i| targets.get(i)).unwrap_or(default)
            }
            Switch::Lookup { pairs, default } => {
                pairs.binary_search_by_key(&key, |&(k, _)| k).map_or(*default, |i| pairs[i].1)
            }
        };
        target as usize
    }
}

fn out_of_bounds(index: i32, length: usize) -> Trap {
    let text = format!("Index {index} out of bounds for length {length}");
    Trap::Raise("java/lang/ArrayIndexOutOfBoundsException", Some(text))
}

/// A quick instruction is only written after its entry was resolved.
#[cold]
fn not_resolved() -> Trap {
    Trap::defect("a quick instruction without its constant")
}

/// The properties of a field that an access needs.
pub fn memory_flags(field: crate::class::FieldRef) -> u32 {
    (u32::from(field.is_volatile()) * FIELD_VOLATILE)
        | (u32::from(field.kind == Kind::Reference) * FIELD_REFERENCE)
        | (u32::from(field.is_final()) * FIELD_FINAL)
}

fn cut_by(flags: u32, value: u64) -> u64 {
    match flags {
        _ if flags & FIELD_BOOLEAN != 0 => value & 1,
        _ if flags & FIELD_BYTE != 0 => value & 0xff,
        _ => value & 0xffff,
    }
}

/// The kind for the array type code of `newarray` (JVMS table 6.5.newarray-A).
pub(crate) fn newarray_kind(code: u32) -> Kind {
    match code {
        4 => Kind::Boolean,
        5 => Kind::Char,
        6 => Kind::Float,
        7 => Kind::Double,
        8 => Kind::Byte,
        9 => Kind::Short,
        10 => Kind::Int,
        _ => Kind::Long,
    }
}
