//! The whole state of a program as a value: heap, threads, monitors, initialisation of classes, output.

use crate::class::{ClassRef, Kind, MethodRef};
use crate::code::Code;
use crate::heap::{Creator, Heap, Ref};
use crate::output::{Pieces, Printed};
use std::collections::BTreeMap;
use triomphe::Arc;

/// Everything a program's future depends on. Cloning costs microseconds.
#[derive(Clone)]
pub struct State {
    pub(crate) heap: Heap,
    pub(crate) threads: Vec<Arc<Thread>>,
    pub(crate) monitors: BTreeMap<Ref, Monitor>,
    pub(crate) classes: Arc<Vec<Init>>,
    /// Strings that the program itself interned, by content.
    pub(crate) interned: Arc<BTreeMap<Vec<u16>, Ref>>,
    /// What java.lang.invoke made for instructions and constants; see `handle/link.rs` for the keys.
    pub(crate) call_sites: Arc<BTreeMap<(u32, u32, u32), CallSite>>,
    /// How many hidden classes were defined from the same bytes, by the number of the first.
    pub(crate) hidden: Arc<BTreeMap<u32, u32>>,
    pub(crate) output: Output,
    /// The virtual clock, in nanoseconds.
    pub(crate) clock: i64,
    /// The status given to `System.exit`, or once the program has ended.
    pub(crate) exit: Option<i32>,
    /// Bytecodes executed so far.
    pub(crate) bytecodes: u64,
    /// Whether the main thread ended by an exception: the exit status is then 1.
    pub(crate) main_failed: bool,
    /// Packages of modules that the program has defined: (loader, package) → module.
    pub(crate) modules: Arc<BTreeMap<(u32, String), Ref>>,
    /// Files that are open, by number less 3.
    pub(crate) files: Arc<Vec<Option<crate::native::file::OpenFile>>>,
    /// Why the initialisation of a class failed, told again to whoever uses it later.
    pub(crate) failures: Arc<BTreeMap<u32, Ref>>,
    /// Decompressions under way, by number less 1.
    pub(crate) inflaters: Arc<Vec<Option<crate::native::zip::Inflater>>>,
    /// Memory outside of objects (direct buffers), by address: a `byte[]` that no program has a reference to.
    pub(crate) outside: Arc<BTreeMap<u64, Ref>>,
    /// The last thread identifier given (since release 21).
    pub(crate) next_thread_id: u64,
    /// Class loaders written in Java to which the library has given numbers. Collections leave them and their unnamed
    /// modules where they are, since the library and the mirrors of their classes, which all states share, name them.
    pub(crate) loaders: Arc<Vec<Ref>>,
    /// Whether the program has asked for the time: only then its future depends on the clock itself.
    pub(crate) clock_was_read: bool,
    /// What a checked program has told of its outcome, by name.
    pub(crate) observed: Arc<BTreeMap<String, String>>,
    /// A checked program has assumed something that is not so: this execution does not count.
    pub(crate) is_discarded: bool,
    /// Own classes of a checked program that were initialised while there were several threads, ascending.
    pub(crate) late_classes: Arc<Vec<u32>>,
    /// What locations of a checked program held when they were first written by an action, where that is not what every
    /// read sees.
    pub(crate) initials: Arc<BTreeMap<u64, u64>>,
    /// Objects that a thread uses although nobody has created them yet: a search lets a read see a write that is still to
    /// come. Their headers stand in the heap.
    pub(crate) ghosts: Arc<BTreeMap<Ref, u64>>,
}

/// A call site linked by the class library's own java.lang.invoke.
#[derive(Clone, Copy)]
pub(crate) struct CallSite {
    pub method: Option<MethodRef>,
    /// The argument appended to the others, or the constant itself.
    pub appendix: Ref,
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
pub(crate) enum Init {
    #[default]
    Linked,
    /// Being initialised by this thread.
    By(u32),
    Done,
    Failed,
}

/// A monitor that is owned or waited for. Objects without an entry are free.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Monitor {
    pub owner: Option<usize>,
    pub count: u32,
    /// Threads in `wait`, longest first.
    pub waiters: Vec<usize>,
    /// How the owner of a checked program's monitor came in.
    pub entered: Entered,
}

/// How a thread of a checked program entered a monitor.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Entered {
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
pub(crate) struct Thread {
    pub frames: Vec<Frame>,
    pub stack: Vec<u64>,
    pub status: Status,
    /// The instance of java.lang.Thread.
    pub object: Ref,
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
    /// It has acted inside of a call that looks like one action, and is not out of it while it has this many frames: see
    /// `check.rs`. 0 if it has not.
    pub inside: u32,
    /// How many threads it has started: the last part of their names.
    pub started: u32,
    /// Initialised classes whose initialisation is known to happen before what the thread does next, ascending. Kept by
    /// checked programs only.
    pub knows: Vec<u32>,
    /// The size of its stack, if it was made with one: what its `stackSize` said when it was started.
    pub stack_bytes: Option<usize>,
    /// The assertions that it has come to, by method and place, where somebody wants to know.
    pub asserted: Vec<(MethodRef, u16)>,
    /// The threads that it has joined, a bit for each.
    pub joined: u32,
    /// What it has printed since its last action, where printing is one.
    pub printed: Option<Box<Printed>>,
    /// Who has started it.
    pub parent: Option<usize>,
    /// Whether it has done something before which others had their turn.
    pub acted: bool,
    /// Whether it was seen to wait for the monitor that it is about to enter.
    pub contends: bool,
    /// Whether the wait of a timed `join` ended because its time was up.
    pub timed_out: bool,
}

/// What a thread is in the middle of. Only checked programs stop there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Midway {
    /// An exception leaves methods; of the constructor that it leaves next so many final fields are frozen.
    Unwinding { exception: Ref, frozen: u32 },
    /// Nobody caught this exception.
    Uncaught(Ref),
    /// The same, and the last one who might handle it finds nobody who does.
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
pub(crate) enum Status {
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
pub(crate) enum Woken {
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
pub(crate) struct Frame {
    pub method: MethodRef,
    pub code: &'static Code,
    /// The instruction being executed.
    pub pc: u32,
    pub base: u32,
    pub sp: u32,
    /// The monitor of a synchronized method.
    pub lock: Ref,
    pub then: Then,
}

/// What happens when a frame returns or is left by an exception.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Then {
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
    pub(crate) fn init(&self, class: ClassRef) -> Init {
        self.classes.get(class.id as usize).copied().unwrap_or_default()
    }

    pub(crate) fn set_init(&mut self, class: ClassRef, init: Init) {
        let classes = Arc::make_mut(&mut self.classes);
        if classes.len() <= class.id as usize {
            classes.resize(class.id as usize + 64, Init::Linked);
        }
        classes[class.id as usize] = init;
    }

    pub(crate) fn thread_mut(&mut self, thread: usize) -> &mut Thread {
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
            inside: 0,
            started: 0,
            knows: Vec::new(),
            stack_bytes: None,
            asserted: Vec::new(),
            joined: 0,
            printed: None,
            parent: None,
            acted: false,
            contends: false,
            timed_out: false,
        }
    }
}
