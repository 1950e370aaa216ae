//! Class files and where they come from: the parser, jars, the JDK's `lib/modules`, class paths.
//!
//! [`parse`] reads a class file of JVMS chapter 4 (majors 45 to 69) and **promises**: no input panics or
//! makes it allocate more than a few dozen times its length; every index into the constant pool that a
//! [`ClassFile`] contains refers to a constant of the right kind; names, descriptors and flags are well
//! formed; a method has code exactly if it should. [`check_code`] does the same for the instructions of one
//! method, and is separate because most methods of a library never run. **Does not** check types (JVMS §4.10)
//! or follow references to other classes; [`annotations`] decodes annotations.
//!
//! [`ClassPath`] and [`Jdk`] find the files, in directories, [`Jar`]s and the JDK's [`Jimage`].

mod annotations;
mod attributes;
mod bytes;
mod check;
mod class;
mod code;
mod error;
mod flags;
mod modified_utf8;
mod names;
mod opcodes;
mod parser;
mod pool;
mod pool_check;
mod reader;
mod source;

pub use annotations::{Annotation, ElementValue, annotations};
pub use bytes::Bytes;
pub use check::{check_all, check_code};
pub use class::{
    BootstrapMethod, ClassFile, Code, EnclosingMethod, Field, Handler, InnerClass, LocalVariable, Method,
    ModuleInfo, Parameter, RecordComponent, SharedPackage,
};
pub use error::ClassFileError;
pub use flags::access;
pub use names::{argument_slots, is_class_name, is_field_descriptor, is_method_descriptor};
pub use opcodes::instruction_length;
pub use parser::{NEWEST_MAJOR, OLDEST_MAJOR, parse};
pub use pool::{Constant, MemberRef, Pool, Utf8};
pub use source::{
    ClassPath, FoundFile, FoundJdk, ImageEntry, Jar, Jdk, Jimage, MAX_ENTRY, Manifest, OLDEST_RELEASE,
    SourceError, find_jdks,
};
