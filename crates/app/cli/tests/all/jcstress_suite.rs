//! The jcstress tests of `tests/jcstress` and litmus tests exported to jcstress, decided by `thinair litmus`.
//!
//! jcstress itself comes from Maven Central (`tests/jcstress/build`). Nothing is skipped; without Maven or a
//! JDK the tests fail.

use crate::support;

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use support::Dir;

/// The models that both machines have.
const MODELS: &str = "sc,tso,pso,opmm,rpc,jmm";

/// Litmus tests on which nothing is left undecided.
const FEW: [&str; 9] =
    ["MP", "SB-volatile", "LB", "2+2W", "MP-locks", "CoRR", "MP-opaque", "MP-rmw", "MP-spin-volatile"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// The folder with `lib/` and `classes/`.
fn built() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("jcstress");
        let build = Command::new(root().join("tests/jcstress/build")).arg(&folder).output();
        let build = build.expect("tests/jcstress/build can be run");
        assert!(build.status.success(), "{}", String::from_utf8_lossy(&build.stderr));
        folder
    })
}

/// The class path of jcstress.
fn jcstress() -> String {
    format!("{}/lib/*", built().display())
}

/// The JSON objects that `thinair litmus` writes.
fn decided(words: &[&str]) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_thinair"));
    command.arg("litmus").args(words).args(["--json", "-"]).current_dir(root()).stdin(Stdio::null());
    let run = command.output().expect("the binary is built");
    let err = String::from_utf8_lossy(&run.stderr);
    assert!(matches!(run.status.code(), Some(0 | 1 | 3)), "{:?}: {err}", run.status);
    let runs: Value = serde_json::from_slice(&run.stdout).unwrap_or_else(|e| panic!("{e}: {err}"));
    runs.as_array().expect("an array of runs").clone()
}

/// Whether an outcome is excluded by a search that did not decide the test, so that its row claims no proof:
/// bounds and comparisons never decide.
fn is_not_seen(row: &Value) -> bool {
    row["reason"].as_str().is_some_and(|why| why.starts_with("not seen"))
}

/// Outcomes that are not excluded: whether each is reachable or undecided.
type Known = BTreeMap<String, bool>;

/// The outcomes of a run that are not excluded. Rows that are not outcomes, such as patterns, do not count.
fn outcomes(run: &Value) -> Known {
    let rows = run["outcomes"].as_array().expect("outcomes are an array");
    let counts = |row: &&Value| row["is_outcome"] != false && row["reachable"] != false && !is_not_seen(row);
    rows.iter().filter(counts).map(|row| (text(&row["values"]), row["reachable"] == true)).collect()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// A line of tests/jcstress/expected.tsv.
struct Expected {
    sc: BTreeSet<String>,
    jmm: BTreeSet<String>,
    weak: BTreeSet<String>,
    open: BTreeSet<String>,
}

fn expected() -> BTreeMap<String, Expected> {
    let path = root().join("tests/jcstress/expected.tsv");
    let table = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let set = |column: &str| match column {
        "-" => BTreeSet::new(),
        _ => column.split(" | ").map(str::to_owned).collect(),
    };
    let line = |line: &str| {
        let [test, sc, jmm, weak, open] = &*line.split('\t').collect::<Vec<_>>() else {
            panic!("five columns: {line}")
        };
        let expected = Expected { sc: set(sc), jmm: set(jmm), weak: set(weak), open: set(open) };
        ((*test).to_owned(), expected)
    };
    table.lines().filter(|line| !line.starts_with('#')).map(line).collect()
}

/// Describes what is wrong with a run of a test.
fn complaints(expected: &Expected, run: &Value) -> Vec<String> {
    let known = outcomes(run);
    let (sc, wants_more) = (run["model"] == "sc", run["model"] == "jmm");
    assert!(sc || wants_more, "sc and jmm are asked for");
    let none = BTreeSet::new();
    let must: BTreeSet<&String> = expected.sc.iter().chain(if sc { &none } else { &expected.jmm }).collect();
    let (weak, open) = if sc { (&none, &none) } else { (&expected.weak, &expected.open) };
    let mut wrong = Vec::new();
    for outcome in &must {
        if known.get(*outcome) != Some(&true) {
            wrong.push(format!("`{outcome}` is not found: {:?}", known.get(*outcome)));
        }
    }
    for (outcome, reachable) in known.iter().filter(|(outcome, _)| !must.contains(outcome)) {
        // An outcome that is forbidden although the JLS does not say so may be undecided, but not reachable.
        if !weak.contains(outcome) && (*reachable || !open.contains(outcome)) {
            wrong.push(format!("`{outcome}` is {}", if *reachable { "reachable" } else { "undecided" }));
        }
    }
    // Outcomes that weak access modes allow must not be excluded.
    for outcome in weak.iter().filter(|outcome| !known.contains_key(*outcome)) {
        wrong.push(format!("`{outcome}` is excluded"));
    }
    if run["status"] != "OK" && (run["status"] != "UNDECIDED" || open.is_empty()) {
        wrong.push(format!("{} {}", run["status"], run["reason"]));
    }
    wrong
}

/// The expected results of odd tests, according to the processor and the grading of jcstress 0.16. Classes
/// that it does not accept are not listed: a class that inherits @JCStressTest, @State or @JCStressMeta has
/// none of them.
const NASTY: [(&str, &str); 30] = [
    // Threads that outlive the actors do not matter.
    ("LeaksPool", "OK"),
    ("DaemonSpins", "OK"),
    ("TimerThread", "OK"),
    // An actor that waits for a signal which failed is stale; ERROR is for actors that end.
    ("SignalThrowsActorLoops", "OK"),
    ("SignalThrowsActorEnds", "OK"),
    ("ActorThrows", "OK"),
    ("ThreadParams", "OK"),
    ("Overloads", "OK"),
    ("ActorAndArbiterAtOnce", "OK"),
    ("StaticSynchronized", "OK"),
    ("Interrupts", "OK"),
    ("TestIsResult", "OK"),
    // Ids: the first of equals, exact ones before patterns, patterns match the whole text.
    ("TwiceFirstWins", "OK"),
    ("LiteralBrackets", "OK"),
    ("NewLine", "OK"),
    ("EmptyIdAmongOthers", "OK"),
    ("InheritedAndOwn", "OK"),
    ("ContainerOfOne", "OK"),
    ("MetaOfBase", "OK"),
    // UNKNOWN fails as a row, and as the default if it is used.
    ("UnknownDefaultUnused", "OK"),
    ("UnknownDefaultUsed", "FAILED"),
    ("UnknownRow", "FAILED"),
    ("FieldsOnly", "OK"),
    ("Texts", "OK"),
    ("CaughtInside", "OK"),
    ("PlainReadAfterUpdates", "OK"),
    ("ToStringThrows", "ERROR"),
    ("ConstructorThrows", "ERROR"),
    ("WaitsForEver", "ERROR"),
    ("ActorEndsItsThreadWithError", "ERROR"),
];

#[test]
fn odd_tests_are_graded_by_the_rules() {
    let source = root().join("crates/app/cli/tests/jcstress/Nasty.java").display().to_string();
    let runs = decided(&[&source, "-cp", &jcstress(), "--no-executions"]);
    let found: BTreeMap<String, String> =
        runs.iter().map(|run| (text(&run["test"]), text(&run["status"]))).collect();
    let wanted = NASTY.map(|(test, status)| (format!("p.Nasty.{test}"), status.to_owned()));
    assert_eq!(found, BTreeMap::from(wanted));
}

/// The suite under every model of Java and of hardware.
fn suite() -> &'static [Value] {
    static RUNS: OnceLock<Vec<Value>> = OnceLock::new();
    RUNS.get_or_init(|| {
        let classes = built().join("classes").display().to_string();
        let models = "sc,tso,pso,opmm,jmm,jmm-revised,rpc";
        decided(&[&classes, "-cp", &jcstress(), "--model", models, "--no-executions", "--workers", "2"])
    })
}

/// On every test of the suite, a weaker model has all outcomes of a stronger one.
#[test]
fn weaker_models_have_the_outcomes_of_stronger_ones() {
    let by_test: BTreeMap<(String, String), Known> =
        suite().iter().map(|run| ((text(&run["test"]), text(&run["model"])), outcomes(run))).collect();
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for (stronger, weaker) in [
        ("sc", "tso"),
        ("tso", "pso"),
        ("sc", "opmm"),
        ("opmm", "jmm"),
        ("opmm", "jmm-revised"),
        ("jmm", "rpc"),
        ("jmm-revised", "rpc"),
    ] {
        for ((test, _), known) in by_test.iter().filter(|((_, model), _)| model == stronger) {
            let there = &by_test[&(test.clone(), weaker.to_owned())];
            for (outcome, _) in known.iter().filter(|(_, shown)| **shown) {
                compared += 1;
                if !there.contains_key(outcome) {
                    wrong.push(format!(
                        "{test}: `{outcome}` is reachable under {stronger}, not under {weaker}"
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {compared}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > 3000, "only {compared} outcomes were compared");
}

/// No outcome is missing or superfluous, under sc and under the Java memory model.
#[test]
fn every_test_has_exactly_the_outcomes_of_the_specification() {
    let expected = expected();
    let runs: Vec<&Value> =
        suite().iter().filter(|run| run["model"] == "sc" || run["model"] == "jmm").collect();
    let tests: BTreeSet<String> = runs.iter().map(|run| text(&run["test"])).collect();
    let wanted: BTreeSet<String> = expected.keys().cloned().collect();
    assert_eq!(tests, wanted, "the tests and tests/jcstress/expected.tsv are not the same");
    let mut wrong = Vec::new();
    for run in runs.iter().copied() {
        let complaints = complaints(&expected[&text(&run["test"])], run);
        if !complaints.is_empty() {
            wrong.push(format!("{} under {}: {}", run["test"], run["model"], complaints.join("; ")));
        }
    }
    assert!(wrong.is_empty(), "{} of {} runs:\n{}", wrong.len(), runs.len(), wrong.join("\n"));
}

/// Tests for which `jam21` allows more than the javadoc of VarHandle, with the outcome: its initial writes
/// have no mode, so two reads need not see them in order, and it has no fences between loads only or stores
/// only (`models/jam21.cat`).
const MORE_IN_JAM21: [(&str, &str); 2] =
    [("handles.AccessModes.OpaqueCoRR", "1, 0"), ("fences.Fences.StoreStoreLoadLoadMP", "1, 0")];

/// What is forbidden but undecided under `jmm`, as litmus tests, for which `jam21` excludes it.
const FORBIDDEN: [(&str, &str, &str); 3] = [
    ("fences.Fences.FullSB", "x = 1; fullFence(); int r1 = y;", "y = 1; fullFence(); int r2 = x;"),
    (
        "fences.Fences.ReleaseAcquireMP",
        "x = 1; releaseFence(); y.setOpaque(1);",
        "int r1 = y.getOpaque(); acquireFence(); int r2 = x;",
    ),
    (
        "fences.Fences.FenceMeetsAcquire",
        "x = 1; releaseFence(); y.setOpaque(1);",
        "int r1 = y.getAcquire(); int r2 = x;",
    ),
];

/// Checks the column `weak` with a second engine and model: `jam21` has exactly the outcomes of access modes
/// and fences.
#[test]
fn what_access_modes_allow_is_what_jam21_allows() {
    let expected = expected();
    let classes = built().join("classes").display().to_string();
    let runs = decided(&[
        &classes,
        "-cp",
        &jcstress(),
        "--model",
        "jam21",
        "-t",
        "^(fences|handles)|LazySet|Views.OpaqueMP",
    ]);
    let (mut wrong, mut weak) = (Vec::new(), 0);
    for run in &runs {
        let test = text(&run["test"]);
        let Expected { sc, jmm, weak: more, .. } = &expected[&test];
        let reachable: BTreeSet<String> =
            outcomes(run).into_iter().filter_map(|(outcome, shown)| shown.then_some(outcome)).collect();
        let quirk =
            MORE_IN_JAM21.iter().filter(|(name, _)| *name == test).map(|(_, more)| (*more).to_owned());
        let allowed: BTreeSet<String> = sc.iter().chain(jmm).chain(more).cloned().chain(quirk).collect();
        if reachable != allowed {
            wrong.push(format!("{test}: {reachable:?} and not {allowed:?} ({})", run["reason"]));
        }
        weak += more.len();
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), runs.len(), wrong.join("\n"));
    let all: usize = expected.values().map(|expected| expected.weak.len()).sum();
    assert_eq!(weak, all, "every line with a column `weak` is among them");
    let dir = Dir::new();
    for (test, first, second) in FORBIDDEN {
        let litmus = format!("Java twin {{ x = 0; y = 0; }} Thread0 {{ {first} }} Thread1 {{ {second} }}");
        dir.write("twin.litmus", litmus);
        let found = decided(&[&dir.path("twin.litmus").display().to_string(), "--model", "jam21"]);
        let found: BTreeSet<String> = outcomes(&found[0]).into_keys().collect();
        assert_eq!(found, expected[test].sc, "{test} as a litmus test: what is open is excluded");
    }
}

/// Compares a run of an exported test with that of the litmus test. Every difference has a known cause.
fn compare(java: &Value, litmus: &Value, has_weak_finals: bool) -> &'static str {
    let (here, there) = (outcomes(java), outcomes(litmus));
    if here == there {
        return "the same";
    }
    let complete = |run: &Value| {
        let rows = run["outcomes"].as_array().expect("outcomes are an array");
        rows.iter().all(|row| !row["reachable"].is_null() || is_not_seen(row))
    };
    let (all_here, all_there) = (complete(java), complete(litmus) && litmus["verdict"] != "unknown");
    // The final value of a variable is any that the threads leave, on the litmus machine even if accesses are
    // coherent; the arbiter's read of it is one of these accesses.
    let is_upper = java["model"] == "rpc" || java["model"] == "jmm";
    if has_weak_finals && is_upper && here.iter().all(|(outcome, shown)| there.get(outcome) == Some(shown)) {
        return "fewer final values";
    }
    // The closure by states, used for Java programs, treats weaker modes and mixed variables as plain; for
    // litmus tests it is computed by executions.
    if java["model"] == "rpc" && there.keys().all(|outcome| here.contains_key(outcome)) && all_here {
        return "a larger closure";
    }
    // A side that leaves something undecided excludes nothing, so the other cannot contradict it.
    let contradicts = |shows: &Known, other: &Known, complete: bool| {
        complete && shows.iter().any(|(outcome, reachable)| *reachable && !other.contains_key(outcome))
    };
    if contradicts(&here, &there, all_there) || contradicts(&there, &here, all_here) {
        return "different";
    }
    let says = |run: &Value, word: &str| run["reason"].as_str().is_some_and(|why| why.contains(word));
    let bound = |run: &Value| says(run, "time limit reached") || says(run, "a store buffer grew beyond");
    if bound(java) || bound(litmus) {
        "a bound was hit"
    } else if java["model"] == "rpc" && says(java, "a final field is not supported here") {
        "a final field"
    } else {
        "different"
    }
}

/// Exports litmus tests, compiles and decides them, and compares with the litmus machine, under every model.
///
/// Runs a few by default; `JCSTRESS_LITMUS` names files or folders instead (`cargo xtask jcstress-litmus`
/// runs the whole corpus).
#[test]
fn exported_litmus_tests_have_the_outcomes_they_had() {
    let named = std::env::var("JCSTRESS_LITMUS");
    let few: Vec<String> = if named.is_ok() {
        Vec::new()
    } else {
        FEW.map(|name| format!("tests/litmus/classic/{name}.litmus")).to_vec()
    };
    let chosen = named.unwrap_or_else(|_| few.join(" "));
    let chosen: Vec<&str> = chosen.split_whitespace().collect();
    let dir = Dir::new();
    let exported = dir.path("src").display().to_string();
    let run = Command::new(env!("CARGO_BIN_EXE_thinair"))
        .arg("litmus")
        .args(&chosen)
        .args(["--time-limit", "20s", "--export", "jcstress", &exported])
        .current_dir(root())
        .output()
        .expect("the binary is built");
    let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(matches!(run.status.code(), Some(0 | 3)), "{:?}: {out}{err}", run.status);
    // By class name: the litmus file, and whether it observes final values of variables with weak accesses.
    let (mut files, mut weak_finals) = (BTreeMap::new(), BTreeSet::new());
    for (file, java) in out.lines().filter_map(|line| line.split_once(" -> ")) {
        let class = Path::new(java).file_stem().expect("a file").to_string_lossy();
        files.insert(format!("litmus.{class}"), file.to_owned());
        let source = std::fs::read_to_string(root().join(java)).expect("the test was written");
        if source.contains("@Arbiter")
            && ["Opaque(", "Acquire(", "Release("].iter().any(|m| source.contains(m))
        {
            weak_finals.insert(format!("litmus.{class}"));
        }
    }
    assert!(!files.is_empty(), "nothing was exported: {out}{err}");
    compile(Path::new(&exported), &dir.path("classes"));
    let classes = dir.path("classes").display().to_string();
    let java =
        decided(&[&classes, "-cp", &jcstress(), "--model", MODELS, "--time-limit", "20s", "--workers", "2"]);
    let litmus: Vec<&str> = files.values().map(String::as_str).collect();
    let litmus = decided(&[&litmus[..], &["--model", MODELS, "--time-limit", "20s", "--no-races"]].concat());
    let by_file: BTreeMap<(String, String), &Value> =
        litmus.iter().map(|run| ((text(&run["target"]), text(&run["model"])), run)).collect();
    assert_eq!(java.len(), litmus.len(), "as many runs");
    let (mut wrong, mut counts) = (Vec::new(), BTreeMap::new());
    for run in &java {
        let (test, model) = (text(&run["test"]), text(&run["model"]));
        let there = by_file[&(files[&test].clone(), model.clone())];
        let compared = compare(run, there, weak_finals.contains(&test));
        *counts.entry(compared).or_insert(0) += 1;
        if compared == "different" || !few.is_empty() && compared != "the same" {
            let (here, there) = (outcomes(run), outcomes(there));
            wrong.push(format!(
                "{test} under {model}: {compared}: exported {here:?}, litmus {there:?} ({})",
                run["reason"]
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {} runs:\n{}", wrong.len(), java.len(), wrong.join("\n"));
    if few.is_empty() {
        let _ = writeln!(std::io::stdout(), "{} tests, {} runs: {counts:?}", files.len(), java.len());
    }
    let refused = err.lines().filter(|line| line.contains("not exported")).count();
    assert_eq!(
        files.len() + refused,
        out.lines().last().and_then(|l| l.split(' ').next()?.parse().ok()).unwrap_or(0)
    );
}

fn compile(sources: &Path, classes: &Path) {
    let mut files = Vec::new();
    let mut folders = vec![sources.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("readable").flatten() {
            let path = entry.path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    let jar = std::fs::read_dir(built().join("lib")).expect("readable").flatten().map(|e| e.path());
    let jars: Vec<String> = jar.map(|path| path.display().to_string()).collect();
    let javac =
        std::env::var_os("JAVA_HOME").map_or("javac".into(), |home| PathBuf::from(home).join("bin/javac"));
    let mut command = Command::new(javac);
    command.args(["-g", "-proc:none", "-Xlint:none", "-cp", &jars.join(":"), "-d"]).arg(classes).args(files);
    let run = command.output().expect("javac can be run");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}
