//! All tests of the crate in one program, which is built much sooner than one for each file.

mod advance;
mod handles;
#[expect(dead_code, reason = "shared with other tests, which use all of it")]
mod machine;
