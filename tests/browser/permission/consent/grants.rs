//! Permanent permissions: which ones count, and what the options page lists.

use crate::permission::consent::target::Target;
use axlens_harness::on_runtime;
use axlens_harness::{Chain, Kind, Tab};
use serde_json::{Value, json};

const DAY_MS: f64 = 86_400_000.0;

/// Stores a permission of the user's own programs for all sites. The times are days in the past.
async fn store(options: &Tab, at: Option<f64>, last_used: Option<f64>) -> anyhow::Result<()> {
    let time = |name: &str, days: Option<f64>| {
        days.map(|days| format!("{name}: Date.now() - {},", days * DAY_MS))
            .unwrap_or_default()
    };
    let grant = format!(
        "{{agent: 'user', name: 'user', site: '*', {} {}}}",
        time("at", at),
        time("lastUsed", last_used)
    );
    let script = format!("chrome.storage.local.set({{grants: [{grant}]}}).then(() => 0)");
    options.evaluate(&script).await?;
    Ok(())
}

async fn stored(options: &Tab) -> anyhow::Result<Value> {
    options
        .evaluate("chrome.storage.local.get('grants').then(({grants}) => grants)")
        .await
}

#[test]
fn a_permission_expires_if_it_is_not_used() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let options = chain.own_page("options").await?;
        let target = Target::open(&chain).await?;
        // One without a use counts from the time at which it was allowed, and one without a time
        // does not count.
        for (at, last_used) in [(Some(31.0), None), (Some(90.0), Some(31.0)), (None, None)] {
            store(&options, at, last_used).await?;
            target.send_and_answer(&chain, "once").await?.ok()?;
        }
        for (at, last_used) in [(Some(29.0), None), (Some(90.0), Some(29.0))] {
            store(&options, at, last_used).await?;
            target.send_without_prompt(&chain).await?;
            options
                .wait_for("chrome.storage.local.get('grants').then(({grants}) => Date.now() - grants[0].lastUsed < 3_600_000)")
                .await?;
        }
        // The use is stored once in a while, not for each action.
        let before = stored(&options).await?;
        target.send_without_prompt(&chain).await?;
        assert_eq!(stored(&options).await?, before);
        Ok(())
    })
}

#[test]
fn the_options_list_permissions_with_their_use_and_end() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let target = Target::open(&chain).await?;
        target.send_and_answer(&chain, "site").await?.ok()?;
        target.send_without_prompt(&chain).await?;
        let options = chain.own_page("options").await?;
        options
            .wait_for("document.querySelector('#grants tbody tr') !== null")
            .await?;
        let cells = "[...document.querySelectorAll('#grants tr')].map((row) => [...row.cells].map((cell) => cell.textContent))";
        let cells = options.evaluate(cells).await?;
        assert_eq!(
            cells[0],
            json!(["Agent", "Site", "Since", "Last used", "Expires", ""])
        );
        assert_eq!(cells[1][0], "your own programs (user)");
        assert_eq!(cells[1][1], target.tab.evaluate("location.origin").await?);
        assert!(
            cells[1]
                .as_array()
                .is_some_and(|row| row.iter().all(|cell| cell != "" && cell != "never")),
            "{cells}"
        );
        options
            .evaluate("document.querySelector('#grants button').click(); 0")
            .await?;
        options
            .wait_for("document.querySelector('#grants tbody tr') === null")
            .await?;
        target.send_and_answer(&chain, "once").await?.ok()?;
        Ok(())
    })
}
