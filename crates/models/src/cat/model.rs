//! A loaded cat model, and its judgements.

use super::ast::Role;
use super::builtin::Builtin;
use super::error::{CatError, CatErrorKind, Excerpt};
use super::eval::{self, Finding, OutOfChoices, Outcome};
use super::load::Read;
use super::program::{Program, Step};
use super::source::Sources;
use super::world::World;
use super::{check, library, load, wellformed};
use crate::axioms::AxiomaticModel;
use crate::candidates::Decides;
use crate::graph::Graph;
use event::{EventId, Loc, Rejection};
use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// How many orders a `with` may try on one execution before the evaluation gives up.
const MAX_CHOICES: u64 = 200_000;

/// A memory model read from a cat file.
///
/// Law: judging does not change it, and equal graphs get equal judgements.
#[derive(Debug, Clone)]
pub struct CatModel {
    name: String,
    program: Program,
    /// Its tests that may fail while coherence is still open.
    early: Program,
    /// The name of each step that can refuse or flag; empty for others.
    axioms: Vec<&'static str>,
}

/// An event of a graph, or an initial write, which is not one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CatEvent {
    /// An event of the execution.
    Event(EventId),
    /// The initial write of a location.
    Initial(Loc),
}

/// What a model says of an execution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Every test passes, for some choice. `flags` are those of all choices that pass, in the order of the file.
    Accepted {
        /// What the model remarks.
        flags: Vec<Flag>,
    },
    /// Some test fails, for every choice.
    Refused {
        /// Its name after `as`, or what and where it is.
        axiom: &'static str,
        /// A cycle, a reflexive event, or the elements of what should be empty. Of the first choice tried.
        witness: Vec<CatEvent>,
    },
}

/// A remark of a model about an execution it accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flag {
    /// Its name after `as`.
    pub name: &'static str,
    /// Whether it comes from `undefined_unless`: the execution shows undefined behaviour.
    pub undefined: bool,
    /// The events that show it.
    pub witness: Vec<CatEvent>,
}

/// The evaluation tried as many orders as it may, and knows nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GaveUp {
    /// The limit.
    pub choices: u64,
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the model was not decided after {} choices", self.choices)
    }
}

impl std::error::Error for GaveUp {}

impl CatModel {
    /// Reads a model from a file; includes are relative to the file that includes.
    pub fn load(path: &Path) -> Result<Self, CatError> {
        let name = path.to_string_lossy().into_owned();
        match std::fs::read(path) {
            Ok(bytes) => Self::parse_with(&name, &String::from_utf8_lossy(&bytes), &mut read_beside),
            Err(error) => Err(CatError {
                kind: CatErrorKind::Include,
                file: name,
                line: 1,
                column: 1,
                message: format!("cannot read the model: {error}"),
                hint: Some(format!(
                    "the files that come with thinair are {}",
                    Self::shipped_names().map(|name| format!("{name}.cat")).collect::<Vec<_>>().join(", ")
                )),
                notes: Box::default(),
                excerpt: Box::new(Excerpt::new("", 0, 0)),
            }),
        }
    }

    /// Reads a model from a text. Only files that come with the crate can be included.
    pub fn parse(name: &str, text: &str) -> Result<Self, CatError> {
        Self::parse_with(name, text, &mut |_, _| Err("there is no such file".to_owned()))
    }

    /// Reads a model from a text, with the caller's way to find included files.
    pub fn parse_with(name: &str, text: &str, read: &mut Read<'_>) -> Result<Self, CatError> {
        let mut sources = Sources::default();
        let loaded = load::load(&mut sources, (name, text), read);
        let checked = loaded.and_then(|(stdlib, file)| {
            let program = check::check(&sources, &stdlib, &file)?;
            Ok((file.name, program))
        });
        let (header, program) = checked.map_err(|fault| sources.explain(fault))?;
        let stem =
            || Path::new(name).file_stem().map_or(name.to_owned(), |s| s.to_string_lossy().into_owned());
        let axioms = program.steps.iter().map(axiom_name).collect();
        let early = program.early_tests();
        Ok(CatModel { name: header.unwrap_or_else(stem), program, early, axioms })
    }

    /// A model of the folder `models/`, by its file name without `.cat`.
    pub fn shipped(name: &str) -> Option<Self> {
        let name = library::model_names().find(|known| *known == name)?;
        let file = format!("{name}.cat");
        let text = library::find(&file)?;
        Some(Self::parse(&file, text).expect("shipped models are correct, as tests check"))
    }

    /// The names of all shipped models.
    pub fn shipped_names() -> impl Iterator<Item = &'static str> {
        library::model_names()
    }

    /// Whether it looks at the coherence order. If not, [`crate::Coherence::none`] will do.
    pub fn uses_coherence(&self) -> bool {
        self.program.builtins.contains(&Builtin::Coherence)
    }

    /// Whether it looks at the last write of each location. Where the coherence order does not tell, every write
    /// is tried.
    pub fn uses_final_writes(&self) -> bool {
        self.program.builtins.contains(&Builtin::FinalWrites)
    }

    /// Whether it looks at the synchronisation order of volatile variables and threads.
    pub fn uses_synchronisation_order(&self) -> bool {
        let orders = [Builtin::SynchronisationOrder, Builtin::SynchronizesWith, Builtin::HappensBefore];
        orders.iter().any(|order| self.program.builtins.contains(order))
    }

    /// What candidate executions must decide for it; see [`crate::candidates()`].
    pub fn decides(&self) -> Decides {
        Decides {
            coherence: self.uses_coherence(),
            final_writes: self.uses_final_writes(),
            synchronisation: self.uses_synchronisation_order(),
            causal: self.program.forbids_cycles_of_causes(),
        }
    }

    /// Whether it will refuse the graph however its coherence order is completed. `false` says nothing.
    pub fn is_hopeless(&self, graph: &Graph<'_>) -> bool {
        let outcome = eval::run(&self.early, &World::new(graph), &mut 0);
        matches!(outcome, Ok(Outcome::Refused(_)))
    }

    /// Judges an execution.
    pub fn judge(&self, graph: &Graph<'_>) -> Result<Verdict, GaveUp> {
        if let Err(Rejection { axiom, witness }) = wellformed::check(graph, &self.program.builtins) {
            let witness = witness.into_iter().map(CatEvent::Event).collect();
            return Ok(Verdict::Refused { axiom, witness });
        }
        let mut world = World::new(graph);
        let mut choices = MAX_CHOICES;
        let open = if self.uses_final_writes() { world.open_locations() } else { Vec::new() };
        let verdict = self.judge_final_writes(&mut world, &open, &mut choices);
        verdict.map_err(|OutOfChoices| GaveUp { choices: MAX_CHOICES })
    }

    /// Tries every final write of the open locations.
    fn judge_final_writes(
        &self,
        world: &mut World<'_>,
        open: &[(usize, Vec<usize>)],
        choices: &mut u64,
    ) -> Result<Verdict, OutOfChoices> {
        let Some(((location, writes), others)) = open.split_first() else {
            return Ok(self.verdict(world, eval::run(&self.program, world, choices)?));
        };
        let mut result: Option<Verdict> = None;
        for &write in writes {
            *choices = choices.checked_sub(1).ok_or(OutOfChoices)?;
            world.set_final_write(*location, write);
            let next = self.judge_final_writes(world, others, choices)?;
            result = Some(match (result, next) {
                (None, next) => next,
                (Some(accepted @ Verdict::Accepted { .. }), Verdict::Refused { .. }) => accepted,
                (Some(Verdict::Refused { .. }), next @ Verdict::Accepted { .. }) => next,
                (Some(first @ Verdict::Refused { .. }), Verdict::Refused { .. }) => first,
                (Some(Verdict::Accepted { mut flags }), Verdict::Accepted { flags: more }) => {
                    let new = more.into_iter().filter(|f| flags.iter().all(|g| g.name != f.name));
                    let new: Vec<Flag> = new.collect();
                    flags.extend(new);
                    Verdict::Accepted { flags }
                }
            });
        }
        Ok(result.expect("an open location has a write"))
    }

    fn verdict(&self, world: &World<'_>, outcome: Outcome) -> Verdict {
        let events = |witness: Vec<usize>| {
            let event = |e| world.event(e).map_or_else(CatEvent::Initial, CatEvent::Event);
            witness.into_iter().map(event).collect()
        };
        match outcome {
            Outcome::Refused(Finding { step, witness }) => {
                Verdict::Refused { axiom: self.axioms[step], witness: events(witness) }
            }
            Outcome::Accepted(flags) => Verdict::Accepted {
                flags: flags
                    .into_iter()
                    .map(|Finding { step, witness }| Flag {
                        name: self.axioms[step],
                        undefined: is_undefined(&self.program.steps[step]),
                        witness: events(witness),
                    })
                    .collect(),
            },
        }
    }
}

impl AxiomaticModel for CatModel {
    fn name(&self) -> &str {
        &self.name
    }

    /// As [`CatModel::judge`], but flags and initial writes in witnesses are left out, and giving up looks like a
    /// refusal with an axiom of that name. Who must not take one for the other calls `judge`.
    fn check(&self, graph: &Graph<'_>) -> Result<(), Rejection> {
        match self.judge(graph) {
            Ok(Verdict::Accepted { .. }) => Ok(()),
            Ok(Verdict::Refused { axiom, witness }) => {
                let event = |e| match e {
                    CatEvent::Event(id) => Some(id),
                    CatEvent::Initial(_) => None,
                };
                Err(Rejection { axiom, witness: witness.into_iter().filter_map(event).collect() })
            }
            Err(GaveUp { .. }) => Err(Rejection { axiom: "gave up: too many choices", witness: Vec::new() }),
        }
    }
}

fn axiom_name(step: &Step) -> &'static str {
    match step {
        Step::Test(test) => forever(&test.name),
        Step::Choose(choice) => forever(&format!("no order for `{}` at {}", choice.name, choice.place)),
        Step::Load(..) | Step::Let(..) | Step::Fix { .. } => "",
    }
}

/// Keeps a name to the end of the process, since [`Rejection`] wants names that live for ever. Equal names are kept
/// once, so loading a model again costs nothing.
fn forever(name: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    // A thread that panicked while it held the lock has left a set that is as good as any.
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    match names.get(name) {
        Some(&known) => known,
        None => {
            let kept: &'static str = String::leak(name.to_owned());
            names.insert(kept);
            kept
        }
    }
}

fn is_undefined(step: &Step) -> bool {
    matches!(step, Step::Test(test) if test.role == Role::UndefinedUnless)
}

/// Finds an included file beside the one that includes it.
fn read_beside(from: &str, name: &str) -> Result<(String, String), String> {
    let path = Path::new(from).parent().unwrap_or(Path::new("")).join(name);
    let bytes = std::fs::read(&path).map_err(|error| error.to_string())?;
    Ok((path.to_string_lossy().into_owned(), String::from_utf8_lossy(&bytes).into_owned()))
}
