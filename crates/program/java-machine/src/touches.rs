//! Natives and what they declare to touch ([`jvm::native::touch`]): the actions of those that use what the machine keeps, and whether the others keep to
//! what they say.
//!
//! **Promises**, where assertions are compiled in, that a native which accesses data that threads share by other ways than those that ask fails the
//! search as a defect of thinair, unless it declares [`Touches::Action`] or [`Touches::State`]. Reads of what is final, or was never written since there
//! are several threads, are no such accesses. Only with the whole table of the policy.

use crate::ask::internal;
use crate::location::loc_of;
use crate::policy::{Policy, Role, policy_of};
use crate::watched::Watched;
use event::{InternalKind, MonitorId, SyncObj};
use jvm::class::{FieldRef, MethodRef};
use jvm::heap::Ref;
use jvm::library::HEADER;
use jvm::native::Native;
use jvm::native::touch::Touches;
use jvm::observer::Kept;
use jvm::trace::View;
use jvm::trap::Trap;
use jvm::watch::Log;

impl Watched<'_, '_> {
    /// Before a native uses what the machine keeps for an object. Nobody notices it of one that no other thread knows.
    pub(crate) fn asks_kept(&mut self, object: Ref, how: Kept) -> Result<(), Trap> {
        let monitor = MonitorId(object.0);
        let touches = match how {
            // What the class library interns is never compared by identity with anything that a program has.
            Kept::Interns if !self.is_called_by_program() => return Ok(()),
            Kept::Uses | Kept::Interns => SyncObj::Monitor(monitor),
            Kept::Ends => SyncObj::Everything,
        };
        if self.is_checked() && self.has_others() && self.is_escaped(object) {
            self.ask_internal(|| internal(InternalKind::Native(monitor), [None, Some(touches)]))?;
        }
        Ok(())
    }

    /// A native has ended. Fails the search if it has touched what it did not declare.
    pub(crate) fn keeps_to_declaration(
        &self,
        (method, touches): (MethodRef, Touches),
        did: &Log,
    ) -> Result<(), Trap> {
        // Natives know what the class library does with its own objects; so does the table, as long as nobody has taken anything out of it.
        if !policy_of(self.vm.lib).is_some_and(Policy::has_library) {
            return Ok(());
        }
        let Some(&(object, word, writes)) = did.accesses.iter().find(|access| self.is_hidden(did, access))
        else {
            return Ok(());
        };
        let verb = if writes { "writes" } else { "reads" };
        let (class, name) = (method.class.external_name(), self.vm.lib.text(method.name));
        let what = self.class_of(object).external_name();
        Err(Trap::Defect(format!(
            "{class}.{name} {verb} word {word} of a shared {what} without asking, and declares {touches:?}"
        )))
    }

    /// Whether another thread may notice an access, or change what it sees, and nobody was asked.
    fn is_hidden(&self, did: &Log, &(object, word, writes): &(Ref, usize, bool)) -> bool {
        let is_own = |object: Ref| self.is_initialised_here(object) || self.is_made_by_initialiser(object);
        // The header says what never changes, and marks that only the checker knows.
        if !self.is_checked() || word < HEADER || object.is_null() {
            return false;
        }
        if did.is_new(object) || did.asked.contains(&object) || !self.is_escaped(object) || is_own(object) {
            return false;
        }
        if self.role_at(object, word * 8) != Role::Checked {
            return false;
        }
        let is_array = self.class_of(object).is_array();
        let field = View { lib: self.vm.lib, state: self.vm.st }.field_at(object, word);
        let is_of_string = |field: FieldRef| field.class.id == self.vm.lib.known().string.id;
        match field {
            // The machine's own, behind the fields.
            None if !is_array => return false,
            Some(field) if !writes && (field.is_final() || is_of_string(field)) => return false,
            _ => {}
        }
        let is_thread_field = self.thread_field(object, word * 8).is_some();
        let is_constant = || loc_of(object, word * 8).is_ok_and(|loc| self.is_never_written(object, loc));
        !is_thread_field && (writes || !is_constant())
    }
}

/// Natives that touch what they do not declare, by which tests see that this is noticed.
pub(crate) fn liar(name: &str) -> Option<Native> {
    if !cfg!(debug_assertions) {
        return None;
    }
    Some(match name {
        "reads" => {
            Native::Function(Touches::Constants, |vm, at| Ok(vm.st.heap.word(vm.arg_object(at)?, HEADER)))
        }
        "writes" => Native::Function(Touches::Own, |vm, at| {
            let array = vm.arg_object(at)?;
            vm.st.heap.set_word(array, HEADER, 1);
            Ok(0)
        }),
        "accesses" => Native::Function(Touches::Accesses, |vm, at| {
            let array = vm.arg_object(at)?;
            vm.st.heap.set_word(array, HEADER, 1);
            Ok(0)
        }),
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
