//! The observer that checks programs: what each hook does.

use crate::check::By;
use crate::policy::{is_program, standing};
use crate::watched::{Watched, exchange_of};
use event::{InternalKind, ReadMode, WriteMode};
use jvm::class::{ClassRef, FieldRef, Kind, MethodRef};
use jvm::heap::Ref;
use jvm::native::memory::{Access, Operation};
use jvm::native::touch::Touches;
use jvm::observer::{Bulk, FieldAddress, Initialisation, Kept, Observer};
use jvm::state::{Frame, Init};
use jvm::trap::Trap;
use jvm::vm::Vm;
use jvm::watch::Log;

/// Stops a thread before each action.
pub(crate) struct Checker;

#[deny(clippy::missing_trait_methods, reason = "a hook that nobody answers would let something through")]
impl Observer for Checker {
    fn read(
        &self,
        vm: &mut Vm<'_>,
        place: FieldAddress,
        mode: ReadMode,
        is_reference: bool,
        value: u64,
    ) -> Result<u64, Trap> {
        let mut vm = Watched::new(vm);
        let seen = vm.checked_read(place, (mode, By::Instruction), is_reference, value)?;
        if is_reference && vm.th.frames.last().is_some_and(|f| is_program(f.method.class)) {
            vm.give(Ref(seen));
        }
        Ok(seen)
    }

    fn write(
        &self,
        vm: &mut Vm<'_>,
        place: FieldAddress,
        mode: WriteMode,
        is_reference: bool,
        value: u64,
    ) -> Result<bool, Trap> {
        Watched::new(vm).checked_write(place, (mode, By::Instruction), is_reference, value)
    }

    fn access(
        &self,
        vm: &mut Vm<'_>,
        access: Access,
        place: FieldAddress,
        values: (u64, u64),
    ) -> Result<u64, Trap> {
        let mut vm = Watched::new(vm);
        match access.operation {
            Operation::Fence(fence) => vm.asks_fence(fence).map(|()| 0),
            _ => vm.checked_access(access, place, values),
        }
    }

    fn is_gradual(&self, vm: &mut Vm<'_>, source: Ref, target: Ref) -> bool {
        Watched::new(vm).copies_by_actions(source, target)
    }

    fn bulk(&self, vm: &mut Vm<'_>, bulk: Bulk) -> Result<(), Trap> {
        Watched::new(vm).checked_bulk(bulk)
    }

    fn clone_object(&self, vm: &mut Vm<'_>, object: Ref) -> Result<Ref, Trap> {
        Watched::new(vm).checked_clone(object)
    }

    fn at_once(&self, vm: &mut Vm<'_>, array: Ref, writes: bool) -> Result<(), Trap> {
        Watched::new(vm).uses_at_once(array, writes)
    }

    fn own_array(&self, vm: &mut Vm<'_>, at: usize, kind: Kind) -> Result<Ref, Trap> {
        Watched::new(vm).own_array(at, kind)
    }

    fn before_kept(&self, vm: &mut Vm<'_>, object: Ref, how: Kept) -> Result<(), Trap> {
        Watched::new(vm).asks_kept(object, how)
    }

    fn on_store(&self, vm: &mut Vm<'_>, (object, offset): FieldAddress, value: Ref) {
        Watched::new(vm).stores(object, offset, value);
    }

    fn on_bulk_store(&self, vm: &mut Vm<'_>, array: Ref) {
        Watched::new(vm).holds_references(array);
    }

    fn on_publish(&self, vm: &mut Vm<'_>, object: Ref) {
        Watched::new(vm).share(object);
    }

    fn on_allocate(&self, vm: &mut Vm<'_>, object: Ref, words: usize) -> Result<u64, Trap> {
        let mut vm = Watched::new(vm);
        vm.confirm(object, words)?;
        Ok(vm.marks_of_new())
    }

    fn on_allocate_outside(&self, vm: &mut Vm<'_>, block: Ref) {
        Watched::new(vm).marks_outside(block);
    }

    fn before_lock(&self, vm: &mut Vm<'_>, object: Ref, by: MethodRef) -> Result<(), Trap> {
        let mut vm = Watched::new(vm);
        vm.locks_thread(object, by);
        vm.asks_lock(object)
    }

    fn before_unlock(&self, vm: &mut Vm<'_>, object: Ref) -> Result<(), Trap> {
        Watched::new(vm).asks_unlock(object)
    }

    fn wait(&self, vm: &mut Vm<'_>, object: Ref, millis: i64) -> Result<(), Trap> {
        Watched::new(vm).checked_wait(object, millis)
    }

    fn notify(&self, vm: &mut Vm<'_>, object: Ref, all: bool) -> Result<(), Trap> {
        Watched::new(vm).checked_notify(object, all)
    }

    fn before_park(&self, vm: &mut Vm<'_>, is_timed: bool) -> Result<(), Trap> {
        Watched::new(vm).asks_park(is_timed)
    }

    fn unpark(&self, vm: &mut Vm<'_>, thread: Ref) -> Result<(), Trap> {
        Watched::new(vm).unpark_object(thread)
    }

    fn sleep(&self, vm: &mut Vm<'_>, nanos: i64) -> Result<(), Trap> {
        Watched::new(vm).checked_sleep(nanos)
    }

    fn before_start(&self, vm: &mut Vm<'_>, thread: Ref) -> Result<usize, Trap> {
        Watched::new(vm).asks_start(thread)
    }

    fn before_end(&self, vm: &mut Vm<'_>) -> Result<(), Trap> {
        Watched::new(vm).asks_end()
    }

    fn before_failure(&self, vm: &mut Vm<'_>, exception: Ref) -> Result<(), Trap> {
        Watched::new(vm).asks_fail(exception)
    }

    fn before_handler_failure(&self, vm: &mut Vm<'_>, exception: Ref) -> Result<(), Trap> {
        let mut watched = Watched::new(vm);
        if watched.is_checked() { watched.fails(exception) } else { Ok(()) }
    }

    fn is_dispatched(&self, vm: &mut Vm<'_>, thread: Ref, exception: Ref) -> bool {
        Watched::new(vm).is_dispatched(thread, exception)
    }

    fn runs_bodies(&self, vm: &Vm<'_>) -> bool {
        exchange_of(&vm.trace).is_some_and(|exchange| exchange.given.facts.threads_are_seen)
    }

    fn on_filled(&self, vm: &mut Vm<'_>, array: Ref) {
        Watched::new(vm).was_filled(array);
    }

    fn before_thread_id(&self, vm: &mut Vm<'_>) -> Result<(), Trap> {
        Watched::new(vm).asks_number()
    }

    fn before_threads_are_shown(&self, vm: &mut Vm<'_>, stacks: &[usize]) -> Result<(), Trap> {
        let mut vm = Watched::new(vm);
        vm.looks_at_all()?;
        stacks.iter().for_each(|&number| vm.shows_stack(number));
        Ok(())
    }

    fn looks_at_clock(&self, vm: &mut Vm<'_>) -> Result<Option<i64>, Trap> {
        Watched::new(vm).looks_at_clock()
    }

    fn clock_ahead(&self, vm: &Vm<'_>) -> i64 {
        crate::waits::clock_ahead(vm)
    }

    fn before_exit(&self, vm: &mut Vm<'_>) -> Result<(), Trap> {
        Watched::new(vm).asks_to_stop(InternalKind::Exit)
    }

    fn on_output(&self, vm: &mut Vm<'_>, stream: u8, bytes: &[u8]) {
        Watched::new(vm).prints(stream, bytes);
    }

    #[inline]
    fn knows_class(&self, vm: &Vm<'_>, class: ClassRef) -> bool {
        crate::initialise::knows_class(vm, class)
    }

    fn initialisation(&self, vm: &mut Vm<'_>, class: ClassRef, what: Initialisation) -> Result<(), Trap> {
        let mut vm = Watched::new(vm);
        match what {
            Initialisation::Uses => vm.uses_class(class),
            Initialisation::Recurs => {
                vm.notes_circle(class);
                Ok(())
            }
            Initialisation::Begins => vm.asks_initialise(class),
            Initialisation::Ends => vm.asks_initialised(class),
        }
    }

    fn on_initialised(&self, vm: &mut Vm<'_>, class: ClassRef, init: Init) {
        let mut vm = Watched::new(vm);
        match is_program(class) {
            true => vm.doubts_finalizers(class),
            false => vm.shows_statics(class),
        }
        // The text of the error names the thread, and other threads get to see it.
        if init == Init::Failed {
            vm.names_are_seen();
        }
    }

    fn on_static_read(&self, vm: &mut Vm<'_>, field: FieldRef, by: MethodRef, offset: u16) {
        Watched::new(vm).may_assert(field, by, offset);
    }

    fn on_resume(&self, vm: &mut Vm<'_>) {
        if vm.th.notes.printed.is_some() {
            Watched::new(vm).output_is_answered();
        }
    }

    fn before_native(&self, vm: &mut Vm<'_>, method: MethodRef) {
        let mut vm = Watched::new(vm);
        vm.uses_identity(method);
        if vm.given.foresees && &**vm.lib.text(method.name) != "join" {
            // It is not known what other native methods read.
            vm.strays();
        }
    }

    fn after_native(&self, vm: &mut Vm<'_>, native: (MethodRef, Touches), did: &Log) -> Result<(), Trap> {
        Watched::new(vm).keeps_to_declaration(native, did)
    }

    fn on_call(&self, vm: &mut Vm<'_>, method: MethodRef, arguments: usize) {
        let Some(caller) = vm.th.frames.last() else { return };
        // The call crosses the boundary between the program and the class library.
        let called = standing(method.class);
        if called.program != is_program(caller.method.class) {
            Watched::new(vm).gives_arguments(method, arguments);
        }
        if called.shows_caches {
            Watched::new(vm).doubts_caches(method);
        }
        if called.draws_random {
            Watched::new(vm).uses_random(method, arguments);
        }
        if called.varies {
            Watched::new(vm).uses_what_varies(method);
        }
        if called.shows_collector {
            Watched::new(vm).doubts_collector(method, arguments);
        }
    }

    fn on_return(&self, vm: &mut Vm<'_>, value: Option<Ref>) -> bool {
        if let (Some(value), [.., caller, callee]) = (value, vm.th.frames.as_slice())
            && !is_program(callee.method.class)
            && is_program(caller.method.class)
        {
            Watched::new(vm).give(value);
        }
        // A constructor may have final fields to freeze.
        vm.st.threads.len() > 1 && Watched::new(vm).freezes()
    }

    fn before_return(&self, vm: &mut Vm<'_>) -> Result<(), Trap> {
        Watched::new(vm).asks_freeze()
    }

    fn after_return(&self, vm: &mut Vm<'_>, from: MethodRef) -> Result<(), Trap> {
        Watched::new(vm).comes_back(from)
    }

    fn before_unwind(&self, vm: &mut Vm<'_>, frame: &Frame) -> Result<(), Trap> {
        let mut vm = Watched::new(vm);
        vm.asks_freeze()?;
        vm.asks_to_leave(frame)
    }

    fn on_catch(&self, vm: &mut Vm<'_>, by: MethodRef, exception: Ref) -> Result<(), Trap> {
        let mut vm = Watched::new(vm);
        if !is_program(by.class) {
            return Ok(());
        }
        vm.give(exception);
        vm.asks_output()
    }
}
