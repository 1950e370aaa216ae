//! All tests of the crate in one binary, which builds much faster than one per file.

mod agreement;
mod naive;
mod published;
mod random;
mod random_rules;
mod relational;
mod semantics;
