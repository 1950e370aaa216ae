//! String concatenation: what `StringConcatFactory.makeConcatWithConstants` links.
//!
//! The arguments are converted to text from left to right, `null` and a `toString()` that returns `null` as
//! "null". The result is a new string each time, even if it is empty or equals the only argument; but a
//! single primitive without text around it gives `String.valueOf` of it, which for `boolean` is a shared
//! string. All this is what the factory does in JDK 17 and 25.
//!
//! Deviation: while an argument's `toString()` runs, the stack shows `StringBuilder.append` and
//! `String.valueOf` where the class library shows its own helpers.

use crate::descriptor::{MethodType, Primitive, Type, check_class_name};
use crate::writer::{ClassWriter, Code, FINAL, Invoke, Op, STATIC, SUPER, SYNTHETIC, text_chunks};
use crate::{SpinError, Spun};

/// The maximum number of argument slots that the factory accepts.
const MAX_SLOTS: u16 = 200;
/// Marks the next argument in a recipe.
const ARGUMENT: u16 = 1;
/// Marks the next constant in a recipe.
const CONSTANT: u16 = 2;
const METHOD: &str = "concat";
const BUILDER: &str = "java/lang/StringBuilder";
const STRING: &str = "java/lang/String";

/// A static argument of the call site, for which the recipe has a `\u0002`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConcatConstant {
    /// The constant's `String.valueOf`, in UTF-16. Constants are strings, numbers, classes, method types and
    /// handles; the virtual machine, which has them, converts them to text.
    Text(Vec<u16>),
}

/// A part of the result.
enum Piece {
    Text(Vec<u16>),
    Argument(usize),
}

/// Spins the class of a concatenation: `call_type` is the type of the call site,
/// `(arguments)Ljava/lang/String;`, and `recipe` its text in UTF-16, with `\u0001` for each argument and
/// `\u0002` for each constant.
///
/// For `makeConcat`, which has no recipe, pass a `\u0001` per argument.
pub fn concat(
    class_name: &str,
    call_type: &str,
    recipe: &[u16],
    constants: &[ConcatConstant],
) -> Result<Spun, SpinError> {
    check_class_name(class_name)?;
    let method = MethodType::parse(call_type)?;
    if !matches!(method.result, Some(Type::Reference(_))) {
        let message = format!("The return type should be compatible with String, but it is of {call_type}");
        return Err(SpinError::Concat(message));
    }
    let pieces = pieces(method.parameters.len(), recipe, constants)?;
    if method.parameter_slots() > MAX_SLOTS {
        let slots = method.parameter_slots();
        let message = format!("Too many concat argument slots: {slots}, can only accept {MAX_SLOTS}");
        return Err(SpinError::Concat(message));
    }
    let mut class = ClassWriter::new(FINAL | SUPER | SYNTHETIC, class_name, &[]);
    class.method(STATIC | SYNTHETIC, METHOD, call_type, |code| {
        match (&method.parameters[..], &pieces[..]) {
            ([only @ Type::Primitive(primitive)], [Piece::Argument(_)]) => {
                code.load(only, 0);
                let descriptor = format!("({})L{STRING};", appended_as(*primitive).letter());
                code.invoke(Invoke::Static, STRING, "valueOf", &descriptor);
            }
            _ => build(code, &method.parameters, &pieces),
        }
        code.return_value(Some(&Type::object()));
    });
    Ok(Spun {
        class_name: class_name.to_owned(),
        bytes: class.finish()?,
        method: METHOD.to_owned(),
        descriptor: call_type.to_owned(),
    })
}

/// Splits a recipe; text between two arguments is one piece.
fn pieces(arguments: usize, recipe: &[u16], constants: &[ConcatConstant]) -> Result<Vec<Piece>, SpinError> {
    let mut out = Vec::new();
    let mut text = Vec::new();
    let (mut next_argument, mut next_constant) = (0, 0);
    for unit in recipe {
        match *unit {
            ARGUMENT => {
                if !text.is_empty() {
                    out.push(Piece::Text(std::mem::take(&mut text)));
                }
                out.push(Piece::Argument(next_argument));
                next_argument += 1;
            }
            CONSTANT => {
                if let Some(ConcatConstant::Text(constant)) = constants.get(next_constant) {
                    text.extend_from_slice(constant);
                }
                next_constant += 1;
            }
            unit => text.push(unit),
        }
    }
    if !text.is_empty() {
        out.push(Piece::Text(text));
    }
    if next_argument != arguments {
        return Err(SpinError::Concat(format!(
            "Mismatched number of concat arguments: recipe wants {next_argument} arguments, but signature provides {arguments}"
        )));
    }
    if next_constant != constants.len() {
        return Err(SpinError::Concat(format!(
            "Mismatched number of concat constants: recipe wants {next_constant} constants, but only {} are passed",
            constants.len()
        )));
    }
    Ok(out)
}

/// Pushes a new string. `new String(builder)` is used because `builder.toString()` shares the empty string in
/// new JDKs.
fn build(code: &mut Code<'_>, parameters: &[Type], pieces: &[Piece]) {
    code.new_object(STRING);
    code.op(Op::Dup);
    code.new_object(BUILDER);
    code.op(Op::Dup);
    code.invoke(Invoke::Special, BUILDER, "<init>", "()V");
    let mut slot = 0;
    for piece in pieces {
        match piece {
            Piece::Text(text) => push_text(code, text),
            Piece::Argument(at) => {
                append(code, &parameters[*at], slot);
                slot += parameters[*at].slots();
            }
        }
    }
    code.invoke(Invoke::Special, STRING, "<init>", "(Ljava/lang/StringBuilder;)V");
}

/// Appends constant text to the builder on the stack, in as many steps as the constant pool needs.
pub(crate) fn push_text(code: &mut Code<'_>, text: &[u16]) {
    for chunk in text_chunks(text) {
        code.push_string(chunk);
        code.invoke(Invoke::Virtual, BUILDER, "append", "(Ljava/lang/String;)Ljava/lang/StringBuilder;");
    }
}

/// Appends a local variable to the builder on the stack.
fn append(code: &mut Code<'_>, kind: &Type, slot: u16) {
    code.load(kind, slot);
    append_value(code, kind);
}

/// Appends the value on the stack to the builder below it.
pub(crate) fn append_value(code: &mut Code<'_>, kind: &Type) {
    let parameter = match kind {
        Type::Primitive(primitive) => appended_as(*primitive).letter().to_string(),
        Type::Reference(text) if text == "Ljava/lang/String;" => text.clone(),
        // Not `append(char[])` or `append(CharSequence)`: those do not call `toString()`.
        Type::Reference(_) => Type::object().descriptor(),
    };
    code.invoke(Invoke::Virtual, BUILDER, "append", &format!("({parameter})Ljava/lang/StringBuilder;"));
}

/// The primitive type for which `StringBuilder` and `String.valueOf` have a method.
fn appended_as(primitive: Primitive) -> Primitive {
    match primitive {
        Primitive::Byte | Primitive::Short => Primitive::Int,
        other => other,
    }
}
