//! Reads a page through Axlens: lists the tabs, takes a snapshot, locates and explains an element,
//! and handles a fault. Knows the HTTP interface alone, nothing of the other crates.
//!
//! ```text
//! cargo run -p axlens-example -- [TAB]
//! ```

use anyhow::{Context, bail};
use serde_json::{Value, json};
use std::env;
use std::path::PathBuf;

/// The session: uids belong to the session that was shown them.
const SESSION: &str = "rust-example";

fn main() -> anyhow::Result<()> {
    let axlens = Axlens::connect()?;

    println!("Tabs:");
    let answer = axlens.get("/tabs")??;
    for tab in answer["tabs"].as_array().into_iter().flatten() {
        println!(
            "{} {} {}",
            tab["tab"],
            text(&tab["title"]),
            text(&tab["url"])
        );
    }

    // Without `tab`, the tab in front of the user is read.
    let mut query = json!({"what": "a11y_tree", "format": "lean", "session": SESSION});
    if let Some(tab) = env::args().nth(1) {
        query["tab"] = json!(tab.parse::<u32>().context("TAB is a number")?);
    }
    let snapshot = axlens.post("/observe", &query)??;
    let tree = text(&snapshot["tree"]);
    println!("Snapshot:\n{tree}");

    let uid = first_link(tree).context("there is no link on this page")?;
    println!("First link: uid {uid}");
    let this = json!({"uid": uid, "session": SESSION});
    let found = axlens.post("/locate", &this)??;
    println!(
        "located: {} {} at {}",
        text(&found["role"]),
        text(&found["name"]),
        found["box"]
    );
    let why = axlens.post("/explain", &this)??;
    println!(
        "explained: role {} from {}, name from {}",
        text(&why["role"]["value"]),
        text(&why["role"]["from"]),
        text(&why["name"]["from"][0]["step"]),
    );

    // A uid that this session was never shown is a fault, never a guess. The hint is the next step.
    let other = json!({"uid": "123456789", "session": SESSION});
    match axlens.post("/locate", &other)? {
        Err(fault) if fault.code == "unknown_uid" => {
            println!("fault {}: {}", fault.code, fault.hint)
        }
        Err(fault) => return Err(fault.into()),
        Ok(found) => bail!("this session was never shown {found}"),
    }
    Ok(())
}

/// The server that runs on this machine.
struct Axlens {
    url: String,
    token: String,
    http: ureq::Agent,
}

/// An answer that says what went wrong, for programs (`code`) and for people.
#[derive(Debug)]
struct Fault {
    code: String,
    message: String,
    hint: String,
}

impl Axlens {
    fn connect() -> anyhow::Result<Axlens> {
        let file = state_dir()?.join("endpoint.json");
        let content = std::fs::read(&file)
            .with_context(|| format!("no server: {} can't be read", file.display()))?;
        let endpoint: Value = serde_json::from_slice(&content)?;
        // The body of a fault says more than its status.
        let config = ureq::Agent::config_builder().http_status_as_error(false);
        Ok(Axlens {
            url: text(&endpoint["url"]).to_owned(),
            token: text(&endpoint["agent_token"]).to_owned(),
            http: config.build().into(),
        })
    }

    fn get(&self, path: &str) -> anyhow::Result<Result<Value, Fault>> {
        let request = self.http.get(format!("{}{path}", self.url));
        read(
            request
                .header("Authorization", format!("Bearer {}", self.token))
                .call()?,
        )
    }

    fn post(&self, path: &str, body: &Value) -> anyhow::Result<Result<Value, Fault>> {
        let request = self.http.post(format!("{}{path}", self.url));
        read(
            request
                .header("Authorization", format!("Bearer {}", self.token))
                .send_json(body)?,
        )
    }
}

fn read(mut answer: ureq::http::Response<ureq::Body>) -> anyhow::Result<Result<Value, Fault>> {
    let body: Value = answer
        .body_mut()
        .with_config()
        .limit(u64::MAX)
        .read_json()?;
    if answer.status().is_success() {
        return Ok(Ok(body));
    }
    let field = |name: &str| text(&body[name]).to_owned();
    Ok(Err(Fault {
        code: field("error"),
        message: field("message"),
        hint: field("hint"),
    }))
}

impl std::fmt::Display for Fault {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}: {} {}", self.code, self.message, self.hint)
    }
}

impl std::error::Error for Fault {}

/// The uid of the first link. In a lean snapshot, the number before an element is its uid.
fn first_link(tree: &str) -> Option<&str> {
    let mut pairs = tree
        .lines()
        .filter_map(|line| line.trim_start().split_once(" link "));
    pairs
        .find(|(uid, _)| {
            uid.bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.')
        })
        .map(|(uid, _)| uid)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The folder that holds `endpoint.json`.
fn state_dir() -> anyhow::Result<PathBuf> {
    let folder = |variable: &str| {
        env::var_os(variable)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    if let Some(path) = folder("AXLENS_STATE_DIR") {
        return Ok(path);
    }
    let home = folder("HOME").context("HOME is not set")?;
    if cfg!(target_os = "macos") {
        return Ok(home.join("Library/Application Support/dev.axlens.axlens"));
    }
    Ok(folder("XDG_STATE_HOME")
        .unwrap_or_else(|| home.join(".local/state"))
        .join("axlens"))
}
