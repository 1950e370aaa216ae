//! `thinair models`.

use crate::args::ModelsArgs;
use crate::litmus_command::model;
use crate::output;
use crate::watch::{RunLimits, Watch};
use anyhow::{Result, bail};
use axioms::AxiomaticModel;
use axioms::cat::CatModel;
use report::columns::{self, Align};
use verify::{Comparison, Model, Options, Role, compare, is_model_file};

/// Lists the models, or describes one.
pub fn run(args: &ModelsArgs) -> Result<u8> {
    if let [a, b] = &args.compare[..] {
        return separate(model(a)?, model(b)?, args);
    }
    let text = match &args.name {
        None => list(args.all),
        Some(name) if args.check => checked(name)?,
        Some(name) => describe(model(name)?),
    };
    output::print(&text)?;
    Ok(0)
}

/// `models FILE --check`.
fn checked(name: &str) -> Result<String> {
    if !is_model_file(name) {
        bail!(
            "error: `{name}` is not a file *.cat or *.jmm\n  hint: --check is for files; `thinair models` lists the names"
        );
    }
    let file = model(name)?;
    let cat = file.cat().expect("a file has a model");
    let kind = match (cat.has_several_executions(), cat.has_parameter()) {
        (true, true) => "several executions, as many as a parameter says",
        (true, false) => "several executions",
        (false, _) => "one execution",
    };
    Ok(format!("{name}: ok, {} (about {kind})\n", cat.name()))
}

/// `models --compare A B`. The exit code is 0 if a test was found or none exists up to the bound, 3 if the
/// search was incomplete.
fn separate(a: Model, b: Model, args: &ModelsArgs) -> Result<u8> {
    if let Some(other) = [a, b].into_iter().find(|m| matches!(m.role(), Role::LowerBound | Role::UpperBound))
    {
        bail!(
            "error: {} is a bound of the JMM, not a model in its own right\n  hint: compare exact models; `thinair models` shows which are",
            other.name()
        );
    }
    let options = Options::default();
    let watch =
        Watch::start(RunLimits { time: args.time_limit, memory: None, quiet: false, ..RunLimits::default() });
    let progress = watch.begin(&format!("{} {}", a.name(), b.name()));
    let found = compare(a, b, usize::from(args.accesses), &options, &progress);
    drop(watch);
    let bound = format!("up to {} accesses", args.accesses);
    let (text, code) = match found {
        Comparison::Separated { test, outcome, allowed_by, programs } => {
            let forbidding = if allowed_by == a { b } else { a };
            let text = format!(
                "{test}\n{} allows {outcome}, {} does not.\n{programs} programs were tried, smaller ones first.\n",
                allowed_by.name(),
                forbidding.name()
            );
            (text, 0)
        }
        Comparison::Same { programs, undecided: 0 } => {
            (format!("none of {programs} programs of {bound} separates {} and {}\n", a.name(), b.name()), 0)
        }
        Comparison::Same { programs, undecided } => {
            let text = format!(
                "none of {programs} programs of {bound} separates {} and {}, but {undecided} could not be decided completely\n",
                a.name(),
                b.name()
            );
            (text, 3)
        }
        Comparison::Stopped { programs } => (
            format!(
                "time limit reached after {programs} programs: none of them separates {} and {}\n",
                a.name(),
                b.name()
            ),
            3,
        ),
    };
    output::print(&text)?;
    Ok(code)
}

fn role(model: Model) -> &'static str {
    match model.role() {
        Role::Exact => "exact",
        Role::LowerBound => "lower bound of the JMM",
        Role::UpperBound => "upper bound of the JMM",
        Role::Comparison => "for comparison only",
    }
}

/// The models that most people need.
const FEW: [Model; 5] = [Model::Jmm, Model::Sc, Model::Tso, Model::Pso, Model::Jam21];

fn list(all: bool) -> String {
    let models = if all { &Model::ALL[..] } else { &FEW };
    let rows = models.iter().map(|m| vec![m.name().to_owned(), m.summary().to_owned()]);
    let mut rows: Vec<Vec<String>> = rows.collect();
    if all {
        rows.extend(CatModel::shipped_names().map(|name| {
            let model = CatModel::shipped(name).expect("it is shipped");
            vec![name.to_owned(), format!("{}, a file that comes with thinair", model.name())]
        }));
    }
    let mut text = columns::table(|_| Align::Left, &rows);
    if !all {
        let more = Model::ALL.len() - FEW.len() + CatModel::shipped_names().count();
        text += &format!(
            "\n{more} more for research: thinair models --all. One of your own: --model FILE.cat (docs/CAT.md).\n"
        );
    }
    text
}

fn describe(model: Model) -> String {
    let looks = model.cat().map_or(String::new(), looks);
    format!("{}: {}\n{}\n{looks}Role: {}\n", model.name(), model.summary(), model.details(), role(model))
}

/// Describes what a file uses, and so what candidate executions decide.
fn looks(cat: &CatModel) -> String {
    let decides = cat.decides();
    let mut orders = vec!["reads-from", "the order of monitors"];
    orders.extend(decides.coherence.then_some("coherence"));
    orders.extend((decides.final_writes && !decides.coherence).then_some("last writes"));
    orders.extend(decides.synchronisation.then_some("synchronisation order"));
    let causes = if decides.causal { "forbids" } else { "is not known to forbid" };
    format!("Name: {}\nCandidates: {}; it {causes} cycles of causes\n", cat.name(), orders.join(", "))
}
