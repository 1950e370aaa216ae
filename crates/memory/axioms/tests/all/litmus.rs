//! Classic litmus tests: which models allow which outcome, and which do not.

use crate::support;

use axioms::Axioms::{OpMm, Pso, Sc, Tso};
use axioms::{Axioms, CandidateLimits, Overflow, enumerate};
use event::check_machine_laws;
use support::{Program, allowing, outcomes, run};

fn set(outcomes: &[&str]) -> std::collections::BTreeSet<String> {
    outcomes.iter().map(|&o| o.to_owned()).collect()
}

fn refusal(text: &str, model: Axioms) -> Overflow {
    enumerate(&Program::parse(text), model, &CandidateLimits::default()).expect_err("a refusal")
}

#[test]
fn the_test_machine_obeys_the_laws_of_machines() {
    for seed in 0..20 {
        let text = "x=1; r0=v.cas(0,1); r0==1? y=r0+1; start 1; lock l | + r0=y; r0==2? fail; out => x";
        check_machine_laws(&Program::parse(text), seed, 40);
    }
}

#[test]
fn store_buffering_is_seen_by_all_but_sc() {
    let sb = "x=1; r0=y | y=1; r0=x";
    assert_eq!(outcomes(sb, Sc), set(&["0, 1", "1, 0", "1, 1"]));
    assert_eq!(allowing(sb, "0, 0"), "tso pso opmm");
}

#[test]
fn fences_volatiles_and_updates_forbid_store_buffering() {
    assert_eq!(allowing("v0=1; r0=v1 | v1=1; r0=v0", "0, 0"), "");
    for fence in ["r9=m9.add(1)", "fence.full", "r9=m9.cas_plain(7,8)", "lock l; unlock l"] {
        let text = format!("m0=1; {fence}; r0=m1 | m1=1; {fence}; r0=m0");
        let regs = run(&text, Tso).outcomes.iter().chain(&run(&text, Pso).outcomes).any(|o| {
            let half = o.values.len() / 2;
            o.values[0].0 == 0 && o.values[half].0 == 0
        });
        assert!(!regs, "{fence}");
    }
    for weak in ["fence.rel", "fence.acq", "fence.ss", "fence.ll", "out"] {
        let text = format!("m0=1; {weak}; r0=m1 | m1=1; {weak}; r0=m0");
        assert!(outcomes(&text, Tso).contains("0, 0"), "{weak}");
    }
    assert!(outcomes("m0.rel=1; r0=m1.acq | m1.rel=1; r0=m0.acq", Tso).contains("0, 0"));
}

#[test]
fn message_passing_breaks_only_where_writes_may_pass_writes() {
    assert_eq!(allowing("x=1; y=1 | r0=y; r1=x", "1, 0"), "pso opmm");
    assert_eq!(allowing("x=1; v=1 | r0=v; r1=x", "1, 0"), "");
    for strong in ["m0=1; m1.rel=1", "m0=1; fence.ss; m1=1", "m0=1; fence.rel; m1=1", "m0=1; m1.vol=1"] {
        assert!(!outcomes(&format!("{strong} | r0=m1; r1=m0"), Pso).contains("1, 0"), "{strong}");
    }
    for weak in ["m0.rel=1; m1=1", "m0=1; fence.acq; m1=1", "m0=1; m1.opq=1"] {
        assert!(outcomes(&format!("{weak} | r0=m1; r1=m0"), Pso).contains("1, 0"), "{weak}");
    }
}

#[test]
fn load_buffering_is_seen_by_none() {
    assert_eq!(allowing("r0=x; y=1 | r0=y; x=1", "1, 1"), "");
    assert_eq!(allowing("r0=x; y=r0 | r0=y; x=r0", "1, 1"), "");
}

#[test]
fn independent_readers_may_disagree_only_without_coherence() {
    let iriw = "x=1 | y=1 | r0=x; r1=y | r0=y; r1=x";
    assert_eq!(allowing(iriw, "1, 0, 1, 0"), "opmm");
    assert_eq!(allowing("v0=1 | v1=1 | r0=v0; r1=v1 | r0=v1; r1=v0", "1, 0, 1, 0"), "");
}

#[test]
fn plain_reads_of_one_location_may_go_back_in_time_only_in_opmm() {
    assert_eq!(allowing("x=1 | r0=x; r1=x", "1, 0"), "opmm");
    assert_eq!(allowing("v=1 | r0=v; r1=v", "1, 0"), "");
}

#[test]
fn a_thread_sees_its_own_latest_write_or_a_racing_one() {
    assert_eq!(outcomes("x=1; x=2; r0=x", OpMm), set(&["2"]));
    for model in Axioms::ALL {
        assert_eq!(outcomes("x=1; r0=x | x=2", model), set(&["1", "2"]));
    }
}

#[test]
fn a_thread_reads_its_buffer_while_memory_is_old() {
    // SB with forwarding: a read of the thread's own write does not wait for memory.
    let text = "x=1; r0=x; r1=y | y=1; r0=y; r1=x";
    assert_eq!(allowing(text, "1, 0, 1, 0"), "tso pso opmm");
    // Here the read precedes the write it sees in the global order; the third thread's write is no
    // alternative.
    let text = "x=1; r0=x; r1=y | y=1; lock l; unlock l; r0=x | x=1";
    assert_eq!(allowing(text, "1, 0, 0"), "tso pso opmm");
}

#[test]
fn two_plus_two_writes_need_reordered_writes() {
    // Without coherence the final value of a plain location is any write that does not happen-before another.
    assert_eq!(allowing("x=1; y=2 | y=1; x=2 => x y", "1, 1"), "pso opmm");
    assert_eq!(allowing("v0=1; v1=2 | v1=1; v0=2 => v0 v1", "1, 1"), "");
}

#[test]
fn final_values_are_the_writes_nothing_happens_after() {
    assert_eq!(outcomes("x=1; x=2 | x=3 => x", OpMm), set(&["2", "3"]));
    assert_eq!(outcomes("x=1 => x y", OpMm), set(&["1, 0"]));
    assert_eq!(outcomes("lock l; x=1; unlock l | lock l; x=2; unlock l => x", OpMm), set(&["1", "2"]));
    let ordered = "x=1; v=1 | r0=v; r0==1? x=2 => x";
    assert_eq!(outcomes(ordered, OpMm), set(&["0, 1", "1, 2"]));
}

#[test]
fn critical_sections_exclude_each_other() {
    let text = "lock l; r0=x; x=r0+1; unlock l | lock l; r0=x; x=r0+1; unlock l => x";
    for model in Axioms::ALL {
        assert_eq!(outcomes(text, model), set(&["0, 1, 2", "1, 0, 2"]), "{model:?}");
    }
}

#[test]
fn only_the_outermost_section_excludes() {
    let text = "lock l; lock l; x=1; unlock l; x=2; unlock l | lock l; r0=x; unlock l";
    for model in Axioms::ALL {
        assert_eq!(outcomes(text, model), set(&["0", "2"]), "{model:?}");
    }
}

#[test]
fn deadlocked_executions_have_no_outcome() {
    let text = "lock l0; r0=x; lock l1; unlock l1; unlock l0 | lock l1; x=1; lock l0; unlock l0; unlock l1";
    for model in Axioms::ALL {
        assert_eq!(outcomes(text, model), set(&["0", "1"]), "{model:?}");
        // A monitor that is never released is entered by no other thread.
        assert_eq!(outcomes("lock l; x=1 | lock l; r0=x; unlock l", model), set(&["0"]), "{model:?}");
        assert!(outcomes("lock l | lock l", model).is_empty());
        assert!(outcomes("join 1 | + x=1", model).is_empty());
    }
}

#[test]
fn updates_are_atomic() {
    for model in Axioms::ALL {
        assert_eq!(outcomes("r0=v.add(1) | r0=v.add(1) => v", model), set(&["0, 1, 2", "1, 0, 2"]));
        assert_eq!(outcomes("r0=v.cas(0,1) | r0=v.cas(0,2) => v", model), set(&["1, 0, 1", "0, 1, 2"]));
        let weak = outcomes("r0=v.wcas(0,1) => v", model);
        assert_eq!(weak, set(&["1, 1", "0, 0"]));
        let with_writer = outcomes("r0=v.add(1) | v=5 => v", model);
        assert_eq!(with_writer, set(&["0, 5", "5, 6"]));
    }
}

#[test]
fn a_failed_compare_and_set_acquires() {
    // Pitfall 12.
    let text = "x=1; v=1 | r0=v.cas(0,5); r0==0? r1=x";
    assert_eq!(allowing(text, "0, 1"), "sc tso pso opmm");
    assert_eq!(allowing(text, "0, 0"), "");
}

#[test]
fn a_started_thread_sees_its_starter_and_a_join_sees_the_thread() {
    let text = "x=1; start 1; join 1; r0=y | + r0=x; y=2";
    for model in Axioms::ALL {
        assert_eq!(outcomes(text, model), set(&["2, 1"]), "{model:?}");
        // A thread that is never started does nothing.
        assert_eq!(outcomes("r0=v; r0==1? start 1 | + x=1 => x", model), set(&["0, 0"]));
        assert_eq!(outcomes("start 1; r0=x | + x=1; x=2", model), set(&["0", "1", "2"]));
    }
}

#[test]
fn a_start_precedes_every_event_of_the_thread_even_delayed_ones() {
    // The child's read must not see memory from before the start, although its own first write is buffered.
    for model in Axioms::ALL {
        assert_eq!(outcomes("x=1; start 1 | + y=1; r0=x", model), set(&["1"]), "{model:?}");
    }
}

#[test]
fn a_volatile_write_synchronises_with_every_later_read() {
    // Pitfall 1: T2 reads the 2 that overwrote T0's 1; T0's plain write is visible nevertheless.
    let text = "x=1; v=1 | v=2 | r0=v; r1=v; r2=x";
    assert_eq!(allowing(text, "1, 2, 0"), "");
    assert_eq!(allowing(text, "1, 2, 1"), "sc tso pso opmm");
    // The last value of v is 2 and T2 saw it, so v=1 came before in so.
    let text = "x=1; v=1 | v=2 | r0=v; r0==2? r1=x => v";
    assert_eq!(allowing(text, "2, 0, 2"), "");
    let text = "x=1; v=1; start 1 | + v=2; start 2 | + r0=v; r1=x";
    assert_eq!(allowing(text, "2, 0"), "");
}

#[test]
fn synchronisation_order_is_per_object_and_reads_of_one_write_are_unordered() {
    // Pitfall 10.
    assert!(allowing("r0=y; v=r0 | v=1 | v=1; y=1", "1").contains("opmm"));
    // Pitfall 11: a cycle through so and rf is rejected.
    assert_eq!(allowing("r0=y; r1=v | v=1; y=1", "1, 0"), "");
    // Reads of two volatiles in opposite orders: a fixed order of reads would create a cycle.
    assert_eq!(allowing("r0=v0; r1=v1 | r0=v1; r1=v0", "0, 0, 0, 0"), "sc tso pso opmm");
}

#[test]
fn growing_values_do_not_grow_for_ever() {
    assert_eq!(outcomes("r0=x; x=r0+1 | r0=x; x=r0+1 => x", Sc), set(&["0, 0, 1", "0, 1, 2", "1, 0, 2"]));
}

#[test]
fn what_a_model_does_not_define_is_refused() {
    assert!(matches!(refusal("m0=1", OpMm), Overflow::Unsupported(_)));
    assert!(matches!(refusal("fence.full", OpMm), Overflow::Unsupported(_)));
    assert!(matches!(refusal("x=1 => m0", OpMm), Overflow::Unsupported(_)));
    assert!(matches!(refusal("unlock l", Sc), Overflow::Unsupported(_)));
    assert!(matches!(refusal("start 1; start 1 | + x=1", Sc), Overflow::Unsupported(_)));
    let limits = CandidateLimits { events_per_thread: 2, ..CandidateLimits::default() };
    let result = enumerate(&Program::parse("x=1; x=2; x=3"), Sc, &limits);
    assert!(matches!(result, Err(Overflow::EventsPerThread(_))));
    let limits = CandidateLimits { steps: 3, ..CandidateLimits::default() };
    let result = enumerate(&Program::parse("x=1; r0=y | y=1; r0=x"), Sc, &limits);
    assert_eq!(result, Err(Overflow::Steps(3)));
}

#[test]
fn failures_belong_to_the_outcome() {
    assert_eq!(outcomes("r0=x; r0==1? fail | x=1", Pso), set(&["0", "1, T0:AssertionError"]));
}
