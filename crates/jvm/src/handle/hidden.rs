//! Hidden classes that programs define (JVMS 5.3.5), java.lang.invoke above all.
//!
//! Classes live as long as the process, and exploring runs the same definitions again and again. The n-th definition from
//! the same bytes is therefore the same class in every state; what differs between states is in their heaps.

use crate::class::ClassRef;
use crate::heap::Heap;
use crate::library::Library;
use crate::trap::Trap;
use crate::vm::Vm;
use hashbrown::HashMap;
use std::sync::RwLock;
use triomphe::Arc;

/// A host's number, whether the class is in its nest, and the bytes.
type Definition = (u32, bool, Box<[u8]>);

/// All hidden classes that programs have defined, those from the same bytes in order.
#[derive(Default)]
pub(crate) struct HiddenClasses(RwLock<HashMap<Definition, Vec<ClassRef>>>);

impl Library {
    /// The `n`-th class that a state defines from these bytes: the same for all states, since classes are never unloaded.
    fn hidden_class(
        &'static self,
        heap: &mut Heap,
        host: ClassRef,
        bytes: Vec<u8>,
        nestmate: bool,
        number_of: impl FnOnce(ClassRef) -> u32,
    ) -> Result<ClassRef, Trap> {
        let key = (host.id, nestmate, bytes.into_boxed_slice());
        let known = |n: usize| {
            let hidden = self.hidden.0.read().expect("no panic while classes are added");
            hidden.get(&key).and_then(|classes| classes.get(n)).copied()
        };
        let n = known(0).map_or(0, number_of) as usize;
        if let Some(class) = known(n) {
            return Ok(class);
        }
        let class = self.define_hidden(heap, host, key.2.to_vec(), nestmate)?;
        let mut hidden = self.hidden.0.write().expect("no panic while classes are added");
        let classes = hidden.entry(key).or_default();
        // Another worker may have been faster; then its class is the class.
        if classes.len() <= n {
            classes.push(class);
        }
        Ok(classes[n.min(classes.len() - 1)])
    }
}

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
