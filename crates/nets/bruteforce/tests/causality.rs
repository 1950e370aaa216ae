//! Brute force gives the published answers to the causality tests that are small enough for it, and counts
//! that agree with those made by hand.

use bruteforce::{Bounds, Identity, Judgement, TooLarge, Universe};
use event::RuleSet;
use litmus::Program;

const VARIANTS: [(RuleSet, Identity); 4] = [
    (RuleSet::Original, Identity::Occurrence),
    (RuleSet::Original, Identity::Free),
    (RuleSet::Revised, Identity::Occurrence),
    (RuleSet::Revised, Identity::Free),
];

fn corpus(name: &str) -> Program {
    let path = format!("{}/../../../tests/litmus/{name}.litmus", env!("CARGO_MANIFEST_DIR"));
    load(&std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}")))
}

fn load(text: &str) -> Program {
    litmus::load("t", text).unwrap_or_else(|e| panic!("{e}"))
}

fn universe(program: &Program) -> Universe {
    let bounds = Bounds { events: 18, executions: 2000, ..Bounds::default() };
    Universe::of(program, &bounds).unwrap_or_else(|e| panic!("{}: {e:?}", program.name()))
}

/// Whether some execution in which the reads of each thread see these values is legal, by variant. The
/// literal checker must accept every certificate.
fn verdicts(program: &Program, reads: &[&[i64]]) -> [bool; 4] {
    let universe = universe(program);
    VARIANTS.map(|(rules, identity)| {
        let asked = |n: &usize| {
            let e = &universe.executions()[*n];
            reads.iter().enumerate().all(|(t, wanted)| {
                let events = e.thread(event::ThreadId(t as u16)).iter();
                events.filter_map(|&id| e.event(id).read).map(|v| v.0).eq(wanted.iter().copied())
            })
        };
        let asked: Vec<usize> = (0..universe.executions().len()).filter(asked).collect();
        assert!(!asked.is_empty(), "{}: well-formed", program.name());
        asked.iter().any(|&n| match universe.judge(n, rules, identity) {
            Judgement::Legal(certificate) => {
                jls::check_certificate(program, &certificate).unwrap_or_else(|e| panic!("{e}"));
                true
            }
            Judgement::Illegal => false,
            Judgement::Unknown => panic!("{}: too many states", program.name()),
        })
    })
}

/// A test, the values its threads read, and the answers.
type Case = (&'static str, &'static [&'static [i64]], [bool; 4]);

/// MemSAT (PLDI 2010), Table 2, and Aspinall and Ševčík (TPHOLs 2007) where identities matter.
#[test]
fn the_causality_tests_are_judged_as_published() {
    let (no, yes) = (false, true);
    let all: [Case; 9] = [
        ("tc1", &[&[1], &[1]], [yes; 4]),
        ("tc2", &[&[1, 1], &[1]], [yes; 4]),
        ("tc5", &[&[1], &[1], &[], &[0]], [no; 4]),
        ("tc6", &[&[1], &[1]], [yes; 4]),
        ("tc7", &[&[1, 1], &[1]], [yes; 4]),
        ("tc8", &[&[1], &[1]], [yes; 4]),
        ("tc16", &[&[2], &[1]], [yes; 4]),
        ("tc17", &[&[42, 42], &[42]], [no, yes, yes, yes]),
        ("tc18", &[&[42, 42], &[42]], [no, yes, yes, yes]),
    ];
    for (name, reads, expected) in all {
        assert_eq!(verdicts(&corpus(&format!("causality/{name}")), reads), expected, "{name}");
    }
}

/// Rule 9: what comes after an output in a speculative execution needs the output to be committed, and it is
/// not in E.
#[test]
fn an_output_that_goes_away_forbids_what_comes_after_it() {
    let program = load(
        "Java t { x = 0; y = 0; } Thread0 { int r = x; if (r == 0) { print(7); } y = 1; } \
         Thread1 { int q = y; x = q; } exists (0:r=1)",
    );
    assert_eq!(verdicts(&program, &[&[1], &[1]]), [false, false, true, true]);
}

/// The out-of-thin-air value is one that the program can write; other values are not enumerated.
#[test]
fn executions_are_counted_as_by_hand() {
    let count = |text: &str| universe(&load(text)).executions().len();
    // Each of the two reads sees the default write or the other write: four executions, none excluded.
    assert_eq!(
        count(
            "Java t { x = 0; y = 0; } Thread0 { int r = x; y = 1; } Thread1 { int q = y; x = 1; } exists (0:r=1)"
        ),
        4
    );
    // Volatile: both reads cannot see the write of the other.
    assert_eq!(
        count(
            "Java t { volatile x = 0; volatile y = 0; } Thread0 { int r = x; y = 1; } Thread1 { int q = y; x = 1; } exists (0:r=1)"
        ),
        3
    );
    // Copies only: nothing but 0 is ever written, by a copy that races with the read or by the default write.
    assert_eq!(
        count(
            "Java t { x = 0; y = 0; } Thread0 { int r = x; y = r; } Thread1 { int q = y; x = q; } exists (0:r=1)"
        ),
        4
    );
    // Two orders of the monitor.
    assert_eq!(
        count(
            "Java t { x = 0; monitor m; } Thread0 { synchronized (m) { x = 1; } } Thread1 { synchronized (m) { x = 2; } } exists (x=1)"
        ),
        2
    );
    // A deadlock is an execution: two that finish, and one in which each thread waits for the other.
    assert_eq!(
        count(
            "Java t { x = 0; monitor m; monitor n; } Thread0 { synchronized (m) { synchronized (n) { } } } \
             Thread1 { synchronized (n) { synchronized (m) { } } } exists (x=0)"
        ),
        3
    );
}

#[test]
fn loops_and_weak_modes_are_refused() {
    let refusal = |text: &str| Universe::of(&load(text), &Bounds::default()).err();
    assert_eq!(
        refusal("Java t { volatile v = 0; } Thread0 { while (v == 0) { } } Thread1 { v = 1; } exists (v=1)"),
        Some(TooLarge::Program)
    );
    assert_eq!(
        refusal("Java t { x = 0; } Thread0 { x.setOpaque(1); } Thread1 { int r = x; } exists (1:r=1)"),
        Some(TooLarge::NotJls)
    );
}
