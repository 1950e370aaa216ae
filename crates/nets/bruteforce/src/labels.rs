//! Labels: which actions of E correspond to which actions of another execution.

use crate::run::{Run, members};
use crate::search::Identity;
use crate::universe::products;

/// Per event of E the corresponding event of E_i, if any: an injection that preserves thread and kind.
pub(crate) type Label = Vec<Option<usize>>;

/// All maximal labels.
pub(crate) fn labels(whole: &Run, other: &Run, identity: Identity) -> Vec<Label> {
    match identity {
        Identity::Occurrence => vec![by_occurrence(whole, other)],
        Identity::Free => freely(whole, other),
    }
}

fn by_occurrence(whole: &Run, other: &Run) -> Label {
    let twin = |e: usize| {
        (0..other.len()).find(|&a| other.class[a] == whole.class[e] && other.ordinal[a] == whole.ordinal[e])
    };
    (0..whole.len()).map(twin).collect()
}

/// A plain write is named only if it writes the same value: otherwise it could not be committed, and only
/// committed plain writes need names. A volatile write may be needed by rule 8.
fn freely(whole: &Run, other: &Run) -> Vec<Label> {
    let key = |run: &Run, e: usize| {
        let value = run.written[e].filter(|_| run.plain_writes >> e & 1 == 1);
        (run.class[e], value)
    };
    let mut label: Label = vec![None; whole.len()];
    let mut choices: Vec<Vec<Vec<(usize, usize)>>> = Vec::new();
    let mut done: u32 = 0;
    for e in 0..whole.len() {
        if done >> e & 1 == 1 {
            continue;
        }
        let mine: Vec<usize> = members(whole.all()).filter(|&o| key(whole, o) == key(whole, e)).collect();
        let theirs: Vec<usize> = members(other.all()).filter(|&o| key(other, o) == key(whole, e)).collect();
        mine.iter().for_each(|o| done |= 1 << o);
        match (mine.as_slice(), theirs.as_slice()) {
            (_, []) => {}
            ([one], [twin]) => label[*one] = Some(*twin),
            _ => choices.push(matchings(&mine, &theirs)),
        }
    }
    let sizes: Vec<usize> = choices.iter().map(Vec::len).collect();
    products(&sizes)
        .map(|pick| {
            let mut label = label.clone();
            let pairs = pick.iter().zip(&choices).flat_map(|(&i, choice)| &choice[i]);
            pairs.for_each(|&(e, a)| label[e] = Some(a));
            label
        })
        .collect()
}

/// All maximum matchings.
fn matchings(mine: &[usize], theirs: &[usize]) -> Vec<Vec<(usize, usize)>> {
    if mine.len() > theirs.len() {
        let swap = |pairs: Vec<(usize, usize)>| pairs.into_iter().map(|(a, b)| (b, a)).collect();
        return matchings(theirs, mine).into_iter().map(swap).collect();
    }
    let Some((&first, rest)) = mine.split_first() else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for &twin in theirs {
        let left: Vec<usize> = theirs.iter().copied().filter(|&t| t != twin).collect();
        for mut pairs in matchings(rest, &left) {
            pairs.push((first, twin));
            all.push(pairs);
        }
    }
    all
}
