//! Rules, with names resolved and types checked.

use crate::Diagnostic;
use crate::parser::{self, LoadFile};
use std::collections::BTreeSet;

/// A memory model: its executions are those that satisfy every rule.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    /// The model's name.
    pub name: String,
    /// The rules. Several may have one name; they are then parts of one rule.
    pub rules: Vec<Rule>,
    /// The attributes that rules know.
    pub attributes: BTreeSet<String>,
    /// Whether processes observe differently even if no rule that is left says so.
    observers: bool,
}

/// A rule: for all instructions and processes, the formula is true at the end of the execution.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Its name.
    pub name: String,
    /// The file, and the line from 1.
    pub place: (String, u32),
    /// As written, in one line.
    pub text: String,
    /// The instructions that it quantifies over. Different names stand for different instructions.
    pub variables: Vec<Variable>,
    /// The processes that it quantifies over. Different names may stand for the same process.
    pub processes: Vec<String>,
    /// Conditions and conclusion: a condition is a premise.
    pub formula: Formula,
}

/// An instruction that a rule quantifies over.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its sort.
    pub sort: Sort,
    /// The attributes that it must or must not have.
    pub adjectives: Vec<Adjective>,
}

/// A condition on attributes.
#[derive(Debug, Clone)]
pub struct Adjective {
    /// Whether it must have one of them, or none.
    pub has: bool,
    /// The attributes.
    pub any_of: Vec<String>,
}

/// The sorts of instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// Any.
    Instruction,
    /// A load or a store.
    Memory,
    /// A load.
    Load,
    /// A store.
    Store,
    /// A jump.
    Jump,
    /// A move.
    Move,
    /// A nop.
    Nop,
}

impl Sort {
    /// Their names in rules.
    pub const ALL: [(&'static str, Sort); 7] = [
        ("instruction", Sort::Instruction),
        ("memory", Sort::Memory),
        ("load", Sort::Load),
        ("store", Sort::Store),
        ("jump", Sort::Jump),
        ("move", Sort::Move),
        ("nop", Sort::Nop),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Sort::ALL.iter().find(|(_, sort)| *sort == self).map_or("", |(name, _)| name)
    }
}

/// A stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// The instruction becomes known.
    Fetch,
    /// It may begin.
    Issue,
    /// It takes effect in its own process.
    Execute,
    /// A store takes effect in the memory of a process.
    Reflect,
}

/// A stage of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Op {
    /// The stage.
    pub stage: Stage,
    /// The instruction, as index of a variable.
    pub of: usize,
    /// The process whose memory a store is reflected to, as index.
    pub target: Option<usize>,
    /// The process that observes it, as index. Without one, the rule is about what every process observes.
    pub observer: Option<usize>,
}

/// A formula.
#[derive(Debug, Clone)]
pub enum Formula {
    /// `true`, `false`.
    Constant(bool),
    /// `not`.
    Not(Box<Formula>),
    /// `and`.
    And(Vec<Formula>),
    /// `or`; `A => B` is `not A or B`.
    Or(Vec<Formula>),
    /// `o < o'`, or `o <= o'`.
    Before {
        /// The first.
        first: Op,
        /// The second.
        second: Op,
        /// Whether they may be the same.
        or_same: bool,
    },
    /// `i < j`: in program order, and so in one process.
    ProgramOrder(usize, usize),
    /// `next(i, j)`: `j` is the first after `i` in program order that is of its sort, has its attributes, and
    /// is about the same location.
    Next(usize, usize),
    /// `loc(i) = loc(j)`.
    SameLocation(usize, usize),
    /// `proc(i) = proc(j)`.
    SameProcess(usize, usize),
    /// `proc(i) = p`.
    OfProcess(usize, usize),
    /// `p = q`.
    Equal(usize, usize),
    /// `strict(i)`: it has one of these attributes.
    Has(usize, Vec<String>),
    /// `store(i)`.
    Is(usize, Sort),
    /// `sees(i @ p)`: in what `p` observes, the load `i` finds the value that it has.
    Sees(usize, usize),
}

impl Formula {
    /// Calls `visit` with every stage that it mentions.
    pub fn each_op(&self, visit: &mut impl FnMut(&Op)) {
        match self {
            Formula::Not(inner) => inner.each_op(visit),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| part.each_op(visit)),
            Formula::Before { first, second, .. } => {
                visit(first);
                visit(second);
            }
            _ => {}
        }
    }

    /// Whether it says something about observers.
    pub fn has_observers(&self) -> bool {
        match self {
            Formula::Not(inner) => inner.has_observers(),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().any(Formula::has_observers),
            Formula::Before { first, second, .. } => first.observer.is_some() || second.observer.is_some(),
            Formula::Sees(..) => true,
            _ => false,
        }
    }
}

impl Rules {
    /// Reads a file of rules. `load` gives the text of included files by their path beside this one; where it
    /// has none, files that ship with thinair are found by name.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn load(file: &str, source: &str, load: &LoadFile<'_>) -> Result<Rules, Diagnostic> {
        parser::parse(file, source, load)
    }

    /// Whether some rule needs observers: without, all processes observe the same (section 3.2 of the paper).
    pub fn has_observers(&self) -> bool {
        self.observers || self.rules.iter().any(|rule| rule.formula.has_observers())
    }

    /// The names of the rules, each once, in order.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for rule in &self.rules {
            if !names.contains(&&*rule.name) {
                names.push(&rule.name);
            }
        }
        names
    }

    /// The same without the rules of some names. Processes still observe differently if they did: fewer rules
    /// allow more.
    #[must_use]
    pub fn without(&self, dropped: &BTreeSet<String>) -> Rules {
        let mut rest = Rules { observers: self.has_observers(), ..self.clone() };
        rest.rules.retain(|rule| !dropped.contains(&rule.name));
        rest
    }
}
