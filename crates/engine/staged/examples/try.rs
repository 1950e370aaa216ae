//! Tries a program under rules.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "an example")]
use explore::{Config, Progress, search, Order};
use staged::{Staged, Switches};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rules = ordering::shipped(&args[0]).unwrap();
    let mut switches = Switches::default();
    let mut bound = None;
    let mut files = Vec::new();
    let mut config = Config::default();
    for a in &args[1..] {
        match a.as_str() {
            "--no-guards" => switches.guards = false,
            "--no-ds" => switches.ds = false,
            "--no-pi" => switches.pi = false,
            "--no-rc" => switches.rc = false,
            "--no-por" => switches.por = false,
            "--first" => config.stop_at_first = true,
            "--bfs" => config.order = Order::Bfs,
            b if b.starts_with("-b") => bound = Some(b[2..].parse().unwrap()),
            f => files.push(f.to_owned()),
        }
    }
    for f in files {
        let text = std::fs::read_to_string(&f).unwrap();
        let program = if f.ends_with(".litmus") {
            match stages::from_litmus(&f, &text, &litmus::parse(&f, &text).unwrap()) { Ok(p) => p, Err(e) => { println!("{f}: {e}"); continue } }
        } else {
            stages::parse(&f, &text).unwrap_or_else(|e| panic!("{e}"))
        };
        let since = std::time::Instant::now();
        let system = Staged::new(&program, &rules, switches, bound).unwrap();
        let built = since.elapsed();
        let report = search(&system, &config, &Progress::default());
        let outs: Vec<String> = report.outcomes.iter().map(|o| o.render()).collect();
        println!("{f}: {} states {} steps {} ops, {:?} + {:?}, finished {} findings {} incomplete {:?}: {}", report.stats.states, report.stats.transitions, system.performed(), built, since.elapsed()-built, report.stats.finished, report.findings.len(), report.incomplete, outs.join(" | "));
    }
}
