//! The locations and monitors of the program, numbered as they are met.
//!
//! **Promises** that a location keeps its number and facts during an exploration. Numbers are only indices
//! and never reach an answer: their order depends on the search.

use crate::graph::GraphLocation;
use event::{Loc, LocInfo, MonitorId};
use std::collections::BTreeMap;

/// All places met so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Places {
    locations: BTreeMap<Loc, (GraphLocation, LocInfo)>,
    monitors: BTreeMap<MonitorId, GraphLocation>,
}

impl Places {
    /// The number of a location; its facts are queried when it is first met.
    pub(crate) fn location(&mut self, loc: Loc, facts: impl FnOnce() -> LocInfo) -> (GraphLocation, LocInfo) {
        let next = self.next();
        *self.locations.entry(loc).or_insert_with(|| (next, facts()))
    }

    /// A location that was met before.
    pub(crate) fn known(&self, loc: Loc) -> Option<(GraphLocation, LocInfo)> {
        self.locations.get(&loc).copied()
    }

    pub(crate) fn monitor(&mut self, monitor: MonitorId) -> GraphLocation {
        let next = self.next();
        *self.monitors.entry(monitor).or_insert(next)
    }

    fn next(&self) -> GraphLocation {
        GraphLocation((self.locations.len() + self.monitors.len()) as u16)
    }
}
