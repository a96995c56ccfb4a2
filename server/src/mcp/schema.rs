//! Short JSON schemas of the tools' arguments. Agents pay for every token of them in every
//! conversation.

use rmcp::model::JsonObject;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};

/// Keywords that do not help an agent to write arguments.
const OMITTED: [&str; 11] = [
    "$defs",
    "$schema",
    "additionalProperties",
    "default",
    "format",
    "maxItems",
    "maximum",
    "minItems",
    "minimum",
    "title",
    "writeOnly",
];

/// The schema of a type. The descriptions are those of the fields; a type's own is omitted.
pub fn of<T: JsonSchema>() -> JsonObject {
    let derived = SchemaGenerator::default().into_root_schema_for::<T>();
    let definitions = derived.get("$defs").cloned().unwrap_or_default();
    let Value::Object(mut schema) = derived.to_value() else {
        return JsonObject::new();
    };
    schema.remove("description");
    shorten(&mut schema, &definitions);
    schema
}

fn shorten(schema: &mut JsonObject, definitions: &Value) {
    inline_reference(schema, definitions);
    schema.retain(|keyword, _| !OMITTED.contains(&keyword.as_str()));
    for child in children(schema) {
        shorten(child, definitions);
    }
    join_alternatives(schema);
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = &types[..] {
            let only = only.clone();
            schema.insert("type".to_owned(), only);
        }
    }
    if schema.contains_key("enum") {
        schema.remove("type");
    }
}

/// The schemas directly inside a schema.
fn children(schema: &mut JsonObject) -> Vec<&mut JsonObject> {
    let mut children = Vec::new();
    for (keyword, value) in schema {
        match (keyword.as_str(), value) {
            ("items", Value::Object(item)) => children.push(item),
            ("properties", Value::Object(properties)) => {
                children.extend(properties.values_mut().filter_map(Value::as_object_mut));
            }
            ("anyOf" | "oneOf", Value::Array(list)) => {
                children.extend(list.iter_mut().filter_map(Value::as_object_mut));
            }
            _ => {}
        }
    }
    children
}

fn inline_reference(schema: &mut JsonObject, definitions: &Value) {
    let Some(Value::String(reference)) = schema.remove("$ref") else {
        return;
    };
    let name = reference.trim_start_matches("#/$defs/");
    let definition = definitions[name].as_object();
    for (keyword, value) in definition.into_iter().flatten() {
        if keyword != "description" {
            schema.insert(keyword.clone(), value.clone());
        }
    }
    shorten(schema, definitions);
}

/// Alternatives that differ only in a constant become an `enum`, those that differ only in their
/// type a list of types. `null` is no alternative, since an argument can be omitted.
fn join_alternatives(schema: &mut JsonObject) {
    for keyword in ["anyOf", "oneOf"] {
        let Some(Value::Array(mut alternatives)) = schema.remove(keyword) else {
            continue;
        };
        alternatives.retain(|alternative| *alternative != json!({"type": "null"}));
        let all = |key: &str| -> Option<Vec<Value>> {
            alternatives
                .iter()
                .map(|each| each.get(key).cloned())
                .collect()
        };
        if let Some(constants) = all("const") {
            schema.insert("enum".to_owned(), Value::Array(constants));
        } else if let [Value::Object(only)] = &alternatives[..] {
            schema.extend(only.clone());
        } else if let Some(types) = all("type") {
            schema.insert("type".to_owned(), Value::Array(types));
        } else {
            schema.insert(keyword.to_owned(), Value::Array(alternatives));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_protocol::model::ElementId;

    /// A type's own description.
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is used")]
    struct Arguments {
        /// A title.
        title: Option<String>,
        kind: Option<Kind>,
        /// An element.
        uid: Option<ElementId>,
        lines: Vec<u32>,
    }

    /// A type's own description.
    #[derive(JsonSchema)]
    #[schemars(rename_all = "lowercase")]
    #[expect(dead_code, reason = "only its schema is used")]
    enum Kind {
        /// One kind.
        One,
        /// Another kind.
        Other,
    }

    #[test]
    fn a_schema_has_types_enums_and_the_fields_descriptions_only() {
        let expected = json!({"type": "object", "required": ["lines"], "properties": {
            "title": {"type": "string", "description": "A title."},
            "kind": {"enum": ["one", "other"]},
            "uid": {"type": ["string", "integer"], "description": "An element."},
            "lines": {"type": "array", "items": {"type": "integer"}},
        }});
        assert_eq!(Value::Object(of::<Arguments>()), expected);
    }
}
