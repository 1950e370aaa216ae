//! All tests of the crate in one program, which is built much sooner than one for each file.

mod counts;
mod differential;
mod ends;
mod models;
mod support;
