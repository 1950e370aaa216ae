//! Each axiom is needed: for each, an execution that violates only this axiom and is rejected with its name
//! and witnesses.

use axioms::Axioms::{OpMm, Pso, Sc, Tso};
use axioms::{AxiomaticModel, Axioms, Coherence, Graph, Overflow, check};
use event::{
    EventId, EventKind, Execution, ExecutionBuilder, Fence, Loc, MonitorId, ReadMode, Rejection, RmwMode,
    SyncObj, ThreadId, Value, WriteMode,
};

const X: Loc = Loc(0);
const Y: Loc = Loc(1);
const M: MonitorId = MonitorId(0);

/// Adds events; each write is appended to coherence, each synchronisation action to its object, in the order
/// written.
struct Sketch {
    builder: ExecutionBuilder,
    co: Coherence,
}

impl Sketch {
    fn new() -> Self {
        Sketch { builder: ExecutionBuilder::new(4), co: Coherence::none() }
    }

    fn add(
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

    fn write(&mut self, t: u16, loc: Loc, value: i64) -> EventId {
        self.add(t, EventKind::Write(loc, WriteMode::Plain), None, Some(value), None)
    }

    fn read(&mut self, t: u16, loc: Loc, value: i64, rf: Option<EventId>) -> EventId {
        self.add(t, EventKind::Read(loc, ReadMode::Plain), Some(value), None, rf)
    }

    fn volatile_write(&mut self, t: u16, loc: Loc, value: i64) -> EventId {
        self.add(t, EventKind::Write(loc, WriteMode::Volatile), None, Some(value), None)
    }

    fn volatile_read(&mut self, t: u16, loc: Loc, value: i64, rf: Option<EventId>) -> EventId {
        self.add(t, EventKind::Read(loc, ReadMode::Volatile), Some(value), None, rf)
    }

    fn update(&mut self, t: u16, loc: Loc, old: i64, new: i64, rf: Option<EventId>) -> EventId {
        self.add(t, EventKind::Rmw(loc, RmwMode::Volatile), Some(old), Some(new), rf)
    }

    fn other(&mut self, t: u16, kind: EventKind) -> EventId {
        self.add(t, kind, None, None, None)
    }

    fn build(self) -> (Execution, Coherence) {
        (self.builder.build().expect("happens-before is acyclic"), self.co)
    }

    #[track_caller]
    fn refused(self, models: &[Axioms], axiom: &str, witness: &[EventId]) {
        let (execution, co) = self.build();
        for &model in models {
            let refusal = check(model, &execution, &co).expect_err(axiom);
            assert!(refusal.axiom.starts_with(axiom), "{model:?} says {refusal:?}");
            assert_eq!(refusal.witness, witness, "{model:?}: {}", refusal.axiom);
        }
        for model in Axioms::ALL.into_iter().filter(|model| !models.contains(model)) {
            assert_eq!(check(model, &execution, &co), Ok(()), "{model:?} should accept");
        }
    }
}

#[test]
fn a_source_must_have_written_the_value_to_the_location() {
    let mut s = Sketch::new();
    let w = s.write(0, X, 1);
    let r = s.read(1, X, 2, Some(w));
    s.refused(&Axioms::ALL, "reads-from", &[w, r]);
    let mut s = Sketch::new();
    let w = s.write(0, X, 1);
    let r = s.read(1, Y, 1, Some(w));
    s.refused(&Axioms::ALL, "reads-from", &[w, r]);
}

#[test]
fn synchronisation_and_coherence_orders_are_total() {
    let mut s = Sketch::new();
    let lock = s.other(0, EventKind::Lock(M));
    s.builder.set_so(SyncObj::Monitor(M), vec![]);
    s.refused(&Axioms::ALL, "synchronisation order is total", &[lock]);
    let mut s = Sketch::new();
    let w = s.write(0, X, 1);
    s.co = Coherence::none();
    s.refused(&[Sc, Tso, Pso], "coherence is total", &[w]);
}

#[test]
fn monitors_exclude() {
    let mut s = Sketch::new();
    let first = s.other(0, EventKind::Lock(M));
    s.other(0, EventKind::Lock(M));
    s.other(0, EventKind::Unlock(M));
    let second = s.other(1, EventKind::Lock(M));
    s.refused(&Axioms::ALL, "mutual exclusion", &[first, second]);
    let mut s = Sketch::new();
    let unlock = s.other(0, EventKind::Unlock(M));
    s.refused(&Axioms::ALL, "mutual exclusion", &[unlock]);
}

#[test]
fn updates_follow_their_source_immediately() {
    let mut s = Sketch::new();
    let w = s.write(0, X, 1);
    let between = s.write(1, X, 2);
    let kind = EventKind::Rmw(X, RmwMode::Plain);
    let update = s.add(2, kind, Some(1), Some(3), Some(w));
    s.refused(&[Sc, Tso, Pso], "atomicity", &[w, between, update]);
}

#[test]
fn a_volatile_read_sees_the_latest_write() {
    let mut s = Sketch::new();
    let w = s.volatile_write(0, X, 1);
    let overwriter = s.volatile_write(1, X, 2);
    let r = s.volatile_read(2, X, 1, Some(w));
    // In so the read comes last; the other models place it by rf and co alone.
    s.refused(&[OpMm], "so-consistency", &[w, overwriter, r]);
    let mut s = Sketch::new();
    let first = s.update(0, X, 0, 1, None);
    let second = s.update(1, X, 0, 1, None);
    let (execution, co) = s.build();
    let refusal = check(OpMm, &execution, &co).unwrap_err();
    assert_eq!(
        (refusal.axiom, refusal.witness),
        ("so-consistency: latest volatile write", vec![first, second])
    );
}

#[test]
fn a_read_does_not_see_its_own_future() {
    let mut s = Sketch::new();
    let r = s.read(0, X, 1, None);
    let w = s.write(0, X, 1);
    s.builder.set_rf(r, Some(w));
    let (execution, co) = s.build();
    let refuse = |model: Axioms| check(model, &execution, &co).unwrap_err();
    assert_eq!(refuse(OpMm), Rejection { axiom: "hb-consistency: future write", witness: vec![r, w] });
    assert!(refuse(Sc).axiom.starts_with("sc:"));
    assert!(refuse(Tso).axiom.starts_with("sc-per-location"));
}

#[test]
fn a_read_does_not_see_an_overwritten_write() {
    let mut s = Sketch::new();
    let w = s.write(0, X, 1);
    let v = s.volatile_write(0, Y, 1);
    s.volatile_read(1, Y, 1, Some(v));
    let overwriter = s.write(1, X, 2);
    let r = s.read(1, X, 1, Some(w));
    let (execution, co) = s.build();
    let refusal = check(OpMm, &execution, &co).unwrap_err();
    assert_eq!(refusal, Rejection { axiom: "hb-consistency: overwritten", witness: vec![w, overwriter, r] });
}

#[test]
fn a_read_does_not_see_the_default_after_a_write() {
    let mut s = Sketch::new();
    s.other(0, EventKind::Start(ThreadId(1)));
    let w = s.write(1, X, 1);
    s.other(1, EventKind::End);
    s.other(0, EventKind::Join(ThreadId(1)));
    let r = s.read(0, X, 0, None);
    let (execution, co) = s.build();
    let refusal = check(OpMm, &execution, &co).unwrap_err();
    assert_eq!(refusal, Rejection { axiom: "hb-consistency: default overwritten", witness: vec![w, r] });
    for model in [Sc, Tso, Pso] {
        assert!(check(model, &execution, &co).is_err());
    }
}

#[test]
fn load_buffering_is_a_cycle_of_program_order_and_reads_from() {
    let mut s = Sketch::new();
    let r0 = s.read(0, X, 1, None);
    let w0 = s.write(0, Y, 1);
    let r1 = s.read(1, Y, 1, Some(w0));
    let w1 = s.write(1, X, 1);
    s.builder.set_rf(r0, Some(w1));
    let (execution, co) = s.build();
    for (model, axiom) in [(Sc, "sc:"), (Tso, "tso:"), (Pso, "pso:"), (OpMm, "opmm:")] {
        let refusal = check(model, &execution, &co).unwrap_err();
        assert!(refusal.axiom.starts_with(axiom), "{refusal:?}");
        assert_eq!(refusal.witness, [r0, w0, r1, w1]);
    }
}

#[test]
fn opmm_refuses_a_cycle_through_synchronisation_order() {
    // Pitfall 11: r0=y (1); r1=v (0) | v=1; y=1.
    let mut s = Sketch::new();
    let ry = s.read(0, Y, 1, None);
    let rv = s.volatile_read(0, X, 0, None);
    let wv = s.volatile_write(1, X, 1);
    let wy = s.write(1, Y, 1);
    s.builder.set_rf(ry, Some(wy));
    s.refused(&Axioms::ALL, "", &[ry, rv, wv, wy]);
}

#[test]
fn store_buffering_is_refused_by_sc_alone() {
    let mut s = Sketch::new();
    let w0 = s.write(0, X, 1);
    let r0 = s.read(0, Y, 0, None);
    let w1 = s.write(1, Y, 1);
    let r1 = s.read(1, X, 0, None);
    s.refused(&[Sc], "sc:", &[w0, r0, w1, r1]);
}

#[test]
fn message_passing_is_refused_where_writes_stay_in_order() {
    let mut s = Sketch::new();
    let wx = s.write(0, X, 1);
    let wy = s.write(0, Y, 1);
    let ry = s.read(1, Y, 1, Some(wy));
    let rx = s.read(1, X, 0, None);
    s.refused(&[Sc, Tso], "", &[wx, wy, ry, rx]);
    let mut s = Sketch::new();
    let wx = s.write(0, X, 1);
    s.other(0, EventKind::Fence(Fence::StoreStore));
    let wy = s.write(0, Y, 1);
    let ry = s.read(1, Y, 1, Some(wy));
    let rx = s.read(1, X, 0, None);
    s.refused(&[Sc, Tso, Pso], "", &[wx, wy, ry, rx]);
}

#[test]
fn sc_per_location_refuses_to_read_behind_the_own_write() {
    // The global axiom alone does not detect this: the thread's own write may still be in the buffer.
    let mut s = Sketch::new();
    let other = s.write(1, X, 2);
    let own = s.write(0, X, 1);
    let r = s.read(0, X, 2, Some(other));
    let (execution, co) = s.build();
    for model in [Tso, Pso] {
        let refusal = check(model, &execution, &co).unwrap_err();
        assert!(refusal.axiom.starts_with("sc-per-location"));
        assert_eq!(refusal.witness, [own, r]);
    }
    assert_eq!(check(OpMm, &execution, &co), Ok(()));
}

#[test]
fn a_failed_update_empties_the_buffer_and_an_ordinary_read_does_not() {
    let mut s = Sketch::new();
    let z = Loc(2);
    s.write(0, X, 1);
    let failed = s.volatile_read(0, z, 0, None);
    s.read(0, Y, 0, None);
    s.volatile_write(1, Y, 1);
    s.read(1, X, 0, None);
    let (execution, co) = s.build();
    let graph = Graph::new(&execution, &co).unwrap();
    assert_eq!(Tso.check(&graph), Ok(()));
    assert!(Tso.check(&graph.with_failed_updates([failed])).is_err());
}

#[test]
fn more_than_64_events_are_refused_as_too_many() {
    let mut s = Sketch::new();
    for value in 0..65 {
        s.write(0, X, value);
    }
    let (execution, co) = s.build();
    assert_eq!(Graph::new(&execution, &co).err(), Some(Overflow::Events(65)));
}
