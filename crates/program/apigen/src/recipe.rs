//! Recipes: how to create an object that two threads share.
//!
//! A file of recipes consists of lines that begin with a keyword:
//!
//! | line | meaning |
//! |---|---|
//! | `## NAME` | begins a recipe |
//! | `on VAR TYPE = EXPR` | an object whose public methods are called |
//! | `let VAR TYPE = EXPR` | another object |
//! | `do STATEMENT` | executed while the objects are created |
//! | `call EXPR`, `run STATEMENTS` | calls besides the methods, with and without a result |
//! | `back EXPR` | what callbacks passed to the object may do to it |
//! | `args TYPE EXPR \| EXPR …` | arguments of this type, in place of those of the table |
//! | `skip NAME …` | methods not to be called; `*` skips all |
//! | `end EXPR` | the text of the final state; otherwise what is shown of every `on` |
//! | `for CLASS …` | its clients test the contracts of these classes, which it uses by other names |
//! | `once` | cannot run twice in one virtual machine: what it sees depends on what happened before |
//! | `unordered` | what the program sees depends on which thread is started first |
//! | `#` | a comment |
//!
//! Methods are skipped if they reveal identities or times, end the virtual machine, or need what we do not
//! have.

/// A way to make objects that two threads share.
#[derive(Debug, Clone, Default)]
pub struct Recipe {
    /// Its name, unique among recipes.
    pub name: String,
    /// How the objects are created, in order.
    pub parts: Vec<Part>,
    /// Calls besides methods: the Java text, and whether it has a result.
    pub calls: Vec<(String, bool)>,
    /// What callbacks may do.
    pub back: Option<String>,
    /// Arguments by type.
    pub arguments: Vec<(String, Vec<String>)>,
    /// Names of methods that are not called.
    pub skipped: Vec<String>,
    /// The text of the final state.
    pub end: Option<String>,
    /// Classes whose contracts its clients test although methods of other classes are called.
    pub tests: Vec<String>,
    /// What is seen depends on what the virtual machine did before.
    pub once: bool,
    /// What is seen depends on which thread is started first.
    pub unordered: bool,
}

/// A step in creating the objects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A variable with its type and value.
    Variable {
        /// Its name.
        name: String,
        /// Its type, as Java text.
        class: String,
        /// Its value, as Java text.
        value: String,
        /// Whether methods of the class are called on it.
        called: bool,
    },
    /// A statement.
    Statement(String),
}

const FILES: [&str; 5] = [
    include_str!("../recipes/concurrent.txt"),
    include_str!("../recipes/collections.txt"),
    include_str!("../recipes/lang.txt"),
    include_str!("../recipes/io.txt"),
    include_str!("../recipes/more.txt"),
];

/// All recipes.
///
/// # Panics
/// If a line of the recipes is malformed; a test reads them all.
pub fn recipes() -> Vec<Recipe> {
    let mut all: Vec<Recipe> = Vec::new();
    for line in FILES.iter().flat_map(|file| file.lines()).map(str::trim_end) {
        if let Some(name) = line.strip_prefix("## ") {
            all.push(Recipe { name: name.to_owned(), ..Recipe::default() });
            continue;
        }
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let recipe = all.last_mut().expect("a recipe begins with its name");
        recipe.read(line).unwrap_or_else(|| panic!("{}: `{line}`", recipe.name));
    }
    all
}

impl Recipe {
    fn read(&mut self, line: &str) -> Option<()> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "on" | "let" => {
                let (left, value) = rest.split_once(" = ")?;
                let (name, class) = left.split_once(' ')?;
                self.parts.push(Part::Variable {
                    name: name.to_owned(),
                    class: class.to_owned(),
                    value: value.to_owned(),
                    called: word == "on",
                });
            }
            "do" => self.parts.push(Part::Statement(rest.to_owned())),
            "call" | "run" => self.calls.push((rest.to_owned(), word == "call")),
            "back" => self.back = Some(rest.to_owned()),
            "args" => {
                let (class, values) = rest.split_once(' ')?;
                let values = values.split(" | ").map(|v| v.trim().to_owned()).collect();
                self.arguments.push((class.to_owned(), values));
            }
            "skip" => self.skipped.extend(rest.split(' ').map(str::to_owned)),
            "end" => self.end = Some(rest.to_owned()),
            "for" => self.tests.extend(rest.split(' ').map(str::to_owned)),
            "once" => self.once = true,
            "unordered" => self.unordered = true,
            _ => return None,
        }
        Some(())
    }

    /// The objects whose methods are called: names and classes.
    pub fn receivers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.parts.iter().filter_map(|part| match part {
            Part::Variable { name, class, called: true, .. } => Some((name.as_str(), class.as_str())),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_recipe_is_read_and_has_a_name_and_objects_of_its_own() {
        let all = recipes();
        let names: BTreeSet<&str> = all.iter().map(|r| r.name.as_str()).collect();
        assert_eq!(names.len(), all.len());
        assert!(all.len() > 150, "{}", all.len());
        assert!(all.iter().all(|r| !r.parts.is_empty()));
    }
}
