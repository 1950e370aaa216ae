//! Java programs as an [`event::Machine`]: which accesses are actions, who answers them, and how states are
//! encoded.
//!
//! `jvm` runs Java and knows nothing of checking. This crate provides the observer ([`jvm::observer`]) that
//! stops a thread before every action another thread may notice and hands it the answer, and [`JavaMachine`],
//! the program as an [`event::Machine`].
//!
//! **Promises** that every access to data reachable by two threads is an action, unless an entry of the
//! policy ([`Policy`]) says why it need not be. **Does not** know any memory model, and decides no schedule.

mod ask;
mod atomics;
mod base;
mod check;
mod check_threads;
mod copies;
mod doubts;
mod encode;
mod escape;
mod facts;
mod granted;
mod hooks;
mod initialise;
mod location;
mod looks;
mod machine;
mod marks;
mod monitors;
mod options;
mod output;
mod policy;
mod provenance;
mod regions;
mod releasing;
mod symmetry;
mod tearing;
mod thread_names;
mod touches;
mod waits;
mod watched;

pub use encode::{encode, fingerprint};
pub use machine::{JavaMachine, JavaProgram, JavaState, Readable, Visibility};
pub use options::{Decisive, Options, Results, start_spun};
pub use policy::{Entry, EntryRole, Policy, Table, TableError, Trust, set_checking};
pub use thread_names::ThreadNames;
