//! The whole state of a program as a value: heap, threads, monitors, class initialisation, output.

use crate::class::{ClassRef, Kind, MethodRef};
use crate::code::Code;
use crate::heap::{Creator, Heap, Ref};
use crate::notes::{Pieces, StateNotes, ThreadNotes};
use std::collections::BTreeMap;
use triomphe::Arc;

/// Everything a program's future depends on. Cloning costs microseconds.
#[derive(Clone)]
pub struct State {
    /// The objects.
    pub heap: Heap,
    /// The threads by number, including those that have ended.
    pub threads: Vec<Arc<Thread>>,
    /// Monitors that are owned or waited for.
    pub monitors: BTreeMap<Ref, Monitor>,
    /// The initialisation state of classes, by number.
    pub classes: Arc<Vec<Init>>,
    /// Strings that the program itself interned, by content.
    pub interned: Arc<BTreeMap<Vec<u16>, Ref>>,
    /// What `java.lang.invoke` linked for instructions and constants; see `handle/link.rs` for the keys.
    pub call_sites: Arc<BTreeMap<(u32, u32, u32), CallSite>>,
    /// How many hidden classes were defined from the same bytes, by the number of the first.
    pub hidden: Arc<BTreeMap<u32, u32>>,
    /// The program's output that has not been consumed yet.
    pub output: Output,
    /// The virtual clock, in nanoseconds.
    pub clock: i64,
    /// The exit status, set by `System.exit` or when the program has ended.
    pub exit: Option<i32>,
    /// Bytecodes executed so far.
    pub(crate) bytecodes: u64,
    /// Whether the main thread ended by an exception: the exit status is then 1.
    pub main_failed: bool,
    /// Packages of modules that the program has defined: (loader, package) → module.
    pub modules: Arc<BTreeMap<(u32, String), Ref>>,
    /// Open files, by file descriptor less 3.
    pub files: Arc<Vec<Option<crate::native::file::OpenFile>>>,
    /// Why the initialisation of a class failed; attached to the error at each later use.
    pub failures: Arc<BTreeMap<u32, Ref>>,
    /// Decompressions in progress, by number less 1.
    pub inflaters: Arc<Vec<Option<crate::native::zip::Inflater>>>,
    /// Off-heap memory (direct buffers), by address: a `byte[]` that the program has no reference to.
    pub outside: Arc<BTreeMap<u64, Ref>>,
    /// The last thread identifier assigned (since release 21).
    pub next_thread_id: u64,
    /// Class loaders written in Java that the library has numbered. Collections do not move them or their
    /// unnamed modules, since the library and the mirrors of their classes, which all states share, refer to
    /// them.
    pub loaders: Arc<Vec<Ref>>,
    /// Whether the program has asked for the time: only then does its future depend on the clock itself.
    pub clock_was_read: bool,
    /// Notes of an observer.
    pub notes: StateNotes,
}

/// A call site linked by the class library's own `java.lang.invoke`.
#[derive(Clone, Copy)]
pub struct CallSite {
    /// The method to call.
    pub method: Option<MethodRef>,
    /// The argument appended to the others, or the constant itself.
    pub appendix: Ref,
    /// Whether there is an appendix.
    pub has_appendix: bool,
    /// Linking failed; the appendix is the error that each attempt throws.
    pub failed: bool,
}

/// What the program has written to its two output streams, in order.
#[derive(Clone, Default)]
pub struct Output {
    /// The pieces: file descriptor 1 or 2, and bytes.
    pub pieces: Arc<Pieces>,
}

/// The state of a class between loaded and initialised (JVMS 5.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Init {
    /// Initialisation has not begun.
    #[default]
    Linked,
    /// Being initialised by this thread.
    By(u32),
    /// Initialised.
    Done,
    /// Erroneous.
    Failed,
}

/// A monitor that is owned or waited for. Objects without an entry are free.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Monitor {
    /// The number of the owning thread.
    pub owner: Option<usize>,
    /// How often the owner has entered it.
    pub count: u32,
    /// Threads in `wait`, in order of arrival.
    pub waiters: Vec<usize>,
    /// How the owner entered it, as noted by an observer.
    pub entered: Entered,
}

/// How an observed thread entered a monitor.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Entered {
    /// Without an action, because there was no other thread.
    #[default]
    Alone,
    /// Without an action, because the monitor is library-internal.
    Quietly,
    /// By an action.
    Asked,
}

/// A thread's own state.
#[derive(Clone)]
pub struct Thread {
    /// The calls in progress, innermost last.
    pub frames: Vec<Frame>,
    /// The locals and operands of all frames.
    pub stack: Vec<u64>,
    /// Whether and for what it waits.
    pub status: Status,
    /// The instance of java.lang.Thread.
    pub object: Ref,
    /// The creator of the objects that it allocates now.
    pub creator: Creator,
    /// Whether it has a permit from `unpark`.
    pub permit: bool,
    /// Set when a wait has ended but its instruction has not been executed again yet.
    pub woken: Option<Woken>,
    /// Its body has ended; it must still enter its own monitor to notify the threads that join it.
    pub is_ending: bool,
    /// Whether it is a system thread, which is never scheduled.
    pub is_system: bool,
    /// The result of the outermost call, once it has returned.
    pub result: Result<u64, Ref>,
    /// Whether it is a daemon: the program ends without waiting for it.
    pub is_daemon: bool,
    /// The classes that this thread has begun to initialise and whose own initialiser it has not called yet,
    /// outermost first, each with the number of frames at the beginning.
    pub begun: Vec<(ClassRef, u32)>,
    /// The thread's current java.lang.Thread: a virtual thread differs from its carrier.
    pub current: Ref,
    /// Classes whose definition waits for their initialiser, by their byte arrays.
    pub defined: Vec<(Ref, ClassRef)>,
    /// The scoped-value cache and other values that Java keeps in the VM's thread.
    pub cache: Ref,
    /// What it is in the middle of, if it stopped before an action within an instruction.
    pub midway: Option<Midway>,
    /// The size of its stack, if one was given: its `stackSize` when it was started.
    pub stack_bytes: Option<usize>,
    /// The thread that started it.
    pub parent: Option<usize>,
    /// Whether it was observed to block on the monitor that it is about to enter.
    pub contends: bool,
    /// Notes of an observer.
    pub notes: ThreadNotes,
}

/// What a thread is in the middle of. Only observers stop it there: one step of the machine may be several of
/// theirs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Midway {
    /// An exception propagates; `frozen` final fields of the constructor that it leaves next are frozen.
    Unwinding { exception: Ref, frozen: u32 },
    /// This exception was not caught.
    Uncaught(Ref),
    /// Nor was this exception of an uncaught-exception handler.
    HandlerFailed(Ref),
    /// As `Uncaught`, and the last handler in the chain delegates to no other.
    Unhandled(Ref),
    /// `wait` has entered the wait set of an object and releases its monitor, `count` times in all.
    Leaving { object: Ref, count: u32, until: Option<i64> },
    /// `wait` reacquires the monitor, `count` times.
    Returning { object: Ref, count: u32, interrupted: bool },
    /// `wait` has reacquired the monitor and is about to throw `InterruptedException`.
    Interrupted,
    /// `clone` has copied `done` elements or fields, and possibly read the next one.
    Cloning { copy: Ref, done: u32, read: Option<u64> },
    /// `System.arraycopy` has copied `done` elements, and possibly read the next one.
    Copying { done: u32, read: Option<u64> },
    /// The high half of a `long` or `double` was read, with this value, or written.
    Half(u32),
    /// A constructor ends: this many of its final fields are frozen.
    Freezing(u32),
    /// The thread's `run` is synchronized, and about to enter the monitor.
    Enters,
    /// `done` bytes of a value in an array were read, as `value`, or written: for an access that is not
    /// atomic.
    Parts { object: Ref, done: u8, value: u64, writes: bool },
}

/// Whether and for what a thread waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Status {
    Runnable,
    /// Until the monitor is free.
    Blocked(Ref),
    /// In `Object.wait`, until notified or until this time.
    Waiting {
        object: Ref,
        until: Option<i64>,
        count: u32,
    },
    Parked {
        until: Option<i64>,
    },
    Sleeping {
        until: i64,
    },
    /// Until another thread has initialised this class.
    Initialising(u32),
    Ended,
}

/// Why a wait ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Woken {
    /// `wait` must reacquire the monitor, `count` times.
    Wait {
        object: Ref,
        count: u32,
        interrupted: bool,
    },
    Park,
    Sleep {
        interrupted: bool,
    },
}

/// A call in progress.
#[derive(Clone, Copy)]
pub struct Frame {
    /// What was called.
    pub method: MethodRef,
    /// Its instructions.
    pub code: &'static Code,
    /// The instruction being executed.
    pub pc: u32,
    /// The slot of its first local.
    pub base: u32,
    /// The slot behind its last operand.
    pub sp: u32,
    /// The monitor of a synchronized method.
    pub lock: Ref,
    /// What happens when it returns.
    pub then: Then,
}

/// What happens when a frame returns or is left by an exception.
#[derive(Debug, Clone, Copy)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Then {
    /// The caller continues after its call.
    Return,
    /// The result is dropped and the caller's instruction executed again.
    Again,
    /// The class is initialised; then the caller's instruction is executed again. The creator of objects is
    /// restored.
    Initialised(ClassRef, Creator),
    /// The result is boxed, for a call by reflection. Exceptions are wrapped.
    Box(Kind),
    /// The same without wrapping exceptions.
    BoxHere(Kind),
    /// The result is the object just constructed, for a constructor called by reflection.
    Constructed(Ref),
    /// The same without wrapping exceptions.
    ConstructedHere(Ref),
    /// The result is stored in a word of an object; then the caller's instruction is executed again.
    Store { object: Ref, word: u32 },
    /// The outermost call, made by the machine itself, ends.
    Finish,
    /// The body of a thread ends.
    ThreadEnds,
    /// The handler of an uncaught exception has run.
    ThreadDispatched,
    /// The thread has notified all threads that join it.
    ThreadEnded,
    /// The class returned by a loader is recorded; then the caller's instruction is executed again.
    Loaded(ClassRef, u32, crate::symbol::Symbol),
    /// The result is stored for a constant of the caller's pool; then its instruction is executed again.
    Linked(crate::handle::Linking),
    /// The result is cast to the type that the caller of a polymorphic method expects.
    Cast(ClassRef),
    /// The result of a reference-returning call is dropped: the call site returns void.
    Drop,
    /// The result, a method handle, is invoked with the caller's arguments.
    InvokeAs { arguments: u32 },
}

impl State {
    /// The initialisation state of a class.
    #[inline]
    pub fn init(&self, class: ClassRef) -> Init {
        self.classes.get(class.id as usize).copied().unwrap_or_default()
    }

    pub(crate) fn set_init(&mut self, class: ClassRef, init: Init) {
        let classes = Arc::make_mut(&mut self.classes);
        if classes.len() <= class.id as usize {
            classes.resize(class.id as usize + 64, Init::Linked);
        }
        classes[class.id as usize] = init;
    }

    /// A thread that is not running now, mutable.
    #[inline]
    pub fn thread_mut(&mut self, thread: usize) -> &mut Thread {
        Arc::make_mut(&mut self.threads[thread])
    }

    /// What the program has written so far.
    pub fn output(&self) -> &Output {
        &self.output
    }

    /// The exit status, once the program has ended.
    pub fn exit(&self) -> Option<i32> {
        self.exit
    }

    /// Bytecodes executed so far.
    pub fn bytecodes(&self) -> u64 {
        self.bytecodes
    }

    /// Threads started so far, the main thread included.
    pub fn threads(&self) -> usize {
        self.threads.len()
    }

    /// Objects created so far.
    pub fn objects(&self) -> u64 {
        self.heap.objects
    }

    /// The bytes of memory that this state does not share with another: the long-term cost of a snapshot.
    /// Small tables are left out.
    pub fn unshared_bytes(&self, other: &State) -> usize {
        let mut bytes = self.heap.unshared_bytes(&other.heap);
        for (i, thread) in self.threads.iter().enumerate() {
            if !other.threads.get(i).is_some_and(|theirs| Arc::ptr_eq(thread, theirs)) {
                bytes += size_of::<Thread>() + size_of_val(&*thread.frames) + size_of_val(&*thread.stack);
            }
        }
        bytes
    }

    /// Words of memory in use, garbage included.
    pub fn heap_words(&self) -> usize {
        self.heap.words()
    }
}

impl Thread {
    pub(crate) fn new(object: Ref, creator: Creator) -> Thread {
        Thread {
            frames: Vec::new(),
            stack: Vec::new(),
            status: Status::Runnable,
            object,
            creator,
            permit: false,
            woken: None,
            is_ending: false,
            is_system: false,
            result: Ok(0),
            is_daemon: false,
            begun: Vec::new(),
            current: object,
            defined: Vec::new(),
            cache: Ref::NULL,
            midway: None,
            stack_bytes: None,
            parent: None,
            contends: false,
            notes: ThreadNotes::default(),
        }
    }
}
