//! Runs the built command in a directory of its own, as a user would.

pub mod schema;

use serde_json::Value;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use testkit::report::verdict_of;

/// The models that a table shows by default.
pub const MODELS: [&str; 4] = ["sc", "tso", "pso", "opmm"];

/// Inputs that are violated under every default model.
pub const ALWAYS_VIOLATED: [&str; 6] =
    ["all-zero", "assertion", "exception", "deadlock", "join-deadlock", "loop-assertion"];

/// A finished run.
#[derive(Debug)]
pub struct Run {
    /// The exit code; -1 for a signal.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
    /// How long it took.
    pub took: Duration,
}

impl Run {
    /// Checks the exit code, and that thinair reported no internal error.
    #[track_caller]
    pub fn exits(self, code: i32) -> Run {
        assert!(!self.err.contains("thinair: internal error"), "{self:#?}");
        assert_eq!(self.code, code, "{self:#?}");
        self
    }

    /// Checks that standard output contains a text.
    #[track_caller]
    pub fn says(self, text: &str) -> Run {
        assert!(self.out.contains(text), "`{text}` is not in the output of {self:#?}");
        self
    }

    /// Checks that standard output does not contain a text.
    #[track_caller]
    pub fn never_says(self, text: &str) -> Run {
        assert!(!self.out.contains(text), "`{text}` is in the output of {self:#?}");
        self
    }

    /// Checks that standard error contains a text.
    #[track_caller]
    pub fn complains(self, text: &str) -> Run {
        assert!(self.err.contains(text), "`{text}` is not in the errors of {self:#?}");
        self
    }

    /// The verdict of the report, see [`verdict_of`].
    pub fn verdict(&self) -> &str {
        verdict_of(&self.out).unwrap_or_default()
    }

    /// Standard output as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e} in {self:#?}"))
    }

    /// The lines of standard output with this prefix.
    pub fn lines(&self, start: &str) -> Vec<&str> {
        self.out.lines().filter(|line| line.starts_with(start)).collect()
    }
}

/// A private directory, removed at the end of the test.
pub struct Dir(PathBuf);

impl Dir {
    /// An empty directory.
    pub fn new() -> Dir {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("thinair-cli-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the temporary directory can be written");
        Dir(path)
    }

    /// A directory with copies of these inputs.
    pub fn with(inputs: &[&str]) -> Dir {
        let dir = Dir::new();
        for name in inputs {
            dir.write(&format!("{name}.litmus"), input(name));
        }
        dir
    }

    /// Writes a file, and creates its parent directories.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a file is in a directory")).expect("writable");
        std::fs::write(path, content).expect("writable");
    }

    /// Reads a file.
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("the file is there")
    }

    /// The path of a file in this directory.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The names of all files, sorted.
    pub fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("readable");
        let name = |e: std::io::Result<std::fs::DirEntry>| e.expect("readable").file_name();
        let mut names: Vec<String> = entries.map(|e| name(e).to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// The command with these words, to be run in this directory.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_thinair"));
        command.args(words).current_dir(&self.0).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs the command with these words.
    pub fn run(&self, words: &[&str]) -> Run {
        finish(self.command(words).spawn().expect("the binary is built"))
    }

    /// Runs `litmus` on one input of this directory.
    pub fn litmus(&self, input: &str, options: &[&str]) -> Run {
        let file = format!("{input}.litmus");
        self.run(&[&["litmus", &file], options].concat())
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs `litmus` on one input.
pub fn litmus(input: &str, options: &[&str]) -> Run {
    Dir::with(&[input]).litmus(input, options)
}

/// Runs the command with these words in an empty directory.
pub fn thinair(words: &[&str]) -> Run {
    Dir::new().run(words)
}

/// The text of an input.
pub fn input(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/inputs/{name}.litmus"));
    std::fs::read_to_string(path).expect("the input is there")
}

/// All inputs with finitely many executions, sorted.
pub fn finite_inputs() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs");
    let entries = std::fs::read_dir(path).expect("the inputs are there");
    let stem = |e: std::io::Result<std::fs::DirEntry>| Some(e.ok()?.path().file_stem()?.to_str()?.to_owned());
    let mut names: Vec<String> = entries.filter_map(stem).filter(|name| name != "counter").collect();
    names.sort();
    names
}

/// Waits for a process to end, and kills it after a minute.
pub fn finish(mut child: Child) -> Run {
    let begun = Instant::now();
    let reader = |pipe: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let out = reader(child.stdout.take().map(|p| Box::new(p) as Box<dyn Read + Send>));
    let err = reader(child.stderr.take().map(|p| Box::new(p) as Box<dyn Read + Send>));
    let status = loop {
        if let Some(status) = child.try_wait().expect("the process can be waited for") {
            break status;
        }
        if begun.elapsed() > Duration::from_secs(60) {
            child.kill().expect("the process can be killed");
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let took = begun.elapsed();
    let text = |thread: std::thread::JoinHandle<String>| thread.join().expect("reading does not panic");
    Run { code: status.code().unwrap_or(-1), out: text(out), err: text(err), took }
}

/// Sets measurements, which differ between runs, to 0; `also` names further counters.
pub fn normalised(mut runs: Value, also: &[&str]) -> Value {
    for run in runs.as_array_mut().expect("an array of runs") {
        for field in ["seconds", "peak_bytes"].iter().chain(also) {
            let value = &mut run["stats"][*field];
            assert!(value.is_number(), "stats has no number `{field}`");
            *value = 0.into();
        }
    }
    runs
}
