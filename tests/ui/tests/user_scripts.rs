//! Scripts of agents: off until the user has switched them on, twice; then what they give, throw
//! and change.

use axlens_harness::build::replace_in;
use axlens_harness::on_runtime;
use axlens_harness::tab::uid_of;
use axlens_harness::{Chain, ConsentWindow, Page, Reply, Tab, shared};
use serde_json::{Value, json};
use std::path::Path;

const PAGE: &str = "<!doctype html><title>Orders</title><h1 id=h>Orders</h1>\
    <iframe srcdoc='<title>Inner</title><button>Inside</button>'></iframe>\
    <script>window.orders = [{id: 1}, {id: 2}]</script>";

/// As if the user had given the permission in the options.
fn permitted(extension: &Path) -> anyhow::Result<()> {
    let optional = "\"optional_permissions\": [\"webRequest\", \"userScripts\"]";
    replace_in(
        extension,
        "manifest.json",
        optional,
        "\"optional_permissions\": []",
    )?;
    replace_in(
        extension,
        "manifest.json",
        "\"scripting\",",
        "\"scripting\", \"userScripts\",",
    )
}

async fn run(chain: &Chain, tab: &Tab, mut body: Value) -> anyhow::Result<Reply> {
    body["action"] = json!("execute_js");
    body["session"] = json!(tab.name);
    body["tab"] = json!(tab.handle().await?);
    chain.agent.post("/interact", body).await
}

#[test]
fn without_the_users_switches_no_script_is_run() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let tab = chain.open(Page::html(PAGE)).await?;
        let refused = run(&chain, &tab, json!({"script": "orders.push(3)"})).await?;
        assert_eq!(refused.code()?, "user_scripts_disabled");
        assert_eq!(tab.evaluate("orders.length").await?, 2);
        let empty = run(&chain, &tab, json!({"script": " "})).await?;
        assert_eq!(empty.code()?, "bad_request");
        Ok(())
    })
}

/// A browser whose user has allowed both scripts and this agent, and a page in it.
async fn allowed() -> anyhow::Result<(Chain, Tab)> {
    let chain = Chain::start_attended_by(permitted).await?;
    let tab = chain.open(Page::html(PAGE)).await?;
    // Chrome's own switch is off.
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
fn a_script_says_what_it_gives_throws_and_changes() -> anyhow::Result<()> {
    on_runtime(async || {
        let (chain, tab) = allowed().await?;
        let given = async |script: &str| -> anyhow::Result<Value> {
            let done = run(&chain, &tab, json!({"script": script})).await?.ok()?;
            Ok(done["results"][0].clone())
        };
        let orders = json!([{"id": 1}, {"id": 2}]);
        assert_eq!(given("orders").await?["value"], orders);
        let two = given("const all = orders; return all.length;").await?;
        assert_eq!(two["value"], 2);
        let late = "await new Promise((done) => setTimeout(done, 50)); return 'late';";
        assert_eq!(given(late).await?["value"], "late");
        assert_eq!(given("return undefined;").await?["value"], Value::Null);
        let threw = given("missing.thing").await?;
        assert_eq!(threw["threw"], "ReferenceError: missing is not defined");
        assert!(given("return (;").await?["threw"].is_string());
        let long = given("'x'.repeat(50000)").await?;
        assert_eq!(long["valueLength"], 50_002);
        assert_eq!(long["value"].as_str().map(str::len), Some(20_000));
        let changed = given("document.getElementById('h').textContent = 'None'").await?;
        assert_eq!(changed["outcome"], "changed");
        assert_eq!(given("1 + 1").await?["outcome"], "unchanged");
        Ok(())
    })
}

#[test]
fn a_script_is_run_once_in_the_document_that_is_meant() -> anyhow::Result<()> {
    on_runtime(async || {
        let (chain, tab) = allowed().await?;
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

        // Whatever policy a page has: its own `eval` obeys that, the script does not.
        let policy = "default-src 'none'; script-src 'none'; require-trusted-types-for 'script'";
        let page = Page::html("<title>Strict</title>").header("content-security-policy", policy);
        let strict = chain.open(page).await?;
        let title = json!({"script": "document.title"});
        let title = run(&chain, &strict, title).await?.ok()?;
        assert_eq!(title["results"][0]["value"], "Strict", "{title}");

        let unending = json!({"script": "await new Promise(() => {})", "timeoutMs": 1500});
        let unending = run(&chain, &tab, unending).await?.ok()?;
        let threw = unending["results"][0]["threw"].as_str().unwrap_or_default();
        assert!(threw.contains("in time"), "{unending}");
        Ok(())
    })
}

/// As the switch in the extension's details does.
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
