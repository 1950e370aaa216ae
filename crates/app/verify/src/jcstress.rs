//! jcstress tests: turns the result of checking a test's harness into what is known about each of its outcomes.
//!
//! Each outcome is reachable, unreachable or undecided, and each test passed, failed, erroneous or undecided under each model;
//! [`crate::conclude`] makes the verdict.

use crate::bounds::HANGS;
use crate::driver::Host;
use crate::java::{JavaProgram, Story, check_java};
use crate::kind::FindingKind;
use crate::model::Model;
use crate::options::{Options, Properties};
use crate::reason::{Reason, joined};
use crate::result::{Count, ModelFinding, ModelResult, Schedule, Telling, Witness};
use crate::verdict::{Evidence, Ruling, Verdict, conclude};
use event::Outcome;
use jcstress::{ERROR, Expect, Mode, Row, STALE, TERMINATED, Test};
use std::collections::{BTreeMap, BTreeSet};

/// A test under a model.
#[derive(Debug, Clone)]
pub struct TestRun {
    /// What the check found.
    pub result: ModelResult,
    /// Outcomes by their texts.
    pub outcomes: BTreeMap<String, Reached>,
    /// Why there may be others; nothing if there are none.
    pub others: Option<String>,
}

/// What is known of an outcome.
#[derive(Debug, Clone)]
pub struct Reached {
    /// Whether an execution shows it; otherwise why nothing excludes it.
    pub reach: Reach,
    /// The outcome of the check, if it is one of these.
    pub outcome: Option<Outcome>,
    /// The finding that is this outcome: in tests of termination.
    pub finding: Option<usize>,
    /// How many executions come to it; nothing where that is not known to be any.
    pub count: Option<Count>,
}

/// Whether something can come about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// An execution of the model shows it.
    Reachable,
    /// No execution of the model shows it.
    Unreachable,
    /// None was seen, but the search was not complete, or did not decide the test.
    NotSeen,
    /// Neither is known, for this reason.
    Undecided(String),
}

/// How a test ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// Whatever can come about is acceptable.
    Passed,
    /// An outcome can come about that is forbidden, or of which nobody has thought.
    Failed,
    /// An actor throws, or the test never ends: in words.
    Error(String),
    /// It is not known whether it passes, for this reason.
    Undecided(String),
    /// The same because of something that is not supported.
    Unsupported(String),
    /// A defect of thinair was met: nothing said of the test is to be relied on.
    Internal(String),
}

/// A row of the test's table, with what is known under each model.
#[derive(Debug, Clone)]
pub struct Judged {
    /// The row.
    pub row: Row,
    /// What is known, by model.
    pub reach: Vec<Reach>,
    /// How many executions come to it, by model; nothing where that is undecided.
    pub counts: Vec<Option<Count>>,
}

/// What a test came to.
#[derive(Debug, Clone)]
pub struct Judgement {
    /// The rows of its table.
    pub rows: Vec<Judged>,
    /// How it ended under each model, and the verdict of that.
    pub ends: Vec<(Status, Verdict)>,
}

/// What decides about tests of a mode.
pub fn properties(mode: Mode) -> Properties {
    let hang = mode == Mode::Termination;
    Properties { assertion: true, exception: true, deadlock: true, exit: true, race: false, hang }
}

/// Checks a test, brought up to the call of its harness, under a model.
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

/// The text of a result, if the test came to one.
fn text(outcome: &Outcome) -> Option<String> {
    let [(_, text)] = &outcome.observed[..] else { return None };
    outcome.failures.is_empty().then(|| text.clone())
}

/// How many executions come to an outcome. What is reachable has one at least.
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

/// Why there may be outcomes that nothing shows.
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
        // Those of a loop cannot be told apart by how often it went round.
        let count = count(&result, &reach, None);
        let reached = Reached { reach, outcome: outcome.cloned(), finding, count };
        outcomes.entry(text.to_owned()).or_insert(reached);
    };
    let word = |outcome: &Outcome| if outcome.failures.is_empty() { TERMINATED } else { ERROR };
    for (i, finding) in result.findings.iter().enumerate() {
        // Whoever still waits or goes round when everybody has done what he could does not end.
        if matches!(finding.kind, FindingKind::Deadlock | FindingKind::Hang) {
            add(STALE, Reach::Reachable, None, Some(i));
        }
    }
    // That somebody throws is an error if the actor ends all the same: one that waits for a signal that failed is stale.
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
    // Executions that never end are looked for under the lower bound only; where there are races, the Java memory model may have more.
    let racy = result.findings.iter().any(|f| f.kind == FindingKind::Race);
    if racy && matches!(result.model, Model::Jmm | Model::JmmRevised) {
        add(STALE, Reach::Undecided(HANGS.to_owned()), None, None);
    }
    if !looks_for_hangs(result.model) {
        let why = format!("executions that never end are not looked for under {}", result.model.name());
        add(STALE, Reach::Undecided(why), None, None);
    }
    // Upper bounds tell only that somebody may throw or wait for ever, among the reasons for which they do not decide.
    if !result.incomplete.is_empty() {
        let why = joined(&result.incomplete);
        add(ERROR, Reach::Undecided(why.clone()), None, None);
        add(STALE, Reach::Undecided(why), None, None);
    }
    let others = others(&result);
    TestRun { result, outcomes, others }
}

/// Whether executions that never end are looked for under a model, or under a lower bound of it: those that are searched by schedules.
fn looks_for_hangs(model: Model) -> bool {
    use Model::{Jmm, JmmRevised, Opmm, Pso, Sc, Tso};
    matches!(model, Sc | Tso | Pso | Opmm | Jmm | JmmRevised)
}

/// Grades a test by what is known of it under each model. `matches` says whether a regular expression of Java matches a text.
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

/// Whether what no execution of a run showed is proved to be impossible: its search was complete and decided the test, under no condition.
fn proves(run: &TestRun, status: &Status) -> bool {
    let decided = matches!(status, Status::Passed | Status::Failed | Status::Error(_));
    let result = &run.result;
    decided && result.incomplete.is_empty() && result.gaps.is_empty() && result.condition.is_none()
}

impl Judged {
    /// What was not seen under a model is not proved to be impossible.
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
    // Of a row that nobody has thought about jcstress says that it has no description, even if it does not come about.
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

/// What a test's report tells under a model: its errors, and the executions that show forbidden outcomes. `tell` runs a schedule again.
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
            finding.told = tell(schedule).map(|story| Telling::Story(Box::new(story)));
            finding.witness = witness.cloned();
        } else if finding.witness.is_none() {
            finding.witness = witness.cloned();
        }
        findings.push(finding);
    }
    findings
}
