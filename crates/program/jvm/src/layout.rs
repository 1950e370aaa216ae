//! The layout of objects: their size, and which of their words hold references. Used by the collector and the
//! canonical encoding.
//!
//! An instance has its class's fields, one word each; an array of references has one word per element; a
//! mirror has the static fields of its class behind its own. Words that only the machine sees
//! (`Class::injected`) are numbers.
//!
//! Also records the heap as boot left it: the boot space never grows again and its objects are contiguous, so
//! which of its words are references is computed once.

use crate::class::{ClassRef, Kind};
use crate::heap::{Creator, Heap, PAGE, Ref, Space};
use crate::library::{HEADER, Library};
use crate::state::{Init, State};
use triomphe::Arc;

/// The heap as boot left it.
pub struct Booted {
    /// The objects that boot created.
    pub space: Arc<Space>,
    /// One bit per word of the boot space: whether it holds a reference.
    pub references: Box<[u64]>,
    /// The initialisation state of all classes.
    pub classes: Arc<Vec<Init>>,
    buffers: Vec<Buffer>,
}

/// A buffer inside the standard streams. Its owner is an object of the class library that does not expose it,
/// and that reads only what it has put there since the buffer was last emptied.
struct Buffer {
    owner: Ref,
    /// The word of the owner that refers to the holder of the two fields, if the holder is not the owner
    /// itself.
    through: Option<usize>,
    /// The class of the holder.
    class: u32,
    array: usize,
    /// How much of the array is in use.
    end: usize,
}

impl Booted {
    /// Whether a word of the boot space holds a reference.
    #[inline]
    pub fn is_reference(&self, word: usize) -> bool {
        self.references.get(word / 64).is_some_and(|bits| bits >> (word % 64) & 1 != 0)
    }
}

/// The words that hold references.
pub enum References {
    /// None.
    None,
    /// All elements of an array: this many words behind the header.
    Elements(usize),
    /// Fields, and static fields in a mirror.
    Words(&'static [u32], &'static [u32]),
}

/// The size in words of an object with this header. The object must not be a mirror.
pub fn size_of_header(lib: &Library, header: u64) -> usize {
    let class = lib.class_of_id(header as u32);
    match class.component() {
        Some((_, kind)) => HEADER + ((header >> 32) as usize * kind.size()).div_ceil(8),
        None => class.words,
    }
}

/// The size of an object in words, header included.
#[inline]
pub fn size(lib: &Library, heap: &Heap, object: Ref) -> usize {
    let header = heap.word(object, 0);
    let class = lib.class_of_id(header as u32);
    match class.component() {
        Some((_, kind)) => HEADER + ((header >> 32) as usize * kind.size()).div_ceil(8),
        None => class.words + mirrored(lib, heap, object, class).map_or(0, count_statics),
    }
}

/// Which words of an object hold references.
#[inline]
pub fn references(lib: &Library, heap: &Heap, object: Ref) -> References {
    let header = heap.word(object, 0);
    let class = lib.class_of_id(header as u32);
    match class.component() {
        Some((_, Kind::Reference)) => References::Elements((header >> 32) as usize),
        Some(_) => References::None,
        None => References::Words(
            instance_words(class),
            mirrored(lib, heap, object, class).map_or(&[], static_words),
        ),
    }
}

impl References {
    /// Visits the words in ascending order.
    #[inline]
    pub fn for_each(&self, mut visit: impl FnMut(usize)) {
        match self {
            References::None => {}
            References::Elements(count) => (HEADER..HEADER + count).for_each(visit),
            References::Words(fields, statics) => {
                fields.iter().chain(*statics).for_each(|&word| visit(word as usize));
            }
        }
    }
}

/// The class that a mirror stands for; `None` for other objects.
#[inline]
pub fn mirrored(lib: &Library, heap: &Heap, object: Ref, class: ClassRef) -> Option<ClassRef> {
    let known = lib.known().class;
    let word = known.injected.filter(|_| class.id == known.id)?;
    let id = heap.word(object, word).checked_sub(1)?;
    Some(lib.class_of_id(id as u32))
}

fn count_statics(class: ClassRef) -> usize {
    class.fields().iter().filter(|f| f.is_static()).count()
}

/// The words of an instance that hold references, ascending.
#[inline]
pub fn instance_words(class: ClassRef) -> &'static [u32] {
    class.references.get_or_init(|| {
        let mut words = class.superclass.map_or_else(Vec::new, |s| instance_words(s).to_vec());
        words.extend(reference_words(class, false));
        words.into()
    })
}

/// The words of the mirror that hold static fields of reference type, ascending.
#[inline]
pub fn static_words(class: ClassRef) -> &'static [u32] {
    class.static_references.get_or_init(|| reference_words(class, true).collect())
}

fn reference_words(class: ClassRef, statics: bool) -> impl Iterator<Item = u32> {
    let fields = class.fields().iter().filter(move |f| f.is_static() == statics);
    fields.filter(|f| f.kind == Kind::Reference).map(|f| f.word as u32)
}

/// Records the heap of a state that has just been booted.
pub(crate) fn note_boot(lib: &Library, state: &State) -> Result<(), String> {
    let heap = &state.heap;
    let space = heap.space(Creator::BOOT).cloned().unwrap_or_default();
    let mut bits = vec![0_u64; space.top.div_ceil(64)];
    let mut buffers = Vec::new();
    // The first page represents null.
    let mut at = PAGE;
    while at < space.top {
        let object = Ref::new(Creator::BOOT, at as u32);
        references(lib, heap, object).for_each(|word| {
            if let Some(bits) = bits.get_mut((at + word) / 64) {
                *bits |= 1 << ((at + word) % 64);
            }
        });
        buffers.extend(buffer(lib, heap, object));
        at += size(lib, heap, object);
    }
    if at != space.top {
        return Err(format!("the objects of the boot space end at word {at} instead of {}", space.top));
    }
    let booted = Booted { space, references: bits.into(), classes: state.classes.clone(), buffers };
    lib.booted.set(booted).map_err(|_| "a library is booted once".to_owned())
}

/// Calls `visit` with the words of the permanent spaces that hold references and may have changed since they
/// were shared.
pub(crate) fn permanent_references(lib: &Library, heap: &Heap, mut visit: impl FnMut(Ref, usize)) {
    if let (Some(booted), Some(own)) = (lib.booted.get(), heap.space(Creator::BOOT)) {
        for (i, (page, old)) in own.pages.iter().zip(&booted.space.pages).enumerate() {
            if !Arc::ptr_eq(page, old) {
                let words = (i * PAGE..(i + 1) * PAGE).filter(|&word| booted.is_reference(word));
                words.for_each(|word| visit(Ref::new(Creator::BOOT, 0), word));
            }
        }
    }
    let Some(own) = heap.space(Creator::CONSTANTS) else { return };
    lib.constants.changed(own, |i, _, _| {
        let Some(object) = lib.constants.object_at(i) else { return };
        let first = object.index();
        references(lib, heap, object).for_each(|word| {
            if (first + word) / PAGE == i {
                visit(object, word);
            }
        });
    });
}

/// The buffer of an object, if it is part of the standard streams.
fn buffer(lib: &Library, heap: &Heap, owner: Ref) -> Option<Buffer> {
    let class_of = |object: Ref| lib.class_of_id(heap.word(object, 0) as u32);
    let class = class_of(owner);
    let (holder, through, array, end) = match &*class.name {
        "java/io/BufferedOutputStream" => (owner, None, "buf", "count"),
        "java/io/BufferedWriter" => (owner, None, "cb", "nextChar"),
        "sun/nio/cs/StreamEncoder" => {
            let through = word_of(lib, class, "bb")?;
            (Ref(heap.word(owner, through)), Some(through), "hb", "position")
        }
        _ => return None,
    };
    let class = class_of(holder);
    let (array, end) = (word_of(lib, class, array)?, word_of(lib, class, end)?);
    Some(Buffer { owner, through, class: class.id, array, end })
}

/// The index of an instance's word that holds the field with this name.
pub fn word_of(lib: &Library, class: ClassRef, name: &str) -> Option<usize> {
    let name = lib.symbols.find(name)?;
    let mut at = Some(class);
    while let Some(class) = at {
        if let Some(field) = class.fields().iter().find(|f| f.name == name && !f.is_static()) {
            return Some(field.word);
        }
        at = class.superclass;
    }
    None
}

/// The arrays of the standard streams that are empty: they still contain what was printed earlier, but it is
/// never read.
pub fn idle_buffers(lib: &Library, heap: &Heap) -> Vec<Ref> {
    let idle = |buffer: &Buffer| {
        let array = Ref(heap.word(buffer.idle(heap)?, buffer.array));
        (!array.is_null()).then_some(array)
    };
    buffers(lib).iter().filter_map(idle).collect()
}

/// Whether all output has been flushed.
pub fn streams_are_idle(lib: &Library, heap: &Heap) -> bool {
    buffers(lib).iter().all(|buffer| buffer.idle(heap).is_some())
}

fn buffers(lib: &Library) -> &[Buffer] {
    lib.booted.get().map_or(&[], |booted| &booted.buffers)
}

impl Buffer {
    /// The holder, if the buffer is empty.
    fn idle(&self, heap: &Heap) -> Option<Ref> {
        let holder = self.through.map_or(self.owner, |word| Ref(heap.word(self.owner, word)));
        let is_idle = heap.word(holder, 0) == u64::from(self.class) && heap.word(holder, self.end) == 0;
        is_idle.then_some(holder)
    }
}
