//! Every kind of malformed class file is rejected, with a reason that says what is wrong.

use crate::support;

use classfile::{access, parse};
use support::class_builder::{ClassBuilder, rich_class, words};

/// Requires that the class is rejected with a reason that contains `reason`.
#[track_caller]
fn refuses(bytes: Vec<u8>, reason: &str) {
    let length = bytes.len();
    let error = parse(bytes.into()).expect_err(reason);
    assert!(error.to_string().contains(reason), "wanted {reason:?}, got: {error}");
    assert!(error.offset <= length);
}

/// The same for the empty class with something changed.
#[track_caller]
fn refuses_with<T>(reason: &str, change: impl FnOnce(&mut ClassBuilder) -> T) {
    let mut class = ClassBuilder::new();
    change(&mut class);
    refuses(class.build(), reason);
}

/// The counterpart: the change is accepted.
#[track_caller]
fn accepts_with<T>(change: impl FnOnce(&mut ClassBuilder) -> T) {
    let mut class = ClassBuilder::new();
    change(&mut class);
    parse(class.build().into()).expect("well formed");
}

#[test]
fn refuses_other_files_and_unknown_versions() {
    refuses(b"PK\x03\x04 a jar".to_vec(), "not a class file");
    refuses(Vec::new(), "truncated");
    refuses_with("older than any Java", |class| class.major = 44);
    refuses_with("(Java 26) is newer than the newest that is supported, 69 (Java 25)", |class| {
        class.major = 70
    });
    refuses_with("61.1 is not a version", |class| class.minor = 1);
}

#[test]
fn refuses_constants_that_point_nowhere_or_at_the_wrong_kind() {
    refuses_with("is not a tag", |class| class.constant(vec![2, 0, 0]));
    refuses_with("should be Utf8 but is Class", |class| {
        let this = class.this;
        class.tagged(7, &[this]);
    });
    refuses_with("should be Utf8 but there are only", |class| class.tagged(8, &[9999]));
    refuses_with("should be Utf8 but is nothing", |class| class.tagged(8, &[0]));
    refuses_with("should be Class but is Utf8", |class| {
        let numbers = [class.utf8("p/Foo"), class.name_and_type("f", "I")];
        class.tagged(9, &numbers);
    });
    refuses_with("should be NameAndType but is Class", |class| {
        let this = class.this;
        class.tagged(10, &[this, this]);
    });
    refuses_with("takes two indices", |class| {
        class.constants.push(vec![5, 0, 0, 0, 0, 0, 0, 0, 0]);
    });
    refuses_with("not even its unusable entry", |class| class.constants.clear());
    // The second index of a Long cannot be used.
    refuses_with("should be Utf8 but is nothing", |class| {
        let long = class.constant(vec![5, 0, 0, 0, 0, 0, 0, 0, 0]);
        class.tagged(8, &[long + 1]);
    });
}

#[test]
fn refuses_texts_that_are_not_modified_utf8() {
    for bad in [&[0][..], &[0xF0, 0x9F, 0x98, 0x80], &[0xC3], &[0xFF]] {
        refuses_with("is not modified UTF-8", |class| {
            class.constant([vec![1], words(&[bad.len() as u16]), bad.to_vec()].concat());
        });
    }
}

#[test]
fn refuses_constants_with_malformed_names_and_descriptors() {
    refuses_with("is not the name of a class or array", |class| class.class("java.lang.Object"));
    refuses_with("is not the name of a class or array", |class| class.class("[V"));
    refuses_with("is not the name of a class or array", |class| class.class(&("[".repeat(256) + "I")));
    refuses_with("is not the name of a member", |class| class.name_and_type("a.b", "I"));
    refuses_with("is not a descriptor", |class| class.name_and_type("f", "(I"));
    refuses_with("is not a descriptor", |class| class.name_and_type("f", "Q"));
    refuses_with("is not a field descriptor", |class| class.member(9, "A", "f", "()V"));
    refuses_with("is not a method descriptor", |class| class.member(10, "A", "f", "I"));
    refuses_with("is not the name of a method", |class| class.member(10, "A", "<f>", "()V"));
    refuses_with("is not the name of a method", |class| class.member(10, "A", "<clinit>", "()V"));
    refuses_with("is not the descriptor of an <init>", |class| class.member(10, "A", "<init>", "()I"));
    refuses_with("is not the name of a method of an interface", |class| {
        class.member(11, "A", "<init>", "()V");
    });
    accepts_with(|class| class.name_and_type("f", &format!("({})V", "I".repeat(255))));
    refuses_with("is not a descriptor", |class| {
        class.name_and_type("f", &format!("({})V", "I".repeat(256)));
    });
}

#[test]
fn refuses_method_handles_of_the_wrong_kind() {
    let cases: [(u8, u8, &str, &str, bool); 14] = [
        (1, 9, "f", "I", true),
        (4, 9, "f", "I", true),
        (5, 10, "f", "()V", true),
        (6, 11, "f", "()V", true),
        (7, 11, "f", "()V", true),
        (8, 10, "<init>", "()V", true),
        (9, 11, "f", "()V", true),
        (1, 10, "f", "()V", false),
        (5, 9, "f", "I", false),
        (5, 11, "f", "()V", false),
        (9, 10, "f", "()V", false),
        (8, 10, "f", "()V", false),
        (5, 10, "<init>", "()V", false),
        (6, 9, "f", "I", false),
    ];
    for (kind, tag, name, descriptor, is_fine) in cases {
        let change = |class: &mut ClassBuilder| {
            let member = class.member(tag, "A", name, descriptor);
            class.handle(kind, member);
        };
        if is_fine {
            accepts_with(change);
        } else {
            refuses_with("cannot refer to", change);
        }
    }
    for kind in [0, 10] {
        refuses_with("is not a kind of method handle", |class| {
            let member = class.member(9, "A", "f", "I");
            class.handle(kind, member);
        });
    }
    refuses_with("cannot refer to InterfaceMethodref", |class| {
        class.major = 51;
        let member = class.member(11, "A", "f", "()V");
        class.handle(6, member);
    });
}

#[test]
fn refuses_constants_of_later_versions() {
    let member = |class: &mut ClassBuilder| class.member(10, "A", "f", "()V");
    refuses_with("exists from class file version 51 on", |class| {
        class.major = 50;
        let member = member(class);
        class.handle(6, member);
    });
    refuses_with("exists from class file version 55 on", |class| {
        class.major = 54;
        let name = class.name_and_type("c", "I");
        class.tagged(17, &[0, name]);
    });
    refuses_with("outside of module-info", |class| {
        let name = class.utf8("m");
        class.tagged(19, &[name]);
    });
}

#[test]
fn refuses_bootstrap_methods_that_are_not_there_or_not_loadable() {
    refuses_with("bootstrap method 0 of 0", |class| {
        let name = class.name_and_type("call", "()V");
        class.tagged(18, &[0, name]);
    });
    let bootstrap = |class: &mut ClassBuilder, handle: u16, argument: u16| {
        let attribute = class.attribute("BootstrapMethods", &words(&[1, handle, 1, argument]));
        class.attributes.push(attribute);
    };
    let handle = |class: &mut ClassBuilder| {
        let member = class.member(10, "A", "f", "()V");
        class.handle(6, member)
    };
    accepts_with(|class| {
        let handle = handle(class);
        bootstrap(class, handle, class.this);
    });
    refuses_with("should be the MethodHandle of a bootstrap method but is Class", |class| {
        bootstrap(class, class.this, class.this);
    });
    refuses_with("should be a loadable argument of a bootstrap method but is Utf8", |class| {
        let (handle, text) = (handle(class), class.utf8("x"));
        bootstrap(class, handle, text);
    });
}

#[test]
fn refuses_wrong_superclasses_and_interfaces() {
    refuses_with("only java/lang/Object has no superclass", |class| class.superclass = 0);
    refuses_with("java/lang/Object has no superclass", |class| {
        class.this = class.superclass;
        class.superclass = class.class("A");
    });
    refuses_with("its own superclass", |class| class.superclass = class.this);
    refuses_with("is an array, not a class", |class| class.superclass = class.class("[I"));
    refuses_with("is an array, not a class", |class| class.this = class.class("[I"));
    refuses_with("should be Class but is Utf8", |class| class.this = class.utf8("A"));
    refuses_with("the superclass of an interface", |class| {
        class.access = access::INTERFACE | access::ABSTRACT;
        class.superclass = class.class("A");
    });
    refuses_with("implements twice: \"A\"", |class| {
        let interface = class.class("A");
        class.interfaces = vec![interface, interface];
    });
    refuses_with("cannot implement", |class| class.interfaces = vec![class.this]);
}

#[test]
fn refuses_flags_that_exclude_each_other() {
    refuses_with("both abstract and final", |class| class.access = access::ABSTRACT | access::FINAL);
    refuses_with("an interface must be abstract", |class| class.access = access::INTERFACE);
    refuses_with("a module is named module-info", |class| class.access = access::MODULE);
    refuses_with("both final and volatile", |class| {
        class.field(access::FINAL | access::VOLATILE, "f", "I", &[]);
    });
    refuses_with("one visibility", |class| {
        class.method(access::PUBLIC | access::PRIVATE | access::NATIVE, "f", "()V", &[]);
    });
    refuses_with("a module has neither fields nor methods", |class| {
        class.this = class.class("module-info");
        (class.superclass, class.access) = (0, access::MODULE);
        class.field(0, "f", "I", &[]);
    });
}

#[test]
fn refuses_malformed_and_duplicate_members() {
    refuses_with("is not the name of a field", |class| class.field(0, "a/b", "I", &[]));
    refuses_with("is not a field descriptor", |class| class.field(0, "f", "V", &[]));
    refuses_with("is not the name of a method", |class| class.method(access::NATIVE, "<f>", "()V", &[]));
    refuses_with("is not a method descriptor", |class| class.method(access::NATIVE, "f", "I", &[]));
    refuses_with("is not a descriptor of <init>", |class| class.method(0, "<init>", "()I", &[]));
    refuses_with("is not a descriptor of <clinit>", |class| {
        class.method(access::STATIC, "<clinit>", "(I)V", &[])
    });
    refuses_with("take 256 slots", |class| {
        class.method(access::NATIVE, "f", &format!("({})V", "I".repeat(255)), &[]);
    });
    // Few and many members are compared in different ways.
    for others in [0, 100] {
        refuses_with("there are two fields \"f\" \"I\"", |class| {
            class.field(0, "f", "I", &[]);
            for number in 0..others {
                class.field(0, &format!("f{number}"), "I", &[]);
            }
            class.field(0, "f", "J", &[]);
            class.field(0, "f", "I", &[]);
        });
        refuses_with("there are two methods \"f\" \"()V\"", |class| {
            class.method(access::NATIVE, "f", "()V", &[]);
            for number in 0..others {
                class.method(access::NATIVE, &format!("f{number}"), "()V", &[]);
            }
            class.method(access::NATIVE, "f", "()I", &[]);
            class.method(access::NATIVE, "f", "()V", &[]);
        });
    }
}

#[test]
fn refuses_code_where_it_should_not_be_and_none_where_it_should() {
    refuses_with("has no code", |class| class.method(0, "f", "()V", &[]));
    refuses_with("is native or abstract but has code", |class| {
        let code = class.code([0, 1], &[0xB1], &[], &[]);
        class.method(access::NATIVE, "f", "()V", &[code]);
    });
    refuses_with("two attributes Code", |class| {
        let code = class.code([0, 1], &[0xB1], &[], &[]);
        class.method(0, "f", "()V", &[code.clone(), code]);
    });
}

#[test]
fn refuses_code_of_wrong_sizes() {
    let method = |class: &mut ClassBuilder, locals: u16, code: &[u8], handlers: &[[u16; 4]]| {
        let code = class.code([0, locals], code, handlers, &[]);
        class.method(0, "f", "()V", &[code]);
    };
    refuses_with("0 bytes of code", |class| method(class, 1, &[], &[]));
    accepts_with(|class| method(class, 1, &vec![0xB1; 65535], &[]));
    refuses_with("65536 bytes of code", |class| method(class, 1, &vec![0xB1; 65536], &[]));
    refuses_with("the arguments take 1 slots", |class| method(class, 0, &[0xB1], &[]));
    for handler in [[0, 0, 0, 0], [1, 0, 0, 0], [0, 3, 0, 0], [0, 1, 2, 0]] {
        refuses_with("handler of", |class| method(class, 1, &[0, 0xB1], &[handler]));
    }
    refuses_with("should be Class but is Utf8", |class| {
        let text = class.utf8("A");
        method(class, 1, &[0xB1], &[[0, 1, 0, text]]);
    });
}

#[test]
fn refuses_debug_tables_that_point_out_of_the_code() {
    let method = |class: &mut ClassBuilder, name: &str, contents: &[u8]| {
        let table = class.attribute(name, contents);
        let code = class.code([0, 2], &[0xB1], &[], &[table]);
        class.method(0, "f", "()V", &[code]);
    };
    refuses_with("line 7 begins at 1", |class| method(class, "LineNumberTable", &words(&[1, 1, 7])));
    let local = |class: &mut ClassBuilder, length: u16, descriptor: &str, slot: u16| {
        let (name, descriptor) = (class.utf8("x"), class.utf8(descriptor));
        method(class, "LocalVariableTable", &words(&[1, 0, length, name, descriptor, slot]));
    };
    accepts_with(|class| local(class, 1, "J", 0));
    refuses_with("lives beyond the end", |class| local(class, 2, "J", 0));
    refuses_with("in slot 1 of 2", |class| local(class, 1, "J", 1));
    refuses_with("is not a variable", |class| local(class, 1, "V", 0));
}

#[test]
fn refuses_attributes_that_stand_twice_or_have_the_wrong_length() {
    let names = ["SourceFile", "Signature"];
    for name in names {
        refuses_with(&format!("two attributes {name}"), |class| {
            let text = class.utf8("x");
            let attribute = class.attribute(name, &words(&[text]));
            class.attributes = vec![attribute.clone(), attribute];
        });
        refuses_with(&format!("1 bytes too many at the end of {name}"), |class| {
            let text = class.utf8("x");
            let attribute = class.attribute(name, &[words(&[text]), vec![0]].concat());
            class.attributes.push(attribute);
        });
        refuses_with("truncated", |class| {
            let attribute = class.attribute(name, &[0]);
            class.attributes.push(attribute);
        });
    }
    refuses_with("truncated: 4294967295 more bytes", |class| {
        let attribute = [words(&[class.utf8("X")]), vec![0xFF; 4]].concat();
        class.attributes.push(attribute);
    });
    refuses_with("both host and member of a nest", |class| {
        let host = class.class("p/Host");
        let attributes =
            [class.attribute("NestHost", &words(&[host])), class.attribute("NestMembers", &words(&[0]))];
        class.attributes.extend(attributes);
    });
    refuses(
        rich_class().build().into_iter().chain([0]).collect(),
        "bytes too many at the end of the class file",
    );
}

#[test]
fn refuses_constant_values_of_another_type() {
    for (descriptor, is_fine) in [
        ("I", true),
        ("Z", true),
        ("S", true),
        ("J", false),
        ("F", false),
        ("Ljava/lang/String;", false),
        ("[I", false),
    ] {
        let change = |class: &mut ClassBuilder| {
            let int = class.constant(vec![3, 0, 0, 0, 1]);
            let value = class.attribute("ConstantValue", &words(&[int]));
            class.field(access::STATIC, "f", descriptor, &[value]);
        };
        if is_fine {
            accepts_with(change);
        } else {
            refuses_with("should be a value of type", change);
        }
    }
}

#[test]
fn an_error_behind_the_name_says_which_class_it_is_about() {
    let mut class = ClassBuilder::new();
    class.field(0, "f", "V", &[]);
    assert_eq!(parse(class.build().into()).unwrap_err().class.as_deref(), Some("p/Foo"));
}
