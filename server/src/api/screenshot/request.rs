//! Validates a request for a screenshot. The fault of an invalid field names the valid ones.

use crate::api::request;
use axlens_protocol::Fault;
use axlens_protocol::agent::screenshot::ScreenshotRequest;
use axlens_protocol::model::ImageFormat;
use axlens_protocol::wire::ScreenshotParams;
use std::ops::RangeInclusive;
use std::time::Duration;

/// Default length of the longer side. Models scale larger images down.
const DEFAULT_MAX_SIDE: u32 = 1_568;

/// Valid lengths of the longer side.
const MAX_SIDES: RangeInclusive<u32> = 64..=8_192;

/// Default timeout for a whole page: Chrome captures two tiles a second.
const FULL_PAGE_TIMEOUT: Duration = Duration::from_secs(30);

/// The timeout of a request.
///
/// # Errors
/// `bad_request` outside the bounds.
pub fn limit(request: &ScreenshotRequest) -> Result<Duration, Fault> {
    match (request.full, request.timeout_ms) {
        (true, None) => Ok(FULL_PAGE_TIMEOUT),
        (_, timeout_ms) => request::limit(timeout_ms),
    }
}

/// The parameters of the query, without elements.
///
/// # Errors
/// `bad_request`.
pub fn params(request: &ScreenshotRequest) -> Result<ScreenshotParams, Fault> {
    let names_element = request.uid.is_some() || request.id.is_some();
    if request.full && names_element {
        return Err(Fault::bad_request(
            "Use either `full` or an element: the screenshot of an element shows its visible part.",
        ));
    }
    if !names_element && (request.snapshot.is_some() || request.seen.is_some()) {
        return Err(Fault::bad_request(
            "`snapshot` and `seen` belong to an element: add its `uid` or `id`.",
        ));
    }
    let format = request.format.unwrap_or(ImageFormat::Png);
    let quality = request.quality;
    if quality.is_some() && format == ImageFormat::Png {
        return Err(Fault::bad_request("A PNG has no `quality`: omit it."));
    }
    if quality.is_some_and(|quality| !(1..=100).contains(&quality)) {
        return Err(Fault::bad_request("`quality` must be from 1 to 100."));
    }
    let max_side = request.max_side.unwrap_or(DEFAULT_MAX_SIDE);
    if !MAX_SIDES.contains(&max_side) {
        let (min, max) = MAX_SIDES.into_inner();
        let message = format!("`max_side` must be from {min} to {max}.");
        return Err(Fault::bad_request(message));
    }
    Ok(ScreenshotParams {
        format: Some(format),
        quality,
        max_side: Some(max_side),
        full: request.full,
        ..ScreenshotParams::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn params_of(fields: Value) -> Result<ScreenshotParams, String> {
        let request = serde_json::from_value(fields).map_err(|error| error.to_string())?;
        params(&request).map_err(|fault| fault.message)
    }

    #[test]
    fn invalid_fields_are_bad_requests() {
        for (fields, part) in [
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
            let message = params_of(fields.clone()).expect_err("an invalid request");
            assert!(message.contains(part), "{fields}: {message}");
        }
    }

    #[test]
    fn a_screenshot_is_a_png_of_bounded_size_by_default() {
        let plain = params_of(json!({})).expect("a valid request");
        assert_eq!(
            (plain.format, plain.max_side, plain.full),
            (Some(ImageFormat::Png), Some(1_568), false)
        );
        let large = params_of(json!({"max_side": 8192, "format": "webp", "quality": 1}));
        assert_eq!(large.expect("a valid request").max_side, Some(8_192));
    }

    #[test]
    fn a_whole_page_has_a_longer_default_timeout() {
        let limit = |fields| limit(&serde_json::from_value(fields).expect("a request"));
        assert_eq!(limit(json!({"full": true})), Ok(FULL_PAGE_TIMEOUT));
        assert_eq!(limit(json!({})), Ok(request::DEFAULT_LIMIT));
        let explicit = limit(json!({"full": true, "timeoutMs": 100}));
        assert_eq!(explicit, Ok(Duration::from_millis(100)));
        assert!(limit(json!({"full": true, "timeoutMs": 99})).is_err());
    }
}
