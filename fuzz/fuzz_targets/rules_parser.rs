//! No bytes make the parser of ordering rules panic.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = ordering::Rules::load("fuzz.rules", text, &|_| Ok(None));
});
