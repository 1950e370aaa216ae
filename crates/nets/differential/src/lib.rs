//! Differential tests: on random programs, everything that claims to compute the same set must do so.
//!
//! [`engines`] compares engines, memories, axioms and bounds with each other, [`jmm`] legality with brute
//! force over the definition, [`solver`] the solver with both, and [`java`] a litmus test with its
//! translation on the virtual machine. **Promises** that a mismatch is reported with its seed and a shrunk
//! program. `cargo xtask differential` runs the first three for any length of time.

mod closure;
pub mod engines;
mod graphs;
pub mod java;
pub mod jmm;
pub mod modes;
pub mod solver;

pub use engines::Mismatch;
