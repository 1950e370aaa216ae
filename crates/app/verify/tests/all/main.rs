//! All tests of the crate in one binary, which builds much faster than one per file.

mod closure;
mod closure_loops;
mod comparison;
mod counts;
mod files;
mod finals;
mod jmm;
mod modes;
mod pitfalls;
mod selfcheck;
