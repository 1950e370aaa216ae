//! All tests of the command in one binary, which builds much faster than one per file. Tests that measure
//! time are binaries of their own.

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
mod junit;
mod maven;
mod pages;
mod published;
mod reports;
mod run;
mod suites;
mod support;
mod tour;
