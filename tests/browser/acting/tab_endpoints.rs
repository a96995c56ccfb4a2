//! The endpoints under `/tabs/{id}`, which name elements by the refs of their snapshots.

use anyhow::Context;
use axlens_harness::on_chain;
use axlens_harness::{Chain, Page, Reply};
use serde_json::{Value, json};

/// The endpoints of one tab, used by the user "ada".
struct TabEndpoints<'a> {
    chain: &'a Chain,
    path: String,
}

impl TabEndpoints<'_> {
    async fn post(&self, action: &str, mut body: Value) -> anyhow::Result<Reply> {
        body["userId"] = json!("ada");
        let path = format!("{}/{action}", self.path);
        self.chain.agent.post(&path, body).await
    }

    /// Executes an action that must succeed. Returns the answer.
    async fn act(&self, action: &str, body: Value) -> anyhow::Result<Value> {
        let reply = self.post(action, body).await?;
        let answer = reply.ok().with_context(|| action.to_owned())?;
        anyhow::ensure!(answer["ok"] == true, "{action}: {answer:#}");
        Ok(answer)
    }

    async fn snapshot(&self) -> anyhow::Result<String> {
        let path = format!("{}/snapshot?userId=ada", self.path);
        let answer = self.chain.agent.get(&path).await?.ok()?;
        let text = answer["snapshot"].as_str().context("a text")?;
        Ok(text.to_owned())
    }
}

/// The fifth ref is a button.
const SEARCH: &str = "<title>Search</title><h1>Search</h1>
<a href='#1'>One</a> <a href='#2'>Two</a> <a href='#3'>Three</a>
<form action='ACTION'><label>Query <input name=q value=old></label></form>
<button onclick='news.textContent = \"Was clicked\"'>Fifth</button><p id=news></p>
<div style='height: 5000px'></div>";

#[test]
fn a_tab_is_driven_with_the_refs_of_its_snapshots() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let results = Page::html("<title>Results</title><h1>Results</h1>");
        let results = chain.site.page(results);
        let search = Page::html(SEARCH.replace("ACTION", &results));
        let search = chain.site.page(search);
        let open = json!({"userId": "ada", "sessionKey": "task", "url": search});
        let opened = chain.agent.post("/tabs", open).await?.ok()?;
        assert_eq!(opened["url"], search, "{opened:#}");
        let path = format!("/tabs/{}", opened["tabId"].as_str().context("text")?);
        let tab = TabEndpoints { chain, path };
        click_and_scroll(&tab, &search).await?;

        let text = json!({"ref": "e4", "text": "Lovelace", "submit": true});
        let submitted = tab.act("type", text).await?;
        assert_eq!(submitted["outcome"], "navigated", "{submitted:#}");
        assert_eq!(submitted["filled"]["outcome"], "changed", "{submitted:#}");
        assert_eq!(submitted["url"], format!("{results}?q=Lovelace"));
        assert!(tab.snapshot().await?.contains("Results"));
        move_through_history(&tab, &search, &results).await?;

        let close = format!("{}?userId=ada", tab.path);
        let closed = chain.agent.delete(&close).await?.ok()?;
        assert_eq!(closed["outcome"], "closed_tab", "{closed:#}");
        let refused = tab.post("back", json!({})).await?;
        assert_eq!(refused.code()?, "tab_not_found", "{}", refused.body);
        Ok(())
    })
}

async fn click_and_scroll(tab: &TabEndpoints<'_>, search: &str) -> anyhow::Result<()> {
    let text = tab.snapshot().await?;
    assert!(text.contains("- button \"Fifth\" [e5]"), "{text}");
    let clicked = tab.act("click", json!({"ref": "e5"})).await?;
    assert_eq!(clicked["outcome"], "changed", "{clicked:#}");
    assert_eq!(clicked["name"], "Fifth", "{clicked:#}");
    assert_eq!(clicked["url"], search, "{clicked:#}");
    let text = tab.snapshot().await?;
    assert!(text.contains("Was clicked"), "{text}");
    let scrolled = tab.act("scroll", json!({})).await?;
    assert_eq!(scrolled["action"], "scroll", "{scrolled:#}");
    let left = json!({"direction": "left"});
    let not_scrolled = tab.post("scroll", left).await?.ok()?;
    assert_eq!(not_scrolled["ok"], false, "{not_scrolled:#}");
    assert_eq!(not_scrolled["outcome"], "unchanged", "{not_scrolled:#}");
    Ok(())
}

async fn move_through_history(
    tab: &TabEndpoints<'_>,
    search: &str,
    results: &str,
) -> anyhow::Result<()> {
    let back = tab.act("back", json!({})).await?;
    assert_eq!(back["outcome"], "navigated", "{back:#}");
    assert_eq!(back["url"], search, "{back:#}");
    let forward = tab.act("forward", json!({})).await?;
    assert_eq!(
        forward["url"],
        format!("{results}?q=Lovelace"),
        "{forward:#}"
    );
    tab.act("navigate", json!({"url": search})).await?;
    tab.act("refresh", json!({})).await?;
    let focused = tab.act("click", json!({"selector": "input"})).await?;
    assert_eq!(focused["role"], "textbox", "{focused:#}");
    let pressed = tab.act("press", json!({"key": "Enter"})).await?;
    assert_eq!(pressed["url"], format!("{results}?q=old"), "{pressed:#}");
    Ok(())
}
