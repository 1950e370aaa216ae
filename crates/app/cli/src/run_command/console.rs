//! Handles a running program's output and trace, and what may stop it: Ctrl-C and the time limit.

use crate::args::{RunArgs, TraceArg};
use crate::ending::{self, Working};
use jvm::{Library, Sink, State, Traced, TracedAction, Wanted};
use std::io::{ErrorKind, Write};
use std::time::{Duration, Instant};

/// Why a run was stopped from outside.
#[derive(Debug, Clone, Copy)]
pub enum Reason {
    /// The user pressed Ctrl-C.
    Interrupted,
    /// This time limit was reached.
    Time(Duration),
}

/// The sink of a run.
pub struct Console {
    lib: &'static Library,
    trace: Option<TraceArg>,
    counts: bool,
    /// The number of actions so far, if counted.
    actions: u64,
    limit: Option<Duration>,
    since: Instant,
    reason: Option<Reason>,
    /// Why standard output cannot be written, other than that its reader has gone.
    failure: Option<std::io::Error>,
    _working: Working,
}

impl Console {
    /// A console for a program that starts now. From now on Ctrl-C ends the run in an orderly way.
    pub fn new(args: &RunArgs, lib: &'static Library) -> Console {
        Console {
            lib,
            trace: args.trace,
            counts: args.stats,
            actions: 0,
            limit: args.time_limit,
            since: Instant::now(),
            reason: None,
            failure: None,
            _working: Working::begin(),
        }
    }

    /// The number of actions, if counted.
    pub fn actions(&self) -> u64 {
        self.actions
    }

    /// Why the run was stopped, if it was.
    pub fn reason(&self) -> Option<Reason> {
        self.reason
    }

    /// Why the program's output was lost, if it was.
    pub fn failure(&self) -> Option<&std::io::Error> {
        self.failure.as_ref()
    }
}

impl Console {
    fn write(&mut self, stream: u8, bytes: &[u8]) {
        if stream == 2 {
            // If that fails, there is no place left to report it.
            let _ = std::io::stderr().write_all(bytes);
            return;
        }
        let mut out = std::io::stdout().lock();
        match out.write_all(bytes).and_then(|()| out.flush()) {
            Ok(()) => {}
            // As with java, the program continues although its output is not read.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
            Err(error) => self.failure = Some(error),
        }
    }
}

impl Sink for Console {
    fn output(&mut self, stream: u8, bytes: &[u8]) {
        // With a trace, output is written as part of the actions, so that both are in order.
        if self.trace.is_none() {
            self.write(stream, bytes);
        }
    }

    fn wants(&self) -> Wanted {
        match (self.trace, self.counts) {
            (Some(_), _) => Wanted::Steps,
            (None, true) => Wanted::Count,
            (None, false) => Wanted::Nothing,
        }
    }

    fn count(&mut self, actions: u64) {
        self.actions += actions;
    }

    fn actions(&mut self, thread: usize, steps: &[TracedAction], state: &State) {
        self.actions += steps.len() as u64;
        let mut lines = String::new();
        for step in steps {
            if self.trace == Some(TraceArg::All) || step.is_of_program(self.lib, state) {
                lines += &step.line(thread, self.lib, state);
                lines.push('\n');
            }
            if let Traced::Output { stream, bytes } = &step.action {
                self.write(2, std::mem::take(&mut lines).as_bytes());
                self.write(*stream, bytes);
            }
        }
        self.write(2, lines.as_bytes());
    }

    fn must_stop(&mut self, _: &State) -> bool {
        if ending::is_interrupted() {
            self.reason = Some(Reason::Interrupted);
        } else if let Some(limit) = self.limit
            && self.since.elapsed() >= limit
        {
            self.reason = Some(Reason::Time(limit));
        }
        self.reason.is_some() || self.failure.is_some()
    }
}
