//! What the tests and the commands (`cargo xtask api-programs`, `cargo xtask api-java`) share: compiling programs, searching them in several ways, comparing.

pub mod bench;
pub mod judge;
pub mod real;
pub mod seen;
