//! How far a tab has loaded its page.

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How far a tab has loaded its page, as in Chrome's API.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TabStatus {
    /// The browser unloaded the tab to save memory.
    Unloaded,
    /// The page is loading.
    Loading,
    /// The page is loaded.
    Complete,
    /// The browser does not report a known status.
    #[default]
    #[serde(rename = "", other)]
    Unknown,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_that_is_not_known_is_no_error() {
        let parse = |json: &str| serde_json::from_str::<TabStatus>(json).expect("a status");
        assert_eq!(parse("\"complete\""), TabStatus::Complete);
        assert_eq!(parse("\"\""), TabStatus::Unknown);
        assert_eq!(parse("\"frozen\""), TabStatus::Unknown);
        let unknown = serde_json::to_string(&TabStatus::Unknown);
        assert_eq!(unknown.expect("JSON"), "\"\"");
    }
}
