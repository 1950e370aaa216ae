//! java.nio.file and file channels, for reading: the counterpart of HotSpot's system calls
//! (sun.nio.fs.UnixNativeDispatcher, sun.nio.ch.UnixFileDispatcherImpl), on the files of `tree.rs`.
//!
//! Paths are passed as addresses of C strings. In earlier releases natives throw; later ones return the error
//! number: the descriptor tells which.

use super::Native;
use super::file::{by_number, close_descriptor, close_number, open_bytes, open_directory_itself, open_path};
use super::touch::{NUMBER, OWNED, Touches};
use super::tree::{self, Node};
use crate::observer::Kept;
use crate::trap::{Trap, raise_with};
use crate::vm::Vm;

/// Error numbers (errno.h).
const NO_ENTRY: u64 = 2;
const BAD_NUMBER: u64 = 9;
const NO_ACCESS: u64 = 13;
const NO_DIRECTORY: u64 = 20;
const IS_DIRECTORY: u64 = 21;
/// -1 as an int: the end of a file.
const END: u64 = u32::MAX as u64;
/// -1 as an int for a file that is not open, in java.io.FileDescriptor.
const CLOSED: i32 = -1;

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    match class {
        "sun/nio/fs/UnixNativeDispatcher" => files(name, descriptor),
        "sun/nio/ch/FileDispatcherImpl" | "sun/nio/ch/UnixFileDispatcherImpl" => channels(name),
        "sun/nio/ch/FileChannelImpl" if name == "maxDirectTransferSize0" => {
            Some(Native::Function(Touches::Arguments, |_, _| Ok(i32::MAX as u64)))
        }
        "sun/nio/ch/IOUtil" | "sun/nio/ch/NativeThread" | "sun/nio/fs/LinuxNativeDispatcher" => others(name),
        _ => None,
    }
}

fn files(name: &str, descriptor: &str) -> Option<Native> {
    use crate::native::touch::Touches::{Constants, Fresh, Given, State};
    use Native::{Function as F, Nothing};
    let returns_error = descriptor.ends_with('I');
    Some(match name {
        // None of the optional system calls is available.
        "init" => Nothing,
        "getcwd" => F(Fresh, |vm, _| Ok(vm.new_bytes(b"/")?.0)),
        "stat0" if returns_error => F(Given(ATTRIBUTES), |vm, at| Ok(stat(vm, at)?.err().unwrap_or(0))),
        "stat0" | "lstat0" => F(Given(ATTRIBUTES), |vm, at| match stat(vm, at)? {
            Ok(()) => Ok(0),
            Err(error) => fail(vm, error),
        }),
        "stat1" => F(Constants, |vm, at| Ok(look(vm, at)?.map_or(0, mode))),
        "exists0" => F(Constants, |vm, at| Ok(u64::from(look(vm, at)?.is_some()))),
        "access0" if returns_error => F(Constants, |vm, at| Ok(access(vm, at)?.err().unwrap_or(0))),
        "access0" => F(Constants, |vm, at| match access(vm, at)? {
            Ok(()) => Ok(0),
            Err(error) => fail(vm, error),
        }),
        "fstat" | "fstat0" => F(State(OWNED), |vm, at| {
            let Some(node) = by_number(vm, vm.arg_int(at)).map(|f| f.node()) else {
                return fail(vm, BAD_NUMBER);
            };
            fill(vm, at + 1, node, 0)
        }),
        "open0" => F(State(NUMBER), open),
        "close" | "close0" => F(State(OWNED), |vm, at| {
            close_number(vm, vm.arg_int(at));
            Ok(0)
        }),
        "opendir0" => F(State(NUMBER), open_directory),
        "readdir" | "readdir0" => F(State(OWNED), read_directory),
        "closedir" => F(State(OWNED), |vm, at| {
            close_number(vm, vm.arg_long(at) as i32);
            Ok(0)
        }),
        "realpath0" => F(Fresh, |vm, at| {
            let path = path(vm, at)?;
            match tree::look(vm, &path, ASKING)? {
                Some(_) => Ok(vm.new_bytes(tree::normal(&path).as_bytes())?.0),
                None => fail(vm, NO_ENTRY),
            }
        }),
        "strerror" => F(Fresh, |vm, at| {
            let text = words(vm.arg_int(at) as u64);
            Ok(vm.new_bytes(text.as_bytes())?.0)
        }),
        _ => return None,
    })
}

fn channels(name: &str) -> Option<Native> {
    use crate::native::touch::Touches::{Action, Arguments, State};
    use Native::{Function as F, Nothing};
    Some(match name {
        "init" | "init0" | "preClose0" | "isOther0" => Nothing,
        "allocationGranularity0" => F(Arguments, |_, _| Ok(4096)),
        "read0" => F(Action, |vm, at| read(vm, at, None)),
        "pread0" => F(Action, |vm, at| read(vm, at, Some(vm.arg_long(at + 4)))),
        "seek0" => F(Action, |vm, at| {
            let (number, to) = (used_number(vm, at)?, vm.arg_long(at + 1));
            let Some(file) = by_number(vm, number) else { return closed() };
            if to >= 0 {
                file.seek(to as usize);
            }
            Ok(file.position() as u64)
        }),
        "size0" => F(Action, |vm, at| {
            let number = used_number(vm, at)?;
            by_number(vm, number).map_or_else(closed, |file| Ok(file.length() as u64))
        }),
        "available0" => F(Action, |vm, at| {
            let number = used_number(vm, at)?;
            let Some(file) = by_number(vm, number) else { return closed() };
            Ok(file.length().saturating_sub(file.position()).min(i32::MAX as usize) as u64)
        }),
        "close0" => F(Action, |vm, at| {
            let descriptor = vm.arg_object(at)?;
            close_descriptor(vm, descriptor)?;
            Ok(0)
        }),
        "closeIntFD" => F(State(OWNED), |vm, at| {
            close_number(vm, vm.arg_int(at));
            Ok(0)
        }),
        _ => return None,
    })
}

fn others(name: &str) -> Option<Native> {
    use crate::native::touch::Touches::{Arguments, Given, State};
    use Native::{Function as F, Nothing};
    Some(match name {
        "initIDs" | "init" | "signal" | "signal0" | "supportPendingSignals0" | "posix_fadvise" => Nothing,
        "iovMax" => F(Arguments, |_, _| Ok(1024)),
        "writevMax" => F(Arguments, |_, _| Ok(i32::MAX as u64)),
        "fdVal" => {
            F(State("the number is set when the file is opened"), |vm, at| Ok(number(vm, at)? as u32 as u64))
        }
        "setfdVal" => F(Given("a descriptor that is being made"), |vm, at| {
            let (descriptor, number) = (vm.arg_object(at)?, vm.arg_int(at + 1));
            vm.put(descriptor, "fd", u64::from(number as u32));
            Ok(0)
        }),
        // No thread is ever signalled.
        "current" | "current0" => F(Arguments, |_, _| Ok(1)),
        _ => return None,
    })
}

/// Why filling them is not observable.
const ATTRIBUTES: &str = "the attributes of a file, which whoever asks for them has just made";

const ASKING: &str = "asking about a file";

/// The path whose address is the argument.
fn path(vm: &Vm<'_>, at: usize) -> Result<String, Trap> {
    let address = vm.arg_long(at) as usize;
    let mut bytes = Vec::new();
    loop {
        match vm.memory(crate::heap::Ref::NULL, address + bytes.len(), 1)?[0] {
            0 => return Ok(String::from_utf8_lossy(&bytes).into_owned()),
            byte => bytes.push(byte),
        }
    }
}

/// A number for a path, the same for each way to write it.
fn identity(path: &str) -> u64 {
    xxhash_rust::xxh3::xxh3_64(tree::normal(path).as_bytes()) >> 1
}

fn look(vm: &Vm<'_>, at: usize) -> Result<Option<Node>, Trap> {
    tree::look(vm, &path(vm, at)?, ASKING)
}

/// A sun.nio.fs.UnixException.
fn fail<T>(vm: &mut Vm<'_>, error: u64) -> Result<T, Trap> {
    let exception = vm.new_throwable("sun/nio/fs/UnixException", None, None)?;
    vm.put(exception, "errno", error);
    Err(Trap::Throw(exception))
}

fn words(error: u64) -> &'static str {
    match error {
        NO_ENTRY => "No such file or directory",
        BAD_NUMBER => "Bad file descriptor",
        NO_ACCESS => "Permission denied",
        NO_DIRECTORY => "Not a directory",
        IS_DIRECTORY => "Is a directory",
        _ => "Unknown error",
    }
}

/// Type and permissions (stat.h).
fn mode(node: Node) -> u64 {
    match node {
        Node::File(_) => 0o100_444,
        Node::Directory => 0o040_555,
        Node::Random => 0o020_444,
    }
}

/// `stat0(long path, UnixFileAttributes)`.
fn stat(vm: &mut Vm<'_>, at: usize) -> Result<Result<(), u64>, Trap> {
    let path = path(vm, at)?;
    let Some(node) = tree::look(vm, &path, ASKING)? else { return Ok(Err(NO_ENTRY)) };
    fill(vm, at + 2, node, identity(&path))?;
    Ok(Ok(()))
}

/// Fills an instance of UnixFileAttributes. Files have no modification times; all times are the beginning of
/// the epoch.
fn fill(vm: &mut Vm<'_>, at: usize, node: Node, identity: u64) -> Result<u64, Trap> {
    let attributes = vm.arg_object(at)?;
    let values = [("st_mode", mode(node)), ("st_size", node.length()), ("st_nlink", 1), ("st_ino", identity)];
    for (field, value) in values {
        vm.put(attributes, field, value);
    }
    Ok(0)
}

/// `access0(long path, int mode)`.
fn access(vm: &mut Vm<'_>, at: usize) -> Result<Result<(), u64>, Trap> {
    let wish = vm.arg_int(at + 2);
    Ok(match look(vm, at)? {
        None => Err(NO_ENTRY),
        Some(node) if node.allows(wish) => Ok(()),
        Some(_) => Err(NO_ACCESS),
    })
}

/// `open0(long path, int flags, int mode)`.
fn open(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    // O_WRONLY and O_RDWR.
    const WRITE: i32 = 3;
    let path = path(vm, at)?;
    if vm.arg_int(at + 2) & WRITE != 0 {
        return Err(Trap::Unsupported("writing to a file: programs see no files of the host".into()));
    }
    match tree::look(vm, &path, "opening a file")? {
        None => fail(vm, NO_ENTRY),
        Some(Node::Directory) => Ok(open_directory_itself(vm)),
        Some(_) => match open_path(vm, &path) {
            Some(number) => Ok(number),
            None => fail(vm, NO_ACCESS),
        },
    }
}

/// `opendir0(long path)`: the names as a file, each followed by a zero byte.
fn open_directory(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let path = path(vm, at)?;
    tree::known(vm, &path, "listing a directory")?;
    match tree::names(vm, &path) {
        Some(names) => {
            let bytes = names.iter().flat_map(|name| name.bytes().chain([0])).collect();
            Ok(open_bytes(vm, bytes))
        }
        None if tree::look(vm, &path, ASKING)?.is_some() => fail(vm, NO_DIRECTORY),
        None => fail(vm, NO_ENTRY),
    }
}

/// `readdir(long directory)`: the next name, or null.
fn read_directory(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let number = vm.arg_long(at) as i32;
    let Some(file) = by_number(vm, number) else { return fail(vm, BAD_NUMBER) };
    let mut name = Vec::new();
    loop {
        match file.read(1).first() {
            None => return Ok(0),
            Some(0) => break,
            Some(&byte) => name.push(byte),
        }
    }
    Ok(vm.new_bytes(&name)?.0)
}

/// The file number of the java.io.FileDescriptor at `at`.
fn number(vm: &Vm<'_>, at: usize) -> Result<i32, Trap> {
    Ok(vm.get(vm.arg_object(at)?, "fd") as u32 as i32)
}

/// The same, before the file is used.
fn used_number(vm: &mut Vm<'_>, at: usize) -> Result<i32, Trap> {
    vm.uses_kept(vm.arg_object(at)?, Kept::Uses)?;
    number(vm, at)
}

fn closed<T>() -> Result<T, Trap> {
    raise_with("java/io/IOException", "Bad file descriptor")
}

/// `read0(FileDescriptor, long address, int length)`, and `pread0` with a position appended.
fn read(vm: &mut Vm<'_>, at: usize, position: Option<i64>) -> Result<u64, Trap> {
    let (number, address) = (used_number(vm, at)?, vm.arg_long(at + 1) as usize);
    let length = vm.arg_int(at + 3).max(0) as usize;
    if number == CLOSED {
        return closed();
    }
    let (block, _) = vm.located(crate::heap::Ref::NULL, address, length)?;
    vm.uses_at_once(block, true)?;
    // The standard input is empty.
    let Some(file) = by_number(vm, number) else { return Ok(END) };
    if file.node() == Node::Directory {
        return raise_with("java/io/IOException", words(IS_DIRECTORY));
    }
    let part = match position {
        Some(position) => file.read_at(position.max(0) as usize, length),
        None => file.read(length),
    };
    if part.is_empty() {
        return Ok(if length == 0 { 0 } else { END });
    }
    vm.set_memory(crate::heap::Ref::NULL, address, &part)?;
    Ok(part.len() as u64)
}
