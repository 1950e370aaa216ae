//! The syntax tree of a cat or jmm file, without resolved names or types.
//!
//! One tree serves both languages: the parser rejects jmm constructs in a cat file.

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
    /// `include "file"`, before the loader has replaced it by the file.
    Include(String),
    /// A file in place of its include.
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
    /// `axiom name : f`, or a formula without a name.
    Axiom {
        name: Option<String>,
        formula: Expr,
    },
    /// `assume grounded-values`: a property of the model that the author promises.
    Assume(Ident),
    /// `param k`: a number that is tried from 0 upwards.
    Param(Ident),
    /// `exec E`, `exec J[1..k]`.
    Exec {
        name: Ident,
        range: Option<Range>,
    },
    /// `committed C[0..k] subset S`: a guessed set, or one per number.
    Committed {
        name: Ident,
        range: Option<Range>,
        within: Expr,
    },
    /// `order x total on S extends r`: a guessed strict total order.
    Order {
        name: Ident,
        set: Expr,
        extends: Option<Expr>,
    },
    /// `copy x`: a second event for each event; `copy x per Threads`: one for each event and thread.
    Copy {
        name: Ident,
        per: Option<Ident>,
    },
    /// `per X in {E, J} { … }`: once for each execution of the families; `per E { … }`.
    Per {
        variable: Option<Ident>,
        families: Vec<Ident>,
        body: Vec<Instruction>,
    },
    /// `forall i in 1..k { … }`, `forall t in Threads { … }`.
    ForEach {
        variable: Ident,
        over: Over,
        body: Vec<Instruction>,
    },
}

/// `1..k`, both ends included.
#[derive(Debug, Clone)]
pub(crate) struct Range {
    pub from: Index,
    pub to: Index,
}

/// A number: a parameter or variable plus an offset, or a literal.
#[derive(Debug, Clone)]
pub(crate) struct Index {
    pub variable: Option<Ident>,
    pub offset: i64,
    pub span: Span,
}

/// What a block is repeated over.
#[derive(Debug)]
pub(crate) enum Over {
    Range(Range),
    /// `Threads`: the variable is the set of events of each thread. `Locations`: the set of accesses to each
    /// location.
    Named(Ident),
}

#[derive(Debug, Clone)]
pub(crate) struct Ident {
    /// `_` in a parameter list is the empty string, to which no name can refer.
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
pub enum Role {
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
pub enum Nary {
    /// Elements of at least one operand.
    Union,
    /// Elements of all operands.
    Inter,
    /// Elements of the first operand that are in none of the others.
    Diff,
    /// Relational composition.
    Seq,
}

/// Operators of one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unary {
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
    /// `C[i-1]`.
    Indexed(Ident, Index),
    /// `e@X`, `X.name`, `J[i].name`: the value in another execution.
    At {
        expr: Box<Expr>,
        family: Ident,
        index: Option<Index>,
    },
    /// `e(S)`: everything to which `e` relates a member of `S`; `e(S, T)`: whether it relates a member of `S`
    /// to one of `T`.
    Image(Box<Expr>, Vec<Expr>),
    /// `a in b`, `a = b`.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// `f && g`, `f || g`.
    Logic(Connective, Vec<Expr>),
    /// `f => g`.
    Implies(Box<Expr>, Box<Expr>),
    /// `f <=> g`.
    Iff(Box<Expr>, Box<Expr>),
    /// `!f`.
    Not(Box<Expr>),
    /// `forall x:S, y:T . f`.
    Quantified {
        forall: bool,
        variables: Vec<(Ident, Expr)>,
        body: Box<Expr>,
    },
    /// `some e`, `no e`, `one e`, `lone e`.
    Count(Count, Box<Expr>),
    /// `acyclic e` inside a formula.
    Predicate(Predicate, Box<Expr>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    In,
    Equal,
    Unequal,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Connective {
    And,
    Or,
}

/// How many elements a set or relation has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Count {
    /// At least one.
    Some,
    /// None.
    No,
    /// Exactly one.
    One,
    /// At most one.
    Lone,
}
