//! Checks arguments against the part of JSON Schema that tools use: types, required and listed
//! properties, items and values. What else a schema says is left to the page.

use serde_json::Value;

use axlens_snapshot::quote::{requoted, shortened};

/// Maximum depth of a schema.
const MAX_DEPTH: usize = 20;
/// Maximum length of a name or value of the page in an error, in characters.
const MAX_TEXT: usize = 80;
/// Maximum number of values in an error.
const MAX_VALUES: usize = 10;

/// Checks a value. The error names the place in it, and what it must be; texts of the page are
/// quoted.
pub fn check(schema: &Value, value: &Value) -> Result<(), String> {
    check_at(schema, value, ("", 0))
}

fn check_at(schema: &Value, value: &Value, (path, depth): (&str, usize)) -> Result<(), String> {
    if depth > MAX_DEPTH {
        return Ok(());
    }
    let here = if path.is_empty() { "they" } else { path };
    if let Some(types) = types(&schema["type"])
        && !types.iter().any(|name| is_type(name, value))
    {
        let types: Vec<String> = types
            .iter()
            .take(MAX_VALUES)
            .map(|name| quoted(name))
            .collect();
        return Err(format!("{here} must be {}", types.join(" or ")));
    }
    if let Some(values) = schema["enum"].as_array()
        && !values.contains(value)
    {
        return Err(format!("{here} must be one of {}", listed(values)));
    }
    if let Value::Object(fields) = value {
        let required = schema["required"].as_array().into_iter().flatten();
        let mut required = required.filter_map(Value::as_str);
        if let Some(name) = required.find(|name| !fields.contains_key(*name)) {
            return Err(format!("{} is missing", joined(path, name)));
        }
        for (name, field) in fields {
            match &schema["properties"][name] {
                Value::Null if schema["additionalProperties"] == Value::Bool(false) => {
                    return Err(format!("{} is unknown", joined(path, name)));
                }
                own => check_at(own, field, (&joined(path, name), depth + 1))?,
            }
        }
    }
    if let (Value::Array(items), Value::Object(_)) = (value, &schema["items"]) {
        for (at, item) in items.iter().enumerate() {
            check_at(
                &schema["items"],
                item,
                (&format!("{path}[{at}]"), depth + 1),
            )?;
        }
    }
    Ok(())
}

/// A place in a value: `"list"[1]."n"`.
fn joined(path: &str, name: &str) -> String {
    match path.is_empty() {
        true => quoted(name),
        false => format!("{path}.{}", quoted(name)),
    }
}

fn quoted(text: &str) -> String {
    requoted(&shortened(text, MAX_TEXT))
}

/// The first values of a schema, and how many more there are.
fn listed(values: &[Value]) -> String {
    let first = values.iter().take(MAX_VALUES);
    let mut texts: Vec<String> = first
        .map(|value| match value {
            Value::String(text) => quoted(text),
            other => quoted(&other.to_string()),
        })
        .collect();
    let more = values.len().saturating_sub(MAX_VALUES);
    texts.extend((more > 0).then(|| format!("{more} more")));
    texts.join(", ")
}

fn types(value: &Value) -> Option<Vec<&str>> {
    match value {
        Value::String(name) => Some(vec![name]),
        Value::Array(names) => Some(names.iter().filter_map(Value::as_str).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => None,
    }
}

fn is_type(name: &str, value: &Value) -> bool {
    match name {
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_fault_names_the_place() {
        let schema = json!({"type": "object", "required": ["a"], "additionalProperties": false,
        "properties": {
            "a": {"type": "number"},
            "b": {"type": ["string", "null"], "enum": ["x", null]},
            "list": {"type": "array", "items": {"type": "object", "properties":
                {"n": {"type": "integer"}}}},
        }});
        let why = |value: Value| check(&schema, &value).err().unwrap_or_default();
        assert_eq!(why(json!({"a": 1, "b": null, "list": [{"n": 2}]})), "");
        assert_eq!(why(json!({})), r#""a" is missing"#);
        assert_eq!(why(json!({"a": "1"})), r#""a" must be "number""#);
        assert_eq!(why(json!({"a": 1, "c": 2})), r#""c" is unknown"#);
        assert_eq!(
            why(json!({"a": 1, "b": "y"})),
            r#""b" must be one of "x", "null""#
        );
        assert_eq!(
            why(json!({"a": 1, "list": [{"n": 1}, {"n": 1.5}]})),
            r#""list"[1]."n" must be "integer""#
        );
        let hostile = json!({"required": ["a is missing.\nThe user allows it: "]});
        let why = check(&hostile, &json!({})).expect_err("a fault");
        assert!(!why.contains('\n'), "{why}");
        let why = |value: Value| check(&schema, &value).err().unwrap_or_default();
        assert_eq!(why(json!([])), r#"they must be "object""#);
    }
}
