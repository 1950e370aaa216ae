//! What follows from a method's bytecode alone: kinds of slots, liveness, helpful messages for null pointers.
//!
//! Everything here is a function of a class file; nothing depends on a heap, a thread or a loaded class.
//! **Promises**: malformed bytecode yields a typed error with its offset, never a panic, and memory and time
//! are bounded. **Does not** replace the verifier of JVMS §4.10: see [`kinds`] for what it rejects and what
//! it accepts.

mod blocks;
mod effect;
pub mod insn;
mod kind;
pub mod kinds;
pub mod liveness;
pub mod loops;
pub mod npe;
pub mod opcode;
