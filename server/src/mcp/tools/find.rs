//! The tool `find`: elements by name, text and other properties.

use super::Tool;
use crate::api::find;
use crate::mcp::call::{Call, Content, ToolResult};
use crate::mcp::page_marks::marked;
use crate::mcp::schema;
use crate::text::answer_text;
use axlens_protocol::model::ElementId;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) const TOOL: Tool = Tool {
    name: "find",
    description: "Elements by what they are called and say, with uids and the row around each. Cheaper than observe. All that is given must hold.",
    is_read_only: true,
    schema: schema::of::<FindArguments>,
    call: |call| Box::pin(run(call)),
};

#[derive(Serialize, Deserialize, JsonSchema)]
struct FindArguments {
    tab: Option<u32>,
    role: Option<String>,
    name: Option<String>,
    /// with role row: that row
    text: Option<String>,
    /// of a field
    label: Option<String>,
    /// text of the row or card around it
    row: Option<String>,
    placeholder: Option<String>,
    testid: Option<String>,
    selector: Option<String>,
    /// uid
    within: Option<ElementId>,
    limit: Option<usize>,
    // Other fields of the request.
    #[serde(flatten)]
    #[schemars(skip)]
    unlisted: JsonObject,
}

async fn run(call: Call) -> ToolResult {
    let request = call.request(&call.parse::<FindArguments>()?)?;
    let answer = find::find(&call.app, &call.agent, request).await?;
    Ok(Content::of_text(marked(&answer_text::found(&answer))))
}
