//! Finds a smallest litmus test that separates two models: enumerates small programs, up to renaming of
//! variables and reordering of threads, and runs them under both models until one has an outcome that the
//! other does not have.
//!
//! Programs have two or three threads and two variables. A thread reads, writes constants, copies the value
//! it read last, or writes only if that value was 0. Either variable may be volatile in programs of up to
//! [`VOLATILE`] accesses. If each of three threads reads once and then writes, one of them may also join
//! another. **Promises** that the test it returns separates the models: one shows the outcome, the other was
//! searched completely and does not. **Does not** promise anything about larger programs.

use crate::litmus_run::{find_races, run};
use crate::model::Model;
use crate::options::Options;
use crate::result::ModelResult;
use event::Outcome;
use explore::Progress;
use litmus::Program;
use std::fmt::Write;
use std::sync::Arc;

/// The most accesses of a program with volatile variables.
const VOLATILE: usize = 4;

/// The result of a comparison.
#[derive(Debug)]
pub enum Comparison {
    /// A test, and an outcome that only one of the models allows.
    Separated {
        /// The test as a litmus file that asks for the outcome.
        test: String,
        /// The outcome.
        outcome: String,
        /// The model that allows it.
        allowed_by: Model,
        /// How many programs were run before it.
        programs: u64,
    },
    /// No program up to the bound separates them.
    Same {
        /// How many programs there are.
        programs: u64,
        /// How many of them could not be decided under one of the models.
        undecided: u64,
    },
    /// A limit ended the search.
    Stopped {
        /// How many programs were run.
        programs: u64,
    },
}

/// Looks for a separating test of at most this many accesses.
pub fn compare(
    a: Model,
    b: Model,
    accesses: usize,
    options: &Options,
    progress: &Arc<Progress>,
) -> Comparison {
    let mut search = Search { models: (a, b), options, progress, programs: 0, undecided: 0 };
    for size in 2..=accesses {
        // Straight-line programs come first: they are the easiest to read.
        for kind in [Kind::Straight, Kind::Waiting, Kind::Dependent] {
            for shape in shapes(size, kind) {
                match search.decide(&shape) {
                    Some(found) => return found,
                    None if progress.stop_reason().is_some() => {
                        return Comparison::Stopped { programs: search.programs };
                    }
                    None => {}
                }
            }
        }
    }
    Comparison::Same { programs: search.programs, undecided: search.undecided }
}

struct Search<'a> {
    models: (Model, Model),
    options: &'a Options,
    progress: &'a Arc<Progress>,
    programs: u64,
    undecided: u64,
}

impl Search<'_> {
    fn decide(&mut self, shape: &Shape) -> Option<Comparison> {
        let text = shape.text(None);
        let program = litmus::load("compare.litmus", &text).expect("what is written here is a test");
        self.programs += 1;
        let races = find_races(&program, self.options, self.progress);
        let (a, b) = self.models;
        let result = |model| run(&program, model, &races, self.options, self.progress);
        let (of_a, of_b) = (result(a), result(b));
        if !of_a.complete || !of_b.complete {
            self.undecided += 1;
        }
        let only = |mine: &ModelResult, theirs: &ModelResult| {
            let missing = |o: &Outcome| theirs.complete && !theirs.outcomes.contains(o);
            mine.outcomes.iter().find(|o| missing(o)).cloned()
        };
        let found = only(&of_a, &of_b).map(|o| (a, o)).or_else(|| only(&of_b, &of_a).map(|o| (b, o)));
        let (allowed_by, outcome) = found?;
        Some(Comparison::Separated {
            test: shape.text(Some(&asked(&program, &outcome))),
            outcome: asked(&program, &outcome),
            allowed_by,
            programs: self.programs,
        })
    }
}

/// Writes the outcome as a proposition.
fn asked(program: &Program, outcome: &Outcome) -> String {
    let parts = program.observed().iter().zip(&outcome.values);
    parts.map(|(observed, value)| format!("{}={value}", observed.name)).collect::<Vec<_>>().join(" /\\ ")
}

/// A class of programs, enumerated together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Reads and writes of constants.
    Straight,
    /// Three threads that each read and then write; one joins another first.
    Waiting,
    /// Some write depends on a read.
    Dependent,
}

/// A statement; the number is its variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Item {
    Read(u8),
    Write(u8),
    /// Writes the value read last.
    Copy(u8),
    /// Writes if the value read last was 0.
    IfZero(u8),
}

impl Item {
    fn variable(self) -> u8 {
        match self {
            Item::Read(v) | Item::Write(v) | Item::Copy(v) | Item::IfZero(v) => v,
        }
    }

    fn is_read(self) -> bool {
        matches!(self, Item::Read(_))
    }

    fn depends(self) -> bool {
        matches!(self, Item::Copy(_) | Item::IfZero(_))
    }

    fn swapped(self) -> Item {
        match self {
            Item::Read(v) => Item::Read(1 - v),
            Item::Write(v) => Item::Write(1 - v),
            Item::Copy(v) => Item::Copy(1 - v),
            Item::IfZero(v) => Item::IfZero(1 - v),
        }
    }
}

/// A program.
#[derive(Debug, Clone)]
struct Shape {
    threads: Vec<Vec<Item>>,
    volatile: [bool; 2],
    /// The first of these threads joins the second.
    join: Option<(usize, usize)>,
}

const VARIABLES: [&str; 2] = ["x", "y"];

impl Shape {
    /// Returns the program as a litmus file with the condition `asked`. Without one, the file observes every
    /// register and every variable that two threads write.
    fn text(&self, asked: Option<&str>) -> String {
        let used = |v: u8| self.threads.iter().flatten().any(|item| item.variable() == v);
        let mut out = "Java compare\n{".to_owned();
        for (v, name) in VARIABLES.iter().enumerate().filter(|(v, _)| used(*v as u8)) {
            let volatile = if self.volatile[v] { "volatile int " } else { "" };
            let _ = write!(out, " {volatile}{name} = 0;");
        }
        out.push_str(" }\n");
        let (mut constants, mut observed) = ([0; 2], Vec::new());
        for (t, items) in self.threads.iter().enumerate() {
            let _ = writeln!(out, "Thread{t} {{");
            if let Some((_, other)) = self.join.filter(|(waits, _)| *waits == t) {
                let _ = writeln!(out, "  join Thread{other};");
            }
            let mut register = 0;
            for item in items {
                let v = usize::from(item.variable());
                let name = VARIABLES[v];
                if matches!(item, Item::Write(_) | Item::IfZero(_)) {
                    constants[v] += 1;
                }
                let _ = match item {
                    Item::Read(_) => {
                        register += 1;
                        observed.push(format!("{t}:r{register}"));
                        writeln!(out, "  int r{register} = {name};")
                    }
                    Item::Write(_) => writeln!(out, "  {name} = {};", constants[v]),
                    Item::Copy(_) => writeln!(out, "  {name} = r{register};"),
                    Item::IfZero(_) => {
                        writeln!(out, "  if (r{register} == 0) {{ {name} = {}; }}", constants[v])
                    }
                };
            }
            out.push_str("}\n");
        }
        let writers =
            |v: u8| self.threads.iter().filter(move |t| t.iter().any(|i| !i.is_read() && i.variable() == v));
        let shared = (0..2u8).filter(|&v| writers(v).count() > 1);
        observed.extend(shared.map(|v| VARIABLES[usize::from(v)].to_owned()));
        let all = || observed.iter().map(|name| format!("{name}=0")).collect::<Vec<_>>().join(" /\\ ");
        let _ = writeln!(out, "exists ({})", asked.map_or_else(all, str::to_owned));
        out
    }

    /// Whether every variable is written by one thread and accessed by another.
    fn talks(&self) -> bool {
        (0..2u8).all(|v| {
            let access = |t: &&Vec<Item>| t.iter().any(|item| item.variable() == v);
            let writes = |t: &&Vec<Item>| t.iter().any(|item| item.variable() == v && !item.is_read());
            let (accessing, writing) =
                (self.threads.iter().filter(access).count(), self.threads.iter().filter(writes).count());
            accessing == 0 && v == 1 || (accessing > 1 && writing > 0)
        })
    }

    /// Whether the program is the least among its renamings of variables.
    fn is_first(&self) -> bool {
        let mut other: Vec<Vec<Item>> =
            self.threads.iter().map(|t| t.iter().map(|item| item.swapped()).collect()).collect();
        other.sort_by_key(|t| (std::cmp::Reverse(t.len()), t.clone()));
        self.join.is_some() || self.threads <= other
    }
}

/// Enumerates the programs of a size and kind.
fn shapes(size: usize, kind: Kind) -> Vec<Shape> {
    let mut all = Vec::new();
    let partitions: Vec<Vec<usize>> = (1..=size)
        .rev()
        .flat_map(|a| {
            let two = (1..=a).filter(move |b| a + b == size).map(move |b| vec![a, b]);
            let three = (1..=a)
                .flat_map(move |b| (1..=b).filter(move |c| a + b + c == size).map(move |c| vec![a, b, c]));
            two.chain(three)
        })
        .collect();
    for lengths in partitions {
        if kind == Kind::Waiting && lengths != [2, 2, 2] {
            continue;
        }
        let bodies: Vec<Vec<Vec<Item>>> = lengths.iter().map(|&length| bodies(length, kind)).collect();
        threads(&bodies, &mut Vec::new(), &mut |threads| {
            let shape = Shape { threads: threads.to_vec(), volatile: [false; 2], join: None };
            let depends = threads.iter().flatten().any(|item| item.depends());
            if !shape.talks() || !shape.is_first() || (kind == Kind::Dependent && !depends) {
                return;
            }
            if kind == Kind::Waiting {
                let pairs = (0..3).flat_map(|a| (0..3).filter(move |b| *b != a).map(move |b| (a, b)));
                all.extend(pairs.map(|join| Shape { join: Some(join), ..shape.clone() }));
                return;
            }
            let modes = if size <= VOLATILE {
                &[[false, false], [true, false], [false, true], [true, true]][..]
            } else {
                &[[false, false]]
            };
            // An unused variable must not be volatile: the program would be a duplicate.
            let used = |v: u8| shape.threads.iter().flatten().any(|item| item.variable() == v);
            let fits = |modes: &&[bool; 2]| (0..2u8).all(|v| !modes[usize::from(v)] || used(v));
            all.extend(modes.iter().filter(fits).map(|&volatile| Shape { volatile, ..shape.clone() }));
        });
    }
    // Plain programs first.
    all.sort_by_key(|shape| shape.volatile.iter().filter(|v| **v).count());
    all
}

/// Enumerates the bodies of a thread.
fn bodies(length: usize, kind: Kind) -> Vec<Vec<Item>> {
    let mut all: Vec<Vec<Item>> = vec![Vec::new()];
    for place in 0..length {
        let mut longer = Vec::new();
        for body in &all {
            let has_read = body.iter().any(|item| item.is_read());
            for v in 0..2 {
                let mut next = vec![Item::Read(v), Item::Write(v)];
                if has_read && kind != Kind::Straight {
                    next.extend([Item::Copy(v), Item::IfZero(v)]);
                }
                // A read, then something else.
                next.retain(|item| kind != Kind::Waiting || item.is_read() == (place == 0));
                longer.extend(next.into_iter().map(|item| [&body[..], &[item]].concat()));
            }
        }
        all = longer;
    }
    all
}

/// Enumerates choices of bodies in which threads of equal length are sorted.
fn threads(bodies: &[Vec<Vec<Item>>], chosen: &mut Vec<Vec<Item>>, out: &mut dyn FnMut(&[Vec<Item>])) {
    let Some(here) = bodies.get(chosen.len()) else { return out(chosen) };
    for body in here {
        let in_order = chosen.last().is_none_or(|last| last.len() > body.len() || last <= body);
        if in_order {
            chosen.push(body.clone());
            threads(bodies, chosen, out);
            chosen.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_program_is_a_test_and_none_is_listed_twice() {
        for kind in [Kind::Straight, Kind::Waiting, Kind::Dependent] {
            for size in 2..=if kind == Kind::Waiting { 6 } else { 4 } {
                let texts: Vec<String> = shapes(size, kind).iter().map(|shape| shape.text(None)).collect();
                let distinct: std::collections::BTreeSet<&String> = texts.iter().collect();
                assert_eq!(distinct.len(), texts.len());
                for text in &texts {
                    assert!(litmus::load("t", text).is_ok(), "{text}");
                }
            }
        }
        assert!(shapes(4, Kind::Straight).len() > 50);
    }
}
