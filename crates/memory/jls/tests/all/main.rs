//! All tests of the crate in one program, which is built much sooner than one for each file.

mod final_fields;
mod legal;
mod rules;
mod support;
mod wellformed;
