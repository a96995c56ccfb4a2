//! Dialogs of a page (`alert`, `confirm`, `prompt`) during an action, and how they are answered.

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

/// How dialogs of the page are answered during an action. An `alert` is always accepted; `confirm`
/// and `prompt` only if they have an answer here.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Dialogs {
    /// The answer to `confirm`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirm: Option<DialogAnswer>,
    /// The answer to `prompt`; null: it is dismissed.
    #[serde(
        deserialize_with = "null_as_some",
        skip_serializing_if = "Option::is_none"
    )]
    pub prompt: Option<Option<String>>,
}

/// An answer to a dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum DialogAnswer {
    /// OK.
    Accept,
    /// Cancel.
    Dismiss,
}

/// A dialog that the page opened during an action. Kind and message are the page's claim: any of
/// its scripts can report a dialog that it has not opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct OpenedDialog {
    /// The function that opened it.
    pub kind: DialogKind,
    /// Its message, cut to 500 characters.
    pub message: String,
    /// How it was answered; null: it is open and waits for the user.
    pub answer: Option<DialogAnswer>,
}

/// A function of a page that opens a dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum DialogKind {
    /// A message with OK.
    Alert,
    /// A message with OK and Cancel.
    Confirm,
    /// A message with a text field.
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

impl OpenedDialog {
    /// Whether it is open and blocks the page.
    pub fn is_open(&self) -> bool {
        self.answer.is_none()
    }
}

/// Deserializes a present field to `Some`, even if it is null.
pub(crate) fn null_as_some<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
