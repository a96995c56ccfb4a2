//! Chromium's words for roles beside ours, and why the two differ where they do. Data: each line
//! with the specification that says so.

use super::Shown;
use std::fmt::Write;

/// Chromium's own words, ours for the same, and where that is said. No word of ours: Chromium tells
/// a kind of element that has no role.
const WORDS: &[(&str, &str, &str)] = &[
    (
        "Iframe",
        "iframe",
        "html-aam `iframe`: no ARIA role; the frame's document stands inside",
    ),
    (
        "IframePresentational",
        "iframe",
        "the same without a border",
    ),
    (
        "DisclosureTriangle",
        "summary",
        "html-aam `summary`: no ARIA role",
    ),
    (
        "DisclosureTriangleGrouped",
        "summary",
        "the same of a `details` with a name",
    ),
    ("Details", "group", "html-aam `details`: `group`"),
    ("Audio", "audio", "html-aam `audio`: no ARIA role"),
    ("Video", "video", "html-aam `video`: no ARIA role"),
    ("Canvas", "canvas", "html-aam `canvas`: no ARIA role"),
    ("PluginObject", "object", "html-aam `object`: no ARIA role"),
    ("EmbeddedObject", "object", "html-aam `embed`: no ARIA role"),
    ("MathMLMath", "math", "mathml-aam `math`: `math`"),
    (
        "Date",
        "textbox",
        "html-aam `input type=date`: no ARIA role; people type into it",
    ),
    (
        "DateTime",
        "textbox",
        "html-aam `input type=datetime-local`: the same",
    ),
    (
        "InputTime",
        "textbox",
        "html-aam `input type=time`: the same",
    ),
    (
        "ColorWell",
        "button",
        "html-aam `input type=color`: no ARIA role; a button that opens a picker",
    ),
    (
        "Abbr",
        "generic",
        "html-aam `abbr`: no ARIA role; named by its tooltip",
    ),
    (
        "SvgRoot",
        "generic",
        "svg-aam: `graphics-document` where it has a name; an `svg` that nothing names or describes is no image",
    ),
    (
        "RootWebArea",
        "document",
        "core-aam `document`: the page itself",
    ),
    (
        "LineBreak",
        "",
        "html-aam `br`: no role; it ends a run of text",
    ),
    (
        "LabelText",
        "",
        "html-aam `label`: no role; it names its control",
    ),
    (
        "Legend",
        "",
        "html-aam `legend`: no role; it names its group",
    ),
    ("Figcaption", "", "html-aam `figcaption`: no role"),
    (
        "DescriptionList",
        "",
        "html-aam `dl`: no role; its terms and definitions have one",
    ),
    ("Pre", "", "html-aam `pre`: `generic`"),
    (
        "Section",
        "",
        "html-aam `section` without a name: `generic`",
    ),
    ("Ruby", "", "html-aam `ruby`: no role"),
    ("RubyAnnotation", "", "html-aam `rt`: no role"),
    (
        "LayoutTable",
        "",
        "a table that only lays things out; html-aam knows none, both of us guess",
    ),
    ("LayoutTableRow", "", "the same"),
    ("LayoutTableCell", "", "the same"),
];

/// Chromium's word in ours.
pub fn translated(theirs: &Shown) -> Shown {
    let known = WORDS.iter().find(|(word, ..)| *word == theirs.role);
    let role = match known {
        _ if theirs.role == "SvgRoot" && !theirs.name.is_empty() => "graphics-document",
        Some((_, ours, _)) => *ours,
        // mathml-aam has no role for the parts of a formula.
        None if theirs.role.starts_with("MathML") => "",
        None => theirs.role.as_str(),
    };
    let role = if matches!(role, "" | "none") {
        "generic"
    } else {
        role
    };
    Shown::new(role, &theirs.name)
}

/// Nothing but a container: it may as well be left out.
pub fn is_silent(shown: &Shown) -> bool {
    shown.role == "generic" && shown.name.is_empty()
}

/// Both words mean the same: what can be acted on without a role is `generic` for Chromium.
pub fn same_role(ours: &str, theirs: &str) -> bool {
    ours == theirs || matches!(ours, "clickable" | "focusable") && theirs == "generic"
}

const CONTENT: &str = "ARIA, `row` and `cell`: name from content. Chromium gives rows none, nor cells that hold tables or lists";
const TABLE: &str = "html-aam `table`: `table`. Chromium guesses by borders, colours and sizes which tables only lay things out; we do so only where a table holds a table";
const MEDIA: &str =
    "accname 2F is not allowed for `audio` and `video`: their fallback text is no name";
const NOTHING: &str = "holds a line break alone: what marks text and has none says nothing";
const TOOLTIP: &str = "a block that is empty but for its tooltip, which whoever points at it reads; ARIA has no name for it";
const INTERNALS: &str = "a role given through `ElementInternals`, which no script but the element's own can see; what can be acted on has a uid all the same";
const EMPTY: &str = "nothing to read for Chromium, something to click or to reach for us";

/// Why the two differ, class by class.
const REASONS: &[(&str, &str)] = &[
    ("role: clickable, radio", INTERNALS),
    ("role: focusable, tab", INTERNALS),
    (
        "role: link, left out",
        "HTML, image maps: the areas of a map are links. Chromium has none while the image that uses it has not come, as here without a network",
    ),
    ("role: button, listitem", INTERNALS),
    ("role: link, listitem", INTERNALS),
    ("role: generic, tablist", INTERNALS),
    ("role: generic, toolbar", INTERNALS),
    ("role: left out, list", INTERNALS),
    ("role: left out, menu", INTERNALS),
    (
        "role: left out, progressbar",
        "ARIA, `button`: children are presentational, the sign of its being busy too",
    ),
    ("name: row", CONTENT),
    ("name: cell", CONTENT),
    ("name: gridcell", CONTENT),
    ("name: audio", MEDIA),
    ("name: video", MEDIA),
    (
        "name: term",
        "ARIA 1.3, roles which cannot be named: `term` is one. The text inside says it",
    ),
    (
        "name: article",
        "ARIA 1.3, name from heading (w3c/aria#1860): an article without a name takes its first heading's",
    ),
    (
        "name: dialog",
        "ARIA 1.3, name from heading (w3c/aria#1860)",
    ),
    (
        "name: heading",
        "accname 2F.i: words of a block and of what floats stand apart from those beside them, and counters are read",
    ),
    (
        "name: listitem",
        "html-aam, other elements: the `title` is the name. ARIA lets an author name a `listitem`",
    ),
    (
        "name: button",
        "html-aam: where `value` is empty, the `title` is the name; accname 2A: words that `visibility` hides through their slot are none",
    ),
    (
        "name: textbox",
        "html-aam: where the `label` is empty, `title` and `placeholder` follow",
    ),
    (
        "name: link",
        "accname 2F goes through every child, a `figure` too, down to its image's `alt`; a `wbr` is no word's end",
    ),
    ("role: table, generic", TABLE),
    ("role: row, generic", TABLE),
    ("role: cell, generic", TABLE),
    (
        "role: rowgroup, left out",
        "html-aam `tbody`: `rowgroup`. Chromium leaves every `tbody` out",
    ),
    (
        "role: left out, image",
        "svg-aam, including elements: an `svg` that nothing names or describes is no image",
    ),
    ("role: left out, paragraph", NOTHING),
    ("role: left out, emphasis", NOTHING),
    ("role: left out, strong", NOTHING),
    (
        "role: left out, generic",
        "a cell of a table that only lays things out: a container, which ARIA does not let be named",
    ),
    ("name: generic", TOOLTIP),
    ("role: generic, left out", TOOLTIP),
    (
        "role: graphics-object, left out",
        "svg-aam `use`: the symbol that it shows has a `title`",
    ),
    ("role: clickable, left out", EMPTY),
    ("role: focusable, left out", EMPTY),
    (
        "role: canvas, left out",
        "html-aam has no role for `canvas`, which Chromium leaves out where it has no content: people see a picture",
    ),
    (
        "role: clickable, link",
        "html-aam: an `a` without `href` is `generic`; ours says that it can be clicked",
    ),
    (
        "role: deletion, left out",
        "html-aam names `s` alone; HTML renders the obsolete `strike` as `s`, and so do we read it",
    ),
    (
        "role: left out, listitem",
        "html-aam `li`: `generic` where its parent is no list, or only by `ElementInternals`",
    ),
    (
        "role: textbox, generic",
        "an editable element without a role takes text: what an agent can do with it counts",
    ),
];

/// Why the two differ.
pub fn reason(class: &str) -> Option<&'static str> {
    let found = REASONS.iter().find(|(known, _)| *known == class);
    found.map(|(_, reason)| *reason)
}

/// Chromium's words beside ours as Markdown.
pub fn table() -> String {
    let mut text = String::from("| Chromium's word | ours | where that is said |\n|---|---|---|\n");
    for (theirs, ours, source) in WORDS {
        let ours = if ours.is_empty() {
            "no word, or `generic`"
        } else {
            ours
        };
        // Writing to a string does not fail.
        let _ = writeln!(text, "| {theirs} | {ours} | {source} |");
    }
    text.push_str("| MathML… | no word | mathml-aam has no role for the parts of a formula, whose text is kept |\n");
    text
}
