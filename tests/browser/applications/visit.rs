//! A tab of an application, in which an agent acts.

use super::Application;
use crate::libraries::waits::WaitLog;
use anyhow::{Context, ensure};
use axlens_harness::wait::until;
use axlens_harness::{Chain, Reply, Tab};
use serde_json::{Value, json};

/// A red square of 10 × 10 pixels, in PNG.
pub const SQUARE: &str = "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC";

/// What an action that did what it was asked for is answered with.
const SUCCESSES: [&str; 9] = [
    "already",
    "changed",
    "done",
    "navigated",
    "opened_tab",
    "routed",
    "scrolled",
    "selected",
    // The page looks as before: what it has stored decides.
    "unchanged",
];

/// A tab, and the agent's session in it.
pub struct Visit<'a> {
    chain: &'a Chain,
    pub tab: Tab,
    /// If waits are measured.
    waits: Option<WaitLog>,
}

impl<'a> Visit<'a> {
    /// Opens a path of an application.
    pub async fn open(
        chain: &'a Chain,
        application: &Application,
        path: &str,
    ) -> anyhow::Result<Self> {
        let tab = chain
            .open_url(&format!("{}{path}", application.url))
            .await?;
        let waits = WaitLog::of_page(chain, &tab).await?;
        Ok(Self { chain, tab, waits })
    }

    /// The page, as an agent reads it.
    pub async fn tree(&self) -> anyhow::Result<String> {
        let answer = self.tab.observe(json!({"format": "lean"})).await?;
        Ok(answer["tree"].as_str().unwrap_or_default().to_owned())
    }

    /// The uid on the first line with a text. Waits for it.
    pub async fn uid(&self, line: &str) -> anyhow::Result<String> {
        self.nth_uid(line, 0).await
    }

    /// The uid on the nth line with a text, from 0.
    pub async fn nth_uid(&self, line: &str, nth: usize) -> anyhow::Result<String> {
        until(line, || async {
            let tree = self.tree().await?;
            let found = tree.lines().filter(|each| each.contains(line)).nth(nth);
            let found = found.with_context(|| format!("no {line} in\n{tree}"))?;
            let uid = found.trim_start().split([' ', ':']).next();
            let uid = uid.filter(|uid| uid.starts_with(|first: char| first.is_ascii_digit()));
            Ok(uid.map(str::to_owned))
        })
        .await
    }

    /// Sends actions as one list. If waits are measured, that of a single action is.
    pub async fn send(&self, actions: Value) -> anyhow::Result<Reply> {
        let body = json!({
            "actions": actions,
            "session": self.tab.name,
            "tab": self.tab.handle().await?,
        });
        let (Some(waits), Some([action])) =
            (&self.waits, body["actions"].as_array().map(Vec::as_slice))
        else {
            return self.chain.agent.post("/interact", body).await;
        };
        let name = action["action"].clone();
        waits.begin(&self.tab).await?;
        let reply = self.chain.agent.post("/interact", body).await?;
        waits.append(&self.tab, &name).await?;
        Ok(reply)
    }

    /// Executes actions, which must all succeed. A string in place of a uid is a text on the line
    /// of the element, in one snapshot before the list.
    pub async fn act(&self, actions: Value) -> anyhow::Result<Value> {
        let mut named = actions.clone();
        for action in named.as_array_mut().into_iter().flatten() {
            if let Some(line) = action["on"].as_str() {
                action["uid"] = json!(self.uid(line).await?);
            }
            if let Some(line) = action["onto"].as_str() {
                let onto = self.uid(line).await?;
                action["to"]["uid"] = json!(onto);
            }
            let fields = action.as_object_mut().context("an action")?;
            fields.remove("on");
            fields.remove("onto");
        }
        let answer = self.send(named).await?;
        let results = answer.body["results"].as_array();
        for result in results.into_iter().flatten() {
            let outcome = result["outcome"].as_str().unwrap_or_default();
            ensure!(SUCCESSES.contains(&outcome), "{actions}\n{:#}", answer.body);
        }
        match answer.status {
            200 => Ok(answer.body),
            _ => anyhow::bail!("{actions}\n{:#}\n{}", answer.body, self.tree().await?),
        }
    }

    /// Executes one action on the element of the first line with a text.
    pub async fn act_on(&self, line: &str, mut action: Value) -> anyhow::Result<Value> {
        action["on"] = json!(line);
        self.act(json!([action])).await
    }

    pub async fn click(&self, line: &str) -> anyhow::Result<Value> {
        self.act_on(line, json!({"action": "click"})).await
    }

    pub async fn fill(&self, line: &str, value: &str) -> anyhow::Result<Value> {
        let fill = json!({"action": "fill", "value": value});
        self.act_on(line, fill).await
    }

    pub async fn select(&self, line: &str, labels: &[&str]) -> anyhow::Result<Value> {
        let select = json!({"action": "select", "labels": labels});
        self.act_on(line, select).await
    }

    pub async fn upload(&self, line: &str, (name, base64): (&str, &str)) -> anyhow::Result<Value> {
        let files = json!([{"name": name, "base64": base64}]);
        let upload = json!({"action": "upload", "files": files});
        self.act_on(line, upload).await
    }
}
