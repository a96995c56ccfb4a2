//! Explanations of elements that are in the tree, and of others.

use crate::html;
use crate::understand::explain;
use serde_json::Value;

/// Explains the element with `id=x`.
fn explained(page: &str) -> Value {
    let around = html::RecordOptions {
        target: Some(vec!["x".to_owned()]),
        ..html::RecordOptions::default()
    };
    serde_json::from_str(&explain(&html::record_in(page, &around), 0)).expect("JSON")
}

#[test]
fn every_part_says_where_it_comes_from() {
    let explanation = explained(
        "<b id=l>Save</b><button id=x role='foo none' aria-labelledby=l title=Tip aria-pressed=true>x</button>",
    );
    assert_eq!(explanation["tag"], "button");
    assert_eq!(explanation["role"]["value"], "button");
    let from = explanation["role"]["from"].as_str().unwrap_or_default();
    assert!(from.contains("foo none"), "{explanation}");
    assert_eq!(explanation["name"]["value"], "Save");
    assert_eq!(
        explanation["name"]["from"],
        serde_json::json!([{"step": "2B aria-labelledby", "node": "#l", "text": "Save"}])
    );
    assert_eq!(explanation["description"]["value"], "Tip");
    assert_eq!(explanation["states"]["pressed"], "true");
    assert_eq!(explanation["inTree"], true);
    assert_eq!(explanation["selector"], "#x");
    assert!(explanation["uid"].is_u64(), "{explanation}");
}

#[test]
fn why_it_is_not_in_the_tree() {
    let why = |page: &str| {
        let explanation = explained(page);
        assert_eq!(explanation["inTree"], false, "{explanation}");
        assert!(explanation.get("uid").is_none(), "{explanation}");
        explanation["why"].as_str().unwrap_or_default().to_owned()
    };
    let cases = [
        (
            "<div hidden id=h><b id=x>t</b></div>",
            "not rendered: hidden attribute on #h",
        ),
        (
            "<div style='display:none' id=h><b id=x>t</b></div>",
            "not rendered: display: none on #h",
        ),
        (
            "<p style='visibility:hidden' id=h><b id=x>t</b></p>",
            "not rendered: visibility: hidden on #h",
        ),
        (
            "<div aria-hidden=true id=h><button id=x>t</button></div>",
            "hidden from assistive technology: aria-hidden on #h",
        ),
        (
            "<div inert id=h><button id=x>t</button></div>",
            "inert: inert on #h",
        ),
        (
            "<div style='interactivity:inert'><button id=x>t</button></div>",
            "inert: interactivity: inert",
        ),
        (
            "<details id=h><summary>s</summary><b id=x>t</b></details>",
            "not rendered: #h is closed",
        ),
        (
            "<button id=h><b id=x>t</b></button>",
            "inside #h, whose role button makes everything inside it presentational",
        ),
        (
            "<h1 role=none id=x>t</h1>",
            "presentational: its children stand in its place",
        ),
        (
            "<div id=x>t</div>",
            "a plain container without a name, a state or anything to act on: its children stand in its place",
        ),
    ];
    for (page, expected) in cases {
        assert_eq!(why(page), expected, "{page}");
    }
}

#[test]
fn secrets_are_not_explained() {
    let explanation =
        explained("<label>L<input id=x type=password value=hunter2></label>").to_string();
    assert!(
        explanation.contains("[REDACTED]") && !explanation.contains("hunter2"),
        "{explanation}"
    );
}
