//! Memory as state: what reads may return, as a function of what has happened so far.
//!
//! One file per model family, all behind [`Memory`]. A memory knows threads, locations and synchronisation
//! objects; it **does not** know programs, schedules, monitors' owners or Java. Who may act when is for
//! `explore` to say; which values an action may see is for this crate.

mod buffers;
mod drf;
mod encode;
mod final_fields;
mod jpr_pso;
mod known_masked;
mod latest;
mod memory;
mod sc;
mod speculative;
mod views;
mod write_lists;

pub use buffers::{BufferOrder, StoreBuffers};
pub use drf::WellBehaved;
pub use encode::{put_number, put_written};
pub use jpr_pso::JprPso;
pub use known_masked::KnownMasked;
pub use latest::Latest;
pub use memory::{AccessKind, At, Conflict, ConflictKind, Flush, Memory, Overflow, check_memory_laws};
pub use sc::SequentialConsistency;
pub use speculative::{Obligation, Races, Speculative, Visible, can_race};
pub use write_lists::{MaskAndRead, WriteLists};
