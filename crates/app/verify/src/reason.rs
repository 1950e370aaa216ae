//! Why behaviours may be missing from an answer.

use event::{Cut, Gap};
use explore::Incomplete;
use operational::Overflow;
use std::fmt;

/// The kind of a reason, which determines what can be done about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReasonKind {
    /// Two parts of thinair contradict each other, or it panicked: none of its results for this program can
    /// be relied on.
    Defect,
    /// Something that thinair does not support.
    Unsupported,
    /// A limit was reached.
    Limit,
    /// The user stopped the search.
    Interrupted,
    /// Everything was searched that can be, and the behaviour is neither shown nor excluded.
    Undecided,
}

/// Why behaviours may be missing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reason {
    /// Its kind.
    pub kind: ReasonKind,
    text: String,
}

impl Reason {
    fn new(kind: ReasonKind, text: impl Into<String>) -> Reason {
        Reason { kind, text: text.into() }
    }

    /// thinair contradicts itself.
    pub fn defect(text: impl Into<String>) -> Reason {
        Reason::new(ReasonKind::Defect, Gap::Defect(text.into()).to_string())
    }

    /// Something that thinair does not support.
    pub fn unsupported(text: impl Into<String>) -> Reason {
        Reason::new(ReasonKind::Unsupported, format!("unsupported: {}", text.into()))
    }

    /// A limit was reached.
    pub fn limit(text: impl Into<String>) -> Reason {
        Reason::new(ReasonKind::Limit, text)
    }

    /// A behaviour is neither shown nor excluded.
    pub fn undecided(text: impl Into<String>) -> Reason {
        Reason::new(ReasonKind::Undecided, text)
    }

    /// The same reason, restricted to a part of the check.
    #[must_use]
    pub fn within(&self, part: &str) -> Reason {
        Reason::new(self.kind, format!("{part}: {}", self.text))
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl From<&Gap> for Reason {
    /// Drops the Java stack.
    fn from(gap: &Gap) -> Reason {
        let text = gap.text().lines().next().unwrap_or_default();
        match gap {
            Gap::Defect(_) => Reason::defect(text),
            Gap::Unsupported(_) => Reason::unsupported(text),
        }
    }
}

impl From<&Incomplete> for Reason {
    fn from(why: &Incomplete) -> Reason {
        match why {
            Incomplete::Unsupported(_) | Incomplete::Cut(Cut::Unsupported) => {
                Reason::new(ReasonKind::Unsupported, in_words(why))
            }
            Incomplete::Interrupted => Reason::new(ReasonKind::Interrupted, in_words(why)),
            why => Reason::limit(in_words(why)),
        }
    }
}

fn in_words(why: &Incomplete) -> String {
    match why {
        Incomplete::Cut(Cut::LoopBound) => "a loop ran to the loop bound".to_owned(),
        Incomplete::Cut(Cut::Objects) => "an object may be seen before it is created and what it holds then is not known, or a thread creates too many objects at one place".to_owned(),
        Incomplete::Cut(Cut::Threads) => "more threads were started than are followed".to_owned(),
        Incomplete::Cut(Cut::Unsupported) => "something unsupported was reached".to_owned(),
        Incomplete::Cut(Cut::Stopped) => "stopped while a thread computed".to_owned(),
        Incomplete::Cut(Cut::LocalSteps) => "a thread computes too long without a memory action".to_owned(),
        Incomplete::Overflow(Overflow::BufferBound(n)) => format!("a store buffer grew beyond {n} stores"),
        Incomplete::Overflow(Overflow::TooManyViews) => {
            "more than 127 threads, monitors and volatile variables are in use at once, which is all that this model can tell apart".to_owned()
        }
        Incomplete::Overflow(Overflow::VisibleWrites(n)) => {
            format!("more than {n} writes to one location are visible at once")
        }
        Incomplete::Overflow(Overflow::FinalFields) => {
            "final fields together with access modes are not supported here".to_owned()
        }
        Incomplete::Overflow(Overflow::WriteListBound(n)) => format!("a write list grew beyond {n} items"),
        Incomplete::Depth(n) => format!("depth limit {n} reached"),
        Incomplete::States(n) => format!("state limit {n} reached"),
        Incomplete::Values(_) => "values grow without end".to_owned(),
        Incomplete::Time => "time limit reached".to_owned(),
        Incomplete::Memory => "memory limit reached".to_owned(),
        Incomplete::Sampled => "the search only samples executions".to_owned(),
        Incomplete::FirstFinding => "stopped at the first finding".to_owned(),
        Incomplete::Unsupported(what) => format!("{what} is not supported here"),
        Incomplete::Interrupted => "interrupted".to_owned(),
    }
}

/// Joins the texts of reasons.
pub fn joined<'a>(reasons: impl IntoIterator<Item = &'a Reason>) -> String {
    reasons.into_iter().map(Reason::to_string).collect::<Vec<_>>().join("; ")
}
