//! The parser of the litmus language: herd's Java syntax and our extension, as described in `docs/LITMUS.md`.
//!
//! Hand-written recursive descent. Sources: herdtools7 `lib/JavaParser.mly`, `lib/stateParser.mly`,
//! `lib/splitter.mll`; precedences of expressions from JLS §15.
//!
//! **Promises**: no text makes it panic or overflow the stack; time is linear in the length of the text; the
//! syntax tree is at most [`MAX_DEPTH`] nodes deep, so that later passes may recurse over it; the first error
//! of the file is reported, with its position and, if we know one, a hint. **Does not** check semantics:
//! names are not resolved, types not checked, and a thread number may refer to a thread that does not exist.

mod class;
mod condition;
mod control;
mod cursor;
mod expression;
mod header;
mod init;
mod method;
mod postfix;
mod statement;
#[cfg(test)]
mod tests;
mod words;

use crate::ast::{Span, Test, Thread};
use crate::lexer::{Fault, Lexed, TokenKind, quoted, tokenize};
use cursor::Cursor;
use diagnostic::Diagnostic;
use header::Header;
use words::{is_reserved, numbered};

/// The maximum depth of the syntax tree. Parentheses count although they leave no node.
pub(crate) const MAX_DEPTH: usize = 200;

/// The maximum size of a file, in bytes.
pub(crate) const MAX_SOURCE: usize = 16 << 20;

/// The maximum number of threads of a test.
pub(crate) const MAX_THREADS: u32 = 32;

/// The result of a part of the parser.
type Parse<T> = Result<T, Fault>;

/// Parses the text of a litmus test; `file` is the name that errors show.
pub fn parse(file: &str, source: &str) -> Result<Test, Diagnostic> {
    parse_text(source).map_err(|fault| {
        let error = Diagnostic::new(file, source, fault.span.bytes(), fault.message);
        match fault.hint {
            Some(hint) => error.hint(hint),
            None => error,
        }
    })
}

fn parse_text(source: &str) -> Parse<Test> {
    if source.len() > MAX_SOURCE {
        return Err(Fault::new(Span::default(), format!("the file is larger than {} MiB", MAX_SOURCE >> 20)));
    }
    let header = header::read(source)?;
    let Lexed { tokens, fault } = tokenize(source, header.body);
    let mut cursor = Cursor::new(source, tokens);
    let result = cursor.test(header);
    match fault {
        // The parser reached the invalid character, so that is the first error.
        Some(fault) if cursor.peek().kind == TokenKind::End => Err(fault),
        _ => result,
    }
}

impl Cursor<'_> {
    /// Everything from the `{` of the init block to the end of the file.
    fn test(&mut self, header: Header) -> Parse<Test> {
        let init = self.init_block()?;
        let threads = self.threads()?;
        let locations = self.locations()?;
        let filter = self.filter()?;
        let condition = self.condition()?;
        if self.peek().kind != TokenKind::End {
            let after_condition = filter.is_some() || condition.is_some() || !locations.is_empty();
            return Err(self.text_after(after_condition));
        }
        let Header { name, description, .. } = header;
        Ok(Test { name, description, init, threads, locations, filter, condition })
    }

    /// `Thread0 { … } Thread1 { … }`, in order and without gaps.
    fn threads(&mut self) -> Parse<Vec<Thread>> {
        let mut threads: Vec<Thread> = Vec::new();
        loop {
            let token = self.peek();
            let Some(number) = numbered(self.text(token), "Thread") else { break };
            let expected = threads.len() as u32;
            if number < expected {
                return Err(Fault::new(token.span, format!("`Thread{number}` is defined twice"))
                    .hint(format!("the next thread is called `Thread{expected}`")));
            }
            let number = self.checked_thread(number, token.span)?;
            if number > expected {
                return Err(Fault::new(
                    token.span,
                    format!("`Thread{number}` stands where `Thread{expected}` should"),
                )
                .hint("threads are numbered 0, 1, 2, … in this order, without gaps"));
            }
            self.bump();
            let body = self.block()?;
            threads.push(Thread { number, span: token.span, body });
        }
        let token = self.peek();
        let named_otherwise = token.kind == TokenKind::Word
            && !is_reserved(self.text(token))
            && self.peek_second().kind == TokenKind::Symbol("{");
        if threads.is_empty() || named_otherwise {
            let expected = format!("`Thread{} {{ … }}`", threads.len());
            return Err(self.unexpected(&expected).hint("threads are called Thread0, Thread1, …"));
        }
        Ok(threads)
    }

    /// Rejects a thread number that no test can have.
    fn checked_thread(&self, number: u32, span: Span) -> Parse<u32> {
        if number < MAX_THREADS {
            return Ok(number);
        }
        Err(Fault::new(span, format!("a test has at most {MAX_THREADS} threads"))
            .hint(format!("the last possible one is `Thread{}`", MAX_THREADS - 1)))
    }

    /// herd's way to name a thread: `0:`, `P0:` or `Thread0:` in front of a register; `None` if there is
    /// none.
    fn thread_prefix(&mut self) -> Parse<Option<u32>> {
        let token = self.peek();
        if self.peek_second().kind != TokenKind::Symbol(":") {
            return Ok(None);
        }
        let number = match token.kind {
            TokenKind::Int(value) => u32::try_from(value).ok(),
            TokenKind::Word => {
                numbered(self.text(token), "P").or_else(|| numbered(self.text(token), "Thread"))
            }
            _ => None,
        };
        let Some(number) = number else {
            return Err(Fault::new(token.span, format!("{} is not a thread", quoted(self.text(token))))
                .hint("a register is named by its thread, as in `0:r1` or `Thread0:r1`"));
        };
        let number = self.checked_thread(number, token.span)?;
        self.bump();
        self.bump();
        Ok(Some(number))
    }

    fn text_after(&self, after_condition: bool) -> Fault {
        if after_condition {
            let text = quoted(self.text(self.peek()));
            return Fault::new(self.peek().span, format!("text after the condition: {text}"))
                .hint("join propositions with `/\\` or `\\/`; only comments may follow the condition");
        }
        self.unexpected(
            "a thread, `locations`, `filter`, `exists`, `~exists`, `forall` or the end of the file",
        )
    }
}
