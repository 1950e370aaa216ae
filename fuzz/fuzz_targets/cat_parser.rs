//! Any bytes, read as text, are a cat model or an error with a position; never a panic. A model that loads
//! can judge.

#![no_main]

use event::{EventKind, ExecutionBuilder, Loc, ReadMode, ThreadId, Value, WriteMode};
use libfuzzer_sys::fuzz_target;
use axioms::cat::CatModel;
use axioms::{Coherence, Graph};

fuzz_target!(|bytes: &[u8]| {
    let source = String::from_utf8_lossy(bytes);
    match CatModel::parse("fuzz.cat", &source) {
        Ok(model) => judge(&model),
        Err(error) => {
            assert!(error.line >= 1 && error.column >= 1 && !error.message.is_empty());
            // Rendering the error must work as well, and stay short however long the file is.
            assert!(error.to_string().len() < 4000);
        }
    }
});

/// Message passing with a release and an acquire.
fn judge(model: &CatModel) {
    let (x, y) = (Loc(0), Loc(1));
    let mut builder = ExecutionBuilder::new(2);
    let one = Some(Value(1));
    let wx = builder.push(ThreadId(0), EventKind::Write(x, WriteMode::Plain), None, one, None);
    let wy = builder.push(ThreadId(0), EventKind::Write(y, WriteMode::Release), None, one, None);
    builder.push(ThreadId(1), EventKind::Read(y, ReadMode::Acquire), one, None, Some(wy));
    builder.push(ThreadId(1), EventKind::Read(x, ReadMode::Plain), Some(Value(0)), None, None);
    let execution = builder.build().expect("happens-before is acyclic");
    let mut co = Coherence::none();
    co.set(x, vec![wx]);
    co.set(y, vec![wy]);
    let graph = Graph::new(&execution, &co).expect("four events");
    drop(model.judge(&graph));
}
