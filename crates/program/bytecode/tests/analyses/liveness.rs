//! Liveness compared with its definition: a local is live where a path leads to a read before a write.

use crate::common::{handled, method};
use bytecode::insn::{self, Access, Flow};
use bytecode::liveness;
use bytecode::opcode::*;
use classfile::Method;
use fastrand::Rng;
use std::collections::BTreeMap;

/// For every instruction the locals that a search along all paths finds to be read before written.
fn by_definition(method: &Method) -> BTreeMap<u16, Vec<u16>> {
    let code = method.code.as_ref().expect("the test gave it code");
    let insns: Vec<_> = insn::instructions(&code.bytecode).map(Result::unwrap).collect();
    let index = |offset: u16| insns.iter().position(|i| i.offset == offset);
    let live_from = |start: usize, local: u16| {
        let mut seen = vec![false; insns.len()];
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            let insn = insns[at];
            let covering = code.handlers.iter().filter(|h| (h.start..h.end).contains(&insn.offset));
            open.extend(covering.filter_map(|h| index(h.target)));
            match insn.local_use() {
                Some(u) if u.access == Access::Read && u.local == local => return true,
                Some(u)
                    if u.access == Access::Write
                        && (u.local == local || u.kind.is_wide() && u.local + 1 == local) =>
                {
                    continue;
                }
                _ => {}
            }
            open.extend(insn.targets().filter_map(index));
            if matches!(insn.flow(), Flow::Next | Flow::Branch) {
                open.extend(index(insn.next_offset()));
            }
        }
        false
    };
    let locals = 0..code.max_locals;
    insns
        .iter()
        .enumerate()
        .map(|(at, i)| (i.offset, locals.clone().filter(|&l| live_from(at, l)).collect()))
        .collect()
}

fn random_method(random: &mut Rng, locals: u8) -> Method {
    let count = 3 + random.usize(..24);
    let mut shapes = Vec::new();
    let mut offsets = Vec::new();
    let mut length = 0u16;
    for _ in 0..count {
        let opcode = [NOP, ILOAD, ISTORE, LLOAD, DSTORE, IINC, GOTO, IFEQ, IFEQ, RETURN, TABLESWITCH]
            [random.usize(..11)];
        let size = match opcode {
            NOP | RETURN => 1,
            ILOAD | ISTORE | LLOAD | DSTORE => 2,
            TABLESWITCH => 4 - length % 4 + 20,
            _ => 3,
        };
        shapes.push(opcode);
        offsets.push(length);
        length += size;
    }
    let mut code = Vec::new();
    for (&opcode, &offset) in shapes.iter().zip(&offsets) {
        let local = random.usize(..usize::from(locals) - 1) as u8;
        let mut distance = || i32::from(offsets[random.usize(..count)]) - i32::from(offset);
        code.push(opcode);
        match opcode {
            ILOAD | ISTORE | LLOAD | DSTORE => code.push(local),
            IINC => code.extend([local, 1]),
            GOTO | IFEQ => code.extend((distance() as i16).to_be_bytes()),
            TABLESWITCH => {
                code.resize(code.len().next_multiple_of(4), 0);
                for word in [distance(), 0, 1, distance(), distance()] {
                    code.extend(word.to_be_bytes());
                }
            }
            _ => {}
        }
    }
    let mut made = method("()V", 0, u16::from(locals), &code);
    for _ in 0..random.usize(..4) {
        let (a, b) = (random.usize(..count), random.usize(..count));
        let (start, last) = (a.min(b), a.max(b));
        let end = offsets.get(last + 1).copied().unwrap_or(length);
        made = handled(made, offsets[start], end, offsets[random.usize(..count)]);
    }
    made
}

fn assert_as_defined(method: &Method) {
    let found = liveness::analyse(method).expect("well-formed code");
    for (offset, expected) in by_definition(method) {
        assert_eq!(found.live_at(offset).iter().collect::<Vec<_>>(), expected, "at {offset} of {method:?}");
    }
}

#[test]
fn on_random_graphs_a_local_is_live_exactly_if_some_way_reads_it_before_writing_it() {
    let mut random = Rng::with_seed(0x9e37_79b9_7f4a_7c15);
    for _ in 0..4000 {
        assert_as_defined(&random_method(&mut random, 5));
    }
}

#[test]
fn sets_of_more_than_one_word_are_right_too() {
    let mut random = Rng::with_seed(42);
    for _ in 0..300 {
        assert_as_defined(&random_method(&mut random, 150));
    }
}

#[test]
fn a_store_that_a_handler_covers_keeps_the_old_value_live() {
    // 0 iconst_0; 1 istore_0; 2 return; 3 pop; 4 iload_0; 5 ireturn
    let code = [ICONST_0, ISTORE_0, RETURN, POP, ILOAD_0, IRETURN];
    let plain = liveness::analyse(&method("()V", 1, 1, &code)).unwrap();
    assert!([0, 1, 2].iter().all(|&offset| plain.live_at(offset).is_empty()));
    let covered = liveness::analyse(&handled(method("()V", 1, 1, &code), 1, 2, 3)).unwrap();
    assert_eq!([0, 1, 2].map(|offset| covered.live_at(offset).contains(0)), [true, true, false]);
}

#[test]
fn a_method_without_locals_or_code_behind_the_end_has_nothing_live() {
    let found = liveness::analyse(&method("()V", 0, 0, &[NOP, RETURN])).unwrap();
    assert!([0, 1, 2, 9].iter().all(|&offset| found.live_at(offset).is_empty()));
}

#[test]
fn a_local_that_only_computes_its_own_next_value_is_not_live() {
    // i++ forever; a long that is multiplied by a constant; a sum of two locals, which makes the other one
    // live.
    let next = method("()V", 4, 8, &[IINC, 0, 1, GOTO, 0xff, 0xfd]);
    assert!(liveness::analyse(&next).expect("well-formed code").live_at(0).is_empty());
    let (lconst, lmul, lstore, iadd) = (10, 105, 55, 96);
    let product = method("()V", 4, 8, &[LLOAD, 2, lconst, lmul, lstore, 2, GOTO, 0xff, 0xfa]);
    assert!(liveness::analyse(&product).expect("well-formed code").live_at(0).is_empty());
    let sum = method("()V", 4, 8, &[ILOAD, 1, ILOAD, 0, iadd, ISTORE, 0, GOTO, 0xff, 0xf9]);
    let live: Vec<u16> = liveness::analyse(&sum).expect("well-formed code").live_at(0).iter().collect();
    assert_eq!(live, [0, 1]);
}

#[test]
fn a_loop_uses_what_it_reads_or_writes_but_not_what_it_only_counts() {
    // 0 iload_1; 1 ifeq 10; 4 iinc 0; 7 goto 0; 10 iload_0; 11 ireturn
    let code = [ILOAD_1, IFEQ, 0, 9, IINC, 0, 1, GOTO, 0xff, 0xf9, ILOAD_0, IRETURN];
    let loops = bytecode::loops::analyse(&method("()I", 1, 2, &code)).expect("well-formed code");
    let used = |offset| loops.used_around(offset).map(|used| used.iter().collect::<Vec<_>>());
    assert!([0, 1, 4, 7].map(used).iter().all(|used| *used == Some(vec![1])));
    assert_eq!([10, 11].map(used), [None, None], "whoever has left the loop does not come back");
}
