//! The bounds on sessions, and which session makes room for others.

use super::handles::TabHandle;
use super::scope::Scope;
use super::session::{Appearance, Element, IdKind};
use super::snapshot_cache::Snapshot;
use super::*;
use crate::page_selector::PageSelector;
use axlens_protocol::model::EngineChoice;
use axlens_protocol::wire::NodeHandle;
use axlens_snapshot::Options;

fn named(name: &str) -> SessionKey {
    SessionKey::new("user", name)
}

#[test]
fn the_least_recently_used_session_is_removed_first() {
    let mut sessions = Sessions::default();
    for number in 0..MAX_SESSIONS {
        sessions.get_or_create(&named(&number.to_string()));
    }
    sessions.get_or_create(&named("0"));
    assert!(!sessions.has_removed_sessions());
    sessions.get_or_create(&named("new"));
    assert_eq!(sessions.count(), MAX_SESSIONS);
    assert!(sessions.get(&named("0")).is_some() && sessions.get(&named("1")).is_none());
    assert!(sessions.has_removed_sessions());
}

#[test]
fn the_uids_of_a_removed_browser_are_forgotten() {
    let (mut sessions, key) = (Sessions::default(), named("s"));
    sessions.add_snapshot(&key, page(1, 10, true));
    let known = sessions
        .get(&key)
        .and_then(|session| session.browser_tab(1));
    let browser = known.expect("it was shown").browser;
    sessions.retain_browsers(&[browser]);
    let bytes = sessions.shown_bytes();
    assert!(sessions.get_or_create(&key).element(1, "7").is_some());
    sessions.retain_browsers(&[]);
    assert!(sessions.shown_bytes() < bytes);
    let session = sessions.get_or_create(&key);
    assert!(session.element(1, "7").is_none() && session.has_removed_snapshots());
}

#[test]
fn the_agent_with_most_sessions_makes_room() {
    let mut sessions = Sessions::default();
    let quiet = SessionKey::new("quiet", "only");
    sessions.get_or_create(&quiet);
    for number in 0..3 * MAX_SESSIONS {
        sessions.get_or_create(&SessionKey::new("busy", &number.to_string()));
    }
    assert_eq!(sessions.count(), MAX_SESSIONS);
    assert_eq!(
        (
            sessions.count_of_agent("quiet"),
            sessions.count_of_agent("busy")
        ),
        (1, MAX_SESSIONS - 1)
    );
    assert!(sessions.get(&quiet).is_some());
    sessions.remove_agent("busy");
    assert_eq!((sessions.count(), sessions.count_of_agent("busy")), (1, 0));
}

#[test]
fn sessions_of_two_agents_with_one_name_are_separate() {
    let mut sessions = Sessions::default();
    let (one, other) = (SessionKey::new("a", "s"), SessionKey::new("b", "s"));
    sessions.add_snapshot(&one, page(1, 10, true));
    assert!(sessions.get(&other).is_none());
    assert!(sessions.get_or_create(&other).element(1, "7").is_none());
    assert!(sessions.get_or_create(&one).element(1, "7").is_some());
}

#[test]
fn the_agent_that_uses_most_memory_makes_room() {
    let mut sessions = Sessions::new(false, cache::MIB / 2);
    let quiet = SessionKey::new("quiet", "only");
    sessions.add_snapshot(&quiet, page(1, LINKS, true));
    sessions.add_snapshot(&quiet, page(2, LINKS, true));
    for number in 0..MAX_SESSIONS as u64 {
        let key = SessionKey::new("busy", &number.to_string());
        sessions.add_snapshot(&key, page(1, LINKS / 2, true));
        assert!(sessions.shown_bytes() as u64 <= cache::MIB / 4);
    }
    let quiet = sessions.get(&quiet).expect("a session");
    assert!(!quiet.has_removed_snapshots() && quiet.snapshot_ids(1).is_some());
}

/// A tenth of the links of a large page, with a tenth of the default budget.
const LINKS: u32 = 1_000;
const BUDGET: u64 = cache::DEFAULT_BUDGET / 10;

fn link(document: &str, node: u32) -> Element {
    Element {
        node: NodeHandle {
            document: document.to_owned(),
            world: 1,
            node,
        },
        uid: Some(node.to_string()),
        frame: Vec::new(),
        appearance: Appearance::default(),
    }
}

/// A page with this number of links.
fn page(tab: TabHandle, links: u32, has_refs: bool) -> ShownSnapshot {
    let document = format!("{tab:032}");
    let all = || (1..=links).map(|node| link(&document, node)).collect();
    ShownSnapshot {
        tab,
        browser_tab: BrowserTab {
            browser: BrowserKey::default(),
            tab_id: i64::from(tab),
        },
        elements: all(),
        own_ids: has_refs.then(|| (IdKind::Refs, all())),
        whole: None,
    }
}

fn text(number: u64) -> CachedSnapshot {
    let text = "x".repeat(50_000).into();
    let snapshot = Snapshot {
        number,
        text,
        ..Snapshot::default()
    };
    CachedSnapshot {
        name: "a".into(),
        snapshot: snapshot.into(),
    }
}

fn settings(scope: String) -> SnapshotSettings {
    let selector = PageSelector::new(scope).expect("a selector");
    SnapshotSettings {
        scope: Scope::Selector(selector),
        options: Options::default(),
        engine: EngineChoice::Auto,
    }
}

#[test]
fn sessions_and_cache_stay_within_the_budget() {
    let mut sessions = Sessions::new(false, BUDGET);
    let budget = sessions.cache.budget();
    for round in 0..16_u64 {
        for session in 0..MAX_SESSIONS {
            let name = named(&format!("session {session}"));
            let page = page(1, LINKS, true);
            let tab = page.browser_tab;
            let number = sessions.add_snapshot(&name, page);
            assert_eq!(number, round + 1);
            let settings = settings(format!("#{session}"));
            sessions.cache.store_snapshot(tab, settings, text(number));
            let all = sessions.cache.bytes() + sessions.shown_bytes() as u64;
            assert!(all <= budget, "{all}");
        }
    }
    let counted: usize = sessions.by_key.values().map(|each| each.bytes()).sum();
    let names: usize = sessions.by_key.keys().map(SessionKey::bytes).sum();
    assert_eq!(sessions.shown_bytes(), counted + names);
    assert!(sessions.cache.bytes() > budget / 4);
    // Every session still has its last snapshot.
    for session in 0..MAX_SESSIONS {
        let session = sessions.get(&named(&format!("session {session}")));
        let session = session.expect("a session");
        assert!(session.has_removed_snapshots() && session.snapshot_ids(1).is_none());
        let last = session.snapshot_ids(16).expect("the last snapshot");
        assert_eq!(last.elements.get(41), Some(link(&format!("{:032}", 1), 42)));
        assert_eq!(
            session.element(1, "42").map(|element| element.node.node),
            Some(42)
        );
    }
}

#[test]
fn the_largest_session_of_an_agent_makes_room() {
    let mut sessions = Sessions::new(false, cache::MIB / 2);
    sessions.add_snapshot(&named("small"), page(1, 100, true));
    for tab in 1..40 {
        sessions.add_snapshot(&named("large"), page(tab, LINKS, true));
        assert!(sessions.shown_bytes() as u64 <= cache::MIB / 4);
    }
    let small = sessions.get(&named("small")).expect("a session");
    assert!(!small.has_removed_snapshots() && small.snapshot_ids(1).is_some());
    let large = sessions.get(&named("large")).expect("a session");
    assert!(large.snapshot_ids(39).is_some() && large.element(1, "7").is_none());
}

#[test]
fn a_page_that_exceeds_the_budget_is_removed_and_nothing_else() {
    let mut sessions = Sessions::new(false, cache::MIB / 4);
    sessions.add_snapshot(&named("small"), page(1, 100, true));
    sessions.add_snapshot(&named("huge"), page(1, 20_000, true));
    assert!(sessions.shown_bytes() as u64 <= cache::MIB / 8);
    let huge = sessions.get(&named("huge")).expect("a session");
    assert!(huge.is_empty() && huge.has_removed_snapshots());
    let small = sessions.get(&named("small")).expect("a session");
    assert!(!small.has_removed_snapshots());
}

#[test]
fn an_empty_budget_is_respected() {
    let mut sessions = Sessions::new(false, 0);
    assert_eq!(sessions.add_snapshot(&named("a"), page(1, 100, true)), 1);
    assert_eq!((sessions.count(), sessions.shown_bytes()), (0, 0));
}
