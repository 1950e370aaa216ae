//! The path to a state, kept for every state that waits to be expanded.
//!
//! Trails share their common prefix, so a trail costs one link per step, which is dropped with the last state
//! that needs it.

use crate::system::Step;
use std::sync::Arc;

/// The steps from the initial state to another.
#[derive(Debug, Clone, Default)]
pub(crate) struct Trail(Option<Arc<Link>>);

#[derive(Debug)]
struct Link {
    step: Step,
    before: Trail,
}

impl Trail {
    /// Extends the trail by a step.
    pub(crate) fn then(&self, step: Step) -> Trail {
        Trail(Some(Arc::new(Link { step, before: self.clone() })))
    }

    /// The steps, from the initial state on.
    pub(crate) fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut at = self;
        while let Some(link) = &at.0 {
            steps.push(link.step);
            at = &link.before;
        }
        steps.reverse();
        steps
    }
}

impl Drop for Link {
    /// Drops the links in a loop: recursion could overflow the stack.
    fn drop(&mut self) {
        let mut next = self.before.0.take();
        while let Some(mut link) = next.and_then(Arc::into_inner) {
            next = link.before.0.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trails_with_a_common_past_keep_their_own_ends() {
        let step = |process| Step { process, choice: 0 };
        let common = Trail::default().then(step(1));
        let (left, right) = (common.then(step(2)), common.then(step(3)));
        drop(common);
        assert_eq!(left.steps(), [step(1), step(2)]);
        assert_eq!(right.steps(), [step(1), step(3)]);
    }

    #[test]
    fn a_trail_of_a_million_steps_is_dropped_without_overflow() {
        let step = Step { process: 0, choice: 0 };
        let long = (0..1_000_000).fold(Trail::default(), |trail, _| trail.then(step));
        assert_eq!(long.steps().len(), 1_000_000);
        drop(long);
    }
}
