//! A request to observe, read strictly: an unknown or ill-made field is a fault that says what is taken.

use crate::sessions::handles::TabHandle;
use axlens_protocol::{EngineChoice, Fault};
use serde::Deserialize;
use std::time::Duration;

/// What is asked.
#[derive(Debug, Clone)]
pub struct Request {
    /// Which tab; none: the one in front of the user.
    pub tab: Option<TabHandle>,
    /// Whose uids.
    pub session: String,
    /// CSS selector of the part that is shown.
    pub scope: Option<String>,
    /// Where the engine is to run.
    pub engine: EngineChoice,
    /// How long it may take.
    pub limit: Duration,
    /// Deepest printed level.
    pub max_depth: u32,
    /// Only what can be acted on.
    pub interactive_only: bool,
}

#[derive(Debug, Deserialize)]
struct Fields {
    what: String,
    tab: Option<TabHandle>,
    session: Option<String>,
    scope: Option<String>,
    #[serde(default)]
    engine: EngineChoice,
    #[serde(rename = "timeoutMs")]
    timeout_ms: Option<u64>,
    max_depth: Option<u32>,
    #[serde(default)]
    interactive_only: bool,
}

impl Request {
    /// Reads a request's body.
    ///
    /// # Errors
    /// `bad_request`.
    pub fn read(body: &[u8]) -> Result<Request, Fault> {
        let fields: Fields = serde_json::from_slice(body).map_err(|error| {
            Fault::bad_request(format!("The request could not be read: {error}."))
        })?;
        if fields.what != "a11y_tree" {
            return Err(Fault::bad_request("`what` must be \"a11y_tree\"."));
        }
        Ok(Request {
            tab: fields.tab,
            session: fields.session.unwrap_or_else(|| "default".to_owned()),
            scope: fields.scope.filter(|scope| scope != "body"),
            engine: fields.engine,
            limit: Duration::from_millis(fields.timeout_ms.unwrap_or(15_000)),
            max_depth: fields.max_depth.unwrap_or(8).min(15),
            interactive_only: fields.interactive_only,
        })
    }
}
