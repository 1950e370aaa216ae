//! The init block: classes, shared variables, arrays, monitors, and herd's handles and registers of single
//! threads.

use super::Parse;
use super::cursor::Cursor;
use crate::ast::{Ident, Init, Span, TypeName};
use crate::lexer::{Fault, TokenKind, too_large};

/// The maximum length of an array.
pub(crate) const MAX_ARRAY: i32 = 1024;

const ENTRY_HINT: &str = "entries are written `x = 0;`, `volatile int v = 0;`, `int a[2] = {1, 2};`, `monitor m;`, `class F { … }`, `F p;` or \
     `0:X=x;`";

/// The words before a name.
struct Prefix {
    volatile: bool,
    /// The type, if one was written.
    ty: Option<TypeName>,
}

impl Cursor<'_> {
    /// `{ entry; entry; … }`; the last `;` may be missing.
    pub(super) fn init_block(&mut self) -> Parse<Vec<Init>> {
        let open = self.expect("{")?;
        let mut entries = Vec::new();
        loop {
            while self.eat(";") {}
            if self.eat("}") {
                return Ok(entries);
            }
            self.init_entry(&mut entries).map_err(with_entry_hint)?;
            let after_class = matches!(entries.last(), Some(Init::Class(_)));
            if !self.sees(";") && !self.sees("}") && !after_class {
                return Err(self.init_separator_missing(open));
            }
        }
    }

    fn init_separator_missing(&self, open: Span) -> Fault {
        let fault = self.unexpected("`;` or `}`");
        if self.peek().kind == TokenKind::End {
            return fault
                .hint(format!("the `{{` of the init block on line {} is never closed", self.line(open)));
        }
        Fault { hint: None, ..fault }.hint("entries of the init block are separated by `;`")
    }

    /// One entry, or several for `monitor m, n`.
    fn init_entry(&mut self, entries: &mut Vec<Init>) -> Parse<()> {
        if self.eat_word("monitor") {
            loop {
                entries.push(Init::Monitor(self.name("the name of a monitor")?));
                if !self.eat(",") {
                    return Ok(());
                }
            }
        }
        if self.eat_word("class") {
            entries.push(Init::Class(self.class()?));
            return Ok(());
        }
        let volatile = self.eat_word("volatile");
        if self.sees_word("boolean") {
            return Err(self
                .unexpected("`int`")
                .hint("shared variables are ints: write `int`, and 1 for true"));
        }
        let ty = if self.sees_word("int") || self.sees_word("long") || self.sees_class_declaration() {
            Some(self.type_name()?)
        } else {
            None
        };
        let prefix = Prefix { volatile, ty };
        let entry = match self.thread_prefix()? {
            Some(_) if volatile => {
                return Err(Fault::new(
                    self.peek().span,
                    "what belongs to a single thread cannot be volatile",
                ));
            }
            Some(thread) => self.thread_entry(thread)?,
            None if self.sees("[") && self.peek_second().kind != TokenKind::Symbol("]") => {
                self.bump();
                let name = self.name("the name of a variable")?;
                self.expect("]")?;
                self.variable(name, &prefix)?
            }
            None => self.shared_entry(&prefix)?,
        };
        entries.push(entry);
        Ok(())
    }

    /// `0:X=x`, `0:r1=5` or `0:r1` after the colon.
    fn thread_entry(&mut self, thread: u32) -> Parse<Init> {
        let name = self.name("the name of a handle or register")?;
        if !self.eat("=") {
            return Ok(Init::Register { thread, register: name, value: 0 });
        }
        if self.peek().kind == TokenKind::Word && !self.sees_word("true") && !self.sees_word("false") {
            let variable = self.name("the name of a variable")?;
            return Ok(Init::Handle { thread, handle: name, variable });
        }
        let span = self.peek().span;
        let value = i32::try_from(self.register_value()?);
        let value = value.map_err(|_| too_large(self.text_at(span.to(self.behind())), span, false))?;
        Ok(Init::Register { thread, register: name, value })
    }

    fn shared_entry(&mut self, prefix: &Prefix) -> Parse<Init> {
        let name = self.name("the name of a variable")?;
        if self.sees("[") { self.array(name, prefix) } else { self.variable(name, prefix) }
    }

    fn variable(&mut self, name: Ident, prefix: &Prefix) -> Parse<Init> {
        let ty = prefix.ty.clone().unwrap_or(TypeName::Int);
        let value = if self.eat("=") { self.initial_value(&ty)? } else { 0 };
        Ok(Init::Variable { name, ty, volatile: prefix.volatile, value })
    }

    fn initial_value(&mut self, ty: &TypeName) -> Parse<i64> {
        if matches!(ty, TypeName::Class(_) | TypeName::IntArray) {
            if self.eat_word("null") {
                return Ok(0);
            }
            let hint = "a shared reference starts with `null`; let a thread create the object and assign it";
            return Err(Fault { hint: None, ..self.unexpected("`null`") }.hint(hint));
        }
        if self.peek().kind == TokenKind::Word {
            return Err(self
                .unexpected("a number")
                .hint("a shared variable starts with a number, as in `x = 0;`"));
        }
        if *ty == TypeName::Long { self.register_value() } else { self.constant().map(i64::from) }
    }

    /// `a[2]` or `a[2] = {1, 2}` from the `[` on.
    fn array(&mut self, name: Ident, prefix: &Prefix) -> Parse<Init> {
        if prefix.volatile {
            return Err(Fault::new(name.span, "an array cannot be volatile: its elements never are").hint(
                format!(
                    "access the elements with `{0}[i].getVolatile()` and `{0}[i].setVolatile(v)`",
                    name.text
                ),
            ));
        }
        if prefix.ty.is_none() {
            return Err(Fault::new(name.span, format!("the array `{}` has no type", name.text))
                .hint(format!("write `int {}[…]`", name.text)));
        }
        if prefix.ty != Some(TypeName::Int) {
            let fault =
                Fault::new(name.span, format!("the array `{}` has elements that are not ints", name.text));
            return Err(fault.hint("shared arrays are declared as `int a[2];`"));
        }
        self.expect("[")?;
        if self.sees("]") {
            return Err(self
                .unexpected("the length of the array")
                .hint("write it, as in `int a[2] = {1, 2};`"));
        }
        let (span, length) = (self.peek().span, self.constant()?);
        if !(1..=MAX_ARRAY).contains(&length) {
            return Err(Fault::new(span, format!("an array cannot have {length} elements"))
                .hint(format!("its length is a number from 1 to {MAX_ARRAY}")));
        }
        self.expect("]")?;
        let values = if self.eat("=") { self.array_values(length)? } else { vec![0; length as usize] };
        Ok(Init::Array { name, values })
    }

    fn array_values(&mut self, length: i32) -> Parse<Vec<i32>> {
        let open = self.expect("{")?;
        let mut values = Vec::new();
        while !self.sees("}") {
            values.push(self.constant()?);
            if !self.sees("}") {
                self.expect(",")?;
            }
        }
        let close = self.bump().span;
        if values.len() != length as usize {
            let message = format!("the array has {length} elements, but {} values are given", values.len());
            return Err(
                Fault::new(open.to(close), message).hint("give one value for each element, or none at all")
            );
        }
        Ok(values)
    }
}

/// Hints about statements do not fit here: replaces the general hint by the forms of entries, unless it is
/// already about the init block.
fn with_entry_hint(fault: Fault) -> Fault {
    match fault.hint {
        None => fault.hint(ENTRY_HINT),
        Some(_) => fault,
    }
}
