//! The opcodes of JVMS §6.5 as one flat table: number, mnemonic, operand format and effect on the operand
//! stack.
//!
//! Promises: `TABLE[n]` describes opcode `n`, for every opcode that a class file may contain (0..=201); the
//! numbers above (breakpoint, the reserved ones) are not opcodes here.
//!
//! The effect is text, `popped>pushed`, deepest slot first, a letter per value: `I F J D A` for int, float,
//! long, double and reference. Effects that move slots regardless of their contents use the lower-case
//! letters `d c b a` for the slots (`a` is the top), with a dot before every slot that must not be the second
//! half of a long or double. `?` means that the effect depends on the constant pool (see `effect`).

/// How the bytes after an opcode are decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// No operands.
    Plain,
    /// A signed byte.
    Byte,
    /// A signed 16-bit number.
    Short,
    /// A local that is read: one byte, two after `wide`.
    Load,
    /// A local that is written: one byte, two after `wide`.
    Store,
    /// A local that is read, implied by the opcode.
    LoadN(u8),
    /// A local that is written, implied by the opcode.
    StoreN(u8),
    /// A local and a signed number, one byte each, two after `wide`.
    Increment,
    /// A one-byte index into the constant pool.
    PoolByte,
    /// A two-byte index into the constant pool.
    Pool,
    /// A signed 16-bit distance.
    Branch,
    /// A signed 32-bit distance.
    BranchWide,
    /// Padding, default, low, high, distances.
    TableSwitch,
    /// Padding, default, count, pairs of key and distance.
    LookupSwitch,
    /// Pool index, argument slots, zero.
    InvokeInterface,
    /// Pool index, two zeros.
    InvokeDynamic,
    /// The code of a primitive type.
    NewArray,
    /// Pool index, dimensions.
    MultiNewArray,
    /// The prefix that widens the next opcode.
    Wide,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opcode {
    pub(crate) mnemonic: &'static str,
    pub(crate) format: Format,
    pub(crate) effect: &'static str,
}

macro_rules! opcodes {
    ($($number:literal $name:ident $text:literal $format:ident $(($slot:literal))? $effect:literal;)*) => {
        $(
            #[doc = concat!("`", $text, "`")]
            pub const $name: u8 = $number;
        )*
        /// The table: opcode `n` at index `n`.
        pub(crate) static TABLE: [Opcode; 202] = [
            $(Opcode { mnemonic: $text, format: Format::$format $(($slot))?, effect: $effect },)*
        ];
    };
}

opcodes! {
    0x00 NOP "nop" Plain ">";
    0x01 ACONST_NULL "aconst_null" Plain ">A";
    0x02 ICONST_M1 "iconst_m1" Plain ">I";
    0x03 ICONST_0 "iconst_0" Plain ">I";
    0x04 ICONST_1 "iconst_1" Plain ">I";
    0x05 ICONST_2 "iconst_2" Plain ">I";
    0x06 ICONST_3 "iconst_3" Plain ">I";
    0x07 ICONST_4 "iconst_4" Plain ">I";
    0x08 ICONST_5 "iconst_5" Plain ">I";
    0x09 LCONST_0 "lconst_0" Plain ">J";
    0x0a LCONST_1 "lconst_1" Plain ">J";
    0x0b FCONST_0 "fconst_0" Plain ">F";
    0x0c FCONST_1 "fconst_1" Plain ">F";
    0x0d FCONST_2 "fconst_2" Plain ">F";
    0x0e DCONST_0 "dconst_0" Plain ">D";
    0x0f DCONST_1 "dconst_1" Plain ">D";
    0x10 BIPUSH "bipush" Byte ">I";
    0x11 SIPUSH "sipush" Short ">I";
    0x12 LDC "ldc" PoolByte "?";
    0x13 LDC_W "ldc_w" Pool "?";
    0x14 LDC2_W "ldc2_w" Pool "?";
    0x15 ILOAD "iload" Load ">I";
    0x16 LLOAD "lload" Load ">J";
    0x17 FLOAD "fload" Load ">F";
    0x18 DLOAD "dload" Load ">D";
    0x19 ALOAD "aload" Load ">A";
    0x1a ILOAD_0 "iload_0" LoadN(0) ">I";
    0x1b ILOAD_1 "iload_1" LoadN(1) ">I";
    0x1c ILOAD_2 "iload_2" LoadN(2) ">I";
    0x1d ILOAD_3 "iload_3" LoadN(3) ">I";
    0x1e LLOAD_0 "lload_0" LoadN(0) ">J";
    0x1f LLOAD_1 "lload_1" LoadN(1) ">J";
    0x20 LLOAD_2 "lload_2" LoadN(2) ">J";
    0x21 LLOAD_3 "lload_3" LoadN(3) ">J";
    0x22 FLOAD_0 "fload_0" LoadN(0) ">F";
    0x23 FLOAD_1 "fload_1" LoadN(1) ">F";
    0x24 FLOAD_2 "fload_2" LoadN(2) ">F";
    0x25 FLOAD_3 "fload_3" LoadN(3) ">F";
    0x26 DLOAD_0 "dload_0" LoadN(0) ">D";
    0x27 DLOAD_1 "dload_1" LoadN(1) ">D";
    0x28 DLOAD_2 "dload_2" LoadN(2) ">D";
    0x29 DLOAD_3 "dload_3" LoadN(3) ">D";
    0x2a ALOAD_0 "aload_0" LoadN(0) ">A";
    0x2b ALOAD_1 "aload_1" LoadN(1) ">A";
    0x2c ALOAD_2 "aload_2" LoadN(2) ">A";
    0x2d ALOAD_3 "aload_3" LoadN(3) ">A";
    0x2e IALOAD "iaload" Plain "AI>I";
    0x2f LALOAD "laload" Plain "AI>J";
    0x30 FALOAD "faload" Plain "AI>F";
    0x31 DALOAD "daload" Plain "AI>D";
    0x32 AALOAD "aaload" Plain "AI>A";
    0x33 BALOAD "baload" Plain "AI>I";
    0x34 CALOAD "caload" Plain "AI>I";
    0x35 SALOAD "saload" Plain "AI>I";
    0x36 ISTORE "istore" Store "I>";
    0x37 LSTORE "lstore" Store "J>";
    0x38 FSTORE "fstore" Store "F>";
    0x39 DSTORE "dstore" Store "D>";
    0x3a ASTORE "astore" Store "A>";
    0x3b ISTORE_0 "istore_0" StoreN(0) "I>";
    0x3c ISTORE_1 "istore_1" StoreN(1) "I>";
    0x3d ISTORE_2 "istore_2" StoreN(2) "I>";
    0x3e ISTORE_3 "istore_3" StoreN(3) "I>";
    0x3f LSTORE_0 "lstore_0" StoreN(0) "J>";
    0x40 LSTORE_1 "lstore_1" StoreN(1) "J>";
    0x41 LSTORE_2 "lstore_2" StoreN(2) "J>";
    0x42 LSTORE_3 "lstore_3" StoreN(3) "J>";
    0x43 FSTORE_0 "fstore_0" StoreN(0) "F>";
    0x44 FSTORE_1 "fstore_1" StoreN(1) "F>";
    0x45 FSTORE_2 "fstore_2" StoreN(2) "F>";
    0x46 FSTORE_3 "fstore_3" StoreN(3) "F>";
    0x47 DSTORE_0 "dstore_0" StoreN(0) "D>";
    0x48 DSTORE_1 "dstore_1" StoreN(1) "D>";
    0x49 DSTORE_2 "dstore_2" StoreN(2) "D>";
    0x4a DSTORE_3 "dstore_3" StoreN(3) "D>";
    0x4b ASTORE_0 "astore_0" StoreN(0) "A>";
    0x4c ASTORE_1 "astore_1" StoreN(1) "A>";
    0x4d ASTORE_2 "astore_2" StoreN(2) "A>";
    0x4e ASTORE_3 "astore_3" StoreN(3) "A>";
    0x4f IASTORE "iastore" Plain "AII>";
    0x50 LASTORE "lastore" Plain "AIJ>";
    0x51 FASTORE "fastore" Plain "AIF>";
    0x52 DASTORE "dastore" Plain "AID>";
    0x53 AASTORE "aastore" Plain "AIA>";
    0x54 BASTORE "bastore" Plain "AII>";
    0x55 CASTORE "castore" Plain "AII>";
    0x56 SASTORE "sastore" Plain "AII>";
    0x57 POP "pop" Plain ".a>";
    0x58 POP2 "pop2" Plain ".ba>";
    0x59 DUP "dup" Plain ".a>aa";
    0x5a DUP_X1 "dup_x1" Plain ".b.a>aba";
    0x5b DUP_X2 "dup_x2" Plain ".cb.a>acba";
    0x5c DUP2 "dup2" Plain ".ba>baba";
    0x5d DUP2_X1 "dup2_x1" Plain ".c.ba>bacba";
    0x5e DUP2_X2 "dup2_x2" Plain ".dc.ba>badcba";
    0x5f SWAP "swap" Plain ".b.a>ab";
    0x60 IADD "iadd" Plain "II>I";
    0x61 LADD "ladd" Plain "JJ>J";
    0x62 FADD "fadd" Plain "FF>F";
    0x63 DADD "dadd" Plain "DD>D";
    0x64 ISUB "isub" Plain "II>I";
    0x65 LSUB "lsub" Plain "JJ>J";
    0x66 FSUB "fsub" Plain "FF>F";
    0x67 DSUB "dsub" Plain "DD>D";
    0x68 IMUL "imul" Plain "II>I";
    0x69 LMUL "lmul" Plain "JJ>J";
    0x6a FMUL "fmul" Plain "FF>F";
    0x6b DMUL "dmul" Plain "DD>D";
    0x6c IDIV "idiv" Plain "II>I";
    0x6d LDIV "ldiv" Plain "JJ>J";
    0x6e FDIV "fdiv" Plain "FF>F";
    0x6f DDIV "ddiv" Plain "DD>D";
    0x70 IREM "irem" Plain "II>I";
    0x71 LREM "lrem" Plain "JJ>J";
    0x72 FREM "frem" Plain "FF>F";
    0x73 DREM "drem" Plain "DD>D";
    0x74 INEG "ineg" Plain "I>I";
    0x75 LNEG "lneg" Plain "J>J";
    0x76 FNEG "fneg" Plain "F>F";
    0x77 DNEG "dneg" Plain "D>D";
    0x78 ISHL "ishl" Plain "II>I";
    0x79 LSHL "lshl" Plain "JI>J";
    0x7a ISHR "ishr" Plain "II>I";
    0x7b LSHR "lshr" Plain "JI>J";
    0x7c IUSHR "iushr" Plain "II>I";
    0x7d LUSHR "lushr" Plain "JI>J";
    0x7e IAND "iand" Plain "II>I";
    0x7f LAND "land" Plain "JJ>J";
    0x80 IOR "ior" Plain "II>I";
    0x81 LOR "lor" Plain "JJ>J";
    0x82 IXOR "ixor" Plain "II>I";
    0x83 LXOR "lxor" Plain "JJ>J";
    0x84 IINC "iinc" Increment ">";
    0x85 I2L "i2l" Plain "I>J";
    0x86 I2F "i2f" Plain "I>F";
    0x87 I2D "i2d" Plain "I>D";
    0x88 L2I "l2i" Plain "J>I";
    0x89 L2F "l2f" Plain "J>F";
    0x8a L2D "l2d" Plain "J>D";
    0x8b F2I "f2i" Plain "F>I";
    0x8c F2L "f2l" Plain "F>J";
    0x8d F2D "f2d" Plain "F>D";
    0x8e D2I "d2i" Plain "D>I";
    0x8f D2L "d2l" Plain "D>J";
    0x90 D2F "d2f" Plain "D>F";
    0x91 I2B "i2b" Plain "I>I";
    0x92 I2C "i2c" Plain "I>I";
    0x93 I2S "i2s" Plain "I>I";
    0x94 LCMP "lcmp" Plain "JJ>I";
    0x95 FCMPL "fcmpl" Plain "FF>I";
    0x96 FCMPG "fcmpg" Plain "FF>I";
    0x97 DCMPL "dcmpl" Plain "DD>I";
    0x98 DCMPG "dcmpg" Plain "DD>I";
    0x99 IFEQ "ifeq" Branch "I>";
    0x9a IFNE "ifne" Branch "I>";
    0x9b IFLT "iflt" Branch "I>";
    0x9c IFGE "ifge" Branch "I>";
    0x9d IFGT "ifgt" Branch "I>";
    0x9e IFLE "ifle" Branch "I>";
    0x9f IF_ICMPEQ "if_icmpeq" Branch "II>";
    0xa0 IF_ICMPNE "if_icmpne" Branch "II>";
    0xa1 IF_ICMPLT "if_icmplt" Branch "II>";
    0xa2 IF_ICMPGE "if_icmpge" Branch "II>";
    0xa3 IF_ICMPGT "if_icmpgt" Branch "II>";
    0xa4 IF_ICMPLE "if_icmple" Branch "II>";
    0xa5 IF_ACMPEQ "if_acmpeq" Branch "AA>";
    0xa6 IF_ACMPNE "if_acmpne" Branch "AA>";
    0xa7 GOTO "goto" Branch ">";
    0xa8 JSR "jsr" Branch "?";
    0xa9 RET "ret" Load ">";
    0xaa TABLESWITCH "tableswitch" TableSwitch "I>";
    0xab LOOKUPSWITCH "lookupswitch" LookupSwitch "I>";
    0xac IRETURN "ireturn" Plain "I>";
    0xad LRETURN "lreturn" Plain "J>";
    0xae FRETURN "freturn" Plain "F>";
    0xaf DRETURN "dreturn" Plain "D>";
    0xb0 ARETURN "areturn" Plain "A>";
    0xb1 RETURN "return" Plain ">";
    0xb2 GETSTATIC "getstatic" Pool "?";
    0xb3 PUTSTATIC "putstatic" Pool "?";
    0xb4 GETFIELD "getfield" Pool "?";
    0xb5 PUTFIELD "putfield" Pool "?";
    0xb6 INVOKEVIRTUAL "invokevirtual" Pool "?";
    0xb7 INVOKESPECIAL "invokespecial" Pool "?";
    0xb8 INVOKESTATIC "invokestatic" Pool "?";
    0xb9 INVOKEINTERFACE "invokeinterface" InvokeInterface "?";
    0xba INVOKEDYNAMIC "invokedynamic" InvokeDynamic "?";
    0xbb NEW "new" Pool ">A";
    0xbc NEWARRAY "newarray" NewArray "I>A";
    0xbd ANEWARRAY "anewarray" Pool "I>A";
    0xbe ARRAYLENGTH "arraylength" Plain "A>I";
    0xbf ATHROW "athrow" Plain "A>";
    0xc0 CHECKCAST "checkcast" Pool "A>A";
    0xc1 INSTANCEOF "instanceof" Pool "A>I";
    0xc2 MONITORENTER "monitorenter" Plain "A>";
    0xc3 MONITOREXIT "monitorexit" Plain "A>";
    0xc4 WIDE "wide" Wide "?";
    0xc5 MULTIANEWARRAY "multianewarray" MultiNewArray "?";
    0xc6 IFNULL "ifnull" Branch "A>";
    0xc7 IFNONNULL "ifnonnull" Branch "A>";
    0xc8 GOTO_W "goto_w" BranchWide ">";
    0xc9 JSR_W "jsr_w" BranchWide "?";
}

/// The row of `opcode`, if it is valid.
pub(crate) fn row(opcode: u8) -> Option<&'static Opcode> {
    TABLE.get(usize::from(opcode))
}

/// The name of `opcode` in JVMS §6.5, if it is valid.
#[must_use]
pub fn mnemonic(opcode: u8) -> Option<&'static str> {
    row(opcode).map(|row| row.mnemonic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_agree_with_the_specification_at_the_seams_of_the_table() {
        for (opcode, name) in [
            (NOP, "nop"),
            (0x12, "ldc"),
            (0x1a, "iload_0"),
            (0x2e, "iaload"),
            (0x36, "istore"),
            (0x4f, "iastore"),
            (0x57, "pop"),
            (0x5f, "swap"),
            (0x74, "ineg"),
            (0x84, "iinc"),
            (0x94, "lcmp"),
            (0xa7, "goto"),
            (0xb1, "return"),
            (0xba, "invokedynamic"),
            (0xc5, "multianewarray"),
            (JSR_W, "jsr_w"),
        ] {
            assert_eq!(mnemonic(opcode), Some(name));
        }
        assert_eq!(mnemonic(0xca), None);
    }
}
