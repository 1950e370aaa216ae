//! The jcstress test: a state with the shared variables, actors, an arbiter, and expectations.

use crate::classes::class;
use crate::globals::{Globals, Home, Needs, Type};
use crate::objects::Objects;
use crate::observed::{Item, items};
use crate::program::{Observer, ThreadBody, check_prints, fields, handles, thread_body};
use crate::walk::any_statement;
use crate::writer::Writer;
use crate::{Result, Untranslatable};
use litmus::ast::{Init, Stmt, StmtKind, Test};

/// The maximum number of fields of jcstress's own result classes of one type.
const READY_MADE: usize = 8;

/// What surrounds the translated test.
#[derive(Debug, Clone, Copy)]
pub struct Harness<'a> {
    /// The package, which jcstress requires.
    pub package: &'a str,
    /// A valid Java class name.
    pub class: &'a str,
    /// A one-line description.
    pub description: &'a str,
    /// The expectations, in this order. Outcomes that they do not name are forbidden.
    pub rows: &'a [Row],
}

/// The expectation for an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The outcome's values, separated by `, `.
    pub id: String,
    /// What is expected.
    pub expect: Expect,
    /// Why.
    pub desc: String,
}

/// What may be expected of an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expect {
    /// It may happen.
    Acceptable,
    /// It may happen, and is worth reporting.
    Interesting,
    /// It must not happen.
    Forbidden,
}

impl Expect {
    fn java(self) -> &'static str {
        match self {
            Expect::Acceptable => "ACCEPTABLE",
            Expect::Interesting => "ACCEPTABLE_INTERESTING",
            Expect::Forbidden => "FORBIDDEN",
        }
    }
}

/// See [`crate::jcstress`].
pub(crate) fn translate(test: &Test, harness: &Harness<'_>) -> Result<String> {
    check(test)?;
    let globals = Globals::collect(test, harness.class, Home::Object)?;
    let mut needs = Needs::default();
    let bodies = test.threads.iter().map(|t| thread_body(&globals, &mut needs, t));
    let bodies = bodies.collect::<Result<Vec<_>>>()?;
    let classes = (0..globals.classes.len()).map(|at| class(&globals, &mut needs, at));
    let classes = classes.collect::<Result<Vec<_>>>()?;
    let observer = Observer {
        items: items(test, &globals, &bodies)?,
        objects: Objects::of(test, &globals)?,
        globals: &globals,
        bodies: &bodies,
        needs: &needs,
    };
    let result = ResultClass::of(&observer)?;
    let mut out = Writer::default();
    heading(&mut out, harness, &observer, &result);
    out.open(format!("public class {}", harness.class));
    fields(&mut out, &globals);
    handles(&mut out, &globals, &needs, harness.class);
    for (thread, body) in bodies.iter().enumerate() {
        out.gap();
        actor(&mut out, thread, body, &observer, &result)?;
    }
    if observer.items.iter().any(is_final_value) {
        out.gap();
        arbiter(&mut out, &observer, &result)?;
    }
    for class in &classes {
        out.gap();
        out.insert(class);
    }
    if !result.is_ready_made() {
        out.gap();
        result.declare(&mut out);
    }
    out.close("");
    Ok(out.text())
}

/// Rejects what jcstress cannot express.
fn check(test: &Test) -> Result<()> {
    check_prints(test)?;
    if test.filter.is_some() {
        return Err(Untranslatable::Filter);
    }
    let constructors = test.init.iter().filter_map(|init| match init {
        Init::Class(class) => Some(class.constructors.iter().flat_map(|c| &c.body)),
        _ => None,
    });
    // The thread that creates the object would fail, and any thread may create it.
    let by_constructors = constructors.flatten().any(|stmt| any_statement(stmt, &fails));
    for thread in &test.threads {
        let any =
            |wanted: &dyn Fn(&Stmt) -> bool| thread.body.iter().any(|s| any_statement(s, &|s| wanted(s)));
        if any(&|s| matches!(s.kind, StmtKind::Start(_) | StmtKind::Join(_))) {
            return Err(Untranslatable::StartsOrJoins(thread.number));
        }
        if by_constructors || any(&fails) {
            return Err(Untranslatable::Fails(thread.number));
        }
    }
    Ok(())
}

fn fails(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Throw | StmtKind::Assert(_))
}

fn is_final_value(item: &Item) -> bool {
    !matches!(item, Item::Register { .. })
}

/// The class of results. All fields have one type: an int looks the same in a long.
struct ResultClass {
    count: usize,
    ty: &'static str,
}

impl ResultClass {
    fn of(observer: &Observer<'_>) -> Result<Self> {
        let is_long = |item: &Item| match *item {
            Item::Register { thread, local } => observer.bodies[thread].locals[local].ty == Type::Long,
            Item::Variable(at) => observer.globals.shared[at].ty == Type::Long,
            Item::Element(..) => false,
        };
        let ty = if observer.items.iter().any(is_long) { "long" } else { "int" };
        match observer.items.len() {
            0 => Err(Untranslatable::NothingShown),
            count => Ok(ResultClass { count, ty }),
        }
    }

    fn is_ready_made(&self) -> bool {
        self.count <= READY_MADE
    }

    fn name(&self) -> String {
        let letter = if self.ty == "int" { "I" } else { "J" };
        if self.is_ready_made() {
            format!("{}_Result", letter.repeat(self.count))
        } else {
            "Values_Result".to_owned()
        }
    }

    /// Declares a class like those of jcstress, with more fields.
    fn declare(&self, out: &mut Writer) {
        let fields: Vec<String> = (1..=self.count).map(|n| format!("r{n}")).collect();
        let listed = fields.join(", ");
        out.line("@Result");
        out.open(format!("public static class {} implements Copyable", self.name()));
        fields.iter().for_each(|field| out.line(format!("public {} {field};", self.ty)));
        out.line("public int jcstress_trap;");
        out.gap();
        out.line("@Override");
        out.open("public int hashCode()");
        out.line(format!("return java.util.Objects.hash({listed});"));
        out.close("");
        out.gap();
        out.line("@Override");
        out.open("public boolean equals(Object other)");
        out.line(format!("return other instanceof {} && toString().equals(other.toString());", self.name()));
        out.close("");
        out.gap();
        out.line("@Override");
        out.open("public String toString()");
        out.line(format!("return \"\" + {};", fields.join(" + \", \" + ")));
        out.close("");
        out.gap();
        out.line("@Override");
        out.open("public Object copy()");
        out.line(format!("{0} copy = new {0}();", self.name()));
        fields.iter().for_each(|field| out.line(format!("copy.{field} = {field};")));
        out.line("return copy;");
        out.close("");
        out.close("");
    }
}

fn heading(out: &mut Writer, harness: &Harness<'_>, observer: &Observer<'_>, result: &ResultClass) {
    out.line(format!("package {};", harness.package));
    out.gap();
    let needs = observer.needs;
    if !needs.handles.is_empty() {
        out.line("import java.lang.invoke.MethodHandles;");
    }
    if !needs.handles.is_empty() || needs.fences {
        out.line("import java.lang.invoke.VarHandle;");
        out.gap();
    }
    let mut annotations = vec!["Actor", "Description", "Expect", "JCStressTest", "Outcome", "State"];
    if observer.items.iter().any(is_final_value) {
        annotations.insert(1, "Arbiter");
    }
    if !result.is_ready_made() {
        annotations.insert(annotations.len() - 1, "Result");
    }
    for annotation in annotations {
        out.line(format!("import org.openjdk.jcstress.annotations.{annotation};"));
    }
    if result.is_ready_made() {
        out.line(format!("import org.openjdk.jcstress.infra.results.{};", result.name()));
    } else {
        out.line("import org.openjdk.jcstress.infra.Copyable;");
    }
    out.gap();
    out.line("@JCStressTest");
    out.line(format!("@Description({})", quoted(harness.description)));
    for row in harness.rows {
        let (id, expect, desc) = (quoted(&row.id), row.expect.java(), quoted(&row.desc));
        out.line(format!("@Outcome(id = {id}, expect = Expect.{expect}, desc = {desc})"));
    }
    out.line("@Outcome(expect = Expect.FORBIDDEN, desc = \"The model does not allow it.\")");
    out.line("@State");
}

fn actor(
    out: &mut Writer,
    thread: usize,
    body: &ThreadBody,
    observer: &Observer<'_>,
    result: &ResultClass,
) -> Result<()> {
    let own = |item: &Item| matches!(item, Item::Register { thread: t, .. } if *t == thread);
    let stores = stores(observer, &own)?;
    let parameter = if stores.is_empty() { String::new() } else { format!("{} result", result.name()) };
    out.line("@Actor");
    out.open(format!("public void thread{thread}({parameter})"));
    out.insert(&body.declarations);
    let in_any_case = body.may_end_early && !stores.is_empty();
    if in_any_case {
        out.open("try");
    }
    out.insert(&body.statements);
    if in_any_case {
        out.between("finally");
    }
    stores.iter().for_each(|store| out.line(store));
    if in_any_case {
        out.close("");
    }
    out.close("");
    Ok(())
}

fn arbiter(out: &mut Writer, observer: &Observer<'_>, result: &ResultClass) -> Result<()> {
    out.line("@Arbiter");
    out.open(format!("public void last({} result)", result.name()));
    stores(observer, &is_final_value)?.iter().for_each(|store| out.line(store));
    out.close("");
    Ok(())
}

/// Assignments to the fields of the result, for the wanted items.
fn stores(observer: &Observer<'_>, wanted: &dyn Fn(&Item) -> bool) -> Result<Vec<String>> {
    let wanted = (1..).zip(&observer.items).filter(|(_, item)| wanted(item));
    wanted.map(|(number, item)| Ok(format!("result.r{number} = {};", observer.value(item)?.1))).collect()
}

/// A Java string literal.
fn quoted(text: &str) -> String {
    let mut literal = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => literal.extend(['\\', c]),
            c if c.is_control() => literal.push(' '),
            c => literal.push(c),
        }
    }
    literal.push('"');
    literal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_become_java_literals() {
        assert_eq!(quoted("a \"b\" \\/ c\nd"), "\"a \\\"b\\\" \\\\/ c d\"");
    }
}
