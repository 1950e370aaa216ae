//! Crate dependencies point one way, low to high; this file lists the allowed arrows.
//!
//! Development dependencies are unrestricted (a test may use anything), and so are `benches` and `xtask`,
//! which are outside `crates/`.

use crate::checkout::Checkout;
use crate::crates::{self, Crate};
use crate::finding::Finding;

/// What a crate may depend on.
enum May {
    Use(&'static [&'static str]),
    /// Everything; a crate that ships, everything that ships.
    UseAll,
}

/// The allowed arrows, low to high. A new crate or arrow needs a note in `docs/decisions/`.
const ALLOWED: [(&str, May); 32] = [
    ("event", May::Use(&[])),
    ("diagnostic", May::Use(&[])),
    ("litmus", May::Use(&["event", "diagnostic"])),
    ("stages", May::Use(&["event", "litmus", "diagnostic"])),
    ("litmus-java", May::Use(&["litmus"])),
    ("classfile", May::Use(&[])),
    ("bytecode", May::Use(&["classfile"])),
    ("class-writer", May::Use(&[])),
    ("jcstress", May::Use(&["bytecode", "classfile", "class-writer"])),
    ("junit", May::Use(&["classfile", "class-writer"])),
    ("apigen", May::Use(&[])),
    ("jvm", May::Use(&["event", "classfile", "bytecode", "class-writer"])),
    ("java-machine", May::Use(&["event", "jvm"])),
    ("operational", May::Use(&["event"])),
    ("axioms", May::Use(&["event", "diagnostic"])),
    ("ordering", May::Use(&["diagnostic"])),
    ("jls", May::Use(&["event"])),
    ("legality", May::Use(&["event"])),
    ("jpr", May::Use(&["event"])),
    ("graphs", May::Use(&["event", "axioms"])),
    ("relational", May::Use(&[])),
    ("solver", May::Use(&["event", "axioms", "relational"])),
    ("explore", May::Use(&["event", "operational"])),
    // A program and rules are joined here, as a program and a memory are in `explore`.
    ("staged", May::Use(&["event", "explore", "ordering", "relational", "stages"])),
    (
        "verify",
        May::Use(&[
            "event",
            "litmus",
            "operational",
            "axioms",
            "graphs",
            "legality",
            "jls",
            "jpr",
            "explore",
            "jvm",
            "java-machine",
            "jcstress",
            "solver",
        ]),
    ),
    ("report", May::Use(&["event", "litmus", "explore", "verify", "jcstress", "solver"])),
    ("thinair", May::UseAll),
    ("bruteforce", May::Use(&["event", "jls"])),
    ("javagen", May::Use(&[])),
    ("testkit", May::Use(&["javagen"])),
    ("differential", May::UseAll),
    ("api-programs", May::UseAll),
];

/// Checks every crate, and that the drawing shows them.
pub fn check(checkout: &Checkout) -> Vec<Finding> {
    match crates::read(checkout) {
        Ok(all) => {
            let mut findings = check_crates(&all, &|file| checkout.text(file));
            findings.extend(crates::check(checkout, &all));
            findings
        }
        Err(why) => vec![Finding::failure("Cargo.toml", 1, why)],
    }
}

fn check_crates(all: &[Crate], text: &dyn Fn(&str) -> String) -> Vec<Finding> {
    let mut findings = Vec::new();
    for from in all {
        let Some((_, may)) = ALLOWED.iter().find(|(name, _)| *name == from.name) else {
            let what = format!(
                "crate `{}` is unknown: add it to ALLOWED in xtask and write a decision note",
                from.name
            );
            findings.push(Finding::failure(&from.manifest, 1, what));
            continue;
        };
        let may_use = match may {
            May::Use([]) => "no other crate".to_owned(),
            May::Use(names) => names.join(", "),
            May::UseAll => "all but nets".to_owned(),
        };
        let is_net = |name: &str| all.iter().any(|c| c.name == name && c.folder() == "nets");
        let is_forbidden = |target: &&String| match may {
            May::Use(names) => !names.contains(&target.as_str()),
            May::UseAll => from.folder() != "nets" && is_net(target),
        };
        for target in from.uses.iter().filter(is_forbidden) {
            let line = text(&from.manifest).lines().position(|line| line.starts_with(target.as_str()));
            let what = format!("`{}` must not depend on `{target}` (it may use: {may_use})", from.name);
            findings.push(Finding::failure(&from.manifest, line.map_or(1, |at| at + 1), what));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str, folder: &str, uses: &[&str]) -> Crate {
        let uses = uses.iter().map(|name| (*name).to_owned()).collect();
        Crate { name: name.to_owned(), manifest: format!("crates/{folder}/Cargo.toml"), uses }
    }

    fn messages(crates: &[Crate]) -> Vec<String> {
        let manifest = |_: &str| "[dependencies]\nnewcomer = \"1\"\noperational = \"1\"\n".to_owned();
        check_crates(crates, &manifest).iter().map(Finding::to_string).collect()
    }

    #[test]
    fn lets_allowed_arrows_pass() {
        let explore = named("explore", "engine/explore", &["event"]);
        let cli = named("thinair", "app/cli", &["report", "operational"]);
        assert!(messages(&[explore, cli]).is_empty());
    }

    #[test]
    fn names_a_forbidden_arrow_with_its_line() {
        let axioms = named("axioms", "memory/axioms", &["operational"]);
        let expected = "crates/memory/axioms/Cargo.toml:3: `axioms` must not depend on `operational` (it may use: event, diagnostic)";
        assert_eq!(messages(&[axioms]), [expected]);
    }

    #[test]
    fn nothing_that_ships_depends_on_a_net() {
        let cli = named("thinair", "app/cli", &["javagen"]);
        let net = named("javagen", "nets/javagen", &[]);
        let expected =
            "crates/app/cli/Cargo.toml:1: `thinair` must not depend on `javagen` (it may use: all but nets)";
        assert_eq!(messages(&[cli, net]), [expected]);
    }

    #[test]
    fn an_unlisted_crate_fails() {
        let newcomer = named("newcomer", "newcomer", &[]);
        let memory = named("operational", "memory/operational", &["newcomer"]);
        let expected = [
            "crates/newcomer/Cargo.toml:1: crate `newcomer` is unknown: \
             add it to ALLOWED in xtask and write a decision note",
            "crates/memory/operational/Cargo.toml:2: `operational` must not depend on `newcomer` (it may use: event)",
        ];
        assert_eq!(messages(&[newcomer, memory]), expected);
    }

    #[test]
    fn the_allowed_arrows_are_those_of_crates_in_the_table() {
        for (name, may) in &ALLOWED {
            let May::Use(targets) = may else { continue };
            let is_known = |target: &&str| ALLOWED.iter().any(|(other, _)| other == target);
            assert!(targets.iter().all(|target| target != name && is_known(target)), "{name}");
        }
    }
}
