//! Every visible word of a control is once in the Markdown and the text of its page, whatever
//! names the control, and the lines of the Markdown are those that a browser displays. The words
//! and lines are those of the HTML, not those of another text of the page.

use crate::html;
use axlens_snapshot::markdown::of_nodes;
use axlens_snapshot::options::{Format, Options};
use axlens_snapshot::page_tree::{Tree, TreeNode};
use axlens_snapshot::present::present;
use axlens_snapshot::text::text_of;
use axlens_wasm_core::understand::understand;

/// Opening and closing tags around a content. `NAME`: the attributes that name it.
const CONTROLS: [(&str, &str); 15] = [
    ("<button NAME>", "</button>"),
    ("<div role=button tabindex=0 NAME>", "</div>"),
    ("<div role=tablist><div role=tab NAME>", "</div></div>"),
    ("<div role=switch aria-checked=true NAME>", "</div>"),
    ("<span role=checkbox aria-checked=false NAME>", "</span>"),
    ("<span role=radio aria-checked=false NAME>", "</span>"),
    ("<ul role=listbox><li role=option NAME>", "</ul>"),
    ("<div role=menu><div role=menuitem NAME>", "</div></div>"),
    (
        "<div role=menu><div role=menuitemradio NAME>",
        "</div></div>",
    ),
    ("<div role=tree><div role=treeitem NAME>", "</div></div>"),
    ("<a href=/to NAME>", "</a>"),
    ("<span role=link tabindex=0 NAME>", "</span>"),
    ("<h3 NAME>", "</h3>"),
    ("<details open><summary NAME>", "</summary></details>"),
    ("<div onclick='' style='cursor:pointer' NAME>", "</div>"),
];

const NAMES: [&str; 7] = [
    "",
    "aria-label=other",
    "aria-label='alpha'",
    "aria-label='alpha beta'",
    "aria-label='the alpha beta gamma thing'",
    "aria-labelledby=pointed",
    "title='alpha beta'",
];

/// Contents whose visible words are `alpha`, `beta` and `gamma`.
const CONTENTS: [&str; 9] = [
    "alpha beta gamma",
    "<b>alpha</b> <i>beta gamma</i>",
    "<span aria-hidden=true>alpha</span> beta gamma",
    "<span aria-hidden=true>alpha beta gamma</span>",
    "<div>alpha</div><div>beta</div>gamma",
    "alpha <a href=/inner>beta</a> gamma",
    "<span aria-label=replaced>alpha</span> beta gamma",
    "<span role=img aria-label=drawn></span>alpha beta<br>gamma",
    "alpha beta <span style='display:none'>hidden</span>gamma",
];

fn nodes(page: &str) -> Vec<TreeNode> {
    let tree = understand(&html::record(page)).tree;
    let nodes = tree.nodes.into_iter();
    let nodes = nodes.map(|node| TreeNode {
        node,
        ..TreeNode::default()
    });
    nodes.collect()
}

/// How often a word is in a text, without the addresses and alternative texts of Markdown.
fn count(text: &str, word: &str) -> usize {
    let words = text.split(|character: char| !character.is_alphanumeric());
    words.filter(|each| *each == word).count()
}

#[test]
fn every_visible_word_of_a_control_is_there_once() {
    let mut checked = 0;
    for (opening, closing) in CONTROLS {
        for name in NAMES {
            for content in CONTENTS {
                let opening = opening.replace("NAME", name);
                let page = format!(
                    "<div>first {opening}{content}{closing} last</div><p hidden id=pointed>alpha beta"
                );
                let nodes = nodes(&page);
                let text = text_of(nodes.iter().map(|each| &each.node));
                let markdown = of_nodes(&nodes).text;
                for word in ["first", "alpha", "beta", "gamma", "last"] {
                    assert_eq!(count(&text, word), 1, "{word} of {page} in the text {text}");
                    let found = count(&markdown, word);
                    assert_eq!(found, 1, "{word} of {page} in the Markdown {markdown}");
                }
                assert_eq!(count(&text, "hidden"), 0, "{page}: {text}");
                checked += 1;
            }
        }
    }
    assert_eq!(checked, CONTROLS.len() * NAMES.len() * CONTENTS.len());
}

#[test]
fn the_alternative_text_of_an_image_represents_the_words_in_it() {
    let nodes = nodes("<div role=img aria-label='A chart of alpha'><span>alpha</span></div>");
    assert_eq!(of_nodes(&nodes).text, "![A chart of alpha]()");
}

#[test]
fn snapshots_have_only_the_name_of_a_control() {
    let page = "<button aria-label='Like it'><b>Like</b></button><button>Save <i aria-hidden=true>now</i></button>";
    let mut tree = Tree {
        nodes: nodes(page),
        ..Tree::default()
    };
    for format in [Format::Lean, Format::Outline, Format::Refs] {
        let options = Options {
            format,
            ..Options::default()
        };
        let (_, rendered) = present(&mut tree.clone(), &options);
        let text = rendered.text;
        assert!(text.contains("Like it") && text.contains("Save"), "{text}");
        assert_eq!(text.matches("Like").count(), 1, "{text}");
        assert!(!text.contains("now"), "{text}");
    }
    tree.nodes.retain(|each| each.node.represented);
    let texts = tree.nodes.iter().map(|each| each.node.name.as_str());
    assert_eq!(texts.collect::<Vec<_>>(), ["Like", "Save", "now"]);
}

/// HTML, and its lines as the browser's `innerText` has them.
const LINES: [(&str, &[&str]); 12] = [
    ("<b>A</b><br>b<p>c<br>d", &["A", "b", "c", "d"]),
    ("a<br><em>b</em>", &["a", "b"]),
    (
        "<a href=/1>a</a><br><a href=/2>b</a><br>c",
        &["a", "b", "c"],
    ),
    (
        "<div><a href=/1>a</a></div><div><a href=/2>b</a></div>",
        &["a", "b"],
    ),
    (
        "<div><a href=/1>a</a></div><div>b</div><div><b>c</b></div>",
        &["a", "b", "c"],
    ),
    (
        "<div><button>a</button></div><div><span>b</span></div><div>c</div>",
        &["a", "b", "c"],
    ),
    ("<div><time>a</time></div><div>b</div>", &["a", "b"]),
    (
        "<a href=/1><span style='display:block'>a</span><span style='display:block'>b</span></a>",
        &["a", "b"],
    ),
    ("a <a href=/1>b</a> <b>c</b> d", &["a b c d"]),
    ("a<b></b><br><i></i><b>b</b>", &["a", "b"]),
    ("<ul><li><b>a</b><br>b<li>c</ul>", &["a", "b", "c"]),
    ("a <b>b<br>c</b> d", &["a b", "c d"]),
];

#[test]
fn blocks_and_breaks_start_lines() {
    for (page, lines) in LINES {
        let markdown = of_nodes(&nodes(page)).text;
        let markdown = markdown.lines().filter(|line| !line.trim().is_empty());
        let letters = |line: &str| {
            let text = line.replace("](/1)", "").replace("](/2)", "");
            text.replace(|sign: char| !sign.is_alphanumeric() && sign != ' ', "")
                .trim()
                .to_owned()
        };
        let written: Vec<String> = markdown.map(letters).collect();
        assert_eq!(written, lines, "{page}");
    }
}
