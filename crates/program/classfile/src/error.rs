//! What is wrong with a class file, and where.

/// Why bytes are not a class file that this crate accepts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}offset {offset}: {reason}", class.as_ref().map(|name| format!("class {name}: ")).unwrap_or_default())]
pub struct ClassFileError {
    /// The class, if its name was read already.
    pub class: Option<String>,
    /// The position in the file, in bytes from its start.
    pub offset: usize,
    /// What is wrong there.
    pub reason: String,
}

/// The result of reading a part of a class file.
pub(crate) type Result<T> = std::result::Result<T, ClassFileError>;

/// An error of a class whose name is not known (yet).
#[cold]
pub(crate) fn malformed(offset: usize, reason: impl Into<String>) -> ClassFileError {
    ClassFileError { class: None, offset, reason: reason.into() }
}

/// A text of the file, short enough for a message.
pub(crate) fn shown(text: &str) -> String {
    const LIMIT: usize = 120;
    let mut short: String = text.chars().take(LIMIT).flat_map(char::escape_debug).collect();
    if text.chars().nth(LIMIT).is_some() {
        short.push('…');
    }
    format!("\"{short}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_class_offset_and_reason() {
        let error = ClassFileError { class: Some("p/Foo".into()), ..malformed(123, "no such tag") };
        assert_eq!(error.to_string(), "class p/Foo: offset 123: no such tag");
        assert_eq!(malformed(4, "too short").to_string(), "offset 4: too short");
    }

    #[test]
    fn a_long_text_is_cut_and_control_characters_are_escaped() {
        assert_eq!(shown("a\n"), "\"a\\n\"");
        assert_eq!(shown(&"é".repeat(121)), format!("\"{}…\"", "é".repeat(120)));
    }
}
