//! The width and colours of reports.

use crate::columns::wrapped;

/// How text is laid out.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// The width of a line in columns.
    pub width: usize,
    /// Whether to use colours (ANSI escape sequences).
    pub colour: bool,
    /// Whether to wrap sentences, too: helps people, but hinders programs that search for them.
    pub wraps: bool,
}

impl Default for Style {
    /// The style for an unknown terminal.
    fn default() -> Self {
        Style { width: 80, colour: false, wraps: false }
    }
}

/// The role of a piece of text, which determines its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    /// `holds`.
    Good,
    /// `violated`, and violations.
    Bad,
    /// `unknown`, notes, and whatever needs an explanation.
    Doubt,
    /// Details of secondary interest.
    Aside,
    /// Headings.
    Head,
    /// The actions of a thread, by the number of its column.
    Thread(usize),
}

/// Colours of threads; neighbours differ.
const THREADS: [&str; 5] = ["36", "35", "32", "94", "95"];

impl Style {
    /// Paints a text.
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
    /// Formats a sentence that begins with a keyword such as `how:`, on lines of its own.
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

/// Groups the digits of a number by three.
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

/// Formats a count: `1 state`, `12 345 states`.
pub(crate) fn counted(number: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_counted() {
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
