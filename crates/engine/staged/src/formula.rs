//! Ground formulae: what a rule says about some instructions, in negation normal form, with three values.

use std::rc::Rc;

/// A stage of an instruction of a binding: the index of its variable, and its slot ([`Slots`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct OpAt {
    pub var: u8,
    pub slot: u8,
}

/// What cannot be decided before the program runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Literal {
    /// The first happens before the second. Its negation is the same with both exchanged, since every
    /// operation of a fetched instruction happens in the end, and no two at once.
    Before(OpAt, OpAt),
    /// Whether two instructions are about the same location.
    SameLocation(u8, u8, bool),
    /// Whether one comes before the other in program order.
    ProgramOrder(u8, u8, bool),
    /// Whether the second is the first of its class after the first.
    Next(u8, u8, u16, bool),
    /// Whether a load finds its value in what a process observes.
    Sees(u8, u8, bool),
}

impl Literal {
    pub fn negated(self) -> Literal {
        match self {
            Literal::Before(a, b) => Literal::Before(b, a),
            Literal::SameLocation(i, j, is) => Literal::SameLocation(i, j, !is),
            Literal::ProgramOrder(i, j, is) => Literal::ProgramOrder(i, j, !is),
            Literal::Next(i, j, class, is) => Literal::Next(i, j, class, !is),
            Literal::Sees(i, view, is) => Literal::Sees(i, view, !is),
        }
    }
}

/// A formula in negation normal form.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ground {
    True,
    False,
    Literal(Literal),
    And(Rc<[Ground]>),
    Or(Rc<[Ground]>),
}

/// Three values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Truth {
    True,
    False,
    Unknown,
}

impl From<bool> for Truth {
    fn from(is: bool) -> Truth {
        if is { Truth::True } else { Truth::False }
    }
}

impl Ground {
    pub fn and(parts: impl IntoIterator<Item = Ground>) -> Ground {
        let mut kept: Vec<Ground> = Vec::new();
        for part in parts {
            match part {
                Ground::True => {}
                Ground::False => return Ground::False,
                Ground::And(inner) => kept.extend(inner.iter().cloned()),
                other => kept.push(other),
            }
        }
        kept.sort();
        kept.dedup();
        match kept.len() {
            0 => Ground::True,
            1 => kept.swap_remove(0),
            _ if has_opposites(&kept) => Ground::False,
            _ => Ground::And(kept.into()),
        }
    }

    pub fn or(parts: impl IntoIterator<Item = Ground>) -> Ground {
        let mut kept: Vec<Ground> = Vec::new();
        for part in parts {
            match part {
                Ground::False => {}
                Ground::True => return Ground::True,
                Ground::Or(inner) => kept.extend(inner.iter().cloned()),
                other => kept.push(other),
            }
        }
        kept.sort();
        kept.dedup();
        match kept.len() {
            0 => Ground::False,
            1 => kept.swap_remove(0),
            _ if has_opposites(&kept) => Ground::True,
            _ => Ground::Or(kept.into()),
        }
    }
}

/// Whether a literal and its negation are among them.
fn has_opposites(parts: &[Ground]) -> bool {
    parts.iter().any(|part| match part {
        Ground::Literal(literal) => parts.contains(&Ground::Literal(literal.negated())),
        _ => false,
    })
}

/// A formula without pointers to shared parts, as the search evaluates it.
#[derive(Debug, Clone)]
pub(crate) enum Flat {
    Literal(Literal),
    And(Box<[Flat]>),
    Or(Box<[Flat]>),
}

impl Flat {
    /// `None` for a constant.
    pub fn of(ground: &Ground) -> Option<Flat> {
        Some(match ground {
            Ground::True | Ground::False => return None,
            Ground::Literal(literal) => Flat::Literal(*literal),
            Ground::And(parts) => Flat::And(parts.iter().filter_map(Flat::of).collect()),
            Ground::Or(parts) => Flat::Or(parts.iter().filter_map(Flat::of).collect()),
        })
    }

    pub fn value(&self, of: &mut impl FnMut(Literal) -> Truth) -> Truth {
        match self {
            Flat::Literal(literal) => of(*literal),
            Flat::And(parts) => {
                let mut all = Truth::True;
                for part in parts {
                    match part.value(of) {
                        Truth::False => return Truth::False,
                        Truth::Unknown => all = Truth::Unknown,
                        Truth::True => {}
                    }
                }
                all
            }
            Flat::Or(parts) => {
                let mut any = Truth::False;
                for part in parts {
                    match part.value(of) {
                        Truth::True => return Truth::True,
                        Truth::Unknown => any = Truth::Unknown,
                        Truth::False => {}
                    }
                }
                any
            }
        }
    }

    pub fn any(&self, is: &mut impl FnMut(Literal) -> bool) -> bool {
        match self {
            Flat::Literal(literal) => is(*literal),
            Flat::And(parts) | Flat::Or(parts) => parts.iter().any(|part| part.any(is)),
        }
    }
}

/// How the operations of an instruction are numbered.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slots {
    pub processes: u8,
    /// How many processes' observations there are; one if all observe the same.
    pub views: u8,
}

impl Slots {
    pub const FETCH: u8 = 0;
    pub const ISSUE: u8 = 1;

    pub fn execute(self, view: u8) -> u8 {
        2 + view * (1 + self.processes)
    }

    pub fn reflect(self, view: u8, to: u8) -> u8 {
        self.execute(view) + 1 + to
    }

    pub fn count(self) -> usize {
        2 + usize::from(self.views) * (1 + usize::from(self.processes))
    }

    /// The observer, and the process that a store is reflected to, of a slot that is neither fetch nor issue.
    pub fn parts(self, slot: u8) -> Option<(u8, Option<u8>)> {
        let at = slot.checked_sub(2)?;
        let (view, part) = (at / (1 + self.processes), at % (1 + self.processes));
        Some((view, part.checked_sub(1)))
    }
}
