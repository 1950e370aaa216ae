//! Encodes threads: their frames, what they wait for and what they are in the middle of.

use super::{Counters, Encoder, NONE};
use jvm::heap::Ref;
use jvm::roots::{self, LocalSet, Slot, Unmapped};
use jvm::state::{Frame, Midway, Status, Then, Thread, Woken};

impl Encoder<'_> {
    pub(super) fn threads(&mut self) -> Result<(), Unmapped> {
        let state = self.state;
        self.count(state.threads.len());
        for place in 0..state.threads.len() {
            let i = self.symmetry.map_or(place, |symmetry| usize::from(symmetry.threads[place]));
            let thread = &state.threads[i];
            // The parent, and whether the thread has acted, determine which threads know that it was started.
            let parent = thread.parent.map_or(0, |parent| self.place_of(parent) + 1);
            self.word((parent as u64) << 1 | u64::from(thread.notes.acted));
            // Also for ended threads: a read of what they have updated may be doubtful.
            self.word((thread.notes.overtaking as u64) << 1 | u64::from(thread.notes.has_released));
            if let Some(beyond) = self.symmetry.and_then(|symmetry| symmetry.beyond_of(i)) {
                self.word(7 | u64::from(beyond.standing) << 8);
                let alive = beyond.threads.iter().filter(|&&t| state.threads[t].status != Status::Ended);
                let alive = alive.fold(0, |set, &t| set | 1 << self.place_of(t));
                self.word(alive);
                self.thread(&beyond.thread)?;
                continue;
            }
            self.status(thread.status);
            // The main thread runs again for the shutdown hooks.
            if thread.status != Status::Ended || i == 0 {
                self.thread(thread)?;
            }
        }
        Ok(())
    }

    fn thread(&mut self, thread: &Thread) -> Result<(), Unmapped> {
        for object in [thread.object, thread.current, thread.cache] {
            self.reference(object);
        }
        let flags = [
            thread.permit,
            thread.is_daemon,
            thread.is_system,
            thread.is_ending,
            thread.contends,
            thread.notes.timed_out,
            thread.notes.stays_asleep,
        ];
        self.word(flags.iter().fold(0, |bits, &flag| bits << 1 | u64::from(flag)));
        let notes = &thread.notes;
        self.word(u64::from(notes.looks_at_clock) | (notes.measures.len() as u64) << 32);
        for measure in &notes.measures {
            self.word(u64::from(measure.depth));
            self.word((notes.waited - measure.since) as u64);
        }
        if !notes.measures.is_empty() {
            self.word(notes.waits_for as u64);
        }
        self.woken(thread.woken);
        self.midway(thread.midway);
        self.word(u64::from(thread.notes.started) << 32 | u64::from(thread.notes.inside));
        self.count(thread.begun.len());
        for (class, depth) in &thread.begun {
            self.word(u64::from(class.id) << 32 | u64::from(*depth));
        }
        self.count(thread.defined.len());
        for &(bytes, class) in &thread.defined {
            self.reference(bytes);
            self.word(u64::from(class.id));
        }
        self.count(thread.frames.len());
        let mut is_called_once = self.counters == Counters::LeftOut;
        for frame in &thread.frames {
            // A call that neither a loop nor a native method can repeat is the same call as long as its frame
            // exists. So a thread that is still in a loop of it has not left the loop in between.
            is_called_once &= matches!(frame.then, Then::Return | Then::ThreadEnds | Then::Finish);
            let used = if is_called_once { roots::used_in_loop(frame) } else { None };
            self.frame(thread, frame, used)?;
            is_called_once &= used.is_none();
        }
        Ok(())
    }

    /// Encodes a frame. If `used` is given, numeric locals that are not in it are left out.
    fn frame(&mut self, thread: &Thread, frame: &Frame, used: Option<&LocalSet>) -> Result<(), Unmapped> {
        let slots = roots::slots(frame)?;
        let is_left_out =
            |i: usize| i < frame.code.locals() && used.is_some_and(|used| !used.contains(i as u16));
        self.word(u64::from(frame.method.id) << 32 | u64::from(frame.pc));
        self.count(slots.len());
        let base = frame.base as usize;
        let values = thread.stack.get(base..base + slots.len()).unwrap_or_default();
        for (i, (slot, &value)) in slots.iter().zip(values).enumerate() {
            match slot {
                Slot::Dead => {}
                Slot::Value if is_left_out(i) => {}
                Slot::Value => self.word(value),
                Slot::Reference => self.reference(Ref(value)),
            }
        }
        self.reference(frame.lock);
        self.then(&frame.then);
        Ok(())
    }

    /// Encodes a deadline as the remaining time.
    fn deadline(&mut self, until: Option<i64>) {
        let left = until.map(|until| until.saturating_sub(self.state.clock).max(0));
        self.word(left.map_or(NONE, |left| left as u64));
    }

    fn status(&mut self, status: Status) {
        match status {
            Status::Runnable => self.word(0),
            Status::Blocked(object) => {
                self.word(1);
                self.reference(object);
            }
            Status::Waiting { object, until, count } => {
                self.word(2 | u64::from(count) << 32);
                self.reference(object);
                self.deadline(until);
            }
            Status::Parked { until } => {
                self.word(3);
                self.deadline(until);
            }
            Status::Sleeping { until } => {
                self.word(4);
                self.deadline(Some(until));
            }
            Status::Initialising(class) => self.word(5 | u64::from(class) << 32),
            Status::Ended => self.word(6),
        }
    }

    fn woken(&mut self, woken: Option<Woken>) {
        match woken {
            None => self.word(0),
            Some(Woken::Wait { object, count, interrupted }) => {
                self.word(1 | u64::from(interrupted) << 8 | u64::from(count) << 32);
                self.reference(object);
            }
            Some(Woken::Park) => self.word(2),
            Some(Woken::Sleep { interrupted }) => self.word(3 | u64::from(interrupted) << 8),
        }
    }

    fn midway(&mut self, midway: Option<Midway>) {
        match midway {
            None => self.word(0),
            Some(Midway::Unwinding { exception, frozen }) => {
                self.word(1 | u64::from(frozen) << 32);
                self.reference(exception);
            }
            Some(Midway::Uncaught(exception)) => {
                self.word(2);
                self.reference(exception);
            }
            Some(Midway::Leaving { object, count, until }) => {
                self.word(3 | u64::from(count) << 32);
                self.reference(object);
                self.deadline(until);
            }
            Some(Midway::Returning { object, count, interrupted }) => {
                self.word(4 | u64::from(interrupted) << 8 | u64::from(count) << 32);
                self.reference(object);
            }
            Some(Midway::Copying { done, read }) => {
                self.word(5 | u64::from(read.is_some()) << 8 | u64::from(done) << 32);
                // The name of an object is encoded as is: states that differ only in names are not merged
                // here.
                self.word(read.unwrap_or_default());
            }
            Some(Midway::Interrupted) => self.word(7),
            Some(Midway::Half(half)) => self.word(9 | u64::from(half) << 32),
            Some(Midway::Cloning { copy, done, read }) => {
                self.word(8 | u64::from(read.is_some()) << 8 | u64::from(done) << 32);
                self.reference(copy);
                // As in a copy.
                self.word(read.unwrap_or_default());
            }
            Some(Midway::Parts { object, done, value, writes }) => {
                self.word(10 | u64::from(writes) << 8 | u64::from(done) << 32);
                self.word(value);
                self.reference(object);
            }
            Some(Midway::Unhandled(exception)) => {
                self.word(11);
                self.reference(exception);
            }
            Some(Midway::HandlerFailed(exception)) => {
                self.word(12);
                self.reference(exception);
            }
            Some(Midway::Enters) => self.word(13),
            Some(Midway::Freezing(done)) => self.word(6 | u64::from(done) << 32),
        }
    }

    fn then(&mut self, then: &Then) {
        let tagged = |tag: u64, operand: u32| tag | u64::from(operand) << 32;
        match *then {
            Then::Return => self.word(0),
            Then::Again => self.word(1),
            // The previous creator only affects names.
            Then::Initialised(class, _) => self.word(tagged(2, class.id)),
            Then::Box(kind) => self.word(tagged(3, kind as u32)),
            Then::BoxHere(kind) => self.word(tagged(4, kind as u32)),
            Then::Constructed(object) => {
                self.word(5);
                self.reference(object);
            }
            Then::ConstructedHere(object) => {
                self.word(6);
                self.reference(object);
            }
            Then::Store { object, word } => {
                self.word(tagged(17, word));
                self.reference(object);
            }
            Then::Finish => self.word(8),
            Then::ThreadEnds => self.word(9),
            Then::ThreadDispatched => self.word(10),
            Then::ThreadEnded => self.word(11),
            Then::Loaded(class, loader, name) => {
                self.word(tagged(12, class.id));
                self.word(tagged(u64::from(loader), name.number()));
            }
            Then::Linked(linking) => {
                self.word(tagged(13, linking.key.0));
                self.word(tagged(u64::from(linking.key.1), linking.key.2));
                self.reference(linking.array);
            }
            Then::Cast(class) => self.word(tagged(14, class.id)),
            Then::Drop => self.word(15),
            Then::InvokeAs { arguments } => self.word(tagged(16, arguments)),
        }
    }
}
