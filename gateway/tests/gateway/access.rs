//! Who may use the gateway.

use crate::world::World;
use axlens_fleet::client::send;
use axlens_fleet::edge::{Edge, Received, line_headers};
use axlens_gateway::access::guesses::FREE;
use tokio_tungstenite::tungstenite;

#[tokio::test]
async fn a_request_needs_the_token_of_an_agent() {
    let world = World::start().await;
    let edge_token = world.edge_token("acme", "laptop");
    let unknown = format!("axl_{}", "0".repeat(64));
    let token = world.agent("acme", "ci");
    for wrong in [
        unknown.as_str(),
        "",
        "axl_",
        &edge_token,
        &edge_token[..40],
        &token[..36],
        // As that of a local server.
        &unknown[4..],
    ] {
        let reply = world.send(wrong, ("POST", "/observe"), "{}").await;
        assert_eq!(reply.status, 401, "{}", reply.text());
        assert!(!reply.text().contains(&edge_token[..40]));
        assert!(!reply.text().contains(&token[..36]));
    }
    let reply = send(world.address(), ("GET", "/status"), &[], "").await;
    assert_eq!(reply.fault(), "unauthorized");
    let in_url = format!("/status?token={token}&access_token={token}");
    let reply = send(world.address(), ("GET", &in_url), &[], "").await;
    assert_eq!(reply.fault(), "unauthorized");
    let (right, wrong) = (format!("Bearer {token}"), format!("Bearer {unknown}"));
    let two = [("authorization", &*right), ("authorization", &*wrong)];
    let reply = send(world.address(), ("GET", "/status"), &two, "").await;
    assert_eq!(reply.fault(), "unauthorized");
}

#[tokio::test]
async fn a_web_page_is_rejected_with_any_token() {
    let world = World::start().await;
    let authorization = format!("Bearer {}", world.agent("acme", "ci"));
    let headers = [
        ("authorization", authorization.as_str()),
        ("origin", "https://page.test"),
    ];
    let reply = send(world.address(), ("GET", "/browsers"), &headers, "").await;
    assert_eq!(reply.fault(), "forbidden");
    let mut headers = line_headers(&world.edge_token("acme", "laptop"));
    headers.push(("origin", "https://page.test".to_owned()));
    assert_eq!(refusal(&world, &headers).await, 403);
}

/// The HTTP status with which a line is refused.
async fn refusal(world: &World, headers: &[(&'static str, String)]) -> u16 {
    match Edge::open(world.address(), headers).await {
        Err(tungstenite::Error::Http(response)) => response.status().as_u16(),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("the line was opened"),
    }
}

#[tokio::test]
async fn a_line_needs_the_token_of_an_edge_and_the_protocol() {
    let world = World::start().await;
    let (agent, edge) = (
        world.agent("acme", "ci"),
        world.edge_token("acme", "laptop"),
    );
    assert_eq!(refusal(&world, &line_headers(&agent)).await, 401);
    assert_eq!(refusal(&world, &line_headers("wrong")).await, 401);
    assert_eq!(refusal(&world, &line_headers(&edge)[1..]).await, 401);
    assert_eq!(refusal(&world, &line_headers(&edge)[..1]).await, 426);
    let mut other_protocol = line_headers(&edge);
    other_protocol[1].1 = "axlens-edge.0".to_owned();
    assert_eq!(refusal(&world, &other_protocol).await, 426);
    let _edge = Edge::connect(world.address(), &edge, 1).await;
    world.wait_for_lines(1).await;
}

#[tokio::test]
async fn only_the_endpoints_for_agents_exist() {
    let world = World::start().await;
    let token = world.agent("acme", "ci");
    for (method, path) in [
        ("POST", "/stop"),
        ("POST", "/identity"),
        ("POST", "/gateway"),
        ("GET", "/websocket"),
        ("POST", "/proof"),
        ("GET", "/audit"),
        ("GET", "/agents"),
        ("POST", "/agents/revoke"),
        ("GET", "/"),
        ("GET", "/mcp/stream?session=a&agent=user"),
        ("GET", "/metrics"),
        ("POST", "/dashboard/state"),
        ("POST", "/observe/../stop"),
        ("POST", "/%73top"),
    ] {
        let reply = world.send(&token, (method, path), "").await;
        assert_eq!(reply.fault(), "not_found", "{path}");
    }
    let reply = world.send(&token, ("GET", "/observe"), "").await;
    assert_eq!(reply.fault(), "method_not_allowed");
    let reply = world.send(&token, ("HEAD", "/status"), "").await;
    assert_eq!(reply.status, 405);
}

#[tokio::test]
async fn a_revoked_token_ends_lines_requests_and_answers_in_progress() {
    let world = World::start().await;
    let token = world.agent("acme", "ci");
    let mut edge = world.edge("acme", "laptop").await;
    let sent = world.send(&token, ("POST", "/observe"), "{}");
    let exchange = async {
        let (head, _) = edge.request().await;
        world.revoke("acme", "ci");
        let cancelled = edge.receive().await;
        assert!(matches!(cancelled, Received::Cancel(id) if id == head.id));
        edge.answer(head.id, b"secret").await;
    };
    let (reply, ()) = tokio::join!(sent, exchange);
    assert_eq!(reply.fault(), "unauthorized");
    assert!(!reply.text().contains("secret"));
    let reply = world.send(&token, ("POST", "/observe"), "{}").await;
    assert_eq!(reply.fault(), "unauthorized");
    world.revoke("acme", "laptop");
    edge.ended().await;
    world.wait_for(|lines| lines == 0).await;
}

#[tokio::test]
async fn wrong_tokens_have_a_back_off_that_does_not_affect_valid_ones() {
    let world = World::start().await;
    let token = world.agent("acme", "ci");
    for _ in 0..FREE {
        let reply = world.send("wrong", ("GET", "/browsers"), "").await;
        assert_eq!(reply.fault(), "unauthorized");
    }
    let reply = world.send("wrong", ("GET", "/browsers"), "").await;
    assert_eq!(reply.fault(), "queue_full");
    let reply = world.send(&token, ("GET", "/browsers"), "").await;
    assert_eq!(reply.status, 200);
}

#[tokio::test]
async fn without_tls_only_this_machine_can_be_served() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = axlens_gateway::serve::Config {
        dir: axlens_local::StateDir::at(folder.path().join("gateway")),
        listen: "0.0.0.0:0".parse().expect("an address"),
        tls: None,
        admin: None,
        max_edges: 1,
        nats: None,
    };
    let error = axlens_gateway::serve::start(config)
        .await
        .expect_err("no TLS");
    assert!(error.to_string().contains("--cert"), "{error}");
}
