//! `POST /page-tools`: the tools that a page offers to agents (WebMCP).

use super::TabHandle;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Body of `POST /page-tools`, and of `POST /observe` with `what`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PageToolsRequest {
    /// Always `page_tools`, which `/observe` requires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// Maximum number of tools in the answer, the first ones: 1 to 200; default 50.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    /// Number of the tab; default: the active tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabHandle>,
    /// Id or name of the browser; default: that of the tab, or the only connected one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Name of the session; it has no effect on the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Timeout in milliseconds, 100 to 60,000; default 15,000.
    #[serde(default, rename = "timeoutMs", skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// Answer of `POST /page-tools`. Every text is the page's claim.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct PageToolsAnswer {
    /// Number of tools; can be larger than the length of `tools`.
    pub count: usize,
    /// The tab.
    pub tab: TabHandle,
    /// The tools, those of the main frame first.
    pub tools: Vec<PageTool>,
}

/// A tool of a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PageTool {
    /// The page says that a call has consequences; absent if not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub consequential: bool,
    /// What it does; empty without a description.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// It is a form: a call fills it in. Absent if not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub form: bool,
    /// URL of the frame that has it; absent for the main frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<String>,
    /// Its name.
    pub name: String,
    /// The page says that a call changes nothing; absent if not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub read_only: bool,
    /// The JSON schema of its arguments; null if it is too large, so that it can't be called.
    pub schema: Value,
    /// A form that submits itself; another one waits for the user. Absent if not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub submits: bool,
    /// Its title; empty without one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Its handle, for `call_tool`: the tool with name, description, schema and document as they
    /// are.
    pub tool: String,
    /// The page says that its result has texts of others; absent if not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub untrusted: bool,
}

fn is_false(value: &bool) -> bool {
    !*value
}
