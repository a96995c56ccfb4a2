//! An element of a page, and how a request names one.

use crate::error::Result;
use crate::page::Page;
use axlens_protocol::agent::find::FoundElement;
use axlens_protocol::agent::get::{GetAnswer, GetRequest, Property};
use axlens_protocol::agent::interact::{ActionResult, ElementReference};
use axlens_protocol::model::ElementId;
use axlens_protocol::model::action::{Action, Click, Hover, Keys, Press, Select, Type};

/// How a request names an element: by its uid, or with a selector.
#[derive(Debug, Clone)]
pub struct Target(pub ElementReference);

impl Target {
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

    /// Executes an action on it.
    ///
    /// # Errors
    /// Those of a request. The action may have been executed if the server can't be reached.
    pub async fn act(&mut self, action: Action) -> Result<ActionResult> {
        self.page.act(self.target.clone(), action).await
    }
}

/// Methods for the actions on elements, of [`Page`] and of [`Element`].
macro_rules! element_actions {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $Type:ty),*) => $action:expr;)*) => {
        impl Page {
            $(
                $(#[$doc])*
                ///
                /// # Errors
                /// Those of a request. It may have been executed if the server can't be reached.
                pub async fn $name(
                    &mut self,
                    target: impl Into<Target>,
                    $($argument: $Type),*
                ) -> Result<ActionResult> {
                    self.act(target, $action).await
                }
            )*
        }

        impl Element {
            $(
                $(#[$doc])*
                ///
                /// # Errors
                /// Those of a request. It may have been executed if the server can't be reached.
                pub async fn $name(&mut self, $($argument: $Type),*) -> Result<ActionResult> {
                    self.act($action).await
                }
            )*
        }
    };
}

element_actions! {
    /// Clicks the element.
    click() => Action::Click(Click { count: 1, ..Click::default() });
    /// Moves the pointer onto the element.
    hover() => Action::Hover(Hover::default());
    /// Focuses the element.
    focus() => Action::Focus;
    /// Clicks as assistive technology does, even if the element is covered.
    activate() => Action::Activate;
    /// Replaces the value of a field.
    fill(value: &str) => Action::Fill { value: value.to_owned() };
    /// Empties a field.
    clear() => Action::Clear;
    /// Sets a date, time, color, range or number field.
    set(value: &str) => Action::Set { value: value.to_owned() };
    /// Types a text key by key.
    type_text(text: &str) => Action::Type(Type { text: text.to_owned(), insert: false });
    /// Presses keys in the element.
    press(keys: &[&str]) => Action::Press(Press {
        keys: Keys(keys.iter().map(|key| (*key).to_owned()).collect()),
        count: 1,
    });
    /// Selects the options with these labels.
    select(labels: &[&str]) => Action::Select(Select {
        labels: Some(labels.iter().map(|label| (*label).to_owned()).collect()),
        ..Select::default()
    });
    /// Checks a checkbox, a radio button or a switch.
    check() => Action::Check;
    /// Unchecks a checkbox or switch.
    uncheck() => Action::Uncheck;
    /// Submits the form of the element.
    submit() => Action::Submit;
    /// Outlines the element for two seconds.
    highlight() => Action::Highlight;
}
