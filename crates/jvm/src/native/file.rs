//! Files: those of the JDK itself below `lib` and `conf` can be read, all others are unsupported.
//!
//! The class library reads some of its own data from files, such as the time zones. They are as constant as its classes.
//! A program sees them under `/java`, which is its `java.home`.

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
    bytes: Bytes,
    position: usize,
}

impl OpenFile {
    /// How far it has been read.
    pub(crate) fn position(&self) -> usize {
        self.position
    }

    /// How long it is.
    pub(crate) fn length(&self) -> usize {
        self.bytes.len()
    }
}

pub(super) fn find(class: &str, name: &str) -> Option<Native> {
    use Native::Function as F;
    Some(match (class, name) {
        ("java/io/FileInputStream", "open0") => F(open),
        ("java/io/FileInputStream", "readBytes") => F(read_bytes),
        ("java/io/FileInputStream", "read0") => F(|vm, at| match file(vm, at)? {
            Some(file) => match file.bytes.get(file.position) {
                Some(&byte) => {
                    file.position += 1;
                    Ok(u64::from(byte))
                }
                None => Ok(END),
            },
            None => Ok(END),
        }),
        ("java/io/FileInputStream", "available0") => F(|vm, at| {
            Ok(file(vm, at)?
                .map_or(0, |f| f.bytes.len().saturating_sub(f.position).min(i32::MAX as usize) as u64))
        }),
        ("java/io/FileInputStream", "length0") => {
            F(|vm, at| Ok(file(vm, at)?.map_or(0, |f| f.bytes.len() as u64)))
        }
        ("java/io/FileInputStream", "position0") => {
            F(|vm, at| Ok(file(vm, at)?.map_or(0, |f| f.position as u64)))
        }
        ("java/io/FileInputStream", "skip0") => F(skip),
        ("java/io/FileInputStream", "isRegularFile0") => F(|vm, at| Ok(u64::from(file(vm, at)?.is_some()))),
        ("java/io/FileDescriptor", "close0") => F(close),
        ("java/io/UnixFileSystem", "getBooleanAttributes0") => F(attributes),
        ("java/io/UnixFileSystem", "getLength" | "getLength0") => F(|vm, at| {
            let path = vm.text(vm.get_ref(vm.arg_object(at + 1)?, "path"));
            let length = real_path(vm, &path).and_then(|p| std::fs::metadata(p).ok()).map_or(0, |m| m.len());
            Ok(length)
        }),
        _ => return None,
    })
}

/// -1 as an int.
const END: u64 = u32::MAX as u64;

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
    let is_of_jdk = path.starts_with(&format!("{HOME}/"));
    if !is_of_jdk {
        return Err(Trap::Unsupported(format!("opening a file: {path}")));
    }
    let real = real_path(vm, &path).filter(|p| std::fs::metadata(p).is_ok_and(|m| m.len() <= MOST));
    let Some(bytes) = real.and_then(|p| std::fs::read(p).ok()) else {
        let text = format!("{path} (No such file or directory)");
        return raise_with("java/io/FileNotFoundException", text);
    };
    let files = Arc::make_mut(&mut vm.st.files);
    let file = OpenFile { bytes: bytes.into(), position: 0 };
    let place = files.iter().position(Option::is_none).unwrap_or(files.len());
    if place == files.len() {
        files.push(None);
    }
    files[place] = Some(file);
    let descriptor = vm.get_ref(vm.arg_ref(at), "fd");
    vm.put(descriptor, "fd", u64::from(FIRST + place as u32));
    Ok(0)
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
    let rest = file.bytes.get(file.position..).unwrap_or_default();
    let part = rest[..rest.len().min(length as usize)].to_vec();
    file.position += part.len();
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

/// `getBooleanAttributes0(File)`: only the JDK's own files exist.
fn attributes(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    const EXISTS: u64 = 1;
    const REGULAR: u64 = 2;
    const DIRECTORY: u64 = 4;
    let path = vm.text(vm.get_ref(vm.arg_object(at + 1)?, "path"));
    Ok(match real_path(vm, &path).and_then(|p| std::fs::metadata(p).ok()) {
        Some(data) if data.is_dir() => EXISTS | DIRECTORY,
        Some(_) => EXISTS | REGULAR,
        None => 0,
    })
}
