//! A state with one thread of it running: calls, returns, exceptions.
//!
//! Java calls never recurse on the host's stack: a call pushes a frame, and what happens when it returns is
//! recorded in the frame ([`Then`]).

use crate::class::{ClassRef, Kind, Loader, MethodRef};
use crate::code::Code;
use crate::heap::{Creator, Ref};
use crate::library::Library;
use crate::native::Native;
use crate::state::{Frame, Init, Midway, State, Status, Then, Thread};
use crate::trace::Tracing;
use crate::trap::{Trap, raise};
use event::Gap;
use triomphe::Arc;

/// Bounds on what a program may use. Memory bounds show in Java as errors, as in any virtual machine.
#[derive(Debug, Clone, Copy)]
pub struct VmLimits {
    /// Bytes of one thread's stack before StackOverflowError, unless it was created with a size of its own.
    pub stack_bytes: usize,
    /// Bytes of one array before OutOfMemoryError.
    pub array_bytes: u64,
    /// Bytes of all objects before OutOfMemoryError.
    pub heap_bytes: u64,
    /// Bytecodes before the run ends with [`crate::Ending::Budget`].
    pub bytecodes: u64,
}

impl Default for VmLimits {
    fn default() -> VmLimits {
        VmLimits { stack_bytes: 1 << 20, array_bytes: 1 << 30, heap_bytes: 4 << 30, bytecodes: u64::MAX }
    }
}

/// Bytes of a frame besides its locals and operands: HotSpot's interpreter has 96, its compilers less.
const FRAME_BYTES: usize = 64;

/// Why a thread stopped running.
#[derive(Debug)]
pub enum Stop {
    /// It used up its budget of bytecodes.
    Budget,
    /// It waits, see its status.
    Waits,
    /// It ended.
    Ended,
    /// It stops before an action.
    Pauses,
    /// It called `Thread.yield` or the like.
    Yields,
    /// The heap is full: garbage must be collected, then the thread continues with the same instruction.
    Collect,
    /// The outermost call, made by the machine, has returned.
    Returned,
    /// The program exits.
    Exit(i32),
    /// It met something unsupported.
    Unsupported(Unsupported),
}

/// Something unsupported, and where the program used it.
#[derive(Debug, Clone)]
pub struct Unsupported {
    /// What it is.
    pub gap: Gap,
    /// The Java stack, innermost call first.
    pub stack: Vec<String>,
}

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.gap.text())?;
        for line in &self.stack {
            write!(f, "\n\tat {line}")?;
        }
        Ok(())
    }
}

/// A running thread: it is taken out of the state while it runs.
pub struct Vm<'a> {
    /// The classes.
    pub lib: &'static Library,
    /// The state without the running thread.
    pub st: &'a mut State,
    /// The running thread, taken out of the state.
    pub th: Thread,
    /// Its number.
    pub me: usize,
    pub(crate) limits: VmLimits,
    /// Bytes of the thread's stack before StackOverflowError.
    pub(crate) stack_bytes: usize,
    /// Bytecodes left before the thread must stop.
    pub budget: u64,
    /// Whether it has just yielded.
    pub yields: bool,
    /// The number of words that may be in use.
    pub room: u64,
    /// Whether garbage was collected just before this instruction: if there is still no room, the heap is
    /// exhausted.
    pub(crate) no_garbage: bool,
    /// The native method that is running: the first line of the stack trace of what it throws.
    pub native: Option<MethodRef>,
    /// Its trace or observer, if any.
    pub trace: Option<Tracing>,
    /// The program's command line and properties.
    pub options: &'a crate::Options,
}

impl<'a> Vm<'a> {
    /// Takes a thread out of the state to run it.
    pub fn new(lib: &'static Library, st: &'a mut State, options: &'a crate::Options, me: usize) -> Vm<'a> {
        let blank = Arc::new(Thread::new(Ref::NULL, Creator::BOOT));
        let taken = std::mem::replace(&mut st.threads[me], blank);
        let th = Arc::try_unwrap(taken).unwrap_or_else(|shared| (*shared).clone());
        Vm {
            lib,
            st,
            stack_bytes: th.stack_bytes.unwrap_or(options.limits.stack_bytes),
            th,
            me,
            limits: options.limits,
            budget: u64::MAX,
            yields: false,
            room: options.limits.heap_bytes / 8,
            no_garbage: false,
            native: None,
            trace: None,
            options,
        }
    }

    /// Garbage has just been collected for the next instruction: if there is no room now, the heap is
    /// exhausted. The same applies if there is next to none, since the machine would do nothing but collect.
    pub(crate) fn has_collected(&mut self) {
        self.no_garbage = true;
        self.room -= self.room / 64;
    }

    /// Puts the thread back into the state.
    pub fn finish(self) -> Option<Tracing> {
        self.st.threads[self.me] = Arc::new(self.th);
        self.trace
    }

    /// Runs the thread until it stops.
    pub fn run(&mut self) -> Stop {
        if let Some(stop) = self.go_on_midway() {
            return stop;
        }
        loop {
            // A class whose initialisation stopped between two supertypes comes first, whatever the
            // instruction is.
            let trap = match self.go_on_initialising().and_then(|()| self.execute()) {
                Ok(stop) => return stop,
                Err(trap) => trap,
            };
            let result = match trap {
                Trap::Collect => return Stop::Collect,
                Trap::Wait => return if self.yields { Stop::Yields } else { Stop::Waits },
                Trap::Again | Trap::Entered => Ok(()),
                Trap::Pause => return Stop::Pauses,
                Trap::Exit(status) => return Stop::Exit(status),
                Trap::Unsupported(reason) => return self.unsupported(Gap::Unsupported(reason)),
                Trap::Defect(reason) => return self.unsupported(Gap::Defect(reason)),
                Trap::Load(loader, name) => self.ask_loader(loader, &name),
                Trap::Throw(exception) => self.unwind(exception),
                Trap::Raise(class, message) => self.make_and_throw(class, message, None),
                Trap::RaiseFrom(class, message, cause) => self.make_and_throw(class, message, Some(cause)),
            };
            match result {
                Ok(()) => {}
                Err(Trap::Pause) => return Stop::Pauses,
                Err(Trap::Unsupported(reason)) => return self.unsupported(Gap::Unsupported(reason)),
                Err(Trap::Defect(reason)) => return self.unsupported(Gap::Defect(reason)),
                Err(trap) => {
                    return self.unsupported(Gap::Unsupported(format!(
                        "an exception while an exception is made: {trap:?}"
                    )));
                }
            }
            if self.th.frames.is_empty() {
                return self.has_no_frames();
            }
        }
    }

    /// Continues a thread that is not at the beginning of an instruction: with an exception in flight, or at
    /// its end.
    fn go_on_midway(&mut self) -> Option<Stop> {
        if let Some(observer) = self.observer() {
            observer.on_resume(self);
        }
        let result = match self.th.midway {
            Some(Midway::Unwinding { exception, frozen }) => {
                self.th.midway = (frozen > 0).then_some(Midway::Freezing(frozen));
                self.unwind(exception)
            }
            Some(Midway::Uncaught(exception)) => {
                let asked = self.before_failure(exception);
                asked.and_then(|()| self.thread_ends(Some(exception)))
            }
            Some(Midway::HandlerFailed(exception)) => self.leaves_handler(exception),
            Some(Midway::Enters) => self.enter_run(),
            _ if self.th.is_ending && self.th.status == Status::Runnable => self.thread_ended(),
            _ => return None,
        };
        match result {
            Ok(()) | Err(Trap::Again | Trap::Entered) => None,
            Err(Trap::Pause) => Some(Stop::Pauses),
            Err(Trap::Wait) => Some(Stop::Waits),
            Err(Trap::Unsupported(reason)) => Some(self.unsupported(Gap::Unsupported(reason))),
            Err(Trap::Defect(reason)) => Some(self.unsupported(Gap::Defect(reason))),
            Err(trap) => {
                Some(self.unsupported(Gap::Unsupported(format!("while an exception is under way: {trap:?}"))))
            }
        }
    }

    /// Why a thread without frames stops.
    #[cold]
    pub(crate) fn has_no_frames(&self) -> Stop {
        match self.th.status {
            Status::Ended => Stop::Ended,
            Status::Blocked(_) if self.th.is_ending => Stop::Waits,
            _ => Stop::Returned,
        }
    }

    fn unsupported(&self, gap: Gap) -> Stop {
        Stop::Unsupported(Unsupported { gap, stack: self.stack_lines() })
    }

    /// Calls a method from outside Java code and runs until it returns, on this thread alone.
    pub(crate) fn call(&mut self, method: MethodRef, arguments: &[u64]) -> Result<u64, Stop> {
        let depth = self.th.frames.len();
        let entered = self.enter_with(method, arguments, Then::Finish);
        match entered {
            Ok(()) | Err(Trap::Again | Trap::Entered) => {}
            Err(Trap::Unsupported(reason)) => return Err(self.unsupported(Gap::Unsupported(reason))),
            Err(Trap::Defect(reason)) => return Err(self.unsupported(Gap::Defect(reason))),
            Err(trap) => {
                let text = format!("calling {method:?}: {trap:?}");
                return Err(self.unsupported(Gap::Unsupported(text)));
            }
        }
        loop {
            match self.run() {
                Stop::Returned if self.th.frames.len() <= depth => {
                    return match self.th.result {
                        Ok(value) => Ok(value),
                        Err(exception) => {
                            let text = self.describe_exception(exception);
                            Err(self.unsupported(Gap::Unsupported(format!(
                                "uncaught exception in the machine's own call: {text}"
                            ))))
                        }
                    };
                }
                Stop::Returned | Stop::Yields | Stop::Budget => {}
                other => return Err(other),
            }
        }
    }

    /// Pushes a frame for a method whose arguments are the top slots of the stack, ending at `sp`.
    #[inline]
    pub(crate) fn enter(&mut self, method: MethodRef, sp: usize, then: Then) -> Result<(), Trap> {
        let code = match method.code.get() {
            Some(code) => code,
            None => Code::of(method)?,
        };
        let base = sp - method.argument_slots;
        if self.th.frames.len() * FRAME_BYTES + sp * 8 >= self.stack_bytes {
            return raise("java/lang/StackOverflowError");
        }
        let lock = if method.is_synchronized() { self.enter_synchronized(method, base)? } else { Ref::NULL };
        if let Some(observer) = self.observer() {
            observer.on_call(self, method, base);
        }
        if let Some(caller) = self.th.frames.last_mut() {
            caller.sp = base as u32;
        }
        let top = base + code.max_locals;
        let need = top + code.max_stack;
        if self.th.stack.len() < need {
            self.th.stack.resize(need + 64, 0);
        }
        // Locals that are not arguments start as 0, so that equal states have equal representations.
        self.th.stack[sp.min(top)..top].fill(0);
        self.th.frames.push(Frame { method, code, pc: 0, base: base as u32, sp: top as u32, lock, then });
        Ok(())
    }

    fn enter_synchronized(&mut self, method: MethodRef, base: usize) -> Result<Ref, Trap> {
        let object = if method.is_static() { method.class.mirror() } else { Ref(self.th.stack[base]) };
        self.lock(object, method)?;
        Ok(object)
    }

    /// Pushes a frame (or runs a native method) with these arguments, on top of the current frame.
    pub(crate) fn enter_with(
        &mut self,
        method: MethodRef,
        arguments: &[u64],
        then: Then,
    ) -> Result<(), Trap> {
        let at = self.th.frames.last().map_or(0, |f| f.sp as usize);
        if self.th.stack.len() < at + arguments.len() + 8 {
            self.th.stack.resize(at + arguments.len() + 64, 0);
        }
        self.th.stack[at..at + arguments.len()].copy_from_slice(arguments);
        if let Some(native) = self.native_for(method) {
            return match self.call_native(method, native, at) {
                Ok(value) => self.return_to(then, value, method.returns),
                Err(trap) => Err(trap),
            };
        }
        if method.is_native() {
            return Err(self.missing_native(method));
        }
        self.enter(method, at + arguments.len(), then)
    }

    /// The native replacement for a method, if there is one now.
    #[inline]
    pub(crate) fn native_for(&self, method: MethodRef) -> Option<Native> {
        match method.native {
            Some(Native::Unseen(..)) if self.observer().is_some_and(|o| o.runs_bodies(self)) => None,
            native => native,
        }
    }

    /// Runs a native method whose arguments begin at `at`.
    pub(crate) fn call_native(&mut self, method: MethodRef, native: Native, at: usize) -> Result<u64, Trap> {
        self.native = method.is_native().then_some(method);
        if let Some(observer) = self.observer() {
            observer.before_native(self, method);
        }
        let watched = self.watches(native.touches());
        let result = match native {
            Native::Function(_, function) | Native::Unseen(_, function) => function(self, at),
            Native::Nothing => Ok(0),
            Native::Memory(access) => self.unsafe_access(access, at),
            Native::Unsupported => Err(self.missing_native(method)),
        };
        let result = self.keeps_to_declaration(watched, (method, native.touches()), result);
        if !matches!(result, Err(Trap::Raise(..) | Trap::RaiseFrom(..))) {
            self.native = None;
        }
        result
    }

    pub(crate) fn missing_native(&self, method: MethodRef) -> Trap {
        let (name, descriptor) = (self.lib.text(method.name), self.lib.text(method.descriptor));
        if method.class.loader != Loader::BOOT {
            // No native library can be loaded, so the program's own native methods are never bound.
            let text = crate::descriptor::external_method(&method.class.external_name(), name, descriptor);
            return Trap::Raise("java/lang/UnsatisfiedLinkError", Some(format!("'{text}'")));
        }
        Trap::Unsupported(format!("native method {}.{name}{descriptor}", method.class.external_name()))
    }

    /// Leaves the innermost frame and passes on its result.
    pub(crate) fn leave(&mut self, value: u64, kind: Kind) -> Result<(), Trap> {
        let lock = self.th.frames.last().expect("a frame is returning").lock;
        if !lock.is_null() {
            // Before the frame is popped: the return is executed again if the thread stops before the unlock.
            self.before_unlock(lock)?;
        }
        if let Then::Initialised(class, _) = self.th.frames.last().expect("a frame is returning").then {
            self.before_initialised(class)?;
        }
        if let Some(observer) = self.observer() {
            observer.before_return(self)?;
        }
        let frame = self.th.frames.pop().expect("a frame is returning");
        self.th.notes.leaves(self.th.frames.len());
        if !lock.is_null() {
            self.unlock_now(lock)?;
        }
        self.return_to(frame.then, value, kind)?;
        match self.observer() {
            Some(observer) => observer.after_return(self, frame.method),
            None => Ok(()),
        }
    }

    /// Passes the result of a call to its consumer.
    pub(crate) fn return_to(&mut self, then: Then, value: u64, kind: Kind) -> Result<(), Trap> {
        match then {
            Then::Return => self.push_result(value, kind),
            Then::Again => {}
            Then::Store { object, word } => self.st.heap.set_word(object, word as usize, value),
            Then::Drop => self.push_result(0, Kind::Void),
            Then::Box(kind) | Then::BoxHere(kind) => {
                let boxed = self.box_value(kind, value)?;
                self.push_result(boxed.0, Kind::Reference);
            }
            Then::Constructed(object) | Then::ConstructedHere(object) => {
                self.push_result(object.0, Kind::Reference);
            }
            Then::Finish => self.th.result = Ok(value),
            Then::Initialised(class, creator) => {
                self.th.creator = creator;
                self.end_initialisation(class, Init::Done);
                self.go_on_initialising()?;
            }
            Then::ThreadEnds | Then::ThreadDispatched => self.thread_ends(None)?,
            Then::ThreadEnded => self.thread_ended()?,
            Then::Loaded(_, loader, name) => self.loaded(Loader(loader), name, Ref(value))?,
            Then::Linked(linking) => self.linked(linking, Ref(value))?,
            Then::Cast(class) => self.cast_result(Ref(value), class)?,
            Then::InvokeAs { arguments } => self.invoke_converted(Ref(value), arguments as usize)?,
        }
        Ok(())
    }

    /// Pushes the result of the current instruction and advances to the next.
    pub(crate) fn push_result(&mut self, value: u64, kind: Kind) {
        let Some(frame) = self.th.frames.last_mut() else { return };
        let sp = frame.sp as usize;
        frame.sp += kind.slots() as u32;
        frame.pc += 1;
        if kind != Kind::Void {
            self.th.stack[sp] = value;
            if kind.slots() == 2 {
                self.th.stack[sp + 1] = 0;
            }
        }
    }

    /// Finds the handler of an exception, popping frames on the way (JVMS 2.10).
    pub(crate) fn unwind(&mut self, mut exception: Ref) -> Result<(), Trap> {
        while let Some(frame) = self.th.frames.last().copied() {
            if !self.th.begun.is_empty()
                && let Err(trap) = self.begun_fail(exception)
            {
                self.th.midway = Some(Midway::Unwinding { exception, frozen: 0 });
                return Err(trap);
            }
            match self.find_handler(&frame, exception) {
                Ok(None) => {}
                Ok(Some(target)) => {
                    self.go_to_handler(target, exception);
                    return match self.observer() {
                        Some(observer) => observer.on_catch(self, frame.method, exception),
                        None => Ok(()),
                    };
                }
                Err((target, trap)) => {
                    exception = self.handler_is_unknown(target, trap)?;
                    continue;
                }
            }
            if let Some(observer) = self.observer()
                && let Err(trap) = observer.before_unwind(self, &frame)
            {
                let frozen = if let Some(Midway::Freezing(done)) = self.th.midway { done } else { 0 };
                self.th.midway = Some(Midway::Unwinding { exception, frozen });
                return Err(trap);
            }
            self.th.frames.pop();
            self.th.notes.leaves(self.th.frames.len());
            if !frame.lock.is_null() {
                // A failed unlock, by a method that lost its monitor, cannot be reported beside the exception
                // in flight.
                let _ = self.unlock_now(frame.lock);
            }
            match frame.then {
                Then::Initialised(class, creator) => {
                    self.th.creator = creator;
                    self.initialisation_failed(class, exception)?;
                    let error = self.lib.class(&mut self.st.heap, Loader::BOOT, "java/lang/Error")?;
                    if !self.class_of(exception).is_subtype(error) {
                        self.native = self.native_called(self.th.frames.len().wrapping_sub(1));
                        exception = self.new_throwable(
                            "java/lang/ExceptionInInitializerError",
                            None,
                            Some(exception),
                        )?;
                    }
                }
                Then::Box(_) | Then::Constructed(_) => {
                    let class = "java/lang/reflect/InvocationTargetException";
                    self.native = self.native_called(self.th.frames.len().wrapping_sub(1));
                    exception = self.new_throwable(class, None, Some(exception))?;
                }
                Then::Loaded(_, _, name) => {
                    exception = self.class_not_found(exception, name)?;
                }
                Then::Linked(linking) => exception = self.link_failed(linking, exception)?,
                Then::Finish => {
                    self.th.result = Err(exception);
                    return Ok(());
                }
                Then::ThreadEnds => {
                    self.before_failure(exception)?;
                    return self.thread_ends(Some(exception));
                }
                Then::ThreadDispatched => {
                    return self.leaves_handler(exception);
                }
                Then::ThreadEnded => return self.thread_ended(),
                _ => {}
            }
        }
        Ok(())
    }

    /// An exception leaves the handler of an uncaught exception: it is uncaught, too.
    fn leaves_handler(&mut self, exception: Ref) -> Result<(), Trap> {
        if let Some(observer) = self.observer()
            && let Err(trap) = observer.before_handler_failure(self, exception)
        {
            self.th.midway = Some(Midway::HandlerFailed(exception));
            return Err(trap);
        }
        self.handler_failed(exception);
        self.thread_ends(None)
    }

    fn before_failure(&mut self, exception: Ref) -> Result<(), Trap> {
        match self.observer() {
            Some(observer) => observer.before_failure(self, exception),
            None => Ok(()),
        }
    }

    fn make_and_throw(
        &mut self,
        class: &str,
        message: Option<String>,
        cause: Option<Ref>,
    ) -> Result<(), Trap> {
        let exception = self.new_throwable(class, message, cause)?;
        self.unwind(exception)
    }

    /// A class of the class library by name.
    pub(crate) fn system_class(&mut self, name: &str) -> Result<ClassRef, Trap> {
        self.lib.class(&mut self.st.heap, Loader::BOOT, name)
    }

    /// A method of the class library by name.
    pub(crate) fn system_method(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Result<MethodRef, Trap> {
        let class = self.system_class(class)?;
        let (n, d) = (self.lib.symbol(name), self.lib.symbol(descriptor));
        self.look_up(class, n, d).ok_or_else(|| {
            Trap::Unsupported(format!("this JDK has no {}.{name}{descriptor}", class.external_name()))
        })
    }

    /// Boxes a primitive value as its wrapper class does (`Integer.valueOf`), without running code where
    /// there is no cache.
    pub(crate) fn box_value(&mut self, kind: Kind, value: u64) -> Result<Ref, Trap> {
        let Some((_, _, wrapper)) = kind.primitive() else { return Ok(Ref(value)) };
        if kind == Kind::Void {
            return Ok(Ref::NULL);
        }
        let class = self.system_class(wrapper)?;
        if let Some(cached) = self.cached_box(kind, value)? {
            return Ok(cached);
        }
        let object = self.new_object(class)?;
        self.put(object, "value", value);
        Ok(object)
    }

    /// The boxes that JLS 5.1.7 requires to be identical each time.
    fn cached_box(&mut self, kind: Kind, value: u64) -> Result<Option<Ref>, Trap> {
        let small = i64::from(value as u32 as i32);
        let (holder, index) = match kind {
            Kind::Boolean => {
                let class = self.system_class("java/lang/Boolean")?;
                let name = if value & 1 == 1 { "TRUE" } else { "FALSE" };
                return Ok(Some(Ref(self.get_static(class, name))));
            }
            Kind::Byte => ("java/lang/Byte$ByteCache", small + 128),
            Kind::Short if (-128..128).contains(&small) => ("java/lang/Short$ShortCache", small + 128),
            Kind::Int if (-128..128).contains(&small) => ("java/lang/Integer$IntegerCache", small + 128),
            Kind::Char if (0..128).contains(&small) => ("java/lang/Character$CharacterCache", small),
            Kind::Long if (-128..128).contains(&(value as i64)) => {
                ("java/lang/Long$LongCache", value as i64 + 128)
            }
            _ => return Ok(None),
        };
        let class = self.system_class(holder)?;
        self.initialise(class)?;
        let cache = Ref(self.get_static(class, "cache"));
        Ok((!cache.is_null()).then(|| self.element(cache, index as usize)))
    }

    /// The primitive value in a wrapper object, and its kind.
    pub(crate) fn unbox(&self, object: Ref) -> Option<(Kind, u64)> {
        if object.is_null() {
            return None;
        }
        let class = self.class_of(object);
        let kind =
            Kind::PRIMITIVES.into_iter().find(|k| k.primitive().is_some_and(|p| p.2 == &*class.name))?;
        Some((kind, self.get(object, "value")))
    }
}
