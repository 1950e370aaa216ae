//! All tests of the crate in one binary, which builds much faster than one per file.

mod agreement;
mod published;
mod random;
mod relational;
mod semantics;
