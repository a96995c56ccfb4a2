//! What must never be shown: neither the value nor its length.

use axlens_tests::on_chain;
use serde_json::{Value, json};

/// Each with letters: a number could stand in an answer by chance.
const SECRETS: &[&str] = &[
    "correct-horse-battery",
    "314159-pi",
    "card-4111",
    "cvc-qux",
    "open-sesame-91",
    "xyzzy-plugh",
    "tango-zulu-7",
];

fn assert_silent(what: &str, answer: &Value) {
    let all = answer.to_string();
    for secret in SECRETS {
        assert!(!all.contains(secret), "{what} shows {secret}: {all}");
    }
}

#[test]
fn no_format_shows_a_secret() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("login.html").await?;
        for format in ["outline", "numbered", "refs", "tabs", "lean"] {
            let answer = tab.observe(json!({"format": format})).await?;
            assert_silent(format, &answer);
        }
        let answer = tab.observe(json!({})).await?;
        let tree = axlens_tests::tab::text(&answer);
        for name in [
            "Password",
            "Code",
            "Card",
            "Security code",
            "Phrase",
            "Secret word",
        ] {
            let line = tree
                .lines()
                .find(|line| line.contains(&format!("\"{name}\" [uid=")))
                .unwrap_or_default();
            assert!(line.contains("[REDACTED]"), "{name}: {line:?} in\n{tree}");
        }
        let line = tree
            .lines()
            .find(|line| line.contains("\"E-mail\" [uid="))
            .unwrap_or_default();
        assert!(line.contains("ada@example.org"), "{tree}");
        Ok(())
    })
}

#[test]
fn explaining_shows_no_secret() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("login.html").await?;
        for selector in ["[name=password]", "[name=code]", "#amount", "form"] {
            assert_silent(selector, &tab.explain(selector).await?.ok()?);
        }
        Ok(())
    })
}

#[test]
fn the_length_of_a_secret_changes_nothing() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("login.html").await?;
        let short = tab.observe(json!({})).await?;
        tab.evaluate("document.querySelector('[name=password]').value = 'x'.repeat(500); void 0")
            .await?;
        let long = tab.observe(json!({})).await?;
        assert_eq!(
            (&short["tree"], &short["tokenEstimate"]),
            (&long["tree"], &long["tokenEstimate"])
        );
        Ok(())
    })
}

#[test]
fn a_password_made_visible_stays_secret() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("login.html").await?;
        tab.observe(json!({})).await?;
        tab.evaluate("document.querySelector('[name=password]').type = 'text'; void 0")
            .await?;
        assert_silent("the eye", &tab.observe(json!({})).await?);
        Ok(())
    })
}
