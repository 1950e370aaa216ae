//! The class that runs a test: spun, not simulated, so that everything a test does to its threads and objects
//! follows from ordinary bytecode.
//!
//! Its `launch` creates state, result and test, starts a thread for each actor, waits for all of them, runs
//! the arbiter and reports the result's text. It keeps its own state in static fields that no other class
//! uses.

use crate::read::{Argument, Member, Mode, Test};
use class_writer::SpinError;
use class_writer::writer::{ClassWriter, Code, FINAL, Frame, Invoke, Op, PUBLIC, STATIC, SUPER, SYNTHETIC};

/// The suffix of the class name, by which its methods are recognised.
pub const SUFFIX: &str = "$$Jcstress";

const STRING: &str = "java/lang/String";
const THREAD: &str = "java/lang/Thread";
pub(crate) const THREADS: &str = "Ljava/lang/Thread;";
const OBJECT: &str = "Ljava/lang/Object;";

/// Writes the class that runs a test. Its static method `launch(String[])` is the body of the main thread; it
/// ends with a call of `outcome(String)`, which the caller must implement.
pub fn harness(test: &Test) -> Result<Vec<u8>, SpinError> {
    let name = format!("{}{SUFFIX}", test.class);
    let spinner = Spinner { test, name: &name };
    let mut class = runner(&name, test.actors.len());
    for (field, descriptor) in [("state", OBJECT), ("result", OBJECT), ("test", OBJECT)] {
        class.field(STATIC, field, descriptor);
    }
    class.method(STATIC, "launch", "([Ljava/lang/String;)V", |code| spinner.launch(code));
    class.method(PUBLIC, "run", "()V", |code| spinner.run(code));
    class.method(STATIC, "outcome", "(Ljava/lang/String;)V", |code| code.return_value(None));
    class.finish()
}

/// Begins a class with static fields for threads; its instances are the `Runnable`s of the threads, and the
/// field `thread` says which.
pub(crate) fn runner(name: &str, threads: usize) -> ClassWriter {
    let mut class = ClassWriter::new(FINAL | SUPER | SYNTHETIC, name, &["java/lang/Runnable"]);
    for i in 0..threads {
        class.field(STATIC, &thread(i), THREADS);
    }
    class.field(0, "thread", "I");
    class.method(0, "<init>", "(I)V", |code| {
        code.aload(0);
        code.invoke(Invoke::Special, "java/lang/Object", "<init>", "()V");
        code.aload(0);
        code.iload(1);
        code.put_field(name, "thread", "I");
        code.return_value(None);
    });
    class
}

/// The field of a thread.
pub(crate) fn thread(number: usize) -> String {
    format!("thread{number}")
}

struct Spinner<'a> {
    test: &'a Test,
    name: &'a str,
}

impl Spinner<'_> {
    fn launch(&self, code: &mut Code<'_>) {
        let test = self.test;
        // The test first, since everything else is found through its class.
        if !test.is_state() {
            self.make(code, "test", &test.class);
        }
        for (field, class) in [("state", &test.state), ("result", &test.result)] {
            if let Some(class) = class {
                self.make(code, field, class);
            }
        }
        for (i, actor) in test.actors.iter().enumerate() {
            code.new_object(THREAD);
            code.op(Op::Dup);
            code.new_object(self.name);
            code.op(Op::Dup);
            code.push_int(i32::try_from(i).unwrap_or(i32::MAX));
            code.invoke(Invoke::Special, self.name, "<init>", "(I)V");
            code.push_text(&actor.name);
            let constructor = "(Ljava/lang/Runnable;Ljava/lang/String;)V";
            code.invoke(Invoke::Special, THREAD, "<init>", constructor);
            code.put_static(self.name, &thread(i), THREADS);
        }
        self.for_threads(code, "start");
        if let Some(signal) = test.signal.as_ref().filter(|_| test.mode == Mode::Termination) {
            self.call(code, signal);
        }
        self.for_threads(code, "join");
        if let Some(arbiter) = test.arbiter.as_ref().filter(|_| test.mode == Mode::Continuous) {
            self.call(code, arbiter);
        }
        match test.mode {
            Mode::Continuous => self.text(code),
            Mode::Termination => code.push_text(TERMINATED),
        }
        code.invoke(Invoke::Static, self.name, "outcome", "(Ljava/lang/String;)V");
        code.return_value(None);
    }

    fn make(&self, code: &mut Code<'_>, field: &str, class: &str) {
        code.new_object(class);
        code.op(Op::Dup);
        code.invoke(Invoke::Special, class, "<init>", "()V");
        code.put_static(self.name, field, OBJECT);
    }

    fn for_threads(&self, code: &mut Code<'_>, method: &str) {
        for i in 0..self.test.actors.len() {
            code.get_static(self.name, &thread(i), THREADS);
            code.invoke(Invoke::Virtual, THREAD, method, "()V");
        }
    }

    /// Runs the actor with this object's number.
    fn run(&self, code: &mut Code<'_>) {
        let labels: Vec<_> = self.test.actors.iter().map(|_| code.label()).collect();
        let end = code.label();
        code.aload(0);
        code.get_field(self.name, "thread", "I");
        code.table_switch(&labels, end);
        for (label, actor) in labels.into_iter().zip(&self.test.actors) {
            code.bind(label, Frame::Empty);
            self.call(code, actor);
            code.return_value(None);
        }
        code.bind(end, Frame::Empty);
        code.return_value(None);
    }

    /// Calls a method of the test with the arguments it expects.
    fn call(&self, code: &mut Code<'_>, member: &Member) {
        let test = self.test;
        if !member.is_static {
            let field = if test.is_state() { "state" } else { "test" };
            self.load(code, field, &test.class);
        }
        for argument in &member.arguments {
            match argument {
                Argument::State => self.load(code, "state", test.state.as_deref().unwrap_or_default()),
                Argument::Result => self.load(code, "result", test.result.as_deref().unwrap_or_default()),
                Argument::Thread => code.get_static(self.name, &thread(0), THREADS),
            }
        }
        let how = if member.is_static { Invoke::Static } else { Invoke::Virtual };
        code.invoke(how, &member.class, &member.name, &member.descriptor);
        // A returned value is ignored.
        match member.descriptor.rsplit_once(')').map_or("V", |(_, result)| result) {
            "V" => {}
            "J" | "D" => code.op(Op::Pop2),
            _ => code.op(Op::Pop),
        }
    }

    fn load(&self, code: &mut Code<'_>, field: &str, class: &str) {
        code.get_static(self.name, field, OBJECT);
        code.check_cast(class);
    }

    /// The text of the result: its own, or that of its fields.
    fn text(&self, code: &mut Code<'_>) {
        let Some(fields) = &self.test.fields else {
            code.get_static(self.name, "result", OBJECT);
            return code.invoke(Invoke::Static, STRING, "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;");
        };
        let result = self.test.result.as_deref().unwrap_or_default();
        code.push_text("");
        for (i, (name, descriptor)) in fields.iter().enumerate() {
            let concat = |code: &mut Code<'_>| {
                code.invoke(Invoke::Virtual, STRING, "concat", "(Ljava/lang/String;)Ljava/lang/String;");
            };
            if i > 0 {
                code.push_text(", ");
                concat(code);
            }
            self.load(code, "result", result);
            code.get_field(result, name, descriptor);
            let kind = match &**descriptor {
                "B" | "S" => "I",
                primitive if primitive.len() == 1 => primitive,
                _ => OBJECT,
            };
            code.invoke(Invoke::Static, STRING, "valueOf", &format!("({kind})Ljava/lang/String;"));
            concat(code);
        }
    }
}

/// The outcome of a test of termination whose actor ends.
pub const TERMINATED: &str = "TERMINATED";
/// The outcome of one whose actor need not end.
pub const STALE: &str = "STALE";
/// The outcome of one whose actor or signal throws.
pub const ERROR: &str = "ERROR";
