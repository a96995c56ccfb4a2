//! A second browser that has the key, as a second browser of the same user does. It can answer only
//! its own queries.

use crate::attack::exchange;
use crate::attack::raw::{Answer, send};
use crate::attack::refusal::fault;
use crate::attack::report::Report;
use crate::attack::target::Target;
use anyhow::ensure;
use axlens_harness::Page;
use serde_json::json;

/// More than the number of queries so far.
const IDS: u32 = 3000;

/// Runs them all.
pub async fn attacks(report: &mut Report, target: &Target<'_>) {
    let tried = "it answers every possible query id while the other browser has a query";
    report
        .attack("answer_to_anothers_query", tried, answers(target))
        .await;
    let tried = "it is connected, too, and a request names no browser";
    report
        .attack("guessed_browser", tried, guessed(target))
        .await;
}

async fn request(
    target: &Target<'_>,
    token: &str,
    first: &str,
    body: &str,
) -> anyhow::Result<Answer> {
    let head = format!(
        "{first} HTTP/1.1\nhost: {{host}}\nconnection: close\n{{worker}}\nauthorization: Bearer {token}\ncontent-type: application/json\ncontent-length: {}\n\n",
        body.len()
    );
    send(target.port, (target.fill(&head) + body).as_bytes()).await
}

/// Sends the greeting and polls once.
async fn connect(target: &Target<'_>) -> anyhow::Result<String> {
    let token = exchange::token(target).await?;
    let hello = json!({"version": "0.1.0", "wire": 1, "name": "Evil"}).to_string();
    let greeted = request(target, &token, "POST /hello", &hello).await?;
    ensure!(greeted.statuses() == [204], "{}", greeted.text());
    let polled = request(target, &token, "GET /pending-queries?wait=0", "").await?;
    ensure!(polled.statuses() == [200], "the control: {}", polled.text());
    Ok(token)
}

async fn answers(target: &Target<'_>) -> anyhow::Result<String> {
    let page = "<!doctype html><script>document.title = 'Slow'</script><button>Truth</button>";
    let tab = target.chain.open(Page::html(page)).await?;
    tab.handle().await?;
    let token = connect(target).await?;
    let hung = "const end = Date.now() + 1500; while (Date.now() < end);";
    tab.start(hung)?;
    let (observed, sent) = tokio::join!(tab.ask(json!({})), flood(target, &token));
    let (observed, sent) = (observed?, sent?);
    ensure!(
        observed.body["tree"]
            .as_str()
            .is_some_and(|tree| tree.contains("Truth")),
        "{}",
        observed.body
    );
    Ok(format!("{sent} answers are dropped, the right one arrives"))
}

async fn flood(target: &Target<'_>, token: &str) -> anyhow::Result<u32> {
    for id in 0..IDS {
        let path = format!("POST /results/{id}");
        let body = r#"{"ok":{"frames":[],"tabs":[]}}"#;
        request(target, token, &path, body).await?;
    }
    Ok(IDS)
}

async fn guessed(target: &Target<'_>) -> anyhow::Result<String> {
    connect(target).await?;
    let reply = target.chain.agent.observe(json!({})).await?;
    fault(&reply, "ambiguous_browser")
}
