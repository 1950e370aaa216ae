//! Thread symmetry: threads that cannot be distinguished.
//!
//! Two threads that run the same code on the same objects may be swapped: the futures are the same except for
//! their names. The canonical form lists such threads in an order of its own, so both states have one form.
//! The form contains everything about every thread, so states with the same form *are* equal up to thread
//! names; a bad order only merges fewer states. Names and numbers, which do distinguish threads, are left out
//! until the program looks at them (`Facts::names_are_seen`). For a thread that joins others see
//! `machine/foresight.rs`.
//!
//! Objects that existed before the first thread was started keep their names in canonical forms ([`Base`]);
//! instances of `Thread`, and objects reachable only through them, must not.

use crate::base::Base;
use jvm::class::ClassRef;
use jvm::heap::{Creator, Ref};
use jvm::layout;
use jvm::library::{HEADER, Library};
use jvm::roots::{self, Slot};
use jvm::state::{State, Status, Thread};
use std::collections::{BTreeMap, BTreeSet};
use triomphe::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// The maximal number of objects that lose their names.
const MOST: usize = 512;

/// The state behind its joins of a thread that waits for the ends of others.
pub(crate) struct Beyond {
    /// The threads it joins, including those that have ended.
    pub threads: Vec<usize>,
    /// The thread as it will be then.
    pub thread: Arc<Thread>,
    /// The part of its standing then that its frames do not determine.
    pub standing: u8,
}

/// The threads in an order that does not depend on their names.
pub(crate) struct Symmetric<'a> {
    /// The thread at each place.
    pub threads: Vec<u8>,
    /// The place of each thread.
    pub places: Vec<u8>,
    beyond: &'a [(usize, Arc<Beyond>)],
}

impl<'a> Symmetric<'a> {
    /// The order for a state. The main thread always comes first: the program ends with it.
    pub fn of(
        lib: &'static Library,
        state: &State,
        beyond: &'a [(usize, Arc<Beyond>)],
        base: Option<&Base>,
    ) -> Self {
        let there = |t: usize| beyond.iter().find(|(of, _)| *of == t).map(|(_, there)| &*there.thread);
        let mut keys: Vec<(u64, u8)> = Vec::with_capacity(state.threads.len());
        let mut bytes = Vec::new();
        for (t, thread) in state.threads.iter().enumerate().skip(1) {
            let key = match thread.status {
                Status::Ended => u64::from(thread.object.is_null()),
                _ => {
                    bytes.clear();
                    describe(lib, state, there(t).unwrap_or(thread), base, &mut bytes);
                    xxh3_64(&bytes)
                }
            };
            keys.push((key, t as u8));
        }
        keys.sort_unstable();
        let threads: Vec<u8> = std::iter::once(0).chain(keys.into_iter().map(|(_, t)| t)).collect();
        let mut places = vec![0; threads.len()];
        threads.iter().enumerate().for_each(|(place, &t)| places[usize::from(t)] = place as u8);
        Symmetric { threads, places, beyond }
    }

    pub fn place(&self, thread: usize) -> usize {
        self.places.get(thread).map_or(thread, |&place| usize::from(place))
    }

    pub fn beyond_of(&self, thread: usize) -> Option<&'a Beyond> {
        self.beyond.iter().find(|(t, _)| *t == thread).map(|(_, there)| &**there)
    }
}

/// Appends a description of a thread that is free of names.
fn describe(lib: &'static Library, state: &State, thread: &Thread, base: Option<&Base>, out: &mut Vec<u8>) {
    let mut word = |word: u64| out.extend_from_slice(&word.to_le_bytes());
    word(state.heap.word(thread.object, 0));
    word(u64::from(thread.permit) << 1 | u64::from(matches!(thread.status, Status::Runnable)));
    for frame in &thread.frames {
        word(u64::from(frame.method.id) << 32 | u64::from(frame.pc));
        // An unreadable frame is reported when the state is encoded.
        let Ok(slots) = roots::slots(frame) else { continue };
        let from = frame.base as usize;
        let values = thread.stack.get(from..from + slots.len()).unwrap_or_default();
        for (slot, &value) in slots.iter().zip(values) {
            let object = Ref(value);
            match slot {
                Slot::Dead => {}
                Slot::Value => word(value),
                Slot::Reference if object.is_null() => word(0),
                Slot::Reference if !object.is_moving() || base.is_some_and(|base| base.has(object)) => {
                    word(value)
                }
                // The class, and for small objects the contents, but not the identity.
                Slot::Reference => {
                    word(state.heap.word(object, 0));
                    if let layout::References::None = layout::references(lib, &state.heap, object)
                        && layout::size(lib, &state.heap, object) <= 8
                    {
                        (2..layout::size(lib, &state.heap, object))
                            .for_each(|i| word(state.heap.word(object, i)));
                    }
                }
            }
        }
    }
}

/// Whether it makes no difference if an instance of a class was created before or after the first thread was
/// started, which decides what is assumed constant: accesses to instances of `Thread` and their parts are
/// never actions, lambdas never change, and the others have no fields.
pub(crate) fn is_ageless(lib: &Library, class: ClassRef) -> bool {
    class.id == lib.known().thread.id
        || (class.is_hidden && class.has_only_finals())
        || ["java/lang/Thread$FieldHolder", "java/security/AccessControlContext"].contains(&&*class.name)
        || (!class.is_array() && class.words == HEADER)
}

/// The objects of a first state that must lose their names: instances of `Thread`, the objects that refer to
/// them, and objects only those refer to. Empty if an object that keeps its name refers to one of them, since
/// that distinguishes them.
pub(crate) fn nameless(lib: &'static Library, state: &State, base: &Base) -> BTreeSet<Ref> {
    let heap = &state.heap;
    let (mut found, mut known_by): (BTreeSet<Ref>, BTreeMap<Ref, Vec<Ref>>) = Default::default();
    for (creator, space) in base.spaces().filter(|(creator, _)| *creator > Creator::CONSTANTS) {
        let mut at = 0;
        while at < space.space.top {
            let object = Ref::new(creator, at as u32);
            let class = lib.class_of_id(heap.word(object, 0) as u32);
            if class.is_subtype(lib.known().thread) {
                found.insert(object);
            }
            layout::references(lib, heap, object).for_each(|i| {
                let other = Ref(heap.word(object, i));
                if other.is_moving() {
                    known_by.entry(other).or_default().push(object);
                }
            });
            at += layout::size(lib, heap, object).max(HEADER);
        }
    }
    if found.is_empty() {
        return found;
    }
    let of_boot: BTreeSet<Ref> =
        base.references_of(Creator::BOOT).filter(|other| other.is_moving()).collect();
    // The objects that refer to one of them, transitively.
    let mut open: Vec<Ref> = found.iter().copied().collect();
    while let Some(object) = open.pop() {
        if of_boot.contains(&object) || found.len() > MOST {
            return BTreeSet::new();
        }
        for &by in known_by.get(&object).into_iter().flatten() {
            if found.insert(by) {
                open.push(by);
            }
        }
    }
    // The objects that only they refer to.
    let mut open: Vec<Ref> = found.iter().copied().collect();
    while let Some(object) = open.pop() {
        let mut led_to = Vec::new();
        layout::references(lib, heap, object).for_each(|i| led_to.push(Ref(heap.word(object, i))));
        for other in led_to.into_iter().filter(|o| o.is_moving() && base.has(*o) && !of_boot.contains(o)) {
            let is_theirs = known_by.get(&other).is_some_and(|by| by.iter().all(|by| found.contains(by)));
            if is_theirs && found.insert(other) {
                open.push(other);
            }
        }
    }
    if found.len() > MOST { BTreeSet::new() } else { found }
}
