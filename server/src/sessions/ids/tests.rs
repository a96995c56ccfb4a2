//! Every notation of an id, and ids that several tabs have.

use super::*;
use crate::queue::browsers::BrowserKey;
use crate::sessions::session::{Appearance, ShownSnapshot};
use axlens_protocol::wire::NodeHandle;

fn element(document: &str, node: u32, uid: Option<&str>) -> Element {
    Element {
        node: NodeHandle {
            document: document.to_owned(),
            world: 7,
            node,
        },
        uid: uid.map(str::to_owned),
        frame: Vec::new(),
        appearance: Appearance::default(),
    }
}

fn show(
    session: &mut Session,
    tab: TabHandle,
    uids: &[(u32, &str)],
    own_ids: Option<(IdKind, &[u32])>,
) -> u64 {
    let document = format!("document of tab {tab}");
    session.add_snapshot(ShownSnapshot {
        tab,
        browser_tab: browser_tab(tab),
        whole: None,
        elements: uids
            .iter()
            .map(|(node, uid)| element(&document, *node, Some(uid)))
            .collect(),
        own_ids: own_ids.map(|(kind, nodes)| {
            (
                kind,
                nodes
                    .iter()
                    .map(|node| element(&document, *node, None))
                    .collect(),
            )
        }),
    })
}

/// Tabs from 100 on are in another browser, which uses the same tab ids.
fn browser_tab(tab: TabHandle) -> BrowserTab {
    BrowserTab {
        browser: BrowserKey::of(u64::from(tab / 100)),
        tab_id: i64::from(tab % 100) * 1000,
    }
}

fn node(
    session: &Session,
    id: &str,
    snapshot: Option<u64>,
    tab: Option<TabHandle>,
) -> Result<(TabHandle, u32), Code> {
    in_browser(session, id, snapshot, tab, None)
}

fn in_browser(
    session: &Session,
    id: &str,
    snapshot: Option<u64>,
    tab: Option<TabHandle>,
    browser: Option<u64>,
) -> Result<(TabHandle, u32), Code> {
    let reference = IdReference {
        id,
        snapshot,
        tab,
        browser: browser.map(BrowserKey::of),
    };
    let found = resolve(session, &reference).map_err(|fault| fault.code)?;
    assert_eq!(found.browser_tab, browser_tab(found.tab));
    Ok((found.tab, found.element.node.node))
}

#[test]
fn a_uid_has_two_notations() {
    let mut session = Session::default();
    show(&mut session, 1, &[(10, "5"), (11, "37.42")], None);
    for id in ["5", "uid=5", " 5 "] {
        assert_eq!(node(&session, id, None, None), Ok((1, 10)), "{id}");
    }
    assert_eq!(node(&session, "37.42", None, None), Ok((1, 11)));
    assert_eq!(node(&session, "42", None, None), Err(Code::UnknownUid));
}

#[test]
fn a_ref_has_three_notations() {
    let mut session = Session::default();
    show(&mut session, 1, &[], Some((IdKind::Refs, &[20, 21])));
    for id in ["e2", "@e2", "ref=e2"] {
        assert_eq!(node(&session, id, None, None), Ok((1, 21)), "{id}");
    }
    assert_eq!(node(&session, "e3", None, None), Err(Code::UnknownUid));
}

#[test]
fn malformed_ids_are_bad_requests() {
    let session = Session::default();
    for id in [
        "",
        "e",
        "e0",
        "5.",
        ".5",
        "05",
        "5.06",
        "-5",
        "+5",
        "e-1",
        "uid=e5",
        "ref=5",
        "@5",
        "button",
        "1e5",
        "9999999999",
        "٥",
    ] {
        assert_eq!(
            node(&session, id, None, None),
            Err(Code::BadRequest),
            "{id:?}"
        );
    }
}

#[test]
fn a_uid_of_two_tabs_means_the_tab_that_was_shown_last() {
    let mut session = Session::default();
    show(&mut session, 1, &[(10, "5")], None);
    show(&mut session, 2, &[(30, "5"), (31, "6")], None);
    assert_eq!(node(&session, "5", None, None), Ok((2, 30)));
    assert_eq!(node(&session, "5", None, Some(1)), Ok((1, 10)));
    assert_eq!(node(&session, "5", None, Some(2)), Ok((2, 30)));
    assert_eq!(node(&session, "6", None, None), Ok((2, 31)));
    assert_eq!(node(&session, "6", None, Some(1)), Err(Code::UnknownUid));
    assert_eq!(node(&session, "5", None, Some(9)), Err(Code::UnknownUid));
    // The number of a snapshot names its tab.
    assert_eq!(node(&session, "5", Some(1), None), Ok((1, 10)));
    assert_eq!(node(&session, "5", Some(2), None), Ok((2, 30)));
    assert_eq!(node(&session, "5", Some(2), Some(1)), Ok((1, 10)));
    // A response about an unchanged page shows it again.
    session.repeat_snapshot(1, browser_tab(1));
    assert_eq!(node(&session, "5", None, None), Ok((1, 10)));
    let reference = IdReference {
        id: "5",
        ..IdReference::default()
    };
    let found = resolve(&session, &reference).expect("it was shown");
    let fault = found.naming_tabs(Fault::new(Code::StaleUid, "Gone."));
    assert!(
        fault.hint.contains("last in tab 1, and also in 2"),
        "{fault:?}"
    );
}

#[test]
fn an_id_of_two_browsers_means_the_one_that_was_shown_last() {
    let mut session = Session::default();
    show(&mut session, 1, &[(10, "5")], Some((IdKind::Refs, &[20])));
    show(&mut session, 101, &[(30, "5")], Some((IdKind::Refs, &[40])));
    assert_eq!(node(&session, "5", None, None), Ok((101, 30)));
    let of = |session: &Session, id, browser| in_browser(session, id, None, None, Some(browser));
    assert_eq!(of(&session, "5", 0), Ok((1, 10)));
    assert_eq!(of(&session, "5", 1), Ok((101, 30)));
    assert_eq!(of(&session, "5", 2), Err(Code::UnknownUid));
    assert_eq!(of(&session, "e1", 0), Ok((1, 20)));
    assert_eq!(of(&session, "e1", 1), Ok((101, 40)));
    let both = |tab, browser| in_browser(&session, "5", None, Some(tab), Some(browser));
    assert_eq!(both(101, 1), Ok((101, 30)));
    assert_eq!(both(101, 0), Err(Code::UnknownUid));
    show(&mut session, 101, &[], Some((IdKind::Numbers, &[50])));
    assert_eq!(of(&session, "1", 1), Ok((101, 50)));
    assert_eq!(of(&session, "1", 0), Err(Code::UnknownUid));
}

#[test]
fn a_ref_of_two_tabs_means_the_tab_that_was_shown_last() {
    let mut session = Session::default();
    let first = show(&mut session, 1, &[], Some((IdKind::Refs, &[20])));
    show(&mut session, 2, &[], Some((IdKind::Refs, &[40, 41])));
    assert_eq!(node(&session, "e1", None, None), Ok((2, 40)));
    // Another part of the other tab's page is shown last.
    session.repeat_snapshot(1, browser_tab(1));
    assert_eq!(node(&session, "e1", None, None), Ok((1, 20)));
    assert_eq!(node(&session, "e1", None, Some(1)), Ok((1, 20)));
    assert_eq!(node(&session, "e1", None, Some(2)), Ok((2, 40)));
    assert_eq!(node(&session, "e1", Some(first), None), Ok((1, 20)));
    assert_eq!(node(&session, "e2", None, None), Ok((2, 41)));
}

#[test]
fn a_ref_is_of_the_last_snapshot_with_refs_of_its_tab() {
    let mut session = Session::default();
    let before = show(&mut session, 1, &[], Some((IdKind::Refs, &[20])));
    show(&mut session, 1, &[], Some((IdKind::Refs, &[21])));
    show(&mut session, 1, &[(10, "5")], None);
    assert_eq!(node(&session, "e1", None, None), Ok((1, 21)));
    assert_eq!(node(&session, "e1", Some(before), None), Ok((1, 20)));
}

#[test]
fn a_bare_number_is_of_a_numbered_snapshot_only_if_that_is_the_last_one() {
    let mut session = Session::default();
    show(&mut session, 1, &[(10, "1")], None);
    let numbered = show(
        &mut session,
        1,
        &[(10, "1")],
        Some((IdKind::Numbers, &[50, 51])),
    );
    assert_eq!(node(&session, "1", None, None), Ok((1, 50)));
    assert_eq!(node(&session, "uid=1", None, None), Ok((1, 10)));
    assert_eq!(node(&session, "3", None, None), Err(Code::UnknownUid));
    assert_eq!(node(&session, "1", None, Some(2)), Err(Code::UnknownUid));
    show(&mut session, 1, &[(10, "1")], None);
    assert_eq!(node(&session, "1", None, None), Ok((1, 10)));
    assert_eq!(node(&session, "2", Some(numbered), None), Ok((1, 51)));
}

#[test]
fn an_id_of_a_snapshot_that_never_existed_is_unknown() {
    let mut session = Session::default();
    show(&mut session, 1, &[(10, "5")], None);
    for snapshot in [0, 2, u64::MAX] {
        assert_eq!(
            node(&session, "5", Some(snapshot), None),
            Err(Code::UnknownUid)
        );
    }
    assert_eq!(node(&session, "5", Some(1), None), Ok((1, 10)));
    assert_eq!(node(&session, "e1", Some(1), None), Err(Code::UnknownUid));
}

#[test]
fn a_text_and_the_page_are_no_elements() {
    let mut session = Session::default();
    show(&mut session, 1, &[], Some((IdKind::Numbers, &[50, 0])));
    assert_eq!(node(&session, "2", None, None), Err(Code::BadRequest));
}

#[test]
fn a_later_snapshot_replaces_the_elements_of_its_uids_only() {
    let mut session = Session::default();
    show(&mut session, 1, &[(10, "5"), (12, "6")], None);
    show(&mut session, 1, &[(11, "5")], None);
    assert_eq!(node(&session, "5", None, None), Ok((1, 11)));
    assert_eq!(node(&session, "6", None, None), Ok((1, 12)));
}

#[test]
fn the_oldest_snapshots_and_documents_are_removed_first() {
    let mut session = Session::default();
    for number in 1..=600u32 {
        session.add_snapshot(ShownSnapshot {
            tab: 1,
            browser_tab: browser_tab(1),
            whole: None,
            elements: vec![element(&format!("document {number}"), number, Some("5"))],
            own_ids: Some((
                IdKind::Refs,
                vec![element(&format!("document {number}"), number, None)],
            )),
        });
    }
    assert_eq!(node(&session, "5", None, None), Ok((1, 600)));
    assert_eq!(node(&session, "e1", Some(600), None), Ok((1, 600)));
    assert_eq!(node(&session, "e1", Some(1), None), Err(Code::UnknownUid));
    for tab in 2..=40 {
        show(&mut session, tab, &[(tab, "7")], None);
    }
    assert_eq!(node(&session, "5", None, None), Err(Code::UnknownUid));
    assert_eq!(node(&session, "7", None, Some(40)), Ok((40, 40)));
}

#[test]
fn an_id_that_can_be_a_selector_is_a_selector() {
    for id in ["5", "37.42", "uid=5", "ref=e5", "@e5"] {
        assert!(is_id_not_selector(id), "{id}");
    }
    for selector in ["e5", "#main", "main", ".a5", "[name=a]", "5px", ""] {
        assert!(!is_id_not_selector(selector), "{selector}");
    }
}
