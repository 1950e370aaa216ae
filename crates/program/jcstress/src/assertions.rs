//! The assertions of threads: code that javac generates for an `assert` statement (JLS 14.10) first reads
//! `$assertionsDisabled`.

use crate::threads::ThreadTest;
use bytecode::insn::{Operand, instructions};
use bytecode::opcode;
use classfile::{ClassFile, Code, Method};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The field that the code of an assertion reads first.
const DISABLED: &str = "$assertionsDisabled";

/// An assertion in the code of a thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assertion {
    /// The thread.
    pub thread: Arc<str>,
    /// The class, by internal name, and the name and descriptor of the method that it is in: the thread's
    /// own, or one that it calls.
    pub method: (Arc<str>, Arc<str>, Arc<str>),
    /// Its possible positions in the bytecode. A `finally` block has several copies.
    pub offsets: Vec<u16>,
    /// The source file.
    pub file: Arc<str>,
    /// The line there, or 0.
    pub line: u32,
}

/// The assertions in thread methods and in methods of the same class that these call.
pub fn assertions(class: &ClassFile, test: &ThreadTest) -> Vec<Assertion> {
    let mut found = Vec::new();
    for thread in &test.threads {
        let is_it = |m: &&Method| m.name == thread.name && m.descriptor == thread.descriptor;
        let mut methods: Vec<&Method> = class.methods.iter().find(is_it).into_iter().collect();
        let mut next = 0;
        while let Some(&method) = methods.get(next) {
            next += 1;
            let Some(code) = &method.code else { continue };
            let (asserts, called) = asserts_and_calls(class, code);
            for (line, offsets) in asserts {
                found.push(Assertion {
                    thread: thread.name.clone(),
                    method: (class.name.clone(), method.name.clone(), method.descriptor.clone()),
                    offsets,
                    file: class.source_file.clone().unwrap_or_default(),
                    line: u32::from(line),
                });
            }
            for method in called {
                if !methods.iter().any(|known| std::ptr::eq(*known, method)) {
                    methods.push(method);
                }
            }
        }
    }
    found
}

/// The assertions of a method, by line, and the methods of its class that it calls.
fn asserts_and_calls<'c>(class: &'c ClassFile, code: &Code) -> (Vec<(u16, Vec<u16>)>, Vec<&'c Method>) {
    let (mut offsets, mut called) = (Vec::new(), Vec::new());
    for insn in instructions(&code.bytecode).map_while(Result::ok) {
        let Operand::Pool(index) = insn.operand else { continue };
        let Some(member) = class.pool.member(index) else { continue };
        match insn.opcode {
            opcode::GETSTATIC if member.name == DISABLED => {
                offsets.push((code.line(insn.offset).unwrap_or(0), insn.offset));
            }
            opcode::INVOKESTATIC | opcode::INVOKESPECIAL | opcode::INVOKEVIRTUAL
                if member.class == &*class.name =>
            {
                let is_it = |m: &&Method| *m.name == *member.name && *m.descriptor == *member.descriptor;
                called.extend(class.methods.iter().find(is_it));
            }
            _ => {}
        }
    }
    // Without handlers there is no `finally`, and each occurrence is a separate assertion.
    if code.handlers.is_empty() {
        return (offsets.into_iter().map(|(line, offset)| (line, vec![offset])).collect(), called);
    }
    let mut by_line: BTreeMap<u16, Vec<u16>> = BTreeMap::new();
    offsets.into_iter().for_each(|(line, offset)| by_line.entry(line).or_default().push(offset));
    (by_line.into_iter().collect(), called)
}
