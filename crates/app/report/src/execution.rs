//! Executions of the Java memory model in columns. Unlike a trace, they may have no order in which reads see
//! earlier writes.

use event::{EventId, EventKind, Execution, Site, ThreadId};
use std::collections::{BTreeMap, BTreeSet};
use verify::{Explainable, sites};

/// An execution as lines, with names for its events.
pub(crate) struct Drawn {
    /// Thread and text of each line.
    pub lines: Vec<(ThreadId, String)>,
    names: BTreeMap<EventId, (String, Site)>,
    what: BTreeMap<EventId, String>,
}

impl Drawn {
    /// The statement of an event: `` `int r1 = x` (Thread0, line 4) ``.
    pub(crate) fn place(&self, id: EventId) -> String {
        let (thread, site) = &self.names[&id];
        format!("`{}` ({thread}, line {})", site.text, site.line)
    }

    /// What an event does: `x = 1 (Thread0, line 4)`.
    pub(crate) fn what(&self, id: EventId) -> String {
        let (thread, site) = &self.names[&id];
        format!("{} ({thread}, line {})", self.what[&id], site.line)
    }
}

/// Draws an execution.
pub(crate) fn draw(program: &impl Explainable, execution: &Execution) -> Drawn {
    let sites = sites(program, execution);
    let shown: Vec<EventId> = order(execution)
        .into_iter()
        .filter(|e| !matches!(execution.event(*e).kind, EventKind::End))
        .collect();
    let place = |id: EventId| shown.iter().position(|e| *e == id).map_or(0, |p| p + 1);
    let mut drawn = Drawn { lines: Vec::new(), names: BTreeMap::new(), what: BTreeMap::new() };
    for id in execution.ids() {
        let event = execution.event(id);
        let site = sites.get(&id).cloned().unwrap_or_default();
        drawn.names.insert(id, (program.thread_name(event.thread), site));
        drawn.what.insert(id, text(program, execution, id));
    }
    for (i, id) in shown.iter().enumerate() {
        let event = execution.event(*id);
        let seen = match event.rf {
            _ if !event.kind.is_read() => String::new(),
            None => "  (initial value)".to_owned(),
            Some(w) if place(w) > i + 1 => format!("  (sees step {}, which is still to come)", place(w)),
            Some(w) => format!("  (sees step {})", place(w)),
        };
        let line = drawn.names[id].1.line;
        let number = if line > 0 { format!("{line}: ") } else { String::new() };
        drawn.lines.push((event.thread, format!("{number}{}{seen}", drawn.what[id])));
    }
    drawn
}

/// Orders the events by program and synchronisation order, and reads after the writes they see where
/// possible.
fn order(execution: &Execution) -> Vec<EventId> {
    let mut before: BTreeMap<EventId, BTreeSet<EventId>> = BTreeMap::new();
    for t in 0..execution.thread_count() {
        for pair in execution.thread(ThreadId(t as u16)).windows(2) {
            before.entry(pair[1]).or_default().insert(pair[0]);
        }
    }
    for order in execution.so().values() {
        for pair in order.windows(2) {
            before.entry(pair[1]).or_default().insert(pair[0]);
        }
    }
    for (a, b) in execution.sw() {
        before.entry(b).or_default().insert(a);
    }
    let mut done: Vec<EventId> = Vec::new();
    let mut left: BTreeSet<EventId> = execution.ids().collect();
    while !left.is_empty() {
        let ready = |e: &&EventId| before.get(e).is_none_or(|b| b.iter().all(|p| !left.contains(p)));
        let sees = |e: &EventId| execution.event(*e).rf.is_none_or(|w| !left.contains(&w) || w == *e);
        let last = done.last().map(|e| execution.event(*e).thread);
        let next = left
            .iter()
            .filter(ready)
            .min_by_key(|e| {
                (!sees(e), Some(execution.event(**e).thread) != last, execution.event(**e).thread)
            })
            .or(left.first())
            .copied();
        let Some(next) = next else { break };
        left.remove(&next);
        done.push(next);
    }
    done
}

fn text(program: &impl Explainable, execution: &Execution, id: EventId) -> String {
    let state = program.initial();
    let event = execution.event(id);
    let value = |value: Option<event::Value>| match (event.kind.loc(), value.unwrap_or_default()) {
        (Some(loc), value) => program.value_text(loc, value),
        (None, value) => program.output_text(value),
    };
    let (read, written) = (value(event.read), value(event.written));
    match event.kind {
        EventKind::Read(loc, _) => format!("{} → {read}", program.loc_name(&state, loc)),
        EventKind::Write(loc, _) => format!("{} = {written}", program.loc_name(&state, loc)),
        EventKind::Rmw(loc, _) => {
            format!("{} {read} → {written} atomically", program.loc_name(&state, loc))
        }
        EventKind::Fence(fence) => format!("{fence:?} fence"),
        EventKind::Freeze(loc) => format!("freeze {}", program.loc_name(&state, loc)),
        EventKind::Lock(m) => format!("enter {}", program.monitor_name(&state, m)),
        EventKind::Unlock(m) => format!("leave {}", program.monitor_name(&state, m)),
        EventKind::Start(t) => format!("start {}", program.thread_name(t)),
        EventKind::Join(t) => format!("join {}", program.thread_name(t)),
        EventKind::External => format!("print {written}"),
        EventKind::Fail => "fails".to_owned(),
        EventKind::End => "end".to_owned(),
    }
}
