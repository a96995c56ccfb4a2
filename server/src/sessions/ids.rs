//! What an agent means by an id: a pure function of what its session was shown. Never a guess: what
//! can mean more than one thing is `ambiguous_id`.

use super::handles::{BrowserTab, TabHandle};
use super::shown::{Element, List, ListKind, Session};
use crate::queue::browsers::BrowserKey;
use axlens_protocol::{Code, Fault};

/// An id as it was written, and what was written beside it.
#[derive(Debug, Clone, Default)]
pub struct Named<'a> {
    /// `5`, `37.42`, `uid=5`, `e5`, `@e5`, `ref=e5`.
    pub id: &'a str,
    /// Number of the snapshot whose id it is.
    pub snapshot: Option<u64>,
    /// The tab.
    pub tab: Option<TabHandle>,
    /// The browser that the tab is in.
    pub browser: Option<BrowserKey>,
}

/// The element that an id stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedElement {
    /// Its tab.
    pub tab: TabHandle,
    /// Its browser's id of the tab.
    pub chrome: BrowserTab,
    /// The element as it was shown.
    pub element: Element,
}

/// An id, by the way it is written.
#[derive(Debug, PartialEq, Eq)]
enum Notation<'a> {
    /// `uid=5`
    Uid(&'a str),
    /// `e5`
    Ref(usize),
    /// `5`, `37.42`
    Bare(&'a str),
}

/// The element an id means.
///
/// # Errors
/// `bad_request` for what is no id, `unknown_uid` for what was never shown, `ambiguous_id` for what
/// can mean several.
pub fn resolve(session: &Session, named: &Named) -> Result<ResolvedElement, Fault> {
    match notation(named.id)? {
        Notation::Uid(uid) => by_uid(session, named, uid),
        Notation::Ref(number) => by_ref(session, named, number),
        Notation::Bare(digits) => match list_of_bare(session, named)? {
            Some(list) => by_number(session, named, list, digits),
            None => by_uid(session, named, digits),
        },
    }
}

/// Whether a text is an id and nothing else: `e5` alone is also a CSS selector.
pub fn is_plainly_id(text: &str) -> bool {
    let marked = text.starts_with("uid=") || text.starts_with("ref=") || text.starts_with('@');
    marked || is_uid(text)
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
    let reference = id
        .strip_prefix("ref=")
        .or_else(|| id.strip_prefix('@'))
        .unwrap_or(id);
    let number = reference
        .strip_prefix('e')
        .filter(|digits| is_number(digits));
    match number.and_then(|digits| digits.parse().ok()) {
        Some(number) => Ok(Notation::Ref(number)),
        None => Err(Fault::bad_request(format!("{id:?} is no id.")).hint(
            "Write a uid (`42`, `37.42`, `uid=42`), a ref (`e5`, `@e5`, `ref=e5`), or a numbered snapshot's id with `snapshot`.",
        )),
    }
}

fn is_uid(text: &str) -> bool {
    text.split('.').all(is_number)
}

/// From 1 on, without leading zeros.
fn is_number(text: &str) -> bool {
    text.len() <= 9
        && !text.starts_with('0')
        && !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A bare number is the id of a numbered snapshot when that one is named, or was the session's
/// last.
fn list_of_bare<'a>(session: &'a Session, named: &Named) -> Result<Option<&'a List>, Fault> {
    let Some(snapshot) = named.snapshot else {
        let last = session.list(session.last());
        let in_tab = last.filter(|list| may_mean(session, named, list.tab));
        return Ok(in_tab.filter(|list| list.kind == ListKind::Numbers));
    };
    if snapshot > session.last() || snapshot == 0 {
        return Err(unknown(
            named,
            format!("this session has had no snapshot {snapshot}"),
        ));
    }
    match session.list(snapshot) {
        Some(list) if list.kind == ListKind::Numbers => Ok(Some(list)),
        _ => Ok(None),
    }
}

/// Whether an id may be of this tab, by what was written beside it.
fn may_mean(session: &Session, named: &Named, tab: TabHandle) -> bool {
    let in_browser = |browser| {
        let chrome = session.chrome(tab);
        chrome.is_some_and(|chrome| chrome.browser == browser)
    };
    named.tab.is_none_or(|named| named == tab) && named.browser.is_none_or(in_browser)
}

fn by_uid(session: &Session, named: &Named, uid: &str) -> Result<ResolvedElement, Fault> {
    let mut tabs = match named.tab {
        Some(tab) => vec![tab],
        None => session.tabs_with(uid),
    };
    tabs.retain(|tab| may_mean(session, named, *tab));
    match tabs[..] {
        [] => Err(unknown(named, "it was never shown to this session")),
        [tab] => match session.uid(tab, uid) {
            Some(element) => resolved(session, named, tab, element),
            None => Err(unknown(
                named,
                format!("tab {tab} never showed it to this session"),
            )),
        },
        _ => Err(ambiguous(named, &tabs)),
    }
}

fn by_ref(session: &Session, named: &Named, number: usize) -> Result<ResolvedElement, Fault> {
    let mut lists = match named.snapshot {
        Some(snapshot) => {
            let list = session
                .list(snapshot)
                .filter(|list| list.kind == ListKind::Refs);
            let why = || {
                unknown(
                    named,
                    format!("snapshot {snapshot} of this session has no refs, or is forgotten"),
                )
            };
            vec![list.ok_or_else(why)?]
        }
        None => session.last_lists(ListKind::Refs),
    };
    lists.retain(|list| may_mean(session, named, list.tab));
    let holding: Vec<&List> = lists
        .iter()
        .copied()
        .filter(|list| (1..=list.elements.len()).contains(&number))
        .collect();
    match holding[..] {
        [] => Err(unknown(
            named,
            "this session's last snapshot with refs has no such ref",
        )),
        [list] => match list.elements.get(number - 1) {
            Some(element) => resolved(session, named, list.tab, element),
            None => Err(unknown(named, "it was never shown to this session")),
        },
        _ => {
            let tabs: Vec<TabHandle> = holding.iter().map(|list| list.tab).collect();
            Err(ambiguous(named, &tabs))
        }
    }
}

fn by_number(
    session: &Session,
    named: &Named,
    list: &List,
    digits: &str,
) -> Result<ResolvedElement, Fault> {
    let number: usize = digits.parse().unwrap_or(0);
    let element = number
        .checked_sub(1)
        .and_then(|index| list.elements.get(index));
    match element {
        Some(element) => resolved(session, named, list.tab, element),
        None => Err(unknown(
            named,
            format!("snapshot {} has no such number", list.snapshot),
        )),
    }
}

fn resolved(
    session: &Session,
    named: &Named,
    tab: TabHandle,
    element: Element,
) -> Result<ResolvedElement, Fault> {
    let chrome = session
        .chrome(tab)
        .ok_or_else(|| unknown(named, format!("tab {tab} is forgotten")))?;
    if element.node.node == 0 {
        let message = format!(
            "{:?} is a run of text or the page itself, not an element.",
            named.id
        );
        return Err(Fault::bad_request(message)
            .hint("Name an element: a line with a role that can be acted on."));
    }
    Ok(ResolvedElement {
        tab,
        chrome,
        element,
    })
}

fn unknown(named: &Named, why: impl std::fmt::Display) -> Fault {
    Fault::new(
        Code::UnknownUid,
        format!("{} is not known: {why}.", named.id.trim()),
    )
}

fn ambiguous(named: &Named, tabs: &[TabHandle]) -> Fault {
    let tabs: Vec<String> = tabs.iter().map(TabHandle::to_string).collect();
    let message = format!(
        "{} was shown in several tabs: {}.",
        named.id.trim(),
        tabs.join(", ")
    );
    Fault::new(Code::AmbiguousId, message).hint("Say which `tab` you mean.")
}

#[cfg(test)]
mod tests;
