//! Programs of the tests, and names of executions that are independent of the search.
#![allow(dead_code, reason = "each test file uses a part")]

use event::{EventKind, Machine};
use graphs::{AnyGraph, End, FoundGraph, GraphLimits, GraphModel, Summary, explore};
use litmus::{Program, Rng};
use std::collections::BTreeSet;

/// A litmus test with these thread bodies.
pub fn program(init: &str, threads: &[String]) -> Program {
    let bodies: Vec<String> =
        threads.iter().enumerate().map(|(i, body)| format!("Thread{i} {{ {body} }}")).collect();
    load(&format!("Java family {{ {init} }} {}", bodies.join(" ")))
}

pub fn load(text: &str) -> Program {
    litmus::load("test", text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// `x0 = 0; x1 = 0; …`
pub fn variables(n: usize) -> String {
    (0..n).map(|i| format!("x{i} = 0;")).collect()
}

/// An event by thread and position.
fn name(graph: AnyGraph<'_>, event: usize) -> (u16, usize) {
    let thread = graph.node(event).thread;
    (thread.0, graph.thread(thread).filter(|&e| e < event).count())
}

/// The equivalence class of an execution: its events with sources, and the order of writes and of locks.
/// Waiting locks have not happened.
pub fn key<M: Machine>(found: &FoundGraph<'_, M>) -> String {
    let graph = found.graph();
    let mut lines = Vec::new();
    for event in (0..graph.len()).filter(|&e| !graph.is_waiting(e)) {
        let node = graph.node(event);
        let source = node.source().map(|s| name(graph, s));
        let value = (node.read, node.written, node.failed);
        lines.push(format!("{:?} {:?} {value:?} from {source:?}", name(graph, event), node.kind));
    }
    lines.sort();
    let snapshot = found.snapshot().expect("happens-before is acyclic");
    for (loc, order) in snapshot.co.iter() {
        let events = order.iter().map(|&e| snapshot.execution.event(e));
        lines.push(format!("{loc:?}: {:?}", events.map(|e| (e.thread.0, e.index)).collect::<Vec<_>>()));
    }
    lines.join("\n")
}

/// Explores, and requires that no execution is shown twice, that the model's predicate accepts each, and that
/// ends are reported correctly.
pub fn explore_checked<M: Machine, G: GraphModel>(machine: &M, model: &G, text: &str) -> Summary {
    let mut keys = BTreeSet::new();
    let summary = explore(machine, model, &GraphLimits::default(), |found| {
        let (name, end, key) = (model.name(), found.end(), key(found));
        found.graph().check(model).unwrap_or_else(|r| panic!("{name} accepts {r:?}\n{key}\n{text}"));
        let threads = (0..machine.thread_count()).map(|t| found.graph().thread(event::ThreadId(t as u16)));
        let last = threads.filter_map(|mut events| events.next_back());
        let open = last.filter(|&e| found.graph().node(e).kind != EventKind::End);
        assert_eq!(open.count() == 0, end == End::Finished, "{key}\n{text}");
        assert!(keys.insert(key.clone()), "{name} shows an execution twice, {end:?}:\n{key}\n{text}");
    });
    summary.unwrap_or_else(|overflow| panic!("{overflow}\n{text}"))
}

/// A random program with nested monitors, joins and starts inside them, and weak compare-and-sets.
pub fn nested(rng: &mut Rng) -> String {
    let threads = 2 + rng.usize(..2);
    let mut text = "Java nested { x = 0; volatile int v = 0; w = 0; monitor m, n; } ".to_owned();
    let spawned = (rng.usize(..100) < 30).then_some(threads - 1);
    for t in 0..threads {
        let mut registers = 0;
        let mut body = String::new();
        for _ in 0..1 + rng.usize(..2) {
            body += &section(rng, t, threads, 2, &mut registers);
        }
        if spawned.is_some() && t == 0 {
            body = match rng.bool() {
                true => format!("start Thread{}; {body}", threads - 1),
                false => format!("synchronized (m) {{ start Thread{}; {body} }}", threads - 1),
            };
        }
        text += &format!("Thread{t} {{ int r0, r1, r2, r3, r4, r5, r6, r7, r8; {body} }} ");
    }
    text + "locations [x; v; 0:r0; 1:r0; 0:r1; 1:r1]"
}

fn section(rng: &mut Rng, t: usize, threads: usize, depth: usize, registers: &mut usize) -> String {
    let mut fresh = || {
        *registers += 1;
        *registers - 1
    };
    match rng.usize(..12) {
        0..=3 if depth > 0 => {
            let monitor = if rng.usize(..100) < 60 { "m" } else { "n" };
            let inner: String =
                (0..1 + rng.usize(..2)).map(|_| section(rng, t, threads, depth - 1, registers)).collect();
            format!("synchronized ({monitor}) {{ {inner} }} ")
        }
        0 if t > 0 => format!("join Thread{}; ", rng.usize(..t)),
        1 if t + 1 < threads => format!("join Thread{}; ", t + 1),
        4 => format!("r{} = v.getAndAdd(1); ", fresh()),
        5 => format!("v = {}; ", 1 + rng.usize(..2)),
        6 => format!("r{} = v; ", fresh()),
        7 => format!(
            "if (r0 == 1) {{ x = {}; }} else {{ r{} = v.compareAndSet(0, 2); }} ",
            1 + rng.usize(..2),
            fresh()
        ),
        8 | 9 => format!("x = {}; ", 1 + rng.usize(..3)),
        _ => format!("r{} = x; ", fresh()),
    }
}
