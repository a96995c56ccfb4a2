//! Hints for controls without a name: at most three words of their class, attributes, id or image.
//! A hint is not a name. It consists of lower-case ASCII letters and hyphens, so it cannot forge a
//! part of a line.

use super::words::{camel_case_words, in_list, words};
use crate::dom::{Dom, Idx, Kind, Namespace};
use crate::naming::{collapsed, without_icons};
use crate::page::Page;
use crate::selectors::looks_generated;
use axlens_protocol::wire::record_format::{
    ACTION_ATTRIBUTES, CONTROL_WORDS, ICON_WORDS, TEST_IDS,
};

/// Maximum number of words.
const MAX_WORDS: usize = 3;

/// Maximum number of searched elements and texts: the control and its icon.
const MAX_NODES: usize = 12;

/// Maximum length in bytes of a text that is searched for words.
const MAX_TEXT_LEN: usize = 200;

/// Words without information about a control: frameworks, appearance, structure. Sorted.
const EMPTY_WORDS: [&str; 105] = [
    "absolute",
    "active",
    "align",
    "anchor",
    "animate",
    "ant",
    "antialiased",
    "anticon",
    "base",
    "bg",
    "block",
    "border",
    "box",
    "btn",
    "button",
    "center",
    "chakra",
    "checkbox",
    "class",
    "clickable",
    "codicon",
    "col",
    "color",
    "component",
    "container",
    "control",
    "cover",
    "css",
    "cursor",
    "dark",
    "default",
    "disabled",
    "div",
    "el",
    "element",
    "emotion",
    "enabled",
    "fa",
    "fab",
    "fal",
    "far",
    "fas",
    "feather",
    "field",
    "fixed",
    "flex",
    "focus",
    "font",
    "form",
    "ghost",
    "glyphicon",
    "grid",
    "heroicon",
    "hidden",
    "hover",
    "icon",
    "icons",
    "image",
    "images",
    "img",
    "inline",
    "inner",
    "input",
    "item",
    "js",
    "large",
    "left",
    "light",
    "link",
    "lucide",
    "material",
    "md",
    "medium",
    "mui",
    "native",
    "none",
    "octicon",
    "only",
    "outer",
    "pointer",
    "primary",
    "radio",
    "regular",
    "relative",
    "right",
    "ripple",
    "root",
    "rounded",
    "secondary",
    "shadow",
    "size",
    "small",
    "solid",
    "sprite",
    "svg",
    "switch",
    "tabler",
    "target",
    "touch",
    "transition",
    "truncate",
    "ui",
    "variant",
    "wrap",
    "wrapper",
];

/// First words of identifiers that style sheets and their tools generate. Sorted.
const UTILITY_PREFIXES: [&str; 41] = [
    "align",
    "animate",
    "appearance",
    "bg",
    "border",
    "col",
    "css",
    "cursor",
    "d",
    "duration",
    "ease",
    "emotion",
    "flex",
    "float",
    "font",
    "gap",
    "grid",
    "grow",
    "h",
    "items",
    "jsx",
    "justify",
    "leading",
    "max",
    "min",
    "opacity",
    "outline",
    "overflow",
    "ring",
    "rounded",
    "row",
    "sc",
    "shadow",
    "shrink",
    "sr",
    "text",
    "tracking",
    "transition",
    "w",
    "whitespace",
    "z",
];

/// Types of `input` elements whose values have a fixed syntax.
const FIELD_KINDS: [&str; 6] = ["color", "date", "datetime-local", "month", "time", "week"];

/// The hint of a control without a name; empty if there is none, or if the control has visible
/// text, which is printed inside it.
pub fn hint(page: &Page, control: Idx) -> String {
    let Some(elements) = own_elements(page, control) else {
        return String::new();
    };
    let dom = &page.dom;
    let sources: [fn(&Dom, Idx) -> Vec<String>; 8] = [
        |dom, node| attribute_words(dom, node, "title"),
        ligature_words,
        |dom, node| class_words(dom.attr(node, "class").unwrap_or("")),
        action_words,
        |dom, node| identifier_words(dom, node, "id"),
        |dom, node| identifier_words(dom, node, "name"),
        file_words,
        |dom, node| attribute_words(dom, node, "aria-label"),
    ];
    let found = sources.iter().find_map(|source| {
        let mut found = elements.iter().map(|node| source(dom, *node));
        found.find(|words| !words.is_empty())
    });
    found.unwrap_or_default().join("-")
}

/// The kind of a field whose value has a syntax of its own, which its role does not tell.
pub fn field_kind(dom: &Dom, node: Idx) -> Option<&'static str> {
    let kind = dom
        .attr(node, "type")
        .filter(|_| dom.is_html(node, "input"))?;
    let found = FIELD_KINDS
        .iter()
        .find(|each| each.eq_ignore_ascii_case(kind));
    found.copied()
}

/// Whether a text is the name of a glyph, which an icon font draws in its place: the only content
/// of an element that is hidden from assistive technology, with the class of an icon.
pub fn is_ligature(page: &Page, text: Idx) -> bool {
    let parent = page.flat.parent(text);
    parent.is_some_and(|parent| {
        page.visibility.aria_hidden(parent) && !ligature_words(&page.dom, parent).is_empty()
    })
}

/// The words of a glyph's name: `edit_calendar` in an element of the class `material-icons`.
fn ligature_words(dom: &Dom, node: Idx) -> Vec<String> {
    let class = dom.attr(node, "class").unwrap_or("");
    let is_icon = words(class).any(|word| in_list(&ICON_WORDS, word).is_some());
    let mut content = dom.children(node);
    let (Some(text), None) = (content.next().filter(|_| is_icon), content.next()) else {
        return Vec::new();
    };
    let name = dom.text(text).trim_ascii();
    let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    match dom.kind(text) == Kind::Text && name.bytes().all(is_name) {
        true => first_words(name),
        false => Vec::new(),
    }
}

/// The control and the elements inside; `None` if it has visible text, or is too large for a
/// control with an icon.
fn own_elements(page: &Page, control: Idx) -> Option<Vec<Idx>> {
    let mut elements = Vec::new();
    let mut open = vec![control];
    while let Some(node) = open.pop() {
        if page.dom.kind(node) == Kind::Text {
            let text = page.dom.text(node);
            let is_seen = page.visibility.rendered(node) && !is_ligature(page, node);
            if is_seen && !collapsed(&without_icons(text)).is_empty() {
                return None;
            }
            continue;
        }
        elements.push(node);
        if elements.len() > MAX_NODES {
            return None;
        }
        open.extend(page.flat.children(node).iter().rev());
    }
    Some(elements)
}

/// Words of a text that users can read.
fn attribute_words(dom: &Dom, node: Idx, name: &str) -> Vec<String> {
    first_words(dom.attr(node, name).unwrap_or(""))
}

/// Words of a class list.
fn class_words(classes: &str) -> Vec<String> {
    let classes = cut(classes).split_ascii_whitespace();
    let mut words = Vec::new();
    for word in classes
        .filter(|class| !is_utility(class))
        .flat_map(first_words)
    {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.truncate(MAX_WORDS);
    words
}

/// Whether a class is one of a style sheet's or its tools', such as `mt-2` or `css-1a2b3c`, and not
/// the number of an icon, as in `lucide-trash-2`.
fn is_utility(class: &str) -> bool {
    let mut parts = class.split(['-', '_']);
    let first = parts.next().unwrap_or("");
    let is_long = class.matches(['-', '_']).count() > 1;
    let is_code = |part: &str| {
        let digits = part.bytes().filter(u8::is_ascii_digit).count();
        digits > 0 && !(is_long && digits == part.len()) && !class.contains("__")
    };
    matches!(class, "group" | "peer")
        || class.contains([':', '/', '[', '!'])
        || in_list(&UTILITY_PREFIXES, first).is_some() && class.len() > first.len()
        || parts.any(is_code)
}

/// Words of attributes that say what a click does.
fn action_words(dom: &Dom, node: Idx) -> Vec<String> {
    let names = ACTION_ATTRIBUTES.iter().chain(&TEST_IDS);
    let mut words = names.map(|name| attribute_words(dom, node, name));
    words.find(|words| !words.is_empty()).unwrap_or_default()
}

/// Words of an identifier that no framework generated.
fn identifier_words(dom: &Dom, node: Idx, name: &str) -> Vec<String> {
    let value = dom.attr(node, name).unwrap_or("");
    if looks_generated(value) {
        return Vec::new();
    }
    first_words(value)
}

/// Words of the file name of an image, or of the symbol of a sprite.
fn file_words(dom: &Dom, node: Idx) -> Vec<String> {
    let is_symbol = dom.namespace(node) == Namespace::Svg && dom.tag(node) == "use";
    if is_symbol {
        let href = dom
            .attr(node, "href")
            .or_else(|| dom.attr(node, "xlink:href"));
        let symbol = href.and_then(|href| href.rsplit_once('#'));
        return symbol.map(|(_, id)| first_words(id)).unwrap_or_default();
    }
    let src = dom.attr(node, "src").filter(|_| dom.is_html(node, "img"));
    let file = src.map_or("", |src| src.rsplit_once('.').map_or(src, |(stem, _)| stem));
    first_words(file)
}

/// The first words of a text that have information.
fn first_words(text: &str) -> Vec<String> {
    let runs = cut(text).split(|character: char| !character.is_ascii_alphanumeric());
    let parts = runs.flat_map(camel_case_words);
    let words = parts.filter(|part| is_informative(part));
    words.take(MAX_WORDS).map(str::to_ascii_lowercase).collect()
}

/// Whether a run of letters and digits is a word that describes a control. Hashes have digits, or
/// no vowels.
fn is_informative(run: &str) -> bool {
    let has_vowel = run.bytes().any(|byte| b"aeiouyAEIOUY".contains(&byte));
    let is_own = in_list(&CONTROL_WORDS, run).is_some();
    (2..=20).contains(&run.len())
        && run.bytes().all(|byte| byte.is_ascii_alphabetic())
        && (is_own || run.len() > 2 && has_vowel)
        && in_list(&EMPTY_WORDS, run).is_none()
}

fn cut(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_TEXT_LEN)]
}

#[cfg(test)]
mod tests {
    use crate::html;
    use crate::understand::understand;

    /// The hints of the nodes of a page with a uid, in order.
    fn hints(page: &str) -> Vec<String> {
        let tree = understand(&html::record(page)).tree;
        let nodes = tree.nodes.into_iter().filter(|node| node.uid.is_some());
        nodes.map(|node| node.hint).collect()
    }

    #[test]
    fn each_source_gives_words() {
        for (page, expected) in [
            ("<div onclick='' class=trash></div>", "trash"),
            (
                "<div onclick='' class='mt-2 css-1a2b3c sc-bdVaJa md:flex mailTrash'></div>",
                "mail-trash",
            ),
            (
                "<button class='btn btn-primary'><i class='fa fa-paper-plane'></i></button>",
                "paper-plane",
            ),
            ("<button data-action='archive' id=x1></button>", "archive"),
            ("<button id=openMenu></button>", "open-menu"),
            ("<button id=radix-:r1:></button>", ""),
            (
                "<button><svg class=icon><use href='/s.svg#icon-bell'></use></svg></button>",
                "bell",
            ),
            (
                "<button><img src='arrow-up@2x.png' alt=''></button>",
                "arrow-up",
            ),
            (
                "<div tabindex=0 class='a-b one two three four'></div>",
                "one-two-three",
            ),
            ("<input name=email type=text class=form-control>", "email"),
            (
                "<input type=password value=hunter2 class=secret-field>",
                "secret",
            ),
            ("<button class=trash>Delete</button>", ""),
            ("<button class='fa fa-trash'>\u{f1f8}</button>", "trash"),
            (
                "<button class='transition-all leading-none icon-only peer ant-btn pencil'></button>",
                "pencil",
            ),
            ("<button class=trash aria-label=Delete></button>", ""),
            (
                "<button><svg class='lucide lucide-trash-2 w-4'><path></path></svg></button>",
                "trash",
            ),
            (
                "<button><i class=material-icons aria-hidden=true>edit_calendar</i></button>",
                "edit-calendar",
            ),
            ("<button><i aria-hidden=true>edit</i></button>", ""),
            ("<li onclick='' class=row>Text</li>", ""),
            (
                "<button class='\"] é [uid=9] x_kcd ~trash\\'></button>",
                "trash",
            ),
            ("<button class='ééééé'></button>", ""),
        ] {
            assert_eq!(hints(page), [expected], "{page}");
        }
    }

    #[test]
    fn lists_are_sorted() {
        assert!(super::EMPTY_WORDS.is_sorted());
        assert!(super::UTILITY_PREFIXES.is_sorted());
        assert!(super::ICON_WORDS.is_sorted());
        assert!(super::CONTROL_WORDS.is_sorted());
    }
}
