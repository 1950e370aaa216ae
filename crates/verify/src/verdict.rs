//! The one place where evidence becomes a verdict.

use crate::model::Role;

/// The answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Every behaviour was seen and none violates anything.
    Holds,
    /// A real behaviour of the model violates something.
    Violated,
    /// Neither; the reason says why.
    Unknown(String),
}

impl Verdict {
    /// The word users see.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Violated => "violated",
            Verdict::Unknown(_) => "unknown",
        }
    }

    /// The exit code of a run with this verdict.
    pub fn exit_code(&self) -> u8 {
        match self {
            Verdict::Holds => 0,
            Verdict::Violated => 1,
            Verdict::Unknown(_) => 3,
        }
    }

    /// The worse of two: violated, then unknown, then holds.
    #[must_use]
    pub fn worst(self, other: Verdict) -> Verdict {
        let rank = |v: &Verdict| match v {
            Verdict::Holds => 0,
            Verdict::Unknown(_) => 1,
            Verdict::Violated => 2,
        };
        if rank(&other) > rank(&self) { other } else { self }
    }
}

/// What is known when a search has ended.
#[derive(Debug, Clone)]
pub struct Evidence {
    /// Violations were found.
    pub violated: bool,
    /// Why behaviours may be missing.
    pub incomplete: Vec<String>,
    /// What the model's answers prove.
    pub role: Role,
    /// The model's name.
    pub model: &'static str,
    /// The test claims something (an assertion, `~exists`, `forall`, …), rather than only asking.
    pub claims: bool,
    /// The program has no data race, so all models of Java agree on it (JLS §17.4.5).
    pub race_free: bool,
    /// Some execution finished: something was observed.
    pub observed: bool,
}

/// Turns evidence into a verdict. A lower bound never yields `Holds` for a claim; a comparison model proves nothing.
pub fn conclude(evidence: &Evidence) -> Verdict {
    let unknown = |reason: String| Verdict::Unknown(reason);
    match evidence.role {
        Role::Comparison if evidence.violated || evidence.claims => {
            unknown(format!("{} is for comparison only and proves nothing", evidence.model))
        }
        Role::UpperBound if evidence.violated && !evidence.race_free => unknown(format!(
            "{} is an upper bound of the JMM: that it shows a violation proves nothing",
            evidence.model
        )),
        _ if evidence.violated => Verdict::Violated,
        _ if !evidence.incomplete.is_empty() => unknown(evidence.incomplete.join("; ")),
        _ if !evidence.observed => {
            unknown("no outcome was observed: no execution finishes, or the filter lets none pass".to_owned())
        }
        Role::LowerBound if evidence.claims && !evidence.race_free => unknown(format!(
            "{} is a lower bound of the JMM: that it shows no violation proves nothing",
            evidence.model
        )),
        _ => Verdict::Holds,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence() -> Evidence {
        Evidence {
            violated: false,
            incomplete: vec![],
            role: Role::Exact,
            model: "sc",
            claims: true,
            race_free: false,
            observed: true,
        }
    }

    #[test]
    fn a_complete_search_of_an_exact_model_holds() {
        assert_eq!(conclude(&evidence()), Verdict::Holds);
    }

    #[test]
    fn a_violation_is_a_violation_even_if_the_search_was_cut() {
        let e = Evidence { violated: true, incomplete: vec!["time".to_owned()], ..evidence() };
        assert_eq!(conclude(&e), Verdict::Violated);
    }

    #[test]
    fn a_bound_that_was_hit_is_never_a_pass() {
        let e = Evidence { incomplete: vec!["loop bound 3".to_owned()], ..evidence() };
        assert_eq!(conclude(&e), Verdict::Unknown("loop bound 3".to_owned()));
    }

    #[test]
    fn a_lower_bound_never_proves_a_claim_unless_the_program_is_race_free() {
        let e = Evidence { role: Role::LowerBound, model: "opmm", ..evidence() };
        assert!(matches!(conclude(&e), Verdict::Unknown(_)));
        assert_eq!(conclude(&Evidence { race_free: true, ..e.clone() }), Verdict::Holds);
        assert_eq!(conclude(&Evidence { violated: true, ..e }), Verdict::Violated);
    }

    #[test]
    fn an_upper_bound_proves_claims_and_never_violations() {
        let e = Evidence { role: Role::UpperBound, model: "rpc", ..evidence() };
        assert_eq!(conclude(&e), Verdict::Holds);
        assert!(matches!(conclude(&Evidence { violated: true, ..e }), Verdict::Unknown(_)));
    }

    #[test]
    fn nothing_observed_is_never_a_pass() {
        assert!(matches!(conclude(&Evidence { observed: false, ..evidence() }), Verdict::Unknown(_)));
    }

    #[test]
    fn a_comparison_model_proves_nothing_either_way() {
        for violated in [false, true] {
            let e = Evidence { role: Role::Comparison, violated, ..evidence() };
            assert!(matches!(conclude(&e), Verdict::Unknown(_)));
        }
    }
}
