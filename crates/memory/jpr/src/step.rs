//! The steps of a path: the possible actions and their answers (Fig. 8).

use crate::path::{Path, Sight};
use crate::view::Views;
use crate::write_set::{WriteId, WriteSet};
use crate::{Unsupported, Variant};
use event::{
    Action, Answer, Loc, LocKind, Machine, Passes, Pending, ReadMode, RmwMode, RmwOp, SyncObj, SyncState,
    ThreadId, Value, WriteMode,
};

/// What a plain read sees.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reads<'a> {
    /// The latest write of the path: sequential consistency.
    Latest,
    /// Past writes that are not hidden, and known future writes.
    Relaxed {
        /// The writes that earlier iterations have seen.
        known: &'a WriteSet,
        /// Determines whether the path's own writes are known as well.
        variant: Variant,
    },
}

/// A state: the machine's, extended with the path's metadata.
#[derive(Debug, Clone)]
pub(crate) struct Node<S> {
    pub(crate) machine: S,
    pub(crate) path: Path,
}

/// A node after one further action.
pub(crate) struct Successor<S> {
    pub(crate) node: Node<S>,
    /// The plain write performed.
    pub(crate) wrote: Option<(WriteId, Value)>,
}

/// All successors of a node.
pub(crate) struct Expansion<S> {
    pub(crate) successors: Vec<Successor<S>>,
    /// Choices tried, including discarded ones.
    pub(crate) tried: u64,
    /// No thread can act: the path ends, unlike in a state where all choices are discarded.
    pub(crate) is_end: bool,
}

/// What a read may see: a value, and the future write on which it is imposed, if any.
type Choice = (Value, Option<WriteId>);

/// Performs steps of a machine.
pub(crate) struct Stepper<'a, M> {
    pub(crate) machine: &'a M,
    pub(crate) reads: Reads<'a>,
    views: Views,
    /// The default writes of the plain locations accessed so far.
    pub(crate) touched: WriteSet,
}

impl<'a, M: Machine> Stepper<'a, M> {
    pub(crate) fn new(machine: &'a M, reads: Reads<'a>) -> Result<Self, Unsupported> {
        let views = Views::new(machine.thread_count())?;
        Ok(Stepper { machine, reads, views, touched: WriteSet::default() })
    }

    pub(crate) fn threads(&self) -> impl Iterator<Item = ThreadId> + use<M> {
        (0..self.machine.thread_count() as u16).map(ThreadId)
    }

    pub(crate) fn initial(&self) -> Node<M::State> {
        let running = self.threads().filter(|t| self.machine.starts_running(*t));
        let path = Path::new(SyncState::new(running));
        Node { machine: self.machine.initial(), path }
    }

    pub(crate) fn expand(&mut self, node: &Node<M::State>) -> Result<Expansion<M::State>, Unsupported> {
        let mut all = Expansion { successors: Vec::new(), tried: 0, is_end: true };
        for thread in self.threads() {
            if let Some(action) = self.enabled(node, thread) {
                all.is_end = false;
                self.perform(node, thread, &action, &mut all)?;
            }
        }
        Ok(all)
    }

    fn enabled(&self, node: &Node<M::State>, thread: ThreadId) -> Option<Action> {
        if !node.path.sync.is_running(thread) {
            return None;
        }
        let Pending::Action(action) = self.machine.pending(&node.machine, thread) else { return None };
        node.path.sync.is_enabled(thread, &action).then_some(action)
    }

    fn perform(
        &mut self,
        node: &Node<M::State>,
        thread: ThreadId,
        action: &Action,
        all: &mut Expansion<M::State>,
    ) -> Result<(), Unsupported> {
        match *action {
            Action::Read { loc, mode: ReadMode::Plain } => self.plain_read(node, thread, loc, all),
            Action::Write { loc, mode: WriteMode::Plain, value } => {
                self.plain_write(node, thread, (loc, value), all)
            }
            Action::Read { loc, mode: ReadMode::Volatile } => {
                let value = self.latest(node, loc)?;
                let mut next = node.clone();
                self.acquire(&mut next.path, thread, SyncObj::Volatile(loc))?;
                self.push(next, thread, Answer::Value(value), all);
                Ok(())
            }
            Action::Write { loc, mode: WriteMode::Volatile, value } => {
                self.latest(node, loc)?;
                let mut next = node.clone();
                self.volatile_write(&mut next.path, thread, loc, value)?;
                self.push(next, thread, Answer::Done, all);
                Ok(())
            }
            Action::Rmw { loc, mode: RmwMode::Volatile, op } => self.update(node, thread, loc, op, all),
            Action::Read { loc, .. } | Action::Write { loc, .. } | Action::Rmw { loc, .. } => {
                Err(Unsupported::Mode(loc))
            }
            Action::Fence(fence) => Err(Unsupported::Fence(fence)),
            Action::Freeze(loc) => Err(Unsupported::FinalField(loc)),
            Action::Internal(ref internal) => {
                for choice in 0..internal.choices {
                    let mut next = node.clone();
                    self.synchronise(&mut next.path, thread, action)?;
                    self.push(next, thread, Answer::Choice(choice), all);
                }
                Ok(())
            }
            _ => {
                let mut next = node.clone();
                self.synchronise(&mut next.path, thread, action)?;
                self.push(next, thread, Answer::Done, all);
                Ok(())
            }
        }
    }

    fn synchronise(&mut self, path: &mut Path, thread: ThreadId, action: &Action) -> Result<(), Unsupported> {
        match path.sync.perform(thread, action) {
            Passes::Nothing => {}
            Passes::Start(child) => path.pass(Views::thread(thread), Views::thread(child)),
            // An ended thread knows what its last action knew.
            Passes::End => {}
            Passes::Through { object, acquires, releases } => {
                if acquires {
                    self.acquire(path, thread, object)?;
                }
                if releases {
                    self.release(path, thread, object)?;
                }
            }
        }
        Ok(())
    }

    fn acquire(&mut self, path: &mut Path, thread: ThreadId, object: SyncObj) -> Result<(), Unsupported> {
        path.pass(self.views.object(object)?, Views::thread(thread));
        Ok(())
    }

    fn release(&mut self, path: &mut Path, thread: ThreadId, object: SyncObj) -> Result<(), Unsupported> {
        path.pass(Views::thread(thread), self.views.object(object)?);
        Ok(())
    }

    fn push(
        &self,
        mut next: Node<M::State>,
        thread: ThreadId,
        answer: Answer,
        all: &mut Expansion<M::State>,
    ) {
        self.machine.resume(&mut next.machine, thread, answer);
        all.tried += 1;
        all.successors.push(Successor { node: next, wrote: None });
    }

    /// The initial value of a location that receives only accesses of this kind.
    fn initial_value(&self, node: &Node<M::State>, loc: Loc, kind: LocKind) -> Result<Value, Unsupported> {
        let info = self.machine.location(&node.machine, loc);
        if info.kind == kind { Ok(info.initial) } else { Err(Unsupported::MixedLocation(loc)) }
    }

    fn latest(&self, node: &Node<M::State>, loc: Loc) -> Result<Value, Unsupported> {
        let initial = self.initial_value(node, loc, LocKind::Volatile)?;
        Ok(node.path.latest(loc).unwrap_or(initial))
    }

    fn volatile_write(
        &mut self,
        path: &mut Path,
        thread: ThreadId,
        loc: Loc,
        value: Value,
    ) -> Result<(), Unsupported> {
        path.set_latest(loc, value);
        self.release(path, thread, SyncObj::Volatile(loc))
    }

    /// A volatile read and, if it writes, a volatile write in one step. A failed compare-and-set is a read.
    fn update(
        &mut self,
        node: &Node<M::State>,
        thread: ThreadId,
        loc: Loc,
        op: RmwOp,
        all: &mut Expansion<M::State>,
    ) -> Result<(), Unsupported> {
        let old = self.latest(node, loc)?;
        for new in op.results(old) {
            let mut next = node.clone();
            self.acquire(&mut next.path, thread, SyncObj::Volatile(loc))?;
            if let Some(value) = new {
                self.volatile_write(&mut next.path, thread, loc, value)?;
            }
            self.push(next, thread, Answer::Rmw { old, written: new.is_some() }, all);
        }
        Ok(())
    }

    fn plain_write(
        &mut self,
        node: &Node<M::State>,
        thread: ThreadId,
        (loc, value): (Loc, Value),
        all: &mut Expansion<M::State>,
    ) -> Result<(), Unsupported> {
        let initial = self.initial_value(node, loc, LocKind::Plain)?;
        self.touched.insert(WriteId::default_of(loc), initial);
        let mut next = node.clone();
        let id = if let Reads::Latest = self.reads {
            next.path.set_latest(loc, value);
            Some(next.path.next_write(thread, loc))
        } else {
            next.path.write(thread, loc, value, initial)
        };
        if let Some(id) = id {
            self.push(next, thread, Answer::Done, all);
            let last = all.successors.last_mut().expect("a successor was just pushed");
            last.wrote = Some((id, value));
        } else {
            all.tried += 1;
        }
        Ok(())
    }

    fn plain_read(
        &mut self,
        node: &Node<M::State>,
        thread: ThreadId,
        loc: Loc,
        all: &mut Expansion<M::State>,
    ) -> Result<(), Unsupported> {
        let initial = self.initial_value(node, loc, LocKind::Plain)?;
        self.touched.insert(WriteId::default_of(loc), initial);
        for (value, imposed) in self.choices(&node.path, thread, loc, initial) {
            let mut next = node.clone();
            if imposed.is_none_or(|id| next.path.impose(thread, id, value)) {
                self.push(next, thread, Answer::Value(value), all);
            } else {
                all.tried += 1;
            }
        }
        Ok(())
    }

    /// What a plain read may see (Fig. 8, line 50).
    fn choices(&self, path: &Path, thread: ThreadId, loc: Loc, initial: Value) -> Vec<Choice> {
        let Reads::Relaxed { known, variant } = self.reads else {
            return vec![(path.latest(loc).unwrap_or(initial), None)];
        };
        let mut choices = Vec::new();
        let default = WriteId::default_of(loc);
        match variant {
            // Every pair of write and value. The default write is an action of every path, whether seen
            // before or not.
            Variant::AsPrinted => {
                let of_default = known.of(loc).all(|(id, _)| id != default).then_some((default, initial));
                let pairs = known.of(loc).flat_map(|(id, values)| values.iter().map(move |v| (id, *v)));
                for (id, value) in of_default.into_iter().chain(pairs) {
                    match path.sight(thread, id, initial) {
                        Sight::Past(written) => choices.push((written, None)),
                        Sight::Future => choices.push((value, Some(id))),
                        Sight::Hidden => {}
                    }
                }
            }
            // Every write of this path, then every known write that has not happened on it.
            Variant::Mended => {
                let own = path.writes_to(loc).filter(|id| *id != default);
                for id in std::iter::once(default).chain(own) {
                    if let Sight::Past(written) = path.sight(thread, id, initial) {
                        choices.push((written, None));
                    }
                }
                let to_come =
                    known.of(loc).filter(|(id, _)| path.sight(thread, *id, initial) == Sight::Future);
                choices.extend(to_come.flat_map(|(id, values)| values.iter().map(move |v| (*v, Some(id)))));
            }
        }
        choices
    }
}
