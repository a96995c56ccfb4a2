//! `GET /edge`: an edge opens its line, a WebSocket, and keeps it.

use super::Gateway;
use super::admission::peer;
use crate::access::quota::{Quota, QuotaUse};
use crate::line::Line;
use crate::lines::LineRefusal;
use crate::tokens::GatewayToken;
use axlens_protocol::gateway::{
    EdgeHello, EdgeMessage, LINE_PROTOCOL, MAX_FRAME, MAX_SILENCE_SECONDS, OLDER_EPOCH,
    PING_SECONDS, REFUSED, TOO_MANY_LINES,
};
use axlens_protocol::{Code, Fault};
use axlens_server::http::connections::HttpConnection;
use axlens_server::http::error::FaultResponse;
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::SEC_WEBSOCKET_PROTOCOL;
use axum::response::{IntoResponse, Response};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::time::{interval, timeout};

/// The timeout for the first message.
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);

/// The lines of a token that may open, at the same time and in a minute. An edge dials again after
/// delays.
const OPENING: Quota = Quota {
    per_minute: 120,
    at_once: 4,
};

/// The timeout for sending one message.
const SEND_TIMEOUT: Duration = Duration::from_secs(20);

/// Size of the buffer in which a line reads, in bytes. An idle line keeps it.
const READ_BUFFER: usize = 8 * 1024;

const MAX_SILENCE: Duration = Duration::from_secs(MAX_SILENCE_SECONDS);

/// `GET /edge`
pub async fn open(State(gateway): State<Arc<Gateway>>, request: Request) -> Response {
    match admit(&gateway, &request) {
        Ok((token, opening)) => match upgrade(request).await {
            Ok(upgrade) => upgrade
                .on_upgrade(async move |socket| serve(gateway, (token, opening), socket).await),
            Err(response) => response,
        },
        Err(fault) => {
            gateway.metrics.note_refusal(fault.code.as_str());
            FaultResponse(fault).into_response()
        }
    }
}

fn admit(gateway: &Gateway, request: &Request) -> Result<(Arc<GatewayToken>, QuotaUse), Fault> {
    if gateway.draining.is_cancelled() {
        return Err(Fault::new(
            Code::ExtensionDisconnected,
            "The gateway is stopping.",
        ));
    }
    let token = gateway.access.edge(peer(request), request.headers())?;
    let protocol = request.headers().get(SEC_WEBSOCKET_PROTOCOL);
    if protocol.is_none_or(|protocol| protocol != LINE_PROTOCOL) {
        let message = format!("The WebSocket's subprotocol must be `{LINE_PROTOCOL}`.");
        return Err(Fault::new(Code::VersionMismatch, message));
    }
    if let Some(connection) = request.extensions().get::<HttpConnection>() {
        connection.admit(false)?;
    }
    let opening = gateway.quotas.begin(&token.id, OPENING, Instant::now())?;
    Ok((token, opening))
}

async fn upgrade(request: Request) -> Result<WebSocketUpgrade, Response> {
    let (mut parts, _) = request.into_parts();
    let upgrade = WebSocketUpgrade::from_request_parts(&mut parts, &()).await;
    let upgrade = upgrade.map_err(IntoResponse::into_response)?;
    Ok(upgrade
        .protocols([LINE_PROTOCOL])
        .read_buffer_size(READ_BUFFER)
        .max_message_size(MAX_FRAME)
        .max_frame_size(MAX_FRAME))
}

/// Serves a line until it ends. It is opening until its edge has greeted.
async fn serve(
    gateway: Arc<Gateway>,
    (token, opening): (Arc<GatewayToken>, QuotaUse),
    mut socket: WebSocket,
) {
    let Some(hello) = receive_hello(&mut socket).await else {
        gateway.metrics.note_refusal("no_hello");
        return;
    };
    drop(opening);
    let memory = Arc::clone(&gateway.memory);
    let (line, queue) = Line::new(Arc::clone(&token), hello.epoch, memory);
    if let Err(refusal) = gateway.lines.add(&line, gateway.max_lines) {
        return refuse(&gateway, socket, refusal).await;
    }
    if let Err(error) = gateway.route.share(&line).await {
        tracing::warn!("a line is not reachable: {error:#}");
        line.ended.cancel();
        gateway.lines.remove(&line);
        return;
    }
    gateway.metrics.note_line();
    let (tenant, edge) = (&token.tenant, &token.name);
    tracing::info!(tenant, edge, version = hello.version, "an edge has joined");
    let (sink, stream) = socket.split();
    let reason = tokio::select! {
        reason = receive_all(&line, stream) => reason,
        reason = send_all(sink, queue) => reason,
        () = line.ended.cancelled() => "replaced_or_revoked",
    };
    line.ended.cancel();
    gateway.lines.remove(&line);
    tracing::info!(tenant, edge, reason, "an edge has left");
}

/// The first message of an edge; `None` if it is late or another one.
async fn receive_hello(socket: &mut WebSocket) -> Option<EdgeHello> {
    let first = timeout(HELLO_TIMEOUT, socket.recv()).await;
    let Ok(Some(Ok(Message::Text(text)))) = first else {
        return None;
    };
    match EdgeMessage::parse(&text) {
        Ok(EdgeMessage::Hello(hello)) => Some(hello),
        Ok(EdgeMessage::Answer(_)) | Err(_) => None,
    }
}

async fn refuse(gateway: &Gateway, mut socket: WebSocket, refusal: LineRefusal) {
    let reason = match refusal {
        LineRefusal::OlderEpoch => OLDER_EPOCH,
        LineRefusal::Full => TOO_MANY_LINES,
    };
    gateway.metrics.note_refusal(reason);
    let frame = CloseFrame {
        code: REFUSED,
        reason: reason.into(),
    };
    // The edge may have closed it already.
    let _ = timeout(SEND_TIMEOUT, socket.send(Message::Close(Some(frame)))).await;
}

/// Handles the messages of an edge. Returns why the line ends.
async fn receive_all(line: &Line, mut stream: SplitStream<WebSocket>) -> &'static str {
    loop {
        match timeout(MAX_SILENCE, stream.next()).await {
            Err(_) => return "silent",
            Ok(None | Some(Ok(Message::Close(_)))) => return "closed",
            Ok(Some(Err(_))) => return "lost",
            Ok(Some(Ok(message))) => {
                if let Err(error) = line.receive(&message) {
                    tracing::warn!(edge = line.token.name, "{error}");
                    return "invalid_message";
                }
            }
        }
    }
}

/// Sends the messages for an edge, and pings. Returns why the line ends.
async fn send_all(
    mut sink: SplitSink<WebSocket, Message>,
    mut queue: mpsc::Receiver<Message>,
) -> &'static str {
    let mut pings = interval(Duration::from_secs(PING_SECONDS));
    loop {
        let message = tokio::select! {
            message = queue.recv() => match message {
                Some(message) => message,
                None => return "closed",
            },
            _ = pings.tick() => Message::Ping(Bytes::new()),
        };
        match timeout(SEND_TIMEOUT, sink.send(message)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return "lost",
            Err(_) => return "slow",
        }
    }
}
