//! How a request names an element.

use axlens_protocol::agent::interact::ElementReference;
use axlens_protocol::model::ElementId;

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
