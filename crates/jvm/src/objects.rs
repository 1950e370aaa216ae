//! Objects and arrays over the words of the heap: headers, lengths, elements, fields by name.

use crate::class::{ClassRef, FieldRef, Kind};
use crate::heap::Ref;
use crate::library::HEADER;
use crate::trap::{Trap, raise_with};
use crate::vm::Vm;

/// The byte offset of the first element of an array.
pub(crate) const ARRAY_BASE: usize = HEADER * 8;

impl Vm<'_> {
    /// The class of an object.
    #[inline]
    pub(crate) fn class_of(&self, object: Ref) -> ClassRef {
        self.lib.class_of_id(self.st.heap.word(object, 0) as u32)
    }

    /// The length of an array.
    #[inline]
    pub(crate) fn length(&self, array: Ref) -> usize {
        (self.st.heap.word(array, 0) >> 32) as usize
    }

    fn allocate(&mut self, words: usize) -> Result<Ref, Trap> {
        let object = self.st.heap.allocate(self.th.creator, words);
        object.map_err(|_| Trap::Raise("java/lang/OutOfMemoryError", Some("Java heap space".into())))
    }

    /// A new instance, all fields at their defaults.
    pub(crate) fn new_object(&mut self, class: ClassRef) -> Result<Ref, Trap> {
        let object = self.allocate(class.words)?;
        self.st.heap.set_word(object, 0, u64::from(class.id));
        self.st.heap.set_word(object, 1, u64::from(identity(object)));
        Ok(object)
    }

    /// A new array of this array class.
    pub(crate) fn new_array(&mut self, class: ClassRef, length: usize) -> Result<Ref, Trap> {
        let kind = class.component().map_or(Kind::Reference, |(_, kind)| kind);
        let words = HEADER + (length * kind.size()).div_ceil(8);
        if words as u64 * 8 > self.limits.array_bytes {
            let message = if length >= i32::MAX as usize - 1 {
                "Requested array size exceeds VM limit"
            } else {
                "Java heap space"
            };
            return raise_with("java/lang/OutOfMemoryError", message);
        }
        let array = self.allocate(words)?;
        self.st.heap.set_word(array, 0, u64::from(class.id) | (length as u64) << 32);
        self.st.heap.set_word(array, 1, u64::from(identity(array)));
        Ok(array)
    }

    /// A new array, its length checked (JVMS newarray).
    pub(crate) fn new_array_checked(&mut self, class: ClassRef, length: i32) -> Result<Ref, Trap> {
        if length < 0 {
            return raise_with("java/lang/NegativeArraySizeException", length.to_string());
        }
        self.new_array(class, length as usize)
    }

    /// A new array of references with these elements.
    pub(crate) fn new_reference_array(&mut self, component: ClassRef, elements: &[Ref]) -> Result<Ref, Trap> {
        let class = self.lib.array_class(&mut self.st.heap, component);
        let array = self.new_array(class, elements.len())?;
        for (i, element) in elements.iter().enumerate() {
            self.st.heap.set_word(array, HEADER + i, element.0);
        }
        Ok(array)
    }

    /// A new `byte[]`.
    pub(crate) fn new_bytes(&mut self, bytes: &[u8]) -> Result<Ref, Trap> {
        let array = self.new_array(self.lib.known().bytes, bytes.len())?;
        self.st.heap.set_bytes(array, ARRAY_BASE, bytes);
        Ok(array)
    }

    /// An element of an array of references, without a check.
    pub(crate) fn element(&self, array: Ref, i: usize) -> Ref {
        Ref(self.st.heap.word(array, HEADER + i))
    }

    /// The contents of a `byte[]`.
    pub(crate) fn byte_array(&self, array: Ref) -> Vec<u8> {
        self.st.heap.bytes(array, ARRAY_BASE, self.length(array))
    }

    /// The elements of an array of references.
    pub(crate) fn elements(&self, array: Ref) -> Vec<Ref> {
        if array.is_null() {
            return Vec::new();
        }
        (0..self.length(array)).map(|i| self.element(array, i)).collect()
    }

    /// A field of a class or its superclasses, by name. For the machine's own use: the class library has it.
    pub(crate) fn field_named(&self, class: ClassRef, name: &str) -> Option<FieldRef> {
        let name = self.lib.symbols.find(name)?;
        let mut at = Some(class);
        while let Some(c) = at {
            if let Some(f) = c.fields().iter().find(|f| f.name == name) {
                return Some(f);
            }
            at = c.superclass;
        }
        None
    }

    /// The value of a field by name, 0 if there is no such field.
    pub(crate) fn get(&self, object: Ref, name: &str) -> u64 {
        let field = self.field_named(self.class_of(object), name);
        field.map_or(0, |f| f.kind.extend(self.st.heap.word(object, f.word)))
    }

    /// A reference field by name.
    pub(crate) fn get_ref(&self, object: Ref, name: &str) -> Ref {
        Ref(self.get(object, name))
    }

    /// Sets a field by name, if it is there: it may belong to another release.
    pub(crate) fn put(&mut self, object: Ref, name: &str, value: u64) {
        if let Some(f) = self.field_named(self.class_of(object), name) {
            self.st.heap.set_word(object, f.word, f.kind.cut(value));
        }
    }

    /// A static field by name.
    pub(crate) fn get_static(&self, class: ClassRef, name: &str) -> u64 {
        let field = self.field_named(class, name);
        field.map_or(0, |f| f.kind.extend(self.st.heap.word(f.class.mirror(), f.word)))
    }

    /// Sets a static field by name, if it is there.
    pub(crate) fn put_static(&mut self, class: ClassRef, name: &str, value: u64) {
        if let Some(f) = self.field_named(class, name) {
            self.st.heap.set_word(f.class.mirror(), f.word, f.kind.cut(value));
        }
    }

    /// The class a mirror stands for.
    pub(crate) fn class_of_mirror(&self, mirror: Ref) -> Option<ClassRef> {
        let word = self.lib.known().class.injected?;
        if mirror.is_null() || self.class_of(mirror).id != self.lib.known().class.id {
            return None;
        }
        let id = self.st.heap.word(mirror, word).checked_sub(1)?;
        Some(self.lib.class_of_id(id as u32))
    }

    /// The identity hash code: a function of the object's name, so it does not depend on the schedule.
    pub(crate) fn identity_hash(&self, object: Ref) -> u32 {
        self.st.heap.word(object, 1) as u32 & 0x7fff_ffff
    }
}

fn identity(object: Ref) -> u32 {
    let mixed = (object.0 ^ object.0 >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed >> 33) as u32 & 0x7fff_ffff).max(1)
}
