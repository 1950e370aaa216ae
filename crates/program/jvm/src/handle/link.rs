//! What Java code of the class library creates for the machine: call sites, method types, constants (JVMS
//! 5.4.3.5, 5.4.3.6).
//!
//! Each is created once per state by a call of java.lang.invoke.MethodHandleNatives, stored in the state, and
//! found there when the instruction is executed again. Failures are stored, too: the instruction throws an
//! equal error each time.

use super::Polymorphic;
use crate::class::{ClassRef, Kind, Loader, MethodRef};
use crate::code::Code;
use crate::descriptor;
use crate::heap::{Creator, Ref};
use crate::indy::{Site, site_of};
use crate::state::{CallSite, Then};
use crate::symbol::Symbol;
use crate::trap::{Trap, raise_with};
use crate::vm::Vm;
use classfile::Constant;
use triomphe::Arc;

const NATIVES: &str = "java/lang/invoke/MethodHandleNatives";

/// The key of a stored item: its sort (below), and two numbers that depend on the sort.
type Key = (u32, u32, u32);
/// A constant: class, index.
const CONSTANT: u32 = 0;
/// A method type: class, descriptor.
const TYPE: u32 = 1;
/// The linkage of a polymorphic method: class, index.
const LINKER: u32 = 2;
/// An `invokedynamic`: method, instruction.
const SITE: u32 = 3;

/// A call of the class library that links something for the machine.
#[derive(Debug, Clone, Copy)]
pub struct Linking {
    pub key: Key,
    /// The array that receives a call site's last argument; null for constants.
    pub array: Ref,
    /// The previous creator of objects.
    creator: Creator,
}

impl Vm<'_> {
    /// The item stored under a key.
    fn kept(&mut self, key: Key) -> Result<Option<CallSite>, Trap> {
        match self.st.call_sites.get(&key).copied() {
            Some(site) if site.failed => Err(Trap::Throw(self.error_again(site.appendix, key)?)),
            site => Ok(site),
        }
    }

    /// An error like the one that linking ended with: HotSpot keeps class and message, and the cause for
    /// constants only.
    fn error_again(&mut self, error: Ref, key: Key) -> Result<Ref, Trap> {
        let cause = self.get_ref(error, "cause");
        let has_cause = key.0 == CONSTANT && !cause.is_null() && cause != error;
        let cause = if has_cause { Some(self.error_like(cause, None)?) } else { None };
        self.error_like(error, cause)
    }

    fn error_like(&mut self, error: Ref, cause: Option<Ref>) -> Result<Ref, Trap> {
        let class = self.class_of(error);
        if class.loader != Loader::BOOT {
            return Ok(error);
        }
        let message = self.get_ref(error, "detailMessage");
        let message = (!message.is_null()).then(|| self.text(message));
        self.new_throwable(&class.name, message, cause)
    }

    fn keep(&mut self, key: Key, site: CallSite) {
        // The first thread to link decides for all.
        Arc::make_mut(&mut self.st.call_sites).entry(key).or_insert(site);
    }

    /// Runs a static method of the class library that creates the item to be stored, then the instruction
    /// again.
    fn make<T>(
        &mut self,
        key: Key,
        class: ClassRef,
        method: MethodRef,
        arguments: &[u64],
        array: Ref,
    ) -> Result<T, Trap> {
        self.initialise(method.class)?;
        let linking = Linking { key, array, creator: self.th.creator };
        self.enter_with(method, arguments, Then::Linked(linking))?;
        // Objects created by linking belong to the class, whichever thread links.
        if !self.st.heap.is_booting() {
            self.th.creator = self.lib.creator(class);
        }
        Err(Trap::Again)
    }

    /// Stores what the class library has created.
    pub(crate) fn linked(&mut self, linking: Linking, result: Ref) -> Result<(), Trap> {
        self.th.creator = linking.creator;
        let site = if linking.array.is_null() {
            CallSite { method: None, appendix: result, has_appendix: false, failed: false }
        } else {
            let method = if result.is_null() { None } else { self.method_of_member(result)? };
            let appendix = self.element(linking.array, 0);
            CallSite { method, appendix, has_appendix: !appendix.is_null(), failed: false }
        };
        self.keep(linking.key, site);
        Ok(())
    }

    /// The class library has failed: returns the exception that the instruction throws now and ever after.
    pub(crate) fn link_failed(&mut self, linking: Linking, exception: Ref) -> Result<Ref, Trap> {
        self.th.creator = linking.creator;
        let exception = self.bootstrap_failed(exception)?;
        let is_kept = matches!(linking.key.0, CONSTANT | SITE);
        let linkage = self.system_class("java/lang/LinkageError")?;
        // JVMS 5.4.3: subsequent attempts fail with the same error. Resource errors of the machine are not
        // stored.
        if is_kept && self.class_of(exception).is_subtype(linkage) {
            let site = CallSite { method: None, appendix: exception, has_appendix: false, failed: true };
            self.keep(linking.key, site);
        }
        Ok(exception)
    }

    /// The mirror of the type that a field descriptor denotes in code of `from`.
    fn mirror_of(&mut self, from: ClassRef, descriptor: &str) -> Result<Ref, Trap> {
        match Kind::of(descriptor) {
            Kind::Reference => Ok(self.class_named(from, descriptor::class_name(descriptor))?.mirror()),
            kind => Ok(self.lib.primitive(kind).mirror()),
        }
    }

    /// The instance of java.lang.invoke.MethodType for a descriptor in code of `from`.
    pub(super) fn method_type(&mut self, from: ClassRef, descriptor: Symbol) -> Result<Ref, Trap> {
        let key = (TYPE, from.id, descriptor.number());
        if let Some(site) = self.kept(key)? {
            return Ok(site.appendix);
        }
        let text = self.lib.text(descriptor).clone();
        let (parameters, returns) = descriptor::split(&text);
        let mut mirrors = Vec::new();
        for parameter in parameters {
            mirrors.push(self.mirror_of(from, parameter)?);
        }
        let returns = self.mirror_of(from, returns)?;
        let method = self.system_method(
            NATIVES,
            "findMethodHandleType",
            "(Ljava/lang/Class;[Ljava/lang/Class;)Ljava/lang/invoke/MethodType;",
        )?;
        let class = self.lib.known().class;
        let mirrors = self.new_reference_array(class, &mirrors)?;
        self.make(key, from, method, &[returns.0, mirrors.0], Ref::NULL)
    }

    /// Calls the method that the class library links a call to, with the appended argument.
    pub(super) fn invoke_linked(&mut self, call: &Polymorphic, sp: usize) -> Result<(), Trap> {
        let frame = self.th.frames.last().expect("the running frame");
        let key = match call.what {
            super::What::Dynamic => (SITE, frame.method.id, frame.pc),
            _ => (LINKER, call.from.id, u32::from(call.index)),
        };
        let Some(site) = self.kept(key)? else {
            return match call.what {
                super::What::Dynamic => self.link_call_site(key, call),
                _ => self.link_method(key, call),
            };
        };
        let slots = call.slots + usize::from(site.has_appendix);
        let Some(method) = site.method.filter(|m| m.argument_slots == slots) else {
            return Err(Trap::Unsupported("a call site without a method".into()));
        };
        self.initialise(method.class)?;
        let mut sp = sp;
        if site.has_appendix {
            self.th.stack[sp] = site.appendix.0;
            sp += 1;
        }
        self.call_target(method, sp, Then::Return)
    }

    /// Lets the class library link a method of VarHandle.
    fn link_method(&mut self, key: Key, call: &Polymorphic) -> Result<(), Trap> {
        let kind = self.method_type(call.from, call.descriptor)?;
        let method = self.system_method(
            NATIVES,
            "linkMethod",
            "(Ljava/lang/Class;ILjava/lang/Class;Ljava/lang/String;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/invoke/MemberName;",
        )?;
        let defines = self.system_class("java/lang/invoke/VarHandle")?.mirror();
        let name = self.lib.text(call.name).clone();
        let name = self.literal_str(&name)?;
        let array = self.appendix_array()?;
        let invoke_virtual = 5;
        let arguments = [call.from.mirror().0, invoke_virtual, defines.0, name.0, kind.0, array.0];
        self.make(key, call.from, method, &arguments, array)
    }

    fn appendix_array(&mut self) -> Result<Ref, Trap> {
        let object = self.lib.known().object;
        self.new_reference_array(object, &[Ref::NULL])
    }

    /// A method of MethodHandleNatives whose second parameter, an index, was removed in later releases.
    fn linker(&mut self, name: &str, rest: &str) -> Result<(MethodRef, bool), Trap> {
        let class = self.system_class(NATIVES)?;
        let symbol = self.lib.symbol(name);
        for (index, with_index) in [("", false), ("I", true)] {
            let descriptor = self.lib.symbol(&format!("(Ljava/lang/Object;{index}{rest}"));
            if let Some(method) = class.declared(symbol, descriptor) {
                return Ok((method, with_index));
            }
        }
        Err(Trap::Unsupported(format!("this JDK has no MethodHandleNatives.{name}")))
    }

    /// Links an `invokedynamic` by `MethodHandleNatives.linkCallSite`.
    fn link_call_site(&mut self, key: Key, call: &Polymorphic) -> Result<(), Trap> {
        let Some(site) = site_of(call.from, call.index) else {
            return raise_with("java/lang/ClassFormatError", "a call site without bootstrap method");
        };
        let (bootstrap, arguments) = self.bootstrap(&site, call.index)?;
        let kind = self.method_type(call.from, call.descriptor)?;
        let name = self.literal_str(site.name)?;
        let array = self.appendix_array()?;
        let rest = "Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/invoke/MemberName;";
        let (method, with_index) = self.linker("linkCallSite", rest)?;
        let mut all = vec![call.from.mirror().0];
        all.extend(with_index.then_some(u64::from(call.index)));
        all.extend([bootstrap.0, name.0, kind.0, arguments.0, array.0]);
        self.make(key, call.from, method, &all, array)
    }

    /// The handle of a bootstrap method, and its static arguments in the form that the class library expects.
    fn bootstrap(&mut self, site: &Site<'_>, index: u16) -> Result<(Ref, Ref), Trap> {
        let file = site.class.file().expect("a call site is in a class file");
        let Some(Constant::InvokeDynamic { bootstrap, .. } | Constant::Dynamic { bootstrap, .. }) =
            file.pool.get(index)
        else {
            return raise_with("java/lang/ClassFormatError", "a call site without bootstrap method");
        };
        let handle = file.bootstrap_methods.get(*bootstrap as usize).map_or(0, |b| b.handle);
        let handle = self.constant_object(site.class, handle)?;
        let mut arguments = Vec::new();
        for &argument in site.arguments {
            arguments.push(self.constant_object(site.class, argument)?);
        }
        if arguments.is_empty() {
            return Ok((handle, Ref::NULL));
        }
        let object = self.lib.known().object;
        Ok((handle, self.new_reference_array(object, &arguments)?))
    }

    /// A loadable constant (JVMS 4.4) as an object.
    fn constant_object(&mut self, class: ClassRef, index: u16) -> Result<Ref, Trap> {
        let pool = &class.file().expect("constants are in class files").pool;
        match pool.get(index) {
            Some(Constant::String { utf8 }) => {
                let text = pool.utf16(*utf8).unwrap_or_default();
                self.literal(&text)
            }
            Some(Constant::Class { .. }) => Ok(self.resolve_class(class, index)?.mirror()),
            Some(Constant::Integer(value)) => self.box_value(Kind::Int, u64::from(*value as u32)),
            Some(Constant::Float(bits)) => self.box_value(Kind::Float, u64::from(*bits)),
            Some(Constant::Long(value)) => self.box_value(Kind::Long, *value as u64),
            Some(Constant::Double(bits)) => self.box_value(Kind::Double, *bits),
            Some(Constant::MethodType { descriptor }) => {
                let symbol = self.lib.symbol(pool.utf8(*descriptor).unwrap_or("()V"));
                self.method_type(class, symbol)
            }
            Some(Constant::MethodHandle { kind, reference }) => {
                self.handle_constant(class, index, *kind, *reference)
            }
            Some(Constant::Dynamic { .. }) => self.dynamic_constant(class, index),
            _ => raise_with("java/lang/ClassFormatError", "a constant that cannot be loaded"),
        }
    }

    /// JVMS 5.4.3.5: a method handle.
    fn handle_constant(
        &mut self,
        class: ClassRef,
        index: u16,
        kind: u8,
        reference: u16,
    ) -> Result<Ref, Trap> {
        let key = (CONSTANT, class.id, u32::from(index));
        if let Some(site) = self.kept(key)? {
            return Ok(site.appendix);
        }
        let pool = &class.file().expect("constants are in class files").pool;
        let owner_index = match pool.get(reference) {
            Some(
                Constant::FieldRef { class, .. }
                | Constant::MethodRef { class, .. }
                | Constant::InterfaceMethodRef { class, .. },
            ) => *class,
            _ => return raise_with("java/lang/ClassFormatError", "a method handle without a member"),
        };
        let Some(member) = pool.member(reference) else {
            return raise_with("java/lang/ClassFormatError", "a method handle without a member");
        };
        let owner = self.resolve_class(class, owner_index)?;
        const LAST_FIELD_KIND: u8 = 4;
        let of = if kind <= LAST_FIELD_KIND {
            self.mirror_of(class, member.descriptor)?
        } else {
            let symbol = self.lib.symbol(member.descriptor);
            self.method_type(class, symbol)?
        };
        let name = self.literal_str(member.name)?;
        let method = self.system_method(
            NATIVES,
            "linkMethodHandleConstant",
            "(Ljava/lang/Class;ILjava/lang/Class;Ljava/lang/String;Ljava/lang/Object;)Ljava/lang/invoke/MethodHandle;",
        )?;
        let arguments = [class.mirror().0, u64::from(kind), owner.mirror().0, name.0, of.0];
        self.make(key, class, method, &arguments, Ref::NULL)
    }

    /// JVMS 5.4.3.6: a constant computed by a bootstrap method; primitive values are boxed.
    fn dynamic_constant(&mut self, class: ClassRef, index: u16) -> Result<Ref, Trap> {
        let key = (CONSTANT, class.id, u32::from(index));
        if let Some(site) = self.kept(key)? {
            return Ok(site.appendix);
        }
        let Some(site) = site_of(class, index) else {
            return raise_with("java/lang/ClassFormatError", "a constant without bootstrap method");
        };
        let (bootstrap, arguments) = self.bootstrap(&site, index)?;
        let kind = self.mirror_of(class, site.descriptor)?;
        let name = self.literal_str(site.name)?;
        let rest =
            "Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
        let (method, with_index) = self.linker("linkDynamicConstant", rest)?;
        let mut all = vec![class.mirror().0];
        all.extend(with_index.then_some(u64::from(index)));
        all.extend([bootstrap.0, name.0, kind.0, arguments.0]);
        self.make(key, class, method, &all, Ref::NULL)
    }

    /// Loads a method handle, a method type or a dynamic constant.
    pub(crate) fn load_dynamic_constant(&mut self, code: &'static Code, index: u16) -> Result<(), Trap> {
        let class = code.method.class;
        let object = self.constant_object(class, index)?;
        let kind = site_of(class, index).map_or(Kind::Reference, |site| Kind::of(site.descriptor));
        if kind == Kind::Reference {
            self.push_result(object.0, Kind::Reference);
            return Ok(());
        }
        match self.unbox(object) {
            Some((_, value)) => self.push_result(value, kind),
            None => return raise_with(crate::trap::CLASS_CAST, "a dynamic constant of another type"),
        }
        Ok(())
    }
}
