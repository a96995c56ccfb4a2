//! Real input on `tests/browser/acting/events/page.html`, and the actions with which an agent does
//! the same.

use crate::acting::events::real_input::{Click, Input, SHIFT};
use serde_json::{Value, json};

/// A scenario that is executed with real input and with actions.
#[derive(Clone, Copy)]
pub struct Scenario {
    pub name: &'static str,
    /// A script that prepares the page.
    pub before: &'static str,
    pub user: &'static [Input],
    pub agent: &'static [AgentStep],
    /// An expression for the state of the page afterwards, which must be equal.
    pub state: &'static str,
    /// Types of events that are not compared, because the user achieves the effect in another way.
    pub ignored: &'static [&'static str],
}

/// One step of an agent.
#[derive(Clone, Copy)]
pub enum AgentStep {
    /// An action on an element: its name and its arguments, as JSON.
    Act(&'static str, &'static str, &'static str),
    /// `press` on the focused element.
    Press(&'static [&'static str]),
    /// `type` into the focused element.
    Type(&'static str),
    /// A script in the page.
    Script(&'static str),
}

impl AgentStep {
    /// The element and the action. `None`: the step is a script.
    pub fn action(self) -> anyhow::Result<Option<(Option<&'static str>, Value)>> {
        Ok(match self {
            AgentStep::Act(selector, name, args) => {
                let mut action: Value = serde_json::from_str(args)?;
                action["action"] = json!(name);
                Some((Some(selector), action))
            }
            AgentStep::Press(keys) => Some((None, json!({"action": "press", "keys": keys}))),
            AgentStep::Type(text) => Some((None, json!({"action": "type", "text": text}))),
            AgentStep::Script(_) => None,
        })
    }
}

use AgentStep::{Act, Press};
use Input::{Drag, Insert, Keys, Move, Script, Type};

const fn scenario(
    name: &'static str,
    user: &'static [Input],
    agent: &'static [AgentStep],
) -> Scenario {
    Scenario {
        name,
        before: "",
        user,
        agent,
        state: "0",
        ignored: &[],
    }
}

impl Scenario {
    const fn before(self, before: &'static str) -> Self {
        Self { before, ..self }
    }

    const fn state(self, state: &'static str) -> Self {
        Self { state, ..self }
    }

    const fn ignoring(self, ignored: &'static [&'static str]) -> Self {
        Self { ignored, ..self }
    }
}

const fn click(selector: &'static str) -> Input {
    clicks(selector, "left", 1)
}

const fn clicks(selector: &'static str, button: &'static str, count: u32) -> Input {
    Input::Click(Click {
        selector,
        button,
        count,
        modifiers: 0,
    })
}

const fn act(selector: &'static str, name: &'static str) -> AgentStep {
    Act(selector, name, "{}")
}

const ACTIVE: &str = "document.activeElement.id";
/// The focused field, its value and its selection.
const SELECTION: &str = "[document.activeElement.id, document.activeElement.value, \
    document.activeElement.selectionStart, document.activeElement.selectionEnd]";
/// A number field, and whether it holds a text that is no number.
const NUMBER: &str = "[count.value, count.validity.badInput]";
const FOCUS_NAME: &str = "document.getElementById('name').focus()";
const CARET_AFTER_NAME: &str = "document.getElementById('name').focus(); \
    document.getElementById('name').setSelectionRange(3, 3)";
const BLUR: &str = "document.activeElement.blur()";

pub const SCENARIOS: [&[Scenario]; 4] = [CLICKS, EDITS, KEYS, DRAGS];

const CLICKS: &[Scenario] = &[
    scenario("click", &[click("#bold")], &[act("#plain", "click")]).state(ACTIVE),
    scenario(
        "clicks on two elements",
        &[click("#bold"), click("#name")],
        &[act("#plain", "click"), act("#name", "click")],
    )
    .state(SELECTION),
    scenario(
        "double click",
        &[clicks("#bold", "left", 2)],
        &[Act("#plain", "click", r#"{"count": 2}"#)],
    ),
    scenario(
        "double click on a word",
        &[clicks("#words", "left", 2)],
        &[Act("#words", "click", r#"{"count": 2}"#)],
    ),
    scenario(
        "double click in a field",
        &[Move("#name"), clicks("#name", "left", 2)],
        &[
            act("#name", "hover"),
            Act("#name", "click", r#"{"count": 2}"#),
        ],
    ),
    scenario(
        "right click",
        &[clicks("#bold", "right", 1)],
        &[Act("#plain", "click", r#"{"button": "right"}"#)],
    ),
    scenario(
        "middle click",
        &[clicks("#bold", "middle", 1)],
        &[Act("#plain", "click", r#"{"button": "middle"}"#)],
    ),
    scenario(
        "click with Shift",
        &[Input::Click(Click {
            selector: "#bold",
            button: "left",
            count: 1,
            modifiers: SHIFT,
        })],
        &[Act("#plain", "click", r#"{"modifiers": ["Shift"]}"#)],
    ),
    scenario(
        "click on text while a field has the focus",
        &[click("#words")],
        &[act("#words", "click")],
    )
    .before(FOCUS_NAME)
    .state("document.activeElement.localName"),
    scenario(
        "click with pointerdown prevented",
        &[click("#guarded")],
        &[act("#guarded", "click")],
    )
    .before(FOCUS_NAME)
    .state(ACTIVE),
    scenario(
        "click with mousedown prevented",
        &[click("#unfocused")],
        &[act("#unfocused", "click")],
    )
    .before(FOCUS_NAME)
    .state(ACTIVE),
    scenario(
        "click that opens an overlay under the mouse",
        &[click("#opens")],
        &[act("#opens", "click")],
    ),
    scenario(
        "click on a link",
        &[click("#link")],
        &[act("#link", "click")],
    ),
    scenario(
        "click on a label",
        &[click("#caption")],
        &[act("#caption", "click")],
    )
    .state("box.checked"),
    scenario(
        "click in a closed shadow root",
        &[click("#host")],
        &[act("#host >>> #inner", "click")],
    ),
    scenario(
        "click on a summary",
        &[click("#summary")],
        &[act("#summary", "click")],
    )
    .state("details.open"),
    scenario(
        "hover",
        &[Move("#bold"), Move("#link"), Move("#host")],
        &[
            act("#bold", "hover"),
            act("#link", "hover"),
            act("#host >>> #inner", "hover"),
        ],
    ),
    scenario(
        "check",
        &[click("#box2")],
        &[act("#box2", "check"), act("#box2", "check")],
    )
    .state("box2.checked"),
];

const EDITS: &[Scenario] = &[
    scenario(
        "type",
        &[Type("aB 1"), Keys(&["Enter"]), Type("z")],
        &[Act("#area", "type", r#"{"text": "aB 1\nz"}"#)],
    )
    .before("area.focus(); area.setSelectionRange(3, 3)")
    .state(SELECTION),
    scenario(
        "type in an editable element",
        &[Type("ab"), Keys(&["Enter"]), Type("c")],
        &[AgentStep::Type("ab\nc")],
    )
    .before("rich.focus(); getSelection().selectAllChildren(rich)")
    .state("rich.innerHTML"),
    scenario(
        "delete and move the caret",
        &[
            Keys(&[
                "Backspace",
                "ArrowLeft",
                "Delete",
                "Home",
                "Shift+ArrowRight",
            ]),
            Keys(&["x", "End"]),
        ],
        &[
            Press(&[
                "Backspace",
                "ArrowLeft",
                "Delete",
                "Home",
                "Shift+ArrowRight",
            ]),
            Press(&["x", "End"]),
        ],
    )
    .before(CARET_AFTER_NAME)
    .state(SELECTION),
    scenario(
        "select all, delete, undo, redo",
        &[Keys(&["Control+a", "Backspace", "Control+z", "Control+y"])],
        &[Press(&["Control+A", "Backspace", "Control+z", "Control+Y"])],
    )
    .before("area.focus()")
    .state(SELECTION),
    scenario(
        "fill",
        &[
            Script(FOCUS_NAME),
            Script("document.getElementById('name').select()"),
            Insert("Ada"),
            Script(BLUR),
        ],
        &[
            Act("#name", "fill", r#"{"value": "Ada"}"#),
            act("#count", "scroll"),
            AgentStep::Script(BLUR),
        ],
    )
    .state("document.getElementById('name').value")
    .ignoring(&["keydown", "keyup"]),
    scenario(
        "fill an editable element",
        &[
            Script("rich.focus()"),
            Script("getSelection().selectAllChildren(rich)"),
            Insert("Ada"),
        ],
        &[Act("#rich", "fill", r#"{"value": "Ada"}"#)],
    )
    .state("rich.textContent"),
    scenario(
        "clear",
        &[Keys(&["Backspace"]), Script(BLUR)],
        &[act("#area", "clear"), AgentStep::Script(BLUR)],
    )
    .before("area.focus(); area.select()")
    .state("area.value")
    .ignoring(&["keydown", "keyup", "select"]),
    scenario(
        "select an option",
        &[Script("pick.focus()"), Keys(&["b"])],
        &[Act("#pick", "select", r#"{"labels": ["Banana"]}"#)],
    )
    .state("pick.value")
    .ignoring(&["keydown", "keypress", "keyup"]),
];

/// The same keys on the focused element.
macro_rules! same_keys {
    ($name:literal, $before:expr, [$($key:literal),+]) => {
        scenario($name, &[Keys(&[$($key),+])], &[Press(&[$($key),+])]).before($before)
    };
}

const KEYS: &[Scenario] = &[
    same_keys!(
        "radio button by arrow",
        "r1.focus()",
        ["ArrowDown", "ArrowDown"]
    )
    .state("[r1.checked, r2.checked, document.activeElement.id]"),
    same_keys!(
        "select by arrows and letters",
        "pick.focus()",
        ["ArrowDown", "End", "End", "a"]
    )
    .state("pick.value"),
    same_keys!(
        "number and range by arrows",
        "count.focus()",
        ["ArrowUp", "Tab", "ArrowRight", "ArrowDown", "End"]
    )
    .state("[count.value, range.value]"),
    same_keys!(
        "number by keys that it does not take",
        "count.focus(); count.select()",
        ["x", "1", "b", "5", "Tab"]
    )
    .state(NUMBER),
    same_keys!(
        "number of which only the start is typed",
        "count.focus(); count.select()",
        ["-"]
    )
    .state(NUMBER),
    same_keys!(
        "number with an exponent",
        "count.focus(); count.select()",
        ["-", "1", "e"]
    )
    .state(NUMBER),
    same_keys!(
        "number with an exponent, completed",
        "count.focus(); count.select()",
        ["1", "e", "2", "e", "-", "Tab"]
    )
    .state(NUMBER),
    scenario(
        "Tab through the whole page and back",
        &[Keys(&["Tab"; 17]), Keys(&["Shift+Tab"; 2])],
        &[
            Press(&["Tab"; 8]),
            Press(&["Tab"; 9]),
            Press(&["Shift+Tab"; 2]),
        ],
    )
    .state(SELECTION),
    same_keys!("Enter in a form with a button", FOCUS_NAME, ["x", "Enter"]),
    same_keys!(
        "Enter in a form without a button",
        "only.focus()",
        ["Enter"]
    ),
    same_keys!(
        "Enter in a form, on a radio button",
        "r1.focus()",
        ["Enter"]
    ),
    scenario(
        "Enter and Space on a button",
        &[Keys(&["Enter", "Space"])],
        &[Act("#plain", "press", r#"{"keys": ["Enter", "Space"]}"#)],
    )
    .before("plain.focus()"),
    same_keys!("Enter on a link", "link.focus()", ["Enter"]),
    same_keys!(
        "Space on a checkbox and a summary",
        "box.focus()",
        ["Space", "Tab", "Tab", "Space", "Enter"]
    )
    .state("[box.checked, details.open]"),
];

const DRAGS: &[Scenario] = &[
    scenario(
        "drag with pointer events",
        &[Drag("#handle", "#wall")],
        &[Act("#handle", "drag", r##"{"to": {"element": "#wall"}}"##)],
    ),
    scenario(
        "native drag to an element that accepts it",
        &[Drag("#card", "#basket")],
        &[Act("#card", "drag", r##"{"to": {"element": "#basket"}}"##)],
    ),
    scenario(
        "native drag to an element that does not accept it",
        &[Drag("#card", "#wall")],
        &[Act("#card", "drag", r##"{"to": {"element": "#wall"}}"##)],
    ),
    scenario(
        "native drag to an element that moves what may be moved",
        &[Drag("#card", "#basket")],
        &[Act("#card", "drag", r##"{"to": {"element": "#basket"}}"##)],
    )
    .before(MOVES),
    scenario(
        "native drag to an element that moves what may only be copied",
        &[Drag("#card", "#basket")],
        &[Act("#card", "drag", r##"{"to": {"element": "#basket"}}"##)],
    )
    .before(MOVES_COPY),
    scenario(
        "native drag of what may be linked or moved, to an element that does not choose",
        &[Drag("#card", "#basket")],
        &[Act("#card", "drag", r##"{"to": {"element": "#basket"}}"##)],
    )
    .before("card.ondragstart = (event) => { event.dataTransfer.effectAllowed = 'linkMove'; }"),
];

/// A source and a target that agree on the operation of a drag.
const MOVES: &str =
    "card.ondragstart = (event) => { event.dataTransfer.effectAllowed = 'copyMove'; };
     basket.ondragover = (event) => { event.dataTransfer.dropEffect = 'move'; };";

/// A source and a target that do not agree.
const MOVES_COPY: &str =
    "card.ondragstart = (event) => { event.dataTransfer.effectAllowed = 'copy'; };
     basket.ondragover = (event) => { event.dataTransfer.dropEffect = 'move'; };";
