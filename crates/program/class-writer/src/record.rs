//! `equals`, `hashCode` and `toString` of records: what `java.lang.runtime.ObjectMethods` links.
//!
//! `equals`: the same object is equal; an object of another class is not; then the components are compared
//! **from the last to the first**, as in the class library, primitives by `==` (`Float.compare`,
//! `Double.compare` for those two) and references by `Objects.equals`. `hashCode`: `31 * h + hash(component)`
//! from the first on, starting at 0. `toString`: `Name[a=1, b=x]`, a new string each time, except that a
//! record without components always gives the same string, as in JDK 25 (JDK 17 created a new one).

use crate::concat::{append_value, push_text};
use crate::descriptor::{MethodType, Primitive, Type, check_class_name, parse_field};
use crate::writer::{
    ClassWriter, Code, Condition, FINAL, Frame, Invoke, LabelId, Op, STATIC, SUPER, SYNTHETIC,
};
use crate::{Handle, SpinError, Spun};

const OBJECTS: &str = "java/util/Objects";
const BUILDER: &str = "java/lang/StringBuilder";
const STRING: &str = "java/lang/String";

/// Which method of a record: the name of the call site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordMethod {
    /// `equals`, of type `(LRecord;Ljava/lang/Object;)Z`.
    Equals,
    /// `hashCode`, of type `(LRecord;)I`.
    HashCode,
    /// `toString`, of type `(LRecord;)Ljava/lang/String;`.
    ToString,
}

/// A component: its name, how it is read, and its type.
struct Component<'a> {
    name: &'a str,
    getter: &'a Handle,
    kind: Type,
}

/// Spins the class of a record's method. `simple_name` is `Class.getSimpleName()` of the record; each
/// component has a name and a getter, which reads a field (kind 1) or calls an accessor (kinds 5 and 9).
pub fn record_method(
    class_name: &str,
    which: RecordMethod,
    record: &str,
    simple_name: &str,
    components: &[(String, Handle)],
) -> Result<Spun, SpinError> {
    check_class_name(class_name)?;
    check_class_name(record)?;
    let components: Vec<Component<'_>> =
        components.iter().map(|(name, getter)| component(name, getter)).collect::<Result<_, _>>()?;
    let (method, descriptor) = match which {
        RecordMethod::Equals => ("equals", format!("(L{record};Ljava/lang/Object;)Z")),
        RecordMethod::HashCode => ("hashCode", format!("(L{record};)I")),
        RecordMethod::ToString => ("toString", format!("(L{record};)Ljava/lang/String;")),
    };
    let mut class = ClassWriter::new(FINAL | SUPER | SYNTHETIC, class_name, &[]);
    class.method(STATIC | SYNTHETIC, method, &descriptor, |code| match which {
        RecordMethod::Equals => equals(code, record, &components),
        RecordMethod::HashCode => hash_code(code, &components),
        RecordMethod::ToString => to_string(code, simple_name, &components),
    });
    Ok(Spun {
        class_name: class_name.to_owned(),
        bytes: class.finish()?,
        method: method.to_owned(),
        descriptor,
    })
}

fn component<'a>(name: &'a str, getter: &'a Handle) -> Result<Component<'a>, SpinError> {
    check_class_name(&getter.owner)?;
    let kind = match getter.kind {
        1 => parse_field(&getter.descriptor)?,
        5 | 9 => match MethodType::parse(&getter.descriptor)? {
            MethodType { parameters, result: Some(result) } if parameters.is_empty() => result,
            _ => return Err(SpinError::Argument(format!("{} is not a getter", getter.descriptor))),
        },
        kind => return Err(SpinError::Argument(format!("a handle of kind {kind} is not a getter"))),
    };
    Ok(Component { name, getter, kind })
}

/// Replaces the record on the stack by its component.
fn get(code: &mut Code<'_>, component: &Component<'_>) {
    let Handle { kind, owner, name, descriptor, is_interface } = component.getter;
    if *kind == 1 {
        code.get_field(owner, name, descriptor);
    } else {
        let how = if *is_interface { Invoke::Interface } else { Invoke::Virtual };
        code.invoke_member(how, [owner, name, descriptor], *is_interface);
    }
}

fn equals(code: &mut Code<'_>, record: &str, components: &[Component<'_>]) {
    let (other, unequal) = (code.label(), code.label());
    code.aload(0);
    code.aload(1);
    code.branch(Condition::IfAcmpNe, other);
    code.return_int(1);
    code.bind(other, Frame::Empty);
    code.aload(1);
    code.instance_of(record);
    code.branch(Condition::IfEq, unequal);
    for component in components.iter().rev() {
        code.aload(0);
        get(code, component);
        code.aload(1);
        code.check_cast(record);
        get(code, component);
        branch_if_unequal(code, &component.kind, unequal);
    }
    code.return_int(1);
    code.bind(unequal, Frame::Empty);
    code.return_int(0);
}

fn branch_if_unequal(code: &mut Code<'_>, kind: &Type, unequal: LabelId) {
    match kind {
        Type::Primitive(Primitive::Long) => code.op(Op::Lcmp),
        Type::Primitive(Primitive::Float) => {
            code.invoke(Invoke::Static, "java/lang/Float", "compare", "(FF)I")
        }
        Type::Primitive(Primitive::Double) => {
            code.invoke(Invoke::Static, "java/lang/Double", "compare", "(DD)I")
        }
        Type::Primitive(_) => return code.branch(Condition::IfIcmpNe, unequal),
        Type::Reference(_) => {
            code.invoke(Invoke::Static, OBJECTS, "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z");
            return code.branch(Condition::IfEq, unequal);
        }
    }
    code.branch(Condition::IfNe, unequal);
}

fn hash_code(code: &mut Code<'_>, components: &[Component<'_>]) {
    code.push_int(0);
    for component in components {
        code.push_int(31);
        code.op(Op::Imul);
        code.aload(0);
        get(code, component);
        match &component.kind {
            // The hash codes of the small integers are their values.
            Type::Primitive(Primitive::Byte | Primitive::Short | Primitive::Char | Primitive::Int) => {}
            Type::Primitive(primitive) => {
                let descriptor = format!("({})I", primitive.letter());
                code.invoke(Invoke::Static, primitive.wrapper(), "hashCode", &descriptor);
            }
            Type::Reference(_) => code.invoke(Invoke::Static, OBJECTS, "hashCode", "(Ljava/lang/Object;)I"),
        }
        code.op(Op::Iadd);
    }
    code.return_value(Some(&Type::Primitive(Primitive::Int)));
}

fn to_string(code: &mut Code<'_>, simple_name: &str, components: &[Component<'_>]) {
    if components.is_empty() {
        code.push_text(&format!("{simple_name}[]"));
        return code.return_value(Some(&Type::object()));
    }
    code.new_object(STRING);
    code.op(Op::Dup);
    code.new_object(BUILDER);
    code.op(Op::Dup);
    code.invoke(Invoke::Special, BUILDER, "<init>", "()V");
    let mut before = format!("{simple_name}[");
    for component in components {
        before.push_str(component.name);
        before.push('=');
        push_text(code, &before.encode_utf16().collect::<Vec<u16>>());
        code.aload(0);
        get(code, component);
        append_value(code, &component.kind);
        ", ".clone_into(&mut before);
    }
    push_text(code, &[u16::from(b']')]);
    code.invoke(Invoke::Special, STRING, "<init>", "(Ljava/lang/StringBuilder;)V");
    code.return_value(Some(&Type::object()));
}
