//! Public methods and constructors of classes, read from their class files.

use anyhow::Result;
use apigen::Method;
use classfile::{ClassFile, ClassPath, Jdk, access};
use std::collections::{BTreeMap, BTreeSet};

/// A public method with its descriptor.
#[derive(Debug, Clone)]
pub struct Public {
    pub method: Method,
    pub descriptor: String,
}

/// Where to find classes.
pub struct Classes<'a> {
    pub jdk: &'a Jdk,
    pub path: &'a ClassPath,
}

/// Flags of methods that clients do not call.
const NOT_CALLED: u16 = access::STATIC | access::SYNTHETIC | access::BRIDGE;

impl Classes<'_> {
    /// Finds a class by its dotted name; `None` if it does not exist.
    pub fn find(&self, name: &str) -> Result<Option<ClassFile>> {
        let name = name.replace('.', "/");
        let of_jdk = self.jdk.find_class(&name).map_err(|e| anyhow::anyhow!("error: {e}"))?;
        let found = match of_jdk {
            Some(found) => Some(found),
            None => self.path.find_class(&name).map_err(|e| anyhow::anyhow!("error: {e}"))?,
        };
        found.map(|found| crate::program::parse(found.source, found.bytes)).transpose()
    }

    /// The class and all its supertypes, classes first.
    fn above(&self, name: &str) -> Result<Vec<ClassFile>> {
        let (mut todo, mut all) = (vec![name.replace('.', "/")], Vec::new());
        let mut seen = BTreeSet::new();
        while let Some(next) = todo.pop() {
            if !seen.insert(next.clone()) {
                continue;
            }
            let Some(class) = self.find(&next)? else { continue };
            todo.splice(0..0, class.interfaces.iter().map(|i| i.to_string()));
            todo.extend(class.super_name.iter().map(|s| s.to_string()));
            all.push(class);
        }
        Ok(all)
    }

    /// All classes involved in its behaviour: the class, its supertypes, their nested classes, and the
    /// supertypes of those.
    pub fn parts(&self, name: &str) -> Result<BTreeSet<String>> {
        let mut parts = BTreeSet::new();
        for class in self.above(name)? {
            parts.insert(class.name.replace('/', "."));
            let is_inside = |inner: &&str| inner.starts_with(&format!("{}$", class.name));
            let inside =
                class.inner_classes.iter().map(|i| &*i.inner).chain(class.nest_members.iter().map(|n| &**n));
            for inner in inside.filter(is_inside).collect::<BTreeSet<_>>() {
                parts.extend(self.above(inner)?.iter().map(|c| c.name.replace('/', ".")));
            }
        }
        Ok(parts)
    }

    /// The public instance methods of a class, including inherited ones, except methods of `Object` that it
    /// does not override.
    pub fn methods(&self, name: &str) -> Result<Vec<Public>> {
        let above = self.above(name)?;
        let names: BTreeSet<String> = above.iter().map(|c| java_name(&c.name)).collect();
        let mut all: BTreeMap<(String, String), Public> = BTreeMap::new();
        for class in above.iter().filter(|c| &*c.name != "java/lang/Object") {
            for m in &class.methods {
                let is_public = m.access & access::PUBLIC != 0 && m.access & NOT_CALLED == 0;
                let Some((parameters, result)) =
                    types(&m.descriptor).filter(|_| is_public && !m.name.starts_with('<'))
                else {
                    continue;
                };
                let is_own = |t: &String| t != "java.lang.Object" && names.contains(t);
                let key = (m.name.to_string(), parameters.join(","));
                let method = Method {
                    class: java_name(&name.replace('.', "/")),
                    name: m.name.to_string(),
                    result,
                    parameters: parameters.into_iter().map(|t| (t.clone(), is_own(&t))).collect(),
                    interface: None,
                    looks_at_caller: false,
                };
                all.entry(key).or_insert_with(|| Public { method, descriptor: m.descriptor.to_string() });
            }
        }
        Ok(all.into_values().collect())
    }
}

/// The parameter types of constructors, either all but the private ones or only the public ones, fewest
/// first.
pub fn constructors(class: &ClassFile, public: bool) -> Vec<Vec<String>> {
    if class.access & (access::ABSTRACT | access::INTERFACE) != 0 {
        return Vec::new();
    }
    let made = class.methods.iter().filter(|m| &*m.name == "<init>");
    let made = made.filter(|m| m.access & (access::PRIVATE | access::SYNTHETIC) == 0);
    let made = made.filter(|m| !public || m.access & access::PUBLIC != 0);
    let mut all: Vec<Vec<String>> = made.filter_map(|m| Some(types(&m.descriptor)?.0)).collect();
    all.sort_by_key(Vec::len);
    all
}

/// Whether a class refers to a method that waits.
pub fn may_wait(class: &ClassFile) -> bool {
    let waits = [
        "wait",
        "await",
        "awaitNanos",
        "awaitUntil",
        "park",
        "parkNanos",
        "take",
        "acquire",
        "join",
        "sleep",
    ];
    waits.iter().any(|name| {
        // As an entry of the constant pool: its tag, its length and the text (JVMS 4.4.7).
        let text: Vec<u8> = [1, 0, name.len() as u8].into_iter().chain(name.bytes()).collect();
        class.bytes.windows(text.len()).any(|part| part == text)
    })
}

/// The name of a class in Java source.
pub fn java_name(internal: &str) -> String {
    internal.replace(['/', '$'], ".")
}

/// The types of the parameters and of the result in Java source.
fn types(descriptor: &str) -> Option<(Vec<String>, String)> {
    let (parameters, result) = descriptor.strip_prefix('(')?.split_once(')')?;
    let (mut rest, mut all) = (parameters, Vec::new());
    while !rest.is_empty() {
        let (one, after) = first_type(rest)?;
        all.push(one);
        rest = after;
    }
    Some((all, first_type(result)?.0))
}

fn first_type(text: &str) -> Option<(String, &str)> {
    let element = text.trim_start_matches('[');
    let arrays = "[]".repeat(text.len() - element.len());
    let (name, rest) = match element.split_at_checked(1)? {
        ("L", rest) => {
            let (name, rest) = rest.split_once(';')?;
            return Some((java_name(name) + &arrays, rest));
        }
        ("Z", rest) => ("boolean", rest),
        ("B", rest) => ("byte", rest),
        ("C", rest) => ("char", rest),
        ("S", rest) => ("short", rest),
        ("I", rest) => ("int", rest),
        ("J", rest) => ("long", rest),
        ("F", rest) => ("float", rest),
        ("D", rest) => ("double", rest),
        ("V", rest) => ("void", rest),
        _ => return None,
    };
    Some((name.to_owned() + &arrays, rest))
}

#[cfg(test)]
mod tests {
    use super::types;

    #[test]
    fn types_are_read_from_descriptors() {
        let (parameters, result) = types("(IJ[[Ljava/util/Map$Entry;Lp/C;)[Z").expect("it is one");
        assert_eq!(parameters, ["int", "long", "java.util.Map.Entry[][]", "p.C"]);
        assert_eq!(result, "boolean[]");
        assert!(types("I").is_none());
    }
}
