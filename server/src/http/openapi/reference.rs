//! `docs/endpoints.md`: the OpenAPI document as text, with every request, answer and type.

use serde_json::{Map, Value};

const ABOUT: &str = "# Endpoints

Every endpoint for agents, with its request and its answer. [http.md](http.md) explains how they
work together; [openapi.json](openapi.json), which `GET /openapi.json` answers too, has the same for
programs. Each endpoint may answer with a fault ([http.md](http.md), \"Faults\").

Generated from the table of endpoints and the types of `protocol/src/agent/`:
`cargo xtask generate` writes this file.
";

/// The text of an OpenAPI document.
pub fn markdown(document: &Value) -> String {
    let mut text = ABOUT.to_owned();
    for (path, method, operation) in operations(document) {
        push_operation(&mut text, path, method, operation, document);
    }
    text.push_str("\n## Types\n");
    for (name, schema) in fields(&document["components"]["schemas"]) {
        if uses(document, name) != 1 {
            push_type(&mut text, name, schema);
        }
    }
    text.lines().map(wrapped).collect()
}

/// A line without spaces at its end, in lines of at most 100 characters; a row of a table can't be
/// divided.
fn wrapped(line: &str) -> String {
    let line = line.trim_end();
    if line.starts_with('|') {
        return format!("{line}\n");
    }
    let indent = if line.starts_with("- ") { "  " } else { "" };
    let (mut text, mut length) = (String::new(), 0);
    for word in line.split(' ') {
        let is_full = length > 0 && length + 1 + word.chars().count() > 100;
        let space = match (length, is_full) {
            (0, _) => "",
            (_, true) => "\n",
            (_, false) => " ",
        };
        length = if is_full {
            indent.len()
        } else {
            length + space.len()
        };
        text.push_str(space);
        text.push_str(if is_full { indent } else { "" });
        text.push_str(word);
        length += word.chars().count();
    }
    text + "\n"
}

/// The table of endpoints, for docs/http.md.
pub fn table(document: &Value) -> String {
    let mut text = "| endpoint | function |\n|---|---|\n".to_owned();
    for (path, method, operation) in operations(document) {
        let method = method.to_uppercase();
        let line = format!("| `{method} {path}` | {} |\n", cell(&operation["summary"]));
        text.push_str(&line);
    }
    text
}

fn fields(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn push_operation(
    text: &mut String,
    path: &str,
    method: &str,
    operation: &Value,
    document: &Value,
) {
    let method = method.to_uppercase();
    let summary = operation["summary"].as_str().unwrap_or_default();
    text.push_str(&format!("\n## `{method} {path}`\n\n{summary}\n"));
    let media = &operation["requestBody"]["content"]["application/json"];
    if let Some(example) = media.get("example") {
        text.push_str(&format!("\nExample: `{example}`\n"));
    }
    push_parameters(text, &operation["parameters"]);
    let [request, answer] = parts(operation);
    push_part(text, "Request", request, document);
    push_part(text, "Answer", answer, document);
}

fn push_parameters(text: &mut String, parameters: &Value) {
    let parameters: Vec<&Value> = parameters.as_array().into_iter().flatten().collect();
    if parameters.is_empty() {
        return;
    }
    text.push_str("\n| parameter | in | type | meaning |\n|---|---|---|---|\n");
    for parameter in parameters {
        let place = parameter["in"].as_str().unwrap_or_default();
        let name = parameter["name"].as_str().unwrap_or_default();
        let required = if parameter["required"] == true {
            ", required"
        } else {
            ""
        };
        let line = format!(
            "| `{name}` | {place}{required} | {} | {} |\n",
            type_of(&parameter["schema"]),
            cell(&parameter["description"])
        );
        text.push_str(&line);
    }
}

/// The request or the answer of an operation. A type of several operations is only linked.
fn push_part(text: &mut String, part: &str, schema: &Value, document: &Value) {
    let Some(name) = referenced(schema) else {
        return;
    };
    if uses(document, name) > 1 {
        text.push_str(&format!("\n{part}: {}.\n", type_of(schema)));
        return;
    }
    push_type(text, name, &document["components"]["schemas"][name]);
}

/// The name of the type that a schema refers to.
fn referenced(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit('/').next()
}

/// How many operations have this type as their request or answer.
fn uses(document: &Value, name: &str) -> usize {
    let schemas = operations(document).flat_map(|(_, _, operation)| parts(operation));
    schemas
        .filter(|schema| referenced(schema) == Some(name))
        .count()
}

fn operations(document: &Value) -> impl Iterator<Item = (&String, &String, &Value)> {
    let paths = fields(&document["paths"]);
    paths.flat_map(|(path, item)| fields(item).map(move |(method, each)| (path, method, each)))
}

/// The schemas of request and answer.
fn parts(operation: &Value) -> [&Value; 2] {
    let json = "application/json";
    let request = &operation["requestBody"]["content"][json]["schema"];
    let answer = &operation["responses"]["200"]["content"][json]["schema"];
    [request, answer]
}

fn push_type(text: &mut String, name: &str, schema: &Value) {
    text.push_str(&format!(
        "\n### {name}\n\n{}\n",
        cell(&schema["description"])
    ));
    push_content(text, schema);
}

fn push_content(text: &mut String, schema: &Value) {
    push_fields(text, schema);
    if let Some(name) = referenced(schema) {
        let link = name.to_lowercase();
        text.push_str(&format!("\nAlso the fields of [{name}](#{link}).\n"));
    }
    if schema["enum"].is_array() {
        text.push_str(&format!("\nOne of {}.\n", type_of(schema)));
    }
    for (index, variant) in variants(schema).enumerate() {
        push_variant(text, index + 1, variant);
    }
}

fn variants(schema: &Value) -> impl Iterator<Item = &Value> {
    let all = ["oneOf", "anyOf", "allOf"].map(|keyword| schema[keyword].as_array());
    all.into_iter().flatten().flatten()
}

fn push_variant(text: &mut String, number: usize, variant: &Value) {
    let about = cell(&variant["description"]);
    if variant["properties"].is_object() {
        text.push_str(&format!("\nForm {number}. {about}\n"));
        push_content(text, variant);
    } else if variants(variant).next().is_some() {
        push_content(text, variant);
    } else {
        text.push_str(&format!("\n- {} {about}\n", type_of(variant)));
    }
}

fn push_fields(text: &mut String, schema: &Value) {
    if !schema["properties"].is_object() {
        return;
    }
    let required = |name: &str| {
        let names = schema["required"].as_array();
        names.is_some_and(|names| names.iter().any(|each| each == name))
    };
    text.push_str("\n| field | type | meaning |\n|---|---|---|\n");
    for (name, field) in fields(&schema["properties"]) {
        let mark = if required(name) { ", required" } else { "" };
        let line = format!(
            "| `{name}` | {}{mark} | {} |\n",
            type_of(field),
            cell(&field["description"])
        );
        text.push_str(&line);
    }
}

/// The type of a schema in a few words.
fn type_of(schema: &Value) -> String {
    if let Some(name) = referenced(schema) {
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(value) = schema.get("const") {
        return format!("`{}`", plain(value));
    }
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values
            .iter()
            .map(|value| format!("`{}`", plain(value)))
            .collect();
        return values.join(", ");
    }
    let kinds: Vec<String> = variants(schema)
        .map(type_of)
        .filter(|kind| kind != "null")
        .collect();
    if !kinds.is_empty() {
        return kinds.join(" or ");
    }
    type_by_name(schema)
}

fn type_by_name(schema: &Value) -> String {
    let names = match &schema["type"] {
        Value::Array(names) => names.clone(),
        other => vec![other.clone()],
    };
    let names = names.iter().filter_map(Value::as_str);
    let kinds: Vec<String> = names
        .filter(|name| *name != "null" || schema["type"] == "null")
        .map(|name| match name {
            "array" => format!("list of {}", item_of(schema)),
            "object" => map_of(schema),
            other => other.to_owned(),
        })
        .collect();
    if kinds.is_empty() {
        "any".to_owned()
    } else {
        kinds.join(" or ")
    }
}

fn item_of(schema: &Value) -> String {
    match schema.get("items") {
        Some(items) => type_of(items),
        None => {
            let parts = schema["prefixItems"].as_array().into_iter().flatten();
            let parts: Vec<String> = parts.map(type_of).collect();
            format!("[{}]", parts.join(", "))
        }
    }
}

fn map_of(schema: &Value) -> String {
    match schema.get("additionalProperties") {
        Some(Value::Object(of)) => format!("map to {}", type_of(&Value::Object(Map::clone(of)))),
        _ => "object".to_owned(),
    }
}

fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// A description in one line of a table.
fn cell(description: &Value) -> String {
    let text = description.as_str().unwrap_or_default();
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace('|', "\\|")
}
