//! A small class file writer (JVMS §4): constant pool with sharing, fields, methods, and a code assembler.
//!
//! Promises: what [`ClassWriter::finish`] returns is a well-formed class file of version 55, or an error if a
//! limit of the format was exceeded anywhere; emitters need not check. The class refers to itself through the
//! single `this_class` entry, so that these references stay valid when it is defined as a hidden class.

mod code;
mod pool;

pub use code::{Code, Condition, Frame, Invoke, LabelId, Op};
pub use pool::ConstantPool;
pub(crate) use pool::text_chunks;

use crate::SpinError;
use crate::descriptor::MethodType;

/// `ACC_PUBLIC`.
pub const PUBLIC: u16 = 0x0001;
/// `ACC_PRIVATE`.
pub const PRIVATE: u16 = 0x0002;
/// `ACC_STATIC`.
pub const STATIC: u16 = 0x0008;
/// `ACC_FINAL`.
pub const FINAL: u16 = 0x0010;
/// `ACC_SUPER` of a class.
pub const SUPER: u16 = 0x0020;
/// `ACC_BRIDGE` of a method.
pub const BRIDGE: u16 = 0x0040;
/// `ACC_SYNTHETIC`.
pub const SYNTHETIC: u16 = 0x1000;

/// Java 11: the first version with nestmates.
const MAJOR_VERSION: u16 = 55;

/// A class file under construction, with superclass `java.lang.Object`.
#[derive(Debug)]
pub struct ClassWriter {
    pool: ConstantPool,
    flags: u16,
    this_class: u16,
    super_class: u16,
    interfaces: Vec<u16>,
    /// `field_info` structures, without their count.
    fields: Members,
    /// `method_info` structures, without their count.
    methods: Members,
    /// The first limit that was exceeded.
    failure: Option<SpinError>,
}

/// A run of `field_info` or `method_info` structures.
#[derive(Debug, Default)]
struct Members {
    count: u16,
    bytes: Vec<u8>,
}

impl Members {
    fn start(&mut self, pool: &mut ConstantPool, flags: u16, name: &str, descriptor: &str) {
        // The constant pool overflows long before the counter can: each member has its own name or
        // descriptor.
        self.count = self.count.saturating_add(1);
        put_u16(&mut self.bytes, flags);
        put_u16(&mut self.bytes, pool.utf8_text(name));
        put_u16(&mut self.bytes, pool.utf8_text(descriptor));
    }
}

impl ClassWriter {
    /// Starts the class `name` (internal form), which implements `interfaces`.
    #[must_use]
    pub fn new(flags: u16, name: &str, interfaces: &[&str]) -> ClassWriter {
        let mut pool = ConstantPool::new();
        let this_class = pool.class(name);
        let super_class = pool.class("java/lang/Object");
        let interfaces = interfaces.iter().map(|interface| pool.class(interface)).collect();
        let (fields, methods) = (Members::default(), Members::default());
        ClassWriter { pool, flags, this_class, super_class, interfaces, fields, methods, failure: None }
    }

    /// Adds a field.
    pub fn field(&mut self, flags: u16, name: &str, descriptor: &str) {
        self.fields.start(&mut self.pool, flags, name, descriptor);
        put_u16(&mut self.fields.bytes, 0);
    }

    /// Adds a method whose code `emit` writes.
    pub fn method(&mut self, flags: u16, name: &str, descriptor: &str, emit: impl FnOnce(&mut Code<'_>)) {
        let slots = match MethodType::parse(descriptor) {
            Ok(method) => method.parameter_slots() + u16::from(flags & STATIC == 0),
            Err(error) => return self.fail(error),
        };
        let mut code = Code::new(&mut self.pool, slots);
        emit(&mut code);
        let attribute = match code.finish() {
            Ok(attribute) => attribute,
            Err(error) => return self.fail(error),
        };
        self.methods.start(&mut self.pool, flags, name, descriptor);
        put_u16(&mut self.methods.bytes, 1);
        put_u16(&mut self.methods.bytes, self.pool.utf8_text("Code"));
        put_block(&mut self.methods.bytes, &attribute);
    }

    /// The bytes of the class file.
    pub fn finish(self) -> Result<Vec<u8>, SpinError> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let interfaces =
            u16::try_from(self.interfaces.len()).map_err(|_| SpinError::TooLarge("number of interfaces"))?;
        let mut out = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0];
        put_u16(&mut out, MAJOR_VERSION);
        self.pool.write(&mut out)?;
        for value in [self.flags, self.this_class, self.super_class, interfaces] {
            put_u16(&mut out, value);
        }
        for interface in self.interfaces {
            put_u16(&mut out, interface);
        }
        for members in [&self.fields, &self.methods] {
            put_u16(&mut out, members.count);
            out.extend_from_slice(&members.bytes);
        }
        put_u16(&mut out, 0);
        Ok(out)
    }

    fn fail(&mut self, error: SpinError) {
        self.failure.get_or_insert(error);
    }
}

/// Appends a big-endian `u2`.
fn put_u16(out: &mut Vec<u8>, value: u16) {
    out.extend_from_slice(&value.to_be_bytes());
}

/// Appends a big-endian `u4`.
fn put_u32(out: &mut Vec<u8>, value: u32) {
    out.extend_from_slice(&value.to_be_bytes());
}

/// Appends an attribute's length and contents. The contents are bounded by the limits on code, far below 4
/// GiB.
fn put_block(out: &mut Vec<u8>, contents: &[u8]) {
    put_u32(out, u32::try_from(contents.len()).expect("an attribute is bounded by the size of code"));
    out.extend_from_slice(contents);
}
