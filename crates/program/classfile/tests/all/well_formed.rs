//! What the parser reads from well-formed class files.

use crate::support;

use classfile::{Bytes, Constant, access, check_all, parse};
use support::class_builder::{ClassBuilder, rich_class, words};

#[test]
fn every_part_of_a_rich_class_is_read() {
    let bytes = Bytes::from(rich_class().build());
    let class = parse(bytes.clone()).unwrap();
    check_all(&class).unwrap();
    assert_eq!(class.bytes, bytes);
    assert_eq!((class.major, class.minor), (61, 0));
    assert_eq!(class.access, access::SUPER | access::FINAL);
    assert_eq!(&*class.name, "p/Foo");
    assert_eq!(class.super_name.as_deref(), Some("java/lang/Object"));
    assert_eq!(
        class.interfaces.iter().map(|name| &**name).collect::<Vec<_>>(),
        ["java/lang/Runnable", "java/io/Serializable"]
    );
    assert_eq!(class.source_file.as_deref(), Some("Foo.java"));
    assert_eq!(class.nest_host.as_deref(), Some("p/Outer"));
    assert_eq!(class.permitted_subclasses.as_ref().unwrap()[..], ["p/Sub".into()]);
    assert_eq!(class.annotations.as_deref(), Some(&[0, 0][..]));
    assert_eq!(class.bootstrap_methods.len(), 2);
    assert_eq!(class.bootstrap_methods[0].arguments.len(), 3);
    let component = &class.record.as_ref().unwrap()[0];
    assert_eq!((&*component.name, &*component.descriptor), ("list", "Ljava/util/List;"));
    let inner = &class.inner_classes[0];
    assert_eq!(
        (&*inner.inner, inner.outer.as_deref(), inner.name.as_deref()),
        ("p/Foo", Some("p/Outer"), Some("Foo"))
    );
    let enclosing = class.enclosing_method.as_ref().unwrap();
    assert_eq!(&*enclosing.class, "p/Outer");
    assert_eq!(enclosing.method, Some(("m".into(), "()V".into())));
}

#[test]
fn fields_carry_their_constants_and_attributes() {
    let class = parse(rich_class().build().into()).unwrap();
    let constants: Vec<&Constant> =
        class.fields.iter().filter_map(|field| class.pool.get(field.constant_value?)).collect();
    assert_eq!(constants[0], &Constant::Integer(42));
    assert_eq!(constants[1], &Constant::Long(0x0123_4567_89AB_CDEF));
    assert_eq!(constants[2], &Constant::Float(1.5_f32.to_bits()));
    assert_eq!(constants[3], &Constant::Double((-2.5_f64).to_bits()));
    let Constant::String { utf8 } = *constants[4] else { panic!("{:?}", constants[4]) };
    assert_eq!(class.pool.utf8(utf8), Some("text é"));
    let list = class.fields.last().unwrap();
    assert_eq!((&*list.name, &*list.descriptor, list.constant_value), ("list", "Ljava/util/List;", None));
    assert_eq!(list.signature.as_deref(), Some("Ljava/util/List<TT;>;"));
    assert!(list.annotations.is_some() && list.type_annotations.is_some());
}

#[test]
fn methods_carry_code_handlers_lines_and_variables() {
    let class = parse(rich_class().build().into()).unwrap();
    let [init, run, native] = &class.methods[..] else { panic!("three methods") };
    assert_eq!((&*init.name, init.code.as_ref().unwrap().bytecode.len()), ("<init>", 5));
    assert!(native.code.is_none() && native.access & access::NATIVE != 0);
    assert_eq!(run.exceptions[..], ["java/lang/Exception".into()]);
    assert_eq!(run.parameters.as_ref().unwrap()[0].name.as_deref(), Some("n"));
    assert_eq!(run.annotation_default.as_deref(), Some(&[b'I', 0, 1][..]));
    assert_eq!(run.parameter_annotations.as_deref(), Some(&[1, 0, 0][..]));
    let code = run.code.as_ref().unwrap();
    assert_eq!((code.max_stack, code.max_locals), (1, 2));
    assert_eq!(&*code.bytecode, [0x1B, 0x99, 0, 4, 0, 0xB1, 0x57, 0xB1]);
    assert_eq!(class.pool.class_name(code.handlers[0].catch_type), Some("java/lang/Exception"));
    assert_eq!((code.handlers[1].start, code.handlers[1].end, code.handlers[1].target), (0, 5, 6));
    assert_eq!(code.handlers[1].catch_type, 0);
    // Two tables, one of them out of order.
    assert_eq!(code.lines, [(0, 10), (2, 11), (4, 12)]);
    assert_eq!([0, 1, 2, 3, 4, 7].map(|pc| code.line(pc).unwrap()), [10, 10, 11, 11, 12, 12]);
    let locals: Vec<_> =
        code.locals.iter().map(|local| (&*local.name, &*local.descriptor, local.slot)).collect();
    assert_eq!(locals, [("this", "Lp/Foo;", 0), ("n", "I", 1)]);
}

#[test]
fn the_pool_answers_about_members_and_call_sites() {
    let class = parse(rich_class().build().into()).unwrap();
    let mut seen = Vec::new();
    for (index, constant) in class.pool.iter() {
        if let Some(member) = class.pool.member(index) {
            seen.push(format!(
                "{} {}.{}{} {}",
                constant.kind(),
                member.class,
                member.name,
                member.descriptor,
                member.is_interface
            ));
        }
        if let Some((bootstrap, name, descriptor)) = class.pool.dynamic(index) {
            seen.push(format!("{} {bootstrap} {name}{descriptor}", constant.kind()));
        }
    }
    seen.sort();
    let wanted = [
        "Dynamic 0 valueJ",
        "Fieldref p/Foo.listLjava/util/List; false",
        "InterfaceMethodref java/util/List.size()I true",
        "InvokeDynamic 0 call()V",
        "Methodref java/lang/Object.<init>()V false",
        "Methodref p/Boot.link(Ljava/lang/Object;)Ljava/lang/Object; false",
    ];
    assert_eq!(seen, wanted);
    assert_eq!(class.pool.get(0), Some(&Constant::Unusable));
    assert_eq!(class.pool.get(class.pool.len() as u16), None);
    assert_eq!(class.pool.utf8(class.pool.len() as u16), None);
}

#[test]
fn lone_surrogates_and_zeros_of_strings_survive_in_utf16() {
    let mut builder = ClassBuilder::new();
    let text = builder.constant(vec![1, 0, 6, b'a', 0xC0, 0x80, 0xED, 0xA0, 0xBD]);
    let plain = builder.utf8("plain");
    let class = parse(builder.build().into()).unwrap();
    assert_eq!(class.pool.utf8(text), Some("a\0\u{FFFD}"));
    assert_eq!(class.pool.utf16(text).unwrap(), [u16::from(b'a'), 0, 0xD83D]);
    assert_eq!(class.pool.utf8(plain), Some("plain"), "texts behind a shortened one keep their place");
}

#[test]
fn an_attribute_is_unknown_before_the_version_that_brought_it() {
    let mut builder = ClassBuilder::new();
    builder.major = 48;
    let nonsense = builder.attribute("Signature", b"not even an index");
    builder.attributes.push(nonsense);
    let class = parse(builder.build().into()).unwrap();
    assert_eq!(class.signature, None);
}

#[test]
fn the_constant_of_a_field_that_is_not_static_is_passed_over() {
    let mut builder = ClassBuilder::new();
    let text = builder.string("x");
    let value = builder.attribute("ConstantValue", &words(&[text]));
    builder.field(access::FINAL, "f", "I", &[value]);
    assert_eq!(parse(builder.build().into()).unwrap().fields[0].constant_value, None);
}

#[test]
fn object_and_modules_have_no_superclass() {
    let mut object = ClassBuilder::new();
    object.this = object.superclass;
    object.superclass = 0;
    assert_eq!(parse(object.build().into()).unwrap().super_name, None);

    let mut module = ClassBuilder::new();
    module.this = module.class("module-info");
    module.superclass = 0;
    module.access = access::MODULE;
    let name = module.utf8("m");
    module.tagged(19, &[name]);
    assert_eq!(&*parse(module.build().into()).unwrap().name, "module-info");
}

#[test]
fn preview_classes_and_all_versions_up_to_the_newest_are_accepted() {
    for major in classfile::OLDEST_MAJOR..=classfile::NEWEST_MAJOR {
        let builder =
            ClassBuilder { major, minor: if major >= 56 { 65535 } else { 3 }, ..ClassBuilder::new() };
        assert!(parse(builder.build().into()).is_ok(), "{major}");
    }
}

#[test]
fn classes_and_their_sources_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<classfile::ClassFile>();
    shared::<classfile::ClassPath>();
    shared::<classfile::Jdk>();
}
