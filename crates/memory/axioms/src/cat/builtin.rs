//! The sets, relations and functions that every model starts with, by name.
//!
//! A flat table; `docs/CAT.md` explains each. Names that can be defined in terms of these are in
//! `library/stdlib.cat`.

use super::value::Type;

macro_rules! builtins {
    ($($variant:ident $name:literal $type:ident $doc:literal;)*) => {
        /// A set or relation that an execution provides.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Builtin { $(#[doc = $doc] $variant),* }

        impl Builtin {
            /// All of them.
            pub const ALL: &'static [Builtin] = &[$(Builtin::$variant),*];

            /// Its name in files.
            pub fn name(self) -> &'static str {
                match self { $(Builtin::$variant => $name),* }
            }

            /// Its type.
            pub fn ty(self) -> Type {
                match self { $(Builtin::$variant => Type::$type),* }
            }
        }
    };
}

builtins! {
    All "A" Set "All events, initial writes included.";
    Reads "R" Set "Reads, updates included.";
    Writes "W" Set "Writes, updates and initial writes included.";
    Accesses "M" Set "Reads and writes.";
    Fences "F" Set "Fences.";
    Updates "RMW" Set "Atomic updates that wrote: one event, both read and write.";
    FailedUpdates "FRMW" Set "Reads that are failed compare-and-sets.";
    InitialWrites "IW" Set "Initial writes, one per accessed location.";
    FinalWrites "FW" Set "Last writes, one per accessed location.";
    Plain "P" Set "Accesses of plain mode.";
    Opaque "O" Set "Accesses of opaque mode.";
    Acquire "ACQ" Set "Accesses of acquire mode, acquire fences.";
    Release "REL" Set "Accesses of release mode, release fences.";
    Volatile "V" Set "Accesses of volatile mode, full fences.";
    LoadLoad "LoadLoad" Set "Load-load fences.";
    StoreStore "StoreStore" Set "Store-store fences.";
    Locks "L" Set "Entering a monitor.";
    Unlocks "U" Set "Leaving a monitor.";
    Starts "Start" Set "Starting a thread.";
    Joins "Join" Set "Detecting that a thread has ended.";
    Ends "End" Set "The last action of a thread.";
    Externals "External" Set "External actions.";
    Failures "Fail" Set "Failed assertions and uncaught exceptions.";
    ProgramOrder "po" Relation "Program order.";
    ReadsFrom "rf" Relation "Reads-from, initial writes included.";
    Coherence "co" Relation "Coherence order, initial writes first.";
    SameLocation "loc" Relation "Accesses of one location.";
    SameThread "int" Relation "Events of one thread; an initial write is alone in its own.";
    Identity "id" Relation "Each event with itself.";
    LockOrder "lo" Relation "The order in which each monitor was entered and left.";
    StartJoin "start-join" Relation "A start before all of its thread, an end before its joins.";
    SynchronisationOrder "so" Relation "Synchronisation order, per object.";
    SynchronizesWith "sw" Relation "JLS §17.4.4.";
    HappensBefore "hb" Relation "JLS §17.4.5.";
    Synchronisation "Sync" Set "Synchronisation actions (JLS §17.4.2): volatile accesses, monitors, starts, ends, joins.";
    SameMonitor "mon" Relation "Entering and leaving one monitor, each with itself too.";
    CriticalSection "crit" Relation "Entering a monitor, and the leaving that belongs to it.";
    Freezes "Freeze" Set "Freezes of final fields, at the end of the constructor that set them (JLS §17.5.1).";
    FinalFields "Final" Set "Accesses of final fields, initial writes included.";
    Freezing "freezes" Relation "A freeze, and the accesses of the field that it freezes.";
    Dereference "deref" Relation "The read by which a thread came to an object that it did not create, and an access of it; of several such reads, one.";
    Forwarding "forward" Relation "The read by which a thread came to an object that it did not create, and a write of its address; of several such reads, one.";
    Value "val" Valuation "The value each access reads or writes; of an update, the one it writes.";
    AddressDependency "addr" Relation "Always empty: Java's model ignores dependencies.";
    DataDependency "data" Relation "Always empty.";
    ControlDependency "ctrl" Relation "Always empty.";
}

/// The functions that are not defined in cat itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Function {
    /// The domain of a relation.
    Domain,
    /// The range of a relation.
    Range,
}

impl Function {
    pub(crate) const ALL: [(&'static str, Function); 2] =
        [("domain", Function::Domain), ("range", Function::Range)];
}

/// The generators of `with x from …`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Chooser {
    /// `linearisations(S, r)`: total orders of `S` that extend `r`.
    Linearisations,
    /// `generate_orders(S, r)`: total orders of `S` per location that extend `r`.
    PerLocation,
    /// `generate_cos(r)`: the same for all writes.
    Coherences,
}

impl Chooser {
    pub(crate) const ALL: [(&'static str, Chooser); 3] = [
        ("linearisations", Chooser::Linearisations),
        ("generate_orders", Chooser::PerLocation),
        ("generate_cos", Chooser::Coherences),
    ];
}

/// Names of herd that would need sets of sets, or events that Java does not have; each with the message to
/// show.
pub(crate) const FOREIGN: &[(&str, &str)] = &[
    ("classes", "sets of sets (`classes`)"),
    ("classes-loc", "sets of sets (`classes-loc`)"),
    ("partition", "sets of sets (`partition`)"),
    ("cross", "sets of sets (`cross`); use `generate_orders` or `generate_cos`"),
    ("map", "functions as arguments (`map`)"),
    ("tag2events", "tags (`tag2events`)"),
    ("tag2scope", "tags (`tag2scope`)"),
    ("tag2fence", "tags (`tag2fence`)"),
    ("amo", "`amo`; an atomic update is one event here, see `RMW` and `rmw`"),
    ("B", "branch events (`B`); branches are not actions of the Java memory model"),
];
