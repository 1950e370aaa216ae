//! Runs a litmus test under Java Path Relaxer, for comparison.

use crate::litmus_run::{LitmusResult, Runner, incomplete_text};
use crate::model::Model;
use crate::untraced::Untraced;
use jpr::{JprLimits, JprReport, Truncated, Variant};

impl Runner<'_> {
    pub(crate) fn relaxed(&self) -> LitmusResult {
        let variant = if self.model == Model::JprAsPrinted { Variant::AsPrinted } else { Variant::Mended };
        let usual = JprLimits::default();
        let limits = JprLimits {
            stop: Some(self.progress.stop_flag()),
            states: self.options.states.unwrap_or(usual.states),
            depth: self.options.depth.unwrap_or(usual.depth),
            ..usual
        };
        let found = match jpr::run(self.program, variant, &limits) {
            Ok(report) => self.relaxed_found(report),
            Err(unsupported) => {
                Untraced { incomplete: vec![format!("unsupported: {unsupported}")], ..Untraced::default() }
            }
        };
        self.conclude_untraced(found)
    }

    fn relaxed_found(&self, report: JprReport) -> Untraced {
        let truncated = report.truncated.map(|reason| match (reason, self.progress.stop_reason()) {
            (Truncated::Stopped, Some(reason)) => incomplete_text(&reason),
            (reason, _) => reason.to_string(),
        });
        let (iterations, states) = (report.iterations.len(), report.states());
        let steps = report.iterations.iter().map(|i| i.steps).sum();
        let size = report.write_set.len();
        let mut decided = vec![format!(
            "{iterations} iterations, {states} states in the last one, {size} writes with their values"
        )];
        if report.diverges {
            decided.push("some execution ends with threads that compute for ever without acting".to_owned());
        }
        Untraced {
            outcomes: report.outcomes,
            failures: report.failures,
            deadlock: report.deadlocks,
            incomplete: truncated.into_iter().collect(),
            states,
            transitions: steps,
            decided,
            ..Untraced::default()
        }
    }
}
