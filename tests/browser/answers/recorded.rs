//! Records the answers to looks and actions on all pages, for a comparison with another build:
//! `AXLENS_RECORD=FOLDER` names the folder, `diff -r` compares two of them.

use anyhow::Context;
use axlens_harness::shared::{self, Extent};
use axlens_harness::tab::{Tab, uid_on};
use axlens_harness::test_run::on_runtime;
use axlens_harness::{Chain, Page};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The looks: every format, and what changes a text most.
const LOOKS: [&str; 9] = [
    r#"{}"#,
    r#"{"format": "numbered"}"#,
    r#"{"format": "refs"}"#,
    r#"{"format": "tabs"}"#,
    r#"{"format": "lean"}"#,
    r#"{"interactive_only": true}"#,
    r#"{"compact": true}"#,
    r#"{"include": ["boxes", "selectors", "descriptions"]}"#,
    r#"{"format": "outline", "max_tokens": 300}"#,
];

/// What is done to some elements of each page.
const ACTIONS: [&str; 17] = [
    r#"{"action": "click"}"#,
    r#"{"action": "click", "count": 2}"#,
    r#"{"action": "click", "dryRun": true}"#,
    r#"{"action": "hover"}"#,
    r#"{"action": "focus"}"#,
    r#"{"action": "fill", "value": "Ada"}"#,
    r#"{"action": "clear"}"#,
    r#"{"action": "set", "value": "3"}"#,
    r#"{"action": "type", "text": "x"}"#,
    r#"{"action": "press", "keys": "Enter"}"#,
    r#"{"action": "press", "keys": "ArrowDown"}"#,
    r#"{"action": "select", "labels": ["B"]}"#,
    r#"{"action": "check"}"#,
    r#"{"action": "uncheck"}"#,
    r#"{"action": "scroll"}"#,
    r#"{"action": "drag", "to": {"by": [20, 0]}}"#,
    r#"{"action": "submit"}"#,
];
/// On how many elements of a page each action is executed.
const ELEMENTS: usize = 2;

#[test]
#[ignore = "full: measurements"]
fn answers_are_recorded() -> anyhow::Result<()> {
    let Some(folder) = std::env::var_os("AXLENS_RECORD").map(PathBuf::from) else {
        return Ok(());
    };
    std::fs::create_dir_all(&folder)?;
    on_runtime(async || {
        let chain = Chain::start().await?;
        for page in pages("pages")? {
            record(&folder, &page, &looks(&chain, &page).await?)?;
        }
        let mut small = shared::pages(&shared::workspace().join("fixtures"))?;
        small.extend(pages("cases/actions")?);
        small.extend(pages("cases/apps")?);
        for page in small {
            let text = looks(&chain, &page).await? + &acts(&chain, &page).await?;
            record(&folder, &page, &text)?;
        }
        Ok(())
    })
}

fn pages(name: &str) -> anyhow::Result<Vec<PathBuf>> {
    shared::reference(name).map_or(Ok(Vec::new()), |folder| Extent::All.pages(&folder))
}

/// One file for each page.
fn record(folder: &Path, page: &Path, text: &str) -> anyhow::Result<()> {
    let name = page.file_stem().context("a page")?;
    Ok(std::fs::write(
        folder.join(name).with_extension("txt"),
        text,
    )?)
}

/// A page with an address that is the same in each run.
async fn open(chain: &Chain, page: &Path) -> anyhow::Result<Tab> {
    chain.open(Page::html(std::fs::read_to_string(page)?)).await
}

async fn looks(chain: &Chain, page: &Path) -> anyhow::Result<String> {
    let tab = open(chain, page).await?;
    let mut text = String::new();
    for look in LOOKS {
        let body = serde_json::from_str(look)?;
        let answer = tab.ask(body).await?.body;
        writeln!(text, "look {look}\n{}", printed(chain, answer)?)?;
    }
    tab.close().await?;
    Ok(text)
}

async fn acts(chain: &Chain, page: &Path) -> anyhow::Result<String> {
    let mut text = String::new();
    for (at, action) in ACTIONS.iter().enumerate() {
        for nth in 0..ELEMENTS {
            let tab = open(chain, page).await?;
            let tree = tab.ask(json!({"interactive_only": true})).await?.body;
            let tree = tree["tree"].as_str().unwrap_or_default().to_owned();
            let uids: Vec<String> = tree.lines().filter_map(uid_on).collect();
            if let Some(uid) = uids.get((at * ELEMENTS + nth) * 7 % uids.len().max(1)) {
                let mut body: Value = serde_json::from_str(action)?;
                body["uid"] = json!(uid);
                body["session"] = json!(tab.name);
                let answer = chain.agent.post("/interact", body).await?.body;
                writeln!(text, "act {action} {uid}\n{}", printed(chain, answer)?)?;
            }
            tab.close().await?;
        }
    }
    Ok(text)
}

/// Without what differs from run to run: ports, random names, and times.
fn printed(chain: &Chain, mut answer: Value) -> anyhow::Result<String> {
    without_times(&mut answer);
    let text = serde_json::to_string_pretty(&answer)?;
    Ok(text.replace(chain.site.origin(), "http://site"))
}

fn without_times(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|name, _| {
                !name.ends_with("Ms")
                    && !["document", "session", "timings", "world"].contains(&name.as_str())
            });
            members.values_mut().for_each(without_times);
        }
        Value::Array(items) => items.iter_mut().for_each(without_times),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
