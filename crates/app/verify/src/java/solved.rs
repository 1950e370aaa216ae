//! Questions about Java programs that the solver answers: whether all assertions can hold together, and
//! whether an outcome is possible.

use super::JavaProgram;
use super::alone::{Alone, Asked, Lines, NOTHING, QuestionInfo, Shown};
use crate::explain::{Answer, Explanation, by_solver};
use crate::explainable::Explainable;
use crate::model::Model;
use crate::options::Options;
use crate::reason::Reason;
use crate::solve::{Solved, solve};
use axioms::cat::CatModel;
use event::{Failure, Loc, Machine, Outcome, Site, Value};
use explore::Progress;
use java_machine::{JavaMachine, Visibility};
use jcstress::Assertion;
use solver::{Condition, Guesses, Question, Stop, TreeLimits};
use std::collections::BTreeSet;

/// Limits on the trees of threads of this length. Java programs do more than litmus tests: a main thread
/// joins and then reads the results.
fn trees(bound: usize) -> TreeLimits {
    TreeLimits { events_per_thread: bound, steps: 2_000, values_per_location: 16, labelled_pairs: 500_000 }
}

/// The most actions of a thread, in the order tried: if loops make a program too large, a lower bound may
/// still show an execution.
const BOUNDS: [usize; 4] = [32, 16, 10, 6];
/// The most rounds of running the threads until nothing new is found.
const ROUNDS: usize = 100;

/// A question about a Java program.
#[derive(Debug, Clone)]
pub struct JavaQuestion<'a> {
    /// The name of the program.
    pub title: String,
    /// Its target, as given on the command line.
    pub target: String,
    /// The lines of its sources, by file.
    pub sources: &'a Lines,
    /// The outcome: `r1=0, r2=0`, or values in the order of the names. If absent, all assertions must hold.
    pub outcome: Option<String>,
    /// The constants of its threads, if they only copy values and compare them with these.
    pub copies: Option<BTreeSet<i32>>,
    /// Whether the program has assertions; it then asks something even if none can fail.
    pub has_assertions: bool,
    /// Assertions that must be reached, in addition to not failing.
    pub assertions: Vec<Assertion>,
}

/// Answers a question, and passes the answer on for reporting.
///
/// # Errors
/// If the question makes no sense for the program; the text includes a hint.
pub fn explain_java<R>(
    program: &JavaProgram,
    model: Model,
    question: &JavaQuestion<'_>,
    options: &Options,
    progress: &Progress,
    tell: impl Fn(&Alone<'_>, &Explanation) -> R,
) -> Result<R, String> {
    let mut first = None;
    let asked = question.outcome.is_none().then_some(&*question.assertions);
    for bound in BOUNDS {
        let asked: Result<(R, bool), String> = prepared(
            program,
            model,
            (question.sources, progress, bound, asked),
            |mut alone, cat, stopped| {
                let (condition, about) = ask(&alone, question)?;
                let QuestionInfo { mut values, cut, .. } = std::mem::take(&mut alone.about);
                // In the virtual machine's representation.
                let copies = question.copies.iter().flatten().map(|n| Value(i64::from(*n as u32)));
                values.extend(copies);
                alone.about = QuestionInfo {
                    values,
                    cut,
                    bound,
                    copies: question.copies.is_some(),
                    several: cat.has_parameter(),
                    ..about
                };
                let explanation = match stopped {
                    Some(why) => {
                        Explanation { model, answer: Answer::Unknown(why), decided: Vec::new(), core: None }
                    }
                    None => by_solver(&alone, model, (cat, &condition), options, progress),
                };
                let has_none = matches!(explanation.answer, Answer::Unknown(_)) && explanation.core.is_none();
                Ok((tell(&alone, &explanation), has_none))
            },
        )?;
        let (text, has_none) = asked?;
        if !has_none {
            return Ok(text);
        }
        // If no bound gives an answer, report the reason from the longest threads.
        first.get_or_insert(text);
        if progress.stop_reason().is_some() {
            break;
        }
    }
    Ok(first.expect("there are bounds"))
}

/// Returns all outcomes that the solver finds, with failing threads by their numbers in the virtual machine,
/// and why there may be others.
///
/// # Errors
/// If there is no answer, the reason.
pub fn solved_outcomes(
    program: &JavaProgram,
    model: Model,
    options: &Options,
) -> Result<(BTreeSet<Outcome>, Vec<String>), String> {
    let progress = Progress::default();
    prepared(program, model, (&Lines::new(), &progress, BOUNDS[0], None), |alone, cat, stopped| {
        if let Some(why) = stopped {
            return Err(why);
        }
        let (mut outcomes, mut others) = (BTreeSet::new(), Vec::new());
        loop {
            match solve(&alone, cat, &Condition::And(others.clone()), options, &progress) {
                Solved::Possible(witness) => {
                    let outcome = witness.outcome;
                    others.push(Condition::Not(Box::new(Condition::outcome(&outcome.values))));
                    let failures =
                        outcome.failures.into_iter().map(|(t, failure)| (alone.number(t), failure));
                    outcomes.insert(Outcome {
                        values: Vec::new(),
                        failures: failures.collect(),
                        observed: outcome.observed,
                    });
                }
                Solved::Impossible(_, missing) => return Ok((outcomes, missing)),
                Solved::Unknown(why) => return Err(why.to_string()),
            }
        }
    })?
}

/// Runs the threads of a program until nothing new is found, and passes the result on with the reason why
/// there may be no answer.
fn prepared<R>(
    program: &JavaProgram,
    model: Model,
    (sources, progress, bound, asked): (&Lines, &Progress, usize, Asked<'_>),
    then: impl FnOnce(Alone<'_>, &CatModel, Option<String>) -> R,
) -> Result<R, String> {
    let Some(cat) = model.solver_file() else {
        return Err(format!(
            "{} is not given by axioms that the solver could be asked about\n  hint: `thinair check` explores it; of Java programs explain \
             asks sc, tso, pso, jmm, jmm-revised, and model files",
            model.name()
        ));
    };
    let machine = JavaMachine::with_stop_flag(program, Visibility::Future, progress.stop_flag());
    let notes = asked.is_some_and(|assertions| !assertions.is_empty());
    let mut machine = machine.showing_output(cat.uses_external_actions()).noting_assertions(notes);
    let freezes = cat.knows_final_fields();
    let mut shown: Vec<Shown> = (0..asked.map_or(0, <[Assertion]>::len)).map(Shown::Reached).collect();
    let mut stopped = None;
    for round in 0.. {
        let alone = Alone::new(&machine, sources, (freezes, asked), shown.clone());
        let found = threads(&alone, &cat, (bound, progress));
        let news = alone.news();
        drop(alone);
        let again = machine.take_over_facts() || !news.is_empty();
        if again && round < ROUNDS && progress.stop_reason().is_none() {
            shown.extend(news);
            shown.sort();
            continue;
        }
        stopped = match found {
            Err(why) => Some(why),
            Ok(_) => again.then(|| "a limit ended the search for what threads do".to_owned()),
        };
        break;
    }
    let mut alone = Alone::new(&machine, sources, (freezes, asked), shown);
    let found = threads(&alone, &cat, (bound, progress)).unwrap_or_default();
    alone.about.values = found.values.into_iter().collect();
    (alone.about.cut, alone.about.bound) = (found.cut, bound);
    let refused = alone.refused().join("; ");
    // A thread that is refused at once has no tree; the refusal is the better reason.
    let stopped = stopped.map(|why| if refused.is_empty() { why } else { refused });
    let stopped = progress.stop_reason().as_ref().map(|why| Reason::from(why).to_string()).or(stopped);
    let stopped = stopped.or_else(|| beyond(&alone, model));
    Ok(then(alone, &cat, stopped))
}

fn threads(
    alone: &Alone<'_>,
    model: &CatModel,
    (bound, progress): (usize, &Progress),
) -> Result<solver::Threads, String> {
    let condition = Condition::Const(true);
    let question = Question {
        machine: alone,
        model,
        condition: &condition,
        names: &[],
        constants: &[],
        guesses: Guesses::Grounded,
        identity: solver::Identity::Free,
        limits: solver::AskLimits {
            trees: trees(bound),
            stop: Stop::when(progress.stop_flag()),
            ..solver::AskLimits::default()
        },
    };
    solver::threads(&question).map_err(|overflow| overflow.to_string())
}

/// Returns what the program does that the model does not define.
fn beyond(alone: &Alone<'_>, model: Model) -> Option<String> {
    let is_beyond = matches!(model, Model::Jmm | Model::JmmRevised) && alone.is_weak();
    is_beyond.then(|| {
        "the program uses fences, weaker access modes or several modes on one variable, of which the JLS says nothing".to_owned()
    })
}

/// Returns the condition, and what reports need to know about it.
fn ask(alone: &Alone<'_>, question: &JavaQuestion<'_>) -> Result<(Condition, QuestionInfo), String> {
    let about = QuestionInfo {
        title: question.title.clone(),
        target: question.target.clone(),
        ..QuestionInfo::default()
    };
    match &question.outcome {
        None => assertions(alone, question.has_assertions, about),
        Some(outcome) => {
            let condition = outcome_asked(alone, outcome)?;
            Ok((condition, QuestionInfo { question: format!("outcome {outcome}"), ..about }))
        }
    }
}

/// The condition that all assertions hold, that the required ones are reached, and that no other exception
/// escapes.
fn assertions(
    alone: &Alone<'_>,
    asks: bool,
    mut about: QuestionInfo,
) -> Result<(Condition, QuestionInfo), String> {
    let mut parts = Vec::new();
    for (i, shown) in alone.shown.iter().enumerate() {
        let (part, site) = match shown {
            Shown::Failed(_, site, _) => (Condition::Equals(i, Value(0)), site.clone()),
            // As in Java, a thread that has failed does not reach a later assertion. Only the failed
            // assertion counts against it.
            Shown::Reached(assertion) => {
                let thread = alone.thread_of(*assertion);
                let failed = alone.shown.iter().enumerate().filter_map(|(j, other)| match other {
                    Shown::Failed(t, ..) if Some(*t) == thread => Some(Condition::Equals(j, Value(1))),
                    _ => None,
                });
                let reached = std::iter::once(Condition::Equals(i, Value(1)));
                (Condition::Or(reached.chain(failed).collect()), alone.site_of_assertion(*assertion))
            }
            Shown::Observed(_) => continue,
        };
        let text = alone.shown_text(shown);
        about.places.insert(text.clone(), place_of(&site));
        parts.push(Condition::Named(text, Box::new(part)));
    }
    if parts.is_empty() && !asks {
        return Err(
            "nothing is asked: the threads have no assertions\n  hint: write what is asked as assertions in the threads, or name an outcome with --outcome 'r1=0, r2=0'"
                .to_owned(),
        );
    }
    about.question = "all assertions hold".to_owned();
    Ok((Condition::And(parts), about))
}

fn place_of(site: &Site) -> String {
    if site.line == 0 { "the class library".to_owned() } else { format!("{}:{}", site.file, site.line) }
}

/// Parses an outcome as the user typed it.
fn outcome_asked(alone: &Alone<'_>, outcome: &str) -> Result<Condition, String> {
    let names: Vec<(usize, &str)> = alone
        .shown
        .iter()
        .enumerate()
        .filter_map(|(i, shown)| match shown {
            Shown::Observed(name) => Some((i, name.as_str())),
            Shown::Failed(..) | Shown::Reached(_) => None,
        })
        .collect();
    let all: Vec<&str> = names.iter().map(|(_, name)| *name).collect();
    let equals = |i: usize, name: &str, text: &str| {
        let value = alone.value_of_text(text);
        Condition::Named(format!("{name}={text}"), Box::new(Condition::Equals(i, value)))
    };
    match names.as_slice() {
        // A refusal or a cut may be why nothing was observed.
        [] if alone.about.cut || !alone.refused().is_empty() => return Ok(Condition::Const(false)),
        [] => {
            return Err("--outcome: the program observes nothing\n  hint: hand values out with thinair.Thinair.observe(\"r1\", r1), or ask by assertions".to_owned());
        }
        // The text of a jcstress result is a single value.
        [(i, name)] if !outcome.starts_with(&format!("{name}=")) => {
            return Ok(Condition::And(vec![equals(*i, name, outcome.trim())]));
        }
        _ => {}
    }
    let normal = outcome.replace("/\\", ",").replace("&&", ",");
    let parts: Vec<&str> = normal.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    let wrong = |what: String| {
        let example: Vec<String> = all.iter().map(|name| format!("{name}=0")).collect();
        Err(format!("--outcome: {what}\n  hint: as in --outcome '{}'", example.join(", ")))
    };
    let mut asked = Vec::new();
    if parts.iter().all(|part| !part.contains('=')) {
        if parts.len() != names.len() {
            return wrong(format!("{} values are given, and ({}) are observed", parts.len(), all.join(", ")));
        }
        let pairs = names.iter().zip(parts);
        return Ok(Condition::And(pairs.map(|((i, name), text)| equals(*i, name, text)).collect()));
    }
    for part in parts {
        let Some((name, text)) = part.split_once('=') else {
            return wrong(format!("`{part}` has no name"));
        };
        let (name, text) = (name.trim(), text.trim());
        let Some((i, _)) = names.iter().find(|(_, known)| *known == name) else {
            return wrong(format!("nothing is observed as `{name}`; there is {}", all.join(", ")));
        };
        asked.push(equals(*i, name, text));
    }
    Ok(Condition::And(asked))
}

impl Alone<'_> {
    /// Describes a component of an outcome, or what is asked of it.
    fn shown_text(&self, shown: &Shown) -> String {
        match shown {
            Shown::Observed(name) => name.clone(),
            Shown::Failed(thread, site, Failure::Assertion(_)) => {
                format!("`{}` in {}", site.text, self.thread_name(*thread))
            }
            Shown::Failed(thread, site, other) => {
                format!("no {} by `{}` in {}", other.class(), site.text, self.thread_name(*thread))
            }
            Shown::Reached(assertion) => {
                let (text, thread) =
                    (self.site_of_assertion(*assertion).text, &self.assertions[*assertion].thread);
                format!("`{text}` in {thread} is reached")
            }
        }
    }
}

impl Explainable for Alone<'_> {
    fn title(&self) -> String {
        self.about.title.clone()
    }

    fn target(&self) -> String {
        self.about.target.clone()
    }

    fn question(&self) -> String {
        self.about.question.clone()
    }

    fn outcome_text(&self, outcome: &Outcome) -> String {
        let observed = self.shown.iter().zip(&outcome.values).filter_map(|(shown, value)| match shown {
            Shown::Observed(name) => Some((name, self.text_of_value(*value))),
            Shown::Failed(..) | Shown::Reached(_) => None,
        });
        let observed = observed.filter(|(_, text)| text != NOTHING);
        let failed = outcome
            .failures
            .iter()
            .map(|(thread, failure)| format!("{} throws {}", self.thread_name(*thread), failure.class()));
        let all: Vec<String> = observed.map(|(name, text)| format!("{name}={text}")).chain(failed).collect();
        match all.is_empty() {
            true => "all assertions hold".to_owned(),
            false => all.join(", "),
        }
    }

    fn observed_names(&self) -> Vec<String> {
        self.shown.iter().map(|shown| self.shown_text(shown)).collect()
    }

    fn place(&self, site: &Site) -> String {
        place_of(site)
    }

    fn place_asked(&self, text: &str) -> Option<String> {
        self.about.places.get(text).cloned()
    }

    fn value_text(&self, loc: Loc, value: Value) -> String {
        self.value_in(loc, value).0
    }

    fn output_text(&self, value: Value) -> String {
        self.machine().output_text(value).map_or_else(|| value.to_string(), |text| format!("{text:?}"))
    }

    fn number(&self, loc: Loc, value: Value) -> Value {
        let (text, is_reference) = self.value_in(loc, value);
        if is_reference { value } else { text.parse().map_or(value, Value) }
    }

    fn taken_for_granted(&self) -> Option<String> {
        None
    }

    fn named_values(&self) -> Vec<Value> {
        self.about.values.clone()
    }

    fn guesses_values(&self) -> bool {
        // Threads never accept a reference that was not written.
        true
    }

    fn copies_values_only(&self) -> bool {
        self.about.copies
    }

    fn loops(&self) -> bool {
        self.about.cut
    }

    fn trees(&self) -> Option<TreeLimits> {
        Some(trees(self.about.bound))
    }

    fn gaps(&self) -> Vec<String> {
        let mut gaps = self.refused();
        gaps.extend(self.machine().gaps().iter().map(|gap| Reason::from(gap).to_string()));
        if self.about.several {
            gaps.extend(self.early_assertions());
        }
        if self.about.cut && gaps.is_empty() {
            let most = self.about.bound;
            gaps.push(format!(
                "executions in which a thread performs more than {most} actions are not covered"
            ));
        }
        gaps
    }
}
