//! From class files to tests, by the rules of JUnit 5 and, as far as they are the same, JUnit 4.

use crate::values::{Value, constants, converted, listed};
use classfile::{Annotation, Bytes, ClassFile, ElementValue, Method, Pool, access};
use std::sync::Arc;

/// The packages of annotations that we know.
const JUPITER: &str = "org/junit/jupiter/api/";
const FOUR: &str = "org/junit/";
const OURS: &str = "thinair/junit/";

/// The most superclasses and annotations of annotations that are followed.
const MOST: usize = 32;

/// Finds classes by their internal names: `None` if there is none, a message if there is one that cannot be
/// read.
pub type Finder<'a> = dyn Fn(&str) -> Result<Option<Arc<ClassFile>>, String> + 'a;

/// Why a test cannot be checked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct Problem {
    /// The class or method.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub hint: &'static str,
}

/// A call of a method without a receiver of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The class of the call.
    pub class: Arc<str>,
    /// The name.
    pub name: Arc<str>,
    /// The descriptor.
    pub descriptor: Arc<str>,
    /// Whether it is static.
    pub is_static: bool,
}

/// A class of a test: the outermost, or one nested in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// Its internal name.
    pub class: Arc<str>,
    /// Static methods that run before everything.
    pub before_all: Vec<Call>,
    /// Methods that run before the test.
    pub before_each: Vec<Call>,
    /// Methods that run after the test.
    pub after_each: Vec<Call>,
    /// Static methods that run after everything.
    pub after_all: Vec<Call>,
}

/// A test with all that is run for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The classes, outermost first; there is at least one.
    pub levels: Vec<Level>,
    /// The test method.
    pub test: Call,
    /// Its arguments.
    pub arguments: Vec<Value>,
}

impl Plan {
    /// The internal name of the test's class.
    pub fn class(&self) -> &str {
        self.levels.last().map_or("", |level| &level.class)
    }
}

/// A test method of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// How many invocations its annotations list, if it has parameters.
    pub invocations: Option<usize>,
    /// Why it is disabled.
    pub disabled: Option<String>,
}

/// The test methods of a class: its own and inherited ones, in the order of the class files.
pub fn list(class: &Arc<ClassFile>, find: &Finder<'_>) -> Result<Vec<Listed>, Problem> {
    let reader = Reader { find };
    let mut found: Vec<Listed> = Vec::new();
    if class.access & (access::ABSTRACT | access::INTERFACE) != 0 {
        return Ok(found);
    }
    let off = reader.disabled(class, class.annotations.as_ref())?;
    for of in reader.with_superclasses(class)?.iter().rev() {
        for method in of.methods.iter().filter(|method| is_own(method)) {
            if reader.is_test(of, method)? && !found.iter().any(|known| *known.name == *method.name) {
                let disabled = reader.disabled(of, method.annotations.as_ref())?;
                found.push(Listed {
                    name: method.name.to_string(),
                    invocations: reader.invocations(of, method)?.map(|all| all.len()),
                    disabled: off.clone().or(disabled),
                });
            }
        }
    }
    Ok(found)
}

/// A test with what is run for it. A test with parameters gets these texts, or those of an invocation,
/// counted from 1.
pub fn plan(
    class: &Arc<ClassFile>,
    method: &str,
    given: &[String],
    invocation: Option<usize>,
    find: &Finder<'_>,
) -> Result<Plan, Problem> {
    let reader = Reader { find };
    let (of, test) = reader.test(class, method)?;
    let arguments = reader.arguments((&of, &test), given, invocation)?;
    let mut levels = Vec::new();
    let mut at = Some(class.clone());
    while let Some(class) = at {
        let outer = reader.outer(&class)?;
        reader.check(&class, outer.as_deref())?;
        levels.insert(0, reader.level(&class)?);
        at = outer;
    }
    Ok(Plan { levels, test: reader.call(class, &of, &test)?, arguments })
}

struct Reader<'a> {
    find: &'a Finder<'a>,
}

fn problem(
    class: &ClassFile,
    method: Option<&Method>,
    message: impl Into<String>,
    hint: &'static str,
) -> Problem {
    let name = class.name.replace('/', ".");
    let place = method.map_or_else(|| name.clone(), |method| format!("{name}#{}", method.name));
    Problem { place, message: message.into(), hint }
}

/// Whether the compiler did not make the method up: bridges repeat the annotations of what they forward to.
fn is_own(method: &Method) -> bool {
    method.access & (access::SYNTHETIC | access::BRIDGE) == 0
}

fn package(class: &str) -> &str {
    class.rsplit_once('/').map_or("", |(package, _)| package)
}

fn simple(name: &str) -> &str {
    name.rsplit(['/', '$']).next().unwrap_or(name)
}

impl Reader<'_> {
    fn annotations(&self, class: &ClassFile, contents: Option<&Bytes>) -> Result<Vec<Annotation>, Problem> {
        let decode = |contents| classfile::annotations(contents, &class.pool as &Pool);
        contents.map_or(Ok(Vec::new()), |contents| {
            decode(contents).map_err(|error| problem(class, None, error.to_string(), "compile it again"))
        })
    }

    fn class(&self, of: &ClassFile, name: &str) -> Result<Option<Arc<ClassFile>>, Problem> {
        (self.find)(name).map_err(|error| problem(of, None, error, "compile it again"))
    }

    /// The annotations, and those of the annotations, as far as their classes are there: JUnit does not see
    /// others, either.
    fn composed(&self, class: &ClassFile, contents: Option<&Bytes>) -> Result<Vec<Annotation>, Problem> {
        let mut all = self.annotations(class, contents)?;
        let mut at = 0;
        while let Some(name) = all.get(at).map(|annotation| annotation.name.clone()).filter(|_| at < MOST) {
            at += 1;
            if name.starts_with("java/") {
                continue;
            }
            if let Some(of) = self.class(class, &name)? {
                let above = self.annotations(&of, of.annotations.as_ref())?;
                let new = |a: &Annotation| !all.contains(a);
                let above: Vec<Annotation> = above.into_iter().filter(new).collect();
                all.extend(above);
            }
        }
        Ok(all)
    }

    /// Whether an annotation of one of these names is there, in JUnit 5's or JUnit 4's package.
    fn has(
        &self,
        class: &ClassFile,
        contents: Option<&Bytes>,
        five: &[&str],
        four: &[&str],
    ) -> Result<bool, Problem> {
        let all = self.composed(class, contents)?;
        Ok(all.iter().any(|annotation| {
            let is = |package: &str, names: &[&str]| {
                annotation.name.strip_prefix(package).is_some_and(|name| names.contains(&name))
            };
            is(JUPITER, five) || is(FOUR, four)
        }))
    }

    /// Whether it is a test: annotated so, with parameters, or repeated (which changes nothing here).
    fn is_test(&self, class: &ClassFile, method: &Method) -> Result<bool, Problem> {
        let all = self.composed(class, method.annotations.as_ref())?;
        let is = |annotation: &Annotation| {
            let name = &*annotation.name;
            matches!(
                name,
                "org/junit/jupiter/api/Test"
                    | "org/junit/jupiter/api/RepeatedTest"
                    | "org/junit/jupiter/api/TestFactory"
                    | "org/junit/jupiter/api/TestTemplate"
                    | "org/junit/jupiter/params/ParameterizedTest"
                    | "org/junit/Test"
            ) || name == format!("{OURS}ThinairTest")
        };
        Ok(all.iter().any(is))
    }

    fn disabled(&self, class: &ClassFile, contents: Option<&Bytes>) -> Result<Option<String>, Problem> {
        let all = self.composed(class, contents)?;
        let off =
            all.iter().find(|a| a.name == "org/junit/jupiter/api/Disabled" || a.name == "org/junit/Ignore");
        Ok(off.map(|annotation| match annotation.get("value") {
            Some(ElementValue::Text(why)) if !why.is_empty() => why.clone(),
            _ => "disabled".to_owned(),
        }))
    }

    /// The class and its superclasses, topmost first, without those of the class library.
    fn with_superclasses(&self, class: &Arc<ClassFile>) -> Result<Vec<Arc<ClassFile>>, Problem> {
        let mut all = vec![class.clone()];
        while let Some(above) = all[0].super_name.clone().filter(|name| !name.starts_with("java/")) {
            let found = self.class(&all[0], &above)?;
            let Some(found) = found.filter(|_| all.len() < MOST) else {
                let message = format!("the superclass {} is not on the class path", above.replace('/', "."));
                return Err(problem(class, None, message, "name its jar or folder with -cp"));
            };
            all.insert(0, found);
        }
        Ok(all)
    }

    fn test(&self, class: &Arc<ClassFile>, name: &str) -> Result<(Arc<ClassFile>, Method), Problem> {
        let mut named = None;
        for of in self.with_superclasses(class)?.into_iter().rev() {
            for method in of.methods.iter().filter(|method| *method.name == *name && is_own(method)) {
                if self.is_test(&of, method)? {
                    return Ok((of.clone(), method.clone()));
                }
                named = named.or_else(|| Some(method.clone()));
            }
        }
        Err(match named {
            Some(method) => problem(class, Some(&method), "the method is no test", "annotate it with @Test"),
            None => problem(class, None, format!("there is no method {name}"), "is it spelt right?"),
        })
    }

    /// The arguments of each invocation, as far as annotations list them.
    fn invocations(
        &self,
        class: &ClassFile,
        method: &Method,
    ) -> Result<Option<Vec<Vec<Option<String>>>>, Problem> {
        if method.descriptor.starts_with("()") {
            return Ok(None);
        }
        // Annotations of annotations name the providers of these.
        let all = self.annotations(class, method.annotations.as_ref())?;
        let sources = all.iter().filter(|a| a.name.starts_with("org/junit/jupiter/params/provider/"));
        let sources = sources.filter(|a| a.name.ends_with("Source"));
        let mut invocations = Vec::new();
        for source in sources {
            let of = match listed(source) {
                None if source.name.ends_with("/EnumSource") => self.constants(class, method, source)?,
                of => of,
            };
            match of {
                Some(of) => invocations.extend(of),
                None => return Ok(None),
            }
        }
        Ok(Some(invocations).filter(|all| !all.is_empty()))
    }

    /// The constants that an `@EnumSource` without further elements stands for.
    fn constants(
        &self,
        class: &ClassFile,
        method: &Method,
        source: &Annotation,
    ) -> Result<Option<Vec<Vec<Option<String>>>>, Problem> {
        let own = parameters(&method.descriptor).first().map(|descriptor| (*descriptor).to_owned());
        let descriptor = match &source.elements[..] {
            [] => own,
            [(name, ElementValue::Class(descriptor))] if name == "value" => Some(descriptor.clone()),
            _ => None,
        };
        let name = descriptor.as_deref().and_then(|d| d.strip_prefix('L')?.strip_suffix(';'));
        let Some(name) = name else { return Ok(None) };
        let Some(of) = self.class(class, name)? else { return Ok(None) };
        Ok(Some(constants(&of).into_iter().map(|name| vec![Some(name)]).collect()))
    }

    fn arguments(
        &self,
        (class, method): (&ClassFile, &Method),
        given: &[String],
        invocation: Option<usize>,
    ) -> Result<Vec<Value>, Problem> {
        const HINT: &str =
            "give them as texts after `--`; what is no number, text or enum, the test must make itself";
        let wrong = |message: String| problem(class, Some(method), message, HINT);
        let types = parameters(&method.descriptor);
        let texts: Vec<Option<String>> = match invocation {
            _ if types.is_empty() && given.is_empty() => Vec::new(),
            Some(number) => {
                let all = self.invocations(class, method)?.unwrap_or_default();
                let at = number.checked_sub(1).and_then(|at| all.get(at));
                at.cloned().ok_or_else(|| wrong(format!("its annotations list no invocation {number}")))?
            }
            None => given.iter().cloned().map(Some).collect(),
        };
        if texts.len() != types.len() {
            return Err(wrong(format!("it has {} parameters, and {} arguments", types.len(), texts.len())));
        }
        let is_enum = |name: &str| {
            let found = (self.find)(name).ok().flatten();
            found.is_some_and(|class| class.access & access::ENUM != 0)
        };
        let argument = |(text, descriptor): (&Option<String>, &&str)| {
            let text = text.as_deref();
            converted(text, descriptor, is_enum).ok_or_else(|| {
                wrong(format!("no argument of type {descriptor} can be made of `{}`", text.unwrap_or("null")))
            })
        };
        texts.iter().zip(&types).map(argument).collect()
    }

    /// The class around a nested test class, whose object it needs.
    fn outer(&self, class: &ClassFile) -> Result<Option<Arc<ClassFile>>, Problem> {
        let own = class.inner_classes.iter().find(|inner| *inner.inner == *class.name);
        let Some(outer) =
            own.filter(|own| own.access & access::STATIC == 0).and_then(|own| own.outer.clone())
        else {
            return Ok(None);
        };
        let found = self.class(class, &outer)?;
        let missing = || problem(class, None, "the class around it is missing", "name its folder with -cp");
        found.map(Some).ok_or_else(missing)
    }

    /// Refuses what only JUnit's engine, or someone else's code in it, would do.
    fn check(&self, class: &Arc<ClassFile>, outer: Option<&ClassFile>) -> Result<(), Problem> {
        const MAKE: &str = "what it does for the test, do in the test or in @BeforeEach";
        if class.access & (access::ABSTRACT | access::INTERFACE) != 0 {
            return Err(problem(class, None, "the class is abstract", "name a class that extends it"));
        }
        let needed = outer.map_or_else(|| "()V".to_owned(), |outer| format!("(L{};)V", outer.name));
        let made = class.methods.iter().find(|m| &*m.name == "<init>" && *m.descriptor == *needed);
        if made.is_none_or(|made| made.access & access::PRIVATE != 0) {
            let message = "there is no constructor without parameters, or it is private";
            return Err(problem(class, None, message, "what JUnit passes to it is not made here"));
        }
        for of in self.with_superclasses(class)? {
            for annotation in self.composed(&of, of.annotations.as_ref())? {
                self.check_extension(&of, None, &annotation)?;
            }
            for field in &of.fields {
                let all = self.annotations(&of, field.annotations.as_ref())?;
                let filled = ["RegisterExtension", "TempDir", "Rule", "ClassRule"];
                let of_junit =
                    |a: &&Annotation| a.name.starts_with(FOUR) && filled.contains(&simple(&a.name));
                if let Some(annotation) = all.iter().find(of_junit) {
                    let message = format!("the field {} has @{}", field.name, simple(&annotation.name));
                    return Err(problem(&of, None, message, MAKE));
                }
            }
            for method in &of.methods {
                for annotation in self.composed(&of, method.annotations.as_ref())? {
                    self.check_extension(&of, Some(method), &annotation)?;
                    let expects = annotation.name == "org/junit/Test" && annotation.get("expected").is_some();
                    if expects {
                        let message = "@Test(expected = …) is not read";
                        return Err(problem(&of, Some(method), message, "use assertThrows"));
                    }
                }
            }
            for interface in &of.interfaces {
                self.check_interface(&of, interface)?;
            }
        }
        Ok(())
    }

    fn check_extension(
        &self,
        class: &ClassFile,
        method: Option<&Method>,
        annotation: &Annotation,
    ) -> Result<(), Problem> {
        const HINT: &str = "what it does for the test, do in the test or in @BeforeEach";
        let kind = simple(&annotation.name);
        let refuse = |what: &str| {
            let message = format!("@{kind} runs {what}, which is not run here");
            Err(problem(class, method, message, HINT))
        };
        match &*annotation.name {
            "org/junit/jupiter/api/extension/ExtendWith" => {
                let classes = match annotation.get("value") {
                    Some(ElementValue::Array(classes)) => &classes[..],
                    _ => &[],
                };
                let is_ours = |value: &ElementValue| {
                    let ElementValue::Class(name) = value else { return false };
                    name.starts_with(&format!("L{OURS}")) || name.starts_with("Lorg/junit/jupiter/")
                };
                match classes.iter().find(|class| !is_ours(class)) {
                    Some(ElementValue::Class(name)) => refuse(simple(name.trim_end_matches(';'))),
                    Some(_) => refuse("an extension"),
                    None => Ok(()),
                }
            }
            "org/junit/jupiter/api/extension/Extensions" => refuse("extensions"),
            "org/junit/runner/RunWith" => refuse("a runner"),
            _ => Ok(()),
        }
    }

    /// Interfaces may have tests and life cycle methods, too; these are not run.
    fn check_interface(&self, class: &ClassFile, name: &str) -> Result<(), Problem> {
        let Some(of) = self.class(class, name)?.filter(|_| !name.starts_with("java/")) else { return Ok(()) };
        for method in &of.methods {
            let all = self.annotations(&of, method.annotations.as_ref())?;
            if all.iter().any(|annotation| annotation.name.starts_with(JUPITER)) {
                let message = "annotated methods of interfaces are not run";
                return Err(problem(&of, Some(method), message, "put it into the class"));
            }
        }
        of.interfaces.iter().try_for_each(|above| self.check_interface(&of, above))
    }

    fn level(&self, class: &Arc<ClassFile>) -> Result<Level, Problem> {
        let mut level = Level {
            class: class.name.clone(),
            before_all: Vec::new(),
            before_each: Vec::new(),
            after_each: Vec::new(),
            after_all: Vec::new(),
        };
        let chain = self.with_superclasses(class)?;
        // Without static, they run once per object, of which there is one.
        let (mut first, mut last) = (Vec::new(), Vec::new());
        for (i, of) in chain.iter().enumerate() {
            let overridden = |method: &Method| {
                let is_same = |m: &&Method| m.name == method.name && m.descriptor == method.descriptor;
                method.access & (access::STATIC | access::PRIVATE) == 0
                    && chain[i + 1..].iter().any(|below| below.methods.iter().any(|m| is_same(&m)))
            };
            for method in of.methods.iter().filter(|m| is_own(m) && !overridden(m)) {
                let has =
                    |five: &str, four: &str| self.has(of, method.annotations.as_ref(), &[five], &[four]);
                let is_static = method.access & access::STATIC != 0;
                for (five, four, calls, alone, is_before) in [
                    ("BeforeAll", "BeforeClass", &mut level.before_all, &mut first, true),
                    ("BeforeEach", "Before", &mut level.before_each, &mut Vec::new(), true),
                    ("AfterEach", "After", &mut level.after_each, &mut Vec::new(), false),
                    ("AfterAll", "AfterClass", &mut level.after_all, &mut last, false),
                ] {
                    if !has(five, four)? {
                        continue;
                    }
                    if !method.descriptor.starts_with("()") {
                        let message = format!("@{five} with parameters");
                        return Err(problem(of, Some(method), message, "what JUnit passes is not made here"));
                    }
                    let call = self.call(class, of, method)?;
                    let calls = if five.ends_with("All") && !is_static { &mut *alone } else { calls };
                    // What comes after runs in the opposite order of classes.
                    if is_before { calls.push(call) } else { calls.insert(0, call) }
                }
            }
        }
        level.before_each.splice(0..0, first);
        level.after_each.extend(last);
        Ok(level)
    }

    /// The call of a method from a class beside the test's.
    fn call(&self, class: &ClassFile, of: &ClassFile, method: &Method) -> Result<Call, Problem> {
        let far = package(&of.name) != package(&class.name);
        let is_closed = method.access & access::PRIVATE != 0
            || far && (method.access & access::PUBLIC == 0 || of.access & access::PUBLIC == 0);
        if is_closed {
            let message = "the method cannot be called from the test's package";
            return Err(problem(of, Some(method), message, "make it public, or at least not private"));
        }
        if method.access & access::ABSTRACT != 0 {
            return Err(problem(of, Some(method), "the method is abstract", "give it a body"));
        }
        let is_static = method.access & access::STATIC != 0;
        let owner = if is_static { &of.name } else { &class.name };
        Ok(Call {
            class: owner.clone(),
            name: method.name.clone(),
            descriptor: method.descriptor.clone(),
            is_static,
        })
    }
}

/// The descriptors of a method's parameters.
fn parameters(descriptor: &str) -> Vec<&str> {
    let inside =
        descriptor.strip_prefix('(').and_then(|d| d.split_once(')')).map_or("", |(inside, _)| inside);
    let (mut found, mut rest) = (Vec::new(), inside);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_split() {
        assert_eq!(parameters("(I[[JLp/Q$R;Z)V"), ["I", "[[J", "Lp/Q$R;", "Z"]);
        assert_eq!(parameters("()V"), [""; 0]);
    }
}
