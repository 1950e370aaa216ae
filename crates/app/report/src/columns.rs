//! Text in columns: how much room it takes on a terminal, how it is cut to fit, and tables.
//!
//! A terminal shows most Chinese, Japanese and Korean characters and emoji in two columns, and combining
//! marks in none (Unicode Standard Annex 11, by the crate `unicode-width`). All alignment uses this module,
//! and never counts characters.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The number of columns that a text takes. It must not contain colours or control characters.
pub fn width(text: &str) -> usize {
    text.width()
}

/// The alignment of a cell in its column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// At the left.
    Left,
    /// At the right, for numbers.
    Right,
}

impl Align {
    /// Pads a text with blanks to a width.
    pub fn pad(self, text: &str, to: usize) -> String {
        let blanks = to.saturating_sub(width(text));
        match self {
            Align::Left => format!("{text}{:blanks$}", ""),
            Align::Right => format!("{:blanks$}{text}", ""),
        }
    }
}

/// The columns of a table, from left to right.
#[derive(Debug, Clone)]
pub struct Columns(Vec<(Align, usize)>);

impl Columns {
    /// Columns of fixed widths.
    pub fn of_widths(columns: impl IntoIterator<Item = (Align, usize)>) -> Columns {
        Columns(columns.into_iter().collect())
    }

    /// Formats a line of cells, separated by two blanks, without trailing blanks. A cell that does not fit
    /// shifts those after it.
    pub fn line<C: AsRef<str>>(&self, cells: &[C]) -> String {
        let cells = cells.iter().zip(&self.0).map(|(cell, (align, to))| align.pad(cell.as_ref(), *to));
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    }
}

/// Formats rows in columns that are as wide as their widest cells.
pub fn table<C: AsRef<str>>(aligned: impl Fn(usize) -> Align, rows: &[Vec<C>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |c: usize| rows.iter().filter_map(|row| row.get(c)).map(|cell| width(cell.as_ref())).max();
    let columns = Columns::of_widths((0..count).map(|c| (aligned(c), widest(c).unwrap_or(0))));
    rows.iter().map(|row| columns.line(row)).collect()
}

/// The longest prefix that takes at most `room` columns.
fn beginning(text: &str, room: usize) -> &str {
    let mut used = 0;
    let over = text.char_indices().find(|(_, c)| {
        used += columns_of(*c);
        used > room
    });
    let mut start = over.map_or(text, |(end, _)| &text[..end]);
    // A combining mark may widen the character before it.
    while width(start) > room {
        start = &start[..start.floor_char_boundary(start.len() - 1)];
    }
    start
}

/// The longest suffix that takes at most `room` columns.
fn end(text: &str, room: usize) -> &str {
    let mut used = 0;
    let over = text.char_indices().rev().find(|(_, c)| {
        used += columns_of(*c);
        used > room
    });
    let rest = over.map_or(text, |(at, c)| &text[at + c.len_utf8()..]);
    // Drop marks whose character was cut off.
    let mut rest = rest.trim_start_matches(|c| columns_of(c) == 0);
    while width(rest) > room {
        rest = &rest[rest.ceil_char_boundary(1)..];
    }
    rest
}

fn columns_of(c: char) -> usize {
    c.width().unwrap_or(1)
}

/// Cuts a text to `room` columns, with `…` for the rest.
pub fn cut(text: &str, room: usize) -> String {
    match width(text) <= room {
        true => text.to_owned(),
        false => format!("{}…", beginning(text, room.saturating_sub(1))),
    }
}

/// Cuts out the middle, with `…` in its place: the value read or written is at the end.
pub(crate) fn squeeze(text: &str, room: usize) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let last = room.saturating_sub(1) / 3;
    let first = room.saturating_sub(1 + last);
    format!("{}…{}", beginning(text, first), end(text, last))
}

/// Wraps a text at blanks into lines of at most `room` columns.
pub(crate) fn wrapped(text: &str, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= room => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
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
    }

    #[test]
    fn wide_characters_take_two_columns_and_marks_none() {
        assert_eq!((width("文字"), width("e\u{301}"), width("ａ"), width("👩‍💻")), (4, 1, 2, 2));
        assert_eq!(Align::Left.pad("文", 4), "文  ");
        assert_eq!(Align::Right.pad("e\u{301}", 3), "  e\u{301}");
        assert_eq!(wrapped("文字 文字", 8), ["文字", "文字"]);
        assert_eq!(wrapped("e\u{301}e\u{301} e\u{301}", 4), ["e\u{301}e\u{301} e\u{301}"]);
    }

    #[test]
    fn what_is_cut_fits_and_keeps_marks_with_their_letters() {
        assert_eq!(cut("文字文字", 6), "文字…");
        assert_eq!(cut("文字文字", 7), "文字文…");
        assert_eq!(cut("xe\u{301}yz", 3), "xe\u{301}…");
        assert_eq!(squeeze("文字文字文字文字", 10), "文字文…字");
        assert_eq!(squeeze("abcdefghie\u{301}", 4), "ab…e\u{301}");
        // The variation selector turns the character before it into a wide emoji.
        let hearts = "❤\u{fe0f}".repeat(9);
        for text in [hearts.as_str(), "文字文字e\u{301}e\u{301}文👩‍💻👩‍💻", "\u{301}\u{301}文文文"]
        {
            for room in 1..12 {
                assert!(width(&cut(text, room)) <= room, "{text:?} in {room}");
                assert!(width(&squeeze(text, room)) <= room, "{text:?} in {room}");
            }
        }
    }

    #[test]
    fn the_columns_of_a_table_begin_below_each_other() {
        let rows = [vec!["name", "n", "what"], vec!["文字", "10", "b"], vec!["e\u{301}", "7", ""]];
        let right = |i| if i == 1 { Align::Right } else { Align::Left };
        assert_eq!(table(right, &rows), "name   n  what\n文字  10  b\ne\u{301}      7\n");
        let short = [vec!["a"], vec!["b", "c"]];
        assert_eq!(table(|_| Align::Left, &short), "a\nb  c\n");
    }
}
