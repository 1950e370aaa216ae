//! Messages for null pointers compared with those of real virtual machines.
//!
//! A Java program dereferences null in many ways and prints the messages; the log of exceptions contains the
//! offset of each throwing instruction. The program is compiled and run by every JDK found, with all levels
//! of debug information.

mod class_writer;
mod jdk;
mod random;

use bytecode::{insn, npe, opcode};
use classfile::{Bytes, ClassFile, Method};
use jdk::Jdk;
use std::collections::BTreeMap;
use std::path::Path;

/// A message of the virtual machine, and where it was thrown.
#[derive(Debug)]
struct Seen {
    class: String,
    method: String,
    message: Option<String>,
    offset: u16,
}

/// Reads the offsets of null pointer exceptions from a log: the first for each class and method.
fn offsets_in(log: &str) -> BTreeMap<(String, String), u16> {
    let mut found = BTreeMap::new();
    let lines: Vec<&str> = log.lines().collect();
    for window in lines.windows(3) {
        let [exception, thrown, at] = window else { continue };
        let Some((_, method)) = thrown.split_once("thrown in interpreter method <") else { continue };
        let Some((_, offset)) = at.split_once("at bci ") else { continue };
        if !exception.contains("Exception <a 'java/lang/NullPointerException'") {
            continue;
        }
        // … 'name' 'descriptor' in 'class'>
        let quoted: Vec<&str> = method.split('\'').collect();
        let [_, name, _, _, _, class, _] = quoted[..] else { continue }; // a long one is truncated
        let offset =
            offset.split(' ').next().and_then(|text| text.parse().ok()).expect("a number behind bci");
        found.entry((class.replace('/', "."), name.to_owned())).or_insert(offset);
    }
    found
}

/// Runs a program that prints a line with class, method and message for each exception.
fn run(jdk: &Jdk, folder: &Path, main: &str) -> Vec<Seen> {
    let log = folder.join("exceptions.log");
    let log_option = format!("-Xlog:exceptions=info:file={}:none:filesize=0", log.display());
    let printed = jdk.java(&["-Xint", &log_option], folder, main);
    let offsets = offsets_in(&std::fs::read_to_string(&log).expect("the log is written"));
    let seen = printed.lines().map(|line| {
        let [class, method, message] = line.splitn(3, '\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let offset =
            *offsets.get(&(class.to_owned(), method.to_owned())).expect("the log tells of every exception");
        let message = (message != "(none)").then(|| message.to_owned());
        Seen { class: class.to_owned(), method: method.to_owned(), message, offset }
    });
    seen.collect()
}

fn load(folder: &Path, class: &str) -> ClassFile {
    let file = folder.join(format!("{class}.class"));
    let bytes = std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    classfile::parse(Bytes::from(bytes)).expect("javac writes good class files")
}

fn method<'a>(class: &'a ClassFile, name: &str) -> &'a Method {
    let named: Vec<&Method> = class.methods.iter().filter(|m| &*m.name == name).collect();
    assert_eq!(named.len(), 1, "{name} must be the only method of its name");
    named[0]
}

/// The first frame of an exception that the program itself creates is the call of its constructor.
fn offset_of_constructor_call(class: &ClassFile, method: &Method) -> u16 {
    let code = method.code.as_ref().expect("it has code");
    let call = insn::instructions(&code.bytecode).flatten().find(|insn| {
        let name = insn.pool_index().and_then(|index| class.pool.member(index)).map(|member| member.name);
        insn.opcode == opcode::INVOKESPECIAL && name == Some("<init>")
    });
    call.expect("it calls a constructor").offset
}

/// Compares all messages; returns how many there were.
fn compare(jdk: &Jdk, folder: &Path, main: &str) -> usize {
    let seen = run(jdk, folder, main);
    let mut wrong = Vec::new();
    for Seen { class, method: name, message, offset } in &seen {
        let class = load(folder, class);
        let method = method(&class, name);
        let (offset, expected) = if name.starts_with("explicit") {
            (offset_of_constructor_call(&class, method), None)
        } else {
            (*offset, message.clone())
        };
        let found = npe::describe(&class, method, offset);
        if found != expected {
            wrong.push(format!("{name} at {offset}:\n  java: {expected:?}\n  ours: {found:?}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} differ for Java {}:\n{}",
        wrong.len(),
        seen.len(),
        jdk.release,
        wrong.join("\n")
    );
    seen.len()
}

#[test]
fn messages_are_those_of_the_real_machine_with_any_amount_of_debug_information() {
    for jdk in jdk::all() {
        for debug in ["-g", "-g:source,lines", "-g:none"] {
            let folder = jdk::folder(&format!("cases-{}-{}", jdk.release, debug.replace([':', ','], "-")));
            jdk.javac(&[debug], "NullCases.java", &folder);
            let count = compare(&jdk, &folder, "NullCases");
            assert!(count >= 150, "only {count} cases were compared");
        }
    }
}

#[test]
fn messages_for_random_code_are_those_of_the_real_machine() {
    for jdk in jdk::all() {
        for seed in [1, 2, 3] {
            let folder = jdk::folder(&format!("random-{}-{seed}", jdk.release));
            jdk.javac(&[], "RunRandom.java", &folder);
            std::fs::write(folder.join("R.class"), random::class(seed, 500)).expect("the folder is writable");
            // Before release 24 HotSpot miscounts the stack after a dynamic constant.
            std::fs::write(folder.join("D.class"), random::dynamic(jdk.release >= 24))
                .expect("the folder is writable");
            assert!(compare(&jdk, &folder, "RunRandom") > 500);
        }
    }
}
