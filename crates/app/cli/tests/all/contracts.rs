//! `thinair contracts` and `thinair check --contracts` from a user's view (docs/CONTRACTS.md).
//!
//! Nothing is skipped: without a JDK the tests fail.

use crate::support;

use std::path::Path;
use std::time::Instant;
use support::{Dir, Run};

/// Runs `thinair` with these words in a directory; boot states are cached across tests.
fn thinair(dir: &Dir, words: &[&str]) -> Run {
    let mut command = dir.command(words);
    command.env("THINAIR_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("boot-states"));
    let begun = Instant::now();
    let done = command.output().expect("the binary is built");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Run {
        code: done.status.code().unwrap_or(-1),
        out: text(&done.stdout),
        err: text(&done.stderr),
        took: begun.elapsed(),
    }
}

/// A lock-free stack, and a program that uses it.
const STACK: &str = r#"
import java.util.concurrent.atomic.AtomicReference;

public class Treiber {
    static final class Stack {
        private static final class Node {
            final Object value;
            Node next;

            Node(Object value) {
                this.value = value;
            }
        }

        private final AtomicReference<Node> top = new AtomicReference<>();

        public void push(Object value) {
            Node node = new Node(value);
            do {
                node.next = top.get();
            } while (!top.compareAndSet(node.next, node));
        }

        public Object pop() {
            Node node;
            do {
                node = top.get();
                if (node == null) {
                    return null;
                }
            } while (!top.compareAndSet(node, node.next));
            return node.value;
        }

        public Object popTwo() {
            return pop() + " " + pop();
        }
    }

    static final class Hidden {
        private Hidden() {}

        public int get() {
            return 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Stack stack = new Stack();
        Thread a = new Thread(() -> { stack.push(1); stack.push(2); stack.pop(); });
        Thread b = new Thread(() -> { stack.push(3); stack.pop(); });
        a.start();
        b.start();
        a.join();
        b.join();
        assert stack.pop() != null && stack.pop() == null;
    }
}
"#;

const GUARDED: &str = "guarded\tTreiber$Stack\t-\t-\tnodes are published by a compare-and-set of the top\n";
const PUSH: &str = "atomic\tTreiber$Stack\tpush\t(Ljava/lang/Object;)V\tone compare-and-set succeeds\n";
const POP: &str = "atomic\tTreiber$Stack\tpop\t()Ljava/lang/Object;\tone compare-and-set succeeds\n";
const POP_TWO: &str = "atomic\tTreiber$Stack\tpopTwo\t()Ljava/lang/Object;\twishful thinking\n";
const HIDDEN: &str = "atomic\tTreiber$Hidden\tget\t()I\tone constant\n";

fn stack(contracts: &[&str]) -> Dir {
    let dir = Dir::new();
    dir.write("Treiber.java", STACK);
    dir.write("contracts.tsv", format!("# Of the stack.\n\n{}", contracts.concat()));
    dir
}

/// The number of states that a report with `-v` shows.
fn states(run: &Run) -> u64 {
    let line = run.out.lines().find(|line| line.contains(" states, ")).expect("there are counters");
    let number = line.trim().split(" states").next().unwrap_or_default().replace(' ', "");
    number.parse().expect("it begins with a number")
}

#[test]
fn the_table_is_listed_without_a_jdk() {
    let dir = Dir::new();
    let run = thinair(&dir, &["contracts"]).exits(0);
    run.says("atomic\tjava.util.concurrent.Semaphore\tacquire\t()V\t").says(" entries: ");
    let run = thinair(&dir, &["contracts", "CountDownLatch"]).exits(0).never_says("Semaphore");
    let entries = run.out.lines().count() - 1;
    let last = format!("\n{entries} entries: {} atomic, 1 guarded\n", entries - 1);
    assert!(run.out.ends_with(&last), "{}", run.out);
    let words = ["contracts", "--json", "-", "java.util.concurrent.CountDown*"];
    let json = thinair(&dir, &words).exits(0).json();
    assert_eq!(json["entries"].as_array().map(Vec::len), Some(entries));
    assert_eq!(json["entries"][1]["role"], "atomic");
    thinair(&dir, &["contracts", "NoSuchClass"]).exits(2).complains("hint: name classes as");
    thinair(&dir, &["contracts", "--seed", "1"]).exits(2).complains("--verify");
}

#[test]
fn entries_of_the_class_library_are_verified() {
    let dir = Dir::new();
    let words =
        ["contracts", "--verify", "--clients", "2", "--model", "sc", "--json", "r.json", "CountDownLatch"];
    let run = thinair(&dir, &words).exits(0).says("verified");
    assert!(run.lines("JDK ").len() == 1, "{}", run.out);
    let json: serde_json::Value = serde_json::from_str(&dir.read("r.json")).expect("it is JSON");
    assert_eq!(json["entries"][0]["verdict"], "verified");
    let entries = json["entries"].as_array().map(Vec::len).expect("there are entries");
    assert!(
        run.out.contains(&format!("{entries} entries: {entries} verified; {} clients", 2 * entries)),
        "{run:?}"
    );
    assert_eq!(json["clients"], 2 * entries);
    assert_eq!(dir.files(), ["r.json"]);
}

#[test]
fn what_cannot_be_compared_is_not_verified() {
    let words = ["contracts", "--verify", "--clients", "1", "--states", "3", "CountDownLatch"];
    thinair(&Dir::new(), &words).exits(3).says("not verified").says("state limit");
}

#[test]
fn right_contracts_are_used_and_save_states() {
    let dir = stack(&[GUARDED, PUSH, POP]);
    let without = thinair(&dir, &["check", "--model", "sc", "-v", "Treiber.java"]).exits(0);
    let words = ["check", "--model", "sc", "-v", "--contracts", "contracts.tsv", "Treiber.java"];
    let with = thinair(&dir, &words).exits(0).complains("3 of 3 contracts verified");
    assert!(states(&with) * 2 < states(&without), "{} {}", states(&with), states(&without));
}

#[test]
fn a_wrong_contract_is_refuted() {
    let dir = stack(&[GUARDED, PUSH, POP, POP_TWO]);
    let words = ["check", "--model", "sc", "--contracts", "contracts.tsv", "Treiber.java"];
    let run =
        thinair(&dir, &words).exits(2).complains("contracts.tsv:6: atomic Treiber$Stack.popTwo() is refuted");
    let kept = run.err.lines().find_map(|line| line.split_once("source: ")).expect("the source is kept").1;
    assert!(dir.read(kept).contains("s.popTwo()"));
}

#[test]
fn what_cannot_be_verified_is_refused_unless_it_is_trusted() {
    let dir = stack(&[HIDDEN]);
    let words = ["check", "--model", "sc", "--contracts", "contracts.tsv", "Treiber.java"];
    thinair(&dir, &words)
        .exits(2)
        .complains("contracts.tsv:3: atomic Treiber$Hidden.get() is not verified: no way");
    let words =
        ["check", "--model", "sc", "-v", "--trust-contracts", "--contracts", "contracts.tsv", "Treiber.java"];
    thinair(&dir, &words)
        .exits(0)
        .says("holds if the contracts that are not verified are right")
        .says("trusted: atomic Treiber$Hidden.get() is not verified");
    dir.write("absent.tsv", "atomic\tTreiber\tshove\t()V\tnobody wrote it\n");
    let words = ["check", "--model", "sc", "--trust-contracts", "--contracts", "absent.tsv", "Treiber.java"];
    thinair(&dir, &words)
        .exits(2)
        .complains("absent.tsv:1: atomic Treiber.shove(): Treiber declares no shove");
    thinair(&dir, &["check", "--trust-contracts", "Treiber.java"]).exits(2);
    let words = ["check", "--trust", "none", "--contracts", "contracts.tsv", "Treiber.java"];
    thinair(&dir, &words).exits(2).complains("`--trust none` uses no contract");
}

/// A class that was declared immutable is refuted by the first write to it.
#[test]
fn a_class_that_is_written_is_not_immutable() {
    let dir = Dir::new();
    dir.write(
        "Box.java",
        "public class Box { int held = 1; public static void main(String[] args) {
            Box box = new Box(); new Thread(() -> box.held = 2).start(); assert box.held == 1; } }",
    );
    dir.write("c.tsv", "immutable\tBox\t-\t-\tits author says so\n");
    let words = ["check", "--model", "sc", "--trust-contracts", "--contracts", "c.tsv", "Box.java"];
    thinair(&dir, &words).exits(3).says("an object that contracts call immutable is written (Box)");
}

#[test]
fn malformed_files_are_told_with_their_lines() {
    let dir = Dir::new();
    for (text, why) in [
        ("atomic p.C m ()V why\n", "c.tsv:2: 1 fields where 5 are wanted"),
        ("atomik\tp.C\tm\t()V\twhy\n", "c.tsv:2: there is no role 'atomik'"),
        ("atomic\tp.C\t-\t-\twhy\n", "c.tsv:2: 'atomic' and 'apart' are said of methods"),
        ("guarded\tp.C\t-\t-\t\n", "c.tsv:2: an entry needs a reason"),
        ("", "c.tsv says nothing"),
    ] {
        dir.write("c.tsv", format!("# first\n{text}"));
        let run = thinair(&dir, &["contracts", "--contracts", "c.tsv"]).exits(2).complains(why);
        run.complains("= hint: ");
    }
    thinair(&dir, &["contracts", "--contracts", "none.tsv"]).exits(2).complains("cannot read none.tsv");
    dir.write("c.tsv", "atomic\tp.Nowhere\tm\t()V\twhy\n");
    thinair(&dir, &["contracts", "--contracts", "c.tsv", "--verify"])
        .exits(3)
        .says("there is no class p.Nowhere");
}

/// Two plain fields of a class that the user vouches for; the program fails if they are read out of order.
const UNGUARDED: &str = r#"
public class Message {
    static final class Box {
        private int a;
        private int b;

        public void set() {
            a = 1;
            b = 1;
        }

        public int get() {
            int seen = b;
            return 10 * seen + a;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Box box = new Box();
        Thread writer = new Thread(box::set);
        Thread reader = new Thread(() -> { assert box.get() != 10; });
        writer.start();
        reader.start();
        writer.join();
        reader.join();
    }
}
"#;

/// What turns out to be unguarded is the program's, whoever vouches for it.
#[test]
fn a_class_that_guards_nothing_hides_no_race() {
    let dir = Dir::new();
    dir.write("Message.java", UNGUARDED);
    dir.write("contracts.tsv", "guarded\tMessage$Box\t-\t-\tnothing guards it\n");
    let trusts: [&[&str]; 2] =
        [&["--trust", "Message$Box"], &["--contracts", "contracts.tsv", "--trust-contracts"]];
    for trust in trusts {
        let run = thinair(&dir, &[&["check"], trust, &["Message.java"]].concat()).exits(1);
        assert!(run.out.contains("race: data race on Box#1.b"), "{}", run.out);
    }
}
