//! Which registers still matter at each instruction. Dead ones are zeroed when a thread stops, since a value that
//! nobody will read must not keep two states apart (pitfall 44).

use crate::ast::BinaryOp;
use crate::program::{Code, Insn, Pc, Place, Reg, Update};

/// Fills `code.dead` by a backward data-flow analysis; `observed` registers matter at the end of the thread.
pub(crate) fn analyse(code: &mut Code, observed: &[Reg]) {
    let registers = usize::from(code.registers);
    let mut live: Vec<Vec<bool>> = vec![vec![false; registers]; code.insns.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for pc in (0..code.insns.len()).rev() {
            let mut now = vec![false; registers];
            let merge = |now: &mut Vec<bool>, next: Pc| {
                now.iter_mut().zip(&live[usize::from(next)]).for_each(|(mine, theirs)| *mine |= theirs);
            };
            successors(code, pc as Pc).into_iter().flatten().for_each(|next| merge(&mut now, next));
            if code.insns[pc] == Insn::End {
                observed.iter().for_each(|&r| now[usize::from(r)] = true);
            }
            let (uses, defines) = uses_and_definition(&code.insns[pc]);
            if let Some(r) = defines {
                now[usize::from(r)] = false;
            }
            // A failing instruction defines nothing: what its unwinding needs is needed here.
            if can_fail(&code.insns[pc]) {
                merge(&mut now, code.unwind[pc]);
            }
            uses.for_each(|r| now[usize::from(r)] = true);
            if now != live[pc] {
                live[pc] = now;
                changed = true;
            }
        }
    }
    code.dead =
        live.iter().map(|live| (0..code.registers).filter(|&r| !live[usize::from(r)]).collect()).collect();
}

fn can_fail(insn: &Insn) -> bool {
    match insn {
        Insn::Assert(_) | Insn::Binary(BinaryOp::Div | BinaryOp::Rem, ..) => true,
        Insn::Read(_, place, _) | Insn::Write(_, place, _) | Insn::Rmw(_, place, _, _) => {
            place.index.is_some()
        }
        _ => false,
    }
}

fn successors(code: &Code, pc: Pc) -> [Option<Pc>; 2] {
    match &code.insns[usize::from(pc)] {
        Insn::Jump(to) | Insn::LoopBack(_, to) => [Some(*to), None],
        Insn::JumpIfZero(_, to) => [Some(pc + 1), Some(*to)],
        Insn::End => [None, None],
        _ => [Some(pc + 1), None],
    }
}

fn uses_and_definition(insn: &Insn) -> (impl Iterator<Item = Reg> + use<>, Option<Reg>) {
    let index = |place: &Place| place.index.map(|(r, _)| r);
    let (uses, defines): ([Option<Reg>; 3], Option<Reg>) = match insn {
        Insn::Const(d, _) => ([None; 3], Some(*d)),
        Insn::Move(d, a) | Insn::Unary(_, d, a) => ([Some(*a), None, None], Some(*d)),
        Insn::Binary(_, d, a, b) => ([Some(*a), Some(*b), None], Some(*d)),
        Insn::JumpIfZero(a, _) | Insn::Assert(a) | Insn::Print(a) => ([Some(*a), None, None], None),
        Insn::Read(d, place, _) => ([index(place), None, None], Some(*d)),
        Insn::Write(a, place, _) => ([Some(*a), index(place), None], None),
        Insn::Rmw(d, place, _, update) => {
            let (a, b) = match update {
                Update::GetAnd(_, a) => (*a, None),
                Update::CompareAndSet { expected, new, .. }
                | Update::CompareAndExchange { expected, new } => (*expected, Some(*new)),
            };
            ([index(place), Some(a), b], Some(*d))
        }
        _ => ([None; 3], None),
    };
    (uses.into_iter().flatten(), defines)
}
