//! The vocabulary every other crate speaks: threads, locations, values, access modes, actions, executions.
//!
//! Source: JLS §17.4 (actions, program order, synchronisation order, happens-before) extended with the
//! `VarHandle` access modes of Java 9. This crate **promises** that its words mean the same to every
//! machine, model and engine. It **does not** run programs, decide visibility or search.

mod action;
mod certificate;
mod execution;
mod id;
mod machine;
mod mode;
mod name;
mod outcome;

pub use action::{Action, Answer, Failure, Internal, InternalKind, RmwOp, Written};
pub use certificate::{Certificate, CommitStep, RuleSet};
pub use execution::{Event, EventId, EventKind, Execution, ExecutionBuilder, Rejection};
pub use id::{Loc, MonitorId, ObjectId, SyncObj, ThreadId, Value};
pub use machine::{
    Cut, Field, INTERNAL, LocInfo, LocKind, Machine, Names, Pending, Sharing, Site, ThreadSymmetry,
    check_machine_laws,
};
pub use mode::{Fence, ReadMode, RmwMode, WriteMode};
pub use name::{ActionKey, ActionKind, Creator, ObjectName, ThreadPath};
pub use outcome::Outcome;
