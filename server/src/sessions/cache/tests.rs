//! The budget with many sessions and large pages, and which entries the cache removes.

use super::*;
use crate::page_selector::PageSelector;
use crate::sessions::MAX_SESSIONS;
use crate::sessions::key::SessionKey;
use crate::sessions::packed_base::PackedBase;
use crate::sessions::scope::Scope;
use crate::sessions::session::Element;
use crate::sessions::snapshot_cache::Snapshot;
use crate::sessions::windows::LocatedId;
use axlens_protocol::agent::SerializedJson;
use axlens_protocol::agent::observe::ElementEntry;
use axlens_protocol::model::{EngineChoice, EngineLocation};
use axlens_protocol::wire::NodeHandle;
use axlens_snapshot::Options;
use axlens_snapshot::delta::{Base, BaseRow};

const MB: usize = 1024 * 1024;

/// The one browser of most tests.
const BROWSER: u64 = 1;

fn tab(tab_id: i64) -> BrowserTab {
    tab_of(BROWSER, tab_id)
}

fn tab_of(browser: u64, tab_id: i64) -> BrowserTab {
    BrowserTab {
        browser: BrowserKey::of(browser),
        tab_id,
    }
}

fn settings(compact: bool) -> SnapshotSettings {
    SnapshotSettings {
        scope: Scope::Page,
        options: Options {
            compact,
            ..Options::default()
        },
        engine: EngineChoice::Auto,
    }
}

fn snapshot(number: u64, bytes: usize) -> Arc<Snapshot> {
    Arc::new(Snapshot {
        number,
        text: "x".repeat(bytes).into(),
        ..Snapshot::default()
    })
}

fn cached(number: u64, bytes: usize) -> CachedSnapshot {
    CachedSnapshot {
        name: number.to_string().into(),
        snapshot: snapshot(number, bytes),
    }
}

fn delta_key(tab: TabHandle, scope: &str) -> DeltaKey {
    DeltaKey {
        tab,
        scope: scope.to_owned(),
        options: Options::default(),
    }
}

fn delta_base(snapshot: u64, bytes: usize) -> DeltaBase {
    let row = BaseRow {
        line: "x".repeat(bytes).into(),
        ..BaseRow::default()
    };
    let base = Base {
        rows: vec![row],
        ..Base::default()
    };
    DeltaBase {
        snapshot,
        base: Arc::new(PackedBase::new(base)),
        title_and_url: Default::default(),
    }
}

fn tree(name: &str, bytes: usize) -> CachedTree {
    CachedTree {
        name: name.into(),
        text: "x".repeat(bytes).into(),
    }
}

fn windowed(window_number: u64, bytes: usize) -> WindowedSnapshot {
    WindowedSnapshot {
        window_number,
        number: 1,
        tab: 1,
        browser_tab: tab(1),
        settings: settings(false),
        bounds: Default::default(),
        engine: EngineLocation::None,
        snapshot: snapshot(window_number, bytes),
        ids: Vec::new(),
    }
}

fn paged(bytes: usize) -> Arc<PagedSnapshot> {
    Arc::new(PagedSnapshot {
        url: String::new(),
        refs: 0,
        snapshot: snapshot(0, bytes),
    })
}

fn numbers(cache: &mut Cache, tab_id: Option<i64>, compact: bool) -> Vec<u64> {
    let tabs = tab_id.map_or_else(|| (1..=9).collect(), |tab_id| vec![tab_id]);
    let snapshots = tabs
        .into_iter()
        .filter_map(|tab_id| cache.snapshot(tab(tab_id), &settings(compact)));
    let mut numbers: Vec<u64> = snapshots.map(|cached| cached.snapshot.number).collect();
    numbers.sort_unstable();
    numbers
}

fn named(name: &str) -> SessionKey {
    SessionKey::new("user", name)
}

fn base_snapshot(cache: &mut Cache, session: &SessionKey, key: DeltaKey) -> Option<u64> {
    cache.delta_base(session, key).map(|base| base.snapshot)
}

#[test]
fn many_sessions_and_large_pages_stay_within_the_budget() {
    let mut cache = Cache::new(16 * MB as u64);
    let mut fullest = 0;
    for round in 0..400_u64 {
        let session = named(&(round % MAX_SESSIONS as u64).to_string());
        let (handle, tab_id) = (round as TabHandle % 7 + 1, round as i64 % 7);
        let size = [100, 40_000, MB / 2, 2 * MB, 5 * MB][round as usize % 5];
        cache.store_delta_base(&session, delta_key(handle, "body"), delta_base(round, size));
        assert!(cache.bytes() <= cache.budget());
        cache.store_snapshot(tab(tab_id), settings(round % 2 == 0), cached(round, size));
        assert!(cache.bytes() <= cache.budget());
        cache.store_tree(tab(tab_id), &round.to_string(), tree("t", size));
        assert!(cache.bytes() <= cache.budget());
        cache.store_window(&session, windowed(round, size));
        assert!(cache.bytes() <= cache.budget());
        cache.store_page(&session, handle, paged(size));
        assert!(cache.bytes() <= cache.budget());
        fullest = fullest.max(cache.bytes());
    }
    assert!(fullest > cache.budget() / 2, "{fullest}");
}

#[test]
fn an_earlier_text_is_never_the_last_one() {
    let mut cache = Cache::new(MB as u64);
    let key = || delta_key(1, "body");
    cache.store_delta_base(&named("a"), key(), delta_base(1, 1000));
    assert_eq!(base_snapshot(&mut cache, &named("a"), key()), Some(1));
    cache.store_delta_base(&named("a"), key(), delta_base(2, 2 * MB));
    assert_eq!(base_snapshot(&mut cache, &named("a"), key()), None);
    cache.store_snapshot(tab(1), settings(false), cached(1, 1000));
    cache.store_snapshot(tab(1), settings(false), cached(2, 2 * MB));
    assert!(numbers(&mut cache, Some(1), false).is_empty());
    cache.store_tree(tab(1), "D1", tree("first", 1000));
    cache.store_tree(tab(1), "D1", tree("second", 2 * MB));
    assert!(cache.trees(BrowserKey::of(BROWSER), None).is_empty());
}

#[test]
fn texts_with_different_keys_are_stored_separately() {
    let mut cache = Cache::default();
    cache.store_delta_base(&named("a"), delta_key(1, "body"), delta_base(1, 10));
    cache.store_delta_base(&named("a"), delta_key(1, "#main"), delta_base(2, 10));
    cache.store_delta_base(&named("a"), delta_key(1, "body"), delta_base(3, 10));
    assert_eq!(
        base_snapshot(&mut cache, &named("a"), delta_key(1, "body")),
        Some(3)
    );
    assert_eq!(
        base_snapshot(&mut cache, &named("a"), delta_key(1, "#main")),
        Some(2)
    );
    assert_eq!(
        base_snapshot(&mut cache, &named("b"), delta_key(1, "body")),
        None
    );
    let compact = DeltaKey {
        options: settings(true).options,
        ..delta_key(1, "body")
    };
    assert_eq!(base_snapshot(&mut cache, &named("a"), compact), None);
}

#[test]
fn the_last_snapshot_of_each_tab_and_settings_is_kept_while_the_tab_is_open() {
    let mut cache = Cache::default();
    cache.store_snapshot(tab(1), settings(false), cached(1, 30));
    cache.store_snapshot(tab(1), settings(true), cached(2, 30));
    cache.store_snapshot(tab(2), settings(false), cached(3, 30));
    cache.store_snapshot(tab(1), settings(false), cached(4, 30));
    assert_eq!(numbers(&mut cache, Some(1), false), [4]);
    assert_eq!(numbers(&mut cache, Some(1), true), [2]);
    assert_eq!(numbers(&mut cache, None, false), [3, 4]);
    cache.retain_tabs(|open| open == tab(1), |_| true);
    assert_eq!(numbers(&mut cache, None, false), [4]);
}

#[test]
fn the_last_tree_of_each_document_is_kept_while_the_tab_is_open() {
    let mut cache = Cache::default();
    cache.store_tree(tab(1), "D1", tree("a", 30));
    cache.store_tree(tab(1), "D2", tree("b", 30));
    cache.store_tree(tab(2), "D3", tree("c", 30));
    cache.store_tree(tab(1), "D1", tree("d", 30));
    let names = |cache: &mut Cache, tab_id| {
        let trees = cache.trees(BrowserKey::of(BROWSER), tab_id).into_iter();
        trees.map(|tree| tree.name.into()).collect::<Vec<String>>()
    };
    assert_eq!(names(&mut cache, Some(1)), ["b", "d"]);
    assert_eq!(names(&mut cache, None), ["b", "c", "d"]);
    cache.retain_tabs(|open| open == tab(2), |_| true);
    assert_eq!(names(&mut cache, None), ["c"]);
    for document in 0..MAX_NAMED_TREES + 3 {
        cache.store_tree(
            tab(2),
            &document.to_string(),
            tree(&document.to_string(), 30),
        );
    }
    let named = names(&mut cache, Some(2));
    assert_eq!((named.len(), named[0].as_str()), (MAX_NAMED_TREES, "3"));
    for document in 0..2 * MAX_TREES {
        cache.store_tree(tab(3), &document.to_string(), tree("t", 30));
    }
    assert!(names(&mut cache, Some(2)).is_empty());
    assert_eq!(cache.entries.len(), MAX_TREES);
}

#[test]
fn entries_of_equal_tab_ids_in_two_browsers_are_separate() {
    let mut cache = Cache::default();
    for browser in [1, 2] {
        let tab = tab_of(browser, 7);
        cache.store_snapshot(tab, settings(false), cached(browser, 30));
        cache.store_tree(tab, "D1", tree(&browser.to_string(), 30));
    }
    for browser in [1, 2] {
        let snapshot = cache.snapshot(tab_of(browser, 7), &settings(false));
        assert_eq!(snapshot.map(|cached| cached.snapshot.number), Some(browser));
        for tab_id in [Some(7), None] {
            let trees = cache.trees(BrowserKey::of(browser), tab_id);
            let names: Vec<&str> = trees.iter().map(|tree| &*tree.name).collect();
            assert_eq!(names, [browser.to_string()]);
        }
    }
    cache.retain_tabs(|open| open.browser == BrowserKey::of(2), |_| true);
    assert!(cache.snapshot(tab_of(1, 7), &settings(false)).is_none());
    assert!(cache.snapshot(tab_of(2, 7), &settings(false)).is_some());
}

/// Otherwise the trees of earlier documents would stay longest.
#[test]
fn naming_a_tree_is_not_a_use() {
    let mut cache = Cache::new(MB as u64);
    cache.store_tree(
        tab(1),
        "earlier document",
        tree("earlier document", 300 * 1024),
    );
    for number in 0..20 {
        assert!(cache.trees(BrowserKey::of(BROWSER), Some(1)).len() <= 1);
        cache.store_snapshot(tab(number), settings(false), cached(1, 300 * 1024));
        cache.snapshot(tab(number), &settings(false));
    }
    assert!(cache.trees(BrowserKey::of(BROWSER), Some(1)).is_empty());
}

/// The options can be larger than the text.
#[test]
fn long_options_count_towards_the_budget() {
    let mut cache = Cache::new(8 * MB as u64);
    let long = |number: u64| SnapshotSettings {
        scope: Scope::Selector(PageSelector::new(format!("#a{number}")).expect("an id")),
        options: Options {
            exclude_patterns: vec![String::new(); 20_000],
            ..Options::default()
        },
        engine: EngineChoice::Auto,
    };
    for number in 0..100 {
        cache.store_snapshot(tab(1), long(number), cached(number, 10));
        let key = DeltaKey {
            tab: 1,
            scope: number.to_string(),
            options: long(number).options,
        };
        cache.store_delta_base(&named("a"), key, delta_base(number, 10));
        let windowed = WindowedSnapshot {
            settings: long(number),
            ..windowed(number, 10)
        };
        cache.store_window(&named("a"), windowed);
    }
    let min_bytes = 20_000 * size_of::<String>();
    assert!(cache.entries.len() * min_bytes <= 8 * MB);
}

/// With the selector of every id, and the default budget.
#[test]
fn a_page_of_a_hundred_thousand_links_can_be_read_in_windows() {
    let mut cache = Cache::default();
    let id = |row: usize| LocatedId {
        row,
        id: row.to_string(),
        entry: SerializedJson::new(&ElementEntry {
            tag: "a".into(),
            role: "link".into(),
            selector: Some(format!("main > ul:nth-of-type(3) > li:nth-of-type({row}) > a").into()),
            hosts: Default::default(),
            frame: Default::default(),
            uid: Some(row.to_string()),
        }),
        element: Element {
            node: NodeHandle {
                document: "0123456789ABCDEF0123456789ABCDEF".to_owned(),
                world: 1,
                node: 1,
            },
            uid: Some(row.to_string()),
            frame: Vec::new(),
            appearance: Default::default(),
        },
    };
    let windowed = WindowedSnapshot {
        ids: (0..100_000).map(id).collect(),
        ..windowed(7, 100_000 * 60)
    };
    let weight = windowed.bytes();
    cache.store_window(&named("a"), windowed);
    assert!(cache.window(&named("a"), 7).is_some(), "{weight}");
}

#[test]
fn a_closed_tab_loses_its_entries_except_windows() {
    let mut cache = Cache::default();
    for tab in [1, 2] {
        cache.store_delta_base(&named("a"), delta_key(tab, "body"), delta_base(1, 10));
        cache.store_page(&named("a"), tab, paged(10));
    }
    cache.store_window(&named("a"), windowed(7, 10));
    cache.retain_tabs(|_| false, |tab| tab == 2);
    assert_eq!(
        base_snapshot(&mut cache, &named("a"), delta_key(1, "body")),
        None
    );
    assert_eq!(
        base_snapshot(&mut cache, &named("a"), delta_key(2, "body")),
        Some(1)
    );
    assert!(cache.page(&named("a"), 1).is_none() && cache.page(&named("a"), 2).is_some());
    assert!(cache.window(&named("a"), 7).is_some());
}

#[test]
fn a_removed_session_loses_its_entries() {
    let mut cache = Cache::default();
    for session in ["a", "b"] {
        let session = &named(session);
        cache.store_delta_base(session, delta_key(1, "body"), delta_base(1, 10));
        cache.store_window(session, windowed(7, 10));
        cache.store_page(session, 1, paged(10));
    }
    assert!(cache.window(&named("a"), 7).is_some() && cache.window(&named("c"), 7).is_none());
    cache.remove_session(&named("a"));
    assert!(cache.window(&named("a"), 7).is_none() && cache.page(&named("a"), 1).is_none());
    assert_eq!(
        base_snapshot(&mut cache, &named("a"), delta_key(1, "body")),
        None
    );
    assert!(cache.window(&named("b"), 7).is_some() && cache.page(&named("b"), 1).is_some());
}
