//! The extension's WebSocket: who may open it, and what goes over it.

use crate::rig::{EXTENSION, PORT, Rig, chrome_tab};
use axlens_protocol::Code;
use axlens_protocol::wire::Query;
use axlens_server::http::middleware::extension_origin;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
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

fn protocols() -> String {
    format!("axlens.1, token.{EXTENSION}, instance.a")
}

async fn open_own(rig: &Rig) -> Socket {
    let opened = open(rig, &protocols(), &extension_origin()).await;
    opened.expect("the extension is let in")
}

/// The next query that comes over the WebSocket.
async fn next(socket: &mut Socket) -> Query {
    loop {
        let message = socket.next().await.expect("the WebSocket is open");
        let text = message.expect("a message");
        let queries: Vec<Query> =
            serde_json::from_str(text.to_text().expect("text")).expect("queries");
        if let Some(query) = queries.into_iter().next() {
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
        let asking = tokio::spawn({
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
        let said = asking.await.expect("it ends").ok();
        assert_eq!(said["tabs"][0]["tab"], 1);
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
    let asking = tokio::spawn({
        let rig = rig.clone();
        async move { rig.get("/tabs").await }
    });
    let query = next(&mut socket).await;
    let answer = format!("{}\n{}", query.id, tabs());
    socket.send(Message::text(answer)).await.expect("taken");
    asking.await.expect("it ends").ok();
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
async fn strangers_are_refused() {
    let rig = Rig::new();
    let own = extension_origin();
    let right = protocols();
    let wire = right.replace("axlens.1", "axlens.7");
    let twice = format!("{right}, token.another");
    let refusals = [
        (right.as_str(), "https://example.com", Code::Forbidden),
        ("axlens.1, instance.a", &own, Code::Unauthorized),
        (
            "axlens.1, token.guessed, instance.a",
            &own,
            Code::Unauthorized,
        ),
        (&twice, &own, Code::Unauthorized),
        (&wire, &own, Code::VersionMismatch),
    ];
    for (protocols, origin, code) in refusals {
        let (status, fault) = open(&rig, protocols, origin).await.expect_err("refused");
        assert_eq!(status, code.status(), "{protocols}");
        assert_eq!(fault["error"], json!(code), "{fault}");
        assert!(!fault.to_string().contains(EXTENSION));
    }
    let nobody = right.replace("instance.a", "instance.");
    let (status, _) = open(&rig, &nobody, &own).await.expect_err("refused");
    assert_eq!(status, 400);
}
