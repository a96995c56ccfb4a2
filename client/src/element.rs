//! An element of a page, and how a request names one.

use crate::error::Result;
use crate::page::Page;
use axlens_protocol::agent::find::FoundElement;
use axlens_protocol::agent::get::{GetAnswer, GetRequest, Property};
use axlens_protocol::agent::interact::{ActionResult, ElementReference};
use axlens_protocol::agent::wait::{WaitAnswer, WaitFor, WaitRequest};
use axlens_protocol::model::ElementId;
use axlens_protocol::model::action::Action;
use axlens_snapshot::role::Role;

/// How a request names an element: by its uid, or with a selector.
#[derive(Debug, Clone)]
pub struct Target(pub ElementReference);

impl Target {
    /// The element with the focus; of `execute_js`, the tab.
    pub fn focused() -> Target {
        Target(ElementReference::default())
    }

    /// The only element that matches a CSS selector, `text=` and a text, or `at=X,Y`.
    pub fn selector(selector: impl Into<String>) -> Target {
        Target(ElementReference {
            selector: Some(selector.into()),
            ..ElementReference::default()
        })
    }
}

impl From<String> for Target {
    fn from(uid: String) -> Target {
        Target(ElementReference {
            uid: Some(ElementId(uid)),
            ..ElementReference::default()
        })
    }
}

impl From<&str> for Target {
    fn from(uid: &str) -> Target {
        uid.to_owned().into()
    }
}

impl From<u32> for Target {
    fn from(uid: u32) -> Target {
        uid.to_string().into()
    }
}

impl From<&Element> for Target {
    fn from(element: &Element) -> Target {
        element.target.clone()
    }
}

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
