//! Emits the instructions of one process: registers by name, temporaries, jumps that are patched later.

use crate::program::{Address, Instruction, Kind, Process};
use crate::term::{Term, Unary};
use std::collections::BTreeMap;

/// Where instructions come from: what they are said to be in reports.
#[derive(Debug, Clone, Default)]
pub(crate) struct Origin {
    pub attributes: Vec<String>,
    pub line: u32,
    pub text: String,
}

/// The code of one process so far.
#[derive(Debug, Default)]
pub(crate) struct Lowering {
    registers: Vec<String>,
    by_name: BTreeMap<String, u16>,
    code: Vec<Instruction>,
}

/// There are more registers or instructions in a process than numbers for them.
pub(crate) struct TooLarge;

/// Far more than a search can follow.
const MOST: usize = 4096;

impl Lowering {
    pub fn find(&self, name: &str) -> Option<u16> {
        self.by_name.get(name).copied()
    }

    pub fn register(&mut self, name: &str) -> Result<u16, TooLarge> {
        if let Some(known) = self.find(name) {
            return Ok(known);
        }
        let new = self.fresh(name.to_owned())?;
        self.by_name.insert(name.to_owned(), new);
        Ok(new)
    }

    fn fresh(&mut self, name: String) -> Result<u16, TooLarge> {
        if self.registers.len() >= MOST {
            return Err(TooLarge);
        }
        self.registers.push(name);
        Ok((self.registers.len() - 1) as u16)
    }

    /// The index of the next instruction.
    pub fn here(&self) -> u16 {
        self.code.len() as u16
    }

    pub fn emit(&mut self, kind: Kind, origin: &Origin) -> Result<usize, TooLarge> {
        if self.code.len() >= MOST {
            return Err(TooLarge);
        }
        let Origin { attributes, line, text } = origin.clone();
        self.code.push(Instruction { kind, attributes, line, text });
        Ok(self.code.len() - 1)
    }

    /// Loads into a new register.
    pub fn load(&mut self, at: Address, origin: &Origin) -> Result<Term<u16>, TooLarge> {
        // No name that a program could use as well.
        let to = self.fresh(format!("%{}", self.registers.len()))?;
        self.emit(Kind::Load { to, at }, origin)?;
        Ok(Term::Variable(to))
    }

    /// Emits a jump, whose target is patched later, that is taken if the condition is 0.
    pub fn jump_unless(&mut self, condition: Term<u16>, origin: &Origin) -> Result<usize, TooLarge> {
        let condition = Term::Unary(Unary::Not, Box::new(condition));
        self.emit(Kind::Jump { to: 0, condition }, origin)
    }

    pub fn jump(&mut self, to: u16, origin: &Origin) -> Result<usize, TooLarge> {
        self.emit(Kind::Jump { to, condition: Term::Value(1) }, origin)
    }

    /// Lets the jump at `at` lead to `target`.
    pub fn patch(&mut self, at: usize, target: u16) {
        if let Some(Instruction { kind: Kind::Jump { to, .. }, .. }) = self.code.get_mut(at) {
            *to = target;
        }
    }

    pub fn end(self, name: String) -> Process {
        Process { name, registers: self.registers, code: self.code }
    }
}
