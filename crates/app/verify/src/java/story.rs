//! Tells how a finding comes about, action by action, in the terms of the program.
//!
//! Objects have short names (`Node#2`), numbered in the order in which the story meets them. What the class
//! library does on the program's behalf is one line per call.

use super::recorder::{Block, Kept, Missed, Recorder, What, with_owner};
use super::short_names::ShortNames;
use event::{Action, Answer, Failure, InternalKind, Loc, Machine, Site, SyncObj, ThreadId, Value, WaitsFor};
use explore::{Finding, Product, Step};
use java_machine::{JavaMachine, JavaState};
use operational::{ConflictKind, Memory};
use std::collections::BTreeMap;

/// A place in the program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// The class.
    pub class: String,
    /// The method.
    pub method: String,
    /// The source file's name.
    pub file: String,
    /// The line; 0 if it is not known.
    pub line: u32,
    /// The name of the thread that was there.
    pub thread: String,
}

/// One line of a story.
#[derive(Debug, Clone, Default)]
pub struct Line {
    /// The number of the step, from 1; if steps are left out, of the first of them. 0 if the line is not a
    /// step but says what a thread waits for.
    pub number: usize,
    /// How many steps of the thread are left out here; 0 for a line that shows a step.
    pub elided: usize,
    /// Whether the thread must wait there.
    pub blocks: bool,
    /// Whether the finding cannot be understood without it.
    pub matters: bool,
    /// The thread.
    pub thread: ThreadId,
    /// The kind of action.
    pub action: &'static str,
    /// The location, monitor or thread that it acts on.
    pub location: Option<String>,
    /// The value written.
    pub value: Option<String>,
    /// The value read.
    pub sees: Option<String>,
    /// The description.
    pub text: String,
    /// Why a read may see something other than the latest write.
    pub note: Option<String>,
    /// The number of the step that the note is about: the write that a read misses, the first access of a
    /// race.
    pub about: Option<usize>,
    /// The place in the program.
    pub place: Place,
    /// The method of the class library that did it; empty for the program's own code.
    pub via: String,
}

/// An execution as it is reported.
#[derive(Debug, Clone, Default)]
pub struct Story {
    /// The message of the finding.
    pub message: String,
    /// The causes of the exception, outermost first.
    pub causes: Vec<String>,
    /// The place of the finding; of a race, the second access.
    pub at: Option<Place>,
    /// The first access of a race.
    pub second: Option<Place>,
    /// The number of steps.
    pub steps: usize,
    /// The lines, in order; of a long execution the beginning, the end and what matters.
    pub lines: Vec<Line>,
    /// The names of the threads.
    pub threads: BTreeMap<ThreadId, String>,
    /// The output of the program, to standard output (1) or standard error (2).
    pub output: Vec<(u8, Vec<u8>)>,
}

/// Replays the steps and tells the execution.
pub(super) fn tell<S: Memory>(
    machine: &JavaMachine,
    system: &Product<'_, JavaMachine, S>,
    steps: &[Step],
    finding: &Finding,
) -> Option<Story> {
    let (recorder, state) = Recorder::run(system, steps, Some(finding)).ok()?;
    Some(of_record(machine, &recorder, state.machine(), Some(finding)))
}

/// Tells a recorded execution that ended in this state.
pub(super) fn of_record(
    machine: &JavaMachine,
    recorder: &Recorder,
    state: &JavaState,
    finding: Option<&Finding>,
) -> Story {
    let mut teller = Teller::new(machine, state);
    let mut story =
        Story { output: JavaMachine::output(state).to_vec(), steps: recorder.steps, ..Story::default() };
    let mut last = 0;
    teller.blocks(recorder, 0, finding, &mut story);
    for (kept, matters) in recorder.reported(finding).into_values() {
        teller.elided(recorder, last, kept.number, &mut story);
        last = kept.number;
        let line = teller.line(&kept);
        story.lines.push(Line { matters, ..line });
        teller.blocks(recorder, last, finding, &mut story);
    }
    teller.elided(recorder, last, recorder.steps + 1, &mut story);
    if let Some(finding) = finding {
        teller.conclude(finding, recorder, &mut story);
    }
    for line in &story.lines {
        story.threads.entry(line.thread).or_insert_with(|| teller.thread(line.thread));
    }
    story
}

/// Marks where the cycle begins, after this many steps.
pub(super) fn goes_round(before: usize, story: &mut Story) {
    if let Some(line) = story.lines.iter_mut().find(|line| line.number > before && line.elided == 0) {
        line.matters = true;
        let again = "from here on these steps may repeat for ever";
        let note = line.note.take().map_or_else(|| again.to_owned(), |note| format!("{note}; {again}"));
        line.note = Some(note);
    }
}

/// Writes the message of a hang: that these threads go on for ever, and, if known, whether anything could end
/// it.
pub(super) fn hangs(
    machine: &JavaMachine,
    state: &JavaState,
    moving: &[ThreadId],
    is_final: Option<bool>,
    story: &mut Story,
) {
    let teller = Teller::new(machine, state);
    let places: Vec<Place> = moving.iter().map(|t| teller.place(*t, &machine.site(state, *t))).collect();
    let text = |p: &Place| match p.line {
        0 => p.thread.clone(),
        line => format!("{} at {}:{line}", p.thread, p.file),
    };
    let who = places.iter().map(text).collect::<Vec<_>>().join(" and ");
    let why = match is_final {
        Some(true) => ", and nothing that others could do would end it",
        Some(false) if places.len() > 1 => ", and nothing obliges them to end, though they run fairly",
        Some(false) => ", and nothing obliges it to end, though all others run fairly",
        None => "",
    };
    story.message = format!("{who} may spin for ever{why}");
    story.at = places.into_iter().next();
}

struct Teller<'a> {
    machine: &'a JavaMachine,
    state: &'a JavaState,
    names: ShortNames,
    threads: BTreeMap<ThreadId, String>,
}

impl<'a> Teller<'a> {
    fn new(machine: &'a JavaMachine, state: &'a JavaState) -> Teller<'a> {
        Teller { machine, state, names: ShortNames::default(), threads: machine.thread_names(state) }
    }

    /// Adds a line for each thread whose steps are left out between two numbers.
    fn elided(&self, recorder: &Recorder, after: usize, before: usize, story: &mut Story) {
        if before <= after + 1 {
            return;
        }
        for (thread, elided) in recorder.between(after, before) {
            let text = format!("{elided} more steps of {}", self.thread(thread));
            story.lines.push(Line {
                number: after + 1,
                elided,
                thread,
                action: "elided",
                text,
                ..Line::default()
            });
        }
    }

    /// Adds lines for threads that must wait after a step. Waits that last to the end are shown there
    /// instead.
    fn blocks(&mut self, recorder: &Recorder, after: usize, finding: Option<&Finding>, story: &mut Story) {
        for block in recorder.blocked_after(after) {
            let Block { thread, what, site, .. } = block;
            let last = story.lines.last_mut().filter(|line| line.thread == *thread);
            match (what, last) {
                // The step itself already says so.
                (WaitsFor::Object(_), Some(line)) if matches!(line.action, "park" | "wait" | "block") => {
                    line.blocks = true;
                }
                (WaitsFor::Object(SyncObj::Permit(_) | SyncObj::Waiters(_)), _) => {}
                _ if recorder.is_last(block) && waits_at_end(finding, *thread) => {}
                _ => {
                    let text = self.blocked(*thread, what);
                    story.lines.push(Line {
                        thread: *thread,
                        action: "blocked",
                        text,
                        place: self.place(*thread, site),
                        blocks: true,
                        ..Line::default()
                    });
                }
            }
        }
    }

    fn loc(&mut self, loc: Loc) -> String {
        let name = self.machine.loc_name(self.state, loc);
        self.names.short(&name)
    }

    fn value(&mut self, loc: Loc, value: Value) -> String {
        let text = self.machine.value_text(self.state, loc, value);
        self.names.short(&text)
    }

    fn thread(&self, thread: ThreadId) -> String {
        self.threads.get(&thread).cloned().unwrap_or_else(|| self.machine.thread_name(thread))
    }

    fn place(&self, thread: ThreadId, site: &Site) -> Place {
        let (class, method) = site.text.rsplit_once('.').unwrap_or(("", &site.text));
        Place {
            class: class.to_owned(),
            method: method.to_owned(),
            file: site.file.clone(),
            line: site.line,
            thread: self.thread(thread),
        }
    }

    fn line(&mut self, kept: &Kept) -> Line {
        let (number, thread) = (kept.number, kept.thread);
        let (action, answer, site) = match &kept.what {
            What::Action { action, answer, site } => (action, *answer, site),
            What::Flush { loc, written } => {
                let (location, value) = (self.loc(*loc), self.value(*loc, written.value));
                return Line {
                    number,
                    thread,
                    action: "flush",
                    text: format!("{location} = {value} reaches memory"),
                    location: Some(location),
                    value: Some(value),
                    ..Line::default()
                };
            }
        };
        let mut line = Line {
            number,
            thread,
            note: kept.missed.as_ref().map(|missed| self.surprise(action, missed)),
            about: kept.missed.as_ref().map(|missed| missed.write.number),
            place: self.place(thread, site),
            via: site.via.clone(),
            ..Line::default()
        };
        match (action, answer) {
            (Action::Read { loc, .. }, Answer::Value(seen)) => {
                let (location, value) = (self.loc(*loc), self.value(*loc, seen));
                line.text = format!("read {location} → {value}");
                (line.action, line.location, line.sees) = ("read", Some(location), Some(value));
            }
            (Action::Write { loc, value, .. }, _) => {
                let (location, value) = (self.loc(*loc), self.value(*loc, *value));
                line.text = format!("{location} = {value}");
                (line.action, line.location, line.value) = ("write", Some(location), Some(value));
            }
            (Action::Rmw { loc, op, .. }, Answer::Rmw { old, written }) => {
                let (location, seen) = (self.loc(*loc), self.value(*loc, old));
                match op.apply(old).filter(|_| written) {
                    Some(new) => {
                        let new = self.value(*loc, new);
                        line.text = format!("{location}: {seen} → {new}, atomically");
                        line.value = Some(new);
                    }
                    None => line.text = format!("{location} → {seen}: not as expected, nothing written"),
                }
                (line.action, line.location, line.sees) = ("update", Some(location), Some(seen));
            }
            (Action::Fence(fence), _) => {
                (line.action, line.text) = ("fence", format!("{fence:?} fence").to_lowercase());
            }
            (Action::Lock(m), _) => {
                let name = self.monitor(*m);
                (line.action, line.text) = ("lock", format!("lock {name}"));
                line.location = Some(name);
            }
            (Action::Unlock(m), _) => {
                let name = self.monitor(*m);
                (line.action, line.text) = ("unlock", format!("unlock {name}"));
                line.location = Some(name);
            }
            (Action::Start(t), _) => {
                (line.action, line.text) = ("start", format!("start {}", self.thread(*t)));
                line.location = Some(self.thread(*t));
            }
            (Action::Join(t), _) => {
                (line.action, line.text) = ("join", format!("join {}", self.thread(*t)));
                line.location = Some(self.thread(*t));
            }
            (Action::Internal(internal), _) => (line.action, line.text) = self.internal(internal.what),
            (Action::Fail(Failure::Exit(status)), _) => {
                (line.action, line.text) = ("exit", format!("ends the program with status {status}"));
            }
            (Action::Fail(failure), _) => {
                (line.action, line.text) = ("fail", format!("throws {}", simple(failure.class())));
            }
            (Action::End, _) => (line.action, line.text) = ("end", "ends".to_owned()),
            _ => {}
        }
        line
    }

    fn monitor(&mut self, monitor: event::MonitorId) -> String {
        let name = self.machine.monitor_name(self.state, monitor);
        self.names.short(&name)
    }

    fn internal(&mut self, what: InternalKind) -> (&'static str, String) {
        match what {
            InternalKind::Wait(m) => ("wait", format!("wait on {}", self.monitor(m))),
            InternalKind::Notify { monitor, all } => {
                let word = if all { "notifyAll" } else { "notify" };
                ("notify", format!("{word} on {}", self.monitor(monitor)))
            }
            InternalKind::TimesOut => ("timeout", "timed out".to_owned()),
            InternalKind::WakesSpuriously => ("wake", "wakes up for no reason".to_owned()),
            InternalKind::Park => ("park", "park".to_owned()),
            InternalKind::Unpark(t) => ("unpark", format!("unpark {}", self.thread(t))),
            InternalKind::Interrupt(t) => ("interrupt", format!("interrupt {}", self.thread(t))),
            InternalKind::LooksForInterrupt => ("look", "was it interrupted?".to_owned()),
            InternalKind::LooksAtClock => ("look", "looks at the clock".to_owned()),
            InternalKind::LooksAtThread(m) => ("look", format!("how does {} stand?", self.monitor(m))),
            InternalKind::ActsOnThread(m) => ("act", format!("acts on {}", self.monitor(m))),
            InternalKind::Blocks(m) => ("block", format!("waits for monitor {}", self.monitor(m))),
            InternalKind::Initialise(class) => {
                ("initialise", format!("begins to initialise {}", self.machine.class_name(class)))
            }
            InternalKind::Initialised(class) => {
                ("initialised", format!("has initialised {}", self.machine.class_name(class)))
            }
            InternalKind::ReadsKept(loc) => ("read", format!("reads {}", self.loc(loc))),
            InternalKind::WritesKept(loc) => ("write", format!("writes {}", self.loc(loc))),
            InternalKind::UpdatesKept { loc, .. } => ("update", format!("updates {}", self.loc(loc))),
            InternalKind::Native(m) => ("native", format!("uses what is kept for {}", self.monitor(m))),
            InternalKind::Choose => ("choose", "chooses".to_owned()),
            InternalKind::Discard => ("discard", "assumes what is not so".to_owned()),
            InternalKind::Exit => ("exit", "ends the program".to_owned()),
            InternalKind::GoesOn => ("go on", "goes on".to_owned()),
            InternalKind::UsesClass(class) => ("use", format!("uses {}", self.machine.class_name(class))),
            InternalKind::Observe => ("observe", "tells what it has observed".to_owned()),
        }
    }

    /// Explains why a read sees something other than the latest write.
    fn surprise(&mut self, action: &Action, missed: &Missed) -> String {
        let Action::Read { loc, .. } = action else { return String::new() };
        let newest = self.value(*loc, missed.value);
        let Kept { number, thread, .. } = &*missed.write;
        format!(
            "misses {newest}, which {} wrote in step {number}: no happens-before edge leads from that write to this read",
            self.thread(*thread)
        )
    }

    fn conclude(&mut self, finding: &Finding, recorder: &Recorder, story: &mut Story) {
        match finding {
            Finding::Failure { thread, failure, site } => self.fails((*thread, site), failure, story),
            Finding::Deadlock { waiting } | Finding::Idle { waiting } => {
                // A thread that only waits for another to end is not to blame.
                let known = |(t, what): &(ThreadId, WaitsFor)| {
                    (*t, with_owner(self.machine, self.state, what.clone()))
                };
                let mut waiting: Vec<_> = waiting.iter().map(known).collect();
                waiting.sort_by_key(|(_, what)| matches!(what, WaitsFor::End(_)));
                let lines: Vec<String> = waiting.iter().map(|(t, what)| self.waits(*t, what)).collect();
                story.message = lines.join("; ");
                if let Some((thread, _)) = waiting.first() {
                    let site = self.machine.site(self.state, *thread);
                    story.at = Some(self.place(*thread, &site));
                }
                for (thread, what) in waiting {
                    let site = self.machine.site(self.state, thread);
                    story.lines.push(Line {
                        thread,
                        action: "blocked",
                        text: self.blocked(thread, &what),
                        place: self.place(thread, &site),
                        blocks: true,
                        matters: true,
                        ..Line::default()
                    });
                }
            }
            Finding::Race { loc, kind, first, second, site, .. } => {
                let name = self.loc(*loc);
                let (a, b) = match kind {
                    ConflictKind::WriteWrite => ("write", "write"),
                    ConflictKind::WriteRead => ("write", "read"),
                    ConflictKind::ReadWrite => ("read", "write"),
                };
                let place = self.place(*second, site);
                let (mut note, mut about) = (None, None);
                if let Some(kept) = recorder.first_access(finding) {
                    if let What::Action { site, .. } = &kept.what {
                        story.second = Some(self.place(*first, site));
                    }
                    let (who, number) = (self.thread(*first), kept.number);
                    about = Some(number);
                    note = Some(format!(
                        "races with the {a} of {who} in step {number}: no happens-before edge leads from one to the other"
                    ));
                }
                story.lines.push(Line {
                    number: recorder.steps + 1,
                    thread: *second,
                    action: b,
                    text: format!("{b} {name}"),
                    location: Some(name.clone()),
                    place: place.clone(),
                    via: site.via.clone(),
                    note,
                    about,
                    matters: true,
                    ..Line::default()
                });
                story.at = Some(place);
                let whole = match self.machine.is_taken_whole(self.state, *loc) {
                    true => "; its 64 bits are taken to be read and written whole (--tearing)",
                    false => "",
                };
                story.message = format!(
                    "data race on {name}: {a} by {} and {b} by {}, not ordered by happens-before{whole}",
                    self.thread(*first),
                    self.thread(*second)
                );
            }
        }
    }

    fn fails(&mut self, (thread, site): (ThreadId, &Site), failure: &Failure, story: &mut Story) {
        let at = self.place(thread, site);
        if let Failure::Exit(status) = failure {
            story.message = format!("{} ends the program with status {status}", self.thread(thread));
            story.at = Some(at);
            return;
        }
        let said = self.machine.said(thread, failure);
        story.message = format!("{} in {}", said.lines().next().unwrap_or_default(), self.thread(thread));
        story.causes = causes(&said);
        story.at = Some(own_place(at, &said));
    }

    /// Describes what a thread waits for at the end.
    fn blocked(&mut self, thread: ThreadId, what: &WaitsFor) -> String {
        match what {
            WaitsFor::Monitor(m, owner) => {
                format!("waits for monitor {}, held by {}", self.monitor(*m), self.thread(*owner))
            }
            WaitsFor::End(other) => format!("waits for {} to end", self.thread(*other)),
            WaitsFor::Object(SyncObj::Class(class)) => {
                format!("waits for the initialisation of {}", self.machine.class_name(*class))
            }
            WaitsFor::Object(_) => {
                let text = self.machine.waits_for(self.state, thread);
                self.names.short(&text)
            }
        }
    }

    fn waits(&mut self, thread: ThreadId, what: &WaitsFor) -> String {
        let name = self.thread(thread);
        let site = self.machine.site(self.state, thread);
        let place = if site.line > 0 { format!(" ({}:{})", site.file, site.line) } else { String::new() };
        match what {
            WaitsFor::Monitor(m, owner) => {
                format!("{name} waits for {} held by {}{place}", self.monitor(*m), self.thread(*owner))
            }
            what => format!("{name} {}{place}", self.blocked(thread, what)),
        }
    }
}

/// Whether a thread is among those waiting in a deadlock.
fn waits_at_end(finding: Option<&Finding>, thread: ThreadId) -> bool {
    let Some(Finding::Deadlock { waiting } | Finding::Idle { waiting }) = finding else { return false };
    waiting.iter().any(|(who, _)| *who == thread)
}

/// The packages of libraries in which assertions fail: the program's own place is the caller.
const ASSERTIONS: [&str; 7] = [
    "org.junit.",
    "junit.framework.",
    "org.opentest4j.",
    "org.assertj.",
    "org.hamcrest.",
    "com.google.common.truth.",
    "org.testng.Assert",
];

/// Whether a class belongs to a library for assertions.
pub fn is_of_assertions(class: &str) -> bool {
    ASSERTIONS.iter().any(|package| class.starts_with(package))
}

/// The place of the call, if an assertion failed in a library for assertions: the first frame of the stack
/// trace in neither one nor the class library. Otherwise the place itself.
fn own_place(at: Place, said: &str) -> Place {
    if !is_of_assertions(&at.class) {
        return at;
    }
    let frames = said.lines().filter_map(|line| line.strip_prefix("\tat "));
    let own = frames.filter(|frame| !frame.contains('/') && !is_of_assertions(frame)).find_map(|frame| {
        let (name, place) = frame.strip_suffix(')')?.split_once('(')?;
        let (class, method) = name.rsplit_once('.')?;
        let (file, line) = place.rsplit_once(':')?;
        let (class, method, file) = (class.to_owned(), method.to_owned(), file.to_owned());
        Some(Place { class, method, file, line: line.parse().ok()?, thread: at.thread.clone() })
    });
    own.unwrap_or(at)
}

/// `java.lang.NullPointerException` as `NullPointerException`.
fn simple(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}

/// The most causes of an exception that are reported.
const CAUSES: usize = 6;

/// Extracts the causes from the stack trace of an exception, each with the program's topmost frame.
fn causes(said: &str) -> Vec<String> {
    let mut causes: Vec<String> = Vec::new();
    let mut is_placed = true;
    for line in said.lines() {
        if let Some(cause) = line.strip_prefix("Caused by: ") {
            if causes.len() == CAUSES {
                break;
            }
            causes.push(cause.to_owned());
            is_placed = false;
        } else if let (false, Some(call), Some(cause)) =
            (is_placed, line.strip_prefix("\tat "), causes.last_mut())
            && !call.starts_with("java.base/")
        {
            let place = call.rsplit_once('(').map_or("", |(_, place)| place.trim_end_matches(')'));
            *cause += &format!(" ({place})");
            is_placed = true;
        }
    }
    causes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_assertion_of_a_library_fails_where_it_is_called() {
        let place = |class: &str, method: &str, file: &str, line| Place {
            class: class.to_owned(),
            method: method.to_owned(),
            file: file.to_owned(),
            line,
            thread: "main".to_owned(),
        };
        let said = "org.opentest4j.AssertionFailedError: expected: <2>\n\
                    \tat org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:39)\n\
                    \tat java.base/java.util.Optional.get(Optional.java:1)\n\
                    \tat p.CacheTest.counts(CacheTest.java:17)\n\
                    \tat p.CacheTest$$Test.each(Unknown Source)";
        let inside = place("org.junit.jupiter.api.AssertionUtils", "fail", "AssertionUtils.java", 39);
        assert_eq!(own_place(inside.clone(), said), place("p.CacheTest", "counts", "CacheTest.java", 17));
        assert_eq!(own_place(inside.clone(), "no stack"), inside);
        let own = place("p.Cache", "get", "Cache.java", 3);
        assert_eq!(own_place(own.clone(), said), own);
    }
}
