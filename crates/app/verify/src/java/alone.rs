//! A Java program as the solver needs it: threads that run alone, each in its own state, and are given the
//! values they read.
//!
//! Everything the main thread does before it starts the others happens-before all that they do (JLS 17.4.4),
//! so it becomes initial values; a main thread that then only joins is left out. Threads affect each other
//! through reads, monitors, starts and joins. Anything else (waiting, class initialisation, unchecked data of
//! the class library) is rejected by name, and the thread is cut there: executions that avoid it remain
//! valid, but nothing is proved impossible.

use super::creators::{Creators, renamed, with_values};
use super::short_names::ShortNames;
use event::{
    Action, Answer, Cut, Failure, Field, InternalKind, Loc, LocInfo, LocKind, Machine, MonitorId, ObjectId,
    Outcome, Pending, ReadMode, RmwMode, RmwOp, Site, ThreadId, Value, WriteMode,
};
use java_machine::{JavaMachine, JavaState, Readable};
use jcstress::Assertion;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};

/// The most actions of the main thread that are searched for starts of threads.
const MAIN_STEPS: usize = 1000;
const MAIN: ThreadId = ThreadId(0);
/// Observed texts that are not numbers are numbered from here.
const TEXTS: i64 = i64::MIN;
/// Stands for a name under which nothing was observed.
pub(super) const NOTHING: &str = "-";

/// A component of an outcome.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shown {
    /// The text observed under this name.
    Observed(String),
    /// Whether a thread failed at this place in this way.
    Failed(ThreadId, Site, Failure),
    /// Whether the assertion with this index was reached.
    Reached(usize),
}

/// What reports need to know about a program and its question.
#[derive(Debug, Clone, Default)]
pub(super) struct QuestionInfo {
    pub title: String,
    pub target: String,
    pub question: String,
    /// The places of the parts of the question, by their texts.
    pub places: BTreeMap<String, String>,
    /// The values that occur.
    pub values: Vec<Value>,
    /// Whether a bound stopped a thread.
    pub cut: bool,
    /// The most actions of a thread.
    pub bound: usize,
    /// Whether values are only copied, and compared with some of `values`.
    pub copies: bool,
    /// Whether the model is about several executions.
    pub several: bool,
}

/// The lines of sources, by file.
pub(super) type Lines = BTreeMap<String, Vec<String>>;

/// The assertions that must be reached, if the question is about assertions.
pub(super) type Asked<'a> = Option<&'a [Assertion]>;

/// A program whose threads run alone.
pub struct Alone<'a> {
    machine: &'a JavaMachine,
    sources: &'a Lines,
    /// The threads, by their numbers in the virtual machine.
    threads: Vec<ThreadId>,
    /// Whether each thread runs from the beginning.
    running: Vec<bool>,
    first: AloneState,
    creators: Creators,
    /// Whether the model defines what freezing final fields means.
    freezes: bool,
    /// Whether a constructor of the main thread starts threads, which may then know the object before its
    /// final fields are frozen.
    starts_early: bool,
    /// Whether assertions only ask, as in MemSAT: a failing one is not an action.
    asks: bool,
    /// The assertions that must be reached.
    pub(super) assertions: &'a [Assertion],
    /// The components of outcomes.
    pub(super) shown: Vec<Shown>,
    pub(super) about: QuestionInfo,
    known: Mutex<Known>,
}

/// What the runs of the threads have met so far.
#[derive(Default)]
struct Known {
    locations: BTreeMap<Loc, Met>,
    monitors: BTreeMap<MonitorId, String>,
    /// Components that outcomes should have as well.
    news: BTreeSet<Shown>,
    /// The thread that observes under each name.
    observers: BTreeMap<String, usize>,
    texts: Vec<String>,
    names: ShortNames,
    refused: BTreeSet<String>,
    /// The traces of threads that end with a failed assertion, and of the other threads.
    failing: BTreeSet<(usize, Vec<Line>)>,
    passing: BTreeSet<(usize, Vec<Line>)>,
    /// Whether there are accesses that the JLS does not define.
    weak: bool,
}

struct Met {
    info: LocInfo,
    name: String,
    /// Its values, with their descriptions.
    values: BTreeMap<Value, String>,
}

/// A state per thread.
#[derive(Clone)]
pub struct AloneState(Vec<Arc<Own>>);

#[derive(Clone)]
struct Own {
    java: JavaState,
    /// Whether it has read a value that depends on other threads.
    has_read: bool,
    failed: Option<(Failure, Site)>,
    /// Whether it has read a value with which it cannot continue.
    cut: bool,
    /// The places of its actions and the failed assertion; recorded only if assertions ask.
    trace: Vec<Line>,
}

/// A line of a method.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    file: String,
    method: String,
    line: u32,
}

impl Line {
    fn of(site: Site) -> Line {
        Line { file: site.file, method: site.text, line: site.line }
    }
}

/// What the main thread does until it reads something that others may write, or ends.
struct Prefix {
    /// The threads that it starts.
    threads: Vec<ThreadId>,
    /// For each thread, the last state before it acts or is joined.
    begun: BTreeMap<ThreadId, JavaState>,
    /// The state after the last start.
    after: JavaState,
    /// Whether the main thread does nothing but start threads until all are started.
    only_starts: bool,
    /// Whether it only joins after that, and observes nothing.
    only_joins: bool,
    /// Whether it starts a thread inside a constructor that will freeze final fields.
    starts_early: bool,
}

impl Prefix {
    fn of(machine: &JavaMachine) -> Prefix {
        let mut state = machine.initial();
        let mut prefix = Prefix {
            threads: Vec::new(),
            begun: BTreeMap::new(),
            after: state.clone(),
            only_starts: true,
            only_joins: false,
            starts_early: false,
        };
        let (mut ended, mut others) = (BTreeSet::new(), Vec::new());
        for _ in 0..MAIN_STEPS {
            let Pending::Action(action) = machine.pending(&state, MAIN) else { break };
            match &action {
                Action::Start(child) => {
                    prefix.only_starts &= others.is_empty();
                    prefix.starts_early |= machine.will_freeze(&state, MAIN);
                    prefix.threads.push(*child);
                }
                // The value read may decide what the main thread does next.
                Action::Read { .. } | Action::Rmw { .. } | Action::Internal(_) => {
                    others.push(action);
                    break;
                }
                Action::Join(child) => {
                    ended.insert(*child);
                    machine.end_unseen(&mut state, *child);
                }
                _ => {}
            }
            machine.resume(&mut state, MAIN, Answer::Done);
            if let Action::Start(_) = action {
                prefix.after = state.clone();
                let alive = prefix.threads.iter().filter(|thread| !ended.contains(thread));
                prefix.begun.extend(alive.map(|thread| (*thread, state.clone())));
            } else {
                others.push(action);
            }
        }
        let ends = machine.pending(&state, MAIN) == Pending::Ended && !machine.has_exited(&state);
        let is_idle = |action: &Action| matches!(action, Action::Join(_) | Action::End);
        // Reads of locations that are never written are not actions, so compare what was observed.
        let observed = |state: &JavaState| machine.outcome(state, &[]).observed;
        let is_silent = observed(&state) == observed(&prefix.after);
        prefix.only_joins = prefix.only_starts && ends && is_silent && others.iter().all(is_idle);
        prefix
    }
}

impl<'a> Alone<'a> {
    /// Runs the main thread until all threads are started.
    pub(super) fn new(
        machine: &'a JavaMachine,
        sources: &'a Lines,
        (freezes, asked): (bool, Asked<'a>),
        shown: Vec<Shown>,
    ) -> Alone<'a> {
        let own = |java| Arc::new(Own { java, has_read: false, failed: None, cut: false, trace: Vec::new() });
        let prefix = Prefix::of(machine);
        let (mut threads, mut running, mut states) = (Vec::new(), Vec::new(), Vec::new());
        if !prefix.only_joins || prefix.threads.is_empty() {
            threads.push(MAIN);
            running.push(true);
            states.push(own(if prefix.only_starts { prefix.after.clone() } else { machine.initial() }));
        }
        for thread in &prefix.threads {
            threads.push(*thread);
            running.push(prefix.only_starts);
            states.push(own(prefix.begun[thread].clone()));
        }
        let mut alone = Alone {
            machine,
            sources,
            creators: Creators::new(&threads),
            threads,
            running,
            first: AloneState(states),
            freezes,
            starts_early: prefix.starts_early,
            asks: asked.is_some(),
            assertions: asked.unwrap_or_default(),
            shown,
            about: QuestionInfo::default(),
            known: Mutex::default(),
        };
        let mut first = alone.first.clone();
        for (i, own) in first.0.iter_mut().enumerate() {
            alone.settle(Arc::make_mut(own), alone.threads[i]);
        }
        alone.first = first;
        alone
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().expect("no panic while something is noted")
    }

    /// The components that outcomes should have as well.
    pub(super) fn news(&self) -> Vec<Shown> {
        self.known().news.iter().cloned().collect()
    }

    /// What the threads met that is not supported, with its place.
    pub(super) fn refused(&self) -> Vec<String> {
        self.known().refused.iter().cloned().collect()
    }

    /// Whether there are accesses that the JLS does not define: weaker modes, or several modes on one
    /// variable.
    pub(super) fn is_weak(&self) -> bool {
        let known = self.known();
        known.weak || known.locations.values().any(|met| met.info.kind == LocKind::Mixed)
    }

    /// Returns the value that stands for an observed text.
    pub(super) fn value_of_text(&self, text: &str) -> Value {
        if let Some(number) = text.parse::<i64>().ok().filter(|number| number.to_string() == text) {
            return Value(number);
        }
        let mut known = self.known();
        let place = known.texts.iter().position(|t| t == text).unwrap_or_else(|| {
            known.texts.push(text.to_owned());
            known.texts.len() - 1
        });
        Value(TEXTS + place as i64)
    }

    /// Returns the observed text that a value stands for.
    pub(super) fn text_of_value(&self, value: Value) -> String {
        let place = value.0.wrapping_sub(TEXTS) as u64;
        let known = self.known();
        let text = usize::try_from(place).ok().and_then(|place| known.texts.get(place).cloned());
        text.unwrap_or_else(|| value.to_string())
    }

    /// The number of a thread in the virtual machine.
    pub(super) fn number(&self, thread: ThreadId) -> ThreadId {
        self.threads[thread.index()]
    }

    pub(super) fn machine(&self) -> &JavaMachine {
        self.machine
    }

    /// Describes a value of a location, and says whether the location holds references.
    pub(super) fn value_in(&self, loc: Loc, value: Value) -> (String, bool) {
        let value = self.theirs(loc, value);
        let known = self.known();
        let met = known.locations.get(&loc);
        let text = met.and_then(|met| met.values.get(&value).cloned());
        (text.unwrap_or_else(|| value.to_string()), met.is_some_and(|met| met.info.holds_reference))
    }

    /// Performs the steps that are not actions of the model: assertions that fail but only ask.
    fn settle(&self, own: &mut Own, thread: ThreadId) {
        loop {
            match self.machine.pending(&own.java, thread) {
                Pending::Action(Action::Fail(failure @ Failure::Assertion(_))) if self.asks => {
                    own.failed = Some((failure, self.site_of(own, thread)));
                    own.trace.push(Line::of(self.machine.site(&own.java, thread)));
                }
                _ => return,
            }
            self.machine.resume(&mut own.java, thread, Answer::Done);
        }
    }

    /// Returns the assertions after which their threads continue. As in Java, such a thread ends early if the
    /// assertion fails; MemSAT lets it continue.
    pub(super) fn early_assertions(&self) -> Vec<String> {
        let known = self.known();
        let mut early = BTreeSet::new();
        for (thread, failed) in known.failing.iter().filter_map(|(t, trace)| Some((t, trace.split_last()?))) {
            let (assertion, before) = failed;
            for (_, passing) in known.passing.iter().filter(|(other, _)| other == thread) {
                let Some(after) = passing.strip_prefix(before) else { continue };
                // A line above the assertion that was not executed before it was skipped by a branch; every
                // other line comes after the assertion.
                let is_left_out = |line: &Line| {
                    line.method == assertion.method && line.line < assertion.line && !before.contains(line)
                };
                if !after.iter().all(is_left_out) {
                    early.insert(format!(
                        "a thread that continues after an assertion stops early if the assertion fails ({}:{})",
                        assertion.file, assertion.line
                    ));
                }
            }
        }
        early.into_iter().collect()
    }

    /// The place of the next action of a thread, with the source line if available.
    fn site_of(&self, own: &Own, java: ThreadId) -> Site {
        self.with_line(self.machine.site(&own.java, java))
    }

    fn with_line(&self, site: Site) -> Site {
        let lines = self.sources.get(&site.file);
        let line = lines.and_then(|lines| lines.get((site.line as usize).checked_sub(1)?));
        match line {
            Some(line) => Site { text: line.trim().to_owned(), ..site },
            None => site,
        }
    }

    fn refuse(&self, own: &Own, java: ThreadId, what: &str) -> Pending {
        let site = self.site_of(own, java);
        let place = match site.line {
            0 => self.machine.thread_name(java),
            line => format!("{}:{line}", site.file),
        };
        self.known().refused.insert(format!("unsupported: {what} ({place})"));
        Pending::Cut(Cut::Unsupported)
    }

    /// Translates an action of the virtual machine.
    ///
    /// # Errors
    /// Describes what is not supported.
    fn understood(&self, own: &Own, java: ThreadId, action: Action) -> Result<Action, String> {
        let ours = |thread: ThreadId| {
            let place = self.threads.iter().position(|t| *t == thread);
            place.map(|place| ThreadId(place as u16))
        };
        if let Some(class) = self.machine.uses_library(&own.java, java, &action) {
            return Err(format!("the inner state of {class}"));
        }
        match &action {
            Action::Internal(internal) => return Err(doing(internal.what).to_owned()),
            Action::Freeze(_) if !self.freezes => {
                return Err("final fields under a file that does not say what `Freeze` does".to_owned());
            }
            // The solver does not see how a thread that was started early got the object.
            Action::Freeze(_) if java == MAIN && self.starts_early => {
                return Err("final fields where a constructor starts threads".to_owned());
            }
            Action::Start(_) if java != MAIN => {
                return Err("a thread that is not started by the main thread".to_owned());
            }
            Action::Start(_) if own.has_read => {
                return Err("a thread that is started after a read of what other threads write".to_owned());
            }
            Action::Start(child) => {
                let child = ours(*child);
                return child.map(Action::Start).ok_or_else(|| "a thread that is started late".to_owned());
            }
            Action::Join(child) => {
                let child = ours(*child);
                return child.map(Action::Join).ok_or_else(|| "a join of the main thread".to_owned());
            }
            Action::Lock(monitor) if JavaMachine::is_held_by_another(&own.java, *monitor, java) => {
                return Err("a monitor that the main thread holds while it starts threads".to_owned());
            }
            _ => {}
        }
        self.note(own, &action);
        Ok(match action {
            Action::Write { loc, .. } | Action::Rmw { loc, .. } => {
                with_values(action, |value| self.ours(loc, value))
            }
            other => other,
        })
    }

    /// Renames the object if the location holds references.
    fn exchanged(&self, loc: Loc, value: Value, rename: impl Fn(ObjectId) -> ObjectId) -> Value {
        if self.location_info(loc).holds_reference { renamed(value, rename) } else { value }
    }

    /// Translates a value of the virtual machine into our numbering of threads.
    fn ours(&self, loc: Loc, value: Value) -> Value {
        self.exchanged(loc, value, |object| self.creators.ours(object))
    }

    /// Translates a value back into the numbering of the virtual machine.
    fn theirs(&self, loc: Loc, value: Value) -> Value {
        self.exchanged(loc, value, |object| self.creators.theirs(object))
    }

    fn location_info(&self, loc: Loc) -> LocInfo {
        let unmet = LocInfo::variable(LocKind::Plain, event::Sharing::Shared, Value(0));
        self.known().locations.get(&loc).map_or(unmet, |met| met.info)
    }

    /// Records the names of locations and monitors, and the values of locations.
    fn note(&self, own: &Own, action: &Action) {
        let (loc, weak) = match action {
            Action::Read { loc, mode } => (*loc, matches!(mode, ReadMode::Opaque | ReadMode::Acquire)),
            Action::Write { loc, mode, .. } => (*loc, matches!(mode, WriteMode::Opaque | WriteMode::Release)),
            Action::Rmw { loc, mode, .. } => (*loc, *mode != RmwMode::Volatile),
            Action::Freeze(loc) => (*loc, false),
            Action::Fence(_) => {
                self.known().weak = true;
                return;
            }
            Action::Lock(monitor) | Action::Unlock(monitor) => {
                let known = &mut *self.known();
                let name = || known.names.short(&self.machine.monitor_name(&own.java, *monitor));
                known.monitors.entry(*monitor).or_insert_with(name);
                return;
            }
            _ => return,
        };
        let known = &mut *self.known();
        known.weak |= weak;
        let (java, names) = (&own.java, &mut known.names);
        let met = known.locations.entry(loc).or_insert_with(|| {
            let info = self.machine.location(java, loc);
            let name = names.short(&self.machine.loc_name(java, loc));
            let initial = names.short(&self.machine.value_text(java, loc, info.initial));
            Met { info, name, values: BTreeMap::from([(info.initial, initial)]) }
        });
        let written = match action {
            Action::Write { value, .. } => Some(*value),
            Action::Rmw { op: RmwOp::Set(value) | RmwOp::CompareAndSet { new: value, .. }, .. } => {
                Some(*value)
            }
            _ => None,
        };
        if let Some(value) = written {
            let text = || names.short(&self.machine.value_text(java, loc, value));
            met.values.entry(value).or_insert_with(text);
        }
    }

    /// Whether a thread can continue with a value that it reads.
    fn accepts(&self, own: &Own, java: ThreadId, loc: Loc, value: Value) -> bool {
        let is_known = {
            let mut known = self.known();
            let Some(met) = known.locations.get_mut(&loc) else { return false };
            // A reference that was never written there might have any class.
            !met.info.holds_reference || met.values.contains_key(&value)
        };
        let fits = match self.machine.readable(&own.java, loc, value) {
            Readable::Yes => is_known,
            Readable::Never => false,
            Readable::Foreign(class) => {
                self.refuse(own, java, &format!("the contents of an object of {class} of another thread"));
                false
            }
        };
        if fits && let Some(met) = self.known().locations.get_mut(&loc).filter(|m| !m.info.holds_reference) {
            met.values.entry(value).or_insert_with(|| self.machine.value_text(&own.java, loc, value));
        }
        fits
    }

    /// The thread that contains an assertion.
    pub(super) fn thread_of(&self, assertion: usize) -> Option<ThreadId> {
        let name = &*self.assertions[assertion].thread;
        let place = self.threads.iter().position(|t| self.machine.thread_name(*t) == name);
        place.map(|place| ThreadId(place as u16))
    }

    fn is_reached(&self, state: &AloneState, assertion: usize) -> bool {
        let Assertion { method: (class, name, descriptor), offsets, .. } = &self.assertions[assertion];
        self.thread_of(assertion).is_some_and(|thread| {
            let (java, number) = (&state.0[thread.index()].java, self.number(thread));
            self.machine.has_asserted(java, number, (class, name, descriptor), offsets)
        })
    }

    /// The place of an assertion, with the source line if available.
    pub(super) fn site_of_assertion(&self, assertion: usize) -> Site {
        let Assertion { file, line, .. } = &self.assertions[assertion];
        let text = "an assertion".to_owned();
        self.with_line(Site { file: file.to_string(), line: *line, text, ..Site::default() })
    }

    /// Returns what a thread has observed that was not observed before it began.
    fn observed(&self, state: &AloneState, thread: usize) -> Vec<(String, String)> {
        let of = |own: &Own| self.machine.outcome(&own.java, &[]).observed;
        let before = of(&self.first.0[thread]);
        of(&state.0[thread]).into_iter().filter(|pair| !before.contains(pair)).collect()
    }
}

/// Describes an internal action.
fn doing(what: InternalKind) -> &'static str {
    match what {
        InternalKind::Wait(_) | InternalKind::Notify { .. } => "wait and notify",
        InternalKind::TimesOut | InternalKind::WakesSpuriously | InternalKind::GoesOn => "waiting",
        InternalKind::Park | InternalKind::Unpark(_) => "park and unpark",
        InternalKind::Interrupt(_) | InternalKind::LooksForInterrupt => "interrupts",
        InternalKind::LooksAtClock => "looking at the clock",
        InternalKind::LooksAtThread(_) | InternalKind::ActsOnThread(_) | InternalKind::Blocks(_) => {
            "looking at threads"
        }
        InternalKind::Initialise(_) | InternalKind::Initialised(_) | InternalKind::UsesClass(_) => {
            "the initialisation of a class by a thread beside others"
        }
        InternalKind::ReadsKept(_) | InternalKind::WritesKept(_) | InternalKind::UpdatesKept { .. } => {
            "adders"
        }
        InternalKind::Native(_) => "what native methods keep for an object",
        InternalKind::Choose => "choices",
        InternalKind::Observe => "observations of a program that ends while threads run",
        InternalKind::Discard => "an assumption that does not hold",
        InternalKind::Exit => "the end of the whole program by a thread",
    }
}

impl Machine for Alone<'_> {
    type State = AloneState;

    fn thread_count(&self) -> usize {
        self.threads.len()
    }

    fn starts_running(&self, thread: ThreadId) -> bool {
        self.running[thread.index()]
    }

    fn uses_fences(&self, thread: ThreadId) -> bool {
        self.machine.uses_fences(self.threads[thread.index()])
    }

    fn initial(&self) -> AloneState {
        self.first.clone()
    }

    fn pending(&self, state: &AloneState, thread: ThreadId) -> Pending {
        let (own, java) = (&*state.0[thread.index()], self.threads[thread.index()]);
        if own.cut {
            return Pending::Cut(Cut::Unsupported);
        }
        if self.machine.has_exited(&own.java) {
            return self.refuse(own, java, "the end of the whole program by a thread");
        }
        if self.machine.is_discarded(&own.java) {
            return self.refuse(own, java, "an assumption that does not hold");
        }
        match self.machine.pending(&own.java, java) {
            Pending::Action(action) => match self.understood(own, java, action) {
                Ok(action) => Pending::Action(action),
                Err(what) => self.refuse(own, java, &what),
            },
            Pending::Blocked(_) => self.refuse(own, java, "waiting for another thread"),
            other => other,
        }
    }

    fn resume(&self, state: &mut AloneState, thread: ThreadId, answer: Answer) {
        let Pending::Action(action) = self.pending(state, thread) else { return };
        let java = self.threads[thread.index()];
        let own = Arc::make_mut(&mut state.0[thread.index()]);
        let answer = match (&action, answer) {
            (Action::Read { loc, .. }, Answer::Value(value)) => Answer::Value(self.theirs(*loc, value)),
            (Action::Rmw { loc, .. }, Answer::Rmw { old, written }) => {
                Answer::Rmw { old: self.theirs(*loc, old), written }
            }
            (_, other) => other,
        };
        match (&action, answer) {
            (Action::Read { loc, .. }, Answer::Value(value))
            | (Action::Rmw { loc, .. }, Answer::Rmw { old: value, .. }) => {
                own.has_read = true;
                if !self.accepts(own, java, *loc, value) {
                    own.cut = true;
                    return;
                }
            }
            // End the child without running it: what it did reaches this thread only through reads.
            (Action::Join(child), _) => self.machine.end_unseen(&mut own.java, self.threads[child.index()]),
            (Action::Fail(failure), _) => own.failed = Some((failure.clone(), self.site_of(own, java))),
            _ => {}
        }
        if self.asks && action != Action::End {
            own.trace.push(Line::of(self.machine.site(&own.java, java)));
        }
        self.machine.resume(&mut own.java, java, answer);
        self.settle(own, java);
    }

    fn location(&self, _state: &AloneState, loc: Loc) -> LocInfo {
        let info = self.location_info(loc);
        let ours = |field: Field| Field { object: self.creators.ours(field.object), ..field };
        LocInfo { initial: self.ours(loc, info.initial), field: info.field.map(ours), ..info }
    }

    fn encode(&self, state: &AloneState, out: &mut Vec<u8>) {
        for own in &state.0 {
            self.machine.encode(&own.java, out);
            out.push(u8::from(own.cut));
        }
        out.extend((0..self.assertions.len()).map(|i| u8::from(self.is_reached(state, i))));
    }

    fn site(&self, state: &AloneState, thread: ThreadId) -> Site {
        self.site_of(&state.0[thread.index()], self.threads[thread.index()])
    }

    fn observed_locations(&self) -> &[Loc] {
        &[]
    }

    fn outcome(&self, state: &AloneState, _finals: &[Value]) -> Outcome {
        let mut outcome = Outcome::default();
        let mut observed: BTreeMap<String, String> =
            self.machine.outcome(&self.first.0[0].java, &[]).observed.into_iter().collect();
        for (i, own) in state.0.iter().enumerate() {
            for (name, text) in self.observed(state, i) {
                let mut known = self.known();
                if *known.observers.entry(name.clone()).or_insert(i) != i {
                    known.refused.insert(format!("unsupported: two threads observe `{name}`"));
                }
                observed.insert(name, text);
            }
            let has_ended = self.machine.pending(&own.java, self.threads[i]) == Pending::Ended;
            if self.asks && has_ended {
                let known = &mut *self.known();
                let fails = matches!(own.failed, Some((Failure::Assertion(_), _)));
                let traces = if fails { &mut known.failing } else { &mut known.passing };
                traces.insert((i, own.trace.clone()));
            }
            if let Some((failure, site)) = &own.failed {
                let thread = ThreadId(i as u16);
                outcome.failures.push((thread, failure.clone()));
                let shown = Shown::Failed(thread, site.clone(), failure.clone());
                if !self.shown.contains(&shown) {
                    self.known().news.insert(shown);
                }
            }
        }
        for name in observed.keys() {
            let shown = Shown::Observed(name.clone());
            if !self.shown.contains(&shown) {
                self.known().news.insert(shown);
            }
        }
        let value = |shown: &Shown| match shown {
            Shown::Observed(name) => self.value_of_text(observed.get(name).map_or(NOTHING, String::as_str)),
            Shown::Failed(thread, site, failure) => {
                let failed = &state.0[thread.index()].failed;
                Value(i64::from(failed.as_ref() == Some(&(failure.clone(), site.clone()))))
            }
            Shown::Reached(assertion) => Value(i64::from(self.is_reached(state, *assertion))),
        };
        outcome.values = self.shown.iter().map(value).collect();
        outcome.observed = observed.into_iter().collect();
        outcome
    }

    fn failure(&self, state: &AloneState, thread: ThreadId) -> Option<Failure> {
        state.0[thread.index()].failed.as_ref().map(|(failure, _)| failure.clone())
    }

    fn thread_name(&self, thread: ThreadId) -> String {
        self.machine.thread_name(self.threads[thread.index()])
    }

    fn loc_name(&self, _state: &AloneState, loc: Loc) -> String {
        self.known().locations.get(&loc).map_or_else(|| format!("location {}", loc.0), |met| met.name.clone())
    }

    fn monitor_name(&self, _state: &AloneState, monitor: MonitorId) -> String {
        self.known().monitors.get(&monitor).cloned().unwrap_or_else(|| format!("monitor {}", monitor.0))
    }
}
