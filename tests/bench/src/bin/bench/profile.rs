//! The time of a query in the page's main thread, by function, measured with Chromium's profiler.

use axlens_harness::Tab;
use serde_json::{Value, json};
use std::collections::HashMap;

/// Microseconds between two samples.
const INTERVAL: u32 = 100;

/// Milliseconds per query by function of the recorder and position in it, in descending order. Time
/// of other scripts and time without a script are not included.
pub async fn of(tab: &Tab, rounds: usize, params: Value) -> anyhow::Result<Vec<(String, f64)>> {
    tab.command("Profiler.enable", json!({})).await?;
    let interval = json!({"interval": INTERVAL});
    tab.command("Profiler.setSamplingInterval", interval)
        .await?;
    tab.command("Profiler.start", json!({})).await?;
    for _ in 0..rounds {
        tab.observe(params.clone()).await?;
    }
    let taken = tab.command("Profiler.stop", json!({})).await?;
    tab.command("Profiler.disable", json!({})).await?;
    Ok(by_function(&taken["profile"], rounds))
}

fn by_function(profile: &Value, rounds: usize) -> Vec<(String, f64)> {
    let names: HashMap<u64, String> = list(&profile["nodes"])
        .iter()
        .filter_map(|node| Some((node["id"].as_u64()?, name(&node["callFrame"])?)))
        .collect();
    let mut times: HashMap<&str, f64> = HashMap::new();
    let samples = list(&profile["samples"]).iter();
    for (sample, delta) in samples.zip(list(&profile["timeDeltas"])) {
        let id = sample.as_u64().unwrap_or_default();
        if let Some(name) = names.get(&id) {
            *times.entry(name).or_default() +=
                delta.as_f64().unwrap_or_default() / 1000.0 / rounds as f64;
        }
    }
    let mut sorted: Vec<(String, f64)> = times
        .into_iter()
        .map(|(name, time)| (name.to_owned(), time))
        .collect();
    sorted.sort_by(|one, other| other.1.total_cmp(&one.1));
    sorted
}

/// The name of a frame in the profile; `None` for scripts of the page.
fn name(frame: &Value) -> Option<String> {
    let function = frame["functionName"].as_str()?;
    if function == "(garbage collector)" {
        return Some("garbage collection".to_owned());
    }
    let ours = frame["url"].as_str()?.starts_with("chrome-extension://");
    let line = frame["lineNumber"].as_u64()? + 1;
    ours.then(|| format!("{function}:{line}"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
