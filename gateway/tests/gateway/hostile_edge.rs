//! Edges that break the protocol, are slow, or lose their line. An edge can affect only requests to
//! itself.

use crate::world::{PATIENT, World};
use axlens_fleet::edge::{Edge, Received, head};
use axlens_protocol::gateway::{EdgeMessage, MAX_ANSWER, MAX_FRAME, MAX_PIECE, Piece};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message;

/// A piece of an answer.
fn piece(id: u64, length: usize) -> Message {
    let mut frames = Piece::frames(id, &vec![b'x'; length]).collect::<Vec<_>>();
    Message::binary(frames.remove(0))
}

/// Messages that break the protocol, after the first request of a line.
fn breaches() -> Vec<(&'static str, Vec<Message>)> {
    let hello = EdgeMessage::Hello(axlens_protocol::gateway::EdgeHello {
        epoch: 99,
        version: "0.1.0".to_owned(),
    });
    let text = |message: &EdgeMessage| Message::text(serde_json::to_string(message).expect("JSON"));
    let answer = |id, length| text(&EdgeMessage::Answer(head(id, length)));
    vec![
        ("not JSON", vec![Message::text("{")]),
        (
            "an unknown message",
            vec![Message::text(r#"{"tenant":"other"}"#)],
        ),
        (
            "an answer that names a tenant",
            vec![Message::text(
                r#"{"answer":{"id":1,"status":200,"contentType":"","length":0,"tenant":"other"}}"#,
            )],
        ),
        ("a second greeting", vec![text(&hello)]),
        (
            "an answer to a request of the future",
            vec![answer(1000, 0)],
        ),
        ("a piece before its answer", vec![piece(1, 1)]),
        ("a piece of a request of the future", vec![piece(1000, 1)]),
        ("an incomplete piece", vec![Message::binary(vec![0; 7])]),
        ("an empty piece", vec![Message::binary(vec![0; 8])]),
        ("more than announced", vec![answer(1, 3), piece(1, 4)]),
        ("two answers", vec![answer(1, 3), answer(1, 3)]),
        (
            "an answer that is too large",
            vec![answer(1, MAX_ANSWER + 1)],
        ),
        (
            "a frame that is too large",
            vec![Message::binary(vec![0; MAX_FRAME + 1])],
        ),
        (
            "a text that is too large",
            vec![Message::text("x".repeat(MAX_FRAME + 1))],
        ),
    ]
}

#[tokio::test]
async fn a_message_that_breaks_the_protocol_ends_the_line_and_no_answer_is_forged() {
    let world = World::start().await;
    let token = world.agent("acme", "ci");
    let edge_token = world.edge_token("acme", "laptop");
    for (epoch, (breach, messages)) in breaches().into_iter().enumerate() {
        let epoch = epoch as u64 + 1;
        let mut edge = Edge::connect(world.address(), &edge_token, epoch).await;
        world.wait_for_lines(1).await;
        let exchange = async {
            edge.request().await;
            for message in messages {
                edge.send_raw(message).await;
            }
            edge.ended().await;
        };
        // An action is not sent again.
        let sent = world.send(&token, ("POST", "/interact"), "{}");
        let (reply, ()) = tokio::join!(sent, exchange);
        assert_eq!(reply.fault(), "extension_disconnected", "{breach}");
        assert_eq!(reply.json()["retryable"], false, "{breach}");
        world.wait_for(|lines| lines == 0).await;
    }
}

#[tokio::test]
async fn late_answers_and_unknown_ids_of_the_past_are_ignored() {
    let world = World::start().await;
    let token = world.agent("acme", "ci");
    let mut edge = world.edge("acme", "laptop").await;
    let exchange = async {
        let (head, _) = edge.request().await;
        edge.answer(head.id, b"first").await;
        edge.answer(head.id, b"again").await;
        let (second, _) = edge.request().await;
        edge.answer(head.id, b"for the first").await;
        edge.answer(second.id, b"second").await;
    };
    let requests = async {
        let first = world.send(&token, ("POST", "/observe"), "{}").await;
        let second = world.send(&token, ("POST", "/observe"), "{}").await;
        (first.text(), second.text())
    };
    let ((), replies) = tokio::join!(exchange, requests);
    assert_eq!(replies, ("first".to_owned(), "second".to_owned()));
}

#[tokio::test]
async fn a_slow_edge_ends_its_requests_at_their_deadline_and_delays_no_other() {
    let world = World::start().await;
    let token = world.agent("acme", "ci");
    let mut slow = world.edge("acme", "slow").await;
    let fast = Edge::connect(world.address(), &world.edge_token("acme", "fast"), 1).await;
    tokio::spawn(async move { fast.echo("fast").await });
    world.wait_for_lines(2).await;
    let exchange = async {
        let (request, _) = slow.request().await;
        // It announces an answer and sends a part of it.
        slow.send(&EdgeMessage::Answer(head(request.id, 10))).await;
        slow.send_raw(piece(request.id, 1)).await;
        match slow.receive().await {
            Received::Cancel(id) => assert_eq!(id, request.id),
            other => panic!("{other:?} is no cancellation"),
        }
    };
    let authorization = format!("Bearer {token}");
    let headers = [
        ("authorization", authorization.as_str()),
        ("x-axlens-deadline-ms", "700"),
    ];
    let start = Instant::now();
    let target = ("POST", "/observe");
    let late =
        axlens_fleet::client::send(world.address(), target, &headers, r#"{"browser":"slow"}"#);
    let other = async {
        let reply = world.send(&token, target, r#"{"browser":"fast"}"#).await;
        assert_eq!(reply.json()["edge"], "fast");
        assert!(start.elapsed() < Duration::from_millis(700));
    };
    let (late, (), ()) = tokio::join!(late, other, exchange);
    assert_eq!(late.fault(), "timeout");
    assert!(start.elapsed() < Duration::from_millis(2700));
}

#[tokio::test]
async fn a_client_that_disconnects_cancels_its_request() {
    let world = World::start().await;
    let token = world.agent("acme", "ci");
    let mut edge = world.edge("acme", "laptop").await;
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
        let sent = world.send(&token, ("POST", "/interact"), "{}");
        tokio::select! {
            _ = sent => panic!("it has an answer"),
            received = is_received => received.expect("sent"),
        }
    };
    tokio::time::timeout(PATIENT, async { tokio::join!(edge, client) })
        .await
        .expect("the edge is notified");
}

#[tokio::test]
async fn a_read_is_sent_again_once_after_its_line_was_lost_and_an_action_never() {
    let world = World::start().await;
    let token = world.agent("acme", "ci");
    let edge_token = world.edge_token("acme", "laptop");
    let paths = [
        ("/observe", true),
        ("/interact", false),
        ("/browsers", false),
        ("/mcp", false),
    ];
    for (epoch, (path, is_sent_again)) in paths.into_iter().enumerate() {
        let epoch = 10 * epoch as u64 + 1;
        let mut first = Edge::connect(world.address(), &edge_token, epoch).await;
        world.wait_for_lines(1).await;
        let exchange = async {
            first.request().await;
            drop(first);
            let mut second = Edge::connect(world.address(), &edge_token, epoch + 1).await;
            if is_sent_again {
                let (head, _) = second.request().await;
                second.answer(head.id, b"again").await;
            }
            second
        };
        let sent = world.send(&token, ("POST", path), "{}");
        let (reply, mut second) = tokio::join!(sent, exchange);
        match is_sent_again {
            true => assert_eq!(reply.text(), "again"),
            false => {
                assert_eq!(reply.fault(), "extension_disconnected", "{path}");
                assert_eq!(reply.json()["retryable"], false, "{path}");
                // The next request of the line is another one.
                let next = world.send(&token, ("POST", "/observe"), r#"{"next":1}"#);
                let answer = async {
                    let (head, body) = second.request().await;
                    assert_eq!(body, br#"{"next":1}"#);
                    second.answer(head.id, b"next").await;
                };
                assert_eq!(tokio::join!(next, answer).0.text(), "next");
            }
        }
        drop(second);
        world.wait_for(|lines| lines == 0).await;
    }
}

#[tokio::test]
async fn a_line_with_an_older_epoch_is_refused_and_a_newer_one_replaces() {
    let world = World::start().await;
    let token = world.agent("acme", "ci");
    let edge_token = world.edge_token("acme", "laptop");
    let mut first = Edge::connect(world.address(), &edge_token, 5).await;
    world.wait_for_lines(1).await;
    for epoch in [4, 5, 0] {
        let mut old = Edge::connect(world.address(), &edge_token, epoch).await;
        old.ended().await;
    }
    let sent = world.send(&token, ("POST", "/observe"), "{}");
    let answered = async {
        let (head, _) = first.request().await;
        first.answer(head.id, b"first").await;
    };
    assert_eq!(tokio::join!(sent, answered).0.text(), "first");
    let second = Edge::connect(world.address(), &edge_token, 6).await;
    first.ended().await;
    tokio::spawn(async move { second.echo("second").await });
    let reply = world.send(&token, ("POST", "/observe"), "{}").await;
    assert_eq!(reply.json()["edge"], "second");
}

#[tokio::test]
async fn large_bodies_and_answers_pass_in_pieces() {
    let world = World::start().await;
    let token = world.agent("acme", "ci");
    let mut edge = world.edge("acme", "laptop").await;
    let body = format!(r#"{{"text":"{}"}}"#, "x".repeat(3 * MAX_PIECE));
    let answer = vec![b'y'; 5 * MAX_PIECE + 1];
    let exchange = async {
        let (head, received) = edge.request().await;
        assert_eq!(received, body.as_bytes());
        edge.answer(head.id, &answer).await;
    };
    let sent = world.send(&token, ("POST", "/interact"), body.clone());
    let (reply, ()) = tokio::join!(sent, exchange);
    assert_eq!(reply.body, answer);
}
