//! Types in descriptors (JVMS §4.3): parsing, sizes in slots, wrapper classes, widening.

use crate::SpinError;

/// The maximum length of a text in a class file, in bytes (JVMS §4.4.7); nothing longer is parsed.
pub(crate) const MAX_UTF8: usize = 65_535;
/// The maximum number of array dimensions (JVMS §4.4.1).
const MAX_DIMENSIONS: usize = 255;
/// The maximum number of argument slots of a method (JVMS §4.3.3).
const MAX_SLOTS: u16 = 255;

/// A primitive type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Primitive {
    /// `boolean`, `Z`.
    Boolean,
    /// `byte`, `B`.
    Byte,
    /// `short`, `S`.
    Short,
    /// `char`, `C`.
    Char,
    /// `int`, `I`.
    Int,
    /// `long`, `J`.
    Long,
    /// `float`, `F`.
    Float,
    /// `double`, `D`.
    Double,
}

/// Every primitive type with its letter, wrapper class and the wrapper's unboxing method.
const PRIMITIVES: [(Primitive, u8, &str, &str); 8] = [
    (Primitive::Boolean, b'Z', "java/lang/Boolean", "booleanValue"),
    (Primitive::Byte, b'B', "java/lang/Byte", "byteValue"),
    (Primitive::Short, b'S', "java/lang/Short", "shortValue"),
    (Primitive::Char, b'C', "java/lang/Character", "charValue"),
    (Primitive::Int, b'I', "java/lang/Integer", "intValue"),
    (Primitive::Long, b'J', "java/lang/Long", "longValue"),
    (Primitive::Float, b'F', "java/lang/Float", "floatValue"),
    (Primitive::Double, b'D', "java/lang/Double", "doubleValue"),
];

impl Primitive {
    fn row(self) -> (Primitive, u8, &'static str, &'static str) {
        PRIMITIVES[self as usize]
    }

    /// The primitive type of a descriptor letter.
    #[must_use]
    pub fn from_letter(letter: u8) -> Option<Primitive> {
        PRIMITIVES.iter().find(|row| row.1 == letter).map(|row| row.0)
    }

    /// The primitive type whose wrapper class has this internal name.
    #[must_use]
    pub fn from_wrapper(class: &str) -> Option<Primitive> {
        PRIMITIVES.iter().find(|row| row.2 == class).map(|row| row.0)
    }

    /// The letter of the type in descriptors.
    #[must_use]
    pub fn letter(self) -> char {
        char::from(self.row().1)
    }

    /// Internal name of the wrapper class.
    #[must_use]
    pub fn wrapper(self) -> &'static str {
        self.row().2
    }

    /// Name of the wrapper's method that returns the value.
    pub(crate) fn unboxing_method(self) -> &'static str {
        self.row().3
    }

    /// The type on the operand stack: the small integers are `int`s there.
    pub(crate) fn computational(self) -> Primitive {
        match self {
            Primitive::Boolean | Primitive::Byte | Primitive::Short | Primitive::Char => Primitive::Int,
            other => other,
        }
    }

    /// Whether it is the same type or there is a widening conversion of JLS §5.1.2.
    pub(crate) fn widens_to(self, target: Primitive) -> bool {
        use Primitive::{Boolean, Char};
        // The order of the variants is the order of widening, except that nothing widens to or from boolean,
        // or to char.
        self == target || (self != Boolean && target != Char && self < target)
    }
}

/// The type of a field, parameter or value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// A primitive type.
    Primitive(Primitive),
    /// A class, interface or array type, as its descriptor: `Ljava/lang/String;`, `[I`.
    Reference(String),
}

impl Type {
    /// The type `java.lang.Object`.
    pub(crate) fn object() -> Type {
        Type::Reference("Ljava/lang/Object;".to_owned())
    }

    /// The type of a class operand: an internal name, or an array descriptor.
    pub(crate) fn of_class(name: &str) -> Result<Type, SpinError> {
        check_class_name(name)?;
        Ok(Type::Reference(if name.starts_with('[') { name.to_owned() } else { format!("L{name};") }))
    }

    /// Slots in locals and on the operand stack.
    #[must_use]
    pub fn slots(&self) -> u16 {
        match self {
            Type::Primitive(Primitive::Long | Primitive::Double) => 2,
            _ => 1,
        }
    }

    /// The class operand of a reference type: internal name, or the descriptor of an array.
    #[must_use]
    pub fn class_operand(&self) -> Option<&str> {
        match self {
            Type::Primitive(_) => None,
            Type::Reference(text) => {
                Some(text.strip_prefix('L').and_then(|t| t.strip_suffix(';')).unwrap_or(text))
            }
        }
    }

    /// The primitive type that this wrapper class wraps.
    pub(crate) fn unwrapped(&self) -> Option<Primitive> {
        self.class_operand().and_then(Primitive::from_wrapper)
    }

    /// The descriptor of the type.
    #[must_use]
    pub fn descriptor(&self) -> String {
        match self {
            Type::Primitive(primitive) => primitive.letter().to_string(),
            Type::Reference(text) => text.clone(),
        }
    }
}

/// The type of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodType {
    /// Parameter types in order, without a receiver.
    pub parameters: Vec<Type>,
    /// Result type; `None` is `void`.
    pub result: Option<Type>,
}

impl MethodType {
    /// Parses a method descriptor. At most 255 slots of parameters are accepted.
    pub fn parse(text: &str) -> Result<MethodType, SpinError> {
        let bad = |at| SpinError::Descriptor { text: shown(text), at };
        let bytes = text.as_bytes();
        if bytes.len() > MAX_UTF8 {
            return Err(bad(MAX_UTF8));
        }
        if bytes.first() != Some(&b'(') {
            return Err(bad(0));
        }
        let mut at = 1;
        let mut method = MethodType { parameters: Vec::new(), result: None };
        while bytes.get(at) != Some(&b')') {
            method.parameters.push(parse_type(text, &mut at)?);
            if method.parameter_slots() > MAX_SLOTS {
                return Err(bad(at));
            }
        }
        at += 1;
        if &bytes[at..] != b"V" {
            method.result = Some(parse_type(text, &mut at)?);
            if at != bytes.len() {
                return Err(bad(at));
            }
        }
        Ok(method)
    }

    /// Slots that the parameters take, without a receiver.
    #[must_use]
    pub fn parameter_slots(&self) -> u16 {
        self.parameters.iter().map(Type::slots).sum()
    }

    /// The descriptor of the type.
    #[must_use]
    pub fn descriptor(&self) -> String {
        let parameters: String = self.parameters.iter().map(Type::descriptor).collect();
        let result = self.result.as_ref().map_or_else(|| "V".to_owned(), Type::descriptor);
        format!("({parameters}){result}")
    }
}

/// Parses a complete field descriptor.
pub(crate) fn parse_field(text: &str) -> Result<Type, SpinError> {
    let mut at = 0;
    let parsed = parse_type(text, &mut at)?;
    if at == text.len() { Ok(parsed) } else { Err(SpinError::Descriptor { text: shown(text), at }) }
}

/// Accepts an internal class name or an array descriptor that fits a class file.
pub(crate) fn check_class_name(name: &str) -> Result<(), SpinError> {
    if name.starts_with('[') {
        return parse_field(name).map(|_| ());
    }
    check_plain_name(name)
}

/// Accepts the internal name of a class or interface.
fn check_plain_name(name: &str) -> Result<(), SpinError> {
    match name.bytes().position(|byte| matches!(byte, b'.' | b';' | b'[')) {
        Some(at) => Err(SpinError::Descriptor { text: shown(name), at }),
        None if name.is_empty() || name.len() > MAX_UTF8 => {
            Err(SpinError::Descriptor { text: shown(name), at: name.len().min(MAX_UTF8) })
        }
        None => Ok(()),
    }
}

/// Parses one field type at `at`, which is moved past it.
fn parse_type(text: &str, at: &mut usize) -> Result<Type, SpinError> {
    let bytes = text.as_bytes();
    let start = *at;
    let bad = |at: usize| SpinError::Descriptor { text: shown(text), at };
    let dimensions = bytes[start..].iter().take_while(|byte| **byte == b'[').count();
    if dimensions > MAX_DIMENSIONS {
        return Err(bad(start + MAX_DIMENSIONS));
    }
    let element = start + dimensions;
    match bytes.get(element) {
        Some(b'L') => {
            let length =
                bytes[element..].iter().position(|byte| *byte == b';').ok_or_else(|| bad(bytes.len()))?;
            check_plain_name(&text[element + 1..element + length]).map_err(|_| bad(element + 1))?;
            *at = element + length + 1;
        }
        Some(letter) => match Primitive::from_letter(*letter) {
            Some(primitive) => {
                *at = element + 1;
                if dimensions == 0 {
                    return Ok(Type::Primitive(primitive));
                }
            }
            None => return Err(bad(element)),
        },
        None => return Err(bad(element)),
    }
    Ok(Type::Reference(text[start..*at].to_owned()))
}

/// A prefix of a text, short enough for a message.
fn shown(text: &str) -> String {
    text.chars().take(200).collect()
}
