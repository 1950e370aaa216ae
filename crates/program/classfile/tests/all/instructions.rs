//! What `check_code` accepts and rejects, instruction by instruction.

use crate::support;

use classfile::{check_all, instruction_length, parse};
use support::class_builder::ClassBuilder;

/// The constants that instructions of the tests refer to.
struct Indices {
    int: u16,
    long: u16,
    class: u16,
    array: u16,
    field: u16,
    method: u16,
    init: u16,
    interface_method: u16,
    call_site: u16,
    wide_constant: u16,
}

fn class_with_constants() -> (ClassBuilder, Indices) {
    let mut class = ClassBuilder::new();
    let bootstrap = class.member(10, "p/Boot", "link", "()V");
    let handle = class.handle(6, bootstrap);
    let attribute = class.attribute("BootstrapMethods", &[[0, 1], handle.to_be_bytes(), [0, 0]].concat());
    class.attributes.push(attribute);
    let (site, constant) = (class.name_and_type("call", "()V"), class.name_and_type("value", "J"));
    let indices = Indices {
        int: class.constant(vec![3, 0, 0, 0, 1]),
        long: class.constant(vec![5, 0, 0, 0, 0, 0, 0, 0, 1]),
        class: class.class("A"),
        array: class.class("[[I"),
        field: class.member(9, "A", "f", "I"),
        method: class.member(10, "A", "m", "()V"),
        init: class.member(10, "A", "<init>", "()V"),
        interface_method: class.member(11, "A", "i", "(IJ)V"),
        call_site: class.tagged(18, &[0, site]),
        wide_constant: class.tagged(17, &[0, constant]),
    };
    (class, indices)
}

/// The reason for which a method of four local variables is rejected.
fn verdict(code: impl Fn(&Indices) -> Vec<u8>, handlers: &[[u16; 4]]) -> Option<String> {
    let (mut class, indices) = class_with_constants();
    class.static_method(&code(&indices), handlers);
    let class = parse(class.build().into()).expect("only the instructions can be wrong");
    check_all(&class).err().map(|error| error.to_string())
}

#[track_caller]
fn accepts(code: impl Fn(&Indices) -> Vec<u8>) {
    assert_eq!(verdict(code, &[]), None);
}

#[track_caller]
fn refuses(reason: &str, code: impl Fn(&Indices) -> Vec<u8>) {
    let verdict = verdict(code, &[]).unwrap_or_else(|| panic!("accepted; wanted {reason:?}"));
    assert!(verdict.contains(reason), "wanted {reason:?}, got: {verdict}");
}

/// An opcode with an index of a constant, then `return`.
fn with_index(opcode: u8, index: u16, more: &[u8]) -> Vec<u8> {
    let [high, low] = index.to_be_bytes();
    [&[opcode, high, low], more, &[0xB1]].concat()
}

#[test]
fn knows_all_opcodes_and_refuses_the_others() {
    for opcode in 0..=0xFF_u8 {
        let code: Vec<u8> = [opcode].into_iter().chain([0; 40]).collect();
        let is_known = instruction_length(&code, 0).is_some();
        let is_instruction = opcode <= 0xC9 && !matches!(opcode, 0xA8 | 0xA9 | 0xC9);
        assert_eq!(is_known, is_instruction, "{opcode:#04x}");
    }
    refuses("0xca is not an instruction", |_| vec![0xCA, 0xB1]);
    refuses("jsr is not supported", |_| vec![0xA8, 0, 3, 0xB1]);
    refuses("ret is not supported", |_| vec![0xA9, 0, 0xB1]);
    refuses("jsr is not supported", |_| vec![0xC9, 0, 0, 0, 5, 0xB1]);
    refuses("wide ret is not supported", |_| vec![0xC4, 0xA9, 0, 0, 0xB1]);
}

#[test]
fn refuses_instructions_that_are_cut_off_and_code_that_runs_out() {
    for code in [&[0x10][..], &[0x11, 0], &[0xB8, 0], &[0xC8, 0, 0, 0], &[0xC4, 0x15, 0], &[0xC4], &[0x84, 0]]
    {
        refuses("cut off", |_| code.to_vec());
    }
    refuses("run past the end", |_| vec![0]);
    refuses("run past the end", |_| vec![0x03, 0x99, 0xFF, 0xFF]);
    // goto, athrow and the returns end a method.
    for code in [&[0xA7, 0, 0][..], &[0xBF], &[0xAC], &[0xB1], &[0xC8, 0, 0, 0, 0]] {
        accepts(|_| code.to_vec());
    }
}

#[test]
fn branches_lead_to_instructions() {
    accepts(|_| vec![0xA7, 0, 3, 0xB1]);
    accepts(|_| vec![0, 0xA7, 0xFF, 0xFF]);
    for distance in [1, 2, 4, -1, -2, i16::MAX, i16::MIN] {
        let [high, low] = distance.to_be_bytes();
        refuses("where no instruction begins", |_| vec![0xA7, high, low, 0xB1]);
        refuses("where no instruction begins", |_| vec![0xC6, high, low, 0xB1]);
    }
    for distance in [1, 6, -1, i32::MAX, i32::MIN] {
        refuses("where no instruction begins", |_| [&[0xC8], &distance.to_be_bytes()[..], &[0xB1]].concat());
    }
}

#[test]
fn handlers_lie_on_instructions() {
    let code = |_: &Indices| vec![0x10, 1, 0x57, 0xB1];
    assert_eq!(verdict(code, &[[0, 2, 2, 0], [0, 4, 3, 0]]), None);
    for handler in [[1, 3, 2, 0], [0, 1, 2, 0], [0, 2, 1, 0]] {
        let verdict = verdict(code, &[handler]).expect("refused");
        assert!(verdict.contains("no instruction begins there"), "{verdict}");
    }
}

/// `tableswitch` or `lookupswitch` after `pad` bytes of `nop`, with the given numbers, and `return` at the
/// end.
fn switch(opcode: u8, pad: usize, numbers: &[i32]) -> Vec<u8> {
    let mut code = vec![0; pad];
    code.push(opcode);
    code.resize(code.len().next_multiple_of(4), 0);
    code.extend(numbers.iter().flat_map(|number| number.to_be_bytes()));
    code.push(0xB1);
    code
}

#[test]
fn switches_are_as_long_as_the_code_allows_and_lead_to_instructions() {
    for pad in 0..4 {
        let end = |count: i32| (4 - pad as i32 % 4) + count * 4;
        accepts(|_| switch(0xAA, pad, &[end(5), 1, 2, end(5), end(5)]));
        accepts(|_| switch(0xAB, pad, &[end(6), 2, -1, end(6), 7, end(6)]));
        accepts(|_| switch(0xAB, pad, &[end(2), 0]));
        refuses("no instruction begins", |_| switch(0xAA, pad, &[end(5) + 1, 1, 2, end(5), end(5)]));
        refuses("no instruction begins", |_| switch(0xAA, pad, &[end(5), 1, 2, end(5), 1]));
        refuses("no instruction begins", |_| switch(0xAB, pad, &[end(4), 1, 0, 1000]));
    }
    refuses("does not fit", |_| switch(0xAA, 0, &[0, 2, 1]));
    refuses("does not fit", |_| switch(0xAA, 0, &[0, 0, i32::MAX]));
    refuses("does not fit", |_| switch(0xAA, 0, &[0, i32::MIN, i32::MAX]));
    refuses("does not fit", |_| switch(0xAB, 0, &[0, -1]));
    refuses("does not fit", |_| switch(0xAB, 0, &[0, i32::MAX]));
    refuses("not sorted", |_| switch(0xAB, 0, &[0, 2, 5, 0, 5, 0]));
    refuses("not sorted", |_| switch(0xAB, 0, &[0, 2, 5, 0, -5, 0]));
}

#[test]
fn local_variables_exist() {
    accepts(|_| vec![0x15, 3, 0x1D, 0x16, 2, 0x20, 0x84, 3, 1, 0xB1]);
    // The last one's second slot does not exist: lload 3, lload_3, dstore_3, wide lstore 3.
    for code in [&[0x16, 3][..], &[0x21], &[0x4A], &[0xC4, 0x37, 0, 3]] {
        refuses("local variable 3 of 2 slots, but there are 4", |_| [code, &[0xB1]].concat());
    }
    for code in [&[0x15, 4][..], &[0x36, 255], &[0x84, 4, 1], &[0xC4, 0x84, 0, 4, 0, 1], &[0xC4, 0x19, 1, 0]]
    {
        refuses("local variable", |_| [code, &[0xB1]].concat());
    }
    accepts(|_| vec![0xC4, 0x15, 0, 3, 0xC4, 0x84, 0, 3, 1, 0, 0xB1]);
    refuses("wide cannot stand before 0x00", |_| vec![0xC4, 0, 0, 0, 0xB1]);
    refuses("wide cannot stand before 0xc4", |_| vec![0xC4, 0xC4, 0, 0, 0xB1]);
}

#[test]
fn loads_take_constants_of_their_size() {
    accepts(|indices| vec![0x12, indices.int as u8, 0xB1]);
    accepts(|indices| with_index(0x13, indices.class, &[]));
    accepts(|indices| with_index(0x14, indices.long, &[]));
    accepts(|indices| with_index(0x14, indices.wide_constant, &[]));
    refuses("one slot but is Long", |indices| with_index(0x13, indices.long, &[]));
    refuses("one slot but is Dynamic", |indices| with_index(0x13, indices.wide_constant, &[]));
    refuses("two slots but is Integer", |indices| with_index(0x14, indices.int, &[]));
    refuses("one slot but is Methodref", |indices| with_index(0x13, indices.method, &[]));
    refuses("one slot but is nothing", |_| vec![0x12, 0, 0xB1]);
}

#[test]
fn members_are_of_the_kind_that_the_instruction_takes() {
    for opcode in 0xB2..=0xB5 {
        accepts(|indices| with_index(opcode, indices.field, &[]));
        refuses("should be Fieldref but is Methodref", |indices| with_index(opcode, indices.method, &[]));
    }
    for opcode in 0xB6..=0xB8 {
        accepts(|indices| with_index(opcode, indices.method, &[]));
        refuses("but is Fieldref", |indices| with_index(opcode, indices.field, &[]));
    }
    accepts(|indices| with_index(0xB7, indices.init, &[]));
    refuses("only invokespecial calls <init>", |indices| with_index(0xB6, indices.init, &[]));
    refuses("only invokespecial calls <init>", |indices| with_index(0xB8, indices.init, &[]));
    accepts(|indices| with_index(0xB8, indices.interface_method, &[]));
    refuses("but is InterfaceMethodref", |indices| with_index(0xB6, indices.interface_method, &[]));
    accepts(|indices| with_index(0xB9, indices.interface_method, &[4, 0]));
    refuses("count 3 for 4 slots", |indices| with_index(0xB9, indices.interface_method, &[3, 0]));
    refuses("invokeinterface with count", |indices| with_index(0xB9, indices.interface_method, &[4, 1]));
    refuses("but is Methodref", |indices| with_index(0xB9, indices.method, &[1, 0]));
    accepts(|indices| with_index(0xBA, indices.call_site, &[0, 0]));
    refuses("two zeros", |indices| with_index(0xBA, indices.call_site, &[0, 1]));
    refuses("but is Methodref", |indices| with_index(0xBA, indices.method, &[0, 0]));
}

#[test]
fn static_calls_of_interface_methods_come_with_version_52() {
    let (mut class, indices) = class_with_constants();
    class.major = 51;
    // Version 51 has no dynamic constants, which the other tests need.
    class.constants.truncate(usize::from(indices.call_site) + 1);
    class.static_method(&with_index(0xB8, indices.interface_method, &[]), &[]);
    let class = parse(class.build().into()).expect("well formed but for the instructions");
    assert!(check_all(&class).unwrap_err().reason.contains("but is InterfaceMethodref"));
}

#[test]
fn classes_and_arrays_are_of_the_kind_that_the_instruction_takes() {
    for opcode in [0xBB, 0xBD, 0xC0, 0xC1] {
        accepts(|indices| with_index(opcode, indices.class, &[]));
        refuses("should be Class but is Integer", |indices| with_index(opcode, indices.int, &[]));
    }
    refuses("new cannot make an array", |indices| with_index(0xBB, indices.array, &[]));
    accepts(|indices| with_index(0xBD, indices.array, &[]));
    accepts(|indices| with_index(0xC5, indices.array, &[2]));
    refuses("multianewarray of 3 dimensions", |indices| with_index(0xC5, indices.array, &[3]));
    refuses("multianewarray of 0 dimensions", |indices| with_index(0xC5, indices.array, &[0]));
    for code in 4..=11 {
        accepts(|_| vec![0xBC, code, 0xB1]);
    }
    for code in [0, 3, 12, 255] {
        refuses("is not a primitive type", |_| vec![0xBC, code, 0xB1]);
    }
}

#[test]
fn an_error_names_class_method_pc_and_offset() {
    let (mut class, _) = class_with_constants();
    class.static_method(&[0, 0xCA], &[]);
    let bytes = class.build();
    let class = parse(bytes.clone().into()).unwrap();
    let error = check_all(&class).unwrap_err();
    assert_eq!(bytes[error.offset], 0xCA);
    assert!(error.to_string().starts_with("class p/Foo: offset "), "{error}");
    assert!(error.reason.starts_with("method \"f()V\", pc 1: "), "{error}");
}
