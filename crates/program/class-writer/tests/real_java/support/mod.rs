//! Shared by the tests: finds JDKs, compiles Java programs, and swaps their call sites for spun classes.

pub mod classfile;
pub mod jdk;
pub mod sites;
