//! The state after boot, cached on disk: starting again costs reading classes, not running them.
//!
//! A snapshot is private to one build of thinair and one JDK: its key identifies both, and a file with
//! another key, a wrong checksum or any other irregularity is ignored and replaced. Files are written to a
//! temporary name and renamed, so that two racing processes both end with a complete file.

use crate::boot::{BootError, boot};
use crate::class::{ClassRef, Loader, Sort};
use crate::heap::{Creator, Ref};
use crate::library::Library;
use crate::state::{Init, State, Thread};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::UNIX_EPOCH;
use triomphe::Arc;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

const MAGIC: &[u8; 8] = b"thinair1";

/// Where a boot state came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The boot sequence was run.
    Booted,
    /// A snapshot was read.
    Snapshot,
}

/// The state in which programs begin: from a valid snapshot in `folder` if there is one, else booted and
/// cached there. A folder that cannot be used is no error: then nothing is cached.
pub fn boot_cached(
    lib: &'static Library,
    options: &crate::Options,
    folder: Option<&Path>,
) -> Result<(State, Origin), BootError> {
    let Some((folder, key)) = folder.and_then(|folder| Some((folder, key(lib)?))) else {
        return Ok((boot(lib, options)?, Origin::Booted));
    };
    let file = folder.join(file_name(&key));
    // Opening a pipe without a writer would block for ever.
    if file.is_file()
        && let Ok(bytes) = fs::read(&file)
        && let Some(body) = check(&bytes, &key)
    {
        if let Some(state) = (Reader { bytes: body }).state(lib) {
            return Ok((state, Origin::Snapshot));
        }
        // Intact, of this build and this JDK, and yet inconsistent. The library is half filled now.
        let _ = fs::remove_file(&file);
        return Err(BootError::Snapshot(file));
    }
    let state = boot(lib, options)?;
    keep(folder, &key, lib, &state);
    Ok((state, Origin::Booted))
}

fn file_name(key: &[u8; 16]) -> String {
    let digits: String = key.iter().map(|b| format!("{b:02x}")).collect();
    format!("boot-{digits}.snapshot")
}

/// What a snapshot depends on: this executable, and the JDK's image.
fn key(lib: &Library) -> Option<[u8; 16]> {
    let mut text = Vec::new();
    for path in [std::env::current_exe().ok()?, lib.jdk.home.join("lib/modules")] {
        let data = fs::metadata(&path).ok()?;
        let time = data.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        text.extend_from_slice(path.as_os_str().as_encoded_bytes());
        text.extend_from_slice(&data.len().to_le_bytes());
        text.extend_from_slice(&time.as_nanos().to_le_bytes());
    }
    text.extend_from_slice(lib.jdk.version.as_bytes());
    Some(xxh3_128(&text).to_le_bytes())
}

/// Writes a snapshot; failures are ignored.
fn keep(folder: &Path, key: &[u8; 16], lib: &Library, state: &State) {
    let Some(body) = write(lib, state) else { return };
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(key);
    bytes.extend_from_slice(&xxh3_64(&body).to_le_bytes());
    bytes.extend_from_slice(&body);
    let _ = replace(folder, &file_name(key), &bytes);
    forget_old(folder);
}

/// The maximal number of snapshots kept: those of the last few builds and JDKs.
const MOST_KEPT: usize = 16;

/// Removes the oldest snapshots; a process that is about to read one boots instead.
fn forget_old(folder: &Path) {
    let is_snapshot = |path: &Path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with("boot-") && name.ends_with(".snapshot")
    };
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let aged = |file: fs::DirEntry| Some((file.metadata().ok()?.modified().ok()?, file.path()));
    let mut snapshots: Vec<_> = files.filter_map(aged).filter(|(_, path)| is_snapshot(path)).collect();
    snapshots.sort_by(|a, b| b.cmp(a));
    snapshots.iter().skip(MOST_KEPT).for_each(|(_, path)| drop(fs::remove_file(path)));
}

fn replace(folder: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let beside = folder.join(format!("{name}.{}", std::process::id()));
    let written = fs::File::create(&beside).and_then(|mut file| file.write_all(bytes));
    let done = written.and_then(|()| fs::rename(&beside, folder.join(name)));
    if done.is_err() {
        let _ = fs::remove_file(&beside);
    }
    done
}

/// The body of a file, if it is intact and has this key.
fn check<'a>(bytes: &'a [u8], key: &[u8; 16]) -> Option<&'a [u8]> {
    let rest = bytes.strip_prefix(MAGIC)?.strip_prefix(key)?;
    let (sum, body) = rest.split_first_chunk::<8>()?;
    (u64::from_le_bytes(*sum) == xxh3_64(body)).then_some(body)
}

#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    fn number(&mut self, value: u64) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    fn block(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.bytes.extend_from_slice(bytes);
    }

    fn class(&mut self, state: &State, class: ClassRef) {
        match &class.sort {
            Sort::Primitive(_) => self.number(0),
            Sort::Array { component, .. } => {
                self.number(1);
                self.number(u64::from(component.id));
            }
            Sort::Instance(file) if class.is_hidden => {
                self.number(3);
                self.number(class.host.map_or(u64::MAX, |h| u64::from(h.id)));
                self.block(&file.bytes);
            }
            Sort::Instance(_) => self.number(2),
        }
        self.block(class.name.as_bytes());
        self.number(class.mirror().0);
        self.number(match state.init(class) {
            Init::Linked => 0,
            Init::Done => 1,
            Init::Failed => 2,
            // The boot sequence ends between two initialisations.
            Init::By(_) => 3,
        });
    }
}

/// The body of a snapshot. `None` if the state holds what a snapshot cannot.
fn write(lib: &Library, state: &State) -> Option<Vec<u8>> {
    let thread = state.threads.first()?;
    let is_plain = state.threads.len() == 1
        && thread.frames.is_empty()
        && state.monitors.is_empty()
        && state.interned.is_empty()
        && state.call_sites.is_empty()
        && state.hidden.is_empty()
        && state.modules.is_empty()
        && state.files.is_empty()
        && state.outside.is_empty();
    if !is_plain {
        return None;
    }
    let mut out = Writer::default();
    out.number(lib.class_count() as u64);
    for id in 0..lib.class_count() {
        let class = lib.class_of_id(id as u32);
        if class.loader != Loader::BOOT || matches!(state.init(class), Init::By(_)) {
            return None;
        }
        out.class(state, class);
    }
    let literals = lib.literals.read().expect("no panic while literals are added");
    // Sorted by address, since the table has no order.
    let mut sorted: Vec<_> = literals.iter().collect();
    sorted.sort_by_key(|(_, string)| **string);
    out.number(sorted.len() as u64);
    for (text, string) in sorted {
        let bytes: Vec<u8> = text.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        out.block(&bytes);
        out.number(string.0);
    }
    for object in [&lib.app_loader, &lib.app_module] {
        out.number(object.get()?.0);
    }
    out.number(lib.module_class.get()?.1.0);
    let modules = lib.modules.read().expect("no panic while modules are added");
    let mut modules: Vec<_> = modules.iter().collect();
    modules.sort_by_key(|(_, module)| **module);
    out.number(modules.len() as u64);
    for (name, module) in modules {
        out.block(lib.text(*name).as_bytes());
        out.number(module.0);
    }
    for value in [thread.object.0, thread.current.0, thread.cache.0, u64::from(thread.permit)] {
        out.number(value);
    }
    for value in [state.clock as u64, state.next_thread_id, state.heap.objects] {
        out.number(value);
    }
    out.number(u64::from(lib.spun.load(std::sync::atomic::Ordering::Relaxed)));
    out.block(&state.heap.boot_image());
    Some(out.bytes)
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn number(&mut self) -> Option<u64> {
        let (number, rest) = self.bytes.split_first_chunk::<8>()?;
        self.bytes = rest;
        Some(u64::from_le_bytes(*number))
    }

    fn block(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (block, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        Some(block)
    }

    fn state(&mut self, lib: &'static Library) -> Option<State> {
        let mut state = crate::boot::empty_state(lib);
        let count = self.number()?;
        let mut inits = Vec::new();
        for id in 0..count {
            inits.push(self.class(lib, &mut state, id as u32)?);
        }
        state.classes = Arc::new(inits);
        let literals = self.number()?;
        {
            let mut table = lib.literals.write().expect("no panic while literals are added");
            for _ in 0..literals {
                let bytes = self.block()?;
                let text: Vec<u16> =
                    bytes.chunks_exact(2).map(|u| u16::from_le_bytes([u[0], u[1]])).collect();
                table.insert(text.into(), Ref(self.number()?));
            }
        }
        for object in [&lib.app_loader, &lib.app_module] {
            object.set(Ref(self.number()?)).ok()?;
        }
        let layer = Ref(self.number()?);
        let module_class = lib.find_loaded(Loader::BOOT, lib.symbol("java/lang/Module"))?;
        lib.module_class.set((module_class, layer)).ok()?;
        for _ in 0..self.number()? {
            let name = std::str::from_utf8(self.block()?).ok()?;
            let module = Ref(self.number()?);
            lib.modules.write().expect("no panic while modules are added").insert(lib.symbol(name), module);
        }
        let mut thread = Thread::new(Ref(self.number()?), Creator::thread(0));
        thread.current = Ref(self.number()?);
        thread.cache = Ref(self.number()?);
        thread.permit = self.number()? != 0;
        state.threads = vec![Arc::new(thread)];
        state.clock = self.number()? as i64;
        state.next_thread_id = self.number()?;
        let objects = self.number()?;
        lib.spun.store(self.number()? as u32, std::sync::atomic::Ordering::Relaxed);
        state.heap.set_boot_image(self.block()?);
        state.heap.objects = objects;
        state.heap.end_boot();
        lib.find_known(&mut state.heap)?;
        crate::layout::note_boot(lib, &state).ok()?;
        self.bytes.is_empty().then_some(state)
    }

    fn class(&mut self, lib: &'static Library, state: &mut State, id: u32) -> Option<Init> {
        let sort = self.number()?;
        let operand = if matches!(sort, 1 | 3) { self.number()? } else { 0 };
        let bytes = if sort == 3 { self.block()? } else { &[] };
        let name = std::str::from_utf8(self.block()?).ok()?;
        let mirror = Ref(self.number()?);
        let init = match self.number()? {
            0 => Init::Linked,
            1 => Init::Done,
            2 => Init::Failed,
            _ => return None,
        };
        let class = match sort {
            0 => lib.add_primitive(name)?,
            1 => lib.array_class(&mut state.heap, lib.class_of_id_checked(operand as u32)?),
            2 => lib.class(&mut state.heap, Loader::BOOT, name).ok()?,
            3 => {
                let host = if operand == u64::MAX { None } else { lib.class_of_id_checked(operand as u32) };
                lib.define_hidden_again(&mut state.heap, host, bytes.to_vec())?
            }
            _ => return None,
        };
        // The same classes in the same order have the same numbers; otherwise this is another JDK.
        (class.id == id).then_some(())?;
        class.mirror.set(mirror).ok()?;
        Some(init)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_or_foreign_file_is_ignored() {
        let key = [7; 16];
        let body = b"the body".to_vec();
        let mut file = MAGIC.to_vec();
        file.extend_from_slice(&key);
        file.extend_from_slice(&xxh3_64(&body).to_le_bytes());
        file.extend_from_slice(&body);
        assert_eq!(check(&file, &key), Some(&body[..]));
        assert_eq!(check(&file, &[8; 16]), None, "another key");
        for cut in 0..file.len() {
            assert_eq!(check(&file[..cut], &key), None, "cut at {cut}");
        }
        for at in 0..file.len() {
            let mut damaged = file.clone();
            damaged[at] ^= 1;
            assert_eq!(check(&damaged, &key), None, "a bit of byte {at} flipped");
        }
    }

    #[test]
    fn old_snapshots_are_forgotten_and_nothing_else() {
        let folder = std::env::temp_dir().join(format!("thinair-snapshots-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        (0..MOST_KEPT + 5).for_each(|i| fs::write(folder.join(format!("boot-{i:02}.snapshot")), "").unwrap());
        fs::write(folder.join("other"), "").unwrap();
        forget_old(&folder);
        let left = fs::read_dir(&folder).unwrap().count();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(left, MOST_KEPT + 1);
    }
}
