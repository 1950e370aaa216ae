//! Finds a schedule for an execution that is known in another form, such as an execution graph.
//!
//! A guide says what each thread reads, and in which order things may happen. The search takes the steps in
//! that order, and turns back where a thread reads anything else. **Does not** promise to find a schedule:
//! the order is a hint, and the budget is small.

use crate::progress::Progress;
use crate::replay::Trace;
use crate::system::{Step, System};
use crate::witness::{Target, Watch, is_target_end};
use crate::{Sink, TraceStep};
use event::{Action, Answer, Cut, Loc, Value};
use operational::Overflow;
use std::collections::BTreeMap;

/// An execution to be followed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Guide {
    /// For each thread its accesses to memory and its locks, in program order: the value read, if any, and
    /// the place in the order of everything.
    pub accesses: Vec<Vec<(Option<Value>, u32)>>,
    /// For each thread and location the places at which its stores reach memory, in program order.
    pub flushes: Vec<BTreeMap<Loc, Vec<u32>>>,
}

/// How far the execution has been followed: by thread the number of accesses, and of stores that reached
/// memory by location.
#[derive(Debug, Clone)]
struct Followed {
    accesses: Vec<usize>,
    flushes: Vec<BTreeMap<Loc, usize>>,
}

/// A state on the path, how far it got, and the steps to try from it, the best one last.
struct Level<S> {
    state: S,
    followed: Followed,
    steps: Vec<Step>,
}

/// Returns the steps of an execution that follows the guide and shows the target, if one is found within this
/// number of steps.
pub fn follow<Y: System>(
    system: &Y,
    target: &Target,
    guide: &Guide,
    most_steps: u64,
    progress: &Progress,
) -> Option<Vec<Step>> {
    let mut sink = Both { watch: Watch::new(target), trace: Trace::default() };
    let state = system.initial(&mut sink);
    let threads = guide.accesses.len();
    let mut followed = Followed { accesses: vec![0; threads], flushes: vec![BTreeMap::new(); threads] };
    if !guide.agrees(&mut followed, &sink.trace) {
        return None;
    }
    let mut path: Vec<Step> = Vec::new();
    let mut levels = vec![guide.level(system, state, followed)];
    let mut taken = 0;
    while let Some(level) = levels.last_mut() {
        if sink.watch.found {
            return Some(path);
        }
        let Some(step) = level.steps.pop() else {
            levels.pop();
            path.pop();
            continue;
        };
        taken += 1;
        if taken > most_steps || progress.is_stopped() {
            return None;
        }
        let (mut state, mut followed) = (level.state.clone(), level.followed.clone());
        sink.trace.steps.clear();
        system.take(&mut state, step, &mut sink);
        // A finding ends the execution, perhaps in the midst of a step.
        if sink.watch.found {
            path.push(step);
            return Some(path);
        }
        if !guide.agrees(&mut followed, &sink.trace) {
            continue;
        }
        path.push(step);
        let next = guide.level(system, state, followed);
        if (next.steps.is_empty() || system.may_end(&next.state))
            && is_target_end(system, &next.state, target)
        {
            return Some(path);
        }
        levels.push(next);
    }
    None
}

impl Guide {
    /// Counts what a step did. Returns whether the guide agrees with it.
    fn agrees(&self, followed: &mut Followed, trace: &Trace) -> bool {
        trace.steps.iter().all(|step| match step {
            TraceStep::Action { thread, action, answer, .. } => {
                if !is_access(action) {
                    return true;
                }
                let thread = usize::from(thread.0);
                let at = followed.accesses[thread];
                followed.accesses[thread] += 1;
                // An execution that is stuck or fails may end before some thread does.
                self.accesses[thread].get(at).is_none_or(|(wanted, _)| match (wanted, answer) {
                    (Some(wanted), Answer::Value(read) | Answer::Rmw { old: read, .. }) => wanted == read,
                    _ => true,
                })
            }
            TraceStep::Flush { thread, loc, .. } => {
                *followed.flushes[usize::from(thread.0)].entry(*loc).or_default() += 1;
                true
            }
            TraceStep::Finding(_) => true,
        })
    }

    /// A state, with its steps sorted: the one to be taken first is last.
    fn level<Y: System>(&self, system: &Y, state: Y::State, followed: Followed) -> Level<Y::State> {
        let mut steps = Vec::new();
        system.steps(&state, &mut steps);
        steps.sort_by_key(|step| std::cmp::Reverse((self.place(&followed, step.process), *step)));
        Level { state, followed, steps }
    }

    /// When a process is to move next.
    fn place(&self, followed: &Followed, process: u16) -> u32 {
        let threads = self.accesses.len();
        let process = usize::from(process);
        let next = if process < threads {
            // What is not an access can be done at once.
            self.accesses[process].get(followed.accesses[process]).map(|(_, place)| *place)
        } else {
            let (wanted, done) = (&self.flushes[process - threads], &followed.flushes[process - threads]);
            let next = |(loc, places): (&Loc, &Vec<u32>)| {
                places.get(done.get(loc).copied().unwrap_or_default()).copied()
            };
            wanted.iter().filter_map(next).min()
        };
        next.unwrap_or(u32::MAX)
    }
}

fn is_access(action: &Action) -> bool {
    matches!(action, Action::Read { .. } | Action::Write { .. } | Action::Rmw { .. } | Action::Lock(_))
}

/// Watches for the target and records the actions.
struct Both<'a> {
    watch: Watch<'a>,
    trace: Trace,
}

impl Sink for Both<'_> {
    fn action(
        &mut self,
        thread: event::ThreadId,
        action: &Action,
        answer: Answer,
        seen: Option<event::Written>,
        site: event::Site,
    ) {
        self.trace.action(thread, action, answer, seen, site);
    }
    fn flushed(&mut self, thread: event::ThreadId, loc: Loc, written: event::Written) {
        self.trace.flushed(thread, loc, written);
    }
    fn finding(&mut self, finding: crate::Finding) {
        self.watch.finding(finding);
    }
    fn cut(&mut self, _cut: Cut) {}
    fn overflow(&mut self, _overflow: Overflow) {}
    fn wants_actions(&self) -> bool {
        true
    }
}
