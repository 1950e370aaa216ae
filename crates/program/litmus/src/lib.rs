//! The litmus machine: litmus tests in herd's Java syntax and our extension of it (`docs/LITMUS.md`).
//!
//! Text → [`parse`] → [`ast::Test`] → [`Program`], which is an [`event::Machine`]. Also a seeded generator of
//! random tests and a shrinker for failing ones. **Does not** know memory models or searches.

mod arithmetic;
pub mod ast;
mod compile;
mod condition;
mod generate;
mod generate_objects;
mod lexer;
mod liveness;
mod machine;
mod parser;
mod print;
mod program;
mod rng;
mod shrink;
mod values;

pub use compile::{Options, compile, compile_with};
pub use condition::{CompiledCondition, CompiledProp};
pub use diagnostic::Diagnostic;
pub use fastrand::Rng;
pub use generate::{Shape, generate, permute_threads, rename};
pub use generate_objects::{ObjectShape, generate_objects};
pub use machine::LitmusState;
pub use parser::parse;
pub use print::{binary_symbol, fence_name, method_name, unary_symbol};
pub use program::{ObservedName, Program};
pub use shrink::{shrink, smaller};

/// Parses and compiles a test.
pub fn load(file: &str, source: &str) -> Result<Program, Diagnostic> {
    compile(file, source, &parse(file, source)?)
}

/// The same with options.
pub fn load_with(file: &str, source: &str, options: &Options) -> Result<Program, Diagnostic> {
    compile_with(file, source, &parse(file, source)?, options)
}

/// Parses and compiles a test with another question: whether `proposition` can hold in the end. A test keeps
/// its identity, whatever the question.
pub fn ask(file: &str, source: &str, proposition: &str) -> Result<Program, Diagnostic> {
    ask_with(file, source, proposition, &Options::default())
}

/// The same with options.
pub fn ask_with(
    file: &str,
    source: &str,
    proposition: &str,
    options: &Options,
) -> Result<Program, Diagnostic> {
    let test = parse(file, source)?;
    let body = test.condition.as_ref().map_or(source, |c| &source[..c.span.start]);
    let asked = format!("{body}\nexists ({proposition})");
    let mut program = load_with(file, &asked, options)?;
    program.source_hash = load_with(file, source, options)?.source_hash;
    Ok(program)
}
