//! Arguments of parameterised tests: from texts, and from the annotations that list them.

use classfile::{Annotation, ClassFile, Constant, ElementValue, access};

/// An argument.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A `boolean`, `byte`, `short`, `char` or `int`.
    Int(i32),
    /// A `long`.
    Long(i64),
    /// The bits of a `float`.
    Float(u32),
    /// The bits of a `double`.
    Double(u64),
    /// A string.
    Text(String),
    /// A constant of an enum: the internal name of its class, and its own.
    Enum(String, String),
    /// No object.
    Null,
}

/// The argument that a text stands for, by the type of the parameter, as JUnit converts it.
pub(crate) fn converted(
    text: Option<&str>,
    descriptor: &str,
    is_enum: impl Fn(&str) -> bool,
) -> Option<Value> {
    let Some(text) = text else {
        return descriptor.starts_with(['L', '[']).then_some(Value::Null);
    };
    let int =
        |least: i32, most: i32| text.parse().ok().filter(|n| (least..=most).contains(n)).map(Value::Int);
    match descriptor {
        "Z" => match text {
            "true" => Some(Value::Int(1)),
            "false" => Some(Value::Int(0)),
            _ => None,
        },
        "B" => int(-128, 127),
        "S" => int(-32768, 32767),
        "I" => int(i32::MIN, i32::MAX),
        "C" => {
            let mut units = text.encode_utf16();
            units.next().filter(|_| units.next().is_none()).map(|unit| Value::Int(i32::from(unit)))
        }
        "J" => text.parse().ok().map(Value::Long),
        "F" => text.parse::<f32>().ok().map(|f| Value::Float(f.to_bits())),
        "D" => text.parse::<f64>().ok().map(|d| Value::Double(d.to_bits())),
        "Ljava/lang/String;" | "Ljava/lang/CharSequence;" | "Ljava/lang/Object;" => {
            Some(Value::Text(text.to_owned()))
        }
        other => {
            let class = other.strip_prefix('L')?.strip_suffix(';')?;
            is_enum(class).then(|| Value::Enum(class.to_owned(), text.to_owned()))
        }
    }
}

/// The constants of an enum.
pub(crate) fn constants(class: &ClassFile) -> Vec<String> {
    let fields = class.fields.iter().filter(|field| field.access & access::ENUM != 0);
    fields.map(|field| field.name.to_string()).collect()
}

/// The arguments of each invocation that a `@ValueSource`, `@CsvSource` or `@NullSource` lists; `None` if the
/// annotation is another, or has what we do not read.
pub(crate) fn listed(annotation: &Annotation) -> Option<Vec<Vec<Option<String>>>> {
    match annotation.name.rsplit('/').next()? {
        "ValueSource" => {
            let [(_, ElementValue::Array(values))] = &annotation.elements[..] else { return None };
            values.iter().map(|value| Some(vec![Some(constant(value)?)])).collect()
        }
        "NullSource" => Some(vec![vec![None]]),
        "CsvSource" => {
            let [(name, ElementValue::Array(lines))] = &annotation.elements[..] else { return None };
            if name != "value" {
                return None;
            }
            let line = |line: &ElementValue| match line {
                ElementValue::Text(text) if !text.contains(['\'', '#', '"']) => Some(
                    text.split(',')
                        .map(|part| Some(part.trim()).filter(|p| !p.is_empty()).map(str::to_owned))
                        .collect(),
                ),
                _ => None,
            };
            lines.iter().map(line).collect()
        }
        _ => None,
    }
}

fn constant(value: &ElementValue) -> Option<String> {
    Some(match value {
        ElementValue::Text(text) => text.clone(),
        ElementValue::Constant('Z', Constant::Integer(n)) => (*n != 0).to_string(),
        ElementValue::Constant('C', Constant::Integer(n)) => {
            char::from_u32(u32::try_from(*n).ok()?)?.to_string()
        }
        ElementValue::Constant(_, Constant::Integer(n)) => n.to_string(),
        ElementValue::Constant(_, Constant::Long(n)) => n.to_string(),
        ElementValue::Constant(_, Constant::Float(bits)) => f32::from_bits(*bits).to_string(),
        ElementValue::Constant(_, Constant::Double(bits)) => f64::from_bits(*bits).to_string(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, descriptor: &str) -> Option<Value> {
        converted(Some(text), descriptor, |class| class == "p/Colour")
    }

    #[test]
    fn texts_become_what_the_parameter_is_or_nothing() {
        assert_eq!(of("7", "I"), Some(Value::Int(7)));
        assert_eq!(of("128", "B"), None);
        assert_eq!((of("x", "C"), of("xy", "C")), (Some(Value::Int(120)), None));
        assert_eq!((of("true", "Z"), of("1", "Z")), (Some(Value::Int(1)), None));
        assert_eq!(of("-5", "J"), Some(Value::Long(-5)));
        assert_eq!(of("0.5", "D"), Some(Value::Double(0.5f64.to_bits())));
        assert_eq!(of("a", "Ljava/lang/String;"), Some(Value::Text("a".to_owned())));
        assert_eq!(of("RED", "Lp/Colour;"), Some(Value::Enum("p/Colour".to_owned(), "RED".to_owned())));
        assert_eq!((of("RED", "Lp/Other;"), of("1", "[I")), (None, None));
        let null = |descriptor| converted(None, descriptor, |_| false);
        assert_eq!((null("Lp/Other;"), null("I")), (Some(Value::Null), None));
    }

    #[test]
    fn annotations_list_the_arguments_of_each_invocation() {
        let texts = |all: &[&str]| {
            ElementValue::Array(all.iter().map(|text| ElementValue::Text((*text).to_owned())).collect())
        };
        let source = |name: &str, element: &str, value| Annotation {
            name: format!("org/junit/jupiter/params/provider/{name}"),
            elements: vec![(element.to_owned(), value)],
        };
        let some = |text: &str| Some(text.to_owned());
        let csv = listed(&source("CsvSource", "value", texts(&["1, a", "2,"])));
        assert_eq!(csv, Some(vec![vec![some("1"), some("a")], vec![some("2"), None]]));
        assert_eq!(listed(&source("CsvSource", "value", texts(&["'a, b'"]))), None);
        assert_eq!(listed(&source("ValueSource", "strings", texts(&["x"]))), Some(vec![vec![some("x")]]));
        assert_eq!(listed(&source("MethodSource", "value", texts(&["m"]))), None);
    }
}
