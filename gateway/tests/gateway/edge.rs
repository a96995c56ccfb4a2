//! A simulated edge: speaks the protocol of a line, and can break it.

use axlens_protocol::gateway::{
    AnswerHead, EDGE_PATH, EdgeHello, EdgeMessage, GatewayMessage, LINE_PROTOCOL, PartialBody,
    Piece, RequestHead,
};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use std::net::SocketAddr;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// An open line.
pub struct Edge {
    socket: WebSocketStream<TcpStream>,
}

/// A message of the gateway.
#[derive(Debug)]
pub enum Received {
    Request(RequestHead, Vec<u8>),
    Cancel(u64),
    Drain,
    Ended,
}

impl Edge {
    /// Opens a line, which may be refused.
    pub async fn open(
        address: SocketAddr,
        headers: &[(&'static str, String)],
    ) -> Result<Edge, tungstenite::Error> {
        let mut request = format!("ws://{address}{EDGE_PATH}").into_client_request()?;
        for (name, value) in headers {
            let value = value.parse().expect("a header");
            request.headers_mut().insert(*name, value);
        }
        let stream = TcpStream::connect(address).await?;
        let (socket, _) = client_async(request, stream).await?;
        Ok(Edge { socket })
    }

    /// Opens a line and greets.
    pub async fn connect(address: SocketAddr, token: &str, epoch: u64) -> Edge {
        let opened = Edge::open(address, &line_headers(token)).await;
        let mut edge = opened.expect("the token is valid");
        edge.greet(epoch).await;
        edge
    }

    pub async fn greet(&mut self, epoch: u64) {
        let version = "0.1.0".to_owned();
        self.send(&EdgeMessage::Hello(EdgeHello { epoch, version }))
            .await;
    }

    pub async fn send(&mut self, message: &EdgeMessage) {
        let text = serde_json::to_string(message).expect("JSON");
        self.send_raw(Message::text(text)).await;
    }

    /// Sends any message. The line may have ended.
    pub async fn send_raw(&mut self, message: Message) {
        let _ = self.socket.send(message).await;
    }

    /// The next message, a request with its whole body.
    pub async fn receive(&mut self) -> Received {
        match self.next_message().await {
            None => Received::Ended,
            Some(GatewayMessage::Cancel { id }) => Received::Cancel(id),
            Some(GatewayMessage::Drain {}) => Received::Drain,
            Some(GatewayMessage::Request(head)) => {
                let mut body = PartialBody::new(head.length);
                while !body.is_complete() {
                    let Some(Ok(Message::Binary(frame))) = self.socket.next().await else {
                        return Received::Ended;
                    };
                    let piece = Piece::parse(&frame).expect("a piece");
                    assert_eq!(piece.id, head.id, "bodies of one test do not interleave");
                    body.push(piece.data).expect("within its length");
                }
                Received::Request(head, body.into_data())
            }
        }
    }

    async fn next_message(&mut self) -> Option<GatewayMessage> {
        loop {
            match self.socket.next().await?.ok()? {
                Message::Text(text) => return GatewayMessage::parse(&text).ok(),
                Message::Ping(_) | Message::Pong(_) => {}
                Message::Close(_) | Message::Binary(_) | Message::Frame(_) => return None,
            }
        }
    }

    /// The next message, which must be a request.
    pub async fn request(&mut self) -> (RequestHead, Vec<u8>) {
        match self.receive().await {
            Received::Request(head, body) => (head, body),
            other => panic!("{other:?} is no request"),
        }
    }

    /// Answers a request.
    pub async fn answer(&mut self, id: u64, body: &[u8]) {
        self.send(&EdgeMessage::Answer(head(id, body.len()))).await;
        for frame in Piece::frames(id, body) {
            self.send_raw(Message::binary(frame)).await;
        }
    }

    /// Answers every request with its method, path, body, agent and headers, until the line ends.
    pub async fn echo(mut self, name: &str) {
        while let Received::Request(head, body) = self.receive().await {
            let answer = json!({
                "edge": name,
                "method": head.method,
                "path": head.path,
                "body": String::from_utf8_lossy(&body),
                "agent": head.agent,
                "headers": head.headers,
                "deadlineMs": head.deadline_ms,
            });
            self.answer(head.id, answer.to_string().as_bytes()).await;
        }
    }

    /// Waits until the gateway ends the line.
    pub async fn ended(&mut self) {
        while !matches!(self.receive().await, Received::Ended) {}
    }
}

/// The headers of a valid request for a line.
pub fn line_headers(token: &str) -> Vec<(&'static str, String)> {
    vec![
        ("authorization", format!("Bearer {token}")),
        ("sec-websocket-protocol", LINE_PROTOCOL.to_owned()),
    ]
}

/// The head of a successful answer.
pub fn head(id: u64, length: usize) -> AnswerHead {
    AnswerHead {
        id,
        status: 200,
        content_type: "application/json".to_owned(),
        length,
    }
}
