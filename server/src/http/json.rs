//! An answer as it is sent to an agent: JSON in which nothing of a page hides.

use axlens_protocol::agent::write_json;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// What answers are written in.
pub const JSON: &str = "application/json";

/// A value that is sent as JSON, its strings escape_invisible.
pub struct Json<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        let mut json = Vec::new();
        // Nothing in an answer is beyond JSON.
        let _ = write_json(&self.0, &mut json);
        ([(CONTENT_TYPE, JSON)], json).into_response()
    }
}
