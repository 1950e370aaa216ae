//! Compares the results of several searches of one program.
//!
//! Every outcome that any search shows is real, whether or not the search was complete; so it must be among
//! those of each complete search. Nothing is claimed if no search was complete.

use super::bench::{Bench, Trusted};
use super::seen::{Bounds, Seen, Watch, jmm, sc};
use apigen::{Form, Plan};
use differential::java::Reduced;
use std::collections::BTreeMap;

/// What is compared with the default search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// `--trust none`.
    Trust,
    /// `--no-reduction`.
    Reduction,
    /// `--stubborn always`.
    Stubborn,
    /// The threads run one after the other.
    Order,
    /// The calls are made in another form.
    Form(Form),
    /// `jmm` shows everything that `sc` shows.
    Models,
    /// `jmm` with `--trust none`.
    JmmTrust,
    /// Thinair contradicts itself.
    Fault,
}

/// A difference.
#[derive(Debug, Clone)]
pub struct Mismatch {
    /// The comparison that failed.
    pub check: Check,
    /// How it differs.
    pub what: String,
}

/// What was done.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// The number of programs judged.
    pub programs: u64,
    /// The number of comparisons.
    pub compared: u64,
    /// Comparisons skipped, by reason.
    pub skipped: BTreeMap<String, u64>,
    /// The number of outcomes compared.
    pub outcomes: u64,
    /// The number of states of all searches.
    pub states: u64,
}

impl Tally {
    /// Adds another tally.
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
    /// The bounds of searches.
    pub bounds: Bounds,
    /// Whether to check under `jmm` as well.
    pub jmm: bool,
    /// The other form of the calls.
    pub form: Form,
}

/// Makes the comparisons.
pub struct Judge<'a> {
    /// Where programs are compiled.
    pub bench: &'a Bench,
    /// Stops searches in time.
    pub watch: &'a Watch,
}

impl Judge<'_> {
    /// The default search of a compiled plan.
    pub fn default(&self, plan: &Plan, bounds: Bounds) -> Result<Seen, String> {
        let program = self.bench.program(&plan.class(Form::Direct), None, Trusted::Default)?;
        Ok(sc(&program, Reduced::AsUsual, bounds, self.watch))
    }

    /// Makes all comparisons of a plan whose forms were compiled.
    pub fn judge(&self, plan: &Plan, wanted: &Wanted) -> Result<(Tally, Vec<Mismatch>), String> {
        let mut on = Comparison { tally: Tally { programs: 1, ..Tally::default() }, mismatches: Vec::new() };
        let bounds = wanted.bounds;
        let direct = plan.class(Form::Direct);
        let program = self.bench.program(&direct, None, Trusted::Default)?;
        let usual = sc(&program, Reduced::AsUsual, bounds, self.watch);
        on.tally.outcomes += usual.outcomes.len() as u64;
        on.fault("sc", &usual);
        let unreduced = sc(&program, Reduced::No, bounds, self.watch);
        on.same(Check::Reduction, &usual, &unreduced);
        on.same(Check::Stubborn, &usual, &sc(&program, Reduced::Stubborn, bounds, self.watch));
        let other = self.bench.program(&plan.class(wanted.form), None, Trusted::Default)?;
        on.same(Check::Form(wanted.form), &usual, &sc(&other, Reduced::AsUsual, bounds, self.watch));
        if !plan.recipe.unordered {
            for order in ["12", "21"] {
                let program = self.bench.program(&direct, Some(order), Trusted::Default)?;
                let mut one = sc(&program, Reduced::AsUsual, bounds, self.watch);
                // The second thread might have unblocked it.
                one.deadlock = false;
                on.within(Check::Order, order, &one, &usual);
            }
        }
        let program_none = self.bench.program(&direct, None, Trusted::Nothing)?;
        let none = sc(&program_none, Reduced::AsUsual, bounds, self.watch);
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

    /// Checks that `whole`, if it is complete, contains everything that `part` shows.
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
