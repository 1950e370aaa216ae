//! Any bytes, read as text, are a jmm model or an error with a position; never a panic. A model that loads
//! can be expanded for any number of threads, locations and executions, and judge an execution if it guesses
//! nothing.

#![no_main]

use event::{EventKind, ExecutionBuilder, Loc, ReadMode, ThreadId, Value, WriteMode};
use libfuzzer_sys::fuzz_target;
use axioms::cat::CatModel;
use axioms::cat::program::{Shape, Step};
use axioms::{Coherence, Graph};

fuzz_target!(|bytes: &[u8]| {
    let source = String::from_utf8_lossy(bytes);
    match CatModel::parse("fuzz.jmm", &source) {
        Ok(model) => expand(&model),
        Err(error) => {
            assert!(error.line >= 1 && error.column >= 1 && !error.message.is_empty());
            // Rendering the error must work as well, and stay short however long the file is.
            assert!(error.to_string().len() < 4000);
        }
    }
});

fn expand(model: &CatModel) {
    for shape in [(0, 1, 1), (1, 2, 0), (3, 0, 3)] {
        let (k, threads, locations) = shape;
        drop(model.program(Shape { k, threads, locations }));
    }
    let Ok(program) = model.program(Shape { k: 0, threads: 2, locations: 1 }) else { return };
    let guesses = |step: &Step| matches!(step, Step::Choose(_) | Step::Guess(_));
    if !program.steps.iter().any(guesses) {
        judge(model);
    }
}

/// A write, and a read of another thread that sees it.
fn judge(model: &CatModel) {
    let mut builder = ExecutionBuilder::new(2);
    let (x, one) = (Loc(0), Some(Value(1)));
    let write = builder.push(ThreadId(0), EventKind::Write(x, WriteMode::Release), None, one, None);
    builder.push(ThreadId(1), EventKind::Read(x, ReadMode::Acquire), one, None, Some(write));
    let execution = builder.build().expect("happens-before is acyclic");
    let mut co = Coherence::none();
    co.set(x, vec![write]);
    let graph = Graph::new(&execution, &co).expect("two events");
    drop(model.judge(&graph));
}
