//! Variable handles: an access calls the static method of the handle's implementation directly.
//!
//! This is what `VarHandleGuards` of the class library does when the types fit; the same conditions are
//! checked here, and everything else (conversions, indirect handles, exact behaviour, unsupported modes) is
//! left to the class library.

use super::Polymorphic;
use crate::class::{ClassRef, Kind, MethodRef};
use crate::descriptor;
use crate::heap::Ref;
use crate::state::Then;
use crate::trap::{Trap, raise_with};
use crate::vm::Vm;

/// The handle of a static field whose class may not be initialised yet (since release 22).
const LAZY: &str = "java/lang/invoke/LazyInitializingVarHandle";

impl Vm<'_> {
    /// Performs `VarHandle.get` and the other access modes.
    pub(super) fn access_variable(&mut self, call: &Polymorphic, sp: usize) -> Result<(), Trap> {
        let handle = self.receiver(sp, call.slots)?;
        let layout = self.layout()?;
        let form = Ref(self.st.heap.word(handle, layout.variable_form));
        let is_exact = self.st.heap.word(handle, layout.variable_exact) & 1 != 0;
        let implementation = Ref(self.st.heap.word(form, layout.form_class));
        let method = match self.class_of_mirror(implementation) {
            Some(class) if !is_exact => self.implementation(call, class),
            _ => None,
        };
        let Some(method) = method else { return self.invoke_linked(call, sp) };
        let then = self.result_of_access(call, method)?;
        self.initialise(method.class)?;
        if *self.class_of(handle).name == *LAZY {
            if let Some(class) = self.class_of_mirror(self.get_ref(handle, "refc")) {
                self.initialise(class)?;
            }
            self.th.stack[sp - call.slots] = self.get_ref(handle, "target").0;
        }
        self.call_target(method, sp, then)
    }

    /// The method of a handle's implementation class, if the arguments and the result fit without conversion.
    fn implementation(&self, call: &Polymorphic, class: ClassRef) -> Option<MethodRef> {
        if let Some(&(id, method)) = call.known.get()
            && id == class.id
        {
            return Some(method);
        }
        let mut at = Some(class);
        let method = loop {
            let c = at?;
            let named = c.methods().iter().find(|m| m.name == call.name && m.is_static());
            if let Some(method) = named {
                break *method;
            }
            at = c.superclass;
        };
        let text = self.lib.text(method.descriptor);
        let parameters = text.strip_prefix("(Ljava/lang/invoke/VarHandle;")?;
        let rest = parameters.strip_prefix(call.erased.as_str())?.strip_prefix(')')?;
        if call.returns != Kind::Void && call.returns != Kind::of(rest) {
            return None;
        }
        let _ = call.known.set((class.id, method));
        Some(method)
    }

    /// How the implementation's result is returned: as it is, or cast, or dropped.
    fn result_of_access(&mut self, call: &Polymorphic, method: MethodRef) -> Result<Then, Trap> {
        if call.returns == Kind::Void && method.returns != Kind::Void {
            return Ok(Then::Drop);
        }
        if call.returns != Kind::Reference {
            return Ok(Then::Return);
        }
        let text = self.lib.text(call.descriptor);
        match descriptor::class_name(descriptor::split(text).1) {
            "java/lang/Object" => Ok(Then::Return),
            name => Ok(Then::Cast(self.class_named(call.from, name)?)),
        }
    }

    /// Casts the result of an access to the type that the call expects, as `Class.cast` does.
    pub(crate) fn cast_result(&mut self, object: Ref, class: ClassRef) -> Result<(), Trap> {
        if !object.is_null() && !self.class_of(object).is_subtype(class) {
            let own = self.class_of(object).external_name();
            let text = format!("Cannot cast {own} to {}", class.external_name());
            return raise_with(crate::trap::CLASS_CAST, text);
        }
        self.push_result(object.0, Kind::Reference);
        Ok(())
    }
}
