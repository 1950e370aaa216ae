//! Printing is an external action: output that precedes a committed action must be committed, too (JLS
//! 17.4.8, rule 9).

use super::tool::{check_in, javac, oldest};
use crate::support::{Dir, Run};
use std::process::Command;

/// Load buffering in which each thread can see the write that the other has yet to perform if `x = 1` can be
/// committed early: whatever the first thread reads, it prints something and then writes. The assertion fails
/// if the outcome is possible.
const PROGRAM: &str = r#"
public class Prints {
    static int x, y, r1, r2;

    /** What a call prints may depend on the program's own code, which may act. */
    static final Object ACTS = new Object() {
        public String toString() { x = 1; return ""; }
    };
    static final Object THROWS = new Object() {
        public String toString() { throw new IllegalStateException(); }
    };

    static void print(String which, boolean saw) {
        switch (which) {
            case "nothing": break;
            case "same": System.out.println("a"); break;
            case "different": System.out.println(saw ? "a" : "b"); break;
            case "streams": (saw ? System.out : System.err).println("a"); break;
            case "value": System.out.println(saw); break;
            case "one more": System.out.print("a"); if (saw) System.out.print("b"); break;
            case "calls": if (saw) { System.out.print("ab"); } else { System.out.print("a"); System.out.print("b"); } break;
            case "pieces": if (saw) { System.out.printf("%s%n", "a"); } else { System.out.println("a"); } break;
            case "before own code": System.out.printf(saw ? "<%s" : "[%s", ACTS); break;
            case "after own code": System.out.printf(saw ? "%s>" : "%s]", ACTS); break;
            case "thrown": try { System.out.printf(saw ? "<%s" : "[%s", THROWS); } catch (IllegalStateException e) { } break;
            case "much": for (int i = 0; i < 130; i++) { System.out.println(i); } break;
            case "kept": System.out.write('a'); break;
            default: throw new IllegalArgumentException(which);
        }
    }

    public static void main(String[] args) throws Exception {
        String which = args[0];
        Thread first = new Thread(() -> { r1 = y; print(which, r1 == 1); x = 1; });
        Thread second = new Thread(() -> { r2 = x; System.out.println("c"); y = r2; });
        first.start();
        second.start();
        first.join();
        second.join();
        print(which, true);
        assert r1 == 0 || r2 == 0;
    }
}
"#;

fn prints() -> Dir {
    let dir = Dir::new();
    dir.write("Prints.java", PROGRAM);
    javac(&dir, Command::new(oldest().command("javac")).args(["-d", ".", "Prints.java"]));
    dir
}

fn run(dir: &Dir, model: &str, which: &str) -> Run {
    check_in(dir, &["--model", model, "-cp", ".", "Prints", "--", which])
}

#[test]
fn what_is_printed_must_be_the_same_before_a_write_is_committed() {
    let dir = prints();
    let possible = |model: &str, which: &str| match run(&dir, model, which) {
        Run { code: 1, out, .. } if out.contains("a sequence of ") => true,
        Run { code: 0, .. } => false,
        other => panic!("{which} under {model}: {other:#?}"),
    };
    let table = [
        ("same", true),
        ("different", false),
        ("streams", false),
        ("value", false),
        // Each call is an action of its own, with all of its output.
        ("one more", true),
        ("calls", false),
        ("pieces", true),
        // Output before the program's own action is printed before it.
        ("before own code", false),
        // The program's code runs under the monitor of the stream, which then orders the output of threads.
        ("after own code", false),
        ("thrown", false),
    ];
    for (which, jmm) in table {
        assert_eq!(possible("jmm", which), jmm, "{which}");
    }
    // The revised rules require that what precedes an external action is committed, not the action itself.
    assert!(possible("jmm-revised", "different"));
}

/// A thread that has joined all others prints alone: its actions do not count towards the limits of exact
/// legality.
#[test]
fn what_is_printed_after_all_joins_is_no_action() {
    let dir = Dir::new();
    let program = PROGRAM.replace("print(which, r1 == 1);", "");
    dir.write("Prints.java", program);
    check_in(&dir, &["Prints.java", "--", "much"]).exits(1).says("a sequence of ");
    // But a thread that starts others again prints before these.
    let again = "print(which, r1 == 1); Thread third = new Thread(() -> { }); third.start(); third.join();";
    dir.write(
        "Prints.java",
        PROGRAM.replace("print(which, r1 == 1);", "").replace("print(which, true);", again),
    );
    check_in(&dir, &["-v", "Prints.java", "--", "much"])
        .exits(3)
        .says("executions cannot be kept one by one");
}

/// A model file that names external actions sees them.
#[test]
fn model_files_see_what_is_printed() {
    let dir = prints();
    dir.write("silent.cat", "\"silent\"\nempty External as silence\n");
    let run = check_in(&dir, &["-v", "--model", "silent.cat", "-cp", ".", "Prints", "--", "same"]);
    run.says(", 0 accepted");
}

/// Bytes left in the buffer of a stream would be printed by another thread, or never.
#[test]
fn bytes_that_are_not_flushed_are_unsupported() {
    let run = run(&prints(), "jmm", "kept").exits(3);
    run.says("unsupported: bytes written to System.out or System.err and not flushed");
}

/// If output does not matter, printing adds no states.
#[test]
fn printing_makes_no_states() {
    let dir = prints();
    let states = |model: &str, which: &str| {
        let out = run(&dir, model, which).out;
        let line = out.lines().find(|line| line.contains(" states, ")).map(str::to_owned);
        let line = line.unwrap_or_else(|| panic!("{out}"));
        // Operations on the streams are part of steps, so there may be more of these.
        line.split(" states, ").next().unwrap_or_default().to_owned()
    };
    for model in ["sc", "tso", "pso", "opmm", "rpc"] {
        assert_eq!(states(model, "calls"), states(model, "nothing"), "{model}");
    }
}
