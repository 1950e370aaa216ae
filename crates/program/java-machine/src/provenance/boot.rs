//! Objects created by boot: an object that is reachable only from objects and classes of the table has their
//! role.

use super::{holds_anything, role_of};
use crate::marks::{ROLE_BITS, word_of_role};
use crate::policy::{EntryRole, Role, field_role, standing};
use hashbrown::HashMap;
use jvm::class::ClassRef;
use jvm::heap::{Creator, Ref};
use jvm::layout;
use jvm::library::Library;
use jvm::state::State;

/// Objects still to be marked, by the role of the object that led to them.
#[derive(Default)]
struct ToMark([Vec<Ref>; Role::ALL.len()]);

impl ToMark {
    fn push(&mut self, role: Role, object: u64) {
        let object = Ref(object);
        if !object.is_null() && !is_permanent(object) {
            self.0[role as usize].push(object);
        }
    }

    /// If two roles lead to an object, it gets the stricter one: that is popped first.
    fn pop(&mut self) -> Option<(Role, Ref)> {
        let mut roles = Role::ALL.into_iter().zip(&mut self.0);
        roles.find_map(|(role, objects)| Some((role, objects.pop()?)))
    }
}

/// Marks the objects of a program that is about to begin.
pub(crate) fn mark(lib: &Library, state: &mut State) {
    let mut found = ToMark::default();
    state.threads.iter().for_each(|thread| found.push(Role::Checked, thread.object.0));
    let own = standing(lib.known().class).role;
    for (_, &class) in &lib.classes {
        let Some(&mirror) = class.mirror.get() else { continue };
        for word in layout::static_words(class).iter().map(|&word| word as usize) {
            let object = state.heap.word(mirror, word);
            if object != 0 {
                found.push(role_of_static(lib, class, word), object);
            }
        }
        for &word in layout::instance_words(lib.known().class) {
            found.push(own, state.heap.word(mirror, word as usize));
        }
    }
    let mut met: HashMap<Ref, Role> = HashMap::new();
    while let Some((role, object)) = found.pop() {
        if met.get(&object).is_some_and(|known| *known <= role) {
            continue;
        }
        met.insert(object, role);
        let word = state.heap.word(object, 1);
        let class = lib.class_of_id(state.heap.word(object, 0) as u32);
        let marked = word & !ROLE_BITS | word_of_role(role);
        if marked != word && !class.is_subtype(lib.known().thread) {
            state.heap.set_word(object, 1, marked);
        }
        let role = if role == Role::Checked { role_of(lib, &state.heap, object) } else { role };
        let heap = &state.heap;
        layout::references(lib, heap, object).for_each(|word| {
            let is_element = role == Role::Guarded && holds_anything(lib, heap, object, word);
            found.push(if is_element { Role::Checked } else { role }, heap.word(object, word));
        });
    }
}

/// Whether an object is a mirror or a literal, which have no creator.
fn is_permanent(object: Ref) -> bool {
    object.creator() == Creator::CONSTANTS
}

/// The role of the object that a static field holds when the program begins.
fn role_of_static(lib: &Library, class: ClassRef, word: usize) -> Role {
    let field = class.fields().iter().find(|f| f.is_static() && f.word == word);
    let said = field.and_then(|field| field_role(lib, field));
    if said == Some(EntryRole::Internal) { Role::Internal } else { standing(class).statics }
}
