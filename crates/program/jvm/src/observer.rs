//! Observers: the hooks by which a checker watches a running thread and answers in its place.
//!
//! A [`Vm`] without an observer simply runs Java. With one ([`Vm::observe`]) it calls a hook of [`Observer`]
//! wherever a thread is about to do something that others may notice, or has done something that affects what
//! they may notice. A hook lets the thread go on (`Ok`), answers differently from the heap, or stops the
//! thread with a [`Trap`]: the instruction then counts as not executed, and is executed again when the thread
//! resumes.
//!
//! **Promises**: hooks are called for all code, including code that a hook itself runs (the observer stays in
//! place while a hook is running); an instruction that a hook stopped leaves the stack unchanged, so that the
//! hook is called again with the same arguments; what a thread does between two hooks is invisible to others,
//! unless it calls a native method, which is announced by [`Observer::before_native`]. **Does not** know what
//! an action is, nor any memory model.
//!
//! An observer is a static table of functions; its data for the current run ([`Vm::observe`]) is kept beside
//! it in the machine, so that hooks can use both. The default of every hook is what the machine does without
//! an observer.

use crate::class::{ClassRef, FieldRef, Kind, MethodRef};
use crate::heap::Ref;
use crate::native::Native;
use crate::native::memory::Access;
use crate::native::touch::Touches;
use crate::state::{Frame, Init};
use crate::trace::Tracing;
use crate::trap::Trap;
use crate::vm::Vm;
use crate::watch::Log;
use event::{ReadMode, WriteMode};
use std::any::Any;

/// A field or element: the object and the offset in bytes from its beginning.
pub type FieldAddress = (Ref, usize);

/// The state of a class that is used, and what the running thread is about to do about it (JLS 12.4.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Initialisation {
    /// It is initialised, or erroneous, by this thread or another: the thread uses it, or fails.
    Uses,
    /// The thread itself is initialising it (step 3).
    Recurs,
    /// It is not initialised: the thread is about to begin (step 6).
    Begins,
    /// The thread is about to record that it has initialised it, or failed to (steps 10 and 11).
    Ends,
}

/// A copy or fill of bytes or references by one call, with ranges already checked.
#[derive(Debug, Clone, Copy)]
pub enum Bulk {
    /// Copies bytes, as if through a temporary array.
    Copy {
        /// From where.
        source: FieldAddress,
        /// To where.
        target: FieldAddress,
        /// How many bytes.
        length: usize,
        /// The number of bytes to copy at once where possible.
        unit: usize,
        /// Whether the bytes of each unit are reversed.
        swaps: bool,
    },
    /// Copies elements of an array of references to one of another type, up to the first that does not fit.
    Cast {
        /// The array, and the index of the first element.
        source: FieldAddress,
        /// The array, and the index of the first element.
        target: FieldAddress,
        /// How many elements.
        length: usize,
    },
    /// Overwrites bytes.
    Fill {
        /// Where.
        target: FieldAddress,
        /// How many.
        length: usize,
        /// The number of bytes to write at once where possible.
        unit: usize,
        /// The value to write.
        byte: u8,
    },
}

/// What a native method is about to do with state that the machine keeps for an object besides its fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// It reads or changes that state: the position of a file, the classes of a loader.
    Uses,
    /// It ends what the object stands for.
    Ends,
    /// It looks up or interns a string; the object is the mirror of `java.lang.String`.
    Interns,
}

/// The hooks. Each is called by the running thread, with its machine.
#[expect(unused_variables, reason = "the defaults look at nothing")]
pub trait Observer: Sync {
    // Memory.

    /// An instruction reads a field or element, whose value in the heap is `value`. Returns the value that it
    /// sees.
    fn read(
        &self,
        vm: &mut Vm<'_>,
        place: FieldAddress,
        mode: ReadMode,
        is_reference: bool,
        value: u64,
    ) -> Result<u64, Trap> {
        Ok(value)
    }

    /// An instruction is about to write a field or element. Returns false if the hook has written it.
    fn write(
        &self,
        vm: &mut Vm<'_>,
        place: FieldAddress,
        mode: WriteMode,
        is_reference: bool,
        value: u64,
    ) -> Result<bool, Trap> {
        Ok(true)
    }

    /// Performs an access through `Unsafe`, or a fence (then there is no place). `values` are the operands.
    /// Returns the result.
    fn access(
        &self,
        vm: &mut Vm<'_>,
        access: Access,
        place: FieldAddress,
        values: (u64, u64),
    ) -> Result<u64, Trap> {
        vm.access_unobserved(access, place, values)
    }

    /// Whether a copy from one array to another is left to [`Observer::bulk`], since others may notice its
    /// steps; also asked before two arrays are compared at once.
    fn is_gradual(&self, vm: &mut Vm<'_>, source: Ref, target: Ref) -> bool {
        false
    }

    /// Performs a copy that [`Observer::is_gradual`].
    fn bulk(&self, vm: &mut Vm<'_>, bulk: Bulk) -> Result<(), Trap> {
        Ok(())
    }

    /// `Object.clone`: returns the copy.
    fn clone_object(&self, vm: &mut Vm<'_>, object: Ref) -> Result<Ref, Trap> {
        vm.copy_of(object)
    }

    /// A native method is about to read or write an array all at once.
    fn at_once(&self, vm: &mut Vm<'_>, array: Ref, writes: bool) -> Result<(), Trap> {
        Ok(())
    }

    /// A native method is about to read the elements of the array in this stack slot, one after the other.
    /// Returns an array that no other thread changes meanwhile.
    fn own_array(&self, vm: &mut Vm<'_>, at: usize, kind: Kind) -> Result<Ref, Trap> {
        Ok(vm.arg_ref(at))
    }

    /// A native method is about to use state that the machine keeps for an object.
    fn before_kept(&self, vm: &mut Vm<'_>, object: Ref, how: Kept) -> Result<(), Trap> {
        Ok(())
    }

    /// The machine itself is about to store a reference in a field; [`Observer::write`] is not called.
    fn on_store(&self, vm: &mut Vm<'_>, place: FieldAddress, value: Ref) {}

    /// References were stored in an array other than one by one.
    fn on_bulk_store(&self, vm: &mut Vm<'_>, array: Ref) {}

    /// The machine stores an object where every thread may find it: in a static field, or in one of its
    /// tables.
    fn on_publish(&self, vm: &mut Vm<'_>, object: Ref) {}

    /// An object of this many words was created and its first word is written. Returns the bits to add to its
    /// second word ([`crate::objects::FREE_BITS`]).
    fn on_allocate(&self, vm: &mut Vm<'_>, object: Ref, words: usize) -> Result<u64, Trap> {
        Ok(0)
    }

    /// A block of off-heap memory was allocated, represented by this array.
    fn on_allocate_outside(&self, vm: &mut Vm<'_>, block: Ref) {}

    // Monitors and threads.

    /// A method is about to enter a monitor, or to wait for it.
    fn before_lock(&self, vm: &mut Vm<'_>, object: Ref, by: MethodRef) -> Result<(), Trap> {
        Ok(())
    }

    /// A monitor that the thread owns is about to be exited once.
    fn before_unlock(&self, vm: &mut Vm<'_>, object: Ref) -> Result<(), Trap> {
        Ok(())
    }

    /// `Object.wait`: executed again until it no longer stops the thread.
    fn wait(&self, vm: &mut Vm<'_>, object: Ref, millis: i64) -> Result<(), Trap> {
        vm.wait_unobserved(object, millis)
    }

    /// `notify` or `notifyAll` by the owner of the monitor.
    fn notify(&self, vm: &mut Vm<'_>, object: Ref, all: bool) -> Result<(), Trap> {
        vm.wake_waiters(object, all);
        Ok(())
    }

    /// The thread is about to check for its permit, and to park if there is none.
    fn before_park(&self, vm: &mut Vm<'_>, is_timed: bool) -> Result<(), Trap> {
        Ok(())
    }

    /// `Unsafe.unpark` of a thread.
    fn unpark(&self, vm: &mut Vm<'_>, thread: Ref) -> Result<(), Trap> {
        vm.unpark_unobserved(thread)
    }

    /// `Thread.sleep`: executed again until it no longer stops the thread.
    fn sleep(&self, vm: &mut Vm<'_>, nanos: i64) -> Result<(), Trap> {
        vm.sleep_unobserved(nanos)
    }

    /// A thread is about to be started. Returns its number.
    fn before_start(&self, vm: &mut Vm<'_>, thread: Ref) -> Result<usize, Trap> {
        Ok(vm.st.threads.len())
    }

    /// The thread is about to end.
    fn before_end(&self, vm: &mut Vm<'_>) -> Result<(), Trap> {
        Ok(())
    }

    /// An exception was not caught, and the thread is about to fail with it.
    fn before_failure(&self, vm: &mut Vm<'_>, exception: Ref) -> Result<(), Trap> {
        Ok(())
    }

    /// An exception leaves the handler of an uncaught one: nothing handles it.
    fn before_handler_failure(&self, vm: &mut Vm<'_>, exception: Ref) -> Result<(), Trap> {
        Ok(())
    }

    /// Whether the class library looks for a handler for uncaught exceptions.
    fn is_dispatched(&self, vm: &mut Vm<'_>, thread: Ref, exception: Ref) -> bool {
        true
    }

    /// Whether the Java bodies run for which [`Native::Unseen`] stands, and those of the class library at the
    /// end of a thread.
    fn runs_bodies(&self, vm: &Vm<'_>) -> bool {
        true
    }

    /// A new thread is about to get its Java thread identifier.
    fn before_thread_id(&self, vm: &mut Vm<'_>) -> Result<(), Trap> {
        Ok(())
    }

    /// The threads are about to be listed, with the stacks of those in `stacks`.
    fn before_threads_are_shown(&self, vm: &mut Vm<'_>, stacks: &[usize]) -> Result<(), Trap> {
        Ok(())
    }

    /// The thread is about to read the clock. Returns the time in nanoseconds, or `None` for the virtual
    /// clock.
    fn looks_at_clock(&self, vm: &mut Vm<'_>) -> Result<Option<i64>, Trap> {
        Ok(None)
    }

    /// How far the virtual clock is ahead of the time that was reported to the code which calls the method
    /// of the innermost frame.
    fn clock_ahead(&self, vm: &Vm<'_>) -> i64 {
        0
    }

    /// The thread is about to exit the program.
    fn before_exit(&self, vm: &mut Vm<'_>) -> Result<(), Trap> {
        Ok(())
    }

    /// The thread has written to standard output (1) or standard error (2).
    fn on_output(&self, vm: &mut Vm<'_>, stream: u8, bytes: &[u8]) {}

    // Classes.

    /// Whether an initialised class may be used without [`Initialisation::Uses`].
    fn knows_class(&self, vm: &Vm<'_>, class: ClassRef) -> bool {
        true
    }

    /// The thread reaches something that requires a class to be initialised, or ends its initialisation.
    fn initialisation(&self, vm: &mut Vm<'_>, class: ClassRef, what: Initialisation) -> Result<(), Trap> {
        Ok(())
    }

    /// A class has become initialised, or erroneous.
    fn on_initialised(&self, vm: &mut Vm<'_>, class: ClassRef, init: Init) {}

    /// An instruction of a method, at this offset, is about to read a static field.
    fn on_static_read(&self, vm: &mut Vm<'_>, field: FieldRef, by: MethodRef, offset: u16) {}

    /// An array of arrays was created and filled.
    fn on_filled(&self, vm: &mut Vm<'_>, array: Ref) {}

    // Calls.

    /// The thread resumes after a stop.
    fn on_resume(&self, vm: &mut Vm<'_>) {}

    /// A native method is about to be called. What it reads other than through hooks is not reported.
    fn before_native(&self, vm: &mut Vm<'_>, method: MethodRef) {}

    /// A native method has ended that declares these touches and did this to the heap. Only called where
    /// assertions are compiled in, and not if the method will be executed again.
    fn after_native(&self, vm: &mut Vm<'_>, native: (MethodRef, Touches), did: &Log) -> Result<(), Trap> {
        Ok(())
    }

    /// A method is about to be entered; its arguments begin at this slot.
    fn on_call(&self, vm: &mut Vm<'_>, method: MethodRef, arguments: usize) {}

    /// The running method reaches a return, with this reference if it returns one. Returns true if
    /// [`Observer::before_return`] must be called.
    fn on_return(&self, vm: &mut Vm<'_>, value: Option<Ref>) -> bool {
        false
    }

    /// The running method is about to return. Only called if [`Observer::on_return`] requested it.
    fn before_return(&self, vm: &mut Vm<'_>) -> Result<(), Trap> {
        Ok(())
    }

    /// A method has returned to another one. Called where [`Observer::before_return`] is.
    fn after_return(&self, vm: &mut Vm<'_>, from: MethodRef) -> Result<(), Trap> {
        Ok(())
    }

    /// An exception is about to leave the method of the innermost frame, releasing its monitor.
    fn before_unwind(&self, vm: &mut Vm<'_>, frame: &Frame) -> Result<(), Trap> {
        Ok(())
    }

    /// A method has caught an exception.
    fn on_catch(&self, vm: &mut Vm<'_>, by: MethodRef, exception: Ref) -> Result<(), Trap> {
        Ok(())
    }
}

/// Observes a library while it loads classes.
pub trait Loading: Any + Send + Sync {
    /// An additional native replacement for a method, by class, name and descriptor.
    fn native(&self, class: &str, name: &str, descriptor: &str) -> Option<Native>;

    /// The tag of a new class ([`crate::class::Class::tag`]).
    fn tag(&self, class: ClassRef) -> u64;
}

impl Vm<'_> {
    /// Lets an observer watch the thread, with this data of its own.
    pub fn observe(&mut self, observer: &'static dyn Observer, knows: Box<dyn Any>) {
        self.trace = Some(Tracing::Observed { observer, knows });
    }

    /// The observer of the thread.
    #[inline]
    pub fn observer(&self) -> Option<&'static dyn Observer> {
        match &self.trace {
            Some(Tracing::Observed { observer, .. }) => Some(*observer),
            _ => None,
        }
    }

    /// Whether the thread has an observer.
    #[inline]
    pub fn is_observed(&self) -> bool {
        matches!(self.trace, Some(Tracing::Observed { .. }))
    }
}
