//! A running thread that is checked: the target of the hooks of [`jvm::observer`].

use crate::facts::{Exchange, Given};
use jvm::trace::Tracing;
use jvm::vm::Vm;
use std::ops::{Deref, DerefMut};

/// A running thread that is checked.
pub(crate) struct Watched<'v, 'a> {
    pub vm: &'v mut Vm<'a>,
    /// What the thread was given; the default for a thread that is not checked.
    pub given: Given,
}

impl<'v, 'a> Watched<'v, 'a> {
    #[inline]
    pub fn new(vm: &'v mut Vm<'a>) -> Watched<'v, 'a> {
        let given = exchange_of(&vm.trace).map_or_else(Given::default, |exchange| exchange.given);
        Watched { vm, given }
    }
}

impl<'a> Deref for Watched<'_, 'a> {
    type Target = Vm<'a>;

    fn deref(&self) -> &Vm<'a> {
        self.vm
    }
}

impl<'a> DerefMut for Watched<'_, 'a> {
    fn deref_mut(&mut self) -> &mut Vm<'a> {
        self.vm
    }
}

/// The exchange with the engine; `None` for a thread that is not checked, such as those of boot.
#[inline]
pub(crate) fn exchange_of(trace: &Option<Tracing>) -> Option<&Exchange> {
    match trace {
        Some(Tracing::Observed { knows, .. }) => knows.downcast_ref(),
        _ => None,
    }
}

/// The same, mutable.
#[inline]
pub(crate) fn exchange_mut(trace: &mut Option<Tracing>) -> Option<&mut Exchange> {
    match trace {
        Some(Tracing::Observed { knows, .. }) => knows.downcast_mut(),
        _ => None,
    }
}

/// Puts the thread back into the state. Returns the exchange with the engine, if the thread was checked.
pub(crate) fn finish(vm: Vm<'_>) -> Option<Box<Exchange>> {
    match vm.finish() {
        Some(Tracing::Observed { knows, .. }) => knows.downcast().ok(),
        _ => None,
    }
}
