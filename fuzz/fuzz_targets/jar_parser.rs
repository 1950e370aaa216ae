//! Any bytes are a jar all of whose accessors work, or an error with a position; never a panic, never
//! excessive memory.

#![no_main]

use classfile::{Bytes, Jar, MAX_ENTRY, Manifest};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    drop(Manifest::parse(bytes));
    let Ok(jar) = Jar::from_bytes("fuzz", Bytes::from(bytes), 17) else { return };
    drop(jar.find("A.class"));
    for name in jar.names().take(100) {
        match jar.entry(name) {
            Ok(Some(contents)) => assert!(contents.len() as u64 <= MAX_ENTRY),
            Ok(None) => panic!("{name} is listed but not found"),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
