//! Answers questions: is the outcome possible, and if not, why not?

use crate::builtins::{Orders, Wanted, declare_orders, final_value};
use crate::layout::Layout;
use crate::model::{Axiom, Translation};
use crate::run::{Extent, Frame, Run};
use crate::trees::{Guesses, Trees, explore};
use crate::witness::{Decoder, Witness};
use crate::{Condition, Identity, Overflow, TreeLimits};
use axioms::cat::program::{Program, Shape, Statement};
use axioms::cat::{Builtin, CatModel};
use event::{Loc, Machine, Site, ThreadId, Value};
use relational::{Batsat, Core, Cores, Expr, Formula, GroupId, Problem, Session, Size, Stop, TupleSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The answer if a found execution uses an object that is never created; other executions might not.
const GHOST: &str = "an execution that uses an object which is never created";

/// Limits of a question.
#[derive(Debug, Clone, Default)]
pub struct AskLimits {
    /// Limits of the trees.
    pub trees: TreeLimits,
    /// The most conflicts per call of the solver.
    pub conflicts: Option<u64>,
    /// Stops everything once set.
    pub stop: Stop,
    /// Whether to verify, by as many more calls, that minimal reasons are minimal.
    pub verify_cores: bool,
    /// How many minimal reasons to look for; one is always found.
    pub cores: usize,
    /// Whether to look for the smallest relaxations of model and program.
    pub relax: bool,
    /// Whether an axiom counts once per execution and block for which it is repeated; otherwise it is one
    /// constraint, as written.
    pub split_axioms: bool,
}

/// A question about a program and a model.
pub struct Question<'a, M: Machine> {
    /// The program.
    pub machine: &'a M,
    /// The model.
    pub model: &'a CatModel,
    /// The condition on the outcome.
    pub condition: &'a Condition,
    /// The names of the observed values, for reports.
    pub names: &'a [String],
    /// The constants of the program: values that may justify themselves. They must include those of the
    /// condition.
    pub constants: &'a [Value],
    /// Which values reads may guess.
    pub guesses: Guesses,
    /// When actions of different executions are identified.
    pub identity: Identity,
    /// Bounds.
    pub limits: AskLimits,
}

/// What the answer does not cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Coverage {
    /// Whether a bound stopped a thread.
    pub cut: bool,
    /// Whether a thread may diverge.
    pub diverges: bool,
    /// Whether a chain of sources that passes a write more than once would give untried values. No single
    /// execution has one, but several executions may have one together.
    pub growing: bool,
    /// The most reads of an execution, which bounds the number of steps in which a model may commit actions.
    pub reads: usize,
    /// The number of speculative executions: the parameter of the model, if it has one.
    pub k: Option<u32>,
}

/// A constraint of a core.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Constraint {
    /// An axiom of the model.
    Axiom {
        /// The name, with the indices of the enclosing blocks.
        name: String,
        /// The name without the indices.
        axiom: String,
        /// `file:line:column`.
        place: String,
        /// Whether it requires that a guessed order extends something.
        is_order: bool,
    },
    /// A statement of the program behaves as written.
    Statement {
        /// The thread.
        thread: ThreadId,
        /// The statement.
        site: Site,
    },
    /// An initial value.
    Initial {
        /// The location.
        loc: Loc,
        /// Its name.
        name: String,
        /// The value.
        value: Value,
    },
    /// A part of the requested outcome.
    Asked(String),
}

impl Constraint {
    /// The part it belongs to, if it may be given up.
    pub fn part(&self) -> Option<Part> {
        match self {
            Constraint::Axiom { .. } => Some(Part::Model),
            Constraint::Statement { .. } | Constraint::Initial { .. } => Some(Part::Program),
            Constraint::Asked(_) => None,
        }
    }
}

/// Why an outcome is impossible: without any one of these constraints it would be possible. Empty if the
/// program has no execution in which every thread ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The constraints.
    pub constraints: Vec<Constraint>,
    /// Whether no constraint can be left out.
    pub is_minimal: bool,
    /// Other minimal sets of constraints, if several were requested.
    pub others: Vec<Vec<Constraint>>,
    /// If several were requested: whether these are all minimal sets.
    pub are_all: Option<bool>,
    /// What to give up to make the outcome possible, if requested.
    pub relaxations: Vec<Relaxation>,
}

/// A part of the constraints; the requested outcome is never given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Axioms.
    Model,
    /// Statements and initial values.
    Program,
}

/// What to give up of one part, and of nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relaxation {
    /// The part.
    pub part: Part,
    /// The constraints to give up.
    pub what: GiveUp,
}

/// How the outcome becomes possible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GiveUp {
    /// Without these constraints; no smaller set suffices.
    These(Vec<Constraint>),
    /// Not even without the whole part.
    NotEnough,
    /// A limit was reached before the answer was known.
    Unknown,
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The outcome is possible.
    Possible(Box<Witness>),
    /// It is not.
    Impossible(Reason),
    /// A limit of the solver was reached, or it was stopped.
    Stopped,
}

/// An answer with its coverage and cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The answer.
    pub answer: Answer,
    /// What it does not cover.
    pub coverage: Coverage,
    /// The size of the problem; of the last one if several were tried.
    pub size: Size,
    /// The number of calls of the solver.
    pub calls: u64,
}

/// Asks with this many speculative executions; the number does not matter for models of a single execution.
pub fn ask<M: Machine>(question: &Question<'_, M>, k: u32) -> Result<Report, Overflow> {
    ask_each(question, &[k])
}

/// Asks with these numbers of speculative executions in turn, until the outcome is possible. Only the last
/// refutation is minimised: if a model can repeat a step, it is the strongest.
///
/// # Panics
/// If there are no numbers.
pub fn ask_each<M: Machine>(question: &Question<'_, M>, ks: &[u32]) -> Result<Report, Overflow> {
    let prepared = Prepared::new(question, [question.condition])?;
    let (last, before) = ks.split_last().expect("a number to ask with");
    let mut calls = 0;
    let before = if question.model.has_parameter() { before } else { &[] };
    if let Some(report) = prepared.first(before, &mut calls)? {
        return Ok(report);
    }
    let mut report = prepared.decide(*last, question.guesses != Guesses::Grounded)?;
    if matches!(report.answer, Answer::Impossible(_)) && question.guesses == Guesses::Grounded {
        // That no thread computes a value is not an informative reason. Which axioms keep it from justifying
        // itself? If none does, the model's promise about values was wrong, and the execution is found.
        let wider = Question { guesses: Guesses::Any, limits: question.limits.clone(), ..*question };
        let with_guesses =
            Prepared::new(&wider, [question.condition]).and_then(|prepared| prepared.decide(*last, true));
        let is_decided = |report: &Report| !matches!(report.answer, Answer::Stopped);
        let with_guesses = with_guesses.ok().filter(is_decided);
        let with_guesses = with_guesses.or_else(|| prepared.decide(*last, true).ok().filter(is_decided));
        if let Some(with_guesses) = with_guesses {
            calls += report.calls;
            report = Report { coverage: report.coverage, ..with_guesses };
        }
    }
    report.calls += calls;
    Ok(report)
}

/// Like [`ask_each`], without reasons: `None` if the outcome is impossible with every number.
pub fn find<M: Machine>(question: &Question<'_, M>, ks: &[u32]) -> Result<Option<Report>, Overflow> {
    let last = ks.len().saturating_sub(1);
    let ks = if question.model.has_parameter() { ks } else { &ks[last..] };
    let prepared = Prepared::new(question, [question.condition])?;
    prepared.first(ks, &mut 0)
}

/// The answer about an outcome, without a reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Possibility {
    /// It is possible.
    Possible(Box<Witness>),
    /// It is not.
    Impossible,
    /// The solver was stopped, or found an execution that uses an object which is never created.
    Unknown,
}

/// Decides which of several outcomes are possible, instead of the question's own condition. Translates the
/// problem once per number.
pub fn possible<M: Machine>(
    question: &Question<'_, M>,
    outcomes: &[Condition],
    ks: &[u32],
) -> Result<Vec<Possibility>, Overflow> {
    let prepared = Prepared::new(question, outcomes)?;
    let last = ks.len().saturating_sub(1);
    let ks = if question.model.has_parameter() { ks } else { &ks[last..] };
    let mut answers = vec![Possibility::Impossible; outcomes.len()];
    for &k in ks {
        prepared.decide_many(k, outcomes, &mut answers)?;
    }
    Ok(answers)
}

/// What the threads of a program do, each run alone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Threads {
    /// Every value that is read, written, initial or observed.
    pub values: BTreeSet<Value>,
    /// Whether a bound stopped a thread.
    pub cut: bool,
}

/// Runs the threads of a question without asking it.
pub fn threads<M: Machine>(question: &Question<'_, M>) -> Result<Threads, Overflow> {
    let trees = Prepared::new(question, [question.condition])?.trees;
    Ok(Threads { values: trees.values(), cut: trees.cut })
}

/// The parts of a question that do not depend on the number of executions.
pub(crate) struct Prepared<'q, 'a, M: Machine> {
    question: &'q Question<'a, M>,
    trees: Trees,
    runs: Vec<bool>,
}

impl<'q, 'a, M: Machine> Prepared<'q, 'a, M> {
    /// Prepares to decide whether these conditions are possible.
    pub fn new<'c>(
        question: &'q Question<'a, M>,
        asked: impl IntoIterator<Item = &'c Condition>,
    ) -> Result<Self, Overflow> {
        let machine = question.machine;
        let inventions = asked.into_iter().map(|condition| condition.compared().len()).max().unwrap_or(0);
        let guesses = (question.guesses, inventions.max(1));
        let trees =
            explore(machine, question.constants, guesses, question.limits.trees, &question.limits.stop)?;
        if trees.have_freezes() && !question.model.knows_final_fields() {
            return Err(Overflow::Unsupported(
                "final fields under a file that does not say what `Freeze` does",
            ));
        }
        let runs = (0..machine.thread_count()).map(|t| machine.starts_running(ThreadId(t as u16))).collect();
        Ok(Prepared { question, trees, runs })
    }

    /// The model for this many speculative executions, and the universe of the problem.
    pub fn shaped(&self, k: u32) -> Result<(Arc<Program>, Layout), Overflow> {
        let threads = self.question.machine.thread_count() as u32;
        let shape = Shape { k, threads, locations: self.trees.initial.len() as u32 };
        let program =
            self.question.model.program(shape).map_err(|error| Overflow::Model(error.to_string()))?;
        let copies = program.steps.iter().filter(|step| matches!(step, Statement::Copy(_))).count();
        Ok((program, Layout::new(&self.trees, copies as u32)))
    }

    pub fn frame<'f>(&'f self, layout: &'f Layout) -> Frame<'f> {
        Frame { trees: &self.trees, layout, runs: &self.runs }
    }

    fn session(&self, built: &mut Built) -> Result<Session, Overflow> {
        let AskLimits { conflicts, stop, .. } = self.question.limits.clone();
        let limits = relational::SolvingLimits { conflicts, stop };
        Ok(Session::new(std::mem::take(&mut built.problem), Box::new(Batsat::default()), limits)?)
    }

    fn decide_many(
        &self,
        k: u32,
        outcomes: &[Condition],
        answers: &mut [Possibility],
    ) -> Result<(), Overflow> {
        let (program, layout) = self.shaped(k)?;
        let frame = self.frame(&layout);
        let whole: Vec<&Condition> = outcomes.iter().collect();
        let mut built = self.build(&frame, &program, &whole)?;
        let mut session = self.session(&mut built)?;
        // The outcomes are the first groups.
        let others: Vec<GroupId> = session.all_groups().split_off(outcomes.len());
        for (i, answer) in answers.iter_mut().enumerate() {
            if matches!(answer, Possibility::Possible(_)) {
                continue;
            }
            let mut groups = others.clone();
            groups.push(GroupId(i as u32));
            match session.solve_groups(&groups) {
                relational::Answer::Satisfiable(instance) => {
                    let decoder =
                        Decoder { frame: &frame, built: &built, program: &program, instance: &instance };
                    let witness = decoder.witness(self.question.machine);
                    *answer = witness
                        .map_or(Possibility::Unknown, |witness| Possibility::Possible(Box::new(witness)));
                }
                relational::Answer::Unsatisfiable(_) => {}
                relational::Answer::Stopped => *answer = Possibility::Unknown,
            }
        }
        Ok(())
    }

    /// The first answer that is not "impossible".
    fn first(&self, ks: &[u32], calls: &mut u64) -> Result<Option<Report>, Overflow> {
        for &k in ks {
            let mut report = self.decide(k, false)?;
            *calls += report.calls;
            if !matches!(report.answer, Answer::Impossible(_)) {
                report.calls = *calls;
                return Ok(Some(report));
            }
        }
        Ok(None)
    }

    fn decide(&self, k: u32, minimise: bool) -> Result<Report, Overflow> {
        let question = self.question;
        let (program, layout) = self.shaped(k)?;
        let frame = self.frame(&layout);
        let mut built = self.build(&frame, &program, &question.condition.conjuncts())?;
        let mut session = self.session(&mut built)?;
        let answer = match session.solve() {
            relational::Answer::Satisfiable(instance) => {
                // The evaluation by definition has the last word, not the translation or the solver.
                session.problem().check(&instance, &[]).expect("an instance satisfies every axiom");
                let decoder =
                    Decoder { frame: &frame, built: &built, program: &program, instance: &instance };
                let witness = decoder.witness(question.machine).ok_or(Overflow::Unsupported(GHOST))?;
                Answer::Possible(Box::new(witness))
            }
            relational::Answer::Unsatisfiable(core) => {
                let core = if minimise { session.minimise(&core) } else { core };
                if question.limits.verify_cores && core.is_minimal {
                    session.verify_minimal(&core).expect("a minimal core is one");
                }
                let mut reason = built.reason(&core);
                if minimise {
                    self.widen(&built, &mut session, core, &mut reason);
                }
                Answer::Impossible(reason)
            }
            relational::Answer::Stopped => Answer::Stopped,
        };
        let coverage = Coverage {
            cut: self.trees.cut,
            diverges: self.trees.diverges,
            growing: self.trees.growing,
            reads: self.trees.most_reads(),
            k: question.model.has_parameter().then_some(k),
        };
        Ok(Report { answer, coverage, size: session.size(), calls: session.calls() })
    }

    /// Adds to a reason whatever else was requested.
    fn widen(&self, built: &Built, session: &mut Session, core: Core, reason: &mut Reason) {
        let limits = &self.question.limits;
        if limits.cores > 1 && core.is_minimal {
            let Cores { found, is_complete } = session.cores(vec![core], limits.cores);
            if limits.verify_cores {
                found.iter().for_each(|core| session.verify_minimal(core).expect("a minimal core is one"));
            }
            reason.others = found[1..].iter().map(|core| built.named(&core.groups)).collect();
            reason.are_all = Some(is_complete);
        }
        for part in [Part::Model, Part::Program].into_iter().filter(|_| limits.relax) {
            let is_soft = |group: &GroupId| built.constraints[group.0 as usize].part() == Some(part);
            let soft: Vec<GroupId> = session.all_groups().into_iter().filter(is_soft).collect();
            let what = match session.smallest_relaxation(&soft) {
                Ok(Some(groups)) => GiveUp::These(built.named(&groups)),
                Ok(None) => GiveUp::NotEnough,
                Err(_) => GiveUp::Unknown,
            };
            reason.relaxations.push(Relaxation { part, what });
        }
    }

    pub fn build(
        &self,
        frame: &Frame<'_>,
        program: &Program,
        asked: &[&Condition],
    ) -> Result<Built, Overflow> {
        let question = self.question;
        let mut problem = Problem::new(frame.layout.universe());
        let uses = |names: &[Builtin]| program.builtins.iter().any(|builtin| names.contains(builtin));
        let several = program.executions.len() > 1;
        let jls = [Builtin::SynchronisationOrder, Builtin::SynchronizesWith, Builtin::HappensBefore];
        let wanted = Wanted {
            monitor_order: !several || uses(&jls) || uses(&[Builtin::LockOrder]),
            volatile_order: uses(&jls),
            coherence: uses(&[Builtin::Coherence]),
            final_writes: uses(&[Builtin::FinalWrites]),
        };
        let last_matters = self.trees.observed.iter().any(|observed| !observed.locations.is_empty());
        if several && wanted.final_writes {
            return Err(Overflow::Unsupported("last writes in a model of several executions"));
        }
        let speculative = frame.labelled_pairs(question.identity) * (program.executions.len() - 1);
        let most = question.limits.trees.labelled_pairs;
        if frame.labelled_pairs(Identity::Occurrence) + speculative > most {
            return Err(Overflow::Pairs(most));
        }
        let locations: Vec<Loc> = frame.layout.locations.clone();
        // Which writes may be last depends on happens-before and so on the synchronisation order, which a
        // file about several executions guesses itself.
        let both = Wanted { monitor_order: true, volatile_order: true, ..wanted };
        let wanted_of = |i: usize| if several && last_matters && i == 0 { both } else { wanted };
        let (mut runs, mut orders) = (Vec::new(), Vec::new());
        for (i, name) in program.executions.iter().enumerate() {
            // The question is about a complete execution; a justifying one may be a prefix.
            let (extent, identity) = match i {
                0 => (Extent::Complete, Identity::Occurrence),
                _ => (Extent::Prefix, question.identity),
            };
            let name = if name.is_empty() { "E" } else { name };
            let run = frame.declare(&mut problem, name, extent, identity);
            orders.push(declare_orders(frame, &mut problem, (name, &run), wanted_of(i), &locations));
            runs.push(run);
        }
        let mut translation = Translation::new(frame, &runs, &orders, program, question.limits.stop.clone());
        translation.translate(&mut problem, program)?;
        let Translation { axioms, guesses, chosen, .. } = translation;
        if several && last_matters {
            let own = chosen.get(&format!("so[{}]", program.executions[0]));
            let own = own.ok_or(Overflow::Unsupported(
                "final values of locations under a model of several executions without an order `so` in each",
            ))?;
            problem.fact(orders[0].so.in_(own));
        }
        let mut built = Built {
            problem,
            constraints: Vec::new(),
            runs,
            orders,
            guesses,
            chosen,
            finals: BTreeMap::new(),
        };
        self.add_asked(frame, &mut built, asked, wanted_of(0));
        self.add_program(frame, &mut built);
        let axioms = if question.limits.split_axioms { axioms } else { folded(axioms) };
        axioms.into_iter().for_each(|axiom| built.add_axiom(axiom));
        Ok(built)
    }

    fn add_asked(&self, frame: &Frame<'_>, built: &mut Built, asked: &[&Condition], wanted: Wanted) {
        let mut values: BTreeMap<usize, Expr> = BTreeMap::new();
        // A witness shows all observed values, so last values are decided even if not asked for.
        for (i, observed) in self.trees.observed.iter().enumerate() {
            let mut last = Vec::new();
            for &loc in &observed.locations {
                let known = built.finals.get(&loc).cloned();
                last.push(known.unwrap_or_else(|| {
                    let (run, orders) = (&built.runs[0], &built.orders[0]);
                    final_value(frame, &mut built.problem, (run, orders), wanted, loc)
                }));
                built.finals.insert(loc, last[last.len() - 1].clone());
            }
            let value = match last.as_slice() {
                [] => frame.observed(&built.runs[0], i),
                last => observed.expr(last, |value| frame.layout.value(value)),
            };
            values.insert(i, value);
        }
        for part in asked {
            let formula = part.formula(&mut |i| values[&i].clone(), &|value| frame.layout.value(value));
            built.add(Constraint::Asked(part.render(self.question.names)), formula);
        }
    }

    /// Adds initial values and statements, each as a constraint on all executions.
    fn add_program(&self, frame: &Frame<'_>, built: &mut Built) {
        let machine = self.question.machine;
        let state = machine.initial();
        for (&loc, &value) in &self.trees.initial {
            let Some(atom) = frame.layout.value(value) else { continue };
            let pair = Expr::constant(TupleSet::of_pairs([(frame.layout.initial(loc), atom)]));
            let formula = Formula::and(built.runs.iter().map(|run| pair.in_(&run.written)).collect());
            built.add(Constraint::Initial { loc, name: machine.loc_name(&state, loc), value }, formula);
        }
        let mut sites: BTreeMap<(ThreadId, &Site), Vec<usize>> = BTreeMap::new();
        for (i, step) in self.trees.steps.iter().enumerate() {
            if step.read.is_some() || step.written.is_some() {
                sites.entry((step.thread, &step.site)).or_default().push(i);
            }
        }
        for ((thread, site), steps) in sites {
            let formula = Formula::and(built.runs.iter().map(|run| frame.obeys(run, &steps)).collect());
            built.add(Constraint::Statement { thread, site: site.clone() }, formula);
        }
    }
}

/// A problem, and the meaning of its groups and expressions.
pub(crate) struct Built {
    pub problem: Problem,
    constraints: Vec<Constraint>,
    pub runs: Vec<Run>,
    pub orders: Vec<Orders>,
    /// The guessed sets, by name.
    pub guesses: BTreeMap<String, Expr>,
    /// The guessed orders, by name.
    pub chosen: BTreeMap<String, Expr>,
    /// The last value of each location that the condition mentions.
    pub finals: BTreeMap<Loc, Expr>,
}

impl Built {
    fn add(&mut self, constraint: Constraint, formula: Formula) {
        self.problem.group(format!("{constraint:?}"), formula);
        self.constraints.push(constraint);
    }

    fn add_axiom(&mut self, axiom: Axiom) {
        let Axiom { name, base, place, formula, is_order } = axiom;
        self.add(Constraint::Axiom { name, axiom: base, place, is_order }, formula);
    }

    fn named(&self, groups: &[GroupId]) -> Vec<Constraint> {
        groups.iter().map(|group| self.constraints[group.0 as usize].clone()).collect()
    }

    fn reason(&self, core: &Core) -> Reason {
        let (constraints, is_minimal) = (self.named(&core.groups), core.is_minimal);
        Reason { constraints, is_minimal, others: Vec::new(), are_all: None, relaxations: Vec::new() }
    }
}

/// Merges repetitions of the same axiom.
fn folded(axioms: Vec<Axiom>) -> Vec<Axiom> {
    let mut result: Vec<Axiom> = Vec::new();
    for axiom in axioms {
        match result.iter_mut().find(|other| other.place == axiom.place && other.base == axiom.base) {
            Some(other) => {
                other.name.clone_from(&other.base);
                other.formula = Formula::and(vec![other.formula.clone(), axiom.formula]);
            }
            None => result.push(axiom),
        }
    }
    result
}
