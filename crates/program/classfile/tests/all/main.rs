//! All tests of the crate in one program, which is built much sooner than one for each file.

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
