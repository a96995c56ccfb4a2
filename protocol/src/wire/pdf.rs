//! Result of `pdf`: the PDF file that a tab shows.

use super::ChromeTab;
use serde::{Deserialize, Serialize};

/// Answer to `pdf`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PdfResult {
    /// The tab.
    pub tab: ChromeTab,
    /// The file, base64.
    pub data: String,
}
