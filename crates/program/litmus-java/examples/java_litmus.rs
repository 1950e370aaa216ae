//! `cargo xtask java-litmus`: compares random litmus tests with their translations to Java, each on its own
//! machine.
//!
//! The test of a seed is always the same, and `--count N --seed S` takes the seeds S, S+1, …, so `--count 1`
//! with the seed of a mismatch reproduces it. A mismatch is shrunk before it is reported. Exits with 1 if
//! there was one.

#[allow(dead_code, reason = "the test uses the rest")]
#[path = "../tests/all/support/mod.rs"]
mod machines;

use differential::java::{Compared, Difference, MODELS, Sides};
use litmus::ast::Test;
use machines::bench::Bench;
use machines::{Case, Tally};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use verify::Model;

const USAGE: &str = "usage: cargo xtask java-litmus [--count N] [--seed S] [--jdk HOME] [--model M,…] [--batch N] \
                     [--states N] [--workers N] [--searches yes] [--solver yes] [--graphs yes] \
                     [--prints yes] [--file FILE]…";

struct Options {
    count: u64,
    seed: u64,
    batch: usize,
    states: u64,
    workers: usize,
    jdk: Option<PathBuf>,
    models: Vec<Model>,
    /// Also compare the ways to search Java programs with each other.
    searches: bool,
    /// Compare the solver's results for Java programs, under the models it supports.
    solver: bool,
    /// Compare what the graph engine finds in Java programs, under the models it supports.
    graphs: bool,
    /// Use random tests in which threads print.
    prints: bool,
    /// Tests to compare instead of random ones.
    files: Vec<String>,
}

#[expect(clippy::print_stderr, reason = "this is a command-line tool; all its errors pass through here")]
fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match options(&words).and_then(|options| run(&options)) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("java-litmus: {message}");
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
        count: 500,
        seed: 1,
        batch: 100,
        states: 20_000,
        workers: 2,
        jdk: None,
        models: MODELS.to_vec(),
        searches: false,
        solver: false,
        graphs: false,
        prints: false,
        files: Vec::new(),
    };
    let mut words = words.iter();
    while let Some(flag) = words.next() {
        let value = words.next().ok_or_else(|| format!("`{flag}` needs a value\n{USAGE}"))?;
        let number = || value.parse::<u64>().map_err(|e| format!("{flag} {value}: {e}"));
        let model = |name: &str| match Model::by_name(name) {
            None if name.ends_with(".cat") => {
                verify::CatFile::load(name).map(Model::Cat).map_err(|e| e.to_string())
            }
            model => model.ok_or_else(|| format!("there is no model `{name}`")),
        };
        match flag.as_str() {
            "--count" => options.count = number()?,
            "--seed" => options.seed = number()?,
            "--states" => options.states = number()?,
            "--batch" => options.batch = number()?.max(1) as usize,
            "--workers" => options.workers = number()?.max(1) as usize,
            "--jdk" => options.jdk = Some(PathBuf::from(value)),
            "--model" => options.models = value.split(',').map(model).collect::<Result<_, _>>()?,
            "--searches" => options.searches = value == "yes",
            "--solver" => options.solver = value == "yes",
            "--graphs" => options.graphs = value == "yes",
            "--prints" => options.prints = value == "yes",
            "--file" => options.files.push(value.clone()),
            _ => return Err(format!("unknown flag `{flag}`\n{USAGE}")),
        }
    }
    Ok(options)
}

/// Makes the comparisons; returns how many tests differ.
fn run(options: &Options) -> Result<u64, String> {
    let folder = std::env::temp_dir().join(format!("thinair-java-litmus-{}", std::process::id()));
    let bench = Bench::new(options.jdk.as_deref(), &folder)?;
    let start = Instant::now();
    let run = Run { bench, options, mismatches: AtomicU64::new(0), tries: AtomicU64::new(0) };
    let mut tally = Tally::default();
    let mut refused = 0;
    let random = if options.prints { Case::printing } else { Case::random };
    let tests: Vec<Result<Case, String>> = match options.files.is_empty() {
        true => (0..options.count)
            .map(|i| random(options.seed.wrapping_add(i)).map_err(|e| e.to_string()))
            .collect(),
        false => options.files.iter().enumerate().map(|(i, file)| read(i, file)).collect(),
    };
    let (cases, no): (Vec<_>, Vec<_>) = tests.into_iter().partition(Result::is_ok);
    refused += no.len();
    no.into_iter().filter_map(Result::err).for_each(|e| say(&format!("java-litmus: left out: {e}")));
    let cases: Vec<Case> = cases.into_iter().filter_map(Result::ok).collect();
    for batch in cases.chunks(options.batch) {
        tally.add(run.batch(batch)?);
        let seconds = start.elapsed().as_secs_f64();
        let mismatches = run.mismatches.load(Ordering::Relaxed);
        say(&format!(
            "java-litmus: {} programs, {} comparisons of {} outcomes, {} skipped, {refused} left out, {mismatches} mismatches, {seconds:.1} s",
            tally.programs, tally.compared, tally.outcomes, tally.skipped
        ));
    }
    let _ = std::fs::remove_dir_all(&folder);
    Ok(run.mismatches.into_inner())
}

fn read(number: usize, file: &str) -> Result<Case, String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
    Case::new(format!("File{number}"), text).map_err(|e| format!("{file}: {e}"))
}

struct Run<'a> {
    bench: Bench,
    options: &'a Options,
    mismatches: AtomicU64,
    /// The number of programs tried while shrinking, to name their classes.
    tries: AtomicU64,
}

impl Run<'_> {
    /// Compares tests that javac compiles in one call.
    fn batch(&self, cases: &[Case]) -> Result<Tally, String> {
        self.bench.compile(cases.iter().map(|c| (c.class.as_str(), c.java.as_str())))?;
        let (next, tally) = (AtomicU64::new(0), Mutex::new(Tally::default()));
        std::thread::scope(|scope| {
            for _ in 0..self.options.workers {
                scope.spawn(|| {
                    while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                        let compared = self.case(case);
                        tally.lock().unwrap_or_else(|poison| poison.into_inner()).add(compared);
                    }
                });
            }
        });
        Ok(tally.into_inner().unwrap_or_else(|poison| poison.into_inner()))
    }

    fn case(&self, case: &Case) -> Tally {
        let mut tally = Tally { programs: 1, ..Tally::default() };
        for &model in &self.options.models {
            let since = Instant::now();
            match self.compare(case, model) {
                Ok(compared) => {
                    if let Compared::Skipped(why) = &compared {
                        say(&format!("skipped: {} {}: {why}", case.class, model.name()));
                    }
                    tally.count(&compared);
                }
                Err(difference) => {
                    self.mismatches.fetch_add(1, Ordering::Relaxed);
                    self.tell(case, model, &difference);
                }
            }
            if since.elapsed().as_secs() >= 10 {
                let seconds = since.elapsed().as_secs();
                say(&format!("slow: {} under {} took {seconds} s", case.class, model.name()));
            }
        }
        tally
    }

    fn compare(&self, case: &Case, model: Model) -> Result<Compared, Difference> {
        let failed = |what: String| Difference { kind: "start".to_owned(), what };
        let java = self.bench.program(&case.class, &[]).map_err(failed)?;
        let sides = Sides::new(&case.program, &java, self.options.states);
        match self.options {
            Options { solver: true, .. } => sides.compare_solved(model),
            Options { searches: true, .. } => sides.compare_searches(model),
            Options { graphs: true, .. } => sides.compare_graphs(model),
            _ => sides.compare(model),
        }
    }

    /// Reports a mismatch, after shrinking it.
    fn tell(&self, case: &Case, model: Model, difference: &Difference) {
        let (mut small, mut shown) = (None, difference.clone());
        while let Some((smaller, difference)) =
            self.smaller(small.as_ref().map_or(&case.test, |s: &Case| &s.test), model, &shown.kind)
        {
            (small, shown) = (Some(smaller), difference);
        }
        let (small, difference) = (small.as_ref().unwrap_or(case), shown);
        say(&format!(
            "MISMATCH {} under {}: {}\n{}\n{}\n  again: cargo xtask java-litmus --count 1 --seed {}{} --model {}",
            case.class,
            model.name(),
            difference.what,
            small.text,
            small.java,
            case.class.trim_start_matches(['R', 'P']),
            if self.options.prints { " --prints yes" } else { "" },
            model.name()
        ));
    }

    /// The first smaller test that still shows a difference of this kind; javac compiles all candidates at
    /// once.
    fn smaller(&self, test: &Test, model: Model, kind: &str) -> Option<(Case, Difference)> {
        let observes = |t: &Test| !t.locations.is_empty();
        let case = |t: Test| {
            let number = self.tries.fetch_add(1, Ordering::Relaxed);
            Case::new(format!("S{number}"), t.to_string()).ok()
        };
        let cases: Vec<Case> = litmus::smaller(test).filter(observes).filter_map(case).collect();
        self.bench.compile(cases.iter().map(|c| (c.class.as_str(), c.java.as_str()))).ok()?;
        cases.into_iter().find_map(|case| {
            let difference = self.compare(&case, model).err().filter(|d| d.kind == kind)?;
            Some((case, difference))
        })
    }
}
