//! The programs that explanations are about: litmus tests and Java programs alike.

use event::{Loc, Machine, Outcome, Site, Value};
use litmus::Program;
use solver::TreeLimits;

/// A program about which something is asked and told.
pub trait Subject: Machine {
    /// Its name.
    fn title(&self) -> String;
    /// The file it is from.
    fn target(&self) -> String;
    /// What is asked, in words.
    fn question(&self) -> String;
    /// An outcome in words.
    fn outcome_text(&self, outcome: &Outcome) -> String;
    /// What outcomes show, in order.
    fn observed_names(&self) -> Vec<String>;
    /// File and line of a statement.
    fn place(&self, site: &Site) -> String;
    /// File and line of a part of the question, by its text, if it has any.
    fn place_asked(&self, _text: &str) -> Option<String> {
        None
    }
    /// A value that a location holds.
    fn value_text(&self, _loc: Loc, value: Value) -> String {
        value.to_string()
    }
    /// What an external action shows.
    fn output_text(&self, value: Value) -> String {
        value.to_string()
    }
    /// The number that a location holds.
    fn number(&self, _loc: Loc, value: Value) -> Value {
        value
    }
    /// What is taken for granted about it.
    fn taken_for_granted(&self) -> Option<String>;
    /// Values that it may use without computing them.
    fn named_values(&self) -> Vec<Value>;
    /// Whether values that nobody computes may be tried: references that are guessed mean nothing.
    fn guesses_values(&self) -> bool;
    /// Whether values are only copied and compared with constants.
    fn copies_values_only(&self) -> bool;
    /// Whether it has loops.
    fn loops(&self) -> bool;
    /// Bounds of its threads, if they are not the usual ones.
    fn trees(&self) -> Option<TreeLimits> {
        None
    }
    /// Why executions may be missing, in the program's own words.
    fn gaps(&self) -> Vec<String> {
        Vec::new()
    }
}

impl Subject for Program {
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
