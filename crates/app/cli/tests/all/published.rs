//! The golden tables against published results, so that a wrong table cannot be blessed.
//!
//! Sources are named at each list. Only answers that follow from the published ones for our models are
//! listed: what is impossible under the JMM is impossible under OpMM, which is a lower bound of it.

use std::path::Path;

/// The word of `model` in the observation row of a table.
fn observation(family: &str, test: &str, model: &str) -> String {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../../tests/litmus/{family}/{test}.table"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let header: Vec<&str> = text
        .lines()
        .find(|l| l.starts_with("outcome ("))
        .expect("a header")
        .split_whitespace()
        .rev()
        .collect();
    let row = text.lines().find(|l| l.starts_with("observation")).expect("an observation");
    let words: Vec<&str> = row.split_whitespace().rev().collect();
    let column = header.iter().position(|m| *m == model).expect("a column for the model");
    words[column].to_owned()
}

fn check(family: &str, test: &str, models: &[&str], possible: bool) {
    for model in models {
        let found = observation(family, test, model);
        assert_eq!(found != "Never", possible, "{family}/{test} under {model}: {found}");
    }
}

/// Nemos tests under SC: MemSAT (PLDI 2010), Table 1.
#[test]
fn nemos_tests_under_sc() {
    for n in 1..=15 {
        check("nemos", &format!("nemos{n}"), &["sc"], [1, 3, 8].contains(&n));
    }
}

/// No outcome of the causality tests is sequentially consistent or has acyclic po ∪ so ∪ rf (Pugh & Manson;
/// OpMM §5).
#[test]
fn causality_outcomes_are_beyond_sc_and_opmm() {
    for n in 1..=20 {
        check("causality", &format!("tc{n}"), &["sc", "tso", "pso", "opmm"], false);
    }
    for test in ["tc9a", "tc18a", "tc18b", "tc18c"] {
        check("causality", test, &["sc", "tso", "pso", "opmm"], false);
    }
}

/// Outcomes that the JMM forbids before the transformation: Ševčík & Aspinall (ECOOP 2008), MemSAT's
/// refactoring tests.
#[test]
fn outcomes_forbidden_by_the_jmm_are_not_in_the_lower_bound() {
    for test in ["t1", "t2", "t3", "t4", "t5", "as08-fig1b", "as08-fig1c", "as08-fig5", "sevcik2008-tester"] {
        check("transforms", test, &["sc", "opmm"], false);
    }
    for test in ["memsat-bug10", "memsat-bug11", "memsat-inline-local"] {
        check("transforms", test, &["sc", "tso", "pso", "opmm"], false);
    }
    for test in ["memsat-bug11r", "memsat-inline-local-r"] {
        check("transforms", test, &["sc", "tso", "pso", "opmm"], true);
    }
}

/// The classic shapes on hardware: Alglave, Maranget, Tautschnig (TOPLAS 2014); Sewell et al. (x86-TSO);
/// SPARC v9.
#[test]
fn classic_shapes_under_store_buffers() {
    let (both, neither): (&[&str], &[&str]) = (&["tso", "pso"], &["sc", "tso", "pso"]);
    for test in ["SB", "R", "RWC"] {
        check("classic", test, both, true);
        check("classic", test, &["sc"], false);
    }
    for test in ["MP", "2+2W", "S"] {
        check("classic", test, &["pso"], true);
        check("classic", test, &["sc", "tso"], false);
    }
    for test in ["LB", "IRIW", "WRC", "CoRR", "CoWW", "CoRW", "CoWR"] {
        check("classic", test, neither, false);
    }
    for test in ["SB", "MP", "LB", "IRIW", "WRC", "RWC", "2+2W", "S", "R"] {
        check("classic", &format!("{test}-volatile"), &["sc", "tso", "pso", "opmm"], false);
        check("classic", &format!("{test}-fences"), &["sc", "tso", "pso", "opmm"], false);
    }
}

/// Without coherence and multi-copy atomicity: what the JMM allows for plain variables (JLS 17.4.5), as OpMM
/// shows.
#[test]
fn plain_java_variables_are_weaker_than_hardware() {
    for test in ["SB", "MP", "IRIW", "WRC", "RWC", "2+2W", "CoRR", "R"] {
        check("classic", test, &["opmm"], true);
    }
}
