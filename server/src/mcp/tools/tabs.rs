//! The tool `tabs`: lists tabs, and closes, activates, claims or releases one.

use super::Tool;
use crate::api::{request, tabs};
use crate::mcp::acting::act;
use crate::mcp::call::{Call, Content, ToolResult};
use crate::mcp::page_marks::marked;
use crate::mcp::schema;
use crate::text::answer_text;
use axlens_protocol::agent::tabs::TabsRequest;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

pub(super) const TOOL: Tool = Tool {
    name: "tabs",
    description: "The open tabs; or closes, activates, claims (no other agent acts there) or releases one.",
    is_read_only: false,
    schema: schema::of::<TabsArguments>,
    call: |call| Box::pin(run(call)),
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TabsArguments {
    #[serde(default, rename = "do")]
    operation: TabOperation,
    tab: Option<u32>,
    browser: Option<String>,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum TabOperation {
    #[default]
    List,
    Close,
    Activate,
    Claim,
    Release,
}

async fn run(call: Call) -> ToolResult {
    let args: TabsArguments = call.parse()?;
    let action = match args.operation {
        TabOperation::List => return list(&call, args.browser).await,
        TabOperation::Close => "close_tab",
        TabOperation::Activate => "activate_tab",
        TabOperation::Claim => "claim_tab",
        TabOperation::Release => "release_tab",
    };
    let fields = json!({
        "action": action,
        "snapshot": "none",
        "tab": args.tab,
        "browser": args.browser,
    });
    act(&call, &fields).await
}

async fn list(call: &Call, browser: Option<String>) -> ToolResult {
    let (request, limit) = (TabsRequest { browser }, request::DEFAULT_LIMIT);
    let answer = tabs::tabs(&call.app, &call.agent, request, limit).await?;
    Ok(Content::of_text(marked(&answer_text::tabs(&answer))))
}
