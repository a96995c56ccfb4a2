//! Resolves ids to elements: a pure function of the snapshots that a session was shown. An id that
//! was shown in several tabs means the element in the tab that the session was shown last.

use super::handles::{BrowserTab, TabHandle};
use super::session::{Element, IdKind, Session, SnapshotIds};
use crate::queue::browsers::BrowserKey;
use axlens_protocol::{Code, Fault};

/// An id in a request, with the other fields that limit what it can mean.
#[derive(Debug, Clone, Default)]
pub struct IdReference<'a> {
    /// `5`, `37.42`, `uid=5`, `e5`, `@e5`, `ref=e5`.
    pub id: &'a str,
    /// The number of the id's snapshot.
    pub snapshot: Option<u64>,
    /// The tab.
    pub tab: Option<TabHandle>,
    /// The browser that the tab is in.
    pub browser: Option<BrowserKey>,
}

/// The element of an id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedElement {
    /// Its tab.
    pub tab: TabHandle,
    /// Its tab as the browser identifies it.
    pub browser_tab: BrowserTab,
    /// The element as the snapshot showed it.
    pub element: Element,
    /// Other tabs in which the session was shown this id, the last one first.
    pub other_tabs: Vec<TabHandle>,
}

impl ResolvedElement {
    /// A fault of the element, which names the other tabs in which its id was shown: the agent may
    /// mean one of them.
    pub fn naming_tabs(&self, fault: Fault) -> Fault {
        if self.other_tabs.is_empty() {
            return fault;
        }
        let others: Vec<String> = self.other_tabs.iter().map(TabHandle::to_string).collect();
        let hint = format!(
            "{} The id was shown last in tab {}, and also in {}: name the `tab` that you mean.",
            fault.hint,
            self.tab,
            others.join(", ")
        );
        fault.hint(hint)
    }
}

/// An id by its notation.
#[derive(Debug, PartialEq, Eq)]
enum Notation<'a> {
    /// `uid=5`
    Uid(&'a str),
    /// `e5`
    Ref(usize),
    /// `5`, `37.42`
    Bare(&'a str),
}

/// The element of an id.
///
/// # Errors
/// `bad_request` for a text that is no id, `unknown_uid` for an id that the session was not shown.
pub fn resolve(session: &Session, reference: &IdReference) -> Result<ResolvedElement, Fault> {
    match notation(reference.id)? {
        Notation::Uid(uid) => by_uid(session, reference, uid),
        Notation::Ref(number) => by_ref(session, reference, number),
        Notation::Bare(digits) => match numbered_snapshot(session, reference)? {
            Some(ids) => by_number(session, reference, ids, digits),
            None => by_uid(session, reference, digits),
        },
    }
}

/// Whether a text is an id and no CSS selector. `e5` can be both.
pub fn is_id_not_selector(text: &str) -> bool {
    let has_prefix = text.starts_with("uid=") || text.starts_with("ref=") || text.starts_with('@');
    has_prefix || is_uid(text)
}

fn notation(id: &str) -> Result<Notation<'_>, Fault> {
    let id = id.trim();
    if let Some(uid) = id.strip_prefix("uid=")
        && is_uid(uid)
    {
        return Ok(Notation::Uid(uid));
    }
    if is_uid(id) {
        return Ok(Notation::Bare(id));
    }
    let plain_ref = id
        .strip_prefix("ref=")
        .or_else(|| id.strip_prefix('@'))
        .unwrap_or(id);
    let number = plain_ref
        .strip_prefix('e')
        .filter(|digits| is_number(digits));
    match number.and_then(|digits| digits.parse().ok()) {
        Some(number) => Ok(Notation::Ref(number)),
        None => Err(Fault::bad_request(format!("{id:?} is not an id.")).hint(
            "Use a uid (`42`, `37.42`, `uid=42`), a ref (`e5`, `@e5`, `ref=e5`), or a number of a numbered snapshot with `snapshot`. A selector names an element without an id: `css=#save`, `text=Save`, in quotes with spaces: `'text=Reply all'`.",
        )),
    }
}

fn is_uid(text: &str) -> bool {
    text.split('.').all(is_number)
}

/// A number from 1 on, without leading zeros.
fn is_number(text: &str) -> bool {
    text.len() <= 9
        && !text.starts_with('0')
        && !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The numbered snapshot of a bare number: the one that the request names, otherwise the session's
/// last one. `None` if that snapshot is not numbered.
fn numbered_snapshot<'a>(
    session: &'a Session,
    reference: &IdReference,
) -> Result<Option<&'a SnapshotIds>, Fault> {
    let last = session.last_snapshot();
    let ids = match reference.snapshot {
        None => session
            .snapshot_ids(last)
            .filter(|ids| can_be_in_tab(session, reference, ids.tab)),
        Some(snapshot) if snapshot > last || snapshot == 0 => {
            let reason = format!("this session has had no snapshot {snapshot}");
            return Err(unknown(reference, reason));
        }
        Some(snapshot) => session.snapshot_ids(snapshot),
    };
    Ok(ids.filter(|ids| ids.kind == IdKind::Numbers))
}

/// Whether the other fields of the request allow the id to be in this tab.
fn can_be_in_tab(session: &Session, reference: &IdReference, tab: TabHandle) -> bool {
    let is_in_browser = |browser| {
        let browser_tab = session.browser_tab(tab);
        browser_tab.is_some_and(|browser_tab| browser_tab.browser == browser)
    };
    reference.tab.is_none_or(|named| named == tab) && reference.browser.is_none_or(is_in_browser)
}

fn by_uid(session: &Session, reference: &IdReference, uid: &str) -> Result<ResolvedElement, Fault> {
    let mut tabs = match reference.tab {
        Some(tab) => vec![tab],
        None => session.tabs_with(uid),
    };
    tabs.retain(|tab| can_be_in_tab(session, reference, *tab));
    if let Some(snapshot) = reference.snapshot.filter(|_| tabs.len() > 1) {
        let tab = session.tab_of_snapshot(snapshot);
        tabs.retain(|each| Some(*each) == tab);
    }
    let Some((tab, other_tabs)) = tabs.split_first() else {
        return Err(unknown(reference, "this session was never shown it"));
    };
    let element = session.element(*tab, uid).ok_or_else(|| {
        let reason = format!("this session was never shown it in tab {tab}");
        unknown(reference, reason)
    })?;
    resolved(session, reference, (*tab, other_tabs), element)
}

fn by_ref(
    session: &Session,
    reference: &IdReference,
    number: usize,
) -> Result<ResolvedElement, Fault> {
    let mut snapshots = match reference.snapshot {
        Some(snapshot) => {
            let ids = session
                .snapshot_ids(snapshot)
                .filter(|ids| ids.kind == IdKind::Refs);
            let fault = || {
                let reason = format!(
                    "snapshot {snapshot} of this session has no refs, or the server has removed it"
                );
                unknown(reference, reason)
            };
            vec![ids.ok_or_else(fault)?]
        }
        None => session.last_snapshot_ids(IdKind::Refs),
    };
    snapshots.retain(|ids| {
        can_be_in_tab(session, reference, ids.tab) && (1..=ids.elements.len()).contains(&number)
    });
    let tabs: Vec<TabHandle> = snapshots.iter().map(|ids| ids.tab).collect();
    let found = snapshots.first().zip(tabs.split_first());
    let found = found.and_then(|(ids, tabs)| Some((ids.elements.get(number - 1)?, tabs)));
    let Some((element, (tab, other_tabs))) = found else {
        let reason = "this session's last snapshot with refs has no such ref";
        return Err(unknown(reference, reason));
    };
    resolved(session, reference, (*tab, other_tabs), element)
}

fn by_number(
    session: &Session,
    reference: &IdReference,
    ids: &SnapshotIds,
    digits: &str,
) -> Result<ResolvedElement, Fault> {
    let number: usize = digits.parse().unwrap_or(0);
    let element = number
        .checked_sub(1)
        .and_then(|index| ids.elements.get(index));
    match element {
        Some(element) => resolved(session, reference, (ids.tab, &[]), element),
        None => Err(unknown(
            reference,
            format!("snapshot {} has no such number", ids.snapshot),
        )),
    }
}

fn resolved(
    session: &Session,
    reference: &IdReference,
    (tab, other_tabs): (TabHandle, &[TabHandle]),
    element: Element,
) -> Result<ResolvedElement, Fault> {
    let browser_tab = session
        .browser_tab(tab)
        .ok_or_else(|| unknown(reference, format!("the server has removed tab {tab}")))?;
    if element.node.node == 0 {
        let message = format!("{:?} is a text or the page, not an element.", reference.id);
        return Err(Fault::bad_request(message).hint("Use the id of an element."));
    }
    Ok(ResolvedElement {
        tab,
        browser_tab,
        element,
        other_tabs: other_tabs.to_vec(),
    })
}

fn unknown(reference: &IdReference, reason: impl std::fmt::Display) -> Fault {
    Fault::new(
        Code::UnknownUid,
        format!("{} is not known: {reason}.", reference.id.trim()),
    )
}

#[cfg(test)]
mod tests;
