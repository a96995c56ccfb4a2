//! The table of operations is that of docs/openapi.json; each is sent as described there; and the
//! classes have the methods that docs/clients.md lists.

use crate::fake_server::{FakeServer, Identity};
use axlens_client::Error;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::path::Path;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(path).expect("a file")
}

fn document() -> Value {
    serde_json::from_str(&read("../docs/openapi.json")).expect("JSON")
}

/// An operation of the document.
struct Described {
    name: String,
    method: String,
    path: String,
    parameters: Vec<Parameter>,
    body: Option<Value>,
    has_session: bool,
    acts: bool,
}

struct Parameter {
    name: String,
    is_in_query: bool,
    is_required: bool,
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn described() -> Vec<Described> {
    let document = document();
    let paths = document["paths"].as_object().expect("paths").iter();
    let operations = paths.flat_map(|(path, methods)| {
        let methods = methods.as_object().expect("methods").iter();
        methods.map(|(method, operation)| (path.clone(), method.clone(), operation.clone()))
    });
    operations
        .map(|(path, method, operation)| {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let content = &operation["requestBody"]["content"]["application/json"];
            let schema = text(&content["schema"]["$ref"]);
            let schema = document.pointer(schema.trim_start_matches('#'));
            Described {
                name: text(&operation["operationId"]),
                method: method.to_uppercase(),
                path,
                parameters: parameters.map(parameter).collect(),
                body: content.get("example").cloned(),
                // Only those that change something have the faults of actions.
                acts: operation["responses"].to_string().contains("ActionFault"),
                has_session: schema
                    .is_some_and(|schema| schema["properties"].get("session").is_some()),
            }
        })
        .collect()
}

fn parameter(parameter: &Value) -> Parameter {
    Parameter {
        name: text(&parameter["name"]),
        is_in_query: parameter["in"] == "query",
        is_required: parameter["required"] == true,
    }
}

fn list(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.map(|name| format!("{name:?}")).collect();
    format!("&[{}]", names.join(", "))
}

/// The source of the table.
fn table() -> String {
    let mut text =
        "//! Every endpoint. Generated from docs/openapi.json by `cargo xtask generate`.\n\n\
                    use super::{Effect, Operation};\n\n\
                    #[rustfmt::skip]\npub(crate) const OPERATIONS: &[Operation] = &[\n"
            .to_owned();
    for each in described() {
        let in_query = each
            .parameters
            .iter()
            .filter(|parameter| parameter.is_in_query);
        let required = each
            .parameters
            .iter()
            .filter(|parameter| parameter.is_required);
        let _ = writeln!(
            text,
            "    Operation {{ name: {:?}, method: {:?}, path: {:?},\n        query: {}, required: {},\n        has_body: {}, has_session: {}, effect: Effect::{} }},",
            each.name,
            each.method,
            each.path,
            list(in_query.map(|parameter| parameter.name.clone())),
            list(required.map(|parameter| parameter.name.clone())),
            each.body.is_some(),
            each.has_session,
            if each.acts { "Acts" } else { "Reads" },
        );
    }
    text + "];\n"
}

#[test]
fn the_table_of_endpoints_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/operations/table.rs");
    let table = table();
    if std::env::var_os("AXLENS_UPDATE").is_some() {
        std::fs::write(&path, &table).expect("written");
    }
    let current = read("src/operations/table.rs");
    assert!(
        current == table,
        "src/operations/table.rs is out of date: run `cargo xtask generate`"
    );
}

#[tokio::test]
async fn each_operation_is_sent_as_described() {
    for each in described() {
        let server = FakeServer::start(Identity::Proven, vec![(200, json!({"ok": 1}))]).await;
        let browser = server.connect().await.expect("connected");
        let mut arguments = match each.body.clone() {
            Some(Value::Object(body)) => body,
            _ => Map::new(),
        };
        let path = each.path.replace("{tab}", "7");
        let mut expected = path.replace("{id}", "a%20b%2Fc");
        let mut query = Vec::new();
        for parameter in &each.parameters {
            let value = if parameter.name == "tab" {
                json!(7)
            } else {
                json!("a b/c")
            };
            arguments.insert(parameter.name.clone(), value);
            if parameter.is_in_query {
                query.push(format!("{}=a%20b%2Fc", parameter.name));
            }
        }
        if !query.is_empty() {
            expected += &format!("?{}", query.join("&"));
        }
        let answer = browser.call(&each.name, arguments).await.expect("called");
        assert_eq!(answer, json!({"ok": 1}));
        assert_eq!(server.paths(), [expected], "{}", each.name);
        let body = each.body.map(|mut body| {
            if each.has_session && body["session"].is_null() {
                body["session"] = json!("default");
            }
            body
        });
        assert_eq!(
            server.bodies()[0],
            body.unwrap_or_default(),
            "{}",
            each.name
        );
    }
}

#[tokio::test]
async fn a_wrong_call_is_not_sent() {
    let server = FakeServer::start(Identity::Proven, Vec::new()).await;
    let browser = server.connect().await.expect("connected");
    for (operation, arguments, message) in [
        ("clicks", json!({}), "there is no operation \"clicks\""),
        ("closeTab", json!({"tab": 7}), "closeTab needs userId"),
        ("status", json!({"x": 1}), "status has no x"),
    ] {
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        let error = browser.call(operation, arguments).await.expect_err("wrong");
        assert!(matches!(error, Error::Invalid(_)), "{error:?}");
        assert!(error.to_string().contains(message), "{error}");
    }
    assert!(server.paths().is_empty());
}

/// The names in the first column of the tables of a section of docs/clients.md.
fn documented(section: &str) -> Vec<String> {
    let document = read("../docs/clients.md");
    let section = document
        .split(&format!("\n## {section}\n"))
        .nth(1)
        .and_then(|rest| rest.split("\n## ").next())
        .expect("a section");
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.flat_map(|row| row.split('|').nth(1).unwrap_or_default().split('`'));
    let names = cells.filter(|name| name.starts_with(|first: char| first.is_ascii_lowercase()));
    names.map(str::to_owned).collect()
}

/// The names of the public functions and fields in files of the crate.
fn public(files: &[&str]) -> Vec<String> {
    let text: String = files
        .iter()
        .map(|file| read(&format!("src/{file}")))
        .collect();
    let lines = text.lines().filter_map(|line| {
        let line = line.trim_start();
        let named = line
            .strip_prefix("pub async fn ")
            .or(line.strip_prefix("pub fn "))
            .or(line.strip_suffix(",").and(line.strip_prefix("pub ")));
        let (name, _) = match named {
            Some(named) => named.split_once(|letter: char| !is_of_name(letter))?,
            // A row of the tables of actions.
            None => line
                .split_once('(')
                .filter(|_| line.contains(") => Action::"))?,
        };
        Some(name.to_owned())
    });
    lines.collect()
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The name of a method in Rust.
fn in_rust(name: &str) -> &str {
    match name {
        "do" => "run",
        "type" => "type_text",
        other => other,
    }
}

#[test]
fn the_classes_have_what_the_document_lists() {
    let document = document();
    let actions = document["components"]["schemas"]["TargetedAction"]["oneOf"].as_array();
    let actions = actions.into_iter().flatten();
    let actions = actions.map(|action| text(&action["properties"]["action"]["const"]));
    let actions: Vec<String> = actions.collect();
    let page = [documented("Page"), actions].concat();
    for (names, files) in [
        (documented("Connecting"), &["connect.rs"][..]),
        (documented("Browser"), &["browser.rs", "page.rs"]),
        (page, &["page.rs", "actions.rs", "element.rs"]),
    ] {
        let found = public(files);
        assert!(names.len() >= 5, "{names:?}");
        for name in names {
            assert!(
                found.iter().any(|each| each == in_rust(&name)),
                "{name} in {files:?}"
            );
        }
    }
}
