//! Writes class files.

use std::collections::BTreeMap;

/// A class under construction; `public`, with superclass `java.lang.Object`.
pub struct ClassWriter {
    pool: Vec<u8>,
    /// Existing constants, by their bytes.
    known: BTreeMap<Vec<u8>, u16>,
    name: &'static str,
    major: u16,
    fields: Vec<u8>,
    field_count: u16,
    methods: Vec<u8>,
    method_count: u16,
    /// Index of the one bootstrap method handle for call sites, then of that for constants.
    pub bootstraps: Vec<u16>,
}

/// What a method consists of.
pub struct MethodParts<'a> {
    pub access: u16,
    pub name: &'a str,
    pub descriptor: &'a str,
    pub code: &'a [u8],
    /// Start, end, target.
    pub handlers: &'a [[u16; 3]],
    /// Start, length, name, slot.
    pub variables: &'a [(u16, u16, String, u16)],
}

impl ClassWriter {
    pub fn new(name: &'static str, major: u16) -> ClassWriter {
        ClassWriter {
            pool: Vec::new(),
            known: BTreeMap::new(),
            name,
            major,
            fields: Vec::new(),
            field_count: 0,
            methods: Vec::new(),
            method_count: 0,
            bootstraps: Vec::new(),
        }
    }

    fn constant(&mut self, tag: u8, rest: &[u8]) -> u16 {
        let bytes = [&[tag], rest].concat();
        let next = self.known.len() as u16 + 1;
        *self.known.entry(bytes).or_insert_with_key(|bytes| {
            self.pool.extend(bytes);
            next
        })
    }

    fn pair(&mut self, tag: u8, first: u16, second: u16) -> u16 {
        self.constant(tag, &[first.to_be_bytes(), second.to_be_bytes()].concat())
    }

    pub fn utf8(&mut self, text: &str) -> u16 {
        self.constant(1, &[&(text.len() as u16).to_be_bytes(), text.as_bytes()].concat())
    }

    pub fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.constant(7, &name.to_be_bytes())
    }

    pub fn method_type(&mut self, descriptor: &str) -> u16 {
        let descriptor = self.utf8(descriptor);
        self.constant(16, &descriptor.to_be_bytes())
    }

    fn name_and_type(&mut self, name: &str, descriptor: &str) -> u16 {
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        self.pair(12, name, descriptor)
    }

    /// A member: tag 9 for fields, 10 for methods.
    pub fn member(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> u16 {
        let class = self.class(class);
        let name_and_type = self.name_and_type(name, descriptor);
        self.pair(tag, class, name_and_type)
    }

    /// A handle of a static method.
    pub fn handle(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        let member = self.member(10, class, name, descriptor);
        self.constant(15, &[&[6], &member.to_be_bytes()[..]].concat())
    }

    /// A dynamic constant (tag 17) or call site (tag 18).
    pub fn dynamic(&mut self, tag: u8, bootstrap: u16, name: &str, descriptor: &str) -> u16 {
        let name_and_type = self.name_and_type(name, descriptor);
        self.pair(tag, bootstrap, name_and_type)
    }

    pub fn field(&mut self, access: u16, name: &str, descriptor: &str) {
        for word in [access, self.utf8(name), self.utf8(descriptor), 0] {
            self.fields.extend(word.to_be_bytes());
        }
        self.field_count += 1;
    }

    pub fn method(&mut self, parts: &MethodParts<'_>) {
        let mut code = Vec::new();
        for word in [100u16, 100] {
            code.extend(word.to_be_bytes());
        }
        code.extend((parts.code.len() as u32).to_be_bytes());
        code.extend(parts.code);
        code.extend((parts.handlers.len() as u16).to_be_bytes());
        for word in parts.handlers.iter().flat_map(|&[start, end, target]| [start, end, target, 0]) {
            code.extend(word.to_be_bytes());
        }
        code.extend(u16::from(!parts.variables.is_empty()).to_be_bytes());
        if !parts.variables.is_empty() {
            let mut table = (parts.variables.len() as u16).to_be_bytes().to_vec();
            for (start, length, name, slot) in parts.variables {
                for word in [*start, *length, self.utf8(name), self.utf8("I"), *slot] {
                    table.extend(word.to_be_bytes());
                }
            }
            code.extend(self.attribute("LocalVariableTable", &table));
        }
        for word in [parts.access, self.utf8(parts.name), self.utf8(parts.descriptor), 1] {
            self.methods.extend(word.to_be_bytes());
        }
        let attribute = self.attribute("Code", &code);
        self.methods.extend(attribute);
        self.method_count += 1;
    }

    fn attribute(&mut self, name: &str, contents: &[u8]) -> Vec<u8> {
        let mut bytes = self.utf8(name).to_be_bytes().to_vec();
        bytes.extend((contents.len() as u32).to_be_bytes());
        bytes.extend(contents);
        bytes
    }

    pub fn finish(mut self) -> Vec<u8> {
        let (this, parent) = (self.class(self.name), self.class("java/lang/Object"));
        let mut bootstraps = (self.bootstraps.len() as u16).to_be_bytes().to_vec();
        for handle in std::mem::take(&mut self.bootstraps) {
            bootstraps.extend(handle.to_be_bytes());
            bootstraps.extend([0, 0]);
        }
        let attribute = (bootstraps.len() > 2).then(|| self.attribute("BootstrapMethods", &bootstraps));
        let mut file = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0];
        file.extend(self.major.to_be_bytes());
        file.extend((self.known.len() as u16 + 1).to_be_bytes());
        file.extend(&self.pool);
        for word in [0x21, this, parent, 0, self.field_count] {
            file.extend(word.to_be_bytes());
        }
        file.extend(&self.fields);
        file.extend(self.method_count.to_be_bytes());
        file.extend(&self.methods);
        file.extend(u16::from(attribute.is_some()).to_be_bytes());
        file.extend(attribute.unwrap_or_default());
        file
    }
}
