//! What is waited for, and whether a page is that way. Asks nobody.

use crate::api::find::sought::Search;
use crate::api::observe::Looked;
use crate::sessions::ids::ResolvedElement;
use axlens_protocol::agent::find::Sought;
use axlens_protocol::agent::wait::{WaitFor, WaitRequest};
use axlens_protocol::model::ElementId;
use axlens_protocol::wire::NodeHandle;
use axlens_protocol::{Code, Fault};
use axlens_snapshot::criteria::{self, Criteria, Found};
use axlens_snapshot::uid::Uid;
use axlens_snapshot::view::View;

/// What is waited for.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// An element that is there, is not, or can be acted on.
    Element(Wanted, Box<Search>),
    /// The element with a uid, in one life of a document.
    Uid(Wanted, Box<(NodeHandle, Uid, Search)>),
    /// An address.
    Url(String),
    /// All is loaded.
    Load,
    /// Nothing changes.
    Quiet,
    /// Time passes.
    Time,
}

/// How an element is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// There.
    There,
    /// Not there.
    Gone,
    /// There, and not disabled.
    Enabled,
}

/// A search for the page alone.
static WHOLE_PAGE: std::sync::LazyLock<Search> = std::sync::LazyLock::new(Search::page);

impl Condition {
    /// From a request, and the element that its uid means.
    ///
    /// # Errors
    /// `bad_request` for what can't be waited for.
    pub fn new(
        request: &WaitRequest,
        resolved: Option<(&ElementId, ResolvedElement)>,
    ) -> Result<Condition, Fault> {
        let condition = match request.event {
            WaitFor::Appears => element(Wanted::There, request, resolved),
            WaitFor::Vanishes => element(Wanted::Gone, request, resolved),
            WaitFor::Enabled => element(Wanted::Enabled, request, resolved),
            WaitFor::Text => text(Wanted::There, request),
            WaitFor::TextGone => text(Wanted::Gone, request),
            WaitFor::Url => Ok(Condition::Url(value(request)?)),
            WaitFor::Load => Ok(Condition::Load),
            WaitFor::Quiet => Ok(Condition::Quiet),
            WaitFor::Time => Ok(Condition::Time),
        }?;
        let takes_element = matches!(condition, Condition::Element(..) | Condition::Uid(..));
        let takes_value = takes_value(request.event);
        let is_element = matches!(
            request.event,
            WaitFor::Appears | WaitFor::Vanishes | WaitFor::Enabled
        );
        let word = request.event.as_str();
        if request.value.is_some() && !takes_value {
            let message = format!("`value` says nothing of `{word}`: leave it out.");
            return Err(Fault::bad_request(message));
        }
        let has_element = request.uid.is_some() || request.sought != Sought::default();
        if has_element && (!takes_element || !is_element) {
            let message = format!("`{word}` is of the page: leave the element out.");
            return Err(Fault::bad_request(message));
        }
        Ok(condition)
    }

    /// What the page is read for.
    pub fn search(&self) -> &Search {
        match self {
            Condition::Element(_, search) => search,
            Condition::Uid(_, known) => &known.2,
            _ => &WHOLE_PAGE,
        }
    }

    /// A search for the one element of those found that is answered.
    pub fn search_for(&self, found: &Found) -> Search {
        let mut matches = found.matches.iter();
        let one = match self {
            Condition::Element(Wanted::Enabled, _) => matches.find(|found| !found.disabled),
            _ => matches.next(),
        };
        match one.and_then(|one| one.uid.clone()) {
            Some(uid) => Search::for_uid(uid),
            None => {
                let mut search = self.search().clone();
                search.criteria.limit = 1;
                search
            }
        }
    }

    /// Whether the page is that way, and what was found on it.
    pub fn holds(&self, looked: &Looked) -> (bool, Found) {
        match self {
            Condition::Element(wanted, search) => {
                let found = found(looked, &search.criteria);
                (is(*wanted, &found), found)
            }
            Condition::Uid(wanted, known) => {
                let (node, _, search) = &**known;
                let mut found = found(looked, &search.criteria);
                // The same number in another life of the document is another element.
                if !is_same_document(looked, node) {
                    found = Found::default();
                }
                (is(*wanted, &found), found)
            }
            Condition::Url(pattern) => (matches(pattern, &looked.chrome.url), Found::default()),
            Condition::Load => (looked.tree.main.ready == "complete", Found::default()),
            Condition::Quiet | Condition::Time => (true, Found::default()),
        }
    }

    /// The fault of a wait whose time is up.
    pub fn not_yet(&self, looked: &Looked, found: &Found) -> Fault {
        let message = match self {
            Condition::Element(wanted, _) | Condition::Uid(wanted, _) => {
                let count = found.count;
                match wanted {
                    Wanted::There => "It has not appeared.".to_owned(),
                    Wanted::Gone => format!("It is still there ({count} on the page)."),
                    Wanted::Enabled if count == 0 => "It is not there.".to_owned(),
                    Wanted::Enabled => format!("It is still disabled ({count} on the page)."),
                }
            }
            Condition::Url(_) => format!("The address is still {}.", looked.chrome.url),
            Condition::Load => format!("The page is still {}.", looked.tree.main.ready),
            Condition::Quiet | Condition::Time => "It is not so yet.".to_owned(),
        };
        Fault::new(Code::NotYet, message)
    }
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

fn text(wanted: Wanted, request: &WaitRequest) -> Result<Condition, Fault> {
    let sought = Sought {
        text: Some(value(request)?),
        ..Sought::default()
    };
    Ok(Condition::Element(
        wanted,
        Box::new(Search::new(&sought, 1)?),
    ))
}

fn element(
    wanted: Wanted,
    request: &WaitRequest,
    resolved: Option<(&ElementId, ResolvedElement)>,
) -> Result<Condition, Fault> {
    let Some((id, resolved)) = resolved else {
        // Of several that match, one that is not disabled is enough.
        let search = Search::new(&request.sought, usize::MAX)?;
        return Ok(Condition::Element(wanted, Box::new(search)));
    };
    if request.sought != Sought::default() {
        let message = "Give either `uid` or what the element is known by.";
        return Err(Fault::bad_request(message));
    }
    let uid = resolved.element.uid.as_deref().map(str::parse::<Uid>);
    let Some(Ok(uid)) = uid else {
        let message = format!("{} has no uid: only what has one can be waited for.", id.0);
        return Err(Fault::bad_request(message));
    };
    let search = Search::for_uid(uid.clone());
    let known = (resolved.element.node, uid, search);
    Ok(Condition::Uid(wanted, Box::new(known)))
}

fn is(wanted: Wanted, found: &Found) -> bool {
    match wanted {
        Wanted::There => found.count > 0,
        Wanted::Gone => found.count == 0,
        Wanted::Enabled => found.matches.iter().any(|found| !found.disabled),
    }
}

fn is_same_document(looked: &Looked, node: &NodeHandle) -> bool {
    let mut frames = looked.tree.frames.iter();
    frames.any(|frame| frame.document == node.document && frame.world == node.world)
}

fn found(looked: &Looked, criteria: &Criteria) -> Found {
    let nodes = &looked.tree.nodes;
    let parents = View::parents_of(nodes);
    let matching = criteria::matching(nodes, &parents, &looked.tree, criteria);
    let matching = matching.unwrap_or_default();
    let shown = &matching[..matching.len().min(criteria.limit)];
    Found {
        matches: criteria::described(nodes, shown),
        count: matching.len(),
        nowhere: false,
    }
}

/// Whether an address is as a pattern says: the whole of it, where it has `*`, which stands for
/// anything; else a part of it.
fn matches(pattern: &str, url: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else {
        return url.contains(pattern);
    };
    let Some(mut left) = url.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        let Some(at) = left.find(part) else {
            return false;
        };
        left = &left[at + part.len()..];
    }
    left.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_matched_in_part_or_by_a_pattern() {
        let url = "https://shop.example/orders/17?tab=2";
        for pattern in [
            "/orders/",
            "*/orders/*",
            "https://*",
            "*tab=2",
            "https://*.example/*/17*",
            "*",
        ] {
            assert!(matches(pattern, url), "{pattern}");
        }
        for pattern in ["/order/", "/orders/*", "*/orders", "http://*", "*tab=2*x"] {
            assert!(!matches(pattern, url), "{pattern}");
        }
    }

    #[test]
    fn what_can_not_be_waited_for_is_refused() {
        let request = |event: WaitFor| WaitRequest {
            event,
            ..WaitRequest::default()
        };
        for event in [WaitFor::Appears, WaitFor::Text, WaitFor::Url] {
            assert!(Condition::new(&request(event), None).is_err(), "{event:?}");
        }
        let named = Sought {
            name: Some("Save".to_owned()),
            ..Sought::default()
        };
        let with_element = WaitRequest {
            sought: named.clone(),
            ..request(WaitFor::Load)
        };
        assert!(Condition::new(&with_element, None).is_err());
        let with_value = WaitRequest {
            value: Some("Save".to_owned()),
            sought: named,
            ..request(WaitFor::Appears)
        };
        assert!(Condition::new(&with_value, None).is_err());
        assert_eq!(
            Condition::new(&request(WaitFor::Quiet), None),
            Ok(Condition::Quiet)
        );
    }
}
