//! What the consent window says about an action: its arguments and its consequences.

use crate::permission::consent::target::Target;
use crate::safety::invisible::invisible_in;
use anyhow::Context;
use axlens_harness::consent::none_open;
use axlens_harness::on_runtime;
use axlens_harness::tab::uid_of;
use axlens_harness::{Chain, ConsentWindow, Kind, Page, Tab};
use serde_json::{Value, json};

const FORM: &str = "<!doctype html><title>Form</title><form><input aria-label=Name>\
    <input type=password aria-label=Password><textarea aria-label=Code></textarea>\
    <input aria-label='One-time code'><select aria-label=Size><option>Small<option>Large</select>\
    <input type=file aria-label=File><button>Send</button></form><a href=/elsewhere>Next</a>\
    <p role=button tabindex=0>Card</p><p role=button tabindex=0>Bin</p>\
    <ul><li>Savings account <button type=button>Transfer</button></ul>";

/// The name of the element, empty for the tab; the action; texts that the window shows, one after
/// the other.
type Case = (&'static str, &'static str, &'static [&'static str]);

const CASES: &[Case] = &[
    (
        "Transfer",
        r#"{"action": "click"}"#,
        &["button \"Transfer\"", "in the listitem", "Savings account"],
    ),
    (
        "Name",
        r#"{"action": "fill", "value": "Ada\u202ex\n"}"#,
        &["fill in this field", "Value", "“Ada\\u{202e}x\\n”"],
    ),
    (
        "Name",
        r#"{"action": "type", "text": "a\u200bb"}"#,
        &["Text", "“a\\u{200b}b”"],
    ),
    (
        "Size",
        r#"{"action": "select", "labels": ["Large"]}"#,
        &["choose an option in this list", "Options", "“Large”"],
    ),
    (
        "Size",
        r#"{"action": "select", "indexes": [1]}"#,
        &["Options, by position", "2"],
    ),
    (
        "Name",
        r#"{"action": "press", "keys": ["Control+A", "Delete"], "count": 3}"#,
        &["Keys", "Control+A, Delete", "How often", "3"],
    ),
    (
        "Send",
        r#"{"action": "click", "button": "middle", "count": 2, "modifiers": ["Shift"]}"#,
        &["Consequences", "sends the form", "middle", "2", "Shift"],
    ),
    (
        "File",
        r#"{"action": "upload", "files": [{"name": "plan.pdf", "base64": "aGVsbG8="}]}"#,
        &[
            "gives the files to this page",
            "Files",
            "“plan.pdf”",
            "5 bytes",
        ],
    ),
    (
        "Card",
        r#"{"action": "drag", "to": "Bin", "modifiers": ["Alt"]}"#,
        &["Alt", "Card", "Drag to", "Bin"],
    ),
    (
        "Card",
        r#"{"action": "drag", "to": {"by": [100, -5]}}"#,
        &["Pixels", "100, -5"],
    ),
    (
        "Card",
        r#"{"action": "select_text", "text": "ar"}"#,
        &["Text", "“ar”"],
    ),
    (
        "Send",
        r#"{"action": "submit", "dialogs": {"confirm": "accept", "prompt": "yes, all"}}"#,
        &[
            "sends the form",
            "answers dialogs of the page",
            "OK",
            "“yes, all”",
        ],
    ),
    (
        "",
        r#"{"action": "execute_js", "script": "steal(\n 1)"}"#,
        &["secrets", "Script", "steal(\n 1)"],
    ),
    (
        "",
        r#"{"action": "navigate", "url": "http://one.localhost:9/a/b?code=7#x"}"#,
        &[
            "http://127.0.0.1",
            "http://one.localhost:9",
            "opens a page of http://one.localhost:9",
            "Address",
            "http://one.localhost:9/a/b?code=7#x",
        ],
    ),
    (
        "",
        r#"{"action": "new_tab", "url": "http://b\u00fccher.localhost/x"}"#,
        &[
            "opens a page of http://xn--bcher-kva.localhost",
            "http://xn--bcher-kva.localhost/x",
        ],
    ),
];

/// Like [`CASES`], with the texts that the window does not show.
const SECRET_CASES: &[Case] = &[
    (
        "Password",
        r#"{"action": "fill", "value": "hunter2"}"#,
        &["hunter2", "“", "•"],
    ),
    (
        "Password",
        r#"{"action": "type", "text": "hunter2"}"#,
        &["hunter2", "“", "•"],
    ),
    (
        "One-time code",
        r#"{"action": "fill", "value": "hunter2"}"#,
        &["hunter2", "“", "•"],
    ),
    (
        "Password",
        r#"{"action": "press", "keys": ["h", "KeyU"]}"#,
        &["KeyU", "h,"],
    ),
];

/// Sends a request and returns the text of the consent window, which is then denied. It has no
/// invisible character, and the answers are in view.
pub async fn window_text(chain: &Chain, tab: &Tab, mut body: Value) -> anyhow::Result<String> {
    body["session"] = json!(tab.name);
    body["timeoutMs"] = json!(30_000);
    let agent = chain.agent.clone();
    let mut request = tokio::spawn(async move { agent.post("/interact", body).await });
    let window = tokio::select! {
        window = ConsentWindow::armed(&chain.browser) => window?,
        reply = &mut request => anyhow::bail!("no window: {}", reply??.body),
    };
    let text = window.evaluate("document.body.innerText").await?;
    let text = text.as_str().context("a text")?;
    assert_eq!(invisible_in(text), None, "{text}");
    assert_eq!(window.evaluate(IN_VIEW).await?, true, "{text}");
    window.answer(&chain.browser, "deny").await?;
    assert_eq!(request.await??.code()?, "permission_denied");
    none_open(&chain.browser).await?;
    Ok(text.to_owned())
}

/// The text of the consent window for an action on an element.
async fn text_for(chain: &Chain, tab: &Tab, element: &str, act: &str) -> anyhow::Result<String> {
    let mut body: Value = serde_json::from_str(act)?;
    let tree = tab.tree().await?;
    if !element.is_empty() {
        body["uid"] = json!(uid_of(&tree, element)?);
    } else if body["action"] != "new_tab" {
        // Until Chrome has moved the focus, the closed consent window may count as the front.
        body["tab"] = json!(tab.handle().await?);
    }
    if let Some(to) = body["to"].as_str() {
        body["to"] = json!({"uid": uid_of(&tree, to)?});
    }
    window_text(chain, tab, body).await
}

#[test]
fn the_window_shows_the_arguments_of_each_action() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::WithoutPauses).await?;
        let tab = chain.open(Page::html(FORM)).await?;
        for (element, act, expected) in CASES {
            let text = text_for(&chain, &tab, element, act).await.context(*act)?;
            let mut rest = text.as_str();
            for part in *expected {
                let found = rest.split_once(part);
                rest = found.with_context(|| format!("no {part} in {text}"))?.1;
            }
        }
        Ok(())
    })
}

#[test]
fn the_window_shows_no_text_for_a_secret_field() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::WithoutPauses).await?;
        let tab = chain.open(Page::html(FORM)).await?;
        for (element, act, hidden) in SECRET_CASES {
            let text = text_for(&chain, &tab, element, act).await.context(*act)?;
            assert!(text.contains("secret field: not shown"), "{text}");
            for part in *hidden {
                assert!(!text.contains(part), "{part} is in {text}");
            }
        }
        // Keys without text are not secret.
        let enter = r#"{"action": "press", "keys": "Enter"}"#;
        let text = text_for(&chain, &tab, "Password", enter).await?;
        assert!(text.contains("Keys\nEnter"), "{text}");
        // Keys without an element go to the field that has the focus.
        tab.evaluate("document.querySelector('[type=password]').focus()")
            .await?;
        let body = json!({"action": "type", "text": "hunter2", "tab": tab.handle().await?});
        let text = window_text(&chain, &tab, body).await?;
        assert!(
            text.contains("secret field") && !text.contains("hunter2"),
            "{text}"
        );
        Ok(())
    })
}

/// Whether each answer is in view and on top, and whether everything is in the window's width.
const IN_VIEW: &str = "[...document.querySelectorAll('#answers button')]
    .filter((button) => button.checkVisibility())
    .every((button) => {
      const box = button.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      return box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth &&
        document.elementFromPoint(x, y) === button;
    }) && document.documentElement.scrollWidth <= innerWidth
      && document.documentElement.scrollHeight <= innerHeight";

/// The whole text is available, and the answers stay in view.
#[test]
fn a_long_argument_is_cut_and_shown_on_demand() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::WithoutPauses).await?;
        let target =
            Target::in_tab(chain.open(Page::html("<button>Press me</button>")).await?).await?;
        for script in [
            "\n".repeat(5000) + "evil()",
            "x".repeat(20_000) + "evil()",
            format!("good(){}evil()", " ".repeat(5000)),
        ] {
            let body = json!({"action": "execute_js", "script": script,
                "tab": target.tab.handle().await?, "session": target.tab.name,
                "timeoutMs": 30_000});
            let agent = chain.agent.clone();
            let mut request = tokio::spawn(async move { agent.post("/interact", body).await });
            let window = tokio::select! {
                window = ConsentWindow::armed(&chain.browser) => window?,
                reply = &mut request => anyhow::bail!("no window: {}", reply??.body),
            };
            let text = window
                .evaluate("document.body.innerText")
                .await?
                .to_string();
            assert!(
                text.contains("more characters") && !text.contains("evil"),
                "{text:.300}"
            );
            assert_eq!(window.evaluate(IN_VIEW).await?, true);
            window
                .evaluate("document.querySelector('.arguments summary').click(); 0")
                .await?;
            window
                .wait_for("document.querySelector('.arguments [role=region]') !== null")
                .await?;
            let whole = window
                .evaluate("document.querySelector('.arguments [role=region]').textContent")
                .await?;
            assert_eq!(whole, json!(script));
            assert_eq!(window.evaluate(IN_VIEW).await?, true);
            window.answer(&chain.browser, "deny").await?;
            request.await??;
            none_open(&chain.browser).await?;
        }
        Ok(())
    })
}
