//! The garbage collector: marks reachable objects and compacts them, each creator's objects in their own
//! space and in their old order.
//!
//! It runs between two instructions, when no thread is taken out of the state. A collection renames objects:
//! a reference is a name (see `heap.rs`). **Promises**: the program cannot observe it; identity hash codes do
//! not change, and those of later objects do not depend on it; the same state gives the same state; unchanged
//! pages stay shared with older snapshots. Objects of the boot sequence and constants never move and are
//! never freed; what they refer to is live. So are interned strings and every numbered class loader. Such a
//! loader does not move either, nor does its unnamed module: mirrors of its classes, which all states share,
//! refer to both.
//!
//! **Contract**: references kept outside the state, for instance values that a memory model may still let a
//! thread read, must be passed as `extra`; they keep their objects alive and are renamed, too. Any other
//! reference is invalid after a collection.
//!
//! **Does not** clear weak, soft or phantom references, or run finalizers or cleaners: all references are
//! strong, as in a virtual machine whose memory never gets scarce.

use crate::heap::{Creator, Heap, PAGE, Page, Ref, Space};
use crate::layout;
use crate::library::Library;
use crate::roots::Unmapped;
use crate::state::State;
use triomphe::Arc;

/// The result of a collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Collected {
    /// Words of live objects, permanent ones included.
    pub live: u64,
    /// Words of freed objects.
    pub freed: u64,
}

/// The minimal number of words allocated between two collections.
const COLLECT_AFTER: u64 = (64 << 20) / 8;

impl State {
    /// Whether enough was allocated since the last collection that another one is worthwhile.
    pub fn is_worth_collecting(&self) -> bool {
        self.heap.allocated > COLLECT_AFTER.max(2 * self.heap.kept)
    }

    /// Frees what is no longer reachable from the state or from `extra`, and renames the rest, in `extra`,
    /// too.
    ///
    /// # Errors
    /// A method on a stack has bytecode from which the types of its slots cannot be inferred. The state is
    /// unchanged.
    pub fn collect(&mut self, lib: &'static Library, extra: &mut [Ref]) -> Result<Collected, Unmapped> {
        let before = self.heap.words() as u64;
        let mut roots = Vec::new();
        // This clears dead locals, too.
        self.visit_roots(&mut |object| roots.push(*object))?;
        roots.extend_from_slice(extra);
        layout::permanent_references(lib, &self.heap, |object, word| {
            roots.push(Ref(self.heap.word(object, word)));
        });
        let mut marking = Marking::new(lib, &self.heap);
        marking.mark(&roots);
        for &loader in self.loaders.iter() {
            marking.pin(loader);
            marking.pin(lib.unnamed_module(&self.heap, loader));
        }
        let (spaces, moving) = marking.finish();
        let moved = |object: Ref| forward(&spaces, object);
        for (i, live) in spaces.iter().enumerate().filter(|(_, live)| live.top > 0) {
            let slid = Sliding::new(lib, &self.heap, Creator(i as u32)).slide(live, &moved);
            self.heap.spaces[i] = Some(Arc::new(slid));
        }
        self.rename_in_permanent(lib, &moved);
        self.visit_roots(&mut |object| *object = moved(*object))?;
        extra.iter_mut().for_each(|object| *object = moved(*object));
        let permanent = [Creator::BOOT, Creator::CONSTANTS].map(|c| self.heap.space(c).map_or(0, |s| s.top));
        let live = moving + permanent.iter().sum::<usize>() as u64;
        self.heap.kept = live;
        self.heap.allocated = 0;
        Ok(Collected { live, freed: before.saturating_sub(live) })
    }

    fn rename_in_permanent(&mut self, lib: &Library, moved: &impl Fn(Ref) -> Ref) {
        let mut changed = Vec::new();
        layout::permanent_references(lib, &self.heap, |object, word| {
            let old = Ref(self.heap.word(object, word));
            let new = moved(old);
            if new != old {
                changed.push((object, word, new));
            }
        });
        for (object, word, new) in changed {
            self.heap.set_word(object, word, new.0);
        }
    }
}

/// The live words of one space.
#[derive(Default)]
struct Live {
    /// A bit per word: whether it belongs to a live object.
    bits: Vec<u64>,
    /// Words below this do not move.
    fixed: usize,
    /// For every word of `bits`, the number of live words before it, from `fixed` on.
    before: Vec<u32>,
    top: usize,
}

impl Live {
    fn has(&self, at: usize) -> bool {
        self.bits.get(at / 64).is_some_and(|bits| bits >> (at % 64) & 1 != 0)
    }

    fn add(&mut self, from: usize, to: usize) {
        let mut at = from;
        while at < to {
            let end = (at / 64 * 64 + 64).min(to);
            let Some(bits) = self.bits.get_mut(at / 64) else { return };
            *bits |= mask(at % 64, end - at / 64 * 64);
            at = end;
        }
    }

    /// The first live word from `at` on.
    fn next(&self, at: usize) -> Option<usize> {
        let first = self.bits.get(at / 64)? & (u64::MAX << (at % 64));
        if first != 0 {
            return Some(at / 64 * 64 + first.trailing_zeros() as usize);
        }
        let later = self.bits[at / 64 + 1..].iter().position(|&bits| bits != 0)? + at / 64 + 1;
        Some(later * 64 + self.bits[later].trailing_zeros() as usize)
    }

    /// The bits in a word of `bits` that stand for moving words.
    fn loose(&self, i: usize) -> u64 {
        match self.fixed.saturating_sub(i * 64) {
            0 => self.bits[i],
            64.. => 0,
            fixed => self.bits[i] & (u64::MAX << fixed),
        }
    }

    /// Prepares `forward` and counts the live words.
    fn count(&mut self) -> u64 {
        let mut sum = 0;
        self.before = (0..self.bits.len())
            .map(|i| {
                let before = sum;
                sum += self.loose(i).count_ones();
                before
            })
            .collect();
        self.bits.iter().map(|bits| u64::from(bits.count_ones())).sum()
    }

    fn forward(&self, at: usize) -> usize {
        if at < self.fixed || at >= self.top {
            return at;
        }
        let earlier = self.loose(at / 64) & !(u64::MAX << (at % 64));
        self.fixed + self.before[at / 64] as usize + earlier.count_ones() as usize
    }
}

/// The bits from `from` up to `to`, which is at most 64.
fn mask(from: usize, to: usize) -> u64 {
    (u64::MAX << from) & (u64::MAX >> (64 - to))
}

fn forward(spaces: &[Live], object: Ref) -> Ref {
    let creator = object.creator();
    match spaces.get(creator.0 as usize) {
        Some(live) if object.is_moving() => Ref::new(creator, live.forward(object.index()) as u32),
        _ => object,
    }
}

struct Marking<'a> {
    lib: &'static Library,
    heap: &'a Heap,
    /// The live words by creator; empty for permanent spaces.
    spaces: Vec<Live>,
    /// Marked objects whose references have not been visited.
    open: Vec<Ref>,
}

impl<'a> Marking<'a> {
    fn new(lib: &'static Library, heap: &'a Heap) -> Marking<'a> {
        let live = |(i, space): (usize, &Option<Arc<Space>>)| match space {
            Some(space) if i > Creator::CONSTANTS.0 as usize => {
                Live { bits: vec![0; space.top.div_ceil(64)], top: space.top, ..Live::default() }
            }
            _ => Live::default(),
        };
        Marking { lib, heap, spaces: heap.spaces.iter().enumerate().map(live).collect(), open: Vec::new() }
    }

    fn mark(&mut self, roots: &[Ref]) {
        for &root in roots {
            self.reach(root);
            while let Some(object) = self.open.pop() {
                let heap = self.heap;
                layout::references(self.lib, heap, object)
                    .for_each(|word| self.reach(Ref(heap.word(object, word))));
            }
        }
    }

    #[inline]
    fn reach(&mut self, object: Ref) {
        if !object.is_moving() {
            return;
        }
        let at = object.index();
        let Some(live) = self.spaces.get_mut(object.creator().0 as usize) else { return };
        if at < live.top && !live.has(at) {
            let size = layout::size(self.lib, self.heap, object);
            live.add(at, (at + size).min(live.top));
            self.open.push(object);
        }
    }

    /// Pins an object, and so everything before it in its space.
    fn pin(&mut self, object: Ref) {
        if let Some(live) = self.spaces.get_mut(object.creator().0 as usize)
            && object.is_moving()
        {
            live.fixed = live.fixed.max(object.index() + layout::size(self.lib, self.heap, object));
        }
    }

    /// The live words by creator, and their number.
    fn finish(mut self) -> (Vec<Live>, u64) {
        let words = self.spaces.iter_mut().map(Live::count).sum();
        (self.spaces, words)
    }
}

/// Writes a compacted copy of a space.
struct Sliding<'a> {
    lib: &'static Library,
    heap: &'a Heap,
    creator: Creator,
    old: &'a [Arc<Page>],
    ever: u64,
    pages: Vec<Arc<Page>>,
    /// The page being written, and the number of words written so far.
    page: Page,
    top: usize,
}

impl<'a> Sliding<'a> {
    fn new(lib: &'static Library, heap: &'a Heap, creator: Creator) -> Sliding<'a> {
        let space = heap.space(creator);
        Sliding {
            lib,
            heap,
            creator,
            old: space.map_or(&[], |space| &space.pages),
            ever: space.map_or(0, |space| space.ever),
            pages: Vec::new(),
            page: [0; PAGE],
            top: 0,
        }
    }

    /// The compacted space, with references renamed.
    fn slide(mut self, live: &Live, moved: &impl Fn(Ref) -> Ref) -> Space {
        let mut words = Vec::new();
        let mut at = 0;
        while let Some(start) = live.next(at) {
            let object = Ref::new(self.creator, start as u32);
            let size = layout::size(self.lib, self.heap, object);
            words.clear();
            words.extend((0..size).map(|i| self.heap.word(object, i)));
            layout::references(self.lib, self.heap, object)
                .for_each(|word| words[word] = moved(Ref(words[word])).0);
            // There may be gaps among pinned objects.
            self.skip_to(live.forward(start));
            self.write(&words);
            at = start + size;
        }
        self.end_page();
        Space { pages: self.pages, top: self.top, ever: self.ever }
    }

    fn skip_to(&mut self, to: usize) {
        while self.top < to {
            let next = (self.top / PAGE * PAGE + PAGE).min(to);
            self.top = next;
            if next.is_multiple_of(PAGE) {
                self.end_page();
            }
        }
    }

    fn write(&mut self, mut words: &[u64]) {
        while !words.is_empty() {
            let place = self.top % PAGE;
            let (now, later) = words.split_at(words.len().min(PAGE - place));
            self.page[place..place + now.len()].copy_from_slice(now);
            self.top += now.len();
            words = later;
            if self.top.is_multiple_of(PAGE) {
                self.end_page();
            }
        }
    }

    /// Ends the page; reuses the old one at its place if they are equal.
    fn end_page(&mut self) {
        let i = self.pages.len();
        if i * PAGE >= self.top {
            return;
        }
        let page = std::mem::replace(&mut self.page, [0; PAGE]);
        let same = self.old.get(i).filter(|old| ***old == page);
        self.pages.push(match same {
            Some(old) => old.clone(),
            None if page == *self.heap.zeros => self.heap.zeros.clone(),
            None => Arc::new(page),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn live_words_are_counted_before_every_word_and_pinned_ones_stay() {
        let mut live = Live { bits: vec![0; 4], top: 256, ..Live::default() };
        live.add(3, 5);
        live.add(60, 130);
        live.add(200, 256);
        assert_eq!(live.count(), 2 + 70 + 56);
        let new = [3, 4, 60, 63, 64, 129, 200, 255].map(|at| live.forward(at));
        assert_eq!(new, [0, 1, 2, 5, 6, 71, 72, 127]);
        let mut starts = Vec::new();
        let mut at = 0;
        while let Some(next) = live.next(at) {
            starts.push(next);
            at = next + 1;
            while live.has(at) {
                at += 1;
            }
        }
        assert_eq!(starts, [3, 60, 200]);
        live.fixed = 70;
        live.count();
        assert_eq!([3, 63, 69, 70, 129, 200].map(|at| live.forward(at)), [3, 63, 69, 70, 129, 130]);
    }
}
