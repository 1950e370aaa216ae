//! The search over commit sequences: any committed set, any execution, any label.

use crate::labels::{Label, labels};
use crate::original::Original;
use crate::revised::Revised;
use crate::run::{Run, Set, members};
use crate::universe::Universe;
use event::{Certificate, CommitStep, EventId, RuleSet};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BinaryHeap};

/// When two actions of different executions are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Identity {
    /// The n-th action of that kind by that thread.
    Occurrence,
    /// Any action of that kind by that thread: identifiers are arbitrary (the literal JLS).
    Free,
}

/// The result of trying everything.
#[derive(Debug, Clone)]
pub enum Judgement {
    /// A commit sequence was found.
    Legal(Box<Certificate>),
    /// There is none.
    Illegal,
    /// There were too many states.
    Unknown,
}

/// An execution that may serve as some E_i, with its label.
pub(crate) struct Helper<'u> {
    /// Its index in the universe.
    pub index: usize,
    pub run: &'u Run,
    pub label: Label,
    /// The reads of E that, in E_i, see a write which does not happen-before them: by rule 6 (5') they must
    /// be in C_{i-1}.
    pub racy: Set,
    /// The reads of E that see in E_i the write they see in E: by rule 5 (4') those in C_{i-1} must be among
    /// them.
    pub faithful: Set,
    /// The actions of E that are in A_i with the same value (rules 1 and 4 (3')).
    pub present: Set,
}

impl<'u> Helper<'u> {
    /// `None` if no C_{i-1} can satisfy rules 5 and 6 (4' and 5').
    fn of(whole: &Run, index: usize, run: &'u Run, label: Label) -> Option<Helper<'u>> {
        let mut racy = 0;
        for r in members(run.racy) {
            racy |= 1 << label.iter().position(|image| *image == Some(r))?;
        }
        let (mut faithful, mut present) = (0, 0);
        for (e, image) in label.iter().enumerate() {
            let Some(image) = *image else { continue };
            let same_write = match (whole.rf[e], run.rf[image]) {
                (None, None) => true,
                (Some(w), Some(seen)) => label[w] == Some(seen),
                _ => false,
            };
            faithful |= Set::from(same_write && whole.reads >> e & 1 == 1) << e;
            present |= Set::from(whole.written[e] == run.written[image]) << e;
        }
        let helper = Helper { index, run, label, racy, faithful, present };
        (racy & !(faithful & present) == 0).then_some(helper)
    }

    /// The action of E that an event of E_i corresponds to.
    pub(crate) fn name(&self, event: usize) -> Option<usize> {
        self.label.iter().position(|image| *image == Some(event))
    }
}

/// A rule set, as a graph whose nodes are committed sets with the history that the rules need.
pub(crate) trait Rules {
    type State: Ord + Clone + Default;
    fn committed(state: &Self::State) -> Set;
    /// The states after one step, each with the number of the helper that justifies it.
    fn steps(&self, state: &Self::State, out: &mut Vec<(usize, Self::State)>);
}

impl Universe {
    /// Whether the execution with this number is legal.
    pub fn judge(&self, number: usize, rules: RuleSet, identity: Identity) -> Judgement {
        let whole = &self.runs[number];
        // E itself is never dropped in favour of another execution that allows as much: it comes last.
        let others = (0..self.runs.len()).filter(|i| *i != number).chain([number]);
        let mut helpers = Vec::new();
        for i in others {
            let run = &self.runs[i];
            if run.races.is_subset_of(whole.races) {
                let all = labels(whole, run, identity);
                helpers.extend(all.into_iter().filter_map(|label| Helper::of(whole, i, run, label)));
            }
        }
        let path = match rules {
            RuleSet::Revised => {
                let rules = Revised::new(whole, &helpers);
                search(&rules, whole, self.bounds.states).map(|p| p.map(|p| rules.helpers_of(p)))
            }
            RuleSet::Original => match Original::new(whole, &helpers) {
                Some(rules) => {
                    search(&rules, whole, self.bounds.states).map(|p| p.map(|p| rules.helpers_of(p)))
                }
                None => return Judgement::Unknown,
            },
        };
        match path {
            Err(TooManyStates) => Judgement::Unknown,
            Ok(None) => Judgement::Illegal,
            Ok(Some(path)) => Judgement::Legal(Box::new(self.certificate(number, rules, &helpers, &path))),
        }
    }

    fn certificate(
        &self,
        number: usize,
        rules: RuleSet,
        helpers: &[Helper<'_>],
        path: &[(usize, Set)],
    ) -> Certificate {
        let id = |e: usize| EventId(e as u32);
        let step = |&(helper, committed): &(usize, Set)| {
            let helper = &helpers[helper];
            let named = helper.label.iter().enumerate().filter_map(|(e, image)| Some((id(e), id((*image)?))));
            CommitStep {
                committed: members(committed).map(id).collect(),
                speculative: self.executions[helper.index].clone(),
                label: named.collect(),
            }
        };
        let steps = path.iter().map(step).collect();
        Certificate { rules, execution: self.executions[number].clone(), steps }
    }
}

struct TooManyStates;

/// The steps of a path to the full set, if there is one. The order in which states are explored affects only
/// how soon a path is found; if there is none, all are explored.
fn search<R: Rules>(
    rules: &R,
    whole: &Run,
    most_states: usize,
) -> Result<Option<Vec<(usize, Set)>>, TooManyStates> {
    let start = R::State::default();
    let mut from: BTreeMap<R::State, Option<(R::State, usize)>> = BTreeMap::from([(start.clone(), None)]);
    let mut queue = BinaryHeap::from([(promise(whole, 0), start)]);
    let mut steps = Vec::new();
    while let Some((_, state)) = queue.pop() {
        if R::committed(&state) == whole.all() {
            let mut path = Vec::new();
            let mut at = state;
            while let Some((earlier, helper)) = &from[&at] {
                path.push((*helper, R::committed(&at)));
                at = earlier.clone();
            }
            path.reverse();
            return Ok(Some(path));
        }
        rules.steps(&state, &mut steps);
        for (helper, next) in steps.drain(..) {
            if let Entry::Vacant(entry) = from.entry(next) {
                queue.push((promise(whole, R::committed(entry.key())), entry.key().clone()));
                entry.insert(Some((state.clone(), helper)));
            }
        }
        if from.len() > most_states {
            return Err(TooManyStates);
        }
    }
    Ok(None)
}

/// A heuristic priority of a committed set; larger values are explored sooner. Once all racy reads are
/// committed E itself can finish. Before that, racy reads and what they see make progress, and everything
/// else only restricts.
fn promise(whole: &Run, committed: Set) -> i32 {
    let size = |set: Set| set.count_ones() as i32;
    if whole.racy & !committed == 0 {
        return 1000 + size(committed);
    }
    let wanted = members(whole.racy).filter_map(|r| whole.rf[r]).fold(whole.racy, |set, w| set | 1 << w);
    size(committed & wanted) - 40 * size(committed & !wanted)
}

/// All subsets of a set except the empty one.
pub(crate) fn subsets(set: Set) -> impl Iterator<Item = Set> {
    let mut next = set;
    std::iter::from_fn(move || {
        let this = next;
        next = next.wrapping_sub(1) & set;
        (this != 0).then_some(this)
    })
}
