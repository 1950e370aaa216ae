//! How wide a report may be, and its colours.

/// How text is laid out.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// Characters of a line.
    pub width: usize,
    /// Whether colours are wanted (ANSI escape sequences).
    pub colour: bool,
    /// Whether sentences are broken at the width, too: for people, not for programs that look for them.
    pub wraps: bool,
}

impl Default for Style {
    /// A terminal of which nothing is known.
    fn default() -> Self {
        Style { width: 80, colour: false, wraps: false }
    }
}

/// What a piece of text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    /// `holds`.
    Good,
    /// `violated`, and what violates.
    Bad,
    /// `unknown`, notes, and what needs an explanation.
    Doubt,
    /// What is there to be found, not to be read first.
    Aside,
    /// Heads.
    Head,
    /// What a thread does, by the number of its column.
    Thread(usize),
}

/// Colours of threads, so that neighbours differ.
const THREADS: [&str; 5] = ["36", "35", "32", "94", "95"];

impl Style {
    /// Text in its colour.
    pub fn paint(self, paint: Paint, text: &str) -> String {
        let code = match paint {
            Paint::Good => "1;32",
            Paint::Bad => "1;31",
            Paint::Doubt => "33",
            Paint::Aside => "2",
            Paint::Head => "1",
            Paint::Thread(column) => THREADS[column % THREADS.len()],
        };
        match self.colour && !text.trim().is_empty() {
            true => format!("\x1b[{code}m{text}\x1b[0m"),
            false => text.to_owned(),
        }
    }
}

impl Style {
    /// A sentence that begins with a word such as `how:`, on lines of its own.
    pub(crate) fn sentence(self, indent: usize, text: &str) -> String {
        let room = self.width.saturating_sub(indent + 2).max(20);
        let lines = if self.wraps { wrapped(text, room) } else { vec![text.to_owned()] };
        let mut out = String::new();
        for (i, line) in lines.iter().enumerate() {
            out += &format!("{:1$}{line}\n", "", if i == 0 { indent } else { indent + 2 });
        }
        out
    }
}

/// The first so many characters, with `…` for the rest.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// The beginning and the end, with `…` in the middle: what was read or written stands at the end.
pub(crate) fn squeeze(text: &str, width: usize) -> String {
    let length = text.chars().count();
    if length <= width {
        return text.to_owned();
    }
    let end = width.saturating_sub(1) / 3;
    let start = width.saturating_sub(1 + end);
    text.chars().take(start).chain(['…']).chain(text.chars().skip(length - end)).collect()
}

/// Text in lines of at most so many characters, broken at blanks.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                *line += &format!(" {word}");
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A number in groups of three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

/// So many of them: `1 state`, `12 345 states`.
pub(crate) fn counted(number: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_where_least_is_lost() {
        assert_eq!(cut("if (helper == null) {", 10), "if (helpe…");
        assert_eq!(squeeze("read some.very.long.Name → 42", 16), "read some.… → 42");
        assert_eq!(squeeze("short", 5), "short");
        assert_eq!(wrapped("a bc def", 4), ["a bc", "def"]);
        assert_eq!(
            (grouped(999), grouped(12_345), grouped(1_000_000)),
            ("999".into(), "12 345".into(), "1 000 000".into())
        );
        assert_eq!((counted(1, "step"), counted(2000, "step")), ("1 step".into(), "2 000 steps".into()));
    }

    #[test]
    fn colours_are_there_only_if_they_are_wanted() {
        assert_eq!(Style::default().paint(Paint::Bad, "violated"), "violated");
        let colour = Style { colour: true, ..Style::default() };
        assert_eq!(colour.paint(Paint::Good, "holds"), "\u{1b}[1;32mholds\u{1b}[0m");
        assert_eq!(colour.paint(Paint::Good, "  "), "  ");
    }
}
