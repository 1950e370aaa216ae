//! Results as text and JSON. Every function returns strings or values; nothing is printed here.

pub mod json;
mod printable;
mod table;
mod trace;

pub use table::{TestReport, golden, table};
pub use trace::columns;
