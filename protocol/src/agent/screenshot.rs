//! `POST /screenshot`: a picture of what a tab shows, of an element of it, or of the whole page;
//! where it is asked for, with the uids of what can be acted on drawn into it.

use super::TabHandle;
use crate::model::ImageFormat;
use crate::model::{CssPixels, ElementId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Body of `POST /screenshot`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ScreenshotRequest {
    /// Which tab; left out, the one in front of the user.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabHandle>,
    /// Id or name of the browser; left out, that of the tab.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Whose uids, and whose last picture; left out, `default`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Only this element, as far as it is in view.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<ElementId>,
    /// The same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<ElementId>,
    /// Number of the snapshot that the id is from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<u64>,
    /// The `seen` of a `changed_uid`: the element is meant as that fault says it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
    /// All of the page, which is scrolled for it: needs what an action needs.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub full: bool,
    /// Whether what can be acted on and is in view is framed, with its uid.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub marks: bool,
    /// Whether to answer without a picture where it is the last one that this session was given of
    /// this tab.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub if_changed: bool,
    /// How it is encoded; left out, `png`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<ImageFormat>,
    /// Of `jpeg` and `webp`, 1 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality: Option<u8>,
    /// Longest side in pixels, 64 to 8,192; left out, 1,568.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_side: Option<u32>,
    /// Longest time to wait, in milliseconds.
    #[serde(rename = "timeoutMs", skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// Answer of `POST /screenshot`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScreenshotAnswer {
    /// The element that was asked for goes on out of view; absent where all of it is there.
    #[serde(default, skip_serializing_if = "is_false")]
    pub clipped: bool,
    /// The picture, in base64; absent where it is unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
    /// The device's pixels of one CSS pixel, page zoom included.
    pub device_pixel_ratio: f64,
    /// Height in pixels.
    pub height: u32,
    /// What is not in the picture, in words, and how to get it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The marked elements, a line each as in the format `lean`, in the order of the page; where
    /// `marks` was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legend: Option<String>,
    /// Where the marked elements are; where `marks` was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<Mark>>,
    /// `image/png`, `image/jpeg` or `image/webp`.
    pub mime_type: String,
    /// Of a whole page: how much of it there is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<CapturedPage>,
    /// The picture's pixels of one CSS pixel.
    pub scale: f64,
    /// Number of the snapshot that shows the uids, counted in the session; where `marks` was asked
    /// for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<u64>,
    /// The tab.
    pub tab: TabHandle,
    /// The picture is the last one that the session was given of this tab.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unchanged: bool,
    /// Elements in view that are not marked: there are too many, or there was no room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unmarked: Option<usize>,
    /// Address of the page.
    pub url: String,
    /// Width in pixels.
    pub width: u32,
}

/// An element that is marked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Mark {
    /// Left edge, top edge, width, height, in pixels of the picture.
    #[serde(rename = "box")]
    pub rect: [i32; 4],
    /// Its uid, which is its label.
    pub uid: String,
}

/// How much of a page is in the picture of all of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CapturedPage {
    /// Height of the page in CSS pixels, when it was scrolled.
    pub height: CssPixels,
    /// Height of what is in the picture, from the top.
    pub shown: CssPixels,
    /// How many tiles it is made of.
    pub tiles: u32,
    /// Whether the page goes on below or to the right.
    pub truncated: bool,
    /// Width of the page in CSS pixels.
    pub width: CssPixels,
}

fn is_false(value: &bool) -> bool {
    !*value
}
