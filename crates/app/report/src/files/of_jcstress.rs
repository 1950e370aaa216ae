//! Cases of jcstress tests: one per model, with the table of the test.

use super::of_java::{Look, found};
use super::{Answer, Case, Given, Row};
use crate::jcstress::{TestReport, label, reason, text};
use crate::json::Measured;
use verify::FindingKind;
use verify::jcstress::{Judged, Reach};

/// The cases of a test.
pub fn of_jcstress(report: &TestReport<'_>, measured: &[Measured], look: &Look<'_>) -> Vec<Case> {
    let text = text(report, false);
    let case = |i: usize| Case {
        target: report.test.name.to_string(),
        model: report.runs[i].result.model.name().to_owned(),
        seconds: measured[i].seconds,
        text: text.clone(),
        answer: Answer::Given(Box::new(given(report, i, look))),
    };
    (0..report.runs.len()).map(case).collect()
}

fn given(report: &TestReport<'_>, i: usize, look: &Look<'_>) -> Given {
    let (result, (status, verdict)) = (&report.runs[i].result, &report.judgement.ends[i]);
    let races = result.findings.iter().filter(|finding| finding.kind == FindingKind::Race);
    Given {
        word: verdict.word().to_owned(),
        line: format!("{} ({})", verdict.word(), label(status)),
        reason: verdict.reason().or(reason(status)).map(str::to_owned),
        findings: report.findings[i].iter().chain(races).map(|f| found(&report.java, f, look)).collect(),
        outcomes: report.judgement.rows.iter().map(|judged| row(judged, i)).collect(),
        decided: result.decided.clone(),
        scope: report.java.scope.clone(),
        unsupported: result.gaps.iter().map(ToString::to_string).collect(),
        counts: crate::java::counts(result),
        ..Given::default()
    }
}

fn row(judged: &Judged, i: usize) -> Row {
    let reach = &judged.reach[i];
    let is_reachable = *reach == Reach::Reachable;
    Row {
        values: judged.row.id.clone(),
        reach: match reach {
            Reach::Reachable => "reachable",
            Reach::Unreachable => "never",
            Reach::NotSeen => "not seen",
            Reach::Undecided(_) => "undecided",
        },
        expect: judged.row.expect.name().to_owned(),
        description: judged.row.description.clone(),
        is_bad: is_reachable && !judged.row.expect.allows(),
        is_interesting: is_reachable && judged.row.expect.name() == "ACCEPTABLE_INTERESTING",
    }
}
