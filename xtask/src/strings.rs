//! Leftovers that must not be published: paths of a developer's machine in any file, and unfinished or
//! disabled code in Rust files.
//!
//! The strings are assembled at run time, so that this file does not find itself.

use crate::checkout::Checkout;
use crate::finding::Finding;

/// Something that must not occur in a file.
struct Forbidden {
    text: String,
    reason: &'static str,
    place: Place,
}

/// Where a string is forbidden.
#[derive(PartialEq, Eq)]
enum Place {
    AnyFile,
    RustFiles,
}

fn forbidden() -> Vec<Forbidden> {
    let machine = "a path of one machine; write it relative to the repository";
    let everywhere =
        |parts: [&str; 2]| Forbidden { text: parts.concat(), reason: machine, place: Place::AnyFile };
    let rust = |parts: [&str; 2], reason| Forbidden { text: parts.concat(), reason, place: Place::RustFiles };
    vec![
        everywhere(["/wo", "rk/"]),
        everywhere(["/ro", "ot/"]),
        everywhere(["..", "/shared"]),
        rust(["todo", "!("], "unfinished code; return an `Unsupported` that the user gets to see"),
        rust(["unimplemented", "!("], "unfinished code; return an `Unsupported` that the user gets to see"),
        rust(["#[ig", "nore"], "a test switched off; assert today's answer with a FIXME instead"),
    ]
}

/// Checks every file.
pub fn check(checkout: &Checkout) -> Vec<Finding> {
    let forbidden = forbidden();
    checkout.files().flat_map(|file| check_file(file, &checkout.bytes(file), &forbidden)).collect()
}

/// Works on bytes, since class files and other fixtures can contain paths too.
fn check_file(file: &str, bytes: &[u8], forbidden: &[Forbidden]) -> Vec<Finding> {
    let is_rust = file.ends_with(".rs");
    let mut findings = Vec::new();
    for rule in forbidden.iter().filter(|rule| is_rust || rule.place == Place::AnyFile) {
        let needle = rule.text.as_bytes();
        let lines = bytes.split(|byte| *byte == b'\n').enumerate();
        let hits = lines.filter(|(_, line)| line.windows(needle.len()).any(|window| window == needle));
        findings.extend(hits.map(|(index, _)| {
            Finding::failure(file, index + 1, format!("contains `{}`: {}", rule.text, rule.reason))
        }));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(file: &str, text: &str) -> Vec<usize> {
        check_file(file, text.as_bytes(), &forbidden()).iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn finds_paths_of_a_machine_in_any_file() {
        let text = ["fine\nsee /wo", "rk/x\nand ..", "/shared/y\n\0/ro", "ot/\n"].concat();
        assert_eq!(lines("notes.txt", &text), [2, 4, 3]);
    }

    #[test]
    fn finds_unfinished_code_in_rust_files_only() {
        let text =
            ["fn f() { to", "do!() }\n#[ig", "nore = \"slow\"]\nfn g() { unimpl", "emented!() }\n"].concat();
        assert_eq!(lines("a.rs", &text), [1, 3, 2]);
        assert!(lines("a.md", &text).is_empty());
    }

    #[test]
    fn does_not_find_itself() {
        assert!(lines("strings.rs", include_str!("strings.rs")).is_empty());
    }
}
