//! Agents on other machines: connections over a forwarded port, on which server and agent verify
//! each other with the agent's token.

use crate::http::rig::{AGENT, PORT, Reply, Rig, RunningServer, empty, new_token, plain};
use axlens_local::remote::{Remote, RemoteError};
use axlens_local::token_proof::{CONNECTION, PROOF, PROTOCOL, SCHEME, TokenExchange, id};
use axlens_local::tokens::{self, NewToken};
use axlens_local::{secret, server};
use axlens_protocol::Code;
use axlens_protocol::model::TokenScope;
use axum::body::Body;
use axum::http::Request;
use http_body_util::{BodyExt, Empty};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A rig behind a tunnel.
struct Forwarded {
    rig: Rig,
    running: RunningServer,
    port: u16,
}

impl Forwarded {
    async fn start() -> Forwarded {
        let rig = Rig::new();
        let running = rig.listen().await;
        let port = running.address.port();
        Forwarded { rig, running, port }
    }

    fn token(&self, lasts: Option<Duration>) -> String {
        let new = NewToken {
            lasts,
            ..new_token("remote", TokenScope::Read)
        };
        self.rig.tokens.add(&new).expect("a token")
    }

    fn remote(&self, token: &str) -> Remote {
        Remote::new(&server::url(self.port), token).expect("a loopback URL and a token")
    }

    /// A proven connection.
    async fn connect(&self, token: &str) -> ProvenConnection {
        let stream = self.remote(token).connect().await.expect("proven");
        let (sender, connection) = handshake(stream).await.expect("HTTP");
        tokio::spawn(connection);
        ProvenConnection(sender)
    }

    /// Sends a text on a connection of its own, and returns the first answer.
    async fn send(&self, text: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))
            .await
            .expect("open");
        stream.write_all(text.as_bytes()).await.expect("it is open");
        let mut bytes = vec![0; 64 * 1024];
        let length = stream.read(&mut bytes).await.unwrap_or(0);
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    }
}

struct ProvenConnection(SendRequest<Empty<Bytes>>);

impl ProvenConnection {
    async fn send(&mut self, method: &str, path: &str, headers: &[(&str, &str)]) -> Reply {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in [("host", "127.0.0.1")].iter().chain(headers) {
            request = request.header(*name, *value);
        }
        let request = request.body(Empty::new()).expect("a request");
        let response = self.0.send_request(request).await.expect("an answer");
        let status = response.status();
        let body = response.into_body().collect().await.expect("whole");
        let body = serde_json::from_slice(&body.to_bytes()).unwrap_or(Value::Null);
        Reply { status, body }
    }
}

/// A completed exchange: the credentials for `GET /agent/connection`.
async fn credentials(rig: &Rig, token: &str) -> String {
    let (sha256, client) = (tokens::hash(token), secret::new().expect("random"));
    let body = json!({"token": id(&sha256), "nonce": client}).to_string();
    let request = plain("POST", PROOF).body(Body::from(body));
    let begun = rig.call(request.expect("a request")).await.ok();
    let server = begun["nonce"].as_str().expect("a nonce").to_owned();
    let exchange = TokenExchange {
        sha256: &sha256,
        client: &client,
        server: &server,
    };
    assert!(exchange.is_servers(begun["proof"].as_str().expect("a proof")));
    let proof = exchange.agent_proof(token).expect("its form");
    format!("{SCHEME} {server}.{proof}")
}

fn switch(credentials: &str, host: &str) -> String {
    format!(
        "GET {CONNECTION} HTTP/1.1\r\nhost: {host}\r\nconnection: upgrade\r\nupgrade: {PROTOCOL}\r\nauthorization: {credentials}\r\n\r\n"
    )
}

#[tokio::test]
async fn a_proven_connection_acts_as_its_agent_without_a_token() {
    let server = Forwarded::start().await;
    let token = server.token(None);
    let mut connection = server.connect(&token).await;
    for _ in 0..2 {
        let answer = connection.send("GET", "/status", &[]).await.ok();
        assert_eq!(answer["agents"][0]["name"], "remote", "{answer}");
        assert_eq!(answer["queue"], Value::Null, "only for the user");
    }
    connection.send("GET", "/health", &[]).await.ok();
    let bearer = format!("Bearer {token}");
    let headers = [("authorization", bearer.as_str())];
    let second = connection.send("GET", "/status", &headers).await;
    second.fault(Code::BadRequest);
    let wire = [("x-axlens-wire", "0")];
    let older = connection.send("GET", "/status", &wire).await;
    older.fault(Code::VersionMismatch);
}

#[tokio::test]
async fn a_proven_connection_has_only_the_agents_endpoints() {
    let server = Forwarded::start().await;
    let mut connection = server.connect(&server.token(None)).await;
    for (method, path) in [
        ("POST", "/stop"),
        ("POST", "/identity"),
        ("POST", "/dashboard-link"),
        ("POST", "/dashboard/state"),
        ("GET", "/"),
        ("POST", "/proof"),
        ("GET", "/pending-queries"),
        ("GET", "/websocket"),
        ("GET", "/audit"),
        ("POST", "/agents/revoke"),
        ("POST", PROOF),
        ("GET", CONNECTION),
    ] {
        let reply = connection.send(method, path, &[]).await;
        reply.fault(Code::Forbidden);
    }
}

#[tokio::test]
async fn a_revoked_agent_gets_no_further_answer_on_its_connection() {
    let server = Forwarded::start().await;
    let token = server.token(None);
    let mut connection = server.connect(&token).await;
    connection.send("GET", "/status", &[]).await.ok();
    assert!(server.rig.tokens.revoke("remote").expect("written"));
    let reply = connection.send("GET", "/status", &[]).await;
    let fault = reply.fault(Code::Unauthorized);
    assert!(fault.message.contains("revoked"), "{fault}");
    let error = server.remote(&token).connect().await.expect_err("revoked");
    assert!(matches!(error, RemoteError::Unproven(_)), "{error}");
}

#[tokio::test]
async fn an_expired_token_is_a_fault_of_the_proven_server() {
    let server = Forwarded::start().await;
    let token = server.token(Some(Duration::ZERO));
    let error = server.remote(&token).connect().await.expect_err("expired");
    assert!(
        matches!(&error, RemoteError::Refused(fault) if fault.code == Code::Unauthorized),
        "{error}"
    );
    assert!(error.to_string().contains("expired"), "{error}");
}

#[tokio::test]
async fn who_does_not_know_the_token_gets_no_connection() {
    let server = Forwarded::start().await;
    let token = server.token(None);
    let host = format!("127.0.0.1:{}", server.port);
    let right = credentials(&server.rig, &token).await;
    let (exchange, proof) = right.split_once('.').expect("both");
    let other = credentials(&server.rig, &token).await;
    let (_, other_proof) = other.split_once('.').expect("both");
    let wrong = [
        format!("{exchange}.{other_proof}"),
        // The first attempt has ended the exchange.
        right.clone(),
        format!("{SCHEME} {}.{proof}", secret::new().expect("random")),
        format!("Bearer {token}"),
        format!("{SCHEME} {token}"),
        format!("{SCHEME} ."),
    ];
    for credentials in wrong {
        let answer = server.send(&switch(&credentials, &host)).await;
        assert!(
            answer.starts_with("HTTP/1.1 401"),
            "{credentials}: {answer}"
        );
        assert!(!answer.contains(&token), "{answer}");
    }
    let right = credentials(&server.rig, &token).await;
    let answer = server.send(&switch(&right, &host)).await;
    assert!(answer.starts_with("HTTP/1.1 101"), "the control: {answer}");
    let again = server.send(&switch(&right, &host)).await;
    assert!(again.starts_with("HTTP/1.1 401"), "{again}");
}

#[tokio::test]
async fn the_user_s_own_token_and_an_agent_by_name_can_not_be_proven() {
    let rig = Rig::new();
    let new = new_token("by-name", TokenScope::Act);
    rig.tokens.add_by_name(&new).expect("added");
    let by_name = &rig.tokens.read().expect("readable")[0].sha256;
    for sha256 in [&tokens::hash(AGENT), by_name] {
        let body = json!({"token": id(sha256), "nonce": "a".repeat(64)}).to_string();
        let request = plain("POST", PROOF).body(Body::from(body));
        let reply = rig.call(request.expect("a request")).await;
        reply.fault(Code::Unauthorized);
    }
}

#[tokio::test]
async fn a_forwarded_port_of_another_number_works_for_agents_only() {
    let rig = Rig::new();
    let call = async |path: &str, host: &str, extra: Option<(&str, &str)>| {
        let mut request = Request::builder().uri(path).header("host", host);
        request = request.header("authorization", format!("Bearer {AGENT}"));
        if let Some((name, value)) = extra {
            request = request.header(name, value);
        }
        rig.call(empty(request)).await.status.as_u16()
    };
    let own = format!("127.0.0.1:{PORT}");
    for path in ["/status", "/health"] {
        assert_eq!(call(path, "127.0.0.1:9", None).await, 200);
        assert_eq!(
            call(path, &own, Some(("sec-fetch-site", "none"))).await,
            200
        );
        // A browser: the page of another program on that port would have the same origin.
        for site in ["none", "same-origin", "cross-site"] {
            let extra = Some(("sec-fetch-site", site));
            assert_eq!(call(path, "127.0.0.1:9", extra).await, 403, "{site}");
        }
        let origin = Some(("origin", "http://127.0.0.1:9"));
        assert_eq!(call(path, "127.0.0.1:9", origin).await, 403);
        for host in [
            "evil.example:9",
            "localhost:9",
            "127.0.0.1:99999",
            "127.0.0.1:+9",
            "127.0.0.1:",
            "127.0.0.1:9.evil.example",
            "127.0.0.2:9",
        ] {
            assert_eq!(call(path, host, None).await, 403, "{host}");
        }
    }
    for path in ["/", "/pending-queries", "/websocket", "/stop"] {
        assert_eq!(call(path, "127.0.0.1:9", None).await, 403, "{path}");
    }
    let token = rig.token("remote", TokenScope::Read);
    let request = Request::get("/status").header("host", "127.0.0.1:9");
    let request = request.header("authorization", format!("Bearer {token}"));
    rig.call(empty(request)).await.ok();
}

#[tokio::test]
async fn a_rejected_request_on_a_proven_connection_has_the_fault_s_form() {
    let server = Forwarded::start().await;
    let mut connection = server.connect(&server.token(None)).await;
    let reply = connection.send("GET", "/nowhere", &[]).await;
    reply.fault(Code::NotFound);
}

#[tokio::test]
async fn the_connection_ends_with_the_server() {
    let server = Forwarded::start().await;
    let mut connection = server.connect(&server.token(None)).await;
    connection.send("GET", "/status", &[]).await.ok();
    server.running.stop.send(()).expect("it serves");
    let ended = tokio::time::timeout(Duration::from_secs(5), server.running.ended).await;
    ended
        .expect("it waits for no idle connection")
        .expect("no panic");
    let request = Request::builder().uri("/health").body(Empty::new());
    let sent = connection.0.send_request(request.expect("a request")).await;
    assert!(sent.is_err(), "{sent:?}");
}
