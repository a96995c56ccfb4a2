//! Every fault and hint of the sources, in the language of each interface.

use super::*;
use crate::mcp::tools;
use axlens_protocol::Code;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// Folders and files with texts for agents, relative to this package.
const SOURCES: [&str; 9] = [
    "src/api",
    "src/sessions",
    "src/queue",
    "src/agents.rs",
    "src/page_selector.rs",
    "../protocol/src/fault.rs",
    "../protocol/src/agent",
    "../snapshot/src/render.rs",
    "../snapshot/src/options.rs",
];

/// Files whose texts only HTTP has.
const HTTP_ONLY: [&str; 3] = ["tab_acts.rs", "tab_snapshot.rs", "dashboard.rs"];

/// Requests with fields that MCP or the command line may name otherwise.
const REQUESTS: [&str; 8] = [
    "ExplainRequest",
    "FindRequest",
    "GetRequest",
    "InteractRequest",
    "LocateRequest",
    "ObserveRequest",
    "ScreenshotRequest",
    "WaitRequest",
];

/// Names of fields that are also values or commands on the command line.
const ALSO_WORDS: [&str; 12] = [
    "text", "find", "get", "wait", "observe", "action", "activate", "html", "state", "time", "for",
    "url",
];

/// Arguments of MCP tools that their schemas leave out.
const UNLISTED_IN_MCP: [&str; 6] = ["browser", "session", "key", "quality", "max_side", "format"];

/// The literals of a source, without comments and tests.
fn literals(source: &str) -> Vec<String> {
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    let code: Vec<&str> = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect();
    let code = code.join("\n");
    let mut found = Vec::new();
    let mut rest = code.as_str();
    while let Some(start) = rest.find('"') {
        let is_character = rest[..start].ends_with('\'');
        let quoted = &rest[start..];
        match end_of_quote(quoted, '"').filter(|_| !is_character) {
            Some(end) => {
                found.push(quoted[1..end].replace("\\\"", "\""));
                rest = &quoted[end + 1..];
            }
            None => rest = &quoted[1..],
        }
    }
    found
}

fn add_texts(path: &Path, texts: &mut Vec<String>) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).expect("a folder") {
            add_texts(&entry.expect("an entry").path(), texts);
        }
        return;
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if name.ends_with(".rs") && name != "tests.rs" && !HTTP_ONLY.contains(&&*name) {
        texts.extend(literals(&std::fs::read_to_string(path).expect("a source")));
    }
}

/// Every text with a name in backquotes, or with an endpoint.
fn texts() -> Vec<String> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts = Vec::new();
    for source in SOURCES {
        add_texts(&package.join(source), &mut texts);
    }
    texts.extend(Code::ALL.iter().map(|code| code.hint().to_owned()));
    texts.retain(|text| text.contains('`') || text.contains("docs/http.md"));
    assert!(texts.len() > 80, "{}", texts.len());
    texts
}

fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The names of all properties in a JSON schema.
fn properties(schema: &Value, names: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::Object(own)) = fields.get("properties") {
                names.extend(own.keys().cloned());
            }
            fields.values().for_each(|each| properties(each, names));
        }
        Value::Array(items) => items.iter().for_each(|each| properties(each, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn request_fields() -> BTreeSet<String> {
    let schema = include_str!("../../../../docs/openapi.json");
    let schema: Value = serde_json::from_str(schema).expect("JSON");
    let mut fields = BTreeSet::new();
    for request in REQUESTS {
        let definition = &schema["components"]["schemas"][request];
        assert!(definition.is_object(), "{request}");
        properties(definition, &mut fields);
    }
    fields
}

/// Whether a text names an endpoint or the document about them.
fn names_http(text: &str) -> bool {
    let is_path = |name: &str| {
        ["GET /", "POST /", "DELETE /", "/"]
            .iter()
            .any(|start| name.starts_with(start))
    };
    names(text).any(is_path) || text.contains("docs/http.md")
}

/// The texts that are wrong for an interface, with what is wrong.
fn wrong_texts(interface: Interface, is_foreign: impl Fn(&str) -> bool) -> Vec<String> {
    let mut wrong = Vec::new();
    for text in texts() {
        let rendered = render(&text, interface);
        let foreign = names(&rendered).find(|name| is_foreign(name));
        if names_http(&rendered) || foreign.is_some() {
            wrong.push(format!("{foreign:?} in {rendered}"));
        }
    }
    wrong
}

#[test]
fn no_text_for_the_command_line_names_an_endpoint_or_a_field() {
    let fields = request_fields();
    let is_foreign = |name: &str| fields.contains(name) && !ALSO_WORDS.contains(&name);
    let wrong = wrong_texts(Interface::Cli, is_foreign);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_text_for_mcp_names_an_endpoint_an_option_or_a_field_of_http() {
    let mut own = BTreeSet::new();
    let list = serde_json::to_value(tools::list()).expect("JSON");
    properties(&list, &mut own);
    let http: BTreeSet<String> = request_fields().difference(&own).cloned().collect();
    let is_foreign = |name: &str| {
        let is_known = UNLISTED_IN_MCP.contains(&name) || ALSO_WORDS.contains(&name);
        name.starts_with("--") || http.contains(name) && !is_known
    };
    let wrong = wrong_texts(Interface::Mcp, is_foreign);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn names_in_quoted_texts_are_the_page_s() {
    let text = "Element \"`scope` \\\" `tab`\" is outside of `scope`.";
    assert_eq!(
        render(text, Interface::Cli),
        "Element \"`scope` \\\" `tab`\" is outside of `--scope`."
    );
    assert_eq!(render(text, Interface::Http), text);
    assert_eq!(render("one ` alone", Interface::Cli), "one ` alone");
}
