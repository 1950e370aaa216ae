//! Where a running program's output goes, and what may stop it: Ctrl-C and the time limit.

use crate::args::RunArgs;
use jvm::{Library, Sink, State};
use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The user pressed Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Why a run was stopped from outside.
#[derive(Debug, Clone, Copy)]
pub enum Reason {
    /// By Ctrl-C.
    Interrupted,
    /// This time was up.
    Time(Duration),
}

/// The sink of a run.
pub struct Console {
    limit: Option<Duration>,
    since: Instant,
    reason: Option<Reason>,
    /// Why standard output cannot be written, other than that nobody reads it any more.
    failure: Option<std::io::Error>,
}

impl Console {
    /// A console with these limits. From now on Ctrl-C ends the run in good order.
    pub fn new(args: &RunArgs) -> Console {
        // A second handler cannot be installed in one process; the first one serves then.
        let _ = ctrlc::set_handler(|| {
            if INTERRUPTED.swap(true, Ordering::SeqCst) {
                // Second Ctrl-C: the user does not want to wait for an orderly end.
                std::process::exit(130);
            }
        });
        Console { limit: args.time_limit, since: Instant::now(), reason: None, failure: None }
    }

    /// The program begins: its time runs.
    pub fn begin(&mut self, _lib: &'static Library) {
        self.since = Instant::now();
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

impl Sink for Console {
    fn output(&mut self, stream: u8, bytes: &[u8]) {
        if stream == 2 {
            // There is nobody left to tell if that fails.
            let _ = std::io::stderr().write_all(bytes);
            return;
        }
        let mut out = std::io::stdout().lock();
        match out.write_all(bytes).and_then(|()| out.flush()) {
            Ok(()) => {}
            // As with java: the program goes on, and nobody reads what it prints.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
            Err(error) => self.failure = Some(error),
        }
    }

    fn must_stop(&mut self, _: &State) -> bool {
        if INTERRUPTED.load(Ordering::SeqCst) {
            self.reason = Some(Reason::Interrupted);
        } else if let Some(limit) = self.limit
            && self.since.elapsed() >= limit
        {
            self.reason = Some(Reason::Time(limit));
        }
        self.reason.is_some() || self.failure.is_some()
    }
}
