//! The class that runs a test, spun rather than interpreted: what a test does follows from ordinary bytecode.
//!
//! ```text
//! main:    try { @BeforeAll…; with0(new Outer()); } finally { @AfterAll… }
//! with0:   each(outer, new Inner(outer))
//! each:    try { @BeforeEach…; test; } finally { @AfterEach… }
//! ```
//!
//! If both the test and what comes after it throw, the exception of the test is the one that escapes.

use crate::read::{Call, Plan};
use crate::values::Value;
use class_writer::SpinError;
use class_writer::writer::{ClassWriter, Code, FINAL, Frame, Invoke, Op, PUBLIC, STATIC, SUPER, SYNTHETIC};

/// The suffix of the class name.
pub const SUFFIX: &str = "$$Test";

const THROWABLE: &str = "java/lang/Throwable";

/// Writes the class, whose name is that of the test's class with [`SUFFIX`].
pub fn harness(plan: &Plan) -> Result<Vec<u8>, SpinError> {
    let name = format!("{}{SUFFIX}", plan.class());
    let spinner = Spinner { plan, name: &name };
    let mut class = ClassWriter::new(PUBLIC | FINAL | SUPER | SYNTHETIC, &name, &[]);
    class.method(PUBLIC | STATIC, "main", "([Ljava/lang/String;)V", |code| spinner.main(code));
    class.method(STATIC, "afterAll", "()V", |code| spinner.after_all(code));
    class.method(STATIC, "failed", &format!("(L{THROWABLE};)V"), |code| {
        spinner.fails(code, |code| code.invoke(Invoke::Static, &name, "afterAll", "()V"));
    });
    for made in 1..plan.levels.len() {
        class.method(STATIC, "with", &spinner.objects(made), |code| spinner.with(code, made));
    }
    let all = spinner.objects(plan.levels.len());
    class.method(STATIC, "each", &all, |code| spinner.each(code));
    class.method(STATIC, "afterEach", &all, |code| spinner.after_each(code));
    class.method(STATIC, "failed", &all.replacen('(', &format!("(L{THROWABLE};"), 1), |code| {
        spinner.fails(code, |code| {
            spinner.load(code, 1);
            code.invoke(Invoke::Static, &name, "afterEach", &all);
        });
    });
    class.finish()
}

struct Spinner<'a> {
    plan: &'a Plan,
    name: &'a str,
}

impl Spinner<'_> {
    /// The descriptor of a method that takes the objects of the first levels.
    fn objects(&self, levels: usize) -> String {
        let types = self.plan.levels[..levels].iter().map(|level| format!("L{};", level.class));
        format!("({})V", types.collect::<String>())
    }

    /// Pushes the objects of all levels; the first is in this slot.
    fn load(&self, code: &mut Code<'_>, first: usize) {
        (0..self.plan.levels.len()).for_each(|level| code.aload((first + level) as u16));
    }

    fn main(&self, code: &mut Code<'_>) {
        let outer = &self.plan.levels[0].class;
        let (start, end, caught) = (code.label(), code.label(), code.label());
        code.mark(start);
        for level in &self.plan.levels {
            level.before_all.iter().for_each(|method| call(code, method));
        }
        code.new_object(outer);
        code.op(Op::Dup);
        code.invoke(Invoke::Special, outer, "<init>", "()V");
        let next = if self.plan.levels.len() > 1 { "with" } else { "each" };
        code.invoke(Invoke::Static, self.name, next, &self.objects(1));
        code.mark(end);
        code.invoke(Invoke::Static, self.name, "afterAll", "()V");
        code.return_value(None);
        code.bind(caught, Frame::Object(THROWABLE.to_owned()));
        code.invoke(Invoke::Static, self.name, "failed", &format!("(L{THROWABLE};)V"));
        code.return_value(None);
        code.handler(start, end, caught, THROWABLE);
    }

    /// Makes the object of the next level; those before it are the arguments.
    fn with(&self, code: &mut Code<'_>, made: usize) {
        let (outer, inner) = (&self.plan.levels[made - 1].class, &self.plan.levels[made].class);
        (0..made).for_each(|slot| code.aload(slot as u16));
        code.new_object(inner);
        code.op(Op::Dup);
        code.aload((made - 1) as u16);
        code.invoke(Invoke::Special, inner, "<init>", &format!("(L{outer};)V"));
        let next = if made + 1 < self.plan.levels.len() { "with" } else { "each" };
        code.invoke(Invoke::Static, self.name, next, &self.objects(made + 1));
        code.return_value(None);
    }

    fn each(&self, code: &mut Code<'_>) {
        let plan = self.plan;
        let all = self.objects(plan.levels.len());
        let (start, end, caught) = (code.label(), code.label(), code.label());
        code.mark(start);
        for (slot, level) in plan.levels.iter().enumerate() {
            level.before_each.iter().for_each(|method| call_on(code, slot, method));
        }
        let last = plan.levels.len() - 1;
        if !plan.test.is_static {
            code.aload(last as u16);
        }
        plan.arguments.iter().for_each(|value| push(code, value));
        invoke(code, &plan.test);
        code.mark(end);
        self.load(code, 0);
        code.invoke(Invoke::Static, self.name, "afterEach", &all);
        code.return_value(None);
        code.bind(caught, Frame::Object(THROWABLE.to_owned()));
        self.load(code, 0);
        code.invoke(Invoke::Static, self.name, "failed", &all.replacen('(', &format!("(L{THROWABLE};"), 1));
        code.return_value(None);
        code.handler(start, end, caught, THROWABLE);
    }

    fn after_each(&self, code: &mut Code<'_>) {
        for (slot, level) in self.plan.levels.iter().enumerate().rev() {
            level.after_each.iter().for_each(|method| call_on(code, slot, method));
        }
        code.return_value(None);
    }

    fn after_all(&self, code: &mut Code<'_>) {
        for level in self.plan.levels.iter().rev() {
            level.after_all.iter().for_each(|method| call(code, method));
        }
        code.return_value(None);
    }

    /// Does what comes after, and throws the first argument in any case.
    fn fails(&self, code: &mut Code<'_>, after: impl FnOnce(&mut Code<'_>)) {
        let (start, end, caught, throws) = (code.label(), code.label(), code.label(), code.label());
        code.mark(start);
        after(code);
        code.mark(end);
        code.goto(throws);
        code.bind(caught, Frame::Object(THROWABLE.to_owned()));
        code.op(Op::Pop);
        code.bind(throws, Frame::Empty);
        code.aload(0);
        code.op(Op::Athrow);
        code.handler(start, end, caught, THROWABLE);
    }
}

fn call_on(code: &mut Code<'_>, slot: usize, method: &Call) {
    if !method.is_static {
        code.aload(slot as u16);
    }
    invoke(code, method);
}

fn call(code: &mut Code<'_>, method: &Call) {
    invoke(code, method);
}

fn invoke(code: &mut Code<'_>, method: &Call) {
    let how = if method.is_static { Invoke::Static } else { Invoke::Virtual };
    code.invoke(how, &method.class, &method.name, &method.descriptor);
    // A returned value is ignored.
    match method.descriptor.rsplit_once(')').map_or("V", |(_, result)| result) {
        "V" => {}
        "J" | "D" => code.op(Op::Pop2),
        _ => code.op(Op::Pop),
    }
}

fn push(code: &mut Code<'_>, value: &Value) {
    match value {
        Value::Int(n) => code.push_int(*n),
        Value::Long(n) => code.push_long(*n),
        Value::Float(bits) => code.push_float(*bits),
        Value::Double(bits) => code.push_double(*bits),
        Value::Text(text) => code.push_text(text),
        Value::Enum(class, name) => code.get_static(class, name, &format!("L{class};")),
        Value::Null => code.op(Op::AconstNull),
    }
}
