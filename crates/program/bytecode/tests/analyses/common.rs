//! Assembles pools and methods for tests.

use classfile::{Bytes, Code, Handler, Method, Pool, access};

/// A constant pool under construction; every method returns the index of a new constant.
#[derive(Default)]
pub struct PoolBuilder {
    bytes: Vec<u8>,
    count: u16,
}

impl PoolBuilder {
    fn add(&mut self, tag: u8, rest: &[u8], slots: u16) -> u16 {
        self.bytes.push(tag);
        self.bytes.extend(rest);
        self.count += slots;
        self.count + 1 - slots
    }

    fn pair(&mut self, tag: u8, first: u16, second: u16) -> u16 {
        let bytes = [first.to_be_bytes(), second.to_be_bytes()].concat();
        self.add(tag, &bytes, 1)
    }

    pub fn utf8(&mut self, text: &str) -> u16 {
        let bytes = [&(text.len() as u16).to_be_bytes(), text.as_bytes()].concat();
        self.add(1, &bytes, 1)
    }

    pub fn integer(&mut self, value: i32) -> u16 {
        self.add(3, &value.to_be_bytes(), 1)
    }

    pub fn long(&mut self, value: i64) -> u16 {
        self.add(5, &value.to_be_bytes(), 2)
    }

    pub fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.add(7, &name.to_be_bytes(), 1)
    }

    /// A member: tag 9 for fields, 10 for methods, 11 for methods of interfaces.
    pub fn member(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> u16 {
        let class = self.class(class);
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        let name_and_type = self.pair(12, name, descriptor);
        self.pair(tag, class, name_and_type)
    }

    /// The pool, obtained from a class file without members.
    pub fn build(mut self) -> Pool {
        let (this, parent) = (self.class("T"), self.class("java/lang/Object"));
        let mut file = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61];
        file.extend((self.count + 1).to_be_bytes());
        file.extend(&self.bytes);
        for word in [access::PUBLIC | access::SUPER, this, parent, 0, 0, 0, 0] {
            file.extend(word.to_be_bytes());
        }
        classfile::parse(Bytes::from(file)).expect("a well-formed class").pool
    }
}

/// A static method with the given code.
pub fn method(descriptor: &str, max_stack: u16, max_locals: u16, bytecode: &[u8]) -> Method {
    let bytecode = Bytes::from(bytecode.to_vec());
    let code = Code { max_stack, max_locals, bytecode, ..Code::default() };
    Method { access: access::STATIC, descriptor: descriptor.into(), code: Some(code), ..Method::default() }
}

/// Adds a catch-all handler.
pub fn handled(mut method: Method, start: u16, end: u16, target: u16) -> Method {
    if let Some(code) = &mut method.code {
        code.handlers.push(Handler { start, end, target, catch_type: 0 });
    }
    method
}
