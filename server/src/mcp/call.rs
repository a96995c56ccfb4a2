//! A call of a tool: its arguments, and its result as text or an image.

use crate::agents::Agent;
use crate::api::request::not_understood;
use crate::state::App;
use axlens_protocol::agent::screenshot::ScreenshotAnswer;
use axlens_protocol::{Code, Fault};
use rmcp::model::JsonObject;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fmt::Display;
use std::sync::Arc;

/// A call of a tool.
#[derive(Clone)]
pub struct Call {
    /// The server's state.
    pub app: Arc<App>,
    /// The agent that calls.
    pub agent: Arc<Agent>,
    /// The session whose uids the arguments use.
    pub session: String,
    /// The arguments as they were received.
    pub arguments: JsonObject,
}

/// The result of a call.
pub type ToolResult = Result<Content, ToolFailure>;

/// A successful result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The images, in the order of their steps.
    pub images: Vec<Image>,
    /// The text; can be empty if there is an image.
    pub text: String,
}

/// An image of a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// The image in base64.
    pub data: String,
    /// Its media type.
    pub media_type: String,
}

impl Content {
    /// A text without an image.
    pub fn of_text(text: String) -> Content {
        Content {
            images: Vec::new(),
            text,
        }
    }
}

impl Image {
    /// The image of a screenshot; `None` if it is unchanged.
    pub fn of_screenshot(answer: &ScreenshotAnswer) -> Option<Image> {
        let media_type = answer.mime_type.as_str().to_owned();
        let data = answer.data.clone()?;
        Some(Image { data, media_type })
    }
}

/// A failed call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolFailure {
    /// The fault.
    pub fault: Fault,
    /// What the actions answer that succeeded before the fault.
    pub completed: Option<Box<Content>>,
}

impl From<Fault> for ToolFailure {
    fn from(fault: Fault) -> ToolFailure {
        ToolFailure {
            fault,
            completed: None,
        }
    }
}

impl Call {
    /// The arguments as the tool's own type.
    ///
    /// # Errors
    /// `bad_request`.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, Fault> {
        parse(self.arguments.clone())
    }

    /// The request of an endpoint with these fields, in the session of this call.
    ///
    /// # Errors
    /// `bad_request`.
    pub fn request<T: DeserializeOwned>(&self, fields: &impl Serialize) -> Result<T, Fault> {
        let fields = serde_json::to_value(fields).map_err(|error| internal(&error))?;
        let Value::Object(mut fields) = fields else {
            return Err(internal(&"the fields of a request are not an object"));
        };
        fields.insert("session".to_owned(), json!(self.session));
        parse(fields)
    }
}

/// Some clients send null for an argument that they omit.
fn parse<T: DeserializeOwned>(mut fields: JsonObject) -> Result<T, Fault> {
    fields.retain(|_, value| !value.is_null());
    serde_json::from_value(Value::Object(fields)).map_err(|error| not_understood(&error))
}

/// The fault of an answer that this server cannot convert.
pub fn internal(error: &impl Display) -> Fault {
    Fault::new(Code::Internal, error.to_string())
}
