//! What can be told from a method's bytecode alone: kinds of slots, liveness, helpful messages for null pointers.
//!
//! Everything here is a function of a class file; nothing knows a heap, a thread or a loaded class. **Promises**: bad
//! bytecode yields a typed error with its offset, never a panic, and never takes memory or time without a bound.
//! **Does not** replace the verifier of JVMS §4.10: see [`kinds`] for what it refuses and what it lets pass.

mod blocks;
mod effect;
pub mod insn;
mod kind;
pub mod kinds;
pub mod liveness;
pub mod loops;
pub mod npe;
pub mod opcode;
