//! The queue's rules, one test each, with a simulated clock.

use super::*;
use std::sync::atomic::{AtomicU64, Ordering};

const SECOND: Duration = Duration::from_secs(1);

fn ids(queries: &[Query]) -> Vec<&str> {
    queries.iter().map(|query| query.id.as_str()).collect()
}

fn tabs() -> QueryRequest {
    QueryRequest {
        agent: Arc::new(QueryAgent::user()),
        method: Method::Tabs {},
        tab: None,
    }
}

fn add(queue: &mut BrowserQueue, deadline: Instant) -> QueryId {
    let id = next_id(queue);
    queue.add(id, tabs(), deadline).expect("there is room");
    id
}

fn next_id(queue: &BrowserQueue) -> QueryId {
    let last = queue.queries.keys().last().copied();
    last.unwrap_or_default().next()
}

/// A new connection.
fn new_connection() -> ConnectionId {
    static LAST: AtomicU64 = AtomicU64::new(0);
    ConnectionId(LAST.fetch_add(1, Ordering::Relaxed))
}

fn begin_poll(queue: &mut BrowserQueue, instance: &str, now: Instant) -> Vec<LostQuery> {
    let arrival = queue.arrive(instance);
    queue.begin_poll(now);
    match arrival {
        Arrival::Successor(lost) => lost,
        Arrival::Current | Arrival::Duplicate | Arrival::Replaced => Vec::new(),
    }
}

/// Takes the queries on a new connection.
fn take(queue: &mut BrowserQueue, instance: &str, now: Instant) -> Vec<Query> {
    let connection = new_connection();
    queue.take(instance, connection, now).queries
}

/// Adds a query that may not be delivered twice.
fn add_action(queue: &mut BrowserQueue, deadline: Instant) -> QueryId {
    let id = next_id(queue);
    let query = QueueEntry {
        request: tabs(),
        deadline,
        repeatable: false,
        lease: None,
        leases: 0,
    };
    queue.queries.insert(id, query);
    id
}

#[test]
fn queries_of_a_connection_wait_again_when_it_ends() {
    let (mut queue, now) = (BrowserQueue::default(), Instant::now());
    let (first, second) = (new_connection(), new_connection());
    begin_poll(&mut queue, "a", now);
    let one = add(&mut queue, now + SECOND);
    assert_eq!(ids(&queue.take("a", first, now).queries), ["q1"]);
    add(&mut queue, now + SECOND);
    assert_eq!(ids(&queue.take("a", second, now).queries), ["q2"]);
    assert!(queue.close(first).is_empty());
    assert!(queue.is_waiting(one));
    assert_eq!(ids(&queue.take("a", second, now).queries), ["q1"]);
    assert!(queue.close(first).is_empty());
    assert!(!queue.has_waiting());
}

#[test]
fn an_answered_query_does_not_return_to_the_queue() {
    let (mut queue, now) = (BrowserQueue::default(), Instant::now());
    begin_poll(&mut queue, "a", now);
    let id = add(&mut queue, now + SECOND);
    let connection = new_connection();
    queue.take("a", connection, now);
    queue.finish(id);
    assert!(queue.close(connection).is_empty() && !queue.has_waiting());
}

#[test]
fn an_action_is_never_delivered_twice() {
    let (mut queue, now) = (BrowserQueue::default(), Instant::now());
    begin_poll(&mut queue, "a", now);
    let id = add_action(&mut queue, now + SECOND);
    let connection = new_connection();
    queue.take("a", connection, now);
    let lost = LostQuery { id, leases: 1 };
    assert_eq!(queue.close(connection), [lost]);
    queue.end_poll("a", now);
    assert_eq!(begin_poll(&mut queue, "b", now), [lost]);
    assert!(take(&mut queue, "b", now).is_empty());
}

#[test]
fn an_action_that_was_not_delivered_stays_in_the_queue() {
    let (mut queue, now) = (BrowserQueue::default(), Instant::now());
    begin_poll(&mut queue, "a", now);
    let connection = new_connection();
    add_action(&mut queue, now + SECOND);
    assert!(queue.close(connection).is_empty());
    assert_eq!(take(&mut queue, "a", now).len(), 1);
}

#[test]
fn a_query_that_ends_every_connection_is_given_up() {
    let (mut queue, now) = (BrowserQueue::default(), Instant::now());
    begin_poll(&mut queue, "a", now);
    let id = add(&mut queue, now + SECOND);
    for leases in 1..=MAX_LEASES {
        let connection = new_connection();
        assert_eq!(queue.take("a", connection, now).queries.len(), 1);
        let lost = queue.close(connection);
        let given_up = (leases == MAX_LEASES).then_some(LostQuery { id, leases });
        assert_eq!(lost, Vec::from_iter(given_up));
    }
    assert!(take(&mut queue, "a", now).is_empty());
}

#[test]
fn all_waiting_queries_are_delivered_together_and_in_order() {
    let (mut queue, now) = (BrowserQueue::default(), Instant::now());
    add(&mut queue, now + SECOND);
    add(&mut queue, now + SECOND);
    begin_poll(&mut queue, "a", now);
    assert_eq!(ids(&take(&mut queue, "a", now)), ["q1", "q2"]);
    assert!(take(&mut queue, "a", now).is_empty());
    let counts = QueryCounts {
        pending: 0,
        leased: 2,
    };
    assert_eq!(queue.counts(), counts);
}

#[test]
fn a_new_worker_gets_the_queries_of_the_previous_one() {
    let (mut queue, now) = (BrowserQueue::default(), Instant::now());
    let id = add(&mut queue, now + SECOND);
    begin_poll(&mut queue, "a", now);
    take(&mut queue, "a", now);
    queue.end_poll("a", now);
    begin_poll(&mut queue, "b", now);
    assert!(queue.is_waiting(id));
    assert_eq!(ids(&take(&mut queue, "b", now)), ["q1"]);
}

#[test]
fn another_poll_of_the_same_worker_returns_nothing_to_the_queue() {
    let (mut queue, now) = (BrowserQueue::default(), Instant::now());
    add(&mut queue, now + SECOND);
    begin_poll(&mut queue, "a", now);
    take(&mut queue, "a", now);
    queue.end_poll("a", now);
    begin_poll(&mut queue, "a", now);
    assert!(take(&mut queue, "a", now).is_empty());
}

#[test]
fn a_replaced_worker_gets_no_queries() {
    let (mut queue, now) = (BrowserQueue::default(), Instant::now());
    begin_poll(&mut queue, "a", now);
    begin_poll(&mut queue, "b", now);
    add(&mut queue, now + SECOND);
    assert!(take(&mut queue, "a", now).is_empty());
    assert_eq!(take(&mut queue, "b", now).len(), 1);
}

#[test]
fn a_full_queue_is_a_fault_and_has_room_again_after_an_answer() {
    let (mut queue, now) = (BrowserQueue::default(), Instant::now());
    let first = add(&mut queue, now + SECOND);
    for _ in 1..CAPACITY {
        add(&mut queue, now + SECOND);
    }
    let fault = queue
        .add(QueryId(999), tabs(), now + SECOND)
        .expect_err("it is full");
    assert_eq!(fault.code, Code::QueueFull);
    assert!(queue.finish(first));
    assert!(!queue.finish(first));
    add(&mut queue, now + SECOND);
}

#[test]
fn a_query_after_its_deadline_is_not_delivered() {
    let (mut queue, now) = (BrowserQueue::default(), Instant::now());
    add(&mut queue, now + SECOND);
    begin_poll(&mut queue, "a", now);
    assert!(take(&mut queue, "a", now + SECOND).is_empty());
}

#[test]
fn the_worker_gets_a_little_less_time_than_is_left() {
    let (mut queue, now) = (BrowserQueue::default(), Instant::now());
    add(&mut queue, now + 15 * SECOND);
    add(&mut queue, now + Duration::from_millis(100));
    begin_poll(&mut queue, "a", now);
    let left: Vec<u64> = take(&mut queue, "a", now)
        .iter()
        .map(|query| query.deadline_ms)
        .collect();
    assert_eq!(left, [14_700, 90]);
}

#[test]
fn a_worker_is_connected_while_a_poll_is_open_and_shortly_after() {
    let (mut queue, now) = (BrowserQueue::default(), Instant::now());
    assert!(!queue.is_connected(now));
    assert_eq!(queue.last_seen(now), None);
    begin_poll(&mut queue, "a", now);
    assert!(queue.is_connected(now + 60 * SECOND));
    queue.end_poll("a", now + 60 * SECOND);
    assert!(queue.is_connected(now + 61 * SECOND));
    assert!(!queue.is_connected(now + 63 * SECOND));
    assert_eq!(queue.last_seen(now + 63 * SECOND), Some(3 * SECOND));
}

#[test]
fn query_ids_are_parsed_strictly() {
    assert_eq!(QueryId::parse("q7"), Some(QueryId(7)));
    for name in ["7", "q", "q+7", "q-1", "q 7", "q99999999999999999999", ""] {
        assert_eq!(QueryId::parse(name), None, "{name}");
    }
}

#[test]
fn a_worker_is_notified_once_of_a_cancelled_query() {
    let (mut queue, now) = (BrowserQueue::default(), Instant::now());
    begin_poll(&mut queue, "a", now);
    let (delivered, connection) = (add(&mut queue, now + SECOND), new_connection());
    queue.take("a", connection, now);
    let undelivered = add(&mut queue, now + SECOND);
    queue.cancel(delivered);
    queue.cancel(undelivered);
    let pending = queue.take("a", connection, now);
    assert_eq!(
        (pending.cancelled, pending.queries),
        (vec![delivered.to_string()], vec![])
    );
    assert_eq!(queue.take("a", connection, now), PendingQueries::default());
    // An answered query is not cancelled.
    let answered = add(&mut queue, now + SECOND);
    queue.take("a", connection, now);
    queue.finish(answered);
    queue.cancel(answered);
    assert_eq!(queue.take("a", connection, now), PendingQueries::default());
}
