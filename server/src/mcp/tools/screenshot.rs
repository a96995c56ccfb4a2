//! The tool `screenshot`: an image of the tab, the page or an element.

use super::Tool;
use crate::api::screenshot;
use crate::mcp::call::{Call, Content, Image, ToolResult};
use crate::mcp::page_marks::marked;
use crate::mcp::schema;
use crate::text::interface::{self, Interface};
use axlens_protocol::model::ElementId;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The text in place of an image.
const UNCHANGED: &str = "The screenshot is the same as the last one of this tab.";

pub(super) const TOOL: Tool = Tool {
    name: "screenshot",
    description: "A screenshot of the tab, which must be visible. marks: with uids at the interactive elements.",
    is_read_only: true,
    schema: schema::of::<ScreenshotArguments>,
    call: |call| Box::pin(run(call)),
};

#[derive(Serialize, Deserialize, JsonSchema)]
struct ScreenshotArguments {
    tab: Option<u32>,
    /// only that element
    uid: Option<ElementId>,
    /// the whole page, which is scrolled
    #[serde(default)]
    full: bool,
    #[serde(default)]
    marks: bool,
    // Other fields of the request.
    #[serde(flatten)]
    #[schemars(skip)]
    unlisted: JsonObject,
}

async fn run(call: Call) -> ToolResult {
    let request = call.request(&call.parse::<ScreenshotArguments>()?)?;
    let answer = screenshot::screenshot(&call.app, &call.agent, request).await?;
    let unchanged = answer.unchanged.then(|| UNCHANGED.to_owned());
    let mut text = answer.legend.as_deref().map(marked).unwrap_or_default();
    let hint = answer.hint.as_deref();
    let hint = hint.map(|hint| interface::render(hint, Interface::Mcp).into_owned());
    for line in [unchanged, hint].into_iter().flatten() {
        text += &format!("\n{line}");
    }
    Ok(Content {
        images: Image::of_screenshot(&answer).into_iter().collect(),
        text: text.trim_start().to_owned(),
    })
}
