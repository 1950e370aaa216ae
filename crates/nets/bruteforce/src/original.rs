//! The original rules: JLS §17.4.8. Rules 3 and 8 depend on earlier steps.
//!
//! Rule 8 is interpreted as in `jls`: the ends of a sufficient edge are found in later executions by their
//! names in E. An end without a name cannot be found again, so the step must be the last one; it is tried as
//! a whole, not split.
//!
//! Rule 9 also asks for external actions before what is already committed. If any of these are missing in E_i
//! they are committed first, all together; afterwards committing one by one in the order of hb_i is
//! equivalent to committing all at once.

use crate::run::{Node, Run, Set, close, members};
use crate::search::{Helper, Rules, subsets};
use std::collections::{BTreeMap, BTreeSet};

/// A set of named synchronizes-with edges, numbered per E.
type Edges = u64;

/// What one helper allows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Terms {
    /// An upper bound of C_i (rules 1, 4; 9 where an external action has no name).
    may: Set,
    /// An upper bound of the reads in C_{i-1} (rule 5).
    faithful: Set,
    /// A lower bound of C_{i-1} (rule 6).
    must: Set,
    /// Per action those that cannot be in C_i together with it: happens-before differs (rule 2), or so is
    /// reversed (rule 3).
    apart: Vec<Set>,
    /// Per action those that so_i orders after it but so does not (rule 3).
    also_after: Vec<Set>,
    /// The actions with such an order.
    reordered: Set,
    /// Per read what must be in C_{i-1} if the read is new (rule 7); `None` if it cannot be new.
    seen: Vec<Option<Set>>,
    /// Per action the external actions that must be in C_i with it (rule 9).
    outputs: Vec<Set>,
    /// The edges that hold.
    sw: Edges,
    /// Sufficient edges, each with the actions of E whose commitment freezes it; `None` for an edge without a
    /// name.
    frozen_by: Vec<(Option<u32>, Set)>,
}

/// The rules for one execution E.
pub(crate) struct Original<'r> {
    whole: &'r Run,
    terms: Vec<(Terms, usize)>,
}

/// A committed set with the history that rules 3 and 8 need.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Committed {
    set: Set,
    /// Edges that must hold from now on.
    frozen: Edges,
    /// Pairs that some so_k has ordered but so does not.
    so: BTreeSet<(usize, usize)>,
}

/// Numbers for named edges.
type EdgeNumbers = BTreeMap<(Node, Node), u32>;

impl<'r> Original<'r> {
    /// `None` if there are too many edges.
    pub(crate) fn new(whole: &'r Run, helpers: &[Helper<'_>]) -> Option<Self> {
        let mut numbers = EdgeNumbers::new();
        for helper in helpers {
            for edge in &helper.run.sufficient {
                let next = numbers.len() as u32;
                if let Some(name) = edge_name(helper, edge.from, edge.to) {
                    numbers.entry(name).or_insert(next);
                }
            }
        }
        if numbers.len() > Edges::BITS as usize {
            return None;
        }
        let mut unique: BTreeMap<Terms, usize> = BTreeMap::new();
        let last = helpers.len() - 1;
        for (i, helper) in helpers.iter().enumerate().take(last) {
            unique.entry(Terms::of(whole, helper, &numbers)).or_insert(i);
        }
        // E comes last and stays last.
        let own = Terms::of(whole, &helpers[last], &numbers);
        unique.remove(&own);
        let terms = unique.into_iter().chain([(own, last)]).collect();
        Some(Original { whole, terms })
    }

    /// A path with the numbers of helpers.
    pub(crate) fn helpers_of(&self, path: Vec<(usize, Set)>) -> Vec<(usize, Set)> {
        path.into_iter().map(|(i, committed)| (self.terms[i].1, committed)).collect()
    }

    /// The state after committing `add` by helper `i`, if rules 2, 3, 8 and 9 hold for the new set. Rules 2
    /// and 9 must hold for the old one, except that rule 9 may require what is now added.
    fn commit(&self, old: &Committed, i: usize, add: Set) -> Option<Committed> {
        let terms = &self.terms[i].0;
        let set = old.set | add;
        if members(add).any(|a| terms.apart[a] & set != 0 || terms.outputs[a] & !set != 0) {
            return None;
        }
        let mut frozen = old.frozen;
        for (edge, _) in terms.frozen_by.iter().filter(|(_, by)| by & set != 0) {
            match edge {
                Some(edge) => frozen |= 1 << edge,
                None if set == self.whole.all() => {}
                None => return None,
            }
        }
        let so = self.synchronisation_order(&old.so, terms, set)?;
        Some(Committed { set, frozen, so })
    }

    /// Rule 3: the orders fixed so far and so_i|C_i together, if some total order contains them and so.
    fn synchronisation_order(
        &self,
        old: &BTreeSet<(usize, usize)>,
        terms: &Terms,
        set: Set,
    ) -> Option<BTreeSet<(usize, usize)>> {
        let mut so = old.clone();
        for a in members(set & terms.reordered) {
            so.extend(members(terms.also_after[a] & set).map(|b| (a, b)));
        }
        if so.len() > old.len() {
            let mut after: Vec<Set> = self.whole.so.clone();
            so.iter().for_each(|&(a, b)| after[a] |= 1 << b);
            close(&mut after);
            if (0..after.len()).any(|a| after[a] >> a & 1 == 1) {
                return None;
            }
        }
        Some(so)
    }
}

/// An edge of E_i by its names in E.
fn edge_name(helper: &Helper<'_>, from: Node, to: Node) -> Option<(Node, Node)> {
    let name = |node| match node {
        Node::Event(e) => helper.name(e).map(Node::Event),
        // A thread has one first action in every execution.
        Node::First(thread) => Some(Node::First(thread)),
    };
    Some((name(from)?, name(to)?))
}

impl Terms {
    fn of(whole: &Run, helper: &Helper<'_>, numbers: &EdgeNumbers) -> Terms {
        let run = helper.run;
        let at = |a: usize| helper.label[a].expect("present actions are labelled");
        let (mut may, n) = (helper.present, whole.len());
        let mut outputs = vec![0; n];
        for y in members(helper.present) {
            for x in members(run.external).filter(|&x| run.is_hb(x, at(y))) {
                match helper.name(x) {
                    Some(x) => outputs[y] |= 1 << x,
                    None => may &= !(1 << y),
                }
            }
        }
        let (mut apart, mut also_after) = (vec![0; n], vec![0; n]);
        for a in members(may) {
            for b in members(may) {
                let both_sync = (whole.sync >> a & 1) & (whole.sync >> b & 1) == 1;
                let after = both_sync && run.so[at(a)] >> at(b) & 1 == 1;
                if whole.is_hb(a, b) != run.is_hb(at(a), at(b)) || after && whole.so[b] >> a & 1 == 1 {
                    apart[a] |= 1 << b;
                    apart[b] |= 1 << a;
                }
                if after && whole.so[a] >> b & 1 == 0 {
                    also_after[a] |= 1 << b;
                }
            }
        }
        let seen = |r: usize| {
            let named = |w: Option<usize>| match w {
                None => Some(0),
                Some(w) => helper.name(w).map(|w| 1 << w),
            };
            let in_whole = whole.rf[r].map_or(0, |w| 1 << w);
            Some(in_whole | named(run.rf[helper.label[r]?])?)
        };
        let named = |edges: &mut dyn Iterator<Item = &(Node, Node)>| -> Edges {
            let known = edges.filter_map(|(x, y)| numbers.get(&edge_name(helper, *x, *y)?));
            known.fold(0, |set, edge| set | 1 << edge)
        };
        let images = |after: Set| {
            members(helper.present).filter(|&z| after >> at(z) & 1 == 1).fold(0, |set, z| set | 1 << z)
        };
        let freeze = |edge: &crate::run::Edge| {
            let number = edge_name(helper, edge.from, edge.to).map(|name| numbers[&name]);
            (number, images(edge.after))
        };
        Terms {
            may,
            faithful: helper.faithful,
            must: helper.racy,
            apart,
            reordered: (0..n).filter(|&a| also_after[a] != 0).fold(0, |set, a| set | 1 << a),
            also_after,
            seen: (0..n).map(seen).collect(),
            outputs,
            sw: named(&mut run.sw.iter()),
            frozen_by: run.sufficient.iter().map(freeze).collect::<BTreeSet<_>>().into_iter().collect(),
        }
    }
}

impl Rules for Original<'_> {
    type State = Committed;

    fn committed(state: &Committed) -> Set {
        state.set
    }

    fn steps(&self, old: &Committed, out: &mut Vec<(usize, Committed)>) {
        let (set, reads) = (old.set, self.whole.reads);
        for (i, (terms, _)) in self.terms.iter().enumerate() {
            let usable = set & !terms.may == 0
                && set & reads & !terms.faithful == 0
                && terms.must & !set == 0
                && old.frozen & !terms.sw == 0
                && members(set).all(|a| terms.apart[a] & set == 0);
            if !usable {
                continue;
            }
            let missing = members(set).fold(0, |missing, a| missing | terms.outputs[a]) & !set;
            if missing & !terms.may != 0 {
                continue;
            }
            if missing != 0 {
                out.extend(self.commit(old, i, missing).map(|next| (i, next)));
            }
            // Rule 7: both writes that a new read sees were committed before.
            let may_be_new = |a: &usize| match terms.seen[*a] {
                _ if reads >> a & 1 == 0 => true,
                Some(writes) => writes & !set == 0,
                None => false,
            };
            let new = members(terms.may & !set).filter(may_be_new).fold(0, |new, a| new | 1 << a);
            if set | new == self.whole.all() {
                out.extend(self.commit(old, i, new).map(|next| (i, next)));
            }
            if missing != 0 {
                continue;
            }
            let together = new & reads & !terms.faithful;
            let additions = members(new & !together).map(|a| 1 << a).chain(subsets(together));
            out.extend(additions.filter_map(|add| Some((i, self.commit(old, i, add)?))));
        }
    }
}
