//! Makes a known path to a target simpler, within a budget.
//!
//! First the path itself is changed: stretches of one process are left out, or moved next to another stretch
//! of that process, as long as the target is still shown. That needs one state and a few replays. Then the
//! simplest path is searched for, but nothing that costs more than the path that is known. **Promises** a
//! path to the target that costs no more than the given one, and a simplest one if the budget suffices.

use crate::progress::Progress;
use crate::system::{Step, System};
use crate::witness::{Cost, Limits, NO_BOUND, Target, Watch, cheapest, is_target_end};

/// A budget for simplification, which several findings may share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// The most steps that replays of changed paths may take.
    pub steps: u64,
    /// The most states that a search for a simplest path may meet, all of which it may keep.
    pub states: u64,
}

impl Effort {
    /// Leaves paths as they are.
    pub const NONE: Effort = Effort { steps: 0, states: 0 };
}

/// The share of a budget that one finding may use: most tests have few findings, but some have thousands.
const SHARE: u64 = 4;

/// Returns the simplest path to the target that is found within the budget, of which it uses up some. Begins
/// with the given path, if that leads to the target; a path that is longer than the budget is returned as
/// it is if no other is found.
///
/// ```
/// use explore::{Config, Effort, Product, Progress, Reduction, Target, search, simplified};
/// use operational::SequentialConsistency;
///
/// let text = "Java t { x = 0; } Thread0 { x = 1; x = 2; } Thread1 { int r = x; assert r == 0; }";
/// let program = litmus::load("t", text).expect("a correct test");
/// let system = Product::new(&program, SequentialConsistency, Reduction::Ample);
/// let report = search(&system, &Config::default(), &Progress::default());
///
/// let (finding, path) = report.paths.first_key_value().expect("the assertion fails");
/// let target = Target::Finding(finding.clone());
/// let mut effort = Effort { steps: 1000, states: 1000 };
/// let steps = simplified(&system, &target, Some(path), &mut effort, &Progress::default());
/// assert!(steps.is_some_and(|steps| steps.len() <= path.len()));
/// ```
pub fn simplified<Y: System>(
    system: &Y,
    target: &Target,
    path: Option<&[Step]>,
    effort: &mut Effort,
    progress: &Progress,
) -> Option<Vec<Step>> {
    // Replaying a path of a million steps would take longer than everything else.
    let (short, long) = match path {
        Some(path) if path.len() as u64 <= effort.steps => (Some(path), None),
        other => (None, other),
    };
    let known = short.and_then(|path| Some((path, cost_of(system, target, path)?)));
    let mut best = known.map(|(path, (cost, shown))| (path[..shown].to_vec(), cost));
    if let Some(best) = &mut best {
        let mut steps = effort.steps.div_ceil(SHARE);
        effort.steps -= steps;
        while !progress.is_stopped()
            && let Some(better) = improvement(system, target, best, &mut steps, progress)
        {
            *best = better;
        }
        effort.steps += steps;
    }
    let links = effort.states.div_ceil(SHARE);
    effort.states -= links;
    let cost = best.as_ref().map_or(NO_BOUND, |(_, cost)| *cost);
    let simplest = match links == 0 || progress.is_stopped() {
        true => None,
        false => {
            cheapest(system, target, Limits { links: links as usize, cost }, progress).unwrap_or_default()
        }
    };
    simplest.or(best.map(|(path, _)| path)).or_else(|| long.map(<[Step]>::to_vec))
}

/// What a path costs, and how many of its steps show the target; `None` if they do not, or cannot be taken.
fn cost_of<Y: System>(system: &Y, target: &Target, path: &[Step]) -> Option<(Cost, usize)> {
    let mut watch = Watch::new(target);
    let mut state = system.initial(&mut watch);
    let (mut possible, mut switches) = (Vec::new(), 0);
    for (at, &step) in path.iter().enumerate() {
        if watch.found {
            return Some(((watch.surprises, switches, at as u32), at));
        }
        possible.clear();
        system.steps_among(&state, 1u64.checked_shl(u32::from(step.process))?, &mut possible);
        if !possible.contains(&step) {
            return None;
        }
        switches += u32::from(at > 0 && path[at - 1].process != step.process);
        system.take(&mut state, step, &mut watch);
    }
    let all = path.len();
    possible.clear();
    system.steps(&state, &mut possible);
    let ends = possible.is_empty() || system.may_end(&state);
    (watch.found || ends && is_target_end(system, &state, target))
        .then_some(((watch.surprises, switches, all as u32), all))
}

/// Returns a path that costs less: one stretch of a process is left out, or follows the stretch before it of
/// the same process at once, or precedes the next one. Counts the steps that this takes.
fn improvement<Y: System>(
    system: &Y,
    target: &Target,
    (path, cost): &(Vec<Step>, Cost),
    steps: &mut u64,
    progress: &Progress,
) -> Option<(Vec<Step>, Cost)> {
    let stretches: Vec<&[Step]> = path.chunk_by(|a, b| a.process == b.process).collect();
    let process = |at: usize| stretches[at][0].process;
    // From the end: what comes last is most often of no use to the target.
    for at in (0..stretches.len()).rev() {
        let before = (0..at).rev().find(|&other| process(other) == process(at));
        let after = (at + 1..stretches.len()).find(|&other| process(other) == process(at));
        let moved = |to: usize| {
            let mut order: Vec<usize> = (0..stretches.len()).filter(|&other| other != at).collect();
            order.insert(to, at);
            order.iter().flat_map(|&stretch| stretches[stretch]).copied().collect::<Vec<Step>>()
        };
        let left_out = || stretches[..at].iter().chain(&stretches[at + 1..]).copied().flatten().copied();
        let changes: [Option<Vec<Step>>; 3] = [
            Some(left_out().collect()),
            before.filter(|&other| other + 1 < at).map(|other| moved(other + 1)),
            // Without this stretch, the later one is one place further to the front.
            after.filter(|&other| other > at + 1).map(|other| moved(other - 1)),
        ];
        for change in changes.into_iter().flatten().take_while(|_| !progress.is_stopped()) {
            *steps = steps.checked_sub(change.len() as u64 + 1)?;
            if let Some((its_cost, shown)) = cost_of(system, target, &change)
                && its_cost < *cost
            {
                return Some((change[..shown].to_vec(), its_cost));
            }
        }
    }
    None
}
