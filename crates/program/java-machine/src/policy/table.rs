//! The table of the policy: entries for exact classes, methods and fields, each with a role and a reason.
//!
//! A line is `role ⇥ class ⇥ member ⇥ descriptor ⇥ reason`, with `-` where there is no member. Empty lines
//! and lines that begin with `#` are ignored.

use super::Role;
use hashbrown::{HashMap, HashSet};
use jvm::class::{ClassRef, Loader};
use std::fmt;

/// What an entry says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntryRole {
    /// A method: a call is one action on its receiver, or one before and one after it waits.
    Atomic,
    /// A method: what it does is not part of an enclosing atomic call.
    Apart,
    /// A class: it guards its own plain data.
    Guarded,
    /// A class: the observable contents of its instances never change.
    Immutable,
    /// A field of a guarded class: threads use it concurrently, and it makes no difference which value they
    /// see.
    Benign,
    /// The same, if a thread only compares the field's value with itself.
    Compared,
    /// A field of a guarded class: its updates release and do not acquire.
    Releases,
    /// A class: bookkeeping that no program sees. A static field: the objects it held when the program began
    /// are internal.
    Internal,
    /// A class: it reads the clock only to compute the remaining time of a wait.
    Deadline,
    /// A subclass of one of these that does not share its role: its instances are checked, whoever made them.
    Checked,
}

impl EntryRole {
    /// All roles, with their names.
    pub const ALL: [(&'static str, EntryRole); 10] = [
        ("atomic", EntryRole::Atomic),
        ("apart", EntryRole::Apart),
        ("guarded", EntryRole::Guarded),
        ("immutable", EntryRole::Immutable),
        ("benign", EntryRole::Benign),
        ("compared", EntryRole::Compared),
        ("releases", EntryRole::Releases),
        ("internal", EntryRole::Internal),
        ("deadline", EntryRole::Deadline),
        ("checked", EntryRole::Checked),
    ];

    fn of_class(self) -> Option<Role> {
        Some(match self {
            EntryRole::Atomic
            | EntryRole::Apart
            | EntryRole::Benign
            | EntryRole::Compared
            | EntryRole::Deadline
            | EntryRole::Releases => return None,
            EntryRole::Guarded => Role::Guarded,
            EntryRole::Immutable => Role::Immutable,
            EntryRole::Internal => Role::Internal,
            EntryRole::Checked => Role::Checked,
        })
    }
}

impl fmt::Display for EntryRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = EntryRole::ALL.iter().find(|(_, role)| role == self).map_or("", |(name, _)| name);
        f.write_str(name)
    }
}

/// The table's statement about calls of a method.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Call {
    /// Each call is one action.
    pub is_atomic: bool,
    /// Calls are not part of an enclosing atomic call.
    pub is_apart: bool,
}

/// A line of the table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// What it says.
    pub role: EntryRole,
    /// The class name in the format of `Class.getName`.
    pub class: String,
    /// The method or static field and its descriptor.
    pub member: Option<(String, String)>,
    /// Why.
    pub reason: String,
    /// The line number.
    pub line: usize,
}

/// A line that cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableError {
    /// The line number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// The entries, indexed.
#[derive(Debug, Clone, Default)]
pub struct Table {
    entries: Vec<Entry>,
    classes: HashMap<String, Role>,
    /// What the entries say about methods.
    methods: HashMap<(String, String, String), Call>,
    with_methods: HashSet<String>,
    /// Classes that read the clock only to measure waits.
    clocks: HashSet<String>,
    /// The indexes of the entries for fields.
    fields: Vec<usize>,
    /// Whether entries may name classes of the program.
    names_program: bool,
}

impl Table {
    /// The table of the class library.
    pub fn library() -> Table {
        let mut table = Table::default();
        table.extend(include_str!("library.tsv"), false).expect("the table of the class library is tested");
        table
    }

    /// Adds the lines of a text. `of_program`: whether they may name classes of the program.
    pub fn extend(&mut self, text: &str, of_program: bool) -> Result<(), TableError> {
        for (i, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let entry = parse(line, i + 1)?;
            self.add(entry);
        }
        self.names_program |= of_program;
        Ok(())
    }

    /// Adds an entry.
    pub fn add(&mut self, entry: Entry) {
        let class = entry.class.replace('.', "/");
        match (&entry.member, entry.role.of_class()) {
            (Some((name, descriptor)), None) if descriptor.starts_with('(') => {
                let call = self.methods.entry((class.clone(), name.clone(), descriptor.clone())).or_default();
                match entry.role {
                    EntryRole::Atomic => call.is_atomic = true,
                    _ => call.is_apart = true,
                }
                self.with_methods.insert(class);
            }
            (None, Some(role)) => drop(self.classes.insert(class, role)),
            (None, None) if entry.role == EntryRole::Deadline => drop(self.clocks.insert(class)),
            _ => self.fields.push(self.entries.len()),
        }
        self.entries.push(entry);
    }

    /// The table without the entries for which `leave_out` is true.
    #[must_use]
    pub fn without(&self, mut leave_out: impl FnMut(&Entry) -> bool) -> Table {
        let mut table = Table { names_program: self.names_program, ..Table::default() };
        self.entries.iter().filter(|entry| !leave_out(entry)).for_each(|entry| table.add(entry.clone()));
        table
    }

    /// All entries, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry for a field: its initial contents are internal, or accesses to it are benign.
    pub(crate) fn field_role(&self, class: ClassRef, name: &str, descriptor: &str) -> Option<EntryRole> {
        let is_it = |entry: &&Entry| {
            let member = entry.member.as_ref().map(|(n, d)| (&**n, &**d));
            member == Some((name, descriptor)) && entry.class.replace('.', "/") == *class.name
        };
        let mut fields = self.fields.iter().map(|&i| &self.entries[i]).filter(|_| self.may_name(class));
        fields.find(is_it).map(|entry| entry.role)
    }

    fn may_name(&self, class: ClassRef) -> bool {
        class.loader == Loader::BOOT || self.names_program
    }

    pub(crate) fn class_role(&self, class: ClassRef) -> Option<Role> {
        self.classes.get(&*class.name).copied().filter(|_| self.may_name(class))
    }

    /// Whether a library class is named by the table, or nested in a class that is.
    pub(crate) fn has_part(&self, class: ClassRef) -> bool {
        let outermost = class.name.split('$').next().unwrap_or_default();
        match class.loader == Loader::BOOT {
            true => self.classes.contains_key(outermost),
            false => self.has_contract(class),
        }
    }

    /// Whether it names classes of the program.
    pub(crate) fn names_program(&self) -> bool {
        self.names_program
    }

    /// Whether a program class is named by the table, or nested in a class that is. What it does is then
    /// attributed to a library, not to the program.
    pub(crate) fn has_contract(&self, class: ClassRef) -> bool {
        let known = |name: &str| self.classes.contains_key(name) || self.with_methods.contains(name);
        let ends = class.name.match_indices('$').map(|(at, _)| at).chain([class.name.len()]);
        self.names_program && ends.into_iter().any(|end| known(&class.name[..end]))
    }

    /// Whether the class has a field whose updates release only.
    pub(crate) fn has_releases(&self, class: ClassRef) -> bool {
        let is_it =
            |entry: &Entry| entry.role == EntryRole::Releases && entry.class.replace('.', "/") == *class.name;
        self.may_name(class) && self.fields.iter().any(|&i| is_it(&self.entries[i]))
    }

    /// Whether a class reads the clock only to compute the remaining time of a wait.
    pub(crate) fn measures_waits(&self, class: ClassRef) -> bool {
        self.clocks.contains(&*class.name) && self.may_name(class)
    }

    pub(crate) fn has_methods(&self, class: ClassRef) -> bool {
        self.with_methods.contains(&*class.name) && self.may_name(class)
    }

    /// What the table says about a method.
    pub(crate) fn call(&self, class: ClassRef, name: &str, descriptor: &str) -> Call {
        let key = (class.name.to_string(), name.to_owned(), descriptor.to_owned());
        self.methods.get(&key).copied().filter(|_| self.may_name(class)).unwrap_or_default()
    }
}

fn parse(line: &str, number: usize) -> Result<Entry, TableError> {
    let error = |message: String| TableError { line: number, message };
    let words: Vec<&str> = line.split('\t').map(str::trim).collect();
    let [role, class, member, descriptor, reason] = words[..] else {
        let wants = "role, class, member, descriptor and reason, with tabs between them";
        return Err(error(format!("{} fields where 5 are wanted: {wants}", words.len())));
    };
    let found = EntryRole::ALL.iter().find(|(name, _)| *name == role);
    let Some(&(_, role)) = found else {
        let names: Vec<&str> = EntryRole::ALL.iter().map(|(name, _)| *name).collect();
        return Err(error(format!("there is no role '{role}'; there are {}", names.join(", "))));
    };
    if class.is_empty() || class.contains('/') {
        return Err(error(format!("'{class}' is no class; write it as java.util.Map$Entry")));
    }
    let member = match (member, descriptor) {
        ("-", "-") => None,
        ("-" | "", _) | (_, "-" | "") => {
            return Err(error("a member has a name and a descriptor; '-' twice for none".to_owned()));
        }
        (name, descriptor) => Some((name.to_owned(), descriptor.to_owned())),
    };
    match (role, &member) {
        (EntryRole::Atomic | EntryRole::Apart, None) => {
            return Err(error("'atomic' and 'apart' are said of methods".to_owned()));
        }
        (EntryRole::Atomic | EntryRole::Apart, Some((_, d))) if !d.starts_with('(') => {
            return Err(error(format!("'{d}' is no descriptor of a method, as ()V is")));
        }
        (EntryRole::Benign | EntryRole::Compared | EntryRole::Releases, None) => {
            return Err(error(format!("'{role}' is said of fields")));
        }
        (
            EntryRole::Benign | EntryRole::Compared | EntryRole::Releases | EntryRole::Internal,
            Some((_, d)),
        ) if d.starts_with('(') => {
            return Err(error(format!("'{role}' is not said of methods")));
        }
        (EntryRole::Guarded | EntryRole::Immutable | EntryRole::Deadline, Some(_)) => {
            return Err(error(format!("'{role}' is said of classes")));
        }
        _ => {}
    }
    if reason.is_empty() {
        return Err(error("an entry needs a reason".to_owned()));
    }
    Ok(Entry { role, class: class.to_owned(), member, reason: reason.to_owned(), line: number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_the_class_library_can_be_read_and_says_nothing_twice() {
        let table = Table::library();
        let mut said: Vec<_> = table.entries().iter().map(|e| (&e.class, &e.member, e.role)).collect();
        let count = said.len();
        said.sort();
        said.dedup();
        assert_eq!(said.len(), count, "an entry stands twice");
    }

    /// The error for a malformed text.
    fn refused(text: &str) -> TableError {
        Table::default().extend(text, true).expect_err("the text is wrong")
    }

    #[test]
    fn what_is_wrong_with_a_line_is_said_with_its_number() {
        for (line, message) in [
            ("atomic\tp.C", "2 fields where 5 are wanted"),
            ("atomic\tp.C\tm\t()V\twhy\tmore", "6 fields where 5 are wanted"),
            ("whole\tp.C\tm\t()V\twhy", "there is no role 'whole'; there are atomic, apart, guarded"),
            ("Atomic\tp.C\tm\t()V\twhy", "there is no role 'Atomic'"),
            ("atomic\tp/C\tm\t()V\twhy", "'p/C' is no class"),
            ("guarded\t\t-\t-\twhy", "'' is no class"),
            ("guarded\tp.C\t-\tI\twhy", "a member has a name and a descriptor"),
            ("benign\tp.C\tf\t-\twhy", "a member has a name and a descriptor"),
            ("atomic\tp.C\t-\t-\twhy", "'atomic' and 'apart' are said of methods"),
            ("apart\tp.C\t-\t-\twhy", "'atomic' and 'apart' are said of methods"),
            ("atomic\tp.C\tf\tI\twhy", "'I' is no descriptor of a method"),
            ("benign\tp.C\t-\t-\twhy", "'benign' is said of fields"),
            ("compared\tp.C\tm\t()V\twhy", "'compared' is not said of methods"),
            ("releases\tp.C\tm\t()V\twhy", "'releases' is not said of methods"),
            ("internal\tp.C\tm\t()V\twhy", "'internal' is not said of methods"),
            ("guarded\tp.C\tm\t()V\twhy", "'guarded' is said of classes"),
            ("immutable\tp.C\tf\tI\twhy", "'immutable' is said of classes"),
            ("deadline\tp.C\tm\t()V\twhy", "'deadline' is said of classes"),
            ("guarded\tp.C\t-\t-\t", "an entry needs a reason"),
        ] {
            let error = refused(&format!("# a comment\n\nguarded\tp.Fine\t-\t-\twhy\n{line}\n"));
            assert_eq!(error.line, 4, "{line:?}");
            assert!(error.message.starts_with(message), "{line:?}: {error}");
            assert!(error.to_string().starts_with("line 4: "), "{error}");
        }
    }

    #[test]
    fn an_entry_keeps_what_its_line_says() {
        let mut table = Table::default();
        table.extend("# none\nreleases\tp.C$D\tf\tI\tsince it does\n", true).expect("it can be read");
        let expected = Entry {
            role: EntryRole::Releases,
            class: "p.C$D".to_owned(),
            member: Some(("f".to_owned(), "I".to_owned())),
            reason: "since it does".to_owned(),
            line: 2,
        };
        assert_eq!(table.entries(), [expected]);
    }
}
