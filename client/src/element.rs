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

/// An element of a page.
#[derive(Clone)]
pub struct Element {
    page: Page,
    target: Target,
    found: Option<FoundElement>,
}

impl Element {
    pub(crate) fn new(page: Page, target: Target, found: Option<FoundElement>) -> Element {
        Element {
            page,
            target,
            found,
        }
    }

    /// Its uid; `None` if it is named by a selector.
    pub fn uid(&self) -> Option<&str> {
        self.target.0.uid.as_ref().map(|uid| uid.0.as_str())
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
    pub async fn get(&mut self, what: Property) -> Result<GetAnswer> {
        let request = GetRequest {
            uid: self.target.0.uid.clone(),
            selector: self.target.0.selector.clone(),
            ..GetRequest::of(what)
        };
        self.page.get(request).await
    }

    /// Waits for it, such as [`WaitFor::Vanishes`], up to 15 seconds.
    ///
    /// # Errors
    /// `not_yet` if the time is up before.
    pub async fn wait(&mut self, event: WaitFor) -> Result<WaitAnswer> {
        let request = WaitRequest {
            event,
            uid: self.target.0.uid.clone(),
            ..WaitRequest::default()
        };
        self.page.wait(request).await
    }

    /// Executes an action on it.
    ///
    /// # Errors
    /// Those of a request. The action may have been executed if the server can't be reached.
    pub async fn act(&mut self, action: Action) -> Result<ActionResult> {
        self.page.act(self.target.clone(), action).await
    }
}

impl From<&Element> for Target {
    fn from(element: &Element) -> Target {
        element.target.clone()
    }
}

impl Page {
    /// Waits for an element, up to 15 seconds.
    ///
    /// # Errors
    /// `not_yet` if none appears, [`Error::NoSingleMatch`] if several match.
    pub async fn find(&mut self, criteria: ElementCriteria) -> Result<Element> {
        let appears = WaitRequest {
            event: WaitFor::Appears,
            criteria: criteria.clone(),
            ..WaitRequest::default()
        };
        self.wait(appears).await?;
        let mut found = self.matches(criteria).await?;
        let single = (found.count == 1).then(|| found.matches.pop()).flatten();
        match single {
            Some(element) => self.element_of(element),
            None => Err(Error::NoSingleMatch(format!(
                "{} elements match:\n{}",
                found.count, found.tree
            ))),
        }
    }

    /// The elements that match now and accept actions, at most 100.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn find_all(&mut self, criteria: ElementCriteria) -> Result<Vec<Element>> {
        let found = self.matches(criteria).await?.matches.into_iter();
        let with_uid = found.filter(|element| element.uid.is_some());
        with_uid.map(|element| self.element_of(element)).collect()
    }

    /// The element with a uid of an earlier answer.
    pub fn element(&self, uid: impl Into<Target>) -> Element {
        Element::new(self.clone(), uid.into(), None)
    }

    fn element_of(&self, found: FoundElement) -> Result<Element> {
        let uid = found
            .uid
            .clone()
            .ok_or_else(|| Error::NoSingleMatch(format!("{:?} accepts no actions", found.name)))?;
        Ok(Element::new(self.clone(), uid.into(), Some(found)))
    }
}
