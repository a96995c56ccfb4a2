//! The tools that a page offers to agents: finds the one that an action calls, and checks the
//! arguments against its schema.

mod schema;

use crate::api::context::RequestContext;
use crate::api::extension::Destination;
use axlens_local::secret;
use axlens_page_facts::page_tools;
use axlens_protocol::agent::page_tools::PageTool;
use axlens_protocol::wire::{FrameTools, Method, PageToolsResult};
use axlens_protocol::{Code, Fault};
use axlens_snapshot::quote::{requoted, shortened};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// Length of a handle, in hexadecimal digits.
const HANDLE_LEN: usize = 12;
/// Maximum length of a text in a fault, in characters.
const MAX_TEXT: usize = 120;

/// The tool of an action, in its document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolTarget {
    /// Chrome's id of the document.
    pub document: String,
    /// Random number of the document's registry.
    pub world: u64,
    /// Its name.
    pub name: String,
    /// The page's description of it, with which the page finds it again.
    pub listed: String,
}

/// The tools of a result, each with its frame and the page's description of it.
///
/// # Errors
/// `not_supported` if the browser has no page tools.
pub fn tools_of(result: &PageToolsResult) -> Result<Vec<(PageTool, &FrameTools, &str)>, Fault> {
    let main = result.frames.first();
    if main.is_some_and(|main| !main.supported) {
        let message = "This browser has no page tools for this page.";
        return Err(Fault::new(Code::NotSupported, message));
    }
    let mut tools = Vec::new();
    for (at, frame) in result.frames.iter().enumerate() {
        for listed in &frame.tools {
            let handle = handle(frame, listed);
            if let Some(tool) = page_tools::tool((at, frame), listed, handle) {
                tools.push((tool, frame, listed.as_str()));
            }
        }
    }
    Ok(tools)
}

/// The handle of a tool as it is listed, in its document.
fn handle(frame: &FrameTools, listed: &str) -> String {
    let mut hash = Sha256::new_with_prefix(&frame.document);
    hash.update([0]);
    hash.update(listed);
    let mut handle = secret::hex(&hash.finalize());
    handle.truncate(HANDLE_LEN);
    handle
}

/// The tool that an action calls.
///
/// # Errors
/// `not_supported`, `changed_tool` if no tool has this handle or name, `ambiguous_id` if several
/// have this name, `bad_request` for arguments that its schema does not allow.
pub async fn find(
    context: RequestContext<'_>,
    destination: Destination,
    (wanted, arguments): (&str, &Map<String, Value>),
) -> Result<ToolTarget, Fault> {
    let result: PageToolsResult = context.query(destination, Method::PageTools {}).await?;
    let tools = tools_of(&result)?;
    let by_handle = tools.iter().find(|(tool, ..)| tool.tool == wanted);
    let mut by_name = tools.iter().filter(|(tool, ..)| tool.name == wanted);
    let (tool, frame, listed) = match (by_handle, by_name.next(), by_name.next()) {
        (Some(found), ..) | (None, Some(found), None) => found,
        (None, Some(_), Some(_)) => {
            let message = format!("Several tools have the name {}.", text(wanted));
            return Err(Fault::new(Code::AmbiguousId, message)
                .hint("Name one of them by its handle, which the list of page tools has."));
        }
        (None, None, _) => {
            let message = format!("The page has no tool {}.", text(wanted));
            return Err(Fault::new(Code::ChangedTool, message));
        }
    };
    if tool.schema.is_null() {
        let message = format!(
            "The schema of {} is too large to check arguments.",
            text(&tool.name)
        );
        return Err(Fault::new(Code::NotApplicable, message));
    }
    schema::check(&tool.schema, &Value::Object(arguments.clone())).map_err(|why| {
        Fault::bad_request(format!("`arguments` of {}: {why}.", text(&tool.name)))
    })?;
    Ok(ToolTarget {
        document: frame.document.clone(),
        world: frame.world,
        name: tool.name.clone(),
        listed: (*listed).to_owned(),
    })
}

fn text(text: &str) -> String {
    requoted(&shortened(text, MAX_TEXT))
}
