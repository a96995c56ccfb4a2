//! An element of a page, and finding it.

use crate::error::{Error, Result};
use crate::page::Page;
use crate::target::Target;
use axlens_protocol::agent::find::{ElementCriteria, FoundElement};
use axlens_protocol::agent::get::{GetAnswer, GetRequest, Property};
use axlens_protocol::agent::interact::ActionResult;
use axlens_protocol::agent::wait::{WaitAnswer, WaitFor, WaitRequest};
use axlens_protocol::model::action::Action;
use axlens_snapshot::role::Role;
use std::time::{Duration, Instant};

/// The time in which an element must appear.
const FIND_TIMEOUT: Duration = Duration::from_secs(15);
/// The shortest `timeoutMs` of a request.
const MIN_WAIT_MS: u64 = 100;

/// An element of a page.
#[derive(Clone)]
pub struct Element {
    page: Page,
    /// None for a match that accepts no actions.
    target: Option<Target>,
    found: Option<FoundElement>,
}

impl Element {
    pub(crate) fn new(page: Page, target: Option<Target>, found: Option<FoundElement>) -> Element {
        Element {
            page,
            target,
            found,
        }
    }

    /// Its uid; `None` if it is named by a selector, or accepts no actions.
    pub fn uid(&self) -> Option<&str> {
        let reference = &self.target.as_ref()?.0;
        reference.uid.as_ref().map(|uid| uid.0.as_str())
    }

    fn target(&self) -> Result<Target> {
        let none = || {
            Error::Invalid(format!(
                "{:?} has no uid: it accepts no actions",
                self.name()
            ))
        };
        self.target.clone().ok_or_else(none)
    }

    /// Its role; `None` if it was not searched.
    pub fn role(&self) -> Option<Role> {
        self.found.as_ref().map(|found| found.role)
    }

    /// Its accessible name; empty if it has none, or was not searched.
    pub fn name(&self) -> &str {
        self.found.as_ref().map_or("", |found| &found.name)
    }

    /// What the search has found; `None` if it was not searched.
    pub fn found(&self) -> Option<&FoundElement> {
        self.found.as_ref()
    }

    /// Its page, with the answer of the last action on this element.
    pub fn page(&self) -> &Page {
        &self.page
    }

    /// Reads one of its properties.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn get(&self, what: Property) -> Result<GetAnswer> {
        let Target(named) = self.target()?;
        let request = GetRequest {
            uid: named.uid,
            seen: named.seen,
            selector: named.selector,
            hosts: named.hosts,
            frame: named.frame,
            nth: named.nth,
            within: named.within,
            ..GetRequest::of(what)
        };
        self.page.get(request).await
    }

    /// Waits for it, such as [`WaitFor::Vanishes`], up to 15 seconds.
    ///
    /// # Errors
    /// `not_yet` if the time is up before.
    pub async fn wait(&self, event: WaitFor) -> Result<WaitAnswer> {
        let Target(named) = self.target()?;
        let criteria = ElementCriteria {
            selector: named.selector,
            ..ElementCriteria::default()
        };
        let request = WaitRequest {
            event,
            uid: named.uid,
            within: named.within,
            criteria,
            ..WaitRequest::default()
        };
        self.page.wait(request).await
    }

    /// Executes an action on it.
    ///
    /// # Errors
    /// Those of a request. The action may have been executed if the server can't be reached.
    pub async fn act(&self, action: Action) -> Result<ActionResult> {
        self.page.act(self.target()?, action).await
    }
}

impl Page {
    /// The only element that matches. Waits for it, up to 15 seconds.
    ///
    /// # Errors
    /// `not_yet` if none appears, [`Error::NoSingleMatch`] if several match.
    pub async fn find(&self, criteria: ElementCriteria) -> Result<Element> {
        let end = Instant::now() + FIND_TIMEOUT;
        loop {
            let mut found = self.matches(criteria.clone()).await?;
            match (found.count, found.matches.pop()) {
                (1, Some(element)) => return Ok(self.element_of(element)),
                (0, _) => {}
                (count, _) => {
                    let message = format!("{count} elements match:\n{}", found.tree);
                    return Err(Error::NoSingleMatch(message));
                }
            }
            let left = end.saturating_duration_since(Instant::now());
            let left = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
            self.wait(WaitRequest {
                event: WaitFor::Appears,
                criteria: criteria.clone(),
                timeout_ms: Some(left.max(MIN_WAIT_MS)),
                ..WaitRequest::default()
            })
            .await?;
        }
    }

    /// The elements that match now, at most 20. [`Page::text`] has their lines and rows.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn find_all(&self, criteria: ElementCriteria) -> Result<Vec<Element>> {
        let found = self.matches(criteria).await?.matches.into_iter();
        Ok(found.map(|element| self.element_of(element)).collect())
    }

    /// The element with a uid of an earlier answer.
    pub fn element(&self, uid: impl Into<Target>) -> Element {
        Element::new(self.clone(), Some(uid.into()), None)
    }

    fn element_of(&self, found: FoundElement) -> Element {
        let target = found.uid.clone().map(Target::from);
        Element::new(self.clone(), target, Some(found))
    }
}
