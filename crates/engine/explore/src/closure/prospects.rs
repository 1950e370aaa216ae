//! What a thread may still write, and what it must acquire first: detects early that a guess cannot come
//! true.
//!
//! Each thread is run on its own, with every read answered by every value that any thread may ever write
//! there, until no new value turns up. The possible writes from a position then include those of every
//! execution, so a guess outside of them is hopeless. So is a guess whose writer must first acquire something
//! that knows the read: the write would happen-after the read. This depends only on the program, not on the
//! races found so far.

use super::step::is_synchronisation;
use crate::visited::{Prints, fingerprint};
use event::{Action, Answer, Loc, Machine, Pending, SyncObj, ThreadId, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The most positions of threads, and values of a location, before the analysis gives up.
const MAX_POSITIONS: usize = 20_000;
const MAX_VALUES: usize = 64;
/// The most positions times writes.
const MAX_CELLS: usize = 1 << 20;

/// A position of a thread: everything that its future depends on, except for the answers it gets.
struct Position<S> {
    thread: ThreadId,
    state: S,
    next: BTreeSet<usize>,
    /// The numbers of the writes possible here.
    writes: BTreeSet<usize>,
    /// What the action here acquires, as a bit.
    acquires: u64,
}

/// What threads may still write, by position.
pub(super) struct Prospects {
    positions: Prints,
    writes: BTreeMap<(Loc, Value), usize>,
    objects: Vec<SyncObj>,
    /// Per position and write, what is acquired on every path to it, as bits; [`NEVER`] if there is no path.
    must: Vec<u64>,
}

/// The bit that stands for no object: the write is unreachable.
const NEVER: u64 = 1 << 63;

impl Prospects {
    /// Returns `None` if the machine does not separate threads, or if the analysis grows too large.
    pub(super) fn of<M: Machine>(machine: &M) -> Option<Prospects> {
        let analysis = Analysis {
            machine,
            prints: Prints::default(),
            positions: Vec::new(),
            values: BTreeMap::new(),
            writes: BTreeMap::new(),
            objects: Vec::new(),
        };
        analysis.run()
    }

    /// Whether the thread may still write this without acquiring anything that `knows` accepts.
    pub(super) fn may_write<M: Machine>(
        &self,
        (machine, state): (&M, &M::State),
        thread: ThreadId,
        (loc, value): (Loc, Value),
        knows: impl Fn(SyncObj) -> bool,
    ) -> bool {
        let Some(&write) = self.writes.get(&(loc, value)) else { return false };
        let mut key = Vec::new();
        let found =
            key_of(machine, state, thread, &mut key).and_then(|()| self.positions.find(fingerprint(&key)));
        let Some(at) = found else { return true };
        let must = self.must[at as usize * self.writes.len() + write];
        must & NEVER == 0
            && !self.objects.iter().enumerate().any(|(i, obj)| must >> i & 1 == 1 && knows(*obj))
    }
}

fn key_of<M: Machine>(machine: &M, state: &M::State, thread: ThreadId, out: &mut Vec<u8>) -> Option<()> {
    out.extend(thread.0.to_le_bytes());
    machine.encode_thread(state, thread, out).then_some(())
}

/// An answer to an action, and the write that then results.
type Answered = (Answer, Option<(Loc, Value)>);

struct Analysis<'a, M: Machine> {
    machine: &'a M,
    prints: Prints,
    positions: Vec<Position<M::State>>,
    values: BTreeMap<Loc, BTreeSet<Value>>,
    writes: BTreeMap<(Loc, Value), usize>,
    objects: Vec<SyncObj>,
}

impl<M: Machine> Analysis<'_, M> {
    fn run(mut self) -> Option<Prospects> {
        for thread in (0..self.machine.thread_count() as u16).map(ThreadId) {
            self.arrive(thread, self.machine.initial())?;
        }
        // Repeat all positions until no value is new: there are few values, hence few rounds.
        let mut before = (usize::MAX, usize::MAX);
        while before != (self.positions.len(), self.writes.len()) {
            before = (self.positions.len(), self.writes.len());
            let mut at = 0;
            while at < self.positions.len() {
                self.expand(at)?;
                at += 1;
            }
        }
        let must = self.must_acquire()?;
        Some(Prospects { positions: self.prints, writes: self.writes, objects: self.objects, must })
    }

    fn arrive(&mut self, thread: ThreadId, state: M::State) -> Option<usize> {
        let mut key = Vec::new();
        key_of(self.machine, &state, thread, &mut key)?;
        let new = self.positions.len();
        if let Some(at) = self.prints.find_or_insert(fingerprint(&key), new as u64) {
            return Some(*at as usize);
        }
        let acquires = match self.machine.pending(&state, thread) {
            Pending::Action(action) => self.acquired(&state, &action),
            _ => 0,
        };
        let (next, writes) = (BTreeSet::new(), BTreeSet::new());
        self.positions.push(Position { thread, state, next, writes, acquires });
        (new < MAX_POSITIONS).then_some(new)
    }

    fn expand(&mut self, at: usize) -> Option<()> {
        let (thread, state) = (self.positions[at].thread, self.positions[at].state.clone());
        let action = match self.machine.pending(&state, thread) {
            Pending::Action(action) => action,
            // When the thread continues depends on others.
            Pending::Blocked(_) => return None,
            Pending::Ended | Pending::Diverged | Pending::Cut(_) => return Some(()),
        };
        for (answer, written) in self.answers(&state, &action)? {
            if let Some((loc, value)) = written {
                let number = self.writes.len();
                let number = *self.writes.entry((loc, value)).or_insert(number);
                self.positions[at].writes.insert(number);
                self.values_of(&state, loc)?.insert(value);
            }
            let mut next = state.clone();
            self.machine.resume(&mut next, thread, answer);
            let next = self.arrive(thread, next)?;
            self.positions[at].next.insert(next);
        }
        Some(())
    }

    fn values_of(&mut self, state: &M::State, loc: Loc) -> Option<&mut BTreeSet<Value>> {
        let initial = self.machine.location(state, loc).initial;
        let values = self.values.entry(loc).or_insert_with(|| BTreeSet::from([initial]));
        (values.len() <= MAX_VALUES).then_some(values)
    }

    /// The possible answers to an action, and the resulting writes.
    fn answers(&mut self, state: &M::State, action: &Action) -> Option<Vec<Answered>> {
        let seen: Vec<Value> = match action {
            // The effect of the action depends on other threads.
            Action::Internal(_) => return None,
            Action::Read { loc, .. } | Action::Rmw { loc, .. } => {
                self.values_of(state, *loc)?.iter().copied().collect()
            }
            _ => vec![Value::default()],
        };
        let ways = seen.into_iter().flat_map(|value| action.ways(value));
        Some(ways.map(|way| (way.answer, way.kind.loc().zip(way.written))).collect())
    }

    /// The object that an action acquires from, as a bit; 0 for none, or if there are too many.
    fn acquired(&mut self, state: &M::State, action: &Action) -> u64 {
        let obj = match *action {
            Action::Lock(m) => SyncObj::Monitor(m),
            Action::Join(other) => SyncObj::End(other),
            Action::Read { loc, .. } | Action::Rmw { loc, .. }
                if is_synchronisation(self.machine.location(state, loc)) =>
            {
                SyncObj::Volatile(loc)
            }
            _ => return 0,
        };
        let known = self.objects.iter().position(|o| *o == obj);
        let number = known.unwrap_or_else(|| {
            self.objects.push(obj);
            self.objects.len() - 1
        });
        1u64.checked_shl(number as u32).map_or(0, |bit| bit & !NEVER)
    }

    /// Computes per position and write what is acquired on every path to it: the greatest solution of "what
    /// is acquired here, and on all paths from the next positions".
    fn must_acquire(&self) -> Option<Vec<u64>> {
        let writes = self.writes.len();
        let size = self.positions.len() * writes;
        let mut must = vec![u64::MAX; (size <= MAX_CELLS).then_some(size)?];
        for (at, position) in self.positions.iter().enumerate() {
            position.writes.iter().for_each(|w| must[at * writes + w] = 0);
        }
        let mut changed = true;
        while changed {
            changed = false;
            // Backwards, because later positions were mostly found later.
            for (at, position) in self.positions.iter().enumerate().rev() {
                for write in 0..writes {
                    // A position without a path to the write has all bits set, and so restricts nothing.
                    let ways = position.next.iter().map(|next| must[next * writes + write]);
                    let after = ways.fold(u64::MAX, |all, way| all & way) | position.acquires;
                    let now = must[at * writes + write] & after;
                    changed |= now != must[at * writes + write];
                    must[at * writes + write] = now;
                }
            }
        }
        Some(must)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "Java t { x = 0; y = 0; monitor m; } Thread0 { int r = y; if (r == 2) x = 3; } \
        Thread1 { synchronized (m) { y = 1; } y = 2; } exists (x=3)";

    #[test]
    fn a_thread_may_write_what_depends_on_what_others_write_and_nothing_else() {
        let program = litmus::load("t", PROGRAM).expect("it compiles");
        let prospects = Prospects::of(&program).expect("it is small");
        let (x, mut state) = (program.observed_locations()[0], program.initial());
        let may = |state: &_, value| {
            prospects.may_write((&program, state), ThreadId(0), (x, Value(value)), |_| false)
        };
        assert!(may(&state, 3) && !may(&state, 0) && !may(&state, 1));
        program.resume(&mut state, ThreadId(0), Answer::Value(Value(1)));
        assert!(!may(&state, 3), "it took the other branch");
    }

    #[test]
    fn a_write_behind_a_lock_is_hopeless_once_the_lock_knows_the_read() {
        let program = litmus::load("t", PROGRAM).expect("it compiles");
        let prospects = Prospects::of(&program).expect("it is small");
        let y = Loc(1 - program.observed_locations()[0].0);
        let may = |state: &_, value, lock_knows| {
            prospects.may_write((&program, state), ThreadId(1), (y, Value(value)), |_| lock_knows)
        };
        let mut state = program.initial();
        assert!(may(&state, 1, false) && !may(&state, 1, true) && !may(&state, 2, true));
        program.resume(&mut state, ThreadId(1), Answer::Done);
        assert!(may(&state, 1, true) && may(&state, 2, true), "it has the lock already");
    }
}
