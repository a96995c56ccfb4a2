//! The attributes that the recorder sends, and the words that indicate a control.

/// Attributes that are recorded from every element, in addition to `aria-*`.
pub const ATTRIBUTES: [&str; 74] = [
    "role",
    "id",
    "name",
    "type",
    "href",
    "xlink:href",
    "alt",
    "title",
    "placeholder",
    "for",
    "form",
    "tabindex",
    "contenteditable",
    "onclick",
    "onmousedown",
    "onmouseup",
    "onpointerdown",
    "onkeydown",
    "label",
    "scope",
    "headers",
    "colspan",
    "rowspan",
    "border",
    "summary",
    "multiple",
    "size",
    "list",
    "checked",
    "disabled",
    "readonly",
    "required",
    "min",
    "max",
    "step",
    "low",
    "high",
    "optimum",
    "maxlength",
    "open",
    "hidden",
    "inert",
    "popover",
    "popovertarget",
    "autocomplete",
    "usemap",
    "controls",
    "slot",
    "is",
    "lang",
    "dir",
    "start",
    "reversed",
    "draggable",
    "accesskey",
    "pattern",
    "autofocus",
    "switch",
    "xlink:title",
    "data-testid",
    "data-test-id",
    "data-test",
    "data-cy",
    "data-qa",
    "data-action",
    "data-bs-dismiss",
    "data-bs-toggle",
    "data-click",
    "data-command",
    "data-dismiss",
    "data-handler",
    "data-ng-click",
    "data-toggle",
    "ng-click",
];

/// Attributes from which scripts with delegated listeners find out what a click does. All are in
/// [`ATTRIBUTES`].
pub const ACTION_ATTRIBUTES: [&str; 10] = [
    "data-action",
    "data-bs-dismiss",
    "data-bs-toggle",
    "data-click",
    "data-command",
    "data-dismiss",
    "data-handler",
    "data-ng-click",
    "data-toggle",
    "ng-click",
];

/// Words of the classes of icon fonts that draw a glyph in place of its name, in alphabetical
/// order. The recorder sends `class` if it has one of them.
pub const ICON_WORDS: [&str; 4] = ["icon", "icons", "symbol", "symbols"];

/// Words of `class` and `id` that indicate a control, in alphabetical order. The recorder sends
/// `class` if it has one of them.
pub const CONTROL_WORDS: [&str; 50] = [
    "action",
    "add",
    "archive",
    "arrow",
    "back",
    "bookmark",
    "btn",
    "button",
    "chip",
    "clear",
    "close",
    "collapse",
    "copy",
    "dec",
    "decrement",
    "delete",
    "dislike",
    "down",
    "downvote",
    "edit",
    "expand",
    "favorite",
    "forward",
    "handle",
    "icon",
    "inc",
    "increment",
    "like",
    "link",
    "menu",
    "minus",
    "more",
    "next",
    "plus",
    "prev",
    "previous",
    "remove",
    "reply",
    "repost",
    "retweet",
    "save",
    "send",
    "share",
    "star",
    "tab",
    "toggle",
    "trash",
    "undo",
    "up",
    "upvote",
];

/// Test attributes, which authors use to find elements in tests. All are in [`ATTRIBUTES`].
pub const TEST_IDS: [&str; 5] = [
    "data-testid",
    "data-test-id",
    "data-test",
    "data-cy",
    "data-qa",
];

/// Attributes that are recorded only from some elements, and these elements.
pub const CONDITIONAL_ATTRIBUTES: [(&str, &str); 6] = [
    (
        "class",
        "elements whose `class` has a word of a control (`CONTROL_WORDS`) or of an icon (`ICON_WORDS`), and elements without content, except SVG shapes",
    ),
    (
        "src",
        "`iframe` and `frame`; the file name from an `img` without `alt` text",
    ),
    ("display", "elements of SVG and MathML"),
    ("visibility", "elements of SVG and MathML"),
    (
        "value",
        "buttons, toggles and elements that are not fields; never secret fields",
    ),
    ("selected", "options, except in a secret `select`"),
];

#[cfg(test)]
mod tests {
    use super::{ACTION_ATTRIBUTES, ATTRIBUTES, TEST_IDS};

    #[test]
    fn the_attributes_of_each_group_are_recorded() {
        let mut names = ACTION_ATTRIBUTES.iter().chain(&TEST_IDS);
        assert!(names.all(|name| ATTRIBUTES.contains(name)));
    }
}
