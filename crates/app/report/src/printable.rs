//! Makes text from a program harmless for a terminal.

/// Escapes control characters (except line ends) and characters that change the writing direction, so that a
/// test cannot colour, overwrite or reorder the output around it.
pub fn printable(text: &str) -> String {
    let turns =
        |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push(c),
            '\t' => out.push(' '),
            '\r' => {}
            c if c.is_control() || turns(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out
}

/// The most characters from a program that are shown on one line.
const LONGEST: usize = 1000;

/// Like `printable`, for a name or a message: always one line, of limited length.
pub fn clean(text: &str) -> String {
    let mut out = String::new();
    for (i, line) in text.split('\n').enumerate() {
        if i > 0 {
            out += "\\n";
        }
        out += &printable(&line.chars().take(LONGEST + 1).collect::<String>());
        if out.chars().count() > LONGEST {
            return out.chars().take(LONGEST).chain(['…']).collect();
        }
    }
    out
}

/// Quotes a text for a shell.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_what_could_fool_a_terminal_and_keeps_the_rest() {
        assert_eq!(
            printable("a\u{1b}[31m é → 😀\r\nb\tc\u{202e}\u{7}"),
            "a\\u{1b}[31m é → 😀\nb c\\u{202e}\\u{7}"
        );
    }

    #[test]
    fn a_name_is_one_line_of_bounded_length() {
        assert_eq!(clean("worker\n0 violations\u{1b}[2K"), "worker\\n0 violations\\u{1b}[2K");
        assert_eq!(clean(&"n".repeat(100_000)).chars().count(), LONGEST + 1);
        assert_eq!(clean(&"\n".repeat(100_000)).chars().count(), LONGEST + 1);
    }
}
