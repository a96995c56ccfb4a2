//! What an agent may not learn of what is typed into a page: each a page with a secret, asked in
//! every way there is.

pub mod addresses;
mod aria_fields;

use crate::attack::refusal::fault;
use crate::attack::report::Report;
use anyhow::ensure;
use axlens_harness::{Chain, Page, Tab};
use serde_json::{Value, json};

/// Name, what is tried, the page, and what the page does after it was read once. Each then holds
/// what [`SECRETS`] has, and "seen" in a plain field.
const PAGES: &[(&str, &str, &str, &str)] = &[
    (
        "password",
        "a password field",
        "<input id=field type=password value=hush-moth>",
        "",
    ),
    (
        "one_time_code",
        "a one-time code by its autocomplete",
        "<input id=field autocomplete=one-time-code value=hush-moth>",
        "",
    ),
    (
        "code_by_its_label",
        "a one-time code by its label alone",
        "<label>Einmalcode <input id=field value=hush-moth></label>",
        "",
    ),
    (
        "card_by_its_name",
        "a card's code by its name",
        "<input id=field name=cvv value=hush-moth>",
        "",
    ),
    (
        "card_without_a_name",
        "a card's number that only its digits betray",
        "<label>Reference <input id=field value='4111 1111 1111 1111'></label>",
        "",
    ),
    (
        "card_with_its_date",
        "a card's number with its date in one field",
        "<label>Reference <input id=field value='4111 1111 1111 1111 12/29'></label>",
        "",
    ),
    (
        "code_sent_to_a_phone",
        "a one-time code by a sentence",
        "<label>We texted you. Type it here <input id=field maxlength=9 value=hush-moth></label>",
        "",
    ),
    (
        "digits_on_a_card",
        "a card's code by where it is printed",
        "<label>3 digits on the back <input id=field value=hush-moth></label>",
        "",
    ),
    (
        "password_cloned",
        "a password field that is replaced with a text field of the same id",
        "<form><input id=field type=password value=hush-moth></form>",
        "const clone = field.cloneNode(); clone.type = 'text'; field.replaceWith(clone)",
    ),
    (
        "password_made_visible",
        "a password snapshot as text",
        "<input id=field type=password value=hush-moth>",
        "field.type = 'text'",
    ),
    (
        "swapped_twin",
        "a text field in a password field's place",
        "<div id=place><input type=password name=alpha></div>",
        "place.innerHTML = '<input id=field name=alpha value=hush-moth>'",
    ),
    (
        "boxes_under_a_legend",
        "a code under a legend",
        "<fieldset><legend>Verification code</legend><input id=field maxlength=1 value=hush-moth></fieldset>",
        "",
    ),
    (
        "boxes_without_a_label",
        "a row of fields for one character each",
        "<div><input maxlength=1 id=field value=hush-moth><input maxlength=1><input maxlength=1><input maxlength=1></div>",
        "",
    ),
    (
        "six_digit_code",
        "a label with the number of digits",
        "<label>6-digit code <input id=field value=hush-moth></label>",
        "",
    ),
    (
        "code_from_the_app",
        "a label that says where the code is from",
        "<label>Enter the code from your app <input id=field value=hush-moth></label>",
        "",
    ),
    (
        "second_factor_token",
        "a token of the second factor",
        "<label>2FA token <input id=field value=hush-moth></label>",
        "",
    ),
    (
        "secret_phrase",
        "the phrase of a wallet",
        "<label>Secret phrase <textarea id=field>hush-moth</textarea></label>",
        "",
    ),
    (
        "phrase_in_another_language",
        "the phrase of a wallet, in German",
        "<label>Wiederherstellungsphrase <input id=field value=hush-moth></label>",
        "",
    ),
    (
        "header_of_a_table",
        "a field that the header of a column labels",
        "<table><tr><th>User<th>PIN</tr><tr><td>Ada<td><input id=field value=hush-moth></tr></table>",
        "",
    ),
    (
        "name_of_a_dialog",
        "a field that the heading of a dialog labels",
        "<div role=dialog><h2>Enter the code from your app</h2><p>It is new.</p><p>See it.</p><p>Then</p><label>Code <input id=field value=hush-moth></label></div>",
        "",
    ),
    (
        "description",
        "a field that its description labels",
        "<input id=field aria-describedby=about value=hush-moth><p id=about>Your one-time code</p>",
        "",
    ),
    (
        "text_before",
        "a field that the text before it labels",
        "<p>Verification code</p><p><input id=field value=hush-moth></p>",
        "",
    ),
    (
        "text_before_that_changes",
        "a field whose label is written later",
        "<p id=before>Reference</p><p><input id=field value=seen-too></p>",
        "before.textContent = 'Security code'; field.value = 'hush-moth'",
    ),
    (
        "field_to_search_with",
        "a search field with the name of a password",
        "<input id=field role=searchbox name=password2 value=hush-moth>",
        "",
    ),
    (
        "value_of_a_custom_element",
        "the attribute of a custom element that is labelled around",
        "<fieldset><legend>Recovery phrase</legend><own-field id=field value=hush-moth></own-field></fieldset>",
        "",
    ),
    (
        "label_of_a_custom_element",
        "a field in a closed shadow root whose host is labelled",
        "<own-field id=field label='One-time code'><template shadowrootmode=closed><input value=hush-moth></template></own-field>",
        "",
    ),
    (
        "label_of_an_outer_custom_element",
        "a field in two shadow roots, the outer host of which is labelled",
        "<own-outer id=field aria-label='Security code'><template shadowrootmode=open><own-inner><template shadowrootmode=closed><input value=hush-moth></template></own-inner></template></own-outer>",
        "",
    ),
    (
        "token_in_a_meta_element",
        "the page's token against forged requests, by its HTML",
        "<meta id=field name=csrf-token content=hush-moth>",
        "",
    ),
    (
        "token_in_a_data_attribute",
        "a token in an attribute, by its HTML",
        "<form id=field data-csrf-token=hush-moth data-api-key=hush-moth></form>",
        "",
    ),
    (
        "secret_in_an_address",
        "user and password in a link",
        "<a id=field href='http://ada:hush-moth@bank.example/'>Bank</a>",
        "",
    ),
    (
        "secret_in_a_shadow_root",
        "a password field in a closed shadow root",
        "<div id=field></div><script>field.attachShadow({mode: 'closed'}).innerHTML = '<input type=password value=hush-moth>'</script>",
        "",
    ),
];

const SECRETS: [&str; 3] = ["hush-moth", "4111 1111 1111 1111", "4111111111111111"];

/// Ways to ask whether a value begins with some letters.
const ORACLES: &[(&str, &str)] = &[
    ("oracle", "[value^='hush']"),
    ("oracle_in_capitals", "[VALUE^='hush' i]"),
    ("oracle_of_any_namespace", "[*|value^='hush']"),
    ("oracle_escaped", r"[\76 alue^='hush']"),
    ("oracle_escaped_within", r"[va\6Cue^='hush']"),
    ("oracle_with_comments", "[/**/value/**/^='hush']"),
    ("oracle_unclosed", "[value^='hush'"),
    ("oracle_in_is", ":is([value^='hush'], !!!)"),
    ("oracle_in_not", "input:not(:not([value^='hush']))"),
    ("oracle_in_has", "body:has([value^='hush'])"),
    ("oracle_of_validity", "input:valid"),
];

/// Runs them all.
pub async fn attacks(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    let tab = chain.tab().await?;
    for (name, tried, page, change) in PAGES {
        report
            .attack(name, tried, read(chain, &tab, page, change))
            .await;
    }
    aria_fields::attacks(report, chain, &tab).await;
    let field = "<input id=field type=password value=hush-moth>";
    chain.show(&tab, page_with(field)).await?;
    for (name, selector) in ORACLES {
        let tried = format!("the selector {selector}");
        report.attack(name, &tried, ask(&tab, selector)).await;
    }
    let tried = "the length of a password, by what changes when it grows";
    report.attack("length", tried, length(&tab)).await;
    Ok(())
}

fn page_with(field: &str) -> Page {
    Page::html(format!(
        "<!doctype html><label>Note <input value=seen></label>{field}"
    ))
}

/// Every answer about the page: snapshots in all formats, what is found, explained, changed.
async fn read(chain: &Chain, tab: &Tab, field: &str, change: &str) -> anyhow::Result<String> {
    chain.show(tab, page_with(field)).await?;
    tab.tree().await?;
    tab.evaluate(&format!("{change}; void 0")).await?;
    let mut answers = Vec::new();
    for format in ["outline", "numbered", "refs", "tabs", "lean"] {
        let include = ["urls", "selectors", "descriptions"];
        answers.push(
            tab.observe(json!({"format": format, "include": include}))
                .await?,
        );
    }
    ensure!(
        answers[0].to_string().contains("seen"),
        "the control: {}",
        answers[0]
    );
    answers.push(tab.explain("#field").await?.body);
    for what in ["html", "value", "text"] {
        let selector = if what == "html" { "html" } else { "#field" };
        let get = json!({"tab": tab.handle().await?, "selector": selector, "what": what});
        answers.push(tab.agent().post("/get", get).await?.body);
    }
    for part in ["hush", "4111"] {
        answers.push(tab.ask(json!({"find": part})).await?.body["tree"].take());
    }
    tab.evaluate("field.title = 'changed'; void 0").await?;
    answers.push(tab.observe(json!({"compression": "delta"})).await?);
    silent(&answers)?;
    Ok(format!("not in {} answers", answers.len()))
}

fn silent(answers: &[Value]) -> anyhow::Result<()> {
    for answer in answers {
        let all = answer.to_string();
        let snapshot = SECRETS.iter().find(|secret| all.contains(*secret));
        ensure!(snapshot.is_none(), "{all}");
    }
    Ok(())
}

async fn ask(tab: &Tab, selector: &str) -> anyhow::Result<String> {
    let found = format!("document.querySelector({}) !== null", json!(selector));
    ensure!(
        tab.evaluate(&found).await? == true,
        "the control: it finds nothing"
    );
    fault(&tab.explain(selector).await?, "bad_request")?;
    fault(&tab.ask(json!({"scope": selector})).await?, "bad_request")
}

async fn length(tab: &Tab) -> anyhow::Result<String> {
    let short = tab.observe(json!({})).await?;
    tab.evaluate("field.value = 'x'.repeat(500); void 0")
        .await?;
    let long = tab.observe(json!({})).await?;
    for part in ["tree", "tokenEstimate"] {
        ensure!(short[part] == long[part], "{part} differs: {long}");
    }
    Ok("the answer is the same".into())
}
