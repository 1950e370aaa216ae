//! Memory models as ordering rules: what must happen before what, over the stages of instructions.
//!
//! Source: Abe, Maeda, "Optimization of a General Model Checking Framework for Various Memory Consistency
//! Models" (PGAS 2014), section 2.3: closed formulae `∀ … . φ` over `o < o'`, equality and connectives, where
//! `o` is a stage of an instruction: Fetch, Issue, Execute, or Reflect to a process, perhaps as seen by an
//! observer. [`Rules::load`] reads `.rules` files (`docs/STAGES.md`), checks types, and follows includes.
//! **Does not** know programs: `staged` grounds the rules over a program's instructions.

mod lexer;
mod library;
mod parser;
mod rule;

pub use diagnostic::Diagnostic;
pub use library::{shipped, shipped_names};
pub use parser::LoadFile;
pub use rule::{Adjective, Formula, Op, Rule, Rules, Sort, Stage, Variable};
