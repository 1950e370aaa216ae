//! Any bytes, read as text, are a litmus test that compiles and obeys the laws of machines, or an error with
//! a position; never a panic.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let source = String::from_utf8_lossy(bytes);
    match litmus::load("fuzz.litmus", &source) {
        Ok(program) => event::check_machine_laws(&program, bytes.len() as u64, 20),
        Err(error) => {
            assert!(error.line >= 1 && error.column >= 1 && !error.message.is_empty());
            // Rendering the error must work as well, and stay short however long the file is.
            assert!(error.to_string().len() < 4000);
        }
    }
});
