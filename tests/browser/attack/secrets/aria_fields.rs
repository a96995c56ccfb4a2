//! Elements that a role makes a field, with a label that says that its value is secret.

use super::{page_with, read, silent};
use crate::attack::report::Report;
use anyhow::ensure;
use axlens_harness::{Chain, Tab};
use serde_json::json;

/// A value that only a number can be.
const NUMBER: &str = "739151";

/// Name, what is tried, the page, and what the page does after it was read once.
const PAGES: &[(&str, &str, &str, &str)] = &[
    (
        "aria_textbox",
        "a textbox by its role",
        "<div id=field role=textbox tabindex=0 aria-label=Password>hush-moth</div>",
        "",
    ),
    (
        "aria_searchbox",
        "a searchbox by its role",
        "<div id=field role=searchbox tabindex=0 aria-label='One-time code'>hush-moth</div>",
        "",
    ),
    (
        "aria_combobox",
        "a button that is a combobox",
        "<button id=field role=combobox aria-label='Security code'>hush-moth</button>",
        "",
    ),
    (
        "aria_slider",
        "a slider with a text and a number",
        "<div id=field role=slider tabindex=0 aria-label=PIN aria-valuetext=hush-moth aria-valuenow=739151></div>",
        "",
    ),
    (
        "aria_spinbutton",
        "a spinbutton with a number",
        "<div id=field role=spinbutton tabindex=0 aria-label=PIN aria-valuenow=739151>739151</div>",
        "",
    ),
    (
        "aria_role_with_fallback",
        "a role in capitals, after one that does not exist",
        "<div id=field role='secure-field TEXTBOX' tabindex=0 aria-label=Password>hush-moth</div>",
        "",
    ),
    (
        "aria_labelled_by",
        "a slider that another element labels",
        "<p id=about>Card security code</p><p>…</p><p>…</p><p>…</p><div id=field role=slider tabindex=0 aria-labelledby=about aria-valuetext=hush-moth></div>",
        "",
    ),
    (
        "aria_text_before",
        "a textbox that the text before it labels",
        "<fieldset><legend>Verification code</legend><div id=field role=textbox tabindex=0>hush-moth</div></fieldset>",
        "",
    ),
    (
        "aria_inner_field",
        "a field in a combobox that is labelled",
        "<div role=combobox aria-label=Password><input id=field value=hush-moth></div>",
        "",
    ),
    (
        "aria_in_a_shadow_root",
        "a textbox in a closed shadow root",
        "<div id=field></div><script>field.attachShadow({mode: 'closed'}).innerHTML = '<div role=textbox tabindex=0 aria-label=Password><b>hush-moth</b></div>'</script>",
        "",
    ),
    (
        "aria_card_number",
        "a textbox that only its digits betray",
        "<div id=field role=textbox tabindex=0 aria-label=Reference>4111 1111 1111 1111</div>",
        "",
    ),
    (
        "aria_masked",
        "a textbox that shows dots",
        "<div id=field role=textbox tabindex=0 aria-label=Word style='-webkit-text-security:disc'>hush-moth</div>",
        "",
    ),
    (
        "aria_value_of_an_input",
        "the ARIA text of a password field",
        "<input id=field type=password aria-valuetext=hush-moth aria-valuenow=739151>",
        "",
    ),
    (
        "aria_value_of_an_editable_element",
        "the ARIA text of an editable element",
        "<div id=field contenteditable aria-label=Password aria-valuetext=hush-moth></div>",
        "",
    ),
    (
        "aria_label_that_changes",
        "a slider whose label is written later",
        "<div id=field role=slider tabindex=0 aria-label=Volume aria-valuetext=loud></div>",
        "field.setAttribute('aria-label', 'PIN'); field.setAttribute('aria-valuetext', 'hush-moth')",
    ),
    (
        "aria_value_that_changes",
        "a slider whose value grows",
        "<div id=field role=slider tabindex=0 aria-label=PIN aria-valuenow=1></div>",
        "field.setAttribute('aria-valuenow', '739151')",
    ),
];

/// Runs them all.
pub async fn attacks(report: &mut Report, chain: &Chain, tab: &Tab) {
    for (name, tried, page, change) in PAGES {
        report
            .attack(name, tried, read_all(chain, tab, page, change))
            .await;
    }
    let tried = "fields with the same roles and plain labels are read, for comparison";
    report
        .attack("aria_plain_fields", tried, plain(chain, tab))
        .await;
}

/// What is read of every secret, and the attributes and looks of this one.
async fn read_all(chain: &Chain, tab: &Tab, field: &str, change: &str) -> anyhow::Result<String> {
    let outcome = read(chain, tab, field, change).await?;
    chain.show(tab, page_with(field)).await?;
    let mut answers = vec![tab.observe(json!({})).await?];
    tab.evaluate(&format!("{change}; void 0")).await?;
    answers.push(tab.observe(json!({"compression": "delta"})).await?);
    answers.push(tab.observe(json!({})).await?);
    let handle = tab.handle().await?;
    for what in [
        json!({"what": "visual"}),
        json!({"what": "text"}),
        json!({"what": "html", "selector": "html"}),
        json!({"what": "html", "selector": "#field"}),
        json!({"what": "attribute", "selector": "#field", "name": "aria-valuetext"}),
        json!({"what": "attribute", "selector": "#field", "name": "aria-valuenow"}),
    ] {
        let mut get = what;
        get["tab"] = json!(handle);
        answers.push(tab.agent().post("/get", get).await?.body);
    }
    silent(&answers)?;
    let all = json!(answers).to_string();
    ensure!(!all.contains(NUMBER), "{all}");
    Ok(outcome)
}

async fn plain(chain: &Chain, tab: &Tab) -> anyhow::Result<String> {
    let fields = "<div role=textbox tabindex=0 aria-label=Town>Bern</div>
        <div role=searchbox tabindex=0 aria-label='Search passwords'>Zug</div>
        <button role=combobox aria-label=Size>Large</button>
        <div role=slider tabindex=0 aria-label=Volume aria-valuetext=Loud></div>
        <div role=spinbutton tabindex=0 aria-label=Guests aria-valuenow=739></div>";
    chain.show(tab, page_with(fields)).await?;
    let tree = tab.tree().await?;
    for value in ["Bern", "Zug", "Large", "Loud", "739"] {
        ensure!(tree.contains(value), "{value} is missing: {tree}");
    }
    Ok("their values are in the snapshot".into())
}
