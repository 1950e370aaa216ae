//! No bytes make the parser of `.stages` programs panic.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = stages::parse("fuzz.stages", text);
});
