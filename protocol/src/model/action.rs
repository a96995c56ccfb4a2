//! What can be done to an element or a tab, with its arguments. The same on the way from the agent
//! to the server and from there to the extension.

use super::ElementId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum Action {
    /// Presses and releases a mouse button on the element.
    #[serde(alias = "click_uid")]
    Click(Click),
    /// Moves the pointer onto the element.
    Hover(Hover),
    /// Gives the element the focus.
    Focus,
    /// Clicks as assistive technology does: whatever covers the element.
    Activate,
    /// Puts a text into a field, in place of what is there.
    Fill {
        /// The text.
        value: String,
    },
    /// Empties a field.
    Clear,
    /// Sets a date, a time, a colour, a range or a number.
    Set {
        /// As the field's `value` spells it: `2026-11-23`, `#d6249f`, `7`.
        value: String,
    },
    /// Types a text key by key, where the caret is.
    Type {
        /// The text.
        text: String,
    },
    /// Presses keys, one after the other.
    Press {
        /// Each a key, with its modifiers: `Enter`, `Control+A`.
        keys: Keys,
    },
    /// Selects options of a list, and no others.
    Select(Select),
    /// Checks a checkbox, a radio button or a switch.
    Check,
    /// Takes the check away.
    Uncheck,
    /// Scrolls the element, or what is around it.
    Scroll(Scroll),
    /// Submits the form that the element belongs to.
    Submit,
    /// Draws an outline round the element for two seconds.
    Highlight,
    /// Drags the element.
    Drag {
        /// Where to.
        to: DragTo,
    },
    /// Gives files to a file field, or drops them on the element.
    Upload {
        /// The files, 1 to 20, of 8 MiB in all.
        files: Vec<UploadedFile>,
    },
    /// Runs a script in the page's own world, in the element's document or that of the tab, where
    /// the user has switched that on. It can read what Axlens keeps secret.
    ExecuteJs {
        /// The body of a function, whose `return` is the value, or one expression; a promise is
        /// waited for.
        script: String,
    },
    /// Shows an address in the tab.
    Navigate {
        /// The address: `http://` or `https://`.
        url: String,
    },
    /// Goes back in the tab's history.
    Back,
    /// Goes forward in the tab's history.
    Forward,
    /// Loads the page again.
    Reload,
    /// Opens a tab, behind the one in front.
    NewTab {
        /// What it shows; left out, nothing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        url: Option<String>,
    },
    /// Closes a tab that this agent has opened.
    CloseTab,
    /// Brings the tab to the front of its window.
    ActivateTab,
    /// Keeps other agents from acting in the tab, until this one lets go or has not acted there for
    /// a minute.
    ClaimTab,
    /// Lets other agents act in the tab again.
    ReleaseTab,
}

/// How to click.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Click {
    /// Which button.
    #[serde(default, skip_serializing_if = "is_left")]
    pub button: MouseButton,
    /// How often, 1 to 3.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub count: u8,
    /// Keys held down meanwhile.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// Where on the element, in CSS pixels from its upper left corner; left out: its middle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<[f64; 2]>,
}

/// How to hover.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Hover {
    /// Keys held down meanwhile.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// Where on the element, in CSS pixels from its upper left corner; left out: its middle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<[f64; 2]>,
}

/// Which options. One of the three is given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

/// Where an element is dragged to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "{\"uid\": 43} or {\"by\": [100, 0]}")]
pub enum DragTo {
    /// Onto another element of its document.
    Element {
        /// That one, as a snapshot printed it.
        uid: ElementId,
        /// The `seen` of a fault: it is meant as that fault says it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<String>,
    },
    /// So many CSS pixels to the right and down.
    By {
        /// Both.
        by: [f64; 2],
    },
}

/// A file that a page is given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UploadedFile {
    /// Its name, without folders.
    pub name: String,
    /// Its media type, such as `text/plain`; left out, none.
    #[serde(default, rename = "type", skip_serializing_if = "String::is_empty")]
    pub media_type: String,
    /// What is in it, base64.
    pub base64: String,
}

/// How to scroll. One of the two is given; without either, the element is brought into view.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Scroll {
    /// So many CSS pixels to the right and down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<[f64; 2]>,
    /// To where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<ScrollTo>,
}

/// Where to scroll to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScrollTo {
    /// The beginning.
    Top,
    /// The end.
    Bottom,
    /// Where the element is in view.
    IntoView,
}

/// A mouse button.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MouseButton {
    /// The main one.
    #[default]
    Left,
    /// The one of the context menu.
    Right,
    /// The wheel.
    Middle,
}

/// A key that is held down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "KeysAsGiven", into = "Vec<String>")]
#[schemars(with = "KeysAsGiven")]
pub struct Keys(pub Vec<String>);

#[derive(Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "a key such as \"Enter\" or \"Control+A\", or a list of them"
)]
enum KeysAsGiven {
    /// One.
    One(String),
    /// Several, in order.
    Several(Vec<String>),
}

impl From<KeysAsGiven> for Keys {
    fn from(given: KeysAsGiven) -> Keys {
        match given {
            KeysAsGiven::One(key) => Keys(vec![key]),
            KeysAsGiven::Several(keys) => Keys(keys),
        }
    }
}

impl From<Keys> for Vec<String> {
    fn from(keys: Keys) -> Vec<String> {
        keys.0
    }
}

/// How the wait for a page ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Settled {
    /// Nothing changed any more.
    #[default]
    Quiet,
    /// A page was still on its way.
    Loading,
    /// Changes did not end.
    Cap,
}

fn once() -> u8 {
    1
}

fn is_once(count: &u8) -> bool {
    *count == 1
}

fn is_left(button: &MouseButton) -> bool {
    *button == MouseButton::Left
}
