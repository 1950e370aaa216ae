//! Objects and arrays on top of the heap's words: headers, lengths, elements, fields by name.

use crate::class::{ClassRef, FieldRef, Kind};
use crate::heap::{Creator, PAGE, Ref};
use crate::library::HEADER;
use crate::strings::identity_of_name;
use crate::trap::{Trap, raise_with};
use crate::vm::Vm;

/// The byte offset of the first element of an array.
pub const ARRAY_BASE: usize = HEADER * 8;

impl Vm<'_> {
    /// The class of an object.
    #[inline]
    pub fn class_of(&self, object: Ref) -> ClassRef {
        self.lib.class_of_id(self.st.heap.word(object, 0) as u32)
    }

    /// The length of an array.
    #[inline]
    pub fn length(&self, array: Ref) -> usize {
        (self.st.heap.word(array, 0) >> 32) as usize
    }

    /// Allocates an object and writes its header.
    fn allocate(&mut self, words: usize, header: u64) -> Result<Ref, Trap> {
        let creator = self.th.creator;
        if words > LARGE && self.is_observed() {
            self.align_next(creator);
        }
        let Ok((object, number)) = self.st.heap.allocate_numbered(creator, words) else {
            return raise_with(OUT_OF_MEMORY, "Java heap space");
        };
        self.st.heap.set_word(object, 0, header);
        let hash = identity(self.creator_seed(creator), number);
        let marks = match self.observer() {
            Some(observer) => observer.on_allocate(self, object, words)?,
            None => 0,
        };
        self.st.heap.set_word(object, 1, u64::from(hash) | marks);
        Ok(object)
    }

    /// Lets the next object of a creator begin on a page boundary, so that an observer can name locations far
    /// inside it. Objects are contiguous, so the gap must be an object, too.
    #[cold]
    fn align_next(&mut self, creator: Creator) {
        let top = self.st.heap.space(creator).map_or(0, |space| space.top);
        let gap = match top.next_multiple_of(PAGE) - top {
            0 => return,
            gap if gap < HEADER => gap + PAGE,
            gap => gap,
        };
        if let Ok(filler) = self.st.heap.allocate(creator, gap) {
            let header = u64::from(self.lib.known().bytes.id) | ((gap - HEADER) as u64 * 8) << 32;
            self.st.heap.set_word(filler, 0, header);
        }
    }

    /// Refuses an instruction that would exceed the bound on the heap. Called before anything is changed, and
    /// only by instructions that can be executed again: garbage may have to be collected first. All other
    /// allocations are small.
    #[inline]
    fn check_room(&self, words: usize) -> Result<(), Trap> {
        if self.st.heap.in_use() + words as u64 <= self.room { Ok(()) } else { self.no_room() }
    }

    #[cold]
    fn no_room(&self) -> Result<(), Trap> {
        if self.no_garbage { raise_with(OUT_OF_MEMORY, "Java heap space") } else { Err(Trap::Collect) }
    }

    /// A new instance, all fields at their defaults.
    pub(crate) fn new_object(&mut self, class: ClassRef) -> Result<Ref, Trap> {
        self.allocate(class.words, u64::from(class.id))
    }

    /// A new instance for an instruction (JVMS new).
    #[inline]
    pub fn new_object_checked(&mut self, class: ClassRef) -> Result<Ref, Trap> {
        self.check_room(class.words)?;
        self.new_object(class)
    }

    /// A new array of this array class.
    pub(crate) fn new_array(&mut self, class: ClassRef, length: usize) -> Result<Ref, Trap> {
        let words = array_words(class, length);
        if words as u64 * 8 > self.limits.array_bytes {
            let message = if length >= i32::MAX as usize - 1 {
                "Requested array size exceeds VM limit"
            } else {
                "Java heap space"
            };
            return raise_with(OUT_OF_MEMORY, message);
        }
        self.allocate(words, u64::from(class.id) | (length as u64) << 32)
    }

    /// A new array, its length checked (JVMS newarray).
    pub fn new_array_checked(&mut self, class: ClassRef, length: i32) -> Result<Ref, Trap> {
        if length < 0 {
            return raise_with("java/lang/NegativeArraySizeException", length.to_string());
        }
        let words = array_words(class, length as usize);
        if words as u64 * 8 <= self.limits.array_bytes {
            self.check_room(words)?;
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

    /// The elements of an array of references.
    pub(crate) fn elements(&self, array: Ref) -> Vec<Ref> {
        if array.is_null() {
            return Vec::new();
        }
        (0..self.length(array)).map(|i| self.element(array, i)).collect()
    }

    /// A field of a class or its superclasses, by name. For the machine's own use of library classes.
    pub fn field_named(&self, class: ClassRef, name: &str) -> Option<FieldRef> {
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
    pub fn get(&self, object: Ref, name: &str) -> u64 {
        let field = self.field_named(self.class_of(object), name);
        field.map_or(0, |f| f.kind.extend(self.st.heap.word(object, f.word)))
    }

    /// A reference field by name.
    pub fn get_ref(&self, object: Ref, name: &str) -> Ref {
        Ref(self.get(object, name))
    }

    /// Sets a field by name, if it exists: it may belong to another release.
    pub fn put(&mut self, object: Ref, name: &str, value: u64) {
        if let Some(f) = self.field_named(self.class_of(object), name) {
            if f.kind == Kind::Reference
                && let Some(observer) = self.observer()
            {
                observer.on_store(self, (object, f.word * 8), Ref(value));
            }
            self.st.heap.set_word(object, f.word, f.kind.cut(value));
        }
    }

    /// The value of a static field by name.
    pub fn get_static(&self, class: ClassRef, name: &str) -> u64 {
        let field = self.field_named(class, name);
        field.map_or(0, |f| f.kind.extend(self.st.heap.word(f.class.mirror(), f.word)))
    }

    /// Sets a static field by name, if it exists.
    pub(crate) fn put_static(&mut self, class: ClassRef, name: &str, value: u64) {
        if let Some(f) = self.field_named(class, name) {
            if f.kind == Kind::Reference {
                self.publishes(Ref(value));
            }
            self.st.heap.set_word(f.class.mirror(), f.word, f.kind.cut(value));
        }
    }

    /// An object is stored where every thread may find it.
    pub(crate) fn publishes(&mut self, object: Ref) {
        if let Some(observer) = self.observer() {
            observer.on_publish(self, object);
        }
    }

    /// The class a mirror stands for.
    #[inline]
    pub fn class_of_mirror(&self, mirror: Ref) -> Option<ClassRef> {
        let word = self.lib.known().class.injected?;
        if mirror.is_null() || self.class_of(mirror).id != self.lib.known().class.id {
            return None;
        }
        let id = self.st.heap.word(mirror, word).checked_sub(1)?;
        Some(self.lib.class_of_id(id as u32))
    }

    /// The identity hash code: a function of the object's first name, so it depends neither on the schedule
    /// nor on collections. Marks the object's hash code as known.
    pub(crate) fn identity_hash(&mut self, object: Ref) -> u32 {
        let word = self.st.heap.word(object, 1);
        if object.is_moving() && word & HASH_IS_KNOWN == 0 {
            self.st.heap.set_word(object, 1, word | HASH_IS_KNOWN);
        }
        word as u32 & 0x7fff_ffff
    }

    /// The identity hash code for a report, which the program does not see.
    pub(crate) fn hash_to_show(&self, object: Ref) -> u32 {
        self.st.heap.word(object, 1) as u32 & 0x7fff_ffff
    }

    /// The seed of the identity hash codes of a creator's objects. Class numbers depend on what the process
    /// has loaded before, class names do not.
    fn creator_seed(&self, creator: Creator) -> u64 {
        match self.lib.class_of_creator(creator) {
            Some(class) => u64::from(identity_of_name(&class.name)) << 32 | 1 << 63,
            None => u64::from(creator.0) << 32,
        }
    }
}

/// The minimal size in words of objects that may have locations far inside.
const LARGE: usize = 1 << 16;

/// In the second word of an object: the program has asked for its identity hash code.
pub const HASH_IS_KNOWN: u64 = 1 << 63;

/// The bits of an object's second word that are free for observers. The hash code has the lowest 31.
pub const FREE_BITS: u64 = 0x7fff_ffff << 32;

const OUT_OF_MEMORY: &str = "java/lang/OutOfMemoryError";

fn array_words(class: ClassRef, length: usize) -> usize {
    let kind = class.component().map_or(Kind::Reference, |(_, kind)| kind);
    HEADER + (length * kind.size()).div_ceil(8)
}

fn identity(seed: u64, number: u64) -> u32 {
    let name = seed ^ number;
    let mixed = (name ^ name >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed >> 33) as u32 & 0x7fff_ffff).max(1)
}
