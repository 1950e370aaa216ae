//! OpMM as published: write lists and Mask&Read, Algorithm 1 and Algorithm 2.
//!
//! Source: De, Roychoudhury, D'Souza (OpMM), Fig. 4, Algorithms 1 and 2. Kept for comparison with
//! [`crate::KnownMasked`], which computes the same without lists. Errata are mended unless `as_printed`:
//! - O1: rule (V-Rd) appends the acquire item to the reader's own lists only; the text and the proofs need it
//!   in all lists. `as_printed` follows the rule.
//! - O2: with O1 mended all threads' lists are equal under Algorithm 1; Algorithm 2 deletes per reader, so
//!   each thread keeps its own lists here.
//! - O3: default writes are hidden by any write that happens-before the read, whichever thread created the
//!   variable.
//! - O4 (final fields) needs objects. O5: lists grow without bound; beyond [`WriteLists::bound`] the search
//!   is incomplete and says so.

use crate::encode::{put_sync_obj, put_written};
use crate::known_masked::{read_synchronises, write_synchronises};
use crate::memory::{At, Memory, Overflow};
use crate::sc::Cells;
use event::{
    Fence, Loc, LocInfo, LocKind, ReadMode, SyncObj, ThreadId, Value, WriteMode, Written, put_number,
};
use std::collections::BTreeMap;

/// Which of the paper's two algorithms reads a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MaskAndRead {
    /// Algorithm 1: does not change the list.
    KeepItems,
    /// Algorithm 2: deletes items that are hidden from the reader forever.
    DeleteMasked,
}

/// The model.
#[derive(Debug, Clone, Copy)]
pub struct WriteLists {
    /// Algorithm 1 or 2.
    pub algorithm: MaskAndRead,
    /// Follow Fig. 4 to the letter (erratum O1).
    pub as_printed: bool,
    /// The maximum length of a list.
    pub bound: usize,
}

/// An item of a write list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Item {
    /// The default write: first in its list, owned by every thread (O3).
    Default(Written),
    Write(Written, ThreadId),
    Release(SyncObj, ThreadId),
    Acquire(SyncObj, ThreadId),
}

/// The values of ThSet and AcSet; only ever raised (Lemma 2 of the paper).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Unmarked,
    Marked,
}

/// Every thread's heap view: its write list for each location.
#[derive(Debug, Clone, Default)]
pub struct ListState {
    lists: BTreeMap<(ThreadId, Loc), Vec<Item>>,
    volatiles: Cells,
    threads: u16,
}

impl ListState {
    fn append_to_all(&mut self, item: Item) {
        self.lists.values_mut().for_each(|list| list.push(item));
    }

    fn append_to_own(&mut self, item: Item, thread: ThreadId) {
        self.lists.iter_mut().filter(|((t, _), _)| *t == thread).for_each(|(_, list)| list.push(item));
    }
}

/// Mask&Read: the visible writes, and whether each item is kept under Algorithm 2.
fn mask_and_read(list: &[Item], reader: ThreadId) -> (Vec<Written>, Vec<bool>) {
    let mut threads: BTreeMap<ThreadId, Mark> = BTreeMap::from([(reader, Mark::Unmarked)]);
    let mut objects: BTreeMap<SyncObj, Mark> = BTreeMap::new();
    let (mut visible, mut stays) = (Vec::new(), vec![true; list.len()]);
    // Whether a write that happens-before the read has been found: it hides the default write.
    let mut overwritten = false;
    for (i, item) in list.iter().enumerate().rev() {
        match *item {
            Item::Default(_) if overwritten => stays[i] = false,
            Item::Default(written) => visible.push(written),
            Item::Write(written, t) => match threads.get(&t) {
                None => visible.push(written),
                Some(Mark::Unmarked) => {
                    visible.push(written);
                    threads.insert(t, Mark::Marked);
                    overwritten = true;
                }
                Some(Mark::Marked) => {
                    stays[i] = false;
                    overwritten = true;
                }
            },
            Item::Acquire(obj, t) => {
                if let Some(&mark) = threads.get(&t)
                    && objects.get(&obj) != Some(&Mark::Marked)
                {
                    objects.insert(obj, mark);
                }
                stays[i] = threads.get(&t) != Some(&Mark::Marked);
            }
            Item::Release(obj, t) => {
                if let Some(&mark) = objects.get(&obj)
                    && threads.get(&t) != Some(&Mark::Marked)
                {
                    threads.insert(t, mark);
                }
                stays[i] = threads.get(&t) != Some(&Mark::Marked);
            }
        }
    }
    visible.sort_unstable();
    visible.dedup();
    (visible, stays)
}

impl Memory for WriteLists {
    type State = ListState;

    fn initial(&self, threads: usize, _running: &[ThreadId]) -> ListState {
        ListState { threads: threads as u16, ..ListState::default() }
    }

    fn reads(&self, state: &ListState, at: At, mode: ReadMode) -> impl Iterator<Item = Written> {
        let seen = match state.lists.get(&(at.thread, at.loc)) {
            _ if read_synchronises(at, mode) => vec![self.newest(state, at)],
            Some(list) => mask_and_read(list, at.thread).0,
            None => vec![at.default_write()],
        };
        seen.into_iter()
    }

    fn read(&self, state: &mut ListState, at: At, mode: ReadMode, _seen: Written) {
        if read_synchronises(at, mode) {
            let item = Item::Acquire(SyncObj::Volatile(at.loc), at.thread);
            // Erratum O1: Fig. 4 (V-Rd) appends to the reader's view only.
            return if self.as_printed {
                state.append_to_own(item, at.thread)
            } else {
                state.append_to_all(item)
            };
        }
        if self.algorithm == MaskAndRead::DeleteMasked
            && let Some(list) = state.lists.get_mut(&(at.thread, at.loc))
        {
            let (_, stays) = mask_and_read(list, at.thread);
            let mut stays = stays.into_iter();
            list.retain(|_| stays.next().unwrap_or(true));
        }
    }

    fn write(&self, state: &mut ListState, at: At, mode: WriteMode, written: Written) {
        // As in the K/M store, synchronising writes of a mixed location are ordered among themselves.
        if at.info.kind == LocKind::Mixed && write_synchronises(at, mode) {
            self.acquire(state, at.thread, SyncObj::Volatile(at.loc));
        }
        if at.info.kind != LocKind::Plain {
            state.volatiles.set(at.loc, written, at.default_write());
        }
        if at.info.kind != LocKind::Volatile {
            for thread in (0..state.threads).map(ThreadId) {
                let list = state.lists.entry((thread, at.loc));
                list.or_insert_with(|| vec![Item::Default(at.default_write())])
                    .push(Item::Write(written, at.thread));
            }
        }
        // After the write itself: a thread that acquires must know this write as well.
        if write_synchronises(at, mode) {
            self.release(state, at.thread, SyncObj::Volatile(at.loc));
        }
    }

    fn newest(&self, state: &ListState, at: At) -> Written {
        state.volatiles.get(at.loc).unwrap_or_else(|| at.default_write())
    }

    /// Every access of a thread with fences already synchronises.
    fn fence(&self, _state: &mut ListState, _thread: ThreadId, _fence: Fence) {}

    fn acquire(&self, state: &mut ListState, thread: ThreadId, obj: SyncObj) {
        state.append_to_all(Item::Acquire(obj, thread));
    }

    fn release(&self, state: &mut ListState, thread: ThreadId, obj: SyncObj) {
        state.append_to_all(Item::Release(obj, thread));
    }

    fn start(&self, state: &mut ListState, parent: ThreadId, child: ThreadId) {
        let inherited: Vec<_> = state.lists.range((parent, Loc(0))..=(parent, Loc(u64::MAX))).collect();
        let copies: Vec<_> =
            inherited.iter().map(|((_, loc), list)| ((child, *loc), (*list).clone())).collect();
        state.lists.extend(copies);
        state.append_to_all(Item::Release(SyncObj::Start(child), parent));
        state.append_to_all(Item::Acquire(SyncObj::Start(child), child));
    }

    fn end(&self, state: &mut ListState, thread: ThreadId) {
        state.append_to_all(Item::Release(SyncObj::End(thread), thread));
    }

    fn finals(&self, state: &ListState, loc: Loc, info: LocInfo, out: &mut Vec<Value>) {
        if info.kind != LocKind::Plain {
            return out.push(state.volatiles.get(loc).map_or(info.initial, |w| w.value));
        }
        // An observer is one more thread that has joined all others. Under Algorithm 2 a thread's list may
        // lack what that thread cannot see; the observer cannot see it either, so the list of any thread can
        // be used, as long as every list is asked.
        let observer = ThreadId(u16::MAX);
        let visible_in = |thread: ThreadId| {
            let mut list = state.lists.get(&(thread, loc))?.clone();
            list.extend((0..state.threads).map(|t| Item::Acquire(SyncObj::End(ThreadId(t)), observer)));
            Some(mask_and_read(&list, observer).0)
        };
        let mut sets = (0..state.threads).filter_map(|t| visible_in(ThreadId(t)));
        match sets.next() {
            None => out.push(info.initial),
            Some(first) => {
                let all =
                    sets.fold(first, |kept, set| kept.into_iter().filter(|w| set.contains(w)).collect());
                out.extend(all.iter().map(|w: &Written| w.value));
                out.dedup();
            }
        }
    }

    fn encode(&self, state: &ListState, out: &mut Vec<u8>) {
        state.volatiles.encode(out);
        put_number(out, state.lists.len() as u64);
        for ((thread, loc), list) in &state.lists {
            put_number(out, u64::from(thread.0));
            put_number(out, loc.0);
            put_number(out, list.len() as u64);
            list.iter().for_each(|item| encode_item(item, out));
        }
    }

    /// The order of items in a list is observable, so no two steps commute exactly.
    fn commutes(&self) -> bool {
        false
    }

    fn overflow(&self, state: &ListState) -> Option<Overflow> {
        let longest = state.lists.values().map(Vec::len).max().unwrap_or(0);
        (longest > self.bound).then_some(Overflow::WriteListBound(self.bound))
    }
}

fn encode_item(item: &Item, out: &mut Vec<u8>) {
    let mut sync = |kind: u8, obj: &SyncObj, thread: &ThreadId| {
        out.push(kind);
        put_sync_obj(out, *obj);
        put_number(out, u64::from(thread.0));
    };
    match item {
        Item::Release(obj, thread) => sync(2, obj, thread),
        Item::Acquire(obj, thread) => sync(3, obj, thread),
        Item::Default(written) => {
            out.push(0);
            put_written(out, *written);
        }
        Item::Write(written, thread) => {
            out.push(1);
            put_written(out, *written);
            put_number(out, u64::from(thread.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const V: SyncObj = SyncObj::Volatile(Loc(1));
    const U: SyncObj = SyncObj::Volatile(Loc(2));

    fn w(value: i64) -> Written {
        Written { value: Value(value), tag: 0 }
    }

    fn t(n: u16) -> ThreadId {
        ThreadId(n)
    }

    #[test]
    fn keeps_the_laws() {
        for seed in 0..200 {
            for algorithm in [MaskAndRead::KeepItems, MaskAndRead::DeleteMasked] {
                crate::check_memory_laws(&WriteLists { algorithm, as_printed: false, bound: 99 }, seed);
            }
        }
    }

    /// Pitfall 8, erratum O1: x=1; v=1 ‖ r=v; x=2; u=1 ‖ s=u; q=x.
    #[test]
    fn without_the_other_threads_acquire_item_a_hidden_write_is_exposed() {
        let printed = [
            Item::Write(w(1), t(1)),
            Item::Release(V, t(1)),
            Item::Write(w(2), t(2)),
            Item::Release(U, t(2)),
            Item::Acquire(U, t(3)),
        ];
        let mut mended = printed.to_vec();
        mended.insert(2, Item::Acquire(V, t(2)));
        assert_eq!(mask_and_read(&printed, t(3)).0, [w(1), w(2)]);
        assert_eq!(mask_and_read(&mended, t(3)).0, [w(2)]);
    }

    /// Erratum O3: the default write is hidden by any write that happens-before the read.
    #[test]
    fn a_threads_own_write_hides_the_default_write() {
        let list = [Item::Default(w(0)), Item::Write(w(1), t(2))];
        assert_eq!(mask_and_read(&list, t(2)).0, [w(1)]);
        assert_eq!(mask_and_read(&list, t(1)).0, [w(0), w(1)]);
    }

    /// Pitfall 9, erratum O2: deleting for one reader on a list shared by all loses writes that other threads
    /// may see.
    #[test]
    fn what_algorithm_2_deletes_for_one_reader_is_visible_to_another() {
        let list = [Item::Default(w(0)), Item::Write(w(1), t(1))];
        let (_, stays) = mask_and_read(&list, t(1));
        assert_eq!(stays, [false, true]);
        assert!(mask_and_read(&list, t(2)).0.contains(&w(0)));
    }
}
