//! How an action was permitted.

use serde::{Deserialize, Serialize};

/// Who allowed an act, or did not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Consent {
    /// A person was asked and allowed this one act.
    AllowedOnce,
    /// A person was asked and allowed the agent to act on this site from now on.
    AllowedSite,
    /// A person was asked and allowed the agent to act on all sites from now on.
    AllowedAgent,
    /// A person was asked and denied it, or closed the window.
    Denied,
    /// A person was to be asked and gave no answer.
    Unanswered,
    /// Nobody was asked: a person had allowed it on this site, or on all, before.
    Granted,
    /// Nobody was asked: the site's level is `act`.
    Policy,
    /// Nobody was asked: the installation is unattended, and every question is answered with yes.
    Unattended,
}

impl Consent {
    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Consent::AllowedOnce => "allowed_once",
            Consent::AllowedSite => "allowed_site",
            Consent::AllowedAgent => "allowed_agent",
            Consent::Denied => "denied",
            Consent::Unanswered => "unanswered",
            Consent::Granted => "granted",
            Consent::Policy => "policy",
            Consent::Unattended => "unattended",
        }
    }
}
