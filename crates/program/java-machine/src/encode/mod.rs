//! The canonical bytes of a state. They depend only on its future: states that differ in names and garbage
//! have equal bytes.
//!
//! Objects are numbered in the order in which they are first met, starting from the threads' frames, so
//! addresses, allocation order and unreachable objects do not show. The permanent spaces are encoded as
//! differences to what boot left and to what all states share. **Promises**: the encoding can be decoded
//! unambiguously, so different bytes mean different states, and states with equal bytes have the same
//! futures.
//!
//! **Left out**, since no future depends on it: the output so far, counters of bytecodes and objects, dead
//! locals, objects of ended threads, monitors of unreachable objects, and what lies in a buffer of the
//! standard streams behind its end. Of the clock, only the remaining times of waits are encoded until the
//! program asks for the time: then it may hold times that it will compare to the clock, and the clock is part
//! of the state.
//!
//! **Identity hash codes** may be anything a virtual machine chooses; here they are computed from an object's
//! creator and creation order, so they differ between states that are otherwise equal. A hash code that the
//! program has asked for is part of the state: it may have decided a place in a table. One that was never
//! asked for is not: two states that differ only in such codes are merged, and the future is explored with
//! the codes of one of them, as if the other had drawn the same. Java allows both futures, and a program that
//! behaves differently depends on what it must not depend on.
//!
//! Numbers of classes, methods and constants are local to the process: bytes of different processes cannot be
//! compared.

mod threads;

use crate::base::Base;
use crate::marks::{IS_LATE, IS_SHARED, MARKS};
use crate::symmetry::{self, Symmetric};
use jvm::heap::{Creator, PAGE, Page, Ref, changed_pages};
use jvm::layout::{self, References};
use jvm::library::{HEADER, Library};
use jvm::objects::HASH_IS_KNOWN;
use jvm::roots::Unmapped;
use jvm::state::{Init, State};
use triomphe::Arc;
use xxhash_rust::xxh3::xxh3_128;

/// Appends the canonical bytes of a state.
///
/// # Errors
/// A method on a stack has bytecode from which the types of its slots cannot be inferred.
pub fn encode(state: &State, lib: &'static Library, out: &mut Vec<u8>) -> Result<(), Unmapped> {
    let form = Form { naming: Naming::Numbers, symmetry: None, counters: Counters::Kept };
    encode_numbering(state, lib, None, &[], form, out).map(|_| ())
}

/// Encodes a state of which a memory holds parts (`held`, ascending): the heap's values for these are left
/// out, but the objects that the memory's values refer to belong to the state. Returns the number of each
/// object, indexed by creator and half its address; 0 for none.
///
/// # Errors
/// As [`encode`].
pub(crate) fn encode_numbering(
    state: &State,
    lib: &'static Library,
    base: Option<&Base>,
    held: &[Held],
    form: Form<'_>,
    out: &mut Vec<u8>,
) -> Result<Vec<Vec<u32>>, Unmapped> {
    let mut encoder = Encoder {
        lib,
        state,
        words: Vec::with_capacity((out.capacity() / 8).max(64)),
        contents: Vec::new(),
        met: Vec::new(),
        numbers: Vec::new(),
        buffers: layout::idle_buffers(lib, &state.heap),
        held,
        naming: form.naming,
        counters: form.counters,
        symmetry: form.symmetry,
        base,
    };
    encoder.threads()?;
    encoder.tables();
    match base {
        Some(base) => encoder.base_spaces(base),
        None => encoder.boot_space(),
    }
    encoder.constants();
    encoder.held_by_permanent();
    encoder.objects();
    encoder.monitors();
    put_words(&encoder.words, out);
    Ok(encoder.numbers)
}

/// Appends words to bytes, all at once: word by word this took a fifth of the time of an encoding.
fn put_words(words: &[u64], out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start + words.len() * 8, 0);
    for (bytes, word) in out[start..].chunks_exact_mut(8).zip(words) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
}

/// A hash of the canonical bytes: equal states have equal fingerprints, and different states almost surely do
/// not.
///
/// # Errors
/// As [`encode`].
pub fn fingerprint(state: &State, lib: &'static Library) -> Result<u128, Unmapped> {
    let mut bytes = Vec::new();
    encode(state, lib, &mut bytes)?;
    Ok(xxh3_128(&bytes))
}

/// How an object is identified in the encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Naming {
    /// By a number, in the order in which objects are met.
    Numbers,
    /// By its name: for searches that store names.
    Names,
}

/// How locals that only count the iterations of a loop are encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counters {
    Kept,
    /// They are left out while the thread is in the loop. Two such encodings of one execution are equal only
    /// if the path from one state to the other can be repeated for ever: nothing on it depends on the
    /// counters.
    LeftOut,
}

/// Options of an encoding.
#[derive(Clone, Copy)]
pub(crate) struct Form<'a> {
    pub naming: Naming,
    /// The permutation of indistinguishable threads, if any.
    pub symmetry: Option<&'a Symmetric<'a>>,
    pub counters: Counters,
}

/// A value that a memory holds for a field or element.
pub(crate) struct Held {
    pub object: Ref,
    pub offset: usize,
    /// The size of the field or element. A field has a word to itself.
    pub size: usize,
    /// The value, if it is a reference.
    pub reference: Option<Ref>,
}

/// The cells within one word, among those held of an object.
fn held_at(held: &[Held], word: usize) -> &[Held] {
    let start = held.partition_point(|h| h.offset / 8 < word);
    let rest = &held[start..];
    &rest[..rest.partition_point(|h| h.offset / 8 == word)]
}

/// The words of a `Thread` that distinguish it from others.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ThreadWords {
    /// Its name and its id.
    identity: [Option<usize>; 2],
    /// Its number.
    number: Option<usize>,
}

impl ThreadWords {
    pub(crate) fn of(lib: &Library) -> ThreadWords {
        let word_of = |name| layout::word_of(lib, lib.known().thread, name);
        ThreadWords { identity: ["name", "tid"].map(word_of), number: word_of("eetop") }
    }
}

/// Marks the number of an object where the address of a permanent object may also occur.
const NUMBER: u64 = 1 << 63;
/// Means "none" where any number may occur.
const NONE: u64 = u64::MAX;

/// The words that differ between two versions of a page: where, the new one, the old one. Few differ, so they
/// are compared in groups first.
fn changes<'p>(page: &'p [u64], old: &'p [u64]) -> impl Iterator<Item = (usize, u64, u64)> {
    const GROUP: usize = 16;
    let groups = page.chunks(GROUP).zip(old.chunks(GROUP)).enumerate();
    groups.filter(|(_, (new, old))| new != old).flat_map(|(group, (new, old))| {
        let words = new.iter().zip(old).enumerate().filter(|(_, (new, old))| new != old);
        words.map(move |(at, (&new, &old))| (group * GROUP + at, new, old))
    })
}

struct Encoder<'a> {
    lib: &'static Library,
    state: &'a State,
    /// The encoding so far.
    words: Vec<u64>,
    /// The words of the current object, kept for its allocation.
    contents: Vec<u64>,
    /// The moving objects, in the order in which they were met.
    met: Vec<Ref>,
    /// Their indexes in `met` plus 1, by creator and half their address (every object has at least two
    /// words).
    numbers: Vec<Vec<u32>>,
    /// Arrays whose contents do not matter.
    buffers: Vec<Ref>,
    /// The values a memory holds, ascending.
    held: &'a [Held],
    naming: Naming,
    counters: Counters,
    /// The permutation of indistinguishable threads, if any.
    symmetry: Option<&'a Symmetric<'a>>,
    base: Option<&'a Base>,
}

impl<'a> Encoder<'a> {
    /// The values a memory holds for an object.
    fn held_in(&self, object: Ref) -> &'a [Held] {
        let start = self.held.partition_point(|h| h.object < object);
        let rest = &self.held[start..];
        &rest[..rest.partition_point(|h| h.object == object)]
    }

    /// Whether an object's name is independent of what happened since the base.
    #[inline]
    fn is_permanent(&self, object: Ref) -> bool {
        !object.is_moving() || self.base.is_some_and(|base| base.has(object))
    }

    /// The bits of a word of a permanent space whose value a memory holds.
    fn held_bits(&self, creator: Creator, at: usize) -> u64 {
        // Objects are in order of address within a space.
        let space = u64::from(creator.0) << 32;
        let end = self.held.partition_point(|h| h.object.0 <= space | at as u64);
        let Some(last) = end.checked_sub(1).map(|i| self.held[i].object) else { return 0 };
        if last.creator() != creator {
            return 0;
        }
        let here = held_at(self.held_in(last), at - last.index());
        here.iter().fold(0, |bits, cell| bits | self.bits_of(cell))
    }

    /// The bits that a value occupies within its word.
    fn bits_of(&self, cell: &Held) -> u64 {
        let class = self.lib.class_of_id(self.state.heap.word(cell.object, 0) as u32);
        let bits = if class.is_array() { cell.size as u32 * 8 } else { 64 };
        u64::MAX >> (64 - bits) << (cell.offset % 8 * 8)
    }

    /// Encodes the objects that a memory's values refer to from permanent objects.
    fn held_by_permanent(&mut self) {
        for cell in self.held {
            if let Some(object) = cell.reference.filter(|_| self.is_permanent(cell.object)) {
                self.reference(object);
            }
        }
    }

    #[inline]
    fn word(&mut self, word: u64) {
        self.words.push(word);
    }

    /// Encodes a text of bytes or of code units, its length first.
    fn text<T: Copy + Into<u64>>(&mut self, text: &[T]) {
        self.count(text.len());
        let unit = size_of::<T>() * 8;
        for part in text.chunks(8 / size_of::<T>()) {
            let word = part.iter().rev().fold(0, |word: u64, &unit_of| word << (unit % 64) | unit_of.into());
            self.word(word);
        }
    }

    fn count(&mut self, count: usize) {
        self.word(count as u64);
    }

    #[inline]
    fn reference(&mut self, object: Ref) {
        if self.is_permanent(object) {
            return self.word(object.0);
        }
        let creator = object.creator().0 as usize;
        if self.numbers.get(creator).is_none_or(Vec::is_empty) && creator < self.state.heap.spaces.len() {
            self.make_room(creator);
        }
        let Some(number) = self.numbers.get_mut(creator).and_then(|all| all.get_mut(object.index() / 2))
        else {
            // Not an object: bytecode is not trusted.
            return self.word(object.0);
        };
        if *number == 0 {
            self.met.push(object);
            *number = self.met.len() as u32;
        }
        let number = *number;
        match self.naming {
            Naming::Numbers => self.word(NUMBER | u64::from(number)),
            Naming::Names => self.word(object.0),
        }
    }

    /// Makes room for the numbers of a creator's objects.
    #[cold]
    fn make_room(&mut self, creator: usize) {
        if self.numbers.len() <= creator {
            self.numbers.resize(creator + 1, Vec::new());
        }
        let top = self.state.heap.space(Creator(creator as u32)).map_or(0, |space| space.top);
        self.numbers[creator] = vec![0; top.div_ceil(2)];
    }

    /// The number of an object, if it was met.
    fn number(&self, object: Ref) -> Option<u32> {
        let numbers = self.numbers.get(object.creator().0 as usize)?;
        numbers.get(object.index() / 2).copied().filter(|&number| number > 0)
    }

    /// The position of a thread in the canonical order of threads.
    fn place_of(&self, thread: usize) -> usize {
        self.symmetry.map_or(thread, |symmetry| symmetry.place(thread))
    }

    /// Encodes what is neither a thread nor an object.
    fn tables(&mut self) {
        let state = self.state;
        self.word(state.next_thread_id);
        self.word(state.exit.map_or(NONE, |status| u64::from(status as u32)));
        self.word(u64::from(state.main_failed) | u64::from(state.notes.is_discarded) << 1);
        // Not implied by the initialisation states: when an exception leaves several initialisers at once,
        // each ends by an action of its own before the exception leaves them.
        self.count(state.notes.late_classes.len());
        for &class in state.notes.late_classes.iter() {
            self.word(u64::from(class));
        }
        self.count(state.notes.ghosts.len());
        for (&ghost, &header) in state.notes.ghosts.iter() {
            self.reference(ghost);
            self.word(header);
        }
        self.count(state.notes.observed.len());
        for text in state.notes.observed.iter().flat_map(|(name, value)| [name, value]) {
            self.text(text.as_bytes());
        }
        self.word(if state.clock_was_read { state.clock as u64 } else { NONE });
        self.count(state.interned.len());
        for (text, &string) in state.interned.iter() {
            self.text(text);
            self.reference(string);
        }
        self.count(state.call_sites.len());
        for (key, site) in state.call_sites.iter() {
            self.word(u64::from(key.0) << 32 | u64::from(key.1));
            self.word(u64::from(key.2) << 32 | u64::from(site.has_appendix) << 1 | u64::from(site.failed));
            self.word(site.method.map_or(NONE, |method| u64::from(method.id)));
            self.reference(site.appendix);
        }
        self.count(state.hidden.len());
        for (&class, &count) in state.hidden.iter() {
            self.word(u64::from(class) << 32 | u64::from(count));
        }
        self.count(state.failures.len());
        for (&class, &cause) in state.failures.iter() {
            self.word(u64::from(class));
            self.reference(cause);
        }
        self.count(state.outside.len());
        for (&base, &block) in state.outside.iter() {
            self.word(base);
            self.reference(block);
        }
        self.count(state.inflaters.len());
        for inflater in state.inflaters.iter() {
            let history = inflater.as_ref().map_or(0, |inflater| inflater.history);
            self.word(history as u64);
            self.word((history >> 64) as u64);
        }
        self.count(state.files.len());
        for file in state.files.iter() {
            self.count(file.as_ref().map_or(usize::MAX, |file| file.position()));
            self.count(file.as_ref().map_or(0, |file| file.identity()));
        }
        self.count(state.modules.len());
        for ((loader, package), &module) in state.modules.iter() {
            self.word(u64::from(*loader));
            self.text(package.as_bytes());
            self.reference(module);
        }
        self.count(state.loaders.len());
        for &loader in state.loaders.iter() {
            self.reference(loader);
        }
        self.classes();
    }

    /// Encodes the classes whose initialisation state has changed since boot.
    fn classes(&mut self) {
        let state = self.state;
        let boot = match self.base {
            Some(base) if Arc::ptr_eq(&base.classes, &state.classes) => return self.word(NONE),
            Some(base) => base.classes.clone(),
            None => self.lib.booted.get().map(|booted| booted.classes.clone()).unwrap_or_default(),
        };
        // Thousands of classes, of which few differ.
        let known = boot.len().min(state.classes.len());
        let (old, new) = state.classes.split_at(known);
        let pairs = old.iter().zip(boot.iter()).enumerate().filter(|(_, (init, boot))| init != boot);
        let changed = pairs.map(|(id, (&init, _))| (id, init));
        let added = (known..).zip(new.iter().copied()).filter(|(_, init)| *init != Init::default());
        for (id, init) in changed.chain(added) {
            self.word(
                (id as u64) << 40
                    | match init {
                        Init::Linked => 0,
                        Init::Done => 1,
                        Init::Failed => 2,
                        Init::By(thread) => 3 | (self.place_of(thread as usize) as u64) << 2,
                    },
            );
        }
        self.word(NONE);
    }

    /// Encodes the words of the boot space that have changed since boot.
    fn boot_space(&mut self) {
        let lib = self.lib;
        if let (Some(booted), Some(own)) = (lib.booted.get(), self.state.heap.space(Creator::BOOT)) {
            for (i, (page, old)) in own.pages.iter().zip(&booted.space.pages).enumerate() {
                if !Arc::ptr_eq(page, old) {
                    let start = i * PAGE;
                    self.page(Creator::BOOT, start, page, old, |at| booted.is_reference(start + at));
                }
            }
        }
        self.word(NONE);
    }

    /// Encodes the words that differ from the base.
    fn base_spaces(&mut self, base: &Base) {
        for (creator, old) in base.spaces() {
            let Some(own) = self.state.heap.space(creator) else { continue };
            if Arc::ptr_eq(own, &old.space) {
                continue;
            }
            self.count(creator.0 as usize);
            let pages = old.space.top.div_ceil(PAGE).min(old.space.pages.len());
            for i in changed_pages(&own.pages, &old.space.pages[..pages]) {
                let (page, old_page) = (&own.pages[i], &old.space.pages[i]);
                let start = i * PAGE;
                let words = PAGE.min(old.space.top - start);
                for (at, new, before) in changes(&page[..words], &old_page[..words]) {
                    // Whether the object has escaped follows from the rest of the state.
                    let mask = if old.is_second(start + at) { !IS_SHARED } else { u64::MAX };
                    if base.is_told_apart(creator, start + at) && new & mask != before & mask {
                        self.changed_word(creator, start + at, new & mask, old.is_reference(start + at));
                    }
                }
            }
            self.word(NONE);
        }
        self.word(NONE);
    }

    /// Encodes a changed word of a permanent space.
    fn changed_word(&mut self, creator: Creator, at: usize, value: u64, is_reference: bool) {
        let held = self.held_bits(creator, at);
        if held == u64::MAX || self.is_buffered(creator, at) {
            return;
        }
        self.count(at);
        if is_reference { self.reference(Ref(value)) } else { self.word(value & !held) }
    }

    /// Encodes the words of constants that differ from what all states share.
    fn constants(&mut self) {
        let (lib, heap) = (self.lib, &self.state.heap);
        if let Some(own) = heap.space(Creator::CONSTANTS) {
            lib.constants.changed(own, |i, page, old| {
                let Some(object) = lib.constants.object_at(i) else { return };
                let first = i * PAGE - object.index();
                let mut references = [false; PAGE];
                layout::references(lib, heap, object).for_each(|word| {
                    if let Some(at) = word.checked_sub(first).filter(|&at| at < PAGE) {
                        references[at] = true;
                    }
                });
                self.page(Creator::CONSTANTS, i * PAGE, page, old, |at| references[at]);
            });
        }
        self.word(NONE);
    }

    fn page(
        &mut self,
        creator: Creator,
        start: usize,
        page: &Page,
        old: &Page,
        is_reference: impl Fn(usize) -> bool,
    ) {
        for (at, new, _) in changes(page, old) {
            self.changed_word(creator, start + at, new, is_reference(at));
        }
    }

    /// Whether a word of a permanent space belongs to an idle buffer.
    fn is_buffered(&self, creator: Creator, at: usize) -> bool {
        self.buffers.iter().any(|&buffer| {
            buffer.creator() == creator
                && buffer.index() + HEADER <= at
                && at < buffer.index() + layout::size(self.lib, &self.state.heap, buffer)
        })
    }

    /// Encodes the objects that were met, and transitively those met in them.
    fn objects(&mut self) {
        let mut next = 0;
        while let Some(&object) = self.met.get(next) {
            next += 1;
            self.object(object);
        }
        self.count(next);
    }

    fn object(&mut self, object: Ref) {
        let (lib, heap) = (self.lib, &self.state.heap);
        self.word(heap.word(object, 0));
        let mut hash = heap.word(object, 1);
        let class = lib.class_of_id(heap.word(object, 0) as u32);
        if self.symmetry.is_some() && symmetry::is_ageless(lib, class) {
            hash &= !IS_LATE;
        }
        // Whether the object has escaped follows from the rest of the state.
        let marks = hash & MARKS;
        self.word(if hash & HASH_IS_KNOWN != 0 { hash & !IS_SHARED } else { marks });
        if self.buffers.contains(&object) {
            return;
        }
        let size = layout::size(lib, heap, object);
        let held = self.held_in(object);
        if !held.is_empty() {
            return self.object_with_held(object, size, held);
        }
        if self.symmetry.is_some() && class.is_subtype(lib.known().thread) {
            return self.thread_object(object, size);
        }
        match layout::references(lib, heap, object) {
            References::None => heap.copy_words(object, HEADER..size, &mut self.words),
            References::Elements(_) => {
                self.with_contents(object, size, |encoder, contents| {
                    contents.iter().for_each(|&value| encoder.reference(Ref(value)));
                });
            }
            References::Words(fields, statics) => self.with_contents(object, size, |encoder, contents| {
                // The words up to each reference, and the reference.
                let mut from = HEADER;
                for word in fields.iter().chain(statics).map(|&word| word as usize) {
                    encoder.words.extend_from_slice(&contents[from - HEADER..word - HEADER]);
                    encoder.reference(Ref(contents[word - HEADER]));
                    from = word + 1;
                }
                encoder.words.extend_from_slice(&contents[from - HEADER..]);
            }),
        }
    }

    /// Encodes an object by its words behind the header.
    fn with_contents(&mut self, object: Ref, size: usize, encode: impl FnOnce(&mut Self, &[u64])) {
        let mut contents = std::mem::take(&mut self.contents);
        contents.clear();
        self.state.heap.copy_words(object, HEADER..size, &mut contents);
        encode(self, &contents);
        self.contents = contents;
    }

    /// Encodes a `Thread`, without the fields that distinguish it from others.
    fn thread_object(&mut self, object: Ref, size: usize) {
        let heap = &self.state.heap;
        let mut references = vec![false; size];
        layout::references(self.lib, heap, object).for_each(|i| references[i] = true);
        let ThreadWords { identity, number } = match self.base {
            Some(base) => base.thread_words,
            None => ThreadWords::of(self.lib),
        };
        for (i, is_reference) in references.iter().enumerate().skip(HEADER) {
            let value = heap.word(object, i);
            match value {
                _ if identity.contains(&Some(i)) => {}
                // The thread's number plus 1. A thread that is never scheduled has a number that no scheduled
                // thread has.
                1.. if number == Some(i) && value as usize <= self.state.threads.len() => {
                    let place = self.place_of(value as usize - 1);
                    self.count(place + 1);
                }
                _ if *is_reference => self.reference(Ref(value)),
                _ => self.word(value),
            }
        }
    }

    /// Encodes an object of which a memory holds parts: these are masked.
    fn object_with_held(&mut self, object: Ref, size: usize, held: &[Held]) {
        let heap = &self.state.heap;
        let mut references = vec![false; size];
        layout::references(self.lib, heap, object).for_each(|i| references[i] = true);
        for (i, is_reference) in references.iter().enumerate().skip(HEADER) {
            let mut value = heap.word(object, i);
            let here = held_at(held, i);
            for cell in here {
                value &= !self.bits_of(cell);
            }
            if *is_reference {
                self.reference(Ref(value))
            } else {
                self.word(value)
            }
            here.iter().filter_map(|cell| cell.reference).for_each(|object| self.reference(object));
        }
    }

    /// Encodes the monitors that are owned or waited for, by the numbers of their objects.
    fn monitors(&mut self) {
        let state = self.state;
        let place = |object: &Ref| match self.number(*object) {
            Some(number) if self.naming == Naming::Numbers => Some(NUMBER | u64::from(number)),
            Some(_) => Some(object.0),
            None => self.is_permanent(*object).then_some(object.0),
        };
        let mut monitors: Vec<_> =
            state.monitors.iter().filter_map(|(object, monitor)| Some((place(object)?, monitor))).collect();
        monitors.sort_unstable_by_key(|(place, _)| *place);
        self.count(monitors.len());
        for (place, monitor) in monitors {
            self.word(place);
            self.word(monitor.owner.map_or(NONE, |owner| self.place_of(owner) as u64));
            self.word(u64::from(monitor.count));
            self.count(monitor.waiters.len());
            let mut waiters: Vec<usize> = monitor.waiters.iter().map(|&w| self.place_of(w)).collect();
            if self.symmetry.is_some() {
                waiters.sort_unstable();
            }
            waiters.into_iter().for_each(|waiter| self.count(waiter));
        }
    }
}

#[cfg(test)]
mod tests;
