//! Which accesses of a checked thread are actions. The thread stops before each of them and waits for the
//! answer.
//!
//! The heap always holds the value written last, in the order in which actions were performed. A read does
//! not look there but is answered by the engine, so that a memory model can answer differently; natives of
//! the machine may look.
//!
//! An access is an action (it is **asked**) if another thread may reach the object, unless the policy says
//! otherwise ([`crate::policy`]): plain accesses to *guarded* and *immutable* objects are not actions, nor
//! are any accesses to *internal* ones. All synchronisation is an action. An object has *escaped*, or is
//! *shared*, once a reference to it was stored where another thread may find it. Until then only its creator
//! acts on it.

use crate::facts::Unasked;
use crate::location::{loc_of, raw_of, value_of};
use crate::machine::{ATOMIC_CALL, GuardedAccess};
use crate::policy::{EntryRole, Role, field_role, is_program};
use crate::provenance::owns_its_races;
use crate::watched::{Watched, exchange_mut, exchange_of};
use event::{Action, Answer, Loc, ReadMode, WriteMode};
use jvm::class::ClassRef;
use jvm::heap::Ref;
use jvm::trace::View;
use jvm::trap::Trap;
use jvm::watch;

/// How an access is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    /// By an instruction, in the mode that the field's declaration implies.
    Instruction,
    /// By a method that names the mode: of a variable handle, an atomic class or `Unsafe`.
    Handle,
}

/// The key of a field or of the elements of an array class: class and word.
pub(crate) fn unguarded_key(class: ClassRef, offset: usize) -> (u32, u32) {
    (class.id, if class.is_array() { u32::MAX } else { (offset / 8) as u32 })
}

impl Watched<'_, '_> {
    /// Whether final fields are frozen by actions.
    pub(crate) fn freezes(&self) -> bool {
        self.is_checked() && self.has_others() && !self.heap_answers()
    }

    /// Whether an access is an action. If it is not, the access to an escaped object is recorded, since it
    /// belongs to the footprint of the step. An access to guarded data that meets one of another thread
    /// refutes that the data is guarded. A write to an object that contracts call immutable is unsupported.
    pub(crate) fn asks(
        &mut self,
        object: Ref,
        offset: usize,
        (is_plain, writes): (bool, bool),
    ) -> Result<bool, Trap> {
        if !self.has_others() || object.is_null() || (self.skips_private() && !self.is_escaped(object)) {
            return Ok(false);
        }
        if self.is_initialised_here(object) || self.is_made_by_initialiser(object) {
            return Ok(false);
        }
        match self.role_at(object, offset) {
            Role::Checked => Ok(true),
            Role::Guarded => {
                let is_unguarded = self.is_unguarded(object, offset);
                if self.is_escaped(object) && !is_unguarded {
                    let loc = loc_of(object, offset)?;
                    let key = self.key_of(object, offset);
                    let is_benign = self.is_benign(object, offset, writes);
                    // Accesses inside an atomic call are not recorded, so `meets_another` would miss them:
                    // any use of such a field other than a comparison shows at once that it is not guarded.
                    let is_looked_at =
                        !is_benign && self.entry_at(object, offset) == Some(EntryRole::Compared);
                    if (is_looked_at || self.meets_another(loc, writes, is_benign))
                        && let Some(exchange) = exchange_mut(&mut self.vm.trace)
                    {
                        exchange.newly_unguarded = Some(key);
                    }
                    if is_plain {
                        self.notes(loc, writes, !is_benign);
                        self.uses_guarded(GuardedAccess { loc, writes, is_benign, monitors: Vec::new() });
                    }
                }
                Ok(!is_plain || is_unguarded)
            }
            Role::Immutable => {
                // A lazily computed field (`String.hash`) is written while it is still 0.
                let holds = |object: Ref| {
                    !self.class_of(object).is_array() && self.st.heap.word(object, offset / 8) != 0
                };
                // A class of the table does not publish what its initialiser is still filling.
                if is_plain
                    && writes
                    && self.is_escaped(object)
                    && holds(object)
                    && !self.is_of_initialiser(object)
                {
                    return Err(Trap::Unsupported(format!(
                        "an object that contracts call immutable is written ({})",
                        self.class_of(object).name
                    )));
                }
                Ok(!is_plain)
            }
            Role::Internal => {
                self.refutes_if_handed_on(object);
                if self.is_escaped(object) {
                    let loc = self.noted_loc(object, offset)?;
                    self.notes(loc, writes, !self.is_benign(object, offset, writes));
                }
                Ok(false)
            }
        }
    }

    /// Whether a volatile variable of an internal library object holds an object created by the program (such
    /// as the constants of an enum). Reading it publishes that object, so the access is an action.
    fn passes_on(&self, object: Ref, offset: usize, value: Ref) -> bool {
        self.has_others()
            && !self.heap_answers()
            && !value.is_null()
            && self.role_at(object, offset) == Role::Internal
            && !self.is_early(value)
            && self.role_of(value) == Role::Checked
    }

    /// Records an access to guarded data, with the monitors that the thread holds. An atomic call is one
    /// step, as if it held a monitor that all atomic calls enter; but others may access the data outside of
    /// such a call.
    fn uses_guarded(&mut self, access: GuardedAccess) {
        let me = Some(self.vm.me);
        let owned = self.st.monitors.iter().filter(|(_, monitor)| monitor.owner == me);
        let mut monitors: Vec<u64> = owned.map(|(object, _)| object.0).collect();
        if self.vm.th.notes.inside > 0 {
            monitors.push(ATOMIC_CALL);
        }
        let access = GuardedAccess { monitors, ..access };
        if let Some(exchange) = exchange_mut(&mut self.vm.trace)
            && !exchange.guarded.contains(&access)
        {
            exchange.guarded.push(access);
        }
    }

    /// Records that what the thread does next may depend on what others have done, though no action says so.
    pub(crate) fn depends_on_others(&mut self) {
        if let Some(exchange) = exchange_mut(&mut self.vm.trace) {
            exchange.depends_on_others = true;
        }
    }

    /// Records an access that is not an action; it still belongs to the step's footprint.
    fn notes(&mut self, loc: Loc, writes: bool, is_guarded: bool) {
        self.strays();
        // An atomic call is one step, whatever it does.
        if self.vm.th.notes.inside > 0 {
            return;
        }
        let access = Unasked { loc, writes, under: None, is_guarded };
        if let Some(exchange) = exchange_mut(&mut self.vm.trace)
            && !exchange.segment.contains(&access)
        {
            exchange.segment.push(access);
        }
    }

    /// Whether another thread has accessed the location without an action since its last action. The two
    /// accesses could then be swapped, so nothing guards the location, unless both accesses are benign.
    fn meets_another(&self, loc: Loc, writes: bool, is_benign: bool) -> bool {
        let Some(exchange) = exchange_of(&self.vm.trace) else { return false };
        let is_met = |met: &Unasked| {
            met.loc == loc
                && (writes || met.writes)
                && (met.is_guarded || !is_benign)
                && !met.under.is_some_and(|monitor| self.owns(monitor))
        };
        exchange.others.iter().enumerate().any(|(i, segment)| i != self.vm.me && segment.iter().any(is_met))
    }

    /// Whether it makes no difference what threads see in a field that they use concurrently. A subclass that
    /// the program derives from a class of the table may do anything with it.
    fn is_benign(&self, object: Ref, offset: usize, writes: bool) -> bool {
        !is_program(self.class_of(object))
            && match self.entry_at(object, offset) {
                Some(EntryRole::Benign) => true,
                Some(EntryRole::Compared) => writes || self.vm.is_compared_with_current_thread(),
                _ => false,
            }
    }

    /// What the table says about a field.
    pub(crate) fn entry_at(&self, object: Ref, offset: usize) -> Option<EntryRole> {
        let field = View { lib: self.vm.lib, state: self.vm.st }.field_at(object, offset / 8);
        field.and_then(|field| field_role(self.vm.lib, field))
    }

    /// The key of a field or of the elements of an array.
    fn key_of(&self, object: Ref, offset: usize) -> (u32, u32) {
        unguarded_key(self.class_of(object), offset)
    }

    /// Whether a write is an action. A write to a location that the memory holds always is.
    pub(crate) fn asks_write(&mut self, object: Ref, offset: usize, is_plain: bool) -> Result<bool, Trap> {
        self.uses_class_of(object, offset)?;
        if self.asks(object, offset, (is_plain, true))? {
            return Ok(true);
        }
        // Whether the memory holds the location depends on others. It never holds plain internal data, and
        // others do not know an object that has not escaped. Where the heap answers, it holds nothing.
        if self.has_others() && !object.is_null() && !self.heap_answers() && self.is_escaped(object) {
            match self.role_at(object, offset) {
                Role::Internal if is_plain => {}
                Role::Guarded | Role::Immutable if is_plain && !self.is_region(object) => {
                    let (loc, monitors) = (loc_of(object, offset)?, Vec::new());
                    self.uses_guarded(GuardedAccess { loc, writes: true, is_benign: true, monitors });
                }
                _ => self.depends_on_others(),
            }
        }
        if !self.has_others() || object.is_null() || self.vm.st.notes.initials.is_empty() {
            return Ok(false);
        }
        match self.is_region(object) {
            true => self.holds_region(self.element_span(object, offset)),
            false => Ok(self.vm.st.notes.initials.contains_key(&loc_of(object, offset)?.0)),
        }
    }

    /// Performs a read. `value` is what the heap holds there.
    pub(crate) fn checked_read(
        &mut self,
        (object, offset): (Ref, usize),
        (mode, by): (ReadMode, By),
        is_reference: bool,
        value: u64,
    ) -> Result<u64, Trap> {
        watch::asks(object);
        if let Some(field) = self.thread_field(object, offset) {
            return self.read_thread_field(field, (object, offset), mode, is_reference, value);
        }
        if self.uses_own_result(object, offset, mode == ReadMode::Plain && by == By::Instruction)? {
            return Ok(value);
        }
        self.uses_class_of(object, offset)?;
        let asks = self.asks(object, offset, (mode == ReadMode::Plain, false))?;
        let passes = is_reference && mode == ReadMode::Volatile && self.passes_on(object, offset, Ref(value));
        if !asks && !passes {
            return Ok(value);
        }
        if self.keeps_variable(object, offset) {
            self.reads_kept(object, offset, mode)?;
            return Ok(value);
        }
        if self.is_region(object) {
            return self.region_read(self.element_span(object, offset), mode);
        }
        let loc = loc_of(object, offset)?;
        if self.is_constant(object, offset) {
            return Ok(value);
        }
        match self.is_own(object, offset, mode == ReadMode::Plain) {
            Some(true) => {
                self.grants(object, loc);
                return Ok(value);
            }
            Some(false) => {}
            None if self.grants_if_constant(object, loc) || self.grants_if_filled(object, loc) => {
                return Ok(value);
            }
            None => {}
        }
        if self.is_torn(object, offset) {
            self.tears_only_plainly(mode == ReadMode::Plain)?;
            return self.torn_read(object, offset, value);
        }
        let mode = match mode {
            _ if self.is_strengthened(object, offset) => ReadMode::Volatile,
            ReadMode::Plain if self.is_opaque(object, offset) => ReadMode::Opaque,
            mode => mode,
        };
        match self.ask(|| Action::Read { loc, mode })? {
            Answer::Value(seen) => Ok(raw_of(seen, is_reference)),
            _ => Ok(value),
        }
    }

    /// Called before a write is applied to the heap. Returns false if it has been applied already.
    pub(crate) fn checked_write(
        &mut self,
        (object, offset): (Ref, usize),
        (mode, by): (WriteMode, By),
        is_reference: bool,
        value: u64,
    ) -> Result<bool, Trap> {
        watch::asks(object);
        if let Some(field) = self.thread_field(object, offset) {
            self.write_thread_field(field, (object, offset), mode, is_reference, value)?;
        } else if self.uses_own_result(object, offset, mode == WriteMode::Plain && by == By::Instruction)? {
            // No other thread looks at it before all have ended.
        } else if mode == WriteMode::Plain && self.is_found_out_again(object, offset, value) {
            // Nothing changes.
        } else if self.asks_write(object, offset, mode == WriteMode::Plain)?
            || (is_reference && mode == WriteMode::Volatile && self.passes_on(object, offset, Ref(value)))
        {
            if self.keeps_variable(object, offset) {
                self.writes_kept(object, offset, mode)?;
                return Ok(true);
            }
            if self.is_region(object) {
                self.region_write(self.element_span(object, offset), mode, value)?;
                return Ok(false);
            }
            if self.is_own(object, offset, mode == WriteMode::Plain) == Some(true) {
                if is_reference {
                    self.stores(object, offset, Ref(value));
                }
                return Ok(true);
            }
            if self.is_torn(object, offset) {
                self.tears_only_plainly(mode == WriteMode::Plain)?;
                self.torn_write(object, offset, value)?;
                return Ok(false);
            }
            let mode = match mode {
                _ if self.is_strengthened(object, offset) => WriteMode::Volatile,
                WriteMode::Plain if self.is_opaque(object, offset) => WriteMode::Opaque,
                mode => mode,
            };
            let loc = loc_of(object, offset)?;
            self.ask(|| Action::Write { loc, mode, value: value_of(value, is_reference) })?;
            self.remember(loc);
        }
        if is_reference {
            self.stores(object, offset, Ref(value));
        }
        Ok(true)
    }

    /// Whether a thread writes to an immutable object a value that another thread has already computed and
    /// written (`String.hash`). Only a plain write may be left out for that: one that is an action stays one,
    /// whatever other threads have written before it.
    fn is_found_out_again(&self, object: Ref, offset: usize, value: u64) -> bool {
        !object.is_null()
            && !self.class_of(object).is_array()
            && self.st.heap.word(object, offset / 8) == value
            && self.role_at(object, offset) == Role::Immutable
    }

    /// Whether this is a field of a result object that no other thread is known to use, so that the heap
    /// holds its value. The use is recorded, so that the search restarts if another thread turns out to use
    /// it.
    pub(crate) fn uses_own_result(
        &mut self,
        object: Ref,
        offset: usize,
        is_plain: bool,
    ) -> Result<bool, Trap> {
        let Some(results) = self.given.results else { return Ok(false) };
        if object.is_null() || self.vm.st.heap.word(object, 0) as u32 != results.class || !self.has_others() {
            return Ok(false);
        }
        let loc = loc_of(object, offset)?;
        let (me, others) = (self.vm.me, !self.is_alone_again());
        // A result created by an actor may be seen while it is being filled. The main thread waits for the
        // actors before it reads what they wrote, but nothing waits for threads that the actors start.
        let is_known = is_plain && self.is_early(object) && me <= results.actors;
        let Some(exchange) = exchange_mut(&mut self.vm.trace) else { return Ok(false) };
        if exchange.refuted.contested.contains(&loc.0) {
            return Ok(false);
        }
        match is_known {
            true if !others => {}
            true => drop(exchange.results.insert(loc.0)),
            false => drop(exchange.shared_results.insert(loc.0)),
        }
        Ok(true)
    }

    /// Whether an access is one of the class library to its own data, which is trusted to be as strong as it
    /// must be.
    pub(crate) fn is_strengthened(&self, object: Ref, offset: usize) -> bool {
        self.role_at(object, offset) != Role::Checked && !self.is_unguarded(object, offset)
    }

    /// Whether concurrent plain accesses to an object concern its library class only. They order nothing.
    fn is_opaque(&self, object: Ref, offset: usize) -> bool {
        self.is_unguarded(object, offset) && owns_its_races(self.vm.lib, &self.vm.st.heap, object)
    }

    /// Whether plain accesses to a guarded object turned out to be concurrent. They are actions then.
    pub(crate) fn is_unguarded(&self, object: Ref, offset: usize) -> bool {
        let Some(exchange) = exchange_of(&self.vm.trace) else { return false };
        !exchange.refuted.unguarded.is_empty()
            && exchange.refuted.unguarded.contains(&self.key_of(object, offset))
    }

    /// Whether plain accesses to the elements of an array are actions.
    pub(crate) fn asks_elements(&self, array: Ref) -> bool {
        watch::asks(array);
        let is_private = self.skips_private() && !self.is_escaped(array);
        self.has_others() && !array.is_null() && !is_private
    }
}
