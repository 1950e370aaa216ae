//! Which handler catches an exception (JVMS 2.10, 3.12).
//!
//! The classes that handlers catch are loaded when a class of the program is linked: HotSpot's verifier then
//! makes sure that they are throwables (JVMS 4.10). Whether a handler may refer to its class is checked when
//! the search reaches it.

use crate::class::{ClassRef, Loader};
use crate::heap::Ref;
use crate::state::{Frame, Init};
use crate::trap::Trap;
use crate::vm::Vm;

impl Vm<'_> {
    /// Loads the classes that the handlers of a class and its superclasses catch.
    pub(crate) fn load_caught(&mut self, class: ClassRef) -> Result<(), Trap> {
        if class.loader == Loader::BOOT {
            return Ok(());
        }
        if let Some(superclass) = class.superclass.filter(|s| self.st.init(s) == Init::Linked) {
            self.load_caught(superclass)?;
        }
        let Some(file) = class.file() else { return Ok(()) };
        let handlers = file.methods.iter().filter_map(|m| m.code.as_ref()).flat_map(|c| &c.handlers);
        for index in handlers.map(|h| h.catch_type) {
            if let Some(name) =
                file.pool.class_name(index).filter(|_| class.resolved[index as usize].get().is_none())
            {
                self.class_named(class, name)?;
            }
        }
        Ok(())
    }

    /// The handler of an exception in a frame. Fails with the handler in question and the reason if that
    /// cannot be decided.
    pub(crate) fn find_handler(&mut self, frame: &Frame, exception: Ref) -> Result<Option<u32>, (u32, Trap)> {
        let class = self.class_of(exception);
        for handler in &frame.code.handlers {
            if frame.pc < handler.start || frame.pc >= handler.end {
                continue;
            }
            if handler.catch == 0 {
                return Ok(Some(handler.target));
            }
            match self.resolve_class(frame.method.class, handler.catch) {
                Ok(caught) if class.is_subtype(caught) => return Ok(Some(handler.target)),
                Ok(_) => {}
                // A handler that guards itself would be found for ever.
                Err(_) if frame.pc == handler.target => {}
                Err(trap) => return Err((handler.target, trap)),
            }
        }
        Ok(None)
    }

    /// Continues the innermost frame at a handler.
    pub(crate) fn go_to_handler(&mut self, target: u32, exception: Ref) {
        let frame = self.th.frames.last_mut().expect("a frame with a handler");
        let sp = frame.base as usize + frame.code.max_locals;
        self.th.stack[sp] = exception.0;
        frame.sp = sp as u32 + 1;
        frame.pc = target;
    }

    /// The class that a handler catches is unknown: the error replaces the exception, as if the handler had
    /// thrown it.
    pub(crate) fn handler_is_unknown(&mut self, target: u32, trap: Trap) -> Result<Ref, Trap> {
        let error = match trap {
            Trap::Throw(error) => error,
            Trap::Raise(class, text) => self.new_throwable(class, text, None)?,
            Trap::RaiseFrom(class, text, cause) => self.new_throwable(class, text, Some(cause))?,
            other => return Err(other),
        };
        self.th.frames.last_mut().expect("a frame with a handler").pc = target;
        Ok(error)
    }
}
