//! The gateway that holds a line: receives requests of other gateways for its edge, and returns the
//! answers.

use super::message::Head;
use super::requester::{pieces, split};
use super::{number_of, request_subject, round_trip};
use crate::exchange::{Answer, EdgeAddress, Forwarded, RouteError};
use crate::line::Line;
use anyhow::Context;
use async_nats::{Client, Message, Subject, Subscriber};
use axlens_protocol::gateway::{AnswerHead, PartialBody, RequestHead};
use axum::body::Bytes;
use futures_util::StreamExt;
use std::collections::HashMap;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{interval, timeout_at};

/// The time between two messages that a request is still in progress.
pub const ALIVE_INTERVAL: Duration = Duration::from_secs(3);

/// The group of the subscriptions to an edge: only one of them receives each request.
const GROUP: &str = "edge";

/// Answers requests of other gateways.
#[derive(Debug)]
pub struct Responder {
    client: Client,
    id: String,
    accepted: Mutex<AcceptedRequests>,
}

#[derive(Debug, Default)]
struct AcceptedRequests {
    last_number: u64,
    /// Where the control messages of each request are sent.
    senders: HashMap<u64, mpsc::UnboundedSender<Message>>,
}

/// A request in progress.
struct AcceptedRequest {
    responder: Arc<Responder>,
    number: u64,
    control: mpsc::UnboundedReceiver<Message>,
    answer_subject: Subject,
    deadline: Instant,
}

impl Responder {
    /// A gateway with this id.
    pub fn new(client: Client, id: String) -> Responder {
        Responder {
            client,
            id,
            accepted: Mutex::default(),
        }
    }

    /// Passes control messages on to their requests. Never ends while NATS is connected.
    pub async fn receive(self: Arc<Self>, mut controls: Subscriber) {
        while let Some(message) = controls.next().await {
            let number = number_of(&message.subject);
            let accepted = self.lock();
            if let Some(sender) = number.and_then(|number| accepted.senders.get(&number)) {
                // The request may have ended.
                let _ = sender.send(message);
            }
        }
    }

    /// Subscribes to the requests for an edge.
    pub async fn subscribe(&self, address: &EdgeAddress) -> anyhow::Result<Subscriber> {
        let subscribed = self
            .client
            .queue_subscribe(request_subject(address), GROUP.to_owned())
            .await;
        let subscriber = subscribed.context("NATS accepts no subscription")?;
        round_trip(&self.client, &self.id).await?;
        Ok(subscriber)
    }

    /// Answers the requests for a line until it ends, and those that are in progress then. A line
    /// that drains refuses further ones.
    pub async fn serve(self: Arc<Self>, line: Arc<Line>, mut requests: Subscriber) {
        let mut running = JoinSet::new();
        let (mut is_subscribed, mut is_ending) = (true, false);
        loop {
            tokio::select! {
                message = requests.next(), if is_subscribed => match message {
                    Some(message) => {
                        running.spawn(Arc::clone(&self).answer(Arc::clone(&line), message));
                    }
                    None => is_subscribed = false,
                },
                () = line.ended.cancelled(), if !is_ending => {
                    is_ending = true;
                    // Without NATS, there are no requests either.
                    let _ = requests.drain().await;
                }
                Some(_) = running.join_next() => {}
                else => return,
            }
        }
    }

    async fn answer(self: Arc<Self>, line: Arc<Line>, message: Message) {
        let Some(answer_subject) = message.reply.clone() else {
            return;
        };
        let Some(Head::Request(head)) = Head::of(&message) else {
            return self.refuse(answer_subject).await;
        };
        let deadline = Instant::now() + Duration::from_millis(head.deadline_ms);
        let mut request = self.accept(answer_subject, deadline);
        let handled = request.handle(&line, &head);
        let handled = timeout_at(deadline.into(), handled).await;
        match handled.unwrap_or(Some(Err(RouteError::Late))) {
            Some(Ok(answer)) => request.send_answer(head.id, answer).await,
            Some(Err(error)) => request.send(Head::Failed(error), Bytes::new()).await,
            None => {}
        }
    }

    /// Refuses a request that can't be read, for instance because the other gateway has another
    /// version.
    async fn refuse(&self, answer_subject: Subject) {
        let head = Head::Failed(RouteError::NotConnected).headers();
        // If the message is lost, the request ends there after a time without an answer.
        let _ = self
            .client
            .publish_with_headers(answer_subject, head, Bytes::new())
            .await;
    }

    fn accept(self: Arc<Self>, answer_subject: Subject, deadline: Instant) -> AcceptedRequest {
        let (sender, control) = mpsc::unbounded_channel();
        let number = {
            let mut accepted = self.lock();
            accepted.last_number += 1;
            let number = accepted.last_number;
            accepted.senders.insert(number, sender);
            number
        };
        AcceptedRequest {
            responder: self,
            number,
            control,
            answer_subject,
            deadline,
        }
    }

    fn lock(&self) -> MutexGuard<'_, AcceptedRequests> {
        // No operation under the lock can leave it inconsistent.
        self.accepted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for AcceptedRequest {
    fn drop(&mut self) {
        self.responder.lock().senders.remove(&self.number);
    }
}

impl AcceptedRequest {
    /// Sends the request to the edge. `None` if it was cancelled.
    async fn handle(
        &mut self,
        line: &Line,
        head: &RequestHead,
    ) -> Option<Result<Answer, RouteError>> {
        let control = format!("ax-control.{}.{}", self.responder.id, self.number);
        let accepted = self.responder.client.publish_with_reply_and_headers(
            self.answer_subject.clone(),
            control,
            Head::Accepted.headers(),
            Bytes::new(),
        );
        accepted.await.ok()?;
        let body = self.body(head).await?;
        let request = Forwarded {
            agent: head.agent.clone(),
            deadline: self.deadline,
            method: head.method.clone(),
            path: head.path.clone(),
            headers: head.headers.clone(),
            body,
            is_read: false,
        };
        let mut answer = pin!(line.request(request));
        let mut alive = interval(ALIVE_INTERVAL);
        loop {
            tokio::select! {
                answer = &mut answer => return Some(answer),
                // A cancellation, or a message that breaks the protocol.
                _ = self.control.recv() => return None,
                _ = alive.tick() => self.send(Head::Alive, Bytes::new()).await,
            }
        }
    }

    /// The whole body, of at least one piece. `None` if the request was cancelled.
    async fn body(&mut self, head: &RequestHead) -> Option<Bytes> {
        let mut body = PartialBody::new(head.length);
        loop {
            let message = self.control.recv().await?;
            let is_piece = Head::of(&message) == Some(Head::Piece);
            if !is_piece || body.push(&message.payload).is_err() {
                return None;
            }
            if body.is_complete() {
                return Some(body.into_data().into());
            }
        }
    }

    async fn send_answer(&self, id: u64, answer: Answer) {
        let (first, rest) = split(&answer.body);
        let head = AnswerHead {
            id,
            status: answer.status,
            content_type: answer.content_type.clone(),
            length: answer.body.len(),
        };
        self.send(Head::Answer(head), first).await;
        for piece in pieces(rest) {
            self.send(Head::Piece, piece).await;
        }
    }

    /// Sends a message to the gateway that has sent the request. If it is lost, the request ends
    /// there at its deadline.
    async fn send(&self, head: Head, data: Bytes) {
        let subject = self.answer_subject.clone();
        let client = &self.responder.client;
        let _ = client
            .publish_with_headers(subject, head.headers(), data)
            .await;
    }
}
