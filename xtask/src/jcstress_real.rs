//! `cargo xtask jcstress-real`: runs the tests of `tests/jcstress` on the real jcstress for a short time and
//! compares the observed outcomes with those that we call reachable.
//!
//! jcstress samples: an outcome that it does not observe means nothing. What it observes must be in
//! `tests/jcstress/expected.tsv`, which a test of the command line keeps equal to what thinair finds; and for
//! tests of weak access modes and fences also in what thinair finds under `jam21`.

use crate::say;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

/// The folder of everything that is built, below the target folder.
const FOLDER: &str = "jcstress";

/// A short run: one virtual machine per test and way of locking. Further arguments are appended.
const SHORT: [&str; 14] = [
    "-time",
    "50",
    "-iters",
    "1",
    "-f",
    "1",
    "-fsm",
    "1",
    "-sc",
    "false",
    "-af",
    "NONE",
    "-jvmArgs",
    "-XX:+IgnoreUnrecognizedVMOptions",
];

/// How often jcstress observed each outcome of each test.
type Seen = BTreeMap<String, BTreeMap<String, u64>>;

/// Runs the command; the error is human-readable. `--log FILE` compares the output of an earlier run.
pub fn run(root: &Path, arguments: &[&str]) -> Result<ExitCode, String> {
    let expected = std::fs::read_to_string(root.join("tests/jcstress/expected.tsv"))
        .map_err(|e| format!("cannot read tests/jcstress/expected.tsv: {e}"))?;
    let log = match arguments {
        ["--log", file] => std::fs::read_to_string(file).map_err(|e| format!("cannot read {file}: {e}"))?,
        _ => run_jcstress(root, arguments)?,
    };
    let seen = parse(&log);
    if seen.is_empty() {
        return Err("jcstress has shown no results".to_owned());
    }
    let (summary, mut wrong) = compare(&seen, &reachable(&expected)?);
    let found = parse_with(&run_jam21(root)?, decided_row);
    let (more, wrong_there) = compare_jam21(&seen, &found);
    wrong.extend(wrong_there);
    wrong.iter().for_each(|line| say(line));
    say(&summary);
    say(&more);
    Ok(if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn run_jcstress(root: &Path, arguments: &[&str]) -> Result<String, String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), Into::into);
    let folder = target.join(FOLDER);
    let build = Command::new(root.join("tests/jcstress/build")).arg("--real").arg(&folder).status();
    if !build.map_err(|e| format!("cannot run tests/jcstress/build: {e}"))?.success() {
        return Err("the tests could not be built".to_owned());
    }
    let java = match std::env::var_os("JAVA_HOME") {
        Some(home) => Path::new(&home).join("bin/java"),
        None => "java".into(),
    };
    let class_path = format!("{0}/tests.jar:{0}/lib/*", folder.display());
    let run = folder.join("run");
    std::fs::create_dir_all(&run).map_err(|e| format!("cannot create {}: {e}", run.display()))?;
    say(&format!("jcstress runs; its results will be in {}", run.display()));
    let mut command = Command::new(java);
    command.current_dir(&run).args(["-cp", &class_path, "org.openjdk.jcstress.Main", "-v"]);
    // It exits with an error if any test fails; only the observations count.
    let output = command.args(SHORT).args(arguments).stderr(Stdio::inherit()).output();
    let output = output.map_err(|e| format!("cannot start java: {e}"))?;
    let log = String::from_utf8_lossy(&output.stdout).into_owned();
    std::fs::write(run.join("jcstress.log"), &log).map_err(|e| format!("cannot keep the output: {e}"))?;
    Ok(log)
}

/// The tests of weak access modes and fences.
const WEAK: &str = "^(fences|handles)|LazySet";

/// Thinair's output for the tests of weak access modes under `jam21`.
fn run_jam21(root: &Path) -> Result<String, String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), Into::into);
    let folder = target.join(FOLDER);
    let build = Command::new(root.join("tests/jcstress/build")).arg(&folder).status();
    if !build.map_err(|e| format!("cannot run tests/jcstress/build: {e}"))?.success() {
        return Err("the tests could not be built".to_owned());
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root).args([
        "run",
        "--quiet",
        "--profile",
        "fast",
        "--package",
        "thinair",
        "--",
        "litmus",
    ]);
    command.arg(folder.join("classes")).args(["-cp", &format!("{}/lib/*", folder.display())]);
    let output = command.args(["--model", "jam21", "-t", WEAK]).stderr(Stdio::inherit()).output();
    let output = output.map_err(|e| format!("cannot start cargo: {e}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Parses the observations from jcstress's verbose output: a line with the status and the test, later a
/// table.
fn parse(log: &str) -> Seen {
    parse_with(log, row)
}

/// The same for tables with another format of rows.
fn parse_with(log: &str, row: impl Fn(&str) -> Option<(String, u64)>) -> Seen {
    let (mut seen, mut test, mut in_table) = (Seen::new(), None, false);
    for line in log.lines() {
        if let Some((status, name)) = line.trim_start_matches(['.', ' ']).split_once("] ")
            && status.starts_with('[')
            && line.starts_with("..")
        {
            test = Some(name.trim().to_owned());
        } else if line.trim_start().starts_with("RESULT ") {
            in_table = true;
        } else if in_table && let (Some((outcome, count)), Some(test)) = (row(line), &test) {
            *seen.entry(test.clone()).or_default().entry(outcome).or_default() += count;
        } else {
            in_table = false;
        }
    }
    seen
}

/// `  0, 1   24,974    6.63%   Acceptable  Some interleaving.`: outcomes may contain spaces, but none before
/// a percentage.
fn row(line: &str) -> Option<(String, u64)> {
    let (before, _) = line.split_once('%')?;
    let (before, _frequency) = before.trim_end().rsplit_once(' ')?;
    let (outcome, count) = before.trim_end().rsplit_once(' ')?;
    let count = count.replace(',', "").parse().ok()?;
    Some((outcome.trim().to_owned(), count))
}

/// `  0, 1          1+  reachable  Acceptable  Some interleaving.`: a row of thinair; 0 for an unreachable
/// outcome.
fn decided_row(line: &str) -> Option<(String, u64)> {
    let is_one =
        |word: &str| Some((line.split_once(&format!("  {word}  "))?.0, u64::from(word == "reachable")));
    let (before, count) = ["reachable", "never", "not seen", "undecided"].into_iter().find_map(is_one)?;
    let (outcome, _executions) = before.trim_end().rsplit_once(' ')?;
    Some((outcome.trim().to_owned(), count))
}

/// For tests of weak modes, what was observed but is not found under `jam21`.
fn compare_jam21(seen: &Seen, found: &Seen) -> (String, Vec<String>) {
    let (mut met, mut tests, mut wrong) = (0, 0, Vec::new());
    for (test, outcomes) in found {
        let Some(seen) = seen.get(test) else { continue };
        tests += 1;
        for (outcome, count) in seen.iter().filter(|(_, count)| **count > 0) {
            match outcomes.get(outcome) {
                Some(1) => met += 1,
                _ => wrong.push(format!(
                    "{test}: jcstress saw `{outcome}` {count} times, which is not reachable under jam21"
                )),
            }
        }
    }
    let reachable: usize = found.values().flat_map(|outcomes| outcomes.values()).filter(|n| **n > 0).count();
    let summary = format!(
        "of weak modes and fences it ran {tests} of {} tests: it saw {met} of {reachable} outcomes that jam21 shows, and {} others",
        found.len(),
        wrong.len()
    );
    (summary, wrong)
}

/// The possible outcomes of each test: all but those of the last column.
fn reachable(table: &str) -> Result<BTreeMap<&str, BTreeSet<&str>>, String> {
    let mut tests = BTreeMap::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [test, columns @ ..] = &*line.split('\t').collect::<Vec<_>>() else { continue };
        if columns.len() != 4 {
            return Err(format!("tests/jcstress/expected.tsv: {test} has {} columns, not 4", columns.len()));
        }
        let outcomes =
            columns[..3].iter().filter(|column| **column != "-").flat_map(|column| column.split(" | "));
        tests.insert(*test, outcomes.collect());
    }
    Ok(tests)
}

/// A summary, and a line for each outcome that should not have been observed.
fn compare(seen: &Seen, reachable: &BTreeMap<&str, BTreeSet<&str>>) -> (String, Vec<String>) {
    let (mut samples, mut met, mut wrong) = (0, 0, Vec::new());
    for (test, outcomes) in seen {
        let Some(allowed) = reachable.get(test.as_str()) else {
            wrong.push(format!("{test}: not in tests/jcstress/expected.tsv"));
            continue;
        };
        for (outcome, count) in outcomes.iter().filter(|(_, count)| **count > 0) {
            samples += count;
            if allowed.contains(outcome.as_str()) {
                met += 1;
            } else {
                wrong.push(format!(
                    "{test}: jcstress saw `{outcome}` {count} times, which we say is unreachable"
                ));
            }
        }
    }
    let all: usize = reachable.values().map(BTreeSet::len).sum();
    let not_run = reachable.keys().filter(|test| !seen.contains_key(**test)).count();
    let summary = format!(
        "jcstress ran {} of {} tests ({not_run} not), {samples} samples: it saw {met} of {all} reachable outcomes, and {} others",
        seen.len(),
        reachable.len(),
        wrong.len()
    );
    (summary, wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "
.......... [OK] a.B.C

  RESULT      SAMPLES     FREQ       EXPECT  DESCRIPTION
    0, 0       24,974   <0.01%   Acceptable  Some 5% of it.
    x sees 1        0    0.00%  Interesting  Not seen.

(Results: 4 planned; 1 passed, 0 failed, 0 soft errs, 0 hard errs)

....... [FAILED] a.B.C

  RESULT  SAMPLES     FREQ       EXPECT  DESCRIPTION
    0, 0        6   60.00%   Acceptable  Some interleaving.
    1, 0        4   40.00%    Forbidden  No.
";

    #[test]
    fn tables_of_one_test_are_added_up() {
        let seen = parse(LOG);
        let counts: Vec<(&str, u64)> = seen["a.B.C"].iter().map(|(o, n)| (o.as_str(), *n)).collect();
        assert_eq!(counts, [("0, 0", 24_980), ("1, 0", 4), ("x sees 1", 0)]);
    }

    #[test]
    fn what_is_seen_and_not_reachable_is_told() {
        let table = "# test\tsc\tjmm\tweak\topen\na.B.C\t0, 0\t-\tx sees 1\t1, 0\na.B.D\t1\t-\t-\t-\n";
        let (summary, wrong) = compare(&parse(LOG), &reachable(table).expect("a good table"));
        assert_eq!(wrong, ["a.B.C: jcstress saw `1, 0` 4 times, which we say is unreachable"]);
        assert!(summary.contains("ran 1 of 2 tests (1 not), 24984 samples: it saw 1 of 3"), "{summary}");
    }

    #[test]
    fn what_is_seen_of_weak_modes_must_be_reachable_under_jam21() {
        let decided = "
....[UNDECIDED] a.B.C

  RESULT  EXECUTIONS      jam21      EXPECT  DESCRIPTION
    0, 0          1+  reachable  Acceptable  never  mind
    1, 0           -  undecided   Forbidden  No.
    x sees 1       0      never  Acceptable  x
";
        let found = parse_with(decided, decided_row);
        let (summary, wrong) = compare_jam21(&parse(LOG), &found);
        assert_eq!(
            wrong,
            ["a.B.C: jcstress saw `1, 0` 4 times, which is not reachable under jam21"],
            "{found:?}"
        );
        assert!(summary.contains("ran 1 of 1 tests: it saw 1 of 1 outcomes"), "{summary}");
    }
}
