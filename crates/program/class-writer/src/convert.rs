//! Conversions between a caller's and a callee's types, as `LambdaMetafactory` documents its adaptation:
//! boxing, unboxing, widening, reference casts, and their combinations.

use crate::descriptor::{Primitive, Type};
use crate::writer::{Code, Invoke, Op};

const OBJECT: &str = "java/lang/Object";
const NUMBER: &str = "java/lang/Number";

/// Whether the metafactory lets a value of type `from` become `to`, as far as the two types alone determine
/// it.
///
/// `strict` is its rule for parameters; without it (results) a reference of an unknown type may be unboxed.
/// Whether one class is a subtype of another is not checked.
pub(crate) fn is_adaptable(from: &Type, to: &Type, strict: bool) -> bool {
    match (from, to) {
        (Type::Primitive(from), Type::Primitive(to)) => from.widens_to(*to),
        // Boxing never widens: the target is the wrapper or one of its supertypes, none of which is another
        // wrapper.
        (Type::Primitive(from), Type::Reference(_)) => to.unwrapped().is_none_or(|wrapped| wrapped == *from),
        (Type::Reference(_), Type::Primitive(to)) => match from.unwrapped() {
            Some(wrapped) => wrapped.widens_to(*to),
            None => !strict,
        },
        (Type::Reference(_), Type::Reference(_)) => true,
    }
}

/// Whether [`convert`] supports this conversion. The metafactory does not check whether a result fits the
/// erased type directly, only whether each fits the instantiated type; where it would then spin a class that
/// does not verify, this is false.
pub(crate) fn is_convertible(from: &Type, to: &Type) -> bool {
    use Primitive::{Boolean, Char, Int};
    match (from, to) {
        (Type::Primitive(from), Type::Reference(_)) => {
            to.unwrapped().is_none_or(|wrapped| from.widens_to(wrapped))
        }
        (Type::Reference(_), Type::Primitive(to)) => match from.unwrapped() {
            Some(Boolean | Char) => Int.widens_to(to.computational()),
            Some(_) => !matches!(to, Boolean | Char),
            None => true,
        },
        _ => is_adaptable(from, to, false),
    }
}

/// Converts the value on the stack from `given` to `wanted`. `checked` is the type that the value must have
/// according to the instantiated interface: a reference is cast to it first, so that a wrong one gives a
/// `ClassCastException`.
pub(crate) fn convert(code: &mut Code<'_>, given: &Type, wanted: &Type, checked: &Type) {
    match (given, wanted) {
        (Type::Primitive(from), Type::Primitive(to)) => widen(code, *from, *to),
        (Type::Primitive(from), Type::Reference(_)) => match wanted.unwrapped() {
            Some(wrapped) => {
                widen(code, *from, wrapped);
                box_primitive(code, wrapped);
            }
            None => {
                box_primitive(code, *from);
                cast(code, wanted);
            }
        },
        (Type::Reference(_), _) => {
            let source = match checked {
                Type::Primitive(_) => given,
                Type::Reference(_) if checked == given => given,
                Type::Reference(_) => {
                    cast(code, checked);
                    checked
                }
            };
            match wanted {
                Type::Primitive(to) => unbox(code, source, *to),
                Type::Reference(_) if source == wanted => {}
                Type::Reference(_) => cast(code, wanted),
            }
        }
    }
}

/// Boxes the primitive on the stack by `valueOf`.
pub(crate) fn box_primitive(code: &mut Code<'_>, primitive: Primitive) {
    let wrapper = primitive.wrapper();
    let descriptor = format!("({})L{wrapper};", primitive.letter());
    code.invoke(Invoke::Static, wrapper, "valueOf", &descriptor);
}

/// Unboxes a reference of static type `source` to `to`.
///
/// Any `Number` is accepted for a numeric type: the value is requested in the target's type, which widens it.
fn unbox(code: &mut Code<'_>, source: &Type, to: Primitive) {
    let (owner, read) = match source.unwrapped() {
        Some(wrapped @ (Primitive::Char | Primitive::Boolean)) => (wrapped.wrapper(), wrapped),
        Some(_) => (NUMBER, to),
        None => {
            let owner =
                if matches!(to, Primitive::Char | Primitive::Boolean) { to.wrapper() } else { NUMBER };
            code.check_cast(owner);
            (owner, to)
        }
    };
    code.invoke(Invoke::Virtual, owner, read.unboxing_method(), &format!("(){}", read.letter()));
    widen(code, read, to);
}

/// Widens a primitive on the stack.
fn widen(code: &mut Code<'_>, from: Primitive, to: Primitive) {
    use Primitive::{Double, Float, Int, Long};
    let steps: &[Op] = match (from.computational(), to.computational()) {
        (Int, Long) => &[Op::I2l],
        (Int, Float) => &[Op::I2f],
        (Int, Double) => &[Op::I2d],
        (Long, Float) => &[Op::L2f],
        (Long, Double) => &[Op::L2d],
        (Float, Double) => &[Op::F2d],
        // The same type on the stack; anything else is not a widening and was rejected before.
        _ => &[],
    };
    steps.iter().for_each(|step| code.op(*step));
}

/// Casts the reference on the stack, unless the cast accepts every reference.
fn cast(code: &mut Code<'_>, to: &Type) {
    if let Some(class) = to.class_operand().filter(|class| *class != OBJECT) {
        code.check_cast(class);
    }
}
