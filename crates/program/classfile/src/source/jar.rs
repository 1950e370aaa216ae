//! Jars: zip files with a manifest, and alternative versions of classes for newer releases of Java (JEP 238).
//!
//! The central directory is read once; entries are decompressed on demand, checked against their checksum,
//! and bounded by [`MAX_ENTRY`] both in their declared and in their actual size. Of several entries with the
//! same name the last counts, as in `java.util.zip`.

use super::file::Store;
use super::{MAX_ENTRY, Manifest, Result, SourceError};
use crate::Bytes;
use flate2::bufread::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipLocator};
use std::collections::BTreeSet;
use std::fmt;
use std::io::Read;
use std::path::Path;

const MANIFEST: &str = "META-INF/MANIFEST.MF";
const VERSIONS: &str = "META-INF/versions/";

/// An open jar.
pub struct Jar {
    file: String,
    archive: ZipArchive<Store>,
    /// Sorted by name, each name once.
    entries: Vec<(String, Entry)>,
    manifest: Manifest,
    /// The directories of `META-INF/versions` that apply, newest first.
    versions: Vec<u16>,
}

#[derive(Clone, Copy)]
struct Entry {
    place: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    is_encrypted: bool,
}

impl Jar {
    /// Opens a jar, to be read as `release` of Java would.
    pub fn open(path: impl AsRef<Path>, release: u16) -> Result<Self> {
        let path = path.as_ref();
        Self::new(path.display().to_string(), Store::open(path)?, release)
    }

    /// A jar that is already in memory; `name` is for messages.
    pub fn from_bytes(name: &str, bytes: Bytes, release: u16) -> Result<Self> {
        Self::new(name.to_owned(), Store::Memory(bytes), release)
    }

    fn new(file: String, store: Store, release: u16) -> Result<Self> {
        let length = store.length();
        let mut buffer = vec![0; rawzip::RECOMMENDED_BUFFER_SIZE];
        let archive = ZipLocator::new()
            .locate_in_reader(store, &mut buffer, length)
            .map_err(|(_, error)| not_a_zip(&file, length, &error))?;
        let entries = read_directory(&file, &archive)?;
        let mut jar = Self { file, archive, entries, manifest: Manifest::default(), versions: Vec::new() };
        if let Some(manifest) = jar.entry(MANIFEST)? {
            jar.manifest = Manifest::parse(&manifest);
        }
        if jar.manifest.multi_release {
            let versions: BTreeSet<u16> =
                jar.names().filter_map(version_of).filter(|&v| v <= release).collect();
            jar.versions = versions.into_iter().rev().collect();
        }
        Ok(jar)
    }

    /// The entry for `path` in this release: its newest version that the release may use.
    pub fn find(&self, path: &str) -> Result<Option<Bytes>> {
        if !path.starts_with("META-INF/") {
            for version in &self.versions {
                if let Some(bytes) = self.entry(&format!("{VERSIONS}{version}/{path}"))? {
                    return Ok(Some(bytes));
                }
            }
        }
        self.entry(path)
    }

    /// The entry with exactly this name.
    pub fn entry(&self, name: &str) -> Result<Option<Bytes>> {
        match self.entries.binary_search_by(|(other, _)| other.as_str().cmp(name)) {
            Ok(at) => {
                let unpacked = self.unpack(self.entries[at].1);
                unpacked.map(|bytes| Some(Bytes::from(bytes))).map_err(|reason| SourceError::Entry {
                    file: self.file.clone(),
                    entry: name.into(),
                    reason,
                })
            }
            Err(_) => Ok(None),
        }
    }

    /// The names of all entries, sorted, without directories.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|(name, _)| name.as_str())
    }

    /// The contents of the manifest; all empty if there is none.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The jar's name, for messages.
    pub fn file(&self) -> &str {
        &self.file
    }

    fn unpack(&self, entry: Entry) -> std::result::Result<Vec<u8>, String> {
        let declared = entry.place.uncompressed_size_hint();
        if declared > MAX_ENTRY {
            return Err(format!("{declared} bytes are more than the {MAX_ENTRY} that are allowed"));
        }
        if entry.is_encrypted {
            return Err("is encrypted".into());
        }
        let found = self.archive.get_entry(entry.place).map_err(|error| error.to_string())?;
        let (start, end) = found.compressed_data_range();
        let store = self.archive.get_ref();
        if end > store.length() {
            return Err("lies outside of the file".into());
        }
        let length =
            end.checked_sub(start).and_then(|length| usize::try_from(length).ok()).ok_or("is misplaced")?;
        let packed = store.bytes(start, length).map_err(|error| error.to_string())?;
        match entry.method {
            CompressionMethod::STORE => read(found.verifying_reader(&*packed), &entry),
            CompressionMethod::DEFLATE => read(found.verifying_reader(DeflateDecoder::new(&*packed)), &entry),
            other => Err(format!("is packed with method {}, which is not supported", other.as_u16())),
        }
    }
}

impl fmt::Debug for Jar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Jar({}, {} entries)", self.file, self.entries.len())
    }
}

/// Reads as many bytes as declared and not one more; the reader itself compares size and checksum at the end.
fn read(reader: impl Read, entry: &Entry) -> std::result::Result<Vec<u8>, String> {
    let declared = entry.place.uncompressed_size_hint();
    // Deflate compresses at most about 1030:1, so a wrong size cannot make this large.
    let plausible = entry.place.compressed_size_hint().saturating_mul(1040).min(declared);
    let mut bytes = Vec::with_capacity(plausible as usize);
    reader.take(declared + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 == declared {
        return Ok(bytes);
    }
    Err(format!("unpacks to other than the {declared} bytes that are declared"))
}

fn read_directory(file: &str, archive: &ZipArchive<Store>) -> Result<Vec<(String, Entry)>> {
    let mut buffer = vec![0; rawzip::MAX_CENTRAL_DIRECTORY_RECORD_SIZE];
    let mut records = archive.entries(&mut buffer);
    let mut entries = Vec::new();
    let mut count = 0;
    while let Some(record) = records.next_entry().map_err(|error| broken_directory(file, archive, &error))? {
        count += 1;
        if record.is_dir() {
            continue;
        }
        let name = String::from_utf8_lossy(record.file_path().as_bytes()).into_owned();
        let entry = Entry {
            place: record.wayfinder(),
            method: record.compression_method(),
            is_encrypted: record.flags().is_encrypted(),
        };
        entries.push((name, entry));
    }
    // Old tools count modulo 65536.
    if count % 65536 != archive.entries_hint() % 65536 {
        let reason = format!("{} entries are declared, but there are {count}", archive.entries_hint());
        return Err(broken_directory(file, archive, &reason));
    }
    // The sort is stable: among equal names the last of the directory comes last, and is the one that is
    // kept.
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    entries.reverse();
    entries.dedup_by(|later, kept| later.0 == kept.0);
    entries.reverse();
    Ok(entries)
}

#[cold]
fn broken_directory(file: &str, archive: &ZipArchive<Store>, reason: &dyn fmt::Display) -> SourceError {
    SourceError::Malformed {
        file: file.to_owned(),
        offset: archive.directory_offset(),
        reason: format!("the directory of the jar is damaged: {reason}"),
    }
}

#[cold]
fn not_a_zip(file: &str, length: u64, error: &rawzip::Error) -> SourceError {
    SourceError::Malformed {
        file: file.to_owned(),
        offset: error.eocd_offset().unwrap_or(length),
        reason: format!("not a jar: {error}"),
    }
}

/// The release that an entry under `META-INF/versions` is for; directories below 9 do not count (JEP 238).
fn version_of(name: &str) -> Option<u16> {
    let (version, _) = name.strip_prefix(VERSIONS)?.split_once('/')?;
    version.parse().ok().filter(|&version| version >= 9)
}
