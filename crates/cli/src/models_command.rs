//! `thinair models`.

use crate::args::ModelsArgs;
use crate::litmus_command::model;
use crate::output;
use anyhow::Result;
use models::AxiomaticModel;
use models::cat::CatModel;
use verify::{Model, Role};

/// Lists the models, or describes one.
pub fn run(args: &ModelsArgs) -> Result<u8> {
    let text = match &args.name {
        None => list(),
        Some(name) => describe(model(name)?),
    };
    output::print(&text)?;
    Ok(0)
}

fn role(model: Model) -> &'static str {
    match model.role() {
        Role::Exact => "exact",
        Role::LowerBound => "lower bound of the JMM",
        Role::UpperBound => "upper bound of the JMM",
        Role::Comparison => "for comparison only",
    }
}

fn list() -> String {
    let width = Model::ALL.iter().map(|m| m.name().len()).max().unwrap_or(0);
    let mut text: String =
        Model::ALL.iter().map(|m| format!("{:width$}  {}\n", m.name(), m.summary())).collect();
    for name in CatModel::shipped_names() {
        let model = CatModel::shipped(name).expect("it is shipped");
        text += &format!("{name:width$}  {}, a file that comes with thinair\n", model.name());
    }
    text
}

fn describe(model: Model) -> String {
    let looks = model.cat().map_or(String::new(), looks);
    format!("{}: {}\n{}\n{looks}Role: {}\n", model.name(), model.summary(), model.details(), role(model))
}

/// What a file looks at, and so what candidate executions decide.
fn looks(cat: &CatModel) -> String {
    let decides = cat.decides();
    let mut orders = vec!["reads-from", "the order of monitors"];
    orders.extend(decides.coherence.then_some("coherence"));
    orders.extend((decides.final_writes && !decides.coherence).then_some("last writes"));
    orders.extend(decides.synchronisation.then_some("synchronisation order"));
    let causes = if decides.causal { "forbids" } else { "is not known to forbid" };
    format!("Name: {}\nCandidates: {}; it {causes} cycles of causes\n", cat.name(), orders.join(", "))
}
