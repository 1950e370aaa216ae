//! The files of `--junit`, `--sarif` and `--html` (docs/REPORTS.md).
//!
//! **Promises**: a file is there from the beginning of the run, whole at any time, and says of everything
//! that has no answer yet that it was not checked, so that a run that is killed never looks like a success.

use crate::args::ReportArgs;
use crate::output;
use anyhow::{Result, bail};
use report::files::{Answer, Case, Form, Reported, render};
use std::path::{Path, PathBuf};

/// Up to so many cases, files are written whenever one has an answer; beyond that, now and then.
const OFTEN: usize = 64;

/// The requested files, and what they are about.
#[derive(Debug, Default)]
pub struct ReportFiles {
    wanted: Vec<(Form, PathBuf)>,
    reported: Reported,
    answers: usize,
}

impl ReportFiles {
    /// The requested files; fails if one cannot be written.
    pub fn new(args: &ReportArgs) -> Result<ReportFiles> {
        let forms =
            [(Form::Junit, &args.junit), (Form::Sarif, &args.sarif), (Form::Html, &args.html)].into_iter();
        let wanted: Vec<(Form, PathBuf)> =
            forms.filter_map(|(form, path)| Some((form, path.clone()?))).collect();
        for (i, (_, path)) in wanted.iter().enumerate() {
            if path == Path::new("-") {
                bail!("error: `-` is for --json only\n   = hint: name a file");
            }
            if wanted[..i].iter().any(|(_, other)| other == path) {
                bail!("error: {} cannot be two reports at once", path.display());
            }
            output::check_writable(path)?;
        }
        let words: Vec<String> =
            std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        let reported = Reported { command: format!("thinair {}", words.join(" ")), ..Reported::default() };
        let files = ReportFiles { wanted, reported, answers: 0 };
        // Nothing of a former run may be taken for a result of this one.
        files.write()?;
        Ok(files)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.wanted.is_empty()
    }

    /// Announces what will be checked.
    pub fn plan(&mut self, cases: impl IntoIterator<Item = Case>) -> Result<()> {
        if self.is_empty() {
            return Ok(());
        }
        self.reported.cases.extend(cases);
        self.write()
    }

    /// Adds an answer, in the place of what was announced.
    pub fn add(&mut self, case: Case) -> Result<()> {
        if self.is_empty() {
            return Ok(());
        }
        let is_this = |other: &&mut Case| {
            matches!(other.answer, Answer::Missing)
                && (&other.target, &other.model) == (&case.target, &case.model)
        };
        match self.reported.cases.iter_mut().find(is_this) {
            Some(announced) => *announced = case,
            None => self.reported.cases.push(case),
        }
        self.answers += 1;
        if self.answers <= OFTEN || self.answers.is_multiple_of(OFTEN) { self.write() } else { Ok(()) }
    }

    /// Writes the files for the last time.
    pub fn end(&mut self) -> Result<()> {
        self.reported.is_done = true;
        self.write()
    }

    fn write(&self) -> Result<()> {
        self.wanted.iter().try_for_each(|(form, path)| output::write(path, render(*form, &self.reported)))
    }
}
