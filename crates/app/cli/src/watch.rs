//! Watches running searches: time and memory limits, Ctrl-C, and the progress line.
//!
//! A search is asked to stop when a limit is reached. One that does not, because a single step of it takes too long or too much, is ended
//! with the process once it is 15 % beyond the limit ([`Watch::if_stuck`]); what was found before has been printed by then.

use crate::{ending, output};
use explore::Progress;
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A search that runs.
#[derive(Clone)]
struct Search {
    progress: Arc<Progress>,
    /// Since when its time counts.
    since: Instant,
    name: String,
    /// Since when it makes something simpler that was found, if it does.
    simplifies: Option<Instant>,
}

/// What the watcher looks at.
#[derive(Default)]
struct Watched {
    /// The searches that run side by side, by whose they are.
    current: Mutex<BTreeMap<usize, Search>>,
    /// Of how many tests how many are done, and since when.
    suite: Mutex<Option<(usize, usize, Instant)>>,
    /// Whether the progress line is on the screen. Whoever prints holds this.
    shown: Mutex<bool>,
    /// Since when the time of the target counts.
    since: Mutex<Option<Instant>>,
    /// Tells why the process ends although a search has not, and with which code.
    if_stuck: Mutex<Option<Box<IfStuck>>>,
    /// When something was found that decides the verdict.
    decided: Mutex<Option<Instant>>,
    /// What to print, and since when, if nothing else comes soon.
    announced: Mutex<Option<(Instant, String)>>,
    done: AtomicBool,
}

/// For how long nobody need be told anything.
const PATIENCE: Duration = Duration::from_millis(500);

/// Told why.
type IfStuck = dyn Fn(&str) -> u8 + Send;

/// To the beginning of the line, and away with what is there.
const CLEAR: &str = "\r\x1b[K";

impl Watched {
    /// Prints something, on a line of its own.
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
    /// Time for a target: all its searches, under all models.
    pub time: Option<Duration>,
    /// Resident memory of the process; three quarters of what there is unless the user says otherwise.
    pub memory: Option<u64>,
    /// Time for making an execution simpler, and for what else there is to find after the first violation.
    pub simplify: Option<Duration>,
    /// No progress line.
    pub quiet: bool,
}

/// A background thread that keeps limits. Dropping it ends the thread.
pub struct Watch {
    watched: Arc<Watched>,
    limits: RunLimits,
    thread: Option<std::thread::JoinHandle<()>>,
    _working: ending::Working,
}

impl Watch {
    /// Starts watching. The progress line goes to standard error, only if that is a terminal.
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

    /// A target begins; its time counts since `since`.
    pub fn begin_target(&self, since: Instant) {
        *self.watched.since.lock().expect("the watcher does not panic") = Some(since);
    }

    /// The searches of a target have ended.
    pub fn end_target(&self) {
        *self.watched.if_stuck.lock().expect("the watcher does not panic") = None;
        *self.watched.since.lock().expect("the watcher does not panic") = None;
        self.watched.current.lock().expect("the watcher does not panic").clear();
    }

    /// What to do when the searches of this target do not stop although they must: say why, and give the exit code.
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

    /// Something was found that decides the verdict; or what is searched from now on is another program.
    pub fn is_decided(&self, decided: bool) {
        let mut since = self.watched.decided.lock().expect("the watcher does not panic");
        *since = decided.then(|| since.unwrap_or_else(Instant::now));
    }

    /// The same for one of several that search side by side; its time counts since `since`.
    pub fn begin_as(&self, worker: usize, since: Instant, name: &str) -> Arc<Progress> {
        let progress = Arc::new(Progress::default());
        // What takes no time at all must not slip through between two looks.
        self.limits.keep(&progress, since, resident_bytes());
        let name = name.to_owned();
        let search = Search { progress: Arc::clone(&progress), since, name, simplifies: None };
        self.watched.current.lock().expect("the watcher does not panic").insert(worker, search);
        progress
    }

    /// So many tests of so many are done.
    pub fn is_at(&self, done: usize, tests: usize, since: Instant) {
        *self.watched.suite.lock().expect("the watcher does not panic") = Some((done, tests, since));
    }

    /// Prints something where the progress line is; it comes back below.
    pub fn over<T>(&self, print: impl FnOnce() -> T) -> T {
        self.watched.over(print)
    }

    /// Prints a line on standard error unless it is taken back soon.
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
    /// Asks a search to stop that must.
    fn keep(self, progress: &Progress, since: Instant, resident: u64) {
        if ending::is_interrupted() {
            progress.interrupt();
        }
        if self.time.is_some_and(|limit| since.elapsed() > limit) {
            progress.time_is_up();
        }
        if self.memory.is_some_and(|limit| resident > limit) {
            progress.memory_is_up();
        }
    }

    /// Why nobody waits any longer for searches that were asked to stop, if that is so.
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

/// How long a search may take to stop, at least and at most: a finding may have to be told.
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
                progress.is_enough();
            }
        }
        let mut announced = watched.announced.lock().expect("no panic under the lock");
        if let Some((_, line)) = announced.take_if(|(since, _)| since.elapsed() > PATIENCE) {
            watched.over(|| output::complain(&line));
        }
        drop(announced);
        // Short searches show nothing; long ones five times a second.
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

/// Ends the process, since a search does not end; if that is wanted, and if the search has not ended meanwhile.
fn give_up(watched: &Watched, why: &str) {
    let tell = watched.if_stuck.lock().expect("no panic under the lock");
    let Some(tell) = &*tell else { return };
    let code = watched.over(|| tell(why));
    ending::leave(i32::from(code));
}

/// How far a suite is, and when it will be done if the rest takes as long.
fn suite_line((done, tests, since): (usize, usize, Instant)) -> String {
    let left = since.elapsed().as_secs_f64() / done.max(1) as f64 * (tests - done) as f64;
    let left = if done > 0 { format!(", about {left:.0} s left") } else { String::new() };
    format!("{done} of {tests} tests{left}; ")
}

fn line(Search { progress, since, name, .. }: &Search) -> String {
    let now = progress.snapshot();
    let seconds = since.elapsed().as_secs_f64();
    // A look at some executions keeps no states.
    let (count, what, queued) = match (now.states, now.transitions) {
        (0, steps) if steps > 0 => (steps, "steps", String::new()),
        (states, _) => (states, "states", format!(", {} queued", now.queued)),
    };
    format!("{name}: {count} {what}, {:.0}/s{queued}, {seconds:.1} s", count as f64 / seconds)
}

/// The memory of the machine, or of the part of it that this process may use. Whoever takes more is killed without a word.
fn machine_bytes() -> Option<u64> {
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let whole = std::fs::read_to_string("/proc/meminfo").ok()?;
    let whole =
        number(whole.lines().find_map(|l| l.strip_prefix("MemTotal:"))?.trim().trim_end_matches("kB"))?;
    let group = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let group = group.as_deref().and_then(number).unwrap_or(u64::MAX);
    Some((whole * 1024).min(group))
}

/// A field of /proc/self/status in bytes; 0 where there is none.
fn status_bytes(field: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|l| l.starts_with(field)).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok()).unwrap_or(0) * 1024
}

/// The resident memory of the process now; 0 where that is not known.
pub fn resident_bytes() -> u64 {
    // Shorter than the status, and asked for often: its second number counts pages.
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    statm.split_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok()).unwrap_or(0) * PAGE_BYTES
}

/// Pages of the systems that have a /proc; where they are larger, limits come later.
const PAGE_BYTES: u64 = 4096;

/// The largest resident memory of the process so far.
pub fn peak_bytes() -> u64 {
    status_bytes("VmHWM:")
}
