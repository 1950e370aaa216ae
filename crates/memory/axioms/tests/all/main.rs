//! All tests of the crate in one binary, which builds much faster than one per file.

#[path = "support/candidates.rs"]
mod candidates;
mod cat_language;
mod cat_models;
mod counts;
mod jmm_language;
mod litmus;
mod operational;
mod refusals;
#[path = "support/sketch.rs"]
mod sketch;
mod support;
