//! Scripts of agents. The user must allow them in the extension and in Chrome. Then they return
//! values, throw and change the page.

use axlens_harness::build::grant;
use axlens_harness::on_runtime;
use axlens_harness::tab::uid_of;
use axlens_harness::{Chain, ConsentWindow, Kind, Page, Reply, Tab, shared};
use serde_json::{Value, json};

const PAGE: &str = "<!doctype html><title>Orders</title><h1 id=h>Orders</h1>\
    <iframe srcdoc='<title>Inner</title><button>Inside</button>'></iframe>\
    <script>window.orders = [{id: 1}, {id: 2}]</script>";

/// Runs a script as an agent's action.
async fn run(chain: &Chain, tab: &Tab, mut body: Value) -> anyhow::Result<Reply> {
    body["action"] = json!("execute_js");
    body["session"] = json!(tab.name);
    body["tab"] = json!(tab.handle().await?);
    chain.agent.post("/interact", body).await
}

#[test]
fn scripts_are_disabled_by_default() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let tab = chain.open(Page::html(PAGE)).await?;
        let refused = run(&chain, &tab, json!({"script": "orders.push(3)"})).await?;
        assert_eq!(refused.code()?, "user_scripts_disabled");
        assert_eq!(tab.evaluate("orders.length").await?, 2);
        let empty = run(&chain, &tab, json!({"script": " "})).await?;
        assert_eq!(empty.code()?, "bad_request");
        Ok(())
    })
}

/// Starts a browser whose user has start_with_scripts scripts and this agent, and opens a page.
async fn start_with_scripts() -> anyhow::Result<(Chain, Tab)> {
    let chain = Chain::start_attended_by(|extension| grant(extension, "userScripts")).await?;
    let tab = chain.open(Page::html(PAGE)).await?;
    // Chrome's own switch is still off.
    let answer = async {
        let window = ConsentWindow::armed(&chain.browser).await?;
        assert!(window.text("action").await?.contains("script"));
        window.answer(&chain.browser, "site").await
    };
    let (refused, answered) = tokio::join!(run(&chain, &tab, json!({"script": "1"})), answer);
    answered?;
    assert_eq!(refused?.code()?, "user_scripts_disabled");
    allow_in_chrome(&chain).await?;
    Ok((chain, tab))
}

#[test]
fn a_script_reports_its_value_error_and_changes() -> anyhow::Result<()> {
    on_runtime(async || {
        let (chain, tab) = start_with_scripts().await?;
        let result_of = async |script: &str| -> anyhow::Result<Value> {
            let answer = run(&chain, &tab, json!({"script": script})).await?.ok()?;
            Ok(answer["results"][0].clone())
        };
        let orders = json!([{"id": 1}, {"id": 2}]);
        assert_eq!(result_of("orders").await?["value"], orders);
        let two = result_of("const all = orders; return all.length;").await?;
        assert_eq!(two["value"], 2);
        let late = "await new Promise((done) => setTimeout(done, 50)); return 'late';";
        assert_eq!(result_of(late).await?["value"], "late");
        assert_eq!(result_of("return undefined;").await?["value"], Value::Null);
        let threw = result_of("missing.thing").await?;
        assert_eq!(threw["threw"], "ReferenceError: missing is not defined");
        assert!(result_of("return (;").await?["threw"].is_string());
        let long = result_of("'x'.repeat(50000)").await?;
        assert_eq!(long["valueLength"], 50_002);
        assert_eq!(long["value"].as_str().map(str::len), Some(20_000));
        let changed = result_of("document.getElementById('h').textContent = 'None'").await?;
        assert_eq!(changed["outcome"], "changed");
        assert_eq!(result_of("1 + 1").await?["outcome"], "unchanged");
        Ok(())
    })
}

#[test]
fn a_script_runs_once_in_the_selected_document() -> anyhow::Result<()> {
    on_runtime(async || {
        let (chain, tab) = start_with_scripts().await?;
        let inside = uid_of(&tab.tree().await?, "Inside")?;
        let inner = json!({"script": "document.title", "uid": inside});
        let inner = run(&chain, &tab, inner).await?.ok()?;
        assert_eq!(inner["results"][0]["value"], "Inner");

        let key = json!({"script": "orders.push(3)", "key": "once"});
        run(&chain, &tab, key.clone()).await?.ok()?;
        let again = run(&chain, &tab, key).await?.ok()?;
        assert_eq!(again["results"][0]["before"], true);
        assert_eq!(again["results"][0]["value"], 3);
        assert_eq!(tab.evaluate("orders.length").await?, 3);

        // The policy of a page applies to its own `eval`, but not to the script.
        let policy = "default-src 'none'; script-src 'none'; require-trusted-types-for 'script'";
        let page = Page::html("<title>Strict</title>").header("content-security-policy", policy);
        let strict = chain.open(page).await?;
        let title = json!({"script": "document.title"});
        let title = run(&chain, &strict, title).await?.ok()?;
        assert_eq!(title["results"][0]["value"], "Strict", "{title}");

        let endless = json!({"script": "await new Promise(() => {})", "timeoutMs": 1500});
        let endless = run(&chain, &tab, endless).await?.ok()?;
        let threw = endless["results"][0]["threw"].as_str().unwrap_or_default();
        assert!(threw.contains("in time"), "{endless}");
        Ok(())
    })
}

/// Sets the switch in the details of the extension.
async fn allow_in_chrome(chain: &Chain) -> anyhow::Result<()> {
    let extensions = chain.open_url("chrome://extensions").await?;
    let change = json!({"extensionId": shared::extension_id()?, "userScriptsAccess": true});
    extensions
        .wait_for("typeof chrome.developerPrivate?.updateExtensionConfiguration === 'function'")
        .await?;
    let change =
        format!("chrome.developerPrivate.updateExtensionConfiguration({change}).then(() => 0)");
    extensions.evaluate(&change).await?;
    extensions.close().await
}
