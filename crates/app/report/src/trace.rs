//! Executions in columns, one per thread.

use crate::json::kind;
use crate::layout::layout;
use crate::style::Style;
use event::{Action, Answer, Loc, ThreadId, Value, WaitsFor};
use explore::{Finding, Trace, TraceStep};
use std::collections::BTreeMap;
use verify::Explainable;

/// The newest write to a location so far: its value, and the number of its line in the trace.
type Newest = BTreeMap<Loc, (Value, usize)>;

/// A line of a trace.
pub(crate) struct Told {
    pub thread: ThreadId,
    /// The kind of action.
    pub action: &'static str,
    /// What happens.
    pub text: String,
    /// The line of the program; 0 if there is none.
    pub line: u32,
    /// The statement.
    pub code: String,
    /// The newest value, if a read sees another, and the number of its step.
    pub missed: Option<(Value, usize)>,
}

/// Formats a trace: step number, then one column per thread. Reads that do not see the newest write name the
/// one they miss.
pub fn columns(program: &impl Explainable, trace: &Trace, style: Style) -> String {
    let line = |told: Told| {
        let place = if told.line > 0 { format!("{}: ", told.line) } else { String::new() };
        let missed = told.missed.map(|(value, at)| format!("  (misses {value} of step {at})"));
        (told.thread, format!("{place}{}{}", told.text, missed.unwrap_or_default()))
    };
    let lines: Vec<(ThreadId, String)> = told(program, trace).into_iter().map(line).collect();
    layout(program, &lines, style)
}

/// The lines of a trace.
pub(crate) fn told(program: &impl Explainable, trace: &Trace) -> Vec<Told> {
    let mut lines: Vec<Told> = Vec::new();
    let mut newest = Newest::new();
    let bare =
        |thread, action, text| Told { thread, action, text, line: 0, code: String::new(), missed: None };
    for step in &trace.steps {
        match step {
            TraceStep::Action { thread, action, answer, site, .. } => {
                let missed = missed(action, *answer, &newest);
                let text = action_text(program, action, *answer, &mut newest, lines.len() + 1);
                let (line, code) = (site.line, site.text.clone());
                lines.push(Told { thread: *thread, action: kind(action), text, line, code, missed });
            }
            TraceStep::Flush { thread, loc, written } => {
                let name = program.loc_name(&program.initial(), *loc);
                let text = format!("… {name} = {} reaches memory", written.value);
                lines.push(bare(*thread, "flush", text));
            }
            TraceStep::Finding(finding) => {
                let action = if matches!(finding, Finding::Race { .. }) { "race" } else { "blocked" };
                let told = finding_lines(program, finding).into_iter();
                lines.extend(told.map(|(thread, text)| bare(thread, action, text)));
            }
        }
    }
    lines
}

/// The newest value of a location and its step, if a read sees another value.
fn missed(action: &Action, answer: Answer, newest: &Newest) -> Option<(Value, usize)> {
    let (Action::Read { loc, .. }, Answer::Value(seen)) = (action, answer) else { return None };
    newest.get(loc).copied().filter(|(value, _)| *value != seen)
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
    match (action, answer) {
        (Action::Read { loc, .. }, Answer::Value(seen)) => format!("{} → {seen}", name(loc)),
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
