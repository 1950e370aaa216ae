//! `thinair check`: every behaviour of a Java program.

use crate::args::CheckArgs;
use crate::program::{self, Purpose, Started};
use crate::{ERROR, output};
use anyhow::Result;
use event::Machine;
use explore::{Config, Product, Progress, Reduction, search};

/// Runs the command and returns the exit code.
pub fn run(args: &CheckArgs) -> Result<u8> {
    let Some(program) = program::find(&args.program)? else { return Ok(ERROR) };
    let options = program::options(&args.program, &program);
    let Started { lib, state, .. } = match program::start(&args.program, program, &options, Purpose::Check)? {
        Ok(started) => started,
        Err(unsupported) => {
            output::complain(&unsupported);
            return Ok(3);
        }
    };
    let mut machine = jvm::JavaMachine::new(lib, state, options, true);
    let report = loop {
        let reduction = if args.no_reduction { Reduction::None } else { Reduction::Eager };
        let product = Product::new(&machine, store::Latest, reduction);
        let config = Config { workers: args.workers, sleep_sets: !args.no_reduction, ..Config::default() };
        let report = search(&product, &config, &Progress::default());
        if !machine.learns() {
            break report;
        }
    };
    for outcome in &report.outcomes {
        output::complain(&format!("outcome {}", outcome.render()));
    }
    for finding in &report.findings {
        output::complain(&format!("finding {finding:?}"));
    }
    for i in 0..4 {
        output::complain(&machine.thread_name(event::ThreadId(i)));
    }
    output::complain(&format!("{:?} {:?} {:?}", report.stats, report.incomplete, machine.unsupported()));
    Ok(0)
}
