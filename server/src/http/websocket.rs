//! The extension's WebSocket: each query and each response is a message. It replaces
//! `/pending-queries` and `/results`, and is faster. Responses are passed on unparsed.

use super::credentials::{websocket_browser, websocket_exchange, websocket_instance};
use super::error::{FaultResponse, HandlerResult};
use super::extension::{MAX_WAIT_SECONDS, RESULT_BODY, is_valid_id};
use super::proofs::Proofs;
use crate::queue::browsers::Worker;
use crate::queue::dispatch::{Connection, Dispatch};
use crate::state::App;
use axlens_protocol::wire::{ConsentPending, Hello, WebSocketProof};
use axlens_protocol::{Fault, WEBSOCKET_PROTOCOL};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

/// Timeout for the worker's greeting, which it sends after checking the server's proof.
const GREETING_TIMEOUT: Duration = Duration::from_secs(5);

/// The head of a greeting, in place of a query's id.
const HELLO: &str = "hello";

/// The head of a message about a query that waits for the user's consent.
const WAITING: &str = "waiting";

/// Maximum length of the head of a response: the query's id and a line break.
const MAX_HEAD_LEN: usize = 64;

/// The close code for a worker that is rejected. The reason is the fault's code.
const REJECTED: u16 = 4409;

/// `GET /websocket`, upgraded
pub async fn open(
    State(app): State<Arc<App>>,
    Extension(proofs): Extension<Arc<Proofs>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> HandlerResult<Response> {
    let upgrade = upgrade.map_err(|rejection| {
        FaultResponse(Fault::bad_request(format!(
            "The endpoint requires a WebSocket: {rejection}"
        )))
    })?;
    let missing = |what| {
        FaultResponse(Fault::bad_request(format!(
            "The WebSocket request has no valid id of the {what}."
        )))
    };
    let instance = websocket_instance(&headers).filter(|id| is_valid_id(id));
    let browser = websocket_browser(&headers).filter(|id| is_valid_id(id));
    let worker = Worker {
        browser: browser.ok_or_else(|| missing("browser"))?.to_owned(),
        instance: instance.ok_or_else(|| missing("instance"))?.to_owned(),
    };
    let (nonce, exchange) = websocket_exchange(&headers).ok_or_else(|| {
        FaultResponse(Fault::bad_request(
            "The WebSocket request has no nonce and exchange.",
        ))
    })?;
    let proof = proofs.websocket(nonce, exchange)?;
    let max_size = RESULT_BODY + MAX_HEAD_LEN;
    Ok(upgrade
        .protocols([WEBSOCKET_PROTOCOL])
        .max_message_size(max_size)
        .max_frame_size(max_size)
        .on_upgrade(async move |mut socket| {
            match greet(&app.dispatch, &worker, &proof, &mut socket).await {
                Ok(true) => serve(&app.dispatch, worker, socket).await,
                Ok(false) => {}
                Err(fault) => reject(&mut socket, &fault).await,
            }
        }))
}

/// Sends the server's proof, and receives the worker's greeting. Returns whether the worker can be
/// served; a fault for a worker that is rejected.
async fn greet(
    dispatch: &Dispatch,
    worker: &Worker,
    proof: &WebSocketProof,
    socket: &mut WebSocket,
) -> Result<bool, Fault> {
    let Ok(text) = serde_json::to_string(proof) else {
        return Ok(false);
    };
    if socket.send(Message::text(text)).await.is_err() {
        return Ok(false);
    }
    let first = tokio::time::timeout(GREETING_TIMEOUT, socket.recv()).await;
    let Ok(Some(Ok(message))) = first else {
        return Ok(false);
    };
    match split(message).and_then(|(head, body)| (head == HELLO).then(|| parse_hello(&body))?) {
        Some(hello) => dispatch.greet(worker, hello).map(|()| true),
        None => Ok(false),
    }
}

/// Serves a WebSocket until either side ends it.
async fn serve(dispatch: &Arc<Dispatch>, worker: Worker, mut socket: WebSocket) {
    // When the connection is dropped, its unanswered queries are sent again.
    let connection = dispatch.connect(worker.clone());
    while !dispatch.is_stopping() {
        let mut poll = pin!(connection.poll(Duration::from_secs(MAX_WAIT_SECONDS)));
        let pending = loop {
            tokio::select! {
                pending = &mut poll => break pending,
                message = socket.recv() => match message {
                    Some(Ok(message)) => receive(dispatch, &worker, &connection, message),
                    _ => return,
                },
            }
        };
        let pending = match pending {
            Ok(pending) => pending,
            Err(fault) => return reject(&mut socket, &fault).await,
        };
        // Also an empty list is sent: without messages, the browser would stop the worker.
        let sent = match serde_json::to_string(&pending) {
            Ok(text) => socket.send(Message::text(text)).await,
            Err(_) => return,
        };
        if sent.is_err() {
            return;
        }
    }
}

/// Closes the WebSocket of a rejected worker.
async fn reject(socket: &mut WebSocket, fault: &Fault) {
    let frame = CloseFrame {
        code: REJECTED,
        reason: fault.code.as_str().into(),
    };
    // The worker may have closed it already.
    let _ = socket.send(Message::Close(Some(frame))).await;
}

/// Handles a message: a response with its query's id as head, a greeting, or a query's consent
/// state.
fn receive(dispatch: &Dispatch, worker: &Worker, connection: &Connection, message: Message) {
    let Some((head, body)) = split(message) else {
        return;
    };
    if head == HELLO {
        if let Some(hello) = parse_hello(&body) {
            // If the worker is rejected now, its poll returns the fault.
            let _ = dispatch.greet(worker, hello);
        }
    } else if head == WAITING {
        match serde_json::from_slice::<ConsentPending>(&body) {
            Ok(pending) => dispatch.hold(worker, &pending),
            Err(error) => tracing::warn!(%error, "the consent state of a query is invalid"),
        }
    } else {
        // A response that no request waits for is dropped.
        connection.deliver(&head, Ok(body));
    }
}

/// Splits a message into its head and body, which a line break separates.
fn split(message: Message) -> Option<(String, Bytes)> {
    let bytes = match message {
        Message::Text(text) => Bytes::from(text),
        Message::Binary(bytes) => bytes,
        Message::Ping(_) | Message::Pong(_) | Message::Close(_) => return None,
    };
    let head = bytes.iter().take(MAX_HEAD_LEN);
    let Some(end) = head.copied().position(|byte| byte == b'\n') else {
        tracing::warn!("a message on the WebSocket has no head");
        return None;
    };
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    Some((head, bytes.slice(end + 1..)))
}

/// Parses a greeting.
fn parse_hello(body: &[u8]) -> Option<Hello> {
    let hello = serde_json::from_slice(body);
    if let Err(error) = &hello {
        tracing::warn!(%error, "a greeting on the WebSocket is invalid");
    }
    hello.ok()
}
