//! The condition of a wait, and whether a page meets it. Sends no query.

use crate::api::find::search::Search;
use crate::api::observe::ReadPage;
use crate::sessions::ids::ResolvedElement;
use axlens_protocol::agent::find::ElementCriteria;
use axlens_protocol::agent::wait::{WaitFor, WaitRequest};
use axlens_protocol::model::ElementId;
use axlens_protocol::wire::NodeHandle;
use axlens_protocol::{Code, Fault};
use axlens_snapshot::criteria::{self, Criteria, SearchResult};
use axlens_snapshot::tree::ReadyState;
use axlens_snapshot::uid::Uid;
use axlens_snapshot::view::View;
use std::sync::LazyLock;

/// The condition of a wait.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// An element that matches the search has this state.
    Element(ElementState, Box<Search>),
    /// The element with a uid has this state. It belongs to the document of the handle.
    Uid(ElementState, Box<(NodeHandle, Search)>),
    /// The tab has a URL that matches this pattern.
    Url(String),
    /// The page and its resources are loaded.
    Load,
    /// The page does not change.
    Quiet,
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
        let event = request.event;
        let condition = match event {
            WaitFor::Appears => element(ElementState::Present, request, resolved),
            WaitFor::Vanishes => element(ElementState::Absent, request, resolved),
            WaitFor::Enabled => element(ElementState::Enabled, request, resolved),
            WaitFor::Text => text(ElementState::Present, request),
            WaitFor::TextGone => text(ElementState::Absent, request),
            WaitFor::Url => Ok(Condition::Url(value(request)?)),
            WaitFor::Load => Ok(Condition::Load),
            WaitFor::Quiet => Ok(Condition::Quiet),
            WaitFor::Time => Ok(Condition::Time),
        }?;
        let name = event.as_str();
        if request.value.is_some() && !takes_value(event) {
            let message = format!("`{name}` takes no `value`: leave it out.");
            return Err(Fault::bad_request(message));
        }
        let has_element = request.uid.is_some() || request.criteria != ElementCriteria::default();
        if has_element && !takes_element(event) {
            let message = format!("`{name}` is for the whole page: leave the element out.");
            return Err(Fault::bad_request(message));
        }
        Ok(condition)
    }

    /// The search with which the page is read.
    pub fn search(&self) -> &Search {
        match self {
            Condition::Element(_, search) => search,
            Condition::Uid(_, element) => &element.1,
            Condition::Url(_) | Condition::Load | Condition::Quiet | Condition::Time => &WHOLE_PAGE,
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
    pub fn evaluate(&self, page: &ReadPage) -> (bool, SearchResult) {
        match self {
            Condition::Element(state, search) => {
                let found = find(page, &search.criteria);
                (state.is_met(&found), found)
            }
            Condition::Uid(state, element) => {
                let (node, search) = &**element;
                // After a reload, the same uid is another element.
                let found = match has_document(page, node) {
                    true => find(page, &search.criteria),
                    false => SearchResult::default(),
                };
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
            Condition::Quiet | Condition::Time => (true, SearchResult::default()),
        }
    }

    /// The fault of a wait that timed out.
    pub fn not_yet(&self, page: &ReadPage, found: &SearchResult) -> Fault {
        let count = found.count;
        let message = match self {
            Condition::Element(state, _) | Condition::Uid(state, _) => match state {
                ElementState::Enabled if count > 0 => {
                    format!("It is still disabled ({count} on the page).")
                }
                ElementState::Present | ElementState::Enabled => "It has not appeared.".to_owned(),
                ElementState::Absent => format!("It is still there ({count} on the page)."),
            },
            Condition::Url(_) => format!("The address is still {}.", page.chrome_tab.url),
            Condition::Load => format!("The page is still {}.", page.tree.main.ready.as_str()),
            Condition::Quiet | Condition::Time => "The condition does not hold yet.".to_owned(),
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

fn text(state: ElementState, request: &WaitRequest) -> Result<Condition, Fault> {
    let sought = ElementCriteria {
        text: Some(value(request)?),
        ..ElementCriteria::default()
    };
    Ok(Condition::Element(
        state,
        Box::new(Search::new(&sought, 1)?),
    ))
}

fn element(
    state: ElementState,
    request: &WaitRequest,
    resolved: Option<(&ElementId, ResolvedElement)>,
) -> Result<Condition, Fault> {
    let Some((id, resolved)) = resolved else {
        // No limit: one enabled element among all matches is enough.
        let search = Search::new(&request.criteria, usize::MAX)?;
        return Ok(Condition::Element(state, Box::new(search)));
    };
    if request.criteria != ElementCriteria::default() {
        let message = "Give either `uid` or properties of the element, not both.";
        return Err(Fault::bad_request(message));
    }
    let uid = resolved.element.uid.as_deref().map(str::parse::<Uid>);
    let Some(Ok(uid)) = uid else {
        let message = format!(
            "{} refers to an element without a uid, which `/wait` does not support.",
            id.0
        );
        return Err(Fault::bad_request(message));
    };
    let element = (resolved.element.node, Search::for_uid(uid));
    Ok(Condition::Uid(state, Box::new(element)))
}

fn has_document(page: &ReadPage, node: &NodeHandle) -> bool {
    let mut frames = page.tree.frames.iter();
    frames.any(|frame| frame.document == node.document && frame.world == node.world)
}

fn find(page: &ReadPage, criteria: &Criteria) -> SearchResult {
    let nodes = &page.tree.nodes;
    let parents = View::parents_of(nodes);
    let matching = criteria::matching(nodes, &parents, &page.tree, criteria);
    let matching = matching.unwrap_or_default();
    let first = &matching[..matching.len().min(criteria.limit)];
    SearchResult {
        matches: criteria::to_matches(nodes, first),
        count: matching.len(),
        is_within_missing: false,
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
