//! Executions written down event by event.

use axioms::cat::{Acceptance, CatModel};
use axioms::{Coherence, Graph};
use event::{EventId, EventKind, Execution, ExecutionBuilder, Loc, ReadMode, ThreadId, Value, WriteMode};

/// Each write is appended to coherence, each synchronisation action to its object, in the order written.
#[derive(Clone)]
pub struct Sketch {
    builder: ExecutionBuilder,
    co: Coherence,
}

impl Sketch {
    pub fn new() -> Self {
        Sketch { builder: ExecutionBuilder::new(4), co: Coherence::none() }
    }

    pub fn add(
        &mut self,
        t: u16,
        kind: EventKind,
        read: Option<i64>,
        written: Option<i64>,
        rf: Option<EventId>,
    ) -> EventId {
        let id = self.builder.push(ThreadId(t), kind, read.map(Value), written.map(Value), rf);
        self.builder.synchronise(id);
        if let (Some(loc), Some(_)) = (kind.loc(), written) {
            let order = [self.co.order(loc), &[id]].concat();
            self.co.set(loc, order);
        }
        id
    }

    pub fn write(&mut self, t: u16, loc: Loc, value: i64) -> EventId {
        self.add(t, EventKind::Write(loc, WriteMode::Plain), None, Some(value), None)
    }

    pub fn read(&mut self, t: u16, loc: Loc, value: i64, rf: Option<EventId>) -> EventId {
        self.add(t, EventKind::Read(loc, ReadMode::Plain), Some(value), None, rf)
    }

    pub fn build(self) -> (Execution, Coherence) {
        (self.builder.build().expect("happens-before is acyclic"), self.co)
    }

    pub fn judge(&self, model: &CatModel) -> Acceptance {
        let (execution, co) = self.clone().build();
        model.judge(&Graph::new(&execution, &co).expect("few events")).expect("few choices")
    }
}
