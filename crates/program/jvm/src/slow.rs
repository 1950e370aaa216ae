//! Instructions that are executed for the first time, or rarely: they resolve their constant and become
//! quick.

use crate::class::{ClassRef, FieldRef, Kind, MethodRef, Resolved, Target, flag};
use crate::code::{Code, op};
use crate::descriptor;
use crate::heap::Ref;
use crate::interpret::{FIELD_BOOLEAN, FIELD_BYTE, FIELD_SHORT, memory_flags};
use crate::library::HEADER;
use crate::trap::{NULL_POINTER, Trap, raise, raise_with};
use crate::vm::Vm;
use classfile::Constant;

const CHANGED: &str = "java/lang/IncompatibleClassChangeError";

impl Vm<'_> {
    /// Executes or quickens the instruction at `pc` of the current frame, which has been saved.
    pub(crate) fn slow(&mut self, code: &'static Code, pc: usize, word: u64) -> Result<(), Trap> {
        let (operation, a, b) = (word as u8, (word >> 8) as u32 & 0xff_ffff, (word >> 32) as u32);
        let class = code.method.class;
        let index = b as u16;
        match operation {
            op::LDC | op::LDC_WIDE => self.load_constant(code, pc, index),
            op::GETSTATIC | op::PUTSTATIC => {
                let field = self.resolve_field(class, index)?;
                self.check_field(code, field, true, operation == op::PUTSTATIC)?;
                code.quicken(
                    pc,
                    if operation == op::GETSTATIC { op::GETSTATIC_Q } else { op::PUTSTATIC_Q },
                    0,
                    b,
                );
                Ok(())
            }
            op::GETFIELD | op::PUTFIELD => self.quicken_field(code, pc, operation == op::PUTFIELD, index),
            op::INVOKEVIRTUAL => self.quicken_virtual(code, pc, index),
            op::INVOKESPECIAL => self.quicken_special(code, pc, a, index),
            op::INVOKESTATIC => {
                let method = self.resolve_method(class, index)?;
                if method.is_polymorphic {
                    return self.quicken_polymorphic(code, pc, index);
                }
                if !method.is_static() {
                    return raise_with(
                        CHANGED,
                        format!("Expected static method '{}'", self.external(method)),
                    );
                }
                code.quicken(pc, op::INVOKESTATIC_Q, 0, b);
                Ok(())
            }
            op::INVOKEINTERFACE => self.quicken_interface(code, pc, index),
            op::INVOKEDYNAMIC => self.link_dynamic(code, pc, a, index),
            op::NEW => {
                let target = self.resolve_class(class, index)?;
                if target.access & (flag::ABSTRACT | flag::INTERFACE) != 0 || target.is_array() {
                    return raise_with("java/lang/InstantiationError", target.external_name());
                }
                code.quicken(pc, op::NEW_Q, 0, b);
                Ok(())
            }
            op::ANEWARRAY => {
                self.resolve_class(class, index)?;
                code.quicken(pc, op::ANEWARRAY_Q, 0, b);
                Ok(())
            }
            op::CHECKCAST | op::INSTANCEOF => self.quicken_cast(code, pc, operation, index),
            op::MULTIANEWARRAY => self.multi_array(class, index, a as usize),
            _ => Err(Trap::Unsupported(format!(
                "instruction {} in {:?}",
                crate::code::NAMES.get(operation as usize).unwrap_or(&"?"),
                code.method
            ))),
        }
    }

    fn external(&self, method: MethodRef) -> String {
        let (name, d) = (self.lib.text(method.name), self.lib.text(method.descriptor));
        descriptor::external_method(&method.class.external_name(), name, d)
    }

    fn quicken_cast(
        &mut self,
        code: &'static Code,
        pc: usize,
        operation: u8,
        index: u16,
    ) -> Result<(), Trap> {
        let frame = self.th.frames.last().expect("the running frame");
        // JVMS checkcast: null needs no class.
        if self.th.stack[frame.sp as usize - 1] == 0
            && !matches!(code.method.class.resolved[index as usize].get(), Some(Resolved::Class(_)))
        {
            if operation == op::INSTANCEOF {
                self.pop(1);
                self.push_result(0, Kind::Int);
            } else {
                self.push_result(0, Kind::Void);
            }
            return Ok(());
        }
        self.resolve_class(code.method.class, index)?;
        let quick = if operation == op::CHECKCAST { op::CHECKCAST_Q } else { op::INSTANCEOF_Q };
        code.quicken(pc, quick, 0, u32::from(index));
        Ok(())
    }

    /// Pops slots off the stack of the current frame.
    pub(crate) fn pop(&mut self, slots: usize) {
        self.th.frames.last_mut().expect("the running frame").sp -= slots as u32;
    }

    /// JVMS getfield, putfield, getstatic, putstatic: static or not as expected; final fields are written
    /// only by their own initialisers.
    fn check_field(&self, code: &Code, field: FieldRef, is_static: bool, writes: bool) -> Result<(), Trap> {
        let name = || format!("{}.{}", field.class.external_name(), self.lib.text(field.name));
        if field.is_static() != is_static {
            let what = if is_static { "static" } else { "non-static" };
            return raise_with(CHANGED, format!("Expected {what} field {}", name()));
        }
        if writes && field.is_final() {
            let method = self.lib.text(code.method.name);
            let own = field.class.id == code.method.class.id;
            let initialiser = if is_static { &**method == "<clinit>" } else { &**method == "<init>" };
            // Class files before version 53 may write final fields anywhere in their class.
            let old = code.method.class.file().is_some_and(|f| f.major < 53);
            if !own || !(initialiser || old) {
                let what = if is_static { "static" } else { "non-static" };
                let text = if own {
                    let initialiser = if is_static { "<clinit>" } else { "<init>" };
                    format!(
                        "Update to {what} final field {} attempted from a different method ({method}) than the initializer method {initialiser} ",
                        name()
                    )
                } else {
                    format!(
                        "Update to {what} final field {} attempted from a different class ({}) than the field's declaring class",
                        name(),
                        code.method.class.external_name()
                    )
                };
                return raise_with("java/lang/IllegalAccessError", text);
            }
        }
        Ok(())
    }

    fn quicken_field(
        &mut self,
        code: &'static Code,
        pc: usize,
        writes: bool,
        index: u16,
    ) -> Result<(), Trap> {
        let field = self.resolve_field(code.method.class, index)?;
        self.check_field(code, field, false, writes)?;
        let small = match field.kind {
            Kind::Short => FIELD_SHORT,
            Kind::Byte => FIELD_BYTE,
            Kind::Boolean => FIELD_BOOLEAN,
            _ => 0,
        };
        let flags = small | memory_flags(field);
        let quick = match (writes, field.kind) {
            (false, Kind::Long | Kind::Double) => op::GETFIELD_2,
            (false, Kind::Byte | Kind::Short) => op::GETFIELD_SX,
            (false, _) => op::GETFIELD_1,
            (true, Kind::Long | Kind::Double) => op::PUTFIELD_2,
            (true, Kind::Byte | Kind::Short | Kind::Char | Kind::Boolean) => op::PUTFIELD_CUT,
            (true, _) => op::PUTFIELD_1,
        };
        code.quicken(pc, quick, flags, field.word as u32);
        Ok(())
    }

    fn quicken_virtual(&mut self, code: &'static Code, pc: usize, index: u16) -> Result<(), Trap> {
        let method = self.resolve_method(code.method.class, index)?;
        if method.is_polymorphic {
            return self.quicken_polymorphic(code, pc, index);
        }
        if method.is_static() {
            return raise_with(CHANGED, format!("Expecting non-static method '{}'", self.external(method)));
        }
        self.quicken_selected(code, pc, method, index);
        Ok(())
    }

    fn quicken_selected(&self, code: &'static Code, pc: usize, method: MethodRef, index: u16) {
        let slots = method.argument_slots as u32;
        match method.vtable_index.get() {
            _ if method.is_private() || (method.access & flag::FINAL != 0 && !method.is_abstract()) => {
                code.quicken(pc, op::INVOKEDIRECT_Q, 0, u32::from(index));
            }
            Some(&place) => code.quicken(pc, op::INVOKEVIRTUAL_Q, slots, place),
            None => code.quicken(pc, op::INVOKEINTERFACE_Q, slots, u32::from(index)),
        }
    }

    fn quicken_interface(&mut self, code: &'static Code, pc: usize, index: u16) -> Result<(), Trap> {
        let method = self.resolve_method(code.method.class, index)?;
        if method.is_static() {
            return raise_with(
                CHANGED,
                format!("Expected instance not static method '{}'", self.external(method)),
            );
        }
        if method.is_private() || !method.class.is_interface() {
            self.quicken_selected(code, pc, method, index);
        } else {
            code.quicken(pc, op::INVOKEINTERFACE_Q, method.argument_slots as u32, u32::from(index));
        }
        Ok(())
    }

    /// JVMS invokespecial: constructors, private methods, and superclass methods as the direct superclass has
    /// them.
    fn quicken_special(&mut self, code: &'static Code, pc: usize, site: u32, index: u16) -> Result<(), Trap> {
        let class = code.method.class;
        let method = self.resolve_method(class, index)?;
        if method.is_static() {
            return raise_with(CHANGED, format!("Expecting non-static method '{}'", self.external(method)));
        }
        let init = self.lib.symbol("<init>");
        let host = class.host.unwrap_or(class);
        let goes_up = method.name != init
            && !method.is_private()
            && class.id != method.class.id
            && !method.class.is_interface()
            && host.is_subtype(method.class);
        if !goes_up {
            code.quicken(pc, op::INVOKEDIRECT_Q, 0, u32::from(index));
            return Ok(());
        }
        let above = host.superclass.unwrap_or(host);
        let Some(selected) = self.look_up(above, method.name, method.descriptor) else {
            return raise_with("java/lang/AbstractMethodError", self.external(method));
        };
        let _ = code.sites[site as usize].set(selected);
        code.quicken(pc, op::INVOKESUPER_Q, site, u32::from(index));
        Ok(())
    }

    /// The method that an interface method selects for this receiver.
    pub(crate) fn interface_method(&mut self, receiver: Ref, method: MethodRef) -> Result<MethodRef, Trap> {
        let class = self.class_of(receiver);
        match self.lib.interface_target(class, method) {
            Some(Target::Method(target)) => {
                if target.access & flag::PUBLIC == 0 && !target.is_private() && method.class.is_interface() {
                    return raise_with("java/lang/IllegalAccessError", self.external(target));
                }
                Ok(target)
            }
            Some(Target::Abstract) => Err(self.abstract_error(class, method)),
            Some(Target::Conflict) => {
                let text = format!("Conflicting default methods: {}", self.conflicting(class, method));
                raise_with(CHANGED, text)
            }
            None => {
                let text = format!(
                    "Class {} does not implement the requested interface {}",
                    class.external_name(),
                    method.class.external_name()
                );
                raise_with(CHANGED, text)
            }
        }
    }

    fn conflicting(&self, class: ClassRef, method: MethodRef) -> String {
        let methods = self.lib.most_specific(class, method.name, method.descriptor);
        let name = |m: &MethodRef| format!("{}.{}", m.class.name, self.lib.text(m.name));
        methods.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    fn abstract_error(&self, receiver: ClassRef, method: MethodRef) -> Trap {
        let name = self.external(method);
        let (_, short) =
            name.split_once(&format!("{}.", method.class.external_name())).unwrap_or(("", &name));
        let returns = descriptor::external(descriptor::split(self.lib.text(method.descriptor)).1);
        let text = format!(
            "Receiver class {} does not define or inherit an implementation of the resolved method 'abstract {returns} {short}' of {} {}.",
            receiver.external_name(),
            if method.class.is_interface() { "interface" } else { "abstract class" },
            method.class.external_name()
        );
        Trap::Raise("java/lang/AbstractMethodError", Some(text))
    }

    /// Why a method without code cannot be called.
    pub(crate) fn cannot_call(&self, method: MethodRef) -> Trap {
        if method.is_native() {
            return self.missing_native(method);
        }
        let frame = self.th.frames.last();
        let receiver = frame.map(|f| Ref(self.th.stack[f.sp as usize - method.argument_slots]));
        let class = receiver.filter(|r| !r.is_null()).map_or(method.class, |r| self.class_of(r));
        self.abstract_error(class, method)
    }

    fn multi_array(&mut self, class: ClassRef, index: u16, dimensions: usize) -> Result<(), Trap> {
        let array_class = self.resolve_class(class, index)?;
        let sp = self.th.frames.last().expect("the running frame").sp as usize;
        let lengths: Vec<i32> = (sp - dimensions..sp).map(|i| self.th.stack[i] as u32 as i32).collect();
        if let Some(negative) = lengths.iter().find(|&&l| l < 0) {
            return raise_with("java/lang/NegativeArraySizeException", negative.to_string());
        }
        let array = self.new_multi_array(array_class, &lengths)?;
        self.pop(dimensions);
        self.push_result(array.0, Kind::Reference);
        Ok(())
    }

    /// Creates an array of arrays.
    pub(crate) fn new_multi_array(&mut self, class: ClassRef, lengths: &[i32]) -> Result<Ref, Trap> {
        let Some((&length, inner)) = lengths.split_first() else { return Ok(Ref::NULL) };
        let array = self.new_array_checked(class, length)?;
        if let (Some((component, _)), false) = (class.component(), inner.is_empty()) {
            for i in 0..length as usize {
                let element = self.new_multi_array(component, inner)?;
                self.st.heap.set_word(array, HEADER + i, element.0);
            }
            if let Some(observer) = self.observer() {
                observer.on_filled(self, array);
            }
        }
        Ok(array)
    }

    /// The string literal at a constant's index, in a state where the program has interned strings itself.
    pub(crate) fn literal_at(&mut self, code: &Code, index: u32) -> Result<Ref, Trap> {
        let pool = &code.method.class.file().expect("code has a class file").pool;
        let Some(Constant::String { utf8 }) = pool.get(index as u16) else { return raise(NULL_POINTER) };
        let text = pool.utf16(*utf8).unwrap_or_default();
        self.literal(&text)
    }

    fn load_constant(&mut self, code: &'static Code, pc: usize, index: u16) -> Result<(), Trap> {
        let class = code.method.class;
        let pool = &class.file().expect("code has a class file").pool;
        match pool.get(index) {
            Some(Constant::String { utf8 }) => {
                let text = pool.utf16(*utf8).unwrap_or_default();
                let string = self.literal(&text)?;
                if string.is_moving() {
                    // A string interned by the program belongs to this state: others must not see it.
                    self.push_result(string.0, Kind::Reference);
                    return Ok(());
                }
                let _ = class.resolved[index as usize].set(Resolved::String(string));
                code.quicken(pc, op::LDC_STRING, 0, u32::from(index));
                Ok(())
            }
            Some(Constant::Class { .. }) => {
                self.resolve_class(class, index)?;
                code.quicken(pc, op::LDC_CLASS, 0, u32::from(index));
                Ok(())
            }
            _ => self.load_dynamic_constant(code, index),
        }
    }
}
