//! Browsers that connect, disconnect, and have the same id, with a simulated clock.

use super::*;
use axlens_protocol::Code;
use axlens_protocol::wire::{Method, QueryAgent};
use serde_json::json;
use std::sync::Arc;

const SECOND: Duration = Duration::from_secs(1);

/// Agents can use every browser that is not one of a pool.
fn any(_id: &str) -> bool {
    true
}

fn worker(browser: &str, instance: &str) -> Worker {
    Worker {
        browser: browser.to_owned(),
        instance: instance.to_owned(),
    }
}

fn hello(name: &str) -> Hello {
    Hello {
        version: "1".to_owned(),
        wire: 1,
        paused: false,
        count: 1,
        name: name.to_owned(),
        access: String::new(),
        unattended: false,
    }
}

/// A worker connects, sends its browser's name, and opens a poll.
fn connect(browsers: &mut Browsers, worker: &Worker, name: &str, now: Instant) -> BrowserKey {
    let arrived = browsers.arrive(worker, now);
    assert_eq!(arrived.admitted, Ok(()));
    browsers.greet(worker, hello(name));
    browsers.begin_poll(worker, now);
    browsers
        .named(&worker.browser, &any)
        .expect("it has connected")
}

fn tabs() -> QueryRequest {
    QueryRequest {
        agent: Arc::new(QueryAgent::user()),
        method: Method::Tabs {},
        tab: None,
    }
}

fn add_query(browsers: &mut Browsers, browser: BrowserKey, now: Instant) -> QueryId {
    let query = browsers.add_query(browser, tabs(), now + SECOND);
    query.expect("there is room")
}

fn take(browsers: &mut Browsers, worker: &Worker, now: Instant) -> Result<Vec<String>, Code> {
    let connection = browsers.open();
    let taken = browsers.take(worker, connection, now);
    let taken = taken.map_err(|fault| fault.code)?;
    Ok(taken.queries.into_iter().map(|query| query.id).collect())
}

fn names(browsers: &Browsers, now: Instant) -> Vec<String> {
    let states = browsers.states(now).into_iter();
    states.map(|browser| browser.name).collect()
}

#[test]
fn each_browser_gets_only_its_own_queries() {
    let (mut browsers, now) = (Browsers::default(), Instant::now());
    let (a, b) = (worker("a", "1"), worker("b", "1"));
    let (key_a, key_b) = (
        connect(&mut browsers, &a, "Chrome", now),
        connect(&mut browsers, &b, "Chrome", now),
    );
    let (for_a, for_b) = (
        add_query(&mut browsers, key_a, now),
        add_query(&mut browsers, key_b, now),
    );
    assert_ne!(for_a, for_b);
    assert_eq!(take(&mut browsers, &b, now), Ok(vec![for_b.to_string()]));
    assert_eq!(take(&mut browsers, &a, now), Ok(vec![for_a.to_string()]));
    assert!(!browsers.answer(&a, for_b) && !browsers.answer(&b, for_a));
    assert!(browsers.answer(&a, for_a) && browsers.answer(&b, for_b));
    assert!(!browsers.answer(&a, for_a));
}

#[test]
fn only_the_worker_that_has_a_query_can_answer_it() {
    let (mut browsers, now) = (Browsers::default(), Instant::now());
    let (old, new) = (worker("a", "old"), worker("a", "new"));
    let key = connect(&mut browsers, &old, "Chrome", now);
    let id = add_query(&mut browsers, key, now);
    assert!(!browsers.answer(&old, id), "it was not delivered yet");
    assert_eq!(
        take(&mut browsers, &old, now).map(|taken| taken.len()),
        Ok(1)
    );
    browsers.end_poll(&old, now);
    browsers.arrive(&new, now);
    assert!(!browsers.answer(&old, id) && !browsers.answer(&worker("b", "new"), id));
    assert_eq!(take(&mut browsers, &new, now), Ok(vec![id.to_string()]));
    assert!(browsers.answer(&new, id));
}

#[test]
fn names_are_unique_by_order_of_arrival_and_stay() {
    let (mut browsers, now) = (Browsers::default(), Instant::now());
    for (id, name) in [("a", "Chrome"), ("b", "Chrome"), ("c", "Edge"), ("d", "")] {
        connect(&mut browsers, &worker(id, "1"), name, now);
    }
    let named = ["Chrome", "Chrome 2", "Edge", "Browser"];
    assert_eq!(names(&browsers, now), named);
    // The same greeting again does not change the number.
    browsers.greet(&worker("b", "1"), hello("Chrome"));
    assert_eq!(names(&browsers, now), named);
    browsers.greet(&worker("a", "1"), hello("Work\n"));
    assert_eq!(names(&browsers, now)[..2], ["Work", "Chrome 2"]);
    browsers.greet(&worker("c", "1"), hello("Chrome"));
    assert_eq!(names(&browsers, now)[..3], ["Work", "Chrome 2", "Chrome"]);
}

#[test]
fn a_browser_is_chosen_by_id_or_name_or_as_the_only_one_and_never_guessed() {
    let (mut browsers, now) = (Browsers::default(), Instant::now());
    assert_eq!(browsers.choose(None, &any, now), Ok(None));
    let (a, b) = (worker("a", "1"), worker("b", "1"));
    let key_a = connect(&mut browsers, &a, "Chrome", now);
    assert_eq!(browsers.choose(None, &any, now), Ok(Some(key_a)));
    let key_b = connect(&mut browsers, &b, "Chrome", now);
    let fault = browsers.choose(None, &any, now).expect_err("there are two");
    assert_eq!(
        (fault.code, fault.retryable),
        (Code::AmbiguousBrowser, false)
    );
    for text in ["\"Chrome\" (a)", "\"Chrome 2\" (b)"] {
        assert!(fault.message.contains(text), "{fault}");
    }
    for (id_or_name, key) in [
        ("a", key_a),
        ("Chrome", key_a),
        ("b", key_b),
        ("Chrome 2", key_b),
    ] {
        assert_eq!(
            browsers.choose(Some(id_or_name), &any, now),
            Ok(Some(key)),
            "{id_or_name}"
        );
    }
    for id_or_name in ["chrome", "Chrome 3", "", "Chrom"] {
        assert_eq!(
            browsers.choose(Some(id_or_name), &any, now),
            Ok(None),
            "{id_or_name}"
        );
    }
    // Any browser may choose any name, so ids have precedence.
    browsers.greet(&b, hello("a"));
    assert_eq!(browsers.named("a", &any), Some(key_a));
    // A disconnected browser is not chosen.
    browsers.end_poll(&b, now);
    assert!(browsers.choose(None, &any, now + SECOND).is_err());
    assert_eq!(
        browsers.choose(None, &any, now + 3 * SECOND),
        Ok(Some(key_a))
    );
}

#[test]
fn a_browser_that_an_agent_may_not_use_does_not_exist_for_it() {
    let (mut browsers, now) = (Browsers::default(), Instant::now());
    let key_a = connect(&mut browsers, &worker("a", "1"), "Chrome", now);
    connect(&mut browsers, &worker("b", "1"), "Edge", now);
    let only_a = |id: &str| id == "a";
    for id_or_name in ["b", "Edge"] {
        assert_eq!(browsers.named(id_or_name, &only_a), None);
        assert_eq!(browsers.choose(Some(id_or_name), &only_a, now), Ok(None));
    }
    assert_eq!(browsers.choose(None, &only_a, now), Ok(Some(key_a)));
    assert_eq!(browsers.choose(None, &|_| false, now), Ok(None));
}

#[test]
fn a_browser_that_is_removed_has_no_queries_and_no_name() {
    let (mut browsers, now) = (Browsers::default(), Instant::now());
    let key = connect(&mut browsers, &worker("a", "1"), "Chrome", now);
    let query = add_query(&mut browsers, key, now);
    assert_eq!(browsers.remove("a"), [unread(query)]);
    assert_eq!(browsers.remove("a"), []);
    assert_eq!(
        (browsers.named("Chrome", &any), browsers.id_of(key)),
        (None, None)
    );
}

/// A query that only reads, or that no worker has received.
fn unread(id: QueryId) -> OrphanedQuery {
    let may_be_executed = false;
    OrphanedQuery {
        id,
        may_be_executed,
    }
}

#[test]
fn only_an_action_that_a_worker_has_received_may_be_executed() {
    let (mut browsers, now) = (Browsers::default(), Instant::now());
    let own = worker("a", "1");
    let key = connect(&mut browsers, &own, "Chrome", now);
    let action = |browsers: &mut Browsers| {
        // A screenshot of the whole page scrolls it.
        let method = json!({"kind": "screenshot", "params": {"full": true}});
        let method = serde_json::from_value(method).expect("a method");
        browsers.add_query(key, QueryRequest { method, ..tabs() }, now + SECOND)
    };
    let received = action(&mut browsers).expect("added");
    let read = add_query(&mut browsers, key, now);
    assert_eq!(
        take(&mut browsers, &own, now).map(|taken| taken.len()),
        Ok(2)
    );
    let waiting = action(&mut browsers).expect("added");
    let received = OrphanedQuery {
        may_be_executed: true,
        ..unread(received)
    };
    let orphaned = browsers.remove("a");
    assert_eq!(orphaned, [received, unread(read), unread(waiting)]);
}

#[test]
fn a_copied_profile_gets_no_query_and_no_tab_of_the_other() {
    let (mut browsers, now) = (Browsers::default(), Instant::now());
    let (old, copy) = (worker("a", "old"), worker("a", "copy"));
    let before = connect(&mut browsers, &old, "Chrome", now);
    let query = add_query(&mut browsers, before, now);
    assert_eq!(
        take(&mut browsers, &old, now).map(|taken| taken.len()),
        Ok(1)
    );
    let arrived = browsers.arrive(&copy, now);
    // A query to one browser is not delivered to the other.
    assert_eq!(
        (arrived.admitted, arrived.orphaned),
        (Ok(()), vec![unread(query)])
    );
    assert_eq!(take(&mut browsers, &copy, now), Ok(vec![]));
    let after = browsers.named("a", &any).expect("it has connected");
    assert_ne!(before, after);
    let fault = browsers.add_query(before, tabs(), now + SECOND);
    let fault = fault.expect_err("the tabs were the other's");
    assert_eq!(fault.code, Code::ExtensionDisconnected);
    // The older one gets a fault, and may connect again with another id.
    assert_eq!(take(&mut browsers, &old, now), Err(Code::BrowserIdTaken));
    for _ in 0..3 {
        let refused = browsers.arrive(&old, now).admitted;
        assert_eq!(
            refused.map_err(|fault| fault.code),
            Err(Code::BrowserIdTaken)
        );
        assert_eq!(browsers.named("a", &any), Some(after), "it is unaffected");
    }
    let renewed = connect(&mut browsers, &worker("b", "old"), "Chrome", now);
    assert!(![before, after].contains(&renewed));
}

#[test]
fn a_replaced_worker_that_returns_is_a_copy() {
    let (mut browsers, now) = (Browsers::default(), Instant::now());
    let (old, copy) = (worker("a", "old"), worker("a", "copy"));
    let before = connect(&mut browsers, &old, "Chrome", now);
    browsers.end_poll(&old, now);
    // It may still be the next worker of the same browser.
    assert_eq!(connect(&mut browsers, &copy, "Chrome", now), before);
    let query = add_query(&mut browsers, before, now);
    let arrived = browsers.arrive(&old, now);
    assert!(arrived.admitted.is_err());
    assert_eq!(arrived.orphaned, [unread(query)]);
    assert_ne!(browsers.named("a", &any), Some(before));
}

#[test]
fn only_disconnected_browsers_are_removed_the_least_recently_active_first() {
    let (mut browsers, now) = (Browsers::default(), Instant::now());
    let numbered = |number: usize| worker(&number.to_string(), "1");
    let mut keys = Vec::new();
    for number in 0..MAX_BROWSERS {
        keys.push(connect(&mut browsers, &numbered(number), "Chrome", now));
    }
    let refused = browsers.arrive(&worker("new", "1"), now).admitted;
    assert_eq!(refused.map_err(|fault| fault.code), Err(Code::QueueFull));
    let later = now + 9 * SECOND;
    for number in [3, 5] {
        browsers.arrive(&numbered(number), now + SECOND * number as u32);
        browsers.end_poll(&numbered(number), now);
    }
    let waiting = add_query(&mut browsers, keys[3], now);
    let arrived = browsers.arrive(&worker("new", "1"), later);
    assert_eq!(
        (arrived.admitted, arrived.orphaned),
        (Ok(()), vec![unread(waiting)])
    );
    assert_eq!(
        (browsers.named("3", &any), browsers.named("5", &any)),
        (None, Some(keys[5]))
    );
    assert_eq!(browsers.states(later).len(), MAX_BROWSERS);
    let returned = connect(&mut browsers, &numbered(3), "Chrome", later);
    assert!(!keys.contains(&returned) && browsers.named("5", &any).is_none());
}
