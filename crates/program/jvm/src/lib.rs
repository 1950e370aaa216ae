//! The second machine: a Java virtual machine whose whole state is a value.
//!
//! It loads the user's classes and the real class library of a JDK and runs their bytecode (JVMS), one thread
//! at a time. **Promises**: a state is a value, cheap to clone; no Java call recurses on the host's stack;
//! the program reaches nothing of the host; what the machine does not do is reported as unsupported, never
//! answered wrongly. **Does not** know any memory model, nor what an action is, and decides no schedule
//! except in [`run`].
//!
//! To watch what threads do, and to answer in their place, implement [`observer::Observer`]. The public
//! modules are what observers and encoders of states need: they read all of a state, and change it only
//! inside a hook.

mod advance;
mod boot;
mod caller;
pub mod class;
mod code;
mod collect;
mod defined;
mod descriptor;
pub mod exception;
mod fdlibm;
mod handle;
mod handler;
pub mod heap;
mod indy;
pub mod initialise;
pub mod interpret;
mod launch;
pub mod layout;
pub mod library;
mod link_all;
mod math;
mod memory;
mod module;
pub mod monitor;
pub mod native;
pub mod notes;
mod null;
pub mod objects;
pub mod observer;
mod parse;
mod place;
mod regex;
mod resolve;
pub mod roots;
mod run;
mod slow;
mod snapshot;
pub mod state;
mod strings;
mod supertypes;
mod symbol;
pub mod thread;
pub mod trace;
pub mod trap;
mod verify;
pub mod vm;
pub mod watch;

pub use advance::{Advanced, advance};
pub use boot::{BootError, boot};
pub use collect::Collected;
pub use heap::{Creator, Ref};
pub use launch::{StartError, start, start_spun};
pub use library::Library;
pub use link_all::{LinkFailure, link_all};
pub use regex::matches;
pub use roots::Unmapped;
pub use run::{Ending, Schedule, Sink, Wanted, run};
pub use snapshot::{Origin, boot_cached};
pub use state::{Output, State};
pub use trace::{Traced, TracedAction};
pub use vm::{Unsupported, VmLimits};

/// The environment and the bounds of a program.
#[derive(Debug, Clone)]
pub struct Options {
    /// Whether `assert` is enabled for the user's classes, as with `java -ea`.
    pub assertions: bool,
    /// The result of `Runtime.availableProcessors`.
    pub processors: u32,
    /// System properties, as with `java -D`.
    pub properties: Vec<(String, String)>,
    /// The property java.class.path.
    pub class_path: String,
    /// Bounds.
    pub limits: VmLimits,
    /// Bytecodes per turn under [`Schedule::RoundRobin`]: long enough to be fast, short enough for programs
    /// that spin.
    pub share: u64,
    /// Collect garbage every so many turns, and not only when it is worthwhile: for testing the collector.
    pub collect_every: Option<u64>,
    /// Whether `wait` and `park` may wake spuriously (JLS 17.2.1), under [`Schedule::Random`].
    pub spurious_wakeups: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            assertions: true,
            processors: 2,
            properties: Vec::new(),
            class_path: String::new(),
            limits: VmLimits::default(),
            share: 20_000,
            collect_every: None,
            spurious_wakeups: false,
        }
    }
}
