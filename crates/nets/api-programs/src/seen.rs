//! The results of a search of a program.

use differential::java::{Reduced, explored_sc};
use event::{Gap, Outcome};
use explore::{Finding, Progress};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use verify::FindingKind;
use verify::java::{JavaProgram, check_java};
use verify::{Model, Properties};

/// What was shown, and whether it is complete.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// Outcomes of executions that end.
    pub outcomes: BTreeSet<String>,
    /// Outcomes that may or may not be possible.
    pub open: BTreeSet<String>,
    /// Whether some execution ends with threads that wait forever.
    pub deadlock: bool,
    /// Why something may be missing.
    pub incomplete: Option<String>,
    /// A defect of thinair itself.
    pub fault: Option<String>,
    /// States visited.
    pub states: u64,
    /// How long it took.
    pub seconds: f64,
}

impl Seen {
    /// Everything, including hangs, as texts.
    pub fn all(&self) -> BTreeSet<String> {
        let mut all = self.outcomes.clone();
        if self.deadlock {
            all.insert("hang".to_owned());
        }
        all
    }

    fn faulty(what: String) -> Seen {
        Seen { incomplete: Some("a fault".to_owned()), fault: Some(what), ..Seen::default() }
    }
}

/// Bounds of a search.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// The maximum number of states of one search.
    pub states: u64,
    /// The maximum time of one search.
    pub time: Duration,
}

/// The maximum memory before a search is stopped. The memory of classes is never freed.
const MEMORY: u64 = 4 << 30;

/// The resident memory of this process in bytes; 0 where the system does not report it.
fn memory() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4096
}

/// Stops searches that are out of time, or need too much memory.
#[derive(Clone, Default)]
pub struct Watch(Arc<Mutex<Vec<Watched>>>);

/// A search and its deadline.
type Watched = (Instant, Arc<Progress>);

impl Watch {
    /// Starts a watch that runs as long as the process.
    pub fn start() -> Watch {
        let watch = Watch::default();
        let watched = watch.clone();
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(Duration::from_millis(50));
                let mut list = watched.0.lock().unwrap_or_else(|poison| poison.into_inner());
                let (now, full) = (Instant::now(), memory() > MEMORY);
                list.retain(|(end, progress)| {
                    if full {
                        progress.stop_for_memory();
                    }
                    if *end <= now {
                        progress.stop_for_time();
                    }
                    *end > now && Arc::strong_count(progress) > 1
                });
            }
        });
        watch
    }

    fn progress(&self, end: Instant) -> Arc<Progress> {
        let progress = Arc::new(Progress::default());
        self.0.lock().unwrap_or_else(|poison| poison.into_inner()).push((end, Arc::clone(&progress)));
        progress
    }
}

/// The text of an outcome. Threads are not named there, since not all searches number them in the same way.
fn text(outcome: &Outcome) -> String {
    let mut observed = outcome.observed.clone();
    observed.sort();
    let observed = observed.iter().map(|(name, value)| format!("{name}={}", escape(value)));
    let mut failures: Vec<String> =
        outcome.failures.iter().map(|(_, f)| format!("failure {}", f.class())).collect();
    failures.sort();
    observed.chain(failures).collect::<Vec<_>>().join("\t")
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n").replace('\t', "\\t").replace('\r', "\\r")
}

fn guarded(what: impl FnOnce() -> Seen) -> Seen {
    let start = Instant::now();
    let seen = std::panic::catch_unwind(std::panic::AssertUnwindSafe(what));
    let mut seen = seen.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("?");
        Seen::faulty(format!("panic: {text}"))
    });
    seen.seconds = start.elapsed().as_secs_f64();
    seen
}

fn faults(seen: &mut Seen, gaps: &[Gap]) {
    let first = |gap: &Gap| gap.to_string().lines().next().unwrap_or_default().to_owned();
    seen.fault = gaps.iter().find(|gap| matches!(gap, Gap::Defect(_))).map(first);
    if let Some(why) = gaps.first() {
        seen.incomplete = Some(format!("unsupported: {}", first(why)));
    }
}

/// Explores a program under sequential consistency.
pub fn sc(program: &JavaProgram, reduced: Reduced, bounds: Bounds, watch: &Watch) -> Seen {
    guarded(|| {
        let progress = watch.progress(Instant::now() + bounds.time);
        let (report, unsupported) = explored_sc(program, reduced, bounds.states, &progress);
        let mut seen = Seen {
            outcomes: report.outcomes.iter().map(text).collect(),
            deadlock: report.findings.iter().any(|f| matches!(f, Finding::Deadlock { .. })),
            incomplete: report.incomplete.first().map(|i| format!("{i:?}")),
            states: report.stats.states,
            ..Seen::default()
        };
        faults(&mut seen, &unsupported);
        seen
    })
}

/// Checks a program under the Java memory model.
pub fn jmm(program: &JavaProgram, bounds: Bounds, watch: &Watch) -> Seen {
    guarded(|| {
        let properties = Properties {
            assertion: false,
            exception: false,
            deadlock: false,
            exit: false,
            race: false,
            hang: false,
            idle: false,
        };
        let options = verify::Options {
            states: Some(bounds.states),
            properties,
            all_outcomes: true,
            ..verify::Options::default()
        };
        let end = Instant::now() + bounds.time;
        let result = check_java(program, Model::Jmm, &options, &|_: &str| watch.progress(end));
        let mut seen = Seen {
            outcomes: result.outcomes.iter().map(text).collect(),
            deadlock: result.findings.iter().any(|f| f.kind == FindingKind::Deadlock),
            states: result.stats.states,
            ..Seen::default()
        };
        match &result.open {
            Some(open) => seen.open = open.keys().map(text).collect(),
            None => {
                seen.incomplete =
                    Some(result.incomplete.first().map_or_else(|| "open".to_owned(), ToString::to_string))
            }
        }
        if !result.complete && seen.open.is_empty() && seen.incomplete.is_none() {
            seen.incomplete = Some(
                result.incomplete.first().map_or_else(|| "not complete".to_owned(), ToString::to_string),
            );
        }
        faults(&mut seen, &result.gaps);
        seen
    })
}
