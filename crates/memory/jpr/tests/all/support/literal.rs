//! Figs. 5–8 taken literally, as an oracle: whole paths with their action sets and happens-before as a
//! relation on events, no state matching, no views. Small loop-free programs only.

use event::{
    Action, Answer, Loc, LocKind, Machine, MonitorId, Outcome, Pending, ReadMode, RmwOp, ThreadId, Value,
    WriteMode,
};
use jpr::Variant;
use std::collections::{BTreeMap, BTreeSet};

/// ⟨WRITE, t, x, n⟩; `None` is the default write.
type Aid = (Loc, Option<(ThreadId, u32)>);
type Set = BTreeSet<(Aid, Value)>;

/// The objects on which releases and acquires synchronise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Obj {
    Volatile(Loc),
    Monitor(MonitorId),
    Start(ThreadId),
    End(ThreadId),
}

#[derive(Clone)]
struct Path<S> {
    machine: S,
    started: BTreeSet<ThreadId>,
    ended: BTreeSet<ThreadId>,
    owners: BTreeMap<MonitorId, (ThreadId, u32)>,
    /// Per event: the events that happen-before it.
    hb: Vec<u128>,
    last: BTreeMap<ThreadId, usize>,
    releases: BTreeMap<Obj, Vec<usize>>,
    latest: BTreeMap<Loc, Value>,
    /// `ActionSet` and `Write`, with the event.
    write: BTreeMap<Aid, (Value, usize)>,
    impose: BTreeMap<Aid, Value>,
    /// `Read`: the future or past write that each read event saw.
    read: Vec<(usize, Aid)>,
}

impl<S> Path<S> {
    /// Adds an event after the thread's previous actions and these events.
    fn event(&mut self, t: ThreadId, after: &[usize]) -> usize {
        let earlier = after.iter().chain(self.last.get(&t));
        let before = earlier.fold(0, |set, &e| set | self.hb[e] | 1 << e);
        self.hb.push(before);
        self.last.insert(t, self.hb.len() - 1);
        assert!(self.hb.len() < 128, "an oracle for small programs");
        self.hb.len() - 1
    }

    fn before(&self, a: usize, b: usize) -> bool {
        self.hb[b] >> a & 1 == 1
    }

    fn released(&self, obj: Obj) -> Vec<usize> {
        self.releases.get(&obj).cloned().unwrap_or_default()
    }

    fn release(&mut self, obj: Obj, e: usize) {
        self.releases.entry(obj).or_default().push(e);
    }

    /// Whether another write to the location lies between the write and the event.
    fn hidden(&self, aid: Aid, e: usize) -> bool {
        let between = |(other, (_, w)): (&Aid, &(Value, usize))| {
            let after = aid.1.is_none() || self.before(self.write[&aid].1, *w);
            other.0 == aid.0 && *other != aid && after && self.before(*w, e)
        };
        self.write.iter().any(between)
    }
}

struct Oracle<'a, M> {
    machine: &'a M,
    /// `None` in the SC run.
    variant: Option<Variant>,
    old: Set,
    new: Set,
    outcomes: BTreeSet<Outcome>,
    paths: u64,
    budget: u64,
}

/// Outcomes and size of the final write set without default writes, or `None` if there are too many paths or
/// iterations.
pub fn run<M: Machine>(machine: &M, variant: Variant, budget: u64) -> Option<(BTreeSet<Outcome>, usize)> {
    let mut oracle = Oracle {
        machine,
        variant: None,
        old: Set::new(),
        new: Set::new(),
        outcomes: BTreeSet::new(),
        paths: 0,
        budget,
    };
    for _ in 0..8 {
        oracle.go(&oracle.initial());
        if oracle.paths > budget {
            return None;
        }
        if oracle.variant.is_some() && oracle.new == oracle.old {
            return Some((oracle.outcomes, oracle.new.len()));
        }
        oracle.old = oracle.new.clone();
        oracle.outcomes.clear();
        oracle.variant = Some(variant);
    }
    None
}

impl<M: Machine> Oracle<'_, M> {
    fn threads(&self) -> Vec<ThreadId> {
        (0..self.machine.thread_count() as u16).map(ThreadId).collect()
    }

    fn initial(&self) -> Path<M::State> {
        Path {
            machine: self.machine.initial(),
            started: self.threads().into_iter().filter(|t| self.machine.starts_running(*t)).collect(),
            ended: BTreeSet::new(),
            owners: BTreeMap::new(),
            hb: Vec::new(),
            last: BTreeMap::new(),
            releases: BTreeMap::new(),
            latest: BTreeMap::new(),
            write: BTreeMap::new(),
            impose: BTreeMap::new(),
            read: Vec::new(),
        }
    }

    fn go(&mut self, path: &Path<M::State>) {
        let mut is_end = true;
        for t in self.threads() {
            if self.paths > self.budget || !path.started.contains(&t) || path.ended.contains(&t) {
                continue;
            }
            let Pending::Action(action) = self.machine.pending(&path.machine, t) else { continue };
            let blocked = match action {
                Action::Lock(m) => path.owners.get(&m).is_some_and(|(owner, _)| *owner != t),
                Action::Join(other) => !path.ended.contains(&other),
                _ => false,
            };
            if !blocked {
                is_end = false;
                self.act(path, t, action);
            }
        }
        if is_end {
            self.end_of_path(path);
        }
    }

    fn end_of_path(&mut self, path: &Path<M::State>) {
        self.paths += 1;
        let justified = path.impose.keys().all(|aid| path.write.contains_key(aid));
        if justified || self.variant == Some(Variant::AsPrinted) {
            self.new.extend(path.write.iter().map(|(aid, (value, _))| (*aid, *value)));
        }
        if !justified || path.started != path.ended {
            return;
        }
        let mut tuples = vec![Vec::new()];
        for &loc in self.machine.observed_locations() {
            let finals = self.finals(path, loc);
            let extend = |tuple: &Vec<Value>| -> Vec<Vec<Value>> {
                finals.iter().map(|v| [tuple.as_slice(), &[*v]].concat()).collect()
            };
            tuples = tuples.iter().flat_map(extend).collect();
        }
        self.outcomes.extend(tuples.iter().map(|finals| self.machine.outcome(&path.machine, finals)));
    }

    /// Writes without a write that happens-after them.
    fn finals(&self, path: &Path<M::State>, loc: Loc) -> BTreeSet<Value> {
        let info = self.machine.location(&path.machine, loc);
        if info.kind == LocKind::Volatile {
            return BTreeSet::from([path.latest.get(&loc).copied().unwrap_or(info.initial)]);
        }
        let here = || path.write.iter().filter(move |(aid, _)| aid.0 == loc).map(|(_, write)| *write);
        let last = here().filter(|(_, e)| !here().any(|(_, later)| path.before(*e, later)));
        let finals: BTreeSet<Value> = last.map(|(value, _)| value).collect();
        if finals.is_empty() { BTreeSet::from([info.initial]) } else { finals }
    }

    fn act(&mut self, path: &Path<M::State>, t: ThreadId, action: Action) {
        let mut next = path.clone();
        match action {
            Action::Read { loc, mode: ReadMode::Plain } => return self.read(path, t, loc),
            Action::Write { loc, mode: WriteMode::Plain, value } => return self.write(next, t, loc, value),
            Action::Read { loc, .. } => {
                next.event(t, &path.released(Obj::Volatile(loc)));
                let value = self.latest(path, loc);
                return self.resume(next, t, Answer::Value(value));
            }
            Action::Write { loc, value, .. } => {
                let e = next.event(t, &[]);
                next.release(Obj::Volatile(loc), e);
                next.latest.insert(loc, value);
            }
            Action::Rmw { loc, op, .. } => return self.update(path, t, loc, op),
            Action::Lock(m) => {
                let free = !path.owners.contains_key(&m);
                let after = if free { path.released(Obj::Monitor(m)) } else { Vec::new() };
                next.event(t, &after);
                next.owners.entry(m).or_insert((t, 0)).1 += 1;
            }
            Action::Unlock(m) => {
                let e = next.event(t, &[]);
                next.owners.get_mut(&m).expect("owned").1 -= 1;
                if next.owners[&m].1 == 0 {
                    next.owners.remove(&m);
                    next.release(Obj::Monitor(m), e);
                }
            }
            Action::Start(child) => {
                let e = next.event(t, &[]);
                if next.started.insert(child) {
                    next.release(Obj::Start(child), e);
                    let first = path.hb.len();
                    next.last.insert(child, first);
                }
            }
            Action::Join(other) => {
                next.event(t, &path.released(Obj::End(other)));
            }
            Action::End => {
                let e = next.event(t, &[]);
                next.release(Obj::End(t), e);
                next.ended.insert(t);
            }
            _ => {
                next.event(t, &[]);
            }
        }
        self.resume(next, t, Answer::Done);
    }

    fn resume(&mut self, mut next: Path<M::State>, t: ThreadId, answer: Answer) {
        self.machine.resume(&mut next.machine, t, answer);
        self.go(&next);
    }

    fn latest(&self, path: &Path<M::State>, loc: Loc) -> Value {
        path.latest.get(&loc).copied().unwrap_or(self.machine.location(&path.machine, loc).initial)
    }

    fn update(&mut self, path: &Path<M::State>, t: ThreadId, loc: Loc, op: RmwOp) {
        let old = self.latest(path, loc);
        let spurious = matches!(op, RmwOp::CompareAndSet { may_fail_spuriously: true, .. });
        for new in [Some(op.apply(old)), spurious.then_some(None)].into_iter().flatten() {
            let mut next = path.clone();
            let e = next.event(t, &path.released(Obj::Volatile(loc)));
            if let Some(value) = new {
                next.latest.insert(loc, value);
                next.release(Obj::Volatile(loc), e);
            }
            self.resume(next, t, Answer::Rmw { old, written: new.is_some() });
        }
    }

    fn write(&mut self, mut next: Path<M::State>, t: ThreadId, loc: Loc, value: Value) {
        let mine = |aid: &&Aid| aid.0 == loc && aid.1.is_some_and(|(owner, _)| owner == t);
        let n = next.write.keys().filter(mine).count() as u32;
        let aid = (loc, Some((t, n)));
        let e = next.event(t, &[]);
        if next.impose.get(&aid).is_some_and(|v| *v != value) {
            return;
        }
        if next.read.iter().any(|(reader, seen)| *seen == aid && next.before(*reader, e)) {
            return;
        }
        next.write.insert(aid, (value, e));
        next.latest.insert(loc, value);
        self.resume(next, t, Answer::Done);
    }

    fn read(&mut self, path: &Path<M::State>, t: ThreadId, loc: Loc) {
        let initial = self.machine.location(&path.machine, loc).initial;
        let mut pairs: Set = self.old.iter().filter(|(aid, _)| aid.0 == loc).copied().collect();
        pairs.insert(((loc, None), initial));
        if self.variant == Some(Variant::Mended) {
            let own = path.write.iter().filter(|(aid, _)| aid.0 == loc);
            pairs.extend(own.map(|(aid, (value, _))| (*aid, *value)));
        }
        if self.variant.is_none() {
            let mut next = path.clone();
            next.event(t, &[]);
            return self.resume(next, t, Answer::Value(self.latest(path, loc)));
        }
        for (aid, value) in pairs {
            let mut next = path.clone();
            let e = next.event(t, &[]);
            let seen = if aid.1.is_none() || path.write.contains_key(&aid) {
                if next.hidden(aid, e) {
                    continue;
                }
                path.write.get(&aid).map_or(initial, |(written, _)| *written)
            } else {
                if *next.impose.entry(aid).or_insert(value) != value {
                    continue;
                }
                value
            };
            next.read.push((e, aid));
            self.resume(next, t, Answer::Value(seen));
        }
    }
}
