//! Every program of `tests/programs` and every example gets the verdict that its header states
//! ([`testkit::expectation`]); each is a test of its own: `cargo test -p thinair --test programs --
//! violated/locks`.
//!
//! Programs of `tests/programs` are checked under sc and jmm, with the oldest or the newest JDK that has what
//! they need, depending on their name; with every JDK if the variable `ALL_JDKS` is set. Timeouts fire at any
//! time unless the header says otherwise. There is no first look, so that the search has to find everything,
//! unless `First look:` says why; `race` says whether the report under jmm has one; other models are checked
//! if named. Examples are checked as a user would, and for races in a separate run. The variable
//! `PROGRAM_OPTIONS` has further options for every check (`--stubborn always`, `--no-reduction`).

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use testkit::expectation::{Checked, programs_below};
use testkit::jdk::{self, Jdk};
use testkit::process;
use testkit::report::verdict_of;

/// The most time for a check, which takes a few seconds on an idle machine.
const LIMIT: Duration = Duration::from_secs(300);

/// The least number of programs: an empty folder would go unnoticed.
const FEWEST: usize = 430;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    match trials() {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(why) => panic!("{why}"),
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn trials() -> Result<Vec<Trial>, String> {
    let (programs, examples) =
        (programs_below(&root().join("tests/programs"))?, programs_below(&root().join("examples"))?);
    let count = programs.len() + examples.len();
    if count < FEWEST {
        return Err(format!("only {count} programs are found"));
    }
    let jdks = jdk::to_test_with();
    if jdks.is_empty() {
        return Err(jdk::ADVICE.to_owned());
    }
    let mut trials = Vec::new();
    for (programs, as_user) in [(programs, false), (examples, true)] {
        for jdk in &jdks {
            let is_here = |p: &Checked| {
                let suiting: Vec<&Jdk> = jdks.iter().filter(|jdk| p.expects.suits(jdk)).collect();
                jdk::in_turn(&p.name, &suiting).contains(&jdk)
            };
            for preview in [false, true] {
                let here: Vec<Checked> =
                    programs.iter().filter(|p| is_here(p) && p.expects.preview == preview).cloned().collect();
                let folder = format!(
                    "programs-{}-{}-{preview}",
                    if as_user { "examples" } else { "tests" },
                    jdk.release
                );
                let compiled = Arc::new(Compiled {
                    jdk: jdk.clone(),
                    preview,
                    sources: here.iter().map(|p| p.source.clone()).collect(),
                    folder: Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder),
                    done: OnceLock::new(),
                });
                trials.extend(here.into_iter().map(|program| trial(program, Arc::clone(&compiled), as_user)));
            }
        }
    }
    Ok(trials)
}

fn trial(program: Checked, compiled: Arc<Compiled>, as_user: bool) -> Trial {
    let parts = [if as_user { "examples" } else { "" }, &program.folder, &program.name];
    let path = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/");
    let name = format!("{path} with {}", compiled.jdk.release);
    Trial::test(name, move || {
        compiled.compile()?;
        let judge = if as_user { judge_example } else { judge };
        let wrong: Vec<String> =
            program.expects.runs.iter().flat_map(|arguments| judge(&compiled, &program, arguments)).collect();
        if wrong.is_empty() { Ok(()) } else { Err(Failed::from(wrong.join("\n"))) }
    })
}

/// Programs that are compiled together, when the first of them is checked.
struct Compiled {
    jdk: Jdk,
    preview: bool,
    sources: Vec<PathBuf>,
    folder: PathBuf,
    done: OnceLock<Result<(), String>>,
}

/// The result of a command.
struct Answer {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Compiled {
    fn compile(&self) -> Result<(), String> {
        self.done.get_or_init(|| self.javac()).clone()
    }

    fn javac(&self) -> Result<(), String> {
        let _ = std::fs::remove_dir_all(&self.folder);
        std::fs::create_dir_all(&self.folder).map_err(|e| format!("{}: {e}", self.folder.display()))?;
        let mut command = Command::new(self.jdk.command("javac"));
        if self.preview {
            command.args(["--enable-preview", "--release", &self.jdk.release.to_string()]);
        }
        // Some use the checker's API.
        command.arg("-sourcepath").arg(root().join("api/src"));
        command.args(["-g", "-nowarn", "-d"]).arg(&self.folder).args(&self.sources);
        let ended = process::run(&mut command, LIMIT).map_err(|e| format!("javac: {e}"))?;
        match ended.status {
            Some(0) => Ok(()),
            _ => Err(format!("javac: {}", String::from_utf8_lossy(&ended.err))),
        }
    }

    fn check(&self, program: &Checked, arguments: &str, words: &[&str]) -> Answer {
        let mut command = Command::new(env!("CARGO_BIN_EXE_thinair"));
        // Boot states are cached across tests.
        command.env("THINAIR_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("boot-states"));
        command.env_remove("COLUMNS").current_dir(&self.folder);
        command.args(["check", "--jdk"]).arg(&self.jdk.home);
        if self.preview {
            command.arg("--enable-preview");
        }
        let more = std::env::var("PROGRAM_OPTIONS").unwrap_or_default();
        command
            .args(words)
            .args(more.split_whitespace())
            .args(&program.expects.options)
            .arg("-cp")
            .arg(&self.folder)
            .arg(&program.name);
        command.arg("--").args(arguments.split_whitespace());
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        match process::run(&mut command, LIMIT) {
            Ok(ended) => Answer { code: ended.status, out: text(ended.out), err: text(ended.err) },
            Err(why) => Answer { code: None, out: String::new(), err: why.to_string() },
        }
    }
}

fn judge(compiled: &Compiled, program: &Checked, arguments: &str) -> Vec<String> {
    let (name, expects) = (&program.name, &program.expects.with(&compiled.jdk));
    let says = |option: &str| expects.options.iter().any(|word| word == option);
    let mut words = Vec::new();
    if !says("--timeouts") {
        words.extend(["--timeouts", "any"]);
    }
    // Generous, so that slow machines report the same.
    if !says("--simplify") {
        words.extend(["--simplify", "20s"]);
    }
    if !expects.needs_look {
        words.push("--no-first-look");
    }
    let run = compiled.check(program, arguments, &[&["--model", "sc,jmm"], &*words].concat());
    let Some((sc, jmm)) = run.out.split_once(&format!("{name} under jmm")) else {
        return vec![format!("there is no answer: {}\n{}", run.out, run.err)];
    };
    let mut wrong = Vec::new();
    for (what, report) in [("sc", sc), ("jmm", jmm)] {
        if verdict_of(report) != expects.answers.get(what).map(String::as_str) {
            wrong.push(format!("not as expected under {what}: {report}"));
        }
        if expects.says.as_ref().is_some_and(|says| !report.contains(says)) {
            wrong.push(format!("something else is said under {what}: {report}"));
        }
    }
    let race = if jmm.contains("race: data race on") { "yes" } else { "no" };
    if expects.answers.get("race").is_some_and(|expected| expected != race) {
        wrong.push(format!("race: {race}"));
    }
    let worst = [1, 3, 0].into_iter().find(|code| [sc, jmm].iter().any(|report| exit_code(report) == *code));
    if run.code != worst {
        wrong.push(format!("exit code {:?}", run.code));
    }
    let others = expects.answers.iter().filter(|(what, _)| !["sc", "jmm", "race"].contains(&what.as_str()));
    for (model, verdict) in others {
        let run = compiled.check(program, arguments, &[&["--model", model], &*words].concat());
        if verdict_of(&run.out) != Some(verdict) {
            wrong.push(format!("not as expected under {model}: {}{}", run.out, run.err));
        }
    }
    let jmm = program.expects.jmm();
    if program.folder.split('/').next() != jmm.split(' ').next() {
        wrong.push(format!("it is in the folder {}, and expects to be {jmm}", program.folder));
    }
    wrong
}

fn judge_example(compiled: &Compiled, program: &Checked, arguments: &str) -> Vec<String> {
    let expects = &program.expects.with(&compiled.jdk);
    let mut wrong = Vec::new();
    let mut judge = |what: &str, words: &[&str], wanted: &str| {
        let run = compiled.check(program, arguments, words);
        if verdict_of(&run.out) != Some(wanted) {
            wrong.push(format!("{what} is not {wanted}: {}{}", run.out, run.err));
        }
        run
    };
    let wanted = |what: &str| {
        let answer = expects.answers.get(what).and_then(|answer| answer.split(' ').next());
        answer.unwrap_or("a line that says what to expect")
    };
    judge("sc", &["--model", "sc"], wanted("sc"));
    let jmm = judge("jmm", &[], wanted("jmm"));
    match wanted("race") {
        "yes" => drop(judge("race", &["--property", "race"], "violated")),
        // This is the same race check that all answers under jmm rest on.
        "no" if jmm.out.contains("no data race in any of") => {}
        _ => drop(judge("race", &["--property", "race"], "holds")),
    }
    wrong
}

fn exit_code(report: &str) -> i32 {
    match verdict_of(report) {
        Some(verdict) if verdict.starts_with("holds") => 0,
        Some("violated") => 1,
        _ => 3,
    }
}
