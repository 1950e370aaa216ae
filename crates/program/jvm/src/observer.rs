//! What watches a running thread and answers in its place: the interpreter's only way to whoever checks programs.
//!
//! A [`Vm`] without an observer runs Java as it is. With one ([`Vm::observe`]) it calls a hook of [`Observer`] wherever a thread is about to do
//! something that others may notice, or has done something that decides what they may. A hook lets the thread go on (`Ok`), answers otherwise than
//! the heap would, or stops it with a [`Trap`]: the instruction then counts as not executed, and is executed again when the thread goes on.
//!
//! **Promises**: hooks are called whoever runs (also for code that a hook itself runs: the observer is never taken out while it is asked); an
//! instruction that a hook stopped leaves the stack as it was, so that the hook is called again with the same arguments; what a thread does
//! between two hooks nobody else can notice, unless it calls a native method, which [`Observer::before_native`] is told. **Does not** know what an action is, nor any memory model.
//!
//! An observer is a static table of functions; what it knows of the run at hand ([`Vm::observe`]) lies beside it in the machine, so
//! that hooks can use both. Every hook has a default: what the machine does if nobody watches.

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

/// How a class that is used stands, and what the running thread is about to do about it (JLS 12.4.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Initialisation {
    /// It is initialised, or erroneous, by this thread or another: the thread uses it as it is, or fails.
    Uses,
    /// The thread itself is initialising it (step 3).
    Recurs,
    /// Nobody has initialised it: the thread is about to (step 6).
    Begins,
    /// The thread is about to say that it has initialised it, or that it could not (steps 10 and 11).
    Ends,
}

/// Bytes or references that are copied or filled by one call, the ranges checked.
#[derive(Debug, Clone, Copy)]
pub enum Bulk {
    /// Bytes are copied, as if through a temporary array.
    Copy {
        /// From where.
        source: FieldAddress,
        /// To where.
        target: FieldAddress,
        /// How many bytes.
        length: usize,
        /// The size of what is copied at once, where nothing speaks against it.
        unit: usize,
        /// Whether the bytes of each unit change places.
        swaps: bool,
    },
    /// Elements of an array of references are copied to one of another type, up to the first that does not fit.
    Cast {
        /// The array, and the index of the first element.
        source: FieldAddress,
        /// The array, and the index of the first element.
        target: FieldAddress,
        /// How many elements.
        length: usize,
    },
    /// Bytes are overwritten.
    Fill {
        /// Where.
        target: FieldAddress,
        /// How many.
        length: usize,
        /// The size of what is written at once, where nothing speaks against it.
        unit: usize,
        /// By what.
        byte: u8,
    },
}

/// What a native method is about to do with what the machine keeps for an object besides its fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// It looks at it, or changes it: the position of a file, the classes of a loader.
    Uses,
    /// What the object stands for is gone afterwards.
    Ends,
    /// It looks for the one string of a text, or makes it that; the object is the mirror of the class of strings.
    Interns,
}

/// What watches threads. Every hook is called by the running thread, with its machine.
#[expect(unused_variables, reason = "the defaults look at nothing")]
pub trait Observer: Sync {
    // Memory.

    /// An instruction reads a field or element, which holds `value`; the answer is what it sees.
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

    /// An instruction is about to write a field or element. False if the hook has written it.
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

    /// `Unsafe` accesses memory, or is a fence (then there is no place): performs it. `values` are its operands; the answer is its result.
    fn access(
        &self,
        vm: &mut Vm<'_>,
        access: Access,
        place: FieldAddress,
        values: (u64, u64),
    ) -> Result<u64, Trap> {
        vm.access_unobserved(access, place, values)
    }

    /// Whether a copy from one array to another is left to [`Observer::bulk`], since others may notice how it is made; also asked
    /// before two are compared at once.
    fn is_gradual(&self, vm: &mut Vm<'_>, source: Ref, target: Ref) -> bool {
        false
    }

    /// Performs a copy that [`Observer::is_gradual`].
    fn bulk(&self, vm: &mut Vm<'_>, bulk: Bulk) -> Result<(), Trap> {
        Ok(())
    }

    /// `Object.clone`: makes the copy.
    fn clone_object(&self, vm: &mut Vm<'_>, object: Ref) -> Result<Ref, Trap> {
        vm.copy_of(object)
    }

    /// A native method is about to read an array, or write to it, all at once.
    fn at_once(&self, vm: &mut Vm<'_>, array: Ref, writes: bool) -> Result<(), Trap> {
        Ok(())
    }

    /// A native method is about to read the elements of the array at this place of the stack, one after the other. The answer is an array of which
    /// nobody else changes them meanwhile.
    fn own_array(&self, vm: &mut Vm<'_>, at: usize, kind: Kind) -> Result<Ref, Trap> {
        Ok(vm.arg_ref(at))
    }

    /// A native method is about to use what the machine keeps for an object.
    fn before_kept(&self, vm: &mut Vm<'_>, object: Ref, how: Kept) -> Result<(), Trap> {
        Ok(())
    }

    /// The machine itself is about to store a reference in a field; [`Observer::write`] is not called.
    fn on_store(&self, vm: &mut Vm<'_>, place: FieldAddress, value: Ref) {}

    /// References were stored in an array otherwise than one by one.
    fn on_bulk_store(&self, vm: &mut Vm<'_>, array: Ref) {}

    /// The machine keeps an object where every thread may find it: in a static field, or in one of its tables.
    fn on_publish(&self, vm: &mut Vm<'_>, object: Ref) {}

    /// An object of so many words was created; its first word is written. The answer is what else its second word holds
    /// ([`crate::objects::FREE_BITS`]).
    fn on_allocate(&self, vm: &mut Vm<'_>, object: Ref, words: usize) -> Result<u64, Trap> {
        Ok(0)
    }

    /// A block of memory outside of objects was allocated; this array stands for it.
    fn on_allocate_outside(&self, vm: &mut Vm<'_>, block: Ref) {}

    // Monitors and threads.

    /// A method is about to enter a monitor, or to wait for it.
    fn before_lock(&self, vm: &mut Vm<'_>, object: Ref, by: MethodRef) -> Result<(), Trap> {
        Ok(())
    }

    /// A monitor that the thread owns is about to be left once.
    fn before_unlock(&self, vm: &mut Vm<'_>, object: Ref) -> Result<(), Trap> {
        Ok(())
    }

    /// `Object.wait`: executed until it does not stop the thread any more.
    fn wait(&self, vm: &mut Vm<'_>, object: Ref, millis: i64) -> Result<(), Trap> {
        vm.wait_unobserved(object, millis)
    }

    /// `notify` or `notifyAll` by the owner of the monitor.
    fn notify(&self, vm: &mut Vm<'_>, object: Ref, all: bool) -> Result<(), Trap> {
        vm.wake_waiters(object, all);
        Ok(())
    }

    /// The thread is about to look for its permit, and to be parked if there is none.
    fn before_park(&self, vm: &mut Vm<'_>, is_timed: bool) -> Result<(), Trap> {
        Ok(())
    }

    /// `Unsafe.unpark` of a thread.
    fn unpark(&self, vm: &mut Vm<'_>, thread: Ref) -> Result<(), Trap> {
        vm.unpark_unobserved(thread)
    }

    /// `Thread.sleep`: executed until it does not stop the thread any more.
    fn sleep(&self, vm: &mut Vm<'_>, nanos: i64) -> Result<(), Trap> {
        vm.sleep_unobserved(nanos)
    }

    /// A thread is about to be started. The answer is its number.
    fn before_start(&self, vm: &mut Vm<'_>, thread: Ref) -> Result<usize, Trap> {
        Ok(vm.st.threads.len())
    }

    /// The thread is about to end.
    fn before_end(&self, vm: &mut Vm<'_>) -> Result<(), Trap> {
        Ok(())
    }

    /// Nobody has caught an exception, with which the thread is about to fail.
    fn before_failure(&self, vm: &mut Vm<'_>, exception: Ref) -> Result<(), Trap> {
        Ok(())
    }

    /// Whether the class library looks for somebody to handle what nobody has caught.
    fn is_dispatched(&self, vm: &mut Vm<'_>, thread: Ref) -> bool {
        true
    }

    /// Whether the Java bodies run for which [`Native::Unseen`] stands, and those of the class library at the end of a thread.
    fn runs_bodies(&self, vm: &Vm<'_>) -> bool {
        true
    }

    /// A new thread is about to get its number in Java.
    fn before_thread_id(&self, vm: &mut Vm<'_>) -> Result<(), Trap> {
        Ok(())
    }

    /// The threads are about to be listed, and the stacks of these shown.
    fn before_threads_are_shown(&self, vm: &mut Vm<'_>, stacks: &[usize]) -> Result<(), Trap> {
        Ok(())
    }

    /// The thread is about to look at the clock: what it says, in nanoseconds, unless it is the virtual clock.
    fn looks_at_clock(&self, vm: &mut Vm<'_>) -> Result<Option<i64>, Trap> {
        Ok(None)
    }

    /// The thread is about to end the program.
    fn before_exit(&self, vm: &mut Vm<'_>) -> Result<(), Trap> {
        Ok(())
    }

    /// The thread has written to standard output (1) or standard error (2).
    fn on_output(&self, vm: &mut Vm<'_>, stream: u8, bytes: &[u8]) {}

    // Classes.

    /// Whether a class that is initialised may be used without [`Initialisation::Uses`].
    fn knows_class(&self, vm: &Vm<'_>, class: ClassRef) -> bool {
        true
    }

    /// The thread comes to a class by something that needs it to be initialised, or ends its initialisation.
    fn initialisation(&self, vm: &mut Vm<'_>, class: ClassRef, what: Initialisation) -> Result<(), Trap> {
        Ok(())
    }

    /// A class is initialised from now on, or erroneous.
    fn on_initialised(&self, vm: &mut Vm<'_>, class: ClassRef, init: Init) {}

    /// An instruction of a method, at this offset, is about to read a static field.
    fn on_static_read(&self, vm: &mut Vm<'_>, field: FieldRef, by: MethodRef, offset: u16) {}

    /// An array was made with others in it.
    fn on_filled(&self, vm: &mut Vm<'_>, array: Ref) {}

    // Calls.

    /// The thread goes on after it stood still.
    fn on_resume(&self, vm: &mut Vm<'_>) {}

    /// A native method is about to be called. What it looks at, unless it is one of the hooks, nobody is told.
    fn before_native(&self, vm: &mut Vm<'_>, method: MethodRef) {}

    /// A native method has ended that declares to touch this, and has done this to the heap. Only where assertions are compiled in, and not if it is
    /// executed again.
    fn after_native(&self, vm: &mut Vm<'_>, native: (MethodRef, Touches), did: &Log) -> Result<(), Trap> {
        Ok(())
    }

    /// A method is about to be entered; its arguments begin at this slot.
    fn on_call(&self, vm: &mut Vm<'_>, method: MethodRef, arguments: usize) {}

    /// The running method comes to a return, with this reference if it returns one. True if [`Observer::before_return`] wants to know.
    fn on_return(&self, vm: &mut Vm<'_>, value: Option<Ref>) -> bool {
        false
    }

    /// The running method is about to return. Not called of all: see [`Observer::on_return`].
    fn before_return(&self, vm: &mut Vm<'_>) -> Result<(), Trap> {
        Ok(())
    }

    /// A method has returned to another one. Called where [`Observer::before_return`] is.
    fn after_return(&self, vm: &mut Vm<'_>, from: MethodRef) -> Result<(), Trap> {
        Ok(())
    }

    /// An exception is about to leave the method of the innermost frame, with its monitor.
    fn before_unwind(&self, vm: &mut Vm<'_>, frame: &Frame) -> Result<(), Trap> {
        Ok(())
    }

    /// A method has caught an exception.
    fn on_catch(&self, vm: &mut Vm<'_>, by: MethodRef, exception: Ref) -> Result<(), Trap> {
        Ok(())
    }
}

/// What watches a library while it loads classes.
pub trait Loading: Any + Send + Sync {
    /// What stands in for a method besides what always does, by class, name and descriptor.
    fn native(&self, class: &str, name: &str, descriptor: &str) -> Option<Native>;

    /// What is to be remembered of a new class ([`crate::class::Class::tag`]).
    fn tag(&self, class: ClassRef) -> u64;
}

impl Vm<'_> {
    /// Lets somebody watch the thread, who keeps this.
    pub fn observe(&mut self, observer: &'static dyn Observer, knows: Box<dyn Any>) {
        self.trace = Some(Tracing::Observed { observer, knows });
    }

    /// Who watches the thread.
    #[inline]
    pub fn observer(&self) -> Option<&'static dyn Observer> {
        match &self.trace {
            Some(Tracing::Observed { observer, .. }) => Some(*observer),
            _ => None,
        }
    }

    /// Whether somebody watches the thread.
    #[inline]
    pub fn is_observed(&self) -> bool {
        matches!(self.trace, Some(Tracing::Observed { .. }))
    }
}
