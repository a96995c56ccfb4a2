//! Converts a JSON schema to TypeScript declarations.

use serde_json::{Map, Value};

/// Maximum width of a comment line.
const WIDTH: usize = 100;

/// The declarations of the types under `$defs`, each exported. `about` is the comment of the file.
pub fn declarations(about: &str, schema: &Value) -> String {
    let mut text = format!(
        "// Generated from the protocol crate by its tests; change it there.\n// {about}\n"
    );
    if let Some(definitions) = schema["$defs"].as_object() {
        for (name, definition) in definitions {
            text.push('\n');
            text.push_str(&comment(definition, ""));
            text.push_str(&format!(
                "export type {} = {};\n",
                identifier(name),
                typescript_type(definition, "")
            ));
        }
    }
    text
}

/// A schema as a TypeScript type.
fn typescript_type(schema: &Value, indent: &str) -> String {
    let Some(object) = schema.as_object() else {
        return "unknown".to_owned();
    };
    let own = object.get("properties").map(|_| properties(object, indent));
    if let Some(reference) = object.get("$ref").and_then(Value::as_str) {
        let name = identifier(reference.trim_start_matches("#/$defs/"));
        return own.map_or(name.clone(), |own| format!("{own} & {name}"));
    }
    if let Some(constant) = object.get("const") {
        return constant.to_string();
    }
    if let Some(values) = object.get("enum").and_then(Value::as_array) {
        return values
            .iter()
            .map(Value::to_string)
            .collect::<Vec<_>>()
            .join(" | ");
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(choices) = object.get(key).and_then(Value::as_array) {
            let choices = choices
                .iter()
                .map(|choice| typescript_type(choice, indent))
                .collect::<Vec<_>>()
                .join(" | ");
            return own.map_or(choices.clone(), |own| format!("{own} & ({choices})"));
        }
    }
    own.unwrap_or_else(|| primitive_or_container(object, indent))
}

fn primitive_or_container(object: &Map<String, Value>, indent: &str) -> String {
    match object.get("type") {
        Some(Value::Array(types)) => types
            .iter()
            .map(|kind| {
                let mut single = object.clone();
                single.insert("type".to_owned(), kind.clone());
                primitive_or_container(&single, indent)
            })
            .collect::<Vec<_>>()
            .join(" | "),
        Some(Value::String(kind)) => match kind.as_str() {
            "integer" | "number" => "number".to_owned(),
            "array" => array_type(object, indent),
            "object" => match map_value_schema(object) {
                Some(values) => format!("Record<string, {}>", typescript_type(values, indent)),
                None => "Record<string, never>".to_owned(),
            },
            other => other.to_owned(),
        },
        _ => "unknown".to_owned(),
    }
}

/// The schema of a map's values.
fn map_value_schema(object: &Map<String, Value>) -> Option<&Value> {
    let by_pattern = object
        .get("patternProperties")
        .and_then(Value::as_object)
        .and_then(|patterns| patterns.values().next());
    by_pattern.or_else(|| {
        object
            .get("additionalProperties")
            .filter(|values| values.is_object())
    })
}

fn array_type(object: &Map<String, Value>, indent: &str) -> String {
    let item = object
        .get("items")
        .map_or("unknown".to_owned(), |items| typescript_type(items, indent));
    match (object.get("minItems"), object.get("maxItems")) {
        (Some(min), Some(max)) if min == max => {
            let count = usize::try_from(min.as_u64().unwrap_or(0)).unwrap_or(0);
            format!("[{}]", vec![item; count].join(", "))
        }
        _ => format!("({item})[]"),
    }
}

fn properties(object: &Map<String, Value>, indent: &str) -> String {
    let deeper = format!("{indent}  ");
    let required: Vec<&str> = object
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let mut text = String::from("{\n");
    for (name, property) in object
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        let mark = if required.contains(&name.as_str()) {
            ""
        } else {
            "?"
        };
        text.push_str(&comment(property, &deeper));
        text.push_str(&format!(
            "{deeper}{name}{mark}: {};\n",
            typescript_type(property, &deeper)
        ));
    }
    text + indent + "}"
}

fn comment(schema: &Value, indent: &str) -> String {
    let Some(text) = schema.get("description").and_then(Value::as_str) else {
        return String::new();
    };
    let text = text.replace('\n', " ");
    let line = format!("{indent}/** {text} */\n");
    if line.chars().count() <= WIDTH {
        return line;
    }
    let start = format!("{indent} *");
    let lines = wrapped(&text, &start);
    format!("{indent}/**\n{lines}{indent} */\n")
}

/// The text, wrapped into lines that begin with `start`.
fn wrapped(text: &str, start: &str) -> String {
    let mut lines = String::new();
    let mut line = start.to_owned();
    for part in text.split_whitespace() {
        if line.chars().count() + 1 + part.chars().count() > WIDTH {
            lines += &(std::mem::replace(&mut line, start.to_owned()) + "\n");
        }
        line = line + " " + part;
    }
    lines + &line + "\n"
}

/// The name of a definition, as an identifier.
fn identifier(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect()
}
