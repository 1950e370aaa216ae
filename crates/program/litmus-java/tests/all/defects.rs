//! Defects of thinair itself are reported as such, for the model and the program in which they occur, and do
//! not affect anything else.

use crate::support;

use explore::Progress;
use std::path::Path;
use std::sync::Arc;
use support::bench::Bench;
use verify::java::check_java;
use verify::{Model, Ruling, conclude_all};

const PROGRAM: &str = "public class Computes {
    static volatile int x;
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> x = 1);
        t.start();
        int sum = x;
        for (int i = 0; i < 5_000_000; i++) sum += i;
        x = sum;
        t.join();
    }
}";

#[test]
fn a_panic_is_the_verdict_of_its_model_and_a_stop_is_noticed_while_a_thread_computes() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("defects");
    let bench = Bench::new(None, &folder).unwrap_or_else(|e| panic!("{e}"));
    bench.compile([("Computes", PROGRAM)]).unwrap_or_else(|e| panic!("{e}"));
    let program = bench.program("Computes", &[]).unwrap_or_else(|e| panic!("{e}"));
    let options = verify::Options::default();
    let holds = check_java(&program, Model::Sc, &options, &|_: &str| Arc::default());
    assert_eq!(*holds.verdict.ruling(), Ruling::Holds, "{:?}", holds.verdict);
    let broken = check_java(&program, Model::Sc, &options, &|name: &str| panic!("no {name} today"));
    assert_eq!(broken.verdict.reason(), Some("thinair itself: no first look today"));
    assert!(!broken.complete && broken.open.is_none(), "nothing is excluded");
    let both = conclude_all([holds.verdict, broken.verdict], None);
    assert_eq!((both.word(), both.exit_code()), ("internal", 4));
    let stopped = check_java(&program, Model::Sc, &options, &|_: &str| {
        let progress = Progress::default();
        progress.stop_for_time();
        Arc::new(progress)
    });
    assert_eq!(stopped.verdict.reason(), Some("time limit reached"));
}
