//! The programs that explanations are about: litmus tests and Java programs.

use event::{Loc, Machine, Outcome, Site, Value};
use litmus::Program;
use solver::TreeLimits;

/// A program about which a question is asked.
pub trait Explainable: Machine {
    /// Its name.
    fn title(&self) -> String;
    /// The file it comes from.
    fn target(&self) -> String;
    /// The question, as text.
    fn question(&self) -> String;
    /// An outcome, as text.
    fn outcome_text(&self, outcome: &Outcome) -> String;
    /// The names of the components of outcomes, in order.
    fn observed_names(&self) -> Vec<String>;
    /// The file and line of a statement.
    fn place(&self, site: &Site) -> String;
    /// The file and line of a part of the question, given by its text.
    fn place_asked(&self, _text: &str) -> Option<String> {
        None
    }
    /// A value of a location, as text.
    fn value_text(&self, _loc: Loc, value: Value) -> String {
        value.to_string()
    }
    /// The output of an external action, as text.
    fn output_text(&self, value: Value) -> String {
        value.to_string()
    }
    /// The number that a value of a location stands for.
    fn number(&self, _loc: Loc, value: Value) -> Value {
        value
    }
    /// The assumptions made about it.
    fn taken_for_granted(&self) -> Option<String>;
    /// Constants: values that it may use without computing them.
    fn named_values(&self) -> Vec<Value>;
    /// Whether values that no thread computes may be tried; guessed references would be meaningless.
    fn guesses_values(&self) -> bool;
    /// Whether values are only copied and compared with constants.
    fn copies_values_only(&self) -> bool;
    /// Whether it has loops.
    fn loops(&self) -> bool;
    /// Limits on its threads, if they are not the default.
    fn trees(&self) -> Option<TreeLimits> {
        None
    }
    /// Why executions may be missing, in terms of the program.
    fn gaps(&self) -> Vec<String> {
        Vec::new()
    }
}

impl Explainable for Program {
    fn title(&self) -> String {
        self.name().to_owned()
    }

    fn target(&self) -> String {
        self.file().to_owned()
    }

    fn question(&self) -> String {
        self.condition().map_or(String::new(), |c| c.text.clone())
    }

    fn outcome_text(&self, outcome: &Outcome) -> String {
        format!("({}) = ({})", self.observed_names().join(", "), outcome.render())
    }

    fn observed_names(&self) -> Vec<String> {
        self.observed().iter().map(|observed| observed.name.clone()).collect()
    }

    fn place(&self, site: &Site) -> String {
        format!("{}:{}", self.file(), site.line)
    }

    fn taken_for_granted(&self) -> Option<String> {
        self.assumption().map(str::to_owned)
    }

    fn named_values(&self) -> Vec<Value> {
        self.constants().into_iter().collect()
    }

    fn guesses_values(&self) -> bool {
        !self.uses_references()
    }

    fn copies_values_only(&self) -> bool {
        self.only_copies_values()
    }

    fn loops(&self) -> bool {
        self.has_loops()
    }
}
