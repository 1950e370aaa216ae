//! Collects the results of a run: prints text at once, and writes JSON as one object or as an array that is
//! complete at any time.

use crate::check_command::exit_code;
use crate::report_files::ReportFiles;
use crate::{UNKNOWN, output, program};
use anyhow::Result;
use report::files::Case;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use verify::{Reason, Verdict, conclude_all};

/// The results so far.
pub struct Results {
    path: Option<PathBuf>,
    is_array: bool,
    json: Vec<Value>,
    verdicts: Vec<Verdict>,
    broken: usize,
    /// Whether a report of more than one line was printed.
    has_reports: bool,
    /// The other files.
    files: ReportFiles,
}

impl Results {
    /// No results yet; the JSON goes to `path`.
    pub fn new(path: Option<PathBuf>, is_array: bool, files: ReportFiles) -> Results {
        Results {
            path,
            is_array,
            json: Vec::new(),
            verdicts: Vec::new(),
            broken: 0,
            has_reports: false,
            files,
        }
    }

    /// The other files.
    pub fn files(&mut self) -> &mut ReportFiles {
        &mut self.files
    }

    /// Adds a result: prints its text unless only JSON is requested, and its JSON.
    pub fn add(&mut self, text: &str, json: Value, verdict: Verdict) -> Result<()> {
        self.verdicts.push(verdict);
        if !self.is_on_standard_output() {
            let is_report = text.lines().nth(1).is_some();
            let gap = if self.has_reports && is_report { "\n" } else { "" };
            self.has_reports |= is_report;
            output::print(&format!("{gap}{text}"))?;
        }
        self.put(json)
    }

    /// Adds a program that could not be checked.
    pub fn refuse(&mut self, target: &str, error: &anyhow::Error) -> Result<()> {
        self.files.add(Case::error(target, &format!("{error:#}")))?;
        if error.downcast_ref::<program::OutOf>().is_some() {
            self.verdicts.push(conclude_all([], Some(Reason::limit(error.to_string()))));
        } else {
            self.broken += 1;
        }
        self.put(error_json("check", Some(target), &format!("{error:#}")))
    }

    /// Adds a verdict without a report.
    pub fn verdict(&mut self, verdict: Verdict) {
        self.verdicts.push(verdict);
    }

    /// The number of programs and models with an answer or an error.
    pub fn count(&self) -> usize {
        self.verdicts.len() + self.broken
    }

    /// Finishes the output, and returns the exit code.
    pub fn end(&mut self) -> Result<u8> {
        self.files.end()?;
        if self.is_array && self.is_on_standard_output() {
            output::print(if self.json.is_empty() { "[]\n" } else { "\n]\n" })?;
        } else if self.is_array && self.json.is_empty() {
            self.write_file()?;
        }
        if self.has_reports && self.count() > 1 {
            output::print(&format!("\n{}\n", self.summary()))?;
        }
        if self.verdicts.is_empty() && self.broken > 0 {
            return Ok(crate::ERROR);
        }
        if self.verdicts.is_empty() {
            return Ok(UNKNOWN);
        }
        Ok(exit_code(self.broken, &conclude_all(self.verdicts.drain(..), None)))
    }

    /// The number of verdicts of each kind: `3 verdicts: 1 violated, 2 holds; 1 error`.
    fn summary(&self) -> String {
        let count = |word: &str| self.verdicts.iter().filter(|verdict| verdict.word() == word).count();
        let words = ["violated", "unknown", "internal", "holds"].map(|word| (count(word), word));
        let words: Vec<String> =
            words.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}")).collect();
        let errors = match self.broken {
            0 => String::new(),
            1 => "; 1 error".to_owned(),
            n => format!("; {n} errors"),
        };
        let s = if self.verdicts.len() == 1 { "" } else { "s" };
        format!("{} verdict{s}: {}{errors}", self.verdicts.len(), words.join(", "))
    }

    fn is_on_standard_output(&self) -> bool {
        self.path.as_deref() == Some(Path::new("-"))
    }

    fn put(&mut self, value: Value) -> Result<()> {
        if self.path.is_none() {
            return Ok(());
        }
        if self.is_array && self.is_on_standard_output() {
            let text = serde_json::to_string_pretty(&value)?.replace('\n', "\n  ");
            let before = if self.json.is_empty() { "[\n  " } else { ",\n  " };
            self.json.push(Value::Null);
            return output::print(&format!("{before}{text}"));
        }
        self.json.push(value);
        self.write_file()
    }

    fn write_file(&self) -> Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let text = match (&self.json[..], self.is_array) {
            ([one], false) => serde_json::to_string_pretty(one)?,
            (all, _) => serde_json::to_string_pretty(all)?,
        };
        output::write(path, text + "\n")
    }
}

/// An error as JSON.
pub fn error_json(command: &str, target: Option<&str>, error: &str) -> Value {
    json!({
        "schema": report::json::SCHEMA,
        "tool": "thinair",
        "version": env!("CARGO_PKG_VERSION"),
        "command": command,
        "target": target,
        "error": error,
    })
}
