//! Any bytes are a class file that keeps the parser's promises, or an error with a position; never a panic.

#![no_main]

#[path = "../../crates/program/classfile/tests/all/support/promises.rs"]
mod promises;

use classfile::Bytes;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match classfile::parse(Bytes::from(bytes)) {
        Ok(class) => {
            promises::assert_promises(&class);
        }
        Err(error) => {
            assert!(error.offset <= bytes.len() && !error.reason.is_empty());
            // Rendering the error must work as well, and stay short however long the names are.
            assert!(error.reason.len() < 4000);
        }
    }
});
