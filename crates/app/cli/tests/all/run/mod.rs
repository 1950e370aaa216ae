//! `thinair run` as users meet it (docs/RUN.md): Java programs in, their output and exit codes out.
//!
//! The programs of `run/java/` are compiled once per JDK, by its javac; where it says so, a run is compared with that of the
//! JDK's own `java`. There are no skips: without a JDK the tests fail.

mod endings;
mod jdk;
mod like_java;
mod malformed;
mod targets;
mod traces;
