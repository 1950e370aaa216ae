//! What outcomes show: what the condition, `locations` and `filter` name; without them all registers; without
//! registers all shared variables. Checked against [`litmus::Program::observed`] by a test.

use crate::globals::{Globals, Initial};
use crate::program::ThreadBody;
use crate::{Result, incorrect};
use litmus::ast::{Observed, Prop, Test};

/// An item of the outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Item {
    /// A local of a thread, by its number.
    Register { thread: usize, local: usize },
    /// A shared variable.
    Variable(usize),
    /// An element of a shared array.
    Element(usize, usize),
}

/// The items in the order of the outcome.
pub(crate) fn items(test: &Test, globals: &Globals<'_>, bodies: &[ThreadBody]) -> Result<Vec<Item>> {
    let mut named = Vec::new();
    test.condition.iter().for_each(|c| mentioned(&c.prop, &mut named));
    named.extend(&test.locations);
    test.filter.iter().for_each(|p| mentioned(p, &mut named));
    let mut items = Vec::new();
    for observed in named {
        let item = resolve(observed, globals, bodies)?;
        if !items.contains(&item) {
            items.push(item);
        }
    }
    if items.is_empty() {
        let locals = |(thread, body): (usize, &ThreadBody)| {
            (0..body.locals.len()).map(move |local| Item::Register { thread, local })
        };
        items.extend(bodies.iter().enumerate().flat_map(locals));
    }
    if items.is_empty() {
        for (at, shared) in globals.shared.iter().enumerate() {
            match &shared.initial {
                Initial::Value(_) => items.push(Item::Variable(at)),
                Initial::Elements(values) => items.extend((0..values.len()).map(|i| Item::Element(at, i))),
            }
        }
    }
    Ok(items)
}

fn mentioned<'a>(prop: &'a Prop, out: &mut Vec<&'a Observed>) {
    match prop {
        Prop::Const(_) => {}
        Prop::Equals(item, _) => out.push(item),
        Prop::Same(a, b) => out.extend([a, b]),
        Prop::Not(p) => mentioned(p, out),
        Prop::And(p, q) | Prop::Or(p, q) | Prop::Implies(p, q) => {
            mentioned(p, out);
            mentioned(q, out);
        }
    }
}

fn resolve(observed: &Observed, globals: &Globals<'_>, bodies: &[ThreadBody]) -> Result<Item> {
    match observed {
        Observed::Register { thread, register } => {
            let thread = *thread as usize;
            let locals = bodies.get(thread).map_or(&[][..], |body| &body.locals);
            match locals.iter().position(|l| l.name == register.text) {
                Some(local) => Ok(Item::Register { thread, local }),
                None => incorrect(format!("Thread{thread} has no local `{}`", register.text)),
            }
        }
        Observed::Variable(name) => globals.shared(None, &name.text).map(Item::Variable),
        Observed::Element(name, index) => {
            Ok(Item::Element(globals.shared(None, &name.text)?, *index as usize))
        }
    }
}
