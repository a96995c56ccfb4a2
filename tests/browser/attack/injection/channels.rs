//! What an agent reads of a page over each channel, split into Axlens' own words and those of the
//! page.

use crate::safety::invisible::invisible_in;
use anyhow::{Context, ensure};
use axlens_harness::tab::without_quoted;
use axlens_harness::{Chain, McpClient, Tab};
use serde_json::{Value, json};

/// What was read over one channel.
#[derive(Debug, Default)]
pub struct Seen {
    /// Texts in which each string of the page must be quoted.
    pub lines: Vec<String>,
    /// Values of JSON fields that only Axlens writes.
    pub own: Vec<String>,
}

/// JSON fields with a text of the page and nothing else.
const PAGE_FIELDS: [&str; 18] = [
    "pageTitle",
    "title",
    "url",
    "text",
    "value",
    "html",
    "name",
    "now",
    "threw",
    "line",
    "label",
    "description",
    "selector",
    "frame",
    "hosts",
    "session",
    "seen",
    "css",
];
/// JSON fields with lines.
const LINE_FIELDS: [&str; 3] = ["tree", "changes", "header"];

impl Seen {
    /// Checks that nothing of a forged text can be taken for Axlens' words.
    pub fn check(&self, mark: &str) -> anyhow::Result<()> {
        for text in &self.lines {
            ensure!(invisible_in(text).is_none(), "{text:?}");
            for line in text.lines() {
                let own = without_quoted(line);
                ensure!(!own.contains(mark), "{line}");
            }
        }
        match self.own.iter().find(|own| own.contains(mark)) {
            Some(own) => anyhow::bail!("{own}"),
            None => Ok(()),
        }
    }

    /// Adds the fields of an answer.
    fn add(&mut self, answer: &Value) {
        match answer {
            Value::Object(fields) => {
                for (name, value) in fields {
                    self.own.push(name.clone());
                    // The message of a dialog, not of a fault.
                    let is_page = name == "message" && fields.contains_key("answer");
                    match value {
                        Value::String(_) if is_page => {}
                        Value::String(text) if LINE_FIELDS.contains(&name.as_str()) => {
                            self.lines.push(text.clone());
                        }
                        Value::String(_) if PAGE_FIELDS.contains(&name.as_str()) => {}
                        other => self.add(other),
                    }
                }
            }
            Value::Array(values) => values.iter().for_each(|value| self.add(value)),
            Value::String(text) => self.own.push(without_quoted(text)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// The first line that contains a text and no URL, with `N` in place of a uid.
    pub fn line_with(&self, part: &str) -> Option<String> {
        let mut lines = self.lines.iter().flat_map(|text| text.lines());
        let line = lines
            .find(|line| line.contains(part) && !line.contains("://"))?
            .trim();
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        let is_uid = first
            .chars()
            .all(|letter| letter.is_ascii_digit() || letter == '.');
        Some(match is_uid {
            true => format!("N {rest}"),
            false => line.to_owned(),
        })
    }
}

/// An action whose evidence contains texts of the page.
fn acts(tab: u64) -> [Value; 3] {
    let act = |fields: Value| {
        let mut body = fields;
        body["tab"] = json!(tab);
        body
    };
    [
        act(json!({"action": "click", "selector": "#ask", "dialogs": {"confirm": "dismiss"}})),
        act(json!({"action": "fill", "selector": "#own", "value": "mine"})),
        act(json!({"action": "select", "selector": "#list", "labels": ["none of them"]})),
    ]
}

/// The answers of the HTTP interface.
pub async fn http(chain: &Chain, tab: &Tab) -> anyhow::Result<Seen> {
    let mut seen = Seen::default();
    let handle = tab.handle().await?;
    let params = json!({"format": "lean", "include": ["urls", "descriptions"]});
    seen.add(&tab.observe(params).await?);
    seen.add(&json!(chain.agent.tabs().await?));
    let target = |fields: Value| {
        let mut body = fields;
        body["tab"] = json!(handle);
        body["session"] = json!(tab.name);
        body
    };
    for (path, body) in [
        ("/find", json!({"role": "button"})),
        ("/get", json!({"what": "text", "selector": "main"})),
        ("/get", json!({"what": "title"})),
    ] {
        seen.add(&chain.agent.post(path, target(body)).await?.body);
    }
    for act in acts(handle) {
        seen.add(&chain.agent.post("/interact", target(act)).await?.body);
    }
    Ok(seen)
}

/// The five text formats.
pub async fn text(tab: &Tab) -> anyhow::Result<Seen> {
    let mut seen = Seen::default();
    for format in ["lean", "outline", "numbered", "tabs"] {
        let answer = tab
            .observe(json!({"format": format, "max_depth": 15}))
            .await?;
        seen.lines.push(axlens_harness::tab::text(&answer));
    }
    Ok(seen)
}

/// The results of MCP tools, which the server's own words surround.
pub async fn mcp(client: &mut McpClient, tab: &Tab) -> anyhow::Result<Seen> {
    let mut seen = Seen::default();
    let handle = tab.handle().await?;
    let mut calls = vec![
        ("observe", json!({"tab": handle})),
        ("find", json!({"tab": handle, "role": "button"})),
        ("tabs", json!({})),
    ];
    for mut act in acts(handle) {
        let fields = act.as_object_mut().context("an object")?;
        let dialogs = fields.remove("dialogs");
        fields.remove("tab");
        let mut call = json!({"tab": handle, "actions": [fields]});
        if let Some(dialogs) = dialogs {
            call["dialogs"] = dialogs;
        }
        calls.push(("interact", call));
    }
    for (tool, arguments) in calls {
        let params = json!({"name": tool, "arguments": arguments});
        let result = client.request("tools/call", params)?;
        for content in result["content"].as_array().context("content")? {
            seen.lines
                .push(content["text"].as_str().unwrap_or_default().to_owned());
        }
    }
    Ok(seen)
}

/// What the commands print.
pub async fn command(chain: &Chain, tab: &Tab) -> anyhow::Result<Seen> {
    let mut seen = Seen::default();
    let handle = tab.handle().await?.to_string();
    let commands: [&[&str]; 8] = [
        &["snapshot", "--tab", &handle],
        &["tabs"],
        &["find", "--role", "button", "--tab", &handle],
        &["get", "title", "--tab", &handle],
        &["get", "text", "css=main", "--tab", &handle],
        &[
            "click",
            "css=#ask",
            "--confirm",
            "dismiss",
            "--tab",
            &handle,
        ],
        &["fill", "css=#own", "mine", "--tab", &handle],
        &["select", "css=#list", "none of them", "--tab", &handle],
    ];
    for arguments in commands {
        let output = chain.run(arguments)?;
        for bytes in [output.stdout, output.stderr] {
            seen.lines.push(String::from_utf8(bytes)?);
        }
    }
    Ok(seen)
}
