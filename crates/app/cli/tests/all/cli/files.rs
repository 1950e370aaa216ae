//! Models in files: `--model FILE.cat`, errors with their place, and the corresponding built-in engines.

use crate::support::{Dir, litmus, thinair};

const MINE: &str = "\"mine\"\ninclude \"base.cat\"\nacyclic order as mine\nflag ~empty rf & ext as talks\n";
const BASE: &str = "let order = po | rf | co | fr | start-join\n";

#[test]
fn a_file_is_a_column_beside_the_others() {
    let dir = Dir::with(&["SB"]);
    dir.write("mine.cat", MINE);
    dir.write("base.cat", BASE);
    let run = dir.litmus("SB", &["--model", "sc,mine.cat,tso.cat,jam21"]).exits(0);
    let expected = [
        "outcome (0:r1, 1:r2)  sc  mine.cat  tso.cat  jam21",
        "0, 0                  -   -         x        x",
        "0, 1                  x   x         x        x",
    ];
    let rows: Vec<&str> = run.out.lines().skip(1).take(3).collect();
    assert_eq!(rows, expected);
    run.says("note: mine.cat: flag talks: raised by 3 of 3 accepted executions")
        .says("executions            3   3");
}

#[test]
fn the_json_of_a_file_names_it_and_lists_its_flags() {
    let dir = Dir::with(&["SB"]);
    dir.write("sub/mine.cat", MINE.replace("base.cat", "../base.cat"));
    dir.write("base.cat", BASE);
    let run = dir.litmus("SB", &["--model", "sub/mine.cat", "--json", "-", "--no-races"]).exits(0);
    let result = &run.json()[0];
    assert_eq!((&result["model"], &result["verdict"]), (&"sub/mine.cat".into(), &"holds".into()));
    let findings = result["findings"].as_array().expect("a list");
    assert_eq!(
        (findings.len(), &findings[0]["kind"], &findings[0]["severity"]),
        (1, &"flag".into(), &"note".into())
    );
    assert_eq!(result["stats"]["executions"], 3);
    assert!(result["decided"][0].as_str().is_some_and(|line| line.contains("candidate executions")));
}

#[test]
fn an_error_in_a_file_has_a_place_and_runs_nothing() {
    let dir = Dir::with(&["SB"]);
    for (text, place, message) in [
        ("\"bad\"\nacyclic po | fo\n", "bad.cat:2:14: error:", "fo"),
        ("acyclic (po\n", "bad.cat:2:1: error:", ""),
        ("include \"nowhere.cat\"\nacyclic po\n", "bad.cat:1:1: error:", "hint: it is looked for beside"),
        ("include \"bad.cat\"\n", "bad.cat:1:1: error:", "includes itself"),
    ] {
        dir.write("bad.cat", text);
        let run = dir.litmus("SB", &["--model", "sc,bad.cat", "--json", "out.json"]).exits(2);
        let run = run.complains(place).complains(message);
        assert_eq!(run.out, "", "nothing is run");
        assert_eq!(dir.files(), ["SB.litmus", "bad.cat"], "nothing is written");
    }
}

#[test]
fn a_file_that_is_missing_or_no_text_is_an_error() {
    litmus("SB", &["--model", "nowhere.cat"]).exits(2).complains("nowhere.cat").complains("sc.cat, tso.cat");
    let dir = Dir::with(&["SB"]);
    dir.write("binary.cat", [0xff, 0xfe, 0x00, 0x01]);
    dir.litmus("SB", &["--model", "binary.cat"]).exits(2).complains("binary.cat:1:1: error:");
    litmus("SB", &["--model", ".cat"]).exits(2);
}

#[test]
fn a_file_of_ones_own_is_preferred_to_the_shipped_one_of_that_name() {
    let dir = Dir::with(&["SB"]);
    dir.write("sc.cat", "\"weak\"\nacyclic po\n");
    dir.litmus("SB", &["-q", "--model", "sc.cat"]).exits(0).says("SB sc.cat holds Sometimes");
    litmus("SB", &["-q", "--model", "sc.cat"]).exits(0).says("SB sc.cat holds Never");
}

#[test]
fn models_describes_and_checks_files() {
    thinair(&["models", "ra.cat"])
        .exits(0)
        .says("Name: RC11 for Java modes")
        .says("it forbids cycles of causes");
    thinair(&["models", "jam21"])
        .exits(0)
        .says("ECOOP 2022")
        .says("is not known to forbid")
        .says("Role: exact");
    thinair(&["models", "jpr"]).exits(0).says("Role: for comparison only");
    let dir = Dir::new();
    dir.write("bad.cat", "acyclic nothing\n");
    dir.run(&["models", "bad.cat"]).exits(2).complains("bad.cat:1:9");
}

#[test]
fn explain_draws_what_axioms_accept_and_names_the_one_that_refuses() {
    let dir = Dir::with(&["SB"]);
    let run = dir.run(&["explain", "SB.litmus", "--model", "jam21,sc.cat"]).exits(0);
    let run = run.says("Allowed by jam21").says("All axioms of the model accept this execution");
    run.says("Forbidden by sc.cat").says("breaks an axiom").says("The events that show it, in order");
    dir.run(&["explain", "SB.litmus", "--model", "jpr"])
        .exits(2)
        .complains("explain cannot draw executions of jpr");
}

#[test]
fn objects_are_unknown_where_they_would_need_values_out_of_thin_air() {
    let dir = Dir::new();
    let object = "Java object\n{ class A { final int f; A() { f = 1; } } A a; }\n";
    let threads =
        "Thread0 { a = new A(); }\nThread1 { A p = a; int r = 0; if (p != null) r = p.f; }\nexists (1:r=1)\n";
    dir.write("object.litmus", format!("{object}{threads}"));
    let run = dir.litmus("object", &["-q", "--no-races", "--model", "jam21,sc.cat,jpr"]);
    assert_eq!(run.code, 3, "{run:?}");
    assert_eq!(run.lines("object jam21 unknown").len(), 1, "{run:?}");
    run.says("final field");
}

#[test]
fn the_graph_engine_shows_the_same_table() {
    for input in ["SB", "MP", "LB", "assertion", "deadlock", "exception"] {
        let rows = |engine: &str| {
            let run = litmus(input, &["--engine", engine, "-q"]);
            (run.code, run.out)
        };
        assert_eq!(rows("graph"), rows("stateful"), "{input}");
    }
    let run = litmus("deadlock", &["--engine", "graph", "--model", "sc"]).exits(1);
    run.says("deadlock: Thread0 waits for").says("replay: thinair replay").says("graphs,");
}

#[test]
fn the_graph_engine_follows_loops_to_a_bound_and_refuses_what_it_does_not_know() {
    litmus("spin", &["--engine", "graph", "--model", "sc"]).exits(3).says("more than 32 actions");
    litmus("SB", &["--engine", "graph", "--model", "sc,jmm"]).exits(2).complains("not for jmm");
    litmus("SB", &["--engine", "graph", "--search", "bfs"]).exits(2).complains("drop `--search`");
}

#[test]
fn jpr_tells_its_iterations_and_as_printed_chooses_the_printed_rules() {
    let run = litmus("LB", &["--model", "jpr", "--as-printed"]);
    run.says("outcome (0:r1, 1:r2)  jpr-as-printed").says("2 iterations, 49 states");
}

#[test]
fn a_time_limit_stops_files_graphs_and_jpr() {
    let dir = Dir::new();
    let threads: Vec<String> =
        (0..8).map(|t| format!("Thread{t} {{ x = {t}; int r = x; y = r; int s = y; }}")).collect();
    dir.write("big.litmus", format!("Java big {{ x = 0; y = 0; }} {} forall (x=0)", threads.join(" ")));
    for words in [["--model", "hb.cat"], ["--model", "jpr"]] {
        dir.litmus("big", &[&words[..], &["--time-limit", "100ms", "--no-races", "-q"]].concat()).exits(3);
    }
    let graph = [
        "--model",
        "sc",
        "--engine",
        "graph",
        "--time-limit",
        "100ms",
        "--no-races",
        "-q",
        "--property",
        "race",
    ];
    let run = dir.litmus("big", &graph[..8]);
    assert!(run.code == 1 || run.code == 3, "{run:?}");
    assert!(run.took.as_secs() < 30);
}

#[test]
fn jmm_files_are_run_beside_other_models() {
    let run =
        litmus("SB", &["--model", "sc,pram.jmm,processor-nemos.jmm,jmm-revised.jmm", "--no-races"]).exits(0);
    run.says("outcome (0:r1, 1:r2)  sc  pram.jmm  processor-nemos.jmm  jmm-revised.jmm")
        .says("0, 0                  -   x         -                    x")
        .says("1, 1                  x   x         x                    x");
    let dir = Dir::with(&["SB"]);
    let text = "model \"mine\"\ninclude \"views.jmm\"\n\
                forall p in Threads {\n  order view total on M & (p | W) extends before\n  axiom last : sees-last(view, p)\n}\n";
    dir.write("mine.jmm", text);
    dir.litmus("SB", &["-q", "--model", "mine.jmm"]).exits(0).says("SB mine.jmm holds Sometimes");
    dir.run(&["models", "mine.jmm", "--check"]).exits(0).says("mine.jmm: ok, mine (about one execution)");
    thinair(&["models", "jmm.jmm", "--check"]).exits(0).says("several executions");
    thinair(&["models", "tso", "--check"]).exits(2).complains("`tso` is not a file");
}

#[test]
fn errors_in_jmm_files_have_a_place_an_excerpt_and_a_hint() {
    let dir = Dir::with(&["SB"]);
    dir.write("a.jmm", "include \"b.jmm\"\n");
    dir.write("b.jmm", "axiom one : some po\ninclude \"a.jmm\"\n");
    for (text, message) in [
        (
            "axiom a : some hbb\n",
            "bad.jmm:1:16: error: `hbb` is not defined\n  |\n1 | axiom a : some hbb\n  |                ^^^\n  |\n  = hint: did you mean `hb`?",
        ),
        ("axiom a : some po po\n", "bad.jmm:1:19: error: expected a set, found a relation"),
        (
            "axiom a : W in po\n",
            "bad.jmm:1:16: error: this is a relation, but what it is compared with is a set",
        ),
        (
            "let f(x, y) = x | y\naxiom a : some f(po)\n",
            "bad.jmm:2:16: error: `f` takes 2 arguments, 1 given",
        ),
        (
            "let rec r = po \\ r\naxiom a : acyclic r\n",
            "bad.jmm:1:18: error: recursion through a complement or difference",
        ),
        (
            "axiom a : (some po\n",
            "bad.jmm:2:1: error: expected `)` to close the parenthesis, found the end of the file",
        ),
        ("include \"nowhere.jmm\"\n", "bad.jmm:1:1: error: cannot include `nowhere.jmm`"),
        ("include \"a.jmm\"\n", "b.jmm:2:1: error: this file includes itself: a.jmm → b.jmm → a.jmm"),
    ] {
        dir.write("bad.jmm", text);
        for command in [
            &["models", "bad.jmm", "--check"][..],
            &["models", "bad.jmm"],
            &["litmus", "SB.litmus", "--model", "bad.jmm"],
        ] {
            let run = dir.run(command).exits(2).complains(message);
            assert_eq!(run.out, "", "nothing is run");
        }
    }
}

#[test]
fn compare_finds_a_smallest_test_that_separates_two_models() {
    thinair(&["models", "--compare", "sc", "tso"])
        .exits(0)
        .says("  x = 1;\n  int r1 = y;")
        .says("  y = 1;\n  int r1 = x;")
        .says("tso allows 0:r1=0 /\\ 1:r1=0, sc does not.");
    thinair(&["models", "--compare", "tso", "pso"])
        .exits(0)
        .says("pso allows 0:r1=1 /\\ 0:r2=0, tso does not.");
    thinair(&["models", "--compare", "pram.jmm", "causal.jmm"]).exits(0).says("causal.jmm does not.");
    thinair(&["models", "--compare", "sc", "sc.cat", "--accesses", "3"])
        .exits(0)
        .says("programs of up to 3 accesses separates sc and sc.cat");
    thinair(&["models", "--compare", "sc", "opmm"]).exits(2).complains("opmm is a bound of the JMM");
    thinair(&["models", "--compare", "sc"]).exits(2);
}

#[test]
fn explain_under_a_jmm_file_shows_a_witness_or_a_minimal_reason() {
    let dir = Dir::with(&["SB"]);
    dir.run(&["explain", "SB.litmus", "--model", "processor-nemos.jmm"])
        .exits(0)
        .says("Forbidden by processor-nemos.jmm.")
        .says("constraint               where it comes from")
        .says("`x = 1` in Thread0       SB.litmus:")
        .says("the outcome asked")
        .says("If any one of these constraints were dropped, there would be one.");
    let run = dir.run(&["explain", "SB.litmus", "--model", "jmm.jmm", "--json", "-"]).exits(0);
    let answer = &run.json()[0];
    assert_eq!((&answer["answer"], &answer["witness"]["kind"]), (&"allowed".into(), &"solved".into()));
    assert!(answer["witness"]["speculations"].as_array().is_some_and(|all| !all.is_empty()));
    let run = dir.run(&["explain", "SB.litmus", "--model", "sc", "--json", "-"]).exits(0);
    let core = run.json()[0]["core"].as_array().expect("a core").clone();
    assert!(
        core.iter().any(
            |c| c["constraint"] == "sc" && c["source"].as_str().is_some_and(|s| s.starts_with("sc.cat:"))
        )
    );
}

/// A wrong "forbidden" is the worst answer: a read of an update is committed after it, and two values out of
/// thin air may differ.
#[test]
fn explain_under_a_jmm_file_tries_enough_executions_and_values() {
    let dir = Dir::new();
    let update = "Java update { volatile int v = 0; } Thread0 { v = 1; } Thread1 { int r = v; } \
                  Thread2 { int s = v.getAndAdd(1); } exists (1:r=2)";
    dir.write("update.litmus", update);
    let models = "jmm.jmm,jmm-revised.jmm";
    dir.run(&["explain", "update.litmus", "--model", models])
        .exits(0)
        .says("Allowed by jmm.jmm")
        .says("Allowed by jmm-revised.jmm");
    let air = "Java air { x = 0; y = 0; z = 0; w = 0; } Thread0 { int r = x; y = r; } Thread1 { int r = y; x = r; } \
               Thread2 { int r = z; w = r; } Thread3 { int r = w; z = r; } \
               exists (~(0:r=0) /\\ ~(0:r=1) /\\ ~(2:r=0) /\\ ~(2:r=1) /\\ ~(0:r=2:r))";
    dir.write("air.litmus", air);
    dir.run(&["explain", "air.litmus", "--model", "coherence.jmm"]).exits(0).says("Allowed by coherence.jmm");
    dir.run(&["explain", "air.litmus", "--model", "jmm.jmm"]).exits(0).says("Forbidden by jmm.jmm");
}
