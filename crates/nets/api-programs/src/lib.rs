//! Tests with programs whose threads share an object of the class library: several searches of each are
//! compared with each other and with the real `java`.
//!
//! `apigen` writes the programs; here they are compiled ([`mod@bench`]), searched ([`seen`]), run by `java`
//! ([`real`]) and judged ([`judge`]). `cargo xtask api-programs` and `cargo xtask api-java` do this with any
//! number of programs (`docs/TESTING.md`).

pub mod bench;
pub mod judge;
pub mod real;
pub mod seen;
