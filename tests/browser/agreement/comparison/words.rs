//! Data: Chromium's names of roles with Axlens's, and the reasons for differences between the two
//! trees. Each line names a specification.

use super::RoleAndName;
use std::fmt::Write;

/// Chromium's name of a role, Axlens's name of it, and the specification. The second is empty if
/// Chromium names a kind of element that has no role.
const ROLES: &[(&str, &str, &str)] = &[
    (
        "Iframe",
        "iframe",
        "html-aam `iframe`: no ARIA role; it contains the frame's document",
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
        "html-aam `input type=date`: no ARIA role; it accepts typed text",
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
        "html-aam `abbr`: no ARIA role; its tooltip is its name",
    ),
    (
        "SvgRoot",
        "generic",
        "svg-aam: `graphics-document` if it has a name; an `svg` without name and description is not an image",
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
        "a table used for layout; html-aam does not define one, so both trees use heuristics",
    ),
    ("LayoutTableRow", "", "the same"),
    ("LayoutTableCell", "", "the same"),
];

/// A description by Chromium, with Axlens's name of the role.
pub fn translated(theirs: &RoleAndName) -> RoleAndName {
    let known = ROLES.iter().find(|(role, ..)| *role == theirs.role);
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
    RoleAndName::new(role, &theirs.name)
}

/// Whether the element is only a container. A tree may contain or omit it.
pub fn is_container(element: &RoleAndName) -> bool {
    element.role == "generic" && element.name.is_empty()
}

/// Whether the roles are equal. Interactive elements without a role are `generic` in Chromium.
pub fn same_role(ours: &str, theirs: &str) -> bool {
    ours == theirs || matches!(ours, "clickable" | "focusable") && theirs == "generic"
}

const ROW: &str = "ARIA, `row` and `cell`: name from content. Chromium does not name rows, or cells that contain tables or lists";
const TABLE: &str = "html-aam `table`: `table`. Chromium decides by borders, colours and sizes which tables are for layout; Axlens does so only for a table that contains a table";
const MEDIA: &str =
    "accname 2F does not apply to `audio` and `video`: their fallback text is not a name";
const LINE_BREAK: &str =
    "contains only a line break: an element that marks text, but has no text, is omitted";
const TOOLTIP: &str = "an empty block with a tooltip, which a user sees when pointing at it; ARIA defines no name for it";
const INTERNALS: &str = "a role set with `ElementInternals`, which only the element's own script can read; interactive elements have a uid anyway";
const EMPTY: &str =
    "Chromium has no content for it; Axlens lists it because it is clickable or focusable";

/// The reason for each class of differences.
const REASONS: &[(&str, &str)] = &[
    ("role: clickable, radio", INTERNALS),
    ("role: focusable, tab", INTERNALS),
    (
        "role: link, left out",
        "HTML, image maps: the areas of a map are links. Chromium has no links until the image is loaded, and the tests have no network",
    ),
    ("role: button, listitem", INTERNALS),
    ("role: link, listitem", INTERNALS),
    ("role: generic, tablist", INTERNALS),
    ("role: generic, toolbar", INTERNALS),
    ("role: left out, list", INTERNALS),
    ("role: left out, menu", INTERNALS),
    (
        "role: left out, progressbar",
        "ARIA, `button`: children are presentational, including the progress indicator",
    ),
    ("name: row", ROW),
    ("name: cell", ROW),
    ("name: gridcell", ROW),
    ("name: audio", MEDIA),
    ("name: video", MEDIA),
    (
        "name: term",
        "ARIA 1.3, roles which cannot be named: `term` is one. Its text is its content",
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
        "accname 2F.i: the text of blocks and floats is separated from adjacent text, and counters are included",
    ),
    (
        "name: listitem",
        "html-aam, other elements: the `title` is the name. ARIA lets an author name a `listitem`",
    ),
    (
        "name: button",
        "html-aam: if `value` is empty, the `title` is the name; accname 2A: slotted text that `visibility` hides is not included",
    ),
    (
        "name: textbox",
        "html-aam: if the `label` is empty, `title` and `placeholder` follow",
    ),
    (
        "name: link",
        "accname 2F includes every child, also a `figure` with its image's `alt`; a `wbr` does not separate words",
    ),
    ("role: table, generic", TABLE),
    ("role: row, generic", TABLE),
    ("role: cell, generic", TABLE),
    (
        "role: rowgroup, left out",
        "html-aam `tbody`: `rowgroup`. Chromium omits every `tbody`",
    ),
    (
        "role: left out, image",
        "svg-aam, including elements: an `svg` without name and description is not an image",
    ),
    ("role: left out, paragraph", LINE_BREAK),
    ("role: left out, emphasis", LINE_BREAK),
    ("role: left out, strong", LINE_BREAK),
    (
        "role: left out, generic",
        "a cell of a layout table: a container, for which ARIA prohibits a name",
    ),
    ("name: generic", TOOLTIP),
    ("role: generic, left out", TOOLTIP),
    (
        "role: graphics-object, left out",
        "svg-aam `use`: the referenced symbol has a `title`",
    ),
    ("role: clickable, left out", EMPTY),
    ("role: focusable, left out", EMPTY),
    (
        "role: canvas, left out",
        "html-aam has no role for `canvas`. Chromium omits a `canvas` without content, but users see what it draws",
    ),
    (
        "role: clickable, link",
        "html-aam: an `a` without `href` is `generic`; Axlens lists it as clickable",
    ),
    (
        "role: deletion, left out",
        "html-aam defines only `s`; HTML renders the obsolete `strike` like `s`, so Axlens treats them equally",
    ),
    (
        "role: left out, listitem",
        "html-aam `li`: `generic` if its parent is not a list, or is one only by `ElementInternals`",
    ),
    (
        "role: textbox, generic",
        "an editable element without a role accepts text, which an agent needs to know",
    ),
];

/// The reason for a class of differences.
pub fn reason(class: &str) -> Option<&'static str> {
    let found = REASONS.iter().find(|(known, _)| *known == class);
    found.map(|(_, reason)| *reason)
}

/// The table of roles, as Markdown.
pub fn table() -> String {
    let mut text =
        String::from("| Chromium's role | Axlens's role | specification |\n|---|---|---|\n");
    for (theirs, ours, source) in ROLES {
        let ours = if ours.is_empty() {
            "no role, or `generic`"
        } else {
            ours
        };
        // Writing to a string does not fail.
        let _ = writeln!(text, "| {theirs} | {ours} | {source} |");
    }
    text.push_str("| MathML… | no role | mathml-aam has no role for the parts of a formula; their text is included |\n");
    text
}
