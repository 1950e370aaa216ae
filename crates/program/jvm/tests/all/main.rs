//! All tests of the crate in one program, which is built much sooner than one for each file.

mod advance;
mod collector;
mod handles;
mod machine;
