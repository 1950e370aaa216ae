//! Results as text and JSON. Every function returns strings or values; nothing is printed here.

pub mod columns;
mod execution;
mod explain;
pub mod files;
pub mod java;
pub mod jcstress;
pub mod json;
mod json_explain;
mod layout;
mod printable;
mod rows;
mod solved;
pub mod style;
mod table;
mod trace;

pub use explain::explanation;
pub use json_explain::{Explained, explained};
pub use printable::clean;
pub use table::{TestReport, golden, table};
pub use trace::columns;
