//! The tool `explain`: why an element has its role and name.

use super::Tool;
use crate::api::explain;
use crate::mcp::call::{Call, Content, ToolResult, internal};
use crate::mcp::page_marks::marked;
use crate::mcp::schema;
use axlens_protocol::agent::write_json;
use axlens_protocol::model::ElementId;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) const TOOL: Tool = Tool {
    name: "explain",
    description: "Why an element has its role and name.",
    is_read_only: true,
    schema: schema::of::<ExplainArguments>,
    call: |call| Box::pin(run(call)),
};

#[derive(Serialize, Deserialize, JsonSchema)]
struct ExplainArguments {
    tab: Option<u32>,
    uid: Option<ElementId>,
    selector: Option<String>,
    // Other fields of the request.
    #[serde(flatten)]
    #[schemars(skip)]
    unlisted: JsonObject,
}

async fn run(call: Call) -> ToolResult {
    let request = call.request(&call.parse::<ExplainArguments>()?)?;
    let answer = explain::explain(&call.app, &call.agent, request).await?;
    let mut json = Vec::new();
    write_json(&answer, &mut json).map_err(|error| internal(&error))?;
    Ok(Content::of_text(marked(&String::from_utf8_lossy(&json))))
}
