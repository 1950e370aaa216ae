//! The JSON of `thinair stages`, described in docs/JSON.md.

use super::run::{Checked, PROCESSES, Shown, token_hash};
use super::text::observation;
use crate::args::StagesArgs;
use crate::watch;
use explore::encode_steps;
use serde_json::{Value, json};
use staged::What;

/// One run: a program under rules.
pub fn object(checked: &Checked<'_>, target: &str, rules: &str, args: &StagesArgs) -> Value {
    let stats = checked.report.stats;
    let bounds = args.loop_bound.map_or_else(|| json!({}), |bound| json!({ "loop-bound": bound }));
    let exists = |claim: &&stages::Claim| claim.kind == stages::ClaimKind::Exists;
    let claims = checked.program.claims.iter().filter(exists);
    let conditions: Vec<Value> = claims
        .map(|claim| json!({ "text": claim.text, "observation": observation(checked, claim) }))
        .collect();
    json!({
        "schema": report::json::SCHEMA,
        "tool": "thinair",
        "version": env!("CARGO_PKG_VERSION"),
        "command": "stages",
        "target": target,
        "test": checked.program.name,
        "model": rules,
        "verdict": checked.verdict.word(),
        "reason": checked.verdict.reason(),
        "scope": { "bounds": bounds, "trusted": [], "assumed": [], "unsupported": [] },
        "findings": checked.shown.iter().map(|shown| finding(checked, shown)).collect::<Vec<_>>(),
        "needed": checked.needed.as_ref().map(|(names, is_minimal)| json!({ "rules": names, "minimal": is_minimal })),
        "outcomes": checked.report.outcomes.iter().map(|it| json!({ "values": it.render(), "reachable": true })).collect::<Vec<_>>(),
        "condition": conditions.first(),
        "conditions": conditions,
        "stats": {
            "states": stats.states,
            "transitions": stats.transitions,
            "operations": checked.performed,
            "executions": stats.finished,
            "max_depth": stats.max_depth,
            "seconds": checked.seconds.as_secs_f64(),
            "peak_bytes": watch::peak_bytes(),
        },
    })
}

fn finding(checked: &Checked<'_>, shown: &Shown) -> Value {
    let program = checked.program;
    let claim = &program.claims[shown.claim];
    let trace: Vec<Value> = shown
        .happened
        .iter()
        .map(|it| {
            let process = &program.processes[it.process];
            let code = &process.code[it.instruction];
            let (stage, to) = match it.what {
                What::Fetch => ("fetch", None),
                What::Issue => ("issue", None),
                What::Execute => ("execute", None),
                What::Reflect { to } => ("reflect", Some(program.processes[to].name.clone())),
            };
            json!({
                "thread": process.name,
                "action": stage,
                "to": to,
                "observer": it.observer.map(|observer| program.processes[observer].name.clone()),
                "location": it.location.map(|at| program.locations[usize::from(at)].name.clone()),
                "value": it.value,
                "file": program.file,
                "line": code.line,
            })
        })
        .collect();
    let place = |it: &staged::Happened| {
        let code = &program.processes[it.process].code[it.instruction];
        json!({ "thread": program.processes[it.process].name, "line": code.line, "text": code.text })
    };
    let pair = shown.pair.as_ref().map(|pair| {
        let silent = pair.silent.iter().map(|(rule, why)| json!({ "rule": rule, "why": why }));
        let observer = pair.first.observer.map(|observer| program.processes[observer].name.clone());
        json!({ "decides": pair.decides, "observer": observer, "first": place(&pair.first), "second": place(&pair.second), "silent": silent.collect::<Vec<_>>() })
    });
    json!({
        "severity": "violation",
        "kind": "claim",
        "message": format!("{} is violated", claim.text),
        "at": { "file": program.file, "line": claim.line },
        "trace": trace,
        "pair": pair,
        "replay": format!("{}:{}", token_hash(program, checked.rules), encode_steps(&shown.steps, PROCESSES)),
    })
}
