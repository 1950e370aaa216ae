//! How a finding comes about, action by action, in the words of the program.
//!
//! Names of objects are short (`Node#2`), in the order in which the story meets them. What the class library does on the
//! program's behalf is told as one line per call.

use super::short_names::ShortNames;
use event::{Action, Answer, InternalKind, Loc, Machine, Site, ThreadId, Value};
use explore::{Finding, Product, Step, Trace, TraceStep, WaitsFor};
use java_machine::{JavaMachine, JavaState};
use std::collections::BTreeMap;
use store::{ConflictKind, Memory};

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
    /// Who was there.
    pub thread: String,
}

/// One line of a story.
#[derive(Debug, Clone)]
pub struct Line {
    /// Who.
    pub thread: ThreadId,
    /// What kind of action.
    pub action: &'static str,
    /// Where in memory, or what monitor or thread.
    pub location: Option<String>,
    /// What was written.
    pub value: Option<String>,
    /// What was read.
    pub sees: Option<String>,
    /// In words.
    pub text: String,
    /// Why a read may see something else than what was written last.
    pub note: Option<String>,
    /// Where in the program.
    pub place: Place,
    /// The method of the class library that did it, if it was not the program's own code.
    pub via: String,
}

/// An execution.
#[derive(Debug, Clone, Default)]
pub struct Story {
    /// What it comes to.
    pub message: String,
    /// Where, and the other place of a race.
    pub at: Option<Place>,
    /// The other place of a race: the access that came first.
    pub second: Option<Place>,
    /// Everything that happened, in order.
    pub lines: Vec<Line>,
    /// Names of threads.
    pub threads: BTreeMap<ThreadId, String>,
    /// What the program printed: to standard output (1) or standard error (2).
    pub output: Vec<(u8, Vec<u8>)>,
}

/// Runs the steps again and tells what happened.
pub(super) fn tell<S: Memory>(
    machine: &JavaMachine,
    system: &Product<'_, JavaMachine, S>,
    steps: &[Step],
    finding: &Finding,
) -> Option<Story> {
    let (trace, state) = explore::replay(system, steps).ok()?;
    Some(of_trace(machine, &trace, state.machine(), Some(finding)))
}

/// Tells an execution that ended in a state.
pub(super) fn of_trace(
    machine: &JavaMachine,
    trace: &Trace,
    state: &JavaState,
    finding: Option<&Finding>,
) -> Story {
    let mut teller = Teller { machine, state, names: ShortNames::default(), newest: BTreeMap::new() };
    let mut story = Story { output: JavaMachine::output(state).to_vec(), ..Story::default() };
    for step in &trace.steps {
        match step {
            TraceStep::Action { thread, action, answer, site, .. } => {
                if let Some(line) = teller.line(*thread, action, *answer, site, story.lines.len() + 1) {
                    story.lines.push(line);
                }
            }
            TraceStep::Flush { thread, loc, written } => {
                let (location, value) = (teller.loc(*loc), teller.value(*loc, written.value));
                story.lines.push(Line {
                    thread: *thread,
                    action: "flush",
                    text: format!("{location} = {value} reaches memory"),
                    location: Some(location),
                    value: Some(value),
                    sees: None,
                    note: None,
                    place: Place::default(),
                    via: String::new(),
                });
            }
            TraceStep::Finding(_) => {}
        }
    }
    for line in &story.lines {
        story.threads.entry(line.thread).or_insert_with(|| machine.thread_name(line.thread));
    }
    if let Some(finding) = finding {
        teller.conclude(finding, &mut story);
    }
    story
}

/// Says that these threads go on for ever without getting anywhere.
pub(super) fn hangs(
    machine: &JavaMachine,
    state: &JavaState,
    moving: &[ThreadId],
    is_final: bool,
    story: &mut Story,
) {
    let teller = Teller { machine, state, names: ShortNames::default(), newest: BTreeMap::new() };
    let places: Vec<Place> = moving.iter().map(|t| teller.place(*t, &machine.site(state, *t))).collect();
    let text = |p: &Place| format!("{} at {}:{}", p.thread, p.file, p.line);
    let who = places.iter().map(text).collect::<Vec<_>>().join(" and ");
    let why = match is_final {
        true => "and nothing that others could do would end it",
        false => "and nothing obliges it to end, though all others run fairly",
    };
    story.message = format!("{who} may go round for ever, {why}");
    story.at = places.into_iter().next();
}

struct Teller<'a> {
    machine: &'a JavaMachine,
    state: &'a JavaState,
    names: ShortNames,
    /// The value written last to each location, and by which line.
    newest: BTreeMap<Loc, (Value, usize, ThreadId)>,
}

impl Teller<'_> {
    fn loc(&mut self, loc: Loc) -> String {
        let name = self.machine.loc_name(self.state, loc);
        self.names.short(&name)
    }

    fn value(&mut self, loc: Loc, value: Value) -> String {
        let text = self.machine.value_text(self.state, loc, value);
        self.names.short(&text)
    }

    fn thread(&self, thread: ThreadId) -> String {
        self.machine.thread_name(thread)
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

    fn line(
        &mut self,
        thread: ThreadId,
        action: &Action,
        answer: Answer,
        site: &Site,
        number: usize,
    ) -> Option<Line> {
        let mut line = Line {
            thread,
            action: "",
            location: None,
            value: None,
            sees: None,
            text: String::new(),
            note: None,
            place: self.place(thread, site),
            via: site.via.clone(),
        };
        match (action, answer) {
            (Action::Read { loc, .. }, Answer::Value(seen)) => {
                let (location, value) = (self.loc(*loc), self.value(*loc, seen));
                line.text = format!("read {location} → {value}");
                line.note = self.surprise(thread, *loc, seen);
                (line.action, line.location, line.sees) = ("read", Some(location), Some(value));
            }
            (Action::Write { loc, value, .. }, _) => {
                self.newest.insert(*loc, (*value, number, thread));
                let (location, value) = (self.loc(*loc), self.value(*loc, *value));
                line.text = format!("{location} = {value}");
                (line.action, line.location, line.value) = ("write", Some(location), Some(value));
            }
            (Action::Rmw { loc, op, .. }, Answer::Rmw { old, written }) => {
                let (location, seen) = (self.loc(*loc), self.value(*loc, old));
                match op.apply(old).filter(|_| written) {
                    Some(new) => {
                        self.newest.insert(*loc, (new, number, thread));
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
            (Action::Freeze(_), _) => return None,
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
            (Action::Internal(internal), _) => {
                (line.action, line.text) = self.internal(internal.what)?;
            }
            (Action::Fail(failure), _) => {
                (line.action, line.text) = ("fail", format!("throws {}", failure.class()));
            }
            (Action::End, _) => (line.action, line.text) = ("end", "ends".to_owned()),
            _ => return None,
        }
        Some(line)
    }

    fn monitor(&mut self, monitor: event::MonitorId) -> String {
        let name = self.machine.monitor_name(self.state, monitor);
        self.names.short(&name)
    }

    fn internal(&mut self, what: InternalKind) -> Option<(&'static str, String)> {
        Some(match what {
            InternalKind::Wait(m) => ("wait", format!("wait on {}", self.monitor(m))),
            InternalKind::Notify { monitor, all } => {
                let word = if all { "notifyAll" } else { "notify" };
                ("notify", format!("{word} on {}", self.monitor(monitor)))
            }
            InternalKind::TimesOut => ("timeout", "its time is up".to_owned()),
            InternalKind::WakesSpuriously => ("wake", "wakes up for no reason".to_owned()),
            InternalKind::Park => ("park", "park".to_owned()),
            InternalKind::Unpark(t) => ("unpark", format!("unpark {}", self.thread(t))),
            InternalKind::Interrupt(t) => ("interrupt", format!("interrupt {}", self.thread(t))),
            InternalKind::LooksForInterrupt => ("look", "was it interrupted?".to_owned()),
            InternalKind::LooksAtThread(m) => ("look", format!("how does {} stand?", self.monitor(m))),
            InternalKind::ActsOnThread(m) => ("act", format!("comes to {}", self.monitor(m))),
            InternalKind::Blocks(m) => ("block", format!("{} is taken", self.monitor(m))),
            InternalKind::Initialise(_) => ("initialise", "begins to initialise a class".to_owned()),
            InternalKind::Initialised(_) => ("initialised", "has initialised the class".to_owned()),
            InternalKind::Native(m) => ("native", format!("uses what is kept for {}", self.monitor(m))),
            InternalKind::Choose => ("choose", "chooses".to_owned()),
            InternalKind::Discard => ("discard", "assumes what is not so".to_owned()),
            InternalKind::Exit => ("exit", "ends the program".to_owned()),
            InternalKind::GoesOn | InternalKind::UsesClass(_) | InternalKind::Observe => return None,
        })
    }

    /// Why a read sees something else than what was written last.
    fn surprise(&mut self, reader: ThreadId, loc: Loc, seen: Value) -> Option<String> {
        let &(newest, line, writer) = self.newest.get(&loc)?;
        if newest == seen || writer == reader {
            return None;
        }
        let newest = self.value(loc, newest);
        Some(format!(
            "misses {newest}, which {} wrote in step {line}: no happens-before edge leads from that write to this read",
            self.thread(writer)
        ))
    }

    fn conclude(&mut self, finding: &Finding, story: &mut Story) {
        match finding {
            Finding::Failure { thread, failure, site } => {
                story.at = Some(self.place(*thread, site));
                let said = self.machine.said(*thread, failure);
                story.message =
                    format!("{} in {}", said.lines().next().unwrap_or_default(), self.thread(*thread));
                // What came after it does not matter.
                let fails = |line: &Line| line.thread == *thread && line.action == "fail";
                if let Some(end) = story.lines.iter().position(fails) {
                    story.lines.truncate(end + 1);
                }
            }
            Finding::Deadlock { waiting } => {
                let lines: Vec<String> = waiting.iter().map(|(t, what)| self.waits(*t, what)).collect();
                story.message = lines.join("; ");
                if let Some((thread, _)) = waiting.first() {
                    let site = self.machine.site(self.state, *thread);
                    story.at = Some(self.place(*thread, &site));
                }
            }
            Finding::Race { loc, kind, first, second, site } => {
                let name = self.loc(*loc);
                let (a, b) = match kind {
                    ConflictKind::WriteWrite => ("write", "write"),
                    ConflictKind::WriteRead => ("write", "read"),
                    ConflictKind::ReadWrite => ("read", "write"),
                };
                let earlier = story.lines.iter().rev().find(|line| {
                    line.thread == *first
                        && line.location.as_ref() == Some(&name)
                        && matches!(line.action, "read" | "write" | "update")
                });
                story.second = earlier.map(|line| line.place.clone());
                story.at = Some(self.place(*second, site));
                story.message = format!(
                    "data race on {name}: {a} by {} and {b} by {}, not ordered by happens-before",
                    self.thread(*first),
                    self.thread(*second)
                );
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
            WaitsFor::End(other) => format!("{name} waits for {} to end{place}", self.thread(*other)),
            WaitsFor::Object(_) => {
                let text = self.machine.waits_for(self.state, thread);
                format!("{name} {}{place}", self.names.short(&text))
            }
        }
    }
}
