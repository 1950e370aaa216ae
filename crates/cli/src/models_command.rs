//! `thinair models`.

use crate::args::ModelsArgs;
use crate::litmus_command::unknown_model;
use crate::output;
use anyhow::{Result, bail};
use verify::{Model, Role};

/// Lists the models, or describes one.
pub fn run(args: &ModelsArgs) -> Result<u8> {
    let text = match &args.name {
        None => list(),
        Some(name) => match Model::by_name(name) {
            Some(model) => describe(model),
            None => bail!("{}", unknown_model(name)),
        },
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
    Model::ALL.iter().map(|m| format!("{:width$}  {}\n", m.name(), m.summary())).collect()
}

fn describe(model: Model) -> String {
    format!("{}: {}\n{}\nRole: {}\n", model.name(), model.summary(), model.details(), role(model))
}
