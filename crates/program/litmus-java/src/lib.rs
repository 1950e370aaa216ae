//! Translates a litmus test to a Java program with the same behaviours, one to one.
//!
//! [`translate`] **promises** that the program performs the actions of the test and no others on shared
//! memory: shared variables are static fields, accesses have the same modes (methods of a `VarHandle` stay
//! such), each thread is a `Thread`, monitors are objects, objects are objects. What the outcome shows is
//! passed to `thinair.Thinair.observe` under the name it has in the outcome: a register by its thread at its
//! end, also if it fails; the final value of a variable by `main`, which has joined all threads. Class
//! initialisation, including that of `Thinair`, is complete before the first thread starts, so that it
//! synchronises no threads.
//!
//! **Does not** translate `filter` and the condition, which judge outcomes. `boolean` fields and parameters
//! are ints, as on the litmus machine: they may hold any int. Where the litmus machine cuts a thread, because
//! one `new` in a loop has created eight objects, Java continues. Assertions are Java's and must be enabled
//! (`-ea`).
//!
//! What cannot be expressed in Java with the same behaviours is [`Untranslatable`], with a reason.

mod access;
mod body;
mod classes;
mod expression;
mod globals;
mod jcstress;
mod names;
mod objects;
mod observed;
mod program;
mod statement;
mod threads;
mod walk;
mod writer;

pub use jcstress::{Expect, Harness, Row};
use litmus::ast::Test;

/// The text of a Java file with the class `class`, which has a `main`, for a test that [`litmus::compile`]
/// accepts. `class` must be a valid Java class name.
pub fn translate(test: &Test, class: &str) -> Result<String, Untranslatable> {
    program::check_prints(test)?;
    program::translate(test, class)
}

/// The same, but several threads may print: for virtual machines on which prints do not synchronise with each
/// other, such as ours.
pub fn translate_printing(test: &Test, class: &str) -> Result<String, Untranslatable> {
    program::translate(test, class)
}

/// The text of a Java file with a jcstress test for a test that [`litmus::compile`] accepts, with these
/// expectations.
///
/// **Promises** what [`translate`] does, with three differences: shared variables are fields of the state,
/// each thread is an actor, and what the outcome shows is stored in the fields of the result, in the order of
/// the outcome; final values by the arbiter. So the result's text is the outcome's values, separated by `, `.
pub fn jcstress(test: &Test, harness: &Harness<'_>) -> Result<String, Untranslatable> {
    jcstress::translate(test, harness)
}

/// Why a test has no Java program with the same behaviours, or none that we can write.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Untranslatable {
    /// [`litmus::compile`] would have rejected it, too.
    #[error("the test is not correct: {0}")]
    Incorrect(String),
    /// A thread is started twice: Java throws, litmus ignores it.
    #[error("Thread{0} may be started twice")]
    StartedTwice(u32),
    /// The thread may never start, so its registers would not be observed.
    #[error("Thread{0} may never be started, and the outcome shows its registers")]
    MayNeverStart(u32),
    /// `Thread.join` does not wait for a thread that has not been started; litmus does.
    #[error("Thread{host} joins Thread{joined}, which may not have been started")]
    JoinBeforeStart {
        /// The thread that joins.
        host: u32,
        /// The thread that is joined.
        joined: u32,
    },
    /// `Thread.join` locks the thread object, so the two joins would synchronise with each other.
    #[error("two threads join Thread{0}, and in Java their joins synchronise with each other")]
    JoinedByTwo(u32),
    /// `Thread.start` locks the thread group.
    #[error("two threads start threads, and in Java their starts synchronise with each other")]
    StartsByTwo,
    /// Which thread is meant would depend on the thread that creates the object.
    #[error("a constructor starts or joins a thread")]
    ThreadsInConstructor,
    /// Printing locks `System.out`.
    #[error("two threads print, and in Java their prints synchronise with each other")]
    PrintsByTwo,
    /// Java cannot identify the object without reading shared memory.
    #[error("the outcome shows the reference {0}, which may be one of several objects")]
    ObservedReference(String),
    /// All actors of a jcstress test start together, and none can be joined.
    #[error("Thread{0} starts or joins a thread, and the actors of jcstress start together")]
    StartsOrJoins(u32),
    /// An actor that throws is an error of the test.
    #[error("Thread{0} asserts or throws, and an actor of jcstress must not fail")]
    Fails(u32),
    /// Results are judged one by one.
    #[error("the test has a filter, and jcstress knows none")]
    Filter,
    /// A result has at least one field.
    #[error("the outcome shows nothing")]
    NothingShown,
    /// Java forbids it before the other constructor has run (JLS §8.8.7.1).
    #[error("an argument of `this(…)` mentions the object under construction")]
    ThisBeforeConstruction,
}

pub(crate) type Result<T, E = Untranslatable> = std::result::Result<T, E>;

/// The error for something that a checked test cannot contain.
pub(crate) fn incorrect<T>(what: impl Into<String>) -> Result<T> {
    Err(Untranslatable::Incorrect(what.into()))
}
