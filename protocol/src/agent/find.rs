//! `POST /find`: finds elements by role, name, text, attributes or selector.

use super::TabHandle;
use crate::model::ElementId;
use axlens_snapshot::Role;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Criteria of an element, at least one. The element must match all of them. Names and texts match
/// parts of the element's and ignore case, unless `exact`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct ElementCriteria {
    /// Its role, as snapshots print it: `button`, `link`, `h2` …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Its accessible name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its text; without `role`: the innermost element with the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The accessible name of a field, option or toggle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The text of the row, item, card or dialog around it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<String>,
    /// The placeholder of a field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<String>,
    /// The attribute `alt`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alt: Option<String>,
    /// The attribute `title`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// `data-testid`, or another test attribute; always exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub testid: Option<String>,
    /// CSS selector, searched through frames and shadow roots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// Names and texts must be equal, including case.
    #[serde(default, skip_serializing_if = "is_false")]
    pub exact: bool,
}

/// Body of `POST /find`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FindRequest {
    /// Criteria of the elements.
    #[serde(flatten)]
    pub criteria: ElementCriteria,
    /// Searches only inside the element with this uid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<ElementId>,
    /// Maximum number of matches in the answer, 1 to 100; default 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    /// Number of the tab; default: the active tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabHandle>,
    /// Id or name of the browser; default: that of the tab, or the only connected one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Name of the session, to which the uids belong; default `default`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Timeout in milliseconds, 100 to 60,000; default 15,000.
    #[serde(default, rename = "timeoutMs", skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// Answer of `POST /find`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FindAnswer {
    /// Number of matching elements; can be larger than the length of `matches`.
    pub count: usize,
    /// The elements, in the order of the page.
    pub matches: Vec<FoundElement>,
    /// Title of the page.
    pub page_title: String,
    /// Number of the snapshot in its session.
    pub snapshot: u64,
    /// The tab.
    pub tab: TabHandle,
    /// The lines of the elements in the format `lean`, each with its row, item or dialog.
    pub tree: String,
    /// URL of the page.
    pub url: String,
}

/// A matching element.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct FoundElement {
    /// Whether it is disabled; absent if not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub disabled: bool,
    /// Words of the class, attributes or image of an element without a name, as in `~paper-plane`
    /// on its line; absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Accessible name; the text, for a run of text.
    pub name: String,
    /// Role, as in ARIA.
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    pub role: Role,
    /// The text inside an element without a name, at most 80 characters; absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its uid; null for elements that accept no actions.
    pub uid: Option<String>,
}

fn is_false(value: &bool) -> bool {
    !*value
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn criteria_are_fields_of_the_request() {
        let request: FindRequest =
            serde_json::from_value(json!({"role": "button", "limit": 3, "tab": 2})).expect("one");
        assert_eq!(request.criteria.role.as_deref(), Some("button"));
        assert_eq!((request.limit, request.tab), (Some(3), Some(2)));
        let sent = serde_json::to_value(&request).expect("JSON");
        assert_eq!(sent, json!({"role": "button", "limit": 3, "tab": 2}));
    }

    #[test]
    fn an_unknown_field_is_rejected() {
        let read = serde_json::from_value::<FindRequest>(json!({"role": "button", "nme": "Save"}));
        assert!(
            read.expect_err("no field has this name")
                .to_string()
                .contains("nme")
        );
    }
}
