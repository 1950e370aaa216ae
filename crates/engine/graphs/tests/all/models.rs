//! The models as the engine uses them: answers agree with the predicates, and refusals name their axiom.

use crate::support;

use axioms::cat::CatModel;
use axioms::{AxiomaticModel, Axioms};
use event::Rejection;
use graphs::{
    Facts, GraphLimits, GraphModel, OpMm, Ordered, Plugged, ReleaseAcquire, built_in, enumerate, explore,
};
use litmus::{Program, Rng, Shape, generate};
use std::collections::BTreeSet;
use support::{key, load, nested};

/// Accepts every candidate: all graphs without cycles of po ∪ rf whose updates are atomic and whose monitors
/// exclude each other.
struct Anything;

impl AxiomaticModel for Anything {
    fn name(&self) -> &str {
        "anything"
    }

    fn check(&self, _: &axioms::Graph<'_>) -> Result<(), Rejection> {
        Ok(())
    }
}

fn keys<G: GraphModel>(program: &Program, model: &G) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    explore(program, model, &GraphLimits::default(), |found| assert!(keys.insert(key(found))))
        .expect("small");
    keys
}

fn random_programs(seed: u64, n: usize) -> Vec<String> {
    let mut rng = Rng::with_seed(seed);
    let shape = Shape { statements: (1, 2), ..Shape::modes() };
    let mut programs: Vec<String> = (0..n).map(|_| generate(&mut rng, &shape).to_string()).collect();
    programs.extend((0..n / 4).map(|_| nested(&mut rng)));
    programs
}

#[test]
fn the_incremental_models_accept_exactly_what_their_predicates_accept() {
    for text in random_programs(1, 120) {
        let program = load(&text);
        for model in [Ordered::Sc, Ordered::Tso, Ordered::Pso] {
            let mut accepted = BTreeSet::new();
            let all = explore(&program, &Plugged(Anything), &GraphLimits::default(), |found| {
                // Stuck graphs depend on what the model refuses along the way, so only finished ones are
                // comparable.
                if found.end() == graphs::End::Finished && found.graph().check(&model).is_ok() {
                    accepted.insert(key(found));
                }
            });
            all.expect("small");
            let mut finished = BTreeSet::new();
            let shown = explore(&program, &model, &GraphLimits::default(), |found| {
                if found.end() == graphs::End::Finished {
                    finished.insert(key(found));
                }
            });
            shown.expect("small");
            assert_eq!(finished, accepted, "{}\n{text}", model.name());
        }
    }
}

/// Its own rules against the file, which the engine can also be given as a predicate.
#[test]
fn release_acquire_is_what_its_file_says() {
    let file = Plugged(CatModel::shipped("ra").expect("it is shipped"));
    let mut executions = 0;
    let shape = Shape { statements: (1, 3), updates: 25, ..Shape::modes() };
    let mut rng = Rng::with_seed(8);
    let mut texts = random_programs(7, 150);
    texts.extend((0..150).map(|_| generate(&mut rng, &shape).to_string()));
    for text in texts {
        let program = load(&text);
        let found = keys(&program, &ReleaseAcquire);
        executions += found.len();
        assert_eq!(found, keys(&program, &file), "{text}");
    }
    assert!(executions > 1500, "{executions}");
}

#[test]
fn a_plugged_predicate_shows_the_same_graphs_as_its_incremental_twin() {
    for text in random_programs(2, 160) {
        let program = load(&text);
        for axioms in [Axioms::Sc, Axioms::Tso, Axioms::Pso] {
            assert_eq!(keys(&program, &Plugged(axioms)), keys(&program, &built_in(axioms)), "{text}");
        }
    }
}

/// The axioms by which `strong` refuses graphs of `weak`, with the number of events of the witness.
fn refusals<W: GraphModel, S: GraphModel>(
    text: &str,
    weak: &W,
    strong: &S,
) -> BTreeSet<(&'static str, usize)> {
    let mut axioms = BTreeSet::new();
    explore(&load(text), weak, &GraphLimits::default(), |found| {
        axioms.extend(found.graph().check(strong).err().map(|r| (r.axiom, r.witness.len())));
    })
    .expect("small");
    axioms
}

#[test]
fn store_buffering_is_refused_by_sc_with_its_cycle() {
    let text = "Java SB { x = 0; y = 0; } Thread0 { x = 1; int r = y; } Thread1 { y = 1; int r = x; }";
    let axiom = "sc: acyclic(po ∪ rf ∪ co ∪ fr ∪ monitors)";
    assert_eq!(refusals(text, &Ordered::Tso, &Ordered::Sc), BTreeSet::from([(axiom, 4)]));
    assert!(refusals(text, &Ordered::Tso, &Ordered::Pso).is_empty());
}

#[test]
fn message_passing_is_refused_by_tso_with_its_cycle() {
    let text = "Java MP { x = 0; y = 0; } Thread0 { x = 1; y = 1; } Thread1 { int r = y; int s = x; }";
    let axiom = "tso: acyclic(ppo ∪ rfe ∪ co ∪ fr ∪ monitors)";
    assert_eq!(refusals(text, &Ordered::Pso, &Ordered::Tso), BTreeSet::from([(axiom, 4)]));
    let text = "Java MP { x = 0; y = 0; } Thread0 { x = 1; storeStoreFence(); y = 1; }
                Thread1 { int r = y; int s = x; }";
    let axiom = "pso: acyclic(ppo ∪ rfe ∪ co ∪ fr ∪ monitors)";
    assert_eq!(refusals(text, &Plugged(Anything), &Ordered::Pso), BTreeSet::from([(axiom, 4)]));
}

#[test]
fn incoherent_reads_are_refused_by_the_store_buffer_models_but_not_by_opmm() {
    let text = "Java CoRR { x = 0; } Thread0 { x = 1; } Thread1 { int r = x; int s = x; }";
    let axiom = "sc-per-location: acyclic(po-loc ∪ rf ∪ co ∪ fr)";
    for model in [Ordered::Tso, Ordered::Pso] {
        assert_eq!(refusals(text, &Plugged(Anything), &model), BTreeSet::from([(axiom, 3)]));
    }
    assert!(refusals(text, &Plugged(Anything), &OpMm).is_empty());
}

#[test]
fn opmm_refuses_by_happens_before_and_by_the_order_of_synchronisation() {
    let text = "Java own { x = 0; } Thread0 { x = 1; x = 2; int r = x; }";
    let expected =
        BTreeSet::from([("hb-consistency: default overwritten", 2), ("hb-consistency: overwritten", 3)]);
    assert_eq!(refusals(text, &Plugged(Anything), &OpMm), expected);
    let text = "Java SB { volatile int x = 0; volatile int y = 0; }
                Thread0 { x = 1; int r = y; } Thread1 { y = 1; int r = x; }";
    assert_eq!(
        refusals(text, &Plugged(Anything), &OpMm),
        BTreeSet::from([("opmm: acyclic(po ∪ so ∪ rf)", 4)])
    );
}

#[test]
fn a_model_is_usable_behind_a_reference() {
    let program = load("Java one { x = 0; } Thread0 { x = 1; }");
    let model: &dyn GraphModel = &Ordered::Pso;
    assert_eq!(enumerate(&program, &model, &GraphLimits::default()).expect("small").summary.executions, 1);
}
