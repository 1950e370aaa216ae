//! Looks at the clock, and how calls measure how long they wait.
//!
//! The time shows which thread looked first, so a look is an action, and the clock becomes part of the state.
//! Most looks are of another sort: a timed call of the class library computes when its wait should end, and
//! after a wake-up how much of it is left (the table calls its class `deadline`). Such a call gets a time of
//! its own, which begins with the call and passes only while its thread is in a timed wait. All that the call
//! computes is relative to its beginning, so a thread that waits again and again returns to the same state,
//! however late it is.
//!
//! **Promises**: this time never goes back, and during a wait that ends by its timeout it advances by the
//! length of the wait. **Sound**, since Java says how long a timed wait takes at least, never at most: that
//! no time passes between a wake-up and the next look means that the thread was fast.

use crate::ask::internal;
use crate::policy::{Role, standing};
use crate::watched::Watched;
use event::{InternalKind, SyncObj};
use jvm::class::{Loader, MethodRef};
use jvm::monitor::NANOS_OF_LOOK;
use jvm::notes::Measure;
use jvm::state::Frame;
use jvm::trap::Trap;
use jvm::vm::Vm;

/// The time at the beginning of a call that measures its waits, in nanoseconds: neither zero, which some
/// classes take for "no time yet", nor within a millisecond.
const BEGINNING: i64 = 1_000_000_000_000;

/// Why a thread looks at the clock.
enum Look {
    /// To know what time it is, as far as anybody can tell.
    Time,
    /// It wants an unpredictable number.
    Random,
    /// To compare it with a time that the program computed.
    Compare,
    /// To measure a wait, in a call of which this is the number of frames.
    Measure(usize),
}

/// Returns the number of frames of the outermost call above which all calls measure their waits, and its
/// method. The body of a worker never ends, so each of its waits is measured by itself.
fn measuring_call(vm: &Vm<'_>, frames: &[Frame]) -> Option<(usize, MethodRef)> {
    let measures = |frame: &&Frame| {
        let is_body = || &**vm.lib.text(frame.method.name) == "runWorker";
        standing(frame.method.class).measures_waits && !is_body()
    };
    let count = frames.iter().rev().take_while(measures).count();
    let depth = frames.len() - count.checked_sub(1)?;
    Some((depth, frames[depth - 1].method))
}

/// How far the clock is ahead of the time that was reported to the code which calls the method of the
/// innermost frame.
pub(crate) fn clock_ahead(vm: &Vm<'_>) -> i64 {
    let frames = &vm.th.frames[..vm.th.frames.len().saturating_sub(1)];
    let measure = measuring_call(vm, frames)
        .and_then(|(depth, _)| vm.th.notes.measures.iter().find(|m| m.depth as usize == depth));
    measure.map_or(0, |measure| vm.st.clock.saturating_sub(time_of(vm, *measure)))
}

/// The time of a call.
fn time_of(vm: &Vm<'_>, measure: Measure) -> i64 {
    BEGINNING.saturating_add(vm.th.notes.waited - measure.since)
}

impl Watched<'_, '_> {
    /// The time to report, or `None` for that of the machine's own clock.
    pub(crate) fn looks_at_clock(&mut self) -> Result<Option<i64>, Trap> {
        // A look at the clock inside an atomic call belongs to a timed wait: other threads may move there,
        // even if the time is too short to wait.
        self.vm.th.notes.inside = 0;
        if let Some(time) = self.time_of_join() {
            return Ok(Some(time));
        }
        match self.why_looks_at_clock() {
            // Any number will do, and the state of the clock need not be known for it.
            Look::Random => Ok(Some(BEGINNING)),
            Look::Compare => Ok(None),
            Look::Measure(depth) => Ok(Some(self.measures(depth))),
            Look::Time => {
                self.uses_clock();
                if self.has_others() {
                    self.learn(|facts| facts.clock_is_seen = true);
                    self.ask_internal(|| internal(InternalKind::LooksAtClock, [Some(SyncObj::Clock), None]))?;
                    let leap = self.leap();
                    self.vm.st.clock = self.vm.st.clock.saturating_add(leap);
                }
                Ok(None)
            }
        }
    }

    /// The time of a call that measures its waits.
    fn measures(&mut self, depth: usize) -> i64 {
        let leap = self.leap();
        let notes = &mut self.vm.th.notes;
        let depth = depth as u32;
        let known = notes.measures.iter().find(|measure| measure.depth == depth).copied();
        let measure = known.unwrap_or(Measure { depth, since: notes.waited });
        match known {
            None => notes.measures.push(measure),
            Some(_) => notes.waited = notes.waited.saturating_add(leap),
        }
        time_of(self.vm, measure)
    }

    /// A thread that looks at the clock again and again waits for time to pass. Time then advances in leaps:
    /// a state for each microsecond would be too many.
    fn leap(&mut self) -> i64 {
        const PATIENCE: u32 = 8;
        const LONGEST: u32 = 20;
        let looks = &mut self.vm.th.notes.looks_at_clock;
        *looks = (*looks + 1).min(PATIENCE + LONGEST);
        looks.checked_sub(PATIENCE).map_or(0, |more| NANOS_OF_LOOK << (2 * more))
    }

    fn why_looks_at_clock(&self) -> Look {
        let frames = &self.vm.th.frames;
        if frames.last().is_some_and(|frame| standing(frame.method.class).draws_random) {
            return Look::Random;
        }
        let Some((depth, method)) = measuring_call(self.vm, frames) else { return Look::Time };
        let caller = depth.checked_sub(2).map(|at| frames[at].method);
        // A caller that receives the remaining time (`Condition.awaitNanos`) observes it, unless it is itself
        // a class of the table, which waits for the rest.
        let waits_on = |caller: MethodRef| standing(caller.class).role == Role::Guarded;
        let text = |name| &**self.vm.lib.text(name);
        if text(method.descriptor).ends_with(")J") && !caller.is_some_and(waits_on) {
            return Look::Time;
        }
        // Classes that are not the JDK's may compare times of several calls, as `awaitUntil` does.
        match method.class.loader == Loader::BOOT && text(method.name) != "awaitUntil" {
            true => Look::Measure(depth),
            false => Look::Compare,
        }
    }
}
