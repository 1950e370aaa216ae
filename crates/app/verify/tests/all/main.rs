//! All tests of the crate in one program, which is built much sooner than one for each file.

mod closure;
mod closure_loops;
mod comparison;
mod counts;
mod files;
mod finals;
mod jmm;
mod pitfalls;
