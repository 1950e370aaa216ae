//! The differential nets: on random programs, everything that claims the same set must compute the same set.
//!
//! [`engines`] compares engines, memories, axioms and bounds with each other, [`jmm`] legality with brute force over the definition, [`solver`] the solver with
//! both, and [`java`] a litmus test with its translation on the virtual machine. **Promises** that a mismatch comes with its seed and a program made small.
//! `cargo xtask differential` runs the first three for as long as one likes.

mod closure;
pub mod engines;
mod graphs;
pub mod java;
pub mod jmm;
pub mod solver;

pub use engines::Mismatch;
