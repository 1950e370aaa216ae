//! Asserts what the parser promises of every class that it accepts; shared with the fuzz target.

use classfile::{ClassFile, Constant, Method, check_code, instruction_length};

/// Calls every accessor, and asserts the promises. Returns how many methods have instructions that pass.
pub fn assert_promises(class: &ClassFile) -> usize {
    assert!(classfile::is_class_name(&class.name));
    for (index, constant) in class.pool.iter() {
        assert_constant(class, index, constant);
    }
    for field in &class.fields {
        assert!(classfile::is_field_descriptor(&field.descriptor));
        assert!(field.constant_value.is_none_or(|index| class.pool.get(index).is_some()));
    }
    for method in &class.methods {
        assert!(classfile::is_method_descriptor(&method.descriptor));
    }
    class.methods.iter().filter(|method| assert_code(class, method)).count()
}

fn assert_constant(class: &ClassFile, index: u16, constant: &Constant) {
    let pool = &class.pool;
    match constant {
        Constant::Utf8(_) => {
            let utf16 = pool.utf16(index).expect("a text");
            assert_eq!(pool.utf8(index), Some(&*String::from_utf16_lossy(&utf16)));
        }
        Constant::Class { .. } => assert!(pool.class_name(index).is_some()),
        Constant::String { utf8 } => assert!(pool.utf8(*utf8).is_some()),
        Constant::FieldRef { .. } | Constant::MethodRef { .. } | Constant::InterfaceMethodRef { .. } => {
            assert!(pool.member(index).is_some());
        }
        Constant::MethodHandle { reference, .. } => assert!(pool.member(*reference).is_some()),
        Constant::MethodType { descriptor } => {
            assert!(pool.utf8(*descriptor).is_some_and(classfile::is_method_descriptor));
        }
        Constant::NameAndType { .. } => assert!(pool.name_and_type(index).is_some()),
        Constant::Dynamic { .. } | Constant::InvokeDynamic { .. } => {
            let (bootstrap, _, _) = pool.dynamic(index).expect("a bootstrap method, a name and a descriptor");
            let method = &class.bootstrap_methods[usize::from(bootstrap)];
            assert!(matches!(pool.get(method.handle), Some(Constant::MethodHandle { .. })));
        }
        _ => {}
    }
}

/// Returns whether the method has instructions that pass.
fn assert_code(class: &ClassFile, method: &Method) -> bool {
    let Some(code) = &method.code else { return false };
    assert!((1..=65535).contains(&code.bytecode.len()));
    assert!(code.lines.is_sorted_by_key(|line| line.0));
    for handler in &code.handlers {
        assert!(handler.start < handler.end && usize::from(handler.end) <= code.bytecode.len());
        assert!(handler.catch_type == 0 || class.pool.class_name(handler.catch_type).is_some());
    }
    if let Err(error) = check_code(class, method) {
        assert!(error.offset < class.bytes.len() && !error.reason.is_empty());
        return false;
    }
    let mut pc = 0;
    while pc < code.bytecode.len() {
        pc +=
            instruction_length(&code.bytecode, pc).expect("a method that passes has only whole instructions");
    }
    assert_eq!(pc, code.bytecode.len());
    true
}
