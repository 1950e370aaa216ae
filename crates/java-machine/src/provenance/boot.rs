//! What boot has made: an object that only objects and classes of the table lead to has their role.

use super::{holds_anything, role_of};
use crate::marks::{ROLE_BITS, word_of_role};
use crate::policy::{EntryRole, Role, field_role, standing};
use hashbrown::HashMap;
use jvm::class::ClassRef;
use jvm::heap::{Creator, Ref};
use jvm::layout;
use jvm::library::Library;
use jvm::state::State;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Marks the objects of a program that is about to begin.
pub(crate) fn mark(lib: &Library, state: &mut State) {
    let threads = state.threads.iter().map(|thread| thread.object);
    // Where two roles lead to an object, it has the one that asks for more: that is looked at first.
    let mut found: BinaryHeap<Reverse<(Role, u64)>> =
        threads.map(|t| Reverse((Role::Checked, t.0))).collect();
    for (_, &class) in &lib.classes {
        let Some(&mirror) = class.mirror.get() else { continue };
        let statics = layout::static_words(class).iter().map(|&word| word as usize);
        for word in statics {
            found.push(Reverse((role_of_static(lib, class, word), state.heap.word(mirror, word))));
        }
        let own = standing(lib.known().class).role;
        let fields = layout::instance_words(lib.known().class).iter();
        found.extend(fields.map(|&word| Reverse((own, state.heap.word(mirror, word as usize)))));
    }
    let mut met: HashMap<Ref, Role> = HashMap::new();
    while let Some(Reverse((role, object))) = found.pop() {
        let object = Ref(object);
        let known = met.get(&object).is_some_and(|known| *known <= role);
        if object.is_null() || is_permanent(object) || known {
            continue;
        }
        met.insert(object, role);
        let word = state.heap.word(object, 1);
        let class = lib.class_of_id(state.heap.word(object, 0) as u32);
        if !class.is_subtype(lib.known().thread) {
            state.heap.set_word(object, 1, word & !ROLE_BITS | word_of_role(role));
        }
        let role = if role == Role::Checked { role_of(lib, &state.heap, object) } else { role };
        let heap = &state.heap;
        layout::references(lib, heap, object).for_each(|word| {
            let is_element = role == Role::Guarded && holds_anything(lib, heap, object, word);
            let role = if is_element { Role::Checked } else { role };
            found.push(Reverse((role, heap.word(object, word))));
        });
    }
}

/// Mirrors and literals, which are not made by anybody.
fn is_permanent(object: Ref) -> bool {
    object.creator() == Creator::CONSTANTS
}

/// The role of what a static field holds when the program begins.
fn role_of_static(lib: &Library, class: ClassRef, word: usize) -> Role {
    let field = class.fields().iter().find(|f| f.is_static() && f.word == word);
    let said = field.and_then(|field| field_role(lib, field));
    if said == Some(EntryRole::Internal) { Role::Internal } else { standing(class).statics }
}
