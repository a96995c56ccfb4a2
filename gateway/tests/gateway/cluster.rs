//! Several gateways, connected by servers of NATS in processes of their own.

use crate::world::{PATIENT, World, any_port};
use axlens_fleet::edge::{Edge, Received};
use axlens_fleet::nats;
use axlens_fleet::service::Service;
use axlens_gateway::serve::{Config, start};
use axlens_protocol::gateway::MAX_PIECE;
use std::net::TcpListener;
use std::path::Path;
use std::time::{Duration, Instant};

/// A server of NATS. `None` if the program is not installed, which is reported in one line.
async fn nats_server() -> Option<Service> {
    if !nats::is_installed() {
        let message = format!("not run: {}", nats::MISSING);
        eprintln!("{message}");
        assert!(std::env::var_os("AXLENS_NEEDS_NATS").is_none(), "{message}");
        return None;
    }
    let mut server = nats::alone(Path::new("/dev/null")).expect("a free port");
    server.start().await.expect("it starts");
    Some(server)
}

/// Two gateways with one file of tokens: the edge of each test is connected to the second.
async fn two_gateways(nats: &Service) -> (World, World) {
    let url = Some(nats::url(nats));
    let first = World::with(|config| Config {
        nats: url.clone(),
        ..config
    })
    .await;
    let dir = first.tokens.path();
    let dir = dir.parent().expect("a folder").to_owned();
    let second = World::with(|config| Config {
        dir: axlens_local::StateDir::at(dir.clone()),
        nats: url,
        ..config
    })
    .await;
    (first, second)
}

/// The first edge that is connected to a gateway.
async fn connect(world: &World, token: &str, epoch: u64) -> Edge {
    let edge = Edge::connect(world.address(), token, epoch).await;
    world.wait_until_shared().await;
    edge
}

#[tokio::test]
async fn a_request_reaches_an_edge_at_another_gateway_and_its_answer_returns() {
    let Some(nats) = nats_server().await else {
        return;
    };
    let (first, second) = two_gateways(&nats).await;
    let token = first.agent("acme", "ci");
    let mut edge = connect(&second, &first.edge_token("acme", "laptop"), 1).await;
    for length in [0, 10, MAX_PIECE, 3 * MAX_PIECE + 1] {
        let body = format!(r#"{{"browser":"laptop","x":"{}"}}"#, "x".repeat(length));
        let answer = vec![b'y'; 2 * length];
        let exchange = async {
            let (head, received) = edge.request().await;
            assert_eq!(head.agent.name, "ci");
            let without_edge = format!(r#"{{"x":"{}"}}"#, "x".repeat(length));
            assert_eq!(received, without_edge.as_bytes());
            edge.answer(head.id, &answer).await;
        };
        let sent = first.send(&token, ("POST", "/interact"), body);
        let (reply, ()) = tokio::join!(sent, exchange);
        assert_eq!(reply.body, answer, "{length}");
    }
}

#[tokio::test]
async fn without_an_edge_a_request_ends_at_once() {
    let Some(nats) = nats_server().await else {
        return;
    };
    let (first, second) = two_gateways(&nats).await;
    let token = first.agent("acme", "ci");
    first.edge_token("acme", "laptop");
    // The edge of another tenant has the same name.
    let other = connect(&second, &first.edge_token("other", "laptop"), 1).await;
    tokio::spawn(async move { other.echo("other").await });
    let start = Instant::now();
    let body = r#"{"browser":"laptop"}"#;
    let reply = first.send(&token, ("POST", "/observe"), body).await;
    assert_eq!(reply.fault(), "extension_disconnected");
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
}

#[tokio::test]
async fn the_edges_of_all_gateways_are_listed_within_the_tenant() {
    let Some(nats) = nats_server().await else {
        return;
    };
    let (first, second) = two_gateways(&nats).await;
    let token = first.agent("acme", "ci");
    for (world, tenant, name) in [
        (&first, "acme", "desk"),
        (&second, "acme", "laptop"),
        (&second, "other", "tv"),
    ] {
        let edge_token = first.edge_token(tenant, name);
        let edge = Edge::connect(world.address(), &edge_token, 1).await;
        tokio::spawn(async move { edge.echo(name).await });
    }
    first.wait_for_lines(1).await;
    second.wait_for_lines(2).await;
    // Each gateway has to learn of the other first.
    let ambiguous = async {
        let body = "{}";
        while first.send(&token, ("POST", "/observe"), body).await.status != 409 {}
    };
    tokio::time::timeout(PATIENT, ambiguous)
        .await
        .expect("two edges");
    let reply = first.send(&token, ("POST", "/observe"), "{}").await;
    assert!(reply.text().contains("2 edges"), "{}", reply.text());
}

#[tokio::test]
async fn a_newer_line_ends_an_older_one_at_another_gateway_and_an_older_one_is_refused() {
    let Some(nats) = nats_server().await else {
        return;
    };
    let (first, second) = two_gateways(&nats).await;
    let token = first.agent("acme", "ci");
    let edge_token = first.edge_token("acme", "laptop");
    let mut old = connect(&first, &edge_token, 5).await;
    let new = connect(&second, &edge_token, 6).await;
    old.ended().await;
    let mut replayed = Edge::connect(first.address(), &edge_token, 4).await;
    replayed.ended().await;
    first.wait_for(|lines| lines == 0).await;
    tokio::spawn(async move { new.echo("new").await });
    let reply = first.send(&token, ("POST", "/observe"), "{}").await;
    assert_eq!(reply.json()["edge"], "new", "{}", reply.text());
}

#[tokio::test]
async fn a_client_that_disconnects_cancels_its_request_at_another_gateway() {
    let Some(nats) = nats_server().await else {
        return;
    };
    let (first, second) = two_gateways(&nats).await;
    let token = first.agent("acme", "ci");
    let mut edge = connect(&second, &first.edge_token("acme", "laptop"), 1).await;
    let (received, is_received) = tokio::sync::oneshot::channel();
    let edge = async {
        let (request, _) = edge.request().await;
        received.send(()).expect("the test waits");
        match edge.receive().await {
            Received::Cancel(id) => assert_eq!(id, request.id),
            other => panic!("{other:?} is no cancellation"),
        }
    };
    let client = async {
        let body = r#"{"browser":"laptop"}"#;
        let sent = first.send(&token, ("POST", "/interact"), body);
        tokio::select! {
            _ = sent => panic!("it has an answer"),
            received = is_received => received.expect("sent"),
        }
    };
    let both = async { tokio::join!(edge, client) };
    tokio::time::timeout(PATIENT, both)
        .await
        .expect("the edge is notified");
}

#[tokio::test]
async fn without_nats_each_request_ends_by_its_deadline_and_it_is_used_again_later() {
    let Some(mut nats) = nats_server().await else {
        return;
    };
    let (first, second) = two_gateways(&nats).await;
    let token = first.agent("acme", "ci");
    let edge = connect(&second, &first.edge_token("acme", "laptop"), 1).await;
    tokio::spawn(async move { edge.echo("laptop").await });
    nats.kill();
    let authorization = format!("Bearer {token}");
    let headers = [
        ("authorization", authorization.as_str()),
        ("x-axlens-deadline-ms", "1000"),
    ];
    let body = r#"{"browser":"laptop"}"#;
    let start = Instant::now();
    let target = ("POST", "/observe");
    let reply = axlens_fleet::client::send(first.address(), target, &headers, body).await;
    assert!(reply.status >= 500, "{}", reply.text());
    assert!(
        start.elapsed() < Duration::from_secs(3),
        "{:?}",
        start.elapsed()
    );
    nats.start().await.expect("it was started before");
    let reachable = async { while first.send(&token, target, body).await.status != 200 {} };
    tokio::time::timeout(2 * PATIENT, reachable)
        .await
        .expect("reachable again");
}

#[tokio::test]
async fn a_gateway_without_nats_does_not_start_and_names_no_password() {
    let folder = tempfile::tempdir().expect("a folder");
    let closed = TcpListener::bind(any_port()).expect("a free port");
    let port = closed.local_addr().expect("an address").port();
    drop(closed);
    let config = Config {
        dir: axlens_local::StateDir::at(folder.path().join("gateway")),
        listen: any_port(),
        tls: None,
        admin: None,
        max_edges: 1,
        nats: Some(format!("nats://user:secret@127.0.0.1:{port}")),
    };
    let error = start(config).await.expect_err("no server");
    assert!(!format!("{error:#}").contains("secret"), "{error:#}");
}

#[tokio::test]
async fn a_gateway_that_stops_is_not_used_by_the_others() {
    let Some(nats) = nats_server().await else {
        return;
    };
    let (first, second) = two_gateways(&nats).await;
    let token = first.agent("acme", "ci");
    let edge_token = first.edge_token("acme", "laptop");
    let mut old = connect(&second, &edge_token, 1).await;
    let body = r#"{"browser":"laptop"}"#;
    let last = first.send(&token, ("POST", "/interact"), body);
    let exchange = async {
        let (head, _) = old.request().await;
        second.running.stop.cancel();
        assert!(matches!(old.receive().await, Received::Drain));
        let refused = first.send(&token, ("POST", "/observe"), body).await;
        assert_eq!(refused.fault(), "extension_disconnected");
        old.answer(head.id, b"the last one").await;
    };
    let (reply, ()) = tokio::join!(last, exchange);
    assert_eq!(reply.text(), "the last one");
    let new = connect(&first, &edge_token, 2).await;
    tokio::spawn(async move { new.echo("new").await });
    let reply = first.send(&token, ("POST", "/observe"), body).await;
    assert_eq!(reply.json()["edge"], "new", "{}", reply.text());
}

#[tokio::test]
async fn an_action_ends_at_once_if_its_line_is_lost_at_another_gateway() {
    let Some(nats) = nats_server().await else {
        return;
    };
    let (first, second) = two_gateways(&nats).await;
    let token = first.agent("acme", "ci");
    let mut edge = connect(&second, &first.edge_token("acme", "laptop"), 1).await;
    let start = Instant::now();
    let sent = first.send(&token, ("POST", "/interact"), r#"{"browser":"laptop"}"#);
    let loses = async {
        edge.request().await;
        drop(edge);
    };
    let (reply, ()) = tokio::join!(sent, loses);
    assert!(
        reply.text().contains("may have been executed"),
        "{}",
        reply.text()
    );
    // A gateway that is lost, too, is noticed after ten seconds only.
    assert!(
        start.elapsed() < Duration::from_secs(8),
        "{:?}",
        start.elapsed()
    );
}

#[tokio::test]
async fn a_gateway_that_stops_lets_its_requests_to_other_gateways_end() {
    let Some(nats) = nats_server().await else {
        return;
    };
    let (first, second) = two_gateways(&nats).await;
    let token = first.agent("acme", "ci");
    let mut edge = connect(&second, &first.edge_token("acme", "laptop"), 1).await;
    let exchange = async {
        let (head, _) = edge.request().await;
        first.running.stop.cancel();
        // Longer than the time between two looks of the gateway that stops.
        let health = || axlens_fleet::client::send(first.address(), ("GET", "/healthz"), &[], "");
        while health().await.status != 503 {}
        let next = tokio::time::timeout(Duration::from_millis(1200), edge.receive()).await;
        assert!(next.is_err(), "{next:?}");
        edge.answer(head.id, b"the last one").await;
    };
    let sent = first.send(&token, ("POST", "/interact"), r#"{"browser":"laptop"}"#);
    let (reply, ()) = tokio::join!(sent, exchange);
    assert_eq!(reply.text(), "the last one");
}
