//! The interface of a memory model that is a state machine.

use event::{
    Action, Fence, Loc, LocInfo, LocKind, Names, ReadMode, RmwMode, RmwOp, Sharing, SyncObj, ThreadId, Value,
    WriteMode, Written,
};

/// A thread and the location that it accesses. Facts about the location are included, so that a memory may be
/// sparse: a location that it has not met holds its default write.
#[derive(Debug, Clone, Copy)]
pub struct At {
    /// The acting thread.
    pub thread: ThreadId,
    /// The location.
    pub loc: Loc,
    /// Facts about the location.
    pub info: LocInfo,
    /// Whether the thread uses fences, which order its plain accesses as well.
    pub fenced: bool,
}

impl At {
    /// The default write of the location.
    pub fn default_write(&self) -> Written {
        Written { value: self.info.initial, tag: 0 }
    }
}

/// An internal step of the memory: a buffered store of a thread reaches the shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flush {
    /// The thread whose buffer is flushed.
    pub thread: ThreadId,
    /// Which of the stores that may be flushed now, counted from 0.
    pub choice: u16,
}

/// The kinds of two conflicting accesses, the earlier one first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConflictKind {
    /// Write, then write.
    WriteWrite,
    /// Write, then read.
    WriteRead,
    /// Read, then write.
    ReadWrite,
}

/// Two accesses to one location, at least one of them a write, that happens-before does not order (JLS
/// §17.4.1, §17.4.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Conflict {
    /// The kinds of the two accesses, in order.
    pub kind: ConflictKind,
    /// The thread of the earlier access, which is that thread's newest of its kind.
    pub first: ThreadId,
    /// Whether the earlier access was volatile; then the later one was not.
    pub volatile: bool,
}

/// Why a memory state can no longer be trusted to be complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Overflow {
    /// A store buffer grew beyond its bound.
    BufferBound(usize),
    /// More threads and synchronisation objects than a view set can hold.
    TooManyViews,
    /// More different writes to one location are visible at once than are kept.
    VisibleWrites(usize),
    /// A write list grew beyond its bound.
    WriteListBound(usize),
    /// Final fields, of which this memory knows nothing.
    FinalFields,
}

/// A memory model as a state machine.
///
/// Laws. [`check_memory_laws`] tests the first three for every implementation; that steps commute is tested
/// with programs, by `explore::check_system_laws`; the rest of the fourth by searches that are compared with
/// other engines.
/// 1. `reads` is never empty, has no duplicates, and is a function of the state.
/// 2. *Own writes*: immediately after its own write a thread may read that write; after a volatile write it
///    reads nothing else.
/// 3. *Default*: a location that was never written reads as its default write.
/// 4. `encode` is a function of the state, and distinguishes states that differ for a later reader.
/// 5. When [`Memory::commutes`], steps of different threads on different objects give the same encoding in
///    either order.
pub trait Memory: Sync {
    /// The whole memory, as a value.
    type State: Clone + Send + Sync;

    /// The memory before the first action. `running` are the threads that run from the beginning.
    fn initial(&self, threads: usize, running: &[ThreadId]) -> Self::State;

    /// The writes that a read may see now.
    fn reads(&self, state: &Self::State, at: At, mode: ReadMode) -> impl Iterator<Item = Written>;
    /// Performs a read that sees `seen`.
    fn read(&self, state: &mut Self::State, at: At, mode: ReadMode, seen: Written);
    /// Performs a write.
    fn write(&self, state: &mut Self::State, at: At, mode: WriteMode, written: Written);
    /// The write that an atomic update sees: the newest, since no write may come in between (pitfall 54).
    fn newest(&self, state: &Self::State, at: At) -> Written;
    /// Performs an atomic update: it sees `seen` and writes `new`, or fails and is a read (pitfall 12). The
    /// default gives every mode the ordering of volatile accesses.
    fn update(&self, state: &mut Self::State, at: At, _mode: RmwMode, seen: Written, new: Option<Written>) {
        self.read(state, at, ReadMode::Volatile, seen);
        if let Some(written) = new {
            self.write(state, at, WriteMode::Volatile, written);
        }
    }
    /// Performs a read in one of the ways in which it can be performed: one for each of [`Memory::reads`].
    /// Returns what it sees. Only memories in which equal writes may differ need their own.
    fn read_chosen(&self, state: &mut Self::State, at: At, mode: ReadMode, choice: usize) -> Written {
        let seen = self.reads(state, at, mode).nth(choice);
        let seen = seen.expect("a choice is one of the writes the read may see");
        self.read(state, at, mode, seen);
        seen
    }
    /// The number of ways in which a write can be performed.
    fn write_choices(&self, _state: &Self::State, _at: At, _mode: WriteMode) -> usize {
        1
    }
    /// Performs a write in one of these ways.
    fn write_chosen(
        &self,
        state: &mut Self::State,
        at: At,
        mode: WriteMode,
        written: Written,
        _choice: usize,
    ) {
        self.write(state, at, mode, written);
    }
    /// The number of ways in which an update can be performed, the spurious ones last: a weak compare-and-set
    /// that could write fails.
    fn update_choices(&self, state: &Self::State, at: At, _mode: RmwMode, op: RmwOp) -> usize {
        1 + usize::from(op.can_fail_spuriously(self.newest(state, at).value))
    }
    /// What an update sees that is performed in one of these ways, and whether it fails spuriously.
    fn update_sees(
        &self,
        state: &Self::State,
        at: At,
        _how: (RmwMode, RmwOp),
        choice: usize,
    ) -> (Written, bool) {
        (self.newest(state, at), choice > 0)
    }
    /// Performs an update in one of these ways; it writes `new`, or fails.
    fn update_chosen(
        &self,
        state: &mut Self::State,
        at: At,
        (mode, op): (RmwMode, RmwOp),
        choice: usize,
        new: Option<Written>,
    ) {
        let (seen, _) = self.update_sees(state, at, (mode, op), choice);
        self.update(state, at, mode, seen, new);
    }
    /// Whether a read sees, in one of its ways, a write that is not the newest, although the access must see
    /// newer ones in the end (not so plain accesses).
    fn read_is_behind(&self, _state: &Self::State, _at: At, _mode: ReadMode, _choice: usize) -> bool {
        false
    }
    /// The same for an update.
    fn update_is_behind(
        &self,
        _state: &Self::State,
        _at: At,
        _how: (RmwMode, RmwOp),
        _choice: usize,
    ) -> bool {
        false
    }
    /// Whether a fence commutes with nothing, rather than ordering only the actions of its thread.
    fn is_global(&self, _fence: Fence) -> bool {
        false
    }
    /// Whether a read does not commute with other reads of the location.
    fn read_is_ordered(&self, _at: At, _mode: ReadMode) -> bool {
        false
    }
    /// Performs a fence. Unless it is global ([`Memory::is_global`]), it touches nothing that another thread
    /// can see immediately; it only orders the actions of its thread.
    fn fence(&self, state: &mut Self::State, thread: ThreadId, fence: Fence);
    /// The constructor that set the final field `at.loc` ends. Memories that keep stores in order need to do
    /// nothing.
    fn freeze(&self, _state: &mut Self::State, _at: At) {}
    /// `thread` acquires: it learns what was released to `obj`. Called for monitors, joins and internal
    /// actions. Volatile and acquire/release accesses come as `read`, `write` or `update` with their mode:
    /// the memory itself must make them acquire and release.
    fn acquire(&self, state: &mut Self::State, thread: ThreadId, obj: SyncObj);
    /// `thread` releases what it knows to `obj`. Called like [`Memory::acquire`].
    fn release(&self, state: &mut Self::State, thread: ThreadId, obj: SyncObj);
    /// `parent` starts `child`.
    fn start(&self, state: &mut Self::State, parent: ThreadId, child: ThreadId);
    /// `thread` ends.
    fn end(&self, state: &mut Self::State, thread: ThreadId);
    /// The values that an observer which has joined all threads may read.
    fn finals(&self, state: &Self::State, loc: Loc, info: LocInfo, out: &mut Vec<Value>);
    /// Appends a canonical form of the state.
    fn encode(&self, state: &Self::State, out: &mut Vec<u8>);
    /// Appends everything that it holds: locations and what may be read there. The default is for memories of
    /// machines that do not rename (`event::Machine::renames`), as is that of [`Memory::renamed`].
    fn held(&self, _state: &Self::State, _out: &mut Vec<(Loc, Value)>) {}
    /// The same state with other names, without anything that has none. Used only for encoding.
    fn renamed(&self, state: &Self::State, _names: &dyn Names) -> Self::State {
        state.clone()
    }

    /// Whether [`Memory::renamed`] also renames threads, or a state contains nothing about threads.
    fn renames_threads(&self) -> bool {
        false
    }

    /// Whether the memory allows the action to be performed now; store buffers make some actions wait.
    fn ready(&self, _state: &Self::State, _thread: ThreadId, _action: &Action) -> bool {
        true
    }
    /// Whether threads have store buffers, so that there are internal steps.
    fn has_buffers(&self) -> bool {
        false
    }
    /// Appends the locations of all stores in the buffer of a thread, oldest first.
    fn buffered(&self, _state: &Self::State, _thread: ThreadId, _out: &mut Vec<Loc>) {}
    /// Whether stores leave a buffer in the order in which they came, so that there is never more than one
    /// internal step.
    fn flushes_in_order(&self) -> bool {
        false
    }
    /// The number of stores in the buffer of a thread that may be flushed now, each by an internal step.
    fn flush_choices(&self, _state: &Self::State, _thread: ThreadId) -> u16 {
        0
    }
    /// The location that such a step would write, if no other store of the buffer waits for it.
    fn flushes_alone(&self, _state: &Self::State, _flush: Flush) -> Option<Loc> {
        None
    }
    /// Performs an internal step. Returns the location and what was written.
    fn flush(&self, _state: &mut Self::State, _flush: Flush) -> Option<(Loc, Written)> {
        None
    }
    /// Whether performing this access before anything another thread might do loses no behaviour.
    fn is_ample(&self, _action: &Action, info: LocInfo) -> bool {
        info.sharing != Sharing::Shared
    }
    /// Whether steps on different objects commute exactly (equal encodings); otherwise no reduction is
    /// applied.
    fn commutes(&self) -> bool {
        true
    }
    /// Whether [`Memory::conflicts`] looks for data races.
    fn detects_races(&self) -> bool {
        false
    }
    /// The accesses that race with an access that is about to be performed.
    fn conflicts(&self, _state: &Self::State, _at: At, _access: AccessKind, _out: &mut Vec<Conflict>) {}
    /// Set if the state has outgrown what this memory can represent faithfully.
    fn overflow(&self, _state: &Self::State) -> Option<Overflow> {
        None
    }
}

/// An access as a race detector sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccessKind {
    /// Whether it writes.
    pub write: bool,
    /// Whether it is a synchronisation action. Opaque, acquire and release accesses are not.
    pub volatile: bool,
    /// Whether it reads.
    pub reads: bool,
    /// Whether it reads in acquire mode, or a stronger one.
    pub acquires: bool,
    /// Whether it writes in release mode, or a stronger one.
    pub releases: bool,
    /// Whether it is an update, or its mode is not plain.
    pub is_atomic: bool,
}

impl AccessKind {
    /// A read of this mode.
    pub fn read(mode: ReadMode) -> AccessKind {
        AccessKind {
            write: false,
            volatile: mode == ReadMode::Volatile,
            reads: true,
            acquires: mode >= ReadMode::Acquire,
            releases: false,
            is_atomic: mode != ReadMode::Plain,
        }
    }

    /// A write of this mode.
    pub fn write(mode: WriteMode) -> AccessKind {
        AccessKind {
            write: true,
            volatile: mode == WriteMode::Volatile,
            reads: false,
            acquires: false,
            releases: mode >= WriteMode::Release,
            is_atomic: mode != WriteMode::Plain,
        }
    }

    /// An update of this mode, which may fail to write.
    pub fn update(mode: RmwMode, writes: bool) -> AccessKind {
        let write = AccessKind::write(mode.write());
        AccessKind {
            write: writes,
            releases: write.releases,
            is_atomic: true,
            ..AccessKind::read(mode.read())
        }
    }
}

const LAW_LOCS: [(Loc, LocKind); 3] =
    [(Loc(0), LocKind::Plain), (Loc(1), LocKind::Plain), (Loc(2), LocKind::Volatile)];

fn law_at(thread: u16, loc: usize) -> At {
    let (loc, kind) = LAW_LOCS[loc];
    At {
        thread: ThreadId(thread),
        loc,
        info: LocInfo::variable(kind, Sharing::Shared, Value(7)),
        fenced: false,
    }
}

/// Drives `memory` along a pseudo-random history of 3 threads and panics if a law is broken.
pub fn check_memory_laws<M: Memory>(memory: &M, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut draw = |n: u64| random.u64(..n);
    let threads = [ThreadId(0), ThreadId(1), ThreadId(2)];
    let mut state = memory.initial(3, &threads);
    for (loc, _) in LAW_LOCS.iter().enumerate() {
        let seen: Vec<Written> = memory.reads(&state, law_at(0, loc), ReadMode::Plain).collect();
        assert_eq!(seen, [Written { value: Value(7), tag: 0 }], "default: a location nobody wrote");
    }
    for _ in 0..12 {
        let (thread, loc) = (draw(3) as u16, draw(3) as usize);
        let at = law_at(thread, loc);
        let volatile = at.info.kind == LocKind::Volatile;
        let read_mode = if volatile { ReadMode::Volatile } else { ReadMode::Plain };
        let seen: Vec<Written> = memory.reads(&state, at, read_mode).collect();
        assert!(!seen.is_empty(), "a read always sees something");
        let mut distinct = seen.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), seen.len(), "no duplicate choices");
        if draw(2) == 0 {
            let choice = seen[draw(seen.len() as u64) as usize];
            memory.read(&mut state, at, read_mode, choice);
            continue;
        }
        let written = Written { value: Value(draw(3) as i64), tag: 0 };
        let mode = if volatile { WriteMode::Volatile } else { WriteMode::Plain };
        let action = Action::Write { loc: at.loc, mode, value: written.value };
        if !memory.ready(&state, at.thread, &action) {
            continue;
        }
        memory.write(&mut state, at, mode, written);
        let seen: Vec<Written> = memory.reads(&state, at, read_mode).collect();
        if volatile {
            assert_eq!(seen, [written], "a volatile read sees the latest write");
        } else {
            assert!(seen.contains(&written), "own writes: the newest own write is visible");
        }
    }
    let (mut once, mut twice) = (Vec::new(), Vec::new());
    memory.encode(&state, &mut once);
    memory.encode(&state.clone(), &mut twice);
    assert_eq!(once, twice, "encode is a function of the state");
}
