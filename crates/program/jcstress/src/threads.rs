//! Tests in the form of MemSAT (Torlak, Vaziri, Dolby, PLDI 2010): a class whose annotated methods are
//! threads and whose assertions ask the questions.
//!
//! Annotations are recognised by their simple names, `thread`, `Thread` and `Actor`, so that tests need not
//! use ours. `after` names methods that must have ended before this one begins.

use crate::harness::{self, THREADS, runner};
use crate::read::{Problem, annotations, problem};
use class_writer::SpinError;
use class_writer::writer::{Code, Frame, Invoke, Op, PUBLIC, STATIC};
use classfile::{Annotation, ClassFile, ElementValue, Method, access};
use std::sync::Arc;

/// The names of the annotations of threads.
const NAMES: [&str; 3] = ["thread", "Thread", "Actor"];
const THREAD: &str = "java/lang/Thread";
const OBJECT: &str = "Ljava/lang/Object;";

/// A method that is the body of a thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadMethod {
    /// Its name.
    pub name: Arc<str>,
    /// What it returns, as in its descriptor.
    pub descriptor: Arc<str>,
    /// Whether it is static.
    pub is_static: bool,
    /// The threads, by number, that must have ended before it begins.
    pub after: Vec<usize>,
}

/// A class whose methods are threads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadTest {
    /// Its internal name.
    pub class: Arc<str>,
    /// The threads, in the order of the class file.
    pub threads: Vec<ThreadMethod>,
}

/// Reads the threads of a class; `None` if it has none.
pub fn read_threads(class: &ClassFile) -> Option<Result<ThreadTest, Problem>> {
    let mut found: Vec<(&Method, Annotation)> = Vec::new();
    for method in &class.methods {
        // Bridge methods repeat the annotations of the methods they forward to.
        if method.access & (access::SYNTHETIC | access::BRIDGE) != 0 {
            continue;
        }
        for contents in [&method.annotations, &method.invisible_annotations] {
            let all = match annotations(contents.as_ref(), &class.pool) {
                Ok(all) => all,
                Err(message) => return Some(Err(problem(class, Some(method), message, "compile it again"))),
            };
            let marks = all.into_iter().find(|a| {
                let simple = a.name.rsplit(['/', '$']).next().unwrap_or(&a.name);
                NAMES.contains(&simple)
            });
            if let Some(mark) = marks
                && !found.iter().any(|(known, _)| std::ptr::eq(*known, method))
            {
                found.push((method, mark));
            }
        }
    }
    if found.is_empty() { None } else { Some(test(class, &found)) }
}

fn test(class: &ClassFile, found: &[(&Method, Annotation)]) -> Result<ThreadTest, Problem> {
    let mut threads: Vec<ThreadMethod> = Vec::new();
    for (method, mark) in found {
        let wrong = |message: &str, hint| Err(problem(class, Some(method), message, hint));
        if method.access & (access::ABSTRACT | access::NATIVE) != 0 {
            return wrong("the thread has no body", "give the method a body");
        }
        if !method.descriptor.starts_with("()") {
            return wrong(
                "the thread has parameters",
                "a thread takes none: use fields; jcstress tests with @JCStressTest may have them",
            );
        }
        let is_named = |(other, _): &&(&Method, Annotation)| other.name == method.name;
        if found.iter().filter(is_named).count() > 1 {
            return wrong("there are two threads of this name", "rename one of them");
        }
        threads.push(ThreadMethod {
            name: method.name.clone(),
            descriptor: method.descriptor.clone(),
            is_static: method.access & access::STATIC != 0,
            after: after(class, method, mark, found)?,
        });
    }
    if let Some(circle) = (0..threads.len()).find(|&t| waits_for(&threads, t, t)) {
        return Err(problem(
            class,
            Some(found[circle].0),
            "the thread must come after itself",
            "`after` names threads that end before this one begins",
        ));
    }
    if threads.iter().any(|thread| !thread.is_static) {
        check_constructible(class)?;
    }
    Ok(ThreadTest { class: class.name.clone(), threads })
}

/// The threads that an annotation names.
fn after(
    class: &ClassFile,
    method: &Method,
    mark: &Annotation,
    found: &[(&Method, Annotation)],
) -> Result<Vec<usize>, Problem> {
    let names = match mark.get("after") {
        None => return Ok(Vec::new()),
        Some(ElementValue::Array(names)) => names.as_slice(),
        Some(one) => std::slice::from_ref(one),
    };
    let number = |name: &ElementValue| {
        let wrong = |message: String| {
            Err(problem(class, Some(method), message, "`after` names methods that are threads"))
        };
        let ElementValue::Text(name) = name else { return wrong("`after` holds no name".to_owned()) };
        match found.iter().position(|(other, _)| *other.name == **name) {
            Some(number) => Ok(number),
            None => wrong(format!("there is no thread `{name}`")),
        }
    };
    names.iter().map(number).collect()
}

fn waits_for(threads: &[ThreadMethod], thread: usize, wanted: usize) -> bool {
    let (mut open, mut seen) = (threads[thread].after.clone(), Vec::new());
    while let Some(next) = open.pop() {
        if next == wanted {
            return true;
        }
        if !seen.contains(&next) {
            seen.push(next);
            open.extend(&threads[next].after);
        }
    }
    false
}

fn check_constructible(class: &ClassFile) -> Result<(), Problem> {
    let wrong = |message: &str, hint| Err(problem(class, None, message, hint));
    if class.access & (access::ABSTRACT | access::INTERFACE) != 0 {
        return wrong(
            "the class is abstract",
            "its threads need an object: make them static, or the class concrete",
        );
    }
    if !class.methods.iter().any(|m| &*m.name == "<init>" && &*m.descriptor == "()V") {
        return wrong(
            "the class has no constructor without parameters",
            "its threads need an object: make them static, or add a constructor; an inner class must be static",
        );
    }
    Ok(())
}

/// Writes the class that runs the threads. Its static method `launch(String[])` creates an object if one is
/// needed, starts the threads and ends.
pub fn threads_harness(test: &ThreadTest) -> Result<Vec<u8>, SpinError> {
    let name = format!("{}$$Threads", test.class);
    let mut class = runner(&name, test.threads.len());
    class.field(STATIC, "object", OBJECT);
    class.method(STATIC, "launch", "([Ljava/lang/String;)V", |code| launch(test, &name, code));
    class.method(PUBLIC, "run", "()V", |code| run(test, &name, code));
    class.finish()
}

fn launch(test: &ThreadTest, name: &str, code: &mut Code<'_>) {
    if test.threads.iter().any(|thread| !thread.is_static) {
        code.new_object(&test.class);
        code.op(Op::Dup);
        code.invoke(Invoke::Special, &test.class, "<init>", "()V");
        code.put_static(name, "object", OBJECT);
    }
    for (i, thread) in test.threads.iter().enumerate() {
        code.new_object(THREAD);
        code.op(Op::Dup);
        code.new_object(name);
        code.op(Op::Dup);
        code.push_int(i32::try_from(i).unwrap_or(i32::MAX));
        code.invoke(Invoke::Special, name, "<init>", "(I)V");
        code.push_text(&thread.name);
        code.invoke(Invoke::Special, THREAD, "<init>", "(Ljava/lang/Runnable;Ljava/lang/String;)V");
        code.put_static(name, &harness::thread(i), THREADS);
    }
    // A join does not wait for a thread that has not been started: threads that others wait for are started
    // first.
    let mut started = Vec::new();
    while started.len() < test.threads.len() {
        let is_ready = |i: &usize| {
            !started.contains(i) && test.threads[*i].after.iter().all(|before| started.contains(before))
        };
        let Some(next) = (0..test.threads.len()).find(is_ready) else { break };
        call(name, next, "start", code);
        started.push(next);
    }
    code.return_value(None);
}

fn call(name: &str, thread: usize, method: &str, code: &mut Code<'_>) {
    code.get_static(name, &harness::thread(thread), THREADS);
    code.invoke(Invoke::Virtual, THREAD, method, "()V");
}

/// Runs the thread with this object's number. A thread that comes after others joins them itself, so that no
/// other thread is ordered.
fn run(test: &ThreadTest, name: &str, code: &mut Code<'_>) {
    let labels: Vec<_> = test.threads.iter().map(|_| code.label()).collect();
    let end = code.label();
    code.aload(0);
    code.get_field(name, "thread", "I");
    code.table_switch(&labels, end);
    for (label, thread) in labels.into_iter().zip(&test.threads) {
        code.bind(label, Frame::Empty);
        thread.after.iter().for_each(|&before| call(name, before, "join", code));
        if !thread.is_static {
            code.get_static(name, "object", OBJECT);
            code.check_cast(&test.class);
        }
        let how = if thread.is_static { Invoke::Static } else { Invoke::Virtual };
        code.invoke(how, &test.class, &thread.name, &thread.descriptor);
        // A returned value is ignored.
        match thread.descriptor.rsplit_once(')').map_or("V", |(_, result)| result) {
            "V" => {}
            "J" | "D" => code.op(Op::Pop2),
            _ => code.op(Op::Pop),
        }
        code.return_value(None);
    }
    code.bind(end, Frame::Empty);
    code.return_value(None);
}
