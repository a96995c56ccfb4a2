//! How an action was permitted or denied.

use serde::{Deserialize, Serialize};

/// How an action was permitted or denied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Consent {
    /// The user allowed this action in the consent prompt.
    AllowedOnce,
    /// The user allowed all actions of the agent on this site.
    AllowedSite,
    /// The user allowed all actions of the agent on all sites.
    AllowedAgent,
    /// The user denied the action, or closed the prompt.
    Denied,
    /// The user did not answer the prompt.
    Unanswered,
    /// No prompt: the user had denied actions of the agent on this site repeatedly, or until they
    /// allow them.
    DeniedBefore,
    /// No prompt: the user had allowed actions on this site or on all sites.
    Granted,
    /// No prompt: the site's level is `act`.
    Policy,
    /// No prompt: the installation is unattended, and consent is granted automatically.
    Unattended,
}

impl Consent {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Consent::AllowedOnce => "allowed_once",
            Consent::AllowedSite => "allowed_site",
            Consent::AllowedAgent => "allowed_agent",
            Consent::Denied => "denied",
            Consent::Unanswered => "unanswered",
            Consent::DeniedBefore => "denied_before",
            Consent::Granted => "granted",
            Consent::Policy => "policy",
            Consent::Unattended => "unattended",
        }
    }
}
