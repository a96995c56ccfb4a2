//! Replies of the extension to queries: the envelope of a result or a fault.

use crate::fault::{Code, Fault};
use crate::model::Consent;
use serde::{Deserialize, Serialize};

/// Body of `POST /results/{id}`: what was asked for, or why not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Reply<T> {
    /// What was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ok: Option<T>,
    /// Why not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// For the audit log alone.
    #[serde(default, skip_serializing_if = "AuditNote::is_empty")]
    pub audit: AuditNote,
}

impl<T> Reply<T> {
    /// What was asked for.
    pub fn ok(answer: T) -> Reply<T> {
        Reply {
            ok: Some(answer),
            fault: None,
            audit: AuditNote::default(),
        }
    }

    /// As a result.
    ///
    /// # Errors
    /// The extension's own fault; `internal` for a reply that is neither or both.
    pub fn into_result(self) -> Result<T, Fault> {
        match (self.ok, self.fault) {
            (Some(answer), None) => Ok(answer),
            (None, Some(fault)) => Err(fault),
            _ => {
                let message = "The extension's reply is not either an answer or a fault.";
                Err(Fault::new(Code::Internal, message))
            }
        }
    }
}

/// What the audit log is told of a query, and the agent is not.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct AuditNote {
    /// The site that was asked about, or acted on; none of an incognito window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// Who allowed an act, or did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consent: Option<Consent>,
}

impl AuditNote {
    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        *self == AuditNote::default()
    }
}
