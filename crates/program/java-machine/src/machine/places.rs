//! What is known of locations: their place, the accesses they get, whether they have escaped.

use super::learnt::{CELL, ELEMENTS};
use super::{JavaMachine, Visibility, is_alone};
use crate::check::unguarded_key;
use crate::location::{is_cell, place_of};
use crate::marks::IS_SHARED;
use crate::policy::Role;
use crate::provenance::role_at;
use crate::regions::{cell_kind, size_of_cell};
use crate::tearing::{half, is_wide};
use event::{Action, Loc, LocKind, ReadMode, WriteMode};
use jvm::class::{ClassRef, FieldRef, Kind};
use jvm::heap::Ref;
use jvm::objects::ARRAY_BASE;
use jvm::state::State;
use jvm::trace::View;
use std::sync::atomic::Ordering;

/// What is known of a location.
pub(super) struct LocationInfo {
    pub object: Ref,
    pub offset: usize,
    pub kind: Kind,
    /// The value before its first write; the current value if it was never written.
    pub raw: u64,
    pub is_final: bool,
    pub is_volatile: bool,
    pub key: (u64, u32),
}

impl JavaMachine {
    /// Whether a location has synchronising accesses, and only these.
    pub(super) fn loc_kind(&self, place: &LocationInfo) -> LocKind {
        let uses = self.uses.get(&place.key).copied().unwrap_or_default();
        match place.is_volatile || uses.volatile {
            _ if uses.weaker => LocKind::Mixed,
            true if uses.plain => LocKind::Mixed,
            true => LocKind::Volatile,
            false => LocKind::Plain,
        }
    }

    pub(super) fn heap_answers(&self) -> bool {
        self.visibility == Visibility::Latest
    }

    pub(super) fn class_of(&self, state: &State, object: Ref) -> ClassRef {
        self.lib.class_of_id(state.heap.word(object, 0) as u32)
    }

    pub(super) fn place(&self, state: &State, loc: Loc) -> LocationInfo {
        let place = self.place_in_heap(state, loc);
        match state.notes.initials.get(&loc.0) {
            Some(&raw) => LocationInfo { raw, ..place },
            None if self.is_torn(&place) && !is_cell(loc) => {
                LocationInfo { raw: half(loc, place.raw), ..place }
            }
            None => place,
        }
    }

    pub(super) fn is_torn(&self, place: &LocationInfo) -> bool {
        self.options.tearing && is_wide(place.kind) && !place.is_volatile
    }

    pub(super) fn place_in_heap(&self, state: &State, loc: Loc) -> LocationInfo {
        let (object, offset) = place_of(loc);
        let view = View { lib: self.lib, state };
        match self.class_of(state, object).component() {
            Some((_, elements)) if is_cell(loc) => {
                let size = size_of_cell(loc, elements);
                let kind = cell_kind(elements, size);
                let raw = kind.extend(state.heap.read(object, offset, size));
                let is_volatile = self.is_trusted(state, object, offset);
                LocationInfo { object, offset, kind, raw, is_final: false, is_volatile, key: (loc.0, CELL) }
            }
            Some((_, kind)) => {
                let raw = state.heap.read(object, offset.max(ARRAY_BASE) & !(kind.size() - 1), kind.size());
                let key = (u64::from(self.class_of(state, object).id), ELEMENTS);
                LocationInfo {
                    object,
                    offset,
                    kind,
                    raw: kind.extend(raw),
                    is_final: false,
                    is_volatile: self.is_trusted(state, object, offset),
                    key,
                }
            }
            None => {
                let field = view.field_at(object, offset / 8);
                let kind = field.map_or(Kind::Long, |f| f.kind);
                let raw = state.heap.word(object, offset / 8);
                let is = |what: fn(&FieldRef) -> bool| field.as_ref().is_some_and(what);
                let key = (field.map_or(0, |f| u64::from(f.class.id)), (offset / 8) as u32);
                LocationInfo {
                    object,
                    offset,
                    kind,
                    raw,
                    is_final: is(|f| f.is_final() && !f.is_static()),
                    is_volatile: is(|f| f.is_volatile()) || self.is_trusted(state, object, offset),
                    key,
                }
            }
        }
    }

    /// Whether a field or element belongs to a class of the table: its accesses are trusted to be as strong
    /// as they must be.
    pub(super) fn is_trusted(&self, state: &State, object: Ref, offset: usize) -> bool {
        role_at(self.lib, &state.heap, object, offset) != Role::Checked
            && !self.is_unguarded(state, object, offset)
    }

    /// Whether plain accesses to a guarded object turned out to be concurrent.
    pub(super) fn is_unguarded(&self, state: &State, object: Ref, offset: usize) -> bool {
        !self.refuted.unguarded.is_empty()
            && self.refuted.unguarded.contains(&unguarded_key(self.class_of(state, object), offset))
            && role_at(self.lib, &state.heap, object, offset) == Role::Guarded
    }

    pub(super) fn is_escaped(&self, state: &State, object: Ref) -> bool {
        !is_alone(state) && (!object.is_moving() || state.heap.word(object, 1) & IS_SHARED != 0)
    }

    /// A plain access to a location that is otherwise accessed as volatile is made by a thread that runs
    /// alone (`new_use`): it is ordered with all others, as a volatile access would be, so models need not
    /// distinguish two kinds.
    pub(super) fn in_its_mode(&self, state: &State, action: Action) -> Action {
        let loc = match &action {
            Action::Read { loc, mode: ReadMode::Plain } => *loc,
            Action::Write { loc, mode: WriteMode::Plain, .. } => *loc,
            _ => return action,
        };
        if self.heap_answers() || self.loc_kind(&self.place(state, loc)) != LocKind::Volatile {
            return action;
        }
        // The mode depends on whether others have ended.
        self.is_unpredictable.store(true, Ordering::Relaxed);
        if !is_alone(state) {
            return action;
        }
        match action {
            Action::Write { loc, value, .. } => Action::Write { loc, mode: WriteMode::Volatile, value },
            _ => Action::Read { loc, mode: ReadMode::Volatile },
        }
    }
}
