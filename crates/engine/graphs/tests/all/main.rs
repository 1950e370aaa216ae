//! All tests of the crate in one binary, which builds much faster than one per file.

mod counts;
mod differential;
mod ends;
mod models;
mod support;
