//! A few dozen programs whose threads share an object of the class library: the results of several searches,
//! compared with each other and with the real `java`.
//!
//! `cargo xtask api-programs` and `cargo xtask api-java` compare any number of them; see `docs/TESTING.md`.

use api_programs::bench::{Bench, Trusted};
use api_programs::judge::{Judge, Tally, Wanted};
use api_programs::real::{Job, Often, run};
use api_programs::seen::{Bounds, Watch, jmm};
use apigen::{Form, Plan};
use std::path::Path;
use std::time::Duration;

/// The number of programs.
const COUNT: u64 = 40;
const BOUNDS: Bounds = Bounds { states: 3_000, time: Duration::from_millis(1_000) };

fn bench(name: &str) -> Bench {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    Bench::new(None, &folder).unwrap_or_else(|e| panic!("{e}"))
}

/// The recipes whose programs are compared here.
const CLASSES: [&str; 24] = [
    "ArrayBlockingQueue",
    "ArrayList",
    "ArrayList.stream",
    "AtomicInteger",
    "AtomicReference",
    "BufferedWriter",
    "CharBuffer",
    "Collections.synchronizedMap",
    "ConcurrentHashMap",
    "CountDownLatch",
    "FutureTask",
    "HashMap",
    "Hashtable",
    "Matcher",
    "MessageDigest",
    "Object",
    "ReentrantLock",
    "Semaphore",
    "Shared.array",
    "Shared.fields",
    "SplittableRandom",
    "StringBuffer",
    "StringWriter",
    "Vector.iterator",
];

#[test]
fn searches_agree_on_programs_that_share_library_objects() {
    let (bench, watch) = (bench("api"), Watch::start());
    let catalogue = bench.catalogue(&CLASSES).unwrap_or_else(|e| panic!("{e}"));
    let plans: Vec<Plan> = (1..=COUNT).map(|seed| catalogue.plan(seed)).collect();
    let form = |i: usize| Form::OTHERS[i % Form::OTHERS.len()];
    let programs: Vec<(&Plan, Form)> =
        plans.iter().enumerate().flat_map(|(i, p)| [(p, Form::Direct), (p, form(i))]).collect();
    assert_eq!(bench.compile(&programs), Ok(Vec::new()));
    let (mut tally, mut told) = (Tally::default(), Vec::new());
    for (i, plan) in plans.iter().enumerate() {
        let wanted = Wanted { bounds: BOUNDS, jmm: i % 4 == 0, form: form(i) };
        let judge = Judge { bench: &bench, watch: &watch };
        let (one, found) = judge.judge(plan, &wanted).unwrap_or_else(|e| panic!("{}: {e}", plan.title()));
        tally.add(one);
        told.extend(found.iter().map(|m| format!("{:?} {}: {}", m.check, plan.title(), m.what)));
    }
    assert!(told.is_empty(), "{}", told.join("\n"));
    // A search that gives up is not compared with anything.
    assert!(tally.compared > 7 * COUNT && tally.outcomes > COUNT, "{tally:?}");
}

#[test]
fn the_real_java_shows_nothing_else() {
    let (bench, watch) = (bench("api-java"), Watch::start());
    let catalogue = bench.catalogue(&CLASSES).unwrap_or_else(|e| panic!("{e}"));
    let plans: Vec<Plan> = (1001..=1000 + COUNT).map(|seed| catalogue.plan(seed)).collect();
    let programs: Vec<(&Plan, Form)> = plans.iter().map(|p| (p, Form::Direct)).collect();
    assert_eq!(bench.compile(&programs), Ok(Vec::new()));
    let mut ours = Vec::new();
    for plan in &plans {
        let program = bench.program(&plan.name, None, Trusted::Default).unwrap_or_else(|e| panic!("{e}"));
        ours.push(jmm(&program, BOUNDS, &watch));
    }
    let still = |known: bool| if known { 20 } else { 1_000 };
    let jobs: Vec<Job> = plans
        .iter()
        .zip(&ours)
        .map(|(p, o)| Job { class: p.name.clone(), still: still(o.deadlock) })
        .collect();
    let shown = run(&bench, &jobs, Often { runs: 500, millis: 50 }).unwrap_or_else(|e| panic!("{e}"));
    let (mut compared, mut told) = (0, Vec::new());
    for (plan, ours) in plans.iter().zip(&ours).filter(|(_, ours)| ours.incomplete.is_none()) {
        compared += 1;
        let (all, shown) = (ours.all(), &shown[&plan.name]);
        assert_eq!(shown.problem, None, "{}", plan.title());
        let missing = shown.outcomes.keys().filter(|o| !all.contains(*o) && !ours.open.contains(*o));
        told.extend(missing.map(|o| format!("{}: {o} is not in {all:?}", plan.title())));
    }
    assert!(told.is_empty(), "{}", told.join("\n"));
    assert!(compared > COUNT / 2, "{compared}");
}
