//! The heap as a value: words in copy-on-write pages, one address space per creator.
//!
//! A reference is an address, and an address is a *name*: its upper half identifies the creator of the object
//! (a thread, the initialiser of a class, the boot sequence), its lower half the position in the creator's
//! own space. A creator allocates in its own program order, so names do not depend on how threads were
//! interleaved.
//!
//! **Promises**: cloning costs one reference count per space; a write after a clone copies one page. Reading
//! outside every object gives 0, never a panic: bytecode is not trusted. **Does not** know classes or types,
//! or collect garbage (see `collect.rs`).

use crate::watch;
use std::sync::RwLock;
use triomphe::Arc;

/// A reference to an object; [`Ref::NULL`] is Java's `null`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Ref(pub u64);

impl Ref {
    /// Java's `null`.
    pub const NULL: Ref = Ref(0);

    /// Whether this is `null`.
    #[inline]
    pub fn is_null(self) -> bool {
        self.0 == 0
    }

    /// The reference to the object of a creator that begins at this word.
    #[inline]
    pub fn new(space: Creator, index: u32) -> Ref {
        Ref(u64::from(space.0) << 32 | u64::from(index))
    }

    /// The creator of the object.
    #[inline]
    pub fn creator(self) -> Creator {
        Creator((self.0 >> 32) as u32)
    }

    /// The index of its first word among those of its creator.
    #[inline]
    pub fn index(self) -> usize {
        (self.0 & 0xffff_ffff) as usize
    }

    /// Whether a collection may rename the object.
    #[inline]
    pub fn is_moving(self) -> bool {
        self.creator() > Creator::CONSTANTS
    }
}

/// An entity that creates objects in an order of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Creator(pub u32);

impl Creator {
    /// The boot sequence.
    pub const BOOT: Creator = Creator(0);
    /// What programs perceive as existing from the beginning: mirrors of classes and string literals, created
    /// on first use by whichever thread needs them.
    pub const CONSTANTS: Creator = Creator(1);

    /// A thread, by its number.
    pub fn thread(number: usize) -> Creator {
        Creator(2 + 2 * number as u32)
    }

    /// The initialiser of a class, whichever thread runs it. The number is not the class's own, see
    /// [`Library::creator`](crate::Library): few classes ever create objects, and a state has a place for
    /// each.
    pub(crate) fn initialiser(number: u32) -> Creator {
        Creator(3 + 2 * number)
    }

    /// The number of the initialiser, if it is one.
    pub fn initialiser_number(self) -> Option<u32> {
        (self.0 > Creator::CONSTANTS.0 && self.0 % 2 == 1).then(|| (self.0 - 3) / 2)
    }
}

/// The number of words of a page. Small, since a write after a snapshot copies a page.
pub const PAGE: usize = 128;
/// The words of a page.
pub type Page = [u64; PAGE];

/// The objects of one creator.
#[derive(Clone, Default)]
pub struct Space {
    /// Its pages; shared with other states until they are written.
    pub pages: Vec<Arc<Page>>,
    /// Words in use.
    pub top: usize,
    /// Words ever allocated here. Unlike `top`, collections do not reduce it: identity hash codes are derived
    /// from it.
    pub ever: u64,
}

impl Space {
    /// A word; 0 outside the space.
    #[inline]
    pub fn word(&self, at: usize) -> u64 {
        self.pages.get(at / PAGE).map_or(0, |page| page[at % PAGE])
    }
}

/// The maximal number of bytes copied at once.
const MOST_BYTES: usize = 1 << 30;

/// The largest number of words one creator may use: names have 32 bits.
const SPACE_LIMIT: usize = u32::MAX as usize - PAGE;

/// Constants added after boot. Shared by all states: a page, once published, never changes here.
#[derive(Default)]
pub struct Constants {
    space: RwLock<Space>,
    /// The first page of the object that a page belongs to.
    first_pages: boxcar::Vec<u32>,
}

impl Constants {
    /// Adds an object with these words. It begins on a new page, so that states which already hold earlier
    /// pages miss nothing.
    pub fn add(&self, image: &[u64]) -> Ref {
        let mut space = self.space.write().expect("no panic while constants are added");
        let at = space.pages.len().max(1) * PAGE;
        if space.pages.is_empty() {
            self.first_pages.push(0);
            space.pages.push(Arc::new([0; PAGE]));
        }
        for chunk in image.chunks(PAGE) {
            let mut page = [0; PAGE];
            page[..chunk.len()].copy_from_slice(chunk);
            self.first_pages.push((at / PAGE) as u32);
            space.pages.push(Arc::new(page));
        }
        space.top = space.pages.len() * PAGE;
        Ref::new(Creator::CONSTANTS, at as u32)
    }

    fn word(&self, at: usize) -> u64 {
        let space = self.space.read().expect("no panic while constants are added");
        space.word(at)
    }

    /// The object that a page belongs to.
    pub fn object_at(&self, page: usize) -> Option<Ref> {
        let first = *self.first_pages.get(page)?;
        (first > 0).then(|| Ref::new(Creator::CONSTANTS, first * PAGE as u32))
    }

    /// Visits the pages of a state's own copy that differ from what all states share, with both contents.
    pub fn changed(&self, own: &Space, mut visit: impl FnMut(usize, &Page, &Page)) {
        let shared = self.space.read().expect("no panic while constants are added");
        for i in changed_pages(&own.pages, &shared.pages) {
            visit(i, &own.pages[i], &shared.pages[i]);
        }
    }
}

/// The pages that two versions of a space do not share, among those that both have.
#[inline]
pub fn changed_pages<'p>(pages: &'p [Arc<Page>], old: &'p [Arc<Page>]) -> impl Iterator<Item = usize> + 'p {
    let both = pages.len().min(old.len());
    let (pages, old) = (&pages[..both], &old[..both]);
    // Every encoding of a state compares hundreds of pages, of which few have changed.
    (0..both).filter(|&i| !Arc::ptr_eq(&pages[i], &old[i]))
}

/// All objects of a state.
#[derive(Clone)]
pub struct Heap {
    /// The spaces by creator.
    pub spaces: Vec<Option<Arc<Space>>>,
    constants: &'static Constants,
    /// While booting, constants are ordinary objects of the boot space.
    booting: bool,
    pub(crate) zeros: Arc<Page>,
    /// Words that were live at the last collection.
    pub(crate) kept: u64,
    /// Words allocated since the beginning or the last collection.
    pub(crate) allocated: u64,
    /// Objects allocated since the beginning.
    pub(crate) objects: u64,
}

/// The space of a creator is full.
#[derive(Debug)]
pub struct HeapFull;

impl Heap {
    #[inline]
    pub(crate) fn new(constants: &'static Constants) -> Heap {
        let mut heap = Heap {
            spaces: Vec::new(),
            constants,
            booting: true,
            zeros: Arc::new([0; PAGE]),
            kept: 0,
            allocated: 0,
            objects: 0,
        };
        // Address 0 is null; nothing else lies near it, so that small offsets from null read 0.
        heap.allocate(Creator::BOOT, PAGE).expect("a new space has room");
        heap
    }

    pub(crate) fn is_booting(&self) -> bool {
        self.booting
    }

    /// From now on constants are shared between states.
    pub(crate) fn end_boot(&mut self) {
        self.booting = false;
    }

    /// Adds an object that programs perceive as existing from the beginning.
    pub(crate) fn add_constant(&mut self, image: &[u64]) -> Ref {
        if !self.booting {
            let constant = self.constants.add(image);
            watch::makes(constant, image.len());
            self.see_constants();
            return constant;
        }
        let at = self.allocate(Creator::BOOT, image.len()).expect("boot needs little memory");
        for (i, &word) in image.iter().enumerate() {
            self.set_word(at, i, word);
        }
        at
    }

    /// Takes over the constants that other states have added.
    pub(crate) fn see_constants(&mut self) {
        let known = self.constants.space.read().expect("no panic while constants are added");
        let own = self.space_mut(Creator::CONSTANTS);
        let have = own.pages.len();
        if have < known.pages.len() {
            own.pages.extend_from_slice(&known.pages[have..]);
            own.top = known.top;
        }
    }

    fn space_mut(&mut self, creator: Creator) -> &mut Space {
        let i = creator.0 as usize;
        if i >= self.spaces.len() {
            self.spaces.resize(i + 1, None);
        }
        Arc::make_mut(self.spaces[i].get_or_insert_with(|| Arc::new(Space::default())))
    }

    /// The objects of a creator.
    #[inline]
    pub fn space(&self, creator: Creator) -> Option<&Arc<Space>> {
        self.spaces.get(creator.0 as usize)?.as_ref()
    }

    /// Words in use: those live at the last collection and those allocated since.
    #[inline]
    pub(crate) fn in_use(&self) -> u64 {
        self.kept + self.allocated
    }

    /// Allocates an object of this many words, all 0.
    pub(crate) fn allocate(&mut self, creator: Creator, words: usize) -> Result<Ref, HeapFull> {
        self.allocate_numbered(creator, words).map(|(object, _)| object)
    }

    /// Allocates an object of this many words, all 0. Also returns how many words its creator had allocated
    /// before, a number that no collection changes.
    pub(crate) fn allocate_numbered(
        &mut self,
        creator: Creator,
        words: usize,
    ) -> Result<(Ref, u64), HeapFull> {
        self.allocated += words as u64;
        self.objects += 1;
        let zeros = self.zeros.clone();
        let space = self.space_mut(creator);
        let at = space.top;
        let top = at.checked_add(words).filter(|&top| top <= SPACE_LIMIT).ok_or(HeapFull)?;
        let pages = top.div_ceil(PAGE);
        if pages > space.pages.len() {
            space.pages.resize(pages, zeros);
        }
        space.top = top;
        let before = space.ever;
        space.ever += words as u64;
        let object = Ref::new(creator, at as u32);
        watch::makes(object, words);
        Ok((object, before))
    }

    /// Whether an object was created at this address.
    #[inline]
    pub fn exists(&self, object: Ref) -> bool {
        !object.is_moving() || self.space(object.creator()).is_some_and(|space| object.index() < space.top)
    }

    /// Puts the header of an object that is not created yet where it will be.
    pub fn put_ghost(&mut self, object: Ref, words: usize, header: [u64; 2]) {
        let zeros = self.zeros.clone();
        let pages = (object.index() + words).div_ceil(PAGE);
        let space = self.space_mut(object.creator());
        if pages > space.pages.len() {
            space.pages.resize(pages, zeros);
        }
        self.set_word(object, 0, header[0]);
        self.set_word(object, 1, header[1]);
    }

    /// The `i`-th word of an object.
    #[inline]
    pub fn word(&self, object: Ref, i: usize) -> u64 {
        watch::reads(object, i);
        let at = object.index() + i;
        if let Some(Some(space)) = self.spaces.get(object.creator().0 as usize)
            && let Some(page) = space.pages.get(at / PAGE)
        {
            return page[at % PAGE];
        }
        self.missing_word(object, at)
    }

    /// Appends words of an object.
    pub fn copy_words(&self, object: Ref, words: std::ops::Range<usize>, out: &mut Vec<u64>) {
        let (mut at, end) = (words.start, words.end);
        let space = self.space(object.creator());
        while at < end {
            let start = object.index() + at;
            let here = (PAGE - start % PAGE).min(end - at);
            match space.and_then(|space| space.pages.get(start / PAGE)) {
                Some(page) => out.extend_from_slice(&page[start % PAGE..start % PAGE + here]),
                None => out.extend((at..at + here).map(|i| self.word(object, i))),
            }
            at += here;
        }
    }

    #[cold]
    fn missing_word(&self, object: Ref, at: usize) -> u64 {
        if object.creator() == Creator::CONSTANTS { self.constants.word(at) } else { 0 }
    }

    /// Sets the `i`-th word of an object.
    #[inline]
    pub fn set_word(&mut self, object: Ref, i: usize, value: u64) {
        watch::writes(object, i);
        let at = object.index() + i;
        if let Some(Some(space)) = self.spaces.get_mut(object.creator().0 as usize)
            && at / PAGE < space.pages.len()
        {
            let page = &mut Arc::make_mut(space).pages[at / PAGE];
            Arc::make_mut(page)[at % PAGE] = value;
            return;
        }
        self.set_missing_word(object, at, value);
    }

    #[cold]
    fn set_missing_word(&mut self, object: Ref, at: usize, value: u64) {
        if object.creator() == Creator::CONSTANTS {
            self.see_constants();
            let space = self.space_mut(Creator::CONSTANTS);
            if let Some(page) = space.pages.get_mut(at / PAGE) {
                Arc::make_mut(page)[at % PAGE] = value;
            }
        }
    }

    /// Reads `size` (1, 2, 4 or 8) bytes at a byte offset, zero-extended. Need not be aligned.
    #[inline]
    pub fn read(&self, object: Ref, offset: usize, size: usize) -> u64 {
        let (word, shift) = (offset / 8, offset % 8 * 8);
        let mask = if size == 8 { u64::MAX } else { (1 << (size * 8)) - 1 };
        let low = self.word(object, word) >> shift;
        if shift + size * 8 <= 64 {
            return low & mask;
        }
        (low | self.word(object, word + 1) << (64 - shift)) & mask
    }

    /// Writes `size` (1, 2, 4 or 8) bytes at a byte offset. Need not be aligned.
    #[inline]
    pub fn write(&mut self, object: Ref, offset: usize, size: usize, value: u64) {
        let (word, shift) = (offset / 8, offset % 8 * 8);
        if size == 8 && shift == 0 {
            return self.set_word(object, word, value);
        }
        let mask = if size == 8 { u64::MAX } else { (1 << (size * 8)) - 1 };
        let value = value & mask;
        let old = self.word(object, word);
        self.set_word(object, word, old & !(mask << shift) | value << shift);
        if shift + size * 8 > 64 {
            let old = self.word(object, word + 1);
            let (mask, value) = (mask >> (64 - shift), value >> (64 - shift));
            self.set_word(object, word + 1, old & !mask | value);
        }
    }

    /// A copy of `length` bytes from a byte offset on.
    pub fn bytes(&self, object: Ref, offset: usize, length: usize) -> Vec<u8> {
        // No array has more: a length that was guessed or torn must not request unavailable memory.
        let length = length.min(MOST_BYTES);
        let mut out = Vec::with_capacity(length + 8);
        let first = offset / 8;
        let last = offset.saturating_add(length).div_ceil(8);
        for word in first..last {
            out.extend_from_slice(&self.word(object, word).to_le_bytes());
        }
        out.drain(..offset % 8);
        out.truncate(length);
        out
    }

    /// Overwrites bytes from a byte offset on.
    pub fn set_bytes(&mut self, object: Ref, offset: usize, bytes: &[u8]) {
        let head = (8 - offset % 8) % 8;
        let (start, rest) = bytes.split_at(head.min(bytes.len()));
        for (i, &byte) in start.iter().enumerate() {
            self.write(object, offset + i, 1, u64::from(byte));
        }
        let offset = offset + start.len();
        let chunks = rest.chunks_exact(8);
        let tail = chunks.remainder();
        let words = chunks.len();
        for (i, chunk) in chunks.enumerate() {
            let word = u64::from_le_bytes(chunk.try_into().expect("chunks of 8 bytes"));
            self.set_word(object, offset / 8 + i, word);
        }
        for (i, &byte) in tail.iter().enumerate() {
            self.write(object, offset + words * 8 + i, 1, u64::from(byte));
        }
    }

    /// The words of the boot space.
    pub(crate) fn boot_image(&self) -> Vec<u8> {
        let Some(Some(space)) = self.spaces.first() else { return Vec::new() };
        let words = space.pages.iter().flat_map(|page| page.iter()).take(space.top);
        words.flat_map(|word| word.to_le_bytes()).collect()
    }

    /// Sets the words of the boot space.
    pub(crate) fn set_boot_image(&mut self, image: &[u8]) {
        let top = image.len() / 8;
        let mut space = Space { pages: Vec::new(), top, ever: top as u64 };
        for chunk in image.chunks(PAGE * 8) {
            let mut page = [0; PAGE];
            for (word, bytes) in page.iter_mut().zip(chunk.chunks_exact(8)) {
                *word = u64::from_le_bytes(bytes.try_into().expect("chunks of 8 bytes"));
            }
            space.pages.push(Arc::new(page));
        }
        self.spaces = vec![Some(Arc::new(space))];
        self.allocated = top as u64;
    }

    /// The bytes of pages and page tables that this heap does not share with another.
    pub(crate) fn unshared_bytes(&self, other: &Heap) -> usize {
        let mut bytes = 0;
        for (i, own) in self.spaces.iter().enumerate() {
            let Some(own) = own else { continue };
            let theirs = other.spaces.get(i).and_then(Option::as_ref);
            if theirs.is_some_and(|theirs| Arc::ptr_eq(own, theirs)) {
                continue;
            }
            let is_own = |(at, page): &(usize, &Arc<Page>)| {
                let other = theirs.and_then(|theirs| theirs.pages.get(*at));
                !other.is_some_and(|other| Arc::ptr_eq(page, other)) && !Arc::ptr_eq(page, &self.zeros)
            };
            let pages = own.pages.iter().enumerate().filter(is_own).count();
            bytes +=
                size_of::<Space>() + own.pages.len() * size_of::<Arc<Page>>() + pages * size_of::<Page>();
        }
        bytes + self.spaces.len() * size_of::<Option<Arc<Space>>>()
    }

    /// The number of words in use by all creators.
    pub fn words(&self) -> usize {
        self.spaces.iter().flatten().map(|space| space.top).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heap() -> Heap {
        Heap::new(Box::leak(Box::default()))
    }

    #[test]
    fn unaligned_bytes_are_read_as_they_were_written() {
        let mut heap = heap();
        let object = heap.allocate(Creator::thread(0), 40).unwrap();
        let text: Vec<u8> = (0..61).collect();
        heap.set_bytes(object, 21, &text);
        assert_eq!(heap.bytes(object, 21, 61), text);
        assert_eq!(heap.read(object, 21, 8), u64::from_le_bytes([0, 1, 2, 3, 4, 5, 6, 7]));
        heap.write(object, 29, 8, 0x1122_3344_5566_7788);
        assert_eq!(heap.read(object, 29, 8), 0x1122_3344_5566_7788);
        assert_eq!((heap.read(object, 28, 1), heap.read(object, 37, 1)), (7, 16), "neighbours are untouched");
    }

    #[test]
    fn a_copy_does_not_see_later_writes() {
        let mut heap = heap();
        let object = heap.allocate(Creator::thread(1), 500).unwrap();
        heap.set_word(object, 400, 7);
        let copy = heap.clone();
        heap.set_word(object, 400, 8);
        assert_eq!((heap.word(object, 400), copy.word(object, 400)), (8, 7));
    }

    #[test]
    fn constants_of_one_state_are_seen_by_an_older_copy() {
        let mut heap = heap();
        heap.end_boot();
        let copy = heap.clone();
        let first = heap.add_constant(&[1, 2, 3]);
        let mut late = copy.clone();
        assert_eq!(copy.word(first, 2), 3);
        late.set_word(first, 2, 9);
        let second = heap.add_constant(&[4; 200]);
        assert_eq!((late.word(first, 2), late.word(second, 199), heap.word(first, 2)), (9, 4, 3));
    }

    #[test]
    fn reading_outside_of_objects_gives_zero() {
        assert_eq!(heap().word(Ref(u64::MAX), 5), 0);
        assert_eq!(heap().word(Ref::NULL, 5), 0);
    }
}
