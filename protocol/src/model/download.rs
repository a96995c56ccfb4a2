//! Downloads of the browser: in requests, answers and on the wire.

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How far a download is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DownloadState {
    /// It runs, is paused, or waits for the user.
    #[default]
    InProgress,
    /// The file is complete.
    Complete,
    /// It has ended without a file.
    Interrupted,
}

impl DownloadState {
    /// All states.
    pub const ALL: [DownloadState; 3] = [
        DownloadState::InProgress,
        DownloadState::Complete,
        DownloadState::Interrupted,
    ];

    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            DownloadState::InProgress => "in_progress",
            DownloadState::Complete => "complete",
            DownloadState::Interrupted => "interrupted",
        }
    }
}

/// How it is known which tab started a download: the browser does not name the tab.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DownloadBinding {
    /// A navigation in the tab ended as this download.
    Navigation,
    /// Its referrer or its URL is that of a page in the tab, and of no page in another open tab.
    Page,
    /// Its referrer or its URL is that of pages in several tabs: another one may have started it.
    #[default]
    SharedPage,
}

/// The download that an action started.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct StartedDownload {
    /// Name of the file; absent if the browser has not chosen one yet, empty if the policy hides
    /// a site that the download is from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How it is known that this tab started it.
    pub bound_by: DownloadBinding,
    /// Number of further downloads that the action started; absent if there are none.
    #[serde(skip_serializing_if = "is_zero")]
    pub more: u32,
}

fn is_zero(value: &u32) -> bool {
    *value == 0
}
