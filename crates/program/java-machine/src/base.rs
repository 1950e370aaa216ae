//! The first state of a program, against which canonical encodings describe all others.

use crate::encode::ThreadWords;
use jvm::heap::{Creator, Heap, PAGE, Ref, Space};
use jvm::layout::{references, size};
use jvm::library::{HEADER, Library};
use jvm::state::{Init, State};
use triomphe::Arc;

/// A state against which others of the same program are encoded: objects that exist in it keep their names.
pub(crate) struct Base {
    /// The spaces by creator, without constants, which all states share anyway.
    spaces: Vec<Option<BaseSpace>>,
    pub classes: Arc<Vec<Init>>,
    pub thread_words: ThreadWords,
    /// Objects that do not keep their names: start and end of each, ascending.
    nameless: Vec<(Ref, Ref)>,
}

pub(crate) struct BaseSpace {
    pub space: Arc<Space>,
    /// One bit per word: whether it holds a reference.
    references: Box<[u64]>,
    /// One bit per word: whether it is the second word of an object.
    seconds: Box<[u64]>,
}

impl Base {
    /// Makes a state the base.
    pub fn of(lib: &Library, state: &State) -> Base {
        let space = |creator: usize| {
            let creator = Creator(creator as u32);
            let space = state.heap.space(creator).filter(|_| creator != Creator::CONSTANTS)?;
            Some(BaseSpace::of(lib, &state.heap, creator, space.clone()))
        };
        Base {
            spaces: (0..state.heap.spaces.len()).map(space).collect(),
            classes: state.classes.clone(),
            thread_words: ThreadWords::of(lib),
            nameless: Vec::new(),
        }
    }

    /// Whether an object exists in the base and has kept its name.
    pub fn has(&self, object: Ref) -> bool {
        let space = self.spaces.get(object.creator().0 as usize);
        matches!(space, Some(Some(base)) if object.index() < base.space.top) && !self.is_nameless(object)
    }

    /// The end of a creator's objects in the base.
    pub fn top(&self, creator: Creator) -> usize {
        let space = self.spaces.get(creator.0 as usize);
        space.and_then(Option::as_ref).map_or(0, |base| base.space.top)
    }

    /// Removes the names of these objects, to which no object that keeps its name may refer.
    pub fn forget(&mut self, lib: &Library, heap: &Heap, objects: impl Iterator<Item = Ref>) {
        self.nameless = objects.map(|o| (o, Ref(o.0 + size(lib, heap, o) as u64))).collect();
        self.nameless.sort_unstable();
    }

    /// Whether a word, or the object that begins there, belongs to an object without a name.
    #[inline]
    fn is_nameless(&self, word: Ref) -> bool {
        !self.nameless.is_empty() && {
            let after = self.nameless.partition_point(|(start, _)| *start <= word);
            after > 0 && word < self.nameless[after - 1].1
        }
    }

    /// Whether a word is identified by its address.
    pub fn is_told_apart(&self, creator: Creator, at: usize) -> bool {
        !self.is_nameless(Ref::new(creator, at as u32))
    }

    /// The references in the objects of a space.
    pub fn references_of(&self, creator: Creator) -> impl Iterator<Item = Ref> {
        let space = self.spaces.get(creator.0 as usize).and_then(Option::as_ref);
        space.into_iter().flat_map(|base| {
            let words = (0..base.space.top).filter(|&at| base.is_reference(at));
            words.map(|at| Ref(base.space.pages[at / PAGE][at % PAGE]))
        })
    }

    /// All spaces.
    pub fn spaces(&self) -> impl Iterator<Item = (Creator, &BaseSpace)> {
        self.spaces.iter().enumerate().filter_map(|(i, s)| Some((Creator(i as u32), s.as_ref()?)))
    }
}

impl BaseSpace {
    fn of(lib: &Library, heap: &Heap, creator: Creator, space: Arc<Space>) -> BaseSpace {
        let length = space.top.div_ceil(64);
        let (mut words, mut seconds) = (vec![0_u64; length], vec![0_u64; length]);
        let mark = |bits: &mut [u64], at: usize| {
            if let Some(bits) = bits.get_mut(at / 64) {
                *bits |= 1 << (at % 64);
            }
        };
        // The first page of boot represents null.
        let mut at = if creator == Creator::BOOT { PAGE } else { 0 };
        while at < space.top {
            let object = Ref::new(creator, at as u32);
            references(lib, heap, object).for_each(|word| mark(&mut words, at + word));
            mark(&mut seconds, at + 1);
            at += size(lib, heap, object).max(HEADER);
        }
        BaseSpace { space, references: words.into(), seconds: seconds.into() }
    }

    pub fn is_reference(&self, word: usize) -> bool {
        self.references.get(word / 64).is_some_and(|bits| bits >> (word % 64) & 1 != 0)
    }

    pub fn is_second(&self, word: usize) -> bool {
        self.seconds.get(word / 64).is_some_and(|bits| bits >> (word % 64) & 1 != 0)
    }
}
