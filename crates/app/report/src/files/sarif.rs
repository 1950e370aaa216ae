//! SARIF 2.1.0 (OASIS, 2020): one result per finding, with the execution as a code flow that has a thread
//! flow per thread and a global order, and a fingerprint that stays the same when lines move.
//!
//! What could not be decided is a result of kind `open` and a notification; the run is successful only if
//! every case has an answer.

use super::{Answer, Case, Found, Reported, Spot, Step, meaning};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use verify::FindingKind;

/// The name of our fingerprint, with the version of its rule.
const FINGERPRINT: &str = "thinairFinding/v1";

/// The rule of cases without a sure answer.
const UNKNOWN: &str = "unknown";

/// The file.
pub(super) fn log(reported: &Reported) -> String {
    let mut fingerprints = BTreeMap::new();
    let mut results = Vec::new();
    for case in &reported.cases {
        for found in case.findings() {
            results.push(result(case, found, &mut fingerprints));
        }
        if case.reason().is_some() {
            results.push(open(case));
        }
    }
    let told: Vec<Value> = reported.cases.iter().filter_map(notification).collect();
    let is_complete = reported.is_done && !reported.cases.is_empty();
    let is_sure = |case: &Case| case.given().is_some_and(|given| given.word != "internal");
    let log = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "thinair",
                "fullName": "thinair, a model checker for Java under its memory model",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules(),
            }},
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": {
                "%SRCROOT%": { "description": { "text": "The folder in which thinair was started." } },
            },
            "invocations": [{
                "commandLine": reported.command,
                "executionSuccessful": is_complete && reported.cases.iter().all(is_sure),
                "toolExecutionNotifications": told,
            }],
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

fn rules() -> Vec<Value> {
    let of_kind = |kind: FindingKind| {
        let has_page = !matches!(kind, FindingKind::Outcome | FindingKind::Flag);
        let page =
            if has_page { format!(" docs/findings/{kind}.md says what to do.") } else { String::new() };
        let level = if kind == FindingKind::Race { "warning" } else { "error" };
        json!({
            "id": kind.name(),
            "shortDescription": { "text": meaning(kind) },
            "help": { "text": format!("{}{page}", meaning(kind)) },
            "defaultConfiguration": { "level": level },
            "properties": { "tags": ["concurrency", "memory-model"] },
        })
    };
    let unknown = json!({
        "id": UNKNOWN,
        "shortDescription": { "text": "It is not known whether the program is correct." },
        "help": { "text": "Neither a violation was found nor are all behaviours excluded. docs/findings/unknown.md says what to do." },
        "defaultConfiguration": { "level": "warning" },
    });
    FindingKind::ALL.into_iter().map(of_kind).chain([unknown]).collect()
}

fn rule_index(kind: FindingKind) -> usize {
    FindingKind::ALL.iter().position(|other| *other == kind).unwrap_or(0)
}

fn result(case: &Case, found: &Found, fingerprints: &mut BTreeMap<u64, u32>) -> Value {
    let hash = fingerprint(case, found);
    let number = fingerprints.entry(hash).or_default();
    *number += 1;
    let mut text = format!("{}: {}", found.kind, found.message);
    found.causes.iter().for_each(|cause| text += &format!("\ncaused by {cause}"));
    let mut result = json!({
        "ruleId": found.kind.name(),
        "ruleIndex": rule_index(found.kind),
        "level": if found.violation { "error" } else { "note" },
        "message": { "text": text },
        "locations": found.at.iter().map(|at| location(at, None)).collect::<Vec<_>>(),
        "partialFingerprints": { FINGERPRINT: format!("{hash:016x}:{number}") },
        "properties": {
            "target": case.target,
            "model": case.model,
            "verdict": case.word(),
            "replay": found.replay.as_ref().map(|token| format!("thinair replay '{}'", token.replace('\'', r"'\''"))),
        },
    });
    if let Some(second) = &found.second {
        let message = format!("the other access, by {}", second.thread);
        result["relatedLocations"] = json!([location(second, Some(&message))]);
    }
    if !found.steps.is_empty() {
        result["codeFlows"] = json!([code_flow(found)]);
    }
    result
}

/// A case without a sure answer.
fn open(case: &Case) -> Value {
    let reason = case.reason().unwrap_or_default();
    json!({
        "ruleId": UNKNOWN,
        "ruleIndex": FindingKind::ALL.len(),
        "kind": "open",
        "level": "none",
        "message": { "text": format!("{} under {}: {}: {reason}", case.target, case.model, case.word()) },
        "properties": { "target": case.target, "model": case.model, "verdict": case.word() },
    })
}

/// What a reader of the run must know of a case.
fn notification(case: &Case) -> Option<Value> {
    let reason = case.reason()?;
    let is_answer = matches!(&case.answer, Answer::Given(given) if given.word != "internal");
    Some(json!({
        "level": if is_answer { "warning" } else { "error" },
        "message": { "text": format!("{} under {}: {}: {reason}", case.target, case.model, case.word()) },
    }))
}

/// A thread flow per thread; the steps have their order among all.
fn code_flow(found: &Found) -> Value {
    let flow = |(column, thread): (usize, &String)| {
        let own = found.steps.iter().enumerate().filter(|(_, step)| step.column == column && !step.is_gap);
        let locations: Vec<Value> = own.map(|(order, step)| flow_location(order + 1, step)).collect();
        let flow = json!({ "id": thread, "message": { "text": thread }, "locations": locations });
        (!locations.is_empty()).then_some(flow)
    };
    let flows: Vec<Value> = found.threads.iter().enumerate().filter_map(flow).collect();
    let text = match found.violation {
        true => "an execution with the violation",
        false => "an execution that shows it",
    };
    json!({ "message": { "text": text }, "threadFlows": flows })
}

fn flow_location(order: usize, step: &Step) -> Value {
    let text = match &step.note {
        Some(note) => format!("{}; {note}", step.text),
        None => step.text.clone(),
    };
    let importance = if step.note.is_some() || step.matters { "essential" } else { "important" };
    json!({
        "location": location(&step.spot, Some(&text)),
        "executionOrder": order,
        "importance": importance,
        "kinds": kinds(step.action),
    })
}

/// SARIF's words for an action (3.38.8), as far as there are any.
fn kinds(action: &str) -> Vec<&str> {
    match action {
        "lock" => vec!["acquire", "lock"],
        "unlock" => vec!["release", "lock"],
        "fail" => vec!["danger"],
        "" => Vec::new(),
        other => vec![other],
    }
}

fn location(spot: &Spot, message: Option<&str>) -> Value {
    let mut location = json!({});
    if !spot.path.is_empty() {
        let is_absolute = spot.path.starts_with('/') || spot.path.get(1..3) == Some(":/");
        let uri = uri(&spot.path);
        let artifact = match is_absolute {
            true => json!({ "uri": format!("file://{}{uri}", if uri.starts_with('/') { "" } else { "/" }) }),
            false => json!({ "uri": uri, "uriBaseId": "%SRCROOT%" }),
        };
        location["physicalLocation"] = json!({ "artifactLocation": artifact });
        if spot.line > 0 {
            location["physicalLocation"]["region"] = match spot.code.is_empty() {
                true => json!({ "startLine": spot.line }),
                false => json!({ "startLine": spot.line, "snippet": { "text": spot.code } }),
            };
        }
    }
    let name = spot.name();
    if !spot.method.is_empty() {
        location["logicalLocations"] = json!([{ "fullyQualifiedName": name, "kind": "function" }]);
    }
    if let Some(message) = message {
        location["message"] = json!({ "text": message });
    }
    location
}

/// The path as a relative reference (RFC 3986).
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' | b'$' => {
                out.push(char::from(byte));
            }
            byte => out += &format!("%{byte:02X}"),
        }
    }
    out
}

/// What identifies a finding: the program and the model, its kind, and where it is as long as methods and
/// their lines are the same, wherever they stand. For a deadlock, that is where each thread waits.
fn fingerprint(case: &Case, found: &Found) -> u64 {
    let spot = |spot: &Spot| {
        let code: String = spot.code.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{}\u{0}{}\u{0}{code}", spot.class, spot.method)
    };
    let mut parts = vec![case.target.clone(), case.model.clone(), found.kind.name().to_owned()];
    parts.extend(found.at.as_ref().map(spot));
    parts.extend(found.second.as_ref().map(spot));
    match found.kind {
        FindingKind::Deadlock | FindingKind::Idle => {
            let waits = found.steps.iter().filter(|step| step.action == "blocked" && step.matters);
            parts.extend(waits.map(|step| spot(&step.spot)));
        }
        FindingKind::Assertion | FindingKind::Exception => {
            // The class of the exception; its text may hold values.
            parts.extend(found.message.split([':', ' ']).next().map(str::to_owned));
        }
        FindingKind::Outcome | FindingKind::Flag => parts.push(found.message.clone()),
        FindingKind::Exit | FindingKind::Hang | FindingKind::Race => {}
    }
    xxhash_rust::xxh3::xxh3_64(parts.join("\u{1}").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::super::tests::hostile;
    use super::*;

    #[test]
    fn threads_have_flows_of_their_own_in_one_order() {
        let mut reported = hostile();
        let Answer::Given(given) = &mut reported.cases[0].answer else { panic!("it has an answer") };
        let found = &mut given.findings[0];
        found.threads = vec!["a".to_owned(), "b".to_owned()];
        let step = |column, text: &str| Step { column, text: text.to_owned(), ..Step::default() };
        found.steps = vec![step(0, "x = 1"), step(1, "read x → 1"), step(0, "y = 1")];
        let log: Value = serde_json::from_str(&log(&reported)).expect("it is JSON");
        let flows = &log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"];
        let order = |flow: usize, at: usize| flows[flow]["locations"][at]["executionOrder"].as_u64();
        assert_eq!([order(0, 0), order(1, 0), order(0, 1)], [Some(1), Some(2), Some(3)]);
        assert_eq!((&flows[0]["id"], &flows[1]["id"]), (&"a".into(), &"b".into()));
    }

    #[test]
    fn a_finding_keeps_its_fingerprint_when_lines_move_and_loses_it_with_its_code() {
        let mut reported = hostile();
        let hash = |reported: &Reported| fingerprint(&reported.cases[0], &reported.cases[0].findings()[0]);
        let before = hash(&reported);
        let edit = |reported: &mut Reported, edit: &dyn Fn(&mut Spot)| {
            let Answer::Given(given) = &mut reported.cases[0].answer else { panic!("it has an answer") };
            edit(given.findings[0].at.as_mut().expect("it has a place"));
        };
        edit(&mut reported, &|at| {
            at.line += 40;
            at.code = format!("  {} ", at.code);
            at.path = "elsewhere/A.java".to_owned();
        });
        assert_eq!(hash(&reported), before);
        edit(&mut reported, &|at| at.code = "other();".to_owned());
        assert_ne!(hash(&reported), before);
    }

    #[test]
    fn paths_are_references() {
        assert_eq!(uri("src/main/java/a b/Ünï#1.java"), "src/main/java/a%20b/%C3%9Cn%C3%AF%231.java");
    }
}
