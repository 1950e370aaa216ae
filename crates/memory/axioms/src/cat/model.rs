//! A loaded cat model, and how it judges executions.

use super::ast::File;
use super::builtin::Builtin;
use super::check::Looks;
use super::error::{CatError, CatErrorKind};
use super::eval::{self, Finding, OutOfChoices, Outcome};
use super::load::Read;
use super::program::{Program, Shape, Statement};
use super::source::Sources;
use super::world::World;
use super::{check, library, load, wellformed};
use crate::axioms::AxiomaticModel;
use crate::candidates::Decides;
use crate::graph::Graph;
use crate::relation::WIDE_CAPACITY;
use diagnostic::Diagnostic;
use event::{EventId, Loc, Rejection};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::Read as _;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The number of orders that `with` may try on one execution before evaluation gives up.
const MAX_CHOICES: u64 = 200_000;

/// Loops and families are checked for these values of the parameter; larger values do not differ in kind.
const CHECKED: [u32; 3] = [0, 1, 2];
/// The number of threads and locations that are assumed while a file is only checked.
const SOME: u32 = 2;

/// A memory model read from a cat or jmm file.
///
/// Law: judging does not change it, and equal graphs get equal judgements.
#[derive(Debug, Clone)]
pub struct CatModel {
    name: String,
    tree: Arc<Tree>,
    looks: Looks,
    /// Compiled for [`SOME`] threads and locations: shows what the file looks at.
    typical: Arc<Compiled>,
    compiled: Arc<Mutex<BTreeMap<Shape, Arc<Compiled>>>>,
}

/// The parsed files, to be expanded for each shape.
#[derive(Debug)]
struct Tree {
    sources: Sources,
    stdlib: File,
    file: File,
}

/// A model with its blocks repeated.
#[derive(Debug)]
struct Compiled {
    program: Arc<Program>,
    /// Its tests that may already fail while coherence is incomplete.
    early: Program,
    /// The name of each step that can reject or flag; empty for others.
    axioms: Vec<&'static str>,
}

impl Tree {
    fn compile(&self, shape: Shape) -> Result<(Compiled, Looks), CatError> {
        let checked = check::check(&self.sources, (&self.stdlib, &self.file), shape);
        let (program, looks) = checked.map_err(|fault| self.sources.explain(fault))?;
        let axioms = program.steps.iter().map(axiom_name).collect();
        let early = program.early_tests();
        Ok((Compiled { program: Arc::new(program), early, axioms }, looks))
    }
}

/// An event of a graph, or an initial write, which is not an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CatEvent {
    /// An event of the execution.
    Event(EventId),
    /// The initial write of a location.
    Initial(Loc),
}

/// A model's judgement of an execution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Acceptance {
    /// Every test passes, for some choice. `flags` are those of all choices that pass, in file order.
    Accepted {
        /// The flags that the model raises.
        flags: Vec<Flag>,
    },
    /// Some test fails, for every choice.
    Refused {
        /// Its name after `as`, or a description and position.
        axiom: &'static str,
        /// A cycle, a reflexive event, or the elements of what should be empty, for the first choice tried.
        witness: Vec<CatEvent>,
    },
}

/// A remark of a model about an execution that it accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flag {
    /// Its name after `as`.
    pub name: &'static str,
    /// Whether it comes from `undefined_unless`: the execution shows undefined behaviour.
    pub undefined: bool,
    /// The events that show it.
    pub witness: Vec<CatEvent>,
}

/// Why the evaluation has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GaveUp {
    /// It tried as many orders as allowed.
    Choices(u64),
    /// The execution has too many events, copies and values.
    Size(usize),
    /// The model is about several executions, but only one was given.
    SeveralExecutions,
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GaveUp::Choices(choices) => write!(f, "the model was not decided after {choices} choices"),
            GaveUp::Size(size) => write!(
                f,
                "an execution with {size} events, copies and values; the model is judged on up to {WIDE_CAPACITY}"
            ),
            GaveUp::SeveralExecutions => {
                write!(f, "the model is about several executions, and cannot be judged on one")
            }
        }
    }
}

impl std::error::Error for GaveUp {}

impl CatModel {
    /// Reads a model from a file; include paths are relative to the including file.
    pub fn load(path: &Path) -> Result<Self, CatError> {
        let name = path.to_string_lossy().into_owned();
        match read_model(path) {
            Ok(bytes) => {
                let model = Self::parse_with(&name, &String::from_utf8_lossy(&bytes), &mut read_beside)?;
                if model.says_nothing() {
                    let message =
                        "this model has no axiom, so that it would accept every execution".to_owned();
                    let hint = "write one, as `acyclic po | rf | co | fr as sc` (docs/CAT.md)".to_owned();
                    return Err(about_file(&name, message, hint));
                }
                Ok(model)
            }
            Err(error) => {
                let names = Self::shipped_names().collect::<Vec<_>>().join(", ");
                let hint = format!("the files that come with thinair are {names}");
                Err(about_file(&name, format!("cannot read the model: {error}"), hint))
            }
        }
    }

    /// Whether the file has no axiom and raises no flag.
    fn says_nothing(&self) -> bool {
        self.typical.axioms.iter().all(|name| name.is_empty())
    }

    /// Parses a model. It can include only files that come with the crate.
    pub fn parse(name: &str, text: &str) -> Result<Self, CatError> {
        Self::parse_with(name, text, &mut |_, _| Err("there is no such file".to_owned()))
    }

    /// Parses a model; `read` finds included files.
    pub fn parse_with(name: &str, text: &str, read: &mut Read<'_>) -> Result<Self, CatError> {
        let mut sources = Sources::default();
        let (stdlib, file) =
            load::load(&mut sources, (name, text), read).map_err(|fault| sources.explain(fault))?;
        let stem =
            || Path::new(name).file_stem().map_or(name.to_owned(), |s| s.to_string_lossy().into_owned());
        let name = file.name.clone().unwrap_or_else(stem);
        let tree = Tree { sources, stdlib, file };
        let shape = |k| Shape { k, threads: SOME, locations: SOME };
        let mut result = None;
        for k in CHECKED {
            let (compiled, looks) = tree.compile(shape(k))?;
            result = Some((compiled, looks));
            if !looks.k {
                break;
            }
        }
        let (typical, looks) = result.expect("something was checked");
        Ok(CatModel {
            name,
            tree: Arc::new(tree),
            looks,
            typical: Arc::new(typical),
            compiled: Arc::default(),
        })
    }

    /// The model with its blocks repeated. Parts of the shape that the file does not depend on do not matter.
    pub fn program(&self, shape: Shape) -> Result<Arc<Program>, CatError> {
        self.compiled(shape).map(|compiled| Arc::clone(&compiled.program))
    }

    fn compiled(&self, shape: Shape) -> Result<Arc<Compiled>, CatError> {
        let only = |looks: bool, number: u32| if looks { number } else { 0 };
        let shape = Shape {
            k: only(self.looks.k, shape.k),
            threads: only(self.looks.threads, shape.threads),
            locations: only(self.looks.locations, shape.locations),
        };
        // If a thread panicked while it held the lock, the map is still valid.
        let mut known = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(compiled) = known.get(&shape) {
            return Ok(Arc::clone(compiled));
        }
        let compiled = Arc::new(self.tree.compile(shape)?.0);
        known.insert(shape, Arc::clone(&compiled));
        Ok(compiled)
    }

    /// Whether it is about several executions. Such a model cannot judge a single one, and has a parameter
    /// that says how many there are.
    pub fn has_several_executions(&self) -> bool {
        self.typical.program.executions.len() > 1
    }

    /// Whether every value of an execution follows step by step from initial values and constants: the file
    /// forbids causal cycles, or promises this.
    pub fn has_grounded_values(&self) -> bool {
        self.looks.grounded || self.typical.program.forbids_cycles_of_causes()
    }

    /// The largest value of the parameter that can matter to executions with this many reads, including
    /// updates, if the file promises a bound.
    pub fn largest_parameter(&self, reads: usize) -> Option<u32> {
        u32::try_from(2 * reads + 2).ok().filter(|_| self.looks.bounded)
    }

    /// Whether it has a parameter, `k` of [`Shape`].
    pub fn has_parameter(&self) -> bool {
        self.looks.k
    }

    /// A model of the folder `models/`, by its file name; `.cat` may be left out.
    pub fn shipped(name: &str) -> Option<Self> {
        let file = library::model_names()
            .find(|known| *known == name || known.strip_suffix(".cat") == Some(name))?;
        let text = library::find(file)?;
        Some(Self::parse(file, text).expect("shipped models are correct, as tests check"))
    }

    /// The file names of all shipped models.
    pub fn shipped_names() -> impl Iterator<Item = &'static str> {
        library::model_names()
    }

    /// Whether it defines what freezes of final fields do (JLS §17.5), or is known not to need them.
    pub fn knows_final_fields(&self) -> bool {
        let says = |name: &Builtin| matches!(name, Builtin::Freezes | Builtin::Freezing);
        let is = |file: &&str| library::find(file) == Some(self.tree.sources.text(0));
        self.typical.program.builtins.iter().any(says) || library::NEED_NO_FREEZES.iter().any(is)
    }

    /// Whether it looks at the coherence order. If not, [`crate::Coherence::none`] is sufficient.
    pub fn uses_coherence(&self) -> bool {
        self.typical.program.builtins.contains(&Builtin::Coherence)
    }

    /// Whether it looks at the last write of each location. If the coherence order does not determine it,
    /// every write is tried.
    pub fn uses_final_writes(&self) -> bool {
        self.typical.program.builtins.contains(&Builtin::FinalWrites)
    }

    /// Whether it looks at the synchronisation order of volatile variables and threads.
    pub fn uses_synchronisation_order(&self) -> bool {
        let orders = [Builtin::SynchronisationOrder, Builtin::SynchronizesWith, Builtin::HappensBefore];
        orders.iter().any(|order| self.typical.program.builtins.contains(order))
    }

    /// Whether it looks at external actions.
    pub fn uses_external_actions(&self) -> bool {
        self.typical.program.builtins.contains(&Builtin::Externals)
    }

    /// What candidate executions must fix for it; see [`crate::candidates()`].
    pub fn decides(&self) -> Decides {
        Decides {
            coherence: self.uses_coherence(),
            final_writes: self.uses_final_writes(),
            synchronisation: self.uses_synchronisation_order(),
            causal: self.typical.program.forbids_cycles_of_causes(),
        }
    }

    /// Whether it rejects the graph however its coherence order is completed. `false` says nothing.
    pub fn is_hopeless(&self, graph: &Graph<'_>) -> bool {
        let Ok(compiled) = self.compiled_for(graph) else { return false };
        let world = World::new(graph).with_room(0, false);
        let outcome = eval::run(&compiled.early, &world, &mut 0);
        matches!(outcome, Ok(Outcome::Refused(_)))
    }

    /// The model compiled for the threads and locations of a graph.
    fn compiled_for(&self, graph: &Graph<'_>) -> Result<Arc<Compiled>, CatError> {
        if !self.looks.threads && !self.looks.locations {
            return self.compiled(Shape::default());
        }
        let events = graph.execution().events();
        let threads = events.iter().map(|event| event.thread.index() + 1).max().unwrap_or(0) as u32;
        let locations: BTreeSet<Loc> = events.iter().filter_map(|event| event.kind.loc()).collect();
        self.compiled(Shape { k: 0, threads, locations: locations.len() as u32 })
    }

    /// Judges an execution.
    pub fn judge(&self, graph: &Graph<'_>) -> Result<Acceptance, GaveUp> {
        self.judge_within(graph, MAX_CHOICES)
    }

    /// Judges an execution with a limited number of choices.
    pub fn judge_within(&self, graph: &Graph<'_>, most: u64) -> Result<Acceptance, GaveUp> {
        if self.has_several_executions() {
            return Err(GaveUp::SeveralExecutions);
        }
        // Blocks may be repeated more often than when the file was checked, which may give too many choices.
        let compiled = self.compiled_for(graph).map_err(|_| GaveUp::Choices(most))?;
        let program = &compiled.program;
        if let Err(Rejection { axiom, witness }) = wellformed::check(graph, &program.builtins) {
            let witness = witness.into_iter().map(CatEvent::Event).collect();
            return Ok(Acceptance::Refused { axiom, witness });
        }
        let copies = program.steps.iter().filter(|step| matches!(step, Statement::Copy(_))).count();
        let values = program.builtins.contains(&Builtin::Value);
        let mut world = World::new(graph).with_room(copies, values);
        if world.size() > WIDE_CAPACITY {
            return Err(GaveUp::Size(world.size()));
        }
        let mut choices = most;
        let open = if self.uses_final_writes() { world.open_locations() } else { Vec::new() };
        let verdict = compiled.judge_final_writes(&mut world, &open, &mut choices);
        verdict.map_err(|OutOfChoices| GaveUp::Choices(most))
    }
}

impl Compiled {
    /// Tries every final write of the locations where it is undetermined.
    fn judge_final_writes(
        &self,
        world: &mut World<'_>,
        open: &[(usize, Vec<usize>)],
        choices: &mut u64,
    ) -> Result<Acceptance, OutOfChoices> {
        let Some(((location, writes), others)) = open.split_first() else {
            return Ok(self.verdict(world, eval::run(&self.program, world, choices)?));
        };
        let mut result: Option<Acceptance> = None;
        for &write in writes {
            *choices = choices.checked_sub(1).ok_or(OutOfChoices)?;
            world.set_final_write(*location, write);
            let next = self.judge_final_writes(world, others, choices)?;
            result = Some(match (result, next) {
                (None, next) => next,
                (Some(accepted @ Acceptance::Accepted { .. }), Acceptance::Refused { .. }) => accepted,
                (Some(Acceptance::Refused { .. }), next @ Acceptance::Accepted { .. }) => next,
                (Some(first @ Acceptance::Refused { .. }), Acceptance::Refused { .. }) => first,
                (Some(Acceptance::Accepted { mut flags }), Acceptance::Accepted { flags: more }) => {
                    let new = more.into_iter().filter(|f| flags.iter().all(|g| g.name != f.name));
                    let new: Vec<Flag> = new.collect();
                    flags.extend(new);
                    Acceptance::Accepted { flags }
                }
            });
        }
        Ok(result.expect("an open location has a write"))
    }

    fn verdict(&self, world: &World<'_>, outcome: Outcome) -> Acceptance {
        let events = |witness: Vec<usize>| {
            let event = |e| world.event(e).map_or_else(CatEvent::Initial, CatEvent::Event);
            witness.into_iter().filter_map(|e| world.origin(e)).map(event).collect()
        };
        match outcome {
            Outcome::Refused(Finding { step, witness }) => {
                Acceptance::Refused { axiom: self.axioms[step], witness: events(witness) }
            }
            Outcome::Accepted(flags) => Acceptance::Accepted {
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

    /// Like [`CatModel::judge`], but omits flags and initial writes in witnesses, and giving up looks like a
    /// rejection with an axiom of that name. Callers that must distinguish the two use `judge`.
    fn check(&self, graph: &Graph<'_>) -> Result<(), Rejection> {
        match self.judge(graph) {
            Ok(Acceptance::Accepted { .. }) => Ok(()),
            Ok(Acceptance::Refused { axiom, witness }) => {
                let event = |e| match e {
                    CatEvent::Event(id) => Some(id),
                    CatEvent::Initial(_) => None,
                };
                Err(Rejection { axiom, witness: witness.into_iter().filter_map(event).collect() })
            }
            Err(GaveUp::Choices(_)) => {
                Err(Rejection { axiom: "gave up: too many choices", witness: Vec::new() })
            }
            Err(_) => Err(Rejection { axiom: "gave up", witness: Vec::new() }),
        }
    }
}

fn axiom_name(step: &Statement) -> &'static str {
    match step {
        Statement::Test(test) => forever(&test.name),
        Statement::Choose(choice) => forever(&format!("no order for `{}` at {}", choice.name, choice.place)),
        Statement::Guess(guess) => forever(&format!("no set for `{}` at {}", guess.name, guess.place)),
        Statement::Load(..) | Statement::Let(..) | Statement::Fix { .. } | Statement::Copy(_) => "",
    }
}

/// Leaks a name, since [`Rejection`] needs `'static` names. Equal names are interned, so loading a model
/// again costs nothing.
fn forever(name: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    // If a thread panicked while it held the lock, the set is still valid.
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

fn is_undefined(step: &Statement) -> bool {
    matches!(step, Statement::Test(test) if test.role == super::ast::Role::UndefinedUnless)
}

/// The maximum size of a file that is read. The loader enforces a smaller bound, with a better message.
const MOST_BYTES: u64 = 1 << 20;

/// Reads a path that may not be a regular file.
fn read_model(path: &Path) -> std::io::Result<Vec<u8>> {
    // Checked before opening: opening a pipe without a writer would block forever.
    if !std::fs::metadata(path)?.is_file() {
        return Err(std::io::Error::other("it is a folder, a device or a pipe, not a file"));
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(MOST_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// An error about a file as a whole.
fn about_file(file: &str, message: String, hint: String) -> CatError {
    CatError { kind: CatErrorKind::Include, diagnostic: Diagnostic::about_file(file, message).hint(hint) }
}

/// Reads an included file from beside the one that includes it. Errors show lines of the file, so it must
/// look like a model: a file from an untrusted source could include anything.
fn read_beside(from: &str, name: &str) -> Result<(String, String), String> {
    let path = Path::new(from).parent().unwrap_or(Path::new("")).join(name);
    let real = path.canonicalize().map_err(|error| error.to_string())?;
    if !real.extension().is_some_and(|e| e == "cat" || e == "jmm" || e == "bell") {
        return Err("files that are included are called *.cat or *.jmm".to_owned());
    }
    let bytes = read_model(&path).map_err(|error| error.to_string())?;
    Ok((path.to_string_lossy().into_owned(), String::from_utf8_lossy(&bytes).into_owned()))
}
