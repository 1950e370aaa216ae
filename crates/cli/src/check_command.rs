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
    let mut machine = jvm::JavaMachine::new(
        lib,
        state,
        options,
        match args.model.as_str() {
            "sc" => jvm::Answers::Latest,
            "rpc" | "exact" => jvm::Answers::Future,
            _ => jvm::Answers::Past,
        },
    );
    let report = loop {
        let buffers = |order| store::StoreBuffers { order, bound: 32 };
        let report = match args.model.as_str() {
            "sc" => explored(&machine, store::Latest, args),
            "sc2" => explored(&machine, store::SequentialConsistency, args),
            "opmm" => explored(&machine, store::KnownMasked, args),
            "drf" => explored(&machine, store::WellBehaved, args),
            "tso" => explored(&machine, buffers(store::BufferOrder::Total), args),
            "pso" => explored(&machine, buffers(store::BufferOrder::PerLocation), args),
            "rpc" => {
                let closed = explore::close(&machine, &explore::Budget::default(), &Progress::default());
                output::complain(&format!("{closed:#?}"));
                explore::Report::default()
            }
            "exact" => {
                match legality::closure(&machine, &legality::Limits::default()) {
                    Ok(c) => {
                        output::complain(&format!(
                            "{} candidates, {} rounds, race free {}, cut {}, weak {}",
                            c.candidates.len(),
                            c.rounds,
                            c.race_free,
                            c.cut,
                            c.weak
                        ));
                        for c in &c.candidates {
                            output::complain(&format!(
                                "{:?} {:?} {:?} {}",
                                c.outcomes.iter().map(|o| o.render()).collect::<Vec<_>>(),
                                c.failures,
                                c.end,
                                c.in_trace_order
                            ));
                        }
                    }
                    Err(e) => output::complain(&format!("{e:?}")),
                }
                explore::Report::default()
            }
            _ => anyhow::bail!("error: no such model"),
        };
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

fn explored<S: store::Memory>(machine: &jvm::JavaMachine, memory: S, args: &CheckArgs) -> explore::Report {
    let reduction = if args.no_reduction { Reduction::None } else { Reduction::Eager };
    let product = Product::new(machine, memory, reduction);
    let config = Config { workers: args.workers, sleep_sets: !args.no_reduction, ..Config::default() };
    search(&product, &config, &Progress::default())
}
