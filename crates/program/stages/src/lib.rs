//! Programs in a small assembly, for the abstract machine whose instructions go through stages.
//!
//! Source: Abe, Maeda, "Optimization of a General Model Checking Framework for Various Memory Consistency
//! Models" (PGAS 2014), figure 3: processes, Move, Load, Store, Jump and Nop, labels, terms, and attributes
//! that users define. [`parse`] reads `.stages` files (`docs/STAGES.md`), in which `if`, `while` and
//! assignments are short for these instructions; [`from_litmus`] translates litmus tests. **Does not** know
//! what attributes mean, nor in which order anything happens: that is what rules say.

mod from_litmus;
mod lexer;
mod lower;
mod parser;
mod program;
mod property;
mod term;

pub use diagnostic::Diagnostic;
pub use from_litmus::{Untranslatable, from_litmus};
pub use parser::parse;
pub use program::{Address, Instruction, Kind, Location, Process, Program, address_of, location_at};
pub use property::{Claim, ClaimKind, Observed, Shown};
pub use term::{Binary, Term, Unary};
