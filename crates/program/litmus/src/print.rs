//! Prints a syntax tree as text that parses back to the same tree (positions aside).

use crate::ast::{
    BinaryOp, Call, Class, Condition, Expr, ExprKind, Ident, Init, Method, Observed, Prop, Quantifier, Stmt,
    StmtKind, Test, TypeName, UnaryOp, UpdateOp,
};
use event::{Fence, ReadMode, RmwMode, WriteMode};
use std::fmt::{self, Display, Formatter};

impl Display for Test {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "Java {}", self.name)?;
        if let Some(text) = &self.description {
            writeln!(f, "\"{text}\"")?;
        }
        write!(f, "{{")?;
        self.init.iter().try_for_each(|init| write!(f, " {init};"))?;
        writeln!(f, " }}")?;
        for thread in &self.threads {
            writeln!(f, "Thread{} {{", thread.number)?;
            block(f, &thread.body, 1)?;
            writeln!(f, "}}")?;
        }
        if !self.locations.is_empty() {
            write!(f, "locations [")?;
            self.locations.iter().try_for_each(|item| write!(f, "{item}; "))?;
            writeln!(f, "]")?;
        }
        if let Some(filter) = &self.filter {
            writeln!(f, "filter {filter}")?;
        }
        self.condition.iter().try_for_each(|condition| writeln!(f, "{condition}"))
    }
}

impl Display for Init {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Init::Class(class) => write!(f, "{class}"),
            Init::Variable { name, ty: TypeName::Int, volatile: false, value } => {
                write!(f, "{} = {value}", name.text)
            }
            Init::Variable { name, ty, volatile, value } => {
                let value = match ty {
                    TypeName::Class(_) | TypeName::IntArray => "null".to_owned(),
                    TypeName::Long => format!("{value}L"),
                    TypeName::Int | TypeName::Boolean => value.to_string(),
                };
                write!(f, "{}{ty} {} = {value}", if *volatile { "volatile " } else { "" }, name.text)
            }
            Init::Array { name, values } => {
                let list: Vec<String> = values.iter().map(i32::to_string).collect();
                write!(f, "int {}[{}] = {{{}}}", name.text, values.len(), list.join(", "))
            }
            Init::Monitor(name) => write!(f, "monitor {}", name.text),
            Init::Handle { thread, handle, variable } => {
                write!(f, "{thread}:{}={}", handle.text, variable.text)
            }
            Init::Register { thread, register, value } => write!(f, "{thread}:{}={value}", register.text),
        }
    }
}

impl Display for TypeName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TypeName::Int => "int",
            TypeName::Boolean => "boolean",
            TypeName::Long => "long",
            TypeName::IntArray => "int[]",
            TypeName::Class(name) => &name.text,
        })
    }
}

impl Display for Class {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "class {} {{", self.name.text)?;
        for field in &self.fields {
            let modifier = match (field.is_final, field.volatile) {
                (true, _) => "final ",
                (_, true) => "volatile ",
                _ => "",
            };
            write!(f, "  {modifier}{} {}", field.ty, field.name.text)?;
            field.initial.iter().try_for_each(|initial| write!(f, " = {initial}"))?;
            writeln!(f, ";")?;
        }
        for constructor in &self.constructors {
            let parameter = |(ty, name): &(TypeName, Ident)| format!("{ty} {}", name.text);
            let parameters: Vec<String> = constructor.parameters.iter().map(parameter).collect();
            writeln!(f, "  {}({}) {{", self.name.text, parameters.join(", "))?;
            block(f, &constructor.body, 2)?;
            writeln!(f, "  }}")?;
        }
        write!(f, "}}")
    }
}

/// Comma-separated expressions.
fn list(items: &[Expr]) -> String {
    items.iter().map(Expr::to_string).collect::<Vec<_>>().join(", ")
}

fn block(f: &mut Formatter<'_>, body: &[Stmt], depth: usize) -> fmt::Result {
    body.iter().try_for_each(|stmt| statement(f, stmt, depth))
}

fn braced(f: &mut Formatter<'_>, body: &Stmt, depth: usize) -> fmt::Result {
    writeln!(f, "{{")?;
    match &body.kind {
        StmtKind::Block(stmts) => block(f, stmts, depth + 1)?,
        _ => statement(f, body, depth + 1)?,
    }
    write!(f, "{:1$}}}", "", depth * 2)
}

fn statement(f: &mut Formatter<'_>, stmt: &Stmt, depth: usize) -> fmt::Result {
    write!(f, "{:1$}", "", depth * 2)?;
    match &stmt.kind {
        StmtKind::Declare(ty, locals) => {
            let local = |(name, value): &(Ident, Option<Expr>)| match value {
                Some(value) => format!("{} = {value}", name.text),
                None => name.text.clone(),
            };
            writeln!(f, "{ty} {};", locals.iter().map(local).collect::<Vec<_>>().join(", "))
        }
        StmtKind::Assign { target, value } => writeln!(f, "{target} = {value};"),
        StmtKind::Update { target, op, value } => writeln!(f, "{target} {}= {value};", binary_symbol(*op)),
        StmtKind::ThisCall(args) => writeln!(f, "this({});", list(args)),
        StmtKind::Throw => writeln!(f, "throw new RuntimeException();"),
        StmtKind::New(object) => writeln!(f, "{object};"),
        StmtKind::Call(call) => writeln!(f, "{call};"),
        StmtKind::Fence(fence) => writeln!(f, "{}();", fence_name(*fence)),
        StmtKind::If(condition, then, otherwise) => {
            write!(f, "if ({condition}) ")?;
            braced(f, then, depth)?;
            if let Some(otherwise) = otherwise {
                write!(f, " else ")?;
                braced(f, otherwise, depth)?;
            }
            writeln!(f)
        }
        StmtKind::While(condition, body) => {
            write!(f, "while ({condition}) ")?;
            braced(f, body, depth)?;
            writeln!(f)
        }
        StmtKind::DoWhile(body, condition) => {
            write!(f, "do ")?;
            braced(f, body, depth)?;
            writeln!(f, " while ({condition});")
        }
        StmtKind::Break => writeln!(f, "break;"),
        StmtKind::Block(body) => {
            writeln!(f, "{{")?;
            block(f, body, depth + 1)?;
            writeln!(f, "{:1$}}}", "", depth * 2)
        }
        StmtKind::Synchronized(monitor, body) => {
            writeln!(f, "synchronized ({}) {{", monitor.text)?;
            block(f, body, depth + 1)?;
            writeln!(f, "{:1$}}}", "", depth * 2)
        }
        StmtKind::Start(thread) => writeln!(f, "start Thread{};", thread.number),
        StmtKind::Join(thread) => writeln!(f, "join Thread{};", thread.number),
        StmtKind::Assert(condition) => writeln!(f, "assert {condition};"),
        StmtKind::Print(value) => writeln!(f, "print({value});"),
        StmtKind::Return => writeln!(f, "return;"),
        StmtKind::Empty => writeln!(f, ";"),
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ExprKind::Int(n) => write!(f, "{n}"),
            ExprKind::Bool(b) => write!(f, "{b}"),
            ExprKind::Long(n) => write!(f, "{n}L"),
            ExprKind::Null => write!(f, "null"),
            ExprKind::This => write!(f, "this"),
            ExprKind::Name(name) => write!(f, "{}", name.text),
            ExprKind::Field(object, name) => write!(f, "{object}.{}", name.text),
            ExprKind::Index(array, index) => write!(f, "{array}[{index}]"),
            ExprKind::New(class, args) => write!(f, "new {}({})", class.text, list(args)),
            ExprKind::NewArray(length) => write!(f, "new int[{length}]"),
            ExprKind::ArrayOf(elements) => write!(f, "new int[]{{{}}}", list(elements)),
            ExprKind::Cast(ty, inner) => write!(f, "({ty}) ({inner})"),
            ExprKind::Call(call) => write!(f, "{call}"),
            ExprKind::Unary(op, a) => write!(f, "{}({a})", unary_symbol(*op)),
            ExprKind::Binary(op, a, b) => write!(f, "{} {} {}", nested(a), binary_symbol(*op), nested(b)),
        }
    }
}

/// An operand, in parentheses if it is itself an operation.
fn nested(expr: &Expr) -> String {
    match expr.kind {
        ExprKind::Binary(..) => format!("({expr})"),
        _ => expr.to_string(),
    }
}

impl Display for Call {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}({})", self.target, method_name(self.method), list(&self.args))
    }
}

/// The Java name of a method.
pub fn method_name(method: Method) -> String {
    let suffix = |mode: RmwMode| match mode {
        RmwMode::Plain => "Plain",
        RmwMode::Acquire => "Acquire",
        RmwMode::Release => "Release",
        RmwMode::Volatile => "",
    };
    match method {
        Method::Get(ReadMode::Plain) => "get".to_owned(),
        Method::Get(mode) => format!("get{mode:?}"),
        Method::Set(WriteMode::Plain) => "set".to_owned(),
        Method::Set(mode) => format!("set{mode:?}"),
        Method::GetAnd(op, mode) => {
            let name = match op {
                UpdateOp::Set => "getAndSet",
                UpdateOp::Add => "getAndAdd",
                UpdateOp::Or => "getAndBitwiseOr",
                UpdateOp::And => "getAndBitwiseAnd",
                UpdateOp::Xor => "getAndBitwiseXor",
            };
            format!("{name}{}", suffix(mode))
        }
        Method::CompareAndExchange(mode) => format!("compareAndExchange{}", suffix(mode)),
        Method::CompareAndSet { weak: false, .. } => "compareAndSet".to_owned(),
        Method::CompareAndSet { mode, .. } => format!("weakCompareAndSet{}", suffix(mode)),
    }
}

/// The Java name of a fence.
pub fn fence_name(fence: Fence) -> &'static str {
    match fence {
        Fence::Full => "fullFence",
        Fence::Acquire => "acquireFence",
        Fence::Release => "releaseFence",
        Fence::LoadLoad => "loadLoadFence",
        Fence::StoreStore => "storeStoreFence",
    }
}

/// A prefix operator in Java.
pub fn unary_symbol(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Neg => "-",
        UnaryOp::Not => "!",
        UnaryOp::BitNot => "~",
    }
}

/// An infix operator in Java.
pub fn binary_symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
    }
}

impl Display for Observed {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Observed::Register { thread, register } => write!(f, "{thread}:{}", register.text),
            Observed::Variable(name) => write!(f, "{}", name.text),
            Observed::Element(name, index) => write!(f, "{}[{index}]", name.text),
        }
    }
}

impl Display for Condition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let quantifier = match self.quantifier {
            Quantifier::Exists => "exists",
            Quantifier::NotExists => "~exists",
            Quantifier::Forall => "forall",
        };
        write!(f, "{quantifier} ({})", self.prop)
    }
}

impl Display for Prop {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Prop::Const(b) => write!(f, "{b}"),
            Prop::Equals(item, n) => write!(f, "{item}={n}"),
            Prop::Same(a, b) => write!(f, "{a}={b}"),
            Prop::Not(p) => write!(f, "~({p})"),
            Prop::And(p, q) => write!(f, "({p}) /\\ ({q})"),
            Prop::Or(p, q) => write!(f, "({p}) \\/ ({q})"),
            Prop::Implies(p, q) => write!(f, "({p}) => ({q})"),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_construct_of_objects_and_longs_prints_to_text_that_parses_to_the_same_text() {
        let text = "Java t { class F { final int f = 1; volatile long v; boolean g; F next; int[] a = {1, -2}; F(int n, F o) \
            { this(); this.next = o; s = this; if (n == 1) return; throw; } F() { long q = 5; } } F p; volatile F s; int[] t; \
            long l = -5L; volatile long w; } Thread0 { F q = new F(1, null); q.v++; q.next.a[0] = t.length; int[] b = new int[2]; \
            long r = (long) (1 + 2) - 0xFFFFFFFFL; new F(); r = ~r; int c = (int) r; q.g.setRelease(1); if (q != s) p = q; \
            b = new int[]{c, 1}; } exists (0:q=null /\\ 0:r=-4294967296)";
        let printed = crate::parse("t", text).unwrap_or_else(|e| panic!("{e}")).to_string();
        let again = crate::parse("t", &printed).unwrap_or_else(|e| panic!("{e}\n{printed}"));
        assert_eq!(again.to_string(), printed);
        let load = |text: &str| {
            crate::load("t", text)
                .map(|p| format!("{:?}", p.threads[0].insns))
                .unwrap_or_else(|e| panic!("{e}"))
        };
        assert_eq!(load(&printed), load(text), "and to the same code");
    }
}
