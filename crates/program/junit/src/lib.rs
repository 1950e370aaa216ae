//! JUnit tests as programs: a test method with its life cycle, without JUnit's engine.
//!
//! Reads the annotations of JUnit 5 and JUnit 4 by name, and spins a class whose `main` makes the objects,
//! runs what comes before the test, the test, and what comes after it, in JUnit's order. Whatever else JUnit
//! would do for a test (extensions, rules, injected parameters) is a [`Problem`], never left out silently: a
//! test that is checked without what it relies on would be another test.

mod harness;
mod read;
mod values;

pub use harness::{SUFFIX, harness};
pub use read::{Call, Finder, Level, Listed, Plan, Problem, list, plan};
pub use values::Value;
