//! Any bytes, read as text, are a litmus test or an error with a place; never a panic.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let source = String::from_utf8_lossy(bytes);
    if let Err(error) = litmus::parse("fuzz.litmus", &source) {
        assert!(error.line >= 1 && error.column >= 1 && !error.message.is_empty());
        // Showing the error must work as well, and stay short however long the file is.
        assert!(error.to_string().len() < 4000);
    }
});
