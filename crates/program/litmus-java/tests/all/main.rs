//! All tests of the crate in one binary, which builds much faster than one per file.

mod defects;
mod java;
mod machines;
mod refused;
#[expect(dead_code, reason = "shared with an example, which uses all of it")]
mod support;
mod symmetry;
mod threads;
