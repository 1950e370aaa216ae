//! All tests of the crate in one binary, which builds much faster than one per file.

mod causality;
mod errata;
mod inclusion;
mod support;
