//! The locations and monitors of the program, numbered as they are met.
//!
//! **Promises** that a location keeps its number during an exploration. Numbers are only indices and never
//! reach an answer: their order depends on the search. **Does not** keep facts about locations: a name may
//! stand for another object, or one with other contents, in another execution.

use crate::graph::GraphLocation;
use event::{Loc, MonitorId};
use std::collections::BTreeMap;

/// All places met so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Places {
    locations: BTreeMap<Loc, GraphLocation>,
    monitors: BTreeMap<MonitorId, GraphLocation>,
}

impl Places {
    /// The number of a location.
    pub(crate) fn location(&mut self, loc: Loc) -> GraphLocation {
        let next = self.next();
        *self.locations.entry(loc).or_insert(next)
    }

    /// A location that was met before.
    pub(crate) fn known(&self, loc: Loc) -> Option<GraphLocation> {
        self.locations.get(&loc).copied()
    }

    pub(crate) fn monitor(&mut self, monitor: MonitorId) -> GraphLocation {
        let next = self.next();
        *self.monitors.entry(monitor).or_insert(next)
    }

    fn next(&self) -> GraphLocation {
        GraphLocation((self.locations.len() + self.monitors.len()) as u32)
    }
}
