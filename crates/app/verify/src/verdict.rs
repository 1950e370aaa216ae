//! The one place where evidence becomes a verdict.
//!
//! A [`Verdict`] has no public constructor: the only ways to get one are to give evidence to [`conclude`] and
//! to join verdicts that were concluded before ([`Verdict::worst`], [`conclude_all`]). So no part of the
//! pipeline can answer `holds` against the rules below.

use crate::model::Role;
use crate::reason::{Reason, ReasonKind, joined};
use std::collections::BTreeSet;

/// The answer. It cannot be constructed without evidence:
///
/// ```compile_fail,E0451
/// let verdict = verify::Verdict { ruling: verify::Ruling::Holds, reasons: Vec::new() };
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    ruling: Ruling,
    reasons: Vec<Reason>,
}

/// What a [`Verdict`] says. Constructing a ruling does not make a verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ruling {
    /// Every behaviour was seen, and none is a violation.
    Holds,
    /// A real behaviour of the model is a violation.
    Violated,
    /// Neither, for this reason.
    Unknown(String),
    /// thinair contradicted itself or panicked, so none of its results for this test can be relied on.
    Internal(String),
}

impl Verdict {
    /// What it says.
    pub fn ruling(&self) -> &Ruling {
        &self.ruling
    }

    /// The reasons why it is neither `holds` nor `violated`.
    pub fn reasons(&self) -> &[Reason] {
        &self.reasons
    }

    /// The word users see.
    pub fn word(&self) -> &'static str {
        match self.ruling {
            Ruling::Holds => "holds",
            Ruling::Violated => "violated",
            Ruling::Unknown(_) => "unknown",
            Ruling::Internal(_) => "internal",
        }
    }

    /// Why it is neither `holds` nor `violated`, as one text.
    pub fn reason(&self) -> Option<&str> {
        match &self.ruling {
            Ruling::Holds | Ruling::Violated => None,
            Ruling::Unknown(reason) | Ruling::Internal(reason) => Some(reason),
        }
    }

    /// The exit code of a run with this verdict.
    pub fn exit_code(&self) -> u8 {
        match self.ruling {
            Ruling::Holds => 0,
            Ruling::Violated => 1,
            Ruling::Unknown(_) => 3,
            Ruling::Internal(_) => 4,
        }
    }

    fn sure(ruling: Ruling) -> Verdict {
        Verdict { ruling, reasons: Vec::new() }
    }

    /// A verdict that is neither `holds` nor `violated`. Defects come first and are reported alone.
    fn because(reasons: impl IntoIterator<Item = Reason>) -> Verdict {
        let reasons: Vec<Reason> = reasons.into_iter().collect();
        let text = joined(&reasons);
        let is_defect = reasons.iter().any(|reason| reason.kind == ReasonKind::Defect);
        let ruling = if is_defect { Ruling::Internal(text) } else { Ruling::Unknown(text) };
        Verdict { ruling, reasons }
    }

    /// The worse of two: internal, then violated, then unknown, then holds.
    #[must_use]
    pub fn worst(self, other: Verdict) -> Verdict {
        let rank = |v: &Verdict| match v.ruling {
            Ruling::Holds => 0,
            Ruling::Unknown(_) => 1,
            Ruling::Violated => 2,
            Ruling::Internal(_) => 3,
        };
        if rank(&other) > rank(&self) { other } else { self }
    }
}

/// What is known at the end of a check.
#[derive(Debug, Clone)]
pub struct Evidence {
    /// Whether violations were found.
    pub violated: bool,
    /// Whether some violation is real regardless of what the model's answers prove: the JLS defines data
    /// races.
    pub violated_anyway: bool,
    /// Why behaviours may be missing.
    pub incomplete: Vec<Reason>,
    /// What the model's answers prove.
    pub role: Role,
    /// The model's name.
    pub model: &'static str,
    /// Whether the test claims something (an assertion, `~exists`, `forall`, …), rather than only asking.
    pub claims: bool,
    /// Whether the program has no data race, so that all models of Java agree on it (JLS §17.4.5).
    pub race_free: bool,
    /// Whether some execution finished, so that something was observed.
    pub observed: bool,
}

impl Evidence {
    /// The evidence of a search under a model that has shown nothing yet.
    pub fn new(role: Role, model: &'static str) -> Evidence {
        Evidence {
            violated: false,
            violated_anyway: false,
            incomplete: Vec::new(),
            role,
            model,
            claims: true,
            race_free: false,
            observed: false,
        }
    }
}

/// Why nothing is proved if no execution finished.
pub(crate) const NOTHING_FINISHED: &str =
    "no execution finished: all are discarded (assume, a filter), run for ever, or stop halfway";

/// Turns evidence into a verdict. A lower bound never yields `Holds` for a claim; a comparison model proves
/// nothing.
pub fn conclude(evidence: &Evidence) -> Verdict {
    let unknown = |reason: String| Verdict::because([Reason::undecided(reason)]);
    let defect = evidence.incomplete.iter().find(|reason| reason.kind == ReasonKind::Defect);
    match evidence.role {
        // With a defect, the findings may be as wrong as the rest.
        _ if defect.is_some() => Verdict::because(defect.cloned()),
        _ if evidence.violated_anyway => Verdict::sure(Ruling::Violated),
        Role::Comparison if evidence.violated || evidence.claims => {
            unknown(format!("{} is for comparison only and proves nothing", evidence.model))
        }
        Role::UpperBound if evidence.violated && !evidence.race_free => unknown(format!(
            "{} is an upper bound of the JMM: that it shows a violation proves nothing",
            evidence.model
        )),
        _ if evidence.violated => Verdict::sure(Ruling::Violated),
        _ if !evidence.incomplete.is_empty() => {
            // Several searches may have stopped for the same reason.
            let mut reasons = evidence.incomplete.clone();
            let mut seen = BTreeSet::new();
            reasons.retain(|reason| seen.insert(reason.clone()));
            Verdict::because(reasons)
        }
        // Any claim, and any property, would hold vacuously.
        _ if !evidence.observed => unknown(NOTHING_FINISHED.to_owned()),
        Role::LowerBound if evidence.claims && !evidence.race_free => unknown(format!(
            "{} is a lower bound of the JMM: that it shows no violation proves nothing",
            evidence.model
        )),
        _ => Verdict::sure(Ruling::Holds),
    }
}

/// The verdict of several tests or models together; `missing` says why some have none. No verdicts at all is
/// not `holds`.
pub fn conclude_all(verdicts: impl IntoIterator<Item = Verdict>, missing: Option<Reason>) -> Verdict {
    let missing = missing.map(|reason| Verdict::because([reason]));
    let all = verdicts.into_iter().chain(missing).reduce(Verdict::worst);
    all.unwrap_or_else(|| Verdict::because([Reason::undecided("nothing was run")]))
}

/// Runs `work`. A panic becomes a reason that is a defect of thinair.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Reason> {
    let said = |panic: Box<dyn std::any::Any + Send>| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        Reason::defect(text.unwrap_or_else(|| "a panic".to_owned()))
    };
    // Whatever `work` has changed so far is dropped with it.
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).map_err(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence() -> Evidence {
        Evidence { observed: true, ..Evidence::new(Role::Exact, "sc") }
    }

    fn ruling(evidence: &Evidence) -> Ruling {
        conclude(evidence).ruling
    }

    #[test]
    fn a_complete_search_of_an_exact_model_holds() {
        assert_eq!(ruling(&evidence()), Ruling::Holds);
    }

    #[test]
    fn a_violation_is_a_violation_even_if_the_search_was_cut() {
        let e = Evidence { violated: true, incomplete: vec![Reason::limit("time")], ..evidence() };
        assert_eq!(ruling(&e), Ruling::Violated);
    }

    #[test]
    fn a_bound_that_was_hit_is_never_a_pass() {
        let e = Evidence { incomplete: vec![Reason::limit("loop bound 3")], ..evidence() };
        assert_eq!(ruling(&e), Ruling::Unknown("loop bound 3".to_owned()));
    }

    #[test]
    fn a_lower_bound_never_proves_a_claim_unless_the_program_is_race_free() {
        let e = Evidence { observed: true, ..Evidence::new(Role::LowerBound, "opmm") };
        assert!(matches!(ruling(&e), Ruling::Unknown(_)));
        assert_eq!(ruling(&Evidence { race_free: true, ..e.clone() }), Ruling::Holds);
        assert_eq!(ruling(&Evidence { violated: true, ..e }), Ruling::Violated);
    }

    #[test]
    fn an_upper_bound_proves_claims_and_never_violations() {
        let e = Evidence { observed: true, ..Evidence::new(Role::UpperBound, "rpc") };
        assert_eq!(ruling(&e), Ruling::Holds);
        assert!(matches!(ruling(&Evidence { violated: true, ..e.clone() }), Ruling::Unknown(_)));
        assert_eq!(ruling(&Evidence { violated_anyway: true, ..e }), Ruling::Violated);
    }

    #[test]
    fn nothing_observed_is_never_a_pass() {
        assert!(matches!(ruling(&Evidence { observed: false, ..evidence() }), Ruling::Unknown(_)));
        assert!(matches!(conclude_all([], None).ruling, Ruling::Unknown(_)));
    }

    #[test]
    fn a_comparison_model_proves_nothing_either_way() {
        for violated in [false, true] {
            let e = Evidence { role: Role::Comparison, violated, ..evidence() };
            assert!(matches!(ruling(&e), Ruling::Unknown(_)));
        }
    }

    #[test]
    fn a_defect_of_thinair_is_told_before_everything_else() {
        let incomplete = vec![Reason::limit("time"), Reason::defect("it broke")];
        let e = Evidence { violated: true, violated_anyway: true, incomplete, ..evidence() };
        let verdict = conclude(&e);
        assert_eq!((verdict.word(), verdict.exit_code()), ("internal", 4));
        assert_eq!(verdict.clone().worst(conclude(&evidence())), verdict);
        let panic = guarded(|| panic!("it broke")).map_or_else(|why| why.to_string(), |()| String::new());
        assert_eq!(verdict.reason(), Some(&*panic));
    }
}
