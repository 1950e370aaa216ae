//! The syntax tree of a litmus test, with source positions and unresolved names.

mod class;

pub use class::{Class, Constructor, FieldDeclaration, TypeName};

use event::{Fence, ReadMode, RmwMode, WriteMode};

/// A range of bytes of the source text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// As a range.
    pub fn bytes(self) -> std::ops::Range<usize> {
        self.start..self.end
    }

    /// The empty span before a byte.
    pub fn at(byte: usize) -> Span {
        Span { start: byte, end: byte }
    }

    /// The smallest span that contains both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A name as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ident {
    /// Its text.
    pub text: String,
    /// Its position.
    pub span: Span,
}

/// A whole file.
#[derive(Debug, Clone, PartialEq)]
pub struct Test {
    /// The name after `Java`.
    pub name: String,
    /// The quoted text after the name, if any.
    pub description: Option<String>,
    /// The init block.
    pub init: Vec<Init>,
    /// The threads, in file order; `Thread0`, `Thread1`, … without gaps.
    pub threads: Vec<Thread>,
    /// `locations [ … ]`.
    pub locations: Vec<Observed>,
    /// `filter P`: only outcomes that satisfy it are considered.
    pub filter: Option<Prop>,
    /// `exists`, `~exists` or `forall`.
    pub condition: Option<Condition>,
}

/// An entry of the init block.
#[derive(Debug, Clone, PartialEq)]
pub enum Init {
    /// `class F { … }`.
    Class(Class),
    /// `x = 1`, `int x = 1`, `int x`, `volatile int v = 0`, `x` (herd: the value is then 0), `long l = 1L`,
    /// `F p = null`.
    Variable {
        /// The name.
        name: Ident,
        /// Its type.
        ty: TypeName,
        /// Declared `volatile`.
        volatile: bool,
        /// Its initial value; 0 for `null`.
        value: i64,
    },
    /// `int a[2] = {1, 2}`, `int a[2]`, `volatile int …` is not accepted: elements are never volatile.
    Array {
        /// The name.
        name: Ident,
        /// The initial values of the elements.
        values: Vec<i32>,
    },
    /// `monitor m`.
    Monitor(Ident),
    /// herd's `0:X=x`: thread 0 accesses the variable `x` through the VarHandle `X`.
    Handle {
        /// The thread number.
        thread: u32,
        /// The handle's name.
        handle: Ident,
        /// The variable's name.
        variable: Ident,
    },
    /// herd's `0:r1=5`: a register of thread 0 starts with a value.
    Register {
        /// The thread number.
        thread: u32,
        /// The register's name.
        register: Ident,
        /// Its initial value.
        value: i32,
    },
}

/// `Thread0 { … }`.
#[derive(Debug, Clone, PartialEq)]
pub struct Thread {
    /// The number in the name.
    pub number: u32,
    /// The position of the name.
    pub span: Span,
    /// The statements.
    pub body: Vec<Stmt>,
}

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub struct Stmt {
    /// Its kind.
    pub kind: StmtKind,
    /// Its position, without nested blocks.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Debug, Clone, PartialEq)]
pub enum StmtKind {
    /// `int r1;`, `int r1 = e, r2;`, `F q = p;`.
    Declare(TypeName, Vec<(Ident, Option<Expr>)>),
    /// `r1 = e;`, `x = e;`, `a[i] = e;`, `q.f = e;`.
    Assign {
        /// A local, a shared variable, an array element or a field.
        target: Expr,
        /// The right-hand side.
        value: Expr,
    },
    /// `q.f += e;`, `q.f++;`: the object is evaluated once. On variables it is represented as an assignment.
    Update {
        /// A field.
        target: Expr,
        /// The operator before the `=`.
        op: BinaryOp,
        /// The right-hand side.
        value: Expr,
    },
    /// `this(e, e);`: the first statement of a constructor that calls another one.
    ThisCall(Vec<Expr>),
    /// `throw new RuntimeException();`.
    Throw,
    /// `new F(7);`: the object is discarded.
    New(Expr),
    /// A memory call whose result, if any, is discarded: `X.setVolatile(1);`.
    Call(Call),
    /// `fullFence();`, `VarHandle.fullFence();`.
    Fence(Fence),
    /// `if (c) s else s`.
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `while (c) s`.
    While(Expr, Box<Stmt>),
    /// `do s while (c);`.
    DoWhile(Box<Stmt>, Expr),
    /// `break;`.
    Break,
    /// `{ … }`.
    Block(Vec<Stmt>),
    /// `synchronized (m) { … }`.
    Synchronized(Ident, Vec<Stmt>),
    /// `start Thread1;`, `start T1;`, `Thread1.start();`.
    Start(ThreadRef),
    /// `join Thread1;`, `join T1;`, `Thread1.join();`.
    Join(ThreadRef),
    /// `assert c;`.
    Assert(Expr),
    /// `print(e);`: an external action.
    Print(Expr),
    /// `return;`: the thread, or the constructor, ends.
    Return,
    /// `;`.
    Empty,
}

/// A thread mentioned by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThreadRef {
    /// The number.
    pub number: u32,
    /// Its position.
    pub span: Span,
}

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    /// Its kind.
    pub kind: ExprKind,
    /// Its position.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// An int literal.
    Int(i32),
    /// `true` or `false`.
    Bool(bool),
    /// A long literal.
    Long(i64),
    /// `null`.
    Null,
    /// `this`.
    This,
    /// A local, a shared variable or, in a constructor, a field.
    Name(Ident),
    /// A field of an object, or `length` of an array.
    Field(Box<Expr>, Ident),
    /// A plain read of an array element. The array is a shared one by its name, or a reference.
    Index(Box<Expr>, Box<Expr>),
    /// A memory call with a result.
    Call(Call),
    /// `new F(7)`.
    New(Ident, Vec<Expr>),
    /// `new int[2]`.
    NewArray(u32),
    /// `new int[]{1, 2}`.
    ArrayOf(Vec<Expr>),
    /// `(int) e`, `(long) e`.
    Cast(TypeName, Box<Expr>),
    /// A prefix operator.
    Unary(UnaryOp, Box<Expr>),
    /// An infix operator.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
}

/// A method of a VarHandle: `X.getAcquire()`, `x.getAndAdd(1)`, `a[i].setOpaque(1)`, `q.f.getAcquire()`.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The handle, or the shared variable, element or field itself.
    pub target: Box<Expr>,
    /// The method.
    pub method: Method,
    /// The position of the method's name.
    pub method_span: Span,
    /// The arguments; as many as [`Method::arity`] says.
    pub args: Vec<Expr>,
}

/// The VarHandle methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// `get`, `getOpaque`, `getAcquire`, `getVolatile`.
    Get(ReadMode),
    /// `set`, `setOpaque`, `setRelease`, `setVolatile`.
    Set(WriteMode),
    /// `getAndSet…`, `getAndAdd…`, `getAndBitwiseOr…`, `…And…`, `…Xor…`.
    GetAnd(UpdateOp, RmwMode),
    /// `compareAndExchange…`: returns the value before.
    CompareAndExchange(RmwMode),
    /// `compareAndSet`, `weakCompareAndSet…`: returns whether it wrote.
    CompareAndSet {
        /// Its modes.
        mode: RmwMode,
        /// Whether it may fail even if the values are equal.
        weak: bool,
    },
}

impl Method {
    /// The number of arguments of the method.
    pub fn arity(self) -> usize {
        match self {
            Method::Get(_) => 0,
            Method::Set(_) | Method::GetAnd(..) => 1,
            Method::CompareAndExchange(_) | Method::CompareAndSet { .. } => 2,
        }
    }
}

/// The update function of `getAnd…`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UpdateOp {
    /// `getAndSet`.
    Set,
    /// `getAndAdd`.
    Add,
    /// `getAndBitwiseOr`.
    Or,
    /// `getAndBitwiseAnd`.
    And,
    /// `getAndBitwiseXor`.
    Xor,
}

/// Prefix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-e`.
    Neg,
    /// `!e`.
    Not,
    /// `~e`.
    BitNot,
}

/// Infix operators, with Java's precedences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the Java operator of that name")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    /// `&&`: the right side is evaluated only if the left is true.
    And,
    /// `||`: the right side is evaluated only if the left is false.
    Or,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// An item named by a condition or a `locations` list.
#[derive(Debug, Clone, PartialEq)]
pub enum Observed {
    /// `0:r1`.
    Register {
        /// The thread number.
        thread: u32,
        /// The register's name.
        register: Ident,
    },
    /// `x`, `[x]`: the final value of a shared variable.
    Variable(Ident),
    /// `a[1]`: the final value of an array element.
    Element(Ident, u32),
}

/// The final condition.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// Whether it is a question or a claim.
    pub quantifier: Quantifier,
    /// The proposition.
    pub prop: Prop,
    /// The position of the whole condition.
    pub span: Span,
}

/// How the condition quantifies over outcomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantifier {
    /// `exists P`: asks whether P can happen.
    Exists,
    /// `~exists P`: claims that P cannot happen.
    NotExists,
    /// `forall P`: claims that P always holds.
    Forall,
}

/// A proposition over an outcome.
#[derive(Debug, Clone, PartialEq)]
pub enum Prop {
    /// `true`, `false`.
    Const(bool),
    /// `0:r1 = 1`; `null` is 0.
    Equals(Observed, i64),
    /// `0:r1 = 1:r2`.
    Same(Observed, Observed),
    /// `~P`, `not P`; also represents `!=`.
    Not(Box<Prop>),
    /// `P /\ Q`.
    And(Box<Prop>, Box<Prop>),
    /// `P \/ Q`.
    Or(Box<Prop>, Box<Prop>),
    /// `P => Q`.
    Implies(Box<Prop>, Box<Prop>),
}
