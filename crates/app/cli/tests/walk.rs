//! A newcomer's walk through classic concurrency bugs and their fixes: each program as one would write it,
//! without any adaptation to thinair, checked with the options of a first try. The headers of the programs in
//! `walk/java/` state what is right; examples and programs of `tests/programs` that belong to the walk are
//! reused.
//!
//! `Expected:` is the verdict, `Says:` a text in the report, `Arguments:` are the program's, runs separated
//! by `;`, and `Options:` are the command's. `Today:` is the current answer if it is not the expected one. A
//! violation that is not found within the limit is a failure, like a wrong verdict.

#[allow(dead_code, reason = "other tests use the rest")]
#[path = "all/support/mod.rs"]
mod support;

#[allow(dead_code, reason = "other tests use the rest")]
#[path = "all/check/tool.rs"]
mod tool;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Instant;
use support::Dir;
use testkit::expectation::{Checked, programs_below};

/// An optimised build on an idle machine takes less than five seconds; here neither is given.
const LIMIT: &str = "120s";

/// A station of the walk: what goes wrong, the programs that show it, and their fixes. `walk/` is
/// `tests/walk/java`, `check/` is `tests/programs`.
type Station = (&'static str, &'static [&'static str], &'static [&'static str]);

const WALK: &[Station] = &[
    (
        "lost update",
        &["walk/Counter", "check/CounterLong"],
        &["walk/CounterSynchronized", "walk/CounterAtomic"],
    ),
    ("volatile ++", &["walk/CounterVolatile"], &["walk/CounterAtomic"]),
    ("atomic calls that do not belong together", &["walk/AtomicCompound"], &["walk/AtomicCompoundRepaired"]),
    (
        "check, then act",
        &["examples/MapCheckThenAct", "walk/Singleton"],
        &["examples/MapPutIfAbsent", "examples/SingletonLocked", "examples/SingletonHolder"],
    ),
    ("double-checked locking", &["examples/DclPlain"], &["examples/DclVolatile"]),
    (
        "a lock on the wrong object",
        &["walk/LockOnNumber", "check/SynchronizedWrong"],
        &["check/SynchronizedMethods"],
    ),
    ("a stop flag", &["check/StopFlag"], &["check/StopFlagVolatile"]),
    (
        "locks in two orders",
        &["walk/Transfer", "examples/PhilosophersDeadlock"],
        &["walk/TransferOrdered", "examples/PhilosophersOrdered"],
    ),
    ("wait without a loop", &["examples/BoundedBufferIf"], &["examples/BoundedBuffer"]),
    (
        "notify instead of notifyAll",
        &["examples/BoundedBufferNotify", "check/NotifyOne"],
        &["examples/BoundedBuffer", "check/NotifyAll"],
    ),
    ("a lost wake-up", &["examples/LostWakeup"], &["check/ConditionRight"]),
    (
        "unsafe publication",
        &["examples/UnsafePublication"],
        &["examples/FinalPublication", "examples/VolatilePublication", "walk/PointFinal"],
    ),
    ("this escapes from a constructor", &["check/ThisEscapes", "walk/Leaking"], &["walk/LeakingNot"]),
    ("SimpleDateFormat", &["walk/Dates", "walk/DatesParsed"], &["walk/DatesFormatter"]),
    ("ArrayList", &["walk/Shopping", "check/ListRace"], &["walk/ShoppingQueue", "check/ListSynchronized"]),
    ("HashMap", &["walk/Cache", "check/MapRace"], &["walk/CacheConcurrent"]),
    (
        "a collection that changes in a loop over it",
        &["walk/Guests", "walk/RemoveInLoop", "check/ListIterated"],
        &["walk/GuestsCopied"],
    ),
    ("a pool that is not shut down", &["check/ExecutorNotEnded"], &["walk/PoolAwaited"]),
    ("a pool that is not awaited", &["walk/PoolNotAwaited"], &["walk/PoolAwaited"]),
    (
        "tasks that share a counter",
        &["walk/PoolCounts", "examples/ExecutorCounterPlain"],
        &["check/Executor"],
    ),
    ("a task that waits for its own pool", &["walk/PoolStarved"], &["walk/PoolStarvedNot"]),
    (
        "a latch that nobody counts down",
        &["walk/LatchSkipped", "check/LatchWrong"],
        &["walk/LatchAwaited", "check/LatchRight"],
    ),
    (
        "System.exit and Runtime.halt",
        &["walk/ExitOnError", "check/ExitInThread", "walk/Halt"],
        &["walk/ExitNot"],
    ),
    ("a launcher of tests", &["walk/Launcher"], &["walk/LauncherPasses"]),
    (
        "a semaphore without finally",
        &["walk/SemaphoreLeaks", "check/SemaphoreNotGiven"],
        &["walk/SemaphoreFinally"],
    ),
    ("a ReentrantLock without finally", &["walk/LockLeaks", "check/LockForgotten"], &["walk/LockFinally"]),
    ("a swallowed interrupt", &["walk/InterruptSwallowed"], &["walk/InterruptKept"]),
    ("CompletableFuture", &["walk/Prices", "walk/PricesNotJoined"], &["examples/CompletableFutureChain"]),
    ("a parallel stream with a side effect", &["walk/ParallelSum"], &["check/Streams"]),
    ("a timer", &["walk/Reminder", "walk/ReminderSlow"], &["walk/ReminderCancelled"]),
    ("sleep instead of join", &["walk/SleepInstead"], &["check/JoinAfterStart"]),
];

/// Whether to print how long each program takes, one after the other: `WALK_TABLE=1 cargo test --release -p
/// thinair --test walk -- --nocapture`.
fn has_table() -> bool {
    std::env::var_os("WALK_TABLE").is_some()
}

/// All programs, by their names here.
fn all() -> &'static BTreeMap<String, Checked> {
    static ALL: OnceLock<BTreeMap<String, Checked>> = OnceLock::new();
    ALL.get_or_init(|| {
        let below = |place: &'static str, folder: &str| {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
            let programs = programs_below(&folder).unwrap_or_else(|e| panic!("{e}"));
            programs.into_iter().map(move |program| (format!("{place}/{}", program.name), program))
        };
        let walk = below("walk", "tests/walk/java").chain(below("check", "../../../tests/programs"));
        walk.chain(below("examples", "../../../examples")).collect()
    })
}

fn program(name: &str) -> &'static Checked {
    all().get(name).unwrap_or_else(|| panic!("there is no program {name}"))
}

/// Checks a program; describes what is wrong with the answers.
#[expect(clippy::print_stdout, reason = "the table is for people")]
fn judge(classes: &str, named: &str) -> Vec<String> {
    let Checked { name, expects, .. } = program(named);
    let mut wrong = Vec::new();
    for arguments in &expects.runs {
        let mut words: Vec<&str> = expects.options.iter().map(String::as_str).collect();
        if !words.contains(&"--simplify") {
            words.extend(["--simplify", "100ms"]);
        }
        words.extend(["--time-limit", LIMIT, "-cp", classes, name, "--"]);
        words.extend(arguments.split_whitespace());
        let since = Instant::now();
        let run = tool::check_in(&Dir::new(), &words);
        if has_table() {
            println!("| {name} {arguments} | {} | {:.1} |", run.verdict(), since.elapsed().as_secs_f64());
        }
        let is_said = expects.says.as_ref().is_none_or(|says| run.out.contains(says));
        if run.verdict() != expects.jmm() || !is_said {
            wrong.push(format!("{named} {arguments}: {run:#?}"));
        }
    }
    wrong
}

fn programs() -> BTreeSet<&'static str> {
    WALK.iter().flat_map(|(_, bugs, repairs)| bugs.iter().chain(*repairs)).copied().collect()
}

#[test]
fn every_bug_is_found_and_every_repair_holds() {
    let programs: Vec<&str> = programs().into_iter().collect();
    let (dir, sources) = (Dir::new(), programs.iter().map(|name| &program(name).source));
    tool::javac(&dir, Command::new(tool::oldest().command("javac")).args(["-d", "classes"]).args(sources));
    let classes = dir.path("classes").to_str().expect("the path is UTF-8").to_owned();
    let wrong = match has_table() {
        true => programs.iter().map(|program| judge(&classes, program)).collect::<Vec<_>>().concat(),
        false => testkit::in_parallel(&programs, |program| judge(&classes, program)).concat(),
    };
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn bugs_are_violated_and_repairs_are_not_and_no_program_is_left_out() {
    for (what, bugs, repairs) in WALK {
        for (name, is_bug) in bugs.iter().map(|p| (p, true)).chain(repairs.iter().map(|p| (p, false))) {
            assert_eq!(program(name).expects.jmm() == "violated", is_bug, "{what}: {name}");
        }
    }
    let walked = programs();
    let is_left_out = |name: &&String| name.starts_with("walk/") && !walked.contains(name.as_str());
    let left_out: Vec<&String> = all().keys().filter(is_left_out).collect();
    assert!(left_out.is_empty(), "{left_out:?}");
}

/// A program of two files, both of which a newcomer names.
fn bank(dir: &Dir) {
    for file in ["Account.java", "Bank.java"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/walk/bank").join(file);
        dir.write(file, std::fs::read(path).expect("the program is there"));
    }
}

/// Runs a tool of the JDK in a directory.
fn jdk(dir: &Dir, tool: &str, words: &[&str]) {
    let done = Command::new(tool::oldest().command(tool)).args(words).current_dir(dir.path("")).output();
    let done = done.expect("the tool starts");
    assert!(done.status.success(), "{tool}: {}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn sources_a_folder_of_classes_and_a_jar_are_judged_alike() {
    let dir = Dir::new();
    bank(&dir);
    jdk(&dir, "javac", &["-g", "-d", "classes", "Account.java", "Bank.java"]);
    jdk(&dir, "jar", &["--create", "--file", "bank.jar", "--main-class", "shop.Bank", "-C", "classes", "."]);
    let targets: [&[&str]; 6] = [
        &["Bank.java", "Account.java"],
        &["."],
        &["classes"],
        &["bank.jar"],
        &["-cp", "classes", "shop.Bank"],
        &["-cp", "bank.jar", "shop.Bank"],
    ];
    for target in targets {
        let run = tool::check_in(&dir, &[&["--time-limit", LIMIT], target].concat());
        run.exits(1).says("under jmm: violated").says("assertion: java.lang.AssertionError: 50 in main");
    }
}
