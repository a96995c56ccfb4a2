//! Hints for controls without a name: at most three words of their class, attributes, id or image.
//! A hint is not a name. It consists of lower-case ASCII letters and hyphens, so it cannot forge a
//! part of a line.

use super::words::{camel_case_words, in_list};
use crate::dom::{Dom, Idx, Kind, Namespace};
use crate::naming::{collapsed, without_icons};
use crate::page::Page;
use crate::selectors::looks_generated;
use axlens_protocol::wire::record_format::{ACTION_ATTRIBUTES, CONTROL_WORDS, TEST_IDS};

/// Maximum number of words.
const MAX_WORDS: usize = 3;

/// Maximum number of searched elements and texts: the control and its icon.
const MAX_NODES: usize = 12;

/// Maximum length in bytes of a text that is searched for words.
const MAX_TEXT_LEN: usize = 200;

/// Words without information about a control: frameworks, appearance, structure. Sorted.
const EMPTY_WORDS: [&str; 92] = [
    "absolute",
    "active",
    "align",
    "anchor",
    "animate",
    "ant",
    "antialiased",
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
    "field",
    "fixed",
    "flex",
    "focus",
    "font",
    "form",
    "glyphicon",
    "grid",
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
    "material",
    "md",
    "mui",
    "native",
    "none",
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
    "small",
    "solid",
    "sprite",
    "svg",
    "switch",
    "target",
    "touch",
    "transition",
    "truncate",
    "ui",
    "wrap",
    "wrapper",
];

/// First words of identifiers that style sheets and their tools generate. Sorted.
const UTILITY_PREFIXES: [&str; 40] = [
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
    let sources: [fn(&Dom, Idx) -> Vec<String>; 7] = [
        |dom, node| attribute_words(dom, node, "title"),
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

/// The control and the elements inside; `None` if it has visible text, or is too large for a
/// control with an icon.
fn own_elements(page: &Page, control: Idx) -> Option<Vec<Idx>> {
    let mut elements = Vec::new();
    let mut open = vec![control];
    while let Some(node) = open.pop() {
        if page.dom.kind(node) == Kind::Text {
            let text = page.dom.text(node);
            if page.visibility.rendered(node) && !collapsed(&without_icons(text)).is_empty() {
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

/// Whether a class is one of a style sheet's or its tools', such as `mt-2` or `css-1a2b3c`.
fn is_utility(class: &str) -> bool {
    let mut parts = class.split(['-', '_']);
    let first = parts.next().unwrap_or("");
    class.contains([':', '/', '[', '!'])
        || in_list(&UTILITY_PREFIXES, first).is_some() && class.len() > first.len()
        || parts.any(|part| part.bytes().any(|byte| byte.is_ascii_digit()) && !class.contains("__"))
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
                "<button class='transition-all leading-none sr-only ant-btn pencil'></button>",
                "pencil",
            ),
            ("<button class=trash aria-label=Delete></button>", ""),
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
        assert!(super::CONTROL_WORDS.is_sorted());
    }
}
