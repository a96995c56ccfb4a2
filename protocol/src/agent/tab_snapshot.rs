//! `GET /tabs/{tab}/snapshot`: a snapshot in the `tabs` format, in chunks of bounded size, with a
//! screenshot on request.

use crate::model::ImageMediaType;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Query parameters of `GET /tabs/{tab}/snapshot`. Unknown ones are ignored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TabSnapshotRequest {
    /// Names the session `user:{userId}`; required, not empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<String>,
    /// Id or name of the browser; default: that of the tab.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Where the chunk begins, in characters; default 0, which takes a new snapshot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<String>,
    /// Only `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// `true` or `1` for a screenshot, `false` or `0` for none; default `false`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_screenshot: Option<String>,
}

/// Answer of `GET /tabs/{tab}/snapshot`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TabSnapshotAnswer {
    /// Whether there is another chunk.
    pub has_more: bool,
    /// `offset` of the next chunk, in characters; null after the last.
    pub next_offset: Option<usize>,
    /// Number of refs in the whole snapshot.
    pub refs_count: usize,
    /// The screenshot, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screenshot: Option<Screenshot>,
    /// The chunk.
    pub snapshot: String,
    /// Length of the whole snapshot, in characters.
    pub total_chars: usize,
    /// Whether the chunk is not the whole snapshot.
    pub truncated: bool,
    /// URL of the page.
    pub url: String,
}

/// A screenshot of a tab.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Screenshot {
    /// The image, base64.
    pub data: String,
    /// Media type of the image.
    pub mime_type: ImageMediaType,
}
