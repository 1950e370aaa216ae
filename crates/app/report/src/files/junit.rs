//! JUnit's XML, as Surefire writes it and build servers read it: a suite per target, a test per model; for
//! JUnit tests a suite per class.
//!
//! **Promises**: a test passes only if the verdict is `holds`. `violated` is a failure; `unknown`, an
//! internal error, a target that cannot be checked and one that was not checked are errors. Only a model that
//! is not for programs of this kind is skipped: nothing of the program was to be checked.

use super::{Answer, Case, Reported, escaped};
use std::fmt::Write;

/// How a test ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Passed,
    Failure,
    Error,
    Skipped,
}

fn end(case: &Case) -> End {
    match &case.answer {
        Answer::Given(given) if given.word == "holds" => End::Passed,
        Answer::Given(given) if given.word == "violated" => End::Failure,
        Answer::Given(given) if given.is_inapplicable => End::Skipped,
        _ => End::Error,
    }
}

/// The numbers of tests and of ends, as attributes.
fn numbers(cases: &[&Case]) -> String {
    let count = |wanted: End| cases.iter().filter(|case| end(case) == wanted).count();
    let time: f64 = cases.iter().map(|case| case.seconds).sum();
    format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{time:.3}\"",
        cases.len(),
        count(End::Failure),
        count(End::Error),
        count(End::Skipped)
    )
}

/// The file.
pub(super) fn xml(reported: &Reported) -> String {
    // Nothing checked is no success.
    let nothing = Case::missing("nothing", "");
    let mut all: Vec<&Case> = reported.cases.iter().collect();
    if all.is_empty() {
        all.push(&nothing);
    }
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(out, "<testsuites name=\"thinair\" {}>", numbers(&all));
    for suite in all.chunk_by(|a, b| class(a) == class(b)) {
        let name = escaped(class(suite[0]));
        let _ = writeln!(out, "  <testsuite name=\"{name}\" {}>", numbers(suite));
        let _ = writeln!(
            out,
            "    <properties>\n      <property name=\"thinair.version\" value=\"{}\"/>\n      \
             <property name=\"thinair.command\" value=\"{}\"/>\n    </properties>",
            env!("CARGO_PKG_VERSION"),
            escaped(&reported.command)
        );
        suite.iter().for_each(|case| out += &testcase(case));
        out += "  </testsuite>\n";
    }
    out += "</testsuites>\n";
    out
}

/// The target; of a JUnit test, its class.
fn class(case: &Case) -> &str {
    case.target.split_once('#').map_or(&case.target, |(class, _)| class)
}

fn testcase(case: &Case) -> String {
    let model = if case.model.is_empty() { "thinair" } else { &case.model };
    let name = match case.target.split_once('#') {
        Some((_, method)) => format!("{method} {model}"),
        None => model.to_owned(),
    };
    let file = case.findings().iter().find_map(|found| found.at.as_ref()).filter(|at| !at.path.is_empty());
    let file = file.map_or_else(String::new, |at| format!(" file=\"{}\"", escaped(&at.path)));
    let mut out = format!(
        "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"{file}>\n",
        escaped(class(case)),
        escaped(&name),
        case.seconds
    );
    let reason = case.reason().unwrap_or_default();
    match end(case) {
        End::Passed => {}
        End::Failure => {
            let first = case.findings().iter().find(|found| found.violation);
            let kind = first.map_or("violated", |found| found.kind.name());
            let message = first.map_or_else(String::new, |found| format!("{kind}: {}", found.message));
            out += &element("failure", &message, kind, &case.text);
        }
        End::Error => {
            let message = format!("{}: {reason}", case.word());
            let text = if case.text.is_empty() { reason } else { &case.text };
            out += &element("error", &message, case.word(), text);
        }
        End::Skipped => {
            let _ = writeln!(out, "      <skipped message=\"{}\"/>", escaped(reason));
        }
    }
    if end(case) == End::Passed {
        let _ = writeln!(out, "      <system-out>{}</system-out>", escaped(&case.text));
    }
    out += "    </testcase>\n";
    out
}

fn element(name: &str, message: &str, kind: &str, text: &str) -> String {
    format!(
        "      <{name} message=\"{}\" type=\"{}\">{}</{name}>\n",
        escaped(&message.replace('\n', " ")),
        escaped(kind),
        escaped(text)
    )
}

#[cfg(test)]
mod tests {
    use super::super::Given;
    use super::*;

    fn case(word: &str, is_inapplicable: bool) -> Case {
        let given = Given {
            word: word.to_owned(),
            reason: Some("because".to_owned()),
            is_inapplicable,
            ..Given::default()
        };
        Case { answer: Answer::Given(Box::new(given)), ..Case::missing("p.Main", "jmm") }
    }

    #[test]
    fn only_holds_passes() {
        let ends = |word| end(&case(word, false));
        assert!(ends("holds") == End::Passed && ends("violated") == End::Failure);
        for word in ["unknown", "internal", "", "anything"] {
            assert!(ends(word) == End::Error, "{word}");
        }
        assert!(end(&case("unknown", true)) == End::Skipped);
        assert!(end(&Case::missing("a", "b")) == End::Error && end(&Case::error("a", "b")) == End::Error);
    }

    #[test]
    fn a_target_is_a_suite_and_a_model_a_test() {
        let reported = Reported {
            command: "check".to_owned(),
            cases: vec![case("holds", false), case("violated", false), case("unknown", false)],
            is_done: true,
        };
        let text = xml(&reported);
        assert_eq!(text.matches("<testsuite ").count(), 1);
        assert_eq!(text.matches("<testcase ").count(), 3);
        assert!(text.contains("tests=\"3\" failures=\"1\" errors=\"1\" skipped=\"0\""), "{text}");
    }
}
