//! An independent parser reads the same from every class of the JDK's `java.base`.

use crate::support;

use classfile::{ClassFile, Code, Constant, Field, Method, instruction_length, parse};
use ristretto_classfile as other;
use ristretto_classfile::attributes::Attribute;

#[test]
fn another_parser_reads_the_same_members_code_and_lines_out_of_all_of_java_base() {
    let jdk = support::jdk();
    let (mut classes, mut methods) = (0, 0);
    for entry in jdk.image.entries() {
        let name = entry.unwrap().resource;
        if !name.starts_with("/java.base/") || !name.ends_with(".class") {
            continue;
        }
        let bytes = jdk.image.find(&name).unwrap().expect("listed");
        let ours = parse(bytes.clone()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let theirs = other::ClassFile::from_bytes(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        compare_classes(&name, &ours, &theirs);
        classes += 1;
        methods += ours.methods.len();
    }
    assert!(
        classes > 5_000 && methods > 50_000,
        "{classes} classes with {methods} methods are not a java.base"
    );
}

type Theirs<'a> = other::ClassFile<'a>;

fn text(theirs: &Theirs<'_>, index: u16) -> String {
    theirs.constant_pool.try_get_utf8(index).expect("a text").to_str_lossy().into_owned()
}

fn class_name(theirs: &Theirs<'_>, index: u16) -> String {
    theirs.constant_pool.try_get_class(index).expect("a class").to_str_lossy().into_owned()
}

fn compare_classes(name: &str, ours: &ClassFile, theirs: &Theirs<'_>) {
    // The other parser drops bits that have no meaning on a class; a few classes of the JDK have some.
    let meaningful = other::ClassAccessFlags::all().bits();
    assert_eq!(ours.access & meaningful, theirs.access_flags.bits(), "{name}");
    assert_eq!(*ours.name, class_name(theirs, theirs.this_class), "{name}");
    let superclass = (theirs.super_class != 0).then(|| class_name(theirs, theirs.super_class));
    assert_eq!(ours.super_name.as_deref(), superclass.as_deref(), "{name}");
    let interfaces: Vec<String> = theirs.interfaces.iter().map(|&index| class_name(theirs, index)).collect();
    assert!(ours.interfaces.iter().map(|interface| &**interface).eq(&interfaces), "{name}");
    compare_texts(name, ours, theirs);
    compare_class_attributes(name, ours, theirs);
    assert_eq!(ours.fields.len(), theirs.fields.len(), "{name}");
    for (ours, field) in ours.fields.iter().zip(&theirs.fields) {
        compare_fields(name, ours, field, theirs);
    }
    assert_eq!(ours.methods.len(), theirs.methods.len(), "{name}");
    for (ours, method) in ours.methods.iter().zip(&theirs.methods) {
        compare_methods(name, ours, method, theirs);
    }
}

fn compare_texts(name: &str, ours: &ClassFile, theirs: &Theirs<'_>) {
    for (index, constant) in ours.pool.iter() {
        if let Constant::Utf8(_) = constant {
            let text = theirs.constant_pool.try_get_utf8(index).expect("a text");
            assert_eq!(
                ours.pool.utf16(index),
                Some(text.to_utf16().expect("modified UTF-8")),
                "{name} {index}"
            );
        }
    }
}

fn compare_class_attributes(name: &str, ours: &ClassFile, theirs: &Theirs<'_>) {
    let mut source_file = None;
    let mut bootstrap_methods = Vec::new();
    let mut inner_classes = 0;
    for attribute in &theirs.attributes {
        match attribute {
            Attribute::SourceFile { source_file_index, .. } => {
                source_file = Some(text(theirs, *source_file_index))
            }
            Attribute::BootstrapMethods { methods, .. } => {
                bootstrap_methods =
                    methods.iter().map(|m| (m.bootstrap_method_ref, m.arguments.clone())).collect();
            }
            Attribute::InnerClasses { classes, .. } => inner_classes = classes.len(),
            _ => {}
        }
    }
    assert_eq!(ours.source_file.as_deref(), source_file.as_deref(), "{name}");
    assert_eq!(ours.inner_classes.len(), inner_classes, "{name}");
    let of_ours: Vec<(u16, Vec<u16>)> =
        ours.bootstrap_methods.iter().map(|method| (method.handle, method.arguments.clone())).collect();
    assert_eq!(of_ours, bootstrap_methods, "{name}");
}

fn compare_fields(name: &str, ours: &Field, field: &other::Field, theirs: &Theirs<'_>) {
    assert_eq!(ours.access, field.access_flags.bits(), "{name}.{}", ours.name);
    assert_eq!(*ours.name, text(theirs, field.name_index), "{name}");
    assert_eq!(*ours.descriptor, text(theirs, field.descriptor_index), "{name}.{}", ours.name);
}

fn compare_methods(name: &str, ours: &Method, method: &other::Method, theirs: &Theirs<'_>) {
    let name = &format!("{name}.{}{}", ours.name, ours.descriptor);
    assert_eq!(ours.access, method.access_flags.bits(), "{name}");
    assert_eq!(*ours.name, text(theirs, method.name_index), "{name}");
    assert_eq!(*ours.descriptor, text(theirs, method.descriptor_index), "{name}");
    let code = method.attributes.iter().find(|attribute| matches!(attribute, Attribute::Code { .. }));
    assert_eq!(ours.code.is_some(), code.is_some(), "{name}");
    if let (Some(ours), Some(code)) = (&ours.code, code) {
        compare_code(name, ours, code);
    }
    let exceptions = method.attributes.iter().find_map(|attribute| match attribute {
        Attribute::Exceptions { exception_indexes, .. } => Some(exception_indexes),
        _ => None,
    });
    let exceptions: Vec<String> =
        exceptions.into_iter().flatten().map(|&index| class_name(theirs, index)).collect();
    assert!(ours.exceptions.iter().map(|exception| &**exception).eq(&exceptions), "{name}");
}

/// The other parser counts instructions instead of bytes, so its result is written back to bytes.
fn compare_code(name: &str, ours: &Code, theirs: &Attribute) {
    let Attribute::Code { max_stack, max_locals, attributes, .. } = theirs else {
        unreachable!("found as Code")
    };
    assert_eq!((ours.max_stack, ours.max_locals), (*max_stack, *max_locals), "{name}");
    let mut written = Vec::new();
    theirs.to_bytes(&mut written).expect("what was read can be written");
    let number = |at: usize| u32::from_be_bytes(written[at..at + 4].try_into().expect("four bytes")) as usize;
    // Name, length, max_stack and max_locals come first.
    let length = number(10);
    assert_eq!(*ours.bytecode, written[14..14 + length], "{name}");
    let handlers: Vec<u16> =
        ours.handlers.iter().flat_map(|h| [h.start, h.end, h.target, h.catch_type]).collect();
    let handlers: Vec<u8> = handlers.iter().flat_map(|number| number.to_be_bytes()).collect();
    assert_eq!(handlers, written[16 + length..16 + length + handlers.len()], "{name}");
    let count = u16::from_be_bytes([written[14 + length], written[15 + length]]);
    assert_eq!(ours.handlers.len(), usize::from(count), "{name}");

    let mut starts = vec![0];
    while *starts.last().expect("never empty") < ours.bytecode.len() {
        let pc = *starts.last().expect("never empty");
        starts.push(pc + instruction_length(&ours.bytecode, pc).expect("a whole instruction"));
    }
    let mut lines = Vec::new();
    for attribute in attributes {
        if let Attribute::LineNumberTable { line_numbers, .. } = attribute {
            lines
                .extend(line_numbers.iter().map(|l| (starts[usize::from(l.start_pc)] as u16, l.line_number)));
        }
    }
    lines.sort_by_key(|line| line.0);
    assert_eq!(ours.lines, lines, "{name}");
}
