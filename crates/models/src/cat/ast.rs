//! The tree of a cat file, as written: names are not resolved and nothing is typed.

use super::source::Span;

/// A parsed file.
#[derive(Debug)]
pub(crate) struct File {
    /// From the header, if there is one.
    pub name: Option<String>,
    pub body: Vec<Instruction>,
}

#[derive(Debug)]
pub(crate) struct Instruction {
    pub kind: InstructionKind,
    pub span: Span,
}

#[derive(Debug)]
pub(crate) enum InstructionKind {
    /// `let a = … and f(x) = …`.
    Let(Vec<Binding>),
    /// `let rec a = … and b = …`.
    LetRec(Vec<Binding>),
    Test(Test),
    /// `include "file"`, before the loader has put the file in its place.
    Include(String),
    /// A file put in the place of its include.
    Included(File),
    Procedure {
        name: Ident,
        parameters: Vec<Ident>,
        body: Vec<Instruction>,
    },
    Call {
        procedure: Ident,
        arguments: Vec<Expr>,
        name: Option<String>,
    },
    /// `with x from e`.
    With {
        name: Ident,
        choices: Expr,
    },
    /// `show`, `unshow`: for herd's pictures.
    Show,
}

#[derive(Debug, Clone)]
pub(crate) struct Ident {
    /// `_` in a parameter list is the empty string, which nothing can refer to.
    pub name: String,
    pub span: Span,
}

#[derive(Debug)]
pub(crate) struct Binding {
    pub name: Ident,
    /// `None` for a value; a function may have no parameters at all.
    pub parameters: Option<Vec<Ident>>,
    pub value: Expr,
}

/// What a failed test means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The execution is forbidden.
    Check,
    /// The execution is marked when the test *succeeds*: `flag ~empty race as race`.
    Flag,
    /// The execution is marked when the test fails: `undefined_unless empty race as race`.
    UndefinedUnless,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Predicate {
    Acyclic,
    Irreflexive,
    Empty,
}

#[derive(Debug)]
pub(crate) struct Test {
    pub role: Role,
    pub predicate: Predicate,
    pub negated: bool,
    pub expr: Expr,
    pub name: Option<String>,
}

#[derive(Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

/// Operators that take any number of operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nary {
    Union,
    Inter,
    /// The first without all others.
    Diff,
    Seq,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unary {
    /// `r+`.
    Plus,
    /// `r*`.
    Star,
    /// `r?`.
    Opt,
    /// `r^-1`.
    Inverse,
    /// `~e`.
    Complement,
    /// `[S]`.
    Identity,
}

#[derive(Debug)]
pub(crate) enum ExprKind {
    /// `0` or `{}`.
    Nothing,
    /// `_`.
    Everything,
    Name(String),
    Nary(Nary, Vec<Expr>),
    /// `S * T`.
    Product(Box<Expr>, Box<Expr>),
    Unary(Unary, Box<Expr>),
    Apply {
        function: Ident,
        arguments: Vec<Expr>,
    },
    Let(Vec<Binding>, Box<Expr>),
    LetRec(Vec<Binding>, Box<Expr>),
    /// `try e with e`.
    Try(Box<Expr>, Box<Expr>),
}
