//! What an execution provides: the built-in sets and relations of a graph, including initial writes.
//!
//! Events keep their numbers; after them comes one initial write per accessed location, in the order of
//! locations. **Promises** the meanings described in `docs/CAT.md`; `po`, `hb` and `sw` are those of
//! `event::Execution`, extended with the initial writes as the first actions of all (JLS §17.4.4).

use super::builtin::Builtin;
use super::program::Source;
use super::value::Value;
use crate::graph::Graph;
use crate::relation::{Matrix, Relation, Set};
use event::{EventId, EventKind, Fence, Loc, ReadMode, RmwMode, SyncObj, WriteMode};

/// A graph with its initial and final writes.
pub(crate) struct World<'g> {
    graph: &'g Graph<'g>,
    events: usize,
    /// The accessed locations, sorted.
    locations: Vec<Loc>,
    /// The final write of each location.
    final_writes: Vec<usize>,
    /// The number of copies of the events that there is room for.
    copies: usize,
    /// The values of accesses, sorted, if there is room for them.
    values: Vec<event::Value>,
}

/// The mode of an event, as in herd's Java front end: each event has at most one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Plain,
    Opaque,
    Acquire,
    Release,
    Volatile,
}

fn mode(kind: EventKind) -> Option<Mode> {
    Some(match kind {
        EventKind::Read(_, mode) => match mode {
            ReadMode::Plain => Mode::Plain,
            ReadMode::Opaque => Mode::Opaque,
            ReadMode::Acquire => Mode::Acquire,
            ReadMode::Volatile => Mode::Volatile,
        },
        EventKind::Write(_, mode) => match mode {
            WriteMode::Plain => Mode::Plain,
            WriteMode::Opaque => Mode::Opaque,
            WriteMode::Release => Mode::Release,
            WriteMode::Volatile => Mode::Volatile,
        },
        EventKind::Rmw(_, mode) => match mode {
            RmwMode::Plain => Mode::Plain,
            RmwMode::Acquire => Mode::Acquire,
            RmwMode::Release => Mode::Release,
            RmwMode::Volatile => Mode::Volatile,
        },
        EventKind::Fence(Fence::Full) => Mode::Volatile,
        EventKind::Fence(Fence::Acquire) => Mode::Acquire,
        EventKind::Fence(Fence::Release) => Mode::Release,
        _ => return None,
    })
}

impl<'g> World<'g> {
    /// Takes as final write of each location the coherence-last one, or the initial one until
    /// [`World::set_final_write`] changes it.
    pub(crate) fn new(graph: &'g Graph<'g>) -> Self {
        let events = graph.execution().events();
        let mut locations: Vec<Loc> = events.iter().filter_map(|event| event.kind.loc()).collect();
        locations.sort_unstable();
        locations.dedup();
        let last = |(i, &loc): (usize, &Loc)| {
            graph.co().order(loc).last().map_or(events.len() + i, |write| write.index())
        };
        let final_writes = locations.iter().enumerate().map(last).collect();
        World { graph, events: events.len(), locations, final_writes, copies: 0, values: Vec::new() }
    }

    /// Makes room for copies of the events, and for values.
    #[must_use]
    pub(crate) fn with_room(mut self, copies: usize, values: bool) -> Self {
        self.copies = copies;
        if values {
            let accesses = (0..self.len()).filter_map(|number| self.value(number));
            let mut values: Vec<event::Value> = accesses.collect();
            values.sort_unstable();
            values.dedup();
            self.values = values;
        }
        self
    }

    /// The number of elements that sets and relations may have: events, their copies, values.
    pub(crate) fn size(&self) -> usize {
        self.len() * (1 + self.copies) + self.values.len()
    }

    /// Relates each event to its `number`-th copy.
    pub(crate) fn copy(&self, number: usize) -> Matrix {
        let mut copies = Matrix::empty(self.size());
        (0..self.len()).for_each(|e| copies.insert(e, self.len() * (1 + number) + e));
        copies
    }

    /// The event that an element represents: for a copy, the original. `None` for a value.
    pub(crate) fn origin(&self, element: usize) -> Option<usize> {
        (element < self.len() * (1 + self.copies)).then(|| element % self.len().max(1))
    }

    /// The value that an access reads or writes; for an update, the value it writes.
    fn value(&self, number: usize) -> Option<event::Value> {
        match self.event(number) {
            Ok(id) => {
                let event = self.graph.execution().event(id);
                event.written.or(event.read)
            }
            Err(_) => self.initial_value(number),
        }
    }

    /// The value of the initial write of a location, as seen by a read; without a read it does not matter.
    fn initial_value(&self, number: usize) -> Option<event::Value> {
        let Err(loc) = self.event(number) else { return None };
        let events = self.graph.execution().events().iter();
        let mut seen = events.filter(|event| event.rf.is_none() && event.kind.loc() == Some(loc));
        seen.find_map(|event| event.read)
    }

    /// The value of what an execution provides.
    pub(crate) fn load_source(&self, source: Source) -> Value {
        match source {
            Source::Named(builtin) => self.load(builtin),
            Source::Thread(thread) => {
                let events = self.graph.execution().events().iter().enumerate();
                let of_thread = events.filter(|(_, event)| event.thread.index() == thread as usize);
                Value::Set(of_thread.map(|(i, _)| i).collect())
            }
            Source::Location(number) => {
                let loc = self.locations.get(number as usize);
                let accesses = (0..self.len()).filter(|&e| loc.is_some() && self.location(e) == loc.copied());
                Value::Set(accesses.collect())
            }
        }
    }

    /// The number of events, including initial writes.
    pub(crate) fn len(&self) -> usize {
        self.events + self.locations.len()
    }

    /// The locations whose last write the coherence order does not determine, each with its writes.
    pub(crate) fn open_locations(&self) -> Vec<(usize, Vec<usize>)> {
        let open = self.locations.iter().enumerate().filter_map(|(i, &loc)| {
            let writes: Vec<usize> = self.graph.execution().writes_to(loc).map(EventId::index).collect();
            (self.graph.co().order(loc).is_empty() && !writes.is_empty()).then_some((i, writes))
        });
        open.collect()
    }

    pub(crate) fn set_final_write(&mut self, location: usize, write: usize) {
        self.final_writes[location] = write;
    }

    /// The event with a number: `Err` for an initial write.
    pub(crate) fn event(&self, number: usize) -> Result<EventId, Loc> {
        match number.checked_sub(self.events) {
            None => Ok(EventId(number as u32)),
            Some(location) => Err(self.locations[location]),
        }
    }

    /// The location of an access.
    pub(crate) fn location(&self, number: usize) -> Option<Loc> {
        match self.event(number) {
            Ok(event) => self.graph.execution().event(event).kind.loc(),
            Err(loc) => Some(loc),
        }
    }

    fn initial(&self, loc: Loc) -> Option<usize> {
        self.locations.binary_search(&loc).ok().map(|i| self.events + i)
    }

    fn initial_writes(&self) -> Set {
        Set::below(self.len()) - Set::below(self.events)
    }

    fn events_where(&self, holds: impl Fn(EventKind) -> bool) -> Set {
        let events = self.graph.execution().events();
        events.iter().enumerate().filter(|(_, event)| holds(event.kind)).map(|(i, _)| i).collect()
    }

    fn with_mode(&self, wanted: Mode) -> Set {
        self.events_where(|kind| mode(kind) == Some(wanted))
    }

    /// The value of a built-in name.
    fn load(&self, builtin: Builtin) -> Value {
        match builtin.ty() {
            super::value::Type::Set => Value::Set(self.set(builtin)),
            _ => Value::relation(self.relation(builtin)),
        }
    }

    fn set(&self, builtin: Builtin) -> Set {
        match builtin {
            Builtin::All => Set::below(self.len()),
            Builtin::Reads => self.events_where(EventKind::is_read),
            Builtin::Writes => self.events_where(EventKind::is_write) | self.initial_writes(),
            Builtin::Accesses => self.events_where(|kind| kind.loc().is_some()) | self.initial_writes(),
            Builtin::Fences => self.events_where(|kind| matches!(kind, EventKind::Fence(_))),
            Builtin::Updates => self.events_where(|kind| matches!(kind, EventKind::Rmw(..))),
            Builtin::FailedUpdates => self.graph.failed_updates().collect(),
            Builtin::InitialWrites => self.initial_writes(),
            Builtin::FinalWrites => self.final_writes.iter().copied().collect(),
            Builtin::Plain => self.with_mode(Mode::Plain),
            Builtin::Opaque => self.with_mode(Mode::Opaque),
            Builtin::Acquire => self.with_mode(Mode::Acquire),
            Builtin::Release => self.with_mode(Mode::Release),
            Builtin::Volatile => self.with_mode(Mode::Volatile),
            Builtin::LoadLoad => self.events_where(|kind| kind == EventKind::Fence(Fence::LoadLoad)),
            Builtin::StoreStore => self.events_where(|kind| kind == EventKind::Fence(Fence::StoreStore)),
            Builtin::Locks => self.events_where(|kind| matches!(kind, EventKind::Lock(_))),
            Builtin::Unlocks => self.events_where(|kind| matches!(kind, EventKind::Unlock(_))),
            Builtin::Starts => self.events_where(|kind| matches!(kind, EventKind::Start(_))),
            Builtin::Joins => self.events_where(|kind| matches!(kind, EventKind::Join(_))),
            Builtin::Ends => self.events_where(|kind| kind == EventKind::End),
            Builtin::Externals => self.events_where(|kind| kind == EventKind::External),
            Builtin::Failures => self.events_where(|kind| kind == EventKind::Fail),
            Builtin::Freezes => self.events_where(|kind| matches!(kind, EventKind::Freeze(_))),
            // Candidates have no final fields.
            Builtin::FinalFields => Set::EMPTY,
            Builtin::Synchronisation => {
                let events = self.graph.execution().events().iter().enumerate();
                let sync = events.filter(|(_, event)| event.kind.sync_obj(event.thread).is_some());
                sync.map(|(i, _)| i).collect()
            }
            _ => unreachable!("the table of built-in names calls this a relation"),
        }
    }

    fn relation(&self, builtin: Builtin) -> Matrix {
        let (len, size) = (self.len(), self.size());
        match builtin {
            Builtin::ProgramOrder => {
                self.copied(&crate::graph::program_order(self.graph.execution().events()))
            }
            Builtin::StartJoin => self.copied(&crate::graph::start_join(self.graph.execution().events())),
            Builtin::ReadsFrom => self.reads_from(),
            Builtin::Coherence => self.coherence(),
            Builtin::SameLocation => {
                let locations: Vec<Option<Loc>> = (0..len).map(|e| self.location(e)).collect();
                self.pairs(|a, b| locations[a].is_some() && locations[a] == locations[b])
            }
            Builtin::SameThread => {
                let thread = |e| self.event(e).map(|id| self.graph.execution().event(id).thread);
                self.pairs(|a, b| a == b || matches!((thread(a), thread(b)), (Ok(t), Ok(u)) if t == u))
            }
            Builtin::Identity => Matrix::identity(size, Set::below(len)),
            Builtin::SameMonitor => self.pairs(|a, b| {
                let monitor = |e| match self.event(e).map(|id| self.graph.execution().event(id).kind) {
                    Ok(EventKind::Lock(m) | EventKind::Unlock(m)) => Some(m),
                    _ => None,
                };
                monitor(a).is_some() && monitor(a) == monitor(b)
            }),
            Builtin::CriticalSection => self.critical_sections(),
            Builtin::Value => {
                let mut val = Matrix::empty(size);
                let first = size - self.values.len();
                for e in 0..len {
                    let value = self.value(e).and_then(|value| self.values.binary_search(&value).ok());
                    value.into_iter().for_each(|value| val.insert(e, first + value));
                }
                val
            }
            Builtin::LockOrder => self.orders(|object| matches!(object, SyncObj::Monitor(_))),
            Builtin::SynchronisationOrder => self.orders(|_| true),
            Builtin::SynchronizesWith => self.synchronizes_with(),
            Builtin::HappensBefore => {
                let id = |e: usize| EventId(e as u32);
                let mut hb = Matrix::product(size, self.initial_writes(), Set::below(self.events));
                for a in 0..self.events {
                    let later = (0..self.events).filter(|&b| self.graph.execution().hb(id(a), id(b)));
                    later.for_each(|b| hb.insert(a, b));
                }
                hb
            }
            Builtin::AddressDependency | Builtin::DataDependency | Builtin::ControlDependency => {
                Matrix::empty(size)
            }
            Builtin::Freezing | Builtin::Dereference | Builtin::Forwarding => Matrix::empty(size),
            _ => unreachable!("the table of built-in names calls this a set"),
        }
    }

    /// A relation on events, extended by room for initial writes.
    fn copied(&self, relation: &Relation) -> Matrix {
        let mut result = Matrix::empty(self.size());
        (0..self.events).for_each(|a| result.insert_all(a, relation.after(a).collect()));
        result
    }

    fn pairs(&self, related: impl Fn(usize, usize) -> bool) -> Matrix {
        let mut result = Matrix::empty(self.size());
        for a in 0..self.len() {
            (0..self.len()).filter(|&b| related(a, b)).for_each(|b| result.insert(a, b));
        }
        result
    }

    /// Pairs each lock with its unlock; nested locks of a monitor are released in reverse order.
    fn critical_sections(&self) -> Matrix {
        let mut sections = Matrix::empty(self.size());
        let mut open: Vec<(event::ThreadId, event::MonitorId, usize)> = Vec::new();
        for (i, event) in self.graph.execution().events().iter().enumerate() {
            match event.kind {
                EventKind::Lock(monitor) => open.push((event.thread, monitor, i)),
                EventKind::Unlock(monitor) => {
                    let mine = |(thread, entered, _): &_| (event.thread, monitor) == (*thread, *entered);
                    if let Some(last) = open.iter().rposition(mine) {
                        sections.insert(open.remove(last).2, i);
                    }
                }
                _ => {}
            }
        }
        sections
    }

    fn reads_from(&self) -> Matrix {
        let mut rf = Matrix::empty(self.size());
        for (read, event) in self.graph.execution().events().iter().enumerate() {
            if event.kind.is_read() {
                let source = event.rf.map(EventId::index);
                let source = source.or_else(|| event.kind.loc().and_then(|loc| self.initial(loc)));
                source.into_iter().for_each(|write| rf.insert(write, read));
            }
        }
        rf
    }

    fn coherence(&self) -> Matrix {
        let mut co = Matrix::empty(self.size());
        for (loc, order) in self.graph.co().iter() {
            let initial = self.initial(loc).into_iter();
            let order: Vec<usize> = initial.chain(order.iter().map(|write| write.index())).collect();
            insert_order(&mut co, &order);
        }
        co
    }

    /// The orders of some synchronisation objects.
    fn orders(&self, wanted: impl Fn(&SyncObj) -> bool) -> Matrix {
        let mut so = Matrix::empty(self.size());
        for (_, order) in self.graph.execution().so().iter().filter(|(object, _)| wanted(object)) {
            let order: Vec<usize> = order.iter().map(|event| event.index()).collect();
            insert_order(&mut so, &order);
        }
        so
    }

    fn synchronizes_with(&self) -> Matrix {
        let events = self.graph.execution().events();
        let first = events.iter().enumerate().filter(|(_, event)| event.index == 0);
        let first = first.map(|(i, _)| i).collect();
        // JLS §17.4.4: the default write synchronizes-with the first action of every thread.
        let mut sw = Matrix::product(self.size(), self.initial_writes(), first);
        self.graph.execution().sw().iter().for_each(|(a, b)| sw.insert(a.index(), b.index()));
        sw
    }
}

/// Relates each element to all later ones.
pub(crate) fn insert_order(relation: &mut Matrix, order: &[usize]) {
    let mut later = Set::EMPTY;
    for &element in order.iter().rev() {
        relation.insert_all(element, later);
        later.insert(element);
    }
}
