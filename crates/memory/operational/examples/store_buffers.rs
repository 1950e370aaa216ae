//! A memory model driven by hand: `cargo run -p operational --example store_buffers`.
//!
//! A memory only determines what reads may see; which thread moves is decided here. Two threads each store to
//! their own variable and read the other's. Under TSO a store first goes into the buffer of its thread; it
//! reaches memory by a *flush*, which may happen at any later time.
#![allow(clippy::print_stdout, reason = "an example that prints what it does")]

use event::{
    Action, Loc, LocInfo, LocKind, ReadMode, RmwMode, RmwOp, Sharing, ThreadId, Value, WriteMode, Written,
};
use operational::{At, Flush, Memory, StoreBuffers};

const X: Loc = Loc(0);
const Y: Loc = Loc(1);
const T0: ThreadId = ThreadId(0);
const T1: ThreadId = ThreadId(1);

/// An access by a thread to a plain variable with initial value 0.
fn at(thread: ThreadId, loc: Loc) -> At {
    let info = LocInfo::variable(LocKind::Plain, Sharing::Shared, Value(0));
    At { thread, loc, info, fenced: false }
}

/// A memory model and its state.
struct Driver<M: Memory> {
    memory: M,
    state: M::State,
}

impl<M: Memory> Driver<M> {
    fn new(memory: M) -> Self {
        let state = memory.initial(2, &[T0, T1]);
        Driver { memory, state }
    }

    fn store(&mut self, thread: ThreadId, loc: Loc, value: i64) {
        // Tags distinguish writes of equal values; 0 means that only values matter.
        let written = Written { value: Value(value), tag: 0 };
        self.memory.write(&mut self.state, at(thread, loc), WriteMode::Plain, written);
    }

    /// Everything a read may see. Store buffers leave no choice; weaker models do.
    fn may_read(&self, thread: ThreadId, loc: Loc) -> Vec<i64> {
        self.memory.reads(&self.state, at(thread, loc), ReadMode::Plain).map(|seen| seen.value.0).collect()
    }

    /// Whether an atomic update of `x` can be performed now: under TSO it waits until the buffer of its
    /// thread is empty.
    fn can_update(&self, thread: ThreadId) -> bool {
        let add = Action::Rmw { loc: X, mode: RmwMode::Volatile, op: RmwOp::Add(Value(1)) };
        self.memory.ready(&self.state, thread, &add)
    }

    /// Flushes the oldest store of a thread to memory. Does nothing if its buffer is empty.
    fn flush(&mut self, thread: ThreadId) -> Option<(Loc, Written)> {
        self.memory.flush(&mut self.state, Flush { thread, choice: 0 })
    }
}

fn main() {
    let mut tso = Driver::new(StoreBuffers::tso(8));
    tso.store(T0, X, 1);
    tso.store(T1, Y, 1);
    println!("T0 has stored x = 1, T1 has stored y = 1; both stores are in buffers");
    println!("  T0 reads x: {:?} (its own store)", tso.may_read(T0, X));
    println!("  T0 reads y: {:?}", tso.may_read(T0, Y));
    println!("  T1 reads x: {:?}", tso.may_read(T1, X));
    println!("  T0 can update x atomically: {}", tso.can_update(T0));
    if let Some((loc, written)) = tso.flush(T0) {
        println!("a flush of T0 writes {} to {}", written.value, if loc == X { "x" } else { "y" });
    }
    println!("  T1 reads x: {:?}", tso.may_read(T1, X));
    println!("  T0 can update x atomically: {}", tso.can_update(T0));
    println!("  T0 reads y: {:?} (the store of T1 is still in its buffer)", tso.may_read(T0, Y));
}

#[test]
fn others_see_a_store_when_it_has_left_its_buffer() {
    let mut tso = Driver::new(StoreBuffers::tso(8));
    tso.store(T0, X, 1);
    assert_eq!((tso.may_read(T0, X), tso.may_read(T1, X), tso.can_update(T0)), (vec![1], vec![0], false));
    assert_eq!(tso.flush(T0), Some((X, Written { value: Value(1), tag: 0 })));
    assert_eq!((tso.may_read(T1, X), tso.can_update(T0)), (vec![1], true));
    assert_eq!(tso.flush(T0), None);
}
