//! What a checked program prints: an external action (JLS 17.4.2), if requested.
//!
//! What a thread prints in one library call is one action, after the call: then the text is complete, and no
//! lock of the library is held. Where the program's own code acts in between (a `toString` that `printf`
//! calls), the text printed so far is an action before that. **Promises** that equal texts have equal values,
//! whichever thread prints them and when; hash collisions are detected. **Does not** order the outputs of
//! different threads.

use crate::policy::{Role, has_source, is_program, standing};
use crate::watched::{Watched, exchange_mut};
use event::{Action, Value};
use jvm::class::MethodRef;
use jvm::layout;
use jvm::notes::{Printed, append};
use jvm::trap::Trap;
use xxhash_rust::xxh3::xxh3_64;

/// The value that represents a text.
pub(crate) fn value_of_text(printed: &Printed) -> Value {
    let mut bytes = Vec::new();
    for (stream, piece) in &printed.pieces {
        bytes.push(*stream);
        bytes.extend((piece.len() as u64).to_le_bytes());
        bytes.extend_from_slice(piece);
    }
    // Short enough to be exact when read as a double.
    Value((xxh3_64(&bytes) >> 12) as i64)
}

impl Watched<'_, '_> {
    fn shows_output(&self) -> bool {
        self.given.shows_output
    }

    /// Whether no other thread will ever act again, as this thread knows by its own joins. Its further
    /// actions can be committed last: its reads see what happens-before them, and its writes are not seen. So
    /// no rule about its output forbids anything.
    fn has_joined_all(&self) -> bool {
        let others =
            self.vm.st.threads.iter().enumerate().filter(|(i, t)| *i != self.vm.me && !t.object.is_null());
        !self.facts().starts_again && others.map(|(i, _)| i).all(|i| self.vm.th.notes.joined >> i & 1 == 1)
    }

    /// The thread writes to standard output or standard error.
    pub(crate) fn prints(&mut self, stream: u8, bytes: &[u8]) {
        if !self.shows_output() || !self.has_others() || self.has_joined_all() {
            return;
        }
        let frames = &self.vm.th.frames;
        let own = frames.iter().rposition(|f| has_source(f.method.class));
        let at = own.map(|own| {
            let (frame, called) = (&frames[own], frames.get(own + 1).map(|f| f.method));
            (frame.method, frame.code.offset(frame.pc as usize), called)
        });
        let printed =
            self.vm.th.notes.printed.get_or_insert_with(|| Box::new(Printed { pieces: Vec::new(), at }));
        append(&mut printed.pieces, stream, bytes);
    }

    /// Stops before the external action for what the thread has printed.
    pub(crate) fn asks_output(&mut self) -> Result<(), Trap> {
        let Some(printed) = &self.vm.th.notes.printed else { return Ok(()) };
        let action = Action::External(value_of_text(printed));
        match exchange_mut(&mut self.vm.trace) {
            Some(exchange) if exchange.answer.is_none() => {
                exchange.asked = Some(action);
                Err(Trap::Pause)
            }
            _ => Ok(()),
        }
    }

    /// Consumes the pending answer if it is to what was printed.
    pub(crate) fn output_is_answered(&mut self) {
        if let Some(exchange) = exchange_mut(&mut self.vm.trace)
            && let Some((Action::External(value), _)) = exchange.answer
            && self.vm.th.notes.printed.as_ref().is_some_and(|printed| value_of_text(printed) == value)
        {
            exchange.answer = None;
            self.vm.th.notes.printed = None;
        }
    }

    /// Control has returned to the program from this method, which may have printed.
    pub(crate) fn comes_back(&mut self, from: MethodRef) -> Result<(), Trap> {
        let is_back =
            self.vm.th.frames.last().is_some_and(|f| is_program(f.method.class)) && !is_program(from.class);
        if !is_back || !self.shows_output() {
            return Ok(());
        }
        if standing(from.class).statics == Role::Internal || from.class.name.starts_with("java/io/") {
            self.keeps_no_output()?;
        }
        self.asks_output()
    }

    /// Refuses to go on with unflushed output: it would be printed as part of another thread's output.
    pub(crate) fn keeps_no_output(&self) -> Result<(), Trap> {
        match self.shows_output() && !layout::streams_are_idle(self.vm.lib, &self.vm.st.heap) {
            true => {
                Err(Trap::Unsupported("bytes written to System.out or System.err and not flushed".into()))
            }
            false => Ok(()),
        }
    }
}
