//! All tests of the crate in one binary, which builds much faster than one per file.

mod closure;
mod fairness;
mod hang;
mod laws;
mod simplicity;
mod stubborn;
