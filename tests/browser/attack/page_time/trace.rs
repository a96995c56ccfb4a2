//! A trace of the browser: how long each task of a page's main thread took, in its own time.

use anyhow::Context;
use axlens_harness::Tab;
use serde_json::{Value, json};

/// The bytes of a trace that are read at once.
const PART: u32 = 4_000_000;
/// What the page marks in its thread when a measurement begins.
const MARK: &str = "begin";

/// A trace that is being recorded.
pub struct Trace;

impl Trace {
    /// Starts a trace of all processes.
    pub async fn start(tab: &Tab) -> anyhow::Result<Self> {
        let config = json!({
            "includedCategories": ["toplevel", "blink.user_timing"],
            "excludedCategories": ["*"],
        });
        let params = json!({"transferMode": "ReturnAsStream", "traceConfig": config});
        tab.command("Tracing.start", params).await?;
        Ok(Self)
    }

    /// Ends it. Milliseconds that the longest task of the page's main thread took since the mark.
    pub async fn longest_task(self, tab: &Tab) -> anyhow::Result<u64> {
        let end = async || tab.command("Tracing.end", json!({})).await.map(|_| ());
        let done = tab.event_after("Tracing.tracingComplete", end).await?;
        let text = read(tab, &done["stream"]).await?;
        let trace: Value = serde_json::from_str(&text)?;
        let events = trace["traceEvents"].as_array().context("events")?;
        let mark = events
            .iter()
            .find(|event| event["cat"] == "blink.user_timing" && event["name"] == MARK)
            .context("the page's mark")?;
        let of_thread = events.iter().filter(|event| {
            event["pid"] == mark["pid"]
                && event["tid"] == mark["tid"]
                && event["ts"].as_u64() >= mark["ts"].as_u64()
        });
        let tasks = of_thread.filter(|event| event["name"] == "ThreadControllerImpl::RunTask");
        // The thread's clock is coarse on some machines, so that it may exceed the duration.
        let time = |task: &Value| Some(task["dur"].as_u64()?.min(task["tdur"].as_u64()?));
        let micros = tasks.filter_map(time).max();
        Ok(micros.unwrap_or(0) / 1000)
    }
}

async fn read(tab: &Tab, stream: &Value) -> anyhow::Result<String> {
    let mut text = String::new();
    loop {
        let params = json!({"handle": stream, "size": PART});
        let part = tab.command("IO.read", params).await?;
        text.push_str(part["data"].as_str().unwrap_or_default());
        if part["eof"] == true {
            return Ok(text);
        }
    }
}
