//! Memory models as state: what reads may return, as a function of what has happened so far.
//!
//! One file per model family, all behind [`Memory`]. A memory knows threads, locations and synchronisation
//! objects; it **does not** know programs, schedules, owners of monitors or Java. `explore` decides which
//! thread may act when; this crate decides which values an action may see. It **promises** that a state is a
//! value that can be copied, and that equal canonical forms ([`Memory::encode`]) mean equal futures.
//!
//! [`SequentialConsistency`] is SC, [`StoreBuffers`] TSO and PSO, [`KnownMasked`] OpMM, the lower bound of
//! the Java memory model. Most users pass one of them to `explore::Product` and never call it directly. By
//! hand:
//!
//! ```
//! use event::{Loc, LocInfo, LocKind, ReadMode, Sharing, ThreadId, Value, WriteMode, Written};
//! use operational::{At, Flush, Memory, StoreBuffers};
//!
//! let (t0, t1) = (ThreadId(0), ThreadId(1));
//! let info = LocInfo::variable(LocKind::Plain, Sharing::Shared, Value(0));
//! let x = |thread| At { thread, loc: Loc(0), info, fenced: false };
//! let one = Written { value: Value(1), tag: 0 };
//!
//! let tso = StoreBuffers::tso(8); // buffers of at most 8 stores
//! let mut state = tso.initial(2, &[t0, t1]);
//! tso.write(&mut state, x(t0), WriteMode::Plain, one);
//! let seen = |state: &_, thread| tso.reads(state, x(thread), ReadMode::Plain).map(|w| w.value.0).collect::<Vec<_>>();
//! // The store is in the buffer of its thread, which alone can see it.
//! assert_eq!((seen(&state, t0), seen(&state, t1)), (vec![1], vec![0]));
//! tso.flush(&mut state, Flush { thread: t0, choice: 0 });
//! assert_eq!(seen(&state, t1), [1]);
//! ```
//!
//! For a longer example see `store_buffers`.

mod buffers;
mod drf;
mod encode;
mod final_fields;
mod jpr_pso;
mod known_masked;
mod latest;
mod memory;
mod modes;
mod sc;
mod speculative;
mod views;
mod write_lists;

pub use buffers::{BufferOrder, StoreBuffers};
pub use drf::WellBehaved;
pub use encode::put_written;
pub use jpr_pso::JprPso;
pub use known_masked::KnownMasked;
pub use latest::Latest;
pub use memory::{AccessKind, At, Conflict, ConflictKind, Flush, Memory, Overflow, check_memory_laws};
pub use modes::{AccessModes, ModesState};
pub use sc::SequentialConsistency;
pub use speculative::{Obligation, Races, Speculative, Visible, can_race};
pub use write_lists::{MaskAndRead, WriteLists};
