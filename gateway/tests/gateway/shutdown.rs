//! The end of a gateway.

use crate::world::{PATIENT, World};
use axlens_fleet::client::send;
use axlens_fleet::edge::Received;

#[tokio::test]
async fn a_gateway_that_stops_lets_requests_end_and_takes_no_new_ones() {
    let world = World::start().await;
    let token = world.agent("acme", "ci");
    let mut edge = world.edge("acme", "laptop").await;
    let (address, stop) = (world.address(), world.running.stop.clone());
    let edge = async {
        let (head, _) = edge.request().await;
        stop.cancel();
        assert!(matches!(edge.receive().await, Received::Drain));
        let health = send(address, ("GET", "/healthz"), &[], "").await;
        assert_eq!(health.status, 503);
        let authorization = format!("Bearer {token}");
        let headers = [("authorization", authorization.as_str())];
        let refused = send(address, ("POST", "/observe"), &headers, "{}").await;
        assert_eq!(refused.fault(), "extension_disconnected");
        edge.answer(head.id, b"the last one").await;
        edge.ended().await;
    };
    let (reply, ()) = tokio::join!(world.send(&token, ("POST", "/interact"), "{}"), edge);
    assert_eq!(reply.text(), "the last one");
    let ended = tokio::time::timeout(PATIENT, world.running.ended()).await;
    ended.expect("it ends");
}
