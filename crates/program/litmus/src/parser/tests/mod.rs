//! Tests of the parser: what it accepts, what it reports otherwise, and that no input crashes it.

mod accepts;
mod errors;
mod robustness;
mod tree;

use super::parse;
use crate::ast::{Stmt, Test};
use diagnostic::Diagnostic;

/// Parses a test that must be correct.
fn good(source: &str) -> Test {
    parse("t.litmus", source).unwrap_or_else(|error| panic!("{error}"))
}

/// Parses a test that must be wrong, and returns the error.
fn bad(source: &str) -> Diagnostic {
    match parse("t.litmus", source) {
        Ok(_) => panic!("accepted: {source}"),
        Err(error) => error,
    }
}

/// A test whose only thread has this body.
fn in_thread(body: &str) -> String {
    format!("Java T\n{{ x = 0; }}\nThread0 {{ {body} }}\n")
}

/// The statements of a body that must be correct.
fn statements(body: &str) -> Vec<Stmt> {
    good(&in_thread(body)).threads.remove(0).body
}
