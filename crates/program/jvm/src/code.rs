//! Methods in executable form: bytecode decoded once into words of equal size, with targets as indices.
//!
//! A word holds an operation (8 bits), a small operand `a` (24 bits) and an operand `b` (32 bits).
//! Instructions that refer to the constant pool replace themselves by a quick form once it is resolved; the
//! replacement means the same in every state, so other workers may see it at any time.

use crate::class::{Kind, MethodRef};
use crate::trap::{Trap, raise_with};
use classfile::Constant;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

macro_rules! operations {
    ($($name:ident),* $(,)?) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "the specification's mnemonics")]
        #[derive(Clone, Copy)]
        #[repr(u8)]
        enum Numbered { $($name),* }
        /// Operations of decoded code.
        pub(crate) mod op {
            use super::Numbered;
            $(pub(crate) const $name: u8 = Numbered::$name as u8;)*
        }
        /// The names of the operations.
        pub(crate) const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

operations! {
    NOP, CONST, CONST_LONG, CONST_WIDE, LDC, LDC_WIDE,
    LOAD, LOAD2, STORE, STORE2, IINC,
    IALOAD, LALOAD, FALOAD, DALOAD, AALOAD, BALOAD, CALOAD, SALOAD,
    IASTORE, LASTORE, FASTORE, DASTORE, AASTORE, BASTORE, CASTORE, SASTORE,
    POP, POP2, DUP, DUP_X1, DUP_X2, DUP2, DUP2_X1, DUP2_X2, SWAP,
    IADD, LADD, FADD, DADD, ISUB, LSUB, FSUB, DSUB, IMUL, LMUL, FMUL, DMUL, IDIV, LDIV, FDIV, DDIV,
    IREM, LREM, FREM, DREM, INEG, LNEG, FNEG, DNEG, ISHL, LSHL, ISHR, LSHR, IUSHR, LUSHR,
    IAND, LAND, IOR, LOR, IXOR, LXOR,
    I2L, I2F, I2D, L2I, L2F, L2D, F2I, F2L, F2D, D2I, D2L, D2F, I2B, I2C, I2S,
    LCMP, FCMPL, FCMPG, DCMPL, DCMPG,
    IFEQ, IFNE, IFLT, IFGE, IFGT, IFLE,
    IF_ICMPEQ, IF_ICMPNE, IF_ICMPLT, IF_ICMPGE, IF_ICMPGT, IF_ICMPLE, IF_ACMPEQ, IF_ACMPNE, IFNULL, IFNONNULL,
    GOTO, TABLESWITCH, LOOKUPSWITCH,
    RETURN1, RETURN2, RETURN,
    GETSTATIC, PUTSTATIC, GETFIELD, PUTFIELD,
    INVOKEVIRTUAL, INVOKESPECIAL, INVOKESTATIC, INVOKEINTERFACE, INVOKEDYNAMIC,
    NEW, NEWARRAY, ANEWARRAY, ARRAYLENGTH, ATHROW, CHECKCAST, INSTANCEOF, MONITORENTER, MONITOREXIT, MULTIANEWARRAY,
    // Quick forms.
    GETSTATIC_Q, PUTSTATIC_Q, GETFIELD_1, GETFIELD_2, GETFIELD_SX, PUTFIELD_1, PUTFIELD_2, PUTFIELD_CUT,
    INVOKEVIRTUAL_Q, INVOKEDIRECT_Q, INVOKESUPER_Q, INVOKESTATIC_Q, INVOKEINTERFACE_Q, INVOKEHANDLE, INVOKEDYNAMIC_Q,
    LDC_STRING, LDC_CLASS, NEW_Q, ANEWARRAY_Q, CHECKCAST_Q, INSTANCEOF_Q,
}

/// A decoded method.
pub struct Code {
    pub(crate) method: MethodRef,
    pub(crate) words: Box<[AtomicU64]>,
    /// The bytecode offset of each instruction.
    pub(crate) offsets: Box<[u16]>,
    pub(crate) max_locals: usize,
    pub(crate) max_stack: usize,
    pub(crate) handlers: Vec<Handler>,
    pub(crate) switches: Vec<Switch>,
    pub(crate) wide: Vec<u64>,
    /// The link targets of instructions that have one of their own: `invokedynamic`, calls to superclasses.
    pub(crate) sites: Box<[OnceLock<MethodRef>]>,
    /// The types of the slots of a frame; see `roots.rs`.
    pub(crate) maps: OnceLock<Result<crate::roots::Maps, String>>,
}

/// An exception handler, in instruction indices.
pub(crate) struct Handler {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) target: u32,
    /// The constant-pool index of the class; 0 catches everything.
    pub(crate) catch: u16,
}

/// A tableswitch (dense) or lookupswitch (sorted pairs).
pub(crate) enum Switch {
    Table { low: i32, targets: Vec<u32>, default: u32 },
    Lookup { pairs: Vec<(i32, u32)>, default: u32 },
}

/// Packs an instruction.
pub(crate) fn word(op: u8, a: u32, b: u32) -> u64 {
    u64::from(op) | u64::from(a & 0xff_ffff) << 8 | u64::from(b) << 32
}

impl Code {
    /// The number of slots of its locals.
    pub fn locals(&self) -> usize {
        self.max_locals
    }

    /// The instruction at an index; another worker may have replaced it by its quick form.
    #[inline]
    pub(crate) fn at(&self, pc: usize) -> u64 {
        self.words[pc].load(Ordering::Relaxed)
    }

    /// Replaces an instruction by its quick form.
    pub(crate) fn quicken(&self, pc: usize, op: u8, a: u32, b: u32) {
        self.words[pc].store(word(op, a, b), Ordering::Relaxed);
    }

    /// The bytecode offset of an instruction.
    #[inline]
    pub fn offset(&self, pc: usize) -> u16 {
        self.offsets.get(pc).copied().unwrap_or_default()
    }

    /// The decoded code of a method.
    pub(crate) fn of(method: MethodRef) -> Result<&'static Code, Trap> {
        if let Some(code) = method.code.get() {
            return Ok(code);
        }
        let code = Box::leak(Box::new(decode(method)?));
        Ok(method.code.get_or_init(|| code))
    }
}

struct Decoder<'a> {
    bytes: &'a [u8],
    at: usize,
    pool: &'a classfile::Pool,
    words: Vec<u64>,
    offsets: Vec<u16>,
    index_of: Vec<u32>,
    switches: Vec<Switch>,
    wide: Vec<u64>,
    /// Instructions whose `b` is still a bytecode offset.
    branches: Vec<usize>,
    sites: u32,
}

fn decode(method: MethodRef) -> Result<Code, Trap> {
    let file = method.class.file();
    let (Some(file), Some(code)) = (file, method.file().and_then(|m| m.code.as_ref())) else {
        return raise_with("java/lang/AbstractMethodError", method.class.external_name());
    };
    if method.class.loader != crate::class::Loader::BOOT && method.class.host.is_none() {
        verify(method)?;
    }
    let mut decoder = Decoder {
        bytes: &code.bytecode,
        at: 0,
        pool: &file.pool,
        words: Vec::new(),
        offsets: Vec::new(),
        index_of: vec![u32::MAX; code.bytecode.len() + 1],
        switches: Vec::new(),
        wide: Vec::new(),
        branches: Vec::new(),
        sites: 0,
    };
    while decoder.at < decoder.bytes.len() {
        let offset = decoder.at;
        decoder.index_of[offset] = decoder.words.len() as u32;
        decoder.offsets.push(offset as u16);
        decoder.instruction(offset);
    }
    decoder.index_of[code.bytecode.len()] = decoder.words.len() as u32;
    decoder.link_branches();
    let index = |offset: u16| decoder.index_of.get(offset as usize).copied().unwrap_or(u32::MAX);
    let handlers = code.handlers.iter().map(|h| Handler {
        start: index(h.start),
        end: index(h.end),
        target: index(h.target),
        catch: h.catch_type,
    });
    Ok(Code {
        method,
        max_locals: code.max_locals as usize,
        max_stack: code.max_stack as usize + 2,
        handlers: handlers.collect(),
        words: decoder.words.into_iter().map(AtomicU64::new).collect(),
        offsets: decoder.offsets.into(),
        switches: decoder.switches,
        wide: decoder.wide,
        sites: (0..decoder.sites).map(|_| OnceLock::new()).collect(),
        maps: OnceLock::new(),
    })
}

/// A light verification for classes of the user: slot types and stack heights (JVMS 4.10 without class
/// types).
fn verify(method: MethodRef) -> Result<(), Trap> {
    let (Some(file), Some(m)) = (method.class.file(), method.file()) else { return Ok(()) };
    crate::verify::check(file, m).map_err(|reason| {
        Trap::Raise(
            "java/lang/VerifyError",
            Some(format!("{}.{}{}: {reason}", file.name.replace('/', "."), m.name, m.descriptor)),
        )
    })
}

impl Decoder<'_> {
    fn u1(&mut self) -> u32 {
        let byte = self.bytes.get(self.at).copied().unwrap_or_default();
        self.at += 1;
        u32::from(byte)
    }

    fn u2(&mut self) -> u32 {
        self.u1() << 8 | self.u1()
    }

    fn s2(&mut self) -> i32 {
        i32::from(self.u2() as u16 as i16)
    }

    fn s4(&mut self) -> i32 {
        (self.u2() << 16 | self.u2()) as i32
    }

    fn emit(&mut self, op: u8, a: u32, b: u32) {
        self.words.push(word(op, a, b));
    }

    fn branch(&mut self, op: u8, offset: usize, by: i32) {
        self.branches.push(self.words.len());
        self.emit(op, 0, (offset as i32).wrapping_add(by) as u32);
    }

    #[expect(clippy::too_many_lines, reason = "a flat table of opcodes")]
    fn instruction(&mut self, offset: usize) {
        let opcode = self.u1() as u8;
        match opcode {
            0 => self.emit(op::NOP, 0, 0),
            1 => self.emit(op::CONST, 0, 0),
            2..=8 => self.emit(op::CONST, 0, (i32::from(opcode) - 3) as u32),
            9 | 10 => self.emit(op::CONST_LONG, 0, u32::from(opcode - 9)),
            11..=13 => self.emit(op::CONST, 0, f32::from(opcode - 11).to_bits()),
            14 | 15 => self.constant_wide(f64::from(opcode - 14).to_bits()),
            16 => {
                let value = self.u1() as u8 as i8;
                self.emit(op::CONST, 0, i32::from(value) as u32);
            }
            17 => {
                let value = self.s2();
                self.emit(op::CONST, 0, value as u32);
            }
            18 => {
                let index = self.u1();
                self.load_constant(index);
            }
            19 | 20 => {
                let index = self.u2();
                self.load_constant(index);
            }
            21..=25 => {
                let local = self.u1();
                self.local(opcode, local);
            }
            26..=45 => self.local(21 + (opcode - 26) / 4, u32::from((opcode - 26) % 4)),
            46..=53 => self.emit(op::IALOAD + (opcode - 46), 0, 0),
            54..=58 => {
                let local = self.u1();
                self.local(opcode, local);
            }
            59..=78 => self.local(54 + (opcode - 59) / 4, u32::from((opcode - 59) % 4)),
            79..=86 => self.emit(op::IASTORE + (opcode - 79), 0, 0),
            87..=95 => self.emit(op::POP + (opcode - 87), 0, 0),
            96..=131 => self.emit(op::IADD + (opcode - 96), 0, 0),
            132 => {
                let local = self.u1();
                let by = self.u1() as u8 as i8;
                self.emit(op::IINC, local, i32::from(by) as u32);
            }
            133..=152 => self.emit(op::I2L + (opcode - 133), 0, 0),
            153..=166 => {
                let by = self.s2();
                self.branch(op::IFEQ + (opcode - 153), offset, by);
            }
            167 => {
                let by = self.s2();
                self.branch(op::GOTO, offset, by);
            }
            170 => self.table_switch(offset),
            171 => self.lookup_switch(offset),
            172 | 174 | 176 => self.emit(op::RETURN1, 0, 0),
            173 | 175 => self.emit(op::RETURN2, 0, 0),
            177 => self.emit(op::RETURN, 0, 0),
            178..=182 | 184 => {
                let index = self.u2();
                self.emit(op::GETSTATIC + (opcode - 178), 0, index);
            }
            183 | 185 | 186 => {
                let index = self.u2();
                self.at += if opcode == 183 { 0 } else { 2 };
                let site = self.sites;
                self.sites += 1;
                self.emit(op::GETSTATIC + (opcode - 178), site, index);
            }
            187 => {
                let index = self.u2();
                self.emit(op::NEW, 0, index);
            }
            188 => {
                let code = self.u1();
                self.emit(op::NEWARRAY, 0, code);
            }
            189 => {
                let index = self.u2();
                self.emit(op::ANEWARRAY, 0, index);
            }
            190 | 191 => self.emit(op::ARRAYLENGTH + (opcode - 190), 0, 0),
            192 | 193 => {
                let index = self.u2();
                self.emit(op::CHECKCAST + (opcode - 192), 0, index);
            }
            194 | 195 => self.emit(op::MONITORENTER + (opcode - 194), 0, 0),
            196 => self.wide(),
            197 => {
                let index = self.u2();
                let dimensions = self.u1();
                self.emit(op::MULTIANEWARRAY, dimensions, index);
            }
            198 | 199 => {
                let by = self.s2();
                self.branch(op::IFNULL + (opcode - 198), offset, by);
            }
            200 => {
                let by = self.s4();
                self.branch(op::GOTO, offset, by);
            }
            // The parser refuses anything else.
            _ => self.emit(op::NOP, 0, 0),
        }
    }

    fn local(&mut self, opcode: u8, local: u32) {
        let op = match opcode {
            22 | 24 => op::LOAD2,
            21..=25 => op::LOAD,
            55 | 57 => op::STORE2,
            _ => op::STORE,
        };
        self.emit(op, local, 0);
    }

    fn wide(&mut self) {
        let opcode = self.u1() as u8;
        let local = self.u2();
        if opcode == 132 {
            let by = self.s2();
            self.emit(op::IINC, local, by as u32);
        } else {
            self.local(opcode, local);
        }
    }

    fn constant_wide(&mut self, bits: u64) {
        self.wide.push(bits);
        self.emit(op::CONST_WIDE, 0, self.wide.len() as u32 - 1);
    }

    fn load_constant(&mut self, index: u32) {
        match self.pool.get(index as u16) {
            Some(Constant::Integer(value)) => self.emit(op::CONST, 0, *value as u32),
            Some(Constant::Float(bits)) => self.emit(op::CONST, 0, *bits),
            Some(Constant::Long(value)) => self.constant_wide(*value as u64),
            Some(Constant::Double(bits)) => self.constant_wide(*bits),
            Some(Constant::Dynamic { name_and_type, .. })
                if self.pool.name_and_type(*name_and_type).is_some_and(|(_, d)| Kind::of(d).slots() == 2) =>
            {
                self.emit(op::LDC_WIDE, 0, index);
            }
            _ => self.emit(op::LDC, 0, index),
        }
    }

    fn table_switch(&mut self, offset: usize) {
        self.at = self.at.next_multiple_of(4);
        let default = self.s4();
        let (low, high) = (self.s4(), self.s4());
        let count = (i64::from(high) - i64::from(low) + 1).clamp(0, self.bytes.len() as i64 / 4 + 1);
        let target = |by: i32| (offset as i32).wrapping_add(by) as u32;
        let targets = (0..count).map(|_| target(self.s4())).collect();
        self.switches.push(Switch::Table { low, targets, default: target(default) });
        self.emit(op::TABLESWITCH, 0, self.switches.len() as u32 - 1);
    }

    fn lookup_switch(&mut self, offset: usize) {
        self.at = self.at.next_multiple_of(4);
        let default = self.s4();
        let count = self.s4().clamp(0, self.bytes.len() as i32 / 8 + 1);
        let target = |by: i32| (offset as i32).wrapping_add(by) as u32;
        let mut pairs: Vec<(i32, u32)> = (0..count)
            .map(|_| {
                let key = self.s4();
                (key, target(self.s4()))
            })
            .collect();
        pairs.sort_unstable();
        self.switches.push(Switch::Lookup { pairs, default: target(default) });
        self.emit(op::LOOKUPSWITCH, 0, self.switches.len() as u32 - 1);
    }

    /// Turns bytecode offsets into instruction indices.
    fn link_branches(&mut self) {
        let index_of = &self.index_of;
        let index = |offset: u32| index_of.get(offset as usize).copied().unwrap_or(u32::MAX);
        for &at in &self.branches {
            let target = index((self.words[at] >> 32) as u32);
            self.words[at] = self.words[at] & 0xffff_ffff | u64::from(target) << 32;
        }
        for switch in &mut self.switches {
            match switch {
                Switch::Table { targets, default, .. } => {
                    targets.iter_mut().chain([default]).for_each(|t| *t = index(*t));
                }
                Switch::Lookup { pairs, default } => {
                    pairs.iter_mut().map(|(_, t)| t).chain([default]).for_each(|t| *t = index(*t));
                }
            }
        }
    }
}
