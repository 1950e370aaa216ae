//! jcstress tests as described by their class files, and how outcomes are graded; also classes whose methods
//! are threads.
//!
//! Reads the annotations of unmodified tests by name, so that jcstress itself is not needed, and follows the
//! rules of jcstress's annotation processor and grading (`docs/JCSTRESS.md`). **Does not** run anything:
//! regular expressions are those of Java and are matched by the caller (`grade` takes a function).

mod assertions;
mod copies;
mod grade;
mod harness;
mod read;
mod threads;

pub use assertions::{Assertion, assertions};
pub use copies::copied_values;
pub use grade::{Case, Expect, Row, grade, is_plain};
pub use harness::{ERROR, STALE, SUFFIX, TERMINATED, harness};
pub use read::{Argument, Finder, Member, Mode, Problem, Test, read, source_name};
pub use threads::{ThreadMethod, ThreadTest, read_threads, threads_harness};
