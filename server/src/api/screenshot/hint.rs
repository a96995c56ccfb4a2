//! A hint about parts that a screenshot does not show, and how to get them.

use axlens_protocol::agent::screenshot::CapturedPage;
use axlens_protocol::wire::ImageInfo;

/// The hint, if something is missing.
pub fn missing_parts(image: &ImageInfo, page: Option<&CapturedPage>) -> Option<String> {
    let clipped = image.clipped.then(|| {
        "A part of the element is not visible: scroll (`to`: `into_view`) shows more of it."
            .to_owned()
    });
    let unmarked = (image.unmarked > 0).then(|| {
        format!(
            "{} more visible elements are not marked: observe lists them; a screenshot of an element marks those in it.",
            image.unmarked
        )
    });
    let page = page.filter(|page| page.truncated).map(|page| {
        format!(
            "The screenshot shows {} of {} pixels of the page's height, in {} tiles, and the visible part of its {} pixels of width. Scroll to see the rest.",
            page.captured_height.get(),
            page.height.get(),
            page.tiles,
            page.width.get(),
        )
    });
    let hints: Vec<String> = [clipped, unmarked, page].into_iter().flatten().collect();
    (!hints.is_empty()).then(|| hints.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_protocol::model::CssPixels;

    #[test]
    fn the_hint_names_every_missing_part() {
        let nothing = ImageInfo::default();
        assert_eq!(missing_parts(&nothing, None), None);
        let image = ImageInfo {
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
        let hint = missing_parts(&image, Some(&page)).expect("something is missing");
        for part in ["is not visible", "7 more", "18000 of 30000", "20 tiles"] {
            assert!(hint.contains(part), "{hint}");
        }
    }
}
