//! Quotas and bounds.

use crate::world::{World, rights};
use axlens_fleet::edge::{Edge, head};
use axlens_gateway::tokens::AgentRights;
use axlens_protocol::gateway::{EdgeMessage, MAX_ANSWER, MAX_IN_PROGRESS};
use futures_util::FutureExt;
use futures_util::future::{join_all, select_all};
use tokio::sync::oneshot;

#[tokio::test]
async fn a_token_has_a_limit_in_a_minute_that_is_its_own() {
    let world = World::start().await;
    let few = AgentRights {
        per_minute: 3,
        ..rights()
    };
    let limited = world.agent_with("acme", "limited", few);
    for _ in 0..3 {
        let reply = world.send(&limited, ("GET", "/browsers"), "").await;
        assert_eq!(reply.status, 200);
    }
    let reply = world.send(&limited, ("GET", "/browsers"), "").await;
    assert_eq!(reply.fault(), "queue_full");
    let other = world.agent("acme", "other");
    let reply = world.send(&other, ("GET", "/browsers"), "").await;
    assert_eq!(reply.status, 200);
}

#[tokio::test]
async fn a_token_has_a_limit_of_requests_in_progress() {
    let world = World::start().await;
    let one = AgentRights {
        at_once: 1,
        ..rights()
    };
    let token = world.agent_with("acme", "one", one);
    let mut edge = world.edge("acme", "laptop").await;
    let (received, is_received) = oneshot::channel();
    let first = world.send(&token, ("POST", "/observe"), "{}");
    let (second_ended, is_second_ended) = oneshot::channel();
    let edge = async {
        let (head, _) = edge.request().await;
        received.send(()).expect("the test waits");
        is_second_ended.await.expect("sent");
        edge.answer(head.id, b"first").await;
    };
    let second = async {
        is_received.await.expect("sent");
        let reply = world.send(&token, ("POST", "/observe"), "{}").await;
        second_ended.send(()).expect("the edge waits");
        reply
    };
    let (first, second, ()) = tokio::join!(first, second, edge);
    assert_eq!(second.fault(), "queue_full");
    assert_eq!(first.text(), "first");
}

#[tokio::test]
async fn a_line_has_a_limit_of_requests_in_progress() {
    let world = World::start().await;
    let token = world.agent("acme", "ci");
    let mut edge = world.edge("acme", "laptop").await;
    let requests = (0..=MAX_IN_PROGRESS).map(|_| world.send(&token, ("POST", "/observe"), ""));
    let edge = async {
        let mut ids = Vec::new();
        for _ in 0..MAX_IN_PROGRESS {
            ids.push(edge.request().await.0.id);
        }
        for id in ids {
            edge.answer(id, b"{}").await;
        }
        edge.echo("rest").await;
    };
    let replies = tokio::select! {
        replies = join_all(requests) => replies,
        () = edge => panic!("the line has ended"),
    };
    let is_refused = |status: u16| status == 429;
    let refused = replies
        .iter()
        .filter(|reply| is_refused(reply.status))
        .count();
    assert!(refused <= 1, "{refused}");
    let answered = replies.iter().filter(|reply| reply.status == 200).count();
    assert_eq!(answered + refused, MAX_IN_PROGRESS + 1);
}

/// Announces the largest answers to so many requests. Those with memory wait for the rest of their
/// answers.
async fn announce(edge: &mut Edge, count: usize) {
    for _ in 0..count {
        let (request, _) = edge.request().await;
        let answer = head(request.id, MAX_ANSWER);
        edge.send(&EdgeMessage::Answer(answer)).await;
    }
    edge.ended().await;
}

#[tokio::test]
async fn an_action_whose_answer_has_no_memory_may_have_been_executed() {
    let world = World::start().await;
    let token = world.agent("acme", "ci");
    let mut edge = world.edge("acme", "laptop").await;
    // Together, these answers are larger than the memory of a tenant.
    let count = 8;
    let announced = announce(&mut edge, count);
    let send = || {
        world
            .send(&token, ("POST", "/interact"), "{}")
            .boxed_local()
    };
    let sent = select_all((0..count).map(|_| send()));
    let (reply, ..) = tokio::select! {
        first = sent => first,
        () = announced => panic!("the line has ended"),
    };
    assert_eq!(reply.fault(), "queue_full");
    assert_eq!(reply.json()["retryable"], false, "{}", reply.text());
    let text = reply.text();
    assert!(text.contains("may have been executed"), "{text}");
}

#[tokio::test]
async fn a_body_that_is_too_large_does_not_reach_the_edge() {
    let world = World::start().await;
    let token = world.agent("acme", "ci");
    let edge = world.edge("acme", "laptop").await;
    tokio::spawn(async move { edge.echo("laptop").await });
    let reply = world
        .send(&token, ("POST", "/observe"), vec![b' '; 65 * 1024])
        .await;
    assert_eq!(reply.fault(), "body_too_large");
    let reply = world
        .send(&token, ("POST", "/observe"), vec![b' '; 60 * 1024])
        .await;
    assert_eq!(reply.json()["edge"], "laptop");
}

#[tokio::test]
async fn the_number_of_edges_is_limited() {
    let world = World::with(|config| axlens_gateway::serve::Config {
        max_edges: 1,
        ..config
    })
    .await;
    let _first = world.edge("acme", "one").await;
    let token = world.edge_token("acme", "two");
    let mut second = Edge::connect(world.address(), &token, 1).await;
    second.ended().await;
}

#[tokio::test]
async fn a_deadline_is_within_its_bounds() {
    let world = World::start().await;
    let authorization = format!("Bearer {}", world.agent("acme", "ci"));
    for value in ["0", "-1", "900001", "soon", "99999999999999999999"] {
        let headers = [
            ("authorization", authorization.as_str()),
            ("x-axlens-deadline-ms", value),
        ];
        let target = ("GET", "/browsers");
        let reply = axlens_fleet::client::send(world.address(), target, &headers, "").await;
        assert_eq!(reply.fault(), "bad_request", "{value}");
    }
}

#[tokio::test]
async fn a_tenant_leaves_memory_for_the_answers_of_others() {
    let world = World::start().await;
    let (token, other) = (world.agent("acme", "ci"), world.agent("beta", "ci"));
    let mut edge = world.edge("acme", "laptop").await;
    let count = 8;
    let announced = announce(&mut edge, count);
    let send = || world.send(&token, ("POST", "/observe"), "{}").boxed_local();
    let sent = select_all((0..count).map(|_| send()));
    let mut announced = std::pin::pin!(announced);
    let (refused, _, waiting) = tokio::select! {
        first = sent => first,
        () = &mut announced => panic!("the line has ended"),
    };
    assert_eq!(refused.fault(), "queue_full");
    let mut free = world.edge("beta", "laptop").await;
    let answering = async {
        let (request, _) = free.request().await;
        free.answer(request.id, &vec![b' '; MAX_ANSWER]).await;
    };
    let (reply, ()) = tokio::join!(world.send(&other, ("POST", "/observe"), "{}"), answering);
    assert_eq!(reply.status, 200, "{} requests wait", waiting.len());
    assert_eq!(reply.body.len(), MAX_ANSWER);
}
