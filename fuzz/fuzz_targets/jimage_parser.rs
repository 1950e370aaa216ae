//! Any bytes are a run-time image that can be asked everything, or an error with a place; never a panic, never much memory.

#![no_main]

use classfile::{Bytes, Jimage};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(image) = Jimage::from_bytes("fuzz", Bytes::from(bytes)) else { return };
    drop(image.modules());
    drop(image.module_of_package("java.lang"));
    for entry in image.entries().flatten().take(100) {
        match image.find(&entry.resource) {
            Ok(Some(contents)) => assert_eq!(contents.len() as u64, entry.size),
            Ok(None) => {}
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
