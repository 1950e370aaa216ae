//! Where class files come from: the JDK's image, jars, directories.
//!
//! Everything here reads untrusted files, and promises an error with the file and the position instead of a
//! panic, and to hold no more than [`MAX_ENTRY`] bytes of one entry whatever the file declares.

mod class_path;
mod compressed;
mod file;
mod jar;
mod jdk;
mod jimage;
mod manifest;

pub use class_path::{ClassPath, FoundFile};
pub use jar::Jar;
pub use jdk::{FoundJdk, Jdk, OLDEST_RELEASE, find_jdks};
pub use jimage::{ImageEntry, Jimage};
pub use manifest::Manifest;

/// The maximum uncompressed size of one class or resource. The largest of JDK 25 has 10 MB.
pub const MAX_ENTRY: u64 = 64 << 20;

/// Why a class or resource could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// The operating system reported an error.
    #[error("{file}: {reason}")]
    Io {
        /// The file or directory.
        file: String,
        /// The system's message.
        reason: String,
    },
    /// The file is malformed.
    #[error("{file}: offset {offset}: {reason}")]
    Malformed {
        /// The file.
        file: String,
        /// The position in bytes.
        offset: u64,
        /// What is wrong.
        reason: String,
    },
    /// One entry of an archive is damaged, too large or compressed in an unknown way.
    #[error("{file}: entry {entry}: {reason}")]
    Entry {
        /// The archive.
        file: String,
        /// The entry.
        entry: String,
        /// What is wrong with it.
        reason: String,
    },
    /// There is no JDK, or no usable one.
    #[error("{reason}")]
    NoJdk {
        /// What was searched where, and what to install.
        reason: String,
    },
}

/// The result of a lookup.
type Result<T> = std::result::Result<T, SourceError>;

/// An error of the operating system about `file`.
fn io_error(file: impl std::fmt::Display, error: &std::io::Error) -> SourceError {
    SourceError::Io { file: file.to_string(), reason: error.to_string() }
}
