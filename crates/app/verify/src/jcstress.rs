//! jcstress tests: derives what is known about each outcome of a test from the check of its harness.
//!
//! Each outcome is reachable, unreachable or undecided; each test is passed, failed, erroneous or undecided
//! under each model. [`crate::conclude`] makes the verdict.

use crate::driver::Host;
use crate::java::{JavaProgram, Story, check_java};
use crate::kind::FindingKind;
use crate::model::Model;
use crate::options::{Options, Properties};
use crate::reason::{Reason, joined};
use crate::result::{Count, ModelFinding, ModelResult, Schedule, ShownExecution, Witness};
use crate::sandwich::HANGS;
use crate::verdict::{Evidence, Ruling, Verdict, conclude};
use event::Outcome;
use jcstress::{ERROR, Expect, Mode, Row, STALE, TERMINATED, Test};
use std::collections::{BTreeMap, BTreeSet};

/// The result of a test under a model.
#[derive(Debug, Clone)]
pub struct TestRun {
    /// The result of the check.
    pub result: ModelResult,
    /// Outcomes, by their texts.
    pub outcomes: BTreeMap<String, Reached>,
    /// Why there may be other outcomes; `None` if there are none.
    pub others: Option<String>,
}

/// What is known about an outcome.
#[derive(Debug, Clone)]
pub struct Reached {
    /// Whether an execution shows it; if none does, why nothing excludes it.
    pub reach: Reach,
    /// The outcome of the check, if there is one.
    pub outcome: Option<Outcome>,
    /// In termination tests, the index of the finding that is this outcome.
    pub finding: Option<usize>,
    /// The number of executions with this outcome; `None` if unknown.
    pub count: Option<Count>,
}

/// Whether an outcome is reachable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// An execution of the model shows it.
    Reachable,
    /// No execution of the model shows it.
    Unreachable,
    /// No execution was seen, but the search was incomplete or did not decide the test.
    NotSeen,
    /// Neither is known, for this reason.
    Undecided(String),
}

/// The result of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// Every reachable outcome is acceptable.
    Passed,
    /// An outcome is reachable that is forbidden or that the test does not mention.
    Failed,
    /// An actor throws, or the test never ends; with a description.
    Error(String),
    /// It is not known whether it passes, for this reason.
    Undecided(String),
    /// Like `Undecided`, because of something unsupported.
    Unsupported(String),
    /// thinair has a defect: no result for this test can be relied on.
    Internal(String),
}

/// A row of the test's table, with what is known under each model.
#[derive(Debug, Clone)]
pub struct Judged {
    /// The row.
    pub row: Row,
    /// What is known, by model.
    pub reach: Vec<Reach>,
    /// The number of executions, by model; `None` if undecided.
    pub counts: Vec<Option<Count>>,
}

/// The result of a test under all models.
#[derive(Debug, Clone)]
pub struct Judgement {
    /// The rows of its table.
    pub rows: Vec<Judged>,
    /// The status under each model, with its verdict.
    pub ends: Vec<(Status, Verdict)>,
}

/// The properties that decide tests of this mode.
pub fn properties(mode: Mode) -> Properties {
    let hang = mode == Mode::Termination;
    Properties {
        assertion: true,
        exception: true,
        deadlock: true,
        exit: true,
        race: false,
        hang,
        idle: false,
    }
}

/// Checks a test under a model; `program` stands at the call of its harness.
pub fn run_test(
    program: &JavaProgram,
    test: &Test,
    model: Model,
    options: &Options,
    host: &dyn Host,
) -> TestRun {
    let options = Options { properties: properties(test.mode), all_outcomes: true, ..options.clone() };
    let result = check_java(program, model, &options, host);
    match test.mode {
        Mode::Continuous => continuous(result),
        Mode::Termination => termination(result),
    }
}

/// Returns the text of the result, if the test produced one.
fn text(outcome: &Outcome) -> Option<String> {
    let [(_, text)] = &outcome.observed[..] else { return None };
    outcome.failures.is_empty().then(|| text.clone())
}

/// The number of executions with an outcome. A reachable outcome has at least one.
fn count(result: &ModelResult, reach: &Reach, outcome: Option<&Outcome>) -> Option<Count> {
    let counted = || outcome.and_then(|outcome| result.counts.get(outcome)).copied();
    (*reach == Reach::Reachable).then(|| counted().unwrap_or(Count { found: 1, all: false }))
}

fn continuous(result: ModelResult) -> TestRun {
    let mut outcomes = BTreeMap::new();
    let mut add = |outcome: &Outcome, reach: Reach| {
        if let Some(text) = text(outcome) {
            let count = count(&result, &reach, Some(outcome));
            let reached = Reached { reach, outcome: Some(outcome.clone()), finding: None, count };
            outcomes.entry(text).or_insert(reached);
        }
    };
    result.outcomes.iter().for_each(|outcome| add(outcome, Reach::Reachable));
    for (outcome, why) in result.open.iter().flatten() {
        add(outcome, Reach::Undecided(why.clone()));
    }
    let others = others(&result);
    TestRun { result, outcomes, others }
}

/// Returns why there may be outcomes that were not seen.
fn others(result: &ModelResult) -> Option<String> {
    let why = || match result.incomplete.is_empty() {
        true => "the search was not complete".to_owned(),
        false => joined(&BTreeSet::from_iter(result.incomplete.clone())),
    };
    result.open.is_none().then(why)
}

fn termination(result: ModelResult) -> TestRun {
    let mut outcomes: BTreeMap<String, Reached> = BTreeMap::new();
    let mut add = |text: &str, reach: Reach, outcome: Option<&Outcome>, finding: Option<usize>| {
        // Executions of a loop cannot be told apart by the number of iterations.
        let count = count(&result, &reach, None);
        let reached = Reached { reach, outcome: outcome.cloned(), finding, count };
        outcomes.entry(text.to_owned()).or_insert(reached);
    };
    let word = |outcome: &Outcome| if outcome.failures.is_empty() { TERMINATED } else { ERROR };
    for (i, finding) in result.findings.iter().enumerate() {
        // A thread that still waits or spins when no other thread can help does not terminate.
        if matches!(finding.kind, FindingKind::Deadlock | FindingKind::Hang) {
            add(STALE, Reach::Reachable, None, Some(i));
        }
    }
    // An exception is an error only if the actor ends nevertheless. An actor that waits for a signal which
    // failed is stale.
    let thrown = result
        .findings
        .iter()
        .position(|f| matches!(f.kind, FindingKind::Assertion | FindingKind::Exception));
    for outcome in &result.outcomes {
        let finding = thrown.filter(|_| word(outcome) == ERROR);
        add(word(outcome), Reach::Reachable, Some(outcome), finding);
    }
    for (outcome, why) in result.open.iter().flatten() {
        add(word(outcome), Reach::Undecided(why.clone()), Some(outcome), None);
    }
    // Hangs are looked for under the lower bound only; with races, the Java memory model may have more.
    let racy = result.findings.iter().any(|f| f.kind == FindingKind::Race);
    if racy && matches!(result.model, Model::Jmm | Model::JmmRevised) {
        add(STALE, Reach::Undecided(HANGS.to_owned()), None, None);
    }
    if !result.model.schedules_java() {
        let why = format!("executions that never end are not searched for under {}", result.model.name());
        add(STALE, Reach::Undecided(why), None, None);
    }
    // Upper bounds mention exceptions and deadlocks only among the reasons why they do not decide.
    if !result.incomplete.is_empty() {
        let why = joined(&result.incomplete);
        add(ERROR, Reach::Undecided(why.clone()), None, None);
        add(STALE, Reach::Undecided(why), None, None);
    }
    let others = others(&result);
    TestRun { result, outcomes, others }
}

/// Grades a test by its results under each model. `matches` decides whether a Java regular expression matches
/// a text.
pub fn judge(
    test: &Test,
    runs: &[TestRun],
    matches: impl FnMut(&str, &str) -> Result<bool, String>,
) -> Result<Judgement, String> {
    let outcomes: BTreeSet<String> = runs.iter().flat_map(|run| run.outcomes.keys().cloned()).collect();
    let rows = jcstress::grade(&test.cases, test.default.as_ref(), &outcomes, matches)?;
    let reach = |run: &TestRun, row: &Row| match (run.outcomes.get(&row.id), &run.others) {
        (Some(reached), _) if row.is_outcome => reached.reach.clone(),
        (_, Some(why)) => Reach::Undecided(why.clone()),
        _ => Reach::Unreachable,
    };
    let judged = |row: Row| {
        let reach: Vec<Reach> = runs.iter().map(|run| reach(run, &row)).collect();
        let count = |(run, reach): (&TestRun, &Reach)| match reach {
            Reach::Reachable => run.outcomes.get(&row.id).and_then(|reached| reached.count),
            Reach::Unreachable => Some(Count { found: 0, all: true }),
            Reach::NotSeen | Reach::Undecided(_) => None,
        };
        Judged { counts: runs.iter().zip(&reach).map(count).collect(), reach, row }
    };
    let mut rows: Vec<Judged> = rows.into_iter().map(judged).collect();
    let ends: Vec<(Status, Verdict)> =
        runs.iter().enumerate().map(|(i, run)| end(test, run, i, &rows)).collect();
    for (i, (run, (status, _))) in runs.iter().zip(&ends).enumerate() {
        if !proves(run, status) {
            rows.iter_mut().for_each(|judged| judged.doubt(i));
        }
    }
    Ok(Judgement { rows, ends })
}

/// Whether outcomes that a run did not show are proved unreachable: its search was complete and decided the
/// test unconditionally.
fn proves(run: &TestRun, status: &Status) -> bool {
    let decided = matches!(status, Status::Passed | Status::Failed | Status::Error(_));
    let result = &run.result;
    decided && result.incomplete.is_empty() && result.gaps.is_empty() && result.condition.is_none()
}

impl Judged {
    /// Withdraws the claim that the outcome is unreachable under a model.
    fn doubt(&mut self, model: usize) {
        if self.reach[model] == Reach::Unreachable {
            self.reach[model] = Reach::NotSeen;
            self.counts[model] = None;
        }
    }
}

/// The findings that are errors of a test.
pub fn errors(test: &Test, run: &TestRun) -> Vec<ModelFinding> {
    let is_error = |f: &&ModelFinding| f.violation && test.mode == Mode::Continuous;
    run.result.findings.iter().filter(is_error).cloned().collect()
}

fn end(test: &Test, run: &TestRun, model: usize, rows: &[Judged]) -> (Status, Verdict) {
    let errors = errors(test, run);
    let forbids = |row: &&Judged| !row.row.expect.allows();
    // jcstress reports an outcome without a description as unknown even if it does not occur.
    let failed = rows
        .iter()
        .filter(forbids)
        .any(|judged| judged.reach[model] == Reach::Reachable || judged.row.expect == Expect::Unknown);
    let mut incomplete = run.result.incomplete.clone();
    if incomplete.is_empty() {
        incomplete.extend(run.others.clone().map(Reason::undecided));
    }
    for judged in rows.iter().filter(forbids) {
        if let Reach::Undecided(why) = &judged.reach[model]
            && run.others.is_none()
        {
            incomplete.push(Reason::undecided(format!("{}: {why}", judged.row.id)));
        }
    }
    let mut seen = BTreeSet::new();
    incomplete.retain(|why| seen.insert(why.clone()));
    let evidence = Evidence {
        violated: failed || !errors.is_empty(),
        incomplete,
        observed: run.outcomes.values().any(|reached| reached.reach == Reach::Reachable),
        ..Evidence::new(run.result.model.role(), run.result.model.name())
    };
    let verdict = conclude(&evidence);
    let status = match verdict.ruling() {
        Ruling::Holds => Status::Passed,
        Ruling::Violated => match errors.first() {
            Some(error) => Status::Error(format!("{}: {}", error.kind, error.message)),
            None => Status::Failed,
        },
        Ruling::Unknown(reason) if run.result.gaps.is_empty() => Status::Undecided(reason.clone()),
        Ruling::Unknown(reason) => Status::Unsupported(reason.clone()),
        Ruling::Internal(reason) => Status::Internal(reason.clone()),
    };
    (status, verdict)
}

/// Returns the findings to report under a model: errors, and executions that show forbidden outcomes. `tell`
/// replays a schedule.
pub fn findings(
    test: &Test,
    run: &TestRun,
    model: usize,
    rows: &[Judged],
    tell: &dyn Fn(&Schedule) -> Option<Story>,
) -> Vec<ModelFinding> {
    let mut findings = errors(test, run);
    for judged in rows.iter().filter(|j| !j.row.expect.allows() && j.reach[model] == Reach::Reachable) {
        let Some(reached) = run.outcomes.get(&judged.row.id) else { continue };
        let Row { id, expect, description, .. } = &judged.row;
        let message = format!("{id} is {} ({description})", expect.word().to_lowercase());
        let mut finding = match reached.finding {
            Some(i) => {
                let found = run.result.findings[i].clone();
                ModelFinding { message: format!("{message}: {}", found.message), ..found }
            }
            None => ModelFinding::bare(true, FindingKind::Outcome, message),
        };
        (finding.kind, finding.violation) = (FindingKind::Outcome, true);
        let witness = reached.outcome.as_ref().and_then(|outcome| run.result.witnesses.get(outcome));
        if let Some(Witness::Schedule(schedule)) = witness {
            finding.execution = tell(schedule).map(|story| ShownExecution::Story(Box::new(story)));
            finding.witness = witness.cloned();
        } else if finding.witness.is_none() {
            finding.witness = witness.cloned();
        }
        findings.push(finding);
    }
    findings
}
