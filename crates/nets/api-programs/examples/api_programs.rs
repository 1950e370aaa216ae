//! `cargo xtask api-programs`: compares the results of several searches on programs whose threads share an
//! object of the class library.
//!
//! The program of a seed is always the same for the same recipes and JDK, and `--count N --seed S` takes the
//! seeds S, S+1, …. Long runs are split into parts, each run by its own process, since classes are kept as
//! long as a process lives. Exits with 1 if there was a mismatch.

use api_programs::bench::Bench;
use api_programs::judge::{Check, Judge, Mismatch, Tally, Wanted};
use api_programs::seen::{Bounds, Watch};
use apigen::{Catalogue, Form, Plan};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

const USAGE: &str = "usage: cargo xtask api-programs [--count N] [--seed S] [--jdk HOME] [--class NAME,…] [--states N] \
                     [--millis N] [--jmm EVERY] [--part N] [--shrink no] [--compile only] [--out DIR] [-v yes]";

struct Options {
    count: u64,
    seed: u64,
    jdk: Option<PathBuf>,
    classes: Vec<String>,
    bounds: Bounds,
    /// One in this many programs is also compared under `jmm`; 0 for none.
    jmm: u64,
    /// The number of programs per process.
    part: u64,
    shrink: bool,
    out: PathBuf,
    verbose: bool,
    /// Only check that javac accepts the programs.
    compile: bool,
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
            eprintln!("api-programs: {message}");
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
        count: 400,
        seed: 1,
        jdk: None,
        classes: Vec::new(),
        bounds: Bounds { states: 3_000, time: Duration::from_millis(1_000) },
        jmm: 8,
        part: 200,
        shrink: true,
        out: PathBuf::from("target/api-programs"),
        verbose: false,
        compile: false,
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
            "--jmm" => options.jmm = number()?,
            "--part" => options.part = number()?.max(1),
            "--jdk" => options.jdk = Some(PathBuf::from(value)),
            "--class" => options.classes = value.split(',').map(str::to_owned).collect(),
            "--shrink" => options.shrink = value == "yes",
            "--out" => options.out = PathBuf::from(value),
            "--compile" => options.compile = value == "only",
            "-v" => options.verbose = value == "yes",
            _ => return Err(format!("unknown flag `{flag}`\n{USAGE}")),
        }
    }
    Ok(options)
}

/// Runs itself for one part after the other; returns how many parts had mismatches.
fn parts(options: &Options, words: &[String]) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let (mut failed, start) = (0, Instant::now());
    let mut at = 0;
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
            "api-programs: {at} of {} programs, {failed} parts with mismatches, {seconds} s",
            options.count
        ));
    }
    Ok(failed)
}

fn run(options: &Options) -> Result<u64, String> {
    let folder = std::env::temp_dir().join(format!("thinair-api-programs-{}", std::process::id()));
    let bench = Bench::new(options.jdk.as_deref(), &folder)?;
    let filters: Vec<&str> = options.classes.iter().map(String::as_str).collect();
    let catalogue = bench.catalogue(&filters)?;
    let watch = Watch::start();
    let mut run =
        Run { options, bench: &bench, watch: &watch, causes: BTreeMap::new(), methods: BTreeSet::new() };
    let (recipes, calls) = catalogue.size();
    if options.verbose {
        say(&format!(
            "api-programs: {recipes} recipes, {calls} calls; no arguments for {}",
            catalogue.without_arguments.join(" ")
        ));
    }
    let result = run.all(&catalogue);
    let _ = std::fs::remove_dir_all(&folder);
    result
}

struct Run<'a> {
    options: &'a Options,
    bench: &'a Bench,
    watch: &'a Watch,
    /// Mismatches by check and recipe.
    causes: BTreeMap<String, u64>,
    methods: BTreeSet<String>,
}

impl Run<'_> {
    fn all(&mut self, catalogue: &Catalogue) -> Result<u64, String> {
        let start = Instant::now();
        let (mut tally, mut mismatches, mut refused) = (Tally::default(), 0, 0);
        let plans: Vec<Plan> =
            (0..self.options.count).map(|i| catalogue.plan(self.options.seed.wrapping_add(i))).collect();
        let form = |i: usize| Form::OTHERS[i % Form::OTHERS.len()];
        let programs: Vec<(&Plan, Form)> =
            plans.iter().enumerate().flat_map(|(i, p)| [(p, Form::Direct), (p, form(i))]).collect();
        let compiled = Instant::now();
        let no: BTreeMap<String, String> = self.bench.compile(&programs)?.into_iter().collect();
        let compiled = compiled.elapsed().as_secs_f64();
        let mut triples: Vec<(Plan, Mismatch, Wanted)> = Vec::new();
        for (i, plan) in plans.iter().enumerate() {
            if let Some(why) = [Form::Direct, form(i)].iter().find_map(|f| no.get(&plan.class(*f))) {
                refused += 1;
                say(&format!("refused by javac: {}: {why}", plan.title()));
                continue;
            }
            self.methods.extend(plan.methods().map(|m| m.signature()));
            if self.options.compile {
                continue;
            }
            let jmm = self.options.jmm > 0 && (i as u64).is_multiple_of(self.options.jmm);
            let wanted = Wanted { bounds: self.options.bounds, jmm, form: form(i) };
            let judge = Judge { bench: self.bench, watch: self.watch };
            let since = Instant::now();
            if self.options.verbose {
                say(&format!("{} {}", plan.name, plan.title()));
            }
            let (one, found) = judge.judge(plan, &wanted)?;
            if self.options.verbose {
                say(&format!("  {:.2} s {one:?}", since.elapsed().as_secs_f64()));
            }
            tally.add(one);
            mismatches += u64::from(!found.is_empty());
            let mut told = BTreeSet::new();
            for mismatch in found {
                if !told.insert(mismatch.check) {
                    continue;
                }
                match self.options.shrink && plan.calls() > 2 {
                    true => triples.push((plan.clone(), mismatch, wanted)),
                    false => self.tell(plan, &mismatch)?,
                }
            }
        }
        self.shrink(triples)?;
        for (cause, count) in &self.causes {
            say(&format!("cause: {count} {cause}"));
        }
        for (why, count) in &tally.skipped {
            say(&format!("skipped: {count} {why}"));
        }
        say(&format!(
            "api-programs: seeds {}+{}: {} programs of {} methods, {} comparisons, {} outcomes, {} states, {refused} refused, {mismatches} mismatches, {compiled:.1} s compiling, {:.1} s",
            self.options.seed,
            self.options.count,
            tally.programs,
            self.methods.len(),
            tally.compared,
            tally.outcomes,
            tally.states,
            start.elapsed().as_secs_f64()
        ));
        Ok(mismatches)
    }

    /// Reports programs with three calls, or a program with two of them that shows the same.
    fn shrink(&mut self, triples: Vec<(Plan, Mismatch, Wanted)>) -> Result<(), String> {
        let smaller: Vec<Vec<Plan>> = triples.iter().map(|(plan, _, _)| plan.smaller()).collect();
        let programs: Vec<(&Plan, Form)> = smaller
            .iter()
            .zip(&triples)
            .flat_map(|(plans, (_, _, wanted))| {
                plans.iter().flat_map(|p| [(p, Form::Direct), (p, wanted.form)])
            })
            .collect();
        let no: BTreeSet<String> =
            self.bench.compile(&programs)?.into_iter().map(|(class, _)| class).collect();
        for ((plan, mismatch, wanted), smaller) in triples.iter().zip(&smaller) {
            let mut small = None;
            for candidate in smaller {
                if [Form::Direct, wanted.form].iter().any(|f| no.contains(&candidate.class(*f))) {
                    continue;
                }
                let judge = Judge { bench: self.bench, watch: self.watch };
                let (_, found) = judge.judge(candidate, wanted)?;
                if let Some(same) = found.into_iter().find(|m| m.check == mismatch.check) {
                    small = Some((candidate, same));
                    break;
                }
            }
            match &small {
                Some((plan, mismatch)) => self.tell(plan, mismatch)?,
                None => self.tell(plan, mismatch)?,
            }
        }
        Ok(())
    }

    fn tell(&mut self, plan: &Plan, mismatch: &Mismatch) -> Result<(), String> {
        let form = if let Check::Form(form) = mismatch.check { form } else { Form::Direct };
        *self.causes.entry(format!("{:?} {}", mismatch.check, plan.recipe.name)).or_default() += 1;
        std::fs::create_dir_all(&self.options.out).map_err(|e| e.to_string())?;
        let mut kept = Vec::new();
        for form in BTreeSet::from([Form::Direct, form]) {
            let file = self.options.out.join(format!("{}.java", plan.class(form)));
            std::fs::write(&file, plan.whole(form)).map_err(|e| format!("{}: {e}", file.display()))?;
            kept.push(file.display().to_string());
        }
        let seed = plan.name.trim_start_matches('A').split('x').next().unwrap_or_default().to_owned();
        let jdk = self
            .options
            .jdk
            .as_deref()
            .map_or(String::new(), |home: &Path| format!(" --jdk {}", home.display()));
        let class = if self.options.classes.is_empty() {
            String::new()
        } else {
            format!(" --class {}", self.options.classes.join(","))
        };
        say(&format!(
            "MISMATCH {:?} {}\n  {}\n  source: {}\n  again: cargo xtask api-programs --count 1 --seed {seed}{jdk}{class}",
            mismatch.check,
            plan.title(),
            mismatch.what,
            kept.join(" ")
        ));
        Ok(())
    }
}
