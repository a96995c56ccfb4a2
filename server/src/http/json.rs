//! JSON answers whose strings are cleaned of invisible characters.

use axlens_protocol::agent::write_json;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// The media type of answers.
pub const JSON: &str = "application/json";

/// A value that is sent as JSON with cleaned strings.
pub struct Json<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        let mut json = Vec::new();
        // Every answer can be represented in JSON.
        let _ = write_json(&self.0, &mut json);
        ([(CONTENT_TYPE, JSON)], json).into_response()
    }
}
