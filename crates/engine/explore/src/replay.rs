//! Replays one execution, without exploring, and reports every action.
//!
//! Steps are written as text: `0.2/1.b0` is a step of process 0, then of process 2 by its choice 1, then of
//! the buffer of thread 0. `2~500` is 500 steps, each the same as the one two before it, which keeps
//! schedules of loops short.

use crate::system::{Finding, Sink, Step, System};
use event::{Action, Answer, Cut, Loc, Outcome, Site, ThreadId, Written};
use hashbrown::HashMap;
use operational::Overflow;

/// One action of a replayed execution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TraceStep {
    /// A thread acted.
    Action {
        /// The thread.
        thread: ThreadId,
        /// The action.
        action: Action,
        /// The answer it got.
        answer: Answer,
        /// The write that a read saw; its tag is set if executions are told apart.
        seen: Option<Written>,
        /// The place in the program.
        site: Site,
    },
    /// A store left the buffer of its thread and reached memory.
    Flush {
        /// The thread whose buffer it left.
        thread: ThreadId,
        /// The location.
        loc: Loc,
        /// The value.
        written: Written,
    },
    /// Something was found.
    Finding(Finding),
}

/// A replayed execution.
#[derive(Debug, Clone, Default)]
pub struct Trace {
    /// All actions, in order.
    pub steps: Vec<TraceStep>,
    /// The outcomes of the final state, if it is finished.
    pub outcomes: Vec<Outcome>,
}

/// Why steps cannot be replayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplayError {
    /// The text is not a list of steps.
    Malformed(String),
    /// The program cannot take the step with this index: it is not the program that the steps were recorded
    /// from.
    Impossible(usize),
}

impl std::fmt::Display for ReplayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReplayError::Malformed(text) => write!(f, "`{text}` is not a step"),
            ReplayError::Impossible(n) => {
                write!(f, "step {} cannot be taken: the program or the options have changed", n + 1)
            }
        }
    }
}

impl std::error::Error for ReplayError {}

impl Sink for Trace {
    fn action(
        &mut self,
        thread: ThreadId,
        action: &Action,
        answer: Answer,
        seen: Option<Written>,
        site: Site,
    ) {
        self.steps.push(TraceStep::Action { thread, action: action.clone(), answer, seen, site });
    }
    fn flushed(&mut self, thread: ThreadId, loc: Loc, written: Written) {
        self.steps.push(TraceStep::Flush { thread, loc, written });
    }
    fn finding(&mut self, finding: Finding) {
        self.steps.push(TraceStep::Finding(finding));
    }
    fn cut(&mut self, _cut: Cut) {}
    fn overflow(&mut self, _overflow: Overflow) {}
    fn wants_actions(&self) -> bool {
        true
    }
}

/// Replays the steps.
pub fn replay<Y: System>(system: &Y, steps: &[Step]) -> Result<(Trace, Y::State), ReplayError> {
    let mut trace = Trace::default();
    let state = replay_into(system, steps, &mut trace, |_, _| ())?;
    if system.end(&state).has_outcomes() {
        let mut possible = Vec::new();
        system.steps(&state, &mut possible);
        if possible.is_empty() {
            system.outcomes(&state, &mut trace.outcomes);
        }
    }
    Ok((trace, state))
}

/// Replays the steps and reports everything to the sink, including a deadlock at the end. Keeps nothing.
/// Calls `at` with each state.
pub fn replay_into<Y: System, K: Sink>(
    system: &Y,
    steps: &[Step],
    sink: &mut K,
    mut at: impl FnMut(&Y::State, &mut K),
) -> Result<Y::State, ReplayError> {
    let mut state = system.initial(sink);
    at(&state, sink);
    let mut possible = Vec::new();
    for (n, &step) in steps.iter().enumerate() {
        possible.clear();
        system.steps_among(&state, 1u64.checked_shl(u32::from(step.process)).unwrap_or(0), &mut possible);
        if !possible.contains(&step) {
            return Err(ReplayError::Impossible(n));
        }
        system.take(&mut state, step, sink);
        at(&state, sink);
    }
    possible.clear();
    system.steps(&state, &mut possible);
    if let Some(finding) = possible.is_empty().then(|| system.end(&state).finding()).flatten() {
        sink.finding(finding);
    }
    Ok(state)
}

/// The most steps that a text may encode.
const MOST_STEPS: usize = 1 << 24;

/// A repetition must match at least this many steps.
const WINDOW: usize = 4;

/// Writes steps as text. A repetition refers to earlier steps by their distance.
pub fn encode_steps(steps: &[Step], threads: u16) -> String {
    let text = |s: &Step| {
        let who =
            if s.process < threads { s.process.to_string() } else { format!("b{}", s.process - threads) };
        if s.choice == 0 { who } else { format!("{who}/{}", s.choice) }
    };
    if steps.is_empty() {
        return "-".to_owned();
    }
    let mut parts: Vec<String> = Vec::new();
    // The last occurrence of each window of steps.
    let mut met: HashMap<&[Step], usize> = HashMap::new();
    let mut at = 0;
    let mut entered = 0;
    while at < steps.len() {
        while entered < at {
            if let Some(window) = steps.get(entered..entered + WINDOW) {
                met.insert(window, entered);
            }
            entered += 1;
        }
        let earlier = steps.get(at..at + WINDOW).and_then(|window| met.get(window));
        // A repetition may overlap itself: it may copy steps that it has itself produced.
        let same =
            |from: usize| (at..steps.len()).take_while(|i| steps[*i] == steps[*i - (at - from)]).count();
        let (back, length) = earlier.map_or((0, 0), |from| (at - from, same(*from)));
        let copy = format!("{back}~{length}");
        let literal: usize = steps[at..at + length.min(copy.len())].iter().map(|s| text(s).len() + 1).sum();
        if length > 0 && copy.len() < literal {
            parts.push(copy);
            at += length;
        } else {
            parts.push(text(&steps[at]));
            at += 1;
        }
    }
    parts.join(".")
}

/// Parses steps from text.
pub fn decode_steps(text: &str, threads: u16) -> Result<Vec<Step>, ReplayError> {
    let step = |part: &str| {
        let (who, choice) = part.split_once('/').unwrap_or((part, "0"));
        let (number, offset) = who.strip_prefix('b').map_or((who, 0), |n| (n, threads));
        let process = number.parse::<u16>().ok().filter(|n| *n < threads)? + offset;
        Some(Step { process, choice: choice.parse().ok()? })
    };
    let mut steps: Vec<Step> = Vec::new();
    if text == "-" {
        return Ok(steps);
    }
    for part in text.split('.') {
        let malformed = || ReplayError::Malformed(part.chars().take(40).collect());
        let Some((back, length)) = part.split_once('~') else {
            steps.push(step(part).ok_or_else(malformed)?);
            continue;
        };
        let number = |text: &str| text.parse::<usize>().ok();
        let back = number(back).filter(|back| (1..=steps.len()).contains(back)).ok_or_else(malformed)?;
        let length = number(length).filter(|n| *n <= MOST_STEPS - steps.len()).ok_or_else(malformed)?;
        (0..length).for_each(|_| steps.push(steps[steps.len() - back]));
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_survive_the_trip_through_text() {
        let steps =
            [Step { process: 0, choice: 0 }, Step { process: 1, choice: 2 }, Step { process: 5, choice: 1 }];
        let text = encode_steps(&steps, 3);
        assert_eq!(text, "0.1/2.b2/1");
        assert_eq!(decode_steps(&text, 3).as_deref(), Ok(steps.as_slice()));
        assert_eq!(decode_steps(&encode_steps(&[], 3), 3), Ok(vec![]));
    }

    fn by(processes: impl Iterator<Item = u16>) -> Vec<Step> {
        processes.map(|process| Step { process, choice: 0 }).collect()
    }

    #[test]
    fn schedules_of_loops_are_short() {
        let runs = by((0..100_000u32).map(|i| u16::from(i % 50_000 > 300)));
        let turns = by((0..100_000u32).map(|i| (i % 3) as u16));
        let odd = by((0..100_000u32).map(|i| u16::from(i % 7 < 4) + u16::from(i % 1001 == 0)));
        for steps in [runs, turns, odd] {
            let text = encode_steps(&steps, 3);
            assert!(text.len() < 1000, "{} characters: {text}", text.len());
            assert_eq!(decode_steps(&text, 3).as_ref(), Ok(&steps));
        }
        assert_eq!(encode_steps(&by([0; 9].into_iter()), 3), "0.1~8");
        assert_eq!(encode_steps(&by([0, 1, 0, 1].into_iter()), 3), "0.1.0.1");
    }

    #[test]
    fn any_schedule_survives_the_trip_through_text() {
        let mut random = fastrand::Rng::with_seed(1);
        for choices in [2, 3, 7] {
            for length in 0..300 {
                let mut draw = || random.u16(..choices);
                let steps: Vec<Step> =
                    (0..length).map(|_| Step { process: draw() % 6, choice: draw() / 2 }).collect();
                assert_eq!(decode_steps(&encode_steps(&steps, 3), 3), Ok(steps));
            }
        }
    }

    #[test]
    fn malformed_steps_are_refused() {
        for text in
            ["", "x", "9", "0..1", "0/", "b7", "0/99999999", "1~2", "0.0~2", "0.2~1", "0.1~99999999", "0.1~"]
        {
            assert!(matches!(decode_steps(text, 3), Err(ReplayError::Malformed(_))), "{text}");
        }
    }
}
