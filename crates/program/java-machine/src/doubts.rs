//! Nondeterminism that is not explored: when a program observes it, the verdict is left open, or states the
//! condition that it rests on.
//!
//! Java allows several behaviours of the clock, random numbers, identity hash codes, caches of the class
//! library and the garbage collector, of which the search follows one. **Promises** that a program which
//! observes one of these never simply `holds`. Violations found in such a program are real.

use crate::atomics::is_reflection;
use crate::marks::IS_LIBRARY_MADE;
use crate::policy::{is_program, standing};
use crate::watched::{Watched, exchange_mut};
use jvm::class::{ClassRef, Loader, MethodRef};
use jvm::heap::{Creator, Ref};
use std::sync::atomic::AtomicU16;
use std::sync::atomic::Ordering::Relaxed;

const GENERICS: &str =
    "generic types shown by reflection, which threads may make several times, while several threads run";

/// An input from outside the program of which only one value is explored.
#[derive(Debug, Clone, Copy)]
enum Input {
    Random,
    Clock,
    Hash,
    ThreadIds,
    Memory,
    Rounding,
    ClassNames,
    /// An identity hash code has chosen a slot of a hash table.
    HashSlot,
    /// A hash table was iterated over.
    SlotOrder,
}

impl Input {
    /// Those that are conditions of a verdict, each as the end of "if …".
    const ALL: [(Input, &str); 7] = [
        (Input::Random, "random numbers are those drawn here"),
        (Input::Clock, "the clock goes as it does here"),
        (Input::Hash, "identity hash codes are those here"),
        (Input::ThreadIds, "thread ids are those here"),
        (Input::Memory, "memory is as large as it is here"),
        (Input::Rounding, "Math rounds as StrictMath does"),
        (Input::ClassNames, "names of classes are made once"),
    ];
}

/// The inputs that a thread or a program has used, as a bit set. A verdict `holds` names them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Inputs(u16);

impl Inputs {
    fn insert(&mut self, input: Input) {
        self.0 |= 1 << input as u8;
    }

    /// Adds them to those of the whole program, which searches share.
    pub fn add_to(self, program: &AtomicU16) {
        if self != Inputs::default() {
            program.fetch_or(self.0, Relaxed);
        }
    }

    /// Those of a whole program, each as the end of "if …".
    pub fn conditions(program: &AtomicU16) -> Vec<&'static str> {
        let bits = program.load(Relaxed);
        let used = |input: Input| bits >> input as u8 & 1 != 0;
        // The slots that hash codes choose show in the order of an iteration, and nowhere else.
        let shows = |input| match input {
            Input::Hash => used(Input::Hash) || used(Input::HashSlot) && used(Input::SlotOrder),
            _ => used(input),
        };
        Input::ALL.into_iter().filter(|(input, _)| shows(*input)).map(|(_, text)| text).collect()
    }
}

impl Watched<'_, '_> {
    fn uses(&mut self, input: Input) {
        if let Some(exchange) = exchange_mut(&mut self.vm.trace) {
            exchange.inputs.insert(input);
        }
    }

    /// The thread observes the clock.
    pub(crate) fn uses_clock(&mut self) {
        self.uses(Input::Clock);
    }

    /// The class that makes the current call, directly or by reflection; classes for which `is_way` holds are
    /// skipped, too.
    fn caller(&self, is_way: impl Fn(ClassRef) -> bool) -> Option<ClassRef> {
        let mut callers = self.vm.th.frames.iter().rev().map(|frame| frame.method.class);
        callers.find(|class| !is_reflection(class) && !is_way(class))
    }

    /// Whether the program may see what a method of the class library is about to return. It may, unless a
    /// class asks that keeps the answer to itself.
    fn is_shown(&self) -> bool {
        for frame in self.vm.th.frames.iter().rev() {
            let (class, name) = (frame.method.class, &**self.vm.lib.text(frame.method.name));
            if is_program(class) {
                return true;
            }
            // The cells of the counter of a map are chosen at random.
            let is_counter =
                name == "fullAddCount" && &*class.name == "java/util/concurrent/ConcurrentHashMap";
            if is_counter || keeps_to_itself(class) && !matches!(name, "hashCode" | "toString") {
                return false;
            }
        }
        true
    }

    /// A native method is called that answers one of many possible values: the program depends on it if it
    /// may see the answer. A hash code that only chooses a slot of a hash table shows in the order of an
    /// iteration ([`Watched::uses_what_varies`]).
    pub(crate) fn uses_identity(&mut self, method: MethodRef) {
        match &**self.vm.lib.text(method.name) {
            "hashCode" | "identityHashCode" if self.is_shown() => {
                let frames = self.vm.th.frames.iter().rev().map(|frame| frame.method);
                let finds_slot = frames.take_while(|method| !is_program(method.class)).any(|method| {
                    is_hash_table(method.class) && &**self.vm.lib.text(method.name) != "hashCode"
                });
                self.uses(if finds_slot { Input::HashSlot } else { Input::Hash });
            }
            "freeMemory" | "totalMemory" | "maxMemory" if &*method.class.name == "java/lang/Runtime" => {
                self.uses(Input::Memory);
            }
            _ => {}
        }
    }

    /// A method is called of a class that shows what differs between runs or machines: a hash table, `Thread`
    /// or `Math`.
    #[cold]
    pub(crate) fn uses_what_varies(&mut self, method: MethodRef) {
        let name = &**self.vm.lib.text(method.name);
        match &*method.class.name {
            "java/lang/Thread" => {
                // The text has the id since release 19; before that, one more condition is named than need
                // be.
                if matches!(name, "getId" | "threadId" | "toString") && self.is_shown() {
                    self.uses(Input::ThreadIds);
                }
            }
            "java/util/concurrent/StructuredTaskScopeImpl" => {
                if name == "toString" {
                    self.uses(Input::Hash);
                }
            }
            // Results within one or two units in the last place are right; `StrictMath` has one of them.
            "java/lang/Math" => {
                let is_exact = !matches!(
                    name,
                    "sin"
                        | "cos"
                        | "tan"
                        | "asin"
                        | "acos"
                        | "atan"
                        | "atan2"
                        | "exp"
                        | "expm1"
                        | "log"
                        | "log10"
                        | "log1p"
                        | "pow"
                        | "sinh"
                        | "cosh"
                        | "tanh"
                        | "hypot"
                        | "cbrt"
                );
                if !is_exact && self.is_shown() {
                    self.uses(Input::Rounding);
                }
            }
            class => {
                let inner = class.split_once('$').map_or("", |(_, inner)| inner);
                let is_iteration = |name: &str| {
                    ["terator", "Enumerator", "Traverser", "Task"].iter().any(|part| name.contains(part))
                };
                let is_order = is_iteration(inner)
                    || matches!(
                        name,
                        "forEach"
                            | "replaceAll"
                            | "toArray"
                            | "keysToArray"
                            | "valuesToArray"
                            | "toString"
                            | "writeObject"
                            | "elements"
                            | "keys"
                    );
                if is_order && self.is_shown() {
                    self.uses(Input::SlotOrder);
                }
            }
        }
    }

    /// A method is called that draws random numbers from a seed that the program has not chosen.
    #[cold]
    pub(crate) fn uses_random(&mut self, method: MethodRef, arguments: usize) {
        let (name, descriptor) = (&**self.vm.lib.text(method.name), &**self.vm.lib.text(method.descriptor));
        let is_unseeded = match &*method.class.name {
            "java/util/Random" | "java/util/SplittableRandom" => (name, descriptor) == ("<init>", "()V"),
            "java/util/concurrent/ThreadLocalRandom" => name == "current",
            "jdk/internal/util/random/RandomSupport" => name == "initialSeed",
            // The iteration order of `Set.of` and `Map.of` depends on a salt that is drawn when the virtual
            // machine starts.
            "java/util/ImmutableCollections$Set12"
            | "java/util/ImmutableCollections$SetN"
            | "java/util/ImmutableCollections$MapN" => {
                let has_no_order = matches!(
                    name,
                    "<init>"
                        | "size"
                        | "isEmpty"
                        | "contains"
                        | "containsKey"
                        | "containsValue"
                        | "get"
                        | "getOrDefault"
                        | "hashCode"
                        | "equals"
                        | "probe"
                );
                let shows = !method.is_static()
                    && !has_no_order
                    && !self.is_made_by_library(Ref(self.vm.th.stack[arguments]));
                return if shows {
                    self.uses(Input::Random);
                };
            }
            _ => false,
        };
        if is_unseeded && self.is_shown() {
            self.uses(Input::Random);
        }
    }

    /// Records that what the thread has observed is one of several possibilities, and the others are not
    /// explored.
    pub(crate) fn doubts(&mut self, why: &'static str) {
        if let Some(exchange) = exchange_mut(&mut self.vm.trace) {
            exchange.doubts = Some(why);
        }
    }

    /// A method is called that exposes a cache of the class library. Accesses to such caches are no actions,
    /// so the program would see only one order of them, or only one of several equal objects that threads may
    /// create concurrently. Calls by reflection count as well.
    #[cold]
    pub(crate) fn doubts_caches(&mut self, method: MethodRef) {
        if !self.has_others() {
            return;
        }
        let (class, name) = (&*method.class.name, &**self.vm.lib.text(method.name));
        let is_loader = matches!(class, "java/lang/ClassLoader" | "java/lang/Package");
        let why = match name {
            _ if is_loader && name.contains("Package") => {
                "packages of class loaders while several threads run"
            }
            _ if is_loader => return,
            // They are read without a lock, behind fences.
            "get" if class == "java/lang/ClassValue" && !self.heap_answers() => {
                "values of a ClassValue while several threads run"
            }
            // Two threads that find the cache empty get strings of their own.
            "getSimpleName" | "getCanonicalName" => {
                if self.is_shown() {
                    self.uses(Input::ClassNames);
                }
                return;
            }
            "getTypeParameters" => GENERICS,
            _ if name.contains("Generic") || name.contains("Annotated") => GENERICS,
            "toMethodDescriptorString" | "descriptorString" => {
                "descriptors of methods, which threads may make several times, while several threads run"
            }
            _ => return,
        };
        // Packages may also be requested through method handles. The other methods are used by the
        // implementation of handles itself, so a call from there shows nothing.
        let is_way = |class: ClassRef| is_loader && standing(class).tool;
        if self.caller(is_way).is_some_and(is_program) {
            self.doubts(why);
        }
    }

    /// A method is called that shows whether the garbage collector has found an object unreachable. Here it
    /// never does; in Java it may at any time (`java.lang.ref`, JLS 12.6). The class library's own uses do
    /// not count: it recreates what it has lost when its references are cleared.
    #[cold]
    pub(crate) fn doubts_collector(&mut self, method: MethodRef, arguments: usize) {
        let name = &**self.vm.lib.text(method.name);
        let argument = |i: usize| Ref(self.vm.th.stack[arguments + i]);
        let why = match &*method.class.name {
            "java/lang/ref/Cleaner" => {
                let action = argument(2);
                let is_own = name == "register" && !action.is_null() && is_program(self.class_of(action));
                return if is_own {
                    self.doubts("cleaners, which never run here")
                };
            }
            "java/lang/ref/ReferenceQueue" if matches!(name, "poll" | "remove") => {
                "queues of references, to which the garbage collector adds nothing here"
            }
            "java/lang/ref/Reference" | "java/lang/ref/SoftReference"
                if matches!(name, "get" | "refersTo") =>
            {
                "weak and soft references, which are never cleared here"
            }
            "java/util/WeakHashMap" if !matches!(name, "<init>" | "put") => {
                "weak keys, which are never cleared here"
            }
            _ => return,
        };
        if !method.is_static() && !self.is_made_by_library(argument(0)) {
            self.doubts(why);
        }
    }

    /// Whether the class library created an object, presumably for its own use.
    fn is_made_by_library(&self, object: Ref) -> bool {
        let (creator, class) = (object.creator(), self.class_of(object));
        // Reference classes that the class library declares for itself, such as the entries of `ThreadLocal`,
        // are its own.
        let is_its_own =
            !is_program(class) && !class.name.starts_with("java/lang/ref/") && !is_collection(class);
        is_its_own
            || creator == Creator::BOOT
            || self.vm.st.heap.word(object, 1) & IS_LIBRARY_MADE != 0
            || self.vm.lib.class_of_creator(creator).is_some_and(|class| !is_program(class))
    }

    /// A class was initialised: its instances may be finalized as soon as they are unreachable (JLS 12.6).
    pub(crate) fn doubts_finalizers(&mut self, class: ClassRef) {
        let mut own =
            std::iter::successors(Some(class), |class| class.superclass).take_while(|c| is_program(c));
        if own.any(|class| class.declares(self.vm.lib, "finalize", "()V")) {
            self.doubts("finalizers, which never run here");
        }
    }
}

/// Whether a class is one of the collections that programs create.
fn is_collection(class: ClassRef) -> bool {
    &*class.name == "java/util/WeakHashMap" || class.name.starts_with("java/util/ImmutableCollections$")
}

/// Whether a class is a hash table, which asks for hash codes to find slots.
fn is_hash_table(class: ClassRef) -> bool {
    class.loader == Loader::BOOT
        && matches!(
            &*class.name,
            "java/util/HashMap"
                | "java/util/Hashtable"
                | "java/util/IdentityHashMap"
                | "java/util/WeakHashMap"
                | "java/util/concurrent/ConcurrentHashMap"
        )
}

/// Whether a class of the library uses random numbers and hash codes for its own purposes only: neither its
/// results nor its strings depend on them. Classes that are not listed show what they ask for.
fn keeps_to_itself(class: ClassRef) -> bool {
    const PREFIXES: [&str; 22] = [
        // Tables of classes, loaders and types.
        "java/lang/ClassLoader",
        "java/lang/Module",
        "java/lang/NamedPackage",
        "java/lang/Package",
        "java/lang/invoke/MethodType",
        "java/lang/invoke/MemberName",
        "jdk/internal/loader/",
        "jdk/internal/module/",
        "jdk/internal/reflect/Reflection",
        "sun/util/locale/",
        "java/time/format/DateTimeTextProvider",
        // Logarithms estimate how many digits a number has.
        "java/math/",
        // Sets of threads; the slots of thread locals.
        "java/lang/ThreadLocal",
        "jdk/internal/vm/",
        // The name of a scope has its hash code; only its text shows it ([`Watched::uses_what_varies`]).
        "java/util/concurrent/StructuredTaskScopeImpl",
        // Circles of causes are found by a set.
        "java/lang/Throwable",
        // Workers are kept in a set; all of them are woken or interrupted.
        "java/util/concurrent/ThreadPoolExecutor",
        // Queues and cells are chosen at random; any of them does.
        "java/util/concurrent/ForkJoin",
        "java/util/concurrent/atomic/",
        "java/util/concurrent/Exchanger",
        "java/util/concurrent/LinkedTransferQueue",
        // The levels of a node are drawn at random.
        "java/util/concurrent/ConcurrentSkipList",
    ];
    class.loader == Loader::BOOT && PREFIXES.iter().any(|prefix| class.name.starts_with(prefix))
}
