//! The audit log: a line of `audit.jsonl` for each request of an agent, and `GET /audit`, with
//! which the extension's pages show the latest lines. The only text of a page in it is the name of
//! an element.

use super::interact::Outcome;
use crate::Code;
use crate::model::Consent;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One request of an agent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct AuditEntry {
    /// Time of the answer: RFC 3339, UTC, with milliseconds.
    pub time: String,
    /// The agent that sent the request.
    pub agent: AuditedAgent,
    /// Name of the browser; absent if no browser received a query.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// The site, `scheme://host[:port]`; absent if it is unknown, and for incognito tabs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// Kind of the request: the name of its endpoint or tool, or `interact:` and the name of its
    /// action.
    pub kind: String,
    /// The element of the request, if there is exactly one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element: Option<AuditedElement>,
    /// How an action was permitted or denied; absent for reads, and for requests that ended before
    /// consent was checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<Consent>,
    /// How it ended.
    pub outcome: AuditOutcome,
}

/// How a request, or an action of a request, ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(untagged)]
pub enum AuditOutcome {
    /// Of a request without a fault.
    Request(RequestOutcome),
    /// Of an action without a fault.
    Action(Outcome),
    /// The code of the fault.
    Fault(Code),
    /// An outcome of another version, whose entries stay in the log.
    Other(String),
}

/// How a request without a fault ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RequestOutcome {
    /// It was answered.
    Ok,
    /// The agent closed the connection before the answer.
    Cancelled,
}

impl AuditOutcome {
    /// The name in JSON.
    pub fn as_str(&self) -> &str {
        match self {
            AuditOutcome::Request(RequestOutcome::Ok) => "ok",
            AuditOutcome::Request(RequestOutcome::Cancelled) => "cancelled",
            AuditOutcome::Action(outcome) => outcome.as_str(),
            AuditOutcome::Fault(code) => code.as_str(),
            AuditOutcome::Other(name) => name,
        }
    }
}

impl Default for AuditOutcome {
    fn default() -> AuditOutcome {
        AuditOutcome::Request(RequestOutcome::Cancelled)
    }
}

/// The agent that sent the request.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct AuditedAgent {
    /// Id, different for each token.
    pub id: String,
    /// Name that the user chose.
    pub name: String,
}

/// The element of the request, if there is exactly one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct AuditedElement {
    /// Its uid; absent if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    /// Its role.
    pub role: String,
    /// Its name, at most 80 characters.
    pub name: String,
}

/// Parameters of `GET /audit`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AuditRequest {
    /// Maximum number of entries, the newest ones; default 50, at most 500.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<usize>,
    /// Only entries of this site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
}

/// Answer of `GET /audit`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct AuditAnswer {
    /// The entries, oldest first.
    pub entries: Vec<AuditEntry>,
}

/// State of the audit log.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct AuditStatus {
    /// Number of entries that could not be written since the server started.
    pub lost: u64,
    /// Path of the file.
    pub path: String,
    /// Number of entries that were written since the server started.
    pub written: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_is_its_name() {
        let outcomes = [
            (AuditOutcome::Request(RequestOutcome::Ok), "ok"),
            (AuditOutcome::default(), "cancelled"),
            (AuditOutcome::Action(Outcome::OpenedTab), "opened_tab"),
            (AuditOutcome::Fault(Code::StaleUid), "stale_uid"),
            (AuditOutcome::Other("later".to_owned()), "later"),
        ];
        for (outcome, name) in outcomes {
            let json = serde_json::to_value(&outcome).expect("JSON");
            assert_eq!((json.as_str(), outcome.as_str()), (Some(name), name));
            let read: AuditOutcome = serde_json::from_value(json).expect("an outcome");
            assert_eq!(read, outcome);
        }
    }
}
