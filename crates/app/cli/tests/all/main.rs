//! All tests of the command in one program, which is built much sooner than one for each file. Those that measure time are programs of their own.

mod causality;
mod check;
mod cli;
mod contracts;
mod corpus;
mod explain_java;
mod java;
mod java_random;
mod jcstress;
mod jcstress_suite;
mod pages;
mod published;
mod run;
mod support;
mod tour;
