//! Shared by this crate's unit tests: the programs of `tests/java/Probes.java`, booted with a table of their
//! own and run action by action.

use super::{JavaMachine, JavaProgram, JavaState, Visibility};
use crate::policy::{Policy, Table, Trust, set_checking};
use event::{Action, Answer, Machine, Pending, ThreadId};
use jvm::class::{ClassRef, FieldRef, Loader};
use jvm::heap::Ref;
use jvm::layout;
use jvm::library::Library;
use jvm::state::State;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};
use xxhash_rust::xxh3::xxh3_64;

/// The table's entries for the test programs' classes, added to those of the class library.
const CONTRACTS: &str = "guarded\tKept\t-\t-\tfor these tests\n\
                         atomic\tKept\tcall\t(I)V\tfor these tests\n\
                         benign\tKept\tspare\tLBox;\tfor these tests\n\
                         checked\tCheckedKept\t-\t-\tfor these tests\n";

/// A booted class library with the programs on its class path.
pub(crate) struct Bench {
    pub lib: &'static Library,
    booted: State,
}

/// The instance that all tests share: changing a state does not affect it.
pub(crate) fn bench() -> &'static Bench {
    static BENCH: OnceLock<Bench> = OnceLock::new();
    BENCH.get_or_init(|| {
        let known = classfile::find_jdks().expect("these tests need a JDK");
        let known = known.iter().filter(|jdk| jdk.home.join("bin/javac").is_file());
        let home = &known.min_by_key(|jdk| jdk.release).expect("these tests need a JDK with javac").home;
        let jdk = classfile::Jdk::open(home).expect("the JDK can be opened");
        let path = classfile::ClassPath::new(&[compiled(home)], jdk.release).expect("the classes are there");
        let lib = Library::new(jdk, path);
        set_checking(lib, policy());
        let booted = jvm::boot(lib, &jvm::Options::default()).expect("the JDK boots");
        Bench { lib, booted }
    })
}

/// The policy of the tests.
pub(crate) fn policy() -> Policy {
    let mut table = Table::library();
    table.extend(CONTRACTS, true).expect("it can be read");
    Policy { trust: Trust::Library, table }
}

/// The folder with the compiled programs, below cargo's target folder; named by a hash of their source.
fn compiled(home: &Path) -> PathBuf {
    let exe = std::env::current_exe().expect("a test has a path");
    let target = exe.ancestors().nth(3).expect("it is target/PROFILE/deps/NAME");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/Probes.java");
    let text = std::fs::read(&source).expect("the programs are there");
    let folder = target.join(format!("tmp/java-machine-{:x}", xxh3_64(&text)));
    if folder.is_dir() {
        return folder;
    }
    // Other processes may be doing the same.
    let aside = folder.with_extension(std::process::id().to_string());
    std::fs::create_dir_all(&aside).expect("the folder of cargo is writable");
    let mut javac = Command::new(home.join("bin/javac"));
    javac.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]);
    let output = javac.arg("-d").arg(&aside).arg(source).output().expect("javac can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    match std::fs::rename(&aside, &folder) {
        Ok(()) => {}
        Err(_) => std::fs::remove_dir_all(&aside).expect("it was made here"),
    }
    folder
}

/// A program stopped at some state.
#[derive(Clone)]
pub(crate) struct Probe {
    pub machine: Arc<JavaMachine>,
    pub state: JavaState,
}

impl Probe {
    /// Starts a program: its main thread stands before its first action, or its end.
    pub fn start(main: &str, argument: &str, visibility: Visibility) -> Probe {
        let bench = bench();
        let (mut state, options) = (bench.booted.clone(), crate::Options::default());
        jvm::start(bench.lib, &mut state, &options.vm, main, &[argument.to_owned()]).expect("it can begin");
        let machine = Arc::new(JavaMachine::new(&JavaProgram::new(bench.lib, state, options), visibility));
        let state = machine.initial();
        Probe { machine, state }
    }

    /// The state of the virtual machine.
    pub fn vm(&self) -> &State {
        &self.state.vm
    }

    /// The action a thread stands before.
    pub fn action(&self, thread: u16) -> Option<Action> {
        match self.machine.pending(&self.state, ThreadId(thread)) {
            Pending::Action(action) => Some(action),
            _ => None,
        }
    }

    /// Performs the action a thread stands before, with sequentially consistent answers.
    pub fn step(&mut self, thread: u16) {
        let answer = match self.action(thread).expect("the thread stands before an action") {
            Action::Read { loc, .. } => Answer::Value(self.machine.location(&self.state, loc).initial),
            Action::Rmw { .. } => panic!("no program of the tests updates"),
            Action::Internal(_) => Answer::Choice(0),
            _ => Answer::Done,
        };
        self.machine.resume(&mut self.state, ThreadId(thread), answer);
    }

    /// Performs actions of a thread until it stands before a wanted one.
    pub fn until(&mut self, thread: u16, is_wanted: impl Fn(&Action) -> bool) {
        let mut met = Vec::new();
        while let Some(action) = self.action(thread).filter(|_| met.len() < 100) {
            if is_wanted(&action) {
                return;
            }
            met.push(action);
            self.step(thread);
        }
        panic!("the thread does not come there, but to {met:?}");
    }

    /// A local of the main method, by its slot.
    pub fn local(&self, slot: usize) -> Ref {
        let (lib, thread) = (self.machine.lib, &self.state.vm.threads[0]);
        let is_main = |frame: &&jvm::state::Frame| &**lib.text(frame.method.name) == "main";
        let frame = thread.frames.iter().find(is_main).expect("main has not returned");
        Ref(thread.stack[frame.base as usize + slot])
    }

    /// A static field.
    pub fn fixed(&self, class: &str, name: &str) -> Ref {
        let (mirror, word) = static_field(class, name);
        Ref(self.vm().heap.word(mirror, word))
    }

    /// Sets a static field.
    pub fn set_fixed(&mut self, class: &str, name: &str, value: u64) {
        let (mirror, word) = static_field(class, name);
        self.set_word(mirror, word, value);
    }

    /// Sets a word of an object.
    pub fn set_word(&mut self, object: Ref, word: usize, value: u64) {
        self.state.vm.heap.set_word(object, word, value);
    }

    /// A field of an object.
    pub fn field(&self, object: Ref, name: &str) -> Ref {
        Ref(self.vm().heap.word(object, self.word_of(object, name)))
    }

    /// The index of an object's word that holds a field.
    pub fn word_of(&self, object: Ref, name: &str) -> usize {
        let lib = self.machine.lib;
        let class = lib.class_of_id(self.vm().heap.word(object, 0) as u32);
        layout::word_of(lib, class, name).expect("there is such a field")
    }

    /// The marks of an object.
    pub fn marks(&self, object: Ref) -> u64 {
        assert!(!object.is_null(), "there is an object");
        self.vm().heap.word(object, 1)
    }
}

/// A class that a test program has loaded.
pub(crate) fn class_named(name: &str) -> ClassRef {
    let lib = bench().lib;
    // By name: when two threads load a class at once, the list of all classes has it twice.
    let found = [Loader::APP, Loader::BOOT].into_iter().find_map(|loader| lib.loaded(loader, name));
    found.unwrap_or_else(|| panic!("{name} is not loaded"))
}

/// The mirror and word that hold a static field.
pub(crate) fn static_field(class: &str, name: &str) -> (Ref, usize) {
    let class = class_named(class);
    let is_it = |field: &&FieldRef| field.is_static() && &**bench().lib.text(field.name) == name;
    let field = class.fields().iter().find(is_it).expect("there is such a field");
    (*class.mirror.get().expect("it is loaded"), field.word)
}
