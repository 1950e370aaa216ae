//! `cargo xtask api-java`: runs programs whose threads share an object of the class library on the real
//! `java`, many times, and checks that each outcome it shows is one that thinair has under `jmm`.
//!
//! The programs are those of `cargo xtask api-programs` with the same seeds. Exits with 1 if there was a
//! mismatch. An outcome that only `sc` lacks while `jmm` is undecided is reported, but is no mismatch.

use api_programs::bench::{Bench, Trusted};
use api_programs::real::{Job, Often, Shown, run as run_java};
use api_programs::seen::{Bounds, Seen, Watch, jmm, sc};
use apigen::{Form, Plan};
use differential::java::Reduced;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

const USAGE: &str = "usage: cargo xtask api-java [--count N] [--seed S] [--jdk HOME] [--class NAME,…] [--states N] [--millis N] \
                     [--runs N] [--java-millis N] [--part N] [--out DIR] [-v yes]";

struct Options {
    count: u64,
    seed: u64,
    jdk: Option<PathBuf>,
    classes: Vec<String>,
    bounds: Bounds,
    often: Often,
    part: u64,
    out: PathBuf,
    verbose: bool,
}

#[expect(clippy::print_stderr, reason = "this is a command-line tool; all its errors pass through here")]
fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let result = options(&words).and_then(|options| {
        if options.count > options.part { parts(&options, &words) } else { run(&options) }
    });
    match result {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("api-java: {message}");
            ExitCode::from(2)
        }
    }
}

#[expect(clippy::print_stdout, reason = "this is a command-line tool; all its answers pass through here")]
fn say(text: &str) {
    println!("{text}");
}

fn options(words: &[String]) -> Result<Options, String> {
    let mut options = Options {
        count: 300,
        seed: 1,
        jdk: None,
        classes: Vec::new(),
        bounds: Bounds { states: 5_000, time: Duration::from_millis(1_500) },
        often: Often { runs: 2_000, millis: 150 },
        part: 200,
        out: PathBuf::from("target/api-java"),
        verbose: false,
    };
    let mut words = words.iter();
    while let Some(flag) = words.next() {
        let value = words.next().ok_or_else(|| format!("`{flag}` needs a value\n{USAGE}"))?;
        let number = || value.parse::<u64>().map_err(|e| format!("{flag} {value}: {e}"));
        match flag.as_str() {
            "--count" => options.count = number()?,
            "--seed" => options.seed = number()?,
            "--states" => options.bounds.states = number()?,
            "--millis" => options.bounds.time = Duration::from_millis(number()?),
            "--runs" => options.often.runs = number()?,
            "--java-millis" => options.often.millis = number()?,
            "--part" => options.part = number()?.max(1),
            "--jdk" => options.jdk = Some(PathBuf::from(value)),
            "--class" => options.classes = value.split(',').map(str::to_owned).collect(),
            "--out" => options.out = PathBuf::from(value),
            "-v" => options.verbose = value == "yes",
            _ => return Err(format!("unknown flag `{flag}`\n{USAGE}")),
        }
    }
    Ok(options)
}

/// Runs itself for one part after the other; returns how many parts had mismatches.
fn parts(options: &Options, words: &[String]) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let (mut failed, mut at, start) = (0, 0, Instant::now());
    while at < options.count {
        let count = options.part.min(options.count - at);
        let seed = options.seed + at;
        let mut command = Command::new(&program);
        command.args(words).args(["--count", &count.to_string(), "--seed", &seed.to_string()]);
        let status = command.status().map_err(|e| e.to_string())?;
        failed += u64::from(!status.success());
        if status.code().is_none_or(|code| code > 1) {
            say(&format!("MISMATCH: the process of the seeds from {seed} ended with {status}"));
        }
        at += count;
        let seconds = start.elapsed().as_secs();
        say(&format!(
            "api-java: {at} of {} programs, {failed} parts with mismatches, {seconds} s",
            options.count
        ));
    }
    Ok(failed)
}

/// What thinair reports about a program.
struct Ours {
    sc: Seen,
    jmm: Seen,
}

fn run(options: &Options) -> Result<u64, String> {
    let folder = std::env::temp_dir().join(format!("thinair-api-java-{}", std::process::id()));
    let bench = Bench::new(options.jdk.as_deref(), &folder)?;
    let filters: Vec<&str> = options.classes.iter().map(String::as_str).collect();
    let catalogue = bench.catalogue(&filters)?;
    let (watch, start) = (Watch::start(), Instant::now());
    let plans = (0..options.count).map(|i| catalogue.plan(options.seed.wrapping_add(i)));
    let plans: Vec<Plan> = plans.filter(|plan| !plan.recipe.once).collect();
    let programs: Vec<(&Plan, Form)> = plans.iter().map(|p| (p, Form::Direct)).collect();
    let refused: BTreeSet<String> = bench.compile(&programs)?.into_iter().map(|(class, _)| class).collect();
    let mut ours = BTreeMap::new();
    for plan in plans.iter().filter(|p| !refused.contains(&p.class(Form::Direct))) {
        let program = bench.program(&plan.name, None, Trusted::Default)?;
        let of_sc = sc(&program, Reduced::AsUsual, options.bounds, &watch);
        let of_jmm = jmm(&program, options.bounds, &watch);
        ours.insert(plan.name.clone(), Ours { sc: of_sc, jmm: of_jmm });
    }
    // A hang that thinair predicts is accepted after a shorter wait.
    let still = |ours: &Ours| if ours.jmm.deadlock || ours.sc.deadlock { 20 } else { 1_000 };
    let jobs: Vec<Job> =
        ours.iter().map(|(class, o)| Job { class: class.clone(), still: still(o) }).collect();
    let searched = start.elapsed().as_secs_f64();
    let shown = run_java(&bench, &jobs, options.often)?;
    let _ = std::fs::remove_dir_all(&folder);
    let mut summary = Summary::default();
    for plan in &plans {
        if let (Some(ours), Some(shown)) = (ours.get(&plan.name), shown.get(&plan.name)) {
            summary.compare(options, plan, ours, shown)?;
        }
    }
    summary.tell();
    say(&format!(
        "api-java: seeds {}+{}: {} programs, {} decided by jmm, {} by sc only, {} not; {} outcomes in {} runs, {} refused, {} problems, {} mismatches, {searched:.1} s searching, {:.1} s",
        options.seed,
        options.count,
        ours.len(),
        summary.decided,
        summary.sc_only,
        summary.undecided,
        summary.outcomes,
        summary.runs,
        refused.len(),
        summary.problems,
        summary.mismatches,
        start.elapsed().as_secs_f64()
    ));
    Ok(summary.mismatches)
}

/// The number of outcomes that are still readable.
const READABLE: usize = 20;

fn first(outcomes: &[String]) -> String {
    let more = match outcomes.len().saturating_sub(READABLE) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    outcomes[..outcomes.len().min(READABLE)].join(" ") + &more
}

#[derive(Default)]
struct Summary {
    decided: u64,
    sc_only: u64,
    undecided: u64,
    outcomes: u64,
    runs: u64,
    problems: u64,
    mismatches: u64,
    causes: BTreeMap<String, u64>,
}

impl Summary {
    fn compare(&mut self, options: &Options, plan: &Plan, ours: &Ours, shown: &Shown) -> Result<(), String> {
        self.outcomes += shown.outcomes.len() as u64;
        self.runs += shown.outcomes.values().sum::<u64>();
        if let Some(problem) = &shown.problem {
            self.problems += 1;
            say(&format!("problem: {}: {problem}", plan.title()));
        }
        if options.verbose {
            say(&format!("{}: {:?}", plan.title(), shown.outcomes));
        }
        let (whole, mismatch) = match (&ours.jmm.incomplete, &ours.sc.incomplete) {
            (None, _) => {
                self.decided += 1;
                (&ours.jmm, true)
            }
            (Some(_), None) => {
                self.sc_only += 1;
                (&ours.sc, false)
            }
            _ => {
                self.undecided += 1;
                return Ok(());
            }
        };
        let mut all = whole.all();
        all.extend(whole.open.iter().cloned());
        let known = |o: &String| all.contains(o) || o == "busy";
        let missing: Vec<&String> = shown.outcomes.keys().filter(|o| !known(o)).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let word = if mismatch { "MISMATCH" } else { "beyond sc" };
        self.mismatches += u64::from(mismatch);
        *self.causes.entry(format!("{word} {}", plan.recipe.name)).or_default() += 1;
        std::fs::create_dir_all(&options.out).map_err(|e| e.to_string())?;
        let file = options.out.join(format!("{}.java", plan.name));
        std::fs::write(&file, plan.whole(Form::Direct)).map_err(|e| format!("{}: {e}", file.display()))?;
        let missing: Vec<String> =
            missing.iter().map(|o| format!("[{}] ×{}", o.replace('\t', " "), shown.outcomes[*o])).collect();
        let all: Vec<String> = all.iter().map(|o| format!("[{}]", o.replace('\t', " "))).collect();
        let seed = plan.name.trim_start_matches('A');
        let class = if options.classes.is_empty() {
            String::new()
        } else {
            format!(" --class {}", options.classes.join(","))
        };
        say(&format!(
            "{word} {}\n  java shows {} not in {}\n  source: {}\n  again: cargo xtask api-java --count 1 --seed {seed}{class}",
            plan.title(),
            first(&missing),
            first(&all),
            file.display()
        ));
        Ok(())
    }

    fn tell(&self) {
        for (cause, count) in &self.causes {
            say(&format!("cause: {count} {cause}"));
        }
    }
}
