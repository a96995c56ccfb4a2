//! The tool `wait`: waits until a condition of the page holds.

use super::Tool;
use crate::api::wait;
use crate::mcp::call::{Call, Content, ToolResult};
use crate::mcp::page_marks::marked;
use crate::mcp::schema;
use crate::text::answer_text;
use axlens_protocol::agent::wait::WaitFor;
use axlens_protocol::model::ElementId;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

pub(super) const TOOL: Tool = Tool {
    name: "wait",
    description: "Until the page is so, or the seconds are over.",
    is_read_only: true,
    schema: schema::of::<WaitArguments>,
    call: |call| Box::pin(run(call)),
};

#[derive(Serialize, Deserialize, JsonSchema)]
struct WaitArguments {
    tab: Option<u32>,
    #[serde(rename = "for")]
    #[schemars(with = "WaitFor")]
    condition: Option<WaitFor>,
    /// of text, text_gone, url
    value: Option<String>,
    uid: Option<ElementId>,
    role: Option<String>,
    name: Option<String>,
    selector: Option<String>,
    /// uid
    within: Option<ElementId>,
    /// not there before
    new: Option<bool>,
    #[serde(skip_serializing)]
    seconds: Option<f64>,
    // Other fields of the request.
    #[serde(flatten)]
    #[schemars(skip)]
    unlisted: JsonObject,
}

async fn run(call: Call) -> ToolResult {
    let mut args: WaitArguments = call.parse()?;
    if let Some(seconds) = args.seconds {
        let limit = json!((seconds * 1000.0).round() as u64);
        args.unlisted.insert("timeoutMs".to_owned(), limit);
    }
    let answer = wait::wait(&call.app, &call.agent, call.request(&args)?).await?;
    Ok(Content::of_text(marked(&answer_text::waited(&answer))))
}
