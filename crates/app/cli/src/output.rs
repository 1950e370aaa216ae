//! Writing results: standard output may be closed, standard error may be gone, and files appear completely or
//! not at all.

use crate::args::Color;
use anyhow::{Context, Result};
use report::style::Style;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The layout of reports.
static STYLE: OnceLock<Style> = OnceLock::new();

/// Sets the colours; called once, before anything is printed.
pub fn set_colour(when: Color) {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let colour = match when {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => std::io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb,
    };
    let wraps = std::io::stdout().is_terminal();
    let _ =
        STYLE.set(Style { colour, wraps, width: width(terminal_size::terminal_size_of(std::io::stdout())) });
}

/// The layout of reports.
pub fn style() -> Style {
    STYLE.get().copied().unwrap_or_default()
}

/// The width of a terminal: COLUMNS if set, otherwise its own, otherwise 80.
pub fn width(terminal: Option<(terminal_size::Width, terminal_size::Height)>) -> usize {
    let columns = std::env::var("COLUMNS").ok().and_then(|text| text.trim().parse::<u16>().ok());
    let width = columns.or(terminal.map(|(width, _)| width.0)).filter(|width| *width > 0);
    width.map_or(Style::default().width, |width| usize::from(width).max(40))
}

/// Set when the reader of standard output has gone.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Prints on standard output. A closed pipe is not an error, since the reader has seen enough: from then on
/// nothing is printed, and [`is_closed`] returns `true`. The exit code remains that of the verdict. A full
/// disk is an error.
pub fn print(text: &str) -> Result<()> {
    print_bytes(text.as_bytes())
}

fn print_bytes(bytes: &[u8]) -> Result<()> {
    if is_closed() {
        return Ok(());
    }
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            CLOSED.store(true, Ordering::Relaxed);
            Ok(())
        }
        result => result.context("cannot write to standard output"),
    }
}

/// Whether the reader of standard output has gone.
pub fn is_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

/// Prints a line on standard error. If that fails, there is no place left to report it.
pub fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// The number of terminal rows that a text takes.
pub fn rows(text: &str) -> usize {
    rows_at(text, terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0)))
}

/// Like [`rows`], on a terminal of this width. Colours take no room.
fn rows_at(text: &str, columns: usize) -> usize {
    let row = |line: &str| {
        let mut is_escape = false;
        let seen = line.chars().filter(|c| {
            let is_part = is_escape || *c == '\x1b';
            is_escape = is_part && *c != 'm';
            !is_part
        });
        report::columns::width(&seen.collect::<String>()).div_ceil(columns.max(1)).max(1)
    };
    text.lines().map(row).sum()
}

/// Clears the last rows of the terminal, unless some of them have scrolled off the screen.
pub fn clear_rows(rows: usize) {
    let height = terminal_size::terminal_size().map_or(0, |(_, height)| usize::from(height.0));
    if 0 < rows && rows < height {
        let _ = print(&format!("\x1b[{rows}A\x1b[J"));
    }
}

/// Fails if `path` cannot be written. Called before a long search rather than after it.
pub fn check_writable(path: &Path) -> Result<()> {
    let Some(file) = replaceable(path) else { return Ok(()) };
    let aside = aside(&file);
    let made = std::fs::write(&aside, "").and_then(|()| std::fs::remove_file(&aside));
    made.with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a file, or standard output for `-`. Writes to a temporary file and renames it, so that the file is
/// complete or absent.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    let content = content.as_ref();
    if path == Path::new("-") {
        return print_bytes(content);
    }
    let written = match replaceable(path) {
        None => std::fs::write(path, content),
        Some(file) => {
            let aside = aside(&file);
            let written = std::fs::write(&aside, content).and_then(|()| std::fs::rename(&aside, &file));
            if written.is_err() {
                let _ = std::fs::remove_file(&aside);
            }
            written
        }
    };
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// The file to be replaced, with symbolic links resolved; `None` for what must be written in place or not at
/// all: standard output, a device, a pipe, a directory.
fn replaceable(path: &Path) -> Option<PathBuf> {
    if path == Path::new("-") {
        return None;
    }
    match std::fs::metadata(path) {
        Ok(kind) if !kind.is_file() => None,
        Ok(_) => std::fs::canonicalize(path).ok(),
        Err(_) => Some(path.to_owned()),
    }
}

fn aside(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(format!(".tmp{}", std::process::id()));
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::rows_at;

    #[test]
    fn colours_take_no_room() {
        assert_eq!(rows_at("\nplain\n\x1b[1;31mviolated\x1b[0m\n", 8), 3);
        assert_eq!(rows_at("\x1b[2m123456789\x1b[0m", 8), 2);
        assert_eq!(rows_at("文字文字文", 8), 2);
    }
}
