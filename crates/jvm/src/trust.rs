//! Whose business a class is: the program's own, the library's, and of this what is trusted and what looks like one action.
//!
//! Everything here goes by names of classes and methods of the class library, and is what `--trust` changes.

use crate::class::{ClassRef, Loader};

/// Parts of the class library that are not made for several threads at once: their plain data is the program's.
fn is_unsafe_library(name: &str) -> bool {
    match name.strip_prefix("java/util/") {
        Some(rest) => !rest.contains('/') && !MADE_FOR_THREADS.iter().any(|class| rest.starts_with(class)),
        None => {
            name.starts_with("java/text/")
                || matches!(name, "java/lang/StringBuilder" | "java/lang/AbstractStringBuilder")
        }
    }
}

/// Classes of `java.util` that several threads may use, or that have nothing to share.
const MADE_FOR_THREADS: [&str; 16] = [
    "Timer",
    "Random",
    "UUID",
    "Locale",
    "Objects",
    "Optional",
    "Collections",
    "ImmutableCollections",
    "Formatter",
    "ResourceBundle",
    "ServiceLoader",
    "SplittableRandom",
    "Currency",
    "Vector",
    "Hashtable",
    "Properties",
];

/// Classes of `java.util.concurrent` whose methods are linearizable: locks, synchronizers, queues, futures, maps.
fn is_whole(name: &str) -> bool {
    // Not ConcurrentLinkedDeque: while the one end is looked for, an element may come there and one go at the other.
    const WHOLE: [&str; 16] = [
        "Semaphore",
        "ThreadPoolExecutor",
        "CountDownLatch",
        "CyclicBarrier",
        "Exchanger",
        "FutureTask",
        "ArrayBlockingQueue",
        "LinkedBlockingQueue",
        "LinkedBlockingDeque",
        "PriorityBlockingQueue",
        "ConcurrentLinkedQueue",
        "SynchronousQueue",
        "CopyOnWriteArrayList",
        "CopyOnWriteArraySet",
        "ConcurrentHashMap",
        "ConcurrentSkipListMap",
    ];
    const IN_PARTS: [&str; 4] = ["Itr", "Iterator", "Spliterator", "Traverser"];
    let Some(rest) = name.strip_prefix("java/util/concurrent/") else { return false };
    // What belongs to a class is named after it; iterators are not linearizable, nor a traverser's way to the next entry.
    let class = rest.split('$').next().unwrap_or(rest);
    rest.starts_with("locks/") || (WHOLE.contains(&class) && !IN_PARTS.iter().any(|part| rest.contains(part)))
}

/// Whether a method of these classes is none of them: it looks at all elements one after the other, is the body of a
/// thread or a task, acts on several objects that others may see (what it drains to, threads that it interrupts), or takes an
/// entry that need not be the first or last any more.
pub(crate) fn is_in_parts(method: &str) -> bool {
    const PARTS: [&str; 32] = [
        "run",
        "<init>",
        "equals",
        "hashCode",
        "clone",
        "buildFromSorted",
        "drainTo",
        "cancel",
        "shutdownNow",
        "pollFirstEntry",
        "pollLastEntry",
        "doRemoveFirstEntry",
        "doRemoveLastEntry",
        "removeLowest",
        "removeHighest",
        "size",
        "isEmpty",
        "mappingCount",
        "containsValue",
        "contains",
        "forEach",
        "reduce",
        "search",
        "clear",
        "putAll",
        "addAll",
        "removeAll",
        "retainAll",
        "removeIf",
        "replaceAll",
        "toString",
        "toArray",
    ];
    PARTS.iter().any(|name| method.starts_with(name)) && !method.starts_with("containsKey")
}

/// Where the skip lists keep their entries, which are read plainly behind a fence, and what iterators look at without a lock.
fn is_fenced(name: &str) -> bool {
    matches!(name.strip_prefix(SKIP_LISTS), Some("Map" | "Map$Node" | "Map$Index"))
        || matches!(
            name.strip_prefix("java/util/"),
            Some("Vector" | "Stack" | "Hashtable" | "Hashtable$Entry")
        )
}

const SKIP_LISTS: &str = "java/util/concurrent/ConcurrentSkipList";

/// Whether a class needs no fences here, since all that it reads behind them is read as a volatile variable is.
pub(crate) fn is_without_fences(class: ClassRef) -> bool {
    class.name.starts_with(SKIP_LISTS) && !standing(class).all
}

/// Parts of the class library that keep books of their own.
fn is_quiet_library(name: &str) -> bool {
    const QUIET: [&str; 20] = [
        "java/io/",
        "java/lang/ClassLoader",
        "java/lang/Class",
        "java/lang/Module",
        "java/lang/ThreadGroup",
        "java/lang/ThreadLocal",
        "java/lang/reflect/",
        "java/lang/ref/",
        "java/lang/runtime/",
        "java/math/",
        "java/net/",
        "java/nio/",
        "java/security/",
        "java/text/",
        "java/time/",
        "java/util/regex/",
        "jdk/internal/",
        "sun/",
        "java/util/ServiceLoader",
        "java/util/ResourceBundle",
    ];
    let handles = name.starts_with("java/lang/invoke/")
        && !name.starts_with("java/lang/invoke/VarHandle")
        && !name.starts_with("java/lang/invoke/LazyInit");
    handles || QUIET.iter().any(|prefix| name.starts_with(prefix))
}

/// Whose business the data and the doings of a class are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClassStanding {
    /// The program's own.
    pub own: bool,
    /// The program's own, or made for a lambda or a method reference of it.
    pub program: bool,
    /// Nothing is trusted: its data is checked whosesoever it is.
    pub all: bool,
    /// It keeps books of its own.
    pub quiet: bool,
    /// It is not made for several threads.
    pub thread_unsafe: bool,
    /// It does what its caller wants done, and nothing else.
    pub tool: bool,
    /// Several threads read and write it at once by plain accesses, between fences or as it comes: they are taken for volatile ones.
    pub fenced: bool,
    /// Its methods look like one action each.
    pub whole: bool,
}

/// What is not checked: whose plain data is trusted to be ordered by the synchronisation around it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Trust {
    /// The class library, but for the parts of it that are not made for several threads.
    #[default]
    Library,
    /// The same, and classes whose names match: a class, or a package as `org.example.*`.
    And(Vec<String>),
    /// Nothing.
    None,
}

impl Trust {
    fn has(&self, name: &str) -> bool {
        let Trust::And(patterns) = self else { return false };
        let name = name.replace('/', ".");
        patterns.iter().any(|pattern| match pattern.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => name == *pattern || name.starts_with(&format!("{pattern}$")),
        })
    }
}

pub(crate) fn standing(class: ClassRef) -> ClassStanding {
    *class.standing.get_or_init(|| standing_of(class, &Trust::default()))
}

pub(crate) fn standing_of(class: ClassRef, trust: &Trust) -> ClassStanding {
    let name = &*class.name;
    let program = class.loader != Loader::BOOT && !class.is_array() && !trust.has(name);
    let own = program && !class.is_hidden;
    let (all, library) = (*trust == Trust::None, !own && *trust != Trust::None);
    ClassStanding {
        own,
        program,
        all,
        quiet: library && (is_quiet_library(name) || is_throwable(class)),
        thread_unsafe: library && is_unsafe_library(name),
        fenced: library && is_fenced(name),
        whole: library && is_whole(name),
        tool: name.starts_with("java/lang/invoke/") || name.starts_with("java/util/concurrent/atomic/"),
    }
}

/// Exceptions are made without anybody's noticing.
fn is_throwable(class: ClassRef) -> bool {
    let mut at = Some(class);
    while let Some(c) = at {
        if &*c.name == "java/lang/Throwable" {
            return true;
        }
        at = c.superclass;
    }
    false
}

/// Whether data of a class is checked although it is not the program's own.
pub(crate) fn is_checked_class(class: ClassRef) -> bool {
    standing(class).all
}

/// Whether what calls from a class do is done for the program: its own, or one that was made for a lambda or a method reference of it.
pub(crate) fn is_of_program(class: ClassRef) -> bool {
    standing(class).program
}

/// Whether a class is the program's own.
pub(crate) fn is_own(class: ClassRef) -> bool {
    standing(class).own
}
