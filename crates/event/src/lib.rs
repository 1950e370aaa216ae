//! The vocabulary shared by all other crates: threads, locations, values, access modes, actions, executions.
//!
//! Source: JLS §17.4 (actions, program order, synchronisation order, happens-before) extended with the
//! `VarHandle` access modes of Java 9. This crate **promises** that its terms mean the same to every machine,
//! model and engine. It **does not** run programs, decide visibility or search.
//!
//! Two things are built from these terms. A [`Machine`] is a program that stops before each [`Action`] and
//! continues when it gets the [`Answer`]; the crates `explore` and `graphs` can search any machine under any
//! memory model. The example `by_hand` implements one and steps it. An [`Execution`] is what happened in one
//! run, with program order, synchronisation order and happens-before:
//!
//! ```
//! use event::{EventKind, ExecutionBuilder, Loc, ReadMode, ThreadId, Value, WriteMode};
//!
//! // x = 1; v = 1   ||   r = v; s = x   where v is volatile, and r = s = 1.
//! let (x, v, one) = (Loc(0), Loc(1), Some(Value(1)));
//! let (t0, t1) = (ThreadId(0), ThreadId(1));
//! let mut events = ExecutionBuilder::new(2);
//! let write_x = events.push(t0, EventKind::Write(x, WriteMode::Plain), None, one, None);
//! let write_v = events.push(t0, EventKind::Write(v, WriteMode::Volatile), None, one, None);
//! let read_v = events.push(t1, EventKind::Read(v, ReadMode::Volatile), one, None, Some(write_v));
//! let read_x = events.push(t1, EventKind::Read(x, ReadMode::Plain), one, None, Some(write_x));
//! // The synchronisation order of v: first the write, then the read.
//! events.synchronise(write_v);
//! events.synchronise(read_v);
//!
//! let execution = events.build().expect("happens-before has no cycle");
//! assert_eq!(execution.sw(), [(write_v, read_v)]);
//! assert!(execution.hb(write_x, read_x));
//! ```

mod action;
mod certificate;
mod encode;
mod execution;
mod id;
mod machine;
mod mode;
mod name;
mod outcome;
mod race_pair;
mod relation;
mod semantics;
mod wide;

pub use action::{Action, Answer, Failure, Internal, InternalKind, RmwOp, Written};
pub use certificate::{Certificate, CommitStep, RuleSet};
pub use encode::put_number;
pub use execution::{Event, EventId, EventKind, Execution, ExecutionBuilder, Rejection};
pub use id::{Loc, MonitorId, ObjectId, SyncObj, ThreadId, Value};
pub use machine::{
    Cut, Field, Gap, LocInfo, LocKind, Machine, Names, Pending, Sharing, Site, ThreadSymmetry,
    check_machine_laws,
};
pub use mode::{Fence, ReadMode, RmwMode, WriteMode};
pub use name::{ActionKey, ActionKind, Creator, ObjectName, ThreadPath};
pub use outcome::{Outcome, outcomes_of};
pub use race_pair::RacePair;
pub use relation::{BitSet, Bits, Relation};
pub use semantics::{Passes, SyncState, WaitsFor, Way, permuted};
pub use wide::Wide;
