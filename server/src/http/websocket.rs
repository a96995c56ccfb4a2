//! The extension's WebSocket, on which queries go out the moment they are there and
//! answers come back, each a message. It does what `/pending-queries` and `/results` do, at a
//! fraction of a request's time. Answers are handed on unread.

use super::credentials::{websocket_browser, websocket_exchange, websocket_instance};
use super::error::{Answered, Failure};
use super::extension::{MAX_WAIT, RESULT_BODY, fits};
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

/// How long a worker may take to check the server's proof.
const GREETING: Duration = Duration::from_secs(5);

/// The head of a greeting, in the place of a query's id.
const HELLO: &str = "hello";

/// The head of word that a query waits for a person, or does no longer.
const WAITING: &str = "waiting";

/// Longest head of an answer: the query's id and a line break.
const MAX_HEAD_LEN: usize = 64;

/// Code that a WebSocket is closed with where its worker is let in no longer; the reason is the
/// fault's word.
const TURNED_OUT: u16 = 4409;

/// `GET /websocket`, upgraded
pub async fn open(
    State(app): State<Arc<App>>,
    Extension(proofs): Extension<Arc<Proofs>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Answered<Response> {
    let upgrade = upgrade.map_err(|rejection| {
        Failure(Fault::bad_request(format!(
            "The endpoint takes a WebSocket: {rejection}"
        )))
    })?;
    let unnamed = |what| {
        Failure(Fault::bad_request(format!(
            "The WebSocket names no {what}."
        )))
    };
    let instance = websocket_instance(&headers).filter(|id| fits(id));
    let browser = websocket_browser(&headers).filter(|id| fits(id));
    let worker = Worker {
        browser: browser.ok_or_else(|| unnamed("browser"))?.to_owned(),
        instance: instance.ok_or_else(|| unnamed("instance"))?.to_owned(),
    };
    let (nonce, exchange) = websocket_exchange(&headers)
        .ok_or_else(|| Failure(Fault::bad_request("The WebSocket asks for no proof.")))?;
    let proof = proofs.websocket(nonce, exchange)?;
    let largest = RESULT_BODY + MAX_HEAD_LEN;
    Ok(upgrade
        .protocols([WEBSOCKET_PROTOCOL])
        .max_message_size(largest)
        .max_frame_size(largest)
        .on_upgrade(async move |mut socket| {
            match greet(&app.dispatch, &worker, &proof, &mut socket).await {
                Ok(true) => serve(&app.dispatch, worker, socket).await,
                Ok(false) => {}
                Err(fault) => turn_out(&mut socket, &fault).await,
            }
        }))
}

/// The server proves who it is; then the worker says of itself what [`Hello`] has. No query goes
/// out before that. Whether the worker is to be served; a fault for one that is not let in.
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
    let first = tokio::time::timeout(GREETING, socket.recv()).await;
    let Ok(Some(Ok(message))) = first else {
        return Ok(false);
    };
    match read(message).and_then(|(head, body)| (head == HELLO).then(|| hello(&body))?) {
        Some(hello) => dispatch.greet(worker, hello).map(|()| true),
        None => Ok(false),
    }
}

/// Serves a WebSocket until either side ends it.
async fn serve(dispatch: &Arc<Dispatch>, worker: Worker, mut socket: WebSocket) {
    // When it ends, with or without a word, what was not answered on it is given out again.
    let connection = dispatch.connect(worker.clone());
    while !dispatch.is_stopping() {
        let mut polled = pin!(connection.poll(Duration::from_secs(MAX_WAIT)));
        let pending = loop {
            tokio::select! {
                pending = &mut polled => break pending,
                message = socket.recv() => match message {
                    Some(Ok(message)) => take(dispatch, &worker, &connection, message),
                    _ => return,
                },
            }
        };
        let pending = match pending {
            Ok(pending) => pending,
            Err(fault) => return turn_out(&mut socket, &fault).await,
        };
        // Nothing to say is said too: a worker that hears nothing is ended by the browser.
        let said = match serde_json::to_string(&pending) {
            Ok(text) => socket.send(Message::text(text)).await,
            Err(_) => return,
        };
        if said.is_err() {
            return;
        }
    }
}

/// Closes the WebSocket of a worker that is let in no longer.
async fn turn_out(socket: &mut WebSocket, fault: &Fault) {
    let frame = CloseFrame {
        code: TURNED_OUT,
        reason: fault.code.as_str().into(),
    };
    // It may have gone by itself.
    let _ = socket.send(Message::Close(Some(frame))).await;
}

/// An answer, under its query's id; or, under the name `hello`, what the worker says of itself;
/// under the name `waiting`, that a query waits for a person.
fn take(dispatch: &Dispatch, worker: &Worker, connection: &Connection, message: Message) {
    let Some((head, body)) = read(message) else {
        return;
    };
    if head == HELLO {
        if let Some(hello) = hello(&body) {
            // Where it is let in no longer, its poll hears of it.
            let _ = dispatch.greet(worker, hello);
        }
    } else if head == WAITING {
        match serde_json::from_slice::<ConsentPending>(&body) {
            Ok(waiting) => dispatch.hold(worker, &waiting),
            Err(error) => tracing::warn!(%error, "word of a query that waits makes no sense"),
        }
    } else {
        // Nobody may wait for it any more; then it is dropped.
        connection.deliver(&head, Ok(body));
    }
}

/// The parts of a message: a name, a line break, and the body of the same endpoint.
fn read(message: Message) -> Option<(String, Bytes)> {
    let bytes = match message {
        Message::Text(text) => Bytes::from(text),
        Message::Binary(bytes) => bytes,
        _ => return None,
    };
    let head = bytes.iter().take(MAX_HEAD_LEN);
    let Some(end) = head.copied().position(|byte| byte == b'\n') else {
        tracing::warn!("a message on the WebSocket names nothing");
        return None;
    };
    let name = String::from_utf8_lossy(&bytes[..end]).into_owned();
    Some((name, bytes.slice(end + 1..)))
}

/// What a worker says of itself; none where it makes no sense.
fn hello(body: &[u8]) -> Option<Hello> {
    let hello = serde_json::from_slice(body);
    if let Err(error) = &hello {
        tracing::warn!(%error, "a greeting on the WebSocket makes no sense");
    }
    hello.ok()
}
