//! Image formats of screenshots.

use serde::{Deserialize, Serialize};

/// Image format of a screenshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ImageFormat {
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
    /// WebP.
    Webp,
}

/// Media type of a screenshot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub enum ImageMediaType {
    /// PNG.
    #[default]
    #[serde(rename = "image/png")]
    Png,
    /// JPEG.
    #[serde(rename = "image/jpeg")]
    Jpeg,
    /// WebP.
    #[serde(rename = "image/webp")]
    Webp,
}

impl ImageMediaType {
    /// The media type, as in `Content-Type`.
    pub fn as_str(self) -> &'static str {
        match self {
            ImageMediaType::Png => "image/png",
            ImageMediaType::Jpeg => "image/jpeg",
            ImageMediaType::Webp => "image/webp",
        }
    }

    /// The file name extension.
    pub fn extension(self) -> &'static str {
        match self {
            ImageMediaType::Png => "png",
            ImageMediaType::Jpeg => "jpeg",
            ImageMediaType::Webp => "webp",
        }
    }
}
