//! `thinair explain` for Java (docs/EXPLAIN-JAVA.md): classes with thread methods and main programs; answers,
//! reasons, errors and exit codes.

use crate::support;

use support::{Dir, Run};

fn explain(class: &str, text: &str, options: &[&str]) -> Run {
    let (dir, file) = (Dir::new(), format!("{class}.java"));
    dir.write(&file, text);
    dir.run(&[&["explain", &file], options].concat())
}

/// Store buffering, with an annotation of its own that is not retained at run time.
const SB: &str = "public class Sb {
    @interface thread {}
    int x, y;
    @thread void left() {
        x = 1;
        int r1 = y;
        assert r1 == 0;
    }
    @thread void right() {
        y = 1;
        int r2 = x;
        assert r2 == 0;
    }
}
";

#[test]
fn threads_and_assertions_are_a_question() {
    let run = explain("Sb", SB, &["--model", "sc,tso"]).exits(0);
    let run = run.says("Forbidden by sc.").says("`assert r1 == 0;` in left   Sb.java:7");
    let run = run.says("`int r2 = x;` in right      Sb.java:11").says("sc.cat:");
    let run = run.says("If any one of these constraints were dropped, there would be one.");
    run.says("Allowed by tso: all assertions hold").says("11: Sb#1.x → 0  (initial value)");
}

#[test]
fn json_has_the_reason_with_its_places() {
    let run = explain("Sb", SB, &["--model", "sc", "--json", "-"]).exits(0);
    let answer = &run.json()[0];
    assert_eq!((&answer["answer"], &answer["test"]), (&"forbidden".into(), &"Sb".into()));
    let core = answer["core"].as_array().expect("a core");
    let has = |source: &str| core.iter().any(|constraint| constraint["source"] == source);
    assert!(
        ["Sb.java:5", "Sb.java:6", "Sb.java:7", "Sb.java:10", "Sb.java:11", "Sb.java:12"]
            .iter()
            .all(|s| has(s))
    );
}

/// A main thread that joins and reads, references between threads, monitors: unsafe publication and a
/// counter.
#[test]
fn main_programs_are_asked_about_what_they_observe() {
    const PUBLISH: &str = "import thinair.Thinair;
public class Publish {
    static class Box { int v = 1; }
    static Box box;
    static int counter, seen = -1;
    static final Object lock = new Object();
    static void count() { synchronized (lock) { counter++; } }
    public static void main(String[] args) throws Exception {
        Thread writer = new Thread(() -> { box = new Box(); count(); }, \"writer\");
        Thread reader = new Thread(() -> { Box b = box; if (b != null) { seen = b.v; } count(); }, \"reader\");
        writer.start();
        reader.start();
        writer.join();
        reader.join();
        Thinair.observe(\"counter\", counter);
        Thinair.observe(\"seen\", seen);
    }
}
";
    let run =
        explain("Publish", PUBLISH, &["--outcome", "counter=2, seen=0", "--model", "tso,pso,jmm"]).exits(0);
    let run = run.says("Forbidden by tso.").says("Allowed by pso: counter=2, seen=0");
    run.says("Allowed by jmm: counter=2, seen=0")
        .says("Publish.box → Box#1")
        .says("Box#1.v → 0  (initial value)");
    let run = explain("Publish", PUBLISH, &["--outcome", "counter=1, seen=1", "--model", "pso"]).exits(0);
    run.says("Forbidden by pso.");
    let run = explain("Publish", PUBLISH, &["--outcome", "sen=1"]).exits(2);
    run.complains("nothing is observed as `sen`; there is counter, seen");
}

#[test]
fn who_comes_after_another_thread_sees_what_it_did() {
    const AFTER: &str = "import thinair.Thinair.thread;
public class After {
    int x;
    @thread(after = \"first\") void second() {
        int r = x;
        assert r == 0;
    }
    @thread void first() {
        x = 1;
    }
}
";
    explain("After", AFTER, &[]).exits(0).says("Forbidden by jmm.").says("hb-overwritten");
}

/// Output is shown as text, and is an external action: rule 9 of JLS 17.4.8 forbids what the revised rules
/// allow.
#[test]
fn what_is_printed_takes_part() {
    let dir = Dir::new();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/java-explain/Transformations.java");
    dir.write("Transformations.java", std::fs::read_to_string(file).expect("the test is there"));
    let run = dir.run(&["explain", "Transformations.java", "--class", "T5", "--model", "jmm,jmm-revised"]);
    run.exits(0).says("Forbidden by jmm.").says("jmm.jmm:46").says(r#"print "!\n""#);
}

/// Thread methods require that their assertions are reached; main programs do not.
#[test]
fn assertions_that_are_not_reached_are_told() {
    let threads = |code: &str| {
        format!(
            "public class A {{ @interface thread {{}} static int x;\n@thread static void t0() {{\n{code}\n}}\n}}"
        )
    };
    let unreached = threads("int r = x;\nif (r == 1)\nassert r != 2;");
    let run = explain("A", &unreached, &["--model", "sc"]).exits(0).says("Forbidden by sc.");
    run.says("`assert r != 2;` in t0 is reached").says("A.java:5");
    let main = "public class A { static int x; public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { int r = x; if (r == 1) assert r != 2; });
        t.start();
        int r = x;
        assert r == 0;
    } }";
    explain("A", main, &["--model", "sc"]).exits(0).says("Allowed by sc");
}

/// Anything cut or refused proves nothing, and the reason names the place.
#[test]
fn what_is_not_looked_at_is_never_impossible() {
    const SPIN: &str = "import thinair.Thinair.thread;
public class Spin {
    int x;
    volatile boolean flag;
    @thread void writer() {
        x = 1;
        flag = true;
    }
    @thread void reader() {
        while (!flag) { }
        int r = x;
        assert r == 0;
    }
}
";
    let run = explain("Spin", SPIN, &["--model", "sc"]).exits(3);
    run.says("Unknown under sc").says("more than 32 actions are not covered");
    const WAIT: &str = "import thinair.Thinair.thread;
public class Wait {
    int x;
    @thread synchronized void writer() {
        x = 1;
        notify();
    }
    @thread synchronized void reader() throws InterruptedException {
        while (x == 0) {
            wait();
        }
        assert x == 0;
    }
}
";
    explain("Wait", WAIT, &["--model", "sc"]).exits(3).says("unsupported: wait and notify (Wait.java:6)");
}

#[test]
fn questions_that_make_no_sense_are_errors() {
    let none = explain("A", "class A { int x; void t() { x = 1; } }", &[]).exits(2);
    none.complains("no thread methods, no jcstress test and no main method").complains("hint");
    let parameter = "class A { @interface thread {} @thread void t(int x) { } }";
    explain("A", parameter, &[]).exits(2).complains("A.t(int) (A.java:1): the thread has parameters");
    let circle = "class A { @interface thread { String[] after(); } @thread(after = \"t\") void t() { } }";
    explain("A", circle, &[]).exits(2).complains("must come after itself");
    let silent = "class A { static int x; @interface thread {} @thread static void t() { x = 1; } }";
    explain("A", silent, &[]).exits(2).complains("nothing is asked");
    explain("A", silent, &["--outcome", "r=1"]).exits(2).complains("the program observes nothing");
    explain("A", silent, &["--model", "opmm"]).exits(2).complains("opmm is not given by axioms");
    let two = format!(
        "class A {{ static class P {{ {0} }} static class Q {{ {0} }} @interface thread {{}} }}",
        "static int x; @thread static void t() { int r = x; assert r == 0; }"
    );
    explain("A", &two, &[]).exits(2).complains("several tests: A$P, A$Q").complains("--class");
    explain("A", &two, &["--class", "R"]).exits(2).complains("has no class R");
    explain("A", &two, &["--class", "Q"]).exits(0).says("Allowed by jmm");
    explain("A", "class A { int ; }", &[]).exits(2);
}
