//! The tool `interact`: actions on elements.

use super::Tool;
use crate::mcp::acting::act;
use crate::mcp::call::{Call, ToolResult};
use crate::mcp::schema;
use axlens_protocol::model::ElementId;
use axlens_protocol::model::action::MouseButton;
use axlens_protocol::model::action_table::ACTIONS;
use rmcp::model::JsonObject;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::{Value, json};

pub(super) const TOOL: Tool = Tool {
    name: "interact",
    description: "Acts on elements, navigates, and reads between, in order, up to the first fault; returns each outcome and what changed on the page: no observe is needed after it. Put a whole form into one call, and the navigate to the next page. After changed_uid, compare; if it is right, repeat with its seen.",
    is_read_only: false,
    schema: schema::of::<InteractArguments>,
    call: |call| Box::pin(run(call)),
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct InteractArguments {
    tab: Option<u32>,
    #[schemars(with = "Vec<ListedAction>")]
    actions: Vec<JsonObject>,
    // The `seen` of the first action.
    #[schemars(skip)]
    seen: Option<Value>,
    /// answers what the page asks meanwhile: {"confirm":"accept","prompt":"x"}
    dialogs: Option<JsonObject>,
    /// waits for the user's key: pop-ups, clipboard, pickers
    activation: Option<bool>,
    /// only checks whether it is possible
    #[serde(rename = "dryRun")]
    dry_run: Option<bool>,
    /// false: without the page
    changes: Option<bool>,
    #[schemars(skip)]
    key: Option<String>,
}

/// What the schema lists of an action. `/interact` parses it and accepts more.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct ListedAction {
    #[schemars(default, schema_with = "action_names")]
    action: Option<String>,
    /// instead of action, as these tools: {"wait":{"for":"text","value":"x"}}
    #[schemars(default, schema_with = "object")]
    wait: Option<JsonObject>,
    #[schemars(default, schema_with = "object")]
    find: Option<JsonObject>,
    #[schemars(default, schema_with = "object")]
    get: Option<JsonObject>,
    #[schemars(default, schema_with = "object")]
    screenshot: Option<JsonObject>,
    /// {"if":{"find":{}} or {"value":"$x","over":9},"then":[],"else":[]}; also unless, expect;
    /// is, contains, under
    #[schemars(default, schema_with = "object")]
    r#if: Option<JsonObject>,
    /// {"for":{"find":{}} or {"rows":[{}]} or {"times":9},"as":"x","do":[]}; $x in texts
    #[schemars(default, schema_with = "object")]
    r#for: Option<JsonObject>,
    /// {"let":"x","from":{"get":{}}}
    r#let: Option<String>,
    /// {"collect":{"what":"rows"},"next":{"action":"click","selector":"text=Next"}}
    #[schemars(default, schema_with = "object")]
    collect: Option<JsonObject>,
    /// {"question":"Log in"}; until, choices, text
    #[schemars(default, schema_with = "object")]
    ask_user: Option<JsonObject>,
    /// ends the list: why
    stop: Option<String>,
    uid: Option<ElementId>,
    /// navigate
    url: Option<String>,
    /// fill, set
    value: Option<String>,
    /// fill_secret: its name
    secret: Option<String>,
    /// select: texts of options
    labels: Option<Vec<String>>,
    /// press: Enter, Control+A
    #[schemars(default, schema_with = "string_or_array")]
    keys: Option<Vec<String>>,
    /// type: key by key; select_text: exact text, default all
    text: Option<String>,
    /// scroll: [x,y]
    #[schemars(default, schema_with = "array")]
    by: Option<[f64; 2]>,
    /// scroll: top, bottom, into_view; drag: {"uid":2}, {"selector":""} or {"by":[x,y]}
    to: Option<Value>,
    count: Option<u8>,
    /// [x,y] in it
    #[schemars(default, schema_with = "array")]
    position: Option<[f64; 2]>,
    hold: Option<u32>,
    button: Option<MouseButton>,
    #[schemars(default, schema_with = "array")]
    modifiers: Option<Vec<String>>,
    /// upload: [{"path":"a.pdf"}]
    #[schemars(default, schema_with = "array")]
    files: Option<Vec<JsonObject>>,
    /// call_tool: of page_tools
    tool: Option<String>,
    #[schemars(default, schema_with = "object")]
    arguments: Option<JsonObject>,
    /// execute_js
    script: Option<String>,
    /// instead of uid: CSS, text=Exact, role=link "Exact", at=X,Y in viewport
    selector: Option<String>,
    /// with selector: which match
    nth: Option<u32>,
    /// with selector: uid around it
    within: Option<ElementId>,
    seen: Option<String>,
}

fn action_names(_: &mut SchemaGenerator) -> Schema {
    let names = ACTIONS.iter().filter(|action| action.in_mcp);
    let names: Vec<&str> = names.map(|action| action.name).collect();
    json_schema!({"enum": names})
}

fn string_or_array(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": ["string", "array"]})
}

/// An object whose fields another tool lists.
fn object(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "object"})
}

/// An array whose items the description shows.
fn array(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "array"})
}

/// The tool `wait` has seconds. The waits of steps in other steps are converted too.
fn with_milliseconds(step: &mut Value) {
    match step {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::Object(wait) if name == "wait" => convert_seconds(wait),
                    value => with_milliseconds(value),
                }
            }
        }
        Value::Array(steps) => steps.iter_mut().for_each(with_milliseconds),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn convert_seconds(wait: &mut JsonObject) {
    if let Some(seconds) = wait.remove("seconds") {
        let limit = seconds
            .as_f64()
            .map(|seconds| (seconds * 1000.0).round() as u64);
        wait.insert("timeoutMs".to_owned(), limit.map_or(seconds, Value::from));
    }
}

async fn run(call: Call) -> ToolResult {
    let mut args: InteractArguments = call.parse()?;
    if let (Some(seen), Some(first)) = (args.seen, args.actions.first_mut()) {
        first.entry("seen").or_insert(seen);
    }
    let mut steps = json!(args.actions);
    with_milliseconds(&mut steps);
    let snapshot = match args.changes {
        Some(false) => "none",
        Some(true) | None => "delta",
    };
    let fields = json!({
        "actions": steps,
        "snapshot": snapshot,
        "tab": args.tab,
        "dialogs": args.dialogs,
        "activation": args.activation,
        "key": args.key,
        "dryRun": args.dry_run,
    });
    act(&call, &fields).await
}
