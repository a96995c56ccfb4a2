//! Browsers that come, go, and have one id, with a clock that stands still.

use super::*;
use axlens_protocol::wire::{Method, QueryAgent};
use std::sync::Arc;

const SECOND: Duration = Duration::from_secs(1);

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

/// A worker comes, says how its browser is called, and holds a poll.
fn come(browsers: &mut Browsers, worker: &Worker, name: &str, now: Instant) -> BrowserKey {
    let arrived = browsers.arrive(worker, now);
    assert_eq!(arrived.admitted, Ok(()));
    browsers.greet(worker, hello(name));
    browsers.begin_poll(worker, now);
    browsers.named(&worker.browser).expect("it has come")
}

fn tabs() -> Asked {
    Asked {
        agent: Arc::new(QueryAgent::user()),
        method: Method::Tabs {},
        tab: None,
    }
}

fn ask(browsers: &mut Browsers, browser: BrowserKey, now: Instant) -> QueryId {
    let asked = browsers.ask(browser, tabs(), now + SECOND);
    asked.expect("there is room")
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
fn each_browser_is_given_its_own_queries_alone() {
    let (mut browsers, now) = (Browsers::default(), Instant::now());
    let (a, b) = (worker("a", "1"), worker("b", "1"));
    let (key_a, key_b) = (
        come(&mut browsers, &a, "Chrome", now),
        come(&mut browsers, &b, "Chrome", now),
    );
    let (for_a, for_b) = (
        ask(&mut browsers, key_a, now),
        ask(&mut browsers, key_b, now),
    );
    assert_ne!(for_a, for_b);
    assert_eq!(take(&mut browsers, &b, now), Ok(vec![for_b.to_string()]));
    assert_eq!(take(&mut browsers, &a, now), Ok(vec![for_a.to_string()]));
    assert!(!browsers.answer(&a, for_b) && !browsers.answer(&b, for_a));
    assert!(browsers.answer(&a, for_a) && browsers.answer(&b, for_b));
    assert!(!browsers.answer(&a, for_a));
}

#[test]
fn an_answer_counts_only_from_the_worker_that_was_given_the_query() {
    let (mut browsers, now) = (Browsers::default(), Instant::now());
    let (old, new) = (worker("a", "old"), worker("a", "new"));
    let key = come(&mut browsers, &old, "Chrome", now);
    let id = ask(&mut browsers, key, now);
    assert!(!browsers.answer(&old, id), "it was not given out yet");
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
fn names_are_told_apart_in_the_order_of_arrival_and_stay() {
    let (mut browsers, now) = (Browsers::default(), Instant::now());
    for (id, name) in [("a", "Chrome"), ("b", "Chrome"), ("c", "Edge"), ("d", "")] {
        come(&mut browsers, &worker(id, "1"), name, now);
    }
    let named = ["Chrome", "Chrome 2", "Edge", "Browser"];
    assert_eq!(names(&browsers, now), named);
    // Said again: no reason for another number.
    browsers.greet(&worker("b", "1"), hello("Chrome"));
    assert_eq!(names(&browsers, now), named);
    browsers.greet(&worker("a", "1"), hello("Work\n"));
    assert_eq!(names(&browsers, now)[..2], ["Work", "Chrome 2"]);
    browsers.greet(&worker("c", "1"), hello("Chrome"));
    assert_eq!(names(&browsers, now)[..3], ["Work", "Chrome 2", "Chrome"]);
}

#[test]
fn a_browser_is_chosen_by_id_or_name_or_because_it_is_the_only_one_and_never_guessed() {
    let (mut browsers, now) = (Browsers::default(), Instant::now());
    assert_eq!(browsers.choose(None, now), Ok(None));
    let (a, b) = (worker("a", "1"), worker("b", "1"));
    let key_a = come(&mut browsers, &a, "Chrome", now);
    assert_eq!(browsers.choose(None, now), Ok(Some(key_a)));
    let key_b = come(&mut browsers, &b, "Chrome", now);
    let fault = browsers.choose(None, now).expect_err("there are two");
    assert_eq!(
        (fault.code, fault.retryable),
        (Code::AmbiguousBrowser, false)
    );
    for word in ["\"Chrome\" (a)", "\"Chrome 2\" (b)"] {
        assert!(fault.message.contains(word), "{fault}");
    }
    for (word, key) in [
        ("a", key_a),
        ("Chrome", key_a),
        ("b", key_b),
        ("Chrome 2", key_b),
    ] {
        assert_eq!(browsers.choose(Some(word), now), Ok(Some(key)), "{word}");
    }
    for word in ["chrome", "Chrome 3", "", "Chrom"] {
        assert_eq!(browsers.choose(Some(word), now), Ok(None), "{word}");
    }
    // A name is anybody's choice, an id nobody's.
    browsers.greet(&b, hello("a"));
    assert_eq!(browsers.named("a"), Some(key_a));
    // One that has gone is no choice.
    browsers.end_poll(&b, now);
    assert!(browsers.choose(None, now + SECOND).is_err());
    assert_eq!(browsers.choose(None, now + 3 * SECOND), Ok(Some(key_a)));
}

#[test]
fn a_copied_profile_gets_no_answer_and_no_tab_of_the_other() {
    let (mut browsers, now) = (Browsers::default(), Instant::now());
    let (old, copy) = (worker("a", "old"), worker("a", "copy"));
    let before = come(&mut browsers, &old, "Chrome", now);
    let asked = ask(&mut browsers, before, now);
    assert_eq!(
        take(&mut browsers, &old, now).map(|taken| taken.len()),
        Ok(1)
    );
    let arrived = browsers.arrive(&copy, now);
    // What was asked of the one is not asked of the other.
    assert_eq!((arrived.admitted, arrived.orphaned), (Ok(()), vec![asked]));
    assert_eq!(take(&mut browsers, &copy, now), Ok(vec![]));
    let after = browsers.named("a").expect("it has come");
    assert_ne!(before, after);
    let fault = browsers.ask(before, tabs(), now + SECOND);
    let fault = fault.expect_err("the tabs were the other's");
    assert_eq!(fault.code, Code::ExtensionDisconnected);
    // The older one is told, and may come back as another.
    assert_eq!(take(&mut browsers, &old, now), Err(Code::BrowserIdTaken));
    for _ in 0..3 {
        let refused = browsers.arrive(&old, now).admitted;
        assert_eq!(
            refused.map_err(|fault| fault.code),
            Err(Code::BrowserIdTaken)
        );
        assert_eq!(browsers.named("a"), Some(after), "it is left in peace");
    }
    let renewed = come(&mut browsers, &worker("b", "old"), "Chrome", now);
    assert!(![before, after].contains(&renewed));
}

#[test]
fn a_worker_that_comes_back_after_another_was_a_copy_all_along() {
    let (mut browsers, now) = (Browsers::default(), Instant::now());
    let (old, copy) = (worker("a", "old"), worker("a", "copy"));
    let before = come(&mut browsers, &old, "Chrome", now);
    browsers.end_poll(&old, now);
    // Nothing shows yet that this is not the next worker of the same browser.
    assert_eq!(come(&mut browsers, &copy, "Chrome", now), before);
    let asked = ask(&mut browsers, before, now);
    let arrived = browsers.arrive(&old, now);
    assert!(arrived.admitted.is_err());
    assert_eq!(arrived.orphaned, [asked]);
    assert_ne!(browsers.named("a"), Some(before));
}

#[test]
fn the_browser_that_was_away_for_longest_is_forgotten_first_and_one_that_is_there_never() {
    let (mut browsers, now) = (Browsers::default(), Instant::now());
    let numbered = |number: usize| worker(&number.to_string(), "1");
    let mut keys = Vec::new();
    for number in 0..REMEMBERED {
        keys.push(come(&mut browsers, &numbered(number), "Chrome", now));
    }
    let refused = browsers.arrive(&worker("new", "1"), now).admitted;
    assert_eq!(refused.map_err(|fault| fault.code), Err(Code::QueueFull));
    let later = now + 9 * SECOND;
    for number in [3, 5] {
        browsers.arrive(&numbered(number), now + SECOND * number as u32);
        browsers.end_poll(&numbered(number), now);
    }
    let waiting = ask(&mut browsers, keys[3], now);
    let arrived = browsers.arrive(&worker("new", "1"), later);
    assert_eq!(
        (arrived.admitted, arrived.orphaned),
        (Ok(()), vec![waiting])
    );
    assert_eq!(
        (browsers.named("3"), browsers.named("5")),
        (None, Some(keys[5]))
    );
    assert_eq!(browsers.states(later).len(), REMEMBERED);
    let back = come(&mut browsers, &numbered(3), "Chrome", later);
    assert!(!keys.contains(&back) && browsers.named("5").is_none());
}
