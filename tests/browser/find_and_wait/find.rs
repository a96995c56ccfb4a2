//! `/find`: elements by role, name, text and attributes.

use crate::find_and_wait::{OpenPage, PEOPLE, on_page, tree};
use serde_json::{Value, json};

/// Asserts that exactly one element matches, and its role and name.
fn assert_found(found: &Value, criteria: &Value, role: &str, name: &str) {
    assert_eq!(found["count"], 1, "{criteria}: {found:#}");
    assert_eq!(found["matches"][0]["name"], name, "{criteria}: {found:#}");
    if !role.is_empty() {
        assert_eq!(found["matches"][0]["role"], role, "{criteria}: {found:#}");
    }
}

#[test]
fn elements_are_found_by_each_criterion() -> anyhow::Result<()> {
    on_page(PEOPLE, async |page| {
        for (criteria, role, name) in [
            (
                json!({"role": "button", "name": "framed"}),
                "button",
                "Framed",
            ),
            (json!({"role": "h2"}), "heading", "Old"),
            (json!({"label": "filter"}), "textbox", "Filter people"),
            (json!({"placeholder": "city"}), "textbox", "Filter people"),
            (json!({"alt": "portrait"}), "image", "Portrait of Ada"),
            (json!({"title": "in the frame"}), "button", "Framed"),
            (json!({"testid": "deep"}), "button", "Shadowed"),
            (json!({"selector": "h1"}), "heading", "People"),
            (
                json!({"role": "row", "text": "turing"}),
                "row",
                "Alan Turing Edit",
            ),
            (json!({"text": "Ada Lovelace"}), "cell", "Ada Lovelace"),
            (json!({"text": "who"}), "", "World Health Organization"),
        ] {
            let found = page.find(criteria.clone()).await?;
            assert_found(&found, &criteria, role, name);
        }
        for criteria in [
            json!({"selector": "#host button"}),
            json!({"text": "hunter2"}),
            json!({"text": "REDACTED"}),
        ] {
            let found = page.find(criteria.clone()).await?;
            assert_eq!(found["count"], 0, "{criteria}: {found:#}");
        }
        let by_value = json!({"selector": "[value^=h]"});
        let refused = page.post("/find", by_value).await?;
        assert_eq!(refused.code()?, "bad_request");
        matches_are_shown_and_usable(&page).await?;
        find_and_wait_by_command(&page).await
    })
}

#[test]
fn equal_controls_have_the_text_of_their_card() -> anyhow::Result<()> {
    let html = "<title>Games</title><h1>Games</h1>\
        <div><div><b>Winter League</b><p>8 players</p><button>Enter</button></div>\
        <div><div><b>Ludo evening</b><p>8 players</p><button>Enter</button></div></div>\
        <button>Help</button>";
    on_page(html, async |page| {
        let found = page
            .find(json!({"role": "button", "name": "Enter"}))
            .await?;
        let interactive = page
            .tab
            .observe(json!({"interactive_only": true, "format": "lean"}))
            .await?;
        for text in [tree(&found), tree(&interactive)] {
            for card in ["Winter League", "Ludo evening"] {
                let line = format!("\"Enter\" in=\"{card}\"");
                assert!(text.contains(&line), "{line} in\n{text}");
            }
            assert!(!text.contains("\"Help\" in="), "{text}");
        }
        Ok(())
    })
}

async fn matches_are_shown_and_usable(page: &OpenPage<'_>) -> anyhow::Result<()> {
    // A container that is no element of the tree is shown with its contents.
    let card = page.find(json!({"testid": "card"})).await?;
    assert_eq!(card["count"], 1, "{card:#}");
    assert!(tree(&card).contains("Inside the card"), "{card:#}");
    // The answer shows the row of the match, and no other row.
    let ada = page.find(json!({"text": "Lovelace"})).await?;
    assert!(!tree(&ada).contains("Turing"), "{ada:#}");
    let edit = page.find(json!({"role": "button", "name": "Edit"})).await?;
    assert_eq!(edit["count"], 2);
    let first = &edit["matches"][0]["uid"];
    page.act("focus", first).await?;
    let within = json!({"text": "edit", "within": first});
    assert_eq!(page.find(within).await?["count"], 1);
    Ok(())
}

async fn find_and_wait_by_command(page: &OpenPage<'_>) -> anyhow::Result<()> {
    let tab = page.tab.handle().await?.to_string();
    let run = |arguments: &[&str]| {
        let output = page.chain.run(&[arguments, &["--tab", &tab]].concat())?;
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        anyhow::Ok((output.status.success(), printed))
    };
    for (command, beginning) in [
        (&["find", "lovelace"][..], "...(1 match)\n"),
        (
            &["find", "--role", "button", "--name", "edit"],
            "...(2 matches: ",
        ),
        (&["find", "css=h1"], "...(1 match)\n"),
        (&["find", "text=Alan Turing"], "...(1 match)\n"),
        (&["wait", "text", "Turing"], "text: cell \"Alan Turing\""),
        (&["wait", "load"], "load after"),
    ] {
        let (success, printed) = run(command)?;
        assert!(success && printed.starts_with(beginning), "{printed}");
    }
    let (success, _) = run(&["wait", "vanishes", "css=h1", "--timeout", "300"])?;
    assert!(!success);
    Ok(())
}
