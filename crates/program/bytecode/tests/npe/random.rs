//! Random methods that end in a null dereference.
//!
//! Their class has version 49, so that a verifier infers the types and no stack maps are needed. Its fields:
//! `s` (static) and `f` hold an object, `a` an array of ten, `ia` ten numbers below ten, `i` is 1; `zs`
//! (static), `z`, `zi` and the elements of `za` are null. Its method `m` returns its receiver, `zm` null,
//! `two` the number 2.

use crate::class_writer::{ClassWriter, MethodParts};
use bytecode::opcode::*;
use fastrand::Rng;

const PUBLIC: u16 = 1;
const STATIC: u16 = 8;
const M: &str = "(IJLjava/lang/StringBuilder;)LR;";
const ZM: &str = "(Ljava/lang/Object;Ljava/lang/StringBuilder;[Ljava/lang/String;)LR;";

struct Generator {
    random: Rng,
    class: ClassWriter,
    code: Vec<u8>,
    handlers: Vec<[u16; 3]>,
    /// Slot of the first parameter: int, object, null, long; three more locals follow: object, null, int.
    first: u8,
}

/// The class `R` with `count` methods `r0`, `r1`, …
pub fn class(seed: u64, count: usize) -> Vec<u8> {
    let mut class = ClassWriter::new("R", 49);
    for (access, name, descriptor) in [
        (STATIC, "s", "LR;"),
        (STATIC, "zs", "LR;"),
        (0, "f", "LR;"),
        (0, "z", "LR;"),
        (0, "a", "[LR;"),
        (0, "za", "[LR;"),
        (0, "ia", "[I"),
        (0, "zi", "[I"),
        (0, "i", "I"),
        (0, "j", "J"),
    ] {
        class.field(PUBLIC | access, name, descriptor);
    }
    let init = class.member(10, "java/lang/Object", "<init>", "()V").to_be_bytes();
    for (access, name, descriptor, code) in [
        (0, "<init>", "()V", &[ALOAD_0, INVOKESPECIAL, init[0], init[1], RETURN][..]),
        (0, "m", M, &[ALOAD_0, ARETURN]),
        (STATIC, "zm", ZM, &[ACONST_NULL, ARETURN]),
        (STATIC, "two", "()I", &[ICONST_2, IRETURN]),
    ] {
        class.method(&MethodParts {
            access: PUBLIC | access,
            name,
            descriptor,
            code,
            handlers: &[],
            variables: &[],
        });
    }
    let random = Rng::with_seed(seed);
    let mut generator = Generator { random, class, code: Vec::new(), handlers: Vec::new(), first: 0 };
    for number in 0..count {
        generator.method(number);
    }
    generator.class.finish()
}

impl Generator {
    fn method(&mut self, number: usize) {
        self.code.clear();
        self.handlers.clear();
        self.first = self.random.usize(..2) as u8;
        // The three further locals; without them there would only be parameters to store to.
        self.emit(&[ALOAD, self.first + 1, ASTORE, self.first + 5]);
        self.emit(&[ACONST_NULL, ASTORE, self.first + 6, ICONST_3, ISTORE, self.first + 7]);
        for _ in 0..self.random.usize(..4) {
            self.statement();
        }
        self.dereference_null();
        let length = self.code.len() as u16;
        let mut variables = Vec::new();
        for variable in 0..self.random.usize(..2) * self.random.usize(..9) {
            let start = self.random.usize(..usize::from(length)) as u16;
            let extent = self.random.usize(..usize::from(length - start)) as u16;
            variables.push((start, extent, format!("v{variable}"), self.random.usize(..9) as u16));
        }
        let access = PUBLIC | if self.first == 0 { STATIC } else { 0 };
        let (name, descriptor) = (format!("r{number}"), "(ILR;LR;J)V");
        let (code, handlers) = (&self.code, &self.handlers);
        let parts = MethodParts { access, name: &name, descriptor, code, handlers, variables: &variables };
        self.class.method(&parts);
    }

    fn emit(&mut self, bytes: &[u8]) {
        self.code.extend(bytes);
    }

    fn indexed(&mut self, opcode: u8, index: u16) {
        self.code.push(opcode);
        self.code.extend(index.to_be_bytes());
    }

    fn field(&mut self, opcode: u8, name: &str, descriptor: &str) {
        let index = self.class.member(9, "R", name, descriptor);
        self.indexed(opcode, index);
    }

    fn call(&mut self, opcode: u8, name: &str, descriptor: &str) {
        let index = self.class.member(10, "R", name, descriptor);
        self.indexed(opcode, index);
    }

    /// Emits a branch whose target is set by [`Generator::land`].
    fn branch(&mut self, opcode: u8) -> usize {
        self.emit(&[opcode, 0, 0]);
        self.code.len() - 3
    }

    fn land(&mut self, branch: usize) {
        let distance = (self.code.len() - branch) as i16;
        self.code[branch + 1..branch + 3].copy_from_slice(&distance.to_be_bytes());
    }

    /// Either of two expressions, chosen at run time.
    fn either(&mut self, one: fn(&mut Self, usize), depth: usize) {
        self.int(depth);
        let other = self.branch(IFEQ);
        one(self, depth);
        let end = self.branch(GOTO);
        self.land(other);
        one(self, depth);
        self.land(end);
    }

    fn statement(&mut self) {
        let start = self.code.len();
        match self.random.usize(..5) {
            0 => {
                self.object(3);
                self.emit(&[ASTORE, self.first + 1 + 4 * (start % 2) as u8]);
            }
            1 => {
                self.null(3);
                self.emit(&[ASTORE, self.first + 2 + 4 * (start % 2) as u8]);
            }
            2 => {
                self.object(3);
                self.emit(&[POP]);
                let end = self.code.len() as u16;
                let past = self.branch(GOTO);
                self.handlers.push([start as u16, end, self.code.len() as u16]);
                self.emit(&[POP]);
                self.statement();
                self.land(past);
            }
            3 => {
                self.int(2);
                let past = self.branch(IFNE);
                self.statement();
                self.land(past);
            }
            // A loop of one iteration: the local 7 after the first becomes 0, then the condition fails.
            _ => {
                self.emit(&[ICONST_0, ISTORE, self.first + 7]);
                let back = self.code.len();
                self.object(2);
                self.emit(&[POP, ILOAD, self.first + 7, IFNE]);
                let distance = back as i16 - (self.code.len() as i16 - 1);
                self.code.extend(distance.to_be_bytes());
            }
        }
    }

    /// Pushes an object.
    fn object(&mut self, depth: usize) {
        let simple = depth == 0;
        match self.random.usize(..if simple { 3 } else { 13 }) {
            0 => self.field(GETSTATIC, "s", "LR;"),
            1 => self.emit(&[ALOAD, self.first + 1]),
            2 => self.emit(if self.first == 1 { &[ALOAD_0] } else { &[ALOAD_1] }),
            3..=5 => {
                self.object(depth - 1);
                self.field(GETFIELD, "f", "LR;");
            }
            6 | 7 => {
                self.object(depth - 1);
                self.field(GETFIELD, "a", "[LR;");
                self.int(depth - 1);
                self.emit(&[AALOAD]);
            }
            8 => {
                self.object(depth - 1);
                self.int(depth - 1);
                self.emit(&[LCONST_1, ACONST_NULL]);
                self.call(INVOKEVIRTUAL, "m", M);
            }
            9 => self.either(Self::object, depth - 1),
            _ => {
                self.object(depth - 1);
                self.noise();
            }
        }
    }

    /// Does something with the reference on top of the stack that leaves it there.
    fn noise(&mut self) {
        match self.random.usize(..7) {
            0 => {
                let class = self.class.class("R");
                self.indexed(CHECKCAST, class);
            }
            1 => self.emit(&[DUP, POP]),
            2 => self.emit(&[ACONST_NULL, SWAP, DUP_X1, POP2]),
            3 => self.emit(&[LCONST_0, POP2, WIDE, ILOAD, 0, self.first, POP]),
            4 => self.emit(&[ICONST_0, ICONST_1, DUP2_X1, POP2, DUP_X2, POP, POP2]),
            5 => self.emit(&[ICONST_0, LCONST_0, DUP2_X2, POP2, POP, DUP_X2, POP, POP2]),
            _ => self.emit(&[FCONST_0, FCONST_1, DUP2, POP2, POP2, NOP]),
        }
    }

    /// Pushes a number from 0 to 9.
    fn int(&mut self, depth: usize) {
        match self.random.usize(..if depth == 0 { 5 } else { 10 }) {
            0 => self.emit(&[ICONST_4]),
            1 => self.emit(&[BIPUSH, 9]),
            2 => self.emit(&[SIPUSH, 0, 8]),
            3 => self.emit(&[ILOAD, self.first]),
            4 => self.call(INVOKESTATIC, "two", "()I"),
            5 => self.emit(&[ILOAD, self.first + 7]),
            6 => {
                self.object(depth - 1);
                self.field(GETFIELD, "i", "I");
            }
            7 | 8 => {
                self.object(depth - 1);
                self.field(GETFIELD, "ia", "[I");
                self.int(depth - 1);
                self.emit(&[IALOAD]);
            }
            _ => {
                self.int(depth - 1);
                self.emit(&[ICONST_0, IADD]);
            }
        }
    }

    /// Pushes null, of type `R`.
    fn null(&mut self, depth: usize) {
        match self.random.usize(..if depth == 0 { 3 } else { 10 }) {
            0 => self.field(GETSTATIC, "zs", "LR;"),
            1 => self.emit(&[ALOAD, self.first + 2]),
            2 => self.emit(&[ACONST_NULL]),
            3 | 4 => {
                self.object(depth - 1);
                self.field(GETFIELD, "z", "LR;");
            }
            5 | 6 => {
                self.object(depth - 1);
                self.field(GETFIELD, "za", "[LR;");
                self.int(depth - 1);
                self.emit(&[AALOAD]);
            }
            7 => {
                self.emit(&[ACONST_NULL, ACONST_NULL, ACONST_NULL]);
                self.call(INVOKESTATIC, "zm", ZM);
            }
            8 => self.either(Self::null, depth - 1),
            _ => {
                self.null(depth - 1);
                self.noise();
            }
        }
    }

    fn dereference_null(&mut self) {
        match self.random.usize(..11) {
            action @ 0..=3 => {
                self.object(4);
                self.field(GETFIELD, "zi", "[I");
                match action {
                    0 => self.emit(&[ICONST_1, IALOAD]),
                    1 => self.emit(&[ICONST_1, ICONST_2, IASTORE]),
                    2 => self.emit(&[ARRAYLENGTH]),
                    _ => self.emit(&[MONITORENTER]),
                }
            }
            4 => {
                self.null(5);
                self.field(GETFIELD, "j", "J");
            }
            5 => {
                self.null(5);
                self.field(GETFIELD, "f", "LR;");
            }
            6 => {
                self.null(5);
                self.int(2);
                self.field(PUTFIELD, "i", "I");
            }
            7 => {
                self.null(5);
                self.emit(&[LCONST_0]);
                self.field(PUTFIELD, "j", "J");
            }
            8 => {
                self.null(5);
                self.emit(&[MONITORENTER]);
            }
            _ => {
                self.null(5);
                self.int(2);
                self.emit(&[LCONST_0, ACONST_NULL]);
                self.call(INVOKEVIRTUAL, "m", M);
            }
        }
        // Never reached, and valid for any stack.
        self.emit(&[RETURN]);
    }
}

/// The class `D`: causes that are created dynamically. `constants` adds those that only newer virtual
/// machines support.
pub fn dynamic(constants: bool) -> Vec<u8> {
    let mut class = ClassWriter::new("D", 55);
    let lookup = "Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;";
    let site = format!("({lookup}Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;");
    let constant = format!("({lookup}Ljava/lang/Class;)Ljava/lang/Object;");
    class.bootstraps =
        vec![class.handle("RunRandom", "nothing", &site), class.handle("RunRandom", "nothing", &constant)];
    let call_site = class.dynamic(18, 0, "c", "(I)LR;").to_be_bytes();
    let null = class.dynamic(17, 1, "n", "LR;").to_be_bytes();
    let kind = class.method_type("()V").to_be_bytes();
    let field = class.member(9, "R", "f", "LR;").to_be_bytes();
    let none = class.member(9, "R", "zs", "LR;").to_be_bytes();
    let get = [GETFIELD, field[0], field[1], RETURN];
    let get_none = [GETSTATIC, none[0], none[1]];
    let mut codes = vec![[&[ICONST_0, INVOKEDYNAMIC, call_site[0], call_site[1], 0, 0][..], &get].concat()];
    if constants {
        codes.push([&get_none[..], &[LDC_W, kind[0], kind[1], POP], &get].concat());
        codes.push([&[LDC_W, null[0], null[1]][..], &get].concat());
        codes.push([&get_none[..], &[LDC_W, null[0], null[1], POP], &get].concat());
    }
    for (number, code) in codes.iter().enumerate() {
        let (name, descriptor) = (format!("r{number}"), "(ILR;LR;J)V");
        let access = PUBLIC | STATIC;
        class.method(&MethodParts { access, name: &name, descriptor, code, handlers: &[], variables: &[] });
    }
    class.finish()
}
