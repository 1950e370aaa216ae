//! Validates JSON against a JSON Schema, as far as the schemas here use it: draft 7 without `if`, remote
//! references and formats. A keyword that is not known is an error of the test, never passed over.

use serde_json::Value;

/// What is wrong with a value; empty if it is valid.
pub fn complaints(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    Validator { root: schema }.check(schema, value, "", &mut found);
    found
}

/// Keywords that say nothing about what is valid, or only about the form of texts.
const SILENT: [&str; 12] = [
    "$schema",
    "$id",
    "id",
    "title",
    "description",
    "default",
    "definitions",
    "format",
    "pattern",
    "$comment",
    "examples",
    "readOnly",
];

struct Validator<'a> {
    root: &'a Value,
}

impl Validator<'_> {
    fn check(&self, schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
        let Some(keywords) = schema.as_object() else {
            return assert_eq!(schema, &Value::Bool(true), "a schema is an object");
        };
        for (keyword, wanted) in keywords {
            if let Some(wrong) = self.keyword((keyword, wanted), schema, value, at, found) {
                found.push(format!("{at}: {wrong}"));
            }
        }
    }

    fn is_valid(&self, schema: &Value, value: &Value) -> bool {
        let mut found = Vec::new();
        self.check(schema, value, "", &mut found);
        found.is_empty()
    }

    fn keyword(
        &self,
        (keyword, wanted): (&str, &Value),
        schema: &Value,
        value: &Value,
        at: &str,
        found: &mut Vec<String>,
    ) -> Option<String> {
        let list = || wanted.as_array().expect("a list").iter();
        let number = || wanted.as_f64().expect("a number");
        let is = |holds: bool| (!holds).then(|| format!("{keyword} {wanted}: {value:.200}"));
        match keyword {
            "$ref" => {
                let path = wanted.as_str().and_then(|r| r.strip_prefix('#')).expect("a reference inside");
                let target = self.root.pointer(path).unwrap_or_else(|| panic!("there is no {path}"));
                self.check(target, value, at, found);
                None
            }
            "type" => is(match wanted {
                Value::Array(types) => types.iter().any(|kind| has_type(kind, value)),
                kind => has_type(kind, value),
            }),
            "enum" => is(list().any(|one| one == value)),
            "const" => is(wanted == value),
            "minimum" => is(value.as_f64().is_none_or(|n| n >= number())),
            "maximum" => is(value.as_f64().is_none_or(|n| n <= number())),
            "minItems" => is(value.as_array().is_none_or(|all| all.len() as f64 >= number())),
            "maxItems" => is(value.as_array().is_none_or(|all| all.len() as f64 <= number())),
            "minLength" => is(value.as_str().is_none_or(|text| text.chars().count() as f64 >= number())),
            "uniqueItems" => {
                is(value.as_array().is_none_or(|all| (0..all.len()).all(|i| !all[..i].contains(&all[i]))))
            }
            "required" => {
                let missing = |name: &&Value| value.get(name.as_str().expect("a name")).is_none();
                value.as_object()?;
                list().find(missing).map(|name| format!("misses {name}"))
            }
            "anyOf" => is(list().any(|one| self.is_valid(one, value))),
            "oneOf" => is(list().filter(|one| self.is_valid(one, value)).count() == 1),
            "allOf" => {
                list().for_each(|one| self.check(one, value, at, found));
                None
            }
            "not" => is(!self.is_valid(wanted, value)),
            "items" => {
                for (i, item) in value.as_array()?.iter().enumerate() {
                    self.check(wanted, item, &format!("{at}/{i}"), found);
                }
                None
            }
            "properties" => {
                for (name, of) in wanted.as_object().expect("schemas") {
                    if let Some(value) = value.get(name) {
                        self.check(of, value, &format!("{at}/{name}"), found);
                    }
                }
                None
            }
            "additionalProperties" => {
                let known = schema.get("properties").and_then(Value::as_object);
                let others = value.as_object()?.iter();
                let others = others.filter(|(name, _)| known.is_none_or(|known| !known.contains_key(*name)));
                for (name, value) in others {
                    match wanted {
                        Value::Bool(true) => {}
                        Value::Bool(false) => found.push(format!("{at}: has {name}")),
                        of => self.check(of, value, &format!("{at}/{name}"), found),
                    }
                }
                None
            }
            "dependencies" => None,
            other => {
                assert!(SILENT.contains(&other), "the keyword {other} is not known");
                None
            }
        }
    }
}

fn has_type(kind: &Value, value: &Value) -> bool {
    match kind.as_str().expect("a type") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|n| n.fract() == 0.0),
        other => panic!("the type {other} is not known"),
    }
}

#[test]
fn what_breaks_a_schema_is_found_wherever_it_is() {
    let schema = serde_json::json!({
        "definitions": { "name": { "type": "string", "minLength": 1 } },
        "type": "object",
        "required": ["name"],
        "additionalProperties": false,
        "properties": { "name": { "$ref": "#/definitions/name" }, "all": { "items": { "enum": [1, 2] } } }
    });
    let of = |value: Value| complaints(&schema, &value).len();
    assert_eq!(of(serde_json::json!({ "name": "a", "all": [1, 2] })), 0);
    assert_eq!(of(serde_json::json!({ "name": "", "all": [3], "more": 0 })), 3);
    assert_eq!((of(serde_json::json!({})), of(serde_json::json!([]))), (1, 1));
}
