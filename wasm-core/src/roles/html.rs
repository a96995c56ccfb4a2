//! Implicit roles of HTML and MathML elements. Uses the element and its context, not the
//! `role` attribute. Source: https://w3c.github.io/html-aam/#html-element-role-mappings

use super::author;
use super::traits::Within;
use super::{InheritedContext, TableKind};
use crate::dom::{Dom, Idx, Kind, Namespace, Part};
use crate::record::Flag;
use axlens_snapshot::role::Role;

/// The role that HTML-AAM gives to an HTML element. `named`: whether its author has named it.
pub fn implicit(dom: &Dom, node: Idx, around: &InheritedContext, named: impl Fn() -> bool) -> Role {
    let tag = dom.tag(node);
    match tag {
        "a" | "area" => has(dom, node, "href", Role::Link),
        "aside" => aside(around, named),
        "footer" => scoped_to_body(around, Role::Contentinfo, Role::Sectionfooter),
        "header" => scoped_to_body(around, Role::Banner, Role::Sectionheader),
        "img" => img(dom, node),
        "input" => input(dom, node),
        "li" => {
            if around.parent_role == Role::List {
                Role::Listitem
            } else {
                Role::Generic
            }
        }
        "section" if named() => Role::Region,
        "select" => select(dom, node),
        "summary" => summary(dom, node),
        "tbody" | "thead" | "tfoot" | "tr" | "td" | "th" => in_table(dom, node, tag, around),
        _ => by_tag(tag),
    }
}

/// The role of elements that depends only on the tag.
fn by_tag(tag: &str) -> Role {
    match tag {
        "address" | "details" | "fieldset" | "hgroup" | "optgroup" => Role::Group,
        "article" => Role::Article,
        "audio" => Role::Audio,
        "blockquote" => Role::Blockquote,
        "button" => Role::Button,
        "canvas" => Role::Canvas,
        "caption" => Role::Caption,
        "code" => Role::Code,
        "datalist" => Role::Listbox,
        "dd" => Role::Definition,
        "del" | "s" | "strike" => Role::Deletion,
        "dfn" | "dt" => Role::Term,
        "dialog" => Role::Dialog,
        "dir" | "menu" | "ol" | "ul" => Role::List,
        "em" => Role::Emphasis,
        "embed" | "object" => Role::Object,
        "figure" => Role::Figure,
        "form" => Role::Form,
        "frame" | "iframe" => Role::Iframe,
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Role::Heading,
        "hr" => Role::Separator,
        "ins" => Role::Insertion,
        "main" => Role::Main,
        "mark" => Role::Mark,
        "meter" => Role::Meter,
        "nav" => Role::Navigation,
        "option" => Role::Option,
        "output" => Role::Status,
        "p" => Role::Paragraph,
        "progress" => Role::Progressbar,
        "search" => Role::Search,
        "strong" => Role::Strong,
        "sub" => Role::Subscript,
        "sup" => Role::Superscript,
        "table" => Role::Table,
        "textarea" => Role::Textbox,
        "time" => Role::Time,
        "video" => Role::Video,
        _ => Role::Generic,
    }
}

/// The role of a MathML element: a role for the formula, none for its parts. Source:
/// https://w3c.github.io/mathml-aam/
pub fn math(tag: &str) -> Role {
    match tag {
        "math" => Role::Math,
        _ => Role::Generic,
    }
}

/// The computed role string of HTML-AAM for elements without an ARIA role.
pub fn role_string_without_aria(tag: &str) -> Option<&'static str> {
    match tag {
        "abbr" => Some("html-abbr"),
        "cite" => Some("html-cite"),
        "kbd" => Some("html-kbd"),
        "var" => Some("html-var"),
        _ => None,
    }
}

/// Whether a plain container has a property that makes it a group. Source:
/// https://w3c.github.io/html-aam/#minimum-role
pub fn needs_minimum_role(dom: &Dom, node: Idx) -> bool {
    if dom.namespace(node) != Namespace::Html || !is_plain(dom.tag(node)) {
        return false;
    }
    let draggable = dom.attr(node, "draggable");
    draggable.is_some_and(|value| !value.eq_ignore_ascii_case("false"))
        || dom.attr(node, "autofocus").is_some()
        || dom.attr(node, "popover").is_some()
}

fn is_plain(tag: &str) -> bool {
    let never = [
        "a",
        "area",
        "body",
        "head",
        "html",
        "img",
        "label",
        "legend",
        "figcaption",
        "slot",
        "picture",
    ];
    !never.contains(&tag) && role_string_without_aria(tag).is_none()
}

fn has(dom: &Dom, node: Idx, attribute: &str, role: Role) -> Role {
    match dom.attr(node, attribute) {
        Some(_) => role,
        None => Role::Generic,
    }
}

fn aside(around: &InheritedContext, named: impl Fn() -> bool) -> Role {
    if !around.within.any(Within::SECTION) || named() {
        Role::Complementary
    } else {
        Role::Generic
    }
}

fn scoped_to_body(around: &InheritedContext, landmark: Role, otherwise: Role) -> Role {
    if around.within.any(Within::SECTION.and(Within::MAIN)) {
        otherwise
    } else {
        landmark
    }
}

/// An image with an empty `alt` is decorative, unless ARIA names it or it is focusable.
fn img(dom: &Dom, node: Idx) -> Role {
    let decorative = dom.attr(node, "alt").is_some_and(str::is_empty);
    if !decorative || author::aria_named(dom, node) || author::focusable(dom, node) {
        Role::Image
    } else {
        Role::None
    }
}

fn input(dom: &Dom, node: Idx) -> Role {
    match input_type(dom, node) {
        "button" | "submit" | "reset" | "image" => Role::Button,
        // SPEC DIFFERENCE: file and color inputs have no role in HTML-AAM; browsers show a button
        // that opens a picker.
        "file" | "color" => Role::Button,
        "checkbox" if dom.attr(node, "switch").is_some() => Role::Switch,
        "checkbox" => Role::Checkbox,
        "radio" => Role::Radio,
        "range" => Role::Slider,
        "number" => Role::Spinbutton,
        "hidden" => Role::Generic,
        "text" | "search" | "tel" | "url" | "email" if has_suggestions(dom, node) => Role::Combobox,
        "search" => Role::Searchbox,
        // SPEC DIFFERENCE: password, date and time inputs have no role in HTML-AAM; users type into
        // them.
        _ => Role::Textbox,
    }
}

/// The `type` of an input in lower case; unknown ones are `text`.
pub fn input_type(dom: &Dom, node: Idx) -> &'static str {
    const TYPES: [&str; 22] = [
        "button",
        "checkbox",
        "color",
        "date",
        "datetime-local",
        "email",
        "file",
        "hidden",
        "image",
        "month",
        "number",
        "password",
        "radio",
        "range",
        "reset",
        "search",
        "submit",
        "tel",
        "text",
        "time",
        "url",
        "week",
    ];
    let attribute = dom.attr(node, "type").unwrap_or("text");
    TYPES
        .into_iter()
        .find(|known| known.eq_ignore_ascii_case(attribute))
        .unwrap_or("text")
}

/// Whether an input has the options of a `datalist`.
pub fn has_suggestions(dom: &Dom, node: Idx) -> bool {
    let Some(list) = dom.attr(node, "list") else {
        return false;
    };
    dom.by_id(dom.root_of(node), list)
        .is_some_and(|target| dom.tag(target) == "datalist")
}

/// A select is a list box if several options can be selected or several rows are visible. Source:
/// https://w3c.github.io/html-aam/#el-select-listbox
fn select(dom: &Dom, node: Idx) -> Role {
    let rows = dom
        .attr(node, "size")
        .and_then(|size| size.trim().parse::<u32>().ok());
    if dom.attr(node, "multiple").is_some() || rows.is_some_and(|rows| rows > 1) {
        Role::Listbox
    } else {
        Role::Combobox
    }
}

/// The first summary of a `details` element opens and closes it; any other is a plain container.
fn summary(dom: &Dom, node: Idx) -> Role {
    let Some(details) = dom
        .parent(node)
        .filter(|parent| dom.tag(*parent) == "details")
    else {
        return Role::Generic;
    };
    let first = dom
        .children(details)
        .find(|child| dom.kind(*child) == Kind::Element && dom.tag(*child) == "summary");
    if first == Some(node) {
        Role::Summary
    } else {
        Role::Generic
    }
}

/// Rows and cells have roles only in a table with a table role.
fn in_table(dom: &Dom, node: Idx, tag: &str, around: &InheritedContext) -> Role {
    let cell = match around.table {
        TableKind::None => return Role::Generic,
        TableKind::Table => Role::Cell,
        TableKind::Grid => Role::Gridcell,
    };
    match tag {
        "tr" => Role::Row,
        "td" => cell,
        "th" => header_cell(dom, node, around, cell),
        _ => Role::Rowgroup,
    }
}

/// A header cell is a column header if its row has only headers, and a row header otherwise, unless
/// its `scope` says so. Source:
/// https://html.spec.whatwg.org/multipage/tables.html#algorithm-for-assigning-header-cells (the
/// auto state)
fn header_cell(dom: &Dom, node: Idx, around: &InheritedContext, cell: Role) -> Role {
    match dom
        .attr(node, "scope")
        .unwrap_or("")
        .to_ascii_lowercase()
        .as_str()
    {
        "col" | "colgroup" => return Role::Columnheader,
        "row" | "rowgroup" => return Role::Rowheader,
        _ => {}
    }
    match around.row {
        RowKind::Headers => Role::Columnheader,
        RowKind::Mixed => Role::Rowheader,
        RowKind::None => cell,
    }
}

/// Kind of a table row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RowKind {
    /// Not in a row.
    #[default]
    None,
    /// Only header cells and empty corners, or in the table's head.
    Headers,
    /// Headers and data.
    Mixed,
}

/// The kind of a row, computed once for each row.
pub fn row_kind(dom: &Dom, node: Idx) -> RowKind {
    let in_head = dom
        .parent(node)
        .is_some_and(|parent| dom.tag(parent) == "thead");
    let data = |child: Idx| {
        dom.kind(child) == Kind::Element && dom.tag(child) == "td" && !is_empty_cell(dom, child)
    };
    if in_head || !dom.children(node).any(data) {
        RowKind::Headers
    } else {
        RowKind::Mixed
    }
}

/// Whether a cell is empty, like a corner.
fn is_empty_cell(dom: &Dom, node: Idx) -> bool {
    dom.children(node)
        .all(|child| dom.kind(child) == Kind::Text && dom.text(child).trim().is_empty())
}

/// Whether the element supports `disabled`.
pub fn can_be_disabled(dom: &Dom, node: Idx) -> bool {
    let tag = dom.tag(node);
    dom.namespace(node) == Namespace::Html
        && (matches!(
            tag,
            "button" | "fieldset" | "input" | "optgroup" | "option" | "select" | "textarea"
        ) || tag.contains('-'))
}

/// Whether a legend is the first one of a `fieldset`, whose fields a disabled `fieldset` does not
/// disable.
pub fn is_first_legend(dom: &Dom, fieldset: Idx, node: Idx) -> bool {
    dom.is_html(node, "legend")
        && dom.is_html(fieldset, "fieldset")
        && dom.first_html_part(fieldset, Part::Legend) == Some(node)
}

/// Whether an element is an editing host. If a whole document is editable (also by `designMode`),
/// that is the body; editors use such documents in frames.
pub fn is_editing_host(dom: &Dom, node: Idx) -> bool {
    if !dom.flag(node, Flag::Editable) || dom.is_html(node, "html") {
        return false;
    }
    if dom.is_html(node, "body") {
        return true;
    }
    dom.attr(node, "contenteditable")
        .is_some_and(|value| !value.eq_ignore_ascii_case("false"))
        && !dom
            .parent(node)
            .is_some_and(|parent| dom.flag(parent, Flag::Editable))
}
