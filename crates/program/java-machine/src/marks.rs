//! What is marked in the second word of an object ([`jvm::objects::FREE_BITS`]): who may know it, and whose it is.

use crate::policy::Role;

/// In the second word of an object of a checked program: other threads may know it.
pub(crate) const IS_SHARED: u64 = 1 << 62;
/// In the second word of an object of a checked program: the role of who made it for itself.
pub(crate) const ROLE_BITS: u64 = 1 << 61 | 1 << 58;
/// In the second word of an object of a checked program: the class library has made it, and the program has never had it.
pub(crate) const IS_LIBRARY_MADE: u64 = 1 << 57;

/// What of the second word makes a difference to what is asked.
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

/// In the second word of an object of a checked program: it was created when there were several threads.
pub(crate) const IS_LATE: u64 = 1 << 60;

/// In the second word of an object of a checked program: it was made and filled while it was not asked about, and is now.
pub(crate) const IS_GIVEN: u64 = 1 << 59;

/// In the second word of an object of a checked program: it is internal since a variable of one thread holds it. That no other thread uses it is a fact that a
/// search can refute ([`crate::facts::Refuted::handed_on`]).
pub(crate) const IS_THREADS_OWN: u64 = 1 << 55;

/// In the second word of an object of a checked program: an initialiser of the class library has made it, and has ended. As long as only the class library has it,
/// whoever comes to it comes after the initialisation (JLS 12.4.2).
pub(crate) const IS_SETTLED: u64 = 1 << 54;

/// In the second word of an array: it stands for memory outside of objects.
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
