//! The revised rules: AS08 Definition 8. There is no history, so a state is a committed set.

use crate::run::{Run, Set, members};
use crate::search::{Helper, Rules, subsets};

/// What one helper allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Terms {
    /// An upper bound of C_i (rules 1, 2, 3).
    may: Set,
    /// An upper bound of the reads in C_{i-1} (rule 4).
    faithful: Set,
    /// A lower bound of C_{i-1} (rule 5).
    must: Set,
}

impl Terms {
    /// Whether everything that `other` allows is allowed here as well.
    fn allow_all_of(&self, other: &Terms) -> bool {
        other.may & !self.may == 0 && other.faithful & !self.faithful == 0 && self.must & !other.must == 0
    }
}

/// The rules for one execution E.
pub(crate) struct Revised<'r> {
    whole: &'r Run,
    terms: Vec<(Terms, usize)>,
    /// Per external action of E what happens-before it (rule 7).
    before: Vec<Set>,
}

impl<'r> Revised<'r> {
    pub(crate) fn new(whole: &'r Run, helpers: &[Helper<'_>]) -> Self {
        let before = |y: usize| {
            let external = whole.external >> y & 1 == 1;
            members(whole.all()).filter(|&x| external && whole.is_hb(x, y)).fold(0, |set, x| set | 1 << x)
        };
        let mut terms: Vec<(Terms, usize)> = Vec::new();
        for (i, helper) in helpers.iter().enumerate() {
            let new = Terms {
                may: helper.present & !badly_ordered(whole, helper),
                faithful: helper.faithful,
                must: helper.racy,
            };
            // If one of two helpers allows more, the other is not needed. E comes last and stays last.
            if i + 1 < helpers.len() && terms.iter().any(|(old, _)| old.allow_all_of(&new)) {
                continue;
            }
            terms.retain(|(old, _)| !new.allow_all_of(old));
            terms.push((new, i));
        }
        Revised { whole, terms, before: (0..whole.len()).map(before).collect() }
    }

    /// A path with the numbers of helpers.
    pub(crate) fn helpers_of(&self, path: Vec<(usize, Set)>) -> Vec<(usize, Set)> {
        path.into_iter().map(|(i, committed)| (self.terms[i].1, committed)).collect()
    }
}

/// Rule 2: the reads r for which W(r) hb_i r is not as in E, or r hb_i W(r). If E_i does not have W(r), r
/// cannot be committed, since W(r) was committed before (rule 6).
fn badly_ordered(whole: &Run, helper: &Helper<'_>) -> Set {
    let bad = |r: &usize| {
        let Some(w) = whole.rf[*r] else { return false };
        let (Some(read), Some(write)) = (helper.label[*r], helper.label[w]) else { return true };
        whole.is_hb(w, *r) != helper.run.is_hb(write, read) || helper.run.is_hb(read, write)
    };
    members(whole.reads).filter(bad).fold(0, |set, r| set | 1 << r)
}

impl Rules for Revised<'_> {
    type State = Set;

    fn committed(state: &Set) -> Set {
        *state
    }

    fn steps(&self, &old: &Set, out: &mut Vec<(usize, Set)>) {
        let whole = self.whole;
        for (i, (terms, _)) in self.terms.iter().enumerate() {
            let usable =
                old & !terms.may == 0 && old & whole.reads & !terms.faithful == 0 && terms.must & !old == 0;
            if !usable {
                continue;
            }
            // Rule 6: a new read sees in E a write that was committed before.
            let seen_is_old = |a: &usize| whole.rf[*a].is_none_or(|w| old >> w & 1 == 1);
            let new = members(terms.may & !old).filter(seen_is_old).fold(0, |set, a| set | 1 << a);
            // Rule 7: what happens-before an external action is committed with it or before it. Since this
            // may be a read, external actions are committed together with the reads that are not faithful.
            let together = new & (whole.reads & !terms.faithful | whole.external);
            let complete = |committed: Set| {
                members(committed & whole.external).all(|y| self.before[y] & !committed == 0)
            };
            let additions = members(new & !together).map(|a| 1 << a).chain(subsets(together));
            out.extend(additions.map(|a| (i, old | a)).filter(|(_, committed)| complete(*committed)));
        }
    }
}
