//! The element that a request names: by an id of a snapshot, or by a selector.

use super::page::PageReader;
use crate::api::live_element::{self, ElementChoice, LiveElement, SelectorChoice, ShownElement};
use crate::api::tabs::{self, TabChoice};
use crate::page_selector::PageSelector;
use axlens_protocol::Fault;
use axlens_protocol::agent::get::GetRequest;

/// How a request names an element, if it does.
#[derive(Debug, Clone)]
pub struct NamedElement {
    /// By an id; and the tab, of a request that names none too.
    pub choice: ElementChoice,
    selector: Option<PageSelector>,
    hosts: Option<Vec<String>>,
    frame: Option<Vec<String>>,
}

impl NamedElement {
    /// As the request says it.
    ///
    /// # Errors
    /// `bad_request` where it names two, or asks by a selector what a field holds.
    pub fn of(request: &mut GetRequest) -> Result<NamedElement, Fault> {
        let ids = [
            request.uid.take(),
            request.id.take(),
            request.reference.take(),
        ];
        let mut ids = ids.into_iter().flatten();
        let id = ids.next();
        let selector = request.selector.take().map(PageSelector::new).transpose()?;
        if ids.next().is_some() || id.is_some() && selector.is_some() {
            return Err(Fault::bad_request(
                "Give one of `uid`, `id`, `ref` and `selector`.",
            ));
        }
        let (hosts, frame) = (request.hosts.take(), request.frame.take());
        if selector.is_none() && (hosts.is_some() || frame.is_some()) {
            return Err(Fault::bad_request(
                "`hosts` and `frame` belong to a `selector`.",
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
            selector,
            hosts,
            frame,
        })
    }

    /// It names none: the page is meant.
    pub fn is_page(&self) -> bool {
        self.choice.uid.is_none() && self.selector.is_none()
    }

    /// The element, as it is now.
    ///
    /// # Errors
    /// Those of ids and selectors, `stale_uid`, `changed_uid`, and every fault of the extension.
    pub async fn look(self, page: &PageReader<'_>) -> Result<(ShownElement, LiveElement), Fault> {
        let (app, agent, limit) = (
            page.context.app,
            page.context.agent,
            page.context.remaining(),
        );
        let shown = match &self.selector {
            None => live_element::shown(app, page.context.session, self.choice)?,
            Some(selector) => {
                let target = tabs::target(app, agent, &self.choice.tab, limit).await?;
                let choice = SelectorChoice {
                    selector,
                    hosts: self.hosts.as_deref(),
                    frame: self.frame.as_deref(),
                };
                live_element::selected(page.context, target, choice).await?
            }
        };
        let live = live_element::look_for_same(app, agent, &shown, limit).await?;
        Ok((shown, live))
    }
}
