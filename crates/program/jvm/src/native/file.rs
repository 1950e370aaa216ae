//! Open files, and access to files by java.io. Which files exist is in `tree.rs`; access by java.nio is in
//! `nio.rs`.

use super::Native;
use super::touch::NUMBER;
use super::tree::{self, HOME, Node, is_random, known};
use crate::heap::Ref;
use crate::objects::ARRAY_BASE;
use crate::observer::Kept;
use crate::trap::{Trap, raise, raise_with};
use crate::vm::Vm;
use classfile::Bytes;
use triomphe::Arc;

/// The first number of an open file.
const FIRST: u32 = 3;

/// A file that is open for reading.
#[derive(Clone)]
pub struct OpenFile {
    content: Content,
    position: usize,
}

#[derive(Clone)]
enum Content {
    Bytes(Bytes),
    /// An endless stream; a function of the position.
    Random,
    /// A directory, which cannot be read as a file.
    Directory,
}

impl OpenFile {
    /// The next bytes, at most `most`.
    pub(super) fn read(&mut self, most: usize) -> Vec<u8> {
        let part = self.read_at(self.position, most);
        self.position += part.len();
        part
    }

    /// The bytes at a position, at most `most`.
    pub(super) fn read_at(&self, position: usize, most: usize) -> Vec<u8> {
        match &self.content {
            Content::Bytes(bytes) => bytes.iter().skip(position).take(most).copied().collect(),
            Content::Directory => Vec::new(),
            Content::Random => (position..).take(most).map(random_byte).collect(),
        }
    }

    /// Moves to a position, which may be beyond the end.
    pub(super) fn seek(&mut self, position: usize) {
        self.position = position;
    }

    /// Its node in the tree of files.
    pub(super) fn node(&self) -> Node {
        match &self.content {
            Content::Bytes(bytes) => Node::File(bytes.len() as u64),
            Content::Random => Node::Random,
            Content::Directory => Node::Directory,
        }
    }

    /// The current position.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Its length.
    pub(super) fn length(&self) -> usize {
        match &self.content {
            Content::Bytes(bytes) => bytes.len(),
            Content::Random | Content::Directory => 0,
        }
    }

    /// Distinguishes it from files with other contents, within the process.
    pub fn identity(&self) -> usize {
        match &self.content {
            Content::Bytes(bytes) => bytes.as_ptr().addr(),
            Content::Random => 1,
            Content::Directory => 2,
        }
    }
}

/// A byte of a pseudo-random sequence (the mixing function of SplitMix64).
fn random_byte(position: usize) -> u8 {
    let mut z = (position as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31) as u8
}

pub(super) fn find(class: &str, name: &str) -> Option<Native> {
    use crate::native::touch::Touches::{Accesses, Action, Constants, Fresh, State};
    use Native::Function as F;
    Some(match (class, name) {
        ("java/io/FileInputStream", "open0") => F(State(NUMBER), open),
        ("java/io/FileOutputStream", "open0") => F(State(NUMBER), |vm, at| {
            if is_random(&vm.text(vm.arg_object(at + 1)?)) {
                return open(vm, at);
            }
            Err(Trap::Unsupported("writing to a file: programs see no files of the host".into()))
        }),
        ("java/io/FileInputStream", "readBytes") => F(Action, read_bytes),
        ("java/io/FileInputStream", "read0") => F(Action, |vm, at| {
            let part = file(vm, at)?.map_or_else(Vec::new, |f| f.read(1));
            Ok(part.first().map_or(END, |&byte| u64::from(byte)))
        }),
        ("java/io/FileInputStream", "available0") => F(Action, |vm, at| {
            let rest = |f: &mut OpenFile| f.length().saturating_sub(f.position);
            Ok(file(vm, at)?.map_or(0, |f| rest(f).min(i32::MAX as usize) as u64))
        }),
        ("java/io/FileInputStream", "length0") => {
            F(Action, |vm, at| Ok(file(vm, at)?.map_or(0, |f| f.length() as u64)))
        }
        ("java/io/FileInputStream", "position0") => {
            F(Action, |vm, at| Ok(file(vm, at)?.map_or(0, |f| f.position as u64)))
        }
        ("java/io/FileInputStream", "skip0") => F(Action, skip),
        ("java/io/FileInputStream", "isRegularFile0") => F(Action, |vm, at| {
            let is_regular = |f: &mut OpenFile| matches!(f.content, Content::Bytes(_));
            Ok(u64::from(file(vm, at)?.is_some_and(is_regular)))
        }),
        ("java/io/UnixFileSystem", "canonicalize0") => F(Constants, |vm, at| {
            let path = vm.text(vm.arg_object(at + 1)?);
            known(vm, &path, "the canonical name of a file")?;
            Ok(vm.arg_ref(at + 1).0)
        }),
        ("java/io/UnixFileSystem", "checkAccess" | "checkAccess0") => F(Constants, |vm, at| {
            let node = asked(vm, at)?;
            Ok(u64::from(node.is_some_and(|node| node.allows(vm.arg_int(at + 2)))))
        }),
        ("java/io/FileDescriptor", "close0") => F(Action, close),
        ("java/io/UnixFileSystem", "getBooleanAttributes0") => F(Constants, attributes),
        ("java/io/UnixFileSystem", "list" | "list0") => F(Fresh, list),
        ("java/security/Security$SecPropLoader", "loadMaster") => F(Accesses, security_properties),
        // Files have no modification times.
        ("java/io/UnixFileSystem", "getLastModifiedTime" | "getLastModifiedTime0") => {
            F(Constants, |vm, at| {
                asked(vm, at)?;
                Ok(0)
            })
        }
        ("java/io/UnixFileSystem", "getLength" | "getLength0") => F(Constants, |vm, at| {
            let node = asked(vm, at)?;
            Ok(node.map_or(0, Node::length))
        }),
        _ => return None,
    })
}

/// `Security.SecPropLoader.loadMaster()`: its Java body reads the same file through java.nio.file.
fn security_properties(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let path = format!("{HOME}/conf/security/java.security");
    let Some(bytes) = tree::read(vm, &path) else {
        return raise_with("java/lang/InternalError", "Error loading java.security file");
    };
    let stream = super::resource::stream(vm, Some(bytes))?;
    let security = vm.system_class("java/security/Security")?;
    let properties = vm.get_static(security, "props");
    let load = vm.system_method("java/util/Properties", "load", "(Ljava/io/InputStream;)V")?;
    super::reflect::enter_in_place(vm, at, load, &[properties, stream], crate::state::Then::Return)
}

/// -1 as an int.
const END: u64 = u32::MAX as u64;

/// The node of the java.io.File argument.
fn asked(vm: &Vm<'_>, at: usize) -> Result<Option<Node>, Trap> {
    tree::look(vm, &asked_path(vm, at)?, "asking about a file")
}

fn asked_path(vm: &Vm<'_>, at: usize) -> Result<String, Trap> {
    Ok(vm.text(vm.get_ref(vm.arg_object(at + 1)?, "path")))
}

/// `open0(String path)`.
fn open(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let path = vm.text(vm.arg_object(at + 1)?);
    let content = content(vm, &path)?;
    let number = add(vm, content);
    let descriptor = vm.get_ref(vm.arg_ref(at), "fd");
    vm.put(descriptor, "fd", number);
    Ok(0)
}

/// Adds an open file; returns its number.
fn add(vm: &mut Vm<'_>, content: Content) -> u64 {
    let files = Arc::make_mut(&mut vm.st.files);
    let file = OpenFile { content, position: 0 };
    let place = files.iter().position(Option::is_none).unwrap_or(files.len());
    if place == files.len() {
        files.push(None);
    }
    files[place] = Some(file);
    u64::from(FIRST + place as u32)
}

/// Opens an existing file.
pub(super) fn open_path(vm: &mut Vm<'_>, path: &str) -> Option<u64> {
    let content = if is_random(path) { Content::Random } else { Content::Bytes(tree::read(vm, path)?) };
    Some(add(vm, content))
}

/// Opens bytes as a file.
pub(super) fn open_bytes(vm: &mut Vm<'_>, bytes: Vec<u8>) -> u64 {
    add(vm, Content::Bytes(bytes.into()))
}

/// Opens a directory as if it were a file.
pub(super) fn open_directory_itself(vm: &mut Vm<'_>) -> u64 {
    add(vm, Content::Directory)
}

/// An open file by its number.
pub(super) fn by_number<'a>(vm: &'a mut Vm<'_>, number: i32) -> Option<&'a mut OpenFile> {
    let place = (number as u32).wrapping_sub(FIRST) as usize;
    Arc::make_mut(&mut vm.st.files).get_mut(place)?.as_mut()
}

/// Closes a file, if it is open.
pub(super) fn close_number(vm: &mut Vm<'_>, number: i32) {
    let place = (number as u32).wrapping_sub(FIRST) as usize;
    if vm.st.files.get(place).is_some_and(Option::is_some) {
        Arc::make_mut(&mut vm.st.files)[place] = None;
    }
}

fn content(vm: &Vm<'_>, path: &str) -> Result<Content, Trap> {
    let why = match tree::look(vm, path, "opening a file")? {
        Some(Node::Random) => return Ok(Content::Random),
        Some(Node::Directory) => "Is a directory",
        Some(Node::File(_)) | None => "No such file or directory",
    };
    match tree::read(vm, path) {
        Some(bytes) => Ok(Content::Bytes(bytes)),
        None => raise_with("java/io/FileNotFoundException", format!("{path} ({why})")),
    }
}

/// Whether writes to this file have no effect: more seed for random bytes.
pub(super) fn is_sink(vm: &Vm<'_>, number: i32) -> bool {
    let place = (number as u32).wrapping_sub(FIRST) as usize;
    matches!(vm.st.files.get(place), Some(Some(OpenFile { content: Content::Random, .. })))
}

fn number(vm: &Vm<'_>, descriptor: Ref) -> i32 {
    vm.get(descriptor, "fd") as u32 as i32
}

/// The file of a stream; `None` for the standard input, which is empty.
fn file<'a>(vm: &'a mut Vm<'_>, at: usize) -> Result<Option<&'a mut OpenFile>, Trap> {
    let descriptor = vm.get_ref(vm.arg_object(at)?, "fd");
    vm.uses_kept(descriptor, Kept::Uses)?;
    let number = number(vm, descriptor);
    if (0..FIRST as i32).contains(&number) {
        return Ok(None);
    }
    match by_number(vm, number) {
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
    vm.uses_at_once(array, true)?;
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
    close_descriptor(vm, descriptor)?;
    Ok(0)
}

/// Closes the file of a java.io.FileDescriptor.
pub(super) fn close_descriptor(vm: &mut Vm<'_>, descriptor: Ref) -> Result<(), Trap> {
    vm.uses_kept(descriptor, Kept::Uses)?;
    let number = number(vm, descriptor);
    if by_number(vm, number).is_some() {
        close_number(vm, number);
        vm.put(descriptor, "fd", END);
    }
    Ok(())
}

/// `getBooleanAttributes0(File)`.
fn attributes(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    const EXISTS: u64 = 1;
    const REGULAR: u64 = 2;
    const DIRECTORY: u64 = 4;
    Ok(match asked(vm, at)? {
        Some(Node::File(_)) => EXISTS | REGULAR,
        Some(Node::Directory) => EXISTS | DIRECTORY,
        Some(Node::Random) => EXISTS,
        None => 0,
    })
}

/// `list(File)`: null if it is not a directory.
fn list(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let path = asked_path(vm, at)?;
    known(vm, &path, "listing a directory")?;
    let Some(names) = tree::names(vm, &path) else { return Ok(0) };
    let mut strings = Vec::new();
    for name in names {
        strings.push(vm.new_string(&name)?);
    }
    let string = vm.lib.known().string;
    Ok(vm.new_reference_array(string, &strings)?.0)
}
