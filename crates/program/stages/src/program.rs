//! Programs, ready for the machine: names are numbers, labels are indices.

use crate::property::{Claim, Observed};
use crate::term::Term;

/// A program.
#[derive(Debug, Clone)]
pub struct Program {
    /// Its name.
    pub name: String,
    /// The file, as the user named it.
    pub file: String,
    /// A hash of the file, so that a changed program is noticed.
    pub hash: u64,
    /// Shared memory.
    pub locations: Vec<Location>,
    /// The processes.
    pub processes: Vec<Process>,
    /// What is claimed.
    pub claims: Vec<Claim>,
    /// What an outcome shows.
    pub observed: Vec<Observed>,
}

/// A location of shared memory.
#[derive(Debug, Clone)]
pub struct Location {
    /// Its name.
    pub name: String,
    /// What it holds at first.
    pub initial: i64,
}

/// A process.
#[derive(Debug, Clone)]
pub struct Process {
    /// Its name.
    pub name: String,
    /// The names of its registers, which are 0 at first.
    pub registers: Vec<String>,
    /// Its instructions. It ends after the last one.
    pub code: Vec<Instruction>,
}

/// An instruction.
#[derive(Debug, Clone)]
pub struct Instruction {
    /// What it does.
    pub kind: Kind,
    /// The attributes that rules may mention.
    pub attributes: Vec<String>,
    /// The line, from 1.
    pub line: u32,
    /// The statement that it comes from.
    pub text: String,
}

/// What an instruction does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// Stores a term in a register.
    Move {
        /// The register.
        to: u16,
        /// The term.
        term: Term<u16>,
    },
    /// Reads memory.
    Load {
        /// The register for the value.
        to: u16,
        /// Where to read.
        at: Address,
    },
    /// Writes memory.
    Store {
        /// Where to write.
        at: Address,
        /// The value.
        term: Term<u16>,
    },
    /// Continues elsewhere unless the term is 0.
    Jump {
        /// The index of the instruction; one past the last ends the process.
        to: u16,
        /// The condition.
        condition: Term<u16>,
    },
    /// Does nothing; its attributes may mean something.
    Nop {
        /// The location that it is about, such as a lock.
        at: Option<u16>,
    },
}

/// Where an instruction reads or writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    /// A location, by its index.
    Fixed(u16),
    /// The location whose address this is.
    Term(Term<u16>),
}

/// Addresses are large numbers, so that a program does not produce them by accident.
const FIRST_ADDRESS: i64 = 1 << 40;

/// The address of a location as a value.
pub fn address_of(location: u16) -> i64 {
    FIRST_ADDRESS + i64::from(location)
}

/// The location with this address.
pub fn location_at(address: i64) -> Option<u16> {
    address.checked_sub(FIRST_ADDRESS).and_then(|at| u16::try_from(at).ok())
}

impl Kind {
    /// The terms that it computes.
    pub fn terms(&self) -> impl Iterator<Item = &Term<u16>> {
        let at = match self {
            Kind::Load { at: Address::Term(term), .. } | Kind::Store { at: Address::Term(term), .. } => {
                Some(term)
            }
            _ => None,
        };
        let own = match self {
            Kind::Move { term, .. } | Kind::Store { term, .. } => Some(term),
            Kind::Jump { condition, .. } => Some(condition),
            Kind::Load { .. } | Kind::Nop { .. } => None,
        };
        at.into_iter().chain(own)
    }

    /// The register that it sets.
    pub fn sets(&self) -> Option<u16> {
        match self {
            Kind::Move { to, .. } | Kind::Load { to, .. } => Some(*to),
            Kind::Store { .. } | Kind::Jump { .. } | Kind::Nop { .. } => None,
        }
    }
}
