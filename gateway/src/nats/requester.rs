//! The gateway that has received a request of an agent: sends it to the gateway with the line of
//! its edge, and waits for the answer.

use super::message::Head;
use super::{number_of, request_subject};
use crate::answer_memory::{AnswerMemory, ReservedMemory};
use crate::exchange::{Answer, EdgeAddress, Forwarded, RouteError};
use crate::line::request_head;
use async_nats::{Client, Message, StatusCode, Subject, Subscriber};
use axlens_protocol::gateway::{AnswerHead, MAX_PIECE, PartialBody};
use axum::body::Bytes;
use futures_util::StreamExt;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{timeout, timeout_at};

/// Maximum time between two messages about a request in progress; then its gateway counts as lost.
/// A gateway sends one every [`super::responder::ALIVE_INTERVAL`].
const MAX_SILENCE: Duration = Duration::from_secs(10);

/// Maximum time until the first one. A request that arrives just when its line ends gets none.
const MAX_FIRST_SILENCE: Duration = Duration::from_secs(3);

/// Sends requests to other gateways.
#[derive(Debug)]
pub struct Requester {
    client: Client,
    id: String,
    memory: Arc<AnswerMemory>,
    pending: Mutex<PendingRequests>,
}

#[derive(Debug, Default)]
struct PendingRequests {
    last_number: u64,
    /// Where the messages about each request are sent.
    senders: HashMap<u64, mpsc::UnboundedSender<Message>>,
}

/// A request that waits for its answer. If it is dropped before, the other gateway is notified.
struct SentRequest<'a> {
    requester: &'a Requester,
    number: u64,
    /// The messages about it.
    messages: mpsc::UnboundedReceiver<Message>,
    control: Option<Subject>,
    is_answered: bool,
}

/// An answer whose pieces arrive.
struct PartialAnswer {
    head: AnswerHead,
    body: PartialBody,
    memory: ReservedMemory,
}

impl Requester {
    /// A gateway with this id.
    pub fn new(client: Client, id: String, memory: Arc<AnswerMemory>) -> Requester {
        Requester {
            client,
            id,
            memory,
            pending: Mutex::default(),
        }
    }

    /// Passes messages on to the requests that wait for them. Never ends while NATS is connected.
    pub async fn receive(self: Arc<Self>, mut answers: Subscriber) {
        while let Some(message) = answers.next().await {
            if let Some(control) = self.pass_on(message).and_then(control_of) {
                cancel(&self.client, control).await;
            }
        }
    }

    /// Passes a message on. Returns it if no request waits for it.
    fn pass_on(&self, message: Message) -> Option<Message> {
        let number = number_of(&message.subject);
        let pending = self.lock();
        match number.and_then(|number| pending.senders.get(&number)) {
            Some(sender) => sender.send(message).err().map(|unsent| unsent.0),
            None => Some(message),
        }
    }

    /// Sends a request and waits for its answer.
    ///
    /// # Errors
    /// If there is no answer.
    pub async fn send(&self, to: &EdgeAddress, request: Forwarded) -> Result<Answer, RouteError> {
        let deadline = request.deadline;
        let exchanged = timeout_at(deadline.into(), self.exchange(to, &request)).await;
        exchanged.unwrap_or(Err(RouteError::Late))
    }

    async fn exchange(&self, to: &EdgeAddress, request: &Forwarded) -> Result<Answer, RouteError> {
        let mut sent = self.begin();
        let head = Head::Request(request_head(sent.number, request));
        let answer_subject = format!("ax-answer.{}.{}", self.id, sent.number);
        self.client
            .publish_with_reply_and_headers(
                request_subject(to),
                answer_subject,
                head.headers(),
                // The body follows when the request is accepted: what NATS delivers late, when its
                // client no longer waits, is not executed.
                Bytes::new(),
            )
            .await
            .map_err(|_| RouteError::NotConnected)?;
        let mut body = Some(request.body.clone());
        let mut partial = None;
        loop {
            let silence = match sent.control {
                Some(_) => MAX_SILENCE,
                None => MAX_FIRST_SILENCE,
            };
            let message = timeout(silence, sent.messages.recv()).await;
            let message = message.ok().flatten().ok_or(RouteError::Lost)?;
            if message.status == Some(StatusCode::NO_RESPONDERS) {
                sent.is_answered = true;
                return Err(RouteError::NotConnected);
            }
            match Head::of(&message) {
                Some(Head::Accepted) => {
                    sent.control = message.reply;
                    self.send_body(&sent, body.take().unwrap_or_default())
                        .await?;
                }
                Some(Head::Alive) => {}
                Some(Head::Failed(error)) => {
                    sent.is_answered = true;
                    return Err(error);
                }
                Some(Head::Answer(head)) if partial.is_none() => {
                    partial = Some(self.begin_answer(to, head, &message.payload)?);
                }
                Some(Head::Piece) => {
                    let partial: &mut PartialAnswer = partial.as_mut().ok_or(RouteError::Lost)?;
                    let pushed = partial.body.push(&message.payload);
                    pushed.map_err(|_| RouteError::Lost)?;
                }
                Some(Head::Request(_) | Head::Answer(_) | Head::Cancel) | None => {
                    return Err(RouteError::Lost);
                }
            }
            if let Some(answer) = partial.take_if(|partial| partial.body.is_complete()) {
                sent.is_answered = true;
                return Ok(answer.complete());
            }
        }
    }

    fn begin(&self) -> SentRequest<'_> {
        let (sender, messages) = mpsc::unbounded_channel();
        let mut pending = self.lock();
        pending.last_number += 1;
        let number = pending.last_number;
        pending.senders.insert(number, sender);
        SentRequest {
            requester: self,
            number,
            messages,
            control: None,
            is_answered: false,
        }
    }

    /// Sends the pieces of a body. An empty body is one empty piece.
    async fn send_body(&self, sent: &SentRequest<'_>, body: Bytes) -> Result<(), RouteError> {
        let control = sent.control.as_ref().ok_or(RouteError::Lost)?;
        let (first, rest) = split(&body);
        for piece in std::iter::once(first).chain(pieces(rest)) {
            self.client
                .publish_with_headers(control.clone(), Head::Piece.headers(), piece)
                .await
                .map_err(|_| RouteError::Lost)?;
        }
        Ok(())
    }

    fn begin_answer(
        &self,
        of: &EdgeAddress,
        head: AnswerHead,
        first: &[u8],
    ) -> Result<PartialAnswer, RouteError> {
        let memory = self.memory.reserve(of.tenant(), head.length);
        let memory = memory.ok_or(RouteError::NoMemory)?;
        let mut body = PartialBody::new(head.length);
        body.push(first).map_err(|_| RouteError::Lost)?;
        Ok(PartialAnswer { head, body, memory })
    }

    fn lock(&self) -> MutexGuard<'_, PendingRequests> {
        // No operation under the lock can leave it inconsistent.
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PartialAnswer {
    fn complete(self) -> Answer {
        Answer {
            status: self.head.status,
            content_type: self.head.content_type,
            body: self.body.into_data().into(),
            _memory: Some(self.memory),
        }
    }
}

impl Drop for SentRequest<'_> {
    fn drop(&mut self) {
        self.requester.lock().senders.remove(&self.number);
        // A message that arrives from now on is answered by `receive`.
        while let Ok(message) = self.messages.try_recv() {
            self.control = self.control.take().or_else(|| control_of(message));
        }
        let Some(control) = self.control.take().filter(|_| !self.is_answered) else {
            return;
        };
        let client = self.requester.client.clone();
        tokio::spawn(async move { cancel(&client, control).await });
    }
}

/// The control subject, if the message says that a request was accepted.
fn control_of(message: Message) -> Option<Subject> {
    let is_accepted = Head::of(&message) == Some(Head::Accepted);
    message.reply.filter(|_| is_accepted)
}

/// Notifies the other gateway that no client waits for an answer. If the message is lost, the
/// request ends at its deadline.
async fn cancel(client: &Client, control: Subject) {
    let headers = Head::Cancel.headers();
    let _ = client
        .publish_with_headers(control, headers, Bytes::new())
        .await;
}

/// The first piece of a body, and the rest.
pub fn split(body: &Bytes) -> (Bytes, Bytes) {
    let mut rest = body.clone();
    let first = rest.split_to(MAX_PIECE.min(rest.len()));
    (first, rest)
}

/// The pieces of a body.
pub fn pieces(mut body: Bytes) -> impl Iterator<Item = Bytes> {
    std::iter::from_fn(move || {
        let piece = body.split_to(MAX_PIECE.min(body.len()));
        (!piece.is_empty()).then_some(piece)
    })
}
