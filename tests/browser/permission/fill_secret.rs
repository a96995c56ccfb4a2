//! Secrets of the user that agents enter by name: into secret fields on the secret's sites only,
//! and in no answer.

use anyhow::ensure;
use axlens_harness::own_page::set_policy;
use axlens_harness::{Chain, ConsentWindow, Kind, Page, Reply, Tab, on_runtime};
use serde_json::{Value, json};

/// The value of the secrets in these tests.
const VALUE: &str = "correct \"horse\" 42";

/// A form, and a frame on the same address that is another site: a sandbox.
const LOGIN: &str = "<title>Log in</title><label>Name <input id=user></label>
    <label>Password <input id=password type=password></label>
    <label>Month <select id=month autocomplete=cc-exp-month><option>1<option>2</select></label>
    <iframe sandbox=allow-scripts srcdoc='<input id=inside type=password>'></iframe>";

/// Adds a secret with the command line.
fn add(chain: &Chain, name: &str, site: &str, command: &[&str]) -> anyhow::Result<()> {
    let arguments = ["secret", "add", name, "--site", site, "--"];
    let output = chain.run(&[&arguments, command].concat())?;
    ensure!(output.status.success(), "{output:?}");
    Ok(())
}

fn body(tab: &Tab, handle: u64, selector: &str, secret: &str) -> Value {
    json!({"action": "fill_secret", "selector": selector, "secret": secret,
        "tab": handle, "session": tab.name})
}

/// Enters a secret. Fails if the answer contains the value.
async fn enter(chain: &Chain, tab: &Tab, selector: &str, secret: &str) -> anyhow::Result<Reply> {
    let body = body(tab, tab.handle().await?, selector, secret);
    let reply = chain.agent.post("/interact", body).await?;
    ensure!(
        !reply.body.to_string().contains("horse"),
        "{:#}",
        reply.body
    );
    Ok(reply)
}

#[test]
fn a_secret_goes_to_a_secret_field_of_its_site_and_to_nobody_else() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let options = chain.own_page("options").await?;
        set_policy(&options, &json!({"default": "act", "sites": []})).await?;
        let tab = chain.open(Page::html(LOGIN)).await?;
        let origin = tab.evaluate("location.origin").await?;
        let origin = origin.as_str().unwrap_or_default();
        add(&chain, "here", origin, &["echo", VALUE])?;
        add(&chain, "elsewhere", "https://a.example", &["echo", VALUE])?;
        add(&chain, "locked", origin, &["false"])?;
        for (selector, secret, code, part) in [
            (
                "#user",
                "here",
                "bad_request",
                "is for a text field of a password",
            ),
            ("#password", "elsewhere", "bad_request", "https://a.example"),
            (
                "#month",
                "here",
                "bad_request",
                "is for a text field of a password",
            ),
            (
                "#inside",
                "here",
                "bad_request",
                "the secret here is for http",
            ),
            ("#password", "unknown", "bad_request", "here ("),
            ("#password", "locked", "permission_denied", "gave no value"),
        ] {
            let refused = enter(&chain, &tab, selector, secret).await?;
            assert_eq!(refused.code()?, code, "{:#}", refused.body);
            let message = refused.body["message"].as_str().unwrap_or_default();
            ensure!(message.contains(part), "{message}");
        }
        assert_eq!(tab.evaluate("user.value + password.value").await?, "");

        let entered = enter(&chain, &tab, "#password", "here").await?.ok()?;
        assert_eq!(tab.evaluate("password.value").await?, VALUE);
        assert_eq!(entered["results"][0]["outcome"], "done", "{entered:#}");
        let tree = tab.tree().await?;
        ensure!(!tree.contains("horse"), "{tree}");
        let log = serde_json::to_string(&chain.server.log()?)?;
        ensure!(
            log.contains("fill_secret") && !log.contains("horse"),
            "{log}"
        );
        Ok(())
    })
}

#[test]
fn the_user_consents_to_a_secret_by_its_name() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let tab = chain.open(Page::html(LOGIN)).await?;
        add(&chain, "here", "127.0.0.1", &["echo", VALUE])?;
        let body = body(&tab, tab.handle().await?, "#password", "here");
        let agent = chain.agent.clone();
        let pending = tokio::spawn(async move { agent.post("/interact", body).await });
        let window = ConsentWindow::armed(&chain.browser).await?;
        let text = window.evaluate("document.body.innerText").await?;
        let text = text.as_str().unwrap_or_default();
        ensure!(
            text.contains("Secret") && text.contains("here") && !text.contains("horse"),
            "{text}"
        );
        window.answer(&chain.browser, "once").await?;
        pending.await??.ok()?;
        assert_eq!(tab.evaluate("password.value").await?, VALUE);
        Ok(())
    })
}
