//! Comparing what several searches say of one program.
//!
//! Every outcome that any search shows is real, whether or not the search came to its end; so it must be among those of each search that did. Nothing is said
//! where no search came to its end.

use super::bench::{Bench, Trusted};
use super::seen::{Bounds, Seen, Watch, jmm, sc};
use apigen::{Form, Plan};
use explore::Reduction;
use std::collections::BTreeMap;

/// What is compared with the default search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// `--trust none`.
    Trust,
    /// `--no-reduction`.
    Reduction,
    /// The one thread after the other.
    Order,
    /// The calls made in another way.
    Form(Form),
    /// `jmm` shows what `sc` shows.
    Models,
    /// `jmm` with `--trust none`.
    JmmTrust,
    /// Thinair contradicts itself.
    Fault,
}

/// A difference.
#[derive(Debug, Clone)]
pub struct Mismatch {
    /// What was compared.
    pub check: Check,
    /// How it differs.
    pub what: String,
}

/// What was done.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Programs judged.
    pub programs: u64,
    /// Comparisons made.
    pub compared: u64,
    /// Comparisons not made, by reason.
    pub skipped: BTreeMap<String, u64>,
    /// Outcomes compared.
    pub outcomes: u64,
    /// States of all searches.
    pub states: u64,
}

impl Tally {
    /// Joins two tallies.
    pub fn add(&mut self, other: Tally) {
        self.programs += other.programs;
        self.compared += other.compared;
        self.outcomes += other.outcomes;
        self.states += other.states;
        for (why, count) in other.skipped {
            *self.skipped.entry(why).or_default() += count;
        }
    }
}

/// Which checks are made.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// How far searches go.
    pub bounds: Bounds,
    /// Under `jmm`, too.
    pub jmm: bool,
    /// The other form.
    pub form: Form,
}

/// Compares.
pub struct Judge<'a> {
    /// Where programs are compiled.
    pub bench: &'a Bench,
    /// What stops searches in time.
    pub watch: &'a Watch,
}

impl Judge<'_> {
    /// The default search of a plan that was compiled.
    pub fn default(&self, plan: &Plan, bounds: Bounds) -> Result<Seen, String> {
        let program = self.bench.program(&plan.class(Form::Direct), None, Trusted::Default)?;
        Ok(sc(&program, Reduction::Ample, bounds, self.watch))
    }

    /// All comparisons of a plan whose forms were compiled.
    pub fn judge(&self, plan: &Plan, wanted: &Wanted) -> Result<(Tally, Vec<Mismatch>), String> {
        let mut on = Comparison { tally: Tally { programs: 1, ..Tally::default() }, mismatches: Vec::new() };
        let bounds = wanted.bounds;
        let direct = plan.class(Form::Direct);
        let program = self.bench.program(&direct, None, Trusted::Default)?;
        let usual = sc(&program, Reduction::Ample, bounds, self.watch);
        on.tally.outcomes += usual.outcomes.len() as u64;
        on.fault("sc", &usual);
        let unreduced = sc(&program, Reduction::None, bounds, self.watch);
        on.same(Check::Reduction, &usual, &unreduced);
        let other = self.bench.program(&plan.class(wanted.form), None, Trusted::Default)?;
        on.same(Check::Form(wanted.form), &usual, &sc(&other, Reduction::Ample, bounds, self.watch));
        if !plan.recipe.unordered {
            for order in ["12", "21"] {
                let program = self.bench.program(&direct, Some(order), Trusted::Default)?;
                let mut one = sc(&program, Reduction::Ample, bounds, self.watch);
                // The second thread might have helped.
                one.deadlock = false;
                on.within(Check::Order, order, &one, &usual);
            }
        }
        let program_none = self.bench.program(&direct, None, Trusted::Nothing)?;
        let none = sc(&program_none, Reduction::Ample, bounds, self.watch);
        on.same(Check::Trust, &usual, &none);
        if wanted.jmm {
            let weak = jmm(&program, bounds, self.watch);
            on.fault("jmm", &weak);
            on.within(Check::Models, "sc", &usual, &weak);
            if weak.incomplete.is_none() {
                on.same(Check::JmmTrust, &weak, &jmm(&program_none, bounds, self.watch));
            }
        }
        Ok((on.tally, on.mismatches))
    }
}

struct Comparison {
    tally: Tally,
    mismatches: Vec<Mismatch>,
}

impl Comparison {
    fn fault(&mut self, how: &str, seen: &Seen) {
        self.tally.states += seen.states;
        if let Some(fault) = &seen.fault {
            self.mismatches.push(Mismatch { check: Check::Fault, what: format!("{how}: {fault}") });
        }
    }

    fn same(&mut self, check: Check, usual: &Seen, other: &Seen) {
        self.fault(&format!("{check:?}"), other);
        self.within(check, "usual", usual, other);
        self.within(check, "other", other, usual);
    }

    /// Whatever `part` shows is in `whole`, if that is known.
    fn within(&mut self, check: Check, name: &str, part: &Seen, whole: &Seen) {
        if let Some(why) = &whole.incomplete {
            let why = why.split('(').next().unwrap_or_default();
            *self.tally.skipped.entry(format!("{check:?} {why}")).or_default() += 1;
            return;
        }
        self.tally.compared += 1;
        let mut known = whole.all();
        known.extend(whole.open.iter().cloned());
        let missing: Vec<String> = part.all().difference(&known).cloned().collect();
        if !missing.is_empty() {
            let all: Vec<String> = whole.all().into_iter().collect();
            let what = format!(
                "of {name}, missing: [{}] in [{}]",
                missing.join("] [").replace('\t', " "),
                all.join("] [").replace('\t', " ")
            );
            self.mismatches.push(Mismatch { check, what });
        }
    }
}
