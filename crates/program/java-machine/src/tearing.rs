//! Plain `long` and `double` variables in two halves (JLS 17.7), an option.
//!
//! A write is then two writes of 32 bits, the high half first, and a read is two reads; each half is a
//! location of its own, the high one four bytes behind the low one. Which variables are torn depends on the
//! variable alone, not on the access: a non-plain access to one of them is unsupported.

use crate::location::{loc_of, place_of};
use crate::policy::Role;
use crate::watched::Watched;
use event::{Action, Answer, Loc, ReadMode, Value, WriteMode};
use jvm::class::Kind;
use jvm::heap::Ref;
use jvm::state::Midway;
use jvm::trace::View;
use jvm::trap::Trap;

/// The offset from the low half of a variable to the high one.
pub(crate) const HIGH: usize = 4;

/// The half of a variable's value that a location holds.
pub(crate) fn half(loc: Loc, whole: u64) -> u64 {
    if place_of(loc).1 % 8 == HIGH { whole >> 32 } else { u64::from(whole as u32) }
}

pub(crate) fn is_wide(kind: Kind) -> bool {
    matches!(kind, Kind::Long | Kind::Double)
}

impl Watched<'_, '_> {
    /// Whether a variable is accessed in halves.
    pub(crate) fn is_torn(&self, object: Ref, offset: usize) -> bool {
        if !self.given.tearing || object.is_null() || self.role_at(object, offset) != Role::Checked {
            return false;
        }
        match self.class_of(object).component() {
            Some((_, kind)) => is_wide(kind),
            None => {
                let field = View { lib: self.vm.lib, state: self.vm.st }.field_at(object, offset / 8);
                field.is_some_and(|f| is_wide(f.kind) && !f.is_volatile())
            }
        }
    }

    pub(crate) fn tears_only_plainly(&self, is_plain: bool) -> Result<(), Trap> {
        match is_plain {
            true => Ok(()),
            false => {
                Err(Trap::Unsupported("a long or double that tears, accessed otherwise than plainly".into()))
            }
        }
    }

    /// Reads both halves; `value` is what the heap holds.
    pub(crate) fn torn_read(&mut self, object: Ref, offset: usize, value: u64) -> Result<u64, Trap> {
        let half_of = |answer, heap: u64| match answer {
            Answer::Value(seen) => u64::from(seen.0 as u32),
            _ => u64::from(heap as u32),
        };
        let high = match self.half_done()? {
            Some(high) => high,
            None => {
                let loc = loc_of(object, offset + HIGH)?;
                let answer = self.ask(|| Action::Read { loc, mode: ReadMode::Plain })?;
                let high = half_of(answer, value >> 32);
                self.vm.th.midway = Some(Midway::Half(high as u32));
                high
            }
        };
        let loc = loc_of(object, offset)?;
        let answer = self.ask(|| Action::Read { loc, mode: ReadMode::Plain })?;
        self.vm.th.midway = None;
        Ok(high << 32 | half_of(answer, value))
    }

    /// Writes both halves, and updates the heap.
    pub(crate) fn torn_write(&mut self, object: Ref, offset: usize, value: u64) -> Result<(), Trap> {
        let write = |loc: Loc| {
            let value = Value(half(loc, value) as i64);
            move || Action::Write { loc, mode: WriteMode::Plain, value }
        };
        if self.half_done()?.is_none() {
            let loc = loc_of(object, offset + HIGH)?;
            self.ask(write(loc))?;
            self.remember(loc);
            self.vm.st.heap.write(object, offset + HIGH, 4, value >> 32);
            self.vm.th.midway = Some(Midway::Half(0));
        }
        let loc = loc_of(object, offset)?;
        self.ask(write(loc))?;
        self.remember(loc);
        self.vm.st.heap.write(object, offset, 4, value);
        self.vm.th.midway = None;
        Ok(())
    }

    /// The first half, if it is done.
    fn half_done(&self) -> Result<Option<u64>, Trap> {
        match self.vm.th.midway {
            None => Ok(None),
            Some(Midway::Half(half)) => Ok(Some(u64::from(half))),
            Some(_) => Err(Trap::Unsupported("copying longs or doubles that tear".into())),
        }
    }
}
