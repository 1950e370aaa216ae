//! Writes class files piece by piece, well-formed or not.

use classfile::access;

/// A class file under construction; every part is public so that tests can corrupt it.
pub struct ClassBuilder {
    pub major: u16,
    pub minor: u16,
    pub constants: Vec<Vec<u8>>,
    pub access: u16,
    pub this: u16,
    pub superclass: u16,
    pub interfaces: Vec<u16>,
    pub fields: Vec<Vec<u8>>,
    pub methods: Vec<Vec<u8>>,
    pub attributes: Vec<Vec<u8>>,
}

/// Numbers one after the other, big-endian.
pub fn words(numbers: &[u16]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

fn table(entries: &[Vec<u8>]) -> Vec<u8> {
    [words(&[entries.len() as u16]), entries.concat()].concat()
}

impl ClassBuilder {
    /// An empty class `p/Foo` of Java 17.
    pub fn new() -> Self {
        let mut builder = Self {
            major: 61,
            minor: 0,
            constants: vec![Vec::new()],
            access: access::PUBLIC | access::SUPER,
            this: 0,
            superclass: 0,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            attributes: Vec::new(),
        };
        builder.this = builder.class("p/Foo");
        builder.superclass = builder.class("java/lang/Object");
        builder
    }

    /// Adds a constant as encoded in the file; an existing one is reused.
    pub fn constant(&mut self, bytes: Vec<u8>) -> u16 {
        if let Some(index) = self.constants.iter().position(|other| *other == bytes) {
            return index as u16;
        }
        let takes_two = matches!(bytes.first(), Some(5 | 6));
        let index = self.constants.len() as u16;
        self.constants.push(bytes);
        if takes_two {
            self.constants.push(Vec::new());
        }
        index
    }

    pub fn tagged(&mut self, tag: u8, numbers: &[u16]) -> u16 {
        self.constant([vec![tag], words(numbers)].concat())
    }

    pub fn utf8(&mut self, text: &str) -> u16 {
        self.constant([vec![1], words(&[text.len() as u16]), text.as_bytes().to_vec()].concat())
    }

    pub fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.tagged(7, &[name])
    }

    pub fn string(&mut self, text: &str) -> u16 {
        let text = self.utf8(text);
        self.tagged(8, &[text])
    }

    pub fn name_and_type(&mut self, name: &str, descriptor: &str) -> u16 {
        let numbers = [self.utf8(name), self.utf8(descriptor)];
        self.tagged(12, &numbers)
    }

    /// `tag` is 9 for a field, 10 for a method of a class, 11 of an interface.
    pub fn member(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> u16 {
        let numbers = [self.class(class), self.name_and_type(name, descriptor)];
        self.tagged(tag, &numbers)
    }

    pub fn handle(&mut self, kind: u8, reference: u16) -> u16 {
        self.constant([vec![15, kind], words(&[reference])].concat())
    }

    pub fn attribute(&mut self, name: &str, contents: &[u8]) -> Vec<u8> {
        [words(&[self.utf8(name)]), (contents.len() as u32).to_be_bytes().to_vec(), contents.to_vec()]
            .concat()
    }

    /// A `Code` attribute; a handler is start, end, target and type.
    pub fn code(
        &mut self,
        sizes: [u16; 2],
        code: &[u8],
        handlers: &[[u16; 4]],
        attributes: &[Vec<u8>],
    ) -> Vec<u8> {
        let handlers: Vec<Vec<u8>> = handlers.iter().map(|handler| words(handler)).collect();
        let contents = [
            words(&sizes),
            (code.len() as u32).to_be_bytes().to_vec(),
            code.to_vec(),
            table(&handlers),
            table(attributes),
        ];
        self.attribute("Code", &contents.concat())
    }

    fn member_info(&mut self, access: u16, name: &str, descriptor: &str, attributes: &[Vec<u8>]) -> Vec<u8> {
        [words(&[access, self.utf8(name), self.utf8(descriptor)]), table(attributes)].concat()
    }

    pub fn field(&mut self, access: u16, name: &str, descriptor: &str, attributes: &[Vec<u8>]) {
        let field = self.member_info(access, name, descriptor, attributes);
        self.fields.push(field);
    }

    pub fn method(&mut self, access: u16, name: &str, descriptor: &str, attributes: &[Vec<u8>]) {
        let method = self.member_info(access, name, descriptor, attributes);
        self.methods.push(method);
    }

    /// A static method `f` without arguments, of four local variables.
    pub fn static_method(&mut self, code: &[u8], handlers: &[[u16; 4]]) {
        let code = self.code([4, 4], code, handlers, &[]);
        self.method(access::STATIC, "f", "()V", &[code]);
    }

    pub fn build(&self) -> Vec<u8> {
        [
            0xCAFE_BABE_u32.to_be_bytes().to_vec(),
            words(&[self.minor, self.major, self.constants.len() as u16]),
            self.constants.concat(),
            words(&[self.access, self.this, self.superclass]),
            words(&[self.interfaces.len() as u16]),
            words(&self.interfaces),
            table(&self.fields),
            table(&self.methods),
            table(&self.attributes),
        ]
        .concat()
    }
}

/// A class with nearly every feature of the format.
pub fn rich_class() -> ClassBuilder {
    let mut class = ClassBuilder::new();
    class.access = access::SUPER | access::FINAL;
    class.interfaces = vec![class.class("java/lang/Runnable"), class.class("java/io/Serializable")];
    add_fields(&mut class);
    add_methods(&mut class);
    add_class_attributes(&mut class);
    class
}

fn add_fields(class: &mut ClassBuilder) {
    let int = class.constant(vec![3, 0, 0, 0, 42]);
    let long = class.constant([vec![5], 0x0123_4567_89AB_CDEF_i64.to_be_bytes().to_vec()].concat());
    let float = class.constant([vec![4], 1.5_f32.to_bits().to_be_bytes().to_vec()].concat());
    let double = class.constant([vec![6], (-2.5_f64).to_bits().to_be_bytes().to_vec()].concat());
    let string = class.string("text é");
    let values = [("I", int), ("J", long), ("F", float), ("D", double), ("Ljava/lang/String;", string)];
    for (descriptor, value) in values {
        let value = class.attribute("ConstantValue", &words(&[value]));
        let name = format!("c{}", class.fields.len());
        class.field(access::STATIC | access::FINAL, &name, descriptor, &[value]);
    }
    let signature = class.utf8("Ljava/util/List<TT;>;");
    let attributes = [
        class.attribute("Signature", &words(&[signature])),
        class.attribute("RuntimeVisibleAnnotations", &[0, 0]),
        class.attribute("RuntimeVisibleTypeAnnotations", &[0, 0]),
        class.attribute("Unknown", b"anything"),
    ];
    class.field(access::PRIVATE | access::VOLATILE, "list", "Ljava/util/List;", &attributes);
}

fn add_methods(class: &mut ClassBuilder) {
    let init = class.member(10, "java/lang/Object", "<init>", "()V");
    let [high, low] = init.to_be_bytes();
    let code = class.code([1, 1], &[0x2A, 0xB7, high, low, 0xB1], &[], &[]);
    class.method(access::PUBLIC, "<init>", "()V", &[code]);

    let exception = class.class("java/lang/Exception");
    let (this, descriptor, name) = (class.utf8("this"), class.utf8("Lp/Foo;"), class.utf8("n"));
    let int = class.utf8("I");
    let debug = [
        class.attribute("LineNumberTable", &words(&[2, 4, 12, 0, 10])),
        class.attribute("LineNumberTable", &words(&[1, 2, 11])),
        class.attribute("LocalVariableTable", &words(&[2, 0, 6, this, descriptor, 0, 0, 6, name, int, 1])),
    ];
    // 0: iload_1; 1: ifeq 5; 4: nop; 5: return; 6: pop; 7: return
    let code = class.code(
        [1, 2],
        &[0x1B, 0x99, 0, 4, 0, 0xB1, 0x57, 0xB1],
        &[[0, 5, 6, exception], [0, 5, 6, 0]],
        &debug,
    );
    let signature = class.utf8("(I)V");
    let attributes = [
        code,
        class.attribute("Exceptions", &words(&[1, exception])),
        class.attribute("Signature", &words(&[signature])),
        class.attribute("MethodParameters", &[vec![1], words(&[name, 0x10])].concat()),
        class.attribute("RuntimeVisibleAnnotations", &[0, 0]),
        class.attribute("RuntimeVisibleParameterAnnotations", &[1, 0, 0]),
        class.attribute("AnnotationDefault", &[b'I', 0, 1]),
    ];
    class.method(access::PUBLIC | access::SYNCHRONIZED, "run", "(I)V", &attributes);
    class.method(access::NATIVE, "n", "(JD[[I)Ljava/lang/Object;", &[]);
}

fn add_class_attributes(class: &mut ClassBuilder) {
    let bootstrap = class.member(10, "p/Boot", "link", "(Ljava/lang/Object;)Ljava/lang/Object;");
    let handle = class.handle(6, bootstrap);
    let site = class.name_and_type("call", "()V");
    class.tagged(18, &[0, site]);
    let condy = class.name_and_type("value", "J");
    let dynamic = class.tagged(17, &[0, condy]);
    let method_type = class.utf8("(I)V");
    let method_type = class.tagged(16, &[method_type]);
    let getter = class.member(9, "p/Foo", "list", "Ljava/util/List;");
    let getter = class.handle(1, getter);
    class.member(11, "java/util/List", "size", "()I");
    let source = class.utf8("Foo.java");
    let enclosing = [class.class("p/Outer"), class.name_and_type("m", "()V")];
    let inner = [class.this, class.class("p/Outer"), class.utf8("Foo"), access::STATIC];
    let component = words(&[class.utf8("list"), class.utf8("Ljava/util/List;"), 0]);
    let permitted = class.class("p/Sub");
    let host = class.class("p/Outer");
    let attributes = [
        ("SourceFile", words(&[source])),
        ("BootstrapMethods", words(&[2, handle, 3, dynamic, method_type, getter, handle, 0])),
        ("NestHost", words(&[host])),
        ("InnerClasses", [words(&[1]), words(&inner)].concat()),
        ("EnclosingMethod", words(&enclosing)),
        ("Record", [words(&[1]), component].concat()),
        ("PermittedSubclasses", words(&[1, permitted])),
        ("RuntimeVisibleAnnotations", vec![0, 0]),
    ];
    for (name, contents) in attributes {
        let attribute = class.attribute(name, &contents);
        class.attributes.push(attribute);
    }
}
