//! Compiles Java programs with the JDKs found and runs them. A missing JDK is a failure with a message, never
//! a skipped test.

use jvm::{Ending, Library, Options, Ref, Schedule, Sink, State, Traced, TracedAction, Wanted};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// A machine with a class library, and programs on its class path.
pub struct Machine {
    pub lib: &'static Library,
    pub options: Options,
    booted: State,
}

/// How a program ended, and what it printed.
#[derive(Debug, PartialEq, Eq)]
pub struct Run {
    pub ending: String,
    pub output: String,
}

/// The JDKs with a compiler, the oldest first.
pub fn jdks() -> Vec<(PathBuf, u16)> {
    let found = classfile::find_jdks().unwrap_or_else(|error| panic!("these tests need a JDK: {error}"));
    let with_compiler = found.iter().filter(|jdk| jdk.home.join("bin/javac").is_file());
    let mut homes: Vec<_> = with_compiler.map(|jdk| (jdk.home.clone(), jdk.release)).collect();
    homes.sort_by_key(|(_, release)| *release);
    homes.dedup_by_key(|(_, release)| *release);
    assert!(!homes.is_empty(), "these tests need a JDK with javac; there are {found:?}");
    homes
}

/// The newest JDK with a compiler.
pub fn newest() -> (PathBuf, u16) {
    jdks().pop().expect("there is one, or `jdks` has failed")
}

/// Compiles a source file and gives the folder with its classes. One test compiles what all use.
fn compile(home: &Path, release: u16, source: &Path) -> PathBuf {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock();
    let name = source.file_stem().expect("a source file has a name").to_string_lossy().into_owned();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("collector-{release}-{name}"));
    let is_new =
        |file: &Path| Some(file.metadata().ok()?.modified().ok()? > source.metadata().ok()?.modified().ok()?);
    if is_new(&folder.join(format!("{name}.class"))) == Some(true) {
        return folder;
    }
    std::fs::create_dir_all(&folder).expect("the folder for temporary files is writable");
    let mut command = Command::new(home.join("bin/javac"));
    command
        .args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-nowarn", "-encoding", "UTF-8", "-d"])
        .arg(&folder)
        .arg(source);
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    folder
}

impl Machine {
    /// A booted machine for a program of these tests.
    pub fn new(jdk: &(PathBuf, u16), name: &str, options: Options) -> Machine {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/java/{name}.java"));
        Machine::with_source(jdk, &source, options)
    }

    /// A booted machine for a program.
    pub fn with_source((home, release): &(PathBuf, u16), source: &Path, options: Options) -> Machine {
        let classes = compile(home, *release, source);
        let jdk = classfile::Jdk::open(home).expect("a JDK that was found can be opened");
        let path = classfile::ClassPath::new(&[classes], jdk.release).expect("the classes are there");
        let lib = Library::new(jdk, path);
        let booted = jvm::boot(lib, &options).expect("this JDK boots");
        Machine { lib, options, booted }
    }

    /// The state in which a program begins.
    pub fn start(&self, main: &str, arguments: &[&str]) -> State {
        let arguments: Vec<String> = arguments.iter().map(|&a| a.to_owned()).collect();
        let mut state = self.booted.clone();
        jvm::start(self.lib, &mut state, &self.options, main, &arguments).expect("the program can begin");
        state
    }

    /// Runs a program to its end, or until `at_turn` says that it is enough.
    pub fn run(&self, state: &mut State, schedule: Schedule, at_turn: impl FnMut(&State) -> bool) -> Run {
        let mut recorder = Recorder { output: Vec::new(), at_turn };
        let ending = jvm::run(self.lib, state, &self.options, schedule, &mut recorder);
        let ending = match ending {
            Ending::Exit(status) => format!("exit {status}"),
            other => format!("{other:?}"),
        };
        Run { ending, output: String::from_utf8_lossy(&recorder.output).into_owned() }
    }

    /// Runs a program to its end and gives the objects that it wrote to, each with the value written to its
    /// first word.
    pub fn first_words(&self, state: &mut State) -> Vec<(Ref, Ref)> {
        let mut tracer = Tracer::default();
        let ending = jvm::run(self.lib, state, &self.options, Schedule::RoundRobin, &mut tracer);
        assert!(matches!(ending, Ending::Exit(0)), "{ending:?}");
        tracer.0
    }
}

#[derive(Default)]
struct Tracer(Vec<(Ref, Ref)>);

impl Sink for Tracer {
    fn output(&mut self, _stream: u8, _bytes: &[u8]) {}

    fn wants(&self) -> Wanted {
        Wanted::Steps
    }

    fn actions(&mut self, _thread: usize, actions: &[TracedAction], _state: &State) {
        for step in actions {
            if let Traced::Write { object, offset: 16, value, .. } = &step.action {
                self.0.push((*object, Ref(*value)));
            }
        }
    }
}

struct Recorder<F> {
    output: Vec<u8>,
    at_turn: F,
}

impl<F: FnMut(&State) -> bool> Sink for Recorder<F> {
    fn output(&mut self, _stream: u8, bytes: &[u8]) {
        self.output.extend_from_slice(bytes);
    }

    fn must_stop(&mut self, state: &State) -> bool {
        (self.at_turn)(state)
    }
}
