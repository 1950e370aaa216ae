//! Indistinguishable threads may be permuted: the outcomes of Java programs, and whether they deadlock or
//! fail, are the same whether the search uses that or not.
//!
//! The programs are random: a few threads with one body, created, started, held and joined in various ways,
//! some of which distinguish them (an argument, a name, a position in a static array, a result of their own,
//! work between the joins).

use crate::support;

use fastrand::Rng;
use std::collections::BTreeSet;
use std::path::Path;
use support::bench::Bench;
use verify::Model;
use verify::java::check_java;

/// The number of programs; the environment variable SYMMETRY overrides it.
const PROGRAMS: u64 = 60;
const STATES: u64 = 60_000;

fn one<'a>(draw: &mut Rng, of: &[&'a str]) -> &'a str {
    of[draw.usize(..of.len())]
}

/// What threads do. `id` is 0 unless they were given a number; `mine` is an array of their own or a shared
/// one.
const STATEMENTS: [&str; 21] = [
    "v++;",
    "w = v;",
    "v = w + 1;",
    "if (v == 1) w = 2;",
    "synchronized (lock) { p++; }",
    "synchronized (lock) { if (p == 0) p = v + 1; else w = p; }",
    "a.incrementAndGet();",
    "if (a.compareAndSet(0, 1)) w = 7;",
    "head = new Node(head, v);",
    "{ Node n = head; if (n != null) { n.value++; head = n.next; } }",
    "{ int[] t = {v, w}; w = t[0] + t[1]; }",
    "v = id;",
    "w = id + v;",
    "mine[0] = v;",
    "mine[0] += a.getAndIncrement();",
    "synchronized (lock) { lock.notify(); }",
    "synchronized (lock) { if (p < 2) { p++; lock.notifyAll(); } else lock.wait(1); }",
    "synchronized (lock) { synchronized (other) { p++; } }",
    "synchronized (other) { synchronized (lock) { p++; } }",
    "local.set(v); w = local.get();",
    "latch.countDown();",
];

/// What distinguishes threads although they were given nothing different.
const TELLING: [&str; 5] = [
    "v = Thread.currentThread().getName().endsWith(\"1\") ? 5 : v;",
    "w = (int) Thread.currentThread().getId();",
    "if (Thread.currentThread() == special) w = 9;",
    "owner = Thread.currentThread(); v = owner == Thread.currentThread() ? 1 : 2;",
    "if (v > 2) throw new IllegalStateException();",
];

/// How threads are created, started and joined; `%n` threads.
const WAYS: [&str; 14] = [
    "Thread[] ts = new Thread[%n]; for (int i = 0; i < %n; i++) { ts[i] = new Thread(() -> run(0, all)); ts[i].start(); } for (Thread t : ts) t.join();",
    "Thread[] ts = new Thread[%n]; for (int i = 0; i < %n; i++) ts[i] = new Thread(() -> run(0, all)); for (Thread t : ts) t.start(); for (int i = %n; i-- > 0; ) ts[i].join();",
    "Runnable task = () -> run(0, all); Thread x = new Thread(task), y = new Thread(task); x.start(); y.start(); x.join(); y.join();",
    "Runnable task = () -> run(0, all); Thread x = new Thread(task), y = new Thread(task); x.start(); y.start(); y.join(); observe(\"between\", v); x.join();",
    "ArrayList<Thread> ts = new ArrayList<>(); for (int i = 0; i < %n; i++) { ts.add(new Thread(() -> run(0, all))); ts.get(i).start(); } for (Thread t : ts) t.join();",
    "Thread[] ts = new Thread[%n]; for (int i = 0; i < %n; i++) { int id = i; ts[i] = new Thread(() -> run(id, all)); ts[i].start(); } for (Thread t : ts) t.join();",
    "kept = new Thread[%n]; for (int i = 0; i < %n; i++) kept[i] = new Thread(() -> run(0, all)); special = kept[0]; for (Thread t : kept) t.start(); for (Thread t : kept) t.join();",
    "int[][] own = new int[%n][1]; Thread[] ts = new Thread[%n]; for (int i = 0; i < %n; i++) { int[] my = own[i]; ts[i] = new Thread(() -> run(0, my)); ts[i].start(); } for (Thread t : ts) t.join(); for (int i = 0; i < %n; i++) observe(\"own\" + i, own[i][0]);",
    "Worker[] ts = new Worker[%n]; for (int i = 0; i < %n; i++) { ts[i] = new Worker(i / 2); ts[i].start(); } int sum = 0; for (Worker t : ts) { t.join(); sum += t.mine[0]; } observe(\"sum\", sum);",
    "Runnable task = () -> run(0, all); Thread x = new Thread(task), y = new Thread(task); x.start(); y.start(); x.join(); w += 10; y.join();",
    "Runnable task = () -> run(0, all); Thread x = new Thread(task); x.start(); new Thread(task).start(); x.join();",
    "Runnable task = () -> { v++; run(0, all); }; new Thread(task).start(); Thread x = new Thread(task); x.start(); x.join(); w = v * 10;",
    "for (int i = 0; i < %n; i++) new Thread(() -> { run(0, all); latch.countDown(); }).start(); latch.await();",
    "Runnable task = () -> run(0, all); Runnable outer = () -> { Thread z = new Thread(task); z.start(); run(0, all); try { z.join(); } catch (InterruptedException e) { w = 3; } }; Thread x = new Thread(outer), y = new Thread(outer); x.start(); y.start(); x.join(); y.join();",
];

fn program(class: &str, seed: u64) -> String {
    let mut draw = Rng::with_seed(seed);
    let way = one(&mut draw, &WAYS);
    let threads = 2 + draw.usize(..2);
    let mut body: Vec<&str> = (0..1 + draw.usize(..3)).map(|_| one(&mut draw, &STATEMENTS)).collect();
    if draw.usize(..4) == 0 {
        body.push(one(&mut draw, &TELLING));
    }
    let body = body.join("\n            ");
    let way = way.replace("%n", &threads.to_string());
    format!(
        "import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class {class} {{
    static class Node {{
        final Node next;
        volatile int value;
        Node(Node next, int value) {{ this.next = next; this.value = value; }}
    }}
    static class Worker extends Thread {{
        final int id;
        final int[] mine = new int[1];
        Worker(int id) {{ this.id = id; }}
        @Override public void run() {{ {class}.run(id, mine); }}
    }}
    static volatile int v, w;
    static int p;
    static volatile Node head;
    static final Object lock = new Object(), other = new Object();
    static final AtomicInteger a = new AtomicInteger();
    static final ThreadLocal<Integer> local = new ThreadLocal<>();
    static final CountDownLatch latch = new CountDownLatch({threads});
    static Thread[] kept;
    static volatile Thread special, owner;

    static void observe(String name, int value) {{
        thinair.Thinair.observe(name, value);
    }}

    static void run(int id, int[] mine) {{
        try {{
            if (v < 0) Thread.sleep(1);
            {body}
        }} catch (InterruptedException e) {{
            w = 8;
        }}
    }}

    public static void main(String[] args) throws Exception {{
        int[] all = new int[1];
        {way}
        observe(\"v\", v);
        observe(\"w\", w);
        synchronized (lock) {{ observe(\"p\", p); }}
        observe(\"a\", a.get());
        int n = 0;
        for (Node at = head; at != null; at = at.next) n = n * 10 + at.value;
        observe(\"head\", n);
    }}
}}
"
    )
}

/// What is compared: outcomes, and the kinds of findings.
fn answer(result: &verify::ModelResult) -> (BTreeSet<event::Outcome>, BTreeSet<String>, String) {
    let findings = result.findings.iter().map(|f| f.kind.to_string()).collect();
    (result.outcomes.clone(), findings, format!("{:?}", result.verdict))
}

#[test]
fn threads_that_change_places_change_nothing_else() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("symmetry");
    let bench = Bench::new(None, &folder).unwrap_or_else(|e| panic!("{e}"));
    let programs = std::env::var("SYMMETRY").map_or(PROGRAMS, |n| n.parse().expect("a number"));
    let texts: Vec<(String, String)> =
        (0..programs).map(|seed| (format!("Tw{seed}"), program(&format!("Tw{seed}"), seed))).collect();
    bench.compile(texts.iter().map(|(c, t)| (c.as_str(), t.as_str()))).unwrap_or_else(|e| panic!("{e}"));
    let (mut fewer, mut compared, mut states) = (0, 0, (0, 0));
    for (class, text) in &texts {
        let check = |symmetry| {
            let program = bench.program(class, &[]).unwrap_or_else(|e| panic!("{e}"));
            let options = verify::Options { states: Some(STATES), symmetry, ..verify::Options::default() };
            check_java(&program, Model::Sc, &options, &|_: &str| std::sync::Arc::default())
        };
        let (apart, alike) = (check(false), check(true));
        if !apart.complete {
            continue;
        }
        compared += 1;
        fewer += u64::from(alike.stats.states < apart.stats.states);
        states = (states.0 + apart.stats.states, states.1 + alike.stats.states);
        assert_eq!(answer(&apart), answer(&alike), "{text}");
        assert!(alike.stats.states <= apart.stats.states, "{text}");
    }
    // A search that does not use symmetry, or compares nothing, would prove nothing.
    assert!(
        compared > programs * 3 / 4 && fewer > programs / 6,
        "{compared} compared, {fewer} with fewer states, {states:?}"
    );
}
