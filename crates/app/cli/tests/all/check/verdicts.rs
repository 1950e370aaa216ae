//! Verdicts, reasons and exit codes.

use super::tool::{check, check_in, source};
use crate::support::Dir;

#[test]
fn a_source_file_a_class_file_and_a_class_have_the_same_answer() {
    let dir = Dir::new();
    dir.write("src/VolatileArray.java", source("VolatileArray"));
    let by_source = check_in(&dir, &["-q", "src/VolatileArray.java"]).exits(1);
    assert_eq!(by_source.out, "src/VolatileArray.java jmm violated\n");
    assert_eq!(by_source.err, "");
    check(&["-q"], "VolatileArray").exits(1).says("VolatileArray jmm violated\n");
    let class = super::tool::classes().join("VolatileArray.class");
    check_in(&dir, &["-q", class.to_str().unwrap()]).exits(1).says("jmm violated\n");
}

#[test]
fn the_report_has_the_execution_the_place_and_its_code() {
    let dir = Dir::new();
    dir.write("VolatileArray.java", source("VolatileArray"));
    let run = check_in(&dir, &["VolatileArray.java"]).exits(1);
    let run = run
        .says("VolatileArray.java under jmm: violated\n")
        .says("assertion: java.lang.AssertionError in b\n");
    let run = run.says("[b]   assert data == 42;").says("read VolatileArray.data → 0");
    let run = run.says("^ misses 42, which a wrote in step").says("note: race: data race on int[]#1[0]");
    run.says("replay: thinair replay 'tj1:opmm:")
        .says("how: the program has data races")
        .says("threads up to 32");
}

#[test]
fn several_models_have_a_report_each_and_the_exit_code_of_the_worst() {
    let run = check(&["-q", "--model", "sc,tso,pso,jmm"], "VolatileArray").exits(1);
    let words: Vec<&str> = run.out.lines().filter_map(|line| line.split_whitespace().nth(2)).collect();
    assert_eq!(words, ["holds", "holds", "violated", "violated"], "{run:#?}");
    check(&["-q", "--model", "sc,opmm"], "HandleVolatile").exits(3).says("opmm is a lower bound");
    check(&["-q", "--model", "sc,rpc"], "VolatileArray").exits(3).says("rpc unknown");
}

#[test]
fn models_that_are_not_there_for_java_programs_answer_unknown() {
    check(&["--model", "opmm-alg1"], "VolatileArray").exits(3).says("opmm-alg1 is only for litmus tests");
}

/// Model files judge every candidate execution; the bundled files agree with the models of the same name.
#[test]
fn models_in_cat_judge_java_programs() {
    check(&["-q", "--model", "sc.cat"], "HandleVolatile").exits(0).says("sc.cat holds");
    check(&["-q", "--model", "sc.cat,tso.cat,pso.cat"], "VolatileArray").exits(1).says("pso.cat violated");
    let jam21 = check(&["--model", "jam21"], "VolatileArray").exits(1);
    jam21.says("AssertionError in b").says("candidate executions judged");
    check(&["--model", "jam21"], "HandleVolatile").exits(3).says("values that justify themselves");
    check(&["--model", "jam21"], "TimedWait").exits(3).says("unsupported: waiting, notifying");
}

#[test]
fn java_path_relaxer_shows_what_it_finds_and_proves_nothing() {
    check(&["--model", "jpr"], "VolatileArray").exits(3).says("AssertionError in b").says("comparison only");
}

/// Regression test: JPR once interpreted actions by itself and lost two edges: from leaving a monitor that
/// was entered before there was a second thread, and from the end of a thread to a thread that sees by
/// `isAlive` that it has ended.
#[test]
fn java_path_relaxer_knows_the_edges_that_all_know() {
    let dir = Dir::new();
    let text = "public class EnteredAlone { static final Object m = new Object(); static int x, racy; static boolean done;
        public static void main(String[] args) {
            synchronized (m) {
                new Thread(() -> { racy = 1; synchronized (m) { if (done) { assert x == 1; } } }).start();
                int r = racy;
                x = 1;
                done = true;
            }
        } }";
    dir.write("EnteredAlone.java", text);
    let text = "public class SeenEnded { static int x, racy;
        public static void main(String[] args) {
            Thread t = new Thread(() -> { x = 1; racy = 1; });
            t.start();
            int r = racy;
            while (t.isAlive()) { Thread.yield(); }
            assert x == 1;
        } }";
    dir.write("SeenEnded.java", text);
    for program in ["EnteredAlone.java", "SeenEnded.java"] {
        check_in(&dir, &["--model", "jpr", program]).exits(3).never_says("AssertionError");
    }
}

#[test]
fn exceptions_that_may_escape_are_notes() {
    let dir = Dir::new();
    let text = "public class Escapes { public static void main(String[] args) {
        new Thread(() -> { throw new IllegalStateException(); }, \"worker\").start();
    } }";
    dir.write("Escapes.java", text);
    let with = |word: &str| check_in(&dir, &["--may-throw", word, "Escapes.java"]);
    check_in(&dir, &["-q", "Escapes.java"]).exits(1);
    with("java.lang.IllegalStateException").exits(0).says("note: exception: java.lang.IllegalStateException");
    with("java.lang.*@worker").exits(0);
    with("java.lang.*@main").exits(1);
    with("java.lang.NullPointerException").exits(1);
}

/// Two threads fail at one place, where only the memory model lets them. An exception that one of them may
/// throw is still a violation in the other.
#[test]
fn what_one_thread_may_throw_another_may_not() {
    let dir = Dir::new();
    let text = "public class Two { static int data, flag;
        static void read() { if (flag == 1 && data == 0) throw new IllegalStateException(); }
        public static void main(String[] args) {
            new Thread(Two::read, \"a\").start();
            new Thread(Two::read, \"b\").start();
            new Thread(() -> { data = 1; flag = 1; }).start();
        } }";
    dir.write("Two.java", text);
    for (thread, code) in [("@a", 1), ("@b", 1), ("", 0)] {
        let may = format!("java.lang.IllegalStateException{thread}");
        check_in(&dir, &["--may-throw", &may, "Two.java"]).exits(code);
    }
}

#[test]
fn limits_end_in_unknown_with_the_reason() {
    for (limit, value) in [("--time-limit", "1ms"), ("--states", "5"), ("--depth", "2")] {
        let run = check(&["--model", "sc", limit, value], "Unbounded");
        let run = run.exits(3).says(" under sc: unknown\n  because ");
        assert!(!run.out.contains("because unsupported"), "{run:#?}");
    }
    check(&["--search", "random", "--runs", "5"], "SemaphoreRight").exits(3).says("sample");
}

#[test]
fn what_was_found_before_a_limit_counts() {
    check(&["--model", "sc", "--states", "2000"], "Atomics").exits(0);
    check(&["--model", "sc", "--first"], "AtomicsInTwo").exits(1);
}

#[test]
fn properties_that_are_not_asked_for_are_notes() {
    check(&["--property", "deadlock"], "Uncaught").exits(0).says("note: exception: ");
    check(&["--property", "assertion,exception"], "TwoMonitors").exits(0).says("note: deadlock: ");
    check(&["--property", "race"], "StampedWrong").exits(1).says("\nrace: data race on ");
}

#[test]
fn assertions_can_be_turned_off() {
    check(&["--no-assertions", "--model", "sc"], "AtomicsInTwo").exits(0);
}

#[test]
fn what_is_unsupported_is_told_with_the_stack() {
    let run = check(&[], "WritesFile").exits(3).says("  because unsupported: ");
    run.says("java.io.FileOutputStream.<init>").says("WritesFile.main(WritesFile.java:");
}

#[test]
fn what_the_program_printed_belongs_to_the_execution() {
    let dir = Dir::new();
    dir.write(
        "Prints.java",
        "class Prints { public static void main(String[] a) { System.out.println(\"before \" + a[0]); throw null; } }",
    );
    let run = check_in(&dir, &["Prints.java", "--", "end"]).exits(1).says("  printed:\n    | before end\n");
    assert_eq!(run.err, "", "nothing is printed while searching");
}

/// The same outcomes as `long` has in litmus tests under `--tearing`: both halves of either value.
#[test]
fn plain_longs_tear_if_the_user_wants_it_and_volatile_ones_never() {
    let dir = Dir::new();
    let text = "import thinair.Thinair;
        public class Torn {
            static long x;
            static volatile long v;
            public static void main(String[] args) {
                new Thread(() -> { x = 0x100000002L; v = 0x100000002L; }).start();
                Thinair.observe(\"x\", x);
                Thinair.observe(\"v\", v);
            }
        }";
    dir.write("Torn.java", text);
    for model in ["sc", "tso", "opmm", "jmm"] {
        let run =
            |tearing: &[&str]| check_in(&dir, &[tearing, &["-v", "--model", model, "Torn.java"]].concat());
        let outcomes = |out: &str| -> Vec<String> {
            let rows = out.lines().filter(|line| line.starts_with("  v="));
            rows.map(|line| line.trim().to_owned()).collect()
        };
        let whole = run(&[]);
        assert!(whole.out.contains("read and written whole"), "{whole:#?}");
        let values = |xs: &[u64]| -> Vec<String> {
            let rows =
                [0u64, 0x1_0000_0002].iter().flat_map(|v| xs.iter().map(move |x| format!("v={v}, x={x}")));
            rows.collect()
        };
        assert_eq!(outcomes(&whole.out), values(&[0, 0x1_0000_0002]), "{model}");
        let torn = run(&["--tearing"]);
        assert!(!torn.out.contains("read and written whole"), "{torn:#?}");
        assert_eq!(outcomes(&torn.out), values(&[0, 2, 0x1_0000_0000, 0x1_0000_0002]), "{model}");
    }
}

/// Properties that are asked for are checked under every model: nothing passes unchecked.
#[test]
fn races_and_hangs_that_are_asked_for_do_not_pass_unseen() {
    let dir = Dir::new();
    dir.write(
        "Races.java",
        "public class Races { static int x; public static void main(String[] args) {
            new Thread(() -> x = 1).start(); x = 2; } }",
    );
    for model in ["sc", "tso", "pso", "opmm", "rpc", "sc.cat", "jmm"] {
        let run = check_in(&dir, &["--property", "race", "--model", model, "Races.java"]);
        run.exits(1).says("race: data race on Races.x");
    }
    dir.write(
        "Spins.java",
        "public class Spins { static boolean stop; public static void main(String[] args) {
            new Thread(() -> { while (!stop) { } }).start(); stop = true; } }",
    );
    let hang = |model| check_in(&dir, &["-q", "--property", "hang", "--model", model, "Spins.java"]);
    hang("jmm").exits(1);
    hang("sc").exits(0);
    hang("rpc").exits(3).says("are not searched for under rpc");
    hang("sc.cat").exits(3);
}

/// A fact that only the search for hangs refutes restarts the search; this is not mistaken for Ctrl-C.
#[test]
fn a_thread_that_spins_beside_a_deadlock_hangs() {
    let dir = Dir::new();
    dir.write(
        "LooksOn.java",
        "public class LooksOn { static final Object a = new Object(), b = new Object(); static volatile int done;
            public static void main(String[] args) {
                new Thread(() -> { synchronized (a) { synchronized (b) { done = 1; } } }).start();
                new Thread(() -> { synchronized (b) { synchronized (a) { done = 1; } } }).start();
                while (done == 0) { Thread.yield(); }
            } }",
    );
    check_in(&dir, &["--property", "hang", "--model", "sc", "LooksOn.java"]).exits(1).says("hang:");
}

/// If every execution is discarded, nothing is proved, whatever the model.
#[test]
fn where_no_execution_finishes_nothing_holds_under_any_model() {
    for model in ["sc", "tso", "pso", "opmm", "jmm", "jmm-revised", "rpc", "jpr", "sc.cat"] {
        check(&["-q", "--model", model], "NothingFinishes").exits(3);
        check(&["-q", "--model", model, "--property", "race"], "NothingFinishes").exits(3);
    }
    check(&["--model", "rpc"], "NothingFinishes").exits(3).says("because no execution finished");
}

/// The bounds of the Java memory model guess references to objects whose numbers their creators use for other
/// objects.
#[test]
fn what_is_guessed_of_a_map_that_grows_ends_in_an_answer_or_in_unknown() {
    for model in ["jmm", "rpc", "opmm", "tso"] {
        let run = check(&["-q", "--model", model, "--time-limit", "10s"], "MapResized");
        assert!([1, 3].contains(&run.code), "{run:#?}");
        assert_eq!(run.err, "");
    }
}

#[test]
fn a_wait_outside_of_a_loop_is_wrong_where_threads_wake_for_no_reason() {
    assert_eq!(check(&[], "P46SpuriousWakeup").verdict(), "holds");
    assert_eq!(check(&["--spurious-wakeups"], "P46SpuriousWakeup").verdict(), "violated");
}
