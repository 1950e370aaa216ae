//! Fair cycles: found if a program may run for ever, and only then.

use explore::{Hang, Product, Progress, Reduction, hangs};
use operational::{KnownMasked, Memory, SequentialConsistency};

fn hangs_of<S: Memory>(text: &str, memory: S) -> Vec<Hang> {
    let program = litmus::load("t.litmus", text).expect("the test is correct");
    let system = Product::new(&program, memory, Reduction::Ample);
    hangs(&system, 100_000, &Progress::default()).expect("the search is complete")
}

const PLAIN_SPIN: &str = "Java spin\n{ x = 0; }\nThread0 { x = 1; }\nThread1 { int r = 0; while (r == 0) { r = x; } }\nexists (x = 1)\n";

#[test]
fn a_spin_on_a_plain_variable_may_never_end_where_old_values_stay_visible() {
    assert_eq!(hangs_of(PLAIN_SPIN, SequentialConsistency), []);
    let found = hangs_of(PLAIN_SPIN, KnownMasked);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(!found[0].is_final, "it may also end");
    assert_eq!(found[0].moving, 0b10);
    assert!(!found[0].cycle.is_empty());
}

#[test]
fn threads_that_wait_for_each_other_by_spinning_never_end() {
    let text = "Java both\n{ volatile int x = 0; volatile int y = 0; }\n\
        Thread0 { int r = 0; while (r == 0) { r = x; } y = 1; }\n\
        Thread1 { int r = 0; while (r == 0) { r = y; } x = 1; }\nexists (x = 1)\n";
    let found = hangs_of(text, SequentialConsistency);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].is_final, "nothing ends it");
    assert_eq!(found[0].moving, 0b11);
}

#[test]
fn who_spins_until_another_has_written_is_no_hang() {
    let text = PLAIN_SPIN.replace("{ x = 0; }", "{ volatile int x = 0; }");
    assert_eq!(hangs_of(&text, KnownMasked), []);
}
