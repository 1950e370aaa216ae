//! From class files to tests, by the rules of jcstress's annotation processor.

use crate::grade::{Case, Expect};
use classfile::{Annotation, Bytes, ClassFile, ElementValue, Method, Pool, access};
use std::sync::Arc;

const PACKAGE: &str = "org/openjdk/jcstress/annotations/";

/// How a test is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Actors run concurrently; the result records what they saw.
    Continuous,
    /// One actor runs until a signal ends it: it ends (TERMINATED) or not (STALE).
    Termination,
}

/// An argument of a method of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argument {
    /// The state.
    State,
    /// The result.
    Result,
    /// The thread of the actor, in tests of termination.
    Thread,
}

/// An actor, arbiter or signal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The class that declares it.
    pub class: Arc<str>,
    /// Its name.
    pub name: Arc<str>,
    /// Its descriptor.
    pub descriptor: Arc<str>,
    /// Whether it is static.
    pub is_static: bool,
    /// Its arguments.
    pub arguments: Vec<Argument>,
}

/// A test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Test {
    /// Its name as in the source: `p.Outer.Test`.
    pub name: String,
    /// Its class by the internal name: `p/Outer$Test`.
    pub class: Arc<str>,
    /// How it is run.
    pub mode: Mode,
    /// The class of its state; may be the test itself, and `None` if no method uses one.
    pub state: Option<Arc<str>>,
    /// The class of its result; `None` in tests of termination.
    pub result: Option<Arc<str>>,
    /// The fields of the result that make up its text, if the class has no `toString` of its own: name and
    /// descriptor.
    pub fields: Option<Vec<(Arc<str>, Arc<str>)>>,
    /// The actors in the order of the class file, which is that of the source.
    pub actors: Vec<Member>,
    /// The method that runs after all actors.
    pub arbiter: Option<Member>,
    /// The method that should end the actor.
    pub signal: Option<Member>,
    /// The ids of its outcomes, in order.
    pub cases: Vec<Case>,
    /// The last case without an id.
    pub default: Option<Case>,
    /// Its description.
    pub description: Option<String>,
    /// References for further reading.
    pub refs: Vec<String>,
    /// The source file's name, if it is known.
    pub source_file: Option<Arc<str>>,
}

impl Test {
    /// Whether the test is its own state.
    pub fn is_state(&self) -> bool {
        self.state.as_ref() == Some(&self.class)
    }
}

/// Why a test cannot be run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct Problem {
    /// The class or member: `p.Outer.Test.actor1(int)`, with file and line if they are known.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// How to fix it.
    pub hint: &'static str,
}

/// Finds classes by their internal names: `None` if there is none, a message if there is one that cannot be
/// read.
pub type Finder<'a> = dyn Fn(&str) -> Result<Option<Arc<ClassFile>>, String> + 'a;

/// Reads a test; `None` if the class is not one.
pub fn read(class: &Arc<ClassFile>, find: &Finder<'_>) -> Option<Result<Test, Problem>> {
    let annotations = match annotations(class.annotations.as_ref(), &class.pool) {
        Ok(annotations) => annotations,
        Err(message) => return Some(Err(problem(class, None, message, "compile it again"))),
    };
    let test = annotations.iter().find(|a| is(a, "JCStressTest"))?;
    Some(Reader { class, find }.read(test))
}

struct Reader<'a> {
    class: &'a Arc<ClassFile>,
    find: &'a Finder<'a>,
}

impl Reader<'_> {
    fn read(&self, annotation: &Annotation) -> Result<Test, Problem> {
        let mode = match annotation.get("value") {
            None => Mode::Continuous,
            Some(ElementValue::Enum(name)) if name == "Continuous" => Mode::Continuous,
            Some(ElementValue::Enum(name)) if name == "Termination" => Mode::Termination,
            Some(other) => {
                let message = format!("the mode {} of @JCStressTest is not known", shown(other));
                return Err(self.problem(message, "the modes are Continuous and Termination"));
            }
        };
        let mut test = Test {
            name: source_name(self.class),
            class: self.class.name.clone(),
            mode,
            state: None,
            result: None,
            fields: None,
            actors: Vec::new(),
            arbiter: None,
            signal: None,
            cases: Vec::new(),
            default: None,
            description: None,
            refs: Vec::new(),
            source_file: self.class.source_file.clone(),
        };
        self.expectations(&mut test)?;
        self.members(&mut test)?;
        let own = |name: &str| has(self.class, name).map_err(|e| self.problem(e, "compile it again"));
        if own("State")? {
            self.set_class(&mut test.state, self.class, "State")?;
        } else if own("Result")? {
            self.set_class(&mut test.result, self.class, "Result")?;
        }
        match mode {
            Mode::Continuous => self.check_continuous(&mut test)?,
            Mode::Termination => self.check_termination(&test)?,
        }
        if !test.is_state() {
            self.check_constructible(self.class, "the test")?;
        }
        Ok(test)
    }

    fn problem(&self, message: impl Into<String>, hint: &'static str) -> Problem {
        problem(self.class, None, message, hint)
    }

    /// Reads expectations and descriptions: of the class that @JCStressMeta names, then of the test itself.
    fn expectations(&self, test: &mut Test) -> Result<(), Problem> {
        let own = annotations(self.class.annotations.as_ref(), &self.class.pool)
            .map_err(|e| self.problem(e, "compile it again"))?;
        for meta in own.iter().filter(|a| is(a, "JCStressMeta")) {
            let Some(ElementValue::Class(descriptor)) = meta.get("value") else { continue };
            let name = descriptor.strip_prefix('L').and_then(|d| d.strip_suffix(';')).unwrap_or(descriptor);
            let class = self.find(name, "of @JCStressMeta")?;
            self.expectations_of(&class, test)?;
        }
        self.expectations_of(self.class, test)?;
        if test.cases.is_empty() && test.default.is_none() {
            return Err(self.problem(
                "there is no @Outcome, so every outcome would be forbidden",
                "say what is expected: @Outcome(id = \"1, 0\", expect = Expect.ACCEPTABLE), or on the class that @JCStressMeta names",
            ));
        }
        Ok(())
    }

    fn expectations_of(&self, class: &Arc<ClassFile>, test: &mut Test) -> Result<(), Problem> {
        if let Some(container) = self.inherited(class, "Outcome$Outcomes")? {
            for outcome in nested(&container) {
                self.outcome(outcome, test)?;
            }
        }
        if let Some(outcome) = self.inherited(class, "Outcome")? {
            self.outcome(&outcome, test)?;
        }
        if let Some(container) = self.inherited(class, "Ref$Refs")? {
            test.refs.extend(nested(&container).filter_map(|r| text(r.get("value"))));
        }
        if let Some(annotation) = self.inherited(class, "Ref")? {
            test.refs.extend(text(annotation.get("value")));
        }
        if let Some(annotation) = self.inherited(class, "Description")? {
            test.description = text(annotation.get("value"));
        }
        Ok(())
    }

    /// The annotation of this name on a class, or on the nearest superclass that has it: these annotations
    /// are inherited.
    fn inherited(&self, class: &Arc<ClassFile>, name: &str) -> Result<Option<Annotation>, Problem> {
        let mut at = class.clone();
        for _ in 0..MOST_SUPERCLASSES {
            let found = annotations(at.annotations.as_ref(), &at.pool)
                .map_err(|e| problem(&at, None, e, "compile it again"))?;
            if let Some(annotation) = found.into_iter().find(|a| is(a, name)) {
                return Ok(Some(annotation));
            }
            let Some(above) = at.super_name.clone().filter(|name| !is_of_jdk(name)) else { break };
            at = self.find(&above, "above")?;
        }
        Ok(None)
    }

    fn outcome(&self, outcome: &Annotation, test: &mut Test) -> Result<(), Problem> {
        let ids = match outcome.get("id") {
            None => vec![String::new()],
            Some(ElementValue::Array(ids)) => ids.iter().filter_map(|id| text(Some(id))).collect(),
            Some(one) => text(Some(one)).into_iter().collect(),
        };
        let expect = match outcome.get("expect") {
            Some(ElementValue::Enum(name)) => Expect::by_name(name).ok_or_else(|| {
                self.problem(
                    format!("the expectation {name} of an @Outcome is not known"),
                    "the expectations are ACCEPTABLE, ACCEPTABLE_INTERESTING and FORBIDDEN",
                )
            })?,
            _ => return Err(self.problem("an @Outcome without `expect`", "compile it again")),
        };
        let description = text(outcome.get("desc")).unwrap_or_default();
        if description.contains('\n') {
            return Err(
                self.problem("the description of an @Outcome has a line break", "write it in one line")
            );
        }
        for id in ids {
            let case = Case { id, expect, description: description.clone() };
            match case.id.is_empty() {
                true => test.default = Some(case),
                false => test.cases.push(case),
            }
        }
        Ok(())
    }

    /// Actors, arbiter and signal. Only those that the class itself declares count, unless it declares no
    /// actor.
    fn members(&self, test: &mut Test) -> Result<(), Problem> {
        self.members_of(self.class, test)?;
        let mut at = self.class.clone();
        for _ in 0..MOST_SUPERCLASSES {
            let above = at.super_name.clone().filter(|name| !is_of_jdk(name) && test.actors.is_empty());
            let Some(above) = above else { break };
            at = self.find(&above, "above")?;
            self.members_of(&at, test)?;
        }
        Ok(())
    }

    fn members_of(&self, class: &Arc<ClassFile>, test: &mut Test) -> Result<(), Problem> {
        for method in &class.methods {
            let found = annotations(method.annotations.as_ref(), &class.pool)
                .map_err(|e| problem(class, Some(method), e, "compile it again"))?;
            let has = |name: &str| found.iter().any(|a| is(a, name));
            let (actor, arbiter, signal) = (has("Actor"), has("Arbiter"), has("Signal"));
            // Bridge methods repeat the annotations of the methods they forward to.
            if !(actor || arbiter || signal) || method.access & (access::SYNTHETIC | access::BRIDGE) != 0 {
                continue;
            }
            let member = self.member(class, method, test)?;
            if actor {
                test.actors.push(member.clone());
            }
            for (is_one, place, name) in
                [(arbiter, &mut test.arbiter, "@Arbiter"), (signal, &mut test.signal, "@Signal")]
            {
                if is_one && place.replace(member.clone()).is_some() {
                    let message = format!("there is a second {name} method");
                    return Err(problem(class, Some(method), message, "a test has at most one"));
                }
            }
        }
        Ok(())
    }

    fn member(&self, class: &Arc<ClassFile>, method: &Method, test: &mut Test) -> Result<Member, Problem> {
        let wrong = |message: String, hint| Err(problem(class, Some(method), message, hint));
        if method.access & access::PRIVATE != 0 {
            return wrong("the method is private".to_owned(), "make it public");
        }
        if method.access & access::ABSTRACT != 0 {
            return wrong("the method is abstract".to_owned(), "give it a body");
        }
        let mut arguments = Vec::new();
        for (i, descriptor) in parameters(&method.descriptor).into_iter().enumerate() {
            const HINT: &str =
                "actors, arbiters and signals take objects of the @State class and of the @Result class";
            let number = i + 1;
            let refuse = |what: &str| {
                wrong(format!("parameter {number} is of type {}, {what}", type_name(descriptor)), HINT)
            };
            let Some(name) = descriptor.strip_prefix('L').and_then(|d| d.strip_suffix(';')) else {
                return refuse("which is no class");
            };
            if test.mode == Mode::Termination && name == "java/lang/Thread" {
                arguments.push(Argument::Thread);
                continue;
            }
            if is_of_jdk(name) {
                return refuse("which has neither @State nor @Result");
            }
            let of = match (self.find)(name) {
                Ok(Some(of)) => of,
                Ok(None) => {
                    return wrong(
                        format!(
                            "the class {} of parameter {number} is not on the class path",
                            name.replace('/', ".")
                        ),
                        "name the jar or folder with -cp; jcstress's own result classes are in jcstress-core",
                    );
                }
                Err(why) => {
                    return wrong(
                        format!("the class of parameter {number} cannot be read: {why}"),
                        "compile it again",
                    );
                }
            };
            let has = |name: &str| has(&of, name).map_err(|e| problem(&of, None, e, "compile it again"));
            if has("State")? {
                self.set_class(&mut test.state, &of, "State")?;
                arguments.push(Argument::State);
            } else if has("Result")? {
                if test.mode == Mode::Termination {
                    return refuse("but tests of termination have no result");
                }
                self.set_class(&mut test.result, &of, "Result")?;
                arguments.push(Argument::Result);
            } else {
                return refuse("which has neither @State nor @Result");
            }
        }
        Ok(Member {
            class: class.name.clone(),
            name: method.name.clone(),
            descriptor: method.descriptor.clone(),
            is_static: method.access & access::STATIC != 0,
            arguments,
        })
    }

    fn set_class(&self, place: &mut Option<Arc<str>>, class: &ClassFile, what: &str) -> Result<(), Problem> {
        match place {
            Some(known) if **known != *class.name => {
                let (one, other) = (known.replace(['/', '$'], "."), source_name(class));
                Err(self.problem(
                    format!("the test uses two classes with @{what}, {one} and {other}"),
                    "a test has one state and one result",
                ))
            }
            _ => {
                *place = Some(class.name.clone());
                Ok(())
            }
        }
    }

    fn check_continuous(&self, test: &mut Test) -> Result<(), Problem> {
        if test.actors.is_empty() {
            return Err(self.problem("there is no @Actor method", "each @Actor method is a thread"));
        }
        let Some(state) = &test.state else {
            return Err(self.problem(
                "there is no @State",
                "put @State on the test, or give actors a parameter whose class has it",
            ));
        };
        let Some(result) = &test.result else {
            return Err(self.problem(
                "there is no @Result",
                "give an actor or the arbiter a result, such as II_Result, to write to",
            ));
        };
        let state = self.find(state, "of the state")?;
        self.check_state(&state)?;
        let result = self.find(result, "of the result")?;
        if flags(&result) & access::PUBLIC == 0 {
            return Err(problem(&result, None, "the @Result class is not public", "make it public"));
        }
        if result.super_name.as_deref() != Some("java/lang/Object") {
            return Err(problem(
                &result,
                None,
                "the @Result class extends another class",
                "write all fields into one class",
            ));
        }
        self.check_constructible(&result, "the result")?;
        let is_text = |m: &Method| &*m.name == "toString" && &*m.descriptor == "()Ljava/lang/String;";
        if !result.methods.iter().any(is_text) {
            let own = result
                .fields
                .iter()
                .filter(|f| f.access & access::STATIC == 0 && &*f.name != "jcstress_trap");
            test.fields = Some(own.map(|f| (f.name.clone(), f.descriptor.clone())).collect());
        }
        Ok(())
    }

    fn check_termination(&self, test: &Test) -> Result<(), Problem> {
        if test.signal.is_none() {
            return Err(self.problem(
                "there is no @Signal method",
                "tests of termination have one actor and one signal",
            ));
        }
        if test.actors.len() != 1 {
            let message = format!("there are {} @Actor methods", test.actors.len());
            return Err(self.problem(message, "tests of termination have one actor and one signal"));
        }
        match &test.state {
            Some(state) => self.check_state(&self.find(state, "of the state")?),
            None => Ok(()),
        }
    }

    fn check_state(&self, state: &Arc<ClassFile>) -> Result<(), Problem> {
        if flags(state) & access::FINAL != 0 {
            return Err(problem(state, None, "the @State class is final", "drop `final`"));
        }
        if flags(state) & access::PUBLIC == 0 {
            return Err(problem(state, None, "the @State class is not public", "make it public"));
        }
        self.check_constructible(state, "the state")
    }

    /// Checks that objects of the class can be created by a constructor without parameters.
    fn check_constructible(&self, class: &Arc<ClassFile>, what: &str) -> Result<(), Problem> {
        let wrong = |message: String, hint| Err(problem(class, None, message, hint));
        if flags(class) & (access::ABSTRACT | access::INTERFACE) != 0 {
            return wrong(format!("the class of {what} is abstract"), "an object of it is made for each run");
        }
        let nested = class.inner_classes.iter().find(|i| i.inner == class.name);
        if nested.is_some_and(|i| i.access & access::STATIC == 0 && i.outer.is_some()) {
            return wrong(format!("the class of {what} is an inner class"), "make it static");
        }
        let is_one =
            |m: &Method| &*m.name == "<init>" && &*m.descriptor == "()V" && m.access & access::PRIVATE == 0;
        if !class.methods.iter().any(is_one) {
            return wrong(
                format!("the class of {what} has no constructor without parameters that may be called"),
                "an object of it is made for each run",
            );
        }
        Ok(())
    }

    fn find(&self, name: &str, what: &str) -> Result<Arc<ClassFile>, Problem> {
        if *name == *self.class.name {
            return Ok(self.class.clone());
        }
        let shown = name.replace('/', ".");
        match (self.find)(name) {
            Ok(Some(class)) => Ok(class),
            Ok(None) => Err(self.problem(
                format!("the class {shown} {what} is not on the class path"),
                "name the jar or folder with -cp",
            )),
            Err(why) => {
                Err(self
                    .problem(format!("the class {shown} {what} cannot be read: {why}"), "compile it again"))
            }
        }
    }
}

/// The maximum number of superclasses; no program has more, and a cycle ends here.
const MOST_SUPERCLASSES: usize = 1000;

fn is(annotation: &Annotation, name: &str) -> bool {
    annotation.name.strip_prefix(PACKAGE) == Some(name)
}

fn has(class: &ClassFile, name: &str) -> Result<bool, String> {
    Ok(annotations(class.annotations.as_ref(), &class.pool)?.iter().any(|a| is(a, name)))
}

fn is_of_jdk(name: &str) -> bool {
    name.starts_with("java/")
}

pub(crate) fn annotations(contents: Option<&Bytes>, pool: &Pool) -> Result<Vec<Annotation>, String> {
    match contents {
        Some(contents) => {
            classfile::annotations(contents, pool).map_err(|e| format!("malformed annotations: {e}"))
        }
        None => Ok(Vec::new()),
    }
}

/// The annotations in a container.
fn nested(container: &Annotation) -> impl Iterator<Item = &Annotation> {
    let values = match container.get("value") {
        Some(ElementValue::Array(values)) => values.as_slice(),
        Some(one) => std::slice::from_ref(one),
        None => &[],
    };
    values.iter().filter_map(|value| match value {
        ElementValue::Annotation(annotation) => Some(annotation),
        _ => None,
    })
}

fn text(value: Option<&ElementValue>) -> Option<String> {
    match value {
        Some(ElementValue::Text(text)) => Some(text.clone()),
        _ => None,
    }
}

fn shown(value: &ElementValue) -> String {
    match value {
        ElementValue::Enum(name) | ElementValue::Text(name) => name.clone(),
        other => format!("{other:?}"),
    }
}

/// The flags as in the source: those of a nested class are stored separately.
fn flags(class: &ClassFile) -> u16 {
    class.inner_classes.iter().find(|i| i.inner == class.name).map_or(class.access, |i| i.access)
}

/// The name as in the source (JLS 6.7): nested classes by dots.
pub fn source_name(class: &ClassFile) -> String {
    let mut name: &str = &class.name;
    let mut parts: Vec<&str> = Vec::new();
    // A cycle in the attribute must not be followed forever.
    for _ in 0..class.inner_classes.len() {
        let Some(inner) = class.inner_classes.iter().find(|i| *i.inner == *name) else { break };
        let (Some(outer), Some(simple)) = (&inner.outer, &inner.name) else { break };
        parts.push(simple);
        name = outer;
    }
    parts.push(name);
    parts.reverse();
    parts.join(".").replace('/', ".")
}

pub(crate) fn problem(
    class: &ClassFile,
    method: Option<&Method>,
    message: impl Into<String>,
    hint: &'static str,
) -> Problem {
    let mut place = source_name(class);
    if let Some(method) = method {
        let types: Vec<String> = parameters(&method.descriptor).into_iter().map(type_name).collect();
        place = format!("{place}.{}({})", method.name, types.join(", "));
    }
    let line =
        method.and_then(|m| m.code.as_ref()).and_then(|code| code.lines.iter().map(|(_, line)| line).min());
    match (&class.source_file, line) {
        (Some(file), Some(line)) => place += &format!(" ({file}:{line})"),
        (Some(file), None) => place += &format!(" ({file})"),
        _ => {}
    }
    Problem { place, message: message.into(), hint }
}

/// The descriptors of a method's parameters; the descriptor must be well formed.
fn parameters(descriptor: &str) -> Vec<&str> {
    let inside =
        descriptor.strip_prefix('(').and_then(|d| d.split_once(')')).map_or("", |(inside, _)| inside);
    let mut found = Vec::new();
    let mut rest = inside;
    while !rest.is_empty() {
        let dimensions = rest.len() - rest.trim_start_matches('[').len();
        let end = match rest[dimensions..].starts_with('L') {
            true => rest.find(';').map_or(rest.len(), |i| i + 1),
            false => (dimensions + 1).min(rest.len()),
        };
        found.push(&rest[..end]);
        rest = &rest[end..];
    }
    found
}

/// A type as the source has it.
fn type_name(descriptor: &str) -> String {
    match descriptor.as_bytes() {
        [b'[', ..] => type_name(&descriptor[1..]) + "[]",
        [b'L', ..] => {
            let name = descriptor.trim_start_matches('L').trim_end_matches(';');
            name.rsplit(['/', '$']).next().unwrap_or(name).to_owned()
        }
        [b'Z'] => "boolean".to_owned(),
        [b'B'] => "byte".to_owned(),
        [b'C'] => "char".to_owned(),
        [b'S'] => "short".to_owned(),
        [b'I'] => "int".to_owned(),
        [b'J'] => "long".to_owned(),
        [b'F'] => "float".to_owned(),
        [b'D'] => "double".to_owned(),
        _ => descriptor.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_split_and_named_as_in_the_source() {
        let split = parameters("(I[[JLp/Q$R;[Ljava/lang/String;Z)V");
        assert_eq!(split, ["I", "[[J", "Lp/Q$R;", "[Ljava/lang/String;", "Z"]);
        let names: Vec<String> = split.into_iter().map(type_name).collect();
        assert_eq!(names, ["int", "long[][]", "R", "String[]", "boolean"]);
    }
}
