//! Results as files: JUnit XML for build tools, SARIF for code scanning, HTML for people. All three are
//! written from the same [`Case`]s, one per target and model.
//!
//! **Promises**: what was to be checked and was not is in every file, and never as a success; nothing that
//! comes from the program is taken for markup; the same results give the same files, but for measured times.

mod html;
mod junit;
mod of_java;
mod of_jcstress;
mod of_litmus;
mod sarif;

use crate::java::Scope;
pub use of_java::{Look, Source, of_java};
pub use of_jcstress::of_jcstress;
pub use of_litmus::of_litmus;
use verify::FindingKind;

/// A form of report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// JUnit's XML.
    Junit,
    /// SARIF 2.1.0.
    Sarif,
    /// One HTML page.
    Html,
}

/// What a report is about.
#[derive(Debug, Default)]
pub struct Reported {
    /// The command line.
    pub command: String,
    /// The cases, in the order in which they were to be checked.
    pub cases: Vec<Case>,
    /// Whether no more are to come.
    pub is_done: bool,
}

/// A target under a model.
#[derive(Debug, Clone)]
pub struct Case {
    /// The target as the user named it; of a test in a file, the test.
    pub target: String,
    /// The model; empty if the target could not be read.
    pub model: String,
    /// How long it took.
    pub seconds: f64,
    /// The report as text.
    pub text: String,
    /// The answer.
    pub answer: Answer,
}

/// The answer to a case.
#[derive(Debug, Clone)]
pub enum Answer {
    /// There is none, since the run has ended or not come to it.
    Missing,
    /// The target cannot be checked, for this reason.
    Error(String),
    /// A verdict.
    Given(Box<Given>),
}

/// A verdict and what led to it.
#[derive(Debug, Clone, Default)]
pub struct Given {
    /// The verdict.
    pub word: String,
    /// The verdict with its condition.
    pub line: String,
    /// Why there is no better verdict.
    pub reason: Option<String>,
    /// Whether the model is for comparison only and not for programs of this kind: nothing was left
    /// unchecked.
    pub is_inapplicable: bool,
    /// Violations and notes.
    pub findings: Vec<Found>,
    /// Outcomes.
    pub outcomes: Vec<Row>,
    /// What was not looked for, and why.
    pub hangs_missing: Option<String>,
    /// How the answer was found.
    pub decided: Vec<String>,
    /// What it rests on.
    pub scope: Scope,
    /// What was reached and is unsupported.
    pub unsupported: Vec<String>,
    /// Counters, in words.
    pub counts: Vec<String>,
}

/// An outcome.
#[derive(Debug, Clone, Default)]
pub struct Row {
    /// Its values.
    pub values: String,
    /// Whether it can happen: `reachable`, `never`, `undecided`, `not seen`.
    pub reach: &'static str,
    /// What the test expects of it.
    pub expect: String,
    /// What the test says of it.
    pub description: String,
    /// Whether it is one that the test forbids, and reachable.
    pub is_bad: bool,
    /// Whether the test calls it interesting, and it is reachable.
    pub is_interesting: bool,
}

/// A finding.
#[derive(Debug, Clone)]
pub struct Found {
    /// Whether it decides the verdict.
    pub violation: bool,
    /// Its kind.
    pub kind: FindingKind,
    /// The message.
    pub message: String,
    /// The causes of an exception.
    pub causes: Vec<String>,
    /// Where it is; of a race, the access that completes it.
    pub at: Option<Spot>,
    /// The other access of a race.
    pub second: Option<Spot>,
    /// The names of the threads, in the order of their columns.
    pub threads: Vec<String>,
    /// The execution.
    pub steps: Vec<Step>,
    /// What the program printed.
    pub printed: String,
    /// The token that replays it.
    pub replay: Option<String>,
    /// How many commitments justify it, if no schedule shows it.
    pub commitments: Option<usize>,
}

/// A place in the program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spot {
    /// The class with its package; empty if there is none.
    pub class: String,
    /// The method.
    pub method: String,
    /// The name of the source file.
    pub file: String,
    /// The source file from the current folder, or from its package if it was not found.
    pub path: String,
    /// The line; 0 if unknown.
    pub line: u32,
    /// The thread.
    pub thread: String,
    /// The source line.
    pub code: String,
    /// Source lines around it, with their numbers.
    pub around: Vec<(u32, String)>,
}

/// A row of an execution.
#[derive(Debug, Clone, Default)]
pub struct Step {
    /// Its number, or numbers: `3`, `10-21`; empty for a row that says what a thread waits for.
    pub number: String,
    /// The numbers of its first and its last step; 0 if it has none.
    pub numbers: (usize, usize),
    /// The column of its thread.
    pub column: usize,
    /// The kind of action.
    pub action: &'static str,
    /// What happens.
    pub text: String,
    /// What surprises about it, and why.
    pub note: Option<String>,
    /// The step that the note is about.
    pub about: Option<usize>,
    /// The place.
    pub spot: Spot,
    /// Whether the finding cannot be understood without it.
    pub matters: bool,
    /// Whether steps are left out here instead.
    pub is_gap: bool,
}

impl Case {
    /// A case that is still to be checked.
    pub fn missing(target: &str, model: &str) -> Case {
        let (target, model) = (target.to_owned(), model.to_owned());
        Case { target, model, seconds: 0.0, text: String::new(), answer: Answer::Missing }
    }

    /// A target that cannot be checked.
    pub fn error(target: &str, error: &str) -> Case {
        Case { answer: Answer::Error(error.to_owned()), ..Case::missing(target, "") }
    }

    /// The verdict, or `error`, or `not checked`.
    pub fn word(&self) -> &str {
        match &self.answer {
            Answer::Missing => "not checked",
            Answer::Error(_) => "error",
            Answer::Given(given) => &given.word,
        }
    }

    /// The verdict, if there is one.
    pub fn given(&self) -> Option<&Given> {
        match &self.answer {
            Answer::Given(given) => Some(given),
            _ => None,
        }
    }

    /// Why there is no better answer.
    pub fn reason(&self) -> Option<&str> {
        match &self.answer {
            Answer::Missing => Some("the run ended before it was checked"),
            Answer::Error(error) => Some(error),
            Answer::Given(given) => given.reason.as_deref(),
        }
    }

    /// The findings.
    pub fn findings(&self) -> &[Found] {
        self.given().map_or(&[], |given| &given.findings)
    }
}

impl Spot {
    /// `p.Cache.put`, or the file alone.
    pub fn name(&self) -> String {
        match (&*self.class, &*self.method) {
            ("", "") => self.file.clone(),
            ("", method) => method.to_owned(),
            (class, method) => format!("{class}.{method}"),
        }
    }
}

/// The file as text.
pub fn render(form: Form, reported: &Reported) -> String {
    match form {
        Form::Junit => junit::xml(reported),
        Form::Sarif => sarif::log(reported),
        Form::Html => html::page(reported),
    }
}

/// What findings of a kind are, in a sentence.
fn meaning(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::Assertion => "An assertion fails in some execution.",
        FindingKind::Exception => "An exception escapes from a thread, and nothing handles it.",
        FindingKind::Exit => "The program ends itself with a status other than 0.",
        FindingKind::Deadlock => "Threads wait for each other for ever.",
        FindingKind::Idle => "Threads of a pool or a timer wait for work that nobody will give them.",
        FindingKind::Hang => "An execution never ends although every thread gets its turn.",
        FindingKind::Race => {
            "Two threads access a variable, one of them writes, and nothing orders the accesses (JLS 17.4.5)."
        }
        FindingKind::Outcome => "An outcome is possible that the test forbids.",
        FindingKind::Flag => "The memory model raises a flag.",
    }
}

/// Escapes what means something in XML or HTML, in texts and in quoted attributes; what no reader should see
/// as it is, control characters and those that turn the writing direction, becomes visible.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in crate::printable::printable(text).chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            // Neither is allowed in XML.
            '\u{fffe}' | '\u{ffff}' => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A finding with everything that could be taken for markup.
    pub(super) fn hostile() -> Reported {
        let evil = "</script><script>alert('\"&]]>\u{1b}\u{202e}\u{0}')</script><!--";
        let spot = Spot {
            class: evil.to_owned(),
            method: evil.to_owned(),
            file: evil.to_owned(),
            path: evil.to_owned(),
            line: 3,
            thread: evil.to_owned(),
            code: evil.to_owned(),
            around: vec![(2, evil.to_owned()), (3, evil.to_owned())],
        };
        let step = |number: usize, note: Option<&str>| Step {
            number: number.to_string(),
            numbers: (number, number),
            action: "read",
            text: evil.to_owned(),
            note: note.map(str::to_owned),
            about: note.map(|_| 1),
            spot: spot.clone(),
            ..Step::default()
        };
        let found = Found {
            violation: true,
            kind: FindingKind::Race,
            message: evil.to_owned(),
            causes: vec![evil.to_owned()],
            at: Some(spot.clone()),
            second: Some(spot.clone()),
            threads: vec![evil.to_owned()],
            steps: vec![step(1, None), step(2, Some(evil))],
            printed: evil.to_owned(),
            replay: Some(evil.to_owned()),
            commitments: None,
        };
        let given = Given {
            word: "violated".to_owned(),
            line: evil.to_owned(),
            reason: Some(evil.to_owned()),
            findings: vec![found],
            outcomes: vec![Row { values: evil.to_owned(), reach: "reachable", ..Row::default() }],
            decided: vec![evil.to_owned()],
            unsupported: vec![evil.to_owned()],
            ..Given::default()
        };
        let answers = [Answer::Given(Box::new(given)), Answer::Error(evil.to_owned()), Answer::Missing];
        let case = |answer| Case { text: evil.to_owned(), answer, ..Case::missing(evil, evil) };
        Reported { command: evil.to_owned(), cases: answers.map(case).to_vec(), is_done: true }
    }

    #[test]
    fn nothing_of_the_program_is_markup() {
        assert_eq!(escaped("<a b='\"'>&\u{1b}\n"), "&lt;a b=&#39;&quot;&#39;&gt;&amp;\\u{1b}\n");
        for form in [Form::Junit, Form::Html] {
            let text = render(form, &hostile());
            assert!(!text.contains("<script>alert") && !text.contains("<!--"), "{text}");
            let odd = |c: char| c != '\n' && c.is_control() || c == '\u{202e}';
            assert!(!text.contains(odd), "{text}");
        }
    }

    #[test]
    fn what_was_not_checked_is_never_a_success() {
        let mut reported = hostile();
        reported.cases.remove(0);
        let xml = render(Form::Junit, &reported);
        assert!(xml.contains("tests=\"2\" failures=\"0\" errors=\"2\" skipped=\"0\""), "{xml}");
        let log: serde_json::Value =
            serde_json::from_str(&render(Form::Sarif, &reported)).expect("it is JSON");
        let said = &log["runs"][0]["invocations"][0];
        assert_eq!(said["executionSuccessful"], false);
        assert_eq!(said["toolExecutionNotifications"].as_array().map(Vec::len), Some(2));
        let html = render(Form::Html, &reported);
        assert!(html.contains("not checked") && !html.contains("every behaviour"), "{html}");
    }
}
