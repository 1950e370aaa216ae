//! Any bytes are a run-time image all of whose accessors work, or an error with a position; never a panic,
//! never excessive memory.

#![no_main]

use classfile::{Bytes, ImageEntry, Jimage};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(image) = Jimage::from_bytes("fuzz", Bytes::from(bytes)) else { return };
    drop(image.modules());
    drop(image.module_of_package("java.lang"));
    let entries: Vec<ImageEntry> = image.entries().flatten().collect();
    for entry in entries.iter().take(100) {
        match image.find(&entry.resource) {
            Ok(Some(contents)) => {
                // A damaged image may list a name twice; then either may be found.
                let fits = |other: &ImageEntry| {
                    other.resource == entry.resource && other.size == contents.len() as u64
                };
                assert!(entries.iter().any(fits), "{} has an unlisted size", entry.resource);
            }
            Ok(None) => {}
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
