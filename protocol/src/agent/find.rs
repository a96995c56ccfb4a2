//! `POST /find`: elements by what they are called and what they say, with their uids.

use super::TabHandle;
use crate::model::ElementId;
use axlens_snapshot::Role;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an element is known by. All that is given must hold of it; at least one is. Names and texts
/// are parts of the element's, without regard to case, unless `exact`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sought {
    /// Its role, as snapshots print it: `button`, `link`, `h2` …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Its accessible name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its text; without a role, the innermost element that has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The name of a field, or of what can be chosen or switched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// What an empty field shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<String>,
    /// The attribute `alt`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alt: Option<String>,
    /// The attribute `title`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// `data-testid`, or another attribute for tests: always exactly this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub testid: Option<String>,
    /// CSS selector, searched through frames and shadow roots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// Names and texts are exactly these, upper and lower case too.
    #[serde(default, skip_serializing_if = "is_false")]
    pub exact: bool,
}

/// Body of `POST /find`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FindRequest {
    /// What is looked for.
    #[serde(flatten)]
    pub sought: Sought,
    /// Only inside the element with this uid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<ElementId>,
    /// Most matches in the answer, 1 to 100; left out, 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    /// Which tab, by its small number; left out: the one in front of the user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabHandle>,
    /// Id or name of the browser; left out, that of the tab, or the only one that is connected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Whose uids; `default` where left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Longest time it may take, in milliseconds: 100 to 60,000; left out, 15,000.
    #[serde(default, rename = "timeoutMs", skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// Answer of `POST /find`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FindAnswer {
    /// How many elements match; more than `matches` has where there are many.
    pub count: usize,
    /// The elements, in the order of the page.
    pub matches: Vec<FoundElement>,
    /// Title of the page.
    pub page_title: String,
    /// Number of the snapshot in its session.
    pub snapshot: u64,
    /// The tab.
    pub tab: TabHandle,
    /// Their lines in the format `lean`, with the row, item or dialog that each stands in.
    pub tree: String,
    /// Address of the page.
    pub url: String,
}

/// An element that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FoundElement {
    /// Whether it is disabled; absent where it is not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub disabled: bool,
    /// Accessible name; of a run of text, the text.
    pub name: String,
    /// Role, as ARIA spells it.
    #[schemars(with = "String")]
    pub role: Role,
    /// Its uid; null for what can't be acted on.
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
    fn what_is_looked_for_stands_beside_the_rest() {
        let request: FindRequest =
            serde_json::from_value(json!({"role": "button", "limit": 3, "tab": 2})).expect("one");
        assert_eq!(request.sought.role.as_deref(), Some("button"));
        assert_eq!((request.limit, request.tab), (Some(3), Some(2)));
        let sent = serde_json::to_value(&request).expect("JSON");
        assert_eq!(sent, json!({"role": "button", "limit": 3, "tab": 2}));
    }

    #[test]
    fn an_unknown_field_is_refused() {
        let read = serde_json::from_value::<FindRequest>(json!({"role": "button", "nme": "Save"}));
        assert!(
            read.expect_err("none of this name")
                .to_string()
                .contains("nme")
        );
    }
}
