//! `thinair suite` (docs/SUITES.md), and what a package installs beside the program.

use crate::support::Dir;

const RACY: &str = "public class Racy { static int n;
    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> n++); a.start(); n++; a.join(); assert n == 2 : \"lost\"; } }";
const CALM: &str = "public class Calm { public static void main(String[] args) { assert args.length < 2; } }";

fn suite(toml: &str) -> Dir {
    let dir = Dir::new();
    dir.write("Racy.java", RACY);
    dir.write("Calm.java", CALM);
    dir.write("thinair.toml", toml);
    dir
}

#[test]
fn a_suite_succeeds_if_every_answer_is_the_expected_one() {
    let checks = "jobs = 2\n[[check]]\nprograms = [\"Calm.java\"]\nmodel = [\"sc\", \"jmm\"]\n\
                  [[check]]\nprograms = [\"Racy.java\"]\nexpect = \"violated\"\n";
    let dir = suite(checks);
    let run = dir.run(&["suite", "-q", "--reports", "out"]).exits(0).says("3 as expected, 0 not");
    assert!(run.err.is_empty(), "{run:?}");
    assert!(dir.read("out/TEST-002-Racy.java.xml").contains("failures=\"1\""));
    assert!(dir.read("out/001-Calm.java.html").contains("</html>"));
    // One of them is not.
    dir.write(
        "thinair.toml",
        format!("{checks}[[check]]\nprograms = [\"Calm.java\"]\narguments = [\"1\", \"2\"]\n"),
    );
    dir.run(&["suite"]).exits(1).says("Calm.java jmm violated, expected holds: assertion:").says("1 not");
    // What cannot be checked is not as expected, either.
    dir.write("thinair.toml", format!("{checks}[[check]]\nprograms = [\"Absent.java\"]\n"));
    dir.run(&["suite", "-q"]).exits(1).says("cannot read Absent.java");
    dir.write(
        "thinair.toml",
        "[[check]]\nprograms = [\"Racy.java\"]\nproperty = [\"deadlock\"]\noptions = [\"--states\", \"1\", \"--no-first-look\"]",
    );
    dir.run(&["suite", "-q"]).exits(1).says("unknown, expected holds: ").says("state limit 1 reached");
    dir.run(&["suite", "absent.toml"]).exits(2).complains("cannot read absent.toml");
    dir.write("thinair.toml", "[[check]]\nprogram = [\"Racy.java\"]\n");
    dir.run(&["suite"]).exits(2).complains("unknown field `program`");
}

#[test]
fn a_baseline_knows_findings_that_have_moved_and_no_others() {
    let dir = suite("baseline = \"known.json\"\n[[check]]\nprograms = [\"Racy.java\"]\n");
    dir.run(&["suite", "-q"]).exits(1);
    dir.run(&["suite", "-q", "--accept"]).exits(0).says("1 violated as in the baseline");
    dir.run(&["suite", "-q"]).exits(0).says("1 violated as in the baseline");
    dir.write("Racy.java", format!("// moved\n\n{RACY}"));
    dir.run(&["suite", "-q"]).exits(0);
    dir.write("Racy.java", RACY.replace("assert n == 2", "assert n > 1"));
    dir.run(&["suite", "-q"]).exits(1).says("expected holds: assertion: java.lang.AssertionError: lost");
}

#[test]
fn the_doctor_names_the_jdk_and_says_what_is_missing() {
    let dir = Dir::new();
    dir.run(&["doctor"]).exits(0).says("JDK").says("javac").says("memory").says("processors");
    let cache = dir.path("file");
    dir.write("file", "in the way");
    let mut command = dir.command(&["doctor"]);
    let run =
        crate::support::finish(command.env("THINAIR_CACHE", cache).spawn().expect("the binary is built"));
    assert!(run.code == 0 && run.out.contains("warning") && run.out.contains("THINAIR_CACHE"), "{run:?}");
}

#[test]
fn completions_and_man_pages_know_every_command() {
    let dir = Dir::new();
    for shell in ["bash", "zsh", "fish"] {
        let run = dir.run(&["completions", shell]).exits(0);
        assert!(
            ["check", "suite", "--junit"].iter().all(|word| run.out.contains(word.trim_start_matches('-'))),
            "{shell}"
        );
    }
    dir.run(&["man", "pages"]).exits(0);
    let page = dir.read("pages/thinair-check.1");
    assert!(page.contains(".TH") && page.contains("sarif") && page.contains("Exit codes"), "{page}");
    assert!(dir.path("pages/thinair.1").is_file());
}
