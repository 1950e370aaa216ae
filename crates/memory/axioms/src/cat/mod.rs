//! Memory models written in cat, the language of herd (Alglave, Cousot, Maranget, *Syntax and semantics of the weak
//! consistency model specification language cat*, 2016; grammar and library of herdtools7).
//!
//! Text → [`CatModel::parse`] → [`CatModel::judge`]. The language as far as it is supported, the built-in names and the
//! differences from herd are told in `docs/CAT.md`; what is not supported is refused with its place.
//!
//! **Promises**: no input panics or runs away; a model that loads can judge every [`crate::Graph`]; refusals name the axiom
//! and its witnesses; a model with choices refuses only after trying all. **Does not** enumerate executions, treat
//! sets of sets, or know dependencies (Java's memory model has none).

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
