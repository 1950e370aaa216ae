//! Accesses through `Unsafe`, on which variable handles and atomic classes are built: in any mode and size,
//! and atomic updates.

use crate::ask::internal;
use crate::check::By;
use crate::location::{loc_of, raw_of, value_of};
use crate::policy::{Role, is_program, standing};
use crate::watched::{Watched, exchange_mut};
use event::{Action, Answer, Fence, Internal, InternalKind, Loc, ReadMode, RmwMode, RmwOp, Value, WriteMode};
use jvm::class::{ClassRef, FieldRef, Kind, Loader};
use jvm::heap::Ref;
use jvm::native::memory::{Access, Operation, Update, Weak, apply};
use jvm::observer::FieldAddress;
use jvm::state::Frame;
use jvm::trace::View;
use jvm::trap::Trap;
use jvm::watch;

/// Whether a class calls methods by reflection on behalf of its caller.
pub(crate) fn is_reflection(class: ClassRef) -> bool {
    let is_member = |name: &str| {
        matches!(name, "java/lang/reflect/Method" | "java/lang/reflect/Constructor" | "java/lang/Class")
    };
    class.loader == Loader::BOOT
        && (class.name.starts_with("jdk/internal/reflect/") || is_member(&class.name))
}

impl Watched<'_, '_> {
    /// Whether a weak compare-and-set may fail spuriously. The class library retries, and its retry may not
    /// repeat the same state (`Striped64` draws another random number): searches would not end. So inside the
    /// library spurious failure is trusted to make no difference.
    pub(crate) fn weak_updates_fail(&self) -> bool {
        // Frames of `java.lang.invoke` lie in between where arguments are converted or one handle calls
        // another, and frames of reflection where the method is called reflectively.
        let asks_for_it = |frame: &&Frame| {
            let class = frame.method.class;
            !self.vm.lib.text(frame.method.name).starts_with("weakCompareAndSet")
                && !class.name.starts_with("java/lang/invoke/")
                && !is_reflection(class)
        };
        let caller = self.vm.th.frames.iter().rev().find(asks_for_it).map(|frame| frame.method.class);
        caller.is_none_or(|class| standing(class).statics == Role::Checked)
    }

    /// Chooses whether a weak compare-and-set on a private variable fails this time.
    pub(crate) fn fails_spuriously(&mut self) -> Result<bool, Trap> {
        let choice = self.ask_internal(|| Internal {
            choices: 2,
            ample: true,
            ..internal(InternalKind::Choose, [None, None])
        })?;
        Ok(choice == 1)
    }

    /// Whether the program itself uses an atomic operation, rather than a library class that knows what it
    /// does.
    pub(crate) fn is_called_by_program(&self) -> bool {
        let mut callers = self.vm.th.frames.iter().rev().map(|f| f.method.class);
        callers.find(|class| !standing(class).tool && !is_reflection(class)).is_some_and(is_program)
    }

    /// Whether an atomic update is an action.
    pub(crate) fn asks_update(&mut self, object: Ref, offset: usize) -> Result<bool, Trap> {
        watch::asks(object);
        if self.uses_own_result(object, offset, false)? {
            return Ok(false);
        }
        let asks = self.thread_field(object, offset).is_none() && self.asks_write(object, offset, false)?;
        if asks && self.is_torn(object, offset) {
            self.tears_only_plainly(false)?;
        }
        Ok(asks)
    }

    /// Before a fence. Fences of internal library code order nothing of the program's.
    pub(crate) fn asks_fence(&mut self, fence: Fence) -> Result<(), Trap> {
        let mut callers = self.vm.th.frames.iter().rev().map(|f| f.method.class);
        let caller = callers.find(|class| !standing(class).tool);
        if caller.is_some_and(|class| standing(class).statics == Role::Internal) {
            return Ok(());
        }
        if self.has_others() && !self.heap_answers() {
            if let Some(exchange) = exchange_mut(&mut self.vm.trace) {
                exchange.learnt.fences |= 1 << self.vm.me;
                exchange.learnt.library_fences |= caller.is_some_and(|class| !standing(class).program);
            }
            self.ask(|| Action::Fence(fence))?;
        }
        Ok(())
    }

    /// Performs an access, with these operands.
    pub(crate) fn checked_access(
        &mut self,
        access: Access,
        place: FieldAddress,
        (first, second): (u64, u64),
    ) -> Result<u64, Trap> {
        let (kind, (object, offset)) = (access.kind, place);
        let is_reference = kind == Kind::Reference;
        let (first, second) = (kind.extend(kind.cut(first)), kind.extend(kind.cut(second)));
        let span = self.span(object, offset, kind);
        self.is_whole_field(object, offset, kind)?;
        match access.operation {
            Operation::Get(mode) => {
                let value = self.load(object, offset, kind)?;
                if let Some(span) = span {
                    return match self.asks_bytes(span, (mode == ReadMode::Plain, false))? {
                        true => self.region_read(span, mode),
                        false => Ok(value),
                    };
                }
                self.checked_read(place, (mode, By::Handle), is_reference, value)
            }
            Operation::Put(mode) => {
                let stores = match span {
                    None => self.checked_write(place, (mode, By::Handle), is_reference, first)?,
                    Some(span) if self.asks_bytes(span, (mode == WriteMode::Plain, true))? => {
                        self.region_write(span, mode, first)?;
                        false
                    }
                    Some(_) => true,
                };
                if stores {
                    self.store(object, offset, kind, first)?;
                }
                Ok(0)
            }
            Operation::CompareAndSet(mode, weak) => {
                let weak = weak && self.is_called_by_program();
                let (_, new) = self.checked_update(place, kind, mode, (first, Some((second, weak))))?;
                Ok(u64::from(new.is_some()))
            }
            Operation::CompareAndExchange(mode) => {
                Ok(self.checked_update(place, kind, mode, (first, Some((second, false))))?.0)
            }
            Operation::Update(Update::Set, mode) => {
                Ok(self.checked_update(place, kind, mode, (first, None))?.0)
            }
            Operation::Update(update, mode) => self.checked_arithmetic(place, kind, (update, mode), first),
            Operation::Fence(_) => Ok(0),
        }
    }

    /// Refuses an access by the program to part of an object other than a whole field: the layout of fields
    /// is unspecified.
    fn is_whole_field(&self, object: Ref, offset: usize, kind: Kind) -> Result<(), Trap> {
        let by = self.vm.th.frames.last().map(|f| &*f.method.class.name);
        if by != Some("sun/misc/Unsafe") || self.class_of(object).is_array() {
            return Ok(());
        }
        let field = View { lib: self.vm.lib, state: self.vm.st }.field_at(object, offset / 8);
        let fits = |f: FieldRef| f.kind.size() == kind.size() && offset.is_multiple_of(8);
        match field.is_some_and(fits) {
            true => Ok(()),
            false => Err(Trap::Unsupported("an access by Unsafe to a part of a field, or beyond it".into())),
        }
    }

    /// `getAndAdd` and similar updates.
    fn checked_arithmetic(
        &mut self,
        (object, offset): (Ref, usize),
        kind: Kind,
        (update, mode): (Update, RmwMode),
        operand: u64,
    ) -> Result<u64, Trap> {
        let value = Value(operand as i64);
        let op = match (update, kind) {
            (Update::Add, Kind::Int) => RmwOp::AddBits(value, 32),
            (Update::Add, Kind::Long) => RmwOp::AddBits(value, 64),
            (Update::Or, _) => RmwOp::Or(value),
            (Update::And, _) => RmwOp::And(value),
            (Update::Xor, _) => RmwOp::Xor(value),
            _ => return Err(Trap::Unsupported(format!("an atomic addition to a {kind:?}"))),
        };
        let old = self.load(object, offset, kind)?;
        let old = if self.asks_update(object, offset)? {
            if self.keeps_variable(object, offset) {
                self.updates_kept((object, offset), mode, None)?;
                self.store(object, offset, kind, apply(update, kind, old, operand))?;
                return Ok(old);
            }
            let (loc, _) = self.updated(object, offset, kind)?;
            let mode = if self.is_strengthened(object, offset) { RmwMode::Volatile } else { mode };
            let answer = self.ask(|| Action::Rmw { loc, mode, op })?;
            self.remember(loc);
            match answer {
                Answer::Rmw { old, .. } => from_model(old, kind),
                _ => old,
            }
        } else {
            old
        };
        self.store(object, offset, kind, apply(update, kind, old, operand))?;
        Ok(old)
    }

    /// A compare-and-set to the second value, or an exchange for the first. Returns the old value, and the
    /// new one if it was written.
    fn checked_update(
        &mut self,
        (object, offset): (Ref, usize),
        kind: Kind,
        mode: RmwMode,
        (first, change): (u64, Option<(u64, Weak)>),
    ) -> Result<(u64, Option<u64>), Trap> {
        let old = self.load(object, offset, kind)?;
        let asks = self.asks_update(object, offset)?;
        let (old, written) = if asks && self.keeps_variable(object, offset) {
            (old, self.updates_kept((object, offset), mode, change.map(|_| first))?)
        } else if asks {
            let (loc, held) = self.updated(object, offset, kind)?;
            let mode = if self.is_strengthened(object, offset) { RmwMode::Volatile } else { mode };
            let op = match change {
                None => RmwOp::Set(to_model(first, held)),
                Some((new, weak)) => RmwOp::CompareAndSet {
                    expected: to_model(first, held),
                    new: to_model(new, held),
                    may_fail_spuriously: weak && self.weak_updates_fail(),
                },
            };
            let answer = self.ask(|| Action::Rmw { loc, mode, op })?;
            self.remember(loc);
            match answer {
                Answer::Rmw { old, written } => (from_model(old, kind), written),
                _ => (old, true),
            }
        } else {
            let fits = change.is_none() || kind.cut(old) == kind.cut(first);
            // The variable is private, but a weak update may fail all the same.
            let is_weak = fits && matches!(change, Some((_, true))) && self.is_checked();
            let fails = is_weak && self.weak_updates_fail() && self.fails_spuriously()?;
            (old, fits && !fails)
        };
        let new = written.then(|| change.map_or(first, |(new, _)| new));
        if let Some(new) = new {
            if kind == Kind::Reference && !object.is_null() {
                self.stores(object, offset, Ref(new));
            }
            self.store(object, offset, kind, new)?;
        }
        Ok((old, new))
    }

    /// The location of an atomic update, and the kind of its value.
    fn updated(&mut self, object: Ref, offset: usize, kind: Kind) -> Result<(Loc, Kind), Trap> {
        match self.span(object, offset, kind) {
            Some(span) => self.whole_cell(span),
            None => Ok((loc_of(object, offset)?, kind)),
        }
    }
}

/// A value as locations of a checked program hold it: as in a slot, that is, ints without their sign.
fn to_model(value: u64, kind: Kind) -> Value {
    value_of(kind.extend(value), kind == Kind::Reference)
}

fn from_model(value: Value, kind: Kind) -> u64 {
    kind.extend(raw_of(value, kind == Kind::Reference))
}
