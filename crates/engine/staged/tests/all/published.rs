//! Published verdicts, and the paper's programs.

use explore::{Config, Progress, search};
use staged::{Staged, Switches};
use stages::{ClaimKind, Program};
use std::path::Path;

fn file(name: &str) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(name);
    let text = std::fs::read_to_string(&path).expect("the file is there");
    if name.ends_with(".stages") {
        return stages::parse(name, &text).unwrap_or_else(|error| panic!("{error}"));
    }
    let test = litmus::parse(name, &text).expect("the corpus is correct");
    stages::from_litmus(name, &text, &test).unwrap_or_else(|error| panic!("{error}"))
}

/// Whether an execution violates a claim, or shows what `exists` asks for.
fn is_shown(program: &Program, rules: &str) -> bool {
    let mut asked = program.clone();
    for claim in &mut asked.claims {
        if claim.kind == ClaimKind::Exists {
            claim.kind = ClaimKind::Never;
        }
    }
    let rules = ordering::shipped(rules).expect("it is shipped");
    let system = Staged::new(&asked, &rules, Switches::default(), None).expect("it is small");
    let report = search(&system, &Config::default(), &Progress::default());
    assert!(report.incomplete.is_empty() && !system.is_window_full(), "{}", program.name);
    assert!(report.stats.finished > 0, "{}", program.name);
    !report.findings.is_empty()
}

/// UPC Language Specifications, appendix B.5, and Table 2 of the paper.
#[test]
fn upc_has_the_verdicts_of_its_specification() {
    let allowed = [1, 3, 4, 6, 9, 10];
    for n in 1..=12 {
        let program = file(&format!("tests/litmus/upc/B.5.{n}.litmus"));
        assert_eq!(is_shown(&program, "upc"), allowed.contains(&n), "B.5.{n}");
    }
}

/// Intel's manual and Table 2 of the paper, as far as the programs are known.
#[test]
fn itanium_has_the_published_verdicts() {
    for (name, expected) in [
        ("A.1.4", true),
        ("A.2.5", false),
        ("A.3.6", true),
        ("A.4.7", false),
        ("A.6.10", true),
        ("A.7.11", false),
        ("A.8.12", false),
        ("A.9.13-closest", false),
        ("sdm-2.2.1.6", true),
        ("sdm-2.2.1.11-nonrel", true),
    ] {
        let program = file(&format!("tests/litmus/itanium/{name}.litmus"));
        assert_eq!(is_shown(&program, "itanium"), expected, "{name}");
    }
}

/// Sections 4.1 and 4.2 of the paper. Loops run until their states repeat, so these are proofs.
#[test]
fn dekker_and_double_checked_locking_are_correct_under_sc_and_not_under_itanium() {
    for name in ["dekker", "dcl"] {
        let program = file(&format!("examples/stages/{name}.stages"));
        assert!(!is_shown(&program, "sc"), "{name}");
    }
    assert!(is_shown(&file("examples/stages/dcl.stages"), "itanium"));
}
