//! The observable part of class initialisation (JLS 12.4.2).
//!
//! **Promises**: initialising a class is an action if another thread can notice who does it
//! ([`Watched::is_noticed`]); an initialisation happens-before everything that follows from finding the class
//! initialised, or erroneous (JLS 12.4.2: in each case the thread holds the lock LC).

use crate::ask::internal;
use crate::policy::{Role, is_lambda, is_program};
use crate::watched::{Watched, exchange_mut, exchange_of};
use event::{Internal, InternalKind, SyncObj};
use jvm::class::ClassRef;
use jvm::heap::Ref;
use jvm::initialise::supertypes;
use jvm::state::{Init, Then};
use jvm::trap::Trap;
use jvm::vm::Vm;
use triomphe::Arc;

/// Whether an initialised class can be used without an action first.
#[inline]
pub(crate) fn knows_class(vm: &Vm<'_>, class: ClassRef) -> bool {
    vm.st.notes.late_classes.is_empty() || knows_late_class(vm, class)
}

#[cold]
fn knows_late_class(vm: &Vm<'_>, class: ClassRef) -> bool {
    let is_late = vm.st.notes.late_classes.binary_search(&class.id).is_ok();
    !is_late
        || exchange_of(&vm.trace).is_none_or(|exchange| exchange.given.heap_answers)
        || vm.th.notes.knows.binary_search(&class.id).is_ok()
}

impl Watched<'_, '_> {
    /// The first use of a class that another thread initialised happens-after its initialisation (JLS
    /// 12.4.2).
    pub(crate) fn uses_class(&mut self, class: ClassRef) -> Result<(), Trap> {
        let id = class.id;
        if knows_class(self.vm, class) {
            return Ok(());
        }
        if let Err(place) = self.vm.th.notes.knows.binary_search(&id) {
            self.ask_internal(|| Internal {
                acquires: true,
                ample: true,
                ..internal(InternalKind::UsesClass(id), [Some(SyncObj::Class(id)), None])
            })?;
            self.vm.th.notes.knows.insert(place, id);
        }
        Ok(())
    }

    /// A static field is used. Accesses by reflection or a handle initialise the class, too (JLS 12.4.1).
    pub(crate) fn uses_class_of(&mut self, object: Ref, offset: usize) -> Result<(), Trap> {
        if self.vm.st.notes.late_classes.is_empty() || object.is_null() || object.is_moving() {
            return Ok(());
        }
        // Static fields follow the instance fields of the mirror, which may be used before initialisation.
        let is_static = offset / 8 >= self.class_of(object).words;
        match self.class_of_mirror(object).filter(|_| is_static) {
            Some(class)
                if self.vm.st.init(class) == Init::Done && self.role_at(object, offset) == Role::Checked =>
            {
                self.uses_class(class)
            }
            _ => Ok(()),
        }
    }

    /// Before a class is initialised. The first thread to get here does it.
    pub(crate) fn asks_initialise(&mut self, class: ClassRef) -> Result<(), Trap> {
        if !self.is_noticed(class) {
            return Ok(());
        }
        let id = class.id;
        self.ask_internal(|| internal(InternalKind::Initialise(id), [Some(SyncObj::Class(id)), None]))?;
        Ok(())
    }

    /// Whether others can notice who initialises a class: program initialisers by what they do, library
    /// initialisers by their actions. What the latter do to their own objects only is done at once.
    fn is_noticed(&self, class: ClassRef) -> bool {
        self.is_checked() && self.has_others() && self.does_something(class)
    }

    fn does_something(&self, class: ClassRef) -> bool {
        let has_code = class.initialiser.get().copied().flatten().is_some();
        let acts = || {
            exchange_of(&self.vm.trace).is_some_and(|exchange| exchange.refuted.acting.contains(&class.id))
        };
        // The class of a lambda is initialised by the thread that creates it, before any other knows it, and
        // its initialiser only creates its instance.
        (has_code && ((is_program(class) && !is_lambda(class)) || acts()))
            || supertypes(class).into_iter().any(|s| self.does_something(s))
    }

    /// The thread stops before an action. Library initialisers on its stack are then observable.
    pub(crate) fn notes_initialisers(&mut self) {
        let Some(exchange) = exchange_mut(&mut self.vm.trace) else { return };
        for frame in &self.vm.th.frames {
            if let Then::Initialised(class, _) = frame.then
                && !is_program(class)
                && !exchange.refuted.acting.contains(&class.id)
            {
                exchange.newly_acting.insert(class.id);
            }
        }
    }

    /// A class is used during its own initialisation. If that of another class is nested in it, two threads
    /// that begin with either of them may deadlock, even within the class library.
    pub(crate) fn notes_circle(&mut self, class: ClassRef) {
        if !self.has_others() {
            return;
        }
        let Some(exchange) = exchange_mut(&mut self.vm.trace) else { return };
        // Both the classes whose initialisation has begun and those whose initialiser is running, outermost
        // first.
        let running = self.vm.th.frames.iter().enumerate().filter_map(|(i, frame)| match frame.then {
            Then::Initialised(class, _) => Some((i as u32, class)),
            _ => None,
        });
        let mut all: Vec<(u32, ClassRef)> =
            self.vm.th.begun.iter().map(|&(class, depth)| (depth, class)).collect();
        all.extend(running);
        all.sort_by_key(|(depth, _)| *depth);
        if all.last().is_some_and(|(_, last)| last.id == class.id) {
            return;
        }
        let circle = all.iter().skip_while(|(_, c)| c.id != class.id).filter(|(_, c)| !is_program(c));
        let ids = circle.map(|(_, c)| c.id).filter(|id| !exchange.refuted.acting.contains(id));
        exchange.newly_acting.extend(ids);
    }

    /// Before the initialisation of a class ends.
    pub(crate) fn asks_initialised(&mut self, class: ClassRef) -> Result<(), Trap> {
        let id = class.id;
        // It ends once.
        if !self.is_noticed(class) || self.vm.st.notes.late_classes.binary_search(&id).is_ok() {
            return Ok(());
        }
        self.ask_internal(|| Internal {
            releases: true,
            ample: true,
            ..internal(InternalKind::Initialised(id), [Some(SyncObj::Class(id)), None])
        })?;
        if let Err(place) = self.vm.th.notes.knows.binary_search(&id) {
            self.vm.th.notes.knows.insert(place, id);
        }
        if let Err(place) = self.vm.st.notes.late_classes.binary_search(&id) {
            Arc::make_mut(&mut self.vm.st.notes.late_classes).insert(place, id);
        }
        Ok(())
    }
}
