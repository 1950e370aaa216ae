//! Classes: `class F { final int f; F next; F(int v) { f = v; } }`, and the names of types.

use super::Parse;
use super::cursor::Cursor;
use super::words::{is_reserved, unsupported};
use crate::ast::{Class, Constructor, Expr, FieldDeclaration, Ident, TypeName};
use crate::lexer::{Fault, TokenKind, quoted};

const MEMBER_HINT: &str =
    "a class has fields, `final int f;`, and constructors, `F(int v) { f = v; }`; methods are not supported";

impl Cursor<'_> {
    /// `class F { … }` from the name on.
    pub(super) fn class(&mut self) -> Parse<Class> {
        let name = self.name("the name of a class")?;
        self.remember_class(&name.text);
        let open = self.expect("{")?;
        let mut class = Class { name, fields: Vec::new(), constructors: Vec::new() };
        loop {
            if self.eat("}") {
                return Ok(class);
            }
            if self.peek().kind == TokenKind::End {
                let hint = format!("the `{{` on line {} is never closed", self.line(open));
                return Err(self.unexpected("a field, a constructor or `}`").hint(hint));
            }
            if !self.eat(";") {
                self.class_member(&mut class)?;
            }
        }
    }

    fn class_member(&mut self, class: &mut Class) -> Parse<()> {
        if self.peek_second().kind == TokenKind::Symbol("(") {
            class.constructors.push(self.constructor(&class.name)?);
            return Ok(());
        }
        self.fields(&mut class.fields)
    }

    /// `F(int v, F other) { … }`.
    fn constructor(&mut self, class: &Ident) -> Parse<Constructor> {
        let name = self.name("the name of the class")?;
        if name.text != class.text {
            let message = format!("{} is not the name of the class", quoted(&name.text));
            return Err(Fault::new(name.span, message).hint(MEMBER_HINT));
        }
        self.expect("(")?;
        let mut parameters = Vec::new();
        while !self.sees(")") {
            let ty = self.type_name()?;
            parameters.push((ty, self.name("the name of a parameter")?));
            if !self.sees(")") && !self.eat(",") {
                return Err(self.unexpected("`,` or `)`"));
            }
        }
        self.bump();
        let span = name.span.to(self.behind());
        Ok(Constructor { span, parameters, body: self.block()? })
    }

    /// `final int f, g = 1;`.
    fn fields(&mut self, fields: &mut Vec<FieldDeclaration>) -> Parse<()> {
        let start = self.peek().span;
        let (mut is_final, mut volatile) = (false, false);
        loop {
            match self.text(self.peek()) {
                "final" => is_final = true,
                "volatile" => volatile = true,
                _ => break,
            }
            self.bump();
        }
        if is_final && volatile {
            let fault = Fault::new(start.to(self.behind()), "a field cannot be both final and volatile");
            return Err(
                fault.hint("a final field never changes, so nobody needs to wait for it (JLS §8.3.1.4)")
            );
        }
        let ty = self
            .type_name()
            .map_err(|fault| Fault { hint: fault.hint.or(Some(MEMBER_HINT.to_owned())), ..fault })?;
        loop {
            let name = self.name("the name of a field")?;
            if self.sees("(") {
                return Err(Fault::new(name.span, "methods are not supported").hint(MEMBER_HINT));
            }
            if self.sees("[") {
                return Err(self
                    .unexpected("`;`")
                    .hint(format!("a field that refers to an array is `int[] {};`", name.text)));
            }
            let initial = if self.eat("=") { Some(self.initialiser()?) } else { None };
            fields.push(FieldDeclaration { name, ty: ty.clone(), is_final, volatile, initial });
            if !self.eat(",") {
                return self.expect_semicolon();
            }
        }
    }

    /// The part after the `=` of a declaration: an expression, or the elements of a new array.
    pub(super) fn initialiser(&mut self) -> Parse<Expr> {
        if !self.sees("{") {
            return self.expression();
        }
        let start = self.peek().span;
        let (kind, height) = self.array_elements()?;
        self.check_depth(height)?;
        Ok(Expr { kind, span: start.to(self.behind()) })
    }

    /// `int`, `boolean`, `long`, `int[]` or the name of a class.
    pub(super) fn type_name(&mut self) -> Parse<TypeName> {
        let token = self.peek();
        let ty = match self.text(token) {
            // Not herd's `int [x] = 1`.
            "int"
                if self.peek_second().kind == TokenKind::Symbol("[")
                    && self.peek_third().kind != TokenKind::Word =>
            {
                self.bump();
                self.bump();
                if !self.sees("]") {
                    return Err(self
                        .unexpected("`]`")
                        .hint("the length belongs to the array: `int[] a = new int[2];`"));
                }
                TypeName::IntArray
            }
            "int" => TypeName::Int,
            "boolean" => TypeName::Boolean,
            "long" => TypeName::Long,
            word if token.kind == TokenKind::Word && unsupported(word).is_none() => {
                return Ok(TypeName::Class(self.name("a type")?));
            }
            _ => return Err(self.unexpected("a type")),
        };
        self.bump();
        Ok(ty)
    }

    /// Whether the next tokens are `F q` and something that can follow the name of a new variable: a
    /// declaration of a class type.
    pub(super) fn sees_class_declaration(&self) -> bool {
        let is_name = |text: &str| !is_reserved(text) && unsupported(text).is_none();
        let (class, name, behind) = (self.peek(), self.peek_second(), self.peek_third());
        class.kind == TokenKind::Word
            && name.kind == TokenKind::Word
            && is_name(self.text(class))
            && is_name(self.text(name))
            && matches!(behind.kind, TokenKind::Symbol("=" | ";" | "," | "}"))
    }
}
