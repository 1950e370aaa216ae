//! Whether guarded data is guarded by monitors, as far as searches have seen.
//!
//! Accesses to guarded data are no actions ([`crate::policy::Role::Guarded`]). That the data is guarded is an
//! assumption, which is refuted where two threads access it with no action in between. A search that leaves
//! out states could miss that, since it depends on when threads act. It cannot if all accesses to a location
//! have a monitor in common: then no two of them ever meet, in any order of the threads' actions (the lock
//! sets of Savage et al., SOSP 1997). The same holds for locations that only one thread accesses, or that
//! nobody writes.
//!
//! A write that is no action becomes one where the memory holds the location, which depends on whether
//! another thread has performed an action there. So these must not be mixed either.

use event::Loc;
use hashbrown::{HashMap, HashSet};

/// Stands for the monitor that all atomic calls would enter: nobody moves during one.
pub(crate) const ATOMIC_CALL: u64 = u64::MAX;

/// An access to guarded or immutable data that was not an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GuardedAccess {
    pub loc: Loc,
    pub writes: bool,
    /// Whether it may meet another such access ([`crate::policy::EntryRole::Benign`]).
    pub is_benign: bool,
    /// The monitors that the thread held, in order; [`ATOMIC_CALL`] comes last.
    pub monitors: Vec<u64>,
}

/// What is known of a location.
#[derive(Debug)]
struct Uses {
    threads: HashSet<usize>,
    writes: bool,
    is_benign: bool,
    /// The monitors held at every access.
    monitors: Vec<u64>,
}

/// What is known of all locations.
#[derive(Debug, Default)]
pub(super) struct Guards {
    uses: HashMap<Loc, Uses>,
    /// Locations at which actions were performed.
    acted: HashSet<Loc>,
}

impl Guards {
    /// Adds an access. Returns whether the location is still known to be guarded.
    pub(super) fn accessed(&mut self, thread: usize, access: GuardedAccess) -> bool {
        let GuardedAccess { loc, writes, is_benign, monitors } = access;
        let is_acted = self.acted.contains(&loc);
        let uses = self.uses.entry(loc).or_insert_with(|| Uses {
            threads: HashSet::new(),
            writes: false,
            is_benign: true,
            monitors: monitors.clone(),
        });
        uses.threads.insert(thread);
        uses.writes |= writes;
        uses.is_benign &= is_benign;
        uses.monitors.retain(|known| monitors.contains(known));
        let never_meet =
            uses.threads.len() == 1 || !uses.writes || uses.is_benign || !uses.monitors.is_empty();
        never_meet && !(is_acted && uses.writes)
    }

    /// Adds an action at a location. Returns whether no access without an action writes there.
    pub(super) fn acted(&mut self, loc: Loc) -> bool {
        self.acted.insert(loc);
        !self.uses.get(&loc).is_some_and(|uses| uses.writes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(writes: bool, monitors: &[u64]) -> GuardedAccess {
        GuardedAccess { loc: Loc(8), writes, is_benign: false, monitors: monitors.to_vec() }
    }

    #[test]
    fn accesses_with_a_common_monitor_never_meet() {
        let mut guards = Guards::default();
        assert!(guards.accessed(1, access(true, &[3, 4])));
        assert!(guards.accessed(2, access(true, &[2, 3])));
        assert!(!guards.accessed(3, access(false, &[2])), "none is common to all three");
    }

    #[test]
    fn atomic_calls_never_meet_but_others_may_meet_them() {
        let mut guards = Guards::default();
        assert!(guards.accessed(1, access(true, &[3, ATOMIC_CALL])));
        assert!(guards.accessed(2, access(true, &[4, ATOMIC_CALL])));
        assert!(!guards.accessed(3, access(false, &[5])));
    }

    #[test]
    fn one_thread_alone_or_readers_only_need_no_monitor() {
        let mut guards = Guards::default();
        assert!(guards.accessed(1, access(false, &[])));
        assert!(guards.accessed(2, access(false, &[])));
        assert!(!guards.accessed(1, access(true, &[])));
        let mut guards = Guards::default();
        assert!(guards.accessed(1, access(true, &[])));
        assert!(guards.accessed(1, access(true, &[])));
    }

    #[test]
    fn writes_that_are_no_actions_do_not_mix_with_actions() {
        let mut guards = Guards::default();
        assert!(guards.acted(Loc(8)));
        assert!(guards.accessed(1, access(false, &[])));
        assert!(!guards.accessed(1, access(true, &[])));
        let mut guards = Guards::default();
        assert!(guards.accessed(1, access(true, &[5])));
        assert!(!guards.acted(Loc(8)));
    }
}
