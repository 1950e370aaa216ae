//! Messages for null pointers that can be verified without a real virtual machine.

use bytecode::npe;
use bytecode::opcode::*;
use classfile::ClassFile;

use crate::common::method;

fn describe(max_locals: u16, code: &[u8], offset: usize) -> Option<String> {
    npe::describe(&ClassFile::default(), &method("([[I)V", 1000, max_locals, code), offset as u16)
}

#[test]
fn only_instructions_that_dereference_have_a_message() {
    let code = [ALOAD_0, ARRAYLENGTH, POP, RETURN];
    assert_eq!(
        describe(1, &code, 1).as_deref(),
        Some("Cannot read the array length because \"<parameter1>\" is null")
    );
    assert!([0, 2, 3, 4, 9].iter().all(|&offset| describe(1, &code, offset).is_none()));
}

#[test]
fn code_that_cannot_be_reached_has_a_message_without_cause() {
    let code = [RETURN, ALOAD_0, ARRAYLENGTH, POP, RETURN];
    assert_eq!(describe(1, &code, 2).as_deref(), Some("Cannot read the array length"));
}

#[test]
fn frames_that_construct_for_reflection_have_no_message() {
    let m = method("([[I)V", 1, 1, &[ALOAD_0, ARRAYLENGTH, POP, RETURN]);
    let class = ClassFile {
        name: "jdk/internal/reflect/NativeConstructorAccessorImpl".into(),
        ..ClassFile::default()
    };
    assert_eq!(npe::describe(&class, &m, 1), None);
}

#[test]
fn an_expression_that_doubles_with_every_index_ends_without_a_message() {
    // i becomes a[i][i], again and again.
    let mut code = vec![ICONST_0];
    for _ in 0..300 {
        code.extend([DUP, ALOAD_0, SWAP, AALOAD, SWAP, IALOAD]);
    }
    code.extend([ALOAD_0, SWAP, AALOAD]);
    let offset = code.len();
    code.extend([ARRAYLENGTH, POP, RETURN]);
    assert_eq!(describe(1, &code, offset), None);
}

#[test]
fn indices_nested_without_end_are_cut_off() {
    // i becomes b[i], again and again, with all arrays pushed first.
    let mut code = vec![ALOAD_0; 900];
    code.push(ICONST_0);
    code.extend([IALOAD; 899]);
    code.push(AALOAD);
    let offset = code.len();
    code.extend([ARRAYLENGTH, POP, RETURN]);
    let message = describe(1, &code, offset).expect("a message");
    assert!(
        message.starts_with("Cannot read the array length because \"<parameter1>[<parameter1>[<parameter1>[")
    );
    assert!(message.contains("[...]]]") && message.ends_with("]\" is null"), "{message}");
}

#[test]
fn code_in_backward_order_does_not_take_forever() {
    // Every goto jumps to the one before it; the first jump goes to the last.
    let mut code = vec![GOTO, 0, 0];
    let first = code.len();
    code.extend([ALOAD_0, ARRAYLENGTH, RETURN]);
    code.extend([GOTO, 0xff, 0xfd]);
    while code.len() < 32_000 {
        code.extend([GOTO, 0xff, 0xfd]);
    }
    let distance = (code.len() - 3) as u16;
    code[1..3].copy_from_slice(&distance.to_be_bytes());
    assert_eq!(describe(1, &code, first + 1).as_deref(), Some("Cannot read the array length"));
}
