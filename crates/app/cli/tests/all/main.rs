//! All tests of the command in one program, which is built much sooner than one for each file. Those that measure time are programs of their own.

mod causality;
mod check;
mod cli;
#[allow(dead_code, reason = "the command uses the rest")]
#[path = "../../../../../xtask/src/java_random/compare.rs"]
mod compare;
mod contracts;
mod corpus;
mod examples;
mod explain_java;
mod java;
mod java_random;
mod jcstress;
mod jcstress_suite;
mod pages;
mod published;
mod run;
#[allow(dead_code, reason = "the recorder uses the rest")]
#[path = "../../../../../xtask/src/java/suite/mod.rs"]
mod suite;
mod support;
mod tour;
