//! Input and output: the program's two output streams; an empty input and files of the JDK (`file.rs`);
//! nothing else of the host.

use super::Native;
use crate::notes::append;
use crate::objects::ARRAY_BASE;
use crate::trace::Traced;
use crate::trap::{Trap, raise_with};
use crate::vm::Vm;
use triomphe::Arc;

pub(crate) fn find(class: &str, name: &str, _descriptor: &str) -> Option<Native> {
    use crate::native::touch::Touches::{Action, Arguments, Constants};
    use Native::{Function as F, Nothing};
    Some(match (class, name) {
        ("java/io/FileDescriptor", "getHandle") => F(Arguments, |_, _| Ok(u64::MAX)),
        ("java/io/FileDescriptor", "getAppend") => Nothing,
        ("java/io/FileCleanable", "cleanupClose0") => Nothing,
        ("java/io/FileOutputStream", "writeBytes") => F(Action, write_bytes),
        ("java/io/RandomAccessFile", "open0") => F(Arguments, |_, _| no_files("opening a file")),
        ("java/io/Console", "istty" | "ttyStatus" | "encoding") => Nothing,
        ("java/io/ObjectStreamClass", "hasStaticInitializer") => F(Constants, has_static_initialiser),
        _ => return None,
    })
}

/// Refuses access to a file of the host.
fn no_files(what: &str) -> Result<u64, Trap> {
    Err(Trap::Unsupported(format!("{what}: programs see no files of the host")))
}

fn has_static_initialiser(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let class = vm.class_of_mirror(vm.arg_ref(at));
    Ok(u64::from(class.is_some_and(|c| c.initialiser.get().copied().flatten().is_some())))
}

/// `FileOutputStream.writeBytes(byte[], int, int, boolean)`.
fn write_bytes(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let stream = vm.arg_object(at)?;
    let array = vm.arg_object(at + 1)?;
    let (offset, length) = (vm.arg_int(at + 2), vm.arg_int(at + 3));
    let end = i64::from(offset) + i64::from(length);
    if offset < 0 || length < 0 || end > vm.length(array) as i64 {
        return raise_with("java/lang/IndexOutOfBoundsException", "");
    }
    let descriptor = vm.get_ref(stream, "fd");
    let number = vm.get(descriptor, "fd") as u32 as i32;
    if super::file::is_sink(vm, number) {
        return Ok(0);
    }
    if !(1..=2).contains(&number) {
        return Err(Trap::Unsupported("writing to a file".into()));
    }
    vm.uses_at_once(array, false)?;
    let bytes = vm.st.heap.bytes(array, ARRAY_BASE + offset as usize, length as usize);
    let stream = number as u8;
    if let Some(observer) = vm.observer() {
        observer.on_output(vm, stream, &bytes);
    }
    append(Arc::make_mut(&mut vm.st.output.pieces), stream, &bytes);
    if vm.trace.is_some() {
        vm.note(Traced::Output { stream, bytes });
    }
    Ok(0)
}
