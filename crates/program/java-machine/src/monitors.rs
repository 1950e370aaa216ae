//! Entering and leaving monitors (JLS 17.1).

use crate::policy::{Role, is_program, standing};
use crate::watched::{Watched, exchange_mut, exchange_of};
use event::{Action, MonitorId};
use jvm::heap::Ref;
use jvm::state::Entered;
use jvm::trap::Trap;

impl Watched<'_, '_> {
    /// Before a monitor is entered. Only the first entry is observable (JLS 17.1).
    pub(crate) fn asks_lock(&mut self, object: Ref) -> Result<(), Trap> {
        self.strays();
        let owner = self.vm.st.monitors.get(&object).and_then(|m| m.owner);
        if owner == Some(self.vm.me) {
            return Ok(());
        }
        // A thread that waited for the lock, whose owner has released it since, proceeds with its action.
        let is_answered = exchange_of(&self.vm.trace).is_some_and(
            |exchange| matches!(exchange.answer, Some((Action::Lock(MonitorId(id)), _)) if id == object.0),
        );
        let is_unnoticed = self.is_monitor_internal(object) || self.is_new_exception(object);
        let entered = if !is_answered && owner.is_none() && is_unnoticed {
            Entered::Quietly
        } else if self.has_others() {
            self.ask(|| Action::Lock(MonitorId(object.0)))?;
            Entered::Asked
        } else {
            Entered::Alone
        };
        self.vm.st.monitors.entry(object).or_default().entered = entered;
        Ok(())
    }

    /// Whether entering a monitor is unobservable: its object is internal, only the class library enters it,
    /// and no thread stops inside.
    fn is_monitor_internal(&mut self, object: Ref) -> bool {
        // A thread that waits for it can be observed to be blocked.
        if self.facts().states_are_seen {
            return false;
        }
        let is_mirror = self.class_of_mirror(object).is_some();
        if is_mirror || is_program(self.class_of(object)) || self.role_of(object) != Role::Internal {
            return false;
        }
        // Library methods inherited by a program class count as the program's (`ClassValue.get`).
        let by_program = self.vm.th.frames.last().is_some_and(|frame| {
            let this = (!frame.method.is_static()).then(|| Ref(self.vm.th.stack[frame.base as usize]));
            let own = this.filter(|this| !this.is_null()).map(|this| self.class_of(this));
            is_program(frame.method.class) || own.is_some_and(is_program)
        });
        if self.is_seen_group(object) {
            return false;
        }
        let Some(exchange) = exchange_mut(&mut self.vm.trace) else { return false };
        if exchange.refuted.monitors.contains(&object.0) {
            return false;
        }
        if by_program {
            exchange.newly_entered = Some(object.0);
        }
        !by_program
    }

    /// Whether this is an exception that has not escaped: its constructor records the stack under its
    /// monitor.
    fn is_new_exception(&self, object: Ref) -> bool {
        self.class_of(object).is_subtype(self.vm.lib.known().throwable)
            && standing(self.class_of(object)).role == Role::Guarded
            && !self.is_escaped(object)
    }

    /// Before a monitor that the thread owns is released.
    pub(crate) fn asks_unlock(&mut self, object: Ref) -> Result<(), Trap> {
        self.strays();
        let Some(monitor) = self.vm.st.monitors.get(&object) else { return Ok(()) };
        if monitor.count == 1 && monitor.entered != Entered::Quietly && self.has_others() {
            self.ask(|| Action::Unlock(MonitorId(object.0)))?;
        }
        Ok(())
    }
}
