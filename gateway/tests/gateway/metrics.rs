//! Health and metrics.

use crate::world::World;
use axlens_fleet::client::send;

#[tokio::test]
async fn metrics_have_counts_and_no_names() {
    let world = World::start().await;
    let token = world.agent("acme", "ci");
    let edge = world.edge("acme", "laptop").await;
    tokio::spawn(async move { edge.echo("laptop").await });
    world
        .send(&token, ("POST", "/observe"), r#"{"browser":"laptop"}"#)
        .await;
    world.send("wrong", ("GET", "/browsers"), "").await;
    let admin = world.running.admin.expect("an address");
    let metrics = send(admin, ("GET", "/metrics"), &[], "").await;
    let text = metrics.text();
    for line in [
        "axlens_gateway_requests_total{endpoint=\"/observe\",status=\"200\"} 1",
        "axlens_gateway_lines_opened_total 1",
        "axlens_gateway_refusals_total{reason=\"unauthorized\"} 1",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
    for name in ["acme", "laptop", "axl_"] {
        assert!(!text.contains(name), "{name} in {text}");
    }
}

#[tokio::test]
async fn health_is_public_and_metrics_are_not() {
    let world = World::start().await;
    let health = send(world.address(), ("GET", "/healthz"), &[], "").await;
    assert_eq!((health.status, health.text().as_str()), (200, "ok\n"));
    let metrics = send(world.address(), ("GET", "/metrics"), &[], "").await;
    assert_eq!(metrics.fault(), "not_found");
}
