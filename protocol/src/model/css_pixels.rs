//! Lengths on a page.

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

/// A length or a coordinate in CSS pixels with two decimals; an integer has none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(transparent)]
pub struct CssPixels(f64);

impl CssPixels {
    /// Rounds to two decimals.
    pub fn rounded(pixels: f64) -> CssPixels {
        CssPixels((pixels * 100.0).round() / 100.0)
    }

    /// The number of pixels.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl Serialize for CssPixels {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.fract() == 0.0 && self.0.abs() < 1e15 {
            true => serializer.serialize_i64(self.0 as i64),
            false => serializer.serialize_f64(self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_integer_has_no_decimals() {
        let text = |pixels| serde_json::to_string(&CssPixels::rounded(pixels)).expect("a number");
        for (pixels, expected) in [
            (20.0, "20"),
            (20.5, "20.5"),
            (100.129, "100.13"),
            (-0.001, "0"),
            (1e15, "1000000000000000.0"),
        ] {
            assert_eq!(text(pixels), expected);
        }
    }
}
