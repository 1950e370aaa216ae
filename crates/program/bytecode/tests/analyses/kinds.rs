//! What the analysis of kinds computes, and what it rejects.

use crate::common::{PoolBuilder, handled, method};
use bytecode::insn::InsnFault;
use bytecode::kinds::{FrameKinds, Kind, KindError, Reason, analyse};
use bytecode::opcode::*;
use classfile::{Method, Pool};

use Kind::{Double, Float, Int, Long, Ref, Top2, Unusable};

fn refusal(pool: &Pool, method: &Method) -> KindError {
    analyse(pool, method).expect_err("the method must be refused")
}

/// The rejection of a method without constants.
fn refused(descriptor: &str, max_stack: u16, max_locals: u16, code: &[u8]) -> (u16, Reason) {
    let KindError { offset, reason } =
        refusal(&Pool::default(), &method(descriptor, max_stack, max_locals, code));
    (offset, reason)
}

fn frame(locals: &[Kind], stack: &[Kind]) -> Option<FrameKinds> {
    Some(FrameKinds { locals: locals.to_vec(), stack: stack.to_vec() })
}

#[test]
fn arguments_take_their_slots_and_instances_have_a_receiver() {
    let mut m = method("(JLA;FD)V", 0, 8, &[RETURN]);
    let kinds = analyse(&Pool::default(), &m).unwrap();
    assert_eq!(kinds.at(0), frame(&[Long, Top2, Ref, Float, Double, Top2, Unusable, Unusable], &[]));
    m.access = 0;
    let kinds = analyse(&Pool::default(), &m).unwrap();
    assert_eq!(kinds.at(0), frame(&[Ref, Long, Top2, Ref, Float, Double, Top2, Unusable], &[]));
}

#[test]
fn every_instruction_of_a_block_has_its_own_state_and_no_other_offset_has_one() {
    // 0 lload_0; 1 dup2; 2 lstore_2; 3 l2i; 4 istore 1; 6 return
    let m = method("(J)V", 4, 4, &[LLOAD_0, DUP2, LSTORE_2, L2I, ISTORE, 1, RETURN]);
    let kinds = analyse(&Pool::default(), &m).unwrap();
    let start = [Long, Top2, Unusable, Unusable];
    assert_eq!(kinds.at(1), frame(&start, &[Long, Top2]));
    assert_eq!(kinds.at(2), frame(&start, &[Long, Top2, Long, Top2]));
    assert_eq!(kinds.at(3), frame(&[Long, Top2, Long, Top2], &[Long, Top2]));
    assert_eq!(kinds.at(4), frame(&[Long, Top2, Long, Top2], &[Int]));
    // The store to local 1 splits the long in local 0.
    assert_eq!(kinds.at(6), frame(&[Unusable, Int, Long, Top2], &[]));
    assert_eq!((kinds.at(5), kinds.at(7)), (None, None));
}

#[test]
fn a_store_over_the_first_half_of_a_double_makes_the_second_unusable() {
    // lstore_0 over [.., double at 1..3]; then dload_1 must fail
    let code = [DCONST_0, DSTORE_1, LCONST_0, LSTORE_0, DLOAD_1, DRETURN];
    let wrong = Reason::WrongLocal { local: 1, expected: Double, found: Top2 };
    assert_eq!(refused("()D", 2, 3, &code), (4, wrong));
    let m = method("()V", 2, 3, &[DCONST_0, DSTORE_1, LCONST_0, LSTORE_0, RETURN]);
    assert_eq!(analyse(&Pool::default(), &m).unwrap().at(4), frame(&[Long, Top2, Unusable], &[]));
}

#[test]
fn code_that_cannot_be_reached_has_no_state() {
    let m = method("()V", 1, 0, &[RETURN, NOP, ICONST_0, POP, RETURN]);
    let kinds = analyse(&Pool::default(), &m).unwrap();
    assert!(kinds.at(0).is_some());
    assert!((1..6).all(|offset| kinds.at(offset).is_none()));
}

#[test]
fn locals_that_differ_where_ways_meet_become_unusable_and_stay_so_around_a_loop() {
    // 0 iconst_0; 1 istore_1; 2 iload_0; 3 ifeq 13; 6 aconst_null; 7 astore_1; 8 goto 2; 11 nop nop; 13
    // return
    let code =
        [ICONST_0, ISTORE_1, ILOAD_0, IFEQ, 0, 10, ACONST_NULL, ASTORE_1, GOTO, 0xff, 0xfa, NOP, NOP, RETURN];
    let kinds = analyse(&Pool::default(), &method("(I)V", 1, 2, &code)).unwrap();
    assert_eq!(kinds.at(1), frame(&[Int, Unusable], &[Int]));
    assert_eq!(kinds.at(2), frame(&[Int, Unusable], &[]));
    assert_eq!(kinds.at(8), frame(&[Int, Ref], &[]));
    assert_eq!(kinds.at(13), frame(&[Int, Unusable], &[]));
}

#[test]
fn a_long_that_meets_a_double_leaves_no_half_behind() {
    // 0 iload_0; 1 ifeq 9; 4 lconst_0; 5 lstore_1; 6 goto 11; 9 dconst_0; 10 dstore_1; 11 return
    let code = [ILOAD_0, IFEQ, 0, 8, LCONST_0, LSTORE_1, GOTO, 0, 5, DCONST_0, DSTORE_1, RETURN];
    let kinds = analyse(&Pool::default(), &method("(I)V", 2, 3, &code)).unwrap();
    assert_eq!(kinds.at(11), frame(&[Int, Unusable, Unusable], &[]));
}

#[test]
fn a_handler_sees_the_locals_of_every_instruction_it_covers_but_not_of_the_store_before_its_end() {
    // 0 iconst_0; 1 istore_0; 2 aconst_null; 3 astore_0; 4 fconst_0; 5 fstore_1; 6 return; 7 athrow
    let code = [ICONST_0, ISTORE_0, ACONST_NULL, ASTORE_0, FCONST_0, FSTORE_1, RETURN, ATHROW];
    let at_handler = |start, end| {
        let m = handled(method("()V", 1, 2, &code), start, end, 7);
        analyse(&Pool::default(), &m).unwrap().at(7)
    };
    assert_eq!(at_handler(2, 3), frame(&[Int, Unusable], &[Ref]));
    assert_eq!(at_handler(2, 4), frame(&[Int, Unusable], &[Ref]));
    assert_eq!(at_handler(2, 5), frame(&[Unusable, Unusable], &[Ref]));
    assert_eq!(at_handler(4, 6), frame(&[Ref, Unusable], &[Ref]));
    assert_eq!(at_handler(6, 7), frame(&[Ref, Float], &[Ref]));
}

#[test]
fn long_blocks_are_cut_and_still_replayed_rightly() {
    let mut code = Vec::new();
    for _ in 0..200 {
        code.extend([ICONST_0, ISTORE_0, ACONST_NULL, ASTORE_0]);
    }
    code.push(RETURN);
    let kinds = analyse(&Pool::default(), &method("()V", 1, 1, &code)).unwrap();
    for round in 1..200 {
        assert_eq!(kinds.at(4 * round), frame(&[Ref], &[]));
        assert_eq!(kinds.at(4 * round + 1), frame(&[Ref], &[Int]));
        assert_eq!(kinds.at(4 * round + 2), frame(&[Int], &[]));
        assert_eq!(kinds.at(4 * round + 3), frame(&[Int], &[Ref]));
    }
}

#[test]
fn stack_underflow_and_overflow_are_refused_where_they_happen() {
    assert_eq!(refused("()V", 2, 0, &[ICONST_0, IADD, RETURN]), (1, Reason::StackUnderflow));
    assert_eq!(refused("()V", 2, 0, &[ICONST_0, DUP_X1, RETURN]), (1, Reason::StackUnderflow));
    assert_eq!(refused("()V", 1, 0, &[ICONST_0, DUP, RETURN]), (1, Reason::StackOverflow));
    assert_eq!(refused("()V", 1, 0, &[LCONST_0, RETURN]), (0, Reason::StackOverflow));
    let m = handled(method("()V", 0, 0, &[NOP, RETURN, RETURN]), 0, 1, 2);
    assert_eq!(refusal(&Pool::default(), &m).reason, Reason::StackOverflow);
}

#[test]
fn operands_of_the_wrong_kind_are_refused() {
    let wrong = |expected, found| Reason::WrongOperand { expected, found };
    let refused = |code: &[u8]| refused("()V", 4, 0, code).1;
    assert_eq!(refused(&[ACONST_NULL, ICONST_0, IADD, RETURN]), wrong(Int, Ref));
    assert_eq!(refused(&[ICONST_0, FCONST_0, FADD, RETURN]), wrong(Float, Int));
    assert_eq!(refused(&[LCONST_0, D2I, RETURN]), wrong(Double, Long));
    assert_eq!(refused(&[ICONST_0, ARRAYLENGTH, RETURN]), wrong(Ref, Int));
    assert_eq!(refused(&[ICONST_0, LCONST_0, LSHL, RETURN]), wrong(Long, Int));
    assert_eq!(refused(&[ICONST_0, IFNULL, 0, 3, RETURN]), wrong(Ref, Int));
    assert_eq!(refused(&[LCONST_0, POP, RETURN]), Reason::SplitsWide);
    assert_eq!(refused(&[ICONST_0, LCONST_0, SWAP, RETURN]), Reason::SplitsWide);
}

#[test]
fn arguments_receivers_and_fields_are_checked_against_their_descriptors() {
    let mut pool = PoolBuilder::default();
    let takes = pool.member(10, "A", "m", "(IJ)F") as u8;
    let object_field = pool.member(9, "A", "f", "LA;") as u8;
    let long_field = pool.member(9, "A", "g", "J") as u8;
    let interface = pool.member(11, "I", "m", "(J)V") as u8;
    let pool = pool.build();
    let check = |code: &[u8]| analyse(&pool, &method("()V", 6, 1, code)).map(|_| ()).map_err(|e| e.reason);
    let wrong = |expected, found| Err(Reason::WrongOperand { expected, found });

    assert_eq!(check(&[ACONST_NULL, ICONST_0, LCONST_0, INVOKEVIRTUAL, 0, takes, FSTORE_0, RETURN]), Ok(()));
    assert_eq!(check(&[ICONST_0, LCONST_0, INVOKESTATIC, 0, takes, FSTORE_0, RETURN]), Ok(()));
    assert_eq!(check(&[ICONST_0, LCONST_0, INVOKESTATIC, 0, takes, ISTORE_0, RETURN]), wrong(Int, Float));
    assert_eq!(check(&[ICONST_0, DCONST_0, INVOKESTATIC, 0, takes, POP, RETURN]), wrong(Long, Double));
    assert_eq!(
        check(
            &[ICONST_0; 1]
                .iter()
                .chain(&[ICONST_0, LCONST_0, INVOKEVIRTUAL, 0, takes, POP, RETURN])
                .copied()
                .collect::<Vec<_>>()
        ),
        wrong(Ref, Int)
    );
    assert_eq!(check(&[LCONST_0, INVOKESTATIC, 0, takes, POP, RETURN]), Err(Reason::StackUnderflow));
    assert_eq!(check(&[ACONST_NULL, GETFIELD, 0, object_field, ARRAYLENGTH, POP, RETURN]), Ok(()));
    assert_eq!(check(&[LCONST_0, PUTSTATIC, 0, object_field, RETURN]), wrong(Ref, Top2));
    assert_eq!(check(&[ACONST_NULL, LCONST_0, PUTFIELD, 0, long_field, RETURN]), Ok(()));
    assert_eq!(check(&[LCONST_0, PUTFIELD, 0, long_field, RETURN]), Err(Reason::StackUnderflow));
    assert_eq!(check(&[ACONST_NULL, LCONST_0, INVOKEINTERFACE, 0, interface, 3, 0, RETURN]), Ok(()));
    let miscounted = check(&[ACONST_NULL, LCONST_0, INVOKEINTERFACE, 0, interface, 2, 0, RETURN]);
    assert_eq!(miscounted, Err(Reason::ArgumentSlots(3)));
}

#[test]
fn constants_must_be_of_a_sort_that_the_instruction_can_use() {
    let mut pool = PoolBuilder::default();
    let field = pool.member(9, "A", "f", "I") as u8;
    let call = pool.member(10, "A", "m", "()V") as u8;
    let interface = pool.member(11, "A", "m", "()V") as u8;
    let init = pool.member(10, "A", "<init>", "()V") as u8;
    let array = pool.class("[[I") as u8;
    let integer = pool.integer(1) as u8;
    let long = pool.long(1) as u8;
    let pool = pool.build();
    let check = |code: &[u8]| analyse(&pool, &method("()V", 4, 0, code)).map(|_| ()).map_err(|e| e.reason);
    let wrong = |index: u8| Err(Reason::WrongConstant(u16::from(index)));

    assert_eq!(check(&[LDC, integer, POP, LDC2_W, 0, long, POP2, LDC, array, POP, RETURN]), Ok(()));
    assert_eq!(check(&[LDC, long, RETURN]), wrong(long));
    assert_eq!(check(&[LDC2_W, 0, integer, RETURN]), wrong(integer));
    assert_eq!(check(&[LDC, field, RETURN]), wrong(field));
    assert_eq!(check(&[LDC, 200, RETURN]), wrong(200));
    assert_eq!(check(&[GETSTATIC, 0, call, RETURN]), wrong(call));
    assert_eq!(check(&[INVOKESTATIC, 0, field, RETURN]), wrong(field));
    assert_eq!(check(&[INVOKESTATIC, 0, interface, RETURN]), Ok(()));
    assert_eq!(check(&[ACONST_NULL, INVOKEVIRTUAL, 0, interface, RETURN]), wrong(interface));
    assert_eq!(check(&[ACONST_NULL, INVOKEINTERFACE, 0, call, 1, 0, RETURN]), wrong(call));
    assert_eq!(check(&[INVOKEDYNAMIC, 0, call, 0, 0, RETURN]), wrong(call));
    assert_eq!(check(&[ACONST_NULL, INVOKESPECIAL, 0, init, RETURN]), Ok(()));
    assert_eq!(check(&[ACONST_NULL, INVOKEVIRTUAL, 0, init, RETURN]), Err(Reason::CallsInitializer));
    assert_eq!(check(&[NEW, 0, array, RETURN]), wrong(array));
    assert_eq!(check(&[NEW, 0, integer, RETURN]), wrong(integer));
    assert_eq!(check(&[ICONST_1, ICONST_1, MULTIANEWARRAY, 0, array, 2, POP, RETURN]), Ok(()));
    assert_eq!(
        check(&[ICONST_1, ICONST_1, ICONST_1, MULTIANEWARRAY, 0, array, 3, POP, RETURN]),
        wrong(array)
    );
}

#[test]
fn locals_must_exist_and_hold_what_is_read() {
    let wrong = |local, expected, found| Reason::WrongLocal { local, expected, found };
    assert_eq!(refused("()V", 2, 1, &[ILOAD_0, RETURN]), (0, wrong(0, Int, Unusable)));
    assert_eq!(refused("(F)V", 2, 1, &[ILOAD_0, RETURN]), (0, wrong(0, Int, Float)));
    assert_eq!(refused("(J)V", 2, 2, &[LLOAD_1, RETURN]), (0, Reason::LocalOutOfRange(1)));
    assert_eq!(refused("(J)V", 2, 2, &[ILOAD_1, RETURN]), (0, wrong(1, Int, Top2)));
    assert_eq!(refused("()V", 2, 1, &[IINC, 0, 1, RETURN]), (0, wrong(0, Int, Unusable)));
    assert_eq!(refused("()V", 2, 1, &[NOP, WIDE, ALOAD, 1, 0, RETURN]), (1, Reason::LocalOutOfRange(256)));
    assert_eq!(
        refused("()V", 2, 1, &[WIDE, LSTORE, 0xff, 0xff, RETURN]),
        (0, Reason::LocalOutOfRange(0xffff))
    );
    assert_eq!(refused("(J)V", 2, 1, &[RETURN]), (0, Reason::ArgumentSlots(2)));
}

#[test]
fn returns_must_fit_the_descriptor_and_control_must_not_run_out() {
    assert_eq!(refused("()I", 2, 0, &[RETURN]), (0, Reason::WrongReturn));
    assert_eq!(refused("()V", 2, 0, &[ICONST_0, IRETURN]), (1, Reason::WrongReturn));
    assert_eq!(refused("()J", 2, 0, &[DCONST_0, DRETURN]), (1, Reason::WrongReturn));
    assert_eq!(refused("()V", 2, 0, &[NOP, NOP]), (1, Reason::FallsOffEnd));
    assert_eq!(refused("(I)V", 2, 1, &[NOP, ILOAD_0, IFEQ, 0xff, 0xfe]), (2, Reason::FallsOffEnd));
    for (descriptor, code) in
        [("()Z", [ICONST_0, IRETURN]), ("()[I", [ACONST_NULL, ARETURN]), ("()J", [LCONST_0, LRETURN])]
    {
        assert!(analyse(&Pool::default(), &method(descriptor, 2, 0, &code)).is_ok());
    }
}

#[test]
fn stacks_that_differ_where_ways_meet_are_refused() {
    // 0 iload_0; 1 ifeq 5; 4 iconst_0; 5 return
    let depth = [ILOAD_0, IFEQ, 0, 4, ICONST_0, RETURN];
    assert_eq!(refused("(I)V", 2, 1, &depth), (4, Reason::StacksDiffer { target: 5 }));
    // 0 iload_0; 1 ifeq 8; 4 iconst_0; 5 goto 9; 8 fconst_0; 9 pop; 10 return
    let kind = [ILOAD_0, IFEQ, 0, 7, ICONST_0, GOTO, 0, 4, FCONST_0, POP, RETURN];
    assert_eq!(refused("(I)V", 2, 1, &kind), (8, Reason::StacksDiffer { target: 9 }));
    // A handler that is also reached by a branch with an empty stack.
    let m = handled(method("()V", 1, 0, &[GOTO, 0, 3, RETURN]), 0, 3, 3);
    assert_eq!(refusal(&Pool::default(), &m).reason, Reason::StacksDiffer { target: 3 });
}

#[test]
fn structure_is_checked_even_where_control_never_comes() {
    assert_eq!(refused("()V", 2, 0, &[RETURN, GOTO, 0, 2]), (3, Reason::TargetInsideInstruction));
    assert_eq!(refused("()V", 2, 0, &[RETURN, 0xff]), (1, Reason::Insn(InsnFault::NoOpcode(0xff))));
    assert_eq!(refused("()V", 2, 0, &[RETURN, JSR, 0, 0]), (1, Reason::Subroutine));
    assert_eq!(refused("()V", 2, 1, &[RETURN, RET, 0]), (1, Reason::Subroutine));
    let m = |start, end, target| {
        handled(method("()V", 2, 0, &[RETURN, SIPUSH, 0, 0, NOP, RETURN]), start, end, target)
    };
    assert_eq!(refusal(&Pool::default(), &m(2, 4, 5)).reason, Reason::TargetInsideInstruction);
    assert_eq!(refusal(&Pool::default(), &m(0, 3, 5)).reason, Reason::TargetInsideInstruction);
    assert_eq!(refusal(&Pool::default(), &m(0, 1, 2)).reason, Reason::TargetInsideInstruction);
    assert_eq!(refusal(&Pool::default(), &m(1, 1, 5)).reason, Reason::HandlerRange);
    assert_eq!(refusal(&Pool::default(), &m(0, 7, 5)).reason, Reason::HandlerRange);
    assert_eq!(refusal(&Pool::default(), &m(0, 1, 6)).reason, Reason::HandlerRange);
    assert!(analyse(&Pool::default(), &m(0, 6, 5)).is_ok(), "a range may end with the code");
}

#[test]
fn a_method_without_code_or_with_a_bad_descriptor_is_refused() {
    let none = Method { descriptor: "()V".into(), ..Method::default() };
    assert_eq!(refusal(&Pool::default(), &none), KindError { offset: 0, reason: Reason::NoCode });
    assert_eq!(refused("()", 0, 0, &[RETURN]), (0, Reason::Descriptor));
    assert_eq!(refused("()V", 0, 0, &[]), (0, Reason::Insn(InsnFault::CodeSize(0))));
}

#[test]
fn a_method_made_to_be_huge_is_refused_quickly() {
    // Every goto is a block with a state of 65535 locals.
    let mut code = vec![ICONST_0, WIDE, ISTORE, 0xff, 0xfe];
    while code.len() < 60_000 {
        code.extend([GOTO, 0, 3]);
    }
    code.push(RETURN);
    assert_eq!(refused("()V", 1, 0xffff, &code).1, Reason::TooLarge);
}
