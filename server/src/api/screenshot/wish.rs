//! A request for a picture, checked: what makes no sense is a fault that says what is taken.

use crate::api::request;
use axlens_protocol::Fault;
use axlens_protocol::agent::screenshot::ScreenshotRequest;
use axlens_protocol::model::ImageFormat;
use axlens_protocol::wire::ScreenshotParams;
use std::ops::RangeInclusive;
use std::time::Duration;

/// Longest side of a picture where the request does not say: models look at no more.
const MAX_SIDE: u32 = 1_568;

/// What it may say.
const SIDES: RangeInclusive<u32> = 64..=8_192;

/// How long a whole page may take, where the request does not say: two tiles a second.
const FULL_LIMIT: Duration = Duration::from_secs(30);

/// How long a request may take.
///
/// # Errors
/// `bad_request` outside the bounds.
pub fn limit(request: &ScreenshotRequest) -> Result<Duration, Fault> {
    match (request.full, request.timeout_ms) {
        (true, None) => Ok(FULL_LIMIT),
        (_, given) => request::limit(given),
    }
}

/// What the extension is asked, but for the elements.
///
/// # Errors
/// `bad_request`.
pub fn params(request: &ScreenshotRequest) -> Result<ScreenshotParams, Fault> {
    let names_element = request.uid.is_some() || request.id.is_some();
    if request.full && names_element {
        return Err(Fault::bad_request(
            "Give `full` or an element: the picture of an element is of what is in view.",
        ));
    }
    if !names_element && (request.snapshot.is_some() || request.seen.is_some()) {
        return Err(Fault::bad_request(
            "`snapshot` and `seen` say more of an element: give its `uid` or `id` with them.",
        ));
    }
    let format = request.format.unwrap_or(ImageFormat::Png);
    let quality = request.quality;
    if quality.is_some() && format == ImageFormat::Png {
        return Err(Fault::bad_request("A PNG has no `quality`: leave it out."));
    }
    if quality.is_some_and(|quality| !(1..=100).contains(&quality)) {
        return Err(Fault::bad_request("`quality` must be from 1 to 100."));
    }
    let longest = request.max_side.unwrap_or(MAX_SIDE);
    if !SIDES.contains(&longest) {
        let (least, most) = SIDES.into_inner();
        let message = format!("`max_side` must be from {least} to {most}.");
        return Err(Fault::bad_request(message));
    }
    Ok(ScreenshotParams {
        format: Some(format),
        quality,
        max_side: Some(longest),
        full: request.full,
        ..ScreenshotParams::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn of(fields: Value) -> Result<ScreenshotParams, String> {
        let request = serde_json::from_value(fields).map_err(|error| error.to_string())?;
        params(&request).map_err(|fault| fault.message)
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (fields, said) in [
            (json!({"full": true, "uid": 3}), "`full` or an element"),
            (json!({"seen": "x"}), "`seen`"),
            (json!({"snapshot": 2}), "`snapshot`"),
            (json!({"quality": 80}), "`quality`"),
            (json!({"format": "jpeg", "quality": 0}), "1 to 100"),
            (json!({"format": "jpeg", "quality": 101}), "1 to 100"),
            (json!({"max_side": 63}), "64 to 8192"),
            (json!({"max_side": 8193}), "64 to 8192"),
            (json!({"format": "gif"}), "gif"),
            (json!({"mark": true}), "mark"),
        ] {
            let refused = of(fields.clone()).expect_err("it makes no sense");
            assert!(refused.contains(said), "{fields}: {refused}");
        }
    }

    #[test]
    fn a_picture_is_a_png_of_bounded_size() {
        let plain = of(json!({})).expect("it makes sense");
        assert_eq!(
            (plain.format, plain.max_side, plain.full),
            (Some(ImageFormat::Png), Some(1_568), false)
        );
        let large = of(json!({"max_side": 8192, "format": "webp", "quality": 1}));
        assert_eq!(large.expect("it makes sense").max_side, Some(8_192));
    }

    #[test]
    fn a_whole_page_has_more_time() {
        let limit = |fields| limit(&serde_json::from_value(fields).expect("a request"));
        assert_eq!(limit(json!({"full": true})), Ok(FULL_LIMIT));
        assert_eq!(limit(json!({})), Ok(request::DEFAULT_LIMIT));
        let given = limit(json!({"full": true, "timeoutMs": 100}));
        assert_eq!(given, Ok(Duration::from_millis(100)));
        assert!(limit(json!({"full": true, "timeoutMs": 99})).is_err());
    }
}
