//! Actions on elements and tabs, with their arguments: in requests of agents, in queries to the
//! extension, and with the feature `commands` as commands of `axlens`.

#[cfg(feature = "commands")]
pub mod commands;

use super::ElementId;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::time::Duration;

/// An action and its arguments.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(tag = "action", rename_all = "snake_case")]
#[cfg_attr(feature = "commands", derive(clap::Subcommand))]
pub enum Action {
    /// Presses and releases a mouse button on the element.
    #[serde(alias = "click_uid")]
    Click(Click),
    /// Moves the pointer onto the element.
    Hover(Hover),
    /// Focuses the element.
    Focus,
    /// Clicks as assistive technology does, even if the element is covered.
    Activate,
    /// Replaces the value of a field.
    Fill {
        /// The text.
        #[cfg_attr(feature = "commands", arg(allow_hyphen_values = true))]
        value: String,
    },
    /// Enters a secret of the user's into a field of a password, a code or a card. Its value is in
    /// no answer and no log.
    FillSecret {
        /// The name of the secret, see `axlens secret list`.
        secret: String,
    },
    /// Empties a field.
    Clear,
    /// Sets a date, time, color, range or number field.
    Set {
        /// In the syntax of the field's `value`: `2026-11-23`, `#d6249f`, `7`.
        #[cfg_attr(feature = "commands", arg(allow_hyphen_values = true))]
        value: String,
    },
    /// Types a text key by key at the caret.
    Type(Type),
    /// Presses keys one after another.
    Press(Press),
    /// Selects exactly the given options of a list.
    Select(Select),
    /// Checks a checkbox, a radio button or a switch.
    Check,
    /// Unchecks a checkbox or switch.
    Uncheck,
    /// Scrolls the element, its container or the page.
    Scroll(Scroll),
    /// Submits the form that the element belongs to.
    Submit,
    /// Outlines the element for two seconds.
    Highlight,
    /// Drags the element.
    Drag(Drag),
    /// Selects a text of the element with the mouse, as for copying or formatting.
    SelectText {
        /// The exact visible text, which may span several elements; default: all text of the
        /// element.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// Sets the files of a file field, or drops files on the element.
    Upload {
        /// The files, 1 to 20, at most 8 MiB in total.
        #[cfg_attr(feature = "commands", arg(required = true, value_name = "FILE", value_parser = commands::file))]
        files: Vec<UploadedFile>,
    },
    /// Runs a script in the page's main world, in the document of the element or of the tab, if the
    /// user enabled this. The script can read secrets.
    ExecuteJs {
        /// The body of a function with `return`, or one expression; a promise is awaited.
        script: String,
    },
    /// Calls a tool that the page offers to agents.
    CallTool {
        /// The tool: its handle in the list of page tools, or its name if only one has it.
        tool: String,
        /// Its arguments, as its schema describes them.
        #[serde(default)]
        #[cfg_attr(feature = "commands", arg(long = "args", value_name = "JSON", value_parser = commands::json_object, default_value = "{}"))]
        arguments: Map<String, Value>,
    },
    /// Navigates the tab to a URL.
    Navigate {
        /// The URL: `http://` or `https://`.
        url: String,
    },
    /// Goes back in the tab's history.
    Back,
    /// Goes forward in the tab's history.
    Forward,
    /// Reloads the page.
    Reload,
    /// Opens a tab in the background.
    NewTab {
        /// Its URL; default: an empty tab.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        url: Option<String>,
    },
    /// Closes a tab that this agent opened.
    CloseTab,
    /// Makes the tab the active tab of its window.
    ActivateTab,
    /// Prevents other agents from acting in the tab, until this agent releases it or has not acted
    /// there for a minute.
    ClaimTab,
    /// Releases a claimed tab.
    ReleaseTab,
}

impl Action {
    /// The maximum of `hold`.
    pub const MAX_HOLD: Duration = Duration::from_secs(5);

    /// How long the pointer is pressed before it moves or is released.
    pub fn hold(&self) -> Duration {
        let (Action::Click(Click { hold_ms, .. }) | Action::Drag(Drag { hold_ms, .. })) = self
        else {
            return Duration::ZERO;
        };
        Duration::from_millis((*hold_ms).into())
    }

    /// Sets the positions in the element and in a drag's target, unless the action has them or uses
    /// none.
    pub fn set_points(&mut self, element: Option<[f64; 2]>, drag_target: Option<[f64; 2]>) {
        if let Action::Click(Click { position, .. })
        | Action::Hover(Hover { position, .. })
        | Action::Drag(Drag { position, .. }) = self
        {
            *position = position.or(element);
        }
        if let Action::Drag(Drag {
            to: DragTo::Element { position, .. } | DragTo::Match { position, .. },
            ..
        }) = self
        {
            *position = position.or(drag_target);
        }
    }
}

/// Arguments of a click.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[cfg_attr(feature = "commands", derive(clap::Args))]
pub struct Click {
    /// The mouse button.
    #[serde(default, skip_serializing_if = "is_left")]
    #[cfg_attr(feature = "commands", arg(long, value_enum, default_value_t))]
    pub button: MouseButton,
    /// Number of clicks, 1 to 3: 2 is a double click.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    #[cfg_attr(feature = "commands", arg(long, default_value_t = once()))]
    pub count: u8,
    /// Keys to hold down.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "commands", arg(long = "modifier", value_enum))]
    pub modifiers: Vec<Modifier>,
    /// Position in CSS pixels from the upper left corner of its padding box; default: its center.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "commands", arg(long = "at", value_name = "X,Y", value_parser = commands::pixels, allow_hyphen_values = true))]
    pub position: Option<[f64; 2]>,
    /// Milliseconds between press and release, 0 to 5,000; with a `count` of 1.
    #[serde(default, rename = "hold", skip_serializing_if = "is_zero")]
    #[cfg_attr(
        feature = "commands",
        arg(long = "hold", value_name = "MS", default_value_t)
    )]
    pub hold_ms: u32,
}

/// Arguments of a hover.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[cfg_attr(feature = "commands", derive(clap::Args))]
pub struct Hover {
    /// Keys to hold down.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "commands", arg(long = "modifier", value_enum))]
    pub modifiers: Vec<Modifier>,
    /// Position in CSS pixels from the upper left corner of its padding box; default: its center.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "commands", arg(long = "at", value_name = "X,Y", value_parser = commands::pixels, allow_hyphen_values = true))]
    pub position: Option<[f64; 2]>,
}

/// Arguments of `press`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[cfg_attr(feature = "commands", derive(clap::Args))]
pub struct Press {
    /// Keys with their modifiers: `Enter`, `Control+A`.
    #[cfg_attr(feature = "commands", command(flatten))]
    pub keys: Keys,
    /// How often to press all keys in order, 1 to 100.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    #[cfg_attr(feature = "commands", arg(long, default_value_t = once()))]
    pub count: u8,
}

impl Press {
    /// The maximum of `count`.
    pub const MAX_COUNT: u8 = 100;

    /// These keys, once.
    pub fn once(keys: Vec<String>) -> Press {
        Press {
            keys: Keys(keys),
            count: once(),
        }
    }

    /// All keys in order, without a count.
    #[must_use]
    pub fn repeated(&self) -> Press {
        let all = std::iter::repeat_n(&self.keys.0, self.count.into());
        Press::once(all.flatten().cloned().collect())
    }
}

/// Arguments of `type`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[cfg_attr(feature = "commands", derive(clap::Args))]
pub struct Type {
    /// The text.
    #[cfg_attr(feature = "commands", arg(allow_hyphen_values = true))]
    pub text: String,
    /// Inserts the text at once, without key events, as an input method or a paste does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "commands", arg(long))]
    pub insert: bool,
}

/// The options to select, by exactly one of the three fields.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct Select {
    /// By their values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<String>>,
    /// By their texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<Vec<String>>,
    /// By their positions, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub indexes: Option<Vec<u32>>,
}

/// Arguments of a drag.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[cfg_attr(feature = "commands", derive(clap::Args))]
pub struct Drag {
    /// The target.
    #[cfg_attr(feature = "commands", command(flatten))]
    pub to: DragTo,
    /// Where to press, in CSS pixels from the upper left corner of its padding box; default: its
    /// center.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "commands", arg(long = "at", value_name = "X,Y", value_parser = commands::pixels, allow_hyphen_values = true))]
    pub position: Option<[f64; 2]>,
    /// Keys to hold down.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "commands", arg(long = "modifier", value_enum))]
    pub modifiers: Vec<Modifier>,
    /// Milliseconds between the press and the first move, 0 to 5,000.
    #[serde(default, rename = "hold", skip_serializing_if = "is_zero")]
    #[cfg_attr(
        feature = "commands",
        arg(long = "hold", value_name = "MS", default_value_t)
    )]
    pub hold_ms: u32,
}

/// The target of a drag.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(
    untagged,
    expecting = "{\"uid\": 43}, {\"selector\": \"#to\"} or {\"by\": [100, 0]}"
)]
pub enum DragTo {
    /// Another element of the same document.
    Element {
        /// The uid of that element.
        uid: ElementId,
        /// The `seen` of a fault: accepts the element as that fault describes it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<String>,
        /// Where to release, in CSS pixels from the upper left corner of its padding box; default:
        /// its center.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<[f64; 2]>,
    },
    /// Another element of the same document, found in the live page.
    Match {
        /// CSS selector, `text=` and the exact visible text of that element, `role=` with its role
        /// and name, or `at=` and a point.
        selector: String,
        /// Which match in document order, from 1, if several elements match.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nth: Option<u32>,
        /// The uid of an element that contains it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        within: Option<ElementId>,
        /// Where to release, as for a uid.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<[f64; 2]>,
    },
    /// A distance.
    By {
        /// CSS pixels to the right and down.
        by: [f64; 2],
    },
}

/// A file to upload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct UploadedFile {
    /// Its name, without folders.
    pub name: String,
    /// Its media type, such as `text/plain`; default: by the extension of its name.
    #[serde(default, rename = "type", skip_serializing_if = "String::is_empty")]
    pub media_type: String,
    /// Its contents, base64.
    pub base64: String,
}

/// Arguments of a scroll: at most one of the fields; default: scrolls the element into view.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[cfg_attr(feature = "commands", derive(clap::Args))]
pub struct Scroll {
    /// CSS pixels to the right and down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "commands", arg(long, value_name = "X,Y", value_parser = commands::pixels, allow_hyphen_values = true))]
    pub by: Option<[f64; 2]>,
    /// A position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "commands", arg(long, value_enum, conflicts_with = "by"))]
    pub to: Option<ScrollTo>,
}

/// The position to scroll to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "commands", derive(clap::ValueEnum))]
pub enum ScrollTo {
    /// The start.
    Top,
    /// The end.
    Bottom,
    /// The element is in the viewport.
    IntoView,
}

/// A mouse button.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "commands", derive(clap::ValueEnum))]
pub enum MouseButton {
    /// The primary button.
    #[default]
    Left,
    /// The button of the context menu.
    Right,
    /// The wheel button.
    Middle,
}

/// A modifier key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[cfg_attr(feature = "commands", derive(clap::ValueEnum))]
pub enum Modifier {
    /// Shift.
    Shift,
    /// Control.
    Control,
    /// Alt, or Option.
    Alt,
    /// The Windows or Command key.
    Meta,
}

/// Keys to press: one, or several in order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(from = "KeysInput", into = "Vec<String>")]
#[cfg_attr(feature = "schemas", schemars(with = "KeysInput"))]
pub struct Keys(pub Vec<String>);

#[derive(Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(
    untagged,
    expecting = "a key such as \"Enter\" or \"Control+A\", or a list of them"
)]
enum KeysInput {
    /// One.
    One(String),
    /// Several, in order.
    Several(Vec<String>),
}

impl From<KeysInput> for Keys {
    fn from(input: KeysInput) -> Keys {
        match input {
            KeysInput::One(key) => Keys(vec![key]),
            KeysInput::Several(keys) => Keys(keys),
        }
    }
}

impl From<Keys> for Vec<String> {
    fn from(keys: Keys) -> Vec<String> {
        keys.0
    }
}

/// How the wait for a page ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Settled {
    /// The page became idle.
    #[default]
    Quiet,
    /// A page was still loading.
    Loading,
    /// The page kept changing until the time limit.
    Cap,
}

fn once() -> u8 {
    1
}

fn is_once(count: &u8) -> bool {
    *count == 1
}

fn is_zero(milliseconds: &u32) -> bool {
    *milliseconds == 0
}

fn is_left(button: &MouseButton) -> bool {
    *button == MouseButton::Left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::action_table::ACTIONS;
    use serde_json::json;

    #[test]
    fn every_action_with_a_position_takes_the_point_of_its_element() {
        let with_position = ACTIONS
            .iter()
            .filter(|info| info.arguments.contains(&"position"));
        for info in with_position {
            let action = json!({"action": info.name, "to": {"selector": "b"}});
            let mut action: Action = serde_json::from_value(action).expect("an action");
            action.set_points(Some([1.0, 2.0]), Some([3.0, 4.0]));
            // A position of the request stays.
            action.set_points(Some([9.0, 9.0]), Some([9.0, 9.0]));
            let sent = serde_json::to_value(&action).expect("JSON");
            assert_eq!(sent["position"], json!([1.0, 2.0]), "{sent}");
            if info.name == "drag" {
                assert_eq!(sent["to"]["position"], json!([3.0, 4.0]), "{sent}");
            }
        }
    }
}
