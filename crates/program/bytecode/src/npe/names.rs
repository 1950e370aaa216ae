//! Names of classes, methods and parameters as HotSpot writes them in messages.

use classfile::MemberRef;
use std::borrow::Cow;

use crate::kind;

/// A class: dots for slashes, and no package for `Object` and `String`.
pub(super) fn class(internal: &str) -> Cow<'_, str> {
    match internal {
        "java/lang/Object" => "Object".into(),
        "java/lang/String" => "String".into(),
        _ if internal.contains('/') => internal.replace('/', ".").into(),
        _ => internal.into(),
    }
}

/// A method with its class and the types of its parameters.
pub(super) fn method(member: &MemberRef<'_>) -> Option<String> {
    let mut text = format!("{}.{}(", class(member.class), member.name);
    let mut rest = member.descriptor.strip_prefix('(')?;
    let mut separator = "";
    while !rest.starts_with(')') {
        text.push_str(separator);
        rest = push_type(&mut text, rest)?;
        separator = ", ";
    }
    text.push(')');
    Some(text)
}

/// Writes the first type of a descriptor and returns the rest.
fn push_type<'a>(text: &mut String, descriptor: &'a str) -> Option<&'a str> {
    let element = descriptor.trim_start_matches('[');
    let dimensions = descriptor.len() - element.len();
    let mut rest = element.get(1..)?;
    match element.as_bytes().first()? {
        b'B' => text.push_str("byte"),
        b'C' => text.push_str("char"),
        b'D' => text.push_str("double"),
        b'F' => text.push_str("float"),
        b'I' => text.push_str("int"),
        b'J' => text.push_str("long"),
        b'S' => text.push_str("short"),
        b'Z' => text.push_str("boolean"),
        b'L' => {
            let (name, after) = rest.split_once(';')?;
            // Among parameters HotSpot shortens whatever begins like `Object` or `String`: `StringBuilder` as
            // well.
            let trimmed = name.strip_prefix("java/lang/");
            let short = trimmed.filter(|short| short.starts_with("Object") || short.starts_with("String"));
            text.push_str(&short.unwrap_or(name).replace('/', "."));
            rest = after;
        }
        _ => return None,
    }
    (0..dimensions).for_each(|_| text.push_str("[]"));
    Some(rest)
}

/// The number, from 1, of the parameter that is passed in slot `local`, either half of it.
pub(super) fn parameter_at(descriptor: &str, is_static: bool, local: u16) -> Option<usize> {
    let slot = usize::from(local).checked_sub(usize::from(!is_static))?;
    let mut slots = Vec::new();
    kind::of_method(descriptor, &mut slots)?;
    slots.get(slot)?;
    let starts = slots.iter().take(slot + 1).filter(|&&kind| kind != kind::Kind::Top2);
    Some(starts.count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_numbered_from_one_and_wide_ones_have_two_slots() {
        let of = |is_static, local| parameter_at("(JILA;D)V", is_static, local);
        assert_eq!(
            [0, 1, 2, 3, 4, 5, 6].map(|local| of(true, local)),
            [1, 1, 2, 3, 4, 4, 0].map(|n| Some(n).filter(|&n| n > 0))
        );
        assert_eq!([0, 1, 2, 3].map(|local| of(false, local)), [None, Some(1), Some(1), Some(2)]);
    }

    #[test]
    fn names_are_shortened_exactly_where_hotspot_does() {
        let name =
            |class, descriptor| method(&MemberRef { class, name: "m", descriptor, is_interface: false });
        assert_eq!(name("java/lang/String", "()V").as_deref(), Some("String.m()"));
        assert_eq!(
            name(
                "java/lang/StringBuilder",
                "(Ljava/lang/StringBuilder;[[Ljava/lang/Object;Lx/java/lang/String;[J)V"
            )
            .as_deref(),
            Some("java.lang.StringBuilder.m(StringBuilder, Object[][], x.java.lang.String, long[])")
        );
        assert_eq!(name("A", "(X)V"), None);
        assert_eq!(name("A", "("), None);
    }
}
