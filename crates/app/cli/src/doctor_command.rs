//! `thinair doctor`: what of this machine thinair would use, and what is missing.

use crate::program::{cache_folder, javac};
use crate::{ERROR, output, watch};
use anyhow::Result;
use report::columns::{self, Align};
use std::path::Path;

/// A line: whether it is well, its name, and what was found.
struct Line {
    mark: &'static str,
    name: &'static str,
    found: String,
    hint: Option<&'static str>,
}

impl Line {
    fn good(name: &'static str, found: String) -> Line {
        Line { mark: "ok", name, found, hint: None }
    }

    fn bad(mark: &'static str, name: &'static str, found: String, hint: &'static str) -> Line {
        Line { mark, name, found, hint: Some(hint) }
    }
}

/// Prints what there is. Returns 2 if Java programs cannot be checked.
pub fn run() -> Result<u8> {
    let mut lines = vec![Line::good("thinair", env!("CARGO_PKG_VERSION").to_owned())];
    lines.extend(jdks());
    lines.push(cache());
    lines.push(memory());
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    lines.push(Line::good("processors", format!("{processors} (--workers uses several)")));
    let rows: Vec<[&str; 3]> = lines.iter().map(|line| [line.mark, line.name, &*line.found]).collect();
    let rows: Vec<Vec<&str>> = rows.iter().map(|row| row.to_vec()).collect();
    let table = columns::table(|_| Align::Left, &rows);
    for (text, line) in table.lines().zip(&lines) {
        output::print(&format!("{text}\n"))?;
        if let Some(hint) = line.hint {
            output::print(&format!("         hint: {hint}\n"))?;
        }
    }
    Ok(if lines.iter().any(|line| line.mark == "missing") { ERROR } else { 0 })
}

/// The JDK that would be used, and the others.
fn jdks() -> Vec<Line> {
    const INSTALL: &str = "install a JDK of release 17 or newer, or set JAVA_HOME";
    let found = match classfile::find_jdks() {
        Ok(found) => found,
        Err(error) => return vec![Line::bad("missing", "JDK", error.to_string(), INSTALL)],
    };
    let has_javac = |home: &Path| javac(home).is_file();
    let used = found.iter().find(|jdk| has_javac(&jdk.home)).or(found.first());
    let Some(used) = used else {
        return vec![Line::bad("missing", "JDK", "none".to_owned(), INSTALL)];
    };
    let describe = |home: &Path| match classfile::Jdk::open(home) {
        Ok(jdk) => format!("Java {} in {}", jdk.version, home.display()),
        Err(error) => format!("{}: {error}", home.display()),
    };
    let mut lines = vec![Line::good("JDK", format!("{} ({})", describe(&used.home), used.origin))];
    lines.push(match has_javac(&used.home) {
        true => Line::good("javac", javac(&used.home).display().to_string()),
        false => Line::bad(
            "warning",
            "javac",
            "none, so sources cannot be checked".to_owned(),
            "install a full JDK; class files and jars need none",
        ),
    });
    let others = found.iter().filter(|jdk| jdk.home != used.home);
    lines.extend(others.map(|jdk| Line::good("another JDK", describe(&jdk.home))));
    lines
}

fn cache() -> Line {
    const HINT: &str = "checks start more slowly; set THINAIR_CACHE to a folder that can be written";
    let Some(folder) = cache_folder() else {
        return Line::bad("warning", "cache", "none".to_owned(), HINT);
    };
    let probe = folder.join("doctor");
    let written = std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(&probe, ""))
        .and_then(|()| std::fs::remove_file(&probe));
    match written {
        Ok(()) => Line::good("cache", folder.display().to_string()),
        Err(error) => Line::bad("warning", "cache", format!("{}: {error}", folder.display()), HINT),
    }
}

fn memory() -> Line {
    let gib = |bytes: u64| format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30));
    match watch::machine_bytes() {
        Some(all) => Line::good(
            "memory",
            format!("{}, of which a check takes at most {} (--memory-limit)", gib(all), gib(all / 4 * 3)),
        ),
        None => Line::good("memory", "not known: no limit unless --memory-limit gives one".to_owned()),
    }
}
