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
