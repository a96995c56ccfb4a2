//! Faults as HTTP responses, and the errors of reading a request's body.

use super::json::Json;
use crate::interact_error::InteractError;
use axlens_protocol::{Code, Fault};
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

/// The result of a handler.
pub type HandlerResult<T> = Result<T, FaultResponse>;

/// A fault that becomes an HTTP response.
#[derive(Debug)]
pub struct FaultResponse(pub Fault);

impl From<Fault> for FaultResponse {
    fn from(fault: Fault) -> Self {
        FaultResponse(fault)
    }
}

impl IntoResponse for FaultResponse {
    fn into_response(self) -> Response {
        fault_response(self.0.code, Json(self.0))
    }
}

/// A response with the status of a fault.
pub fn fault_response(code: Code, body: impl IntoResponse) -> Response {
    let status = StatusCode::from_u16(code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = (status, body).into_response();
    // For the audit log.
    response.extensions_mut().insert(code);
    response
}

impl IntoResponse for InteractError {
    fn into_response(self) -> Response {
        match self {
            InteractError::Immediate(fault) => FaultResponse(fault).into_response(),
            InteractError::Partial(stopped) => fault_response(stopped.fault.code, Json(stopped)),
        }
    }
}

/// The bytes of a body.
///
/// # Errors
/// `body_too_large`, or `bad_request` for an incomplete body.
pub fn body_bytes(body: Result<Bytes, BytesRejection>) -> Result<Bytes, Fault> {
    body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Fault::new(
            Code::BodyTooLarge,
            "The request's body is too large for this endpoint.",
        ),
        _ => Fault::bad_request("The request's body could not be read to its end."),
    })
}

/// The response to a request whose handler panicked.
pub fn panic_response(_reason: Box<dyn std::any::Any + Send>) -> Response {
    FaultResponse(Fault::new(
        Code::Internal,
        "The server failed to handle this request.",
    ))
    .into_response()
}

/// The fault of an unknown path.
pub(super) async fn no_such_endpoint(uri: Uri) -> FaultResponse {
    let message = format!("No such endpoint: {}.", uri.path());
    FaultResponse(Fault::new(Code::NotFound, message))
}

/// The fault of a method that a path does not take.
pub(super) async fn wrong_method(method: Method, uri: Uri) -> FaultResponse {
    let message = format!("{} does not take {method}.", uri.path());
    FaultResponse(Fault::new(Code::MethodNotAllowed, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_internal_fault() {
        assert_eq!(
            panic_response(Box::new("by accident")).status(),
            StatusCode::INTERNAL_SERVER_ERROR
        );
    }
}
