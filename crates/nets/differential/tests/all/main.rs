//! All tests of the crate in one binary, which builds much faster than one per file.

mod engines;
mod jmm;
mod modes;
mod solver;
