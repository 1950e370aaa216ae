//! Every file of `models/` is shipped: `crates/memory/axioms/src/cat/library.rs` includes it, or
//! `crates/memory/ordering/src/library.rs` if it has rules.

use crate::checkout::Checkout;
use crate::finding::Finding;

/// The file that includes models.
const LIBRARY: &str = "crates/memory/axioms/src/cat/library.rs";
/// The file that includes rules.
const RULES: &str = "crates/memory/ordering/src/library.rs";

/// Reports every model that is not included.
pub fn check(checkout: &Checkout) -> Vec<Finding> {
    let mut findings = check_files(checkout.files(), &[".cat", ".jmm"], (LIBRARY, &checkout.text(LIBRARY)));
    findings.extend(check_files(checkout.files(), &[".rules"], (RULES, &checkout.text(RULES))));
    findings
}

fn check_files<'a>(
    files: impl Iterator<Item = &'a str>,
    extensions: &[&str],
    (name, library): (&str, &str),
) -> Vec<Finding> {
    let is_model = |file: &&str| {
        file.starts_with("models/") && extensions.iter().any(|extension| file.ends_with(extension))
    };
    let is_included = |file: &str| library.contains(&format!("/{file}\")"));
    let missing = files.filter(is_model).filter(|file| !is_included(file));
    missing.map(|file| Finding::failure(file, 1, format!("is not shipped: add it to `{name}`"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_that_are_not_included_fail_and_other_files_do_not_matter() {
        let library = "(\"sc.cat\", include_str!(\"../../models/sc.cat\")),";
        let files = ["models/README.md", "models/c.cat", "models/sc.cat", "models/v.jmm", "tests/t.cat"];
        let messages: Vec<String> = check_files(files.into_iter(), &[".cat", ".jmm"], (LIBRARY, library))
            .iter()
            .map(Finding::to_string)
            .collect();
        let expected = ["models/c.cat", "models/v.jmm"].map(|file| {
            format!("{file}:1: is not shipped: add it to `crates/memory/axioms/src/cat/library.rs`")
        });
        assert_eq!(messages, expected);
    }
}
