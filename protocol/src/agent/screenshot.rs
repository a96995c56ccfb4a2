//! `POST /screenshot`: a screenshot of a tab's viewport, of an element, or of the whole page,
//! optionally with marks: a frame and the uid for each interactive element.

use super::TabHandle;
use crate::model::{CssPixels, ElementId, ImageFormat, ImageMediaType};
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Body of `POST /screenshot`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ScreenshotRequest {
    /// Number of the tab; default: the active tab.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabHandle>,
    /// Id or name of the browser; default: that of the tab.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Name of the session, to which the uids belong; default `default`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Only the visible part of this element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<ElementId>,
    /// The element; the same as `uid`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<ElementId>,
    /// Number of the snapshot that has the id; default: the latest of the session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<u64>,
    /// The `seen` of a `changed_uid`: accepts the element as that fault describes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
    /// The whole page. This scrolls the page and requires the same permission as an action.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub full: bool,
    /// Whether to mark the interactive elements in the viewport.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub marks: bool,
    /// Whether to omit the image if it equals the session's last screenshot of this tab.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub if_changed: bool,
    /// Image format; default `png`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<ImageFormat>,
    /// Quality of `jpeg` and `webp`, 1 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality: Option<u8>,
    /// Maximum length of the longer side in pixels, 64 to 8,192; default 1,568.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_side: Option<u32>,
    /// Timeout in milliseconds.
    #[serde(rename = "timeoutMs", skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// Answer of `POST /screenshot`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ScreenshotAnswer {
    /// Whether a part of the requested element is outside the viewport; absent if not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub clipped: bool,
    /// The image, base64; absent if it is unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
    /// Device pixels per CSS pixel, including page zoom.
    pub device_pixel_ratio: f64,
    /// Height in pixels.
    pub height: u32,
    /// What the image does not show, and how to get it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// With `marks`: a line for each marked element in the format `lean`, in page order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legend: Option<String>,
    /// With `marks`: the positions of the marked elements.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<Mark>>,
    /// Media type of the image.
    pub mime_type: ImageMediaType,
    /// With `full`: the captured part of the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<CapturedPage>,
    /// Image pixels per CSS pixel.
    pub scale: f64,
    /// With `marks`: number of the session's snapshot that has the uids.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<u64>,
    /// The tab.
    pub tab: TabHandle,
    /// Whether the image equals the session's last screenshot of this tab.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unchanged: bool,
    /// Number of interactive elements in the viewport without a mark, because there are too many or
    /// no room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unmarked: Option<usize>,
    /// URL of the page.
    pub url: String,
    /// Width in pixels.
    pub width: u32,
}

/// A marked element.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct Mark {
    /// Left, top, width and height in image pixels.
    #[serde(rename = "box")]
    pub rect: [i32; 4],
    /// Its uid, which is also the label.
    pub uid: String,
}

/// The part of a page that a screenshot of the whole page shows.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct CapturedPage {
    /// Height of the page in CSS pixels, when it was captured.
    pub height: CssPixels,
    /// Height of the captured part in CSS pixels, from the top.
    #[serde(rename = "shown")]
    pub captured_height: CssPixels,
    /// Number of tiles that the image consists of.
    pub tiles: u32,
    /// Whether the page continues below or to the right.
    pub truncated: bool,
    /// Width of the page in CSS pixels.
    pub width: CssPixels,
}

fn is_false(value: &bool) -> bool {
    !*value
}
