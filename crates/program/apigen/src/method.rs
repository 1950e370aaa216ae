//! Public methods, as reported by reflection.

/// A public method of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Method {
    /// The class, by its name in recipes.
    pub class: String,
    /// Its name.
    pub name: String,
    /// The type of its result; `void` if it has none.
    pub result: String,
    /// The types of its parameters, erased, and whether the object itself can be one.
    pub parameters: Vec<(String, bool)>,
    /// A public interface of the class that also has the method.
    pub interface: Option<String>,
    /// Whether it is caller-sensitive, so that it cannot be called in other ways.
    pub looks_at_caller: bool,
}

impl Method {
    /// Reads a line printed by `Methods.java`; `None` for a class that was not found.
    pub fn read(line: &str) -> Option<Method> {
        let words: Vec<&str> = line.split('\t').collect();
        let [class, name, result, parameters, own, interface, caller] = words[..] else { return None };
        let types = parameters.split(',').filter(|t| !t.is_empty());
        Some(Method {
            class: class.to_owned(),
            name: name.to_owned(),
            result: result.to_owned(),
            parameters: types.zip(own.chars()).map(|(t, c)| (t.to_owned(), c == 's')).collect(),
            interface: (interface != "-").then(|| interface.to_owned()),
            looks_at_caller: caller == "c",
        })
    }

    /// Its name and types, for display and counting.
    pub fn signature(&self) -> String {
        let types: Vec<&str> = self.parameters.iter().map(|(t, _)| simple(t)).collect();
        format!("{}.{}({})", self.class, self.name, types.join(","))
    }
}

/// The name of a type without its package.
pub(crate) fn simple(name: &str) -> &str {
    let start = name.find(|c: char| c.is_uppercase()).unwrap_or(0);
    &name[start..]
}
