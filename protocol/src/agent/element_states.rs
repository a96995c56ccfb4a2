//! States and properties of an element in the answer of `/explain`: the fields of
//! [`axlens_snapshot::States`], which the engine sends, in the order of the answer.

use axlens_snapshot::{Tristate, Unseen};
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// States and properties of an element. Those that the role does not support or the page does not
/// set are absent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(default)]
pub struct ElementStates {
    /// `inline`, `list` or `both`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub autocomplete: Option<String>,
    /// It is being changed.
    #[serde(skip_serializing_if = "is_false")]
    pub busy: bool,
    /// `false`, `true` or `mixed`; for a checkbox, radio, switch, menu item or option.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(with = "Option<String>"))]
    pub checked: Option<Tristate>,
    /// Why it counts as clickable without an interactive role: `onclick`, `cursor:pointer`,
    /// `tabindex`, `label`, an attribute such as `data-handler`, or a word of its class or id that
    /// controls have: `class:next`, `id:reply`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clickable: Vec<String>,
    /// Number of rows of a table or items of a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// `page`, `step`, `location`, `date`, `time` or `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<String>,
    /// It is disabled.
    #[serde(skip_serializing_if = "is_false")]
    pub disabled: bool,
    /// Its text can be edited.
    #[serde(skip_serializing_if = "is_false")]
    pub editable: bool,
    /// The message that `aria-errormessage` of an invalid field names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_message: Option<String>,
    /// Whether what it controls is expanded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expanded: Option<bool>,
    /// It is focusable without an interactive role.
    #[serde(skip_serializing_if = "is_false")]
    pub focusable: bool,
    /// It has the focus.
    #[serde(skip_serializing_if = "is_false")]
    pub focused: bool,
    /// `menu`, `listbox`, `tree`, `grid` or `dialog`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub haspopup: Option<String>,
    /// `true`, `grammar`, `spelling`, or another value of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invalid: Option<String>,
    /// Keys of `aria-keyshortcuts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keyshortcuts: Option<String>,
    /// Level of a heading, row, tree item or list item, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
    /// `polite` or `assertive`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live: Option<String>,
    /// Largest value of a range, as the page writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<String>,
    /// Smallest value of a range, as the page writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<String>,
    /// A modal dialog.
    #[serde(skip_serializing_if = "is_false")]
    pub modal: bool,
    /// It takes more than one line of text.
    #[serde(skip_serializing_if = "is_false")]
    pub multiline: bool,
    /// More than one of its options can be selected.
    #[serde(skip_serializing_if = "is_false")]
    pub multiselectable: bool,
    /// `horizontal` or `vertical`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orientation: Option<String>,
    /// Placeholder of a field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<String>,
    /// Whether a popover is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub popover_open: Option<bool>,
    /// `false`, `true` or `mixed`; for a toggle button.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(with = "Option<String>"))]
    pub pressed: Option<Tristate>,
    /// It can't be edited.
    #[serde(skip_serializing_if = "is_false")]
    pub readonly: bool,
    /// It requires a value.
    #[serde(skip_serializing_if = "is_false")]
    pub required: bool,
    /// Text of `aria-roledescription`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roledescription: Option<String>,
    /// A secret field, whose value is never sent.
    #[serde(skip_serializing_if = "is_false")]
    pub secret: bool,
    /// Whether it is selected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selected: Option<bool>,
    /// `ascending`, `descending` or `other`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sort: Option<String>,
    /// How much of its text a user can't see although it is rendered: `all` or `part`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(with = "Option<String>"))]
    pub unseen: Option<Unseen>,
    /// Text to read instead of the number of a range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valuetext: Option<String>,
}

fn is_false(value: &bool) -> bool {
    !*value
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_snapshot::States;
    use serde_json::{from_value, to_value};

    /// Every state by name, so that a new one does not compile before it is listed here.
    fn every_state() -> States {
        let text = || Some("text".to_owned());
        States {
            checked: Some(Tristate::Mixed),
            pressed: Some(Tristate::Mixed),
            selected: Some(true),
            expanded: Some(true),
            disabled: true,
            readonly: true,
            required: true,
            invalid: text(),
            error_message: text(),
            current: text(),
            haspopup: text(),
            level: Some(2),
            sort: text(),
            orientation: text(),
            multiselectable: true,
            multiline: true,
            modal: true,
            busy: true,
            live: text(),
            keyshortcuts: text(),
            roledescription: text(),
            valuetext: text(),
            min: text(),
            max: text(),
            placeholder: text(),
            autocomplete: text(),
            focused: true,
            focusable: true,
            editable: true,
            popover_open: Some(true),
            clickable: vec!["label".to_owned()],
            secret: true,
            unseen: Some(Unseen::Part),
            // Only runs of text have it, which are no elements.
            space: None,
            count: Some(2),
        }
    }

    #[test]
    fn the_answer_has_every_state_of_a_snapshot() {
        let sent = to_value(every_state()).expect("JSON");
        let states: ElementStates = from_value(sent.clone()).expect("states");
        assert_eq!(to_value(&states).expect("JSON"), sent);
    }
}
