//! Types, classes and their constructors.

use super::{Expr, Ident, Span, Stmt};

/// A type as written.
#[derive(Debug, Clone, PartialEq)]
pub enum TypeName {
    /// `int`; for locals also `boolean`, which is not distinguished there.
    Int,
    /// `boolean`, of a field or parameter.
    Boolean,
    /// `long`.
    Long,
    /// `int[]`: a reference to an array.
    IntArray,
    /// A class.
    Class(Ident),
}

/// `class F { … }`.
#[derive(Debug, Clone, PartialEq)]
pub struct Class {
    /// Its name.
    pub name: Ident,
    /// Its fields, in order.
    pub fields: Vec<FieldDeclaration>,
    /// Its constructors; if there are none, the default one, which does nothing.
    pub constructors: Vec<Constructor>,
}

/// `final int f;`, `volatile F next;`, `int[] a = {7};`.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldDeclaration {
    /// Its name.
    pub name: Ident,
    /// Its type.
    pub ty: TypeName,
    /// Declared `final`.
    pub is_final: bool,
    /// Declared `volatile`.
    pub volatile: bool,
    /// Assigned at the start of every constructor that does not call another one (JLS §12.5).
    pub initial: Option<Expr>,
}

/// `F(int v) { … }`.
#[derive(Debug, Clone, PartialEq)]
pub struct Constructor {
    /// The position of its head.
    pub span: Span,
    /// Its parameters.
    pub parameters: Vec<(TypeName, Ident)>,
    /// Its statements.
    pub body: Vec<Stmt>,
}
