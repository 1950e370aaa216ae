//! Random tests about the publication of objects with a final field (JLS §17.5).
//!
//! One class `F` with the final field `f` and the plain field `g`. Thread 0 creates an object and publishes
//! it through `x0` or the volatile `v0`, and may then write `g`; its constructor may leak `this` through `x1`
//! (pitfall: the freeze comes too late for a thread that finds the object there). Other threads follow
//! whichever reference they find, or forward it to `x1`. Separate from [`crate::generate`], so that the tests
//! of a seed stay the same.

use crate::ast::{
    BinaryOp, Class, Constructor, Expr, ExprKind, FieldDeclaration, Ident, Init, Observed, Span, Stmt,
    StmtKind, Test, Thread, TypeName,
};
use crate::rng::{chance, pick};
use fastrand::Rng;

/// What the tests look like. Percentages say how often a construct is chosen.
#[derive(Debug, Clone)]
pub struct ObjectShape {
    /// The minimum and maximum number of threads besides the one that creates the object.
    pub readers: (usize, usize),
    /// Percentage of tests whose constructor leaks `this`.
    pub leaks: usize,
    /// Percentage of tests that publish through a volatile variable.
    pub volatiles: usize,
    /// Percentage of tests with a thread that forwards the reference.
    pub forwards: usize,
    /// Percentage of tests in which the final field refers to an array of one element.
    pub arrays: usize,
    /// Percentage of tests in which `g` is written after publication.
    pub late_writes: usize,
    /// Percentage of readers that read the reference twice, and follow the second one.
    pub second_looks: usize,
    /// Percentage of tests in which `f` is not final either.
    pub plain: usize,
}

impl Default for ObjectShape {
    fn default() -> Self {
        ObjectShape {
            readers: (1, 2),
            leaks: 30,
            volatiles: 25,
            forwards: 30,
            arrays: 20,
            late_writes: 30,
            second_looks: 0,
            plain: 0,
        }
    }
}

struct Generator<'a> {
    rng: &'a mut Rng,
    /// Where references can be found.
    published: Vec<&'static str>,
    array: bool,
    second_looks: usize,
}

/// A random test. It has no condition and observes every int that a reader found; -1 stands for values it did
/// not read.
pub fn generate_objects(rng: &mut Rng, shape: &ObjectShape) -> Test {
    let publish = if chance(rng, shape.volatiles) { "v0" } else { "x0" };
    let (leaks, forwards) = (chance(rng, shape.leaks), chance(rng, shape.forwards));
    let array = chance(rng, shape.arrays);
    let readers = shape.readers.0 + rng.usize(..shape.readers.1 - shape.readers.0 + 1);
    // No random number is drawn for constructs that are never chosen, so that the tests of a seed stay the
    // same.
    let plain = shape.plain > 0 && chance(rng, shape.plain);
    let second_looks = shape.second_looks;
    let mut generator = Generator { rng, published: vec![publish], array, second_looks };
    if leaks || forwards {
        generator.published.push("x1");
    }
    let class = generator.class(leaks, !plain);
    let mut bodies = vec![generator.writer(publish, shape)];
    if forwards {
        bodies.push(generator.forwarder(publish));
    }
    let first_reader = bodies.len();
    bodies.extend((0..readers).map(|_| generator.reader()));
    let reference = |x: &&str| Init::Variable {
        name: ident(x),
        ty: class_type(),
        volatile: x.starts_with('v'),
        value: 0,
    };
    let mut init = vec![Init::Class(class)];
    init.extend(generator.published.iter().map(reference));
    let observed =
        |t: usize| ["r0", "r1"].map(|r| Observed::Register { thread: t as u32, register: ident(r) });
    let locations = (first_reader..bodies.len()).flat_map(observed).collect();
    let thread = |(t, body): (usize, Vec<Stmt>)| Thread { number: t as u32, span: Span::default(), body };
    Test {
        name: "objects".to_owned(),
        description: None,
        init,
        threads: bodies.into_iter().enumerate().map(thread).collect(),
        locations,
        filter: None,
        condition: None,
    }
}

impl Generator<'_> {
    fn class(&mut self, leaks: bool, is_final: bool) -> Class {
        let field = |name: &str, ty: TypeName, is_final: bool| FieldDeclaration {
            name: ident(name),
            ty,
            is_final,
            volatile: false,
            initial: None,
        };
        let f_type = if self.array { TypeName::IntArray } else { TypeName::Int };
        let f_value = if self.array { expr(ExprKind::ArrayOf(vec![name("v")])) } else { name("v") };
        let mut body = vec![assign(name("f"), f_value), assign(name("g"), int(1))];
        if chance(self.rng, 30) {
            body.swap(0, 1);
        }
        if leaks {
            let at = self.rng.usize(..body.len() + 1);
            body.insert(at, assign(name("x1"), expr(ExprKind::This)));
        }
        let constructor =
            Constructor { span: Span::default(), parameters: vec![(TypeName::Int, ident("v"))], body };
        let fields = vec![field("f", f_type, is_final), field("g", TypeName::Int, false)];
        Class { name: ident("F"), fields, constructors: vec![constructor] }
    }

    /// Creates, publishes, and perhaps writes `g` once more.
    fn writer(&mut self, publish: &str, shape: &ObjectShape) -> Vec<Stmt> {
        let object = expr(ExprKind::New(ident("F"), vec![int(1 + self.rng.usize(..2) as i32)]));
        if !chance(self.rng, shape.late_writes) {
            return vec![assign(name(publish), object)];
        }
        let late = assign(field(name("q0"), "g"), int(2));
        vec![declare(class_type(), "q0", object), assign(name(publish), name("q0")), late]
    }

    /// Copies the reference, with or without reading the object first.
    fn forwarder(&mut self, publish: &str) -> Vec<Stmt> {
        let mut body = vec![declare(class_type(), "q0", name(publish))];
        if chance(self.rng, 40) {
            let look = declare(TypeName::Int, "r0", field(name("q0"), "g"));
            body.push(when_not_null("q0", vec![look]));
        }
        body.push(assign(name("x1"), name("q0")));
        body
    }

    /// Reads one or both fields of the object it finds, in any order.
    fn reader(&mut self) -> Vec<Stmt> {
        let from = *pick(self.rng, &self.published);
        let minus_one = |r: &str| declare(TypeName::Int, r, int(-1));
        let mut body = vec![minus_one("r0"), minus_one("r1"), declare(class_type(), "q0", name(from))];
        if self.second_looks > 0 && chance(self.rng, self.second_looks) {
            let again = *pick(self.rng, &self.published);
            body.push(assign(name("q0"), name(again)));
        }
        let mut looks = vec![self.read_final(), vec![assign(name("r1"), field(name("q0"), "g"))]];
        match self.rng.usize(..4) {
            0 => looks.truncate(1),
            1 => looks.swap(0, 1),
            _ => {}
        }
        body.push(when_not_null("q0", looks.into_iter().flatten().collect()));
        body
    }

    fn read_final(&self) -> Vec<Stmt> {
        if !self.array {
            return vec![assign(name("r0"), field(name("q0"), "f"))];
        }
        let element = expr(ExprKind::Index(Box::new(name("b0")), Box::new(int(0))));
        vec![
            declare(TypeName::IntArray, "b0", field(name("q0"), "f")),
            when_not_null("b0", vec![assign(name("r0"), element)]),
        ]
    }
}

fn ident(text: &str) -> Ident {
    Ident { text: text.to_owned(), span: Span::default() }
}

fn class_type() -> TypeName {
    TypeName::Class(ident("F"))
}

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

fn name(text: &str) -> Expr {
    expr(ExprKind::Name(ident(text)))
}

fn int(n: i32) -> Expr {
    expr(ExprKind::Int(n))
}

fn field(object: Expr, name: &str) -> Expr {
    expr(ExprKind::Field(Box::new(object), ident(name)))
}

fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, span: Span::default() }
}

fn assign(target: Expr, value: Expr) -> Stmt {
    stmt(StmtKind::Assign { target, value })
}

fn declare(ty: TypeName, name: &str, value: Expr) -> Stmt {
    stmt(StmtKind::Declare(ty, vec![(ident(name), Some(value))]))
}

fn when_not_null(reference: &str, body: Vec<Stmt>) -> Stmt {
    let null = Box::new(expr(ExprKind::Null));
    let test = expr(ExprKind::Binary(BinaryOp::Ne, Box::new(name(reference)), null));
    stmt(StmtKind::If(test, Box::new(stmt(StmtKind::Block(body))), None))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{permute_threads, rename};

    #[test]
    fn they_print_to_text_that_parses_to_the_same_text_compile_and_obey_the_laws() {
        let mut rng = Rng::with_seed(3);
        let mut constructs = [0; 5];
        for i in 0..400 {
            let test = generate_objects(&mut rng, &ObjectShape::default());
            let text = test.to_string();
            let again = crate::parse("objects", &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!(again.to_string(), text);
            let program = crate::load("objects", &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert!(program.has_final_fields());
            event::check_machine_laws(&program, i, 60);
            for (count, what) in
                constructs.iter_mut().zip(["x1 = this", "volatile F", "x1 = q0", "int[]", "q0.g = 2"])
            {
                *count += usize::from(text.contains(what));
            }
        }
        assert!(constructs.iter().all(|&n| n > 20), "{constructs:?}");
    }

    #[test]
    fn they_can_be_renamed_permuted_and_shrunk() {
        let mut rng = Rng::with_seed(4);
        for _ in 0..60 {
            let test = generate_objects(&mut rng, &ObjectShape::default());
            let order: Vec<u32> = (0..test.threads.len() as u32).rev().collect();
            crate::load("renamed", &rename(&test)).unwrap_or_else(|e| panic!("{e}"));
            crate::load("permuted", &permute_threads(&test, &order).to_string()).expect("permuted");
            let compiles = |t: &Test| crate::load("t", &t.to_string()).is_ok();
            let small = crate::shrink(&test, |t| t.to_string().contains("new F") && compiles(t));
            let statements: usize = small.threads.iter().map(|t| t.body.len()).sum();
            assert!(statements == 1, "{small}");
        }
    }
}
