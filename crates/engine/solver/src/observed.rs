//! How outcomes show the last values of locations: a number for a reference, one value for the two halves of
//! a `long`.

use crate::trees::finals;
use event::{Loc, Machine, Value};
use relational::{Expr, TupleSet};
use std::collections::{BTreeMap, BTreeSet};

/// An observed value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Observed {
    /// The locations that it depends on; empty if a thread alone determines it.
    pub locations: Vec<Loc>,
    /// The value shown for each combination of final values.
    shown: Vec<(Vec<Value>, Value)>,
}

/// Determines the observed values of a program by varying the final values of locations among those in
/// `held`.
pub(crate) fn observed<M: Machine>(machine: &M, held: &BTreeMap<Loc, BTreeSet<Value>>) -> Vec<Observed> {
    let (state, all) = (machine.initial(), machine.observed_locations());
    let outcome = |finals: &[Value]| machine.outcome(&state, finals).values;
    let unchanged = outcome(&finals(machine));
    let mut result = Vec::new();
    for (index, value) in unchanged.iter().enumerate() {
        let matters = |place: &usize| {
            let mut changed = finals(machine);
            changed[*place] = Value(1);
            outcome(&changed)[index] != *value
        };
        let places: Vec<usize> = (0..all.len()).filter(matters).collect();
        let mut ways: Vec<Vec<Value>> = vec![Vec::new()];
        for place in &places {
            let longer = |way: &Vec<Value>| {
                let way = way.clone();
                held[&all[*place]].iter().map(move |&value| [way.as_slice(), &[value]].concat())
            };
            ways = ways.iter().flat_map(longer).collect();
        }
        let show = |way: Vec<Value>| {
            let mut changed = finals(machine);
            places.iter().zip(&way).for_each(|(&place, &value)| changed[place] = value);
            let shown = outcome(&changed)[index];
            (way, shown)
        };
        let locations: Vec<Loc> = places.iter().map(|&place| all[place]).collect();
        result.push(Observed { locations, shown: ways.into_iter().map(show).collect() });
    }
    result
}

impl Observed {
    /// Every value that may be shown.
    pub fn values(&self) -> impl Iterator<Item = Value> + '_ {
        self.shown.iter().map(|(_, value)| *value)
    }

    /// The value shown, given the final values of the locations as singleton sets.
    pub fn expr(&self, last: &[Expr], atom: impl Fn(Value) -> Option<u32>) -> Expr {
        let constant = |value: Value| Expr::constant(TupleSet::of_atoms(atom(value)));
        if let ([only], true) = (last, self.shown.iter().all(|(way, value)| *way == [*value])) {
            return only.clone();
        }
        let way = |(way, value): &(Vec<Value>, Value)| {
            let is_so = last.iter().zip(way).map(|(last, &held)| constant(held).in_(last)).collect();
            Expr::if_else(&relational::Formula::and(is_so), &constant(*value), &Expr::none(1))
        };
        Expr::union_all(self.shown.iter().map(way).chain([Expr::none(1)]).collect())
    }
}
