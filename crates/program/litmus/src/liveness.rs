//! Which registers are live at each instruction. Dead ones are zeroed when a thread stops, since a value that
//! will never be read must not keep two states apart (pitfall 44).

use crate::arithmetic::compares;
use crate::ast::BinaryOp;
use crate::program::{Code, Holds, Insn, Pc, Reg, StaticLocation, Update};

/// Fills `code.dead` by a backward data-flow analysis; `observed` registers are live at the end of the
/// thread.
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
            defines.for_each(|r| now[usize::from(r)] = false);
            // A failing instruction defines nothing: what its unwinding needs is live here.
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
        Insn::Assert(_) | Insn::Length(..) | Insn::Raise => true,
        Insn::Binary(op, ..) | Insn::WideBinary(op, ..) => matches!(op, BinaryOp::Div | BinaryOp::Rem),
        Insn::Read(_, place, _) | Insn::Write(_, place, _) | Insn::Rmw(_, place, _, _) => place.can_fail(),
        _ => false,
    }
}

fn successors(code: &Code, pc: Pc) -> [Option<Pc>; 2] {
    match &code.insns[usize::from(pc)] {
        Insn::Jump(to) | Insn::LoopBack(_, to) => [Some(*to), None],
        Insn::JumpIfZero(_, to) => [Some(pc + 1), Some(*to)],
        Insn::End | Insn::Raise => [None, None],
        _ => [Some(pc + 1), None],
    }
}

/// The registers of an operand: longs take two.
fn spread(r: Reg, holds: Holds) -> [Option<Reg>; 2] {
    [Some(r), (holds == Holds::Long).then_some(r + 1)]
}

type Registers = [Option<Reg>; 2];
const NONE: Registers = [None, None];

fn uses_and_definition(
    insn: &Insn,
) -> (impl Iterator<Item = Reg> + use<>, impl Iterator<Item = Reg> + use<>) {
    let place_of = |place: &StaticLocation| place.registers();
    let (int, long) = (|r: Reg| spread(r, Holds::Int), |r: Reg| spread(r, Holds::Long));
    let (uses, defines): ([Registers; 3], Registers) = match insn {
        Insn::Const(d, _) => ([NONE; 3], int(*d)),
        Insn::Move(d, a) | Insn::Unary(_, d, a) | Insn::Length(d, a) => ([int(*a), NONE, NONE], int(*d)),
        Insn::Widen(d, a) => ([int(*a), NONE, NONE], long(*d)),
        Insn::WideUnary(_, d, a) => ([long(*a), NONE, NONE], long(*d)),
        Insn::Binary(_, d, a, b) => ([int(*a), int(*b), NONE], int(*d)),
        Insn::WideBinary(op, d, a, b) => {
            ([long(*a), long(*b), NONE], if compares(*op) { int(*d) } else { long(*d) })
        }
        Insn::New { result, counter, .. } => ([[*counter, None], NONE, NONE], [Some(*result), *counter]),
        Insn::JumpIfZero(a, _) | Insn::Assert(a) => ([int(*a), NONE, NONE], NONE),
        Insn::Print(a, holds) => ([spread(*a, *holds), NONE, NONE], NONE),
        Insn::Freeze(place) => ([place_of(place), NONE, NONE], NONE),
        Insn::Read(d, place, _) => ([place_of(place), NONE, NONE], spread(*d, place.holds)),
        Insn::Write(a, place, _) => ([spread(*a, place.holds), place_of(place), NONE], NONE),
        Insn::Rmw(d, place, _, update) => {
            let value = |r: Reg| spread(r, place.holds);
            let (a, b, result) = match update {
                Update::GetAnd(_, a) => (value(*a), NONE, value(*d)),
                Update::CompareAndSet { expected, new, .. } => (value(*expected), value(*new), int(*d)),
                Update::CompareAndExchange { expected, new } => (value(*expected), value(*new), value(*d)),
            };
            ([place_of(place), a, b], result)
        }
        _ => ([NONE; 3], NONE),
    };
    (uses.into_iter().flatten().flatten(), defines.into_iter().flatten())
}
