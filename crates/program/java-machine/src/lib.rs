//! Java programs as a machine that engines drive: what is an action, what is asked, what a state is called.
//!
//! `jvm` runs Java and knows nothing of this. Here is the observer that watches its threads ([`jvm::observer`]), stops them before every action that others
//! may notice and gives them the answers; and [`JavaMachine`], the program as an [`event::Machine`].
//!
//! **Promises** that whatever two threads can reach is asked, unless an entry of the policy ([`Policy`]) says why not. **Does not** know any memory model, and
//! decides no schedule.

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
mod watched;

pub use encode::{encode, fingerprint};
pub use machine::{Answers, JavaMachine, JavaProgram, JavaState, Readable};
pub use options::{Options, Results, start_spun};
pub use policy::{Entry, EntryRole, Policy, Table, TableError, Trust, set_checking};
pub use thread_names::ThreadNames;
