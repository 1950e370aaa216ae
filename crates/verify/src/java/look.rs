//! The first look at a program: a few executions, most of which switch threads seldom.
//!
//! Loops of a hundred thousand rounds have more states than anybody can search, and most of their bugs show in one execution of two. All executions here are
//! sequentially consistent, so that what they show is real under every model of Java, and easier to understand than anything else.

use super::{Check, findings::Cause};
use crate::model::Model;
use explore::{After, Finding, Look, Looked, Step};
use java_machine::Answers;
use std::collections::BTreeMap;
use std::sync::Mutex;
use store::Latest;

/// How many executions, and steps of all of them together.
const RUNS: u32 = 60;
const STEPS: u64 = 2_000_000;

/// How many of them for each state that a search may visit.
const STEPS_OF_STATE: u64 = 100;

impl Check<'_> {
    /// Looks at some executions, and keeps the violations that they show.
    pub(super) fn look(&mut self) {
        let is_java = matches!(
            self.model,
            Model::Sc | Model::Tso | Model::Pso | Model::Opmm | Model::Jmm | Model::JmmRevised
        );
        if self.options.all_outcomes || !is_java {
            return;
        }
        let name = Model::Sc.name();
        let progress = self.host.begin("first look");
        let mut machine = self.machine(Answers::Latest, &progress).telling_threads_apart();
        let most =
            self.options.states.map_or(STEPS, |states| STEPS.min(states.saturating_mul(STEPS_OF_STATE)));
        let (mut all, mut run) = (Looked::default(), 0);
        let found: Mutex<BTreeMap<Cause, (Finding, Vec<Step>)>> = Mutex::default();
        loop {
            let system = self.system(&machine, Latest);
            let keep = |finding: &Finding, path: &[Step]| {
                let after = self.tells(name, &system, finding, path);
                if after == After::Enough {
                    let mut found = found.lock().expect("nothing panics under the lock");
                    found.entry(Cause::of(finding)).or_insert_with(|| (finding.clone(), path.to_vec()));
                }
                after
            };
            let budget = Look { runs: RUNS, steps: most - all.spent, seed: 1 };
            let looked = explore::look(&system, budget, &mut run, &progress, &keep);
            all = all.and(looked);
            if !machine.learns() {
                break;
            }
            // Steps are those of a program of which less was known.
            found.lock().expect("nothing panics under the lock").clear();
            if all.spent == most {
                break;
            }
        }
        let system = self.system(&machine, Latest);
        let found = found.into_inner().expect("nothing panics under the lock");
        let simplest = found
            .iter()
            .map(|(cause, (finding, path))| (cause.clone(), self.simplest(name, &system, finding, path)));
        self.looked = simplest.collect();
        self.first_look = (!self.looked.is_empty()).then_some(all);
    }
}
