//! Kinds of slots, and the kinds in a descriptor (JVMS §4.3).

/// What a slot of a frame holds. A long or double occupies two slots: the value is in the first, the second
/// is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Nothing that the code may read: never written, or written differently on different paths.
    Unusable,
    /// A boolean, byte, char, short or int.
    Int,
    /// A float.
    Float,
    /// The first slot of a long.
    Long,
    /// The first slot of a double.
    Double,
    /// The second slot of a long or double.
    Top2,
    /// A reference or null; whether the object is initialised is not known.
    Ref,
}

impl Kind {
    /// Whether a value of this kind takes two slots.
    #[must_use]
    pub fn is_wide(self) -> bool {
        matches!(self, Kind::Long | Kind::Double)
    }

    /// The kind for a letter of the opcode table.
    pub(crate) fn of_letter(letter: u8) -> Option<Kind> {
        match letter {
            b'I' => Some(Kind::Int),
            b'F' => Some(Kind::Float),
            b'J' => Some(Kind::Long),
            b'D' => Some(Kind::Double),
            b'A' => Some(Kind::Ref),
            _ => None,
        }
    }

    /// Appends the slots of a value of this kind.
    pub(crate) fn push_to(self, slots: &mut Vec<Kind>) {
        slots.push(self);
        if self.is_wide() {
            slots.push(Kind::Top2);
        }
    }
}

/// The kind of a field descriptor; `None` if it is malformed.
#[must_use]
pub fn of_field(descriptor: &str) -> Option<Kind> {
    match split(descriptor.as_bytes())? {
        (kind, []) => Some(kind),
        _ => None,
    }
}

/// What a method returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    /// Nothing.
    Void,
    /// A value of this kind.
    Value(Kind),
}

/// Appends the slots of the arguments of a method descriptor and returns what the method returns; `None` if
/// it is malformed.
pub fn of_method(descriptor: &str, arguments: &mut Vec<Kind>) -> Option<Returns> {
    let mut rest = descriptor.as_bytes().strip_prefix(b"(")?;
    while rest.first() != Some(&b')') {
        let (kind, after) = split(rest)?;
        kind.push_to(arguments);
        rest = after;
    }
    match rest.get(1..)? {
        b"V" => Some(Returns::Void),
        result => match split(result)? {
            (kind, []) => Some(Returns::Value(kind)),
            _ => None,
        },
    }
}

/// Splits one type off the front.
fn split(text: &[u8]) -> Option<(Kind, &[u8])> {
    let (&first, rest) = text.split_first()?;
    match first {
        b'B' | b'C' | b'S' | b'Z' | b'I' => Some((Kind::Int, rest)),
        b'F' => Some((Kind::Float, rest)),
        b'J' => Some((Kind::Long, rest)),
        b'D' => Some((Kind::Double, rest)),
        b'L' => class_name_end(rest).map(|rest| (Kind::Ref, rest)),
        b'[' => {
            let dimensions = rest.iter().take_while(|&&b| b == b'[').count();
            let (&element, rest) = rest.get(dimensions..)?.split_first()?;
            match element {
                b'B' | b'C' | b'S' | b'Z' | b'I' | b'F' | b'J' | b'D' => Some((Kind::Ref, rest)),
                b'L' => class_name_end(rest).map(|rest| (Kind::Ref, rest)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The rest after a class name and its semicolon.
fn class_name_end(text: &[u8]) -> Option<&[u8]> {
    let end = text.iter().position(|&b| b == b';').filter(|&end| end > 0)?;
    text.get(end + 1..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_descriptor_gives_a_slot_per_argument_and_two_for_wide_ones() {
        use Kind::{Double, Float, Int, Long, Ref, Top2};
        let mut slots = Vec::new();
        let returns = of_method("(ZJLjava/lang/String;[[D[LA;DF)S", &mut slots);
        assert_eq!(returns, Some(Returns::Value(Int)));
        assert_eq!(slots, [Int, Long, Top2, Ref, Ref, Ref, Double, Top2, Float]);
        assert_eq!(of_method("()V", &mut Vec::new()), Some(Returns::Void));
    }

    #[test]
    fn malformed_descriptors_are_refused() {
        for bad in ["", "(", "()", "(V)V", "()VV", "(I", "([)V", "(L;)V", "(LA)V", "()[V", "I", "()II"] {
            assert_eq!(of_method(bad, &mut Vec::new()), None, "{bad}");
        }
        for bad in ["", "V", "II", "[", "LA", "L;", "[V"] {
            assert_eq!(of_field(bad), None, "{bad}");
        }
        assert_eq!(of_field("[J"), Some(Kind::Ref));
    }
}
