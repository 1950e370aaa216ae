//! Known findings, by SARIF fingerprint: they do not fail a suite, new ones do.

use crate::output;
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// Fingerprints of violations and their messages, by target and model.
pub type Found = BTreeMap<(String, String), BTreeMap<String, String>>;

/// The violations in a SARIF log.
pub fn fingerprints(log: &Value) -> Found {
    let mut found = Found::new();
    let results = log["runs"][0]["results"].as_array().into_iter().flatten();
    for result in results.filter(|result| result["level"] == "error") {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let key = (text(&result["properties"]["target"]), text(&result["properties"]["model"]));
        let message = text(&result["message"]["text"]).lines().next().unwrap_or_default().to_owned();
        if let Some(print) = result["partialFingerprints"]["thinairFinding/v1"].as_str() {
            found.entry(key).or_default().insert(print.to_owned(), message);
        }
    }
    found
}

/// The known findings.
#[derive(Debug, Default)]
pub struct Baseline(BTreeMap<String, String>);

impl Baseline {
    /// Reads the file; if there is none, nothing is known.
    pub fn read(file: &Path) -> Result<Baseline> {
        if !file.exists() {
            return Ok(Baseline::default());
        }
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("error: cannot read {}", file.display()))?;
        let value: Value = serde_json::from_str(&text)
            .with_context(|| format!("error: {} is no baseline", file.display()))?;
        let known = value["findings"].as_object().into_iter().flatten();
        Ok(Baseline(
            known.map(|(print, said)| (print.clone(), said.as_str().unwrap_or("").to_owned())).collect(),
        ))
    }

    /// Writes the file.
    pub fn write(&self, file: &Path) -> Result<()> {
        let value = json!({ "tool": "thinair", "schema": 1, "findings": self.0 });
        output::write(file, format!("{value:#}\n"))
    }

    /// Adds findings.
    pub fn add(&mut self, findings: &BTreeMap<String, String>) {
        self.0.extend(findings.clone());
    }

    /// Whether a finding is known.
    pub fn has(&self, print: &str) -> bool {
        self.0.contains_key(print)
    }

    /// Whether all of them are known.
    pub fn has_all(&self, findings: &BTreeMap<String, String>) -> bool {
        findings.keys().all(|print| self.has(print))
    }
}
