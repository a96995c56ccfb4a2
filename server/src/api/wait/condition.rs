//! The condition of a wait, and whether a page meets it. Sends no query.

use crate::api::find::search::Search;
use crate::api::find::uid_for_within;
use crate::api::observe::ReadPage;
use crate::sessions::ids::ResolvedElement;
use axlens_protocol::agent::find::ElementCriteria;
use axlens_protocol::agent::wait::{WaitFor, WaitRequest};
use axlens_protocol::model::ElementId;
use axlens_protocol::wire::NodeHandle;
use axlens_protocol::{Code, Fault};
use axlens_snapshot::criteria::{self, SearchResult};
use axlens_snapshot::tree::ReadyState;
use axlens_snapshot::uid::Uid;
use axlens_snapshot::view::View;
use std::collections::HashSet;
use std::sync::LazyLock;

/// The condition of a wait.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// An element that matches the search has this state.
    Element(ElementState, Box<Search>),
    /// The same for a search that is bound to an element of the document of the handle: it is for
    /// this element, or inside it.
    Bound(ElementState, Box<(NodeHandle, Search)>),
    /// The tab has a URL that matches this pattern.
    Url(String),
    /// The page and its resources are loaded.
    Load,
    /// The page does not change.
    Quiet,
    /// A download of the tab is complete.
    Download,
    /// The time is over.
    Time,
}

/// A state of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ElementState {
    /// In the page.
    Present,
    /// Not in the page.
    Absent,
    /// In the page, and not disabled.
    Enabled,
}

/// The matches that were on the page when a wait for new ones began, by document and node.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OldMatches(HashSet<(String, u32)>);

/// Checks a request without the session's ids.
///
/// # Errors
/// `bad_request`.
pub fn check(request: &WaitRequest) -> Result<(), Fault> {
    let event = request.event;
    let name = event.as_str();
    let has_criteria = request.criteria != ElementCriteria::default();
    let is_text = matches!(event, WaitFor::Text | WaitFor::TextGone);
    let message = if request.value.is_some() && !takes_value(event) {
        format!("`{name}` takes no `value`: leave it out.")
    } else if (request.uid.is_some() || has_criteria) && !takes_element(event) {
        format!("`{name}` is for the whole page: leave the element out.")
    } else if request.uid.is_some() && has_criteria {
        "Give either `uid` or properties of the element, not both.".to_owned()
    } else if request.within.is_some() && !(is_text || takes_element(event) && has_criteria) {
        format!("`within` is for a text or properties of an element: `{name}` has none here.")
    } else if request.new
        && !(event == WaitFor::Text || event == WaitFor::Appears && request.uid.is_none())
    {
        "`new` is for `text`, and for `appears` with properties of an element.".to_owned()
    } else {
        return Ok(());
    };
    Err(Fault::bad_request(message))
}

impl ElementState {
    fn is_met(self, found: &SearchResult) -> bool {
        match self {
            ElementState::Present => found.count > 0,
            ElementState::Absent => found.count == 0,
            ElementState::Enabled => found.matches.iter().any(|found| !found.disabled),
        }
    }
}

/// A search that matches nothing, for a condition of the page.
static WHOLE_PAGE: LazyLock<Search> = LazyLock::new(Search::page);

impl Condition {
    /// The condition of a request. `resolved` is the element of its uid.
    ///
    /// # Errors
    /// `bad_request` for an invalid condition.
    pub fn new(
        request: &WaitRequest,
        resolved: Option<(&ElementId, ResolvedElement)>,
    ) -> Result<Condition, Fault> {
        check(request)?;
        let event = request.event;
        match event {
            WaitFor::Appears => element(ElementState::Present, request, resolved),
            WaitFor::Vanishes => element(ElementState::Absent, request, resolved),
            WaitFor::Enabled => element(ElementState::Enabled, request, resolved),
            WaitFor::Text => text(ElementState::Present, request, resolved),
            WaitFor::TextGone => text(ElementState::Absent, request, resolved),
            WaitFor::Url => Ok(Condition::Url(value(request)?)),
            WaitFor::Load => Ok(Condition::Load),
            WaitFor::Quiet => Ok(Condition::Quiet),
            WaitFor::Download => Ok(Condition::Download),
            WaitFor::Time => Ok(Condition::Time),
        }
    }

    /// The search with which the page is read.
    pub fn search(&self) -> &Search {
        match self {
            Condition::Element(_, search) => search,
            Condition::Bound(_, element) => &element.1,
            Condition::Url(_)
            | Condition::Load
            | Condition::Quiet
            | Condition::Download
            | Condition::Time => &WHOLE_PAGE,
        }
    }

    /// A search for the match that the answer names.
    pub fn search_for_match(&self, found: &SearchResult) -> Search {
        let mut matches = found.matches.iter();
        let first = match matches!(self, Condition::Element(ElementState::Enabled, _)) {
            true => matches.find(|found| !found.disabled),
            false => matches.next(),
        };
        match first.and_then(|first| first.uid.clone()) {
            Some(uid) => Search::for_uid(uid),
            None => {
                let mut search = self.search().clone();
                search.criteria.limit = 1;
                search
            }
        }
    }

    /// Whether the page meets the condition, and the matches of the search.
    ///
    /// Matches in `old` do not count. Those that no longer match are removed from it.
    pub fn evaluate(&self, page: &ReadPage, old: Option<&mut OldMatches>) -> (bool, SearchResult) {
        match self {
            Condition::Element(state, _) | Condition::Bound(state, _) => {
                let mut found = self.positions(page);
                if let (Some(found), Some(old)) = (&mut found, old) {
                    let matching = keys(page, found);
                    old.0.retain(|key| matching.contains(key));
                    found.retain(|at| !key(page, *at).is_some_and(|key| old.0.contains(&key)));
                }
                let found = result(page, found, self.search().criteria.limit);
                (state.is_met(&found), found)
            }
            Condition::Url(pattern) => {
                let is_met = matches_pattern(pattern, &page.chrome_tab.url);
                (is_met, SearchResult::default())
            }
            Condition::Load => (
                page.tree.main.ready == ReadyState::Complete,
                SearchResult::default(),
            ),
            Condition::Quiet | Condition::Download | Condition::Time => {
                (true, SearchResult::default())
            }
        }
    }

    /// The matches on a page.
    pub fn old_matches(&self, page: &ReadPage) -> OldMatches {
        OldMatches(keys(page, &self.positions(page).unwrap_or_default()))
    }

    /// The positions of the matches. `None`: the element that the search is bound to is not on the
    /// page.
    fn positions(&self, page: &ReadPage) -> Option<Vec<usize>> {
        let search = match self {
            Condition::Element(_, search) => search,
            Condition::Bound(_, bound) => {
                // After a reload, the same uid is another element.
                let (node, search) = &**bound;
                has_document(page, node).then_some(search)?
            }
            Condition::Url(_)
            | Condition::Load
            | Condition::Quiet
            | Condition::Download
            | Condition::Time => return None,
        };
        let nodes = &page.tree.nodes;
        let parents = View::parents_of(nodes);
        criteria::matching(nodes, &parents, &page.tree, &search.criteria)
    }

    /// The fault of a wait that timed out.
    pub fn not_yet(&self, page: &ReadPage, found: &SearchResult) -> Fault {
        let count = found.count;
        let message = match self {
            Condition::Element(state, _) | Condition::Bound(state, _) => match state {
                ElementState::Present | ElementState::Enabled if found.is_within_missing => {
                    "The element to search in is no longer on the page.".to_owned()
                }
                ElementState::Enabled if count > 0 => {
                    format!("It is still disabled ({count} on the page).")
                }
                ElementState::Present | ElementState::Enabled => "It has not appeared.".to_owned(),
                ElementState::Absent => format!("It is still there ({count} on the page)."),
            },
            Condition::Url(_) => format!("The address is still {}.", page.chrome_tab.url),
            Condition::Load => format!("The page is still {}.", page.tree.main.ready.as_str()),
            Condition::Quiet | Condition::Download | Condition::Time => {
                "The condition does not hold yet.".to_owned()
            }
        };
        Fault::new(Code::NotYet, message)
    }
}

fn takes_element(event: WaitFor) -> bool {
    matches!(
        event,
        WaitFor::Appears | WaitFor::Vanishes | WaitFor::Enabled
    )
}

fn takes_value(event: WaitFor) -> bool {
    matches!(event, WaitFor::Text | WaitFor::TextGone | WaitFor::Url)
}

fn value(request: &WaitRequest) -> Result<String, Fault> {
    let value = request.value.as_deref().map(str::trim);
    match value.filter(|value| !value.is_empty()) {
        Some(value) => Ok(value.to_owned()),
        None => {
            let message = format!("`{}` needs a `value`.", request.event.as_str());
            Err(Fault::bad_request(message))
        }
    }
}

fn text(
    state: ElementState,
    request: &WaitRequest,
    within: Option<(&ElementId, ResolvedElement)>,
) -> Result<Condition, Fault> {
    let sought = ElementCriteria {
        text: Some(value(request)?),
        ..ElementCriteria::default()
    };
    search_in(state, Search::new(&sought, 1)?, within)
}

fn element(
    state: ElementState,
    request: &WaitRequest,
    resolved: Option<(&ElementId, ResolvedElement)>,
) -> Result<Condition, Fault> {
    match resolved {
        Some((id, resolved)) if request.uid.is_some() => by_uid(state, id, resolved),
        within => {
            // No limit: one enabled element among all matches is enough.
            let search = Search::new(&request.criteria, usize::MAX)?;
            search_in(state, search, within)
        }
    }
}

/// A condition for a search, inside an element if one is given.
fn search_in(
    state: ElementState,
    mut search: Search,
    within: Option<(&ElementId, ResolvedElement)>,
) -> Result<Condition, Fault> {
    let Some((id, resolved)) = within else {
        return Ok(Condition::Element(state, Box::new(search)));
    };
    search.criteria.within = Some(uid_for_within(id, &resolved)?);
    let bound = (resolved.element.node, search);
    Ok(Condition::Bound(state, Box::new(bound)))
}

fn by_uid(
    state: ElementState,
    id: &ElementId,
    resolved: ResolvedElement,
) -> Result<Condition, Fault> {
    let uid = resolved.element.uid.as_deref().map(str::parse::<Uid>);
    let Some(Ok(uid)) = uid else {
        let message = format!(
            "{} refers to an element without a uid, which `/wait` does not support.",
            id.0
        );
        return Err(Fault::bad_request(message));
    };
    let bound = (resolved.element.node, Search::for_uid(uid));
    Ok(Condition::Bound(state, Box::new(bound)))
}

fn has_document(page: &ReadPage, node: &NodeHandle) -> bool {
    let mut frames = page.tree.frames.iter();
    frames.any(|frame| frame.document == node.document && frame.world == node.world)
}

/// The document and the node id of a position; `None` for a node that is no element.
fn key(page: &ReadPage, at: usize) -> Option<(String, u32)> {
    let each = page.tree.nodes.get(at)?;
    let frame = page.tree.frames.get(each.frame)?;
    (each.node.node != 0).then(|| (frame.document.clone(), each.node.node))
}

fn keys(page: &ReadPage, positions: &[usize]) -> HashSet<(String, u32)> {
    positions.iter().filter_map(|at| key(page, *at)).collect()
}

fn result(page: &ReadPage, positions: Option<Vec<usize>>, limit: usize) -> SearchResult {
    let is_within_missing = positions.is_none();
    let positions = positions.unwrap_or_default();
    let first = &positions[..positions.len().min(limit)];
    SearchResult {
        matches: criteria::to_matches(&page.tree.nodes, first),
        count: positions.len(),
        is_within_missing,
    }
}

/// Whether a URL matches a pattern. Each `*` matches any text; a pattern without `*` matches a
/// part of the URL.
fn matches_pattern(pattern: &str, url: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return url.contains(pattern);
    };
    let Some(mut unmatched) = url.strip_prefix(start) else {
        return false;
    };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let end = parts.pop().unwrap_or_default();
    for part in parts {
        let Some(index) = unmatched.find(part) else {
            return false;
        };
        unmatched = &unmatched[index + part.len()..];
    }
    unmatched.ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_matches_a_part_of_an_address_or_all_of_it() {
        let url = "https://shop.example/orders/17?tab=2";
        for pattern in [
            "/orders/",
            "*/orders/*",
            "https://*",
            "*tab=2",
            "https://*.example/*/17*",
            "*",
        ] {
            assert!(matches_pattern(pattern, url), "{pattern}");
        }
        for pattern in ["/order/", "/orders/*", "*/orders", "http://*", "*tab=2*x"] {
            assert!(!matches_pattern(pattern, url), "{pattern}");
        }
    }

    #[test]
    fn an_invalid_condition_is_rejected() {
        let request = |event: WaitFor| WaitRequest {
            event,
            ..WaitRequest::default()
        };
        for event in [WaitFor::Appears, WaitFor::Text, WaitFor::Url] {
            assert!(Condition::new(&request(event), None).is_err(), "{event:?}");
        }
        let named = ElementCriteria {
            name: Some("Save".to_owned()),
            ..ElementCriteria::default()
        };
        let with_element = WaitRequest {
            criteria: named.clone(),
            ..request(WaitFor::Load)
        };
        assert!(Condition::new(&with_element, None).is_err());
        let with_value = WaitRequest {
            value: Some("Save".to_owned()),
            criteria: named,
            ..request(WaitFor::Appears)
        };
        assert!(Condition::new(&with_value, None).is_err());
        assert_eq!(
            Condition::new(&request(WaitFor::Quiet), None),
            Ok(Condition::Quiet)
        );
    }
}
