//! Replaces includes by the included files.
//!
//! A file is included once, however often it is named (as in herd); a file that includes itself is an error.
//! Files that are not found beside the model are looked up in the [`library`].

use super::ast::{File, Instruction, InstructionKind};
use super::error::CatErrorKind;
use super::lexer::Dialect;
use super::library;
use super::parser;
use super::source::{Fault, Sources, Span};

/// Finds the file that `include` names: given the including file and the name, returns the name to show in
/// errors and the text, or why there is none.
pub type Read<'r> = dyn FnMut(&str, &str) -> Result<(String, String), String> + 'r;

const MAX_FILES: usize = 64;
const MAX_DEPTH: usize = 16;
/// The maximum size of a file in bytes.
const MAX_BYTES: usize = 256 * 1024;

/// The trees of the standard library and of a model, with includes resolved.
pub(crate) fn load(
    sources: &mut Sources,
    (name, text): (&str, &str),
    read: &mut Read<'_>,
) -> Result<(File, File), Fault> {
    let mut loader = Loader { sources, read, open: Vec::new(), done: Vec::new() };
    let main = loader.file(name.to_owned(), text.to_owned(), None)?;
    let stdlib = loader.file("stdlib.cat".to_owned(), library::STDLIB.to_owned(), None)?;
    Ok((stdlib, main))
}

struct Loader<'l, 'r> {
    sources: &'l mut Sources,
    read: &'l mut Read<'r>,
    /// The files being read, outermost first.
    open: Vec<String>,
    done: Vec<String>,
}

impl Loader<'_, '_> {
    fn file(&mut self, name: String, text: String, at: Option<Span>) -> Result<File, Fault> {
        let too_large = text.len() > MAX_BYTES;
        // Errors show a line of the file; for a file that is too large, the first line is enough.
        let text =
            if too_large { text.lines().next().unwrap_or_default().chars().take(80).collect() } else { text };
        let number = self.sources.add(name.clone(), text);
        let span = at.unwrap_or(Span { file: number, start: 0, end: 0 });
        if too_large {
            let message = format!("`{name}` is larger than {} KiB", MAX_BYTES / 1024);
            return Err(Fault::new(CatErrorKind::Limit, span, message));
        }
        let mut file =
            parser::parse(number, self.sources.text(number), Dialect::of(self.sources.name(number)))?;
        self.open.push(name);
        file.body = self.resolve(file.body, number)?;
        self.done.extend(self.open.pop());
        Ok(file)
    }

    fn resolve(&mut self, body: Vec<Instruction>, file: u16) -> Result<Vec<Instruction>, Fault> {
        let mut result = Vec::with_capacity(body.len());
        for Instruction { kind, span } in body {
            let kind = match kind {
                InstructionKind::Include(name) => match self.include(&name, file, span)? {
                    Some(included) => InstructionKind::Included(included),
                    None => continue,
                },
                InstructionKind::Procedure { name, parameters, body } => {
                    InstructionKind::Procedure { name, parameters, body: self.resolve(body, file)? }
                }
                InstructionKind::Per { variable, families, body } => {
                    InstructionKind::Per { variable, families, body: self.resolve(body, file)? }
                }
                InstructionKind::ForEach { variable, over, body } => {
                    InstructionKind::ForEach { variable, over, body: self.resolve(body, file)? }
                }
                other => other,
            };
            result.push(Instruction { kind, span });
        }
        Ok(result)
    }

    /// The file, or `None` if it has already been included.
    fn include(&mut self, name: &str, from: u16, span: Span) -> Result<Option<File>, Fault> {
        let fault = |kind, message: String| Err(Fault::new(kind, span, message));
        let (name, text) = match (self.read)(self.sources.name(from), name) {
            Ok(found) => found,
            Err(reason) => match library::find(name) {
                Some(text) => (name.to_owned(), text.to_owned()),
                None => {
                    let names: Vec<&str> = library::model_names().collect();
                    let hint = format!(
                        "it is looked for beside the file that includes it, then among those that come with thinair: {}",
                        names.join(", ")
                    );
                    let message = format!("cannot include `{name}`: {reason}");
                    return Err(Fault::new(CatErrorKind::Include, span, message).hint(hint));
                }
            },
        };
        if let Some(first) = self.open.iter().position(|open| *open == name) {
            let cycle = [&self.open[first..], &[name]].concat().join(" → ");
            return fault(CatErrorKind::Include, format!("this file includes itself: {cycle}"));
        }
        if self.done.contains(&name) {
            return Ok(None);
        }
        if self.open.len() >= MAX_DEPTH || self.done.len() + self.open.len() >= MAX_FILES {
            let message = format!("includes are more than {MAX_DEPTH} deep or {MAX_FILES} in number");
            return fault(CatErrorKind::Limit, message);
        }
        let via = (format!("`{name}` is included"), span);
        self.file(name, text, Some(span)).map(Some).map_err(|mut fault| {
            fault.via.push(via);
            fault
        })
    }
}
