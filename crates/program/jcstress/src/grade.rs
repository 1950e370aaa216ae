//! Which row of a test applies to an outcome, and what it expects.

use std::collections::BTreeSet;

/// What a test expects of an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Expect {
    /// It may occur.
    Acceptable,
    /// It may occur, and is worth reporting.
    Interesting,
    /// It must not occur.
    Forbidden,
    /// Not classified: a test with such a row never passes.
    Unknown,
}

impl Expect {
    /// The expectation of an enum constant's name.
    pub(crate) fn by_name(name: &str) -> Option<Expect> {
        Some(match name {
            "ACCEPTABLE" => Expect::Acceptable,
            "ACCEPTABLE_INTERESTING" => Expect::Interesting,
            "FORBIDDEN" => Expect::Forbidden,
            "UNKNOWN" => Expect::Unknown,
            _ => return None,
        })
    }

    /// The enum constant's name.
    pub fn name(self) -> &'static str {
        match self {
            Expect::Acceptable => "ACCEPTABLE",
            Expect::Interesting => "ACCEPTABLE_INTERESTING",
            Expect::Forbidden => "FORBIDDEN",
            Expect::Unknown => "UNKNOWN",
        }
    }

    /// The word shown in tables.
    pub fn word(self) -> &'static str {
        match self {
            Expect::Acceptable => "Acceptable",
            Expect::Interesting => "Interesting",
            Expect::Forbidden => "Forbidden",
            Expect::Unknown => "Unknown",
        }
    }

    /// Whether an outcome with this expectation may occur.
    pub fn allows(self) -> bool {
        matches!(self, Expect::Acceptable | Expect::Interesting)
    }
}

/// One id of an `@Outcome`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The outcome itself, or a regular expression of Java.
    pub id: String,
    /// What is expected.
    pub expect: Expect,
    /// Why.
    pub description: String,
}

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// An outcome, or the id of a case that matches no outcome.
    pub id: String,
    /// Whether it is an outcome.
    pub is_outcome: bool,
    /// What is expected.
    pub expect: Expect,
    /// Why.
    pub description: String,
}

/// The description of outcomes that no row matches, if the test has no default.
const NO_DEFAULT: &str = "no @Outcome fits and none is the default: forbidden";

/// The rows of a test's table, sorted by id: outcomes with the case that matches them, then cases that match
/// none. An id equal to the outcome takes precedence over regular expressions; among these the first that
/// matches the whole outcome counts; the default is last.
pub fn grade<E>(
    cases: &[Case],
    default: Option<&Case>,
    outcomes: &BTreeSet<String>,
    mut matches: impl FnMut(&str, &str) -> Result<bool, E>,
) -> Result<Vec<Row>, E> {
    let mut unused: Vec<bool> = vec![true; cases.len()];
    let mut rows = Vec::new();
    for outcome in outcomes {
        let mut found = cases.iter().position(|case| case.id == *outcome);
        for (i, case) in cases.iter().enumerate() {
            if found.is_none() && !is_plain(&case.id) && matches(&case.id, outcome)? {
                found = Some(i);
            }
        }
        if let Some(i) = found {
            unused[i] = false;
        }
        let case = found.map(|i| &cases[i]).or(default);
        rows.push(Row {
            id: outcome.clone(),
            is_outcome: true,
            expect: case.map_or(Expect::Forbidden, |case| case.expect),
            description: case.map_or(NO_DEFAULT.to_owned(), |case| case.description.clone()),
        });
    }
    for (case, _) in cases.iter().zip(unused).filter(|(_, unused)| *unused) {
        // A repeated id gives one row, and none if an outcome has already used it.
        if rows.iter().all(|row| row.id != case.id) {
            let (id, description) = (case.id.clone(), case.description.clone());
            rows.push(Row { id, is_outcome: false, expect: case.expect, description });
        }
    }
    rows.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(rows)
}

/// Whether a regular expression matches only itself.
pub fn is_plain(pattern: &str) -> bool {
    !pattern.contains(['\\', '^', '$', '.', '|', '?', '*', '+', '(', ')', '[', ']', '{', '}'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(id: &str, expect: Expect) -> Case {
        Case { id: id.to_owned(), expect, description: format!("about {id}") }
    }

    /// A substitute for Java's matching: `.*` at the end matches anything.
    fn prefix(pattern: &str, text: &str) -> Result<bool, ()> {
        let start = pattern.strip_suffix(".*").ok_or(())?;
        Ok(text.starts_with(start))
    }

    fn graded(cases: &[Case], default: Option<&Case>, outcomes: &[&str]) -> Vec<(String, bool, Expect)> {
        let outcomes = outcomes.iter().map(|o| (*o).to_owned()).collect();
        let rows = grade(cases, default, &outcomes, prefix).expect("only prefixes are asked");
        rows.into_iter().map(|row| (row.id, row.is_outcome, row.expect)).collect()
    }

    #[test]
    fn an_exact_id_goes_before_patterns_and_the_default_is_last() {
        use Expect::{Acceptable, Forbidden, Interesting};
        let cases = [case("1.*", Forbidden), case("1, 0", Interesting)];
        let default = case("", Acceptable);
        let rows = graded(&cases, Some(&default), &["1, 0", "1, 1", "2, 2"]);
        let of = |id: &str, expect| (id.to_owned(), true, expect);
        assert_eq!(rows, [of("1, 0", Interesting), of("1, 1", Forbidden), of("2, 2", Acceptable)]);
    }

    #[test]
    fn without_a_default_what_fits_no_row_is_forbidden_and_rows_that_fit_nothing_are_told() {
        let rows = graded(&[case("0", Expect::Acceptable)], None, &["7"]);
        let expected =
            [("0".to_owned(), false, Expect::Acceptable), ("7".to_owned(), true, Expect::Forbidden)];
        assert_eq!(rows, expected);
    }

    #[test]
    fn a_pattern_that_was_matched_is_no_row_of_its_own() {
        assert_eq!(graded(&[case("1.*", Expect::Acceptable)], None, &["1, 1"]).len(), 1);
    }
}
