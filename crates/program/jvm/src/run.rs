//! Running a program under one schedule.

use crate::class::Loader;
use crate::heap::Ref;
use crate::library::Library;
use crate::state::{Frame, State, Status, Then};
use crate::trace::{TracedAction, Tracing};
use crate::trap::Trap;
use crate::vm::{Stop, Unsupported, Vm};
use event::Gap;

/// How threads take turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schedule {
    /// A thread runs until it waits, ends, yields or has used up its turn; then the next one.
    RoundRobin,
    /// A thread chosen at random runs for a turn of random length.
    Random(u64),
}

/// How a run ended.
#[derive(Debug)]
pub enum Ending {
    /// The program ended with this status.
    Exit(i32),
    /// All remaining threads wait for each other: which thread waits for what.
    Deadlock(Vec<String>),
    /// The program needs something unsupported.
    Unsupported(Unsupported),
    /// The bound on bytecodes was reached, or the sink stopped the run.
    Budget,
}

/// What a run reports about actions. It does not affect the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Nothing; at full speed.
    Nothing,
    /// Their number.
    Count,
    /// All of them.
    Steps,
}

/// Receives what a run reports while it goes on.
pub trait Sink {
    /// The program wrote to standard output (1) or standard error (2).
    fn output(&mut self, stream: u8, bytes: &[u8]);
    /// A thread performed actions; only called if they are wanted. Their output is also passed to `output`.
    fn actions(&mut self, _thread: usize, _actions: &[TracedAction], _state: &State) {}
    /// A thread performed this many actions; only called if their number is wanted.
    fn count(&mut self, _actions: u64) {}
    /// What to report about actions.
    fn wants(&self) -> Wanted {
        Wanted::Nothing
    }
    /// Called between turns; returning true ends the run.
    fn must_stop(&mut self, _state: &State) -> bool {
        false
    }
}

/// Runs a started program to its end.
pub fn run(
    lib: &'static Library,
    state: &mut State,
    options: &crate::Options,
    schedule: Schedule,
    sink: &mut dyn Sink,
) -> Ending {
    Runner { lib, options, schedule, sink, last: 0, turns: 0, random: 0, shutting_down: false }.run(state)
}

struct Runner<'a> {
    lib: &'static Library,
    options: &'a crate::Options,
    schedule: Schedule,
    sink: &'a mut dyn Sink,
    last: usize,
    turns: u64,
    random: u64,
    shutting_down: bool,
}

impl Runner<'_> {
    fn run(&mut self, state: &mut State) -> Ending {
        if let Schedule::Random(seed) = self.schedule {
            self.random = seed.wrapping_mul(2).wrapping_add(0x9e37_79b9_7f4a_7c15);
        }
        loop {
            if state.bytecodes >= self.options.limits.bytecodes || self.sink.must_stop(state) {
                return Ending::Budget;
            }
            if !self.shutting_down && !has_users(state) {
                if let Err(ending) = self.shut_down(state) {
                    return ending;
                }
                continue;
            }
            if self.options.spurious_wakeups {
                self.wake_without_reason(state);
            }
            let Some(thread) = self.pick(state) else {
                if wake_earliest(state) {
                    continue;
                }
                if self.shutting_down && state.threads[0].status == Status::Ended {
                    return Ending::Exit(i32::from(state.main_failed));
                }
                return Ending::Deadlock(self.who_waits(state));
            };
            let before = state.bytecodes;
            if let Some(ending) = self.share(state, thread) {
                return ending;
            }
            pass_time(state, state.bytecodes - before);
        }
    }

    fn share(&mut self, state: &mut State, thread: usize) -> Option<Ending> {
        let share = match self.schedule {
            Schedule::RoundRobin => self.options.share.max(1),
            Schedule::Random(_) => 1 + self.draw() % 400,
        };
        let stop = self.turn(state, thread, share, false);
        self.turns += 1;
        let stop = match stop {
            // The instruction is retried, alone, and for the last time.
            Stop::Collect => match self.collect(state) {
                Some(ending) => return Some(ending),
                None => self.turn(state, thread, 1, true),
            },
            stop if self.must_collect(state) => {
                if let Some(ending) = self.collect(state) {
                    return Some(ending);
                }
                stop
            }
            stop => stop,
        };
        match stop {
            Stop::Exit(status) => {
                state.exit = Some(status);
                Some(Ending::Exit(status))
            }
            Stop::Unsupported(reason) => Some(Ending::Unsupported(reason)),
            Stop::Returned if self.shutting_down && thread == 0 => {
                let status = i32::from(state.main_failed);
                state.exit = Some(status);
                Some(Ending::Exit(status))
            }
            _ => None,
        }
    }

    /// Whether to collect garbage now: forced by an option, or worthwhile.
    fn must_collect(&self, state: &State) -> bool {
        let forced = self.options.collect_every.is_some_and(|every| self.turns.is_multiple_of(every.max(1)));
        forced || state.is_worth_collecting()
    }

    fn collect(&self, state: &mut State) -> Option<Ending> {
        let unmapped = state.collect(self.lib, &mut []).err()?;
        Some(Ending::Unsupported(Unsupported {
            gap: Gap::Unsupported(unmapped.to_string()),
            stack: Vec::new(),
        }))
    }

    /// Lets a thread run for up to `share` bytecodes.
    fn turn(&mut self, state: &mut State, thread: usize, share: u64, no_garbage: bool) -> Stop {
        let mut vm = Vm::new(self.lib, state, self.options, thread);
        vm.budget = share.min(self.options.limits.bytecodes.saturating_sub(vm.st.bytecodes));
        if no_garbage {
            vm.has_collected();
        }
        vm.publish_status();
        let stop = match self.sink.wants() {
            Wanted::Nothing => vm.run(),
            Wanted::Count => {
                vm.trace = Some(Tracing::Count(0));
                vm.run()
            }
            Wanted::Steps => {
                vm.trace = Some(Tracing::Steps(Vec::new()));
                run_in_steps(&mut vm)
            }
        };
        vm.publish_status();
        match vm.finish() {
            None | Some(Tracing::Pause { .. } | Tracing::Observed { .. }) => {}
            Some(Tracing::Count(count)) => self.sink.count(count),
            Some(Tracing::Steps(steps)) => self.sink.actions(thread, &steps, state),
        }
        self.flush(state);
        stop
    }

    fn flush(&mut self, state: &mut State) {
        let pieces = std::mem::take(&mut state.output.pieces);
        for (stream, bytes) in pieces.iter() {
            self.sink.output(*stream, bytes);
        }
    }

    /// Not from a crate: `--schedule random --seed N` promises the same run for a seed, in every release.
    fn draw(&mut self) -> u64 {
        self.random =
            self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.random >> 33
    }

    /// Now and then lets a waiting or parked thread wake spuriously.
    fn wake_without_reason(&mut self, state: &mut State) {
        const ONE_IN: u64 = 8;
        if !matches!(self.schedule, Schedule::Random(_)) || !self.draw().is_multiple_of(ONE_IN) {
            return;
        }
        let waits = |status: Status| matches!(status, Status::Waiting { .. } | Status::Parked { .. });
        let waiting: Vec<usize> =
            (0..state.threads.len()).filter(|&i| waits(state.threads[i].status)).collect();
        if !waiting.is_empty() {
            let chosen = waiting[self.draw() as usize % waiting.len()];
            state.time_out(chosen);
        }
    }

    fn pick(&mut self, state: &State) -> Option<usize> {
        let runnable: Vec<usize> =
            (0..state.threads.len()).filter(|&i| state.threads[i].status == Status::Runnable).collect();
        if runnable.is_empty() {
            return None;
        }
        let chosen = match self.schedule {
            Schedule::RoundRobin => runnable.iter().copied().find(|&i| i > self.last).unwrap_or(runnable[0]),
            Schedule::Random(_) => runnable[self.draw() as usize % runnable.len()],
        };
        self.last = chosen;
        Some(chosen)
    }

    /// The last user thread has ended: shutdown hooks run, then the machine stops (JLS 12.8).
    fn shut_down(&mut self, state: &mut State) -> Result<(), Ending> {
        self.shutting_down = true;
        let mut vm = Vm::new(self.lib, state, self.options, 0);
        vm.th.status = Status::Runnable;
        let result = vm.system_method("java/lang/Shutdown", "shutdown", "()V").and_then(|method| {
            let (frame, stack) = crate::thread::first_frame(method, &[], Then::Finish)?;
            vm.th.frames = vec![frame];
            vm.th.stack = stack;
            vm.initialise(method.class)
        });
        vm.finish();
        match result {
            Ok(()) | Err(Trap::Again) => Ok(()),
            Err(trap) => Err(Ending::Unsupported(Unsupported {
                gap: Gap::Unsupported(format!("shutting down: {trap:?}")),
                stack: Vec::new(),
            })),
        }
    }

    fn who_waits(&self, state: &mut State) -> Vec<String> {
        let mut lines = Vec::new();
        for i in 0..state.threads.len() {
            if state.threads[i].status == Status::Ended {
                continue;
            }
            let vm = Vm::new(self.lib, state, self.options, i);
            lines.push(format!("\"{}\" {}", vm.thread_name(vm.th.object), vm.what_for()));
            lines.extend(vm.stack_lines().into_iter().map(|line| format!("\tat {line}")));
            vm.finish();
        }
        lines
    }
}

impl Vm<'_> {
    /// The name of a thread.
    pub(crate) fn thread_name(&self, thread: Ref) -> String {
        if thread.is_null() { "?".to_owned() } else { self.text(self.get_ref(thread, "name")) }
    }

    /// Whether the thread is one of the class library's that waits for work: of a pool that nobody shuts
    /// down, or of a timer that nobody cancels. It is in no code of the program, not even in a queue of the
    /// program's.
    pub fn awaits_work(&self) -> bool {
        let waits = |class: &str, method: &str| {
            let is_it =
                |f: &Frame| &*f.method.class.name == class && **self.lib.text(f.method.name) == *method;
            let at = self.th.frames.iter().rposition(is_it);
            let is_own = |frame: &Frame| frame.method.class.loader != Loader::BOOT;
            at.is_some_and(|at| !self.th.frames[at..].iter().any(is_own))
        };
        match self.th.status {
            Status::Waiting { until: None, .. } => waits("java/util/TimerThread", "mainLoop"),
            Status::Parked { until: None } => {
                waits("java/util/concurrent/ThreadPoolExecutor", "getTask")
                    && self.th.frames.iter().any(|f| {
                        ["await", "awaitNanos", "transfer", "xfer"].contains(&&**self.lib.text(f.method.name))
                    })
            }
            _ => false,
        }
    }

    /// What the thread waits for.
    pub fn what_for(&self) -> String {
        match self.th.status {
            Status::Blocked(object) => {
                let owner = self.st.monitors.get(&object).and_then(|m| m.owner).filter(|&o| o != self.me);
                let owner = owner.map(|o| self.st.threads[o].object);
                format!("waits for the monitor of {}{}", self.named(object), self.held_by(owner))
            }
            Status::Waiting { object, .. } => match self.is_inside("java/lang/Thread", "join") {
                Some(_) => format!("waits for the thread \"{}\"", self.thread_name(object)),
                None if self.is_inside("java/util/TimerThread", "mainLoop").is_some() => {
                    "has nothing to do, and nobody cancels its Timer".to_owned()
                }
                None => format!("waits to be notified on {}", self.named(object)),
            },
            Status::Parked { .. } => self.what_is_parked_for(),
            Status::Initialising(class) => {
                format!("waits for the initialisation of {}", self.lib.class_of_id(class).external_name())
            }
            other => format!("{other:?}"),
        }
    }

    /// What a parked thread waits for, in terms of the program's call: the program does not know the internal
    /// object that the thread is parked on.
    fn what_is_parked_for(&self) -> String {
        if let Some(pool) = self.is_inside("java/util/concurrent/ThreadPoolExecutor", "getTask") {
            return format!("has nothing to do, and nobody shuts down {}", self.named(pool));
        }
        let blocker = self.get_ref(self.th.current, "parkBlocker");
        let owner = Some(blocker).filter(|b| !b.is_null()).map(|b| self.get_ref(b, "exclusiveOwnerThread"));
        let owner = self.held_by(owner.filter(|o| !o.is_null()));
        let is_own = |frame: &Frame| frame.method.class.loader != Loader::BOOT;
        let called = self.th.frames.iter().rposition(is_own).and_then(|own| self.th.frames.get(own + 1));
        match called.and_then(|frame| Some((self.receiver_of(frame)?, frame.method))) {
            Some((object, method)) => {
                format!("waits in {}.{}{owner}", self.named(object), self.lib.text(method.name))
            }
            None if blocker.is_null() => "is parked".to_owned(),
            None => format!("is parked on {}{owner}", self.named(blocker)),
        }
    }

    /// The receiver of the innermost call of this method on the thread's stack.
    fn is_inside(&self, class: &str, method: &str) -> Option<Ref> {
        let is_it = |f: &&Frame| &*f.method.class.name == class && **self.lib.text(f.method.name) == *method;
        self.receiver_of(self.th.frames.iter().rfind(is_it)?)
    }

    fn receiver_of(&self, frame: &Frame) -> Option<Ref> {
        let object = Ref(self.th.stack[frame.base as usize]);
        (!frame.method.is_static() && !object.is_null()).then_some(object)
    }

    fn named(&self, object: Ref) -> String {
        format!("{}@{:x}", self.class_of(object).external_name(), self.hash_to_show(object))
    }

    fn held_by(&self, owner: Option<Ref>) -> String {
        let Some(owner) = owner else { return String::new() };
        let ended = self.st.threads.iter().any(|t| t.object == owner && t.status == Status::Ended);
        let ended = if ended { ", which has ended" } else { "" };
        format!(", held by \"{}\"{ended}", self.thread_name(owner))
    }
}

/// Runs a thread one instruction at a time, so that each action knows its exact place.
fn run_in_steps(vm: &mut Vm<'_>) -> Stop {
    let share = vm.budget;
    for _ in 0..share {
        vm.budget = 1;
        match vm.run() {
            Stop::Budget => {}
            stop => return stop,
        }
    }
    Stop::Budget
}

/// Whether a thread that is not a daemon is alive.
fn has_users(state: &State) -> bool {
    state.threads.iter().any(|t| t.status != Status::Ended && !t.is_daemon && !t.is_system)
}

/// The next deadline, and the thread that waits for it.
fn earliest(state: &State) -> Option<(i64, usize)> {
    let until = |status: Status| match status {
        Status::Waiting { until, .. } | Status::Parked { until } => until,
        Status::Sleeping { until } => Some(until),
        _ => None,
    };
    let times = state.threads.iter().enumerate();
    times.filter_map(|(i, t)| Some((until(t.status)?, i))).min()
}

/// Advances the virtual clock to the next deadline. Returns false if there is none.
fn wake_earliest(state: &mut State) -> bool {
    let Some((time, thread)) = earliest(state) else { return false };
    state.clock = state.clock.max(time);
    state.time_out(thread);
    true
}

/// A turn takes time, too: a timed wait ends when its time has come, even while other threads are busy or
/// spin until just that happens. If no thread is in a timed wait, no time passes.
fn pass_time(state: &mut State, bytecodes: u64) {
    // Roughly this machine's speed on real hardware, so that real and virtual time are of the same order.
    const NANOS_OF_TURN: i64 = 1000;
    const NANOS_OF_BYTECODE: i64 = 10;
    let Some((mut next, mut thread)) = earliest(state) else { return };
    state.clock += NANOS_OF_TURN + NANOS_OF_BYTECODE * bytecodes as i64;
    while next <= state.clock {
        state.time_out(thread);
        let Some(later) = earliest(state) else { return };
        (next, thread) = later;
    }
}
