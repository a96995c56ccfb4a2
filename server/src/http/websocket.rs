//! The extension's WebSocket, on which queries go out the moment they are there and
//! answers come back, each a message. It does what `/pending-queries` and `/results` do, at a
//! fraction of a request's time. Answers are handed on unread.

use super::error::{Answered, Failure};
use super::extension::{LONGEST_INSTANCE, LONGEST_WAIT, RESULT_BODY};
use super::middleware::websocket_instance;
use crate::dispatch::Dispatch;
use crate::state::App;
use axlens_protocol::{Fault, WEBSOCKET_PROTOCOL};
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

/// Longest head of an answer: the query's id and a line break.
const LONGEST_HEAD: usize = 64;

/// `GET /websocket`, upgraded
pub async fn open(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Answered<Response> {
    let upgrade = upgrade.map_err(|rejection| {
        Failure(Fault::bad_request(format!(
            "The endpoint takes a WebSocket: {rejection}"
        )))
    })?;
    let instance = websocket_instance(&headers)
        .filter(|id| !id.is_empty() && id.len() <= LONGEST_INSTANCE)
        .ok_or_else(|| Failure(Fault::bad_request("The WebSocket names no instance.")))?
        .to_owned();
    let largest = RESULT_BODY + LONGEST_HEAD;
    Ok(upgrade
        .protocols([WEBSOCKET_PROTOCOL])
        .max_message_size(largest)
        .max_frame_size(largest)
        .on_upgrade(async move |socket| serve(&app.dispatch, &instance, socket).await))
}

/// Serves a WebSocket until either side ends it.
async fn serve(dispatch: &Dispatch, instance: &str, mut socket: WebSocket) {
    while !dispatch.is_stopping() {
        let mut polled = pin!(dispatch.poll(instance, Duration::from_secs(LONGEST_WAIT)));
        let queries = loop {
            tokio::select! {
                queries = &mut polled => break queries,
                message = socket.recv() => match message {
                    Some(Ok(message)) => take(dispatch, message),
                    _ => return,
                },
            }
        };
        // Nothing to say is said too: a worker that hears nothing is ended by the browser.
        let said = match serde_json::to_string(&queries) {
            Ok(text) => socket.send(Message::text(text)).await,
            Err(_) => return,
        };
        if said.is_err() {
            return;
        }
    }
}

/// An answer: the query's id, a line break, and the body of `/results/{id}`.
fn take(dispatch: &Dispatch, message: Message) {
    let bytes = match message {
        Message::Text(text) => Bytes::from(text),
        Message::Binary(bytes) => bytes,
        _ => return,
    };
    let head = bytes.iter().take(LONGEST_HEAD);
    let Some(end) = head.copied().position(|byte| byte == b'\n') else {
        tracing::warn!("an answer on the WebSocket names no query");
        return;
    };
    let id = String::from_utf8_lossy(&bytes[..end]).into_owned();
    // Nobody may wait for it any more; then it is dropped.
    dispatch.deliver(&id, Ok(bytes.slice(end + 1..)));
}
