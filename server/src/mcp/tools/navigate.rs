//! The tool `navigate`: loads another page in a tab.

use super::Tool;
use crate::mcp::acting::act;
use crate::mcp::call::{Call, ToolResult};
use crate::mcp::schema;
use axlens_protocol::Fault;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

pub(super) const TOOL: Tool = Tool {
    name: "navigate",
    description: "Goes to an address, or back, forward, reload; answers the new page.",
    is_read_only: false,
    schema: schema::of::<NavigateArguments>,
    call: |call| Box::pin(run(call)),
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NavigateArguments {
    tab: Option<u32>,
    /// address, back, forward or reload
    to: String,
    #[serde(default)]
    new_tab: bool,
    #[schemars(skip)]
    browser: Option<String>,
}

async fn run(call: Call) -> ToolResult {
    let args: NavigateArguments = call.parse()?;
    let mut fields = match (args.to.as_str(), args.new_tab) {
        (name @ ("back" | "forward" | "reload"), false) => json!({"action": name}),
        (name @ ("back" | "forward" | "reload"), true) => {
            let message = format!("There is no {name} in a new tab: omit `new_tab`.");
            return Err(Fault::bad_request(message).into());
        }
        (url, false) => json!({"action": "navigate", "url": url}),
        (url, true) => json!({"action": "new_tab", "url": url}),
    };
    // A delta to the page before is useless.
    fields["snapshot"] = json!("full");
    fields["tab"] = json!(args.tab);
    fields["browser"] = json!(args.browser);
    act(&call, &fields).await
}
