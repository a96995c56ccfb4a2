//! The questions that a page asks in dialogs (`alert`, `confirm`, `prompt`), and how an agent wants
//! them answered while its action is done.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

/// How the page's dialogs are answered while an action is done. An `alert` is; of the others, those
/// that an answer is given for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Dialogs {
    /// The answer to `confirm`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirm: Option<DialogAnswer>,
    /// The text that `prompt` is answered with; null: it is dismissed.
    #[serde(
        deserialize_with = "even_null",
        skip_serializing_if = "Option::is_none"
    )]
    pub prompt: Option<Option<String>>,
}

/// An answer to a dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DialogAnswer {
    /// OK.
    Accept,
    /// Cancel.
    Dismiss,
}

/// A dialog that the page has opened during an action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeenDialog {
    /// Which.
    pub kind: DialogKind,
    /// What it says: text of the page, its first 500 characters.
    pub message: String,
    /// How it was answered; null: it is open and waits for the person.
    pub answer: Option<DialogAnswer>,
}

/// A function of a page that opens a dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DialogKind {
    /// A text with OK.
    Alert,
    /// A question with OK and Cancel.
    Confirm,
    /// A question for a text.
    Prompt,
}

impl DialogKind {
    /// The function's name.
    pub fn as_str(self) -> &'static str {
        match self {
            DialogKind::Alert => "alert",
            DialogKind::Confirm => "confirm",
            DialogKind::Prompt => "prompt",
        }
    }
}

impl SeenDialog {
    /// Whether it is open and keeps the page from doing anything.
    pub fn is_open(&self) -> bool {
        self.answer.is_none()
    }
}

/// A field that is there, even if null.
pub(crate) fn even_null<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
