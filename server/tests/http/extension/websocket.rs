//! The extension's WebSocket: who may open it, and what goes over it.

use crate::http::rig::{KEY, PORT, ProofExchange, Reply, Rig, chrome_tab};
use axlens_local::proof::{Claim, ProofRole};
use axlens_protocol::Code;
use axlens_protocol::wire::{PendingQueries, Query};
use axlens_server::http::origin::extension_origin;
use axlens_server::queue::browser_queue::MAX_LEASES;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

type Socket = WebSocketStream<TcpStream>;

/// Opens a WebSocket to the rig's server, naming these protocols and this origin; a refusal is its
/// status and body.
async fn open(rig: &Rig, protocols: &str, origin: &str) -> Result<Socket, (u16, Value)> {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let router = rig.router();
    tokio::spawn(async move { axum::serve(listener, router).await });
    let stream = TcpStream::connect(address).await.expect("a connection");
    let mut request = format!("ws://127.0.0.1:{PORT}/websocket")
        .into_client_request()
        .expect("a request");
    let headers = request.headers_mut();
    headers.insert("origin", origin.parse().expect("a value"));
    headers.insert(
        "sec-websocket-protocol",
        protocols.parse().expect("a value"),
    );
    match client_async(request, stream).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(response)) => {
            let body = response.body().as_deref().unwrap_or_default();
            let fault = serde_json::from_slice(body).unwrap_or(Value::Null);
            Err((response.status().as_u16(), fault))
        }
        Err(other) => panic!("{other}"),
    }
}

/// The worker's nonce for the server's proof on the WebSocket.
const NONCE: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

fn protocols(exchange: &ProofExchange) -> String {
    format!(
        "axlens.1, exchange.{}, proof.{}, nonce.{NONCE}, instance.a, browser.the-browser",
        exchange.server, exchange.proof
    )
}

/// A WebSocket after the server's proof, before the worker's first message.
async fn open_silent(rig: &Rig) -> Socket {
    let exchange = rig.exchange(KEY).await;
    let opened = open(rig, &protocols(&exchange), &extension_origin()).await;
    let mut socket = opened.expect("the extension is let in");
    let first = socket.next().await.expect("it is open").expect("a message");
    let reply: Value = serde_json::from_str(first.to_text().expect("text")).expect("JSON");
    let claim = Claim {
        role: ProofRole::WebSocket,
        client: NONCE,
        server: &exchange.server,
        port: PORT,
    };
    assert!(claim.is_proven(KEY, reply["proof"].as_str().expect("a proof")));
    socket
}

async fn open_own(rig: &Rig) -> Socket {
    let mut socket = open_silent(rig).await;
    let hello = "hello\n{\"version\": \"0.1.0\", \"wire\": 3}";
    socket.send(Message::text(hello)).await.expect("taken");
    socket
}

/// The next message that comes over the WebSocket.
async fn pending(socket: &mut Socket) -> PendingQueries {
    let message = socket.next().await.expect("the WebSocket is open");
    let text = message.expect("a message");
    serde_json::from_str(text.to_text().expect("text")).expect("queries")
}

/// The next query that comes over the WebSocket.
async fn next(socket: &mut Socket) -> Query {
    loop {
        if let Some(query) = pending(socket).await.queries.into_iter().next() {
            return query;
        }
    }
}

fn tabs() -> Value {
    json!({"ok": {"tabs": [chrome_tab(1_000_000_001, "https://example.com/")]}})
}

#[tokio::test]
async fn queries_go_out_and_answers_come_back_as_text_or_bytes() {
    let rig = Rig::new();
    let mut socket = open_own(&rig).await;
    for binary in [false, true] {
        let pending_reply = tokio::spawn({
            let rig = rig.clone();
            async move { rig.get("/tabs").await }
        });
        let query = next(&mut socket).await;
        let answer = format!("{}\n{}", query.id, tabs());
        let message = match binary {
            true => Message::binary(answer.into_bytes()),
            false => Message::text(answer),
        };
        socket.send(message).await.expect("it is taken");
        let reply = pending_reply.await.expect("it ends").ok();
        assert_eq!(reply["tabs"][0]["tab"], 1);
    }
}

#[tokio::test]
async fn what_names_no_query_is_dropped_and_the_websocket_stays_open() {
    let rig = Rig::new();
    let mut socket = open_own(&rig).await;
    for nonsense in [
        "",
        "q1",
        "q99\n{}",
        "\n",
        "q1 and no end of it".repeat(9).as_str(),
    ] {
        socket.send(Message::text(nonsense)).await.expect("taken");
    }
    let pending_reply = tokio::spawn({
        let rig = rig.clone();
        async move { rig.get("/tabs").await }
    });
    let query = next(&mut socket).await;
    let answer = format!("{}\n{}", query.id, tabs());
    socket.send(Message::text(answer)).await.expect("taken");
    pending_reply.await.expect("it ends").ok();
}

fn ask_tabs(rig: &Rig) -> JoinHandle<Reply> {
    let rig = rig.clone();
    tokio::spawn(async move { rig.get("/tabs").await })
}

async fn answer(socket: &mut Socket, query: &Query) {
    let answer = format!("{}\n{}", query.id, tabs());
    socket.send(Message::text(answer)).await.expect("taken");
}

/// How far the extension comes before it is gone.
#[derive(Debug, Clone, Copy)]
enum BreakAt {
    Opened,
    Received,
    Answering,
}

/// A connection that ends without a word at this step, having had the query or not.
async fn broken_off(
    rig: &Rig,
    step: BreakAt,
    pending_reply: impl FnOnce() -> JoinHandle<Reply>,
) -> PendingRequest {
    let mut socket = open_own(rig).await;
    if let BreakAt::Opened = step {
        drop(socket);
        return (pending_reply(), None);
    }
    let pending_reply = pending_reply();
    let query = next(&mut socket).await;
    if let BreakAt::Answering = step {
        // The head of a message that is longer than what follows, masked as a client's is.
        let mut stream = socket.into_inner();
        let part = [&[0x81, 0xfe, 0x40, 0x00, 0, 0, 0, 0], query.id.as_bytes()].concat();
        stream.write_all(&part).await.expect("taken");
    }
    (pending_reply, Some(query.id))
}

type PendingRequest = (JoinHandle<Reply>, Option<String>);

#[tokio::test]
async fn a_query_on_a_websocket_that_ends_is_given_out_again_at_once() {
    for step in [BreakAt::Opened, BreakAt::Received, BreakAt::Answering] {
        let rig = Rig::new();
        let (pending_reply, had) = broken_off(&rig, step, || ask_tabs(&rig)).await;
        // The same worker: what it was given on its last connection would be its own still.
        let mut socket = open_own(&rig).await;
        let query = next(&mut socket).await;
        assert_eq!(*had.as_ref().unwrap_or(&query.id), query.id, "{step:?}");
        answer(&mut socket, &query).await;
        pending_reply.await.expect("it ends").ok();
    }
}

#[tokio::test]
async fn an_answer_that_comes_twice_counts_once() {
    let rig = Rig::new();
    let mut first = open_own(&rig).await;
    let pending_reply = ask_tabs(&rig);
    let query = next(&mut first).await;
    drop(first);
    let mut second = open_own(&rig).await;
    assert_eq!(next(&mut second).await.id, query.id);
    // By the way that is left to the worker while it has no WebSocket, then by the new one.
    assert_eq!(rig.result(&query.id, &tabs()).await.status, 204);
    pending_reply.await.expect("it ends").ok();
    answer(&mut second, &query).await;
    rig.result(&query.id, &tabs()).await.fault(Code::NotFound);
    let pending_reply = ask_tabs(&rig);
    let another = next(&mut second).await;
    assert_ne!(another.id, query.id);
    answer(&mut second, &another).await;
    pending_reply.await.expect("it ends").ok();
}

#[tokio::test]
async fn a_query_that_ends_every_connection_is_given_up_and_says_so() {
    let rig = Rig::new();
    let pending_reply = ask_tabs(&rig);
    for _ in 0..MAX_LEASES {
        let mut socket = open_own(&rig).await;
        next(&mut socket).await;
    }
    let fault = pending_reply.await.expect("it ends");
    let fault = fault.fault(Code::ExtensionDisconnected);
    assert!(fault.message.contains("5 times"), "{fault}");
    assert!(fault.hint.contains("scope"), "{fault}");
}

#[tokio::test]
async fn a_websocket_that_ends_counts_as_gone() {
    let rig = Rig::new();
    let socket = open_own(&rig).await;
    let polled = async || rig.get("/status").await.ok()["extension"]["lastSeenMs"].clone();
    while polled().await != 0 {
        tokio::task::yield_now().await;
    }
    drop(socket);
    // Once nothing is held, what was last seen lies in the past.
    while polled().await == 0 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_server_that_stops_ends_the_websocket() {
    let rig = Rig::new();
    let mut socket = open_own(&rig).await;
    rig.state.dispatch.stop();
    while let Some(Ok(message)) = socket.next().await {
        assert!(message.is_close() || message.to_text().is_ok_and(|text| text == "[]"));
    }
}

#[tokio::test]
async fn a_worker_that_says_nothing_of_itself_gets_no_query() {
    let rig = Rig::new();
    for first in ["q1\n{}", "hello\nnonsense", "nonsense"] {
        let mut socket = open_silent(&rig).await;
        let pending_reply = ask_tabs(&rig);
        socket.send(Message::text(first)).await.expect("taken");
        while let Some(Ok(message)) = socket.next().await {
            assert!(message.is_close(), "{message}");
        }
        pending_reply.abort();
    }
}

#[tokio::test]
async fn strangers_are_refused() {
    let rig = Rig::new();
    let own = extension_origin();
    let refused = async |protocols: &str, origin: &str, code: Code| {
        let (status, fault) = open(&rig, protocols, origin).await.expect_err("refused");
        assert_eq!(status, code.status(), "{protocols}");
        assert_eq!(fault["error"], json!(code), "{fault}");
        assert!(!fault.to_string().contains(KEY));
    };
    let right = async || protocols(&rig.exchange(KEY).await);
    refused(&right().await, "https://example.com", Code::Forbidden).await;
    refused("axlens.1, instance.a", &own, Code::Unauthorized).await;
    let other = protocols(&rig.exchange("another key").await);
    refused(&other, &own, Code::Unauthorized).await;
    let mut reflected = rig.exchange(KEY).await;
    reflected.proof = reflected.servers_proof.clone();
    refused(&protocols(&reflected), &own, Code::Unauthorized).await;
    let twice = format!("{}, proof.another", right().await);
    refused(&twice, &own, Code::Unauthorized).await;
    let wire = right().await.replace("axlens.1", "axlens.2");
    refused(&wire, &own, Code::VersionMismatch).await;
    for part in ["instance.a", "browser.the-browser"] {
        let (kind, _) = part.split_once('.').expect("two parts");
        for unfit in [format!("{kind}."), format!("{kind}.{}", "x".repeat(101))] {
            let nobody = right().await.replace(part, &unfit);
            let (status, _) = open(&rig, &nobody, &own).await.expect_err("refused");
            assert_eq!(status, 400, "{unfit}");
        }
    }
    let no_nonce = right().await.replace(NONCE, "short");
    refused(&no_nonce, &own, Code::BadRequest).await;
}

#[tokio::test]
async fn a_proof_opens_one_websocket() {
    let rig = Rig::new();
    let exchange = protocols(&rig.exchange(KEY).await);
    let own = extension_origin();
    open(&rig, &exchange, &own)
        .await
        .expect("the extension is let in");
    let (status, _) = open(&rig, &exchange, &own).await.expect_err("refused");
    assert_eq!(status, 401);
}

#[tokio::test]
async fn a_query_that_nobody_waits_for_any_more_is_cancelled_on_the_websocket() {
    let rig = Rig::new();
    let mut socket = open_own(&rig).await;
    let pending_reply = ask_tabs(&rig);
    let query = next(&mut socket).await;
    pending_reply.abort();
    assert_eq!(pending(&mut socket).await.cancelled, [query.id]);
}
