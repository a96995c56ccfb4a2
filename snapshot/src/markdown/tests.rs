//! Tests of the Markdown of pages: examples, and random texts read by a parser of Markdown.

mod edges;
mod main_content;

use super::{of_nodes, of_page};
use crate::page_tree::TreeNode;
use crate::role::Role;
use crate::tree::{Node, Unseen};
use expect_test::expect;
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag};

/// A node of a page, with two spaces before it for each level: `heading 2`, `link /a "name"`,
/// `list ol`, `"text"`, `+"text"` for text that follows without a space, `?"text"` for text that a
/// user can't see, or `^"\n  text"` for preformatted text.
fn page(lines: &str) -> Vec<TreeNode> {
    let lines = lines.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| TreeNode {
            node: node(line),
            ..TreeNode::default()
        })
        .collect()
}

fn node(line: &str) -> Node {
    let words = line.trim_start();
    let depth = u32::try_from((line.len() - words.len()) / 2).expect("a depth");
    let unquoted = |text: &str| crate::quote::unquoted(text).expect("a quoted text").0;
    if words.starts_with(['"', '+', '?', '^']) {
        let mut text = Node {
            depth,
            role: Role::Text,
            ..Node::default()
        };
        text.glued = words.starts_with('+');
        text.states.unseen = words.starts_with('?').then_some(Unseen::All);
        text.name = unquoted(words.trim_start_matches(['+', '?', '^']));
        if words.starts_with('^') {
            let name = text.name.trim_start();
            text.states.space = Some(text.name[..text.name.len() - name.len()].to_owned());
            text.name = name.to_owned();
        }
        return text;
    }
    let (words, name) = match words.find('"') {
        Some(at) => (&words[..at], unquoted(&words[at..])),
        None => (words, String::new()),
    };
    let (role, more) = words
        .trim_end()
        .split_once(' ')
        .unwrap_or((words.trim_end(), ""));
    let role = Role::parse(role).expect("a role");
    let mut node = Node {
        depth,
        role,
        name,
        ..Node::default()
    };
    match role {
        Role::Heading => node.states.level = more.parse().ok(),
        Role::Link => node.href = Some(more.to_owned()).filter(|href| !href.is_empty()),
        _ => more.clone_into(&mut node.tag),
    }
    node
}

fn markdown(lines: &str) -> String {
    of_nodes(&page(lines)).text
}

/// Long because the page has every kind of node.
#[test]
fn every_kind_of_block_and_markup() {
    let text = markdown(
        r#"
document
  heading 1
    "Orders"
  paragraph
    "The 10"
    superscript
      +"th"
    "of May is"
    strong
      "very"
    +", very"
    emphasis
      "late"
    +"; read"
    link /help?a=1
      "the help"
    "or"
    link #top
      "the top"
    "and"
    link /x (y)
      code
        "a_b | c`d"
  list ul
    listitem
      "One"
      list ol
        listitem
          "3. Three"
        listitem
          paragraph
            "Four"
          paragraph
            "More"
    listitem
      link /two "Two"
        image "Icon"
    listitem
  blockquote
    paragraph
      "To be"
    paragraph
      "or not"
  code
    "fn main() {\n    ```\n}\n...(note)"
  separator hr
  term dt
    "Term"
  definition dd
    "Meaning"
  link /card
    heading 3
      "Card"
    paragraph
      "About it"
  link /flat
    paragraph
      "One"
    paragraph
      "text"
  image "A [cat]"
  combobox select
    option "Not written"
  ?"ignore --> the user"
"#,
    );
    expect![[r#"
        # Orders

        The 10th of May is **very**, very *late*; read [the help](/help?a=1) or the top and [``a_b | c`d``](</x (y)>)

        - One

          3. Three
          4. Four

             More
        - [![Icon]()](/two)

        > To be
        >
        > or not

        ````
        fn main() {
            ```
        }
         ...(note)
        ````

        ---

        Term
        : Meaning

        ### [Card](/card)

        About it

        [One text](/flat)

        ![A \[cat\]]()

        <!-- unseen: ignore --\> the user -->"#]]
    .assert_eq(&text);
}

/// Long because of the page.
#[test]
fn tables_of_data_are_tables_and_others_are_not() {
    let text = markdown(
        r#"
document
  table
    caption
      "Prices"
    row
      columnheader
        "Name"
      columnheader
        "a|b"
    row
      cell
        "Ada"
      cell
        paragraph
          "one"
        paragraph
          link /2
            "two"
  table
    row
      cell
        "1"
      cell
        code
          "x|y"
    row
      cell
        "3"
  table
    row
      cell
        heading 2
          "Layout"
      cell
        "next to it"
  table
    row
      cell
        "One column"
"#,
    );
    expect![[r#"
        Prices

        | Name | a\|b |
        |---|---|
        | Ada | one<br>[two](/2) |

        | | |
        |---|---|
        | 1 | `x\|y` |
        | 3 |

        ## Layout

        next to it

        One column"#]]
    .assert_eq(&text);
}

#[test]
fn preformatted_text_keeps_its_lines() {
    let text = markdown(
        r#"
document
  paragraph
    ^"\nuse"
    link /a
      ^" x::y"
    ^";\n    let z"
    strong
      ^"\n      = 1;"
  paragraph
    ^"\nOne line,"
    link /b
      ^"\nand"
    ^" another:\n- no item"
  code
    ^"fn a()"
    link /c
      ^"\n    B"
    ^"{}"
  code
    ^"one"
"#,
    );
    expect![[r#"
        ```
        use x::y;
            let z
              = 1;
        ```

        One line,
        [and](/b) another:
        \- no item

        ```
        fn a()
            B{}
        ```

        `one`"#]]
    .assert_eq(&text);
}

#[test]
fn texts_can_not_be_markdown_or_notes() {
    let text = markdown(
        r##"
document
  "# no heading *nor* _this_ nor snake_case\n1. no item\n- nor this\n> no quote\n===\n...(note) <b> 1 < 2"
  paragraph
    "a](/b) [c] &amp; d & e \\ ~~x~~"
"##,
    );
    expect![[r#"
        \# no heading \*nor\* \_this\_ nor snake_case
        1\. no item
        \- nor this
        \> no quote
        \===
        \...(note) \<b> 1 < 2

        a]\(/b) [c] &amp\; d & e \\ \~\~x\~\~"#]]
    .assert_eq(&text);
}

#[test]
fn frames_that_were_not_read_are_noted() {
    let mut nodes = page("document\n  iframe\n  \"Text\"");
    nodes[1].notes = vec!["frame not read: no access".to_owned()];
    let written = of_page(&nodes);
    assert_eq!(written.text, "Text");
    assert_eq!(written.notes, ["frame not read: no access"]);
    nodes[0].notes = vec!["frame not read: hidden".to_owned(); 20];
    nodes[2].notes = nodes[1].notes.clone();
    let notes = [
        "frame not read: hidden (20 times)",
        "frame not read: no access (2 times)",
    ];
    assert_eq!(of_page(&nodes).notes, notes);
}

/// The text that a reader of the Markdown sees, and the numbers of its headings and links.
fn parsed(markdown: &str) -> (String, usize, usize) {
    let (mut text, mut headings, mut links) = (String::new(), 0, 0);
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Text(more) | Event::Code(more) => text.push_str(&more),
            Event::Start(Tag::Heading { .. }) => headings += 1,
            Event::Start(Tag::Link { .. }) => links += 1,
            Event::SoftBreak | Event::HardBreak | Event::End(_) => text.push(' '),
            _ => {}
        }
    }
    (text, headings, links)
}

fn squeezed(text: &str) -> String {
    text.chars()
        .filter(|character| !character.is_whitespace())
        .collect()
}

/// Texts with many characters that have a meaning in Markdown.
fn any_text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a",
        "b1",
        "1",
        " ",
        " ",
        "\n",
        "*",
        "**",
        "_",
        "`",
        "```",
        "~",
        "~~",
        "[",
        "]",
        "](",
        "(",
        ")",
        "<",
        ">",
        "<b>",
        "</p>",
        "<!--",
        "&amp;",
        "&",
        ";",
        "#",
        "# ",
        "- ",
        "+ ",
        "1. ",
        "2) ",
        "---",
        "===",
        "|",
        "|-|",
        "\\",
        "!",
        "![",
        ":",
        "]:",
        "http://a.b",
        "...(",
        "é",
    ]);
    let text = prop::collection::vec(piece, 1..12).prop_map(|pieces| pieces.concat());
    let text = text.prop_map(|text| text.trim().to_owned());
    text.prop_filter("blank", |text| !text.is_empty())
}

proptest! {
    #[test]
    fn a_parser_reads_back_every_text(
        parts in prop::collection::vec((0_usize..12, any_text(), any::<bool>()), 1..8)
    ) {
        let mut lines = "document\n".to_owned();
        let (mut expected, mut headings, mut links) = (String::new(), 0, 0);
        for (kind, text, glued) in parts {
            let text = if kind == 11 { text } else { text.replace('\n', " ") };
            let quoted = crate::quote::quoted(&text);
            let sign = if glued { "+" } else { "" };
            lines += &match kind {
                0..4 => format!("  {sign}{quoted}\n"),
                4 => { headings += 1; format!("  heading 2\n    {sign}{quoted}\n") }
                5 => { links += 1; format!("  link /x|(y)\n    {sign}{quoted}\n") }
                6 => format!("  strong\n    {sign}{quoted}\n"),
                7 => format!("  emphasis\n    {sign}{quoted}\n"),
                8 => format!("  code\n    {sign}{quoted}\n"),
                9 => format!("  list ul\n    listitem\n      {sign}{quoted}\n"),
                10 => format!("  table\n    row\n      columnheader\n        {quoted}\n      cell\n        strong\n          {quoted}\n"),
                _ => format!("  paragraph\n    {quoted}\n"),
            };
            expected += &text;
            if kind == 10 { expected += &text; }
        }
        let written = markdown(&lines);
        let (read, read_headings, read_links) = parsed(&written);
        prop_assert_eq!(squeezed(&read), squeezed(&expected), "{}", written);
        prop_assert_eq!((read_headings, read_links), (headings, links), "{}", written);
        prop_assert!(!written.lines().any(|line| line.starts_with("...(")), "{}", written);
    }
}
