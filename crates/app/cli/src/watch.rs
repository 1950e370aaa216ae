//! Watches running searches: time and memory limits, Ctrl-C, and the progress line.
//!
//! A search is asked to stop when a limit is reached. If it does not, because a single step takes too long or
//! too much memory, the process is ended once it is 15 % beyond the limit ([`Watch::if_stuck`]); earlier
//! findings have been printed by then.

use crate::{ending, output};
use explore::Progress;
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A running search.
#[derive(Clone)]
struct Search {
    progress: Arc<Progress>,
    /// When its time started.
    since: Instant,
    name: String,
    /// When it started to simplify a finding, if it does.
    simplifies: Option<Instant>,
}

/// The state that the watcher thread observes.
#[derive(Default)]
struct Watched {
    /// The searches that run in parallel, by worker.
    current: Mutex<BTreeMap<usize, Search>>,
    /// The number of finished tests, the number of all tests, and when they started.
    suite: Mutex<Option<(usize, usize, Instant)>>,
    /// Whether the progress line is on the screen. Locked while printing.
    shown: Mutex<bool>,
    /// When the time of the target started.
    since: Mutex<Option<Instant>>,
    /// Reports why the process ends although a search has not, and returns the exit code.
    if_stuck: Mutex<Option<Box<IfStuck>>>,
    /// When a finding decided the verdict.
    decided: Mutex<Option<Instant>>,
    /// A line to print, and since when, unless something else is printed soon.
    announced: Mutex<Option<(Instant, String)>>,
    done: AtomicBool,
}

/// How long to wait before the first progress output.
const PATIENCE: Duration = Duration::from_millis(500);

/// Called with the reason.
type IfStuck = dyn Fn(&str) -> u8 + Send;

/// Moves to the beginning of the line and clears it.
const CLEAR: &str = "\r\x1b[K";

impl Watched {
    /// Prints something on a line of its own.
    fn over<T>(&self, print: impl FnOnce() -> T) -> T {
        let mut shown = self.shown.lock().expect("printing does not panic");
        if std::mem::take(&mut *shown) {
            let _ = write!(std::io::stderr(), "{CLEAR}");
        }
        print()
    }
}

/// Limits, and whether to show progress.
#[derive(Debug, Clone, Copy, Default)]
pub struct RunLimits {
    /// The time for a target: all its searches, under all models.
    pub time: Option<Duration>,
    /// The resident memory of the process; three quarters of what is available by default.
    pub memory: Option<u64>,
    /// The time for simplifying executions, and for further findings after the first violation.
    pub simplify: Option<Duration>,
    /// Whether to show no progress line.
    pub quiet: bool,
}

/// A background thread that enforces limits. Dropping it ends the thread.
pub struct Watch {
    watched: Arc<Watched>,
    limits: RunLimits,
    thread: Option<std::thread::JoinHandle<()>>,
    _working: ending::Working,
}

impl Watch {
    /// Starts watching. The progress line goes to standard error if that is a terminal.
    pub fn start(limits: RunLimits) -> Watch {
        let watched = Arc::new(Watched::default());
        let show = !limits.quiet && std::io::stderr().is_terminal();
        let here = Arc::clone(&watched);
        if let Some(bytes) = limits.memory.filter(|&bytes| bytes < 1 << 20 && !limits.quiet) {
            output::complain(&format!("warning: --memory-limit is {bytes} bytes; 512M would be megabytes"));
        }
        let limits = RunLimits { memory: limits.memory.or_else(|| Some(machine_bytes()? / 4 * 3)), ..limits };
        let thread = std::thread::spawn(move || watch(&here, limits, show));
        Watch { watched, limits, thread: Some(thread), _working: ending::Working::begin() }
    }

    /// Begins a target; its time counts from `since`.
    pub fn begin_target(&self, since: Instant) {
        *self.watched.since.lock().expect("the watcher does not panic") = Some(since);
    }

    /// Ends the searches of a target.
    pub fn end_target(&self) {
        *self.watched.if_stuck.lock().expect("the watcher does not panic") = None;
        *self.watched.since.lock().expect("the watcher does not panic") = None;
        self.watched.current.lock().expect("the watcher does not panic").clear();
    }

    /// Sets what to do if the searches of this target do not stop although they must: report why, and return
    /// the exit code.
    pub fn if_stuck(&self, tell: impl Fn(&str) -> u8 + Send + 'static) {
        *self.watched.if_stuck.lock().expect("the watcher does not panic") = Some(Box::new(tell));
    }

    /// Begins a search called `name`; its progress is watched until the next one begins.
    pub fn begin(&self, name: &str) -> Arc<Progress> {
        let since = *self.watched.since.lock().expect("the watcher does not panic");
        self.begin_as(0, since.unwrap_or_else(Instant::now), name)
    }

    /// Begins the search for a simpler execution.
    pub fn simplify(&self, name: &str) -> Arc<Progress> {
        let progress = self.begin(name);
        if let Some(search) = self.watched.current.lock().expect("the watcher does not panic").get_mut(&0) {
            search.simplifies = Some(Instant::now());
        }
        progress
    }

    /// Records that a finding decided the verdict, or resets it for another program.
    pub fn set_decided(&self, decided: bool) {
        let mut since = self.watched.decided.lock().expect("the watcher does not panic");
        *since = decided.then(|| since.unwrap_or_else(Instant::now));
    }

    /// Like [`Watch::begin`], for one of several parallel workers; its time counts from `since`.
    pub fn begin_as(&self, worker: usize, since: Instant, name: &str) -> Arc<Progress> {
        let progress = Arc::new(Progress::default());
        // Check at once: a very short search must not slip through between two polls.
        self.limits.keep(&progress, since, resident_bytes());
        let name = name.to_owned();
        let search = Search { progress: Arc::clone(&progress), since, name, simplifies: None };
        self.watched.current.lock().expect("the watcher does not panic").insert(worker, search);
        progress
    }

    /// Records that `done` of `tests` tests are finished.
    pub fn set_suite_progress(&self, done: usize, tests: usize, since: Instant) {
        *self.watched.suite.lock().expect("the watcher does not panic") = Some((done, tests, since));
    }

    /// Prints something in place of the progress line, which reappears below.
    pub fn over<T>(&self, print: impl FnOnce() -> T) -> T {
        self.watched.over(print)
    }

    /// Prints a line on standard error, unless it is withdrawn soon.
    pub fn announce(&self, line: Option<String>) {
        let mut announced = self.watched.announced.lock().expect("the watcher does not panic");
        *announced = line.map(|line| (Instant::now(), line));
    }

    /// Whether the user pressed Ctrl-C.
    pub fn is_interrupted(&self) -> bool {
        ending::is_interrupted()
    }
}

impl RunLimits {
    /// Asks a search to stop if it exceeds a limit.
    fn keep(self, progress: &Progress, since: Instant, resident: u64) {
        if ending::is_interrupted() {
            progress.interrupt();
        }
        if self.time.is_some_and(|limit| since.elapsed() > limit) {
            progress.stop_for_time();
        }
        if self.memory.is_some_and(|limit| resident > limit) {
            progress.stop_for_memory();
        }
    }

    /// Why to stop waiting for searches that were asked to stop, if they are too late.
    fn overrun(self, since: Instant, interrupted: Option<Instant>, resident: u64) -> Option<&'static str> {
        let late =
            |limit: Duration| since.elapsed() > limit + (limit * 15 / 100).clamp(LEAST_GRACE, MOST_GRACE);
        if self.time.is_some_and(late) {
            return Some("time limit reached");
        }
        if self.memory.is_some_and(|limit| resident > limit / 100 * 115) {
            return Some("memory limit reached");
        }
        interrupted.is_some_and(|when| when.elapsed() > MOST_GRACE).then_some("interrupted")
    }
}

/// The least and the most time that a search gets to stop: it may have to report a finding.
const LEAST_GRACE: Duration = Duration::from_millis(500);
const MOST_GRACE: Duration = Duration::from_secs(10);

impl Drop for Watch {
    fn drop(&mut self) {
        self.watched.done.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn watch(watched: &Watched, limits: RunLimits, show: bool) {
    let (mut ticks, mut interrupted) = (0u32, None);
    while !watched.done.load(Ordering::SeqCst) {
        std::thread::sleep(Duration::from_millis(10));
        ticks += 1;
        let current = watched.current.lock().expect("no panic under the lock").clone();
        let resident = resident_bytes();
        if ending::is_interrupted() {
            interrupted.get_or_insert_with(Instant::now);
        }
        let decided = *watched.decided.lock().expect("no panic under the lock");
        for Search { progress, since, simplifies, .. } in current.values() {
            limits.keep(progress, *since, resident);
            if let Some(why) = limits.overrun(*since, interrupted, resident) {
                give_up(watched, why);
            }
            let since = simplifies.or(decided);
            if since.zip(limits.simplify).is_some_and(|(since, limit)| since.elapsed() > limit) {
                progress.stop_early();
            }
        }
        let mut announced = watched.announced.lock().expect("no panic under the lock");
        if let Some((_, line)) = announced.take_if(|(since, _)| since.elapsed() > PATIENCE) {
            watched.over(|| output::complain(&line));
        }
        drop(announced);
        // Short searches show nothing; long ones are shown five times a second.
        let Some(oldest) = current.values().min_by_key(|search| search.since) else { continue };
        let suite = *watched.suite.lock().expect("no panic under the lock");
        let since = suite.map_or(oldest.since, |(.., since)| since);
        if show && ticks.is_multiple_of(20) && since.elapsed() > PATIENCE {
            let suite = suite.map(suite_line).unwrap_or_default();
            let mut shown = watched.shown.lock().expect("printing does not panic");
            // A line that wraps could not be cleared.
            let width = output::width(terminal_size::terminal_size_of(std::io::stderr()));
            let text = report::columns::cut(&report::clean(&(suite + &line(oldest))), width - 1);
            let _ = write!(std::io::stderr(), "{CLEAR}{text}");
            *shown = true;
        }
    }
    watched.over(|| ());
}

/// Ends the process because a search does not end, if that was requested and the search has not ended
/// meanwhile.
fn give_up(watched: &Watched, why: &str) {
    let tell = watched.if_stuck.lock().expect("no panic under the lock");
    let Some(tell) = &*tell else { return };
    let code = watched.over(|| tell(why));
    ending::leave(i32::from(code));
}

/// The progress of a suite, and the estimated time left.
fn suite_line((done, tests, since): (usize, usize, Instant)) -> String {
    let left = since.elapsed().as_secs_f64() / done.max(1) as f64 * (tests - done) as f64;
    let left = if done > 0 { format!(", about {left:.0} s left") } else { String::new() };
    format!("{done} of {tests} tests{left}; ")
}

fn line(Search { progress, since, name, .. }: &Search) -> String {
    let now = progress.snapshot();
    let seconds = since.elapsed().as_secs_f64();
    // A first look keeps no states.
    let (count, what, queued) = match (now.states, now.transitions) {
        (0, steps) if steps > 0 => (steps, "steps", String::new()),
        (states, _) => (states, "states", format!(", {} queued", now.queued)),
    };
    format!("{name}: {count} {what}, {:.0}/s{queued}, {seconds:.1} s", count as f64 / seconds)
}

/// The memory of the machine, or the part that this process may use. A process that exceeds it is killed
/// silently.
pub fn machine_bytes() -> Option<u64> {
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let whole = std::fs::read_to_string("/proc/meminfo").ok()?;
    let whole =
        number(whole.lines().find_map(|l| l.strip_prefix("MemTotal:"))?.trim().trim_end_matches("kB"))?;
    let group = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let group = group.as_deref().and_then(number).unwrap_or(u64::MAX);
    Some((whole * 1024).min(group))
}

/// A field of /proc/self/status in bytes; 0 if absent.
fn status_bytes(field: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|l| l.starts_with(field)).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok()).unwrap_or(0) * 1024
}

/// The current resident memory of the process; 0 if unknown.
pub fn resident_bytes() -> u64 {
    // Shorter than the status, and read often: its second number counts pages.
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    statm.split_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok()).unwrap_or(0) * PAGE_BYTES
}

/// The page size of the systems that have a /proc; where pages are larger, limits trigger later.
const PAGE_BYTES: u64 = 4096;

/// The largest resident memory of the process so far.
pub fn peak_bytes() -> u64 {
    status_bytes("VmHWM:")
}
