//! A compromised gateway: it can do what the edge's owner allows, and no more.

use crate::real_edge::LocalServer;
use axlens_local::state_dir::replace;
use axlens_protocol::gateway::{
    GatewayMessage, LINE_PROTOCOL, MAX_BODY, MAX_FRAME, Piece, RemoteAgent, RequestHead,
};
use axlens_protocol::model::TokenScope;
use axlens_server::join::settings::JoinSettings;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::{WebSocketStream, accept_hdr_async};

/// A gateway that sends any message.
struct FakeGateway {
    listener: TcpListener,
    server: LocalServer,
}

/// A line of the edge to the gateway.
struct FakeLine {
    socket: WebSocketStream<TcpStream>,
    authorization: String,
}

impl FakeGateway {
    /// A gateway that a local server has joined with these limits.
    async fn joined(scope: TokenScope, sites: Vec<String>) -> (FakeGateway, FakeLine) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let server = LocalServer::start();
        let token_file = server.dir.path().join("token");
        replace(&token_file, &format!("axl_{}", "a".repeat(64))).expect("written");
        let settings = JoinSettings {
            address: format!("ws://{address}").parse().expect("an address"),
            token_file,
            ca_file: None,
            scope,
            sites,
        };
        settings.write(&server.dir).expect("written");
        let gateway = FakeGateway { listener, server };
        let (line, status) = tokio::join!(gateway.accept(), gateway.server.app.join.reload());
        assert!(status.is_some_and(|status| status.connected));
        (gateway, line)
    }

    /// Accepts a line.
    async fn accept(&self) -> FakeLine {
        let (stream, _) = self.listener.accept().await.expect("a connection");
        let mut authorization = String::new();
        #[expect(clippy::result_large_err, reason = "tungstenite has chosen the type")]
        let callback = |request: &Request, mut response: Response| {
            assert_eq!(
                request.uri().to_string(),
                "/edge",
                "no secret in the address"
            );
            let value = request.headers()["authorization"].to_str().expect("text");
            authorization = value.to_owned();
            let protocol = LINE_PROTOCOL.parse().expect("a header");
            response
                .headers_mut()
                .insert("sec-websocket-protocol", protocol);
            Ok(response)
        };
        let socket = accept_hdr_async(stream, callback)
            .await
            .expect("a WebSocket");
        let mut line = FakeLine {
            socket,
            authorization,
        };
        let hello = line.next().await.expect("a greeting");
        assert!(hello["hello"]["epoch"].is_u64(), "{hello}");
        // The line is accepted.
        line.send_raw(Message::Ping(Vec::new().into())).await;
        line
    }
}

impl FakeLine {
    /// The next message; `None` if the line has ended.
    async fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.next().await?.ok()? {
                Message::Text(text) => return serde_json::from_str(&text).ok(),
                Message::Close(_) => return None,
                Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
            }
        }
    }

    async fn send(&mut self, message: &GatewayMessage) {
        let text = serde_json::to_string(message).expect("JSON");
        self.send_raw(Message::text(text)).await;
    }

    async fn send_raw(&mut self, message: Message) {
        // The edge may have ended the line.
        let _ = self.socket.send(message).await;
    }

    /// Sends a request and reads its answer: the HTTP status and the JSON.
    async fn exchange(&mut self, head: RequestHead, body: &[u8]) -> (u64, Value) {
        let id = head.id;
        self.send(&GatewayMessage::Request(head)).await;
        for frame in Piece::frames(id, body) {
            self.send_raw(Message::binary(frame)).await;
        }
        self.answer().await
    }

    async fn answer(&mut self) -> (u64, Value) {
        let answer = self.next().await.expect("an answer")["answer"].clone();
        let mut left = answer["length"].as_u64().expect("a length") as usize;
        let mut body = Vec::new();
        while left > 0 {
            let message = self
                .socket
                .next()
                .await
                .expect("a message")
                .expect("a frame");
            if let Message::Binary(frame) = message {
                let piece = Piece::parse(&frame).expect("a piece");
                left -= piece.data.len();
                body.extend_from_slice(piece.data);
            }
        }
        let json = serde_json::from_slice(&body).unwrap_or(Value::Null);
        (answer["status"].as_u64().expect("a status"), json)
    }
}

/// A request as an agent with the scope `act`.
fn request(id: u64, method: &str, path: &str, length: usize) -> RequestHead {
    RequestHead {
        id,
        deadline_ms: 5000,
        agent: RemoteAgent {
            id: "0123456789abcdef".to_owned(),
            name: "ci".to_owned(),
            scope: TokenScope::Act,
        },
        method: method.to_owned(),
        path: path.to_owned(),
        headers: BTreeMap::new(),
        length,
    }
}

#[tokio::test]
async fn the_token_is_in_a_header_only() {
    let (_gateway, line) = FakeGateway::joined(TokenScope::Read, Vec::new()).await;
    assert_eq!(line.authorization, format!("Bearer axl_{}", "a".repeat(64)));
}

#[tokio::test]
async fn a_gateway_can_not_use_more_than_the_owner_allows() {
    let (_gateway, mut line) = FakeGateway::joined(TokenScope::Read, Vec::new()).await;
    let click = json!({"action": "click", "uid": 1}).to_string();
    let head = request(1, "POST", "/interact", click.len());
    let (status, fault) = line.exchange(head, click.as_bytes()).await;
    assert_eq!(
        (status, &fault["error"]),
        (403, &json!("permission_denied"))
    );
    for (id, (method, path)) in [
        ("POST", "/stop"),
        ("POST", "/identity"),
        ("POST", "/gateway"),
        ("POST", "/dashboard-link"),
        ("GET", "/audit"),
        ("GET", "/agents"),
        ("POST", "/agents/revoke"),
        ("GET", "/websocket"),
        ("POST", "/proof"),
        ("GET", "/mcp/stream?session=a&agent=user"),
        ("POST", "/dashboard/state"),
        ("GET", "/"),
        ("GET", "/health"),
    ]
    .into_iter()
    .enumerate()
    {
        let (status, fault) = line
            .exchange(request(id as u64 + 2, method, path, 0), b"")
            .await;
        assert_eq!(
            (status, &fault["error"]),
            (403, &json!("forbidden")),
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_gateway_can_not_name_a_local_agent_or_the_user() {
    let (gateway, mut line) = FakeGateway::joined(TokenScope::Act, vec!["a.test".to_owned()]).await;
    for (id, name) in ["user", "ci via other", "a\nb", "", "CI"]
        .into_iter()
        .enumerate()
    {
        let mut head = request(id as u64 + 1, "GET", "/status", 0);
        head.agent.name = name.to_owned();
        let (status, _) = line.exchange(head, b"").await;
        assert_eq!(status, 400, "{name:?}");
    }
    let (status, answer) = line.exchange(request(9, "GET", "/status", 0), b"").await;
    let agents = answer["agents"].as_array().expect("a list");
    assert_eq!((status, agents.len()), (200, 1));
    let name = agents[0]["name"].as_str().expect("a name");
    assert!(name.starts_with("ci via 127.0.0.1:"), "{name}");
    assert_eq!(agents[0]["sites"], json!(["a.test"]));
    assert!(answer["queue"].is_null() && answer["gateway"].is_null());
    assert_eq!(
        gateway.server.app.agents.list().len(),
        2,
        "the user, and this agent"
    );
}

#[tokio::test]
async fn many_names_displace_each_other_only() {
    let (gateway, mut line) = FakeGateway::joined(TokenScope::Read, Vec::new()).await;
    for id in 1..=200_u64 {
        let mut head = request(id, "GET", "/status", 0);
        head.agent.id = format!("{id:016x}");
        assert_eq!(line.exchange(head, b"").await.0, 200);
    }
    assert_eq!(gateway.server.app.agents.list().len(), 65);
}

#[tokio::test]
async fn a_message_that_breaks_the_protocol_ends_the_line() {
    let text = |head| {
        let message = GatewayMessage::Request(head);
        Message::text(serde_json::to_string(&message).expect("JSON"))
    };
    let mut with_header = request(1, "GET", "/status", 0);
    let cookie = ("cookie".to_owned(), "a".to_owned());
    with_header.headers.insert(cookie.0, cookie.1);
    let breaches = [
        vec![Message::text("{}")],
        vec![
            text(request(1, "GET", "/status", 0)),
            text(request(1, "GET", "/status", 0)),
        ],
        vec![
            text(request(5, "GET", "/status", 0)),
            text(request(4, "GET", "/status", 0)),
        ],
        vec![text(request(1, "TRACE", "/status", 0))],
        vec![text(request(1, "POST", "/observe", MAX_BODY + 1))],
        vec![text(with_header)],
        // A piece without a request.
        vec![Message::binary([[0; 7].as_slice(), &[1], b"x"].concat())],
        vec![
            text(request(1, "POST", "/observe", 1)),
            Message::binary([[0; 7].as_slice(), &[1], b"xx"].concat()),
        ],
        vec![Message::binary(vec![0; MAX_FRAME + 1])],
    ];
    let ends = breaches.into_iter().enumerate().map(|(index, messages)| {
        Box::pin(async move {
            let (gateway, mut line) = FakeGateway::joined(TokenScope::Read, Vec::new()).await;
            for message in messages {
                line.send_raw(message).await;
            }
            while line.next().await.is_some() {}
            // The edge would dial again by itself, after a delay.
            line = tokio::join!(gateway.accept(), gateway.server.app.join.reload()).0;
            let reply = line.exchange(request(1, "GET", "/status", 0), b"").await;
            assert_eq!(reply.0, 200, "{index}");
        })
    });
    futures_util::future::join_all(ends).await;
}

#[tokio::test]
async fn requests_without_a_body_end_at_their_deadline_and_are_bounded() {
    let (_gateway, mut line) = FakeGateway::joined(TokenScope::Read, Vec::new()).await;
    for id in 1..=40 {
        let mut head = request(id, "POST", "/observe", 100);
        head.deadline_ms = 500;
        line.send(&GatewayMessage::Request(head)).await;
    }
    let mut statuses = BTreeMap::new();
    for _ in 1..=40 {
        let answer = line.next().await.expect("an answer");
        let status = answer["answer"]["status"].as_u64().expect("a status");
        *statuses.entry(status).or_insert(0) += 1;
    }
    // `queue_full` and `timeout`.
    assert_eq!(statuses, BTreeMap::from([(429, 8), (504, 32)]));
}

#[tokio::test]
async fn leaving_ends_the_requests_in_progress_without_an_answer() {
    let (gateway, mut line) = FakeGateway::joined(TokenScope::Read, Vec::new()).await;
    // It waits for an extension.
    line.send(&GatewayMessage::Request(request(1, "GET", "/tabs", 0)))
        .await;
    JoinSettings::remove(&gateway.server.dir).expect("removed");
    assert_eq!(gateway.server.app.join.reload().await, None);
    assert_eq!(
        line.next().await,
        None,
        "no answer after the owner has left"
    );
    assert_eq!(gateway.server.app.agents.list().len(), 1, "the user alone");
}

#[tokio::test]
async fn a_drained_line_ends_after_its_requests() {
    let (_gateway, mut line) = FakeGateway::joined(TokenScope::Read, Vec::new()).await;
    line.send(&GatewayMessage::Request(request(1, "POST", "/observe", 2)))
        .await;
    line.send(&GatewayMessage::Drain {}).await;
    line.send(&GatewayMessage::Request(request(2, "GET", "/status", 0)))
        .await;
    let (status, fault) = line.answer().await;
    assert_eq!((status, &fault["error"]), (429, &json!("queue_full")));
    for frame in Piece::frames(1, b"[]") {
        line.send_raw(Message::binary(frame)).await;
    }
    assert_eq!(line.answer().await.0, 400);
    assert_eq!(line.next().await, None);
}
