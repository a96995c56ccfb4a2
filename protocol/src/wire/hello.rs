//! What the extension's worker says of itself at `POST /hello`.

use serde::{Deserialize, Serialize};

/// What the worker says of itself at `POST /hello`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Hello {
    /// Version of the extension.
    pub version: String,
    /// Wire version of the extension.
    pub wire: u32,
    /// The user has paused all reading.
    #[serde(default)]
    pub paused: bool,
    /// How often this worker has said it, this time included: one that was overtaken on its way by
    /// a later one says nothing any more.
    #[serde(default)]
    pub count: u64,
    /// What the browser is called: by its brand, or as the user chose. Others may have the same.
    #[serde(default)]
    pub name: String,
    /// A random word that is another whenever the user has narrowed what the extension may read,
    /// since it was said last.
    #[serde(default)]
    pub access: String,
    /// The machine has no person: every question whether an agent may act is answered with yes.
    #[serde(default)]
    pub unattended: bool,
}
