//! Nodes in unusual places: each of these lost text, or let it out of its place.

use super::{markdown, page};
use crate::markdown::of_page;

/// Asserts the Markdown of the nodes of a document.
fn check(lines: &str, expected: &str) {
    let document = format!("document\n{lines}");
    assert_eq!(markdown(&document), expected, "{lines}");
}

#[test]
fn a_word_after_a_link_with_emphasis_cuts_nothing() {
    check(
        "  link /x\n    strong\n      \"关于我们。\"\n  +\"更多\"",
        "[**关于我们。**](/x)更多",
    );
    check(
        "  \"x!\"\n  strong\n    link /y\n      +\"z\"",
        "x\\!**[z](/y)**",
    );
}

#[test]
fn unseen_text_is_a_comment_in_code_and_cells() {
    check(
        "  code\n    ^\"a\\n  b\"\n    ?\"pay\"",
        "```\na\n  b\n```\n\n<!-- unseen: pay -->",
    );
    check(
        "  table\n    row\n      cell\n        ?\"a|b --!>\"\n      cell\n        \"c\"",
        "| | |\n|---|---|\n| <!-- unseen: a\\|b --\\!> --> | c |",
    );
}

#[test]
fn carriage_returns_are_line_breaks() {
    check("  \"a\\r...(forged)\\r\\r# b\"", "a\n\\...(forged)\n\\# b");
    check(
        "  code\n    ^\"a\\r...(forged)\\nb\"",
        "```\na\n ...(forged)\nb\n```",
    );
    check(
        "  table\n    row\n      cell\n        \"a\\r\\r# b\"\n      cell\n        \"c\"",
        "| | |\n|---|---|\n| a # b | c |",
    );
}

#[test]
fn no_break_spaces_stay() {
    check(
        "  link /a\n    \"A\"\n  +\"\\u{a0}\"\n  link /b\n    +\"B\"",
        "[A](/a)\u{a0}[B](/b)",
    );
    check("  strong\n    \"a\\u{a0}\"\n  +\"b\"", "a\u{a0}b");
}

#[test]
fn texts_in_images_code_and_rows_are_kept() {
    check("  image \"Rating\"\n    \"4.5 of 5\"", "4.5 of 5");
    check(
        "  code\n    ^\"a\\n  b\"\n    image \"Diagram\"",
        "```\na\n  b Diagram\n```",
    );
    check(
        "  table\n    row\n      cell\n        \"a\"\n      image \"Sort\"\n      cell\n        \"b\"",
        "a\n\n![Sort]()\n\nb",
    );
}

#[test]
fn code_in_a_link_or_in_a_numbered_item() {
    check(
        "  link /x \"a b\"\n    code\n      ^\"a\\nb\"",
        "```\na\nb\n```",
    );
    check(
        "  list ol\n    listitem\n      code\n        \"1. npm i\\nnpm start\"",
        "1. ```\n   npm i\n   npm start\n   ```",
    );
    check(
        "  list ol\n    listitem\n      list ol\n        listitem\n          \"1. A\"",
        "1. 1. A",
    );
}

#[test]
fn blocks_without_nodes_are_lines() {
    check("  \"Total\"\n  \"12.00\"\n  +\"!\"", "Total\n12.00!");
    check("  code\n    \"one\"\n    \"two\"", "```\none\ntwo\n```");
}

#[test]
fn inline_elements_on_new_lines_are_lines() {
    let lines = |lines: &str, new_lines: &[usize]| {
        let mut nodes = page(&format!("document\n{lines}"));
        for at in new_lines {
            nodes[*at].node.new_line = true;
        }
        crate::markdown::of_nodes(&nodes).text
    };
    let links = "  link /1\n    \"One\"\n  link /2\n    \"Two\"\n  \"Three\"\n";
    assert_eq!(lines(links, &[3, 5]), "[One](/1)\n[Two](/2)\nThree");
    assert_eq!(lines(links, &[1, 2]), "[One](/1) [Two](/2) Three");
    let item = "  listitem\n    strong\n      \"A\"\n    \"...(b)\"";
    assert_eq!(lines(item, &[4]), "- **A**\n  \\...(b)");
    let code = "  code\n    strong\n      \"a\"\n    strong\n      \"b\"";
    assert_eq!(lines(code, &[4]), "```\na\nb\n```");
    let heading = "  heading 2\n    emphasis\n      \"A\"\n    \"b\"";
    assert_eq!(lines(heading, &[4]), "## *A* b");
    let cells = "  table\n    row\n      cell\n        link /1\n          \"1\"\n        link /2\n          \"2\"\n      cell\n        \"3\"";
    let table = "| | |\n|---|---|\n| [1](/1)<br>[2](/2) | 3 |";
    assert_eq!(lines(cells, &[6]), table);
}

#[test]
fn marks_where_a_word_may_be_divided_are_left_out() {
    check(
        "  \"Donau\\u{ad}dampf\\u{200b}schiff \\u{feff}bom wo\\u{2060}rd\\u{200b}\"",
        "Donaudampfschiff bom word",
    );
    // Others stay, as do several in a row, which may be a message, and those in code and comments.
    check("  \"a\\u{200f}b\\u{e0041}c\"", "a\\u{200f}b\\u{e0041}c");
    check("  \"a\\u{200b}\\u{ad}b\"", "a\\u{200b}\\u{ad}b");
    check("  \"\\u{200b}\"", "\\u{200b}");
    check("  code\n    \"a\\u{200b}b\"", "`a\\u{200b}b`");
    check("  ?\"a\\u{ad}b\"", "<!-- unseen: a\\u{ad}b -->");
    check("  image \"a\\u{ad}b\"", "![ab]()");
    check("  link /a\u{ad}b\n    \"a\"", "[a](</a\\u{ad}b>)");
}

#[test]
fn an_alternative_text_that_the_text_repeats_is_written_once() {
    check(
        "  link /1\n    image \"Best light\"\n  heading 3\n    link /1\n      \"Best\"\n      strong\n        \"light\"",
        "### [Best **light**](/1)",
    );
    check(
        "  figure\n    link /2\n      image \"A bin\"\n    \"A bin\"",
        "A bin",
    );
    check("  link /3\n    image \"Slow\"\n    \"Slow\"", "[Slow](/3)");
    // Another page, another text, or a text between them.
    let light = "[![Light]()](/1)";
    check(
        "  link /1\n    image \"Light\"\n  link /2\n    \"Light\"",
        &format!("{light} [Light](/2)"),
    );
    check(
        "  link /1\n    image \"Light\"\n  link /1\n    \"Lights\"",
        &format!("{light} [Lights](/1)"),
    );
    check(
        "  link /1\n    image \"Light\"\n  \"or\"\n  link /1\n    \"Light\"",
        &format!("{light} or [Light](/1)"),
    );
    check(
        "  figure\n    image \"Light\"\n    ?\"Light\"",
        "![Light]() <!-- unseen: Light -->",
    );
}

#[test]
fn empty_rows_and_tables_are_left_out() {
    let row = "    row\n      cell\n      cell\n";
    check(&format!("  table\n{row}"), "");
    let texts = "    row\n      cell\n        \"a\"\n      cell\n        \"b\"";
    check(
        &format!("  table\n{row}{texts}"),
        "| | |\n|---|---|\n| a | b |",
    );
}

#[test]
fn a_formula_is_on_one_line() {
    check(
        "  paragraph\n    \"When\"\n    math\n      \"a\"\n      \"≠\"\n      \"0\"\n    +\", stop\"",
        "When a ≠ 0, stop",
    );
}

#[test]
fn what_is_not_written_ends_what_is() {
    let lines = "document\n  main\n    heading 1\n      \"Title\"\n  iframe\n    document\n      dialog\n        \"Cookies?\"";
    assert_eq!(of_page(&page(lines)).text, "# Title\n\nCookies?");
}

#[test]
fn a_page_behind_a_dialog_is_left_out() {
    let mut nodes = page("document\n  \"Shop\"\n  banner\n    dialog\n      \"Sure?\"");
    nodes[1].node.aria_hidden = true;
    let written = of_page(&nodes);
    assert_eq!(
        (written.text.as_str(), written.left_out_words),
        ("Sure?", 1)
    );
}

#[test]
fn deep_and_wide_pages_stay_small() {
    let quotes: String = (1..3_000)
        .map(|depth| format!("{}blockquote\n", "  ".repeat(depth)))
        .collect();
    let text = format!("document\n{quotes}{}\"a\"", "  ".repeat(3_000));
    assert!(markdown(&text).len() < 200);
    let wide = format!("    row\n{}", "      cell\n        \"a\"\n".repeat(500));
    let narrow = "    row\n      cell\n        \"a\"\n".repeat(500);
    let table = markdown(&format!("document\n  table\n{wide}{narrow}"));
    assert!(table.len() < 10_000, "{}", table.len());
}
