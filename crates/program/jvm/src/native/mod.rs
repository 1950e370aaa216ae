//! Native replacements for methods of the class library: natives, and methods whose Java body would give
//! wrong results.
//!
//! One function per method, in one file per area. To add one, see `docs/ADDING-A-NATIVE.md`. A native method
//! that is not here is *unsupported*: a call of it is reported, with the Java stack.

pub(crate) mod class;
pub(crate) mod file;
mod invoke;
mod io;
mod lang;
mod loader;
pub mod memory;
pub(crate) mod misc;
mod nio;
mod reflect;
mod resource;
mod stack;
mod text;
mod thread;
pub mod touch;
mod tree;
pub(crate) mod zip;

use crate::heap::Ref;
use crate::trap::Trap;
use crate::vm::Vm;
use touch::Touches;

/// The replacement of a method.
#[derive(Clone, Copy)]
pub enum Native {
    /// A function, and what it touches; its second argument is the stack slot of the method's first argument.
    Function(Touches, Function),
    /// A function in place of a Java body, unless the observer wants the body
    /// ([`crate::observer::Observer::runs_bodies`]).
    Unseen(Touches, Function),
    /// A no-op; the result is 0, false or null.
    Nothing,
    /// An access to memory in some mode.
    Memory(memory::Access),
    /// Unsupported: a call of it is reported.
    Unsupported,
}

/// A native function. The result is in slot format; ignored for `void`.
pub(crate) type Function = fn(&mut Vm<'_>, usize) -> Result<u64, Trap>;

/// The replacement of a method of the class library, if there is one.
#[expect(clippy::too_many_lines, reason = "a flat table")]
pub fn find(class: &str, name: &str, descriptor: &str, is_native: bool) -> Option<Native> {
    if is_native && matches!(name, "registerNatives" | "initIDs" | "initNative") {
        return Some(Native::Nothing);
    }
    if class == "jdk/internal/misc/Unsafe"
        && let Some(access) = memory::by_name(name, descriptor)
    {
        return Some(Native::Memory(access));
    }
    // Correct Java bodies are kept: only `onSpinWait` has none to speak of.
    let only_natives = class.starts_with("java/lang/StackStreamFactory")
        || matches!(
            class,
            "java/lang/Object"
                | "java/lang/Thread"
                | "java/lang/StrictMath"
                | "jdk/internal/misc/CDS"
                | "jdk/internal/vm/Continuation"
        );
    if !is_native && only_natives && name != "onSpinWait" {
        return None;
    }
    let found = match class {
        "java/lang/Object"
        | "java/lang/System"
        | "java/lang/String"
        | "java/lang/Runtime"
        | "java/lang/Shutdown"
        | "java/lang/Double"
        | "java/lang/Float"
        | "java/lang/Throwable"
        | "java/lang/StackTraceElement"
        | "java/lang/NullPointerException"
        | "java/lang/StringUTF16"
        | "java/lang/Math"
        | "java/lang/StrictMath"
        | "java/lang/StringCoding"
        | "java/lang/ProcessEnvironment"
        | "java/lang/ProcessImpl"
        | "java/lang/ProcessHandleImpl"
        | "java/lang/StackStreamFactory$AbstractStackWalker"
        | "java/lang/StackFrameInfo"
        | "java/lang/StackStreamFactory" => {
            stack::find(class, name, descriptor).or_else(|| lang::find(class, name, descriptor))
        }
        "java/lang/Class" => class::find(name, descriptor),
        "java/lang/ClassLoader"
        | "java/lang/Module"
        | "java/lang/ModuleLayer"
        | "jdk/internal/loader/BootLoader"
        | "jdk/internal/loader/BootLoader$PackageHelper"
        | "jdk/internal/loader/NativeLibraries"
        | "jdk/internal/module/ModuleBootstrap"
        | "jdk/internal/loader/NativeLibrary"
        | "jdk/internal/loader/ClassLoaders"
        | "jdk/internal/loader/BuiltinClassLoader"
        | "jdk/internal/module/ServicesCatalog" => {
            resource::find(class, name, descriptor).or_else(|| loader::find(class, name, descriptor))
        }
        "java/lang/Thread"
        | "java/lang/VirtualThread"
        | "jdk/internal/vm/Continuation"
        | "jdk/internal/vm/ContinuationSupport"
        | "java/lang/ref/Reference"
        | "java/lang/ref/PhantomReference"
        | "java/lang/ref/Finalizer"
        | "jdk/internal/vm/ThreadContainers" => thread::find(class, name, descriptor),
        "java/lang/reflect/Array"
        | "java/lang/reflect/Field"
        | "java/lang/reflect/Executable"
        | "java/lang/reflect/Proxy"
        | "java/lang/reflect/Parameter" => reflect::find(class, name, descriptor),
        _ if class.starts_with("jdk/internal/reflect/") => reflect::find(class, name, descriptor),
        _ if class.starts_with("java/lang/invoke/") => invoke::find(class, name, descriptor),
        "java/text/DecimalFormatSymbols" => text::find(name, descriptor),
        "java/security/Security$SecPropLoader" => file::find(class, name),
        _ if class.starts_with("sun/nio/") && is_native => nio::find(class, name, descriptor),
        _ if class.starts_with("java/io/") => {
            file::find(class, name).or_else(|| io::find(class, name, descriptor))
        }
        _ if class.starts_with("java/util/zip/") && is_native => zip::find(class, name),
        _ => misc::find(class, name, descriptor),
    };
    found.or(if is_native { Some(Native::Unsupported) } else { None })
}

impl Vm<'_> {
    /// A reference argument.
    pub fn arg_ref(&self, at: usize) -> Ref {
        Ref(self.th.stack[at])
    }

    /// An int argument, or a smaller one.
    pub fn arg_int(&self, at: usize) -> i32 {
        self.th.stack[at] as u32 as i32
    }

    /// A long argument; it takes two slots.
    pub fn arg_long(&self, at: usize) -> i64 {
        self.th.stack[at] as i64
    }

    /// A reference argument that must not be null.
    pub fn arg_object(&self, at: usize) -> Result<Ref, Trap> {
        let object = self.arg_ref(at);
        if object.is_null() { crate::trap::raise(crate::trap::NULL_POINTER) } else { Ok(object) }
    }
}
