//! All tests of the crate in one binary, which builds much faster than one per file.

mod images;
mod instructions;
mod jars;
mod jdks;
mod malformed;
mod modules;
mod oracle;
mod robustness;
mod support;
mod well_formed;
