//! Every file of `models/` is shipped: `crates/memory/axioms/src/cat/library.rs` includes it.

use crate::checkout::Checkout;
use crate::finding::Finding;

/// The file that includes them.
const LIBRARY: &str = "crates/memory/axioms/src/cat/library.rs";

/// Reports every model that is not included.
pub fn check(checkout: &Checkout) -> Vec<Finding> {
    check_files(checkout.files(), &checkout.text(LIBRARY))
}

fn check_files<'a>(files: impl Iterator<Item = &'a str>, library: &str) -> Vec<Finding> {
    let is_model = |file: &&str| {
        file.starts_with("models/") && [".cat", ".jmm"].iter().any(|extension| file.ends_with(extension))
    };
    let is_included = |file: &str| library.contains(&format!("/{file}\")"));
    let missing = files.filter(is_model).filter(|file| !is_included(file));
    missing.map(|file| Finding::failure(file, 1, format!("is not shipped: add it to `{LIBRARY}`"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_that_are_not_included_fail_and_other_files_do_not_matter() {
        let library = "(\"sc.cat\", include_str!(\"../../models/sc.cat\")),";
        let files = ["models/README.md", "models/c.cat", "models/sc.cat", "models/v.jmm", "tests/t.cat"];
        let messages: Vec<String> =
            check_files(files.into_iter(), library).iter().map(Finding::to_string).collect();
        let expected = ["models/c.cat", "models/v.jmm"].map(|file| {
            format!("{file}:1: is not shipped: add it to `crates/memory/axioms/src/cat/library.rs`")
        });
        assert_eq!(messages, expected);
    }
}
