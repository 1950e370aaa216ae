//! The JDK's `lib/modules`: a file of all classes and resources of the run-time modules, with a perfect hash
//! over their names.
//!
//! The format has no specification; this follows what `jdk.internal.jimage` reads (version 1.0): a header of
//! seven words in the byte order of the machine that made it, a table of hash seeds, a table of offsets, the
//! attributes of each location, the strings, the contents. Only the index is read immediately (3 MB of 130);
//! contents are read on demand. Tested against `jimage extract` for plain, zipped and string-sharing images
//! of both byte orders.

use super::file::Store;
use super::{MAX_ENTRY, Result, SourceError, compressed, io_error};
use crate::Bytes;
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

const MAGIC: u32 = 0xCAFE_DADA;
const VERSION: u32 = 1 << 16;
const HEADER: usize = 28;
/// The initial value of the hash, and its multiplier.
const HASH_MULTIPLIER: u32 = 0x0100_0193;
/// Modules that exist only in the image: directories of packages and of modules.
const PSEUDO_MODULES: [&str; 2] = ["packages", "modules"];

/// An open image.
#[derive(Debug)]
pub struct Jimage {
    file: String,
    store: Store,
    order: Order,
    /// Header, tables, locations and strings.
    index: Bytes,
    table_length: usize,
    locations: Range<usize>,
    strings: Range<usize>,
}

/// A resource of an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageEntry {
    /// Its full name, such as `/java.base/java/lang/Object.class`.
    pub resource: String,
    /// Its uncompressed size in bytes.
    pub size: u64,
}

/// The byte order of the numbers of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Little,
    Big,
}

impl Order {
    /// The number at `at`, if it lies inside.
    pub(super) fn u32(self, bytes: &[u8], at: usize) -> Option<u32> {
        let chunk = *bytes.get(at..)?.first_chunk()?;
        Some(if self == Self::Little { u32::from_le_bytes(chunk) } else { u32::from_be_bytes(chunk) })
    }

    /// The number at `at`, if it lies inside.
    pub(super) fn u64(self, bytes: &[u8], at: usize) -> Option<u64> {
        let chunk = *bytes.get(at..)?.first_chunk()?;
        Some(if self == Self::Little { u64::from_le_bytes(chunk) } else { u64::from_be_bytes(chunk) })
    }
}

/// The attributes of a resource, by kind: names are offsets of strings.
#[derive(Debug, Default, Clone, Copy)]
struct Location {
    attributes: [u64; 8],
}

const MODULE: usize = 1;
const PARENT: usize = 2;
const BASE: usize = 3;
const EXTENSION: usize = 4;
const OFFSET: usize = 5;
const COMPRESSED: usize = 6;
const UNCOMPRESSED: usize = 7;

impl Jimage {
    /// Opens an image and reads its index.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        Self::new(path.display().to_string(), Store::open(path)?)
    }

    /// An image that is already in memory; `name` is for messages.
    pub fn from_bytes(name: &str, bytes: Bytes) -> Result<Self> {
        Self::new(name.to_owned(), Store::Memory(bytes))
    }

    fn new(file: String, store: Store) -> Result<Self> {
        let malformed = |offset, reason: &str| SourceError::Malformed {
            file: file.clone(),
            offset,
            reason: reason.into(),
        };
        let read = |length| store.bytes(0, length).map_err(|error| io_error(&file, &error));
        if store.length() < HEADER as u64 {
            return Err(malformed(0, "not a run-time image: too short"));
        }
        let header = read(HEADER)?;
        let order =
            [Order::Little, Order::Big].into_iter().find(|order| order.u32(&header, 0) == Some(MAGIC));
        let Some(order) = order else {
            return Err(malformed(0, "not a run-time image: it does not begin with ca fe da da"));
        };
        let word = |number: usize| order.u32(&header, number * 4).expect("the header was read whole");
        if word(1) != VERSION {
            let reason =
                format!("version {}.{} of run-time images is not supported", word(1) >> 16, word(1) & 0xFFFF);
            return Err(malformed(4, &reason));
        }
        let (table_length, locations_size, strings_size) = (word(4), word(5), word(6));
        // Each fits into 32 bits, so their sum fits into 64.
        let locations_at = HEADER as u64 + u64::from(table_length) * 8;
        let strings_at = locations_at + u64::from(locations_size);
        let index_size = strings_at + u64::from(strings_size);
        if index_size > store.length() {
            return Err(malformed(16, "the index is longer than the file"));
        }
        let in_memory = |at: u64| usize::try_from(at).map_err(|_| malformed(16, "the index is too large"));
        let (locations_at, strings_at, index_size) =
            (in_memory(locations_at)?, in_memory(strings_at)?, in_memory(index_size)?);
        let index = read(index_size)?;
        Ok(Self {
            order,
            index,
            table_length: table_length as usize,
            locations: locations_at..strings_at,
            strings: strings_at..index_size,
            file,
            store,
        })
    }

    /// Fails if the file ends before its last resource does.
    pub fn check_whole(&self) -> Result<()> {
        for location in self.all_locations() {
            let [offset, packed, unpacked] = [OFFSET, COMPRESSED, UNCOMPRESSED]
                .map(|kind| location.as_ref().map_or(0, |l| l.1.attributes[kind]));
            let stored = if packed == 0 { unpacked } else { packed };
            let end = offset.saturating_add(stored).saturating_add(self.index.len() as u64);
            if end > self.store.length() {
                let reason = format!(
                    "the file is truncated: it has {} bytes, and its index speaks of {end}",
                    self.store.length()
                );
                return Err(SourceError::Io { file: self.file.clone(), reason });
            }
        }
        Ok(())
    }

    /// The contents of a resource, such as `/java.base/java/lang/Object.class`, if there is one.
    pub fn find(&self, resource: &str) -> Result<Option<Bytes>> {
        match self.locate(resource)? {
            Some(location) => self.contents(resource, location).map(Some),
            None => Ok(None),
        }
    }

    /// The module that has a package, which may be written `java.lang` or `java/lang`; `None` if there is
    /// none or it cannot be read. [`Self::module_of_package`] distinguishes the two.
    pub fn package_to_module(&self, package: &str) -> Option<String> {
        self.module_of_package(package).ok().flatten()
    }

    /// The module that has a non-empty package of this name.
    pub fn module_of_package(&self, package: &str) -> Result<Option<String>> {
        let resource = format!("/packages/{}", package.replace('/', "."));
        let Some(contents) = self.find(&resource)? else { return Ok(None) };
        // Pairs of a flag (the module has only subpackages here) and the offset of the module's name.
        for pair in contents.chunks_exact(8) {
            let (is_empty, name) = (self.order.u32(pair, 0), self.order.u32(pair, 4));
            if let (Some(0), Some(name)) = (is_empty, name) {
                let name = self
                    .string(u64::from(name))
                    .ok_or_else(|| self.entry_error(&resource, "no such string"))?;
                return Ok(Some(String::from_utf8_lossy(name).into_owned()));
            }
        }
        Ok(None)
    }

    /// The names of all modules, sorted.
    pub fn modules(&self) -> Result<Vec<String>> {
        let mut modules = BTreeSet::new();
        for location in self.all_locations() {
            let (at, location) = location?;
            modules.insert(self.part(at, location.attributes[MODULE])?);
        }
        let names = modules.into_iter().map(|name| String::from_utf8_lossy(name).into_owned());
        Ok(names.filter(|name| !name.is_empty() && !PSEUDO_MODULES.contains(&name.as_str())).collect())
    }

    /// All resources of all modules, in the order of the table.
    pub fn entries(&self) -> impl Iterator<Item = Result<ImageEntry>> {
        self.all_locations().filter_map(|location| {
            let entry = location.and_then(|(at, location)| {
                let module = self.part(at, location.attributes[MODULE])?;
                let is_pseudo =
                    module.is_empty() || PSEUDO_MODULES.iter().any(|pseudo| pseudo.as_bytes() == module);
                Ok((!is_pseudo).then_some(ImageEntry {
                    resource: String::from_utf8_lossy(&self.full_name(at, &location)?).into_owned(),
                    size: location.attributes[UNCOMPRESSED],
                }))
            });
            entry.transpose()
        })
    }

    /// Every location with its offset in the file.
    fn all_locations(&self) -> impl Iterator<Item = Result<(usize, Location)>> {
        (0..self.table_length).map(|slot| self.location_in_slot(slot))
    }

    /// Perfect hashing: the seed in the first table either leads to the slot, or is the slot.
    fn locate(&self, resource: &str) -> Result<Option<Location>> {
        if self.table_length == 0 {
            return Ok(None);
        }
        let slot_of = |seed: u32| hash(resource.as_bytes(), seed) as usize % self.table_length;
        let first = slot_of(HASH_MULTIPLIER);
        let redirect = self.word(HEADER + first * 4).cast_signed();
        let slot = match redirect {
            0 => return Ok(None),
            1.. => slot_of(redirect.cast_unsigned()),
            // -1 - redirect, which cannot overflow.
            ..0 => !redirect as usize,
        };
        if slot >= self.table_length {
            let offset = HEADER + first * 4;
            return Err(self.malformed(offset, "a redirection to outside of the table"));
        }
        let (at, location) = self.location_in_slot(slot)?;
        Ok((self.full_name(at, &location)? == resource.as_bytes()).then_some(location))
    }

    /// `slot` must be less than `table_length`.
    fn location_in_slot(&self, slot: usize) -> Result<(usize, Location)> {
        let entry = HEADER + (self.table_length + slot) * 4;
        let at = self.locations.start.saturating_add(self.word(entry) as usize);
        if at >= self.locations.end {
            return Err(self.malformed(entry, "a location outside of the index"));
        }
        Ok((at, self.read_location(at)?))
    }

    /// A word of the tables; `at` is in bounds, since the tables are.
    fn word(&self, at: usize) -> u32 {
        self.order.u32(&self.index, at).expect("the tables lie inside the index")
    }

    /// A sequence of entries, each a byte with kind and length and a big-endian number of that length; kind 0
    /// ends it.
    fn read_location(&self, at: usize) -> Result<Location> {
        let mut rest = &self.index[at..self.locations.end];
        let mut location = Location::default();
        loop {
            let Some((&head, after)) = rest.split_first() else {
                return Err(self.malformed(at, "a location that does not end"));
            };
            let (kind, length) = (usize::from(head >> 3), usize::from(head & 7) + 1);
            if kind == 0 {
                return Ok(location);
            }
            let Some((number, after)) = after.split_at_checked(length) else {
                return Err(self.malformed(at, "a location that does not end"));
            };
            // Kinds that later releases may add are not needed here.
            if let Some(attribute) = location.attributes.get_mut(kind) {
                *attribute = number.iter().fold(0, |value, &byte| value << 8 | u64::from(byte));
            }
            rest = after;
        }
    }

    /// `/module/parent/base.extension`, where each part but the base may be missing.
    fn full_name(&self, at: usize, location: &Location) -> Result<Vec<u8>> {
        let part = |kind: usize| self.part(at, location.attributes[kind]);
        let (module, parent, extension) = (part(MODULE)?, part(PARENT)?, part(EXTENSION)?);
        let mut name = Vec::with_capacity(64);
        if !module.is_empty() {
            name.push(b'/');
            name.extend_from_slice(module);
            name.push(b'/');
        }
        if !parent.is_empty() {
            name.extend_from_slice(parent);
            name.push(b'/');
        }
        name.extend_from_slice(part(BASE)?);
        if !extension.is_empty() {
            name.push(b'.');
            name.extend_from_slice(extension);
        }
        Ok(name)
    }

    /// The string that the location at `at` refers to.
    fn part(&self, at: usize, offset: u64) -> Result<&[u8]> {
        self.string(offset).ok_or_else(|| self.malformed(at, "a location with a string outside of the index"))
    }

    /// The string at an offset, up to its zero byte.
    pub(super) fn string(&self, offset: u64) -> Option<&[u8]> {
        let rest = self.index[self.strings.clone()].get(usize::try_from(offset).ok()?..)?;
        rest.split(|&byte| byte == 0).next()
    }

    pub(super) fn order(&self) -> Order {
        self.order
    }

    fn contents(&self, resource: &str, location: Location) -> Result<Bytes> {
        let [offset, packed, unpacked] =
            [OFFSET, COMPRESSED, UNCOMPRESSED].map(|kind| location.attributes[kind]);
        let stored = if packed == 0 { unpacked } else { packed };
        if stored.max(unpacked) > MAX_ENTRY {
            return Err(self.entry_error(resource, &format!("{} bytes are too many", stored.max(unpacked))));
        }
        let start = offset.checked_add(self.index.len() as u64);
        let inside =
            start.filter(|start| start.checked_add(stored).is_some_and(|end| end <= self.store.length()));
        let Some(start) = inside else {
            return Err(self.entry_error(resource, "lies outside of the file"));
        };
        let bytes = self.store.bytes(start, stored as usize).map_err(|error| io_error(&self.file, &error))?;
        if packed == 0 {
            return Ok(bytes);
        }
        compressed::unpack(self, &bytes, unpacked).map_err(|reason| self.entry_error(resource, &reason))
    }

    #[cold]
    fn malformed(&self, offset: usize, reason: &str) -> SourceError {
        SourceError::Malformed { file: self.file.clone(), offset: offset as u64, reason: reason.into() }
    }

    #[cold]
    fn entry_error(&self, resource: &str, reason: &str) -> SourceError {
        SourceError::Entry { file: self.file.clone(), entry: resource.into(), reason: reason.into() }
    }
}

fn hash(name: &[u8], seed: u32) -> u32 {
    name.iter().fold(seed, |h, &byte| h.wrapping_mul(HASH_MULTIPLIER) ^ u32::from(byte)) & 0x7FFF_FFFF
}
