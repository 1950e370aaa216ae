//! Litmus tests and their golden tables come in pairs: `NAME.litmus` beside `NAME.table`, under
//! `tests/litmus/`.

use crate::checkout::Checkout;
use crate::finding::Finding;
use std::collections::BTreeSet;

/// Reports every file of a pair that lacks the other.
pub fn check(checkout: &Checkout) -> Vec<Finding> {
    check_pairs(checkout.files())
}

fn check_pairs<'a>(files: impl Iterator<Item = &'a str>) -> Vec<Finding> {
    let files: BTreeSet<&str> = files.filter(|file| file.starts_with("tests/litmus/")).collect();
    let orphan = |file: &str| {
        if let Some(stem) = file.strip_suffix(".litmus") {
            let table = format!("{stem}.table");
            (!files.contains(table.as_str())).then(|| {
                Finding::failure(file, 1, format!("has no table `{table}`: run `cargo xtask bless`"))
            })
        } else if let Some(stem) = file.strip_suffix(".table") {
            let test = format!("{stem}.litmus");
            (!files.contains(test.as_str()))
                .then(|| Finding::failure(file, 1, format!("is an orphan: there is no test `{test}`")))
        } else {
            None
        }
    };
    files.iter().filter_map(|file| orphan(file)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(files: &[&str]) -> Vec<String> {
        check_pairs(files.iter().copied()).iter().map(Finding::to_string).collect()
    }

    #[test]
    fn pairs_pass_and_other_files_do_not_matter() {
        let files =
            ["tests/litmus/a/mp.litmus", "tests/litmus/a/mp.table", "tests/litmus/README.md", "x.table"];
        assert!(messages(&files).is_empty());
    }

    #[test]
    fn a_test_without_a_table_and_a_table_without_a_test_fail() {
        let files = ["tests/litmus/a/mp.litmus", "tests/litmus/b/mp.table"];
        let expected = [
            "tests/litmus/a/mp.litmus:1: has no table `tests/litmus/a/mp.table`: run `cargo xtask bless`",
            "tests/litmus/b/mp.table:1: is an orphan: there is no test `tests/litmus/b/mp.litmus`",
        ];
        assert_eq!(messages(&files), expected);
    }
}
