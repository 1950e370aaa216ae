//! The files of rules that come with thinair.

use crate::rule::Rules;

/// The shipped files, by name.
const SHIPPED: [(&str, &str); 12] = [
    ("locks.rules", include_str!("../../../../models/stages/locks.rules")),
    ("atomic.rules", include_str!("../../../../models/stages/atomic.rules")),
    ("sc.rules", include_str!("../../../../models/stages/sc.rules")),
    ("tso.rules", include_str!("../../../../models/stages/tso.rules")),
    ("pso.rules", include_str!("../../../../models/stages/pso.rules")),
    ("rmo.rules", include_str!("../../../../models/stages/rmo.rules")),
    ("pram.rules", include_str!("../../../../models/stages/pram.rules")),
    ("causal.rules", include_str!("../../../../models/stages/causal.rules")),
    ("itanium.rules", include_str!("../../../../models/stages/itanium.rules")),
    ("upc.rules", include_str!("../../../../models/stages/upc.rules")),
    ("cookbook.rules", include_str!("../../../../models/stages/cookbook.rules")),
    ("base.rules", include_str!("../../../../models/stages/base.rules")),
];

/// Those that are parts of others.
const PARTS: [&str; 2] = ["locks.rules", "atomic.rules"];

/// The text of a shipped file.
pub(crate) fn shipped_text(name: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The shipped model of this name: `sc`, `tso`, ….
pub fn shipped(name: &str) -> Option<Rules> {
    let file = format!("{name}.rules");
    let text = shipped_text(&file).filter(|_| !PARTS.contains(&&*file))?;
    // They need no other files than shipped ones.
    Rules::load(&format!("models/stages/{file}"), text, &|_| Ok(None)).ok()
}

/// The names of the shipped models.
pub fn shipped_names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().filter(|(file, _)| !PARTS.contains(file)).map(|(file, _)| file.trim_end_matches(".rules"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_file_is_correct() {
        for (file, text) in SHIPPED {
            if let Err(error) = Rules::load(file, text, &|_| Ok(None)) {
                panic!("{error}");
            }
        }
        assert!(shipped_names().all(|name| shipped(name).is_some()));
    }
}
