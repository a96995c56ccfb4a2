//! `/get`: one fact of an element or of the page, without the values of secret fields.

use crate::find_and_wait::{OpenPage, PEOPLE, on_page, tree};
use anyhow::Context;
use serde_json::{Value, json};

#[test]
fn the_value_of_a_secret_field_is_never_returned() -> anyhow::Result<()> {
    on_page(PEOPLE, async |page| {
        let uid = async |label: &str| {
            let found = page.find(json!({"label": label})).await?;
            anyhow::Ok(found["matches"][0]["uid"].clone())
        };
        let get = async |what: &str, uid: &Value| page.get(json!({"what": what, "uid": uid})).await;
        let field = uid("filter").await?;
        assert_eq!(get("value", &field).await?["value"], Value::Null);
        let fill = json!({"action": "fill", "uid": field, "value": "Ada", "snapshot": "none"});
        page.post_ok("/interact", fill).await?;
        assert_eq!(get("value", &field).await?["value"], "Ada");
        let located = page.post_ok("/locate", json!({"uid": field})).await?;
        assert!(located["box"].is_array(), "{located:#}");
        assert_eq!(get("box", &field).await?["box"], located["box"]);
        let secret = uid("secret").await?;
        let tab = page.tab.handle().await?;
        let value = get("value", &secret).await?;
        assert_eq!(value, json!({"secret": true, "tab": tab}));
        let state = get("state", &secret).await?;
        assert!(!state.to_string().contains("hunter2"), "{state:#}");
        let title = page.get(json!({"what": "title"})).await?;
        assert_eq!(title["title"], "People");
        texts_counts_and_tables(&page).await
    })
}

/// Facts of several elements.
async fn texts_counts_and_tables(page: &OpenPage<'_>) -> anyhow::Result<()> {
    let all = page.get(json!({"what": "text"})).await?;
    let text = all["text"].as_str().context("a text")?;
    for part in ["Ada Lovelace\tEdit", "Shadowed", "Framed"] {
        assert!(text.contains(part), "{text}");
    }
    for part in ["hunter2", "REDACTED"] {
        assert!(!text.contains(part), "{text}");
    }
    for (selector, count) in [("button", 4), ("#host button", 0), ("nav", 0)] {
        let answer = page
            .get(json!({"what": "count", "selector": selector}))
            .await?;
        assert_eq!(answer["count"], count, "{selector}: {answer:#}");
    }
    let table = page.get(json!({"what": "table"})).await?;
    assert_eq!(table["count"], 2);
    assert_eq!(table["columns"], json!(["1", "2"]));
    let row = json!({"what": "table", "where": {"1": "turing"}});
    let row = page.get(row).await?;
    let expected = json!({"1": "Alan Turing", "2": "Edit"});
    assert_eq!(row["row"], expected, "{row:#}");
    // The uids of the row are valid.
    let line = tree(&row).lines().find(|line| line.contains("button"));
    let edit = line.and_then(|line| line.split_whitespace().next());
    let edit = json!(edit.context("the uid of a button")?);
    page.act("focus", &edit).await?;
    let text = page.get(json!({"what": "text", "uid": edit})).await?;
    assert_eq!(text["text"], "Edit");
    invalid_requests(page, &edit).await
}

async fn invalid_requests(page: &OpenPage<'_>, edit: &Value) -> anyhow::Result<()> {
    for (body, code) in [
        (
            json!({"what": "table", "where": {"1": "Grace"}}),
            "option_not_found",
        ),
        (
            json!({"what": "table", "where": {"Age": "3"}}),
            "option_not_found",
        ),
        (json!({"what": "count"}), "bad_request"),
        (
            json!({"what": "text", "selector": "button"}),
            "ambiguous_id",
        ),
        (
            json!({"what": "text", "selector": "nav"}),
            "scope_not_found",
        ),
        (
            json!({"what": "html", "selector": "[value^=h]"}),
            "bad_request",
        ),
        (json!({"what": "attribute", "uid": edit}), "bad_request"),
        (
            json!({"what": "attribute", "uid": edit, "name": "a b"}),
            "bad_request",
        ),
        (json!({"what": "styles", "uid": edit}), "bad_request"),
        (
            json!({"what": "styles", "uid": edit, "names": ["colour"]}),
            "bad_request",
        ),
        (json!({"what": "styles", "names": ["color"]}), "bad_request"),
        (
            json!({"what": "count", "selector": "[value^=h]"}),
            "bad_request",
        ),
        (
            json!({"what": "html", "uid": edit, "selector": "h1"}),
            "bad_request",
        ),
        (
            json!({"what": "html", "uid": edit, "name": "id"}),
            "bad_request",
        ),
        (json!({"what": "html", "hosts": ["#host"]}), "bad_request"),
    ] {
        let refused = page.post("/get", body.clone()).await?;
        assert_eq!(refused.code()?, code, "{body}");
    }
    Ok(())
}
