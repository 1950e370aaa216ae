//! All tests of the crate in one program, which is built much sooner than one for each file.

mod defects;
mod java;
mod machines;
mod refused;
#[expect(dead_code, reason = "shared with an example, which uses all of it")]
mod support;
mod symmetry;
mod threads;
