//! The element that a request names by an id of a snapshot or by a selector.

use crate::api::context::RequestContext;
use crate::api::live_element::{
    self, ElementChoice, ElementSearch, LiveElement, SearchFields, ShownElement,
};
use crate::api::tabs::{self, TabChoice};
use axlens_protocol::Fault;
use axlens_protocol::agent::get::GetRequest;

/// How a request names an element; it may name none.
#[derive(Debug, Clone)]
pub struct NamedElement {
    /// The id, if there is one, and the tab.
    pub choice: ElementChoice,
    search: Option<ElementSearch>,
}

impl NamedElement {
    /// Takes the element from a request.
    ///
    /// # Errors
    /// `bad_request` for two elements, or for a selector that tests the value of a field.
    pub fn new(request: &mut GetRequest) -> Result<NamedElement, Fault> {
        let ids = [
            request.uid.take(),
            request.id.take(),
            request.reference.take(),
        ];
        let mut ids = ids.into_iter().flatten();
        let id = ids.next();
        let search = ElementSearch::new(SearchFields {
            selector: request.selector.take(),
            hosts: request.hosts.take(),
            frame: request.frame.take(),
            nth: request.nth,
            within: request.within.take(),
        })?;
        if ids.next().is_some() || id.is_some() && search.is_some() {
            return Err(Fault::bad_request(
                "Give one of `uid`, `id`, `ref` and `selector`.",
            ));
        }
        Ok(NamedElement {
            choice: ElementChoice {
                uid: id,
                id: None,
                snapshot: request.snapshot,
                tab: TabChoice {
                    tab: request.tab,
                    browser: request.browser.take(),
                },
                seen: request.seen.take(),
            },
            search,
        })
    }

    /// Whether the request names no element, so that it is for the page.
    pub fn is_page(&self) -> bool {
        self.choice.uid.is_none() && self.search.is_none()
    }

    /// Reads the element from the live page, and verifies it.
    ///
    /// # Errors
    /// Those of ids and selectors, `stale_uid`, `changed_uid`, and every fault of the extension.
    pub async fn verify(
        self,
        context: RequestContext<'_>,
    ) -> Result<(ShownElement, LiveElement), Fault> {
        let element = match &self.search {
            None => live_element::resolve(context, self.choice)?,
            Some(search) => {
                let destination = match live_element::container_of(context, search)? {
                    Some(container) => container.browser_tab.into(),
                    None => tabs::destination(context, &self.choice.tab).await?,
                };
                live_element::select(context, destination, search).await?
            }
        };
        let live = live_element::verify(context, &element).await?;
        Ok((element, live))
    }
}
