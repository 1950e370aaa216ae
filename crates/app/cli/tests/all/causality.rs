//! docs/CAUSALITY.md: the causality and transformation tests under every model and rule set. `BLESS=1`
//! rewrites the table.

use explore::Progress;
use litmus::Program;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use verify::{Identity, Model, Observation, Options, find_races, run};

/// Model, identity of actions, heading of the column.
const COLUMNS: [(Model, Identity, &str); 11] = [
    (Model::Sc, Identity::Free, "sc"),
    (Model::Tso, Identity::Free, "tso"),
    (Model::Pso, Identity::Free, "pso"),
    (Model::Opmm, Identity::Free, "opmm"),
    (Model::Jpr, Identity::Free, "jpr"),
    (Model::Rpc, Identity::Free, "rpc"),
    (Model::Jmm, Identity::Occurrence, "jmm, occ"),
    (Model::Jmm, Identity::Free, "jmm"),
    (Model::JmmRevised, Identity::Occurrence, "revised, occ"),
    (Model::JmmRevised, Identity::Free, "revised"),
    (Model::Jam21, Identity::Free, "jam21"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// The tests of a folder of the corpus in natural order: `tc2` before `tc10`.
fn tests(folder: &str) -> Vec<(String, Program)> {
    let entries = std::fs::read_dir(root().join("tests/litmus").join(folder)).expect("the corpus is there");
    let paths =
        entries.map(|e| e.expect("readable").path()).filter(|p| p.extension().is_some_and(|e| e == "litmus"));
    let mut tests: Vec<(String, Program)> = paths
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("readable");
            let program = litmus::load("test", &text).unwrap_or_else(|e| panic!("{e}"));
            (program.name().to_owned(), program)
        })
        .collect();
    let key = |name: &str| {
        let digit = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
        let (word, rest) = name.split_at(digit);
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        (word.to_owned(), rest[..end].parse::<u32>().unwrap_or(0), rest[end..].to_owned())
    };
    tests.sort_by_key(|(name, _)| key(name));
    tests
}

fn row(name: &str, program: &Program) -> String {
    let mut cells = Vec::new();
    for (model, identity, _) in COLUMNS {
        let options =
            Options { identity, states: (model == Model::Jam21).then_some(1_000), ..Options::default() };
        let races = find_races(program, &options, &Progress::default());
        let result = run(program, model, &races, &options, &Arc::default());
        cells.push(match result.observation(program) {
            Some((Observation::Never, ..)) if result.complete => "no",
            Some((Observation::Never, ..)) | None => "?",
            Some(_) => "yes",
        });
    }
    let question = program.condition().map_or(String::new(), |c| c.text.replace('|', "\\|"));
    format!("| {name} | `{question}` | {} |\n", cells.join(" | "))
}

#[test]
fn the_page_shows_what_the_models_say() {
    let heads: Vec<&str> = COLUMNS.iter().map(|(_, _, head)| *head).collect();
    let mut table =
        format!("| test | question | {} |\n|---|---|{}\n", heads.join(" | "), "---|".repeat(heads.len()));
    for (name, program) in tests("causality").iter().chain(&tests("transforms")) {
        table += &row(name, program);
    }
    let path = root().join("docs/CAUSALITY.md");
    let page = std::fs::read_to_string(&path).expect("the page is there");
    let (before, rest) = page.split_once("<!-- table -->\n").expect("the table begins");
    let (_, after) = rest.split_once("<!-- end -->").expect("the table ends");
    let fresh = format!("{before}<!-- table -->\n{table}<!-- end -->{after}");
    if std::env::var_os("BLESS").is_some() {
        return std::fs::write(path, fresh).expect("writable");
    }
    assert_eq!(page, fresh, "run `cargo xtask bless` and look at the difference");
}
