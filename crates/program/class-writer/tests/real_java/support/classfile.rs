//! A minimal class file reader that lists `invokedynamic` call sites and replaces their bootstrap methods.

use class_writer::Handle;

/// A loadable constant.
#[derive(Clone, Debug)]
pub enum Constant {
    Text(Vec<u16>),
    Class(String),
    Int(i32),
    Long(i64),
    Float(u32),
    Double(u64),
    MethodType(String),
    Handle(Handle),
    Dynamic { name: String, bootstrap: Bootstrap },
}

/// An entry of `BootstrapMethods`.
#[derive(Clone, Debug)]
pub struct Bootstrap {
    pub method: Handle,
    pub arguments: Vec<Constant>,
}

/// An `InvokeDynamic` constant.
#[derive(Clone, Debug)]
pub struct Site {
    /// Index into `BootstrapMethods`.
    pub index: u16,
    pub name: String,
    pub descriptor: String,
    pub bootstrap: Bootstrap,
}

/// A class file from a compiler: offsets are trusted.
pub struct ClassFile<'a> {
    bytes: &'a [u8],
    /// Offset of each constant pool entry's tag.
    entries: Vec<usize>,
    pool_end: usize,
    /// Offset of the `BootstrapMethods` attribute's contents and their length.
    bootstraps: Option<(usize, usize)>,
}

impl<'a> ClassFile<'a> {
    pub fn parse(bytes: &'a [u8]) -> ClassFile<'a> {
        let mut file = ClassFile { bytes, entries: vec![0], pool_end: 10, bootstraps: None };
        let count = file.u2(8);
        while file.entries.len() < count {
            let at = file.pool_end;
            file.entries.push(at);
            let (size, slots) = match bytes[at] {
                1 => (3 + file.u2(at + 1), 1),
                5 | 6 => (9, 2),
                7 | 8 | 16 | 19 | 20 => (3, 1),
                15 => (4, 1),
                _ => (5, 1),
            };
            file.pool_end += size;
            if slots == 2 {
                file.entries.push(0);
            }
        }
        file.find_bootstraps();
        file
    }

    pub fn name(&self) -> String {
        self.class_name(self.u2(self.pool_end + 2))
    }

    /// Every call site of the constant pool.
    pub fn sites(&self) -> Vec<Site> {
        let invoke_dynamic = self.entries.iter().skip(1).filter(|at| **at != 0 && self.bytes[**at] == 18);
        invoke_dynamic
            .map(|at| {
                let (name, descriptor) = self.name_and_type(self.u2(at + 3));
                let index = self.u2(at + 1);
                Site { index: index as u16, name, descriptor, bootstrap: self.bootstrap(index) }
            })
            .collect()
    }

    /// The same class with `link(Lookup, String, MethodType, int)` as the bootstrap method of the entries in
    /// `indices`.
    pub fn relinked(&self, indices: &[u16]) -> Vec<u8> {
        let Some((start, length)) = self.bootstraps else { return self.bytes.to_vec() };
        let mut pool = self.bytes[10..self.pool_end].to_vec();
        let mut next = self.entries.len() as u16;
        let mut add = |bytes: Vec<u8>| {
            pool.extend(bytes);
            next += 1;
            next - 1
        };
        let utf8 = |text: &str| [&[1, 0, text.len() as u8], text.as_bytes()].concat();
        let pair =
            |tag: u8, one: u16, two: u16| [&[tag], &one.to_be_bytes()[..], &two.to_be_bytes()].concat();
        let owner_name = add(utf8("spinlink/SpinLink"));
        let owner = add([&[7], &owner_name.to_be_bytes()[..]].concat());
        let name = add(utf8("link"));
        let descriptor = add(utf8(
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;I)\
             Ljava/lang/invoke/CallSite;",
        ));
        let name_and_type = add(pair(12, name, descriptor));
        let method = add(pair(10, owner, name_and_type));
        let handle = add([&[15, 6], &method.to_be_bytes()[..]].concat());
        let mut table = self.bytes[start..start + 2].to_vec();
        let mut at = start + 2;
        for index in 0..self.u2(start) as u16 {
            let end = at + 4 + 2 * self.u2(at + 2);
            if indices.contains(&index) {
                let number = add([&[3], &u32::from(index).to_be_bytes()[..]].concat());
                for value in [handle, 1, number] {
                    table.extend(value.to_be_bytes());
                }
            } else {
                table.extend(&self.bytes[at..end]);
            }
            at = end;
        }
        let mut out = self.bytes[..8].to_vec();
        out.extend(next.to_be_bytes());
        out.extend(pool);
        out.extend(&self.bytes[self.pool_end..start - 4]);
        out.extend((table.len() as u32).to_be_bytes());
        out.extend(table);
        out.extend(&self.bytes[start + length..]);
        out
    }

    fn find_bootstraps(&mut self) {
        let mut at = self.pool_end + 6;
        at += 2 + 2 * self.u2(at);
        for _ in ["fields", "methods"] {
            let members = self.u2(at);
            at += 2;
            for _ in 0..members {
                at = self.skip_attributes(at + 6);
            }
        }
        for _ in 0..self.u2(at) {
            let length = self.u4(at + 4);
            if self.text(self.u2(at + 2)) == "BootstrapMethods" {
                self.bootstraps = Some((at + 8, length));
            }
            at += 6 + length;
        }
    }

    fn skip_attributes(&self, at: usize) -> usize {
        (0..self.u2(at)).fold(at + 2, |at, _| at + 6 + self.u4(at + 2))
    }

    fn bootstrap(&self, index: usize) -> Bootstrap {
        let (start, _) = self.bootstraps.expect("a class with dynamic constants has bootstrap methods");
        let at = (0..index).fold(start + 2, |at, _| at + 4 + 2 * self.u2(at + 2));
        let arguments = (0..self.u2(at + 2)).map(|n| self.constant(self.u2(at + 4 + 2 * n))).collect();
        match self.constant(self.u2(at)) {
            Constant::Handle(method) => Bootstrap { method, arguments },
            other => panic!("{other:?} is not a method handle"),
        }
    }

    fn constant(&self, index: usize) -> Constant {
        let at = self.entries[index];
        match self.bytes[at] {
            3 => Constant::Int(self.u4(at + 1) as i32),
            4 => Constant::Float(self.u4(at + 1) as u32),
            5 => Constant::Long(((self.u4(at + 1) as i64) << 32) | self.u4(at + 5) as i64),
            6 => Constant::Double(((self.u4(at + 1) as u64) << 32) | self.u4(at + 5) as u64),
            7 => Constant::Class(self.class_name(index)),
            8 => Constant::Text(self.units(self.u2(at + 1))),
            16 => Constant::MethodType(self.text(self.u2(at + 1))),
            15 => Constant::Handle(self.handle(at)),
            17 => Constant::Dynamic {
                name: self.name_and_type(self.u2(at + 3)).0,
                bootstrap: self.bootstrap(self.u2(at + 1)),
            },
            tag => panic!("constant {index} of kind {tag} is not loadable"),
        }
    }

    fn handle(&self, at: usize) -> Handle {
        let member = self.entries[self.u2(at + 2)];
        let (name, descriptor) = self.name_and_type(self.u2(member + 3));
        Handle {
            kind: self.bytes[at + 1],
            owner: self.class_name(self.u2(member + 1)),
            name,
            descriptor,
            is_interface: self.bytes[member] == 11,
        }
    }

    fn name_and_type(&self, index: usize) -> (String, String) {
        let at = self.entries[index];
        (self.text(self.u2(at + 1)), self.text(self.u2(at + 3)))
    }

    fn class_name(&self, index: usize) -> String {
        self.text(self.u2(self.entries[index] + 1))
    }

    fn text(&self, index: usize) -> String {
        String::from_utf16_lossy(&self.units(index))
    }

    /// Decodes modified UTF-8.
    fn units(&self, index: usize) -> Vec<u16> {
        let at = self.entries[index];
        let bytes = &self.bytes[at + 3..at + 3 + self.u2(at + 1)];
        let mut out = Vec::new();
        let mut rest = bytes;
        while let [first, tail @ ..] = rest {
            let more = match first {
                0..0x80 => 0,
                0x80..0xE0 => 1,
                _ => 2,
            };
            let lead = u16::from(*first) & [0x7F, 0x1F, 0x0F][more];
            out.push(tail[..more].iter().fold(lead, |unit, byte| (unit << 6) | u16::from(byte & 0x3F)));
            rest = &tail[more..];
        }
        out
    }

    fn u2(&self, at: usize) -> usize {
        usize::from(u16::from_be_bytes([self.bytes[at], self.bytes[at + 1]]))
    }

    fn u4(&self, at: usize) -> usize {
        (self.u2(at) << 16) | self.u2(at + 2)
    }
}
