//! Memory models written in cat, the language of herd (Alglave, Cousot, Maranget, *Syntax and semantics of
//! the weak consistency model specification language cat*, 2016; grammar and library of herdtools7).
//!
//! Text → [`CatModel::parse`] → [`CatModel::judge`]. The supported part of the language, the built-in names
//! and the differences from herd are described in `docs/CAT.md`; anything unsupported is an error with its
//! position.
//!
//! **Promises**: no input panics or runs away; a model that loads can judge every [`crate::Graph`];
//! rejections name the axiom and its witnesses; a model with choices rejects only after trying all of them.
//! **Does not** enumerate executions, support sets of sets, or know dependencies (Java's memory model has
//! none).

mod ast;
mod builtin;
mod check;
mod error;
mod eval;
mod lexer;
mod library;
mod load;
mod model;
mod orders;
mod parser;
pub mod program;
mod source;
mod value;
mod wellformed;
mod world;

pub use builtin::Builtin;
pub use error::{CatError, CatErrorKind};
pub use load::Read;
pub use model::{Acceptance, CatEvent, CatModel, Flag, GaveUp};
pub use value::Type;
