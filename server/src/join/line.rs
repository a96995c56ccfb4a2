//! Serves an open line: receives requests, answers each of them before its deadline, and ends those
//! that no client waits for any more.

use super::dial::Line;
use super::remote_request::{answer, late, refused};
use super::settings::JoinSettings;
use super::state::LineState;
use crate::state::{App, VERSION};
use anyhow::{Context, bail, ensure};
use axlens_protocol::gateway::{
    AnswerHead, EdgeHello, EdgeMessage, GatewayMessage, LINE_REFUSALS, LineBreach, MAX_BODY,
    MAX_IN_PROGRESS, MAX_SILENCE_SECONDS, PartialBody, Piece, REFUSED, RequestHead,
};
use axum::Router;
use axum::body::Bytes;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use std::collections::HashMap;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

/// Maximum size of the bodies of all requests in progress, in bytes.
const MAX_BODIES: usize = 4 * MAX_BODY;

/// Number of messages that wait to be sent.
const SEND_QUEUE: usize = 8;

/// The timeout for sending one message.
const SEND_TIMEOUT: Duration = Duration::from_secs(20);

const MAX_SILENCE: Duration = Duration::from_secs(MAX_SILENCE_SECONDS);

/// What requests need.
#[derive(Clone)]
pub struct Edge {
    /// The server's state.
    pub app: Arc<App>,
    /// The router for requests of the gateway.
    pub router: Router,
    /// What the user allows.
    pub settings: Arc<JoinSettings>,
}

/// A line with its requests in progress. They end when it is dropped.
struct OpenLine {
    edge: Edge,
    sender: mpsc::Sender<Message>,
    tasks: JoinSet<u64>,
    requests: HashMap<u64, EdgeRequest>,
    last_id: u64,
    is_draining: bool,
}

/// A request in progress.
struct EdgeRequest {
    task: AbortHandle,
    length: usize,
    /// The body, and where it is sent when it is complete; `None` if it was.
    body: Option<(PartialBody, oneshot::Sender<Vec<u8>>)>,
}

/// Serves a line until the gateway drains it.
///
/// # Errors
/// If the line is lost, or the gateway breaks the protocol.
pub async fn serve(edge: Edge, line: Line, epoch: u64) -> anyhow::Result<()> {
    let (sink, stream) = line.split();
    let (sender, queue) = mpsc::channel(SEND_QUEUE);
    let version = VERSION.to_owned();
    send_message(&sender, &EdgeMessage::Hello(EdgeHello { epoch, version })).await?;
    let line = OpenLine {
        edge,
        sender,
        tasks: JoinSet::new(),
        requests: HashMap::new(),
        last_id: 0,
        is_draining: false,
    };
    let mut sending = pin!(send_all(sink, queue));
    tokio::select! {
        ended = line.receive_all(stream) => ended?,
        error = &mut sending => return Err(error),
    }
    // The last answers. The queue is closed, because the line was dropped.
    sending.await;
    Ok(())
}

/// Sends the messages of the queue until it is closed or the line is lost; returns why it ended.
async fn send_all(
    mut sink: SplitSink<Line, Message>,
    mut queue: mpsc::Receiver<Message>,
) -> anyhow::Error {
    while let Some(message) = queue.recv().await {
        match timeout(SEND_TIMEOUT, sink.send(message)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return anyhow::Error::new(error).context("the line was lost"),
            Err(_) => return anyhow::anyhow!("the gateway takes no answers"),
        }
    }
    let _ = sink.close().await;
    anyhow::anyhow!("the line has ended")
}

async fn send_message(sender: &mpsc::Sender<Message>, message: &EdgeMessage) -> anyhow::Result<()> {
    let text = serde_json::to_string(message)?;
    Ok(sender.send(Message::text(text)).await?)
}

impl OpenLine {
    async fn receive_all(mut self, mut stream: SplitStream<Line>) -> anyhow::Result<()> {
        let mut is_accepted = false;
        while !(self.is_draining && self.requests.is_empty()) {
            tokio::select! {
                message = timeout(MAX_SILENCE, stream.next()) => {
                    let message = message.context("the gateway is silent")?;
                    let message = message.context("the gateway has ended the line")??;
                    self.receive(message)?;
                    if !is_accepted {
                        is_accepted = true;
                        self.note_accepted();
                    }
                }
                Some(ended) = self.tasks.join_next() => {
                    // A cancelled request was removed when it was cancelled.
                    if let Ok(id) = ended {
                        self.requests.remove(&id);
                    }
                }
            }
        }
        Ok(())
    }

    /// The first message of the gateway means that it has accepted the line.
    fn note_accepted(&self) {
        let gateway = self.edge.settings.address.name();
        tracing::info!(gateway, "joined");
        self.edge.app.join.set_state(LineState::Connected);
    }

    fn receive(&mut self, message: Message) -> anyhow::Result<()> {
        match message {
            Message::Text(text) => match GatewayMessage::parse(&text)? {
                GatewayMessage::Request(head) => self.begin(head)?,
                GatewayMessage::Cancel { id } => self.cancel(id),
                GatewayMessage::Drain {} => self.is_draining = true,
            },
            Message::Binary(frame) => self.add_piece(Piece::parse(&frame)?)?,
            Message::Ping(_) | Message::Pong(_) => {}
            Message::Close(frame) => bail!(end_of_line(frame)),
            Message::Frame(_) => bail!("the gateway has sent an unknown frame"),
        }
        Ok(())
    }

    /// Begins a request, which waits for its body.
    fn begin(&mut self, head: RequestHead) -> anyhow::Result<()> {
        ensure!(head.id > self.last_id, "the gateway repeats a request");
        let is_bounded = self.requests.len() < 2 * MAX_IN_PROGRESS;
        ensure!(is_bounded, "the gateway sends more requests than it may");
        self.last_id = head.id;
        let (id, length) = (head.id, head.length);
        let is_refused = self.refusal(length);
        let (sender, body) = oneshot::channel();
        let task = match is_refused {
            Some(message) => self
                .tasks
                .spawn(send_answer(self.sender.clone(), refused(id, message))),
            None => self
                .tasks
                .spawn(run(self.edge.clone(), self.sender.clone(), head, body)),
        };
        let body = Some((PartialBody::new(length), sender));
        let is_refused = is_refused.is_some();
        let request = EdgeRequest {
            task,
            length: if is_refused { 0 } else { length },
            body: body.filter(|_| !is_refused),
        };
        self.requests.insert(id, request);
        self.pass_complete_body(id);
        Ok(())
    }

    /// Why a request is not begun.
    fn refusal(&self, length: usize) -> Option<&'static str> {
        let bodies: usize = self.requests.values().map(|request| request.length).sum();
        if self.is_draining {
            Some("The gateway is stopping.")
        } else if self.requests.len() >= MAX_IN_PROGRESS {
            Some("Too many requests of the gateway are in progress.")
        } else if bodies + length > MAX_BODIES {
            Some("The bodies of the gateway's requests are too large.")
        } else {
            None
        }
    }

    /// Ends a request. Its client has disconnected.
    fn cancel(&mut self, id: u64) {
        if let Some(request) = self.requests.remove(&id) {
            request.task.abort();
        }
    }

    fn add_piece(&mut self, piece: Piece<'_>) -> Result<(), LineBreach> {
        let request = self.requests.get_mut(&piece.id);
        match request.and_then(|request| request.body.as_mut()) {
            Some((body, _)) => body.push(piece.data)?,
            // The request has ended, or was refused.
            None if piece.id <= self.last_id => {}
            None => return Err(LineBreach("a piece has no request".to_owned())),
        }
        self.pass_complete_body(piece.id);
        Ok(())
    }

    fn pass_complete_body(&mut self, id: u64) {
        let Some(request) = self.requests.get_mut(&id) else {
            return;
        };
        if let Some((body, sender)) = request.body.take_if(|(body, _)| body.is_complete()) {
            // The request may have ended at its deadline.
            let _ = sender.send(body.into_data());
        }
    }
}

/// Why the gateway has ended the line.
fn end_of_line(frame: Option<CloseFrame>) -> String {
    let refused = frame.filter(|frame| u16::from(frame.code) == REFUSED);
    let reason = refused.and_then(|frame| {
        let mut reasons = LINE_REFUSALS.iter();
        reasons.find(|(reason, _)| frame.reason.as_str() == *reason)
    });
    match reason {
        Some((_, reason)) => format!("the gateway has refused the line: {reason}"),
        None => "the gateway has ended the line".to_owned(),
    }
}

/// Answers a request before its deadline, and returns its id.
async fn run(
    edge: Edge,
    sender: mpsc::Sender<Message>,
    head: RequestHead,
    body: oneshot::Receiver<Vec<u8>>,
) -> u64 {
    let Edge {
        app,
        router,
        settings,
    } = edge;
    let answered = async {
        // Without the body, the line has ended, and this task with it.
        let body = body.await.ok()?;
        Some(answer(&app, router, &settings, &head, body).await)
    };
    let limit = Duration::from_millis(head.deadline_ms);
    match timeout(limit, answered).await {
        Ok(Some(answer)) => send_answer(sender, answer).await,
        Ok(None) => head.id,
        Err(_) => send_answer(sender, late(head.id, limit)).await,
    }
}

/// Sends an answer in pieces, and returns the id of its request.
async fn send_answer(sender: mpsc::Sender<Message>, (head, body): (AnswerHead, Bytes)) -> u64 {
    let id = head.id;
    // If the line has ended, no client waits for the answer.
    if send_message(&sender, &EdgeMessage::Answer(head))
        .await
        .is_ok()
    {
        for frame in Piece::frames(id, &body) {
            if sender.send(Message::binary(frame)).await.is_err() {
                break;
            }
        }
    }
    id
}
