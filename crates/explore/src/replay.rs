//! Runs one execution again, without exploring, and tells every action.
//!
//! Steps are written as text: `0.2/1.b0` is a step of process 0, then of process 2 by its choice 1, then of the
//! buffer of thread 0.

use crate::system::{Finding, Sink, Step, System};
use event::{Action, Answer, Cut, Loc, Outcome, Site, ThreadId, Written};
use store::Overflow;

/// One action of a replayed execution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TraceStep {
    /// A thread acted.
    Action {
        /// Who.
        thread: ThreadId,
        /// What.
        action: Action,
        /// The answer it got.
        answer: Answer,
        /// The write a read saw, with its tag when executions are kept apart.
        seen: Option<Written>,
        /// Where.
        site: Site,
    },
    /// A store left the buffer of its thread and reached memory.
    Flush {
        /// Whose.
        thread: ThreadId,
        /// Where.
        loc: Loc,
        /// What.
        written: Written,
    },
    /// Something was found.
    Finding(Finding),
}

/// A replayed execution.
#[derive(Debug, Clone, Default)]
pub struct Trace {
    /// Everything that happened, in order.
    pub steps: Vec<TraceStep>,
    /// The outcomes of the state reached, if it is finished.
    pub outcomes: Vec<Outcome>,
}

/// Why steps cannot be replayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplayError {
    /// Not the text form of steps.
    Malformed(String),
    /// The program cannot take this step here: it is not the program the steps were recorded from.
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

/// Runs the steps.
pub fn replay<Y: System>(system: &Y, steps: &[Step]) -> Result<(Trace, Y::State), ReplayError> {
    let mut trace = Trace::default();
    let mut state = system.initial(&mut trace);
    let mut possible = Vec::new();
    for (n, &step) in steps.iter().enumerate() {
        possible.clear();
        system.steps(&state, &mut possible);
        if !possible.contains(&step) {
            return Err(ReplayError::Impossible(n));
        }
        system.take(&mut state, step, &mut trace);
    }
    possible.clear();
    system.steps(&state, &mut possible);
    if possible.is_empty() {
        match system.end(&state) {
            crate::End::Finished => system.outcomes(&state, &mut trace.outcomes),
            crate::End::Deadlocked(waiting) => {
                trace.steps.push(TraceStep::Finding(Finding::Deadlock { waiting }))
            }
            _ => {}
        }
    }
    Ok((trace, state))
}

/// Steps as text.
pub fn encode_steps(steps: &[Step], threads: u16) -> String {
    let text = |s: &Step| {
        let who =
            if s.process < threads { s.process.to_string() } else { format!("b{}", s.process - threads) };
        if s.choice == 0 { who } else { format!("{who}/{}", s.choice) }
    };
    if steps.is_empty() { "-".to_owned() } else { steps.iter().map(text).collect::<Vec<_>>().join(".") }
}

/// Steps from text.
pub fn decode_steps(text: &str, threads: u16) -> Result<Vec<Step>, ReplayError> {
    let step = |part: &str| {
        let (who, choice) = part.split_once('/').unwrap_or((part, "0"));
        let (number, offset) = who.strip_prefix('b').map_or((who, 0), |n| (n, threads));
        let process = number.parse::<u16>().ok().filter(|n| *n < threads)? + offset;
        Some(Step { process, choice: choice.parse().ok()? })
    };
    if text == "-" {
        return Ok(Vec::new());
    }
    text.split('.').map(|part| step(part).ok_or_else(|| ReplayError::Malformed(part.to_owned()))).collect()
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

    #[test]
    fn malformed_steps_are_refused() {
        for text in ["", "x", "9", "0..1", "0/", "b7", "0/99999999"] {
            assert!(matches!(decode_steps(text, 3), Err(ReplayError::Malformed(_))), "{text}");
        }
    }
}
