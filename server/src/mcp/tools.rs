//! The tools of the MCP server, one file each: name, description, arguments, handler. To add a
//! tool, add a file and its entry in [`TOOLS`]. Agents pay for every token of a tool in every
//! conversation; a test limits their number.

mod explain;
mod find;
mod get;
mod interact;
mod navigate;
mod observe;
mod screenshot;
mod tabs;
mod wait;

use super::call::{Call, ToolResult};
use futures_util::future::BoxFuture;
use rmcp::model::{JsonObject, ToolAnnotations};
use std::sync::{Arc, LazyLock};

/// A tool.
pub struct Tool {
    /// Name.
    pub name: &'static str,
    /// What it does, for the agent.
    description: &'static str,
    /// Whether it changes nothing. Clients need no consent of their user for such a tool, and may
    /// repeat its calls.
    pub is_read_only: bool,
    /// The JSON schema of its arguments.
    schema: fn() -> JsonObject,
    /// The handler.
    pub call: fn(Call) -> BoxFuture<'static, ToolResult>,
}

/// Every tool, in the order of the list.
pub static TOOLS: [Tool; 9] = [
    observe::TOOL,
    interact::TOOL,
    navigate::TOOL,
    tabs::TOOL,
    find::TOOL,
    get::TOOL,
    wait::TOOL,
    screenshot::TOOL,
    explain::TOOL,
];

impl Tool {
    /// The tool with a name.
    pub fn named(name: &str) -> Option<&'static Tool> {
        TOOLS.iter().find(|tool| tool.name == name)
    }

    fn definition(&self) -> rmcp::model::Tool {
        let annotations = match self.is_read_only {
            true => ToolAnnotations::new().read_only(true),
            false => ToolAnnotations::new().destructive(true),
        };
        rmcp::model::Tool::new(self.name, self.description, Arc::new((self.schema)()))
            .with_annotations(annotations)
    }
}

/// The answer of `tools/list`.
pub fn list() -> Vec<rmcp::model::Tool> {
    static LIST: LazyLock<Vec<rmcp::model::Tool>> =
        LazyLock::new(|| TOOLS.iter().map(Tool::definition).collect());
    LIST.clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokens::count;

    /// Maximum tokens of names, descriptions and schemas.
    const MAX_TEXT_TOKENS: usize = 1_800;
    /// Maximum tokens of the list as JSON.
    const MAX_LIST_TOKENS: usize = 2_250;

    #[test]
    fn every_schema_is_an_object_with_properties() {
        for tool in &TOOLS {
            let schema = (tool.schema)();
            assert_eq!(schema["type"], "object", "{}", tool.name);
            let properties = schema["properties"].as_object();
            assert!(properties.is_some_and(|properties| properties.contains_key("tab")));
        }
    }

    #[test]
    fn the_tools_cost_few_tokens() {
        let texts = TOOLS.iter().map(|tool| {
            let schema = serde_json::to_string(&(tool.schema)()).expect("JSON");
            count(tool.name) + count(tool.description) + count(&schema)
        });
        let texts: usize = texts.sum();
        let list = count(&serde_json::to_string(&list()).expect("JSON"));
        assert!(texts <= MAX_TEXT_TOKENS, "{texts}");
        assert!(list <= MAX_LIST_TOKENS, "{list}");
    }
}
