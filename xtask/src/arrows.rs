//! Crate dependencies point one way, low to high; this file holds the arrows that are allowed.
//!
//! Development dependencies are free (a test may look down on anything), and so are `benches` and `xtask`,
//! which are outside `crates/`.

use crate::checkout::Checkout;
use crate::finding::Finding;
use crate::manifest::{self, Manifest};
use std::collections::BTreeMap;

/// What a crate may depend on.
enum May {
    Use(&'static [&'static str]),
    UseAll,
}

/// The allowed arrows, low to high. A new crate or arrow comes with a note in `docs/decisions/`.
const ALLOWED: [(&str, May); 24] = [
    ("event", May::Use(&[])),
    ("litmus", May::Use(&["event"])),
    ("javalitmus", May::Use(&["litmus"])),
    ("classfile", May::Use(&[])),
    ("bytecode", May::Use(&["classfile"])),
    ("spin", May::Use(&[])),
    ("jcstress", May::Use(&["bytecode", "classfile", "spin"])),
    ("javagen", May::Use(&[])),
    ("apigen", May::Use(&[])),
    ("jvm", May::Use(&["event", "classfile", "bytecode", "spin"])),
    ("java-machine", May::Use(&["event", "jvm"])),
    ("store", May::Use(&["event"])),
    ("models", May::Use(&["event"])),
    ("graphs", May::Use(&["event", "models"])),
    ("relational", May::Use(&[])),
    ("axiomatic", May::Use(&["event", "models", "relational"])),
    ("jls", May::Use(&["event"])),
    ("bruteforce", May::Use(&["event", "jls"])),
    ("legality", May::Use(&["event"])),
    ("jpr", May::Use(&["event"])),
    ("explore", May::Use(&["event", "store"])),
    (
        "verify",
        May::Use(&[
            "event",
            "litmus",
            "store",
            "models",
            "graphs",
            "legality",
            "jls",
            "bruteforce",
            "jpr",
            "explore",
            "jvm",
            "java-machine",
            "jcstress",
            "axiomatic",
        ]),
    ),
    ("report", May::Use(&["event", "litmus", "explore", "verify", "jcstress", "axiomatic"])),
    ("thinair", May::UseAll),
];

/// Checks the manifest of every crate.
pub fn check(checkout: &Checkout) -> Vec<Finding> {
    let manifests: BTreeMap<&str, Manifest> = checkout
        .files()
        .filter(|file| is_crate_manifest(file))
        .map(|file| (file, manifest::parse(&checkout.text(file))))
        .collect();
    check_manifests(&manifests)
}

/// `crates/NAME/Cargo.toml`, not deeper: a crate nested in another has its own rules to write.
fn is_crate_manifest(file: &str) -> bool {
    matches!(file.split('/').collect::<Vec<_>>().as_slice(), ["crates", _, "Cargo.toml"])
}

fn check_manifests(manifests: &BTreeMap<&str, Manifest>) -> Vec<Finding> {
    // A dependency is ours if we list it or have it; all others come from a registry.
    let ours = |package: &str| {
        ALLOWED.iter().any(|(name, _)| *name == package) || manifests.values().any(|m| m.package == package)
    };
    let mut findings = Vec::new();
    for (file, manifest) in manifests {
        let Some((_, may)) = ALLOWED.iter().find(|(name, _)| *name == manifest.package) else {
            let what = format!(
                "crate `{}` is unknown: add it to ALLOWED in xtask and write a decision note",
                manifest.package
            );
            findings.push(Finding::failure(file, 1, what));
            continue;
        };
        let May::Use(allowed) = may else { continue };
        for dependency in &manifest.dependencies {
            let target = dependency.package.as_str();
            if ours(target) && !allowed.contains(&target) {
                let may_use =
                    if allowed.is_empty() { "no other crate".to_owned() } else { allowed.join(", ") };
                let what =
                    format!("`{}` must not depend on `{target}` (it may use: {may_use})", manifest.package);
                findings.push(Finding::failure(file, dependency.line, what));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(crates: &[(&'static str, &str)]) -> Vec<String> {
        let manifests = crates.iter().map(|(file, text)| (*file, manifest::parse(text))).collect();
        check_manifests(&manifests).iter().map(Finding::to_string).collect()
    }

    #[test]
    fn lets_allowed_arrows_and_foreign_crates_pass() {
        let explore =
            "[package]\nname = \"explore\"\n[dependencies]\nevent.workspace = true\nserde = \"1\"\n";
        let cli = "[package]\nname = \"thinair\"\n[dependencies]\nreport.workspace = true\nstore = \"1\"\n";
        assert!(
            messages(&[("crates/explore/Cargo.toml", explore), ("crates/cli/Cargo.toml", cli)]).is_empty()
        );
    }

    #[test]
    fn names_a_forbidden_arrow_with_its_line() {
        let models = "[package]\nname = \"models\"\n[dependencies]\nstore = { workspace = true }\n";
        let expected = "crates/models/Cargo.toml:4: `models` must not depend on `store` (it may use: event)";
        assert_eq!(messages(&[("crates/models/Cargo.toml", models)]), [expected]);
    }

    #[test]
    fn nobody_may_depend_on_the_program() {
        let event = "[package]\nname = \"event\"\n[dependencies]\nthinair.workspace = true\n";
        let expected =
            "crates/event/Cargo.toml:4: `event` must not depend on `thinair` (it may use: no other crate)";
        assert_eq!(messages(&[("crates/event/Cargo.toml", event)]), [expected]);
    }

    #[test]
    fn an_unlisted_crate_fails_and_counts_as_ours() {
        let newcomer = "[package]\nname = \"newcomer\"\n[dependencies]\n";
        let store = "[package]\nname = \"store\"\n[dependencies]\nnewcomer.workspace = true\n";
        let expected = [
            "crates/newcomer/Cargo.toml:1: crate `newcomer` is unknown: \
             add it to ALLOWED in xtask and write a decision note",
            "crates/store/Cargo.toml:4: `store` must not depend on `newcomer` (it may use: event)",
        ];
        assert_eq!(
            messages(&[("crates/newcomer/Cargo.toml", newcomer), ("crates/store/Cargo.toml", store)]),
            expected
        );
    }

    #[test]
    fn the_allowed_arrows_point_from_later_to_earlier_entries() {
        for (index, (name, may)) in ALLOWED.iter().enumerate() {
            let May::Use(targets) = may else { continue };
            for target in *targets {
                let position = ALLOWED.iter().position(|(other, _)| other == target);
                assert!(position.is_some_and(|p| p < index), "{name} -> {target}");
            }
        }
    }
}
