//! Parameters and results of `screenshot`.

use super::{ChromeTab, DocumentHandle, NodeHandle};
use crate::model::{ImageFormat, ImageMediaType};
use serde::{Deserialize, Serialize};

/// Parameters of `screenshot`. Default: the tab's viewport, as a PNG.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ScreenshotParams {
    /// Image format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<ImageFormat>,
    /// Quality of JPEG and WebP, 1 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality: Option<u8>,
    /// Maximum length of the longer side in pixels; larger images are scaled down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_side: Option<u32>,
    /// The elements to mark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<MarksParams>,
    /// The element to crop the image to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crop: Option<NodeHandle>,
    /// The whole page, which is scrolled.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub full: bool,
}

/// Elements to mark if they are in the viewport.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MarksParams {
    /// Their documents.
    pub documents: Vec<DocumentHandle>,
    /// The elements, most important first.
    pub elements: Vec<MarkRequest>,
    /// Maximum number of marks.
    #[serde(rename = "most")]
    pub max_marks: usize,
}

/// An element to mark if it is in the viewport.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MarkRequest {
    /// Index of its document.
    pub at: usize,
    /// Node id.
    pub node: u32,
    /// Label of the mark.
    pub label: String,
}

/// Answer to `screenshot`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ScreenshotResult {
    /// The tab.
    pub tab: ChromeTab,
    /// Media type of the image.
    pub mime_type: ImageMediaType,
    /// The image, base64.
    pub data: String,
    /// Facts about the image.
    #[serde(rename = "picture", default, skip_serializing_if = "Option::is_none")]
    pub image: Option<ImageInfo>,
}

/// Facts about an image.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ImageInfo {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Image pixels per CSS pixel.
    pub scale: f64,
    /// Device pixels per CSS pixel.
    pub device_pixel_ratio: f64,
    /// The marked elements: index in the parameters, and left, top, right, bottom in image pixels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<(usize, i32, i32, i32, i32)>,
    /// Number of elements in the viewport without a mark, because there were too many or no room.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unmarked: usize,
    /// Whether a part of the cropped element is outside the viewport.
    #[serde(default, skip_serializing_if = "is_false")]
    pub clipped: bool,
    /// For the whole page: the captured part of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<PageExtent>,
}

/// The part of a page that a screenshot of the whole page shows, in CSS pixels.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PageExtent {
    /// Number of captured tiles.
    pub tiles: u32,
    /// Height of the captured part, from the top.
    #[serde(rename = "shown")]
    pub captured_height: f64,
    /// Height of the page, when it was captured.
    pub height: f64,
    /// Width of the page.
    pub width: f64,
    /// Width of the captured part, from the left.
    #[serde(rename = "across")]
    pub captured_width: f64,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn is_false(value: &bool) -> bool {
    !*value
}
