//! Lines in columns, one per thread.

use crate::printable::printable;
use event::ThreadId;
use std::fmt::Write;
use verify::Subject;

/// Numbered lines, each in the column of its thread.
pub(crate) fn layout(program: &impl Subject, lines: &[(ThreadId, String)]) -> String {
    let threads = program.thread_count();
    let width = |t: usize| {
        let here =
            lines.iter().filter(|(thread, _)| thread.index() == t).map(|(_, text)| text.chars().count());
        here.chain(std::iter::once(program.thread_name(ThreadId(t as u16)).len())).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..threads).map(width).collect();
    let mut out = String::new();
    let row = |out: &mut String, number: &str, cells: Vec<String>| {
        let mut line = format!("  {number:>3}");
        cells.iter().zip(&widths).for_each(|(cell, width)| {
            let _ = write!(line, "  {cell:width$}");
        });
        let _ = writeln!(out, "{}", line.trim_end());
    };
    row(&mut out, "", (0..threads).map(|t| program.thread_name(ThreadId(t as u16))).collect());
    for (i, (thread, text)) in lines.iter().enumerate() {
        let cell = |t: usize| if t == thread.index() { text.clone() } else { String::new() };
        row(&mut out, &(i + 1).to_string(), (0..threads).map(cell).collect());
    }
    printable(&out)
}
