//! The Java memory model on small programs: the race-pair closure above it, and exact legality.
//!
//! Source: JLS §17.4.8; Ševčík and Aspinall, *On validity of program transformations in the JMM* (ECOOP
//! 2008), Def. 8. [`closure`] computes RPC: every execution whose plain reads see writes that happen-before
//! them or that raced with them in an earlier round; an upper bound of the JMM under either rule set and any
//! action identity. [`justify`] decides whether one execution of it is legal and records why. **Does not**
//! judge its own certificates: `jls` does. The closure also covers what the JLS does not define (weaker
//! access modes, fences), as weakly as under any interpretation; exact legality rejects it.

mod access;
mod closure;
mod coherence;
mod final_fields;
mod lattice;
mod speculate;
mod world;

pub use closure::{Candidate, Closure, Known, Objects, closure, closure_beyond};
pub use lattice::{Identity, Justification, justify};
pub use world::{End, LegalityLimits, Overflow};
