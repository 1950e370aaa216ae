//! The whole state of a program as a value: heap, threads, monitors, initialisation of classes, output.

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
    /// The threads by number, also those that have ended.
    pub threads: Vec<Arc<Thread>>,
    /// Monitors that are owned or waited for.
    pub monitors: BTreeMap<Ref, Monitor>,
    /// How far classes are initialised, by number.
    pub classes: Arc<Vec<Init>>,
    /// Strings that the program itself interned, by content.
    pub interned: Arc<BTreeMap<Vec<u16>, Ref>>,
    /// What java.lang.invoke made for instructions and constants; see `handle/link.rs` for the keys.
    pub call_sites: Arc<BTreeMap<(u32, u32, u32), CallSite>>,
    /// How many hidden classes were defined from the same bytes, by the number of the first.
    pub hidden: Arc<BTreeMap<u32, u32>>,
    /// What the program has written and nobody has taken.
    pub output: Output,
    /// The virtual clock, in nanoseconds.
    pub clock: i64,
    /// The status given to `System.exit`, or once the program has ended.
    pub exit: Option<i32>,
    /// Bytecodes executed so far.
    pub(crate) bytecodes: u64,
    /// Whether the main thread ended by an exception: the exit status is then 1.
    pub main_failed: bool,
    /// Packages of modules that the program has defined: (loader, package) → module.
    pub modules: Arc<BTreeMap<(u32, String), Ref>>,
    /// Files that are open, by number less 3.
    pub files: Arc<Vec<Option<crate::native::file::OpenFile>>>,
    /// Why the initialisation of a class failed, told again to whoever uses it later.
    pub failures: Arc<BTreeMap<u32, Ref>>,
    /// Decompressions under way, by number less 1.
    pub inflaters: Arc<Vec<Option<crate::native::zip::Inflater>>>,
    /// Memory outside of objects (direct buffers), by address: a `byte[]` that no program has a reference to.
    pub outside: Arc<BTreeMap<u64, Ref>>,
    /// The last thread identifier given (since release 21).
    pub next_thread_id: u64,
    /// Class loaders written in Java to which the library has given numbers. Collections leave them and their unnamed
    /// modules where they are, since the library and the mirrors of their classes, which all states share, name them.
    pub loaders: Arc<Vec<Ref>>,
    /// Whether the program has asked for the time: only then its future depends on the clock itself.
    pub clock_was_read: bool,
    /// What an observer keeps.
    pub notes: StateNotes,
}

/// A call site linked by the class library's own java.lang.invoke.
#[derive(Clone, Copy)]
pub struct CallSite {
    /// What is called.
    pub method: Option<MethodRef>,
    /// The argument appended to the others, or the constant itself.
    pub appendix: Ref,
    /// Whether there is one.
    pub has_appendix: bool,
    /// Linking failed; the appendix is the error that each attempt throws.
    pub failed: bool,
}

/// What the program wrote to its two streams, in order.
#[derive(Clone, Default)]
pub struct Output {
    /// The pieces: file descriptor 1 or 2, and bytes.
    pub pieces: Arc<Pieces>,
}

/// Where a class stands between loaded and initialised (JVMS 5.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Init {
    /// Nobody has begun.
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
    /// Who is in it.
    pub owner: Option<usize>,
    /// How often the owner has entered it.
    pub count: u32,
    /// Threads in `wait`, longest first.
    pub waiters: Vec<usize>,
    /// What an observer has noted of how its owner came in.
    pub entered: Entered,
}

/// How a thread that is watched entered a monitor.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Entered {
    /// While there was no other thread, so that nobody was asked.
    #[default]
    Alone,
    /// In the class library's own books: nobody is told.
    Quietly,
    /// By an action.
    Asked,
}

/// A thread's own state.
#[derive(Clone)]
pub struct Thread {
    /// The calls in progress, innermost last.
    pub frames: Vec<Frame>,
    /// The locals and operands of all of them.
    pub stack: Vec<u64>,
    /// Whether and for what it waits.
    pub status: Status,
    /// The instance of java.lang.Thread.
    pub object: Ref,
    /// Who creates the objects that it makes now.
    pub creator: Creator,
    /// Whether `unpark` came before `park`.
    pub permit: bool,
    /// A wait that has ended but whose instruction has not yet been executed again.
    pub woken: Option<Woken>,
    /// Its body has ended; it only has to take its own monitor to tell those who wait for its end.
    pub is_ending: bool,
    /// Set by System threads that are never scheduled.
    pub is_system: bool,
    /// The result of the outermost call, once it has returned.
    pub result: Result<u64, Ref>,
    /// Whether the program ends without waiting for it.
    pub is_daemon: bool,
    /// Classes that this thread has begun to initialise and whose own initialiser it has not called yet, outermost first, and how many frames
    /// it had when it began.
    pub begun: Vec<(ClassRef, u32)>,
    /// The thread's current java.lang.Thread: a virtual thread differs from its carrier.
    pub current: Ref,
    /// Classes whose definition waits for their initialiser, by the array of their bytes.
    pub defined: Vec<(Ref, ClassRef)>,
    /// The scoped-value cache and other values that Java keeps in the VM's thread.
    pub cache: Ref,
    /// What it is in the middle of, when it stopped before an action that no instruction begins with.
    pub midway: Option<Midway>,
    /// The size of its stack, if it was made with one: what its `stackSize` said when it was started.
    pub stack_bytes: Option<usize>,
    /// Who has started it.
    pub parent: Option<usize>,
    /// Whether it was seen to wait for the monitor that it is about to enter.
    pub contends: bool,
    /// What an observer keeps.
    pub notes: ThreadNotes,
}

/// What a thread is in the middle of. Only an observer stops it there: what is one step of the machine may be several of his.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Midway {
    /// An exception leaves methods; of the constructor that it leaves next so many final fields are frozen.
    Unwinding { exception: Ref, frozen: u32 },
    /// Nobody caught this exception.
    Uncaught(Ref),
    /// Nor what the handler of such an exception threw.
    HandlerFailed(Ref),
    /// As `Uncaught`, and the last one who might handle it finds nobody who does.
    Unhandled(Ref),
    /// `wait` has entered the wait set of an object and leaves its monitor, this often in all.
    Leaving { object: Ref, count: u32, until: Option<i64> },
    /// `wait` takes the monitor again, this often.
    Returning { object: Ref, count: u32, interrupted: bool },
    /// `wait` has taken the monitor again and is about to say that it was interrupted.
    Interrupted,
    /// `clone` has copied so many elements or fields; it may have read the next one, as this.
    Cloning { copy: Ref, done: u32, read: Option<u64> },
    /// `System.arraycopy` has copied so many elements; it may have read the next one.
    Copying { done: u32, read: Option<u64> },
    /// The high half of a `long` or `double` was read, as this, or written.
    Half(u32),
    /// A constructor ends: so many of its final fields are frozen.
    Freezing(u32),
    /// The thread's `run` is synchronized, and about to enter the monitor.
    Enters,
    /// So many bytes of a value in an array were read, as these, or written: of one that is not accessed at once.
    Parts { object: Ref, done: u8, value: u64, writes: bool },
}

/// Whether and for what a thread waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Status {
    Runnable,
    /// Until the monitor is free.
    Blocked(Ref),
    /// In `Object.wait`, until notified or this time.
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
    /// Another thread initialises this class.
    Initialising(u32),
    Ended,
}

/// Why a wait ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Woken {
    /// `wait` must take the monitor again, this often.
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
    /// The caller goes on after its call.
    Return,
    /// The result is dropped and the caller's instruction executed again.
    Again,
    /// The class is initialised; then the caller's instruction is executed again. The old creator of objects.
    Initialised(ClassRef, Creator),
    /// The result is boxed: a call by reflection. Exceptions are wrapped.
    Box(Kind),
    /// The same without wrapping of exceptions.
    BoxHere(Kind),
    /// The result is the object just constructed; a constructor called by reflection.
    Constructed(Ref),
    /// The same without wrapping of exceptions.
    ConstructedHere(Ref),
    /// The result is stored in a word of an object; then the caller's instruction is executed again.
    Store { object: Ref, word: u32 },
    /// The outermost call made by the machine itself ends.
    Finish,
    /// The body of a thread ends.
    ThreadEnds,
    /// The handler of an uncaught exception has run.
    ThreadDispatched,
    /// The thread has told everybody that it ends.
    ThreadEnded,
    /// The class a loader gave is noted; then the caller's instruction is executed again.
    Loaded(ClassRef, u32, crate::symbol::Symbol),
    /// The result is kept for a constant of the caller's pool; then its instruction is executed again.
    Linked(crate::handle::Linking),
    /// The result is cast to what a caller of a polymorphic method expects.
    Cast(ClassRef),
    /// The result of a reference-returning call is dropped: the call site returns void.
    Drop,
    /// The result, a method handle, is invoked with the caller's arguments.
    InvokeAs { arguments: u32 },
}

impl State {
    /// How far a class is initialised.
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

    /// A thread that does not run now, to be changed.
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

    /// Bytes of memory that this state has beside those it shares with another: what a snapshot costs in the long run.
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
