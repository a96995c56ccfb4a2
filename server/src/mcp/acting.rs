//! Executes the actions of the tools that act on a page or a tab, and describes the outcome.

use super::call::{Call, Content, Image, ToolFailure, ToolResult, internal};
use super::page_marks::marked;
use crate::api::interact;
use crate::interact_error::InteractError;
use crate::text::answer_text;
use crate::text::interface::{self, Interface};
use axlens_protocol::Fault;
use axlens_protocol::agent::interact::{InteractAnswer, InteractStopped, ReadAnswer, StepResult};
use serde_json::Value;

/// Executes a request of `/interact` with these fields.
pub async fn act(call: &Call, fields: &Value) -> ToolResult {
    let request = call.request(fields)?;
    match interact::interact(&call.app, &call.agent, request).await {
        Ok(answer) => content(&answer),
        Err(InteractError::Immediate(fault)) => Err(fault.into()),
        Err(InteractError::Partial(stopped)) => {
            let InteractStopped { fault, done } = *stopped;
            let completed = Some(Box::new(content(&done)?));
            Err(ToolFailure { fault, completed })
        }
    }
}

fn content(answer: &InteractAnswer) -> ToolResult {
    Ok(Content {
        images: answer.results.iter().filter_map(image).collect(),
        text: text(answer)?,
    })
}

fn image(result: &StepResult) -> Option<Image> {
    match result {
        StepResult::Read(answer) => match &**answer {
            ReadAnswer::Screenshot(answer) => Image::of_screenshot(answer),
            ReadAnswer::Find(_)
            | ReadAnswer::Get(_)
            | ReadAnswer::Wait(_)
            | ReadAnswer::Observe(_)
            | ReadAnswer::Network(_)
            | ReadAnswer::Errors(_)
            | ReadAnswer::Downloads(_)
            | ReadAnswer::AskUser(_) => None,
        },
        StepResult::Action(_) | StepResult::Control(_) => None,
    }
}

fn text(answer: &InteractAnswer) -> Result<String, Fault> {
    let text = answer_text::interacted(answer, Interface::Mcp).map_err(|error| internal(&error))?;
    let mut text = marked(&text);
    if let Some(cursor) = &answer.cursor {
        text += &format!("\nThere is more: observe with cursor {cursor}");
    }
    if let Some(hint) = &answer.hint {
        text += &format!("\n{}", interface::render(hint, Interface::Mcp));
    }
    Ok(text)
}
