//! The kinds of findings, with the words that reports, options and JSON use for them.

use crate::options::Properties;
use event::Failure;
use std::fmt;

/// The kind of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FindingKind {
    /// A failed assertion.
    Assertion,
    /// An uncaught exception.
    Exception,
    /// The program exits with a status other than 0.
    Exit,
    /// Threads that wait for ever.
    Deadlock,
    /// Threads that run for ever without making progress.
    Hang,
    /// Threads that wait for work that never comes, when all others have ended.
    Idle,
    /// A data race.
    Race,
    /// An outcome that a test forbids.
    Outcome,
    /// A flag that a cat file raises.
    Flag,
}

impl FindingKind {
    /// All kinds.
    pub const ALL: [FindingKind; 9] = [
        FindingKind::Assertion,
        FindingKind::Exception,
        FindingKind::Exit,
        FindingKind::Deadlock,
        FindingKind::Hang,
        FindingKind::Idle,
        FindingKind::Race,
        FindingKind::Outcome,
        FindingKind::Flag,
    ];

    /// The word that users see.
    pub const fn name(self) -> &'static str {
        match self {
            FindingKind::Assertion => "assertion",
            FindingKind::Exception => "exception",
            FindingKind::Exit => "exit",
            FindingKind::Deadlock => "deadlock",
            FindingKind::Hang => "hang",
            FindingKind::Idle => "idle",
            FindingKind::Race => "race",
            FindingKind::Outcome => "outcome",
            FindingKind::Flag => "flag",
        }
    }

    /// The kind of a thread's failure.
    pub fn of(failure: &Failure) -> FindingKind {
        match failure {
            Failure::Assertion(_) => FindingKind::Assertion,
            Failure::Exception(_) => FindingKind::Exception,
            Failure::Exit(_) => FindingKind::Exit,
        }
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Properties {
    /// Whether findings of this kind decide the verdict; otherwise they are notes.
    pub fn decides(&self, kind: FindingKind) -> bool {
        match kind {
            FindingKind::Assertion => self.assertion,
            FindingKind::Exception => self.exception,
            FindingKind::Exit => self.exit,
            FindingKind::Deadlock => self.deadlock,
            FindingKind::Hang => self.hang,
            FindingKind::Idle => self.idle,
            FindingKind::Race => self.race,
            // The test itself says what it forbids.
            FindingKind::Outcome => true,
            FindingKind::Flag => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_word_of_its_own() {
        let mut names: Vec<&str> = FindingKind::ALL.iter().map(|kind| kind.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), FindingKind::ALL.len());
    }

    #[test]
    fn outcomes_decide_whatever_is_asked_for_and_flags_never() {
        let none = Properties {
            assertion: false,
            exception: false,
            deadlock: false,
            exit: false,
            race: false,
            hang: false,
            idle: false,
        };
        let decides: Vec<FindingKind> =
            FindingKind::ALL.into_iter().filter(|&kind| none.decides(kind)).collect();
        assert_eq!(decides, [FindingKind::Outcome]);
        assert!(Properties::default().decides(FindingKind::Deadlock));
        assert!(!Properties::default().decides(FindingKind::Idle));
    }
}
