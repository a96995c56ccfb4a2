//! A request of a page that failed during an action.

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A request that got a response with a status of 400 or more.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(default)]
pub struct FailedRequest {
    /// HTTP status.
    pub status: u16,
    /// What started it, as `initiatorType` of the resource timing.
    pub kind: String,
    /// URL, cut to 200 characters; without the origin if it is that of the main document, which has
    /// made the request. Without user info and the values of parameters for passwords, tokens and
    /// keys; empty if the policy hides its site.
    pub url: String,
}
