//! The translation with the real javac and java: everything compiles, and every observed behaviour is allowed
//! by the litmus machine under TSO, which is how a JVM behaves on x86 before it compiles anything.

use event::Machine;
use litmus::{ObjectShape, Program, Rng, Shape, generate, generate_objects};
use litmus_java::{Untranslatable, translate};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use verify::{Model, Options, Races};

/// A test with its translation.
#[derive(Clone)]
struct Case {
    class: String,
    text: String,
    program: Program,
    java: Result<String, Untranslatable>,
}

impl Case {
    fn new(class: String, text: String) -> Case {
        let test = litmus::parse(&class, &text).unwrap_or_else(|e| panic!("{e}"));
        let program = litmus::compile(&class, &text, &test).unwrap_or_else(|e| panic!("{e}"));
        let java = translate(&test, &class);
        Case { class, text, program, java }
    }
}

fn corpus() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/litmus");
    let mut files = Vec::new();
    for folder in std::fs::read_dir(&root).expect("the corpus is there") {
        let folder = folder.expect("readable").path();
        if folder.is_dir() {
            let entries = std::fs::read_dir(folder).expect("readable");
            files.extend(entries.map(|e| e.expect("readable").path()));
        }
    }
    files.retain(|f| f.extension().is_some_and(|e| e == "litmus"));
    files.sort();
    let case = |(i, file): (usize, &PathBuf)| {
        Case::new(format!("Corpus{i}"), std::fs::read_to_string(file).expect("readable"))
    };
    files.iter().enumerate().map(case).collect()
}

fn random(count: usize) -> Vec<Case> {
    let mut rng = Rng::with_seed(20);
    let shapes = [Shape::core(), Shape::modes(), Shape::loops()];
    let mut text = |i: usize| match i % 5 {
        0 => generate_objects(&mut rng, &ObjectShape::default()).to_string(),
        n => generate(&mut rng, &shapes[n % 3]).to_string(),
    };
    (0..count).map(|i| Case::new(format!("Random{i}"), text(i))).collect()
}

/// Small programs with a single outcome each, for features that the corpus and the generator do not cover.
fn written() -> Vec<Case> {
    let texts = include_str!("../written.litmus").split("\nJava ").map(|t| t.trim_start_matches("Java "));
    texts.enumerate().map(|(i, text)| Case::new(format!("Written{i}"), format!("Java {text}"))).collect()
}

struct Jdk(PathBuf);

impl Jdk {
    fn find() -> Jdk {
        let found = classfile::find_jdks().unwrap_or_else(|error| panic!("{error}"));
        let with_compiler = found.iter().find(|jdk| jdk.home.join("bin/javac").is_file());
        Jdk(with_compiler
            .unwrap_or_else(|| panic!("needs a JDK with javac; there are {found:?}"))
            .home
            .clone())
    }

    fn tool(&self, name: &str, args: &[String]) -> String {
        let done = Command::new(self.0.join("bin").join(name)).args(args).output().expect("starts");
        let stderr = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{name}: {stderr}");
        String::from_utf8_lossy(&done.stdout).into_owned()
    }

    /// Compiles all translated tests in one call, and returns the folders of the classes and of the runner.
    fn compile(&self, cases: &[Case]) -> [PathBuf; 2] {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("litmus-java");
        let _ = std::fs::remove_dir_all(&folder);
        let [sources, classes, runner] = ["sources", "classes", "runner"].map(|part| folder.join(part));
        std::fs::create_dir_all(&sources).expect("writable");
        let path = |p: &Path| p.display().to_string();
        let helpers = ["Thinair", "Runner"].map(|class| {
            path(&Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/java/thinair/{class}.java")))
        });
        let common = ["-nowarn", "-proc:none", "-Xlint:-options", "-d"].map(str::to_owned);
        self.tool("javac", &[&common[..], &[path(&runner)], &helpers].concat());
        let mut args = [&common[..], &[path(&classes), "-cp".to_owned(), path(&runner)]].concat();
        for case in cases {
            if let Ok(java) = &case.java {
                let file = sources.join(format!("{}.java", case.class));
                std::fs::write(&file, java).expect("writable");
                args.push(path(&file));
            }
        }
        self.tool("javac", &args);
        [classes, runner]
    }

    /// Runs programs several times each, and returns the output lines of each.
    fn run(
        &self,
        [folder, runner]: &[PathBuf; 2],
        runs: usize,
        classes: &[String],
    ) -> BTreeMap<String, Vec<String>> {
        let words = ["-ea", "-XX:TieredStopAtLevel=1", "-cp"].map(str::to_owned);
        let main = [runner.display().to_string(), "thinair.Runner".to_owned()];
        let what = [folder.display().to_string(), runs.to_string()];
        let out = self.tool("java", &[&words[..], &main, &what, classes].concat());
        let mut lines = BTreeMap::<String, Vec<String>>::new();
        for line in out.lines() {
            let (class, seen) = line.split_once(": ").expect("written by Runner");
            lines.entry(class.to_owned()).or_default().push(seen.to_owned());
        }
        lines
    }
}

/// The outcome of a run of the Java program, in the form of the litmus machine.
fn outcome(program: &Program, line: &str) -> String {
    let (failures, values): (BTreeSet<&str>, BTreeSet<&str>) = line.split(' ').partition(|w| w.contains('!'));
    let value = |name: &str| {
        let found = values.iter().filter_map(|w| w.strip_prefix(name)?.strip_prefix('='));
        let [value] = found.collect::<Vec<_>>()[..] else { panic!("{name} is not observed once: {line}") };
        value.to_owned()
    };
    let names = program.observed().iter().map(|o| o.name.as_str());
    let values: Vec<String> = names.map(value).collect();
    let failures: Vec<String> = failures.iter().map(|f| f.replace('!', ":")).collect();
    format!("{} {}", values.join(","), failures.join(","))
}

/// The outcomes that TSO allows. `None` if the search takes too long, or if some execution does not end: the
/// real program might then hang.
fn allowed(program: &Program) -> Option<BTreeSet<String>> {
    let races = Races::Unknown(Vec::new());
    let options = Options { states: Some(20_000), ..Options::default() };
    let result = verify::run(program, Model::Tso, &races, &options, &Arc::default());
    let outcomes = result.outcomes.iter().map(|o| {
        let values: Vec<String> = o.values.iter().map(|v| v.0.to_string()).collect();
        let failures: Vec<String> =
            o.failures.iter().map(|(t, f)| format!("Thread{}:{}", t.0, f.class())).collect();
        format!("{} {}", values.join(","), failures.join(","))
    });
    let may_wait = program.has_loops() && program.thread_count() > 1;
    let may_hang = may_wait || result.findings.iter().any(|f| f.kind == verify::FindingKind::Deadlock);
    (result.complete && !may_hang).then(|| outcomes.collect())
}

/// How many programs ran, and how many of the allowed outcomes they showed.
#[derive(Debug, Default)]
struct Counts {
    programs: usize,
    seen: usize,
    allowed: usize,
}

/// Compares the outcomes of the runs of a program with the allowed ones.
fn compare(case: &Case, allowed: &BTreeSet<String>, lines: &[String], counts: &mut Counts) {
    let outcomes: BTreeSet<String> = lines.iter().map(|line| outcome(&case.program, line)).collect();
    for outcome in &outcomes {
        assert!(allowed.contains(outcome), "{outcome} is not in {allowed:?}\n{}", case.text);
    }
    counts.programs += 1;
    counts.seen += outcomes.len();
    counts.allowed += allowed.len();
}

fn refused(cases: &[Case]) -> Vec<String> {
    let reason = |case: &Case| case.java.as_ref().err().map(|e| format!("{}: {e}", case.program.name()));
    cases.iter().filter_map(reason).collect()
}

#[test]
fn nothing_of_the_corpus_and_of_random_programs_is_refused() {
    assert_eq!(refused(&corpus()), Vec::<String>::new());
    assert_eq!(refused(&random(3000)), Vec::<String>::new());
}

#[test]
fn programs_observe_under_the_names_that_outcomes_have() {
    for case in corpus().iter().chain(&random(300)).chain(&written()) {
        let java = case.java.as_ref().expect("translated");
        let observed: BTreeSet<&str> = java
            .split("Thinair.observe(\"")
            .skip(1)
            .filter_map(|rest| Some(rest.split_once('"')?.0))
            .collect();
        let names: BTreeSet<&str> = case.program.observed().iter().map(|o| o.name.as_str()).collect();
        assert_eq!(observed, names, "{}", case.text);
    }
}

/// A single test, since javac takes most of the time and one call with many files is faster than many calls.
#[test]
#[expect(clippy::print_stdout, reason = "the counts are for whoever asks for them with --nocapture")]
fn programs_compile_and_do_what_the_litmus_machine_allows() {
    let cases = [corpus(), random(300), written()].concat();
    let jdk = Jdk::find();
    let folders = jdk.compile(&cases);
    let judged: Vec<(&Case, BTreeSet<String>)> =
        cases.iter().filter_map(|case| Some((case, allowed(&case.program)?))).collect();
    let classes: Vec<String> = judged.iter().map(|(case, _)| case.class.clone()).collect();
    let lines = jdk.run(&folders, 3, &classes);
    let mut counts = Counts::default();
    judged.iter().for_each(|(case, allowed)| compare(case, allowed, &lines[&case.class], &mut counts));
    println!("of {} programs: {counts:?}", cases.len());
    assert!(counts.programs > 500, "{counts:?}");
}
