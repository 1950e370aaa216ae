//! Lines in columns: one column per thread if the terminal is wide enough, otherwise one for all.

use crate::columns::{Align, squeeze, width};
use crate::printable::clean;
use crate::style::{Paint, Style};
use event::ThreadId;
use std::fmt::Write;
use verify::Explainable;

/// The width of the step numbers, including their indentation.
const NUMBERS: usize = 5;

/// Numbered lines, each in the column of its thread.
pub(crate) fn layout(program: &impl Explainable, lines: &[(ThreadId, String)], style: Style) -> String {
    let names: Vec<String> =
        (0..program.thread_count()).map(|t| clean(&program.thread_name(ThreadId(t as u16)))).collect();
    let lines: Vec<(usize, String)> =
        lines.iter().map(|(thread, text)| (thread.index(), clean(text))).collect();
    let widest = |t: usize| {
        let here = lines.iter().filter(|(thread, _)| *thread == t).map(|(_, text)| width(text));
        here.chain([width(&names[t])]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..names.len()).map(widest).collect();
    if NUMBERS + widths.iter().map(|width| 2 + width).sum::<usize>() > style.width {
        return narrow(&names, &lines, style);
    }
    let mut out = String::new();
    let head = names.iter().zip(&widths).map(|(name, to)| format!("  {}", Align::Left.pad(name, *to)));
    let head: String = head.collect();
    let _ = writeln!(out, "{:NUMBERS$}{}", "", style.paint(Paint::Head, head.trim_end()));
    for (i, (thread, text)) in lines.iter().enumerate() {
        let before: usize = widths.iter().take(*thread).map(|width| 2 + width).sum();
        let text = style.paint(Paint::Thread(*thread), text);
        let _ = writeln!(out, "{:>NUMBERS$}{:before$}  {text}", i + 1, "");
    }
    out
}

/// Numbered lines, each with the name of its thread.
fn narrow(names: &[String], lines: &[(usize, String)], style: Style) -> String {
    let most = style.width / 4;
    let names: Vec<String> = names.iter().map(|name| squeeze(name, most)).collect();
    let widest = names.iter().map(|name| width(name)).max().unwrap_or(0);
    let room = style.width.saturating_sub(NUMBERS + 2 + widest + 2);
    let mut out = String::new();
    for (i, (thread, text)) in lines.iter().enumerate() {
        let name = names.get(*thread).map_or("", String::as_str);
        let text = format!("{}  {}", Align::Left.pad(name, widest), squeeze(text, room));
        let _ =
            writeln!(out, "{:>NUMBERS$}  {}", i + 1, style.paint(Paint::Thread(*thread), text.trim_end()));
    }
    out
}
