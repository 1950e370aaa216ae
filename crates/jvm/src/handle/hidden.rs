//! Hidden classes that programs define (JVMS 5.3.5), java.lang.invoke above all.
//!
//! Classes live as long as the process, and exploring runs the same definitions again and again. The n-th definition from
//! the same bytes is therefore the same class in every state; what differs between states is in their heaps.

use crate::class::ClassRef;
use crate::trap::Trap;
use crate::vm::Vm;
use triomphe::Arc;

impl Vm<'_> {
    /// A class that this state has not yet defined.
    pub(crate) fn hidden_class(
        &mut self,
        host: ClassRef,
        bytes: Vec<u8>,
        nestmate: bool,
    ) -> Result<ClassRef, Trap> {
        let hidden = &mut self.st.hidden;
        let mut counted = false;
        let class = self.lib.hidden_class(&mut self.st.heap, host, bytes, nestmate, |first| {
            let count = Arc::make_mut(hidden).entry(first.id).or_insert(0);
            *count += 1;
            counted = true;
            *count - 1
        })?;
        if !counted {
            Arc::make_mut(&mut self.st.hidden).insert(class.id, 1);
        }
        Ok(class)
    }
}
