//! The queue's rules, one test each, with a clock that stands still.

use super::*;

const SECOND: Duration = Duration::from_secs(1);

fn ids(queries: &[Query]) -> Vec<&str> {
    queries.iter().map(|query| query.id.as_str()).collect()
}

fn add(queue: &mut Queue, deadline: Instant) -> QueryId {
    queue
        .add(Method::Tabs {}, None, deadline)
        .expect("there is room")
}

#[test]
fn all_that_waits_is_given_out_at_once_in_order() {
    let (mut queue, now) = (Queue::default(), Instant::now());
    add(&mut queue, now + SECOND);
    add(&mut queue, now + SECOND);
    queue.begin_poll("a", now);
    assert_eq!(ids(&queue.take("a", now)), ["q1", "q2"]);
    assert!(queue.take("a", now).is_empty());
    let counts = Counts {
        pending: 0,
        leased: 2,
    };
    assert_eq!(queue.counts(), counts);
}

#[test]
fn a_new_worker_gets_what_the_old_one_had() {
    let (mut queue, now) = (Queue::default(), Instant::now());
    let id = add(&mut queue, now + SECOND);
    queue.begin_poll("a", now);
    queue.take("a", now);
    queue.end_poll(now);
    queue.begin_poll("b", now);
    assert!(queue.is_waiting(id));
    assert_eq!(ids(&queue.take("b", now)), ["q1"]);
}

#[test]
fn the_same_worker_polling_again_returns_nothing() {
    let (mut queue, now) = (Queue::default(), Instant::now());
    add(&mut queue, now + SECOND);
    queue.begin_poll("a", now);
    queue.take("a", now);
    queue.end_poll(now);
    queue.begin_poll("a", now);
    assert!(queue.take("a", now).is_empty());
}

#[test]
fn a_replaced_worker_gets_nothing() {
    let (mut queue, now) = (Queue::default(), Instant::now());
    queue.begin_poll("a", now);
    queue.begin_poll("b", now);
    add(&mut queue, now + SECOND);
    assert!(queue.take("a", now).is_empty());
    assert_eq!(queue.take("b", now).len(), 1);
}

#[test]
fn a_full_queue_says_so_and_has_room_again_after_an_answer() {
    let (mut queue, now) = (Queue::default(), Instant::now());
    let first = add(&mut queue, now + SECOND);
    for _ in 1..CAPACITY {
        add(&mut queue, now + SECOND);
    }
    let fault = queue
        .add(Method::Tabs {}, None, now + SECOND)
        .expect_err("it is full");
    assert_eq!(fault.code, Code::QueueFull);
    assert!(queue.finish(first));
    assert!(!queue.finish(first));
    add(&mut queue, now + SECOND);
}

#[test]
fn what_is_past_its_deadline_is_not_given_out() {
    let (mut queue, now) = (Queue::default(), Instant::now());
    add(&mut queue, now + SECOND);
    queue.begin_poll("a", now);
    assert!(queue.take("a", now + SECOND).is_empty());
}

#[test]
fn the_worker_is_told_a_little_less_than_is_left() {
    let (mut queue, now) = (Queue::default(), Instant::now());
    add(&mut queue, now + 15 * SECOND);
    add(&mut queue, now + Duration::from_millis(100));
    queue.begin_poll("a", now);
    let left: Vec<u64> = queue
        .take("a", now)
        .iter()
        .map(|query| query.deadline_ms)
        .collect();
    assert_eq!(left, [14_700, 90]);
}

#[test]
fn connected_is_a_poll_held_or_just_ended() {
    let (mut queue, now) = (Queue::default(), Instant::now());
    assert!(!queue.is_connected(now));
    assert_eq!(queue.last_seen(now), None);
    queue.begin_poll("a", now);
    assert!(queue.is_connected(now + 60 * SECOND));
    queue.end_poll(now + 60 * SECOND);
    assert!(queue.is_connected(now + 61 * SECOND));
    assert!(!queue.is_connected(now + 63 * SECOND));
    assert_eq!(queue.last_seen(now + 63 * SECOND), Some(3 * SECOND));
}

#[test]
fn names_are_read_strictly() {
    assert_eq!(QueryId::parse("q7"), Some(QueryId(7)));
    for name in ["7", "q", "q+7", "q-1", "q 7", "q99999999999999999999", ""] {
        assert_eq!(QueryId::parse(name), None, "{name}");
    }
}
