//! What boot has made: an object that only objects and classes of the table lead to has their role.

use super::role_of;
use crate::marks::{ROLE_BITS, word_of_role};
use crate::policy::{EntryRole, Role, field_role, standing};
use hashbrown::HashSet;
use jvm::class::ClassRef;
use jvm::heap::{Creator, Heap, Ref};
use jvm::layout;
use jvm::library::Library;
use jvm::state::State;

/// Marks the objects of a program that is about to begin.
pub(crate) fn mark(lib: &Library, state: &mut State) {
    let mut checked: Vec<Ref> = state.threads.iter().map(|thread| thread.object).collect();
    let mut listed: Vec<(Role, Ref)> = Vec::new();
    for (_, &class) in &lib.classes {
        let Some(&mirror) = class.mirror.get() else { continue };
        let statics = layout::static_words(class).iter().map(|&word| word as usize);
        for word in statics {
            let value = Ref(state.heap.word(mirror, word));
            match role_of_static(lib, class, word) {
                Role::Checked => checked.push(value),
                role => listed.push((role, value)),
            }
        }
        let own = standing(lib.known().class).role;
        let fields = layout::instance_words(lib.known().class).iter();
        listed.extend(fields.map(|&word| (own, Ref(state.heap.word(mirror, word as usize)))));
    }
    let mut met: HashSet<Ref> = HashSet::new();
    while let Some(object) = checked.pop() {
        if object.is_null() || is_permanent(object) || !met.insert(object) {
            continue;
        }
        match role_of(lib, &state.heap, object) {
            Role::Checked => visit(lib, &state.heap, object, |next| checked.push(next)),
            role => visit(lib, &state.heap, object, |next| listed.push((role, next))),
        }
    }
    // Where two roles lead to an object, it has the one that asks for more.
    listed.sort_by_key(|(role, _)| *role);
    let thread = lib.known().thread;
    for (role, object) in listed {
        let mut stack = vec![object];
        while let Some(object) = stack.pop() {
            if object.is_null() || is_permanent(object) || !met.insert(object) {
                continue;
            }
            let word = state.heap.word(object, 1);
            if !lib.class_of_id(state.heap.word(object, 0) as u32).is_subtype(thread) {
                state.heap.set_word(object, 1, word & !ROLE_BITS | word_of_role(role));
            }
            visit(lib, &state.heap, object, |next| stack.push(next));
        }
    }
}

/// Mirrors and literals, which are not made by anybody.
fn is_permanent(object: Ref) -> bool {
    object.creator() == Creator::CONSTANTS
}

fn visit(lib: &Library, heap: &Heap, object: Ref, mut meet: impl FnMut(Ref)) {
    layout::references(lib, heap, object).for_each(|word| meet(Ref(heap.word(object, word))));
}

/// The role of what a static field holds when the program begins.
fn role_of_static(lib: &Library, class: ClassRef, word: usize) -> Role {
    let field = class.fields().iter().find(|f| f.is_static() && f.word == word);
    let said = field.and_then(|field| field_role(lib, field));
    if said == Some(EntryRole::Internal) { Role::Internal } else { standing(class).statics }
}
