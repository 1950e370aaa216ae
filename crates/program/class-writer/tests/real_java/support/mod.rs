//! Shared by the tests: finds JDKs, compiles Java programs, and replaces their call sites by spun classes.

pub mod classfile;
pub mod jdk;
pub mod sites;
