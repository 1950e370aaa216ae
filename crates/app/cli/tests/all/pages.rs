//! Every command on the pages for users prints what the page says: README.md, docs/CHECK.md, docs/READING.md,
//! docs/RUN.md, docs/MAVEN-GRADLE.md, docs/STAGES.md, docs/findings/ and docs/examples/. `BLESS=1` rewrites
//! them.
//!
//! A ```` ```java ```` block that begins with `// NAME.java` is a file of that name. The commands of
//! blocks marked ```` ```console ```` are run beside it, with the JDK that tests use.

use crate::support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::Dir;
use testkit::jdk::{self, Jdk};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").canonicalize().expect("it is there")
}

fn pages() -> Vec<PathBuf> {
    let docs = root().join("docs");
    let folder = |name: &str| std::fs::read_dir(docs.join(name)).expect("the pages are there").flatten();
    let mut pages: Vec<PathBuf> =
        folder("findings").chain(folder("examples")).map(|entry| entry.path()).collect();
    pages.extend(
        ["CHECK.md", "READING.md", "RUN.md", "MAVEN-GRADLE.md", "STAGES.md"].map(|name| docs.join(name)),
    );
    pages.push(root().join("README.md"));
    pages.sort();
    pages
}

/// Splits a command line at blanks outside quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for c in line.chars() {
        match (c, quote) {
            (' ', None) => words.push(String::new()),
            ('\'' | '"', None) => quote = Some(c),
            (c, Some(q)) if c == q => quote = None,
            (c, _) => words.last_mut().expect("there is one").push(c),
        }
    }
    words.into_iter().filter(|word| !word.is_empty()).collect()
}

/// The output of a command, on both streams.
fn output(dir: &Dir, jdk: &Jdk, line: &str) -> String {
    let words = words(line);
    let (program, rest) = words.split_first().expect("a command");
    let program = match program.as_str() {
        "./thinair" => PathBuf::from(env!("CARGO_BIN_EXE_thinair")),
        "javac" => jdk.command("javac"),
        other => panic!("pages run ./thinair and javac, not {other}"),
    };
    let mut command = Command::new(program);
    command.args(rest).current_dir(dir.path("")).env("JAVA_HOME", &jdk.home);
    command.env_remove("COLUMNS").env_remove("NO_COLOR");
    let run = command.output().unwrap_or_else(|e| panic!("{line}: {e}"));
    let text = [run.stdout, run.stderr].concat();
    String::from_utf8(text).expect("text")
}

/// The page with the output of every command inserted.
fn refreshed(page: &str, jdk: &Jdk) -> String {
    let dir = Dir::new();
    for name in ["examples", "tests"] {
        std::os::unix::fs::symlink(root().join(name), dir.path(name)).expect("a link can be made");
    }
    let mut out = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        if !matches!(line, "```java" | "```console") {
            continue;
        }
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if line == "```java" {
            if let Some(name) =
                block.first().and_then(|first| first.strip_prefix("// ")?.strip_suffix(".java"))
            {
                dir.write(&format!("{name}.java"), block.join("\n") + "\n");
            }
            block.iter().for_each(|line| out += &format!("{line}\n"));
        }
        for command in
            block.iter().filter_map(|line| line.strip_prefix("$ ")).filter(|_| line == "```console")
        {
            out += &format!("$ {command}\n{}", output(&dir, jdk, command));
        }
        out += "```\n";
    }
    out
}

#[test]
fn pages_show_what_the_commands_print() {
    let jdks = jdk::to_test_with();
    let jdk = jdks.first().unwrap_or_else(|| panic!("{}", jdk::ADVICE));
    let mut commands = 0;
    for path in pages() {
        let page = std::fs::read_to_string(&path).expect("the page is there");
        commands += page.matches("\n$ ").count();
        let fresh = refreshed(&page, jdk);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, fresh).expect("writable");
        } else if let Some((old, new)) = page.lines().zip(fresh.lines()).find(|(old, new)| old != new) {
            panic!(
                "{}: run `cargo xtask bless` and look at the difference\n- {old}\n+ {new}",
                path.display()
            );
        } else {
            assert_eq!(page.len(), fresh.len(), "{}", path.display());
        }
    }
    assert!(commands > 12, "{commands}");
}
