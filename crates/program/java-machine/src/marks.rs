//! Marks in the second word of an object of a checked program ([`jvm::objects::FREE_BITS`]): whether it has
//! escaped, and its provenance.

use crate::policy::Role;

/// The object has escaped: other threads may know it.
pub(crate) const IS_SHARED: u64 = 1 << 62;
/// The role of the class that made the object for itself.
pub(crate) const ROLE_BITS: u64 = 1 << 61 | 1 << 58;
/// The class library created the object, and the program has never had access to it.
pub(crate) const IS_LIBRARY_MADE: u64 = 1 << 57;

/// The marks that affect which accesses are actions.
pub(crate) const MARKS: u64 = ROLE_BITS | IS_LIBRARY_MADE | IS_GIVEN | IS_LATE | IS_THREADS_OWN | IS_SETTLED;

pub(crate) fn word_of_role(role: Role) -> u64 {
    match role {
        Role::Checked => 0,
        Role::Guarded => 1 << 61,
        Role::Immutable => 1 << 58,
        Role::Internal => ROLE_BITS,
    }
}

#[inline]
pub(crate) fn role_of_word(word: u64) -> Role {
    match (word >> 61 & 1, word >> 58 & 1) {
        (0, 0) => Role::Checked,
        (1, 0) => Role::Guarded,
        (0, _) => Role::Immutable,
        _ => Role::Internal,
    }
}

/// The object was created when there were several threads.
pub(crate) const IS_LATE: u64 = 1 << 60;

/// The object was created and filled while accesses to it were no actions; now they are.
pub(crate) const IS_GIVEN: u64 = 1 << 59;

/// The object is internal because a `ThreadLocal` of one thread holds it. That no other thread uses it is
/// assumed, and a search can refute it ([`crate::facts::Refuted::handed_on`]).
pub(crate) const IS_THREADS_OWN: u64 = 1 << 55;

/// The object was created by an initialiser of the class library that has ended. As long as only the class
/// library has it, every thread that reaches it does so after the initialisation (JLS 12.4.2).
pub(crate) const IS_SETTLED: u64 = 1 << 54;

/// The array represents off-heap memory.
pub(crate) const IS_OUTSIDE: u64 = 1 << 56;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mark_has_bits_of_its_own_and_they_are_free() {
        let marks = [
            IS_SHARED,
            ROLE_BITS,
            IS_LIBRARY_MADE,
            IS_LATE,
            IS_GIVEN,
            IS_THREADS_OWN,
            IS_SETTLED,
            IS_OUTSIDE,
        ];
        let all = marks.iter().fold(0, |all, mark| {
            assert_eq!(all & mark, 0, "{mark:x}");
            all | mark
        });
        assert_eq!(all & !jvm::objects::FREE_BITS, 0);
    }

    #[test]
    fn roles_can_be_read_back_whatever_else_is_marked() {
        for role in Role::ALL {
            for rest in [0, IS_SHARED | IS_LATE, MARKS & !ROLE_BITS] {
                assert_eq!(role_of_word(word_of_role(role) | rest), role);
            }
        }
    }
}
