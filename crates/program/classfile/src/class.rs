//! The contents of a class file, as data.
//!
//! Indices into the constant pool are kept as `u16` only where the virtual machine resolves them later; names
//! are texts.

use crate::{Bytes, Pool};
use std::sync::Arc;

/// A class or interface (JVMS §4.1). Created by [`crate::parse`], which documents the promises.
#[derive(Debug, Clone, Default)]
pub struct ClassFile {
    /// Version of the format: 44 + the release of Java.
    pub major: u16,
    /// 65535 for a class that uses preview features.
    pub minor: u16,
    /// Flags; see [`crate::access`].
    pub access: u16,
    /// Internal name, such as `java/lang/Object`.
    pub name: Arc<str>,
    /// The superclass; `None` for `java/lang/Object` and `module-info`.
    pub super_name: Option<Arc<str>>,
    /// The interfaces that it implements or extends, in order.
    pub interfaces: Vec<Arc<str>>,
    /// The constants.
    pub pool: Pool,
    /// The fields, in order.
    pub fields: Vec<Field>,
    /// The methods, in order.
    pub methods: Vec<Method>,
    /// The file that it was compiled from, without directories.
    pub source_file: Option<Arc<str>>,
    /// The generic signature, unchecked.
    pub signature: Option<Arc<str>>,
    /// How `Dynamic` and `InvokeDynamic` constants are computed.
    pub bootstrap_methods: Vec<BootstrapMethod>,
    /// The host of the nest, if this class is a member and not the host.
    pub nest_host: Option<Arc<str>>,
    /// The other members of the nest, if this class is the host.
    pub nest_members: Vec<Arc<str>>,
    /// The classes that may extend it, if it is sealed.
    pub permitted_subclasses: Option<Vec<Arc<str>>>,
    /// The components, if it is a record.
    pub record: Option<Vec<RecordComponent>>,
    /// The nested classes that it mentions, including itself.
    pub inner_classes: Vec<InnerClass>,
    /// The position of a local or anonymous class.
    pub enclosing_method: Option<EnclosingMethod>,
    /// Raw contents of `RuntimeVisibleAnnotations`, without the attribute's header.
    pub annotations: Option<Bytes>,
    /// Raw contents of `RuntimeVisibleTypeAnnotations`.
    pub type_annotations: Option<Bytes>,
    /// What the module exports and opens, if it is a `module-info`.
    pub module: Option<ModuleInfo>,
    /// The whole file.
    pub bytes: Bytes,
}

/// The packages and services that a module gives to others (JVMS §4.7.25). What it requires is skipped.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModuleInfo {
    /// Packages whose public types other modules may use.
    pub exports: Vec<SharedPackage>,
    /// Packages that other modules may reflect on.
    pub opens: Vec<SharedPackage>,
    /// Services, and the classes that provide them, both by internal name.
    pub provides: Vec<(Arc<str>, Vec<Arc<str>>)>,
}

/// A package that a module exports or opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedPackage {
    /// Its name in internal form.
    pub package: Arc<str>,
    /// The names of the modules that get it; empty if all do.
    pub targets: Vec<Arc<str>>,
}

/// A bootstrap method with its static arguments (JVMS §4.7.23).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BootstrapMethod {
    /// Index of a `MethodHandle`.
    pub handle: u16,
    /// Indices of loadable constants.
    pub arguments: Vec<u16>,
}

/// A component of a record (JVMS §4.7.30).
#[derive(Debug, Clone, Default)]
pub struct RecordComponent {
    /// Its name.
    pub name: Arc<str>,
    /// Its field descriptor.
    pub descriptor: Arc<str>,
    /// Its generic signature, not checked.
    pub signature: Option<Arc<str>>,
    /// Raw contents of `RuntimeVisibleAnnotations`.
    pub annotations: Option<Bytes>,
    /// Raw contents of `RuntimeVisibleTypeAnnotations`.
    pub type_annotations: Option<Bytes>,
}

/// A line of the `InnerClasses` attribute (JVMS §4.7.6).
#[derive(Debug, Clone)]
pub struct InnerClass {
    /// The nested class.
    pub inner: Arc<str>,
    /// The enclosing class, if it is a member class.
    pub outer: Option<Arc<str>>,
    /// Its simple name, if it is not anonymous.
    pub name: Option<Arc<str>>,
    /// Its flags as written in the source.
    pub access: u16,
}

/// The position of a local or anonymous class (JVMS §4.7.7).
#[derive(Debug, Clone)]
pub struct EnclosingMethod {
    /// The innermost enclosing class.
    pub class: Arc<str>,
    /// Name and descriptor of the enclosing method, if there is one.
    pub method: Option<(Arc<str>, Arc<str>)>,
}

/// A field (JVMS §4.5).
#[derive(Debug, Clone, Default)]
pub struct Field {
    /// Flags; see [`crate::access`].
    pub access: u16,
    /// Its name.
    pub name: Arc<str>,
    /// Its field descriptor.
    pub descriptor: Arc<str>,
    /// Index of the initial value of a static field; its kind fits the descriptor.
    pub constant_value: Option<u16>,
    /// Its generic signature, not checked.
    pub signature: Option<Arc<str>>,
    /// Raw contents of `RuntimeVisibleAnnotations`.
    pub annotations: Option<Bytes>,
    /// Raw contents of `RuntimeVisibleTypeAnnotations`.
    pub type_annotations: Option<Bytes>,
}

/// A method (JVMS §4.6).
#[derive(Debug, Clone, Default)]
pub struct Method {
    /// Flags; see [`crate::access`].
    pub access: u16,
    /// Its name.
    pub name: Arc<str>,
    /// Its method descriptor.
    pub descriptor: Arc<str>,
    /// Its instructions, unless it is native or abstract.
    pub code: Option<Code>,
    /// The exceptions of its `throws` clause.
    pub exceptions: Vec<Arc<str>>,
    /// Its generic signature, not checked.
    pub signature: Option<Arc<str>>,
    /// Raw contents of `RuntimeVisibleAnnotations`.
    pub annotations: Option<Bytes>,
    /// Raw contents of `RuntimeInvisibleAnnotations`.
    pub invisible_annotations: Option<Bytes>,
    /// Raw contents of `RuntimeVisibleParameterAnnotations`.
    pub parameter_annotations: Option<Bytes>,
    /// Raw contents of `AnnotationDefault`.
    pub annotation_default: Option<Bytes>,
    /// Raw contents of `RuntimeVisibleTypeAnnotations`.
    pub type_annotations: Option<Bytes>,
    /// Names and flags of the parameters, if they were compiled in.
    pub parameters: Option<Vec<Parameter>>,
}

/// A line of the `MethodParameters` attribute (JVMS §4.7.24).
#[derive(Debug, Clone)]
pub struct Parameter {
    /// Its name, if it has one.
    pub name: Option<Arc<str>>,
    /// Its flags: final, synthetic, mandated.
    pub access: u16,
}

/// The body of a method (JVMS §4.7.3).
#[derive(Debug, Clone, Default)]
pub struct Code {
    /// The maximum depth of the operand stack.
    pub max_stack: u16,
    /// The number of local variables; at least as many as the arguments take.
    pub max_locals: u16,
    /// The instructions, 1 to 65535 bytes; [`crate::check_code`] checks them.
    pub bytecode: Bytes,
    /// The exception handlers, in the order in which they are tried. Ranges are not empty and lie inside the
    /// code.
    pub handlers: Vec<Handler>,
    /// Start pc and line: all `LineNumberTable`s together, sorted by pc; equal pcs keep the order of the
    /// file.
    pub lines: Vec<(u16, u16)>,
    /// The local variables that the compiler named.
    pub locals: Vec<LocalVariable>,
}

impl Code {
    /// The source line of the instruction at `pc`: that of the last entry at or before it.
    pub fn line(&self, pc: u16) -> Option<u16> {
        let after = self.lines.partition_point(|&(start, _)| start <= pc);
        after.checked_sub(1).map(|last| self.lines[last].1)
    }
}

/// A row of the exception table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Handler {
    /// The first covered pc.
    pub start: u16,
    /// The first pc after the covered range.
    pub end: u16,
    /// Where the handler begins.
    pub target: u16,
    /// Index of the `Class` that is caught; 0 catches everything.
    pub catch_type: u16,
}

/// A row of a `LocalVariableTable` (JVMS §4.7.13).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalVariable {
    /// First pc at which the variable has a value.
    pub start: u16,
    /// The number of bytes of code in which it has a value.
    pub length: u16,
    /// Its name.
    pub name: Arc<str>,
    /// Its field descriptor.
    pub descriptor: Arc<str>,
    /// Its index among the local variables.
    pub slot: u16,
}
