//! `thinair run` from a user's view (docs/RUN.md): Java programs in, their output and exit codes out.
//!
//! The programs of `run/java/` are compiled once per JDK, by its javac; where noted, a run is compared with
//! that of the JDK's own `java`. Nothing is skipped: without a JDK the tests fail.

mod endings;
mod jdk;
mod like_java;
mod malformed;
mod targets;
mod traces;
