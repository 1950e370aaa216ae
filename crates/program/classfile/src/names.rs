//! Well-formed names and descriptors (JVMS §4.2, §4.3).
//!
//! Today's rules (any character but a few) are applied to all majors; before major 49 the JVMS requires Java
//! identifiers, which is stricter, and only HotSpot still enforces that.

/// The maximum number of dimensions of an array type (JVMS §4.3.2).
const MAX_DIMENSIONS: usize = 255;

/// The maximum number of argument slots of a method, including the receiver (JVMS §4.3.3).
pub(crate) const MAX_ARGUMENT_SLOTS: u16 = 255;

/// Whether `name` is a valid name of a field or a local variable (JVMS §4.2.2).
pub(crate) fn is_unqualified_name(name: &str) -> bool {
    !name.is_empty() && !name.bytes().any(|b| matches!(b, b'.' | b';' | b'[' | b'/'))
}

/// Whether `name` is a valid name of a method: `<init>` and `<clinit>` are the only names with angle
/// brackets.
pub(crate) fn is_method_name(name: &str) -> bool {
    match name.as_bytes().first() {
        Some(b'<') => matches!(name, "<init>" | "<clinit>"),
        _ => !name.is_empty() && !name.bytes().any(|b| matches!(b, b'.' | b';' | b'[' | b'/' | b'<' | b'>')),
    }
}

/// Whether `name` is the internal name of a class or interface, such as `java/lang/Object`; not an array.
pub fn is_class_name(name: &str) -> bool {
    class_name_length(name.as_bytes()) == Some(name.len())
}

/// The length of the class name at the start of `text`: up to the first character that cannot be in a class
/// name.
fn class_name_length(text: &[u8]) -> Option<usize> {
    let mut previous = b'/';
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'.' | b';' | b'[' => return (previous != b'/').then_some(at),
            b'/' if previous == b'/' => return None,
            _ => previous = byte,
        }
    }
    (previous != b'/').then_some(text.len())
}

/// Whether `name` is valid in a `CONSTANT_Class`: a class name or an array type.
pub(crate) fn is_class_or_array_name(name: &str) -> bool {
    if name.starts_with('[') { is_field_descriptor(name) } else { is_class_name(name) }
}

/// Whether `descriptor` is a field descriptor.
pub fn is_field_descriptor(descriptor: &str) -> bool {
    field_type(descriptor.as_bytes()).is_some_and(|(_, length)| length == descriptor.len())
}

/// Whether `descriptor` is a method descriptor; the number of its arguments is not bounded here.
pub fn is_method_descriptor(descriptor: &str) -> bool {
    argument_slots(descriptor).is_some()
}

/// The number of local variables that the arguments of a method descriptor take, without the receiver: two
/// for `long` and `double`. `None` if it is not a method descriptor.
pub fn argument_slots(descriptor: &str) -> Option<u16> {
    let mut rest = descriptor.as_bytes().strip_prefix(b"(")?;
    let mut slots: u16 = 0;
    loop {
        if let Some(result) = rest.strip_prefix(b")") {
            let is_fine =
                result == b"V" || field_type(result).is_some_and(|(_, length)| length == result.len());
            return is_fine.then_some(slots);
        }
        let (size, length) = field_type(rest)?;
        // Up to two slots per byte may overflow, but it only matters whether there are more than 255.
        slots = slots.saturating_add(size);
        rest = &rest[length..];
    }
}

/// The number of dimensions of the array type `name`; 0 for a class name.
pub(crate) fn dimensions(name: &str) -> usize {
    leading_brackets(name.as_bytes())
}

fn leading_brackets(text: &[u8]) -> usize {
    text.iter().take_while(|&&byte| byte == b'[').count()
}

/// The type at the start of `text`: the number of slots of its values, and its length in bytes.
fn field_type(text: &[u8]) -> Option<(u16, usize)> {
    let dimensions = leading_brackets(text);
    if dimensions > MAX_DIMENSIONS {
        return None;
    }
    let (size, length) = match text.get(dimensions)? {
        b'B' | b'C' | b'F' | b'I' | b'S' | b'Z' => (1, 1),
        b'D' | b'J' => (2, 1),
        b'L' => {
            let length = class_name_length(&text[dimensions + 1..])?;
            if text.get(dimensions + 1 + length) != Some(&b';') {
                return None;
            }
            (1, length + 2)
        }
        _ => return None,
    };
    Some((if dimensions == 0 { size } else { 1 }, dimensions + length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_names_are_segments_between_slashes() {
        for good in ["A", "java/lang/Object", "a/b$c-d", "Größe", "a b", "<x>"] {
            assert!(is_class_name(good), "{good}");
        }
        for bad in ["", "/", "/A", "A/", "a//b", "a.b", "a;", "[I", "La;"] {
            assert!(!is_class_name(bad), "{bad}");
        }
    }

    #[test]
    fn angle_brackets_are_only_for_the_two_initializers() {
        for good in ["<init>", "<clinit>", "f", "lambda$0", "a-b"] {
            assert!(is_method_name(good), "{good}");
        }
        for bad in ["", "<f>", "a<b", "a>b", "a.b", "a;b", "a[b", "a/b", "<init"] {
            assert!(!is_method_name(bad), "{bad}");
        }
        assert!(is_unqualified_name("<f>"));
    }

    #[test]
    fn field_descriptors_are_one_type_and_nothing_more() {
        for good in ["I", "J", "[[D", "Ljava/lang/Object;", "[La;"] {
            assert!(is_field_descriptor(good), "{good}");
        }
        for bad in ["", "V", "II", "[", "[V", "L;", "La", "La;I", "L[I;", "()V", "X"] {
            assert!(!is_field_descriptor(bad), "{bad}");
        }
        assert!(is_field_descriptor(&format!("{}I", "[".repeat(255))));
        assert!(!is_field_descriptor(&format!("{}I", "[".repeat(256))));
    }

    #[test]
    fn arguments_are_counted_in_slots() {
        assert_eq!(argument_slots("()V"), Some(0));
        assert_eq!(argument_slots("(IJ[J[[DLa;D)[I"), Some(8));
        for bad in ["", "(", "()", "()VV", "(V)V", "(I", "I", "()X", "(La)V"] {
            assert_eq!(argument_slots(bad), None, "{bad}");
        }
    }
}
