//! `thinair run` as users meet it (docs/RUN.md): Java programs in, their output and exit codes out.
//!
//! The programs of `run/java/` are compiled once per JDK, by its javac; where it says so, a run is compared with that of the
//! JDK's own `java`. There are no skips: without a JDK the tests fail.

#[allow(dead_code, reason = "other tests use the rest")]
mod support;

#[path = "run/endings.rs"]
mod endings;
#[path = "run/jdk.rs"]
mod jdk;
#[path = "run/like_java.rs"]
mod like_java;
#[path = "run/malformed.rs"]
mod malformed;
#[path = "run/targets.rs"]
mod targets;
#[path = "run/traces.rs"]
mod traces;
