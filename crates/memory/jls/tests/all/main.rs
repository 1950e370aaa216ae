//! All tests of the crate in one binary, which builds much faster than one per file.

mod final_fields;
mod legal;
mod rules;
mod support;
mod wellformed;
