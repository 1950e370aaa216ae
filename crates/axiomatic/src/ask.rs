//! Asking: is the outcome possible, and why not?

use crate::builtins::{Orders, Wanted, declare_orders, final_value};
use crate::layout::Layout;
use crate::model::{Axiom, Translation};
use crate::run::{Extent, Frame, Run};
use crate::trees::{Guesses, Trees, explore, finals};
use crate::witness::{Decoder, Witness};
use crate::{Condition, Identity, Overflow, TreeLimits};
use event::{Loc, Machine, Site, ThreadId, Value};
use models::cat::program::{Program, Shape, Step};
use models::cat::{Builtin, CatModel};
use relational::{Batsat, Core, Expr, Formula, Problem, Session, Size, TupleSet};
use std::collections::{BTreeMap, BTreeSet};

/// How far a question may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Of the trees.
    pub trees: TreeLimits,
    /// Conflicts per call of the solver.
    pub conflicts: Option<u64>,
}

/// A question about a program and a model.
#[derive(Clone, Copy)]
pub struct Question<'a, M: Machine> {
    /// The program.
    pub machine: &'a M,
    /// The model.
    pub model: &'a CatModel,
    /// What is asked of the outcome.
    pub condition: &'a Condition,
    /// The names of the observed values, for what is told.
    pub names: &'a [String],
    /// The constants of the program: values that may justify themselves.
    pub constants: &'a [Value],
    /// Which values reads may guess.
    pub guesses: Guesses,
    /// When actions of different executions are the same.
    pub identity: Identity,
    /// Bounds.
    pub limits: Limits,
}

/// What the answer leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Coverage {
    /// A bound stopped a thread.
    pub cut: bool,
    /// A thread may compute for ever.
    pub diverges: bool,
    /// The value that stands for all the program does not name.
    pub invented: Option<Value>,
    /// How many speculative executions there were: the parameter of the model, if it has one.
    pub k: Option<u32>,
}

/// A constraint of a core.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Constraint {
    /// An axiom of the model.
    Axiom {
        /// With the indices of the blocks around it.
        name: String,
        /// Without.
        axiom: String,
        /// `file:line:column`.
        place: String,
        /// Whether it says that a guessed order extends something.
        is_order: bool,
    },
    /// A statement of the program does what it says.
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
    /// A part of the outcome asked.
    Asked(String),
}

/// Why an outcome is impossible: without any one of these it would be possible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The constraints.
    pub constraints: Vec<Constraint>,
    /// Whether none can be left out.
    pub is_minimal: bool,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The outcome is possible.
    Possible(Box<Witness>),
    /// It is not.
    Impossible(Reason),
    /// A limit of the solver was reached.
    Stopped,
}

/// An answer with what it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The answer.
    pub answer: Answer,
    /// What it leaves out.
    pub coverage: Coverage,
    /// How large the problem was, the last one if several were tried.
    pub size: Size,
    /// How often the solver was called.
    pub calls: u64,
}

/// Asks with this many speculative executions; the number does not matter for models of one execution.
pub fn ask<M: Machine>(question: &Question<'_, M>, k: u32) -> Result<Report, Overflow> {
    Prepared::new(question)?.decide(k, true)
}

/// Asks with 0, 1, … up to `k` speculative executions, until the outcome is possible. Only the last refutation is made
/// minimal: it is the strongest, as a model that has steps to spare can repeat one.
pub fn ask_up_to<M: Machine>(question: &Question<'_, M>, k: u32) -> Result<Report, Overflow> {
    let prepared = Prepared::new(question)?;
    let last = if question.model.has_parameter() { k } else { 0 };
    let mut calls = 0;
    for k in 0..=last {
        let mut report = prepared.decide(k, k == last)?;
        calls += report.calls;
        report.calls = calls;
        if k == last || !matches!(report.answer, Answer::Impossible(_)) {
            return Ok(report);
        }
    }
    unreachable!("the last one returns")
}

/// What does not depend on the number of executions.
struct Prepared<'q, 'a, M: Machine> {
    question: &'q Question<'a, M>,
    trees: Trees,
    runs: Vec<bool>,
    /// Of each observed index: the location whose last value it is.
    observed: Vec<Option<Loc>>,
}

impl<'q, 'a, M: Machine> Prepared<'q, 'a, M> {
    fn new(question: &'q Question<'a, M>) -> Result<Self, Overflow> {
        let machine = question.machine;
        let trees = explore(machine, question.constants, question.guesses, question.limits.trees)?;
        let runs = (0..machine.thread_count()).map(|t| machine.starts_running(ThreadId(t as u16))).collect();
        let observed = observed_locations(machine, &trees);
        Ok(Prepared { question, trees, runs, observed })
    }

    fn decide(&self, k: u32, minimise: bool) -> Result<Report, Overflow> {
        let question = self.question;
        let threads = question.machine.thread_count() as u32;
        let shape = Shape { k, threads, locations: self.trees.initial.len() as u32 };
        let program = question.model.program(shape).map_err(|error| Overflow::Model(error.to_string()))?;
        let copies = program.steps.iter().filter(|step| matches!(step, Step::Copy(_))).count();
        let layout = Layout::new(&self.trees, copies as u32);
        let frame = Frame { trees: &self.trees, layout: &layout, runs: &self.runs };
        let mut built = self.build(&frame, &program)?;
        let mut session = Session::new(
            std::mem::take(&mut built.problem),
            Box::new(Batsat::default()),
            relational::Limits { conflicts: question.limits.conflicts },
        );
        let answer = match session.solve() {
            relational::Answer::Satisfiable(instance) => {
                debug_assert_eq!(session.problem().check(&instance, &[]), Ok(()));
                let decoder =
                    Decoder { frame: &frame, built: &built, program: &program, instance: &instance };
                Answer::Possible(Box::new(decoder.witness(question.machine)))
            }
            relational::Answer::Unsatisfiable(core) => {
                let core = if minimise { session.minimise(&core) } else { core };
                Answer::Impossible(built.reason(&core))
            }
            relational::Answer::Stopped => Answer::Stopped,
        };
        let coverage = Coverage {
            cut: self.trees.cut,
            diverges: self.trees.diverges,
            invented: self.trees.invented,
            k: question.model.has_parameter().then_some(k),
        };
        Ok(Report { answer, coverage, size: session.size(), calls: session.calls() })
    }

    fn build(&self, frame: &Frame<'_>, program: &Program) -> Result<Built, Overflow> {
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
        let mut indices = Vec::new();
        question.condition.indices(&mut indices);
        let mentioned: BTreeSet<Loc> =
            indices.iter().filter_map(|&i| self.observed.get(i).copied()?).collect();
        if several && !mentioned.is_empty() {
            // Which writes may be last depends on an order that only the file knows.
            return Err(Overflow::Unsupported(
                "final values of locations under a model of several executions",
            ));
        }
        if several && wanted.final_writes {
            return Err(Overflow::Unsupported("last writes in a model of several executions"));
        }
        let locations: Vec<Loc> = frame.layout.locations.clone();
        let (mut runs, mut orders) = (Vec::new(), Vec::new());
        for (i, name) in program.executions.iter().enumerate() {
            // What is asked is asked of a whole execution; what justifies it may be the beginning of one.
            let (extent, identity) = match i {
                0 => (Extent::Complete, Identity::Occurrence),
                _ => (Extent::Prefix, question.identity),
            };
            let name = if name.is_empty() { "E" } else { name };
            let run = frame.declare(&mut problem, name, extent, identity);
            orders.push(declare_orders(frame, &mut problem, (name, &run), wanted, &locations));
            runs.push(run);
        }
        let mut translation = Translation::new(frame, &runs, &orders, program);
        translation.translate(&mut problem, program)?;
        let Translation { axioms, guesses, chosen, .. } = translation;
        let mut built = Built {
            problem,
            constraints: Vec::new(),
            runs,
            orders,
            guesses,
            chosen,
            finals: BTreeMap::new(),
        };
        self.add_asked(frame, &mut built, wanted);
        self.add_program(frame, &mut built);
        axioms.into_iter().for_each(|axiom| built.add_axiom(axiom));
        Ok(built)
    }

    fn add_asked(&self, frame: &Frame<'_>, built: &mut Built, wanted: Wanted) {
        let mut values: BTreeMap<usize, Expr> = BTreeMap::new();
        let mut indices = Vec::new();
        self.question.condition.indices(&mut indices);
        for i in indices {
            if values.contains_key(&i) {
                continue;
            }
            let (run, orders) = (&built.runs[0], &built.orders[0]);
            let value = match self.observed.get(i).copied().flatten() {
                Some(loc) => {
                    let last = final_value(frame, &mut built.problem, (run, orders), wanted, loc);
                    built.finals.insert(loc, last.clone());
                    last
                }
                None => frame.observed(run, i),
            };
            values.insert(i, value);
        }
        for part in self.question.condition.conjuncts() {
            let formula = part.formula(&mut |i| values[&i].clone(), &|value| frame.layout.value(value));
            built.add(Constraint::Asked(part.render(self.question.names)), formula);
        }
    }

    /// Initial values and statements, each about all executions.
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

/// A problem and what its groups and expressions mean.
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

    fn reason(&self, core: &Core) -> Reason {
        let constraints =
            core.groups.iter().map(|group| self.constraints[group.0 as usize].clone()).collect();
        Reason { constraints, is_minimal: core.is_minimal }
    }
}

/// Which observed values are those of locations: found by changing these.
fn observed_locations<M: Machine>(machine: &M, trees: &Trees) -> Vec<Option<Loc>> {
    let mut result = vec![None; trees.unmoved.len()];
    for (j, &loc) in machine.observed_locations().iter().enumerate() {
        let mut changed = finals(machine);
        changed[j] = Value(1);
        let values = machine.outcome(&machine.initial(), &changed).values;
        for (slot, _) in result.iter_mut().zip(values.iter().zip(&trees.unmoved)).filter(|(_, (a, b))| a != b)
        {
            *slot = Some(loc);
        }
    }
    result
}
