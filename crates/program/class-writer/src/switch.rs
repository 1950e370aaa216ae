//! Pattern switches: what `java.lang.runtime.SwitchBootstraps` links.
//!
//! For a target and the index to restart from, the spun method returns the index of the first label from
//! there on that matches; -1 for a `null` target; the number of labels if none matches. An index that is out
//! of range gives the `IndexOutOfBoundsException` of `Objects.checkIndex`, as from JDK 21 on (the preview of
//! JDK 17 did not check).
//!
//! An enum label never matches if its class or constant is missing. The class is looked up when an enum
//! reaches the label; the constant is compared by name, which avoids the class library's lookup table and
//! gives the same answer, since constants of an enum have distinct names. Labels of primitive types (a
//! preview from JDK 23 on) are supported.
//!
//! Deviations: class labels are resolved by the `instanceof` that tests them, unless the virtual machine
//! resolved them before, as linking does. If a superclass of an enum label's class is missing, the label does
//! not match instead of throwing.

use crate::convert::box_primitive;
use crate::descriptor::{MethodType, Primitive, Type, check_class_name};
use crate::writer::{
    ClassWriter, Code, Condition, FINAL, Frame, Invoke, LabelId, Op, STATIC, SUPER, SYNTHETIC,
};
use crate::{SpinError, Spun};

const METHOD: &str = "typeSwitch";
/// The method that does the work if the target of the call site is primitive and is boxed first.
const BOXED_METHOD: &str = "boxedTypeSwitch";
const BOXED_TYPE: &str = "(Ljava/lang/Object;I)I";
const ENUM: &str = "java/lang/Enum";
const NUMBER: &str = "java/lang/Number";
const CHARACTER: &str = "java/lang/Character";
const EXACT: &str = "java/lang/runtime/ExactConversionsSupport";

/// A case label: a static argument of the call site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    /// A `Class` of a reference type: internal name or array descriptor. Matches its instances.
    Class(String),
    /// A `Class` of a primitive type. Matches values that convert to it exactly.
    PrimitiveClass(Primitive),
    /// A `String`, in UTF-16.
    Text(Vec<u16>),
    /// An `Integer`: matches a `Number` of that `intValue()`, and a `Character` of that value.
    Int(i32),
    /// A `Long`.
    Long(i64),
    /// A `Float`, by its bits.
    Float(u32),
    /// A `Double`, by its bits.
    Double(u64),
    /// A `Boolean`.
    Boolean(bool),
    /// An `EnumDesc`: a constant of any enum.
    Enum {
        /// Internal name of the enum.
        class: String,
        /// Name of the constant.
        constant: String,
    },
    /// In an enum switch: a `String`, the name of a constant of the switched enum.
    EnumName(String),
}

/// Spins the class of a `typeSwitch` call site, of type `(target, int)int`.
pub fn type_switch(class_name: &str, call_type: &str, labels: &[Label]) -> Result<Spun, SpinError> {
    let selector = selector(class_name, call_type)?;
    labels.iter().try_for_each(|label| check_label(&selector, label))?;
    let mut class = ClassWriter::new(FINAL | SUPER | SYNTHETIC, class_name, &[]);
    let switch = Switch { selector: &selector, labels, null_before_index: false };
    match &selector {
        Type::Primitive(primitive) => {
            class.method(STATIC | SYNTHETIC, METHOD, call_type, |code| {
                code.load(&selector, 0);
                box_primitive(code, *primitive);
                code.iload(selector.slots());
                code.invoke(Invoke::Static, class_name, BOXED_METHOD, BOXED_TYPE);
                code.return_value(Some(&Type::Primitive(Primitive::Int)));
            });
            class.method(STATIC | SYNTHETIC, BOXED_METHOD, BOXED_TYPE, |code| switch.emit(code));
        }
        Type::Reference(_) => {
            class.method(STATIC | SYNTHETIC, METHOD, call_type, |code| switch.emit(code));
        }
    }
    spun(class_name, call_type, class)
}

/// Spins the class of an `enumSwitch` call site, of type `(LEnum;I)I`. The labels are [`Label::EnumName`],
/// and [`Label::Class`] of the enum itself.
pub fn enum_switch(
    class_name: &str,
    call_type: &str,
    enum_class: &str,
    labels: &[Label],
) -> Result<Spun, SpinError> {
    let selector = selector(class_name, call_type)?;
    if selector != Type::of_class(enum_class)? {
        return Err(SpinError::Argument(format!("Illegal invocation type {call_type}")));
    }
    for label in labels {
        match label {
            Label::EnumName(_) => {}
            Label::Class(class) if class == enum_class => {}
            Label::Class(class) => {
                let message =
                    format!("the Class label: {class}, expected the provided enum class: {enum_class}");
                return Err(SpinError::Argument(message));
            }
            other => return Err(illegal(other)),
        }
    }
    // If there are only constants, the class library checks the target before the index.
    let constants_only = !labels.is_empty() && labels.iter().all(|label| matches!(label, Label::EnumName(_)));
    let mut class = ClassWriter::new(FINAL | SUPER | SYNTHETIC, class_name, &[]);
    let switch = Switch { selector: &selector, labels, null_before_index: constants_only };
    class.method(STATIC | SYNTHETIC, METHOD, call_type, |code| switch.emit(code));
    spun(class_name, call_type, class)
}

fn spun(class_name: &str, call_type: &str, class: ClassWriter) -> Result<Spun, SpinError> {
    Ok(Spun {
        class_name: class_name.to_owned(),
        bytes: class.finish()?,
        method: METHOD.to_owned(),
        descriptor: call_type.to_owned(),
    })
}

/// The type of the target.
fn selector(class_name: &str, call_type: &str) -> Result<Type, SpinError> {
    check_class_name(class_name)?;
    let int = Type::Primitive(Primitive::Int);
    match MethodType::parse(call_type)? {
        MethodType { parameters, result: Some(result) }
            if result == int && parameters.len() == 2 && parameters[1] == int =>
        {
            Ok(parameters[0].clone())
        }
        _ => Err(SpinError::Argument(format!("Illegal invocation type {call_type}"))),
    }
}

fn check_label(selector: &Type, label: &Label) -> Result<(), SpinError> {
    let on_boolean = primitive_of(selector) == Some(Primitive::Boolean);
    match label {
        Label::Class(class) | Label::Enum { class, .. } => check_class_name(class),
        Label::Long(_) | Label::Float(_) | Label::Double(_) if on_boolean => Err(illegal(label)),
        // A Boolean with a numeric label: the class library has no conversion either.
        Label::PrimitiveClass(to)
            if selector.unwrapped() == Some(Primitive::Boolean) && *to != Primitive::Boolean =>
        {
            Err(illegal(label))
        }
        Label::EnumName(_) => Err(illegal(label)),
        _ => Ok(()),
    }
}

fn illegal(label: &Label) -> SpinError {
    SpinError::Argument(format!("label with illegal type found: {label:?}"))
}

/// The primitive type itself, or the one that a wrapper class wraps.
fn primitive_of(kind: &Type) -> Option<Primitive> {
    match kind {
        Type::Primitive(primitive) => Some(*primitive),
        Type::Reference(_) => kind.unwrapped(),
    }
}

/// The method body: target in local 0, a reference, and restart index in local 1.
struct Switch<'a> {
    selector: &'a Type,
    labels: &'a [Label],
    null_before_index: bool,
}

impl Switch<'_> {
    fn emit(&self, code: &mut Code<'_>) {
        let count = i32::try_from(self.labels.len()).unwrap_or(i32::MAX - 1);
        if self.null_before_index {
            check_null(code);
            check_index(code, count);
        } else {
            check_index(code, count);
            check_null(code);
        }
        let targets: Vec<LabelId> = self.labels.iter().map(|_| code.label()).collect();
        let default = code.label();
        if !targets.is_empty() {
            code.iload(1);
            code.table_switch(&targets, default);
        }
        for (at, label) in self.labels.iter().enumerate() {
            let next = targets.get(at + 1).copied().unwrap_or(default);
            code.bind(targets[at], Frame::Empty);
            if self.test(code, label, next) {
                code.return_int(at as i32);
            }
        }
        code.bind(default, Frame::Empty);
        code.return_int(count);
    }

    /// Branches to `next` unless the label matches. Returns false if it never matches, so that what follows
    /// is unreachable.
    fn test(&self, code: &mut Code<'_>, label: &Label, next: LabelId) -> bool {
        match label {
            Label::Class(class) => return self.test_class(code, class, next),
            Label::PrimitiveClass(primitive) => return self.test_primitive(code, *primitive, next),
            Label::Text(text) => {
                code.push_string(text);
                equal_to_target(code, next);
            }
            Label::Int(value) => {
                push_int_value(code, next);
                code.push_int(*value);
                code.branch(Condition::IfIcmpNe, next);
            }
            Label::Long(value) => {
                code.push_long(*value);
                boxed_equal_to_target(code, Primitive::Long, next);
            }
            Label::Float(bits) => {
                code.push_float(*bits);
                boxed_equal_to_target(code, Primitive::Float, next);
            }
            Label::Double(bits) => {
                code.push_double(*bits);
                boxed_equal_to_target(code, Primitive::Double, next);
            }
            Label::Boolean(value) => {
                code.push_int(i32::from(*value));
                boxed_equal_to_target(code, Primitive::Boolean, next);
            }
            Label::Enum { class, constant } => {
                test_enum_class(code, class, next);
                test_enum_name(code, constant, next);
            }
            Label::EnumName(constant) => test_enum_name(code, constant, next),
        }
        true
    }

    fn test_class(&self, code: &mut Code<'_>, class: &str, next: LabelId) -> bool {
        if let Type::Primitive(selector) = self.selector {
            // A boolean never converts to another type, nor another type to boolean.
            if (*selector == Primitive::Boolean) != (class == Primitive::Boolean.wrapper()) {
                code.goto(next);
                return false;
            }
            if class == selector.wrapper() {
                return true;
            }
        }
        if self.selector.class_operand() != Some(class) {
            code.aload(0);
            code.instance_of(class);
            code.branch(Condition::IfEq, next);
        }
        true
    }

    fn test_primitive(&self, code: &mut Code<'_>, wanted: Primitive, next: LabelId) -> bool {
        let Some(given) = primitive_of(self.selector) else {
            code.aload(0);
            code.instance_of(wanted.wrapper());
            code.branch(Condition::IfEq, next);
            return true;
        };
        if (given == Primitive::Boolean) != (wanted == Primitive::Boolean) {
            code.goto(next);
            return false;
        }
        if converts_exactly(given, wanted) {
            return true;
        }
        let read = given.computational();
        if read == Primitive::Int {
            push_int_value(code, next);
        } else {
            code.aload(0);
            code.instance_of(NUMBER);
            code.branch(Condition::IfEq, next);
            code.aload(0);
            code.check_cast(NUMBER);
            code.invoke(Invoke::Virtual, NUMBER, read.unboxing_method(), &format!("(){}", read.letter()));
        }
        let method = format!("is{}To{}Exact", type_word(read), type_word(wanted));
        code.invoke(Invoke::Static, EXACT, &method, &format!("({})Z", read.letter()));
        code.branch(Condition::IfEq, next);
        true
    }
}

/// Whether every value of one type is a value of the other: the widening conversions that lose nothing.
fn converts_exactly(from: Primitive, to: Primitive) -> bool {
    use Primitive::{Double, Float, Int, Long};
    from.widens_to(to) && !matches!((from, to), (Int, Float) | (Long, Float | Double))
}

/// The type in the names of the methods of `ExactConversionsSupport`.
fn type_word(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Boolean => "Boolean",
        Primitive::Byte => "Byte",
        Primitive::Short => "Short",
        Primitive::Char => "Char",
        Primitive::Int => "Int",
        Primitive::Long => "Long",
        Primitive::Float => "Float",
        Primitive::Double => "Double",
    }
}

fn check_index(code: &mut Code<'_>, count: i32) {
    code.iload(1);
    code.push_int(count.saturating_add(1));
    code.invoke(Invoke::Static, "java/util/Objects", "checkIndex", "(II)I");
    code.op(Op::Pop);
}

fn check_null(code: &mut Code<'_>) {
    let present = code.label();
    code.aload(0);
    code.branch(Condition::IfNonNull, present);
    code.return_int(-1);
    code.bind(present, Frame::Empty);
}

/// Branches to `next` unless the object on the stack equals the target.
fn equal_to_target(code: &mut Code<'_>, next: LabelId) {
    code.aload(0);
    code.invoke(Invoke::Virtual, "java/lang/Object", "equals", "(Ljava/lang/Object;)Z");
    code.branch(Condition::IfEq, next);
}

fn boxed_equal_to_target(code: &mut Code<'_>, primitive: Primitive, next: LabelId) {
    box_primitive(code, primitive);
    equal_to_target(code, next);
}

/// Pushes the target's value if it is a number or a character; branches to `next` otherwise.
fn push_int_value(code: &mut Code<'_>, next: LabelId) {
    let (not_number, done) = (code.label(), code.label());
    code.aload(0);
    code.instance_of(NUMBER);
    code.branch(Condition::IfEq, not_number);
    code.aload(0);
    code.check_cast(NUMBER);
    code.invoke(Invoke::Virtual, NUMBER, "intValue", "()I");
    code.goto(done);
    code.bind(not_number, Frame::Empty);
    code.aload(0);
    code.instance_of(CHARACTER);
    code.branch(Condition::IfEq, next);
    code.aload(0);
    code.check_cast(CHARACTER);
    code.invoke(Invoke::Virtual, CHARACTER, "charValue", "()C");
    code.bind(done, Frame::Int);
}

/// Branches to `next` unless the target is a constant of the enum `class`; also if there is no accessible
/// class of this name.
fn test_enum_class(code: &mut Code<'_>, class: &str, next: LabelId) {
    let (start, end, resolved) = (code.label(), code.label(), code.label());
    code.aload(0);
    code.instance_of(ENUM);
    code.branch(Condition::IfEq, next);
    code.mark(start);
    code.push_class(class);
    code.mark(end);
    code.goto(resolved);
    // ClassNotFoundException and IllegalAccessException, as an instruction reports them.
    for error in ["java/lang/NoClassDefFoundError", "java/lang/IllegalAccessError"] {
        let missing = code.label();
        code.handler(start, end, missing, error);
        code.bind(missing, Frame::Object(error.to_owned()));
        code.op(Op::Pop);
        code.goto(next);
    }
    code.bind(resolved, Frame::Object("java/lang/Class".to_owned()));
    code.aload(0);
    code.check_cast(ENUM);
    code.invoke(Invoke::Virtual, ENUM, "getDeclaringClass", "()Ljava/lang/Class;");
    code.branch(Condition::IfAcmpNe, next);
}

/// Branches to `next` unless the target, an enum constant, has this name.
fn test_enum_name(code: &mut Code<'_>, constant: &str, next: LabelId) {
    code.push_text(constant);
    code.aload(0);
    code.check_cast(ENUM);
    code.invoke(Invoke::Virtual, ENUM, "name", "()Ljava/lang/String;");
    code.invoke(Invoke::Virtual, "java/lang/Object", "equals", "(Ljava/lang/Object;)Z");
    code.branch(Condition::IfEq, next);
}
