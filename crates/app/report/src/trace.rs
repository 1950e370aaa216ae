//! Executions in columns, one per thread.

use crate::layout::layout;
use crate::style::Style;
use event::{Action, Answer, Loc, ThreadId, Value, WaitsFor};
use explore::{Finding, Trace, TraceStep};
use std::collections::BTreeMap;
use verify::Explainable;

/// The newest write to a location so far: its value, and the number of its line in the trace.
type Newest = BTreeMap<Loc, (Value, usize)>;

/// Formats a trace: step number, then one column per thread. Reads that do not see the newest write name the
/// one they miss.
pub fn columns(program: &impl Explainable, trace: &Trace, style: Style) -> String {
    let mut lines: Vec<(ThreadId, String)> = Vec::new();
    let mut newest = Newest::new();
    for step in &trace.steps {
        match step {
            TraceStep::Action { thread, action, answer, site, .. } => {
                let text = action_text(program, action, *answer, &mut newest, lines.len() + 1);
                let place = if site.line > 0 { format!("{}: ", site.line) } else { String::new() };
                lines.push((*thread, format!("{place}{text}")));
            }
            TraceStep::Flush { thread, loc, written } => {
                let name = program.loc_name(&program.initial(), *loc);
                lines.push((*thread, format!("… {name} = {} reaches memory", written.value)));
            }
            TraceStep::Finding(finding) => {
                lines.extend(finding_lines(program, finding));
            }
        }
    }
    layout(program, &lines, style)
}

fn action_text(
    program: &impl Explainable,
    action: &Action,
    answer: Answer,
    newest: &mut Newest,
    line: usize,
) -> String {
    let state = program.initial();
    let name = |loc: &Loc| program.loc_name(&state, *loc);
    let misses = |loc: &Loc, seen: Value, newest: &Newest| match newest.get(loc) {
        Some((value, at)) if *value != seen => format!("  (misses {value} of step {at})"),
        _ => String::new(),
    };
    match (action, answer) {
        (Action::Read { loc, .. }, Answer::Value(seen)) => {
            format!("{} → {seen}{}", name(loc), misses(loc, seen, newest))
        }
        (Action::Write { loc, value, .. }, _) => {
            newest.insert(*loc, (*value, line));
            format!("{} = {value}", name(loc))
        }
        (Action::Rmw { loc, op, .. }, Answer::Rmw { old, written }) => {
            match op.apply(old).filter(|_| written) {
                Some(new) => {
                    newest.insert(*loc, (new, line));
                    format!("{} {old} → {new} atomically", name(loc))
                }
                None => format!("{} → {old}, compare-and-set fails", name(loc)),
            }
        }
        (Action::Fence(fence), _) => format!("{fence:?} fence"),
        (Action::Freeze(loc), _) => format!("freeze {}", name(loc)),
        (Action::Lock(m), _) => format!("enter {}", program.monitor_name(&state, *m)),
        (Action::Unlock(m), _) => format!("leave {}", program.monitor_name(&state, *m)),
        (Action::Start(t), _) => format!("start {}", program.thread_name(*t)),
        (Action::Join(t), _) => format!("join {}", program.thread_name(*t)),
        (Action::External(value), _) => format!("print {value}"),
        (Action::Fail(failure), _) => format!("throws {}", failure.class()),
        (Action::End, _) => "end".to_owned(),
        _ => String::new(),
    }
}

fn finding_lines(program: &impl Explainable, finding: &Finding) -> Vec<(ThreadId, String)> {
    let state = program.initial();
    match finding {
        // The trace contains the failing action itself.
        Finding::Failure { .. } => Vec::new(),
        Finding::Deadlock { waiting } | Finding::Idle { waiting } => {
            let line = |(thread, what): &(ThreadId, WaitsFor)| {
                let what = match what {
                    WaitsFor::Monitor(monitor, owner) => {
                        let owner = program.thread_name(*owner);
                        format!("{} held by {owner}", program.monitor_name(&state, *monitor))
                    }
                    WaitsFor::Object(object) => format!("waits for {object:?}"),
                    WaitsFor::End(other) => format!("{} to end", program.thread_name(*other)),
                };
                (*thread, format!("waits for ever for {what}"))
            };
            waiting.iter().map(line).collect()
        }
        Finding::Race { second, site, .. } => vec![(*second, format!("{}: races: {}", site.line, site.text))],
    }
}
