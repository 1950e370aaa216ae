//! Random access to a file or to bytes in memory, without a cursor, so that threads can share it.

use super::{Result, io_error};
use crate::Bytes;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// A source that supports reads at any offset.
#[derive(Debug)]
pub(super) enum Store {
    File { file: File, length: u64 },
    Memory(Bytes),
}

impl Store {
    pub(super) fn open(path: &Path) -> Result<Self> {
        let open = || {
            // Checked before opening: opening a pipe without a writer would block forever.
            if !std::fs::metadata(path)?.is_file() {
                return Err(io::Error::other("is a folder, a device, a pipe or a socket, not a file"));
            }
            let file = File::open(path)?;
            let length = file.metadata()?.len();
            Ok(Self::File { file, length })
        };
        open().map_err(|error| io_error(path.display(), &error))
    }

    pub(super) fn length(&self) -> u64 {
        match self {
            Self::File { length, .. } => *length,
            Self::Memory(bytes) => bytes.len() as u64,
        }
    }

    /// The bytes at `offset`. The caller has checked that they are in bounds; a file may have shrunk since.
    pub(super) fn bytes(&self, offset: u64, length: usize) -> io::Result<Bytes> {
        if let Self::Memory(bytes) = self {
            let start = usize::try_from(offset).map_err(|_| io::ErrorKind::UnexpectedEof)?;
            let end = start.checked_add(length).ok_or(io::ErrorKind::UnexpectedEof)?;
            return bytes.slice(start..end).ok_or_else(|| io::ErrorKind::UnexpectedEof.into());
        }
        // Collecting a known number of bytes into an Arc makes one allocation, which is then filled in place.
        let mut buffer: Arc<[u8]> = std::iter::repeat_n(0, length).collect();
        let unshared = Arc::get_mut(&mut buffer).expect("nobody else has seen the new buffer");
        rawzip::ReaderAt::read_exact_at(self, unshared, offset)?;
        Ok(Bytes::from(buffer))
    }
}

impl rawzip::ReaderAt for Store {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        match self {
            Self::File { file, .. } => read_file_at(file, buffer, offset),
            Self::Memory(bytes) => {
                let rest =
                    usize::try_from(offset).ok().and_then(|start| bytes.get(start..)).unwrap_or_default();
                let length = rest.len().min(buffer.len());
                buffer[..length].copy_from_slice(&rest[..length]);
                Ok(length)
            }
        }
    }
}

#[cfg(unix)]
fn read_file_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_file_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}
