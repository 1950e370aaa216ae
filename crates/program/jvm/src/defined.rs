//! Classes that programs define themselves (JVMS 5.3.5): hidden ones, above all those of java.lang.invoke,
//! and those of `ClassLoader.defineClass` and `Lookup.defineClass`.
//!
//! Classes live as long as the process, and a search runs the same definitions again and again, in states
//! that know nothing of each other. **Promises**: the n-th hidden class from the same bytes is the same class
//! in every state, and so is a class that the same loader defines from the same bytes; a named class is found
//! only in states that have defined it. What differs between states is in their heaps: the mirror of a
//! program-defined class records whether it is defined.

use crate::class::{ClassRef, Loader};
use crate::heap::Heap;
use crate::library::{ClassBytes, Library};
use crate::symbol::Symbol;
use crate::trap::Trap;
use crate::vm::Vm;
use hashbrown::HashMap;
use std::sync::RwLock;
use triomphe::Arc;
use xxhash_rust::xxh3::xxh3_128;

/// A host's number, whether the class is in its nest, and the bytes.
type Hidden = (u32, bool, Box<[u8]>);
/// Classes of one loader with one name, and the hashes of their bytes.
type Named = Vec<(u128, ClassRef)>;

/// All classes that programs have defined.
#[derive(Default)]
pub(crate) struct Defined {
    /// Those from the same bytes are in order.
    hidden: RwLock<HashMap<Hidden, Vec<ClassRef>>>,
    named: RwLock<HashMap<(Loader, Symbol), Named>>,
}

impl Library {
    /// The class that this loader returns for this name in the state of this heap.
    pub(crate) fn find_visible(&self, heap: &Heap, loader: Loader, name: Symbol) -> Option<ClassRef> {
        let is_visible = |class: &ClassRef| class.by_program.get().is_none() || self.is_defined(heap, class);
        if let Some(class) = self.find_loaded(loader, name).filter(is_visible) {
            return Some(class);
        }
        let named = self.defined.named.read().expect("no panic while classes are added");
        named.get(&(loader, name))?.iter().map(|(_, class)| *class).find(is_visible)
    }

    /// The word of a mirror that is invisible to programs and records whether a program-defined class is
    /// defined. The class library has it for classes that a debugger redefines.
    fn mark(&self) -> Option<usize> {
        let name = self.symbols.find("classRedefinedCount")?;
        self.known().class.fields().iter().find(|f| f.name == name).map(|f| f.word)
    }

    fn is_defined(&self, heap: &Heap, class: ClassRef) -> bool {
        self.mark().is_none_or(|word| heap.word(class.mirror(), word) != 0)
    }

    /// Defines a class by a loader of the program, which has checked that it is not defined yet.
    pub(crate) fn define_named(
        &'static self,
        heap: &mut Heap,
        loader: Loader,
        found: ClassBytes,
        wanted: Option<&str>,
    ) -> Result<ClassRef, Trap> {
        let hash = xxh3_128(&found.bytes);
        let same = wanted.and_then(|name| self.symbols.find(name)).and_then(|name| {
            let named = self.defined.named.read().expect("no panic while classes are added");
            let (_, class) = named.get(&(loader, name))?.iter().find(|(h, _)| *h == hash)?;
            Some(*class)
        });
        let class = match same {
            Some(class) => class,
            None => {
                let class = self.define_unlisted(heap, loader, found, wanted)?;
                let _ = class.by_program.set(());
                let mut named = self.defined.named.write().expect("no panic while classes are added");
                let classes = named.entry((loader, self.symbol(&class.name))).or_default();
                // Another worker may have been faster; then its class counts.
                match classes.iter().find(|(h, _)| *h == hash) {
                    Some((_, winner)) => winner,
                    None => {
                        classes.push((hash, class));
                        class
                    }
                }
            }
        };
        if let Some(word) = self.mark() {
            heap.set_word(class.mirror(), word, 1);
        }
        Ok(class)
    }

    /// The `n`-th class that a state defines from these bytes: the same for all states, since classes are
    /// never unloaded.
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
            let hidden = self.defined.hidden.read().expect("no panic while classes are added");
            hidden.get(&key).and_then(|classes| classes.get(n)).copied()
        };
        let n = known(0).map_or(0, number_of) as usize;
        if let Some(class) = known(n) {
            return Ok(class);
        }
        let class = self.define_hidden(heap, host, key.2.to_vec(), nestmate)?;
        let mut hidden = self.defined.hidden.write().expect("no panic while classes are added");
        let classes = hidden.entry(key).or_default();
        // Another worker may have been faster; then its class counts.
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
