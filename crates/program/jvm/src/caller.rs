//! How the caller of the running method uses its result.

use crate::code::{Code, op};
use crate::state::{Frame, Then};
use crate::vm::Vm;

impl Vm<'_> {
    /// Whether the caller compares the running method's result with the current thread as soon as it returns.
    pub fn is_compared_with_current_thread(&self) -> bool {
        let [.., caller, called] = &*self.th.frames else { return false };
        let (code, next) = (caller.code, caller.pc as usize + 1);
        let other = match operation(code, next) {
            op::IF_ACMPEQ | op::IF_ACMPNE => (called.base as usize).checked_sub(1).map(|i| self.th.stack[i]),
            pushes if matches!(operation(code, next + 1), op::IF_ACMPEQ | op::IF_ACMPNE) => match pushes {
                op::LOAD => {
                    let local = (code.at(next) >> 8) as usize & 0xff_ffff;
                    Some(self.th.stack[caller.base as usize + local])
                }
                op::INVOKESTATIC | op::INVOKESTATIC_Q if calls_current_thread(caller, next) => {
                    Some(self.th.current.0)
                }
                _ => None,
            },
            _ => None,
        };
        matches!(called.then, Then::Return) && other == Some(self.th.current.0)
    }
}

/// The operation at an index; `NOP` behind the last one.
fn operation(code: &Code, pc: usize) -> u8 {
    if pc < code.words.len() { code.at(pc) as u8 } else { op::NOP }
}

/// Whether the static call at an index is one of `Thread.currentThread`.
fn calls_current_thread(frame: &Frame, pc: usize) -> bool {
    let index = (frame.code.at(pc) >> 32) as u16;
    let called = frame.method.class.file().and_then(|file| file.pool.member(index));
    called.is_some_and(|member| (member.class, member.name) == ("java/lang/Thread", "currentThread"))
}
