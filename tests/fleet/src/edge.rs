//! A simulated edge: speaks the protocol of a line, and can break it.

use axlens_protocol::gateway::{
    AnswerHead, EDGE_PATH, EdgeHello, EdgeMessage, GatewayMessage, LINE_PROTOCOL, PartialBody,
    Piece, RequestHead,
};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use std::collections::HashMap;
use std::net::SocketAddr;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// An open line.
pub struct Edge<S = TcpStream> {
    socket: WebSocketStream<S>,
    /// The requests whose bodies are incomplete.
    partial: HashMap<u64, (RequestHead, PartialBody)>,
}

/// A message of the gateway.
#[derive(Debug)]
pub enum Received {
    /// A request with its whole body.
    Request(RequestHead, Vec<u8>),
    /// No client waits for the request with this id any more.
    Cancel(u64),
    /// The gateway stops.
    Drain,
    /// The line has ended.
    Ended,
}

impl Edge {
    /// Opens a line, which may be refused.
    ///
    /// # Errors
    /// If it is refused.
    pub async fn open(
        address: SocketAddr,
        headers: &[(&'static str, String)],
    ) -> Result<Edge, tungstenite::Error> {
        let stream = TcpStream::connect(address).await?;
        Edge::over(stream, "ws", address, headers).await
    }

    /// Opens a line and greets.
    ///
    /// # Panics
    /// If the line is refused.
    pub async fn connect(address: SocketAddr, token: &str, epoch: u64) -> Edge {
        let opened = Edge::open(address, &line_headers(token)).await;
        let mut edge = opened.expect("the token is valid");
        edge.greet(epoch).await;
        edge
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Edge<S> {
    /// Opens a line on a connection of any kind. `scheme`: `ws` or `wss`.
    ///
    /// # Errors
    /// If it is refused.
    pub async fn over(
        stream: S,
        scheme: &str,
        address: SocketAddr,
        headers: &[(&'static str, String)],
    ) -> Result<Edge<S>, tungstenite::Error> {
        let mut request = format!("{scheme}://{address}{EDGE_PATH}").into_client_request()?;
        for (name, value) in headers {
            let value = value.parse().expect("a header");
            request.headers_mut().insert(*name, value);
        }
        let (socket, _) = client_async(request, stream).await?;
        Ok(Edge {
            socket,
            partial: HashMap::new(),
        })
    }

    /// Sends the first message of a line.
    pub async fn greet(&mut self, epoch: u64) {
        let version = "0.1.0".to_owned();
        self.send(&EdgeMessage::Hello(EdgeHello { epoch, version }))
            .await;
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &EdgeMessage) {
        let text = serde_json::to_string(message).expect("JSON");
        self.send_raw(Message::text(text)).await;
    }

    /// Sends any message. The line may have ended.
    pub async fn send_raw(&mut self, message: Message) {
        let _ = self.socket.send(message).await;
    }

    /// The next message, a request with its whole body. Nothing is lost if it is dropped before.
    pub async fn receive(&mut self) -> Received {
        loop {
            let received = match self.socket.next().await {
                Some(Ok(Message::Text(text))) => self.message(&text),
                Some(Ok(Message::Binary(frame))) => self.piece(&frame),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => None,
                Some(Ok(Message::Close(_) | Message::Frame(_)) | Err(_)) | None => {
                    Some(Received::Ended)
                }
            };
            if let Some(received) = received {
                return received;
            }
        }
    }

    /// `None` for a request whose body follows.
    fn message(&mut self, text: &str) -> Option<Received> {
        match GatewayMessage::parse(text) {
            Err(_) => Some(Received::Ended),
            Ok(GatewayMessage::Drain {}) => Some(Received::Drain),
            Ok(GatewayMessage::Cancel { id }) => {
                self.partial.remove(&id);
                Some(Received::Cancel(id))
            }
            Ok(GatewayMessage::Request(head)) if head.length == 0 => {
                Some(Received::Request(head, Vec::new()))
            }
            Ok(GatewayMessage::Request(head)) => {
                let body = PartialBody::new(head.length);
                self.partial.insert(head.id, (head, body));
                None
            }
        }
    }

    /// The request of a piece, if its body is complete.
    fn piece(&mut self, frame: &[u8]) -> Option<Received> {
        let piece = Piece::parse(frame).expect("a piece");
        // It may have been cancelled.
        let (_, body) = self.partial.get_mut(&piece.id)?;
        body.push(piece.data).expect("within its length");
        if !body.is_complete() {
            return None;
        }
        let (head, body) = self.partial.remove(&piece.id)?;
        Some(Received::Request(head, body.into_data()))
    }

    /// The next message, which must be a request.
    ///
    /// # Panics
    /// If it is another one.
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
