//! The rest of java.lang: Object, System, String, Runtime, throwables, bits of floats.

use super::Native;
use crate::class::{ClassRef, Kind};
use crate::heap::Ref;
use crate::interpret::FIELD_REFERENCE;
use crate::library::HEADER;
use crate::monitor::EPOCH_MILLIS;
use crate::objects::ARRAY_BASE;
use crate::observer::{Bulk, Kept, Observer};
use crate::trap::{NULL_POINTER, Trap, raise, raise_with};
use crate::vm::Vm;

const HASH: &str = "a code is a function of its object; that somebody knows it is noted, in whatever order";
const BACKTRACE: &str = "what an exception notes when it is made, or under its monitor";

pub(crate) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    use crate::native::touch::Touches::{Accesses, Action, Arguments, Constants, Fresh, Given, Own, State};
    use Native::{Function as F, Nothing};
    Some(match (class, name) {
        ("java/lang/Object", "getClass") => {
            F(Constants, |vm, at| Ok(vm.class_of(vm.arg_object(at)?).mirror().0))
        }
        ("java/lang/Object", "hashCode") => F(State(HASH), |vm, at| {
            let object = vm.arg_object(at)?;
            Ok(u64::from(vm.identity_hash(object)))
        }),
        ("java/lang/Object", "clone") => F(Accesses, clone),
        ("java/lang/Object", "notify") => F(Action, |vm, at| vm.notify(vm.arg_ref(at), false).map(|()| 0)),
        ("java/lang/Object", "notifyAll") => F(Action, |vm, at| vm.notify(vm.arg_ref(at), true).map(|()| 0)),
        ("java/lang/Object", "wait0") => {
            F(Action, |vm, at| vm.wait(vm.arg_ref(at), vm.arg_long(at + 1)).map(|()| 0))
        }
        ("java/lang/Object", "wait") if descriptor == "(J)V" => F(Action, |vm, at| {
            if vm.lib.release() < 19 && vm.arg_long(at + 1) < 0 {
                return raise_with("java/lang/IllegalArgumentException", "timeout value is negative");
            }
            vm.wait(vm.arg_ref(at), vm.arg_long(at + 1)).map(|()| 0)
        }),
        ("java/lang/System", "arraycopy") => F(Accesses, arraycopy),
        ("java/lang/System", "identityHashCode") => F(State(HASH), |vm, at| {
            let object = vm.arg_ref(at);
            Ok(if object.is_null() { 0 } else { u64::from(vm.identity_hash(object)) })
        }),
        ("java/lang/System", "nanoTime") => F(Action, |vm, _| Ok(vm.look_at_clock()? as u64)),
        ("java/lang/System", "currentTimeMillis") => {
            F(Action, |vm, _| Ok(EPOCH_MILLIS.saturating_add(vm.look_at_clock()? / 1_000_000) as u64))
        }
        ("java/lang/System", "setIn0") => F(Accesses, |vm, at| set_stream(vm, at, "in")),
        ("java/lang/System", "setOut0") => F(Accesses, |vm, at| set_stream(vm, at, "out")),
        ("java/lang/System", "setErr0") => F(Accesses, |vm, at| set_stream(vm, at, "err")),
        ("java/lang/System", "mapLibraryName") => F(Fresh, |vm, at| {
            let name = vm.text(vm.arg_object(at)?);
            Ok(vm.new_string(&format!("lib{name}.so"))?.0)
        }),
        ("java/lang/String", "intern") => F(Action, intern),
        ("java/lang/StringUTF16", "isBigEndian") => Nothing,
        ("java/lang/Runtime", "availableProcessors") => F(Own, |vm, _| Ok(u64::from(processors(vm)))),
        ("java/lang/Runtime", "maxMemory" | "totalMemory") => F(Arguments, |vm, _| Ok(vm.limits.heap_bytes)),
        ("java/lang/Runtime", "freeMemory") => F(Arguments, |vm, _| Ok(vm.limits.heap_bytes / 2)),
        ("java/lang/Runtime", "gc") => Nothing,
        ("java/lang/Shutdown", "beforeHalt") => Nothing,
        // A log entry of a level that is off by default; since release 21.
        ("java/lang/Shutdown", "logRuntimeExit") => Nothing,
        ("java/lang/Shutdown", "halt0") => F(Action, |vm, at| {
            if let Some(observer) = vm.observer() {
                observer.before_exit(vm)?;
            }
            Err(Trap::Exit(vm.arg_int(at)))
        }),
        ("java/lang/Double", "doubleToRawLongBits" | "longBitsToDouble") => {
            F(Arguments, |vm, at| Ok(vm.th.stack[at]))
        }
        ("java/lang/Float", "floatToRawIntBits" | "intBitsToFloat") => {
            F(Arguments, |vm, at| Ok(vm.th.stack[at]))
        }
        ("java/lang/Throwable", "fillInStackTrace") if descriptor.starts_with("(I)") => {
            F(Given(BACKTRACE), |vm, at| {
                let exception = vm.arg_ref(at);
                vm.fill_backtrace(exception)?;
                Ok(exception.0)
            })
        }
        ("java/lang/StackTraceElement", "initStackTraceElements") => {
            F(Given(BACKTRACE), stack_trace_elements)
        }
        ("java/lang/StackTraceElement", "computeFormat") => Nothing,
        ("java/lang/NullPointerException", "getExtendedNPEMessage") => {
            F(Given(BACKTRACE), null_pointer_message)
        }
        ("java/lang/Math" | "java/lang/StrictMath", _) => return crate::math::find(class, name, descriptor),
        // Its initialiser runs as soon as a program asks for the environment; starting a process is
        // unsupported.
        ("java/lang/ProcessImpl", "init") => Nothing,
        ("java/lang/ProcessEnvironment", "environ") => F(Fresh, |vm, _| {
            let bytes = vm.lib.known().bytes;
            Ok(vm.new_reference_array(bytes, &[])?.0)
        }),
        _ => return None,
    })
}

/// The number of processors. Classes that spin before they wait, longer with more processors, get 1: how long
/// they spin changes only the number of states.
fn processors(vm: &Vm<'_>) -> u32 {
    const SPIN: [&str; 2] = ["java/util/concurrent/Phaser", "java/util/concurrent/Exchanger"];
    let asks = vm.th.frames.last().map(|frame| &*frame.method.class.name);
    if asks.is_some_and(|class| SPIN.contains(&class)) { 1 } else { vm.options.processors }
}

/// `String.intern()`. Which string object all threads get depends on which thread comes first.
fn intern(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let string = vm.arg_object(at)?;
    vm.uses_kept(vm.lib.known().string.mirror(), Kept::Interns)?;
    Ok(vm.intern(string).0)
}

fn set_stream(vm: &mut Vm<'_>, at: usize, name: &str) -> Result<u64, Trap> {
    let system = vm.system_class("java/lang/System")?;
    let stream = vm.arg_ref(at);
    // A static final field that changes nevertheless, and behaves like any other field (JLS 17.5.4).
    if let Some(field) = vm.field_named(system, name) {
        vm.write_field(system.mirror(), field.word, FIELD_REFERENCE, stream.0)?;
    }
    Ok(0)
}

fn clone(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let object = vm.arg_object(at)?;
    let class = vm.class_of(object);
    if !class.is_array() {
        let cloneable = vm.system_class("java/lang/Cloneable")?;
        if !class.is_subtype(cloneable) {
            return raise_with("java/lang/CloneNotSupportedException", class.external_name());
        }
    }
    let copy = match vm.observer() {
        Some(observer) => observer.clone_object(vm, object)?,
        None => vm.copy_of(object)?,
    };
    Ok(copy.0)
}

/// `System.arraycopy(Object, int, Object, int, int)`.
fn arraycopy(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let (source, target) = (vm.arg_ref(at), vm.arg_ref(at + 2));
    let (from, to, length) = (vm.arg_int(at + 1), vm.arg_int(at + 3), vm.arg_int(at + 4));
    if source.is_null() || target.is_null() {
        return raise(NULL_POINTER);
    }
    let (a, b) = (vm.class_of(source), vm.class_of(target));
    let mismatch = |text: String| raise_with("java/lang/ArrayStoreException", text);
    let Some((_, kind)) = a.component() else {
        return mismatch(format!("arraycopy: source type {} is not an array", a.external_name()));
    };
    let Some((component, target_kind)) = b.component() else {
        return mismatch(format!("arraycopy: destination type {} is not an array", b.external_name()));
    };
    let type_name = |class: ClassRef, kind: Kind| match kind.primitive() {
        Some((name, _, _)) => format!("{name}["),
        None => {
            let _ = class;
            "object array[".to_owned()
        }
    };
    if kind != target_kind {
        return mismatch(format!(
            "arraycopy: type mismatch: can not copy {}] into {}]",
            type_name(a, kind),
            type_name(b, target_kind)
        ));
    }
    let (have, room) = (vm.length(source) as i64, vm.length(target) as i64);
    let (x, y) = (type_name(a, kind), type_name(b, kind));
    let out = |text: String| raise_with("java/lang/ArrayIndexOutOfBoundsException", text);
    if from < 0 || to < 0 || length < 0 {
        return out(if from < 0 {
            format!("arraycopy: source index {from} out of bounds for {x}{have}]")
        } else if to < 0 {
            format!("arraycopy: destination index {to} out of bounds for {y}{room}]")
        } else {
            format!("arraycopy: length {length} is negative")
        });
    }
    let (end, target_end) = (i64::from(from) + i64::from(length), i64::from(to) + i64::from(length));
    if end > have {
        return out(format!("arraycopy: last source index {} out of bounds for {x}{have}]", end as u32));
    }
    if target_end > room {
        return out(format!(
            "arraycopy: last destination index {} out of bounds for {y}{room}]",
            target_end as u32
        ));
    }
    let (from, to, length) = (from as usize, to as usize, length as usize);
    let size = kind.size();
    if let Some(observer) = vm.is_gradual(source, target) {
        if kind == Kind::Reference && !a.is_subtype(b) {
            observer.bulk(vm, Bulk::Cast { source: (source, from), target: (target, to), length })?;
            return Ok(0);
        }
        let copy = Bulk::Copy {
            source: (source, ARRAY_BASE + from * size),
            target: (target, ARRAY_BASE + to * size),
            length: length * size,
            unit: size,
            swaps: false,
        };
        observer.bulk(vm, copy)?;
        return Ok(0);
    }
    if kind == Kind::Reference && !a.is_subtype(b) {
        return copy_checked(vm, source, from, target, to, length, component);
    }
    let bytes = vm.st.heap.bytes(source, ARRAY_BASE + from * size, length * size);
    vm.st.heap.set_bytes(target, ARRAY_BASE + to * size, &bytes);
    vm.has_stored_in(target);
    Ok(0)
}

/// Copies references one by one, up to the first that does not fit.
fn copy_checked(
    vm: &mut Vm<'_>,
    source: Ref,
    from: usize,
    target: Ref,
    to: usize,
    length: usize,
    component: ClassRef,
) -> Result<u64, Trap> {
    for i in 0..length {
        let element = vm.element(source, from + i);
        if !element.is_null() && !vm.class_of(element).is_subtype(component) {
            let text = vm.misfit(source, component);
            return raise_with("java/lang/ArrayStoreException", text);
        }
        vm.st.heap.set_word(target, HEADER + to + i, element.0);
    }
    vm.has_stored_in(target);
    Ok(0)
}

/// `initStackTraceElements(StackTraceElement[], Throwable)`; since 21 `(StackTraceElement[], Object
/// backtrace, int)`.
fn stack_trace_elements(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let elements = vm.elements(vm.arg_object(at)?);
    let source = vm.arg_object(at + 1)?;
    let backtrace = if vm.class_of(source).is_array() { source } else { vm.get_ref(source, "backtrace") };
    let entries = vm.backtrace(backtrace);
    for (element, (method, offset)) in elements.into_iter().zip(entries) {
        vm.fill_stack_trace_element(element, method, offset)?;
    }
    Ok(0)
}

fn null_pointer_message(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    match vm.null_message(vm.arg_object(at)?) {
        Some(text) => Ok(vm.new_string(&text)?.0),
        None => Ok(0),
    }
}

impl Vm<'_> {
    /// A copy of an array or an instance, made at once.
    pub fn copy_of(&mut self, object: Ref) -> Result<Ref, Trap> {
        let class = self.class_of(object);
        let Some((_, kind)) = class.component() else {
            let copy = self.new_object_checked(class)?;
            for word in HEADER..class.words {
                let value = self.st.heap.word(object, word);
                self.st.heap.set_word(copy, word, value);
            }
            return Ok(copy);
        };
        let length = self.length(object);
        let copy = self.new_array_checked(class, length as i32)?;
        let bytes = self.st.heap.bytes(object, ARRAY_BASE, length * kind.size());
        self.st.heap.set_bytes(copy, ARRAY_BASE, &bytes);
        Ok(copy)
    }

    /// The message of `System.arraycopy` for an element that does not fit.
    pub fn misfit(&self, source: Ref, component: ClassRef) -> String {
        format!(
            "arraycopy: element type mismatch: can not cast one of the elements of {}[] to the type of the destination array, {}",
            self.class_of(source).component().map_or(String::new(), |(c, _)| c.external_name()),
            component.external_name()
        )
    }

    /// The observer, if it copies from one array to the other step by step.
    pub(crate) fn is_gradual(&mut self, source: Ref, target: Ref) -> Option<&'static dyn Observer> {
        self.observer().filter(|observer| observer.is_gradual(self, source, target))
    }

    /// References were stored in an array other than one by one.
    fn has_stored_in(&mut self, array: Ref) {
        if let Some(observer) = self.observer() {
            observer.on_bulk_store(self, array);
        }
    }

    /// A native method is about to read or write an array all at once.
    pub(crate) fn uses_at_once(&mut self, array: Ref, writes: bool) -> Result<(), Trap> {
        match self.observer() {
            Some(observer) => observer.at_once(self, array, writes),
            None => Ok(()),
        }
    }
}
