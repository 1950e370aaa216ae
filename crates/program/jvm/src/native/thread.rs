//! java.lang.Thread, references and what is left of continuations.

use super::Native;
use crate::class::MethodRef;
use crate::exception::is_hidden;
use crate::heap::Ref;
use crate::interpret::FIELD_REFERENCE;
use crate::state::Status;
use crate::trap::Trap;
use crate::vm::Vm;

pub(crate) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    use crate::native::touch::Touches::{Accesses, Action, Arguments, Own, State};
    use Native::{Function as F, Nothing};
    Some(match (class, name) {
        ("java/lang/Thread", "currentThread") => F(Own, |vm, _| Ok(vm.th.current.0)),
        ("java/lang/Thread", "currentCarrierThread") => F(Own, |vm, _| Ok(vm.th.object.0)),
        ("java/lang/Thread", "setCurrentThread") => F(Own, |vm, at| {
            vm.th.current = vm.arg_ref(at + 1);
            Ok(0)
        }),
        ("java/lang/Thread", "start0") => F(Action, |vm, at| {
            let thread = vm.arg_ref(at);
            vm.start_thread(thread)
        }),
        ("java/lang/Thread", "yield" | "yield0") => F(Own, |vm, _| {
            vm.yields = true;
            Ok(0)
        }),
        ("java/lang/Thread", "onSpinWait") => F(Own, |vm, _| {
            vm.yields = true;
            Ok(0)
        }),
        ("java/lang/Thread", "sleep") if descriptor == "(J)V" => F(Action, |vm, at| {
            let millis = vm.arg_long(at);
            if millis < 0 {
                return crate::trap::raise_with(
                    "java/lang/IllegalArgumentException",
                    "timeout value is negative",
                );
            }
            vm.sleep(millis.saturating_mul(1_000_000)).map(|()| 0)
        }),
        ("java/lang/Thread", "sleep0" | "sleepNanos0") => F(Action, |vm, at| {
            let nanos = vm.arg_long(at);
            vm.sleep(nanos).map(|()| 0)
        }),
        ("java/lang/Thread", "isAlive" | "alive") => {
            F(State("a checked program asks by an action instead"), |vm, at| {
                Ok(u64::from(vm.get(vm.arg_ref(at), "eetop") != 0))
            })
        }
        ("java/lang/Thread", "interrupt0") => F(Action, |vm, at| {
            if let Some(thread) = vm.started_number(vm.arg_ref(at)) {
                vm.interrupt(thread)?;
            }
            Ok(0)
        }),
        ("java/lang/Thread", "holdsLock") => F(Own, |vm, at| {
            let object = vm.arg_object(at)?;
            Ok(u64::from(vm.owns(object)))
        }),
        ("java/lang/Thread", "setPriority0" | "setNativeName" | "clearInterruptEvent") => Nothing,
        ("java/lang/Thread", "ensureMaterializedForStackWalk") => Nothing,
        ("java/lang/Thread", "getNextThreadIdOffset") => F(Arguments, next_thread_id),
        ("java/lang/Thread", "getThreads") => F(Action, all_threads),
        ("java/lang/Thread", "scopedValueCache" | "extentLocalCache") => F(Own, |vm, _| Ok(vm.th.cache.0)),
        ("java/lang/Thread", "setScopedValueCache" | "setExtentLocalCache") => F(Own, |vm, at| {
            vm.th.cache = vm.arg_ref(at);
            Ok(0)
        }),
        ("java/lang/Thread", "findScopedValueBindings") => F(Own, scoped_values),
        ("java/lang/Thread", "getStackTrace0") => F(Action, stack_trace_of),
        ("java/lang/Thread", "dumpThreads") => F(Action, dump_threads),
        ("java/lang/VirtualThread", _) if name.starts_with("notifyJvmti") => Nothing,
        ("jdk/internal/vm/Continuation", "pin" | "unpin" | "onPinned0") => Nothing,
        ("jdk/internal/vm/ContinuationSupport", "isSupported0") => Nothing,
        ("java/lang/ref/Reference", "refersTo0") => F(Accesses, refers_to),
        ("java/lang/ref/PhantomReference", "refersTo0") => F(Accesses, refers_to),
        ("java/lang/ref/Reference" | "java/lang/ref/PhantomReference", "clear0") => F(Accesses, |vm, at| {
            let (reference, word) = (vm.arg_object(at)?, referent(vm)?);
            vm.write_field(reference, word, FIELD_REFERENCE, 0)?;
            Ok(0)
        }),
        ("java/lang/ref/Reference", "getAndClearReferencePendingList" | "hasReferencePendingList") => Nothing,
        ("java/lang/ref/Finalizer", "isFinalizationEnabled") => Nothing,
        _ => return None,
    })
}

/// The word of a java.lang.ref.Reference that holds its referent.
fn referent(vm: &mut Vm<'_>) -> Result<usize, Trap> {
    let class = vm.system_class("java/lang/ref/Reference")?;
    let field = vm.field_named(class, "referent").map(|field| field.word);
    field.ok_or_else(|| Trap::Unsupported("this JDK has no java.lang.ref.Reference.referent".into()))
}

fn refers_to(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let (reference, word) = (vm.arg_object(at)?, referent(vm)?);
    let refers_to = vm.read_field(reference, word, FIELD_REFERENCE)?;
    Ok(u64::from(refers_to == vm.arg_ref(at + 1).0))
}

/// An address at which `Unsafe.getAndAddLong(null, …)` would find the next thread id: the class library uses
/// it only for that, and `ThreadIdentifiers.next` is replaced.
fn next_thread_id(_: &mut Vm<'_>, _: usize) -> Result<u64, Trap> {
    Ok(8)
}

fn all_threads(vm: &mut Vm<'_>, _: usize) -> Result<u64, Trap> {
    vm.shows_threads(&[])?;
    let mut objects: Vec<Ref> = Vec::new();
    for i in 0..vm.st.threads.len() {
        if i == vm.me {
            objects.push(vm.th.object);
        } else if vm.st.threads[i].status != Status::Ended {
            objects.push(vm.st.threads[i].object);
        }
    }
    let class = vm.lib.known().thread;
    Ok(vm.new_reference_array(class, &objects)?.0)
}

/// The bindings of scoped values: in the second local of the innermost frame of `runWith`.
fn scoped_values(vm: &mut Vm<'_>, _: usize) -> Result<u64, Trap> {
    let run_with = vm.lib.symbol("runWith");
    for frame in vm.th.frames.iter().rev() {
        let class = &*frame.method.class.name;
        let holds = frame.method.name == run_with
            && (class == "java/lang/Thread"
                || class == "java/lang/VirtualThread"
                || class.starts_with("java/lang/ScopedValue"));
        if holds {
            // Static or not, the bindings are the first argument after `this`.
            let local = usize::from(!frame.method.is_static());
            return Ok(vm.th.stack[frame.base as usize + local]);
        }
    }
    Ok(0)
}

fn stack_trace_of(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let thread = vm.thread_number(vm.arg_ref(at));
    vm.shows_threads(thread.as_slice())?;
    let Some(thread) = thread else { return Ok(0) };
    let entries = entries_of(vm, thread);
    Ok(elements_of(vm, &entries)?.0)
}

/// The calls of a thread, innermost first, as a stack trace shows them; no offset in a native method.
fn entries_of(vm: &Vm<'_>, number: usize) -> Vec<(MethodRef, Option<u16>)> {
    let thread = if number == vm.me { &vm.th } else { &*vm.st.threads[number] };
    let mut entries = Vec::new();
    for (i, frame) in thread.frames.iter().enumerate().rev() {
        entries.extend(vm.native_called_by(thread, i).map(|native| (native, None)));
        if !is_hidden(frame.method) {
            entries.push((frame.method, Some(frame.code.offset(frame.pc as usize))));
        }
    }
    entries
}

fn elements_of(vm: &mut Vm<'_>, entries: &[(MethodRef, Option<u16>)]) -> Result<Ref, Trap> {
    let class = vm.system_class("java/lang/StackTraceElement")?;
    let mut elements = Vec::new();
    for &(method, offset) in entries {
        let element = vm.new_object(class)?;
        vm.fill_stack_trace_element(element, method, offset)?;
        elements.push(element);
    }
    vm.new_reference_array(class, &elements)
}

fn dump_threads(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let threads = vm.elements(vm.arg_ref(at));
    let mut traces = Vec::new();
    let numbers: Vec<usize> = threads.iter().filter_map(|&thread| vm.thread_number(thread)).collect();
    vm.shows_threads(&numbers)?;
    for thread in threads {
        // An ended thread has no stack.
        let entries = vm.thread_number(thread).map(|number| entries_of(vm, number));
        traces.push(entries.map_or(Ok(Ref::NULL), |entries| elements_of(vm, &entries))?);
    }
    let class = vm.system_class("java/lang/StackTraceElement")?;
    let array = vm.lib.array_class(&mut vm.st.heap, class);
    Ok(vm.new_reference_array(array, &traces)?.0)
}

impl Vm<'_> {
    /// Threads are about to be listed, with the stacks of those in `stacks`.
    fn shows_threads(&mut self, stacks: &[usize]) -> Result<(), Trap> {
        match self.observer() {
            Some(observer) => observer.before_threads_are_shown(self, stacks),
            None => Ok(()),
        }
    }
}
