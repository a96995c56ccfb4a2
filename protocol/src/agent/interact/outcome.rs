//! The outcome of an action.

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The outcome of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The tab shows another document.
    Navigated,
    /// The tab shows another URL, in the same document.
    Routed,
    /// The page has changed.
    Changed,
    /// The page has not changed.
    Unchanged,
    /// The field has another value than the requested one, apart from its format, or the list has
    /// no such option.
    ValueDiffers,
    /// The page has put the previous value back.
    Reverted,
    /// The requested state was already there: no event was sent.
    Already,
    /// The page opened a dialog and has not changed; or the dialog is still open.
    Dialog,
    /// A new tab was opened.
    OpenedTab,
    /// The tab was closed.
    ClosedTab,
    /// The agent claimed the tab: no other agent can act in it.
    Claimed,
    /// No agent claims the tab.
    Released,
    /// The form of a page tool is filled in, and waits until the user submits it.
    AwaitsUser,
    /// The element was highlighted for the user.
    Shown,
    /// The text is selected.
    Selected,
    /// The page or a part of it was scrolled, and is the same otherwise.
    Scrolled,
    /// The tab is the active one of its window.
    Activated,
    /// Of a dry run: every check has passed. Nothing was sent.
    Possible,
    /// The action was executed, but its effect was not observed: the page or the worker ended, or
    /// the field is secret.
    #[serde(rename = "done")]
    Unobserved,
    /// The action was started, and its outcome is unknown.
    Unknown,
}

impl Outcome {
    /// Whether the steps after the action are not executed: they may depend on what it was to do.
    pub fn ends_steps(self) -> bool {
        matches!(
            self,
            Outcome::Unknown | Outcome::ValueDiffers | Outcome::Reverted
        )
    }

    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::Navigated => "navigated",
            Outcome::Routed => "routed",
            Outcome::Changed => "changed",
            Outcome::Unchanged => "unchanged",
            Outcome::ValueDiffers => "value_differs",
            Outcome::Reverted => "reverted",
            Outcome::Already => "already",
            Outcome::Dialog => "dialog",
            Outcome::OpenedTab => "opened_tab",
            Outcome::ClosedTab => "closed_tab",
            Outcome::Claimed => "claimed",
            Outcome::Released => "released",
            Outcome::AwaitsUser => "awaits_user",
            Outcome::Shown => "shown",
            Outcome::Selected => "selected",
            Outcome::Scrolled => "scrolled",
            Outcome::Activated => "activated",
            Outcome::Possible => "possible",
            Outcome::Unobserved => "done",
            Outcome::Unknown => "unknown",
        }
    }
}
