//! Parameters and results of `screenshot`.

use super::{ChromeTab, DocumentHandle, NodeHandle};
use crate::model::ImageFormat;
use serde::{Deserialize, Serialize};

/// How a picture is to be taken; left out: all that the tab's window shows, as a PNG.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ScreenshotParams {
    /// How it is encoded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<ImageFormat>,
    /// Of JPEG and WebP, 1 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality: Option<u8>,
    /// Longest side in pixels: a larger picture is made smaller.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_side: Option<u32>,
    /// The elements that are marked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<MarksParams>,
    /// The element that is cut out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crop: Option<NodeHandle>,
    /// All of the page, which is scrolled for it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub full: bool,
}

/// Elements that are marked where they are in view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MarksParams {
    /// Their documents.
    pub documents: Vec<DocumentHandle>,
    /// Those that matter most first.
    pub elements: Vec<WantedMark>,
    /// How many are marked at most.
    pub most: usize,
}

/// An element that is marked where it is in view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WantedMark {
    /// Position of its document.
    pub at: usize,
    /// Hidden node id.
    pub node: u32,
    /// What is written beside it.
    pub label: String,
}

/// Answer to `screenshot`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ScreenshotResult {
    /// The tab that is shown.
    pub tab: ChromeTab,
    /// `image/png`, or as it was asked for.
    pub mime_type: String,
    /// The picture, base64.
    pub data: String,
    /// What the picture is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<ImageFacts>,
}

/// What a picture is.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ImageFacts {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Its pixels of one CSS pixel.
    pub scale: f64,
    /// The device's pixels of one CSS pixel.
    pub device_pixel_ratio: f64,
    /// The elements that are marked: position in what was asked for, and left, top, right, bottom
    /// in the picture's pixels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<(usize, i32, i32, i32, i32)>,
    /// Elements in view that are not marked: there were too many, or no room.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unmarked: usize,
    /// The element that was cut out goes on out of view.
    #[serde(default, skip_serializing_if = "is_false")]
    pub clipped: bool,
    /// Of the picture of a whole page: how much of it there is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<PageFacts>,
}

/// How much of a page is in a picture of all of it, in CSS pixels.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PageFacts {
    /// How many tiles were taken.
    pub tiles: u32,
    /// Height of what is in the picture, from the top.
    pub shown: f64,
    /// Height of the page, when it was scrolled.
    pub height: f64,
    /// Width of the page.
    pub width: f64,
    /// Width of what is in the picture, from the left.
    pub across: f64,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn is_false(value: &bool) -> bool {
    !*value
}
