//! Which part of a page is its main content, and what the notes say about the rest.

use super::page;
use crate::markdown::of_page;

#[test]
fn a_page_is_its_main_content_and_says_what_is_left_out() {
    let lines = r#"
document
  banner
    "Shop now"
  navigation "Docs"
    "Home"
  main
    navigation "In it"
      "Contents"
    "Hello"
  dialog
    "Cookies?"
  contentinfo
    "Imprint"
"#;
    let written = of_page(&page(lines));
    assert_eq!(written.text, "Contents\n\nHello\n\nCookies?");
    assert_eq!(
        written.left_out,
        ["banner", "navigation \"Docs\"", "contentinfo"]
    );
    assert_eq!(written.left_out_words, 4);
    let without = lines
        .replace("  main", "  region")
        .replace("\"Hello\"", "\"Hi\"");
    let written = of_page(&page(&without));
    assert_eq!(written.text, "Hi\n\nCookies?");
    assert_eq!(written.left_out_words, 5);
    let only = of_page(&page("document\n  navigation\n    \"Home\""));
    assert_eq!((only.text.as_str(), only.left_out_words), ("Home", 0));
}

/// A text of 600 letters.
fn long_text() -> String {
    "word ".repeat(150).trim_end().to_owned()
}

/// A page with an article, and other content around it.
fn page_with_article(other: &str) -> String {
    format!(
        r#"
document
  banner
    link /
      "Home"
    heading 1
      "The headline"
  main
    navigation "Contents"
      "Part one"
    article
      heading 2
        "Part"
      paragraph
        "{}"
    list ul
      listitem
        link /more "{}"
          "{}"
{other}
  contentinfo
    "Imprint"
"#,
        long_text(),
        long_text(),
        long_text()
    )
}

#[test]
fn the_only_article_with_most_of_the_text_is_the_main_content() {
    let article = format!("# The headline\n\n## Part\n\n{}", long_text());
    let written = of_page(&page(&page_with_article(
        "    paragraph\n      \"Comment\"",
    )));
    assert_eq!(written.text, article);
    let left_out = [
        "banner",
        "navigation \"Contents\"",
        "contentinfo",
        "what is around the article",
    ];
    assert_eq!(written.left_out, left_out);
    assert_eq!(written.left_out_words, 1 + 2 + 150 + 1 + 1);
    let dialog = "    dialog\n      \"Cookies?\"";
    let written = of_page(&page(&page_with_article(dialog)));
    assert_eq!(written.text, article + "\n\nCookies?");
}

#[test]
fn one_of_several_articles_or_a_small_one_is_not_the_main_content() {
    let two = "    article\n      \"Reply\"";
    let much = format!("    paragraph\n      \"{} more\"", long_text());
    for other in [two, &*much] {
        let written = of_page(&page(&page_with_article(other)));
        assert_eq!(written.left_out, ["banner", "contentinfo"], "{other}");
        assert_eq!(written.left_out_words, 2, "{other}");
    }
    let short = page_with_article("").replace(&long_text(), "Short");
    assert_eq!(of_page(&page(&short)).left_out, ["banner", "contentinfo"]);
}

#[test]
fn an_article_in_an_article_is_a_part_of_it() {
    let text = long_text();
    let nested = format!(
        "document\n  article\n    paragraph\n      \"{text}\"\n    article\n      \"Reply\"\n  \"Other\""
    );
    let written = of_page(&page(&nested));
    assert_eq!(written.text, format!("{text}\n\nReply"));
    assert_eq!(written.left_out, ["what is around the article"]);
}

#[test]
fn the_headline_is_before_the_content_only_if_the_content_has_none() {
    let before = |headline: &str| {
        let lines = format!("document\n  banner\n    heading 1\n      \"{headline}\"\n");
        move |main: &str| of_page(&page(&format!("{lines}  main\n{main}")))
    };
    let written = before("The headline")("    \"Text\"");
    assert_eq!(written.text, "# The headline\n\nText");
    assert_eq!((written.left_out.len(), written.left_out_words), (0, 0));
    let written = before("Site")("    heading 1\n      \"Own\"\n    \"Text\"");
    assert_eq!(written.text, "# Own\n\nText");
    assert_eq!(written.left_out, ["banner"]);
    // The nearest one before the content; none after it, or in a part that has other content.
    let lines = r#"
document
  heading 1
    "Site"
  heading 1
    "The headline"
  complementary
    heading 1
      "Most read"
  main
    "Text"
  heading 1
    "Related"
"#;
    assert_eq!(of_page(&page(lines)).text, "# The headline\n\nText");
    let without = lines.replace("heading 1", "heading 2");
    assert_eq!(of_page(&page(&without)).text, "Text");
}
