//! The tool `get`: one fact of an element or of the page.

use super::Tool;
use crate::api::get;
use crate::api::request::DEFAULT_MAX_TOKENS;
use crate::mcp::call::{Call, Content, ToolResult};
use crate::mcp::page_marks::marked;
use crate::mcp::schema;
use crate::text::answer_text;
use axlens_protocol::agent::get::{GetRequest, Property};
use axlens_protocol::model::ElementId;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) const TOOL: Tool = Tool {
    name: "get",
    description: "One fact of an element or the page, without a snapshot.",
    is_read_only: true,
    schema: schema::of::<GetArguments>,
    call: |call| Box::pin(run(call)),
};

/// Default number of rows: an agent reads them all.
const DEFAULT_ROWS: usize = 50;

#[derive(Serialize, Deserialize, JsonSchema)]
struct GetArguments {
    tab: Option<u32>,
    what: Property,
    /// left out: the page
    uid: Option<ElementId>,
    /// rows (of a table, list, cards): names
    columns: Option<Vec<String>>,
    /// rows
    limit: Option<usize>,
    /// rows, table: {"Column":"text"}; rows: * is any column
    #[serde(rename = "where")]
    row: Option<JsonObject>,
    /// markdown
    whole: Option<bool>,
    /// markdown, text, rows: where to go on
    offset: Option<usize>,
    /// pdf: "3-5"
    pages: Option<String>,
    selector: Option<String>,
    /// attribute
    name: Option<String>,
    /// styles
    names: Option<Vec<String>>,
    // Other fields of the request.
    #[serde(flatten)]
    #[schemars(skip)]
    unlisted: JsonObject,
}

async fn run(call: Call) -> ToolResult {
    let mut request: GetRequest = call.request(&call.parse::<GetArguments>()?)?;
    if matches!(request.what, Property::Markdown | Property::Text) {
        request.max_tokens.get_or_insert(DEFAULT_MAX_TOKENS);
    }
    if request.what == Property::Rows {
        request.limit.get_or_insert(DEFAULT_ROWS);
    }
    let answer = get::get(&call.app, &call.agent, request).await?;
    Ok(Content::of_text(marked(&answer_text::got(&answer))))
}
