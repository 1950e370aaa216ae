//! Shared by several test files: writers of class files and of run-time images, random numbers, the JDK of
//! the machine.

#![allow(dead_code, reason = "each test file uses a part")]

pub mod class_builder;
pub mod image_builder;
pub mod promises;

use classfile::Jdk;
use fastrand::Rng;
use std::path::{Path, PathBuf};

/// The preferred JDK of the machine. Tests that need one fail without it.
pub fn jdk() -> Jdk {
    let found = classfile::find_jdks().expect("these tests need a JDK");
    Jdk::open(&found[0].home).expect("the JDK opens")
}

/// Changes one to four bytes.
pub fn damage(random: &mut Rng, bytes: &mut [u8]) {
    for _ in 0..=random.usize(..4) {
        let at = random.usize(..bytes.len());
        bytes[at] = match random.usize(..4) {
            0 => 0,
            1 => 0xFF,
            2 => bytes[at] ^ 1 << random.usize(..8),
            _ => random.u8(..),
        };
    }
}

/// A directory that is removed on drop.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("classfile-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a scratch directory can be made");
        Self(path)
    }

    /// Writes a file, with the directories that it needs.
    pub fn write(&self, name: &str, contents: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("below the scratch directory"))
            .expect("directories can be made");
        std::fs::write(&path, contents).expect("the file can be written");
        path
    }
}

impl std::ops::Deref for Scratch {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}
