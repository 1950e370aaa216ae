//! Verifies entries of the table: clients must show the same outcomes with an entry as without it.
//!
//! **Promises** that an entry counts as verified only if some client was searched completely both ways, and
//! none showed a difference. Whatever either search shows is real, so a single outcome that the other,
//! complete search does not have refutes the entry.

use super::bench::{Bench, Booted, Seen, Subject};
use super::methods::Public;
use crate::watch::Watch;
use anyhow::Result;
use apigen::{Client, Clients};
use event::ThreadId;
use java_machine::{Entry, EntryRole, Table};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use verify::Model;

/// Limits of the verification.
pub struct Bounds {
    /// The time for an entry.
    pub time: Duration,
    /// The most states of a search.
    pub states: u64,
    /// The most clients of an entry.
    pub clients: usize,
    pub seed: u64,
    pub models: Vec<Model>,
    /// The folder for sources of clients that refute an entry.
    pub keep: PathBuf,
}

/// The result of verifying an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Verified,
    /// Under some model nothing was compared, for this reason.
    NotVerified(String),
    /// A client shows a difference.
    Refuted {
        /// The client, in one line.
        client: String,
        /// The model, and the outcomes that only one of the searches shows.
        difference: String,
        /// The file with its source.
        source: Option<PathBuf>,
        /// Whether the entry alone, without others of its class, makes the difference.
        alone: bool,
    },
    /// The class or member that it names does not exist in this release.
    Absent(String),
    /// Clients cannot observe this role.
    NotTested,
}

impl Outcome {
    pub fn word(&self) -> &'static str {
        match self {
            Outcome::Verified => "verified",
            Outcome::NotVerified(_) => "not verified",
            Outcome::Refuted { .. } => "refuted",
            Outcome::Absent(_) => "absent",
            Outcome::NotTested => "not tested",
        }
    }
}

/// The result of an entry, with statistics.
#[derive(Debug, Clone)]
pub struct Row {
    pub entry: Entry,
    pub outcome: Outcome,
    pub clients: usize,
    /// The number of clients compared, by model.
    pub compared: BTreeMap<&'static str, usize>,
    pub states: u64,
    pub seconds: f64,
    /// Why clients were not compared, and how many.
    pub skipped: BTreeMap<String, usize>,
    /// Whether the figures are those of an earlier row: entries of a class that are left out together share
    /// them.
    pub shared: bool,
}

impl Row {
    fn new(entry: &Entry) -> Row {
        Row {
            entry: entry.clone(),
            outcome: Outcome::NotTested,
            clients: 0,
            compared: BTreeMap::new(),
            states: 0,
            seconds: 0.0,
            skipped: BTreeMap::new(),
            shared: false,
        }
    }

    fn skips(&mut self, why: &str) {
        // Strip the numbers, which differ between clients.
        let why = why.split(" (").next().unwrap_or(why).to_owned();
        *self.skipped.entry(why).or_default() += 1;
    }
}

pub struct Verifier<'a> {
    pub bench: &'a Bench,
    pub table: &'a Table,
    pub bounds: &'a Bounds,
    pub watch: &'a Watch,
    /// Whether the classes and members that entries name must exist.
    pub strict: bool,
}

/// The two tables to compare, chosen so that a difference can be attributed: atomic methods rest on the other
/// entries of their class, and these rest on nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Question {
    /// The table, and the table without the atomic methods of a class.
    Atomic(String),
    /// The table without the atomic methods of a class, of its nested classes, and of the classes that use
    /// it, all of which rest on its entries; and that table without any entry of the class and its nested
    /// classes.
    Rest { class: String, users: BTreeSet<String> },
}

impl Question {
    fn of(entry: &Entry, table: &Table, parts: &Parts) -> Option<Question> {
        let class = match entry.role {
            EntryRole::Atomic => return Some(Question::Atomic(entry.class.clone())),
            EntryRole::Guarded => entry.class.clone(),
            // Entries of a part serve the whole.
            EntryRole::Benign
            | EntryRole::Compared
            | EntryRole::Releases
            | EntryRole::Deadline
            | EntryRole::Apart => whole(&entry.class, table),
            EntryRole::Immutable | EntryRole::Internal | EntryRole::Checked => return None,
        };
        let users = parts.iter().filter(|(_, parts)| parts.contains(&class)).map(|(name, _)| name.clone());
        let users = users.collect();
        Some(Question::Rest { class, users })
    }

    fn class(&self) -> &str {
        match self {
            Question::Atomic(class) | Question::Rest { class, .. } => class,
        }
    }

    /// Whether both tables leave out an entry, and whether the second one does.
    fn leaves_out(&self, entry: &Entry) -> (bool, bool) {
        let is_atomic = entry.role == EntryRole::Atomic;
        match self {
            Question::Atomic(class) => (false, is_atomic && entry.class == *class),
            Question::Rest { class, users } => {
                let rest = entry.class.strip_prefix(&**class);
                let is_part = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('$'));
                let rests_on = is_atomic && (is_part || users.contains(&entry.class));
                (rests_on, is_part || rests_on)
            }
        }
    }
}

/// The classes of the table, each with all classes involved in its behaviour.
type Parts = BTreeMap<String, BTreeSet<String>>;

/// Class libraries, by the entries that their tables leave out.
type Libraries = Vec<(Vec<usize>, Booted)>;

/// A client that shows a difference, and the model.
type Refuting<'a> = Option<(&'a Clients, Client, Model)>;

/// The class that a class is a part of: the outermost enclosing class that is guarded, or itself.
fn whole(class: &str, table: &Table) -> String {
    let ends = class.match_indices('$').map(|(at, _)| at).chain([class.len()]);
    let is_guarded =
        |name: &&str| table.entries().iter().any(|e| e.role == EntryRole::Guarded && e.class == **name);
    ends.map(|end| &class[..end]).find(is_guarded).unwrap_or(class).to_owned()
}

impl Verifier<'_> {
    /// Verifies entries one by one; calls `done` with each result.
    pub fn all(&self, entries: &[Entry], mut done: impl FnMut(&Row) -> Result<()>) -> Result<Vec<Row>> {
        let since = Instant::now();
        let mut libraries = Libraries::new();
        let mut parts = Parts::new();
        for entry in self.table.entries() {
            if !parts.contains_key(&entry.class) {
                parts.insert(entry.class.clone(), self.bench.parts_of(&entry.class)?);
            }
        }
        let mut rows: Vec<(Row, Option<Question>)> = Vec::new();
        for (i, entry) in entries.iter().enumerate() {
            self.watch.set_suite_progress(i, entries.len(), since);
            let mut row = Row::new(entry);
            let question = Question::of(entry, self.table, &parts);
            if let Some(question) = &question {
                let is_same = |(_, q): &&(Row, Option<Question>)| {
                    entry.role != EntryRole::Atomic && q.as_ref() == Some(question)
                };
                if let Some(why) = self.bench.lacks(entry)? {
                    let is_strict = self.strict;
                    row.outcome = if is_strict { Outcome::NotVerified(why) } else { Outcome::Absent(why) };
                } else if let Some((same, _)) = rows.iter().find(is_same) {
                    row = Row { entry: entry.clone(), shared: true, ..same.clone() };
                } else if self.watch.is_interrupted() {
                    row.outcome = Outcome::NotVerified("interrupted".to_owned());
                } else {
                    self.one(&mut row, question, &mut libraries)?;
                }
            }
            done(&row)?;
            rows.push((row, question));
        }
        Ok(rows.into_iter().map(|(row, _)| row).collect())
    }

    /// Boots the class library without some entries, or reuses one. Returns its index.
    fn library(&self, libraries: &mut Libraries, leave_out: impl Fn(&Entry) -> bool) -> Result<usize> {
        let all = self.table.entries().iter().enumerate();
        let left: Vec<usize> = all.filter(|(_, entry)| leave_out(entry)).map(|(i, _)| i).collect();
        if let Some(known) = libraries.iter().position(|(known, _)| *known == left) {
            return Ok(known);
        }
        libraries.push((left, self.bench.boot(self.table.without(leave_out))?));
        Ok(libraries.len() - 1)
    }

    fn one(&self, row: &mut Row, question: &Question, libraries: &mut Libraries) -> Result<()> {
        let since = Instant::now();
        let with = self.library(libraries, |entry| question.leaves_out(entry).0)?;
        let without = self.library(libraries, |entry| question.leaves_out(entry).1)?;
        let subject = match self.bench.subject(question.class())? {
            Err(why) => {
                row.outcome = Outcome::NotVerified(why);
                return Ok(());
            }
            Ok(subject) => subject,
        };
        let found;
        (row.outcome, found) = self.compare(row, &subject, &libraries[with].1, &libraries[without].1)?;
        if let (Question::Atomic(_), Some((of, client, model)), Outcome::Refuted { alone, .. }) =
            (question, found, &mut row.outcome)
        {
            // Another entry of the class may be at fault.
            let is_other = |entry: &Entry| question.leaves_out(entry).1 && *entry != row.entry;
            let one = self.library(libraries, is_other)?;
            let search = |i: usize| {
                self.bench.search(&libraries[i].1, (of, &client), model, self.bounds.states, self.watch)
            };
            *alone = difference(&search(one), &search(without)).is_some();
        }
        row.seconds = since.elapsed().as_secs_f64();
        Ok(())
    }

    fn compare<'s>(
        &self,
        row: &mut Row,
        subject: &'s Subject,
        usual: &Booted,
        other: &Booted,
    ) -> Result<(Outcome, Refuting<'s>)> {
        // The time to create the clients does not count.
        let since = Instant::now();
        let clients = self.clients(&row.entry, subject);
        if clients.is_empty() {
            let why =
                "no client calls it: no arguments are known for it, or the recipe of its class skips it";
            return Ok((Outcome::NotVerified(why.to_owned()), None));
        }
        for (of, client) in clients.into_iter().take(self.bounds.clients) {
            if self.watch.is_interrupted() || since.elapsed() > self.bounds.time {
                break;
            }
            row.clients += 1;
            for &model in &self.bounds.models {
                let mut search = |booted: &Booted| {
                    let seen =
                        self.bench.search(booted, (of, &client), model, self.bounds.states, self.watch);
                    row.states += seen.states;
                    seen
                };
                let (with, without) = (search(usual), search(other));
                if let Some(difference) = difference(&with, &without) {
                    let difference = format!("{}: {difference}", model.name());
                    let source = self.keep(of, &client)?;
                    let refuted =
                        Outcome::Refuted { client: of.title(&client), difference, source, alone: true };
                    return Ok((refuted, Some((of, client, model))));
                }
                match with.incomplete.as_ref().or(without.incomplete.as_ref()) {
                    None => *row.compared.entry(model.name()).or_default() += 1,
                    Some(why) => {
                        row.skips(&format!("{} {why}", model.name()));
                        // A client that is too large under one model is too large under the next.
                        break;
                    }
                }
            }
        }
        // A contract that was compared under some models only may be wrong under the others.
        let is_compared = |model: &Model| row.compared.contains_key(model.name());
        let Some(model) = self.bounds.models.iter().find(|model| !is_compared(model)) else {
            return Ok((Outcome::Verified, None));
        };
        let why = row.skipped.iter().max_by_key(|(_, count)| **count).map(|(why, _)| why.clone());
        let why = why.unwrap_or_else(|| "interrupted".to_owned());
        Ok((Outcome::NotVerified(format!("no client was compared under {}: {why}", model.name())), None))
    }

    /// The clients of an entry, taken in turn from each way to create the object.
    fn clients<'s>(&self, entry: &Entry, subject: &'s Subject) -> Vec<(&'s Clients, Client)> {
        let mut lists: Vec<(&Clients, std::vec::IntoIter<Client>)> = Vec::new();
        let is_it = |p: &Public| {
            let (name, descriptor) = entry.member.as_ref().map_or(("", ""), |(n, d)| (n, d));
            p.method.name == name && same_parameters(&p.descriptor, descriptor)
        };
        // All public methods depend on a non-public one.
        let is_public = subject.clients.iter().any(|(_, public)| public.iter().any(is_it));
        for (of, public) in &subject.clients {
            if entry.role == EntryRole::Atomic && is_public {
                let calls = public.iter().enumerate().filter(|(_, p)| is_it(p));
                let calls: Vec<usize> = calls.flat_map(|(i, p)| of.calls_of(i, &p.method)).collect();
                // Calls that the table calls atomic, too: those that wait for each other are among them.
                let of_table = |p: &Public| {
                    self.table.entries().iter().any(|other| {
                        let member = other.member.as_ref();
                        other.role == EntryRole::Atomic
                            && other.class == entry.class
                            && member.is_some_and(|(name, descriptor)| {
                                p.method.name == *name && same_parameters(&p.descriptor, descriptor)
                            })
                    })
                };
                let partners = public.iter().enumerate().filter(|(_, p)| of_table(p));
                let partners: Vec<usize> =
                    partners.filter_map(|(i, p)| of.calls_of(i, &p.method).pop()).collect();
                if !calls.is_empty() {
                    lists.push((of, of.meet(&calls, &partners, self.bounds.seed).into_iter()));
                }
            } else {
                let seed = |call: usize| self.bounds.seed.wrapping_add(call as u64);
                lists.extend((0..of.size()).map(|call| (of, of.meet(&[call], &[], seed(call)).into_iter())));
            }
        }
        let mut all = Vec::new();
        let mut any = true;
        while any && all.len() < self.bounds.clients {
            any = false;
            for (of, list) in &mut lists {
                let next = list.next();
                any |= next.is_some();
                all.extend(next.map(|client| (*of, client)));
            }
        }
        all
    }

    fn keep(&self, clients: &Clients, client: &Client) -> Result<Option<PathBuf>> {
        let folder: &Path = &self.bounds.keep;
        if std::fs::create_dir_all(folder).is_err() {
            return Ok(None);
        }
        let numbers: Vec<String> = clients.arguments(client);
        let folder = folder.join(format!("{}-{}", clients.class, numbers.join("-")));
        let file = folder.join(format!("{}.java", clients.class));
        let written =
            std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&file, clients.whole(client)));
        Ok(written.is_ok().then_some(file))
    }
}

/// Whether two method descriptors have the same parameters: the declaration in another class may have a more
/// general result type.
fn same_parameters(a: &str, b: &str) -> bool {
    a.split(')').next() == b.split(')').next()
}

/// The outcomes that one search shows and the other, complete one does not.
fn difference(with: &Seen, without: &Seen) -> Option<String> {
    let missing = |part: &Seen, whole: &Seen| -> Vec<String> {
        if whole.incomplete.is_some() {
            return Vec::new();
        }
        let mut extra: Vec<String> =
            part.outcomes.difference(&whole.outcomes).map(|o| format!("({o})")).collect();
        if let (Some(part), Some(whole)) = (&part.waiting, &whole.waiting) {
            let names = |threads: &Vec<ThreadId>| threads.iter().map(ToString::to_string).collect::<Vec<_>>();
            let waits = |threads| format!("(for ever wait {})", names(threads).join(", "));
            extra.extend(part.difference(whole).map(waits));
        }
        extra
    };
    let (lost, invented) = (missing(without, with), missing(with, without));
    let mut parts = Vec::new();
    if !lost.is_empty() {
        parts.push(format!("action by action there is also {}", lost.join(" ")));
    }
    if !invented.is_empty() {
        parts.push(format!("with the entry there is also {}", invented.join(" ")));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(outcomes: &[&str], incomplete: bool) -> Seen {
        let outcomes = outcomes.iter().map(|&o| o.to_owned()).collect();
        Seen { outcomes, incomplete: incomplete.then(|| "limit".to_owned()), ..Seen::default() }
    }

    #[test]
    fn only_a_search_that_came_to_its_end_lacks_something() {
        assert_eq!(difference(&seen(&["a"], false), &seen(&["a"], false)), None);
        assert_eq!(difference(&seen(&["a"], true), &seen(&["a", "b"], false)), None);
        let lost = difference(&seen(&["a"], false), &seen(&["b"], true));
        assert_eq!(lost.as_deref(), Some("action by action there is also (b)"));
        let waits = |threads: &[u16]| {
            let set = threads.iter().map(|t| ThreadId(*t)).collect();
            Seen { waiting: Some(BTreeSet::from([set])), ..seen(&["a"], false) }
        };
        assert_eq!(difference(&waits(&[1]), &waits(&[1])), None);
        assert_eq!(difference(&waits(&[1]), &seen(&["a"], false)), None, "one engine does not tell");
        assert!(difference(&waits(&[1]), &waits(&[1, 2])).is_some());
        let both = difference(&seen(&["a"], false), &seen(&["b"], false)).unwrap_or_default();
        assert_eq!(both, "action by action there is also (b); with the entry there is also (a)");
    }

    #[test]
    fn a_part_is_left_out_with_the_whole() {
        let entry = |role, class: &str| Entry {
            role,
            class: class.to_owned(),
            member: None,
            reason: String::new(),
            line: 1,
        };
        let mut table = Table::default();
        table.add(entry(EntryRole::Guarded, "p.A"));
        let parts = Parts::from([("p.D".to_owned(), BTreeSet::from(["p.A".to_owned(), "p.D".to_owned()]))]);
        let rest = Question::of(&entry(EntryRole::Benign, "p.A$B"), &table, &parts).expect("it can be asked");
        assert_eq!(rest.class(), "p.A");
        assert_eq!(
            rest.leaves_out(&entry(EntryRole::Atomic, "p.D")),
            (true, true),
            "it rests on what is asked"
        );
        assert_eq!(rest.leaves_out(&entry(EntryRole::Guarded, "p.D")), (false, false));
        assert_eq!(rest.leaves_out(&entry(EntryRole::Guarded, "p.A")), (false, true));
        assert_eq!(rest.leaves_out(&entry(EntryRole::Atomic, "p.A$C")), (true, true));
        assert_eq!(rest.leaves_out(&entry(EntryRole::Guarded, "p.AB")), (false, false));
        assert_eq!(Question::of(&entry(EntryRole::Internal, "p.A"), &table, &parts), None);
    }
}
