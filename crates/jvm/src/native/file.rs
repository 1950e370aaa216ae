//! Files: those of the JDK itself below `lib` and `conf` can be read, all others are unsupported.
//!
//! The class library reads some of its own data from files, such as the time zones. They are as constant as its classes.
//! A program sees them under `/java`, which is its `java.home`. The devices that give random bytes exist, too; what they
//! give is the same in each run.

use super::Native;
use crate::heap::Ref;
use crate::objects::ARRAY_BASE;
use crate::trap::{Trap, raise, raise_with};
use crate::vm::Vm;
use classfile::Bytes;
use std::path::PathBuf;
use triomphe::Arc;

/// The first number of an open file.
const FIRST: u32 = 3;
/// The largest file that is read.
const MOST: u64 = 64 << 20;
/// What a Java program calls the JDK's directory.
pub(crate) const HOME: &str = "/java";

/// A file that is open for reading.
#[derive(Clone)]
pub(crate) struct OpenFile {
    content: Content,
    position: usize,
}

#[derive(Clone)]
enum Content {
    Bytes(Bytes),
    /// Without end, and a function of the position.
    Random,
}

impl OpenFile {
    fn read(&mut self, most: usize) -> Vec<u8> {
        let part: Vec<u8> = match &self.content {
            Content::Bytes(bytes) => bytes.iter().skip(self.position).take(most).copied().collect(),
            Content::Random => (self.position..).take(most).map(random_byte).collect(),
        };
        self.position += part.len();
        part
    }

    /// How far it has been read.
    pub(crate) fn position(&self) -> usize {
        self.position
    }

    /// How long it is.
    pub(crate) fn length(&self) -> usize {
        match &self.content {
            Content::Bytes(bytes) => bytes.len(),
            Content::Random => 0,
        }
    }
}

/// A byte of a sequence that looks random (the mixing function of SplitMix64).
fn random_byte(position: usize) -> u8 {
    let mut z = (position as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31) as u8
}

fn is_random(path: &str) -> bool {
    matches!(path, "/dev/random" | "/dev/urandom")
}

pub(super) fn find(class: &str, name: &str) -> Option<Native> {
    use Native::Function as F;
    Some(match (class, name) {
        ("java/io/FileInputStream", "open0") => F(open),
        ("java/io/FileOutputStream", "open0") => F(|vm, at| {
            if is_random(&vm.text(vm.arg_object(at + 1)?)) {
                return open(vm, at);
            }
            Err(Trap::Unsupported("writing to a file: programs see no files of the host".into()))
        }),
        ("java/io/FileInputStream", "readBytes") => F(read_bytes),
        ("java/io/FileInputStream", "read0") => F(|vm, at| {
            let part = file(vm, at)?.map_or_else(Vec::new, |f| f.read(1));
            Ok(part.first().map_or(END, |&byte| u64::from(byte)))
        }),
        ("java/io/FileInputStream", "available0") => F(|vm, at| {
            let rest = |f: &mut OpenFile| f.length().saturating_sub(f.position);
            Ok(file(vm, at)?.map_or(0, |f| rest(f).min(i32::MAX as usize) as u64))
        }),
        ("java/io/FileInputStream", "length0") => {
            F(|vm, at| Ok(file(vm, at)?.map_or(0, |f| f.length() as u64)))
        }
        ("java/io/FileInputStream", "position0") => {
            F(|vm, at| Ok(file(vm, at)?.map_or(0, |f| f.position as u64)))
        }
        ("java/io/FileInputStream", "skip0") => F(skip),
        ("java/io/FileInputStream", "isRegularFile0") => F(|vm, at| {
            let is_regular = |f: &mut OpenFile| matches!(f.content, Content::Bytes(_));
            Ok(u64::from(file(vm, at)?.is_some_and(is_regular)))
        }),
        ("java/io/UnixFileSystem", "canonicalize0") => F(|vm, at| {
            let path = vm.text(vm.arg_object(at + 1)?);
            known(vm, &path, "the canonical name of a file")?;
            Ok(vm.arg_ref(at + 1).0)
        }),
        ("java/io/UnixFileSystem", "checkAccess" | "checkAccess0") => F(|vm, at| {
            const READ: i32 = 4;
            let path = asked(vm, at)?;
            let exists = is_random(&path) || real_path(vm, &path).is_some_and(|p| p.exists());
            Ok(u64::from(exists && vm.arg_int(at + 2) == READ))
        }),
        ("java/io/FileDescriptor", "close0") => F(close),
        ("java/io/UnixFileSystem", "getBooleanAttributes0") => F(attributes),
        ("java/security/Security$SecPropLoader", "loadMaster") => F(security_properties),
        ("java/io/UnixFileSystem", "getLength" | "getLength0") => F(|vm, at| {
            let path = asked(vm, at)?;
            let length = real_path(vm, &path).and_then(|p| std::fs::metadata(p).ok()).map_or(0, |m| m.len());
            Ok(length)
        }),
        _ => return None,
    })
}

/// `Security.SecPropLoader.loadMaster()`: its Java body reads the same file through java.nio.file.
fn security_properties(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let path = format!("{HOME}/conf/security/java.security");
    let Some(bytes) = real_path(vm, &path).and_then(|p| std::fs::read(p).ok()) else {
        return raise_with("java/lang/InternalError", "Error loading java.security file");
    };
    let stream = super::resource::stream(vm, Some(bytes.into()))?;
    let security = vm.system_class("java/security/Security")?;
    let properties = vm.get_static(security, "props");
    let load = vm.system_method("java/util/Properties", "load", "(Ljava/io/InputStream;)V")?;
    super::reflect::enter_in_place(vm, at, load, &[properties, stream], crate::state::Then::Return)
}

/// -1 as an int.
const END: u64 = u32::MAX as u64;

/// Refuses to tell anything about files of the host, even that they do not exist. While the class library boots, none
/// exists.
fn known(vm: &Vm<'_>, path: &str, what: &str) -> Result<(), Trap> {
    let is_of_jdk = path.strip_prefix(HOME).is_some_and(|rest| rest.starts_with('/'));
    if is_of_jdk || is_random(path) || vm.st.heap.is_booting() {
        return Ok(());
    }
    Err(Trap::Unsupported(format!("{what}: programs see no files of the host")))
}

/// The path of the java.io.File that is asked about.
fn asked(vm: &Vm<'_>, at: usize) -> Result<String, Trap> {
    let path = vm.text(vm.get_ref(vm.arg_object(at + 1)?, "path"));
    known(vm, &path, "asking about a file")?;
    Ok(path)
}

/// Where a file of the JDK really is.
fn real_path(vm: &Vm<'_>, path: &str) -> Option<PathBuf> {
    let inside = path.strip_prefix(HOME)?.strip_prefix('/')?;
    let is_plain = inside.split('/').all(|part| !part.is_empty() && part != "." && part != "..");
    let is_data = inside.starts_with("lib/") || inside.starts_with("conf/");
    (is_plain && is_data).then(|| vm.lib.jdk.home.join(inside))
}

/// `open0(String path)`.
fn open(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let path = vm.text(vm.arg_object(at + 1)?);
    let content = content(vm, &path)?;
    let files = Arc::make_mut(&mut vm.st.files);
    let file = OpenFile { content, position: 0 };
    let place = files.iter().position(Option::is_none).unwrap_or(files.len());
    if place == files.len() {
        files.push(None);
    }
    files[place] = Some(file);
    let descriptor = vm.get_ref(vm.arg_ref(at), "fd");
    vm.put(descriptor, "fd", u64::from(FIRST + place as u32));
    Ok(0)
}

fn content(vm: &Vm<'_>, path: &str) -> Result<Content, Trap> {
    if is_random(path) {
        return Ok(Content::Random);
    }
    known(vm, path, "opening a file")?;
    let real = real_path(vm, path).filter(|p| std::fs::metadata(p).is_ok_and(|m| m.len() <= MOST));
    match real.and_then(|p| std::fs::read(p).ok()) {
        Some(bytes) => Ok(Content::Bytes(bytes.into())),
        None => raise_with("java/io/FileNotFoundException", format!("{path} (No such file or directory)")),
    }
}

/// Whether what is written to this file is of no consequence: more seed for random bytes.
pub(super) fn is_sink(vm: &Vm<'_>, number: i32) -> bool {
    let place = (number as u32).wrapping_sub(FIRST) as usize;
    matches!(vm.st.files.get(place), Some(Some(OpenFile { content: Content::Random, .. })))
}

fn number(vm: &Vm<'_>, descriptor: Ref) -> i32 {
    vm.get(descriptor, "fd") as u32 as i32
}

/// The file of a stream; none for the standard input, which is empty.
fn file<'a>(vm: &'a mut Vm<'_>, at: usize) -> Result<Option<&'a mut OpenFile>, Trap> {
    let descriptor = vm.get_ref(vm.arg_object(at)?, "fd");
    let number = number(vm, descriptor);
    if (0..FIRST as i32).contains(&number) {
        return Ok(None);
    }
    let place = (number as u32).wrapping_sub(FIRST) as usize;
    match Arc::make_mut(&mut vm.st.files).get_mut(place).and_then(Option::as_mut) {
        Some(file) => Ok(Some(file)),
        None => raise_with("java/io/IOException", "Stream Closed"),
    }
}

/// `readBytes(byte[], int offset, int length)`.
fn read_bytes(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let array = vm.arg_object(at + 1)?;
    let (offset, length) = (vm.arg_int(at + 2), vm.arg_int(at + 3));
    if offset < 0 || length < 0 || i64::from(offset) + i64::from(length) > vm.length(array) as i64 {
        return raise("java/lang/IndexOutOfBoundsException");
    }
    if length == 0 {
        return Ok(0);
    }
    let Some(file) = file(vm, at)? else { return Ok(END) };
    let part = file.read(length as usize);
    if part.is_empty() {
        return Ok(END);
    }
    vm.st.heap.set_bytes(array, ARRAY_BASE + offset as usize, &part);
    Ok(part.len() as u64)
}

/// `skip0(long)`: may go beyond the end.
fn skip(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let by = vm.arg_long(at + 1);
    let Some(file) = file(vm, at)? else { return Ok(0) };
    let old = file.position;
    let target = (old as i64).saturating_add(by);
    if target < 0 {
        return raise_with("java/io/IOException", "Invalid argument");
    }
    file.position = target as usize;
    Ok(by as u64)
}

/// `FileDescriptor.close0()`.
fn close(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let descriptor = vm.arg_object(at)?;
    let place = (number(vm, descriptor) as u32).wrapping_sub(FIRST) as usize;
    if vm.st.files.get(place).is_some_and(Option::is_some) {
        Arc::make_mut(&mut vm.st.files)[place] = None;
        vm.put(descriptor, "fd", END);
    }
    Ok(0)
}

/// `getBooleanAttributes0(File)`.
fn attributes(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    const EXISTS: u64 = 1;
    const REGULAR: u64 = 2;
    const DIRECTORY: u64 = 4;
    let path = asked(vm, at)?;
    if is_random(&path) {
        return Ok(EXISTS);
    }
    Ok(match real_path(vm, &path).and_then(|p| std::fs::metadata(p).ok()) {
        Some(data) if data.is_dir() => EXISTS | DIRECTORY,
        Some(_) => EXISTS | REGULAR,
        None => 0,
    })
}
