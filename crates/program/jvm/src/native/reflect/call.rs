//! Calls by reflection: the arguments are unboxed and widened, the result is boxed
//! (java.lang.reflect.Method.invoke).
//!
//! Two families of methods of the class library end here. The old one (all of release 17) calls a native
//! method, which writes its own error messages. The new one (since release 18) goes through method handles,
//! and its Java code derives messages from the exceptions that the handles throw; here accessors hold the
//! member itself in place of a handle, and the same exceptions are thrown, so that messages and stack traces
//! are those of that release.

use crate::class::{ClassRef, Kind, MethodRef, flag};
use crate::heap::Ref;
use crate::state::{Init, Then};
use crate::trap::{CLASS_CAST, ILLEGAL_ARGUMENT, NULL_POINTER, Trap, raise, raise_with};
use crate::vm::Vm;

pub(super) const MISMATCH: &str = "argument type mismatch";

/// Who writes the error messages about arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// The machine, which also wraps what the called method throws.
    Native,
    /// The calling Java code.
    Handle,
}

/// Widens a primitive value (JLS 5.1.2); `None` if that is not a widening.
pub(super) fn widen(from: Kind, value: u64, to: Kind) -> Option<u64> {
    use Kind::{Byte, Char, Double, Float, Int, Long, Short};
    if from == to {
        return Some(value);
    }
    let small = value as u32 as i32;
    Some(match (from, to) {
        (Byte, Short | Int) | (Short | Char, Int) => value,
        (Byte | Short | Char | Int, Long) => i64::from(small) as u64,
        (Byte | Short | Char | Int, Float) => u64::from((small as f32).to_bits()),
        (Byte | Short | Char | Int, Double) => f64::from(small).to_bits(),
        (Long, Float) => u64::from((value as i64 as f32).to_bits()),
        (Long, Double) => (value as i64 as f64).to_bits(),
        (Float, Double) => f64::from(f32::from_bits(value as u32)).to_bits(),
        _ => return None,
    })
}

/// `NativeMethodAccessorImpl.invoke0(Method, Object, Object[])` and its like.
pub(super) fn invoke(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let method = vm.reflected_method(vm.arg_ref(at))?;
    let receiver = vm.arg_ref(at + 1);
    call(vm, at, method, receiver, at + 2, Style::Native)
}

/// `DirectMethodHandleAccessor.invokeImpl(Object, Object[])`, also with the caller's class as a third
/// argument.
pub(super) fn invoke_accessor(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let method = vm.reflected_method(vm.get_ref(vm.arg_ref(at), "target"))?;
    let receiver = vm.arg_ref(at + 1);
    call(vm, at, method, receiver, at + 2, Style::Handle)
}

fn call(
    vm: &mut Vm<'_>,
    at: usize,
    method: MethodRef,
    receiver: Ref,
    arguments: usize,
    style: Style,
) -> Result<u64, Trap> {
    let mut slots = Vec::with_capacity(method.argument_slots);
    let mut target = method;
    if method.is_static() {
        vm.initialise(method.class)?;
    } else {
        if receiver.is_null() {
            return raise(NULL_POINTER);
        }
        if !vm.class_of(receiver).is_subtype(method.class) {
            return raise_with(ILLEGAL_ARGUMENT, "object is not an instance of declaring class");
        }
        slots.push(receiver.0);
        target = select(vm, method, receiver)?;
    }
    let arguments = vm.own_array(arguments, Kind::Reference)?;
    let arguments = vm.elements(arguments);
    convert(vm, method, &arguments, style, &mut slots)?;
    let then = match style {
        Style::Native => Then::Box(method.returns),
        Style::Handle => Then::BoxHere(method.returns),
    };
    enter_in_place(vm, at, target, &slots, then)
}

/// The method that a call on this receiver selects (JVMS 5.4.6).
fn select(vm: &mut Vm<'_>, method: MethodRef, receiver: Ref) -> Result<MethodRef, Trap> {
    if method.is_private() {
        return Ok(method);
    }
    if method.class.is_interface() {
        return vm.interface_method(receiver, method);
    }
    let class = vm.class_of(receiver);
    let place = method.vtable_index.get().map(|&i| i as usize);
    let selected = place.and_then(|i| class.vtable.get()?.get(i).copied()).unwrap_or(method);
    if selected.is_abstract() {
        let text = format!("{}.{}", class.external_name(), vm.lib.text(method.name));
        return raise_with("java/lang/AbstractMethodError", text);
    }
    Ok(selected)
}

/// Converts the arguments to slots.
fn convert(
    vm: &mut Vm<'_>,
    method: MethodRef,
    arguments: &[Ref],
    style: Style,
    slots: &mut Vec<u64>,
) -> Result<(), Trap> {
    let (have, want) = (arguments.len(), method.parameters.len());
    if have != want {
        let text = match vm.lib.release() {
            ..18 => "wrong number of arguments".to_owned(),
            _ => format!("wrong number of arguments: {have} expected: {want}"),
        };
        return raise_with(ILLEGAL_ARGUMENT, text);
    }
    let (types, _) = vm.method_types(method)?;
    for ((&argument, &kind), type_of) in arguments.iter().zip(&method.parameters).zip(types) {
        let value = if kind == Kind::Reference {
            if !argument.is_null() && !vm.class_of(argument).is_subtype(type_of) {
                return Err(not_a(vm, argument, type_of, style));
            }
            argument.0
        } else {
            match vm.unbox(argument).and_then(|(own, value)| widen(own, value, kind)) {
                Some(value) => value,
                None => return Err(not_primitive(vm, argument, kind, style)),
            }
        };
        slots.push(value);
        if kind.slots() == 2 {
            slots.push(0);
        }
    }
    Ok(())
}

fn not_a(vm: &Vm<'_>, argument: Ref, class: ClassRef, style: Style) -> Trap {
    let (trap, text) = match style {
        Style::Native => (ILLEGAL_ARGUMENT, MISMATCH.to_owned()),
        // The message of `Class.cast`.
        Style::Handle => {
            let name = vm.class_of(argument).external_name();
            (CLASS_CAST, format!("Cannot cast {name} to {}", class.external_name()))
        }
    };
    Trap::Raise(trap, Some(text))
}

fn not_primitive(vm: &mut Vm<'_>, argument: Ref, kind: Kind, style: Style) -> Trap {
    if style == Style::Native {
        let text = (!argument.is_null()).then(|| MISMATCH.to_owned());
        return Trap::Raise(ILLEGAL_ARGUMENT, text);
    }
    if argument.is_null() {
        // The failure of the handles' `sun.invoke.util.ValueConversions`.
        let value = match kind {
            Kind::Byte => "byte",
            Kind::Short => "short",
            Kind::Long => "long",
            Kind::Float => "float",
            Kind::Double => "double",
            _ => "int",
        };
        let text = format!(
            "Cannot invoke \"java.lang.Number.{value}Value()\" because the return value of \"sun.invoke.util.ValueConversions.primitiveConversion(sun.invoke.util.Wrapper, Object, boolean)\" is null"
        );
        return Trap::Raise(NULL_POINTER, Some(text));
    }
    let class = vm.class_of(argument);
    let number = match vm.system_class("java/lang/Number") {
        Ok(number) => number,
        Err(trap) => return trap,
    };
    let text = if class.is_subtype(number) || vm.unbox(argument).is_some() {
        let wrapper = kind.primitive().map_or("", |p| p.2).replace('/', ".");
        format!("Cannot cast {} to {wrapper}", class.external_name())
    } else {
        vm.lib.cast_message(&vm.st.heap, class, number)
    };
    Trap::Raise(CLASS_CAST, Some(text))
}

/// `NativeConstructorAccessorImpl.newInstance0(Constructor, Object[])` and its like.
pub(super) fn new_instance(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let constructor = vm.reflected_method(vm.arg_ref(at))?;
    construct(vm, at, constructor.class, constructor, Style::Native)
}

/// `DirectConstructorHandleAccessor.invokeImpl(Object[])`. The target is the constructor, or an array of it
/// and the class to instantiate, which for serialization is a subclass.
pub(super) fn construct_accessor(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let target = vm.get_ref(vm.arg_object(at)?, "target");
    if !target.is_null() && vm.class_of(target).is_array() {
        let constructor = vm.reflected_method(vm.element(target, 0))?;
        let class = vm.class_of_mirror(vm.element(target, 1)).unwrap_or(constructor.class);
        return construct(vm, at, class, constructor, Style::Handle);
    }
    let constructor = vm.reflected_method(target)?;
    construct(vm, at, constructor.class, constructor, Style::Handle)
}

/// Constructs an object; the arguments are in the array that is the second argument at `at`.
fn construct(
    vm: &mut Vm<'_>,
    at: usize,
    class: ClassRef,
    constructor: MethodRef,
    style: Style,
) -> Result<u64, Trap> {
    if class.access & (flag::ABSTRACT | flag::INTERFACE) != 0 || class.is_array() {
        return raise_with("java/lang/InstantiationException", class.external_name());
    }
    vm.initialise(class)?;
    let arguments = vm.own_array(at + 1, Kind::Reference)?;
    let arguments = vm.elements(arguments);
    let mut slots = vec![0];
    convert(vm, constructor, &arguments, style, &mut slots)?;
    let object = vm.new_object(class)?;
    slots[0] = object.0;
    let then = match style {
        Style::Native => Then::Constructed(object),
        Style::Handle => Then::ConstructedHere(object),
    };
    enter_in_place(vm, at, constructor, &slots, then)
}

/// Calls a method in place of the native method whose arguments begin at `at`. If that has to wait, the stack
/// is unchanged, since the instruction will be executed again.
pub(crate) fn enter_in_place(
    vm: &mut Vm<'_>,
    at: usize,
    method: MethodRef,
    arguments: &[u64],
    then: Then,
) -> Result<u64, Trap> {
    let end = (at + arguments.len()).min(vm.th.stack.len());
    let saved = vm.th.stack[at..end].to_vec();
    let frame = vm.th.frames.last_mut().expect("somebody called the native method");
    let sp = frame.sp;
    frame.sp = at as u32;
    let depth = vm.th.frames.len();
    match vm.enter_with(method, arguments, then) {
        Ok(()) => Err(Trap::Entered),
        Err(trap) if vm.th.frames.len() > depth && matches!(trap, Trap::Entered) => Err(trap),
        Err(trap) => {
            if vm.th.frames.len() == depth {
                let frame = vm.th.frames.last_mut().expect("the frame is still there");
                frame.sp = sp;
                vm.th.stack[at..end].copy_from_slice(&saved);
            }
            Err(wrap(vm, trap, then))
        }
    }
}

/// Wraps what a native method called by reflection throws, as for any other method.
fn wrap(vm: &mut Vm<'_>, trap: Trap, then: Then) -> Trap {
    const TARGET: &str = "java/lang/reflect/InvocationTargetException";
    if !matches!(then, Then::Box(_) | Then::Constructed(_)) {
        return trap;
    }
    let made = match trap {
        Trap::Raise(class, message) => vm.new_throwable(class, message, None),
        Trap::RaiseFrom(class, message, cause) => vm.new_throwable(class, message, Some(cause)),
        Trap::Throw(exception) => Ok(exception),
        other => return other,
    };
    match made {
        Ok(exception) => Trap::RaiseFrom(TARGET, None, exception),
        Err(trap) => trap,
    }
}

/// Runs the Java body of a method that the machine replaces.
pub(crate) fn run_body(vm: &mut Vm<'_>, at: usize, method: MethodRef) -> Result<u64, Trap> {
    vm.enter(method, at + method.argument_slots, Then::Return)?;
    Err(Trap::Entered)
}

/// `MethodHandleAccessorFactory.useNativeAccessor(Executable)`: only for signature polymorphic methods.
pub(super) fn uses_native(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    Ok(u64::from(vm.reflected_method(vm.arg_ref(at))?.is_polymorphic))
}

/// Lets Java code initialise a class, as it would before it creates a handle; then the instruction is
/// executed again.
pub(super) fn ensure_initialised(vm: &mut Vm<'_>, class: ClassRef) -> Result<(), Trap> {
    if vm.may_use(class) || matches!(vm.st.init(class), Init::By(t) if t as usize == vm.me) {
        return Ok(());
    }
    let factory = "jdk/internal/reflect/MethodHandleAccessorFactory";
    let method = vm.system_method(factory, "ensureClassInitialized", "(Ljava/lang/Class;)V")?;
    vm.enter_with(method, &[class.mirror().0], Then::Again)?;
    Err(Trap::Again)
}

/// `MethodHandleAccessorFactory.newConstructorAccessor(Constructor)`.
pub(super) fn constructor_accessor(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let object = vm.arg_ref(at);
    let constructor = vm.reflected_method(object)?;
    new_constructor_accessor(vm, constructor.class, constructor, object)
}

/// `MethodHandleAccessorFactory.newSerializableConstructorAccessor(Class, Constructor)`: an instance of the
/// class is constructed by the constructor of a superclass.
pub(super) fn serializable_accessor(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let class = crate::native::class::this(vm, at)?;
    let object = vm.arg_ref(at + 1);
    let constructor = vm.reflected_method(object)?;
    let component = vm.lib.known().object;
    let pair = vm.new_reference_array(component, &[object, class.mirror()])?;
    new_constructor_accessor(vm, class, constructor, pair)
}

fn new_constructor_accessor(
    vm: &mut Vm<'_>,
    initialised: ClassRef,
    constructor: MethodRef,
    target: Ref,
) -> Result<u64, Trap> {
    ensure_initialised(vm, initialised)?;
    let class = vm.system_class("jdk/internal/reflect/DirectConstructorHandleAccessor")?;
    vm.initialise(class)?;
    let accessor = vm.new_object(class)?;
    vm.put(accessor, "paramCount", constructor.parameters.len() as u64);
    vm.put(accessor, "target", target.0);
    Ok(accessor.0)
}
