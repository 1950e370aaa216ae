//! Readable names of objects: `Class#1` for `p.Outer$Class@5e91993f`.

use std::collections::BTreeMap;

/// Short names of objects, numbered in the order in which they are met.
#[derive(Debug, Default)]
pub(super) struct ShortNames {
    /// `Class@hash` → `Class#1`.
    names: BTreeMap<String, String>,
    counts: BTreeMap<String, usize>,
}

impl ShortNames {
    /// Replaces the names of objects in `text` by short ones.
    pub fn short(&mut self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('@') {
            let start = rest[..at]
                .rfind(|c: char| !(c.is_alphanumeric() || "._$[]/".contains(c)))
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
        without_numbers(out + rest)
    }

    fn name(&mut self, class: &str, whole: &str) -> String {
        if let Some(name) = self.names.get(whole) {
            return name.clone();
        }
        // Classes of lambdas are only numbered.
        let simple = match class.contains("$$Lambda") {
            true => "Lambda".to_owned(),
            false => class.rsplit(['.', '$']).next().unwrap_or(class).to_owned(),
        };
        let count = self.counts.entry(simple.clone()).or_default();
        *count += 1;
        let name = format!("{simple}#{count}");
        self.names.insert(whole.to_owned(), name.clone());
        name
    }
}

/// Strips the number from the name of a lambda's class: `Main$$Lambda` for `Main$$Lambda/0x00007f0000000030`.
fn without_numbers(text: String) -> String {
    let Some((before, after)) = text.split_once("/0x").filter(|(before, _)| before.contains("$$Lambda"))
    else {
        return text;
    };
    before.to_owned() + after.trim_start_matches(|c: char| c.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::ShortNames;

    #[test]
    fn objects_are_numbered_as_they_are_met() {
        let mut names = ShortNames::default();
        assert_eq!(names.short("p.Outer$Node@5e9.next"), "Node#1.next");
        assert_eq!(names.short("p.Outer$Node@1f → p.Outer$Node@5e9"), "Node#2 → Node#1");
        assert_eq!(names.short("p.Main$$Lambda$14/0x00007f0000000030@2a.x"), "Lambda#1.x");
        assert_eq!(names.short("p.Main$$Lambda/0x00007f0000000030.x = 1"), "p.Main$$Lambda.x = 1");
        assert_eq!(names.short("mail@ home/0x1"), "mail@ home/0x1");
    }
}
