//! `thinair.toml`. A key that is not known is an error: a misspelt expectation must not be passed over.

use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;
use std::path::Path;

/// A suite.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Suite {
    /// The class path of all checks: folders, jars, and dir/*.
    #[serde(default)]
    class_path: Vec<String>,
    #[serde(default)]
    source_path: Vec<String>,
    /// What checks have unless they say otherwise.
    #[serde(default)]
    defaults: Defaults,
    /// How many checks run at a time.
    #[serde(default = "two")]
    pub jobs: u16,
    /// The file with known findings.
    pub baseline: Option<String>,
    /// The checks.
    #[serde(rename = "check", default)]
    pub checks: Vec<Check>,
}

fn two() -> u16 {
    2
}

/// A check.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Check {
    /// Targets of `thinair check`.
    #[serde(default)]
    programs: Vec<String>,
    /// Targets of `thinair test`.
    #[serde(default)]
    tests: Vec<String>,
    /// The answer that each of them must have.
    #[serde(default)]
    expect: Expect,
    /// Texts; `unknown` passes if its reason contains one of them.
    #[serde(default)]
    allow_unknown: Vec<String>,
    /// The arguments of the programs or tests.
    #[serde(default)]
    arguments: Vec<String>,
    model: Option<Vec<String>>,
    property: Option<Vec<String>>,
    time_limit: Option<String>,
    trust: Option<Vec<String>>,
    contracts: Option<String>,
    may_throw: Option<Vec<String>>,
    options: Option<Vec<String>>,
}

/// What a check has unless it says otherwise.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Defaults {
    model: Option<Vec<String>>,
    property: Option<Vec<String>>,
    time_limit: Option<String>,
    trust: Option<Vec<String>>,
    contracts: Option<String>,
    may_throw: Option<Vec<String>>,
    options: Option<Vec<String>>,
}

/// An answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Expect {
    #[default]
    Holds,
    Violated,
    Unknown,
}

impl Expect {
    fn word(self) -> &'static str {
        match self {
            Expect::Holds => "holds",
            Expect::Violated => "violated",
            Expect::Unknown => "unknown",
        }
    }
}

impl Suite {
    /// Reads a suite.
    pub fn read(file: &Path) -> Result<Suite> {
        let text = std::fs::read_to_string(file).with_context(|| {
            format!("error: cannot read {}\n   = hint: docs/SUITES.md says what is in it", file.display())
        })?;
        Suite::parsed(&text).map_err(|error| anyhow!("error: {}: {error:#}", file.display()))
    }

    fn parsed(text: &str) -> Result<Suite> {
        let suite: Suite = toml::from_str(text)?;
        if suite.checks.is_empty() {
            bail!("there is no [[check]], so nothing would be checked");
        }
        for check in &suite.checks {
            if check.programs.is_empty() == check.tests.is_empty() {
                bail!("each [[check]] names either `programs` or `tests`");
            }
        }
        Ok(suite)
    }

    /// The command and options of a check, without its targets.
    pub fn words(&self, check: &Check) -> Vec<String> {
        let command = if check.tests.is_empty() { "check" } else { "test" };
        let mut words = vec![command.to_owned(), "--color=never".to_owned()];
        let separator = if cfg!(windows) { ";" } else { ":" };
        let mut option = |name: &str, value: Option<String>| {
            words.extend(value.filter(|value| !value.is_empty()).map(|value| format!("{name}={value}")));
        };
        option("--class-path", Some(self.class_path.join(separator)));
        option("--source-path", Some(self.source_path.join(separator)));
        let (own, usual) = (check, &self.defaults);
        let list = |own: &Option<Vec<String>>, usual: &Option<Vec<String>>| {
            own.as_ref().or(usual.as_ref()).map(|all| all.join(","))
        };
        option("--model", list(&own.model, &usual.model));
        option("--property", list(&own.property, &usual.property));
        option("--trust", list(&own.trust, &usual.trust));
        option("--may-throw", list(&own.may_throw, &usual.may_throw));
        option("--time-limit", own.time_limit.clone().or_else(|| usual.time_limit.clone()));
        option("--contracts", own.contracts.clone().or_else(|| usual.contracts.clone()));
        words.extend(own.options.as_ref().or(usual.options.as_ref()).into_iter().flatten().cloned());
        words
    }

    /// The targets and arguments of a check.
    pub fn targets(&self, check: &Check) -> Vec<String> {
        let mut words: Vec<String> = check.programs.iter().chain(&check.tests).cloned().collect();
        if !check.arguments.is_empty() {
            words.push("--".to_owned());
            words.extend(check.arguments.iter().cloned());
        }
        words
    }
}

impl Check {
    /// Its targets, as a name.
    pub fn name(&self) -> String {
        self.programs.iter().chain(&self.tests).cloned().collect::<Vec<_>>().join(" ")
    }

    /// The expected answer.
    pub fn expected(&self) -> &'static str {
        self.expect.word()
    }

    /// Whether an answer is as expected.
    pub fn allows(&self, verdict: &str, reason: &str) -> bool {
        let named = |text: &String| !text.trim().is_empty() && reason.contains(text.as_str());
        verdict == self.expect.word() || verdict == "unknown" && self.allow_unknown.iter().any(named)
    }
}

/// A name with only what every file system can have.
pub fn as_file_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' || c == '-' { c } else { '_' };
    name.chars().map(plain).take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_have_their_own_settings_or_the_defaults() {
        let suite = Suite::parsed(
            "class-path = [\"out\", \"lib/*\"]\n[defaults]\nmodel = [\"jmm\"]\ntime-limit = \"5s\"\n\
             [[check]]\ntests = [\"p.T\"]\n[[check]]\nprograms = [\"p.M\"]\nmodel = [\"sc\", \"tso\"]\narguments = [\"3\"]\n\
             expect = \"unknown\"\nallow-unknown = [\"\"]",
        )
        .expect("it is well formed");
        let words = |i: usize| suite.words(&suite.checks[i]).join(" ");
        assert_eq!(words(0), "test --color=never --class-path=out:lib/* --model=jmm --time-limit=5s");
        assert_eq!(words(1), "check --color=never --class-path=out:lib/* --model=sc,tso --time-limit=5s");
        assert_eq!(suite.targets(&suite.checks[1]), ["p.M", "--", "3"]);
        assert!(suite.checks[0].allows("holds", "") && !suite.checks[0].allows("unknown", "time"));
        assert!(!suite.checks[1].allows("violated", "") && suite.checks[1].allows("unknown", "any"));
    }

    #[test]
    fn what_would_check_nothing_or_something_else_is_an_error() {
        for wrong in [
            "",
            "[[check]]",
            "[[check]]\ntests = [\"T\"]\nprograms = [\"M\"]",
            "[[check]]\ntests = [\"T\"]\nexpected = \"holds\"",
            "[[check]]\ntests = [\"T\"]\nexpect = \"green\"",
            "checks = 3\n[[check]]\ntests = [\"T\"]",
            "[defaults]\nmodels = [\"sc\"]\n[[check]]\ntests = [\"T\"]",
        ] {
            assert!(Suite::parsed(wrong).is_err(), "{wrong}");
        }
    }
}
