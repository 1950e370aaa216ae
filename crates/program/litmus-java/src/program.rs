//! The Java file: fields, threads, `main`, helpers, and classes.

use crate::body::{Body, Local, Owner};
use crate::classes::class;
use crate::expression::Kind;
use crate::globals::{Globals, Handle, Home, Initial, Needs, Type};
use crate::objects::{Objects, Referent};
use crate::observed::{Item, items};
use crate::statement::default_value;
use crate::threads::{Plan, plan};
use crate::walk::{any_statement, may_end_thread};
use crate::writer::Writer;
use crate::{Result, Untranslatable};
use litmus::ast::{Init, StmtKind, Test, Thread};

/// A translated thread, before it is known which of its registers are observed.
pub(crate) struct ThreadBody {
    pub locals: Vec<Local>,
    pub declarations: Writer,
    pub statements: Writer,
    /// Whether it may end before its last statement.
    pub may_end_early: bool,
}

/// See [`crate::translate_printing`].
pub(crate) fn translate(test: &Test, class: &str) -> Result<String> {
    let globals = Globals::collect(test, class, Home::Static)?;
    let mut needs = Needs::default();
    let bodies = test.threads.iter().map(|t| thread_body(&globals, &mut needs, t));
    let bodies = bodies.collect::<Result<Vec<_>>>()?;
    let classes = (0..globals.classes.len()).map(|at| self::class(&globals, &mut needs, at));
    let classes = classes.collect::<Result<Vec<_>>>()?;
    let plan = plan(test)?;
    let observer = Observer {
        items: items(test, &globals, &bodies)?,
        objects: Objects::of(test, &globals)?,
        globals: &globals,
        bodies: &bodies,
        needs: &needs,
    };
    observer.check_started(&plan)?;
    let mut out = Writer::default();
    heading(&mut out, test, &needs);
    out.open(format!("public class {class}"));
    fields(&mut out, &globals);
    threads(&mut out, &globals);
    handles(&mut out, &globals, &needs, class);
    main(&mut out, &plan, &observer)?;
    for (thread, body) in bodies.iter().enumerate() {
        out.gap();
        out.insert(&thread_method(thread, body, &observer)?);
    }
    for class in &classes {
        out.gap();
        out.insert(class);
    }
    out.close("");
    Ok(out.text())
}

/// Checks that at most one thread prints, since printing locks `System.out`.
pub(crate) fn check_prints(test: &Test) -> Result<()> {
    let prints = |stmt: &litmus::ast::Stmt| any_statement(stmt, &|s| matches!(s.kind, StmtKind::Print(_)));
    let threads = test.threads.iter().filter(|t| t.body.iter().any(prints)).count();
    let by_constructors = test.init.iter().any(|init| match init {
        Init::Class(class) => class.constructors.iter().any(|c| c.body.iter().any(prints)),
        _ => false,
    });
    // Any thread may call a constructor.
    let printing = if by_constructors { test.threads.len() } else { threads };
    if printing > 1 { Err(Untranslatable::PrintsByTwo) } else { Ok(()) }
}

pub(crate) fn thread_body(globals: &Globals<'_>, needs: &mut Needs, thread: &Thread) -> Result<ThreadBody> {
    let mut body = Body::new(globals, needs, Owner::Thread(thread.number));
    for (_, register, value) in globals.registers.iter().filter(|(t, ..)| *t == thread.number) {
        let at = body.declare(register, Type::Int);
        body.locals[at].initial = *value;
    }
    body.statements(&thread.body)?;
    if body.fenced {
        for handle in std::mem::take(&mut body.touched) {
            body.needs.handle(globals, handle);
            body.needs.synchronising.push(handle);
        }
    }
    let declarations = body.declarations(0);
    let may_end_early = thread.body.iter().any(may_end_thread);
    Ok(ThreadBody { locals: body.locals, declarations, statements: body.out, may_end_early })
}

fn heading(out: &mut Writer, test: &Test, needs: &Needs) {
    // A line comment ends with its line, whatever the name contains; `\u` would be interpreted even there
    // (JLS §3.3).
    let name: String = test.name.chars().filter(|c| !c.is_control() && *c != '\\').collect();
    out.line(format!("// The litmus test {name}."));
    if !needs.handles.is_empty() {
        out.line("import java.lang.invoke.MethodHandles;");
    }
    if !needs.handles.is_empty() || needs.fences {
        out.line("import java.lang.invoke.VarHandle;");
    }
    out.gap();
}

pub(crate) fn fields(out: &mut Writer, globals: &Globals<'_>) {
    for shared in &globals.shared {
        let ty = globals.java_type(shared.ty);
        let volatile = if shared.volatile { "volatile " } else { "" };
        let (modifier, value) = match &shared.initial {
            Initial::Elements(values) => {
                let values: Vec<String> = values.iter().map(i32::to_string).collect();
                ("final ", format!("{{{}}}", values.join(", ")))
            }
            Initial::Value(value) => {
                let value = match shared.ty {
                    Type::Int => value.to_string(),
                    Type::Long => format!("{value}L"),
                    Type::IntArray | Type::Class(_) => default_value(shared.ty).to_owned(),
                };
                (volatile, value)
            }
        };
        // An object's field with its default value needs no initialiser, and without initialisers a harness
        // can clear the object.
        let initial = if value == default_value(shared.ty) && globals.home == Home::Object {
            String::new()
        } else {
            format!(" = {value}")
        };
        out.line(format!("{}{modifier}{ty} {}{initial};", globals.home.modifier(), shared.java));
    }
    for (_, java) in &globals.monitors {
        out.line(format!("{}final Object {java} = new Object();", globals.home.modifier()));
    }
}

fn threads(out: &mut Writer, globals: &Globals<'_>) {
    for (number, java) in globals.threads.iter().enumerate() {
        out.open(format!("static final Thread {java} = new Thread(\"Thread{number}\")"));
        out.line("@Override");
        out.open("public void run()");
        out.line(format!("thread{number}();"));
        out.close("");
        out.close(";");
    }
}

/// The VarHandles, and the initialisation of classes.
pub(crate) fn handles(out: &mut Writer, globals: &Globals<'_>, needs: &Needs, class: &str) {
    for handle in &needs.handles {
        out.line(format!("static final VarHandle {};", globals.handle_name(*handle)));
    }
    if needs.handles.is_empty() && globals.classes.is_empty() {
        return;
    }
    out.gap();
    out.open("static");
    globals.classes.iter().for_each(|class| out.line(format!("{}.initialise();", class.java)));
    if !needs.handles.is_empty() {
        out.open("try");
        out.line("MethodHandles.Lookup lookup = MethodHandles.lookup();");
        for handle in &needs.handles {
            let found = match *handle {
                Handle::Elements => "MethodHandles.arrayElementVarHandle(int[].class)".to_owned(),
                Handle::Variable(at) => {
                    let (shared, ty) = (&globals.shared[at], globals.java_type(globals.shared[at].ty));
                    let find = match globals.home {
                        Home::Static => "findStaticVarHandle",
                        Home::Object => "findVarHandle",
                    };
                    format!("lookup.{find}({class}.class, \"{}\", {ty}.class)", shared.java)
                }
                Handle::Field(at, field) => {
                    let (owner, field) = (&globals.classes[at].java, &globals.classes[at].fields[field]);
                    let ty = globals.java_type(field.ty);
                    format!("lookup.findVarHandle({owner}.class, \"{}\", {ty}.class)", field.java)
                }
            };
            out.line(format!("{} = {found};", globals.handle_name(*handle)));
        }
        out.between("catch (ReflectiveOperationException failure)");
        out.line("throw new ExceptionInInitializerError(failure);");
        out.close("");
    }
    out.close("");
}

fn main(out: &mut Writer, plan: &Plan, observer: &Observer<'_>) -> Result<()> {
    let threads = &observer.globals.threads;
    out.gap();
    out.open("public static void main(String[] args)");
    // Otherwise the first thread that observes would initialise the class.
    out.line("thinair.Thinair.assume(true);");
    plan.starts.iter().for_each(|&t| out.line(format!("{}.start();", threads[t])));
    plan.joins.iter().for_each(|&t| out.line(format!("join({});", threads[t])));
    for item in &observer.items {
        if !matches!(item, Item::Register { .. }) {
            out.line(observer.call(item)?);
        }
    }
    out.close("");
    out.gap();
    out.open("static void join(Thread thread)");
    out.open("try");
    out.line("thread.join();");
    out.between("catch (InterruptedException failure)");
    out.line("throw new AssertionError(failure);");
    out.close("");
    out.close("");
    Ok(())
}

fn thread_method(thread: usize, body: &ThreadBody, observer: &Observer<'_>) -> Result<Writer> {
    let mut out = Writer::default();
    out.open(format!("static void thread{thread}()"));
    out.insert(&body.declarations);
    let own = |item: &&Item| matches!(item, Item::Register { thread: t, .. } if *t == thread);
    let calls = observer.items.iter().filter(own).map(|item| observer.call(item));
    let calls = calls.collect::<Result<Vec<_>>>()?;
    let in_any_case = body.may_end_early && !calls.is_empty();
    if in_any_case {
        out.open("try");
    }
    out.insert(&body.statements);
    if in_any_case {
        out.between("finally");
    }
    calls.iter().for_each(|call| out.line(call));
    if in_any_case {
        out.close("");
    }
    out.close("");
    Ok(out)
}

/// Knows what the outcome shows, and its Java form.
pub(crate) struct Observer<'a> {
    pub items: Vec<Item>,
    pub objects: Objects<'a>,
    pub globals: &'a Globals<'a>,
    pub bodies: &'a [ThreadBody],
    pub needs: &'a Needs,
}

impl Observer<'_> {
    fn check_started(&self, plan: &Plan) -> Result<()> {
        let lost = self.items.iter().find_map(|item| match item {
            Item::Register { thread, .. } if plan.may_never_start[*thread] => Some(*thread),
            _ => None,
        });
        lost.map_or(Ok(()), |thread| Err(Untranslatable::MayNeverStart(thread as u32)))
    }

    fn call(&self, item: &Item) -> Result<String> {
        let (name, value) = self.value(item)?;
        Ok(format!("thinair.Thinair.observe(\"{name}\", {value});"))
    }

    /// The name and value of an item; the value is an int or a long.
    pub(crate) fn value(&self, item: &Item) -> Result<(String, String)> {
        let (name, java, ty) = match *item {
            Item::Register { thread, local } => {
                let local = &self.bodies[thread].locals[local];
                (format!("{thread}:{}", local.name), local.java.clone(), local.ty)
            }
            Item::Variable(at) => {
                let shared = &self.globals.shared[at];
                (
                    shared.name.clone(),
                    self.last(
                        shared.java.clone(),
                        shared.ty,
                        Handle::Variable(at),
                        self.globals.home.object(),
                    ),
                    shared.ty,
                )
            }
            Item::Element(at, index) => {
                let shared = &self.globals.shared[at];
                let (name, java) = (format!("{}[{index}]", shared.name), format!("{}[{index}]", shared.java));
                let coordinates = format!("{}, {index}", shared.java);
                (name, self.last(java, Type::Int, Handle::Elements, &coordinates), Type::Int)
            }
        };
        let value = match Kind::of(ty) {
            Kind::Reference(ty) => match self.objects.referent(ty) {
                // `null` is 0. The variable is read nevertheless: that is an action in the test, too.
                Referent::None => format!("{java} == null ? 0 : -1"),
                Referent::One(number) => format!("{java} == null ? 0 : {number}"),
                Referent::Several => return Err(Untranslatable::ObservedReference(name)),
            },
            _ => java,
        };
        Ok((name, value))
    }

    /// The final value of a variable. Where synchronising accesses are possible, the observer reads like a
    /// volatile read.
    fn last(&self, java: String, ty: Type, handle: Handle, coordinates: &str) -> String {
        if !self.needs.synchronising.contains(&handle) {
            return java;
        }
        let ty = self.globals.java_type(ty);
        format!("({ty}) {}.getVolatile({coordinates})", self.globals.handle_name(handle))
    }
}
