//! Names of objects that can be read: `Class#1` for `p.Outer$Class@5e91993f`.

use std::collections::BTreeMap;

/// Objects that have been given short names, in the order in which they were met.
#[derive(Debug, Default)]
pub(super) struct ShortNames {
    /// `Class@hash` → `Class#1`.
    names: BTreeMap<String, String>,
    counts: BTreeMap<String, usize>,
}

impl ShortNames {
    /// Replaces the names of objects by short ones.
    pub fn short(&mut self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('@') {
            let start = rest[..at]
                .rfind(|c: char| !(c.is_alphanumeric() || "._$[]".contains(c)))
                .map_or(0, |i| i + 1);
            let hash =
                rest[at + 1..].find(|c: char| !c.is_ascii_hexdigit()).map_or(rest.len(), |i| at + 1 + i);
            if start == at || hash == at + 1 {
                out += &rest[..=at];
                rest = &rest[at + 1..];
                continue;
            }
            out += &rest[..start];
            out += &self.name(&rest[start..at], &rest[start..hash]);
            rest = &rest[hash..];
        }
        out + rest
    }

    fn name(&mut self, class: &str, whole: &str) -> String {
        if let Some(name) = self.names.get(whole) {
            return name.clone();
        }
        let simple = class.rsplit(['.', '$']).next().unwrap_or(class).to_owned();
        let count = self.counts.entry(simple.clone()).or_default();
        *count += 1;
        let name = format!("{simple}#{count}");
        self.names.insert(whole.to_owned(), name.clone());
        name
    }
}
