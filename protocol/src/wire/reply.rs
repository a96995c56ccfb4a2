//! Replies of the extension to queries: the envelope of a result or a fault.

use crate::fault::{Code, Fault};
use crate::model::Consent;
use serde::{Deserialize, Serialize};

/// Body of `POST /results/{id}`: a result or a fault.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ReplyOf{T}"))]
#[serde(deny_unknown_fields)]
pub struct Reply<T> {
    /// The result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ok: Option<T>,
    /// The fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// Only for the audit log.
    #[serde(default, skip_serializing_if = "AuditNote::is_empty")]
    pub audit: AuditNote,
}

impl<T> Reply<T> {
    /// A successful reply.
    pub fn ok(answer: T) -> Reply<T> {
        Reply {
            ok: Some(answer),
            fault: None,
            audit: AuditNote::default(),
        }
    }

    /// Converts the reply to a `Result`.
    ///
    /// # Errors
    /// The extension's fault; `internal` for a reply with neither or both fields.
    pub fn into_result(self) -> Result<T, Fault> {
        match (self.ok, self.fault) {
            (Some(answer), None) => Ok(answer),
            (None, Some(fault)) => Err(fault),
            _ => {
                let message = "The extension's reply must be either a result or a fault.";
                Err(Fault::new(Code::Internal, message))
            }
        }
    }
}

/// Facts about a query for the audit log, which the agent does not get.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct AuditNote {
    /// The site of the tab; absent for incognito windows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// How an action was permitted or denied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consent: Option<Consent>,
}

impl AuditNote {
    /// Whether the note has no fact.
    pub fn is_empty(&self) -> bool {
        *self == AuditNote::default()
    }
}
