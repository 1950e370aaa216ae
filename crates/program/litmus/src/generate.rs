//! Random tests from a seed, and transformations of tests that must not change their meaning.

use crate::ast::{
    BinaryOp, Call, Expr, ExprKind, Ident, Init, Method, Observed, Span, Stmt, StmtKind, Test, Thread,
    ThreadRef, TypeName, UpdateOp,
};
use crate::rng::{chance, pick};
use event::{Fence, ReadMode, RmwMode, WriteMode};
use fastrand::Rng;

/// What random tests look like. Percentages say how often a construct is chosen.
#[derive(Debug, Clone)]
pub struct Shape {
    /// The minimum and maximum number of threads.
    pub threads: (usize, usize),
    /// The minimum and maximum number of statements of a thread's body.
    pub statements: (usize, usize),
    /// The number of plain variables.
    pub plain: usize,
    /// The maximum number of volatile variables.
    pub volatiles: usize,
    /// The maximum number of monitors.
    pub monitors: usize,
    /// Percentage of branches.
    pub branches: usize,
    /// Percentage of atomic updates.
    pub updates: usize,
    /// Percentage of opaque, acquire and release accesses.
    pub weak_modes: usize,
    /// Percentage of fences.
    pub fences: usize,
    /// Percentage of tests with a loop that waits for a volatile variable.
    pub loops: usize,
    /// Percentage of tests in which a thread starts or joins another.
    pub joins: usize,
    /// Percentage of written values that are copied from a register, if there is one.
    pub copies: usize,
    /// The maximum number of different constants that are written, from 1.
    pub constants: usize,
    /// Percentage of threads that begin with a plain read, as needed for speculation.
    pub read_first: usize,
    /// Percentage of threads that begin by reading a plain variable and end by writing the next one, in a
    /// ring.
    pub ring: usize,
    /// Percentage of conditions that compare two registers, if there are two.
    pub compares: usize,
    /// Percentage of statements that print: external actions.
    pub prints: usize,
    /// Percentage of branches whose body is a synchronized block, if there are monitors.
    pub locked_branches: usize,
    /// Percentage of atomic updates that are weak, bitwise or expect another value than the initial one.
    pub rare_updates: usize,
    /// Percentage of threads that assert something about their registers.
    pub assertions: usize,
}

impl Shape {
    /// Constructs that the JLS defines, without loops: every engine and model can judge them.
    pub fn core() -> Self {
        Shape {
            threads: (2, 3),
            statements: (1, 3),
            plain: 2,
            volatiles: 2,
            monitors: 1,
            branches: 20,
            updates: 8,
            weak_modes: 0,
            fences: 0,
            loops: 0,
            joins: 10,
            copies: 25,
            constants: 2,
            read_first: 0,
            ring: 0,
            compares: 0,
            prints: 0,
            locked_branches: 0,
            rare_updates: 0,
            assertions: 0,
        }
    }

    /// With access modes and fences.
    pub fn modes() -> Self {
        Shape { weak_modes: 35, fences: 15, volatiles: 1, ..Shape::core() }
    }

    /// With spin loops.
    pub fn loops() -> Self {
        Shape { loops: 100, ..Shape::core() }
    }

    /// Several threads that may fail beside others that may spin for ever.
    pub fn spins_and_failures() -> Self {
        Shape { threads: (3, 4), plain: 1, loops: 70, assertions: 60, branches: 30, ..Shape::core() }
    }
}

struct Generator<'a> {
    rng: &'a mut Rng,
    shape: &'a Shape,
    plain: Vec<String>,
    volatile: Vec<String>,
    monitors: Vec<String>,
    registers: usize,
}

fn ident(text: &str) -> Ident {
    Ident { text: text.to_owned(), span: Span::default() }
}

fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, span: Span::default() }
}

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

/// A random test. It has no condition and observes every register and, half of the time, every variable.
pub fn generate(rng: &mut Rng, shape: &Shape) -> Test {
    let volatile = (0..rng.usize(..shape.volatiles + 1)).map(|i| format!("v{i}")).collect();
    let monitors = (0..rng.usize(..shape.monitors + 1)).map(|i| format!("m{i}")).collect();
    let plain = (0..shape.plain).map(|i| format!("x{i}")).collect();
    let threads = shape.threads.0 + rng.usize(..shape.threads.1 - shape.threads.0 + 1);
    let mut generator = Generator { rng, shape, plain, volatile, monitors, registers: 0 };
    let bodies: Vec<(Vec<Stmt>, usize)> = (0..threads).map(|t| generator.thread(t)).collect();
    let Generator { rng, plain, volatile, monitors, .. } = generator;
    let variable =
        |name: &String, volatile| Init::Variable { name: ident(name), ty: TypeName::Int, volatile, value: 0 };
    let mut init: Vec<Init> = plain.iter().map(|n| variable(n, false)).collect();
    init.extend(volatile.iter().map(|n| variable(n, true)));
    init.extend(monitors.iter().map(|m| Init::Monitor(ident(m))));
    let mut locations = Vec::new();
    for (t, (_, registers)) in bodies.iter().enumerate() {
        let register = |r| Observed::Register { thread: t as u32, register: ident(&format!("r{r}")) };
        locations.extend((0..*registers).map(register));
    }
    if chance(rng, 50) || locations.is_empty() {
        locations.extend(plain.iter().chain(&volatile).map(|n| Observed::Variable(ident(n))));
    }
    let thread = |(t, (body, _)): (usize, (Vec<Stmt>, usize))| Thread {
        number: t as u32,
        span: Span::default(),
        body,
    };
    let mut threads: Vec<Thread> = bodies.into_iter().enumerate().map(thread).collect();
    if chance(rng, shape.joins) {
        join_or_start(rng, &mut threads);
    }
    Test {
        name: "random".to_owned(),
        description: None,
        init,
        threads,
        locations,
        filter: None,
        condition: None,
    }
}

/// Makes a thread wait for an earlier one, or thread 0 start the last one. Neither can cause a deadlock on
/// its own.
fn join_or_start(rng: &mut Rng, threads: &mut [Thread]) {
    let last = threads.len() - 1;
    let reference = |number: usize| ThreadRef { number: number as u32, span: Span::default() };
    let (host, kind) = if chance(rng, 50) {
        let host = 1 + rng.usize(..last);
        (host, StmtKind::Join(reference(rng.usize(..host))))
    } else {
        (0, StmtKind::Start(reference(last)))
    };
    let at = rng.usize(..threads[host].body.len() + 1);
    threads[host].body.insert(at, stmt(kind));
}

impl Generator<'_> {
    /// The body of the thread with this number, and the number of registers it declares.
    fn thread(&mut self, number: usize) -> (Vec<Stmt>, usize) {
        self.registers = 0;
        let n =
            self.shape.statements.0 + self.rng.usize(..self.shape.statements.1 - self.shape.statements.0 + 1);
        let ring = self.shape.ring > 0 && chance(self.rng, self.shape.ring);
        let mut body: Vec<Stmt> = Vec::new();
        if ring {
            let variable = self.plain[number % self.plain.len()].clone();
            body.push(self.assign_fresh(name(&variable)));
        } else if self.shape.read_first > 0 && chance(self.rng, self.shape.read_first) {
            let variable = pick(self.rng, &self.plain).clone();
            body.push(self.assign_fresh(name(&variable)));
        }
        body.extend((0..n).map(|_| self.compound()));
        if ring {
            let target = name(&self.plain[(number + 1) % self.plain.len()]);
            let value = self.value();
            body.push(stmt(StmtKind::Assign { target, value }));
        }
        if !self.volatile.is_empty() && chance(self.rng, self.shape.loops / 2) {
            let at = self.rng.usize(..body.len() + 1);
            body.insert(at, self.spin());
        }
        if self.shape.assertions > 0 && self.registers > 0 && chance(self.rng, self.shape.assertions) {
            let claim = self.claim();
            body.push(stmt(StmtKind::Assert(claim)));
        }
        // Registers are declared first, so that those assigned only in a branch can be observed.
        let names = (0..self.registers).map(|r| (ident(&format!("r{r}")), None)).collect::<Vec<_>>();
        if !names.is_empty() {
            body.insert(0, stmt(StmtKind::Declare(TypeName::Int, names)));
        }
        (body, self.registers)
    }

    fn spin(&mut self) -> Stmt {
        let flag = pick(self.rng, &self.volatile).clone();
        let test = binary(BinaryOp::Eq, name(&flag), int(0));
        let body = if chance(self.rng, 50) { stmt(StmtKind::Empty) } else { self.simple() };
        stmt(StmtKind::While(test, Box::new(stmt(StmtKind::Block(vec![body])))))
    }

    fn compound(&mut self) -> Stmt {
        if self.registers > 0 && chance(self.rng, self.shape.branches) {
            let register = self.register();
            let op = *pick(self.rng, &[BinaryOp::Eq, BinaryOp::Ne]);
            let with = self.compared();
            let condition = binary(op, register, with);
            let then = vec![self.branch()];
            let otherwise =
                chance(self.rng, 40).then(|| Box::new(stmt(StmtKind::Block(vec![self.branch()]))));
            return stmt(StmtKind::If(condition, Box::new(stmt(StmtKind::Block(then))), otherwise));
        }
        if !self.monitors.is_empty() && chance(self.rng, 25) {
            return self.synchronized();
        }
        self.simple()
    }

    /// The body of a branch. No random number is drawn for a construct that the shape does not have, so that
    /// the programs of a seed stay the same when a construct is added.
    fn branch(&mut self) -> Stmt {
        let locked = self.shape.locked_branches;
        if locked > 0 && !self.monitors.is_empty() && chance(self.rng, locked) {
            return self.synchronized();
        }
        self.simple()
    }

    fn synchronized(&mut self) -> Stmt {
        let monitor = ident(pick(self.rng, &self.monitors).as_str());
        let n = 1 + self.rng.usize(..2);
        let body = (0..n).map(|_| self.simple()).collect();
        stmt(StmtKind::Synchronized(monitor, body))
    }

    fn simple(&mut self) -> Stmt {
        if self.shape.prints > 0 && chance(self.rng, self.shape.prints) {
            let value = self.value();
            return stmt(StmtKind::Print(value));
        }
        if chance(self.rng, self.shape.fences) {
            let fences = [Fence::Full, Fence::Acquire, Fence::Release, Fence::LoadLoad, Fence::StoreStore];
            return stmt(StmtKind::Fence(*pick(self.rng, &fences)));
        }
        let volatile = !self.volatile.is_empty() && chance(self.rng, 40);
        let variable = pick(self.rng, if volatile { &self.volatile } else { &self.plain }).clone();
        if chance(self.rng, self.shape.updates) {
            return self.update(&variable);
        }
        let weak = chance(self.rng, self.shape.weak_modes);
        if chance(self.rng, 50) {
            let mode = *pick(self.rng, &[ReadMode::Opaque, ReadMode::Acquire, ReadMode::Volatile]);
            let value = if weak { call(&variable, Method::Get(mode), vec![]) } else { name(&variable) };
            return self.assign_fresh(value);
        }
        let value = self.value();
        if weak {
            let mode = *pick(self.rng, &[WriteMode::Opaque, WriteMode::Release, WriteMode::Volatile]);
            let ExprKind::Call(call) = call(&variable, Method::Set(mode), vec![value]).kind else {
                return stmt(StmtKind::Empty);
            };
            return stmt(StmtKind::Call(call));
        }
        stmt(StmtKind::Assign { target: name(&variable), value })
    }

    fn update(&mut self, variable: &str) -> Stmt {
        let weak = chance(self.rng, self.shape.weak_modes);
        let mode =
            if weak { *pick(self.rng, &[RmwMode::Acquire, RmwMode::Release]) } else { RmwMode::Volatile };
        let rare = self.shape.rare_updates;
        if rare > 0 && chance(self.rng, rare) {
            let value = self.rare_update(variable, mode);
            return self.assign_fresh(value);
        }
        let value = match self.rng.usize(..4) {
            0 => call(variable, Method::GetAnd(UpdateOp::Set, mode), vec![self.value()]),
            1 => call(variable, Method::CompareAndExchange(mode), vec![int(0), int(2)]),
            2 if weak => call(variable, Method::CompareAndSet { mode, weak }, vec![int(0), int(2)]),
            2 => call(variable, Method::CompareAndSet { mode, weak }, vec![int(0), int(1)]),
            _ => call(variable, Method::GetAnd(UpdateOp::Add, mode), vec![int(1)]),
        };
        self.assign_fresh(value)
    }

    fn rare_update(&mut self, variable: &str, mode: RmwMode) -> Expr {
        let set = |mode, weak| Method::CompareAndSet { mode, weak };
        match self.rng.usize(..6) {
            0 => call(variable, set(mode, true), vec![int(0), int(2)]),
            1 => call(variable, set(mode, true), vec![int(1), int(2)]),
            2 => call(variable, set(RmwMode::Plain, true), vec![int(0), int(1)]),
            3 => call(variable, set(RmwMode::Volatile, false), vec![int(1), int(2)]),
            4 => call(variable, Method::CompareAndExchange(mode), vec![int(1), int(3)]),
            _ => {
                let op = *pick(self.rng, &[UpdateOp::Or, UpdateOp::And, UpdateOp::Xor]);
                call(variable, Method::GetAnd(op, mode), vec![int(1)])
            }
        }
    }

    fn assign_fresh(&mut self, value: Expr) -> Stmt {
        let register = format!("r{}", self.registers);
        self.registers += 1;
        stmt(StmtKind::Assign { target: name(&register), value })
    }

    /// That one of two registers differs from some value.
    fn claim(&mut self) -> Expr {
        let [a, b] = [(); 2].map(|()| {
            let register = self.register();
            binary(BinaryOp::Ne, register, int(self.rng.usize(..=self.shape.constants) as i32))
        });
        binary(BinaryOp::Or, a, b)
    }

    /// The value with which a condition compares a register.
    fn compared(&mut self) -> Expr {
        let compares = self.shape.compares;
        if compares > 0 && self.registers > 1 && chance(self.rng, compares) {
            return self.register();
        }
        int(self.rng.usize(..2) as i32)
    }

    fn register(&mut self) -> Expr {
        name(&format!("r{}", self.rng.usize(..self.registers)))
    }

    fn value(&mut self) -> Expr {
        if self.registers > 0 && chance(self.rng, self.shape.copies) {
            return self.register();
        }
        int(1 + self.rng.usize(..self.shape.constants) as i32)
    }
}

fn name(text: &str) -> Expr {
    expr(ExprKind::Name(ident(text)))
}

fn int(n: i32) -> Expr {
    expr(ExprKind::Int(n))
}

fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    expr(ExprKind::Binary(op, Box::new(a), Box::new(b)))
}

fn call(variable: &str, method: Method, args: Vec<Expr>) -> Expr {
    let target = Box::new(name(variable));
    expr(ExprKind::Call(Call { target, method, method_span: Span::default(), args }))
}

/// The same test with its threads in another order: old thread `t` becomes thread `order[t]`. The columns of
/// outcomes keep their order, so outcome sets must be equal.
pub fn permute_threads(test: &Test, order: &[u32]) -> Test {
    let to = |number: u32| order[number as usize];
    let mut test = test.clone();
    for thread in &mut test.threads {
        thread.number = to(thread.number);
        thread.body.iter_mut().for_each(|s| rename_threads(s, &to));
    }
    test.threads.sort_by_key(|t| t.number);
    for init in &mut test.init {
        if let Init::Class(class) = init {
            let bodies = class.constructors.iter_mut().flat_map(|c| &mut c.body);
            bodies.for_each(|s| rename_threads(s, &to));
        }
    }
    for item in &mut test.locations {
        if let Observed::Register { thread, .. } = item {
            *thread = to(*thread);
        }
    }
    test
}

fn rename_threads(stmt: &mut Stmt, to: &impl Fn(u32) -> u32) {
    match &mut stmt.kind {
        StmtKind::Start(thread) | StmtKind::Join(thread) => thread.number = to(thread.number),
        StmtKind::If(_, a, b) => {
            rename_threads(a, to);
            b.iter_mut().for_each(|b| rename_threads(b, to));
        }
        StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => rename_threads(body, to),
        StmtKind::Block(body) | StmtKind::Synchronized(_, body) => {
            body.iter_mut().for_each(|s| rename_threads(s, to));
        }
        _ => {}
    }
}

/// The same test with its shared variables renamed and declared in reverse order. Works on the printed text:
/// generated names (`x0`, `v1`, `m0`) occur nowhere else.
pub fn rename(test: &Test) -> String {
    let mut test = test.clone();
    test.init.reverse();
    let text = test.to_string();
    let fresh = |letter: &str| match letter {
        "x" => "zz",
        "v" => "uu",
        _ => "ll",
    };
    let mut out = String::new();
    let mut previous = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let starts_name = !(previous.is_alphanumeric() || previous == '_') && "xvm".contains(c);
        let is_variable = starts_name && chars.peek().is_some_and(char::is_ascii_digit);
        if is_variable {
            out.push_str(fresh(&c.to_string()))
        } else {
            out.push(c)
        }
        previous = c;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_tests_print_to_text_that_parses_to_the_same_text_and_compiles() {
        let mut rng = Rng::with_seed(7);
        for i in 0..600 {
            let shape = [Shape::core(), Shape::modes(), Shape::loops()][i % 3].clone();
            let text = generate(&mut rng, &shape).to_string();
            let again = crate::parse("random", &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!(again.to_string(), text);
            let program = crate::load("random", &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
            event::check_machine_laws(&program, i as u64, 60);
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_test() {
        let test = |seed| generate(&mut Rng::with_seed(seed), &Shape::core()).to_string();
        assert_eq!(test(3), test(3));
        assert_ne!(test(3), test(4));
    }

    #[test]
    fn renamed_and_permuted_tests_still_compile() {
        let mut rng = Rng::with_seed(11);
        for _ in 0..100 {
            let test = generate(&mut rng, &Shape::core());
            let order: Vec<u32> = (0..test.threads.len() as u32).rev().collect();
            crate::load("renamed", &rename(&test)).expect("renamed");
            crate::load("permuted", &permute_threads(&test, &order).to_string()).expect("permuted");
        }
    }
}
