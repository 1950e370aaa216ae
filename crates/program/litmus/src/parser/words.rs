//! Words with a fixed meaning, and hints about Java constructs that the language does not have.

/// Words that cannot name a variable: Java's keywords and literals (JLS §3.9) and our own.
const RESERVED: &[&str] = &[
    "System",
    "VarHandle",
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "exists",
    "extends",
    "false",
    "filter",
    "final",
    "finally",
    "float",
    "for",
    "forall",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "join",
    "locations",
    "long",
    "monitor",
    "native",
    "new",
    "not",
    "null",
    "package",
    "print",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "start",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "void",
    "volatile",
    "while",
];

/// Whether the word cannot be a name.
pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED.binary_search(&word).is_ok()
}

/// The number in `Thread12` for the prefix `Thread`; too large ones become `u32::MAX`.
pub(super) fn numbered(word: &str, prefix: &str) -> Option<u32> {
    let digits = word.strip_prefix(prefix)?;
    let canonical = digits == "0" || !digits.starts_with('0');
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    (is_number && canonical).then(|| digits.parse().unwrap_or(u32::MAX))
}

/// What to write instead of a Java construct that the language does not have.
pub(super) fn unsupported(text: &str) -> Option<&'static str> {
    Some(match text {
        "for" => "`for` is not supported; write a `while` loop",
        "continue" => "`continue` is not supported; put the rest of the loop body into an `if`",
        "switch" | "case" | "default" => "`switch` is not supported; write `if` and `else`",
        "try" | "catch" | "finally" => "exceptions cannot be caught; a failing statement ends its thread",
        "throw" => "an exception is thrown by the statement `throw new RuntimeException();`",
        "final" => "leave out `final`",
        "double" => {
            "the types are `int`, `boolean`, `long`, `int[]` and classes; for tearing, `long` does what `double` does"
        }
        "var" | "short" | "byte" | "char" | "float" | "String" | "Integer" | "Object" => {
            "the types are `int`, `boolean`, `long`, `int[]` and the classes of the init block"
        }
        "class" => "classes are declared in the init block",
        "this" => "`this` stands in constructors only",
        "static" | "public" | "private" | "protected" => "leave it out",
        "volatile" => "volatile variables are declared in the init block: `volatile int v = 0;`",
        "monitor" => "monitors are declared in the init block: `monitor m;`",
        "else" => "an `else` belongs right behind the statement or block of its `if`",
        "?" => "`? :` is not supported; write `if` and `else`",
        "<<" | ">>" | ">>>" => "shifts are not supported",
        "=" => "an assignment is a statement of its own; equality is written `==`",
        "++" | "--" => "`++` and `--` are statements of their own, as in `r1++;`",
        "/\\" => "`/\\` is for conditions; in threads write `&&`",
        "\\/" => "`\\/` is for conditions; in threads write `||`",
        "=>" => "`=>` is for conditions; in threads write `>=` or `!a || b`",
        "<>" => "in threads write `!=`",
        "->" => "lambdas are not supported",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reserved_words_are_sorted_so_that_they_can_be_searched() {
        assert!(RESERVED.is_sorted());
        assert!(is_reserved("while") && is_reserved("System") && !is_reserved("r1"));
    }

    #[test]
    fn thread_names_have_a_number_without_leading_zeros() {
        assert_eq!(numbered("Thread12", "Thread"), Some(12));
        assert_eq!(numbered("Thread0", "Thread"), Some(0));
        assert_eq!(numbered("T99999999999", "T"), Some(u32::MAX));
        for word in ["Thread", "Thread01", "Thread1a", "P1", "Thread-1"] {
            assert_eq!(numbered(word, "Thread"), None, "{word}");
        }
    }
}
