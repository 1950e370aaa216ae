//! The shipped cat models, compared with the built-in predicates on every candidate of random programs, and
//! on litmus tests with known answers.

use crate::candidates;
use crate::support;

use axioms::cat::{Acceptance, CatModel};
use axioms::{
    AxiomaticModel, Axioms, CandidateLimits, Coherence, Graph, Question, Values, candidates as list,
};
use candidates::{VolatileOrder, each_candidate};
use event::{Machine, Outcome};
use fastrand::Rng;
use litmus::Shape as LitmusShape;
use std::collections::BTreeSet;
use support::{Program, Shape, random_program};

fn shipped(name: &str) -> CatModel {
    CatModel::shipped(name).expect("a shipped model")
}

/// Compares cat models with their built-in counterparts; returns the numbers of candidates that each accepts
/// and rejects.
fn compare<M: Machine>(
    pairs: &[(CatModel, Axioms)],
    machine: &M,
    text: &str,
    counts: &mut [(u64, u64)],
) -> bool {
    each_candidate(machine, VolatileOrder::ByCoherence, 20_000, &mut |graph, _| {
        for ((cat, axioms), count) in pairs.iter().zip(counts.iter_mut()) {
            // OpMM has no coherence: the order given must not matter.
            let none = Coherence::none();
            let bare = Graph::new(graph.execution(), &none).expect("few events");
            let graph = if *axioms == Axioms::OpMm { &bare } else { graph };
            let (said, expected) = (cat.check(graph), axioms.check(graph));
            assert_eq!(
                said.is_ok(),
                expected.is_ok(),
                "{text}\ncat: {said:?}\nbuilt in: {expected:?}\n{graph:?}"
            );
            if said.is_ok() { count.0 += 1 } else { count.1 += 1 }
        }
    })
}

fn twins(models: &[Axioms]) -> Vec<(CatModel, Axioms)> {
    models.iter().map(|&axioms| (shipped(axioms.name()), axioms)).collect()
}

#[test]
fn sc_tso_and_pso_agree_with_the_predicates_on_random_programs_of_all_modes() {
    let pairs = twins(&[Axioms::Sc, Axioms::Tso, Axioms::Pso]);
    let mut counts = vec![(0, 0); 3];
    let mut whole = 0;
    let mut random = Rng::with_seed(77);
    for round in 0..400 {
        let threads = 2 + round % 2;
        let shape = Shape { threads, statements: 7 - threads, mixed: true, monitors: round % 4 == 0 };
        let text = random_program(&mut random, shape);
        whole += u32::from(compare(&pairs, &Program::parse(&text), &text, &mut counts));
    }
    assert!(whole > 250, "{whole} programs were small enough");
    assert!(counts.iter().all(|&(yes, no)| yes > 300 && no > 3_000), "{counts:?}");
    assert!(counts[0].0 < counts[1].0 && counts[1].0 < counts[2].0, "{counts:?}");
}

#[test]
fn sc_tso_and_pso_agree_with_the_predicates_on_generated_litmus_tests() {
    let pairs = twins(&[Axioms::Sc, Axioms::Tso, Axioms::Pso]);
    let mut counts = vec![(0, 0); 3];
    let mut whole = 0;
    let mut rng = Rng::with_seed(5);
    for _ in 0..300 {
        let test = litmus::generate(&mut rng, &LitmusShape::modes());
        let program = litmus::compile("random.litmus", "", &test).unwrap();
        whole += u32::from(compare(&pairs, &program, &format!("{test:?}"), &mut counts));
    }
    assert!(whole > 150 && counts.iter().all(|&(yes, no)| yes > 300 && no > 3_000), "{whole} {counts:?}");
}

#[test]
fn opmm_agrees_with_the_predicate_and_implies_happens_before_consistency() {
    let pairs = twins(&[Axioms::OpMm]);
    let hb = shipped("hb");
    let mut counts = vec![(0, 0)];
    let mut thin_air = 0;
    let mut random = Rng::with_seed(78);
    for round in 0..300 {
        let shape = Shape { threads: 2 + round % 2, statements: 4, mixed: false, monitors: round % 2 == 0 };
        let text = random_program(&mut random, shape);
        let program = Program::parse(&text);
        compare(&pairs, &program, &text, &mut counts);
        each_candidate(&program, VolatileOrder::ByCoherence, 500, &mut |graph, _| {
            let (consistent, causal) = (hb.check(graph).is_ok(), pairs[0].0.check(graph).is_ok());
            assert!(consistent || !causal, "{text}");
            thin_air += u32::from(consistent && !causal);
        });
    }
    assert!(counts[0].0 > 1_000 && counts[0].1 > 3_000 && thin_air > 10, "{counts:?} {thin_air}");
}

/// The outcomes that a cat model allows. A model with its own definition of volatile accesses gets no other
/// order of them.
fn outcomes(model: &CatModel, text: &str) -> BTreeSet<String> {
    let volatile = match model.uses_synchronisation_order() {
        true => VolatileOrder::ByCoherence,
        false => VolatileOrder::Absent,
    };
    let mut outcomes = BTreeSet::new();
    let whole = each_candidate(&Program::parse(text), volatile, 100_000, &mut |graph, outcome| {
        let none = Coherence::none();
        let bare = Graph::new(graph.execution(), &none).expect("few events");
        let accepts = |graph| matches!(model.judge(graph), Ok(Acceptance::Accepted { .. }));
        if accepts(graph) {
            outcomes.insert(Outcome::render(&outcome));
            // Without a coherence order, some final write fits as well.
            assert!(model.uses_coherence() || accepts(&bare), "{text}");
        }
    });
    assert!(whole, "{text} is too large");
    assert_eq!(outcomes, listed(model, text), "{text}");
    outcomes
}

/// The same by the enumeration that users get. Values that occur in no program text stand for any value.
fn listed(model: &CatModel, text: &str) -> BTreeSet<String> {
    let program = Program::parse(text);
    let question = Question {
        machine: &program,
        decides: model.decides(),
        threads: axioms::Threads::Alone,
        constants: Some(&[]),
        values: Values::Fit,
        limits: &CandidateLimits::default(),
        hopeless: Some(&|graph| model.is_hopeless(graph)),
        stop: None,
    };
    let mut outcomes = BTreeSet::new();
    let coverage = list(&question, |candidate| {
        if matches!(model.judge(candidate.graph()), Ok(Acceptance::Accepted { .. })) {
            candidate.outcomes(|outcome| {
                if candidate.invented.is_none_or(|value| !outcome.values.contains(&value)) {
                    outcomes.insert(outcome.render());
                }
            });
        }
    });
    let coverage = coverage.unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert!(!coverage.cut && !coverage.diverges);
    outcomes
}

#[test]
fn the_users_enumeration_finds_what_a_naive_one_finds_on_random_programs() {
    let models = ["sc", "tso", "pso", "ra", "jam21", "hb", "opmm"].map(shipped);
    let mut random = Rng::with_seed(79);
    for round in 0..120 {
        let mixed = round % 2 == 0;
        let shape = Shape { threads: 2, statements: 3, mixed, monitors: round % 3 == 0 };
        let text = random_program(&mut random, shape);
        let jls = if mixed { 5 } else { 7 };
        for model in &models[..jls] {
            // Without coherence, which write is last is a matter of convention.
            let ends = model.uses_coherence() || model.uses_final_writes();
            outcomes(model, if ends { &text } else { text.split(" => ").next().unwrap_or(&text) });
        }
    }
}

#[test]
fn what_a_file_forbids_is_recognised_where_it_is_written() {
    let causal = |text: &str| CatModel::parse("t.cat", text).expect(text).decides().causal;
    assert!(causal("let com = rf | co\nlet order = (po | com)+\nacyclic order | start-join | fr"));
    assert!(!causal("acyclic po | rf"), "a thread may be started by what it causes");
    assert!(
        !causal("acyclic (po | rf); [O]")
            && !causal("acyclic po | rfe")
            && !causal("flag ~acyclic po | rf as f")
    );
    assert!(!causal("let po = 0\nacyclic po | rf") && !causal("irreflexive po | rf"));
    for (name, expected) in [
        ("sc", true),
        ("opmm", true),
        ("ra", true),
        ("tso", true),
        ("pso", true),
        ("jam21", false),
        ("hb", false),
    ] {
        assert_eq!(shipped(name).decides().causal, expected, "{name}");
    }
}

#[test]
fn hopeless_graphs_are_refused_however_coherence_is_completed_and_complements_are_not_guessed_at() {
    let co = CatModel::parse("t.cat", "acyclic po-loc | co").unwrap();
    let not_co = CatModel::parse("t.cat", "empty [W]; (po-loc & ~co); [W \\ IW]").unwrap();
    let program = Program::parse("m0=1; m0=2 => m0");
    each_candidate(&program, VolatileOrder::Absent, 10, &mut |graph, outcome| {
        assert_eq!(co.is_hopeless(graph), outcome.render() == "1");
        assert_eq!(co.check(graph).is_ok(), outcome.render() == "2");
        let open = Coherence::none();
        let open = Graph::new(graph.execution(), &open).expect("few events");
        assert!(!co.is_hopeless(&open) && !not_co.is_hopeless(&open), "nothing is decided yet");
    });
}

/// The answer to a question about an outcome.
#[derive(Debug, PartialEq)]
enum Answer {
    Never,
    Sometimes,
}

fn ask(model: &CatModel, text: &str, outcome: &str) -> Answer {
    if outcomes(model, text).contains(outcome) { Sometimes } else { Never }
}

use Answer::{Never, Sometimes};

#[test]
fn jam21_answers_litmus_tests() {
    let jam = shipped("jam21");
    let table = [
        // Doug Lea, "Using JDK 9 Memory Order Modes".
        ("SB volatile", "m0.vol=1; r0=m1.vol | m1.vol=1; r0=m0.vol", "0, 0", Never),
        ("SB rel acq", "m0.rel=1; r0=m1.acq | m1.rel=1; r0=m0.acq", "0, 0", Sometimes),
        ("SB vol acq", "m0.vol=1; r0=m1.acq | m1.vol=1; r0=m0.acq", "0, 0", Sometimes),
        ("SB fence", "m0.rel=1; fence.full; r0=m1.acq | m1.rel=1; fence.full; r0=m0.acq", "0, 0", Never),
        ("SB opaque", "m0.opq=1; r0=m1.opq | m1.opq=1; r0=m0.opq", "0, 0", Sometimes),
        ("MP rel acq", "m0=1; m1.rel=1 | r0=m1.acq; r1=m0", "1, 0", Never),
        ("MP opaque", "m0.opq=1; m1.opq=1 | r0=m1.opq; r1=m0.opq", "1, 0", Sometimes),
        ("MP rel only", "m0=1; m1.rel=1 | r0=m1.opq; r1=m0", "1, 0", Sometimes),
        ("MP fences", "m0=1; fence.rel; m1.opq=1 | r0=m1.opq; fence.acq; r1=m0", "1, 0", Never),
        ("MP ss ll", "m0=1; fence.ss; m1.opq=1 | r0=m1.opq; fence.ll; r1=m0", "1, 0", Sometimes),
        ("MP monitor", "lock l; m0=1; m1=1; unlock l | lock l; r0=m1; r1=m0; unlock l", "1, 0", Never),
        // Only edges into accesses with a mode forbid a causal cycle.
        ("LB plain", "r0=m0; m1=1 | r0=m1; m0=1", "1, 1", Sometimes),
        ("LB opaque", "r0=m0.opq; m1.opq=1 | r0=m1.opq; m0.opq=1", "1, 1", Never),
        ("LB one plain", "r0=m0; m1.opq=1 | r0=m1.opq; m0.opq=1", "1, 1", Sometimes),
        // Coherence of reads needs modes on both writes.
        ("CoRR opaque", "m0.opq=1; m0.opq=2 | r0=m0.opq; r1=m0.opq", "2, 1", Never),
        ("CoRR plain", "m0=1; m0=2 | r0=m0; r1=m0", "2, 1", Sometimes),
        ("CoRR plain writes", "m0=1; m0=2 | r0=m0.opq; r1=m0.opq", "2, 1", Sometimes),
        // The artefact's W+RR: an initial write has no mode.
        ("CoRR initial", "m0.opq=1 | r0=m0.opq; r1=m0.opq", "1, 0", Sometimes),
        ("CoRR2", "m0.opq=1 | m0.opq=2 | r0=m0.opq; r1=m0.opq | r0=m0.opq; r1=m0.opq", "1, 2, 2, 1", Never),
        ("CoWW", "m0=1; m0=2 => m0", "1", Never),
        ("CoWR", "m0=1; r0=m0 | m0=2 => m0", "1, 1", Sometimes),
        ("CoWR old", "m0=1; r0=m0", "0", Never),
        ("CoRW", "r0=m0; m0=1", "1", Never),
        // Release and acquire do not forbid it while a plain access is on the cycle.
        ("LB rel acq plain", "r0=m0; m1.rel=1 | r0=m1.acq; m0=1", "1, 1", Sometimes),
        ("LB monitor", "lock l; r0=m0; unlock l | lock l; m0=1; unlock l", "1", Sometimes),
        ("LB start", "r0=m0; start 1 | + m0=1", "1", Never),
        ("update", "r0=m0.add(1) | r0=m0.add(1) => m0", "0, 0, 1", Never),
        ("update plain", "r0=m0.add_plain(1) | r0=m0.add_plain(1) => m0", "0, 1, 2", Sometimes),
    ];
    for (name, text, outcome, answer) in table {
        assert_eq!(ask(&jam, text, outcome), answer, "{name}: {text}");
    }
}

#[test]
fn jam21_orders_volatile_accesses_of_independent_readers() {
    let jam = shipped("jam21");
    let iriw =
        |w: &str, r: &str| format!("m0.{w}=1 | m1.{w}=1 | r0=m0.{r}; r1=m1.{r} | r0=m1.{r}; r1=m0.{r}");
    assert_eq!(ask(&jam, &iriw("vol", "vol"), "1, 0, 1, 0"), Never);
    assert_eq!(ask(&jam, &iriw("vol", "acq"), "1, 0, 1, 0"), Sometimes);
    assert_eq!(ask(&jam, &iriw("rel", "acq"), "1, 0, 1, 0"), Sometimes);
    assert_eq!(ask(&jam, &iriw("opq", "opq"), "1, 0, 1, 0"), Sometimes);
}

#[test]
fn release_acquire_answers_litmus_tests() {
    let ra = shipped("ra");
    let table = [
        ("SB rel acq", "m0.rel=1; r0=m1.acq | m1.rel=1; r0=m0.acq", "0, 0", Sometimes),
        ("SB volatile", "m0.vol=1; r0=m1.vol | m1.vol=1; r0=m0.vol", "0, 0", Never),
        ("SB fence", "m0.opq=1; fence.full; r0=m1.opq | m1.opq=1; fence.full; r0=m0.opq", "0, 0", Never),
        ("MP rel acq", "m0=1; m1.rel=1 | r0=m1.acq; r1=m0", "1, 0", Never),
        ("MP opaque", "m0=1; m1.opq=1 | r0=m1.opq; r1=m0", "1, 0", Sometimes),
        ("MP fences", "m0=1; fence.rel; m1.opq=1 | r0=m1.opq; fence.acq; r1=m0", "1, 0", Never),
        ("MP sequence", "m0=1; m1.rel=1 | r0=m1.add_plain(1) | r0=m1.acq; r1=m0", "1, 2, 0", Never),
        ("MP monitor", "lock l; m0=1; m1=1; unlock l | lock l; r0=m1; r1=m0; unlock l", "1, 0", Never),
        ("LB opaque", "r0=m0.opq; m1.opq=1 | r0=m1.opq; m0.opq=1", "1, 1", Never),
        ("CoRR opaque", "m0.opq=1 | r0=m0.opq; r1=m0.opq", "1, 0", Never),
        ("2+2W rel", "m0.rel=1; m1.rel=2 | m1.rel=1; m0.rel=2 => m0 m1", "1, 1", Sometimes),
        ("update", "r0=m0.add_acq(1) | r0=m0.add_rel(1) => m0", "0, 0, 1", Never),
    ];
    for (name, text, outcome, answer) in table {
        assert_eq!(ask(&ra, text, outcome), answer, "{name}: {text}");
    }
}

#[test]
fn happens_before_consistency_allows_values_of_cycles_and_opmm_does_not() {
    let (hb, opmm) = (shipped("hb"), shipped("opmm"));
    let lb = "r0=x; y=1 | r0=y; x=1";
    assert_eq!((ask(&hb, lb, "1, 1"), ask(&opmm, lb, "1, 1")), (Sometimes, Never));
    let mp = "x=1; v=1 | r0=v; r1=x";
    assert_eq!((ask(&hb, mp, "1, 0"), ask(&opmm, mp, "1, 0")), (Never, Never));
    assert_eq!(ask(&opmm, "x=1 | r0=x; r1=x", "1, 0"), Sometimes);
    assert_eq!(ask(&hb, "x=1; r0=x", "0"), Never);
    assert_eq!(ask(&hb, "v0=1; r0=v1 | v1=1; r0=v0", "0, 0"), Never);
}

#[test]
fn races_are_flags_and_not_refusals() {
    let hb = shipped("hb");
    let racy = |text: &str| {
        let mut names = BTreeSet::new();
        each_candidate(&Program::parse(text), VolatileOrder::ByCoherence, 10_000, &mut |graph, _| {
            if let Acceptance::Accepted { flags } = hb.judge(graph).expect("few choices") {
                names.extend(flags.iter().map(|flag| (flag.name, flag.undefined, flag.witness.len())));
            }
        });
        names
    };
    assert_eq!(racy("x=1 | r0=x"), BTreeSet::from([("race", false, 2)]));
    assert_eq!(racy("v=1 | r0=v"), BTreeSet::new());
    assert_eq!(racy("lock l; x=1; unlock l | lock l; r0=x; unlock l"), BTreeSet::new());
}

#[test]
fn all_shipped_models_load_from_text_and_from_their_folder() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../models");
    let mut files: Vec<String> =
        std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    // Ordering rules are shipped by a crate of their own.
    files.retain(|file| file != "stages");
    files.sort();
    let helpers = ["itanium-order.jmm", "java-modes.jmm", "jmm-execution.jmm", "views.jmm"].into_iter();
    let mut names: Vec<String> = CatModel::shipped_names().chain(helpers).map(str::to_owned).collect();
    names.sort();
    assert_eq!(files, names, "every file of models/ is shipped");
    for name in CatModel::shipped_names() {
        let model = shipped(name);
        let loaded = CatModel::load(&folder.join(name)).unwrap();
        assert_eq!(model.name(), loaded.name());
    }
}
