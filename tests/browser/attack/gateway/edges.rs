//! Edges that break the protocol. They can affect only requests to themselves.

use super::Fleet;
use super::client::{Client, refused};
use crate::attack::report::Report;
use anyhow::{Context, bail, ensure};
use axlens_harness::remote::gateway::GatewayProgram;
use axlens_protocol::gateway::{
    AnswerHead, EDGE_PATH, EdgeHello, EdgeMessage, GatewayMessage, LINE_PROTOCOL, MAX_ANSWER,
    MAX_FRAME, Piece, RequestHead,
};
use futures_util::{SinkExt, StreamExt};
use std::cell::Cell;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

/// How long the gateway may take to send a request, and to end a line.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A line that sends any message.
pub struct FakeEdge {
    socket: WebSocketStream<TcpStream>,
}

impl FakeEdge {
    /// Opens a line and greets.
    pub async fn connect(port: u16, token: &str, epoch: u64) -> anyhow::Result<FakeEdge> {
        let mut request = format!("ws://127.0.0.1:{port}{EDGE_PATH}").into_client_request()?;
        let headers = request.headers_mut();
        headers.insert("authorization", format!("Bearer {token}").parse()?);
        headers.insert("sec-websocket-protocol", LINE_PROTOCOL.parse()?);
        let stream = TcpStream::connect(("127.0.0.1", port)).await?;
        let (socket, _) = client_async(request, stream).await?;
        let mut edge = FakeEdge { socket };
        let version = "0.1.0".to_owned();
        edge.send(&EdgeMessage::Hello(EdgeHello { epoch, version }))
            .await?;
        Ok(edge)
    }

    async fn send(&mut self, message: &EdgeMessage) -> anyhow::Result<()> {
        let text = serde_json::to_string(message)?;
        Ok(self.socket.send(Message::text(text)).await?)
    }

    /// The next request, without its body.
    async fn request(&mut self) -> anyhow::Result<RequestHead> {
        let requested = async {
            while let Some(message) = self.socket.next().await {
                if let Message::Text(text) = message?
                    && let Ok(GatewayMessage::Request(head)) = GatewayMessage::parse(&text)
                {
                    return Ok(head);
                }
            }
            bail!("the line has ended")
        };
        let waited = tokio::time::timeout(TIMEOUT, requested).await;
        waited.context("the gateway sends no request")?
    }

    /// Waits until the gateway ends the line.
    async fn ended(&mut self) -> anyhow::Result<()> {
        let ended = async {
            while let Some(Ok(message)) = self.socket.next().await {
                if message.is_close() {
                    break;
                }
            }
        };
        let waited = tokio::time::timeout(TIMEOUT, ended).await;
        waited.context("the line was not ended")
    }
}

/// Answers the next request with a text.
pub async fn answer_text(edge: &mut FakeEdge, text: &str) -> anyhow::Result<()> {
    let head = edge.request().await?;
    edge.send(&EdgeMessage::Answer(answer_head(head.id, text.len())))
        .await?;
    for frame in Piece::frames(head.id, text.as_bytes()) {
        edge.socket.send(Message::binary(frame)).await?;
    }
    Ok(())
}

fn answer_head(id: u64, length: usize) -> AnswerHead {
    AnswerHead {
        id,
        status: 200,
        content_type: "application/json".to_owned(),
        length,
    }
}

/// A tenant with hostile edges, and an agent of it.
struct HostileFleet<'a> {
    gateway: &'a GatewayProgram,
    agent: Client,
    edges: Cell<usize>,
}

/// A hostile edge with a name of its own, so that no request of an attack meets the line of an
/// earlier one.
struct HostileEdge<'a> {
    fleet: &'a HostileFleet<'a>,
    name: String,
    token: String,
}

impl HostileFleet<'_> {
    /// A new edge.
    fn edge(&self) -> anyhow::Result<HostileEdge<'_>> {
        self.edges.set(self.edges.get() + 1);
        let name = format!("evil-{}", self.edges.get());
        let token = self.gateway.add_edge(&name, "evil")?;
        Ok(HostileEdge {
            fleet: self,
            name,
            token,
        })
    }
}

impl HostileEdge<'_> {
    /// Opens a line and greets.
    async fn connect(&self, epoch: u64) -> anyhow::Result<FakeEdge> {
        FakeEdge::connect(self.fleet.gateway.port, &self.token, epoch).await
    }

    /// The body of a request to it.
    fn body(&self) -> String {
        serde_json::json!({"browser": self.name}).to_string()
    }

    /// Sends an action, as soon as the edge is connected.
    async fn act(&self) -> anyhow::Result<crate::attack::raw::Answer> {
        let until = Instant::now() + TIMEOUT;
        loop {
            let answer = self.fleet.agent.post("/interact", &self.body()).await?;
            if Instant::now() > until || !answer.text().contains("is not connected") {
                return Ok(answer);
            }
        }
    }
}

/// Runs them all.
pub async fn attacks(report: &mut Report, fleet: &Fleet<'_>) -> anyhow::Result<()> {
    let gateway = &fleet.gateway;
    let hostile = HostileFleet {
        gateway,
        agent: Client::of(gateway, &gateway.add_agent("ci", "evil", &[])?),
        edges: Cell::new(0),
    };
    for (name, tried, messages) in breaches()? {
        report
            .attack(name, tried, breach(hostile.edge()?, messages))
            .await;
    }
    let tried = "a line with an older epoch, to receive the requests of the newer one";
    let name = "edge_epoch_rollback";
    report.attack(name, tried, rollback(hostile.edge()?)).await;
    let (name, tried) = ("edge_slow_answer", "an answer that never ends");
    report.attack(name, tried, slow(hostile.edge()?)).await;
    let tried = "it loses its line during an action, to receive it twice";
    let name = "edge_lost_action";
    report
        .attack(name, tried, lost_action(hostile.edge()?))
        .await;
    let tried = "a line whose token was revoked";
    report.attack("edge_revoked", tried, revoked(fleet)).await;
    Ok(())
}

type Breach = (&'static str, &'static str, Vec<Message>);

/// Messages that break the protocol, after the first request of the line.
fn breaches() -> anyhow::Result<Vec<Breach>> {
    let text = |message: &EdgeMessage| -> anyhow::Result<Message> {
        Ok(Message::text(serde_json::to_string(message)?))
    };
    let head = |id, length| text(&EdgeMessage::Answer(answer_head(id, length)));
    let piece = |id: u64, length: usize| {
        Message::binary([&id.to_be_bytes(), vec![b'x'; length].as_slice()].concat())
    };
    let version = "0.1.0".to_owned();
    let hello = EdgeMessage::Hello(EdgeHello { epoch: 99, version });
    Ok(vec![
        ("edge_not_json", "no JSON", vec![Message::text("{")]),
        (
            "edge_forged_tenant",
            "a message of another tenant",
            vec![Message::text(
                r#"{"answer":{"id":1,"status":200,"contentType":"","length":0,"tenant":"acme"}}"#,
            )],
        ),
        (
            "edge_second_greeting",
            "a second greeting",
            vec![text(&hello)?],
        ),
        (
            "edge_future_answer",
            "the answer to a request of the future",
            vec![head(1000, 0)?],
        ),
        (
            "edge_piece_first",
            "a piece before its answer",
            vec![piece(1, 1)],
        ),
        (
            "edge_oversized_piece",
            "a piece that is too large",
            vec![piece(1, MAX_FRAME)],
        ),
        (
            "edge_oversized_answer",
            "an answer that is too large",
            vec![head(1, MAX_ANSWER + 1)?],
        ),
        (
            "edge_longer_answer",
            "more data than announced",
            vec![head(1, 3)?, piece(1, 4)],
        ),
        (
            "edge_two_answers",
            "two answers to a request",
            vec![head(1, 3)?, head(1, 3)?],
        ),
    ])
}

/// The line ends, and the request has a fault.
async fn breach(hostile: HostileEdge<'_>, messages: Vec<Message>) -> anyhow::Result<String> {
    let mut edge = hostile.connect(1).await?;
    let exchange = async {
        edge.request().await?;
        for message in messages {
            // The gateway may have ended the line.
            let _ = edge.socket.send(message).await;
        }
        edge.ended().await
    };
    let (answer, ended) = tokio::join!(hostile.act(), exchange);
    ended?;
    refused(&answer?, &["extension_disconnected"])
}

async fn rollback(hostile: HostileEdge<'_>) -> anyhow::Result<String> {
    let mut new = hostile.connect(1000).await?;
    let control = async {
        let (answer, answered) = tokio::join!(hostile.act(), answer_text(&mut new, "new"));
        answered?;
        answer
    };
    ensure!(control.await?.body() == "new", "the control");
    for epoch in [999, 1000, 0] {
        let mut old = hostile.connect(epoch).await?;
        old.ended().await?;
    }
    let (answer, answered) = tokio::join!(hostile.act(), answer_text(&mut new, "newest"));
    answered?;
    ensure!(answer?.body() == "newest", "the newer line was replaced");
    Ok("the older lines are ended".into())
}

async fn slow(hostile: HostileEdge<'_>) -> anyhow::Result<String> {
    let mut edge = hostile.connect(2000).await?;
    let control = answer_text(&mut edge, "the control");
    let (answer, answered) = tokio::join!(hostile.act(), control);
    answered?;
    ensure!(answer?.body() == "the control", "the control");
    let begins = async {
        let head = edge.request().await?;
        edge.send(&EdgeMessage::Answer(answer_head(head.id, 10)))
            .await
    };
    let start = Instant::now();
    let (headers, body) = ("x-axlens-deadline-ms: 1000\r\n", hostile.body());
    let request = hostile.fleet.agent.send("POST /observe", headers, &body);
    let (answer, begun) = tokio::join!(request, begins);
    begun?;
    ensure!(start.elapsed() < Duration::from_secs(3), "it is late");
    refused(&answer?, &["timeout"])
}

async fn lost_action(hostile: HostileEdge<'_>) -> anyhow::Result<String> {
    let mut first = hostile.connect(3000).await?;
    let exchange = async {
        first.request().await?;
        drop(first);
        hostile.connect(3001).await
    };
    let (answer, second) = tokio::join!(hostile.act(), exchange);
    let refusal = refused(&answer?, &["extension_disconnected"])?;
    let mut second = second?;
    let again = tokio::time::timeout(Duration::from_secs(4), second.request()).await;
    ensure!(again.is_err(), "the action was sent again");
    Ok(refusal)
}

async fn revoked(fleet: &Fleet<'_>) -> anyhow::Result<String> {
    let token = fleet.gateway.add_edge("stolen", "evil")?;
    let mut edge = FakeEdge::connect(fleet.gateway.port, &token, 1).await?;
    fleet.gateway.wait_for_log("\"edge\":\"stolen\"").await?;
    fleet.gateway.revoke("evil", "stolen")?;
    edge.ended().await?;
    Ok("the line is ended".into())
}
