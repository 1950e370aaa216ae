//! Method handles and variable handles: calls of polymorphic methods (JVMS 2.9.3), linking by the class library.

use crate::class::ClassRef;
use crate::code::Code;
use crate::heap::Ref;
use crate::indy::Site;
use crate::interpret::Callee;
use crate::trap::Trap;
use crate::vm::Vm;

impl Vm<'_> {
    /// Calls `MethodHandle.invokeExact`, `VarHandle.getVolatile` and their like.
    pub(crate) fn invoke_polymorphic(&mut self, code: &'static Code, _index: u16) -> Result<Callee, Trap> {
        Err(Trap::Unsupported(format!("method handles in {:?}", code.method)))
    }

    /// Links a call site by `MethodHandleNatives.linkCallSite`.
    pub(crate) fn link_by_library(
        &mut self,
        _code: &'static Code,
        _pc: usize,
        site: &Site<'_>,
        _index: u16,
    ) -> Result<(), Trap> {
        Err(Trap::Unsupported(format!("bootstrap method {}.{}", site.bootstrap.owner, site.bootstrap.name)))
    }

    /// Loads a method handle, a method type or a dynamic constant.
    pub(crate) fn load_dynamic_constant(&mut self, code: &'static Code, _index: u16) -> Result<(), Trap> {
        Err(Trap::Unsupported(format!("a constant of java.lang.invoke in {:?}", code.method)))
    }

    /// The class library has linked a call site.
    pub(crate) fn linked(
        &mut self,
        _site: (ClassRef, u32, u32),
        _result: Ref,
        _appendix: Ref,
    ) -> Result<(), Trap> {
        Err(Trap::Unsupported("call sites linked by java.lang.invoke".into()))
    }

    /// Calls a method handle that was converted to the type of the call.
    pub(crate) fn invoke_converted(&mut self, _handle: Ref, _arguments: usize) -> Result<(), Trap> {
        Err(Trap::Unsupported("converted method handles".into()))
    }
}
