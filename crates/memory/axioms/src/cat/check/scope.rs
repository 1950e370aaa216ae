//! Scopes, and the meaning of names in them.
//!
//! Scopes are lists that share their tails: a function stores the scope of its definition and sees exactly
//! what was known there (static scope), whatever is later defined under the same names.

use super::super::ast::{Expr, Ident, Instruction};
use super::super::builtin::{self, Builtin, Chooser};
use super::super::error::CatErrorKind;
use super::super::program::{Exec, Slot};
use super::super::source::Fault;
use super::super::value::Type;

/// A scope, as an index into the list of definitions.
pub(super) type Scope = Option<usize>;

#[derive(Debug, Clone, Copy)]
pub(super) struct Function<'a> {
    pub parameters: &'a [Ident],
    pub body: &'a Expr,
    pub scope: Scope,
    /// The execution that bare names in the body refer to.
    pub exec: Exec,
    /// Whether the body is a formula.
    pub formula: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Procedure<'a> {
    pub parameters: &'a [Ident],
    pub body: &'a [Instruction],
    pub scope: Scope,
}

/// What a name stands for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Meaning<'a> {
    Value(Slot, Type),
    Builtin(Builtin),
    Function(Function<'a>),
    Primitive(builtin::Function),
    Procedure(Procedure<'a>),
    Chooser(Chooser),
    /// One execution, or a numbered family: the first number, and the count.
    Execution(Exec),
    Executions {
        first: Exec,
        from: i64,
        count: usize,
    },
    /// Numbered guessed sets, in consecutive slots.
    Sets {
        first: Slot,
        from: i64,
        count: usize,
    },
    /// The value of a parameter or loop variable.
    Number(i64),
    /// A thread or location: the slot of its events, and its number.
    Member(Slot, u32),
    /// Copies for each thread or location, in consecutive slots.
    Copies {
        first: Slot,
        count: u32,
    },
}

impl Meaning<'_> {
    pub(super) fn describe(&self) -> String {
        match self {
            Meaning::Value(_, ty) => ty.to_string(),
            Meaning::Builtin(builtin) => builtin.ty().to_string(),
            Meaning::Function(function) => format!("a function of {} arguments", function.parameters.len()),
            Meaning::Primitive(_) => "a function of 1 argument".to_owned(),
            Meaning::Procedure(_) => "a procedure".to_owned(),
            Meaning::Chooser(_) => "a set of orders to choose from".to_owned(),
            Meaning::Execution(_) => "an execution".to_owned(),
            Meaning::Executions { .. } => "a family of executions".to_owned(),
            Meaning::Sets { .. } => "a family of sets".to_owned(),
            Meaning::Number(_) => "a number".to_owned(),
            Meaning::Member(..) => Type::Set.to_string(),
            Meaning::Copies { .. } => Type::Relation.to_string(),
        }
    }
}

struct Entry<'a> {
    name: &'a str,
    meaning: Meaning<'a>,
    outer: Scope,
}

/// All names ever defined, each linked to the scope before it.
pub(super) struct Scopes<'a> {
    entries: Vec<Entry<'a>>,
    here: Scope,
    /// Where to look up names that are not found: inside `per`, the enclosing scope.
    fallback: Scope,
}

impl<'a> Scopes<'a> {
    /// A scope of the built-in names.
    pub(super) fn new() -> Self {
        let mut scopes = Scopes { entries: Vec::new(), here: None, fallback: None };
        for &builtin in Builtin::ALL {
            scopes.bind(builtin.name(), Meaning::Builtin(builtin));
        }
        for (name, function) in builtin::Function::ALL {
            scopes.bind(name, Meaning::Primitive(function));
        }
        for (name, chooser) in Chooser::ALL {
            scopes.bind(name, Meaning::Chooser(chooser));
        }
        scopes
    }

    pub(super) fn here(&self) -> Scope {
        self.here
    }

    /// Sets the fallback scope and returns the previous one.
    pub(super) fn fall_back_to(&mut self, scope: Scope) -> Scope {
        std::mem::replace(&mut self.fallback, scope)
    }

    pub(super) fn return_to(&mut self, scope: Scope) {
        self.here = scope;
    }

    pub(super) fn bind(&mut self, name: &'a str, meaning: Meaning<'a>) {
        self.entries.push(Entry { name, meaning, outer: self.here });
        self.here = Some(self.entries.len() - 1);
    }

    fn visible_from(&self, scope: Scope) -> impl Iterator<Item = &Entry<'a>> {
        let mut rest = [scope, self.fallback].into_iter();
        let mut next = None;
        std::iter::from_fn(move || {
            while next.is_none() {
                next = rest.next()?;
            }
            let entry = &self.entries[next?];
            next = entry.outer;
            Some(entry)
        })
    }

    pub(super) fn find(&self, name: &str) -> Option<Meaning<'a>> {
        self.find_from(self.here, name)
    }

    /// The meaning of a name in another scope.
    pub(super) fn find_from(&self, scope: Scope, name: &str) -> Option<Meaning<'a>> {
        self.visible_from(scope).find(|entry| entry.name == name).map(|entry| entry.meaning)
    }

    /// The error for an undefined name.
    pub(super) fn unknown(&self, ident: &Ident) -> Fault {
        let name = &ident.name;
        if let Some((_, what)) = builtin::FOREIGN.iter().find(|(foreign, _)| foreign == name) {
            return Fault::unsupported(ident.span, what);
        }
        let fault = Fault::new(CatErrorKind::Name, ident.span, format!("`{name}` is not defined"));
        match self.similar(name) {
            Some(similar) => fault.hint(format!("did you mean `{similar}`?")),
            None => fault,
        }
    }

    /// The most similar known name, if it is similar enough.
    fn similar(&self, name: &str) -> Option<&'a str> {
        // Longer names allow more mistakes; for a single letter there is no useful hint.
        let bound = match name.len() {
            0 | 1 => return None,
            2..=4 => 1,
            _ => 2,
        };
        let distances = self.visible_from(self.here).map(|entry| (distance(name, entry.name), entry.name));
        distances.filter(|&(d, known)| d <= bound && !known.is_empty()).min().map(|(_, known)| known)
    }
}

/// The edit distance with transpositions of neighbours; a change of case is free.
fn distance(a: &str, b: &str) -> usize {
    let lower = |text: &str| text.bytes().map(|b| b.to_ascii_lowercase()).collect::<Vec<u8>>();
    let (a, b) = (lower(a), lower(b));
    // Names whose lengths differ this much are never suggested.
    if a.len().abs_diff(b.len()) > 2 || a.len() > 64 {
        return usize::MAX;
    }
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                let swap = if swapped { rows[i - 2][j - 2] + 1 } else { usize::MAX };
                change.min(swap).min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1)
            };
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_changes_and_swaps_but_not_case() {
        assert_eq!(distance("po-lco", "po-loc"), 1);
        assert_eq!(distance("Rf", "rf"), 0);
        assert_eq!(distance("domein", "domain"), 1);
        assert_eq!(distance("a", "abcd"), usize::MAX);
    }
}
