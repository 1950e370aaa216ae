//! Every litmus test of the corpus against its golden table, with one column per model.
//!
//! A missing column, an orphan, or an unexpected or missing outcome fails. `cargo xtask bless` (BLESS=1)
//! rewrites the tables; a human reviews the diff.
#![allow(clippy::print_stderr, reason = "says what was blessed")]

use explore::Progress;
use litmus::Program;
use report::{TestReport, golden};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use verify::{Model, Options, find_races, run};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/litmus")
}

fn files(dir: &Path, extension: &str, out: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(dir).expect("the corpus is there");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("readable").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, extension, out);
        } else if path.extension().is_some_and(|e| e == extension) {
            out.push(path);
        }
    }
}

fn load(path: &Path) -> Program {
    let text = std::fs::read_to_string(path).expect("readable");
    let name = path.file_name().expect("a file").to_string_lossy();
    litmus::load(&name, &text).unwrap_or_else(|e| panic!("{e}"))
}

/// The columns of the golden tables.
const MODELS: [Model; 9] = [
    Model::Sc,
    Model::Tso,
    Model::Pso,
    Model::Opmm,
    Model::Jmm,
    Model::JmmRevised,
    Model::Rpc,
    Model::Jpr,
    Model::Jam21,
];

fn table(path: &Path) -> String {
    let program = load(path);
    let options = Options { count_states: Options::COUNTED, ..Options::default() };
    // A model in cat judges candidates one by one: large tests are left undecided rather than waited for.
    let few = Options { states: Some(1_000), ..Options::default() };
    let races = find_races(&program, &options, &Progress::default());
    let result = |model: &Model| {
        let options = if model.has_memory() { &options } else { &few };
        run(&program, *model, &races, options, &Arc::default())
    };
    let results: Vec<_> = MODELS.iter().map(result).collect();
    golden(&TestReport { program: &program, races: &races, results: &results })
}

#[test]
fn every_test_has_its_table_and_every_table_its_test() {
    let (mut tests, mut tables) = (Vec::new(), Vec::new());
    files(&corpus(), "litmus", &mut tests);
    files(&corpus(), "table", &mut tables);
    assert!(tests.len() > 200, "the corpus has shrunk to {}", tests.len());
    if std::env::var_os("BLESS").is_some() {
        tests.iter().for_each(|t| std::fs::write(t.with_extension("table"), table(t)).expect("writable"));
        tables.iter().filter(|t| !t.with_extension("litmus").exists()).for_each(|t| {
            std::fs::remove_file(t).expect("an orphan can be removed");
        });
        eprintln!("blessed {} tables", tests.len());
        return;
    }
    let stems = |paths: &[PathBuf]| paths.iter().map(|p| p.with_extension("")).collect::<Vec<_>>();
    assert_eq!(stems(&tests), stems(&tables), "orphans: run `cargo xtask bless` and read the diff");
    let mut wrong = Vec::new();
    for test in &tests {
        let expected = std::fs::read_to_string(test.with_extension("table")).expect("checked above");
        let found = table(test);
        if found != expected {
            wrong.push(format!("{}\nexpected:\n{expected}\nfound:\n{found}", test.display()));
        }
    }
    assert!(wrong.is_empty(), "{} tables differ\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_name_of_a_test_is_the_name_of_its_file() {
    let mut tests = Vec::new();
    files(&corpus(), "litmus", &mut tests);
    for test in tests {
        assert_eq!(Some(load(&test).name()), test.file_stem().and_then(|s| s.to_str()), "{}", test.display());
    }
}
