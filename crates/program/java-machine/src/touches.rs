//! Natives and what they declare to touch ([`jvm::native::touch`]): the actions of those that use state kept
//! by the machine, and whether the others keep to their declarations.
//!
//! **Promises**, where assertions are compiled in, that a native which accesses shared data other than by the
//! paths that ask fails the search as a defect of thinair, unless it declares [`Touches::Action`] or
//! [`Touches::State`]. Reads of final data, or of data not written since the second thread was started, are
//! allowed. Only checked with the complete table of the policy.

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
    /// Before a native uses state that the machine keeps for an object. For a private object this is not
    /// observable.
    pub(crate) fn asks_kept(&mut self, object: Ref, how: Kept) -> Result<(), Trap> {
        let monitor = MonitorId(object.0);
        let touches = match how {
            // Strings that the class library interns are never compared by identity with the program's.
            Kept::Interns if !self.is_called_by_program() => return Ok(()),
            Kept::Uses | Kept::Interns => SyncObj::Monitor(monitor),
            Kept::Ends => SyncObj::Everything,
        };
        if self.is_checked() && self.has_others() && self.is_escaped(object) {
            self.ask_internal(|| internal(InternalKind::Native(monitor), [None, Some(touches)]))?;
        }
        Ok(())
    }

    /// Called after a native. Fails the search if it has touched what it did not declare.
    pub(crate) fn keeps_to_declaration(
        &self,
        (method, touches): (MethodRef, Touches),
        did: &Log,
    ) -> Result<(), Trap> {
        // Natives rely on what the class library does with its own objects, and so does the table if it is
        // complete.
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

    /// Whether another thread may notice an access, or change what it sees, although it was no action.
    fn is_hidden(&self, did: &Log, &(object, word, writes): &(Ref, usize, bool)) -> bool {
        let is_own = |object: Ref| self.is_initialised_here(object) || self.is_made_by_initialiser(object);
        // The header holds constants, and marks that only the checker knows.
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
            // The machine's own data, behind the fields.
            None if !is_array => return false,
            Some(field) if !writes && (field.is_final() || is_of_string(field)) => return false,
            _ => {}
        }
        let is_thread_field = self.thread_field(object, word * 8).is_some();
        let is_constant = || loc_of(object, word * 8).is_ok_and(|loc| self.is_never_written(object, loc));
        !is_thread_field && (writes || !is_constant())
    }
}

/// Natives that touch what they do not declare, so that tests can show that this is detected.
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
