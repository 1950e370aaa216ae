//! The JSON of `check` (docs/JSON.md).

use super::tool::{check, check_in, source};
use crate::support::Dir;
use serde_json::Value;

fn is_text_or_null(value: &Value) -> bool {
    value.is_string() || value.is_null()
}

#[test]
fn one_model_is_an_object_with_all_fields() {
    let run = check(&["--json", "-"], "VolatileArray").exits(1).json();
    assert_eq!(run["schema"], 1);
    for (field, text) in
        [("tool", "thinair"), ("command", "check"), ("target", "VolatileArray"), ("model", "jmm")]
    {
        assert_eq!(run[field], text, "{field}");
    }
    assert_eq!((&run["verdict"], &run["reason"]), (&"violated".into(), &Value::Null));
    let scope = &run["scope"];
    assert_eq!(scope["bounds"]["threads"], 32);
    for list in ["trusted", "assumed"] {
        let texts = scope[list].as_array().expect("a list");
        assert!(!texts.is_empty() && texts.iter().all(Value::is_string), "{list}");
    }
    assert_eq!(scope["unsupported"], serde_json::json!([]));
    assert!(run["decided"].as_array().is_some_and(|d| d.iter().all(Value::is_string)));
    for counter in ["states", "transitions", "instructions", "max_depth", "seconds", "peak_bytes"] {
        assert!(run["stats"][counter].is_number(), "{counter}");
    }
    assert!(run["stats"]["executions"].is_null());
}

#[test]
fn findings_have_places_traces_and_tokens() {
    let run = check(&["--json", "-"], "VolatileArray").exits(1).json();
    let findings = run["findings"].as_array().expect("a list");
    let violation = &findings[0];
    assert_eq!((&violation["severity"], &violation["kind"]), (&"violation".into(), &"assertion".into()));
    assert_eq!(violation["message"], "java.lang.AssertionError in b");
    let at = &violation["at"];
    for (field, text) in
        [("class", "VolatileArray"), ("method", "b"), ("file", "VolatileArray.java"), ("thread", "b")]
    {
        assert_eq!(at[field], text, "{field}");
    }
    let text = source("VolatileArray");
    let line = 1 + text.lines().position(|l| l.contains("assert data")).expect("it asserts");
    assert_eq!(at["line"], line);
    assert_eq!(violation["certificate"]["kind"], "trace");
    assert_eq!(violation["repairs"], serde_json::json!([]));
    assert!(violation["replay"].as_str().is_some_and(|token| token.starts_with("tj1:opmm:")));
    let race = findings.iter().find(|f| f["kind"] == "race").expect("there are races");
    assert_eq!(race["severity"], "note");
    assert!(race["at"].is_object() && race["second"].is_object());
    assert!(race["replay"].as_str().is_some_and(|token| token.starts_with("tj1:races:")));
}

#[test]
fn steps_of_a_trace_have_texts_and_notes() {
    let run = check(&["--json", "-"], "VolatileArray").exits(1).json();
    let trace = run["findings"][0]["trace"].as_array().expect("a list");
    for step in trace {
        assert!(
            step["thread"].is_string() && step["action"].is_string() && step["file"].is_string(),
            "{step}"
        );
        assert!(
            ["location", "value", "sees", "note", "via"].iter().all(|f| is_text_or_null(&step[*f])),
            "{step}"
        );
        assert!(step["line"].is_u64() || step["line"].is_null(), "{step}");
    }
    let stale = trace.iter().find(|step| step["note"].is_string()).expect("a read misses a write");
    assert_eq!((&stale["action"], &stale["location"]), (&"read".into(), &"VolatileArray.data".into()));
    assert_eq!(stale["sees"], "0");
    assert_eq!(trace.last().expect("not empty")["action"], "fail");
    let run = check(&["--json", "-", "--model", "sc"], "LockForgotten").exits(1).json();
    let trace = run["findings"][0]["trace"].as_array().expect("a list");
    let via = "java.util.concurrent.locks.ReentrantLock.lock";
    assert!(trace.iter().any(|step| step["via"] == via), "{trace:#?}");
}

#[test]
fn several_models_are_an_array() {
    let runs =
        check(&["--json", "-", "--model", "tso,jmm", "--depth", "500"], "VolatileArray").exits(1).json();
    let runs = runs.as_array().expect("an array");
    assert_eq!(runs.len(), 2);
    assert_eq!((&runs[0]["model"], &runs[0]["verdict"]), (&"tso".into(), &"holds".into()));
    assert_eq!(
        runs[0]["scope"]["bounds"],
        serde_json::json!({ "depth": 500, "store buffer": 32, "threads": 32 })
    );
    assert_eq!((&runs[1]["model"], &runs[1]["verdict"]), (&"jmm".into(), &"violated".into()));
}

#[test]
fn unknown_has_its_reason_and_what_is_unsupported_its_stack() {
    let run = check(&["--json", "-"], "WritesFile").exits(3).json();
    assert!(run["reason"].as_str().is_some_and(|reason| reason.starts_with("unsupported: ")), "{run:#}");
    let unsupported = run["scope"]["unsupported"][0].as_str().expect("a text");
    assert!(unsupported.contains("WritesFile.main"), "{unsupported}");
}

#[test]
fn a_file_is_written_besides_the_report() {
    let dir = Dir::new();
    dir.write("Atomics.java", source("Atomics"));
    check_in(&dir, &["--json", "out.json", "Atomics.java"]).exits(0).says("Atomics.java under jmm: holds");
    let run: Value = serde_json::from_str(&dir.read("out.json")).expect("it is JSON");
    assert_eq!(run["verdict"], "holds");
    assert_eq!(dir.files(), ["Atomics.java", "out.json"]);
}
