//! Executions and certificates for tests, written as scripts.
//!
//! A script is the list of actions in the order in which synchronisation actions are ordered; the n-th word
//! makes event n. `0` is the next action of thread 0, `0:1@4` a read (or update) of thread 0 that sees value
//! 1 written by event 4, and `0:0` one that sees the default write. `0:0!` is a weak compare-and-set that
//! fails spuriously.
#![allow(dead_code, reason = "each test file uses its part")]

use event::{
    Action, Answer, Certificate, CommitStep, Event, EventId, EventKind, Execution, ExecutionBuilder, Machine,
    Pending, RuleSet, SyncObj, ThreadId, Value,
};
use jls::CertificateRejection;
use litmus::Program;
use std::collections::{BTreeMap, BTreeSet};

/// A test of the corpus, by path below `tests/litmus` without extension.
pub fn corpus(name: &str) -> Program {
    let path = format!("{}/../../../tests/litmus/{name}.litmus", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    litmus::load(&path, &text).unwrap_or_else(|error| panic!("{error:?}"))
}

/// A program from an init block and threads.
pub fn program(text: &str) -> Program {
    litmus::load("test", &format!("Java test\n{text}\n")).unwrap_or_else(|error| panic!("{error:?}"))
}

/// A parsed word of a script.
struct Word {
    thread: ThreadId,
    read: Option<Value>,
    rf: Option<EventId>,
    fails: bool,
}

fn parse(word: &str) -> Word {
    let (word, fails) = word.strip_suffix('!').map_or((word, false), |word| (word, true));
    let (word, rf) = word.split_once('@').map_or((word, None), |(word, rf)| (word, Some(rf)));
    let (thread, read) = word.split_once(':').map_or((word, None), |(thread, read)| (thread, Some(read)));
    Word {
        thread: ThreadId(thread.parse().expect("a thread")),
        read: read.map(|value| Value(value.parse().expect("a value"))),
        rf: rf.map(|event| EventId(event.parse().expect("an event"))),
        fails,
    }
}

/// Performs the pending action as a word says; returns its kind, the value written and the answer.
fn perform(action: &Action, word: &Word) -> (EventKind, Option<Value>, Answer) {
    let read = || word.read.expect("the script gives the value of a read");
    let quiet = |kind| (kind, None, Answer::Done);
    match action {
        Action::Read { loc, mode } => (EventKind::Read(*loc, *mode), None, Answer::Value(read())),
        Action::Write { loc, mode, value } => (EventKind::Write(*loc, *mode), Some(*value), Answer::Done),
        Action::Rmw { loc, mode, op } => match op.apply(read()).filter(|_| !word.fails) {
            None => (EventKind::Read(*loc, mode.read()), None, Answer::Rmw { old: read(), written: false }),
            new => (EventKind::Rmw(*loc, *mode), new, Answer::Rmw { old: read(), written: true }),
        },
        Action::Fence(fence) => quiet(EventKind::Fence(*fence)),
        Action::Freeze(loc) => quiet(EventKind::Freeze(*loc)),
        Action::Lock(monitor) => quiet(EventKind::Lock(*monitor)),
        Action::Unlock(monitor) => quiet(EventKind::Unlock(*monitor)),
        Action::Start(thread) => quiet(EventKind::Start(*thread)),
        Action::Join(thread) => quiet(EventKind::Join(*thread)),
        Action::External(_) => quiet(EventKind::External),
        Action::Internal(_) => panic!("no litmus program has one"),
        Action::Fail(_) => quiet(EventKind::Fail),
        Action::End => quiet(EventKind::End),
    }
}

/// The execution of a script. It checks only that each thread has an action to perform.
pub fn run(program: &Program, script: &str) -> Execution {
    let mut builder = ExecutionBuilder::new(program.thread_count());
    let mut state = program.initial();
    for word in script.split_whitespace().map(parse) {
        let Pending::Action(action) = program.pending(&state, word.thread) else {
            panic!("{script}: {} has no action left", word.thread)
        };
        let (kind, written, answer) = perform(&action, &word);
        let id = builder.push(word.thread, kind, word.read, written, word.rf);
        builder.synchronise(id);
        program.resume(&mut state, word.thread, answer);
    }
    builder.build().unwrap_or_else(|refusal| panic!("{script}: {refusal:?}"))
}

/// The execution after a change of its events or synchronisation orders.
pub fn changed(
    execution: &Execution,
    change: impl FnOnce(&mut Vec<Event>, &mut BTreeMap<SyncObj, Vec<EventId>>),
) -> Execution {
    let (mut events, mut so) = (execution.events().to_vec(), execution.so().clone());
    change(&mut events, &mut so);
    let mut builder = ExecutionBuilder::new(execution.thread_count());
    for e in events {
        builder.push(e.thread, e.kind, e.read, e.written, e.rf);
    }
    so.into_iter().for_each(|(object, order)| builder.set_so(object, order));
    builder.build().expect("happens-before stays acyclic")
}

/// A step: the committed events of E, each with its event in the script's execution.
pub fn step(program: &Program, script: &str, label: &[(u32, u32)]) -> CommitStep {
    let label: BTreeMap<EventId, EventId> = label.iter().map(|&(e, a)| (EventId(e), EventId(a))).collect();
    CommitStep { committed: label.keys().copied().collect(), speculative: run(program, script), label }
}

/// A step in which committed events have the same numbers in E and E_i.
pub fn same(program: &Program, script: &str, committed: &[u32]) -> CommitStep {
    step(program, script, &committed.iter().map(|&e| (e, e)).collect::<Vec<_>>())
}

/// A certificate: these steps, followed by two in which E itself justifies its actions, first all but the
/// reads.
pub fn certificate(rules: RuleSet, execution: Execution, mut steps: Vec<CommitStep>) -> Certificate {
    let label: BTreeMap<EventId, EventId> = execution.ids().map(|e| (e, e)).collect();
    let all: BTreeSet<EventId> = execution.ids().collect();
    let earlier = steps.last().map_or_else(BTreeSet::new, |step| step.committed.clone());
    let is_early = |e: &EventId| earlier.contains(e) || !execution.event(*e).kind.is_read();
    for committed in [all.iter().copied().filter(is_early).collect(), all.clone()] {
        steps.push(CommitStep { committed, speculative: execution.clone(), label: label.clone() });
    }
    Certificate { rules, execution, steps }
}

/// The first words of the rules that are violated, without repetition.
pub fn violated(program: &Program, certificate: &Certificate) -> Vec<&'static str> {
    let found = jls::violations(program, certificate);
    assert_eq!(jls::check_certificate(program, certificate).err().as_ref(), found.first());
    let name = |refusal: &CertificateRejection| refusal.rule.split(": ").next().expect("a word");
    let mut names: Vec<&str> = Vec::new();
    found.iter().map(name).for_each(|n| {
        if !names.contains(&n) {
            names.push(n)
        }
    });
    names
}

/// The rules that the same steps violate, by the original and by the revised definition.
pub fn verdicts(program: &Program, execution: &Execution, steps: &[CommitStep]) -> [Vec<&'static str>; 2] {
    [RuleSet::Original, RuleSet::Revised]
        .map(|rules| violated(program, &certificate(rules, execution.clone(), steps.to_vec())))
}
