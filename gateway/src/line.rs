//! One edge's line: sends requests to the edge, and assigns its answers to them.

use crate::answer_memory::{AnswerMemory, ReservedMemory};
use crate::exchange::{Answer, Forwarded, RouteError};
use crate::tokens::GatewayToken;
use axlens_protocol::gateway::{
    AnswerHead, EdgeMessage, GatewayMessage, LineBreach, MAX_IN_PROGRESS, PartialBody, Piece,
    RequestHead,
};
use axum::extract::ws::Message;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout_at;
use tokio_util::sync::CancellationToken;

/// Number of messages that wait to be sent to one edge.
pub const SEND_QUEUE: usize = 8;

/// A line.
#[derive(Debug)]
pub struct Line {
    /// The token of its edge.
    pub token: Arc<GatewayToken>,
    /// Its epoch.
    pub epoch: u64,
    /// Cancelled when the line has ended, or must end.
    pub ended: CancellationToken,
    /// Cancelled when the line takes no new requests, because the gateway stops.
    pub draining: CancellationToken,
    sender: mpsc::Sender<Message>,
    requests: Mutex<Requests>,
    memory: Arc<AnswerMemory>,
}

#[derive(Debug, Default)]
struct Requests {
    last_id: u64,
    pending: HashMap<u64, PendingAnswer>,
}

#[derive(Debug)]
struct PendingAnswer {
    sender: oneshot::Sender<Result<Answer, RouteError>>,
    /// The answer, if its head has arrived.
    partial: Option<PartialAnswer>,
}

#[derive(Debug)]
struct PartialAnswer {
    head: AnswerHead,
    body: PartialBody,
    memory: ReservedMemory,
}

/// A request that waits for its answer. If it is dropped before, the edge is notified.
struct SentRequest<'a> {
    line: &'a Line,
    id: u64,
}

impl Line {
    /// A new line, and the queue of the messages for its edge.
    pub fn new(
        token: Arc<GatewayToken>,
        epoch: u64,
        memory: Arc<AnswerMemory>,
    ) -> (Arc<Line>, mpsc::Receiver<Message>) {
        let (sender, queue) = mpsc::channel(SEND_QUEUE);
        let line = Line {
            token,
            epoch,
            ended: CancellationToken::new(),
            draining: CancellationToken::new(),
            sender,
            requests: Mutex::default(),
            memory,
        };
        (Arc::new(line), queue)
    }

    /// Sends a request and waits for its answer, at most until the deadline.
    ///
    /// # Errors
    /// If there is no answer.
    pub async fn request(&self, request: Forwarded) -> Result<Answer, RouteError> {
        let deadline = request.deadline;
        let exchange = async {
            let (sent, answer) = self.send(request).await?;
            let answer = tokio::select! {
                answer = answer => answer.unwrap_or(Err(RouteError::Lost)),
                () = self.ended.cancelled() => Err(RouteError::Lost),
            };
            drop(sent);
            answer
        };
        let answered = timeout_at(deadline.into(), exchange).await;
        answered.unwrap_or(Err(RouteError::Late))
    }

    /// Sends a request with its body.
    async fn send(
        &self,
        request: Forwarded,
    ) -> Result<
        (
            SentRequest<'_>,
            oneshot::Receiver<Result<Answer, RouteError>>,
        ),
        RouteError,
    > {
        let permit = tokio::select! {
            permit = self.sender.reserve() => permit.map_err(|_| RouteError::NotConnected)?,
            () = self.ended.cancelled() => return Err(RouteError::NotConnected),
        };
        let (sender, answer) = oneshot::channel();
        let id = {
            // Ids have to arrive in their order.
            let mut requests = self.lock();
            // The edge reads it after the message that the line drains.
            if self.draining.is_cancelled() {
                return Err(RouteError::NotConnected);
            }
            if requests.pending.len() >= MAX_IN_PROGRESS {
                return Err(RouteError::Busy);
            }
            requests.last_id += 1;
            let id = requests.last_id;
            let partial = None;
            requests
                .pending
                .insert(id, PendingAnswer { sender, partial });
            permit.send(message(&GatewayMessage::Request(request_head(
                id, &request,
            ))));
            id
        };
        let sent = SentRequest { line: self, id };
        for frame in Piece::frames(id, &request.body) {
            let piece = self.sender.send(Message::binary(frame)).await;
            piece.map_err(|_| RouteError::Lost)?;
        }
        Ok((sent, answer))
    }

    /// Asks the edge to end the line after the requests in progress.
    pub async fn drain(&self) {
        self.draining.cancel();
        // A line that has ended needs no message.
        let _ = self.sender.send(message(&GatewayMessage::Drain {})).await;
    }

    /// Number of requests in progress.
    pub fn in_progress(&self) -> usize {
        self.lock().pending.len()
    }

    /// Handles a message of the edge.
    ///
    /// # Errors
    /// If it is invalid. The line has to end.
    pub fn receive(&self, message: &Message) -> Result<(), LineBreach> {
        match message {
            Message::Text(text) => match EdgeMessage::parse(text)? {
                EdgeMessage::Answer(head) => self.begin_answer(head),
                EdgeMessage::Hello(_) => Err(LineBreach("the edge greets twice".to_owned())),
            },
            Message::Binary(frame) => self.add_piece(Piece::parse(frame)?),
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => Ok(()),
        }
    }

    fn begin_answer(&self, head: AnswerHead) -> Result<(), LineBreach> {
        let id = head.id;
        let mut requests = self.lock();
        requests.check_id(id)?;
        // No client waits for other answers any more.
        let Some(pending) = requests.pending.get_mut(&id) else {
            return Ok(());
        };
        if pending.partial.is_some() {
            return Err(LineBreach("the edge answers twice".to_owned()));
        }
        match self.memory.reserve(&self.token.tenant, head.length) {
            Some(memory) => {
                let body = PartialBody::new(head.length);
                pending.partial = Some(PartialAnswer { head, body, memory });
                requests.pass_complete(id);
            }
            None => requests.finish(id, Err(RouteError::NoMemory)),
        }
        Ok(())
    }

    fn add_piece(&self, piece: Piece<'_>) -> Result<(), LineBreach> {
        let mut requests = self.lock();
        requests.check_id(piece.id)?;
        let Some(pending) = requests.pending.get_mut(&piece.id) else {
            return Ok(());
        };
        match &mut pending.partial {
            Some(partial) => partial.body.push(piece.data)?,
            None => return Err(LineBreach("a piece precedes its answer".to_owned())),
        }
        requests.pass_complete(piece.id);
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Requests> {
        // No operation under the lock can leave it inconsistent.
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Requests {
    fn check_id(&self, id: u64) -> Result<(), LineBreach> {
        match id <= self.last_id {
            true => Ok(()),
            false => Err(LineBreach(
                "the edge answers a request of the future".to_owned(),
            )),
        }
    }

    /// Passes an answer on if it is complete.
    fn pass_complete(&mut self, id: u64) {
        let pending = self.pending.get_mut(&id);
        let Some(pending) = pending else {
            return;
        };
        let complete = pending
            .partial
            .take_if(|partial| partial.body.is_complete());
        if let Some(PartialAnswer { head, body, memory }) = complete {
            let answer = Answer {
                status: head.status,
                content_type: head.content_type,
                body: body.into_data().into(),
                _memory: Some(memory),
            };
            self.finish(id, Ok(answer));
        }
    }

    fn finish(&mut self, id: u64, result: Result<Answer, RouteError>) {
        if let Some(pending) = self.pending.remove(&id) {
            // The client may have disconnected.
            let _ = pending.sender.send(result);
        }
    }
}

impl Drop for SentRequest<'_> {
    fn drop(&mut self) {
        if self.line.lock().pending.remove(&self.id).is_some() {
            // If the queue is full, the edge ends the request at its deadline.
            let cancel = message(&GatewayMessage::Cancel { id: self.id });
            let _ = self.line.sender.try_send(cancel);
        }
    }
}

/// The head of a request with this id.
pub fn request_head(id: u64, request: &Forwarded) -> RequestHead {
    let left = request.deadline.saturating_duration_since(Instant::now());
    RequestHead {
        id,
        deadline_ms: u64::try_from(left.as_millis()).unwrap_or(u64::MAX).max(1),
        agent: request.agent.clone(),
        method: request.method.clone(),
        path: request.path.clone(),
        headers: request.headers.clone(),
        length: request.body.len(),
    }
}

fn message(message: &GatewayMessage) -> Message {
    // Every message can be represented in JSON.
    Message::text(serde_json::to_string(message).unwrap_or_default())
}
