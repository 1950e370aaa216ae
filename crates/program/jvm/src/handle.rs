//! Calls of polymorphic methods (JVMS 2.9.3): `MethodHandle.invokeExact`, `VarHandle.getVolatile` and their
//! like.
//!
//! The objects are those of the class library's own java.lang.invoke. The machine does what HotSpot does for
//! it: it compares the type of a call with that of the handle, enters the method behind a handle's form, and
//! calls the method that a member name denotes. **Promises**: a call leaves the stack unchanged until a frame
//! is entered. What Java code must create first is in `link.rs`, members as objects are in `member.rs`,
//! variable handles in `variable.rs`.

mod link;
mod member;
mod variable;

use crate::class::{ClassRef, Kind, MethodRef, flag};
use crate::code::{Code, op};
use crate::descriptor;
use crate::heap::Ref;
use crate::library::Library;
use crate::state::Then;
use crate::symbol::Symbol;
use crate::trap::{NULL_POINTER, Trap, raise};
use crate::vm::Vm;
use std::sync::OnceLock;

pub(crate) use link::Linking;
use member::Reference;
pub(crate) use member::has_annotation;

/// The maximal number of calls: an instruction's first operand has 24 bits.
const MOST_CALLS: usize = 1 << 24;

/// The process-wide data about polymorphic calls.
#[derive(Default)]
pub(crate) struct Handles {
    calls: boxcar::Vec<Polymorphic>,
    layout: OnceLock<Layout>,
}

/// The words of the fields of java.lang.invoke that calls read.
#[derive(Clone, Copy)]
struct Layout {
    handle_type: usize,
    handle_form: usize,
    form_entry: usize,
    member_method: usize,
    variable_form: usize,
    variable_exact: usize,
    form_class: usize,
}

/// Which polymorphic method an instruction calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    /// `MethodHandle.invokeBasic`.
    Basic,
    /// `MethodHandle.linkToStatic` and the other three: the last argument names the method.
    Link(Reference),
    Exact,
    Generic,
    /// A method of VarHandle.
    Variable,
    /// Not a method but an `invokedynamic` that the class library links.
    Dynamic,
}

/// The state-independent part of an instruction that calls a polymorphic method.
struct Polymorphic {
    from: ClassRef,
    index: u16,
    name: Symbol,
    descriptor: Symbol,
    what: What,
    /// Slots of all arguments, the receiver included.
    slots: usize,
    /// The parameters with every class replaced by Object.
    erased: String,
    returns: Kind,
    /// The class of the first variable handle met here, and its implementation method.
    known: OnceLock<(u32, MethodRef)>,
}

impl Vm<'_> {
    /// Turns an instruction into a polymorphic call.
    pub(crate) fn quicken_polymorphic(
        &mut self,
        code: &'static Code,
        pc: usize,
        index: u16,
    ) -> Result<(), Trap> {
        let from = code.method.class;
        let pool = &from.file().expect("code has a class file").pool;
        let (class, name, descriptor) = match (pool.member(index), crate::indy::site_of(from, index)) {
            (Some(member), _) => (member.class, member.name, member.descriptor),
            (None, Some(site)) => ("", site.name, site.descriptor),
            _ => return Err(Trap::defect("a polymorphic call without a descriptor")),
        };
        let what = match (class, name) {
            ("", _) => What::Dynamic,
            ("java/lang/invoke/VarHandle", _) => What::Variable,
            (_, "invokeExact") => What::Exact,
            (_, "invoke") => What::Generic,
            (_, "invokeBasic") => What::Basic,
            (_, "linkToStatic") => What::Link(Reference::Static),
            (_, "linkToSpecial") => What::Link(Reference::Special),
            (_, "linkToVirtual") => What::Link(Reference::Virtual),
            (_, "linkToInterface") => What::Link(Reference::Interface),
            _ => return Err(Trap::Unsupported(format!("calls of {class}.{name}"))),
        };
        let (kinds, returns) = descriptor::kinds(descriptor);
        let receiver = usize::from(!matches!(what, What::Link(_) | What::Dynamic));
        let call = Polymorphic {
            from,
            index,
            name: self.lib.symbol(name),
            descriptor: self.lib.symbol(descriptor),
            what,
            slots: receiver + kinds.iter().map(|k| k.slots()).sum::<usize>(),
            erased: erase(descriptor),
            returns,
            known: OnceLock::new(),
        };
        let number = self.lib.handles.calls.push(call);
        if number >= MOST_CALLS {
            return Err(Trap::Unsupported("more polymorphic calls than instructions can name".into()));
        }
        code.quicken(pc, op::INVOKEHANDLE, number as u32, u32::from(index));
        Ok(())
    }

    /// Performs the polymorphic call of the current instruction, whose frame has been saved.
    pub(crate) fn invoke_polymorphic(&mut self, number: u32) -> Result<(), Trap> {
        let lib: &'static Library = self.lib;
        let Some(call) = lib.handles.calls.get(number as usize) else {
            return Err(Trap::defect("a polymorphic call that is not known"));
        };
        let sp = self.th.frames.last().expect("the running frame").sp as usize;
        match call.what {
            What::Basic => self.invoke_basic(sp, call.slots),
            What::Link(reference) => self.invoke_member(reference, sp, call.slots),
            What::Exact | What::Generic => self.invoke_checked(call, sp),
            What::Variable => self.access_variable(call, sp),
            What::Dynamic => self.invoke_linked(call, sp),
        }
    }

    /// Calls a method whose arguments end at `sp`.
    fn call_target(&mut self, method: MethodRef, sp: usize, then: Then) -> Result<(), Trap> {
        if let Some(native) = self.native_for(method) {
            let at = sp - method.argument_slots;
            let value = self.call_native(method, native, at)?;
            self.th.frames.last_mut().expect("the running frame").sp = at as u32;
            self.return_to(then, value, method.returns)?;
            return if self.yields { Err(Trap::Wait) } else { Ok(()) };
        }
        if method.access & (flag::NATIVE | flag::ABSTRACT) != 0 {
            return Err(self.cannot_call(method));
        }
        self.enter(method, sp, then)
    }

    /// `invokeExact` and `invoke`: checks the handle's type against that of the call.
    fn invoke_checked(&mut self, call: &Polymorphic, sp: usize) -> Result<(), Trap> {
        let handle = self.receiver(sp, call.slots)?;
        let wanted = self.method_type(call.from, call.descriptor)?;
        let layout = self.layout()?;
        if self.st.heap.word(handle, layout.handle_type) == wanted.0 {
            return self.invoke_basic(sp, call.slots);
        }
        let (name, descriptor, then) = if call.what == What::Exact {
            // It throws.
            let d = "(Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)V";
            ("checkExactType", d, Then::Again)
        } else {
            let d = "(Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;";
            ("checkGenericType", d, Then::InvokeAs { arguments: call.slots as u32 })
        };
        let method = self.system_method("java/lang/invoke/Invokers", name, descriptor)?;
        self.initialise(method.class)?;
        self.enter_with(method, &[handle.0, wanted.0], then)
    }

    /// Calls a method handle that was converted to the type of the call.
    pub(crate) fn invoke_converted(&mut self, handle: Ref, slots: usize) -> Result<(), Trap> {
        let sp = self.th.frames.last().expect("the calling frame").sp as usize;
        // If the call has to be executed again, it finds a handle of the right type.
        self.th.stack[sp - slots] = handle.0;
        self.invoke_basic(sp, slots)
    }

    /// `invokeBasic`: calls the method of the handle's form, with the same arguments.
    fn invoke_basic(&mut self, sp: usize, slots: usize) -> Result<(), Trap> {
        let handle = self.receiver(sp, slots)?;
        let layout = self.layout()?;
        let form = Ref(self.st.heap.word(handle, layout.handle_form));
        let entry = Ref(self.st.heap.word(form, layout.form_entry));
        let Some(method) = self.method_of_member(entry)?.filter(|m| m.argument_slots == slots) else {
            let class = self.class_of(handle).external_name();
            return Err(Trap::Unsupported(format!("a method handle without code: {class}")));
        };
        self.initialise(method.class)?;
        self.call_target(method, sp, Then::Return)
    }

    /// `linkToStatic` and the others: calls the method that the last argument names, with the arguments
    /// before it.
    fn invoke_member(&mut self, reference: Reference, sp: usize, slots: usize) -> Result<(), Trap> {
        let member = self.receiver(sp, 1)?;
        let Some(method) = self.method_of_member(member)? else {
            return raise("java/lang/InternalError");
        };
        let sp = sp - 1;
        if method.is_polymorphic {
            return match &**self.lib.text(method.name) {
                "invokeBasic" => self.invoke_basic(sp, slots - 1),
                "linkToStatic" => self.invoke_member(Reference::Static, sp, slots - 1),
                "linkToSpecial" => self.invoke_member(Reference::Special, sp, slots - 1),
                "linkToVirtual" => self.invoke_member(Reference::Virtual, sp, slots - 1),
                "linkToInterface" => self.invoke_member(Reference::Interface, sp, slots - 1),
                name => Err(Trap::Unsupported(format!("calls of {name} by a member name"))),
            };
        }
        let target = if method.is_static() {
            // The creator of the handle has initialised the class; that must happen-before the call.
            self.initialise(method.class)?;
            method
        } else {
            let receiver = self.receiver(sp, method.argument_slots)?;
            match reference {
                Reference::Virtual | Reference::Interface => self.select(receiver, method)?,
                _ => method,
            }
        };
        self.call_target(target, sp, Then::Return)
    }

    /// The method that a call of `method` selects for this receiver (JVMS 5.4.6).
    fn select(&mut self, receiver: Ref, method: MethodRef) -> Result<MethodRef, Trap> {
        if method.is_private() {
            return Ok(method);
        }
        if method.class.is_interface() {
            return self.interface_method(receiver, method);
        }
        let Some(&place) = method.vtable_index.get() else { return Ok(method) };
        let vtable = self.class_of(receiver).vtable.get().map_or(&[][..], Vec::as_slice);
        Ok(vtable.get(place as usize).copied().unwrap_or(method))
    }

    /// The argument this many slots below `sp`; it must not be null.
    fn receiver(&self, sp: usize, slots: usize) -> Result<Ref, Trap> {
        let object = Ref(self.th.stack[sp - slots]);
        if object.is_null() { raise(NULL_POINTER) } else { Ok(object) }
    }

    fn layout(&mut self) -> Result<Layout, Trap> {
        if let Some(layout) = self.lib.handles.layout.get() {
            return Ok(*layout);
        }
        let handle = self.system_class("java/lang/invoke/MethodHandle")?;
        let form = self.system_class("java/lang/invoke/LambdaForm")?;
        let member = self.system_class("java/lang/invoke/MemberName")?;
        let variable = self.system_class("java/lang/invoke/VarHandle")?;
        let variable_form = self.system_class("java/lang/invoke/VarForm")?;
        let word = |class: ClassRef, name: &str| {
            let field = self.field_named(class, name).map(|f| f.word);
            field
                .ok_or_else(|| Trap::Unsupported(format!("this JDK has no {}.{name}", class.external_name())))
        };
        let layout = Layout {
            handle_type: word(handle, "type")?,
            handle_form: word(handle, "form")?,
            form_entry: word(form, "vmentry")?,
            member_method: word(member, "method")?,
            variable_form: word(variable, "vform")?,
            variable_exact: word(variable, "exact")?,
            form_class: word(variable_form, "implClass")?,
        };
        Ok(*self.lib.handles.layout.get_or_init(|| layout))
    }
}

/// The parameters of a descriptor with every class replaced by Object.
fn erase(descriptor: &str) -> String {
    let erased = |p: &&str| match Kind::of(p) {
        Kind::Reference => "Ljava/lang/Object;".to_owned(),
        _ => (*p).to_owned(),
    };
    descriptor::split(descriptor).0.iter().map(erased).collect()
}
