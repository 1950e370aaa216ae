//! What a run printed, as text to keep beside the program, and the comparison with it.
//!
//! ```text
//! # source 0123456789abcdef
//! <standard output>
//! --- exit N
//! --- stderr
//! <standard error>
//! ```
//!
//! Everything is verbatim, except that stack frames inside the JDK lose their file and line, which change
//! with every update of a JDK: `at java.base/java.util.List.of(JDK)`. The hash in the first line is that of
//! the source, so that a recording older than its program is noticed.

use super::process::Ended;
use super::program::{Program, entries, file_name};
use std::path::{Path, PathBuf};

/// Packages whose stack frames are the JDK's own.
const JDK_PACKAGES: [&str; 5] = ["java.", "javax.", "jdk.", "sun.", "com.sun."];

/// The text of a recording.
pub fn render(program: &Program, ended: &Ended) -> String {
    let text = |bytes: &[u8]| without_jdk_lines(&String::from_utf8_lossy(bytes));
    let (out, err) = (text(&ended.out), text(&ended.err));
    let (gap, note) = if out.is_empty() || out.ends_with('\n') {
        ("", "")
    } else {
        ("\n", " (no newline at the end of stdout)")
    };
    let status = match ended.status {
        _ if ended.timed_out => "timeout".to_owned(),
        Some(status) => status.to_string(),
        None => "signal".to_owned(),
    };
    format!("{}\n{out}{gap}--- exit {status}{note}\n--- stderr\n{err}", first_line(&program.source))
}

/// The line that ties a recording to the text of its program.
pub fn first_line(source: &str) -> String {
    format!("# source {:016x}", hash(source))
}

/// FNV-1a with 64 bits.
fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

fn without_jdk_lines(text: &str) -> String {
    text.split_inclusive('\n')
        .map(|line| match jdk_frame(line) {
            Some(frame) => format!("{frame}(JDK){}", if line.ends_with('\n') { "\n" } else { "" }),
            None => line.to_owned(),
        })
        .collect()
}

/// The part of a line before the file, if it is a stack frame inside the JDK.
fn jdk_frame(line: &str) -> Option<&str> {
    let (_, frame) = line.trim_end().split_once("at ").filter(|(before, _)| before.trim().is_empty())?;
    let method = frame.rsplit_once('/').map_or(frame, |(_, method)| method);
    let inside = JDK_PACKAGES.iter().any(|package| method.starts_with(package));
    let open = line.find('(').filter(|_| inside && frame.ends_with(')'))?;
    Some(&line[..open])
}

/// The file for a recording: of one release where the releases differ, else of all.
pub fn file(program: &Program, release: Option<u32>) -> PathBuf {
    let extension = release.map_or("out".to_owned(), |release| format!("{release}.out"));
    program.path.with_extension(extension)
}

/// The recordings that a run on this release may match: the one of all releases or of this one; for a release
/// that was never recorded, any.
pub fn expected(program: &Program, release: u32) -> Result<Vec<PathBuf>, String> {
    let all = recordings(program)?;
    let of = |release| file(program, release);
    let exact = [of(None), of(Some(release))].into_iter().find(|path| all.contains(path));
    let found = exact.map_or(all, |path| vec![path]);
    if found.is_empty() {
        return Err(format!("{}: has no recording; run `cargo xtask java --record`", program.title()));
    }
    Ok(found)
}

/// All recordings beside a program.
pub fn recordings(program: &Program) -> Result<Vec<PathBuf>, String> {
    let folder = program.path.parent().unwrap_or(Path::new("."));
    let ours = |path: &PathBuf| {
        let name = file_name(path);
        let middle = name.strip_prefix(program.name.as_str()).and_then(|rest| rest.strip_suffix("out"));
        middle.is_some_and(|dots| {
            dots == "." || dots.trim_matches('.').parse::<u32>().is_ok_and(|n| dots == format!(".{n}."))
        })
    };
    Ok(entries(folder)?.into_iter().filter(ours).collect())
}

/// Compares a run with the recordings for its release; the error is human-readable.
pub fn compare(program: &Program, release: u32, got: &str) -> Result<(), String> {
    let mut complaint = None;
    for path in expected(program, release)? {
        let want = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        if want.lines().next() != Some(first_line(&program.source).as_str()) {
            let what = "is older than its program; run `cargo xtask java --record`";
            return Err(format!("{}: {} {what}", program.title(), file_name(&path)));
        }
        if want == got {
            return Ok(());
        }
        let difference = difference(&want, got);
        complaint.get_or_insert(format!("{}: not as in {}\n{difference}", program.title(), file_name(&path)));
    }
    Err(complaint.unwrap_or_default())
}

/// The number of lines of a difference that are shown.
const SHOWN: usize = 8;
/// The number of characters of a line that are shown.
const WIDTH: usize = 160;

/// The differing lines: `-` expected, `+` actual. If the numbers of lines are equal, only those that differ
/// are shown.
fn difference(want: &str, got: &str) -> String {
    let (want, got): (Vec<&str>, Vec<&str>) = (want.lines().collect(), got.lines().collect());
    let same = want.iter().zip(&got).take_while(|(a, b)| a == b).count();
    let same_end =
        want[same..].iter().rev().zip(got[same..].iter().rev()).take_while(|(a, b)| a == b).count();
    let mut wanted = want[same..want.len() - same_end].to_vec();
    let mut came = got[same..got.len() - same_end].to_vec();
    if wanted.len() == came.len() {
        (wanted, came) = wanted.iter().zip(&came).filter(|(a, b)| a != b).unzip();
    }
    // Of long lines, show the part around the first difference that any pair of lines has.
    let agreeing = |(a, b): (&&str, &&str)| a.chars().zip(b.chars()).take_while(|(x, y)| x == y).count();
    let start = wanted.iter().zip(&came).map(agreeing).min().unwrap_or(0).saturating_sub(WIDTH / 3);
    let place = format!("    at line {} of the recording\n", same + 1);
    let before = same.checked_sub(1).map_or(String::new(), |line| format!("      {}\n", cut(want[line], 0)));
    place + &before + &section(&wanted, '-', start) + &section(&came, '+', start)
}

fn section(lines: &[&str], sign: char, start: usize) -> String {
    let mut text: String =
        lines.iter().take(SHOWN).map(|line| format!("    {sign} {}\n", cut(line, start))).collect();
    if lines.len() > SHOWN {
        text += &format!("    {sign} … {} more lines\n", lines.len() - SHOWN);
    }
    text
}

/// At most [`WIDTH`] characters of a line; a line that ends before `start` is shown from its beginning.
fn cut(line: &str, start: usize) -> String {
    let length = line.chars().count();
    let start = if length <= WIDTH || length < start { 0 } else { start };
    let part: String = line.chars().skip(start).take(WIDTH).collect();
    let (left, right) = (if start > 0 { "…" } else { "" }, if start + WIDTH < length { "…" } else { "" });
    format!("{left}{part}{right}")
}

#[cfg(test)]
mod tests {
    use super::super::program::Directives;
    use super::*;

    fn program() -> Program {
        let directives = Directives { args: vec![], jdk: 17, exit: 0, javac: vec![] };
        let source = "class A {}\n".to_owned();
        Program { path: "g/A.java".into(), group: "g".into(), name: "A".into(), source, directives }
    }

    fn ended(out: &str, err: &str) -> Ended {
        Ended { status: Some(1), timed_out: false, out: out.into(), err: err.into() }
    }

    #[test]
    fn keeps_both_streams_and_the_status_and_tells_a_missing_newline() {
        let head = first_line(&program().source);
        let text = render(&program(), &ended("a\n", "b"));
        assert_eq!(text, format!("{head}\na\n--- exit 1\n--- stderr\nb"));
        let text = render(&program(), &ended("a", ""));
        assert_eq!(text, format!("{head}\na\n--- exit 1 (no newline at the end of stdout)\n--- stderr\n"));
    }

    #[test]
    fn only_frames_inside_the_jdk_lose_their_line() {
        let trace = "Exception in thread \"main\" java.lang.Error: at java.base/x(y)\n\tat java.base/java.util.A.b(A.java:3)\n\
                     \t\tat java.base/jdk.internal.C.<init>(Native Method)\n\tat A.main(A.java:5)\n\tat javax0.B.c(B.java:1)\n";
        let expected = "Exception in thread \"main\" java.lang.Error: at java.base/x(y)\n\tat java.base/java.util.A.b(JDK)\n\
                        \t\tat java.base/jdk.internal.C.<init>(JDK)\n\tat A.main(A.java:5)\n\tat javax0.B.c(B.java:1)\n";
        assert_eq!(without_jdk_lines(trace), expected);
    }

    #[test]
    fn the_hash_is_fnv_1a() {
        assert_eq!((hash(""), hash("a")), (0xcbf2_9ce4_8422_2325, 0xaf63_dc4c_8601_ec8c));
    }

    #[test]
    fn a_difference_shows_what_was_wanted_and_what_came() {
        let text = difference("a\nb\nc\n", "a\nx\ny\nc\n");
        assert_eq!(text, "    at line 2 of the recording\n      a\n    - b\n    + x\n    + y\n");
        let text = difference("1\n2\n3\n", "x\n2\ny\n");
        assert_eq!(text, "    at line 1 of the recording\n    - 1\n    - 3\n    + x\n    + y\n");
    }

    #[test]
    fn of_a_long_line_the_part_that_differs_is_shown() {
        let line = |tail: &str| format!("{}{tail}{}", "a".repeat(500), "z".repeat(500));
        let text = difference(&line("want"), &line("got"));
        assert!(text.contains("aawantzz") && text.contains("aagotzz"), "{text}");
        assert!(text.chars().count() < 2 * (WIDTH + 60), "{text}");
    }
}
