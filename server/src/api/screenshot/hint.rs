//! What a picture does not show, in words, and how to get it.

use axlens_protocol::agent::screenshot::CapturedPage;
use axlens_protocol::wire::ImageInfo;

/// What is to be said of a picture, if anything.
pub fn of(facts: &ImageInfo, page: Option<&CapturedPage>) -> Option<String> {
    let clipped = facts.clipped.then(|| {
        "The element goes on out of view: scroll (`to`: `into_view`) shows more of it.".to_owned()
    });
    let unmarked = (facts.unmarked > 0).then(|| {
        format!(
            "{} more elements in view are not marked: observe lists them, or take one part by its uid.",
            facts.unmarked
        )
    });
    let page = page.filter(|page| page.truncated).map(|page| {
        format!(
            "The page goes on: {} of {} pixels of its height are in the picture, in {} tiles, and of its {} pixels of width those in view. Scroll there for the rest.",
            page.captured_height.get(),
            page.height.get(),
            page.tiles,
            page.width.get(),
        )
    });
    let said: Vec<String> = [clipped, unmarked, page].into_iter().flatten().collect();
    (!said.is_empty()).then(|| said.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_protocol::model::CssPixels;

    #[test]
    fn what_is_missing_is_said() {
        let nothing = ImageInfo::default();
        assert_eq!(of(&nothing, None), None);
        let facts = ImageInfo {
            clipped: true,
            unmarked: 7,
            ..nothing
        };
        let page = CapturedPage {
            height: CssPixels::rounded(30_000.0),
            captured_height: CssPixels::rounded(18_000.0),
            tiles: 20,
            truncated: true,
            width: CssPixels::rounded(900.0),
        };
        let said = of(&facts, Some(&page)).expect("something is missing");
        for part in ["out of view", "7 more", "18000 of 30000", "20 tiles"] {
            assert!(said.contains(part), "{said}");
        }
    }
}
