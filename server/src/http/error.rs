//! A fault as an HTTP answer, and the body of a request, read within its bounds.

use super::json::Json;
use crate::interact_error::InteractError;
use axlens_protocol::{Code, Fault};
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// What a handler answers.
pub type Answered<T> = Result<T, Failure>;

/// A fault on its way out.
#[derive(Debug)]
pub struct Failure(pub Fault);

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Failure(fault)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        failed(self.0.code, Json(self.0))
    }
}

/// An answer with the status of a fault.
pub fn failed(code: Code, body: impl IntoResponse) -> Response {
    let status = StatusCode::from_u16(code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = (status, body).into_response();
    // For the audit log.
    response.extensions_mut().insert(code);
    response
}

/// What came of a request that acts: its answer, or a fault, with what was done before it.
///
/// # Errors
/// Where nothing was done.
pub fn acted(answer: Result<impl Serialize, InteractError>) -> Answered<Response> {
    match answer {
        Ok(answer) => Ok(Json(answer).into_response()),
        Err(InteractError::Immediate(fault)) => Err(fault.into()),
        Err(InteractError::Partial(stopped)) => Ok(failed(stopped.fault.code, Json(stopped))),
    }
}

/// The bytes of a body, or `body_too_large`.
///
/// # Errors
/// `body_too_large`, or `bad_request` for a body that breaks off.
pub fn bytes(read: Result<Bytes, BytesRejection>) -> Result<Bytes, Fault> {
    read.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Fault::new(
            Code::BodyTooLarge,
            "The request's body is too large for this endpoint.",
        ),
        _ => Fault::bad_request("The request's body could not be read to its end."),
    })
}

/// A panic, as a fault: the client gets an answer.
pub fn panicked(_reason: Box<dyn std::any::Any + Send>) -> Response {
    Failure(Fault::new(
        Code::Internal,
        "The server failed on this request.",
    ))
    .into_response()
}

/// The fault of an unknown path.
pub(super) async fn no_such_endpoint(uri: Uri) -> Failure {
    let message = format!("No such endpoint: {}.", uri.path());
    Failure(Fault::new(Code::NotFound, message))
}

/// The fault of a method that a path does not take.
pub(super) async fn wrong_method(method: Method, uri: Uri) -> Failure {
    let message = format!("{} does not take {method}.", uri.path());
    Failure(Fault::new(Code::MethodNotAllowed, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_fault() {
        assert_eq!(
            panicked(Box::new("by accident")).status(),
            StatusCode::INTERNAL_SERVER_ERROR
        );
    }
}
